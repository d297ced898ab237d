//! What is made of the items of a chain: `sum`, `fold`, `collect`, …
//!
//! Input:  `x.iter().map(|a| a * a).sum::<f64>()`
//! Output: `let mut sum = -0.0; for k in 0..x.len() { sum += x[k] * x[k] }`

use super::chains::strip;
use super::references::by_value;
use super::{Lower, Value};
use crate::ir::*;
use crate::types::Ty;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::Expr;

impl Lower<'_> {
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
        let Some(chain) = self.chain(&call.receiver) else {
            return self.stand_in();
        };
        match name.as_str() {
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
                        let kind = StmtKind::Update {
                            place,
                            op,
                            value: Operand::Atom(value),
                            old: None,
                        };
                        lower.push(span, kind);
                    } else {
                        let current = lower.temp(Op::Read(place.clone()), ty.clone(), span);
                        let op = syn::BinOp::Mul(Default::default());
                        let product = Op::Binary(op, Operand::Atom(current), Operand::Atom(value));
                        let value = lower.temp(product, ty.clone(), span);
                        lower.push(
                            span,
                            StmtKind::Assign {
                                place,
                                value,
                                old: None,
                            },
                        );
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
                let Some(closure) = self.closure(&call.args, 2) else {
                    return self.stand_in();
                };
                let ty = self.f.atom_ty(&start);
                let folded = self.f.new_var("folded", ty.clone(), true);
                self.f.vars[folded.0].temporary = false;
                let op = match start {
                    Atom::Var(var) => Op::Read(Place::var(var)),
                    Atom::Constant(tokens, _) => Op::Opaque(Opaque::pure(tokens, Vec::new())),
                };
                self.push(span, StmtKind::Let { var: folded, op });
                self.chain_loop(&chain, span, None, &mut |lower, value| {
                    let current = lower.temp(Op::Read(Place::var(folded)), ty.clone(), span);
                    let next = lower.apply(&closure, vec![Value::Atom(current), value]);
                    let value = lower.read(next, span);
                    lower.push(
                        span,
                        StmtKind::Assign {
                            place: Place::var(folded),
                            value,
                            old: None,
                        },
                    );
                });
                Value::Place(Place::var(folded))
            }
            "for_each" if self.gives_found(&call.args[0]) => {
                self.chain_loop(&chain, span, None, &mut |lower, item| lower.note_item(item, span));
                Value::Unit
            }
            "for_each" => {
                let Some(closure) = self.closure(&call.args, 1) else {
                    return self.stand_in();
                };
                self.chain_loop(&chain, span, None, &mut |lower, value| {
                    let value = lower.apply(&closure, vec![value]);
                    lower.discard(value, span);
                });
                Value::Unit
            }
            "collect" => {
                let vec = turbofish.as_ref().is_none_or(is_vec);
                let ty = Ty::Vec(Box::new(Ty::Unknown));
                let vector = self.mutable("collected", ty, quote!(::std::vec::Vec::new()), span);
                self.f.vars[vector.0].annotation = turbofish.clone().filter(|_| vec);
                self.chain_loop(&chain, span, None, &mut |lower, value| {
                    let value = lower.read(value, span);
                    let element = lower.f.atom_ty(&value);
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
                match turbofish {
                    Some(target) if !vec => self.collected(vector, &target, span),
                    _ => Value::Place(Place::var(vector)),
                }
            }
            "count" => {
                let counter = self.mutable("counter", Ty::Int, quote!(0usize), span);
                self.chain_loop(&chain, span, None, &mut |lower, value| {
                    lower.discard(value, span);
                    let one = Operand::Atom(Atom::Constant(quote!(1), Ty::Int));
                    let op = syn::BinOp::AddAssign(Default::default());
                    lower.push(
                        span,
                        StmtKind::Update {
                            place: Place::var(counter),
                            op,
                            value: one,
                            old: None,
                        },
                    );
                });
                Value::Place(Place::var(counter))
            }
            "any" | "all" => {
                let any = name == "any";
                let Some(closure) = self.closure(&call.args, 1) else {
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
                        lower.push(
                            span,
                            StmtKind::Assign {
                                place: Place::var(answer),
                                value,
                                old: None,
                            },
                        );
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

    /// What else than a vector `collect` makes of the items: with a twin in the runtime, if a derivative can be in them.
    fn collected(&mut self, items: Var, target: &syn::Type, span: Span) -> Value {
        let ty = Ty::of(target);
        if self.f.info(items).ty.is_inert() {
            let name = crate::tokens::name(&self.f.vars, items);
            let tokens = quote_spanned!(span=> #name.into_iter().collect::<#target>());
            let opaque = Opaque {
                pure: false,
                ..Opaque::pure(tokens, vec![items])
            };
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
        let (name, value) = (
            crate::tokens::name(&self.f.vars, var),
            crate::tokens::atom(&self.f.vars, item),
        );
        let reads = [var].into_iter().chain(item.var()).collect();
        let opaque = Opaque::pure(quote!(#ad::alike(&#name, &#value);), reads);
        let diverges = false;
        self.push(span, StmtKind::Effect { opaque, diverges });
    }
}

fn is_vec(ty: &syn::Type) -> bool {
    ty.to_token_stream().to_string().starts_with("Vec")
}

/// `chain.collect()` with the type that it is known to make.
pub(super) fn collect_into(expr: &Expr, target: &syn::Type) -> Option<Expr> {
    match expr {
        Expr::MethodCall(call) if call.method == "collect" && call.turbofish.is_none() && call.args.is_empty() => {
            let mut call = call.clone();
            call.turbofish = Some(syn::parse_quote!(::<#target>));
            Some(Expr::MethodCall(call))
        }
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
