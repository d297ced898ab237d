//! The fields and variants that a function reads of its parameters: that their types have them is asked where rustc is asked about these.
//!
//! Input:  `fn f(s: &Spring) -> f64 { s.k * 2.0 }`
//! Output: `|of: &Spring| { let _ = &of.k; }` in the constant that proves `Spring`

use crate::analysis::borrow_holders::each_place;
use crate::ir::spell::part_of_variant;
use crate::ir::*;
use crate::twin::parts::Parts;
use quote::quote;

impl Parts<'_> {
    /// Asks for the parts of parameters that the function reads and writes.
    pub(super) fn ask_for_parts(&self, f: &Function) {
        let Some(proven) = self.twin.proven else { return };
        f.body.walk(&mut |stmt| {
            each_place(stmt, &mut |place| {
                let mut params = f.params.iter().zip(&self.params);
                let Some((_, param)) = params.find(|(param, _)| param.var == place.root) else {
                    return;
                };
                let fields = place.path.iter().map_while(|step| match step {
                    Projection::Field(member) => Some(member),
                    _ => None,
                });
                let fields: Vec<_> = fields.collect();
                let variant = match place.path.first() {
                    Some(Projection::Part(part)) => Some(&**part),
                    _ => None,
                };
                if fields.is_empty() && variant.is_none() {
                    return;
                }
                proven.has_part(&param.ty, |ty| {
                    let reads = match variant {
                        // Another path may lead to it in the function alone.
                        Some((path, member)) if of_the_type(path, ty) => {
                            let pattern = part_of_variant(path, member);
                            quote!(if let #pattern = of { let _ = part; })
                        }
                        Some(_) => return None,
                        None => quote!(let _ = &of #(.#fields)*;),
                    };
                    Some(match param.passing {
                        Passing::Ref => quote!(|of: &#ty| { #reads }),
                        Passing::Mut => quote!(|of: &mut #ty| { #reads }),
                        _ => quote!(|of: #ty| { #reads }),
                    })
                });
            });
        });
    }
}

/// Whether a path is that of a variant behind the type's own path.
fn of_the_type(variant: &syn::Path, ty: &syn::Type) -> bool {
    let syn::Type::Path(ty) = ty else { return false };
    let ty: Vec<_> = ty.path.segments.iter().map(|segment| &segment.ident).collect();
    let variant: Vec<_> = variant.segments.iter().map(|segment| &segment.ident).collect();
    variant.split_last().is_some_and(|(_, owner)| owner == ty)
}
