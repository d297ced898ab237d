//! `Ty`, the lattice of what the macro knows of a value's type. Written types, literals and the methods of the primitive floats are
//! certain; everything else is `Unknown`, and left to rustc through the traits of the runtime.
//!
//! Input:  `&[[f64; 3]]`, `usize`, `Matrix`, `T`
//! Output: a slice of arrays of floats, an integer, `Unknown`, `Unknown`

use crate::syntax::walk::{Node, any, walk};
use std::fmt;
use syn::{GenericArgument, PathArguments, Type};

/// The type of a value, as far as the source makes it certain.
#[derive(Clone, PartialEq, Debug)]
pub enum Ty {
    /// Rustc knows, the macro does not.
    Unknown,
    Float(Width),
    Int,
    Bool,
    Unit,
    /// Strings, characters, ranges: values that never carry a derivative.
    Inert,
    Slice(Box<Ty>),
    Array(Box<Ty>),
    Vec(Box<Ty>),
    /// An array of the ndarray crate, with its number of axes where it is written.
    NdArray(Box<Ty>, Option<usize>),
    Tuple(Vec<Ty>),
    Ref(Box<Ty>),
    /// A parameter that is a function.
    Function,
    /// The value of an expression that does not return.
    Never,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Width {
    F32,
    F64,
    /// An unsuffixed literal, or a value computed from one.
    Any,
}

impl Width {
    /// The type of floats of this width, where it is known.
    pub fn written(self) -> Option<Type> {
        match self {
            Width::F32 => Some(syn::parse_quote!(::core::primitive::f32)),
            Width::F64 => Some(syn::parse_quote!(::core::primitive::f64)),
            Width::Any => None,
        }
    }
}

impl Ty {
    pub const FLOAT: Ty = Ty::Float(Width::Any);

    /// Reads a written type.
    pub fn of(ty: &Type) -> Ty {
        match ty {
            Type::Paren(inner) => Ty::of(&inner.elem),
            Type::Group(inner) => Ty::of(&inner.elem),
            Type::Reference(reference) => Ty::Ref(Box::new(Ty::of(&reference.elem))),
            Type::Slice(slice) => Ty::Slice(Box::new(Ty::of(&slice.elem))),
            Type::Array(array) => Ty::Array(Box::new(Ty::of(&array.elem))),
            Type::Tuple(tuple) if tuple.elems.is_empty() => Ty::Unit,
            Type::Tuple(tuple) => Ty::Tuple(tuple.elems.iter().map(Ty::of).collect()),
            Type::Never(_) => Ty::Never,
            Type::Path(path) if path.qself.is_none() => {
                let segment = path.path.segments.last().expect("a path has a segment");
                let name = segment.ident.to_string();
                if path.path.segments.len() == 1
                    && let Some(primitive) = Ty::primitive(&name)
                {
                    return primitive;
                }
                if !is_known_owner(&path.path) {
                    return Ty::Unknown;
                }
                let argument = match &segment.arguments {
                    PathArguments::AngleBracketed(arguments) => {
                        arguments.args.iter().find_map(|argument| match argument {
                            GenericArgument::Type(ty) => Some(Ty::of(ty)),
                            _ => None,
                        })
                    }
                    _ => None,
                };
                match (name.as_str(), argument) {
                    ("Vec", Some(element)) => Ty::Vec(Box::new(element)),
                    ("Array1", Some(element)) => Ty::NdArray(Box::new(element), Some(1)),
                    ("Array2", Some(element)) => Ty::NdArray(Box::new(element), Some(2)),
                    ("Array3" | "Array4", Some(element)) => {
                        Ty::NdArray(Box::new(element), name["Array".len()..].parse().ok())
                    }
                    // A type of the user's may be called `Array`.
                    ("Array", Some(element)) if dimension(segment).is_some() || is_qualified(path) => {
                        Ty::NdArray(Box::new(element), dimension(segment))
                    }
                    ("CowArray" | "ArrayD", Some(element)) => Ty::NdArray(Box::new(element), dimension(segment)),
                    (name, Some(element)) if name.starts_with("ArrayView") || name.starts_with("ArrayRef") => {
                        let axes = name.chars().last().and_then(|last| last.to_digit(10));
                        let axes = axes.map(|axes| axes as usize).or_else(|| dimension(segment));
                        Ty::NdArray(Box::new(element), axes)
                    }
                    ("String", None) => Ty::Inert,
                    _ => Ty::Unknown,
                }
            }
            _ => Ty::Unknown,
        }
    }

