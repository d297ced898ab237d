//! Monomorphises storage parameters: arrays of any storage, `&ArrayBase<D, Ix2>` with `D: Data<Elem = F>`, are views in the sweeps, so
//! that a caller may lend an array, a view, or a part of either, and all of these have the same derivative.
//!
//! Input:  `fn mean<F: Float, D: Data<Elem = F>>(m: &ArrayBase<D, Ix2>) -> F`
//! Output: `fn mean<F: Float>(m: &ArrayView<'_, F, Ix2>) -> F`, and what was written, for the entry points
//!
//! Parameters that iterate over references are slices, in the entry points as well.
//!
//! Input:  `fn mean<'a, I: IntoIterator<Item = &'a f64>>(x: I) -> f64`
//! Output: `fn mean<'a>(x: &'a [f64]) -> f64`
//!
//! nalgebra's matrices of any storage own their elements, in the entry points as well: nalgebra has no type that owned matrices and
//! views share, and what the sweeps lend of a matrix is a copy.
//!
//! Input:  `fn norm<F: RealField, N: Dim, S: Storage<F, N>>(x: &Vector<F, N, S>) -> F`
//! Output: `fn norm<F: RealField, N: Dim>(x: &OVector<F, N>) -> F where DefaultAllocator: Allocator<N, U1>`

use crate::signature::bounds;
use crate::signature::bounds::{dimensions, traits};
use crate::signature::marks::take_no_diff;
use crate::syntax::flat_map::FlatMap;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::tokens::mentions_ident;
use crate::syntax::types::Ty;
use crate::syntax::walk::{Node, NodeMut, Walk, WalkMut, descend, descend_mut};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{FnArg, GenericArgument, ItemFn, Pat, PathArguments, Type, WherePredicate};

/// What the entry points need to take such parameters as they were written.
#[derive(Clone, Debug, Default)]
pub struct Storages {
    /// The type parameters that the sweeps do not have, with their bounds.
    pub params: Vec<TokenStream>,
    /// The bounds of these in the where clause.
    pub predicates: Vec<TokenStream>,
    /// Whether a parameter has another type in the entry points as well.
    pub replaced: bool,
    written: FlatMap<String, Type>,
}

impl Storages {
    /// The type of a parameter as it was written, if it is such an array.
    pub fn written(&self, param: &Ident) -> Option<&Type> {
        self.written.get(&param.to_string())
    }
}

/// The function with views in place of such arrays.
pub fn resolved(function: &ItemFn) -> (ItemFn, Storages) {
    let (mut resolved, mut storages) = (function.clone(), Storages::default());
    for param in function.sig.generics.type_params() {
        let Some(element) = traits::stored(&param.ident, &function.sig.generics) else {
            continue;
        };
        let Some(views) = views(function, &param.ident, &element) else {
            continue;
        };
        for (k, name, view) in views {
            let FnArg::Typed(input) = &mut resolved.sig.inputs[k] else {
                continue;
            };
            let written = std::mem::replace(&mut *input.ty, view);
            storages.written.insert(name.to_string(), written);
        }
        storages.params.push(param.to_token_stream());
        let own = predicates(&function.sig.generics).filter(|predicate| bounds(predicate, &param.ident));
        storages.predicates.extend(own.map(ToTokens::to_token_stream));
        resolved.sig.generics = bounds::without(resolved.sig.generics, std::slice::from_ref(&param.ident));
    }
    for input in &mut resolved.sig.inputs {
        if let FnArg::Typed(input) = input {
            Qualify(&function.sig.generics).node(NodeMut::Type(&mut input.ty));
        }
    }
    for param in function.sig.generics.type_params() {
        if let Some(slice) = sequence(&param.ident, &function.sig.generics)
            && let Some(numbers) = given(function, &param.ident)
        {
            for k in numbers {
                if let FnArg::Typed(input) = &mut resolved.sig.inputs[k] {
                    *input.ty = slice.clone();
                }
            }
            storages.replaced = true;
            resolved.sig.generics = bounds::without(resolved.sig.generics, std::slice::from_ref(&param.ident));
        }
        if let Some(matrices) = matrices(function, &param.ident) {
            resolved.sig.generics = bounds::without(resolved.sig.generics, std::slice::from_ref(&param.ident));
            let clause = resolved.sig.generics.make_where_clause();
            for (k, Matrix { rows, columns, .. }) in &matrices {
                if let FnArg::Typed(input) = &mut resolved.sig.inputs[*k] {
                    own(&mut input.ty);
                }
                clause.predicates.push(syn::parse_quote! {
                    ::pullback::rt::matrices::DefaultAllocator: ::pullback::rt::matrices::Allocator<#rows, #columns>
                });
            }
            storages.replaced = true;
        }
    }
    (resolved, storages)
}

/// Writes out whose `Array<F, D>` is where `D` is bounded as axes are: a type of the user's may have that name.
struct Qualify<'a>(&'a syn::Generics);

