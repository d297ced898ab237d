//! What positions and portfolios are worth against differences, by the prices of each position.
use RustQuant_instruments::currency::{EUR, USD};
use RustQuant_instruments::fx::currency::Currency;
use RustQuant_portfolios::*;
use std::collections::HashMap;

/// The prices at which three positions were bought, and those of now.
const PRICES: [f64; 6] = [1.3, 0.7, 2.9, 1.7, 0.4, 3.1];
const NAMES: [&str; 3] = ["first", "second", "third"];

fn portfolio(p: &[f64]) -> Portfolio<Currency> {
    let position = |k: usize| Position::new([USD, EUR, USD][k], [3, 7, 2][k], p[k], p[3 + k], Some(USD));
    Portfolio::new((0..3).map(|k| (NAMES[k].to_string(), position(k))).collect::<HashMap<_, _>>())
}

fn slope(f: impl Fn(&[f64]) -> f64, k: usize) -> f64 {
    let at = |h: f64| {
        let mut p = PRICES;
        p[k] += h;
        f(&p)
    };
    (at(1e-4) - at(-1e-4)) / 2e-4
}

macro_rules! worth {
    ($($name:ident $value_and_grad:ident;)*) => {$(
        mod $name {
            use super::*;

            #[test]
            fn of_a_portfolio() {
                // Each map has an order of its own, and so have the sums.
                let of = portfolio(&PRICES);
                let (value, bar) = of.$value_and_grad();
                assert_eq!(value, of.$name());
                for k in 0..3 {
                    let bar = &bar.positions[NAMES[k]];
                    for (bar, k) in [(bar.purchase_price, k), (bar.current_price, 3 + k)] {
                        let slope = slope(|p| portfolio(p).$name(), k);
                        assert!((bar - slope).abs() < 1e-8, "{bar} against {slope}");
                    }
                }
            }
        }
    )*};
}

worth! {
    value value_value_and_grad;
    cost cost_value_and_grad;
    profit profit_value_and_grad;
}

macro_rules! of_a_position {
    ($($name:ident $value_and_grad:ident;)*) => {$(
        #[test]
        fn $name() {
            let of = |p: &[f64]| portfolio(p).positions["second"].$name();
            let (value, bar) = portfolio(&PRICES).positions["second"].$value_and_grad();
            assert_eq!(value, of(&PRICES));
            for (bar, k) in [(bar.purchase_price, 1), (bar.current_price, 4)] {
                let slope = slope(of, k);
                assert!((bar - slope).abs() < 1e-8, "{bar} against {slope}");
            }
        }
    )*};
}

mod positions {
    use super::*;

    of_a_position! {
        value value_value_and_grad;
        profit profit_value_and_grad;
    }
}

/// The shares are singles, so their slopes are compared with those of the same in doubles.
#[test]
fn position_weights() {
    let at = portfolio(&PRICES);
    let (value, pull) = at.position_weights_vjp();
    assert_eq!(value, at.position_weights());
    let seed = NAMES.iter().zip([1.0, -2.0, 0.5]).map(|(name, weight)| (name.to_string(), weight)).collect();
    let bar = pull(seed);
    let of = |p: &[f64]| {
        let worth: Vec<f64> = NAMES.iter().map(|name| portfolio(p).positions[*name].value()).collect();
        worth.iter().zip([1.0, -2.0, 0.5]).map(|(w, weight)| weight * w).sum::<f64>() / worth.iter().sum::<f64>()
    };
    for k in 0..3 {
        let (bar, slope) = (bar.positions[NAMES[k]].current_price, slope(of, 3 + k));
        assert!((bar - slope).abs() < 1e-6, "{bar} against {slope}");
    }
}
