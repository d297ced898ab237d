//! Parts of matrices that are written.

use super::*;
use pullback::{check_grad, differentiable};
use std::ops::{AddAssign, MulAssign, SubAssign};

table! {
    wide_and_tall_ones_by_their_elements(v: &Vector3<f64> = &v3(1), k: f64 = 0.7) -> f64 {
        let (x, y, z) = (v[0], v[1], v[2]);
        let wide = SMatrix::<f64, 2, 4>::new(x, y, z, k, x * y, y * z, k * x, 0.5);
        let tall = SMatrix::<f64, 4, 3>::new(x, 1.0, k, y, z, x, 0.0, y, z, k, k, x * z);
        let product = wide * tall;
        product[(0, 2)] * product[(1, 0)] + product.norm()
    }
}

table! {
    some_rows(v: &Vector3<f64> = &v3(1), w: &Vector3<f64> = &v3(2)) -> f64 {
        let mut y = SMatrix::<f64, 6, 1>::zeros();
        y.fixed_rows_mut::<3>(0).copy_from(v);
        y.fixed_rows_mut::<3>(3).copy_from(&(w * v[0]));
        let mut sum = 0.0;
        for i in 0..6 {
            sum += y[i] * y[i] * (i as f64 + 1.0);
        }
        sum
    }
    a_block(m: &Matrix4<f64> = &m4(1), n: &Matrix2<f64> = &m2(2)) -> Matrix4<f64> {
        let mut y = m * m;
        y.fixed_view_mut::<2, 2>(1, 2).copy_from(&(n * n));
        y.fixed_view_mut::<2, 2>(1, 2).component_mul_assign(n);
        y.fixed_columns_mut::<1>(0).fill(0.25);
        y * m
    }
    columns_one_by_one(m: &Matrix3<f64> = &m3(1), k: f64 = 0.7) -> Matrix3<f64> {
        let mut y = *m;
        for j in 0..3 {
            let scaled = m.column(j) * k;
            y.column_mut(2 - j).copy_from(&scaled);
            y.row_mut(j).mul_assign(k);
            if j == 1 {
                y.column_mut(j).add_assign(&m.column(0).into_owned());
            }
        }
        y
    }
    rows_of_a_dynamic_matrix(m: &DMatrix<f64> = &dm(1), v: &DVector<f64> = &dv(2)) -> DMatrix<f64> {
        let mut y = m.clone();
        let n = y.nrows() / 2;
        y.rows_mut(1, n).sub_assign(&m.rows(0, n).into_owned());
        y.column_mut(3).axpy(0.5, v, 2.0);
        y.columns_mut(0, 2).neg_mut();
        y
    }
    parts_of_what_only_rustc_knows(m: &DMatrix<f64> = &dm(1), v: &DVector<f64> = &dv(2), k: f64 = 0.7) -> DMatrix<f64> {
        let (scaled, by) = scaled_by(m, v, k);
        let n = scaled.nrows() - 1;
        let corner = scaled.view((1, 0), (n, n)).into_owned();
        let few = by.rows(1, n).into_owned();
        let rows = scaled.rows(0, n).into_owned();
        &corner * rows * by.rows(0, 1)[0] + (&corner * few) * scaled.view((0, 0), (1, 4))
    }
    a_norm_that_is_taken_out(m: &Matrix3<f64> = &m3(1)) -> f64 {
        let mut y = *m;
        let norm = y.column_mut(1).normalize_mut();
        norm * y[(0, 1)] + y[(1, 0)]
    }
    in_a_recursion(m: &Matrix3<f64> = &m3(1), v: &Vector3<f64> = &v3(2)) -> f64 {
        eliminated(m, v, 2)
    }
}

#[differentiable]
fn scaled_by(m: &DMatrix<f64>, v: &DVector<f64>, k: f64) -> (DMatrix<f64>, DVector<f64>) {
    (m * k, v * (k * k))
}

#[differentiable]
fn eliminated(m: &Matrix3<f64>, v: &Vector3<f64>, n: usize) -> f64 {
    let mut y = *m;
    y.column_mut(n).copy_from(v);
    if n == 0 {
        y.norm() * v[1]
    } else {
        eliminated(&y, &(y * v), n - 1) + y[(0, 0)]
    }
}

