//! Fixed arrays, nested arrays, slices and vectors: reads, writes, sub-slices and aliases.

macro_rules! functions {
    ($f:ident) => {
        use pullback::differentiable;

        const WEIGHTS: [$f; 3] = [0.5, -1.0, 2.0];
        const SIZE: usize = 3;

        #[differentiable(jvp)]
        pub fn reads(x: &[$f]) -> $f {
            x[0] * x[2] - x[1] * x[1]
        }

        #[differentiable(jvp)]
        pub fn dot(x: &[$f], y: &[$f]) -> $f {
            let mut s = 0.0;
            for i in 0..x.len() {
                s += x[i] * y[i];
            }
            s
        }

        #[differentiable(jvp)]
        pub fn fixed_by_reference(p: &[$f; 3]) -> $f {
            p[0] * p[1] + p[2].sin()
        }

        #[differentiable(jvp)]
        pub fn fixed_by_value(p: [$f; 3]) -> $f {
            p[0] * p[1] + p[2].sin()
        }

        #[differentiable(jvp)]
        pub fn fixed_and_changed(mut p: [$f; 3], k: $f) -> $f {
            p[0] *= k;
            p[1] = p[0] * p[2];
            p[0] + p[1] * p[2]
        }

        #[differentiable(jvp)]
        pub fn length_from_a_constant(p: &[$f; SIZE]) -> $f {
            let mut q = [0.0; SIZE];
            for i in 0..SIZE {
                q[i] = p[i] * p[SIZE - 1 - i];
            }
            q[0] * q[1]
        }

        #[differentiable(jvp)]
        pub fn inactive_weights(x: &[$f]) -> $f {
            let mut s = 0.0;
            for i in 0..3 {
                s += WEIGHTS[i] * x[i] * x[i];
            }
            s
        }

        #[differentiable(jvp)]
        pub fn nested_fixed(m: &[[$f; 2]; 2]) -> $f {
            m[0][0] * m[1][1] - m[0][1] * m[1][0]
        }

        #[differentiable(jvp)]
        pub fn slice_of_arrays(points: &[[$f; 2]]) -> $f {
            let mut area = 0.0;
            for i in 0..points.len() {
                let a = points[i];
                let b = &points[(i + 1) % points.len()];
                area += a[0] * b[1] - a[1] * b[0];
            }
            0.5 * area
        }

        #[differentiable(jvp)]
        pub fn vector_by_value(v: Vec<$f>) -> $f {
            let mut s = 1.0;
            for i in 0..v.len() {
                s *= v[i];
            }
            s
        }

        #[differentiable(jvp)]
        pub fn vector_by_reference(v: &Vec<$f>) -> $f {
            v[0] * v[v.len() - 1]
        }

        #[differentiable(jvp)]
        pub fn vector_of_vectors(m: &Vec<Vec<$f>>, x: &[$f]) -> $f {
            let mut s = 0.0;
            for i in 0..m.len() {
                for j in 0..m[i].len() {
                    s += x[i] * m[i][j] * x[j];
                }
            }
            s
        }

        #[differentiable(jvp)]
        pub fn literals(x: $f, y: $f) -> $f {
            let a = [x, y, x * y];
            let b = [[x, 1.0], [2.0, y]];
            a[0] * b[1][1] + a[2] * b[0][0] + b[0][1]
        }

        #[differentiable(jvp)]
        pub fn repeated(x: $f) -> $f {
            let a = [x * x; 4];
            let b = vec![x; 3];
            a[0] * a[3] + b[1] * b[2] * a[1]
        }

        #[differentiable(jvp)]
        pub fn vector_literal(x: $f, y: $f) -> $f {
            let mut v = vec![x, y, x - y];
            v[1] *= v[0];
            v[0] + v[1] * v[2]
        }

        #[differentiable(jvp)]
        pub fn pushed(x: &[$f]) -> $f {
            let mut v = Vec::new();
            for i in 0..x.len() {
                v.push(x[i] * x[i]);
            }
            v.push(x[0]);
            let mut s = 0.0;
            for i in 0..v.len() {
                s += v[i] * (i + 1) as $f;
            }
            s * v[1]
        }

        #[differentiable(jvp)]
        pub fn pushed_sometimes(x: &[$f]) -> $f {
            let mut v = vec![1.0];
            for a in x {
                if *a > 0.0 {
                    v.push(a * v[v.len() - 1]);
                }
            }
            v[v.len() - 1] + v.len() as $f * x[0]
        }

        #[differentiable(jvp)]
        pub fn copied(x: &[$f]) -> $f {
            let mut v = x.to_vec();
            v[0] = v[1] * 3.0;
            v[0] * x[0] + v[2]
        }

        #[differentiable(jvp)]
        pub fn cloned(x: Vec<$f>) -> $f {
            let mut v = x.clone();
            v[0] += x[1];
            let w = v.clone();
            v[1] = w[0] * w[0];
            v[1] * x[0] + w[1]
        }

        #[differentiable(jvp)]
        pub fn arrays_are_copied(x: $f) -> $f {
            let mut a = [x, 2.0 * x];
            let b = a;
            a[0] = b[1] * b[1];
            a[0] * b[0]
        }

        #[differentiable(jvp)]
        pub fn vectors_are_moved(x: &[$f]) -> $f {
            let v = x.to_vec();
            let mut w = v;
            w[0] *= w[1];
            let u = w;
            u[0] * u[0]
        }

        #[differentiable(jvp)]
        pub fn replaced_whole(x: &[$f; 2]) -> $f {
            let mut a = *x;
            let y = a[0] * a[1];
            a = [y, y * x[0]];
            a[0] + a[1] * a[1]
        }

        #[differentiable(jvp)]
        pub fn sub_slices(x: &[$f]) -> $f {
            let tail = &x[2..];
            let head = &x[..2];
            let middle = &x[1..3];
            let closed = &x[1..=2];
            let all = &x[..];
            tail[0] * head[1] + middle[0] * closed[1] + all[0] * tail.len() as $f
        }

        #[differentiable(jvp)]
        pub fn sub_slice_of_a_sub_slice(x: &[$f]) -> $f {
            let tail = &x[1..];
            let inner = &tail[1..3];
            let last = &inner[1];
            inner[0] * last * tail[0]
        }

        #[differentiable(jvp)]
        pub fn windows(x: &[$f], width: usize) -> $f {
            let mut best = 0.0;
            for i in 0..x.len() - width + 1 {
                let window = &x[i..i + width];
                let mut p = 1.0;
                for a in window {
                    p *= a;
                }
                best += p * window[0];
            }
            best
        }

        #[differentiable(jvp)]
        pub fn row_aliases(m: &[Vec<$f>]) -> $f {
            let mut s = 0.0;
            for i in 0..m.len() {
                let row = &m[i];
                let next = &m[(i + 1) % m.len()];
                for j in 0..row.len() {
                    s += row[j] * next[j] * next[0];
                }
            }
            s
        }

        #[differentiable(jvp)]
        pub fn mutable_alias(x: &[$f], k: $f) -> $f {
            let mut v = x.to_vec();
            let tail = &mut v[1..];
            tail[0] *= k;
            tail[1] = tail[0] + k;
            v[0] * v[1] * v[2]
        }

        #[differentiable(jvp)]
        pub fn mutable_alias_of_everything(x: &[$f; 3]) -> $f {
            let mut v = *x;
            let all = &mut v[..];
            all[0] = all[1] * all[2];
            all[2] += all[0];
            v[0] + v[2] * v[1]
        }

        #[differentiable(jvp)]
        pub fn mutable_row_alias(x: &[$f]) -> $f {
            let mut m = vec![vec![0.0; 2]; 2];
            for i in 0..2 {
                let row = &mut m[i];
                row[0] = x[i];
                row[1] += x[1 - i] * row[0];
            }
            m[0][0] * m[1][1] + m[0][1]
        }

        #[differentiable(jvp)]
        pub fn mutable_element_alias(x: &[$f], i: usize) -> $f {
            let mut v = x.to_vec();
            let element = &mut v[i];
            *element *= 3.0;
            *element += x[0];
            v[0] * v[1]
        }

        #[differentiable(jvp)]
        pub fn alias_survives_its_index(x: &[$f]) -> $f {
            let mut i = 0;
            let first = &x[i];
            i += 2;
            first * x[i] + *first
        }

        #[differentiable(jvp)]
        pub fn alias_of_a_scalar(x: $f) -> $f {
            let mut y = x;
            let r = &mut y;
            *r *= x;
            *r = *r + 1.0;
            y * y
        }

        #[differentiable(jvp)]
        pub fn gathered(x: &[$f], index: &[usize]) -> $f {
            let mut s = 1.0;
            for i in 0..index.len() {
                s += x[index[i]] * s;
            }
            s
        }

        #[differentiable(jvp)]
        pub fn scattered(x: &[$f], index: &[usize]) -> $f {
            let mut v = [0.0; 4];
            for i in 0..x.len() {
                v[index[i]] += x[i] * x[i];
            }
            v[0] * v[1] + v[2] * v[3]
        }

        #[differentiable(jvp)]
        pub fn compound_elements(x: &[$f]) -> $f {
            let mut v = x.to_vec();
            v[0] += x[1];
            v[1] -= v[0] * 2.0;
            v[2] *= v[1];
            v[0] /= x[2] + 4.0;
            v[1] %= 100.0;
            v[0] * v[1] * v[2]
        }

        #[differentiable(jvp)]
        pub fn compound_nested_elements(x: &[$f]) -> $f {
            let mut m = [[1.0, x[0]], [x[1], 2.0]];
            m[0][0] *= x[0];
            m[1][1] -= m[0][0] * m[0][1];
            m[1][0] += m[1][1];
            m[0][1] = m[1][0] / 2.0;
            m[0][1] * m[1][1] + m[0][0]
        }

        #[differentiable(jvp)]
        pub fn element_from_itself(x: &[$f]) -> $f {
            let mut v = x.to_vec();
            v[0] = v[0] * v[0];
            v[0] *= v[0];
            v[0] = v[1];
            v[1] = v[0] * v[2];
            v[0] * v[1]
        }

        #[differentiable(jvp)]
        pub fn recurrence(x: &[$f]) -> $f {
            let mut v = x.to_vec();
            for i in 1..v.len() {
                v[i] = v[i - 1] * v[i] + 0.5;
            }
            v[v.len() - 1]
        }

        #[differentiable(jvp)]
        pub fn swapped_elements(x: &[$f]) -> $f {
            let mut v = x.to_vec();
            for i in 0..v.len() / 2 {
                let j = v.len() - 1 - i;
                let t = v[i];
                v[i] = v[j] * 2.0;
                v[j] = t;
            }
            v[0] * v[0] - v[1] * v[2]
        }

        #[differentiable(jvp)]
        pub fn matrix_vector(m: &[$f], x: &[$f]) -> $f {
            let n = x.len();
            let mut y = vec![0.0; n];
            for i in 0..n {
                for j in 0..n {
                    y[i] += m[i * n + j] * x[j];
                }
            }
            let mut norm = 0.0;
            for i in 0..n {
                norm += y[i] * y[i];
            }
            norm.sqrt()
        }

        #[differentiable(jvp)]
        pub fn cholesky(m: &[[$f; 3]; 3]) -> $f {
            let mut l = [[0.0; 3]; 3];
            for i in 0..3 {
                for j in 0..=i {
                    let mut s = m[i][j];
                    for k in 0..j {
                        s -= l[i][k] * l[j][k];
                    }
                    l[i][j] = if i == j { s.sqrt() } else { s / l[j][j] };
                }
            }
            (l[0][0] * l[1][1] * l[2][2]).ln()
        }

        #[differentiable(jvp)]
        pub fn log_sum_exp(x: &[$f]) -> $f {
            let mut top = x[0];
            for a in x {
                top = top.max(*a);
            }
            let mut s = 0.0;
            for a in x {
                s += (a - top).exp();
            }
            top + s.ln()
        }

        #[differentiable(jvp)]
        pub fn convolution(signal: &[$f], kernel: &[$f]) -> $f {
            let mut energy = 0.0;
            for i in 0..=signal.len() - kernel.len() {
                let mut y = 0.0;
                for j in 0..kernel.len() {
                    y += signal[i + j] * kernel[j];
                }
                energy += y * y;
            }
            energy
        }

        #[differentiable(jvp)]
        pub fn tuples_in_arrays(x: $f, y: $f) -> $f {
            let mut pairs = [(x, y), (y, 1.0)];
            pairs[0].1 *= x;
            pairs[1].0 = pairs[0].1 + pairs[1].0;
            pairs[0].0 * pairs[1].0 + pairs[1].1
        }

        #[differentiable(jvp)]
        pub fn arrays_in_tuples(x: $f, y: $f) -> $f {
            let mut pair = ([x, y], x * y);
            pair.0[1] *= pair.1;
            pair.1 = pair.0[1] * pair.0[0];
            pair.1 + pair.0[1]
        }

        #[differentiable(jvp)]
        pub fn returns_an_array(x: $f, y: $f) -> [$f; 3] {
            [x * y, x, x - y * y]
        }

        #[differentiable(jvp)]
        pub fn returns_a_vector(x: &[$f], k: $f) -> Vec<$f> {
            let mut v = x.to_vec();
            for i in 0..v.len() {
                v[i] *= k;
            }
            v.push(k * k);
            v
        }

        #[differentiable(jvp)]
        pub fn returns_both(x: &[$f]) -> (Vec<$f>, $f) {
            let mut total = 0.0;
            let mut sums = Vec::with_capacity(x.len());
            for a in x {
                total += a * a;
                sums.push(total);
            }
            (sums, total * total)
        }

        #[differentiable(jvp)]
        pub fn empty_is_fine(x: &[$f], k: $f) -> $f {
            let mut s = k * k;
            if !x.is_empty() {
                s *= x[0];
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
    use crate::differences::{Components, zero};
    use crate::tables::{cotangents, gradients};

    gradients! {
        [in_f64 in_f32]
        reads(&x) { x = vec![0.5, -1.0, 2.0]; x = vec![0.0, 3.0, 1.0] }
        dot(&x, &y) { x = vec![0.5, -1.0, 2.0], y = vec![1.0, 3.0, 0.25]; x = Vec::new(), y = Vec::new() }
        fixed_by_reference(&p) { p = [0.5, -1.0, 2.0] }
        fixed_by_value(p) { p = [0.5, -1.0, 2.0] }
        fixed_and_changed(p, k) { p = [0.5, -1.0, 2.0], k = 3.0 }
        length_from_a_constant(&p) { p = [0.5, -1.0, 2.0] }
        inactive_weights(&x) { x = vec![0.5, -1.0, 2.0] }
        nested_fixed(&m) { m = [[0.5, -1.0], [2.0, 3.0]] }
        slice_of_arrays(&points) { points = vec![[0.5, -1.0], [2.0, 3.0], [-1.0, 0.25]] }
        vector_by_value(v.clone()) { v = vec![0.5, -1.0, 2.0] }
        vector_by_reference(&v) { v = vec![0.5, -1.0, 2.0]; v = vec![0.5] }
        vector_of_vectors(&m, &x) { m = vec![vec![0.5, -1.0], vec![2.0, 3.0]], x = vec![1.5, -0.5] }
        literals(x, y) { x = 0.5, y = -1.5 }
        repeated(x) { x = 0.5 }
        vector_literal(x, y) { x = 0.5, y = -1.5 }
        pushed(&x) { x = vec![0.5, -1.0, 2.0] }
        pushed_sometimes(&x) { x = vec![0.5, -1.0, 2.0]; x = vec![-0.5] }
        copied(&x) { x = vec![0.5, -1.0, 2.0] }
        cloned(x.clone()) { x = vec![0.5, -1.0, 2.0] }
        arrays_are_copied(x) { x = 0.5 }
        vectors_are_moved(&x) { x = vec![0.5, -1.0, 2.0] }
        replaced_whole(&x) { x = [0.5, -1.0] }
        sub_slices(&x) { x = vec![0.5, -1.0, 2.0, 1.5] }
        sub_slice_of_a_sub_slice(&x) { x = vec![0.5, -1.0, 2.0, 1.5] }
        windows(&x, 2) { x = vec![0.5, -1.0, 2.0, 1.5] }
        row_aliases(&m) { m = vec![vec![0.5, -1.0], vec![2.0, 3.0], vec![0.25, 1.5]] }
        mutable_alias(&x, k) { x = vec![0.5, -1.0, 2.0], k = 3.0 }
        mutable_alias_of_everything(&x) { x = [0.5, -1.0, 2.0] }
        mutable_row_alias(&x) { x = vec![0.5, -1.0] }
        mutable_element_alias(&x, 1) { x = vec![0.5, -1.0] }
        alias_survives_its_index(&x) { x = vec![0.5, -1.0, 2.0] }
        alias_of_a_scalar(x) { x = 0.5 }
        gathered(&x, &[2, 0, 2]) { x = vec![0.5, -1.0, 2.0] }
        scattered(&x, &[0, 1, 0, 3, 2]) { x = vec![0.5, -1.0, 2.0, 1.5, 0.75] }
        compound_elements(&x) { x = vec![0.5, -1.0, 2.0] }
        compound_nested_elements(&x) { x = vec![0.5, -1.0] }
        element_from_itself(&x) { x = vec![0.5, -1.0, 2.0] }
        recurrence(&x) { x = vec![0.5, -1.0, 2.0, 1.5]; x = vec![0.5] }
        swapped_elements(&x) { x = vec![0.5, -1.0, 2.0, 1.5] }
        matrix_vector(&m, &x) { m = vec![0.5, -1.0, 2.0, 1.5], x = vec![1.0, 3.0] }
        cholesky(&m) { m = [[4.0, 1.0, 0.5], [1.0, 3.0, -0.25], [0.5, -0.25, 2.0]] }
        log_sum_exp(&x) { x = vec![0.5, -1.0, 2.0, 1.5] }
        convolution(&signal, &kernel) { signal = vec![0.5, -1.0, 2.0, 1.5], kernel = vec![0.25, -0.5] }
        tuples_in_arrays(x, y) { x = 0.5, y = -1.5 }
        arrays_in_tuples(x, y) { x = 0.5, y = -1.5 }
        empty_is_fine(&x, k) { x = Vec::new(), k = 2.0; x = vec![3.0], k = 2.0 }
    }

    cotangents! {
        [in_f64 in_f32]
        returns_an_array(x, y) -> [1.0, -2.0, 0.5] { x = 0.5, y = -1.5 }
        returns_a_vector(&x, k) -> (vec![1.0, -2.0, 0.5]) { x = vec![0.5, -1.0], k = 3.0 }
        returns_both(&x) -> (vec![1.0, -2.0, 0.5], 0.25) { x = vec![0.5, -1.0, 2.0] }
    }
}
