//! `Index` and `IndexMut` of a user's type: the impl gets a projection, which `m[(i, j)]` in differentiable code finds.
//!
//! Input:  `impl Index<(usize, usize)> for Matrix { type Output = f64; fn index(&self, (i, j): (usize, usize)) -> &f64 { … } }`
//! Output: `impl IndexRoute<(usize, usize)> for Matrix { … }`, as for any other function that returns a reference.

use crate::options::attribute::Options;
use crate::projections::projection;
use crate::signature::bounds;
use crate::signature::bounds::sized;
use crate::signature::returned_places::Lent;
use crate::syntax::cfg_variants;
use crate::syntax::cfg_variants::Variant;
use crate::syntax::diagnostics::Diagnostics;
use crate::syntax::walk::{NodeMut, WalkMut, descend_mut};
use crate::twin::parts::Parts;
use crate::twin::target::{Kind, Twin};
use proc_macro2::TokenStream;
use quote::quote;
use syn::{GenericArgument, ItemImpl, PathArguments, Type};

/// Whether an impl is one of these traits.
pub fn is_index(block: &ItemImpl) -> bool {
    index_type(block).is_some()
}

/// The type of the index, and whether what it gives may be written.
fn index_type(block: &ItemImpl) -> Option<(&Type, bool)> {
    let (path, _) = block.trait_.as_ref()?;
    let last = path.segments.last()?;
    let mutable = match last.ident.to_string().as_str() {
        "Index" => false,
        "IndexMut" => true,
        _ => return None,
    };
    match &last.arguments {
        PathArguments::AngleBracketed(arguments) => match arguments.args.first()? {
            GenericArgument::Type(ty) => Some((ty, mutable)),
            _ => None,
        },
        _ => None,
    }
}

/// The impl of the runtime's trait for the same index.
pub fn routes(block: &ItemImpl, options: &Options, diagnostics: &Diagnostics) -> TokenStream {
    let Some((index, mutable)) = index_type(block) else {
        return TokenStream::new();
    };
    // Anything else is no function of these traits, as rustc says.
    let takes_an_index = |sig: &syn::Signature| sig.receiver().is_some() && sig.inputs.len() == 2;
    let method = block.items.iter().find_map(|item| match item {
        syn::ImplItem::Fn(method) => Some(method).filter(|method| takes_an_index(&method.sig)),
        _ => None,
    });
    let Some(method) = method else {
        return TokenStream::new();
    };
    let mut function = syn::ItemFn {
        attrs: Vec::new(),
        modifiers: Default::default(),
        vis: syn::Visibility::Inherited,
        sig: method.sig.clone(),
        block: Box::new(method.block.clone()),
    };
    let output = block.items.iter().find_map(|item| match item {
        syn::ImplItem::Type(ty) if ty.ident == "Output" => Some(ty.ty.clone()),
        _ => None,
    });
    // `IndexMut` takes its output from `Index`.
    let ty = &block.self_ty;
    let output = output.unwrap_or_else(|| syn::parse_quote!(<#ty as ::core::ops::Index<#index>>::Output));
    Output(output).node(NodeMut::ItemFn(&mut function));
    let function = crate::normalize::as_slice::as_slices(&function, &options.sliced);
    let each = cfg_variants::variants(&function, diagnostics).into_iter();
    let each = each.map(|Variant { condition, function }| {
        let items = diagnostics.under(&condition, || {
            implementation(block, index, mutable, &function, options, diagnostics)
        });
        cfg_variants::under(&condition, items)
    });
    each.collect()
}

/// The impl for one form of the function.
fn implementation(
    block: &ItemImpl,
    index: &Type,
    mutable: bool,
    function: &syn::ItemFn,
    options: &Options,
    diagnostics: &Diagnostics,
) -> TokenStream {
    let Some(lent) = Lent::returned(&function.sig.output) else {
        return TokenStream::new();
    };
    let ty = &block.self_ty;
    let mut given = block.generics.clone();
    sized::require_clones(&mut given, &options.cloned);
    let names = bounds::names(&given);
    let bounded = bounds::bounded(&given);
    let twin = Twin {
        function: &function.sig.ident,
        kind: Kind::Sweeps {
            guard: None,
            of_trait: false,
        },
        visibility: &function.vis,
        generics: &bounded,
        in_scope: &names,
        this: None,
        lending: &Default::default(),
        entries: false,
        lanes: false,
        jacobian: None,
        checkpoint: false,
        by_move: false,
        imported: false,
        storages: &Default::default(),
        proven: None,
        accepted: None,
    };
    let compiled = projection::compile(function, &lent, &names, options, diagnostics);
    let parts = Parts::new(&twin, &compiled.f);
    let Some((_, body)) = compiled.route(&twin, &parts.params[0], 0) else {
        return TokenStream::new();
    };
    let (value, bar) = compiled.target(&twin);
    let name = &parts.params[1].name;
    let lifetimes = block.generics.lifetimes();
    let (params, clause) = (&bounded.params, &bounded.where_clause);
    let (trait_, own) = if mutable {
        (quote!(IndexMutRoute), quote!(differentiable_index_mut))
    } else {
        (quote!(IndexRoute), quote!(differentiable_index))
    };
    let way = if mutable { quote!(RouteMut) } else { quote!(Route) };
    quote! {
        #[automatically_derived]
        #[allow(unused, unused_qualifications, refining_impl_trait, clippy::all, clippy::pedantic, clippy::nursery)]
        impl<#(#lifetimes,)* #params> ::pullback::rt::#trait_<#index> for #ty #clause {
            type Buffer = <#ty as ::pullback::Differentiable>::Cotangent;
            type Value = #value;
            type Bar = #bar;
            #[inline]
            fn #own(&self, #name: #index) -> impl ::pullback::rt::#way<Self, Self::Buffer, Value = #value, Bar = #bar>
                + ::core::marker::Copy + use<#(#names),*>
            {
                #body
            }
        }
    }
}

/// Writes the output's type out.
struct Output(Type);

impl WalkMut for Output {
    fn node(&mut self, node: NodeMut<'_>) {
        match node {
            NodeMut::Type(ty) => {
                if let Type::Path(path) = ty
                    && path.path.segments.len() == 2
                    && path.path.segments[0].ident == "Self"
                    && path.path.segments[1].ident == "Output"
                {
                    *ty = self.0.clone();
                    return;
                }
                descend_mut(self, NodeMut::Type(ty));
            }
            node => descend_mut(self, node),
        }
    }
}
