//! Looks for chains that are differentiated wrongly among thousands: writes them into a package of its own, leaves out what does not
//! compile without the attribute, and what is rejected with it, and runs the rest.

use crate::generator;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

const HEAD: &str = "//! Written by the generator.\n\nuse crate::{noted, note, program, smooth};\nuse pullback::{differentiable, no_diff};\nuse std::cell::Cell;\n\n";

/// The programs of some seeds as a module.
pub fn module(seeds: &[u64], attribute: bool) -> String {
    let mut text = HEAD.to_string();
    let mut names = Vec::new();
    for seed in seeds {
        let (name, program) = generator::program(*seed);
        text += if attribute { "#[differentiable]\n" } else { "" };
        text += &program;
        text.push('\n');
        names.push(name);
    }
    if attribute {
        text += "pub const PROGRAMS: &[crate::Program] = &[\n";
        for name in names {
            text += &format!("    program!({name}),\n");
        }
        text += "];\n";
    } else {
        text += "pub const PROGRAMS: &[crate::Program] = &[];\n";
    }
    text
}

struct Package {
    root: PathBuf,
}

impl Package {
    fn new() -> Package {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("chains");
        let repository = env!("CARGO_MANIFEST_DIR");
        std::fs::create_dir_all(root.join("src")).expect("a folder");
        let manifest = format!(
            "[package]\nname = \"chains\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\npullback = {{ path = \"{repository}\" }}\n\n[workspace]\n"
        );
        std::fs::write(root.join("Cargo.toml"), manifest).expect("a file");
        let _ = std::fs::copy(format!("{repository}/Cargo.lock"), root.join("Cargo.lock"));
        let main = std::fs::read_to_string(format!("{repository}/tests/effects/compared.rs")).expect("a file");
        let main =
            format!("#![allow(warnings)]\nmod generated;\n{main}\nfn main() {{ compare_all(generated::PROGRAMS); }}\n");
        std::fs::write(root.join("src/main.rs"), main).expect("a file");
        Package { root }
    }

    fn cargo(&self, arguments: &[&str]) -> std::process::Output {
        let mut cargo = Command::new(env!("CARGO"));
        cargo
            .args(arguments)
            .current_dir(&self.root)
            .env("CARGO_TARGET_DIR", self.root.join("target"));
        cargo.output().expect("cargo runs")
    }

    /// The seeds whose programs compile, and what is said of the others.
    fn compiling(&self, mut seeds: Vec<u64>, attribute: bool) -> (Vec<u64>, BTreeMap<String, Vec<u64>>) {
        let mut said: BTreeMap<String, Vec<u64>> = BTreeMap::new();
        loop {
            let text = module(&seeds, attribute);
            std::fs::write(self.root.join("src/generated.rs"), &text).expect("a file");
            let output = self.cargo(&["check", "--offline", "--message-format=short"]);
            if output.status.success() {
                return (seeds, said);
            }
            // The program of each line; its attribute stands before it.
            let mut at = Vec::new();
            let mut seed = 0;
            let mut lines = text.lines().peekable();
            while let Some(line) = lines.next() {
                let begins = if line.starts_with("#[") {
                    lines.peek().copied().unwrap_or("")
                } else {
                    line
                };
                if let Some(rest) = begins.strip_prefix("pub fn chain_") {
                    seed = rest
                        .split('(')
                        .next()
                        .and_then(|seed| seed.parse().ok())
                        .expect("a seed");
                }
                at.push(seed);
            }
            let mut wrong = BTreeSet::new();
            for line in String::from_utf8_lossy(&output.stderr).lines() {
                let mut parts = line.splitn(4, ':');
                let (Some(file), Some(number), Some(_), Some(message)) =
                    (parts.next(), parts.next(), parts.next(), parts.next())
                else {
                    continue;
                };
                if !file.ends_with("generated.rs") || !message.trim().starts_with("error") {
                    continue;
                }
                let number: usize = number.parse().expect("a line");
                let seed = at[number - 1];
                if wrong.insert(seed) {
                    said.entry(message.trim().to_string()).or_default().push(seed);
                }
            }
            assert!(!wrong.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
            seeds.retain(|seed| !wrong.contains(seed));
        }
    }
}

/// Compiles and compares the programs of `count` seeds from `first` on; gives those that stand.
pub fn search(first: u64, count: u64) -> Vec<u64> {
    let package = Package::new();
    let (valid, _) = package.compiling((first..first + count).collect(), false);
    let (accepted, said) = package.compiling(valid.clone(), true);
    println!("{} of {} programs of Rust are accepted", accepted.len(), valid.len());
    for (message, seeds) in said {
        println!("{} times {message}: {:?}", seeds.len(), &seeds[..seeds.len().min(5)]);
    }
    let run = package.cargo(&["run", "--offline", "--quiet"]);
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    accepted
}
