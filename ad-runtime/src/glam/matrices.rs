//! The methods of matrices.

use super::components::Components;
use super::vectors::add;
use crate::foreign::rows;
use crate::scalar::times;
use glam::{DMat2, DMat3, DMat4, Mat2, Mat3, Mat3A, Mat4};

/// The number of rows and columns.
const fn size<C: Components>() -> usize {
    match C::COUNT {
        4 => 2,
        9 => 3,
        _ => 4,
    }
}

/// The entry in a row and a column.
#[inline(always)]
fn entry<C: Components>(m: &C, i: usize, j: usize) -> C::Float {
    m.component(size::<C>() * j + i)
}

/// The determinant of the rows and columns that are listed.
fn determinant<C: Components>(m: &C, rows: &[usize], columns: &[usize]) -> C::Float {
    use crate::scalar::Scalar;
    let Some((column, columns)) = columns.split_first() else {
        return C::Float::ONE;
    };
    let mut sum = C::Float::ZERO;
    for (k, row) in rows.iter().enumerate() {
        let mut others = [0; 3];
        let others = &mut others[..rows.len() - 1];
        for (other, row) in others.iter_mut().zip(rows.iter().filter(|other| *other != row)) {
            *other = *row;
        }
        let part = entry(m, *row, *column) * determinant(m, others, columns);
        sum += if k.is_multiple_of(2) { part } else { -part };
    }
    sum
}

/// The cofactor of an entry.
fn cofactor<C: Components>(m: &C, i: usize, j: usize) -> C::Float {
    let without = |left_out: usize| {
        let mut others = [0; 3];
        for (other, k) in others.iter_mut().zip((0..size::<C>()).filter(|k| *k != left_out)) {
            *other = k;
        }
        others
    };
    let count = size::<C>() - 1;
    let minor = determinant(m, &without(i)[..count], &without(j)[..count]);
    if (i + j).is_multiple_of(2) { minor } else { -minor }
}

/// What flows into a matrix from its inverse `y`: `-yᵀ · y_bar · yᵀ` (Giles, "An extended collection of matrix derivative results",
/// 2.2.3).
fn of_inverse<C: Components>(y: &C, seed: &C) -> C {
    use crate::scalar::Scalar;
    let size = size::<C>();
    let left = C::of_components(|k| {
        let (j, i) = (k / size, k % size);
        (0..size).fold(C::Float::ZERO, |sum, r| sum + times(entry(seed, r, j), entry(y, r, i)))
    });
    C::of_components(|k| {
        let (j, i) = (k / size, k % size);
        -(0..size).fold(C::Float::ZERO, |sum, c| sum + times(entry(&left, i, c), entry(y, j, c)))
    })
}

rows! {
    /// The pairs of the methods of matrices; see [`methods`](crate::methods).
    ///
    /// ```
    /// use ad_runtime::methods::*;
    /// use glam::DMat2;
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let (m, mut m_bar) = (DMat2::from_cols_array(&[1.0, 3.0, 2.0, 4.0]), DMat2::ZERO);
    /// let (determinant, ()) = m.determinant_differentiable_push(&mut ws);
    /// m.determinant_differentiable_pull((), &mut ws, 1.0, Some(&mut m_bar));
    /// assert_eq!((determinant, m_bar), (-2.0, DMat2::from_cols_array(&[4.0, -2.0, -3.0, 1.0])));
    /// ```
    MatrixMethods as Components for each [Mat2, Mat3, Mat3A, Mat4, DMat2, DMat3, DMat4];

    /// `m_bar += y_barᵀ`.
    fn transpose(ref x) -> Self;
        adjoint |(), seed, x_bar| { add(x_bar, seed.transpose()); }
        tangent: linear;

    /// `m_bar += y_bar · cof(m)`.
    fn determinant(ref x) -> Self::Float;
        adjoint |(), seed, x_bar| {
            add(x_bar, Self::of_components(|k| {
                let (j, i) = (k / size::<Self>(), k % size::<Self>());
                times(seed, cofactor(x, i, j))
            }));
        }
        tangent: jacobian;

    /// What flows into the matrix.
    fn inverse(ref x) -> Self, keeps Self;
        value { let inverse = x.inverse(); (inverse, inverse) }
        adjoint |y, seed, x_bar| { add(x_bar, of_inverse(&y, &seed)); }
        tangent |x_dot| { let y = x.inverse(); -(y * *x_dot * y) } : strong;

    /// That of `inverse`, where there is a result.
    fn try_inverse(ref x) -> Option<Self>, keeps Option<Self>;
        value { let inverse = x.try_inverse(); (inverse, inverse) }
        adjoint |y, seed, x_bar| {
            if let (Some(y), Some(seed)) = (y, seed) {
                add(x_bar, of_inverse(&y, &seed));
            }
        }
        tangent |x_dot| { x.try_inverse().map(|y| -(y * *x_dot * y)) } : strong;
}

macro_rules! lists_of_columns {
    ($($(#[$of_trait:meta])* $Trait:ident $Type:ident $float:ident $size:literal;)*) => {$(
        rows! {
            /// The method `to_cols_array_2d`, whose result has as many lists as the matrix has columns.
            $(#[$of_trait])*
            $Trait[][] for [] $Type;

            /// Adjoint: `m_bar[(i, j)] += y_bar[j][i]`.
            fn to_cols_array_2d(ref x) -> [[$float; $size]; $size];
                adjoint |(), seed, x_bar| { add(x_bar, Self::from_cols_array_2d(&seed)); }
                tangent: linear;
        }
    )*};
}

lists_of_columns! {
    ListsOfMat2 Mat2 f32 2;
    ListsOfMat3 Mat3 f32 3;
    ListsOfMat3A Mat3A f32 3;
    ListsOfMat4 Mat4 f32 4;
    ///
    /// ```
    /// use ad_runtime::methods::*;
    /// use glam::DMat2;
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let (m, mut m_bar) = (DMat2::from_cols_array(&[1.0, 3.0, 2.0, 4.0]), DMat2::ZERO);
    /// let (columns, ()) = m.to_cols_array_2d_differentiable_push(&mut ws);
    /// m.to_cols_array_2d_differentiable_pull((), &mut ws, [[0.0, 1.0], [0.0, 0.0]], Some(&mut m_bar));
    /// assert_eq!((columns[0], m_bar.x_axis.y), ([1.0, 3.0], 1.0));
    /// ```
    ListsOfDMat2 DMat2 f64 2;
    ListsOfDMat3 DMat3 f64 3;
    ListsOfDMat4 DMat4 f64 4;
}
