//! Parts of matrices that are lent to be written, with a name: as a whole and by their elements.

use super::*;
use pullback::{check_grad, differentiable};

table! {
    a_column_by_its_name(m: &DMatrix<f64> = &dm(1), v: &DVector<f64> = &dv(2)) -> f64 {
        let mut a = m.clone();
        for j in 0..a.ncols() {
            let mut column = a.column_mut(j);
            column += v;
            column[0] *= column[1];
        }
        a.norm_squared()
    }
    columns_one_after_the_other(m: &DMatrix<f64> = &dm(1), v: &DVector<f64> = &dv(2)) -> DMatrix<f64> {
        let mut a = m.clone();
        for mut column in a.column_iter_mut() {
            column += v;
            column *= v[1];
        }
        a
    }
    rows_one_after_the_other(m: &Matrix3<f64> = &m3(1), k: f64 = 0.7) -> f64 {
        let mut a = *m;
        for (i, mut row) in a.row_iter_mut().enumerate() {
            row[0] += k * i as f64;
            row.scale_mut(k);
        }
        (a * a).trace()
    }
    a_block_and_a_column(m: &Matrix3<f64> = &m3(1), v: &Vector3<f64> = &v3(2)) -> f64 {
        let mut h = Matrix4::<f64>::identity();
        {
            let mut block = h.fixed_view_mut::<3, 3>(0, 0);
            block += m;
            block *= 2.0;
        }
        let mut column = h.fixed_view_mut::<3, 1>(0, 3);
        column.copy_from(v);
        column.neg_mut();
        h.determinant() + h[(0, 3)] * h[(1, 1)]
    }
    by_corner_and_shape(m: &DMatrix<f64> = &dm(1), n: &DMatrix<f64> = &sample_dynamic(2, 2, 2)) -> DMatrix<f64> {
        let mut a = m.clone();
        a.view_mut((0, 0), (2, 2)).copy_from(n);
        let mut last = a.view_mut((2, 2), (2, 2));
        last -= n;
        let first = a.view((0, 0), (2, 2));
        a.clone() * first.norm()
    }
    two_parts_that_are_apart(m: &DMatrix<f64> = &dm(1), k: f64 = 0.7) -> f64 {
        let mut a = m * k;
        let (mut first, mut others) = a.columns_range_pair_mut(0, 1..);
        first *= 2.0;
        for mut column in others.column_iter_mut() {
            column.axpy(k, &first, 0.5);
        }
        a.norm_squared()
    }
    two_rows_that_are_apart(m: &DMatrix<f64> = &dm(1), k: f64 = 0.7) -> DMatrix<f64> {
        let mut a = m * k;
        let (above, mut below) = a.rows_range_pair_mut(0, 2);
        below.copy_from(&above);
        below.fill(k);
        below += &above;
        a
    }
    chosen_by_what_they_hold(m: &Matrix3<f64> = &m3(1), v: &Vector3<f64> = &v3(2)) -> f64 {
        let mut a = *m;
        for j in 0..3 {
            let mut column = a.column_mut(j);
            if column[0] > 0.7 {
                column -= v;
            } else {
                column[1] *= 2.0;
                column += v * column[1];
            }
            let norm = column.norm();
            column /= norm;
        }
        a.determinant() + a[(1, 1)]
    }
    read_before_and_after(m: &Matrix3<f64> = &m3(1)) -> f64 {
        let mut a = *m;
        let column = a.column_mut(1);
        let sum = column.sum() * column[0];
        let mut other = a.column_mut(2);
        other *= sum;
        let norm = other.norm();
        other.fill(sum);
        a.norm_squared() * sum * norm
    }
    of_a_part_of_a_vector(m: &DMatrix<f64> = &dm(1), v: &DVector<f64> = &dv(2)) -> f64 {
        let mut a = m.clone();
        let mut x = v.clone();
        {
            let mut top = x.rows_mut(0, 2);
            top.copy_from(&(v.rows(1, 2) * 2.0));
            top[0] += v[2];
        }
        for i in 0..a.nrows() {
            let k = x[i];
            let mut row = a.row_mut(i);
            row.scale_mut(k);
            row.add_scalar_mut(k);
        }
        (a * x).norm()
    }
    of_what_is_behind_a_reference(m: &Matrix3<f64> = &m3(1), v: &Vector3<f64> = &v3(2)) -> Matrix3<f64> {
        let mut a = *m;
        shifted(&mut a, v);
        shifted(&mut a, &(v * 0.5));
        a
    }
    in_a_recursion(m: &Matrix3<f64> = &m3(1), v: &Vector3<f64> = &v3(2)) -> f64 {
        turned(m, v, 2)
    }
    of_a_struct(m: &Matrix3<f64> = &m3(1), v: &Vector3<f64> = &v3(2)) -> f64 {
        let mut filter = Filter { gain: *m, state: *v };
        filter.step(0.5);
        filter.step(0.7);
        filter.gain.norm_squared() * filter.state[1]
    }
}

#[differentiable]
fn shifted(m: &mut Matrix3<f64>, v: &Vector3<f64>) {
    let mut column = m.column_mut(0);
    column += v;
    let mut row = m.row_mut(2);
    row *= v[1];
    row -= v.transpose();
}

#[differentiable]
fn turned(m: &Matrix3<f64>, v: &Vector3<f64>, n: usize) -> f64 {
    let mut a = *m;
    let mut block = a.fixed_view_mut::<2, 2>(0, 1);
    block *= v[n];
    block += Matrix2::new(v[0], 0.0, 1.0, v[1]);
    if n == 0 {
        a.norm()
    } else {
        turned(&a, &(a * v), n - 1) + a[(0, 2)]
    }
}

#[derive(Clone, pullback::Differentiable)]
struct Filter {
    gain: Matrix3<f64>,
    state: Vector3<f64>,
}

#[differentiable]
impl Filter {
    fn step(&mut self, k: f64) {
        let mut column = self.gain.column_mut(1);
        column *= k;
        column += self.state;
        let mut top = self.state.fixed_rows_mut::<2>(0);
        top *= self.gain[(1, 1)];
    }
}

/// A method of one's own that has such a name lends what it gives.
#[derive(Clone, pullback::Differentiable)]
struct Grid {
    rows: Vec<Vec<f64>>,
}

#[differentiable]
impl Grid {
    fn row_mut(&mut self, i: usize) -> &mut Vec<f64> {
        &mut self.rows[i]
    }
}

#[differentiable]
fn of_a_grid(grid: &Grid, k: f64) -> f64 {
    let mut grid = grid.clone();
    let row = grid.row_mut(1);
    row[0] *= k;
    row[1] += row[0];
    grid.rows[1][1] * grid.rows[0][0]
}

#[test]
fn a_name_that_is_ones_own() {
    let grid = Grid {
        rows: vec![vec![0.3, 0.4], vec![0.5, 0.6]],
    };
    check_grad!(of_a_grid(&grid, 0.7)).unwrap();
}
