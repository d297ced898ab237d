//! Which files belong to what the user names: a file, a folder of sources, or a package with its `Cargo.toml`.

use anyhow::{Context, Result};
use quote::ToTokens;
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// A file of Rust, read and parsed.
pub struct Source {
    /// The path as it is shown: under the path that was given.
    pub path: PathBuf,
    pub text: String,
    pub file: syn::File,
}

/// A file that is no Rust that we can parse.
#[derive(serde::Serialize)]
pub struct Unread {
    pub path: PathBuf,
    pub error: String,
}

/// The sources under `path`, and the files among them that cannot be parsed.
pub fn sources(path: &Path) -> Result<(Vec<Source>, Vec<Unread>)> {
    let mut files = Vec::new();
    if path.is_file() && path.file_name().is_some_and(|name| name != "Cargo.toml") {
        files.push(path.to_path_buf());
    } else {
        for folder in folders(path)? {
            collect(&folder, &mut files)?;
        }
    }
    let (mut parsed, mut failed): (Vec<Source>, _) = (Vec::new(), Vec::new());
    for path in files {
        let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        match syn::parse_file(&text) {
            Ok(file) => parsed.push(Source { path, text, file }),
            Err(error) => failed.push(Unread {
                path,
                error: error.to_string(),
            }),
        }
    }
    let tests: Vec<PathBuf> = parsed.iter().flat_map(test_modules).collect();
    parsed.retain(|source| !tests.iter().any(|test| source.path.starts_with(test)));
    Ok((parsed, failed))
}

/// Where the modules lie that a file declares for its tests, `#[cfg(test)] mod examples;`: in a file or in a folder.
fn test_modules(source: &Source) -> Vec<PathBuf> {
    let folder = source.path.parent().unwrap_or(Path::new(""));
    let inner = match source.path.file_stem().and_then(|stem| stem.to_str()) {
        Some("mod" | "lib" | "main") | None => folder.to_path_buf(),
        Some(stem) => folder.join(stem),
    };
    let declared = source.file.items.iter().filter_map(|item| match item {
        syn::Item::Mod(module) if module.content.is_none() && is_test(&module.attrs) => Some(module.ident.to_string()),
        _ => None,
    });
    declared
        .flat_map(|name| [inner.join(format!("{name}.rs")), inner.join(name)])
        .collect()
}

/// Whether an item is there only for tests.
pub fn is_test(attrs: &[syn::Attribute]) -> bool {
    attrs.iter().any(|attribute| {
        let text = attribute.meta.to_token_stream().to_string().replace(' ', "");
        attribute.path().is_ident("test") || text.starts_with("cfg(test)") || text.starts_with("cfg(all(test,")
    })
}

/// The folders of a path's library and binary sources; of a plain folder, the folder.
fn folders(path: &Path) -> Result<Vec<PathBuf>> {
    let manifest = if path.is_dir() {
        path.join("Cargo.toml")
    } else {
        path.to_path_buf()
    };
    if !manifest.exists() {
        anyhow::ensure!(path.is_dir(), "{} does not exist", path.display());
        return Ok(vec![path.to_path_buf()]);
    }
    let metadata = cargo_metadata::MetadataCommand::new()
        .manifest_path(&manifest)
        .no_deps()
        .exec()
        .with_context(|| format!("cannot read {}", manifest.display()))?;
    // The manifest's own package, or all of a workspace that has none there.
    let root = manifest.canonicalize()?;
    let here = |package: &&cargo_metadata::Package| package.manifest_path.as_std_path() == root;
    let own: Vec<_> = metadata.packages.iter().filter(here).collect();
    let packages = if own.is_empty() {
        metadata.packages.iter().collect()
    } else {
        own
    };
    let base = root.parent().expect("a manifest lies in a folder");
    let mut folders: Vec<PathBuf> = packages
        .iter()
        .flat_map(|package| &package.targets)
        .filter(|target| !target.is_test() && !target.is_bench() && !target.is_example() && !target.is_custom_build())
        .filter_map(|target| target.src_path.parent())
        .map(|folder| match folder.as_std_path().strip_prefix(base) {
            Ok(inside) => manifest.parent().expect("it has one").join(inside),
            Err(_) => folder.as_std_path().to_path_buf(),
        })
        .collect();
    folders.sort();
    // `src/bin` lies in `src`.
    folders.dedup_by(|folder, outer| folder.starts_with(outer));
    Ok(folders)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let visible = |entry: &walkdir::DirEntry| {
        let name = entry.file_name().to_string_lossy();
        entry.depth() == 0 || !name.starts_with('.') && name != "target"
    };
    for entry in WalkDir::new(folder)
        .sort_by_file_name()
        .into_iter()
        .filter_entry(visible)
    {
        let entry = entry?;
        if entry.path().extension().is_some_and(|extension| extension == "rs") {
            files.push(entry.into_path());
        }
    }
    Ok(())
}
