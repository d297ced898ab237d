//! Views of ndarray's arrays, iterators over them, parameters that are views, and arrays that are made of numbers.

// The forms that clippy would write in another way are tested too.
#![allow(
    clippy::needless_late_init,
    clippy::op_ref,
    clippy::double_ended_iterator_last,
    clippy::assign_op_pattern,
    clippy::clone_on_copy
)]

/// Rows, columns, axes, elements, and their indices.
mod iterators {
    use pullback::ndarray::{Array1, Array2, Axis, arr1, arr2};
    use pullback::{Differentiable, check_grad, differentiable};

    #[differentiable]
    fn cells(m: &Array2<f64>, k: f64) -> f64 {
        let mut sum = 0.0;
        for x in m {
            sum += x * x * k;
        }
        for x in m.iter() {
            sum += x.sin();
        }
        for (i, x) in m.iter().enumerate() {
            sum += x * i as f64;
        }
        for ((i, j), x) in m.indexed_iter() {
            sum += x * m[(j, i)] * (i + 2 * j) as f64;
        }
        let norm = m.iter().map(|x| x * x).sum::<f64>().sqrt();
        let zipped: f64 = m.iter().zip(m.t().iter()).map(|(a, b)| a * b).sum();
        sum * norm + zipped + m.iter().skip(1).take(4).map(|x| x * k).sum::<f64>()
    }

    #[differentiable]
    fn rows(m: &Array2<f64>, x: &Array1<f64>) -> f64 {
        let mut sum = 0.0;
        for row in m.rows() {
            sum += row.dot(x) * row[0];
        }
        for (i, row) in m.outer_iter().enumerate() {
            sum += row.sum() * x[i];
        }
        for (column, x) in m.axis_iter(Axis(1)).zip(x) {
            sum += column.dot(&column) * x;
            for y in column {
                sum += y * x;
            }
        }
        for column in m.columns() {
            sum += column.iter().map(|c| c * c * c).sum::<f64>();
        }
        let best: f64 = m.rows().into_iter().map(|row| row.dot(x)).sum();
        let norms: Array1<f64> = m.outer_iter().map(|row| row.dot(&row).sqrt()).collect();
        sum + best * norms.sum()
            + m.rows()
                .into_iter()
                .zip(norms.iter())
                .map(|(r, n)| r[1] * n)
                .sum::<f64>()
    }

    #[differentiable]
    fn regression(#[no_diff] data: &Array2<f64>, #[no_diff] y: &Array1<f64>, w: &Array1<f64>) -> f64 {
        let mut loss = 0.0;
        for (row, y) in data.outer_iter().zip(y) {
            let e = row.dot(w) - y;
            loss += e * e;
        }
        for i in 0..data.nrows() {
            let row = data.row(i);
            let p = 1.0 / (1.0 + (-row.dot(w)).exp());
            loss += p * row.sum();
        }
        loss + data.rows().into_iter().map(|r| r.dot(w).sin()).sum::<f64>() + data.t().dot(&data.dot(w)).sum()
    }

    #[differentiable]
    fn written(m: &Array2<f64>, k: f64) -> f64 {
        let mut m = m.clone();
        for x in m.iter_mut() {
            *x = *x * k + x.sin();
        }
        for mut row in m.rows_mut() {
            row *= k;
            row[0] += 1.0;
        }
        for (i, mut column) in m.axis_iter_mut(Axis(1)).enumerate() {
            let s = column.sum();
            column /= s + i as f64;
        }
        for x in &mut m {
            *x *= k;
        }
        for ((i, j), x) in m.indexed_iter_mut() {
            *x *= (i + j) as f64;
        }
        (&m * &m).sum()
    }

    #[derive(Clone, Debug, Differentiable)]
    struct Model {
        w: Array2<f64>,
        b: Array1<f64>,
    }

    #[differentiable]
    impl Model {
        fn energy(&self, x: &Array1<f64>) -> f64 {
            let mut sum = 0.0;
            for (row, b) in self.w.outer_iter().zip(&self.b) {
                sum += (row.dot(x) + b).tanh();
            }
            for row in self.w.rows() {
                sum += row[0] * row.dot(&self.b);
            }
            for b in self.b.iter() {
                sum += b * b;
            }
            sum
        }
        fn normalise(&mut self) {
            for mut row in self.w.rows_mut() {
                let norm = row.dot(&row).sqrt();
                row /= norm;
            }
        }
    }

    #[differentiable]
    fn normalised(m: &Model, x: &Array1<f64>) -> f64 {
        let mut m = m.clone();
        m.normalise();
        m.energy(x)
    }

    #[test]
    fn arrays_are_iterated_as_they_are() {
        let x = arr1(&[0.5, -1.0, 0.25]);
        let m = arr2(&[[0.5, -1.0, 0.75], [2.0, 1.0, 1.5], [0.25, 3.0, -0.5]]);
        check_grad!(cells(&m, 0.75)).unwrap();
        check_grad!(rows(&m, &x)).unwrap();
        check_grad!(regression(&m, &x, &x)).unwrap();
        check_grad!(written(&m, 0.75)).unwrap();
        let l = Model {
            w: m.clone(),
            b: x.clone(),
        };
        check_grad!(normalised(&l, &x)).unwrap();
    }
}

/// Views are to arrays what slices are to vectors.
mod parameters {
    use pullback::ndarray::{
        Array1, Array2, ArrayRef1, ArrayView1, ArrayView2, ArrayViewMut1, ArrayViewMut2, arr1, arr2,
    };
    use pullback::{Differentiable, check_grad, differentiable};

    fn plain_norm(x: ArrayView1<f64>) -> f64 {
        x.dot(&x)
    }

    #[differentiable]
    fn norm(x: ArrayView1<f64>) -> f64 {
        x.dot(&x).sqrt() * x[0]
    }

