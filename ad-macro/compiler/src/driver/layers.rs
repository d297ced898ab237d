//! The layers of the compiler: a folder imports only folders before it, and within a folder no files import each other in a circle.
//!
//! Input:  the sources of this crate
//! Output: a failing test that names each import that runs upward, and each circle

use crate::syntax::flat_map::FlatMap;
use crate::syntax::flat_set::FlatSet;
use std::fs;
use std::path::Path;

/// The folders in the order of the pipeline. `lower` may have circles: expressions hold statements, and statements expressions.
const LAYERS: [&str; 18] = [
    "syntax",
    "signature",
    "options",
    "ir",
    "normalize",
    "infer",
    "lower",
    "analysis",
    "adjoint",
    "tangent",
    "plan",
    "loops",
    "emit",
    "twin",
    "projections",
    "function",
    "items",
    "derive",
];

/// Each file as a module, `lower/chains`, with those that it imports. The driver is above all layers.
fn imports() -> FlatMap<String, FlatSet<String>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut sources = FlatMap::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("the sources are there") {
            let path = entry.expect("the sources are there").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let module = path.strip_prefix(&root).expect("it lies there").with_extension("");
                let text = fs::read_to_string(&path).expect("sources are text");
                sources.insert(module.display().to_string().replace('\\', "/"), text);
            }
        }
    }
    let modules: FlatSet<String> = sources.keys().cloned().collect();
    let of_source = |(module, text): (String, String)| {
        let named = named_paths(&text);
        let imported = named.iter().filter_map(|path| owner(path, &modules));
        let imported = imported.filter(|imported| *imported != module).collect();
        (module, imported)
    };
    sources.into_iter().map(of_source).collect()
}

/// The paths after `crate::` in a file, those in braces one by one; tests at its end may import what they like.
fn named_paths(text: &str) -> Vec<String> {
    let code: Vec<&str> = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect();
    let code = code.join("\n");
    let code = code.split("#[cfg(test)]\nmod ").next().expect("there is a first part");
    let relative = code.lines().find(|line| line.trim_start().starts_with("use super::"));
    assert_eq!(
        relative, None,
        "a file imports by `crate::`, so that its layer can be seen"
    );
    let mut paths = Vec::new();
    for rest in code.split("crate::").skip(1) {
        let end = rest
            .find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'))
            .unwrap_or(rest.len());
        match rest[end..].strip_prefix('{') {
            Some(group) => {
                let group = &group[..group.find('}').expect("the brace is closed")];
                assert!(!group.contains('{'), "imports have one level of braces: {group}");
                let names = group
                    .split([',', '{'])
                    .map(|name| format!("{}{}", &rest[..end], name.trim()));
                paths.extend(names);
            }
            None => paths.push(rest[..end].to_string()),
        }
    }
    paths
}

/// The module that a path leads to: the longest part of it that is a file.
fn owner(path: &str, modules: &FlatSet<String>) -> Option<String> {
    let segments: Vec<&str> = path.split("::").collect();
    let longest = (1..=segments.len()).rev().map(|n| segments[..n].join("/"));
    longest.into_iter().find(|module| modules.contains(module))
}

fn layer(module: &str) -> Option<usize> {
    let folder = module.split('/').next().expect("a module has a name");
    LAYERS.iter().position(|layer| *layer == folder)
}

#[test]
fn no_import_runs_upward() {
    let mut upward = Vec::new();
    for (module, imported) in imports() {
        if let Some(own) = layer(&module) {
            let above = imported
                .iter()
                .filter(|imported| layer(imported).is_none_or(|other| other > own));
            upward.extend(above.map(|imported| format!("{module} imports {imported}")));
        } else {
            let known = ["lib", "driver"].contains(&module.split('/').next().expect("a module has a name"));
            assert!(
                known,
                "{module} stands in no layer: add its folder to LAYERS, where it belongs in the pipeline"
            );
        }
    }
    assert!(upward.is_empty(), "imports that run upward:\n{}", upward.join("\n"));
}

#[test]
fn no_files_of_a_folder_import_each_other_in_a_circle() {
    let mut open = imports();
    open.retain(|module, _| layer(module).is_some() && !module.starts_with("lower"));
    // What imports nothing that is left is in no circle, and nothing that is imported by nobody.
    loop {
        let left: FlatSet<String> = open.keys().cloned().collect();
        open.values_mut()
            .for_each(|imported| imported.retain(|module| left.contains(module)));
        open.retain(|_, imported| !imported.is_empty());
        if open.len() == left.len() {
            break;
        }
    }
    let circle: Vec<String> = open
        .iter()
        .map(|(module, imported)| format!("{module} imports {imported:?}"))
        .collect();
    assert!(
        circle.is_empty(),
        "files in circles, or that import such files:\n{}",
        circle.join("\n")
    );
}
