//! Indexable sources of a chain: their length, and the item at an index.
//!
//! Input:  `x.iter().zip(y.windows(2)).rev()`
//! Output: length `min(x.len(), y.len() - 1)`; item `k`: `(x[n - 1 - k], y[n - 1 - k..][..2])`

use crate::ir::*;
use crate::lower::builder::{Lower, Value};
use crate::lower::chain_adapters::Given;
use crate::lower::itineraries::Itinerary;
use crate::lower::reference_lists::Listed;
use crate::lower::references::by_value;
use crate::syntax::types::Ty;
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};

/// A source that gives its items by index.
#[derive(Clone, Debug)]
pub enum Items {
    Range {
        low: Atom,
        high: Atom,
        inclusive: bool,
    },
    /// By reference or by value, as the list is.
    Elements {
        list: Value,
    },
    /// Of a list of references; lent, perhaps to be changed, or by value.
    Listed(Box<Listed>, Option<bool>),
    /// Of an array of two axes, row by row: with the number of its columns, and with their indices, if these are asked for.
    Cells {
        array: Value,
        columns: Atom,
        indexed: bool,
    },
    /// Of an array of any number of axes, in the order of its elements: by the index that rustc makes of the number.
    Numbered(Value),
    /// The views of an array along one of its axes.
    Views(crate::lower::views::axes::Along),
    Windows {
        list: Value,
        size: Atom,
    },
    Chunks {
        list: Value,
        size: Atom,
        exact: bool,
        /// Those of `rchunks`: the last one comes first.
        from_end: bool,
    },
    Zip(Box<Items>, Box<Items>),
    Enumerate(Box<Items>),
    Reversed(Box<Items>, Atom),
    Skip(Box<Items>, Atom),
    Take(Box<Items>, Atom),
    StepBy(Box<Items>, Atom),
    Map(Box<Items>, Given),
    Copied(Box<Items>),
    /// One after the other; with the number of the first.
    Chained(Box<Items>, Atom, Box<Items>),
    /// Again and again from the first; with the number of them.
    Cycled(Box<Items>, Atom),
    /// `low..`
    From(Atom),
    /// The same value, without end.
    Repeated(Value),
    /// The references that a function of the user's gives.
    Lent(Box<Itinerary>),
    /// An iterator of anything without derivative, which gives its items one by one and not by index.
    Foreign(Opaque),
}

impl Items {
    pub(super) fn are_endless(&self) -> bool {
        match self {
            // Of no items there is no end to come to, but that is not seen here.
            Items::Repeated(_) | Items::Cycled(..) | Items::From(_) => true,
            Items::Zip(a, b) => a.are_endless() && b.are_endless(),
            Items::Chained(a, _, b) => a.are_endless() || b.are_endless(),
            Items::Enumerate(inner)
            | Items::Reversed(inner, _)
            | Items::Skip(inner, _)
            | Items::StepBy(inner, _)
            | Items::Map(inner, _)
            | Items::Copied(inner) => inner.are_endless(),
            Items::Take(..)
            | Items::Range { .. }
            | Items::Elements { .. }
            | Items::Listed(..)
            | Items::Windows { .. }
            | Items::Chunks { .. }
            | Items::Cells { .. }
            | Items::Numbered { .. }
            | Items::Views(_)
            | Items::Lent(_)
            | Items::Foreign(_) => false,
        }
    }

    /// Whether there is always another one, for certain.
    pub(super) fn never_end(&self) -> bool {
        match self {
            Items::Repeated(_) | Items::From(_) => true,
            Items::Enumerate(inner) | Items::Map(inner, _) | Items::Copied(inner) => inner.never_end(),
            _ => false,
        }
    }

    /// Whether it does not matter how many have been taken.
    pub(super) fn are_all_alike(&self) -> bool {
        matches!(self, Items::Repeated(_))
    }

    /// Whether these are values and not references, as far as it is seen here.
    pub(super) fn give_values(&self) -> bool {
        match self {
            Items::Map(..) | Items::Copied(_) => true,
            Items::Elements { list } => crate::lower::chains::is_reference(list).is_none(),
            Items::Reversed(inner, _)
            | Items::Cycled(inner, _)
            | Items::Skip(inner, _)
            | Items::Take(inner, _)
            | Items::StepBy(inner, _) => inner.give_values(),
            _ => false,
        }
    }

