//! Early returns in tail position become branches.
//!
//! ```text
//! Input:  if c { return a } b
//! Output: if c { a } else { b }
//! ```

use syn::{Block, Expr, Stmt};

/// Makes branches of the early returns of a block whose value is what is returned; `leaf` is given each value.
pub fn as_branches(block: &mut Block, leaf: &dyn Fn(&mut Expr)) {
    for k in 0..block.stmts.len() {
        let Stmt::Expr(Expr::If(branch), _) = &mut block.stmts[k] else {
            continue;
        };
        if !returns(&branch.then_branch) || branch.else_branch.is_some() {
            continue;
        }
        let mut branch = branch.clone();
        let stmts = block.stmts.split_off(k + 1);
        let mut rest = Block {
            brace_token: block.brace_token,
            stmts,
        };
        block.stmts.pop();
        as_branches(&mut branch.then_branch, leaf);
        as_branches(&mut rest, leaf);
        branch.else_branch = Some((
            Default::default(),
            Box::new(Expr::Block(syn::ExprBlock {
                attrs: Vec::new(),
                label: None,
                block: rest,
            })),
        ));
        block.stmts.push(Stmt::Expr(Expr::If(branch), None));
        return;
    }
    if let Some(Stmt::Expr(expr, semi)) = block.stmts.last_mut() {
        if let Expr::Return(jump) = expr
            && let Some(value) = &jump.expr
        {
            *expr = (**value).clone();
            *semi = None;
        }
        if semi.is_none() {
            tail(expr, leaf);
        }
    }
}

fn tail(expr: &mut Expr, leaf: &dyn Fn(&mut Expr)) {
    match expr {
        Expr::If(branch) => {
            as_branches(&mut branch.then_branch, leaf);
            if let Some((_, els)) = &mut branch.else_branch {
                tail(els, leaf);
            }
        }
        Expr::Block(block) if block.label.is_none() => as_branches(&mut block.block, leaf),
        Expr::Match(stmt) => {
            for arm in &mut stmt.arms {
                if let Expr::Return(jump) = &*arm.body
                    && let Some(value) = &jump.expr
                {
                    arm.body = value.clone();
                }
                tail(&mut arm.body, leaf);
            }
        }
        value => leaf(value),
    }
}

/// Whether a block ends with a `return`.
fn returns(block: &Block) -> bool {
    matches!(block.stmts.last(), Some(Stmt::Expr(Expr::Return(_), _)))
}
