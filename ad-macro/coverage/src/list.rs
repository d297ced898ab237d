//! Marks as a list in a file, a line each: `src/shapes.rs:12:1 #[pullback::differentiable]`, with the line and the column of the
//! source as it was before which the mark stands, both from one.

use crate::marks::{Marks, inserted, spelled};
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
        let mut insertions = Vec::new();
        let (mut lines, mut number, mut start) = (text.split_inclusive('\n'), 1, 0);
        let mut line = lines.next().unwrap_or_default();
        for ((of, column), marks) in marks {
            while number < of {
                (number, start) = (number + 1, start + line.len());
                line = lines
                    .next()
                    .with_context(|| format!("{} has no line {of}", path.display()))?;
            }
            let at = start
                + line
                    .char_indices()
                    .nth(column.saturating_sub(1))
                    .map_or(line.len(), |(at, _)| at);
            insertions.extend(marks.iter().map(|mark| (at, spelled(&text, at, mark))));
        }
        let written = inserted(&text, &insertions);
        std::fs::write(&path, written).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}
