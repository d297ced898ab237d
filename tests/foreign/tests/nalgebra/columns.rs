//! Matrices of any shape that are read by columns, of which no bound says that there are vectors as long.
use nalgebra::allocator::Allocator;
use nalgebra::{DefaultAllocator, Dim, DimMax, DimMaximum, Matrix3x2, OMatrix, OVector, RealField, U2, U3, Vector2};
use pullback::{Differentiable, check_grad, differentiable};

/// A triangle as wide as it is long, of which no vector of its length is among the bounds.
#[derive(Clone, Debug, Differentiable)]
struct Triangle<F: RealField + Copy, M: Dim + DimMax<N>, N: Dim>
where
    DefaultAllocator: Allocator<N> + Allocator<DimMaximum<M, N>, N>,
{
    r: OMatrix<F, DimMaximum<M, N>, N>,
    scale: OVector<F, N>,
}

#[differentiable]
impl<F: RealField + Copy, M: Dim + DimMax<N>, N: Dim> Triangle<F, M, N>
where
    DefaultAllocator: Allocator<N> + Allocator<DimMaximum<M, N>, N>,
{
    fn applied(&self, x: &OVector<F, N>) -> F {
        let mut sum = F::zero();
        for (j, column) in self.r.column_iter().enumerate() {
            let part = column.rows_range(..j + 1);
            sum += part.norm() * x[j] * self.scale[j];
        }
        sum
    }
}

#[differentiable]
fn longest<F: RealField + Copy, R: Dim, C: Dim>(m: &OMatrix<F, R, C>) -> F
where
    DefaultAllocator: Allocator<R, C>,
{
    let mut longest = F::zero();
    for j in 0..m.ncols() {
        longest = longest.max(m.column(j).norm());
    }
    longest
}

#[differentiable]
fn of_columns(m: &Matrix3x2<f64>, x: &Vector2<f64>) -> f64 {
    let triangle: Triangle<f64, U3, U2> = Triangle { r: *m, scale: *x * 2.0 };
    triangle.applied(x) * longest(m)
}

#[test]
fn a_matrix_of_any_shape_is_read_by_columns() {
    let m = Matrix3x2::new(0.3, -1.1, 0.7, 0.2, 1.9, -0.4);
    check_grad!(of_columns(&m, &Vector2::new(0.8, -0.3))).unwrap();
}
