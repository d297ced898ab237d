//! Payoffs, exchanges, and prices and sensitivities by Black, Scholes and Merton against differences.
use RustQuant_instruments::*;
use pullback::{check_grad, differentiable};
use time::{Date, Month};

fn date(month: Month, day: u8) -> Date {
    Date::from_calendar_date(2024, month, day).unwrap()
}

fn contracts() -> Vec<OptionContract> {
    let mut contracts = Vec::new();
    for strike_flag in [StrikeFlag::Fixed, StrikeFlag::Floating] {
        for type_flag in [TypeFlag::Call, TypeFlag::Put] {
            contracts.push(OptionContract {
                type_flag,
                exercise_flag: ExerciseFlag::European { expiry: date(Month::October, 3) },
                strike_flag: Some(strike_flag),
                settlement_flag: None,
            });
        }
    }
    contracts
}

macro_rules! payoffs {
    ($($name:ident: |$p:ident, $contract:ident| $value:expr, at [$($at:expr),*];)*) => {$(
        #[test]
        fn $name() {
            #[differentiable]
            fn value($p: &[f64], #[no_diff] $contract: &OptionContract) -> f64 {
                $value
            }
            for contract in contracts() {
                for at in [$($at),*] {
                    check_grad!(value(&at, &contract)).unwrap_or_else(|error| panic!("{at:?}, {contract:?}: {error:?}"));
                }
            }
        }
    )*};
}

payoffs! {
    asian: |p, contract| {
        let discrete = AsianOption::new(contract.clone(), AveragingMethod::ArithmeticDiscrete, Some(p[0]));
        let geometric = AsianOption::new(contract.clone(), AveragingMethod::GeometricDiscrete, Some(p[0]));
        discrete.payoff(p[1..].to_vec()) + 0.7 * geometric.payoff(p[1..].to_vec())
    }, at [[1.2, 1.0, 1.7, 0.8, 1.9], [0.7, 1.0, 1.7, 0.8, 1.1]];
    barrier: |p, contract| {
        let mut sum = 0.0;
        for (barrier_type, weight) in [
            (BarrierType::UpAndOut, 0.3),
            (BarrierType::DownAndOut, 0.5),
            (BarrierType::UpAndIn, 0.7),
            (BarrierType::DownAndIn, 1.1),
        ] {
            let option = BarrierOption { contract: contract.clone(), barrier_type, barrier: p[0], strike: p[1], rebate: None };
            sum += weight * option.payoff(p[2..].to_vec());
        }
        sum
    }, at [[1.5, 1.2, 1.0, 1.7, 0.8, 1.9], [2.1, 1.2, 1.0, 1.7, 0.8, 0.9], [0.6, 1.2, 1.0, 1.7, 0.8, 0.9]];
    binary: |p, contract| {
        let cash = BinaryOption { contract: contract.clone(), strike: p[0], binary_type: BinaryType::CashOrNothing };
        let asset = BinaryOption { contract: contract.clone(), strike: p[0], binary_type: BinaryType::AssetOrNothing };
        cash.payoff(p[1]) + 0.7 * asset.payoff(p[1])
    }, at [[1.2, 1.5], [1.2, 0.7]];
    log_moneyness: |p, contract| LogMoneynessContract { contract: contract.clone(), strike: p[0] }.payoff(p[1]), at [[1.2, 1.5]];
    log_underlying: |p, contract| LogUnderlyingContract { contract: contract.clone(), strike: p[0] }.payoff(p[1]), at [[1.2, 1.5]];
    log_option: |p, contract| LogOption { contract: contract.clone(), strike: p[0] }.payoff(p[1]), at [[1.2, 1.5], [1.2, 0.7]];
    lookback: |p, contract| LookbackOption { contract: contract.clone(), strike: Some(p[0]) }.payoff(p[1..].to_vec()),
        at [[1.2, 1.0, 1.7, 0.8, 1.1], [0.7, 1.0, 1.7, 0.8, 1.1]];
    power_contract: |p, _contract| PowerContract::new(p[0], p[1]).payoff(p[2]), at [[1.2, 2.3, 0.7]];
    power: |p, contract| PowerOption::new(contract.clone(), p[0], p[1]).payoff(p[2]), at [[1.2, 2.3, 0.7], [1.2, 2.3, 1.7]];
    capped_power: |p, contract| CappedPowerOption::new(contract.clone(), p[0], p[1], p[3]).payoff(p[2]),
        at [[1.2, 2.3, 0.7, 5.0], [1.2, 2.3, 1.7, 5.0], [1.2, 2.3, 1.7, 0.4]];
    powered: |p, contract| PoweredOption::new(contract.clone(), p[0], p[1]).payoff(p[2]), at [[1.2, 2.3, 0.7], [1.2, 2.3, 1.7]];
    supershare: |p, contract| SupershareOption { contract: contract.clone(), strike_1: p[0], strike_2: p[1] }.payoff(p[2]),
        at [[1.2, 2.3, 1.7], [1.2, 2.3, 2.7]];
    vanilla: |p, contract| EuropeanVanillaOption::new(p[0], contract.exercise_flag.expiry(), contract.type_flag).payoff(p[1]),
        at [[1.2, 1.7], [1.2, 0.7]];
    exchanged: |p, _contract| ExchangeRate::new(currency::USD, currency::EUR, p[0]).convert(Money::new(currency::USD, p[1])).amount,
        at [[1.2, 3.7]];
}

macro_rules! sensitivities {
    ($($name:ident)*) => {$(
        mod $name {
            use super::*;
            #[differentiable]
            fn value(p: &[f64], #[no_diff] dates: [Date; 2], #[no_diff] flag: TypeFlag) -> f64 {
                BlackScholesMerton::new(p[0], p[1], p[2], p[3], p[4], Some(dates[0]), dates[1], flag).$name()
            }
            #[test]
            fn agrees_with_differences() {
                let dates = [date(Month::January, 1), date(Month::October, 3)];
                for flag in [TypeFlag::Call, TypeFlag::Put] {
                    check_grad!(value(&[0.03, 10.3, 9.8, 0.25, 0.05], dates, flag)).unwrap();
                }
            }
        }
    )*};
}

sensitivities! {
    price delta vanna charm lambda gamma gamma_percent zomma zomma_percent speed colour vega vomma ultima vega_bleed theta rho phi zeta
    strike_delta strike_gamma
}

#[test]
fn implied_volatility_of_a_model() {
    #[differentiable]
    fn value(p: &[f64], #[no_diff] dates: [Date; 2], price: f64) -> f64 {
        BlackScholesMerton::new(p[0], p[1], p[2], p[3], p[4], Some(dates[0]), dates[1], TypeFlag::Call).implied_volatility(price)
    }
    check_grad!(value(&[0.03, 10.3, 9.8, 0.25, 0.05], [date(Month::January, 1), date(Month::October, 3)], 1.4)).unwrap();
}
