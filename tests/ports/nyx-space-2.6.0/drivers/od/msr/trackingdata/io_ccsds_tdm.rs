//! Units of ranges: private to the module.
use super::*;
use pullback::{check_grad, differentiable};

#[differentiable]
fn converted(value: f64, #[no_diff] units: &str, divider: f64) -> f64 {
    convert_range_units(value, units, divider).unwrap()
}

#[test]
fn convert_range_units_to_km() {
    for units in ["km", "s", "m", "ms", "us", "ns"] {
        check_grad!(converted(2.3, units, 1.7)).unwrap();
    }
}
