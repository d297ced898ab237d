//! The marks that make a crate's numeric functions differentiable, and their writing into the sources.
//!
//! Input: the sources and the survey of their functions. Output: `Marks`, a `Place` for every item that can carry a mark, in the
//! order of the sources, each with what stands there. A mark that does not hold is taken back one step at a time, `take_back`.

use crate::numeric::Declared;
use crate::sources::{Source, is_test};
use crate::survey::{Function, bytes};
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

/// What can carry a mark.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    Function,
    /// With the trait's name, if it is an impl of one.
    Impl(Option<String>),
    Trait(String),
    /// A function of the impl or the trait that stands at this index. Its mark is `#[no_diff]`: it is left out.
    Member(usize),
    Type(String),
    /// A field of the type that stands at this index. Its mark is `#[no_diff]`.
    Field(usize),
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
        let mut by_place = BTreeMap::new();
        for (k, function) in functions.iter().enumerate() {
            by_place.insert((function.at.file.clone(), function.at.bytes.start), k);
        }
        let mut marks = Marking {
            declared: &Declared::of(sources),
            functions,
            by_place,
            wanted: &wanted,
            traits: traits(sources, functions, &wanted),
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
        let mut written = String::with_capacity(text.len());
        let mut from = 0;
        for (at, mark) in self.insertions(source, text) {
            written.push_str(&text[from..at]);
            written.push_str(&mark);
            from = at;
        }
        written.push_str(&text[from..]);
        written
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

    fn insertions(&self, source: usize, text: &str) -> Vec<(usize, String)> {
        let mut insertions: Vec<(usize, String)> = Vec::new();
        for (k, place) in self.places.iter().enumerate() {
            if place.source == source
                && let Some(mark) = &place.text
                && self.parent(k).is_none_or(|parent| self.places[parent].marked())
            {
                let line = text[..place.at].rfind('\n').map_or(0, |end| end + 1);
                let indent = &text[line..place.at];
                // On a line of its own, where the item begins one.
                let mark = match indent.trim().is_empty() {
                    true => format!("{mark}\n{indent}"),
                    false => format!("{mark} "),
                };
                insertions.push((place.at, mark));
            }
        }
        insertions.sort_by_key(|(at, _)| *at);
        insertions
    }

    pub fn parent(&self, place: usize) -> Option<usize> {
        match self.places[place].kind {
            Kind::Member(parent) | Kind::Field(parent) => Some(parent),
            _ => None,
        }
    }

    /// The innermost item that a byte lies in.
    pub fn innermost(&self, source: usize, byte: usize) -> Option<usize> {
        let holding = |place: &&Place| place.source == source && place.range.start <= byte && byte < place.range.end;
        let places = self.places.iter().filter(holding);
        let shortest = places.min_by_key(|place| place.range.len())?;
        self.places.iter().position(|place| std::ptr::eq(place, shortest))
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
            _ => !own.fixed && own.text.is_some(),
        }
    }

    /// One step back: a function is left out, a field carries nothing, an attribute has fewer options or goes. The places that it
    /// changed.
    pub fn take_back(&mut self, place: usize) -> Vec<usize> {
        match self.places[place].kind.clone() {
            Kind::Member(parent) => {
                let of = |marks: &Marks, parent: usize| match &marks.places[parent].kind {
                    Kind::Impl(name) => name.clone(),
                    Kind::Trait(name) => Some(name.clone()),
                    _ => None,
                };
                let Some(trait_) = of(self, parent) else {
                    self.places[place].text = Some("#[no_diff]".into());
                    return vec![place];
                };
                // A trait and its impls leave out the same functions.
                let name = self.places[place].name.clone();
                let mut changed = Vec::new();
                for k in 0..self.places.len() {
                    if let Kind::Member(parent) = self.places[k].kind
                        && self.places[k].name == name
                        && of(self, parent).as_ref() == Some(&trait_)
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

/// The traits of the sources to be marked: those of numbers, and those with a function that is called or computes.
fn traits(sources: &[Source], functions: &[Function], wanted: &BTreeSet<usize>) -> BTreeSet<String> {
    struct Traits<'a> {
        called: BTreeSet<&'a str>,
        functions: BTreeSet<(&'a std::path::Path, usize)>,
        declared: Declared,
        source: &'a Source,
        found: BTreeSet<String>,
        known: BTreeSet<String>,
    }
    impl<'ast> Visit<'ast> for Traits<'_> {
        fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
            self.known.insert(item.ident.to_string());
            let called = item.items.iter().any(|item| match item {
                syn::TraitItem::Fn(function) => self.called.contains(function.sig.ident.to_string().as_str()),
                _ => false,
            });
            if called || self.declared.is_number_trait(&item.ident.to_string()) {
                self.found.insert(item.ident.to_string());
            }
        }
        fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
            if let Some((path, _)) = &item.trait_ {
                let wanted = item.items.iter().any(|item| match item {
                    syn::ImplItem::Fn(function) => {
                        let at = bytes(&self.source.text, function.sig.ident.span()).start;
                        self.functions.contains(&(self.source.path.as_path(), at))
                    }
                    _ => false,
                });
                if wanted {
                    let last = path.segments.last().expect("a path has a segment");
                    self.found.insert(last.ident.to_string());
                }
            }
        }
    }
    let Some(first) = sources.first() else {
        return BTreeSet::new();
    };
    let calls = wanted.iter().flat_map(|k| &functions[*k].calls);
    let called = calls.map(|call| call.callee.rsplit([':', '.']).next().expect("a split has a part"));
    let mut traits = Traits {
        called: called.collect(),
        functions: wanted
            .iter()
            .map(|k| (functions[*k].at.file.as_path(), functions[*k].at.bytes.start))
            .collect(),
        declared: Declared::of(sources),
        source: first,
        found: BTreeSet::new(),
        known: BTreeSet::new(),
    };
    for source in sources {
        traits.source = source;
        traits.visit_file(&source.file);
    }
    &traits.found & &traits.known
}

/// The traits of which there are objects.
#[derive(Default)]
struct Mentioned {
    objects: BTreeSet<String>,
}

impl<'ast> Visit<'ast> for Mentioned {
    fn visit_type_trait_object(&mut self, object: &'ast syn::TypeTraitObject) {
        for bound in &object.bounds {
            if let syn::TypeParamBound::Trait(bound) = bound
                && let Some(last) = bound.path.segments.last()
            {
                self.objects.insert(last.ident.to_string());
            }
        }
        visit::visit_type_trait_object(self, object);
    }
}

struct Marking<'a> {
    declared: &'a Declared,
    functions: &'a [Function],
    by_place: BTreeMap<(std::path::PathBuf, usize), usize>,
    wanted: &'a BTreeSet<usize>,
    traits: BTreeSet<String>,
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
                    let mark = mark.map(|k| attribute(None, &self.functions[k].lifetimes));
                    let at = begin(&function.vis, function.sig.span());
                    self.place(
                        Kind::Function,
                        &function.sig.ident,
                        item,
                        at,
                        &function.attrs,
                        mark,
                        Vec::new(),
                    );
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
        let trait_ = block.trait_.as_ref().and_then(|(path, _)| path.segments.last());
        let trait_ = trait_.map(|last| last.ident.to_string());
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
        let lifetimes: BTreeSet<String> = surveyed.flat_map(|k| self.functions[k].lifetimes.clone()).collect();
        let with = |option: &str| attribute(Some(option), &lifetimes);
        let plain = attribute(None, &lifetimes);
        let (mark, instead) = match &trait_ {
            None => (wanted.then(|| plain.clone()), vec![Some(with("bounded"))]),
            Some(name) if self.traits.contains(name) && self.objects.contains(name) => {
                (Some(with("dyn")), vec![Some(plain.clone())])
            }
            Some(name) if self.traits.contains(name) => (Some(plain.clone()), Vec::new()),
            Some(name) if STD_TRAITS.contains(&name.as_str()) => (wanted.then(|| plain.clone()), Vec::new()),
            Some(_) => {
                let numeric = |function: &&syn::ImplItemFn| {
                    self.surveyed(&function.sig).is_some_and(|k| self.functions[k].numeric)
                };
                (members.iter().any(numeric).then(|| with("foreign")), Vec::new())
            }
        };
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
            true => (
                "#[pullback::differentiable(dyn, opt_in)]",
                vec![Some(attribute(None, &BTreeSet::new()))],
            ),
            false => ("#[pullback::differentiable]", Vec::new()),
        };
        let at = begin(&item.vis, item.trait_token.span);
        let of = self.places.len();
        let mark = marked.then(|| mark.to_string());
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
        self.place(
            Kind::Member(of),
            &signature.ident,
            item,
            at,
            attributes,
            mark,
            Vec::new(),
        );
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

fn attribute(option: Option<&str>, lifetimes: &BTreeSet<String>) -> String {
    let mut options: Vec<String> = option.map(str::to_string).into_iter().collect();
    if !lifetimes.is_empty() {
        let list: Vec<&str> = lifetimes.iter().map(String::as_str).collect();
        options.push(format!("lifetimes({})", list.join(", ")));
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
