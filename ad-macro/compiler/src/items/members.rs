//! Queries and rewrites on the functions of an impl or trait: their signatures, what they know of each other, and the impl without markers.
//!
//! Input:  `impl M { fn row(&self, i: usize) -> &[f64] { … } fn sum(&self) -> f64 { … self.row(i) … } }`
//! Output: `among`: options that know that `row` returns a reference and `sum` a value

use crate::infer::inference::fields;
use crate::options::attribute::{Around, Options};
use crate::options::function_names;
use crate::signature::marks::{is_mark, take_no_diff, unmark, unmark_loops};
use crate::signature::returned_iterators::Iterated;
use crate::signature::returned_places::{Lent, Several};
use crate::signature::{bounds, lifetimes, returned_views};
use crate::syntax::flat_map::FlatMap;
use crate::syntax::walk::{NodeMut, WalkMut, descend_mut};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use std::rc::Rc;
use syn::spanned::Spanned;
use syn::{ImplItem, ItemFn, ItemImpl, ItemTrait, Signature, TraitItem};

/// The options, and what the functions beside each other know of each other: which of them return references, or iterators.
pub(super) fn among<'a>(
    signatures: impl Iterator<Item = &'a Signature>,
    (this, generics): (Option<&syn::Type>, &syn::Generics),
    functions: &[ItemFn],
    options: &Options,
) -> Options {
    let mut options = options.clone();
    let signatures: Vec<&Signature> = signatures.collect();
    let told = options.around.told.clone();
    options.around = Rc::new(around(&signatures, this, generics, functions, told));
    for signature in signatures {
        let name = signature.ident.to_string();
        if gives_value(&signature.output) {
            options.values.insert(name.clone());
        }
        if let Some(iterated) = Iterated::returned(&signature.output) {
            options.iterators.entry(name).or_insert(iterated);
        } else if let Some(lent) = Lent::returned(&signature.output)
            && !lent.ty().is_inert()
        {
            if crate::signature::static_references::lends_constant(signature) {
                options.constants.insert(name);
            } else {
                options.references.entry(name).or_insert(lent);
            }
        } else if let Some(lent) = Several::returned(&signature.output) {
            options.tuples.entry(name).or_insert(lent);
        } else if let Some(ty) = lifetimes::held(signature, this) {
            if let Some(syn::Type::Path(this)) = this
                && !options.lent.contains_key(&name)
                && let Some(last) = this.path.segments.last()
            {
                options.lenders.insert(name.clone(), last.ident.to_string());
            }
            options.lent.entry(name).or_insert(ty);
        } else if let syn::ReturnType::Type(_, output) = &signature.output
            && let Some(array) = returned_views::array_returned(output)
        {
            options.arrays.entry(name).or_insert(array);
        }
    }
    options
}

