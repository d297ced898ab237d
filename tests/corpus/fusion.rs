//! Loops whose iterations run there and back one by one, or in blocks, where the seed is known, and those where that would be wrong.
//! Which of them are fused is tested in `ad-macro/compiler/src/loops/sweep_fusion.rs`.

macro_rules! functions {
    ($f:ident) => {
        use pullback::differentiable;

        #[differentiable(jvp)]
        pub fn bend(u: $f, k: $f) -> $f {
            (u * k).sin() + u.exp() * k
        }

        #[differentiable(jvp)]
        fn energy(u: &[$f], k: $f) -> $f {
            let mut e = 0.0;
            for a in u {
                e += (a * k).exp();
            }
            e.ln()
        }

        /// Short iterations, in blocks.
        #[differentiable(jvp)]
        pub fn losses(x: &[$f], k: $f) -> $f {
            let mut s = 0.0;
            for i in 0..x.len() {
                s += bend(x[i], k);
            }
            s
        }

        #[differentiable(jvp)]
        pub fn scaled(x: &[$f], k: $f) -> $f {
            let n = x.len();
            let weight = k * k;
            let mut s = 0.0;
            for i in 0..n {
                s += bend(x[i], k);
            }
            1.5 - s * weight / (n as $f + 1.0) - k
        }

        /// What it is divided by stands after the loop.
        #[differentiable(jvp)]
        pub fn mean(x: &[$f], y: &[$f], k: $f) -> $f {
            let mut s = 0.0;
            for (a, b) in x.iter().zip(y) {
                s += bend(*a, k) * b;
            }
            0.5 * s / x.len() as $f + k * k
        }

        /// Operators on what calls give.
        #[differentiable(jvp)]
        pub fn with_calls(x: &[$f], k: $f) -> $f {
            let mut s = 0.0;
            for i in 0..x.len() {
                s += bend(x[i], k);
            }
            let c = k * k;
            -(bend(k, c) + (bend(c, k) - s) / (k + 2.0)) * c - 0.5 * bend(k, k)
        }

        #[differentiable(jvp)]
        pub fn mean_of_a_chain(x: &[$f], k: $f) -> $f {
            let s: $f = x.iter().map(|a| bend(*a, k)).sum();
            let root = (k * k + 1.0).sqrt();
            let n = x.len();
            s / (root * n as $f)
        }

        /// Two of them, and what both are divided by.
        #[differentiable(jvp)]
        pub fn two_means(x: &[$f], k: $f) -> $f {
            let mut s = 0.0;
            for a in x {
                s += bend(*a, k);
            }
            let mut t = 0.0;
            for a in x {
                t -= bend(k, *a);
            }
            let n = x.len() as $f;
            let weight = k.exp();
            s / n - weight * (t / n)
        }

        #[differentiable(jvp)]
        fn simpson(f: impl Fn($f) -> $f, a: $f, b: $f) -> $f {
            (b - a) / 6.0 * (f(a) + 4.0 * f(0.5 * (a + b)) + f(b))
        }

        /// Functions that are handed closures.
        #[differentiable(jvp)]
        pub fn integrals(x: &[$f], k: $f) -> $f {
            let scale = k + 1.0;
            let mut s = 0.0;
            for a in x {
                s += simpson(|t| bend(t * a, k) * scale, 0.1, *a);
            }
            s * scale
        }

        #[differentiable(jvp)]
        pub fn two_sums(x: &[$f], k: $f) -> $f {
            let mut a = 0.0;
            let mut b = k;
            for i in 0..x.len() {
                let u = bend(x[i], k);
                a += u * u;
                b -= u.sin();
            }
            a - 2.0 * b
        }

        /// What flows into one sum depends on the other.
        #[differentiable(jvp)]
        pub fn product_of_sums(x: &[$f], k: $f) -> $f {
            let mut a = 0.0;
            let mut b = 0.0;
            for i in 0..x.len() {
                a += bend(x[i], k);
                b += (x[i] * k).cos();
            }
            a * b
        }

        #[differentiable(jvp)]
        pub fn root_of_sum(x: &[$f], k: $f) -> $f {
            let mut s = 3.0;
            for i in 0..x.len() {
                s += bend(x[i], k).abs();
            }
            s.sqrt()
        }

        /// The sum is read twice: linear, but not only once.
        #[differentiable(jvp)]
        pub fn sum_and_square(x: &[$f], k: $f) -> $f {
            let mut s = 0.0;
            for i in 0..x.len() {
                s += bend(x[i], k);
            }
            s * s + s
        }

        #[differentiable(jvp)]
        pub fn sum_twice(x: &[$f], k: $f) -> $f {
            let mut s = 0.0;
            for i in 0..x.len() {
                s += bend(x[i], k);
            }
            s + k * s
        }

        #[differentiable(jvp)]
        pub fn some_of_them(x: &[$f], k: $f) -> $f {
            let mut s = 0.0;
            for i in 0..x.len() {
                if i % 3 == 1 {
                    continue;
                }
                let u = bend(x[i], k);
                if u > 1.0 {
                    s += u * u;
                } else {
                    s -= u.exp();
                }
            }
            s
        }

        #[differentiable(jvp)]
        pub fn until_large(x: &[$f], k: $f) -> $f {
            let mut s = 0.0;
            for i in 0..x.len() {
                for j in 0..2 {
                    s += bend(x[i], k) * (x[j] * k).sin();
                }
                if x[i] > 0.9 {
                    break;
                }
            }
            s * 0.5
        }

        #[differentiable(jvp)]
        pub fn while_loop(x: &[$f], k: $f) -> $f {
            let mut s = 0.0;
            let mut i = 0;
            while i < x.len() {
                let mut p = k;
                for j in 0..i {
                    p *= (x[j] * x[i]).cos();
                }
                s += p;
                i += 1;
            }
            s
        }

        /// Loops in the iterations, whose tapes are of one iteration each.
        #[differentiable(jvp)]
        pub fn nested(x: &[$f], w: &[$f]) -> $f {
            let mut s = 0.0;
            for i in 0..x.len() {
                let mut h = 0.0;
                for j in 0..w.len() {
                    let a = (x[i] * w[j]).tanh();
                    h = h * 0.5 + a * a;
                }
                s += h * x[i];
            }
            s / 3.0
        }

        /// An array that each iteration fills before it reads it.
        #[differentiable(jvp)]
        pub fn scratch(x: &[$f], k: $f) -> $f {
            let d = x.len();
            let mut u = vec![0.0; d];
            let mut s = 0.0;
            for i in 0..d {
                for j in 0..d {
                    u[j] = bend(x[j] * x[i], k);
                }
                s += energy(&u, k) * u[0];
            }
            s
        }

        /// The last element is that of the iteration before.
        #[differentiable(jvp)]
        pub fn scratch_with_memory(x: &[$f], k: $f) -> $f {
            let d = x.len();
            let mut u = vec![k; d];
            let mut s = 0.0;
            for i in 0..d {
                for j in i % 2..d {
                    u[j] = bend(x[j] * x[i], k) + 0.25 * u[0];
                }
                s += energy(&u, k);
            }
            s
        }

        /// It is filled only on one way, and read after the loop.
        #[differentiable(jvp)]
        pub fn sometimes_filled(x: &[$f], k: $f) -> $f {
            let d = x.len();
            let mut u = vec![0.5; d];
            let mut s = 0.0;
            for i in 0..d {
                if x[i] > 0.2 {
                    for j in 0..d {
                        u[j] = x[j] * x[i];
                    }
                }
                s += energy(&u, k);
            }
            s + 0.0 * energy(&u, k)
        }

        #[differentiable(jvp)]
        pub fn read_in_the_loop(x: &[$f], k: $f) -> $f {
            let mut s = 0.5;
            for i in 0..x.len() {
                s += bend(x[i], k) * 0.1 * s;
            }
            s
        }

        #[differentiable(jvp)]
        pub fn one_sum_of_two_loops(x: &[$f], k: $f) -> $f {
            let mut s = k;
            for i in 0..x.len() {
                s += bend(x[i], k);
            }
            for i in 0..x.len() {
                s -= energy(&x[i..], k);
            }
            s * 2.0
        }

        #[differentiable(jvp)]
        pub fn sum_that_changes_in_between(x: &[$f], k: $f) -> $f {
            let mut s = k;
            for i in 0..x.len() {
                s += bend(x[i], k);
            }
            s *= k;
            for i in 0..x.len() {
                s += bend(k, x[i]);
            }
            s
        }

        /// Cotangents that the loop adds to, and what follows it too.
        #[differentiable(jvp)]
        pub fn used_before_and_after(x: &[$f], p: [$f; 2], k: $f) -> $f {
            let w = [p[0] * k, p[1].sin()];
            let mut v = vec![0.0; 2];
            v[0] = p[1] * k;
            let squared = k * k;
            let mut s = 0.0;
            for i in 0..x.len() {
                s += bend(x[i] * w[i % 2], squared) * p[i % 2] * v[0];
            }
            v[1] = w[0] * squared;
            s - w[0] * p[0] * squared + v[0] * v[1]
        }

        /// What the loop reads is overwritten after it.
        #[differentiable(jvp)]
        pub fn overwritten_after(x: &[$f], k: $f) -> $f {
            let mut scale = k * 2.0;
            let mut v = vec![k, 1.0];
            let mut s = 0.0;
            for i in 0..x.len() {
                s += bend(x[i], scale) * v[0];
            }
            scale = k.sin();
            v[0] = scale * k;
            v = vec![v[0] * k, k];
            s + scale * v[0]
        }

        #[differentiable(jvp)]
        pub fn counters(x: &[$f], k: $f) -> $f {
            let mut s = 0.0;
            let mut state = 3;
            let mut next = 0;
            let mut seen = [0usize; 4];
            for _ in 0..x.len() {
                state = state * 5 % 7;
                seen[state % 4] += 1;
                let factor = seen[state % 4] as $f * k;
                s += bend(x[next], factor) * state as $f;
                next += 1;
                if next == x.len() {
                    next = 0;
                }
            }
            s
        }

        /// A value that goes from one iteration to the next.
        #[differentiable(jvp)]
        pub fn carried(x: &[$f], k: $f) -> $f {
            let mut before = k;
            let mut s = 0.0;
            for i in 0..x.len() {
                s += bend(x[i], before);
                before = x[i] * k;
            }
            s
        }

        #[differentiable(jvp)]
        fn spread(u: &[$f], k: $f, out: &mut [$f]) {
            let d = u.len();
            for i in 0..d {
                out[i] = (u[i] * k).exp();
            }
            for i in 1..d {
                out[i] += out[i - 1] * u[0];
            }
        }

        /// All but the first.
        #[differentiable(jvp)]
        fn spread_rest(u: &[$f], k: $f, out: &mut [$f]) {
            for i in 1..u.len() {
                out[i] = (u[i] * k).exp();
            }
        }

        /// It reads what it overwrites.
        #[differentiable(jvp)]
        fn spread_more(u: &[$f], k: $f, out: &mut [$f]) {
            for i in 0..u.len() {
                out[i] = (u[i] * k).exp() + 0.5 * out[i];
            }
        }

        /// Calls fill the array for each iteration.
        #[differentiable(jvp)]
        pub fn filled_by_a_call(x: &[$f], k: $f) -> $f {
            let d = 2;
            let mut u = vec![0.0; d];
            let mut v = vec![0.0; d];
            let mut s = 0.0;
            for i in 0..x.len() - 1 {
                for j in 0..d {
                    u[j] = x[i + j] * k;
                }
                spread(&u, k, &mut v);
                s += energy(&v, k) * v[0];
            }
            s
        }

        /// The call fills as much as its other argument has, which is less.
        #[differentiable(jvp)]
        pub fn filled_in_part(x: &[$f], k: $f) -> $f {
            let (d, more) = (2, 3);
            let mut u = vec![0.0; d];
            let mut v = vec![k; more];
            let mut s = 0.0;
            for i in 0..x.len() - 1 {
                for j in 0..d {
                    u[j] = x[i + j] * k;
                }
                v[2] = v[2] * v[0];
                spread(&u, k, &mut v);
                s += energy(&v, k);
            }
            s
        }

        #[differentiable(jvp)]
        pub fn filled_but_for_one(x: &[$f], k: $f) -> $f {
            let d = x.len();
            let mut v = vec![k; d];
            let mut s = 0.0;
            for i in 0..d {
                spread_rest(x, k * x[i], &mut v);
                s += energy(&v, k);
                v[0] *= x[i];
            }
            s
        }

        /// What one iteration leaves behind flows into the next: the twin of the callee does not say otherwise.
        #[differentiable(jvp)]
        pub fn filled_with_memory(x: &[$f], k: $f) -> $f {
            let d = 3;
            let mut u = vec![0.0; d];
            let mut v = vec![k; d];
            let mut s = 0.0;
            for i in 0..x.len() {
                for j in 0..d {
                    u[j] = x[i] * k;
                }
                spread_more(&u, k, &mut v);
                s += energy(&v, k);
            }
            s
        }

        #[differentiable(jvp)]
        pub fn inner_entries(x: &[$f], k: $f) -> $f {
            let mut t = 0.0;
            for i in 0..2 {
                t += losses(&x[i..], k) * scratch(x, k);
            }
            t
        }
    };
}

