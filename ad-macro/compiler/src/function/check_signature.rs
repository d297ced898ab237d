//! Rejects signatures out of reach, parameters and results that nothing can be differentiated in, and lists of references as results.
//!
//! Input:  `fn f(x: &f64) -> Vec<&f64>`, `fn g(n: usize) -> f64`
//! Output: "a function that returns a list or a map of references is not supported"; `g` has no input to differentiate with respect to

use crate::ir::function::{Function, Passing};
use crate::options::attribute::Options;
use crate::signature::marks::take_no_diff;
use crate::signature::returned_iterators::Iterated;
use crate::signature::returned_places::Lent;
use crate::syntax::diagnostics::Diagnostics;
use crate::syntax::tokens::mentions;
use proc_macro2::Span;
use quote::ToTokens;
use syn::spanned::Spanned;

/// Rejects what cannot be differentiated by the look of its signature.
pub fn check_signature(function: &syn::ItemFn, diagnostics: &Diagnostics) {
    let signature = &function.sig;
    if let Some(token) = &signature.asyncness {
        diagnostics.error(
            token.span(),
            "an `async` function cannot be differentiated",
            "split out the pure part",
        );
    }
    if let syn::Safety::Unsafe(token) = &signature.safety {
        diagnostics.error(
            token.span(),
            "an `unsafe` function that is no method cannot be differentiated",
            "make it a method or an associated function of a type; or a safe function",
        );
    }
    if let Some(variadic) = &signature.variadic {
        diagnostics.error(variadic.span(), "a variadic function cannot be differentiated", "");
    }
    for input in &signature.inputs {
        if let syn::FnArg::Typed(param) = input
            && let syn::Type::ImplTrait(ty) = &*param.ty
            && (crate::signature::callables::callable(&param.ty, &signature.generics).is_none()
                || take_no_diff(&mut param.attrs.clone()))
        {
            diagnostics.error(
                ty.span(),
                "a parameter of type `impl Trait` is not supported with `#[no_diff]`",
                "name the type as a generic parameter",
            );
        }
    }
    if crate::syntax::types::Ty::primitive(&signature.ident.to_string()).is_some() {
        diagnostics.error(
            signature.ident.span(),
            format!(
                "the derivatives of a function named `{0}` would shadow the type `{0}`",
                signature.ident
            ),
            "rename the function, or use `#[differentiable(name = other)]`",
        );
    }
    if let Some(lent) = Lent::returned(&signature.output)
        && lent.ty().is_inert()
        && !crate::syntax::types::is_inert_list(&lent.target)
    {
        diagnostics.error(
            signature.output.span(),
            "no derivative comes out of what this function returns a reference to",
            "take the attribute away: a function without derivative is called as it is",
        );
    }
    for input in &signature.inputs {
        if let syn::FnArg::Typed(param) = input {
            check_param_type(param, &signature.generics, diagnostics);
        }
    }
    if let Some(iterated) = Iterated::returned(&signature.output) {
        check_items(&iterated, signature.output.span(), diagnostics);
    } else if let syn::ReturnType::Type(_, ty) = &signature.output
        && crate::syntax::types::View::of(ty).is_some()
    {
        diagnostics.error(
            ty.span(),
            "a function that returns a view of an array is not supported yet",
            "return an array of its own, by `.to_owned()`, or take the view where the function is called",
        );
    } else if let syn::ReturnType::Type(_, ty) = &signature.output
        && let syn::Type::ImplTrait(_) = &**ty
    {
        diagnostics.error(
            ty.span(),
            "a function that returns `impl Trait` is not supported",
            "name the type",
        );
    }
}

/// Rejects second derivatives of what is generic in a type: whether cotangents of that carry derivatives, its bounds do not say.
pub fn check_twice(item: &syn::ItemFn, function: &Function, options: &Options, diagnostics: &Diagnostics) -> bool {
    let own = item.sig.generics.type_params().map(|param| &param.ident);
    let generic: Vec<String> = own.chain(&options.around.params).map(ToString::to_string).collect();
    let mut values = function
        .params
        .iter()
        .filter(|param| param.differentiable && param.passing != Passing::Function);
    let found = values.find(|param| mentions(param.ty.to_token_stream(), &generic));
    if let Some(param) = found {
        // The type may be one that the macro named, of an `impl Trait`.
        diagnostics.error(
            function.info(param.var).name.span(),
            "there are no second derivatives yet of what is generic in a type",
            "write the function for one type, as `f64` or `&[f64]`, or `jvp` in place of `order = 2`",
        );
    }
    found.is_none()
}

