//! `Type`, what inference knows of a value's type, and `Solver`, which unifies types.
//!
//! Input:  `Vec<?0>` and `Vec<f64>`
//! Output: `?0 = f64`
//!
//! Unification is best-effort: what does not fit is left as it is, since rustc coerces and converts where this does not look.

use crate::syntax::flat_map::FlatMap;
use std::fmt;
use syn::{GenericArgument, PathArguments};

/// A constructor of types.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Head {
    /// A primitive type, by its name.
    Primitive(String),
    Ref,
    Slice,
    Array,
    Tuple,
    /// A function or closure: its parameters, then its result.
    Function,
    /// One of std's iterators, with its item.
    Iter,
    /// A struct, an enum, or another name for any type, by the last part of its path.
    Named(String),
    /// A type parameter.
    Param(String),
    /// What an impl chooses: `T::Rate`, `impl Trait`, `dyn Trait`.
    Opaque,
}

/// What a type variable can stand for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Kind {
    Any,
    Integer,
    Float,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Type {
    Var(usize),
    Of(Head, Vec<Type>),
}

impl Type {
    pub fn primitive(name: &str) -> Type {
        Type::Of(Head::Primitive(name.to_owned()), Vec::new())
    }

    pub fn unit() -> Type {
        Type::Of(Head::Tuple, Vec::new())
    }

    pub fn named(name: &str, arguments: Vec<Type>) -> Type {
        Type::Of(Head::Named(name.to_owned()), arguments)
    }

    pub fn reference(to: Type) -> Type {
        Type::Of(Head::Ref, vec![to])
    }

    pub fn function(mut params: Vec<Type>, output: Type) -> Type {
        params.push(output);
        Type::Of(Head::Function, params)
    }

    /// The name of the primitive type that it is.
    pub fn as_primitive(&self) -> Option<&str> {
        match self {
            Type::Of(Head::Primitive(name), _) => Some(name),
            _ => None,
        }
    }

    pub fn is_float(&self) -> bool {
        matches!(self.as_primitive(), Some("f32" | "f64" | "{float}"))
    }

    pub fn is_integer(&self) -> bool {
        self.as_primitive().is_some_and(is_integer)
    }

    /// What is behind its references.
    pub fn behind_references(&self) -> &Type {
        match self {
            Type::Of(Head::Ref, inner) => inner[0].behind_references(),
            ty => ty,
        }
    }

    /// Whether it is known: inside, parts may not be.
    pub fn is_known(&self) -> bool {
        !matches!(self, Type::Var(_) | Type::Of(Head::Opaque, _))
    }
}

/// The types that names stand for while types are read.
#[derive(Clone, Default)]
pub struct Names {
    /// The type parameters in scope, and what they stand for.
    pub params: FlatMap<String, Type>,
    /// What `Self` stands for.
    pub this: Option<Type>,
}

/// Unifies types.
#[derive(Default)]
pub struct Solver {
    vars: Vec<(Kind, Option<Type>)>,
}

impl Solver {
    pub fn fresh(&mut self) -> Type {
        self.fresh_of(Kind::Any)
    }

    pub fn fresh_of(&mut self, kind: Kind) -> Type {
        self.vars.push((kind, None));
        Type::Var(self.vars.len() - 1)
    }

    /// The type with what is known of its head: its parts may be variables that stand for something.
    pub fn head(&self, ty: &Type) -> Type {
        match ty {
            Type::Var(var) => match &self.vars[*var].1 {
                Some(ty) => self.head(ty),
                None => ty.clone(),
            },
            ty => ty.clone(),
        }
    }

    /// What is behind its references.
    pub fn behind(&self, ty: &Type) -> Type {
        match self.head(ty) {
            Type::Of(Head::Ref, inner) => self.behind(&inner[0]),
            ty => ty,
        }
    }

    /// The type with all that is known of it; literals of which nothing says the type are `{float}` and `{integer}`.
    pub fn resolved(&self, ty: &Type) -> Type {
        match self.head(ty) {
            Type::Var(var) => match self.vars[var].0 {
                Kind::Any => Type::Var(var),
                Kind::Integer => Type::primitive("{integer}"),
                Kind::Float => Type::primitive("{float}"),
            },
            Type::Of(head, parts) => Type::Of(head, parts.iter().map(|part| self.resolved(part)).collect()),
        }
    }

