//! Copies where references are put into lists, and references to the copies where items have names.

use crate::normalize::own_reference_lists::{
    LISTS, References, argument, copy, copy_collected, declared, name_of, own, pointed, written,
};
use crate::syntax::expressions::pattern_idents;
use proc_macro2::Ident;
use std::collections::{BTreeMap, BTreeSet};
use syn::spanned::Spanned;
use syn::visit_mut::VisitMut;
use syn::{Block, Expr, Local, Member, Pat, visit_mut};

/// The number of the argument that a method puts into a list.
fn pushed(call: &syn::ExprMethodCall) -> Option<usize> {
    match (call.method.to_string().as_str(), call.args.len()) {
        ("push" | "push_back" | "push_front", 1) => Some(0),
        ("insert", 2) => Some(1),
        _ => None,
    }
}

/// The methods that give the items of what they are called on, or one of them.
const KEEPING: [(&str, usize); 29] = [
    ("iter", 0),
    ("into_iter", 0),
    ("copied", 0),
    ("cloned", 0),
    ("rev", 0),
    ("skip", 1),
    ("take", 1),
    ("step_by", 1),
    ("filter", 1),
    ("take_while", 1),
    ("skip_while", 1),
    ("inspect", 1),
    ("drain", 1),
    ("pop", 0),
    ("pop_front", 0),
    ("pop_back", 0),
    ("first", 0),
    ("last", 0),
    ("front", 0),
    ("back", 0),
    ("next", 0),
    ("get", 1),
    ("remove", 1),
    ("swap_remove", 1),
    ("find", 1),
    ("max_by", 1),
    ("min_by", 1),
    ("unwrap", 0),
    ("expect", 1),
];

/// The first parameter of a closure that is an item, where a method gives it some.
fn first_item(method: &Ident) -> Option<usize> {
    const GIVING: [&str; 24] = [
        "all",
        "any",
        "dedup_by",
        "dedup_by_key",
        "filter",
        "filter_map",
        "find",
        "flat_map",
        "for_each",
        "inspect",
        "map",
        "map_or",
        "map_while",
        "max_by",
        "min_by",
        "position",
        "retain",
        "skip_while",
        "sort_by",
        "sort_by_cached_key",
        "sort_by_key",
        "sort_unstable_by",
        "sort_unstable_by_key",
        "take_while",
    ];
    match method {
        method if method == "fold" => Some(1),
        method => GIVING.iter().any(|name| method == name).then_some(0),
    }
}

pub(super) struct Copies {
    pub(super) lists: BTreeMap<Ident, References>,
    /// The maps that are returned, which own their keys.
    pub(super) maps: BTreeSet<Ident>,
    /// The names of items and of their parts, by what in them is a copy.
    pub(super) names: BTreeMap<Ident, References>,
}

impl Copies {
    fn list(&self, expr: &Expr) -> Option<&References> {
        self.lists.get(name_of(expr)?)
    }

    /// Copies what the references in an item point to.
    fn copy_item(references: &References, item: &mut Expr) {
        match item {
            Expr::Paren(inner) => Self::copy_item(references, &mut inner.expr),
            Expr::Tuple(tuple) => {
                for (k, part) in tuple.elems.iter_mut().enumerate() {
                    if let Some(pointee) = references.get(&Some(k)) {
                        copy(part, pointee);
                    }
                }
            }
            item => {
                if let Some(pointee) = references.get(&None) {
                    copy(item, pointee);
                }
            }
        }
    }

    /// What the items are that an expression goes through or takes one of, if they are those of a list, or come from one with their
    /// numbers.
    fn items(&self, expr: &Expr) -> Option<References> {
        match expr {
            Expr::MethodCall(call) => match (call.method.to_string().as_str(), call.args.len()) {
                ("enumerate", 0) => {
                    let item = self.items(&call.receiver)?.remove(&None)?;
                    Some(References::from([(Some(1), item)]))
                }
                (method, count) if KEEPING.contains(&(method, count)) => self.items(&call.receiver),
                _ => None,
            },
            Expr::Try(tried) => self.items(&tried.expr),
            Expr::Paren(inner) => self.items(&inner.expr),
            expr => self.list(expr).cloned(),
        }
    }

