//! What counts as a numeric function: one that a derivative could flow through, by its signature and its operations.
//!
//! A type *holds floats* if it is `f32` or `f64`, a type parameter with a trait of floats among its bounds, a struct or enum of
//! the same sources with a field that holds floats, or any type with an argument or element that does. A function is numeric if
//!
//! - a parameter or the receiver holds floats, and
//! - the result, or what a `&mut` parameter or receiver points to, does as well, and
//! - its body has an arithmetic operator or a function of scalars (`sin`, `max`, …) or a sum in it: it is no mere getter.

use crate::features::Features;
use crate::sources::Source;
use std::collections::{BTreeMap, BTreeSet};
use syn::visit::{self, Visit};
use syn::{Expr, GenericArgument, GenericParam, Generics, PathArguments, Type, TypeParamBound, WherePredicate};

/// Traits of floats, by the names that the ecosystem gives them.
const FLOAT_TRAITS: &[&str] = &[
    "Float",
    "FloatCore",
    "FloatConst",
    "Real",
    "RealField",
    "ComplexField",
    "SimdRealField",
    "NdFloat",
    "LinalgScalar",
];

/// Traits of numbers that may be integers.
const NUMBER_TRAITS: &[&str] = &["Num", "NumAssign", "NumCast", "NumOps", "One", "Signed", "Zero"];

/// Types without floats that have derivatives, nothing.
const COUNTED_TYPES: &[&str] = &[
    "bool", "char", "i8", "i16", "i32", "i64", "i128", "isize", "str", "String", "u8", "u16", "u32", "u64", "u128",
    "usize",
];

/// Types of other crates that hold floats and do not say so in their arguments.
const FLOAT_TYPES: &[&str] = &[
    "f32",
    "f64",
    "Complex32",
    "Complex64",
    "Vec2",
    "Vec3",
    "Vec3A",
    "Vec4",
    "DVec2",
    "DVec3",
    "DVec4",
    "Quat",
    "DQuat",
    "Mat2",
    "Mat3",
    "Mat4",
    "DMat2",
    "DMat3",
    "DMat4",
];

/// Types of std and ndarray whose cotangents the runtime knows.
const KNOWN_TYPES: &[&str] = &[
    "f32",
    "f64",
    "Vec",
    "Option",
    "Result",
    "Box",
    "Rc",
    "Arc",
    "VecDeque",
    "BinaryHeap",
    "HashMap",
    "BTreeMap",
    "PhantomData",
    "Array1",
    "Array2",
    "Array",
    "ArrayBase",
    "Self",
];

/// The types and traits that the sources declare.
#[derive(Default)]
pub struct Declared {
    fields: BTreeMap<String, Vec<Type>>,
    aliases: BTreeMap<String, Type>,
    supertraits: BTreeMap<String, Vec<String>>,
    generics: BTreeMap<String, Generics>,
    /// How many lifetimes all types of a name have.
    borrowing: BTreeMap<String, usize>,
    /// Names of functions that compute with scalars.
    scalar_functions: BTreeSet<String>,
}

/// The types that a function's derivatives need to know of.
#[derive(Default)]
pub struct Needs {
    /// Declared in the same sources: to be given `#[derive(Differentiable)]`.
    pub derive: BTreeSet<String>,
    /// Of other crates: to be made differentiable by hand.
    pub foreign: BTreeSet<String>,
    /// The features of `pullback` by which types of other crates have derivatives.
    pub features: BTreeSet<&'static str>,
    /// The aliases that are being looked through. `type Vector3 = nalgebra::Vector3<f64>` stands for a type of its own name.
    looked_through: Vec<String>,
}

impl Declared {
    pub fn of(sources: &[Source]) -> Declared {
        let mut declared = Declared::default();
        for source in sources {
            declared.visit_file(&source.file);
        }
        // The compiler's own table of rules: `name! { sin(..) { .. } .. }`.
        for token in ad_compiler::scalar_rules(quote::quote!(rules)) {
            if let proc_macro2::TokenTree::Group(rules) = token {
                declared.scalar_functions = rules
                    .stream()
                    .into_iter()
                    .filter_map(|token| match token {
                        proc_macro2::TokenTree::Ident(name) => Some(name.to_string()),
                        _ => None,
                    })
                    .collect();
            }
        }
        let sums = ["sum", "product", "dot", "sin_cos"];
        declared.scalar_functions.extend(sums.map(str::to_string));
        declared
    }

    fn lifetimes(&mut self, name: &str, generics: &Generics) {
        let count = generics.lifetimes().count();
        let known = self.borrowing.entry(name.to_string()).or_insert(count);
        *known = count.min(*known);
    }