    /// Whether the two are the same type now.
    pub fn unify(&mut self, a: &Type, b: &Type) -> bool {
        match (self.head(a), self.head(b)) {
            (Type::Var(a), Type::Var(b)) if a == b => true,
            (Type::Var(a), Type::Var(b)) => {
                let (from, to) = match (self.vars[a].0, self.vars[b].0) {
                    (Kind::Any, _) => (a, b),
                    (_, Kind::Any) => (b, a),
                    (one, other) if one == other => (a, b),
                    _ => return false,
                };
                self.vars[from].1 = Some(Type::Var(to));
                true
            }
            (Type::Var(var), ty) | (ty, Type::Var(var)) => {
                let fits = match self.vars[var].0 {
                    Kind::Any => !self.occurs(var, &ty),
                    Kind::Float => ty.is_float(),
                    Kind::Integer => ty.as_primitive().is_some_and(is_integer),
                };
                if fits {
                    self.vars[var].1 = Some(ty);
                }
                fits
            }
            (Type::Of(a, left), Type::Of(b, right)) => {
                if a != b || a == Head::Opaque || left.len() != right.len() {
                    return false;
                }
                let mut fits = true;
                for (left, right) in left.iter().zip(&right) {
                    fits &= self.unify(left, right);
                }
                fits
            }
        }
    }

    /// Gives a value of one type to a place of another: rustc dereferences, borrows elements and forgets sizes on the way.
    pub fn coerce(&mut self, from: &Type, to: &Type) {
        let (a, b) = (self.head(from), self.head(to));
        match (&a, &b) {
            (Type::Of(Head::Ref, from), Type::Of(Head::Ref, to)) => {
                let (from, to) = (self.head(&from[0]), self.head(&to[0]));
                match (element(&from), &to) {
                    (Some(from), Type::Of(Head::Slice, to)) => _ = self.unify(&from, &to[0]),
                    // The element of a place of unknown type is not known either: it may be one that dereferences to it.
                    _ if matches!(from, Type::Of(Head::Ref, _)) && !matches!(to, Type::Of(Head::Ref, _)) => {
                        self.coerce(&from, &Type::reference(to))
                    }
                    (None, Type::Of(Head::Slice | Head::Primitive(_), _)) if !from.is_known() => {}
                    _ => _ = self.unify(&from, &to),
                }
            }
            (Type::Of(..), Type::Of(Head::Opaque, _)) | (Type::Of(Head::Opaque, _), Type::Of(..)) => {}
            _ => _ = self.unify(&a, &b),
        }
    }

    /// A type that another solver has resolved: what it does not know, this one may find.
    pub fn import(&mut self, ty: &Type) -> Type {
        match ty {
            Type::Var(_) => self.fresh(),
            Type::Of(Head::Primitive(name), _) if name == "{float}" => self.fresh_of(Kind::Float),
            Type::Of(Head::Primitive(name), _) if name == "{integer}" => self.fresh_of(Kind::Integer),
            Type::Of(head, parts) => Type::Of(head.clone(), parts.iter().map(|part| self.import(part)).collect()),
        }
    }

    fn occurs(&self, var: usize, ty: &Type) -> bool {
        match self.head(ty) {
            Type::Var(other) => var == other,
            Type::Of(_, parts) => parts.iter().any(|part| self.occurs(var, part)),
        }
    }

    /// Reads a written type. Each `_` is a variable of its own.
    pub fn read(&mut self, ty: &syn::Type, names: &Names) -> Type {
        let mut inner = |ty: &syn::Type| self.read(ty, names);
        match ty {
            syn::Type::Paren(ty) => inner(&ty.elem),
            syn::Type::Group(ty) => inner(&ty.elem),
            syn::Type::Reference(ty) => Type::reference(inner(&ty.elem)),
            syn::Type::Slice(ty) => Type::Of(Head::Slice, vec![inner(&ty.elem)]),
            syn::Type::Array(ty) => Type::Of(Head::Array, vec![inner(&ty.elem)]),
            syn::Type::Tuple(ty) => Type::Of(Head::Tuple, ty.elems.iter().map(inner).collect()),
            syn::Type::FnPtr(ty) => {
                let params = ty.inputs.iter().map(|param| inner(&param.ty)).collect();
                Type::function(params, self.output(&ty.output, names))
            }
            syn::Type::ImplTrait(ty) => self.bounded(ty.bounds.iter(), names),
            syn::Type::TraitObject(ty) => self.bounded(ty.bounds.iter(), names),
            syn::Type::Infer(_) => self.fresh(),
            syn::Type::Path(path) => self.path(path, names),
            _ => Type::Of(Head::Opaque, Vec::new()),
        }
    }

