//! Traits: siblings of their functions, with defaults beside them.
//!
//! Input:  `trait Potential { fn energy(&self, x: f64) -> f64; }`
//! Output: the same trait with `energy_differentiable`, whose default rejects implementors without the attribute, and `energy_vjp` and
//!         the like, which call it

use crate::function::derivatives::derivatives;
use crate::function::scope::Scope;
use crate::items::inactive_members::{by_an_implementor, plain, written};
use crate::items::members::{among, marker, quiet, trait_signatures};
use crate::items::{straight_line_bodies, trait_objects};
use crate::options::attribute::Options;
use crate::options::function_names;
use crate::signature::bounds;
use crate::signature::bounds::{operators, traits};
use crate::signature::inactive::carries_no_derivative;
use crate::signature::marks::{take_no_diff, unmark, unmark_loops};
use crate::syntax::diagnostics::Diagnostics;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::walk::{Node, Walk, descend};
use crate::twin::object_methods::Sweeps;
use crate::twin::target::Kind;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{ItemTrait, Signature, TraitItem, TraitItemFn};

/// A trait: with the siblings of its functions, all of which have defaults, so that implementors without the attribute still
/// compile. What such a default would differentiate is proved, when it is used, to be what the implementor runs.
pub fn declared(as_written: ItemTrait, options: &Options, diagnostics: &Diagnostics) -> TokenStream {
    let mut item = as_written.clone();
    for member in &mut item.items {
        if let TraitItem::Fn(member) = member {
            function_names::write_out(&mut member.sig, options);
        }
    }
    let options = &Options {
        pinned: item.generics.lifetimes().next().is_some(),
        ..among(trait_signatures(&item), (None, &item.generics), &[], options)
    };
    let (name, marker) = (&item.ident, marker());
    let arguments = item.generics.split_for_impl().1;
    let marker_of = quote!(<Self as #name #arguments>::#marker);
    // A trait's lifetimes are captured by whatever its functions return.
    let lifetimes = item.generics.lifetimes().map(|param| param.lifetime.to_token_stream());
    let names: Vec<TokenStream> = lifetimes
        .chain([quote!(Self)])
        .chain(bounds::names(&item.generics))
        .collect();
    let asked_for = options.object.as_ref();
    let objects = asked_for.is_some_and(|objects| trait_objects::check(&item, objects.span, diagnostics));
    let declared = Declared {
        of_borrowers: of_borrowers(&item, options, diagnostics),
        item: &item,
        options,
        marker_of,
        names,
        parameters: bounds::as_type(&item.generics),
    };
    let (mut siblings, mut mentioned, mut of_objects) = (TokenStream::new(), Vec::new(), Vec::new());
    let mut copied = Vec::new();
    for member in &item.items {
        let TraitItem::Fn(member) = member else { continue };
        if take_no_diff(&mut member.attrs.clone()) || carries_no_derivative(&member.sig) && plain(member).is_none() {
            continue;
        }
        mentioned.extend(associated(&member.sig));
        copied.extend(in_tuples(member));
        let (of_member, object) = declared.derivatives(member, objects, diagnostics);
        siblings.extend(of_member);
        of_objects.extend(object);
    }
    let names = &declared.names;
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
    ask_of_implementors(&mut whole, &item, &mentioned, &copied);
    for sibling in siblings {
        match syn::parse2(sibling.into_token_stream()) {
            Ok(sibling) => whole.items.push(sibling),
            // What it says of a function that does not compile, rustc says of that, too.
            Err(problem) => diagnostics.error(
                item.ident.span(),
                "a function of this trait is malformed",
                &problem.to_string(),
            ),
        }
    }
    if !objects {
        return whole.into_token_stream();
    }
    let opt_in = options.object.as_ref().is_some_and(|objects| objects.opt_in.is_some());
    whole.items.extend(trait_objects::hooks(&item, opt_in));
    if !opt_in {
        whole.colon_token.get_or_insert_default();
        whole.supertraits.push(trait_objects::supertrait(&item));
    }
    let above = asked_for.and_then(|objects| objects.supertrait.as_ref());
    let beside = trait_objects::declared(&item, above, opt_in, of_objects);
    quote!(#whole #beside)
}

/// The functions that have derivatives for implementors that borrow: by their bodies, or because the user says so.
fn of_borrowers(item: &ItemTrait, options: &Options, diagnostics: &Diagnostics) -> FlatSet<String> {
    let mut of_borrowers =
        straight_line_bodies::functions(item, |member| member.default.is_none() && plain(member).is_none());
    for name in options.object.iter().flat_map(|objects| &objects.borrowers) {
        let named = |member: &TraitItem| matches!(member, TraitItem::Fn(member) if member.sig.ident == *name);
        match item.items.iter().any(named) {
            true => drop(of_borrowers.insert(name.to_string())),
            false => diagnostics.error(name.span(), "this is no function of the trait", ""),
        }
    }
    of_borrowers
}

/// What the functions of a trait have in common.
struct Declared<'a> {
    item: &'a ItemTrait,
    options: &'a Options,
    /// The list of the functions that an implementor defines.
    marker_of: TokenStream,
    /// What the functions' results capture.
    names: Vec<TokenStream>,
    /// The trait's own parameters, as a type.
    parameters: Option<TokenStream>,
    of_borrowers: FlatSet<String>,
}

impl Declared<'_> {
    /// The derivatives of a function, and its sweeps for objects if they are asked for.
    fn derivatives(
        &self,
        member: &TraitItemFn,
        objects: bool,
        diagnostics: &Diagnostics,
    ) -> (TokenStream, Option<Sweeps>) {
        let (item, options) = (self.item, self.options);
        let (written, plain) = (written(member), plain(member));
        let required = member.default.is_none() && plain.is_none();
        let counting = required.then(|| by_an_implementor(&written)).flatten();
        // Whatever an implementor runs, no derivative comes out of what is plain.
        let guard = match plain {
            Some(_) => TokenStream::new(),
            None => self.guard(member, counting.is_some()),
        };
        let mut predicates = vec![syn::parse_quote!(Self: ::core::marker::Sized + ::pullback::Differentiable)];
        let borrows = required || self.of_borrowers.contains(&member.sig.ident.to_string());
        if !borrows {
            // What its own body keeps may mention the implementor, which an implementor's body sees through.
            predicates.push(syn::parse_quote!(Self: 'static));
        }
        predicates.extend(bounds::predicates(&item.generics));
        predicates.extend(bounds::elements(&item.generics, &member.sig));
        if required {
            predicates.extend(trait_objects::taken(&member.sig));
        }
        let scope = Scope {
            kind: Kind::Declared {
                guard: &guard,
                default: !required || counting.is_some(),
                parameters: self.parameters.as_ref(),
            },
            names: self.names.clone(),
            this: None,
            predicates,
            entries: plain.is_none(),
            proven: None,
        };
        let function = plain.as_ref().or(counting.as_ref()).unwrap_or(&written);
        let siblings = derivatives(function, &scope, options, diagnostics);
        let object = objects.then(|| trait_objects::method(function, item, &scope, borrows, options));
        (siblings, object.flatten())
    }

    /// The proof that what a function's derivatives differentiate is what the implementor runs.
    fn guard(&self, member: &TraitItemFn, counting: bool) -> TokenStream {
        let (marker_of, text) = (&self.marker_of, member.sig.ident.to_string());
        if member.default.is_none() && !counting {
            return quote!(::pullback::rt::undefined(#marker_of););
        }
        let proof = match counting {
            true => quote!(as_it_stands),
            false => quote!(inherited),
        };
        quote! {
            struct This;
            impl ::pullback::rt::Function for This {
                const NAME: &'static str = #text;
            }
            ::pullback::rt::#proof::<_, This, _>(#marker_of);
        }
    }
}

/// What the derivatives ask of an implementor, and of the associated types that the functions mention. The functions lose their marks.
fn ask_of_implementors(whole: &mut ItemTrait, item: &ItemTrait, mentioned: &[Ident], copied: &[Ident]) {
    whole.supertraits.extend(traits::of_numbers(&item.supertraits));
    whole
        .supertraits
        .extend(operators::operators_of_self(&item.supertraits));
    for member in &mut whole.items {
        match member {
            TraitItem::Fn(member) => {
                take_no_diff(&mut member.attrs);
                unmark(&mut member.sig);
                member.default.iter_mut().for_each(unmark_loops);
            }
            // Asked of the functions instead, it would have to be repeated by all who call them.
            TraitItem::Type(ty)
                if mentioned.contains(&ty.ident)
                    && !(bounds::is_only_differentiable(&ty.bounds) && is_of_arrays(&ty.ident, item)) =>
            {
                let bound = bounds::bound_of(&ty.bounds);
                ty.colon_token.get_or_insert_default();
                let operators = operators::operators_of(&ty.ident, &ty.bounds);
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
}

/// The trait's own associated types that a signature mentions: `Self::State`.
fn associated(signature: &Signature) -> Vec<Ident> {
    let mut look = OfSelf(Vec::new());
    look.node(Node::Signature(signature));
    look.0
}

/// Those of which a body makes tuples: it has them from tuples of other functions, and a part of one is read by copying it.
fn in_tuples(member: &TraitItemFn) -> Vec<Ident> {
    struct Tuples(OfSelf);
    impl<'ast> Walk<'ast> for Tuples {
        fn node(&mut self, node: Node<'ast>) {
            match node {
                Node::TypeTuple(ty) => self.0.node(Node::TypeTuple(ty)),
                Node::TypeReference(_) => {}
                node => descend(self, node),
            }
        }
    }
    let mut tuples = Tuples(OfSelf(Vec::new()));
    if member.default.is_some() {
        tuples.node(Node::ReturnType(&member.sig.output));
    }
    tuples.0.0
}

/// Whether an associated type is there for arrays alone, as what their elements are or how many axes they have: whether it carries a
/// derivative is asked where that of an array is.
fn is_of_arrays(ty: &Ident, item: &ItemTrait) -> bool {
    struct Alone<'a>(&'a Ident, bool);
    impl<'ast> Walk<'ast> for Alone<'_> {
        fn node(&mut self, node: Node<'ast>) {
            match node {
                Node::TypePath(ty) => {
                    let is_it = |ty: &syn::Type| matches!(ty, syn::Type::Path(path) if path.path.segments.len() == 2 && path.path.segments[0].ident == "Self" && path.path.segments[1].ident == *self.0);
                    let last = ty.path.segments.last().expect("a path has a last segment");
                    if let syn::PathArguments::AngleBracketed(arguments) = &last.arguments
                        && last.ident.to_string().starts_with("Array")
                    {
                        for argument in &arguments.args {
                            match argument {
                                syn::GenericArgument::Type(ty) if is_it(ty) => {}
                                argument => self.node(Node::GenericArgument(argument)),
                            }
                        }
                        return;
                    }
                    let mut look = OfSelf(Vec::new());
                    look.node(Node::TypePath(ty));
                    self.1 &= !look.0.contains(self.0);
                }
                node => descend(self, node),
            }
        }
    }
    let mut alone = Alone(ty, true);
    for signature in trait_signatures(item) {
        alone.node(Node::Signature(signature));
    }
    alone.1
}

struct OfSelf(Vec<Ident>);

impl<'ast> Walk<'ast> for OfSelf {
    fn node(&mut self, node: Node<'ast>) {
        if let Node::TypePath(ty) = node {
            let segments = &ty.path.segments;
            let of_self = match &ty.qself {
                Some(qself) => matches!(&*qself.ty, syn::Type::Path(path) if path.path.is_ident("Self")),
                None => segments.len() == 2 && segments[0].ident == "Self",
            };
            if of_self {
                self.0.extend(segments.last().map(|last| last.ident.clone()));
            }
        }
        descend(self, node);
    }
}
