//! Consumers of iterator chains, as reductions in the fused loop: `sum`, `fold`, `collect`, …
//!
//! Input:  `x.iter().map(|a| a * a).sum::<f64>()`
//! Output: `let mut sum = -0.0; for k in 0..x.len() { sum += x[k] * x[k] }`

pub mod collections;
pub mod targets;

use crate::ir::*;
use crate::lower::builder::{Lower, Value};
use crate::lower::chain_consumers::targets::{first_argument, is_vec};
use crate::lower::chains::{Chain, strip};
use crate::lower::references::by_value;
use crate::syntax::types::Ty;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::Expr;

type Arguments = syn::punctuated::Punctuated<Expr, syn::Token![,]>;

impl Lower<'_> {
    /// `chain.try_fold(start, f)`, `chain.sum::<Option<f64>>()` and their like, which end with the first item that fails.
    fn ends_early(&mut self, consumer: &str, span: Span) -> Value {
        self.error(
            span,
            format!("a `{consumer}` that ends with the first failure is not supported where a derivative flows through it"),
            "write a `for` loop that returns the failure, `total += f(x)?`; or collect first, `.collect::<Result<Vec<_>, _>>()?`",
        );
        self.stand_in()
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
        if let Some(value) = self.written_out(call, turbofish.as_ref()) {
            return value;
        }
        let Some(chain) = self.chain(&call.receiver) else {
            return self.stand_in();
        };
        match name.as_str() {
            "sum" | "product" if turbofish.as_ref().is_some_and(|ty| self.is_own_type(ty)) => {
                let written = turbofish.expect("the guard says so");
                self.folded(&chain, &name, &written, span)
            }
            "sum" | "product" => self.totalled(&chain, &name, turbofish, span),
            "fold" if call.args.len() == 2 => self.fold(&chain, &call.args, span),
            "for_each" if self.gives_found(&call.args[0]) => {
                self.chain_loop(&chain, span, None, &mut |lower, item| lower.note_item(item, span));
                Value::Unit
            }
            "for_each" => self.for_each(&chain, &call.args, span),
            "collect" => self.collect(&chain, turbofish, span),
            "partition" => self.partition(&chain, &call.args, turbofish.as_ref(), span),
            "count" => self.counted(&chain, span),
            "any" | "all" => self.any_or_all(&chain, &call.args, name == "any", span),
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

    /// What ends with the first item that fails, and what makes a map or two lists, is a loop of the user's language.
    fn written_out(&mut self, call: &syn::ExprMethodCall, turbofish: Option<&syn::Type>) -> Option<Value> {
        let span = call.method.span();
        let name = call.method.to_string();
        if let Some((outer, inner)) = turbofish.and_then(first_argument)
            && matches!(outer.as_str(), "Option" | "Result")
        {
            // What is collected without a name is a `Vec`, or rustc says that it is not.
            let vector: syn::Type = syn::parse_quote!(::pullback::rt::std::vec::Vec<_>);
            match (name.as_str(), inner) {
                ("collect", list) if is_vec(list) => return Some(self.all_or_none(&call.receiver, &outer, list, span)),
                ("collect", syn::Type::Infer(_)) => {
                    return Some(self.all_or_none(&call.receiver, &outer, &vector, span));
                }
                ("sum" | "product", _) => return Some(self.ends_early(&name, span)),
                _ => {}
            }
        }
        match (name.as_str(), call.args.len(), turbofish) {
            ("collect", _, Some(ty @ syn::Type::Path(map))) if crate::lower::maps::is_map(ty) => {
                Some(self.collected_map(&call.receiver, &map.path, span))
            }
            ("try_fold", 2, _) | ("try_for_each", 1, _) => Some(self.ends_early(&name, span)),
            ("unzip", ..) => Some(self.unzipped(&call.receiver, call.turbofish.as_ref(), span)),
            _ => None,
        }
    }

    /// `chain.sum()` and `chain.product()` of what is known by no impl of the user's.
    fn totalled(&mut self, chain: &Chain, name: &str, written: Option<syn::Type>, span: Span) -> Value {
        let is_sum = name == "sum";
        let written = written.filter(|ty| !matches!(ty, syn::Type::Infer(_)));
        let total = self
            .f
            .named_var(name, written.as_ref().map_or(Ty::Unknown, Ty::of), true);
        self.f.vars[total.0].annotation = written;
        // What the total starts from depends on the type of the items, which is known after the loop.
        let start_at = self.stmts.len();
        self.chain_loop(chain, span, None, &mut |lower, value| {
            let value = lower.read(by_value(value), span);
            lower.add_to_total(total, is_sum, value, span);
        });
        let start = self.start_of(total, is_sum);
        let op = Op::Opaque(Opaque::pure(start, Vec::new()));
        let stmt = self.f.stmt(span, StmtKind::Let { var: total, op });
        self.stmts.insert(start_at, stmt);
        Value::Place(Place::var(total))
    }

    /// One more item of a sum or product.
    fn add_to_total(&mut self, total: Var, is_sum: bool, value: Atom, span: Span) {
        let place = Place::var(total);
        let item = self.f.atom_ty(&value);
        if self.f.info(total).ty == Ty::Unknown {
            self.f.vars[total.0].ty = item;
        }
        let ty = self.f.info(total).ty.clone();
        if self.starts_from_items(total) {
            self.alike(total, &value, span);
        }
        if is_sum {
            let op = syn::BinOp::AddAssign(Default::default());
            let kind = StmtKind::update(place, op, Operand::Atom(value));
            self.push(span, kind);
        } else {
            let current = self.temp(Op::Read(place.clone()), ty.clone(), span);
            let op = syn::BinOp::Mul(Default::default());
            let product = Op::Binary(op, Operand::Atom(current), Operand::Atom(value));
            let value = self.temp(product, ty.clone(), span);
            self.put(place, value, span);
        }
    }

    /// `chain.fold(start, f)`.
    fn fold(&mut self, chain: &Chain, args: &Arguments, span: Span) -> Value {
        let start = self.atom(&args[0]);
        let Some(closure) = self.closure_at_end(args, 2) else {
            return self.stand_in();
        };
        let ty = self.f.atom_ty(&start);
        let folded = self.f.named_var("folded", ty.clone(), true);
        let op = Op::of(start);
        self.push(span, StmtKind::Let { var: folded, op });
        self.chain_loop(chain, span, None, &mut |lower, value| {
            let current = lower.temp(Op::Read(Place::var(folded)), ty.clone(), span);
            let args = lower.given_items(&closure, vec![Value::Atom(current), value]);
            let next = lower.apply(&closure, args);
            let value = lower.read(next, span);
            lower.set(folded, value, span);
        });
        Value::Place(Place::var(folded))
    }

    /// `chain.for_each(f)`.
    fn for_each(&mut self, chain: &Chain, args: &Arguments, span: Span) -> Value {
        let Some(closure) = self.closure_at_end(args, 1) else {
            return self.stand_in();
        };
        self.chain_loop(chain, span, None, &mut |lower, value| {
            let args = lower.given_items(&closure, vec![value]);
            let value = lower.apply(&closure, args);
            lower.discard(value, span);
        });
        Value::Unit
    }

    /// `chain.count()`.
    fn counted(&mut self, chain: &Chain, span: Span) -> Value {
        let counter = self.mutable("counter", Ty::Int, quote!(0usize), span);
        self.chain_loop(chain, span, None, &mut |lower, value| {
            lower.discard(value, span);
            let one = Operand::Atom(Atom::Constant(quote!(1), Ty::Int));
            let op = syn::BinOp::AddAssign(Default::default());
            lower.push(span, StmtKind::update(Place::var(counter), op, one));
        });
        Value::Place(Place::var(counter))
    }

    /// `chain.any(f)` or `chain.all(f)`, a loop that ends where the answer is known.
    fn any_or_all(&mut self, chain: &Chain, args: &Arguments, any: bool, span: Span) -> Value {
        let Some(closure) = self.closure_at_end(args, 1) else {
            return self.stand_in();
        };
        let start = if any { quote!(false) } else { quote!(true) };
        let answer = self.mutable("answer", Ty::Bool, start, span);
        self.chain_loop(chain, span, None, &mut |lower, value| {
            let cond = lower.apply(&closure, vec![value]);
            let cond = lower.read(cond, span);
            let label = lower.loops.last().expect("inside the loop").label;
            let found = lower.nested(|lower| {
                let value = Atom::Constant(if any { quote!(true) } else { quote!(false) }, Ty::Bool);
                lower.set(answer, value, span);
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

/// Whether a chain begins with one of rayon's sources.
fn is_parallel(expr: &Expr) -> bool {
    match strip(expr) {
        Expr::MethodCall(call) => {
            crate::lower::iterators::is_parallel(&call.method.to_string()) || is_parallel(&call.receiver)
        }
        _ => false,
    }
}
