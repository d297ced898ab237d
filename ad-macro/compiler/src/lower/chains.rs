//! Iterator chains, as one fused loop.
//!
//! Input:  `x.iter().zip(y).filter(|(a, _)| **a > 0.0).map(|(a, b)| a * b).sum::<f64>()`
//! Output: `let mut sum = -0.0; for k in 0..min(x.len(), y.len()) { if x[k] > 0.0 { sum += x[k] * y[k] } }`
//!
//! A chain is a source that can be indexed (with the adapters that keep it so), then steps that each item passes, then what is
//! made of the items. The closures' bodies are lowered in place; no vector is made that the user did not ask for.

use super::iterators::SOURCES;
use super::references::{by_reference, by_value};
use super::{Lower, Value, opaque};
use crate::ir::*;
use crate::types::Ty;
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::spanned::Spanned;
use syn::visit_mut::VisitMut;
use syn::{Expr, Pat};

/// A source that gives its items by index.
#[derive(Clone, Debug)]
pub enum Items {
    Range {
        low: Atom,
        high: Atom,
        inclusive: bool,
    },
    /// By reference or by value, as the list is.
    Elements {
        list: Value,
    },
    Windows {
        list: Value,
        size: Atom,
    },
    Chunks {
        list: Value,
        size: Atom,
        exact: bool,
    },
    Zip(Box<Items>, Box<Items>),
    Enumerate(Box<Items>),
    Reversed(Box<Items>, Atom),
    Skip(Box<Items>, Atom),
    Take(Box<Items>, Atom),
    StepBy(Box<Items>, Atom),
    Map(Box<Items>, syn::ExprClosure),
    Copied(Box<Items>),
    /// An iterator of anything without derivative, which gives its items one by one and not by index.
    Foreign(Opaque),
}

/// What an item passes on its way out of the source.
#[derive(Debug)]
enum Step {
    Filter(syn::ExprClosure),
    Map(syn::ExprClosure),
    FilterMap(syn::ExprClosure),
    TakeWhile(syn::ExprClosure),
    FlatMap(syn::ExprClosure),
    /// With the variable that holds its state.
    Scan(Var, syn::ExprClosure),
    Copied,
    /// `enumerate` after a filter: a counter of its own.
    Enumerate(Var),
}

pub struct Chain {
    items: Items,
    steps: Vec<Step>,
}

impl Chain {
    /// Items that pass no further steps.
    pub(super) fn of(items: Items) -> Chain {
        let steps = Vec::new();
        Chain { items, steps }
    }

    /// The elements of a list, by reference or by value, as the list is.
    pub(super) fn elements(list: Value) -> Chain {
        Chain::of(Items::Elements { list })
    }

    /// Lets only the items through that the closure makes something of.
    pub(super) fn filter_map(&mut self, closure: syn::ExprClosure) {
        self.steps.push(Step::FilterMap(closure));
    }

    /// The items, if each can be had by its number.
    pub(super) fn indexed(&self) -> Option<&Items> {
        let indexed = self.steps.is_empty() && !matches!(self.items, Items::Foreign(_));
        indexed.then_some(&self.items)
    }
}

/// The closure with one reference taken off its parameter: `|&&x| x > 0.0` as `|&x| x > 0.0`, `|x| **x > 0.0` as `|x| *x > 0.0`.
fn one_reference_less(closure: &syn::ExprClosure) -> syn::ExprClosure {
    struct Dereferenced(proc_macro2::Ident);
    impl VisitMut for Dereferenced {
        fn visit_expr_mut(&mut self, expr: &mut Expr) {
            if let Expr::Unary(unary) = expr
                && let syn::UnOp::Deref(_) = unary.op
                && matches!(strip(&unary.expr), Expr::Path(path) if path.path.is_ident(&self.0))
            {
                *expr = (*unary.expr).clone();
            } else {
                syn::visit_mut::visit_expr_mut(self, expr);
            }
        }
    }
    let mut closure = closure.clone();
    let mut pat = closure.inputs.first_mut();
    while let Some(inner) = pat {
        match inner {
            Pat::Paren(paren) => pat = Some(&mut paren.pat),
            Pat::Type(typed) => {
                if let syn::Type::Reference(reference) = &*typed.ty {
                    typed.ty = reference.elem.clone();
                }
                pat = Some(&mut typed.pat);
            }
            Pat::Reference(reference) => {
                *inner = (*reference.pat).clone();
                break;
            }
            Pat::Ident(ident) => {
                Dereferenced(ident.ident.clone()).visit_expr_mut(&mut closure.body);
                break;
            }
            _ => break,
        }
    }
    closure
}

