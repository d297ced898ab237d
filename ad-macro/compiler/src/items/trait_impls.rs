//! Impls of traits: the sweeps of their functions, in the impl, or as inherent functions where the trait is another crate's.
//!
//! Input:  `impl Potential for Spring { fn energy(&self, x: f64) -> f64 { .. } }`
//! Output: the same impl with `energy_differentiable`, and the proof that it is what a path to the function means

use crate::function::derivatives::derivatives;
use crate::function::scope::Scope;
use crate::items::impls::beside;
use crate::items::members::{
    Associated, among, functions, impl_signatures, is_no_option, marker, quiet, unmarked, with_functions,
    with_named_lifetimes,
};
use crate::items::resolution_proofs::Twins;
use crate::items::storage_impls::Arrays;
use crate::items::{resolution_proofs, trait_objects};
use crate::normalize::unify_storage;
use crate::options::attribute::Options;
use crate::signature::bounds::{dimensions, traits};
use crate::signature::inactive::carries_no_derivative;
use crate::signature::marks::take_no_diff;
use crate::signature::{bounds, unconstrained};
use crate::syntax::cfg_variants::conditions;
use crate::syntax::diagnostics::Diagnostics;
use crate::syntax::lifetimes;
use crate::syntax::walk::{Node, NodeMut, WalkMut, any};
use crate::twin::target::Kind;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{FnArg, ImplItem, ItemFn, ItemImpl, Signature};

