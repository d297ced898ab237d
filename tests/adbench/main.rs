//! The standard objectives of ADBench, written as a user would write them, against the reference values.
//!
//! GMM d2K5 and BA ba1 are in the project; the larger inputs are read from `../shared/data/adbench` where that is there.

#![allow(clippy::needless_range_loop, clippy::too_many_arguments)]

#[allow(dead_code)]
#[path = "../corpus/differences.rs"]
mod differences;

mod ba;
mod gmm;
mod lstm;
mod objectives;

use objectives::Reference;
use std::path::{Path, PathBuf};

/// An input that is part of the project.
fn own(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

/// An input that is too large to be part of it; says so where it is missing.
fn shared(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../shared/data/adbench")
        .join(name);
    if !path.exists() {
        println!("skipped: {} is not there", path.display());
        return None;
    }
    Some(path)
}
