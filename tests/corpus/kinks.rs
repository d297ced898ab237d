//! Where the derivative does not exist, and zeros that must stay zeros: what the documentation's table says, in both widths.

macro_rules! functions {
    ($f:ident) => {
        use pullback::differentiable;

        #[differentiable]
        pub fn absolute(x: $f) -> $f {
            x.abs()
        }

        #[differentiable]
        pub fn sign(x: $f) -> $f {
            x.signum()
        }

        #[differentiable]
        pub fn maximum(x: $f, y: $f) -> $f {
            x.max(y)
        }

        #[differentiable]
        pub fn minimum(x: $f, y: $f) -> $f {
            x.min(y)
        }

        #[differentiable]
        pub fn zeroth_power(x: $f) -> $f {
            x.powi(0)
        }

        #[differentiable]
        pub fn root(x: $f) -> $f {
            x.sqrt()
        }

        #[differentiable]
        pub fn unused_root(x: $f) -> $f {
            let root = x.sqrt();
            if x > 1.0 { root } else { 3.0 * x }
        }

        #[differentiable]
        pub fn root_times_zero(x: $f) -> $f {
            x.sqrt() * 0.0 + x
        }

        #[differentiable]
        pub fn unused_quotient(x: $f, y: $f) -> $f {
            let quotients = [x / y, x.ln() / y, y];
            quotients[2] * 2.0 + x
        }

        /// Its slope is computed forward, where it is not a number.
        #[differentiable]
        fn steep(x: $f) -> $f {
            2.0 / (x * x * x).sqrt()
        }

        #[differentiable]
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

        #[differentiable]
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

mod in_f64 {
    functions!(f64);
}
mod in_f32 {
    functions!(f32);
}

macro_rules! both {
    ($($name:ident { $($call:expr => $expected:expr),+ $(,)? })*) => { $(
        #[test]
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
    zeroth_power_is_flat { zeroth_power::grad(0.0) => 0.0, zeroth_power::grad(2.0) => 0.0 }
    root_of_zero_is_as_ieee_says { 1.0 / root::grad(0.0) => 0.0 }
    a_value_that_is_not_used_contributes_nothing {
        unused_root::grad(0.0) => 3.0,
        unused_quotient::grad(0.0, 0.0) => (1.0, 2.0),
        root_in_a_loop::grad(&[0.0, 4.0]) => vec![0.0, 0.25],
        steep_in_a_loop::grad(&[0.0, 4.0], &[0.0, 2.0]) => (vec![0.0, -0.1875], vec![0.0, 0.25]),
    }
    a_zero_factor_contributes_nothing { root_times_zero::grad(0.0) => 1.0 }
}
