//! The methods and functions of ndarray, against differences.

// The forms that clippy would write in another way are tested too.
#![allow(clippy::assign_op_pattern, clippy::double_ended_iterator_last)]

use pullback::ndarray::{Array1, Array2, Array3, arr1, arr2};

fn matrices() -> (Array2<f64>, Array2<f64>) {
    (
        arr2(&[[0.3, -0.7, 1.1], [0.9, 0.4, -1.3]]),
        arr2(&[[0.5, 0.8, 1.4], [1.7, 0.6, 0.2]]),
    )
}

fn vectors() -> (Array1<f64>, Array1<f64>) {
    (arr1(&[0.35, -0.2, 0.75]), arr1(&[1.1, 0.65, -0.45]))
}

fn cube() -> Array3<f64> {
    Array3::from_shape_fn((2, 3, 2), |(i, j, k)| {
        0.4 + 0.3 * i as f64 - 0.2 * j as f64 + 0.15 * (i * j + k) as f64
    })
}

/// What is done with each element.
mod elements {
    use super::{cube, matrices, vectors};
    use pullback::ndarray::{Array1, Array2, Array3, ArrayView1, Zip, azip};
    use pullback::{Differentiable, check_grad, differentiable};

    #[differentiable]
    fn functions(a: &Array2<f64>, b: &Array2<f64>, k: f64) -> f64 {
        let signs = a.signum() * a.floor();
        let grown = a.exp() * b.ln() + b.sqrt() * a.tanh() + b.powf(k) - a.powi(3) + a.abs() * signs;
        (grown * a.pow2() + a.clamp(-0.5, 0.5) * a.hypot(k)).sum() + b.recip().log10().sum()
    }

    #[differentiable]
    fn by_reference(a: &Array2<f64>, v: &Array1<f64>, k: f64) -> f64 {
        let squares = a.map(|x| *x * *x * k);
        let shifted = a.map(|&x| x + k).mapv_into_any(|x| x * x);
        let mut s = v.fold(k, |product, x| product * (1.0 + *x));
        v.for_each(|x| s += x * k);
        let mut w = v.clone();
        w.map_inplace(|x| *x = *x * *x + k);
        (squares * shifted).sum() * s + w.dot(v)
    }

    #[test]
    fn functions_and_closures_of_each_element() {
        let ((a, b), (v, _)) = (matrices(), vectors());
        check_grad!(functions(&a, &b, 0.9)).unwrap();
        check_grad!(by_reference(&a, &v, 0.9)).unwrap();
    }

    #[differentiable]
    fn zipped(a: &Array2<f64>, b: &Array2<f64>, v: &Array1<f64>, k: f64) -> f64 {
        let mut c = a.clone();
        Zip::from(&mut c).and(b).and(a).for_each(|c, &b, a| *c = *c * b * k + a);
        let mut lengths = Array1::zeros(2);
        Zip::from(&mut lengths)
            .and(c.rows())
            .and(b.outer_iter())
            .for_each(|length, row, other| {
                if row[0] > 0.5 {
                    *length = row.dot(v);
                } else {
                    *length = other.dot(&row) * k;
                }
            });
        let mut total = lengths.sum();
        for round in 0..2 {
            c.zip_mut_with(v, |c, x| *c += x * round as f64);
            c.zip_mut_with(b, |c, &b| *c = c.sin() * b);
            total += c.sum() * c[[1, 2]];
        }
        total
    }

    #[differentiable]
    fn zipped_by_the_macro(a: &Array2<f64>, v: &Array1<f64>, k: f64) -> f64 {
        let mut b = Array2::zeros((2, 3));
        azip!((b in &mut b, &a in a) *b = a * a * k);
        azip!((mut row in b.rows_mut(), row_of_a in a.rows()) { row += &row_of_a; });
        let mut w = v.clone();
        azip!((w in &mut w, &x in v) {
            let y = x * k;
            *w += y * y;
        });
        b.sum() + w.dot(v)
    }

    #[test]
    fn zips_of_matrices_rows_and_vectors() {
        let ((a, b), (v, _)) = (matrices(), vectors());
        check_grad!(zipped(&a, &b, &v, 0.9)).unwrap();
        check_grad!(zipped_by_the_macro(&a, &v, 0.9)).unwrap();
    }

    #[differentiable]
    fn added(a: ArrayView1<f64>, b: &Array1<f64>) -> f64 {
        let mut sum = a.to_owned();
        Zip::from(&mut sum).and(b).for_each(|s, &b| *s += b * b);
        sum.dot(b)
    }

