//! What has derivatives beside the sources and std: types and functions of other crates, by the features of `pullback`.

use crate::sources::Source;
use std::collections::{BTreeMap, BTreeSet};
use syn::UseTree;
use syn::visit::{self, Visit};

/// The crates whose types have derivatives, with the features that they need.
const CRATES: &[(&str, Option<&str>)] = &[
    ("ndarray", None),
    ("arrayvec", Some("arrayvec")),
    ("either", Some("either")),
    ("glam", Some("glam")),
    ("hashbrown", Some("hashbrown")),
    ("hyperdual", Some("hyperdual")),
    ("indexmap", Some("indexmap")),
    ("nalgebra", Some("nalgebra")),
    ("num_complex", Some("num-complex")),
    ("smallvec", Some("smallvec")),
];

/// The functions and methods of other crates that have derivatives, a line each: the name, and the feature if it needs one.
/// The tests below compare it with the runtime, and write it anew.
const FUNCTIONS: &str = include_str!("features.txt");

/// Where the names in the sources come from, as far as their `use`s say.
#[derive(Default)]
pub struct Features {
    /// The crates by the names that the sources give them: `na`.
    crates: BTreeMap<String, &'static str>,
    /// The crates that a type's name is imported from.
    imported: BTreeMap<String, BTreeSet<&'static str>>,
    /// The crates of which everything is imported.
    globs: BTreeSet<&'static str>,
    /// What is imported from elsewhere.
    others: BTreeSet<String>,
    /// The functions that have derivatives by what the sources use, each with the feature that it needs.
    functions: BTreeMap<&'static str, Option<&'static str>>,
}

impl Features {
    pub fn of(sources: &[Source]) -> Features {
        let mut features = Features {
            crates: CRATES.iter().map(|(name, _)| (name.to_string(), *name)).collect(),
            ..Features::default()
        };
        // A crate's other name may be given after its use, or in another file.
        for _ in 0..2 {
            sources.iter().for_each(|source| features.visit_file(&source.file));
        }
        let crates = features.imported.values().flatten().chain(&features.globs);
        let used: BTreeSet<Option<&str>> = crates.map(|name| feature(name)).collect();
        for line in FUNCTIONS.lines() {
            let mut words = line.split(' ');
            let name = words.next().expect("a line has a word");
            let needed = words.next();
            // What needs no feature stands first.
            if needed.is_none() || used.contains(&needed) {
                features.functions.entry(name).or_insert(needed);
            }
        }
        features
    }

    /// The feature by which a type of another crate has derivatives, `Some(None)` if it needs none.
    pub fn of_type(&self, path: &syn::Path) -> Option<Option<&'static str>> {
        let mut segments = path.segments.iter().rev().map(|segment| segment.ident.to_string());
        let name = segments.next()?;
        let named = segments.find_map(|segment| self.crates.get(&segment).copied());
        let imported = || self.imported.get(&name).filter(|crates| crates.len() == 1);
        let found = named
            .or_else(|| imported().and_then(|crates| crates.first().copied()))
            .or_else(|| {
                let other = self.imported.contains_key(&name) || self.others.contains(&name);
                let only = self.globs.len() == 1 && path.segments.len() == 1;
                self.globs.first().copied().filter(|_| only && !other)
            });
        found.map(feature)
    }

    /// The feature by which a function that is not in the sources has a derivative, if what has it is used there.
    pub fn of_function(&self, name: &str) -> Option<Option<&'static str>> {
        self.functions.get(name).copied()
    }

    fn tree(&mut self, tree: &UseTree, root: Option<&'static str>) {
        let mut import = |name: String, of: Option<&'static str>| match of {
            Some(of) => {
                self.imported.entry(name).or_default().insert(of);
            }
            None => {
                self.others.insert(name);
            }
        };
        match tree {
            UseTree::Path(path) => {
                let root = root.or_else(|| self.crates.get(&path.ident.to_string()).copied());
                self.tree(&path.tree, root);
            }
            UseTree::Name(name) => import(name.ident.to_string(), root),
            UseTree::Rename(rename) => {
                let named = self.crates.get(&rename.ident.to_string()).copied();
                match (root, named) {
                    (None, Some(named)) => {
                        self.crates.insert(rename.rename.to_string(), named);
                    }
                    (root, _) => import(rename.rename.to_string(), root),
                }
            }
            UseTree::Glob(_) => self.globs.extend(root),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.tree(tree, root)),
        }
    }
}

