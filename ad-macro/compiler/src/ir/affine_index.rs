//! Indices that are affine in a loop's variable, with slope one: `j`, `base + j`, `j - 1`.
//!
//! Input:  an index, the loop over `j`
//! Output: `Offset`: by a literal, by an invariant expression, or none

use crate::ir::function::Function;
use crate::ir::opaque::Opaque;
use crate::ir::place::{Atom, Offset, Var};
use crate::syntax::flat_set::FlatSet;
use proc_macro2::TokenStream;
use quote::quote;
use syn::BinOp;

impl Offset {
    /// That of an integer which is computed from the loop's index, if it goes along with it. `own` are the variables of the loop's
    /// body.
    pub fn of(f: &Function, opaque: &Opaque, index: Var, own: &FlatSet<Var>) -> Option<Offset> {
        let reads: Vec<Var> = opaque.reads.iter().copied().filter(|read| *read != index).collect();
        let fixed = reads.iter().all(|read| !own.contains(read) && !f.info(*read).mutable);
        if !fixed || !opaque.pure || !opaque.writes.is_empty() {
            return None;
        }
        let Ok(syn::Expr::Binary(sum)) = syn::parse2(opaque.tokens.clone()) else {
            return None;
        };
        let name = f.info(index).name.to_string();
        let is_it = |expr: &syn::Expr| matches!(expr, syn::Expr::Path(path) if path.path.is_ident(&name));
        let (base, before) = match (&*sum.left, &*sum.right, &sum.op) {
            (base, it, BinOp::Add(_)) | (it, base, BinOp::Add(_)) if is_it(it) => (base, false),
            (it, base, BinOp::Sub(_)) if is_it(it) => (base, true),
            _ => return None,
        };
        let tokens = quote!(#base);
        if crate::syntax::tokens::mentions(tokens.clone(), &[name]) {
            return None;
        }
        Some(match (number(&tokens), before) {
            (Some(number), false) => Offset::Number(number),
            (Some(number), true) => Offset::Number(-number),
            (None, false) => Offset::Beyond(tokens, reads),
            (None, true) => Offset::Before(tokens, reads),
        })
    }

    /// What the index is where the loop's is `low`; `None` where rustc would see that this is no index.
    pub fn from(&self, f: &Function, low: &Atom) -> Option<(TokenStream, Vec<Var>)> {
        let mut reads: Vec<Var> = low.var().into_iter().collect();
        let from = crate::ir::spell::atom(&f.vars, low);
        let tokens = match (self, low) {
            (Offset::Number(0), _) => from,
            (Offset::Number(by), Atom::Constant(tokens, _)) => {
                let start = usize::try_from(number(tokens)? + by).ok()?;
                let start = proc_macro2::Literal::usize_unsuffixed(start);
                quote!(#start)
            }
            (Offset::Number(by), Atom::Var(_)) => {
                let distance = proc_macro2::Literal::u64_unsuffixed(by.unsigned_abs());
                if *by < 0 {
                    quote!(#from - #distance)
                } else {
                    quote!(#from + #distance)
                }
            }
            (Offset::Beyond(base, others), _) => {
                reads.extend(others);
                if low.is_zero() {
                    base.clone()
                } else {
                    quote!(#base + #from)
                }
            }
            (Offset::Before(base, others), Atom::Var(_)) => {
                reads.extend(others);
                quote!(#from - (#base))
            }
            (Offset::Before(..), Atom::Constant(..)) => return None,
        };
        Some((tokens, reads))
    }
}

/// The number that stands there, if it is one without a type of its own or an index.
fn number(tokens: &TokenStream) -> Option<i64> {
    let literal: syn::LitInt = syn::parse2(tokens.clone()).ok()?;
    let plain = matches!(literal.suffix(), "" | "usize");
    plain.then(|| literal.base10_parse().ok()).flatten()
}
