//! Lists of references that change, those of references to numbers, and those that a function returns: in the sweeps they are lists
//! of copies.
//!
//! ```text
//! Input:  let mut near: Vec<(f64, &Node)> = Vec::new(); near.push((d, child)); for next in near { let node = next.1; .. }
//! Output: let mut near: Vec<(f64, Node)> = Vec::new(); near.push((d, <Node as Clone>::clone(child))); for next in near { let node = (&next.1); .. }
//! ```
//!
//! What a list is made of all at once keeps where its references point (`lower/listed.rs`). Into one that grows, references to
//! anything may be put, at any depth of a tree; one that is sorted has its items elsewhere; and what a caller is given must stand by
//! itself. A name for an item, or for the part of
//! it that was a reference, is a reference to the copy wherever it is used; what is not seen to be one is an error of rustc's.
//!
//! So it is with a map whose keys are references, which a function returns: `HashMap<&Label, f64>` is a `HashMap<Label, f64>`.

use crate::itineraries::InsideOut;
use crate::lower::pattern_idents;
use crate::types::Ty;
use proc_macro2::Ident;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{
    Block, Expr, FnArg, GenericArgument, ItemFn, Local, Member, Pat, PatType, PathArguments, ReturnType, Token, Type,
    TypeParamBound,
};

/// Which parts of an item are references, and to what: the item itself, or parts of a tuple by their numbers.
type References = BTreeMap<Option<usize>, Pointee>;

#[derive(Clone, Debug)]
enum Pointee {
    Slice,
    Value(Box<Type>),
}

impl Pointee {
    fn is_number(&self) -> bool {
        matches!(self, Pointee::Value(ty) if Ty::of(ty).is_scalar())
    }
}

/// A function with lists of copies in place of such lists.
pub struct Copied {
    pub function: ItemFn,
    /// Whether it returns one.
    pub returned: bool,
}