    #[test]
    #[should_panic(expected = "Zip: Producer dimension mismatch")]
    fn what_is_zipped_has_the_same_shape() {
        let (v, _) = vectors();
        let pair = pullback::ndarray::arr1(&[1.0, 2.0]);
        added::grad(v.view(), &pair);
    }

    #[derive(Clone, Debug, PartialEq, Differentiable)]
    struct Layer {
        weights: Array2<f64>,
        bias: Array1<f64>,
    }

    #[differentiable]
    impl Layer {
        fn stepped(&self, x: &Array1<f64>, rate: f64) -> Layer {
            let mut next = self.clone();
            next.weights.map_inplace(|w| *w -= rate * *w * *w);
            Zip::from(&mut next.weights)
                .and(&self.weights)
                .for_each(|next, w| *next -= rate * w * w);
            next.bias.map_inplace(|b| *b *= 1.0 - rate);
            next.bias.zip_mut_with(x, |b, x| *b -= rate * x);
            next
        }
    }

    /// Of these only rustc knows how many axes they have.
    #[differentiable]
    fn fields(layer: &Layer, x: &Array1<f64>, rate: f64) -> f64 {
        let next = layer.stepped(x, rate).stepped(x, 2.0 * rate);
        next.weights.mapv(|w| w * w).sum() + next.bias.dot(x)
    }

    #[differentiable]
    fn of_three_axes(a: &Array3<f64>, k: f64) -> f64 {
        let mut b = a.clone();
        b.map_inplace(|b| *b = *b * *b * k);
        Zip::from(&mut b).and(a).for_each(|b, &a| *b += *b * a * k);
        let mut sum = 0.0;
        for (x, y) in b.iter().zip(a) {
            sum += x.sin() * y;
        }
        sum + a.iter().map(|x| x * x).sum::<f64>()
    }

    #[test]
    fn what_changes_each_element_of_fields_and_of_three_axes() {
        let ((weights, _), (bias, x)) = (matrices(), vectors());
        check_grad!(fields(&Layer { weights, bias }, &x, 0.1)).unwrap();
        check_grad!(of_three_axes(&cube(), 0.9)).unwrap();
    }
}

/// Products and differences.
mod products {
    use super::{matrices, vectors};
    use pullback::ndarray::{Array1, Array2, Axis, arr2};
    use pullback::{check_grad, differentiable};

    #[differentiable]
    fn products(a: &Array2<f64>, v: &Array1<f64>) -> f64 {
        let rising = a.cumprod(Axis(0)) + a.cumprod(Axis(1)) * 2.0;
        let (rows, columns) = (a.product_axis(Axis(1)), a.product_axis(Axis(0)));
        let second = v.diff(2, Axis(0)).sum() + (a.diff(1, Axis(1)) * a.diff(1, Axis(1))).sum();
        rising.sum() + rows.product() * columns.dot(v) + a.product() * second
    }

    #[test]
    fn products_differences_and_zeros_among_the_factors() {
        let ((_, b), (v, _)) = (matrices(), vectors());
        check_grad!(products(&b, &v)).unwrap();
        // Nothing is divided by an element.
        check_grad!(products(&arr2(&[[0.0, 2.0, 3.0], [4.0, 5.0, 0.5]]), &v)).unwrap();
        check_grad!(products(&arr2(&[[0.0, 2.0, 3.0], [0.0, 5.0, 0.0]]), &v)).unwrap();
    }
}

/// The elements in another arrangement.
mod shapes {
    use super::{cube, matrices, vectors};
    use pullback::ndarray::{Array1, Array2, Array3, Axis, Ix2, Order, Slice};
    use pullback::{check_grad, differentiable};

    #[differentiable]
    fn reshaped(a: &Array2<f64>, v: &Array1<f64>) -> f64 {
        let tall = a.clone().into_shape_with_order((3, 2)).unwrap();
        let by_columns = a.to_shape(((3, 2), Order::ColumnMajor)).unwrap();
        let flat = a.flatten().to_owned() * a.to_shape(6).unwrap() * a.clone().into_flat();
        let same = a.view().into_dimensionality::<Ix2>().unwrap();
        let column = v.clone().into_shape_clone((3, 1)).unwrap();
        let dynamic = a.clone().into_dyn();
        tall.t().dot(v).sum() * by_columns.t().dot(&column).sum()
            + flat.sum()
            + same.dot(v).sum() * dynamic.sum()
            + a.t().as_standard_layout().dot(&tall.t()).sum()
    }

