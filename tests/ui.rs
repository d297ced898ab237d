//! What the compiler says about functions it cannot differentiate, word for word; and what it lets pass.
//!
//! After a change of a message: `TRYBUILD=overwrite cargo test --test ui`, and read the difference.

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

/// Where one is still named. What is mended leaves this list, and nothing is added to it.
const LEFT: [&str; 18] = [
    "another_method: ::forward::",
    "another_method: AnotherOne",
    "array_methods: ::forward::",
    "errors_looked_into: payload_",
    "iterator_taken_for_a_value: _differentiable",
    "kept_by_methods: _differentiable",
    "method_named_like_a_scalar_function: FloatFirst",
    "method_named_like_a_scalar_function: _differentiable",
    "objects: _differentiable",
    "operators: MulAdjoint",
    "own_rules: ::forward::",
    "reference_taken_for_a_value: _differentiable",
    "second_order: ::forward::",
    "second_order: Once::",
    "traits: _differentiable",
    "unmarked_condition: _differentiable",
    "unmarked_impl: _differentiable",
    "unmarked_methods: _differentiable",
];

#[test]
fn messages() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/ui/*.rs");
    cases.pass("tests/ui/pass/*.rs");
}

#[test]
fn no_further_message_names_what_is_generated() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui");
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
        let said: String = text
            .lines()
            .filter(|line| !line.trim_start().starts_with("-->"))
            .collect();
        let found = GENERATED.iter().filter(|generated| said.contains(**generated));
        naming.extend(found.map(|generated| format!("{name}: {generated}")));
    }
    naming.sort();
    assert_eq!(naming, LEFT);
}
