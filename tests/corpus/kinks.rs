//! Where the derivative does not exist, and zeros that must stay zeros: what the documentation's table says, in both widths.

macro_rules! functions {
    ($f:ident) => {
        use pullback::differentiable;
        use pullback::ndarray::{Array1, Array2, Axis};

        #[differentiable(jvp)]
        pub fn absolute(x: $f) -> $f {
            x.abs()
        }

        #[differentiable(jvp)]
        pub fn sign(x: $f) -> $f {
            x.signum()
        }

        #[differentiable(jvp)]
        pub fn maximum(x: $f, y: $f) -> $f {
            x.max(y)
        }

        #[differentiable(jvp)]
        pub fn minimum(x: $f, y: $f) -> $f {
            x.min(y)
        }

        #[differentiable(jvp)]
        pub fn zeroth_power(x: $f) -> $f {
            x.powi(0)
        }

        #[differentiable(jvp)]
        pub fn root(x: $f) -> $f {
            x.sqrt()
        }

        #[differentiable(jvp)]
        pub fn unused_root(x: $f) -> $f {
            let root = x.sqrt();
            if x > 1.0 { root } else { 3.0 * x }
        }

        #[differentiable(jvp)]
        pub fn root_times_zero(x: $f) -> $f {
            x.sqrt() * 0.0 + x
        }

        #[differentiable(jvp)]
        pub fn unused_quotient(x: $f, y: $f) -> $f {
            let quotients = [x / y, x.ln() / y, y];
            quotients[2] * 2.0 + x
        }

        /// Its slope is computed forward, where it is not a number.
        #[differentiable(jvp)]
        fn steep(x: $f) -> $f {
            2.0 / (x * x * x).sqrt()
        }

        #[differentiable(jvp)]
        pub fn steep_in_a_loop(x: &[$f], w: &[$f]) -> $f {
            let mut s = 0.0;
            for i in 0..x.len() {
                let r = steep(x[i]);
                if w[i] > 0.0 {
                    s += r * w[i];
                }
            }
            s
        }

        #[differentiable(jvp)]
        pub fn clipped_root(x: $f) -> $f {
            x.max(0.0).sqrt()
        }

        #[differentiable(jvp)]
        pub fn lowered_logarithm(x: $f, y: $f) -> $f {
            x.min(y).ln()
        }

        #[differentiable(jvp)]
        pub fn clamped_angle(x: $f, low: $f, high: $f) -> $f {
            x.clamp(low, high).acos()
        }

        #[differentiable(jvp)]
        pub fn root_of_absolute(x: $f) -> $f {
            x.abs().sqrt() + x
        }

        #[differentiable(jvp)]
        pub fn root_of_remainder(x: $f, y: $f) -> $f {
            (x % y).sqrt()
        }

        #[differentiable(jvp)]
        pub fn root_of_modulus(x: $f, y: $f) -> $f {
            x.rem_euclid(y).sqrt()
        }

        #[differentiable(jvp)]
        pub fn root_of_largest(x: &[$f]) -> $f {
            x.iter().copied().fold(0.0, $f::max).sqrt()
        }

        #[differentiable(jvp)]
        pub fn largest_from(x: &[$f], start: $f) -> $f {
            x.iter().copied().fold(start, $f::max)
        }

        #[differentiable(jvp)]
        pub fn largest_of_lists(x: &[$f; 3], y: [$f; 2], rows: &Vec<Vec<$f>>, row: &Array1<$f>) -> $f {
            let (mut of_x, mut of_y, mut of_row) = (x[0], 0.0, 0.0);
            for a in x {
                of_x = a.max(of_x);
            }
            for i in 0..2 {
                of_y = y[i].max(of_y);
            }
            for i in 0..rows[1].len() {
                of_row = rows[1][i].max(of_row);
            }
            let mut most = 0.0;
            for i in 0..row.len() {
                most = row[i].max(most);
            }
            of_x * of_y * of_row * most
        }

        #[differentiable(jvp)]
        pub fn smallest_of_parts(x: &[$f], parts: usize) -> $f {
            let mut s = 0.0;
            for part in 0..parts {
                let mut least = 2.0;
                for i in part..x.len() {
                    least = x[i].min(least);
                }
                s += least * least;
            }
            s
        }

        #[differentiable(jvp)]
        pub fn root_of_reduced(x: &[$f]) -> $f {
            x.iter().copied().reduce(|a, b| a.min(b)).unwrap().sqrt()
        }

        #[differentiable(jvp)]
        pub fn clipped_roots(x: &[$f]) -> $f {
            let mut s = 0.0;
            for i in 0..x.len() {
                s += x[i].max(0.0).sqrt() * x[0];
            }
            s
        }

        #[differentiable(jvp)]
        pub fn clipped_roots_in_a_chain(x: &[$f]) -> $f {
            x.iter().map(|x| x.clamp(0.0, 9.0).sqrt()).sum()
        }

        #[differentiable(jvp)]
        pub fn clipped_roots_of_an_array(x: &Array1<$f>) -> $f {
            x.mapv(|v| v.max(0.0).sqrt()).sum()
        }

        /// Several cotangents at once.
        #[differentiable(jvp, lanes)]
        pub fn rows(x: &[$f; 2]) -> [$f; 2] {
            let root = x[0].max(x[1]).sqrt();
            [root + x[1], 3.0 * root]
        }

        #[differentiable(jvp)]
        fn unchanged(x: $f) -> $f {
            x
        }

        /// Of types that only rustc knows.
        #[differentiable(jvp)]
        pub fn unknown_types(x: $f, y: $f) -> $f {
            let (x, y) = (unchanged(x), unchanged(y));
            x.max(y).sqrt() + (x % y).sqrt() + x
        }

        #[differentiable(jvp)]
        pub fn deviation(x: &Array1<$f>, ddof: $f) -> $f {
            x.std(ddof)
        }

        #[differentiable(jvp)]
        pub fn deviations(x: &Array2<$f>) -> $f {
            x.std_axis(Axis(1), 0.0).sum()
        }

        #[differentiable(jvp)]
        pub fn hypotenuse(x: $f, y: $f) -> $f {
            x.hypot(y)
        }

        #[differentiable(jvp)]
        pub fn root_in_a_loop(x: &[$f]) -> $f {
            let mut s = 0.0;
            for i in 0..x.len() {
                let r = x[i].sqrt();
                if x[i] > 0.0 {
                    s += r;
                }
            }
            s
        }
    };
}

