//! ndarray's arrays in fields of structs, whose types only rustc knows.
use pullback::ndarray::{
    Array, Array1, Array2, Array3, ArrayBase, ArrayView1, Axis, Data, Ix2, NdFloat, ScalarOperand, Slice, arr1, arr2,
};
use pullback::{Differentiable, check_grad, differentiable};
use std::collections::HashMap;

#[derive(Clone, Debug, Differentiable)]
struct Layer {
    w: Array2<f64>,
    b: Array1<f64>,
}

#[derive(Clone, Debug, Differentiable)]
struct Problem {
    #[no_diff]
    data: Array2<f64>,
    layers: Vec<Layer>,
}

#[differentiable]
impl Layer {
    fn forward(&self, x: &Array1<f64>) -> Array1<f64> {
        (self.w.dot(x) + &self.b).mapv(f64::tanh)
    }
    fn softmax(&self, x: &Array1<f64>) -> Array1<f64> {
        let mut z = self.w.dot(x);
        let top = z.iter().cloned().fold(f64::NEG_INFINITY, f64::max);
        z.mapv_inplace(|v| (v - top).exp());
        let sum = z.sum();
        z / sum
    }
    fn squash(&mut self, k: f64) {
        self.w.mapv_inplace(f64::sin);
        self.b.mapv_inplace(|v| if v > 0.0 { v * v * k } else { 0.1 * v });
    }
}

#[differentiable]
fn loss(layers: &[Layer], x: &Array1<f64>, target: &Array1<f64>) -> f64 {
    let mut hidden = x.clone();
    for layer in layers {
        hidden = layer.forward(&hidden);
    }
    let error = &hidden - target;
    error.dot(&error)
}

#[differentiable]
fn entropy(layer: &Layer, x: &Array1<f64>) -> f64 {
    let p = layer.softmax(x);
    -p.iter().map(|p| p * p.ln()).sum::<f64>()
}

#[differentiable]
fn measures(layer: &Layer, x: &Array1<f64>) -> f64 {
    let Layer { w, b } = layer;
    let rows = w.mean_axis(Axis(1)).unwrap();
    w.mean().unwrap() * w.sum_axis(Axis(0)).dot(x) + rows.dot(b) + (b * &rows).sum() + w[[0, 1]] * b[1]
}

#[differentiable]
fn typed_measures(w: &Array2<f64>, x: &Array1<f64>) -> f64 {
    let mut total = w.sum_axis(Axis(0)).dot(x);
    for _ in 0..2 {
        total += x.mean().unwrap() * w.mean_axis(Axis(0)).unwrap().dot(x);
    }
    total
}

#[differentiable]
fn written(layer: &Layer, x: &Array1<f64>, k: f64) -> f64 {
    let mut layer = layer.clone();
    for _ in 0..2 {
        layer.squash(k);
    }
    layer.forward(x).sum() + layer.b.sum()
}

#[differentiable]
fn captured(layer: &Layer, x: &Array1<f64>, k: f64) -> f64 {
    let scaled = layer.b.mapv(|v| v * x[0]);
    let chosen = layer.b.mapv(|v| if v > 0.3 { v * k.sin() } else { x[1] * v });
    let mut b = layer.b.clone();
    for i in 0..2 {
        b = b.mapv(|v| if v > k { v * x[i] } else { v.abs() });
        b[0] *= k;
    }
    scaled.sum() + chosen.dot(&b) + x.mapv(|v| v * x[1]).sum()
}

#[differentiable]
fn marked(problem: &Problem, x: &Array1<f64>) -> f64 {
    let mut z = problem.data.dot(x);
    z += &problem.data.column(0);
    z *= &(&problem.data.column(1) - &z);
    z.dot(&z) * problem.data.sum() + problem.data[[0, 1]] * problem.layers[0].b[0]
}

