//! Compiles a function that returns a reference to its *projection*, from an argument to the place that the result points to.
//!
//! Input:  `fn row(&self, i: usize) -> &[f64] { &self.data[i * self.cols..(i + 1) * self.cols] }`
//! Output: `fn row_differentiable_route_0(&self, i: usize) -> impl Route<Self, Self::Cotangent, Value = [f64], Bar = [f64]> + Copy`,
//!         which computes the bounds and returns closures that project `self`, and its cotangent, to what lies between them.
//!
//! A caller projects its place as it would by an index. There is a projection for each argument by reference;
//! where the result may point into several, `.._source` says into which, and where it is an option, `.._present` says whether.

use crate::analysis::{borrow_holders, structurize};
use crate::ir::spell::Access;
use crate::ir::verify::{self, Form};
use crate::ir::*;
use crate::lower;
use crate::lower::builder::Value;
use crate::normalize::{hoist_items, reject_syntax, tail_returns};
use crate::options::attribute::Options;
use crate::projections::by_copy;
use crate::projections::compiled::{Compiled, Routes};
use crate::signature::returned_places::{Lent, Several};
use crate::syntax::diagnostics::Diagnostics;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::lifetimes;
use crate::syntax::types::Ty;
use crate::syntax::walk::{Node, NodeMut, WalkMut, descend_mut, walk};
use crate::twin::parts::Parts;
use crate::twin::signature::Signature;
use crate::twin::target::{Kind, Twin};
use crate::twin::{assemble, cotangent_types};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::spanned::Spanned;
use syn::{Expr, ReturnType, Type};

/// A function without a body: a trait's.
pub fn declare(
    function: &syn::ItemFn,
    lent: &Lent,
    outer: &[TokenStream],
    options: &Options,
    diagnostics: &Diagnostics,
) -> Compiled {
    let function = syn::ItemFn {
        block: Box::new(syn::parse_quote!({ ::core::unreachable!() })),
        ..function.clone()
    };
    let (f, _) = lower::lower_reference(&function, outer, options, diagnostics);
    Compiled {
        f,
        lent: lent.clone(),
        sole: returned_from(&function.sig),
        routes: None,
    }
}

/// The parameter that a result must point into, by the lifetimes of the signature; `None` if there are several.
fn returned_from(signature: &syn::Signature) -> Option<usize> {
    match &signature.output {
        ReturnType::Type(_, output) => sole(signature, output),
        ReturnType::Default => None,
    }
}

/// The parameter that a reference of this type must point into if it is returned, or in what is returned.
pub fn sole(signature: &syn::Signature, reference: &Type) -> Option<usize> {
    let lifetime = first_lifetime(reference);
    let mut found = Vec::new();
    for (k, input) in signature.inputs.iter().enumerate() {
        let own = match input {
            syn::FnArg::Receiver(receiver) => match &receiver.kind {
                syn::ReceiverKind::Reference(_, own, _) => {
                    if lifetime.is_none() {
                        return Some(k);
                    }
                    own.clone()
                }
                _ => continue,
            },
            syn::FnArg::Typed(param) => match &*param.ty {
                Type::Reference(reference) => reference.lifetime.clone(),
                _ => continue,
            },
        };
        if lifetime.is_none() || own == lifetime {
            found.push(k);
        }
    }
    match found[..] {
        // `'b: 'a` could make more of them.
        [one] if lifetime.is_none() || signature.generics.lifetimes().all(|param| param.bounds.is_empty()) => Some(one),
        _ => None,
    }
}

/// The lifetime of the reference in a result: `None` if it is elided.
fn first_lifetime(ty: &Type) -> Option<syn::Lifetime> {
    let mut first = None;
    walk(ty, |node| {
        if let Node::TypeReference(reference) = node {
            first.get_or_insert_with(|| reference.lifetime.clone());
        }
        first.is_none()
    });
    first.flatten().filter(|lifetime| lifetime.ident != "_")
}

