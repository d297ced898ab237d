//! The marks that make a crate's numeric functions differentiable, and their writing into the sources.
//!
//! Input: the sources and the survey of their functions. Output: `Marks`, a `Place` for every item that can carry a mark, in the
//! order of the sources, each with what stands there. A mark that does not hold is taken back one step at a time, `take_back`.

use crate::numeric::Declared;
use crate::sources::{Source, is_test};
use crate::survey::{Function, bytes};
use crate::traits::{self, Mentioned, Origins, extended};
use quote::ToTokens;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, Item};

/// Traits of std whose impls carry the plain attribute.
const STD_TRAITS: &[&str] = &[
    "Add",
    "AddAssign",
    "Deref",
    "DerefMut",
    "Div",
    "DivAssign",
    "From",
    "Index",
    "IndexMut",
    "Iterator",
    "Mul",
    "MulAssign",
    "Neg",
    "Product",
    "Rem",
    "RemAssign",
    "Sub",
    "SubAssign",
    "Sum",
    "TryFrom",
];

/// Traits of generators of random numbers.
const GENERATOR_TRAITS: &[&str] = &["CryptoRng", "Rng", "RngCore"];

/// What can carry a mark.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    Function,
    /// With the name of the trait, if it is an impl of one of the sources.
    Impl(Option<String>),
    Trait(String),
    /// A function of the impl or the trait that stands at this index. Its mark is `#[no_diff]`: it is left out.
    Member(usize),
    Type(String),
    /// A field of the type that stands at this index. Its mark is `#[no_diff]`.
    Field(usize),
    /// A parameter of the function that stands at this index, a generator of random numbers. Its mark is `#[no_diff]`.
    Generator(usize),
}

/// An item, and the marks that it may carry.
#[derive(Debug)]
pub struct Place {
    pub source: usize,
    pub kind: Kind,
    pub name: String,
    /// The bytes of the item in the source as it was read.
    pub range: Range<usize>,
    /// Where a mark is written: behind the comments and other attributes.
    pub at: usize,
    /// What stands there, and what to try instead when that does not hold.
    text: Option<String>,
    instead: Vec<Option<String>>,
    /// Written by hand: neither changed nor taken back.
    fixed: bool,
}

impl Place {
    fn marked(&self) -> bool {
        self.fixed || self.text.is_some()
    }
}

pub struct Marks {
    pub places: Vec<Place>,
}

impl Marks {
    /// The marks for every numeric function that the macro accepts, for what these call, and for the traits and types that they need.
    pub fn of(sources: &[Source], functions: &[Function]) -> Marks {
        let wanted = wanted(functions);
        let mut mentioned = Mentioned::default();
        sources.iter().for_each(|source| mentioned.visit_file(&source.file));
        mentioned.close();
        let (declared, origins) = (Declared::of(sources), Origins::of(sources));
        let mut by_place = BTreeMap::new();
        for (k, function) in functions.iter().enumerate() {
            by_place.insert((function.at.file.clone(), function.at.bytes.start), k);
        }
        let mut marks = Marking {
            declared: &declared,
            functions,
            by_place,
            wanted: &wanted,
            traits: traits::marked(sources, functions, &wanted, (&declared, &origins)),
            origins: &origins,
            derived: wanted
                .iter()
                .flat_map(|k| functions[*k].derive.iter().cloned())
                .collect(),
            objects: mentioned.objects,
            places: Vec::new(),
            source: 0,
            text: "",
            sources,
        };
        for (k, source) in sources.iter().enumerate() {
            (marks.source, marks.text) = (k, &source.text);
            marks.items(&source.file.items);
        }
        Marks { places: marks.places }
    }

    /// The source with the marks that stand.
    pub fn write(&self, source: usize, text: &str) -> String {
        inserted(text, &self.insertions(source, text))
    }

    /// Where a byte of the written source comes from; what stands in a mark comes from where it was put.
    pub fn origin(&self, source: usize, text: &str, byte: usize) -> usize {
        let mut before = 0;
        for (at, mark) in self.insertions(source, text) {
            if byte < at + before {
                break;
            }
            if byte < at + before + mark.len() {
                return at;
            }
            before += mark.len();
        }
        byte - before
    }

