//! Backward of what moves the parts of a variable out: their cotangents are put in its own.
//!
//! ```text
//! Original: let v = list.Cons.0   let next = list.Cons.1
//! Adjoint:  let list_bar = zero of list_shape   put next_bar in list_bar.Cons.1   put v_bar in list_bar.Cons.0
//! ```
//!
//! Where all parts of a tuple are read once, its cotangent is the tuple of theirs: `let pair_bar = (a_bar, b_bar)`.
//!
//! The shape is taken before the first of them, and leaves them out: so a list costs no more than its first node.

use crate::adjoint::reverse::{Adjoint, Beginning, State};
use crate::analysis::partial_moves::{Run, runs};
use crate::ir::*;
use crate::syntax::located::quote;
use crate::syntax::types::Ty;

impl Adjoint<'_> {
    /// Notes where the cotangents of the block's variables may begin.
    pub(super) fn note_runs(&mut self, block: &Block) {
        for mut run in runs(self.f, block) {
            let root = run.root;
            if !self.activity.active(root) || self.borrowing.contains(&root) {
                continue;
            }
            let whole = self.parts_of_whole(&run);
            for read in &mut run.reads {
                let moved = self.handed_on.contains(&read.out) && !self.f.info(read.out).ty.is_scalar();
                read.last &= moved && self.activity.active(read.out) && self.f.info(read.out).annotation.is_none();
            }
            if whole.is_some() || run.reads.iter().any(|read| read.last) {
                let last = run.reads.last().expect("a run has reads").id;
                let (block, shape) = (self.block, None);
                let beginning = Beginning {
                    run,
                    block,
                    shape,
                    whole,
                };
                self.runs.insert(last, beginning);
            }
        }
    }

    /// What all parts of a tuple are read to, once each, which is nothing else.
    fn parts_of_whole(&self, run: &Run) -> Option<Vec<Var>> {
        let info = self.f.info(run.root);
        let Ty::Tuple(types) = &info.ty else { return None };
        let count = run.reads.len() == types.len() && !info.mutable && self.here(run.root);
        let read_to = |part: usize| {
            let read = run.reads.iter().find(|read| read.part == part.to_string())?;
            let own = self.activity.active(read.out) && self.f.info(read.out).annotation.is_none();
            (read.last && own).then_some(read.out)
        };
        (0..types.len())
            .filter(|_| count)
            .map(read_to)
            .collect::<Option<Vec<_>>>()
            .filter(|parts| !parts.is_empty())
    }

    /// Whether what a part of a tuple is read to has the cotangent of that part, which is made a tuple's with the others.
    pub(super) fn is_of_whole(&self, op: &Op, id: usize) -> bool {
        let Op::Read(place) = op else { return false };
        let beginning = self.beginnings.get(&place.root);
        beginning.is_some_and(|beginning| beginning.whole.is_some() && beginning.run.read(id).is_some())
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
        let ended = self
            .beginnings
            .values()
            .find(|beginning| beginning.run.reads[0].id == id);
        if let Some(Beginning {
            run,
            whole: Some(parts),
            ..
        }) = ended.cloned()
            && parts.iter().any(|part| self.bars.contains_key(part))
        {
            let bars = parts
                .iter()
                .filter_map(|part| self.present(*part).map(Atom::Var))
                .collect();
            parts.iter().for_each(|part| _ = self.bars.remove(part));
            self.contribute(&Place::var(run.root), Op::Tuple(bars));
        }
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
        let parts = Atom::Constant(quote!(&[#(#parts),*]), Ty::Inert);
        let name = format!("{}_shape", self.f.info(var).name);
        let shape = self.f.named_var(name.trim_start_matches("r#"), Ty::Inert, false);
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