pub fn compile(
    function: &syn::ItemFn,
    lent: &Lent,
    outer: &[TokenStream],
    options: &Options,
    diagnostics: &Diagnostics,
) -> Compiled {
    let before = diagnostics.count();
    reject_syntax::fence(function, diagnostics);
    let mut function = hoist_items::items(function, &TokenStream::new());
    tail_returns::as_branches(&mut function.block, &|value| {
        if !lent.optional {
            as_reference(value);
        }
    });
    let mut options = options.clone();
    let lent = lent.clone();
    options.references.insert(function.sig.ident.to_string(), lent.clone());
    let (mut f, value) = lower::lower_reference(&function, outer, &options, diagnostics);
    borrow_holders::written(&f, diagnostics);
    verify::unwritable(&f, diagnostics);
    verify::checked("lower", &f, None, Form::Jumps, diagnostics);
    let places = Places::of(&f, &value);
    let fits = lent.optional == matches!(value, Value::ScalarOption(..));
    if !(places.known && fits) && diagnostics.count() == before {
        diagnostics.error(
            function.sig.output.span(),
            "what this function returns a reference to is not seen to lie in one of its arguments",
            "return a reference to a field or an element of an argument, `&self.data[i]`; or return the value itself",
        );
    }
    restrict(&f, diagnostics);
    let routes = (diagnostics.count() == before).then(|| {
        structurize::structurize(&mut f);
        call_plainly(&mut f.body);
        places.routes(&f, &value)
    });
    let sole = returned_from(&function.sig);
    Compiled { f, lent, sole, routes }
}

