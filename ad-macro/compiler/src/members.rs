//! The derivatives of the functions of impls and traits: siblings that stand beside the functions.
//!
//! Input:  `trait Potential { fn energy(&self, x: f64) -> f64; }`
//! Output: the same trait with `energy_differentiable`, which implementors define and which has a default that rejects those without
//!         the attribute, and `energy_vjp` and the like, which call it.
//!
//! A function whose types carry no derivative is left plain: if its result carries none, it has the sweeps alone, so that
//! differentiable functions can call it, and if no parameter does, it needs none. One marked `#[no_diff]` is left out.

use crate::asking;
use crate::attributes::{Options, Unmark, carries_no_derivative, is_mark, no_argument_does, take_no_diff, unmark};
use crate::callables;
use crate::copied_lists;
use crate::diagnostics::Diagnostics;
use crate::entry::{self, Kind};
use crate::generics;
use crate::itineraries::Iterated;
use crate::lending;
use crate::meant::{self, Twins};
use crate::objects;
use crate::owned;
use crate::pipeline::{Scope, derivatives};
use crate::routes::{Lent, Several};
use crate::storages;
use crate::straight;
use crate::trait_parameters;
use crate::types::Ty;
use crate::variants::conditions;
use crate::viewed::Arrays;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use std::collections::BTreeSet;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{FnArg, ImplItem, ItemFn, ItemImpl, ItemTrait, Pat, Signature, TraitItem, TraitItemFn, WherePredicate};

/// The options, and what the functions beside each other know of each other: which of them return references, or iterators.
fn among<'a>(signatures: impl Iterator<Item = &'a Signature>, this: Option<&syn::Type>, options: &Options) -> Options {
    let mut options = options.clone();
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
            if crate::constants::lends_constant(signature) {
                options.constants.insert(name);
            } else {
                options.references.entry(name).or_insert(lent);
            }
        } else if let Some(lent) = Several::returned(&signature.output) {
            options.tuples.entry(name).or_insert(lent);
        } else if let Some(ty) = lending::held(signature, this) {
            if let Some(syn::Type::Path(this)) = this
                && !options.lent.contains_key(&name)
                && let Some(last) = this.path.segments.last()
            {
                options.lenders.insert(name.clone(), last.ident.to_string());
            }
            options.lent.entry(name).or_insert(ty);
        } else if let syn::ReturnType::Type(_, output) = &signature.output
            && let Some(array) = owned::array_returned(output)
        {
            options.arrays.entry(name).or_insert(array);
        }
    }
    options
}

/// Whether what a function returns is neither a reference nor an option.
fn gives_value(output: &syn::ReturnType) -> bool {
    let syn::ReturnType::Type(_, output) = output else {
        return false;
    };
    let option = matches!(crate::types::container(output), Some((name, _)) if name == "Option");
    !option && !matches!(**output, syn::Type::Reference(_))
}

fn impl_signatures(block: &ItemImpl) -> impl Iterator<Item = &Signature> {
    block.items.iter().filter_map(|item| match item {
        ImplItem::Fn(member) => Some(&member.sig),
        _ => None,
    })
}