/// The part belongs to a field of what is behind a reference, whose index has an effect.
#[differentiable]
fn filled(states: &mut [SMatrix<f64, 6, 1>], v: &Vector3<f64>, count: &mut usize) {
    states[{
        *count += 1;
        *count - 1
    }]
    .fixed_rows_mut::<3>(2)
    .copy_from(v);
    states[*count].fixed_rows_mut::<3>(3).axpy(2.0, v, 1.5);
}

#[differentiable]
fn of_arguments(x: &SMatrix<f64, 6, 1>, v: &Vector3<f64>) -> f64 {
    let mut states = [*x, x * 2.0];
    let mut count = 0;
    filled(&mut states, v, &mut count);
    states[0].dot(&states[1]) * (count + 1) as f64
}

#[test]
fn parts_of_arguments() {
    check_grad!(of_arguments(&sample(1), &v3(2))).unwrap();
    assert_eq!(
        of_arguments::vjp(&sample(1), &v3(2)).0,
        of_arguments(&sample(1), &v3(2))
    );
}

table! {
    columns_in_a_chain(m: &Matrix3<f64> = &m3(1), v: &Vector3<f64> = &v3(2)) -> f64 {
        m.column_iter().enumerate().map(|(j, column)| column.dot(v) * (j as f64 + 0.5)).sum::<f64>()
    }
    rows_in_a_loop(m: &DMatrix<f64> = &dm(1)) -> f64 {
        let product = m * m.transpose();
        let mut sum = 0.0;
        for (i, row) in product.row_iter().enumerate() {
            for j in 0..i {
                sum += row[j] * row[i];
            }
            if sum > 3.0 {
                sum = sum.sqrt() + row.norm();
            }
        }
        sum
    }
    largest_column(m: &Matrix2x3<f64> = &m23(1)) -> f64 {
        let norms: Vec<f64> = m.column_iter().map(|column| column.norm()).collect();
        norms[0] * norms[2] + norms[1]
    }
}

table! {
    columns_of_a_local(m: &Matrix3<f64> = &m3(1), k: f64 = 0.7) -> f64 {
        let y = m * m;
        let z = y * k;
        z.column(0).norm() + z.row(1)[2] + z.column(1).dot(&y.column(2))
    }
    elements_of_a_row(m: &DMatrix<f64> = &dm(1)) -> f64 {
        let y = m * m;
        let mut sum = 0.0;
        for i in 0..4 {
            let row = y.row(i);
            for j in 0..=i {
                sum += row[j] * row[i] * y.column(j)[i];
            }
        }
        sum
    }
    a_row_of_some(ms: &[Matrix3<f64>] = &[m3(1), m3(2)], v: &Vector3<f64> = &v3(2)) -> f64 {
        let mut sum = 0.0;
        for (k, m) in ms.iter().enumerate() {
            let column = if k == 0 { m.column(0) } else { m.column(2) };
            sum += column.dot(v) * (m.row(k) * v)[0];
            for x in m.column(1).iter() {
                sum += x * x;
            }
        }
        sum
    }
    elements_of_a_named_column(m: &Matrix3<f64> = &m3(1)) -> f64 {
        let mut y = m * 2.0;
        let z = m * m;
        let mut column = y.column_mut(1);
        for i in 0..3 {
            column[i] *= z[(i, 0)];
        }
        column[2] += column[0];
        y.norm() * y[(2, 1)]
    }
    sums_with_a_column(m: &Matrix3<f64> = &m3(1), v: &Vector3<f64> = &v3(1)) -> Vector3<f64> {
        let y = m * m;
        let sum = y.column(0) + v;
        (y.column(1) - sum) * 2.0 + y.column(2) * y.row(0)[1]
    }
}