    #[differentiable]
    fn distance(a: &ArrayView1<f64>, b: &ArrayView1<'_, f64>) -> f64 {
        let gap = a - b;
        (&gap * a).sum() + (a * 2.0).dot(b) + a.mapv(|v| v * v).sum() - (-b).sum() + (a / b).sum()
    }

    #[differentiable]
    fn cosine(a: ArrayView1<'_, f64>, b: ArrayView1<'_, f64>) -> f64 {
        a.dot(&b) / (norm(a) * norm(b.view()))
    }

    #[differentiable]
    fn affine(w: ArrayView2<'_, f64>, x: ArrayView1<f64>, k: f64) -> Array1<f64> {
        let mut y = w.dot(&x);
        for (i, row) in w.outer_iter().enumerate() {
            y[i] += norm(row) * k;
        }
        y += &x;
        y
    }

    #[differentiable]
    fn relax(mut x: ArrayViewMut1<f64>, k: f64) {
        for i in 1..x.len() {
            x[i] += k * x[i - 1];
        }
        x *= k;
        x += 1.0;
        let s = x.sum();
        x /= s;
    }

    #[differentiable]
    fn scale(m: &mut ArrayViewMut2<f64>, k: f64) {
        for mut row in m.rows_mut() {
            row *= k;
            relax(row.view_mut(), k);
        }
        relax(m.column_mut(0), k);
        m.row_mut(0).fill(k);
    }

    #[differentiable]
    fn energy(x: &ArrayRef1<f64>) -> f64 {
        x.dot(x)
    }

    #[differentiable]
    fn all(m: &Array2<f64>, x: &Array1<f64>, k: f64) -> f64 {
        let mut sum = 0.0;
        for i in 0..m.nrows() {
            sum += norm(m.row(i)) * distance(&m.row(i), &x.view()) * cosine(m.row(i), x.view());
            sum += energy(&m.row(i)) + energy(x);
        }
        let first = m.row(0);
        sum += norm(first) + cosine(first, m.column(1));
        let mut n = m.clone();
        scale(&mut n.view_mut(), k);
        relax(n.column_mut(1), k);
        sum + affine(m.view(), x.view(), k).sum() + affine(n.t(), n.row(0), k).dot(x)
    }

    #[differentiable]
    fn inactive(#[no_diff] data: ArrayView2<f64>, #[no_diff] y: &Array1<f64>, w: &Array1<f64>) -> f64 {
        let mut sum = 0.0;
        for (row, y) in data.outer_iter().zip(y) {
            sum += row.dot(w) * y * norm(row) + plain_norm(row) + norm(data.row(0)) + plain_norm(data.column(0));
        }
        sum * norm(w.view())
    }

    #[derive(Clone, Debug, Differentiable)]
    struct Model {
        w: Array2<f64>,
    }

    #[differentiable]
    impl Model {
        fn predict(&self, x: ArrayView1<f64>) -> f64 {
            let mut sum = 0.0;
            for row in self.w.outer_iter() {
                sum += row.dot(&x).tanh() * norm(row);
            }
            sum + norm(self.w.row(0))
        }
        fn loss(&self, x: ArrayView2<f64>, y: &Array1<f64>) -> f64 {
            let mut sum = 0.0;
            for i in 0..x.nrows() {
                let e = self.predict(x.row(i)) - y[i];
                sum += e * e;
            }
            sum
        }
    }

    #[differentiable]
    fn loss(m: &Model, x: ArrayView2<f64>, y: &Array1<f64>) -> f64 {
        m.loss(x, y)
    }

    #[differentiable]
    fn recursive(m: ArrayView2<f64>, n: usize) -> f64 {
        if n == 0 {
            m.sum()
        } else {
            m.row(n - 1).sum() * recursive(m.t(), n - 1)
        }
    }

    #[test]
    fn parameters_may_be_views() {
        let x = arr1(&[0.5, -1.0, 0.25]);
        let m = arr2(&[[0.5, -1.0, 0.75], [2.0, 1.0, 1.5], [0.25, 3.0, -0.5]]);
        check_grad!(norm(x.view())).unwrap();
        let g: Array1<f64> = norm::grad(m.row(1));
        let (v, back) = norm::vjp(m.row(1));
        assert_eq!((v, back(1.0)), norm::value_and_grad(m.row(1)));
        assert_eq!(g, norm::grad(m.row(1)));
        let mut bars = arr2(&[[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]]);
        norm::grad_into(m.row(1), &mut bars.row_mut(0));
        assert_eq!(bars.row(0), g);
        assert_eq!(bars.row(1).sum(), 0.0);
        check_grad!(distance(&x.view(), &m.row(0))).unwrap();
        check_grad!(cosine(x.view(), m.row(0))).unwrap();
        check_grad!(affine(m.view(), x.view(), 0.3)).unwrap();
        let mut y = x.clone();
        check_grad!(relax(y.view_mut(), 0.7)).unwrap();
        let mut n = m.clone();
        check_grad!(scale(&mut n.view_mut(), 0.7)).unwrap();
        let mut after = x.clone();
        relax(after.view_mut(), 0.7);
        let ((), back) = relax::vjp(y.view_mut(), 0.7);
        let mut bar = arr1(&[1.0, 2.0, 3.0]);
        let rate = back(&mut bar);
        assert_eq!(y, after);
        let (mut again, mut bars) = (x.clone(), arr1(&[1.0, 2.0, 3.0]));
        let mut k_bar = 0.0;
        relax::grad_into(again.view_mut(), 0.7, &mut bars, &mut k_bar);
        assert_eq!((again, bars, k_bar), (after, bar, rate));
        check_grad!(all(&m, &x, 0.7)).unwrap();
        check_grad!(inactive(m.view(), &x, &x)).unwrap();
        check_grad!(loss(&Model { w: m.clone() }, m.view(), &x)).unwrap();
        check_grad!(recursive(m.view(), 2)).unwrap();
    }
}