impl WalkMut for Qualify<'_> {
    fn node(&mut self, node: NodeMut<'_>) {
        match node {
            NodeMut::Path(path) => {
                descend_mut(self, NodeMut::Path(path));
                let Some(last) = path.segments.last().filter(|last| last.ident == "Array") else {
                    return;
                };
                let PathArguments::AngleBracketed(arguments) = &last.arguments else {
                    return;
                };
                let axes = |argument: &GenericArgument| match argument {
                    GenericArgument::Type(Type::Path(path)) => path
                        .path
                        .get_ident()
                        .is_some_and(|ident| traits::is_axes(ident, self.0)),
                    _ => false,
                };
                if arguments.args.last().is_some_and(axes) {
                    let last = last.clone();
                    *path = syn::parse_quote!(::pullback::ndarray::#last);
                }
            }
            node => descend_mut(self, node),
        }
    }
}

/// A matrix of nalgebra: its elements, their number, and where it has them.
struct Matrix<'a> {
    element: &'a Type,
    rows: &'a Type,
    columns: Type,
    storage: &'a Type,
}

impl<'a> Matrix<'a> {
    /// `Matrix<F, R, C, S>`, or `Vector<F, N, S>`, or a reference to one.
    fn of(ty: &'a Type) -> Option<Self> {
        if let Type::Reference(reference) = ty {
            return Matrix::of(&reference.elem);
        }
        let Type::Path(path) = ty else { return None };
        let last = path.path.segments.last()?;
        let arguments = type_arguments(&last.arguments);
        let (element, rows, columns, storage) = match (last.ident.to_string().as_str(), &arguments[..]) {
            ("Matrix", [element, rows, columns, storage]) => (*element, *rows, (*columns).clone(), *storage),
            ("Vector", [element, rows, storage]) => (
                *element,
                *rows,
                syn::parse_quote!(::pullback::rt::matrices::U1),
                *storage,
            ),
            _ => return None,
        };
        Some(Matrix {
            element,
            rows,
            columns,
            storage,
        })
    }
}

fn type_arguments(arguments: &PathArguments) -> Vec<&Type> {
    let PathArguments::AngleBracketed(arguments) = arguments else {
        return Vec::new();
    };
    let types = arguments.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    types.collect()
}

/// Puts the matrix there that owns its elements.
fn own(ty: &mut Type) {
    if let Type::Reference(reference) = ty {
        return own(&mut reference.elem);
    }
    if let Some(Matrix {
        element, rows, columns, ..
    }) = Matrix::of(ty)
    {
        *ty = syn::parse_quote!(::pullback::rt::matrices::OMatrix<#element, #rows, #columns>);
    }
}

/// The parameters that are matrices with this storage, by number. `None` if the storage is no such, or is named anywhere else.
fn matrices<'f>(function: &'f ItemFn, storage: &Ident) -> Option<Vec<(usize, Matrix<'f>)>> {
    dimensions::matrix_storage(storage, &function.sig.generics)?;
    let typed = |(k, input): (usize, &'f FnArg)| match input {
        FnArg::Typed(param) => Some((k, Matrix::of(&param.ty)?)),
        FnArg::Receiver(_) => None,
    };
    let of_storage =
        |(_, matrix): &(usize, Matrix)| matches!(matrix.storage, Type::Path(path) if path.path.is_ident(storage));
    let inputs = function.sig.inputs.iter().enumerate().filter_map(typed);
    let found: Vec<_> = inputs.filter(of_storage).collect();
    let bounded = predicates(&function.sig.generics).filter(|predicate| bounds(predicate, storage));
    let mut mentions = Mentions { of: storage, count: 0 };
    mentions.node(Node::ItemFn(function));
    (!found.is_empty() && mentions.count == found.len() + bounded.count()).then_some(found)
}