pub(super) fn strip(expr: &Expr) -> &Expr {
    match expr {
        Expr::Paren(inner) => strip(&inner.expr),
        Expr::Group(inner) => strip(&inner.expr),
        other => other,
    }
}

impl Lower<'_> {
    /// Lowers the parts of a chain that are evaluated before its loop; `None` after an error.
    pub(super) fn chain(&mut self, expr: &Expr) -> Option<Chain> {
        if self.is_foreign(expr) {
            return self.foreign(expr);
        }
        match strip(expr) {
            Expr::MethodCall(call) => {
                let name = call.method.to_string();
                let span = call.method.span();
                if name == "drain" {
                    let place = self.target_receiver(&call.receiver)?;
                    let list = self.drained(&place, call.args.first()?, span)?;
                    return Some(Chain::elements(list));
                }
                if SOURCES.contains(&name.as_str()) {
                    if matches!(name.as_str(), "into_iter" | "into_par_iter") && self.is_chain(&call.receiver) {
                        return self.chain(&call.receiver);
                    }
                    return self.source(call, &name).map(Chain::of);
                }
                let mut chain = self.chain(&call.receiver)?;
                let indexed = chain.indexed().is_some();
                match name.as_str() {
                    "by_ref" if self.named_iterator(&call.receiver).is_some() => {
                        self.error(
                            span,
                            "`by_ref` of an iterator with a name is not supported yet where a derivative flows through it",
                            "write a loop with `next`",
                        );
                        return None;
                    }
                    "by_ref" | "peekable" => {}
                    "copied" | "cloned" if indexed => chain.items = Items::Copied(Box::new(chain.items)),
                    "copied" | "cloned" => chain.steps.push(Step::Copied),
                    "map" => {
                        let closure = self.closure(&call.args, 1)?;
                        if indexed {
                            chain.items = Items::Map(Box::new(chain.items), closure);
                        } else {
                            chain.steps.push(Step::Map(closure));
                        }
                    }
                    "filter" => {
                        let closure = self.closure(&call.args, 1)?;
                        chain.steps.push(Step::Filter(closure));
                    }
                    "filter_map" => {
                        let closure = self.closure(&call.args, 1)?;
                        chain.steps.push(Step::FilterMap(closure));
                    }
                    "take_while" if chain.steps.iter().any(|step| matches!(step, Step::FlatMap(_))) => {
                        self.error(
                            span,
                            "`take_while` after `flat_map` is not supported yet where a derivative flows through it",
                            "write nested loops with a labelled `break`",
                        );
                        return None;
                    }
                    "scan" if chain.steps.iter().any(|step| matches!(step, Step::FlatMap(_))) => {
                        self.error(
                            span,
                            "`scan` after `flat_map` is not supported yet where a derivative flows through it",
                            "write nested loops with a labelled `break`",
                        );
                        return None;
                    }
                    "scan" => {
                        let start = self.value(call.args.first()?);
                        let state = self.mutable_temp(start, span).root;
                        self.f.vars[state.0].temporary = false;
                        let closure = self.closure(&call.args, 2)?;
                        chain.steps.push(Step::Scan(state, closure));
                    }
                    "take_while" => {
                        let closure = self.closure(&call.args, 1)?;
                        chain.steps.push(Step::TakeWhile(closure));
                    }
                    "flat_map" => {
                        let closure = self.closure(&call.args, 1)?;
                        chain.steps.push(Step::FlatMap(closure));
                    }
                    "flatten" => chain.steps.push(Step::FlatMap(syn::parse_quote!(|list| list))),
                    "enumerate" if indexed => chain.items = Items::Enumerate(Box::new(chain.items)),
                    "enumerate" => {
                        let counter = self.mutable("counter", Ty::Int, quote!(0usize), span);
                        chain.steps.push(Step::Enumerate(counter));
                    }
                    "zip" | "rev" | "skip" | "take" | "step_by" if !indexed => {
                        self.error(
                            span,
                            format!("`{name}` after a filter is not supported yet where a derivative flows through it"),
                            "put it before the filter, or write a loop",
                        );
                        return None;
                    }
                    "zip" => {
                        let other = self.operand_items(call.args.first()?)?;
                        chain.items = Items::Zip(Box::new(chain.items), Box::new(other));
                    }
                    "rev" => {
                        let len = self.len(&chain.items, span);
                        chain.items = Items::Reversed(Box::new(chain.items), len);
                    }
                    "skip" | "take" | "step_by" => {
                        let count = self.atom(call.args.first()?);
                        let items = Box::new(chain.items);
                        chain.items = match name.as_str() {
                            "skip" => Items::Skip(items, count),
                            "take" => Items::Take(items, count),
                            _ => Items::StepBy(items, count),
                        };
                    }
                    _ => unreachable!("all adapters are listed"),
                }
                Some(chain)
            }
            Expr::Range(range) => {
                let items = self.range_items(range)?;
                Some(Chain::of(items))
            }
            other => {
                if let Some((items, cursor)) = self.named_iterator(other) {
                    let mut items = items.clone();
                    if let Some(cursor) = cursor {
                        let taken = self.temp(Op::Read(Place::var(cursor)), Ty::Int, other.span());
                        items = Items::Skip(Box::new(items), taken);
                    }
                    return Some(Chain::of(items));
                }
                self.error(
                    other.span(),
                    "this is no iterator that can be seen through",
                    "write a loop",
                );
                None
            }
        }
    }

    fn range_items(&mut self, range: &syn::ExprRange) -> Option<Items> {
        let low = self.atom(range.start.as_ref()?);
        let high = self.atom(range.end.as_ref()?);
        Some(Items::Range {
            low,
            high,
            inclusive: matches!(range.limits, syn::RangeLimits::Closed(_)),
        })
    }

    fn source(&mut self, call: &syn::ExprMethodCall, name: &str) -> Option<Items> {
        let mut value = if name.ends_with("_mut") {
            self.written_value(&call.receiver)
        } else {
            self.value(&call.receiver)
        };
        let reference = is_reference(&value);
        let by_value = name.starts_with("into_");
        if by_value && reference.is_none() {
            value = self.settle(value, call.method.span());
        }
        let list = self.located_value(value, call.method.span());
        let list = if by_value {
            list
        } else {
            by_reference(list, name.ends_with("_mut"))
        };
        Some(match name {
            "windows" => Items::Windows {
                list,
                size: self.atom(call.args.first()?),
            },
            "chunks" | "chunks_exact" | "chunks_mut" | "chunks_exact_mut" => Items::Chunks {
                list,
                size: self.atom(call.args.first()?),
                exact: name.starts_with("chunks_exact"),
            },
            _ => Items::Elements { list },
        })
    }

    /// Anything that is iterated as it is.
    pub(super) fn chain_of(&mut self, expr: &Expr) -> Option<Chain> {
        if self.is_chain(expr) {
            return self.chain(expr);
        }
        let items = self.operand_items(expr)?;
        Some(Chain::of(items))
    }

    /// The argument of `zip`: a chain, or anything that is iterated as it is.
    fn operand_items(&mut self, expr: &Expr) -> Option<Items> {
        if self.is_chain(expr) {
            let chain = self.chain(expr)?;
            if !chain.steps.is_empty() {
                self.error(
                    expr.span(),
                    "a filtered iterator inside `zip` is not supported yet",
                    "write a loop",
                );
                return None;
            }
            return Some(chain.items);
        }
        let value = self.value(expr);
        let value = if is_reference(&value).is_none() {
            self.settle(value, expr.span())
        } else {
            value
        };
        let list = self.located_value(value, expr.span());
        Some(Items::Elements { list })
    }

    /// The closure that a method takes as its last argument.
    pub(super) fn closure(
        &mut self,
        args: &syn::punctuated::Punctuated<Expr, syn::Token![,]>,
        inputs: usize,
    ) -> Option<syn::ExprClosure> {
        self.closure_of(args.last()?, inputs)
    }

    /// A closure written in place, or a named function as `|a| f(a)`.
    pub(super) fn closure_of(&mut self, arg: &Expr, inputs: usize) -> Option<syn::ExprClosure> {
        let closure = match arg {
            Expr::Closure(closure) => closure.clone(),
            Expr::Path(function) => {
                let names: Vec<proc_macro2::Ident> = ["first", "second"][..inputs]
                    .iter()
                    .map(|name| self.f.names.fresh(name, function.span()))
                    .collect();
                syn::parse_quote!(|#(#names),*| #function(#(#names),*))
            }
            other => {
                self.error(
                    other.span(),
                    "a function value is not supported here",
                    "write a closure",
                );
                return None;
            }
        };
        if closure.inputs.len() != inputs {
            self.error(closure.span(), format!("this closure takes {inputs} parameters"), "");
            return None;
        }
        Some(closure)
    }

    /// The value of a closure's body for the given arguments.
    pub(super) fn apply(&mut self, closure: &syn::ExprClosure, args: Vec<Value>) -> Value {
        self.scopes.push(Default::default());
        for (pat, value) in closure.inputs.iter().zip(args) {
            self.pattern(pat, value, None);
        }
        let value = self.closure_body(closure);
        let value = self.settle(value, closure.body.span());
        self.scopes.pop();
        value
    }

    /// The body of a closure, in place. Where it has a `return` or a `?`, it is a scope that these leave with a value.
    pub(super) fn closure_body(&mut self, closure: &syn::ExprClosure) -> Value {
        if !jumps(closure) {
            return self.value(&closure.body);
        }
        self.returning_scope(&closure.body, &closure.output)
    }

    /// Applies a closure to a reference to an item.
    pub(super) fn look_at(&mut self, item: &Value, closure: &syn::ExprClosure, span: Span) -> Value {
        let item = match item {
            Value::Tuple(values) => Value::Tuple(values.clone()),
            // A reference to a reference is one level of places.
            Value::Ref(..) | Value::Choice(..) => return self.apply(&one_reference_less(closure), vec![item.clone()]),
            item => {
                let item = self.located_value(item.clone(), span);
                by_reference(item, false)
            }
        };
        self.apply(closure, vec![item])
    }

    pub(super) fn mutable(&mut self, base: &str, ty: Ty, start: TokenStream, span: Span) -> Var {
        let var = self.f.new_var(base, ty, true);
        self.f.vars[var.0].temporary = false;
        self.push(
            span,
            StmtKind::Let {
                var,
                op: Op::Opaque(Opaque::pure(start, Vec::new())),
            },
        );
        var
    }

    // --- lengths and items -------------------------------------------------------------------------------------------

    fn count_of(&mut self, tokens: TokenStream, atoms: &[&Atom], mut reads: Vec<Var>, span: Span) -> Atom {
        reads.extend(atoms.iter().filter_map(|atom| atom.var()));
        self.temp(Op::Opaque(Opaque::pure(tokens, reads)), Ty::Int, span)
    }

    pub(super) fn len(&mut self, items: &Items, span: Span) -> Atom {
        let vars = |lower: &Self, atom: &Atom| crate::tokens::atom(&lower.f.vars, atom);
        match items {
            Items::Range { low, high, inclusive } => {
                let (l, h) = (vars(self, low), vars(self, high));
                let tokens = if *inclusive {
                    quote!((#l..=#h).count())
                } else {
                    quote!((#l..#h).len())
                };
                self.count_of(tokens, &[low, high], Vec::new(), span)
            }
            Items::Elements { list } => {
                let (array, reads) = self.written_place(list);
                self.count_of(quote!(#array.len()), &[], reads, span)
            }
            Items::Windows { list, size } => {
                let ((array, reads), n) = (self.written_place(list), vars(self, size));
                self.count_of(quote!((#array.len() + 1).saturating_sub(#n)), &[size], reads, span)
            }
            Items::Chunks { list, size, exact } => {
                let ((array, reads), n) = (self.written_place(list), vars(self, size));
                let tokens = if *exact {
                    quote!(#array.len() / #n)
                } else {
                    quote!(#array.len().div_ceil(#n))
                };
                self.count_of(tokens, &[size], reads, span)
            }
            Items::Zip(a, b) => {
                let (a, b) = (self.len(a, span), self.len(b, span));
                let (l, r) = (vars(self, &a), vars(self, &b));
                self.count_of(quote!(#l.min(#r)), &[&a, &b], Vec::new(), span)
            }
            Items::Enumerate(inner) | Items::Map(inner, _) | Items::Copied(inner) => self.len(inner, span),
            Items::Reversed(_, len) => len.clone(),
            Items::Skip(inner, count) => {
                let len = self.len(inner, span);
                let (l, n) = (vars(self, &len), vars(self, count));
                self.count_of(quote!(#l.saturating_sub(#n)), &[&len, count], Vec::new(), span)
            }
            Items::Take(inner, count) => {
                let len = self.len(inner, span);
                let (l, n) = (vars(self, &len), vars(self, count));
                self.count_of(quote!(#l.min(#n)), &[&len, count], Vec::new(), span)
            }
            Items::Foreign(_) => unreachable!("an iterator that is not indexed has no length"),
            Items::StepBy(inner, step) => {
                let len = self.len(inner, span);
                let (l, n) = (vars(self, &len), vars(self, step));
                self.count_of(quote!(#l.div_ceil(#n)), &[&len, step], Vec::new(), span)
            }
        }
    }

    /// The item at an index.
    pub(super) fn item(&mut self, items: &Items, k: &Atom, span: Span) -> Value {
        let index = crate::tokens::atom(&self.f.vars, k);
        match items {
            Items::Range { low, .. } => {
                let l = crate::tokens::atom(&self.f.vars, low);
                Value::Atom(self.count_of(quote!(#l + #index), &[low, k], Vec::new(), span))
            }
            Items::Elements { list } => self.project(list.clone(), Projection::Index(k.clone()), span),
            Items::Windows { list, size } => {
                let n = crate::tokens::atom(&self.f.vars, size);
                let high = self.count_of(quote!(#index + #n), &[size, k], Vec::new(), span);
                let part = Projection::Range {
                    low: Some(k.clone()),
                    high: Some(high),
                    inclusive: false,
                };
                self.project(list.clone(), part, span)
            }
            Items::Chunks { list, size, exact } => {
                let ((array, reads), n) = (self.written_place(list), crate::tokens::atom(&self.f.vars, size));
                let low = self.count_of(quote!(#index * #n), &[size, k], Vec::new(), span);
                let end = if *exact {
                    quote!((#index + 1) * #n)
                } else {
                    quote!(((#index + 1) * #n).min(#array.len()))
                };
                let high = self.count_of(end, &[size, k], reads, span);
                let part = Projection::Range {
                    low: Some(low),
                    high: Some(high),
                    inclusive: false,
                };
                self.project(list.clone(), part, span)
            }
            Items::Zip(a, b) => {
                let first = self.item(a, k, span);
                let second = self.item(b, k, span);
                Value::Tuple(vec![first, second])
            }
            Items::Enumerate(inner) => Value::Tuple(vec![Value::Atom(k.clone()), self.item(inner, k, span)]),
            Items::Reversed(inner, len) => {
                let l = crate::tokens::atom(&self.f.vars, len);
                let at = self.count_of(quote!(#l - 1 - #index), &[len, k], Vec::new(), span);
                self.item(inner, &at, span)
            }
            Items::Skip(inner, count) => {
                let n = crate::tokens::atom(&self.f.vars, count);
                let at = self.count_of(quote!(#index + #n), &[count, k], Vec::new(), span);
                self.item(inner, &at, span)
            }
            Items::Take(inner, _) => self.item(inner, k, span),
            Items::StepBy(inner, step) => {
                let n = crate::tokens::atom(&self.f.vars, step);
                let at = self.count_of(quote!(#index * #n), &[step, k], Vec::new(), span);
                self.item(inner, &at, span)
            }
            Items::Map(inner, closure) => {
                let item = self.item(inner, k, span);
                self.apply(closure, vec![item])
            }
            Items::Copied(inner) => by_value(self.item(inner, k, span)),
            Items::Foreign(_) => unreachable!("an iterator that is not indexed has no items by number"),
        }
    }

    /// The loop over a chain; `body` is given each item.
    pub(super) fn chain_loop(
        &mut self,
        chain: &Chain,
        span: Span,
        name: Option<proc_macro2::Ident>,
        body: &mut dyn FnMut(&mut Self, Value),
    ) {
        // A plain range is looped over as it is written.
        let (items, maps) = peel(&chain.items);
        let kind;
        let var;
        let indexed;
        match items {
            Items::Range { low, high, inclusive } => {
                var = self.index_var("i");
                indexed = false;
                kind = LoopKind::Range {
                    var,
                    low: low.clone(),
                    high: high.clone(),
                    inclusive: *inclusive,
                    reversed: false,
                };
            }
            Items::Reversed(inner, _) if matches!(**inner, Items::Range { .. }) => {
                let Items::Range { low, high, inclusive } = &**inner else {
                    unreachable!("matched above")
                };
                var = self.index_var("i");
                indexed = false;
                kind = LoopKind::Range {
                    var,
                    low: low.clone(),
                    high: high.clone(),
                    inclusive: *inclusive,
                    reversed: true,
                };
            }
            Items::Foreign(iterator) => {
                var = self.f.new_var("item", Ty::Unknown, false);
                self.f.vars[var.0].temporary = false;
                indexed = false;
                let name = crate::tokens::name(&self.f.vars, var);
                kind = LoopKind::Iterator {
                    pattern: quote!(#name),
                    vars: vec![var],
                    iterator: iterator.clone(),
                };
            }
            _ => {
                let high = self.len(items, span);
                var = self.index_var("k");
                self.in_range.insert(var);
                indexed = true;
                let low = Atom::Constant(quote!(0), Ty::Int);
                kind = LoopKind::Range {
                    var,
                    low,
                    high,
                    inclusive: false,
                    reversed: false,
                };
            }
        }
        self.loop_stmt(span, name, kind, |lower| {
            let k = Atom::Var(var);
            let mut value = if indexed {
                lower.item(items, &k, span)
            } else {
                Value::Atom(k)
            };
            for closure in maps {
                value = lower.apply(closure, vec![value]);
            }
            lower.steps(&chain.steps, value, span, body);
        });
    }

    fn steps(&mut self, steps: &[Step], value: Value, span: Span, body: &mut dyn FnMut(&mut Self, Value)) {
        let Some((step, rest)) = steps.split_first() else {
            return body(self, value);
        };
        let value = match value {
            Value::Tuple(_) => self.settle(value, span),
            Value::Ref(..) | Value::Place(_) | Value::Choice(..) | Value::Maybe(..) => value,
            value => Value::Atom(self.read(value, span)),
        };
        match step {
            Step::Map(closure) => {
                let value = self.apply(closure, vec![value]);
                self.steps(rest, value, span, body);
            }
            Step::Copied => {
                self.steps(rest, by_value(value), span, body);
            }
            Step::Filter(closure) => {
                let cond = self.look_at(&value, closure, span);
                let cond = self.read(cond, span);
                let then = self.nested(|lower| {
                    lower.steps(rest, value, span, body);
                    None
                });
                self.if_stmt(cond, then, Block::default(), span);
            }
            Step::TakeWhile(closure) => {
                let cond = self.look_at(&value, closure, span);
                let cond = self.read(cond, span);
                let label = self.loops.last().expect("inside the loop").label;
                let then = self.nested(|lower| {
                    lower.steps(rest, value, span, body);
                    None
                });
                let exit = self.f.stmt(span, StmtKind::Exit(Exit::Break(label, None)));
                self.if_stmt(
                    cond,
                    then,
                    Block {
                        stmts: vec![exit],
                        result: None,
                    },
                    span,
                );
            }
            Step::FilterMap(closure) => {
                let option = self.apply(closure, vec![value]);
                let (present, inside) = self.open_option(option, span);
                let then = self.nested(|lower| {
                    lower.steps(rest, inside, span, body);
                    None
                });
                self.if_stmt(present, then, Block::default(), span);
            }
            // The first `None` ends the iteration.
            Step::Scan(state, closure) => {
                let state = Value::Ref(Place::var(*state), true);
                let option = self.apply(closure, vec![state, value]);
                let (present, inside) = self.open_option(option, span);
                let label = self.loops.last().expect("inside the loop").label;
                let then = self.nested(|lower| {
                    lower.steps(rest, inside, span, body);
                    None
                });
                let exit = self.f.stmt(span, StmtKind::Exit(Exit::Break(label, None)));
                let els = Block {
                    stmts: vec![exit],
                    result: None,
                };
                self.if_stmt(present, then, els, span);
            }
            Step::FlatMap(closure) => {
                self.scopes.push(Default::default());
                for (pat, value) in closure.inputs.iter().zip([value]) {
                    self.pattern(pat, value, None);
                }
                // What is no chain is a list, which is iterated over whole.
                let inner = if self.is_chain(&closure.body) {
                    self.chain(&closure.body)
                } else {
                    self.operand_items(&closure.body).map(Chain::of)
                };
                if let Some(inner) = inner {
                    self.chain_loop(&inner, span, None, &mut |lower, value| {
                        lower.steps(rest, value, span, body)
                    });
                }
                self.scopes.pop();
            }
            Step::Enumerate(counter) => {
                let at = self.temp(Op::Read(Place::var(*counter)), Ty::Int, span);
                let one = Operand::Atom(Atom::Constant(quote!(1), Ty::Int));
                let op = syn::BinOp::AddAssign(Default::default());
                self.push(
                    span,
                    StmtKind::Update {
                        place: Place::var(*counter),
                        op,
                        value: one,
                        old: None,
                    },
                );
                self.steps(rest, Value::Tuple(vec![Value::Atom(at), value]), span, body);
            }
        }
    }

    /// Whether an option holds a value, and the value.
    pub(super) fn open_option(&mut self, option: Value, span: Span) -> (Atom, Value) {
        if let Value::Maybe(present, inside) = option {
            return (present, *inside);
        }
        let place = self.place_of(option, span);
        let (ad, borrow) = (self.f.names_ad(), crate::tokens::borrow(&self.f.vars, &place));
        let mut reads = Vec::new();
        place.uses(Use::Read, &mut |var, _| reads.push(var));
        let test = Op::Opaque(Opaque::pure(quote!(#ad::succeeded(#borrow)), reads));
        let present = self.temp(test, Ty::Bool, span);
        let accessor = proc_macro2::Ident::new("payload_value", span);
        (present, Value::Place(place.then(Projection::Payload(accessor))))
    }

    /// What stands for a value after an error.
    pub(super) fn stand_in(&mut self) -> Value {
        Value::Atom(Atom::Constant(quote!(()), Ty::Unknown))
    }

    /// `for pattern in chain { … }`.
    pub(super) fn for_chain(&mut self, stmt: &syn::ExprForLoop) -> Value {
        let span = stmt.for_token.span();
        let name = stmt.label.as_ref().map(|label| label.name.ident.clone());
        if let Some(chain) = self.chain(&stmt.expr) {
            let pat: &Pat = &stmt.pat;
            self.chain_loop(&chain, span, name, &mut |lower, value| {
                let value = lower.owned(pat, value);
                lower.pattern(pat, value, None);
                lower.body(&stmt.body);
            });
        }
        Value::Unit
    }
}

/// Whether a closure can be left before the end of its body.
fn jumps(closure: &syn::ExprClosure) -> bool {
    struct Jumps(bool);
    impl<'ast> syn::visit::Visit<'ast> for Jumps {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            match expr {
                Expr::Return(_) | Expr::Try(_) => self.0 = true,
                Expr::Closure(_) => {}
                _ => syn::visit::visit_expr(self, expr),
            }
        }
        fn visit_item(&mut self, _: &'ast syn::Item) {}
    }
    let mut jumps = Jumps(false);
    syn::visit::Visit::visit_expr(&mut jumps, &closure.body);
    jumps.0
}

/// Whether the value is a reference, and whether it may be written through.
pub(super) fn is_reference(value: &Value) -> Option<bool> {
    match value {
        Value::Ref(_, mutable) => Some(*mutable),
        Value::Choice(_, then, _) => is_reference(then),
        _ => None,
    }
}

/// The maps at the end of an indexed source, so that a plain range below them is seen.
fn peel(items: &Items) -> (&Items, Vec<&syn::ExprClosure>) {
    let mut maps = Vec::new();
    let mut items = items;
    while let Items::Map(inner, closure) = items {
        maps.push(closure);
        items = inner;
    }
    maps.reverse();
    (items, maps)
}

/// The names that a closure's parameters bind, for the coarse look at where derivatives flow.
pub fn parameters(closure: &syn::ExprClosure) -> Vec<proc_macro2::Ident> {
    let mut idents = Vec::new();
    for pat in &closure.inputs {
        opaque::pattern_idents(pat, &mut idents);
    }
    idents
}
