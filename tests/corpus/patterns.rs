//! `let`: patterns, shadowing, deferred initialisation, blocks as values.

macro_rules! functions {
    ($f:ident) => {
        use pullback::differentiable;

        #[differentiable(jvp)]
        pub fn tuples(x: $f, y: $f) -> $f {
            let (a, b) = (x * y, x - y);
            let (c, d) = (b, a);
            c * a + d
        }

        #[differentiable(jvp)]
        pub fn nested_tuples(x: $f, y: $f) -> $f {
            let ((a, b), c) = ((x, y * y), x * y);
            let (d, (e, f)) = (a * b, (c, a));
            d * e + f
        }

        #[differentiable(jvp)]
        pub fn mutable_parts(x: $f, y: $f) -> $f {
            let (mut a, b) = (x, y);
            a *= b;
            let (c, mut d) = (a + b, b);
            d += c;
            a * d
        }

        #[differentiable(jvp)]
        pub fn ignored_parts(x: $f, y: $f) -> $f {
            let (a, _) = (x * x, y);
            let (.., b) = (x, y, a * y);
            let _ = x.exp();
            a + b
        }

        #[differentiable(jvp)]
        pub fn array_pattern(p: [$f; 3]) -> $f {
            let [a, b, c] = p;
            let [d, _] = [a * b, c];
            d * c + a
        }

        #[differentiable(jvp)]
        pub fn tuple_parts_are_written(x: $f, y: $f) -> $f {
            let mut p = (x, y);
            p.0 *= p.1;
            p.1 = p.0 + x;
            let q = p;
            p = (q.1, q.0);
            p.0 * p.1 * q.0
        }

        #[differentiable(jvp)]
        pub fn nested_parts(x: $f, y: $f) -> $f {
            let mut p = ((x, y), [x * y, 1.0]);
            p.0.0 *= p.1[0];
            p.1[1] = p.0.0 + p.0.1;
            p.0.0 * p.1[1]
        }

        #[differentiable(jvp)]
        pub fn shadowing(x: $f) -> $f {
            let y = x * x;
            let y = y + x;
            let x = y * 3.0;
            let y = x * y;
            y * x
        }

        #[differentiable(jvp)]
        pub fn shadowing_of_another_type(x: $f, n: usize) -> $f {
            let y = n * 2;
            let y = x * y as $f;
            let x = [x, y];
            let n = x[0] * x[1];
            n * n
        }

        #[differentiable(jvp)]
        pub fn shadowing_in_a_block(x: $f) -> $f {
            let y = x + 1.0;
            let z = {
                let y = y * y;
                let x = y * x;
                x - y
            };
            z * y * x
        }

        #[differentiable(jvp)]
        pub fn shadowing_in_branches(x: $f) -> $f {
            let mut y = x;
            if x > 0.0 {
                let x = x * 2.0;
                y *= x;
            } else {
                let y = x * x;
                let _ = y;
            }
            y * x
        }

        #[differentiable(jvp)]
        pub fn deferred(x: $f) -> $f {
            let y;
            let z: $f;
            y = x * x;
            z = y.sin();
            y * z
        }

        #[differentiable(jvp)]
        pub fn deferred_array(x: $f, y: $f) -> $f {
            let [p, q];
            if x > 0.0 {
                [p, q] = [x * y, y];
            } else {
                [q, p] = [x.sin(), y * y];
            }
            p * q + p
        }

        #[differentiable(jvp)]
        #[allow(irrefutable_let_patterns)]
        pub fn alternatives_within(x: $f, y: $f) -> $f {
            let mut s = 1.0;
            for i in 0..4 {
                s *= match (i, Some(x), y) {
                    (0, Some(a), _) | (1 | 2, _, a) if a > 0.0 => a * a,
                    (_, Some(a), b) => a * b + 1.0,
                    (_, None, b) => b,
                };
            }
            if let (Some(a), _) | (None, a) = (Some(x).filter(|x| *x > 0.0), y) {
                s *= a;
            }
            s
        }

        #[differentiable(jvp)]
        pub fn deferred_and_mutable(x: $f, n: usize) -> $f {
            let mut y;
            if n > 3 {
                y = x;
            } else {
                y = x * x;
            }
            y *= y;
            y
        }

        #[differentiable(jvp)]
        pub fn block_as_value(x: $f) -> $f {
            let y = {
                let a = x * x;
                let b = a + x;
                a * b
            };
            y + { x * 2.0 } * { y }
        }

        #[differentiable(jvp)]
        pub fn block_that_writes(x: $f) -> $f {
            let mut y = x;
            let z = {
                y *= 2.0;
                y * x
            };
            {
                y += z;
            }
            y * z
        }

        #[differentiable(jvp)]
        pub fn evaluated_left_to_right(x: $f) -> $f {
            let mut y = x;
            let a = y * {
                y = y * y;
                y
            } + y;
            a * y
        }

        #[differentiable(jvp)]
        pub fn destructuring_assignment(x: $f, y: $f) -> $f {
            let (mut a, mut b) = (x, y);
            (a, b) = (a * b, a + b);
            (b, _) = (b * a, 0.0);
            [a, b] = [b, a];
            a * a + b
        }

        #[differentiable(jvp)]
        pub fn names_that_pullback_might_use(x: $f, x_bar: $f) -> $f {
            let seed = x * x_bar;
            let y_bar = seed + x;
            let tape = y_bar * seed;
            let value = tape + x_bar;
            value * seed
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
        tuples(x, y) { x = 0.5, y = -1.5 }
        nested_tuples(x, y) { x = 0.5, y = -1.5 }
        mutable_parts(x, y) { x = 0.5, y = -1.5 }
        ignored_parts(x, y) { x = 0.5, y = -1.5 }
        array_pattern(p) { p = [0.5, -1.5, 2.0] }
        tuple_parts_are_written(x, y) { x = 0.5, y = -1.5 }
        nested_parts(x, y) { x = 0.5, y = -1.5 }
        shadowing(x) { x = 0.5; x = -1.5 }
        shadowing_of_another_type(x, 3) { x = 0.5 }
        shadowing_in_a_block(x) { x = 0.5 }
        shadowing_in_branches(x) { x = 0.5; x = -1.5 }
        deferred(x) { x = 0.5 }
        deferred_array(x, y) { x = 0.5, y = -1.5; x = -0.5, y = 1.5 }
        alternatives_within(x, y) { x = 0.5, y = -1.5; x = -0.5, y = 1.5 }
        deferred_and_mutable(x, 5) { x = 0.5 }
        block_as_value(x) { x = 0.5 }
        block_that_writes(x) { x = 0.5 }
        evaluated_left_to_right(x) { x = 0.5; x = -1.5 }
        destructuring_assignment(x, y) { x = 0.5, y = -1.5 }
        names_that_pullback_might_use(x, x_bar) { x = 0.5, x_bar = -1.5 }
    }
}
