//! Results of detached variables: what comes back has no derivative of what went in. Where it is used as a value and an active argument
//! went in, that is an error.
//!
//! Input:  `x * kind.measure(no_diff(state))`, of a local `kind` under `no_diff(kind)`
//! Output: `x * kind.measure(given::no_diff(state))`: such an argument is reported if it is active
//!
//! Input:  `x * self.kind.measure(state)`, under `no_diff(.kind)`
//! Output: `x * no_diff(self.kind.measure(given::no_diff(state)))`, where the marks are removed again where nothing is lost
//!
//! Nothing is lost where the result is dropped, `sender.send(state);`, or ends a loop's body or a function without result; in a
//! condition, a comparison, a pattern that binds nothing, an index, the bounds of a range, a variable of an inert written type; in what
//! is detached in turn; and where the option names the method too, `no_diff(kind, .measure)`. Where an argument is lent to be written,
//! `kind.measure(state, &mut out);`, the result may be there.

use crate::normalize::detach_names::is_one_of;
use crate::options::detached_name::member_key;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::walk::{Node, NodeMut, WalkMut, any, descend_mut, walk_mut};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{BinOp, Expr, FnArg, Pat, Token, Type};

/// Marks what the variables of the `silent` names are given where what they answer is used.
pub fn marked(function: &mut syn::ItemFn, silent: &FlatSet<String>, names: &FlatSet<String>) {
    let mut pass = Answers {
        silent,
        names,
        written: function.sig.inputs.iter().filter_map(lent_to_be_written).collect(),
        lossless: false,
    };
    pass.block(&mut function.block, gives_nothing(&function.sig));
}

/// The name of a parameter that is a mutable reference.
fn lent_to_be_written(input: &FnArg) -> Option<String> {
    match input {
        FnArg::Typed(param) => match (&*param.ty, &*param.pat) {
            (Type::Reference(lent), Pat::Ident(name)) if lent.mutability.is_some() => Some(name.ident.to_string()),
            _ => None,
        },
        FnArg::Receiver(_) => None,
    }
}

fn gives_nothing(signature: &syn::Signature) -> bool {
    match &signature.output {
        syn::ReturnType::Default => true,
        syn::ReturnType::Type(_, ty) => matches!(&**ty, Type::Tuple(tuple) if tuple.elems.is_empty()),
    }
}

/// Whether a called path is the `no_diff` of what is marked.
pub fn is_given(function: &Expr) -> bool {
    let Expr::Path(path) = function else { return false };
    let names = path.path.segments.iter().map(|part| part.ident.to_string());
    names.eq(["pullback", "rt", "given", "no_diff"])
}

