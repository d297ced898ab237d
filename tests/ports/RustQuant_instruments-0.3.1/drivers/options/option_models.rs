//! The formulas behind the models of options against differences: they are private.
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

/// Price, strike, time, rate, cost of carry and volatility.
const MARKET: [f64; 6] = [103.0, 98.0, 0.8, 0.05, 0.03, 0.25];

macro_rules! black_scholes {
    ($($name:ident)*) => {
        mod black_scholes {
            use super::*;
            numbers! {
                d1: |p| bsm::d1(p[0], p[1], p[2], p[4], p[5]), at [MARKET];
                d2: |p| bsm::d2(p[0], p[1], p[2], p[4], p[5]), at [MARKET];
                $($name: |p| bsm::$name(p[0], p[1], p[2], p[3], p[4], p[5]), at [MARKET];)*
            }
        }
    };
}

black_scholes! {
    call_price put_price call_delta put_delta call_gamma put_gamma call_theta put_theta call_vega put_vega call_rho put_rho
    call_vanna call_charm put_charm call_lambda put_lambda call_zomma put_zomma call_speed put_speed
    call_color put_color call_vomma put_vomma call_ultima put_ultima
}

mod costs_of_carry {
    use super::*;
    numbers! {
        merton: |p| p[0] * Merton73::new(p[0], p[1], p[2], p[3]).b(), at [[1.3, 0.05, 0.02, 0.25]];
        garman_kohlhagen: |p| p[0] * GarmanKohlhagen83::new(p[0], p[1], p[2], p[3]).b(), at [[1.3, 0.05, 0.02, 0.25]];
    }
}

macro_rules! of_heston {
    ($($name:ident)*) => {
        mod of_heston {
            use super::*;
            numbers! {
                $($name: |p| heston::$name(p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8], p[9]),
                    at [[1.03, 0.09, 0.98, 0.5, 0.03, 0.02, -0.7, 2.0, 0.05, 0.5]];)*
            }
        }
    };
}

of_heston! { call_price put_price call_delta put_delta call_gamma put_gamma call_rho put_rho }

mod of_bachelier {
    use super::*;
    numbers! {
        call_price: |p| bachelier::call_price(p[0], p[1], p[2], p[3], p[4]), at [[1.03, 0.98, 0.8, 0.05, 0.25]];
        put_price: |p| bachelier::put_price(p[0], p[1], p[2], p[3], p[4]), at [[1.03, 0.98, 0.8, 0.05, 0.25]];
        atm_price: |p| bachelier::atm_price(p[0], p[1]), at [[0.8, 0.25]];
        atm_vol: |p| bachelier::atm_vol(p[0], p[1]), at [[0.8, 0.25]];
        call_iv: |p| bachelier::call_iv(p[0], p[1], p[2], p[3]), at [[0.12, 1.03, 0.98, 0.8]];
        call_delta: |p| bachelier::call_delta(p[0], p[1], p[2], p[3]), at [[1.03, 0.98, 0.8, 0.25]];
        put_delta: |p| bachelier::put_delta(p[0], p[1], p[2], p[3]), at [[1.03, 0.98, 0.8, 0.25]];
        call_gamma: |p| bachelier::call_gamma(p[0], p[1], p[2], p[3]), at [[1.03, 0.98, 0.8, 0.25]];
        put_gamma: |p| bachelier::put_gamma(p[0], p[1], p[2], p[3]), at [[1.03, 0.98, 0.8, 0.25]];
        call_vega: |p| bachelier::call_vega(p[0], p[1], p[2], p[3]), at [[1.03, 0.98, 0.8, 0.25]];
        put_vega: |p| bachelier::put_vega(p[0], p[1], p[2], p[3]), at [[1.03, 0.98, 0.8, 0.25]];
        call_theta: |p| bachelier::call_theta(p[0], p[1], p[2], p[3]), at [[1.03, 0.98, 0.8, 0.25]];
        put_theta: |p| bachelier::put_theta(p[0], p[1], p[2], p[3]), at [[1.03, 0.98, 0.8, 0.25]];
    }
}