    #[differentiable]
    fn flattened(a: &Array2<f64>, v: &Array1<f64>) -> f64 {
        let tall = a.to_shape((3, 2)).unwrap();
        let list = a.flatten();
        tall.t().dot(v).product() * list[1] * list[4] + a.as_standard_layout().dot(v).product()
    }

    #[differentiable]
    fn flat(a: &Array2<f64>) -> f64 {
        match a.view().into_shape_with_order(6) {
            Ok(flat) => flat[1] * flat[5],
            Err(_) => f64::NAN,
        }
    }

    #[differentiable]
    fn turned(a: &Array2<f64>, c: &Array3<f64>, v: &Array1<f64>) -> f64 {
        let turned = a.clone().reversed_axes().dot(a);
        let corner = turned.clone().into_diag().dot(v) + turned.slice_axis(Axis(0), Slice::from(1..)).sum();
        let column = a.clone().index_axis_move(Axis(1), 2);
        let deep = c.view().permuted_axes([2, 0, 1]);
        let mut sum = corner * column.sum();
        for (k, layer) in deep.outer_iter().enumerate() {
            sum += (&layer * a).sum() * (k + 1) as f64;
        }
        let moved = c.clone().permuted_axes([1, 2, 0]);
        sum += moved.index_axis(Axis(2), 1).dot(&column).dot(v);
        let one = v.clone().insert_axis(Axis(0)).remove_axis(Axis(0));
        sum + one.dot(v) + a.row(1).into_owned().dot(v)
    }

    #[differentiable]
    fn selected(a: &Array2<f64>, v: &Array1<f64>, k: f64) -> f64 {
        let rows = a.select(Axis(0), &[1, 0, 1]);
        let wide = v.broadcast((3, 3)).unwrap();
        let (left, right) = rows.view().split_at(Axis(1), 1);
        let ends = *v.first().unwrap() * *a.last().unwrap() + v.last().map_or(0.0, |x| x * k);
        let mut b = a.clone();
        b.swap([0, 0], [1, 2]);
        b.swap((0, 1), (1, 1));
        *b.first_mut().unwrap() *= k;
        (rows.dot(&wide)).sum() * left.sum() + right.sum() * ends + (b * a).sum()
    }

    #[differentiable]
    fn in_place(a: &Array2<f64>, v: &Array1<f64>, k: f64) -> f64 {
        let mut b = a.clone();
        b *= k;
        b.swap_axes(0, 1);
        b.invert_axis(Axis(0));
        let first = b.t().dot(v).sum();
        b.swap_axes(0, 1);
        first * (b * a).sum()
    }

    #[test]
    fn other_shapes_and_orders() {
        let ((a, b), (v, _)) = (matrices(), vectors());
        check_grad!(reshaped(&a, &v)).unwrap();
        // In the order of its columns in memory.
        let by_columns = b.t().as_standard_layout().to_owned().reversed_axes();
        check_grad!(flattened(&by_columns, &v)).unwrap();
        // Whether the elements stand in this order is the function's own to find out.
        assert!(flat(&by_columns).is_nan() && flat::grad(&by_columns).iter().all(|bar| *bar == 0.0));
        check_grad!(flat(&b)).unwrap();
        check_grad!(turned(&a, &cube(), &v)).unwrap();
        check_grad!(selected(&a, &v, 0.9)).unwrap();
        check_grad!(in_place(&a, &v, 0.9)).unwrap();
    }

    #[differentiable]
    fn gone_through(a: &Array2<f64>, v: &Array1<f64>) -> f64 {
        let mut sum = 0.0;
        for pair in v.windows(2) {
            sum += pair[0] * pair[1];
        }
        for part in a.axis_chunks_iter(Axis(1), 2) {
            sum += part.sum() * part.sum();
        }
        for part in a.axis_windows(Axis(1), 2) {
            sum += part.product();
        }
        for lane in a.lanes(Axis(0)) {
            sum += lane.dot(&lane);
        }
        let mut b = a.clone();
        for mut lane in b.lanes_mut(Axis(1)) {
            lane *= sum;
            lane += v;
        }
        for mut part in b.axis_chunks_iter_mut(Axis(0), 1) {
            part *= 2.0;
        }
        let mut b = b.clone();
        a.assign_to(&mut b);
        b += v;
        sum + (b * a).sum()
    }

