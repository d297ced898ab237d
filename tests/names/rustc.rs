//! Programs compiled by rustc with the crate `pullback` that the tests were built with: nothing else is built for them.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The compiled crate, and the folder of what it depends on.
fn library() -> (PathBuf, PathBuf) {
    let folder = std::env::current_exe()
        .expect("this test")
        .parent()
        .expect("its folder")
        .to_path_buf();
    let built = |path: &PathBuf| {
        path.metadata()
            .and_then(|about| about.modified())
            .expect("a file has a time")
    };
    let newest = std::fs::read_dir(&folder)
        .expect("the folder of this test")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            name.starts_with("libpullback-") && name.ends_with(".rlib")
        })
        .max_by_key(built);
    (folder, newest.expect("pullback is built before its tests"))
}

/// Whether a program compiles, and what rustc says in the given format.
pub fn compiled(source: &Path, output: &Path, format: &str) -> (bool, String) {
    let (folder, library) = library();
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let mut command = Command::new(rustc);
    command
        .arg(source)
        .args(["--edition", "2024", "-Awarnings", "--error-format", format, "-o"])
        .arg(output);
    command.arg("--extern").arg(format!("pullback={}", library.display()));
    command.arg("-L").arg(format!("dependency={}", folder.display()));
    let output = command.output().expect("rustc runs");
    (
        output.status.success(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}
