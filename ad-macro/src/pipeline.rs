//! The whole compiler, a line per pass.

use crate::adjoint::{Backward, adjoint};
use crate::attributes::{Options, check_signature, primal};
use crate::diagnostics::Diagnostics;
use crate::entry::{Twin, stub, twin};
use crate::ir::Function;
use crate::plan::{Plan, plan};
use crate::{activity, attributes, check, exits, fence, lower};
use proc_macro2::TokenStream;
use quote::quote;
use syn::spanned::Spanned;

/// What the passes make of a function, for the emitter and for the tests.
pub struct Compiled {
    pub function: Function,
    pub backward: Backward,
    pub plan: Plan,
    /// The printed form after each pass.
    #[cfg(test)]
    pub trace: Vec<(&'static str, String)>,
}

/// Runs the passes. The function is usable only if nothing was reported.
pub fn compile(item: &syn::ItemFn, options: &Options, diagnostics: &Diagnostics) -> Compiled {
    fence::fence(item, diagnostics);
    let mut function = lower::lower(item, options, diagnostics);
    check::checked("lower", &function, None);
    #[cfg(test)]
    let mut trace = vec![("lower", function.to_string())];
    exits::exits(&mut function);
    check::checked("exits", &function, None);
    #[cfg(test)]
    trace.push(("exits", function.to_string()));
    let active = activity::activity(&mut function, diagnostics);
    let mut backward = adjoint(&mut function, &active, diagnostics);
    check::checked("adjoint", &function, Some(&backward));
    #[cfg(test)]
    trace.push(("adjoint", function.print(&backward.block, 0)));
    let plan = plan(&mut function, &mut backward, diagnostics);
    check::checked("plan", &function, Some(&backward));
    #[cfg(test)]
    trace.push(("plan", format!("{function}{}", function.print(&backward.block, 0))));
    Compiled {
        function,
        backward,
        plan,
        #[cfg(test)]
        trace,
    }
}

/// `#[differentiable]` on a function: the function as it was written, and its twin.
pub fn expand(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let diagnostics = Diagnostics::new();
    let options = Options::parse(arguments, &diagnostics);
    let function = match syn::parse2::<syn::Item>(item.clone()) {
        Ok(syn::Item::Fn(function)) => function,
        Ok(other) => {
            let (what, help) = match &other {
                syn::Item::Impl(_) | syn::Item::Trait(_) => (
                    "`#[differentiable]` on an impl or a trait is not supported yet",
                    "put it on a free function",
                ),
                syn::Item::Struct(_) | syn::Item::Enum(_) | syn::Item::Union(_) | syn::Item::Type(_) => (
                    "`#[differentiable]` goes on a function",
                    "put it on the functions that compute with the type",
                ),
                _ => (
                    "`#[differentiable]` goes on a function",
                    "wrap the expression in a `fn`",
                ),
            };
            diagnostics.error(other.span(), what, help);
            let errors = diagnostics.finish();
            return quote!(#other #errors);
        }
        Err(error) => {
            diagnostics.error(
                error.span(),
                "`#[differentiable]` goes on a function",
                "wrap the expression in a `fn`",
            );
            let errors = diagnostics.finish();
            return quote!(#item #errors);
        }
    };
    check_signature(&function, &diagnostics);
    let name = options.name.clone().unwrap_or_else(|| function.sig.ident.clone());
    let plain = primal(function.clone());
    if !diagnostics.is_empty() {
        // The signature itself is out of reach: there is nothing to make a twin from.
        fence::fence(&function, &diagnostics);
        let errors = diagnostics.finish();
        return quote!(#plain #errors);
    }
    let compiled = compile(&function, &options, &diagnostics);
    attributes::check_params(&compiled.function, &function, &diagnostics);
    let recursive = options.recursive || calls_itself(&compiled.function);
    let twin_of = Twin {
        function: &function.sig.ident,
        name: &name,
        visibility: &function.vis,
        recursive,
    };
    if diagnostics.is_empty() {
        diagnostics.finish();
        let twin = twin(&twin_of, &compiled.function, &compiled.backward, &compiled.plan);
        quote!(#plain #twin)
    } else {
        let errors = diagnostics.finish();
        let stub = stub(&twin_of, &compiled.function);
        quote!(#plain #stub #errors)
    }
}

fn calls_itself(function: &Function) -> bool {
    let mut found = false;
    function.body.walk(&mut |stmt| {
        if let crate::ir::StmtKind::Call(call) = &stmt.kind {
            let last = call.function.segments.last();
            found |= !call.inactive && last.is_some_and(|segment| segment.ident == function.name);
        }
    });
    found
}
