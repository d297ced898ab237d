//! `types(Model = Model<'_>)`: writes the elided lifetime of a borrowing type into the signatures, since the derivatives name the type
//! where rustc elides nothing.
//!
//! Input:  `fn f(model: &Model) -> f64` with that option
//! Output: `fn f(model: &Model<'_>) -> f64`

use crate::syntax::flat_map::FlatMap;
use crate::syntax::walk::{NodeMut, WalkMut, descend_mut};
use syn::{AngleBracketedGenericArguments, GenericArgument, Item, PathArguments};

/// The types of the option, by their names, with their lifetimes.
pub type Lifetimes = FlatMap<String, AngleBracketedGenericArguments>;

/// The item with the lifetimes of these types.
pub fn write_out(item: &mut Item, lifetimes: &Lifetimes) {
    if !lifetimes.is_empty() {
        Written(lifetimes).node(NodeMut::Item(item));
    }
}

struct Written<'a>(&'a Lifetimes);

impl WalkMut for Written<'_> {
    fn node(&mut self, node: NodeMut<'_>) {
        match node {
            NodeMut::TypePath(ty) => {
                descend_mut(self, NodeMut::TypePath(ty));
                let Some(last) = ty.path.segments.last_mut() else {
                    return;
                };
                let Some(lifetimes) = self.0.get(&last.ident.to_string()) else {
                    return;
                };
                match &mut last.arguments {
                    PathArguments::None => last.arguments = PathArguments::AngleBracketed(lifetimes.clone()),
                    PathArguments::AngleBracketed(written) => {
                        let is_written = |argument: &GenericArgument| matches!(argument, GenericArgument::Lifetime(_));
                        if !written.args.iter().any(is_written) {
                            let others = std::mem::take(&mut written.args);
                            written.args = lifetimes.args.iter().cloned().chain(others).collect();
                        }
                    }
                    PathArguments::Parenthesized(_) => {}
                }
            }
            node => descend_mut(self, node),
        }
    }
}
