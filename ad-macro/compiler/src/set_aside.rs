//! With the option `no_diff(rng)`, the variables of these names carry no derivative.
//!
//! Input:  `let mut rng = generator(seed); let x = draw(&mut rng);`
//! Output: `let mut rng = no_diff(generator(seed)); let x = draw(no_diff(&mut rng));`
//!
//! What a function or a method of theirs is given is set aside, too: `sender.send(state)` is `sender.send(no_diff(state))`. It is for
//! what has a type without derivatives and is lent to be changed: a generator of random numbers, a log, a channel, a condition to stop.
//! A parameter of such a name is marked `#[no_diff]`. Where what a variable is given may leave the function, as in
//! `let Some(key) = key(x) else { return };` and `let key = key(x)?;`, what is before that is set aside: `no_diff(key(x))?`.

use std::collections::BTreeSet;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ItemFn, Pat};

/// Marks the parameters of these names, of a function or of those of an impl or a trait.
pub fn parameters(item: &mut syn::Item, names: &BTreeSet<String>) {
    struct Mark<'n>(SetAside<'n>);
    impl VisitMut for Mark<'_> {
        fn visit_signature_mut(&mut self, signature: &mut syn::Signature) {
            for input in &mut signature.inputs {
                if let syn::FnArg::Typed(param) = input
                    && self.0.declares(&param.pat)
                    && !crate::attributes::take_no_diff(&mut param.attrs.clone())
                {
                    param.attrs.push(syn::parse_quote!(#[no_diff]));
                }
            }
        }
        fn visit_block_mut(&mut self, _: &mut syn::Block) {}
    }
    Mark(SetAside { names }).visit_item_mut(item);
}

/// The function with `no_diff` around what such variables, or their functions, are given, and where they are lent to be changed.
pub fn detached(function: &ItemFn, names: &BTreeSet<String>) -> ItemFn {
    let mut function = function.clone();
    // They may be lent in a macro of the function's own.
    crate::expansions::expanded(&mut function);
    visit_mut::visit_block_mut(&mut SetAside { names }, &mut function.block);
    function
}

struct SetAside<'n> {
    names: &'n BTreeSet<String>,
}

impl SetAside<'_> {
    fn is_named(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Path(path) => path
                .path
                .get_ident()
                .is_some_and(|ident| self.names.contains(&ident.to_string())),
            _ => false,
        }
    }

    /// Whether all that the pattern declares has such a name: what it is given is set aside whole.
    fn declares(&self, pat: &Pat) -> bool {
        let mut declared = Declared(Vec::new());
        declared.visit_pat(pat);
        !declared.0.is_empty() && declared.0.iter().all(|name| self.names.contains(name))
    }
}

/// The names that a pattern declares. A constant is taken for one as well, and is none of those that are set aside.
struct Declared(Vec<String>);

impl<'p> Visit<'p> for Declared {
    fn visit_pat_ident(&mut self, ident: &'p syn::PatIdent) {
        self.0.push(ident.ident.to_string());
        visit::visit_pat_ident(self, ident);
    }
}

fn detach(value: &mut Expr) {
    if jumps(value) {
        detach_around_jumps(value);
    } else {
        *value = syn::parse_quote_spanned!(value.span()=> ::pullback::no_diff(#value));
    }
}

/// `match f(x) { Some(key) => key, None => return }`: nothing jumps out of `no_diff(..)`, so it goes around what the branches give, and
/// around what they are chosen by.
fn detach_around_jumps(value: &mut Expr) {
    let chosen = |by: &mut Expr| {
        if matches!(by, Expr::Call(_) | Expr::MethodCall(_) | Expr::Try(_)) {
            detach(by);
        }
    };
    match value {
        Expr::Match(branches) => {
            chosen(&mut branches.expr);
            branches.arms.iter_mut().for_each(|arm| detach(&mut arm.body));
        }
        Expr::If(branch) => {
            if let Expr::Let(test) = &mut *branch.cond {
                chosen(&mut test.expr);
            }
            detach_last(&mut branch.then_branch);
            if let Some((_, otherwise)) = &mut branch.else_branch {
                detach(otherwise);
            }
        }
        Expr::Block(block) if block.label.is_none() => detach_last(&mut block.block),
        Expr::Try(inner) => detach(&mut inner.expr),
        Expr::Paren(inner) => detach(&mut inner.expr),
        _ => {}
    }
}

fn detach_last(block: &mut syn::Block) {
    if let Some(syn::Stmt::Expr(last, None)) = block.stmts.last_mut() {
        detach(last);
    }
}

/// Whether the function or a loop may be left from within the expression.
fn jumps(expr: &Expr) -> bool {
    struct Jumps(bool);
    impl<'e> Visit<'e> for Jumps {
        fn visit_expr(&mut self, expr: &'e Expr) {
            match expr {
                Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) | Expr::Try(_) => self.0 = true,
                Expr::Closure(_) => {}
                _ => visit::visit_expr(self, expr),
            }
        }
        fn visit_item(&mut self, _: &'e syn::Item) {}
    }
    let mut jumps = Jumps(false);
    jumps.visit_expr(expr);
    jumps.0
}

impl VisitMut for SetAside<'_> {
    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        visit_mut::visit_local_mut(self, local);
        if self.declares(&local.pat)
            && let Some(init) = &mut local.init
        {
            detach(&mut init.expr);
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        match expr {
            Expr::Assign(assign) if self.is_named(&assign.left) => detach(&mut assign.right),
            Expr::Reference(lent) if lent.mutability.is_some() && self.is_named(&lent.expr) => detach(expr),
            Expr::Call(call) if self.is_named(&call.func) => call.args.iter_mut().for_each(detach),
            Expr::MethodCall(call) if self.is_named(&call.receiver) => call.args.iter_mut().for_each(detach),
            _ => {}
        }
    }

    /// What stands in it is set aside already.
    fn visit_expr_call_mut(&mut self, call: &mut syn::ExprCall) {
        if !crate::lower::is_no_diff(&call.func) {
            visit_mut::visit_expr_call_mut(self, call);
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
