//! Lists of references, as lists of the indices that locate them.
//!
//! ```text
//! Input:  let heavy: Vec<&Body> = bodies.iter().filter(|b| b.mass > 1.0).collect();  s += heavy[j].mass;
//! Output: for k in 0..bodies.len() { if bodies[k].mass > 1.0 { kept.push(k) } };  let k = kept[j]; s += bodies[k].mass
//! ```
//!
//! Other parts of an item, `(j, &bodies[k], 0.0)`, are stored beside the indices. So an item is a place again, whatever becomes of the
//! list.

use crate::ir::*;
use crate::lower::builder::{Binding, Lower, Value};
use crate::lower::chains::items::Items;
use crate::lower::chains::strip;
use crate::lower::references::by_reference;
use crate::syntax::flat_map::FlatMap;
use crate::syntax::types::Ty;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, Token};

/// A list of references, or of tuples with references.
#[derive(Clone, Debug)]
pub struct Listed {
    /// The list of what is kept of the items, or a part of it.
    kept: Place,
    /// An item, in the variables that it had where it was put into the list.
    item: Value,
    /// Those of them that an item has for itself, in the order in which they are kept.
    parts: Vec<Var>,
    /// Whether the name of the list is `mut`.
    pub mutable: bool,
}

/// What is kept of the items of an array, part by part.
#[derive(Default)]
struct Columns {
    parts: Vec<Var>,
    /// Of each part its values, in the order of the items.
    atoms: Vec<Vec<Atom>>,
}

impl Columns {
    fn push(&mut self, part: Var, atoms: Vec<Atom>) {
        self.parts.push(part);
        self.atoms.push(atoms);
    }
}

impl Listed {
    /// Where a part of the item at a place of the list is kept.
    fn part(&self, at: &Place, part: Var) -> Option<Place> {
        let number = self.parts.iter().position(|known| *known == part)?;
        Some(match self.parts.len() {
            1 => at.clone(),
            _ => at.then(Projection::Field(number.into())),
        })
    }

    /// Items between two numbers.
    pub fn range(&self, range: Projection) -> Listed {
        let kept = self.kept.then(range);
        Listed { kept, ..self.clone() }
    }

    pub fn kept(&self) -> &Place {
        &self.kept
    }
}