/// What the functions beside each other say of types.
fn around(
    signatures: &[&Signature],
    this: Option<&syn::Type>,
    generics: &syn::Generics,
    functions: &[ItemFn],
    told: FlatMap<String, syn::Type>,
) -> Around {
    let params = generics.type_params().map(|param| param.ident.clone());
    // In a trait `Self` is a parameter like the others.
    let itself = Ident::new("Self", Span::call_site());
    let mut around = Around {
        told,
        params: params.chain(this.is_none().then(|| itself.clone())).collect(),
        this: this.cloned().or_else(|| Some(syn::parse_quote!(#itself))),
        signatures: signatures.iter().map(|signature| (*signature).clone()).collect(),
        fields: FlatMap::new(),
    };
    around.fields = fields(functions, &around);
    around
}

/// Whether what a function returns is neither a reference nor an option.
fn gives_value(output: &syn::ReturnType) -> bool {
    let syn::ReturnType::Type(_, output) = output else {
        return false;
    };
    let option = matches!(crate::syntax::types::container(output), Some((name, _)) if name == "Option");
    !option && !matches!(**output, syn::Type::Reference(_))
}

pub(super) fn impl_signatures(block: &ItemImpl) -> impl Iterator<Item = &Signature> {
    block.items.iter().filter_map(|item| match item {
        ImplItem::Fn(member) => Some(&member.sig),
        _ => None,
    })
}

/// The signatures of an item's functions.
pub fn signatures(item: &syn::Item) -> Vec<&Signature> {
    match item {
        syn::Item::Fn(function) => vec![&function.sig],
        syn::Item::Impl(block) => impl_signatures(block).collect(),
        syn::Item::Trait(item) => trait_signatures(item).collect(),
        _ => Vec::new(),
    }
}

/// The impl in which the types of parameters say that they are functions.
pub(super) fn with_functions(mut block: ItemImpl, options: &Options) -> ItemImpl {
    for item in &mut block.items {
        if let ImplItem::Fn(member) = item {
            function_names::write_out(&mut member.sig, options);
        }
    }
    block
}

/// Whether the type that an impl is for is certainly no option and no result.
pub(super) fn is_no_option(block: &ItemImpl) -> bool {
    match &*block.self_ty {
        syn::Type::Path(path) => {
            let last = path.path.segments.last();
            let own = |name: &TokenStream| path.path.is_ident(&name.to_string());
            last.is_some_and(|last| last.ident != "Option" && last.ident != "Result")
                && path.qself.is_none()
                && !bounds::names(&block.generics).iter().any(own)
        }
        _ => false,
    }
}

/// Writes out what `Self::Item` is.
pub(super) struct Associated(Vec<(Ident, syn::Type)>);

impl Associated {
    pub(super) fn of(block: &ItemImpl) -> Self {
        let items = block.items.iter().filter_map(|item| match item {
            ImplItem::Type(ty) => Some((ty.ident.clone(), ty.ty.clone())),
            _ => None,
        });
        Associated(items.collect())
    }
}

impl WalkMut for Associated {
    fn node(&mut self, node: NodeMut<'_>) {
        match node {
            NodeMut::Type(ty) => {
                let named = match ty {
                    syn::Type::Path(path) if path.qself.is_none() && path.path.segments.len() == 2 => {
                        let segments = &path.path.segments;
                        self.0
                            .iter()
                            .find(|(name, _)| segments[0].ident == "Self" && segments[1].ident == *name)
                    }
                    _ => None,
                };
                match named {
                    Some((_, named)) => *ty = named.clone(),
                    None => descend_mut(self, NodeMut::Type(ty)),
                }
            }
            // What stands in such a type, `Self::Size::dim()`.
            NodeMut::ExprPath(path) => {
                descend_mut(self, NodeMut::ExprPath(path));
                let segments = &path.path.segments;
                if path.qself.is_none()
                    && segments.len() > 2
                    && segments[0].ident == "Self"
                    && let Some((_, named)) = self.0.iter().find(|(name, _)| segments[1].ident == *name)
                {
                    let inner = segments.iter().skip(2);
                    *path = syn::parse_quote!(<#named>::#(#inner)::*);
                }
            }
            node => descend_mut(self, node),
        }
    }
}

/// Writes out what the types are that an impl chooses, in one of its functions.
pub fn write_out_associated(block: &ItemImpl, function: &mut ItemFn) {
    Associated::of(block).node(NodeMut::ItemFn(function));
}

/// The functions of an impl that are not left out.
pub(super) fn functions(block: &ItemImpl) -> impl Iterator<Item = ItemFn> {
    block.items.iter().filter_map(|item| match item {
        ImplItem::Fn(member) if take_no_diff(&mut member.attrs.clone()) => None,
        ImplItem::Fn(member) => Some(ItemFn {
            attrs: member.attrs.clone(),
            modifiers: member.modifiers.clone(),
            vis: member.vis.clone(),
            sig: member.sig.clone(),
            block: Box::new(member.block.clone()),
        }),
        _ => None,
    })
}

/// The impl without the macro's own markings.
pub fn unmarked(mut block: ItemImpl) -> ItemImpl {
    for item in &mut block.items {
        if let ImplItem::Fn(member) = item {
            take_no_diff(&mut member.attrs);
            member.attrs.retain(|attribute| !is_mark(attribute));
            unmark(&mut member.sig);
            unmark_loops(&mut member.block);
        }
    }
    block
}

/// The function that lists what an impl defines. If the trait is not marked, rustc says that this is not a member of it.
pub(super) fn marker() -> Ident {
    Ident::new("the_trait_is_differentiable", Span::call_site())
}

/// Siblings that stand among the user's own functions: no lint looks at them.
pub(super) fn quiet(siblings: TokenStream) -> Vec<ImplItem> {
    let Ok(mut block) = syn::parse2::<ItemImpl>(quote!(impl X { #siblings })) else {
        return vec![ImplItem::Verbatim(siblings)];
    };
    for item in &mut block.items {
        if let ImplItem::Fn(member) = item {
            member.attrs.push(syn::parse_quote!(
                #[allow(unused, unused_qualifications, non_snake_case, refining_impl_trait, clippy::all, clippy::pedantic, clippy::nursery)]
            ));
        }
    }
    block.items
}

pub(super) fn trait_signatures(item: &ItemTrait) -> impl Iterator<Item = &Signature> {
    item.items.iter().filter_map(|item| match item {
        TraitItem::Fn(member) => Some(&member.sig),
        _ => None,
    })
}

/// The impl with a name for each lifetime of its type and trait that has none, `impl Area for View<'_>`, and all their names.
pub(super) fn with_named_lifetimes(mut block: ItemImpl) -> (ItemImpl, Vec<TokenStream>) {
    struct Name(Vec<syn::Lifetime>);
    impl Name {
        fn fresh(&mut self, span: Span) -> syn::Lifetime {
            let lifetime = syn::Lifetime::new(&format!("'unnamed_{}", self.0.len()), span);
            self.0.push(lifetime.clone());
            lifetime
        }
    }
    impl WalkMut for Name {
        fn node(&mut self, node: NodeMut<'_>) {
            match node {
                NodeMut::Lifetime(lifetime) => {
                    if lifetime.ident == "_" {
                        *lifetime = self.fresh(lifetime.span());
                    }
                }
                NodeMut::TypeReference(reference) => {
                    if reference.lifetime.is_none() {
                        reference.lifetime = Some(self.fresh(reference.and_token.span));
                    }
                    descend_mut(self, NodeMut::TypeReference(reference));
                }
                // Those of what functions take are theirs.
                NodeMut::TypeFnPtr(_) => {}
                NodeMut::ParenthesizedGenericArguments(_) => {}
                node => descend_mut(self, node),
            }
        }
    }
    let mut name = Name(Vec::new());
    descend_mut(&mut name, NodeMut::Type(&mut block.self_ty));
    if let Some((path, _)) = &mut block.trait_ {
        descend_mut(&mut name, NodeMut::Path(path));
    }
    let named = name
        .0
        .into_iter()
        .map(|lifetime| -> syn::GenericParam { syn::parse_quote!(#lifetime) });
    block.generics.params = named.chain(std::mem::take(&mut block.generics.params)).collect();
    let lifetimes = block.generics.lifetimes().map(|param| {
        let lifetime = &param.lifetime;
        quote!(#lifetime)
    });
    let lifetimes = lifetimes.collect();
    (block, lifetimes)
}