#[differentiable]
fn sized(layer: &Layer, k: f64) -> f64 {
    let (rows, columns) = layer.w.dim();
    let mut sum = 0.0;
    for i in 0..rows {
        for j in 0..layer.w.shape()[1] {
            sum += layer.w[[i, j]] * layer.b[j] * k / (rows * columns) as f64;
        }
    }
    sum
}

fn layer(scale: f64) -> Layer {
    Layer {
        w: arr2(&[[0.3, -0.2], [0.7, 0.4]]) * scale,
        b: arr1(&[0.1, 0.5]) * scale,
    }
}

#[derive(Clone, Differentiable)]
struct Shaped {
    rows: usize,
    scale: f64,
}

/// A shape is made of counts, wherever these come from.
#[differentiable]
fn made_by_shapes(shaped: &Shaped, x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for k in 0..2 {
        let mut a = Array2::zeros((shaped.rows, x.len()));
        for (i, v) in x.iter().enumerate() {
            a[(k, i)] = *v * shaped.scale;
        }
        let ones = Array1::<f64>::ones(shaped.rows);
        sum += (&a * &a).sum() + a.t().dot(&ones).sum() * shaped.scale;
        sum += (Array2::<f64>::eye(shaped.rows) * shaped.scale).sum() + Array::<f64, _>::zeros([shaped.rows, 2]).sum();
    }
    sum
}

#[test]
fn counts_of_a_struct_are_a_shape() {
    check_grad!(made_by_shapes(&Shaped { rows: 2, scale: 1.5 }, &[0.5, -1.0, 2.0])).unwrap();
}

#[test]
fn arrays_in_fields_have_the_methods_of_arrays() {
    let (x, target) = (arr1(&[0.9, -0.4]), arr1(&[0.2, 0.6]));
    check_grad!(loss(&[layer(1.0), layer(-0.7), layer(1.3)], &x, &target)).unwrap();
    check_grad!(entropy(&layer(1.0), &x)).unwrap();
    check_grad!(measures(&layer(1.0), &x)).unwrap();
    check_grad!(typed_measures(&arr2(&[[0.3, -0.2], [0.7, 0.4]]), &x)).unwrap();
    check_grad!(written(&layer(1.0), &x, 1.4)).unwrap();
    check_grad!(sized(&layer(1.0), 0.8)).unwrap();
    check_grad!(captured(&layer(1.0), &x, 0.2)).unwrap();
    let problem = Problem {
        data: arr2(&[[1.0, 2.0], [3.0, -4.0], [0.5, 0.0]]),
        layers: vec![layer(1.0)],
    };
    check_grad!(marked(&problem, &x)).unwrap();
}

#[test]
fn the_mean_of_nothing_is_nothing() {
    #[differentiable]
    fn mean(a: &Array2<f64>) -> f64 {
        a.mean().unwrap_or(7.0) + a.mean_axis(Axis(0)).map_or(1.0, |m| m.sum())
    }
    let empty = Array2::<f64>::zeros((0, 3));
    assert_eq!(mean::value_and_grad(&empty), (8.0, empty.clone()));
}

#[derive(Clone, Debug, Differentiable)]
struct Table<A> {
    cells: Array2<f64>,
    #[no_diff]
    names: Array1<A>,
}

#[differentiable]
impl<A> Table<A> {
    fn on_the_diagonal(&self) -> f64 {
        self.cells.diag().sum() / self.cells.sum()
    }
    fn deviations(&self, ddof: f64) -> f64 {
        let along = self.cells.var_axis(Axis(0), ddof);
        let across = self.cells.std_axis(Axis(1), 1.0);
        along[0] * along[1] + across[0] * across[1] + self.cells.var(ddof) * self.cells.std(0.0)
    }
    fn centred(&self) -> Array2<f64> {
        let mean = self.cells.mean_axis(Axis(1)).unwrap();
        &self.cells - &mean.insert_axis(Axis(1))
    }
    fn columns(&self) -> Vec<Table<bool>> {
        let part = |k: usize| Table {
            cells: Array2::from_shape_fn((2, 2), |(i, j)| self.cells[(i, k)] * self.cells[(j, 0)]),
            names: Array1::from(vec![true, false]),
        };
        (0..self.names.len()).map(part).collect()
    }
    fn mean_of_columns(&self) -> f64 {
        let sum = self
            .columns()
            .into_iter()
            .map(|table| table.deviations(0.5))
            .sum::<f64>();
        sum / self.names.len() as f64
    }
}

