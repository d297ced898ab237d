//! The twin: a type of the function's own name that holds its derivatives.
//!
//! Input:  the two sweeps of `fn f(x: &[f64], k: f64) -> f64`
//! Output: `struct f {}` with `forward` (what other differentiable functions call) and the entry points that users call:
//!         `vjp`, `value_and_grad`, `grad`, `grad_into`, `grad_into_with`, `check`.

mod frames;
pub mod objects;

use crate::adjoint::Backward;
use crate::attributes::OwnRule;
use crate::diagnostics::Diagnostics;
use crate::emit::Emit;
use crate::ir::*;
use crate::plan::Plan;
use crate::types::Ty;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::visit_mut::VisitMut;
use syn::{Generics, Type, Visibility};

/// A parameter's types in the emitted signatures.
pub struct Signature {
    pub name: Ident,
    pub ty: Type,
    pub passing: Passing,
    differentiable: bool,
    /// The owned cotangent: what `grad` returns.
    cotangent: TokenStream,
    /// What a borrowed cotangent points to.
    pub buffer: TokenStream,
    /// The cotangent's buffer, the cotangent where the entry point owns it, and the one that the pullback returns.
    bar: Ident,
    owned: Ident,
    part: Ident,
    /// A `&mut` parameter's content after the forward sweep.
    now: Ident,
    /// The argument at which `check` evaluates.
    at: Ident,
    function: Option<FunctionTypes>,
}

/// The types of a parameter that is a function, in the derivatives' signatures.
struct FunctionTypes {
    callable: Box<crate::callables::Callable>,
    /// The name of its forward sweep.
    call: Ident,
    captures: Ident,
    forward: Ident,
    pullback: Ident,
    /// What an entry point takes.
    value: Ident,
}

