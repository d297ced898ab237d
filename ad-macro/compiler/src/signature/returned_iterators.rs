//! The item type of a returned iterator: `Iterated`, references (each item is a projection of an argument) or values.
//!
//! Input:  `-> impl Iterator<Item = &f64> + '_`, `-> Box<dyn Iterator<Item = f64>>`, `-> std::slice::Iter<'_, f64>`
//! Output: `References(f64)`, `Values(f64)`, `References(f64)`

use crate::signature::bounds::traits;
use crate::signature::returned_places::Lent;
use crate::syntax::types::Ty;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Expr, GenericArgument, PathArguments, ReturnType, Token, Type, TypeParamBound};

/// What a function says of the iterator that it returns.
#[derive(Clone, Debug)]
pub enum Iterated {
    /// It gives references.
    References(Lent),
    /// It gives values of this type, or what has references in it.
    Values(Type),
}

impl Iterated {
    /// Reads `impl Iterator<Item = &T>`, `Box<dyn Iterator<Item = &T>>` and `slice::Iter<T>`.
    pub fn of(ty: &Type) -> Option<Iterated> {
        let item = item(ty)?;
        Some(match Lent::of(&item) {
            Some(lent) if !lent.optional => Iterated::References(lent),
            _ => Iterated::Values(item),
        })
    }

    /// Whether no derivative comes out of the items.
    pub fn is_inert(&self) -> bool {
        match self {
            Iterated::References(lent) => lent.ty().is_inert(),
            Iterated::Values(ty) => Ty::of(ty).is_inert(),
        }
    }

    /// Of a function's result.
    pub fn returned(output: &ReturnType) -> Option<Iterated> {
        match output {
            ReturnType::Type(_, ty) => Iterated::of(ty),
            ReturnType::Default => None,
        }
    }
}

/// The type of the items of an iterator, as it is written.
pub fn item(ty: &Type) -> Option<Type> {
    let path = match ty {
        Type::Paren(inner) => return item(&inner.elem),
        Type::Group(inner) => return item(&inner.elem),
        Type::ImplTrait(ty) => return item_in(&ty.bounds),
        Type::Path(path) if path.qself.is_none() => &path.path,
        _ => return None,
    };
    let last = path.segments.last()?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    let mut types = arguments.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    let (first, None) = (types.next()?, types.next()) else {
        return None;
    };
    let lifetime = arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::Lifetime(lifetime) if lifetime.ident != "_" => Some(lifetime),
        _ => None,
    });
    // A type of the user's under such a name has no lifetime, if it owns what it gives.
    let borrows = arguments
        .args
        .iter()
        .any(|argument| matches!(argument, GenericArgument::Lifetime(_)));
    match (last.ident.to_string().as_str(), first) {
        ("Box", Type::TraitObject(object)) => item_in(&object.bounds),
        ("Iter", _) if borrows => Some(syn::parse_quote!(&#lifetime #first)),
        ("IterMut", _) if borrows => Some(syn::parse_quote!(&#lifetime mut #first)),
        _ => None,
    }
}

fn item_in(bounds: &Punctuated<TypeParamBound, Token![+]>) -> Option<Type> {
    bounds.iter().find_map(|bound| {
        let TypeParamBound::Trait(bound) = bound else {
            return None;
        };
        let last = bound.path.segments.last()?;
        let PathArguments::AngleBracketed(arguments) = &last.arguments else {
            return None;
        };
        if !traits::ITERATORS.iter().any(|name| last.ident == name) {
            return None;
        }
        arguments.args.iter().find_map(|argument| match argument {
            GenericArgument::AssocType(ty) if ty.ident == "Item" => Some(ty.ty.clone()),
            _ => None,
        })
    })
}

/// What a function gives that the last closure of a chain calls is a reference.
pub fn points(expr: &mut Expr, mutable: bool) {
    let call = match expr {
        Expr::Paren(inner) => return points(&mut inner.expr, mutable),
        Expr::MethodCall(call) => call,
        _ => return,
    };
    match call.method.to_string().as_str() {
        "map" => {
            if let Some(Expr::Closure(closure)) = call.args.first_mut() {
                pointed(&mut closure.body, mutable);
            }
        }
        "flat_map" => {
            if let Some(Expr::Closure(closure)) = call.args.first_mut() {
                points(&mut closure.body, mutable);
            }
        }
        "chain" => {
            points(&mut call.receiver, mutable);
            call.args.iter_mut().for_each(|arg| points(arg, mutable));
        }
        "filter" | "skip" | "take" | "step_by" | "rev" | "take_while" | "skip_while" | "inspect" | "peekable"
        | "fuse" | "by_ref" => points(&mut call.receiver, mutable),
        _ => {}
    }
}

/// The body of a closure that gives a reference.
fn pointed(expr: &mut Expr, mutable: bool) {
    match expr {
        Expr::Paren(inner) => pointed(&mut inner.expr, mutable),
        Expr::Block(block) => {
            if let Some(syn::Stmt::Expr(expr, None)) = block.block.stmts.last_mut() {
                pointed(expr, mutable);
            }
        }
        Expr::If(branch) => {
            if let Some(syn::Stmt::Expr(expr, None)) = branch.then_branch.stmts.last_mut() {
                pointed(expr, mutable);
            }
            if let Some((_, els)) = &mut branch.else_branch {
                pointed(els, mutable);
            }
        }
        Expr::Match(stmt) => stmt.arms.iter_mut().for_each(|arm| pointed(&mut arm.body, mutable)),
        Expr::Call(_) | Expr::MethodCall(_) => {
            let mutable = mutable.then(<Token![mut]>::default);
            *expr = syn::parse_quote_spanned!(expr.span()=> &#mutable *#expr);
        }
        _ => {}
    }
}

/// Whether a called path is `Box::new`.
pub fn is_box(function: &Expr) -> bool {
    let Expr::Path(path) = function else { return false };
    let mut names = path.path.segments.iter().rev().map(|segment| &segment.ident);
    names.next().is_some_and(|name| name == "new") && names.next().is_some_and(|owner| owner == "Box")
}
