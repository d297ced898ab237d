//! `Twin`, what a function's derivatives need to know of its surroundings: where they go, under which names, with which generics.
//!
//! Input:  a free function `f`; a method `norm` of `V3`; a trait's function
//! Output: `Kind::Free`: `f::forward`; `Kind::Member`: `V3::norm_differentiable`; `Kind::Declared`: a sibling with a default

use crate::normalize::unify_storage::Storages;
use crate::options::attribute::Mode;
use crate::signature::lifetimes::Lending;
use crate::syntax::lifetimes;
use crate::syntax::proven::Proven;
use crate::syntax::self_type;
use crate::syntax::types::Ty;
use crate::twin::accepted::Accepted;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Generics, Type, Visibility};

pub struct Twin<'a> {
    pub function: &'a Ident,
    pub kind: Kind<'a>,
    pub visibility: &'a Visibility,
    /// The function's own generic parameters, with the bounds that the derivatives add.
    pub generics: &'a Generics,
    /// All type and const parameters in scope: a pullback may name them.
    pub in_scope: &'a [TokenStream],
    /// The type whose impl it is, if that names lifetimes: a pullback captures none of them.
    pub this: Option<&'a Type>,
    /// The lifetimes of what it returns, which the signatures name.
    pub lending: &'a Lending,
    /// Whether users get entry points, and not only the sweeps.
    pub entries: bool,
    /// Whether there are sweeps that carry several cotangents at once.
    pub lanes: bool,
    /// By which mode a Jacobian is computed, if that is said: in forward mode there is a tangent function that carries several directions.
    pub jacobian: Option<Mode>,
    /// Whether the pullback runs the function once more.
    pub checkpoint: bool,
    /// It is a method by value, though the sweeps take the receiver by reference.
    pub by_move: bool,
    /// It stands elsewhere, and has only its rule here.
    pub imported: bool,
    /// The parameters that are arrays of any storage, as the entry points take them.
    pub storages: &'a Storages,
    /// The types that rustc is asked about once, where there is a place for that.
    pub proven: Option<&'a Proven>,
    /// Of what rustc is asked first whether it compiles.
    pub accepted: Option<&'a Accepted>,
}