/// Arrays that are made of active numbers.
mod constructors {
    use pullback::ndarray::{Array, Array1, Array2, arr1, arr2, array};
    use pullback::{check_grad, differentiable};

    #[differentiable]
    fn made(x: &Array1<f64>, k: f64, n: usize) -> f64 {
        let a = array![k, k * k, x[0], 2.0];
        let b = array![[k, x[1]], [x[0].sin(), 1.0], [k * 2.0, x[2]]];
        let c = Array1::from_vec(vec![k, x[0], x[1] * k]);
        let d = Array2::from_shape_vec((2, 2), vec![k, x[0], x[1] * k, 3.0]).unwrap();
        let e = Array2::from_elem((2, 3), k * x[1]);
        let f = Array1::from_elem(3, k);
        let g = Array2::from_shape_fn((3, n), |(i, j)| x[i] * k + (i * j) as f64 * x[j % 3]);
        let h = Array1::from_shape_fn(n, |i| (x[i % 3] * k).cos());
        let l: Array1<f64> = (0..n).map(|i| x[i % 3] * k).collect();
        let m = Array2::from_diag(x);
        let o = Array::from_vec(x.iter().map(|x| x * k).collect());
        let p = Array1::from_iter(x.iter().map(|x| x * x));
        let eye = Array2::<f64>::eye(3) * k;
        let ones: Array2<f64> = Array2::ones((3, 3));
        a.dot(&a)
            + b.dot(&d).sum() * c.sum()
            + e.dot(&f).sum()
            + g.dot(&h).dot(x) * l.sum()
            + m.dot(&c).sum()
            + o.dot(&p)
            + eye.dot(&ones).dot(x).sum()
            + g.row(1).sum()
            + b.t().dot(x).sum()
    }

    #[differentiable]
    fn in_loops(x: &Array1<f64>, k: f64) -> f64 {
        let mut sum = 0.0;
        for i in 0..3 {
            let rotation = array![[k.cos(), -k.sin()], [k.sin(), k.cos()]];
            let p = array![x[i], x[0] * k];
            if i > 0 {
                sum += rotation.dot(&p).dot(&p) * Array1::from_elem(2, x[i]).dot(&p);
            } else {
                sum += Array2::from_shape_vec((1, 2), vec![k, x[i]])
                    .expect("fits")
                    .dot(&p)
                    .sum();
            }
        }
        sum
    }

    #[differentiable]
    fn kernel(x: &Array2<f64>, width: f64) -> Array2<f64> {
        let n = x.nrows();
        Array2::from_shape_fn((n, n), |(i, j)| {
            let gap = &x.row(i) - &x.row(j);
            (-gap.dot(&gap) / width).exp()
        })
    }

    #[test]
    fn arrays_are_made_of_numbers() {
        let x = arr1(&[0.5, -1.0, 0.25]);
        let m = arr2(&[[0.5, -1.0, 0.75], [2.0, 1.0, 1.5]]);
        check_grad!(made(&x, 0.75, 4)).unwrap();
        check_grad!(in_loops(&x, 0.75)).unwrap();
        check_grad!(kernel(&m, 0.75)).unwrap();
    }
}

/// Views that are chosen, returned early from, captured, and of numbers of any width.
mod uses {
    use pullback::ndarray::{Array1, Array2, ArrayView1, ArrayView2, arr1, arr2};
    use pullback::{check_grad, differentiable};

    #[differentiable]
    fn optional(m: &Array2<f64>, i: usize) -> f64 {
        let row = if i > 1 { Some(m.row(0)) } else { None };
        row.map_or(0.0, |r| r.sum() * r[0])
    }

    #[differentiable]
    fn deferred(m: &Array2<f64>, i: usize) -> f64 {
        let r;
        if i > 1 {
            r = m.row(0);
        } else {
            r = m.row(1);
        }
        r.sum() * r[0]
    }

    #[differentiable]
    fn nearest(m: &Array2<f64>, x: &Array1<f64>) -> f64 {
        let least = m.outer_iter().min_by(|a, b| a.sum().total_cmp(&b.sum())).unwrap();
        let best = m.outer_iter().find(|a| a[0] > 1.0).unwrap();
        let last = m.rows().into_iter().last().unwrap();
        best.dot(x) * last.sum()
            + least.dot(x) * least[0]
            + m.rows().into_iter().map(|r| r.dot(x)).fold(f64::INFINITY, f64::min)
    }

    #[differentiable]
    fn closures(m: &Array2<f64>, x: &Array1<f64>, k: f64) -> f64 {
        let row = m.row(1);
        let f = |i: usize| row[i] * k + row.dot(x);
        let simpson = apply(|t| m.row(1).sum() * t + m.row(1)[0], k);
        f(0) + f(1) * simpson
    }

    #[differentiable]
    fn apply(f: impl Fn(f64) -> f64, t: f64) -> f64 {
        f(t) * f(2.0 * t)
    }

    #[differentiable]
    fn generic<F: pullback::ndarray::NdFloat>(m: ArrayView2<F>, x: &ArrayView1<F>) -> F {
        let mut s = F::zero();
        for row in m.outer_iter() {
            s = s + row.dot(x) * row[0];
        }
        s + m.row(1).sum()
    }

    #[differentiable]
    fn early(m: &Array2<f64>, x: ArrayView1<f64>) -> Option<f64> {
        for row in m.rows() {
            if row[0] > 1.0 {
                return Some(row.dot(&x));
            }
        }
        None
    }

    #[differentiable]
    fn matched(m: &Array2<f64>, mode: u8) -> f64 {
        let v = match mode {
            0 => m.row(0),
            1 => m.column(0),
            _ => m.diag(),
        };
        v.dot(&v)
    }