/// Of a function that returns an iterator: the items have to be references to what carries a derivative. Values are collected.
fn check_items(iterated: &Iterated, span: Span, diagnostics: &Diagnostics) {
    match iterated {
        iterated if iterated.is_inert() => diagnostics.error(
            span,
            "no derivative comes out of what this function returns an iterator over",
            "take the attribute away: a function without derivative is called as it is",
        ),
        Iterated::References(_) => {}
        Iterated::Values(_) => diagnostics.error(
            span,
            "a function that returns an iterator of what borrows is not supported yet",
            "let it give references into an argument, or values that own what they hold",
        ),
    }
}

/// Rejects lists of references, and maps with references for keys, as results. Whether there are none.
pub fn check_lists(output: &syn::ReturnType, diagnostics: &Diagnostics) -> bool {
    let syn::ReturnType::Type(_, ty) = output else {
        return true;
    };
    let Some(list) = list_of_references(ty) else {
        return true;
    };
    diagnostics.error(
        list.span(),
        "a function that returns a list or a map of references is not supported",
        "return clones of what they point to, `Vec<Node>` or `HashMap<Label, f64>`, or indices",
    );
    false
}

/// The list of references, or of tuples with some, or the map that has references for keys, in the type of a result.
fn list_of_references(ty: &syn::Type) -> Option<&syn::Type> {
    let lends = |ty: &syn::Type| match ty {
        syn::Type::Reference(reference) => {
            let text = matches!(&*reference.elem, syn::Type::Path(path) if path.path.is_ident("str"));
            !text && reference.lifetime.as_ref().is_none_or(|life| life.ident != "static")
        }
        _ => false,
    };
    let refers = |ty: &syn::Type| lends(ty) && !crate::syntax::types::is_inert(ty);
    let path = match ty {
        syn::Type::Paren(inner) => return list_of_references(&inner.elem),
        syn::Type::Tuple(tuple) => return tuple.elems.iter().find_map(list_of_references),
        syn::Type::Path(path) => path.path.segments.last()?,
        _ => return None,
    };
    let syn::PathArguments::AngleBracketed(arguments) = &path.arguments else {
        return None;
    };
    let first = arguments.args.iter().find_map(|argument| match argument {
        syn::GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })?;
    let is_one = match path.ident.to_string().as_str() {
        "Vec" | "VecDeque" => match first {
            syn::Type::Tuple(tuple) => tuple.elems.iter().any(refers),
            first => refers(first),
        },
        "HashMap" | "BTreeMap" => lends(first),
        "Option" | "Result" => return list_of_references(first),
        _ => false,
    };
    is_one.then_some(ty)
}

/// The keys of a map, where they are references to what does not live for ever: its cotangent has them, and no lifetime to name.
fn borrowed_key(ty: &syn::Type) -> Option<&syn::Type> {
    let syn::Type::Path(path) = ty else { return None };
    let last = path.path.segments.last()?;
    let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    let syn::GenericArgument::Type(key) = arguments.args.first()? else {
        return None;
    };
    let is_static =
        |reference: &syn::TypeReference| reference.lifetime.as_ref().is_some_and(|life| life.ident == "static");
    let borrowed = matches!(key, syn::Type::Reference(reference) if !is_static(reference));
    let is_map = ["HashMap", "BTreeMap", "IndexMap"]
        .iter()
        .any(|name| last.ident == name);
    (is_map && borrowed).then_some(key)
}