    #[differentiable]
    fn gone_through_again(a: &Array2<f64>, v: &Array1<f64>) -> f64 {
        gone_through(a, v) + gone_through(&(a * 2.0), v)
    }

    #[test]
    fn windows_chunks_and_lanes() {
        let ((a, _), (v, _)) = (matrices(), vectors());
        check_grad!(gone_through_again(&a, &v)).unwrap();
    }
}

/// Arrays that are made of others.
mod joins {
    use super::{matrices, vectors};
    use pullback::ndarray::linalg::{general_mat_mul, general_mat_vec_mul};
    use pullback::ndarray::{self, Array, Array1, Array2, Axis, ShapeError, Slice, arr1, arr2, concatenate, stack};
    use pullback::{check_grad, differentiable};

    #[differentiable]
    fn joined(a: &Array2<f64>, b: &Array2<f64>, v: &Array1<f64>, k: f64) -> Result<f64, ShapeError> {
        let tall = concatenate(Axis(0), &[a.view(), b.view(), a.view()])?;
        let wide = ndarray::concatenate![Axis(1), *a, b.t().dot(a).slice_axis(Axis(0), Slice::from(..2))];
        let pair = stack![Axis(0), *v, tall.row(3)];
        let deep = ndarray::stack(Axis(2), &[a.view(), b.view()])?;
        Ok(tall.dot(v).sum() * wide.sum() * k + pair.dot(v).product() + deep.product_axis(Axis(2)).sum())
    }

    #[differentiable]
    fn joined_value(a: &Array2<f64>, b: &Array2<f64>, v: &Array1<f64>, k: f64) -> f64 {
        joined(a, b, v, k).unwrap()
    }

    #[differentiable]
    fn grown(a: &Array2<f64>, v: &Array1<f64>, k: f64) -> f64 {
        let mut rows = a.clone();
        for step in 0..3 {
            let row = v * k * (step + 1) as f64;
            rows.push_row(row.view()).unwrap();
        }
        rows.push(Axis(0), a.row(0)).unwrap();
        let mut long = v.clone();
        if k > 0.5 {
            long.append(Axis(0), rows.column(1)).unwrap();
        }
        rows.push_column(rows.dot(v).view()).unwrap();
        (&rows * &rows).sum() + (&long * &long).sum()
    }

    #[differentiable]
    fn made(v: &Array1<f64>, k: f64) -> f64 {
        let list = arr1(&[k, k * k, v[0]]);
        let square = arr2(&[[k, v[1]], [v[2], 1.0]]);
        let diagonal = Array2::from_diag_elem(3, k);
        let range = Array1::linspace(k, v[0], 3);
        let doubled = Array::from_iter(v.iter().map(|x| x * 2.0));
        list.dot(v) + square.product() + diagonal.dot(v).dot(&range) + doubled.dot(&range)
    }

    #[test]
    fn arrays_of_other_arrays() {
        let ((a, b), (v, _)) = (matrices(), vectors());
        check_grad!(joined_value(&a, &b, &v, 0.9)).unwrap();
        check_grad!(grown(&a, &v, 0.9)).unwrap();
        check_grad!(grown(&a, &v, 0.4)).unwrap();
        check_grad!(made(&v, 0.9)).unwrap();
        // What does not fit is an error of the function, there and in the derivative.
        assert!(joined::vjp(&a, &b.t().to_owned(), &v, 0.9).0.is_err());
    }

    #[differentiable]
    fn multiplied(a: &Array2<f64>, b: &Array2<f64>, v: &Array1<f64>, alpha: f64, beta: f64) -> f64 {
        let mut c = a.dot(&a.t());
        let mut y = a.column(0).to_owned();
        for _ in 0..2 {
            general_mat_mul(alpha, a, &b.t(), beta, &mut c);
            general_mat_vec_mul(beta, a, v, alpha, &mut y);
        }
        c.sum() * y.product()
    }

    #[test]
    fn products_in_place() {
        let ((a, b), (v, _)) = (matrices(), vectors());
        check_grad!(multiplied(&a, &b, &v, 0.9, -0.3)).unwrap();
    }
}

/// Where arrays come from and go to traits and results.
mod between_functions {
    use super::{matrices, vectors};
    use num_traits::Float;
    use pullback::ndarray::{Array1, Array2, ArrayBase, Axis, Data, Ix2, LinalgScalar, NdFloat};
    use pullback::{Differentiable, check_grad, differentiable};