    #[differentiable]
    fn shadowed(m: &Array2<f64>, x: &Array1<f64>) -> f64 {
        let m = m.view();
        let m = m.t();
        let x = m.dot(x);
        let m = m.row(0);
        let n = m.clone();
        let whole = m.to_owned() + &x;
        n.dot(&whole) + n.len() as f64
    }

    #[test]
    fn views_are_used_like_references() {
        let x = arr1(&[0.5, -1.0, 0.25]);
        let m = arr2(&[[0.5, -1.0, 0.75], [2.0, 1.0, 1.5], [0.25, 3.0, -0.5]]);
        for i in 0..3 {
            check_grad!(optional(&m, i)).unwrap();
            check_grad!(deferred(&m, i)).unwrap();
            check_grad!(matched(&m, i as u8)).unwrap();
        }
        check_grad!(nearest(&m, &x)).unwrap();
        check_grad!(closures(&m, &x, 0.3)).unwrap();
        check_grad!(shadowed(&m, &x)).unwrap();
        let (a, b) = generic::grad(m.view(), &x.view());
        let alone = |m: &Array2<f64>| generic(m.view(), &x.view());
        for (i, bar) in a.indexed_iter() {
            let [mut up, mut down] = [m.clone(), m.clone()];
            up[i] += 1e-6;
            down[i] -= 1e-6;
            assert!(((alone(&up) - alone(&down)) / 2e-6 - bar).abs() < 1e-8);
        }
        assert_eq!(b, m.t().dot(&m.column(0)));
        let (v, back) = early::vjp(&m, x.view());
        let (m_bar, x_bar) = back(Some(1.0));
        assert_eq!((v, x_bar), (Some(m.row(1).dot(&x)), m.row(1).to_owned()));
        assert_eq!((m_bar.row(1).to_owned(), m_bar.row(0).sum()), (x.clone(), 0.0));
    }
}

/// Parameters that are arrays wherever their elements are, `&ArrayBase<D, Ix2>`.
mod storages {
    use num_traits::Float;
    use pullback::ndarray::{
        Array1, Array2, ArrayBase, ArrayView1, ArrayView2, Axis, Data, DataMut, Ix1, Ix2, NdFloat, arr1, arr2,
    };
    use pullback::{Differentiable, check_grad, differentiable};

    /// `ln Σ exp`, of the elements of a vector.
    #[differentiable]
    fn log_sum_exp<F: NdFloat, D: Data<Elem = F>>(v: &ArrayBase<D, Ix1>) -> F {
        let max = v.iter().copied().reduce(F::max).unwrap();
        v.iter()
            .map(|x| (*x - max).exp())
            .fold(F::zero(), |sum, e| sum + e)
            .ln()
            + max
    }

    #[differentiable]
    fn softmax_inplace<F: NdFloat, D: DataMut<Elem = F>>(v: &mut ArrayBase<D, Ix1>) {
        let max = v.iter().copied().reduce(F::max).unwrap();
        v.mapv_inplace(|n| (n - max).exp());
        let sum = v.sum();
        v.mapv_inplace(|n| n / sum);
    }

    /// One of them is without a derivative.
    #[differentiable]
    fn weighted<F, D, E, W>(x: &ArrayBase<D, Ix2>, y: &ArrayBase<E, Ix1>, #[no_diff] w: &ArrayBase<W, Ix1>) -> F
    where
        F: NdFloat,
        D: Data<Elem = F>,
        E: Data<Elem = F>,
        W: Data<Elem = F>,
    {
        let mut sum = F::zero();
        for (row, w) in x.outer_iter().zip(w) {
            sum += log_sum_exp(&row) * row.dot(y) * *w;
        }
        sum + x[(0, 1)] * log_sum_exp(y)
    }

    fn is_long<D: Data<Elem = f64>>(x: &ArrayBase<D, Ix1>) -> bool {
        x.len() > 1
    }

    /// Handed on to other functions, and to one without derivative.
    #[differentiable]
    fn handed_on<D: Data<Elem = f64>>(x: &ArrayBase<D, Ix2>, k: f64) -> f64 {
        let mut rows = x * k;
        for mut row in rows.rows_mut() {
            softmax_inplace(&mut row);
        }
        softmax_inplace(&mut rows.column_mut(1));
        let first = x.row(0);
        let long = pullback::no_diff(is_long(&first));
        let more = if long {
            log_sum_exp(&x.index_axis(Axis(0), 1))
        } else {
            0.0
        };
        rows.iter().zip(x.iter()).map(|(r, x)| r * x).sum::<f64>() * more + weighted(x, &x.row(1), &arr1(&[0.5, 2.0]))
    }

    #[derive(Clone, Differentiable)]
    struct Linear {
        w: Array1<f64>,
        b: f64,
    }

    #[differentiable]
    trait Model<F> {
        fn predict<D: Data<Elem = f64>>(&self, x: &ArrayBase<D, Ix2>) -> Array1<f64>;
        fn scaled(x: &Array1<F>) -> Array1<F>;
    }

    #[differentiable]
    impl<F: NdFloat> Model<F> for Linear {
        fn predict<D: Data<Elem = f64>>(&self, x: &ArrayBase<D, Ix2>) -> Array1<f64> {
            x.dot(&self.w) + self.b
        }
        fn scaled(x: &Array1<F>) -> Array1<F> {
            x.mapv(|x| x * (x + F::one()))
        }
    }

    #[differentiable]
    impl Linear {
        fn loss<D: Data<Elem = f64>>(&self, x: &ArrayBase<D, Ix2>, y: &Array1<f64>) -> f64 {
            let off = Model::<f64>::predict(self, x) - y;
            off.dot(&off)
                + x.mean_axis(Axis(0))
                    .unwrap()
                    .dot(&<Linear as Model<f64>>::scaled(&self.w))
        }
    }

    #[differentiable]
    fn of_views(m: ArrayView2<f64>, v: &ArrayView1<f64>, model: &Linear) -> f64 {
        let long = pullback::no_diff(is_long(v));
        handed_on(&m, v[0]) + model.loss(&m.t(), &v.to_owned()) + if long { log_sum_exp(v) } else { 0.0 }
    }

    #[test]
    fn an_array_of_any_storage_is_a_view_of_one() {
        let m = arr2(&[[0.5, -1.0, 0.75], [2.0, 1.0, 1.5]]);
        let v = arr1(&[0.3, 0.7, -0.4]);
        check_grad!(log_sum_exp(&v)).unwrap();
        check_grad!(log_sum_exp(&m.row(1))).unwrap();
        check_grad!(softmax_inplace(&mut v.clone())).unwrap();
        check_grad!(softmax_inplace(&mut m.clone().column_mut(0))).unwrap();
        check_grad!(weighted(&m, &v, &arr1(&[0.5, 2.0]))).unwrap();
        check_grad!(weighted(&m.view(), &v.view(), &arr1(&[0.5, 2.0]))).unwrap();
        check_grad!(handed_on(&m, 0.6)).unwrap();
        let model = Linear {
            w: arr1(&[0.3, -0.2]),
            b: 0.1,
        };
        check_grad!(of_views(m.view(), &v.view(), &model)).unwrap();
        let (_, bar) = model.loss_grad(&m.t(), &v).0.w.into_raw_vec_and_offset();
        assert_eq!(bar, Some(0));
    }

    #[test]
    fn entry_points_take_what_the_function_takes() {
        let v = arr1(&[0.0_f32, 0.0]);
        assert_eq!(log_sum_exp::grad(&v), arr1(&[0.5, 0.5]));
        assert_eq!(log_sum_exp::value_and_grad(&v.view()).1, arr1(&[0.5, 0.5]));
        let mut bar = arr1(&[1.0_f32, 0.0]);
        log_sum_exp::grad_into(&v, &mut bar);
        assert_eq!(bar, arr1(&[1.5, 0.5]));
        let mut m: Array2<f64> = arr2(&[[1.0, 2.0], [1.0, 4.0]]);
        let mut column = m.column_mut(0);
        let ((), pullback) = softmax_inplace::vjp(&mut column);
        let mut bar = arr1(&[1.0, 0.0]);
        pullback(&mut bar);
        assert_eq!(bar, arr1(&[0.25, -0.25]));
        assert_eq!(m.column(0), arr1(&[0.5, 0.5]));
        assert!(Float::is_finite(m[(1, 1)]));
    }
}

/// Views as operands: nothing is kept of them but their shapes.
mod operands {
    use pullback::ndarray::{Array1, Array2, ArrayView1, ArrayView2, ArrayViewMut1, Axis, Slice, arr1, arr2};
    use pullback::{check_grad, differentiable};

