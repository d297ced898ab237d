//! Ends the loans of borrowing results after their last use: a box would extend one to the end of its block, so that nothing could be
//! moved into the pullback or onto a tape out of what it borrows.
//!
//! Input:  `let view = call boxed(&m)  let t = call sum(&view)  …`
//! Output: `let view = call boxed(&m)  let t = call sum(&view)  let_go(view)  …`

use crate::ir::function::Function;
use crate::ir::opaque::Opaque;
use crate::ir::place::{Role, Use, Var};
use crate::ir::statement::{Block, Stmt, StmtKind};
use quote::quote;

/// Ends what borrows after its last use in its block: a box would do so at the end of the block, and until then nothing could be moved
/// into the pullback or onto a tape out of what lends it.
pub fn end_of_loans(f: &mut Function) {
    let mut body = std::mem::take(&mut f.body);
    let_go_in(f, &mut body);
    f.body = body;
}

fn let_go_in(f: &mut Function, block: &mut Block) {
    for stmt in &mut block.stmts {
        for inner in stmt.blocks_mut() {
            let_go_in(f, inner);
        }
    }
    let lent = |f: &Function, stmt: &Stmt| match &stmt.kind {
        StmtKind::Call(call) if f.info(call.out).role == Role::View && !f.info(call.out).mutable => Some(call.out),
        _ => None,
    };
    let vars: Vec<Var> = block.stmts.iter().filter_map(|stmt| lent(f, stmt)).collect();
    for var in vars.into_iter().rev() {
        let Some(last) = last_look(f, block, var) else { continue };
        let (ad, name, span) = (&f.ad, &f.info(var).name, block.stmts[last].span);
        let opaque = Opaque::once(quote!(#ad::let_go(#name);), Vec::new());
        let end = StmtKind::Effect {
            opaque,
            diverges: false,
        };
        let end = f.stmt(span, end);
        block.stmts.insert(last + 1, end);
    }
}

/// The last statement of a block that looks at what borrows, if all that do are calls to which it is lent; none, if something else holds
/// it, or it is moved.
fn last_look(f: &Function, block: &Block, var: Var) -> Option<usize> {
    let (mut last, mut held) = (None, false);
    for (k, stmt) in block.stmts.iter().enumerate() {
        let mut mentioned = false;
        stmt.uses(&mut |used, how| {
            mentioned |= used == var;
            held |= used == var && how == Use::Value;
        });
        if !mentioned {
            continue;
        }
        last = Some(k);
        // Anything but a call to which it is lent may take it apart, or use it in a block in which what lends it is written.
        let StmtKind::Call(call) = &stmt.kind else { return None };
        // What is made of it may borrow it.
        held |= call.out != var && f.info(call.out).role == Role::View;
    }
    block.result.iter().for_each(|atom| held |= atom.var() == Some(var));
    last.filter(|_| !held)
}
