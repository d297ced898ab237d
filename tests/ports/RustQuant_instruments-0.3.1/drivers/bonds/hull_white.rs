//! The price of a bond and its two factors against differences: the fields are private.
use super::*;
use pullback::{check_grad, differentiable};

/// The level that the rate is pulled to.
fn level(t: f64) -> f64 {
    0.03 + 0.01 * t.sin()
}

#[differentiable]
fn bond(p: &[f64], #[no_diff] dates: [Date; 2]) -> HullWhite {
    HullWhite {
        a: p[0],
        theta_t: level,
        sigma: p[1],
        r_t: p[2],
        evaluation_date: Some(dates[0]),
        expiration_date: dates[1],
    }
}

macro_rules! of_a_bond {
    ($($name:ident $method:ident;)*) => {$(
        #[test]
        fn $name() {
            #[differentiable]
            fn $name(p: &[f64], #[no_diff] dates: [Date; 2]) -> f64 {
                bond(p, dates).$method()
            }
            let date = |year| Date::from_calendar_date(year, ::time::Month::March, 3).unwrap();
            check_grad!($name(&[0.6, 0.2, 0.04], [date(2024), date(2027)])).unwrap();
        }
    )*};
}

of_a_bond! {
    price price;
    of_the_levels A;
    of_the_rate B;
}
