//! Sweeps by a user's rule, without any pass: `vjp = ..`, `slopes(..)`.
//!
//! Input:  `#[differentiable(vjp = exp_rule)] fn exp(x: f64) -> f64`
//! Output: a forward sweep that calls `exp_rule(x)`, and a pullback that runs the pullback which that returned

use crate::ir::*;
use crate::options::attribute::{Mode, OwnRule};
use crate::syntax::diagnostics::Diagnostics;
use crate::syntax::walk::{NodeMut, walk_mut};
use crate::tangent::forward::Missing;
use crate::twin::cotangent_types::spelled;
use crate::twin::parts::{Own, Parts};
use crate::twin::signature::Signature;
use crate::twin::target::{Kind, Twin};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;

impl Parts<'_> {
    /// The forward sweep and the pullback, by a function that returns the value and a pullback of its own.
    pub(super) fn vjp_rule(&self, rule: &syn::Expr) -> TokenStream {
        let span = rule.span();
        let (pulled, ws) = (Ident::new("own_pullback", span), &self.ws);
        let Own {
            value, pullback, seed, ..
        } = &self.own;
        let seed_ty = &self.output_cotangent;
        let names = self.params.iter().map(|param| &param.name);
        let mut handed = Vec::new();
        let mut types = Vec::new();
        if !self.unit {
            handed.push(quote!(#seed));
            types.push(quote!(#seed_ty));
        }
        let mut slots = Vec::new();
        let mut buffers = TokenStream::new();
        for param in self.params.iter() {
            let (bar, ty, slot) = (&param.bar, &param.ty, param.slot());
            if param.passing == Passing::Value {
                slots.push(quote!((): #slot));
                continue;
            }
            let name = if param.is_receiver() { &param.now } else { &param.name };
            slots.push(quote!((#name, #bar): #slot));
            handed.push(quote!(#name));
            types.push(param.reference(ty));
            if param.differentiable {
                buffers.extend(param.buffer_if_wanted());
                handed.push(quote!(#bar));
                types.push(param.lent_buffer());
            }
        }
        let by_value = || {
            self.params
                .iter()
                .filter(|param| param.passing == Passing::Value && param.differentiable)
        };
        let parts = Self::tuple(by_value().map(|param| param.part.to_token_stream()).collect());
        let returned_types = Self::tuple(by_value().map(|param| param.cotangent.clone()).collect());
        let results = self.params.iter().map(|param| match param.passing {
            Passing::Value if param.differentiable => param.part.to_token_stream(),
            Passing::Value => param.cotangent.clone(),
            _ => quote!(()),
        });
        let returned = self.returned();
        let call = match rule {
            syn::Expr::Path(_) => quote_spanned!(span=> #rule(#(#names),*)),
            closure => quote_spanned!(span=> (#closure)(#(#names),*)),
        };
        // The error on a rule of another shape prints the one it should have. An item inside sees no type of the outside.
        let concrete = self.twin.generics.params.is_empty() && !self.params.first().is_some_and(Signature::is_receiver);
        let (proof, call) = if concrete {
            let proof = self.proof_of_shape(rule, &types, &returned_types);
            (proof, quote_spanned!(span=> Shaped::parts(#call)))
        } else {
            (quote!(), call)
        };
        let closure = quote! {
            move |#ws: &mut ::pullback::rt::Workspace, #seed: #seed_ty, #(#slots),*| -> #returned {
                #buffers
                let #parts = #pulled(#(#handed),*);
                (#(#results,)*)
            }
        };
        let closure = self.bind_pullback(pullback, closure);
        quote! {
            #proof
            let (#value, #pulled) = #call;
            #closure
            (#value, #pullback)
        }
    }

    /// Proves that a rule returns a value and a pullback.
    fn proof_of_shape(&self, rule: &syn::Expr, types: &[TokenStream], returned_types: &TokenStream) -> TokenStream {
        let output = &self.output;
        let declared = self.declared();
        let name = match rule {
            syn::Expr::Path(path) => path.to_token_stream(),
            _ => quote!(rule),
        };
        let signature = spelled(
            &quote!(fn #name(#(#declared),*) -> (#output, impl FnOnce(#(#types),*) -> #returned_types + use<>)),
        );
        let message = format!(
            "the rule `{}` has the wrong shape",
            quote!(#name).to_string().replace(' ', "")
        );
        let note = format!("a rule returns `(value, pullback)`; its signature should be `{signature}`");
        quote! {
            #[diagnostic::on_unimplemented(message = #message, label = "a rule of another shape", note = #note)]
            trait Shaped {
                fn parts(self) -> (#output, impl ::core::ops::FnOnce(#(#types),*) -> #returned_types);
            }
            #[diagnostic::do_not_recommend]
            impl<P: ::core::ops::FnOnce(#(#types),*) -> #returned_types> Shaped for (#output, P) {
                fn parts(self) -> (#output, impl ::core::ops::FnOnce(#(#types),*) -> #returned_types) { self }
            }
        }
    }

    /// The forward sweep and the pullback of a function that gives a number, by its slopes: numbers for numbers by value, and a
    /// cotangent for what is lent.
    pub(super) fn slopes(
        &self,
        key: &Ident,
        slopes: &[(Ident, syn::Expr)],
        of_trait: Option<&syn::Path>,
        diagnostics: &Diagnostics,
    ) -> TokenStream {
        for (name, _) in slopes {
            if !self.differentiable().any(|param| param.name == *name) {
                let help = "name the parameters that carry a derivative, each once";
                diagnostics.error(name.span(), format!("there is no slope for `{name}` to give"), help);
            }
        }
        let mut results = Vec::new();
        let mut slots = Vec::new();
        let mut added = TokenStream::new();
        let seed = Ident::new("the_seed_of_the_slopes", key.span());
        for param in &self.params {
            let (bar, slot) = (&param.bar, param.slot());
            let name = if param.is_receiver() { &param.now } else { &param.name };
            let by_value = param.passing == Passing::Value;
            slots.push(match (by_value, param.differentiable) {
                (true, _) => quote!((): #slot),
                (false, true) => quote!((#name, #bar): #slot),
                (false, false) => quote!((#name, _): #slot),
            });
            if !by_value {
                results.push(quote!(()));
            }
            if !param.differentiable {
                if by_value {
                    results.push(param.cotangent.clone());
                }
                continue;
            }
            let lent = param.passing == Passing::Ref
                && !param.optional
                && !matches!(param.ty, syn::Type::Slice(_))
                && self.lanes.is_none();
            if !by_value && !lent {
                let help = "write a rule, `vjp = ..`";
                diagnostics.error(
                    key.span(),
                    "slopes are for numbers by value, and for references to structs",
                    help,
                );
            }
            let mut given = slopes.iter().filter(|(slope, _)| *slope == param.name);
            let Some((_, slope)) = given.next() else {
                let name = &param.name;
                let help = format!("write `slopes({name} = .., ..)`");
                diagnostics.error(key.span(), format!("the slope for `{name}` is missing"), &help);
                continue;
            };
            let mut slope = slope.clone();
            if let Some(receiver) = self.params.first().filter(|first| first.is_receiver()) {
                // The receiver is called what the pullback is handed it as.
                walk_mut(&mut slope, |node| {
                    if let NodeMut::Ident(ident) = node
                        && **ident == "self"
                    {
                        ident.clone_from(&receiver.now);
                    }
                    true
                });
            }
            if by_value {
                let runtime = self.runtime();
                results.push(quote_spanned!(slope.span()=> #runtime::times(#seed, #slope)));
            } else {
                added.extend(quote_spanned! {slope.span()=>
                    if let ::core::option::Option::Some(#bar) = #bar {
                        ::pullback::rt::add_slope(#bar, #seed, #slope);
                    }
                });
            }
        }
        let (ws, seed_ty, returned) = (&self.ws, &self.output_cotangent, self.returned());
        let pullback = &self.own.pullback;
        let names = self.params.iter().map(|param| &param.name);
        let (value, call) = (Ident::new("value", key.span()), self.itself(of_trait));
        let closure = quote! {
            move |#ws: &mut ::pullback::rt::Workspace, #seed: #seed_ty, #(#slots),*| -> #returned {
                #added
                (#(#results,)*)
            }
        };
        let closure = self.bind_pullback(pullback, closure);
        quote! {
            let #value = #call(#(#names),*);
            #closure
            (#value, #pullback)
        }
    }
}

impl Signature {
    /// A buffer where nobody wants the cotangent.
    fn buffer_if_wanted(&self) -> TokenStream {
        let (bar, part, buffer) = (&self.bar, &self.part, &self.buffer);
        let name = if self.is_receiver() { &self.now } else { &self.name };
        if self.optional {
            let lend = self.lend(true);
            quote! {
                let mut #part;
                let #bar = match #bar {
                    ::core::option::Option::None => {
                        #part = ::pullback::rt::zero_where(#name.as_deref());
                        #part.#lend
                    }
                    #bar => #bar,
                };
            }
        } else {
            quote! {
                let mut #part;
                let #bar: &mut #buffer = match #bar {
                    ::core::option::Option::Some(#bar) => #bar,
                    ::core::option::Option::None => {
                        #part = ::pullback::rt::zero(&*#name);
                        &mut #part
                    }
                };
            }
        }
    }
}

impl Parts<'_> {
    /// The value and its tangent, by a function of the parameters and of their tangents.
    fn jvp_rule(&self, rule: &syn::Expr) -> TokenStream {
        let span = rule.span();
        let names = self.params.iter().map(|param| &param.name);
        let bars = self.differentiable().map(|param| &param.bar);
        // What the caller has no tangent of has one of zero.
        let given = self.differentiable().map(|param| {
            let (name, bar, part) = (&param.name, &param.bar, &param.part);
            let (value, lent) = match param.passing {
                Passing::Value => return quote!(let #bar = #bar.unwrap_or_else(|| ::pullback::rt::zero(&#name));),
                Passing::Mut => (quote!(&*#name), quote!(&mut #part)),
                _ => (quote!(#name), quote!(&#part)),
            };
            quote! {
                let mut #part;
                let #bar = match #bar {
                    ::core::option::Option::Some(#bar) => #bar,
                    ::core::option::Option::None => {
                        #part = ::pullback::rt::zero(#value);
                        #lent
                    }
                };
            }
        });
        let call = match rule {
            syn::Expr::Path(_) => quote_spanned!(span=> #rule(#(#names,)* #(#bars),*)),
            closure => quote_spanned!(span=> (#closure)(#(#names,)* #(#bars),*)),
        };
        quote!(#(#given)* #call)
    }

    /// The value and its tangent by the slopes, where all of them are known to be there.
    fn along_slopes(&self, key: &Ident, slopes: &[(Ident, syn::Expr)], of_trait: Option<&syn::Path>) -> TokenStream {
        let runtime = self.runtime();
        let terms = self.differentiable().filter_map(|param| {
            let (_, slope) = slopes.iter().find(|(name, _)| *name == param.name)?;
            let bar = &param.bar;
            let product = match param.passing {
                Passing::Value => quote_spanned!(slope.span()=> #runtime::times(#bar, #slope)),
                _ => quote_spanned!(slope.span()=> ::pullback::rt::inner_product(#bar, &#slope)),
            };
            Some(quote!(#bar.map(|#bar| #product)))
        });
        let names = self.params.iter().map(|param| &param.name);
        let (value, call) = (Ident::new("value", key.span()), self.itself(of_trait));
        quote! {
            let #value = #call(#(#names),*);
            (#value, #runtime::sum_of_terms([#(#terms),*]))
        }
    }

    /// The function as the user wrote it.
    fn itself(&self, of_trait: Option<&syn::Path>) -> TokenStream {
        let function = self.twin.function;
        match (self.twin.kind, of_trait) {
            (Kind::Free(_), _) => quote!(#function),
            (_, Some(path)) => quote!(<Self as #path>::#function),
            _ => quote!(Self::#function),
        }
    }
}

/// A twin whose forward sweep runs a rule of the user's own: the body is left alone.
pub fn ruled(
    twin: &Twin,
    f: &Function,
    rule: &OwnRule,
    of_trait: Option<&syn::Path>,
    diagnostics: &Diagnostics,
) -> TokenStream {
    let parts = Parts {
        forward: matches!(rule, OwnRule::Slopes(..) | OwnRule::Vjp(_, Some(_))),
        ..Parts::new(twin, f)
    };
    let body = match rule {
        OwnRule::Vjp(rule, _) => parts.vjp_rule(rule),
        OwnRule::Slopes(key, slopes) => parts.slopes(key, slopes, of_trait, diagnostics),
    };
    let laned = twin.lanes.then(|| Parts::in_lanes(twin, f));
    let forward_lanes = match (&laned, rule) {
        (Some(laned), OwnRule::Slopes(key, slopes)) => {
            let body = laned.slopes(key, slopes, of_trait, diagnostics);
            Some(laned.forward(&body))
        }
        _ => None,
    };
    let jacobian = parts.jacobian(laned.as_ref());
    let names: Vec<_> = parts.params.iter().map(|param| param.bar.clone()).collect();
    let tangent = match rule {
        OwnRule::Vjp(_, None) => parts.forward_mode(Err(&Missing::of(
            "a rule of its own: write `jvp = ..` beside `vjp = ..`",
        ))),
        OwnRule::Vjp(_, Some(rule)) => parts.tangent_functions(&names, &parts.jvp_rule(rule)),
        OwnRule::Slopes(key, slopes) => {
            let several = (twin.jacobian == Some(Mode::Forward)).then(|| Parts::in_lanes(twin, f));
            let along = |parts: &Parts| parts.tangent_functions(&names, &parts.along_slopes(key, slopes, of_trait));
            along(&parts)
                .into_iter()
                .chain(several.iter().flat_map(along))
                .collect()
        }
    };
    parts.tokens(body, quote!(#forward_lanes #jacobian #tangent))
}
