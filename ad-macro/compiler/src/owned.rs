//! Functions that return views of arrays, or what may be one: in the sweeps they return arrays of their own.
//!
//! Input:  `fn split<'a>(w: &'a Array1<f64>, n: usize) -> (ArrayView1<'a, f64>, CowArray<'a, f64, Ix0>) { (w.slice(s![..n]), w.index_axis(Axis(0), n).into()) }`
//! Output: `fn split<'a>(w: &'a Array1<f64>, n: usize) -> (Array1<f64>, Array<f64, Ix0>) { (w.slice(s![..n]).to_owned(), w.index_axis(Axis(0), n).to_owned()) }`
//!
//! The caller takes the result for a value in any case: what a view of it is handed to takes its own cotangent.

use crate::itineraries::InsideOut;
use crate::types::{Ty, View};
use syn::spanned::Spanned;
use syn::{Expr, GenericArgument, ItemFn, PathArguments, ReturnType, Type};

/// The function as one that returns arrays, if it returns views that carry a derivative.
pub fn owned(function: &ItemFn) -> Option<ItemFn> {
    let ReturnType::Type(_, output) = &function.sig.output else {
        return None;
    };
    let array = result(output)?;
    let mut function = function.clone();
    let end = |expr: &mut Expr| copied(expr, output);
    InsideOut::giving(&end).turn(&mut function.block);
    function.sig.output = syn::parse_quote_spanned!(output.span()=> -> #array);
    Some(function)
}

/// The type with arrays in place of the views in it. `None` if there are none, or none that carries a derivative.
pub fn result(ty: &Type) -> Option<Type> {
    let mut ty = ty.clone();
    own(&mut ty).then_some(ty)
}

/// The type of the array that a function returns in the sweeps, if it returns a view of one.
pub fn array_returned(ty: &Type) -> Option<Ty> {
    result(ty)
        .map(|ty| Ty::of(&ty))
        .filter(|ty| matches!(ty, Ty::NdArray(..)))
}

/// Puts arrays in place of views. Whether one of these carries a derivative.
fn own(ty: &mut Type) -> bool {
    if let Some(array) = array(ty) {
        let carries = !Ty::of(ty).is_inert();
        *ty = array;
        return carries;
    }
    match ty {
        Type::Paren(inner) => own(&mut inner.elem),
        Type::Group(inner) => own(&mut inner.elem),
        Type::Tuple(tuple) => {
            let mut carries = false;
            for part in &mut tuple.elems {
                carries |= own(part);
            }
            carries
        }
        Type::Path(_) => inside(ty).is_some_and(own),
        _ => false,
    }
}

/// What an option or a result holds.
fn inside(ty: &mut Type) -> Option<&mut Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last_mut()?;
    let PathArguments::AngleBracketed(arguments) = &mut last.arguments else {
        return None;
    };
    match arguments.args.first_mut() {
        Some(GenericArgument::Type(inside)) if last.ident == "Option" || last.ident == "Result" => Some(inside),
        _ => None,
    }
}

/// The array that is a copy of a view, or of what may be one.
fn array(ty: &Type) -> Option<Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last()?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    let types = arguments
        .args
        .iter()
        .filter(|argument| matches!(argument, GenericArgument::Type(_)));
    if last.ident == "CowArray" {
        return Some(syn::parse_quote_spanned!(ty.span()=> ::pullback::ndarray::Array<#(#types),*>));
    }
    let view = View::of(ty).filter(|view| !view.mutable)?;
    crate::types::owned_array(&view.behind)
}

/// Copies the views in a value of this type, where they are written out.
fn copied(expr: &mut Expr, ty: &Type) {
    match (expr, ty) {
        (Expr::Paren(inner), ty) => copied(&mut inner.expr, ty),
        (expr, Type::Paren(inner)) => copied(expr, &inner.elem),
        (Expr::Tuple(tuple), Type::Tuple(types)) => {
            for (part, ty) in tuple.elems.iter_mut().zip(&types.elems) {
                copied(part, ty);
            }
        }
        (Expr::Call(call), ty) if is_wrapper(&call.func) && call.args.len() == 1 => {
            if let Some(inside) = inside(&mut ty.clone()) {
                copied(&mut call.args[0], inside);
            }
        }
        (expr, ty) if array(ty).is_some() => {
            let viewed = unconverted(expr).clone();
            *expr = syn::parse_quote_spanned!(expr.span()=> (#viewed).to_owned());
        }
        _ => {}
    }
}

fn is_wrapper(function: &Expr) -> bool {
    matches!(function, Expr::Path(path) if path.path.is_ident("Some") || path.path.is_ident("Ok"))
}

/// What becomes a `CowArray`.
fn unconverted(expr: &Expr) -> &Expr {
    match expr {
        Expr::MethodCall(call) if call.method == "into" && call.args.is_empty() => &call.receiver,
        Expr::Call(call) if is_from(&call.func) && call.args.len() == 1 => &call.args[0],
        expr => expr,
    }
}

/// Whether a called path is `CowArray::from`.
fn is_from(function: &Expr) -> bool {
    let Expr::Path(path) = function else { return false };
    let mut names = path.path.segments.iter().rev().map(|segment| &segment.ident);
    names.next().is_some_and(|name| name == "from") && names.next().is_some_and(|owner| owner == "CowArray")
}
