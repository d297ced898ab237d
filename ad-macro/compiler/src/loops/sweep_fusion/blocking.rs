//! Blocks the short iterations of a fused loop: several run forward, then in reverse.
//!
//! ```text
//! Input:  for i in 0..n { … }                                       reverse for i in 0..n { … }
//! Output: for block in blocks(0..n) { for i in from..to { … } }     reverse for block { reverse for i in from..to { … } }
//! ```
//!
//! Alone, an iteration would wait for its own results all the way forward and back; several are in flight at the same time. A block's
//! tape holds a few iterations, and stays in the nearest cache.

use crate::ir::*;
use crate::loops::sweep_fusion::{Fused, Fusion};
use crate::syntax::types::Ty;
use quote::quote;

impl Fusion<'_> {
    /// Puts a loop over blocks around the loop at `position`, and around its reverse sweep, which stands at `at`.
    pub(super) fn in_blocks(&mut self, position: usize, at: usize, fused: &mut Fused) -> Option<()> {
        let inner = self.f.body.stmts[position].clone();
        let way_back = self.backward.block.stmts[at].clone();
        let (StmtKind::Loop(body), StmtKind::Reverse(reverse)) = (&inner.kind, &way_back.kind) else {
            return None;
        };
        let LoopKind::Range {
            var,
            low,
            high,
            inclusive: false,
            reversed: false,
        } = &body.kind
        else {
            return None;
        };
        if reverse.by_trips {
            return None;
        }
        let ad = self.f.names_ad();
        let [low, high] = [low, high].map(|atom| (spell::atom(&self.f.vars, atom), atom.var()));
        let reads = low.1.into_iter().chain(high.1).collect();
        let (low, high) = (low.0, high.0);
        let [block, from, to] = ["block", "from", "to"].map(|name| self.f.named_var(name, Ty::Inert, false));
        let name = self.f.info(block).name.clone();
        let over = LoopKind::Iterator {
            pattern: quote!(#name),
            vars: vec![block],
            iterator: Opaque::pure(quote!(#ad::blocks(#low..#high)), reads),
        };
        let end = |f: &mut Function, var: Var, tokens| {
            f.vars[var.0].ty = Ty::Int;
            let op = Op::Opaque(Opaque::pure(tokens, vec![block]));
            f.stmt(inner.span, StmtKind::Let { var, op })
        };
        let ends = [
            end(&mut self.f, from, quote!(#name.start)),
            end(&mut self.f, to, quote!(#name.end)),
        ];
        let kind = LoopKind::range(*var, Atom::Var(from), Atom::Var(to));
        let (mut body, mut reverse) = (body.clone(), reverse.clone());
        body.kind = kind.clone();
        reverse.kind = kind;
        let trips = self.f.new_var("trips", Ty::Int, true);
        self.f.next_label += 1;
        let mut stmts = ends.to_vec();
        stmts.push(Stmt {
            kind: StmtKind::Loop(body),
            ..inner.clone()
        });
        let outer = StmtKind::Loop(Box::new(Loop {
            label: self.f.next_label,
            kind: over.clone(),
            body: Block { stmts, result: None },
            exit: None,
            trips,
            count_trips: false,
            tape: None,
            fused: None,
            checkpoint: None,
        }));
        let outer = self.f.stmt(inner.span, outer);
        fused.id = outer.id;
        fused.own.extend([block, from, to]);
        self.f.body.stmts[position] = outer;
        let reverse = Stmt {
            kind: StmtKind::Reverse(reverse),
            ..way_back.clone()
        };
        let outer = StmtKind::Reverse(Box::new(Reverse {
            of: fused.id,
            kind: over,
            by_trips: true,
            trips,
            body: Block {
                stmts: vec![reverse],
                result: None,
            },
            tape: None,
        }));
        let outer = self.f.stmt(way_back.span, outer);
        self.edits.insert(way_back.id, vec![outer]);
        Some(())
    }
}
