//! The documents: what they show is what the tool prints, their links lead somewhere, and their examples are tests.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn printed(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_cargo-pullback"))
        .args(["pullback", "expand"])
        .args(arguments)
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/derivatives"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// A function of `tests/derivatives/written.rs`, as it stands there.
fn source(name: &str) -> String {
    let text = read("ad-macro/coverage/tests/derivatives/written.rs");
    let start = text.find(&format!("fn {name}(")).expect(name);
    let end = start + text[start..].find("\n}\n").expect("it ends");
    text[start..end].to_string()
}

#[test]
fn derivatives_are_shown_as_they_are_printed() {
    for (document, function) in [
        ("README.md", "change"),
        ("docs/src/reading.md", "change"),
        ("docs/src/reading.md", "loss"),
        ("docs/src/how-it-works.md", "decay"),
    ] {
        let text = read(document);
        assert!(
            text.contains(&source(function)),
            "{document} shows another `{function}`"
        );
        let derivative = printed(&[&format!("written.rs::{function}")]);
        assert!(text.contains(&derivative), "{document} does not show\n{derivative}");
    }
}

#[test]
fn forms_are_shown_as_they_are_printed() {
    let (document, passes) = (
        read("docs/src/how-it-works.md"),
        printed(&["written.rs::decay", "--passes"]),
    );
    for pass in ["float_inference", "reverse", "reasons"] {
        let (_, form) = passes.split_once(&format!("--- {pass} ---\n")).expect(pass);
        let form = form.split("--- ").next().unwrap();
        assert!(document.contains(form), "the book does not show `{pass}`:\n{form}");
    }
}

/// The chapters, by their paths in the repository.
fn chapters() -> BTreeSet<String> {
    let files = fs::read_dir(root().join("docs/src")).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let chapters = names.filter(|name| name.ends_with(".md"));
    chapters.map(|name| format!("docs/src/{name}")).collect()
}

#[test]
fn every_chapter_is_listed_and_tested() {
    let summary = read("docs/src/SUMMARY.md");
    let tests = read("src/lib.rs") + &read("tests/foreign/src/lib.rs");
    for chapter in chapters() {
        let name = chapter.rsplit('/').next().unwrap();
        if name != "SUMMARY.md" {
            assert!(
                summary.contains(&format!("]({name})")),
                "{chapter} is not in the summary"
            );
            assert!(tests.contains(&chapter), "{chapter} is not tested");
        }
    }
}

/// The anchor of a heading.
fn anchor(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
    text.chars()
        .filter(|c| c.is_alphanumeric() || "-_".contains(*c))
        .collect()
}

#[test]
fn links_lead_somewhere() {
    for document in chapters()
        .into_iter()
        .chain(["README.md".to_string(), "docs/ARCHITECTURE.md".to_string()])
    {
        let text = read(&document);
        let folder = Path::new(&document).parent().unwrap();
        for link in text.split("](").skip(1) {
            let link = link.split(')').next().unwrap();
            if link.starts_with("http") || link.contains([' ', '\n']) {
                continue;
            }
            let (path, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = match path {
                "" => root().join(&document),
                path => root().join(folder).join(path),
            };
            assert!(target.exists(), "{document} links to {link}");
            if !heading.is_empty() {
                let target = fs::read_to_string(&target).unwrap();
                let mut headings = target.lines().filter(|line| line.starts_with('#'));
                assert!(
                    headings.any(|line| anchor(line) == heading),
                    "{document} links to {link}"
                );
            }
        }
    }
}

#[test]
fn the_readme_is_short() {
    assert!(read("README.md").chars().count() <= 9000);
}