    /// Whether a function is numeric; `outer` and `this` are the generics and the type of the impl around it.
    pub fn is_numeric(
        &self,
        signature: &syn::Signature,
        body: &syn::Block,
        outer: &[&Generics],
        this: Option<&Type>,
    ) -> bool {
        let mut generics = outer.to_vec();
        generics.push(&signature.generics);
        let holds = |ty: &Type| self.holds_floats(ty, &generics, this, &mut BTreeSet::new());
        let (mut enters, mut leaves) = (false, false);
        for input in &signature.inputs {
            let (ty, written) = match input {
                syn::FnArg::Receiver(receiver) => (
                    this,
                    matches!(&receiver.kind, syn::ReceiverKind::Reference(_, _, Some(_))),
                ),
                syn::FnArg::Typed(param) => (
                    Some(&*param.ty),
                    matches!(&*param.ty, Type::Reference(reference) if reference.mutability.is_some()),
                ),
            };
            // In a trait, `self` may be anything.
            if ty.map_or(input_is_receiver(input), holds) {
                enters = true;
                leaves |= written;
            }
        }
        if let syn::ReturnType::Type(_, ty) = &signature.output {
            leaves |= holds(ty);
        }
        enters && leaves && self.computes(body)
    }

    fn computes(&self, body: &syn::Block) -> bool {
        struct Computes<'a>(&'a BTreeSet<String>, bool);
        impl<'ast> Visit<'ast> for Computes<'_> {
            fn visit_expr(&mut self, expr: &'ast Expr) {
                use syn::BinOp::*;
                match expr {
                    Expr::Binary(binary) => {
                        self.1 |= matches!(
                            binary.op,
                            Add(_)
                                | Sub(_)
                                | Mul(_)
                                | Div(_)
                                | AddAssign(_)
                                | SubAssign(_)
                                | MulAssign(_)
                                | DivAssign(_)
                        );
                    }
                    Expr::MethodCall(call) => self.1 |= self.0.contains(&call.method.to_string()),
                    Expr::Call(call) => {
                        if let Expr::Path(path) = &*call.func
                            && let Some(last) = path.path.segments.last()
                        {
                            self.1 |= path.path.segments.len() > 1 && self.0.contains(&last.ident.to_string());
                        }
                    }
                    _ => {}
                }
                visit::visit_expr(self, expr);
            }
        }
        let mut computes = Computes(&self.scalar_functions, false);
        computes.visit_block(body);
        computes.1
    }

    fn holds_floats(
        &self,
        ty: &Type,
        generics: &[&Generics],
        this: Option<&Type>,
        seen: &mut BTreeSet<String>,
    ) -> bool {
        match ty {
            Type::Paren(inner) => self.holds_floats(&inner.elem, generics, this, seen),
            Type::Group(inner) => self.holds_floats(&inner.elem, generics, this, seen),
            Type::Reference(inner) => self.holds_floats(&inner.elem, generics, this, seen),
            Type::Slice(inner) => self.holds_floats(&inner.elem, generics, this, seen),
            Type::Array(inner) => self.holds_floats(&inner.elem, generics, this, seen),
            Type::Tuple(tuple) => tuple.elems.iter().any(|ty| self.holds_floats(ty, generics, this, seen)),
            Type::Path(path) => {
                let Some(last) = path.path.segments.last() else {
                    return false;
                };
                let name = last.ident.to_string();
                if name == "Self" {
                    return this.is_some_and(|this| {
                        !matches!(this, Type::Path(path) if path.path.is_ident("Self"))
                            && self.holds_floats(this, generics, None, seen)
                    });
                }
                if FLOAT_TYPES.contains(&name.as_str())
                    || generics.iter().any(|generics| self.is_float(&name, generics))
                {
                    return true;
                }
                if let PathArguments::AngleBracketed(arguments) = &last.arguments
                    && arguments.args.iter().any(|argument| match argument {
                        GenericArgument::Type(ty) => self.holds_floats(ty, generics, this, seen),
                        _ => false,
                    })
                {
                    return true;
                }
                if !seen.insert(name.clone()) {
                    return false;
                }
                let own: Vec<&Generics> = self.generics.get(&name).into_iter().collect();
                self.fields
                    .get(&name)
                    .into_iter()
                    .flatten()
                    .chain(self.aliases.get(&name))
                    .any(|field| self.holds_floats(field, &own, None, seen))
            }
            _ => false,
        }
    }

    /// Whether a type parameter is bounded by a trait of floats, or by one that extends such a trait.
    fn is_float(&self, name: &str, generics: &Generics) -> bool {
        let float = |bound: &TypeParamBound| match bound {
            TypeParamBound::Trait(bound) => bound
                .path
                .segments
                .last()
                .is_some_and(|last| self.is_float_trait(&last.ident.to_string(), &mut BTreeSet::new())),
            _ => false,
        };
        let inline = generics.params.iter().any(|param| match param {
            GenericParam::Type(param) => param.ident == name && param.bounds.iter().any(float),
            _ => false,
        });
        let clauses = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
        inline
            || clauses.into_iter().any(|predicate| match predicate {
                WherePredicate::Type(predicate) => {
                    matches!(&predicate.bounded_ty, Type::Path(path) if path.path.is_ident(name))
                        && predicate.bounds.iter().any(float)
                }
                _ => false,
            })
    }

    fn is_float_trait(&self, name: &str, seen: &mut BTreeSet<String>) -> bool {
        FLOAT_TRAITS.contains(&name)
            || seen.insert(name.to_string())
                && self
                    .supertraits
                    .get(name)
                    .is_some_and(|supers| supers.iter().any(|trait_| self.is_float_trait(trait_, seen)))
    }

    /// Whether a trait is one of numbers, of floats or of all.
    pub fn is_number_trait(&self, name: &str) -> bool {
        let mut next = vec![name.to_string()];
        let mut seen = BTreeSet::new();
        while let Some(name) = next.pop() {
            if FLOAT_TRAITS.contains(&name.as_str()) || NUMBER_TRAITS.contains(&name.as_str()) {
                return true;
            }
            if seen.insert(name.clone()) {
                next.extend(self.supertraits.get(&name).into_iter().flatten().cloned());
            }
        }
        false
    }

    /// Whether a field of this type can stand in a struct with derivatives without a mark, once the types `derived` have theirs.
    pub fn can_be_held(&self, ty: &Type, generics: &Generics, derived: &BTreeSet<String>) -> bool {
        let held = |ty: &Type| self.can_be_held(ty, generics, derived);
        match ty {
            Type::Paren(inner) => held(&inner.elem),
            Type::Group(inner) => held(&inner.elem),
            Type::Reference(inner) => held(&inner.elem),
            Type::Slice(inner) => held(&inner.elem),
            Type::Array(inner) => held(&inner.elem),
            Type::Tuple(tuple) => tuple.elems.iter().all(held),
            Type::Path(path) => {
                let Some(last) = path.path.segments.last() else {
                    return false;
                };
                let name = last.ident.to_string();
                let parameter = generics.type_params().any(|param| param.ident == last.ident);
                if self.fields.contains_key(&name) {
                    return derived.contains(&name);
                }
                let arguments = match &last.arguments {
                    PathArguments::AngleBracketed(arguments) => arguments.args.iter().all(|argument| match argument {
                        GenericArgument::Type(ty) => held(ty),
                        _ => true,
                    }),
                    _ => true,
                };
                let known = KNOWN_TYPES.contains(&name.as_str()) || COUNTED_TYPES.contains(&name.as_str());
                let floats = || self.holds_floats(ty, &[generics], None, &mut BTreeSet::new());
                parameter || known && arguments || self.aliases.contains_key(&name) || floats()
            }
            // Of objects and functions rustc will say.
            _ => true,
        }
    }

    /// The types of a signature that must be differentiable and are not yet.
    pub fn needs(
        &self,
        signature: &syn::Signature,
        outer: &[&Generics],
        this: Option<&Type>,
        features: &Features,
    ) -> Needs {
        let mut generics = outer.to_vec();
        generics.push(&signature.generics);
        let mut needs = Needs::default();
        let mut types: Vec<&Type> = Vec::new();
        for input in &signature.inputs {
            match input {
                syn::FnArg::Receiver(_) => types.extend(this),
                syn::FnArg::Typed(param) => types.push(&param.ty),
            }
        }
        if let syn::ReturnType::Type(_, ty) = &signature.output {
            types.push(ty);
        }
        for ty in types {
            self.need(ty, &generics, this, features, &mut needs);
        }
        needs
    }

    /// The types that hold floats and lifetimes, where a parameter is written without these, `&Proxy` for `&Proxy<'_>`: as the
    /// attribute's option `types` wants them.
    pub fn left_out_lifetimes(
        &self,
        signature: &syn::Signature,
        outer: &[&Generics],
        this: Option<&Type>,
    ) -> Vec<syn::TypePath> {
        let mut generics = outer.to_vec();
        generics.push(&signature.generics);
        let mut types = Types(Vec::new());
        types.visit_signature(signature);
        let mut left_out = BTreeMap::new();
        for path in types.0 {
            let last = path.path.segments.last().expect("a path has a segment");
            let count = self.borrowing.get(&last.ident.to_string()).copied().unwrap_or(0);
            let hidden = matches!(last.arguments, PathArguments::None)
                && count > 0
                && self.holds_floats(&Type::Path(path.clone()), &generics, this, &mut BTreeSet::new());
            if hidden {
                let lifetimes = vec![syn::Lifetime::new("'_", last.ident.span()); count];
                let name = &last.ident;
                left_out.insert(name.to_string(), syn::parse_quote!(#name<#(#lifetimes),*>));
            }
        }
        left_out.into_values().collect()
    }

    fn need(&self, ty: &Type, generics: &[&Generics], this: Option<&Type>, features: &Features, needs: &mut Needs) {
        match ty {
            Type::Paren(inner) => self.need(&inner.elem, generics, this, features, needs),
            Type::Group(inner) => self.need(&inner.elem, generics, this, features, needs),
            Type::Reference(inner) => self.need(&inner.elem, generics, this, features, needs),
            Type::Slice(inner) => self.need(&inner.elem, generics, this, features, needs),
            Type::Array(inner) => self.need(&inner.elem, generics, this, features, needs),
            Type::Tuple(tuple) => tuple
                .elems
                .iter()
                .for_each(|ty| self.need(ty, generics, this, features, needs)),
            Type::Path(path) if self.holds_floats(ty, generics, this, &mut BTreeSet::new()) => {
                let last = path.path.segments.last().expect("a path has a segment");
                let name = last.ident.to_string();
                if let PathArguments::AngleBracketed(arguments) = &last.arguments {
                    // Nothing flows into an `Err`: its type may be any.
                    let flows = if name == "Result" { 1 } else { arguments.args.len() };
                    for argument in arguments.args.iter().take(flows) {
                        if let GenericArgument::Type(ty) = argument {
                            self.need(ty, generics, this, features, needs);
                        }
                    }
                }
                if KNOWN_TYPES.contains(&name.as_str())
                    || generics.iter().any(|generics| self.is_float(&name, generics))
                {
                } else if let Some(alias) = self.aliases.get(&name)
                    && !needs.looked_through.contains(&name)
                {
                    needs.looked_through.push(name);
                    self.need(alias, generics, None, features, needs);
                    needs.looked_through.pop();
                } else if let Some(fields) = self.fields.get(&name) {
                    // The derive needs the same of its fields, and so on.
                    if needs.derive.insert(name.clone()) {
                        let own: Vec<&Generics> = self.generics.get(&name).into_iter().collect();
                        fields
                            .iter()
                            .for_each(|field| self.need(field, &own, None, features, needs));
                    }
                } else if let Some(feature) = features.of_type(&path.path) {
                    needs.features.extend(feature);
                } else {
                    needs.foreign.insert(name);
                }
            }
            // A choice between methods holds no floats, and is handed over like others.
            Type::Path(path) => {
                let last = path.path.segments.last().expect("a path has a segment");
                let fields = self.fields.get(&last.ident.to_string());
                if let Some(fields) = fields
                    && needs.derive.insert(last.ident.to_string())
                {
                    fields
                        .iter()
                        .for_each(|field| self.need(field, &[], None, features, needs));
                }
            }
            _ => {}
        }
    }
}

/// The types in a function's parameters.
struct Types<'t>(Vec<&'t syn::TypePath>);