    /// The marks that stand in a source: where, and what is written there.
    pub fn insertions(&self, source: usize, text: &str) -> Vec<(usize, String)> {
        let mut insertions: Vec<(usize, String)> = Vec::new();
        for (k, place) in self.places.iter().enumerate() {
            if place.source == source
                && let Some(mark) = &place.text
                && self.has_effect(k)
            {
                insertions.push((place.at, spelled(text, place.at, mark)));
            }
        }
        insertions.sort_by_key(|(at, _)| *at);
        insertions
    }

    pub fn parent(&self, place: usize) -> Option<usize> {
        match self.places[place].kind {
            Kind::Member(parent) | Kind::Field(parent) | Kind::Generator(parent) => Some(parent),
            _ => None,
        }
    }

    /// Whether there is an attribute around a mark that reads it.
    fn has_effect(&self, place: usize) -> bool {
        match self.places[place].kind {
            Kind::Member(parent) | Kind::Field(parent) => self.places[parent].marked(),
            Kind::Generator(function) => self.stands(function),
            _ => true,
        }
    }

    /// The innermost item that a byte lies in.
    pub fn innermost(&self, source: usize, byte: usize) -> Option<usize> {
        let holding = |(_, place): &(usize, &Place)| {
            place.source == source && place.range.contains(&byte) && !matches!(place.kind, Kind::Generator(_))
        };
        let places = self.places.iter().enumerate().filter(holding);
        places.min_by_key(|(_, place)| place.range.len()).map(|(k, _)| k)
    }

    /// Whether a function has derivatives, as the marks stand now.
    pub fn stands(&self, place: usize) -> bool {
        let own = &self.places[place];
        match own.kind {
            Kind::Member(parent) => self.places[parent].marked() && own.text.is_none() && !own.fixed,
            _ => own.marked(),
        }
    }

    /// Whether there is a step back from what stands there.
    pub fn can_take_back(&self, place: usize) -> bool {
        let own = &self.places[place];
        match own.kind {
            Kind::Member(_) => self.stands(place),
            Kind::Field(parent) => self.places[parent].marked() && !own.marked(),
            Kind::Generator(_) => false,
            _ => !own.fixed && own.text.is_some(),
        }
    }

    /// One step back: a function is left out, a field carries nothing, an attribute has fewer options or goes. The places that it
    /// changed.
    pub fn take_back(&mut self, place: usize) -> Vec<usize> {
        match self.places[place].kind.clone() {
            Kind::Member(parent) => {
                let Kind::Trait(trait_) = self.places[parent].kind.clone() else {
                    self.places[place].text = Some("#[no_diff]".into());
                    return vec![place];
                };
                // What a trait leaves out, its impls leave out as well.
                let name = self.places[place].name.clone();
                let mut changed = Vec::new();
                for k in 0..self.places.len() {
                    if let Kind::Member(parent) = self.places[k].kind
                        && self.places[k].name == name
                        && matches!(&self.places[parent].kind, Kind::Impl(Some(of)) | Kind::Trait(of) if *of == trait_)
                        && self.stands(k)
                    {
                        self.places[k].text = Some("#[no_diff]".into());
                        changed.push(k);
                    }
                }
                return changed;
            }
            Kind::Field(_) => self.places[place].text = Some("#[no_diff]".into()),
            _ => {
                let own = &mut self.places[place];
                own.text = match own.instead.is_empty() {
                    true => None,
                    false => own.instead.remove(0),
                };
            }
        }
        vec![place]
    }
}

/// A mark as it is written at a byte of a source: on a line of its own, where an item begins one.
pub fn spelled(text: &str, at: usize, mark: &str) -> String {
    let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let indent = &text[line..at];
    match indent.trim().is_empty() {
        true => format!("{mark}\n{indent}"),
        false => format!("{mark} "),
    }
}

