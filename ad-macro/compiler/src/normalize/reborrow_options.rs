//! What takes an option of a mutable reference by reference takes it by value in the sweeps.
//!
//! ```text
//! Input:  fn record(trace: &mut Option<&mut Vec<f64>>)     let mut trace = Some(&mut list); record(&mut trace);
//! Output: fn record(trace: Option<&mut Vec<f64>>)          let trace = Some(&mut list); record(&mut trace);
//! ```
//!
//! So it does in the entry points as well. An option of a reference is a condition and a place, and cannot itself be changed. So of
//! `&mut Option<&mut T>` a function can use no more than the reference inside, which the caller lends it again, as `as_deref_mut`
//! would. A variable that the caller lends, and does not itself change, is none that varies.

use std::collections::BTreeSet;
use syn::visit::Visit;
use syn::visit_mut::VisitMut;
use syn::{Expr, FnArg, ItemFn, Pat, Type, visit, visit_mut};

/// Changes the function to take them as its derivatives do, and gives the names of these parameters.
pub fn by_value(function: &mut ItemFn) -> BTreeSet<String> {
    let mut changed = Changed::default();
    changed.visit_block(&function.block);
    Lent { changed: changed.0 }.visit_block_mut(&mut function.block);
    let mut names = BTreeSet::new();
    for input in &mut function.sig.inputs {
        if let FnArg::Typed(param) = input
            && let Pat::Ident(name) = &*param.pat
            && let Type::Reference(reference) = &*param.ty
            && reference.mutability.is_some()
            && crate::syntax::types::optional_reference(&reference.elem).is_some_and(|inner| inner.mutability.is_some())
        {
            names.insert(name.ident.to_string());
            param.ty = reference.elem.clone();
        }
    }
    names
}

/// The names of what is assigned, or changed by a method of options.
#[derive(Default)]
struct Changed(BTreeSet<String>);

impl Changed {
    fn insert(&mut self, expr: &Expr) {
        match expr {
            Expr::Path(path) => self.0.extend(path.path.get_ident().map(ToString::to_string)),
            Expr::Paren(inner) => self.insert(&inner.expr),
            Expr::Tuple(tuple) => tuple.elems.iter().for_each(|part| self.insert(part)),
            _ => {}
        }
    }
}

impl<'ast> Visit<'ast> for Changed {
    fn visit_expr_assign(&mut self, assign: &'ast syn::ExprAssign) {
        self.insert(&assign.left);
        visit::visit_expr_assign(self, assign);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        if [
            "take",
            "take_if",
            "replace",
            "insert",
            "get_or_insert",
            "get_or_insert_with",
        ]
        .iter()
        .any(|name| call.method == name)
        {
            self.insert(&call.receiver);
        }
        visit::visit_expr_method_call(self, call);
    }
}

struct Lent {
    changed: BTreeSet<String>,
}

impl VisitMut for Lent {
    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        let value = local.init.as_ref().map(|init| &*init.expr);
        let (pat, written) = match &mut local.pat {
            Pat::Type(typed) => (&mut *typed.pat, Some(&*typed.ty)),
            pat => (pat, None),
        };
        let of_mutable = written
            .and_then(crate::syntax::types::optional_reference)
            .is_some_and(|inner| inner.mutability.is_some());
        if let Pat::Ident(name) = pat
            && value.is_some_and(|value| of_mutable || is_some_mutable(value))
            && !self.changed.contains(&name.ident.to_string())
        {
            name.mutability = None;
        }
        visit_mut::visit_local_mut(self, local);
    }

    // Functions inside are marked themselves.
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// `Some(&mut list)`.
fn is_some_mutable(value: &Expr) -> bool {
    let Expr::Call(call) = value else { return false };
    matches!(&*call.func, Expr::Path(path) if path.path.is_ident("Some"))
        && matches!(call.args.first(), Some(Expr::Reference(lent)) if lent.mutability.is_some())
}
