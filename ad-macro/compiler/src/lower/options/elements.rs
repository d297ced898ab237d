//! Options of what is in a list, an array or a queue: whether the element or the part is there, and its place.
//!
//! Input:  `v.get(i)`, `v.split_first()`
//! Output: `i < v.len()` and the place `v[i]`; `v.len() > 0` and the places `v[0]` and `v[1..]`

use crate::ir::*;
use crate::lower::builder::{Lower, Value};
use crate::syntax::expressions::strip;
use crate::syntax::types::Ty;
use proc_macro2::{Ident, Span};
use quote::{quote, quote_spanned};
use syn::Expr;

impl Lower<'_> {
    /// `queue.front()`, `queue.back_mut()`: the element at its index, if there is one.
    pub(super) fn end_of_queue(&mut self, call: &syn::ExprMethodCall) -> Value {
        let (span, name) = (call.method.span(), call.method.to_string());
        let queue = self.list(&call.receiver, name.ends_with("_mut"));
        let (tokens, reads) = self.written(&queue);
        let ad = self.f.names_ad();
        let count =
            quote_spanned!(span=> ::core::convert::identity::<&#ad::std::collections::VecDeque<_>>(#tokens).len());
        let present = self.pure_temp(quote!(#count > 0), reads.clone(), Ty::Bool, span);
        let index = match name.starts_with("front") {
            true => Atom::Constant(quote!(0), Ty::Int),
            false => self.pure_temp(quote!(#count.wrapping_sub(1)), reads, Ty::Int, span),
        };
        let inside = self.project(queue, Projection::Index(index), span);
        Value::ScalarOption(present, Box::new(inside))
    }

    /// The first or the last element of such an array, as the one at its index.
    pub(super) fn corner(&self, call: &syn::ExprMethodCall) -> syn::ExprMethodCall {
        let (array, name) = (&call.receiver, call.method.to_string());
        let get = Ident::new(
            if name.ends_with("_mut") { "get_mut" } else { "get" },
            call.method.span(),
        );
        let matrix = matches!(self.type_of(array).behind_references(), Ty::NdArray(_, Some(2)));
        // Of an empty array no index is one.
        let index: Expr = match (name.starts_with("first"), matrix) {
            (true, false) => syn::parse_quote!(0),
            (true, true) => syn::parse_quote!((0, 0)),
            (false, false) => syn::parse_quote!(#array.len().wrapping_sub(1)),
            (false, true) => syn::parse_quote!((#array.nrows().wrapping_sub(1), #array.ncols().wrapping_sub(1))),
        };
        syn::parse_quote!(#array.#get(#index))
    }

    /// `list.get(i)` and `list.get(a..b)`, whether the list is a slice or an array with axes.
    pub(super) fn element_option(&mut self, list: Value, position: &Expr, span: Span) -> Value {
        let list_ty = self.value_ty(&list).behind_references().clone();
        let is_array = matches!(list_ty, Ty::NdArray(..));
        let may_be_array = list_ty == Ty::Unknown && !matches!(strip(position), Expr::Range(_));
        let (test, part) = if is_array || may_be_array {
            let index = self.atom(position);
            let (ad, i) = (self.f.names_ad(), self.spelled(&index));
            let (test, mut reads) = if is_array {
                let (array, reads) = self.written_place(&list);
                (quote!(#array.get(#i).is_some()), reads)
            } else {
                let (list, reads) = self.written(&list);
                (quote_spanned!(span=> #ad::is_there(#list, #i)), reads)
            };
            reads.extend(index.var());
            (Opaque::pure(test, reads), Projection::Index(index))
        } else {
            self.part_of_list(&list, position, span)
        };
        let present = self.temp(Op::Opaque(test), Ty::Bool, span);
        let inside = self.project(list, part, span);
        Value::ScalarOption(present, Box::new(inside))
    }

    /// Whether an element or a part of a list is there, and the way to it.
    fn part_of_list(&mut self, list: &Value, position: &Expr, span: Span) -> (Opaque, Projection) {
        let len = self.list_len(list, span);
        let position = strip(position);
        if let Expr::Range(range) = position {
            let (low, high, inclusive) = self.ends_of(range);
            let (list, mut reads) = self.written_list(list);
            reads.extend(low.iter().chain(&high).filter_map(Atom::var));
            let bound = |bound: &Option<Atom>| bound.as_ref().map(|atom| self.spelled(atom));
            let (l, h) = (bound(&low), bound(&high));
            let range = if inclusive { quote!(#l..=#h) } else { quote!(#l..#h) };
            let test = Opaque::pure(quote!(#list.get(#range).is_some()), reads);
            (test, Projection::Range { low, high, inclusive })
        } else {
            let index = self.atom(position);
            let (n, i) = (self.spelled(&len), self.spelled(&index));
            let reads = len.var().into_iter().chain(index.var()).collect();
            (Opaque::pure(quote!(#i < #n), reads), Projection::Index(index))
        }
    }

    /// `first`, `last`, `split_first`, `split_last` of a list: there is one if the list is not empty.
    pub(super) fn end_option(&mut self, list: Value, name: &str, span: Span) -> Value {
        let mutable = name.ends_with("_mut");
        let len = self.list_len(&list, span);
        let n = self.spelled(&len);
        let reads: Vec<Var> = len.var().into_iter().collect();
        let [zero, one] = [quote!(0), quote!(1)].map(|end| Atom::Constant(end, Ty::Int));
        let present = self.pure_temp(quote!(#n > 0), reads.clone(), Ty::Bool, span);
        let inside = match name.trim_end_matches("_mut") {
            "first" => self.project(list, Projection::Index(zero), span),
            "split_first" => {
                let rest = self.project(list.clone(), Projection::range(Some(one.clone()), None), span);
                // What is written is seen to be apart from the rest.
                let list = match mutable {
                    true => self.project(list, Projection::range(None, Some(one)), span),
                    false => list,
                };
                Value::Tuple(vec![self.project(list, Projection::Index(zero), span), rest])
            }
            name => {
                let last = self.pure_temp(quote!(#n.wrapping_sub(1)), reads, Ty::Int, span);
                let rest = self.project(list.clone(), Projection::range(None, Some(last.clone())), span);
                let end = match mutable && name == "split_last" {
                    true => {
                        let end = self.project(list, Projection::range(Some(last), None), span);
                        self.project(end, Projection::Index(zero), span)
                    }
                    false => self.project(list, Projection::Index(last), span),
                };
                if name == "last" {
                    end
                } else {
                    Value::Tuple(vec![end, rest])
                }
            }
        };
        Value::ScalarOption(present, Box::new(inside))
    }
}
