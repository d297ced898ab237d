//! Methods of the user's own under every name that the compiler knows, which change what they are called on: each program has the
//! right gradient, or is rejected.
//!
//! The test runs a hundred programs; another seed and number by
//!
//! ```sh
//! NAMES=7,5000 cargo test --test names -- --nocapture
//! ```

mod generator;
mod rustc;

use generator::{Random, known_names, program};
use rustc::compiled;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// How many programs are compiled at once.
const PART: usize = 50;

/// What each crate of programs begins with: it prints the numbers of the programs that are wrong.
const CHECK: &str = r#"#![allow(warnings)]
fn check(number: usize, f: fn(&[f64]) -> f64, g: fn(&[f64]) -> (f64, Vec<f64>)) {
    let x = [0.7, 1.3, 0.4, 2.1, 0.9, 1.6];
    let (y, dx) = g(&x);
    let mut right = y.to_bits() == f(&x).to_bits();
    for i in 0..x.len() {
        let at = |d: f64| { let mut x = x; x[i] += d; f(&x) };
        let want = (at(1e-6) - at(-1e-6)) / 2e-6;
        right &= (dx[i] - want).abs() <= 1e-4 * (1.0 + want.abs());
    }
    if !right { eprintln!("wrong: {number}"); }
}
"#;

/// The errors that rustc reports: in which lines of a source they are, and what they say.
fn reported(errors: &str, source: &Path) -> Vec<(usize, String)> {
    let name = source
        .file_name()
        .and_then(|name| name.to_str())
        .expect("a source has a name");
    let after = |text: &str, key: &str| text.split_once(key).map(|(_, rest)| rest.to_string());
    let mut found = Vec::new();
    for error in errors.lines().filter_map(|line| after(line, "\"message\":\"")) {
        let Some((message, rest)) = error.split_once("\",\"code\":") else {
            continue;
        };
        let own = rest.split("\"children\":").next().unwrap_or_default();
        if !own.contains("\"level\":\"error\"") {
            continue;
        }
        for span in own.split("{\"file_name\":").skip(1) {
            let here = span.split(',').next().is_some_and(|file| file.contains(name));
            let line = after(span, "\"line_start\":").and_then(|rest| {
                rest.split(|c: char| !c.is_ascii_digit())
                    .next()
                    .and_then(|digits| digits.parse().ok())
            });
            if let (true, true, Some(line)) = (here, span.contains("\"is_primary\":true"), line) {
                found.push((line, message.to_string()));
            }
        }
    }
    found
}

/// The numbers of the programs that are wrong, and how many are rejected.
fn wrong(programs: &[String], seed: u64) -> (Vec<usize>, usize) {
    let folder = std::env::temp_dir().join(format!("pullback_names_{}_{seed}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the programs");
    let (source, output) = (folder.join(format!("programs_{seed}.rs")), folder.join("programs"));
    let mut rejected = BTreeSet::new();
    loop {
        let mut text = String::from(CHECK);
        let mut starts = Vec::new();
        for (number, program) in programs
            .iter()
            .enumerate()
            .filter(|(number, _)| !rejected.contains(number))
        {
            starts.push((text.lines().count() + 1, number));
            text += program;
        }
        let calls = starts.iter().map(|(_, number)| {
            format!("std::panic::catch_unwind(|| check({number}, program_{number}::f, |x| program_{number}::f::value_and_grad(x)));\n")
        });
        text += &format!("fn main() {{\n{}}}\n", calls.collect::<String>());
        std::fs::write(&source, text).expect("the programs are written");
        let (passed, errors) = compiled(&source, &output, "json");
        if passed {
            break;
        }
        let before = rejected.len();
        for (line, _) in reported(&errors, &source) {
            rejected.extend(
                starts
                    .iter()
                    .rev()
                    .find(|(start, _)| *start <= line)
                    .map(|(_, number)| *number),
            );
        }
        assert!(rejected.len() > before, "an error of no program's:\n{errors}");
    }
    let run = Command::new(&output).output().expect("the programs run");
    let told = String::from_utf8_lossy(&run.stderr).into_owned();
    let found = told
        .lines()
        .filter_map(|line| line.strip_prefix("wrong: ")?.parse().ok())
        .collect();
    std::fs::remove_dir_all(&folder).expect("the folder is there");
    (found, rejected.len())
}

#[test]
fn a_method_of_any_known_name_is_right_or_rejected() {
    let asked = std::env::var("NAMES").unwrap_or_default();
    let mut asked = asked.split(',').map(|number| number.parse::<u64>().ok());
    let seed = asked.next().flatten().unwrap_or(1);
    let count = asked.next().flatten().unwrap_or(100) as usize;
    let names = known_names();
    let mut random = Random(seed);
    let programs: Vec<String> = (0..count)
        .map(|number| program(number, random.of(&names).clone().as_str(), &mut random))
        .collect();
    let mut failures = Vec::new();
    let mut rejected = 0;
    let parts: Vec<_> = programs.chunks(PART).enumerate().collect();
    let threads = std::thread::available_parallelism().map_or(1, |count| count.get());
    for parts in parts.chunks(threads) {
        std::thread::scope(|scope| {
            let each = parts.iter().map(|(part, programs)| {
                let number = seed * 1000 + *part as u64;
                (programs, scope.spawn(move || wrong(programs, number)))
            });
            for (programs, wrong) in each.collect::<Vec<_>>() {
                let (found, refused) = wrong.join().expect("the programs are compiled");
                rejected += refused;
                failures.extend(found.into_iter().map(|number| programs[number].clone()));
            }
        });
    }
    println!("{count} programs, {rejected} rejected, {} wrong", failures.len());
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The sources in `rejected` say in comments, `//~ message`, in which lines rustc reports what.
#[test]
fn what_a_name_is_taken_for_is_proved() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/names/rejected"));
    for entry in std::fs::read_dir(folder).expect("the sources") {
        let source = entry.expect("an entry").path();
        let text = std::fs::read_to_string(&source).expect("a source");
        let expected = text
            .lines()
            .enumerate()
            .filter_map(|(line, text)| Some((line + 1, text.split_once("//~ ")?.1.to_string())));
        let output = std::env::temp_dir().join(format!("pullback_rejected_{}", std::process::id()));
        let (passed, errors) = compiled(&source, &output, "json");
        let mut found = reported(&errors, &source);
        found.sort();
        assert!(!passed, "{} is accepted", source.display());
        assert_eq!(found, expected.collect::<Vec<_>>(), "{}", source.display());
    }
}
