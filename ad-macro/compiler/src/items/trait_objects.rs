//! Dynamic dispatch: what stands beside a trait marked `#[differentiable(dyn)]`.
//!
//! Input:  `trait Potential { fn energy(&self, x: f64) -> f64; }`
//! Output: `PotentialSweeps`, which becomes a supertrait of it and leads from an object to `PotentialObjectSweeps`, the hidden trait
//!         with the object-safe sweeps of its methods; implementations of both for every implementor; and `Differentiable` and
//!         `Object` for `dyn Potential`.
//!
//! The sweeps of a trait's methods return pullbacks of the implementor's own types, and so are not object-safe; yet any
//! function of the trait with their names would be found first in a call through an object. So the object-safe ones belong to another
//! trait, and a call of which only rustc knows whether it is dynamic asks `rt::receiver` for what has the sweeps.

use crate::function::object_sweeps::of_object;
use crate::function::scope::Scope;
use crate::options::attribute::Options;
use crate::signature::bounds;
use crate::signature::marks::take_no_diff;
use crate::signature::returned_iterators::Iterated;
use crate::syntax::cfg_variants::conditions;
use crate::syntax::diagnostics::Diagnostics;
use crate::syntax::fresh_names::Names;
use crate::syntax::tokens::mentions_self;
use crate::twin::object_methods::Sweeps;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{FnArg, GenericParam, Generics, ItemFn, ItemTrait, ReceiverKind, Signature, TraitItem};

