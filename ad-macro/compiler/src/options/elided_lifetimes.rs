//! `types(Model = Model<'_>)`: writes the elided lifetime of a borrowing type into the signatures, since the derivatives name the type
//! where rustc elides nothing.
//!
//! Input:  `fn f(model: &Model) -> f64` with that option
//! Output: `fn f(model: &Model<'_>) -> f64`

use std::collections::BTreeMap;
use syn::visit_mut::{VisitMut, visit_type_path_mut};
use syn::{AngleBracketedGenericArguments, GenericArgument, Item, PathArguments, TypePath};

/// The types of the option, by their names, with their lifetimes.
pub type Lifetimes = BTreeMap<String, AngleBracketedGenericArguments>;

/// The item with the lifetimes of these types.
pub fn write_out(item: &mut Item, lifetimes: &Lifetimes) {
    if !lifetimes.is_empty() {
        Written(lifetimes).visit_item_mut(item);
    }
}

struct Written<'a>(&'a Lifetimes);

impl VisitMut for Written<'_> {
    fn visit_type_path_mut(&mut self, ty: &mut TypePath) {
        visit_type_path_mut(self, ty);
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
}
