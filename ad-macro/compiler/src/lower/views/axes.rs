//! Arrays as items of a chain: their views along an axis, and the elements of several axes, row by row.
//!
//! Input:  `for row in m.rows() { .. }`
//! Output: `for k in 0..m.nrows() { let row_route = `m.row_differentiable_route_0(k)`; .. }` with `row` as the place m through row_route

use crate::ir::*;
use crate::lower::builder::{Binding, Lower, Value};
use crate::lower::chains::items::Items;
use crate::lower::views::{Lending, is_axis};
use crate::syntax::expressions::strip;
use crate::syntax::types::Ty;
use proc_macro2::{Ident, Span};
use quote::{quote, quote_spanned};
use syn::Expr;
use syn::spanned::Spanned;

/// The views of an array along one of its axes: by the method that gives one of them, and the axis where it takes one.
#[derive(Clone, Debug)]
pub struct Along {
    pub array: Value,
    pub method: Ident,
    /// What the method takes before the number of the view: an axis, and how many indices of it.
    pub args: Vec<Atom>,
    pub ty: Ty,
    pub mutable: bool,
    /// Those of nalgebra's matrices are copies.
    pub copied: bool,
}

impl Lower<'_> {
    /// Whether a method call gives an iterator over an array's views, or its elements with their indices.
    pub(in crate::lower) fn iterates_array(&self, call: &syn::ExprMethodCall) -> bool {
        let ty = self.type_of(&call.receiver);
        let known = matches!(ty.behind_references(), Ty::NdArray(..));
        // Of a type that only rustc knows, `rows` may be how many there are.
        let unknown = *ty.behind_references() == Ty::Unknown && !self.is_own(&call.receiver);
        let unknown = unknown && self.may_carry(&call.receiver);
        let name = call.method.to_string();
        match (name.strip_suffix("_mut").unwrap_or(&name), call.args.len()) {
            ("rows" | "columns" | "indexed_iter", 0) => known,
            ("lanes", 1) => {
                matches!(ty.behind_references(), Ty::NdArray(_, Some(2))) || unknown && is_axis(&call.args[0])
            }
            ("axis_chunks_iter" | "axis_windows", 2) => known || unknown && is_axis(&call.args[0]),
            ("windows", 1) => matches!(ty.behind_references(), Ty::NdArray(_, Some(1))),
            ("outer_iter", 0) => known || unknown,
            ("axis_iter", 1) => known || unknown && is_axis(&call.args[0]),
            // nalgebra's matrices have these, and what is said to be one of the user's own.
            ("row_iter" | "column_iter", 0) => {
                !self.options.iterators.contains_key(&name) && self.may_carry(&call.receiver)
            }
            ("into_iter", 0) => match strip(&call.receiver) {
                Expr::MethodCall(lanes) => self.iterates_array(lanes) || self.gives_lanes(lanes),
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether `rows()` or `columns()`, which is looped over, is that of an array.
    pub(in crate::lower) fn gives_lanes(&self, call: &syn::ExprMethodCall) -> bool {
        let name = call.method.to_string();
        matches!(name.strip_suffix("_mut").unwrap_or(&name), "rows" | "columns")
            && call.args.is_empty()
            && *self.type_of(&call.receiver).behind_references() == Ty::Unknown
            && !self.is_own(&call.receiver)
            && self.may_carry(&call.receiver)
    }

    /// Whether a chain goes over the views of an array, whose places are known whether a derivative flows or not.
    pub(in crate::lower) fn begins_with_views(&self, chain: &Expr) -> bool {
        match strip(chain) {
            Expr::MethodCall(call) if call.method == "indexed_iter" => false,
            Expr::MethodCall(call) => self.iterates_array(call) || self.begins_with_views(&call.receiver),
            _ => false,
        }
    }

    /// The items of such an iterator.
    pub(in crate::lower) fn array_items(&mut self, call: &syn::ExprMethodCall) -> Option<Items> {
        let span = call.method.span();
        let name = call.method.to_string();
        if name == "into_iter"
            && let Expr::MethodCall(lanes) = strip(&call.receiver)
        {
            return self.array_items(lanes);
        }
        self.of_array(call, &self.type_of(&call.receiver));
        let mutable = name.ends_with("_mut");
        let array = if mutable {
            self.written_value(&call.receiver)
        } else {
            self.value(&call.receiver)
        };
        let array = self.located_value(array, call.receiver.span());
        let name = name.strip_suffix("_mut").unwrap_or(&name);
        if name == "indexed_iter" {
            let array = crate::lower::references::by_reference(array, mutable);
            return match self.value_ty(&array).behind_references() {
                Ty::NdArray(_, Some(1)) => Some(Items::Enumerate(Box::new(Items::Elements { list: array }))),
                _ => self.cells(array, true, span),
            };
        }
        let mut args: Vec<Atom> = call.args.iter().map(|arg| self.atom(arg)).collect();
        let first = || Atom::Constant(quote!(::pullback::ndarray::Axis(0)), Ty::Inert);
        match name {
            "outer_iter" => args.push(first()),
            "windows" => args.insert(0, first()),
            "lanes" => args[0] = self.other_axis(&args[0], span),
            _ => {}
        }
        let method = match name {
            "rows" | "row_iter" => "row",
            "columns" | "column_iter" => "column",
            "axis_chunks_iter" => "axis_chunk",
            "windows" | "axis_windows" => "axis_window",
            _ => "index_axis",
        };
        let fewer = usize::from(!method.starts_with("axis_"));
        let ty = match self.value_ty(&array).behind_references() {
            Ty::NdArray(element, axes) => Ty::NdArray(element.clone(), axes.and_then(|axes| axes.checked_sub(fewer))),
            _ => Ty::Unknown,
        };
        let copied = matches!(name, "row_iter" | "column_iter") && !mutable;
        let method = if mutable {
            format!("{method}_mut")
        } else {
            method.to_string()
        };
        Some(Items::Views(Along {
            array,
            method: Ident::new(&method, span),
            args,
            ty,
            mutable,
            copied,
        }))
    }

    /// `m.map_axis(axis, f)` and `m.fold_axis(axis, init, f)` of a matrix, as the chain over its lanes that they are.
    pub(in crate::lower) fn along_axis(&mut self, call: &syn::ExprMethodCall) -> Option<Expr> {
        let (m, span) = (&call.receiver, call.method.span());
        let args: Vec<_> = call.args.iter().collect();
        let names = ["other_axis", "lane", "start", "so_far"].map(|name| self.f.names.fresh(name, span));
        let [across, lane, start, so_far] = names;
        let (axis, chain) = match args[..] {
            [axis, f] if call.method == "map_axis" => (
                axis,
                quote_spanned!(span=> #m.axis_iter(::pullback::ndarray::Axis(#across.index())).map(#f).collect::<::pullback::ndarray::Array1<_>>()),
            ),
            [axis, init, Expr::Closure(f)] if call.method == "fold_axis" && f.inputs.len() == 2 => {
                let (sum, element, body) = (&f.inputs[0], &f.inputs[1], &f.body);
                let chain = quote_spanned!(span=> {
                    let #start = #init;
                    #m.axis_iter(::pullback::ndarray::Axis(#across.index()))
                        .map(|#lane| #lane.iter().fold(#start, |#so_far, #element| {
                            let #sum = &#so_far;
                            #body
                        }))
                        .collect::<::pullback::ndarray::Array1<_>>()
                });
                (axis, chain)
            }
            _ => return None,
        };
        let axis = self.atom(axis);
        let other = self.other_axis(&axis, span);
        self.bind(&across, Binding::Var(other.var().expect("a temporary is a variable")));
        syn::parse2(chain).ok()
    }

    /// Of a matrix, the lanes along one axis stand side by side along the other one.
    fn other_axis(&mut self, axis: &Atom, span: Span) -> Atom {
        let (ad, given) = (self.f.names_ad(), self.spelled(axis));
        let tokens = quote_spanned!(span=> ::pullback::ndarray::Axis(1 - #ad::passive(#given).index()));
        let opaque = Opaque {
            carried: Vec::new(),
            ..Opaque::pure(tokens, axis.var().into_iter().collect())
        };
        self.temp(Op::Opaque(opaque), Ty::Inert, span)
    }

    /// How many views there are along an axis.
    pub(in crate::lower) fn views_len(&mut self, along: &Along, span: Span) -> Atom {
        let (array, mut reads) =
            self.written_place(&crate::lower::references::by_reference(along.array.clone(), false));
        reads.extend(along.args.iter().filter_map(Atom::var));
        let args: Vec<_> = along.args.iter().map(|arg| self.spelled(arg)).collect();
        let tokens = match &args[..] {
            [axis] => quote_spanned!(span=> #array.len_of(#axis)),
            [axis, count] if along.method.to_string().starts_with("axis_chunk") => {
                quote_spanned!(span=> #array.len_of(#axis).div_ceil(#count))
            }
            [axis, count] => quote_spanned!(span=> (#array.len_of(#axis) + 1).saturating_sub(#count)),
            _ if along.method.to_string().starts_with("row") => quote_spanned!(span=> #array.nrows()),
            _ => quote_spanned!(span=> #array.ncols()),
        };
        self.pure_temp(tokens, reads, Ty::Int, span)
    }

    /// The view that stands at an index.
    pub(in crate::lower) fn view_at(&mut self, along: &Along, k: &Atom, span: Span) -> Value {
        let args: Vec<Atom> = along.args.iter().chain([k]).cloned().collect();
        self.each_choice(vec![along.array.clone()], span, &mut |lower, mut values| {
            let place = lower.place_of(values.remove(0), span);
            if along.copied {
                return lower.part_of(place, &along.method, k, span);
            }
            lower.view_of(
                &place,
                &Lending::plain(&along.method, &args),
                "",
                along.ty.clone(),
                along.mutable,
                span,
            )
        })
    }

    /// The elements of an array of two axes, in the order of its rows.
    pub(in crate::lower) fn cells(&mut self, array: Value, indexed: bool, span: Span) -> Option<Items> {
        if !matches!(self.value_ty(&array).behind_references(), Ty::NdArray(_, Some(2))) {
            if !indexed {
                self.f.through = true;
                return Some(Items::Numbered(array));
            }
            self.error(
                span,
                "the indices of an array of this many axes are not supported yet where a derivative flows through it",
                "write loops over its indices",
            );
            return None;
        }
        let (tokens, reads) = self.written_place(&array);
        let columns = self.pure_temp(quote!(#tokens.ncols()), reads, Ty::Int, span);
        Some(Items::Cells {
            array,
            columns,
            indexed,
        })
    }

    /// The element at an index of those of the rows one after the other.
    pub(in crate::lower) fn cell(
        &mut self,
        array: &Value,
        columns: &Atom,
        indexed: bool,
        k: &Atom,
        span: Span,
    ) -> Value {
        let reads: Vec<Var> = k.var().into_iter().chain(columns.var()).collect();
        let (k, n) = (self.spelled(k), self.spelled(columns));
        if !indexed {
            let at = Opaque::pure(quote!((#k / #n, #k % #n)), reads);
            let at = self.temp(Op::Opaque(at), Ty::Inert, span);
            return self.project(array.clone(), Projection::Index(at), span);
        }
        let [i, j] = [quote!(#k / #n), quote!(#k % #n)].map(|tokens| {
            let index = Opaque::pure(tokens, reads.clone());
            self.temp(Op::Opaque(index), Ty::Int, span)
        });
        let [row, column] = [&i, &j].map(|index| self.spelled(index));
        let reads = i.var().into_iter().chain(j.var()).collect();
        let at = self.pure_temp(quote!((#row, #column)), reads, Ty::Inert, span);
        let element = self.project(array.clone(), Projection::Index(at), span);
        Value::Tuple(vec![Value::Tuple(vec![Value::Atom(i), Value::Atom(j)]), element])
    }
}
