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
//! itself. A name for an item, or for the part of it that was a reference, is a reference to the copy wherever it is used; what is not
//! seen to be one is an error of rustc's.
//!
//! So it is with a map whose keys are references, which a function returns: `HashMap<&Label, f64>` is a `HashMap<Label, f64>`.

pub mod find;
pub mod rewrite;

use crate::normalize::own_reference_lists::find::Lists;
use crate::normalize::own_reference_lists::rewrite::Copies;
use crate::normalize::tail_expressions::InsideOut;
use crate::syntax::types::Ty;
use proc_macro2::Ident;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::visit_mut::VisitMut;
use syn::{Expr, GenericArgument, ItemFn, Pat, PathArguments, ReturnType, Token, Type, TypeParamBound};

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
    let mut lists = lists.copied();
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
        if references.contains_key(&None) {
            let names = names_given(&function);
            let of_keys = keys_collected(&function)
                .into_iter()
                .filter(|name| names.contains(name));
            lists.extend(of_keys.map(|name| (name, references.clone())));
        }
    }
    let maps = match keys.is_empty() {
        true => BTreeSet::new(),
        false => names_given(&function),
    };
    let names = BTreeMap::new();
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

/// What the keys of the maps are that a function returns, where they are references.
pub fn lent_keys(output: &ReturnType) -> Vec<Type> {
    let mut keys = Vec::new();
    if let ReturnType::Type(_, output) = output {
        own_inside(&mut output.clone(), &mut Vec::new(), &mut Vec::new(), &mut keys);
    }
    keys
}

/// The names that a function returns.
fn names_given(function: &ItemFn) -> BTreeSet<Ident> {
    let names = RefCell::new(BTreeSet::new());
    let end = |expr: &mut Expr| note_names(expr, &mut names.borrow_mut());
    InsideOut::giving(&end).turn(&mut function.block.clone());
    names.into_inner()
}

/// The lists of the keys of a map that are references, `let classes = likelihoods.keys().cloned().collect::<Vec<_>>();`.
fn keys_collected(function: &ItemFn) -> Vec<Ident> {
    let locals = function.block.stmts.iter().filter_map(|stmt| match stmt {
        syn::Stmt::Local(local) => Some(local),
        _ => None,
    });
    let of_keys = locals.filter(|local| {
        matches!(local.init.as_ref().map(|init| &*init.expr), Some(Expr::MethodCall(call)) if call.method == "collect" && of_keys(&call.receiver))
    });
    of_keys.filter_map(|local| declared(&local.pat).cloned()).collect()
}

/// Copies of keys are what `keys().cloned()` gives of a map that owns them.
fn of_keys(chain: &Expr) -> bool {
    let Expr::MethodCall(cloned) = chain else { return false };
    cloned.method == "cloned" && matches!(&*cloned.receiver, Expr::MethodCall(keys) if keys.method == "keys")
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
            if of_keys(&call.receiver) || source(&call.receiver).is_some_and(|name| lists.contains_key(name)) {
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
