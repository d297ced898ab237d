//! Whether a result can only refer to constants: `'static` on the result, and on no argument.
//!
//! Input:  `fn weights(self) -> &'static [f64]`
//! Output: `lends_constant`: `true`, so that the result has no cotangent

use crate::signature::returned_places::Lent;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::walk::{Node, walk};
use syn::{FnArg, ReturnType, Signature, Type};

/// Whether the signature says that the result is a reference to what is there for ever, and no argument is.
pub fn lends_constant(signature: &Signature) -> bool {
    let ReturnType::Type(_, output) = &signature.output else {
        return false;
    };
    is_constant(output) && lends_for_less(signature)
}

/// Whether no argument lends what is there for ever.
pub fn lends_for_less(signature: &Signature) -> bool {
    signature.inputs.iter().all(|input| match input {
        FnArg::Receiver(receiver) => match &receiver.kind {
            syn::ReceiverKind::Reference(_, Some(lifetime), _) => lifetime.ident != "static",
            _ => true,
        },
        FnArg::Typed(param) => !lifetimes(&param.ty).contains("static"),
    })
}

/// `&'static T`, or an option of it.
pub fn is_constant(ty: &Type) -> bool {
    Lent::of(ty).is_some_and(|lent| !lent.mutable) && lifetimes(ty).iter().eq(["static"])
}

/// The lifetimes of the references in a type; one that is not written has no name.
fn lifetimes(ty: &Type) -> FlatSet<String> {
    let mut names = FlatSet::new();
    walk(ty, |node| {
        match node {
            Node::TypeReference(reference) if reference.lifetime.is_none() => {
                names.insert(String::new());
            }
            Node::Lifetime(lifetime) => {
                names.insert(lifetime.ident.to_string());
            }
            _ => {}
        }
        true
    });
    names
}
