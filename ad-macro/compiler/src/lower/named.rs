//! Which variables may be structs, whose operators become calls of their twins.
//!
//! Input:  `fn f(angle: Angle, x: Real) -> f64 { (angle + angle).turn() * (x + 1.0) }`
//! Output: `angle`; not `x`, which numbers are added to
//!
//! Numbers have these twins as well: only speed depends on the answer.

use crate::infer::methods::is_ndarray;
use crate::infer::types::{Head, Type};
use crate::ir::*;
use crate::lower::builder::Lower;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::types::Ty;

/// The name of a type, also behind a reference; one that an impl chooses, `Self::Rate`, has none.
fn type_name(ty: &syn::Type) -> Option<String> {
    match ty {
        syn::Type::Reference(reference) => type_name(&reference.elem),
        syn::Type::Path(path) if path.qself.is_some() => None,
        syn::Type::Path(path) if of_another(&path.path) => None,
        syn::Type::Path(path) => path.path.segments.last().map(|segment| segment.ident.to_string()),
        _ => None,
    }
}

/// `Self::Rate`, `T::Rate`.
fn of_another(path: &syn::Path) -> bool {
    path.segments.len() > 1 && path.segments[0].ident.to_string().starts_with(char::is_uppercase)
}

impl Lower<'_> {
    /// Whether the function computes with numbers of the user's: it is generic in them.
    pub(super) fn has_own_numbers(&self) -> bool {
        !self.options.own_numbers.is_empty()
    }

    /// Whether the function makes one of a type's parts, or takes one apart: that is no float.
    fn has_parts(&self, name: String) -> bool {
        let this = match &self.options.around.this {
            Some(this) if name == "Self" => type_name(this).unwrap_or(name.clone()),
            _ => name.clone(),
        };
        // The functions of floats themselves are std's.
        name == "Self" && self.options.inherent || self.facts.structs.contains(&this)
    }

    /// Whether a type has a name that is not shown to be one of a number.
    fn is_struct_by_name(&self, ty: &syn::Type) -> bool {
        type_name(ty).is_some_and(|name| self.is_named_like_a_struct(name))
    }

    fn is_named_like_a_struct(&self, name: String) -> bool {
        let pointer = crate::lower::calls::twins::STD_TYPES.contains(&name.as_str());
        let number = name == "Self" || self.facts.numbers.contains(&name);
        !pointer && !self.type_params.contains(&name) && (!number || self.has_parts(name))
    }

    /// Whether a variable is a container of numbers of somebody's own, `v: Vector3<Dual>`, or is made of what is in one.
    pub(super) fn may_be_element(&self, var: Var) -> bool {
        let param = self.f.params.iter().find(|param| param.var == var);
        let written = [param.map(|param| &param.ty), self.f.info(var).annotation.as_ref()];
        let unknown = matches!(self.f.info(var).ty.behind_references(), Ty::Unknown);
        self.elements.contains(&var) || unknown && written.into_iter().flatten().any(|ty| self.holds_own(ty))
    }

    /// Whether a type is one of somebody's with another one as its first argument. That one may be a number of its own.
    fn holds_own(&self, ty: &syn::Type) -> bool {
        let path = match ty {
            syn::Type::Reference(reference) => return self.holds_own(&reference.elem),
            syn::Type::Path(path) if path.qself.is_none() => &path.path,
            _ => return false,
        };
        let last = path.segments.last().expect("a path has a segment");
        let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else {
            return false;
        };
        let mut types = arguments.args.iter().filter_map(|argument| match argument {
            syn::GenericArgument::Type(ty) => type_name(ty),
            _ => None,
        });
        // A constant has its name in capitals.
        let own = |name: String| {
            name.starts_with(char::is_uppercase)
                && name.contains(char::is_lowercase)
                && !self.type_params.contains(&name)
                && !crate::lower::calls::twins::STD_TYPES.contains(&name.as_str())
        };
        !crate::lower::calls::twins::STD_TYPES.contains(&last.ident.to_string().as_str())
            && types.next().is_some_and(own)
    }

    /// Notes what is calculated from the elements of such containers, and what functions make of them.
    pub(super) fn note_element(&mut self, stmt: &Stmt) {
        let made = match &stmt.kind {
            StmtKind::Let {
                var,
                op: Op::Read(_) | Op::Clone(..) | Op::Binary(..) | Op::Neg(_) | Op::Array { .. },
            } => *var,
            StmtKind::Call(call) => call.out,
            StmtKind::Assign { place, .. } | StmtKind::Update { place, .. } if place.is_whole() => place.root,
            _ => return,
        };
        if self.f.info(made).ty.is_scalar() {
            return;
        }
        let mut of_elements = false;
        stmt.uses(&mut |var, _| of_elements |= self.may_be_element(var));
        if of_elements {
            self.elements.insert(made);
        }
    }

    pub(super) fn may_be_struct(&self, place: &Place) -> bool {
        let written = |ty: &syn::Type| self.is_struct_by_name(ty);
        let param = self.f.params.iter().find(|param| param.var == place.root);
        place.is_whole()
            && matches!(self.f.place_ty(place), Ty::Unknown)
            && (self.structs.contains(&place.root)
                || param.is_some_and(|param| written(&param.ty))
                || (self.f.info(place.root).annotation.as_ref()).is_some_and(written))
    }

    /// Hands on which variables are seen to be structs. With `lanes` there are no calls of their operators, and the pullback of what
    /// borrows could not be kept.
    pub(super) fn note_structs(&mut self) {
        if self.options.in_lanes() {
            return;
        }
        let borrows = |var: Var| {
            let param = self.f.params.iter().find(|param| param.var == var);
            let written = [param.map(|param| &param.ty), self.f.info(var).annotation.as_ref()];
            self.holders.contains_key(&var)
                || self.options.borrows && param.is_some_and(|param| param.receiver)
                || written
                    .into_iter()
                    .flatten()
                    .any(crate::syntax::lifetimes::names_lifetimes)
        };
        let is_struct = |var: &Var| {
            let place = Place::var(*var);
            self.may_be_struct(&place) && self.is_nominal(&place) && !borrows(*var)
        };
        let structs: FlatSet<Var> = (0..self.f.vars.len()).map(Var).filter(is_struct).collect();
        self.f.structs.extend(structs);
    }

    /// Notes that what is calculated with is of somebody's own type: `p[i]` with `p: &[Point]`. Second derivatives of other operators are
    /// those of floats.
    pub(super) fn note_nominal(&mut self, expr: &syn::Expr, operand: &Operand) {
        let Some(var) = operand
            .whole()
            .filter(|var| self.options.twice.is_some() && self.f.info(*var).ty == Ty::Unknown)
        else {
            return;
        };
        if let Type::Of(Head::Named(name), _) = self.inferred(expr)
            && !is_ndarray(&name)
            && self.is_named_like_a_struct(name)
        {
            self.f.nominal.insert(var);
        }
    }

    /// Notes that a variable is made of what may be a struct.
    pub(super) fn note_struct(&mut self, var: Var, op: &Op) {
        let (made, literal) = match op {
            Op::Struct { .. } => (true, true),
            Op::Read(place) | Op::Clone(place, _) => {
                let literal = place.is_whole() && self.literals.contains(&place.root);
                (self.may_be_struct(place), literal)
            }
            _ => (false, false),
        };
        if made {
            self.structs.insert(var);
        }
        if literal {
            self.literals.insert(var);
        }
    }
}