    /// What a function returns.
    pub fn output(signature: &syn::Signature) -> Ty {
        match &signature.output {
            syn::ReturnType::Default => Ty::Unit,
            syn::ReturnType::Type(_, ty) => Ty::of(ty),
        }
    }

    /// The type that a primitive's name stands for.
    pub fn primitive(name: &str) -> Option<Ty> {
        Some(match name {
            "f32" => Ty::Float(Width::F32),
            "f64" => Ty::Float(Width::F64),
            "bool" => Ty::Bool,
            "char" | "str" => Ty::Inert,
            "u8" | "u16" | "u32" | "u64" | "u128" | "usize" | "i8" | "i16" | "i32" | "i64" | "i128" | "isize" => {
                Ty::Int
            }
            _ => return None,
        })
    }

    pub fn is_float(&self) -> bool {
        matches!(self, Ty::Float(_))
    }

    /// Whether no value is of both types, two numbers: rustc rejects where they meet.
    pub fn excludes(&self, other: &Ty) -> bool {
        match (self, other) {
            (Ty::Float(_), Ty::Int) | (Ty::Int, Ty::Float(_)) => true,
            (Ty::Float(l), Ty::Float(r)) => l != r && !matches!((l, r), (Width::Any, _) | (_, Width::Any)),
            _ => false,
        }
    }

    /// A float, or a list of floats, also behind a reference.
    pub fn is_of_floats(&self) -> bool {
        self.behind_references().is_float() || self.element().is_float()
    }

    /// A primitive that is copied and read for nothing.
    pub fn is_scalar(&self) -> bool {
        matches!(self, Ty::Float(_) | Ty::Int | Ty::Bool)
    }

    /// Whether the type is certain to carry no derivative: the contract's list of inactive parameter types.
    pub fn is_inert(&self) -> bool {
        match self {
            Ty::Int | Ty::Bool | Ty::Inert | Ty::Unit | Ty::Never => true,
            Ty::Slice(element) | Ty::Array(element) | Ty::Vec(element) | Ty::NdArray(element, _) | Ty::Ref(element) => {
                element.is_inert()
            }
            Ty::Tuple(elements) => elements.iter().all(Ty::is_inert),
            Ty::Float(_) | Ty::Unknown | Ty::Function => false,
        }
    }

    /// Whether a cotangent of it is certain to be numbers that stand where the variable does, and no memory of the allocator's.
    pub fn is_in_place(&self) -> bool {
        match self {
            Ty::Array(element) => element.is_in_place(),
            Ty::Tuple(elements) => elements.iter().all(Ty::is_in_place),
            ty => ty.is_scalar() || ty.is_inert(),
        }
    }

    /// Whether it is a list of floats, or one of such lists.
    pub fn is_list_of_numbers(&self) -> bool {
        match self {
            Ty::Slice(element) | Ty::Vec(element) => element.is_float() || element.is_list_of_numbers(),
            _ => false,
        }
    }

    /// Whether the shape of its cotangent is certain to be lengths that stand where the variable does.
    pub fn has_plain_shape(&self) -> bool {
        match self {
            Ty::Slice(element) | Ty::Vec(element) => element.is_in_place(),
            Ty::Array(element) => element.has_plain_shape(),
            Ty::Tuple(elements) => elements.iter().all(Ty::has_plain_shape),
            Ty::Ref(inner) => inner.has_plain_shape(),
            Ty::NdArray(..) => true,
            ty => ty.is_in_place(),
        }
    }

    /// The type of an element: what indexing by an integer gives.
    pub fn element(&self) -> Ty {
        match self {
            Ty::Slice(element) | Ty::Array(element) | Ty::Vec(element) | Ty::NdArray(element, _) => (**element).clone(),
            Ty::Ref(inner) => inner.element(),
            _ => Ty::Unknown,
        }
    }

    /// The type behind any number of references.
    pub fn behind_references(&self) -> &Ty {
        match self {
            Ty::Ref(inner) => inner.behind_references(),
            other => other,
        }
    }

