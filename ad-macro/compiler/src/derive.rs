//! `#[derive(Differentiable)]`: the cotangent type of a struct or an enum, and the impls by which the runtime knows both.
//!
//! Input:  `struct V { x: f64, #[no_diff] id: u32, of: Vec<f64> }`
//! Output: `struct VCotangent { x: f64, id: (), of: Vec<f64> }`, its shape, `Differentiable`, `Cotangent`, …
//!
//! A cotangent mirrors its value: the same fields or variants, names and visibility, with `()` where nothing is differentiated.
//! So the path to a part of a value is the path to its cotangent, and a value and its cotangent can be matched side by side.
//!
//! A third type, the shape, is the witness that the zero cotangent needs. It must outlive all that the value borrows, so it is not
//! generic in the value's own type parameters: it takes one parameter for the shape of each type made of them that a field
//! holds. It lives in a `const` block, where its name collides with nothing.
//!
//! Invariant: bounds are asked of type parameters, as serde does, and not of fields' types: a bound that an impl fulfils anyway
//! would keep rustc from normalising through it.

pub mod copies;
pub mod cotangent;
pub mod item;
pub mod numbers;
pub mod own_cotangent;
pub mod payloads;
pub mod scope;
pub mod shapes;
pub mod values;
pub mod vector_space;

use crate::derive::item::{Field, Own, Parts, Style, Variant};
use crate::derive::scope::{Scope, kept, plain, replace_self, require, without_defaults};
use crate::syntax::diagnostics::Diagnostics;
use crate::syntax::invisible_groups;
use crate::syntax::panics::caught;
use crate::syntax::types::{is_inert, is_inert_list};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, Data, DeriveInput, Fields, GenericParam, Generics, Member, Meta, Type, parse_quote};

/// `#[derive(Differentiable)]` on `item`: all that goes beside it.
pub fn expand(item: TokenStream) -> TokenStream {
    let diagnostics = Diagnostics::new();
    let derived = caught(|| derived(item.clone(), &diagnostics));
    let derived = derived.unwrap_or_else(|panic| {
        panic.report(item.span(), &diagnostics);
        TokenStream::new()
    });
    diagnostics.finish().unwrap_or(derived)
}

/// What the derive adds, if nothing is reported.
fn derived(item: TokenStream, diagnostics: &Diagnostics) -> TokenStream {
    let input = match syn::parse2::<DeriveInput>(item) {
        // What is no type to rustc is no field's.
        Ok(input) if invisible_groups::has_bare_bounds(&input) => {
            return TokenStream::new();
        }
        Ok(input) => input,
        Err(error) => {
            diagnostics.error(
                error.span(),
                &error,
                "`#[derive(Differentiable)]` goes on a struct or an enum",
            );
            return TokenStream::new();
        }
    };
    let parts = Parts::of(&input, diagnostics);
    match diagnostics.count() {
        0 => parts.emit(),
        _ => TokenStream::new(),
    }
}

