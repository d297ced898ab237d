//! What positions and portfolios are worth against differences.
use RustQuant_instruments::currency::{EUR, USD};
use RustQuant_instruments::fx::currency::Currency;
use RustQuant_portfolios::*;
use pullback::{check_grad, differentiable};
use std::collections::HashMap;

/// The prices at which three positions were bought, and those of now.
const PRICES: [f64; 6] = [1.3, 0.7, 2.9, 1.7, 0.4, 3.1];

#[differentiable]
fn portfolio(p: &[f64]) -> Portfolio<Currency> {
    let mut positions = HashMap::new();
    positions.insert("first".to_string(), Position::new(USD, 3, p[0], p[3], Some(USD)));
    positions.insert("second".to_string(), Position::new(EUR, 7, p[1], p[4], Some(USD)));
    positions.insert("third".to_string(), Position::new(USD, 2, p[2], p[5], None));
    Portfolio::new(positions)
}

macro_rules! worth {
    ($($name:ident: |$p:ident| $value:expr;)*) => {$(
        #[test]
        fn $name() {
            #[differentiable]
            fn value($p: &[f64]) -> f64 {
                $value
            }
            check_grad!(value(&PRICES)).unwrap();
        }
    )*};
}

worth! {
    value_of_a_position: |p| p[1] * Position::new(USD, 3, p[0], p[3], None).value();
    profit_of_a_position: |p| p[1] * Position::new(USD, 3, p[0], p[3], None).profit();
    value: |p| p[1] * portfolio(p).value();
    cost: |p| p[1] * portfolio(p).cost();
    profit: |p| p[1] * portfolio(p).profit();
}
