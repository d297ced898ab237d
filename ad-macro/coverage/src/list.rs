//! Marks as a list in a file, a line each: `src/shapes.rs:12:1 #[pullback::differentiable]`, with the line and the column of the
//! source as it was before which the mark stands, both from one.

use crate::marks::Marks;
use crate::sources::Source;
use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// The marks that stand, with paths from the package's folder.
pub fn list(package: &Path, sources: &[Source], marks: &Marks) -> String {
    let mut list = String::new();
    for (k, source) in sources.iter().enumerate() {
        let path = source.path.strip_prefix(package).unwrap_or(&source.path);
        for (at, mark) in marks.insertions(k, &source.text) {
            let before = &source.text[..at];
            let start = before.rfind('\n').map_or(0, |end| end + 1);
            let line = before.matches('\n').count() + 1;
            let column = before[start..].chars().count() + 1;
            writeln!(list, "{}:{line}:{column} {}", path.display(), mark.trim()).expect("a text can be written to");
        }
    }
    list
}

/// Writes the marks of a list into the sources.
pub fn apply(package: &Path, list: &str) -> Result<()> {
    let mut files: BTreeMap<&str, BTreeMap<(usize, usize), Vec<&str>>> = BTreeMap::new();
    for entry in list.lines().filter(|line| !line.trim().is_empty()) {
        let parsed = entry.split_once(' ').and_then(|(place, mark)| {
            let mut parts = place.rsplitn(3, ':');
            let (column, line, path) = (parts.next()?, parts.next()?, parts.next()?);
            Some((path, (line.parse().ok()?, column.parse().ok()?), mark))
        });
        let (path, at, mark) =
            parsed.with_context(|| format!("`{entry}` is not of the form `path:line:column mark`"))?;
        files.entry(path).or_default().entry(at).or_default().push(mark);
    }
    for (path, marks) in files {
        let path = package.join(path);
        let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let mut written = String::with_capacity(text.len());
        let mut marks = marks.into_iter().peekable();
        for (k, line) in text.split_inclusive('\n').enumerate() {
            let mut from = 0;
            while let Some(((_, column), here)) = marks.next_if(|((of, _), _)| *of == k + 1) {
                let at = line.char_indices().nth(column - 1).map_or(line.len(), |(at, _)| at);
                let (before, indent) = (&line[from..at], &line[..at]);
                written.push_str(before);
                for mark in here {
                    let alone = indent.trim().is_empty();
                    written.push_str(mark);
                    written.push_str(&if alone { format!("\n{indent}") } else { " ".into() });
                }
                from = at;
            }
            written.push_str(&line[from..]);
        }
        std::fs::write(&path, written).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}