/// An impl of a trait of another crate's: as it was written. Its siblings are the type's own, since the trait has no room for them;
/// where the type has another function of this name, they would be taken for its.
fn of_another_crate(block: ItemImpl, options: &Options, diagnostics: &Diagnostics) -> TokenStream {
    let (path, _) = block.trait_.as_ref().expect("the impl of a trait");
    let imported = resolution_proofs::without_arguments(path);
    let mut own = block.clone();
    own.trait_ = None;
    let (mut own, of_the_trait) = unconstrained::handed_down(own);
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
    Associated::of(&block).node(NodeMut::ItemImpl(&mut own));
    let options = &Options {
        foreign_trait: options.foreign.as_ref().map(|_| imported.clone()),
        ..options.clone()
    };
    let siblings = beside(&own, options, diagnostics);
    let (named, generic): (Vec<_>, Vec<_>) =
        functions(&own).partition(|function| resolution_proofs::stands_beside(&function.sig, &block));
    let proofs = resolution_proofs::beside(&block, &named, Twins::OfTheType);
    let guards = generic.iter().map(|function| {
        let name = &function.sig.ident;
        let guard = crate::syntax::paths::derivative_name(name, "differentiable_meant");
        let mut asked = function.sig.generics.clone();
        let parameters = bounds::names(&bounds::without(asked.clone(), &handed_down));
        unconstrained::extend(&mut asked, of_the_trait.clone());
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
        lifetimes::erase(&mut ty);
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

fn has_unnamed_types(signature: &Signature) -> bool {
    let is_unnamed = |node: Node<'_>| matches!(node, Node::TypeImplTrait(_));
    signature.inputs.iter().any(|input| any(input, is_unnamed))
}

/// An impl of a trait that is differentiable itself: with the forward sweeps of its functions, and a list of what it defines.
///
/// An impl cannot ask more of its parameters for one function than the trait does. Of the types that are its own parameters a
/// trait's sweeps ask that they are differentiable; what else the sweeps ask of an impl's parameters is asked for the whole impl.
pub fn implemented(block: ItemImpl, options: &Options, diagnostics: &Diagnostics) -> TokenStream {
    if is_of_unsupported_type(&block, diagnostics) {
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
    if of_std(path).is_some() && iterates(&block) {
        return of_another_crate(block, options, diagnostics);
    }
    if has_no_room(path, &block, diagnostics) {
        return block.into_token_stream();
    }
    let options = &Options {
        borrows: lifetimes::names_lifetimes(&block.self_ty),
        pinned: !lifetimes.is_empty(),
        no_option: is_no_option(&block),
        array: unify_storage::array(&block.self_ty, &block.generics),
        implemented: Some(path.clone()),
        ..among(
            impl_signatures(&block),
            (Some(&block.self_ty), &block.generics),
            &functions(&block).collect::<Vec<_>>(),
            options,
        )
    };
    // What a trait's function returns captures all that its impl is generic in.
    let mut names = lifetimes;
    names.extend(bounds::names(&block.generics));
    let of_the_trait = bounds::arguments(path);
    let (by_the_trait, asked): (Vec<_>, Vec<_>) =
        bounds::asked(&block.generics).partition(|asked| asked.is_differentiable && of_the_trait.contains(&asked.of));
    let all: Vec<_> = functions(&block).collect();
    let with_sweeps: Vec<_> = functions(&block)
        .filter(|function| !carries_no_derivative(&function.sig))
        .collect();
    let implemented = Implemented {
        arrays: Arrays::of(&block, &all).filter(|_| !with_sweeps.is_empty() && options.object.is_none()),
        block: &block,
        path,
        options,
        names,
        by_the_trait: by_the_trait.iter().map(bounds::Asked::predicate).collect(),
        keeps: options.object.is_some() || !with_sweeps.is_empty(),
    };
    let (mut siblings, mut named) = (TokenStream::new(), Vec::new());
    for function in with_sweeps {
        siblings.extend(implemented.sweeps(&function, &mut named, diagnostics));
    }
    siblings.extend(implemented.list());
    if options.object.is_some() {
        siblings.extend(trait_objects::implemented(
            path,
            &implemented.by_the_trait,
            options.borrows,
        ));
    }
    let mut whole = unmarked(as_written);
    if !asked.is_empty() {
        implemented.ask(&asked, &all, &mut whole.generics);
    }
    whole.items.extend(quiet(siblings));
    let proofs = resolution_proofs::beside(&block, &named, Twins::Either);
    quote!(#whole #proofs)
}

/// Whether an impl is for a type whose methods have no derivatives, which is reported.
fn is_of_unsupported_type(block: &ItemImpl, diagnostics: &Diagnostics) -> bool {
    if let syn::Type::Path(this) = &*block.self_ty
        && this
            .path
            .get_ident()
            .is_some_and(|ident| traits::is_iterator(ident, &block.generics))
    {
        diagnostics.error(
            block.self_ty.span(),
            "methods of whatever can be iterated over are not supported yet",
            "write functions of a slice, or of a parameter `I: IntoIterator<Item = f64>`",
        );
        return true;
    }
    if let syn::Type::Slice(_) = &*block.self_ty {
        diagnostics.error(
            block.self_ty.span(),
            "the methods of a trait that is implemented for a slice have no derivatives yet",
            "write functions of the slice, or implement it for the vector",
        );
        return true;
    }
    false
}

/// Whether the trait is one of std's whose functions have no derivatives, which is reported: none can stand beside them.
fn has_no_room(path: &syn::Path, block: &ItemImpl, diagnostics: &Diagnostics) -> bool {
    if let Some(name) = of_std(path) {
        diagnostics.error(
            path.span(),
            format!("the functions of std's `{name}` have no derivatives, since none can stand beside them"),
            "mark a method of the type's own, and let this one call it",
        );
        return true;
    }
    if let Some(function) = of_bits(path, block) {
        diagnostics.error(
            function.span(),
            "the operators on bits have no derivatives, on types of your own either",
            "mark a method of the type's own, and call that where a derivative flows; let this function call it",
        );
        return true;
    }
    false
}

/// An impl whose functions have sweeps beside them.
struct Implemented<'a> {
    block: &'a ItemImpl,
    path: &'a syn::Path,
    options: &'a Options,
    /// What the functions' results capture.
    names: Vec<TokenStream>,
    /// What the trait's sweeps ask of the impl's parameters.
    by_the_trait: Vec<syn::WherePredicate>,
    arrays: Option<Arrays<'a>>,
    /// Whether it has a function of its own, which may keep something on a tape.
    keeps: bool,
}

impl Implemented<'_> {
    /// The sweeps of a function, which is `named` where they are proved to be what a path to it means.
    fn sweeps(&self, function: &ItemFn, named: &mut Vec<ItemFn>, diagnostics: &Diagnostics) -> TokenStream {
        let of_floats = is_float(&self.block.self_ty)
            && crate::syntax::scalar_rules::rule(&function.sig.ident.to_string()).is_some();
        // The float's own function of this name has its rule, and the trait's its twin.
        let guard = if of_floats {
            None
        } else if resolution_proofs::stands_beside(&function.sig, self.block) {
            named.push(function.clone());
            None
        } else {
            resolution_proofs::within(function, self.path)
        };
        let mut predicates = self.by_the_trait.clone();
        let viewed = self.arrays.as_ref().and_then(|arrays| arrays.viewed(function));
        predicates.extend(self.arrays.iter().flat_map(|arrays| arrays.predicates(function)));
        let scope = Scope {
            kind: Kind::Sweeps {
                guard: guard.as_ref(),
                of_trait: true,
            },
            names: self.names.clone(),
            this: None,
            predicates,
            entries: true,
            proven: None,
        };
        let options = Options {
            viewed: viewed.map(Box::new),
            ..self.options.clone()
        };
        derivatives(function, &scope, &options, diagnostics)
    }

    /// The functions that the impl defines, and those of them that carry no derivative.
    fn list(&self) -> TokenStream {
        let (block, names) = (self.block, &self.names);
        let listed = |attrs: &[syn::Attribute], signature: &Signature| {
            let (conditions, name) = (conditions(attrs), signature.ident.to_string());
            quote!(#(#conditions)* #name)
        };
        let defined = block.items.iter().filter_map(|item| match item {
            ImplItem::Fn(member) => Some(listed(&member.attrs, &member.sig)),
            _ => None,
        });
        let plain: Vec<_> = crate::items::members::functions(block)
            .filter(|function| carries_no_derivative(&function.sig) && !leaves_out(&function.sig))
            .map(|function| listed(&function.attrs, &function.sig))
            .collect();
        let plain = (!plain.is_empty()).then(|| quote!(const PLAIN: &'static [&'static str] = &[#(#plain),*];));
        let marker = marker();
        quote_spanned! {self.path.span()=>
            #[doc(hidden)]
            fn #marker() -> impl ::pullback::rt::Functions + use<#(#names),*> {
                struct Defined;
                impl ::pullback::rt::Functions for Defined {
                    const DEFINED: ::core::option::Option<&'static [&'static str]> = ::core::option::Option::Some(&[#(#defined),*]);
                    #plain
                }
                Defined
            }
        }
    }

    /// Asks of the parameters what the sweeps ask, for the whole impl.
    fn ask(&self, asked: &[bounds::Asked], all: &[ItemFn], generics: &mut syn::Generics) {
        let (block, keeps) = (self.block, self.keeps);
        let itself = unify_storage::storage(&block.self_ty)
            .filter(|storage| !crate::syntax::tokens::mentions(self.path.to_token_stream(), &[storage.to_string()]));
        let within_self = |asked: &bounds::Asked| {
            crate::syntax::tokens::mentions(block.self_ty.to_token_stream(), &[asked.of.to_string()])
        };
        // An impl without a function of its own keeps nothing on a tape: those that it inherits ask themselves that nothing borrows.
        // Where the type is made of a parameter, the impl of a trait that this one extends may ask that of it.
        // Whatever an implementor is that is a parameter itself, the trait's functions ask it of `Self`.
        let is_itself =
            |asked: &bounds::Asked| matches!(&*block.self_ty, syn::Type::Path(path) if path.path.is_ident(&asked.of));
        let asked = asked.iter().filter(|asked| match &self.arrays {
            Some(arrays) => !arrays.leaves(asked),
            None => keeps || !is_itself(asked),
        });
        let asked = asked.map(|asked| match itself {
            Some(storage) if *storage == asked.of => asked.lent(),
            _ if !keeps && !within_self(asked) => asked.lent(),
            _ => asked.predicate(),
        });
        let predicates = &mut generics.make_where_clause().predicates;
        predicates.extend(asked);
        predicates.extend(self.arrays.as_ref().and_then(|arrays| arrays.asked(all)));
        if keeps {
            predicates.extend(dimensions::of_matrices(&block.generics));
        }
    }
}

/// Whether a parameter is marked `#[no_diff]`.
fn leaves_out(signature: &Signature) -> bool {
    signature.inputs.iter().any(|input| match input {
        FnArg::Typed(param) => take_no_diff(&mut param.attrs.clone()),
        FnArg::Receiver(_) => false,
    })
}

/// Whether an impl is one of an iterator, for a type that has functions of its own.
pub(super) fn iterates(block: &ItemImpl) -> bool {
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