#[differentiable]
fn of_a_table(table: &Table<&'static str>, ddof: f64) -> f64 {
    let cubes = table.centred().mapv_into(|x| x * x * x);
    let mut sum = cubes.sum();
    for _ in 0..2 {
        sum += table.on_the_diagonal() * table.deviations(ddof) + table.mean_of_columns();
    }
    sum
}

/// Arrays and maps of what carries no derivative are no parameters with a gradient.
#[differentiable]
fn masked(x: &Array1<f64>, mask: ArrayView1<bool>, times: &HashMap<usize, usize>, shape: &Array1<usize>) -> f64 {
    let mut sum = 0.0;
    for (x, counts) in x.iter().zip(mask.iter()) {
        if *counts {
            sum += x * x;
        }
    }
    sum * times[&1] as f64 + shape[0] as f64
}

/// Wherever its elements are.
#[differentiable]
fn of_any_storage<F, D>(a: &ArrayBase<D, Ix2>, k: F) -> F
where
    F: num_traits::Float + num_traits::FromPrimitive + ScalarOperand,
    D: Data<Elem = F>,
{
    let mean = a.mean_axis(Axis(0)).unwrap();
    let moved = (a - k) * k / (k + F::one()) + k;
    let roots = a.var_axis(Axis(0), F::one()).mapv(|x| x.sqrt());
    mean[0] * mean[1] * k + a.var(k) + moved.mapv(|x| x * x.sin()).sum() * roots[1]
}

#[test]
fn variances_diagonals_and_new_axes() {
    let table = Table {
        cells: arr2(&[[1.0, 2.0, 0.5], [0.3, 0.7, 1.1]]),
        names: arr1(&["a", "b", "c"]),
    };
    check_grad!(of_a_table(&table, 0.5)).unwrap();
}

#[test]
fn arrays_without_a_derivative() {
    let (mask, times) = (arr1(&[true, false]), HashMap::from([(1, 3)]));
    let x_bar: Array1<f64> = masked::grad(&arr1(&[1.0, 2.0]), mask.view(), &times, &arr1(&[2]));
    assert_eq!(x_bar, arr1(&[6.0, 0.0]));
    let a = arr2(&[[1.0, 2.5], [3.1, -0.2], [0.4, 0.9]]);
    check_grad!(of_any_storage(&a, 0.5)).unwrap();
}

#[differentiable]
fn logistic<F: NdFloat>(x: &F) -> F {
    F::one() / (F::one() + (-*x).exp())
}

/// The closures call a function with their argument, and return early.
#[differentiable]
fn mapped_by_calls<F: NdFloat>(v: &Array1<F>, k: F) -> F {
    let once = v.mapv(|x| logistic(&x) * k);
    let twice = once.mapv(|x| {
        let least = k / (k + F::one());
        if x < least {
            return x * least;
        }
        x.ln()
    });
    let constant = v.mapv(|_| F::one());
    (once * twice + constant).sum()
}

/// Elements that may not be there, and arrays that are made by their shapes.
#[differentiable]
fn filled<F: NdFloat>(v: &Array1<F>, m: &Array2<F>, bias: bool) -> F {
    let first = if bias { *v.get(0).unwrap() } else { F::one() };
    let second = m.get((1, 2)).copied().unwrap_or(first);
    let third = m.get((0, 1)).map_or(second, |x| *x * first);
    let mut grown = Array::zeros((m.nrows() + bias as usize, m.ncols()));
    grown
        .slice_axis_mut(Axis(0), Slice::from(..m.nrows()))
        .assign(&(m * third));
    if bias {
        grown.row_mut(m.nrows()).assign(&m.sum_axis(Axis(0)));
    }
    let like = Array1::<F>::zeros(v.raw_dim()) + v;
    grown.iter().fold(F::zero(), |sum, x| sum + *x * *x) * second + like.dot(v)
}