table! {
    sums_with_columns_of_elements(ms: &[Matrix3<f64>] = &[m3(1), m3(2)], v: &Vector3<f64> = &v3(1)) -> Vector3<f64> {
        let mut sum = *v;
        for (i, m) in ms.iter().enumerate() {
            sum += ms[i].column(i);
            sum -= m.column(2);
            let both = ms[0].column(0) - m.column(i);
            sum = both + sum.component_mul(v);
        }
        -ms[0].column(1) - sum
    }
    sums_with_rows_of_dynamic_ones(ms: &[DMatrix<f64>] = &[dm(1), dm(2)]) -> DMatrix<f64> {
        let sum = ms[0].row(1) + ms[1].row(0);
        let mut column = ms[1].column(0) - ms[0].column(3);
        column += ms[0].column(1);
        column * sum
    }
}

table! {
    elements_as_a_slice(v: &Vector3<f64> = &v3(1), m: &Matrix2x3<f64> = &m23(2)) -> f64 {
        let mut s = v.as_slice()[1] * m.as_slice()[4];
        for (k, x) in v.as_slice().iter().enumerate() {
            s += x * x * k as f64 * m.as_slice()[k];
        }
        let part = &m.as_slice()[2..5];
        s + part.iter().map(|x| x.sin()).sum::<f64>()
    }
    elements_of_a_local_as_a_slice(v: &DVector<f64> = &dv(1), k: f64 = 0.3) -> f64 {
        let mut w = v * k;
        for j in 0..3 {
            w.as_mut_slice()[j] *= w.as_slice()[j + 1];
            if j == 1 {
                w.as_mut_slice()[0] += k;
            }
        }
        total(w.as_slice()) * total(&w.as_slice()[1..])
    }
}

#[pullback::differentiable]
fn total(values: &[f64]) -> f64 {
    values.iter().map(|v| v * v).sum()
}

table! {
    by_ranges(m: &DMatrix<f64> = &dm(1), v: &DVector<f64> = &dv(2)) -> f64 {
        let (n, mut y) = (m.nrows(), m.clone());
        let mut sum = m.view_range(1.., ..2).norm() * m.columns_range(1..=2).sum();
        for j in 1..n {
            sum += v.rows_range(..j).dot(&m.view_range(..j, 1).into_owned()) * v.rows_range(j - 1..j)[0];
            y.view_range_mut(j.., j - 1).axpy(v[j], &v.rows_range(j..), 0.5);
            y.rows_range_mut(..1).mul_assign(v[j]);
        }
        y.columns_range_mut(2..3).fill(0.25);
        sum * y.norm() + y[(0, 2)]
    }
    by_shapes(m: &Matrix4<f64> = &m4(1), n: &Matrix3<f64> = &m3(2)) -> f64 {
        let (rows, _) = n.shape_generic();
        let part = m.generic_view((1, 0), (rows, rows));
        let mut y = *m;
        y.rows_generic_mut(1, rows).mul_assign(n[(0, 1)]);
        (part * n).sum() * y.rows_generic(0, rows).norm()
    }
}

table! {
    parts_with_names(m: &Matrix4<f64> = &m4(1), v: &Vector3<f64> = &v3(2)) -> f64 {
        let mut y = *m;
        let (rows, _) = v.shape_generic();
        for turn in 0..2 {
            let mut block = y.generic_view_mut((turn, 0), (rows, rows));
            block.fill_lower_triangle_with_upper_triangle();
            block[(0, 1)] *= v[turn];
            let mut first = y.rows_generic_mut(0, rows);
            for k in 0..3 {
                let above = first[(k, 3)];
                first[(k, k)] = above * v[k] + first[(2, k)];
            }
        }
        let mut corner = y.view_range_mut(2.., ..2);
        let swapped = corner[(0, 1)] * 2.0;
        corner[(1, 0)] = swapped;
        let mut column = y.columns_range_mut(3..);
        column[(1, 0)] += v[0];
        let mut low = y.rows_range_mut(3..);
        low[(0, 2)] *= v[1];
        (y * y).norm() + y[(3, 0)]
    }
    one_triangle_of_another(m: &Matrix3<f64> = &m3(1)) -> Matrix3<f64> {
        let (mut y, mut z) = (*m, m * m);
        y.fill_lower_triangle_with_upper_triangle();
        z.fill_upper_triangle_with_lower_triangle();
        y * z
    }
}
