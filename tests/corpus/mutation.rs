//! `&mut` parameters: the cotangent of what is left in them flows in, that of what they held flows out.

macro_rules! functions {
    ($f:ident) => {
        use pullback::differentiable;

        #[differentiable(jvp)]
        pub fn scale(u: &mut [$f], k: $f) {
            for i in 0..u.len() {
                u[i] *= k;
            }
        }

        #[differentiable(jvp)]
        pub fn fill(u: &mut [$f], k: $f) {
            for i in 0..u.len() {
                u[i] = k * i as $f;
            }
        }

        #[differentiable(jvp)]
        pub fn axpy(y: &mut [$f], a: $f, x: &[$f]) {
            for i in 0..y.len() {
                y[i] += a * x[i];
            }
        }

        #[differentiable(jvp)]
        pub fn prefix_products(u: &mut [$f]) {
            for i in 1..u.len() {
                u[i] = u[i - 1] * u[i];
            }
        }

        #[differentiable(jvp)]
        pub fn squared(x: &mut $f) {
            *x = *x * *x;
        }

        #[differentiable(jvp)]
        pub fn every_compound(x: &mut $f, k: $f) {
            *x += k;
            *x *= k;
            *x -= k * k;
            *x /= k + 4.0;
            *x %= 50.0;
        }

        #[differentiable(jvp)]
        pub fn written_twice(x: &mut $f, k: $f) {
            *x = x.sin() * k;
            *x = *x * *x + k;
        }

        #[differentiable(jvp)]
        pub fn overwritten(x: &mut $f, k: $f) {
            *x = k * k;
        }

        #[differentiable(jvp)]
        pub fn untouched(x: &mut $f, y: &mut $f) {
            *y += *x;
        }

        #[differentiable(jvp)]
        pub fn sometimes(x: &mut $f, k: $f) {
            if *x > k {
                *x = k * *x;
            }
        }

        #[differentiable(jvp)]
        pub fn exchanged(x: &mut $f, y: &mut $f) {
            let t = *x;
            *x = *y * 2.0;
            *y = t;
        }

        #[differentiable(jvp)]
        pub fn rotated(p: &mut [$f; 2], angle: $f) {
            let (s, c) = angle.sin_cos();
            *p = [c * p[0] - s * p[1], s * p[0] + c * p[1]];
        }

        #[differentiable(jvp)]
        pub fn nested(m: &mut [[$f; 2]; 2], k: $f) {
            m[0][1] = m[1][0] * k;
            m[1][1] *= m[0][1];
        }

        #[differentiable(jvp)]
        pub fn rows(m: &mut Vec<Vec<$f>>, k: $f) {
            for i in 0..m.len() {
                let row = &mut m[i];
                row[0] *= k;
                for j in 1..row.len() {
                    row[j] += row[j - 1];
                }
            }
        }

        #[differentiable(jvp)]
        pub fn vector_in_place(v: &mut Vec<$f>, k: $f) {
            let n = v.len();
            v[n - 1] = v[0] * k;
        }

        #[differentiable(jvp)]
        pub fn grown(v: &mut Vec<$f>, k: $f) {
            v.push(k * v[0]);
            v.push(k);
            v[0] += 1.0;
        }

        #[differentiable(jvp)]
        pub fn replaced(v: &mut Vec<$f>, k: $f) {
            let total = v[0] + v[1];
            *v = vec![total * k, k, total];
        }

        #[differentiable(jvp)]
        pub fn pair(p: &mut ($f, $f)) {
            p.0 *= p.1;
            p.1 = p.0 + p.1;
        }

        #[differentiable(jvp)]
        pub fn two_slices(a: &mut [$f], b: &mut [$f], k: $f) {
            for i in 0..a.len() {
                let t = a[i];
                a[i] = b[i] * k;
                b[i] += t * t;
            }
        }

        #[differentiable(jvp)]
        pub fn returns_midway(u: &mut [$f], k: $f) {
            u[0] *= k;
            if u[0] > 1.0 {
                return;
            }
            for i in 1..u.len() {
                u[i] += u[0];
                if u[i] > 5.0 {
                    return;
                }
            }
            u[0] = u[1] * u[1];
        }

        #[differentiable(jvp)]
        pub fn through_an_alias(u: &mut [$f], k: $f) {
            let tail = &mut u[1..];
            tail[0] *= k;
            let last = &mut tail[1];
            *last += k * k;
            u[0] = u[1] * u[2];
        }

        #[differentiable(jvp)]
        pub fn gauss_seidel(u: &mut [$f], sweeps: usize) {
            for _ in 0..sweeps {
                for i in 1..u.len() - 1 {
                    u[i] = 0.5 * (u[i - 1] + u[i + 1]) + 0.1 * u[i] * u[i];
                }
            }
        }

        #[differentiable(jvp)]
        pub fn sorted(u: &mut [$f]) {
            for i in 0..u.len() {
                for j in 0..u.len() - 1 - i {
                    if u[j] > u[j + 1] {
                        let t = u[j];
                        u[j] = u[j + 1];
                        u[j + 1] = t;
                    }
                }
            }
        }

        #[differentiable(jvp)]
        pub fn accumulates_and_returns(total: &mut $f, x: $f) -> $f {
            let before = *total;
            *total += x * x;
            before * x
        }

        #[differentiable(jvp)]
        pub fn normalises_and_returns(u: &mut [$f]) -> $f {
            let mut s = 0.0;
            for i in 0..u.len() {
                s += u[i] * u[i];
            }
            let norm = s.sqrt();
            for i in 0..u.len() {
                u[i] /= norm;
            }
            norm
        }

        #[differentiable(jvp)]
        pub fn only_reads(u: &mut [$f], k: $f) -> $f {
            u[0] * u[1] * k
        }

        #[differentiable(jvp)]
        pub fn returns_from_a_loop(u: &mut [$f], limit: $f) -> $f {
            for i in 0..u.len() {
                u[i] *= limit;
                if u[i] > limit {
                    return u[i] * u[0];
                }
            }
            limit
        }

        #[differentiable(jvp)]
        pub fn steps(position: &mut [$f; 2], velocity: &mut [$f; 2], dt: $f) -> $f {
            for i in 0..2 {
                velocity[i] -= dt * position[i];
                position[i] += dt * velocity[i];
            }
            0.5 * (velocity[0] * velocity[0] + position[1] * position[1])
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
    use crate::tables::{writes, writes_and_returns};

    writes! {
        [in_f64 in_f32]
        scale(&mut u, k) { (u = vec![0.5, -1.0, 2.0]) (k = 3.0); (u = Vec::new()) (k = 3.0) }
        fill(&mut u, k) { (u = vec![0.5, -1.0, 2.0]) (k = 3.0) }
        axpy(&mut y, a, &x) { (y = vec![0.5, -1.0, 2.0]) (a = 3.0, x = vec![1.0, 0.25, -0.5]) }
        prefix_products(&mut u) { (u = vec![0.5, -1.0, 2.0, 1.5]) () }
        squared(&mut x) { (x = 0.5) (); (x = -3.0) () }
        every_compound(&mut x, k) { (x = 0.5) (k = 2.0) }
        written_twice(&mut x, k) { (x = 0.5) (k = 2.0) }
        overwritten(&mut x, k) { (x = 0.5) (k = 2.0) }
        untouched(&mut x, &mut y) { (x = 0.5, y = 2.0) () }
        sometimes(&mut x, k) { (x = 0.5) (k = 2.0); (x = 3.0) (k = 2.0) }
        exchanged(&mut x, &mut y) { (x = 0.5, y = 2.0) () }
        rotated(&mut p, angle) { (p = [0.5, 2.0]) (angle = 0.75) }
        nested(&mut m, k) { (m = [[0.5, 2.0], [1.5, -1.0]]) (k = 0.75) }
        rows(&mut m, k) { (m = vec![vec![0.5, 2.0], vec![1.5, -1.0, 0.25]]) (k = 0.75) }
        vector_in_place(&mut v, k) { (v = vec![0.5, 2.0]) (k = 0.75) }
        grown(&mut v, k) { (v = vec![0.5, 2.0]) (k = 0.75) }
        replaced(&mut v, k) { (v = vec![0.5, 2.0]) (k = 0.75) }
        pair(&mut p) { (p = (0.5, 2.0)) () }
        two_slices(&mut a, &mut b, k) { (a = vec![0.5, 2.0], b = vec![1.5, -1.0]) (k = 0.75) }
        returns_midway(&mut u, k) { (u = vec![0.5, 2.0, 1.0]) (k = 3.0); (u = vec![0.5, 6.0, 1.0]) (k = 0.5); (u = vec![0.5, 2.0, 1.0]) (k = 0.5) }
        through_an_alias(&mut u, k) { (u = vec![0.5, 2.0, 1.0]) (k = 3.0) }
        gauss_seidel(&mut u, 3) { (u = vec![0.5, 2.0, 1.0, -0.5]) () }
        sorted(&mut u) { (u = vec![0.5, 2.0, 1.0, -0.5]) () }
    }

    writes_and_returns! {
        [in_f64 in_f32]
        accumulates_and_returns(&mut total, x) { (total = 0.5) (x = 3.0) }
        normalises_and_returns(&mut u) { (u = vec![0.5, 2.0, -1.0]) () }
        only_reads(&mut u, k) { (u = vec![0.5, 2.0]) (k = 3.0) }
        returns_from_a_loop(&mut u, limit) { (u = vec![0.5, 2.0]) (limit = 1.5); (u = vec![0.5, 0.25]) (limit = 1.5) }
        steps(&mut position, &mut velocity, dt) { (position = [0.5, 2.0], velocity = [1.0, -0.25]) (dt = 0.1) }
    }
}
