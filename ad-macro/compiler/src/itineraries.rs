//! Functions that return an iterator of references. Their twin gives an *itinerary*: the routes to the items, in their order.
//!
//! ```text
//! Input:  fn iterator(&self, axis: u8) -> Box<dyn Iterator<Item = &f64> + '_> { Box::new(self.data.iter()) }
//! Output: fn iterator_differentiable_routes_0(&self, axis: u8) -> Vec<impl Route<Self, Self::Cotangent, Value = f64, Bar = f64> + Copy>,
//!         which runs `self.data.iter().for_each(found)`, notes of each item the indices that lead there, and makes routes of them
//! ```
//!
//! The body is turned inside out: wherever it returns an iterator, that is run to its end there, and gives each item to `found`. So
//! all that is known of chains of iterators applies. What is noted of an item says which of these places it comes from, and with
//! which indices (`Branch`); the closures of its route look at that.

use crate::attributes::Options;
use crate::diagnostics::Diagnostics;
use crate::entry::{Kind, Parts, Signature, Twin};
use crate::ir::{Function, Param, Passing};
use crate::lower::{self, Found};
use crate::names::Names;
use crate::routes::{self, Compiled, Lent, Routes};
use crate::types::Ty;
use crate::{check, exits, fence, generics, holders, items, numbered};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, GenericArgument, PathArguments, ReturnType, Token, Type, TypeParamBound};

/// What a function says of the iterator that it returns.
#[derive(Clone, Debug)]
pub enum Iterated {
    /// It gives references.
    References(Lent),
    /// It gives values of this type, or what has references in it.
    Values(Type),
}

impl Iterated {
    /// Reads `impl Iterator<Item = &T>`, `Box<dyn Iterator<Item = &T>>` and `slice::Iter<T>`.
    pub fn of(ty: &Type) -> Option<Iterated> {
        let item = item(ty)?;
        Some(match Lent::of(&item) {
            Some(lent) if !lent.optional => Iterated::References(lent),
            _ => Iterated::Values(item),
        })
    }

    /// Whether no derivative comes out of the items.
    pub fn is_inert(&self) -> bool {
        match self {
            Iterated::References(lent) => lent.ty().is_inert(),
            Iterated::Values(ty) => Ty::of(ty).is_inert(),
        }
    }

    /// Of a function's result.
    pub fn returned(output: &ReturnType) -> Option<Iterated> {
        match output {
            ReturnType::Type(_, ty) => Iterated::of(ty),
            ReturnType::Default => None,
        }
    }
}

