//! Functions of ndarray's arrays as they are written elsewhere, against differences.

use pullback::ndarray::{
    self, Array1, Array2, Array3, ArrayD, ArrayView1, ArrayView2, Axis, Slice, arr1, array, concatenate, stack,
};
use pullback::{check_grad, differentiable};

#[differentiable]
fn standardize(x: &Array2<f64>) -> Array2<f64> {
    let mean = x.mean_axis(Axis(0)).unwrap();
    let std = x.std_axis(Axis(0), 0.0);
    (x - &mean) / &std
}

#[differentiable]
fn softmax_rows(x: &Array2<f64>) -> Array2<f64> {
    let max = x.map_axis(Axis(1), |row| row.fold(f64::NEG_INFINITY, |a, &b| a.max(b)));
    let e = (x - &max.insert_axis(Axis(1))).mapv(f64::exp);
    let sum = e.sum_axis(Axis(1)).insert_axis(Axis(1));
    e / sum
}

#[differentiable]
fn softmax_rows_inplace(x: &Array2<f64>) -> Array2<f64> {
    let mut y = x.clone();
    for mut row in y.rows_mut() {
        let max = row.fold(f64::NEG_INFINITY, |a, &b| a.max(b));
        row.mapv_inplace(|v| (v - max).exp());
        let sum = row.sum();
        row /= sum;
    }
    y
}

#[differentiable]
fn covariance(x: &Array2<f64>) -> Array2<f64> {
    let n = x.nrows() as f64;
    let centered = x - &x.mean_axis(Axis(0)).unwrap();
    centered.t().dot(&centered) / (n - 1.0)
}

#[differentiable]
fn pairwise(x: &Array2<f64>, y: &Array2<f64>) -> Array2<f64> {
    let mut d = Array2::zeros((x.nrows(), y.nrows()));
    for (i, a) in x.outer_iter().enumerate() {
        for (j, b) in y.outer_iter().enumerate() {
            let diff = &a - &b;
            d[[i, j]] = diff.dot(&diff).sqrt();
        }
    }
    d
}

#[differentiable]
fn ridge(w: &Array1<f64>, x: &Array2<f64>, y: &Array1<f64>, lambda: f64) -> f64 {
    let residual = x.dot(w) - y;
    residual.mapv(|r| r.powi(2)).mean().unwrap() + lambda * w.dot(w)
}

/// Parts by `slice_axis`, as `s!` has unsafe code in it, which this repository forbids in its own tests.
#[differentiable]
fn laplacian(u: &Array2<f64>) -> Array2<f64> {
    let rows = u.slice_axis(Axis(0), Slice::from(1..u.nrows() - 1));
    let columns = u.slice_axis(Axis(1), Slice::from(1..u.ncols() - 1));
    let n = u.ncols() - 2;
    let across = &rows.slice_axis(Axis(1), Slice::from(0..n)) + &rows.slice_axis(Axis(1), Slice::from(2..n + 2));
    let m = u.nrows() - 2;
    let down = &columns.slice_axis(Axis(0), Slice::from(0..m)) + &columns.slice_axis(Axis(0), Slice::from(2..m + 2));
    across + down - 4.0 * &rows.slice_axis(Axis(1), Slice::from(1..n + 1))
}
#[differentiable]
fn joined(a: &Array2<f64>, b: &Array2<f64>) -> f64 {
    let c = concatenate![Axis(0), *a, *b];
    let s3 = stack![Axis(0), *a, *b];
    let v = concatenate(Axis(1), &[a.view(), b.view()]).unwrap();
    let w = ndarray::stack(Axis(2), &[a.view(), b.view()]).unwrap();
    c.mapv(|x| x * x).sum() + s3.sum() + v.sum() * w.sum()
}

#[differentiable]
fn products(a: &Array2<f64>, v: &Array1<f64>) -> f64 {
    v.dot(&a.dot(v)) + v.dot(a).sum() + a.t().dot(a).diag().sum() + a.row(0).dot(&a.column(0))
}

