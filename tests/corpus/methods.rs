//! The methods of `f32` and `f64`: those with a derivative, as methods and as paths, and those without.

macro_rules! functions {
    ($f:ident) => {
        use pullback::differentiable;

        #[differentiable(jvp)]
        pub fn trigonometric(x: $f) -> $f {
            x.sin() + x.cos() * 2.0 - x.tan() / 3.0
        }

        #[differentiable(jvp)]
        pub fn inverse_trigonometric(x: $f) -> $f {
            x.asin() + x.acos() * x.atan()
        }

        #[differentiable(jvp)]
        pub fn hyperbolic(x: $f) -> $f {
            x.sinh() + x.cosh() * x.tanh()
        }

        #[differentiable(jvp)]
        pub fn inverse_hyperbolic(x: $f) -> $f {
            x.asinh() * (x + 2.0).acosh() + (x / 2.0).atanh()
        }

        #[differentiable(jvp)]
        pub fn exponential(x: $f) -> $f {
            x.exp() + x.exp2() * x.exp_m1()
        }

        #[differentiable(jvp)]
        pub fn logarithmic(x: $f) -> $f {
            x.ln() * x.log2() + x.log10() - x.ln_1p()
        }

        #[differentiable(jvp)]
        pub fn logarithm_to_a_base(x: $f, base: $f) -> $f {
            x.log(base)
        }

        #[differentiable(jvp)]
        pub fn roots(x: $f) -> $f {
            x.sqrt() * x.cbrt() + x.recip()
        }

        #[differentiable(jvp)]
        pub fn cube_root_of_a_negative(x: $f) -> $f {
            x.cbrt()
        }

        #[differentiable(jvp)]
        pub fn integer_powers(x: $f) -> $f {
            x.powi(3) + x.powi(-2) - x.powi(1) * x.powi(0)
        }

        #[differentiable(jvp)]
        pub fn integer_power_of(x: $f, n: i32) -> $f {
            x.powi(n) + x.powi(n - 1)
        }

        #[differentiable(jvp)]
        pub fn real_power(x: $f, y: $f) -> $f {
            x.powf(y) + x.powf(0.5) + (2.0 as $f).powf(y)
        }

        #[differentiable(jvp)]
        pub fn absolute(x: $f, y: $f) -> $f {
            x.abs() * y + (x * y).abs()
        }

        #[differentiable(jvp)]
        pub fn signs(x: $f, y: $f) -> $f {
            x.signum() * y + x.copysign(y) * y.copysign(x)
        }

        #[differentiable(jvp)]
        pub fn extremes(x: $f, y: $f) -> $f {
            x.max(y) * 2.0 + x.min(y) * y.max(0.25)
        }

        #[differentiable(jvp)]
        pub fn clamped(x: $f, low: $f, high: $f) -> $f {
            x.clamp(low, high) * x + x.clamp(-1.0, 1.0)
        }

        #[differentiable(jvp)]
        pub fn midpoint(x: $f, y: $f) -> $f {
            x.midpoint(y) * x
        }

        #[differentiable(jvp)]
        pub fn polar(x: $f, y: $f) -> $f {
            x.hypot(y) * y.atan2(x)
        }

        #[differentiable(jvp)]
        pub fn fused(x: $f, y: $f, z: $f) -> $f {
            x.mul_add(y, z) * z.mul_add(2.0, x)
        }

        #[differentiable(jvp)]
        pub fn angles(x: $f) -> $f {
            x.to_degrees() * 0.01 + x.to_radians() * x
        }

        #[differentiable(jvp)]
        pub fn euclidean(x: $f, y: $f) -> $f {
            x.rem_euclid(y) * x + x.div_euclid(y) * y
        }

        #[differentiable(jvp)]
        pub fn sine_and_cosine(x: $f) -> $f {
            let (s, c) = x.sin_cos();
            s * c + s
        }

        #[differentiable(jvp)]
        pub fn only_the_cosine(x: $f) -> $f {
            let (_, c) = x.sin_cos();
            c * x.sin_cos().0
        }

        #[differentiable(jvp)]
        pub fn as_paths(x: $f, y: $f) -> $f {
            $f::max(x, y) * $f::sin(x) + $f::powi(y, 2) - $f::hypot(x, y) + $f::mul_add(x, y, $f::exp(-x))
        }

        #[differentiable(jvp)]
        pub fn tuple_from_a_path(x: $f) -> $f {
            let (s, c) = $f::sin_cos(x);
            $f::abs(s) / c
        }

        #[differentiable(jvp)]
        pub fn chained(x: $f) -> $f {
            x.abs().sqrt().sin().exp().ln_1p()
        }

        #[differentiable(jvp)]
        pub fn through_a_reference(x: &$f) -> $f {
            x.sin() * (*x).cos() + (&*x).exp()
        }

        #[differentiable(jvp)]
        pub fn rounding(x: $f) -> $f {
            x.floor() * x + x.ceil() * x * x + x.round() + x.trunc() * x + x.round_ties_even()
        }

        #[differentiable(jvp)]
        pub fn fraction(x: $f) -> $f {
            x.fract() * x
        }

        #[differentiable(jvp)]
        pub fn sign_bit(x: $f) -> $f {
            let negative = x.to_bits().leading_zeros() == 0;
            if negative { x * x } else { x * 3.0 }
        }

        #[differentiable(jvp)]
        pub fn classified(x: $f) -> $f {
            let mut y = x;
            if x.is_nan() || x.is_infinite() || !x.is_finite() {
                y *= 100.0;
            }
            if x.is_normal() && x.is_sign_negative() {
                y *= x;
            }
            if x.is_sign_positive() {
                y *= x * x;
            }
            y
        }

        #[differentiable(jvp)]
        pub fn ordered(x: $f, y: $f) -> $f {
            if x.total_cmp(&y).is_lt() { x * x } else { x * y }
        }
    };
}

