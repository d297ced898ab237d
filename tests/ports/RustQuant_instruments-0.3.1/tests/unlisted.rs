//! Files of the crate that no `mod` of its own names, from an older layout: here they are modules, beside what they import by the
//! names that this had. Their functions against differences.
use RustQuant_instruments::{ExerciseFlag, TypeFlag};
use pullback::{Differentiable, check_grad, differentiable};
use std::collections::BTreeMap;

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

/// What is imported and is no longer there: a process whose parameters are numbers, here with a noise that is the same each time.
mod models {
    pub mod geometric_brownian_motion {
        #[derive(Clone, Copy, pullback::Differentiable)]
        pub struct GeometricBrownianMotion {
            mu: f64,
            sigma: f64,
        }

        #[pullback::differentiable]
        impl GeometricBrownianMotion {
            pub fn new(mu: f64, sigma: f64) -> Self {
                GeometricBrownianMotion { mu, sigma }
            }
        }

        #[pullback::differentiable]
        impl crate::stochastics::process::StochasticProcess for GeometricBrownianMotion {
            fn drift(&self, x: f64) -> f64 {
                self.mu * x
            }
            fn diffusion(&self, x: f64) -> f64 {
                self.sigma * x
            }
        }
    }
}
mod stochastics {
    pub mod process {
        #[derive(Clone, pullback::Differentiable)]
        pub struct Trajectories {
            pub paths: Vec<Vec<f64>>,
        }

        const NOISE: [f64; 7] = [0.3, -1.1, 0.8, 0.2, -0.6, 1.7, -0.4];

        #[pullback::differentiable]
        pub trait StochasticProcess {
            fn drift(&self, x: f64) -> f64;
            fn diffusion(&self, x: f64) -> f64;
            fn euler_maruyama(&self, x_0: f64, t_0: f64, t_n: f64, n_steps: usize, m_paths: usize, _parallel: bool) -> Trajectories {
                let dt = (t_n - t_0) / n_steps as f64;
                let mut paths = vec![vec![x_0; n_steps + 1]; m_paths];
                for i in 0..m_paths {
                    for t in 0..n_steps {
                        let x = paths[i][t];
                        paths[i][t + 1] = x + self.drift(x) * dt + self.diffusion(x) * dt.sqrt() * NOISE[(5 * i + t) % NOISE.len()];
                    }
                }
                Trajectories { paths }
            }
        }
    }
}
/// Nor are these: curves, of which a bond reads the discount factors.
mod data {
    pub struct Curve<I> {
        pub nodes: std::collections::BTreeMap<I, f64>,
    }

