//! Arithmetic on scalars: operators, references, casts between float types, parameters that are read not at all, once, or often.

macro_rules! functions {
    ($f:ident) => {
        use pullback::differentiable;

        const OFFSET: $f = 0.25;

        #[differentiable(jvp)]
        pub fn polynomial(x: $f) -> $f {
            3.0 * x * x * x - 2.0 * x + 1.0
        }

        #[differentiable(jvp)]
        pub fn four_operators(x: $f, y: $f) -> $f {
            (x + y) * (x - y) / (x * y + 4.0)
        }

        #[differentiable(jvp)]
        pub fn remainder(x: $f, y: $f) -> $f {
            x % y * y
        }

        #[differentiable(jvp)]
        pub fn negations(x: $f, y: $f) -> $f {
            -x * -(y - -x)
        }

        #[differentiable(jvp)]
        pub fn powers_bind_before_minus(x: $f) -> $f {
            -x.powi(2) + (-x).powi(3)
        }

        #[differentiable(jvp)]
        pub fn quotient_of_quotients(x: $f, y: $f, z: $f) -> $f {
            x / y / z + x / (y / z)
        }

        #[differentiable(jvp)]
        pub fn used_often(x: $f) -> $f {
            let square = x * x;
            let fourth = square * square;
            fourth * square + fourth - square + x
        }

        #[differentiable(jvp)]
        pub fn identity(x: $f) -> $f {
            x
        }

        #[differentiable(jvp)]
        pub fn second_is_unused(x: $f, _y: $f) -> $f {
            x * x
        }

        #[differentiable(jvp)]
        pub fn constants(x: $f) -> $f {
            x * std::$f::consts::PI + OFFSET * x * x + $f::EPSILON - 1e-1
        }

        #[differentiable(jvp)]
        pub fn references(x: $f, y: $f) -> $f {
            let r = &x;
            let s = &y;
            *r * *s + r * s - *r * y + -r + (r - &2.0)
        }

        #[differentiable(jvp)]
        pub fn reference_to_reference(x: $f) -> $f {
            let r = &x;
            let s = &r;
            **s * **s
        }

        #[differentiable(jvp)]
        pub fn borrowed_parameters(x: &$f, y: &$f) -> $f {
            x * y + *x / *y
        }

        #[differentiable(jvp)]
        pub fn mutable_parameter(mut x: $f, k: $f) -> $f {
            x = x * k;
            x += k;
            x * x
        }

        #[differentiable(jvp)]
        pub fn compound_assignments(x: $f, y: $f) -> $f {
            let mut a = x;
            a += y;
            a *= x;
            a -= y / 2.0;
            a /= x + 5.0;
            a %= 10.0;
            a
        }

        #[differentiable(jvp)]
        pub fn assigned_from_itself(x: $f) -> $f {
            let mut y = x;
            y = y * y;
            y = y + x * y;
            y *= y;
            y
        }

        #[differentiable(jvp)]
        pub fn forgotten_assignment(x: $f, y: $f) -> $f {
            let mut a = x * y;
            let b = a * 2.0;
            a = x;
            a + b
        }

        #[differentiable(jvp)]
        pub fn annotated(x: $f) -> $f {
            let y: $f = x * 2.0;
            let z: &$f = &y;
            let w: $f = *z + 1.0;
            w * y
        }

        #[differentiable(jvp)]
        pub fn parenthesised(x: $f) -> $f {
            ((x) * ((x) + (1.0)))
        }

        #[differentiable(jvp)]
        pub fn tuple_parameter(p: ($f, $f), scale: $f) -> $f {
            p.0 * p.1 * scale + p.0
        }

        #[differentiable(jvp)]
        pub fn borrowed_tuple(p: &($f, $f)) -> $f {
            p.0.sin() * p.1
        }

        #[differentiable(jvp)]
        pub fn pair(x: $f, y: $f) -> ($f, $f) {
            (x * y, x - y)
        }

        #[differentiable(jvp)]
        pub fn nested_pair(x: $f, y: $f) -> ($f, ($f, $f)) {
            let product = x * y;
            (product, (product * x, y))
        }

        #[differentiable(jvp)]
        pub fn widened(x: $f) -> f64 {
            let wide = x as f64;
            wide * wide * 0.5
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
    use crate::tables::{cotangents, gradients};
    use pullback::differentiable;

    gradients! {
        [in_f64 in_f32]
        polynomial(x) { x = 0.5; x = -1.25; x = 0.0 }
        four_operators(x, y) { x = 0.5, y = 2.0; x = -1.5, y = 0.25 }
        remainder(x, y) { x = 7.3, y = 2.0; x = -7.3, y = 2.0; x = 7.3, y = -2.5 }
        negations(x, y) { x = 0.5, y = 2.0; x = -0.5, y = 1.0 }
        powers_bind_before_minus(x) { x = 1.5; x = -0.5 }
        quotient_of_quotients(x, y, z) { x = 0.5, y = 2.0, z = -1.5 }
        used_often(x) { x = 0.75; x = -1.0; x = 0.0 }
        identity(x) { x = 3.0 }
        second_is_unused(x, y) { x = 3.0, y = 2.0 }
        constants(x) { x = 0.3; x = -2.0 }
        references(x, y) { x = 0.3, y = 1.5 }
        reference_to_reference(x) { x = 0.3 }
        borrowed_parameters(&x, &y) { x = 0.3, y = 1.5; x = -2.0, y = 0.7 }
        mutable_parameter(x, k) { x = 0.3, k = 1.5 }
        compound_assignments(x, y) { x = 0.3, y = 1.5; x = 2.0, y = -0.5 }
        assigned_from_itself(x) { x = 0.3; x = -0.8 }
        forgotten_assignment(x, y) { x = 0.3, y = 1.5 }
        annotated(x) { x = 0.3 }
        parenthesised(x) { x = 0.3 }
        tuple_parameter(p, scale) { p = (0.5, 2.0), scale = 1.5 }
        borrowed_tuple(&p) { p = (0.5, 2.0) }
        widened(x) { x = 0.75 }
    }

    cotangents! {
        [in_f64 in_f32]
        pair(x, y) -> (1.0, -2.0) { x = 0.5, y = 2.0 }
        nested_pair(x, y) -> (0.5, (1.0, -2.0)) { x = 0.5, y = 2.0; x = -1.0, y = 3.0 }
    }

    #[differentiable(jvp)]
    fn narrowed_and_widened(x: f64) -> f64 {
        let narrow = x as f32 * 2.0;
        narrow as f64 * x
    }

    // Rounding to f32 spoils differences, so the derivative is written out.
    #[test]
    fn casts_between_float_types_carry_the_derivative() {
        assert_close("narrowed_and_widened", &[narrowed_and_widened::grad(1.5)], &[6.0], 1e-6);
    }

    #[differentiable(jvp)]
    fn both_widths(x: f64, y: f32) -> f64 {
        x * f64::from(y) + f64::from(y * y)
    }

    #[test]
    fn conversions_carry_the_derivative() {
        let (dx, dy) = both_widths::grad(1.5, 2.0);
        assert_close("both_widths", &[dx, f64::from(dy)], &[2.0, 5.5], 1e-6);
    }
}