impl Twin<'_> {
    /// That the function compiles, by the closure that it is.
    pub fn accepted(&self, closure: &TokenStream) -> Accepted {
        Accepted::new(self.part("accepted"), &quote!({ let _ = #closure; true }))
    }

    /// The cotangent of an array of a type parameter's numbers in a trait's impl. Where it stands for a parameter of the trait, the
    /// trait asks that it be differentiable, and then rustc does not look which cotangent it has: so it is named in the same way.
    pub(super) fn projected(&self, ty: &Type) -> Option<TokenStream> {
        let sweeps = matches!(self.kind, Kind::Sweeps { .. });
        let generic = matches!(Ty::of(ty), Ty::NdArray(element, _) if *element == Ty::Unknown);
        (sweeps && generic && crate::syntax::types::owned_array(ty).is_none())
            .then(|| quote!(<#ty as ::pullback::Differentiable>::Cotangent))
    }

    /// The type beside a free function, with what it is documented as and the functions in it.
    pub fn of_its_own(&self, name: &Ident, about: &str, taken: usize, functions: TokenStream) -> TokenStream {
        let visibility = self.visibility;
        let plain = |ident: &Ident| ident.to_string().trim_start_matches("r#").to_string();
        let (ty, function, called) = (
            plain(name),
            plain(self.function),
            Ident::new("called", self.function.span()),
        );
        let expected = match self.imported {
            false => quote!(::pullback::rt::expect_beside::<Self>(#ty, #function, ::pullback::rt::path_of(&#called));),
            // Of a generic function nothing says here which one it is.
            true if !self.in_scope.is_empty() => quote!(),
            true => {
                let function = self.function;
                quote!(::pullback::rt::expect_path(::pullback::rt::path_of(&#function), ::pullback::rt::path_of(&#called));)
            }
        };
        let sweeps = quote! {
            #[automatically_derived]
            #[allow(unused, unused_qualifications, non_snake_case, clippy::all, clippy::pedantic, clippy::nursery)]
            impl #name {
                #functions
                /// How many arguments the function takes.
                #[doc(hidden)]
                #[inline(always)]
                #visibility fn taken<const GIVEN: ::core::primitive::usize>(_: [(); GIVEN]) -> ::pullback::rt::AsMany<GIVEN, #taken> {
                    ::pullback::rt::AsMany(())
                }
                /// Checks that a function is the one whose derivatives these are.
                #[doc(hidden)]
                #[inline(always)]
                #visibility fn twin_of<F>(#called: F) -> F {
                    #expected
                    #called
                }
            }
        };
        let sweeps = match self.proven {
            Some(proven) => proven.around(sweeps),
            None => sweeps,
        };
        quote! {
            #[doc = #about]
            #[allow(non_camel_case_types, dead_code, missing_debug_implementations, missing_copy_implementations)]
            #visibility struct #name {}

            #sweeps
        }
    }

    /// A type of which something is differentiated, as the sweeps name it.
    pub(super) fn proven(&self, ty: &Type) -> Type {
        match self.proven {
            Some(proven) => proven.proven(ty),
            None => ty.clone(),
        }
    }

    /// What the derivative `suffix` is called.
    pub fn derivative(&self, suffix: &str) -> Ident {
        match self.kind {
            Kind::Free(_) => Ident::new(suffix, self.function.span()),
            Kind::Member | Kind::Declared { .. } | Kind::Sweeps { .. } => {
                let function = self.function.to_string();
                let name = format!("{}_{suffix}", function.trim_start_matches("r#"));
                Ident::new(&name, self.function.span())
            }
        }
    }

    /// What the two sweeps are called. Where rustc does not find them, the name says what is missing.
    pub(super) fn forward(&self) -> Ident {
        match self.kind {
            Kind::Free(_) => self.derivative("forward"),
            _ => self.derivative("differentiable"),
        }
    }

    /// What a part of the twin is called that only differentiable callers see.
    pub fn part(&self, name: &str) -> Ident {
        match self.kind {
            Kind::Free(_) => self.derivative(name),
            _ => self.derivative(&format!("differentiable_{name}")),
        }
    }

    /// A type in which no lifetime has a name, not that of `Self` either.
    pub(super) fn without_lifetimes(&self, ty: &Type) -> Type {
        let mut ty = ty.clone();
        if let Some(this) = self.this {
            self_type::spell_out(&mut ty, this);
        }
        lifetimes::erase(&mut ty);
        ty
    }

    /// The type as the function is declared, which names the lifetimes of the result.
    pub(super) fn lending_type(&self, ty: &Type) -> Type {
        let mut ty = ty.clone();
        if let Some(this) = self.this {
            self_type::spell_out(&mut ty, this);
        }
        self.lending.erase(&mut ty);
        ty
    }

    /// What a route names: all that is in scope, and the lifetimes of the type that it begins in.
    pub fn names_of_route(&self) -> Vec<TokenStream> {
        let mut lifetimes = Vec::new();
        if let Some(this) = self.this {
            lifetimes = lifetimes::lifetimes(this);
        }
        lifetimes.extend(self.in_scope.iter().cloned());
        lifetimes
    }

    /// The type of a route with this bound. What a function of a trait or of a type returns may name the lifetimes of that, and so says
    /// that it borrows nothing.
    pub fn route_type(&self, bound: &TokenStream) -> TokenStream {
        let names = self.names_of_route();
        let owned = (!matches!(self.kind, Kind::Free(_))).then(|| quote!(+ 'static));
        quote!(impl #bound + ::core::marker::Copy #owned + use<#(#names),*>)
    }

    /// A link to the function itself, for the documentation.
    pub fn link(&self) -> String {
        match self.kind {
            Kind::Free(_) => format!("[`{0}`]({0}())", self.function),
            _ => format!("[`{0}`](Self::{0})", self.function),
        }
    }

    /// What the forward sweep proves before it begins.
    pub fn guard(&self) -> Option<&TokenStream> {
        match self.kind {
            Kind::Declared { guard, .. } => Some(guard),
            Kind::Sweeps { guard, .. } => guard,
            _ => None,
        }
    }
}

/// Where the derivatives go.
#[derive(Clone, Copy)]
pub enum Kind<'a> {
    /// Of a free function: into a type of this name.
    Free(&'a Ident),
    /// Of a function of a type's own impl: beside it, as `name_vjp` and so on.
    Member,
    /// Of a function of a trait: beside it, with defaults. The guard stands at the head of the forward sweep's default, and
    /// proves that what it differentiates is what an implementor runs. The trait's own parameters are a type.
    Declared {
        guard: &'a TokenStream,
        default: bool,
        parameters: Option<&'a TokenStream>,
    },
    /// Of a function of a trait's impl, where the trait has the rest, or of an operator: the sweeps alone. The guard of a trait's
    /// function proves that a call which means another function of this name is not taken for one of it.
    Sweeps {
        guard: Option<&'a TokenStream>,
        of_trait: bool,
    },
}
