//! Snapshots of the passes: the printed IR and the expansion of a few functions, in `tests/expand/`.
//!
//! After a change that is meant: `INSTA_UPDATE=always cargo test -p ad-compiler snapshots`, and read the difference.

use crate::driver::expand;
use crate::function::{compiled, pipeline};
use crate::ir::{Inverse, StmtKind};
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
    let diagnostics = Diagnostics::tracing();
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

/// The same of a function that has a derivative.
pub fn accepted(source: &str) -> compiled::Compiled {
    let (compiled, diagnostics) = compiled(&syn::parse_str(source).unwrap());
    assert!(diagnostics.finish().is_none(), "{source} is rejected");
    compiled
}

/// How many statements of a function's reverse sweep are of a kind.
pub fn count(source: &str, is_one: impl Fn(&StmtKind) -> bool) -> usize {
    let mut found = 0;
    accepted(source)
        .backward
        .block
        .walk(&mut |stmt| found += usize::from(is_one(&stmt.kind)));
    found
}

/// How many statements of a function's reverse sweep put something back.
pub fn undos(source: &str) -> usize {
    count(source, |kind| {
        matches!(
            kind,
            StmtKind::Undo {
                by: Inverse::Store(_),
                ..
            } | StmtKind::CopyRow { back: true, .. }
        )
    })
}

/// The printed IR after each pass, and the plan's reasons.
pub fn passes(source: &str) -> String {
    let name = syn::parse_str::<syn::ItemFn>(source).unwrap().sig.ident.to_string();
    match crate::explain(Default::default(), source.parse().unwrap(), &name) {
        Ok(explained) => explained.passes,
        Err(problems) => panic!("{source} is rejected: {problems:?}"),
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
    closure_over_elements
}