mod in_f64 {
    functions!(f64);
}
mod in_f32 {
    functions!(f32);
}

/// What only rustc knows to be no float: it is added to one with a derivative of its own.
mod heavier {
    use pullback::{Differentiable, differentiable};
    use std::ops::{AddAssign, Mul, Sub};

    #[derive(Clone, Copy, Differentiable)]
    pub struct Heavy(pub f64);

    #[differentiable(jvp)]
    impl AddAssign<Heavy> for f64 {
        fn add_assign(&mut self, other: Heavy) {
            *self = *self * 0.5 + other.0 * other.0;
        }
    }

    #[differentiable(jvp)]
    impl Mul<Heavy> for f64 {
        type Output = f64;
        fn mul(self, other: Heavy) -> f64 {
            self * self * other.0
        }
    }

    #[differentiable(jvp)]
    impl Sub<Heavy> for f64 {
        type Output = f64;
        #[allow(clippy::suspicious_arithmetic_impl)]
        fn sub(self, other: Heavy) -> f64 {
            self.sin() * other.0
        }
    }

    #[differentiable(jvp)]
    fn heavy(x: f64) -> Heavy {
        Heavy(x.exp())
    }

    #[differentiable(jvp)]
    pub fn sum(x: &[f64], k: f64) -> f64 {
        let mut s = 0.0;
        for i in 0..x.len() {
            s += heavy(x[i] * k);
        }
        s
    }

