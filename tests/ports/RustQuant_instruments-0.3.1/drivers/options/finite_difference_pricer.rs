//! The finite differences of an option against differences of them: what they are made of is private.
use super::*;
use pullback::{check_grad, differentiable};

/// A test for each: at each list of numbers the derivatives by all of them.
macro_rules! numbers {
    ($($name:ident: |$p:ident| $value:expr, at [$($at:expr),*];)*) => {$(
        #[test]
        fn $name() {
            #[differentiable]
            fn value($p: &[f64]) -> f64 {
                $value
            }
            for at in [$($at),*] {
                check_grad!(value(&at)).unwrap_or_else(|error| panic!("{at:?}: {error:?}"));
            }
        }
    )*};
}

use time::Month;

#[differentiable]
fn pricer(p: &[f64], #[no_diff] type_flag: TypeFlag, #[no_diff] american: bool) -> FiniteDifferencePricer {
    FiniteDifferencePricer::new(
        p[0],
        p[1],
        p[2],
        p[3],
        Some(Date::from_calendar_date(2024, Month::January, 1).unwrap()),
        Date::from_calendar_date(2024, Month::October, 3).unwrap(),
        40,
        20,
        type_flag,
        if american {
            ExerciseFlag::American { start: Date::MIN, end: Date::MAX }
        } else {
            ExerciseFlag::European { expiry: Date::from_calendar_date(2024, Month::October, 3).unwrap() }
        },
    )
}

const MARKET: [f64; 4] = [10.3, 9.8, 0.05, 0.25];

numbers! {
    parts: |p| {
        let of = pricer(p, TypeFlag::Put, false);
        let (t, delta_t, delta_x, x_min) = of.grid();
        let (x, y) = of.coefficients(delta_t, delta_x);
        of.payoff(p[0] - 1.1) + of.call_boundary(t, 0.3) + of.put_boundary(t, x_min) + x * y
    }, at [MARKET];
    multiplied: |p| {
        let of = pricer(p, TypeFlag::Put, false);
        let v = of.tridiagonal_matrix_multiply_vector(p[2], p[3], p[0], of.initial_condition(p[0].ln() - 1.0, 0.07));
        of.return_price(v)
    }, at [MARKET];
    inverted: |p| {
        let of = pricer(p, TypeFlag::Put, false);
        let inverse = of.invert_tridiagonal_matrix(p[2], 1.0 + p[3], p[2] * p[3]);
        of.return_price(of.general_matrix_multiply_vector(&inverse, of.initial_condition(p[0].ln() - 1.0, 0.07)))
    }, at [MARKET];
    exercised: |p| {
        let of = pricer(p, TypeFlag::Put, true);
        let v = of.initial_condition(p[0].ln() - 0.9, 0.08);
        of.return_price(of.american_time_stop_step(v, 0.3, p[0].ln() - 1.0, 0.07))
    }, at [MARKET];
    explicit: |p| pricer(p, TypeFlag::Put, false).explicit() + pricer(p, TypeFlag::Call, true).explicit(), at [MARKET];
    implicit: |p| pricer(p, TypeFlag::Put, false).implicit() + pricer(p, TypeFlag::Call, true).implicit(), at [MARKET];
    crank_nicolson: |p| pricer(p, TypeFlag::Put, true).crank_nicolson() + pricer(p, TypeFlag::Call, false).crank_nicolson(), at [MARKET];
}
