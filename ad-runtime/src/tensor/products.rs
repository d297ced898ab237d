//! Products of vectors, matrices and batches of matrices.

use super::differentiable::add;
use super::operators::{common_shape, repeated, summed_to};
use super::storage::{Tensor, TensorElement};
use crate::scalar::times;
use ndarray::linalg::general_mat_mul;
use ndarray::{ArrayD, ArrayView2, ArrayViewD, ArrayViewMut2, Axis, Dimension, Ix2, IxDyn, Zip};

impl<T: TensorElement> Tensor<T> {
    /// The product of vectors, matrices, or batches of matrices that are broadcast, as NumPy's `matmul`: a vector is a row on the
    /// left and a column on the right.
    ///
    /// # Panics
    /// If the shapes do not fit.
    ///
    /// ```
    /// use ad_runtime::tensor::Tensor;
    ///
    /// let (m, v) = (Tensor::from_vec(vec![1.0, 2.0, 3.0, 4.0], &[2, 2]), Tensor::from_vec(vec![5.0, 6.0], &[2]));
    /// assert_eq!(m.matmul(&v).to_vec(), [17.0, 39.0]);
    /// assert_eq!(v.matmul(&v).item(), 61.0);
    /// ```
    pub fn matmul(&self, other: &Tensor<T>) -> Tensor<T> {
        let axes = Axes::of(self.shape(), other.shape());
        let product = multiplied(axes.left(self.view()), axes.right(other.view()), false);
        Tensor::from(axes.result(product))
    }
}

/// Which operands are vectors.
#[derive(Clone, Copy)]
struct Axes {
    row: bool,
    column: bool,
}

impl Axes {
    /// # Panics
    /// If tensors of these shapes have no product.
    fn of(left: &[usize], right: &[usize]) -> Self {
        let axes = Axes {
            row: left.len() == 1,
            column: right.len() == 1,
        };
        let inner = (
            left.last(),
            right.len().checked_sub(2).map_or(right.first(), |k| right.get(k)),
        );
        let fit = matches!(inner, (Some(l), Some(r)) if l == r);
        assert!(
            fit,
            "matmul: tensors of the shapes {left:?} and {right:?} have no product"
        );
        axes
    }

