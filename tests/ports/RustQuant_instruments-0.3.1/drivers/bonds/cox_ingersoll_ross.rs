//! The price of a bond against differences: the fields are private.
use super::*;
use pullback::{check_grad, differentiable};

#[test]
fn price() {
    #[differentiable]
    fn price(p: &[f64], #[no_diff] dates: [Date; 2]) -> f64 {
        let bond = CoxIngersollRoss {
            a: p[0],
            b: p[1],
            r: p[2],
            sigma: p[3],
            evaluation_date: Some(dates[0]),
            expiration_date: dates[1],
        };
        bond.price()
    }
    let date = |year| Date::from_calendar_date(year, time::Month::March, 3).unwrap();
    check_grad!(price(&[0.4, 0.06, 0.03, 0.2], [date(2024), date(2027)])).unwrap();
}