/// The trait's name as a supertrait of the user's, with the user's parameters.
pub fn supertrait(item: &ItemTrait) -> syn::TypeParamBound {
    let (name, arguments) = (own_name(item), item.generics.split_for_impl().1);
    syn::parse_quote!(#name #arguments)
}

fn own_name(item: &ItemTrait) -> Ident {
    format_ident!("{}Sweeps", item.ident)
}

/// Reports what keeps a trait from being one of objects that have derivatives, beside what keeps it from being one of objects.
pub fn check(item: &ItemTrait, at: Span, diagnostics: &Diagnostics) -> bool {
    let types = item.items.iter().any(|item| matches!(item, TraitItem::Type(_)));
    let lifetimes = item.generics.lifetimes().next().is_some();
    let (what, help) = if types {
        ("associated types", "make them parameters of the trait")
    } else if lifetimes {
        ("lifetimes", "let the functions of the trait have them")
    } else {
        return true;
    };
    diagnostics.error(
        at,
        format!("the objects of a trait with {what} have no derivatives yet"),
        help,
    );
    false
}

/// The sweeps of one method for trait objects, if it can be called on them and has a derivative there; `borrows`: also where the
/// implementor borrows.
pub fn method(function: &ItemFn, item: &ItemTrait, scope: &Scope, borrows: bool, options: &Options) -> Option<Sweeps> {
    if !is_dispatched(&function.sig) {
        return None;
    }
    let (owner, name, arguments) = (owner(item), &item.ident, item.generics.split_for_impl().1);
    let sweeps = of_object(function, scope, (&owner, &quote!(#name #arguments)), borrows, options)?;
    let conditions: Vec<_> = conditions(&function.attrs).collect();
    let under = |tokens: TokenStream| {
        // Each is several functions.
        let Ok(functions) = syn::parse2::<syn::ItemImpl>(quote!(impl X { #tokens })) else {
            return tokens;
        };
        let items = functions.items.into_iter();
        items.map(|item| quote!(#(#conditions)* #item)).collect()
    };
    let place = sweeps.place;
    let place = if place.is_empty() {
        place
    } else {
        quote!(#(#conditions)* { #place })
    };
    Some(Sweeps {
        declared: under(sweeps.declared),
        implemented: under(sweeps.implemented),
        borrowing: under(sweeps.borrowing),
        place,
    })
}

/// Whether a method can be called on an object, and its sweeps can be, too: they are generic in the functions that they are passed.
fn is_dispatched(signature: &Signature) -> bool {
    let receiver = signature
        .receiver()
        .is_some_and(|receiver| matches!(receiver.kind, ReceiverKind::Reference(..)));
    let generic = signature
        .generics
        .params
        .iter()
        .any(|param| !matches!(param, GenericParam::Lifetime(_)));
    let functions = signature.inputs.iter().any(|input| match input {
        FnArg::Typed(param) => {
            matches!(&*param.ty, syn::Type::ImplTrait(_))
                || !take_no_diff(&mut param.attrs.clone())
                    && crate::signature::callables::callable(&param.ty, &signature.generics).is_some()
        }
        FnArg::Receiver(_) => false,
    });
    let mut rest = signature.clone();
    rest.inputs = rest.inputs.into_iter().skip(1).collect();
    receiver
        && !generic
        && !functions
        && !mentions_self(rest.to_token_stream())
        && !matches!(Iterated::returned(&signature.output), Some(Iterated::Values(_)))
}

/// What the implementors are called.
fn owner(item: &ItemTrait) -> Ident {
    Names::of(item.to_token_stream()).fresh("Implementor", Span::call_site())
}

/// What a trait's required function asks of the objects that it is passed: that they have derivatives. For `&dyn List<T>` rustc asks
/// nothing of `T`, whatever `List` does; the derivatives ask what it does.
pub fn taken(signature: &Signature) -> Vec<syn::WherePredicate> {
    let inputs = signature.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(param) if !take_no_diff(&mut param.attrs.clone()) => Some(&*param.ty),
        _ => None,
    });
    let objects = inputs.filter_map(|ty| match ty {
        syn::Type::Reference(reference) => match &*reference.elem {
            syn::Type::TraitObject(object) => Some(object),
            _ => None,
        },
        _ => None,
    });
    let asked = objects.filter_map(|object| {
        let mut named = object.bounds.iter().filter_map(|bound| match bound {
            syn::TypeParamBound::Trait(bound) => bound.path.segments.last(),
            _ => None,
        });
        let generic = named.any(|last| matches!(last.arguments, syn::PathArguments::AngleBracketed(_)));
        let function =
            crate::signature::callables::callable(&syn::Type::TraitObject(object.clone()), &signature.generics)
                .is_some();
        if !generic || function {
            return None;
        }
        let bounds = object
            .bounds
            .iter()
            .filter(|bound| !matches!(bound, syn::TypeParamBound::Lifetime(_)));
        let differentiable = quote!(::pullback::Differentiable<
            Cotangent = ::pullback::DynCotangent,
            Shape = ::pullback::rt::DynShape,
        >);
        Some(syn::parse_quote!(for<'object> (dyn #(#bounds)+* + 'object): #differentiable))
    });
    asked.collect()
}

/// What a trait of objects is given: functions that lead to the sweeps. They stand in the trait itself, so that one can say whose they
/// are where the traits above it have them, too. Where not all implementors have derivatives, they lead nowhere by default, and ask
/// what the sweeps ask of the trait's parameters, so that an implementor may be more generic than that.
pub fn hooks(item: &ItemTrait, opt_in: bool) -> Vec<TraitItem> {
    let asked = bounds::predicates(&item.generics);
    let clause = (opt_in && !asked.is_empty()).then(|| quote!(where #(#asked),*));
    let (name, own, arguments) = (&item.ident, own_name(item), item.generics.split_for_impl().1);
    let text = name.to_string();
    let lead_on = match opt_in {
        true => [(); 2].map(|()| quote!(::pullback::rt::not_an_object::<Self>(#text))),
        false => ["implementor_sweeps", "implementor_sweeps_mut"].map(|function| {
            let function = Ident::new(function, Span::call_site());
            quote!(<Self as #own #arguments>::#function(self))
        }),
    };
    let signatures = lead(&quote!(#name #arguments));
    let declared = signatures.into_iter().zip(lead_on).map(|(signature, body)| {
        syn::parse_quote! {
            #[doc(hidden)]
            #signature #clause { #body }
        }
    });
    declared.collect()
}

/// The functions of an impl that says `dyn`, of a trait whose objects have derivatives if they say so. Of an implementor that
/// `borrows` there are only the methods by `&self`.
pub fn implemented(path: &syn::Path, asked: &[syn::WherePredicate], borrows: bool) -> TokenStream {
    let clause = (!asked.is_empty()).then(|| quote!(where #(#asked),*));
    let [shared, exclusive] = lead(&path.to_token_stream());
    if borrows {
        return quote! {
            #[doc(hidden)]
            #shared #clause { ::pullback::rt::SweepsOf::Borrower(::pullback::rt::OfBorrower::of_borrower(self)) }
        };
    }
    quote! {
        #[doc(hidden)]
        #shared #clause { ::pullback::rt::SweepsOf::Itself(self) }
        #[doc(hidden)]
        #exclusive #clause { self }
    }
}

/// The signatures of what leads from an object to its sweeps.
fn lead(trait_of: &TokenStream) -> [TokenStream; 2] {
    let [lent, owned] = ["'_", "'static"].map(|lifetime| sweeps_at(&quote!(dyn #trait_of + 'static), lifetime));
    [
        quote!(fn differentiable_object(&self) -> ::pullback::rt::SweepsOf<'_, #lent>),
        quote!(fn differentiable_object_mut(&mut self) -> &mut #owned),
    ]
}

/// The hidden trait of an object's sweeps, as an object.
fn sweeps_at(object: &TokenStream, lifetime: &str) -> TokenStream {
    let lifetime = syn::Lifetime::new(lifetime, Span::call_site());
    quote!(<(#object) as ::pullback::rt::SweepsAt<#lifetime>>::Sweeps)
}

/// The names and parameters of what stands beside a trait.
struct Beside<'a> {
    item: &'a ItemTrait,
    /// The trait that is its supertrait.
    own: Ident,
    /// The trait of an object's sweeps.
    hidden: Ident,
    owner: Ident,
    /// The trait's parameters, with what the sweeps ask of them.
    generics: Generics,
    /// The same, with the lifetime for which what the sweeps lead to is borrowed.
    lent: Generics,
    /// The object of the hidden trait.
    object: TokenStream,
}

/// A supertrait whose objects have derivatives, with their sweeps.
type Above<'a> = (&'a syn::Path, TokenStream);

/// The traits beside `item`, and what they are implemented for. `above` is a supertrait whose objects have derivatives, too.
pub fn declared(item: &ItemTrait, above: Option<&syn::Path>, opt_in: bool, methods: Vec<Sweeps>) -> TokenStream {
    let beside = Beside::of(item, opt_in);
    // A method of the supertrait is not found among the trait's own: rustc goes on to what these dereference to.
    let above = above.map(|above| (above, sweeps_at(&quote!(dyn #above + 'static), "'sweeps")));
    let inherited = above.as_ref().map(|above| beside.inherited(above));
    let dereferenced = above.as_ref().map(|above| beside.dereferenced(above));
    let (mut declared, mut implemented, mut borrowing, mut places) = (
        TokenStream::new(),
        TokenStream::new(),
        TokenStream::new(),
        TokenStream::new(),
    );
    for sweeps in methods.into_iter().chain(inherited) {
        declared.extend(sweeps.declared);
        implemented.extend(sweeps.implemented);
        borrowing.extend(sweeps.borrowing);
        places.extend(sweeps.place);
    }
    let found = quote! {
        fn place_of_routes(&self, routes: &dyn ::core::any::Any, number: usize) -> ::core::option::Option<&'sweeps dyn ::core::any::Any>
    };
    // What borrows is behind an object only where not all implementors are to have derivatives.
    let of_borrowers = opt_in.then(|| {
        beside.borrowers(
            above.as_ref(),
            &quote!(#borrowing #found { #places ::core::option::Option::None }),
        )
    });
    let finding = beside.finding(above.is_some());
    let objects = [
        quote!(),
        quote!(+ ::core::marker::Send),
        quote!(+ ::core::marker::Sync),
        quote!(+ ::core::marker::Send + ::core::marker::Sync),
    ];
    let objects = objects.map(|markers| beside.objects(&markers));
    let (supertrait, of_all) = match opt_in {
        true => (None, None),
        false => (Some(beside.supertrait()), Some(beside.of_all())),
    };
    let Beside {
        hidden, owner, lent, ..
    } = &beside;
    let lent_owner = beside.with_owner(lent, &quote!(::pullback::Differentiable + 'static));
    let lent_owner = lent_owner.split_for_impl().0;
    let (_, lent_arguments, clause) = lent.split_for_impl();
    let visibility = &item.vis;
    quote! {
        #supertrait

        // Out of sight: the methods of a trait that is in scope would be candidates in calls on the implementors.
        #[allow(unused, unused_qualifications, non_snake_case, non_local_definitions, private_interfaces, private_bounds, clippy::all, clippy::pedantic, clippy::nursery)]
        const _: () = {
            #visibility trait #hidden #lent: ::pullback::rt::Erased #clause { #declared #found; }

            #[automatically_derived]
            impl #lent_owner #hidden #lent_arguments for #owner #clause { #implemented #found { ::core::option::Option::None } }

            #of_borrowers
            #finding

            #of_all
            #dereferenced
            #(#objects)*
        };
    }
}

impl<'a> Beside<'a> {
    fn of(item: &'a ItemTrait, opt_in: bool) -> Self {
        let mut generics = item.generics.clone();
        if opt_in {
            let asked = bounds::predicates(&item.generics);
            generics.make_where_clause().predicates.extend(asked);
        }
        let hidden = format_ident!("{}ObjectSweeps", item.ident);
        let lent = with_lifetime(&generics, "'sweeps");
        Beside {
            item,
            own: own_name(item),
            owner: owner(item),
            object: object_of(&hidden, &generics, "'sweeps"),
            hidden,
            generics,
            lent,
        }
    }

    /// These parameters, and the implementor.
    fn with_owner(&self, generics: &Generics, bounds: &TokenStream) -> Generics {
        let (owner, name, arguments) = (&self.owner, &self.item.ident, self.generics.split_for_impl().1);
        let mut generics = generics.clone();
        generics
            .params
            .push(syn::parse_quote!(#owner: #name #arguments + #bounds));
        generics
    }

    /// What leads from the sweeps of an object to those of its supertrait.
    fn inherited(&self, (_, sweeps): &Above) -> Sweeps {
        let owner = &self.owner;
        Sweeps {
            declared: quote!(fn above(&self) -> &#sweeps; fn above_mut(&mut self) -> &mut #sweeps;),
            implemented: quote! {
                fn above(&self) -> &#sweeps {
                    self
                }
                fn above_mut(&mut self) -> &mut #sweeps {
                    self
                }
            },
            borrowing: quote! {
                fn above(&self) -> &#sweeps {
                    &*self.above
                }
                fn above_mut(&mut self) -> &mut #sweeps {
                    ::pullback::rt::not_of_a_borrower::<#owner>("&mut self")
                }
            },
            place: TokenStream::new(),
        }
    }

    /// The functions of the supertrait are found through the object.
    fn dereferenced(&self, (_, sweeps): &Above) -> TokenStream {
        let (lent_params, _, clause) = self.lent.split_for_impl();
        let object = &self.object;
        quote! {
            impl #lent_params ::core::ops::Deref for #object #clause {
                type Target = #sweeps;
                fn deref(&self) -> &#sweeps {
                    self.above()
                }
            }
            impl #lent_params ::core::ops::DerefMut for #object #clause {
                fn deref_mut(&mut self) -> &mut #sweeps {
                    self.above_mut()
                }
            }
        }
    }

    /// How a place is found by its routes.
    fn finding(&self, is_above: bool) -> TokenStream {
        let (lent_params, _, clause) = self.lent.split_for_impl();
        let object = &self.object;
        let above = is_above.then(|| quote!(.or_else(|| self.above().place(routes, number))));
        quote! {
            impl #lent_params ::pullback::rt::Places<'sweeps> for #object #clause {
                fn place(&self, routes: &dyn ::core::any::Any, number: usize) -> ::core::option::Option<&'sweeps dyn ::core::any::Any> {
                    self.place_of_routes(routes, number)#above
                }
            }
        }
    }

    /// What the trait's objects are to the runtime, with these markers.
    fn objects(&self, markers: &TokenStream) -> TokenStream {
        let (name, object) = (&self.item.ident, &self.object);
        let owned = object_of(&self.hidden, &self.generics, "'static");
        let of_object = with_lifetime(&self.generics, "'object");
        let mut of_both = of_object.clone();
        of_both.params.insert(0, syn::parse_quote!('sweeps));
        let (of_object, of_both) = (of_object.split_for_impl().0, of_both.split_for_impl().0);
        let (_, arguments, clause) = self.generics.split_for_impl();
        let ty = quote!(dyn #name #arguments #markers + 'object);
        let boxed = (quote!(::pullback::rt::std::boxed::Box<#ty>), quote!((**self)));
        let differentiable = [(ty.clone(), quote!((*self))), boxed].map(|(ty, this)| self.differentiable(&ty, &this));
        quote! {
            impl #of_both ::pullback::rt::SweepsAt<'sweeps> for #ty #clause {
                type Sweeps = #object;
            }
            impl #of_object ::pullback::rt::Object for #ty #clause {
                type Exclusive<'exclusive> = &'exclusive mut #owned where Self: 'exclusive;
                #[inline]
                fn sweeps(&self) -> ::pullback::rt::SweepsOf<'_, <Self as ::pullback::rt::SweepsAt<'_>>::Sweeps> {
                    #name::differentiable_object(self)
                }
                #[inline]
                fn sweeps_mut(&mut self) -> &mut #owned {
                    #name::differentiable_object_mut(self)
                }
            }
            impl #of_object ::pullback::rt::Pointee for #ty #clause {
                type As = ::pullback::rt::AsObject;
            }
            impl #of_object ::pullback::rt::Buffered for #ty #clause {
                type Buffer = dyn ::pullback::rt::AnyCotangent;
            }
            #(#differentiable)*
        }
    }

    /// `Differentiable` for an object, or for a box of one, which is `this`.
    fn differentiable(&self, ty: &TokenStream, this: &TokenStream) -> TokenStream {
        let (name, clause) = (&self.item.ident, self.generics.split_for_impl().2);
        let of_object = with_lifetime(&self.generics, "'object");
        let of_object = of_object.split_for_impl().0;
        let shared = quote!(&*#name::differentiable_object(&#this));
        let exclusive = quote!(#name::differentiable_object_mut(&mut #this));
        quote! {
            impl #of_object ::pullback::Differentiable for #ty #clause {
                type Cotangent = ::pullback::DynCotangent;
                type Shape = ::pullback::rt::DynShape;
                fn coarseness(&self) -> f64 {
                    ::pullback::rt::Erased::epsilon(#shared)
                }
                fn cotangent_shape(&self) -> ::pullback::rt::DynShape {
                    ::pullback::rt::Erased::shape(#shared)
                }
                fn cotangent_shape_in(&self, ws: &mut ::pullback::rt::Workspace) -> ::pullback::rt::DynShape {
                    ::pullback::rt::Erased::shape_in(#shared, ws)
                }
                fn zero_of(shape: &::pullback::rt::DynShape) -> ::pullback::DynCotangent {
                    shape.zero()
                }
                fn zero_of_in(
                    shape: &::pullback::rt::DynShape, ws: &mut ::pullback::rt::Workspace
                ) -> ::pullback::DynCotangent {
                    shape.zero_in(ws)
                }
                fn give_back_shape(shape: ::pullback::rt::DynShape, ws: &mut ::pullback::rt::Workspace) {
                    shape.give_back(ws);
                }
                fn zero_cotangent(&self) -> ::pullback::DynCotangent {
                    ::pullback::rt::Erased::zero(#shared)
                }
                fn add_scaled(&mut self, alpha: f64, cotangent: &::pullback::DynCotangent) {
                    ::pullback::rt::Erased::move_along(#exclusive, alpha, cotangent)
                }
                fn flatten_into(&self, out: &mut ::pullback::rt::std::vec::Vec<f64>) {
                    ::pullback::rt::Erased::components(#shared, out)
                }
                fn unflatten_from(&mut self, flat: &mut dyn ::core::iter::Iterator<Item = f64>) {
                    ::pullback::rt::Erased::replace_components(#exclusive, flat)
                }
            }
        }
    }

    /// The sweeps that an object of the supertrait leads to, borrowed for this lifetime.
    fn sweeps(&self, lifetime: &str) -> TokenStream {
        let (own, arguments) = (&self.own, self.generics.split_for_impl().1);
        sweeps_at(&quote!(dyn #own #arguments + 'static), lifetime)
    }

    /// The trait that is the user's supertrait.
    fn supertrait(&self) -> TokenStream {
        let (name, visibility, own) = (&self.item.ident, &self.item.vis, &self.own);
        let (generics, clause) = (&self.generics, self.generics.split_for_impl().2);
        let [sweeps, sweeps_owned] = ["'_", "'static"].map(|lifetime| self.sweeps(lifetime));
        let message = format!("`{{Self}}` implements `{name}`, whose objects have derivatives, and has none itself");
        let about = format!(" Leads from an object of [`{name}`] to the derivatives of its methods.");
        quote! {
            #[doc = #about]
            #[doc(hidden)]
            #[diagnostic::on_unimplemented(
                message = #message,
                note = "derive `Differentiable` for the type, and mark the impl `#[differentiable]`"
            )]
            #visibility trait #own #generics #clause {
                #[doc(hidden)]
                fn implementor_sweeps(&self) -> ::pullback::rt::SweepsOf<'_, #sweeps>;
                #[doc(hidden)]
                fn implementor_sweeps_mut(&mut self) -> &mut #sweeps_owned;
            }
        }
    }

    /// All implementors have it.
    fn of_all(&self) -> TokenStream {
        let (own, owner, object) = (&self.own, &self.owner, &self.object);
        let (_, arguments, clause) = self.generics.split_for_impl();
        let lent_params = self.lent.split_for_impl().0;
        let of_owner = self.with_owner(&self.generics, &quote!(::pullback::Differentiable + 'static));
        let of_owner = of_owner.split_for_impl().0;
        let [sweeps, sweeps_owned] = ["'_", "'static"].map(|lifetime| self.sweeps(lifetime));
        quote! {
            impl #lent_params ::pullback::rt::SweepsAt<'sweeps> for (dyn #own #arguments + 'static) #clause {
                type Sweeps = #object;
            }

            #[automatically_derived]
            impl #of_owner #own #arguments for #owner #clause {
                #[inline]
                fn implementor_sweeps(&self) -> ::pullback::rt::SweepsOf<'_, #sweeps> {
                    ::pullback::rt::SweepsOf::Itself(self)
                }
                #[inline]
                fn implementor_sweeps_mut(&mut self) -> &mut #sweeps_owned {
                    self
                }
            }
        }
    }

    /// The sweeps of implementors that borrow: no cast leads to one, so its methods run again in the reverse sweep. They are those of
    /// a type of the trait's own, for of another one rustc would not know that it does not implement the trait.
    fn borrowers(&self, above: Option<&Above>, implemented: &TokenStream) -> TokenStream {
        let (object, owner, hidden) = (&self.object, &self.owner, &self.hidden);
        let params = self.with_owner(&self.lent, &quote!(::pullback::Differentiable<Cotangent: 'static>));
        let params = params.split_for_impl().0;
        let (_, lent_arguments, clause) = self.lent.split_for_impl();
        // The type of the supertrait's sweeps, and how they are had.
        let (above, is_above) = match above {
            Some((path, sweeps)) => (
                quote!(::pullback::rt::SweepsOf<'sweeps, #sweeps>),
                quote!(::pullback::rt::Object::sweeps(implementor as &'sweeps (dyn #path + 'sweeps))),
            ),
            None => (quote!(()), quote!(())),
        };
        let borrower = quote!(Borrower<'sweeps, #owner, #above>);
        quote! {
            struct Borrower<'sweeps, O, A> {
                implementor: &'sweeps O,
                above: A,
            }

            impl<O: ::pullback::Differentiable<Cotangent: 'static>, A> ::pullback::rt::Erased for Borrower<'_, O, A> {
                fn epsilon(&self) -> f64 {
                    ::pullback::Differentiable::coarseness(self.implementor)
                }
                fn shape(&self) -> ::pullback::rt::DynShape {
                    ::pullback::rt::DynShape::of(self.implementor)
                }
                fn zero(&self) -> ::pullback::DynCotangent {
                    ::pullback::DynCotangent::new(::pullback::Differentiable::zero_cotangent(self.implementor))
                }
                fn move_along(&mut self, _: f64, _: &::pullback::DynCotangent) {
                    ::pullback::rt::not_of_a_borrower::<O>("add_scaled")
                }
                fn components(&self, out: &mut ::pullback::rt::std::vec::Vec<f64>) {
                    ::pullback::Differentiable::flatten_into(self.implementor, out)
                }
                fn replace_components(&mut self, _: &mut dyn ::core::iter::Iterator<Item = f64>) {
                    ::pullback::rt::not_of_a_borrower::<O>("unflatten_from")
                }
                fn implementor(&self) -> ::core::option::Option<&dyn ::core::any::Any> {
                    ::core::option::Option::None
                }
            }

            impl #params #hidden #lent_arguments for #borrower #clause { #implemented }

            impl #params ::pullback::rt::OfBorrower<'sweeps, #owner> for #object #clause {
                fn of_borrower(implementor: &'sweeps #owner) -> ::pullback::rt::std::boxed::Box<Self> {
                    ::pullback::rt::std::boxed::Box::new(Borrower { implementor, above: #is_above })
                }
            }
        }
    }
}

/// The parameters, and a lifetime before them.
fn with_lifetime(generics: &Generics, name: &str) -> Generics {
    let lifetime = syn::Lifetime::new(name, Span::call_site());
    let mut generics = generics.clone();
    generics.params.insert(0, syn::parse_quote!(#lifetime));
    generics
}

/// The object of the hidden trait of this name.
fn object_of(hidden: &Ident, generics: &Generics, name: &str) -> TokenStream {
    let lifetime = syn::Lifetime::new(name, Span::call_site());
    let generics = with_lifetime(generics, name);
    let arguments = generics.split_for_impl().1;
    quote!((dyn #hidden #arguments + #lifetime))
}
