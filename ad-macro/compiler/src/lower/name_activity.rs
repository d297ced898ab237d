//! A coarse, name-based activity analysis ahead of lowering: the names that may carry a derivative. Lowering asks it only where the
//! form of the emitted code depends on the answer; `analysis/activity.rs` decides.
//!
//! Input:  `fn f(x: &[f64], n: usize) { let a = x[0]; let b = n + 1; }`
//! Output: `{x, a}`

use crate::syntax::expressions::{mentioned, pattern_idents};
use crate::syntax::flat_set::FlatSet;
use crate::syntax::walk::{Node, Walk, descend, walk};
use syn::{Expr, Pat};

/// The names of variables that may carry a derivative. `params` are the differentiable parameters.
pub fn possibly_active(block: &syn::Block, params: impl IntoIterator<Item = String>) -> FlatSet<String> {
    let mut flow = Flow {
        active: params.into_iter().collect(),
        closures: FlatSet::new(),
    };
    loop {
        let before = flow.active.len();
        flow.node(Node::Block(block));
        if flow.active.len() == before {
            return flow.active;
        }
    }
}

impl crate::lower::builder::Lower<'_> {
    /// Notes that what is made of an expression gets these names, which are not in the user's code.
    pub(super) fn flows_into<'n>(&mut self, expr: &Expr, names: impl IntoIterator<Item = &'n proc_macro2::Ident>) {
        if mentions(expr, &self.possibly_active) {
            let names = names.into_iter().map(|name| name.to_string());
            self.possibly_active.extend(names);
        }
    }
}

/// Whether an expression mentions one of the names outside `no_diff(..)`.
pub fn mentions(expr: &Expr, names: &FlatSet<String>) -> bool {
    let mut mention = Mention { names, found: false };
    mention.node(Node::Expr(expr));
    mention.found
}

/// The names in indices, in arguments, in what is gone through, in closures and in macros: what they hold may choose what is read.
pub fn choosing(block: &syn::Block) -> FlatSet<String> {
    let mut names = FlatSet::new();
    let mut choose = |expr: &Expr| mentioned(expr, &mut names);
    walk(block, |node| {
        match node {
            Node::Expr(Expr::Index(index)) => choose(&index.index),
            Node::Expr(Expr::Call(call)) => call.args.iter().for_each(&mut choose),
            Node::Expr(Expr::MethodCall(call)) => call.args.iter().for_each(&mut choose),
            Node::Expr(Expr::ForLoop(each)) => choose(&each.expr),
            Node::Expr(expr @ (Expr::Closure(_) | Expr::Macro(_))) => choose(expr),
            _ => {}
        }
        true
    });
    names
}

/// Whether a function, or a closure by its body, is left anywhere but at its end.
pub fn returns_from_within<'t>(body: impl Into<Node<'t>>) -> bool {
    let mut returns = false;
    walk(body, |node| {
        returns |= matches!(node, Node::Expr(Expr::Return(_) | Expr::Try(_)));
        !returns && !matches!(node, Node::Expr(Expr::Closure(_)) | Node::Item(_))
    });
    returns
}

/// The names of ranges whose ends are assigned: `range.start += 1`.
pub fn moved_ends(block: &syn::Block) -> FlatSet<String> {
    let mut ends = FlatSet::new();
    walk(block, |node| {
        let target = match node {
            Node::Expr(Expr::Assign(assign)) => Some(&*assign.left),
            Node::Expr(Expr::Binary(binary)) if crate::syntax::expressions::is_compound(&binary.op) => {
                Some(&*binary.left)
            }
            _ => None,
        };
        if let Some(Expr::Field(field)) = target
            && let (Expr::Path(path), syn::Member::Named(end)) = (&*field.base, &field.member)
            && (end == "start" || end == "end")
        {
            ends.extend(path.path.get_ident().map(ToString::to_string));
        }
        true
    });
    ends
}

struct Mention<'a> {
    names: &'a FlatSet<String>,
    found: bool,
}

impl<'ast> Walk<'ast> for Mention<'_> {
    fn node(&mut self, node: Node<'ast>) {
        match node {
            Node::Expr(expr) => {
                match expr {
                    Expr::Call(call) if crate::syntax::expressions::is_no_diff(&call.func) => {}
                    // A number of elements that is cast to an integer is a count, whatever they are.
                    Expr::Cast(cast)
                        if is_length(&cast.expr)
                            && crate::syntax::types::Ty::of(&cast.ty) == crate::syntax::types::Ty::Int => {}
                    Expr::Closure(closure) => {
                        // Its parameters are names of its own.
                        let mut names = self.names.clone();
                        for ident in crate::lower::chains::closures::parameters(closure) {
                            names.remove(&ident.to_string());
                        }
                        self.found |= mentions(&closure.body, &names);
                    }
                    Expr::Path(path) => {
                        self.found |= path
                            .path
                            .get_ident()
                            .is_some_and(|ident| self.names.contains(&ident.to_string()));
                    }
                    _ => descend(self, node),
                }
            }
            Node::Macro(mac) => {
                // Any word inside may be a variable.
                let text = mac.tokens.to_string();
                let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
                self.found |= words.into_iter().any(|word| self.names.contains(word));
            }
            node => descend(self, node),
        }
    }
}

