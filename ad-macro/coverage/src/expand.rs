//! `cargo pullback expand PATH::function`: the derivative of a function, for a person to read.
//!
//! Input:  `src/physics.rs::Spring::energy`
//! Output: why each value is saved, as comments; then the sweeps, by `readable.rs`. With `--passes`, the form after each pass.

use crate::readable;
use crate::sources::{self, Source};
use anyhow::{Context, Result};
use proc_macro2::TokenStream;
use quote::ToTokens;
use std::path::{Path, PathBuf};
use syn::{Attribute, Item};

/// The text that is printed for `target`.
pub fn expand(target: &str, passes: bool) -> Result<String> {
    let (path, names) = split(target);
    anyhow::ensure!(
        !names.is_empty(),
        "which function of {}? `{target}::function`",
        path.display()
    );
    let (sources, _) = sources::sources(&path)?;
    let mut found = Vec::new();
    for source in &sources {
        let mut modules = modules(source);
        collect(&source.file.items, &mut modules, &names, &mut found);
    }
    let wanted = names.join("::");
    // A free function of the name, if that is one.
    let free: Vec<usize> = (0..found.len())
        .filter(|k| names.len() == 1 && found[*k].owner.is_empty())
        .collect();
    if let [only] = free[..] {
        found = vec![found.swap_remove(only)];
    }
    let [found] = &found[..] else {
        anyhow::ensure!(
            !found.is_empty(),
            "there is no function `{wanted}` in {}",
            path.display()
        );
        let paths: Vec<String> = found.iter().map(|found| format!("`{}`", found.path)).collect();
        anyhow::bail!("`{wanted}` may be any of {}", paths.join(", "));
    };
    let name = names.last().expect("there is a name");
    let explained = ad_compiler::explain(found.options.clone(), found.item.clone(), name);
    let explained = explained.map_err(|problems| {
        let lines = problems.iter().map(|problem| {
            let at = problem.span.start();
            format!("{}:{}: {}\n  {}", at.line, at.column + 1, problem.message, problem.help)
        });
        anyhow::anyhow!(
            "`{wanted}` has no derivative:\n{}",
            lines.collect::<Vec<_>>().join("\n")
        )
    })?;
    if passes {
        return Ok(explained.passes);
    }
    anyhow::ensure!(
        !explained.written.is_empty(),
        "`{wanted}` has no sweeps: it returns a reference, is an operator, has a rule or is left plain"
    );
    let sweeps = syn::parse2(explained.written).context("the sweeps are no Rust")?;
    Ok(readable::readable(sweeps, &explained.reasons, &found.owner))
}

/// A function that the names may mean.
struct Found {
    path: String,
    /// The type or the trait that it belongs to.
    owner: String,
    options: TokenStream,
    item: TokenStream,
}

/// The file or folder, and the function's names.
fn split(target: &str) -> (PathBuf, Vec<String>) {
    let mut names: Vec<String> = target.split("::").map(str::to_string).collect();
    let path = match Path::new(&names[0]).exists() || names[0].contains(['/', '.']) {
        true => names.remove(0),
        false => ".".to_string(),
    };
    (path.into(), names)
}

/// The modules that a file's name and folders stand for.
fn modules(source: &Source) -> Vec<String> {
    let path = source.path.with_extension("");
    let parts = path.iter().map(|part| part.to_string_lossy().into_owned());
    parts
        .filter(|part| !["mod", "lib", "main", "src", "/", "."].contains(&&**part))
        .collect()
}

fn collect(items: &[Item], modules: &mut Vec<String>, names: &[String], found: &mut Vec<Found>) {
    let mut note = |modules: &[String], owner: Option<String>, name: &syn::Ident, options, item: &dyn ToTokens| {
        let mut path = modules.to_vec();
        path.extend(owner.clone());
        path.push(name.to_string());
        if path.ends_with(names) {
            found.push(Found {
                path: path.join("::"),
                owner: owner.unwrap_or_default(),
                options,
                item: item.to_token_stream(),
            });
        }
    };
    for item in items {
        match item {
            Item::Fn(function) => {
                let mut plain = function.clone();
                let options = options(&mut plain.attrs).unwrap_or_default();
                note(modules, None, &function.sig.ident, options, &plain);
            }
            Item::Impl(block) => {
                let owner = crate::survey::type_name(&block.self_ty);
                for member in &block.items {
                    let syn::ImplItem::Fn(function) = member else { continue };
                    let (mut block, mut alone) = (block.clone(), function.clone());
                    let of_block = options(&mut block.attrs);
                    let (options, item) = match (of_block, options(&mut alone.attrs)) {
                        (Some(options), _) => (options, block.to_token_stream()),
                        (None, Some(options)) => (options, alone.to_token_stream()),
                        (None, None) => {
                            block.items.retain(|item| match item {
                                syn::ImplItem::Fn(other) => other.sig.ident == function.sig.ident,
                                _ => true,
                            });
                            (TokenStream::new(), block.to_token_stream())
                        }
                    };
                    note(modules, Some(owner.clone()), &function.sig.ident, options, &item);
                }
            }
            Item::Trait(item) => {
                for member in &item.items {
                    let syn::TraitItem::Fn(function) = member else { continue };
                    let mut item = item.clone();
                    let options = options(&mut item.attrs).unwrap_or_default();
                    note(
                        modules,
                        Some(item.ident.to_string()),
                        &function.sig.ident,
                        options,
                        &item,
                    );
                }
            }
            _ => {}
        }
    }
    for item in items {
        if let Item::Mod(module) = item
            && let Some((_, items)) = &module.content
        {
            modules.push(module.ident.to_string());
            collect(items, modules, names, found);
            modules.pop();
        }
    }
}

/// The options of `#[differentiable(..)]` among the attributes, which is taken off.
fn options(attrs: &mut Vec<Attribute>) -> Option<TokenStream> {
    let is_ours = |attr: &Attribute| {
        attr.path()
            .segments
            .last()
            .is_some_and(|last| last.ident == "differentiable")
    };
    let at = attrs.iter().position(is_ours)?;
    match attrs.remove(at).meta {
        syn::Meta::List(list) => Some(list.tokens),
        _ => Some(TokenStream::new()),
    }
}
