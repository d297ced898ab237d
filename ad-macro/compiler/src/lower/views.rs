//! Views of ndarray's arrays: a view is a place, the array through a projection of the runtime.
//!
//! ```text
//! Input:  s += m.row(i).dot(&x)
//! Output: let row_route = `m.row_differentiable_route_0(i)`; let t = dot m through row_route, &x; s += t
//! ```
//!
//! So nothing is copied, and the cotangent of a view is the same part of the array's cotangent. Method resolution finds the projection:
//! a user's type has one under the same name if its `row` returns a reference.

pub mod axes;

use crate::ir::*;
use crate::lower::builder::{Binding, Lower, Value};
use crate::syntax::expressions::strip;
use crate::syntax::paths::derivative_name;
use crate::syntax::tokens::is_self;
use crate::syntax::types::Ty;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{BinOp, Expr, Token};

/// What the routes of views are made by begins with this.
const VIEW: &str = "a view by ";

/// What is left of an array's axes in a view of it.
enum Axes {
    Same,
    One,
    Less,
    More,
    /// As many as the macro's arguments say.
    Sliced,
}

/// The call of a method that gives a view.
pub(super) struct Lending<'a> {
    method: &'a Ident,
    turbofish: TokenStream,
    args: &'a [Atom],
}

impl<'a> Lending<'a> {
    /// One whose generic arguments rustc finds.
    pub(super) fn plain(method: &'a Ident, args: &'a [Atom]) -> Self {
        let turbofish = TokenStream::new();
        Lending {
            method,
            turbofish,
            args,
        }
    }
}

/// Methods that give views, by their names and numbers of arguments.
fn view(call: &syn::ExprMethodCall) -> Option<Axes> {
    let name = call.method.to_string();
    Some(match (name.strip_suffix("_mut").unwrap_or(&name), call.args.len()) {
        ("row" | "column", 1) | ("diag", 0) => Axes::One,
        ("view", 0) | ("slice_axis", 2) => Axes::Same,
        ("t" | "reversed_axes", 0) if !name.ends_with("_mut") => Axes::Same,
        ("index_axis", 2) => Axes::Less,
        ("remove_axis", 1) if !name.ends_with("_mut") => Axes::Less,
        ("permuted_axes", 1) if !name.ends_with("_mut") => Axes::Same,
        ("insert_axis", 1) if !name.ends_with("_mut") => Axes::More,
        ("slice", 1) => Axes::Sliced,
        _ if is_part(call) || lends_part(call) => Axes::Same,
        _ => return None,
    })
}

/// Whether a method lends a part of one of nalgebra's matrices by its ranges or by its shape, to be written: no other type's does.
fn is_part(call: &syn::ExprMethodCall) -> bool {
    matches!(
        (call.method.to_string().as_str(), call.args.len()),
        (
            "rows_range_mut" | "columns_range_mut" | "fixed_rows_mut" | "fixed_columns_mut",
            1
        ) | (
            "view_range_mut" | "rows_generic_mut" | "columns_generic_mut" | "generic_view_mut" | "fixed_view_mut",
            2
        )
    )
}

/// Whether a method lends a part to be written by a name that a type of the user's may have for a method that lends, too: what that
/// gives has a route under the same name.
fn lends_part(call: &syn::ExprMethodCall) -> bool {
    matches!(
        (call.method.to_string().as_str(), call.args.len()),
        ("row_mut" | "column_mut", 1) | ("rows_mut" | "columns_mut" | "view_mut", 2)
    )
}

