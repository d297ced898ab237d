//! `Signature`, a parameter's types in the emitted signatures: as lent, as returned, and its slot in the pullback.
//!
//! Input:  `x: &[f64]`
//! Output: argument `&[f64]`, slot `(&[f64], Option<&mut [f64]>)`, owned cotangent `Vec<f64>`, returned `()`

use crate::ir::*;
use crate::syntax::lifetimes;
use crate::syntax::types::{Ty, is_inert};
use crate::twin::cotangent_types::{buffer, cotangent};
use crate::twin::target::Twin;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::Type;

/// A parameter's types in the emitted signatures.
pub struct Signature {
    pub name: Ident,
    pub ty: Type,
    /// The type with the lifetimes that the result has, and that of the reference to it, if it is one of these.
    pub(super) declared: Type,
    pub(super) lifetime: Option<syn::Lifetime>,
    pub passing: Passing,
    /// The type as it was written, of one of ndarray's views.
    pub view: Option<Type>,
    /// It is an option of the reference.
    pub optional: bool,
    /// The user's function takes it by value, since it holds references: the sweeps take it by reference.
    pub held: bool,
    pub differentiable: bool,
    /// Its type is one that rustc is asked about once.
    pub(super) asked: bool,
    /// The owned cotangent: what `grad` returns.
    pub cotangent: TokenStream,
    /// What a borrowed cotangent points to.
    pub buffer: TokenStream,
    /// The cotangent's buffer, the cotangent where the entry point owns it, and the one that the pullback returns.
    pub bar: Ident,
    pub(super) owned: Ident,
    pub part: Ident,
    /// A `&mut` parameter's content after the forward sweep.
    pub(super) now: Ident,
    /// The argument at which `check` evaluates.
    pub at: Ident,
    pub function: Option<FunctionTypes>,
}

/// The types of a parameter that is a function, in the derivatives' signatures.
pub struct FunctionTypes {
    pub(super) callable: Box<crate::signature::callables::Callable>,
    /// The name of its forward sweep.
    pub(super) call: Ident,
    pub(super) captures: Ident,
    pub(super) forward: Ident,
    pub(super) pullback: Ident,
    /// What an entry point takes.
    pub(super) value: Ident,
}

impl Signature {
    pub fn is_receiver(&self) -> bool {
        self.name == "self"
    }