    pub(super) fn closures_mut<'a>(&'a mut self, found: &mut Vec<&'a mut Given>) {
        match self {
            Items::Map(inner, given) => {
                found.push(given);
                inner.closures_mut(found);
            }
            Items::Zip(a, b) | Items::Chained(a, _, b) => {
                a.closures_mut(found);
                b.closures_mut(found);
            }
            Items::Enumerate(inner)
            | Items::Reversed(inner, _)
            | Items::Cycled(inner, _)
            | Items::Skip(inner, _)
            | Items::Take(inner, _)
            | Items::StepBy(inner, _)
            | Items::Copied(inner) => inner.closures_mut(found),
            Items::Foreign(_)
            | Items::Lent(_)
            | Items::Repeated(_)
            | Items::From(_)
            | Items::Range { .. }
            | Items::Elements { .. }
            | Items::Listed(..)
            | Items::Cells { .. }
            | Items::Numbered { .. }
            | Items::Views(_)
            | Items::Windows { .. }
            | Items::Chunks { .. } => {}
        }
    }
}

impl Lower<'_> {
    fn count_of(&mut self, tokens: TokenStream, atoms: &[&Atom], mut reads: Vec<Var>, span: Span) -> Atom {
        reads.extend(atoms.iter().filter_map(|atom| atom.var()));
        self.pure_temp(tokens, reads, Ty::Int, span)
    }

    pub(in crate::lower) fn len(&mut self, items: &Items, span: Span) -> Atom {
        let vars = |lower: &Self, atom: &Atom| lower.spelled(atom);
        match items {
            Items::Range { low, high, inclusive } => {
                let (l, h) = (vars(self, low), vars(self, high));
                let tokens = if *inclusive {
                    quote!((#l..=#h).count())
                } else {
                    quote!((#l..#h).count())
                };
                self.count_of(tokens, &[low, high], Vec::new(), span)
            }
            Items::Elements { list } => {
                let (array, reads) = self.written_place(list);
                self.count_of(quote!(#array.len()), &[], reads, span)
            }
            Items::Listed(listed, _) => {
                let (list, reads) = self.written_place(&Value::Listed(listed.clone()));
                self.count_of(quote!(#list.len()), &[], reads, span)
            }
            Items::Cells { array, .. } | Items::Numbered(array) => {
                let (array, reads) = self.written_place(array);
                self.count_of(quote!(#array.len()), &[], reads, span)
            }
            Items::Views(along) => self.views_len(along, span),
            Items::Windows { list, size } => {
                let ((array, reads), n) = (self.written_place(list), vars(self, size));
                self.count_of(quote!((#array.len() + 1).saturating_sub(#n)), &[size], reads, span)
            }
            Items::Chunks { list, size, exact, .. } => {
                let ((array, reads), n) = (self.written_place(list), vars(self, size));
                let tokens = if *exact {
                    quote!(#array.len() / #n)
                } else {
                    quote!(#array.len().div_ceil(#n))
                };
                self.count_of(tokens, &[size], reads, span)
            }
            Items::Zip(a, b) => {
                let (a, b) = (self.len(a, span), self.len(b, span));
                let (l, r) = (vars(self, &a), vars(self, &b));
                self.count_of(quote!(#l.min(#r)), &[&a, &b], Vec::new(), span)
            }
            Items::Enumerate(inner) | Items::Map(inner, _) | Items::Copied(inner) => self.len(inner, span),
            Items::Reversed(_, len) => len.clone(),
            Items::Skip(inner, count) => {
                let len = self.len(inner, span);
                let (l, n) = (vars(self, &len), vars(self, count));
                self.count_of(quote!(#l.saturating_sub(#n)), &[&len, count], Vec::new(), span)
            }
            Items::Take(inner, count) => {
                let len = self.len(inner, span);
                let (l, n) = (vars(self, &len), vars(self, count));
                self.count_of(quote!(#l.min(#n)), &[&len, count], Vec::new(), span)
            }
            Items::Lent(itinerary) => self.items_len(itinerary, span),
            Items::Foreign(_) => unreachable!("an iterator that is not indexed has no length"),
            Items::Repeated(_) | Items::From(_) => Atom::Constant(quote!(usize::MAX), Ty::Int),
            Items::Cycled(_, len) => {
                let n = vars(self, len);
                self.count_of(quote!(if #n == 0 { 0 } else { usize::MAX }), &[len], Vec::new(), span)
            }
            Items::Chained(_, first, second) => {
                let second = self.len(second, span);
                let (l, r) = (vars(self, first), vars(self, &second));
                self.count_of(quote!(#l.saturating_add(#r)), &[first, &second], Vec::new(), span)
            }
            Items::StepBy(inner, step) => {
                let len = self.len(inner, span);
                let (l, n) = (vars(self, &len), vars(self, step));
                self.count_of(quote!(#l.div_ceil(#n)), &[&len, step], Vec::new(), span)
            }
        }
    }

    /// The index of an element by its number: of a part that may be an array of several axes, rustc makes it of the number. What a
    /// variable holds is taken for a list: the passes that go along lists know the number.
    fn element_index(&mut self, list: &Value, k: &Atom, span: Span) -> Atom {
        let part = matches!(list, Value::Place(place) | Value::Ref(place, _) if !place.is_whole());
        if !part || *self.value_ty(list).behind_references() != Ty::Unknown {
            return k.clone();
        }
        self.f.through = true;
        let (list, mut reads) = self.written_place(list);
        reads.extend(k.var());
        let (ad, index) = (self.f.names_ad(), self.spelled(k));
        let at = quote_spanned!(span=> #ad::elements(&#list).at(#index));
        // Of a list it is the number itself, which a reference to the element may keep.
        let at = self.pure_temp(at, reads, Ty::Int, span);
        if let (Some(number), Some(at)) = (k.var(), at.var())
            && self.in_range.contains(&number)
        {
            self.in_range.insert(at);
        }
        at
    }

    /// The element of a list that a loop goes through.
    pub(in crate::lower) fn walked_element(&mut self, list: Value, k: &Atom, span: Span) -> Value {
        let at = self.element_index(&list, k, span);
        let element = self.project(list, Projection::Index(at), span);
        if let Value::Place(place) | Value::Ref(place, _) = &element {
            self.note_walked(place);
        }
        element
    }

    fn note_walked(&mut self, place: &Place) {
        if let Some(Projection::Index(Atom::Var(at))) = place.path.last()
            && self.in_range.contains(at)
        {
            self.walked.insert(self.f.print_place(place));
        }
    }

    /// The item at an index.
    pub(in crate::lower) fn item(&mut self, items: &Items, k: &Atom, span: Span) -> Value {
        let index = self.spelled(k);
        match items {
            // Both ends say of which type of integers it is: one may be a bare literal.
            Items::Range { low, high, .. } => {
                let end = if low.var().is_some() { low } else { high };
                let (ad, l) = (self.f.names_ad(), self.spelled(low));
                let end_of_type = self.spelled(end);
                let tokens = quote!(#ad::counted(#l, #end_of_type, #index));
                Value::Atom(self.count_of(tokens, &[low, end, k], Vec::new(), span))
            }
            // It panics where the range itself does: at the end of its type.
            Items::From(low) => {
                let l = self.spelled(low);
                let tokens = quote!((#l..).nth(#index).expect("a range without end has it"));
                Value::Atom(self.count_of(tokens, &[low, k], Vec::new(), span))
            }
            Items::Elements { list } => self.walked_element(list.clone(), k, span),
            Items::Listed(listed, lent) => {
                self.note_walked(&listed.kept().then(Projection::Index(k.clone())));
                self.listed_item(listed, k, *lent, span)
            }
            Items::Cells {
                array,
                columns,
                indexed,
            } => self.cell(array, columns, *indexed, k, span),
            Items::Numbered(array) => self.numbered(array, k, span),
            Items::Views(along) => self.view_at(along, k, span),
            Items::Windows { list, size } => {
                let n = self.spelled(size);
                let high = self.count_of(quote!(#index + #n), &[size, k], Vec::new(), span);
                let part = Projection::range(Some(k.clone()), Some(high));
                self.project(list.clone(), part, span)
            }
            Items::Chunks {
                list,
                size,
                exact,
                from_end,
            } => {
                let (low, high) = self.ends_of_chunk((list, size), (*exact, *from_end), k, span);
                let part = Projection::range(Some(low), Some(high));
                self.project(list.clone(), part, span)
            }
            Items::Zip(a, b) => {
                let first = self.item(a, k, span);
                let second = self.item(b, k, span);
                Value::Tuple(vec![first, second])
            }
            Items::Enumerate(inner) => Value::Tuple(vec![Value::Atom(k.clone()), self.item(inner, k, span)]),
            Items::Reversed(inner, len) => {
                let l = self.spelled(len);
                let at = self.count_of(quote!(#l - 1 - #index), &[len, k], Vec::new(), span);
                self.item(inner, &at, span)
            }
            Items::Cycled(inner, len) => {
                let l = self.spelled(len);
                let at = self.count_of(quote!(#index % #l), &[len, k], Vec::new(), span);
                self.item(inner, &at, span)
            }
            Items::Skip(inner, count) => {
                let n = self.spelled(count);
                let at = self.count_of(quote!(#index + #n), &[count, k], Vec::new(), span);
                self.item(inner, &at, span)
            }
            Items::Take(inner, _) => self.item(inner, k, span),
            Items::StepBy(inner, step) => {
                let n = self.spelled(step);
                let at = self.count_of(quote!(#index * #n), &[step, k], Vec::new(), span);
                self.item(inner, &at, span)
            }
            Items::Map(inner, closure) => {
                let item = self.item(inner, k, span);
                self.apply_given(closure, vec![item])
            }
            Items::Chained(first, len, second) => self.one_of_chained(first, len, second, k, span),
            Items::Repeated(value) => match value {
                Value::Place(place) if self.f.place_ty(place) == Ty::Unknown => {
                    let method = proc_macro2::Ident::new("clone", span);
                    Value::Op(Op::Clone(place.clone(), method), Ty::Unknown)
                }
                value => value.clone(),
            },
            Items::Copied(inner) => by_value(self.item(inner, k, span)),
            Items::Lent(itinerary) => self.item_through(itinerary, k, span),
            Items::Foreign(_) => unreachable!("an iterator that is not indexed has no items by number"),
        }
    }

    /// An element of an array of any number of axes.
    fn numbered(&mut self, array: &Value, k: &Atom, span: Span) -> Value {
        let index = self.spelled(k);
        // No index is known of that finds an element whatever the number of axes.
        if let Ty::NdArray(element, None) = self.value_ty(array).behind_references().clone() {
            let ad = self.f.names_ad();
            let reads = k.var().into_iter().collect();
            let route = quote!(#ad::ElementNumber(#index));
            let route = self.route(route, reads, "element", "ElementNumber".to_owned(), span);
            let (ty, bar) = (*element, false);
            self.project(array.clone(), Projection::Through { route, ty, bar }, span)
        } else {
            let (tokens, mut reads) = self.written_place(array);
            reads.extend(k.var());
            let at = Op::Opaque(Opaque::pure(quote!(#tokens.index_of_element(#index)), reads));
            let at = self.temp(at, Ty::Inert, span);
            self.project(array.clone(), Projection::Index(at), span)
        }
    }

    /// Where a chunk of a list begins and ends.
    fn ends_of_chunk(
        &mut self,
        (list, size): (&Value, &Atom),
        (exact, from_end): (bool, bool),
        k: &Atom,
        span: Span,
    ) -> (Atom, Atom) {
        let index = self.spelled(k);
        let ((array, reads), n) = (self.written_place(list), self.spelled(size));
        let (low, high) = match (from_end, exact) {
            (true, _) => (
                quote!(#array.len().saturating_sub((#index + 1) * #n)),
                quote!(#array.len() - #index * #n),
            ),
            (false, true) => (quote!(#index * #n), quote!((#index + 1) * #n)),
            (false, false) => (quote!(#index * #n), quote!(((#index + 1) * #n).min(#array.len()))),
        };
        let of_list = if from_end { reads.clone() } else { Vec::new() };
        let low = self.count_of(low, &[size, k], of_list, span);
        (low, self.count_of(high, &[size, k], reads, span))
    }

    /// An item of one chain, or of the other one by what is left of its number.
    fn one_of_chained(&mut self, first: &Items, len: &Atom, second: &Items, k: &Atom, span: Span) -> Value {
        let (n, index) = (self.spelled(len), self.spelled(k));
        let in_first = self.pure_temp(
            quote!(#index < #n),
            k.var().into_iter().chain(len.var()).collect(),
            Ty::Bool,
            span,
        );
        let then = self.side(|lower| {
            let item = lower.item(first, k, span);
            lower.settle(item, span)
        });
        let els = self.side(|lower| {
            let at = lower.count_of(quote!(#index - #n), &[len, k], Vec::new(), span);
            let item = lower.item(second, &at, span);
            lower.settle(item, span)
        });
        self.join(in_first, then, els, span)
    }
}
