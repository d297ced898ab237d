//! Functions that return array views, or `CowArray`s, return owned arrays in the sweeps.
//!
//! Input:  `fn top<'a>(w: &'a Array1<f64>, n: usize) -> ArrayView1<'a, f64> { w.slice(s![..n]) }`
//! Output: `fn top<'a>(w: &'a Array1<f64>, n: usize) -> Array1<f64> { w.slice(s![..n]).to_owned() }`
//!
//! To the caller the result is a value in any case: a callee to which a view of it is lent accumulates into a cotangent of its own.

use crate::normalize::tail_expressions::InsideOut;
use crate::signature::returned_views::{array, inside, is_wrapper, result};
use syn::spanned::Spanned;
use syn::{Expr, ItemFn, ReturnType, Type};

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
