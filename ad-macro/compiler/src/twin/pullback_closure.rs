//! The pullback of the forward sweep: its type, the closure, and how it is run. Where its type would contain itself, it is boxed.
//!
//! Input:  the reverse sweep of `fn f(x: &[f64], k: f64) -> f64`
//! Output: `move |ws, seed, (x, x_bar), ()| -> ((), f64) { … }`

use crate::emit::closures::{is_small, within};
use crate::ir::sweeps::Backward;
use crate::ir::*;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::types::Ty;
use crate::twin::parts::{Own, Parts};
use crate::twin::signature::Signature;
use crate::twin::target::Kind;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

impl Parts<'_> {
    /// What the pullback returns: the cotangents of the parameters by value, nothing for the others.
    pub(super) fn returned(&self) -> TokenStream {
        let types = self.params.iter().map(Self::returned_for);
        quote!((#(#types,)*))
    }

    pub(super) fn pullback_signature(&self) -> TokenStream {
        let seed = &self.output_cotangent;
        let slots = self.params.iter().map(Signature::slot);
        let returned = self.returned();
        quote!(::core::ops::FnOnce(&mut ::pullback::rt::Workspace, #seed, #(#slots),*) -> #returned)
    }

    /// Whether the pullback's type would contain itself.
    pub(super) fn is_boxed(&self) -> bool {
        matches!(self.recursion, Recursion::Boxed)
    }

    /// Gives the pullback its name. Where its type would contain itself, the workspace holds it, and what has the name says where;
    /// `run` alone knows of its type, and is a box of nothing.
    pub(super) fn bind_pullback(&self, name: &Ident, closure: TokenStream) -> TokenStream {
        if !self.is_boxed() {
            return quote!(let #name = #closure;);
        }
        let (ws, Own { held, run, seed, .. }) = (&self.ws, &self.own);
        let workspace = quote!(&mut ::pullback::rt::Workspace);
        let (seed_ty, returned) = (&self.output_cotangent, self.returned());
        let (names, slots): (Vec<_>, Vec<_>) = self.params.iter().map(|param| (&param.bar, param.slot())).unzip();
        quote! {
            let #name = #closure;
            let (#held, #name) = ::pullback::rt::hold_apart(#ws, #name);
            let #run: ::pullback::rt::std::boxed::Box<
                dyn ::core::ops::FnOnce(::pullback::rt::HeldPullback, #workspace, #seed_ty, #(#slots),*) -> #returned
            > = ::pullback::rt::std::boxed::Box::new(
                move |#held: ::pullback::rt::HeldPullback, #ws: #workspace, #seed: #seed_ty, #(#names: #slots),*| -> #returned {
                    #name.release(#ws, #held)(#ws, #seed, #(#names),*)
                }
            );
            let #name = move |#ws: #workspace, #seed: #seed_ty, #(#names: #slots),*| -> #returned {
                #run(#held, #ws, #seed, #(#names),*)
            };
        }
    }

    pub(super) fn pullback_type(&self) -> TokenStream {
        let signature = self.pullback_signature();
        let names = self.twin.in_scope.iter().cloned();
        let functions = self
            .functions()
            .flat_map(|function| [&function.captures, &function.forward, &function.pullback])
            .map(|name| quote!(#name));
        let names = names
            .chain(functions)
            .chain(self.lanes.iter().map(|lanes| quote!(#lanes)));
        quote!(impl #signature + use<#(#names),*>)
    }

    /// Whether all that the pullback saves are numbers: to run it again costs a copy of them, which is nothing where it runs once. What a
    /// call saves may be anything, and a tape would have to be copied. A checkpoint saves its arguments alone.
    pub(super) fn is_repeatable(&self, f: &Function, backward: &Backward) -> bool {
        let reached = matches!(self.twin.kind, Kind::Free(_) | Kind::Member) && matches!(f.recursion, Recursion::None);
        let argument = |param: &Signature| match param.passing {
            Passing::Ref => param.view.is_none() && !param.optional && !param.held,
            Passing::Value => is_number(&Ty::of(&param.ty)),
            _ => false,
        };
        if !reached || !self.params.iter().all(argument) || !self.tuples.is_empty() {
            return false;
        }
        let mut needed = FlatSet::new();
        backward.block.uses(&mut |var, _| {
            needed.insert(var);
        });
        // What it reads again from what it is handed is not saved.
        for var in backward.block.stmts.iter().flat_map(Stmt::defines) {
            needed.remove(&var);
        }
        let mut numbers = true;
        f.body.walk(&mut |stmt| {
            let (numbered, taped) = match &stmt.kind {
                StmtKind::If(branch) => (branch.record, false),
                StmtKind::Loop(body) => (body.tape.as_ref().map(|tape| tape.var), false),
                // Records and arrays are values.
                StmtKind::Spill { tape, .. } => (None, f.info(*tape).mutable),
                StmtKind::CopyRow { back: false, .. } => (None, true),
                _ => (None, false),
            };
            let defines = stmt.defines();
            let saved = defines
                .iter()
                .filter(|var| needed.contains(var) && numbered != Some(**var));
            numbers &= !taped && saved.into_iter().all(|var| is_number(&f.info(*var).ty));
        });
        numbers || self.twin.checkpoint
    }

    /// The pullback as a closure around its statements. They stand in a closure of their own, which takes each reference by
    /// itself: rustc tells LLVM of a parameter that is a reference that nothing else points there, not of one in a tuple.
    /// A recursive function does without, for the sake of its stack.
    pub(super) fn pullback_closure(&self, f: &Function, backward: &Backward, body: &TokenStream) -> TokenStream {
        let (ws, seed, seed_ty) = (&f.ws, &f.info(backward.seed).name, &self.output_cotangent);
        let returned = self.returned();
        let mut slots = Vec::new();
        let mut declared = Vec::new();
        let mut passed = Vec::new();
        for (param, source) in self.params.iter().zip(&f.params) {
            let slot = param.slot();
            let Some(bar) = source.bar else {
                slots.push(quote!((): #slot));
                continue;
            };
            let (name, bar) = (&f.info(source.var).name, &f.info(bar).name);
            let (ty, buffer) = (&param.ty, &param.buffer);
            let function = param.function.as_ref().map(|function| &function.captures);
            let flat = self.is_boxed() && param.passing == Passing::Ref;
            let again = self.is_boxed() && param.passing == Passing::Mut && param.optional;
            slots.push(if function.is_some() || again {
                quote!((mut #name, mut #bar): #slot)
            } else if flat {
                quote!((#name, mut #bar): #slot)
            } else {
                quote!((#name, #bar): #slot)
            });
            let reference = param.reference(ty);
            declared.push(match (function, param.passing) {
                (Some(captures), _) => quote! {
                    mut #name: ::pullback::rt::Lent<'_, #captures>, mut #bar: ::pullback::rt::LentBars<'_, #captures>
                },
                (None, Passing::Ref) => quote!(#name: #reference, mut #bar: ::core::option::Option<&mut #buffer>),
                _ if param.optional => quote!(mut #name: #reference, mut #bar: ::core::option::Option<&mut #buffer>),
                _ => quote!(#name: #reference, #bar: ::core::option::Option<&mut #buffer>),
            });
            passed.push(quote!(#name, #bar));
        }
        let workspace = quote!(#ws: &mut ::pullback::rt::Workspace);
        // It would be called through a shim that is not inlined if it could run more often than once: hence `Once`.
        let inlined = !self.is_boxed() && is_small(f, backward);
        let once = &self.own.once;
        let spend = inlined.then(|| quote!(#once.spend();));
        // On stable Rust a closure takes an attribute where it is the last expression of a block.
        let always = |before, closure| match inlined {
            true => quote!({ #before #[inline(always)] #closure }),
            false => closure,
        };
        let within = |statements| match inlined {
            true => within(f, &quote!(::pullback::rt), statements),
            false => statements,
        };
        let closure = if passed.is_empty() || self.is_boxed() {
            let statements = within(quote!(#body));
            quote!(move |#workspace, mut #seed: #seed_ty, #(#slots),*| -> #returned { #spend #statements })
        } else {
            let statements = quote!(move |#workspace, mut #seed: #seed_ty, #(#declared),*| -> #returned { #body });
            let statements = always(None, statements);
            let statements = within(quote!((#statements)(#ws, #seed, #(#passed),*)));
            quote!(move |#workspace, #seed: #seed_ty, #(#slots),*| -> #returned { #spend #statements })
        };
        always(Some(quote!(let #once = ::pullback::rt::Once::new();)), closure)
    }

    /// Runs `pullback` with the given seed: `let (_, k_bar) = pullback(&mut ws, seed, (x, Some(&mut x_bar)), ());`.
    pub(super) fn run(&self, workspace: &TokenStream, seed: &TokenStream) -> TokenStream {
        let slots = self.params.iter().map(|param| {
            let (bar, now) = (&param.bar, &param.now);
            let name = param.passed();
            match (param.passing, param.differentiable) {
                (Passing::Value, _) => quote!(()),
                (Passing::Function, _) => quote!((::pullback::rt::Lent((), ()), ::pullback::rt::LentBars(()))),
                (Passing::Ref, true) if param.optional => quote!((#name, #bar)),
                (Passing::Ref, true) => {
                    let lent = param.passed();
                    quote!((#lent, ::core::option::Option::Some(&mut *#bar)))
                }
                (Passing::Ref, false) => quote!((#name, ::core::option::Option::None)),
                (_, differentiable) if param.optional => {
                    let lend = param.lend(true);
                    let bar = match differentiable {
                        true => quote!(#bar),
                        false => param.unneeded(quote!(*#name)),
                    };
                    quote!((#now.#lend, #bar))
                }
                (_, true) => quote!((&mut #now, ::core::option::Option::Some(&mut *#bar))),
                (_, false) => {
                    let bar = param.unneeded(quote!(*#name));
                    quote!((&mut #now, #bar))
                }
            }
        });
        let (returned, pullback) = (self.received(), &self.own.pullback);
        let ends = self.params.iter().filter_map(|param| {
            let now = &param.now;
            param
                .copied_by()
                .map(|_| quote!(::pullback::Differentiable::end_copy(#now, #workspace);))
        });
        quote! {
            let #returned = #pullback(#workspace, #seed, #(#slots),*);
            #(#ends)*
        }
    }

    /// What an entry point takes of what the pullback returns.
    pub(super) fn received(&self) -> TokenStream {
        let returned = self
            .params
            .iter()
            .map(|param| match (param.passing, param.differentiable) {
                (Passing::Value, true) => {
                    let part = &param.part;
                    quote!(#part)
                }
                _ => quote!(_),
            });
        quote!((#(#returned,)*))
    }

    /// Copies of what the `&mut` parameters hold after the forward sweep: the pullback undoes the writes on them.
    pub(super) fn nows(&self, workspace: &TokenStream) -> TokenStream {
        let nows = self
            .params
            .iter()
            .filter(|param| param.passing == Passing::Mut)
            .map(|param| {
                let (name, now, behind) = (&param.name, &param.now, param.behind());
                if param.optional {
                    return quote!(let mut #now = #name.as_deref().map(::pullback::rt::std::borrow::ToOwned::to_owned););
                }
                if let Some(copy) = param.copied_by() {
                    let copy = Ident::new(copy, Span::call_site());
                    return quote!(let mut #now = ::pullback::rt::#copy(#workspace, &#behind););
                }
                quote!(let mut #now = ::pullback::rt::std::borrow::ToOwned::to_owned(&#behind);)
            });
        quote!(#(#nows)*)
    }
}

/// Numbers, and arrays and tuples of them.
fn is_number(ty: &Ty) -> bool {
    match ty {
        Ty::Float(_) | Ty::Int | Ty::Bool | Ty::Unit => true,
        Ty::Array(element) => is_number(element),
        Ty::Tuple(elements) => elements.iter().all(is_number),
        _ => false,
    }
}