fn check_param_type(param: &syn::PatType, generics: &syn::Generics, diagnostics: &Diagnostics) {
    let no_diff = take_no_diff(&mut param.attrs.clone());
    if let Some(callable) = crate::signature::callables::callable(&param.ty, generics)
        && !no_diff
    {
        if crate::syntax::references::holds_reference(&callable.output) {
            diagnostics.error(
                callable.output.span(),
                "a function whose result is a reference is not supported as a parameter",
                "let it return the value, or mark the parameter `#[no_diff]`",
            );
        }
        return;
    }
    if let Some(function) = crate::syntax::types::boxed_object(&param.ty)
        && crate::signature::callables::is_written(function)
        && !no_diff
    {
        diagnostics.error(
            param.ty.span(),
            "a parameter that is a boxed function is not supported",
            "take `impl Fn(f64) -> f64` or `&dyn Fn(f64) -> f64`; or mark the parameter `#[no_diff]`, where nothing active enters the function",
        );
        return;
    }
    if !no_diff && crate::syntax::types::tuple_of_references(&param.ty).is_some()
        || crate::syntax::types::View::of(&param.ty).is_some()
    {
        return;
    }
    // The derivatives have no lifetime that the items' type could name.
    let names_lifetime = |item: &syn::Type| {
        let mut erased = item.clone();
        crate::syntax::lifetimes::erase(&mut erased);
        erased != *item
    };
    if let syn::Type::Path(path) = &*param.ty
        && let Some(ident) = path.path.get_ident()
        && let Some(item) = crate::signature::bounds::traits::iterated(ident, generics)
        && crate::syntax::references::holds_reference(&item)
        && (!no_diff || names_lifetime(&item))
    {
        diagnostics.error(
            param.ty.span(),
            "a parameter that gives references one after the other is not supported yet",
            "take a slice, `&[T]`, or an iterator of values, and let the caller add `.copied()`",
        );
    }
    let reference = match &*param.ty {
        syn::Type::Reference(reference) => Some(reference),
        ty => crate::syntax::types::optional_reference(ty),
    };
    if !no_diff
        && reference.is_none()
        && !crate::syntax::types::is_inert_parameter(&param.ty)
        && crate::syntax::references::holds_reference(&param.ty)
        && !crate::syntax::types::is_holder(&param.ty)
    {
        diagnostics.error(
            param.ty.span(),
            "a parameter by value that holds a reference is not supported yet",
            "take it by reference, `&View<'_>`, or take the parts as parameters of their own",
        );
    }
    if let Some(reference) = reference
        && !no_diff
        && crate::syntax::references::holds_mutable_reference(&reference.elem)
    {
        diagnostics.error(
            reference.elem.span(),
            "a mutable reference behind another one is not supported yet",
            "take it by itself: `&mut T`, or `Option<&mut T>` by value",
        );
    }
    if let Some(key) = reference.and_then(|reference| borrowed_key(&reference.elem))
        && !no_diff
    {
        diagnostics.error(
            key.span(),
            "a map whose keys are borrowed carries no derivative yet",
            "write `&'static str` or `String` for the keys, or mark the parameter `#[no_diff]`",
        );
    }
    let mut ty = reference.map_or(&*param.ty, |reference| &*reference.elem);
    while let syn::Type::Reference(reference) = ty {
        ty = &reference.elem;
    }
    if let (syn::Type::Ptr(_), false) = (ty, no_diff) {
        diagnostics.error(
            ty.span(),
            "a raw pointer carries no derivative",
            "pass a reference, or mark the parameter `#[no_diff]`",
        );
    }
}

/// A function must have something to differentiate with respect to. What is asked of marked dates and tables alone has sweeps for its
/// callers, and no entry points; where the marks stand on floats, there was something.
pub fn check_params(function: &crate::ir::function::Function, item: &syn::ItemFn, diagnostics: &Diagnostics) {
    if has_input(function) {
        return;
    }
    let name = &item.sig.ident;
    let marked = item.sig.inputs.iter().filter_map(|input| match input {
        syn::FnArg::Typed(param) if take_no_diff(&mut param.attrs.clone()) => {
            Some(crate::syntax::types::Ty::of(&param.ty))
        }
        syn::FnArg::Receiver(receiver) if take_no_diff(&mut receiver.attrs.clone()) => {
            Some(crate::syntax::types::Ty::Unknown)
        }
        _ => None,
    });
    let marked: Vec<crate::syntax::types::Ty> = marked.collect();
    if marked.iter().any(crate::syntax::types::Ty::is_of_floats) {
        diagnostics.error(
            name.span(),
            format!("`{name}` has nothing left to differentiate with respect to"),
            "take `#[no_diff]` off a parameter",
        );
    } else if marked.is_empty() {
        diagnostics.error(
            name.span(),
            format!("`{name}` has no parameter to differentiate with respect to"),
            "take a float, or something that holds floats, as a parameter",
        );
    }
}

/// Whether there is a parameter to differentiate with respect to.
pub fn has_input(function: &crate::ir::function::Function) -> bool {
    function.params.iter().any(|param| param.differentiable)
}

/// Whether a derivative can come out of a function: by its result, or by an argument that it writes to. One that only asks, or only
/// shows something, has sweeps for its callers and no entry points.
pub fn has_output(function: &crate::ir::function::Function) -> bool {
    let written = |param: &crate::ir::function::Param| match &param.callable {
        // A call may change what the function captured.
        Some((callable, _)) => callable.exclusive,
        None => param.differentiable && param.passing == crate::ir::function::Passing::Mut,
    };
    function.output_ty != crate::syntax::types::Ty::Unit || function.params.iter().any(written)
}
