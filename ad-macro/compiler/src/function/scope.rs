//! `Scope`, what surrounds a function: the impl or trait that it stands in, with what they ask of their parameters.
//!
//! Input:  `impl<'a, T: Float> Model<'a, T> { fn loss(&self, x: T) -> T { .. } }`
//! Output: for `loss`: a method of `Model<'a, T>`, with `T` in scope

use crate::syntax::proven::Proven;
use crate::twin::target::Kind;
use proc_macro2::TokenStream;

/// What surrounds a function.
pub struct Scope<'a> {
    pub kind: Kind<'a>,
    /// The type and const parameters of the impl or trait around the function, `Self` of a trait among them.
    pub names: Vec<TokenStream>,
    /// The type whose impl it is, if that names lifetimes: a pullback captures none of them.
    pub this: Option<&'a syn::Type>,
    /// What the derivatives ask of these.
    pub predicates: Vec<syn::WherePredicate>,
    /// Whether users get entry points: a function whose result carries no derivative has only the sweeps.
    pub entries: bool,
    /// The types of the impl around it that rustc is asked about once.
    pub proven: Option<&'a Proven>,
}

impl<'a> Scope<'a> {
    /// Of a function that only its sweeps are made of, for a rule around them.
    pub fn sweeps() -> Scope<'a> {
        Scope {
            kind: Kind::Sweeps {
                guard: None,
                of_trait: false,
            },
            names: Vec::new(),
            this: None,
            predicates: Vec::new(),
            entries: false,
            proven: None,
        }
    }

    /// Of a free function, whose derivatives live in the type `name`.
    pub fn free(name: &'a proc_macro2::Ident) -> Scope<'a> {
        Scope {
            kind: Kind::Free(name),
            names: Vec::new(),
            this: None,
            predicates: Vec::new(),
            entries: true,
            proven: None,
        }
    }
}
