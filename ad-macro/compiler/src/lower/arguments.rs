//! Lowers the arguments of a call: each to an `Argument`, by value, by reference or as a function, in evaluation order.
//!
//! Input:  `f(&x[1..], k * 2.0, &mut u)`
//! Output: `let t = k * 2.0`, then the arguments `&x[1..]`, `t`, `&mut u`

use crate::ir::*;
use crate::lower::builder::{Binding, Lower, Value};
use crate::syntax::expressions::{span_of, strip};
use crate::syntax::types::Ty;
use crate::syntax::walk::{Node, NodeMut, Walk, WalkMut, descend, descend_mut};
use proc_macro2::{Ident, Span};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, Token};

impl Lower<'_> {
    /// The arguments of a call, each evaluated in its turn; only references are left as they are.
    pub(super) fn argument_values(&mut self, exprs: &Punctuated<Expr, Token![,]>) -> Vec<Value> {
        self.evaluated(exprs, false)
    }

    /// The same of a function or a method, to which a field that may be a reference is handed as it is.
    pub(super) fn call_values(&mut self, exprs: &Punctuated<Expr, Token![,]>) -> Vec<Value> {
        self.evaluated(exprs, true)
    }

    fn evaluated(&mut self, exprs: &Punctuated<Expr, Token![,]>, fields: bool) -> Vec<Value> {
        let mut values = Vec::new();
        for expr in exprs {
            if self.is_function(expr) {
                // It is converted where the call is made.
                values.push(Value::Unit);
                continue;
            }
            // By its name such a function returns what can be written: as an argument that is a reference.
            if let Expr::MethodCall(call) = strip(expr)
                && call.method.to_string().ends_with("_mut")
            {
                self.lends = Some(crate::signature::returned_places::Lent::unknown(true));
            }
            // What an iterator gives is collected on the way: the function takes any list of these.
            if (gives_values(expr) || self.names_values(expr)) && self.is_chain(expr) && self.may_carry(expr) {
                let shared = self.asked_only(expr);
                let expr = shared.as_ref().unwrap_or(expr);
                if self.changes_something(expr) {
                    let help = "collect it into a `Vec` first, and pass that";
                    let kept = self.keep(expr, Ty::Unknown, "an iterator that changes something", help);
                    values.push(Value::Atom(self.read(kept, span_of(expr))));
                    continue;
                }
                let collect = Ident::new("collect", span_of(expr));
                let list = self.value(&syn::parse_quote!((#expr).#collect::<::pullback::rt::std::vec::Vec<_>>()));
                values.push(self.iterator_over(list, span_of(expr)));
                continue;
            }
            // Nothing comes from it, but the function takes a list's iterator.
            if let Expr::Call(empty) = strip(expr)
                && empty.args.is_empty()
                && let Expr::Path(path) = &*empty.func
                && let [.., module, last] = &path.path.segments.iter().collect::<Vec<_>>()[..]
                && module.ident == "iter"
                && last.ident == "empty"
            {
                let items = &last.arguments;
                let list = self.value(&syn::parse_quote!(::pullback::rt::std::vec::Vec #items ::new()));
                values.push(self.iterator_over(list, span_of(expr)));
                continue;
            }
            if let Some(list) = self.iterated_by_value(expr) {
                values.push(list);
                continue;
            }
            if fields && let Some(lent) = self.reference_aside(expr) {
                values.push(lent);
                continue;
            }
            let value = self.value(expr);
            let value = self.lent_again(value);
            let part = self.handed_over(&value, expr);
            if let Some(part) = part.or_else(|| self.unseen_field(&value, expr).filter(|_| fields)) {
                values.push(Value::Place(part));
                continue;
            }
            values.push(match value {
                reference @ Value::Ref(..) => reference,
                // What carries no derivative, in an option or not, is handed over as it is written.
                Value::ScalarOption(_, inside)
                    if self.value_ty(&inside).is_inert()
                        && matches!(strip(expr), Expr::Call(_))
                        && let Ok(opaque) = self.opaque(expr) =>
                {
                    Value::Atom(self.temp(Op::Opaque(opaque), Ty::Inert, span_of(expr)))
                }
                choice @ Value::Choice(..) if matches!(self.value_ty(&choice), Ty::Ref(_)) => choice,
                Value::ScalarOption(present, inside) if matches!(self.value_ty(&inside), Ty::Ref(_)) => {
                    // What takes `&mut Option<&mut T>` takes the option in its sweeps.
                    if let Expr::Reference(reference) = strip(expr)
                        && (reference.mutability.is_none() || !matches!(*inside, Value::Ref(_, true)))
                    {
                        self.error(
                            span_of(expr),
                            "a reference to an option of a reference is not supported yet as an argument",
                            "let the function take the option by value, and pass `option.as_deref_mut()`",
                        );
                    }
                    lent_where(&present, *inside)
                }
                Value::Tuple(parts) if parts.iter().any(crate::lower::builder::holds_reference) => {
                    let parts = parts.into_iter().map(|part| self.tuple_part(part, span_of(expr)));
                    Value::Tuple(parts.collect())
                }
                value => Value::Atom(self.read(value, span_of(expr))),
            });
        }
        values
    }

    /// `no_diff(&mut rng)`: a variable without derivative that is lent to be changed.
    pub(super) fn detached(&mut self, call: &syn::ExprCall) -> Option<Value> {
        let Some(Expr::Reference(lent)) = call.args.first().map(strip) else {
            return None;
        };
        let Expr::Path(path) = strip(&lent.expr) else {
            return None;
        };
        let Some(Binding::Var(var)) = self.lookup(path.path.get_ident()?) else {
            return None;
        };
        let var = *var;
        if lent.mutability.is_none() || self.f.info(var).role != Role::Value {
            return None;
        }
        self.f.detached.insert(var);
        Some(Value::Ref(Place::var(var), true))
    }

    /// `no_diff(&self.table)`, or `no_diff(table)` of what is a reference: the call is lent what is there, and no cotangent of it.
    fn reference_aside(&mut self, expr: &Expr) -> Option<Value> {
        let value = match aside(expr)? {
            Expr::Path(path) => match self.lookup(path.path.get_ident()?)? {
                crate::lower::builder::Binding::Alias(..) => self.value(&syn::parse_quote!(&*#path)),
                _ => return None,
            },
            lent => self.value(lent),
        };
        matches!(value, Value::Ref(..)).then_some(value)
    }

    /// `list.into_iter()` of what is no reference. Of a variable's field, `fitted.weights.into_iter()`, the type is rustc's business:
    /// only a list has such a derivative.
    fn iterated_by_value(&mut self, expr: &Expr) -> Option<Value> {
        let Expr::MethodCall(call) = strip(expr) else {
            return None;
        };
        let list = strip(&call.receiver);
        let made = match list {
            Expr::MethodCall(made) => matches!(made.method.to_string().as_str(), "collect" | "to_vec" | "clone"),
            Expr::Macro(made) => made.mac.path.is_ident("vec"),
            Expr::Array(_) => true,
            list => match self.type_of(list) {
                Ty::Vec(_) | Ty::Array(_) => true,
                Ty::Unknown => self.is_part_of_value(list),
                _ => false,
            },
        };
        let flows = self.may_carry(list);
        if call.method != "into_iter" || !made || !flows || self.lent_items(expr).is_some() {
            return None;
        }
        let list = self.value(list);
        Some(self.iterator_over(list, span_of(expr)))
    }

    /// `rng.random_range(a..b)` where only rustc knows what is between the ends: the range is made by a function of the runtime, and a
    /// derivative flows back into them if they are floats. Other methods that take a range take one of counts.
    pub(super) fn ends_of_a_draw(&mut self, call: &syn::ExprMethodCall) -> Option<Value> {
        let draws = call.method == "random_range" || call.method == "gen_range";
        let Some(Expr::Range(range)) = call.args.first().filter(|_| draws).map(strip) else {
            return None;
        };
        let (Some(start), Some(end), syn::RangeLimits::HalfOpen(_)) = (&range.start, &range.end, &range.limits) else {
            return None;
        };
        let known = |end| self.type_of(end).is_inert() || self.type_of(end).is_float();
        if known(start) || known(end) || !self.may_carry(&call.args[0]) {
            return None;
        }
        let span = range.span();
        let ends = [start, end].map(|end| self.atom(end));
        let ad = self.f.names_ad();
        let (function, forward) = (syn::parse_quote!(#ad::ranged), self.runtime_twin("ranged"));
        let ends = ends.map(Argument::Value).into();
        Some(self.call_stmt(CallKind::Function, function, forward, ends, Ty::Unknown, None, span))
    }

    /// Whether an expression names a variable that is no reference, or a field of one.
    fn is_part_of_value(&self, expr: &Expr) -> bool {
        match strip(expr) {
            Expr::Field(field) => self.is_part_of_value(&field.base),
            Expr::Path(path) => match path.path.get_ident().and_then(|ident| self.lookup(ident)) {
                Some(Binding::Var(var)) => self.f.info(*var).role == Role::Value,
                _ => false,
            },
            _ => false,
        }
    }

    /// What is handed to a function that takes an iterator over a list by value.
    fn iterator_over(&mut self, list: Value, span: Span) -> Value {
        let args = vec![Argument::Value(self.read(list, span))];
        let ad = self.f.names_ad();
        let (function, forward) = (syn::parse_quote!(#ad::iterated), self.runtime_twin("iterated"));
        self.call_stmt(CallKind::Function, function, forward, args, Ty::Unknown, None, span)
    }

    /// Whether an expression names an iterator that gives values and not references.
    fn names_values(&self, expr: &Expr) -> bool {
        self.named_iterator(expr).is_some_and(|(chain, _)| chain.gives_values())
    }

    /// A part of a tuple of references that is an argument.
    fn tuple_part(&mut self, part: Value, span: Span) -> Value {
        match part {
            reference @ Value::Ref(..) => reference,
            Value::ScalarOption(present, inside) if matches!(*inside, Value::Ref(..)) => lent_where(&present, *inside),
            part => Value::Atom(self.read(part, span)),
        }
    }

    /// An iterator whose closures call methods on what could be changed, where these may only ask: rustc proves it, since each is
    /// called on a shared reference.
    fn asked_only(&self, expr: &Expr) -> Option<Expr> {
        struct Asked(bool);
        impl WalkMut for Asked {
            fn node(&mut self, node: NodeMut<'_>) {
                match node {
                    NodeMut::ExprClosure(closure) => {
                        let inside = std::mem::replace(&mut self.0, true);
                        self.node(NodeMut::Expr(&mut closure.body));
                        self.0 = inside;
                    }
                    NodeMut::ExprMethodCall(call) => {
                        descend_mut(self, NodeMut::ExprMethodCall(call));
                        let is_place = matches!(strip(&call.receiver), Expr::Path(_) | Expr::Index(_) | Expr::Field(_));
                        if self.0 && is_place && !crate::lower::opaque_tokens::reads_only(&call.method.to_string()) {
                            let receiver = &call.receiver;
                            call.receiver = syn::parse_quote_spanned!(receiver.span()=> (&#receiver));
                        }
                    }
                    node => descend_mut(self, node),
                }
            }
        }
        if !self.changes_something(expr) {
            return None;
        }
        let mut asked = expr.clone();
        Asked(false).node(NodeMut::Expr(&mut asked));
        (!self.changes_something(&asked)).then_some(asked)
    }

    /// `M::from_iterator(rows, columns, chain)`, where the chain changes something: nobody sees it change before all items are made. So
    /// they are made first, and it is proved that all of them were taken.
    pub(super) fn made_of_items(&mut self, call: &syn::ExprCall, function: &str) -> Option<Value> {
        let mut before: Vec<&Expr> = call.args.iter().collect();
        let chain = before.pop()?;
        if !matches!(
            function,
            "from_iterator" | "from_row_iterator" | "from_iterator_generic"
        ) || !gives_values(chain)
            || !self.is_chain(chain)
            || !self.may_carry(chain)
            || self.asked_only(chain).is_some()
            || !self.changes_something(chain)
        {
            return None;
        }
        let (make, span) = (&call.func, chain.span());
        let names: Vec<Ident> = before.iter().map(|_| self.f.names.fresh("argument", span)).collect();
        let [items, count, made] = ["items", "count", "made"].map(|name| self.f.names.fresh(name, span));
        for name in names.iter().chain([&items, &made]) {
            self.possibly_active.insert(name.to_string());
        }
        let collect = Ident::new("collect", span);
        Some(self.value(&syn::parse_quote_spanned!(span=> {
            #(let #names = #before;)*
            let #items = (#chain).#collect::<::pullback::rt::std::vec::Vec<_>>();
            let #count = #items.len();
            let #made = #make(#(#names,)* #items.into_iter());
            ::pullback::no_diff(::pullback::rt::all_taken(&#made, #count));
            #made
        })))
    }

    /// Whether an iterator does more than give values: it could tell how many of them the function takes, and when.
    fn changes_something(&self, expr: &Expr) -> bool {
        struct Changes<'a, 'b>(&'a Lower<'b>, bool);
        impl Changes<'_, '_> {
            fn is_mutable(&self, expr: &Expr) -> bool {
                match strip(expr) {
                    Expr::Path(path) => match path.path.get_ident().and_then(|ident| self.0.lookup(ident)) {
                        Some(Binding::Var(var)) => self.0.f.info(*var).mutable,
                        Some(Binding::Alias(_, mutable)) => *mutable,
                        Some(Binding::Closure(_)) => true,
                        _ => false,
                    },
                    Expr::Field(field) => self.is_mutable(&field.base),
                    Expr::Index(index) => self.is_mutable(&index.expr),
                    Expr::MethodCall(call) => self.is_mutable(&call.receiver),
                    _ => false,
                }
            }
        }
        impl<'ast> Walk<'ast> for Changes<'_, '_> {
            fn node(&mut self, node: Node<'ast>) {
                match node {
                    Node::ExprClosure(closure) => self.node(Node::Expr(&closure.body)),
                    Node::Expr(expr) => {
                        let changes = match expr {
                            Expr::Assign(_) | Expr::Macro(_) => true,
                            Expr::Binary(binary) => crate::syntax::expressions::is_compound(&binary.op),
                            Expr::Reference(reference) => reference.mutability.is_some(),
                            Expr::MethodCall(call) => {
                                // What a method gives, `v.iter()`, is an iterator of its own, which an adapter only wraps.
                                let wraps = crate::lower::iterators::adapts(call)
                                    && matches!(strip(&call.receiver), Expr::MethodCall(_));
                                // So is what a function of references gives: these are found before the first is looked at.
                                let name = call.method.to_string();
                                let views = !name.ends_with("_mut") && self.0.iterates_array(call);
                                let reads = wraps
                                    || views
                                    || name == "as_slice" && call.args.is_empty()
                                    || crate::lower::opaque_tokens::reads_only(&name)
                                    || self.0.lent_items(expr).is_some()
                                    // What is lent to a struct of references is only read.
                                    || !name.ends_with("_mut") && self.0.options.lent.contains_key(&name);
                                !reads && self.is_mutable(&call.receiver)
                            }
                            Expr::Call(call) => self.is_mutable(&call.func),
                            _ => false,
                        };
                        self.1 |= changes;
                        descend(self, node);
                    }
                    node => descend(self, node),
                }
            }
        }
        let mut changes = Changes(self, false);
        changes.node(Node::Expr(expr));
        // An iterator with a name has its closures elsewhere.
        if let Some((chain, _)) = self.named_iterator(expr) {
            for closure in chain.clone().closures_mut() {
                changes.node(Node::ExprClosure(closure.closure()));
            }
        }
        changes.1
    }

    /// The arguments of a call, after the `before` that stand before them already.
    pub(super) fn arguments(
        &mut self,
        values: Vec<Value>,
        exprs: &Punctuated<Expr, Token![,]>,
        mut args: Vec<Argument>,
    ) -> (Vec<Argument>, AsWritten) {
        let mut captured = Vec::new();
        let (mut written, mut bare) = (AsWritten::default(), Vec::new());
        for (value, expr) in values.into_iter().zip(exprs) {
            if let Some(f) = self.function_parameter(expr) {
                args.push(self.passed_on(f));
                continue;
            }
            if let Some((argument, captures)) = self.function_argument(expr) {
                args.push(argument);
                captured.push((args.len() - 1, captures));
                continue;
            }
            let value = if self.is_function(expr) {
                self.value(expr)
            } else {
                value
            };
            if let Value::Tuple(parts) = value {
                let first = args.len();
                args.extend(parts.into_iter().map(|part| self.argument(part, span_of(expr))));
                written.tuples.push(first..args.len());
                continue;
            }
            if let Expr::Path(_) = strip(expr) {
                bare.push(args.len());
            }
            if matches!(value, Value::Ref(..)) && aside(expr).is_some() {
                written.aside.push(args.len());
            }
            if self.is_view_by_value(&value, expr) {
                written.views.push(args.len());
            } else if matches!(&value, Value::Ref(place, _) if self.is_unseen_view(place)) {
                let named = matches!(strip(expr), Expr::Path(_));
                let words = self.opaque(expr).ok().filter(|_| !named);
                written.told.push((args.len(), words.map(|opaque| opaque.tokens)));
            }
            if let Some(view) = self.handed_over(&value, expr) {
                written.held.push(args.len());
                args.push(Argument::Ref(view));
                continue;
            }
            if let Some(field) = self.unseen_field(&value, expr) {
                written.fields.push(args.len());
                args.push(Argument::Ref(field));
                continue;
            }
            // Written as `Some(&mut list)`, it may be for a slice, and is of the type that the function takes.
            if let Value::Ref(place, true) = &value
                && matches!(place.path.last(), Some(Projection::Where(_)))
                && (matches!(strip(expr), Expr::Reference(_))
                    || self.f.params.iter().any(|param| param.var == place.root))
            {
                written.options.push(args.len());
            }
            args.push(self.argument(value, span_of(expr)));
        }
        // A mutable reference passed on beside another one to the same place can only be meant as a shared one.
        for k in bare {
            if let Argument::Mut(place) = &args[k]
                && args.iter().enumerate().any(|(other, arg)| {
                    other != k && matches!(arg, Argument::Mut(at) | Argument::Ref(at) if at.overlaps(place))
                })
            {
                args[k] = Argument::Ref(place.clone());
            }
        }
        if let Some(first) = exprs.first() {
            self.read_apart(&mut args, first.span());
        }
        // Beside what is lent to be changed a field of it is a number, read before.
        written.fields.retain(|&k| {
            let beside = args[k].place().clone();
            let lent = |arg: &Argument| matches!(arg, Argument::Mut(place) if place.overlaps(&beside));
            let stays = !args.iter().any(lent);
            if !stays {
                args[k] = self.argument(Value::Place(beside), exprs.span());
            }
            stays
        });
        for (k, captures) in captured {
            let start = args.len();
            if let Argument::Lambda(_, first) = &mut args[k] {
                *first = start;
            }
            args.extend(captures);
        }
        (args, written)
    }

    pub(super) fn argument(&mut self, value: Value, span: Span) -> Argument {
        match value {
            Value::Ref(place, true) => Argument::Mut(place),
            Value::Ref(place, false) => Argument::Ref(place),
            value => Argument::Value(self.read(value, span)),
        }
    }
}

/// An option of a reference as it is lent to a call; of a choice of references, a choice of such options.
pub(super) fn lent_where(present: &Atom, inside: Value) -> Value {
    match inside {
        Value::Ref(place, mutable) => Value::Ref(place.then(Projection::Where(present.clone())), mutable),
        Value::Choice(cond, then, els) => {
            let then = Box::new(lent_where(present, *then));
            Value::Choice(cond, then, Box::new(lent_where(present, *els)))
        }
        value => value,
    }
}

/// The reference to a variable or a field in `no_diff(&self.table)`, or the variable in `no_diff(table)`.
fn aside(expr: &Expr) -> Option<&Expr> {
    let is_place = |mut expr: &Expr| {
        while let Expr::Field(field) = expr {
            expr = strip(&field.base);
        }
        if let Expr::Unary(unary) = expr
            && let syn::UnOp::Deref(_) = unary.op
        {
            expr = strip(&unary.expr);
        }
        matches!(expr, Expr::Path(path) if path.path.get_ident().is_some())
    };
    match strip(expr) {
        Expr::Call(call) if crate::syntax::expressions::is_no_diff(&call.func) => match strip(call.args.first()?) {
            lent @ Expr::Reference(inner) if inner.mutability.is_none() && is_place(strip(&inner.expr)) => Some(lent),
            lent @ Expr::Path(_) => Some(lent),
            _ => None,
        },
        _ => None,
    }
}

/// Whether an iterator gives values and not references, as far as its adapters tell.
fn gives_values(expr: &Expr) -> bool {
    let call = match strip(expr) {
        Expr::MethodCall(call) => call,
        Expr::Call(call) => return matches!(crate::lower::iterators::generator(call), Some("once" | "repeat_n")),
        _ => return false,
    };
    match call.method.to_string().as_str() {
        "map" | "copied" | "cloned" | "filter_map" | "flat_map" | "map_while" | "scan" => true,
        "filter" | "skip" | "take" | "step_by" | "rev" | "take_while" | "skip_while" | "inspect" | "chain"
        | "cycle" | "enumerate" => gives_values(&call.receiver),
        "zip" => {
            let other = |other| gives_values(other) || matches!(strip(other), Expr::Range(_));
            gives_values(&call.receiver) && call.args.first().is_some_and(other)
        }
        _ => false,
    }
}