    /// The same of each of what `Zip::from(..).and(..)` goes through side by side, if one is such a list.
    fn items_side_by_side(&self, call: &syn::ExprMethodCall) -> Option<Vec<Option<References>>> {
        let zipped = crate::lower::zips::zipped(&call.receiver);
        let items: Vec<_> = zipped.into_iter().map(|list| self.list(list).cloned()).collect();
        items.iter().any(Option::is_some).then_some(items)
    }

    /// Notes the names that a pattern gives an item and its parts.
    fn name(&mut self, pat: &Pat, references: &References) {
        match pat {
            Pat::Ident(ident) => {
                self.names.insert(ident.ident.clone(), references.clone());
            }
            Pat::Paren(inner) => self.name(&inner.pat, references),
            Pat::Reference(inner) => self.name(&inner.pat, references),
            // `Some(..)` of what may be there.
            Pat::TupleStruct(inner) if inner.elems.len() == 1 => self.name(&inner.elems[0], references),
            Pat::Tuple(tuple) => {
                for (k, part) in tuple.elems.iter().enumerate() {
                    match references.get(&Some(k)) {
                        Some(pointee) => self.name(part, &References::from([(None, pointee.clone())])),
                        None => self.hide(part),
                    }
                }
            }
            pat => self.hide(pat),
        }
    }

    /// Other variables of these names hide the items.
    fn hide(&mut self, pat: &Pat) {
        let mut bound = Vec::new();
        pattern_idents(pat, &mut bound);
        self.names.retain(|name, _| !bound.contains(name));
    }

    fn inside(&mut self, within: impl FnOnce(&mut Self)) {
        let names = self.names.clone();
        within(self);
        self.names = names;
    }

    /// A closure that is given items, from this parameter on.
    fn given(&mut self, closure: &mut syn::ExprClosure, first: usize, references: &References) {
        self.inside(|copies| {
            for (k, pat) in closure.inputs.iter().enumerate() {
                match k >= first {
                    true => copies.name(pat, references),
                    false => copies.hide(pat),
                }
            }
            copies.visit_expr_mut(&mut closure.body);
        });
    }

    /// Whether an expression is a copy in the sweeps, where a reference was written.
    fn is_copy(&self, expr: &Expr) -> bool {
        let has = |references: Option<&References>, at: Option<usize>| {
            references.is_some_and(|references| references.contains_key(&at))
        };
        let whole = |expr: &Expr| match expr {
            Expr::Path(path) => path.path.get_ident().and_then(|name| self.names.get(name)),
            Expr::Index(index) => self.list(&index.expr),
            _ => None,
        };
        match expr {
            Expr::Field(field) => match &field.member {
                Member::Unnamed(number) => has(whole(&field.base), Some(number.index as usize)),
                Member::Named(_) => false,
            },
            expr => has(whole(expr), None),
        }
    }
}

impl VisitMut for Copies {
    fn visit_local_mut(&mut self, local: &mut Local) {
        if let Some(init) = &mut local.init {
            let items = self.items(&init.expr).filter(|_| self.list(&init.expr).is_none());
            if let Some(references) = declared(&local.pat).and_then(|name| self.lists.get(name)) {
                if let Pat::Type(typed) = &mut local.pat
                    && let Some(item) = argument(&mut typed.ty, &LISTS)
                {
                    own(item, &mut Vec::new());
                }
                copy_written(references, &mut init.expr);
                copy_collected(&mut init.expr, references, &self.lists);
            }
            visit_mut::visit_local_init_mut(self, init);
            if let Some(references) = items {
                return self.name(&local.pat, &references);
            }
        }
        self.hide(&local.pat);
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        self.inside(|copies| visit_mut::visit_block_mut(copies, block));
    }

