//! Emits closures that became functions: the forward sweep as a closure that captures nothing and returns its pullback.
//!
//! Input:  lambda #0, `fn(k: &_, t) { k * t }`
//! Output: `|(k, ()), ws, t| { let value = *k * t; (value, move |ws, seed, ((k, ()), (mut k_bar, ())), (t, mut t_bar)| { … }) }`

use crate::emit::emitter::Emit;
use crate::ir::plan::Plan;
use crate::ir::sweeps::Backward;
use crate::ir::*;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::located::quote;
use proc_macro2::{Ident, Span, TokenStream};

pub fn name(f: &Function, var: Var) -> &Ident {
    &f.info(var).name
}

fn bar(f: &Function, param: &Param) -> Ident {
    match param.bar {
        Some(bar) => name(f, bar).clone(),
        None => quote::format_ident!("_"),
    }
}

/// `(first, (second, ()))`
pub fn list(items: impl DoubleEndedIterator<Item = TokenStream>) -> TokenStream {
    items.rev().fold(quote!(()), |rest, item| quote!((#item, #rest)))
}

/// The closure's forward sweep, as a closure that captures nothing and returns its pullback.
pub fn forward(lambda: &Lambda) -> TokenStream {
    let f = &lambda.function;
    let Some((backward, plan)) = &lambda.sweeps else {
        unreachable!("a closure in an active call has been differentiated")
    };
    let (captured, params) = f.params.split_at(lambda.captured);
    let (ad, ws) = (&f.ad, &f.ws);
    let function = |param: &Param| param.callable.as_ref().map(|(_, call)| call.clone());
    let refs = list(captured.iter().map(|param| {
        let name = name(f, param.var);
        match function(param) {
            Some(call) => quote!((mut #name, #call)),
            None => quote!(#name),
        }
    }));
    let again = list(captured.iter().map(|param| {
        let name = name(f, param.var);
        match function(param) {
            Some(_) => quote!(mut #name),
            None => quote!(#name),
        }
    }));
    let bars = list(captured.iter().map(|param| {
        let bar = bar(f, param);
        quote!(mut #bar)
    }));
    let names: Vec<_> = params.iter().map(|param| name(f, param.var)).collect();
    let name_bars: Vec<_> = params.iter().map(|param| bar(f, param)).collect();
    // A captured value without derivative comes without a buffer.
    let lent: Vec<_> = f
        .params
        .iter()
        .enumerate()
        .filter(|(k, param)| param.passing == Passing::Mut && (*k >= lambda.captured || param.differentiable))
        .map(|(_, param)| bar(f, param))
        .collect();
    let tapes: Vec<_> = plan.tapes.iter().map(|tape| name(f, *tape)).collect();
    let seed = name(f, backward.seed);
    let mut fresh = f.names.clone();
    let value = fresh.fresh("value", Span::call_site());
    let (inlined, once) = (is_small(f, backward), fresh.fresh("once", Span::call_site()));
    let spend = inlined.then(|| quote!(#once.spend();));
    let emit = Emit::new(f, plan, &[&f.body, &backward.block], &backward.results);
    let backward_block = emit.sweep(&backward.block, |result| result);
    let closure = quote! {
        move |#ws: &mut #ad::Workspace, mut #seed, (#again, #bars), #((#names, mut #name_bars)),*| {
            #(let #lent = #lent.expect("a `&mut` argument comes with a buffer for its cotangent");)*
            #spend
            #backward_block
            #(#ws.recycle(#tapes);)*
        }
    };
    let closure = match inlined {
        true => quote!({ let #once = #ad::Once::new(); #[inline(always)] #closure }),
        false => closure,
    };
    let sweep = emit.sweep(&f.body, |result| {
        if result.is_empty() {
            quote!(((), #closure))
        } else {
            quote!(let #value = #result; (#value, #closure))
        }
    });
    quote! {
        |#refs, #ws: &mut #ad::Workspace, #(#names),*| {
            #(let mut #tapes = #ws.tape();)*
            #sweep
        }
    }
}

/// Whether a pullback is to become a part of its callers in any case: where it is small and calls no other, so that code grows by a
/// constant factor at most. Copies of numbers cost nothing.
pub fn is_small(f: &Function, backward: &Backward) -> bool {
    let (mut calls, mut statements) = (!f.lambdas.is_empty(), 0);
    let mut note = |stmt: &Stmt| calls |= matches!(&stmt.kind, StmtKind::Call(call) if !call.inactive);
    f.body.walk(&mut note);
    backward.block.walk(&mut |stmt| {
        let copy = matches!(stmt.as_let(), Some((_, Op::Read(place))) if place.is_whole());
        statements += usize::from(!copy);
        note(stmt);
    });
    !calls && statements <= SMALL
}

/// The most statements of a pullback that is always inlined.
const SMALL: usize = 100;

/// The closure as it was written: `captured` are the references to what it captures.
pub fn plain(lambda: &Lambda, captured: impl Iterator<Item = TokenStream>) -> TokenStream {
    let f = &lambda.function;
    let absent = crate::plan::deferred_init::absent(f, &Block::default(), &FlatSet::new(), &FlatSet::new());
    let plan = Plan {
        unassigned: absent.unassigned,
        ..Default::default()
    };
    let emit = Emit::new(f, &plan, &[&f.body], &[]);
    let (outer, params) = f.params.split_at(lambda.captured);
    let bindings = outer.iter().zip(captured).map(|(param, reference)| {
        let name = name(f, param.var);
        quote!(let #name = #reference;)
    });
    let names = params.iter().map(|param| {
        let (name, ty) = (name(f, param.var), &param.ty);
        quote!(#name: #ty)
    });
    let body = emit.sweep(&f.body, |result| result);
    quote!(|#(#names),*| { #(#bindings)* #body })
}
