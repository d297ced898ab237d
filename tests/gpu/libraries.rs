//! NVIDIA's libraries where the system does not look for them: in the packages of a Python environment.
//!
//! ```text
//! site-packages/nvidia/cublas/lib/libcublas.so.12, site-packages/nvidia/cu13/lib/libcublas.so.13
//! ```

use std::path::PathBuf;
use std::process::Command;

/// The folders of the Python that is called `python3`, or `$PYTHON`; none if there is no Python.
fn folders() -> Vec<PathBuf> {
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let list = "import sys; print(*sys.path, sep='\\n')";
    let output = Command::new(python).args(["-c", list]).output();
    let paths = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let packages = paths.unwrap_or_default();
    let parts = packages
        .lines()
        .filter_map(|path| std::fs::read_dir(PathBuf::from(path).join("nvidia")).ok());
    let folders = parts.flatten().flatten().map(|part| part.path().join("lib"));
    folders.filter(|folder| folder.is_dir()).collect()
}

/// This program once more, with its arguments, where it finds them: the loader reads its path once, when a program begins.
pub fn once_more() -> Command {
    let mut again = Command::new(std::env::current_exe().expect("this program has a path"));
    let given = std::env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
    let all = std::env::split_paths(&given).chain(folders());
    again.args(std::env::args_os().skip(1)).env(
        "LD_LIBRARY_PATH",
        std::env::join_paths(all).expect("no path has a colon"),
    );
    again
}