    #[differentiable]
    fn both_sides(m: &Array2<f64>, v: &Array1<f64>, k: f64) -> f64 {
        let sum = &m.row(0) + v;
        let difference = v - &m.row(1);
        let of_views = &m.row(0) - &m.column(1);
        let with_numbers = &m.row(1) + k;
        let numbers_first = k - &m.row(1);
        let negated = -&m.t();
        let repeated = &m.slice_axis(Axis(1), Slice::from(0..1)) + &m.index_axis(Axis(0), 1);
        (&sum * &difference).sum()
            + (&of_views * &with_numbers).sum()
            + numbers_first.dot(v)
            + (&negated * m).sum() * k
            + (&repeated * &repeated).sum()
    }

    #[differentiable]
    fn assigned(m: &Array2<f64>, v: &Array1<f64>, times: usize) -> f64 {
        let mut state = v.clone();
        let mut all = m.clone();
        for i in 0..times {
            state += &m.row(i % 2);
            state -= &all.column((i + 1) % 2);
            state *= &m.row(0);
            state /= 2.0;
            all += &m.t();
            let shifted = &all.row(1) + &state;
            all.row_mut(0).assign(&shifted);
            let mut row = all.row_mut(1);
            row += &m.row(0);
            row *= 0.5;
        }
        (&state * &state).sum() + all.mapv(|x| x.sin()).sum()
    }

    #[differentiable]
    fn shifted(a: ArrayView1<f64>, m: &ArrayView2<f64>, k: f64) -> Array1<f64> {
        let b = &a + &m.row(0);
        let c = &b - &a;
        let scaled = &a * k;
        let mut d = &c + &scaled;
        d += &a;
        d -= &m.column(1);
        if k > 0.0 { -&a + d } else { d / &a }
    }

    #[differentiable]
    fn raised(mut a: ArrayViewMut1<f64>, b: &ArrayView1<f64>) {
        let sum = &a + b;
        a.assign(&sum);
        a += b;
        let product = &a * &sum;
        a -= &product;
    }

    #[differentiable]
    fn of_parameters(m: &Array2<f64>, v: &Array1<f64>, k: f64) -> f64 {
        let mut total = 0.0;
        for row in m.rows() {
            total += shifted(row, &m.view(), k).dot(v);
        }
        let mut own = m.clone();
        raised(own.row_mut(0), &m.row(1));
        raised(own.column_mut(1), &v.view());
        total + own.sum()
    }

    #[test]
    fn operators_on_views_agree_with_differences() {
        let (m, v) = (arr2(&[[0.7, -1.2], [0.4, 1.9]]), arr1(&[1.3, -0.6]));
        check_grad!(both_sides(&m, &v, 0.8)).expect("both sides");
        for times in [0, 1, 4] {
            check_grad!(assigned(&m, &v, times)).expect("assigned");
        }
        for k in [0.8, -0.8] {
            check_grad!(shifted(v.view(), &m.view(), k)).expect("parameters");
            check_grad!(of_parameters(&m, &v, k)).expect("called");
        }
    }
}

/// Functions that return views of their arguments, or what may be one: in the derivatives these are arrays.
mod returned {
    use pullback::ndarray::{
        Array, Array1, Array2, ArrayView, ArrayView1, Axis, CowArray, Dimension, Ix1, RemoveAxis, Slice, arr1, arr2,
    };
    use pullback::{Differentiable, check_grad, differentiable};
    use std::ops::{Div, Sub};

