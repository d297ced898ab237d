//! Files of the crate that no `mod` of its own names, from an older layout: here they are modules, beside what they import by the
//! names that this had. Their functions against differences.
use RustQuant_instruments::{ExerciseFlag, TypeFlag};
use pullback::{check_grad, differentiable};

mod math {
    pub use RustQuant_math::*;
}
mod time {
    pub use RustQuant_time::*;
}
mod instruments {
    pub use RustQuant_instruments::*;
    pub mod options {
        pub use RustQuant_instruments::*;
    }
}

#[path = "../src/backends/bachelier.rs"]
mod bachelier;
#[path = "../src/backends/barrier.rs"]
mod barrier;
#[path = "../src/backends/binary.rs"]
mod binary;
#[path = "../src/backends/binomial.rs"]
mod binomial;
#[path = "../src/bonds/cox_ingersoll_ross.rs"]
mod cox_ingersoll_ross;
#[path = "../src/backends/forward_start.rs"]
mod forward_start;
#[path = "../src/backends/heston.rs"]
mod heston;
#[path = "../src/backends/merton_jump_diffusion.rs"]
mod merton_jump_diffusion;
#[path = "../src/backends/power.rs"]
mod power;
#[path = "../src/bonds/vasicek.rs"]
mod vasicek;

use ::time::{Date, Month};

const FLAGS: [TypeFlag; 2] = [TypeFlag::Call, TypeFlag::Put];

fn dates() -> [Date; 3] {
    [1, 4, 11].map(|month| Date::from_calendar_date(2024, Month::try_from(month).unwrap(), 3).unwrap())
}

macro_rules! prices {
    ($($name:ident: |$p:ident, $dates:ident, $flag:ident| $value:expr, at $at:expr;)*) => {$(
        #[test]
        fn $name() {
            #[differentiable]
            fn price($p: &[f64], #[no_diff] $dates: [Date; 3], #[no_diff] $flag: TypeFlag) -> f64 {
                $value
            }
            for flag in FLAGS {
                check_grad!(price(&$at, dates(), flag)).unwrap();
            }
        }
    )*};
}

prices! {
    of_bachelier: |p, dates, flag| bachelier::Bachelier::new(p[0], p[1], p[2], Some(dates[0]), dates[2], flag).price(), at [1.03, 0.98, 0.25];
    of_bachelier_modified: |p, dates, flag| bachelier::ModifiedBachelier::new(p[0], p[1], p[2], p[3], p[4], Some(dates[0]), dates[2], flag).price(),
        at [1.03, 0.98, 0.25, 0.05, 0.02];
    of_gaps: |p, _dates, _flag| {
        let option = binary::GapOption {
            initial_price: p[0],
            strike_1: p[1],
            strike_2: p[2],
            risk_free_rate: p[3],
            volatility: p[4],
            cost_of_carry: p[5],
            time_to_maturity: p[6],
        };
        let (call, put) = option.price();
        call + 0.7 * put
    }, at [1.03, 0.98, 1.07, 0.05, 0.25, 0.03, 0.7];
    of_cash_or_nothing: |p, _dates, _flag| {
        let option = binary::CashOrNothingOption {
            initial_price: p[0],
            strike_price: p[1],
            payout_value: p[2],
            risk_free_rate: p[3],
            volatility: p[4],
            cost_of_carry: p[5],
            time_to_maturity: p[6],
        };
        let (call, put) = option.price();
        call + 0.7 * put
    }, at [1.03, 0.98, 1.07, 0.05, 0.25, 0.03, 0.7];
    of_forward_starts: |p, dates, _flag| {
        let option = forward_start::ForwardStartOption {
            initial_price: p[0],
            alpha: p[1],
            risk_free_rate: p[2],
            volatility: p[3],
            dividend_rate: p[4],
            valuation_date: Some(dates[0]),
            start: dates[1],
            end: dates[2],
        };
        let (call, put) = option.price();
        call + 0.7 * put
    }, at [1.03, 1.1, 0.05, 0.25, 0.03];
    of_heston: |p, dates, _flag| {
        let (call, put) = heston::heston(p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8], Some(dates[0]), dates[2]);
        call + 0.7 * put
    }, at [1.03, 0.09, 0.98, 0.03, 0.02, -0.7, 0.5, 2.0, 0.05];
    of_jump_diffusions: |p, dates, flag| {
        let option = merton_jump_diffusion::Merton1976 {
            underlying_price: p[0],
            strike_price: p[1],
            risk_free_rate: p[2],
            volatility: p[3],
            lambda: p[4],
            gamma: p[5],
            type_flag: flag,
            evaluation_date: Some(dates[0]),
            expiration_date: dates[2],
        };
        option.price()
    }, at [1.03, 0.98, 0.05, 0.25, 1.3, 0.4];
    of_powers: |p, dates, _flag| power::PowerOption::new(p[0], p[1], p[2], p[3], p[4], p[5], Some(dates[0]), dates[2]).price(),
        at [1.03, 0.98, 1.7, 0.05, 0.03, 0.25];
}

#[test]
fn of_barriers() {
    use barrier::BarrierType::{self, *};
    #[differentiable]
    fn price(p: &[f64], #[no_diff] of: BarrierType) -> f64 {
        let option = barrier::BarrierOption {
            initial_price: p[0],
            strike_price: p[1],
            barrier: p[2],
            time_to_expiry: p[3],
            risk_free_rate: p[4],
            volatility: p[5],
            rebate: p[6],
            dividend_yield: p[7],
        };
        option.price(of)
    }
    for strike in [0.9, 1.2] {
        for of in [CDI, PDI, CDO, PDO] {
            check_grad!(price(&[1.2, strike, 1.05, 0.7, 0.05, 0.25, 0.1, 0.02], of)).unwrap();
        }
        for of in [CUI, PUI, CUO, PUO] {
            check_grad!(price(&[0.95, strike, 1.05, 0.7, 0.05, 0.25, 0.1, 0.02], of)).unwrap();
        }
    }
}
