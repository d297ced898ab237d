//! The closures that adapters and consumers are given, inlined: their parameters are bound to an item, or to a reference to it.
//!
//! Input:  `|&a| a * w` and the item `x[k]`
//! Output: `let a = x[k]; let t = a * w`

use crate::lower::builder::{Lower, Value};
use crate::lower::chain_adapters::Given;
use crate::lower::chains::strip;
use crate::lower::name_activity::returns_from_within;
use crate::lower::references::by_reference;
use crate::syntax::expressions;
use crate::syntax::types::Ty;
use crate::syntax::walk::{NodeMut, walk_mut};
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Expr, Pat};

/// The closure with one reference taken off its parameter: `|&&x| x > 0.0` as `|&x| x > 0.0`, `|x| **x > 0.0` as `|x| *x > 0.0`.
fn one_reference_less(closure: &syn::ExprClosure) -> syn::ExprClosure {
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
                let ident = ident.ident.clone();
                walk_mut(&mut *closure.body, |node| match node {
                    NodeMut::Expr(expr) => match &**expr {
                        Expr::Unary(unary)
                            if matches!(unary.op, syn::UnOp::Deref(_))
                                && matches!(strip(&unary.expr), Expr::Path(path) if path.path.is_ident(&ident)) =>
                        {
                            **expr = (*unary.expr).clone();
                            false
                        }
                        _ => true,
                    },
                    _ => true,
                });
                break;
            }
            _ => break,
        }
    }
    closure
}

impl Lower<'_> {
    /// The closure that a method takes as its last argument.
    pub(in crate::lower) fn closure(
        &mut self,
        args: &syn::punctuated::Punctuated<Expr, syn::Token![,]>,
        inputs: usize,
    ) -> Option<syn::ExprClosure> {
        self.closure_of(args.last()?, inputs)
    }

    /// The same of the end of a chain.
    pub(in crate::lower) fn closure_at_end(
        &mut self,
        args: &syn::punctuated::Punctuated<Expr, syn::Token![,]>,
        inputs: usize,
    ) -> Option<syn::ExprClosure> {
        let closure = self.closure(args, inputs)?;
        if closure.capture.is_none() || !self.owns_state(&Given::Here(Box::new(closure.clone()))) {
            return Some(closure);
        }
        // What it changes is its own.
        self.moved_in_place(&closure);
        let name = self.f.names.fresh("owner", closure.span());
        self.bind_closure(&name, &closure);
        self.closure_of(&syn::parse_quote!(#name), inputs)
    }

    /// A closure written in place, or a named function as `|a| f(a)`, by value or by reference.
    pub(in crate::lower) fn closure_of(&mut self, arg: &Expr, inputs: usize) -> Option<syn::ExprClosure> {
        let closure = match arg {
            Expr::Closure(closure) => closure.clone(),
            // A reference to a function is called like the function.
            Expr::Reference(lent) => return self.closure_of(&lent.expr, inputs),
            Expr::Path(function) => {
                let names: Vec<proc_macro2::Ident> = ["first", "second"][..inputs]
                    .iter()
                    .map(|name| self.f.names.fresh(name, function.span()))
                    .collect();
                // What they hold is not seen where the function is looked at first.
                self.possibly_active.extend(names.iter().map(ToString::to_string));
                let mut params: Vec<Pat> = names.iter().map(|name| syn::parse_quote!(#name)).collect();
                // `fold(0.0, f64::max)`: nothing else says which float it starts with.
                if let (Some(width), [first, ..]) = (width_of(&function.path), &mut params[..]) {
                    *first = Pat::Type(syn::parse_quote!(#first: #width));
                }
                syn::parse_quote!(|#(#params),*| #function(#(#names),*))
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
            self.diagnostics.leave_to_rustc();
            return None;
        }
        Some(closure)
    }

    /// The value of a closure's body for the given arguments.
    pub(in crate::lower) fn apply(&mut self, closure: &syn::ExprClosure, args: Vec<Value>) -> Value {
        self.scopes.push(Default::default());
        self.moved_in_place(closure);
        for (pat, value) in closure.inputs.iter().zip(args) {
            self.irrefutable(pat, value, None);
        }
        let value = self.closure_body(closure);
        let value = self.settle(value, closure.body.span());
        self.scopes.pop();
        value
    }

    /// The body of a closure, in place. Where it has a `return` or a `?`, it is a scope that these leave with a value.
    pub(in crate::lower) fn closure_body(&mut self, closure: &syn::ExprClosure) -> Value {
        let body = branching_body(closure);
        self.terminated(&body, |lower| match returns_from_within(&body) {
            true => lower.returning_scope(&body, &closure.output),
            false => lower.value(&body),
        })
    }

    /// Applies a closure to a reference to an item.
    pub(in crate::lower) fn look_at(&mut self, item: &Value, closure: &syn::ExprClosure, span: Span) -> Value {
        let item = match item {
            // `|&(k, x)| ..`
            Value::Tuple(_) if matches!(closure.inputs.first(), Some(Pat::Reference(_))) => {
                return self.apply(&one_reference_less(closure), vec![item.clone()]);
            }
            // The parts of a tuple are lent with it.
            Value::Tuple(values) => {
                let lent = values.iter().map(|value| match value {
                    Value::Atom(_) | Value::Place(_) if self.value_ty(value) == Ty::Unknown => {
                        let value = self.located_value(value.clone(), span);
                        by_reference(value, false)
                    }
                    value => value.clone(),
                });
                Value::Tuple(lent.collect())
            }
            // A reference to a reference is one level of places.
            Value::Ref(..) | Value::Choice(..) => return self.apply(&one_reference_less(closure), vec![item.clone()]),
            item => {
                let item = self.located_value(item.clone(), span);
                by_reference(item, false)
            }
        };
        self.apply(closure, vec![item])
    }
}

/// The body of a closure, with branches for the early returns that can be such.
pub(in crate::lower) fn branching_body(closure: &syn::ExprClosure) -> Expr {
    let mut body = (*closure.body).clone();
    if let Expr::Block(block) = &mut body
        && block.label.is_none()
    {
        crate::normalize::tail_returns::as_branches(&mut block.block, &|_| ());
    }
    body
}

/// The float whose function a path names: `f64` of `f64::max`.
pub(in crate::lower) fn width_of(function: &syn::Path) -> Option<&proc_macro2::Ident> {
    let mut segments = function.segments.iter();
    let (Some(width), Some(name), None) = (segments.next(), segments.next(), segments.next()) else {
        return None;
    };
    let of_float = width.ident == "f64" || width.ident == "f32";
    (of_float && crate::syntax::scalar_rules::rule(&name.ident.to_string()).is_some()).then_some(&width.ident)
}

/// The names that a closure's parameters bind, for the coarse look at where derivatives flow.
pub fn parameters(closure: &syn::ExprClosure) -> Vec<proc_macro2::Ident> {
    let mut idents = Vec::new();
    for pat in &closure.inputs {
        expressions::pattern_idents(pat, &mut idents);
    }
    idents
}
