//! A corpus of functions with the types that are inferred in them.
//!
//! Each function is followed by the types of its names, `name: type`, in source order; `?` is what is not known.

use crate::infer::inference::{fields, infer};
use crate::options::attribute::Around;

#[test]
fn types_are_those_that_rustc_infers() {
    let mut wrong = String::new();
    for case in include_str!("corpus.txt")
        .split("\n\n")
        .filter(|case| case.contains("fn "))
    {
        let (source, wanted) = case.trim().rsplit_once("\n=> ").expect("a case ends with its types");
        let item: syn::Item = syn::parse_str(source).expect(source);
        let functions: Vec<syn::ItemFn> = match &item {
            syn::Item::Fn(function) => vec![function.clone()],
            syn::Item::Impl(block) => block
                .items
                .iter()
                .filter_map(|item| match item {
                    syn::ImplItem::Fn(function) => Some(syn::ItemFn {
                        attrs: Vec::new(),
                        modifiers: function.modifiers.clone(),
                        vis: syn::Visibility::Inherited,
                        sig: function.sig.clone(),
                        block: Box::new(function.block.clone()),
                    }),
                    _ => None,
                })
                .collect(),
            _ => Vec::new(),
        };
        let mut around = Around {
            this: match &item {
                syn::Item::Impl(block) => Some((*block.self_ty).clone()),
                _ => None,
            },
            params: match &item {
                syn::Item::Impl(block) => block.generics.type_params().map(|param| param.ident.clone()).collect(),
                _ => Vec::new(),
            },
            signatures: functions.iter().map(|function| function.sig.clone()).collect(),
            ..Around::default()
        };
        around.fields = fields(&functions, &around);
        let last = functions.last().expect("there is a function");
        let facts = infer(last, &around);
        let found: Vec<String> = facts.names().map(|(name, ty)| format!("{name}: {ty}")).collect();
        let found = found.join("; ");
        if found != wanted {
            wrong.push_str(&format!("{source}\n=> {found}\nwanted {wanted}\n\n"));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