impl Lower<'_> {
    /// Whether a method call gives a view of an array: the receiver is one by its type, or what is written can be nothing else.
    pub(super) fn gives_view(&self, call: &syn::ExprMethodCall) -> bool {
        let Some(axes) = view(call) else { return false };
        match self.type_of(&call.receiver).behind_references() {
            // What an owned array is made into is an array of its own.
            Ty::NdArray(..)
                if matches!(
                    call.method.to_string().as_str(),
                    "reversed_axes" | "permuted_axes" | "insert_axis" | "remove_axis"
                ) =>
            {
                self.names_view(&call.receiver)
            }
            Ty::NdArray(..) => true,
            Ty::Unknown => {
                let only_arrays = match axes {
                    Axes::Sliced => {
                        matches!(call.args.first(), Some(Expr::Macro(mac)) if mac.mac.path.segments.last().is_some_and(|last| last.ident == "s"))
                    }
                    Axes::Same if call.method == "slice_axis" => is_axis(&call.args[0]),
                    Axes::Less => call.method != "remove_axis" && is_axis(&call.args[0]),
                    Axes::One | Axes::Same => {
                        matches!(
                            call.method.to_string().as_str(),
                            "row" | "column" | "view" | "t" | "row_mut" | "column_mut" | "view_mut" | "diag_mut"
                        ) || is_part(call)
                            || lends_part(call)
                    }
                    Axes::More => false,
                };
                // Nothing else is sliced by `s![..]`.
                only_arrays
                    && (!self.is_own(&call.receiver)
                        || matches!(axes, Axes::Sliced)
                        || is_part(call)
                        || lends_part(call) && !is_self(strip(&call.receiver)))
                    && !self.options.references.contains_key(&call.method.to_string())
                    && !self.options.lent.contains_key(&call.method.to_string())
            }
            _ => false,
        }
    }

    /// Whether a method call with an axis is one of an array's of which only rustc knows the type.
    pub(super) fn seems_array(&self, call: &syn::ExprMethodCall) -> bool {
        *self.type_of(&call.receiver).behind_references() == Ty::Unknown
            && !self.is_own(&call.receiver)
            && call.args.first().is_some_and(is_axis)
    }

    /// Whether a receiver is of a type of the user's, as far as one can see.
    fn is_own(&self, receiver: &Expr) -> bool {
        is_self(strip(receiver)) || self.has_named_type(receiver)
    }

    /// Whether an expression is a view, and no array of its own.
    pub(super) fn names_view(&self, expr: &Expr) -> bool {
        match strip(expr) {
            Expr::MethodCall(call) => self.gives_view(call),
            Expr::Path(path) => match path.path.get_ident().and_then(|ident| self.lookup(ident)) {
                Some(Binding::Alias(place, _)) => self.is_view(place),
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether a method that writes an array is called on one. What an unknown type's `row_mut` lends may be a slice, which has `fill`.
    pub(super) fn is_array(&self, call: &syn::ExprMethodCall) -> bool {
        match self.type_of(&call.receiver).behind_references() {
            Ty::NdArray(..) => true,
            Ty::Unknown => self.names_view(&call.receiver),
            _ => false,
        }
    }

    /// Whether a place is a view of an array.
    pub(super) fn is_view(&self, place: &Place) -> bool {
        match place.path.last() {
            Some(Projection::Through {
                route: Atom::Var(route),
                ..
            }) => self.routes.get(route).is_some_and(|maker| maker.starts_with(VIEW)),
            None => self.f.is_view_param(place),
            _ => false,
        }
    }

    /// The type of a view.
    pub(super) fn view_ty(&self, call: &syn::ExprMethodCall) -> Ty {
        let Ty::NdArray(element, axes) = self.type_of(&call.receiver).behind_references().clone() else {
            return Ty::Unknown;
        };
        let axes = match view(call) {
            Some(Axes::Same) => axes,
            Some(Axes::One) => Some(1),
            Some(Axes::Less) => axes.and_then(|axes| axes.checked_sub(1)),
            Some(Axes::More) => axes.map(|axes| axes + 1),
            Some(Axes::Sliced) => match call.args.first() {
                Some(Expr::Macro(mac)) => self.sliced_axes(&mac.mac.tokens),
                _ => None,
            },
            None => None,
        };
        Ty::NdArray(element, axes)
    }

    /// How many axes `s![..]` leaves: each range does, an integer none.
    fn sliced_axes(&self, tokens: &TokenStream) -> Option<usize> {
        let parts = Punctuated::<Part, Token![,]>::parse_terminated
            .parse2(tokens.clone())
            .ok()?;
        let mut axes = 0;
        for part in &parts {
            match strip(&part.range) {
                Expr::Range(_) => axes += 1,
                index if self.type_of(index) == Ty::Int => {}
                _ => return None,
            }
        }
        Some(axes)
    }

    /// A view, as a place in the array.
    pub(super) fn view(&mut self, call: &syn::ExprMethodCall) -> Value {
        let span = call.method.span();
        let ty = self.view_ty(call);
        let mutable = call.method.to_string().ends_with("_mut");
        let receiver = if mutable {
            self.written_value(&call.receiver)
        } else {
            self.value(&call.receiver)
        };
        let receiver = self.located_value(receiver, call.receiver.span());
        let args: Vec<Atom> = call.args.iter().map(|arg| self.atom(arg)).collect();
        self.each_choice(vec![receiver], span, &mut |lower, mut values| {
            let (place, mutable) = match values.remove(0) {
                // A view by value of a mutable one is as mutable: `m.view_mut().reversed_axes()`.
                Value::Ref(place, writable) if lower.is_view(&place) && is_by_value(&call.method) => (place, writable),
                value => (lower.place_of(value, span), mutable),
            };
            let lending = Lending {
                method: &call.method,
                turbofish: call.turbofish.to_token_stream(),
                args: &args,
            };
            lower.view_of(&place, &lending, &macro_text(call), ty.clone(), mutable, span)
        })
    }

    /// The view of an array that a method gives.
    pub(super) fn view_of(
        &mut self,
        place: &Place,
        Lending {
            method,
            turbofish,
            args,
        }: &Lending,
        form: &str,
        ty: Ty,
        mutable: bool,
        span: Span,
    ) -> Value {
        self.f.through = true;
        let (array, mut reads) = self.written(&Value::Place(place.clone()));
        reads.extend(args.iter().filter_map(Atom::var));
        let args = args.iter().map(|arg| self.spelled(arg));
        let own = derivative_name(method, "differentiable_route_0");
        let tokens = quote_spanned!(span=> #array.#own #turbofish (#(#args),*));
        let route = self.route(
            tokens,
            reads,
            &method.to_string(),
            format!("{VIEW}{method}{turbofish}{form}"),
            span,
        );
        Value::Ref(place.then(Projection::Through { route, ty, bar: false }), mutable)
    }

    // --- iterators ---------------------------------------------------------------------------------------------------

    /// `view.split_at(axis, index)`: the views of what stands before the index, and of the rest.
    pub(super) fn split_views(&mut self, call: &syn::ExprMethodCall) -> Value {
        let (span, view) = (call.method.span(), &call.receiver);
        let [axis, index] = [&call.args[0], &call.args[1]].map(|arg| self.atom(arg));
        let names = ["axis", "index"].map(|name| self.f.names.fresh(name, span));
        for (name, value) in names.iter().zip([axis, index]) {
            self.bind(name, Binding::Known(Box::new(Value::Atom(value))));
        }
        let [axis, index] = &names;
        self.value(&syn::parse_quote_spanned!(span=> (
            #view.slice_axis(::pullback::ndarray::Axis(#axis.index()), ::pullback::ndarray::Slice::from(..#index)),
            #view.slice_axis(::pullback::ndarray::Axis(#axis.index()), ::pullback::ndarray::Slice::from(#index..)),
        )))
    }

    /// `m.columns_range_pair_mut(a, b)` and that of rows: two parts that nothing is common to.
    pub(super) fn pair_of_parts(&mut self, call: &syn::ExprMethodCall) -> Option<Value> {
        let name = call.method.to_string();
        let (part, matrix, span) = (
            name.strip_suffix("_range_pair_mut")?,
            &call.receiver,
            call.method.span(),
        );
        let [first, second] = call.args.iter().collect::<Vec<_>>()[..] else {
            return None;
        };
        let part = match part {
            "rows" | "columns" => Ident::new(&format!("{part}_range_mut"), span),
            _ => return None,
        };
        Some(self.value(&syn::parse_quote_spanned!(span=> (#matrix.#part(#first), #matrix.#part(#second)))))
    }

    // --- writes ------------------------------------------------------------------------------------------------------

    /// `row += &v`: of a view all elements are written, by `assign`.
    pub(super) fn update_view(&mut self, place: Place, op: BinOp, value: Operand, span: Span) {
        let Some(plain) = crate::syntax::expressions::plain_operator(&op) else {
            return self.error(
                span,
                "this operator is not supported on a view",
                "write it with `assign`",
            );
        };
        let ty = self.f.place_ty(&place);
        let current = Operand::Borrow(place.clone());
        let current = match plain {
            BinOp::Add(_) | BinOp::Sub(_) => self.shaped_operand(current, span),
            _ => self.array_operand(current, span),
        };
        let updated = self.temp(Op::Binary(plain, current, value), ty, span);
        self.assign_view(place, updated, span);
    }

    /// Whether a view is one by value.
    pub(super) fn is_view_by_value(&self, value: &Value, expr: &Expr) -> bool {
        let Value::Ref(place, _) = value else { return false };
        let reference = match self.f.params.iter().find(|param| param.var == place.root) {
            Some(param) if place.is_whole() => matches!(param.view.as_deref(), Some(syn::Type::Reference(_))),
            _ => false,
        };
        let by_value = !matches!(strip(expr), Expr::Reference(_)) && !reference;
        by_value && self.is_view(place) && matches!(self.f.place_ty(place), Ty::NdArray(..))
    }

    /// Whether a place is a view of something that only rustc knows to be an array: `scores.view()`.
    pub(super) fn is_unseen_view(&self, place: &Place) -> bool {
        self.is_view(place) && self.f.place_ty(place) == Ty::Unknown
    }

    /// Copies what is read of a matrix by a call that writes another part of it. In the function as it was written the two are apart,
    /// as rustc has seen; in the sweeps both are parts of one variable.
    pub(super) fn read_apart(&mut self, args: &mut [Argument], span: Span) {
        let Some(written) = args.iter().find_map(|arg| match arg {
            Argument::Mut(place) if self.is_lent_part(place) => Some(place.clone()),
            _ => None,
        }) else {
            return;
        };
        for arg in args {
            if let Argument::Ref(place) = arg
                && self.is_lent_part(place)
                && last_route(place) != last_route(&written)
                && place.overlaps(&written)
            {
                let part = self.f.new_var("part", Ty::Unknown, true);
                let op = Op::Read(place.clone());
                self.push(span, StmtKind::Let { var: part, op });
                *arg = Argument::Ref(Place::var(part));
            }
        }
    }

    /// Whether a place is a part of a matrix by a range of rows or columns, or in such a part: only of these two may be lent at once.
    fn is_lent_part(&self, place: &Place) -> bool {
        let by_range = |step: &Projection| {
            let Projection::Through {
                route: Atom::Var(route),
                ..
            } = step
            else {
                return false;
            };
            let maker = self.routes.get(route).and_then(|maker| maker.strip_prefix(VIEW));
            maker.is_some_and(|maker| maker.starts_with("rows_range_mut") || maker.starts_with("columns_range_mut"))
        };
        self.is_unseen_view(place) && place.path.iter().any(by_range)
    }

    /// An operand of an operator on arrays. A parameter that is a view is asked for one there: ndarray has no operators for what it
    /// is in the sweeps beside an array.
    pub(super) fn array_operand(&mut self, operand: Operand, span: Span) -> Operand {
        let Operand::Borrow(place) = &operand else {
            return operand;
        };
        if !self.f.is_view_param(place) {
            return operand;
        }
        let (view, ty) = (Ident::new("view", span), self.f.place_ty(place));
        match self.view_of(place, &Lending::plain(&view, &[]), "", ty, false, span) {
            Value::Ref(view, _) => Operand::Borrow(view),
            _ => unreachable!("a view is a place"),
        }
    }

    /// What a method is called on. One that is not ndarray's may be of a trait for the view itself, which a parameter is in the function
    /// as it was written.
    pub(super) fn viewed_for(&mut self, method: &Ident, place: Place) -> Place {
        let written = self.f.info(place.root).mutable;
        if written || !self.f.is_view_param(&place) || crate::infer::methods::is_array_method(&method.to_string()) {
            return place;
        }
        let (view, ty) = (Ident::new("view", method.span()), self.f.place_ty(&place));
        match self.view_of(&place, &Lending::plain(&view, &[]), "", ty, false, method.span()) {
            Value::Ref(view, _) => view,
            _ => unreachable!("a view is a place"),
        }
    }

    /// An operand of which something is kept until the reverse sweep: of a view that is its shape alone, since no pullback holds a borrow.
    pub(super) fn shaped_operand(&mut self, operand: Operand, span: Span) -> Operand {
        let operand = self.array_operand(operand, span);
        if let Operand::Borrow(place) = &operand
            && self.is_view(place)
            && let Some(Projection::Through { route, .. }) = place.path.last()
        {
            self.f.views.extend(route.var());
        }
        operand
    }

    /// Writes all elements of a view.
    pub(super) fn assign_view(&mut self, place: Place, value: Atom, span: Span) {
        let value = self.located_value(Value::Atom(value), span);
        let value = self.place_of(value, span);
        self.write_by("assign", vec![Argument::Mut(place), Argument::Ref(value)], span);
    }

    /// `row.assign(&v)`, `a.fill(x)`, `a.scaled_add(x, &v)`: methods with twins in the runtime, which take back what they write.
    pub(super) fn write_array(&mut self, call: &syn::ExprMethodCall) -> Value {
        let span = call.method.span();
        let target = self.written_value(&call.receiver);
        let mut values = vec![self.located_value(target, call.receiver.span())];
        values.extend(self.argument_values(&call.args));
        self.each_choice(values, span, &mut |lower, mut values| {
            let place = lower.place_of(values.remove(0), span);
            if !lower.f.info(place.root).mutable {
                lower.error(
                    span,
                    "cannot see which array is written through this view",
                    "write to the array itself, or take the view as `ArrayViewMut`",
                );
                return Value::Unit;
            }
            let (args, _) = lower.arguments(values, &call.args, vec![Argument::Mut(place)]);
            lower.write_by(&call.method.to_string(), args, span);
            Value::Unit
        })
    }

    fn write_by(&mut self, method: &str, args: Vec<Argument>, span: Span) {
        let path = |name: &str| -> syn::ExprPath {
            let name = Ident::new(name, span);
            syn::parse_quote!(#name)
        };
        let (function, forward) = (path(method), path(&format!("{method}_differentiable_push")));
        self.call_stmt(CallKind::Method, function, forward, args, Ty::Unit, None, span);
    }
}

/// What to write in place of a method of arrays that has no derivative.
pub(super) fn instead_of(method: &str) -> &'static str {
    match method {
        "into_shape" => "write `a.into_shape_with_order(shape)`",
        "as_slice" | "as_slice_mut" | "as_slice_memory_order" => {
            "go through the elements with `a.iter()` or `a.iter_mut()`, or copy them with `to_vec`"
        }
        "into_raw_vec" | "into_raw_vec_and_offset" => "copy the elements, `a.iter().copied().collect::<Vec<_>>()`",
        "exact_chunks" | "exact_chunks_mut" => "write `a.axis_chunks_iter(axis, size)`, or loops over the indices",
        "multi_slice_mut" => {
            "take the parts one after the other, `a.slice_mut(..)`, and copy what both need with `to_owned`"
        }
        "remove_index" => "write `a.select(axis, &indices)` of those that stay",
        "slice_collapse" | "slice_axis_inplace" | "collapse_axis" => {
            "give the part another name, `let part = a.slice(..);`"
        }
        "map_mut" | "map_axis_mut" | "accumulate_axis_inplace" => {
            "write a loop over the elements or over `a.lanes_mut(axis)`"
        }
        "to_shared" | "into_shared" => "write `to_owned`",
        _ => "write a loop, or a free function marked `#[differentiable]`",
    }
}

/// The route by which a view is reached.
fn last_route(place: &Place) -> Option<Var> {
    match place.path.last() {
        Some(Projection::Through { route, .. }) => route.var(),
        _ => None,
    }
}

/// Whether an argument can only be one of ndarray's axes.
fn is_axis(arg: &Expr) -> bool {
    matches!(strip(arg), Expr::Call(call)
        if matches!(&*call.func, Expr::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Axis")))
}

/// Whether a method takes the view that it is called on by value.
fn is_by_value(method: &Ident) -> bool {
    method == "reversed_axes" || method == "permuted_axes" || method == "insert_axis" || method == "remove_axis"
}

/// The form of `s![..]`, on which the type of what it gives depends.
fn macro_text(call: &syn::ExprMethodCall) -> String {
    match call.args.first() {
        Some(Expr::Macro(mac)) => mac.mac.tokens.to_string(),
        _ => String::new(),
    }
}

/// A part of `s![..]`: an index, or a range with a step.
pub(super) struct Part {
    pub(super) range: Expr,
    pub(super) step: Option<Expr>,
}

impl syn::parse::Parse for Part {
    fn parse(input: syn::parse::ParseStream) -> syn::Result<Self> {
        let range = input.parse()?;
        let step = match input.parse::<Option<Token![;]>>()? {
            Some(_) => Some(input.parse()?),
            None => None,
        };
        Ok(Part { range, step })
    }
}

impl ToTokens for Part {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let (range, step) = (&self.range, self.step.iter());
        tokens.extend(quote!(#range #(; #step)*));
    }
}
