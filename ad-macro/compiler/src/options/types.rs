//! `types(..)`: the types that the macro cannot see, in Rust's own syntax.
//!
//! Input:  `types(.rates = HashMap<String, f64>, row = fn(&Self, usize) -> &[f64], View = View<'_>)`
//! Output: the field `rates` is a map, calls of `row` return references to slices, `View` borrows where it is written alone
//!
//! What an entry tells shows in its form: a field begins with a point, a function's type with `fn`. rustc checks all of it.

use crate::options::attribute::Options;
use crate::signature::returned_iterators::Iterated;
use crate::signature::returned_places::{Lent, Several};
use crate::signature::{callables, returned_views, static_references};
use crate::syntax::diagnostics::Diagnostics;
use crate::syntax::lifetimes::names_lifetimes;
use crate::syntax::types::Ty;
use proc_macro2::{Ident, TokenStream};
use quote::format_ident;
use std::rc::Rc;
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned;
use syn::{PathArguments, Token, Type, TypeParamBound, parenthesized};

/// One entry of `types(..)`.
pub struct Told {
    /// The name before the `=`, as it is told apart from others.
    key: Ident,
    fact: Fact,
}

enum Fact {
    /// `Self = Vector`: the function stands in an impl.
    Associated,
    /// `get = fn(&Self, usize) -> Option<&f64>`
    Returned(Box<(Returned, Type)>),
    /// `at = unsafe fn(&Self, usize) -> &f64`: reaches an element without a check of its index.
    Unchecked { mutable: bool },
    /// `.0 = &S`
    Reference(syn::Member, Type),
    /// `.rates = HashMap<String, f64>`
    Map,
    /// `.nodes = impl Index`, `heap = impl Index`
    Indexed,
    /// `Force = dyn Fn(f64) -> f64`, `Plain = fn(f64) -> f64`
    Function(Type),
    /// `shape = dyn Shape + 'static`
    Owned,
    /// `View = View<'_>`
    Borrowing(syn::AngleBracketedGenericArguments),
}

/// What calls of a function return.
enum Returned {
    Place(Lent),
    Constant,
    Items(Iterated),
    Several(Several),
    Holder(Type),
    Array(Ty),
}

impl Parse for Told {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        if input.peek(Token![.]) {
            return field(input);
        }
        if input.peek(Token![Self]) {
            let this = input.parse::<Token![Self]>()?;
            input.parse::<Token![=]>()?;
            input.parse::<Type>()?;
            return Ok(Told {
                key: Ident::new("Self", this.span),
                fact: Fact::Associated,
            });
        }
        let key: Ident = input.parse()?;
        input.parse::<Token![=]>()?;
        let fact = match input.peek(Token![fn]) || input.peek(Token![unsafe]) {
            true => function(input)?,
            false => named_type(&key, &input.parse()?)?,
        };
        Ok(Told { key, fact })
    }
}

/// `fn(&Self, usize) -> &[f64]`, or with any arguments `fn(..) -> &[f64]`.
fn function(input: ParseStream) -> syn::Result<Fact> {
    let pointer = input.fork().parse::<Type>();
    let unchecked = input.parse::<Option<Token![unsafe]>>()?.is_some();
    input.parse::<Token![fn]>()?;
    let arguments;
    parenthesized!(arguments in input);
    arguments.parse::<TokenStream>()?;
    input.parse::<Token![->]>()?;
    let ty: Type = input.parse()?;
    let wrong = |message| syn::Error::new(ty.span(), message);
    if unchecked {
        return match Lent::of(&ty) {
            Some(lent) if !lent.optional => Ok(Fact::Unchecked { mutable: lent.mutable }),
            _ => Err(wrong(
                "an `unsafe` method is told that reaches an element: `unsafe fn(..) -> &f64`",
            )),
        };
    }
    let items = Iterated::of(&ty).map(Returned::Items);
    let constant = || static_references::is_constant(&ty).then_some(Returned::Constant);
    let place = || Lent::of(&ty).map(Returned::Place);
    let several = || Several::of(&ty).map(Returned::Several);
    let array = || returned_views::array_returned(&ty).map(Returned::Array);
    let holder = || names_lifetimes(&ty).then(|| Returned::Holder(ty.clone()));
    let returned = items
        .or_else(constant)
        .or_else(place)
        .or_else(several)
        .or_else(array)
        .or_else(holder);
    // `Plain = fn(f64) -> f64` is another name of a pointer.
    let named = || pointer.ok().filter(callables::is_written).map(Fact::Function);
    let returned = returned.map(|returned| Fact::Returned(Box::new((returned, ty.clone()))));
    returned.or_else(named).ok_or_else(|| {
        wrong(
            "nothing has to be told of a function that returns no reference; one returns `&T`, `&mut T` or an `Option` of these, a tuple or an array of `&T`, `impl Iterator<Item = &T>`, or a type with a lifetime, `View<'_>`",
        )
    })
}