impl<'t> Visit<'t> for Types<'t> {
    fn visit_type_path(&mut self, path: &'t syn::TypePath) {
        self.0.push(path);
        visit::visit_type_path(self, path);
    }

    fn visit_receiver(&mut self, _: &'t syn::Receiver) {}
    fn visit_generics(&mut self, _: &'t Generics) {}
    fn visit_return_type(&mut self, _: &'t syn::ReturnType) {}
}

fn input_is_receiver(input: &syn::FnArg) -> bool {
    matches!(input, syn::FnArg::Receiver(_))
}

impl<'ast> Visit<'ast> for Declared {
    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        let name = item.ident.to_string();
        let fields = item.fields.iter().map(|field| field.ty.clone());
        self.fields.entry(name.clone()).or_default().extend(fields);
        self.lifetimes(&name, &item.generics);
        self.generics.insert(name, item.generics.clone());
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        let name = item.ident.to_string();
        let fields = item.variants.iter().flat_map(|variant| &variant.fields);
        let fields = fields.map(|field| field.ty.clone());
        self.fields.entry(name.clone()).or_default().extend(fields);
        self.lifetimes(&name, &item.generics);
        self.generics.insert(name, item.generics.clone());
    }

    fn visit_item_type(&mut self, item: &'ast syn::ItemType) {
        self.aliases
            .entry(item.ident.to_string())
            .or_insert_with(|| (*item.ty).clone());
    }

    /// `pub use f64 as Real;` is an alias as well.
    fn visit_use_rename(&mut self, rename: &'ast syn::UseRename) {
        let ident = &rename.ident;
        self.aliases
            .entry(rename.rename.to_string())
            .or_insert_with(|| syn::parse_quote!(#ident));
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        let supers = item.supertraits.iter().filter_map(|bound| match bound {
            TypeParamBound::Trait(bound) => bound.path.segments.last().map(|last| last.ident.to_string()),
            _ => None,
        });
        self.supertraits
            .entry(item.ident.to_string())
            .or_default()
            .extend(supers);
    }
}