    #[differentiable]
    fn split<F: num_traits::Float, D: Dimension + RemoveAxis>(
        w: &Array<F, D>,
        n: usize,
    ) -> (ArrayView<'_, F, D>, CowArray<'_, F, D::Smaller>) {
        if w.shape()[0] == n {
            (w.view(), Array::zeros(w.raw_dim().remove_axis(Axis(0))).into())
        } else {
            (w.slice_axis(Axis(0), Slice::from(..n)), w.index_axis(Axis(0), n).into())
        }
    }

    #[differentiable]
    fn affine(x: &Array2<f64>, w: &Array1<f64>) -> f64 {
        let (slopes, intercept) = split(w, x.ncols());
        let z = x.dot(&slopes) + intercept;
        z.dot(&z) + slopes.dot(&slopes)
    }

    #[differentiable]
    fn affine_classes(x: &Array2<f64>, w: &Array2<f64>) -> f64 {
        let (slopes, intercepts) = split(w, x.ncols());
        let mut total = 0.0;
        for k in 0..w.ncols() {
            let (again, _) = split(w, x.ncols());
            let z = x.dot(&again.column(k));
            if z[0] > 0.0 {
                total += z.dot(&z);
            }
        }
        let z = x.dot(&slopes) + intercepts;
        total + (&z * &z * &z).sum()
    }

    #[differentiable]
    fn centred(y: ArrayView1<f64>, centre: bool) -> (f64, CowArray<f64, Ix1>) {
        if centre {
            let mean = y.mean().unwrap();
            return (mean, (&y - mean).into());
        }
        (0.0, y.into())
    }

    #[differentiable]
    fn of_centred(y: &Array1<f64>, #[no_diff] centre: bool) -> f64 {
        let (mean, rest) = centred(y.view(), centre);
        mean * rest[0] + rest.dot(&rest)
    }

    #[derive(Clone, Debug, Differentiable)]
    struct Set {
        records: Array2<f64>,
        targets: Array1<f64>,
    }

    #[differentiable]
    trait Targets {
        fn targets(&self) -> ArrayView1<'_, f64>;
        fn record(&self, i: usize) -> Option<ArrayView1<'_, f64>>;
    }

    #[differentiable]
    impl Targets for Set {
        fn targets(&self) -> ArrayView1<'_, f64> {
            self.targets.view()
        }
        fn record(&self, i: usize) -> Option<ArrayView1<'_, f64>> {
            if i >= self.records.nrows() {
                return None;
            }
            Some(self.records.row(i))
        }
    }

    #[differentiable]
    impl Set {
        fn squares(&self) -> f64 {
            let mut total = 0.0;
            for i in 0..4 {
                if let Some(record) = self.record(i) {
                    total += record.dot(&record) * self.targets()[i];
                }
            }
            total + self.targets().sum()
        }
    }

    #[differentiable]
    fn of_any<T: Targets>(set: &T) -> f64 {
        let y = set.targets();
        y.dot(&y)
    }

    // What it returns is said here, so that the methods of arrays are known on it.
    #[differentiable(types(targets = fn(..) -> ArrayView1<'_, f64>))]
    fn spread<T: Targets>(set: &T, other: &T) -> f64 {
        let mut sum = 0.0;
        for x in set.targets().iter() {
            sum += x.sin();
        }
        let differences = set.targets().sub(&other.targets()).div(other.targets());
        sum + differences.mapv_into(|x| x.abs()).mean().unwrap()
    }

    #[differentiable]
    fn of_sets(set: &Set) -> f64 {
        let mut other = set.clone();
        other.targets[1] *= 0.5;
        set.squares() * of_any(set) + spread(set, &other)
    }

    #[test]
    fn what_may_be_a_view_agrees_with_differences() {
        let x = arr2(&[[0.3, -0.7], [0.9, 0.4], [-0.2, 0.5]]);
        for w in [arr1(&[0.4, -0.3]), arr1(&[0.4, -0.3, 0.2])] {
            check_grad!(affine(&x, &w)).expect("affine");
        }
        for w in [
            arr2(&[[0.3, -0.8], [0.6, 0.5]]),
            arr2(&[[0.3, -0.8], [0.6, 0.5], [-0.1, 0.4]]),
        ] {
            check_grad!(affine_classes(&x, &w)).expect("classes");
        }
        for centre in [true, false] {
            check_grad!(of_centred(&arr1(&[0.3, -0.7, 0.9]), centre)).expect("centred");
        }
        let set = Set {
            records: x,
            targets: arr1(&[0.5, -1.5, 0.8]),
        };
        check_grad!(of_sets(&set)).expect("sets");
    }
}

/// Arrays with any number of axes, and traits for arrays and views alike.
mod any_axes {
    use pullback::ndarray::{Array2, ArrayBase, ArrayD, ArrayView1, Data, Dimension, IxDyn, NdFloat, arr1, arr2};
    use pullback::{check_grad, differentiable};

    #[differentiable]
    trait Norms<A> {
        fn norm_l1(&self) -> A;
        fn norm_max(&self) -> A;
        fn scaled_sum(&self, k: A) -> A;
    }

    #[differentiable]
    impl<A: NdFloat + std::iter::Sum, S: Data<Elem = A>, D: Dimension> Norms<A> for ArrayBase<S, D> {
        fn norm_l1(&self) -> A {
            self.iter().map(|x| x.abs()).sum()
        }
        fn norm_max(&self) -> A {
            self.iter().fold(A::zero(), |max, x| x.abs().max(max))
        }
        fn scaled_sum(&self, k: A) -> A {
            self.sum() * k
        }
    }

