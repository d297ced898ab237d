//! Implied volatilities and the parts of their computation against differences: most are private.
use super::*;
use pullback::{check_grad, differentiable};

/// A test for each: at each list of numbers the derivatives by all of them.
macro_rules! numbers {
    ($($name:ident: |$p:ident| $value:expr, at [$($at:expr),*];)*) => {$(
        #[test]
        fn $name() {
            #[differentiable(twins(implied_volatility = implied_volatility_derivatives))]
            fn value($p: &[f64]) -> f64 {
                $value
            }
            for at in [$($at),*] {
                check_grad!(value(&at)).unwrap_or_else(|error| panic!("{at:?}: {error:?}"));
            }
        }
    )*};
}

numbers! {
    of_calls: |p| implied_volatility(p[0], p[1], p[2], p[3], p[4], TypeFlag::Call),
        at [[12.0, 103.0, 98.0, 0.8, 0.05], [8.0, 103.0, 121.0, 0.8, 0.05], [1.4, 103.0, 141.0, 0.8, 0.05], [70.0, 103.0, 98.0, 0.8, 0.05]];
    of_puts: |p| implied_volatility(p[0], p[1], p[2], p[3], p[4], TypeFlag::Put),
        at [[7.0, 103.0, 98.0, 0.8, 0.05], [22.0, 103.0, 121.0, 0.8, 0.05]];
    of_an_undiscounted_price: |p| implied_volatility_from_a_transformed_rational_guess_with_limited_iterations(p[0], p[1], p[2], p[3], 1.0),
        at [[12.0, 103.0, 98.0, 0.8]];
    unchecked: |p| unchecked_normalised_implied_volatility_from_a_transformed_rational_guess_with_limited_iterations(p[0], p[1], 1.0, 2),
        at [[0.12, -0.05], [0.02, -0.3], [0.7, -0.3]];
    inverse_upper: |p| inverse_f_upper_map(p[0]), at [[0.3], [0.8]];
    inverse_lower: |p| inverse_f_lower_map(p[0], p[1]), at [[0.7, 0.05], [-0.7, 0.05]];
    householder: |p| householder_factor(p[0], p[1], p[2]), at [[0.3, 0.7, -0.4]];
    small_t_sum: |p| small_t_expansion_sum(p[0], p[1], p[2], p[3]), at [[0.3, 0.7, 0.4, 0.2]];
    asymptotic_sum: |p| asymptotic_expansion_sum(p[0], p[1]), at [[0.3, 0.02]];
    left_control: |p| rational_cubic_control_parameter_to_fit_second_derivative_at_left_side(p[0], p[1], p[2], p[3], p[4], p[5], p[6]),
        at [[0.3, 0.9, 0.2, 1.1, 0.7, 1.4, 0.3]];
    right_control: |p| rational_cubic_control_parameter_to_fit_second_derivative_at_right_side(p[0], p[1], p[2], p[3], p[4], p[5], p[6]),
        at [[0.3, 0.9, 0.2, 1.1, 0.7, 1.4, 0.3]];
    least_control: |p| minimum_rational_cubic_control_parameter(p[0], p[1], p[2], false) + minimum_rational_cubic_control_parameter(p[0], p[1], p[2], true),
        at [[0.7, 2.3, 1.4], [0.7, 2.3, 0.2], [2.3, 0.7, 1.4]];
    interpolated: |p| interpolation(p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7]), at [[0.5, 0.3, 0.9, 0.2, 1.1, 0.7, 1.4, 0.3]];
    convex_left: |p| convex_rational_cubic_control_parameter_to_fit_second_derivative_at_left_side(p[0], p[1], p[2], p[3], p[4], p[5], p[6], true),
        at [[0.3, 0.9, 0.2, 1.1, 0.7, 2.4, 0.3], [0.3, 0.9, 0.2, 1.1, 0.7, 2.4, 30.3]];
    convex_right: |p| convex_rational_cubic_control_parameter_to_fit_second_derivative_at_right_side(p[0], p[1], p[2], p[3], p[4], p[5], p[6], false),
        at [[0.3, 0.9, 0.2, 1.1, 0.7, 2.4, 0.3], [0.3, 0.9, 0.2, 1.1, 0.7, 2.4, 30.3]];
    lower_map: |p| {
        let (f, fp, fpp) = compute_f_lower_map_and_first_two_derivatives(p[0], p[1]);
        0.7 * f + 0.3 * fp + 0.1 * fpp
    }, at [[0.7, 1.3], [-0.4, 0.6]];
    upper_map: |p| {
        let (f, fp, fpp) = compute_f_upper_map_and_first_two_derivatives(p[0], p[1]);
        0.7 * f + 0.3 * fp + 0.1 * fpp
    }, at [[0.7, 1.3], [-0.4, 0.6]];
    by_norm_cdf: |p| normalized_black_call_using_norm_cdf(p[0], p[1]), at [[-0.3, 0.6]];
    by_asymptotic_expansion: |p| asymptotic_expansion_of_normalized_black_call(p[0], p[1]), at [[-11.0, 0.3]];
    by_small_t_expansion: |p| small_t_expansion_of_normalized_black_call(p[0], p[1]), at [[-0.4, 0.1]];
    by_erfcx: |p| normalised_black_call_using_erfcx(p[0], p[1]), at [[-0.7, 0.4]];
    intrinsic: |p| normalised_intrinsic(p[0], p[1]), at [[0.05, 1.0], [0.7, 1.0], [-0.05, -1.0], [-0.7, -1.0], [-0.3, 1.0]];
    black_call: |p| normalised_black_call(p[0], p[1]), at [[0.3, 0.6], [-0.3, 0.6], [-0.1, 0.1], [-0.7, 0.8], [-3.0, 0.25]];
    vega: |p| normalised_vega(p[0], p[1]), at [[-0.3, 0.6]];
}
