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
const LEFT: [(&str, &str); 13] = [
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
];

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

/// What rustc finds when it instantiates functions, which a check does not do.
#[test]
fn an_impl_that_is_not_marked_is_said_where_its_derivatives_are_asked_for() {
    let [(_, (passed, said))] = &programs("instantiated")[..] else {
        panic!("one program")
    };
    assert!(!passed);
    let ours = |line: &&str| line.starts_with("error[") || line.trim_start().starts_with("--> tests/");
    let ours: Vec<_> = said.lines().filter(ours).map(str::trim_start).collect();
    let message = "error[E0080]: evaluation panicked: this type's impl of the trait is not marked `#[differentiable]`";
    let place = "--> tests/ui/instantiated/unmarked_impl.rs:9:1";
    assert_eq!(ours, [message, place, message, place]);
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
