//! The layout of a loop's tape: reserved, a fixed array, unrolled, or pushed.
//!
//! ```text
//! Original: for i in 0..n { … }       Emitted: for i in room(&mut tape, 0..n) { … put(&mut tape, what it saves) }
//! Original: for i in 0..9 { … }       Emitted: let tape: [_; 9] = filled(0..9, |i| { … what it saves })
//! Original: for i in 0..2 { … }       Emitted: let tape: [_; 2] = { let mut body = |i| { … }; [body(0), body(1)] }
//! ```
//!
//! Where the trip count is known before the first iteration, no allocation stands inside the loop: a call that might allocate makes LLVM
//! keep every loop-carried float in memory. The body of a loop that fills an array is a closure, and so it must not do what only a
//! loop can: move something out and put another value in its place, or give a variable its first value.

use crate::ir::*;
use crate::syntax::flat_set::FlatSet;
use proc_macro2::TokenStream;
use quote::ToTokens;

/// Larger arrays cost more to move than memory of their own.
const LARGEST_ARRAY: usize = 16;

/// `deferred`: the variables that are declared without a value.
pub fn form(f: &Function, body: &Loop, deferred: &FlatSet<Var>) -> TapeForm {
    let LoopKind::Range {
        low, high, inclusive, ..
    } = &body.kind
    else {
        return TapeForm::Pushed;
    };
    // Calls of the function itself in the loop put theirs on the same tape: the room that was made for the loop would be theirs.
    if body.exit.is_some() || body.count_trips || calls_itself(&body.body) {
        return TapeForm::Pushed;
    }
    match (literal(low), literal(high)) {
        (Some(low), Some(high)) => {
            let trips = (high + usize::from(*inclusive)).saturating_sub(low);
            // Of no iteration at all rustc would not know what it saves.
            if (1..=LARGEST_ARRAY).contains(&trips) && closes(f, &body.body, deferred) {
                TapeForm::Array(trips)
            } else {
                TapeForm::Reserved
            }
        }
        _ => TapeForm::Reserved,
    }
}

/// A literal that is greater by `by`, of the same type.
pub fn shifted(atom: &Atom, by: usize) -> TokenStream {
    let Atom::Constant(tokens, _) = atom else {
        unreachable!("the loop's bounds are literals")
    };
    let literal: syn::LitInt = syn::parse2(tokens.clone()).expect("the loop's bounds are literals");
    let number = literal.base10_parse::<usize>().expect("it fits") + by;
    syn::LitInt::new(&format!("{number}{}", literal.suffix()), literal.span()).into_token_stream()
}

fn literal(atom: &Atom) -> Option<usize> {
    match atom {
        Atom::Var(_) => None,
        Atom::Constant(tokens, _) => {
            let literal: syn::LitInt = syn::parse2(tokens.clone()).ok()?;
            literal.base10_parse().ok()
        }
    }
}

fn calls_itself(block: &Block) -> bool {
    let mut found = false;
    block.walk(&mut |stmt| {
        found |= matches!(&stmt.kind, StmtKind::Call(call) if call.kind == CallKind::Itself);
    });
    found
}

/// Whether the block can be the body of a closure that is called again and again.
fn closes(f: &Function, block: &Block, deferred: &FlatSet<Var>) -> bool {
    let mut own = FlatSet::new();
    block.walk(&mut |stmt| own.extend(stmt.defines()));
    let mut closes = true;
    block.walk(&mut |stmt| match &stmt.kind {
        // What is moved out of a variable in a loop is put there again.
        StmtKind::Assign { place, .. } if !own.contains(&place.root) => {
            closes &= f.place_ty(place).is_scalar() && !deferred.contains(&place.root);
        }
        StmtKind::Effect { diverges: true, .. } => closes = false,
        _ => {}
    });
    closes
}
