//! Arrays that are overwritten whole in each iteration, and those that are nearly so.

macro_rules! functions {
    ($f:ident) => {
        use pullback::differentiable;

        #[differentiable(jvp)]
        fn squares(u: &[$f]) -> $f {
            let mut s = 0.0;
            for a in u {
                s += a * a * a;
            }
            s
        }

        #[differentiable(jvp)]
        fn spread(u: &[$f], out: &mut [$f]) {
            for i in 0..u.len() {
                out[i] = u[i] * u[i];
            }
        }

        /// `u` is made again for each pullback.
        #[differentiable(jvp)]
        pub fn centred(x: &[$f], means: &[$f], d: usize) -> $f {
            let n = x.len() / d;
            let mut u = vec![0.0; d];
            let mut y = 0.5;
            for i in 0..n {
                for j in 0..d {
                    u[j] = x[i * d + j] - means[j];
                }
                y = y * 0.5 + squares(&u) * u[0];
            }
            y
        }

        /// Two of them, of which one is made of the other, which is read twice.
        #[differentiable(jvp)]
        pub fn one_of_another(x: &[$f], k: $f) -> $f {
            let d = x.len();
            let mut u = vec![0.0; d];
            let mut v = vec![0.0; d];
            let mut y = 0.25;
            for i in 0..d {
                for j in 0..d {
                    u[j] = x[j] * x[i] - k;
                }
                for j in 0..d {
                    v[j] = u[j] * k;
                }
                y += squares(&v) * squares(&u) * y;
            }
            y
        }

        /// One loop fills two.
        #[differentiable(jvp)]
        pub fn filled_together(x: &[$f], k: $f) -> $f {
            let d = x.len();
            let mut u = vec![0.0; d];
            let mut v = vec![0.0; d];
            let mut s = 0.0;
            for i in 0..d {
                for j in 0..d {
                    let apart = x[j] - x[i];
                    u[j] = apart * k;
                    v[j] = apart + x[i];
                }
                s += squares(&u) * squares(&v);
            }
            s
        }

        /// What it is made of changes from iteration to iteration.
        #[differentiable(jvp)]
        pub fn of_a_changing_value(x: &[$f]) -> $f {
            let d = x.len();
            let mut u = vec![0.0; d];
            let mut y = 0.25;
            for i in 0..d {
                let scale = y * x[i];
                for j in 0..d {
                    u[j] = x[j] * scale;
                }
                y = squares(&u) + x[i];
            }
            y
        }

        /// The array that it is made of is written in between.
        #[differentiable(jvp)]
        pub fn of_a_changing_array(x: &[$f]) -> $f {
            let d = x.len();
            let mut state = x.to_vec();
            let mut u = vec![0.0; d];
            let mut y = 0.0;
            for i in 0..d {
                for j in 0..d {
                    u[j] = state[j] + x[i];
                }
                y += squares(&u);
                state[i] *= y;
            }
            y
        }

        /// What is left of the iteration before is read first.
        #[differentiable(jvp)]
        pub fn read_before(x: &[$f]) -> $f {
            let d = x.len();
            let mut u = vec![1.0; d];
            let mut y = 0.5;
            for i in 0..d {
                y += u[i] * y;
                for j in 0..d {
                    u[j] = x[j] * x[i];
                }
                y += squares(&u);
            }
            y
        }

        /// The last one is used after the loop.
        #[differentiable(jvp)]
        pub fn read_after(x: &[$f]) -> $f {
            let d = x.len();
            let mut u = vec![1.0; d];
            let mut y = 0.5;
            for i in 0..d {
                for j in 0..d {
                    u[j] = x[j] * x[i];
                }
                y += squares(&u) * y;
            }
            y * squares(&u)
        }

        /// Only a part of it is overwritten.
        #[differentiable(jvp)]
        pub fn but_for_the_first(x: &[$f]) -> $f {
            let d = x.len();
            let mut u = vec![1.0; d];
            let mut y = 0.5;
            for i in 0..d {
                for j in 1..d {
                    u[j] = x[j] * x[i];
                }
                y += squares(&u) * y;
                u[0] = y;
            }
            y
        }

        /// Overwritten on a condition.
        #[differentiable(jvp)]
        pub fn where_it_is_large(x: &[$f]) -> $f {
            let d = x.len();
            let mut u = vec![1.0; d];
            let mut y = 0.5;
            for i in 0..d {
                for j in 0..d {
                    if x[j] > x[i] {
                        u[j] = x[j] * x[i];
                    }
                }
                y += squares(&u) * y;
            }
            y
        }

        /// Written again by a callee, after it was read.
        #[differentiable(jvp)]
        pub fn written_by_another(x: &[$f]) -> $f {
            let d = x.len();
            let mut u = vec![1.0; d];
            let mut y = 0.5;
            for i in 0..d {
                for j in 0..d {
                    u[j] = x[j] * x[i];
                }
                y += squares(&u);
                spread(x, &mut u);
                y += squares(&u) * y;
            }
            y
        }

        /// Filled in a loop within a branch within a loop, with an integer that steps.
        #[differentiable(jvp)]
        pub fn in_a_branch(x: &[$f], limit: $f) -> $f {
            let d = x.len();
            let mut u = vec![0.0; d];
            let mut y = 0.5;
            let mut next = 0;
            for i in 0..d {
                if x[i] > limit {
                    for k in 0..2 {
                        for j in 0..d {
                            u[j] = x[j] - x[next];
                        }
                        y += squares(&u) * k as $f + u[i];
                    }
                    next += 1;
                }
            }
            y
        }

        /// The branch reads it, or not.
        #[differentiable(jvp)]
        pub fn read_in_a_branch(x: &[$f], limit: $f) -> $f {
            let d = x.len();
            let mut u = vec![0.0; d];
            let mut y = 0.5;
            for i in 0..d {
                for j in 0..d {
                    u[j] = x[j] * x[i] + 1.0;
                }
                if u[0] > limit {
                    y = y * squares(&u);
                } else {
                    y += 0.1 * u[i];
                }
            }
            y
        }

        /// The index is another number than the element's.
        #[differentiable(jvp)]
        pub fn the_other_way_round(x: &[$f]) -> $f {
            let d = x.len();
            let mut u = vec![0.0; d];
            let mut y = 0.5;
            for i in 0..d {
                for j in (0..d).rev() {
                    u[d - 1 - j] = x[j] * x[i];
                }
                for j in (0..d).rev() {
                    u[j] = u[j] * 0.5 + x[j];
                }
                y += squares(&u) * u[0];
            }
            y
        }

        #[differentiable(jvp)]
        fn spread_along(u: &[$f], w: &[$f], out: &mut [$f]) {
            for ((o, a), b) in out.iter_mut().zip(u).zip(w) {
                *o = a * b;
            }
        }

        /// As long as the list are the rows beside it: all of it is filled for each iteration.
        #[differentiable(jvp)]
        pub fn filled_by_zips(x: &[$f], k: $f) -> $f {
            let d = 2;
            let (mut u, mut v) = (vec![0.0; d], vec![0.0; d]);
            let mut s = 0.0;
            for i in 0..x.len() / d {
                for (a, x) in u.iter_mut().zip(&x[i * d..(i + 1) * d]) {
                    *a = *x * k;
                }
                spread_along(&u, &x[i..i + d], &mut v);
                s += squares(&v) * v[0] + squares(&u);
            }
            s
        }

        /// The rows are shorter: what is beyond them flows into the next iteration.
        #[differentiable(jvp)]
        pub fn filled_in_part_by_zips(x: &[$f], k: $f) -> $f {
            let d = 3;
            let (mut u, mut v) = (vec![k; d], vec![k; d]);
            let mut s = 0.0;
            for i in 0..x.len() - d {
                u[2] *= x[i];
                v[2] *= x[i + 1];
                for (a, x) in u.iter_mut().zip(&x[i..i + d - 1]) {
                    *a = *x * k;
                }
                spread_along(&u, &x[i..i + 2], &mut v);
                s += squares(&v) + squares(&u);
            }
            s
        }

        /// A number of its own, not the array's length, and the array grows.
        #[differentiable(jvp)]
        pub fn longer_than_the_loop(x: &[$f], m: usize) -> $f {
            let d = x.len();
            let mut u = vec![0.5; d];
            let mut y = 0.5;
            for i in 0..d {
                for j in 0..m {
                    u[j] = x[j] * x[i];
                }
                y += squares(&u);
            }
            u.push(y);
            squares(&u)
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
        centred(&x, &means, 2) { x = vec![0.5, -1.0, 0.25, 0.75, 1.5, -0.5], means = vec![0.3, -0.2] }
        one_of_another(&x, k) { x = vec![0.5, -1.0, 0.25], k = 0.3 }
        filled_together(&x, k) { x = vec![0.5, -1.0, 0.25], k = 0.3; x = vec![0.4], k = 0.3 }
        of_a_changing_value(&x) { x = vec![0.5, -1.0, 0.75] }
        of_a_changing_array(&x) { x = vec![0.5, -1.0, 0.75] }
        read_before(&x) { x = vec![0.5, -1.0, 0.75] }
        read_after(&x) { x = vec![0.5, -1.0, 0.75] }
        but_for_the_first(&x) { x = vec![0.5, -0.75, 0.25] }
        where_it_is_large(&x) { x = vec![0.5, -1.0, 0.75, 0.25] }
        written_by_another(&x) { x = vec![0.5, -1.0, 0.75] }
        in_a_branch(&x, limit) { x = vec![0.5, -1.0, 0.75, 0.25], limit = 0.4 }
        read_in_a_branch(&x, limit) { x = vec![0.5, -1.0, 0.75], limit = 1.1 }
        the_other_way_round(&x) { x = vec![0.5, -1.0, 0.75] }
        filled_by_zips(&x, k) { x = vec![0.5, -1.0, 0.75, 0.25, 1.5], k = 0.8 }
        filled_in_part_by_zips(&x, k) { x = vec![0.5, -1.0, 0.75, 0.25, 1.5], k = 0.8 }
        longer_than_the_loop(&x, 2) { x = vec![0.5, -1.0, 0.75] }
    }
}
