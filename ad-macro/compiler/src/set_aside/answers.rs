//! What comes back from a variable that is set aside has no derivative of what the variable is given: where it is used as a value, and
//! something active is given, that is an error.
//!
//! Input:  `x * kind.measure(no_diff(state))`, of a local `kind` under `no_diff(kind)`
//! Output: `x * kind.measure(given::no_diff(state))`: what is given like this is reported if it carries a derivative.
//!
//! Of what is dropped, `sender.send(state);`, nothing is lost, nor of a condition, a comparison, an index, what ends a loop's body or a
//! function without result, a pattern that gives nothing a name, and what is set aside in turn.
//! So it is where the option names the method, too, `no_diff(kind, .measure)`.

use super::{is_one_of, member_key};
use std::collections::BTreeSet;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Expr, Token};

/// Marks what the variables of the `silent` names are given where what they answer is used.
pub fn marked(function: &mut syn::ItemFn, silent: &BTreeSet<String>, names: &BTreeSet<String>) {
    let mut pass = Answers {
        silent,
        names,
        lossless: false,
    };
    pass.block(&mut function.block, returns_nothing(&function.sig));
}

fn returns_nothing(signature: &syn::Signature) -> bool {
    match &signature.output {
        syn::ReturnType::Default => true,
        syn::ReturnType::Type(_, ty) => matches!(&**ty, syn::Type::Tuple(tuple) if tuple.elems.is_empty()),
    }
}

/// Whether a called path is the `no_diff` of what is marked.
pub fn is_given(function: &Expr) -> bool {
    let Expr::Path(path) = function else { return false };
    let names = path.path.segments.iter().map(|part| part.ident.to_string());
    names.eq(["pullback", "rt", "given", "no_diff"])
}

struct Answers<'n> {
    silent: &'n BTreeSet<String>,
    names: &'n BTreeSet<String>,
    /// Whether nothing is lost of what is visited next: it is dropped, or no derivative comes out of it whatever it is.
    lossless: bool,
}

impl Answers<'_> {
    fn visit(&mut self, expr: &mut Expr, lossless: bool) {
        self.lossless = lossless;
        self.visit_expr_mut(expr);
    }

    /// A block of which the value is dropped, or not. An expression without a semicolon that is not the last statement gives none.
    fn block(&mut self, block: &mut syn::Block, lossless: bool) {
        let last = block.stmts.len().wrapping_sub(1);
        for (k, stmt) in block.stmts.iter_mut().enumerate() {
            match stmt {
                syn::Stmt::Expr(value, None) => self.visit(value, lossless || k < last),
                _ => self.visit_stmt_mut(stmt),
            }
        }
    }
}

fn mark(args: &mut Punctuated<Expr, Token![,]>) {
    for arg in args {
        if let Expr::Call(aside) = arg
            && crate::lower::is_no_diff(&aside.func)
        {
            let span = aside.func.span();
            *aside.func = syn::parse_quote_spanned!(span=> ::pullback::rt::given::no_diff);
        }
    }
}

/// Whether an operator gives a `bool` whatever its operands are.
fn only_decides(op: &BinOp) -> bool {
    use BinOp::{And, Eq, Ge, Gt, Le, Lt, Ne, Or};
    matches!(op, Eq(_) | Ge(_) | Gt(_) | Le(_) | Lt(_) | Ne(_) | And(_) | Or(_))
}

/// Whether a pattern gives nothing a name.
fn only_tests(pat: &syn::Pat) -> bool {
    let mut declared = super::Declared::default();
    syn::visit::Visit::visit_pat(&mut declared, pat);
    declared.0.is_empty()
}

impl VisitMut for Answers<'_> {
    fn visit_stmt_mut(&mut self, stmt: &mut syn::Stmt) {
        match stmt {
            syn::Stmt::Expr(dropped, Some(_)) => self.visit(dropped, true),
            syn::Stmt::Local(local) if matches!(local.pat, syn::Pat::Wild(_)) => {
                if let Some(init) = &mut local.init {
                    self.visit(&mut init.expr, true);
                }
            }
            _ => visit_mut::visit_stmt_mut(self, stmt),
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let lossless = std::mem::replace(&mut self.lossless, false);
        match expr {
            Expr::Call(call) if crate::lower::is_no_diff(&call.func) => {}
            Expr::Call(call) if is_one_of(self.silent, &call.func) && !lossless => mark(&mut call.args),
            Expr::MethodCall(call) => {
                let named = self.names.contains(&member_key(&call.method));
                if is_one_of(self.silent, &call.receiver) && !lossless && !named {
                    mark(&mut call.args);
                }
                self.visit(&mut call.receiver, lossless);
                call.args.iter_mut().for_each(|arg| self.visit_expr_mut(arg));
            }
            Expr::If(branch) => {
                self.visit(&mut branch.cond, true);
                self.block(&mut branch.then_branch, lossless);
                if let Some((_, otherwise)) = &mut branch.else_branch {
                    self.visit(otherwise, lossless);
                }
            }
            Expr::Let(test) => self.visit(&mut test.expr, only_tests(&test.pat)),
            Expr::Match(choice) => {
                let tests = choice.arms.iter().all(|arm| only_tests(&arm.pat));
                self.visit(&mut choice.expr, tests);
                for arm in &mut choice.arms {
                    self.visit_pat_mut(&mut arm.pat);
                    self.visit(&mut arm.body, lossless);
                }
            }
            Expr::Block(inner) => self.block(&mut inner.block, lossless),
            Expr::While(repeated) => {
                self.visit(&mut repeated.cond, true);
                self.block(&mut repeated.body, true);
            }
            Expr::ForLoop(repeated) => {
                self.visit_expr_mut(&mut repeated.expr);
                self.block(&mut repeated.body, true);
            }
            Expr::Loop(repeated) => self.block(&mut repeated.body, true),
            Expr::Binary(binary) => {
                let decides = only_decides(&binary.op);
                self.visit(&mut binary.left, decides);
                self.visit(&mut binary.right, decides);
            }
            Expr::Index(index) => {
                self.visit_expr_mut(&mut index.expr);
                self.visit(&mut index.index, true);
            }
            Expr::Paren(inner) => self.visit(&mut inner.expr, lossless),
            Expr::Try(tried) => self.visit(&mut tried.expr, lossless),
            Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Not(_)) => self.visit(&mut unary.expr, true),
            _ => visit_mut::visit_expr_mut(self, expr),
        }
    }

    fn visit_pat_guard_mut(&mut self, guarded: &mut syn::PatGuard) {
        self.visit(&mut guarded.guard, true);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