    /// The left operand with a row for a vector.
    fn left<T>(self, view: ArrayViewD<'_, T>) -> ArrayViewD<'_, T> {
        if self.row { view.insert_axis(Axis(0)) } else { view }
    }

    /// The right operand with a column for a vector.
    fn right<T>(self, view: ArrayViewD<'_, T>) -> ArrayViewD<'_, T> {
        if self.column { view.insert_axis(Axis(1)) } else { view }
    }

    /// The result without the axes that stand for a vector.
    fn result<T>(self, product: ArrayD<T>) -> ArrayD<T> {
        let product = if self.column {
            let last = product.ndim() - 1;
            product.remove_axis(Axis(last))
        } else {
            product
        };
        if self.row {
            let row = product.ndim() - if self.column { 1 } else { 2 };
            product.remove_axis(Axis(row))
        } else {
            product
        }
    }

    /// The cotangent of the result with these axes.
    fn seed<T>(self, view: ArrayViewD<'_, T>) -> ArrayViewD<'_, T> {
        let rank = view.ndim();
        let view = if self.row {
            view.insert_axis(Axis(rank - usize::from(!self.column)))
        } else {
            view
        };
        let rank = view.ndim();
        if self.column {
            view.insert_axis(Axis(rank))
        } else {
            view
        }
    }
}

/// The product of batches of matrices; a `strong` one has exact zeros where elements of `l` are zero, whatever stands beside them.
///
/// # Panics
/// If the batches cannot be broadcast.
fn multiplied<T: TensorElement>(l: ArrayViewD<'_, T>, r: ArrayViewD<'_, T>, strong: bool) -> ArrayD<T> {
    let (rows, inner, columns) = (
        l.shape()[l.ndim() - 2],
        l.shape()[l.ndim() - 1],
        r.shape()[r.ndim() - 1],
    );
    let matrices = |of: &ArrayViewD<'_, T>| of.shape()[..of.ndim() - 2].to_vec();
    let mut shape = common_shape("matmul", &matrices(&l), &matrices(&r)).slice().to_vec();
    // One matrix for all of a batch: the batch is a taller matrix.
    if r.ndim() == 2 && l.ndim() > 2 && l.is_standard_layout() {
        shape.extend([rows, columns]);
        let product = multiplied(tall(l), r, strong);
        return product
            .into_shape_with_order(shape)
            .expect("as many rows as the batch has");
    }
    let batch = IxDyn(&shape);
    shape.extend([rows, columns]);
    let mut product = ArrayD::zeros(shape);
    if product.is_empty() || inner == 0 {
        return product;
    }
    let whole = |of: &ArrayViewD<'_, T>| {
        let mut whole = batch.slice().to_vec();
        whole.extend(&of.shape()[of.ndim() - 2..]);
        IxDyn(&whole)
    };
    let (left_shape, right_shape) = (whole(&l), whole(&r));
    let (l, r) = (repeated(&l, &left_shape), repeated(&r, &right_shape));
    each_matrix(product.view_mut(), l, r, &mut |product, l, r| {
        if strong && !is_finite(&r) {
            strong_product(product, l, r);
        } else {
            plain_product(product, l, r);
        }
    });
    product
}

/// Does something to each matrix of three batches of the same shape.
fn each_matrix<T>(
    product: ndarray::ArrayViewMutD<'_, T>,
    l: ArrayViewD<'_, T>,
    r: ArrayViewD<'_, T>,
    f: &mut impl FnMut(ArrayViewMut2<'_, T>, ArrayView2<'_, T>, ArrayView2<'_, T>),
) {
    const MATRIX: &str = "two axes are left";
    if product.ndim() == 2 {
        let product = product.into_dimensionality::<Ix2>().expect(MATRIX);
        f(
            product,
            l.into_dimensionality().expect(MATRIX),
            r.into_dimensionality().expect(MATRIX),
        );
        return;
    }
    let mut product = product;
    for ((product, l), r) in product.outer_iter_mut().zip(l.outer_iter()).zip(r.outer_iter()) {
        each_matrix(product, l, r, f);
    }
}

/// Whether all elements are finite. Each is added times zero, side by side, which is a vector instruction.
fn is_finite<T: TensorElement>(matrix: &ArrayView2<'_, T>) -> bool {
    match matrix.as_slice_memory_order() {
        Some(elements) => {
            let mut sums = [T::ZERO; 16];
            let chunks = elements.chunks_exact(16);
            let rest = chunks.remainder().iter().all(|x| x.is_finite());
            for chunk in chunks {
                for (sum, x) in sums.iter_mut().zip(chunk) {
                    *sum += T::ZERO * *x;
                }
            }
            rest && sums.iter().all(|sum| *sum == T::ZERO)
        }
        None => matrix.iter().all(|x| x.is_finite()),
    }
}

/// The product of two matrices into one of zeros. Where one of them is a single row or column, packing them for the tuned kernel
/// would take longer than the product.
fn plain_product<T: TensorElement>(mut product: ArrayViewMut2<'_, T>, l: ArrayView2<'_, T>, r: ArrayView2<'_, T>) {
    if l.nrows() > 1 && l.ncols() > 1 {
        general_mat_mul(T::ONE, &l, &r, T::ZERO, &mut product);
        return;
    }
    for (mut product, row) in product.outer_iter_mut().zip(l.outer_iter()) {
        if r.t().is_standard_layout() {
            Zip::from(&mut product)
                .and(r.columns())
                .for_each(|product, column| *product = row.dot(&column));
            continue;
        }
        for (factor, right) in row.iter().zip(r.outer_iter()) {
            match (product.as_slice_mut(), right.as_slice()) {
                (Some(product), Some(right)) => {
                    for (product, right) in product.iter_mut().zip(right) {
                        *product += *factor * *right;
                    }
                }
                _ => product.scaled_add(*factor, &right),
            }
        }
    }
}

/// The product in which zeros on the left contribute exactly zero.
fn strong_product<T: TensorElement>(product: ArrayViewMut2<'_, T>, l: ArrayView2<'_, T>, r: ArrayView2<'_, T>) {
    Zip::indexed(product).for_each(|(i, j), product| {
        let terms = Zip::from(l.row(i)).and(r.column(j));
        *product = terms.fold(T::ZERO, |sum, l, r| sum + times(*l, *r));
    });
}

/// The last two axes exchanged.
pub(super) fn turned<T>(mut view: ArrayViewD<'_, T>) -> ArrayViewD<'_, T> {
    let rank = view.ndim();
    view.swap_axes(rank - 2, rank - 1);
    view
}

/// What flows into the left operand: `z_bar · yᵀ`.
fn into_left<T: TensorElement>(seed: &Tensor<T>, x: &Tensor<T>, y: &Tensor<T>) -> Tensor<T> {
    let axes = Axes::of(x.shape(), y.shape());
    let bar = multiplied(axes.seed(seed.view()), turned(axes.right(y.view())), true);
    let bar = if axes.row {
        let row = bar.ndim() - 2;
        bar.index_axis_move(Axis(row), 0)
    } else {
        bar
    };
    summed_to(Tensor::from(bar), x.shape())
}

/// What flows into the right operand: `xᵀ · z_bar`.
fn into_right<T: TensorElement>(seed: &Tensor<T>, x: &Tensor<T>, y: &Tensor<T>) -> Tensor<T> {
    let axes = Axes::of(x.shape(), y.shape());
    let (l, seed) = (axes.left(x.view()), axes.seed(seed.view()));
    let both_are_tall =
        axes.right(y.view()).ndim() == 2 && l.ndim() > 2 && l.is_standard_layout() && seed.is_standard_layout();
    let bar = if both_are_tall {
        strongly_right(tall(l), tall(seed))
    } else {
        strongly_right(l, seed)
    };
    let bar = if axes.column {
        let column = bar.ndim() - 1;
        bar.index_axis_move(Axis(column), 0)
    } else {
        bar
    };
    summed_to(Tensor::from(bar), y.shape())
}

/// A batch of matrices as one taller matrix.
fn tall<T>(batch: ArrayViewD<'_, T>) -> ArrayViewD<'_, T> {
    let last = batch.shape()[batch.ndim() - 1];
    let shape = IxDyn(&[batch.len() / last.max(1), last]);
    batch.into_shape_with_order(shape).expect("it is contiguous")
}

/// `xᵀ · z_bar`, in which zeros of the cotangent contribute exactly zero.
fn strongly_right<T: TensorElement>(x: ArrayViewD<'_, T>, seed: ArrayViewD<'_, T>) -> ArrayD<T> {
    let finite = match x.view().into_dimensionality::<Ix2>() {
        Ok(matrix) => is_finite(&matrix),
        Err(_) => x.iter().all(|x| x.is_finite()),
    };
    if finite {
        return multiplied(turned(x), seed, false);
    }
    let bar = multiplied(turned(seed), x, true);
    let rank = bar.ndim();
    let mut bar = bar;
    bar.swap_axes(rank - 2, rank - 1);
    bar
}

crate::foreign::rows! {
    /// The derivatives of products.
    ///
    /// ```
    /// use ad_runtime::{Workspace, methods::*, tensor::Tensor};
    ///
    /// let (x, y) = (Tensor::from_vec(vec![1.0, 2.0], &[2]), Tensor::from_vec(vec![3.0, 4.0], &[2]));
    /// let (mut x_bar, mut ws) = (Tensor::zeros(&[2]), Workspace::new());
    /// let (z, kept) = x.matmul_differentiable_push(&y, &mut ws);
    /// x.matmul_differentiable_pull(kept, &mut ws, Tensor::from(10.0), Some(&mut x_bar), (&y, None));
    /// assert_eq!((z.item(), x_bar.to_vec()), (11.0, vec![30.0, 40.0]));
    /// ```
    TensorProducts[T: TensorElement][T] for Tensor<T>;

    /// Original: `z = x · y`.\
    /// Adjoint: `x_bar += z_bar · yᵀ` and `y_bar += xᵀ · z_bar`, summed over the batches for which one matrix is used.
    matmul(x, y: lent Tensor<T>) -> Tensor<T>, keeps ();
        value { (x.matmul(y), ()) }
        adjoint |(), seed, x_bar, y_bar| {
            if !seed.is_nothing() {
                add(x_bar, || into_left(&seed, x, y));
                add(y_bar, || into_right(&seed, x, y));
            }
        }
        tangent |x_dot, y_dot| { x_dot.matmul(y) + x.matmul(y_dot) }
}

/// The product of two matrices in which zeros on the left contribute exactly zero.
pub(super) fn strong<T: TensorElement>(l: ArrayView2<'_, T>, r: ArrayView2<'_, T>) -> ndarray::Array2<T> {
    let mut product = ndarray::Array2::zeros((l.nrows(), r.ncols()));
    if is_finite(&r) {
        plain_product(product.view_mut(), l, r);
    } else {
        strong_product(product.view_mut(), l, r);
    }
    product
}
