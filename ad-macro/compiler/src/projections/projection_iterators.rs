//! Compiles a function that returns an iterator of references to the list of its items' projections.
//!
//! ```text
//! Input:  fn iterator(&self, axis: u8) -> Box<dyn Iterator<Item = &f64> + '_> { Box::new(self.data.iter()) }
//! Output: fn iterator_differentiable_routes_0(&self, axis: u8) -> Vec<impl Route<Self, Self::Cotangent, Value = f64, Bar = f64> + Copy>,
//!         which runs `self.data.iter().for_each(found)`, records of each item the indices that lead there, and makes projections of them
//! ```
//!
//! The body is turned from a generator into a consumer: each returned iterator is run to its end, and hands its items to `found`. So
//! all that is known of chains applies. The record of an item says which of these places it comes from, and with which indices
//! (`Branch`); the closures of its projection look at that.

use crate::analysis::{borrow_holders, structurize};
use crate::ir::function::{Function, Param, Passing};
use crate::ir::verify::{self, Form};
use crate::lower;
use crate::lower::itineraries;
use crate::lower::itineraries::Found;
use crate::normalize::tail_expressions::InsideOut;
use crate::normalize::{hoist_items, reject_syntax};
use crate::options::attribute::Options;
use crate::projections::compiled::{Compiled, Routes};
use crate::projections::{index_probing, projection};
use crate::signature::returned_iterators::{item, points};
use crate::signature::returned_places::Lent;
use crate::syntax::diagnostics::Diagnostics;
use crate::syntax::fresh_names::Names;
use crate::syntax::types::Ty;
use crate::twin::parts::Parts;
use crate::twin::signature::Signature;
use crate::twin::target::{Kind, Twin};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{Expr, ReturnType};

/// A function that returns an iterator of references, on its way through the passes.
pub struct Itinerary {
    compiled: Compiled,
    /// The list of what was noted of the items, and one of them; without a body there is none.
    noted: Option<(Ident, Ident)>,
}

/// A function without a body: a trait's.
pub fn declare(
    function: &syn::ItemFn,
    lent: &Lent,
    outer: &[TokenStream],
    options: &Options,
    diagnostics: &Diagnostics,
) -> Itinerary {
    let mut bodiless = giving_nothing(function);
    bodiless.block = syn::parse_quote!({ ::core::unreachable!() });
    let f = lower::lower(&bodiless, outer, options, diagnostics);
    Itinerary {
        compiled: compiled(function, f, lent, None),
        noted: None,
    }
}

/// A function with a body. Where that cannot be seen through, a free function may be one that chooses from any list alike.
pub fn compile(
    function: &syn::ItemFn,
    lent: &Lent,
    outer: &[TokenStream],
    free: bool,
    options: &Options,
    diagnostics: &Diagnostics,
) -> Itinerary {
    let attempt = diagnostics.attempt();
    let itinerary = seen_through(function, lent, outer, options, &attempt);
    if attempt.count() > 0
        && free
        && let Some(numbered) = index_probing::numbered(function)
    {
        let other = diagnostics.attempt();
        let numbered = seen_through(&numbered, lent, outer, options, &other);
        if other.count() == 0 {
            attempt.discard();
            diagnostics.keep(other);
            return numbered;
        }
        other.discard();
    }
    diagnostics.keep(attempt);
    itinerary
}