    /// The type as an argument of a function that is generic in it.
    pub(super) fn as_argument(&self) -> Option<TokenStream> {
        let ty = &self.ty;
        self.asked.then(|| quote!(::<#ty>))
    }

    /// Whether the pullback returns a cotangent that may hold memory of the workspace.
    pub(super) fn returns_memory(&self) -> bool {
        self.differentiable && self.passing == Passing::Value && !Ty::of(&self.ty).is_in_place()
    }

    /// How an entry point copies it into memory of the workspace, if it does: what carries a derivative, or a list of integers.
    pub(super) fn copied_by(&self) -> Option<&'static str> {
        let known = self.differentiable || is_inert(&self.ty);
        if !known || self.passing != Passing::Mut || self.optional || self.held || self.view.is_some() {
            return None;
        }
        match &self.ty {
            Type::Slice(_) => Some("copy_of_slice"),
            Type::Path(_) | Type::Tuple(_) | Type::Array(_) => Some("copy_to_write"),
            _ => None,
        }
    }

    /// The parameter as the sweeps take it.
    pub(super) fn passed(&self) -> TokenStream {
        let (name, behind) = (&self.name, self.behind());
        match (&self.view, self.passing) {
            (None, _) if !self.held => quote!(#name),
            (Some(_), Passing::Mut) => quote!(&mut #behind),
            _ => quote!(&#behind),
        }
    }

    /// What the parameter refers to, at an entry point.
    pub(super) fn behind(&self) -> TokenStream {
        let name = &self.name;
        match &self.view {
            Some(Type::Reference(_)) => quote!(**#name),
            None if self.held => quote!(#name),
            _ => quote!(*#name),
        }
    }

    /// The type of a parameter by reference: `&T`, `&mut T`, or an option of these, of the `T` that is spelled so.
    pub fn reference(&self, ty: &impl ToTokens) -> TokenStream {
        let mutable = (self.passing == Passing::Mut).then(|| quote!(mut));
        self.optionally(quote!(& #mutable #ty))
    }

    /// The same as the function is declared.
    pub(super) fn lent(&self, ty: &Type) -> TokenStream {
        let lifetime = &self.lifetime;
        let mutable = (self.passing == Passing::Mut).then(|| quote!(mut));
        self.optionally(quote!(& #lifetime #mutable #ty))
    }

    /// The receiver as the function is declared.
    pub(super) fn received(&self) -> TokenStream {
        let lifetime = &self.lifetime;
        match self.passing {
            Passing::Value => quote!(self),
            Passing::Ref => quote!(& #lifetime self),
            _ => quote!(& #lifetime mut self),
        }
    }

    /// The buffer that an entry point takes.
    pub(super) fn lent_buffer(&self) -> TokenStream {
        let buffer = &self.buffer;
        self.optionally(quote!(&mut #buffer))
    }

    pub(super) fn optionally(&self, ty: TokenStream) -> TokenStream {
        if self.optional {
            quote!(::core::option::Option<#ty>)
        } else {
            ty
        }
    }

    /// How an option of what the type owns is lent as one of references.
    pub(super) fn lend(&self, mutable: bool) -> TokenStream {
        match (&self.ty, mutable) {
            (ty, false) if is_lent(ty) => quote!(as_deref()),
            (ty, true) if is_lent(ty) => quote!(as_deref_mut()),
            (_, false) => quote!(as_ref()),
            (_, true) => quote!(as_mut()),
        }
    }

    /// A zero cotangent that an entry point owns, and its buffer, for what the parameter refers to.
    pub(super) fn zero(&self, referred: TokenStream) -> TokenStream {
        let (name, bar, owned) = (&self.name, &self.bar, &self.owned);
        if self.optional {
            let lend = self.lend(true);
            quote! {
                let mut #owned = ::pullback::rt::zero_where(#name.as_deref());
                let #bar = #owned.#lend;
            }
        } else {
            let argument = self.as_argument();
            quote!(let mut #owned = ::pullback::rt::zero #argument(#referred); let #bar = &mut #owned;)
        }
    }

    /// The buffer for a `&mut` parameter that carries no derivative and holds what this does.
    pub(super) fn unneeded(&self, holds: TokenStream) -> TokenStream {
        match (crate::syntax::types::is_inert_list(&self.ty), self.optional) {
            (true, true) => quote!(::core::option::Option::None),
            (true, false) if matches!(self.ty, Type::Slice(_)) => {
                quote!(::core::option::Option::Some(&mut ::pullback::rt::zero(&#holds)[..]))
            }
            (true, false) => quote!(::core::option::Option::Some(&mut ::pullback::rt::zero(&#holds))),
            (false, _) => quote!(::core::option::Option::Some(&mut ())),
        }
    }

    /// The parameter, where it is only looked at.
    pub fn shared(&self) -> TokenStream {
        let (name, ty) = (&self.name, &self.ty);
        match (self.is_receiver(), self.passing) {
            (true, Passing::Value) => quote!(self),
            (true, _) => quote!(&self),
            (false, Passing::Ref | Passing::Mut) if self.optional => quote!(#name: ::core::option::Option<&#ty>),
            (false, Passing::Ref | Passing::Mut) => quote!(#name: &#ty),
            (false, _) => quote!(#name: #ty),
        }
    }

    /// The type of what the pullback is handed for the parameter.
    pub fn slot(&self) -> TokenStream {
        let (ty, buffer) = (&self.ty, &self.buffer);
        if let Some(FunctionTypes { captures, .. }) = &self.function {
            return quote!((::pullback::rt::Lent<'_, #captures>, ::pullback::rt::LentBars<'_, #captures>));
        }
        match self.passing {
            Passing::Value => quote!(()),
            _ => {
                let reference = self.reference(ty);
                quote!((#reference, ::core::option::Option<&mut #buffer>))
            }
        }
    }
}

impl FunctionTypes {
    /// `f64, &[f64]`, and `(f64, Option<&mut f64>), (&[f64], Option<&mut [f64]>)`.
    pub(super) fn inputs(&self, twin: &Twin) -> (TokenStream, TokenStream) {
        let mut plain = TokenStream::new();
        let mut again = TokenStream::new();
        for ty in &self.callable.inputs {
            let mut ty = ty.clone();
            lifetimes::erase(&mut ty);
            let buffer = match (&ty, crate::syntax::types::optional_reference(&ty)) {
                (Type::Reference(reference), _) | (_, Some(reference)) => buffer(&reference.elem, twin, None),
                (ty, None) => buffer(ty, twin, None),
            };
            plain.extend(quote!(#ty,));
            again.extend(quote!((#ty, ::core::option::Option<&mut #buffer>),));
        }
        (plain, again)
    }

    pub(super) fn bounds(
        &self,
        forward: &TokenStream,
        [refs, again, bars]: [TokenStream; 3],
        twin: &Twin,
    ) -> Vec<TokenStream> {
        let (pullback, output) = (&self.pullback, &self.callable.output);
        let seed = cotangent(output, twin, None);
        let (plain, handed) = self.inputs(twin);
        vec![
            quote!(#forward: ::core::marker::Copy + 'static
                + ::core::ops::Fn(#refs, &mut ::pullback::rt::Workspace, #plain) -> (#output, #pullback)),
            quote!(#pullback: 'static
                + ::core::ops::FnOnce(&mut ::pullback::rt::Workspace, #seed, (#again, #bars), #handed)),
        ]
    }

    /// The two parts of what an entry point is given.
    pub(super) fn entered(&self, name: &Ident) -> TokenStream {
        let value = &self.value;
        quote!(((), ()), <#value as ::pullback::rt::FunctionValue>::forward(&#name))
    }

    /// `&` or `&mut`, as it was written.
    pub(super) fn references(&self) -> TokenStream {
        let references = self.callable.references.iter().map(|reference| {
            let mutable = reference.mutability;
            quote!(& #mutable)
        });
        quote!(#(#references)*)
    }

    /// Of the captures, the associated type that is lent to a call.
    pub(super) fn lent(&self, part: &str) -> TokenStream {
        let (captures, part) = (&self.captures, Ident::new(part, self.captures.span()));
        quote!(<#captures as ::pullback::rt::Captures>::#part<'_>)
    }
}

/// Whether what is owned of a value of this type, or of its cotangent, is not what is lent of it, but points to that.
fn is_lent(ty: &Type) -> bool {
    matches!(ty, Type::Slice(_)) || crate::syntax::types::is_object(ty)
}