/// Marks what something that is detached is given.
pub fn mark_given(arg: &mut Expr) {
    *arg = syn::parse_quote_spanned!(arg.span()=> ::pullback::rt::given::no_diff(#arg));
}

/// Whether an expression is a `bool` whatever is in it.
pub fn decides(expr: &Expr) -> bool {
    match expr {
        Expr::Binary(binary) => only_decides(&binary.op),
        Expr::Unary(unary) => matches!(unary.op, syn::UnOp::Not(_)) && decides(&unary.expr),
        Expr::Paren(inner) => decides(&inner.expr),
        _ => false,
    }
}

/// Takes the marks within the expression away: nothing is lost of what it gives.
pub fn unmarked(expr: &mut Expr) {
    struct Unmark;
    impl WalkMut for Unmark {
        fn node(&mut self, node: NodeMut<'_>) {
            match node {
                NodeMut::Expr(expr) => {
                    descend_mut(self, NodeMut::Expr(expr));
                    if let Expr::Call(call) = expr
                        && is_given(&call.func)
                        && let Some(given) = call.args.pop()
                    {
                        *expr = given;
                    }
                }
                node => descend_mut(self, node),
            }
        }
    }
    Unmark.node(NodeMut::Expr(expr));
}

struct Answers<'n> {
    silent: &'n FlatSet<String>,
    names: &'n FlatSet<String>,
    /// The parameters that are mutable references.
    written: FlatSet<String>,
    /// Whether nothing is lost of what is visited next: it is dropped, or no derivative comes out of it whatever it is.
    lossless: bool,
}

type Arguments = Punctuated<Expr, Token![,]>;

impl Answers<'_> {
    fn visit(&mut self, expr: &mut Expr, lossless: bool) {
        self.lossless = lossless;
        self.node(NodeMut::Expr(expr));
    }

    /// A block of which the value is dropped, or not. An expression without a semicolon that is not the last statement gives none.
    fn block(&mut self, block: &mut syn::Block, lossless: bool) {
        let last = block.stmts.len().wrapping_sub(1);
        for (k, stmt) in block.stmts.iter_mut().enumerate() {
            match stmt {
                syn::Stmt::Expr(value, None) => self.visit(value, lossless || k < last),
                _ => self.node(NodeMut::Stmt(stmt)),
            }
        }
    }

    fn visit_range(&mut self, range: &mut syn::ExprRange, lossless: bool) {
        for end in [&mut range.start, &mut range.end].into_iter().flatten() {
            self.visit(end, lossless);
        }
    }

    /// Marks what is given, unless nothing of it is in what is used.
    fn mark(&self, args: &mut Arguments, lossless: bool) {
        if lossless && !args.iter().any(|arg| self.is_written(arg)) {
            return;
        }
        for arg in args {
            if let Expr::Call(aside) = arg
                && crate::syntax::expressions::is_no_diff(&aside.func)
            {
                let span = aside.func.span();
                *aside.func = syn::parse_quote_spanned!(span=> ::pullback::rt::given::no_diff);
            }
        }
    }

    /// Takes the marks in what is detached away, unless something is lent there to be written.
    fn unmark(&self, expr: &mut Expr) {
        let is_written = any(&*expr, |node| {
            matches!(node, Node::ExprCall(call)
                if is_given(&call.func) && call.args.iter().any(|arg| self.is_written(arg)))
        });
        if !is_written {
            unmarked(expr);
        }
    }

    /// Takes them away where what is given is in turn part of what is detached.
    fn unmark_in_turn(&self, expr: &mut Expr) {
        walk_mut(expr, |node| match node {
            NodeMut::Expr(expr) => match &**expr {
                Expr::Call(call) if is_given(&call.func) => false,
                Expr::Call(call) if crate::syntax::expressions::is_no_diff(&call.func) => {
                    self.unmark(expr);
                    false
                }
                _ => true,
            },
            _ => true,
        });
    }

    /// Whether what is called may write to what an argument is.
    fn is_written(&self, arg: &Expr) -> bool {
        match arg {
            Expr::Call(aside) if crate::syntax::expressions::is_no_diff(&aside.func) => {
                aside.args.iter().any(|arg| self.is_written(arg))
            }
            Expr::Reference(lent) => lent.mutability.is_some(),
            arg => is_one_of(&self.written, arg),
        }
    }
}

/// Whether nothing that may have a derivative gets a name.
fn keeps_nothing(pat: &Pat) -> bool {
    match pat {
        Pat::Type(typed) => crate::syntax::types::Ty::of(&typed.ty).is_inert() || keeps_nothing(&typed.pat),
        pat => !crate::syntax::expressions::binds(pat),
    }
}

/// Whether an operator gives a `bool` whatever its operands are.
fn only_decides(op: &BinOp) -> bool {
    crate::syntax::expressions::is_comparison(op) || matches!(op, BinOp::And(_) | BinOp::Or(_))
}

