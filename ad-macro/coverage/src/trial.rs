//! Marks on trial: rustc says which of them hold.
//!
//! Input: the sources with their marks. Output: the marks that compile. Each round writes the sources, has cargo check them, and
//! takes back the marks that errors lie in, fields first, then functions, and attributes of whole impls, traits and types only
//! where nothing smaller is left: an error of a type shows up again in every function that has to do with it.

use crate::marks::{Kind, Marks};
use crate::sources::Source;
use anyhow::{Context, Result};
use cargo_metadata::Message;
use cargo_metadata::diagnostic::{Diagnostic, DiagnosticLevel, DiagnosticSpan};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Why a mark was taken back.
#[derive(Serialize)]
pub struct TakenBack {
    #[serde(skip)]
    pub place: usize,
    pub message: String,
    pub rendered: String,
}

pub struct Outcome {
    pub taken_back: Vec<TakenBack>,
    /// The errors that lie in no mark: they are for the user.
    pub left: Vec<String>,
}

/// Writes the marked sources to their files.
pub fn write(sources: &[Source], marks: &Marks) -> Result<()> {
    for (k, source) in sources.iter().enumerate() {
        let marked = marks.write(k, &source.text);
        std::fs::write(&source.path, marked).with_context(|| format!("cannot write {}", source.path.display()))?;
    }
    Ok(())
}

/// Takes marks back until what is left compiles; `arguments` are for `cargo check`.
pub fn run(package: &Path, sources: &[Source], marks: &mut Marks, arguments: &[String]) -> Result<Outcome> {
    let manifest = match package.is_dir() {
        true => package.join("Cargo.toml"),
        false => package.to_path_buf(),
    };
    let metadata = cargo_metadata::MetadataCommand::new()
        .manifest_path(&manifest)
        .no_deps()
        .exec()
        .with_context(|| format!("cannot read {}", manifest.display()))?;
    let root = metadata.workspace_root.into_std_path_buf();
    let files: BTreeMap<PathBuf, usize> = sources
        .iter()
        .enumerate()
        .map(|(k, source)| Ok((source.path.canonicalize()?, k)))
        .collect::<Result<_>>()?;
    let mut taken_back = Vec::new();
    for round in 1.. {
        write(sources, marks)?;
        let errors = check(&manifest, arguments)?;
        if errors.is_empty() {
            break;
        }
        let mut steps: BTreeMap<(usize, usize), &Diagnostic> = BTreeMap::new();
        for error in &errors {
            if let Some(place) = place(error, &root, &files, sources, marks) {
                let rank = match marks.places[place].kind {
                    Kind::Field(_) => 0,
                    Kind::Function | Kind::Member(_) => 1,
                    Kind::Impl(_) | Kind::Trait(_) | Kind::Type(_) => 2,
                };
                steps.entry((rank, place)).or_insert(error);
            }
        }
        let Some(rank) = steps.keys().next().map(|(rank, _)| *rank) else {
            let left = errors.iter().map(rendered).collect();
            return Ok(Outcome { taken_back, left });
        };
        let steps = steps.into_iter().filter(|((of, _), _)| *of == rank);
        let mut count = 0;
        for ((_, place), error) in steps {
            // One of a trait's functions takes the others along.
            if !marks.can_take_back(place) {
                continue;
            }
            count += 1;
            for place in marks.take_back(place) {
                let (message, rendered) = (error.message.clone(), rendered(error));
                taken_back.push(TakenBack {
                    place,
                    message,
                    rendered,
                });
            }
        }
        anstream::eprintln!("round {round}: {} errors, {count} marks taken back", errors.len());
    }
    let left = Vec::new();
    Ok(Outcome { taken_back, left })
}

fn rendered(error: &Diagnostic) -> String {
    error.rendered.clone().unwrap_or_else(|| error.message.clone())
}

/// The errors of the package's library and binaries.
fn check(manifest: &Path, arguments: &[String]) -> Result<Vec<Diagnostic>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["check", "--message-format", "json", "--manifest-path"])
        .arg(manifest)
        .args(arguments)
        .stderr(Stdio::piped())
        .output()
        .context("cannot run cargo")?;
    let mut errors = Vec::new();
    for message in Message::parse_stream(output.stdout.as_slice()) {
        if let Message::CompilerMessage(message) = message?
            && message.message.level == DiagnosticLevel::Error
            && !message.message.spans.is_empty()
        {
            errors.push(message.message);
        }
    }
    let failed = !output.status.success() && errors.is_empty();
    anyhow::ensure!(!failed, "{}", String::from_utf8_lossy(&output.stderr));
    Ok(errors)
}

/// The item whose mark an error lies in, if a step can be taken back there.
fn place(
    error: &Diagnostic,
    root: &Path,
    files: &BTreeMap<PathBuf, usize>,
    sources: &[Source],
    marks: &Marks,
) -> Option<usize> {
    let locate = |span: &DiagnosticSpan| -> Option<usize> {
        let mut next = Some(span);
        while let Some(span) = next {
            let path = root.join(&span.file_name);
            if let Some(source) = path.canonicalize().ok().and_then(|path| files.get(&path)) {
                let byte = marks.origin(*source, &sources[*source].text, span.byte_start as usize);
                return marks.innermost(*source, byte);
            }
            next = span.expansion.as_ref().map(|expansion| &expansion.span);
        }
        None
    };
    let small = |place: &usize| {
        matches!(
            marks.places[*place].kind,
            Kind::Function | Kind::Member(_) | Kind::Field(_)
        )
    };
    let can = |place: &usize| marks.can_take_back(*place);
    let (primary, others): (Vec<&DiagnosticSpan>, Vec<_>) = error.spans.iter().partition(|span| span.is_primary);
    let children = error.children.iter().flat_map(|child| &child.spans);
    let others: Vec<usize> = others.into_iter().chain(children).filter_map(locate).collect();
    let primary = primary.into_iter().find_map(locate);
    if let Some(place) = primary
        && small(&place)
        && can(&place)
    {
        return primary;
    }
    // An error at the attribute of an impl may say with its other places which function it comes from.
    let within = |place: &&usize| {
        let parent = match marks.places[**place].kind {
            Kind::Member(parent) | Kind::Field(parent) => Some(parent),
            _ => None,
        };
        primary.is_none() || parent == primary
    };
    let inner = others.iter().filter(within).find(|place| small(place) && can(place));
    inner.copied().or(primary.filter(can)).or(others.into_iter().find(can))
}