#[differentiable]
fn batched(x: &Array3<f64>, w: &Array2<f64>) -> f64 {
    let mut total = 0.0;
    for m in x.axis_iter(Axis(0)) {
        total += m.dot(w).mapv(f64::tanh).sum();
    }
    total + x.sum_axis(Axis(2)).sum_axis(Axis(0)).sum() + x.index_axis(Axis(0), 1).sum()
}

#[differentiable]
fn rnn(x: &Array2<f64>, w: &Array2<f64>, u: &Array2<f64>, b: &Array1<f64>) -> f64 {
    let mut h = Array1::<f64>::zeros(b.len());
    for row in x.rows() {
        h = (w.dot(&row) + u.dot(&h) + b).mapv(f64::tanh);
    }
    h.sum()
}

#[differentiable]
fn normalize(x: ArrayView1<'_, f64>) -> Array1<f64> {
    let norm = x.dot(&x).sqrt();
    x.to_owned() / norm
}

#[differentiable]
fn dynamic(x: &ArrayD<f64>) -> f64 {
    let y = x.mapv(|v| v.exp()) * x;
    y.sum_axis(Axis(0)).sum() + y.mean().unwrap()
}

#[differentiable]
fn reshaped(x: &Array1<f64>) -> Array2<f64> {
    let m = x.clone().into_shape_with_order((2, 3)).unwrap();
    let t = m.t().to_owned();
    t.dot(&m)
}

#[differentiable]
fn outer(a: &Array1<f64>, b: &Array1<f64>) -> Array2<f64> {
    let a = a.view().insert_axis(Axis(1));
    let b = b.view().insert_axis(Axis(0));
    a.dot(&b)
}

#[differentiable]
#[expect(clippy::op_ref)]
fn broadcasted(a: &Array3<f64>, b: &Array1<f64>) -> Array3<f64> {
    let c = a * b;
    let big = b.broadcast(a.dim()).unwrap();
    c + &big
}

#[differentiable]
fn kmeans_cost(x: &Array2<f64>, c: &Array2<f64>) -> f64 {
    x.rows()
        .into_iter()
        .map(|row| {
            c.rows()
                .into_iter()
                .map(|k| (&row - &k).mapv(|d| d * d).sum())
                .fold(f64::INFINITY, f64::min)
        })
        .sum()
}

#[differentiable]
fn attention(q: ArrayView2<f64>, k: ArrayView2<f64>, v: ArrayView2<f64>) -> Array2<f64> {
    let mut scores = q.dot(&k.t()) / (q.ncols() as f64).sqrt();
    for mut row in scores.axis_iter_mut(Axis(0)) {
        let m = row.iter().cloned().fold(f64::NEG_INFINITY, f64::max);
        row.mapv_inplace(|s| (s - m).exp());
        let z = row.sum();
        row.mapv_inplace(|s| s / z);
    }
    scores.dot(&v)
}

#[differentiable]
fn rotation(angle: f64, p: &Array1<f64>) -> Array1<f64> {
    let r = array![[angle.cos(), -angle.sin()], [angle.sin(), angle.cos()]];
    r.dot(p)
}

#[differentiable]
fn cumulative(x: &Array1<f64>) -> Array1<f64> {
    let mut y = x.clone();
    for i in 1..y.len() {
        y[i] += y[i - 1];
    }
    y
}

#[differentiable]
fn selected(x: &Array2<f64>, idx: &[usize]) -> f64 {
    let p = x.select(Axis(0), idx);
    p.iter().map(|v| v * v).sum::<f64>() + p.product()
}

#[differentiable]
fn windows(x: &Array1<f64>, k: &Array1<f64>) -> Array1<f64> {
    let n = x.len() - k.len() + 1;
    Array1::from_iter((0..n).map(|i| x.slice_axis(Axis(0), Slice::from(i..i + k.len())).dot(k)))
}