    /// The type behind a parameter's own reference. Of a type that is not known, a reference to a reference is told from one to a box.
    pub fn behind_parameter(&self) -> Ty {
        match (self, self.behind_references()) {
            (Ty::Ref(inner), Ty::Unknown) => (**inner).clone(),
            (_, ty) => ty.clone(),
        }
    }

    /// The type of a value that comes from either of two places.
    pub fn join(&self, other: &Ty) -> Ty {
        match (self, other) {
            (Ty::Never, ty) | (ty, Ty::Never) => ty.clone(),
            (Ty::Float(a), Ty::Float(b)) => Ty::Float(a.join(*b)),
            (a, b) if a == b => a.clone(),
            (Ty::Tuple(a), Ty::Tuple(b)) if a.len() == b.len() => {
                Ty::Tuple(a.iter().zip(b).map(|(a, b)| a.join(b)).collect())
            }
            (Ty::Vec(a), Ty::Vec(b)) => Ty::Vec(Box::new(a.join(b))),
            (Ty::Array(a), Ty::Array(b)) => Ty::Array(Box::new(a.join(b))),
            _ => Ty::Unknown,
        }
    }
}

/// Whether a path may lead to a type of std or ndarray, for all that is seen of it: `grid::Array2` is one of the user's own.
fn is_known_owner(path: &syn::Path) -> bool {
    const OWNERS: &[&str] = &["boxed", "nd", "ndarray", "option", "prelude", "string", "vec"];
    let owner = path.segments.iter().rev().nth(1);
    owner.is_none_or(|owner| OWNERS.iter().any(|known| owner.ident == known))
}

/// The number of axes of `Array<f64, Ix2>`.
fn dimension(segment: &syn::PathSegment) -> Option<usize> {
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else {
        return None;
    };
    let Some(GenericArgument::Type(Type::Path(last))) = arguments.args.last() else {
        return None;
    };
    let name = last.path.segments.last()?.ident.to_string();
    name.strip_prefix("Ix")?.parse().ok()
}

/// Whether a path says that it is one of ndarray's.
fn is_qualified(path: &syn::TypePath) -> bool {
    let mut segments = path.path.segments.iter().rev().skip(1);
    segments.next().is_some_and(|owner| owner.ident == "ndarray")
}

impl Width {
    pub fn join(self, other: Width) -> Width {
        match (self, other) {
            (Width::Any, width) | (width, Width::Any) => width,
            (width, _) => width,
        }
    }
}

/// Whether a type carries no derivative by the way it is written: the contract's list of inactive parameter types, and markers.
pub fn is_inert(ty: &Type) -> bool {
    match ty {
        Type::Group(ty) => is_inert(&ty.elem),
        Type::Paren(ty) => is_inert(&ty.elem),
        Type::Reference(ty) => ty.mutability.is_none() && is_inert(&ty.elem),
        Type::Slice(ty) => is_inert(&ty.elem),
        Type::Array(ty) => is_inert(&ty.elem),
        Type::Tuple(ty) => ty.elems.iter().all(is_inert),
        Type::Path(path)
            if path
                .path
                .segments
                .last()
                .is_some_and(|last| last.ident == "PhantomData") =>
        {
            true
        }
        // There are no sets of what carries a derivative.
        Type::Path(path)
            if path.path.segments.last().is_some_and(|last| {
                ["HashSet", "BTreeSet", "IndexSet"]
                    .iter()
                    .any(|name| last.ident == name)
            }) =>
        {
            true
        }
        // Arrays and maps of these: no cotangent is known for them, and none is needed.
        Type::Path(path)
            if let Some(last) = path.path.segments.last()
                && let PathArguments::AngleBracketed(arguments) = &last.arguments
                && matches!(
                    last.ident.to_string().as_str(),
                    "HashMap" | "BTreeMap" | "IndexMap" | "VecDeque"
                ) =>
        {
            arguments
                .args
                .iter()
                .all(|argument| matches!(argument, GenericArgument::Type(ty) if is_inert(ty)))
        }
        _ => match container(ty) {
            Some((name, element)) if name != "Box" => is_inert(element),
            _ => Ty::of(ty).is_inert(),
        },
    }
}

/// A parameter that is one of ndarray's views, by the name of its type: in the sweeps it is a reference to what every array is behind
/// one, as a vector is a slice.
pub struct View {
    /// `ArrayRef1<f64>`, of `ArrayView1<'_, f64>`.
    pub behind: Type,
    /// The type as the user wrote it, with its lifetime.
    pub written: Type,
    /// It is written through.
    pub mutable: bool,
}

impl View {
    /// Reads `ArrayView1<f64>`, `ArrayViewMut2<'_, f64>`, and references to these.
    pub fn of(ty: &Type) -> Option<View> {
        let (path, reference) = match ty {
            Type::Reference(reference) => match &*reference.elem {
                Type::Path(path) => (path, Some(reference)),
                _ => return None,
            },
            Type::Path(path) => (path, None),
            _ => return None,
        };
        let last = path.path.segments.last()?;
        let name = last.ident.to_string();
        let (axes, mutable) = match name.strip_prefix("ArrayViewMut") {
            Some(axes) => (axes, true),
            None => (name.strip_prefix("ArrayView")?, false),
        };
        let known = axes.is_empty() || axes == "D" || axes.len() == 1 && axes.as_bytes()[0].is_ascii_digit();
        // A mutable reference to a view that is only read gives it another place.
        let moved = reference.is_some_and(|reference| reference.mutability.is_some()) && !mutable;
        let PathArguments::AngleBracketed(arguments) = &last.arguments else {
            return None;
        };
        if !known || moved || path.qself.is_some() {
            return None;
        }
        let behind = quote::format_ident!("ArrayRef{axes}", span = last.ident.span());
        let types: Vec<_> = arguments
            .args
            .iter()
            .filter(|argument| matches!(argument, GenericArgument::Type(_)))
            .collect();
        let mut written = path.clone();
        if let Some(last) = written.path.segments.last_mut() {
            last.arguments = PathArguments::AngleBracketed(syn::parse_quote!(<'_, #(#types),*>));
        }
        let written = match reference {
            Some(syn::TypeReference { mutability, .. }) => syn::parse_quote!(& #mutability #written),
            None => Type::Path(written),
        };
        Some(View {
            behind: syn::parse_quote!(::pullback::ndarray::#behind<#(#types),*>),
            written,
            mutable: mutable && reference.is_none_or(|reference| reference.mutability.is_some()),
        })
    }
}

/// The array that a type is behind a reference, `Array1<f64>` of `ArrayRef1<f64>`: its cotangent.
pub fn owned_array(ty: &Type) -> Option<Type> {
    let Type::Path(path) = ty else { return None };
    let mut path = path.clone();
    let last = path.path.segments.last_mut()?;
    let axes = last.ident.to_string().strip_prefix("ArrayRef")?.to_string();
    let known = axes.is_empty() || axes == "D" || axes.len() == 1 && axes.as_bytes()[0].is_ascii_digit();
    last.ident = quote::format_ident!("Array{axes}", span = last.ident.span());
    let arguments = last.arguments.clone();
    let ident = last.ident.clone();
    known.then(|| syn::parse_quote!(::pullback::ndarray::#ident #arguments))
}

/// Whether a type parameter is the element of an array of ndarray's that a function takes or returns.
pub fn is_element(param: &syn::Ident, signature: &syn::Signature) -> bool {
    let is_param = |argument: &GenericArgument| matches!(argument, GenericArgument::Type(Type::Path(path)) if path.path.is_ident(param));
    any(signature, |node| match node {
        Node::Type(ty @ Type::Path(path)) if matches!(Ty::of(ty), Ty::NdArray(..)) => {
            let last = path.path.segments.last().map(|last| &last.arguments);
            matches!(last, Some(PathArguments::AngleBracketed(arguments)) if arguments.args.iter().any(is_param))
        }
        _ => false,
    })
}

/// The types that an implementor of a trait chooses, `Self::Elem`, for the elements of arrays of ndarray's in a function's signature.
pub fn chosen_elements(signature: &syn::Signature) -> Vec<Type> {
    chosen(arguments_of_arrays(signature, 0))
}

/// The same of how many axes the arrays have, `Self::Axes`.
pub fn chosen_axes(signature: &syn::Signature) -> Vec<Type> {
    chosen(arguments_of_arrays(signature, 1))
}

/// Whether a parameter says how many axes an array in a function's signature has.
pub fn is_axes(param: &syn::Ident, signature: &syn::Signature) -> bool {
    let is_param = |ty: &Type| matches!(ty, Type::Path(path) if path.path.is_ident(param));
    arguments_of_arrays(signature, 1).iter().any(is_param)
}

fn chosen(types: Vec<Type>) -> Vec<Type> {
    let chosen = |ty: &Type| matches!(ty, Type::Path(path) if path.qself.is_none() && path.path.segments.len() == 2 && path.path.segments[0].ident == "Self");
    types.into_iter().filter(chosen).collect()
}

/// The arguments of the arrays in a signature that stand at a position: the element comes first, and then the dimension.
fn arguments_of_arrays(signature: &syn::Signature, position: usize) -> Vec<Type> {
    let mut found = Vec::new();
    walk(signature, |node| {
        if let Node::TypePath(ty) = node
            && let Some(last) = ty.path.segments.last()
            && let PathArguments::AngleBracketed(arguments) = &last.arguments
            && last.ident.to_string().starts_with("Array")
        {
            let types = arguments.args.iter().filter_map(|argument| match argument {
                GenericArgument::Type(ty) => Some(ty),
                _ => None,
            });
            found.extend(types.skip(position).take(1).cloned());
        }
        true
    });
    found
}

/// `Range<usize>`, by value.
pub fn is_range(ty: &Type) -> bool {
    let Type::Path(path) = ty else { return false };
    let Some(last) = path.path.segments.last() else {
        return false;
    };
    let of_integers = |arguments: &syn::AngleBracketedGenericArguments| {
        arguments
            .args
            .iter()
            .all(|argument| matches!(argument, GenericArgument::Type(ty) if is_inert(ty)))
    };
    last.ident == "Range"
        && matches!(&last.arguments, PathArguments::AngleBracketed(arguments) if of_integers(arguments))
}

/// The same of a parameter's type, which may be borrowed to be written.
pub fn is_inert_parameter(ty: &Type) -> bool {
    Ty::of(ty).is_inert() || is_inert(ty)
}

/// Whether a reference is `&'static str`.
pub fn is_lasting_text(reference: &syn::TypeReference) -> bool {
    let lasts = reference
        .lifetime
        .as_ref()
        .is_some_and(|lifetime| lifetime.ident == "static");
    lasts && matches!(&*reference.elem, Type::Path(path) if path.path.is_ident("str"))
}

/// Whether a type is that of a list of what carries no derivative. Its cotangent is a list as well, of nothing, wherever the macro does
/// not see what it is a list of; so it is the same where it does.
pub fn is_inert_list(ty: &Type) -> bool {
    let ty = Ty::of(ty);
    ty.is_inert() && matches!(ty.behind_references(), Ty::Slice(_) | Ty::Array(_) | Ty::Vec(_))
}

/// Whether a type is a trait object's: `dyn Potential`, not behind anything.
pub fn is_object(ty: &Type) -> bool {
    object(ty).is_some()
}

/// The same object, without what is around it.
pub fn object(ty: &Type) -> Option<&syn::TypeTraitObject> {
    match ty {
        Type::Group(ty) => object(&ty.elem),
        Type::Paren(ty) => object(&ty.elem),
        Type::TraitObject(object) => Some(object),
        _ => None,
    }
}

/// The object in a `Box<dyn Potential>`, or behind another pointer of std's.
pub fn boxed_object(ty: &Type) -> Option<&Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last()?;
    match &last.arguments {
        PathArguments::AngleBracketed(arguments) if ["Box", "Rc", "Arc"].iter().any(|name| last.ident == name) => {
            match arguments.args.first() {
                Some(GenericArgument::Type(element)) if is_object(element) => Some(element),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The type of the elements of a list.
pub fn element(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Reference(ty) => element(&ty.elem),
        Type::Slice(ty) => Some(&ty.elem),
        Type::Array(ty) => Some(&ty.elem),
        ty => container(ty)
            .filter(|(name, _)| name == "Vec")
            .map(|(_, element)| element),
    }
}

/// Whether a type is one of std's pointers, of which `as_ref` gives what it points to.
pub fn is_pointer(ty: &Type) -> bool {
    match ty {
        Type::Reference(ty) => is_pointer(&ty.elem),
        Type::Path(path) => {
            let last = path.path.segments.last().expect("a path has a segment");
            matches!(last.ident.to_string().as_str(), "Box" | "Rc" | "Arc") && !last.arguments.is_none()
        }
        _ => false,
    }
}

/// Whether a trait object's type stands anywhere in a type.
pub fn mentions_object(ty: &Type) -> bool {
    any(ty, |node| matches!(node, Node::TypeTraitObject(_)))
}

/// The reference in `Option<&T>` or `Option<&mut T>`.
pub fn optional_reference(ty: &Type) -> Option<&syn::TypeReference> {
    match container(ty)? {
        (name, Type::Reference(reference)) if name == "Option" => Some(reference),
        _ => None,
    }
}

/// A tuple of which a part is a reference or an option of one, and no part holds one in another way.
pub fn tuple_of_references(ty: &Type) -> Option<&syn::TypeTuple> {
    let Type::Tuple(tuple) = ty else { return None };
    let refers = |part: &Type| matches!(part, Type::Reference(_)) || optional_reference(part).is_some();
    let holds = |part: &Type| !refers(part) && crate::syntax::references::holds_reference(part);
    let known = tuple.elems.iter().any(refers) && !tuple.elems.iter().any(holds);
    (known && !is_inert(ty)).then_some(tuple)
}

/// A struct by value whose type names lifetimes, `View<'a>`, and which so holds references; ndarray's views carry no derivative.
pub fn is_holder(ty: &Type) -> bool {
    let Type::Path(path) = ty else { return false };
    let last = path.path.segments.last().expect("a path has a segment");
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return false;
    };
    let mut arguments = arguments.args.iter();
    arguments.any(|argument| matches!(argument, GenericArgument::Lifetime(_)))
        && !last.ident.to_string().starts_with("Array")
}

/// What is in an `Option`, a `Result` or a `Box`.
pub fn wrapped(ty: &Type) -> Option<&Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last()?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    match arguments.args.first() {
        Some(GenericArgument::Type(inside)) if ["Option", "Result", "Box"].iter().any(|name| last.ident == name) => {
            Some(inside)
        }
        _ => None,
    }
}

/// `Vec`, `Box` or `Option` with the type in it.
pub fn container(ty: &Type) -> Option<(String, &Type)> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last().filter(|_| is_known_owner(&path.path))?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    let name = last.ident.to_string();
    let mut arguments = arguments.args.iter();
    match (name.as_str(), arguments.next(), arguments.next()) {
        // The cotangent of an object is one in a box already: see `boxed_object`.
        ("Box", Some(GenericArgument::Type(element)), None) if is_object(element) => None,
        ("Vec" | "Box" | "Option", Some(GenericArgument::Type(element)), None) => Some((name, element)),
        _ => None,
    }
}

impl fmt::Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ty::Unknown => f.write_str("?"),
            Ty::Float(Width::F32) => f.write_str("f32"),
            Ty::Float(Width::F64) => f.write_str("f64"),
            Ty::Float(Width::Any) => f.write_str("float"),
            Ty::Int => f.write_str("int"),
            Ty::Bool => f.write_str("bool"),
            Ty::Unit => f.write_str("()"),
            Ty::Inert => f.write_str("inert"),
            Ty::Function => f.write_str("fn"),
            Ty::Never => f.write_str("!"),
            Ty::Slice(element) => write!(f, "[{element}]"),
            Ty::Array(element) => write!(f, "[{element}; _]"),
            Ty::Vec(element) => write!(f, "Vec<{element}>"),
            Ty::NdArray(element, Some(axes)) => write!(f, "Array{axes}<{element}>"),
            Ty::NdArray(element, None) => write!(f, "Array<{element}>"),
            Ty::Ref(inner) => write!(f, "&{inner}"),
            Ty::Tuple(elements) => {
                f.write_str("(")?;
                for (k, element) in elements.iter().enumerate() {
                    if k > 0 {
                        f.write_str(", ")?;
                    }
                    write!(f, "{element}")?;
                }
                f.write_str(")")
            }
        }
    }
}
