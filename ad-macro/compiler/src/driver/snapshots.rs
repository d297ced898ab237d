//! Snapshots of the passes: the printed IR and the expansion of a few functions, in `tests/expand/`.
//!
//! After a change that is meant: `INSTA_UPDATE=always cargo test -p ad-compiler snapshots`, and read the difference.

use crate::driver::expand;
use crate::function::{compiled, pipeline};
use crate::options::attribute::Options;
use crate::syntax::diagnostics::Diagnostics;

/// The formatted expansion of an attributed function.
pub fn expansion(arguments: &str, source: &str) -> String {
    let tokens = expand::expand(arguments.parse().unwrap(), source.parse().unwrap());
    match syn::parse2::<syn::File>(tokens.clone()) {
        Ok(file) => prettyplease::unparse(&file),
        Err(error) => panic!("the expansion does not parse: {error}\n{tokens}"),
    }
}

/// A function on its own through the passes, and what they reported.
pub fn compiled(item: &syn::ItemFn) -> (compiled::Compiled, Diagnostics) {
    let diagnostics = Diagnostics::new();
    let compiled = pipeline::compile(
        item,
        &[],
        crate::analysis::self_calls::Own::Bare,
        true,
        &Options::default(),
        &diagnostics,
    );
    (compiled, diagnostics)
}

/// The printed IR after each pass, and the plan's reasons.
pub fn passes(source: &str) -> String {
    let (compiled, diagnostics) = compiled(&syn::parse_str(source).unwrap());
    if let Some(errors) = diagnostics.finish() {
        panic!("{source} is rejected: {errors}");
    }
    let mut text = String::new();
    let mut before = "";
    for (pass, ir) in &compiled.trace {
        let ir = if ir == before { "as before\n" } else { ir };
        text.push_str(&format!("--- {pass} ---\n{ir}"));
        before = ir;
    }
    text.push_str(&format!(
        "--- reasons ---\n{}",
        crate::plan::spill::describe(&compiled.function, &compiled.plan)
    ));
    text
}

/// Prints the passes and the expansion of the function in the file that `PULLBACK_DUMP` names.
#[test]
fn dump_the_function_that_the_environment_names() {
    if let Ok(path) = std::env::var("PULLBACK_DUMP") {
        let source = std::fs::read_to_string(path).unwrap();
        println!("{}\n{}", passes(&source), expansion("", &source));
    }
}

/// Compares `text` with `tests/expand/{name}.snap`.
pub fn compare(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../../../../tests/expand");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

macro_rules! snapshots {
    ($($name:ident)*) => { $(
        #[test]
        fn $name() {
            let name = stringify!($name);
            let source = include_str!(concat!("../../../../tests/expand/", stringify!($name), ".rs"));
            compare(&format!("{name}.passes"), &passes(source));
            compare(&format!("{name}.expansion"), &expansion("", source));
        }
    )* };
}

snapshots! {
    straight_line
    branch_in_a_loop
    mutable_array
    overwritten_rows
    recursion_over_slices
    early_return
    fused_loop
    checkpointed_loop
}

/// The README shows a function and what becomes of it: both are the present ones.
#[test]
fn the_readme_shows_the_expansion() {
    let readme = include_str!("../../../../README.md");
    let between = |start: &str, end: &str| {
        let from = readme.find(start).expect(start) + start.len();
        &readme[from..from + readme[from..].find(end).expect(end)]
    };
    let function = format!("fn energy({}\n}}", between("#[differentiable]\nfn energy(", "\n}"));
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let expansion = words(&expansion("", &function));
    // The entry points are left out, under a `…`.
    let shown = words(between("/// Derivatives of", "// …"));
    assert!(
        expansion.contains(&shown),
        "the expansion of `energy` in README.md is not what PULLBACK_DUMP prints:\n{shown}\n\n{expansion}"
    );
}
