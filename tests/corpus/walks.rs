//! Loops that go through arrays element by element, from all kinds of places, and past the end where they do not run.

macro_rules! functions {
    ($f:ident) => {
        use pullback::differentiable;

        #[differentiable(jvp)]
        pub fn matrix_times_vector(m: &[$f], x: &[$f]) -> $f {
            let n = x.len();
            let mut y = 0.5;
            for i in 0..m.len() / n {
                let mut s = 0.0;
                for j in 0..n {
                    s += m[i * n + j] * x[j];
                }
                y += s * s * y;
            }
            y
        }

        #[differentiable(jvp)]
        fn add_row(x: &[$f], factor: $f, out: &mut [$f]) {
            for j in 0..x.len() {
                out[j] += factor * x[j];
            }
        }

        #[differentiable(jvp)]
        pub fn rows_into_a_vector(m: &[$f], x: &[$f], n: usize) -> $f {
            let mut out = vec![0.1; n];
            for i in 0..x.len() {
                add_row(&m[i * n..(i + 1) * n], x[i], &mut out);
            }
            let mut y = 1.0;
            for a in &out {
                y *= a;
            }
            y
        }

        /// The triangle's last row is empty, and begins where the vector ends.
        #[differentiable(jvp)]
        pub fn triangle(out: &mut [$f], l: &[$f], c: &[$f]) {
            let d = c.len();
            let mut next = 0;
            for i in 0..d {
                for j in i + 1..d {
                    out[j] += l[next] * c[i];
                    next += 1;
                }
            }
        }

        /// Loops that do not run begin behind the end.
        #[differentiable(jvp)]
        pub fn far_behind(x: &[$f], k: $f) -> $f {
            let mut y = k;
            for i in 0..4 {
                for j in 2 * i..x.len() {
                    y += x[j] * k;
                }
                for j in 0..i {
                    y += x[10 * i - 10 * i + j] * k;
                }
                for j in 7..x.len() {
                    y += x[j + 3] * k;
                }
            }
            y * y
        }

        /// Inclusive, and one element beside the loop's own.
        #[differentiable(jvp)]
        pub fn beside(x: &[$f], k: $f) -> $f {
            let mut y = k;
            for j in 1..=2 {
                y += x[j] * x[j + 1] * k;
            }
            for j in 0..x.len() - 1 {
                y += x[j + 1] * k;
            }
            for j in 1..x.len() {
                y += x[j - 1] * x[j] * k;
            }
            y
        }

        /// The step comes first, or in the middle, or is not the only use of the number.
        #[differentiable(jvp)]
        pub fn steps(x: &[$f], k: $f) -> $f {
            let n = x.len();
            let mut y = k;
            let mut at = 0;
            for j in 0..n - 1 {
                at += 1;
                y += x[at] * x[j];
            }
            let mut at = 0;
            for j in 0..n - 1 {
                let a = x[at];
                at += 1;
                y += a * x[at] * x[j];
            }
            let mut at = 0;
            for j in 0..n {
                y += x[at] * x[j] * at as $f;
                at += 1;
            }
            let mut at = 0;
            for j in 0..n / 2 {
                y += x[at] * x[j];
                at += 2;
            }
            y
        }

        /// Two steps in an iteration, which uses an element before them, or between them.
        #[differentiable(jvp)]
        pub fn two_steps(l: &[$f], c: &[$f]) -> $f {
            let mut y = 0.5;
            let mut at = 0;
            for j in 0..c.len() {
                y += l[at] * c[j];
                at += 1;
                at += 1;
            }
            y
        }

        #[differentiable(jvp)]
        pub fn between_two_steps(l: &[$f], c: &[$f]) -> $f {
            let mut y = 0.5;
            let mut at = 0;
            for j in 0..c.len() {
                y += l[at] * c[j];
                at += 1;
                y += l[at] * y;
                at += 1;
            }
            y
        }

        /// Places that are overwritten, element by element, by what they held.
        #[differentiable(jvp)]
        pub fn in_place(u: &mut [$f], k: $f) {
            for j in 0..u.len() {
                u[j] = u[j] * u[j] * k;
            }
            for j in 1..u.len() {
                u[j] = u[j - 1] * k + u[j];
            }
            for j in 0..u.len() {
                u[j] *= u[0];
            }
        }

        /// The same element of another array in each iteration.
        #[differentiable(jvp)]
        pub fn one_element(x: &[$f], w: &[$f], i: usize) -> $f {
            let none = 0;
            let mut y = 0.5;
            for j in 0..x.len() {
                y += x[j] * w[i];
            }
            for j in 0..none {
                y += x[j] * w[i + 100];
            }
            y * w[i]
        }

        /// Two rows of one matrix.
        #[differentiable(jvp)]
        pub fn two_rows(m: &[Vec<$f>], flat: &[$f], n: usize) -> $f {
            let mut y = 0.5;
            for i in 0..m.len() - 1 {
                for j in 0..n {
                    y += m[i][j] * m[i + 1][j];
                }
                for j in 0..n {
                    y += flat[i * n + j] * flat[(i + 1) * n + j] * y;
                }
            }
            y
        }

        /// A cotangent that is exactly zero beside a slope that is infinite.
        #[differentiable(jvp)]
        pub fn zero_beside_infinity(x: &[$f], w: &[$f]) -> $f {
            let mut u = vec![0.0; x.len()];
            for j in 0..x.len() {
                u[j] += x[j].sqrt();
            }
            let mut y = 0.0;
            for j in 1..x.len() {
                y += u[j] * w[j];
            }
            y
        }

        /// The number of the iteration is a number of its own.
        #[differentiable(jvp)]
        pub fn counted(x: &[$f]) -> $f {
            let mut y = 0.5;
            for j in 1..x.len() {
                y += x[j] * j as $f;
            }
            for j in 2..x.len() {
                y += x[j] * ((j * j) % 3) as $f;
            }
            y
        }

        /// Of another type than an index.
        #[differentiable(jvp)]
        pub fn of_another_type(x: &[$f], n: u8) -> $f {
            let mut y = 0.5;
            let mut at = 0;
            for _ in 1..n {
                y += x[at] * y;
                at += 1;
            }
            let mut at = 0;
            for j in 0..n {
                y += x[at] * j as $f;
                at += 1;
            }
            y
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
    use crate::differences::{Components, uneven, zero};
    use crate::tables::{gradients, writes};

    gradients! {
        [in_f64 in_f32]
        matrix_times_vector(&m, &x) { m = vec![0.5, -1.0, 0.25, 0.75, 1.5, -0.5], x = vec![0.3, -0.2]; m = Vec::new(), x = vec![0.5] }
        rows_into_a_vector(&m, &x, 2) { m = vec![0.5, -1.0, 0.25, 0.75, 1.5, -0.5], x = vec![0.3, -0.2, 0.7] }
        far_behind(&x, k) { x = vec![0.5, -1.0, 0.75, 0.25], k = 0.3 }
        beside(&x, k) { x = vec![0.5, -1.0, 0.75, 0.25], k = 0.3 }
        two_steps(&l, &c) { l = vec![0.5, -1.0, 0.75, 0.25], c = vec![1.5, -0.5] }
        between_two_steps(&l, &c) { l = vec![0.5, -1.0, 0.75, 0.25], c = vec![1.5, -0.5] }
        steps(&x, k) { x = vec![0.5, -1.0, 0.75, 0.25], k = 0.3 }
        one_element(&x, &w, 1) { x = vec![0.5, -1.0, 0.75], w = vec![0.3, -0.2]; x = Vec::new(), w = vec![0.3, -0.2] }
        two_rows(&m, &flat, 2) { m = vec![vec![0.5, -1.0], vec![0.25, 0.75], vec![1.5, -0.5]], flat = vec![0.5, -1.0, 0.25, 0.75, 1.5, -0.5] }
        counted(&x) { x = vec![0.5, -1.0, 0.75, 0.25] }
        of_another_type(&x, 4) { x = vec![0.5, -1.0, 0.75, 0.25] }
    }

    writes! {
        [in_f64 in_f32]
        triangle(&mut out, &l, &c) { (out = vec![0.1, 0.2, 0.3]) (l = vec![0.5, -1.0, 0.25], c = vec![1.5, -0.5, 2.0]); (out = vec![0.1]) (l = Vec::new(), c = vec![1.5]) }
        in_place(&mut u, k) { (u = vec![0.5, -1.0, 0.75]) (k = 0.3) }
    }

    #[test]
    fn a_zero_beside_an_infinite_slope_stays_zero() {
        let (x, w) = ([0.0, 4.0, 0.0], [1.0, 2.0, 0.0]);
        let (value, (x_bar, w_bar)) = in_f64::zero_beside_infinity::value_and_grad(&x, &w);
        assert_eq!(value, 4.0);
        assert_eq!((x_bar, w_bar), (vec![0.0, 0.5, 0.0], vec![0.0, 2.0, 0.0]));
    }
}
