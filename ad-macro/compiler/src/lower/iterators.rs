//! Named iterators, and what is recognised as an iterator: by the methods that begin, continue and end a chain, or by its type.
//!
//! Input:  `let mut it = x.iter(); while let Some(a) = it.next() { s += a }`
//! Output: `let mut taken = 0; loop { let at = taken; taken += 1; if at < x.len() { s += x[at] } else { break } }`

use crate::infer::methods::{Mark, is, is_adapter_by_closure};
use crate::ir::*;
use crate::lower::builder::{Binding, Lower, Value};
use crate::lower::chains::items::Items;
use crate::lower::chains::{Chain, strip};
use crate::syntax::types::Ty;
use proc_macro2::TokenStream;
use quote::quote;
use syn::spanned::Spanned;
use syn::{Expr, Pat};

/// Whether a method makes new items of those of an iterator, or a value.
pub fn makes_items(method: &str) -> bool {
    is_adapter_by_closure(method) || matches!(method, "fold" | "take" | "skip" | "step_by")
}

/// `std::iter::once(x)` and the like: values that are no list's.
pub(super) fn generator(call: &syn::ExprCall) -> Option<&'static str> {
    let Expr::Path(path) = &*call.func else { return None };
    let mut names = path.path.segments.iter().rev().map(|segment| &segment.ident);
    let (last, module) = (names.next()?, names.next());
    let known = [
        ("once", 1),
        ("repeat", 1),
        ("repeat_n", 2),
        ("zip", 2),
        ("successors", 2),
        ("from_fn", 1),
        ("repeat_with", 1),
    ];
    let found = known
        .into_iter()
        .find(|(name, count)| last == name && call.args.len() == *count);
    let closure =
        |inputs: usize| matches!(call.args.last(), Some(Expr::Closure(closure)) if closure.inputs.len() == inputs);
    let known = |name: &str| match module {
        Some(module) => module == "iter",
        // As they are imported: `imported` proves it.
        None => match name {
            "successors" => closure(1),
            "from_fn" | "repeat_with" => closure(0),
            _ => false,
        },
    };
    found.filter(|(name, _)| known(name)).map(|(name, _)| name)
}

