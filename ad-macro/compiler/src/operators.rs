//! Operator traits implemented for the user's own types: an impl of `Mul` gets a rule, which `a * b` in differentiable code finds.
//!
//! Input:  `impl Mul<f64> for V3 { type Output = V3; fn mul(self, k: f64) -> V3 { … } }`
//! Output: `impl MulAdjoint<f64> for V3 { … }`, whose functions run the derivatives of a free function with the same body.

use crate::attributes::Options;
use crate::diagnostics::Diagnostics;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ItemImpl, Type};

/// The operator whose trait an impl implements: `mul` for `Mul`.
pub fn operator(block: &ItemImpl) -> Option<&'static str> {
    let path = block.trait_.as_ref().map(|(path, _)| path)?;
    let name = path.segments.last()?.ident.to_string();
    ["add", "sub", "mul", "div", "rem", "neg"].into_iter().find(|operator| {
        let mut chars = name.chars();
        chars
            .next()
            .is_some_and(|first| first.to_lowercase().eq(operator[..1].chars()))
            && chars.as_str() == &operator[1..]
    })
}

/// The rule for the operator.
pub fn rule(block: &ItemImpl, operator: &str, options: &Options, diagnostics: &Diagnostics) -> TokenStream {
    let help = "implement it for the values: the references' operators can call it";
    if let Type::Reference(reference) = &*block.self_ty {
        diagnostics.error(
            reference.span(),
            "an operator on references has no rule of its own yet",
            help,
        );
        return TokenStream::new();
    }
    if let Some(param) = block.generics.params.first() {
        diagnostics.error(
            param.span(),
            "a generic operator impl is not supported yet",
            "write the impl for one type",
        );
        return TokenStream::new();
    }
    let Some(method) = block.items.iter().find_map(|item| match item {
        syn::ImplItem::Fn(method) if method.sig.ident == operator => Some(method),
        _ => None,
    }) else {
        return TokenStream::new();
    };
    let output = block.items.iter().find_map(|item| match item {
        syn::ImplItem::Type(ty) if ty.ident == "Output" => Some(ty.ty.clone()),
        _ => None,
    });
    let Some(output) = output else {
        return TokenStream::new();
    };
    // The method as a free function: `self` and `Self` have no meaning there.
    let left = &block.self_ty;
    let this = format_ident!("this", span = method.sig.ident.span());
    let mut free = Free {
        this: this.clone(),
        ty: (**left).clone(),
    };
    let mut body = method.block.clone();
    free.visit_block_mut(&mut body);
    let mut output = output;
    free.visit_type_mut(&mut output);
    let mut inputs = method.sig.inputs.clone().into_iter();
    let (Some(syn::FnArg::Receiver(receiver)), right) = (inputs.next(), inputs.next()) else {
        return TokenStream::new();
    };
    let mutable = receiver.mutability;
    let right = match right {
        Some(syn::FnArg::Typed(mut right)) => {
            free.visit_type_mut(&mut right.ty);
            if let Type::Reference(reference) = &*right.ty {
                diagnostics.error(
                    reference.span(),
                    "an operator on references has no rule of its own yet",
                    help,
                );
                return TokenStream::new();
            }
            Some(right)
        }
        _ => None,
    };
    let name = Ident::new("operator", method.sig.ident.span());
    let function: syn::ItemFn = match &right {
        Some(right) => syn::parse_quote!(fn #name(#mutable #this: #left, #right) -> #output #body),
        None => syn::parse_quote!(fn #name(#mutable #this: #left) -> #output #body),
    };
    let scope = crate::pipeline::Scope::free(&name);
    let twin = crate::pipeline::derivatives(&function, &scope, options, diagnostics);
    let (left_name, right_name, keep_name) = (
        format_ident!("{operator}_left"),
        format_ident!("{operator}_right"),
        format_ident!("{operator}_keep"),
    );
    let seed = quote!(<#output as ::pullback::Differentiable>::Cotangent);
    let left_bar = quote!(<#left as ::pullback::Differentiable>::Cotangent);
    // The operands were moved into the operator: the rule runs the forward sweep again.
    let run = |operands: TokenStream, slots: TokenStream| {
        quote! {
            let mut ws = ::pullback::rt::Workspace::of_the_thread();
            let (_, pullback) = #name::forward(&mut ws, #operands);
            pullback(&mut ws, ::pullback::rt::copy(seed), #slots)
        }
    };
    let Some(right) = right else {
        let run = run(quote!(::pullback::rt::copy(value)), quote!(()));
        return quote! {
            #[automatically_derived]
            const _: () = {
                #[allow(dead_code)]
                #function
                #twin
                impl ::pullback::rt::NegAdjoint for #left {
                    type Seed = #seed;
                    type Kept = #left;
                    #[inline]
                    fn neg_keep(value: &#left) -> #left { ::pullback::rt::copy(value) }
                    #[inline]
                    fn neg(value: &#left, seed: &#seed) -> #left_bar { #run.0 }
                }
            };
        };
    };
    let right = &right.ty;
    let right_bar = quote!(<#right as ::pullback::Differentiable>::Cotangent);
    let run = run(quote!(::pullback::rt::copy(l), ::pullback::rt::copy(r)), quote!((), ()));
    let keeps = matches!(operator, "add" | "sub").then(|| {
        quote! {
            type Left = #left;
            type Right = #right;
            #[inline]
            fn #keep_name(l: &#left, r: &#right) -> (#left, #right) {
                (::pullback::rt::copy(l), ::pullback::rt::copy(r))
            }
        }
    });
    let trait_ = format_ident!("{}{}Adjoint", operator[..1].to_uppercase(), &operator[1..]);
    quote! {
        #[automatically_derived]
        const _: () = {
            #[allow(dead_code)]
            #function
            #twin
            impl ::pullback::rt::#trait_<#right> for #left {
                type Seed = #seed;
                #keeps
                #[inline]
                fn #left_name(l: &#left, r: &#right, seed: &#seed) -> #left_bar { #run.0 }
                #[inline]
                fn #right_name(l: &#left, r: &#right, seed: &#seed) -> #right_bar { #run.1 }
            }
        };
    }
}

/// Takes a method's body out of its impl: `self` becomes a parameter, `Self` the type.
struct Free {
    this: Ident,
    ty: Type,
}

impl VisitMut for Free {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Path(path) = expr
            && path.path.is_ident("self")
        {
            path.path = self.this.clone().into();
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_path_mut(&mut self, path: &mut syn::Path) {
        if path.segments.first().is_some_and(|first| first.ident == "Self")
            && let Type::Path(ty) = &self.ty
        {
            let rest = path.segments.iter().skip(1).cloned().collect::<Vec<_>>();
            *path = ty.path.clone();
            path.segments.extend(rest);
        }
        visit_mut::visit_path_mut(self, path);
    }

    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        let this = self.this.clone();
        mac.tokens = replace_self(mac.tokens.clone(), &this);
    }
}

fn replace_self(tokens: TokenStream, this: &Ident) -> TokenStream {
    tokens
        .into_iter()
        .map(|token| match token {
            proc_macro2::TokenTree::Ident(ident) if ident == "self" => this.clone().into(),
            proc_macro2::TokenTree::Group(group) => {
                proc_macro2::Group::new(group.delimiter(), replace_self(group.stream(), this)).into()
            }
            other => other,
        })
        .collect()
}