/// A text with others inserted, in the order of their places.
pub fn inserted(text: &str, insertions: &[(usize, String)]) -> String {
    let mut written = String::with_capacity(text.len());
    let mut from = 0;
    for (at, insertion) in insertions {
        written.push_str(&text[from..*at]);
        written.push_str(insertion);
        from = *at;
    }
    written.push_str(&text[from..]);
    written
}

/// The functions to be marked: the numeric ones that are accepted, and what they call.
fn wanted(functions: &[Function]) -> BTreeSet<usize> {
    let mut wanted = BTreeSet::new();
    let mut next: Vec<usize> = (0..functions.len()).filter(|k| functions[*k].numeric).collect();
    while let Some(k) = next.pop() {
        if functions[k].accepted() && wanted.insert(k) {
            next.extend(functions[k].calls.iter().flat_map(|call| &call.candidates));
        }
    }
    wanted
}

/// The last segments of the paths in a type or a bound.
#[derive(Default)]
struct Named(BTreeSet<String>);

impl Named {
    fn are_generators(&self) -> bool {
        GENERATOR_TRAITS.iter().any(|name| self.0.contains(*name))
    }
}

impl<'ast> Visit<'ast> for Named {
    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.0.extend(path.segments.last().map(|last| last.ident.to_string()));
        visit::visit_path(self, path);
    }
}

struct Marking<'a> {
    declared: &'a Declared,
    functions: &'a [Function],
    by_place: BTreeMap<(std::path::PathBuf, usize), usize>,
    wanted: &'a BTreeSet<usize>,
    traits: BTreeSet<String>,
    origins: &'a Origins,
    derived: BTreeSet<String>,
    objects: BTreeSet<String>,
    places: Vec<Place>,
    source: usize,
    text: &'a str,
    sources: &'a [Source],
}

