//! Measures of portfolios against differences: their fields are private.
use super::PortfolioMeasures;
use pullback::{check_grad, differentiable};

macro_rules! ratios {
    ($($name:ident: |$m:ident, $x:ident| $value:expr;)*) => {$(
        #[test]
        fn $name() {
            #[differentiable]
            fn value(p: &[f64], $x: &[f64]) -> f64 {
                let $m = PortfolioMeasures {
                    r_p: p[0],
                    r: p[1],
                    beta_p: p[2],
                    sigma_p: p[3],
                    sigma_down: p[4],
                    var: p[5],
                    r_m: p[6],
                };
                $value
            }
            check_grad!(value(&[0.12, 0.03, 1.3, 0.2, 0.15, 0.4, 0.09], &[0.3, 0.7, 0.4])).unwrap();
        }
    )*};
}

ratios! {
    treynors_ratio: |m, x| x[0] * m.treynors_ratio();
    sharpe_ratio: |m, x| x[0] * m.sharpe_ratio();
    sortino_ratio: |m, x| x[0] * m.sortino_ratio();
    burke_ratio: |m, x| m.burke_ratio(x);
    return_on_var: |m, x| x[0] * m.return_on_var();
    jensens_alpha: |m, x| x[0] * m.jensens_alpha();
}