/// A function that returns a tuple or an array of references, as one for each of them.
pub fn apart(function: &syn::ItemFn) -> Vec<syn::ItemFn> {
    let ReturnType::Type(_, output) = &function.sig.output else {
        return Vec::new();
    };
    let option = crate::syntax::types::container(output);
    let optional = option.is_some();
    let array = matches!(option.as_ref().map_or(&**output, |(_, inside)| *inside), Type::Array(_));
    let types = Several::types(option.map_or(&**output, |(_, inside)| inside));
    let parts = types.into_iter().enumerate().map(|(k, ty)| {
        let mut function = function.clone();
        function.sig.output = match optional {
            true => syn::parse_quote!(-> ::core::option::Option<#ty>),
            false => syn::parse_quote!(-> #ty),
        };
        let mut part = Part { k, array, optional };
        tail_returns::as_branches(&mut function.block, &|value| part.of(value));
        part.node(NodeMut::Block(&mut function.block));
        function
    });
    parts.collect()
}

/// Takes a part of each tuple, or of each array, that is returned.
#[derive(Clone, Copy)]
struct Part {
    k: usize,
    array: bool,
    /// They are in an option.
    optional: bool,
}

impl Part {
    fn of(&self, value: &mut Expr) {
        let (k, span) = (syn::Index::from(self.k), value.span());
        match value {
            Expr::Paren(inner) => self.of(&mut inner.expr),
            Expr::Return(_) | Expr::Macro(_) => {}
            Expr::Path(path) if self.optional && path.path.is_ident("None") => {}
            Expr::Call(call) if self.optional && is_some(&call.func) && call.args.len() == 1 => {
                let inside = Part {
                    optional: false,
                    ..*self
                };
                inside.of(&mut call.args[0]);
            }
            value if self.optional && self.array => {
                *value = syn::parse_quote_spanned!(span=> (#value).map(|parts| parts[#k]));
            }
            value if self.optional => *value = syn::parse_quote_spanned!(span=> (#value).map(|parts| parts.#k)),
            Expr::Tuple(syn::ExprTuple { elems, .. }) | Expr::Array(syn::ExprArray { elems, .. })
                if self.k < elems.len() =>
            {
                *value = elems[self.k].clone();
            }
            value if self.array => *value = syn::parse_quote_spanned!(span=> (#value)[#k]),
            value => *value = syn::parse_quote_spanned!(span=> (#value).#k),
        }
    }
}

pub fn is_some(function: &Expr) -> bool {
    matches!(function, Expr::Path(path) if path.path.is_ident("Some"))
}

impl WalkMut for Part {
    fn node(&mut self, node: NodeMut<'_>) {
        match node {
            NodeMut::Expr(expr) => match expr {
                Expr::Closure(_) => {}
                expr => descend_mut(self, NodeMut::Expr(expr)),
            },
            NodeMut::ExprReturn(jump) => {
                if let Some(value) = &mut jump.expr {
                    self.of(value);
                }
            }
            NodeMut::Item(_) => {}
            node => descend_mut(self, node),
        }
    }
}

/// The twin of a function that returns a tuple or an array of references.
pub fn twin_of_parts(twin: &Twin, parts: &[Compiled]) -> TokenStream {
    let routes = parts.iter().enumerate();
    let routes = routes.map(|(k, compiled)| routes_of(twin, compiled, &format!("part_{k}_")));
    with_the_rest(twin, &parts[0], routes.collect(), None)
}

/// The twin of a function that returns a reference.
pub fn twin(twin: &Twin, compiled: &Compiled) -> TokenStream {
    with_the_rest(
        twin,
        compiled,
        routes_of(twin, compiled, ""),
        by_copy::by_copy(twin, compiled),
    )
}

/// What a caller asks for, by names that begin so.
fn routes_of(twin: &Twin, compiled: &Compiled, prefix: &str) -> TokenStream {
    let Compiled { f, lent, sole, routes } = compiled;
    let parts = Parts::new(twin, f);
    let visibility = twin.visibility;
    let (params, clause) = parts.declaration(Vec::new(), Vec::new());
    let declared: Vec<_> = parts.params.iter().map(Signature::shared).collect();
    let function = |name: &Ident, output: TokenStream, body: Option<TokenStream>| {
        let body = body.unwrap_or_else(|| quote!(::core::unreachable!()));
        quote! {
            #[doc(hidden)]
            #[inline]
            #visibility fn #name #params(#(#declared),*) -> #output #clause { #body }
        }
    };
    let mut functions = TokenStream::new();
    for (k, param) in parts.params.iter().enumerate() {
        let Some((bound, body)) = compiled.route(twin, param, k) else {
            continue;
        };
        let output = twin.route_type(&bound);
        functions.extend(function(
            &twin.part(&format!("{prefix}choice_{k}")),
            output.clone(),
            Some(body.clone()),
        ));
        if *sole == Some(k) {
            functions.extend(function(&twin.part(&format!("{prefix}route_{k}")), output, Some(body)));
        }
    }
    let asked = |result: fn(&Routes) -> &TokenStream| {
        let (head, result) = (compiled.head(twin), routes.as_ref().map(result)?);
        Some(quote!(#head #result))
    };
    functions.extend(function(
        &twin.part(&format!("{prefix}source")),
        quote!(usize),
        asked(|routes| &routes.source),
    ));
    if lent.optional {
        functions.extend(function(
            &twin.part(&format!("{prefix}present")),
            quote!(bool),
            asked(|routes| &routes.present),
        ));
    }
    functions
}

/// The routes, and what else a twin has that has them; `copied`: the sweeps for callers that compute with what is behind the reference.
fn with_the_rest(
    twin: &Twin,
    compiled: &Compiled,
    mut functions: TokenStream,
    copied: Option<TokenStream>,
) -> TokenStream {
    let parts = Parts::new(twin, &compiled.f);
    let (params, clause) = parts.declaration(Vec::new(), Vec::new());
    let declared: Vec<_> = parts.params.iter().map(Signature::shared).collect();
    functions.extend(parts.found_projection(&params, &declared, &clause));
    match (copied, twin.kind) {
        (Some(copied), _) => functions.extend(copied),
        (None, Kind::Free(_) | Kind::Member) => {
            let wrong = match compiled.lent.optional {
                true => quote!(NotAnOption),
                false => quote!(NotAValue),
            };
            functions.extend(called_as_value(twin, &parts, &wrong));
        }
        (None, _) => {}
    }
    let Kind::Free(name) = twin.kind else {
        return functions;
    };
    let about = format!(
        " Where the result of {} lies, for differentiable functions that call it.",
        twin.link()
    );
    twin.of_its_own(name, &about, parts.taken(), functions)
}

/// The sweeps that a caller looks for which does not see that the result is a reference, or an iterator of some: rustc says so, in
/// the words of the runtime's trait `wrong`.
pub fn called_as_value(twin: &Twin, parts: &Parts, wrong: &TokenStream) -> TokenStream {
    let (visibility, generics) = (twin.visibility, twin.generics);
    let (own, clause) = (&generics.params, &generics.where_clause);
    let comma = (!own.is_empty() && !own.trailing_punct()).then(|| quote!(,));
    let wrong = quote!(::pullback::rt::#wrong);
    let head = quote!(<#own #comma Nothing: #wrong>);
    let returned = quote!((Nothing::Value, Nothing::Value));
    let mut declared: Vec<_> = parts.params.iter().map(Signature::shared).collect();
    if let Kind::Free(_) = twin.kind {
        return quote! {
            #[doc(hidden)]
            #visibility fn forward #head(_: &mut Nothing, #(#declared),*) -> #returned #clause { ::core::unreachable!() }
        };
    }
    let [forward, push, pull] =
        ["differentiable", "differentiable_push", "differentiable_pull"].map(|part| twin.derivative(part));
    let by_path = quote! {
        #[doc(hidden)]
        #visibility fn #forward #head(#(#declared,)* _: &mut Nothing) -> #returned #clause { ::core::unreachable!() }
    };
    if !parts.params.first().is_some_and(Signature::is_receiver) {
        return by_path;
    }
    let receiver = declared.remove(0);
    let slots: Vec<_> = (0..declared.len()).map(|k| quote::format_ident!("Slot{k}")).collect();
    quote! {
        #by_path
        #[doc(hidden)]
        #visibility fn #push #head(#receiver, #(#declared,)* _: &mut Nothing) -> #returned #clause { ::core::unreachable!() }
        #[doc(hidden)]
        #visibility fn #pull<#own #comma Nothing, Pullback, Seed, Bar, #(#slots),*>(
            #receiver, _: Pullback, _: &mut Nothing, _: Seed, _: Bar, #(_: #slots),*
        ) -> Nothing::Value
        where
            Nothing: #wrong,
        { ::core::unreachable!() }
    }
}

impl Compiled {
    /// What stands before the result.
    pub fn head(&self, twin: &Twin) -> TokenStream {
        let (f, guard) = (&self.f, twin.guard());
        let Some(routes) = &self.routes else {
            return quote!(#guard);
        };
        let (ad, statements, traits) = (&f.ad, &routes.statements, assemble::route_traits(f));
        let (proofs, items, imports) = (f.proved(), &f.items, f.imports(statements));
        let receiver = f.params.iter().find(|param| param.receiver).map(|param| {
            let this = &f.info(param.var).name;
            quote!(let #this = self;)
        });
        quote! {
            use ::pullback::rt as #ad;
            use ::pullback::rt::{EitherPayload as _, ErrorPayload as _, Payload as _, Tied as _};
            #traits
            #proofs
            #(#items)*
            #imports
            #guard
            #receiver
            #statements
        }
    }

    /// The types behind the reference that is returned, and behind that to its cotangent.
    pub fn target(&self, twin: &Twin) -> (Type, TokenStream) {
        let mut value = self.lent.target.clone();
        lifetimes::erase(&mut value);
        let bar = cotangent_types::buffer(&value, twin, None);
        (value, bar)
    }

    /// The route from a parameter: the bound that its type has, and the body that makes it. There is none from a value.
    pub fn route(&self, twin: &Twin, param: &Signature, k: usize) -> Option<(TokenStream, TokenStream)> {
        let (bound, route) = self.route_alone(twin, param, k)?;
        let head = self.head(twin);
        Some((bound, quote!(#head #route)))
    }

    /// The same without what stands before it.
    pub fn route_alone(&self, twin: &Twin, param: &Signature, k: usize) -> Option<(TokenStream, TokenStream)> {
        let trait_ = match param.passing {
            _ if param.optional => return None,
            Passing::Ref => quote!(Route),
            Passing::Mut => quote!(RouteMut),
            _ => return None,
        };
        let (value, value_bar) = self.target(twin);
        // The type has the lifetimes that the route names.
        let ty = twin.this.filter(|_| param.is_receiver()).unwrap_or(&param.ty);
        let buffer = &param.buffer;
        let bound = quote!(::pullback::rt::#trait_<#ty, #buffer, Value = #value, Bar = #value_bar>);
        let [of, of_mut, bar, bar_mut] = match &self.routes {
            Some(routes) => routes.ways[k].clone().expect("the parameter is a reference"),
            None => std::array::from_fn(|_| quote!(|_| ::core::unreachable!())),
        };
        // The cotangent of a list of counts holds nothing: its place may be one that is marked, and has no elements.
        let counts = matches!(crate::syntax::types::Ty::of(&value), Ty::Slice(_) | Ty::Array(_))
            && crate::syntax::types::is_inert_list(&value);
        let [bar, bar_mut] = match counts {
            true => [
                quote!(|_| ::pullback::rt::blank()),
                quote!(|_| ::pullback::rt::blank_mut()),
            ],
            false => [bar, bar_mut],
        };
        let types = quote!(#ty, #value, #buffer, #value_bar);
        let route = match param.passing {
            Passing::Mut => quote!(::pullback::rt::route_mut::<#types, _, _, _, _>(#of, #of_mut, #bar, #bar_mut)),
            _ => quote!(::pullback::rt::route::<#types, _, _, _>(#of, #bar, #bar_mut)),
        };
        Some((bound, route))
    }
}

/// Only what leads to the place may stand in such a function, for it may be run again.
pub fn restrict(f: &Function, diagnostics: &Diagnostics) {
    let help = "such a function only chooses a place, and may be evaluated again on the way back";
    f.body.walk(&mut |stmt| match &stmt.kind {
        StmtKind::Exit(Exit::Return(Some(_))) => diagnostics.error(
            stmt.span,
            "a `return` here is not supported yet in a function that returns a reference",
            "let the branches give the reference: `if c { &a } else { &b }`",
        ),
        StmtKind::Assign { place, .. } | StmtKind::Update { place, .. } | StmtKind::Push { place, .. }
            if f.params.iter().any(|param| param.var == place.root) =>
        {
            diagnostics.error(
                stmt.span,
                "a function that returns a reference cannot write to its arguments",
                "it only chooses a place, and may be evaluated again on the way back; let it return nothing, or take `self` by value and \
                 return it, `fn with(mut self, k: f64) -> Self`",
            );
        }
        StmtKind::Effect { opaque, .. } => {
            let first = opaque.tokens.clone().into_iter().next().map(|token| token.to_string());
            if matches!(
                first.as_deref(),
                Some("println" | "print" | "eprintln" | "eprint" | "dbg")
            ) {
                diagnostics.error(stmt.span, "a function that returns a reference cannot print", help);
            }
        }
        _ => {}
    });
}

/// No derivative flows through what is called on the way.
pub fn call_plainly(block: &mut Block) {
    for stmt in &mut block.stmts {
        if let StmtKind::Call(call) = &mut stmt.kind {
            call.inactive = true;
        }
        stmt.blocks_mut().into_iter().for_each(call_plainly);
    }
}

/// Where what is returned is no option, `v.as_ref()` is a reference to `v`, or to what is in the box `v`: `&v`, which the closures of
/// the route make one of the type that is written.
fn as_reference(expr: &mut Expr) {
    if let Expr::MethodCall(call) = expr
        && call.args.is_empty()
    {
        let receiver = &call.receiver;
        match call.method.to_string().as_str() {
            "as_ref" => *expr = syn::parse_quote!(&#receiver),
            "as_mut" => *expr = syn::parse_quote!(&mut #receiver),
            _ => {}
        }
    }
}

/// The places that a result may point to.
struct Places {
    /// Whether all of them are.
    known: bool,
    /// The parameters that they lie in, by number.
    sources: FlatSet<usize>,
}

impl Places {
    fn of(f: &Function, value: &Value) -> Places {
        let mut places = Places {
            known: true,
            sources: FlatSet::new(),
        };
        places.collect(
            f,
            match value {
                Value::ScalarOption(_, inside) => inside,
                value => value,
            },
        );
        // Of a trait's `{ None }`, which implementors override, there is none.
        let never = matches!(value, Value::ScalarOption(_, inside) if matches!(**inside, Value::Never));
        places.known &= never || !places.sources.is_empty();
        places
    }

    fn collect(&mut self, f: &Function, value: &Value) {
        match value {
            Value::Ref(place, _) => {
                let param = f.params.iter().position(|param| param.var == place.root);
                let param = param.filter(|k| leads_on(&f.params[*k]));
                self.sources.extend(param);
                self.known &= param.is_some();
            }
            Value::Choice(_, then, els) => {
                self.collect(f, then);
                self.collect(f, els);
            }
            Value::Never => {}
            _ => self.known = false,
        }
    }

    fn routes(&self, f: &Function, value: &Value) -> Routes {
        let (present, inside) = match value {
            Value::ScalarOption(present, inside) => (spell::atom(&f.vars, present), &**inside),
            value => (quote!(true), value),
        };
        let mut atoms = Vec::new();
        mentioned(value, &mut atoms);
        let atoms: Vec<Var> = atoms.into_iter().flatten().filter_map(|atom| atom.var()).collect();
        let statements = statements(f, &atoms);
        let ways = f.params.iter().map(|param| {
            if !leads_on(param) {
                return None;
            }
            let name = &f.info(param.var).name;
            let way = |mutable: bool, bar: bool| {
                let place = towards(f, inside, param.var, mutable, bar);
                quote!(move |#name| #place)
            };
            Some([way(false, false), way(true, false), way(false, true), way(true, true)])
        });
        let source = source(f, inside);
        Routes {
            statements,
            ways: ways.collect(),
            source: quote!(#source),
            present,
        }
    }
}

/// The statements of a function whose result is made of these variables.
pub fn statements(f: &Function, result: &[Var]) -> TokenStream {
    let plan = crate::ir::plan::Plan {
        unassigned: declared(&f.body),
        ..Default::default()
    };
    let result: Vec<_> = result.iter().map(|var| Some(Atom::Var(*var))).collect();
    let emit = crate::emit::emitter::Emit::new(f, &plan, &[&f.body], &result);
    let statements = emit.sweep(&f.body, |result| result);
    // Nobody lends such a function a workspace; only orders of lists ask for one.
    let mut sorts = false;
    f.body
        .walk(&mut |stmt| sorts |= matches!(stmt.kind, StmtKind::Permute { .. }));
    let ws = &f.ws;
    let workspace = sorts.then(|| quote!(let #ws = &mut ::pullback::rt::Workspace::of_the_thread();));
    quote!(#workspace #statements)
}

/// Whether all places that a reference may point to lie in arguments.
pub fn lies_in_arguments(f: &Function, value: &Value) -> bool {
    Places::of(f, value).known
}

/// Whether a route may begin in a parameter: it is a reference, and there for certain.
pub fn leads_on(param: &Param) -> bool {
    matches!(param.passing, Passing::Ref | Passing::Mut) && param.present.is_none()
}

/// The place in the parameter `root`, or in its cotangent, as a reference.
pub fn towards(f: &Function, value: &Value, root: Var, mutable: bool, bar: bool) -> TokenStream {
    match value {
        Value::Ref(place, _) if place.root == root => {
            if place.is_whole() {
                let name = &f.info(root).name;
                return quote!(#name);
            }
            let place = if bar { place.at(root) } else { place.clone() };
            let access = if mutable { Access::Write } else { Access::Read };
            let tokens = spell::place_with(&f.vars, &place, access, &mut |atom| spell::atom(&f.vars, atom));
            if mutable {
                quote!(&mut #tokens)
            } else {
                quote!(&#tokens)
            }
        }
        Value::Choice(cond, then, els) => {
            let cond = spell::atom(&f.vars, cond);
            let (then, els) = (
                towards(f, then, root, mutable, bar),
                towards(f, els, root, mutable, bar),
            );
            quote!(if #cond { #then } else { #els })
        }
        _ => quote!(::core::unreachable!("the reference points into another argument")),
    }
}

/// The number of the parameter that a reference points into.
pub fn source(f: &Function, value: &Value) -> TokenStream {
    match value {
        Value::Ref(place, _) => {
            let k = f
                .params
                .iter()
                .position(|param| param.var == place.root)
                .unwrap_or_default();
            quote!(#k)
        }
        Value::Choice(cond, then, els) => {
            let cond = spell::atom(&f.vars, cond);
            let (then, els) = (source(f, then), source(f, els));
            quote!((if #cond { #then } else { #els }))
        }
        // Whoever asks for the place of nothing does not use it.
        _ => quote!(0),
    }
}

/// What a value is made of.
fn mentioned(value: &Value, atoms: &mut Vec<Option<Atom>>) {
    match value {
        Value::Ref(place, _) => place.index_uses(&mut |var, _| atoms.push(Some(Atom::Var(var)))),
        Value::Choice(cond, then, els) => {
            atoms.push(Some(cond.clone()));
            mentioned(then, atoms);
            mentioned(els, atoms);
        }
        Value::ScalarOption(present, inside) => {
            atoms.push(Some(present.clone()));
            mentioned(inside, atoms);
        }
        _ => {}
    }
}

fn declared(block: &Block) -> FlatSet<Var> {
    let mut vars = FlatSet::new();
    block.walk(&mut |stmt| {
        if let StmtKind::Declare(var) = stmt.kind {
            vars.insert(var);
        }
    });
    vars
}