#[test]
fn closures_of_mapv_call_functions_and_return_early() {
    check_grad!(mapped_by_calls(&arr1(&[0.5, -1.0, 2.0]), 0.7)).unwrap();
    check_grad!(mapped_by_calls(&arr1(&[0.5_f32, -1.0, 2.0]), 0.7)).unwrap();
}

#[test]
fn arrays_by_their_shapes_and_elements_by_get() {
    let (v, m) = (arr1(&[0.5, -1.0]), arr2(&[[1.0, 2.5], [3.1, -0.2], [0.4, 0.9]]));
    check_grad!(filled(&v, &m, true)).unwrap();
    check_grad!(filled(&v, &m, false)).unwrap();
}

/// Along the lanes of a matrix, and the operator of a number by its method.
#[differentiable]
fn along_axes<F: NdFloat>(m: &Array2<F>, axis: usize, k: F) -> F {
    let norms = m.map_axis(Axis(axis), |lane| lane.dot(&lane).sqrt());
    let sums = m.fold_axis(Axis(0), k, |sum, x| *sum * k + (*x - k).neg().exp());
    let shifted = m.mapv(|x| F::one() / (F::one() + x.neg().exp()));
    norms.dot(&norms.mapv(|n| n * k)) + norms.sum() * sums[1] * sums[0] + shifted.sum()
}

#[test]
fn lanes_of_a_matrix_are_mapped_and_folded() {
    let m = arr2(&[[1.0, 2.5], [3.1, -0.2], [0.4, 0.9]]);
    check_grad!(along_axes(&m, 0, 0.3)).unwrap();
    check_grad!(along_axes(&m, 1, 0.3)).unwrap();
}

/// Views of fields as operands, of arrays and of what only has a method of that name.
mod operands {
    use super::*;

    #[derive(Clone, Debug, Differentiable)]
    struct Net<F> {
        weights: Array2<F>,
        layers: Vec<Array2<F>>,
    }

    #[differentiable]
    fn added<F: NdFloat>(net: &Net<F>, state: &mut Array1<F>, i: usize) {
        *state += &net.weights.row(i);
        if i == 1 {
            let turned = &net.layers[0].t().row(1) + &net.weights.row(i);
            *state -= &(&turned - &net.layers[i].column(0));
        } else {
            *state *= &net.weights.column(i);
        }
        *state = &net.weights.row(0) + &*state;
    }

    #[differentiable]
    fn of_numbers(net: &Net<f64>, times: usize) -> f64 {
        let mut state = net.weights.row(2).to_owned();
        for i in 0..times {
            added(net, &mut state, i);
        }
        state.iter().map(|x| x * x).sum()
    }

    #[derive(Clone, Copy, Debug, Differentiable)]
    struct Vec2 {
        x: f64,
        y: f64,
    }

    #[differentiable]
    impl std::ops::Sub<&Vec2> for &Vec2 {
        type Output = Vec2;
        fn sub(self, other: &Vec2) -> Vec2 {
            let (x, y) = (self.x - other.x * other.x, self.y - other.y);
            Vec2 { x, y }
        }
    }

    #[differentiable]
    impl std::ops::AddAssign<&Vec2> for Vec2 {
        fn add_assign(&mut self, other: &Vec2) {
            self.x += other.x * other.y;
            self.y += other.y;
        }
    }

    #[differentiable]
    impl std::ops::MulAssign<&f64> for Vec2 {
        fn mul_assign(&mut self, k: &f64) {
            self.x *= *k;
        }
    }

