//! Traits implemented for arrays of any storage: each function becomes a free function over a view, to which the sweeps delegate.
//!
//! Input:  `impl<A, S: Data<Elem = A>, D: Dimension> Targets for ArrayBase<S, D> { fn targets(&self) -> ArrayView<'_, A, D> { self.view() } }`
//! Output: `fn viewed<A, D: Dimension>(the_array: &ArrayView<'_, A, D>) -> ArrayView<'_, A, D> { the_array.view() }`, in the sweeps of
//!         `targets`
//!
//! So the impl asks nothing of `S`, and of `A` no more than the trait's function does, that it be a number where it is an element of
//! an array: it stays an impl for arrays of labels, of which no derivative is asked.

use crate::normalize::{own_returned_views, unify_storage};
use crate::options::viewed::Viewed;
use crate::signature::bounds::traits;
use crate::signature::inactive::carries_no_derivative;
use crate::signature::{bounds, callables, returned_iterators, returned_places, static_references};
use proc_macro2::{Ident, Span};
use quote::ToTokens;
use syn::{FnArg, ItemFn, ItemImpl, Pat, Type, WherePredicate};

/// What such an impl is for.
pub struct Arrays<'a> {
    block: &'a ItemImpl,
    storage: &'a Ident,
    element: Ident,
    axes: &'a Type,
}

impl<'a> Arrays<'a> {
    /// Those of an impl all of whose functions with sweeps have such a form.
    pub fn of(block: &'a ItemImpl, functions: &[ItemFn]) -> Option<Self> {
        let (storage, axes) = unify_storage::base(&block.self_ty)?;
        let storage = storage.path.get_ident()?;
        let element = match traits::stored(storage, &block.generics)? {
            Type::Path(path) => path.path.get_ident()?.clone(),
            _ => return None,
        };
        let is_param = |ident: &Ident| block.generics.type_params().any(|param| param.ident == *ident);
        let items = block.items.iter().map(ToTokens::to_token_stream);
        let path = block.trait_.as_ref().map(|(path, _)| path.to_token_stream());
        let elsewhere = items
            .chain(path)
            .any(|tokens| crate::syntax::tokens::mentions(tokens, &[storage.to_string()]));
        if !is_param(&element) || elsewhere || block.generics.lifetimes().next().is_some() {
            return None;
        }
        let arrays = Arrays {
            block,
            storage,
            element,
            axes,
        };
        let mut with_sweeps = functions
            .iter()
            .filter(|function| !carries_no_derivative(&function.sig));
        with_sweeps
            .all(|function| arrays.viewed(function).is_some())
            .then_some(arrays)
    }

    /// Whether what derivatives ask of a parameter is not for the impl to ask.
    pub fn leaves(&self, asked: &bounds::Asked) -> bool {
        asked.of == *self.storage || asked.is_differentiable && (asked.of == self.element || self.is_axes(&asked.of))
    }

    /// What the impl asks in its stead, if the trait's functions do not: the axes of an array outlive everything.
    pub fn asked(&self, functions: &[ItemFn]) -> Option<WherePredicate> {
        let axes = self.axes;
        let ident = self.generic_axes()?;
        let mut with_sweeps = functions
            .iter()
            .filter(|function| !carries_no_derivative(&function.sig));
        let by_functions = with_sweeps.all(|function| gives_axes(ident, &function.sig));
        (!by_functions).then(|| syn::parse_quote!(#axes: 'static))
    }

    /// What a function of it asks: no more than the trait's does.
    pub fn predicates(&self, function: &ItemFn) -> Vec<WherePredicate> {
        let (element, axes) = (&self.element, self.axes);
        let mut predicates = vec![syn::parse_quote!(Self: ::pullback::Differentiable)];
        if !traits::is_float(element, &self.block.generics) {
            predicates.push(syn::parse_quote!(#element: ::pullback::rt::Scalar));
        }
        if self
            .generic_axes()
            .is_some_and(|ident| gives_axes(ident, &function.sig))
        {
            predicates.push(syn::parse_quote!(#axes: 'static));
        }
        predicates
    }

    /// The parameter that says how many axes the array has, if one does.
    fn generic_axes(&self) -> Option<&Ident> {
        let mut params = self.block.generics.type_params().map(|param| &param.ident);
        params.find(|ident| self.is_axes(ident))
    }

    fn is_axes(&self, ident: &Ident) -> bool {
        matches!(self.axes, Type::Path(path) if path.path.is_ident(ident))
    }

    /// The function of a view for one of the impl's.
    pub fn viewed(&self, function: &ItemFn) -> Option<Viewed> {
        let signature = &function.sig;
        let receiver = signature.receiver()?;
        let mutable = match &receiver.kind {
            syn::ReceiverKind::Reference(_, None, mutability) => mutability.is_some(),
            _ => return None,
        };
        let plain = |param: &syn::PatType| {
            matches!(&*param.pat, Pat::Ident(_))
                && !matches!(&*param.ty, Type::ImplTrait(_))
                && callables::callable(&param.ty, &signature.generics).is_none()
        };
        let typed = signature.inputs.iter().skip(1).all(|input| match input {
            FnArg::Typed(param) => plain(param),
            FnArg::Receiver(_) => false,
        });
        let numbers = traits::is_float(&self.element, &self.block.generics)
            || crate::syntax::types::is_element(&self.element, signature)
            || !crate::syntax::types::chosen_elements(signature).is_empty();
        let lent = own_returned_views::owned(function)
            .unwrap_or_else(|| function.clone())
            .sig
            .output;
        let lends = returned_places::Lent::returned(&lent).is_some()
            || returned_places::Several::returned(&lent).is_some()
            || returned_iterators::Iterated::returned(&lent).is_some()
            || static_references::lends_constant(signature);
        if !typed || !numbers || lends {
            return None;
        }
        let (element, axes) = (&self.element, self.axes);
        let mut viewed = function.clone();
        viewed.attrs.clear();
        crate::items::members::write_out_associated(self.block, &mut viewed);
        let name = Ident::new("viewed", Span::call_site());
        let this = Ident::new("the_array", receiver.self_token.span);
        let block = crate::syntax::tokens::instead_of_self(viewed.block.to_token_stream(), &this);
        viewed.block = syn::parse2(block).ok()?;
        viewed.sig.ident = name;
        let view: Type = match mutable {
            true => syn::parse_quote!(&mut ::pullback::ndarray::ArrayViewMut<'_, #element, #axes>),
            false => syn::parse_quote!(&::pullback::ndarray::ArrayView<'_, #element, #axes>),
        };
        viewed.sig.inputs[0] = syn::parse_quote!(#this: #view);
        let around = bounds::without(self.block.generics.clone(), std::slice::from_ref(self.storage));
        let own = std::mem::replace(&mut viewed.sig.generics, around);
        viewed.sig.generics.params.extend(own.params);
        let clause = viewed.sig.generics.make_where_clause();
        clause
            .predicates
            .extend(own.where_clause.into_iter().flat_map(|clause| clause.predicates));
        let number = self.predicates(function).into_iter().skip(1);
        clause.predicates.extend(number);
        let outside = crate::syntax::tokens::mentions(viewed.to_token_stream(), &["Self".to_string()]);
        (!outside).then(|| Viewed {
            function: viewed,
            element: element.clone(),
            axes: axes.clone(),
        })
    }
}

/// Whether a function's signature has arrays with these axes, as that of the trait's function then has.
fn gives_axes(ident: &Ident, signature: &syn::Signature) -> bool {
    crate::syntax::types::is_axes(ident, signature) || !crate::syntax::types::chosen_axes(signature).is_empty()
}