/// `x.len()`, of a variable or a field.
fn is_length(expr: &Expr) -> bool {
    matches!(expr, Expr::MethodCall(call) if call.method == "len" && call.args.is_empty())
}

/// A static or a constant, by Rust's naming convention.
fn is_static(expr: &Expr) -> bool {
    let Expr::Path(path) = expr else { return false };
    let last = path.path.segments.last().map(|last| last.ident.to_string());
    last.is_some_and(|last| last.starts_with(char::is_uppercase) && !last.contains(char::is_lowercase))
}

struct Flow {
    active: FlatSet<String>,
    /// The names that closures are bound to.
    closures: FlatSet<String>,
}

impl Flow {
    fn bind(&mut self, pat: &Pat) {
        let mut idents = Vec::new();
        pattern_idents(pat, &mut idents);
        self.active.extend(idents.iter().map(ToString::to_string));
    }

    fn bind_last(&mut self, block: &syn::Block) {
        if let Some(syn::Stmt::Expr(value, None)) = block.stmts.last() {
            self.bind_root(value);
        }
    }

    /// The variables behind a place, or behind all that a branch may choose.
    fn bind_root(&mut self, expr: &Expr) {
        match expr {
            Expr::Path(path) => self.active.extend(path.path.get_ident().map(ToString::to_string)),
            Expr::Field(field) => self.bind_root(&field.base),
            Expr::Index(index) => self.bind_root(&index.expr),
            Expr::Unary(unary) => self.bind_root(&unary.expr),
            Expr::Paren(inner) => self.bind_root(&inner.expr),
            Expr::Reference(reference) => self.bind_root(&reference.expr),
            Expr::MethodCall(call) => self.bind_root(&call.receiver),
            Expr::Tuple(tuple) => tuple.elems.iter().for_each(|elem| self.bind_root(elem)),
            Expr::If(branch) => {
                self.bind_last(&branch.then_branch);
                branch.else_branch.iter().for_each(|(_, els)| self.bind_root(els));
            }
            Expr::Block(block) => self.bind_last(&block.block),
            Expr::Match(stmt) => stmt.arms.iter().for_each(|arm| self.bind_root(&arm.body)),
            Expr::Array(array) => array.elems.iter().for_each(|elem| self.bind_root(elem)),
            Expr::Call(call) if wraps(call) => call.args.iter().for_each(|arg| self.bind_root(arg)),
            _ => {}
        }
    }
}

impl Flow {
    /// What is written through a mutable reference reaches what it was taken from.
    fn bind_lender(&mut self, pat: &Pat, lender: &Expr) {
        let mut idents = Vec::new();
        pattern_idents(pat, &mut idents);
        if lends_mutably(lender) && idents.iter().any(|ident| self.active.contains(&ident.to_string())) {
            self.bind_root(lender);
        }
    }
}

/// Whether an expression gives a mutable reference: `&mut v[i]`, `v.get_mut(i).unwrap()`, `Some(&mut v)`, a branch of these.
fn lends_mutably(expr: &Expr) -> bool {
    match expr {
        Expr::Reference(reference) => reference.mutability.is_some(),
        Expr::MethodCall(call) => call.method.to_string().ends_with("_mut") || lends_mutably(&call.receiver),
        Expr::Paren(inner) => lends_mutably(&inner.expr),
        Expr::If(branch) => {
            let last = branch.then_branch.stmts.last();
            matches!(last, Some(syn::Stmt::Expr(value, None)) if lends_mutably(value))
                || branch.else_branch.as_ref().is_some_and(|(_, els)| lends_mutably(els))
        }
        Expr::Block(block) => {
            matches!(block.block.stmts.last(), Some(syn::Stmt::Expr(value, None)) if lends_mutably(value))
        }
        Expr::Match(stmt) => stmt.arms.iter().any(|arm| lends_mutably(&arm.body)),
        Expr::Tuple(tuple) => tuple.elems.iter().any(lends_mutably),
        Expr::Call(call) if wraps(call) => call.args.iter().any(lends_mutably),
        _ => false,
    }
}

/// `Some(&mut v)`
fn wraps(call: &syn::ExprCall) -> bool {
    matches!(&*call.func, Expr::Path(path) if crate::syntax::paths::is_variant(&path.path))
}

impl Flow {
    /// What a `let` binds.
    fn local(&mut self, local: &syn::Local) {
        if let (Pat::Ident(ident), Some(init)) = (&local.pat, &local.init)
            && matches!(&*init.expr, Expr::Closure(_))
        {
            self.closures.insert(ident.ident.to_string());
        }
        if let Some(init) = &local.init {
            if mentions(&init.expr, &self.active) {
                self.bind(&local.pat);
            }
            self.bind_lender(&local.pat, &init.expr);
        }
    }

