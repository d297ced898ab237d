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
    let emit = Emit::new(f, plan, &[&f.body, &backward.block], &backward.results);
    let backward_block = emit.sweep(&backward.block, |result| result);
    let params = quote!(#ws: &mut #ad::Workspace, mut #seed, (#again, #bars), #((#names, mut #name_bars)),*);
    let statements = quote! {
        #(let #lent = #lent.expect("a `&mut` argument comes with a buffer for its cotangent");)*
        #backward_block
        #(#ws.recycle(#tapes);)*
    };
    let closure = if is_small(f, backward) {
        let once = fresh.fresh("once", Span::call_site());
        let statements = within(f, &quote!(#ad), statements);
        quote!({
            let #once = #ad::Once::new();
            #[inline(always)]
            move |#params| { #once.spend(); #statements }
        })
    } else {
        quote!(move |#params| { #statements })
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

/// Whether a pullback is to become a part of its callers whatever LLVM makes of its size. What calls others stands in `ad::within`: code
/// would grow with each call of a call. Beside a loop of calls one more is little. Copies of numbers cost nothing.
pub fn is_small(f: &Function, backward: &Backward) -> bool {
    let (mut size, mut repeated) = (0, 0);
    f.body.walk(&mut |stmt| {
        size += cost_of_call(stmt);
        if let StmtKind::Loop(body) = &stmt.kind {
            body.body.walk(&mut |stmt| repeated += cost_of_call(stmt));
        }
    });
    backward.block.walk(&mut |stmt| {
        let copy = matches!(stmt.as_let(), Some((_, Op::Read(place))) if place.is_whole());
        size += usize::from(!copy && !matches!(stmt.kind, StmtKind::Unspill { .. }));
    });
    matches!(f.recursion, Recursion::None) && repeated == 0 && size <= SMALL
}

/// The most statements of a pullback that is always inlined.
const SMALL: usize = 210;

/// In statements, beside the one that runs its pullback. Most operators whose types only rustc knows turn out to be of numbers.
fn cost_of_call(stmt: &Stmt) -> usize {
    match &stmt.kind {
        StmtKind::Call(call) if call.inactive => 0,
        StmtKind::Call(call) if matches!(call.kind, CallKind::Operator | CallKind::Product) => 4,
        StmtKind::Call(_) => 10,
        _ => 0,
    }
}

/// The statements of a pullback that is always inlined, which are a function of their own where they call others and much is kept.
pub fn within(f: &Function, ad: &TokenStream, statements: TokenStream) -> TokenStream {
    let mut calls = !f.lambdas.is_empty();
    f.body.walk(&mut |stmt| calls |= cost_of_call(stmt) > 0);
    match calls {
        true => quote!(#ad::within({ #[inline(always)] move || { #statements } })),
        false => statements,
    }
}

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
