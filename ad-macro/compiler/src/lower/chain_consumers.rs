//! Consumers of iterator chains, as reductions in the fused loop: `sum`, `fold`, `collect`, …
//!
//! Input:  `x.iter().map(|a| a * a).sum::<f64>()`
//! Output: `let mut sum = -0.0; for k in 0..x.len() { sum += x[k] * x[k] }`

use crate::ir::*;
use crate::lower::builder::{Lower, Value};
use crate::lower::chains::{Chain, strip};
use crate::lower::references::by_value;
use crate::signature::bounds::traits::is_float_name;
use crate::syntax::types::Ty;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Expr;
use syn::spanned::Spanned;

impl Lower<'_> {
    /// `chain.collect::<Option<Vec<_>>>()`, and the like of results: a loop that ends with the first item that is none.
    fn all_or_none(&mut self, chain: &Expr, outer: &str, list: &syn::Type, span: Span) -> Value {
        let mut fresh = |name: &str| self.f.names.fresh(name, span);
        let (items, item, value, error) = (fresh("items"), fresh("item"), fresh("value"), fresh("error"));
        let label = syn::Lifetime::new("'collected", span);
        let (there, missing): (syn::Path, Expr) = match outer {
            "Option" => (syn::parse_quote!(Some), syn::parse_quote!(None)),
            _ => (syn::parse_quote!(Ok), syn::parse_quote!(Err(#error))),
        };
        let whole = self.value(&syn::parse_quote! {
            #label: {
                let mut #items: #list = Vec::new();
                for #item in #chain {
                    match #item {
                        #there(#value) => #items.push(#value),
                        #missing => break #label #missing,
                    }
                }
                #there(#items)
            }
        });
        // A value that may come from several places is read before its parts are asked for.
        Value::Atom(self.read(whole, span))
    }

    /// `chain.collect::<HashMap<_, _>>()`: a loop that inserts.
    fn collected_map(&mut self, chain: &Expr, map: &syn::Path, span: Span) -> Value {
        let [entries, key, value] = ["entries", "key", "value"].map(|name| self.f.names.fresh(name, span));
        self.flows_into(chain, [&entries, &key, &value]);
        let mut owner = map.clone();
        owner.segments.last_mut().expect("a path has a segment").arguments = syn::PathArguments::None;
        self.value(&syn::parse_quote! {{
            let mut #entries: #map = #owner::new();
            for (#key, #value) in #chain {
                #entries.insert(#key, #value);
            }
            #entries
        }})
    }

    /// `chain.try_fold(start, f)`, `chain.sum::<Option<f64>>()` and their like, which end with the first item that fails.
    fn ends_early(&mut self, consumer: &str, span: Span) -> Value {
        self.error(
            span,
            format!("a `{consumer}` that ends with the first failure is not supported where a derivative flows through it"),
            "write a `for` loop that returns the failure, `total += f(x)?`; or collect first, `.collect::<Result<Vec<_>, _>>()?`",
        );
        self.stand_in()
    }

    /// `chain.unzip()`: two vectors, of which each item gives both an element.
    fn unzipped(&mut self, chain: &Expr, types: Option<&syn::AngleBracketedGenericArguments>, span: Span) -> Value {
        let mut fresh = |name: &str| self.f.names.fresh(name, span);
        let (firsts, seconds, first, second) = (fresh("firsts"), fresh("seconds"), fresh("first"), fresh("second"));
        let written = |at: usize| match types.and_then(|types| types.args.iter().nth(at)) {
            Some(syn::GenericArgument::Type(ty)) => ty.clone(),
            _ => syn::parse_quote!(Vec<_>),
        };
        let [first_list, second_list] = [2, 3].map(written);
        self.value(&syn::parse_quote! {{
            let mut #firsts: #first_list = Vec::new();
            let mut #seconds: #second_list = Vec::new();
            for (#first, #second) in #chain {
                #firsts.push(#first);
                #seconds.push(#second);
            }
            (#firsts, #seconds)
        }})
    }

    /// The end of a chain: `sum`, `fold`, `collect`, …
    pub(super) fn chain_end(&mut self, call: &syn::ExprMethodCall) -> Value {
        let span = call.method.span();
        let name = call.method.to_string();
        let turbofish = call
            .turbofish
            .as_ref()
            .and_then(|arguments| match arguments.args.first() {
                Some(syn::GenericArgument::Type(ty)) => Some(ty.clone()),
                _ => None,
            });
        if let Some(value) = self.take_from_iterator(call) {
            return value;
        }
        if is_parallel(&call.receiver) && !matches!(name.as_str(), "for_each" | "collect" | "count" | "any" | "all") {
            self.error(
                span,
                format!("the order in which a parallel iterator computes its `{name}` is not known"),
                "write it without `par_`",
            );
            return self.stand_in();
        }
        if let Some((outer, inner)) = turbofish.as_ref().and_then(first_argument)
            && matches!(outer.as_str(), "Option" | "Result")
        {
            // What is collected without a name is a `Vec`, or rustc says that it is not.
            let vector: syn::Type = syn::parse_quote!(::pullback::rt::std::vec::Vec<_>);
            match (name.as_str(), inner) {
                ("collect", list) if is_vec(list) => return self.all_or_none(&call.receiver, &outer, list, span),
                ("collect", syn::Type::Infer(_)) => return self.all_or_none(&call.receiver, &outer, &vector, span),
                ("sum" | "product", _) => return self.ends_early(&name, span),
                _ => {}
            }
        }
        if let Some(syn::Type::Path(map)) = turbofish.as_ref().filter(|ty| crate::lower::maps::is_map(ty))
            && name == "collect"
        {
            return self.collected_map(&call.receiver, &map.path, span);
        }
        if matches!((name.as_str(), call.args.len()), ("try_fold", 2) | ("try_for_each", 1)) {
            return self.ends_early(&name, span);
        }
        if name == "unzip" {
            return self.unzipped(&call.receiver, call.turbofish.as_ref(), span);
        }
        let Some(chain) = self.chain(&call.receiver) else {
            return self.stand_in();
        };
        match name.as_str() {
            "sum" | "product" if turbofish.as_ref().is_some_and(|ty| self.is_own_type(ty)) => {
                let written = turbofish.expect("the guard says so");
                self.folded(&chain, &name, &written, span)
            }
            "sum" | "product" => {
                let is_sum = name == "sum";
                let written = turbofish.clone().filter(|ty| !matches!(ty, syn::Type::Infer(_)));
                let total = self
                    .f
                    .new_var(&name, written.as_ref().map_or(Ty::Unknown, Ty::of), true);
                self.f.vars[total.0].temporary = false;
                self.f.vars[total.0].annotation = written;
                // What the total starts from depends on the type of the items, which is known after the loop.
                let start_at = self.stmts.len();
                self.chain_loop(&chain, span, None, &mut |lower, value| {
                    let place = Place::var(total);
                    let value = lower.read(by_value(value), span);
                    let item = lower.f.atom_ty(&value);
                    if lower.f.info(total).ty == Ty::Unknown {
                        lower.f.vars[total.0].ty = item;
                    }
                    let ty = lower.f.info(total).ty.clone();
                    if lower.starts_from_items(total) {
                        lower.alike(total, &value, span);
                    }
                    if is_sum {
                        let op = syn::BinOp::AddAssign(Default::default());
                        let kind = StmtKind::update(place, op, Operand::Atom(value));
                        lower.push(span, kind);
                    } else {
                        let current = lower.temp(Op::Read(place.clone()), ty.clone(), span);
                        let op = syn::BinOp::Mul(Default::default());
                        let product = Op::Binary(op, Operand::Atom(current), Operand::Atom(value));
                        let value = lower.temp(product, ty.clone(), span);
                        lower.push(span, StmtKind::assign(place, value));
                    }
                });
                let start = self.start_of(total, is_sum);
                let op = Op::Opaque(Opaque::pure(start, Vec::new()));
                let stmt = self.f.stmt(span, StmtKind::Let { var: total, op });
                self.stmts.insert(start_at, stmt);
                Value::Place(Place::var(total))
            }
            "fold" if call.args.len() == 2 => {
                let start = self.atom(&call.args[0]);
                let Some(closure) = self.closure_at_end(&call.args, 2) else {
                    return self.stand_in();
                };
                let ty = self.f.atom_ty(&start);
                let folded = self.f.named_var("folded", ty.clone(), true);
                let op = match start {
                    Atom::Var(var) => Op::Read(Place::var(var)),
                    Atom::Constant(tokens, _) => Op::Opaque(Opaque::pure(tokens, Vec::new())),
                };
                self.push(span, StmtKind::Let { var: folded, op });
                self.chain_loop(&chain, span, None, &mut |lower, value| {
                    let current = lower.temp(Op::Read(Place::var(folded)), ty.clone(), span);
                    let args = lower.given_items(&closure, vec![Value::Atom(current), value]);
                    let next = lower.apply(&closure, args);
                    let value = lower.read(next, span);
                    lower.push(span, StmtKind::assign(Place::var(folded), value));
                });
                Value::Place(Place::var(folded))
            }
            "for_each" if self.gives_found(&call.args[0]) => {
                self.chain_loop(&chain, span, None, &mut |lower, item| lower.note_item(item, span));
                Value::Unit
            }
            "for_each" => {
                let Some(closure) = self.closure_at_end(&call.args, 1) else {
                    return self.stand_in();
                };
                self.chain_loop(&chain, span, None, &mut |lower, value| {
                    let args = lower.given_items(&closure, vec![value]);
                    let value = lower.apply(&closure, args);
                    lower.discard(value, span);
                });
                Value::Unit
            }
            "collect" if chain.is_endless() => {
                let help = "limit it here, `.take(n)`: in the derivatives all items are found before the first is used";
                self.error(
                    span,
                    "an iterator without end is handed to a function, or returned by one",
                    help,
                );
                self.stand_in()
            }
            "collect" => {
                let vec = turbofish.as_ref().is_none_or(is_vec);
                let open = matches!(turbofish, Some(syn::Type::Infer(_)));
                let ty = Ty::Vec(Box::new(Ty::Unknown));
                let start_at = self.stmts.len();
                let vector = self.mutable("collected", ty, quote!(::pullback::rt::std::vec::Vec::new()), span);
                self.f.vars[vector.0].annotation = turbofish.clone().filter(|_| vec);
                let outer = self.f.vars.len();
                let mut listed = None;
                self.chain_loop(&chain, span, None, &mut |lower, value| {
                    if (vec || open) && lower.refers(&value) {
                        if listed.is_some() {
                            let help = "collect clones of what they point to";
                            lower.error(span, "references to several places cannot be collected yet", help);
                        }
                        listed = lower.keep_item(value, vector, outer, span);
                        return;
                    }
                    let value = lower.read(value, span);
                    let element = lower.f.atom_ty(&value);
                    if turbofish.as_ref().is_some_and(lends_numbers) {
                        let help = "collect the numbers themselves, `.copied()`";
                        lower.error(span, "references to numbers are collected as copies", help);
                    }
                    if let Ty::Vec(known) = &mut lower.f.vars[vector.0].ty
                        && **known == Ty::Unknown
                    {
                        **known = element;
                    }
                    lower.push(
                        span,
                        StmtKind::Push {
                            place: Place::var(vector),
                            value,
                        },
                    );
                });
                if chain.indexed().is_some() {
                    self.with_room(start_at);
                }
                if let Some(listed) = listed {
                    return Value::Listed(Box::new(listed));
                }
                match turbofish {
                    Some(target) if !vec => self.collected(vector, &target, span),
                    _ => Value::Place(Place::var(vector)),
                }
            }
            "partition" => {
                let Some(closure) = self.closure_at_end(&call.args, 1) else {
                    return self.stand_in();
                };
                let lists = ["chosen", "others"].map(|name| {
                    let ty = Ty::Vec(Box::new(Ty::Unknown));
                    let list = self.mutable(name, ty, quote!(::pullback::rt::std::vec::Vec::new()), span);
                    self.f.vars[list.0].annotation = turbofish.clone();
                    Place::var(list)
                });
                self.chain_loop(&chain, span, None, &mut |lower, item| {
                    if lower.refers(&item) {
                        let help = "partition clones of what they point to";
                        lower.error(span, "a list of references cannot be divided yet", help);
                    }
                    let item = Value::Atom(lower.read(item, span));
                    let chosen = lower.look_at(&item, &closure, span);
                    let chosen = lower.read(chosen, span);
                    let item = lower.read(item, span);
                    let [then, els] = lists.each_ref().map(|list| {
                        lower.nested(|lower| {
                            lower.push_element(list.clone(), item.clone(), span);
                            None
                        })
                    });
                    lower.if_stmt(chosen, then, els, span);
                });
                Value::Tuple(lists.map(Value::Place).into())
            }
            "count" => {
                let counter = self.mutable("counter", Ty::Int, quote!(0usize), span);
                self.chain_loop(&chain, span, None, &mut |lower, value| {
                    lower.discard(value, span);
                    let one = Operand::Atom(Atom::Constant(quote!(1), Ty::Int));
                    let op = syn::BinOp::AddAssign(Default::default());
                    lower.push(span, StmtKind::update(Place::var(counter), op, one));
                });
                Value::Place(Place::var(counter))
            }
            "any" | "all" => {
                let any = name == "any";
                let Some(closure) = self.closure_at_end(&call.args, 1) else {
                    return self.stand_in();
                };
                let start = if any { quote!(false) } else { quote!(true) };
                let answer = self.mutable("answer", Ty::Bool, start, span);
                self.chain_loop(&chain, span, None, &mut |lower, value| {
                    let cond = lower.apply(&closure, vec![value]);
                    let cond = lower.read(cond, span);
                    let label = lower.loops.last().expect("inside the loop").label;
                    let found = lower.nested(|lower| {
                        let value = Atom::Constant(if any { quote!(true) } else { quote!(false) }, Ty::Bool);
                        lower.push(span, StmtKind::assign(Place::var(answer), value));
                        lower.push(span, StmtKind::Exit(Exit::Break(label, None)));
                        None
                    });
                    let (then, els) = if any {
                        (found, Block::default())
                    } else {
                        (Block::default(), found)
                    };
                    lower.if_stmt(cond, then, els, span);
                });
                Value::Place(Place::var(answer))
            }
            _ => {
                self.error(
                    span,
                    format!("`{name}` at the end of an iterator chain is not supported yet where a derivative flows through it"),
                    "write a loop, or use `fold`",
                );
                self.stand_in()
            }
        }
    }

    /// Makes the vector that the statement at `start_at` declares with room for all items of the loop that fills it: how many there are
    /// is known only where that begins.
    fn with_room(&mut self, start_at: usize) {
        let Some((count, reads)) = self.items_of_the_last_loop() else {
            return;
        };
        self.with_room_for(start_at, 1, count, reads);
    }

    /// The same for `count` items, which the last `loops` loops fill it with.
    pub(super) fn with_room_for(&mut self, start_at: usize, loops: usize, count: TokenStream, reads: Vec<Var>) {
        let mut declaration = self.stmts.remove(start_at);
        if let StmtKind::Let { op, .. } = &mut declaration.kind {
            *op = Op::Opaque(Opaque::pure(
                quote!(::pullback::rt::std::vec::Vec::with_capacity(#count)),
                reads,
            ));
        }
        self.stmts.insert(self.stmts.len() - loops, declaration);
    }

    /// Makes room in a vector for all items that the last loop adds to it, at once as `extend` does.
    pub(super) fn more_room(&mut self, place: &Place, span: Span) {
        if !matches!(self.f.place_ty(place), Ty::Vec(_)) {
            return;
        }
        let Some((count, mut reads)) = self.items_of_the_last_loop() else {
            return;
        };
        let list = spell::place(&self.f.vars, place);
        place.uses(Use::Read, &mut |var, _| reads.push(var));
        let opaque = Opaque::once(quote_spanned!(span=> #list.reserve(#count);), reads);
        let diverges = false;
        let filling = self.stmts.pop();
        self.push(span, StmtKind::Effect { opaque, diverges });
        self.stmts.extend(filling);
    }

    /// How many items the loop that was just made goes through, and the variables that say so.
    pub(super) fn items_of_the_last_loop(&self) -> Option<(TokenStream, Vec<Var>)> {
        let Some(Stmt {
            kind: StmtKind::Loop(filling),
            ..
        }) = self.stmts.last()
        else {
            return None;
        };
        let LoopKind::Range {
            var,
            low,
            high,
            inclusive,
            ..
        } = &filling.kind
        else {
            return None;
        };
        let reads = low.var().into_iter().chain(high.var()).collect();
        let indexed = self.in_range.contains(var);
        let [low, high] = [low, high].map(|end| self.spelled(end));
        let count = match (indexed, inclusive) {
            (true, _) => high,
            (false, false) => quote!(::core::iter::Iterator::size_hint(&(#low..#high)).0),
            (false, true) => quote!(::core::iter::Iterator::size_hint(&(#low..=#high)).0),
        };
        Some((count, reads))
    }

    /// A sum or product that is of a type of the user's: by the impl of `Sum` or `Product`, which says what it starts from and in
    /// which order it goes. That is a function of an iterator, and its derivative one of a list of the items.
    fn folded(&mut self, chain: &Chain, name: &str, written: &syn::Type, span: Span) -> Value {
        let ty = Ty::Vec(Box::new(Ty::Unknown));
        let items = self.mutable("items", ty, quote!(::pullback::rt::std::vec::Vec::new()), span);
        let mut lent = false;
        self.chain_loop(chain, span, None, &mut |lower, item| {
            lent |= matches!(lower.value_ty(&item), Ty::Ref(_));
            let item = match item {
                Value::Place(_) => lower.taken_out(item),
                item => item,
            };
            lower.push_item(&Place::var(items), item, span);
        });
        let ad = self.f.names_ad();
        let form = Ident::new(if lent { "ByReference" } else { "ByValue" }, span);
        let kind = Ident::new(if name == "sum" { "Sums" } else { "Products" }, span);
        let args = vec![Argument::Value(self.read(Value::Place(Place::var(items)), span))];
        let function = syn::parse_quote_spanned!(span=> #ad::folded::<#written, #ad::#kind, #ad::#form, _>);
        let forward = syn::parse_quote_spanned!(span=> #ad::twins::folded::<#written, #ad::#kind, #ad::#form, _>);
        self.call_stmt(CallKind::Function, function, forward, args, Ty::Unknown, None, span)
    }

    /// What else than a vector `collect` makes of the items: with a twin in the runtime, if a derivative can be in them.
    fn collected(&mut self, items: Var, target: &syn::Type, span: Span) -> Value {
        let ty = Ty::of(target);
        if self.f.info(items).ty.is_inert() {
            let name = spell::name(&self.f.vars, items);
            let tokens = quote_spanned!(span=> #name.into_iter().collect::<#target>());
            let opaque = Opaque::once(tokens, vec![items]);
            let ty = if ty == Ty::Unknown { Ty::Inert } else { ty };
            return Value::Op(Op::Opaque(opaque), ty);
        }
        let ad = self.f.names_ad();
        let args = vec![Argument::Value(self.read(Value::Place(Place::var(items)), span))];
        let function = syn::parse_quote_spanned!(span=> #ad::collected::<#target, _>);
        let forward = syn::parse_quote_spanned!(span=> #ad::twins::collected::<#target, _>);
        self.call_stmt(CallKind::Function, function, forward, args, ty, None, span)
    }

    /// What a sum or product starts from: the sum of no floats is −0.0 in std.
    fn start_of(&self, total: Var, is_sum: bool) -> TokenStream {
        let ad = self.f.names_ad();
        let info = self.f.info(total);
        let start = if is_sum { quote!(empty_sum) } else { quote!(one) };
        match (&info.ty, &info.annotation) {
            (Ty::Int, _) if is_sum => quote!(0),
            (Ty::Int, _) => quote!(1),
            (Ty::Unknown, Some(ty)) => quote!(#ad::#start::<#ty>()),
            _ if self.starts_from_items(total) => quote!(#ad::#start()),
            _ if is_sum => quote!(-0.0),
            _ => quote!(1.0),
        }
    }

    /// Whether only the items of a sum or product say what it starts from: in a generic function they may be of any of its types.
    fn starts_from_items(&self, total: Var) -> bool {
        let info = self.f.info(total);
        let generic = self
            .type_params
            .iter()
            .any(|param| param != "Self" && !param.starts_with('\''));
        generic && info.ty == Ty::Unknown && info.annotation.is_none()
    }

    /// Tells rustc that a variable is of the type of what will be put there, a sum or product of that of its items.
    pub(super) fn alike(&mut self, var: Var, item: &Atom, span: Span) {
        let ad = self.f.names_ad();
        let (name, value) = (spell::name(&self.f.vars, var), self.spelled(item));
        let reads = [var].into_iter().chain(item.var()).collect();
        self.effect(span, Opaque::pure(quote!(#ad::alike(&#name, &#value);), reads));
    }
}

impl Lower<'_> {
    /// Whether a type is one of the user's, whose sum is not that of floats: a name that is no primitive's and no parameter's, and
    /// none that aliases of floats commonly have.
    fn is_own_type(&self, ty: &syn::Type) -> bool {
        let syn::Type::Path(path) = ty else { return false };
        let (Some(first), Some(last)) = (path.path.segments.first(), path.path.segments.last()) else {
            return false;
        };
        let of_a_part = path.qself.is_some() || path.path.segments.len() > 1 && first.ident == "Self";
        let name = last.ident.to_string();
        let of_floats = is_float_name(&name) || self.type_params.contains(&name) && name != "Self";
        Ty::of(ty) == Ty::Unknown && !of_a_part && !of_floats && !matches!(name.as_str(), "Option" | "Result")
    }

    /// A function's body whose last word is `chain.collect()`, with the type that it makes, if it may end early; or the sum of a chain.
    /// What becomes a result, `found.map(|v| ..)`, is one: it is taken apart. What a function answers is a condition.
    pub(super) fn made_at_end(&self, body: &syn::Block, output: &syn::Type) -> Option<syn::Block> {
        let mut body = body.clone();
        match body.stmts.last_mut() {
            Some(syn::Stmt::Expr(Expr::MethodCall(last), None)) if last.method == "map" || last.method == "map_err" => {
                if self.made_by_map(last, output).is_none() {
                    let taken_apart = self.mapped_result(last, output)?;
                    *body.stmts.last_mut()? = syn::Stmt::Expr(taken_apart, None);
                }
            }
            Some(syn::Stmt::Expr(last @ Expr::MethodCall(_), None)) if Ty::of(output) == Ty::Bool => {
                *last = syn::parse_quote_spanned!(last.span()=> if #last { true } else { false });
            }
            Some(syn::Stmt::Expr(last, None)) => *last = self.made_last(last, output)?,
            _ => return None,
        }
        Some(body)
    }

    /// `result.map(|v| ..)`, of which what it becomes says that it is a result; rustc sees whether it is, by the patterns.
    fn mapped_result(&self, call: &syn::ExprMethodCall, output: &syn::Type) -> Option<Expr> {
        let syn::Type::Path(path) = output else { return None };
        let (Some(last), Some(Expr::Closure(closure)), 1) =
            (path.path.segments.last(), call.args.first(), call.args.len())
        else {
            return None;
        };
        let (Some(value), 1) = (closure.inputs.first(), closure.inputs.len()) else {
            return None;
        };
        let (receiver, body) = (&call.receiver, &closure.body);
        let leaves = crate::lower::name_activity::returns_from_within(&**body);
        if call.method != "map"
            || last.ident != "Result"
            || closure.capture.is_some()
            || leaves
            || self.is_chain(receiver)
        {
            return None;
        }
        Some(syn::parse_quote_spanned! {call.method.span()=>
            match #receiver {
                Ok(#value) => Ok(#body),
                Err(error) => Err(error),
            }
        })
    }

    /// The same of what stands last, or after `return`, in all the branches that it has.
    pub(super) fn made_last(&self, last: &Expr, output: &syn::Type) -> Option<Expr> {
        let within = |block: &mut syn::Block| match block.stmts.last_mut() {
            Some(syn::Stmt::Expr(last, None)) => self.made_last(last, output).map(|made| *last = made).is_some(),
            _ => false,
        };
        match last {
            Expr::If(branches) => {
                let mut branches = branches.clone();
                let mut any = within(&mut branches.then_branch);
                if let Some((_, other)) = &mut branches.else_branch
                    && let Some(made) = self.made_last(other, output)
                {
                    (**other, any) = (made, true);
                }
                any.then_some(Expr::If(branches))
            }
            Expr::Match(arms) => {
                let (mut arms, mut any) = (arms.clone(), false);
                for arm in &mut arms.arms {
                    if let Some(made) = self.made_last(&arm.body, output) {
                        (*arm.body, any) = (made, true);
                    }
                }
                any.then_some(Expr::Match(arms))
            }
            Expr::Block(block) => {
                let mut block = block.clone();
                within(&mut block.block).then_some(Expr::Block(block))
            }
            // `Ok(chain.collect())`
            Expr::Call(call) if is_variant(&call.func, &["Ok", "Some"]) && call.args.len() == 1 => {
                let (_, inside) = first_argument(output)?;
                let mut call = call.clone();
                call.args[0] = self.made_last(&call.args[0], inside)?;
                Some(Expr::Call(call))
            }
            _ => {
                if let Expr::MethodCall(call) = last
                    && let Some(taken_apart) = self.mapped_result(call, output)
                {
                    return Some(taken_apart);
                }
                let listed = list_within(output).is_some() || is_other_list(output);
                let collects = matches!(last, Expr::MethodCall(call) if call.method == "collect");
                self.made_into(last, output).filter(|_| listed || !collects)
            }
        }
    }

    /// Says what the closure in `option.map(|v| chain.collect())` makes, where all of it becomes an `Option<T>` or a `Result<T, _>`.
    fn made_by_map(&self, call: &mut syn::ExprMethodCall, output: &syn::Type) -> Option<()> {
        if call.method == "map_err"
            && let Expr::MethodCall(map) = &mut *call.receiver
        {
            return self.made_by_map(map, output);
        }
        let (outer, inside) = first_argument(output)?;
        if call.method != "map" || call.args.len() != 1 || !matches!(outer.as_str(), "Option" | "Result") {
            return None;
        }
        let Some(Expr::Closure(closure)) = call.args.first_mut() else {
            return None;
        };
        let last = match &mut *closure.body {
            Expr::Block(body) => match body.block.stmts.last_mut()? {
                syn::Stmt::Expr(last, None) => last,
                _ => return None,
            },
            body => body,
        };
        *last = self.made_into(last, inside)?;
        Some(())
    }

    /// `chain.collect()` with the type that it is known to make, and `chain.sum()` with one of the user's, or with an option or a result.
    pub(super) fn made_into(&self, expr: &Expr, target: &syn::Type) -> Option<Expr> {
        let fallible = first_argument(target).is_some_and(|(outer, _)| matches!(outer.as_str(), "Option" | "Result"));
        // Of what is summed it may be seen nowhere else that it is an integer.
        let summed = self.is_own_type(target) || fallible || Ty::of(target) == Ty::Int;
        let made = |name: &Ident| name == "collect" || (name == "sum" || name == "product") && summed;
        match expr {
            Expr::MethodCall(call) if made(&call.method) && call.turbofish.is_none() && call.args.is_empty() => {
                let mut call = call.clone();
                call.turbofish = Some(syn::parse_quote!(::<#target>));
                Some(Expr::MethodCall(call))
            }
            _ => None,
        }
    }
}

fn is_variant(function: &Expr, names: &[&str]) -> bool {
    matches!(function, Expr::Path(path) if names.iter().any(|name| path.path.is_ident(name)))
}

fn is_vec(ty: &syn::Type) -> bool {
    matches!(ty, syn::Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Vec"))
}

/// Whether a type is that of a list of references to numbers, or of tuples with some.
fn lends_numbers(list: &syn::Type) -> bool {
    let lends = |ty: &syn::Type| matches!(ty, syn::Type::Reference(to) if matches!(Ty::of(&to.elem), Ty::Float(_)));
    match first_argument(list) {
        Some((_, syn::Type::Tuple(parts))) => parts.elems.iter().any(lends),
        Some((_, item)) => lends(item),
        None => false,
    }
}

/// Whether a type says of what it is made, and is no `Vec`: `VecDeque<f64>`. Another name may be an alias of a vector's type.
fn is_other_list(ty: &syn::Type) -> bool {
    first_argument(ty)
        .is_some_and(|(name, _)| !matches!(name.as_str(), "Vec" | "Option" | "Result" | "Box" | "Rc" | "Arc"))
}

/// The list in `Option<Vec<_>>` or `Result<Vec<_>, _>`, and what it stands in.
fn list_within(target: &syn::Type) -> Option<(String, &syn::Type)> {
    first_argument(target).filter(|(_, list)| is_vec(list))
}

/// The name of a type and its first argument.
fn first_argument(target: &syn::Type) -> Option<(String, &syn::Type)> {
    let syn::Type::Path(path) = target else { return None };
    let last = path.path.segments.last()?;
    let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    match arguments.args.first() {
        Some(syn::GenericArgument::Type(first)) => Some((last.ident.to_string(), first)),
        _ => None,
    }
}

/// Whether a chain begins with one of rayon's sources.
fn is_parallel(expr: &Expr) -> bool {
    match strip(expr) {
        Expr::MethodCall(call) => call.method.to_string().contains("par_iter") || is_parallel(&call.receiver),
        _ => false,
    }
}
