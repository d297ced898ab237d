//! Differentiates closures that are passed to functions, and spells them as the function values that a twin takes.
//!
//! ```text
//! Input:  newton(|t| k * t, x)
//! Output: newton::forward(
//!             ws,
//!             ((ad::shared(&k), ()), (&k, ())),                  the captures: kinds, references
//!             |(k, ()), ws, t| {                                 the forward sweep, which captures nothing
//!                 let value = *k * t;
//!                 (value, move |ws, seed, ((k, ()), (mut k_bar, ())), (t, mut t_bar)| { … })
//!             },
//!             x,
//!         )
//! ```

use crate::analysis::activity::Activity;
use crate::function::compiled::Compiled;
use crate::ir::*;
use crate::syntax::diagnostics::Diagnostics;
use proc_macro2::{Ident, Span};
use quote::quote;

/// Differentiates the closures in calls that have a derivative. What they capture carries one if it does outside.
/// `sweeps` is the pipeline on a function, which is also how a closure becomes one.
pub fn closure_arguments(
    f: &mut Function,
    active: &Activity,
    diagnostics: &Diagnostics,
    sweeps: &dyn Fn(Function) -> Compiled,
) {
    let (mut found, mut captured) = (Vec::new(), Vec::new());
    f.body.walk(&mut |stmt| {
        let StmtKind::Call(call) = &stmt.kind else { return };
        for arg in &call.args {
            if let (Argument::Lambda(number, start), false) = (arg, call.inactive) {
                let roots: Vec<Option<Var>> = call.args[*start..].iter().map(root).collect();
                captured.extend(roots.iter().flatten().map(|root| (*root, stmt.span)));
                found.push((*number, roots));
            }
        }
    });
    for (var, span) in captured {
        outlives(f, var, span, diagnostics);
    }
    for (number, roots) in found {
        let structs: Vec<bool> = roots
            .iter()
            .map(|root| root.is_some_and(|root| f.structs.contains(&root)))
            .collect();
        let lambda = &mut f.lambdas[number];
        let mut function = std::mem::replace(&mut lambda.function, Function::empty(&f.name));
        for (param, root) in function.params[..lambda.captured].iter_mut().zip(roots) {
            param.differentiable = root.is_some_and(|root| active.active(root));
        }
        let captured = function.params.iter().zip(structs).filter(|(_, is_struct)| *is_struct);
        function.structs.extend(captured.map(|(param, _)| param.var));
        let mut compiled = sweeps(function);
        crate::plan::reuse_buffers::reuse_buffers(&mut compiled.function, &mut compiled.backward, &compiled.plan.kept);
        lambda.function = compiled.function;
        lambda.sweeps = Some((compiled.backward, compiled.plan));
    }
}

/// With `types(shape = dyn Shape + 'static)`, of a function that hands an object on to one whose closure captures it: `shape: &(dyn Shape + 'static)`.
pub fn require_owned(signature: &mut syn::Signature, names: &[Ident]) {
    for input in &mut signature.inputs {
        if let syn::FnArg::Typed(param) = input
            && matches!(&*param.pat, syn::Pat::Ident(pat) if names.contains(&pat.ident))
            && let syn::Type::Reference(reference) = &mut *param.ty
            && let Some(object) = crate::syntax::types::object(&reference.elem)
        {
            let mut bounds = object.bounds.iter();
            if !bounds.any(|bound| matches!(bound, syn::TypeParamBound::Lifetime(_))) {
                *reference.elem = syn::parse_quote!((#object + 'static));
            }
        }
    }
}

/// The types of what is captured outlive every call: `&dyn Potential` says less of an object. So the sweeps take one that owns what it
/// holds, where no trait says what they take.
fn outlives(f: &mut Function, captured: Var, span: Span, diagnostics: &Diagnostics) {
    let name = f.info(captured).name.clone();
    let param = f.params.iter_mut().find(|param| param.var == captured);
    let Some((Param { ty, .. }, object)) = param.and_then(|param| {
        let object = crate::syntax::types::object(&param.ty)?.clone();
        Some((param, object))
    }) else {
        return;
    };
    let mut lifetimes = object.bounds.iter().filter_map(|bound| match bound {
        syn::TypeParamBound::Lifetime(lifetime) => Some(lifetime),
        _ => None,
    });
    match lifetimes.next() {
        Some(lifetime) if lifetime.ident == "static" => {}
        None if !f.of_trait => *ty = syn::parse_quote!((#object + 'static)),
        _ => diagnostics.error(
            span,
            format!("`{name}`, which a closure captures here, is a trait object of unknown lifetime"),
            &format!("write `{name}: &({} + 'static)`", quote!(#object)),
        ),
    }
}

fn root(arg: &Argument) -> Option<Var> {
    match arg {
        Argument::Ref(place) | Argument::Mut(place) => Some(place.root),
        _ => None,
    }
}
