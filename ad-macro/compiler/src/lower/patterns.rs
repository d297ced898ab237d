//! Irrefutable patterns: destructuring binds each name to a value, or to a place of the matched one.
//!
//! Input:  `let (a, [b, ..]) = &pair;`
//! Output: `a` is the place `pair.0`, `b` is `pair.1[0]`

use crate::ir::*;
use crate::lower::builder::{Binding, Lower, Value, holds_reference};
use crate::lower::chains::items;
use crate::lower::{chains, matches, reference_types, references};
use crate::syntax::expressions;
use crate::syntax::types::Ty;
use proc_macro2::{Ident, Span};
use quote::{quote, quote_spanned};
use syn::Pat;
use syn::spanned::Spanned;

impl Lower<'_> {
    /// An element of a list that is a field, of which only rustc knows what it is.
    fn is_element_of_field(&self, place: &Place) -> bool {
        let of_field = matches!(&place.path[..], [.., Projection::Field(_), Projection::Index(_)]);
        of_field && self.f.place_ty(place) == Ty::Unknown
    }

    /// The names of a pattern that has been reported stand for something, so that no use of them is reported again.
    pub(super) fn bind_reported(&mut self, pat: &Pat) {
        let mut idents = Vec::new();
        expressions::pattern_idents(pat, &mut idents);
        for ident in &idents {
            let var = self.f.new_var(&ident.to_string(), Ty::Unknown, true);
            self.push(ident.span(), StmtKind::Declare(var));
            self.bind(ident, Binding::Var(var));
        }
    }

    /// `|last: &f64|` of an element of `let mut list = Vec::new();`: it may be the only place that says what the list is of, and
    /// what is calculated with the element stands in the code without its name and its type.
    fn pin(&mut self, place: &Place, annotation: Option<&syn::Type>, span: Span) {
        let Some(syn::Type::Reference(written)) = annotation else {
            return;
        };
        let root = self.f.info(place.root);
        let unsaid = matches!(&root.ty, Ty::Vec(element) if **element == Ty::Unknown) && root.annotation.is_none();
        let number = Ty::of(&written.elem);
        if unsaid && number.is_scalar() && self.f.place_ty(place) == Ty::Unknown {
            let ((tokens, reads), ty) = (self.written(&Value::Ref(place.clone(), false)), &written.elem);
            self.effect(span, Opaque::pure(quote_spanned!(span=> let _: &#ty = #tokens;), reads));
        }
    }

    /// `let [x, y] = std::array::from_fn(..)`: the pattern says how many there are, and its names stand for places in the code.
    fn count_elements(&mut self, array: &Value, count: usize, span: Span) {
        let (tokens, reads) = self.written(&references::by_reference(array.clone(), false));
        self.effect(
            span,
            Opaque::pure(quote_spanned!(span=> let _: &[_; #count] = #tokens;), reads),
        );
    }

    /// Binds the variables of a pattern of `let`, of `for` or of a parameter: every name in it is a variable.
    pub(super) fn irrefutable(&mut self, pat: &Pat, value: Value, annotation: Option<syn::Type>) {
        let constants = std::mem::replace(&mut self.constants, false);
        self.pattern(pat, value, annotation);
        self.constants = constants;
    }

    /// Binds the variables of a pattern that has been tested, or that cannot fail.
    pub(super) fn pattern(&mut self, pat: &Pat, value: Value, annotation: Option<syn::Type>) {
        match pat {
            Pat::Ident(ident) if self.constants && matches::is_constant(ident) => {}
            Pat::Ident(ident) => self.name_pattern(ident, value, annotation),
            Pat::Type(typed) => self.pattern(&typed.pat, value, Some((*typed.ty).clone())),
            Pat::Paren(inner) => self.pattern(&inner.pat, value, annotation),
            Pat::Wild(_) => {
                self.discard(value, pat.span());
            }
            Pat::Reference(reference) => self.reference_pattern(reference, value),
            Pat::Tuple(tuple) => self.tuple_pattern(tuple, value, annotation),
            Pat::Slice(slice)
                if let Value::Listed(listed) = &value
                    && matches!(self.f.place_ty(listed.kept()), Ty::Array(_))
                    && !slice.elems.iter().any(is_rest) =>
            {
                for (k, pat) in slice.elems.iter().enumerate() {
                    let k = syn::LitInt::new(&k.to_string(), pat.span());
                    let item = self.listed_item(listed, &Atom::Constant(quote!(#k), Ty::Int), None, pat.span());
                    self.pattern(pat, item, None);
                }
            }
            Pat::Slice(slice) => self.slice_pattern(slice, value),
            Pat::TupleStruct(_) | Pat::Struct(_) => self.payload_pattern(pat, value),
            // Nothing is bound.
            Pat::Path(_) | Pat::Lit(_) | Pat::Range(_) | Pat::Const(_) | Pat::Rest(_) => {}
            Pat::Or(_) if !expressions::binds(pat) => {}
            other => {
                self.error(
                    other.span(),
                    "this pattern is not supported yet",
                    "bind the parts with plain `let`s",
                );
                self.bind_reported(other);
            }
        }
    }

    /// `x`, `mut x`, `ref x` and `x @ sub`.
    fn name_pattern(&mut self, ident: &syn::PatIdent, value: Value, annotation: Option<syn::Type>) {
        if let Some((_, sub)) = &ident.subpat {
            if let value @ (Value::Choice(..) | Value::ScalarOption(..)) = value {
                self.pattern(sub, value.clone(), None);
                return self.define(&ident.ident, value, ident.mutability.is_some(), annotation);
            }
            let place = self.place_of(value.clone(), ident.span());
            let part = match value {
                Value::Ref(_, mutable) => Value::Ref(place, mutable),
                _ => Value::Place(place),
            };
            self.pattern(sub, part.clone(), None);
            return self.define(&ident.ident, part, ident.mutability.is_some(), annotation);
        }
        if ident.by_ref.is_some() {
            let mutable = ident.mutability.is_some();
            let place = self.place_of(value, ident.span());
            self.bind_alias(&ident.ident, place, mutable);
        } else {
            self.define(&ident.ident, value, ident.mutability.is_some(), annotation);
        }
    }

    /// `&pat`: references are one level of places.
    fn reference_pattern(&mut self, reference: &syn::PatReference, value: Value) {
        let span = reference.span();
        match value {
            value @ (Value::Ref(..) | Value::Choice(..)) => {
                self.pattern(&reference.pat, references::by_value(value), None);
            }
            // `zip(self.weights)`, where the field is a reference: a list could not be moved out of it.
            Value::Place(place) if self.is_element_of_field(&place) => {
                self.pattern(&reference.pat, Value::Place(place), None);
            }
            option @ Value::ScalarOption(..) => self.pattern(&reference.pat, option, None),
            // A tuple that lies in a list of references is no place, and its parts are what they are by reference and by value.
            tuple @ Value::Tuple(_) => self.pattern(&reference.pat, tuple, None),
            Value::Unit | Value::Never => self.error(span, "this pattern does not fit its value", ""),
            // `&&x` of a reference to a reference: references are one level of places.
            value if !matches!(self.value_ty(&value), Ty::Unknown | Ty::Ref(_)) => {
                self.pattern(&reference.pat, value, None);
            }
            value => {
                let place = self.place_of(value, span);
                self.pattern(&reference.pat, Value::Place(place.then(Projection::Deref)), None);
            }
        }
    }

    /// `(a, b)` and `(a, ..)`.
    fn tuple_pattern(&mut self, tuple: &syn::PatTuple, value: Value, annotation: Option<syn::Type>) {
        if let Some(rest) = tuple.elems.iter().position(|pat| matches!(pat, Pat::Rest(_))) {
            if let Some(full) = self.without_rest(tuple, rest, &value) {
                self.tuple_pattern(&full, value, annotation);
            }
            return;
        }
        let annotations = each_of(&annotation, tuple.elems.len()).unwrap_or_else(|| vec![None; tuple.elems.len()]);
        match value {
            Value::Tuple(values) if values.len() == tuple.elems.len() => {
                // All parts are computed before the first name is bound: `let (a, b) = (b, a)`.
                let values: Vec<Value> = values
                    .into_iter()
                    .map(|value| self.settle(value, tuple.span()))
                    .collect();
                for ((pat, value), annotation) in tuple.elems.iter().zip(values).zip(annotations) {
                    self.pattern(pat, value, annotation);
                }
            }
            value => {
                let value = self.located_value(value, tuple.span());
                for (k, (pat, annotation)) in tuple.elems.iter().zip(annotations).enumerate() {
                    let part = self.project(value.clone(), Projection::Field(k.into()), pat.span());
                    self.pattern(pat, part, annotation);
                }
            }
        }
    }

    /// The tuple with a `_` for each of the parts that `..`, which is the part number `rest`, stands for; `None` after an error.
    fn without_rest(&mut self, tuple: &syn::PatTuple, rest: usize, value: &Value) -> Option<syn::PatTuple> {
        let count = match self.value_ty(value).behind_references() {
            Ty::Tuple(parts) => parts.len(),
            _ if rest + 1 == tuple.elems.len() => rest,
            _ => {
                let help = "name every part";
                self.error(
                    tuple.span(),
                    "the number of parts that `..` stands for is not known here",
                    help,
                );
                return None;
            }
        };
        let missing = (count + 1).saturating_sub(tuple.elems.len());
        let wild: Pat = syn::parse_quote!(_);
        let mut full = tuple.clone();
        full.elems = tuple
            .elems
            .iter()
            .flat_map(|pat| match pat {
                Pat::Rest(_) => vec![wild.clone(); missing],
                pat => vec![pat.clone()],
            })
            .collect();
        Some(full)
    }

    /// `[a, .., b]`: an element each, and the part between them.
    fn slice_pattern(&mut self, slice: &syn::PatSlice, value: Value) {
        let made = matches!(value, Value::Op(..) | Value::Atom(_));
        let value = self.located_value(value, slice.span());
        let rest = slice.elems.iter().position(is_rest);
        if made && rest.is_none() && !self.constants {
            self.count_elements(&value, slice.elems.len(), slice.span());
        }
        // What stands after `..` is counted from the end.
        let len = rest.map(|_| self.len(&items::Items::Elements { list: value.clone() }, slice.span()));
        for (k, pat) in slice.elems.iter().enumerate() {
            let after = slice.elems.len() - 1 - k;
            let part = match (rest, &len) {
                (Some(rest), Some(len)) if k > rest => {
                    Projection::Index(self.back_from_end(len, after + 1, pat.span()))
                }
                (Some(rest), Some(len)) if k == rest => {
                    let Pat::Ident(named) = pat else { continue };
                    if chains::is_reference(&value).is_none() {
                        let help = "match on a reference to it";
                        self.error(pat.span(), "the rest of an array by value has no name here", help);
                        return;
                    }
                    let low = syn::LitInt::new(&k.to_string(), pat.span());
                    let part = Projection::range(
                        Some(Atom::Constant(quote!(#low), Ty::Int)),
                        Some(self.back_from_end(len, after, pat.span())),
                    );
                    let part = self.project(value.clone(), part, pat.span());
                    let named = syn::PatIdent {
                        subpat: None,
                        ..named.clone()
                    };
                    self.pattern(&Pat::Ident(named), part, None);
                    continue;
                }
                _ => {
                    let index = syn::LitInt::new(&k.to_string(), pat.span());
                    Projection::Index(Atom::Constant(quote!(#index), Ty::Int))
                }
            };
            let part = self.project(value.clone(), part, pat.span());
            self.pattern(pat, part, None);
        }
    }

    pub(super) fn bind_alias(&mut self, ident: &Ident, place: Place, mutable: bool) {
        self.check_borrow(&place, ident.span());
        self.bind(ident, Binding::Alias(place, mutable));
    }

    /// Whether a field of a struct that holds references is one to something of a type that only rustc knows: `let s: &S = self.0;`.
    fn is_held_reference(&self, place: &Place, annotation: &Option<syn::Type>) -> bool {
        let Some(syn::Type::Reference(reference)) = annotation else {
            return false;
        };
        let fields = !place.path.is_empty() && place.path.iter().all(|step| matches!(step, Projection::Field(_)));
        let shared = reference.mutability.is_none() && Ty::of(&reference.elem) == Ty::Unknown;
        fields && shared && self.holders.contains_key(&place.root)
    }

    /// Gives a value a name.
    pub(super) fn define(&mut self, ident: &Ident, value: Value, mutable: bool, annotation: Option<syn::Type>) {
        let span = self.initialised_at.unwrap_or_else(|| ident.span());
        let written = annotation.as_ref().map_or(Ty::Unknown, Ty::of);
        let changed = self.note_written(&value, mutable, &annotation);
        let value = match value {
            Value::Place(place) if matches!(self.f.place_ty(&place), Ty::Ref(_)) => Value::Ref(place, false),
            // The annotation says that the field is a reference; what it points to is a place of its own.
            Value::Place(place) if self.is_held_reference(&place, &annotation) => {
                Value::Ref(place.then(Projection::Deref), false)
            }
            // A function is not copied: this is another name for it.
            Value::Place(place) | Value::Ref(place, _) if self.f.place_ty(&place) == Ty::Function => {
                return self.bind_alias(ident, place, mutable);
            }
            value => value,
        };
        let (op, ty) = match value {
            Value::Ref(place, writable) => {
                let place = match (written.behind_references(), self.f.place_ty(&place)) {
                    (Ty::Slice(_), Ty::Slice(_)) => place,
                    // What is behind `r: &[f64]` can become a part of it.
                    (Ty::Slice(_), _) if mutable => place.then(Projection::range(None, None)),
                    _ => place,
                };
                // A view that is written is `mut`; it is not given another place.
                if mutable && !self.is_view(&place) {
                    return self.reference_to_reassign(ident, place, writable);
                }
                self.pin(&place, annotation.as_ref(), span);
                self.bind_alias(ident, place, writable);
                return;
            }
            Value::Atom(Atom::Var(var)) if !mutable && annotation.is_none() => return self.name_atom(ident, var),
            Value::Atom(Atom::Var(var)) => (Op::Read(Place::var(var)), self.f.info(var).ty.clone()),
            Value::Atom(Atom::Constant(tokens, ty)) => (Op::Opaque(Opaque::pure(tokens, Vec::new())), ty),
            Value::Place(place) => {
                let ty = self.f.place_ty(&place);
                (Op::Read(place), ty)
            }
            Value::Op(op, ty) => (op, ty),
            value if mutable && self.is_reassignable(&value) => {
                let value = self.settle(value, span);
                return self.value_to_reassign(ident, value);
            }
            value @ (Value::Choice(..) | Value::ScalarOption(..)) => {
                let value = self.settle(value, span);
                // An option of a reference can be written through, and is rejected where it is itself changed.
                let refers =
                    matches!(&value, Value::ScalarOption(_, inside) if matches!(self.value_ty(inside), Ty::Ref(_)));
                if refers || !mutable && matches!(value, Value::Choice(..) | Value::ScalarOption(..)) {
                    self.bind(ident, Binding::Known(Box::new(value)));
                    return;
                }
                let atom = self.read(value, span);
                return self.define(ident, Value::Atom(atom), mutable, annotation);
            }
            Value::Listed(mut listed) => {
                listed.mutable = mutable;
                self.bind(ident, Binding::Known(Box::new(Value::Listed(listed))));
                return;
            }
            Value::Tuple(values) if !mutable && values.iter().any(holds_reference) => {
                let values = values.into_iter().map(|value| self.settle(value, span)).collect();
                self.bind(ident, Binding::Known(Box::new(Value::Tuple(values))));
                return;
            }
            Value::Tuple(values) => {
                let atoms: Vec<Atom> = values.into_iter().map(|value| self.read(value, span)).collect();
                let ty = Ty::Tuple(atoms.iter().map(|atom| self.f.atom_ty(atom)).collect());
                (Op::Tuple(atoms), ty)
            }
            Value::Unit => (Op::Opaque(Opaque::pure(quote!(()), Vec::new())), Ty::Unit),
            Value::Never => return,
        };
        if matches!(op, Op::Read(_)) && written.excludes(&ty) {
            self.diagnostics.leave_to_rustc();
        }
        let name = self.f.names.bind_local(ident);
        let var = self.add_var(VarInfo {
            name,
            ty: refine(&written, &ty),
            mutable,
            role: Role::Value,
            temporary: false,
            annotation,
        });
        self.name_type(var, &op);
        self.note_struct(var, &op);
        self.note_view(var, &op);
        if changed {
            self.note_changed(var);
        }
        if mutable && self.begins_cursor(ident, var, reference_types::begins(&op)) {
            return;
        }
        self.push(span, StmtKind::Let { var, op });
        self.bind(ident, Binding::Var(var));
    }

    /// Gives the value of an expression its name: what had none takes it.
    fn name_atom(&mut self, ident: &Ident, var: Var) {
        let info = self.f.info(var);
        if info.temporary && matches!(info.role, Role::Value | Role::View) && !self.spoken.borrow().contains(&var) {
            let name = self.f.names.bind_local(ident);
            let info = &mut self.f.vars[var.0];
            info.name = name;
            info.temporary = false;
        }
        self.bind(ident, Binding::Var(var));
    }
}

/// The types of the parts of a tuple, as far as they are written.
pub(super) fn each_of(annotation: &Option<syn::Type>, count: usize) -> Option<Vec<Option<syn::Type>>> {
    match annotation {
        None => Some(vec![None; count]),
        Some(syn::Type::Tuple(types)) if types.elems.len() == count => {
            Some(types.elems.iter().cloned().map(Some).collect())
        }
        Some(_) => None,
    }
}

/// `..`, with or without a name.
pub(super) fn is_rest(pat: &Pat) -> bool {
    match pat {
        Pat::Rest(_) => true,
        Pat::Ident(ident) => ident.subpat.as_ref().is_some_and(|(_, inner)| is_rest(inner)),
        _ => false,
    }
}

/// What a reference points to: `dyn A + B` needs parentheses wherever it is written behind another `&`.
pub(super) fn behind_reference(ty: &syn::Type) -> syn::Type {
    match ty {
        syn::Type::TraitObject(object) if object.bounds.len() > 1 => syn::parse_quote!((#object)),
        ty => ty.clone(),
    }
}

/// The written type where it says something, the inferred one elsewhere.
pub(super) fn refine(written: &Ty, inferred: &Ty) -> Ty {
    match (written, inferred) {
        (Ty::Unknown, ty) => ty.clone(),
        (Ty::Vec(a), Ty::Vec(b)) => Ty::Vec(Box::new(refine(a, b))),
        (Ty::Array(a), Ty::Array(b)) => Ty::Array(Box::new(refine(a, b))),
        (ty, _) => ty.clone(),
    }
}

/// Whether a variable is an operand in a block, and nothing else: what holds a lock is none.
pub(super) fn is_only_computed_with(block: &Block, var: Var) -> bool {
    let mut all = 0;
    block.uses(&mut |used, _| all += usize::from(used == var));
    all == as_operand(block, var)
}

/// Whether something is computed with a value.
pub(super) fn is_operand(block: &Block, var: Var) -> bool {
    as_operand(block, var) > 0
}

pub(super) fn is_arithmetic(op: &Op) -> bool {
    matches!(
        op,
        Op::Binary(..) | Op::Neg(_) | Op::Rule(..) | Op::Cast(..) | Op::Convert(..)
    )
}

/// How often a value is the operand of arithmetic.
fn as_operand(block: &Block, var: Var) -> usize {
    let mut as_operand = 0;
    block.walk(&mut |stmt| {
        if let Some((_, op)) = stmt.as_let()
            && is_arithmetic(op)
        {
            op.uses(&mut |used, _| as_operand += usize::from(used == var));
        }
    });
    as_operand
}
