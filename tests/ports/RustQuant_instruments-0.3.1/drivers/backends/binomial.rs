//! Prices by trees against differences: the fields are private.
use super::*;
use pullback::{check_grad, differentiable};

#[test]
fn prices() {
    #[differentiable]
    fn price(p: &[f64], #[no_diff] what: &str, #[no_diff] exercise: &ExerciseFlag, #[no_diff] flag: TypeFlag) -> f64 {
        let option = BinomialOption {
            initial_price: p[0],
            strike_price: p[1],
            time_to_expiry: p[2],
            risk_free_rate: p[3],
            dividend_yield: p[4],
            volatility: p[5],
        };
        option.price_CoxRossRubinstein(what, exercise.clone(), flag, 7)
    }
    let (start, end) = (time::Date::MIN, time::Date::MAX);
    for exercise in [ExerciseFlag::European { expiry: end }, ExerciseFlag::American { start, end }] {
        for flag in [TypeFlag::Call, TypeFlag::Put] {
            for what in ["p", "d", "g", "t"] {
                check_grad!(price(&[10.3, 9.8, 0.7, 0.05, 0.02, 0.25], what, &exercise, flag)).unwrap();
            }
        }
    }
}
