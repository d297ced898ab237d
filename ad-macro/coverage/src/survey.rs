//! The verdict on each numeric function: the compiler's own word on it, and what it relies on.

use crate::features::Features;
use crate::numeric::Declared;
use crate::sources::{Source, is_test};
use proc_macro2::TokenStream;
use quote::ToTokens;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{Generics, Item, Type};

/// A place in the sources; lines and columns count from one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Location {
    pub file: PathBuf,
    pub line: usize,
    pub column: usize,
    /// The bytes of the construct in its file.
    #[serde(skip)]
    pub bytes: std::ops::Range<usize>,
}

#[derive(Clone, Debug, Serialize)]
pub struct Problem {
    pub message: String,
    pub help: String,
    pub at: Location,
}

/// A call of a function that has to be differentiable too.
#[derive(Clone, Debug, Serialize)]
pub struct Call {
    pub callee: String,
    pub at: Location,
    #[serde(skip)]
    pub candidates: Vec<usize>,
    #[serde(flatten)]
    pub standing: Standing,
}

/// What is known of the called function.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(tag = "standing", rename_all = "kebab-case")]
pub enum Standing {
    /// It is in the sources, and accepted.
    #[default]
    Accepted,
    /// It is in the sources, and rejected there.
    Rejected { declared: Location },
    /// It is another crate's, and `pullback` has its derivative, by this feature if it needs one.
    Provided { feature: Option<&'static str> },
    /// It is not in the sources: it has to be marked, given a rule, or called in `no_diff(..)`.
    Elsewhere,
}

#[derive(Clone, Debug, Serialize)]
pub struct Function {
    /// `Beta::pdf`, `ln_gamma`.
    pub name: String,
    #[serde(flatten)]
    pub at: Location,
    /// Counted in the totals: see `numeric.rs`.
    pub numeric: bool,
    /// Why the macro rejects it; empty if it accepts it.
    pub problems: Vec<Problem>,
    pub calls: Vec<Call>,
    /// Types of the sources that must be given `#[derive(Differentiable)]`.
    pub derive: BTreeSet<String>,
    /// Types of other crates in the signature that must be made differentiable by hand.
    pub foreign: BTreeSet<String>,
    /// The features of `pullback` by which types of the signature, and what is called, have derivatives.
    pub features: BTreeSet<&'static str>,
    /// Accepted, and so is all that it calls.
    pub complete: bool,
    /// What the attribute's option `types` has to tell of borrowing types.
    #[serde(skip)]
    pub borrowing: BTreeSet<String>,
    /// What it has to tell of functions that return references.
    #[serde(skip)]
    pub references: BTreeSet<String>,
    #[serde(skip)]
    method: bool,
}

impl Function {
    pub fn accepted(&self) -> bool {
        self.problems.is_empty()
    }
}

/// Examines every function of the sources.
pub fn survey(sources: &[Source]) -> Vec<Function> {
    let features = Features::of(sources);
    let mut survey = Survey {
        declared: Declared::of(sources),
        iterators: Iterators::of(sources),
        siblings: Siblings::of(sources),
        functions: Vec::new(),
        source: None,
        features,
        required: BTreeSet::new(),
    };
    for source in sources {
        survey.source = Some(source);
        survey.items(&source.file.items);
    }
    let mut functions = std::mem::take(&mut survey.functions);
    resolve(&mut functions, &survey.features, &survey.required);
    functions
}

/// A function with the item that the attribute would stand on.
struct Candidate<'a> {
    signature: &'a syn::Signature,
    body: &'a syn::Block,
    /// The type or the trait that it belongs to, with the generics and the type of the impl.
    owner: Option<String>,
    outer: Option<&'a Generics>,
    this: Option<&'a Type>,
    /// The functions of the type's other impls that it calls and that return references, as the attribute's option names them.
    beside: BTreeSet<String>,
    /// The attribute's options: what it knows of the functions beside this one, which return references or iterators.
    options: TokenStream,
    item: TokenStream,
}

struct Survey<'a> {
    declared: Declared,
    iterators: Iterators,
    siblings: Siblings,
    functions: Vec<Function>,
    source: Option<&'a Source>,
    features: Features,
    /// The functions that traits of the sources declare without a body: to be had of the traits, once these are marked.
    required: BTreeSet<String>,
}