    pub fn output(&mut self, output: &syn::ReturnType, names: &Names) -> Type {
        match output {
            syn::ReturnType::Default => Type::unit(),
            syn::ReturnType::Type(_, ty) => self.read(ty, names),
        }
    }

    /// What is only known by its traits: a function by its parameters, an iterator by its item.
    pub fn bounded<'b>(&mut self, bounds: impl Iterator<Item = &'b syn::TypeParamBound>, names: &Names) -> Type {
        for bound in bounds {
            let syn::TypeParamBound::Trait(bound) = bound else {
                continue;
            };
            let last = bound.path.segments.last().expect("a path has a segment");
            match &last.arguments {
                PathArguments::Parenthesized(function) => {
                    let params = function.inputs.iter().map(|ty| self.read(&ty.ty, names)).collect();
                    return Type::function(params, self.output(&function.output, names));
                }
                PathArguments::AngleBracketed(arguments) if last.ident == "Iterator" => {
                    for argument in &arguments.args {
                        if let GenericArgument::AssocType(item) = argument {
                            return Type::Of(Head::Iter, vec![self.read(&item.ty, names)]);
                        }
                    }
                }
                _ => {}
            }
        }
        Type::Of(Head::Opaque, Vec::new())
    }

    fn path(&mut self, path: &syn::TypePath, names: &Names) -> Type {
        let segments = &path.path.segments;
        let last = segments.last().expect("a path has a segment");
        let name = last.ident.to_string();
        let qualified = segments.len() > 1;
        // `Self::Item`, `T::Output`: what an impl chooses.
        let chosen = qualified && segments[0].ident.to_string().starts_with(char::is_uppercase);
        if path.qself.is_some() || chosen {
            return Type::Of(Head::Opaque, Vec::new());
        }
        match &names.this {
            _ if qualified => {}
            Some(this) if name == "Self" => return this.clone(),
            _ if names.params.contains_key(&name) => return names.params[&name].clone(),
            _ if crate::syntax::types::Ty::primitive(&name).is_some() => return Type::primitive(&name),
            _ => {}
        }
        let mut arguments = Vec::new();
        if let PathArguments::AngleBracketed(written) = &last.arguments {
            for argument in &written.args {
                if let GenericArgument::Type(ty) = argument {
                    arguments.push(self.read(ty, names));
                }
            }
        }
        Type::Of(Head::Named(name), arguments)
    }
}

/// What indexing by a number gives of one of std's lists.
pub fn element(ty: &Type) -> Option<Type> {
    match ty {
        Type::Of(Head::Slice | Head::Array, parts) => Some(parts[0].clone()),
        Type::Of(Head::Named(name), parts) if name == "Vec" => parts.first().cloned(),
        _ => None,
    }
}

pub fn is_integer(name: &str) -> bool {
    name == "{integer}" || crate::syntax::types::Ty::primitive(name) == Some(crate::syntax::types::Ty::Int)
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, parts: &[Type]| {
            for (k, part) in parts.iter().enumerate() {
                write!(f, "{}{part}", if k > 0 { ", " } else { "" })?;
            }
            Ok(())
        };
        match self {
            Type::Var(_) => f.write_str("?"),
            Type::Of(head, parts) => match head {
                Head::Opaque => f.write_str("?"),
                Head::Primitive(name) | Head::Param(name) => f.write_str(name),
                Head::Ref => write!(f, "&{}", parts[0]),
                Head::Slice => write!(f, "[{}]", parts[0]),
                Head::Array => write!(f, "[{}; _]", parts[0]),
                Head::Tuple => {
                    f.write_str("(")?;
                    list(f, parts)?;
                    f.write_str(if parts.len() == 1 { ",)" } else { ")" })
                }
                Head::Function => {
                    let (output, params) = parts.split_last().expect("there is a result");
                    f.write_str("fn(")?;
                    list(f, params)?;
                    write!(f, ") -> {output}")
                }
                Head::Iter => write!(f, "Iter<{}>", parts[0]),
                Head::Named(name) if parts.is_empty() => f.write_str(name),
                Head::Named(name) => {
                    write!(f, "{name}<")?;
                    list(f, parts)?;
                    f.write_str(">")
                }
            },
        }
    }
}
