//! References: constants that are some, and places that are chosen when the program runs.

macro_rules! functions {
    ($f:ident) => {
        use pullback::differentiable;

        const COEFFICIENTS: &[$f] = &[0.5, -1.0, 2.0];
        const OTHERS: &[$f] = &[1.5, 0.25];
        const FIXED: &[$f; 3] = &[3.0, 0.5, -0.5];
        static LAST: &[$f] = &[0.75, 1.0, 0.5, 0.125];
        const SCALE: $f = 1.5;
        const POWERS: &[i32] = &[1, 3, 2];

        struct Tables;

        impl Tables {
            const FIRST: &'static [$f] = &[2.0, 1.0];
        }

        #[differentiable(jvp)]
        pub fn polynomial(z: $f, coefficients: &[$f]) -> $f {
            let n = coefficients.len();
            let mut sum = coefficients[n - 1];
            for c in coefficients[..n - 1].iter().rev() {
                sum = *c + z * sum;
            }
            sum
        }

        #[differentiable(jvp)]
        fn scaled(z: $f, by: $f) -> $f {
            z * by
        }

        #[differentiable(jvp)]
        fn powers(z: $f, exponents: &[i32]) -> $f {
            let mut sum = 0.0;
            for k in exponents {
                sum += z.powi(*k);
            }
            sum
        }

        #[differentiable(jvp)]
        fn fixed(z: $f, #[no_diff] coefficients: &[$f]) -> $f {
            z * coefficients[0] * z
        }

        #[differentiable(jvp)]
        pub fn constant_passed_bare(z: $f) -> $f {
            polynomial(z, COEFFICIENTS) * polynomial(z * z, OTHERS)
        }

        #[differentiable(jvp)]
        pub fn constants_of_every_form(z: $f) -> $f {
            polynomial(z, FIXED)
                + polynomial(z, LAST)
                + polynomial(z, Tables::FIRST)
                + polynomial(z, &COEFFICIENTS[1..])
        }

        #[differentiable(jvp)]
        pub fn numbers_and_tables(z: $f) -> $f {
            scaled(z, SCALE) * powers(z, POWERS) - fixed(z, COEFFICIENTS)
        }

        #[differentiable(jvp)]
        pub fn constant_in_a_loop(z: $f, n: usize) -> $f {
            let mut sum = z;
            for _ in 0..n {
                sum = polynomial(sum, COEFFICIENTS) / 4.0;
            }
            sum
        }

        #[differentiable(jvp)]
        pub fn table_chosen_by_a_branch(z: $f) -> $f {
            let table = if z > 1.0 { COEFFICIENTS } else { OTHERS };
            let mut sum = 0.0;
            for k in 0..3 {
                sum += polynomial(z * k as $f, table);
            }
            sum
        }

        #[differentiable(jvp)]
        pub fn table_chosen_by_a_match(z: $f, n: usize) -> $f {
            let table = match n {
                0 => COEFFICIENTS,
                1 => OTHERS,
                _ => Tables::FIRST,
            };
            polynomial(z, table) * table[0]
        }

        #[differentiable(jvp)]
        pub fn constant_in_a_recursion(z: $f, n: usize) -> $f {
            if n == 0 {
                polynomial(z, OTHERS)
            } else {
                constant_in_a_recursion(polynomial(z, COEFFICIENTS) / 3.0, n - 1) * z
            }
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
    use crate::differences::{Components, zero};
    use crate::tables::gradients;

    gradients! {
        [in_f64 in_f32]
        constant_passed_bare(z) { z = 0.5; z = -1.25 }
        constants_of_every_form(z) { z = 0.5; z = -1.25 }
        numbers_and_tables(z) { z = 0.5; z = -1.25 }
        constant_in_a_loop(z, 3) { z = 0.5; z = -1.25 }
        table_chosen_by_a_branch(z) { z = 0.5; z = 1.25 }
        table_chosen_by_a_match(z, 0) { z = 0.5 }
        constant_in_a_recursion(z, 3) { z = 0.5; z = -0.75 }
    }
}