pub mod in_f64 {
    functions!(f64);
}
pub mod in_f32 {
    functions!(f32);
}

mod tests {
    use super::{in_f32, in_f64};
    use crate::differences::{Components, assert_close, zero};
    use crate::tables::gradients;
    use pullback::differentiable;

    gradients! {
        [in_f64 in_f32]
        trigonometric(x) { x = 0.5; x = -1.25; x = 0.0; x = 4.0 }
        inverse_trigonometric(x) { x = 0.5; x = -0.75; x = 0.0 }
        hyperbolic(x) { x = 0.5; x = -1.25; x = 0.0 }
        inverse_hyperbolic(x) { x = 0.5; x = -0.75; x = 1.5 }
        exponential(x) { x = 0.5; x = -1.25; x = 0.0 }
        logarithmic(x) { x = 0.5; x = 2.25; x = 1.0 }
        logarithm_to_a_base(x, base) { x = 0.5, base = 3.0; x = 5.0, base = 0.4 }
        roots(x) { x = 0.5; x = 2.25 }
        cube_root_of_a_negative(x) { x = -0.5; x = -8.0 }
        integer_powers(x) { x = 0.5; x = -1.25 }
        integer_power_of(x, 4) { x = 0.5; x = -1.25 }
        real_power(x, y) { x = 0.5, y = 1.75; x = 2.0, y = -0.5; x = 1.0, y = 0.0 }
        absolute(x, y) { x = 0.5, y = -2.0; x = -0.5, y = -2.0; x = -1.5, y = 0.5 }
        signs(x, y) { x = 0.5, y = -2.0; x = -0.5, y = -2.0; x = -1.5, y = 0.5; x = 2.0, y = 3.0 }
        extremes(x, y) { x = 0.5, y = -2.0; x = 0.5, y = 2.0; x = -3.0, y = 0.125 }
        clamped(x, low, high) { x = 0.5, low = 0.0, high = 2.0; x = -0.5, low = 0.0, high = 2.0; x = 2.5, low = 0.0, high = 2.0 }
        midpoint(x, y) { x = 0.5, y = -2.0 }
        polar(x, y) { x = 0.5, y = -2.0; x = -0.5, y = 2.0; x = -3.0, y = -1.0 }
        fused(x, y, z) { x = 0.5, y = -2.0, z = 1.5 }
        angles(x) { x = 0.5; x = -1.25 }
        euclidean(x, y) { x = 7.3, y = 2.0; x = -7.3, y = 2.0; x = 7.3, y = -2.5; x = -7.3, y = -2.5 }
        sine_and_cosine(x) { x = 0.5; x = -1.25 }
        only_the_cosine(x) { x = 0.5; x = -1.25 }
        as_paths(x, y) { x = 0.5, y = -2.0; x = 0.5, y = 2.0 }
        tuple_from_a_path(x) { x = 0.5; x = -1.25 }
        chained(x) { x = 0.5; x = -1.25 }
        through_a_reference(&x) { x = 0.5; x = -1.25 }
        rounding(x) { x = 0.7; x = -1.25; x = 2.3 }
        fraction(x) { x = 0.7; x = -1.25; x = 2.3 }
        sign_bit(x) { x = 0.7; x = -1.25 }
        classified(x) { x = 0.7; x = -1.25 }
        ordered(x, y) { x = 0.7, y = 1.0; x = 1.5, y = 1.0 }
    }

    #[differentiable(jvp)]
    fn from_its_bits(x: f64) -> f64 {
        f64::from_bits(pullback::no_diff(x.to_bits())) * x
    }

    // The first factor is asked to stand still: only the second moves.
    #[test]
    fn no_diff_stops_the_derivative_at_the_bits() {
        assert_close("from_its_bits", &[from_its_bits::grad(3.0)], &[3.0], 0.0);
    }
}