    fn visit_expr_for_loop_mut(&mut self, each: &mut syn::ExprForLoop) {
        let items = self.items(&each.expr);
        self.visit_expr_mut(&mut each.expr);
        self.inside(|copies| {
            match items {
                Some(references) => copies.name(&each.pat, &references),
                None => copies.hide(&each.pat),
            }
            copies.visit_block_mut(&mut each.body);
        });
    }

    fn visit_expr_while_mut(&mut self, repeated: &mut syn::ExprWhile) {
        self.inside(|copies| visit_mut::visit_expr_while_mut(copies, repeated));
    }

    fn visit_expr_if_mut(&mut self, branches: &mut syn::ExprIf) {
        self.inside(|copies| visit_mut::visit_expr_if_mut(copies, branches));
    }

    fn visit_expr_let_mut(&mut self, condition: &mut syn::ExprLet) {
        let items = self.items(&condition.expr);
        self.visit_expr_mut(&mut condition.expr);
        match items {
            Some(references) => self.name(&condition.pat, &references),
            None => self.hide(&condition.pat),
        }
    }

    fn visit_arm_mut(&mut self, arm: &mut syn::Arm) {
        self.inside(|copies| {
            copies.hide(&arm.pat);
            visit_mut::visit_arm_mut(copies, arm);
        });
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut syn::ExprClosure) {
        self.inside(|copies| {
            closure.inputs.iter().for_each(|pat| copies.hide(pat));
            copies.visit_expr_mut(&mut closure.body);
        });
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if self.is_copy(expr) {
            *expr = syn::parse_quote_spanned!(expr.span()=> (&#expr));
            return;
        }
        if let Expr::MethodCall(call) = expr
            && let Some(first) = first_item(&call.method)
            && let Some(references) = self.items(&call.receiver)
        {
            self.visit_expr_mut(&mut call.receiver);
            for arg in &mut call.args {
                match arg {
                    Expr::Closure(closure) => self.given(closure, first, &references),
                    arg => self.visit_expr_mut(arg),
                }
            }
            return;
        }
        if let Expr::MethodCall(call) = expr
            && let Some(items) = self.items_side_by_side(call)
            && let Some(Expr::Closure(closure)) = call.args.last_mut()
        {
            self.visit_expr_mut(&mut call.receiver);
            self.inside(|copies| {
                let before = closure.inputs.len().saturating_sub(items.len());
                closure.inputs.iter().take(before).for_each(|pat| copies.hide(pat));
                for (pat, item) in closure.inputs.iter_mut().skip(before).zip(&items) {
                    let Some(references) = item else {
                        copies.hide(pat);
                        continue;
                    };
                    // What was a reference in the list is a reference to the copy.
                    if references.contains_key(&None)
                        && let Pat::Reference(reference) = pat
                    {
                        *pat = (*reference.pat).clone();
                    }
                    copies.name(pat, references);
                }
                copies.visit_expr_mut(&mut closure.body);
            });
            return;
        }
        if let Expr::MethodCall(call) = expr
            && matches!(
                (call.method.to_string().as_str(), call.args.len()),
                ("insert", 2) | ("entry", 1)
            )
            && name_of(&call.receiver).is_some_and(|name| self.maps.contains(name))
        {
            let key = pointed(&call.args[0]);
            call.args[0] = syn::parse_quote_spanned!(key.span()=> (#key).clone());
        }
        if let Expr::MethodCall(call) = expr
            && let Some(k) = pushed(call)
            && let Some(references) = self.list(&call.receiver).cloned()
        {
            call.args.iter_mut().for_each(|arg| self.visit_expr_mut(arg));
            Self::copy_item(&references, &mut call.args[k]);
            return;
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// The items that a list begins with, `vec![&a, &b]`.
fn copy_written(references: &References, init: &mut Expr) {
    let Some(mut items) = written(init) else { return };
    items.iter_mut().for_each(|item| Copies::copy_item(references, item));
    if let Expr::Macro(written) = init {
        written.mac.tokens = quote::quote!(#items);
    }
}
