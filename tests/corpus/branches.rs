//! `if` and `else`, as statements and as values, on every kind of condition.

macro_rules! functions {
    ($f:ident) => {
        use pullback::differentiable;

        #[differentiable(jvp)]
        pub fn value(x: $f) -> $f {
            if x > 0.0 { x * x } else { -3.0 * x }
        }

        #[differentiable(jvp)]
        pub fn statement(x: $f, y: $f) -> $f {
            let mut z = x * y;
            if z > 1.0 {
                z = z.ln();
            } else {
                z *= z;
            }
            z + x
        }

        #[differentiable(jvp)]
        pub fn without_else(x: $f) -> $f {
            let mut y = x;
            if x < 0.5 {
                y = y * y + 1.0;
            }
            y * x
        }

        #[differentiable(jvp)]
        pub fn chain(x: $f) -> $f {
            if x < -1.0 {
                x.sin()
            } else if x < 0.0 {
                x * x
            } else if x < 1.0 {
                x.exp()
            } else {
                1.0 / x
            }
        }

        #[differentiable(jvp)]
        pub fn nested(x: $f, y: $f) -> $f {
            if x > 0.0 {
                if y > 0.0 {
                    x * y
                } else {
                    let half = y / 2.0;
                    x - half * half
                }
            } else {
                let z = if y > x { y * y } else { x };
                z * x
            }
        }

        #[differentiable(jvp)]
        pub fn inside_an_expression(x: $f, y: $f) -> $f {
            2.0 * (if x > y { x } else { y * y }) + (if x > 0.0 { 1.0 } else { x }) * y
        }

        #[differentiable(jvp)]
        pub fn as_an_argument(x: $f, y: $f) -> $f {
            x.powf(if y > 0.0 { y } else { 2.0 })
                .max(if x > 1.0 { y } else { x })
        }

        #[differentiable(jvp)]
        pub fn conjunction(x: $f, y: $f) -> $f {
            if x > 0.0 && y > 0.0 && x.sqrt() * y < 3.0 {
                x * y
            } else {
                x + y
            }
        }

        #[differentiable(jvp)]
        pub fn disjunction(x: $f, y: $f) -> $f {
            if x < 0.0 || y < x || !(y < 10.0) {
                x * y
            } else {
                x - y * y
            }
        }

        #[differentiable(jvp)]
        pub fn named_conditions(x: $f, y: $f) -> $f {
            let positive = x > 0.0;
            let larger = x >= y;
            let both = positive & larger;
            let either = positive | larger;
            let one = positive ^ larger;
            let mut z = x;
            if both {
                z *= y;
            }
            if either {
                z += y * y;
            }
            if one == true {
                z -= 3.0 * y;
            }
            z
        }

        #[differentiable(jvp)]
        pub fn every_comparison(x: $f, y: $f) -> $f {
            let mut z = x * y;
            if x < y {
                z += x;
            }
            if x <= y {
                z += x * x;
            }
            if x > y {
                z += y;
            }
            if x >= y {
                z += y * y;
            }
            if x == y {
                z += 100.0;
            }
            if x != y {
                z *= 2.0;
            }
            z
        }

        #[differentiable(jvp)]
        pub fn on_an_integer(x: $f, n: i64) -> $f {
            if n % 2 == 0 {
                x * x
            } else if n > 10 {
                x
            } else {
                x.sin()
            }
        }

        #[differentiable(jvp)]
        pub fn tuple(x: $f, y: $f) -> $f {
            let (low, high) = if x < y { (x, y) } else { (y, x) };
            low * low - high
        }

        #[differentiable(jvp)]
        pub fn array(x: $f, y: $f) -> $f {
            let pair = if x < y { [x, y] } else { [y, 2.0 * x] };
            pair[0] * pair[1] + pair[1]
        }

        #[differentiable(jvp)]
        pub fn deferred(x: $f, y: $f) -> $f {
            let z;
            if x > y {
                z = x * y;
            } else {
                let t = y.sin();
                z = t - x;
            }
            z * z
        }

        #[differentiable(jvp)]
        pub fn writes_an_element(x: &[$f], k: $f) -> $f {
            let mut v = x.to_vec();
            if v[0] > v[1] {
                v[0] = k * v[1];
            } else {
                v[1] *= k;
            }
            v[0] * v[1]
        }

        #[differentiable(jvp)]
        pub fn one_side_does_not_depend(x: $f) -> $f {
            let y = if x > 0.0 { x } else { 3.0 };
            y * y * x
        }

        #[differentiable(jvp)]
        pub fn not_taken_is_singular(x: $f) -> $f {
            let root = x.sqrt();
            let inverse = 1.0 / x;
            if x > 0.0 { root * inverse } else { x * 2.0 }
        }

        #[differentiable(jvp)]
        pub fn many_in_sequence(x: $f, y: $f) -> $f {
            let mut a = x;
            let mut b = y;
            if a > b {
                a = a * b;
            } else {
                b = b * a;
            }
            if a > b {
                b += a;
            } else {
                a -= b * 0.5;
            }
            if a * b > 0.0 {
                a = b;
            }
            a * a + b
        }

        #[differentiable(jvp)]
        pub fn block_with_locals(x: $f) -> $f {
            let y = if x > 1.0 {
                let a = x * x;
                let b = a * x;
                a + b
            } else {
                let a = x.cos();
                a
            };
            let a = 2.0;
            y * a
        }

        #[differentiable(jvp)]
        pub fn swaps(x: $f, y: $f) -> $f {
            let mut a = x;
            let mut b = y;
            if a < b {
                let t = a;
                a = b;
                b = t;
            }
            a - b * b
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
        value(x) { x = 0.5; x = -1.25 }
        statement(x, y) { x = 0.5, y = 3.0; x = 0.5, y = 1.0 }
        without_else(x) { x = 0.25; x = 0.75 }
        chain(x) { x = -2.0; x = -0.5; x = 0.5; x = 2.0 }
        nested(x, y) { x = 0.5, y = 2.0; x = 0.5, y = -2.0; x = -0.5, y = 2.0; x = -0.5, y = -2.0 }
        inside_an_expression(x, y) { x = 0.5, y = 2.0; x = 0.5, y = -2.0; x = -0.5, y = 2.0 }
        as_an_argument(x, y) { x = 0.5, y = 1.5; x = 1.5, y = -2.0; x = 1.5, y = 0.5 }
        conjunction(x, y) { x = 0.5, y = 1.5; x = -0.5, y = 1.5; x = 4.0, y = 3.0 }
        disjunction(x, y) { x = 0.5, y = 1.5; x = -0.5, y = 1.5; x = 4.0, y = 3.0; x = 1.0, y = 11.0 }
        named_conditions(x, y) { x = 0.5, y = 1.5; x = -0.5, y = 1.5; x = 4.0, y = 3.0; x = -1.0, y = -2.0 }
        every_comparison(x, y) { x = 0.5, y = 1.5; x = 4.0, y = 3.0 }
        on_an_integer(x, 4) { x = 0.5 }
        tuple(x, y) { x = 0.5, y = 1.5; x = 1.5, y = -0.5 }
        array(x, y) { x = 0.5, y = 1.5; x = 1.5, y = -0.5 }
        deferred(x, y) { x = 0.5, y = 1.5; x = 1.5, y = -0.5 }
        writes_an_element(&x, k) { x = vec![0.5, 1.5], k = 3.0; x = vec![1.5, 0.5], k = -3.0 }
        one_side_does_not_depend(x) { x = 0.5; x = -0.5 }
        not_taken_is_singular(x) { x = 0.5; x = -0.5 }
        many_in_sequence(x, y) { x = 0.5, y = 1.5; x = 1.5, y = -0.5; x = 3.0, y = 2.0 }
        block_with_locals(x) { x = 0.5; x = 1.5 }
        swaps(x, y) { x = 0.5, y = 1.5; x = 1.5, y = -0.5 }
    }
}