/// What the name of a parameter or of a type stands for.
fn named_type(key: &Ident, ty: &Type) -> syn::Result<Fact> {
    if callables::is_written(ty) {
        return Ok(Fact::Function(ty.clone()));
    }
    if is_index(ty) {
        return Ok(Fact::Indexed);
    }
    if let Type::TraitObject(object) = ty
        && object
            .bounds
            .iter()
            .any(|bound| matches!(bound, TypeParamBound::Lifetime(lifetime) if lifetime.ident == "static"))
    {
        return Ok(Fact::Owned);
    }
    if let Type::Path(path) = ty
        && let Some(last) = path.path.segments.last()
        && last.ident == *key
        && let PathArguments::AngleBracketed(arguments) = &last.arguments
    {
        return Ok(Fact::Borrowing(arguments.clone()));
    }
    let message = format!(
        "this tells nothing: write what a function returns, `{key} = fn(..) -> &[f64]`, a function's type, `{key} = dyn Fn(f64) -> f64`, the lifetimes of a type, `{key} = {key}<'_>`, or of a parameter `&dyn Shape` that its object borrows nothing, `{key} = dyn Shape + 'static`"
    );
    Err(syn::Error::new(ty.span(), message))
}

/// `impl Index`
fn is_index(ty: &Type) -> bool {
    let Type::ImplTrait(of) = ty else { return false };
    let named = |of: &syn::TraitBound| of.path.segments.last().is_some_and(|last| last.ident == "Index");
    matches!(of.bounds.first(), Some(TypeParamBound::Trait(of)) if named(of))
}

/// `.rates = HashMap<String, f64>`
fn field(input: ParseStream) -> syn::Result<Told> {
    input.parse::<Token![.]>()?;
    let member: syn::Member = input.parse()?;
    input.parse::<Token![=]>()?;
    let ty: Type = input.parse()?;
    let key = match &member {
        syn::Member::Named(name) => name.clone(),
        syn::Member::Unnamed(index) => format_ident!("_{}", index.index, span = index.span),
    };
    let fact = match &ty {
        Type::Reference(reference) if reference.mutability.is_none() => Fact::Reference(member, ty),
        Type::Path(path)
            if path
                .path
                .segments
                .last()
                .is_some_and(|last| last.ident.to_string().ends_with("Map")) =>
        {
            Fact::Map
        }
        ty if is_index(ty) => Fact::Indexed,
        _ => {
            let message = format!(
                "of a field it is told that it is a map, `.{key} = HashMap<String, f64>`, that it has an `Index` of its own, `.{key} = impl Index`, or that it is a reference, `.{key} = &S`"
            );
            return Err(syn::Error::new(ty.span(), message));
        }
    };
    Ok(Told { key, fact })
}

impl Told {
    /// Adds it to the options.
    pub fn note(self, options: &mut Options, diagnostics: &Diagnostics) {
        let span = self.key.span();
        if !self.is_new(options) {
            diagnostics.error(span, "this is told twice", "");
        }
        let name = self.key.to_string();
        match self.fact {
            Fact::Associated => options.associated = true,
            Fact::Returned(told) => {
                let (returned, ty) = *told;
                Rc::make_mut(&mut options.around).told.insert(name.clone(), ty);
                returned.note(name, options);
            }
            Fact::Unchecked { mutable } => drop(options.unchecked.insert(name, mutable)),
            Fact::Reference(member, ty) => options.referring.push((member, ty)),
            Fact::Map => drop(options.maps.insert(name)),
            Fact::Indexed => drop(options.indexed.insert(name)),
            Fact::Function(ty) => drop(options.functions.insert(name, (self.key, ty))),
            Fact::Owned => options.owned.push(self.key),
            Fact::Borrowing(lifetimes) => drop(options.lifetimes.insert(name, lifetimes)),
        }
    }

    fn is_new(&self, options: &Options) -> bool {
        let name = &self.key.to_string();
        match &self.fact {
            Fact::Associated => !options.associated,
            Fact::Returned(..) => {
                !(options.references.contains_key(name)
                    || options.constants.contains(name)
                    || options.iterators.contains_key(name)
                    || options.tuples.contains_key(name)
                    || options.lent.contains_key(name)
                    || options.arrays.contains_key(name))
            }
            Fact::Unchecked { .. } => !options.unchecked.contains_key(name),
            Fact::Reference(member, _) => options.referring.iter().all(|(other, _)| other != member),
            Fact::Map => !options.maps.contains(name),
            Fact::Indexed => !options.indexed.contains(name),
            Fact::Function(_) => !options.functions.contains_key(name),
            Fact::Owned => !options.owned.contains(&self.key),
            Fact::Borrowing(_) => !options.lifetimes.contains_key(name),
        }
    }
}

impl Returned {
    fn note(self, name: String, options: &mut Options) {
        match self {
            Returned::Place(lent) => {
                if lent.target != syn::parse_quote!(_) {
                    options.written.insert(name.clone(), lent.clone());
                }
                options.references.insert(name, lent);
            }
            Returned::Constant => drop(options.constants.insert(name)),
            Returned::Items(iterated) => drop(options.iterators.insert(name, iterated)),
            Returned::Several(lent) => drop(options.tuples.insert(name, lent)),
            Returned::Holder(ty) => drop(options.lent.insert(name, ty)),
            Returned::Array(ty) => drop(options.arrays.insert(name, ty)),
        }
    }
}
