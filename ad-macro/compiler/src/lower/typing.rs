//! The type of an expression before it is lowered, as far as the macro can tell; the rest is rustc's.
//!
//! Input:  `x[0] * 2.0` with `x: &[f64]`
//! Output: `f64`

use crate::infer::methods::row_of;
use crate::infer::types::Type;
use crate::lower::builder::{Binding, Lower};
use crate::lower::vocabulary::inert_ty;
use crate::syntax::expressions::{is_arithmetic, is_compound, is_no_diff, strip};
use crate::syntax::scalar_rules;
use crate::syntax::types::{Ty, Width};
use syn::{BinOp, Expr, Lit, UnOp};

impl Lower<'_> {
    /// What inference knows of an expression's type; behind references, since methods are called through them.
    pub(super) fn inferred(&self, expr: &Expr) -> Type {
        let outer = |ident: &proc_macro2::Ident| {
            let (mark, _) = self.bound(ident)?;
            self.facts.at(&mark.key).cloned()
        };
        let ty = self.facts.of_expression(expr, &self.options.around, &outer);
        ty.behind_references().clone()
    }

    /// The type of an expression as far as its syntax makes it certain, without lowering it.
    pub fn type_of(&self, expr: &Expr) -> Ty {
        match expr {
            Expr::Paren(inner) => self.type_of(&inner.expr),
            Expr::Group(inner) => self.type_of(&inner.expr),
            Expr::Lit(lit) => literal_ty(&lit.lit),
            Expr::Path(path) => match path.path.get_ident().and_then(|ident| self.lookup(ident)) {
                Some(Binding::Var(var)) => self.f.info(*var).ty.clone(),
                Some(Binding::Alias(place, _)) => Ty::Ref(Box::new(self.f.place_ty(place))),
                Some(Binding::Known(value)) => self.value_ty(value),
                Some(Binding::Cursor(cursor)) => self.cursor_ty(cursor),
                Some(Binding::Closure(_) | Binding::Iterator(..)) => Ty::Unknown,
                None => self.path_ty(&path.path),
            },
            Expr::Unary(unary) => {
                let ty = self.type_of(&unary.expr);
                match unary.op {
                    UnOp::Deref(_) => match ty {
                        Ty::Ref(inner) => *inner,
                        _ => Ty::Unknown,
                    },
                    _ => match ty.behind_references() {
                        ty if ty.is_scalar() => ty.clone(),
                        Ty::NdArray(element, axes) => Ty::NdArray(element.clone(), *axes),
                        _ => Ty::Unknown,
                    },
                }
            }
            Expr::Binary(binary) if is_compound(&binary.op) => Ty::Unit,
            Expr::Binary(binary) => {
                let (l, r) = (self.type_of(&binary.left), self.type_of(&binary.right));
                binary_ty(&binary.op, l.behind_references(), r.behind_references())
            }
            Expr::Reference(reference) => Ty::Ref(Box::new(self.type_of(&reference.expr))),
            Expr::Index(index) => {
                let base = self.type_of(&index.expr);
                match &*index.index {
                    index if matches!(index, Expr::Range(_)) || self.names_range(index) => {
                        match base.behind_references() {
                            Ty::Slice(e) | Ty::Array(e) | Ty::Vec(e) => Ty::Slice(e.clone()),
                            _ => Ty::Unknown,
                        }
                    }
                    _ => base.element(),
                }
            }
            Expr::Field(field) => match (self.type_of(&field.base).behind_references(), &field.member) {
                (Ty::Tuple(elements), syn::Member::Unnamed(index)) => {
                    elements.get(index.index as usize).cloned().unwrap_or(Ty::Unknown)
                }
                _ => Ty::Unknown,
            },
            Expr::Cast(cast) => Ty::of(&cast.ty),
            Expr::Tuple(tuple) if tuple.elems.is_empty() => Ty::Unit,
            Expr::Tuple(tuple) => Ty::Tuple(tuple.elems.iter().map(|elem| self.type_of(elem)).collect()),
            Expr::Array(array) => {
                let element = array.elems.first().map_or(Ty::Unknown, |elem| self.type_of(elem));
                Ty::Array(Box::new(element))
            }
            Expr::Repeat(repeat) => Ty::Array(Box::new(self.type_of(&repeat.expr))),
            Expr::Call(call) => self.call_ty(call),
            Expr::MethodCall(call) => self.method_ty(call),
            Expr::Block(block) => match block.block.stmts.as_slice() {
                [syn::Stmt::Expr(expr, None)] => self.type_of(expr),
                _ => Ty::Unknown,
            },
            Expr::If(branch) => match (&branch.then_branch.stmts[..], &branch.else_branch) {
                ([syn::Stmt::Expr(then, None)], Some((_, els))) => self.type_of(then).join(&self.type_of(els)),
                _ => Ty::Unknown,
            },
            Expr::Macro(mac) if crate::lower::macros::macro_name(&mac.mac) == "array" => {
                crate::lower::arrays::made_by(&mac.mac)
            }
            Expr::Macro(mac) if crate::lower::macros::macro_name(&mac.mac) == "vec" => Ty::Vec(Box::new(Ty::Unknown)),
            Expr::Macro(mac) if mac.mac.path.is_ident("format") => Ty::Inert,
            Expr::Macro(mac) if mac.mac.path.is_ident("matches") || mac.mac.path.is_ident("cfg") => Ty::Bool,
            _ => Ty::Unknown,
        }
    }

    /// The type of what a function gives, as far as it is known by its name.
    fn call_ty(&self, call: &syn::ExprCall) -> Ty {
        if is_no_diff(&call.func) {
            return call.args.first().map_or(Ty::Unknown, |arg| self.type_of(arg));
        }
        if let Some(f) = self.function_parameter(&call.func) {
            let param = self.f.params.iter().find(|param| param.var == f);
            let callable = param.and_then(|param| param.callable.as_ref());
            return callable.map_or(Ty::Unknown, |(callable, _)| Ty::of(&callable.output));
        }
        let Expr::Path(path) = &*call.func else {
            return Ty::Unknown;
        };
        let segments = &path.path.segments;
        if segments.len() == 1 && segments[0].ident == self.f.name && self.lookup(&segments[0].ident).is_none() {
            return self.f.output_ty.clone();
        }
        if segments.len() >= 2 {
            let owner = segments[segments.len() - 2].ident.to_string();
            let name = segments[segments.len() - 1].ident.to_string();
            match Ty::primitive(&owner) {
                Some(ty @ Ty::Float(_)) if name == "sin_cos" => return Ty::Tuple(vec![ty.clone(), ty]),
                Some(ty @ Ty::Float(_)) => {
                    return if scalar_rules::is_inert(&name) {
                        inert_ty(&name)
                    } else {
                        ty
                    };
                }
                Some(Ty::Int) => return Ty::Int,
                _ => {}
            }
        }
        Ty::Unknown
    }

    /// The type of a path that is no variable: of a primitive type's constants, and of what is an integer by its uses.
    pub(super) fn path_ty(&self, path: &syn::Path) -> Ty {
        let used_as = path.segments.last().and_then(|last| self.facts.of(&last.ident));
        match path_ty(path) {
            Ty::Unknown if used_as.is_some_and(Type::is_integer) => Ty::Int,
            ty => ty,
        }
    }

    /// Whether an index names a variable that is a range: `v[range.clone()]`.
    fn names_range(&self, index: &Expr) -> bool {
        let name = match index {
            Expr::MethodCall(call) if call.method == "clone" => strip(&call.receiver),
            index => index,
        };
        let Expr::Path(path) = name else { return false };
        let binding = path.path.get_ident().and_then(|ident| self.lookup(ident));
        matches!(binding, Some(Binding::Var(var)) if self.ranges.contains(var)) || self.named_range(name).is_some()
    }

    pub(super) fn method_ty(&self, call: &syn::ExprMethodCall) -> Ty {
        let name = call.method.to_string();
        let receiver = self.type_of(&call.receiver);
        let receiver = receiver.behind_references();
        if let (Ty::Unknown, Some(array)) = (receiver, self.options.arrays.get(&name)) {
            return array.clone();
        }
        match (receiver, name.as_str()) {
            (Ty::Float(_), "sin_cos") => Ty::Tuple(vec![receiver.clone(), receiver.clone()]),
            (Ty::Float(_), _) if scalar_rules::rule(&name).is_some() || scalar_rules::is_flat(&name) => {
                receiver.clone()
            }
            (Ty::Float(_), "clone" | "to_owned") => receiver.clone(),
            (Ty::Float(_), _) if scalar_rules::is_inert(&name) => inert_ty(&name),
            (_, "len" | "capacity" | "nrows" | "ncols" | "ndim") if call.args.is_empty() => Ty::Int,
            (Ty::NdArray(..), "len_of") => Ty::Int,
            (Ty::NdArray(_, Some(1)), "dim") => Ty::Int,
            (Ty::NdArray(_, Some(axes)), "dim") => Ty::Tuple(vec![Ty::Int; *axes]),
            (Ty::NdArray(..), "shape") => Ty::Slice(Box::new(Ty::Int)),
            (_, name) if call.args.is_empty() && is_test(name) => Ty::Bool,
            // `(low..high).contains(&x)`
            (_, "contains") if matches!(strip(&call.receiver), Expr::Range(_)) => Ty::Bool,
            (Ty::Int, _) => match row_of("integer", &name, call.args.len()) {
                Some(row) if row.output == row.receiver || row.output.is_integer() => Ty::Int,
                Some(row) if row.output == Type::primitive("bool") => Ty::Bool,
                _ => Ty::Unknown,
            },
            (Ty::Slice(e) | Ty::Vec(e) | Ty::Array(e), "to_vec") => Ty::Vec(e.clone()),
            (Ty::Slice(e), "to_owned") => Ty::Vec(e.clone()),
            (_, _) if self.gives_view(call) => self.view_ty(call),
            (_, "collect") => match call.turbofish.as_ref().and_then(|types| types.args.first()) {
                Some(syn::GenericArgument::Type(ty)) => Ty::of(ty),
                _ => Ty::Unknown,
            },
            (_, "clone" | "to_owned") => receiver.clone(),
            (Ty::Array(_), "map") => receiver.clone(),
            (Ty::NdArray(element, _), "sum") => (**element).clone(),
            (Ty::NdArray(..), "mapv" | "mapv_into" | "mapv_into_any" | "map") => receiver.clone(),
            (Ty::NdArray(..), _) if scalar_rules::rule(&name).is_some() => receiver.clone(),
            (
                Ty::NdArray(..),
                "cumprod" | "diff" | "select" | "into_owned" | "as_standard_layout" | "reversed_axes" | "permuted_axes",
            ) => receiver.clone(),
            (Ty::NdArray(..), "add" | "sub" | "mul" | "div") if call.args.len() == 1 => receiver.clone(),
            (Ty::NdArray(element, _), "product") => (**element).clone(),
            (Ty::NdArray(element, _), "flatten" | "into_flat" | "into_diag") => Ty::NdArray(element.clone(), Some(1)),
            (
                Ty::NdArray(element, Some(axes)),
                "sum_axis" | "product_axis" | "var_axis" | "std_axis" | "remove_axis" | "index_axis_move",
            ) => Ty::NdArray(element.clone(), axes.checked_sub(1)),
            (Ty::NdArray(element, Some(axes)), "insert_axis") => Ty::NdArray(element.clone(), Some(axes + 1)),
            (Ty::NdArray(element, Some(l)), "dot") => match call.args.first().map(|arg| self.type_of(arg)) {
                Some(ty) => match ty.behind_references() {
                    Ty::NdArray(_, Some(r)) if l + r == 2 => (**element).clone(),
                    Ty::NdArray(_, Some(r)) => Ty::NdArray(element.clone(), (l + r).checked_sub(2)),
                    _ => Ty::Unknown,
                },
                None => Ty::Unknown,
            },
            _ => Ty::Unknown,
        }
    }
}