impl<'ast> Visit<'ast> for Features {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.tree(&item.tree, None);
    }

    fn visit_item_extern_crate(&mut self, item: &'ast syn::ItemExternCrate) {
        if let (Some((_, name)), Some(named)) = (&item.rename, self.crates.get(&item.ident.to_string()).copied()) {
            self.crates.insert(name.to_string(), named);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        // `nalgebra::Vector3` without a `use`.
        if let [first, .., last] = &path.segments.iter().collect::<Vec<_>>()[..]
            && let Some(named) = self.crates.get(&first.ident.to_string()).copied()
        {
            self.imported.entry(last.ident.to_string()).or_default().insert(named);
        }
        visit::visit_path(self, path);
    }
}

fn feature(of: &str) -> Option<&'static str> {
    let known = CRATES.iter().find(|(name, _)| *name == of);
    known.expect("a crate of the table").1
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    /// The names in front of `_differentiable_push`, `_marked_differentiable` and of a function's own `_differentiable`, outside of
    /// comments.
    fn differentiable(text: &str) -> impl Iterator<Item = &str> {
        let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        let words = lines.flat_map(|line| line.split(|c: char| !c.is_alphanumeric() && !"_$".contains(c)));
        words.filter_map(|word| {
            let (name, rest) = word.split_once("_differentiable")?;
            let pair = ["", "_push", "_route_0", "_moved_push"].contains(&rest);
            let name = name.strip_suffix("_marked").unwrap_or(name);
            (pair && !name.is_empty() && name != "marked" && !name.contains('$')).then_some(name)
        })
    }

    /// The names of the rows in the runtime's tables: `fn norm(ref v)`, `sinh |z, y| ..`, `xzy [0 2 1]`, `xzy Vector3 [0 2 1]`.
    fn rows(text: &str) -> BTreeSet<&str> {
        let mut names = BTreeSet::new();
        let (mut inside, mut methods) = (false, false);
        for line in text.lines() {
            methods |= line.ends_with("rows! {") || line.ends_with("paths! {");
            inside |= methods || line.ends_with("! {") && !line.starts_with(' ');
            inside &= line != "}";
            methods &= inside;
            if !inside || line.trim_start().starts_with("//") {
                continue;
            }
            if let Some(row) = line.trim_start().strip_prefix("fn ").filter(|_| methods) {
                names.extend(row.split(|c: char| !c.is_alphanumeric() && c != '_').next());
                continue;
            }
            let words: Vec<&str> = line.split_whitespace().collect();
            let is_name = |word: &str| {
                word.chars()
                    .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
            };
            for (k, word) in words.iter().enumerate().filter(|(_, word)| is_name(word)) {
                let typed = words
                    .get(k + 1)
                    .is_some_and(|next| next.starts_with(char::is_uppercase));
                let then = words.get(k + 1 + usize::from(typed)).unwrap_or(&"").as_bytes();
                if then == b"|z," || matches!(then, [b'[', b'0'..=b'9', ..]) {
                    names.insert(*word);
                }
            }
        }
        names.retain(|name| !name.is_empty() && !name.contains("_differentiable"));
        names
    }

    #[test]
    fn the_functions_are_those_of_the_runtime() {
        let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ad-runtime/src");
        let mut lines = BTreeSet::new();
        for entry in walkdir::WalkDir::new(&runtime) {
            let path = entry.unwrap().into_path();
            if path.extension().is_none_or(|extension| extension != "rs") {
                continue;
            }
            let inside = path
                .strip_prefix(&runtime)
                .unwrap()
                .to_string_lossy()
                .replace('\\', "/");
            let feature = match inside.split(['/', '.']).next().unwrap() {
                // By which feature numbers are drawn is up to the version of rand, of which the sources say nothing.
                "draws" => continue,
                "complex" => " num-complex",
                "glam" => " glam",
                "hyperdual" => " hyperdual",
                "indexmap" => " indexmap",
                "nalgebra" => " nalgebra",
                "tensor" => " tensor",
                _ => "",
            };
            let text = std::fs::read_to_string(&path).unwrap();
            let names = differentiable(&text).chain(rows(&text));
            lines.extend(names.map(|name| format!("{name}{feature}")));
        }
        let written: String = lines.into_iter().map(|line| line + "\n").collect();
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/features.txt");
        if std::env::var_os("FEATURES").is_some_and(|value| value == "overwrite") {
            std::fs::write(file, written).unwrap();
        } else {
            assert_eq!(
                written,
                super::FUNCTIONS,
                "the runtime has other functions: FEATURES=overwrite cargo test -p cargo-pullback"
            );
        }
    }
}
