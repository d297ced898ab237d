//! The traits of the sources: which of them are marked, which have objects, and which paths lead to one.
//!
//! Input: the sources, and the functions that are marked. Output: the names of traits.

use crate::numeric::Declared;
use crate::sources::{Source, is_test};
use crate::survey::{Function, bytes};
use std::collections::{BTreeMap, BTreeSet};
use syn::visit::{self, Visit};

/// The traits of the sources to be marked: those of numbers, and those with a function that is called or computes.
pub fn marked(
    sources: &[Source],
    functions: &[Function],
    wanted: &BTreeSet<usize>,
    (declared, origins): (&Declared, &Origins),
) -> BTreeSet<String> {
    struct Traits<'a> {
        called: BTreeSet<&'a str>,
        functions: BTreeSet<(&'a std::path::Path, usize)>,
        declared: &'a Declared,
        origins: &'a Origins,
        of: usize,
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
            if let Some((path, _)) = &item.trait_
                && self.origins.are_own(path, self.of)
            {
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
        declared,
        origins,
        of: 0,
        source: first,
        found: BTreeSet::new(),
        known: BTreeSet::new(),
    };
    for (k, source) in sources.iter().enumerate() {
        (traits.of, traits.source) = (k, source);
        traits.visit_file(&source.file);
    }
    &traits.found & &traits.known
}

/// Where the names of each file come from, as far as its `use`s say.
#[derive(Default)]
pub struct Origins {
    /// The first segment of the path by which a name is imported, for each file.
    imported: Vec<BTreeMap<String, String>>,
    /// The modules of the sources.
    modules: BTreeSet<String>,
    /// The traits that the sources declare: what is neither imported nor one of these is in std's prelude.
    traits: BTreeSet<String>,
}

impl Origins {
    pub fn of(sources: &[Source]) -> Origins {
        let mut origins = Origins::default();
        for source in sources {
            origins.imported.push(BTreeMap::new());
            origins.visit_file(&source.file);
        }
        origins
    }

    /// Whether a path leads to an item of the sources.
    pub fn are_own(&self, path: &syn::Path, source: usize) -> bool {
        let first = path.segments.first().expect("a path has a segment").ident.to_string();
        let root = match path.segments.len() {
            1 => self.imported[source].get(&first),
            _ => Some(&first),
        };
        let own = |root: &String| ["crate", "self", "super"].contains(&root.as_str()) || self.modules.contains(root);
        path.leading_colon.is_none() && root.map_or(self.traits.contains(&first), own)
    }

    fn import(&mut self, tree: &syn::UseTree, root: &str) {
        let last = self.imported.last_mut().expect("a file is being read");
        match tree {
            syn::UseTree::Path(path) => {
                let own = path.ident.to_string();
                self.import(&path.tree, if root.is_empty() { &own } else { root });
            }
            syn::UseTree::Name(name) => {
                last.insert(name.ident.to_string(), root.to_string());
            }
            syn::UseTree::Rename(rename) => {
                last.insert(rename.rename.to_string(), root.to_string());
            }
            syn::UseTree::Group(group) => group.items.iter().for_each(|tree| self.import(tree, root)),
            syn::UseTree::Glob(_) => {}
        }
    }
}

impl<'ast> Visit<'ast> for Origins {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.import(&item.tree, if item.leading_colon.is_some() { "::" } else { "" });
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        self.traits.insert(item.ident.to_string());
    }

    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        self.modules.insert(module.ident.to_string());
        if !is_test(&module.attrs) {
            visit::visit_item_mod(self, module);
        }
    }
}

/// The traits of which there are objects.
#[derive(Default)]
pub struct Mentioned {
    pub objects: BTreeSet<String>,
    /// What each trait extends first of the sources' own.
    extended: BTreeMap<String, Vec<String>>,
}

impl Mentioned {
    /// Through an object the methods of what its trait extends are called as well.
    pub fn close(&mut self) {
        let mut next: Vec<String> = self.objects.iter().cloned().collect();
        while let Some(name) = next.pop() {
            let extended = self.extended.get(&name).into_iter().flatten();
            let extended = extended.filter(|name| self.extended.contains_key(*name)).take(1);
            for name in extended.cloned().collect::<Vec<_>>() {
                if self.objects.insert(name.clone()) {
                    next.push(name);
                }
            }
        }
    }
}

impl<'ast> Visit<'ast> for Mentioned {
    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        let extended = extended(item).filter_map(|path| path.segments.last());
        let extended = extended.map(|last| last.ident.to_string()).collect();
        self.extended.insert(item.ident.to_string(), extended);
        visit::visit_item_trait(self, item);
    }

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

/// The traits that a trait extends, as they are written.
pub fn extended(item: &syn::ItemTrait) -> impl Iterator<Item = &syn::Path> {
    item.supertraits.iter().filter_map(|bound| match bound {
        syn::TypeParamBound::Trait(bound) => Some(&bound.path),
        _ => None,
    })
}
