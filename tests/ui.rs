//! What the compiler says about functions it cannot differentiate, word for word; and what it lets pass.
//!
//! After a change of a message: `TRYBUILD=overwrite cargo test --test ui`, and read the difference.

#[test]
fn messages() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/ui/*.rs");
    cases.pass("tests/ui/pass/*.rs");
}
