//! Views of ndarray's arrays: parts that are read and written in place.

macro_rules! functions {
    ($f:ident) => {
        use pullback::differentiable;
        use pullback::ndarray::{Array1, Array2, Axis};

        #[differentiable(jvp)]
        pub fn rows(m: &Array2<$f>, x: &Array1<$f>) -> $f {
            let mut sum = 0.0;
            for i in 0..m.nrows() {
                sum += m.row(i).dot(x) * m.row(i)[0];
            }
            sum
        }

        #[differentiable(jvp)]
        pub fn named_rows(m: &Array2<$f>, x: &Array1<$f>) -> $f {
            let first = m.row(0);
            let last = m.column(m.ncols() - 1);
            first.dot(x) * last.sum() + first[0] * last[1] * first.dot(&first)
        }

        #[differentiable(jvp)]
        pub fn rows_between(m: &Array2<$f>) -> $f {
            let mut sum = 0.0;
            for i in 1..m.nrows() {
                let (a, b) = (m.row(i - 1), m.row(i));
                let gap = &a - &b;
                sum += gap.dot(&gap) * a.dot(&b);
            }
            sum
        }

        #[differentiable(jvp)]
        pub fn transposed(m: &Array2<$f>, x: &Array1<$f>) -> $f {
            let y = m.t().dot(x);
            let gram = m.t().dot(m);
            y.dot(&y) + gram.dot(&y).sum() + m.t().row(0).dot(x) + m.t()[[1, 0]]
        }

        #[differentiable(jvp)]
        pub fn product_with_transposed(x: &Array1<$f>, w: &Array2<$f>) -> $f {
            let y = x.dot(&w.t());
            let all = w.dot(&w.t());
            y.sum() * all.sum()
        }

        #[differentiable(jvp)]
        pub fn elementwise(m: &Array2<$f>, x: &Array1<$f>) -> $f {
            let a = &m.row(0) * x;
            let b = x / &m.row(1);
            let c = &m.row(0) + &m.row(1) - x;
            let d = -&m.row(1);
            let e = 2.0 * &m.row(0) + &d * 3.0;
            (a * &b + &c * &e - m.column(0).sum() * x).sum()
        }

        #[differentiable(jvp)]
        pub fn by_axis(m: &Array2<$f>) -> $f {
            let row = m.index_axis(Axis(0), 1);
            let column = m.index_axis(Axis(1), 0);
            row.sum() * column.dot(&column) + m.diag().dot(&m.diag())
        }

        #[differentiable(jvp)]
        pub fn mapped(m: &Array2<$f>, k: $f) -> $f {
            let squares = m.row(1).mapv(|v| v * v * k);
            squares.sum().sqrt() + m.column(0).mapv($f::sin).dot(&m.column(1))
        }

        #[differentiable(jvp)]
        pub fn owned(m: &Array2<$f>) -> $f {
            let mut row = m.row(0).to_owned();
            row[0] *= 3.0;
            let list = m.column(1).to_vec();
            row.dot(&m.row(1)) * list[0] * list[1]
        }

        #[differentiable(jvp)]
        pub fn views(m: &Array2<$f>, x: &Array1<$f>) -> $f {
            let view = m.view();
            let whole = x.view();
            view.dot(&whole).sum() * view.row(0).sum() * whole[1] + view.t().dot(&view.column(0)).sum()
        }

        #[differentiable(jvp)]
        pub fn chosen(m: &Array2<$f>, x: &Array1<$f>) -> $f {
            let row = if x[0] > 0.0 { m.row(0) } else { m.row(1) };
            let part = if x[1] > 0.0 { m.row(1) } else { x.view() };
            row.dot(x) * row[1] + part.sum()
        }

        #[differentiable(jvp)]
        pub fn in_recursion(m: &Array2<$f>, x: Array1<$f>, n: usize) -> $f {
            if n == 0 {
                return x.dot(&m.row(0));
            }
            let next = &m.row(n - 1) * &x;
            in_recursion(m, next, n - 1) * m.column(0).sum()
        }

        /// The operators by the names of their methods.
        #[differentiable(jvp)]
        pub fn operators_as_methods(m: &Array2<$f>, x: &Array1<$f>, y: &Array1<$f>) -> $f {
            use std::ops::{Mul, Sub};
            let distance = x.sub(y).mapv(|a| a * a).sum().sqrt();
            let row = m.row(0);
            distance * row.mul(x).sum()
        }

        #[differentiable(jvp)]
        pub fn rows_written(m: &Array2<$f>, x: &Array1<$f>, k: $f) -> $f {
            let mut m = m.clone();
            let mut sum = 0.0;
            for i in 0..m.nrows() {
                sum += m.row(i).dot(x);
                m.row_mut(i).assign(&(x * k));
                m.row_mut(i)[0] = k * k;
                sum += (&m * &m).sum();
            }
            m.column_mut(1).fill(k);
            sum * m.sum()
        }

        #[differentiable(jvp)]
        pub fn views_updated(m: &Array2<$f>, x: &Array1<$f>, k: $f) -> $f {
            let mut m = m.clone();
            for i in 0..2 {
                let mut row = m.row_mut(i);
                row += x;
                row *= k;
                row -= 0.5;
                row[0] *= 2.0;
                row /= x;
            }
            let mut column = m.column_mut(0);
            column *= k;
            m.row_mut(0).scaled_add(k, x);
            m.column_mut(0).mapv_inplace(|v| v * v * k);
            (&m * &m).sum()
        }

        #[differentiable(jvp)]
        pub fn blocks_assigned(m: &Array2<$f>, x: &Array1<$f>) -> $f {
            let mut all = Array2::<$f>::zeros((3, 2));
            // A vector is repeated along the rows.
            all.assign(x);
            all.index_axis_mut(Axis(0), 1).assign(&m.row(0));
            all.row_mut(0).assign(&m.row(1));
            let mut sums = Array1::<$f>::zeros(2);
            sums.scaled_add(2.0, &all.row(0));
            let scaled = &sums * x;
            sums.assign(&scaled);
            (&all * &all).sum() + sums.sum()
        }

        #[differentiable(jvp)]
        pub fn accumulated(m: &Array2<$f>, w: &Array1<$f>) -> $f {
            let mut mean = Array1::<$f>::zeros(m.ncols());
            for i in 0..m.nrows() {
                mean += &(&m.row(i) * w[i]);
                mean += &m.row(i);
            }
            mean.dot(&mean)
        }

        #[differentiable(jvp)]
        pub fn written_in_place(m: &mut Array2<$f>, x: &Array1<$f>) {
            for i in 0..m.nrows() {
                let scale = m.row(i).dot(x);
                m.row_mut(i).assign(&(x * scale));
                m.column_mut(0).fill(scale);
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
    use crate::differences::{Components, uneven, zero};
    use crate::tables::{gradients, writes};
    use pullback::ndarray::array;

    gradients! {
        [in_f64 in_f32]
        rows(&m, &x) { m = array![[0.5, -1.0], [2.0, 1.0], [0.25, 3.0]], x = array![1.5, 0.25] }
        named_rows(&m, &x) { m = array![[0.5, -1.0], [2.0, 1.0], [0.25, 3.0]], x = array![1.5, 0.25] }
        rows_between(&m) { m = array![[0.5, -1.0], [2.0, 1.0], [0.25, 3.0]] }
        transposed(&m, &x) { m = array![[0.5, -1.0], [2.0, 1.0]], x = array![1.5, 0.25] }
        product_with_transposed(&x, &w) { x = array![1.5, 0.25], w = array![[0.5, -1.0], [2.0, 1.0], [0.25, 3.0]] }
        elementwise(&m, &x) { m = array![[0.5, -1.0], [2.0, 1.0], [0.25, 3.0]], x = array![1.5, 0.25] }
        by_axis(&m) { m = array![[0.5, -1.0], [2.0, 1.0], [0.25, 3.0]] }
        mapped(&m, k) { m = array![[0.5, -1.0], [2.0, 1.0]], k = 1.5 }
        owned(&m) { m = array![[0.5, -1.0], [2.0, 1.0]] }
        views(&m, &x) { m = array![[0.5, -1.0], [2.0, 1.0]], x = array![1.5, 0.25] }
        chosen(&m, &x) {
            m = array![[0.5, -1.0], [2.0, 1.0]], x = array![1.5, 0.25];
            m = array![[0.5, -1.0], [2.0, 1.0]], x = array![-1.5, -0.25]
        }
        in_recursion(&m, x.clone(), 2) { m = array![[0.5, -1.0], [2.0, 1.0]], x = array![1.5, 0.25] }
        operators_as_methods(&m, &x, &y) { m = array![[0.5, -1.0], [2.0, 1.0]], x = array![1.5, 0.25], y = array![0.5, 0.75] }
        rows_written(&m, &x, k) { m = array![[0.5, -1.0], [2.0, 1.0]], x = array![1.5, 0.25], k = 0.75 }
        views_updated(&m, &x, k) { m = array![[0.5, -1.0], [2.0, 1.0]], x = array![1.5, 0.25], k = 0.75 }
        blocks_assigned(&m, &x) { m = array![[0.5, -1.0], [2.0, 1.0]], x = array![1.5, 0.25] }
        accumulated(&m, &w) { m = array![[0.5, -1.0], [2.0, 1.0]], w = array![1.5, 0.25] }
    }

    writes! {
        [in_f64 in_f32]
        written_in_place(&mut m, &x) { (m = array![[0.5, -1.0], [2.0, 1.0]]) (x = array![1.5, 0.25]) }
    }
}