/// The proof that a name alone is the function of `core::iter`, as it is imported.
pub(super) fn imported(call: &syn::ExprCall) -> Option<TokenStream> {
    let Expr::Path(path) = &*call.func else { return None };
    let name = path.path.get_ident()?;
    let form = match (name.to_string().as_str(), call.args.len()) {
        ("repeat", 1) => quote!(fn([(); 0]) -> ::core::iter::Repeat<_>),
        ("once", 1) => quote!(fn([(); 0]) -> ::core::iter::Once<_>),
        ("repeat_n", 2) => quote!(fn([(); 0], usize) -> ::core::iter::RepeatN<_>),
        ("successors", 2) => {
            quote!(
                fn(::core::option::Option<()>, fn(&()) -> ::core::option::Option<()>) -> ::core::iter::Successors<_, _>
            )
        }
        ("from_fn", 1) => quote!(fn(fn() -> ::core::option::Option<()>) -> ::core::iter::FromFn<_>),
        ("repeat_with", 1) => quote!(fn(fn()) -> ::core::iter::RepeatWith<_>),
        _ => return None,
    };
    Some(quote!(let _: #form = #name;))
}

/// Whether a call begins a chain over the elements of a list, by its name.
pub(super) fn is_source(call: &syn::ExprMethodCall) -> bool {
    let name = call.method.to_string();
    let arguments = usize::from(name.contains("windows") || name.contains("chunks"));
    (is_parallel(&name) || is(Mark::Source, &name)) && call.args.len() == arguments
}

/// Those of rayon: the order of the items does not matter to what is supported after them.
pub(super) fn is_parallel(name: &str) -> bool {
    matches!(
        name,
        "par_iter"
            | "par_iter_mut"
            | "into_par_iter"
            | "par_chunks"
            | "par_chunks_mut"
            | "par_chunks_exact"
            | "par_chunks_exact_mut"
            | "par_windows"
    )
}

/// Whether a call continues a chain, by its name.
pub(super) fn adapts(call: &syn::ExprMethodCall) -> bool {
    is(Mark::Adapter, &call.method.to_string())
}

impl Lower<'_> {
    /// Whether a method call ends a chain of iterators that starts at an array or a range.
    pub(super) fn ends_chain(&self, call: &syn::ExprMethodCall) -> bool {
        let name = call.method.to_string();
        is(Mark::End, &name)
            && (self.is_chain(&call.receiver)
                || self.is_foreign(&call.receiver)
                || is(Mark::Iterator, &name) && self.may_give_items(&call.receiver))
    }

    /// Whether an expression is an iterator that can not be seen through, and that no derivative enters: `dist.sample_iter(rng)`.
    pub(super) fn is_foreign(&self, expr: &Expr) -> bool {
        let Expr::MethodCall(call) = strip(expr) else {
            return false;
        };
        let name = call.method.to_string();
        if matches!(name.as_str(), "take" | "skip" | "step_by") && call.args.len() == 1 {
            return self.is_foreign(&call.receiver);
        }
        if self.gives_inert_items(expr) {
            return true;
        }
        let source = is_source(call) || self.is_chain(expr);
        !source && crate::lower::for_loops::gives_iterator(&name) && !self.may_carry(expr)
    }

    /// Whether an expression is a chain of iterators.
    pub(super) fn is_chain(&self, expr: &Expr) -> bool {
        match strip(expr) {
            Expr::Range(range) => range.start.is_some(),
            Expr::Path(_) => self.named_iterator(expr).is_some(),
            Expr::Reference(reference) if reference.mutability.is_some() => {
                self.named_iterator(&reference.expr).is_some()
            }
            Expr::Call(call) => generator(call).is_some() || self.lent_items(expr).is_some() || self.gives_list(expr),
            Expr::MethodCall(call) => {
                let name = call.method.to_string();
                let drains = name == "drain" && call.args.len() == 1;
                let given = is_adapter_by_closure(&name) && self.is_foreign(&call.receiver);
                let cloned = name == "clone" && self.named_iterator(&call.receiver).is_some();
                drains
                    || self.goes_through_map(call)
                    || self.iterates_array(call)
                    || given
                    || cloned
                    || is_source(call)
                    || self.lent_items(expr).is_some()
                    || self.gives_list(expr)
                    || adapts(call)
                        && (self.is_chain(&call.receiver)
                            || self.is_imported_zip(&call.receiver)
                            || is(Mark::Iterator, &name) && self.may_give_items(&call.receiver))
            }
            _ => false,
        }
    }

    /// Whether an expression calls `zip`, which is proved to be std's.
    pub(super) fn is_imported_zip(&self, expr: &Expr) -> bool {
        let Expr::Call(call) = strip(expr) else { return false };
        let Expr::Path(path) = &*call.func else { return false };
        path.path.is_ident("zip") && call.args.len() == 2
    }

    /// The iterator that a name stands for.
    pub(super) fn named_iterator(&self, expr: &Expr) -> Option<(&Chain, Option<Var>)> {
        let Expr::Path(path) = strip(expr) else { return None };
        match self.lookup(path.path.get_ident()?)? {
            Binding::Iterator(chain, cursor) => Some((chain, *cursor)),
            _ => None,
        }
    }

    /// The ends of the range that a name stands for, as long as nothing has been taken from it: with the range in the user's code.
    pub(super) fn named_range(&self, expr: &Expr) -> Option<(Projection, Opaque)> {
        let (chain, None) = self.named_iterator(expr)? else {
            return None;
        };
        let Items::Range { low, high, inclusive } = chain.indexed()? else {
            return None;
        };
        let reads = low.var().into_iter().chain(high.var()).collect();
        let (l, h) = (self.spelled(low), self.spelled(high));
        let tokens = if *inclusive {
            quote!((#l..=#h))
        } else {
            quote!((#l..#h))
        };
        let range = Projection::Range {
            low: Some(low.clone()),
            high: Some(high.clone()),
            inclusive: *inclusive,
        };
        Some((range, Opaque::pure(tokens, reads)))
    }

    /// `let mut it = v.iter();`. Its closures see the names that are in scope here.
    pub(super) fn bind_iterator(&mut self, ident: &syn::PatIdent, expr: &Expr) {
        let Some(mut chain) = self.chain(expr) else {
            return self.bind_reported(&Pat::Ident(ident.clone()));
        };
        for given in chain.closures_mut() {
            self.bind_given(given);
        }
        let span = ident.ident.span();
        // What comes next can be asked for only by its number.
        let cursor = (ident.mutability.is_some() && chain.can_pause())
            .then(|| self.mutable("taken", Ty::Int, quote!(0usize), span));
        let peeked = matches!(strip(expr), Expr::MethodCall(call) if call.method == "peekable");
        if peeked && cursor.is_some() && chain.indexed().is_some_and(|items| self.have_effects(items)) {
            let item = self.f.named_var("ahead", Ty::Unknown, true);
            self.push(span, StmtKind::Declare(item));
            chain.ahead = Some((self.mutable("asked", Ty::Bool, quote!(false), span), item));
        }
        self.bind(&ident.ident, Binding::Iterator(Box::new(chain), cursor));
    }

    /// `it.next()` and `it.peek()` where asking for an item has effects: it is asked for once, and kept.
    fn ask_ahead(
        &mut self,
        items: &Items,
        cursor: Var,
        (asked, kept): (Var, Var),
        next: bool,
        span: proc_macro2::Span,
    ) -> Value {
        let len = self.len(items, span);
        let at = self.temp(Op::Read(Place::var(cursor)), Ty::Int, span);
        let there = self.compared(quote!(<), &at, &len, span);
        let missing = self.pure_temp(
            {
                let asked = spell::name(&self.f.vars, asked);
                let there = self.spelled(&there);
                quote!(#there && !#asked)
            },
            there.var().into_iter().chain([asked]).collect(),
            Ty::Bool,
            span,
        );
        let ask = self.nested(|lower| {
            let item = lower.item(items, &at, span);
            if lower.refers(&item) {
                let help = "write a `for` loop over it, and keep the item before";
                lower.error(
                    span,
                    "an item with references is not peeked at yet after a closure with effects",
                    help,
                );
            }
            let item = lower.read(item, span);
            if lower.f.info(kept).ty == Ty::Unknown {
                lower.f.vars[kept.0].ty = lower.f.atom_ty(&item);
            }
            lower.set(kept, item, span);
            lower.set(asked, Atom::Constant(quote!(true), Ty::Bool), span);
            None
        });
        self.if_stmt(missing, ask, Block::default(), span);
        if next {
            self.set(asked, Atom::Constant(quote!(false), Ty::Bool), span);
            self.count(cursor, span);
        }
        let place = Place::var(kept);
        let inside = match next {
            true => self.when(&there, span, |lower| {
                let ty = lower.f.info(kept).ty.clone();
                Value::Atom(lower.temp(Op::Read(place), ty, span))
            }),
            false => Value::Ref(place, false),
        };
        Value::ScalarOption(there, Box::new(inside))
    }

    /// `it.next()`, `it.peek()` and what else takes from an iterator with a name, which goes on from there; `None` if it is none.
    pub(super) fn take_from_iterator(&mut self, call: &syn::ExprMethodCall) -> Option<Value> {
        let span = call.method.span();
        let name = call.method.to_string();
        let (chain, cursor) = self.named_iterator(&call.receiver)?;
        let next = matches!(name.as_str(), "next" | "peek");
        if !next && !is(Mark::Taking, &name) {
            return None;
        }
        let (ahead, items) = (chain.ahead, chain.indexed().cloned());
        let (Some(cursor), true) = (cursor, items.is_some() || name != "peek") else {
            self.error(
                span,
                format!("`{name}` of an iterator that has a name, and goes from one item to the next alone, as after `filter` or of `successors`, is not supported yet where a derivative flows through it"),
                "write a `for` loop over it",
            );
            return Some(self.stand_in());
        };
        let Some(items) = items.filter(|_| next) else {
            let mut by_reference = call.clone();
            let receiver = &call.receiver;
            by_reference.receiver = syn::parse_quote!(#receiver.by_ref());
            return Some(self.method(&by_reference));
        };
        if let Some(ahead) = ahead {
            return Some(self.ask_ahead(&items, cursor, ahead, name == "next", span));
        }
        let len = self.len(&items, span);
        let at = self.temp(Op::Read(Place::var(cursor)), Ty::Int, span);
        // It keeps its name, also where the user gives the number one.
        self.spoken.borrow_mut().extend(at.var());
        let (k, n) = (self.spelled(&at), self.spelled(&len));
        let reads = at.var().into_iter().chain(len.var()).collect();
        let present = self.pure_temp(quote!(#k < #n), reads, Ty::Bool, span);
        if name == "next" {
            let one = Operand::Atom(Atom::Constant(quote!(1), Ty::Int));
            let op = syn::BinOp::AddAssign(Default::default());
            let kind = StmtKind::update(Place::var(cursor), op, one);
            self.push(span, kind);
        }
        let inside = self.when(&present, span, |lower| lower.item(&items, &at, span));
        Some(Value::ScalarOption(present, Box::new(inside)))
    }

    /// A chain over an iterator of what carries no derivative.
    pub(super) fn foreign(&mut self, expr: &Expr) -> Option<Chain> {
        match self.opaque(expr) {
            Ok(mut opaque) => {
                if self.gives_inert_items(expr) {
                    opaque = self.inert_items(opaque, expr.span());
                } else {
                    opaque
                        .losses
                        .push(crate::lower::for_loops::lost_in_iterator(expr.span(), &opaque));
                }
                Some(Chain::of(Items::Foreign(opaque)))
            }
            Err(problem) => {
                let message = format!("{} in an iterator is not supported", problem.what);
                self.error(problem.span, message, "bind it to a variable first");
                None
            }
        }
    }
}
