//! Emits the statements of the reverse sweep.
//!
//! Input:  `undo x[i] = old`, `reverse for i in 0..n { … }`, `if c { … }`, `accumulate x_bar, t_bar`
//! Output: `x[i] = old;`, `for i in (0..n).rev() { … }`, `if c { … }`, `ad::accumulate(x_bar, &t_bar);`

use crate::emit::emitter::Emit;
use crate::emit::places::ends_in_range;
use crate::ir::spell::{Access, has_marks};
use crate::ir::*;
use crate::plan::checkpointing;
use crate::syntax::located::quote;
use crate::syntax::types::Ty;
use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::BinOp;

impl Emit<'_> {
    /// A write is undone.
    pub(super) fn undo(&self, place: &Place, by: &Inverse) -> TokenStream {
        match by {
            Inverse::Store(old) => self.restore(place, *old),
            Inverse::Pop => {
                let place = self.place_mut(place);
                quote!(#place.pop();)
            }
            Inverse::Push(old) => {
                // Whatever used it came later in the function, and so earlier here.
                let old = self.loose(&Atom::Var(*old));
                let place = self.place_mut(place);
                quote!(#place.push(#old);)
            }
            Inverse::Permute { order, inverse } => self.permute(place, *order, *inverse),
            Inverse::Step(op, value) => {
                let (place, value) = (self.place_mut(place), self.loose(value));
                match op {
                    BinOp::SubAssign(_) => quote!(#place += #value;),
                    _ => quote!(#place -= #value;),
                }
            }
        }
    }

    pub(super) fn permute(&self, place: &Place, order: Var, inverse: bool) -> TokenStream {
        let (ad, ws) = (self.ad(), self.ws());
        let (place, order) = (self.borrow_mut(place), self.name(order));
        let function = self.runtime(if inverse { "unpermute" } else { "permute" });
        quote!(#ad::#function(#ws, #place, &#order);)
    }

    /// What an assignment overwrote is put back.
    fn restore(&self, place: &Place, old: Var) -> TokenStream {
        let ad = self.ad();
        let start = self.f.info(old).role == Role::Checkpoint;
        let old = self.name(old);
        if start {
            let stacked = checkpointing::is_stacked(&self.f.place_ty(place));
            let function = self.runtime(if stacked { "unstack" } else { "restart" });
            let (ws, place) = (&self.ws(), self.borrow_mut(place));
            quote!(#ad::#function(#ws, #place, #old);)
        } else if place.lent_where().is_some() {
            let place = self.borrow_mut(place);
            quote!(#ad::restore_where(#place, #old);)
        } else if ends_in_range(place) || matches!(self.f.place_ty(place), Ty::Slice(_)) {
            let place = self.borrow_mut(place);
            quote!(#ad::restore(#place, #old);)
        } else if self.may_hold_copy(place) {
            let (ws, place) = (&self.ws(), self.borrow_mut(place));
            quote!(#ad::Differentiable::end_copy(::core::mem::replace(#place, #old), #ws);)
        } else {
            let place = self.place_mut(place);
            quote!(#place = #old;)
        }
    }

    /// Whether what is overwritten may be in memory of the workspace: in a variable, or all that a parameter refers to.
    pub(super) fn may_hold_copy(&self, place: &Place) -> bool {
        let param = |param: &Param| param.var == place.root && param.differentiable && !param.any_size;
        let ty = self.f.place_ty(place);
        let lent = place.lent_where().is_some() || ends_in_range(place) || matches!(ty, Ty::Slice(_));
        let knows = self.f.copied.contains(&place.root) || place.is_whole() && self.f.params.iter().any(param);
        knows && !lent && !ty.is_in_place()
    }

    /// A row is borrowed.
    pub(super) fn row(&self, var: Var, of: &Place, fields: &[syn::Member]) -> TokenStream {
        let name = self.name(var);
        // Any of them may be below a field that is marked.
        let part = fields.iter().map(|field| {
            let whole = of.then(Projection::Field(field.clone()));
            spell::part_with(
                &self.f.vars,
                &whole,
                of.path.len(),
                Access::Within(&self.fields),
                &mut |atom| self.loose(atom),
            )
        });
        if let Some(part) = part.last() {
            return quote!(let #name = &mut *#part;);
        }
        match self.f.info(of.root).role {
            Role::Buffer => {
                let (row, root) = (self.place_for(of, Access::Add(&self.fields)), self.name(of.root));
                quote!(let mut #name = match #root.as_deref_mut() {
                    ::core::option::Option::Some(#root) => ::core::option::Option::Some(&mut #row),
                    _ => ::core::option::Option::None
                };)
            }
            _ if self.f.info(var).mutable => {
                let row = self.borrow_mut(of);
                quote!(let #name = #row;)
            }
            _ => {
                let row = self.borrow(of);
                quote!(let #name = #row;)
            }
        }
    }

    /// The memory of a cotangent, a witness or an order goes back to the workspace, and that of a vector of the forward sweep, as a copy that
    /// was made there.
    pub(super) fn give_back(&self, var: Var) -> TokenStream {
        let (ws, info) = (&self.ws(), self.f.info(var));
        let name = &info.name;
        match &info.ty {
            _ if self.f.copied.contains(&var) => {
                let ad = self.ad();
                quote!(#ad::Differentiable::end_copy(#name, #ws);)
            }
            Ty::Slice(element) if element.is_float() => quote!(#name.give_back(#ws);),
            // A witness, or an order.
            Ty::Inert => quote!(#name.give_back(#ws);),
            _ if self.f.keys.contains(&var) => quote!(#name.give_back(#ws);),
            _ => {
                let ad = self.ad();
                quote!(#ad::give_back(#ws, #name);)
            }
        }
    }

    /// A function of the runtime adds to a cotangent.
    pub(super) fn accumulate(&self, function: &str, args: &[Argument], span: Span) -> TokenStream {
        let ad = self.ad();
        if let ("go_over", [Argument::Mut(field), Argument::Mut(owner)]) = (function, args) {
            let (field, owner) = (self.place_mut(field), self.place_mut(owner));
            return quote!(#ad::go_over(&mut #field, &mut #owner););
        }
        if let ("set_part", [Argument::Mut(place), Argument::Value(value)]) = (function, args) {
            let (place, value) = (self.place_for(place, Access::Add(&self.fields)), self.loose(value));
            return quote!({ use #ad::PutOther as _; #ad::Put(&mut #place, #value).set(); });
        }
        if let ("hold" | "put_part", [Argument::Mut(place), Argument::Value(value)]) = (function, args) {
            return self.put_part(function == "hold", place, value);
        }
        if let ("follow_counts", [Argument::Mut(bar), Argument::Value(count)]) = (function, args) {
            let (bar, count) = (self.place_for(bar, Access::Add(&self.fields)), self.atom(count));
            return quote!({ use #ad::FollowOther as _; #ad::Follow(&mut #bar, #count).follow(); });
        }
        let target = args.iter().find_map(|arg| match arg {
            Argument::Mut(place) => Some(place),
            _ => None,
        });
        let sinks = matches!(function, "accumulate" | "accumulate_own" | "push_bar" | "unpermute_bar");
        // The cotangent of a field marked `#[no_diff]` takes whatever is added; the rules of arrays, which know what
        // they add to, are not asked. A compound assignment is a write: into a marked field it is an error of types.
        let marked = |place: &&Place| function != "assign_left" && has_marks(&self.f.vars, place);
        let lent = target.filter(marked).filter(|_| !sinks);
        let access = match sinks {
            true => Access::Add(&self.fields),
            false => Access::Write,
        };
        let ws = match function {
            "accumulate_own" | "push_bar" | "unpermute_bar" => Some(self.ws().to_token_stream()),
            function => self.workspace_of(function == "assign_left"),
        };
        let args = args
            .iter()
            .map(|arg| match arg {
                // The buffer is a reference already.
                Argument::Mut(place) if place.is_whole() && self.f.info(place.root).role == Role::Buffer => {
                    let root = self.name(place.root);
                    quote!(#root)
                }
                Argument::Mut(_) if lent.is_some() => quote!(bar),
                Argument::Mut(place)
                    if function == "assign_left" && has_marks(&self.f.vars, place) && place.lent_where().is_none() =>
                {
                    let place = self.place_for(place, Access::Within(&self.fields));
                    quote!(&mut *#place.written())
                }
                Argument::Mut(place) if !place.is_whole() && place.lent_where().is_none() => {
                    let mut bar = self.place_for(place, access);
                    // Where the type has elements of the user's own, rustc says so of the cotangent: where the element is read.
                    if self.is_element_of_unknown(place) {
                        bar = crate::syntax::expressions::located(bar, span);
                    }
                    quote!(&mut #bar)
                }
                arg => self.argument(arg),
            })
            .chain(ws)
            .collect::<Vec<_>>();
        if let ("add_strips", [array, at, lists @ ..]) = (function, &args[..]) {
            let call = quote!(#ad::add_strips(#array, #at, [#(#lists),*]););
            return match target {
                Some(place) => self.guard(place, call),
                None => call,
            };
        }
        let function = self.runtime(function);
        let mut call = quote!(#ad::#function(#(#args),*););
        if let Some(place) = lent {
            let place = self.place_for(place, Access::Within(&self.fields));
            call = quote!(if let ::core::option::Option::Some(bar) = #place.lend() { #call });
        }
        match target {
            Some(place) => self.guard(place, call),
            None => call,
        }
    }

    /// The cotangent of a part that was moved out is put in that of the whole.
    fn put_part(&self, held: bool, place: &Place, value: &Atom) -> TokenStream {
        let (ad, ws, value) = (self.ad(), &self.ws(), self.loose(value));
        if held {
            let whole = self.borrow_mut(place);
            return quote!({ use #ad::HoldOther as _; #ad::Hold(#whole, #value).hold(); });
        }
        let place = self.place_for(place, Access::Add(&self.fields));
        quote!({ use #ad::PutOther as _; #ad::Put(&mut #place, #value).put(#ws); })
    }

    /// The reverse sweep of `mapv`.
    pub(super) fn pull_map(&self, map: &PullMap) -> TokenStream {
        let ad = self.ad();
        let source = self.borrow(&map.source);
        let seed = self.name(map.seed);
        let nothing = || quote!(::core::option::Option::None);
        let slot = |bar: &Option<Place>| bar.as_ref().map_or_else(nothing, |bar| self.slot(bar));
        let own = slot(&map.source_bar);
        let (param, element_bar) = (self.name(map.param), self.name(map.element_bar));
        let forward = self.block(&map.forward);
        let backward = self.block(&map.backward);
        let pull = quote!(|#param, mut #element_bar| { #forward #backward });
        let Some(along) = &map.along else {
            return quote!(#ad::mapv_adjoint(#source, &#seed, #own, #pull););
        };
        let (tangent, bar) = along.as_ref().map_or_else(
            || (nothing(), nothing()),
            |(tangent, bar)| (self.tangent_slot(&Some(Argument::Ref(tangent.clone()))), slot(bar)),
        );
        quote!(#ad::mapv_along_adjoint((#source, #tangent), &#seed, [#own, #bar], #pull);)
    }

    /// The reverse sweep of a branch.
    pub(super) fn unwind(&self, unwind: &If) -> TokenStream {
        let then = self.block(&unwind.then);
        let els = self.block(&unwind.els);
        let pattern = |side: &Block| self.pattern(side.unspilled().map_or(&[], |(_, vars)| vars));
        let mut records = [&unwind.then, &unwind.els].into_iter().filter_map(Block::unspilled);
        if let Some((record, _)) = records.find(|(tape, _)| unwind.cond.var() == Some(*tape)) {
            let (way, ad) = (self.name(record), self.ad());
            let (then_pattern, els_pattern) = (pattern(&unwind.then), pattern(&unwind.els));
            return quote!(match #way {
                #ad::Branch::Then(#then_pattern) => { #then }
                #ad::Branch::Else(#els_pattern) => { #els }
            });
        }
        let cond = self.loose(&unwind.cond);
        if unwind.els.is_empty() {
            quote!(if #cond { #then })
        } else if unwind.then.is_empty() {
            quote!(if !(#cond) { #els })
        } else {
            quote!(if #cond { #then } else { #els })
        }
    }

    /// The reverse sweep of a loop.
    pub(super) fn reverse(&self, reverse: &Loop) -> TokenStream {
        let spilled = reverse.tape.as_ref().zip(reverse.body.unspilled());
        let (take, put_back) = match reverse.tape.as_ref().and_then(|tape| Some((tape.var, tape.height?))) {
            Some((tape, height)) => {
                let (ws, tape, height) = (&self.ws(), self.name(tape), self.name(height));
                (
                    Some(quote!(let mut #tape = #ws.stack_until(#height);)),
                    Some(quote!(#ws.put_back(#tape);)),
                )
            }
            None => (None, None),
        };
        if let Some(tape) = reverse.recurrence(&self.f.vars) {
            let (ad, name) = (self.ad(), self.tape(tape.var));
            let pattern = self.pattern(spilled.map_or(&[], |(_, (_, vars))| vars));
            let iterations = match &reverse.kind {
                LoopKind::Range { low, high, .. } => {
                    let range = self.range(low, high, false, false);
                    quote!((#range).size_hint().0)
                }
                _ => self.name(reverse.trips).to_token_stream(),
            };
            let unspills = |stmt: &&Stmt| matches!(stmt.kind, StmtKind::Unspill { .. });
            let stmts = reverse.body.stmts.iter().filter(|stmt| !unspills(stmt)).cloned();
            let stmts = stmts.collect();
            let body = self.block(&Block { stmts, result: None });
            return quote!(#take #ad::unwind(&mut #name, #iterations, |#pattern| { #body }); #put_back);
        }
        if let LoopKind::Times(trips) = reverse.kind {
            let trips = self.name(trips);
            let body = self.block(&reverse.body);
            return quote!(#take for _ in 0..#trips { #body } #put_back);
        }
        let LoopKind::Range {
            var,
            low,
            high,
            inclusive,
            reversed,
        } = &reverse.kind
        else {
            unreachable!("only ranges are reversed by their bounds")
        };
        let range = self.range(low, high, *inclusive, *reversed);
        let var = self.name(*var);
        let body = self.block(&reverse.body);
        let array = spilled.filter(|(tape, _)| matches!(tape.form, TapeForm::Array(_)));
        match array {
            Some((tape, (_, vars))) => {
                let (tape, pattern) = (self.name(tape.var), self.pattern(vars));
                quote!(for (#var, #pattern) in ::core::iter::zip(#range, #tape.into_iter().rev()) { #body })
            }
            None => quote!(#take for #var in #range { #body } #put_back),
        }
    }
}
