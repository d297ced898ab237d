//! Searches that return a reference, `find`, `max_by`, `last`, `nth`, `position` and the like: a loop that computes an index.
//!
//! Input:  `x.iter().find(|v| **v > 1.0)`
//! Output: `let mut found = false; let chosen; for k in 0..x.len() { if `x[k] > 1.0` { chosen = k; found = true; break } }`

use crate::ir::*;
use crate::lower::builder::{Lower, Value};
use crate::lower::chains::Chain;
use crate::lower::vocabulary::is_search;
use crate::syntax::expressions::strip;
use crate::syntax::types::Ty;
use proc_macro2::{Ident, Span};
use quote::{quote, quote_spanned};
use std::ops::ControlFlow;
use syn::Expr;

impl Lower<'_> {
    /// `items.max_by_key(key)` whose key changes something, or does more than an expression: each item's key is asked for once, and
    /// stands beside it.
    fn extreme_of_pairs(&mut self, call: &syn::ExprMethodCall) -> Option<Value> {
        let span = call.method.span();
        let (items, key) = (&call.receiver, call.args.first()?);
        let by = match call.method.to_string().as_str() {
            "max_by_key" => Ident::new("max_by", span),
            "min_by_key" => Ident::new("min_by", span),
            _ => return None,
        };
        // Any other is asked for more often than in std.
        let asked_once = match self.opaque(key) {
            Ok(key) => !key.writes.is_empty(),
            Err(_) => matches!(strip(key), Expr::Closure(_)),
        };
        if !asked_once {
            return None;
        }
        let [asks, item] = ["asks", "item"].map(|name| self.f.names.fresh(name, span));
        for name in [&asks, &item] {
            self.possibly_active.insert(name.to_string());
        }
        Some(self.value(&syn::parse_quote_spanned!(span=> {
            let mut #asks = #key;
            #items
                .map(|#item| (#asks(&#item), #item))
                .#by(|a, b| ::core::cmp::Ord::cmp(&a.0, &b.0))
                .map(|(_, #item)| #item)
        })))
    }

    /// `max_by`, `min_by`, `find`, `position`, `reduce`, `next`, `nth` and `last` of a chain of iterators.
    pub(super) fn found(&mut self, call: &syn::ExprMethodCall) -> Value {
        let span = call.method.span();
        if let Some(extreme) = self.extreme_of_pairs(call) {
            return extreme;
        }
        let Some(mut chain) = self.chain(&call.receiver) else {
            return self.stand_in();
        };
        let end = match self.search_end(call, &mut chain) {
            ControlFlow::Continue(end) => end,
            ControlFlow::Break(value) => return value,
        };
        let found = self.mutable("found", Ty::Bool, quote!(false), span);
        let start_at = self.stmts.len();
        let mut search = Search {
            end,
            found,
            outer: self.f.vars.len(),
            best: Value::Never,
            slots: Vec::new(),
        };
        self.chain_loop(&chain, span, None, &mut |lower, item| {
            lower.search_item(&mut search, item, span)
        });
        for slot in &search.slots {
            let stmt = self.f.stmt(span, StmtKind::Declare(*slot));
            self.stmts.insert(start_at, stmt);
        }
        if matches!(search.end, End::Reduce(_)) && !matches!(search.best, Value::Atom(_)) {
            self.error(
                span,
                "`reduce` of references is not supported yet",
                "reduce the values: `.copied().reduce(..)`",
            );
        }
        let present = self.temp(Op::Read(Place::var(found)), Ty::Bool, span);
        let best = self.after(&search.best, &search.slots, span);
        Value::ScalarOption(present, Box::new(best))
    }

    /// What is looked for, and in what; or the value at once, of an item that has a number, and after an error.
    fn search_end(&mut self, call: &syn::ExprMethodCall, chain: &mut Chain) -> ControlFlow<Value, End> {
        let span = call.method.span();
        let name = call.method.to_string();
        ControlFlow::Continue(match name.as_str() {
            "max" | "min" => {
                let order = Opaque::pure(quote!(::core::cmp::Ord::cmp), Vec::new());
                End::Extreme(order, if name == "max" { "at_most" } else { "exceeds" })
            }
            "max_by" | "min_by" | "max_by_key" | "min_by_key" => match self.opaque(&call.args[0]) {
                Ok(order) => End::Extreme(
                    order,
                    match name.as_str() {
                        "max_by" => "at_most",
                        "min_by" => "exceeds",
                        "max_by_key" => "at_most_by_key",
                        _ => "exceeds_by_key",
                    },
                ),
                Err(problem) => {
                    let message = format!("{} in a comparison is not supported yet", problem.what);
                    self.error(problem.span, message, "write a loop");
                    return ControlFlow::Break(self.stand_in());
                }
            },
            "find" | "position" | "reduce" => {
                let inputs = if name == "reduce" { 2 } else { 1 };
                let Some(closure) = self.closure_at_end(&call.args, inputs) else {
                    return ControlFlow::Break(self.stand_in());
                };
                match name.as_str() {
                    "find" => End::Find(closure),
                    "position" => End::Position(closure, self.mutable("counter", Ty::Int, quote!(0usize), span)),
                    _ => End::Reduce(closure),
                }
            }
            "last" => End::Last,
            "find_map" => {
                let Some(closure) = self.closure_at_end(&call.args, 1) else {
                    return ControlFlow::Break(self.stand_in());
                };
                chain.filter_map(closure);
                End::Next
            }
            _ => {
                let wanted = match call.args.first() {
                    Some(wanted) => self.atom(wanted),
                    None => Atom::Constant(quote!(0), Ty::Int),
                };
                let skips = name == "nth" && chain.indexed().is_some_and(|items| self.have_effects(items));
                if !skips && let Some(item) = self.nth(chain, &wanted, span) {
                    return ControlFlow::Break(item);
                }
                if name == "nth" {
                    self.skip_items(chain, wanted, span);
                }
                End::Next
            }
        })
    }

    /// Looks at an item, and keeps it if it is what is looked for.
    fn search_item(&mut self, search: &mut Search, item: Value, span: Span) {
        let item = match self.settle(item, span) {
            place @ Value::Place(_) => Value::Atom(self.read(place, span)),
            item => item,
        };
        let looked_at = item.clone();
        let item = match (&search.end, item) {
            (End::Position(_, counter), _) => Value::Atom(self.count(*counter, span)),
            // What the closure gives is kept where the first item was, which needs a variable of its own for that.
            (End::Reduce(_), Value::Atom(item)) => {
                let ty = self.f.atom_ty(&item);
                Value::Atom(self.temp(Op::of(item), ty, span))
            }
            (_, item) => item,
        };
        let parts = self.keep_parts(search, &item, span);
        let (cond, leave) = match &search.end {
            End::Last => return self.keep_found(search.found, &parts, false, span),
            End::Next => return self.keep_found(search.found, &parts, true, span),
            End::Extreme(order, function) => (
                self.exceeds(search.found, &search.best, &item, order, function, span),
                false,
            ),
            End::Find(closure) => {
                let place = match looked_at {
                    Value::Atom(Atom::Var(var)) => Value::Place(Place::var(var)),
                    value => value,
                };
                let cond = self.look_at(&place, closure, span);
                (self.read(cond, span), true)
            }
            End::Position(closure, _) => {
                let cond = self.apply(closure, vec![looked_at]);
                (self.read(cond, span), true)
            }
            End::Reduce(closure) => return self.reduce(search, closure, item, &parts, span),
        };
        let then = self.nested(|lower| {
            lower.keep_found(search.found, &parts, leave, span);
            None
        });
        self.if_stmt(cond, then, Block::default(), span);
    }

    /// What an item consists of, with the variables that outlive the loop in which it is kept. One chain after another gives items in
    /// two places.
    fn keep_parts(&mut self, search: &mut Search, item: &Value, span: Span) -> Vec<(Atom, Var)> {
        let mut parts: Vec<(Atom, Var)> = Vec::new();
        let again = !matches!(search.best, Value::Never);
        if again && !(is_value(&search.best) && is_value(item)) {
            let help = "look for values, `.copied()`, or in one list after the other";
            self.error(
                span,
                "an item of one of several lists is not found by reference yet",
                help,
            );
        }
        let mut earlier = search.slots.clone().into_iter();
        search.best = Self::map_vars(item, &mut |var| {
            if var.0 < search.outer {
                return var;
            }
            if again && let Some(slot) = earlier.next() {
                parts.push((Atom::Var(var), slot));
                return slot;
            }
            let slot = self.f.named_var("chosen", self.f.info(var).ty.clone(), true);
            if let Some(maker) = self.routes.get(&var).cloned() {
                self.routes.insert(slot, maker);
            }
            parts.push((Atom::Var(var), slot));
            slot
        });
        search
            .slots
            .extend(parts.iter().map(|(_, slot)| *slot).filter(|_| !again));
        for (part, slot) in &mut parts {
            if self.routes.contains_key(slot) {
                *part = self.some_route(part.var().expect("a route is a variable"), span);
                // The slot is looked through before it is seen to be given one.
                self.alike(*slot, part, span);
            }
        }
        parts
    }

    /// Keeps an item, and leaves the loop if it is the one that is looked for.
    fn keep_found(&mut self, found: Var, parts: &[(Atom, Var)], leave: bool, span: Span) {
        for (part, slot) in parts {
            self.set(*slot, part.clone(), span);
        }
        self.set(found, Atom::Constant(quote!(true), Ty::Bool), span);
        if leave {
            let label = self.loops.last().expect("inside the loop").label;
            self.push(span, StmtKind::Exit(Exit::Break(label, None)));
        }
    }

    /// `reduce`: keeps what the closure makes of what was kept so far and of an item; at first, the item.
    fn reduce(&mut self, search: &Search, closure: &syn::ExprClosure, item: Value, parts: &[(Atom, Var)], span: Span) {
        let first = spell::name(&self.f.vars, search.found);
        let first = Op::Opaque(Opaque::pure(quote!(!#first), vec![search.found]));
        let first = self.temp(first, Ty::Bool, span);
        let reduced = self.nested(|lower| {
            let so_far = lower.after(&search.best, &search.slots, span);
            let next = lower.apply(closure, vec![so_far, item]);
            let value = lower.read(next, span);
            // Where the item is no number, an error is reported below.
            if let [(_, slot)] = parts {
                lower.set(*slot, value, span);
            }
            None
        });
        let keep_it = self.nested(|lower| {
            lower.keep_found(search.found, parts, false, span);
            None
        });
        // The item comes first: from it rustc has the type of what the closure is given.
        self.if_stmt(first, keep_it, reduced, span);
    }

    /// An item of a chain without filters, by its number.
    pub(super) fn nth(&mut self, chain: &Chain, wanted: &Atom, span: Span) -> Option<Value> {
        let items = chain.indexed()?;
        let len = self.len(items, span);
        let (n, k) = (self.spelled(&len), self.spelled(wanted));
        let reads = len.var().into_iter().chain(wanted.var()).collect();
        let present = self.pure_temp(quote!(#k < #n), reads, Ty::Bool, span);
        let inside = self.when(&present, span, |lower| lower.item(items, wanted, span));
        Some(Value::ScalarOption(present, Box::new(inside)))
    }

    /// Whether an item takes the place of the best one so far: `max_by` gives the last of equals, `min_by` the first.
    pub(super) fn exceeds(
        &mut self,
        found: Var,
        best: &Value,
        item: &Value,
        order: &Opaque,
        function: &str,
        span: Span,
    ) -> Atom {
        let (first, mut reads) = self.written(best);
        let (second, more) = self.written(item);
        reads.extend(more);
        reads.extend(&order.reads);
        reads.push(found);
        let (ad, found, order_tokens) = (self.f.names_ad(), spell::name(&self.f.vars, found), &order.tokens);
        let function = Ident::new(function, span);
        let tokens = quote_spanned!(span=> !#found || #ad::#function(&#first, &#second, #order_tokens));
        // No derivative flows through a comparison.
        let opaque = Opaque {
            carried: Vec::new(),
            tokens,
            reads,
            pure: false,
            ..order.clone()
        };
        self.temp(Op::Opaque(opaque), Ty::Bool, span)
    }

    /// What a counter stands at, before it goes on.
    pub(super) fn count(&mut self, counter: Var, span: Span) -> Atom {
        let at = self.temp(Op::Read(Place::var(counter)), Ty::Int, span);
        let place = Place::var(counter);
        let value = Operand::Atom(Atom::Constant(quote!(1), Ty::Int));
        let op = syn::BinOp::AddAssign(Default::default());
        self.push(span, StmtKind::update(place, op, value));
        at
    }

    /// The value as the variables that it is kept in stand now.
    pub(super) fn after(&mut self, value: &Value, slots: &[Var], span: Span) -> Value {
        let mut reads: Vec<(Var, Var)> = Vec::new();
        for slot in slots {
            let ty = self.f.info(*slot).ty.clone();
            let read = self.temp(Op::Read(Place::var(*slot)), ty, span);
            let read = read.var().expect("a temporary is a variable");
            if let Some(maker) = self.routes.get(slot).cloned() {
                self.routes.insert(read, maker);
            }
            reads.push((*slot, read));
        }
        Self::map_vars(value, &mut |var| {
            let read = reads.iter().find(|(slot, _)| *slot == var);
            read.map_or(var, |(_, read)| *read)
        })
    }

    /// Where something stands in a list, or whether it is there, by the user's own test: no derivative flows through the answer.
    pub(super) fn search(&mut self, call: &syn::ExprMethodCall) -> Option<Value> {
        let span = call.method.span();
        let ty = match call.method.to_string().as_str() {
            "partition_point" => Ty::Int,
            "is_sorted_by" | "is_sorted_by_key" => Ty::Bool,
            name if is_search(name) => Ty::Inert,
            "any" | "all" | "is_some_and" | "is_ok_and" | "is_none_or" if call.args.len() == 1 => Ty::Bool,
            "position" | "rposition" if call.args.len() == 1 => Ty::Inert,
            "contains" if call.args.len() == 1 => {
                let ty = self.type_of(&call.receiver);
                let list = matches!(ty.behind_references(), Ty::Slice(_) | Ty::Vec(_) | Ty::Array(_));
                if !list {
                    return None;
                }
                Ty::Bool
            }
            // What was found, or where it would have to stand.
            "unwrap" | "unwrap_or" | "unwrap_or_else" if matches!(strip(&call.receiver), Expr::MethodCall(found) if is_search(&found.method.to_string())) => {
                Ty::Int
            }
            _ => return None,
        };
        let opaque = self.opaque(&Expr::MethodCall(call.clone())).ok()?;
        let (ad, tokens) = (self.f.names_ad(), &opaque.tokens);
        let opaque = Opaque {
            tokens: quote_spanned!(span=> #ad::passive(#tokens)),
            carried: Vec::new(),
            pure: false,
            ..opaque
        };
        Some(Value::Op(Op::Opaque(opaque), ty))
    }
}

/// Whether a value has no references in it.
fn is_value(value: &Value) -> bool {
    match value {
        Value::Atom(Atom::Var(_)) => true,
        Value::Tuple(parts) => parts.iter().all(is_value),
        _ => false,
    }
}

/// A search on its way through the items.
struct Search {
    end: End,
    /// Whether an item has been kept.
    found: Var,
    /// How many variables there were before the loop.
    outer: usize,
    /// The item that is kept, in the variables that outlive the loop.
    best: Value,
    slots: Vec<Var>,
}

/// What is looked for in a chain of iterators.
pub(super) enum End {
    Next,
    Last,
    Find(syn::ExprClosure),
    /// With its counter.
    Position(syn::ExprClosure, Var),
    Reduce(syn::ExprClosure),
    /// By the user's comparison, or by the key that the user gives: with the runtime's function that decides.
    Extreme(Opaque, &'static str),
}