fn seen_through(
    function: &syn::ItemFn,
    lent: &Lent,
    outer: &[TokenStream],
    options: &Options,
    diagnostics: &Diagnostics,
) -> Itinerary {
    let before = diagnostics.count();
    reject_syntax::fence(function, diagnostics);
    let mut body = hoist_items::items(&giving_nothing(function), &proc_macro2::TokenStream::new());
    let found = Names::of(function.to_token_stream()).fresh("found", function.sig.ident.span());
    // All items are given to `found`, and nothing is returned.
    let give = |items: &mut Expr| {
        points(items, lent.mutable);
        *items = syn::parse_quote_spanned!(items.span()=> (#items).for_each(#found));
    };
    InsideOut {
        end: &give,
        gives: false,
    }
    .turn(&mut body.block);
    let (mut f, found) = itineraries::lower_items(&body, &found, outer, options, diagnostics);
    borrow_holders::written(&f, diagnostics);
    verify::unwritable(&f, diagnostics);
    verify::checked("lower", &f, None, Form::Jumps, diagnostics);
    if diagnostics.count() == before && found.sites.is_empty() {
        diagnostics.error(
            function.sig.output.span(),
            "what this function returns is not seen to be an iterator over places in one of its arguments",
            "return a chain that begins at an argument, `self.data.iter()` or `(0..n).map(|i| &self.data[i])`",
        );
    }
    for site in &found.sites {
        if !projection::lies_in_arguments(&f, &site.item) {
            diagnostics.error(
                site.span,
                "what this iterator gives is not seen to be a reference into an argument",
                "let it give references to fields or elements of an argument, `&self.data[i]`; or return a `Vec` of values",
            );
        }
    }
    projection::restrict(&f, diagnostics);
    let noted = (diagnostics.count() == before).then(|| {
        structurize::structurize(&mut f);
        projection::call_plainly(&mut f.body);
        let at = f.names.fresh("at", function.sig.ident.span());
        (f.info(found.list).name.clone(), at)
    });
    let routes = noted.as_ref().map(|(_, at)| routes_of(&f, &found, at));
    Itinerary {
        compiled: compiled(function, f, lent, routes),
        noted,
    }
}

fn compiled(function: &syn::ItemFn, f: Function, lent: &Lent, routes: Option<Routes>) -> Compiled {
    let item = match &function.sig.output {
        ReturnType::Type(_, ty) => item(ty),
        ReturnType::Default => None,
    };
    Compiled {
        f,
        lent: lent.clone(),
        sole: item.and_then(|item| projection::sole(&function.sig, &item)),
        routes,
    }
}

/// The function as one that returns nothing: what it finds is given to `found`.
fn giving_nothing(function: &syn::ItemFn) -> syn::ItemFn {
    let mut function = function.clone();
    function.sig.output = ReturnType::Default;
    function
}

/// What makes the list, and the closures of an item's route, which look at what was noted of it, `at`.
fn routes_of(f: &Function, found: &Found, at: &Ident) -> Routes {
    let statements = projection::statements(f, &[found.list]);
    let ad = &f.ad;
    // Where an item comes from, `result` says what there is.
    let by_site = |result: &dyn Fn(&itineraries::Site) -> TokenStream| {
        let arms = found.sites.iter().enumerate().map(|(k, site)| {
            let (parts, result) = (site.parts.iter().map(|part| &f.info(*part).name), result(site));
            let pattern = found.noted(f, k, quote!((#(#parts,)*)));
            quote!(#pattern => { #result })
        });
        let mut nowhere = quote!(nowhere);
        for _ in &found.sites {
            nowhere = quote!(#ad::Branch::Else(#nowhere));
        }
        quote!(match #at { #(#arms)* #nowhere => match nowhere {} })
    };
    let ways = f.params.iter().map(|param| {
        if !projection::leads_on(param) {
            return None;
        }
        let name = &f.info(param.var).name;
        let way = |mutable: bool, bar: bool| {
            let place = by_site(&|site| projection::towards(f, &site.item, param.var, mutable, bar));
            quote!(move |#name| #place)
        };
        Some([way(false, false), way(true, false), way(false, true), way(true, true)])
    });
    Routes {
        statements,
        ways: ways.collect(),
        source: by_site(&|site| projection::source(f, &site.item)),
        present: quote!(true),
    }
}

/// The twin of a function that returns an iterator of references.
pub fn twin(twin: &Twin, itinerary: &Itinerary) -> TokenStream {
    let Itinerary { compiled, noted } = itinerary;
    let parts = Parts::new(twin, &compiled.f);
    let visibility = twin.visibility;
    let (params, clause) = parts.declaration(Vec::new(), Vec::new());
    let declared: Vec<_> = parts.params.iter().map(Signature::shared).collect();
    let head = compiled.head(twin);
    // A list of what `each` says of an item.
    let list = |part: String, each_ty: TokenStream, each: TokenStream| {
        let name = twin.part(&part);
        let list = match noted {
            Some((list, at)) => quote!(#list.into_iter().map(move |#at| #each).collect()),
            None => quote!(::core::iter::empty::<()>().map(|_| #each).collect()),
        };
        quote! {
            #[doc(hidden)]
            #[inline]
            #visibility fn #name #params(#(#declared),*) -> ::pullback::rt::std::vec::Vec<#each_ty> #clause { #head #list }
        }
    };
    // A caller asks for these where it lends several arguments.
    let may_be_lent =
        |param: &&Param| matches!(param.passing, Passing::Ref | Passing::Mut) || !Ty::of(&param.ty).is_inert();
    let several = compiled.f.params.iter().filter(may_be_lent).count() > 1;
    let mut functions = TokenStream::new();
    for (k, param) in parts.params.iter().enumerate() {
        let Some((bound, route)) = compiled.route_alone(twin, param, k) else {
            continue;
        };
        let ty = twin.route_type(&bound);
        if several {
            functions.extend(list(format!("choices_{k}"), ty.clone(), route.clone()));
        }
        if compiled.sole == Some(k) {
            functions.extend(list(format!("routes_{k}"), ty, route));
        }
    }
    if several {
        let source = match &compiled.routes {
            Some(routes) => routes.source.clone(),
            None => quote!(0),
        };
        functions.extend(list("sources".into(), quote!(usize), source));
    }
    functions.extend(parts.found_projection(&params, &declared, &clause));
    if let Kind::Free(_) | Kind::Member = twin.kind {
        functions.extend(projection::called_as_value(twin, &parts, &quote!(NotOneValue)));
    }
    let Kind::Free(name) = twin.kind else {
        return functions;
    };
    let about = format!(
        " Where what {} gives lies, for differentiable functions that call it.",
        twin.link()
    );
    twin.of_its_own(name, &about, parts.taken(), functions)
}
