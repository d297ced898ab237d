//! Patterns: what each name in one is bound to, by the type of what is matched.
//!
//! Input:  `(k, Some(x))` and `&(usize, Option<f64>)`
//! Output: `k: &usize`, `x: &f64`

use crate::infer::inference::{Infer, Part, Pending};
use crate::infer::types::{Head, Kind, Type};
use crate::syntax::paths::{is_variant_of_std, names_type};
use proc_macro2::Ident;
use syn::Pat;

impl Infer<'_> {
    pub(super) fn pattern(&mut self, pat: &Pat, ty: &Type) {
        match pat {
            Pat::Ident(ident) => self.name_pattern(ident, ty),
            Pat::Type(typed) => {
                let written = self.read(&typed.ty);
                self.solver.coerce(ty, &written);
                self.pattern(&typed.pat, &written);
            }
            Pat::Paren(inner) => self.pattern(&inner.pat, ty),
            Pat::Guard(guarded) => {
                self.pattern(&guarded.pat, ty);
                self.expression(&guarded.guard);
            }
            Pat::Reference(reference) => {
                let inner = self.solver.fresh();
                self.solver.unify(ty, &Type::reference(inner.clone()));
                self.pattern(&reference.pat, &inner);
            }
            Pat::Tuple(tuple) => self.tuple_pattern(tuple, ty),
            Pat::Slice(slice) => self.slice_pattern(slice, ty),
            Pat::TupleStruct(made) => self.variant_pattern(made, ty),
            Pat::Struct(made) => {
                for field in &made.fields {
                    let name = crate::infer::expressions::member(&field.member);
                    let key = self.field_key(&made.path, &name);
                    self.field(key.clone());
                    self.part_pattern(&field.pat, ty, Part::Field(key));
                }
            }
            Pat::Or(or) => {
                // The names are the same in each.
                let before = self.scope_len();
                for (k, case) in or.cases.iter().enumerate() {
                    self.pattern(case, ty);
                    if k > 0 {
                        self.unify_alternatives(before);
                    }
                }
            }
            Pat::Lit(lit) => {
                let literal = self.literal(&lit.lit);
                let matched = self.solver.behind(ty);
                if matches!(self.solver.head(&literal), Type::Var(_)) {
                    self.solver.unify(&matched, &literal);
                }
            }
            _ => {}
        }
    }

    /// `x`, `ref x`, `x @ pattern`
    fn name_pattern(&mut self, ident: &syn::PatIdent, ty: &Type) {
        if let Some((_, sub)) = &ident.subpat {
            self.pattern(sub, ty);
        } else if names_type(&ident.ident.to_string()) && ident.by_ref.is_none() {
            return;
        }
        let bound = match ident.by_ref {
            Some(_) => Type::reference(ty.clone()),
            None => ty.clone(),
        };
        self.bind(&ident.ident, bound);
    }

    /// `(a, .., b)`
    fn tuple_pattern(&mut self, tuple: &syn::PatTuple, ty: &Type) {
        let rest = tuple.elems.iter().position(|pat| matches!(pat, Pat::Rest(_)));
        let count = tuple.elems.len();
        for (k, pat) in tuple.elems.iter().enumerate() {
            let part = match rest {
                None => Part::Component(k, Some(count)),
                Some(rest) if k < rest => Part::Component(k, None),
                Some(rest) if k == rest => continue,
                Some(_) => Part::FromEnd(count - 1 - k),
            };
            self.part_pattern(pat, ty, part);
        }
    }

    /// `[first, rest @ ..]`
    fn slice_pattern(&mut self, slice: &syn::PatSlice, ty: &Type) {
        for pat in &slice.elems {
            match pat {
                Pat::Rest(_) => {}
                Pat::Ident(named)
                    if named
                        .subpat
                        .as_ref()
                        .is_some_and(|(_, sub)| matches!(**sub, Pat::Rest(_))) =>
                {
                    let rest = self.part_of(ty, Part::Rest);
                    self.bind(&named.ident, rest);
                }
                pat => self.part_pattern(pat, ty, Part::Element),
            }
        }
    }

    /// `Some(x)`, `Circle(r)`
    fn variant_pattern(&mut self, made: &syn::PatTupleStruct, ty: &Type) {
        for name in ["Some", "Ok", "Err"] {
            if is_variant_of_std(&made.path, name)
                && let [inner] = &made.elems.iter().collect::<Vec<_>>()[..]
            {
                return self.part_pattern(inner, ty, Part::OfStd(name));
            }
        }
        for (k, pat) in made.elems.iter().enumerate() {
            let field = self.field_key(&made.path, &k.to_string());
            self.field(field.clone());
            self.part_pattern(pat, ty, Part::Field(field));
        }
    }

    fn part_pattern(&mut self, pat: &Pat, ty: &Type, part: Part) {
        let part = self.part_of(ty, part);
        self.pattern(pat, &part);
    }

    /// A part of what is matched: a reference, if what is matched is one.
    fn part_of(&mut self, ty: &Type, part: Part) -> Type {
        let out = self.solver.fresh();
        self.wait(Pending::Part {
            of: ty.clone(),
            part,
            out: out.clone(),
        });
        out
    }

    /// Whether the part of a matched type is known now.
    pub(super) fn find_part(&mut self, of: &Type, part: &Part, out: &Type) -> bool {
        let (mut ty, mut by_reference) = (self.solver.head(of), false);
        while let Type::Of(Head::Ref, inner) = &ty {
            by_reference = true;
            ty = self.solver.head(&inner[0]);
        }
        let found = match (part, &ty) {
            (_, Type::Var(_)) => return false,
            // Of a type with arguments each one has fields of its own.
            (Part::Field(field), Type::Of(Head::Named(name), parts))
                if parts.is_empty() || self.this_name().as_ref() == Some(name) =>
            {
                self.fields.get(field).cloned()
            }
            (Part::Component(k, count), Type::Of(Head::Tuple, parts)) if count.is_none_or(|n| n == parts.len()) => {
                parts.get(*k).cloned()
            }
            (Part::FromEnd(back), Type::Of(Head::Tuple, parts)) => {
                parts.len().checked_sub(back + 1).and_then(|k| parts.get(k)).cloned()
            }
            (Part::Element, ty) => crate::infer::types::element(ty),
            (Part::Rest, ty) => crate::infer::types::element(ty).map(|element| Type::Of(Head::Slice, vec![element])),
            (Part::OfStd("Err"), Type::Of(Head::Named(name), parts)) if name == "Result" => parts.get(1).cloned(),
            (Part::OfStd(_), Type::Of(Head::Named(name), parts)) if matches!(name.as_str(), "Option" | "Result") => {
                parts.first().cloned()
            }
            _ => None,
        };
        if let Some(found) = found {
            let found = match by_reference {
                true => Type::reference(found),
                false => found,
            };
            self.solver.unify(out, &found);
        }
        true
    }

    /// The type of a literal.
    pub(super) fn literal(&mut self, lit: &syn::Lit) -> Type {
        let suffixed = |solver: &mut crate::infer::types::Solver, suffix: &str, kind| match suffix {
            "" => solver.fresh_of(kind),
            suffix => Type::primitive(suffix),
        };
        match lit {
            syn::Lit::Float(lit) => suffixed(&mut self.solver, lit.suffix(), Kind::Float),
            syn::Lit::Int(lit) => suffixed(&mut self.solver, lit.suffix(), Kind::Integer),
            syn::Lit::Bool(_) => Type::primitive("bool"),
            syn::Lit::Char(_) => Type::primitive("char"),
            syn::Lit::Str(_) => Type::reference(Type::primitive("str")),
            _ => Type::Of(Head::Opaque, Vec::new()),
        }
    }

    pub(super) fn bind(&mut self, ident: &Ident, ty: Type) {
        self.bound.push((ident.clone(), ty.clone(), true));
        self.scopes.push((ident.to_string(), ty));
    }

    fn scope_len(&self) -> usize {
        self.scopes.len()
    }

    /// The names that the last alternative of a pattern binds are those of the first.
    fn unify_alternatives(&mut self, from: usize) {
        let bound: Vec<_> = self.scopes[from..].to_vec();
        for (k, (name, ty)) in bound.iter().enumerate() {
            if let Some((_, first)) = bound[..k].iter().find(|(other, _)| other == name) {
                self.solver.unify(first, ty);
            }
        }
    }
}