    #[differentiable]
    impl std::ops::Neg for &Vec2 {
        type Output = Vec2;
        fn neg(self) -> Vec2 {
            Vec2 { x: -self.y, y: self.x }
        }
    }

    #[derive(Clone, Debug, Differentiable)]
    struct Table {
        points: Vec<Vec2>,
        factors: Vec<f64>,
    }

    #[differentiable]
    impl Table {
        fn row(&self, i: usize) -> &Vec2 {
            &self.points[i]
        }
        fn column(&self, i: usize) -> &f64 {
            &self.factors[i]
        }
    }

    #[derive(Clone, Debug, Differentiable)]
    struct Grid {
        table: Table,
        start: Vec2,
    }

    #[differentiable]
    fn of_points(grid: &Grid, list: &[Table]) -> f64 {
        let mut sum = grid.start;
        for i in 0..2 {
            let step = grid.table.row(i) - list[i].row(1);
            sum += list[i].row(0);
            sum += &step;
            let turned = -grid.table.row(i);
            sum += &turned;
            sum *= list[i].column(i);
            let factors = grid.table.column(i) + list[0].column(1) - 0.5;
            sum.y += factors * sum.x;
        }
        sum.x * sum.y
    }

    #[test]
    fn views_of_fields_and_what_is_no_view() {
        let matrix = |k: f64| Array2::from_shape_fn((3, 3), |(i, j)| k + ((i * 2 + j * j) % 5) as f64 * 0.2);
        let net = Net {
            weights: matrix(0.3),
            layers: vec![matrix(0.5), matrix(-0.4)],
        };
        check_grad!(of_numbers(&net, 3)).unwrap();
        let table = |k: f64| Table {
            points: vec![Vec2 { x: k, y: 0.7 }, Vec2 { x: 0.4, y: k * 0.3 }],
            factors: vec![k, 1.5 - k],
        };
        let grid = Grid {
            table: table(0.6),
            start: Vec2 { x: 0.3, y: 0.9 },
        };
        check_grad!(of_points(&grid, &[table(0.8), table(-0.5)])).unwrap();
    }
}

/// An array of each number of axes, and lists, whose elements are gone through by the same words.
#[derive(Clone, Debug, Differentiable)]
struct Grids {
    row: Array1<f64>,
    plane: Array2<f64>,
    space: Array3<f64>,
    list: Vec<f64>,
}

#[differentiable]
impl Grids {
    fn penalty(&self) -> f64 {
        let squares: f64 = self.plane.iter().map(|w| w * w).sum();
        squares
            + self.space.iter().map(|w| w.abs()).sum::<f64>()
            + self.row.iter().zip(&self.list).map(|(a, b)| a * b).sum::<f64>()
    }

    fn weighted(&self, k: f64) -> f64 {
        let mut sum = 0.0;
        for (i, v) in self.plane.iter().enumerate() {
            if *v > 0.0 {
                sum += v.powi(3) * (i as f64 + k);
            }
            for w in &self.space {
                sum += v * w * k;
            }
        }
        for v in self.list.iter().rev() {
            sum = sum * 0.9 + v;
        }
        sum
    }

    fn decay(&mut self, k: f64) {
        for v in self.plane.iter_mut() {
            *v *= k;
        }
        for (v, w) in self.space.iter_mut().zip(self.plane.iter().cycle()) {
            *v = (*v + w).sin();
        }
        for v in &mut self.list {
            *v *= 1.0 + k;
        }
    }
}

#[differentiable]
fn gone_through(grids: &Grids, k: f64) -> f64 {
    grids.penalty() + grids.weighted(k)
}

#[differentiable]
fn decayed(grids: &mut Grids, k: f64) -> f64 {
    let mut sum = grids.penalty();
    for _ in 0..2 {
        grids.decay(k);
        sum += grids.weighted(k) * grids.plane.iter().fold(0.0, |top: f64, v| top.max(v.abs()));
    }
    sum
}

