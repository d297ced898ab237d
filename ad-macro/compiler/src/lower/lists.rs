//! Methods that permute, insert and remove the elements of a vector or slice.
//!
//! ```text
//! Input:  v.sort_by(|a, b| a.total_cmp(b));         v.truncate(n);
//! Output: let order = `sorted order of v`;          for _ in 0..len - n { pop v }
//!         permute v by order;
//! ```
//!
//! All of them are permutations, pushes and pops, and so are their adjoints: the inverse permutation, a pop, a push.

use crate::infer::methods::{Mark, is_with};
use crate::ir::*;
use crate::lower::builder::{Binding, Lower, Value};
use crate::lower::references::by_value;
use crate::syntax::expressions::strip;
use crate::syntax::types::Ty;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Expr;
use syn::spanned::Spanned;

impl Lower<'_> {
    /// Whether a method call moves elements of a list.
    pub(super) fn moves_elements(&self, call: &syn::ExprMethodCall) -> bool {
        let name = call.method.to_string();
        let known = matches!(
            self.type_of(&call.receiver).behind_references(),
            Ty::Slice(_) | Ty::Vec(_) | Ty::Array(_)
        );
        let sorts = name == "sort" && call.args.is_empty();
        let also = (sorts || matches!(name.as_str(), "reverse" | "rotate_left" | "rotate_right")) && known;
        // Maps and sets are edited by key: `counts.remove(&key)`.
        let by_key = matches!(call.args.first(), Some(Expr::Reference(_)))
            && matches!(name.as_str(), "remove" | "swap_remove" | "insert");
        let listed = is_with(Mark::Edits, &name, call.args.len()) && !by_key;
        (also || listed)
            && self.is_list(&call.receiver)
            && !self.is_of_a_parameter(&call.receiver)
            && !self.edits_own(call)
            && !crate::lower::methods::is_of_a_matrix(call)
            && !self.is_number_added(call)
            && !self.cannot_be_written(&call.receiver)
            && crate::lower::maps::keeps_entries(call).is_none()
            && !(name == "append" && call.args.iter().any(|other| self.is_not_emptied(other)))
            && !(name == "clear" && self.has_named_type(&call.receiver))
    }

    /// `v.extend(w)` that gives a vector of one component more: no list is extended by a number, and none that cannot be written.
    pub(super) fn is_number_added(&self, call: &syn::ExprMethodCall) -> bool {
        call.method == "extend"
            && call.args.len() == 1
            && (self.type_of(&call.args[0]).behind_references().is_scalar() || self.cannot_be_written(&call.receiver))
    }

    /// Whether what is given to `append` is no list that is emptied.
    fn is_not_emptied(&self, other: &Expr) -> bool {
        match strip(other) {
            Expr::Reference(reference) => reference.mutability.is_none(),
            other => self.cannot_be_written(other) || matches!(other, Expr::Unary(_) | Expr::Lit(_)),
        }
    }

    /// Whether a receiver is nothing whose elements could be moved: a method that does so is one of the user's own then, `a.append(b)`.
    pub(super) fn cannot_be_written(&self, receiver: &Expr) -> bool {
        match strip(receiver) {
            Expr::Path(path) => match path.path.get_ident().and_then(|ident| self.lookup(ident)) {
                Some(Binding::Var(var)) => !self.f.info(*var).mutable,
                Some(Binding::Alias(_, mutable)) => !mutable,
                _ => false,
            },
            Expr::Binary(_) | Expr::Struct(_) => true,
            // `Curve::builder().swap(2, rate)`, of what has just been made.
            Expr::Call(call) => {
                let borrowed = |arg: &Expr| matches!(arg, Expr::Reference(reference) if reference.mutability.is_some());
                let associated = matches!(&*call.func, Expr::Path(path) if crate::syntax::paths::is_associated(path));
                associated && !call.args.iter().any(borrowed)
            }
            Expr::MethodCall(call) => {
                matches!(
                    strip(&call.receiver),
                    Expr::Call(_) | Expr::Struct(_) | Expr::MethodCall(_)
                ) && self.cannot_be_written(&call.receiver)
            }
            _ => false,
        }
    }

    pub(super) fn move_elements(&mut self, call: &syn::ExprMethodCall) -> Value {
        let span = call.method.span();
        let name = call.method.to_string();
        let Some(place) = self.target_receiver(&call.receiver) else {
            return Value::Unit;
        };
        match (name.as_str(), call.args.len()) {
            // Of what has an order: no floats, but there may be some in it.
            ("sort", 0) => {
                let by_order = Ident::new("sort_by", span);
                let receiver = &call.receiver;
                return self.move_elements(&syn::parse_quote!(#receiver.#by_order(|a, b| ::core::cmp::Ord::cmp(a, b))));
            }
            ("copy_within", 2) => return self.copy_within(call),
            ("sort_by" | "sort_by_key" | "sort_by_cached_key", 1) => self.sort_elements(&place, call),
            ("sort_unstable_by", 1) => self.sort_unstable(&place, call),
            ("select_nth_unstable_by", 2) => return self.select_nth(&place, call),
            ("reverse", 0) | ("rotate_left" | "rotate_right", 1) => {
                let by = call.args.first().map(|by| self.atom(by));
                self.turn(&place, &call.method, by.as_ref(), span);
            }
            ("retain" | "dedup_by" | "dedup_by_key", 1) => self.retain(&place, &call.method, &call.args[0], span),
            ("dedup", 0) => self.drop_repeated(&place, span),
            ("drain", 1) => {
                if let Some(taken) = self.drained(&place, &call.args[0], span) {
                    return taken;
                }
            }
            ("truncate", 1) => {
                let len = self.atom(&call.args[0]);
                self.truncate(&place, &len, span);
            }
            ("clear", 0) => self.truncate(&place, &Atom::Constant(quote!(0), Ty::Int), span),
            ("remove", 1) => return self.remove_element(place, call),
            ("swap_remove", 1) => return self.swap_remove(place, call),
            ("append", 1) => self.append_list(&place, &call.args[0], span),
            ("split_off", 1) => return self.split_off(&place, call),
            ("insert", 2) => self.insert_element(&place, call),
            ("extend" | "extend_from_slice", 1) => {
                if let Some(chain) = self.chain_of(&call.args[0]) {
                    self.chain_loop(&chain, span, None, &mut |lower, item| {
                        lower.push_item(&place, item, span)
                    });
                    self.more_room(&place, span);
                }
            }
            ("resize", 2) => {
                let len = self.atom(&call.args[0]);
                let value = self.atom(&call.args[1]);
                self.truncate(&place, &len, span);
                let missing = self.difference(&len, &place, false, span);
                self.repeat_stmt(missing, span, |lower| lower.push_element(place, value, span));
            }
            _ => self.error(span, "this method takes other arguments", ""),
        }
        Value::Unit
    }

    /// `list.copy_within(range, to)`, as two steps of the user's language.
    fn copy_within(&mut self, call: &syn::ExprMethodCall) -> Value {
        let span = call.method.span();
        let (list, range, to) = (&call.receiver, &call.args[0], &call.args[1]);
        let [part, low] = ["part", "low"].map(|name| self.f.names.fresh(name, span));
        let copied = syn::parse_quote_spanned!(span=> {
            let #part = #list[#range].to_vec();
            let #low = #to;
            #list[#low..#low + #part.len()].copy_from_slice(&#part);
        });
        self.flows_into(list, [&part]);
        self.value(&copied)
    }

    /// A stable sort.
    fn sort_elements(&mut self, place: &Place, call: &syn::ExprMethodCall) {
        let span = call.method.span();
        let Some(closure) = self.comparison(&call.args[0]) else {
            return;
        };
        let function = match call.method.to_string().as_str() {
            "sort_by" => "order_by",
            "sort_by_key" => "order_by_key",
            _ => "order_by_cached_key",
        };
        let function = Ident::new(function, span);
        let tokens = closure.tokens.clone();
        self.permute_by(
            place,
            closure,
            span,
            |ad, ws, list| quote_spanned!(span=> #ad::#function(#ws, #list, #tokens)),
        );
    }

    /// A sort that may give equals in any order: that of std, of the positions.
    fn sort_unstable(&mut self, place: &Place, call: &syn::ExprMethodCall) {
        let span = call.method.span();
        let Some(closure) = self.comparison(&call.args[0]) else {
            return;
        };
        let tokens = closure.tokens.clone();
        let inner = self.f.names.fresh("list", span);
        self.permute_by(place, closure, span, |ad, ws, list| {
            quote_spanned!(span=> #ad::order_after(#ws, #list, |#inner| #inner.sort_unstable_by(#tokens)))
        });
    }

    /// `list.select_nth_unstable_by(k, f)`: a permutation, and three parts of the list.
    fn select_nth(&mut self, place: &Place, call: &syn::ExprMethodCall) -> Value {
        let span = call.method.span();
        let at = self.atom(&call.args[0]);
        let Some(mut closure) = self.comparison(&call.args[1]) else {
            return Value::Unit;
        };
        closure.reads.extend(at.var());
        let (tokens, k) = (closure.tokens.clone(), self.spelled(&at));
        let inner = self.f.names.fresh("list", span);
        self.permute_by(place, closure, span, |ad, ws, list| {
            quote_spanned!(span=> #ad::order_after(#ws, #list, |#inner| { #inner.select_nth_unstable_by(#k, #tokens); }))
        });
        let op = Op::Opaque(Opaque::pure(quote!(#k + 1), at.var().into_iter().collect()));
        let next = self.temp(op, Ty::Int, span);
        let part = |low, high| Projection::range(low, high);
        let parts = [
            part(None, Some(at.clone())),
            Projection::Index(at),
            part(Some(next), None),
        ];
        Value::Tuple(parts.map(|part| Value::Ref(place.then(part), true)).into())
    }

    /// `list.dedup()`.
    fn drop_repeated(&mut self, place: &Place, span: Span) {
        let nothing = Opaque::once(TokenStream::new(), Vec::new());
        self.keep_elements(
            place,
            nothing,
            span,
            |ad, ws, list| quote_spanned!(span=> #ad::deduplicated(#ws, #list)),
        );
    }

    /// `list.remove(k)`: a rotation, and a pop.
    fn remove_element(&mut self, place: Place, call: &syn::ExprMethodCall) -> Value {
        let span = call.method.span();
        let at = self.atom(&call.args[0]);
        self.check_index(&place, &at, &call.method, span);
        let tail = place.then(from(at));
        self.turn(&tail, &Ident::new("rotate_left", span), Some(&one()), span);
        let ty = self.f.place_ty(&place).element();
        Value::Atom(self.temp(Op::PopElement(place), ty, span))
    }

    /// `list.swap_remove(k)`: a swap, and a pop.
    fn swap_remove(&mut self, place: Place, call: &syn::ExprMethodCall) -> Value {
        let span = call.method.span();
        let at = self.atom(&call.args[0]);
        self.check_index(&place, &at, &call.method, span);
        let len = self.list_len(&Value::Ref(place.clone(), false), span);
        let last = self.back_from_end(&len, 1, span);
        let args = vec![Argument::Mut(place.clone()), Argument::Value(at), Argument::Value(last)];
        let function = syn::parse_quote_spanned!(span=> <[_]>::swap);
        let forward = self.runtime_twin("swap");
        self.call_stmt(CallKind::Function, function, forward, args, Ty::Unit, None, span);
        let ty = self.f.place_ty(&place).element();
        Value::Atom(self.temp(Op::PopElement(place), ty, span))
    }

    /// `list.append(&mut other)`: pushes, and an empty list.
    fn append_list(&mut self, place: &Place, other: &Expr, span: Span) {
        let Value::Ref(other, true) = self.value(other) else {
            self.error(
                span,
                "cannot see which vector is emptied here",
                "write `v.append(&mut w)`",
            );
            return;
        };
        let rows: Value = Value::Ref(other.clone(), false);
        self.push_all(place, rows, span);
        self.truncate(&other, &Atom::Constant(quote!(0), Ty::Int), span);
    }

    /// `list.split_off(k)`: a copy of the tail, and pops.
    fn split_off(&mut self, place: &Place, call: &syn::ExprMethodCall) -> Value {
        let span = call.method.span();
        let at = self.atom(&call.args[0]);
        self.check_index(place, &at, &call.method, span);
        let op = Op::Clone(place.then(from(at.clone())), Ident::new("to_vec", span));
        let ty = Ty::Vec(Box::new(self.f.place_ty(place).element()));
        let tail = self.temp(op, ty, span);
        self.truncate(place, &at, span);
        Value::Atom(tail)
    }

    /// `list.insert(k, value)`: a push, and a rotation.
    fn insert_element(&mut self, place: &Place, call: &syn::ExprMethodCall) {
        let span = call.method.span();
        let at = self.atom(&call.args[0]);
        let value = self.atom(&call.args[1]);
        self.check_index(place, &at, &call.method, span);
        self.push_element(place.clone(), value, span);
        let tail = place.then(from(at));
        self.turn(&tail, &Ident::new("rotate_right", span), Some(&one()), span);
    }

    /// A closure that is only asked: no derivative flows through its answer.
    fn kept_closure(&mut self, closure: &Expr) -> Option<Opaque> {
        match self.opaque(closure) {
            Ok(opaque) => Some(Opaque {
                carried: Vec::new(),
                pure: false,
                ..opaque
            }),
            Err(problem) => {
                let message = format!("{} in this closure is not supported yet", problem.what);
                self.error(problem.span, message, "write a loop");
                None
            }
        }
    }

    /// A closure that compares. How often it is asked is nobody's business but the sort's.
    fn comparison(&mut self, closure: &Expr) -> Option<Opaque> {
        let kept = self.kept_closure(closure)?;
        if !kept.writes.is_empty() {
            let help = "sort first, and count what you need in a loop";
            self.error(
                closure.span(),
                "a comparison that changes something is not supported yet",
                help,
            );
            return None;
        }
        Some(kept)
    }

    /// Permutes a list by an order that is computed from it.
    fn permute_by(
        &mut self,
        place: &Place,
        closure: Opaque,
        span: Span,
        order: impl FnOnce(&Ident, &Ident, &TokenStream) -> TokenStream,
    ) {
        let (list, reads) = self.written_elements(place);
        let tokens = order(&self.f.ad, &self.f.ws, &list);
        let opaque = Opaque {
            tokens,
            reads: closure.reads.iter().copied().chain(reads).collect(),
            ..closure
        };
        let order = self.temp(Op::Opaque(opaque), Ty::Inert, span);
        self.permute(place, order, span);
    }

    fn permute(&mut self, place: &Place, order: Atom, span: Span) {
        let kind = StmtKind::Permute {
            place: place.clone(),
            order: order.var().expect("a temporary is a variable"),
            inverse: false,
        };
        self.push(span, kind);
    }

    /// The elements of a list as a slice.
    fn written_elements(&self, place: &Place) -> (TokenStream, Vec<Var>) {
        let list = Value::Ref(place.clone(), false);
        let (tokens, reads) = self.written_list(&list);
        let known = matches!(self.f.place_ty(place), Ty::Slice(_) | Ty::Vec(_) | Ty::Array(_));
        (if known { quote!(&#tokens[..]) } else { tokens }, reads)
    }

    /// `reverse`, `rotate_left`, `rotate_right`: nothing is to be known of the elements.
    fn turn(&mut self, place: &Place, method: &Ident, by: Option<&Atom>, span: Span) {
        let turn = match method.to_string().as_str() {
            "reverse" => "TurnedRound",
            "rotate_left" => "RotatedLeft",
            _ => "RotatedRight",
        };
        let (ad, turn) = (&self.f.ad, Ident::new(turn, span));
        let by_tokens = by.map(|by| {
            let by = self.spelled(by);
            quote!((#by))
        });
        let tokens = quote_spanned!(span=> #ad::#turn #by_tokens);
        let opaque = Opaque::pure(tokens, by.and_then(Atom::var).into_iter().collect());
        let order = self.temp(Op::Opaque(opaque), Ty::Inert, span);
        self.permute(place, order, span);
    }

    /// `retain`, `dedup_by` and `dedup_by_key`, whose closures are asked and change nothing of the elements.
    fn retain(&mut self, place: &Place, method: &Ident, closure: &Expr, span: Span) {
        let Some(closure) = self.kept_closure(closure) else {
            return;
        };
        let order = match method.to_string().as_str() {
            "retain" => "retained",
            "dedup_by" => "deduplicated_by",
            _ => "deduplicated_by_key",
        };
        let order = Ident::new(order, span);
        let tokens = closure.tokens.clone();
        self.keep_elements(
            place,
            closure,
            span,
            |ad, ws, list| quote_spanned!(span=> #ad::#order(#ws, #list, #tokens)),
        );
    }

    /// Keeps some of the elements, in their order: by an order in which they come first, and how many come after them.
    fn keep_elements(
        &mut self,
        place: &Place,
        asked: Opaque,
        span: Span,
        which: impl FnOnce(&Ident, &Ident, &TokenStream) -> TokenStream,
    ) {
        let (list, reads) = self.written_elements(place);
        let opaque = Opaque {
            tokens: which(&self.f.ad, &self.f.ws, &list),
            reads: asked.reads.iter().copied().chain(reads).collect(),
            ..asked
        };
        let order = self.temp(Op::Opaque(opaque), Ty::Inert, span);
        let name = self.spelled(&order);
        let removed = Opaque::once(quote!(#name.removed()), order.var().into_iter().collect());
        let removed = self.temp(Op::Opaque(removed), Ty::Int, span);
        self.permute(place, order, span);
        self.repeat_stmt(removed, span, |lower| lower.pop_element(place, span));
    }

    /// `v.drain(a..b)`: the elements by value, which are no longer in the vector.
    pub(super) fn drained(&mut self, place: &Place, range: &Expr, span: Span) -> Option<Value> {
        let Expr::Range(range) = crate::lower::chains::strip(range) else {
            self.error(
                range.span(),
                "a range that is not written out is not supported here",
                "write `a..b`",
            );
            return None;
        };
        let (low, high, inclusive) = self.ends_of(range);
        let low = low.unwrap_or(Atom::Constant(quote!(0), Ty::Int));
        let part = place.then(Projection::Range {
            low: Some(low.clone()),
            high: high.clone(),
            inclusive,
        });
        // Out of range, it panics here.
        let (tokens, reads) = self.written(&Value::Place(part.clone()));
        let count = self.pure_temp(quote!(#tokens.len()), reads, Ty::Int, span);
        let ty = Ty::Vec(Box::new(self.f.place_ty(place).element()));
        let taken = self.temp(Op::Clone(part, Ident::new("to_vec", span)), ty, span);
        let taken = taken.var().expect("a temporary is a variable");
        self.f.drained.insert(taken);
        if high.is_none() {
            self.truncate(place, &low, span);
        } else {
            let int =
                |lower: &mut Self, tokens: TokenStream, reads: Vec<Var>| lower.pure_temp(tokens, reads, Ty::Int, span);
            let len = self.list_len(&Value::Ref(place.clone(), false), span);
            self.turn(
                &place.then(from(low)),
                &Ident::new("rotate_left", span),
                Some(&count),
                span,
            );
            let (l, c) = (self.spelled(&len), self.spelled(&count));
            let left = int(
                self,
                quote!(#l - #c),
                len.var().into_iter().chain(count.var()).collect(),
            );
            self.truncate(place, &left, span);
        }
        Some(Value::Place(Place::var(taken)))
    }

    fn truncate(&mut self, place: &Place, len: &Atom, span: Span) {
        let extra = self.difference(len, place, true, span);
        self.repeat_stmt(extra, span, |lower| lower.pop_element(place, span));
    }

    /// By how much a list is longer than `len`, or by how much it is shorter.
    fn difference(&mut self, len: &Atom, place: &Place, longer: bool, span: Span) -> Atom {
        let now = self.list_len(&Value::Ref(place.clone(), false), span);
        let (a, b) = if longer { (&now, len) } else { (len, &now) };
        let (l, r) = (self.spelled(a), self.spelled(b));
        let reads = a.var().into_iter().chain(b.var()).collect();
        let tokens = quote!(usize::saturating_sub(#l, #r));
        self.pure_temp(tokens, reads, Ty::Int, span)
    }

    fn repeat_stmt(&mut self, times: Atom, span: Span, body: impl FnOnce(&mut Self)) {
        let kind = LoopKind::range(self.index_var("k"), Atom::Constant(quote!(0), Ty::Int), times);
        self.loop_stmt(span, None, kind, body);
    }

    fn pop_element(&mut self, place: &Place, span: Span) {
        let ty = self.f.place_ty(place).element();
        self.temp(Op::PopElement(place.clone()), ty, span);
    }

    /// `v.pop()`: whether there was an element, and the element.
    pub(super) fn pop(&mut self, call: &syn::ExprMethodCall) -> Value {
        let span = call.method.span();
        let Some(place) = self.target_receiver(&call.receiver) else {
            return Value::Unit;
        };
        let len = self.list_len(&Value::Ref(place.clone(), false), span);
        let n = self.spelled(&len);
        let reads = len.var().into_iter().collect();
        let present = self.pure_temp(quote!(#n > 0), reads, Ty::Bool, span);
        let ty = self.f.place_ty(&place).element();
        let inside = self.when(&present, span, |lower| {
            Value::Atom(lower.temp(Op::PopElement(place), ty, span))
        });
        Value::ScalarOption(present, Box::new(inside))
    }

    pub(super) fn push_element(&mut self, place: Place, value: Atom, span: Span) {
        let ty = self.f.atom_ty(&value);
        let info = &mut self.f.vars[place.root.0];
        if place.path.is_empty()
            && let Ty::Vec(element) = &mut info.ty
            && **element == Ty::Unknown
        {
            // `Vec::new()` learns its element type from what it is given.
            **element = ty;
        }
        self.push(span, StmtKind::Push { place, value });
    }

    /// Pushes copies of all elements of a list.
    fn push_all(&mut self, place: &Place, list: Value, span: Span) {
        let chain = crate::lower::chains::Chain::elements(list);
        self.chain_loop(&chain, span, None, &mut |lower, item| {
            lower.push_item(place, item, span)
        });
    }

    /// Pushes a copy of what an iterator gives.
    pub(super) fn push_item(&mut self, place: &Place, item: Value, span: Span) {
        let item = match item {
            Value::Ref(from, _) if !self.f.place_ty(&from).is_scalar() => {
                let ty = self.f.place_ty(&from);
                Value::Op(Op::Clone(from, Ident::new("clone", span)), ty)
            }
            item => by_value(item),
        };
        let value = self.read(item, span);
        self.push_element(place.clone(), value, span);
    }

    /// `insert`, `remove` and their kin out of range panic as they do on any vector.
    fn check_index(&mut self, place: &Place, at: &Atom, method: &Ident, span: Span) {
        let len = self.list_len(&Value::Ref(place.clone(), false), span);
        let (n, i) = (self.spelled(&len), self.spelled(at));
        let tokens = if method == "insert" {
            quote_spanned!(span=> if #i > #n { ::pullback::rt::std::vec![(); #n].insert(#i, ()); })
        } else if method == "split_off" {
            quote_spanned!(span=> if #i > #n { ::pullback::rt::std::vec![(); #n].split_off(#i); })
        } else {
            quote_spanned!(span=> if #i >= #n { ::pullback::rt::std::vec![(); #n].#method(#i); })
        };
        self.effect(
            span,
            Opaque::once(tokens, len.var().into_iter().chain(at.var()).collect()),
        );
    }

    /// `[a, b].concat()` and `rows.concat()`: all elements, in one vector.
    pub(super) fn concat(&mut self, call: &syn::ExprMethodCall) -> Value {
        let span = call.method.span();
        let ty = Ty::Vec(Box::new(Ty::Unknown));
        let start_at = self.stmts.len();
        let joined = self.mutable("joined", ty, quote!(::pullback::rt::std::vec::Vec::new()), span);
        let vector = Place::var(joined);
        let mut receiver = crate::lower::chains::strip(&call.receiver);
        while let Expr::Reference(reference) = receiver {
            receiver = crate::lower::chains::strip(&reference.expr);
        }
        if let Expr::Array(array) = receiver {
            // All are evaluated before the first is copied.
            let mut chains = Vec::new();
            for part in &array.elems {
                chains.extend(self.chain_of(part));
            }
            let (mut counts, mut loops) = (Some((quote!(0), Vec::new())), Vec::new());
            for chain in &chains {
                let begin = self.stmts.len();
                self.chain_loop(chain, span, None, &mut |lower, item| {
                    lower.push_item(&vector, item, span)
                });
                if !matches!(self.stmts.last(), Some(last) if matches!(last.kind, StmtKind::Loop(_))) {
                    self.stmts.splice(begin..begin, loops.drain(..));
                    counts = None;
                    continue;
                }
                let known = chain.indexed().and_then(|_| self.items_of_the_last_loop());
                counts = counts.zip(known).map(|((sum, mut vars), (count, reads))| {
                    vars.extend(reads);
                    (quote!(#sum + #count), vars)
                });
                // How long the last part is is known before the first is copied.
                loops.extend(self.stmts.pop());
            }
            self.stmts.append(&mut loops);
            if let Some((count, reads)) = counts {
                self.with_room_for(start_at, chains.len(), count, reads);
            }
        } else {
            if let Expr::Path(_) = receiver
                && let rows @ Value::Place(_) = self.value(receiver)
            {
                let (list, reads) = self.written(&rows);
                let count = quote!(#list.iter().map(|row| row.len()).sum());
                self.with_room_for(start_at, 0, count, reads);
            }
            let rows: Expr = syn::parse_quote!(#receiver.iter().flatten());
            if let Some(chain) = self.chain(&rows) {
                self.chain_loop(&chain, span, None, &mut |lower, item| {
                    lower.push_item(&vector, item, span)
                });
            }
        }
        Value::Place(vector)
    }
}

fn one() -> Atom {
    Atom::Constant(quote!(1), Ty::Int)
}

fn from(low: Atom) -> Projection {
    Projection::range(Some(low), None)
}