impl Parts {
    fn of(input: &DeriveInput, diagnostics: &Diagnostics) -> Parts {
        let name = &input.ident;
        let mut variants = variants(input, diagnostics);
        let mut scope = Scope::of(input, diagnostics);
        let (_, arguments, _) = input.generics.split_for_impl();
        let itself: Type = parse_quote!(#name #arguments);
        for field in variants.iter_mut().flat_map(|variant| &mut variant.fields) {
            replace_self(&mut field.ty, name, &itself);
            if field.active {
                scope.check(&field.ty, diagnostics);
                reject_inner_mutable_reference(&field.ty, diagnostics);
                scope.collect(&field.ty, diagnostics);
            }
        }
        let written = &mut input.generics.clone();
        for field in variants.iter().flat_map(|variant| &variant.fields) {
            if let (Type::Reference(reference), true) = (&field.ty, field.active) {
                crate::signature::bounds::sized::require_size_of(&reference.elem, written);
            }
        }
        let written = &*written;
        let mut value = Own {
            name: name.clone(),
            generics: without_defaults(written),
        };
        let active: Vec<Type> = variants
            .iter()
            .flat_map(|variant| variant.fields.iter().filter(|field| field.active))
            .map(|field| scope.without_itself(&field.ty))
            .collect();
        let mut cotangent = cotangent(name, written, &active, diagnostics);
        for (ty, bound) in &scope.bounds {
            let erased = scope.outlive(ty);
            require(&mut value.generics, ty, bound);
            require(&mut value.generics, &erased, bound);
            require(&mut cotangent.generics, &erased, bound);
        }
        let shape = scope.shape(input, &active);
        let proven = scope.proven(input);
        for field in variants.iter().flat_map(Variant::active) {
            proven.proven(&field.ty);
        }
        for field in variants.iter_mut().flat_map(|variant| &mut variant.fields) {
            if field.active {
                field.defined = scope.cotangent_type(&field.ty, &cotangent, &proven);
                field.ty = proven.proven(&field.ty);
                field.cotangent = scope.cotangent_type(&field.ty, &cotangent, &proven);
                field.shape = scope.shape_type(&field.ty, &shape);
            }
        }
        let veil = scope.veil(&input.vis);
        let part_cotangents = scope.parts.iter().map(|part| {
            let erased = scope.outlive(part);
            parse_quote!(<#erased as ::pullback::Differentiable>::Cotangent)
        });
        let inert = variants
            .iter()
            .flat_map(|variant| &variant.fields)
            .filter(|field| !field.carries() && is_inert(&field.ty) && !scope.is_obvious(&field.ty))
            .map(|field| scope.outlive(&field.ty))
            .collect();
        let free = written.type_params().map(|param| &param.ident);
        let free = free.filter(|ident| scope.free.contains(&ident.to_string()));
        let asked = free
            .map(|ident| scope.parts.contains(&parse_quote!(#ident)).then(|| ident.clone()))
            .collect();
        Parts {
            inert,
            proven: proven.items(),
            part_cotangents: part_cotangents.collect(),
            value,
            cotangent,
            shape,
            held: scope.held,
            veil,
            asked,
            visibility: input.vis.clone(),
            is_enum: matches!(input.data, Data::Enum(_)),
            non_exhaustive: input
                .attrs
                .iter()
                .any(|attribute| attribute.path().is_ident("non_exhaustive")),
            attributes: cotangent_attributes(&input.attrs, diagnostics),
            variants,
        }
    }
}

/// The variants of an enum; a struct is one.
fn variants(input: &DeriveInput, diagnostics: &Diagnostics) -> Vec<Variant> {
    let whole = no_diff(&input.attrs, diagnostics);
    if let (Some(attribute), Data::Enum(_) | Data::Union(_)) = (&whole, &input.data) {
        diagnostics.error(
            attribute.path().span(),
            "`#[no_diff]` goes on a field, or on a struct or a variant for all its fields",
            "mark the parameters that take the type, or do not derive `Differentiable`",
        );
    }
    match &input.data {
        Data::Struct(data) => vec![Variant::of(None, &data.fields, whole.is_some(), diagnostics)],
        Data::Enum(data) => data
            .variants
            .iter()
            .map(|variant| {
                let inert = no_diff(&variant.attrs, diagnostics).is_some();
                Variant::of(Some(variant.ident.clone()), &variant.fields, inert, diagnostics)
            })
            .collect(),
        Data::Union(data) => {
            diagnostics.error(
                data.union_token.span,
                "a union carries no derivative: which of its fields is alive is not known",
                "make it an enum",
            );
            Vec::new()
        }
    }
}

/// Only what a field itself borrows mutably has a cotangent that is lent with it.
fn reject_inner_mutable_reference(ty: &Type, diagnostics: &Diagnostics) {
    let held = match ty {
        Type::Reference(reference) => &reference.elem,
        ty => ty,
    };
    if crate::syntax::references::holds_mutable_reference(held) {
        diagnostics.error(
            held.span(),
            "a mutable reference inside of a field's type carries no derivative yet",
            "make it a field of its own, `values: &'a mut [f64]`, or mark the field `#[no_diff]`",
        );
    }
}

/// The cotangent's name and parameters: those of the types that carry a derivative.
fn cotangent(name: &Ident, written: &Generics, active: &[Type], diagnostics: &Diagnostics) -> Own {
    let cotangent = Own {
        // It stands where the type's name does, so that a clash is shown there, but is not the user's own word to lints.
        name: Ident::new(
            &format!("{}Cotangent", plain(name)),
            Span::call_site().located_at(name.span()),
        ),
        generics: kept(written, active),
    };
    if let Some(clash) = written.params.iter().find_map(|param| match param {
        GenericParam::Type(param) if param.ident == cotangent.name => Some(&param.ident),
        GenericParam::Const(param) if param.ident == cotangent.name => Some(&param.ident),
        _ => None,
    }) {
        diagnostics.error(
            clash.span(),
            format!("`{clash}` is the name of the type that `#[derive(Differentiable)]` makes"),
            "rename the parameter",
        );
    }
    cotangent
}

impl Variant {
    fn of(name: Option<Ident>, fields: &Fields, inert: bool, diagnostics: &Diagnostics) -> Variant {
        let style = match fields {
            Fields::Named(_) => Style::Named,
            Fields::Unnamed(_) => Style::Tuple,
            Fields::Unit => Style::Unit,
        };
        let fields = fields
            .members()
            .zip(fields)
            .map(|(member, field)| {
                let marked = no_diff(&field.attrs, diagnostics).is_some();
                Field {
                    member,
                    visibility: field.vis.clone(),
                    ty: field.ty.clone(),
                    boxed: copies::holds_box(&field.ty),
                    active: !(inert || marked || is_inert(&field.ty) && !is_inert_list(&field.ty)),
                    cotangent: quote!(()),
                    defined: quote!(()),
                    shape: TokenStream::new(),
                }
            })
            .collect();
        Variant { name, style, fields }
    }
}

/// The mark on a field or a variant.
fn no_diff<'a>(attributes: &'a [Attribute], diagnostics: &Diagnostics) -> Option<&'a Attribute> {
    let attribute = attributes
        .iter()
        .find(|attribute| attribute.path().is_ident("no_diff"))?;
    if attribute.meta.require_path_only().is_err() {
        diagnostics.error(
            attribute.path().span(),
            "`#[no_diff]` takes no arguments",
            "write `#[no_diff]` alone",
        );
    }
    Some(attribute)
}

/// What `#[cotangent(..)]` puts on the cotangent.
fn cotangent_attributes(attributes: &[Attribute], diagnostics: &Diagnostics) -> Vec<Meta> {
    let mut given = Vec::new();
    for attribute in attributes {
        if !attribute.path().is_ident("cotangent") {
            continue;
        }
        match attribute.parse_args_with(Punctuated::<Meta, syn::Token![,]>::parse_terminated) {
            Ok(metas) if !metas.is_empty() => given.extend(metas),
            _ => diagnostics.error(
                attribute.path().span(),
                "`#[cotangent(..)]` holds the attributes that the cotangent's type gets",
                "write them as on a type of your own, `#[cotangent(derive(Serialize), serde(rename_all = \"camelCase\"))]`",
            ),
        }
    }
    given
}

impl Own {
    fn as_type(&self) -> Type {
        let name = &self.name;
        let (_, arguments, _) = self.generics.split_for_impl();
        parse_quote!(#name #arguments)
    }
}

impl Field {
    /// Whether a derivative flows through it.
    fn carries(&self) -> bool {
        self.active && !is_inert_list(&self.ty)
    }

    /// Whether it is a mutable reference.
    fn is_lent(&self) -> bool {
        matches!(&self.ty, Type::Reference(reference) if reference.mutability.is_some())
    }

    /// Its type; of a mutable reference, which is no value of its own, the type of what that points to.
    fn behind(&self) -> &Type {
        match &self.ty {
            Type::Reference(reference) if reference.mutability.is_some() => &reference.elem,
            ty => ty,
        }
    }

    /// Its name without `r#`, or its number.
    fn name(&self) -> String {
        match &self.member {
            Member::Named(ident) => plain(ident),
            Member::Unnamed(index) => index.index.to_string(),
        }
    }

    /// What the impl for its type is called on, shown where the type is.
    fn differentiable(&self) -> TokenStream {
        let ty = self.behind();
        quote_spanned!(ty.span()=> <#ty as ::pullback::Differentiable>)
    }

    /// A name for a variable with the field, or with what belongs to it.
    fn binding(&self, what: &str) -> Ident {
        format_ident!("{}_{}", what, self.name(), span = Span::mixed_site())
    }
}

impl Variant {
    fn active(&self) -> impl Iterator<Item = &Field> {
        self.fields.iter().filter(|field| field.active)
    }

    /// `Type` or `Type::Variant`.
    fn path(&self, own: &Own) -> TokenStream {
        let ty = &own.name;
        match &self.name {
            Some(name) => quote!(#ty::#name),
            None => quote!(#ty),
        }
    }

    /// The variant of a value or of a cotangent as an expression.
    fn build(&self, own: &Own, each: impl Fn(&Field) -> TokenStream) -> TokenStream {
        self.build_all(own, |field| if field.active { each(field) } else { quote!(()) })
    }

    /// The variant as an expression, every field of it.
    fn build_all(&self, own: &Own, each: impl Fn(&Field) -> TokenStream) -> TokenStream {
        let path = self.path(own);
        let values = self.fields.iter().map(each);
        match self.style {
            Style::Named => {
                let members = self.fields.iter().map(|field| &field.member);
                quote!(#path { #(#members: #values),* })
            }
            Style::Tuple => quote!(#path(#(#values),*)),
            Style::Unit => path,
        }
    }

    /// The variant of a value or of a cotangent as a pattern that binds the active fields.
    fn pattern(&self, own: &Own, what: &str) -> TokenStream {
        let path = self.path(own);
        match self.style {
            Style::Named => {
                let members = self.active().map(|field| &field.member);
                let bindings = self.active().map(|field| field.binding(what));
                quote!(#path { #(#members: #bindings,)* .. })
            }
            Style::Tuple => {
                let bindings = self.fields.iter().map(|field| {
                    if field.active {
                        field.binding(what).to_token_stream()
                    } else {
                        quote!(_)
                    }
                });
                quote!(#path(#(#bindings),*))
            }
            Style::Unit => path,
        }
    }

    /// The variant of a shape, as an expression or as a pattern: only the active fields, without names.
    fn shape(&self, own: &Own, each: impl Fn(&Field) -> TokenStream) -> TokenStream {
        let path = self.path(own);
        if self.active().next().is_none() {
            return path;
        }
        let values = self.active().map(each);
        quote!(#path(#(#values),*))
    }
}
