//! What the compiler says about functions it cannot differentiate, word for word; and what it lets pass.
//!
//! After a change of a message: `TRYBUILD=overwrite cargo test --test ui`, and read the difference.

#[path = "names/rustc.rs"]
mod rustc;

use rustc::compiled;
use std::path::Path;

/// What the user has not written: parts of the names that the macro makes, and traits behind them.
const GENERATED: [&str; 9] = [
    "_differentiable",
    "AnotherOne",
    "MethodOfSlices",
    "FloatFirst",
    "payload_",
    "Calls<",
    "Once::",
    "::forward::",
    "MulAdjoint",
];

/// Where one is still named, and why.
const LEFT: [(&str, &str); 15] = [
    ("another_method: ::forward::", TWO_METHODS),
    ("another_method: AnotherOne", TWO_METHODS),
    (
        "array_methods: ::forward::",
        "rustc shows what is handed to the user's method in place of an array",
    ),
    ("errors_looked_into: payload_", BOUND),
    ("iterator_taken_for_a_value: _differentiable", BOUND),
    (
        "method_named_like_a_scalar_function: FloatFirst",
        "a float's method comes first where the receiver's type is unknown",
    ),
    ("objects: _differentiable", BOUND),
    ("operators: MulAdjoint", "rustc names the trait whose message is shown"),
    (
        "own_rules: ::forward::",
        "rustc names the trait whose message is shown, which has the rule's shape",
    ),
    ("reference_taken_for_a_value: _differentiable", BOUND),
    ("second_order: ::forward::", BOUND),
    ("second_order: Once::", BOUND),
    (
        "traits: _differentiable",
        "what is no member of a trait without the attribute has a name",
    ),
    ("typing_errors_of_each_order: ::forward::", PROPOSED),
    ("typing_errors_of_each_order: AnotherOne", PROPOSED),
];

/// Of a method that there is not rustc proposes each trait that has one of the name, and the proof of names has.
const PROPOSED: &str = "rustc proposes traits that have a method of the name";

/// Both candidates of one call: the other one stands for the method that is meant.
const TWO_METHODS: &str = "rustc lists the methods that it cannot choose between";

/// The message is that of a trait in a bound.
const BOUND: &str = "rustc shows where the bound stands";

#[test]
fn messages() {
    let cases = trybuild::TestCases::new();
    // With programs that pass beside them, each would be built on its own, one after the other.
    cases.compile_fail("tests/ui/*.rs");
}

/// The programs of a folder, and what rustc says of each.
fn programs(folder: &str) -> Vec<(std::path::PathBuf, (bool, String))> {
    let sources = std::fs::read_dir(Path::new("tests/ui").join(folder)).unwrap();
    let compile = |source: std::path::PathBuf| {
        let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(source.file_stem().unwrap());
        (program.clone(), compiled(&source, &program, "human"))
    };
    sources.map(|source| compile(source.unwrap().path())).collect()
}

#[test]
fn what_passes_has_the_right_derivatives() {
    for (program, (passed, said)) in programs("pass") {
        assert!(passed, "{said}");
        assert!(std::process::Command::new(program).status().unwrap().success());
    }
}

/// The errors that rustc finds when it instantiates functions, which a check does not do, and where it shows them.
fn found_when_instantiated(program: &str) -> Vec<String> {
    let source = Path::new("tests/ui/instantiated").join(program);
    let (passed, said) = compiled(&source, &Path::new(env!("CARGO_TARGET_TMPDIR")).join(program), "human");
    assert!(!passed);
    let ours = |line: &&str| line.starts_with("error[") || line.trim_start().starts_with("--> tests/");
    let lines = said.lines().filter(ours);
    lines.map(|line| line.trim_start().to_string()).collect()
}

#[test]
fn an_impl_that_is_not_marked_is_said_where_its_derivatives_are_asked_for() {
    let message = "error[E0080]: evaluation panicked: this type's impl of the trait is not marked `#[differentiable]`";
    let place = "--> tests/ui/instantiated/unmarked_impl.rs:9:1";
    assert_eq!(
        found_when_instantiated("unmarked_impl.rs"),
        [message, place, message, place]
    );
}

#[test]
fn a_jacobian_that_is_asked_for_of_an_alias_is_an_error_where_it_is_called() {
    let said = found_when_instantiated("jacobian_of_an_alias.rs");
    let message = "error[E0080]: evaluation panicked: the result of this function is not seen to be a list of numbers: \
                   write its type out, `[f64; N]`, a tuple of `f64`, `Vec<f64>` or `Array1<f64>`";
    assert_eq!(said[0], message);
}

#[test]
fn no_further_message_names_what_is_generated() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui");
    let mut naming = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "stderr") {
            continue;
        }
        let (name, text) = (
            path.file_stem().unwrap().to_str().unwrap(),
            std::fs::read_to_string(&path).unwrap(),
        );
        // This one is the sentence: "no method named `norm_marked_differentiable` found".
        let said: String = text
            .lines()
            .filter(|line| !line.trim_start().starts_with("-->"))
            .map(|line| line.replace("_marked_differentiable", ""))
            .collect();
        let found = GENERATED.iter().filter(|generated| said.contains(**generated));
        naming.extend(found.map(|generated| format!("{name}: {generated}")));
    }
    naming.sort();
    assert_eq!(naming, LEFT.map(|(named, _)| named));
}
