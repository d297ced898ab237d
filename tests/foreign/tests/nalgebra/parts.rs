//! Parts of matrices that are written.

use super::*;
use pullback::{check_grad, differentiable};
use std::ops::{AddAssign, MulAssign, SubAssign};

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
