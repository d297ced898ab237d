//! Functions that return an iterator of values return a `Vec` of them in the sweeps.
//!
//! Input:  `fn terms(&self, k: f64) -> impl Iterator<Item = f64> { self.data.iter().map(move |x| x * k) }`
//! Output: `fn terms(&self, k: f64) -> Vec<f64> { self.data.iter().map(move |x| x * k).collect::<Vec<f64>>() }`
//!
//! Input:  `fn steps(&self) -> impl Iterator<Item = f64> { Steps { of: self, at: 0 } }`
//! Output: `fn steps(&self) -> Vec<f64> { let mut items = Vec::new(); for next in (Steps { .. }) { items.push(next); } items }`
//!
//! All items are evaluated at once, whatever the caller consumes; so an iterator that could write to an argument is rejected, since the
//! primal writes only as far as it is advanced.

use crate::normalize::tail_expressions::InsideOut;
use crate::signature::returned_iterators::Iterated;
use crate::syntax::diagnostics::Diagnostics;
use crate::syntax::fresh_names::Names;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Expr, FnArg, ItemFn, Type};

/// The function as one that returns a list, if it returns an iterator of values that carry a derivative and borrow nothing.
pub fn collected(function: &ItemFn, diagnostics: &Diagnostics) -> Option<ItemFn> {
    let item = match Iterated::returned(&function.sig.output)? {
        Iterated::Values(item) if !crate::syntax::types::Ty::of(&item).is_inert() => item,
        _ => return None,
    };
    if crate::syntax::references::holds_reference(&item) {
        return None;
    }
    for input in function.sig.inputs.iter().filter(|input| writes(input)) {
        diagnostics.error(
            input.span(),
            "a function that returns an iterator of values and may write to an argument is not supported yet",
            "return a `Vec` of them: the derivatives make all of the items at once, whatever the caller takes",
        );
    }
    let list: Type = syn::parse_quote_spanned!(item.span()=> ::pullback::rt::std::vec::Vec<#item>);
    let mut function = function.clone();
    let mut names = Names::of(function.to_token_stream());
    let (items, next) = (names.fresh("items", item.span()), names.fresh("next", item.span()));
    let end = |expr: &mut Expr| {
        let span = expr.span();
        *expr = match &*expr {
            // What a struct's own `next` gives, a loop goes through.
            Expr::Struct(_) => syn::parse_quote_spanned!(span=> {
                let mut #items: #list = ::pullback::rt::std::vec::Vec::new();
                for #next in (#expr) {
                    #items.push(#next);
                }
                #items
            }),
            expr => syn::parse_quote_spanned!(span=> (#expr).collect::<#list>()),
        };
    };
    InsideOut::giving(&end).turn(&mut function.block);
    function.sig.output = syn::parse_quote!(-> #list);
    Some(function)
}

/// Whether an argument may be written to.
fn writes(input: &FnArg) -> bool {
    match input {
        FnArg::Receiver(receiver) => matches!(receiver.kind, syn::ReceiverKind::Reference(_, _, Some(_))),
        FnArg::Typed(param) => crate::syntax::references::holds_mutable_reference(&param.ty),
    }
}