impl<'a> Survey<'a> {
    fn items(&mut self, items: &'a [Item]) {
        for item in items {
            match item {
                Item::Mod(module) if !is_test(&module.attrs) => {
                    if let Some((_, items)) = &module.content {
                        self.items(items);
                    }
                }
                Item::Fn(function) if !is_test(&function.attrs) => {
                    let mut marked = function.clone();
                    marked.attrs.clear();
                    let item = marked.to_token_stream();
                    self.function(Candidate {
                        signature: &function.sig,
                        body: &function.block,
                        owner: None,
                        outer: None,
                        this: None,
                        beside: BTreeSet::new(),
                        options: TokenStream::new(),
                        item,
                    });
                }
                Item::Impl(block) if !is_test(&block.attrs) => {
                    let signatures = block.items.iter().filter_map(|item| match item {
                        syn::ImplItem::Fn(function) => Some(&function.sig),
                        _ => None,
                    });
                    let beside = self.siblings.called_in(block);
                    let mut options = references(signatures);
                    if !beside.is_empty() {
                        options.extend(quote::quote!(, types(#(#beside),*)));
                    }
                    for member in &block.items {
                        let syn::ImplItem::Fn(function) = member else { continue };
                        if is_test(&function.attrs) {
                            continue;
                        }
                        // The attribute stands on the impl; the associated types stay beside the function.
                        let mut alone = block.clone();
                        alone.attrs.clear();
                        alone.items.retain(|item| match item {
                            syn::ImplItem::Fn(other) => other.sig.ident == function.sig.ident,
                            _ => true,
                        });
                        let this = &*block.self_ty;
                        self.function(Candidate {
                            signature: &function.sig,
                            body: &function.block,
                            owner: Some(type_name(this)),
                            outer: Some(&block.generics),
                            this: Some(this),
                            beside: beside.iter().map(TokenStream::to_string).collect(),
                            options: options.clone(),
                            item: alone.to_token_stream(),
                        });
                    }
                }
                Item::Trait(trait_) if !is_test(&trait_.attrs) => {
                    let signatures = trait_.items.iter().filter_map(|item| match item {
                        syn::TraitItem::Fn(function) => Some(&function.sig),
                        _ => None,
                    });
                    let options = references(signatures);
                    for member in &trait_.items {
                        let syn::TraitItem::Fn(function) = member else { continue };
                        let Some(body) = &function.default else {
                            self.required.insert(function.sig.ident.to_string());
                            continue;
                        };
                        let mut alone = trait_.clone();
                        alone.attrs.clear();
                        alone.items.retain(|item| match item {
                            syn::TraitItem::Fn(other) => other.sig.ident == function.sig.ident,
                            _ => true,
                        });
                        let (sig, name) = (&function.sig, &trait_.ident);
                        self.function(Candidate {
                            signature: sig,
                            body,
                            owner: Some(name.to_string()),
                            outer: Some(&trait_.generics),
                            this: None,
                            beside: BTreeSet::new(),
                            options: options.clone(),
                            item: alone.to_token_stream(),
                        });
                    }
                }
                _ => {}
            }
        }
    }

    fn function(&mut self, candidate: Candidate<'a>) {
        let Candidate {
            signature,
            body,
            owner,
            outer,
            this,
            beside,
            options,
            item,
        } = candidate;
        let outer: Vec<&Generics> = outer.into_iter().collect();
        let lifetimes = self.declared.left_out_lifetimes(signature, &outer, this);
        let told = |ty: &syn::TypePath| {
            let name = &ty.path.segments.last().expect("a path has a segment").ident;
            quote::quote!(#name = #ty)
        };
        let borrowing: Vec<TokenStream> = lifetimes.iter().map(told).collect();
        let written = (!borrowing.is_empty()).then(|| quote::quote!(types(#(#borrowing),*),));
        let (mut problems, calls) = self.examine(quote::quote!(#written #options), item);
        problems.extend(calls.iter().filter_map(|call| self.iterators.problem(call)));
        let name = signature.ident.to_string();
        let needs = self.declared.needs(signature, &outer, this, &self.features);
        let function = Function {
            name: owner.map_or(name.clone(), |owner| format!("{owner}::{name}")),
            at: self.location(signature.ident.span()),
            numeric: self.declared.is_numeric(signature, body, &outer, this),
            problems: problems
                .into_iter()
                .map(|problem| Problem {
                    message: problem.message,
                    help: problem.help,
                    at: self.location(problem.span),
                })
                .collect(),
            calls: calls
                .into_iter()
                .filter(|call| !is_parameter(call, signature))
                .map(|call| Call {
                    callee: callee_name(&call),
                    at: self.location(match call.span.byte_range().is_empty() {
                        // Of what lowering writes itself only the function is known that it stands in.
                        true => signature.ident.span(),
                        false => call.span,
                    }),
                    candidates: Vec::new(),
                    standing: Standing::default(),
                })
                .collect(),
            derive: needs.derive,
            foreign: needs.foreign,
            features: needs.features,
            complete: false,
            borrowing: borrowing.iter().map(TokenStream::to_string).collect(),
            references: beside,
            method: this.is_some() || signature.receiver().is_some(),
        };
        self.functions.push(function);
    }

    /// A panic of the compiler is a defect of ours, and no reason to say nothing about the other functions.
    fn examine(
        &self,
        options: TokenStream,
        item: TokenStream,
    ) -> (Vec<ad_compiler::Problem>, Vec<ad_compiler::Callee>) {
        let span = item.span();
        catch_unwind(AssertUnwindSafe(|| ad_compiler::examine(options, item))).unwrap_or_else(|panic| {
            let text = panic.downcast_ref::<String>().cloned();
            let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| text.to_string()));
            let problem = ad_compiler::Problem {
                span,
                message: format!("the compiler panics: {}", text.unwrap_or_default()),
                help: "please report this".into(),
            };
            (vec![problem], Vec::new())
        })
    }

    fn location(&self, span: proc_macro2::Span) -> Location {
        let source = self.source.expect("a source is being read");
        Location {
            file: source.path.clone(),
            line: span.start().line,
            column: span.start().column + 1,
            bytes: bytes(&source.text, span),
        }
    }
}

/// Whether what is called is a function that is handed over.
fn is_parameter(call: &ad_compiler::Callee, signature: &syn::Signature) -> bool {
    let called = call.path.get_ident().filter(|_| !call.method);
    let named = |input: &syn::FnArg| match input {
        syn::FnArg::Typed(param) => match &*param.pat {
            syn::Pat::Ident(name) => Some(&name.ident) == called,
            _ => false,
        },
        syn::FnArg::Receiver(_) => false,
    };
    signature.inputs.iter().any(named)
}

/// Whether the functions of each name return iterators of references. The macro takes some for such by their names, and leaves it
/// to rustc to see.
#[derive(Default)]
struct Iterators(BTreeMap<String, bool>);

impl Iterators {
    fn of(sources: &[Source]) -> Iterators {
        let mut iterators = Iterators::default();
        sources.iter().for_each(|source| iterators.visit_file(&source.file));
        iterators
    }

    /// What rustc says of a call of a function that returns something else.
    fn problem(&self, call: &ad_compiler::Callee) -> Option<ad_compiler::Problem> {
        let name = call.path.segments.last()?.ident.to_string();
        let wrong = call.items && self.0.get(&name) == Some(&false);
        wrong.then(|| ad_compiler::Problem {
            span: call.span,
            message: format!("`{name}` does not return an iterator of references"),
            help: "collect what it gives into a `Vec`, in a function of its own".into(),
        })
    }
}

impl<'ast> Visit<'ast> for Iterators {
    fn visit_signature(&mut self, signature: &'ast syn::Signature) {
        let references = match &signature.output {
            syn::ReturnType::Type(_, ty) => ad_compiler::gives_references(ty) == Some(true),
            syn::ReturnType::Default => false,
        };
        *self.0.entry(signature.ident.to_string()).or_default() |= references;
    }
}

/// The functions that return references, by the types that they are of: an impl is not told of the type's other ones. And those of
/// all types that return boxes of objects which borrow, by their names alone.
#[derive(Default)]
struct Siblings {
    of_types: BTreeMap<String, BTreeMap<String, Type>>,
    /// `None` where functions of one name return boxes of different objects.
    boxes: BTreeMap<String, Option<Type>>,
}

impl Siblings {
    fn of(sources: &[Source]) -> Siblings {
        let mut siblings = Siblings::default();
        sources.iter().for_each(|source| siblings.visit_file(&source.file));
        siblings
    }

    /// The functions of the type's other impls that an impl calls, and those that return boxes of objects which borrow, as the
    /// attribute's option names them.
    fn called_in(&self, block: &syn::ItemImpl) -> Vec<TokenStream> {
        struct Called(BTreeSet<String>);
        impl<'ast> Visit<'ast> for Called {
            fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
                self.0.insert(call.method.to_string());
                syn::visit::visit_expr_method_call(self, call);
            }
        }
        let mut called = Called(BTreeSet::new());
        called.visit_item_impl(block);
        for item in &block.items {
            if let syn::ImplItem::Fn(function) = item {
                called.0.remove(&function.sig.ident.to_string());
            }
        }
        let of_type = self.of_types.get(&type_name(&block.self_ty));
        let boxes = self.boxes.iter().filter_map(|(name, ty)| Some((name, ty.as_ref()?)));
        let boxes = boxes.filter(|(name, _)| of_type.is_none_or(|known| !known.contains_key(*name)));
        let known = of_type.into_iter().flatten().chain(boxes);
        known
            .filter(|(name, _)| called.0.contains(*name))
            .map(|(name, ty)| {
                let name = quote::format_ident!("{name}");
                quote::quote!(#name = fn(..) -> #ty)
            })
            .collect()
    }
}

impl<'ast> Visit<'ast> for Siblings {
    fn visit_signature(&mut self, signature: &'ast syn::Signature) {
        let syn::ReturnType::Type(_, ty) = &signature.output else {
            return;
        };
        if let Some(ty) = borrowing_box(ty)
            && signature.receiver().is_some()
            && ad_compiler::gives_references(&ty).is_none()
        {
            let known = self
                .boxes
                .entry(signature.ident.to_string())
                .or_insert_with(|| Some(ty.clone()));
            if known.as_ref() != Some(&ty) {
                *known = None;
            }
        }
    }

    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if !is_test(&module.attrs) {
            syn::visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_impl(&mut self, block: &'ast syn::ItemImpl) {
        if is_test(&block.attrs) {
            return;
        }
        syn::visit::visit_item_impl(self, block);
        let functions = self.of_types.entry(type_name(&block.self_ty)).or_default();
        for item in &block.items {
            if let syn::ImplItem::Fn(function) = item
                && let Some(ty) = referring(&function.sig)
                && means_the_same_elsewhere(ty)
            {
                functions.insert(function.sig.ident.to_string(), ty.clone());
            }
        }
    }
}

/// `Box<dyn Line<_> + '_>` for `Box<dyn Line<T> + 'a>`, as it is named where `T` means nothing.
fn borrowing_box(ty: &Type) -> Option<Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last().filter(|last| last.ident == "Box")?;
    let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    let Some(syn::GenericArgument::Type(Type::TraitObject(object))) = arguments.args.first() else {
        return None;
    };
    let borrows = |bound: &syn::TypeParamBound| match bound {
        syn::TypeParamBound::Lifetime(lifetime) => lifetime.ident != "static",
        _ => false,
    };
    let mut named = object.bounds.iter().filter_map(|bound| match bound {
        syn::TypeParamBound::Trait(bound) => Some(bound.path.clone()),
        _ => None,
    });
    let mut named = named.next().filter(|_| object.bounds.iter().any(borrows))?;
    for segment in &mut named.segments {
        if let syn::PathArguments::AngleBracketed(arguments) = &mut segment.arguments {
            for argument in &mut arguments.args {
                match argument {
                    syn::GenericArgument::Type(ty) => *ty = syn::parse_quote!(_),
                    syn::GenericArgument::Lifetime(lifetime) => *lifetime = syn::parse_quote!('_),
                    _ => return None,
                }
            }
        }
    }
    Some(syn::parse_quote!(Box<dyn #named + '_>))
}

/// Whether a type says nothing of the impl that it is written in: neither `Self` nor a lifetime's name.
fn means_the_same_elsewhere(ty: &Type) -> bool {
    struct Means(bool);
    impl<'ast> Visit<'ast> for Means {
        fn visit_lifetime(&mut self, lifetime: &'ast syn::Lifetime) {
            self.0 &= lifetime.ident == "_" || lifetime.ident == "static";
        }
        fn visit_path(&mut self, path: &'ast syn::Path) {
            self.0 &= path.segments.first().is_none_or(|first| first.ident != "Self");
            syn::visit::visit_path(self, path);
        }
    }
    let mut means = Means(true);
    means.visit_type(ty);
    means.0
}

/// What a function returns, if these are references or an iterator.
fn referring(signature: &syn::Signature) -> Option<&Type> {
    match &signature.output {
        syn::ReturnType::Type(_, ty)
            if ad_compiler::returns_reference(ty) || ad_compiler::gives_references(ty).is_some() =>
        {
            Some(ty)
        }
        _ => None,
    }
}

/// The functions of an impl or a trait that return references or iterators, as the attribute's option names them.
fn references<'a>(signatures: impl Iterator<Item = &'a syn::Signature>) -> TokenStream {
    let mut list = TokenStream::new();
    for signature in signatures {
        if let Some(ty) = referring(signature) {
            let name = &signature.ident;
            list.extend(quote::quote!(#name = fn(..) -> #ty,));
        }
    }
    quote::quote!(types(#list))
}

/// Where a span lies in its file: spans count lines and characters.
pub fn bytes(text: &str, span: proc_macro2::Span) -> std::ops::Range<usize> {
    let offset = |at: proc_macro2::LineColumn| {
        let line_start: usize = text
            .split_inclusive('\n')
            .take(at.line.saturating_sub(1))
            .map(str::len)
            .sum();
        let inside = text[line_start..]
            .char_indices()
            .nth(at.column)
            .map_or(text.len() - line_start, |(k, _)| k);
        line_start + inside
    };
    offset(span.start())..offset(span.end())
}

/// `Beta` for `Beta<T>`.
pub fn type_name(ty: &Type) -> String {
    match ty {
        Type::Path(path) => path
            .path
            .segments
            .last()
            .map_or(String::new(), |last| last.ident.to_string()),
        Type::Reference(reference) => type_name(&reference.elem),
        other => other.to_token_stream().to_string(),
    }
}

fn callee_name(call: &ad_compiler::Callee) -> String {
    let segments: Vec<String> = call
        .path
        .segments
        .iter()
        .map(|segment| segment.ident.to_string())
        .collect();
    if call.method {
        format!(".{}", segments.join("::"))
    } else {
        segments.join("::")
    }
}

/// Finds the called functions among the surveyed ones, by name: a path by its last two segments, a method by its own.
fn resolve(functions: &mut [Function], features: &Features, required: &BTreeSet<String>) {
    let mut by_name: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (k, function) in functions.iter().enumerate() {
        by_name.entry(function.name.clone()).or_default().push(k);
        let last = function.name.rsplit("::").next().expect("a name has a segment");
        let key = if function.method {
            format!(".{last}")
        } else {
            last.to_string()
        };
        by_name.entry(key).or_default().push(k);
    }
    let owners: Vec<Option<String>> = functions
        .iter()
        .map(|function| function.name.rsplit_once("::").map(|(owner, _)| owner.to_string()))
        .collect();
    for (function, owner) in functions.iter_mut().zip(&owners) {
        for call in &mut function.calls {
            let mut key = call.callee.clone();
            if let Some((path, last)) = key.rsplit_once("::") {
                let before = path.rsplit("::").next().expect("a path has a segment");
                key = match owner {
                    Some(owner) if before == "Self" => format!("{owner}::{last}"),
                    _ if before.starts_with(char::is_uppercase) => format!("{before}::{last}"),
                    _ => last.to_string(),
                };
            }
            call.candidates = by_name.get(&key).cloned().unwrap_or_default();
        }
    }
    let accepted: Vec<bool> = functions.iter().map(Function::accepted).collect();
    let at: Vec<Location> = functions.iter().map(|function| function.at.clone()).collect();
    for call in functions.iter_mut().flat_map(|function| &mut function.calls) {
        call.standing = match call.candidates.as_slice() {
            [] => {
                let name = call.callee.rsplit([':', '.']).next().expect("a split has a part");
                // Only what a method is called on, or a path of a type, can be of a trait.
                let declared = required.contains(name) && call.callee != name;
                match features.of_function(name) {
                    _ if declared => Standing::Accepted,
                    Some(feature) => Standing::Provided { feature },
                    None => Standing::Elsewhere,
                }
            }
            // Several of the same name: rustc will choose; we hope for the best.
            several if several.iter().any(|k| accepted[*k]) => Standing::Accepted,
            [first, ..] => Standing::Rejected {
                declared: at[*first].clone(),
            },
        };
    }
    // A cycle of calls is complete if nothing in it says otherwise: the largest solution.
    let mut complete: Vec<bool> = accepted;
    loop {
        let next: Vec<bool> = functions
            .iter()
            .zip(&complete)
            .map(|(function, so_far)| {
                *so_far
                    && function.foreign.is_empty()
                    && function.calls.iter().all(|call| match call.candidates.as_slice() {
                        [] => !matches!(call.standing, Standing::Elsewhere),
                        several => several.iter().any(|k| complete[*k]),
                    })
            })
            .collect();
        if next == complete {
            break;
        }
        complete = next;
    }
    for (function, complete) in functions.iter_mut().zip(complete) {
        function.complete = complete;
        let provided = function.calls.iter().filter_map(|call| match call.standing {
            Standing::Provided { feature } => feature,
            _ => None,
        });
        function.features.extend(provided);
    }
}