/// The type of the items of an iterator, as it is written.
pub fn item(ty: &Type) -> Option<Type> {
    let path = match ty {
        Type::Paren(inner) => return item(&inner.elem),
        Type::Group(inner) => return item(&inner.elem),
        Type::ImplTrait(ty) => return item_in(&ty.bounds),
        Type::Path(path) if path.qself.is_none() => &path.path,
        _ => return None,
    };
    let last = path.segments.last()?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    let mut types = arguments.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    let (first, None) = (types.next()?, types.next()) else {
        return None;
    };
    let lifetime = arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::Lifetime(lifetime) if lifetime.ident != "_" => Some(lifetime),
        _ => None,
    });
    // A type of the user's under such a name has no lifetime, if it owns what it gives.
    let borrows = arguments
        .args
        .iter()
        .any(|argument| matches!(argument, GenericArgument::Lifetime(_)));
    match (last.ident.to_string().as_str(), first) {
        ("Box", Type::TraitObject(object)) => item_in(&object.bounds),
        ("Iter", _) if borrows => Some(syn::parse_quote!(&#lifetime #first)),
        ("IterMut", _) if borrows => Some(syn::parse_quote!(&#lifetime mut #first)),
        _ => None,
    }
}

fn item_in(bounds: &Punctuated<TypeParamBound, Token![+]>) -> Option<Type> {
    bounds.iter().find_map(|bound| {
        let TypeParamBound::Trait(bound) = bound else {
            return None;
        };
        let last = bound.path.segments.last()?;
        let PathArguments::AngleBracketed(arguments) = &last.arguments else {
            return None;
        };
        if !generics::ITERATORS.iter().any(|name| last.ident == name) {
            return None;
        }
        arguments.args.iter().find_map(|argument| match argument {
            GenericArgument::AssocType(ty) if ty.ident == "Item" => Some(ty.ty.clone()),
            _ => None,
        })
    })
}

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
        && let Some(numbered) = numbered::numbered(function)
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
    fence::fence(function, diagnostics);
    let mut body = items::items(&giving_nothing(function));
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
    let (mut f, found) = lower::lower_items(&body, &found, outer, options, diagnostics);
    holders::written(&f, diagnostics);
    check::checked("lower", &f, None, diagnostics);
    if diagnostics.count() == before && found.sites.is_empty() {
        diagnostics.error(
            function.sig.output.span(),
            "what this function returns is not seen to be an iterator over places in one of its arguments",
            "return a chain that begins at an argument, `self.data.iter()` or `(0..n).map(|i| &self.data[i])`",
        );
    }
    for site in &found.sites {
        if !routes::lies_in_arguments(&f, &site.item) {
            diagnostics.error(
                site.span,
                "what this iterator gives is not seen to be a reference into an argument",
                "let it give references to fields or elements of an argument, `&self.data[i]`; or return a `Vec` of values",
            );
        }
    }
    routes::restrict(&f, diagnostics);
    let noted = (diagnostics.count() == before).then(|| {
        exits::exits(&mut f);
        routes::call_plainly(&mut f.body);
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
        sole: item.and_then(|item| routes::sole(&function.sig, &item)),
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
    let statements = routes::statements(f, &[found.list]);
    let ad = &f.ad;
    // Where an item comes from, `result` says what there is.
    let by_site = |result: &dyn Fn(&lower::Site) -> TokenStream| {
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
        if !routes::leads_on(param) {
            return None;
        }
        let name = &f.info(param.var).name;
        let way = |mutable: bool, bar: bool| {
            let place = by_site(&|site| routes::towards(f, &site.item, param.var, mutable, bar));
            quote!(move |#name| #place)
        };
        Some([way(false, false), way(true, false), way(false, true), way(true, true)])
    });
    Routes {
        statements,
        ways: ways.collect(),
        source: by_site(&|site| routes::source(f, &site.item)),
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
    if let (Kind::Member | Kind::Declared { .. }, Some(receiver)) = (twin.kind, parts.receiver()) {
        functions.extend(crate::entry::found(twin, receiver, &params, &declared[1..], &clause));
    }
    if let Kind::Free(_) | Kind::Member = twin.kind {
        functions.extend(routes::called_as_value(twin, &parts, &quote!(NotOneValue)));
    }
    let Kind::Free(name) = twin.kind else {
        return functions;
    };
    let about = format!(
        " Where what {} gives lies, for differentiable functions that call it.",
        twin.link()
    );
    twin.of_its_own(name, &about, functions)
}

/// Makes a body go through the iterators that it returns.
pub struct InsideOut<'a> {
    /// What becomes of each of them.
    end: &'a dyn Fn(&mut Expr),
    /// Whether that is a value, which is returned in its place.
    gives: bool,
}

impl<'a> InsideOut<'a> {
    /// Makes a body return what `end` makes of the iterators.
    pub fn giving(end: &'a dyn Fn(&mut Expr)) -> Self {
        InsideOut { end, gives: true }
    }

    pub fn turn(&mut self, block: &mut syn::Block) {
        self.visit_block_mut(block);
        self.block(block);
    }

    /// A block whose value is returned.
    fn block(&self, block: &mut syn::Block) {
        if let Some(syn::Stmt::Expr(expr, None)) = block.stmts.last_mut() {
            self.returned(expr);
        }
    }

    /// An expression whose value is returned.
    fn returned(&self, expr: &mut Expr) {
        match expr {
            Expr::Paren(inner) => self.returned(&mut inner.expr),
            Expr::Group(inner) => self.returned(&mut inner.expr),
            Expr::Cast(cast) => {
                *expr = (*cast.expr).clone();
                self.returned(expr);
            }
            Expr::Block(block) if block.label.is_none() => self.block(&mut block.block),
            Expr::If(branch) => {
                self.block(&mut branch.then_branch);
                if let Some((_, els)) = &mut branch.else_branch {
                    self.returned(els);
                }
            }
            Expr::Match(stmt) => stmt.arms.iter_mut().for_each(|arm| self.returned(&mut arm.body)),
            Expr::Call(call) if is_box(&call.func) && call.args.len() == 1 => {
                *expr = call.args[0].clone();
                self.returned(expr);
            }
            // It does not come to an end here.
            Expr::Return(_) | Expr::Macro(_) | Expr::Loop(_) => {}
            expr => (self.end)(expr),
        }
    }
}

impl VisitMut for InsideOut<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            // What these return is returned to somebody else.
            Expr::Closure(_) | Expr::Async(_) => {}
            Expr::Return(jump) => {
                if let Some(value) = jump.expr.take() {
                    let mut value = *value;
                    self.visit_expr_mut(&mut value);
                    self.returned(&mut value);
                    *expr = match self.gives {
                        true => syn::parse_quote_spanned!(expr.span()=> return #value),
                        false => syn::parse_quote_spanned!(expr.span()=> { #value; return }),
                    };
                }
            }
            expr => visit_mut::visit_expr_mut(self, expr),
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// What a function gives that the last closure of a chain calls is a reference.
pub fn points(expr: &mut Expr, mutable: bool) {
    let call = match expr {
        Expr::Paren(inner) => return points(&mut inner.expr, mutable),
        Expr::MethodCall(call) => call,
        _ => return,
    };
    match call.method.to_string().as_str() {
        "map" => {
            if let Some(Expr::Closure(closure)) = call.args.first_mut() {
                pointed(&mut closure.body, mutable);
            }
        }
        "flat_map" => {
            if let Some(Expr::Closure(closure)) = call.args.first_mut() {
                points(&mut closure.body, mutable);
            }
        }
        "chain" => {
            points(&mut call.receiver, mutable);
            call.args.iter_mut().for_each(|arg| points(arg, mutable));
        }
        "filter" | "skip" | "take" | "step_by" | "rev" | "take_while" | "skip_while" | "inspect" | "peekable"
        | "fuse" | "by_ref" => points(&mut call.receiver, mutable),
        _ => {}
    }
}

/// The body of a closure that gives a reference.
fn pointed(expr: &mut Expr, mutable: bool) {
    match expr {
        Expr::Paren(inner) => pointed(&mut inner.expr, mutable),
        Expr::Block(block) => {
            if let Some(syn::Stmt::Expr(expr, None)) = block.block.stmts.last_mut() {
                pointed(expr, mutable);
            }
        }
        Expr::If(branch) => {
            if let Some(syn::Stmt::Expr(expr, None)) = branch.then_branch.stmts.last_mut() {
                pointed(expr, mutable);
            }
            if let Some((_, els)) = &mut branch.else_branch {
                pointed(els, mutable);
            }
        }
        Expr::Match(stmt) => stmt.arms.iter_mut().for_each(|arm| pointed(&mut arm.body, mutable)),
        Expr::Call(_) | Expr::MethodCall(_) => {
            let mutable = mutable.then(<Token![mut]>::default);
            *expr = syn::parse_quote_spanned!(expr.span()=> &#mutable *#expr);
        }
        _ => {}
    }
}

/// Whether a called path is `Box::new`.
fn is_box(function: &Expr) -> bool {
    let Expr::Path(path) = function else { return false };
    let mut names = path.path.segments.iter().rev().map(|segment| &segment.ident);
    names.next().is_some_and(|name| name == "new") && names.next().is_some_and(|owner| owner == "Box")
}
