//! Calls that return iterators of references: the items are places, an argument through the callee's list of projections.
//!
//! ```text
//! Input:  for v in self.iterator(0) { s += v * v }
//! Output: let routes = `self.iterator_differentiable_routes_0(0)`;
//!         for k in 0..routes.len() { let route = `routes[k]`; let t = self through route; s += t * t }
//! ```
//!
//! It is known of the functions of the same impl and of those that `types(..)` tells; elsewhere a call is taken for one by its name,
//! `iter_rows`, and by a method after it that only iterators have. Where the guess is wrong, rustc does not find the projections.

use crate::infer::inference::infer;
use crate::ir::*;
use crate::lower::builder::{Lower, Value};
use crate::lower::call_projections::Callee;
use crate::lower::chains::items::Items;
use crate::lower::chains::{Chain, strip};
use crate::lower::reference_types;
use crate::lower::vocabulary::is_std_method;
use crate::options::attribute::Options;
use crate::signature::returned_iterators::Iterated;
use crate::signature::returned_places::Lent;
use crate::syntax::diagnostics::Diagnostics;
use crate::syntax::paths::short_name;
use crate::syntax::types::Ty;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Expr;
use syn::spanned::Spanned;

/// The items that a function gives, a reference each.
#[derive(Clone, Debug)]
pub struct Itinerary {
    /// The arguments that an item may lie in, by their numbers, with the lists of the routes from there; the first is asked last.
    starts: Vec<(usize, Place, Var)>,
    /// Where there are several, the list of the numbers of those that the items do lie in.
    sources: Option<Var>,
    /// What makes the routes.
    maker: String,
    lent: Lent,
    name: String,
}

/// What a function that returns an iterator gives.
pub struct Found {
    /// The name that the items are given to, in the rewritten body.
    name: Ident,
    /// The list of what is noted of each of them.
    pub list: Var,
    pub sites: Vec<Site>,
}

/// A place of the function where items are given.
pub struct Site {
    /// The reference.
    pub item: Value,
    /// The variables in it: what is noted of each item.
    pub parts: Vec<Var>,
    pub span: Span,
}