/// The slice that a parameter bounded by `IntoIterator<Item = &'a T>` becomes. What is bounded by `Iterator` stays: no slice is one.
fn sequence(param: &Ident, generics: &syn::Generics) -> Option<Type> {
    if traits::is_iterator_itself(param, generics) {
        return None;
    }
    let Type::Reference(mut item) = traits::iterated(param, generics)? else {
        return None;
    };
    if item.mutability.is_some() {
        return None;
    }
    let element = &item.elem;
    item.elem = syn::parse_quote!([#element]);
    Some(Type::Reference(item))
}

/// The numbers of the parameters of this type. `None` if it is named anywhere else, or one of them is marked.
fn given(function: &ItemFn, sequence: &Ident) -> Option<Vec<usize>> {
    let mut found = Vec::new();
    for (k, input) in function.sig.inputs.iter().enumerate() {
        if let FnArg::Typed(param) = input
            && matches!(&*param.ty, Type::Path(path) if path.path.is_ident(sequence))
        {
            if take_no_diff(&mut param.attrs.clone()) {
                return None;
            }
            found.push(k);
        }
    }
    let bounded = predicates(&function.sig.generics).filter(|predicate| bounds(predicate, sequence));
    let mut mentions = Mentions { of: sequence, count: 0 };
    mentions.node(Node::ItemFn(function));
    (!found.is_empty() && mentions.count == found.len() + bounded.count()).then_some(found)
}

fn predicates(generics: &syn::Generics) -> impl Iterator<Item = &WherePredicate> {
    generics.where_clause.iter().flat_map(|clause| &clause.predicates)
}

/// The generic arguments of a function for which all of these arrays are owned, where `resolved` has no parameters for them.
pub fn arguments(generics: &syn::Generics, resolved: &syn::Generics) -> Vec<TokenStream> {
    let kept = bounds::names(resolved);
    let kept: FlatSet<_> = kept.iter().map(TokenStream::to_string).collect();
    let argument = |name: TokenStream| match syn::parse2::<Ident>(name.clone()) {
        Ok(ident) if !kept.contains(&name.to_string()) => {
            if let Some(slice) = sequence(&ident, generics) {
                return slice.into_token_stream();
            }
            if let Some(shape) = dimensions::matrix_storage(&ident, generics) {
                return quote!(::pullback::rt::matrices::Owned #shape);
            }
            let element = traits::stored(&ident, generics);
            quote!(::pullback::ndarray::OwnedRepr<#element>)
        }
        _ => name,
    };
    bounds::names(generics).into_iter().map(argument).collect()
}

/// The parameters that are references to arrays with this storage, by number and name, each with the view that it becomes. `None` if
/// the storage is named anywhere else.
fn views(function: &ItemFn, storage: &Ident, element: &Type) -> Option<Vec<(usize, Ident, Type)>> {
    let mut found = Vec::new();
    for (k, input) in function.sig.inputs.iter().enumerate() {
        if let FnArg::Typed(param) = input
            && let Pat::Ident(pat) = &*param.pat
            && let Some(view) = view(&param.ty, storage, element)
        {
            found.push((k, pat.ident.clone(), view));
        }
    }
    let mut mentions = Mentions { of: storage, count: 0 };
    mentions.node(Node::ItemFn(function));
    let bounded = predicates(&function.sig.generics)
        .filter(|predicate| bounds(predicate, storage))
        .count();
    // Once where it is declared, which is no type, and once in each of these parameters.
    (!found.is_empty() && mentions.count == found.len() + bounded).then_some(found)
}

/// Whether a predicate is one on this parameter alone.
fn bounds(predicate: &WherePredicate, param: &Ident) -> bool {
    matches!(predicate, WherePredicate::Type(predicate)
        if matches!(&predicate.bounded_ty, Type::Path(path) if path.path.is_ident(param)))
}

/// The view that `&ArrayBase<D, I>` becomes.
fn view(ty: &Type, storage: &Ident, element: &Type) -> Option<Type> {
    let Type::Reference(reference) = ty else { return None };
    let (of, dimension) = base(&reference.elem)?;
    if !of.path.is_ident(storage) {
        return None;
    }
    Some(match reference.mutability {
        Some(_) => syn::parse_quote!(&mut ::pullback::ndarray::ArrayViewMut<'_, #element, #dimension>),
        None => syn::parse_quote!(&::pullback::ndarray::ArrayView<'_, #element, #dimension>),
    })
}

/// Counts the types, and the paths that begin with them, that are this parameter.
struct Mentions<'a> {
    of: &'a Ident,
    count: usize,
}

impl<'ast> Walk<'ast> for Mentions<'_> {
    fn node(&mut self, node: Node<'ast>) {
        match node {
            Node::Path(path) => {
                self.count += usize::from(path.segments.first().is_some_and(|first| first.ident == *self.of));
                descend(self, node);
            }
            Node::Macro(mac) => self.count += usize::from(mentions_ident(quote!(#mac), self.of)),
            node => descend(self, node),
        }
    }
}

/// What a type is that an impl is for, if it is an array: `ArrayBase<S, D>` with `S: Data<Elem = F>`, `Array2<f64>`.
pub fn array(ty: &Type, generics: &syn::Generics) -> Option<Ty> {
    let mut ty = ty.clone();
    Qualify(generics).node(NodeMut::Type(&mut ty));
    if let known @ Ty::NdArray(..) = Ty::of(&ty) {
        return Some(known);
    }
    let (storage, dimension) = base(&ty)?;
    let element = traits::stored(storage.path.get_ident()?, generics)?;
    Some(Ty::of(
        &syn::parse_quote!(::pullback::ndarray::Array<#element, #dimension>),
    ))
}

/// The parameter that an impl's type, `ArrayBase<S, D>`, has its elements in.
pub fn storage(ty: &Type) -> Option<&Ident> {
    base(ty)?.0.path.get_ident()
}

/// The storage and the dimension of `ArrayBase<S, D>`.
pub fn base(ty: &Type) -> Option<(&syn::TypePath, &Type)> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last()?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    let arguments: Vec<_> = arguments.args.iter().collect();
    let [GenericArgument::Type(Type::Path(of)), GenericArgument::Type(dimension)] = arguments[..] else {
        return None;
    };
    (last.ident == "ArrayBase").then_some((of, dimension))
}
