//! ndarray's own `Array1` and `Array2`, of both widths: values that are not `Copy`.

macro_rules! functions {
    ($f:ident) => {
        use pullback::differentiable;
        use pullback::ndarray::{Array1, Array2};

        #[differentiable(jvp)]
        pub fn sums(a: &Array1<$f>) -> $f {
            a.sum() * a[0]
        }

        #[differentiable(jvp)]
        pub fn owned_parameter(a: Array1<$f>) -> $f {
            a.sum() * a[0]
        }

        #[differentiable(jvp)]
        pub fn borrowed_operands(a: &Array1<$f>, b: &Array1<$f>) -> $f {
            let c = a + b;
            let d = &c * a;
            let e = &d - b;
            (&e * &c).sum()
        }

        #[differentiable(jvp)]
        pub fn owned_operands(a: Array1<$f>, b: Array1<$f>) -> $f {
            let c = a.clone() + b.clone();
            let d = a * c;
            (d - b).sum()
        }

        #[differentiable(jvp)]
        pub fn mixed_operands(a: &Array1<$f>, b: Array1<$f>) -> $f {
            let c = a + b.clone();
            let d = c * a;
            let e = a - d;
            (e * &b).sum()
        }

        #[differentiable(jvp)]
        pub fn one_operand_twice(a: &Array1<$f>) -> $f {
            let square = a * a;
            let fourth = &square * &square;
            (&fourth + &fourth - &square).sum()
        }

        #[differentiable(jvp)]
        pub fn scalar_operands(a: &Array1<$f>, k: $f) -> $f {
            let b = a * k;
            let c = &b + 2.0;
            let d = c - k;
            let e = k * &d;
            let h = 3.0 * e;
            (h * k).sum()
        }

        #[differentiable(jvp)]
        pub fn matrices(a: &Array2<$f>, b: &Array2<$f>, k: $f) -> $f {
            let c = a * b - a * k;
            let d = &c + b;
            (d * &c).sum()
        }

        #[differentiable(jvp)]
        pub fn inner_product(a: &Array1<$f>, b: &Array1<$f>) -> $f {
            a.dot(b) * a.dot(a)
        }

        #[differentiable(jvp)]
        pub fn matrix_vector(m: &Array2<$f>, x: &Array1<$f>) -> $f {
            let y = m.dot(x);
            y.dot(&y)
        }

        #[differentiable(jvp)]
        pub fn matrix_matrix(a: &Array2<$f>, b: &Array2<$f>) -> $f {
            let c = a.dot(b);
            (&c * &c).sum()
        }

        #[differentiable(jvp)]
        pub fn vector_matrix(x: &Array1<$f>, m: &Array2<$f>) -> $f {
            x.dot(m).sum() * x[1]
        }

        #[differentiable(jvp)]
        pub fn mapped(a: &Array1<$f>) -> $f {
            let b = a.mapv(|v| v.sin() * v);
            let c = b.mapv(|v| if v > 0.0 { v } else { 0.1 * v });
            c.dot(a)
        }

        #[differentiable(jvp)]
        pub fn mapped_matrix(m: &Array2<$f>) -> $f {
            m.mapv(|v| v.tanh()).mapv($f::exp).sum()
        }

        #[differentiable(jvp)]
        pub fn mapped_with_locals(a: &Array1<$f>, n: i32) -> $f {
            a.mapv(|v| {
                let w = v * v;
                w.powi(n) + w
            })
            .sum()
        }

        #[differentiable(jvp)]
        pub fn mapped_with_a_loop(a: &Array1<$f>, n: usize) -> $f {
            a.mapv(|v| {
                let mut w = v;
                for _ in 0..n {
                    w = w.sin() * v;
                }
                w * w
            })
            .sum()
        }

        #[differentiable(jvp)]
        pub fn mapped_with_a_capture(a: &Array1<$f>, k: $f) -> $f {
            let top = k * k;
            a.mapv(|v| (v - top).exp()).sum()
        }

        #[differentiable(jvp)]
        pub fn elements(a: &Array1<$f>) -> $f {
            let mut s = 0.0;
            for i in 0..a.len() {
                s += a[i] * a[a.len() - 1 - i] * i as $f;
            }
            s
        }

        #[differentiable(jvp)]
        pub fn matrix_elements(m: &Array2<$f>) -> $f {
            let mut trace = 1.0;
            for i in 0..m.nrows() {
                trace *= m[[i, i]] + m[(i, 0)];
            }
            trace * m.len() as $f
        }

        #[differentiable(jvp)]
        pub fn element_writes(a: &Array1<$f>, k: $f) -> $f {
            let mut b = a.clone();
            b[0] = k * b[1];
            b[1] += b[0];
            b[2] *= a[0];
            b.dot(a) + b[0]
        }

        #[differentiable(jvp)]
        pub fn matrix_element_writes(m: &Array2<$f>, k: $f) -> $f {
            let mut c = m * k;
            for i in 0..c.nrows() {
                c[[i, i]] *= k;
                c[[0, i]] = c[[i, 0]] + m[[i, i]];
            }
            (&c * m).sum()
        }

        #[differentiable(jvp)]
        pub fn built_from_zeros(x: &[$f]) -> $f {
            let mut a: Array1<$f> = Array1::zeros(x.len());
            for i in 0..x.len() {
                a[i] = x[i] * x[0];
            }
            let mut m: Array2<$f> = Array2::zeros((2, x.len()));
            for i in 0..x.len() {
                m[[0, i]] = a[i];
                m[[1, i]] = x[i];
            }
            m.dot(&a).sum()
        }

        #[differentiable(jvp)]
        pub fn moved_and_replaced(a: &Array1<$f>) -> $f {
            let mut b = a * 2.0;
            let c = b;
            b = &c * a;
            b = b + &c;
            b.sum()
        }

        #[differentiable(jvp)]
        pub fn descent(x: &Array2<$f>, y: &Array1<$f>, rate: $f, steps: usize) -> $f {
            let mut w = y * 0.0;
            for _ in 0..steps {
                let residual = x.dot(&w) - y;
                w = &w - &(x.dot(&residual) * rate);
            }
            let residual = x.dot(&w) - y;
            residual.dot(&residual)
        }

        #[differentiable(jvp)]
        pub fn in_a_branch(a: &Array1<$f>, b: &Array1<$f>) -> $f {
            let c = if a.sum() > b.sum() { a * b } else { a.clone() };
            let mut d = c.mapv(|v| v * v);
            if d[0] > 1.0 {
                d = d * b;
            }
            d.sum()
        }

        #[differentiable(jvp)]
        pub fn layer(w: &Array2<$f>, x: &Array1<$f>, bias: &Array1<$f>) -> Array1<$f> {
            (w.dot(x) + bias).mapv(|v| v.tanh())
        }

        #[differentiable(jvp)]
        pub fn network(w: &Array2<$f>, x: &Array1<$f>, bias: &Array1<$f>, depth: usize) -> $f {
            let mut h = x.clone();
            for _ in 0..depth {
                h = layer(w, &h, bias);
            }
            h.dot(x)
        }

        #[differentiable(jvp)]
        pub fn in_recursion(a: Array1<$f>, n: usize) -> $f {
            if n == 0 {
                a.sum()
            } else {
                in_recursion(&a * &a + 0.5, n - 1) * a[0]
            }
        }

        #[differentiable(jvp)]
        pub fn element_in_place(a: &mut Array1<$f>, k: $f) {
            a[0] *= k;
            a[1] = a[0] * a[1];
        }

        #[differentiable(jvp)]
        pub fn array_in_place(a: &mut Array1<$f>, b: &Array1<$f>) {
            *a = &*a * b;
            a[0] += b[1];
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
    use crate::tables::{cotangents, gradients, writes};
    use pullback::ndarray::{Array1, array};

    gradients! {
        [in_f64 in_f32]
        sums(&a) { a = array![0.5, -1.0, 2.0] }
        mapped_with_a_loop(&a, 3) { a = array![0.5, -1.0, 2.0] }
        owned_parameter(a.clone()) { a = array![0.5, -1.0, 2.0] }
        borrowed_operands(&a, &b) { a = array![0.5, -1.0, 2.0], b = array![1.5, 0.25, -0.5] }
        owned_operands(a.clone(), b.clone()) { a = array![0.5, -1.0, 2.0], b = array![1.5, 0.25, -0.5] }
        mixed_operands(&a, b.clone()) { a = array![0.5, -1.0, 2.0], b = array![1.5, 0.25, -0.5] }
        one_operand_twice(&a) { a = array![0.5, -1.0, 2.0] }
        scalar_operands(&a, k) { a = array![0.5, -1.0, 2.0], k = 1.5; a = Array1::zeros(0), k = 1.5 }
        matrices(&a, &b, k) { a = array![[0.5, -1.0], [2.0, 1.0], [0.0, 3.0]], b = array![[1.5, 0.25], [-0.5, 1.0], [2.0, 0.75]], k = 0.5 }
        inner_product(&a, &b) { a = array![0.5, -1.0, 2.0], b = array![1.5, 0.25, -0.5] }
        matrix_vector(&m, &x) { m = array![[0.5, -1.0], [2.0, 1.0], [0.0, 3.0]], x = array![1.5, 0.25] }
        matrix_matrix(&a, &b) { a = array![[0.5, -1.0], [2.0, 1.0], [0.0, 3.0]], b = array![[1.5, 0.25], [-0.5, 1.0]] }
        vector_matrix(&x, &m) { x = array![1.5, 0.25], m = array![[0.5, -1.0, 2.0], [1.0, 0.0, 3.0]] }
        mapped(&a) { a = array![0.5, -1.0, 2.0] }
        mapped_matrix(&m) { m = array![[0.5, -1.0], [2.0, 1.0]] }
        mapped_with_locals(&a, 2) { a = array![0.5, -1.0, 2.0] }
        mapped_with_a_capture(&a, k) { a = array![0.5, -1.0, 2.0], k = 0.75 }
        elements(&a) { a = array![0.5, -1.0, 2.0] }
        matrix_elements(&m) { m = array![[0.5, -1.0], [2.0, 1.0]] }
        element_writes(&a, k) { a = array![0.5, -1.0, 2.0], k = 0.75 }
        matrix_element_writes(&m, k) { m = array![[0.5, -1.0], [2.0, 1.0]], k = 0.75 }
        built_from_zeros(&x) { x = vec![0.5, -1.0, 2.0] }
        moved_and_replaced(&a) { a = array![0.5, -1.0, 2.0] }
        descent(&x, &y, rate, 3) { x = array![[0.5, -1.0], [-1.0, 0.75]], y = array![1.0, -0.5], rate = 0.1 }
        in_a_branch(&a, &b) { a = array![0.5, -1.0, 2.0], b = array![1.5, 0.25, -0.5]; a = array![1.5, -1.0], b = array![1.5, 0.25] }
        network(&w, &x, &bias, 3) { w = array![[0.5, -1.0], [-1.0, 0.75]], x = array![1.0, -0.5], bias = array![0.1, 0.2] }
        in_recursion(a.clone(), 2) { a = array![0.5, -0.25] }
    }

    cotangents! {
        [in_f64 in_f32]
        layer(&w, &x, &bias) -> (array![1.0, -2.0]) { w = array![[0.5, -1.0], [-1.0, 0.75]], x = array![1.0, -0.5], bias = array![0.1, 0.2] }
    }

    writes! {
        [in_f64 in_f32]
        element_in_place(&mut a, k) { (a = array![0.5, -1.0, 2.0]) (k = 0.75) }
        array_in_place(&mut a, &b) { (a = array![0.5, -1.0, 2.0]) (b = array![1.5, 0.25, -0.5]) }
    }
}
