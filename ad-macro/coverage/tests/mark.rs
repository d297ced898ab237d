//! The marks that are written into a small package, and what rustc leaves of them.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A copy of the package, made to be changed.
fn copy(name: &str) -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(folder.join("src")).unwrap();
    std::fs::copy(here.join("tests/marked/src/lib.rs"), folder.join("src/lib.rs")).unwrap();
    let manifest = std::fs::read_to_string(here.join("tests/marked/Cargo.toml")).unwrap();
    let facade = format!("{:?}", here.join("../..").canonicalize().unwrap());
    std::fs::write(folder.join("Cargo.toml"), manifest.replace("\"../../../..\"", &facade)).unwrap();
    // The same versions as here: they are there already.
    std::fs::copy(here.join("../../Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    folder
}

fn mark(folder: &Path, arguments: &[&str]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_cargo-pullback"))
        .args(["pullback", "mark", "."])
        .args(arguments)
        .current_dir(folder)
        .env(
            "CARGO_TARGET_DIR",
            // Where the tests of messages build: what both depend on is built once.
            Path::new(env!("CARGO_TARGET_TMPDIR")).join("../tests/trybuild"),
        )
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

fn compare(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

#[test]
fn what_the_macro_accepts_is_marked_with_what_it_calls_and_needs() {
    let folder = copy("marked");
    mark(&folder, &[]);
    let marked = std::fs::read_to_string(folder.join("src/lib.rs")).unwrap();
    compare("marked", &marked);
    // Marks that stand are left alone.
    mark(&folder, &[]);
    assert_eq!(std::fs::read_to_string(folder.join("src/lib.rs")).unwrap(), marked);
}

#[test]
fn what_rustc_rejects_is_taken_back_with_its_reason() {
    let folder = copy("marked_and_checked");
    let output = mark(&folder, &["--check", "--", "--offline"]);
    let text = std::fs::read_to_string(folder.join("src/lib.rs")).unwrap();
    compare(
        "checked",
        &format!("{}\n---\n{text}", String::from_utf8(output.stdout).unwrap()),
    );
}

#[test]
fn a_list_of_the_marks_writes_the_same_again() {
    let (marked, again) = (copy("saved"), copy("from_a_list"));
    mark(&marked, &["--save", "marks"]);
    std::fs::copy(marked.join("marks"), again.join("marks")).unwrap();
    mark(&again, &["--only", "marks"]);
    let text = |folder: &Path| std::fs::read_to_string(folder.join("src/lib.rs")).unwrap();
    assert_eq!(text(&again), text(&marked));
    let list = std::fs::read_to_string(again.join("marks")).unwrap();
    assert!(list.contains("src/lib.rs:4:1 #[pullback::differentiable]\n"), "{list}");
    assert!(list.contains(":33 #[no_diff]\n"), "{list}");
}

#[test]
fn objects_have_what_their_traits_extend_and_boxes_that_borrow_are_named() {
    let folder = copy("objects");
    let source = "
pub trait Array<T, S> {
    fn get(&self, at: S) -> &T;
}

pub trait Line<T>: Array<T, usize> {
    fn first(&self) -> f64;
}

pub struct Table {
    cells: Vec<f64>,
}

pub trait Lines {
    fn row<'a>(&'a self, i: usize) -> Box<dyn Line<f64> + 'a>;
}

impl Table {
    pub fn scaled<L: Lines>(&self, lines: &L, k: f64) -> f64 {
        lines.row(1).first() * self.cells[0] * k + *lines.row(0).get(0)
    }
}

pub struct Steps {
    at: f64,
}

impl Iterator for Steps {
    type Item = f64;

    fn next(&mut self) -> Option<f64> {
        self.at += 1.0;
        Some(self.at)
    }
}

impl From<f64> for Steps {
    fn from(at: f64) -> Steps {
        Steps { at: 2.0 * at }
    }
}
";
    std::fs::write(folder.join("src/lib.rs"), source).unwrap();
    mark(&folder, &[]);
    let marked = std::fs::read_to_string(folder.join("src/lib.rs")).unwrap();
    for mark in [
        "#[pullback::differentiable(dyn(opt_in))]\npub trait Array<",
        "#[pullback::differentiable(dyn(Array<T, usize>, opt_in))]\npub trait Line<",
        "row = fn (..) -> Box < dyn Line < _ > + '_ >",
        "#[pullback::differentiable]\nimpl Iterator for Steps",
        "#[pullback::differentiable]\nimpl From<f64> for Steps",
    ] {
        assert!(marked.contains(mark), "{mark}\n{marked}");
    }
}