impl Lower<'_> {
    /// Puts an item that holds references into the list `kept`, in a loop before which there were `outer` variables. `None` after
    /// an error.
    pub(super) fn keep_item(&mut self, item: Value, kept: Var, outer: usize, span: Span) -> Option<Listed> {
        let mut parts = Vec::new();
        let item = self.kept_parts(item, outer, &mut parts, span)?;
        let types: Vec<Ty> = parts.iter().map(|part| self.f.info(*part).ty.clone()).collect();
        let (value, ty) = match (&parts[..], &types[..]) {
            ([part], [ty]) => (Atom::Var(*part), ty.clone()),
            _ => {
                let ty = Ty::Tuple(types);
                let atoms = parts.iter().map(|part| Atom::Var(*part)).collect();
                (self.temp(Op::Tuple(atoms), ty.clone(), span), ty)
            }
        };
        let info = &mut self.f.vars[kept.0];
        info.ty = Ty::Vec(Box::new(ty));
        info.annotation = None;
        let place = Place::var(kept);
        self.push(span, StmtKind::Push { place, value });
        Some(Listed {
            kept: Place::var(kept),
            item,
            parts,
            mutable: false,
        })
    }

    /// An array, or a vector, that is written item by item.
    pub(super) fn array(&mut self, written: &Punctuated<Expr, Token![,]>, vec: bool, span: Span) -> Value {
        let items = written.iter().map(|item| {
            let (value, span) = (self.value(item), item.span());
            match self.refers(&value) {
                true => self.settle(value, span),
                false => Value::Atom(self.read(value, span)),
            }
        });
        let items = items.collect();
        self.array_holding(items, vec, span)
    }

    /// An array of these items, or a vector. One of references is a list of them: which of the places an item points to is kept of it, as
    /// the conditions by which it is chosen.
    ///
    /// ```text
    /// Input:  let ends = [&mut a, &mut b];  ends[j].mass *= 2.0;
    /// Output: let kept = [true, false];  let c = kept[j]; if c { a.mass *= 2.0 } else { b.mass *= 2.0 }
    /// ```
    pub(super) fn array_holding(&mut self, items: Vec<Value>, vec: bool, span: Span) -> Value {
        if !items.iter().any(|item| self.refers(item)) {
            let elements = items.into_iter().map(|item| self.read(item, span)).collect();
            let (elements, ty) = self.of_one_type(elements, span);
            let ty = Box::new(ty);
            let ty = if vec { Ty::Vec(ty) } else { Ty::Array(ty) };
            return Value::Op(Op::Array { elements, vec }, ty);
        }
        let mut columns = Columns::default();
        for at in 1..items.len() {
            let is_this = |k: usize| Atom::Constant(if k + 1 == at { quote!(true) } else { quote!(false) }, Ty::Bool);
            let chosen = self.f.new_var("chosen", Ty::Bool, false);
            columns.push(chosen, (0..items.len()).map(is_this).collect());
        }
        let chosen = columns.parts.clone();
        let rows = items.len();
        let item = self.chosen_item(items, &chosen, &mut columns, span);
        let mut elements = Vec::new();
        for row in 0..rows {
            let mut atoms = columns.atoms.iter().map(|column| column[row].clone());
            elements.push(match (atoms.next(), columns.parts.len()) {
                (Some(only), 1) => only,
                (first, _) => {
                    let atoms: Vec<Atom> = first.into_iter().chain(atoms).collect();
                    let ty = Ty::Tuple(atoms.iter().map(|atom| self.f.atom_ty(atom)).collect());
                    self.temp(Op::Tuple(atoms), ty, span)
                }
            });
        }
        let ty = Ty::Array(Box::new(self.f.atom_ty(&elements[0])));
        let kept = self.temp(Op::Array { elements, vec: false }, ty, span);
        Value::Listed(Box::new(Listed {
            kept: Place::var(kept.var().expect("a temporary is a variable")),
            item,
            parts: columns.parts,
            mutable: false,
        }))
    }

    /// One item for all of them: references are chosen from, and the rest is kept in columns.
    fn chosen_item(&mut self, items: Vec<Value>, chosen: &[Var], columns: &mut Columns, span: Span) -> Value {
        if let Some(Value::Tuple(first)) = items.first() {
            let parts = (0..first.len()).map(|part| {
                let column = items.iter().map(|item| match item {
                    Value::Tuple(values) => values[part].clone(),
                    whole => whole.clone(),
                });
                self.chosen_item(column.collect(), chosen, columns, span)
            });
            return Value::Tuple(parts.collect());
        }
        if items.iter().all(|item| self.refers(item)) {
            let mut items = items.into_iter().rev();
            let last = items.next().expect("the array has an item that refers");
            return items.zip(chosen.iter().rev()).fold(last, |others, (item, is_this)| {
                Value::Choice(Atom::Var(*is_this), Box::new(item), Box::new(others))
            });
        }
        let atoms = items.into_iter().map(|item| self.read(item, span)).collect();
        let (atoms, ty) = self.of_one_type(atoms, span);
        let part = self.f.new_var("t", ty, false);
        columns.push(part, atoms);
        Value::Atom(Atom::Var(part))
    }

    /// Whether a part of an item is a reference that stays one: those to numbers that are only read are the numbers.
    pub(super) fn refers(&self, item: &Value) -> bool {
        match item {
            Value::Ref(..) => self.is_structured(item),
            Value::Choice(_, then, _) => self.refers(then),
            Value::Tuple(values) => values.iter().any(|value| self.refers(value)),
            _ => false,
        }
    }

    fn kept_parts(&mut self, item: Value, outer: usize, parts: &mut Vec<Var>, span: Span) -> Option<Value> {
        let mut keep = |var: Var| {
            if var.0 >= outer && !parts.contains(&var) {
                parts.push(var);
            }
        };
        match item {
            Value::Ref(place, mutable) if self.refers(&Value::Ref(place.clone(), mutable)) => {
                let through = place.path.iter().any(|step| matches!(step, Projection::Through { .. }));
                if through || place.root.0 >= outer {
                    let help = "collect clones of what they point to, or loop over it where it is used";
                    self.error(span, "references to this cannot be collected yet", help);
                    return None;
                }
                place.uses(Use::Read, &mut |var, _| {
                    if var != place.root {
                        keep(var);
                    }
                });
                Some(Value::Ref(place, mutable))
            }
            Value::Choice(cond, then, els) if self.refers(&then) => {
                cond.var().into_iter().for_each(keep);
                let then = self.kept_parts(*then, outer, parts, span)?;
                let els = self.kept_parts(*els, outer, parts, span)?;
                Some(Value::Choice(cond, Box::new(then), Box::new(els)))
            }
            Value::Tuple(values) => {
                let mut kept = Vec::new();
                for value in values {
                    kept.push(self.kept_parts(value, outer, parts, span)?);
                }
                Some(Value::Tuple(kept))
            }
            value => {
                let ty = self.value_ty(&value);
                let atom = self.read(value, span);
                let part = match atom.var() {
                    Some(var) if var.0 >= outer && !parts.contains(&var) => var,
                    _ => {
                        let ty = ty.behind_references().clone();
                        self.temp(Op::of(atom), ty, span)
                            .var()
                            .expect("a temporary is a variable")
                    }
                };
                parts.push(part);
                Some(Value::Atom(Atom::Var(part)))
            }
        }
    }

    /// Whether an expression is the name of a list of references, or of a part of one, perhaps behind a `&`: with what is lent of it.
    pub(super) fn listed(&self, expr: &Expr) -> Option<Option<bool>> {
        match strip(expr) {
            Expr::Path(path) => {
                let binding = self.lookup(path.path.get_ident()?)?;
                matches!(binding, Binding::Known(value) if matches!(**value, Value::Listed(_))).then_some(None)
            }
            Expr::Reference(reference) => {
                let inner = match strip(&reference.expr) {
                    Expr::Index(index) => &*index.expr,
                    inner => inner,
                };
                self.listed(inner)?;
                Some(Some(reference.mutability.is_some()))
            }
            _ => None,
        }
    }

    /// The items of a list of references that is iterated as it is: `for body in &heavy`.
    pub(super) fn listed_items(&mut self, expr: &Expr) -> Option<Items> {
        let lent = self.listed(expr)?;
        match self.value(expr) {
            Value::Listed(listed) => Some(Items::Listed(listed, lent)),
            _ => None,
        }
    }

    /// Whether an expression goes through an array that is written with references in it: `[&a, &b].iter().enumerate()`.
    pub(super) fn goes_through_references(&self, expr: &Expr) -> bool {
        match strip(expr) {
            Expr::MethodCall(call) => self.goes_through_references(&call.receiver),
            Expr::Reference(reference) => self.goes_through_references(&reference.expr),
            Expr::Array(array) => array.elems.iter().any(|elem| self.is_written_reference(elem)),
            _ => false,
        }
    }

    /// A call whose arguments are arrays written of references, with clones of what these point to: `Tensor::concat(&[&a, &b], 0)`.
    /// Rustc finds that the twin takes a list of values as well.
    pub(super) fn with_clones(&self, call: &syn::ExprCall) -> Option<syn::ExprCall> {
        let mut owned = call.clone();
        let mut any = false;
        for arg in &mut owned.args {
            let Expr::Reference(lent) = arg else { continue };
            let Expr::Array(array) = &mut *lent.expr else { continue };
            let refers = |item: &Expr| self.is_written_reference(item) && !matches!(strip(item), Expr::Tuple(_));
            if lent.mutability.is_some() || !array.elems.iter().all(|item| refers(item) && self.may_carry(item)) {
                continue;
            }
            for item in &mut array.elems {
                let at = item.span();
                let inner = match strip(item) {
                    Expr::Reference(reference) => &*reference.expr,
                    inner => inner,
                };
                *item = syn::parse_quote_spanned!(at=> (#inner).clone());
                any = true;
            }
        }
        any.then_some(owned)
    }

    fn is_written_reference(&self, expr: &Expr) -> bool {
        match strip(expr) {
            Expr::Reference(_) => true,
            Expr::Tuple(tuple) => tuple.elems.iter().any(|part| self.is_written_reference(part)),
            Expr::Path(path) => match path.path.get_ident().and_then(|ident| self.lookup(ident)) {
                Some(Binding::Alias(..)) => true,
                Some(Binding::Known(value)) => self.refers(value),
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether an expression is an item or a part of a list of references.
    pub(super) fn indexes_listed(&self, expr: &Expr) -> bool {
        matches!(strip(expr), Expr::Index(index) if self.listed(&index.expr).is_some())
    }

    /// `&heavy[j]`, and `&heavy[a..b]`.
    pub(super) fn lent_item(&mut self, reference: &syn::ExprReference) -> Value {
        let lent = Some(reference.mutability.is_some());
        let Expr::Index(index) = strip(&reference.expr) else {
            unreachable!("the caller says so")
        };
        match self.value(&index.expr) {
            Value::Listed(listed) => self.index_listed(&listed, &index.index, lent, index.index.span()),
            value => value,
        }
    }

    /// `heavy[j]`, and `heavy[a..b]`.
    pub(super) fn index_listed(&mut self, listed: &Listed, index: &Expr, lent: Option<bool>, span: Span) -> Value {
        if let Expr::Range(range) = strip(index) {
            let (low, high, inclusive) = self.ends_of(range);
            let part = listed.range(Projection::Range { low, high, inclusive });
            self.check_borrow(&part.kept, span);
            return Value::Listed(Box::new(part));
        }
        let k = self.atom(index);
        self.listed_item(listed, &k, lent, span)
    }

    /// The item at an index; `lent` says whether it is looked at where it lies, and whether to change it.
    pub(super) fn listed_item(&mut self, listed: &Listed, k: &Atom, lent: Option<bool>, span: Span) -> Value {
        let at = listed.kept.then(Projection::Index(k.clone()));
        if listed.parts.is_empty() {
            self.check_borrow(&at, span);
        }
        let item = owned_parts(&listed.item, listed, &at, lent);
        let mut read = FlatMap::new();
        Self::map_vars(&item, &mut |var| match listed.part(&at, var) {
            None => var,
            Some(part) => *read.entry(var).or_insert_with(|| {
                let ty = self.f.place_ty(&part);
                let atom = self.temp(Op::Read(part), ty, span);
                atom.var().expect("a temporary is a variable")
            }),
        })
    }

    /// `heavy.first()`, `heavy.last()`, `heavy.get(j)`: the item is asked for only where there is one.
    pub(super) fn listed_option(&mut self, listed: &Listed, call: &syn::ExprMethodCall, mutable: bool) -> Value {
        let span = call.method.span();
        let list = Value::Listed(Box::new(listed.clone()));
        let len = self.len(&Items::Listed(Box::new(listed.clone()), None), span);
        let n = self.spelled(&len);
        let name = call.method.to_string();
        let k = match (name.trim_end_matches("_mut"), call.args.first()) {
            ("first", None) => Atom::Constant(quote!(0), Ty::Int),
            ("last", None) => {
                let last = Opaque::pure(quote!(#n.wrapping_sub(1)), len.var().into_iter().collect());
                self.temp(Op::Opaque(last), Ty::Int, span)
            }
            ("get", Some(index)) if !matches!(strip(index), Expr::Range(_)) => self.atom(index),
            _ => {
                let atom = self.read(list, span);
                return Value::Atom(atom);
            }
        };
        let i = self.spelled(&k);
        let reads = len.var().into_iter().chain(k.var()).collect();
        let present = self.pure_temp(quote!(#i < #n), reads, Ty::Bool, span);
        let inside = self.when(&present, span, |lower| {
            lower.listed_item(listed, &k, Some(mutable), span)
        });
        Value::ScalarOption(present, Box::new(inside))
    }

    /// `v.len()` and `v.is_empty()`.
    pub(super) fn listed_length(&self, list: &Value, method: &Ident) -> Option<(TokenStream, Vec<Var>)> {
        let measured = matches!(list, Value::Listed(_)) && (method == "len" || method == "is_empty");
        if !measured {
            return None;
        }
        let (list, reads) = self.written_place(list);
        Some((quote!(#list.#method()), reads))
    }

    /// The list as the user's code has it.
    pub(super) fn written_listed(&self, listed: &Listed, reads: &mut Vec<Var>) -> TokenStream {
        let kept = spell::place(&self.f.vars, &listed.kept);
        listed.kept.uses(Use::Read, &mut |var, _| reads.push(var));
        let (item, mut inside) = self.written(&listed.item);
        inside.retain(|var| !listed.parts.contains(var));
        reads.extend(inside);
        let names = listed.parts.iter().map(|part| spell::name(&self.f.vars, *part));
        let pattern = match listed.parts.len() {
            1 => quote!(#(#names)*),
            _ => quote!((#(#names),*)),
        };
        quote!(#kept.iter().cloned().map(|#pattern| #item).collect::<::pullback::rt::std::vec::Vec<_>>())
    }
}

/// What an item holds beside references lies in the list.
fn owned_parts(item: &Value, listed: &Listed, at: &Place, lent: Option<bool>) -> Value {
    match item {
        Value::Atom(Atom::Var(part)) => {
            let place = listed.part(at, *part).expect("what an item holds is kept");
            match lent {
                None => Value::Place(place),
                Some(mutable) => by_reference(Value::Place(place), mutable),
            }
        }
        Value::Tuple(values) => {
            let values = values.iter().map(|value| owned_parts(value, listed, at, lent));
            Value::Tuple(values.collect())
        }
        reference => reference.clone(),
    }
}