/// Methods that ask a yes or no of a list, an option or a float. Where they are another type's own, the emitted code proves that no
/// derivative comes out of them.
pub(super) fn is_test(method: &str) -> bool {
    method.starts_with("is_") && crate::lower::is_measure(method)
        || matches!(
            method,
            "is_negative" | "is_positive" | "is_standard_layout" | "is_square"
        )
}

pub(super) fn literal_ty(lit: &Lit) -> Ty {
    match lit {
        Lit::Float(lit) => match lit.suffix() {
            "f32" => Ty::Float(Width::F32),
            "f64" => Ty::Float(Width::F64),
            _ => Ty::FLOAT,
        },
        Lit::Int(lit) => match lit.suffix() {
            "f32" => Ty::Float(Width::F32),
            "f64" => Ty::Float(Width::F64),
            _ => Ty::Int,
        },
        Lit::Bool(_) => Ty::Bool,
        _ => Ty::Inert,
    }
}

/// The constants of the primitive types are certain; any other path is rustc's business.
fn path_ty(path: &syn::Path) -> Ty {
    let segments: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    match segments.as_slice() {
        [.., owner, name] if name != "consts" => match Ty::primitive(owner) {
            Some(ty) => ty,
            // `std::f64::consts::PI`
            None if owner == "consts" => {
                match segments.len().checked_sub(3).and_then(|k| Ty::primitive(&segments[k])) {
                    Some(ty) => ty,
                    None => Ty::Unknown,
                }
            }
            None => Ty::Unknown,
        },
        _ => Ty::Unknown,
    }
}

pub(super) fn binary_ty(op: &BinOp, l: &Ty, r: &Ty) -> Ty {
    use BinOp::*;
    match op {
        Lt(_) | Le(_) | Gt(_) | Ge(_) | Eq(_) | Ne(_) | And(_) | Or(_) => Ty::Bool,
        Shl(_) | Shr(_) if *l == Ty::Int => Ty::Int,
        _ => match (l, r) {
            (Ty::Float(a), Ty::Float(b)) => Ty::Float(a.join(*b)),
            (Ty::Int, Ty::Int) => Ty::Int,
            (Ty::Bool, Ty::Bool) => Ty::Bool,
            // Arrays of known rank; a mixed rank broadcasts to the larger one.
            (Ty::NdArray(e, a), Ty::NdArray(_, b)) if is_arithmetic(op) => Ty::NdArray(e.clone(), (*a).max(*b)),
            (Ty::NdArray(e, a), Ty::Float(_)) | (Ty::Float(_), Ty::NdArray(e, a)) if is_arithmetic(op) => {
                Ty::NdArray(e.clone(), *a)
            }
            _ => Ty::Unknown,
        },
    }
}
