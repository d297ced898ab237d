//! Functions that derivatives call as they are, since no derivative leaves or enters them.
//!
//! Input:  `fn rows(&self) -> usize { self.rows }`
//! Output: `fn rows(&self) -> usize { no_diff(Self::rows(self)) }`, of which the sweeps are made

use crate::signature::bounds::traits;
use crate::signature::inactive::{carries_no_derivative, no_argument_does};
use crate::signature::marks::take_no_diff;
use crate::signature::returned_iterators::Iterated;
use crate::signature::returned_places::Lent;
use crate::signature::{bounds, callables};
use crate::syntax::cfg_variants::conditions;
use crate::syntax::types::Ty;
use proc_macro2::{Ident, Span};
use quote::quote;
use syn::{FnArg, ItemFn, Pat, TraitItemFn};

/// A trait's function as one that stands by itself.
pub(super) fn written(member: &TraitItemFn) -> ItemFn {
    ItemFn {
        attrs: conditions(&member.attrs).cloned().collect(),
        modifiers: Default::default(),
        vis: syn::Visibility::Inherited,
        sig: member.sig.clone(),
        block: Box::new(member.default.clone().unwrap_or_else(|| syn::parse_quote!({}))),
    }
}

/// The function in the place of one that is called as it stands.
pub(super) fn plain(member: &TraitItemFn) -> Option<ItemFn> {
    let written = written(member);
    passed_through(&written)
        .filter(|_| !no_argument_does(&member.sig))
        .or_else(|| counted(&written))
}

/// A required function of a trait as one that calls it as it stands, for implementors in whose types there is no derivative:
/// `fn shape(&self) -> S` where `S` is a `usize`.
pub(super) fn by_an_implementor(function: &ItemFn) -> Option<ItemFn> {
    let signature = &function.sig;
    // In the derivatives an iterator is a list.
    let iterates = |path: &syn::Path| {
        let ident = path.get_ident();
        ident.is_some_and(|ident| traits::is_iterator_itself(ident, &signature.generics))
    };
    let generic = |ty: &syn::Type| matches!(ty, syn::Type::Path(path) if !iterates(&path.path));
    let lent = |ty: &syn::Type| match ty {
        syn::Type::Reference(reference) => reference.mutability.is_none() && generic(&reference.elem),
        ty => generic(ty) && crate::syntax::types::optional_reference(ty).is_none(),
    };
    let read = signature.inputs.iter().all(|input| match input {
        FnArg::Receiver(receiver) => matches!(receiver.kind, syn::ReceiverKind::Reference(_, _, None)),
        FnArg::Typed(param) => lent(&param.ty) && callables::callable(&param.ty, &signature.generics).is_none(),
    });
    // What has a derivative whatever the implementor is has no such form.
    let own = match &signature.output {
        syn::ReturnType::Type(_, ty) => {
            generic(ty) && Ty::of(ty) == Ty::Unknown && crate::signature::returned_views::result(ty).is_none()
        }
        syn::ReturnType::Default => false,
    };
    let lends = Iterated::returned(&signature.output).is_some() || Lent::returned(&signature.output).is_some();
    (own && read && !lends)
        .then(|| as_it_stands(function, Some("Self")))
        .flatten()
}

/// A function whose result carries no derivative, as one that calls it as it stands.
pub(super) fn passed_through(function: &ItemFn) -> Option<ItemFn> {
    let signature = &function.sig;
    // What such an iterator gives is looked at where it is called as it stands.
    let iterates = Iterated::returned(&signature.output).is_some();
    (carries_no_derivative(signature) && !no_argument_does(signature) && !iterates)
        .then(|| as_it_stands(function, Some("Self")))
        .flatten()
}

/// A function none of whose parameters carries a derivative, as one that calls it as it stands. Where it is called with a part of
/// an active value, `binomial(self.n, k)`, only rustc knows that this is an integer: it must have the sweeps.
fn without_parameters(function: &ItemFn, owner: Option<&str>) -> Option<ItemFn> {
    by_parameters(function, owner, |_| false)
}

/// The same of a function whose parameters, and receiver, may be marked `#[no_diff]`, too. Where the marks stand on floats, there was
/// something to differentiate with respect to.
pub fn without_active_parameters(function: &ItemFn, owner: Option<&str>) -> Option<ItemFn> {
    by_parameters(function, owner, |param| {
        take_no_diff(&mut param.attrs.clone()) && !Ty::of(&param.ty).is_of_floats()
    })
}

/// The same in an impl that is marked as a whole, where the marks may stand on anything.
pub(super) fn all_detached(function: &ItemFn) -> Option<ItemFn> {
    by_parameters(function, Some("Self"), |param| take_no_diff(&mut param.attrs.clone()))
}

fn by_parameters(function: &ItemFn, owner: Option<&str>, or: impl Fn(&syn::PatType) -> bool) -> Option<ItemFn> {
    let inputs = &function.sig.inputs;
    let plain = inputs.iter().all(|input| match input {
        FnArg::Receiver(receiver) => {
            let written = matches!(receiver.kind, syn::ReceiverKind::Reference(_, _, Some(_)));
            !written && take_no_diff(&mut receiver.attrs.clone())
        }
        FnArg::Typed(param) => {
            let written = matches!(&*param.ty, syn::Type::Reference(reference) if reference.mutability.is_some());
            let marked = take_no_diff(&mut param.attrs.clone());
            !written && (or(param) || !marked && crate::syntax::types::is_inert_parameter(&param.ty))
        }
    });
    (plain && !inputs.is_empty())
        .then(|| as_it_stands(function, owner))
        .flatten()
}

/// A trait's constructor that is given counts alone, `fn zeros(rows: usize) -> Self`, as one that calls it as it stands.
fn counted(function: &ItemFn) -> Option<ItemFn> {
    let constructs = match &function.sig.output {
        syn::ReturnType::Type(_, ty) => **ty == syn::parse_quote!(Self),
        syn::ReturnType::Default => false,
    };
    constructs.then(|| without_parameters(function, Some("Self"))).flatten()
}

pub(super) fn as_it_stands(function: &ItemFn, owner: Option<&str>) -> Option<ItemFn> {
    let (name, signature) = (&function.sig.ident, &function.sig);
    let arguments: Option<Vec<Ident>> = signature
        .inputs
        .iter()
        .map(|input| match input {
            FnArg::Receiver(receiver) => Some(Ident::new("self", receiver.self_token.span)),
            FnArg::Typed(param) => match &*param.pat {
                Pat::Ident(pat) => Some(pat.ident.clone()),
                _ => None,
            },
        })
        .collect();
    let arguments = arguments?;
    let owner = owner
        .map(|owner| Ident::new(owner, Span::call_site()))
        .map(|owner| quote!(#owner::));
    let generics = bounds::names(&signature.generics);
    let generics = (!generics.is_empty()).then(|| quote!(::<#(#generics),*>));
    let block = syn::parse_quote!({ ::pullback::no_diff(#owner #name #generics (#(#arguments),*)) });
    Some(ItemFn {
        block,
        ..function.clone()
    })
}