    pub struct DiscountCurve<I, C> {
        pub curve: Curve<I>,
        pub calendar: C,
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
#[path = "../src/bonds/coupon_bond.rs"]
mod coupon_bond;
#[path = "../src/bonds/cox_ingersoll_ross.rs"]
mod cox_ingersoll_ross;
#[path = "../src/backends/forward_start.rs"]
mod forward_start;
#[path = "../src/backends/heston.rs"]
mod heston;
#[path = "../src/bonds/hull_white.rs"]
mod hull_white;
#[path = "../src/backends/lookback.rs"]
mod lookback;
#[path = "../src/backends/merton_jump_diffusion.rs"]
mod merton_jump_diffusion;
#[path = "../src/backends/power.rs"]
mod power;
#[path = "../src/bonds/vasicek.rs"]
mod vasicek;
#[path = "../src/bonds/zero_coupon_bond.rs"]
mod zero_coupon_bond;

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

fn lookback(p: &[f64], strike_price: Option<f64>, strike_type: lookback::LookbackStrike) -> lookback::LookbackOption {
    lookback::LookbackOption {
        initial_price: p[0],
        risk_free_rate: p[1],
        strike_price,
        volatility: p[2],
        time_to_maturity: p[3],
        dividend_yield: p[4],
        s_min: p[5],
        s_max: p[6],
        strike_type,
    }
}

/// The gradient of a price of a lookback option, and of its strike, against differences.
fn looks_back(
    strike: Option<f64>,
    strike_type: lookback::LookbackStrike,
    price: impl Fn(&lookback::LookbackOption) -> (f64, f64),
    gradient: impl Fn(&lookback::LookbackOption) -> ((f64, f64), lookback::LookbackOptionCotangent),
) {
    let p = [1.03, 0.05, 0.25, 0.7, 0.02, 0.9, 1.2];
    let of = |p: &[f64], strike| lookback(p, strike, strike_type);
    let (value, bar) = gradient(&of(&p, strike));
    assert_eq!(value, price(&of(&p, strike)));
    let weighed = |option: &lookback::LookbackOption| {
        let (call, put) = price(option);
        call + 0.7 * put
    };
    let agrees = |bar: f64, f: &dyn Fn(f64) -> f64| {
        let slope = (f(1e-5) - f(-1e-5)) / 2e-5;
        assert!((bar - slope).abs() < 1e-7 * (1.0 + slope.abs()), "{bar} against {slope}");
    };
    let bars = [
        bar.initial_price,
        bar.risk_free_rate,
        bar.volatility,
        bar.time_to_maturity,
        bar.dividend_yield,
        bar.s_min,
        bar.s_max,
    ];
    for (k, bar) in bars.into_iter().enumerate() {
        agrees(bar, &|h| {
            let mut p = p;
            p[k] += h;
            weighed(&of(&p, strike))
        });
    }
    if let Some(strike) = strike {
        agrees(bar.strike_price.unwrap(), &|h| weighed(&of(&p, Some(strike + h))));
    }
}

#[test]
fn of_lookback_options() {
    use lookback::LookbackStrike::{Fixed, Floating};
    for (strike, strike_type) in [(None, Floating), (Some(0.8), Fixed), (Some(1.05), Fixed), (Some(1.4), Fixed)] {
        looks_back(
            strike,
            strike_type,
            |option| option.price_analytic(),
            |option| {
                let (value, pull) = option.price_analytic_vjp();
                (value, pull((1.0, 0.7)))
            },
        );
        looks_back(
            strike,
            strike_type,
            |option| option.price_simulated(5, 4, false),
            |option| {
                let (value, pull) = option.price_simulated_vjp(5, 4, false);
                (value, pull((1.0, 0.7)))
            },
        );
    }
}

/// A calendar of which a bond asks nothing.
#[derive(Clone, Differentiable)]
struct Weekdays;

impl RustQuant_time::Calendar for Weekdays {
    fn name(&self) -> &'static str {
        "weekdays"
    }
    fn is_holiday(&self, _: Date) -> bool {
        false
    }
    fn country_code(&self) -> RustQuant_iso::ISO_3166 {
        unimplemented!()
    }
    fn market_identifier_code(&self) -> RustQuant_iso::ISO_10383 {
        unimplemented!()
    }
}

/// What the coupons are worth, by what each of them pays.
#[test]
fn of_coupons() {
    use RustQuant_instruments::Instrument;
    let date = |year| Date::from_calendar_date(year, Month::March, 3).unwrap();
    let dates = [date(2025), date(2026), date(2027)];
    let bond = |payments: [f64; 3]| coupon_bond::CouponBond {
        face_value: 100.0,
        schedule: RustQuant_time::Schedule {
            dates: Vec::new(),
            day_count_factors: Vec::new(),
            day_counting_convention: RustQuant_time::DayCountConvention::default(),
            date_rolling_convention: RustQuant_time::DateRollingConvention::Actual,
        },
        calendar: Weekdays,
        evaluation_date: date(2024),
        expiration_date: dates[2],
        currency: None,
        coupon_rate: 0.05,
        coupon_frequency: RustQuant_time::Frequency::Annually,
        settlement_convention: RustQuant_time::DateRollingConvention::Actual,
        discount_curve: data::DiscountCurve {
            curve: data::Curve { nodes: dates.into_iter().zip([0.99, 0.96, 0.91]).collect() },
            calendar: Weekdays,
        },
        coupons: dates.into_iter().zip(payments).collect::<BTreeMap<_, _>>(),
    };
    let payments = [5.0, 5.0, 105.0];
    let (value, bar) = bond(payments).price_value_and_grad();
    assert_eq!(value, bond(payments).price());
    for k in 0..3 {
        let moved = |h| {
            let mut payments = payments;
            payments[k] += h;
            bond(payments).price()
        };
        let slope = (moved(1e-4) - moved(-1e-4)) / 2e-4;
        assert!((bar.coupons[&dates[k]] - slope).abs() < 1e-8);
    }
}
