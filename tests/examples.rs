//! The small examples run, and find what they look for.

#[path = "../examples/expression.rs"]
mod expression;
#[path = "../examples/nbody.rs"]
mod nbody;

#[test]
fn the_probe_meets_the_planet() {
    nbody::main();
}

#[test]
fn the_formula_fits() {
    expression::main();
}