impl FunctionTypes {
    /// `f64, &[f64]`, and `(f64, Option<&mut f64>), (&[f64], Option<&mut [f64]>)`.
    fn inputs(&self, generics: &Generics) -> (TokenStream, TokenStream) {
        let mut plain = TokenStream::new();
        let mut again = TokenStream::new();
        for ty in &self.callable.inputs {
            let mut ty = ty.clone();
            EraseLifetimes.visit_type_mut(&mut ty);
            let buffer = match &ty {
                Type::Reference(reference) => buffer(&reference.elem, generics),
                ty => buffer(ty, generics),
            };
            plain.extend(quote!(#ty,));
            again.extend(quote!((#ty, Option<&mut #buffer>),));
        }
        (plain, again)
    }

    fn bounds(
        &self,
        forward: &TokenStream,
        [refs, again, bars]: [TokenStream; 3],
        generics: &Generics,
    ) -> Vec<TokenStream> {
        let (pullback, output) = (&self.pullback, &self.callable.output);
        let seed = cotangent(output, generics);
        let (plain, handed) = self.inputs(generics);
        vec![
            quote!(#forward: ::core::marker::Copy + 'static
                + Fn(#refs, &mut ::pullback::rt::Workspace, #plain) -> (#output, #pullback)),
            quote!(#pullback: 'static
                + FnOnce(&mut ::pullback::rt::Workspace, #seed, (#again, #bars), #handed)),
        ]
    }

    /// The two parts of what an entry point is given.
    fn entered(&self, name: &Ident) -> TokenStream {
        let value = &self.value;
        quote!(((), ()), <#value as ::pullback::rt::FunctionValue>::forward(&#name))
    }

    /// `&` or `&mut`, as it was written.
    fn references(&self) -> TokenStream {
        let references = self.callable.references.iter().map(|reference| {
            let mutable = reference.mutability;
            quote!(& #mutable)
        });
        quote!(#(#references)*)
    }

    /// Of the captures, the associated type that is lent to a call.
    fn lent(&self, part: &str) -> TokenStream {
        let (captures, part) = (&self.captures, Ident::new(part, self.captures.span()));
        quote!(<#captures as ::pullback::rt::Captures>::#part<'_>)
    }
}

impl Signature {
    pub fn is_receiver(&self) -> bool {
        self.name == "self"
    }

    /// The parameter, where it is only looked at.
    pub fn shared(&self) -> TokenStream {
        let (name, ty) = (&self.name, &self.ty);
        match (self.is_receiver(), self.passing) {
            (true, Passing::Value) => quote!(self),
            (true, _) => quote!(&self),
            (false, Passing::Ref | Passing::Mut) => quote!(#name: &#ty),
            (false, _) => quote!(#name: #ty),
        }
    }

    /// The type of what the pullback is handed for the parameter.
    fn slot(&self) -> TokenStream {
        let (ty, buffer) = (&self.ty, &self.buffer);
        if let Some(FunctionTypes { captures, .. }) = &self.function {
            return quote!((::pullback::rt::Lent<'_, #captures>, ::pullback::rt::LentBars<'_, #captures>));
        }
        match self.passing {
            Passing::Value => quote!(()),
            Passing::Ref => quote!((&#ty, Option<&mut #buffer>)),
            _ => quote!((&mut #ty, Option<&mut #buffer>)),
        }
    }
}

/// The most statements of a pullback that is always inlined.
const SMALL: usize = 100;

/// Names of the entry points' own variables, apart from all of the user's.
struct Own {
    workspace: Ident,
    value: Ident,
    pullback: Ident,
    seed: Ident,
    value_bar: Ident,
    point: Ident,
    out: Ident,
    start: Ident,
    flat: Ident,
    once: Ident,
}

pub struct Twin<'a> {
    pub function: &'a Ident,
    pub kind: Kind<'a>,
    pub visibility: &'a Visibility,
    /// The function's own generic parameters, with the bounds that the derivatives add.
    pub generics: &'a Generics,
    /// All type and const parameters in scope: a pullback may name them.
    pub in_scope: &'a [TokenStream],
    /// Whether users get entry points, and not only the sweeps.
    pub entries: bool,
}

/// Where the derivatives go.
#[derive(Clone, Copy)]
pub enum Kind<'a> {
    /// Of a free function: into a type of this name.
    Free(&'a Ident),
    /// Of a function of a type's own impl: beside it, as `name_vjp` and so on.
    Member,
    /// Of a function of a trait: beside it, with defaults. The guard stands at the head of the forward sweep's default, and
    /// proves that what it differentiates is what an implementor runs.
    Declared { guard: &'a TokenStream, default: bool },
    /// Of a function of a trait's impl, where the trait has the rest, or of an operator: the sweeps alone.
    Sweeps,
}

impl Twin<'_> {
    /// The type beside a free function, with what it is documented as and the functions in it.
    pub fn of_its_own(&self, name: &Ident, about: &str, functions: TokenStream) -> TokenStream {
        let visibility = self.visibility;
        quote! {
            #[doc = #about]
            #[allow(non_camel_case_types, dead_code, missing_debug_implementations, missing_copy_implementations)]
            #visibility struct #name {}

            #[automatically_derived]
            #[allow(unused, non_snake_case, clippy::all, clippy::pedantic, clippy::nursery)]
            impl #name { #functions }
        }
    }

    /// What the derivative `suffix` is called.
    pub fn derivative(&self, suffix: &str) -> Ident {
        match self.kind {
            Kind::Free(_) => Ident::new(suffix, self.function.span()),
            Kind::Member | Kind::Declared { .. } | Kind::Sweeps => {
                let function = self.function.to_string();
                let name = format!("{}_{suffix}", function.trim_start_matches("r#"));
                Ident::new(&name, self.function.span())
            }
        }
    }

    /// What the two sweeps are called. Where rustc does not find them, the name says what is missing.
    fn forward(&self) -> Ident {
        match self.kind {
            Kind::Free(_) => self.derivative("forward"),
            _ => self.derivative("differentiable"),
        }
    }

    /// What a part of the twin is called that only differentiable callers see.
    pub fn part(&self, name: &str) -> Ident {
        match self.kind {
            Kind::Free(_) => self.derivative(name),
            _ => self.derivative(&format!("differentiable_{name}")),
        }
    }

    /// A link to the function itself, for the documentation.
    pub fn link(&self) -> String {
        match self.kind {
            Kind::Free(_) => format!("[`{0}`]({0}())", self.function),
            _ => format!("[`{0}`](Self::{0})", self.function),
        }
    }

    /// What the forward sweep proves before it begins.
    pub fn guard(&self) -> Option<&TokenStream> {
        match self.kind {
            Kind::Declared { guard, .. } => Some(guard),
            _ => None,
        }
    }
}

/// The parts of the twin that do not depend on the function's body.
pub struct Parts<'a> {
    twin: &'a Twin<'a>,
    recursion: Recursion,
    pub params: Vec<Signature>,
    output: Type,
    output_cotangent: TokenStream,
    unit: bool,
    ws: Ident,
    own: Own,
}

/// The twin with its sweeps.
pub fn twin(twin: &Twin, f: &Function, backward: &Backward, plan: &Plan) -> TokenStream {
    let parts = Parts::new(twin, f);
    let (value_name, pullback_name) = (&parts.own.value, &parts.own.pullback);
    let emit = Emit::new(f, plan, &[&f.body, &backward.block], &backward.results);
    let forward_body = {
        let ad = &f.ad;
        let (ws, seed) = (&f.ws, backward.seed);
        let tapes: Vec<_> = plan.tapes.iter().map(|tape| &f.info(*tape).name).collect();
        let backward_block = emit.sweep(&backward.block, |result| result);
        let mut by_value = backward.results.iter();
        let results = parts.params.iter().map(|param| {
            if param.passing != Passing::Value {
                return quote!(());
            }
            match by_value.next() {
                Some(Some(Atom::Var(var))) => {
                    let name = &f.info(*var).name;
                    quote!(#name)
                }
                _ if !param.differentiable => param.cotangent.clone(),
                _ => quote!(()),
            }
        });
        let lent: Vec<_> = f
            .params
            .iter()
            .filter(|param| param.passing == Passing::Mut)
            .map(|param| &f.info(param.bar.expect("a borrowed parameter has a buffer")).name)
            .collect();
        let functions = f.params.iter().filter(|param| param.passing == Passing::Function);
        let captured: Vec<_> = functions
            .map(|param| &f.info(param.bar.expect("a function has cotangents")).name)
            .collect();
        let lent = quote! {
            #(let #lent = #lent.expect("a `&mut` argument comes with a buffer for its cotangent");)*
            #(let mut #captured = #captured.0;)*
        };
        let results = quote!((#(#results,)*));
        // In the sweeps the receiver is an ordinary variable: the pullback is handed it again.
        let receiver = f.params.iter().find(|param| param.receiver).map(|param| {
            let this = &f.info(param.var).name;
            quote!(let #this = self;)
        });
        let sweeps = if let Recursion::Frames(frames) = &f.recursion {
            let tape = frames.tape.as_ref();
            let push = tape.map(|tape| emit.push(tape.var, &tape.saves));
            let pop = tape.map(|tape| emit.pop(tape.var, &tape.saves));
            let forward = emit.sweep(&f.body, |value| match &push {
                None => value,
                Some(push) if value.is_empty() => push.clone(),
                Some(push) => quote!(let #value_name = #value; #push #value_name),
            });
            let backward = quote!(#lent #pop #backward_block #results);
            frames::Shared::new(&parts, f, frames).sweeps(&forward, &f.info(seed).name, &backward, plan.tapes.len())
        } else {
            let body = quote!(#lent #backward_block #(#ws.recycle(#tapes);)* #results);
            let closure = parts.pullback_closure(f, backward, &body);
            let closure = parts.bind_pullback(pullback_name, closure);
            // The result is computed before its variables move into the pullback.
            let sweep = emit.sweep(&f.body, |value| {
                if value.is_empty() && crate::lower::ends(&f.body) {
                    quote! { #closure (::core::unreachable!(), #pullback_name) }
                } else if value.is_empty() {
                    quote! { #closure ((), #pullback_name) }
                } else {
                    quote! { let #value_name = #value; #closure (#value_name, #pullback_name) }
                }
            });
            quote!(#(let mut #tapes = #ws.tape();)* #sweep)
        };
        let (guard, items) = (twin.guard(), &f.items);
        let (routes, objects) = (route_traits(f), object_traits(f));
        quote! {
            use ::pullback::rt as #ad;
            use ::pullback::rt::{ErrorPayload as _, Payload as _};
            #routes
            #objects
            #(#items)*
            #guard
            #receiver
            #sweeps
        }
    };
    parts.tokens(forward_body)
}

/// What projects a place through a function that returns a reference.
pub fn route_traits(f: &Function) -> Option<TokenStream> {
    f.through.then(|| {
        quote!(
            use ::pullback::rt::{IndexMutRoute as _, IndexRoute as _, Route as _, RouteMut as _};
        )
    })
}

/// What gives the sweeps of a method's receiver that is no trait object.
fn object_traits(f: &Function) -> Option<TokenStream> {
    f.calls_on_unknown().then(|| {
        quote!(
            use ::pullback::rt::Direct as _;
        )
    })
}

/// A twin whose functions have the right signatures and no bodies: one mistake in a function is not followed by an error
/// on every use of its derivatives.
pub fn stub(twin: &Twin, f: &Function) -> TokenStream {
    let parts = Parts::new(twin, f);
    let arguments = parts.params.iter().map(|param| {
        let slot = param.slot();
        quote!(_: #slot)
    });
    let (seed, returned) = (&parts.output_cotangent, parts.returned());
    let closure = quote!(move |_: &mut ::pullback::rt::Workspace, _: #seed, #(#arguments),*| -> #returned { ::core::unreachable!() });
    let name = &parts.own.pullback;
    let closure = parts.bind_pullback(name, closure);
    let guard = twin.guard();
    parts.tokens(quote! {
        #guard
        #closure
        (::core::unreachable!(), #name)
    })
}

/// A twin whose forward sweep runs a rule of the user's own: the body is left alone.
pub fn ruled(twin: &Twin, f: &Function, rule: &OwnRule, diagnostics: &Diagnostics) -> TokenStream {
    let parts = Parts::new(twin, f);
    let body = match rule {
        OwnRule::Vjp(path) => parts.vjp_rule(path),
        OwnRule::Slopes(key, slopes) => parts.slopes(key, slopes, diagnostics),
    };
    parts.tokens(body)
}

impl<'a> Parts<'a> {
    /// The forward sweep and the pullback, by a function that returns the value and a pullback of its own.
    fn vjp_rule(&self, rule: &syn::ExprPath) -> TokenStream {
        let span = rule.span();
        let (pulled, ws) = (Ident::new("own_pullback", span), &self.ws);
        let Own {
            value, pullback, seed, ..
        } = &self.own;
        let (seed_ty, output) = (&self.output_cotangent, &self.output);
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
            let (bar, ty, buffer, slot, part) = (&param.bar, &param.ty, &param.buffer, param.slot(), &param.part);
            if param.passing == Passing::Value {
                slots.push(quote!((): #slot));
                continue;
            }
            let name = if param.is_receiver() { &param.now } else { &param.name };
            slots.push(quote!((#name, #bar): #slot));
            handed.push(quote!(#name));
            let mutable = (param.passing == Passing::Mut).then(|| quote!(mut));
            types.push(quote!(& #mutable #ty));
            if param.differentiable {
                // Where nobody wants the cotangent, there is no buffer.
                buffers.extend(quote! {
                    let mut #part;
                    let #bar: &mut #buffer = match #bar {
                        Some(#bar) => #bar,
                        None => {
                            #part = ::pullback::rt::zero(&*#name);
                            &mut #part
                        }
                    };
                });
                handed.push(quote!(#bar));
                types.push(quote!(&mut #buffer));
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
        let call = quote_spanned!(span=> #rule(#(#names),*));
        // The error on a rule of another shape prints the one it should have. An item inside sees no type of the outside.
        let concrete = self.twin.generics.params.is_empty() && !self.params.first().is_some_and(Signature::is_receiver);
        let (proof, call) = if concrete {
            let declared = self.declared();
            let name = &rule.path;
            let signature = spelled(
                &quote!(fn #name(#(#declared),*) -> (#output, impl FnOnce(#(#types),*) -> #returned_types + use<>)),
            );
            let message = format!(
                "the rule `{}` has the wrong shape",
                quote!(#name).to_string().replace(' ', "")
            );
            let note = format!("a rule returns `(value, pullback)`; its signature should be `{signature}`");
            let proof = quote! {
                #[diagnostic::on_unimplemented(message = #message, label = "a rule of another shape", note = #note)]
                trait Shaped {
                    fn parts(self) -> (#output, impl FnOnce(#(#types),*) -> #returned_types);
                }
                #[diagnostic::do_not_recommend]
                impl<P: FnOnce(#(#types),*) -> #returned_types> Shaped for (#output, P) {
                    fn parts(self) -> (#output, impl FnOnce(#(#types),*) -> #returned_types) { self }
                }
            };
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

    /// The forward sweep and the pullback of a function of numbers, by its slopes.
    fn slopes(&self, key: &Ident, slopes: &[(Ident, syn::Expr)], diagnostics: &Diagnostics) -> TokenStream {
        for (name, _) in slopes {
            if !self.differentiable().any(|param| param.name == *name) {
                let help = "name the parameters that carry a derivative, each once";
                diagnostics.error(name.span(), format!("there is no slope for `{name}` to give"), help);
            }
        }
        let mut results = Vec::new();
        let mut slots = Vec::new();
        let seed = Ident::new("the_seed_of_the_slopes", key.span());
        for param in &self.params {
            let (name, slot) = (&param.name, param.slot());
            let by_value = param.passing == Passing::Value;
            slots.push(if by_value {
                quote!((): #slot)
            } else {
                quote!((#name, _): #slot)
            });
            if !param.differentiable {
                results.push(if by_value { param.cotangent.clone() } else { quote!(()) });
                continue;
            }
            if !by_value {
                let help = "write a rule, `vjp = ..`";
                diagnostics.error(key.span(), "slopes are for functions of numbers by value", help);
            }
            let mut given = slopes.iter().filter(|(slope, _)| slope == name);
            match given.next() {
                Some((_, slope)) => results.push(quote_spanned!(slope.span()=> ::pullback::rt::times(#seed, #slope))),
                None => {
                    let help = format!("write `slopes({name} = .., ..)`");
                    diagnostics.error(key.span(), format!("the slope for `{name}` is missing"), &help);
                }
            }
        }
        let (ws, seed_ty, returned) = (&self.ws, &self.output_cotangent, self.returned());
        let (function, pullback) = (self.twin.function, &self.own.pullback);
        let names = self.params.iter().map(|param| &param.name);
        let value = Ident::new("value", key.span());
        let call = match self.twin.kind {
            Kind::Free(_) => quote!(#function),
            _ => quote!(Self::#function),
        };
        let closure = quote! {
            move |#ws: &mut ::pullback::rt::Workspace, #seed: #seed_ty, #(#slots),*| -> #returned {
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

    pub fn new(twin: &'a Twin<'a>, f: &Function) -> Self {
        // In the entry points the sweeps' own names are out of sight; in `forward` they are not.
        let (mut inner, mut names) = (f.names.clone(), f.user_names.clone());
        let mut inner = |base: &str| inner.fresh(base, proc_macro2::Span::call_site());
        let mut fresh = |base: &str| names.fresh(base.trim_start_matches("r#"), proc_macro2::Span::call_site());
        let own = Own {
            workspace: fresh("workspace"),
            value: inner("value"),
            pullback: inner("pullback"),
            seed: fresh("seed"),
            value_bar: fresh("value_bar"),
            point: fresh("point"),
            out: fresh("out"),
            start: fresh("start"),
            flat: fresh("flat"),
            once: inner("once"),
        };
        let params = f
            .params
            .iter()
            .map(|param| {
                let mut ty = param.ty.clone();
                EraseLifetimes.visit_type_mut(&mut ty);
                let receiver = param.receiver;
                let name = if receiver {
                    Ident::new("self", proc_macro2::Span::call_site())
                } else {
                    f.info(param.var).name.clone()
                };
                let function = param.callable.as_ref().map(|(callable, call)| FunctionTypes {
                    callable: callable.clone(),
                    call: call.clone(),
                    captures: fresh("Captures"),
                    forward: fresh("Forward"),
                    pullback: fresh("Pullback"),
                    value: fresh("Value"),
                });
                let (cotangent, buffer) = if function.is_some() {
                    (quote!(()), quote!(()))
                } else if param.differentiable && param.any_size {
                    (cotangent(&ty, twin.generics), object_buffer())
                } else if param.differentiable {
                    (cotangent(&ty, twin.generics), buffer(&ty, twin.generics))
                } else if param.passing == Passing::Mut || crate::types::is_inert_parameter(&ty) {
                    (quote!(()), quote!(()))
                } else {
                    // An active argument meets this type in rustc's error, at the call.
                    let marked = quote!(::pullback::rt::NoDiffParameter);
                    (marked.clone(), marked)
                };
                Signature {
                    bar: fresh(&format!("{name}_bar")),
                    owned: fresh(&format!("{name}_owned")),
                    part: fresh(&format!("{name}_part")),
                    now: fresh(&format!("{name}_now")),
                    at: fresh(&format!("{name}_at")),
                    name,
                    ty,
                    passing: param.passing,
                    differentiable: param.differentiable && function.is_none(),
                    cotangent,
                    buffer,
                    function,
                }
            })
            .collect();
        let mut output = f.output.clone();
        EraseLifetimes.visit_type_mut(&mut output);
        let output_cotangent = cotangent(&output, twin.generics);
        Parts {
            twin,
            recursion: f.recursion.clone(),
            params,
            output,
            output_cotangent,
            unit: f.output_ty == Ty::Unit,
            ws: f.ws.clone(),
            own,
        }
    }

    /// The generic parameters of an entry point, and the where clause with more predicates.
    fn generics(&self, more: Vec<TokenStream>) -> (TokenStream, TokenStream) {
        let mut params = Vec::new();
        let mut predicates = more;
        for function in self.functions() {
            let (value, pullback) = (&function.value, &function.pullback);
            params.extend([quote!(#value), quote!(#pullback)]);
            predicates.push(quote!(#value: ::pullback::rt::FunctionValue));
            let unit = || quote!(());
            predicates.extend(function.bounds(&quote!(#value::Forward), [unit(), unit(), unit()], self.twin.generics));
        }
        self.declaration(params, predicates)
    }

    /// The generic parameters of the sweeps, where functions come in two parts.
    fn sweep_generics(&self, more: Option<TokenStream>) -> (TokenStream, TokenStream) {
        let mut params = Vec::new();
        let mut predicates: Vec<TokenStream> = more.into_iter().collect();
        for function in self.functions() {
            let (captures, forward, pullback) = (&function.captures, &function.forward, &function.pullback);
            params.extend([quote!(#captures), quote!(#forward), quote!(#pullback)]);
            predicates.push(quote!(#captures: ::pullback::rt::Captures));
            let lent = ["Refs", "Again", "Bars"].map(|part| function.lent(part));
            predicates.extend(function.bounds(&quote!(#forward), lent, self.twin.generics));
        }
        self.declaration(params, predicates)
    }

    /// The generic parameters of a method's backward half, which needs to know no more of a function than what it captured.
    fn pull_generics(&self) -> (TokenStream, TokenStream) {
        let captures = || self.functions().map(|function| &function.captures);
        let params = captures().map(|captures| quote!(#captures)).collect();
        let predicates = captures()
            .map(|captures| quote!(#captures: ::pullback::rt::Captures))
            .collect();
        self.declaration(params, predicates)
    }

    /// The function's own generic arguments, where it has some, and what rustc is to find for each parameter that is a function.
    fn arguments(&self, for_function: TokenStream) -> Option<TokenStream> {
        let names = crate::generics::names(self.twin.generics);
        let functions = self.functions().map(|_| &for_function);
        (!names.is_empty()).then(|| quote!(::<#(#names,)* #(#functions)*>))
    }

    /// The same for the sweeps.
    fn sweep_arguments(&self) -> Option<TokenStream> {
        self.arguments(quote!(_, _, _,))
    }

    fn functions(&self) -> impl Iterator<Item = &FunctionTypes> {
        self.params.iter().filter_map(|param| param.function.as_ref())
    }

    pub fn declaration(&self, more_params: Vec<TokenStream>, more: Vec<TokenStream>) -> (TokenStream, TokenStream) {
        let mut predicates: Vec<TokenStream> = Vec::new();
        if let Some(clause) = &self.twin.generics.where_clause {
            predicates.extend(clause.predicates.iter().map(|predicate| quote!(#predicate)));
        }
        predicates.extend(more);
        predicates.extend(self.proofs());
        let clause = if predicates.is_empty() {
            quote!()
        } else {
            quote!(where #(#predicates),*)
        };
        let params = self
            .twin
            .generics
            .params
            .iter()
            .map(|param| quote!(#param))
            .chain(more_params);
        let params: Vec<_> = params.collect();
        let params = if params.is_empty() {
            quote!()
        } else {
            quote!(<#(#params),*>)
        };
        (params, clause)
    }

    /// What rustc is to prove of the written types that the macro does not know: if it cannot, that is one error on the type.
    fn proofs(&self) -> Vec<TokenStream> {
        let params = self.differentiable().filter(|param| !param.is_receiver());
        let types = params.map(|param| &param.ty).chain(Some(&self.output));
        let mut seen = Vec::new();
        let mut proofs = Vec::new();
        // That `Option` is std's is a guess.
        let assumed = |param: &&Signature| {
            !param.differentiable
                && param.function.is_none()
                && crate::types::is_inert_parameter(&param.ty)
                && !Ty::of(&param.ty).is_inert()
        };
        for param in self.params.iter().filter(assumed) {
            let mut ty = param.ty.clone();
            SetLifetimes("'inert").visit_type_mut(&mut ty);
            proofs.push(quote_spanned!(ty.span()=> for<'inert> #ty: ::pullback::rt::Inactive));
        }
        for ty in types.filter(|ty| is_concrete(ty, self.twin.in_scope)) {
            let text = quote!(#ty).to_string();
            if !seen.contains(&text) {
                seen.push(text);
                proofs.push(quote_spanned!(ty.span()=> #ty: ::pullback::Differentiable));
            }
        }
        proofs
    }

    fn differentiable(&self) -> impl Iterator<Item = &Signature> {
        self.params.iter().filter(|param| param.differentiable)
    }

    /// `x: &[f64], k: f64`
    fn declared(&self) -> Vec<TokenStream> {
        self.params
            .iter()
            .map(|param| {
                let (name, ty) = (&param.name, &param.ty);
                if let Some(function) = &param.function {
                    let (value, references) = (&function.value, function.references());
                    return quote!(#name: #references #value);
                }
                if param.is_receiver() {
                    return match param.passing {
                        Passing::Value => quote!(self),
                        Passing::Ref => quote!(&self),
                        _ => quote!(&mut self),
                    };
                }
                match param.passing {
                    Passing::Value => quote!(#name: #ty),
                    Passing::Ref => quote!(#name: &#ty),
                    _ => quote!(#name: &mut #ty),
                }
            })
            .collect()
    }

    /// The same for the sweeps, where a function comes in two parts.
    fn declared_in_sweep(&self) -> Vec<TokenStream> {
        let mut declared = self.declared();
        for (param, declared) in self.params.iter().zip(&mut declared) {
            if let Some(function) = &param.function {
                let (name, call, captures) = (&param.name, &function.call, &function.captures);
                let (refs, forward) = (function.lent("Refs"), &function.forward);
                *declared = quote!(mut #name: (#captures, #refs), #call: #forward);
            }
        }
        declared
    }

    /// What the pullback returns: the cotangents of the parameters by value, nothing for the others.
    fn returned(&self) -> TokenStream {
        let types = self.params.iter().map(Self::returned_for);
        quote!((#(#types,)*))
    }

    fn returned_for(param: &Signature) -> TokenStream {
        match param.passing {
            Passing::Value => param.cotangent.clone(),
            _ => quote!(()),
        }
    }

    fn pullback_signature(&self) -> TokenStream {
        let seed = &self.output_cotangent;
        let slots = self.params.iter().map(Signature::slot);
        let returned = self.returned();
        quote!(FnOnce(&mut ::pullback::rt::Workspace, #seed, #(#slots),*) -> #returned)
    }

    /// Whether the pullback's type would contain itself.
    fn is_boxed(&self) -> bool {
        matches!(self.recursion, Recursion::Boxed)
    }

    /// Gives the pullback its name: in a box where its type would contain itself.
    fn bind_pullback(&self, name: &Ident, closure: TokenStream) -> TokenStream {
        if self.is_boxed() {
            let signature = self.pullback_signature();
            quote!(let #name: ::std::boxed::Box<dyn #signature> = ::std::boxed::Box::new(#closure);)
        } else {
            quote!(let #name = #closure;)
        }
    }

    fn pullback_type(&self) -> TokenStream {
        let signature = self.pullback_signature();
        // A trait leaves it to its implementors whether they box.
        if self.is_boxed() && !matches!(self.twin.kind, Kind::Declared { .. }) {
            quote!(::std::boxed::Box<dyn #signature>)
        } else {
            let names = self.twin.in_scope.iter().cloned();
            let functions = self
                .functions()
                .flat_map(|function| [&function.captures, &function.forward, &function.pullback])
                .map(|name| quote!(#name));
            let names = names.chain(functions);
            quote!(impl #signature + use<#(#names),*>)
        }
    }

    /// The pullback as a closure around its statements. They stand in a closure of their own, which takes each reference by
    /// itself: rustc tells LLVM of a parameter that is a reference that nothing else points there, not of one in a tuple.
    /// A recursive function does without, for the sake of its stack.
    fn pullback_closure(&self, f: &Function, backward: &Backward, body: &TokenStream) -> TokenStream {
        let (ws, seed, seed_ty) = (&f.ws, &f.info(backward.seed).name, &self.output_cotangent);
        let returned = self.returned();
        let mut slots = Vec::new();
        let mut declared = Vec::new();
        let mut passed = Vec::new();
        for (param, source) in self.params.iter().zip(&f.params) {
            let slot = param.slot();
            let Some(bar) = source.bar else {
                slots.push(quote!((): #slot));
                continue;
            };
            let (name, bar) = (&f.info(source.var).name, &f.info(bar).name);
            let (ty, buffer) = (&param.ty, &param.buffer);
            let function = param.function.as_ref().map(|function| &function.captures);
            let flat = self.is_boxed() && param.passing == Passing::Ref;
            slots.push(if function.is_some() {
                quote!((mut #name, mut #bar): #slot)
            } else if flat {
                quote!((#name, mut #bar): #slot)
            } else {
                quote!((#name, #bar): #slot)
            });
            declared.push(match (function, param.passing) {
                (Some(captures), _) => quote! {
                    mut #name: ::pullback::rt::Lent<'_, #captures>, mut #bar: ::pullback::rt::LentBars<'_, #captures>
                },
                (None, Passing::Ref) => quote!(#name: &#ty, mut #bar: Option<&mut #buffer>),
                _ => quote!(#name: &mut #ty, #bar: Option<&mut #buffer>),
            });
            passed.push(quote!(#name, #bar));
        }
        let workspace = quote!(#ws: &mut ::pullback::rt::Workspace);
        let inlined = self.inlined(f, backward);
        let (inline, once, spend) = if inlined {
            let once = &self.own.once;
            (
                quote!(#[inline(always)]),
                quote!(let #once = ::pullback::rt::Once::new();),
                quote!(#once.spend();),
            )
        } else {
            Default::default()
        };
        let statements = quote!(move |#workspace, mut #seed: #seed_ty, #(#declared),*| -> #returned { #body });
        let closure = if passed.is_empty() || self.is_boxed() {
            quote!(move |#workspace, mut #seed: #seed_ty, #(#slots),*| -> #returned { #spend #body })
        } else {
            // On stable Rust a closure takes an attribute where it is the last expression of a block.
            let statements = if inlined {
                quote!({ #inline #statements })
            } else {
                statements
            };
            quote! {
                move |#workspace, #seed: #seed_ty, #(#slots),*| -> #returned {
                    #spend
                    (#statements)(#ws, #seed, #(#passed),*)
                }
            }
        };
        if inlined {
            quote!({ #once #inline #closure })
        } else {
            closure
        }
    }

    /// Whether the pullback is to become a part of its callers in any case: where it is small and calls no other, so that code
    /// grows by a constant factor at most. It would be called through a shim that is not inlined if it could run more often
    /// than once: hence `Once`.
    fn inlined(&self, f: &Function, backward: &Backward) -> bool {
        let mut calls = !f.lambdas.is_empty();
        f.body
            .walk(&mut |stmt| calls |= matches!(&stmt.kind, StmtKind::Call(call) if !call.inactive));
        let mut statements = 0;
        backward.block.walk(&mut |_| statements += 1);
        !self.is_boxed() && !calls && statements <= SMALL
    }

    /// Runs `pullback` with the given seed: `let (_, k_bar) = pullback(&mut ws, seed, (x, Some(&mut x_bar)), ());`.
    fn run(&self, workspace: &TokenStream, seed: &TokenStream) -> TokenStream {
        let slots = self.params.iter().map(|param| {
            let (name, bar, now) = (&param.name, &param.bar, &param.now);
            match (param.passing, param.differentiable) {
                (Passing::Value, _) => quote!(()),
                (Passing::Function, _) => quote!((::pullback::rt::Lent((), ()), ::pullback::rt::LentBars(()))),
                (Passing::Ref, true) => quote!((#name, Some(&mut *#bar))),
                (Passing::Ref, false) => quote!((#name, None)),
                (_, true) => quote!((&mut #now, Some(&mut *#bar))),
                (_, false) => quote!((&mut #now, Some(&mut ()))),
            }
        });
        let returned = self
            .params
            .iter()
            .map(|param| match (param.passing, param.differentiable) {
                (Passing::Value, true) => {
                    let part = &param.part;
                    quote!(#part)
                }
                _ => quote!(_),
            });
        let pullback = &self.own.pullback;
        quote!(let (#(#returned,)*) = #pullback(#workspace, #seed, #(#slots),*);)
    }

    /// Copies of what the `&mut` parameters hold after the forward sweep: the pullback undoes the writes on them.
    fn nows(&self) -> TokenStream {
        let nows = self
            .params
            .iter()
            .filter(|param| param.passing == Passing::Mut)
            .map(|param| {
                let (name, now) = (&param.name, &param.now);
                quote!(let mut #now = ::std::borrow::ToOwned::to_owned(&*#name);)
            });
        quote!(#(#nows)*)
    }

    fn tuple(items: Vec<TokenStream>) -> TokenStream {
        match items.as_slice() {
            [] => quote!(()),
            [one] => quote!(#one),
            many => quote!((#(#many),*)),
        }
    }

    fn tokens(&self, forward: TokenStream) -> TokenStream {
        let visibility = self.twin.visibility;
        let declared = self.declared_in_sweep();
        let (output, ws) = (&self.output, &self.ws);
        let pullback = self.pullback_type();
        let inline = (!self.is_boxed()).then(|| quote!(#[inline]));
        let forward_name = self.twin.forward();
        let (params, where_clause) = self.sweep_generics(None);
        let function = self.function();
        let workspace = quote!(#ws: &mut ::pullback::rt::Workspace);
        let declared = match self.twin.kind {
            Kind::Free(_) => quote!(#workspace, #(#declared),*),
            _ => quote!(#(#declared,)* #workspace),
        };
        let forward = quote! {
            /// The forward sweep, and the pullback that other differentiable functions run.
            #[doc(hidden)]
            #inline
            #visibility fn #forward_name #params(#declared) -> (#output, #pullback) #where_clause {
                #forward
            }

            #function
        };
        // The content of a `&mut` argument is copied by the entry points, and a trait object cannot be.
        let written = self
            .differentiable()
            .any(|param| param.passing == Passing::Mut && crate::types::mentions_object(&param.ty));
        let entries = (self.twin.entries && !written).then(|| {
            let (vjp, gradients) = (self.vjp(), self.gradients());
            quote!(#vjp #gradients)
        });
        match self.twin.kind {
            Kind::Free(name) => {
                let about = format!(" Derivatives of {}.", self.twin.link());
                let objects = self
                    .differentiable()
                    .any(|param| crate::types::mentions_object(&param.ty));
                // A trait object cannot be copied, and so not moved to where the differences are taken.
                let check = (self.twin.entries && !objects).then(|| self.check());
                self.twin.of_its_own(name, &about, quote!(#forward #entries #check))
            }
            Kind::Member | Kind::Declared { .. } => {
                let by_method = self.by_method();
                quote!(#forward #by_method #entries)
            }
            Kind::Sweeps => forward,
        }
    }

    /// The receiver with its comma, and the other parameters.
    fn split_receiver(&self, mut items: Vec<TokenStream>) -> (TokenStream, Vec<TokenStream>) {
        if self.params.first().is_some_and(Signature::is_receiver) {
            let receiver = items.remove(0);
            (quote!(#receiver,), items)
        } else {
            (quote!(), items)
        }
    }

    /// `Self::forward(&mut workspace, x, k)`, or `Self::norm_differentiable(self, x, &mut workspace)`.
    fn run_forward(&self, workspace: TokenStream) -> TokenStream {
        let names = self.params.iter().map(|param| {
            let name = &param.name;
            match &param.function {
                Some(function) => function.entered(name),
                None => quote!(#name),
            }
        });
        let forward = self.twin.forward();
        let arguments = self.sweep_arguments();
        match self.twin.kind {
            Kind::Free(_) => quote!(Self::#forward #arguments(#workspace, #(#names),*)),
            _ => quote!(Self::#forward #arguments(#(#names,)* #workspace)),
        }
    }

    /// What the entry points ask for beside the sweeps, which copy nothing that is generic: that they can copy some parameters.
    /// A type without copies can be differentiated, but not checked.
    fn copied(&self, which: impl Fn(&Signature) -> bool) -> Vec<TokenStream> {
        let generic = |ty: &Type| {
            let names = self.twin.in_scope.iter().map(TokenStream::to_string);
            let names: Vec<String> = names.chain(["Self".to_string()]).collect();
            let tokens = quote!(#ty);
            let named = matches!(ty, Type::Path(_)) && Ty::of(ty) == Ty::Unknown && !tokens.to_string().contains('\'');
            named || mentions(tokens, &names)
        };
        self.params
            .iter()
            .filter(|param| param.function.is_none() && which(param) && generic(&param.ty))
            .map(|param| match &param.ty {
                Type::Slice(slice) => clone_bound(&slice.elem),
                ty => clone_bound(ty),
            })
            .collect()
    }

    /// The two halves of a method for calls by method syntax: rustc finds the receiver as it did for the method, and it is
    /// still there when the pullback runs. A method by value works on a copy; its receiver's cotangent is added to in place
    /// like that of a method by reference.
    fn by_method(&self) -> TokenStream {
        let Some(receiver) = self.params.first().filter(|param| param.is_receiver()) else {
            return quote!();
        };
        let visibility = self.twin.visibility;
        let (forward, [pushed, pulled]) = (
            self.twin.forward(),
            ["differentiable_push", "differentiable_pull"].map(|suffix| self.twin.derivative(suffix)),
        );
        let (signature, seed, buffer) = (self.pullback_signature(), &self.output_cotangent, &receiver.buffer);
        let Own {
            workspace,
            value,
            pullback,
            seed: own_seed,
            ..
        } = &self.own;
        let rest = &self.params[1..];
        let declared = rest.iter().map(|param| {
            let (name, slot) = (&param.name, param.slot());
            quote!(#name: #slot)
        });
        let names: Vec<_> = rest.iter().map(|param| &param.name).collect();
        let types = rest.iter().map(Self::returned_for);
        let (params, where_clause) = self.pull_generics();
        let self_bar = &receiver.bar;
        let reference = if receiver.passing == Passing::Mut {
            quote!(&mut self)
        } else {
            quote!(&self)
        };
        let arguments = self.declared_in_sweep().split_off(1);
        let (this, bound) = if receiver.passing == Passing::Value {
            (quote!(::pullback::rt::copy(self)), Some(clone_bound(&receiver.ty)))
        } else {
            (quote!(self), None)
        };
        let (push_params, copied) = self.sweep_generics(bound);
        let passed = rest.iter().map(|param| {
            let name = &param.name;
            match &param.function {
                Some(FunctionTypes { call, .. }) => quote!(#name, #call),
                None => quote!(#name),
            }
        });
        let (output, pullback_type, own_arguments) = (&self.output, self.pullback_type(), self.sweep_arguments());
        let inline = (!self.is_boxed()).then(|| quote!(#[inline]));
        let parts: Vec<_> = rest.iter().map(|param| &param.part).collect();
        let body = if receiver.passing == Passing::Value {
            quote! {
                let (#value, #(#parts,)*) = #pullback(#workspace, #own_seed, (), #(#names),*);
                if let Some(#self_bar) = #self_bar {
                    ::pullback::rt::accumulate(#self_bar, &#value);
                }
                (#(#parts,)*)
            }
        } else {
            quote! {
                let ((), #(#parts,)*) = #pullback(#workspace, #own_seed, (self, #self_bar), #(#names),*);
                (#(#parts,)*)
            }
        };
        quote! {
            /// The forward half of the method, for differentiable functions that call it.
            #[doc(hidden)]
            #inline
            #visibility fn #pushed #push_params(
                #reference, #(#arguments,)* #workspace: &mut ::pullback::rt::Workspace
            ) -> (#output, #pullback_type) #copied {
                Self::#forward #own_arguments(#this, #(#passed,)* #workspace)
            }

            /// The backward half of the method.
            #[doc(hidden)]
            #[inline]
            #visibility fn #pulled #params(
                #reference,
                #pullback: impl #signature,
                #workspace: &mut ::pullback::rt::Workspace,
                #own_seed: #seed,
                #self_bar: Option<&mut #buffer>,
                #(#declared),*
            ) -> (#(#types,)*) #where_clause {
                #body
            }
        }
    }

    fn vjp(&self) -> TokenStream {
        let (declared, output, visibility) = (self.declared(), &self.output, self.twin.visibility);
        let seed = &self.output_cotangent;
        let Own {
            workspace,
            value,
            pullback,
            seed: own_seed,
            ..
        } = &self.own;
        let mut closure_types = Vec::new();
        let mut closure_params = Vec::new();
        if !self.unit {
            closure_types.push(quote!(#seed));
            closure_params.push(quote!(#own_seed: #seed));
        }
        for param in self.differentiable().filter(|param| param.passing == Passing::Mut) {
            let (bar, buffer) = (&param.bar, &param.buffer);
            closure_types.push(quote!(&mut #buffer));
            closure_params.push(quote!(#bar: &mut #buffer));
        }
        let returned: Vec<&Signature> = self
            .differentiable()
            .filter(|param| param.passing != Passing::Mut)
            .collect();
        let returned_type = Self::tuple(returned.iter().map(|param| param.cotangent.clone()).collect());
        let zeros = returned
            .iter()
            .filter(|param| param.passing == Passing::Ref)
            .map(|param| {
                let (name, bar, owned) = (&param.name, &param.bar, &param.owned);
                quote!(let mut #owned = ::pullback::rt::zero(#name); let #bar = &mut #owned;)
            });
        let values = Self::tuple(
            returned
                .iter()
                .map(|param| match param.passing {
                    Passing::Ref => {
                        let owned = &param.owned;
                        quote!(#owned)
                    }
                    _ => {
                        let part = &param.part;
                        quote!(#part)
                    }
                })
                .collect(),
        );
        let run = self.run(
            &quote!(&mut #workspace),
            &if self.unit { quote!(()) } else { quote!(#own_seed) },
        );
        let nows = self.nows();
        let name = self.twin.derivative("vjp");
        let (params, where_clause) = self.generics(self.copied(|param| param.passing == Passing::Mut));
        let run_forward = self.run_forward(quote!(&mut #workspace));
        let about = format!(
            " The value of {} and its pullback, from the result's cotangent to the parameters'.",
            self.twin.link()
        );
        quote! {
            #[doc = #about]
            #[inline]
            #visibility fn #name #params(#(#declared),*) -> (#output, impl FnOnce(#(#closure_types),*) -> #returned_type) #where_clause {
                let mut #workspace = ::pullback::rt::Workspace::of_the_thread();
                let (#value, #pullback) = #run_forward;
                #nows
                (#value, move |#(#closure_params),*| {
                    #(#zeros)*
                    #run
                    #values
                })
            }
        }
    }

    fn gradients(&self) -> TokenStream {
        let (declared, output, visibility) = (self.declared(), &self.output, self.twin.visibility);
        let names: Vec<_> = self.params.iter().map(|param| &param.name).collect();
        let gradient = Self::tuple(self.differentiable().map(|param| param.cotangent.clone()).collect());
        let zeros = self
            .differentiable()
            .filter(|param| param.passing != Passing::Value)
            .map(|param| {
                let (name, bar, owned) = (&param.name, &param.bar, &param.owned);
                quote!(let mut #owned = ::pullback::rt::zero(&*#name); let #bar = &mut #owned;)
            });
        let zeros: Vec<_> = zeros.collect();
        let values = Self::tuple(
            self.differentiable()
                .map(|param| {
                    let value = if param.passing == Passing::Value {
                        &param.part
                    } else {
                        &param.owned
                    };
                    quote!(#value)
                })
                .collect(),
        );
        let mut bounds = self.copied(|param| param.passing == Passing::Mut);
        // The result's cotangent is an argument: as an associated type it would hide, in a generic function, what it stands for.
        let bar = quote!(<#output as ::pullback::Differentiable>::Cotangent);
        bounds.extend((!self.unit).then(|| quote!(for<'scalar> #output: ::pullback::rt::ScalarResult<#bar>)));
        let (params, bound) = self.generics(bounds);
        let seed = if self.unit {
            quote!(())
        } else {
            quote!(::pullback::rt::seed::<#output, _>())
        };
        let Own {
            workspace,
            value,
            pullback,
            ..
        } = &self.own;
        let run = self.run(&quote!(&mut #workspace), &seed);
        let run_forward = self.run_forward(quote!(&mut #workspace));
        let run_forward_with = self.run_forward(quote!(#workspace));
        let [value_and_grad, grad, grad_into, grad_into_with] =
            ["value_and_grad", "grad", "grad_into", "grad_into_with"].map(|suffix| self.twin.derivative(suffix));
        let (receiver, rest_declared) = self.split_receiver(self.declared());
        let (receiver_name, rest_names) = self.split_receiver(names.iter().map(|name| quote!(#name)).collect());
        let nows = self.nows();
        let own_arguments = self.arguments(quote!(_, _,));
        let buffers: Vec<_> = self
            .differentiable()
            .map(|param| {
                let (bar, buffer) = (&param.bar, &param.buffer);
                quote!(#bar: &mut #buffer)
            })
            .collect();
        let bars: Vec<_> = self.differentiable().map(|param| &param.bar).collect();
        let run_into = self.run(&quote!(#workspace), &seed);
        let add = self
            .differentiable()
            .filter(|param| param.passing == Passing::Value)
            .map(|param| {
                let (bar, part) = (&param.bar, &param.part);
                quote!(::pullback::rt::accumulate(#bar, &#part);)
            });
        let value_about = format!(" The value of {} and its gradient.", self.twin.link());
        let about = format!(" The gradient of {}.", self.twin.link());
        let into_about = format!(
            " The value of {}; its gradient is added to the buffers.",
            self.twin.link()
        );
        let with_about = format!(
            " Like [`{0}`](Self::{0}), with a workspace whose memory is used again from call to call.",
            grad_into
        )
        .to_string();
        // Without a result to seed there is no gradient to start: only the buffers of the `&mut` parameters carry one.
        let by_value = (!self.unit).then(|| {
            quote! {
                #[doc = #value_about]
                #visibility fn #value_and_grad #params(#(#declared),*) -> (#output, #gradient) #bound {
                    let mut #workspace = ::pullback::rt::Workspace::of_the_thread();
                    let (#value, #pullback) = #run_forward;
                    #nows
                    #(#zeros)*
                    #run
                    (#value, #values)
                }

                #[doc = #about]
                #visibility fn #grad #params(#(#declared),*) -> #gradient #bound {
                    Self::#value_and_grad #own_arguments(#(#names),*).1
                }
            }
        });
        quote! {
            #by_value

            #[doc = #into_about]
            #visibility fn #grad_into #params(#(#declared,)* #(#buffers),*) -> #output #bound {
                Self::#grad_into_with #own_arguments(#receiver_name &mut ::pullback::rt::Workspace::of_the_thread(), #(#rest_names,)* #(#bars),*)
            }

            #[doc = #with_about]
            #visibility fn #grad_into_with #params(
                #receiver #workspace: &mut ::pullback::rt::Workspace, #(#rest_declared,)* #(#buffers),*
            ) -> #output #bound {
                let (#value, #pullback) = #run_forward_with;
                #nows
                #run_into
                #(#add)*
                #value
            }
        }
    }

    /// The function as a value: it captures nothing, is handed all its arguments again, and adds to all their cotangents.
    fn function(&self) -> TokenStream {
        let receiver = self.params.first().is_some_and(Signature::is_receiver);
        let beside = matches!(self.twin.kind, Kind::Free(_) | Kind::Member);
        if !beside || receiver || self.functions().next().is_some() {
            return quote!();
        }
        let (name, visibility, ws) = (
            self.twin.derivative("function"),
            self.twin.visibility,
            &self.own.workspace,
        );
        let (output, seed_ty, names) = (&self.output, &self.output_cotangent, self.twin.in_scope);
        let (pullback, seed, value) = (&self.own.pullback, &self.own.seed, &self.own.value);
        let (params, where_clause) = self.sweep_generics(None);
        let declared = self.declared();
        let forward = self.run_forward(quote!(#ws));
        let mut handed = Vec::new();
        let mut types = Vec::new();
        let mut slots = Vec::new();
        let mut returned = Vec::new();
        let mut adds = Vec::new();
        for param in &self.params {
            let (name, bar, ty, part) = (&param.name, &param.bar, &param.ty, &param.part);
            let buffer = &param.buffer;
            let ty = match param.passing {
                Passing::Value => quote!(#ty),
                Passing::Ref => quote!(&#ty),
                _ => quote!(&mut #ty),
            };
            handed.push(quote!((#name, #bar): (#ty, Option<&mut #buffer>)));
            types.push(quote!((#ty, Option<&mut #buffer>)));
            if param.passing != Passing::Value {
                slots.push(quote!((#name, #bar)));
                returned.push(quote!(_));
                continue;
            }
            slots.push(quote!(()));
            if param.differentiable {
                returned.push(quote!(#part));
                adds.push(quote!(if let Some(#bar) = #bar { ::pullback::rt::accumulate(#bar, &#part); }));
            } else {
                returned.push(quote!(_));
            }
        }
        quote! {
            /// The function as an argument of a differentiable function.
            #[doc(hidden)]
            #[inline]
            #visibility fn #name #params(_: (), #ws: &mut ::pullback::rt::Workspace, #(#declared),*) -> (
                #output,
                impl FnOnce(&mut ::pullback::rt::Workspace, #seed_ty, ((), ()), #(#types),*) + use<#(#names),*>
            ) #where_clause {
                let (#value, #pullback) = #forward;
                (#value, move |#ws: &mut ::pullback::rt::Workspace, #seed: #seed_ty, _: ((), ()), #(#handed),*| {
                    let (#(#returned,)*) = #pullback(#ws, #seed, #(#slots),*);
                    #(#adds)*
                })
            }
        }
    }

    /// What `check_grad!` runs.
    fn check(&self) -> TokenStream {
        // No generic function value can become a function pointer.
        if self.functions().any(|function| function.callable.pointer) {
            return quote!();
        }
        let (declared, visibility, function) = (self.declared(), self.twin.visibility, self.twin.function);
        let text = function.to_string();
        let plain = self.functions().map(|function| {
            let (value, output, (inputs, _)) = (
                &function.value,
                &function.callable.output,
                function.inputs(self.twin.generics),
            );
            quote!(#value::Plain: Fn(#inputs) -> #output)
        });
        // An ordinary function by value is called once at each point.
        let ordinary = self
            .params
            .iter()
            .filter(|param| param.function.is_none() && param.passing == Passing::Value)
            .filter(|param| crate::callables::callable(&param.ty, self.twin.generics).is_some())
            .map(|param| {
                let ty = &param.ty;
                quote!(#ty: ::core::clone::Clone)
            });
        let sweep_arguments = self.sweep_arguments();
        let none = self.functions().next().is_none();
        let own_arguments = self.arguments(quote!()).filter(|_| none);
        let bounds = self
            .copied(|param| param.passing != Passing::Ref || param.differentiable)
            .into_iter()
            .chain(plain)
            .chain(ordinary);
        let (params, where_clause) = self.generics(bounds.collect());
        let Own {
            workspace,
            value,
            pullback,
            seed,
            value_bar,
            point,
            out,
            start,
            flat,
            ..
        } = &self.own;
        let labels = self.differentiable().map(|param| param.name.to_string());
        let lent = |param: &Signature| {
            let name = &param.name;
            if param.passing == Passing::Value {
                quote!(&#name)
            } else {
                quote!(&*#name)
            }
        };
        let starts = self.differentiable().map(|param| {
            let reference = lent(param);
            quote! {{
                let mut #flat = ::std::vec::Vec::new();
                ::pullback::Differentiable::flatten_into(#reference, &mut #flat);
                #flat
            }}
        });
        let epsilons = self.differentiable().map(|param| {
            let reference = lent(param);
            quote!(::pullback::Differentiable::coarseness(#reference))
        });
        // Copies of all arguments, the differentiable ones moved to where they are wanted.
        let mut index = 0usize;
        let mut copies = Vec::new();
        let mut moves = Vec::new();
        let mut calls = Vec::new();
        let mut forward_calls = Vec::new();
        let mut finals = Vec::new();
        for param in &self.params {
            let (name, at) = (&param.name, &param.at);
            if let Some(function) = &param.function {
                let references = function.references();
                let value = &function.value;
                calls.push(quote!(#references <#value as ::pullback::rt::FunctionValue>::plain(&#name)));
                forward_calls.push(function.entered(name));
                continue;
            }
            copies.push(match param.passing {
                Passing::Value => quote!(let mut #at = ::core::clone::Clone::clone(&#name);),
                Passing::Ref if !param.differentiable => quote!(let #at = &*#name;),
                _ => quote!(let mut #at = ::std::borrow::ToOwned::to_owned(&*#name);),
            });
            if param.differentiable {
                let position = index;
                index += 1;
                moves.push(
                    quote!(::pullback::Differentiable::unflatten_from(&mut #at, &mut #point[#position].iter().copied());),
                );
            }
            let call = match param.passing {
                Passing::Value => quote!(#at),
                Passing::Ref if !param.differentiable => quote!(#at),
                Passing::Ref => quote!(&#at),
                _ => {
                    if param.differentiable {
                        finals.push(quote!(::pullback::Differentiable::flatten_into(&#at, &mut #out);));
                    }
                    quote!(&mut #at)
                }
            };
            calls.push(call.clone());
            forward_calls.push(call);
        }
        let mut bars = Vec::new();
        let mut slots = Vec::new();
        let mut returned = Vec::new();
        let mut flats = Vec::new();
        for param in &self.params {
            let (bar, at) = (&param.bar, &param.at);
            returned.push(match (param.passing, param.differentiable) {
                (Passing::Value, true) => quote!(#bar),
                _ => quote!(_),
            });
            slots.push(match (param.passing, param.differentiable) {
                (Passing::Value, _) => quote!(()),
                (Passing::Function, _) => quote!((::pullback::rt::Lent((), ()), ::pullback::rt::LentBars(()))),
                (Passing::Ref, true) => {
                    bars.push(quote!(let mut #bar = ::pullback::Differentiable::zero_cotangent(&#at);));
                    quote!((&#at, Some(&mut #bar)))
                }
                (Passing::Ref, false) => quote!((#at, None)),
                (Passing::Mut, true) => {
                    bars.push(quote! {
                        let mut #bar = ::pullback::Differentiable::zero_cotangent(&#at);
                        ::pullback::Cotangent::unflatten_from(&mut #bar, &mut #seed);
                    });
                    quote!((&mut #at, Some(&mut #bar)))
                }
                (Passing::Mut, false) => quote!((&mut #at, Some(&mut ()))),
            });
            if param.differentiable {
                flats.push(quote! {{
                    let mut #flat = ::std::vec::Vec::new();
                    ::pullback::Cotangent::flatten_into(&#bar, &mut #flat);
                    #flat
                }});
            }
        }
        let about = format!(
            " Compares the derivatives of {} with differences: see `check_grad!`.",
            self.twin.link()
        );
        quote! {
            #[doc = #about]
            #[doc(hidden)]
            #[inline]
            #visibility fn check #params(#(#declared),*) -> ::core::result::Result<::pullback::Report, ::pullback::Mismatch> #where_clause {
                let #start = ::std::vec![#(#starts),*];
                ::pullback::rt::check(
                    ::pullback::rt::Problem {
                        function: #text,
                        arguments: &[#(#labels),*],
                        epsilon: [#(#epsilons),*].into_iter().fold(0.0, f64::max),
                    },
                    #start,
                    |#point: &[::std::vec::Vec<f64>]| {
                        #(#copies)*
                        #(#moves)*
                        let #value = #function #own_arguments(#(#calls),*);
                        let mut #out = ::std::vec::Vec::new();
                        ::pullback::Differentiable::flatten_into(&#value, &mut #out);
                        #(#finals)*
                        #out
                    },
                    |#seed: &[f64]| {
                        #(#copies)*
                        let mut #seed = #seed.iter().copied();
                        let mut #workspace = ::pullback::rt::Workspace::of_the_thread();
                        let (#value, #pullback) = Self::forward #sweep_arguments(&mut #workspace, #(#forward_calls),*);
                        let mut #value_bar = ::pullback::Differentiable::zero_cotangent(&#value);
                        ::pullback::Cotangent::unflatten_from(&mut #value_bar, &mut #seed);
                        #(#bars)*
                        let (#(#returned,)*) = #pullback(&mut #workspace, #value_bar, #(#slots),*);
                        ::std::vec![#(#flats),*]
                    },
                )
            }
        }
    }
}

/// Whether only rustc knows the type, and a predicate about it means the same everywhere: no reference, parameter or `Self`.
fn is_concrete(ty: &Type, in_scope: &[TokenStream]) -> bool {
    struct Look<'a> {
        in_scope: &'a [TokenStream],
        unknown: bool,
        concrete: bool,
    }
    impl<'ast> syn::visit::Visit<'ast> for Look<'_> {
        fn visit_type(&mut self, ty: &'ast Type) {
            match ty {
                Type::Path(_) => self.unknown |= Ty::of(ty) == Ty::Unknown,
                Type::Slice(_) | Type::Array(_) | Type::Tuple(_) | Type::Paren(_) | Type::Group(_) => {}
                _ => self.concrete = false,
            }
            syn::visit::visit_type(self, ty);
        }
        fn visit_lifetime(&mut self, _: &'ast syn::Lifetime) {
            self.concrete = false;
        }
        fn visit_ident(&mut self, ident: &'ast Ident) {
            let mut names = self.in_scope.iter().map(TokenStream::to_string);
            self.concrete &= ident != "Self" && !names.any(|name| ident == name.as_str());
        }
    }
    let mut look = Look {
        in_scope,
        unknown: false,
        concrete: true,
    };
    syn::visit::Visit::visit_type(&mut look, ty);
    look.unknown && look.concrete
}

/// That a type can be copied. It is not simply `V: Clone`: rustc would refuse to compile that for a type that is not.
fn clone_bound(ty: &Type) -> TokenStream {
    let mut ty = ty.clone();
    SetLifetimes("'copied").visit_type_mut(&mut ty);
    quote!(for<'copied> #ty: ::core::clone::Clone)
}

fn mentions(tokens: TokenStream, names: &[String]) -> bool {
    tokens.into_iter().any(|token| match token {
        proc_macro2::TokenTree::Ident(ident) => names.contains(&ident.to_string()),
        proc_macro2::TokenTree::Group(group) => mentions(group.stream(), names),
        _ => false,
    })
}

/// The type of the cotangent of a value of type `ty`: spelled out where the type is known.
fn cotangent(ty: &Type, generics: &Generics) -> TokenStream {
    let of = |ty: &Type| cotangent(ty, generics);
    match (ty, Ty::of(ty)) {
        (_, Ty::Float(_)) | (_, Ty::NdArray(..)) => quote!(#ty),
        (Type::Paren(inner), _) => of(&inner.elem),
        // A float's is of its own type: spelled so, rustc finds the parameter from it.
        (Type::Path(path), _)
            if path
                .path
                .get_ident()
                .is_some_and(|name| crate::generics::is_float(name, generics)) =>
        {
            quote!(#ty)
        }
        (Type::Tuple(tuple), _) if !tuple.elems.is_empty() => {
            let elems = tuple.elems.iter().map(of);
            quote!((#(#elems,)*))
        }
        (_, ty) if ty.is_inert() && !matches!(ty, Ty::Array(_) | Ty::Slice(_) | Ty::Vec(_)) => quote!(()),
        (Type::Array(array), _) => {
            let (elem, len) = (of(&array.elem), &array.len);
            quote!([#elem; #len])
        }
        (Type::Slice(slice), _) => {
            let elem = of(&slice.elem);
            quote!(::std::vec::Vec<#elem>)
        }
        (Type::Path(path), Ty::Vec(_)) => {
            let mut elem = quote!(_);
            if let Some(syn::PathSegment {
                arguments: syn::PathArguments::AngleBracketed(arguments),
                ..
            }) = path.path.segments.last()
                && let Some(syn::GenericArgument::Type(ty)) = arguments.args.first()
            {
                elem = of(ty);
            }
            quote!(::std::vec::Vec<#elem>)
        }
        _ => {
            // A cotangent borrows nothing: whatever lifetimes the type has, it is the same.
            let mut ty = ty.clone();
            SetLifetimes("'static").visit_type_mut(&mut ty);
            quote!(<#ty as ::pullback::Differentiable>::Cotangent)
        }
    }
}

/// Tokens as one would write them.
fn spelled(tokens: &TokenStream) -> String {
    let text = tokens.to_string();
    let mut text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for (long, short) in [
        (" : ", ": "),
        (" ,", ","),
        ("& mut", "&mut"),
        ("& ", "&"),
        ("use < >", "use<>"),
        (" < ", "<"),
        (" > ", "> "),
        (" :: ", "::"),
        (" ;", ";"),
    ] {
        text = text.replace(long, short);
    }
    text
}

/// What a borrowed cotangent of `ty` points to.
pub fn buffer(ty: &Type, generics: &Generics) -> TokenStream {
    match ty {
        Type::Slice(slice) => {
            let elem = cotangent(&slice.elem, generics);
            quote!([#elem])
        }
        ty if crate::types::is_object(ty) => object_buffer(),
        ty => cotangent(ty, generics),
    }
}

/// What a borrowed cotangent of a trait object points to.
fn object_buffer() -> TokenStream {
    quote!((dyn ::pullback::rt::AnyCotangent + 'static))
}

/// Where no lifetime can be elided, all are this one.
struct SetLifetimes(&'static str);

impl VisitMut for SetLifetimes {
    fn visit_type_reference_mut(&mut self, reference: &mut syn::TypeReference) {
        reference.lifetime = Some(syn::Lifetime::new(self.0, reference.and_token.span()));
        syn::visit_mut::visit_type_reference_mut(self, reference);
    }

    fn visit_lifetime_mut(&mut self, lifetime: &mut syn::Lifetime) {
        *lifetime = syn::Lifetime::new(self.0, lifetime.span());
    }
}

/// Derived signatures name no lifetimes: all are elided.
pub struct EraseLifetimes;

impl VisitMut for EraseLifetimes {
    fn visit_type_reference_mut(&mut self, reference: &mut syn::TypeReference) {
        if reference
            .lifetime
            .as_ref()
            .is_some_and(|lifetime| lifetime.ident != "static")
        {
            reference.lifetime = None;
        }
        syn::visit_mut::visit_type_reference_mut(self, reference);
    }

    fn visit_lifetime_mut(&mut self, lifetime: &mut syn::Lifetime) {
        if lifetime.ident != "static" {
            *lifetime = syn::Lifetime::new("'_", lifetime.span());
        }
    }
}