/// The function with copies. `None` if it has no such lists.
pub fn copied(function: &ItemFn) -> Option<Copied> {
    let (mut targets, mut given) = (Vec::new(), Vec::new());
    let mut output = function.sig.output.clone();
    let mut keys = Vec::new();
    if let ReturnType::Type(_, output) = &mut output {
        own_inside(output, &mut targets, &mut given, &mut keys);
    }
    let returned = !targets.is_empty() || !keys.is_empty();
    let mut lists = Lists::of_parameters(function);
    lists.visit_block(&function.block);
    let lists = lists.copied();
    if lists.is_empty() && !returned {
        return None;
    }
    let mut function = function.clone();
    function.sig.output = output;
    let mut ask = |ty: &Type, bound: TypeParamBound| {
        let clause = function.sig.generics.make_where_clause();
        clause
            .predicates
            .push(syn::parse_quote_spanned!(ty.span()=> #ty: #bound));
    };
    for target in targets.iter().chain(&keys) {
        ask(target, syn::parse_quote!(::core::clone::Clone));
    }
    for key in &keys {
        ask(key, syn::parse_quote!(::pullback::rt::Inactive));
    }
    if let [references] = &given[..] {
        let end = |expr: &mut Expr| copy_collected(expr, references, &lists);
        InsideOut::giving(&end).turn(&mut function.block);
    }
    let maps = RefCell::new(BTreeSet::new());
    if !keys.is_empty() {
        let end = |expr: &mut Expr| note_names(expr, &mut maps.borrow_mut());
        InsideOut::giving(&end).turn(&mut function.block.clone());
    }
    let (maps, names) = (maps.into_inner(), BTreeMap::new());
    Copies { lists, maps, names }.visit_block_mut(&mut function.block);
    Some(Copied { function, returned })
}

/// Puts lists of copies in place of lists of references in the type of a result, and maps that own their keys in place of those whose
/// keys are references, `keys`. `given` is what the items of each of the lists are.
fn own_inside(ty: &mut Type, targets: &mut Vec<Type>, given: &mut Vec<References>, keys: &mut Vec<Type>) {
    match ty {
        Type::Paren(inner) => own_inside(&mut inner.elem, targets, given, keys),
        Type::Group(inner) => own_inside(&mut inner.elem, targets, given, keys),
        Type::Tuple(tuple) => {
            for part in &mut tuple.elems {
                own_inside(part, targets, given, keys);
            }
        }
        Type::Path(_) => {
            if let Some(item) = argument(ty, &LISTS) {
                given.push(own(item, targets));
            } else if let Some(key) = argument(ty, &MAPS) {
                if let Some(owned) = lent_key(key) {
                    keys.push(owned.clone());
                    *key = owned;
                }
            } else if let Some(inside) = argument(ty, &["Option", "Result"]) {
                own_inside(inside, targets, given, keys);
            }
        }
        _ => {}
    }
}

/// What a key refers to that is a reference into an argument.
fn lent_key(key: &Type) -> Option<Type> {
    let Type::Reference(reference) = key else { return None };
    let lasts = reference
        .lifetime
        .as_ref()
        .is_some_and(|lifetime| lifetime.ident == "static");
    let sized = !matches!(&*reference.elem, Type::Slice(_))
        && !matches!(&*reference.elem, Type::Path(path) if path.path.is_ident("str"));
    (sized && !lasts && reference.mutability.is_none()).then(|| (*reference.elem).clone())
}

/// The names that a function returns, alone or in an `Ok(..)` or a tuple.
fn note_names(end: &Expr, names: &mut BTreeSet<Ident>) {
    match end {
        Expr::Call(call) if call.args.len() == 1 => note_names(&call.args[0], names),
        Expr::Tuple(tuple) => tuple.elems.iter().for_each(|part| note_names(part, names)),
        end => names.extend(name_of(end).cloned()),
    }
}

/// Copies what a chain is collected of that a function returns, if that is no list of copies.
fn copy_collected(end: &mut Expr, references: &References, lists: &BTreeMap<Ident, References>) {
    match end {
        Expr::Call(call) if call.args.len() == 1 => copy_collected(&mut call.args[0], references, lists),
        Expr::MethodCall(call) if call.method == "collect" && call.args.is_empty() => {
            if source(&call.receiver).is_some_and(|name| lists.contains_key(name)) {
                return;
            }
            if references.contains_key(&None) {
                let chain = &call.receiver;
                *call.receiver = syn::parse_quote_spanned!(chain.span()=> #chain.cloned());
            } else {
                Written(references).visit_expr_mut(&mut call.receiver);
            }
        }
        _ => {}
    }
}

/// The name of what a chain of methods goes through.
fn source(chain: &Expr) -> Option<&Ident> {
    match chain {
        Expr::MethodCall(call) => source(&call.receiver),
        chain => name_of(chain),
    }
}

/// Copies the references that are written out in tuples, `(k, &self.data[k])`.
struct Written<'a>(&'a References);

impl VisitMut for Written<'_> {
    fn visit_expr_tuple_mut(&mut self, tuple: &mut syn::ExprTuple) {
        for (k, part) in tuple.elems.iter_mut().enumerate() {
            match self.0.get(&Some(k)) {
                Some(pointee) if matches!(part, Expr::Reference(_)) => copy(part, pointee),
                _ => self.visit_expr_mut(part),
            }
        }
    }
}

/// A copy of what an expression refers to, or is coerced to refer to: of a box, what is in it.
fn copy(part: &mut Expr, pointee: &Pointee) {
    let span = part.span();
    *part = match pointee {
        Pointee::Slice => {
            let list = pointed(part);
            syn::parse_quote_spanned!(span=> (#list).to_vec())
        }
        Pointee::Value(ty) => syn::parse_quote_spanned!(span=> <#ty as ::core::clone::Clone>::clone(#part)),
    };
}

const LISTS: [&str; 2] = ["Vec", "VecDeque"];
const MAPS: [&str; 2] = ["HashMap", "BTreeMap"];

/// The first type argument of one of these types.
fn argument<'t>(ty: &'t mut Type, names: &[&str]) -> Option<&'t mut Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last_mut()?;
    let PathArguments::AngleBracketed(arguments) = &mut last.arguments else {
        return None;
    };
    let named = names.iter().any(|name| last.ident == name);
    let first = arguments.args.iter_mut().find_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    first.filter(|_| named)
}

/// Puts what they point to in place of the references in an item that carry a derivative. Which these were.
fn own(item: &mut Type, targets: &mut Vec<Type>) -> References {
    let mut found = References::new();
    let mut part = |ty: &mut Type, at: Option<usize>| {
        let Type::Reference(reference) = &*ty else { return };
        if reference.mutability.is_some() || Ty::of(&reference.elem).is_inert() {
            return;
        }
        let (target, pointee): (Type, _) = match &*reference.elem {
            Type::Slice(slice) => {
                let element = &slice.elem;
                let list = syn::parse_quote_spanned!(slice.span()=> ::pullback::rt::std::vec::Vec<#element>);
                (list, Pointee::Slice)
            }
            target => (target.clone(), Pointee::Value(Box::new(target.clone()))),
        };
        found.insert(at, pointee);
        targets.push(target.clone());
        *ty = target;
    };
    match item {
        Type::Tuple(tuple) => {
            for (k, ty) in tuple.elems.iter_mut().enumerate() {
                part(ty, Some(k));
            }
        }
        ty => part(ty, None),
    }
    found
}

/// The lists of a function that begin empty, written out or collected, by their names.
struct Lists {
    /// The parameters that are references.
    lent: BTreeMap<Ident, Type>,
    begun: BTreeMap<Ident, References>,
    changed: Vec<Ident>,
}

impl Lists {
    fn of_parameters(function: &ItemFn) -> Self {
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
    fn copied(self) -> BTreeMap<Ident, References> {
        let of_numbers = |references: &References| references.values().any(Pointee::is_number);
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

/// The name of a variable that is declared, perhaps with its type.
fn declared(pat: &Pat) -> Option<&Ident> {
    match pat {
        Pat::Ident(name) => Some(&name.ident),
        Pat::Type(typed) => declared(&typed.pat),
        _ => None,
    }
}

/// What is between the brackets of `vec![a, b]`.
fn written(init: &Expr) -> Option<Punctuated<Expr, Token![,]>> {
    let Expr::Macro(written) = init else { return None };
    written.mac.parse_body_with(Punctuated::parse_terminated).ok()
}

/// The name that an expression is, perhaps behind a `&`.
fn name_of(expr: &Expr) -> Option<&Ident> {
    match expr {
        Expr::Path(path) => path.path.get_ident(),
        Expr::Paren(inner) => name_of(&inner.expr),
        Expr::Reference(reference) => name_of(&reference.expr),
        _ => None,
    }
}

/// What a reference that is written out points to.
fn pointed(expr: &Expr) -> &Expr {
    match expr {
        Expr::Paren(inner) => pointed(&inner.expr),
        Expr::Reference(reference) => &reference.expr,
        expr => expr,
    }
}

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

struct Copies {
    lists: BTreeMap<Ident, References>,
    /// The maps that are returned, which own their keys.
    maps: BTreeSet<Ident>,
    /// The names of items and of their parts, by what in them is a copy.
    names: BTreeMap<Ident, References>,
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
