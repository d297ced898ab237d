//! Snapshots of the passes: the printed IR and the expansion of a few functions.

use crate::attributes::Options;
use crate::diagnostics::Diagnostics;
use crate::pipeline;

/// The formatted expansion of an attributed function.
pub fn expansion(arguments: &str, source: &str) -> String {
    let tokens = pipeline::expand(arguments.parse().unwrap(), source.parse().unwrap());
    match syn::parse2::<syn::File>(tokens.clone()) {
        Ok(file) => prettyplease::unparse(&file),
        Err(error) => panic!("the expansion does not parse: {error}\n{tokens}"),
    }
}

/// The printed IR after each pass, and the plan's reasons.
pub fn passes(source: &str) -> String {
    let item: syn::ItemFn = syn::parse_str(source).unwrap();
    let diagnostics = Diagnostics::new();
    let compiled = pipeline::compile(&item, &Options::default(), &diagnostics);
    assert!(diagnostics.finish().is_none(), "{source} is rejected");
    let mut text = String::new();
    for (pass, ir) in &compiled.trace {
        text.push_str(&format!("--- {pass} ---\n{ir}"));
    }
    text.push_str(&format!(
        "--- reasons ---\n{}",
        crate::plan::describe(&compiled.function, &compiled.plan)
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
