//! Iterations of the way back that run a few at a time, in lanes or one after the other: for every number of them.

macro_rules! functions {
    ($f:ident) => {
        use pullback::differentiable;

        /// One sum for each row, and what is added to the triangle beside it.
        #[differentiable(jvp)]
        pub fn triangle(l: &[$f], c: &[$f]) -> $f {
            let d = c.len();
            let mut out = vec![0.5; d];
            let mut next = 0;
            for i in 0..d {
                for j in i + 1..d {
                    out[j] += l[next] * c[i];
                    next += 1;
                }
            }
            let mut y = 0.0;
            for a in &out {
                y += a * a;
            }
            y
        }

        /// Two sums, of which one is taken off, in one loop.
        #[differentiable(jvp)]
        pub fn line(x: &[$f], slope: $f, offset: $f) -> $f {
            let mut y = vec![0.0; x.len()];
            for i in 0..x.len() {
                y[i] = x[i] * slope - offset;
            }
            let mut s = 0.0;
            for i in 0..y.len() {
                s += y[i] * y[i];
            }
            s
        }

        #[differentiable(jvp)]
        pub fn recurrence(x: $f, n: usize) -> $f {
            let mut r = 1.0;
            for _ in 0..n {
                r = r * x + 0.125 * x;
            }
            r
        }

        #[differentiable(jvp)]
        pub fn until(x: $f, n: i64) -> $f {
            let (mut r, mut k) = (x, -n);
            while k < 0 {
                r = r * r * x;
                k += 1;
            }
            r
        }

        #[differentiable(jvp)]
        pub fn narrow(x: $f, n: i8) -> $f {
            let mut r = 1.0;
            for _ in -n..n {
                r = r * x + 0.125;
            }
            r
        }

        /// The sum belongs to a vector that the way back adds to again later.
        #[differentiable(jvp)]
        pub fn product(m: &[$f], x: &[$f]) -> $f {
            let n = x.len();
            let mut y = x.to_vec();
            for j in 0..n {
                for i in 0..n {
                    y[i] += m[j * n + i] * x[j];
                }
            }
            let mut s = 0.0;
            for i in 0..n {
                s += y[i].sin();
            }
            s
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
    use pullback::{check_grad, differentiable};

    fn numbers<T: From<f32>>(n: usize) -> Vec<T> {
        (0..n).map(|i| T::from((1.7 * i as f32).sin())).collect()
    }

    macro_rules! for_every_length {
        ($($name:ident($n:ident: $($argument:expr),+);)*) => {$(
            #[test]
            fn $name() {
                for $n in 0..=37_usize {
                    check_grad!(in_f64::$name($($argument),+)).unwrap();
                    check_grad!(in_f32::$name($($argument),+)).unwrap();
                }
            }
        )*};
    }

    for_every_length! {
        triangle(n: &numbers(n * n.saturating_sub(1) / 2), &numbers(n));
        line(n: &numbers(n), 0.75, 0.25);
        recurrence(n: 0.75, n);
        until(n: 0.5, n.min(5) as i64);
        narrow(n: 0.75, n as i8);
        product(n: &numbers(n * n), &numbers(n));
    }

    #[differentiable(jvp)]
    fn first(#[no_diff] m: &[f64], x: &[f64]) -> f64 {
        let n = m.len() / x.len();
        let mut y = vec![0.0; n];
        for i in 0..x.len() {
            for j in 0..n {
                y[j] += m[i * n + j] * x[i];
            }
        }
        y[0]
    }

    #[test]
    fn a_lane_of_a_zero_cotangent_adds_nothing() {
        let mut m = vec![f64::INFINITY; 2 * 9];
        (m[0], m[9]) = (3.0, 5.0);
        assert_eq!(first::grad(&m, &[1.0, 2.0]), vec![3.0, 5.0]);
    }
}