#[test]
fn the_elements_of_a_field_are_gone_through_whatever_the_number_of_axes() {
    let transposed = Array2::from_shape_fn((3, 2), |(i, j)| 0.7 * i as f64 - 1.1 * j as f64 + 0.15).reversed_axes();
    let mut grids = Grids {
        row: arr1(&[0.3, -0.8]),
        plane: transposed,
        space: Array3::from_shape_fn((2, 1, 3), |(i, _, k)| 0.4 * k as f64 - 0.9 * i as f64 + 0.2),
        list: vec![0.6, -0.4],
    };
    check_grad!(gone_through(&grids, 0.8)).unwrap();
    check_grad!(decayed(&mut grids, 0.8)).unwrap();
}

/// Structs that hold views.
mod held_views {
    use pullback::ndarray::{Array1, Array2, ArrayView1, ArrayView2, arr1, arr2};
    use pullback::{Differentiable, check_grad, differentiable};

    #[derive(Clone, Debug, Differentiable)]
    struct Problem<'a> {
        x: ArrayView2<'a, f64>,
        y: ArrayView1<'a, f64>,
        alpha: f64,
    }

    #[differentiable]
    fn misfit(y: ArrayView1<f64>, of: ArrayView1<'_, f64>, by: f64) -> f64 {
        let mut sum = 0.0;
        for (a, b) in y.iter().zip(of.iter()) {
            sum += (a - b).powi(2) * by;
        }
        sum
    }

    #[differentiable]
    trait Cost {
        fn cost(&self, w: &Array1<f64>) -> f64;
    }

    #[differentiable]
    impl Problem<'_> {
        fn predicted(&self, w: &Array1<f64>) -> Array1<f64> {
            self.x.view().dot(w).mapv(|v| v.sin())
        }

        fn spread(&self, of: ArrayView1<f64>, by: f64) -> f64 {
            misfit(of, self.y, by) + misfit(self.y, of, self.alpha)
        }
    }

    #[differentiable]
    impl Cost for Problem<'_> {
        fn cost(&self, w: &Array1<f64>) -> f64 {
            let predicted = self.predicted(w);
            let mut cost = misfit(self.y, predicted.view(), self.alpha);
            for by in [1.0, 2.0] {
                cost += self.spread(self.y, by) + self.spread(predicted.view(), by);
            }
            cost + self.alpha * w.dot(w)
        }
    }

    #[differentiable]
    fn of_arrays(x: &Array2<f64>, y: &Array1<f64>, w: &Array1<f64>, alpha: f64) -> f64 {
        let problem = Problem {
            x: x.view(),
            y: y.view(),
            alpha,
        };
        problem.cost(w) * problem.y[0] + problem.predicted(w).sum()
    }

    #[differentiable]
    fn of_parts(m: &Array2<f64>, w: &Array1<f64>) -> f64 {
        let mut sum = 0.0;
        for k in 0..m.nrows() {
            let row = m.row(k);
            let problem = Problem {
                x: m.t(),
                y: row,
                alpha: m[(k, 0)],
            };
            sum += problem.cost(w);
            if k > 0 {
                let above = Problem {
                    x: m.view(),
                    y: m.column(k),
                    ..problem
                };
                sum *= above.cost(&(w * m[(0, k)]));
            }
        }
        sum
    }

    #[test]
    fn views_in_structs_agree_with_differences() {
        let (x, y) = (arr2(&[[0.3, -0.7], [0.9, 0.4], [-0.2, 0.5]]), arr1(&[0.7, 1.3, 0.4]));
        let w = arr1(&[0.6, -0.3]);
        check_grad!(of_arrays(&x, &y, &w, 0.4)).unwrap();
        let m = arr2(&[[0.3, -0.7], [0.9, 0.4]]);
        check_grad!(of_parts(&m, &w)).unwrap();
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Weights {
    w: Array2<f64>,
}

#[differentiable]
fn weights_of(net: &Weights) -> Array2<f64> {
    net.w.clone()
}

#[differentiable]
fn filled_views(net: &mut Weights, x: f64) -> f64 {
    let mut w = weights_of(net);
    w.column_mut(1).fill(x);
    let row = net.w.row(1).to_owned();
    w.row_mut(0).assign(&row);
    for i in 0..2 {
        net.w.row_mut(i).fill(x * i as f64);
        net.w.column_mut(1).fill(x * x);
    }
    w.sum() * w[(1, 1)] * net.w[(1, 0)]
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Rows {
    #[no_diff]
    columns: usize,
    data: Vec<f64>,
}

#[differentiable]
impl Rows {
    fn row_mut(&mut self, i: usize) -> &mut [f64] {
        &mut self.data[i * self.columns..(i + 1) * self.columns]
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct RowTable {
    rows: Rows,
}

#[differentiable]
fn filled_rows(table: &mut RowTable, x: f64) -> f64 {
    table.rows.row_mut(0).fill(x * x);
    let product = table.rows.data[1] * table.rows.data[2];
    table.rows.row_mut(1).fill(product);
    table.rows.data[3] * x
}

#[test]
fn rows_of_what_only_rustc_knows_are_filled() {
    let w = ndarray::arr2(&[[0.3, 0.4], [0.5, 0.6]]);
    check_grad!(filled_views(&mut Weights { w }, 0.7)).unwrap();
    let data = vec![0.1, 0.2, 0.3, 0.4];
    check_grad!(filled_rows(
        &mut RowTable {
            rows: Rows { columns: 2, data },
        },
        0.7
    ))
    .unwrap();
}

/// Of owned arrays another trait has a `dot`; of views there is ndarray's alone.
mod with_a_trait_of_owned_arrays {
    use super::*;
    use pullback::ndarray::array;

    trait Product<T, U> {
        fn dot(&self, other: &T) -> U;
    }
    impl Product<Array1<f64>, f64> for Array1<f64> {
        fn dot(&self, other: &Array1<f64>) -> f64 {
            7.0 * self[0] * other[0]
        }
    }

    #[differentiable]
    fn penalty(p: &Array1<f64>, m: &Array2<f64>, alpha: f64) -> f64 {
        let scaled = p.slice_axis(Axis(0), Slice::from(1..)).mapv(|v| v * alpha);
        p.slice_axis(Axis(0), Slice::from(1..)).dot(&scaled) + m.row(0).dot(&scaled)
    }

    #[test]
    fn the_methods_of_views_are_those_of_ndarray() {
        let (p, m) = (array![9.0, 1.0, 2.0], array![[0.5, -1.0], [3.0, 4.0]]);
        assert_eq!(penalty(&p, &m, 2.0), 10.0 - 3.0);
        assert_eq!(Product::<Array1<f64>, f64>::dot(&p, &p), 7.0 * 81.0);
        check_grad!(penalty(&p, &m, 0.7)).unwrap();
    }
}

mod there {
    use super::*;

    #[derive(Clone, Differentiable)]
    struct Weighted {
        weights: Array1<f64>,
        values: Vec<f64>,
    }

    #[differentiable]
    impl Weighted {
        fn weight(&self, i: usize) -> f64 {
            self.weights.get(i).copied().unwrap_or(1.0)
        }

        fn sum(&self) -> f64 {
            let mut sum = 0.0;
            for i in 0..4 {
                sum += self.weight(i) * self.values.get(i).map_or(0.5, |v| v * v);
            }
            sum
        }
    }

    #[differentiable]
    fn weighted_sum(weighted: &Weighted) -> f64 {
        weighted.sum()
    }

    #[test]
    fn an_element_that_may_be_there_is_found_in_a_field_that_is_an_array() {
        for weights in [vec![], vec![0.3, -0.7]] {
            let weighted = Weighted {
                weights: Array1::from_vec(weights),
                values: vec![0.4, 1.1, -0.6],
            };
            check_grad!(weighted_sum(&weighted)).unwrap();
        }
    }
}
