//! Names, calls and casts within kept tokens: what they read and write, and what is substituted for them.
//!
//! Input:  `x[i].floor()` under shadowing, where `x` is a row
//! Output: `m[a..b][i].floor()`, reads `m`, `i`

use crate::infer::methods::{Mark, changes_option, is};
use crate::ir::opaque::Loss;
use crate::ir::place::{Place, Projection, Role};
use crate::ir::spell;
use crate::lower::builder::Binding;
use crate::lower::opaque_tokens::receivers::{Reads, is_flat, is_order};
use crate::lower::opaque_tokens::{Renamer, changes_nothing, optional_mut, reads_only};
use crate::syntax::expressions::located;
use crate::syntax::types::Ty;
use crate::syntax::walk::{NodeMut, WalkMut, descend_mut};
use quote::{ToTokens, quote};
use syn::Expr;
use syn::spanned::Spanned;

impl Renamer<'_, '_> {
    /// A name stands for what it is bound to.
    pub(super) fn name(&mut self, expr: &mut Expr) {
        let vars = &self.lower.f.vars;
        let Expr::Path(path) = expr else { return };
        self.own_name |= path.path.get_ident().is_some_and(|ident| self.is_own(ident));
        if let Some(ident) = path.path.get_ident()
            && let Some(binding) = self.binding(ident)
        {
            match binding {
                Binding::Var(var) if vars[var.0].ty == Ty::Function => {
                    self.problem(expr.span(), "a function parameter");
                }
                Binding::Var(var) => {
                    self.read(var);
                    let value = spell::place(vars, &Place::var(var));
                    *expr = Expr::Verbatim(located(value, ident.span()));
                }
                Binding::Alias(place, _) if vars[place.root.0].ty == Ty::Function => {
                    self.problem(expr.span(), "a function parameter");
                }
                Binding::Alias(place, true) if self.printed > 0 && self.lower.moves(&place) => {
                    self.problem(expr.span(), "a reference that is reassigned and written through");
                }
                Binding::Alias(place, mutable) => {
                    let role = vars[place.root.0].role;
                    let tokens = if mutable && place.path.is_empty() && role == Role::Reference {
                        let name = spell::name(vars, place.root);
                        quote!(#name)
                    } else if mutable && self.writes.contains(&place.root) {
                        let place = spell::place_with(vars, &place, spell::Access::Write, &mut |index| {
                            spell::atom(vars, index)
                        });
                        quote!((&mut #place))
                    } else {
                        let tokens = spell::borrow(vars, &place);
                        if place.path.is_empty() && role == Role::Reference {
                            tokens
                        } else {
                            quote!((#tokens))
                        }
                    };
                    let tokens = located(tokens, ident.span());
                    self.read_place(&place);
                    *expr = Expr::Verbatim(tokens);
                }
                Binding::Closure(_) => self.problem(expr.span(), "a closure"),
                Binding::Iterator(..) => match self.lower.named_range(expr) {
                    Some((_, range)) => {
                        range.reads.iter().for_each(|var| self.read(*var));
                        *expr = Expr::Verbatim(range.tokens);
                    }
                    None => self.problem(expr.span(), "an iterator"),
                },
                Binding::Known(value) if matches!(&*value, crate::lower::builder::Value::Listed(listed) if listed.mutable) =>
                {
                    self.problem(expr.span(), "a list of references that is `mut`");
                }
                Binding::Known(value) => {
                    let (mut tokens, reads) = self.lower.written(&value);
                    reads.into_iter().for_each(|var| self.read(var));
                    if let Some((present, place)) = optional_mut(&value)
                        && self.writes.contains(&place.root)
                    {
                        let place = place.then(Projection::Where(present.clone()));
                        tokens = spell::place_with(vars, &place, spell::Access::Write, &mut |index| {
                            spell::atom(vars, index)
                        });
                    }
                    *expr = Expr::Verbatim(located(tokens, ident.span()));
                }
                Binding::Cursor(cursor) => match self.lower.written_cursor(&cursor) {
                    Some((tokens, reads)) => {
                        reads.into_iter().for_each(|var| self.read(var));
                        *expr = Expr::Verbatim(located(quote!((#tokens)), ident.span()));
                    }
                    None => self.problem(ident.span(), "a reference that is reassigned"),
                },
            }
        }
    }

    /// `*e` of an alias is its place, and so is `**e` where the place is known to be no reference.
    pub(super) fn dereferenced(&mut self, expr: &mut Expr) {
        let vars = &self.lower.f.vars;
        let Expr::Unary(unary) = expr else { return };
        let mut inner = &*unary.expr;
        let mut extra = false;
        while let Expr::Unary(deeper) = inner
            && matches!(deeper.op, syn::UnOp::Deref(_))
        {
            inner = &deeper.expr;
            extra = true;
        }
        let alias = match inner {
            Expr::Path(path) => match path.path.get_ident().and_then(|ident| self.binding(ident)) {
                Some(Binding::Alias(place, _)) => Some(place),
                // A reference to a number that a branch chose is the number itself.
                Some(Binding::Var(var)) if self.lower.f.info(var).ty.is_scalar() => Some(Place::var(var)),
                _ => None,
            },
            _ => None,
        };
        match alias {
            Some(place) if !extra || !matches!(self.lower.f.place_ty(&place), Ty::Unknown | Ty::Ref(_)) => {
                let tokens = spell::place(vars, &place);
                self.read_place(&place);
                *expr = Expr::Verbatim(tokens);
            }
            _ => descend_mut(self, NodeMut::Expr(expr)),
        }
    }

    /// A call of a method, which may write its receiver or keep what it is given.
    pub(super) fn method_call(&mut self, expr: &mut Expr) {
        let Expr::MethodCall(call) = expr else { return };
        let method = call.method.to_string();
        let asks = match self.stopped {
            0 => self.asked > 0,
            _ => self.closures > 0 || self.is_of_active_parameter(&call.receiver),
        };
        if asks {
            self.ask_shared(call);
        }
        if !(is(Mark::Cheap, &method) && self.lower.is_of_library(&call.receiver)) {
            self.pure = false;
        }
        // A closure is handed what a mutable reference in an option points to.
        let lends = !call.args.is_empty() && self.is_option(&call.receiver);
        let reads = !lends && changes_nothing(&method)
            || crate::syntax::scalar_rules::is_inert(&method)
            || crate::syntax::scalar_rules::is_flat(&method)
            || crate::syntax::scalar_rules::rule(&method).is_some();
        if !reads && let Some(var) = self.changeable(&call.receiver) {
            self.write(var);
        }
        let proved = match reads {
            true => self.reads(call),
            false => Reads::Known,
        };
        call.args.iter().for_each(|arg| self.reborrowed(arg));
        let stores = self.closures > 0 && matches!(method.as_str(), "insert" | "push" | "push_back");
        if stores || matches!(method.as_str(), "take" | "skip" | "step_by") {
            // A number of items, or what a closure notes: proved to be no more than that.
            for arg in &mut call.args {
                let literal = matches!(arg, Expr::Lit(_));
                if stores && !literal || self.lower.may_carry(arg) {
                    self.visit_quiet(arg);
                    let ad = self.lower.f.names_ad();
                    *arg = Expr::Verbatim(quote!(#ad::passive(#arg)));
                }
            }
        }
        // Through `&mut self` of a reference the method could lead it elsewhere: `rest.split_off_first()`.
        if !changes_nothing(&method) && self.is_cursor(&call.receiver) {
            self.problem(
                call.method.span(),
                &format!("a call of `{method}` on a reference that is reassigned"),
            );
        }
        if changes_option(&method) && self.is_option(&call.receiver) {
            self.problem(call.method.span(), "a change of an option of a reference");
        }
        if matches!(method.as_str(), "then" | "then_with") && is_order(&call.receiver) {
            let receiver = &call.receiver;
            *call.receiver = syn::parse_quote_spanned!(receiver.span()=> ::core::convert::identity::<::core::cmp::Ordering>(#receiver));
        }
        let of_number = self.kept(call);
        let span = call.method.span();
        // Whether it lies in a range is a comparison.
        let compares =
            method == "contains" && matches!(crate::syntax::expressions::strip(&call.receiver), Expr::Range(_));
        // Any other method may keep what it is given.
        let outside = match compares || reads_only(&method) {
            true => self.compared + usize::from(compares),
            false => 0,
        };
        let outside = std::mem::replace(&mut self.compared, outside);
        self.binding_names(|renamer| renamer.passive_method(span, expr, proved));
        self.compared = outside;
        if let (true, Expr::MethodCall(call)) = (of_number, expr) {
            let (ad, receiver) = (self.lower.f.names_ad(), &call.receiver);
            let proved = match matches!(method.as_str(), "abs" | "clamp" | "max" | "min") {
                true => quote::format_ident!("number_or_vector", span = span),
                false => quote::format_ident!("number", span = span),
            };
            *call.receiver = Expr::Verbatim(quote::quote_spanned!(span=> (*#ad::#proved(&#receiver))));
        }
    }

    /// An argument: a mutable alias that is passed bare is reborrowed, and the callee may write through it.
    fn reborrowed(&mut self, arg: &Expr) {
        let Expr::Path(path) = arg else { return };
        match path.path.get_ident().and_then(|ident| self.binding(ident)) {
            Some(Binding::Alias(place, true)) => self.write(place.root),
            Some(Binding::Known(value)) => {
                optional_mut(&value)
                    .into_iter()
                    .for_each(|(_, place)| self.write(place.root));
            }
            _ => {}
        }
    }

    /// A call of a function.
    pub(super) fn call(&mut self, expr: &mut Expr) {
        let Expr::Call(call) = expr else { return };
        self.pure = false;
        self.lend_views(call);
        if crate::syntax::expressions::is_no_diff(&call.func) {
            let before = (self.losses.len(), self.reads_back);
            let given = crate::normalize::detach_names::lost::is_given(&call.func).then(|| call.args.span());
            let (carried, quiet) = (std::mem::take(&mut self.carried), self.quiet);
            self.quiet = if given.is_some() { 0 } else { quiet + 1 };
            self.stopped += 1;
            descend_mut(self, NodeMut::Expr(expr));
            self.stopped -= 1;
            self.quiet = quiet;
            let given_away = std::mem::replace(&mut self.carried, carried);
            self.losses.truncate(before.0);
            self.reads_back = before.1;
            // What is asked of something that is detached may stand in what is detached as well.
            self.answers.extend(given.map(|span| Loss::in_answer(span, given_away)));
        } else {
            // What is called by a name that can be written may be an `FnMut`.
            if let Expr::Path(_) = &*call.func
                && let Some(var) = self.changeable(&call.func)
            {
                self.write(var);
            }
            call.args.iter().for_each(|arg| self.reborrowed(arg));
            let path = match &*call.func {
                Expr::Path(path) => Some(path.path.clone()),
                _ => None,
            };
            let outside = std::mem::replace(&mut self.own_name, false);
            let compared = std::mem::take(&mut self.compared);
            let mut reads = Vec::new();
            self.binding_names(|renamer| {
                reads = renamer.entering(|renamer| descend_mut(renamer, NodeMut::Expr(expr)));
            });
            if let Some(path) = path {
                self.callee(path, reads);
            }
            self.own_name |= outside;
            self.compared = compared;
        }
    }

    /// A cast: to an integer, of what carries a derivative, it loses that.
    pub(super) fn cast(&mut self, cast: &mut syn::ExprCast) {
        let from = match self.lower.type_of(&cast.expr) {
            Ty::Unknown if crate::syntax::expressions::is_detached(&cast.expr) => Ty::Inert,
            ty => ty,
        };
        let to = Ty::of(&cast.ty);
        let span = cast.as_token.span();
        let text = cast.ty.to_token_stream().to_string();
        let flat = from == Ty::Unknown && !to.is_float() && is_flat(&cast.expr);
        self.quiet += usize::from(!to.is_float());
        let inner_reads = self.entering(|renamer| renamer.node(NodeMut::Expr(&mut cast.expr)));
        let from = if flat { self.proved_flat(&mut cast.expr) } else { from };
        self.quiet -= usize::from(!to.is_float());
        if to.is_float() && !from.is_float() {
            self.reads_back.get_or_insert(span);
        }
        if self.lower.options.casts && crate::normalize::detach_casts::has_other_name(&cast.ty) {
            if !matches!(from, Ty::Int | Ty::Bool | Ty::Inert) {
                let (ad, inner, ty) = (&self.lower.f.names_ad(), &cast.expr, &cast.ty);
                let proved = quote::quote_spanned!(span=> #ad::constant_cast(#inner, |value| value as #ty));
                *cast.expr = Expr::Verbatim(proved);
            }
            return;
        }
        // A comparison carries no derivative, with the cast or without it.
        if !to.is_float() && self.compared == 0 {
            match from {
                Ty::Int | Ty::Bool | Ty::Inert => {}
                Ty::Unknown => {
                    let inner = &cast.expr;
                    let number = self.lower.cast_number(&inner.to_token_stream(), inner.span());
                    *cast.expr = Expr::Verbatim(number);
                }
                _ => self.losses.push(Loss {
                    span,
                    reads: inner_reads,
                    spellings: Vec::new(),
                    message: format!("the derivative is lost in the cast to `{text}`"),
                    help: format!("write `no_diff(..) as {text}` if that is what you want"),
                }),
            }
        }
    }
}