#[differentiable]
fn from_fn(x: &Array1<f64>) -> Array2<f64> {
    Array2::from_shape_fn((x.len(), x.len()), |(i, j)| x[i] * x[j])
}

#[differentiable]
fn moments(x: &Array2<f64>) -> f64 {
    x.var(0.0) + x.std(1.0) + x.var_axis(Axis(0), 1.0).sum() + x.mean().unwrap()
}

#[differentiable]
fn scaled_add(a: &mut Array2<f64>, b: &Array2<f64>, k: f64) {
    a.scaled_add(k, b);
    *a *= 2.0;
    *a += b;
    a.row_mut(0).fill(k);
}

#[differentiable]
fn folded(x: &Array2<f64>) -> f64 {
    let r = x.fold_axis(Axis(1), 0.0, |acc, v| acc + v * v);
    r.mapv(f64::sqrt).sum() + x.sum_axis(Axis(0)).iter().fold(0.0, |a, b| a + b * b)
}

fn matrix(rows: usize, columns: usize) -> Array2<f64> {
    let number = |(i, j): (usize, usize)| ((i * columns + j + 1) as f64 * 0.618_033_988_75).fract() - 0.3;
    Array2::from_shape_fn((rows, columns), number)
}

#[test]
fn functions_of_matrices_agree_with_differences() {
    let (x, y) = (matrix(4, 3), matrix(5, 3) * 0.7 + 0.1);
    check_grad!(standardize(&x)).unwrap();
    check_grad!(softmax_rows(&x)).unwrap();
    check_grad!(softmax_rows_inplace(&x)).unwrap();
    check_grad!(covariance(&x)).unwrap();
    check_grad!(pairwise(&x, &y)).unwrap();
    check_grad!(ridge(&arr1(&[0.3, -0.2, 0.5]), &x, &arr1(&[1.0, 0.5, -0.5, 0.2]), 0.1)).unwrap();
    check_grad!(laplacian(&matrix(5, 6))).unwrap();
    check_grad!(joined(&x, &(&x * 0.5))).unwrap();
    check_grad!(products(&matrix(3, 3), &arr1(&[0.3, -0.2, 0.5]))).unwrap();
    check_grad!(kmeans_cost(&x, &y)).unwrap();
    check_grad!(attention(x.view(), y.view(), matrix(5, 2).view())).unwrap();
    check_grad!(selected(&x, &[2, 0, 2])).unwrap();
    check_grad!(moments(&x)).unwrap();
    check_grad!(folded(&x)).unwrap();
    check_grad!(scaled_add(&mut x.clone(), &(&x * 0.5), 0.3)).unwrap();
}

#[test]
fn functions_of_vectors_and_batches_agree_with_differences() {
    let v = arr1(&[0.3, -0.2, 0.5, 0.9, -0.7, 0.4]);
    let batch = Array3::from_shape_fn((2, 3, 4), |(i, j, k)| matrix(6, 4)[[3 * i + j, k]]);
    check_grad!(batched(&batch, &matrix(4, 2))).unwrap();
    check_grad!(broadcasted(&batch, &arr1(&[0.1, 0.2, -0.3, 0.4]))).unwrap();
    check_grad!(rnn(&matrix(4, 3), &matrix(2, 3), &matrix(2, 2), &arr1(&[0.1, -0.2]))).unwrap();
    check_grad!(normalize(v.view())).unwrap();
    check_grad!(dynamic(&batch.into_dyn())).unwrap();
    check_grad!(reshaped(&v)).unwrap();
    check_grad!(outer(&v, &arr1(&[0.2, 0.7]))).unwrap();
    check_grad!(rotation(0.4, &arr1(&[0.2, 0.7]))).unwrap();
    check_grad!(cumulative(&v)).unwrap();
    check_grad!(windows(&v, &arr1(&[0.2, 0.7, -0.1]))).unwrap();
    check_grad!(from_fn(&v)).unwrap();
}