    #[differentiable(jvp)]
    pub fn on_the_way(x: &[f64], k: f64) -> f64 {
        let mut s = 0.0;
        for i in 0..x.len() {
            s += heavy(x[i] * k).0;
        }
        s - heavy(k)
    }

    /// Of both operands only rustc knows what they are.
    #[differentiable(jvp)]
    pub fn after_a_call(x: &[f64], k: f64) -> f64 {
        let mut s = 0.0;
        for i in 0..x.len() {
            s += heavy(x[i] * k).0;
        }
        (s - super::in_f64::bend(k, k)) - heavy(k)
    }

    #[differentiable(jvp)]
    pub fn weight(x: &[f64], k: f64) -> f64 {
        let by = heavy(k);
        let mut s = 0.0;
        for i in 0..x.len() {
            s += heavy(x[i] * k).0;
        }
        s * by
    }
}

/// Methods: the receiver is a parameter by reference like others.
mod methods {
    use pullback::{Differentiable, differentiable};

    #[derive(Clone, Debug, PartialEq, Differentiable)]
    pub struct Model<const N: usize> {
        pub weights: [f64; N],
        pub offset: f64,
        #[no_diff]
        pub points: usize,
    }

    #[differentiable(jvp)]
    impl<const N: usize> Model<N> {
        fn bent(&self, u: f64) -> f64 {
            let mut y = self.offset;
            for w in &self.weights {
                y = (y * u + w).sin();
            }
            y
        }

