//! `Parts`, the parsed item: the value, its cotangent and its shape with their generics; variants and fields with their cotangents.
//!
//! Input:  `enum Shape { Circle(f64), Square { side: f64 } }`
//! Output: two `Variant`s, each with its `Style` and `Field`s; a struct is one variant without a name

use proc_macro2::{Ident, TokenStream};
use syn::{Generics, Member, Meta, Type, Visibility};

/// A struct, which is one variant without a name of its own, or an enum.
pub struct Parts {
    pub(super) value: Own,
    pub(super) cotangent: Own,
    pub(super) shape: Own,
    /// The types whose shapes are parameters of this one's.
    pub(super) held: Vec<Held>,
    /// The way to the shape's type where that may name a type that is less visible than this one.
    pub(super) veil: Option<Veil>,
    /// The type parameters that have to be asked whether what stands for them outlives everything, if all of them can be asked.
    pub(super) asked: Option<Vec<Ident>>,
    pub(super) visibility: Visibility,
    pub(super) is_enum: bool,
    pub(super) non_exhaustive: bool,
    /// The attributes that the cotangent gets: `#[cotangent(derive(Serialize))]` of the value.
    pub(super) attributes: Vec<Meta>,
    pub(super) variants: Vec<Variant>,
    /// The types made of type parameters whose cotangents the cotangent is made of.
    pub(super) part_cotangents: Vec<Type>,
    /// The definitions of the fields' types that rustc is asked about once.
    pub(super) proven: TokenStream,
    /// The types that were taken to be inert by their names, where that could be wrong.
    pub(super) inert: Vec<Type>,
}

/// One of the three types: its name, its parameters with all their bounds, and itself as a type.
pub struct Own {
    pub name: Ident,
    pub generics: Generics,
}

/// A type made of type parameters, and the shape's parameter for its shape.
pub(super) struct Held {
    pub(super) leaf: Type,
    pub(super) param: Ident,
}

/// A trait of one type with its shape, and a parameter of impls that is this shape. What is public must not name what is private,
/// but a parameter names nothing: `impl<T, S> .. where Tree<T>: Shaped<Shape = S>`.
pub(super) struct Veil {
    pub(super) shaped: Ident,
    pub(super) param: Ident,
}

pub struct Variant {
    pub name: Option<Ident>,
    pub style: Style,
    pub fields: Vec<Field>,
}

#[derive(Clone, Copy, PartialEq)]
pub enum Style {
    Named,
    Tuple,
    Unit,
}

pub struct Field {
    pub member: Member,
    pub(super) visibility: Visibility,
    /// As written, but for `Self`, and for what is proven.
    pub ty: Type,
    /// Whether it has a cotangent of its own. That of a list of integers is one of nothing: as long as the list, so that what goes
    /// through the elements of both, or adds and removes some, need not know what they are.
    pub active: bool,
    /// Whether there is a box in it that nothing can be taken out of.
    pub(super) boxed: bool,
    /// The types of its cotangent and of its shape.
    pub(super) cotangent: TokenStream,
    pub(super) shape: TokenStream,
    /// That of its cotangent as it is defined.
    pub(super) defined: TokenStream,
}
