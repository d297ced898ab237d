//! Backward of what moves the parts of a variable out: their cotangents are put in its own.
//!
//! ```text
//! Original: let v = list.Cons.0   let next = list.Cons.1
//! Adjoint:  let list_bar = zero of list_shape   put next_bar in list_bar.Cons.1   put v_bar in list_bar.Cons.0
//! ```
//!
//! The shape is taken before the first of them, and leaves them out: so a list costs no more than its first node.

use crate::adjoint::reverse::{Adjoint, Beginning, State};
use crate::analysis::partial_moves::runs;
use crate::ir::*;
use crate::syntax::located::quote;

impl Adjoint<'_> {
    /// Notes where the cotangents of the block's variables may begin.
    pub(super) fn note_runs(&mut self, block: &Block) {
        for mut run in runs(self.f, block) {
            let root = run.root;
            if !self.activity.active(root) || self.borrowing.contains(&root) {
                continue;
            }
            for read in &mut run.reads {
                let moved = self.handed_on.contains(&read.out) && !self.f.info(read.out).ty.is_scalar();
                read.last &= moved && self.activity.active(read.out) && self.f.info(read.out).annotation.is_none();
            }
            if run.reads.iter().any(|read| read.last) {
                let last = run.reads.last().expect("a run has reads").id;
                let (block, shape) = (self.block, None);
                self.runs.insert(last, Beginning { run, block, shape });
            }
        }
    }

    /// Before the reverse sweep of a statement: whether the cotangent of what it reads begins here.
    pub(super) fn begin_parts(&mut self, id: usize) {
        if let Some(beginning) = self.runs.remove(&id) {
            let root = beginning.run.root;
            if self.bars.get(&root).is_none_or(|bar| bar.state != State::Present) {
                self.beginnings.insert(root, beginning);
            }
        }
    }

    /// After it: what is read before the run is read of a value that is whole.
    pub(super) fn end_parts(&mut self, id: usize) {
        self.beginnings.retain(|_, beginning| beginning.run.reads[0].id != id);
    }

    /// Whether what is read here is put back as it is.
    pub(super) fn is_put(&self, place: &Place, id: usize) -> bool {
        let beginning = self.beginnings.get(&place.root);
        let read = beginning.and_then(|beginning| beginning.run.read(id));
        read.is_some_and(|read| read.last)
    }

    /// The shape that the cotangent of a variable begins with, if parts are put there.
    pub(super) fn shape_of_rest(&mut self, var: Var) -> Option<Var> {
        let beginning = self.beginnings.get(&var)?;
        if beginning.shape.is_some() {
            return beginning.shape;
        }
        let Beginning { run, block, .. } = beginning.clone();
        let parts = run.reads.iter().filter(|read| read.last).map(|read| &read.part);
        let parts = Atom::Constant(quote!(&[#(#parts),*]), crate::syntax::types::Ty::Inert);
        let name = format!("{}_shape", self.f.info(var).name);
        let shape = self
            .f
            .named_var(name.trim_start_matches("r#"), crate::syntax::types::Ty::Inert, false);
        let op = Op::Runtime(
            "witness_without",
            vec![Argument::Ref(Place::var(var)), Argument::Value(parts)],
        );
        let stmt = self.f.stmt(self.span, StmtKind::Let { var: shape, op });
        self.home.insert(shape, block);
        self.before.entry(run.reads[0].id).or_default().push(stmt);
        self.beginnings.get_mut(&var)?.shape = Some(shape);
        Some(shape)
    }

    /// Puts the cotangent of a part that was moved out in that of the whole.
    pub(super) fn put_part(&mut self, place: &Place, value: Atom) {
        if let Some(bar) = self.present(place.root) {
            let held = matches!(&place.path[..], [Projection::Payload(accessor)] if spell::is_held(accessor));
            let (function, bar) = match held {
                true => ("hold", Place::var(bar)),
                false => ("put_part", place.at(bar)),
            };
            self.emit(StmtKind::Accumulate(
                function,
                vec![Argument::Mut(bar), Argument::Value(value)],
            ));
        }
    }

    /// Nothing flows back to a part that was moved out: what was left out of the shape is made up for.
    pub(super) fn put_nothing(&mut self, op: &Op, out: Var, id: usize) {
        let Op::Read(place) = op else { return };
        if !self.is_put(place, id) {
            return;
        }
        let there = self.bar_of(place.root).is_some();
        if there {
            let zero = self.zero(out);
            let value = self.temp(zero, self.f.info(out).ty.clone());
            self.put_part(place, value);
        } else if let Some(beginning) = self.beginnings.get_mut(&place.root) {
            let reads = &mut beginning.run.reads;
            reads
                .iter_mut()
                .filter(|read| read.id == id)
                .for_each(|read| read.last = false);
        }
    }
}