        pub fn loss(&self, x: &[f64], k: f64) -> f64 {
            let mut s = 0.0;
            for a in x {
                let e = self.bent(*a) - k;
                s += e * e;
            }
            s / self.points as f64 + self.offset * self.offset
        }

        pub fn sum_of_all(start: f64, x: &[f64]) -> f64 {
            let mut s = start;
            for a in x {
                s -= super::in_f64::bend(*a, start);
            }
            2.0 * s / x.len() as f64
        }
    }

    const X: [f64; 3] = [0.5, -0.25, 1.5];

    #[test]
    fn run_there_and_back_one_by_one() {
        let model = Model {
            weights: [0.7, -0.2],
            offset: 0.3,
            points: 3,
        };
        let (value, (of_model, of_x, of_k)) = model.loss_value_and_grad(&X, 0.1);
        assert_eq!(value, model.loss(&X, 0.1));
        // The sweeps apart, and differences.
        let (same, pullback) = model.loss_vjp(&X, 0.1);
        let (apart, apart_x, apart_k) = pullback(1.0);
        assert_eq!(same, value);
        let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-13 * (1.0 + a.abs()), "{a} and {b}");
        close(of_k, apart_k);
        close(of_model.offset, apart.offset);
        (0..2).for_each(|i| close(of_model.weights[i], apart.weights[i]));
        (0..3).for_each(|i| close(of_x[i], apart_x[i]));
        let difference = |f: &dyn Fn(f64) -> f64| (f(1e-6) - f(-1e-6)) / 2e-6;
        let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-8, "{a} and {b}");
        let offset = |d: f64| {
            Model {
                offset: model.offset + d,
                ..model.clone()
            }
            .loss(&X, 0.1)
        };
        near(of_model.offset, difference(&offset));
        near(of_k, difference(&|d| model.loss(&X, 0.1 + d)));
        near(of_x[1], difference(&|d| model.loss(&[X[0], X[1] + d, X[2]], 0.1)));

        let (of_start, of_x) = Model::<2>::sum_of_all_grad(0.7, &X);
        near(of_start, difference(&|d| Model::<2>::sum_of_all(0.7 + d, &X)));
        near(
            of_x[2],
            difference(&|d| Model::<2>::sum_of_all(0.7, &[X[0], X[1], X[2] + d])),
        );
    }
}

