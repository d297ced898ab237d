//! Whole reads of variables that nothing reads afterwards, before they are assigned anew: no derivative flows back to what they hold
//! from anywhere else, whichever way control goes on.
//!
//! Input:  `let t = v   let r = call step(t)   if ok { v = r.0 } else { return r }`, jumps included
//! Output: the statement that defines `t`

use crate::ir::*;
use crate::syntax::flat_map::FlatMap;
use crate::syntax::flat_set::FlatSet;

type Live = FlatSet<Var>;

struct Pass {
    /// What is read after the end of each loop, and at its head.
    loops: FlatMap<usize, (Live, Live)>,
    spent: FlatSet<usize>,
}

/// The statements that read a variable of the function's own for the last time.
pub fn spent(f: &Function) -> FlatSet<usize> {
    let mut pass = Pass {
        loops: FlatMap::new(),
        spent: FlatSet::new(),
    };
    pass.block(&f.body, Live::new());
    let mut own = FlatSet::new();
    f.body.walk(&mut |stmt| {
        if let Some((_, Op::Read(place))) = stmt.as_let()
            && f.info(place.root).role == Role::Value
            && !f.info(place.root).ty.is_scalar()
            && f.params.iter().all(|param| param.var != place.root)
        {
            own.insert(stmt.id);
        }
    });
    &pass.spent & &own
}

impl Pass {
    /// What is read from the beginning of a block on, if `live` is from its end on.
    fn block(&mut self, block: &Block, mut live: Live) -> Live {
        block
            .result
            .iter()
            .for_each(|atom| atom.uses(&mut |var, _| _ = live.insert(var)));
        for stmt in block.stmts.iter().rev() {
            live = self.stmt(stmt, live);
        }
        live
    }

    fn stmt(&mut self, stmt: &Stmt, mut live: Live) -> Live {
        match &stmt.kind {
            StmtKind::If(branch) => {
                let mut either = self.block(&branch.then, live.clone());
                either.extend(self.block(&branch.els, live));
                branch.cond.uses(&mut |var, _| _ = either.insert(var));
                return either;
            }
            StmtKind::Loop(body) => {
                let mut head = live.clone();
                loop {
                    body.kind.uses(&mut |var, _| _ = head.insert(var));
                    self.loops.insert(body.label, (live.clone(), head.clone()));
                    let more = self.block(&body.body, head.clone());
                    if more.is_subset(&head) {
                        return head;
                    }
                    head.extend(more);
                }
            }
            StmtKind::Exit(exit) => {
                live = match exit {
                    Exit::Return(_) => Live::new(),
                    Exit::Break(label, _) => self.loops.get(label).map_or(live, |(after, _)| after.clone()),
                    Exit::Continue(label) => self.loops.get(label).map_or(live, |(_, head)| head.clone()),
                };
            }
            StmtKind::Assign { place, .. } if place.is_whole() => _ = live.remove(&place.root),
            StmtKind::Let {
                op: Op::Read(place), ..
            } if place.is_whole() => {
                match live.contains(&place.root) {
                    true => self.spent.remove(&stmt.id),
                    false => self.spent.insert(stmt.id),
                };
            }
            _ => {}
        }
        let whole = match &stmt.kind {
            StmtKind::Assign { place, .. } if place.is_whole() => Some(place.root),
            _ => None,
        };
        stmt.uses(&mut |var, _| {
            if whole != Some(var) {
                live.insert(var);
            }
        });
        live
    }
}