    /// What is written in `vec![..]` is a part of the function like any other.
    fn elements(&mut self, mac: &syn::Macro) {
        use syn::parse::Parser;
        let elements = match crate::lower::parse_repeat(mac.tokens.clone()) {
            Ok((element, len)) => vec![element, len],
            Err(_) if let Some(zip) = crate::lower::zips::azip(mac) => vec![zip],
            Err(_) => {
                let list = syn::punctuated::Punctuated::<Expr, syn::Token![,]>::parse_terminated;
                list.parse2(mac.tokens.clone()).into_iter().flatten().collect()
            }
        };
        elements.iter().for_each(|element| self.node(Node::Expr(element)));
    }

    /// What flows by an expression itself. Whether its parts are still to be gone through.
    fn expression(&mut self, expr: &Expr) -> bool {
        match expr {
            Expr::Assign(assign) if mentions(&assign.right, &self.active) => self.bind_root(&assign.left),
            Expr::Binary(binary)
                if crate::syntax::expressions::is_compound(&binary.op) && mentions(&binary.right, &self.active) =>
            {
                self.bind_root(&binary.left);
            }
            Expr::ForLoop(stmt) => {
                if mentions(&stmt.expr, &self.active) {
                    self.bind(&stmt.pat);
                }
                self.bind_lender(&stmt.pat, &stmt.expr);
            }
            Expr::MethodCall(call) => return self.method_call(call),
            // The parameters of a closure bound to a name get what it is called with, somewhere.
            Expr::Closure(closure) => {
                let parameters = crate::lower::chains::closures::parameters(closure);
                self.active.extend(parameters.iter().map(ToString::to_string));
            }
            Expr::Call(call) if call.args.iter().any(|arg| mentions(arg, &self.active)) => {
                // A closure that is called with something active.
                self.bind_root(&call.func);
                for arg in &call.args {
                    // Another argument may be written: `&mut v`, or a reference passed on.
                    if lends_mutably(arg) || matches!(arg, Expr::Path(_)) {
                        self.bind_root(arg);
                    }
                }
            }
            // A closure that is lent to a function gets what that computes.
            Expr::Reference(reference) if reference.mutability.is_none() => {
                if let Expr::Path(path) = &*reference.expr
                    && let Some(ident) = path.path.get_ident()
                    && self.closures.contains(&ident.to_string())
                {
                    self.active.insert(ident.to_string());
                }
            }
            Expr::Let(binding) => {
                if mentions(&binding.expr, &self.active) {
                    self.bind(&binding.pat);
                }
                self.bind_lender(&binding.pat, &binding.expr);
            }
            Expr::Match(stmt) => {
                for arm in &stmt.arms {
                    if mentions(&stmt.expr, &self.active) {
                        self.bind(&arm.pat);
                    }
                    self.bind_lender(&arm.pat, &stmt.expr);
                }
            }
            _ => {}
        }
        true
    }

    /// The same of a method call.
    fn method_call(&mut self, call: &syn::ExprMethodCall) -> bool {
        let args = call.args.iter().any(|arg| mentions(arg, &self.active));
        // What is made of the items is not put back among them.
        let read = crate::lower::iterators::makes_items(&call.method.to_string()) && !lends_mutably(&call.receiver);
        if args && !read {
            self.bind_root(&call.receiver);
        }
        let flows = args || mentions(&call.receiver, &self.active);
        if flows {
            let lent = crate::lower::zips::lent_to_zip(call).into_iter();
            lent.filter(|lent| lends_mutably(lent) || matches!(lent, Expr::Path(_)))
                .for_each(|lent| self.bind_root(lent));
        }
        for arg in &call.args {
            if flows && lends_mutably(arg) {
                self.bind_root(arg);
            }
            if let Expr::Path(path) = arg
                && let Some(ident) = path.path.get_ident()
                && flows
                && self.closures.contains(&ident.to_string())
            {
                self.active.insert(ident.to_string());
            }
        }
        // What a static hands to a closure carries no derivative: `COUNT.with(|c| ..)`.
        let of_static = !flows && is_static(&call.receiver);
        if of_static {
            for arg in &call.args {
                match arg {
                    Expr::Closure(closure) => self.node(Node::Expr(&closure.body)),
                    arg => self.node(Node::Expr(arg)),
                }
            }
        }
        !of_static
    }
}

impl<'ast> Walk<'ast> for Flow {
    fn node(&mut self, node: Node<'ast>) {
        match node {
            Node::Local(local) => {
                self.local(local);
                descend(self, node);
            }
            Node::Macro(mac) => self.elements(mac),
            Node::Expr(expr) => {
                if self.expression(expr) {
                    descend(self, node);
                }
            }
            node => descend(self, node),
        }
    }
}