    #[differentiable]
    fn zipped<F: NdFloat, S: Data<Elem = F>, T: Data<Elem = F>, D: Dimension>(
        a: &ArrayBase<S, D>,
        b: &ArrayBase<T, D>,
    ) -> F {
        a.iter().zip(b.iter()).fold(F::zero(), |sum, (a, b)| sum + *a * *b * *b)
    }

    #[differentiable]
    fn of_arrays(m: &Array2<f64>, d: &ArrayD<f64>) -> f64 {
        let mut sum = m.norm_l1() * d.norm_max() + zipped(m, m) * zipped(d, d);
        for x in d.iter() {
            sum += x.sin();
        }
        sum + zipped(&m.t(), &m.t())
    }

    #[differentiable]
    fn of_views(m: &Array2<f64>, v: ArrayView1<f64>, k: f64) -> f64 {
        let mut sum = v.norm_l1() * v.norm_max();
        for row in m.rows() {
            if row.norm_max() > 0.8 {
                sum += row.norm_l1() * row.scaled_sum(k) * row[0];
            }
        }
        let column = m.column(0);
        sum + column.norm_l1() * column.norm_l1() * v.scaled_sum(k)
    }

    #[test]
    fn arrays_of_any_axes_agree_with_differences() {
        let m = arr2(&[[0.3, -0.7], [0.9, 0.4], [-0.2, 0.5]]);
        let d = ArrayD::from_shape_vec(IxDyn(&[2, 1, 2]), vec![0.4, -0.6, 0.3, 0.8]).unwrap();
        check_grad!(of_arrays(&m, &d)).expect("arrays");
        check_grad!(of_views(&m, arr1(&[0.6, -0.4]).view(), 0.7)).expect("views");
    }
}

/// Impls without a function of their own do not ask that what they are generic in borrows nothing.
mod that_inherit_all {
    use pullback::ndarray::{Array1, Array2, ArrayBase, ArrayView1, Axis, Data, Ix1, NdFloat, arr1, arr2};
    use pullback::{check_grad, differentiable};

    #[differentiable]
    trait Targets {
        type Elem;
        fn targets(&self) -> ArrayView1<'_, Self::Elem>;
    }

    #[differentiable]
    impl<A, S: Data<Elem = A>> Targets for ArrayBase<S, Ix1> {
        type Elem = A;
        fn targets(&self) -> ArrayView1<'_, A> {
            self.view()
        }
    }

    /// What an implementor chooses for the elements is a float where a derivative is asked for.
    #[differentiable]
    trait SingleTargets: Targets {
        fn single(&self) -> ArrayView1<'_, Self::Elem> {
            self.targets()
        }
    }

    #[differentiable]
    impl<T: Targets> SingleTargets for T {}

    #[differentiable(types(single = fn(..) -> ArrayView1<'_, f64>))]
    fn weighted<T: SingleTargets<Elem = f64>>(set: &T, k: f64) -> f64 {
        set.single().iter().map(|x| (k * x).sin()).sum()
    }

    #[differentiable]
    trait Errors<F: NdFloat, T: Targets<Elem = F>>: Targets<Elem = F> {
        fn squared(&self, other: &T) -> F {
            (&self.targets() - &other.targets()).mapv(|x| x * x).sum()
        }
    }

    #[differentiable]
    impl<F: NdFloat, S: Data<Elem = F>, T: Targets<Elem = F>> Errors<F, T> for ArrayBase<S, Ix1> {}

    /// Not marked, and of views.
    fn of_columns(a: &Array2<f64>, b: &Array2<f64>) -> Vec<f64> {
        let columns = a.axis_iter(Axis(1)).zip(b.axis_iter(Axis(1)));
        columns.map(|(a, b)| a.squared(&b)).collect()
    }

    #[differentiable]
    fn error(a: &Array1<f64>, b: &Array1<f64>, k: f64) -> f64 {
        let mut sum = 0.0;
        for i in 0..a.len() {
            if a[i] > 0.0 {
                sum += k * a.squared(b) * a[i] + weighted(b, a[i]);
            }
        }
        sum
    }

    #[test]
    fn what_borrows_has_them_as_well() {
        let m = arr2(&[[0.5, 1.0], [2.0, -1.0]]);
        assert_eq!(of_columns(&m, &(&m * 2.0)), [4.25, 2.0]);
        let (a, b) = (arr1(&[0.3, -0.7, 0.9]), arr1(&[0.4, 0.2, -0.6]));
        check_grad!(error(&a, &b, 0.7)).expect("an error");
    }
}

/// Traits that are implemented for arrays of anything, of which those of numbers have derivatives: the impl asks nothing of what the
/// arrays are made of, nor of where they have it, and those who call it generically need not either.
mod of_anything {
    use pullback::ndarray::{
        Array1, Array2, ArrayBase, ArrayView, ArrayView1, Axis, Data, DataMut, Dimension, Ix1, Ix2, NdFloat,
        RemoveAxis, arr1, arr2,
    };
    use pullback::{check_grad, differentiable};
    use std::ops::{Add, Div, Mul, Sub};

    trait TargetDim: RemoveAxis {}
    impl TargetDim for Ix1 {}
    impl TargetDim for Ix2 {}

    #[differentiable]
    trait AsTargets {
        type Elem;
        type Ix: TargetDim;
        fn as_targets(&self) -> ArrayView<'_, Self::Elem, Self::Ix>;
    }

