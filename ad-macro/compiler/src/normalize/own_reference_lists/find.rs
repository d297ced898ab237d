//! Which lists of references a function has that hold copies in the sweeps.

use crate::normalize::own_reference_lists::{LISTS, References, argument, declared, name_of, own, written};
use proc_macro2::Ident;
use std::collections::BTreeMap;
use syn::visit::Visit;
use syn::{Expr, FnArg, ItemFn, Local, Pat, PatType, Type, visit};

/// The lists of a function that begin empty, written out or collected, by their names.
pub(super) struct Lists {
    /// The parameters that are references.
    lent: BTreeMap<Ident, Type>,
    begun: BTreeMap<Ident, References>,
    changed: Vec<Ident>,
}

impl Lists {
    pub(super) fn of_parameters(function: &ItemFn) -> Self {
        let lent = function.sig.inputs.iter().filter_map(|input| match input {
            FnArg::Typed(PatType { pat, ty, .. }) => match (&**pat, &**ty) {
                (Pat::Ident(name), Type::Reference(_)) => Some((name.ident.clone(), (**ty).clone())),
                _ => None,
            },
            FnArg::Receiver(receiver) => {
                let lent = matches!(receiver.kind, syn::ReceiverKind::Reference(..));
                lent.then(|| (receiver.self_token.into(), syn::parse_quote!(&Self)))
            }
        });
        Lists {
            lent: lent.collect(),
            begun: BTreeMap::new(),
            changed: Vec::new(),
        }
    }

    /// The type of the items of a list: it is written, or what the list begins with is a parameter.
    fn items(&self, pat: &Pat, init: &Expr) -> Option<Type> {
        match pat {
            Pat::Type(typed) => argument(&mut typed.ty.clone(), &LISTS).cloned(),
            _ => self.lent.get(name_of(written(init)?.first()?)?).cloned(),
        }
    }

    /// Those that are changed, and those of references to numbers.
    pub(super) fn copied(self) -> BTreeMap<Ident, References> {
        let of_numbers = |references: &References| {
            references
                .values()
                .any(crate::normalize::own_reference_lists::Pointee::is_number)
        };
        let changed = self.changed;
        let begun = self.begun.into_iter();
        begun
            .filter(|(name, references)| changed.contains(name) && !references.is_empty() || of_numbers(references))
            .collect()
    }
}

impl<'ast> Visit<'ast> for Lists {
    fn visit_local(&mut self, local: &'ast Local) {
        if let (Some(name), Some(init)) = (declared(&local.pat), &local.init)
            && begins(&init.expr)
            && let Some(mut item) = self.items(&local.pat, &init.expr)
        {
            let references = own(&mut item, &mut Vec::new());
            self.begun.entry(name.clone()).or_default().extend(references);
        }
        visit::visit_local(self, local);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        if let Some(name) = name_of(&call.receiver)
            && CHANGES.iter().any(|change| call.method == change)
        {
            self.changed.push(name.clone());
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

/// Whether a list begins so: empty, written out, or collected.
fn begins(init: &Expr) -> bool {
    match init {
        Expr::MethodCall(call) => call.method == "collect",
        Expr::Call(call) => matches!(&*call.func, Expr::Path(path)
            if path.path.segments.last().is_some_and(|last| last.ident == "new" || last.ident == "with_capacity")),
        Expr::Macro(written) => written.mac.path.is_ident("vec"),
        _ => false,
    }
}

/// The methods that put other items into a list, or the same ones elsewhere.
const CHANGES: [&str; 30] = [
    "append",
    "clear",
    "dedup_by",
    "dedup_by_key",
    "drain",
    "extend",
    "extend_from_slice",
    "insert",
    "pop",
    "pop_back",
    "pop_front",
    "push",
    "push_back",
    "push_front",
    "remove",
    "resize",
    "retain",
    "reverse",
    "rotate_left",
    "rotate_right",
    "select_nth_unstable_by",
    "sort_by",
    "sort_by_cached_key",
    "sort_by_key",
    "sort_unstable_by",
    "sort_unstable_by_key",
    "split_off",
    "swap",
    "swap_remove",
    "truncate",
];