    #[differentiable]
    trait Predict<R, T> {
        fn predict(&self, x: &R, y: &mut T);
        fn default_target(&self, x: &R) -> T;
    }

    #[derive(Clone, Debug, PartialEq, Differentiable)]
    struct Line<F> {
        slope: Array1<F>,
        height: F,
    }

    /// The trait's parameters stand for arrays of a type parameter's numbers.
    #[differentiable]
    impl<F: NdFloat + LinalgScalar, D: Data<Elem = F>> Predict<ArrayBase<D, Ix2>, Array1<F>> for Line<F> {
        fn predict(&self, x: &ArrayBase<D, Ix2>, y: &mut Array1<F>) {
            *y += &(x.dot(&self.slope) + self.height);
        }

        fn default_target(&self, x: &ArrayBase<D, Ix2>) -> Array1<F> {
            x.column(0).to_owned() * self.height
        }
    }

    #[differentiable]
    fn predicted(slope: &Array1<f64>, height: f64, x: &Array2<f64>) -> f64 {
        let slope = slope.clone();
        let line = Line { slope, height };
        let mut y = line.default_target(x);
        for _ in 0..2 {
            line.predict(x, &mut y);
        }
        y.product()
    }

    #[differentiable]
    fn roots<F: Float + NdFloat>(x: &Array1<F>, low: F) -> Result<Array1<F>, &'static str> {
        if low.is_negative() {
            return Err("no root");
        }
        Ok(x.mapv(|x| (x * x + low).sqrt()))
    }

    trait Signed {
        fn is_negative(&self) -> bool;
    }

    impl<F: Float> Signed for F {
        fn is_negative(&self) -> bool {
            *self < F::zero()
        }
    }

    /// What is in a result is needed on the way back, and its failure is moved out of it.
    #[differentiable]
    fn product_of_roots(x: &Array1<f64>, low: f64) -> Result<f64, &'static str> {
        Ok(roots(x, low)?.product() * roots(x, low + 1.0)?.dot(x))
    }

    #[differentiable]
    fn product(x: &Array1<f64>, low: f64) -> f64 {
        product_of_roots(x, low).unwrap_or(low)
    }

    /// Measures of an array are no derivatives.
    #[differentiable]
    fn measured(a: &Array2<f64>) -> f64 {
        let count = a.len_of(Axis(1)) + a.shape()[0];
        a.sum() * count as f64 * if a.is_standard_layout() { 2.0 } else { 1.0 }
    }

    #[test]
    fn arrays_of_type_parameters_in_traits_and_results() {
        let ((a, _), (v, _)) = (matrices(), vectors());
        check_grad!(predicted(&v, 0.4, &a)).unwrap();
        check_grad!(product(&v, 0.4)).unwrap();
        check_grad!(product(&v, -0.4)).unwrap();
        check_grad!(measured(&a)).unwrap();
    }
}

/// Arrays that carry no derivative beside those that do.
mod constants {
    use super::vectors;
    use pullback::ndarray::{Array1, Array2, ArrayView1, ArrayView2, array};
    use pullback::{check_grad, differentiable};

    #[differentiable]
    fn distance(p: ArrayView2<f64>, q: ArrayView1<f64>, k: f64) -> f64 {
        p.dot(&q).sum() * k + q[0]
    }

    #[differentiable]
    fn weighted(x: &Array1<f64>) -> f64 {
        let weights = array![0.5, 1.0, -2.0];
        let table = array![[1.0, 0.5, 0.25], [2.0, -1.0, 0.5]];
        let deep = array![[[1.0], [2.0]], [[3.0], [4.0]]];
        let counts = array![2, 1];
        let mut sums = array![[0.0, 1.0], [1.0, 0.0]];
        let mut total = 0.0;
        for i in 0..2 {
            sums[[i, 0]] += x[i] * deep[[i, 1, 0]] * counts[i] as f64;
            total += table.row(i).dot(x) * sums[[i, 0]];
        }
        total + weights.dot(x) * distance(sums.view(), array![0.5, 1.5].view(), x[2])
    }

    #[differentiable]
    fn of_views(x: &Array1<f64>) -> f64 {
        let from = Array1::from(vec![0.5, 1.5, 1.0]);
        let listed = Array1::from_iter((0..3).map(|i| i as f64));
        let made = Array2::from_shape_fn((2, 3), |(i, j)| (i + 2 * j) as f64);
        let mut sum = 0.0;
        for k in 0..3 {
            let scaled = if x[k] > 0.0 { x[k] } else { x[0] * x[k] };
            sum += distance(made.view(), from.view(), scaled) + distance(made.view(), listed.view(), scaled * scaled);
        }
        sum
    }

