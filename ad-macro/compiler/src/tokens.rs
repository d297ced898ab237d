//! Atoms and places as tokens: the same in the user's renamed expressions and in the emitted code.

use crate::ir::{Atom, Place, Projection, Role, Var, VarInfo};
use crate::types::Ty;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

pub fn name(vars: &[VarInfo], var: Var) -> &Ident {
    &vars[var.0].name
}

pub fn atom(vars: &[VarInfo], atom: &Atom) -> TokenStream {
    match atom {
        Atom::Var(var) => {
            let name = name(vars, *var);
            quote!(#name)
        }
        Atom::Constant(tokens, _) => tokens.clone(),
    }
}

/// The place as an expression: `(*x)` where a whole parameter by reference is meant.
pub fn place(vars: &[VarInfo], at: &Place) -> TokenStream {
    place_with(vars, at, false, &mut |index| atom(vars, index))
}

/// The same, with the indices written by `write`; `mutable` if the place is to be written.
pub fn place_with(
    vars: &[VarInfo],
    at: &Place,
    mutable: bool,
    write: &mut dyn FnMut(&Atom) -> TokenStream,
) -> TokenStream {
    let root = name(vars, at.root);
    let reference = matches!(vars[at.root.0].role, Role::Reference | Role::Buffer);
    let mut tokens = if at.is_whole() && reference {
        quote!((*#root))
    } else {
        quote!(#root)
    };
    for (k, projection) in at.path.iter().enumerate() {
        tokens = match projection {
            Projection::Index(index) => {
                let index = write(index);
                quote!(#tokens[#index])
            }
            Projection::Range { low, high, inclusive } => {
                let low = low.as_ref().map(&mut *write);
                let high = high.as_ref().map(&mut *write);
                if *inclusive {
                    quote!(#tokens[#low..=#high])
                } else {
                    quote!(#tokens[#low..#high])
                }
            }
            Projection::Field(member) => quote!(#tokens.#member),
            Projection::Payload(accessor) if mutable => {
                let accessor = quote::format_ident!("{accessor}_mut");
                quote!((*#tokens.#accessor()))
            }
            Projection::Payload(accessor) => quote!((*#tokens.#accessor())),
            // What is behind the parameter's own reference, unless that is one itself: references are one level of places.
            Projection::Deref if k == 0 && reference && holds_a_box(&vars[at.root.0]) => quote!((**#tokens)),
            Projection::Deref => quote!((*#tokens)),
            Projection::Through { route, bar, .. } => {
                let (route, from) = (write(route), tokens);
                // A reference stands for itself.
                let from = match (k, mutable) {
                    (0, _) if reference => from,
                    (_, true) => quote!(&mut #from),
                    (_, false) => quote!(&#from),
                };
                match (bar, mutable) {
                    (false, false) => quote!((*#route.of(#from))),
                    (false, true) => quote!((*#route.of_mut(#from))),
                    (true, false) => quote!((*#route.bar(#from))),
                    (true, true) => quote!((*#route.bar_mut(#from))),
                }
            }
        };
    }
    tokens
}

/// Whether a reference may point to a box, as far as its type is known: it points to no reference, and to no number. The type of a
/// cotangent's buffer is that of what it points to.
fn holds_a_box(info: &VarInfo) -> bool {
    match (&info.ty, info.role) {
        (Ty::Ref(inner), Role::Reference) => **inner == Ty::Unknown,
        (ty, _) => *ty == Ty::Unknown,
    }
}

/// A statement that compiles only if there is a twin with the forward sweep `forward`.
pub fn twin_exists(forward: &syn::ExprPath) -> TokenStream {
    let mut twin = forward.path.clone();
    match twin.segments.pop() {
        Some(last) if last.ident == "forward" => {
            twin.segments.pop_punct();
            quote!(let _: fn(#twin);)
        }
        _ => quote!(let _ = #forward;),
    }
}

/// `&place`; a parameter that is a reference already stands for itself.
pub fn borrow(vars: &[VarInfo], at: &Place) -> TokenStream {
    let tokens = place(vars, at);
    if at.is_whole() && vars[at.root.0].role == Role::Reference {
        let root = name(vars, at.root);
        quote!(#root)
    } else {
        quote!(&#tokens)
    }
}