/// An impl of a type's own functions: as it was written, and their siblings in a second impl.
pub fn inherent(block: ItemImpl, options: &Options, diagnostics: &Diagnostics) -> TokenStream {
    let siblings = beside(&with_functions(block.clone(), options), options, diagnostics);
    let mut plain = unmarked(block);
    if options.bounded.is_some() {
        asking::of_impl(&mut plain);
    }
    quote!(#plain #siblings)
}

/// The impl in which the types of parameters say that they are functions.
fn with_functions(mut block: ItemImpl, options: &Options) -> ItemImpl {
    for item in &mut block.items {
        if let ImplItem::Fn(member) = item {
            callables::write_out(&mut member.sig, options);
        }
    }
    block
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

fn trait_signatures(item: &ItemTrait) -> impl Iterator<Item = &Signature> {
    item.items.iter().filter_map(|item| match item {
        TraitItem::Fn(member) => Some(&member.sig),
        _ => None,
    })
}

/// An impl of a trait of another crate's: as it was written. Its siblings are the type's own, since the trait has no room for them;
/// where the type has another function of this name, they would be taken for its.
fn of_another_crate(block: ItemImpl, options: &Options, diagnostics: &Diagnostics) -> TokenStream {
    let (path, _) = block.trait_.as_ref().expect("the impl of a trait");
    let imported = meant::without_arguments(path);
    let mut own = block.clone();
    own.trait_ = None;
    let (mut own, of_the_trait) = trait_parameters::handed_down(own);
    let handed_down: Vec<_> = of_the_trait.type_params().map(|param| param.ident.clone()).collect();
    // What stands as it is called is named without the trait's arguments: its own have to say what these are.
    let named = |signature: &Signature| {
        let mut params = signature.generics.type_params();
        let given = params.any(|param| handed_down.contains(&param.ident));
        handed_down.is_empty() || given || !carries_no_derivative(signature)
    };
    // That no other function comes first is proved of those that a path can name: an iterator's generic ones are std's own in most
    // impls, and take whatever function there is.
    let proved = |signature: &Signature| match options.foreign {
        Some(_) => !has_unnamed_types(signature),
        None => signature.generics.params.is_empty(),
    };
    own.items
        .retain(|item| matches!(item, ImplItem::Fn(member) if proved(&member.sig) && named(&member.sig)));
    // A trait's functions are seen wherever the trait is, and in its impls the trait is seen without an import.
    for item in &mut own.items {
        if let ImplItem::Fn(member) = item {
            member.vis = syn::parse_quote!(pub);
            if options.foreign.is_some() {
                member.block.stmts.insert(0, syn::parse_quote!(use #imported as _;));
            }
        }
    }
    Associated::of(&block).visit_item_impl_mut(&mut own);
    let options = &Options {
        foreign_trait: options.foreign.as_ref().map(|_| imported.clone()),
        ..options.clone()
    };
    let siblings = beside(&own, options, diagnostics);
    let (named, generic): (Vec<_>, Vec<_>) =
        functions(&own).partition(|function| meant::stands_beside(&function.sig, &block));
    let proofs = meant::beside(&block, &named, Twins::OfTheType);
    let guards = generic.iter().map(|function| {
        let name = &function.sig.ident;
        let guard = crate::lower::derivative_name(name, "differentiable_meant");
        let mut asked = function.sig.generics.clone();
        let parameters = generics::names(&generics::without(asked.clone(), &handed_down));
        trait_parameters::extend(&mut asked, of_the_trait.clone());
        let (generics, _, clause) = asked.split_for_impl();
        let types = (!parameters.is_empty()).then(|| quote!(::<#(#parameters),*>));
        let compared = quote_spanned! {name.span()=>
            use #imported as _;
            use ::pullback::rt::Differ as _;
            let named = (&::pullback::rt::Both(Self::#name #types, <Self as #path>::#name #types)).found();
            ::pullback::rt::both_alike((named, ::pullback::rt::OfTheTrait));
        };
        quote!(fn #guard #generics() #clause { #compared })
    });
    let (ty, (generics, _, clause)) = (&own.self_ty, own.generics.split_for_impl());
    let plain = unmarked(block.clone());
    quote! {
        #plain
        #siblings
        #proofs
        #[automatically_derived]
        #[allow(unused)]
        impl #generics #ty #clause { #(#guards)* }
    }
}

/// A reference that an impl's function takes and that stands for a parameter of the trait: `x` of `Density<&[f64]>`. The trait takes
/// it by value, as a number, and what its pullback is of is a type with the reference's lifetime: so the siblings are the type's own.
fn takes_for_the_trait(block: &ItemImpl) -> Option<&syn::Type> {
    let last = block.trait_.as_ref().and_then(|(path, _)| path.segments.last());
    let arguments = match last.map(|last| &last.arguments) {
        Some(syn::PathArguments::AngleBracketed(arguments)) => &arguments.args,
        _ => return None,
    };
    let erased = |ty: &syn::Type| {
        let mut ty = ty.clone();
        entry::EraseLifetimes.visit_type_mut(&mut ty);
        ty
    };
    let is_argument = |ty: &syn::Type| {
        let mut arguments = arguments.iter();
        arguments
            .any(|argument| matches!(argument, syn::GenericArgument::Type(argument) if erased(argument) == erased(ty)))
    };
    let mut params = impl_signatures(block).flat_map(|signature| &signature.inputs);
    params.find_map(|param| match param {
        FnArg::Typed(param) if matches!(&*param.ty, syn::Type::Reference(_)) && is_argument(&param.ty) => {
            Some(&*param.ty)
        }
        _ => None,
    })
}

/// Whether the type that an impl is for is certainly no option and no result.
fn is_no_option(block: &ItemImpl) -> bool {
    match &*block.self_ty {
        syn::Type::Path(path) => {
            let last = path.path.segments.last();
            let own = |name: &TokenStream| path.path.is_ident(&name.to_string());
            last.is_some_and(|last| last.ident != "Option" && last.ident != "Result")
                && path.qself.is_none()
                && !generics::names(&block.generics).iter().any(own)
        }
        _ => false,
    }
}

fn has_unnamed_types(signature: &Signature) -> bool {
    struct Found(bool);
    impl<'ast> Visit<'ast> for Found {
        fn visit_type_impl_trait(&mut self, _: &'ast syn::TypeImplTrait) {
            self.0 = true;
        }
    }
    let mut found = Found(false);
    signature.inputs.iter().for_each(|input| found.visit_fn_arg(input));
    found.0
}

/// Writes out what `Self::Item` is.
struct Associated(Vec<(Ident, syn::Type)>);

impl Associated {
    fn of(block: &ItemImpl) -> Self {
        let items = block.items.iter().filter_map(|item| match item {
            ImplItem::Type(ty) => Some((ty.ident.clone(), ty.ty.clone())),
            _ => None,
        });
        Associated(items.collect())
    }
}

/// Writes out what the types are that an impl chooses, in one of its functions.
pub fn write_out_associated(block: &ItemImpl, function: &mut ItemFn) {
    Associated::of(block).visit_item_fn_mut(function);
}

impl VisitMut for Associated {
    fn visit_type_mut(&mut self, ty: &mut syn::Type) {
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
            None => visit_mut::visit_type_mut(self, ty),
        }
    }

    /// What stands in such a type, `Self::Size::dim()`.
    fn visit_expr_path_mut(&mut self, path: &mut syn::ExprPath) {
        visit_mut::visit_expr_path_mut(self, path);
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
}

/// The siblings of an impl's functions, in an impl of the type's own functions.
fn beside(block: &ItemImpl, options: &Options, diagnostics: &Diagnostics) -> TokenStream {
    let (mut block, _) = with_named_lifetimes(block.clone());
    if let Some(types) = &options.sized {
        generics::require_sizes(&mut block.generics, types);
    }
    let block = &block;
    let options = &Options {
        inherent: true,
        no_option: is_no_option(block),
        methods: methods_of(block),
        ..among(impl_signatures(block), Some(&block.self_ty), options)
    };
    let scope = Scope {
        kind: Kind::Member,
        names: generics::names(&block.generics),
        this: Some(&*block.self_ty).filter(|ty| entry::names_lifetimes(ty)),
        predicates: Vec::new(),
        entries: true,
    };
    let mut siblings = differentiable(block, &scope, options, diagnostics);
    let plain = Scope {
        entries: false,
        ..scope
    };
    // A type with differentiable methods is differentiable itself: so is what its constructors give.
    let methods = functions(block).any(|f| f.sig.receiver().is_some() && !carries_no_derivative(&f.sig));
    let constructs = |function: &ItemFn| match &function.sig.output {
        syn::ReturnType::Type(_, ty) => methods && (*ty == block.self_ty || **ty == syn::parse_quote!(Self)),
        syn::ReturnType::Default => false,
    };
    let known = |function: &ItemFn| Ty::output(&function.sig) != Ty::Unknown || constructs(function);
    let counting = functions(block)
        .filter(known)
        .filter_map(|function| all_set_aside(&function));
    for function in functions(block)
        .filter(|function| !is_routed(function, options))
        .filter_map(|function| passed_through(&function))
        .chain(counting)
    {
        siblings.extend(derivatives(&function, &plain, options, diagnostics));
    }
    // The type itself may name the impl's lifetimes: they stay.
    let mut bounded = generics::bounded(&block.generics);
    let lifetimes = block
        .generics
        .params
        .iter()
        .filter(|param| matches!(param, syn::GenericParam::Lifetime(_)));
    bounded.params = lifetimes.cloned().chain(std::mem::take(&mut bounded.params)).collect();
    let (generics, where_clause) = (generics::declaration(&bounded), &bounded.where_clause);
    let ty = &block.self_ty;
    quote! {
        #[automatically_derived]
        #[allow(unused, unused_qualifications, non_snake_case, clippy::all, clippy::pedantic, clippy::nursery)]
        impl #generics #ty #where_clause { #siblings }
    }
}

/// An impl of a trait that is differentiable itself: with the forward sweeps of its functions, and a list of what it defines.
///
/// An impl cannot ask more of its parameters for one function than the trait does. Of the types that are its own parameters a
/// trait's sweeps ask that they are differentiable; what else the sweeps ask of an impl's parameters is asked for the whole impl.
pub fn implemented(block: ItemImpl, options: &Options, diagnostics: &Diagnostics) -> TokenStream {
    if let syn::Type::Path(this) = &*block.self_ty
        && this
            .path
            .get_ident()
            .is_some_and(|ident| generics::is_iterator(ident, &block.generics))
    {
        diagnostics.error(
            block.self_ty.span(),
            "methods of whatever can be iterated over are not supported yet",
            "write functions of a slice, or of a parameter `I: IntoIterator<Item = f64>`",
        );
        return unmarked(block).into_token_stream();
    }
    if let syn::Type::Slice(_) = &*block.self_ty {
        diagnostics.error(
            block.self_ty.span(),
            "the methods of a trait that is implemented for a slice have no derivatives yet",
            "write functions of the slice, or implement it for the vector",
        );
        return unmarked(block).into_token_stream();
    }
    let lending = takes_for_the_trait(&block).map(|taken| Options {
        foreign: Some(Ident::new("foreign", taken.span())),
        ..options.clone()
    });
    let options = lending.as_ref().unwrap_or(options);
    if let Some(key) = &options.foreign {
        if let syn::Type::Path(_) = &*block.self_ty {
            return of_another_crate(block, options, diagnostics);
        }
        diagnostics.error(
            key.span(),
            "the option `foreign` is for the impl of a type of your own",
            "mark a method of a type of your own, and let this one call it",
        );
        return unmarked(block).into_token_stream();
    }
    let (as_written, lifetimes) = with_named_lifetimes(block);
    let block = with_functions(as_written.clone(), options);
    let (path, _) = block.trait_.as_ref().expect("the impl of a trait");
    if let Some(name) = of_std(path) {
        if iterates(&block) {
            return of_another_crate(block, options, diagnostics);
        }
        diagnostics.error(
            path.span(),
            format!("the functions of std's `{name}` have no derivatives, since none can stand beside them"),
            "mark a method of the type's own, and let this one call it",
        );
        return block.into_token_stream();
    }
    if let Some(function) = of_bits(path, &block) {
        diagnostics.error(
            function.span(),
            "the operators on bits have no derivatives, on types of your own either",
            "mark a method of the type's own, and call that where a derivative flows; let this function call it",
        );
        return block.into_token_stream();
    }
    let options = &Options {
        borrows: entry::names_lifetimes(&block.self_ty),
        pinned: !lifetimes.is_empty(),
        no_option: is_no_option(&block),
        array: storages::array(&block.self_ty, &block.generics),
        implemented: Some(path.clone()),
        ..among(impl_signatures(&block), Some(&block.self_ty), options)
    };
    // What a trait's function returns captures all that its impl is generic in.
    let mut names = lifetimes;
    names.extend(generics::names(&block.generics));
    let of_the_trait = generics::arguments(path);
    let (by_the_trait, asked): (Vec<_>, Vec<_>) =
        generics::asked(&block.generics).partition(|asked| asked.is_differentiable && of_the_trait.contains(&asked.of));
    let by_the_trait: Vec<_> = by_the_trait.iter().map(generics::Asked::predicate).collect();
    let all: Vec<_> = functions(&block).collect();
    let with_sweeps = all.iter().any(|function| !carries_no_derivative(&function.sig));
    let arrays = Arrays::of(&block, &all).filter(|_| with_sweeps && options.object.is_none());
    let (mut siblings, mut named) = (TokenStream::new(), Vec::new());
    let mut keeps = options.object.is_some();
    for function in functions(&block).filter(|function| !carries_no_derivative(&function.sig)) {
        keeps = true;
        let of_floats = is_float(&block.self_ty) && crate::rules::rule(&function.sig.ident.to_string()).is_some();
        // The float's own function of this name has its rule, and the trait's its twin.
        let guard = if of_floats {
            None
        } else if meant::stands_beside(&function.sig, &block) {
            named.push(function.clone());
            None
        } else {
            meant::within(&function, path)
        };
        let mut predicates = by_the_trait.clone();
        let viewed = arrays.as_ref().and_then(|arrays| arrays.viewed(&function));
        predicates.extend(arrays.iter().flat_map(|arrays| arrays.predicates(&function)));
        let scope = Scope {
            kind: Kind::Sweeps { guard: guard.as_ref() },
            names: names.clone(),
            this: None,
            predicates,
            entries: true,
        };
        let options = Options {
            viewed: viewed.map(Box::new),
            ..options.clone()
        };
        siblings.extend(derivatives(&function, &scope, &options, diagnostics));
    }
    let listed = |attrs: &[syn::Attribute], signature: &Signature| {
        let (conditions, name) = (conditions(attrs), signature.ident.to_string());
        quote!(#(#conditions)* #name)
    };
    let defined = block.items.iter().filter_map(|item| match item {
        ImplItem::Fn(member) => Some(listed(&member.attrs, &member.sig)),
        _ => None,
    });
    let plain: Vec<_> = self::functions(&block)
        .filter(|function| carries_no_derivative(&function.sig) && !leaves_out(&function.sig))
        .map(|function| listed(&function.attrs, &function.sig))
        .collect();
    let plain = (!plain.is_empty()).then(|| quote!(const PLAIN: &'static [&'static str] = &[#(#plain),*];));
    let marker = marker();
    let list = quote_spanned! {path.span()=>
        #[doc(hidden)]
        fn #marker() -> impl ::pullback::rt::Functions + use<#(#names),*> {
            struct Defined;
            impl ::pullback::rt::Functions for Defined {
                const DEFINED: ::core::option::Option<&'static [&'static str]> = ::core::option::Option::Some(&[#(#defined),*]);
                #plain
            }
            Defined
        }
    };
    siblings.extend(list);
    if options.object.is_some() {
        siblings.extend(objects::implemented(path, &by_the_trait, options.borrows));
    }
    let mut whole = unmarked(as_written);
    if !asked.is_empty() {
        let itself = storages::storage(&block.self_ty)
            .filter(|storage| !crate::tokens::mentions(path.to_token_stream(), &[storage.to_string()]));
        let within_self =
            |asked: &generics::Asked| crate::tokens::mentions(block.self_ty.to_token_stream(), &[asked.of.to_string()]);
        // An impl without a function of its own keeps nothing on a tape: those that it inherits ask themselves that nothing borrows.
        // Where the type is made of a parameter, the impl of a trait that this one extends may ask that of it.
        // Whatever an implementor is that is a parameter itself, the trait's functions ask it of `Self`.
        let is_itself =
            |asked: &generics::Asked| matches!(&*block.self_ty, syn::Type::Path(path) if path.path.is_ident(&asked.of));
        let asked = asked.iter().filter(|asked| match &arrays {
            Some(arrays) => !arrays.leaves(asked),
            None => keeps || !is_itself(asked),
        });
        let asked = asked.map(|asked| match itself {
            Some(storage) if *storage == asked.of => asked.lent(),
            _ if !keeps && !within_self(asked) => asked.lent(),
            _ => asked.predicate(),
        });
        let predicates = &mut whole.generics.make_where_clause().predicates;
        predicates.extend(asked);
        predicates.extend(arrays.as_ref().and_then(|arrays| arrays.asked(&all)));
        if keeps {
            predicates.extend(generics::of_matrices(&block.generics));
        }
    }
    whole.items.extend(quiet(siblings));
    let proofs = meant::beside(&block, &named, Twins::Either);
    quote!(#whole #proofs)
}

/// The impl with a name for each lifetime of its type and trait that has none, `impl Area for View<'_>`, and all their names.
fn with_named_lifetimes(mut block: ItemImpl) -> (ItemImpl, Vec<TokenStream>) {
    struct Name(Vec<syn::Lifetime>);
    impl Name {
        fn fresh(&mut self, span: Span) -> syn::Lifetime {
            let lifetime = syn::Lifetime::new(&format!("'unnamed_{}", self.0.len()), span);
            self.0.push(lifetime.clone());
            lifetime
        }
    }
    impl syn::visit_mut::VisitMut for Name {
        fn visit_lifetime_mut(&mut self, lifetime: &mut syn::Lifetime) {
            if lifetime.ident == "_" {
                *lifetime = self.fresh(lifetime.span());
            }
        }
        fn visit_type_reference_mut(&mut self, reference: &mut syn::TypeReference) {
            if reference.lifetime.is_none() {
                reference.lifetime = Some(self.fresh(reference.and_token.span));
            }
            syn::visit_mut::visit_type_reference_mut(self, reference);
        }
        // Those of what functions take are theirs.
        fn visit_type_fn_ptr_mut(&mut self, _: &mut syn::TypeFnPtr) {}
        fn visit_parenthesized_generic_arguments_mut(&mut self, _: &mut syn::ParenthesizedGenericArguments) {}
    }
    let mut name = Name(Vec::new());
    syn::visit_mut::visit_type_mut(&mut name, &mut block.self_ty);
    if let Some((path, _)) = &mut block.trait_ {
        syn::visit_mut::visit_path_mut(&mut name, path);
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

/// Whether a parameter is marked `#[no_diff]`.
fn leaves_out(signature: &Signature) -> bool {
    signature.inputs.iter().any(|input| match input {
        FnArg::Typed(param) => take_no_diff(&mut param.attrs.clone()),
        FnArg::Receiver(_) => false,
    })
}

/// Whether an impl is one of an iterator, for a type that has functions of its own.
fn iterates(block: &ItemImpl) -> bool {
    let last = block.trait_.as_ref().and_then(|(path, _)| path.segments.last());
    let iterator = last.is_some_and(|last| last.ident == "Iterator" || last.ident == "DoubleEndedIterator");
    iterator && matches!(&*block.self_ty, syn::Type::Path(path) if !path.path.is_ident("Box"))
}

/// The traits of std, operators aside, that are implemented with functions through which a derivative could flow.
fn of_std(path: &syn::Path) -> Option<&'static str> {
    const NAMES: &[&str] = &[
        "Iterator",
        "DoubleEndedIterator",
        "IntoIterator",
        "FromIterator",
        "Extend",
        "Default",
        "Into",
        "TryInto",
        "Clone",
        "Sum",
        "Product",
        "AsRef",
        "AsMut",
    ];
    let last = path.segments.last()?.ident.to_string();
    NAMES.iter().find(|name| **name == last).copied()
}

/// The function of an impl of one of std's operators on bits. A trait of the user's by such a name has others.
fn of_bits<'a>(path: &syn::Path, block: &'a ItemImpl) -> Option<&'a Ident> {
    const OPERATORS: &[&str] = &["BitAnd", "BitOr", "BitXor", "Shl", "Shr", "Not"];
    let last = path.segments.last()?.ident.to_string();
    let (operator, suffix) = match last.strip_suffix("Assign") {
        Some(operator) => (operator, "_assign"),
        None => (last.as_str(), ""),
    };
    let operator = OPERATORS.iter().find(|name| **name == operator)?;
    let name = format!("{}{suffix}", operator.to_lowercase());
    block.items.iter().find_map(|item| match item {
        ImplItem::Fn(function) if function.sig.ident == name => Some(&function.sig.ident),
        _ => None,
    })
}

fn is_float(ty: &syn::Type) -> bool {
    matches!(ty, syn::Type::Path(path) if path.path.is_ident("f64") || path.path.is_ident("f32"))
}

/// A trait's function as one that stands by itself.
fn written(member: &TraitItemFn) -> ItemFn {
    ItemFn {
        attrs: conditions(&member.attrs).cloned().collect(),
        modifiers: Default::default(),
        vis: syn::Visibility::Inherited,
        sig: member.sig.clone(),
        block: Box::new(member.default.clone().unwrap_or_else(|| syn::parse_quote!({}))),
    }
}

/// The function in the place of one that is called as it stands.
fn plain(member: &TraitItemFn) -> Option<ItemFn> {
    let written = written(member);
    passed_through(&written)
        .filter(|_| !no_argument_does(&member.sig))
        .or_else(|| counted(&written))
}

/// That the keys of the maps which a function of a trait returns carry no derivative, where they are references to what is not a
/// parameter of the function's own.
fn inactive_keys(member: &TraitItem) -> Vec<WherePredicate> {
    let TraitItem::Fn(member) = member else {
        return Vec::new();
    };
    let own: Vec<String> = member
        .sig
        .generics
        .type_params()
        .map(|param| param.ident.to_string())
        .collect();
    let keys = copied_lists::lent_keys(&member.sig.output).into_iter();
    keys.filter(|key| !crate::tokens::mentions(key.to_token_stream(), &own))
        .map(|key| syn::parse_quote!(#key: ::pullback::rt::Inactive))
        .collect()
}

/// A trait: with the siblings of its functions, all of which have defaults, so that implementors without the attribute still
/// compile. What such a default would differentiate is proved, when it is used, to be what the implementor runs.
pub fn declared(as_written: ItemTrait, options: &Options, diagnostics: &Diagnostics) -> TokenStream {
    let mut item = as_written.clone();
    for member in &mut item.items {
        if let TraitItem::Fn(member) = member {
            callables::write_out(&mut member.sig, options);
        }
    }
    let options = &Options {
        pinned: item.generics.lifetimes().next().is_some(),
        ..among(trait_signatures(&item), None, options)
    };
    let (name, marker) = (&item.ident, marker());
    let arguments = item.generics.split_for_impl().1;
    let marker_of = quote!(<Self as #name #arguments>::#marker);
    // A trait's lifetimes are captured by whatever its functions return.
    let lifetimes = item.generics.lifetimes().map(|param| param.lifetime.to_token_stream());
    let names: Vec<TokenStream> = lifetimes
        .chain([quote!(Self)])
        .chain(generics::names(&item.generics))
        .collect();
    let parameters = generics::as_type(&item.generics);
    let asked_for = options.object.as_ref();
    let objects = asked_for.is_some_and(|objects| objects::check(&item, objects.span, diagnostics));
    let (mut siblings, mut mentioned, mut of_objects) = (TokenStream::new(), Vec::new(), Vec::new());
    let mut copied = Vec::new();
    let mut of_borrowers = straight::functions(&item, |member| member.default.is_none() && plain(member).is_none());
    for name in &options.borrowers {
        let found = item
            .items
            .iter()
            .any(|member| matches!(member, TraitItem::Fn(member) if member.sig.ident == *name));
        match found {
            true => drop(of_borrowers.insert(name.to_string())),
            false => diagnostics.error(name.span(), "this is no function of the trait", ""),
        }
    }
    // Functions with bodies call those that give maps whose keys are references.
    let keys: Vec<WherePredicate> = item.items.iter().flat_map(inactive_keys).collect();
    for member in &item.items {
        let TraitItem::Fn(member) = member else { continue };
        if take_no_diff(&mut member.attrs.clone()) {
            continue;
        }
        let (written, plain) = (written(member), plain(member));
        let required = member.default.is_none() && plain.is_none();
        let counting = required.then(|| by_an_implementor(&written)).flatten();
        if carries_no_derivative(&member.sig) && plain.is_none() {
            continue;
        }
        mentioned.extend(associated(&member.sig));
        copied.extend(in_tuples(member));
        let text = member.sig.ident.to_string();
        let guard = if plain.is_some() {
            // Whatever an implementor runs, no derivative comes out of it.
            TokenStream::new()
        } else if member.default.is_some() || counting.is_some() {
            let proof = if counting.is_some() {
                quote!(as_it_stands)
            } else {
                quote!(inherited)
            };
            quote! {
                struct This;
                impl ::pullback::rt::Function for This {
                    const NAME: &'static str = #text;
                }
                ::pullback::rt::#proof::<_, This, _>(#marker_of);
            }
        } else {
            quote!(::pullback::rt::undefined(#marker_of);)
        };
        let mut predicates = vec![syn::parse_quote!(Self: ::core::marker::Sized + ::pullback::Differentiable)];
        let borrows = required || of_borrowers.contains(&text);
        if !borrows {
            // What its own body keeps may mention the implementor, which an implementor's body sees through.
            predicates.push(syn::parse_quote!(Self: 'static));
        }
        predicates.extend(generics::predicates(&item.generics));
        predicates.extend(generics::elements(&item.generics, &member.sig));
        predicates.extend(keys.iter().cloned());
        if required {
            predicates.extend(objects::taken(&member.sig));
        }
        let scope = Scope {
            kind: Kind::Declared {
                guard: &guard,
                default: !required || counting.is_some(),
                parameters: parameters.as_ref(),
            },
            names: names.clone(),
            this: None,
            predicates,
            entries: plain.is_none(),
        };
        let function = plain.as_ref().or(counting.as_ref()).unwrap_or(&written);
        siblings.extend(derivatives(function, &scope, options, diagnostics));
        if objects {
            of_objects.extend(objects::method(function, &item, &scope, borrows, options));
        }
    }
    siblings.extend(quote! {
        /// The functions that an implementor with derivatives defines.
        #[doc(hidden)]
        fn #marker() -> impl ::pullback::rt::Functions + use<#(#names),*>
        where
            Self: ::core::marker::Sized,
        {
            ::pullback::rt::Unmarked
        }
    });
    let siblings = quiet(siblings);
    let mut whole = as_written;
    whole.supertraits.extend(generics::of_numbers(&item.supertraits));
    whole.supertraits.extend(generics::operators_of_self(&item.supertraits));
    for member in &mut whole.items {
        match member {
            TraitItem::Fn(member) => {
                take_no_diff(&mut member.attrs);
                unmark(&mut member.sig);
                member.default.iter_mut().for_each(|body| Unmark.visit_block_mut(body));
            }
            // Asked of the functions instead, it would have to be repeated by all who call them.
            TraitItem::Type(ty)
                if mentioned.contains(&ty.ident)
                    && !(generics::is_only_differentiable(&ty.bounds) && is_of_arrays(&ty.ident, &item)) =>
            {
                let bound = generics::bound_of(&ty.bounds);
                ty.colon_token.get_or_insert_default();
                let operators = generics::operators_of(&ty.ident, &ty.bounds);
                ty.bounds.push(syn::parse_quote!(#bound));
                ty.bounds.extend(operators);
                if copied.contains(&ty.ident) {
                    ty.bounds.push(syn::parse_quote!(::core::clone::Clone));
                }
                ty.bounds.push(syn::parse_quote!('static));
            }
            _ => {}
        }
    }
    whole
        .items
        .extend(siblings.into_iter().map(|item| syn::parse_quote!(#item)));
    if !objects {
        return whole.into_token_stream();
    }
    let opt_in = options.opt_in.is_some();
    whole.items.extend(objects::hooks(&item, opt_in));
    if !opt_in {
        whole.colon_token.get_or_insert_default();
        whole.supertraits.push(objects::supertrait(&item));
    }
    let above = asked_for.and_then(|objects| objects.supertrait.as_ref());
    let beside = objects::declared(&item, above, opt_in, of_objects);
    quote!(#whole #beside)
}

/// Whether a function stands in an impl, as far as it says so itself.
pub fn is_member(function: &ItemFn) -> bool {
    fn mentions_self(tokens: TokenStream) -> bool {
        tokens.into_iter().any(|token| match token {
            TokenTree::Ident(ident) => ident == "Self",
            TokenTree::Group(group) => mentions_self(group.stream()),
            _ => false,
        })
    }
    function.sig.receiver().is_some() || mentions_self(function.to_token_stream())
}

/// The siblings of a single function, which stand among the user's own.
pub fn single(function: &ItemFn, options: &Options, diagnostics: &Diagnostics) -> TokenStream {
    let counting = without_active_parameters(function, Some("Self"));
    let scope = Scope {
        kind: Kind::Member,
        names: Vec::new(),
        this: None,
        predicates: Vec::new(),
        entries: counting.is_none(),
    };
    let function = counting.as_ref().unwrap_or(function);
    let siblings = quiet(derivatives(function, &scope, options, diagnostics));
    quote!(#(#siblings)*)
}

/// A required function of a trait as one that calls it as it stands, for implementors in whose types there is no derivative:
/// `fn shape(&self) -> S` where `S` is a `usize`.
fn by_an_implementor(function: &ItemFn) -> Option<ItemFn> {
    let signature = &function.sig;
    // In the derivatives an iterator is a list.
    let iterates = |path: &syn::Path| {
        let ident = path.get_ident();
        ident.is_some_and(|ident| generics::is_iterator_itself(ident, &signature.generics))
    };
    let generic = |ty: &syn::Type| matches!(ty, syn::Type::Path(path) if !iterates(&path.path));
    let lent = |ty: &syn::Type| match ty {
        syn::Type::Reference(reference) => reference.mutability.is_none() && generic(&reference.elem),
        ty => generic(ty) && crate::types::optional_reference(ty).is_none(),
    };
    let read = signature.inputs.iter().all(|input| match input {
        FnArg::Receiver(receiver) => matches!(receiver.kind, syn::ReceiverKind::Reference(_, _, None)),
        FnArg::Typed(param) => lent(&param.ty) && callables::callable(&param.ty, &signature.generics).is_none(),
    });
    // What has a derivative whatever the implementor is has no such form.
    let own = match &signature.output {
        syn::ReturnType::Type(_, ty) => generic(ty) && Ty::of(ty) == Ty::Unknown && crate::owned::result(ty).is_none(),
        syn::ReturnType::Default => false,
    };
    let copies = crate::copied_lists::copied(function).is_some_and(|copied| copied.returned);
    let lends = Iterated::returned(&signature.output).is_some() || Lent::returned(&signature.output).is_some();
    (own && read && !lends && !copies)
        .then(|| as_it_stands(function, Some("Self")))
        .flatten()
}

/// The siblings of an impl's functions, but for those that are left plain.
fn differentiable(block: &ItemImpl, scope: &Scope, options: &Options, diagnostics: &Diagnostics) -> TokenStream {
    let marked: Vec<ItemFn> = functions(block)
        .filter(|function| !carries_no_derivative(&function.sig) || is_routed(function, options))
        .collect();
    let cyclic = crate::cycles::members(&marked);
    let of = |function: &ItemFn| {
        let recursive = options.recursive || cyclic.contains(&function.sig.ident.to_string());
        let options = Options {
            recursive,
            ..options.clone()
        };
        derivatives(function, scope, &options, diagnostics)
    };
    marked.iter().map(of).collect()
}

/// Whether the attribute says that a list of counts which a function lends is a place to who calls it.
fn is_routed(function: &ItemFn, options: &Options) -> bool {
    options.references.contains_key(&function.sig.ident.to_string())
        && Lent::returned(&function.sig.output).is_some_and(|lent| crate::types::is_inert_list(&lent.target))
}

/// A function whose result carries no derivative, as one that calls it as it stands.
fn passed_through(function: &ItemFn) -> Option<ItemFn> {
    let signature = &function.sig;
    // What such an iterator gives is looked at where it is called as it stands.
    let iterates = Iterated::returned(&signature.output).is_some();
    (carries_no_derivative(signature) && !no_argument_does(signature) && !iterates)
        .then(|| as_it_stands(function, Some("Self")))
        .flatten()
}

/// A function none of whose parameters carries a derivative, as one that calls it as it stands. Where it is called with a part of
/// an active value, `binomial(self.n, k)`, only rustc knows that this is an integer: it must have the sweeps.
fn without_parameters(function: &ItemFn, owner: Option<&str>) -> Option<ItemFn> {
    by_parameters(function, owner, |_| false)
}

/// The same of a function whose parameters, and receiver, may be marked `#[no_diff]`, too. Where the marks stand on floats, there was
/// something to differentiate with respect to.
pub fn without_active_parameters(function: &ItemFn, owner: Option<&str>) -> Option<ItemFn> {
    by_parameters(function, owner, |param| {
        take_no_diff(&mut param.attrs.clone()) && !Ty::of(&param.ty).is_of_floats()
    })
}

/// The same in an impl that is marked as a whole, where the marks may stand on anything.
fn all_set_aside(function: &ItemFn) -> Option<ItemFn> {
    by_parameters(function, Some("Self"), |param| take_no_diff(&mut param.attrs.clone()))
}

fn by_parameters(function: &ItemFn, owner: Option<&str>, or: impl Fn(&syn::PatType) -> bool) -> Option<ItemFn> {
    let inputs = &function.sig.inputs;
    let plain = inputs.iter().all(|input| match input {
        FnArg::Receiver(receiver) => {
            let written = matches!(receiver.kind, syn::ReceiverKind::Reference(_, _, Some(_)));
            !written && take_no_diff(&mut receiver.attrs.clone())
        }
        FnArg::Typed(param) => {
            let written = matches!(&*param.ty, syn::Type::Reference(reference) if reference.mutability.is_some());
            let marked = take_no_diff(&mut param.attrs.clone());
            !written && (or(param) || !marked && crate::types::is_inert_parameter(&param.ty))
        }
    });
    (plain && !inputs.is_empty())
        .then(|| as_it_stands(function, owner))
        .flatten()
}

/// A trait's constructor that is given counts alone, `fn zeros(rows: usize) -> Self`, as one that calls it as it stands.
fn counted(function: &ItemFn) -> Option<ItemFn> {
    let constructs = match &function.sig.output {
        syn::ReturnType::Type(_, ty) => **ty == syn::parse_quote!(Self),
        syn::ReturnType::Default => false,
    };
    constructs.then(|| without_parameters(function, Some("Self"))).flatten()
}

fn as_it_stands(function: &ItemFn, owner: Option<&str>) -> Option<ItemFn> {
    let (name, signature) = (&function.sig.ident, &function.sig);
    let arguments: Option<Vec<Ident>> = signature
        .inputs
        .iter()
        .map(|input| match input {
            FnArg::Receiver(receiver) => Some(Ident::new("self", receiver.self_token.span)),
            FnArg::Typed(param) => match &*param.pat {
                Pat::Ident(pat) => Some(pat.ident.clone()),
                _ => None,
            },
        })
        .collect();
    let arguments = arguments?;
    let owner = owner
        .map(|owner| Ident::new(owner, Span::call_site()))
        .map(|owner| quote!(#owner::));
    let generics = generics::names(&signature.generics);
    let generics = (!generics.is_empty()).then(|| quote!(::<#(#generics),*>));
    let block = syn::parse_quote!({ ::pullback::no_diff(#owner #name #generics (#(#arguments),*)) });
    Some(ItemFn {
        block,
        ..function.clone()
    })
}

/// The methods of an impl, with how many arguments they take.
fn methods_of(block: &ItemImpl) -> BTreeSet<(String, usize)> {
    let signatures = block.items.iter().filter_map(|item| match item {
        syn::ImplItem::Fn(function) => Some(&function.sig),
        _ => None,
    });
    let methods = signatures.filter(|signature| signature.receiver().is_some());
    methods
        .map(|signature| (signature.ident.to_string(), signature.inputs.len() - 1))
        .collect()
}

/// The functions of an impl that are not left out.
fn functions(block: &ItemImpl) -> impl Iterator<Item = ItemFn> {
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
            Unmark.visit_block_mut(&mut member.block);
        }
    }
    block
}

/// The trait's own associated types that a signature mentions: `Self::State`.
fn associated(signature: &Signature) -> Vec<Ident> {
    let mut look = OfSelf(Vec::new());
    look.visit_signature(signature);
    look.0
}

/// Those of which a body makes tuples: it has them from tuples of other functions, and a part of one is read by copying it.
fn in_tuples(member: &TraitItemFn) -> Vec<Ident> {
    struct Tuples(OfSelf);
    impl<'ast> Visit<'ast> for Tuples {
        fn visit_type_tuple(&mut self, ty: &'ast syn::TypeTuple) {
            self.0.visit_type_tuple(ty);
        }
        fn visit_type_reference(&mut self, _: &'ast syn::TypeReference) {}
    }
    let mut tuples = Tuples(OfSelf(Vec::new()));
    if member.default.is_some() {
        tuples.visit_return_type(&member.sig.output);
    }
    tuples.0.0
}

/// Whether an associated type is there for arrays alone, as what their elements are or how many axes they have: whether it carries a
/// derivative is asked where that of an array is.
fn is_of_arrays(ty: &Ident, item: &ItemTrait) -> bool {
    struct Alone<'a>(&'a Ident, bool);
    impl<'ast> Visit<'ast> for Alone<'_> {
        fn visit_type_path(&mut self, ty: &'ast syn::TypePath) {
            let is_it = |ty: &syn::Type| matches!(ty, syn::Type::Path(path) if path.path.segments.len() == 2 && path.path.segments[0].ident == "Self" && path.path.segments[1].ident == *self.0);
            let last = ty.path.segments.last().expect("a path has a last segment");
            if let syn::PathArguments::AngleBracketed(arguments) = &last.arguments
                && last.ident.to_string().starts_with("Array")
            {
                for argument in &arguments.args {
                    match argument {
                        syn::GenericArgument::Type(ty) if is_it(ty) => {}
                        argument => self.visit_generic_argument(argument),
                    }
                }
                return;
            }
            let mut look = OfSelf(Vec::new());
            look.visit_type_path(ty);
            self.1 &= !look.0.contains(self.0);
        }
    }
    let mut alone = Alone(ty, true);
    for signature in trait_signatures(item) {
        alone.visit_signature(signature);
    }
    alone.1
}

struct OfSelf(Vec<Ident>);

impl<'ast> Visit<'ast> for OfSelf {
    fn visit_type_path(&mut self, ty: &'ast syn::TypePath) {
        let segments = &ty.path.segments;
        let of_self = match &ty.qself {
            Some(qself) => matches!(&*qself.ty, syn::Type::Path(path) if path.path.is_ident("Self")),
            None => segments.len() == 2 && segments[0].ident == "Self",
        };
        if of_self {
            self.0.extend(segments.last().map(|last| last.ident.clone()));
        }
        visit::visit_type_path(self, ty);
    }
}

/// The function that lists what an impl defines. If the trait is not marked, rustc says that this is not a member of it.
fn marker() -> Ident {
    Ident::new("the_trait_is_differentiable", Span::call_site())
}

/// Siblings that stand among the user's own functions: no lint looks at them.
fn quiet(siblings: TokenStream) -> Vec<ImplItem> {
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

/// Whether a method takes `self` by value.
pub fn takes_itself(function: &syn::ItemFn) -> bool {
    let receiver = function.sig.receiver();
    receiver.is_some_and(|receiver| matches!(receiver.kind, syn::ReceiverKind::Value) && receiver.mutability.is_none())
}

/// The method with its receiver by reference.
pub fn lent_receiver(function: &syn::ItemFn) -> syn::ItemFn {
    let mut function = function.clone();
    if takes_itself(&function)
        && let Some(syn::FnArg::Receiver(receiver)) = function.sig.inputs.first_mut()
    {
        *receiver = syn::parse_quote_spanned!(receiver.self_token.span=> &self);
    }
    function
}
