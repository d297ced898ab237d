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
        let mut parts = Vec::new();
        let source_bar = self.mapped_bar(map, &map.source, &mut parts);
        let along = (map.along.as_ref()).map(|tangent| {
            let tangent = tangent.as_ref()?;
            Some((tangent.clone(), self.mapped_bar(map, tangent, &mut parts)))
        });
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
            source_bar,
            along,
            param,
            element_bar,
            forward,
            backward,
        })));
        for part in parts {
            self.emit(StmtKind::Accumulate("accumulate", part));
        }
    }

    /// What the cotangents of a mapped array's elements are added to. A closure that reads the array itself adds to the same cotangent
    /// meanwhile: then it is one of its own, which is added later.
    fn mapped_bar(&mut self, map: &Map, source: &Place, parts: &mut Vec<Vec<Argument>>) -> Option<Place> {
        let bar = source.at(self.present(source.root)?);
        let mut reads_source = false;
        map.body.uses(&mut |var, _| reads_source |= var == source.root);
        if !reads_source {
            return Some(bar);
        }
        let part = self.f.named_var("part", self.f.place_ty(source), true);
        self.define(part, Op::Runtime("zero", vec![Argument::Ref(source.clone())]));
        parts.push(vec![Argument::Mut(bar), Argument::Ref(Place::var(part))]);
        Some(Place::var(part))
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