    #[test]
    fn arrays_without_active_elements_and_their_views_are_arguments() {
        let (x, y) = vectors();
        check_grad!(weighted(&x)).unwrap();
        check_grad!(weighted(&y)).unwrap();
        check_grad!(of_views(&x)).unwrap();
    }
}

/// Arrays of what holds several numbers.
mod of_more_than_numbers {
    use pullback::ndarray::{Array1, Array2, ArrayView1, NdFloat, arr1, arr2};
    use pullback::{Differentiable, check_grad, differentiable};

    #[derive(Clone, Debug, Differentiable)]
    struct Fit<F> {
        slopes: Array1<F>,
        variances: Array2<F>,
        bands: Array1<(F, F)>,
    }

    #[differentiable]
    impl<F: NdFloat> Fit<F> {
        /// Between which the slopes are.
        fn bounds(&self, k: F) -> Result<Array1<(F, F)>, String> {
            if k < F::zero() {
                return Err("negative".to_string());
            }
            Ok(self
                .slopes
                .iter()
                .zip(self.variances.row(0).iter())
                .map(|(a, b)| (*a - k * b.sqrt(), *a + k * b.sqrt()))
                .collect())
        }

        fn of_all(&self, k: F) -> Array2<(F, F)> {
            Array2::from_shape_fn((2, 2), |(i, j)| {
                let width = k * self.variances[(i, j)].sqrt();
                (self.slopes[j] - width, self.slopes[j] + width)
            })
        }

        fn widened(&mut self, k: F) {
            for band in self.bands.iter_mut() {
                band.1 = band.1 + k * band.0;
            }
            let first = self.bands[0];
            self.bands[1].0 = first.1 * k;
        }
    }

    #[differentiable]
    fn widths(bounds: &Array1<(f64, f64)>, k: f64) -> f64 {
        let mut sum = 0.0;
        for i in 0..bounds.len() {
            let (low, high) = bounds[i];
            if high > k {
                sum += (high - low) * bounds[i].0;
            }
        }
        for (low, high) in bounds.iter() {
            sum += (low * high).sin();
        }
        sum
    }

    #[differentiable]
    fn of_a_fit(fit: &Fit<f64>, k: f64) -> f64 {
        let mut fit = fit.clone();
        let mut sum = 0.0;
        if let Ok(bounds) = fit.bounds(k) {
            sum += widths(&bounds, k);
        }
        for _ in 0..2 {
            fit.widened(k);
            sum += widths(&fit.bands, 0.1);
        }
        let all = fit.of_all(k * k);
        sum + all[(0, 1)].0 * all[(1, 0)].1
    }

    #[differentiable]
    fn bounds_of(fit: &Fit<f64>, k: f64) -> Result<Array1<(f64, f64)>, String> {
        fit.bounds(k)
    }

    #[differentiable]
    fn all_of(fit: &Fit<f64>, k: f64) -> Array2<(f64, f64)> {
        fit.of_all(k)
    }

    #[test]
    fn they_agree_with_differences() {
        let fit = Fit {
            slopes: arr1(&[0.4, 0.9]),
            variances: arr2(&[[0.5, 0.7], [0.3, 1.1]]),
            bands: arr1(&[(0.3, 0.5), (-0.2, 0.6)]),
        };
        for k in [0.6, -0.4] {
            check_grad!(of_a_fit(&fit, k)).expect("a fit");
        }
        check_grad!(bounds_of(&fit, 0.3)).expect("bounds");
        check_grad!(all_of(&fit, 0.3)).expect("of all");
        check_grad!(widths(&fit.bands, 0.1)).expect("widths");
    }

    #[differentiable]
    fn of_a_view(points: ArrayView1<[f64; 2]>, k: f64) -> f64 {
        let mut sum = 0.0;
        for point in points.iter() {
            sum += point[0] * k + point[1] * point[1];
        }
        sum * points[0][1]
    }

    #[test]
    fn a_view_of_some_agrees_with_differences() {
        let points = arr1(&[[0.3, 0.5], [-0.2, 0.6]]);
        check_grad!(of_a_view(points.view(), 0.4)).expect("a view");
        let (bar, _) = of_a_view::grad(points.view(), 0.4);
        assert_eq!(bar.len(), 2);
    }
}