use pullback::ndarray::{Array1, arr1, arr2};

mod in_f64 {
    pub type F = f64;
    functions!(f64);
}
mod in_f32 {
    pub type F = f32;
    functions!(f32);
}

macro_rules! both {
    ($($name:ident { $($call:expr => $expected:expr),+ $(,)? })*) => { $(
        #[test]
        #[allow(unused_imports)]
        fn $name() {
            { use in_f64::*; $(assert_eq!($call, $expected, "f64: {}", stringify!($call));)+ }
            { use in_f32::*; $(assert_eq!($call, $expected, "f32: {}", stringify!($call));)+ }
        }
    )* };
}

both! {
    absolute_at_zero { absolute::grad(0.0) => 0.0, absolute::grad(-0.0) => 0.0 }
    sign_is_flat { sign::grad(0.0) => 0.0, sign::grad(-2.0) => 0.0 }
    ties_share_equally { maximum::grad(2.0, 2.0) => (0.5, 0.5), minimum::grad(2.0, 2.0) => (0.5, 0.5) }
    the_chosen_operand_gets_all { maximum::grad(2.0, 3.0) => (0.0, 1.0), minimum::grad(2.0, 3.0) => (1.0, 0.0) }
    each_later_tie_of_a_list_shares_with_what_was_kept_before {
        largest_from::grad(&[1.0, 3.0, 2.0, 3.0], 0.0) => (vec![0.0, 0.5, 0.0, 0.5], 0.0),
        largest_from::grad(&[1.0, 3.0, 3.0], 3.0) => (vec![0.0, 0.25, 0.5], 0.25),
        largest_from::grad(&[F::NAN, 1.0], 0.0) => (vec![0.0, 1.0], 0.0),
        largest_from::grad(&[-1.0], 2.0) => (vec![0.0], 1.0),
        largest_from::grad(&[], 2.0) => (vec![], 1.0),
        largest_of_lists::grad(&[1.0, 2.0, 0.0], [3.0, 1.0], &vec![vec![], vec![1.0, 5.0]], &arr1(&[7.0, 1.0])) =>
            ([0.0, 105.0, 0.0], [70.0, 0.0], vec![vec![], vec![0.0, 42.0]], arr1(&[30.0, 0.0])),
        smallest_of_parts::grad(&[1.0, 3.0, 1.5], 2) => vec![2.0, 0.0, 3.0],
        smallest_of_parts::grad(&[3.0, 3.0], 2) => vec![0.0, 0.0],
    }
    zeroth_power_is_flat { zeroth_power::grad(0.0) => 0.0, zeroth_power::grad(2.0) => 0.0 }
    root_of_zero_is_as_ieee_says { 1.0 / root::grad(0.0) => 0.0 }
    a_value_that_is_not_used_contributes_nothing {
        unused_root::grad(0.0) => 3.0,
        unused_quotient::grad(0.0, 0.0) => (1.0, 2.0),
        root_in_a_loop::grad(&[0.0, 4.0]) => vec![0.0, 0.25],
        steep_in_a_loop::grad(&[0.0, 4.0], &[0.0, 2.0]) => (vec![0.0, -0.1875], vec![0.0, 0.25]),
    }
    what_was_not_chosen_contributes_nothing_before_an_infinite_slope {
        clipped_root::grad(-1.0) => 0.0,
        clipped_root::grad(4.0) => 0.25,
        lowered_logarithm::grad(0.0, 2.0).1 => 0.0,
        lowered_logarithm::grad(2.0, 0.0).0 => 0.0,
        clamped_angle::grad(1.5, -1.0, 1.0).0 => 0.0,
        clamped_angle::grad(1.5, -1.0, 1.0).1 => 0.0,
        root_of_largest::grad(&[-1.0, -2.0]) => vec![0.0, 0.0],
        root_of_largest::grad(&[-1.0, 4.0]) => vec![0.0, 0.25],
        root_of_reduced::grad(&[1.0, 0.0, 2.0])[0] => 0.0,
        root_of_reduced::grad(&[1.0, 0.0, 2.0])[2] => 0.0,
        clipped_roots::grad(&[4.0, -1.0]) => vec![3.0, 0.0],
        clipped_roots_in_a_chain::grad(&[-1.0, 4.0]) => vec![0.0, 0.25],
        clipped_roots_of_an_array::grad(&Array1::from(vec![-1.0, 4.0])) => Array1::from(vec![0.0, 0.25]),
        rows::jacobian(&[-1.0, 0.0]).column(0).to_vec() => vec![0.0, 0.0],
        rows::jacobian(&[4.0, 1.0]).column(0).to_vec() => vec![0.25, 0.75],
    }
    an_absolute_value_of_zero_contributes_nothing_before_an_infinite_slope { root_of_absolute::grad(0.0) => 1.0 }
    a_modulus_that_fits_no_time_contributes_nothing_before_an_infinite_slope {
        root_of_remainder::grad(0.0, 2.0).1 => 0.0,
        root_of_remainder::grad(7.0, 3.0) => (0.5, -1.0),
        root_of_modulus::grad(0.0, 2.0).1 => 0.0,
        root_of_modulus::grad(-2.0, 3.0) => (0.5, 0.5),
        unknown_types::grad(0.0, 2.0).1 => 0.5 / F::sqrt(2.0),
    }
    equal_values_deviate_by_nothing {
        deviation::grad(&Array1::from(vec![3.0, 3.0, 3.0]), 1.0) => (Array1::zeros(3), 0.0),
        deviation::grad(&Array1::from(vec![1.0, 3.0]), 0.0) => (Array1::from(vec![-0.5, 0.5]), 0.25),
        deviations::grad(&arr2(&[[3.0, 3.0], [1.0, 3.0]])) => arr2(&[[0.0, 0.0], [-0.5, 0.5]]),
    }
    an_infinite_side_is_all_of_a_hypotenuse {
        hypotenuse::grad(F::INFINITY, 2.0) => (1.0, 0.0),
        hypotenuse::grad(2.0, F::NEG_INFINITY) => (0.0, -1.0),
        hypotenuse::grad(F::NEG_INFINITY, F::INFINITY) => (-1.0, 1.0),
        hypotenuse::grad(0.0, 0.0) => (0.0, 0.0),
        hypotenuse::grad(3.0, 4.0) => (0.6, 0.8),
    }
    a_zero_factor_contributes_nothing { root_times_zero::grad(0.0) => 1.0 }
}