    #[differentiable]
    impl<L, S: Data<Elem = L>, I: TargetDim> AsTargets for ArrayBase<S, I> {
        type Elem = L;
        type Ix = I;
        fn as_targets(&self) -> ArrayView<'_, L, I> {
            self.view()
        }
    }

    #[differentiable]
    trait AsSingleTargets: AsTargets<Ix = Ix1> {
        fn as_single_targets(&self) -> ArrayView1<'_, Self::Elem> {
            self.as_targets()
        }
    }

    #[differentiable]
    impl<T: AsTargets<Ix = Ix1>> AsSingleTargets for T {}

    /// What is not marked, and holds labels as well.
    struct Dataset<R, T> {
        records: R,
        targets: T,
    }

    impl<R, T: AsTargets> AsTargets for Dataset<R, T> {
        type Elem = T::Elem;
        type Ix = T::Ix;
        fn as_targets(&self) -> ArrayView<'_, Self::Elem, Self::Ix> {
            self.targets.as_targets()
        }
    }

    impl<E: Clone, S: Data<Elem = E>, I: TargetDim, R> Dataset<R, ArrayBase<S, I>> {
        fn first(&self) -> Option<E> {
            self.targets.as_targets().iter().next().cloned()
        }
    }

    #[differentiable]
    trait Regression<F: NdFloat, T: AsSingleTargets<Elem = F>>: AsSingleTargets<Elem = F> {
        fn max_error(&self, other: &T) -> F {
            let differences = self.as_single_targets().sub(&other.as_single_targets());
            differences.iter().map(|x| x.abs()).fold(F::neg_infinity(), F::max)
        }
        fn mixed(&self, other: &T) -> Option<F> {
            let (a, b) = (self.as_single_targets(), other.as_single_targets());
            let quotient = a.div(&b).add(&a).mul(&b);
            (quotient.len() > 2).then(|| quotient.mapv_into(|x| x * x * x).sum())
        }
    }

    #[differentiable]
    impl<F: NdFloat, D: Data<Elem = F>, T: AsSingleTargets<Elem = F>> Regression<F, T> for ArrayBase<D, Ix1> {}

    impl<R, F: NdFloat, T: AsSingleTargets<Elem = F>, T2: AsSingleTargets<Elem = F>> Regression<F, T2> for Dataset<R, T> {}

    /// One that writes to its array.
    #[differentiable]
    trait Scaled<A> {
        fn scale(&mut self, by: A) -> A;
    }

    #[differentiable]
    impl<A: NdFloat, S: DataMut<Elem = A>, D: Dimension> Scaled<A> for ArrayBase<S, D> {
        fn scale(&mut self, by: A) -> A {
            let before = self.sum();
            self.mapv_inplace(|x| x * x * by);
            before * self.sum()
        }
    }

    fn columns<D: Data<Elem = f64>>(a: &ArrayBase<D, Ix2>, b: &Array2<f64>) -> Vec<f64> {
        let columns = a.axis_iter(Axis(1)).zip(b.axis_iter(Axis(1)));
        columns.map(|(a, b)| a.max_error(&b)).collect()
    }

    #[differentiable]
    fn measured(a: &Array1<f64>, b: &Array1<f64>, k: f64) -> f64 {
        let mut sum = 0.0;
        for i in 0..a.len() {
            if a[i] > 0.0 {
                sum += k * a.max_error(b) * a[i];
            }
            if let Some(mixed) = a.mixed(b) {
                sum += mixed * mixed;
            }
        }
        sum + b.as_targets().sum() * k
    }

    #[differentiable]
    fn written(m: &Array2<f64>, v: &Array1<f64>, k: f64) -> f64 {
        let (mut m, mut v) = (m.clone(), v.clone());
        let mut sum = 0.0;
        for _ in 0..2 {
            sum += m.scale(k) * v.scale(v[0]);
        }
        sum + m.sum() + v[1]
    }

    #[test]
    fn numbers_have_derivatives_and_labels_need_none() {
        let labels = Dataset {
            records: 2,
            targets: arr1(&["a", "b"]),
        };
        assert_eq!((labels.records, labels.first()), (2, Some("a")));
        let (a, b) = (arr1(&[0.3, -0.7, 0.9]), arr1(&[0.4, 0.2, -0.6]));
        check_grad!(measured(&a, &b, 0.7)).expect("what is measured");
        let m = arr2(&[[0.5, -1.2, 0.8], [0.3, 0.7, -0.4]]);
        assert_eq!(columns(&m, &(&m * 2.0)), [0.5, 1.2, 0.8]);
        check_grad!(written(&m, &a, 0.9)).expect("what is written");
    }
}

/// A trait's method for owned arrays, named like one of ndarray's, is not what is called on a view or on an array wherever it is.
mod owned_elsewhere {
    use pullback::ndarray::{Array1, Array2, ArrayBase, ArrayView1, Data, Ix2, NdFloat, arr1, arr2};
    use pullback::{check_grad, differentiable};

    trait Product<T> {
        fn dot(&self, other: &T) -> T;
    }

    impl Product<Array1<f64>> for Array2<f64> {
        fn dot(&self, other: &Array1<f64>) -> Array1<f64> {
            other * 7.0
        }
    }

    impl Product<Array1<f64>> for Array1<f64> {
        fn dot(&self, other: &Array1<f64>) -> Array1<f64> {
            other * 7.0
        }
    }

    #[differentiable]
    fn energy<F: NdFloat, D: Data<Elem = F>>(m: &ArrayBase<D, Ix2>, x: &Array1<F>, y: ArrayView1<F>) -> F {
        y.dot(&m.dot(x))
    }

    #[test]
    fn a_trait_for_owned_arrays_beside_ndarrays_method() {
        let (m, x, y) = (arr2(&[[0.3, 1.2], [-0.7, 0.4]]), arr1(&[0.6, -1.1]), arr1(&[2.0, 0.3]));
        assert_eq!(Product::dot(&x, &y), &y * 7.0);
        assert_eq!(Product::dot(&m, &y), &y * 7.0);
        assert!(
            (energy(&m, &x, y.view()) - (2.0 * (0.3 * 0.6 - 1.2 * 1.1) - 0.3 * (0.7 * 0.6 + 0.4 * 1.1))).abs() < 1e-12
        );
        check_grad!(energy(&m, &x, y.view())).unwrap();
    }
}