impl WalkMut for Answers<'_> {
    fn node(&mut self, node: NodeMut<'_>) {
        match node {
            NodeMut::Stmt(stmt) => match stmt {
                syn::Stmt::Expr(dropped, Some(_)) => self.visit(dropped, true),
                syn::Stmt::Local(local) => {
                    if let Some(init) = &mut local.init {
                        self.visit(&mut init.expr, keeps_nothing(&local.pat));
                        if let Some((_, otherwise)) = &mut init.diverge {
                            self.node(NodeMut::Expr(otherwise));
                        }
                    }
                }
                _ => descend_mut(self, NodeMut::Stmt(stmt)),
            },
            NodeMut::Expr(expr) => {
                let lossless = std::mem::replace(&mut self.lossless, false);
                match expr {
                    Expr::Call(call) if crate::syntax::expressions::is_no_diff(&call.func) => match lossless {
                        true => self.unmark(expr),
                        false => call.args.iter_mut().for_each(|arg| self.unmark_in_turn(arg)),
                    },
                    Expr::Call(call) if is_one_of(self.silent, &call.func) => self.mark(&mut call.args, lossless),
                    Expr::MethodCall(call) => {
                        if is_one_of(self.silent, &call.receiver) {
                            let named = self.names.contains(&member_key(&call.method));
                            self.mark(&mut call.args, lossless || named);
                        }
                        // An answer may go into what a method is given.
                        let alone = call.args.iter().all(|arg| matches!(arg, Expr::Lit(_)));
                        self.visit(&mut call.receiver, lossless && alone);
                        call.args.iter_mut().for_each(|arg| self.node(NodeMut::Expr(arg)));
                    }
                    Expr::If(branch) => {
                        self.visit(&mut branch.cond, true);
                        self.block(&mut branch.then_branch, lossless);
                        if let Some((_, otherwise)) = &mut branch.else_branch {
                            self.visit(otherwise, lossless);
                        }
                    }
                    Expr::Let(test) => self.visit(&mut test.expr, keeps_nothing(&test.pat)),
                    Expr::Match(choice) => {
                        let decides = choice.arms.iter().all(|arm| keeps_nothing(&arm.pat));
                        self.visit(&mut choice.expr, decides);
                        for arm in &mut choice.arms {
                            self.node(NodeMut::Pat(&mut arm.pat));
                            self.visit(&mut arm.body, lossless);
                        }
                    }
                    Expr::Block(inner) => self.block(&mut inner.block, lossless),
                    Expr::While(repeated) => {
                        self.visit(&mut repeated.cond, true);
                        self.block(&mut repeated.body, true);
                    }
                    Expr::ForLoop(ahead) => {
                        match &mut *ahead.expr {
                            // What a loop counts is whole.
                            Expr::Range(range) => self.visit_range(range, true),
                            ahead => self.node(NodeMut::Expr(ahead)),
                        }
                        self.block(&mut ahead.body, true);
                    }
                    Expr::Loop(repeated) => self.block(&mut repeated.body, true),
                    Expr::Binary(binary) => {
                        let lossless = only_decides(&binary.op)
                            || lossless && !crate::syntax::expressions::is_compound(&binary.op);
                        self.visit(&mut binary.left, lossless);
                        self.visit(&mut binary.right, lossless);
                    }
                    Expr::Index(index) => {
                        self.visit(&mut index.expr, lossless);
                        self.visit(&mut index.index, true);
                    }
                    Expr::Range(range) => self.visit_range(range, lossless),
                    Expr::Field(field) => self.visit(&mut field.base, lossless),
                    Expr::Reference(lent) => self.visit(&mut lent.expr, lossless),
                    Expr::Cast(cast) => self.visit(&mut cast.expr, lossless),
                    Expr::Paren(inner) => self.visit(&mut inner.expr, lossless),
                    Expr::Tuple(parts) => parts.elems.iter_mut().for_each(|part| self.visit(part, lossless)),
                    Expr::Try(tried) => self.visit(&mut tried.expr, lossless),
                    Expr::Unary(unary) => {
                        let lossless = lossless || matches!(unary.op, syn::UnOp::Not(_));
                        self.visit(&mut unary.expr, lossless);
                    }
                    _ => descend_mut(self, NodeMut::Expr(expr)),
                }
            }
            NodeMut::PatGuard(guarded) => self.visit(&mut guarded.guard, true),
            NodeMut::Item(_) => {}
            node => descend_mut(self, node),
        }
    }
}