impl Found {
    /// What is noted of an item of the `k`th site.
    pub fn noted(&self, f: &Function, k: usize, parts: TokenStream) -> TokenStream {
        let ad = &f.ad;
        (0..k).fold(
            quote!(#ad::Branch::Then(#parts)),
            |inner, _| quote!(#ad::Branch::Else(#inner)),
        )
    }
}

/// Lowers a function that gives the items of the iterator that it returns to `found`.
pub fn lower_items(
    function: &syn::ItemFn,
    found: &Ident,
    outer: &[TokenStream],
    options: &Options,
    diagnostics: &Diagnostics,
) -> (Function, Found) {
    let facts = infer(function, &options.around);
    let attempt = |diagnostics: &Diagnostics, cursors| {
        let mut lower = Lower::new(function, outer, options, &facts, diagnostics).with_cursors(cursors);
        lower.keeps_references = true;
        lower.params(function);
        let span = function.sig.ident.span();
        let list = lower.mutable("found", Ty::Unknown, quote!(::pullback::rt::std::vec::Vec::new()), span);
        lower.found = Some(Found {
            name: found.clone(),
            list,
            sites: Vec::new(),
        });
        let value = lower.block(&function.block);
        lower.discard(value, span);
        lower.f.body.stmts = std::mem::take(&mut lower.stmts);
        let found = lower.found.take().expect("it was put there");
        // What comes after the last site is nothing.
        let ad = &lower.f.ad;
        let noted: syn::Type = found.sites.iter().fold(
            syn::parse_quote!(::core::convert::Infallible),
            |rest, _| syn::parse_quote!(#ad::Branch<_, #rest>),
        );
        lower.f.vars[list.0].annotation = Some(syn::parse_quote!(::pullback::rt::std::vec::Vec<#noted>));
        ((lower.f, found), lower.cursors)
    };
    reference_types::until_known(diagnostics, attempt)
}

/// Methods of other types that give iterators over what is no place: ndarray's and nalgebra's.
const OF_ARRAYS: &[&str] = &[
    "axis_iter",
    "axis_iter_mut",
    "outer_iter",
    "outer_iter_mut",
    "indexed_iter",
    "indexed_iter_mut",
    "row_iter",
    "row_iter_mut",
    "column_iter",
    "column_iter_mut",
];

impl Lower<'_> {
    /// What a call gives that is known to give an iterator, or looks so.
    fn iterated(&self, expr: &Expr) -> Option<&Iterated> {
        match strip(expr) {
            Expr::MethodCall(call) => {
                let name = call.method.to_string();
                let iterated = self.options.iterators.get(&name)?;
                // Under the names of std's methods, only a type's own: `self.iter()`, not `self.data.iter()`.
                let of_self = matches!(strip(&call.receiver), Expr::Path(path) if path.path.is_ident("self"));
                let own = of_self || self.has_named_type(&call.receiver);
                let receiver = self.type_of(&call.receiver);
                (own || !is_std_method(&name, call.args.len(), &receiver)).then_some(iterated)
            }
            Expr::Call(call) => self.options.iterators.get(&self.called_item(call)?),
            _ => None,
        }
    }

    /// Whether what is taken for an iterator is certain to be one, also where nothing that it is used for shows it: `max_iter()`
    /// gives a number.
    pub(super) fn gives_certainly(&self, expr: &Expr) -> bool {
        let name = match strip(expr) {
            Expr::MethodCall(call) => call.method.to_string(),
            _ => String::new(),
        };
        self.lent_items(expr).is_none()
            || self.iterated(expr).is_some()
            || matches!(name.as_str(), "iterator" | "iterator_mut")
    }

    /// An iterator of what is known to carry no derivative: that it does is proved.
    pub(super) fn inert_items(&self, items: Opaque, span: Span) -> Opaque {
        let (ad, tokens) = (self.f.names_ad(), &items.tokens);
        let tokens = quote_spanned!(span=> #ad::passive_items(#tokens));
        Opaque { tokens, ..items }
    }

    /// Whether a call is known to give an iterator of what carries no derivative: it is gone through as it is.
    pub(super) fn gives_inert_items(&self, expr: &Expr) -> bool {
        let keeps = [
            "take",
            "skip",
            "step_by",
            "rev",
            "copied",
            "cloned",
            "enumerate",
            "peekable",
            "fuse",
        ];
        match strip(expr) {
            Expr::MethodCall(call) if keeps.iter().any(|name| call.method == name) => {
                self.gives_inert_items(&call.receiver)
            }
            expr => self.iterated(expr).is_some_and(Iterated::is_inert) || self.gives_inert_set(expr),
        }
    }

    /// Whether a call is known to give a reference to a map or a set of what carries no derivative, which has no places to go to.
    fn gives_inert_set(&self, expr: &Expr) -> bool {
        let Expr::MethodCall(call) = expr else { return false };
        let lent = self.options.references.get(&call.method.to_string());
        lent.is_some_and(|lent| {
            let target = &lent.target;
            !lent.optional
                && crate::syntax::types::is_inert_parameter(target)
                && !crate::syntax::types::is_inert_list(target)
        })
    }

    /// Whether a call is known to give an iterator of values that may carry a derivative: its twin gives a list of them.
    pub(super) fn gives_list(&self, expr: &Expr) -> bool {
        matches!(self.iterated(expr), Some(iterated @ Iterated::Values(_)) if !iterated.is_inert())
            && self.may_carry(expr)
    }

    /// The items that such a call gives. Where no derivative enters it, it gives an iterator, which is collected here.
    pub(super) fn collected_items(&mut self, expr: &Expr) -> Chain {
        let value = match strip(expr) {
            Expr::MethodCall(call) => self.method_call(call),
            expr => self.value(expr),
        };
        if let (Value::Atom(Atom::Var(var)), Some(last)) = (&value, self.stmts.last_mut())
            && let StmtKind::Call(call) = &mut last.kind
        {
            call.written.listed |= call.out == *var;
        }
        let list = self.items_of(value, expr.span(), expr.span());
        Chain::elements(list)
    }

    /// The references that a call gives, if it is taken for one of a function that returns an iterator of them.
    pub(super) fn lent_items(&self, expr: &Expr) -> Option<Lent> {
        if !self.may_carry(expr) {
            return None;
        }
        let name = match (self.iterated(expr), strip(expr)) {
            (Some(Iterated::References(lent)), _) if !lent.ty().is_inert() => return Some(lent.clone()),
            (Some(_), _) => return None,
            (None, Expr::MethodCall(call)) => call.method.to_string(),
            (None, Expr::Call(call)) => match &*call.func {
                Expr::Path(path) => path.path.segments.last()?.ident.to_string(),
                _ => return None,
            },
            _ => return None,
        };
        let named = name.split('_').any(|word| matches!(word, "iter" | "iterator"))
            && !OF_ARRAYS.contains(&name.as_str())
            && !["from_", "into_", "par_"].iter().any(|other| name.starts_with(other));
        (named && self.may_give_items(expr)).then(|| Lent::unknown(name.ends_with("_mut")))
    }

    /// Whether an expression may be a call of a function of the user's that gives an iterator, if something shows that it does.
    pub(super) fn may_give_items(&self, expr: &Expr) -> bool {
        let expr = strip(expr);
        match expr {
            Expr::MethodCall(call) if crate::lower::iterators::adapts(call) => self.may_give_items(&call.receiver),
            Expr::MethodCall(call) => {
                let name = call.method.to_string();
                let std = crate::lower::iterators::is_source(call)
                    || crate::lower::for_loops::gives_iterator(&name) && !name.contains("iter")
                    || OF_ARRAYS.contains(&name.as_str());
                let arrays = matches!(self.type_of(&call.receiver).behind_references(), Ty::NdArray(..));
                !std && !arrays && !matches!(self.iterated(expr), Some(Iterated::Values(_))) && self.may_lend(expr)
            }
            Expr::Call(call) => {
                let lends = |arg: &Expr| self.is_lent(arg) && self.may_carry(arg);
                call.args.iter().any(lends) && self.may_lend(expr)
            }
            _ => false,
        }
    }

    /// The items that a function gives; `None` after an error.
    pub(super) fn itinerary(&mut self, expr: &Expr) -> Option<Chain> {
        let expr = strip(expr);
        let name = match expr {
            Expr::MethodCall(call) => call.method.to_string(),
            _ => String::new(),
        };
        let lent = self
            .lent_items(expr)
            .unwrap_or_else(|| Lent::unknown(name.ends_with("_mut")));
        let (callee, values, span) = match expr {
            Expr::MethodCall(call) => {
                let receiver = self.value(&call.receiver);
                let mut values = vec![self.located_value(receiver, call.receiver.span())];
                values.extend(self.argument_values(&call.args));
                (Callee::Method(call), values, call.method.span())
            }
            Expr::Call(call) => {
                let Expr::Path(path) = &*call.func else {
                    unreachable!("only these give items")
                };
                (Callee::Function(path), self.argument_values(&call.args), call.span())
            }
            _ => unreachable!("only these give items"),
        };
        let asked = self.asked(&callee, values, true, span)?;
        self.reject_writing_to_objects(&callee, &asked, &lent, span);
        let part = if asked.places.len() > 1 { "choices" } else { "routes" };
        let list = |lower: &mut Self, part: &str| {
            let ty = Ty::Vec(Box::new(Ty::Inert));
            let list = lower.ask(&callee, part, &asked, ty, span);
            list.var().expect("what is asked for is a variable")
        };
        let sources = (asked.places.len() > 1).then(|| list(self, "sources"));
        let starts = asked.places.iter().map(|(k, place)| {
            let list = list(self, &format!("{part}_{k}"));
            (*k, place.clone(), list)
        });
        let starts = starts.collect();
        let name = callee.name().to_string();
        Some(Chain::of(Items::Lent(Box::new(Itinerary {
            starts,
            sources,
            maker: format!("{name}_{part}"),
            lent,
            name: short_name(&name),
        }))))
    }

    pub(super) fn items_len(&mut self, itinerary: &Itinerary, span: Span) -> Atom {
        let list = itinerary.starts[0].2;
        let name = spell::name(&self.f.vars, list);
        let len = Opaque::pure(quote!(#name.len()), vec![list]);
        self.temp(Op::Opaque(len), Ty::Int, span)
    }

    /// The item of a number: the place that its route leads to.
    pub(super) fn item_through(&mut self, itinerary: &Itinerary, k: &Atom, span: Span) -> Value {
        let index = self.spelled(k);
        let reads = |list: Var| [list].into_iter().chain(k.var()).collect::<Vec<_>>();
        let mut item: Option<Value> = None;
        for (number, place, list) in itinerary.starts.iter().rev() {
            let name = spell::name(&self.f.vars, *list);
            let maker = format!("{}_{number}", itinerary.maker);
            let each = quote!(::core::clone::Clone::clone(&#name[#index]));
            let route = self.route(each, reads(*list), &itinerary.name, maker, span);
            let through = Projection::Through {
                route,
                ty: itinerary.lent.ty(),
                bar: false,
            };
            let this = Value::Ref(place.then(through), itinerary.lent.mutable);
            item = Some(match (item, itinerary.sources) {
                (Some(others), Some(sources)) => {
                    let sources_name = spell::name(&self.f.vars, sources);
                    let test = quote_spanned!(span=> #sources_name[#index] == #number);
                    let here = self.pure_temp(test, reads(sources), Ty::Bool, span);
                    Value::Choice(here, Box::new(this), Box::new(others))
                }
                _ => this,
            });
        }
        item.expect("an item lies somewhere")
    }

    /// Whether the argument of `for_each` is what the items that are returned are given to.
    pub(super) fn gives_found(&self, argument: &Expr) -> bool {
        match (&self.found, argument) {
            (Some(found), Expr::Path(path)) => path.path.is_ident(&found.name),
            _ => false,
        }
    }

    /// Notes what leads to an item that the function gives.
    pub(super) fn note_item(&mut self, item: Value, span: Span) {
        let item = self.settle(item, span);
        let mut parts: Vec<Var> = Vec::new();
        item.parts(&mut |var| {
            if !parts.contains(&var) {
                parts.push(var);
            }
        });
        let names: Vec<_> = parts.iter().map(|part| spell::name(&self.f.vars, *part)).collect();
        let found = self.found.as_ref().expect("there is what it is given to");
        let (list, k) = (found.list, found.sites.len());
        let noted = found.noted(&self.f, k, quote!((#(#names,)*)));
        let value = self.pure_temp(noted, parts.clone(), Ty::Unknown, span);
        let place = Place::var(list);
        self.push(span, StmtKind::Push { place, value });
        let found = self.found.as_mut().expect("as above");
        found.sites.push(Site { item, parts, span });
    }
}

impl Value {
    /// The variables that say which place a reference points to.
    fn parts(&self, part: &mut dyn FnMut(Var)) {
        match self {
            Value::Ref(place, _) => place.index_uses(&mut |var, _| part(var)),
            Value::Choice(cond, then, els) => {
                cond.var().into_iter().for_each(&mut *part);
                then.parts(part);
                els.parts(part);
            }
            _ => {}
        }
    }
}