mod check {
    use super::{heavier, in_f32, in_f64};
    use crate::differences::{Components, zero};
    use crate::tables::gradients;

    gradients! {
        [in_f64 in_f32]
        losses(&x, k) { x = [0.3, -0.2, 0.5].to_vec(), k = 0.7; x = [0.3].to_vec(), k = 0.7; x = vec![], k = 0.7 }
        scaled(&x, k) { x = [0.3, -0.2, 0.5].to_vec(), k = 0.7; x = vec![], k = 0.7 }
        two_sums(&x, k) { x = [0.3, -0.2, 0.5].to_vec(), k = 0.7; x = vec![], k = 0.7 }
        product_of_sums(&x, k) { x = [0.3, -0.2, 0.5].to_vec(), k = 0.7 }
        root_of_sum(&x, k) { x = [0.3, -0.2, 0.5].to_vec(), k = 0.7 }
        sum_and_square(&x, k) { x = [0.3, -0.2, 0.5].to_vec(), k = 0.7 }
        mean(&x, &y, k) { x = [0.3, -0.2, 0.5].to_vec(), y = [1.5, 2.0, -0.5].to_vec(), k = 0.7 }
        with_calls(&x, k) { x = [0.3, -0.2, 0.5].to_vec(), k = 0.7 }
        mean_of_a_chain(&x, k) { x = [0.3, -0.2, 0.5].to_vec(), k = 0.7 }
        two_means(&x, k) { x = [0.3, -0.2, 0.5].to_vec(), k = 0.7 }
        integrals(&x, k) { x = [0.3, -0.2, 0.5].to_vec(), k = 0.7 }
        sum_twice(&x, k) { x = [0.3, -0.2, 0.5].to_vec(), k = 0.7 }
        some_of_them(&x, k) { x = [0.3, -0.2, 0.5, 0.6].to_vec(), k = 0.7; x = [0.3, -0.2, 1.5, 0.6].to_vec(), k = 1.2 }
        until_large(&x, k) { x = [0.3, -0.2, 1.5, 0.6].to_vec(), k = 0.7; x = [0.3, 0.2].to_vec(), k = 0.7 }
        while_loop(&x, k) { x = [0.3, -0.2, 0.5, 0.6].to_vec(), k = 0.7; x = vec![], k = 0.7 }
        nested(&x, &w) { x = [0.3, -0.2, 0.5].to_vec(), w = [0.4, 0.9].to_vec(); x = [0.3].to_vec(), w = vec![] }
        scratch(&x, k) { x = [0.3, -0.2, 0.5].to_vec(), k = 0.7; x = [0.4].to_vec(), k = 0.7 }
        scratch_with_memory(&x, k) { x = [0.3, -0.2, 0.5].to_vec(), k = 0.7 }
        sometimes_filled(&x, k) { x = [0.3, -0.2, 0.5, 0.1].to_vec(), k = 0.7 }
        read_in_the_loop(&x, k) { x = [0.3, -0.2, 0.5].to_vec(), k = 0.7 }
        one_sum_of_two_loops(&x, k) { x = [0.3, -0.2, 0.5].to_vec(), k = 0.7 }
        sum_that_changes_in_between(&x, k) { x = [0.3, -0.2, 0.5].to_vec(), k = 0.7 }
        used_before_and_after(&x, p, k) { x = [0.3, -0.2, 0.5].to_vec(), p = [0.6, 0.8], k = 0.7 }
        overwritten_after(&x, k) { x = [0.3, -0.2, 0.5].to_vec(), k = 0.7 }
        counters(&x, k) { x = [0.3, -0.2, 0.5].to_vec(), k = 0.7 }
        carried(&x, k) { x = [0.3, -0.2, 0.5].to_vec(), k = 0.7 }
        filled_by_a_call(&x, k) { x = [0.3, -0.2, 0.5].to_vec(), k = 0.7 }
        filled_in_part(&x, k) { x = [0.3, -0.2, 0.5].to_vec(), k = 0.7 }
        filled_but_for_one(&x, k) { x = [0.3, -0.2, 0.5].to_vec(), k = 0.7 }
        filled_with_memory(&x, k) { x = [0.3, -0.2, 0.5].to_vec(), k = 0.7 }
        inner_entries(&x, k) { x = [0.3, -0.2, 0.5].to_vec(), k = 0.7 }
    }

    const MANY: [f64; 19] = [
        0.3, -0.2, 0.5, 0.1, 0.7, -0.4, 0.25, 0.6, -0.1, 0.35, 0.8, -0.3, 0.45, 0.15, 0.05, 0.55, -0.25, 0.65, 0.2,
    ];

    mod many {
        use super::*;

        gradients! {
            [in_f64]
            losses(&x, k) { x = MANY.to_vec(), k = 0.7; x = MANY[..16].to_vec(), k = 0.4; x = MANY[..17].to_vec(), k = -0.4 }
            overwritten_after(&x, k) { x = MANY.to_vec(), k = 0.7 }
            counters(&x, k) { x = MANY.to_vec(), k = 0.7 }
        }
    }

    gradients! {
        [heavier]
        sum(&x, k) { x = [0.3, -0.2, 0.5].to_vec(), k = 0.7 }
        on_the_way(&x, k) { x = [0.3, -0.2, 0.5].to_vec(), k = 0.7 }
        after_a_call(&x, k) { x = [0.3, -0.2, 0.5].to_vec(), k = 0.7 }
        weight(&x, k) { x = [0.3, -0.2, 0.5].to_vec(), k = 0.7 }
    }
}