impl Marking<'_> {
    fn items(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Mod(module) if !is_test(&module.attrs) => {
                    if let Some((_, items)) = &module.content {
                        self.items(items);
                    }
                }
                Item::Fn(function) if !is_test(&function.attrs) => {
                    let surveyed = self.surveyed(&function.sig);
                    let mark = surveyed.filter(|k| self.wanted.contains(k));
                    let mark = mark.map(|k| attribute(None, &self.functions[k].borrowing));
                    let at = begin(&function.vis, function.sig.span());
                    let of = self.places.len();
                    self.place(
                        Kind::Function,
                        &function.sig.ident,
                        item,
                        at,
                        &function.attrs,
                        mark,
                        Vec::new(),
                    );
                    self.generators(of, &function.sig);
                }
                Item::Impl(block) if !is_test(&block.attrs) => self.block(block),
                Item::Trait(trait_) if !is_test(&trait_.attrs) => self.trait_(trait_),
                Item::Struct(item) if !is_test(&item.attrs) => {
                    let at = begin(&item.vis, item.struct_token.span);
                    self.ty(&item.ident, item, at, (&item.attrs, &item.generics), item.fields.iter());
                }
                Item::Enum(item) if !is_test(&item.attrs) => {
                    let at = begin(&item.vis, item.enum_token.span);
                    let fields = item.variants.iter().flat_map(|variant| &variant.fields);
                    self.ty(&item.ident, item, at, (&item.attrs, &item.generics), fields);
                }
                _ => {}
            }
        }
    }

    fn block(&mut self, block: &syn::ItemImpl) {
        let path = block.trait_.as_ref().map(|(path, _)| path);
        let name = path
            .and_then(|path| path.segments.last())
            .map(|last| last.ident.to_string());
        let own = path.is_some_and(|path| self.origins.are_own(path, self.source));
        let members: Vec<&syn::ImplItemFn> = block
            .items
            .iter()
            .filter_map(|item| match item {
                syn::ImplItem::Fn(function) if !is_test(&function.attrs) => Some(function),
                _ => None,
            })
            .collect();
        let wanted = members.iter().any(|function| self.is_wanted(&function.sig));
        let surveyed = members.iter().filter_map(|function| self.surveyed(&function.sig));
        let told = surveyed.flat_map(|k| self.functions[k].borrowing.iter().chain(&self.functions[k].references));
        let types: BTreeSet<String> = told.cloned().collect();
        let with = |option: &str| attribute(Some(option), &types);
        let plain = attribute(None, &types);
        let marked = own && name.as_ref().is_some_and(|name| self.traits.contains(name));
        let (mark, instead) = match &name {
            None => (wanted.then(|| plain.clone()), vec![Some(with("bounds"))]),
            Some(name) if marked && self.objects.contains(name) => (Some(with("dyn")), vec![Some(plain.clone())]),
            Some(_) if marked => (Some(plain.clone()), Vec::new()),
            // Nothing can be asked of it if the trait is not marked.
            Some(_) if own => (None, Vec::new()),
            Some(name) if STD_TRAITS.contains(&name.as_str()) => (wanted.then(|| plain.clone()), Vec::new()),
            Some(_) => {
                let numeric = |function: &&syn::ImplItemFn| {
                    self.surveyed(&function.sig).is_some_and(|k| self.functions[k].numeric)
                };
                (members.iter().any(numeric).then(|| with("foreign")), Vec::new())
            }
        };
        let trait_ = name.filter(|_| own);
        let name = syn::Ident::new("impl", block.impl_token.span);
        let at = block.impl_token.span;
        let at = block.unsafety.map_or(at, |token| token.span);
        let of = self.places.len();
        self.place(Kind::Impl(trait_), &name, block, at, &block.attrs, mark, instead);
        for function in members {
            let at = begin(&function.vis, function.sig.span());
            self.member(of, &function.sig, function, at, &function.attrs);
        }
    }

    fn trait_(&mut self, item: &syn::ItemTrait) {
        let name = item.ident.to_string();
        let marked = self.traits.contains(&name);
        let (mark, instead) = match self.objects.contains(&name) {
            true => {
                let plain = Some(attribute(None, &BTreeSet::new()));
                let alone = "#[pullback::differentiable(dyn(opt_in))]".to_string();
                let marked = |path: &&syn::Path| {
                    let last = path.segments.last().expect("a path has a segment");
                    self.traits.contains(&last.ident.to_string())
                };
                match extended(item).find(marked) {
                    Some(path) => {
                        let path = &self.text[bytes(self.text, path.span())];
                        let with = format!("#[pullback::differentiable(dyn({path}, opt_in))]");
                        (with, vec![Some(alone), plain])
                    }
                    None => (alone, vec![plain]),
                }
            }
            false => ("#[pullback::differentiable]".to_string(), Vec::new()),
        };
        let at = begin(&item.vis, item.trait_token.span);
        let of = self.places.len();
        let mark = marked.then_some(mark);
        self.place(Kind::Trait(name), &item.ident, item, at, &item.attrs, mark, instead);
        for member in &item.items {
            if let syn::TraitItem::Fn(function) = member
                && !is_test(&function.attrs)
            {
                self.member(of, &function.sig, function, function.sig.span(), &function.attrs);
            }
        }
    }

    /// A function of an impl or a trait: left out if the macro rejects it.
    fn member(
        &mut self,
        of: usize,
        signature: &syn::Signature,
        item: &impl Spanned,
        at: proc_macro2::Span,
        attributes: &[Attribute],
    ) {
        let rejected = self.surveyed(signature).is_some_and(|k| !self.functions[k].accepted());
        let mark = rejected.then(|| "#[no_diff]".to_string());
        let member = self.places.len();
        self.place(
            Kind::Member(of),
            &signature.ident,
            item,
            at,
            attributes,
            mark,
            Vec::new(),
        );
        self.generators(member, signature);
    }

    /// The parameters that are generators of random numbers, `rng: &mut R` with `R: Rng`: no derivative passes through them.
    fn generators(&mut self, of: usize, signature: &syn::Signature) {
        let is_generator = |ty: &syn::Type| {
            let mut named = Named::default();
            named.visit_type(ty);
            let of_parameter = |param: &syn::TypeParam| {
                let mut bounds = Named::default();
                bounds.visit_type_param(param);
                named.0.contains(&param.ident.to_string()) && bounds.are_generators()
            };
            named.are_generators() || signature.generics.type_params().any(of_parameter)
        };
        for input in &signature.inputs {
            if let syn::FnArg::Typed(param) = input
                && is_generator(&param.ty)
            {
                let name = syn::Ident::new("generator", param.ty.span());
                let mark = Some("#[no_diff]".to_string());
                self.place(
                    Kind::Generator(of),
                    &name,
                    param,
                    param.pat.span(),
                    &param.attrs,
                    mark,
                    Vec::new(),
                );
            }
        }
    }

    fn ty<'f>(
        &mut self,
        name: &syn::Ident,
        item: &impl Spanned,
        at: proc_macro2::Span,
        (attributes, generics): (&[Attribute], &syn::Generics),
        fields: impl Iterator<Item = &'f syn::Field>,
    ) {
        let derived = self.derived.contains(&name.to_string());
        let mark = derived.then(|| "#[derive(pullback::Differentiable)]".to_string());
        let of = self.places.len();
        self.place(
            Kind::Type(name.to_string()),
            name,
            item,
            at,
            attributes,
            mark,
            Vec::new(),
        );
        for field in fields {
            let carries_nothing = !self.declared.can_be_held(&field.ty, generics, &self.derived);
            let mark = carries_nothing.then(|| "#[no_diff]".to_string());
            let at = match &field.ident {
                Some(name) => begin(&field.vis, name.span()),
                None => begin(&field.vis, field.ty.span()),
            };
            let field_name = field.ident.clone().unwrap_or_else(|| name.clone());
            self.place(Kind::Field(of), &field_name, field, at, &field.attrs, mark, Vec::new());
        }
    }

    #[expect(clippy::too_many_arguments)]
    fn place(
        &mut self,
        kind: Kind,
        name: &syn::Ident,
        item: &impl Spanned,
        at: proc_macro2::Span,
        attributes: &[Attribute],
        mark: Option<String>,
        instead: Vec<Option<String>>,
    ) {
        let fixed = attributes.iter().any(by_hand);
        self.places.push(Place {
            source: self.source,
            kind,
            name: name.to_string(),
            range: bytes(self.text, item.span()),
            at: bytes(self.text, at).start,
            text: mark.filter(|_| !fixed),
            instead,
            fixed,
        });
    }

    fn surveyed(&self, signature: &syn::Signature) -> Option<usize> {
        let at = bytes(self.text, signature.ident.span()).start;
        let key = (self.sources[self.source].path.clone(), at);
        self.by_place.get(&key).copied()
    }

    fn is_wanted(&self, signature: &syn::Signature) -> bool {
        self.surveyed(signature).is_some_and(|k| self.wanted.contains(&k))
    }
}

/// Where an item begins, behind its attributes.
fn begin(visibility: &syn::Visibility, item: proc_macro2::Span) -> proc_macro2::Span {
    match visibility {
        syn::Visibility::Inherited => item,
        written => written.span(),
    }
}

/// The attribute with an option, and with what it has to be told of types.
fn attribute(option: Option<&str>, types: &BTreeSet<String>) -> String {
    let mut options: Vec<String> = option.map(str::to_string).into_iter().collect();
    if !types.is_empty() {
        let types: Vec<&str> = types.iter().map(String::as_str).collect();
        options.push(format!("types({})", types.join(", ")));
    }
    match options.is_empty() {
        true => "#[pullback::differentiable]".into(),
        false => format!("#[pullback::differentiable({})]", options.join(", ")),
    }
}

/// Whether an attribute is a mark already.
fn by_hand(attribute: &Attribute) -> bool {
    let last = attribute.path().segments.last().map(|last| last.ident.to_string());
    match last.as_deref() {
        Some("differentiable" | "no_diff") => true,
        Some("derive") => attribute.to_token_stream().to_string().contains("Differentiable"),
        _ => false,
    }
}
