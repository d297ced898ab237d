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
            Path::new(env!("CARGO_TARGET_TMPDIR")).join("target"),
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
