//! Whether rustc accepts the function as it is written, asked once by a constant. Where it does not, that is all it says: what the
//! sweeps are handed, what they call and what they make is then of a type in error.
//!
//! Input:  `fn f(x: &[f64], k: f64) -> f64 { .. }`
//! Output: `const ACCEPTED: bool = { let _ = |x: &[f64], k: f64| -> f64 { .. }; true };`, and in the sweeps
//!         `let x: ::pullback::rt::Proven<_, { Self::ACCEPTED }> = x;`
//!
//! A constant knows no parameters, so functions that are generic, or whose results may borrow, are not asked.

use crate::analysis::borrow_holders::each_place;
use crate::ir::*;
use crate::signature::marks::primal;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::tokens::instead_of_self;
use crate::syntax::types::Ty;
use crate::syntax::walk::{Node, any};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{FnArg, Item, ReceiverKind, Type};

/// A constant that has no value where rustc rejects what it is of.
pub struct Accepted {
    pub(super) name: Ident,
    pub(super) constant: TokenStream,
}

impl Accepted {
    pub(super) fn new(name: Ident, value: &TokenStream) -> Accepted {
        let name = Ident::new(&name.to_string().to_uppercase(), name.span());
        let constant = quote! {
            #[doc(hidden)]
            #[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery)]
            const #name: bool = #value;
        };
        Accepted { name, constant }
    }

    /// What a sweep is handed, in error where the constant is.
    pub(super) fn asked(&self, f: &Function) -> TokenStream {
        // A pattern that looks through a reference does not do so in error.
        let mut matched = FlatSet::new();
        f.body.walk(&mut |stmt| {
            each_place(stmt, &mut |place| {
                if place.path.iter().any(|step| matches!(step, Projection::Part(_))) {
                    matched.insert(place.root);
                }
            });
        });
        let params = f.params.iter().filter(|param| param.passing != Passing::Function);
        self.again(params.map(|param| param.var).filter(|var| !matched.contains(var)), f)
    }

    /// The same of the reverse sweep: its seed, and the cotangents of what only rustc knows.
    pub(super) fn asked_back(&self, f: &Function, seed: Var) -> TokenStream {
        let params = f.params.iter().filter(|param| param.passing != Passing::Function);
        let unknown = params.filter(|param| *f.info(param.var).ty.behind_references() == Ty::Unknown);
        self.again(unknown.filter_map(|param| param.bar).chain([seed]), f)
    }

    fn again(&self, values: impl Iterator<Item = Var>, f: &Function) -> TokenStream {
        let accepted = &self.name;
        let each = values.map(|var| {
            let name = &f.info(var).name;
            quote!(let mut #name: ::pullback::rt::Proven<_, { Self::#accepted }> = #name;)
        });
        each.collect()
    }
}

/// The function as a closure, if it is one of those that are asked.
pub fn as_closure(function: &syn::ItemFn) -> Option<TokenStream> {
    let signature = &function.sig;
    let generic = |node| matches!(node, Node::Type(Type::ImplTrait(_)));
    let lent = |node| generic(node) || matches!(node, Node::Type(Type::Reference(_)) | Node::Lifetime(_));
    let itself = |node| matches!(node, Node::Item(item) if !matches!(item, Item::Use(_) | Item::Const(_)));
    if !signature.generics.params.is_empty()
        || signature.asyncness.is_some()
        || !matches!(signature.safety, syn::Safety::Default)
        || any(&signature.output, lent)
        || signature.inputs.iter().any(|input| any(input, generic))
        || any(&*function.block, itself)
    {
        return None;
    }
    let function = primal(function.clone());
    let receiver = function.sig.receiver();
    let this = receiver.map(|receiver| Ident::new("this", receiver.self_token.span));
    let params = function.sig.inputs.iter().map(|input| match input {
        FnArg::Typed(param) => param.to_token_stream(),
        FnArg::Receiver(receiver) => match &receiver.kind {
            ReceiverKind::Reference(_, _, Some(_)) => quote!(#this: &mut Self),
            ReceiverKind::Reference(..) => quote!(#this: &Self),
            _ => {
                let mutable = receiver.mutability;
                quote!(#mutable #this: Self)
            }
        },
    });
    let mut body = function.block.to_token_stream();
    if let Some(this) = &this {
        body = instead_of_self(body, this);
    }
    let output = match &function.sig.output {
        syn::ReturnType::Default => quote!(-> ()),
        output => output.to_token_stream(),
    };
    // A type may have a lifetime that is not written, which a closure does not tie to those of its parameters.
    let of_impl = |ty: &Type| matches!(ty, Type::Path(path) if path.path.is_ident("Self"));
    let unseen =
        |node| matches!(node, Node::Type(ty) if matches!(Ty::of(ty), Ty::Unknown | Ty::NdArray(..)) && !of_impl(ty));
    Some(match any(&function.sig.output, unseen) {
        true => quote!(|#(#params),*| { let _ = (|| #output #body)(); }),
        false => quote!(|#(#params),*| #output #body),
    })
}
