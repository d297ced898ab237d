//! How what a call gives is used after the `let` that names it, which tells whether it is a reference.
//!
//! Input:  `let slot = table.slot(i); *slot += x;`
//! Output: that something is written through `slot`

use crate::lower::builder::Lower;
use crate::syntax::expressions::strip;
use crate::syntax::scalar_rules;
use crate::syntax::walk::{Node, Walk, descend};
use proc_macro2::Ident;
use syn::{Expr, UnOp};

impl Lower<'_> {
    /// What the result of a call can only be that a variable is bound to, by what is done with it later.
    pub(in crate::lower) fn used_later(&self, local: &syn::Local, following: &[syn::Stmt]) -> Option<Later> {
        let syn::Pat::Ident(ident) = &local.pat else {
            return None;
        };
        let init = strip(&local.init.as_ref()?.expr);
        if !matches!(init, Expr::Call(_) | Expr::MethodCall(_)) {
            return None;
        }
        let mut look = Look::of(&ident.ident);
        look.stmts(following);
        match look {
            Look { read, written, .. } if ident.mutability.is_none() && ident.by_ref.is_none() && (read || written) => {
                Some(Later::Reference { written })
            }
            Look { computed: true, .. } if matches!(init, Expr::MethodCall(_)) => Some(Later::Computed),
            _ => None,
        }
    }
}

/// What something can only be, by what is done with it later.
pub(in crate::lower) enum Later {
    Reference {
        written: bool,
    },
    /// A value that is computed with, as no option is, or a reference to one.
    Computed,
}

/// Looks for uses of a name that only a reference has, `*r`, `r[i] = x`, `r.iter_mut()`, and for those that no option has: `x * 2.0`,
/// `x += y`, `x.sin()`, `x > 0.0`.
struct Look<'a> {
    name: &'a Ident,
    read: bool,
    written: bool,
    computed: bool,
}

impl<'a> Look<'a> {
    fn of(name: &'a Ident) -> Look<'a> {
        Look {
            name,
            read: false,
            written: false,
            computed: false,
        }
    }

    fn is_name(&self, expr: &Expr) -> bool {
        matches!(strip(expr), Expr::Path(path) if path.path.is_ident(self.name))
    }

    fn target(&mut self, left: &Expr) {
        match left {
            Expr::Index(index) => self.target(&index.expr),
            Expr::Field(field) => self.target(&field.base),
            Expr::Paren(inner) => self.target(&inner.expr),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => self.target(&unary.expr),
            left => self.written |= self.is_name(left),
        }
    }
}

impl Look<'_> {
    /// Whether a pattern gives the name to something else.
    fn hides(&self, pat: &syn::Pat) -> bool {
        let mut idents = Vec::new();
        crate::syntax::expressions::pattern_idents(pat, &mut idents);
        idents.contains(self.name)
    }

    fn hidden_by(&self, cond: &Expr) -> bool {
        match cond {
            Expr::Let(binding) => self.hides(&binding.pat),
            Expr::Binary(binary) => self.hidden_by(&binary.left) || self.hidden_by(&binary.right),
            Expr::Paren(inner) => self.hidden_by(&inner.expr),
            _ => false,
        }
    }

    /// The statements up to where the name becomes that of something else.
    fn stmts(&mut self, stmts: &[syn::Stmt]) {
        for stmt in stmts {
            self.node(Node::Stmt(stmt));
            if matches!(stmt, syn::Stmt::Local(local) if self.hides(&local.pat)) {
                break;
            }
        }
    }
}

impl<'ast> Walk<'ast> for Look<'_> {
    fn node(&mut self, node: Node<'ast>) {
        match node {
            Node::Block(block) => self.stmts(&block.stmts),
            Node::Arm(arm) => {
                if !self.hides(&arm.pat) {
                    descend(self, node);
                }
            }
            Node::Expr(expr) => {
                match expr {
                    Expr::If(branch) if self.hidden_by(&branch.cond) => {
                        self.node(Node::Expr(&branch.cond));
                        if let Some((_, els)) = &branch.else_branch {
                            self.node(Node::Expr(els));
                        }
                        return;
                    }
                    Expr::While(stmt) if self.hidden_by(&stmt.cond) => return self.node(Node::Expr(&stmt.cond)),
                    Expr::ForLoop(stmt) if self.hides(&stmt.pat) => return self.node(Node::Expr(&stmt.expr)),
                    // `for x in column { *x *= k; }`
                    Expr::ForLoop(stmt) if self.is_name(&stmt.expr) => {
                        if let syn::Pat::Ident(item) = &*stmt.pat {
                            let mut look = Look::of(&item.ident);
                            look.stmts(&stmt.body.stmts);
                            self.written |= look.written;
                        }
                    }
                    Expr::Closure(closure) if closure.inputs.iter().any(|pat| self.hides(pat)) => return,
                    Expr::MethodCall(call) => {
                        let name = call.method.to_string();
                        let converts = call.args.is_empty() && crate::lower::vocabulary::converts_to(&name).is_some();
                        let has_rule =
                            scalar_rules::rule(&name).is_some_and(|rule| rule.params.len() == call.args.len() + 1);
                        self.computed |= (converts || has_rule) && self.is_name(&call.receiver);
                        if crate::infer::methods::writes_slice(&name, call.args.len()) {
                            self.target(&call.receiver);
                        }
                    }
                    Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => self.read |= self.is_name(&unary.expr),
                    Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => {
                        self.computed |= self.is_name(&unary.expr)
                    }
                    Expr::Assign(assign) => self.target(&assign.left),
                    Expr::Binary(binary) => {
                        let compound = crate::syntax::expressions::is_compound(&binary.op);
                        if compound {
                            self.target(&binary.left);
                        }
                        let arithmetic = compound || crate::syntax::expressions::is_arithmetic(&binary.op);
                        let number = |expr: &Expr| matches!(strip(expr), Expr::Lit(literal) if matches!(literal.lit, syn::Lit::Float(_)));
                        let computes = |one: &Expr, other: &Expr| self.is_name(one) && (arithmetic || number(other));
                        self.computed |= computes(&binary.left, &binary.right) || computes(&binary.right, &binary.left);
                    }
                    _ => {}
                }
                descend(self, node);
            }
            node => descend(self, node),
        }
    }
}
