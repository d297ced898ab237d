//! Parameters: the binding of each before the body is lowered; tuples of references are taken apart.
//!
//! Input:  `(pair: (&[f64], &f64), k: f64)`
//! Output: the variables `pair_0`, `pair_1` and `k`; `pair` is bound to the tuple of two places

use crate::ir::*;
use crate::lower::builder::{Binding, Lower, Value};
use crate::lower::patterns::behind_reference;
use crate::signature::marks::take_no_diff;
use crate::syntax::types::Ty;
use proc_macro2::{Ident, Span};
use quote::quote;
use syn::Pat;
use syn::spanned::Spanned;

impl Lower<'_> {
    pub(super) fn params(&mut self, function: &syn::ItemFn) {
        // A reference that is reassigned may point into what a later parameter does.
        let mut reassigned = Vec::new();
        for (k, input) in function.sig.inputs.iter().enumerate() {
            let param = match input {
                syn::FnArg::Typed(param) => param,
                syn::FnArg::Receiver(receiver) => {
                    self.receiver(receiver);
                    continue;
                }
            };
            let no_diff = take_no_diff(&mut param.attrs.clone());
            let callable = crate::signature::callables::callable(&param.ty, &function.sig.generics);
            if let Some(callable) = callable
                && !no_diff
            {
                self.function_param(param, callable);
                continue;
            }
            let range = crate::syntax::types::is_range(&param.ty);
            if !no_diff && let Some(tuple) = crate::syntax::types::tuple_of_references(&param.ty) {
                self.tuple_param(param, tuple, &function.sig.generics, k);
                continue;
            }
            // The parameter itself is an immutable variable; `mut x` is a mutable copy of it.
            let simple = match &*param.pat {
                Pat::Ident(ident) if ident.by_ref.is_none() && ident.subpat.is_none() => Some(ident),
                _ => None,
            };
            let mutable_value = simple.is_some_and(|ident| ident.mutability.is_some());
            let name = match simple {
                // Where the derivatives call the function itself, its name must not be taken.
                Some(ident) if ident.ident == function.sig.ident => {
                    self.f.names.fresh(&ident.ident.to_string(), ident.ident.span())
                }
                Some(ident) => self.f.names.bind(&ident.ident),
                None => self.f.names.fresh(&format!("arg{}", k + 1), param.span()),
            };
            let (var, passing, value) =
                self.add_param(name, &param.ty, &function.sig.generics, no_diff, param.pat.span());
            if range {
                // Of integers, if the type of that name is std's.
                self.ranges.insert(var);
                let (ad, name) = (self.f.names_ad(), self.f.info(var).name.clone());
                self.effect(param.span(), Opaque::pure(quote!(#ad::inactive(&#name);), vec![var]));
            }
            if let Value::ScalarOption(..) = value {
                self.optional_param(&param.pat, value);
                continue;
            }
            // A list of any kind is a vector from here on.
            let iterated = match &*param.ty {
                syn::Type::Path(path) if !no_diff => path.path.get_ident(),
                _ => None,
            };
            let iterated =
                iterated.and_then(|ident| crate::signature::bounds::traits::iterated(ident, &function.sig.generics));
            let value = match &iterated {
                Some(item) => self.items_by_value(Atom::Var(var), Ty::of(item), param.span(), param.span()),
                None => value,
            };
            match simple {
                Some(ident) if iterated.is_some() && is_iterator(&param.ty, &function.sig.generics) => {
                    let items = self.f.names.fresh("items", ident.span());
                    self.define(&items, value, false, None);
                    self.bind_iterator(ident, &syn::parse_quote!(#items.into_iter()));
                }
                Some(ident) if iterated.is_some() => self.define(&ident.ident, value, mutable_value, None),
                Some(ident) if mutable_value && passing == Passing::Value => {
                    self.define(&ident.ident, Value::Place(Place::var(var)), true, None);
                    if let Some(Binding::Var(copy)) = self.lookup(&ident.ident) {
                        let copy = *copy;
                        if range {
                            self.ranges.insert(copy);
                        }
                        if !no_diff {
                            self.active_copies.insert(copy);
                        }
                    }
                }
                Some(ident) if mutable_value && !self.is_view(&Place::var(var)) => {
                    reassigned.push((ident.ident.clone(), var, passing == Passing::Mut))
                }
                Some(ident) => {
                    let binding = match value {
                        Value::Ref(place, mutable) => Binding::Alias(place, mutable),
                        _ => Binding::Var(var),
                    };
                    self.bind(&ident.ident, binding);
                }
                None => self.irrefutable(&param.pat, value, None),
            }
        }
        for (ident, var, mutable) in reassigned {
            self.reference_to_reassign(&ident, Place::var(var), mutable);
        }
    }

    /// A parameter, or a part of one that is a tuple: its variable, how it is passed, and its value.
    pub(super) fn add_param(
        &mut self,
        name: Ident,
        written: &syn::Type,
        generics: &syn::Generics,
        no_diff: bool,
        span: Span,
    ) -> (Var, Passing, Value) {
        // An option that is only looked at and has no derivative is a value like any other.
        let carries = !no_diff && !crate::syntax::types::is_inert_parameter(written);
        let optional = crate::syntax::types::optional_reference(written)
            .filter(|reference| carries || reference.mutability.is_some());
        let reference = match written {
            syn::Type::Reference(reference) => Some(reference),
            _ => optional,
        };
        let view = crate::syntax::types::View::of(written);
        let held = carries && crate::syntax::types::is_holder(written);
        let (passing, inner) = match reference {
            _ if let Some(view) = &view => {
                let passing = if view.mutable { Passing::Mut } else { Passing::Ref };
                (passing, view.behind.clone())
            }
            Some(reference) if reference.mutability.is_some() => (Passing::Mut, behind_reference(&reference.elem)),
            // It is kept for longer than the call, as a value is.
            Some(reference) if crate::syntax::types::is_lasting_text(reference) => (Passing::Value, written.clone()),
            Some(reference) => (Passing::Ref, behind_reference(&reference.elem)),
            None if held => (Passing::Ref, written.clone()),
            None => (Passing::Value, written.clone()),
        };
        let ty = match (reference, &view) {
            (Some(_), _) if passing == Passing::Value => Ty::Inert,
            (Some(reference), _) => Ty::Ref(Box::new(Ty::of(&reference.elem))),
            (None, Some(view)) => Ty::Ref(Box::new(Ty::of(&view.behind))),
            (None, None) if held => Ty::Ref(Box::new(Ty::Unknown)),
            (None, None) if crate::syntax::types::is_range(written) => Ty::Inert,
            (None, None) => Ty::of(written),
        };
        let var = self.param_var(name, ty, passing);
        if crate::lower::maps::is_map(&inner) && optional.is_none() {
            self.maps.insert(var);
        }
        let differentiable = match optional {
            Some(_) => !no_diff && !crate::syntax::types::is_inert_parameter(&inner),
            None => carries,
        };
        if let syn::Type::Path(path) = &inner
            && crate::syntax::types::is_holder(&inner)
            && passing != Passing::Mut
            && carries
        {
            let name = self.type_name(&path.path);
            self.holders.insert(var, name);
        }
        let present = optional.is_some().then(|| self.presence(var, span));
        self.f.params.push(Param {
            any_size: crate::signature::bounds::sized::is_of_any_size(&inner, generics),
            object_trait: crate::signature::bounds::sized::object_trait(&inner, generics).map(Box::new),
            differentiable,
            held,
            lifetime: reference.and_then(|reference| reference.lifetime.clone()),
            view: view.map(|view| Box::new(view.written)),
            present: present.as_ref().and_then(Atom::var),
            ..Param::new(var, inner, passing)
        });
        let value = match passing {
            Passing::Value => Value::Atom(Atom::Var(var)),
            passing => Value::Ref(Place::var(var), passing == Passing::Mut),
        };
        let value = match present {
            Some(present) => Value::ScalarOption(present, Box::new(value)),
            None => value,
        };
        (var, passing, value)
    }

    /// Whether there is what a parameter points to that is an option of a reference.
    pub(super) fn presence(&mut self, var: Var, span: Span) -> Atom {
        self.f.vars[var.0].role = Role::Optional;
        let name = &self.f.info(var).name;
        let opaque = Opaque {
            carried: Vec::new(),
            ..Opaque::pure(quote!(#name.is_some()), vec![var])
        };
        self.temp(Op::Opaque(opaque), Ty::Bool, span)
    }

    /// Gives a parameter its name that is an option of a reference: whether there is one, and the place that it points to.
    pub(super) fn optional_param(&mut self, pat: &Pat, option: Value) {
        match pat {
            Pat::Ident(ident) if ident.by_ref.is_none() && ident.subpat.is_none() => {
                self.bind(&ident.ident, Binding::Known(Box::new(option)));
            }
            Pat::Wild(_) => {}
            pat => {
                let help = "write `x: Option<..>`";
                self.error(pat.span(), "an option of a reference needs a name here", help);
                self.bind_reported(pat);
            }
        }
    }

    /// A parameter that is a tuple of references: its parts are parameters of their own.
    pub(super) fn tuple_param(
        &mut self,
        param: &syn::PatType,
        tuple: &syn::TypeTuple,
        generics: &syn::Generics,
        number: usize,
    ) {
        let name = match &*param.pat {
            Pat::Ident(ident) => self.f.names.bind(&ident.ident),
            pat => self.f.names.fresh(&format!("arg{}", number + 1), pat.span()),
        };
        let first = self.f.params.len();
        let mut values = Vec::new();
        for (k, ty) in tuple.elems.iter().enumerate() {
            let part = self.f.names.fresh(&format!("{name}_{k}"), ty.span());
            values.push(self.add_param(part, ty, generics, false, param.pat.span()).2);
        }
        let parts = first..self.f.params.len();
        self.f.tuples.push(TupleParam { name, parts });
        self.irrefutable(&param.pat, Value::Tuple(values), None);
    }

    /// A parameter that is a function: it can be called and passed on, and nothing else.
    pub(super) fn function_param(&mut self, param: &syn::PatType, callable: crate::signature::callables::Callable) {
        let name = match &*param.pat {
            Pat::Ident(ident) => self.f.names.bind(&ident.ident),
            Pat::Wild(wild) => self.f.names.fresh("unused", wild.span()),
            pat => {
                self.error(pat.span(), "a function needs a name", "write `f: ..`");
                return self.bind_reported(pat);
            }
        };
        let forward = self.f.names.fresh(&format!("{name}_call"), name.span());
        let var = self.add_var(VarInfo {
            name,
            ty: Ty::Function,
            mutable: callable.exclusive,
            role: Role::Value,
            temporary: false,
            annotation: None,
        });
        self.f.params.push(Param {
            callable: Some((Box::new(callable), forward)),
            ..Param::new(var, (*param.ty).clone(), Passing::Function)
        });
        if let Pat::Ident(ident) = &*param.pat {
            self.bind(&ident.ident, Binding::Var(var));
        }
    }

    /// The variable of a parameter.
    pub(super) fn param_var(&mut self, name: Ident, ty: Ty, passing: Passing) -> Var {
        self.add_var(VarInfo {
            name,
            ty,
            mutable: passing == Passing::Mut,
            role: if passing == Passing::Value {
                Role::Value
            } else {
                Role::Reference
            },
            temporary: false,
            annotation: None,
        })
    }

    /// `self` is a parameter like any other, under a name that a closure can bind.
    pub(super) fn receiver(&mut self, receiver: &syn::Receiver) {
        let this = self.f.names.fresh("this", receiver.span());
        let passing = match &receiver.kind {
            syn::ReceiverKind::Value => Passing::Value,
            syn::ReceiverKind::Reference(_, _, None) => Passing::Ref,
            syn::ReceiverKind::Reference(_, _, Some(_)) => Passing::Mut,
            _ => {
                self.error(
                    receiver.span(),
                    "a receiver with a written type is not supported yet",
                    "write `&self`",
                );
                Passing::Ref
            }
        };
        // `Self` may be a box, and `**self` what is in it.
        let own = self.options.array.clone().unwrap_or(Ty::Unknown);
        let ty = match passing {
            Passing::Value => own,
            _ => Ty::Ref(Box::new(own)),
        };
        let var = self.param_var(this, ty, passing);
        if let (Some(holder), false) = (&self.options.holder, passing == Passing::Mut) {
            self.holders.insert(var, holder.clone());
        }
        self.f.params.push(Param {
            differentiable: !take_no_diff(&mut receiver.attrs.clone()),
            lifetime: match &receiver.kind {
                syn::ReceiverKind::Reference(_, lifetime, _) => lifetime.clone(),
                _ => None,
            },
            receiver: true,
            ..Param::new(var, syn::parse_quote!(Self), passing)
        });
        let ident = Ident::from(receiver.self_token);
        match passing {
            Passing::Value if receiver.mutability.is_some() => {
                let op = Op::Read(Place::var(var));
                let copy = self.f.named_var("this", Ty::Unknown, true);
                self.push(receiver.span(), StmtKind::Let { var: copy, op });
                self.active_copies.insert(copy);
                self.bind(&ident, Binding::Var(copy));
            }
            Passing::Value => self.bind(&ident, Binding::Var(var)),
            _ => self.bind(&ident, Binding::Alias(Place::var(var), passing == Passing::Mut)),
        }
    }
}

/// Whether a parameter is an iterator itself, and no list that one is made of.
fn is_iterator(ty: &syn::Type, generics: &syn::Generics) -> bool {
    let ident = match ty {
        syn::Type::Path(path) => path.path.get_ident(),
        _ => None,
    };
    ident.is_some_and(|ident| crate::signature::bounds::traits::is_iterator_itself(ident, generics))
}
