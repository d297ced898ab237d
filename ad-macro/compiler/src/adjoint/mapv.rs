//! The adjoint of `mapv`: the closure's own adjoint, element by element.
//!
//! Input:  `y = mapv x, v -> v * k`
//! Output: `for each element: v_bar += y_bar · k` into `x_bar`, and `k_bar` summed over all

use crate::adjoint::reverse::{Adjoint, renumber};
use crate::ir::*;
use crate::syntax::located::quote;
use crate::syntax::types::Ty;

impl Adjoint<'_> {
    pub(super) fn mapv(&mut self, map: &Map, seed: Var) {
        self.prepare(&[&map.body]);
        let bar = self.present(map.source.root).map(|bar| map.source.at(bar));
        // A closure that reads the array itself adds to the same cotangent meanwhile.
        let mut reads_source = false;
        map.body.uses(&mut |var, _| reads_source |= var == map.source.root);
        let source_bar = match &bar {
            Some(_) if reads_source => {
                let part = self.f.named_var("part", self.f.place_ty(&map.source), true);
                self.define(part, Op::Runtime("zero", vec![Argument::Ref(map.source.clone())]));
                Some(Place::var(part))
            }
            bar => bar.clone(),
        };
        // The closure is run again, element by element: its statements get identities of their own.
        let mut forward = map.body.clone();
        drop_effects(&mut forward);
        renumber(self.f, &mut forward);
        let element_bar = self.f.named_var("element_bar", self.f.info(map.param).ty.clone(), true);
        let result = forward.result.take();
        let mut param_bar = None;
        let param = map.param;
        let span = self.span;
        let mut backward = self.nested_map(&mut forward, param, &mut param_bar, |pass| {
            pass.home.insert(element_bar, pass.block);
            if let Some(result) = result {
                pass.contribute_atom(&result, Op::Read(Place::var(element_bar)));
            }
        });
        backward.result = Some(match param_bar {
            Some(bar) => Atom::Var(bar),
            None => Atom::Constant(quote!(0.0), Ty::FLOAT),
        });
        self.span = span;
        self.emit(StmtKind::PullMap(Box::new(PullMap {
            source: map.source.clone(),
            seed,
            source_bar: source_bar.clone(),
            param,
            element_bar,
            forward,
            backward,
        })));
        if let (true, Some(bar), Some(part)) = (reads_source, bar, source_bar) {
            let args = vec![Argument::Mut(bar), Argument::Ref(part)];
            self.emit(StmtKind::Accumulate("accumulate", args));
        }
    }

    pub(super) fn nested_map(
        &mut self,
        forward: &mut Block,
        param: Var,
        param_bar: &mut Option<Var>,
        start: impl FnOnce(&mut Self),
    ) -> Block {
        let outer_block = self.block;
        self.next_block += 1;
        self.block = self.next_block;
        let id = self.block;
        let outer_out = std::mem::take(&mut self.out);
        self.home.insert(param, id);
        for stmt in &forward.stmts {
            for var in stmt.defines() {
                self.home.insert(var, id);
            }
        }
        start(self);
        let copy = forward.clone();
        self.block_stmts(&copy);
        // Where the closure does not look at the element, a zero; of a float it is written out.
        if !self.f.info(param).ty.is_float() {
            self.present(param);
        }
        *param_bar = self.bars.get(&param).map(|bar| bar.var);
        let home = &self.home;
        self.bars.retain(|var, _| home.get(var) != Some(&id));
        forward.stmts.splice(0..0, self.first.remove(&id).unwrap_or_default());
        forward.stmts.extend(self.last.remove(&id).unwrap_or_default());
        self.block = outer_block;
        Block {
            stmts: std::mem::replace(&mut self.out, outer_out),
            result: None,
        }
    }
}

/// What is printed or asserted happens in the forward sweep alone.
pub(super) fn drop_effects(block: &mut Block) {
    block
        .stmts
        .retain(|stmt| !matches!(&stmt.kind, StmtKind::Effect { opaque, diverges: false } if opaque.writes.is_empty()));
    for stmt in &mut block.stmts {
        for inner in stmt.blocks_mut() {
            drop_effects(inner);
        }
    }
}
