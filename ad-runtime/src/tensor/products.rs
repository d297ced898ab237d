//! Products of vectors, matrices and batches of matrices.

use super::device::Device;
use super::differentiable::add;
use super::operators::{common_shape, repeated, summed_to};
use super::storage::{Tensor, TensorElement, on_device};
use crate::arrays::is_finite;
use crate::scalar::times;
use ndarray::linalg::general_mat_mul;
use ndarray::{ArrayD, ArrayView2, ArrayViewD, ArrayViewMut2, Dimension, Ix2, IxDyn, Zip};
#[cfg(feature = "rayon")]
use ndarray::{
    Axis,
    parallel::prelude::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator},
};

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
        axes.result(multiplied(&axes.left(self), &axes.right(other), false))
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
    fn left<T: TensorElement>(self, x: &Tensor<T>) -> Tensor<T> {
        if self.row { x.unsqueeze(0) } else { x.clone() }
    }

    /// The right operand with a column for a vector.
    fn right<T: TensorElement>(self, y: &Tensor<T>) -> Tensor<T> {
        if self.column { y.unsqueeze(1) } else { y.clone() }
    }

    /// The result without the axes that stand for a vector.
    fn result<T: TensorElement>(self, mut product: Tensor<T>) -> Tensor<T> {
        if self.column {
            product = product.squeeze(product.rank() - 1);
        }
        if self.row {
            let row = product.rank() - if self.column { 1 } else { 2 };
            product = product.squeeze(row);
        }
        product
    }

    /// The cotangent of the result with these axes.
    fn seed<T: TensorElement>(self, seed: &Tensor<T>) -> Tensor<T> {
        let mut seed = seed.clone();
        if self.row {
            seed = seed.unsqueeze(seed.rank() - usize::from(!self.column));
        }
        if self.column {
            seed = seed.unsqueeze(seed.rank());
        }
        seed
    }
}

/// The shape to which the batches of two operands are broadcast.
///
/// # Panics
/// If they cannot be.
fn batch_of<T: TensorElement>(l: &Tensor<T>, r: &Tensor<T>) -> IxDyn {
    let matrices = |of: &[usize]| of[..of.len() - 2].to_vec();
    common_shape("matmul", &matrices(l.shape()), &matrices(r.shape()))
}

/// The product of batches of matrices; a `strong` one has exact zeros where elements of `l` are zero, whatever stands beside them.
pub(super) fn multiplied<T: TensorElement>(l: &Tensor<T>, r: &Tensor<T>, strong: bool) -> Tensor<T> {
    let batch = batch_of(l, r);
    on_device!("matmul", [l = l, r = r] => crate::cuda::product(l, r, batch.slice(), strong));
    Tensor::from(multiplied_here(l.view(), r.view(), batch.slice(), strong))
}

/// The same on the processor.
fn multiplied_here<T: TensorElement>(
    l: ArrayViewD<'_, T>,
    r: ArrayViewD<'_, T>,
    batch: &[usize],
    strong: bool,
) -> ArrayD<T> {
    let (rows, inner, columns) = (
        l.shape()[l.ndim() - 2],
        l.shape()[l.ndim() - 1],
        r.shape()[r.ndim() - 1],
    );
    let shape = [batch, &[rows, columns]].concat();
    // One matrix for all of a batch: the batch is a taller matrix.
    if r.ndim() == 2 && l.ndim() > 2 && l.is_standard_layout() {
        let product = multiplied_here(tall(l), r, &[], strong);
        return product
            .into_shape_with_order(shape)
            .expect("as many rows as the batch has");
    }
    let mut product = ArrayD::zeros(shape);
    if product.is_empty() || inner == 0 {
        return product;
    }
    let whole = |of: &ArrayViewD<'_, T>| IxDyn(&[batch, &of.shape()[of.ndim() - 2..]].concat());
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

/// The product of two matrices into one of zeros. Where one of them is a single row or column, packing them for the tuned kernel
/// would take longer than the product.
pub(super) fn plain_product<T: TensorElement>(
    mut product: ArrayViewMut2<'_, T>,
    l: ArrayView2<'_, T>,
    r: ArrayView2<'_, T>,
) {
    if l.nrows() > 1 && l.ncols() > 1 {
        tuned_product(product, l, r);
        return;
    }
    if l.ncols() == 1 {
        let right = r.row(0);
        for (mut product, factor) in product.outer_iter_mut().zip(l.column(0)) {
            product.zip_mut_with(&right, |product, right| *product = *factor * *right);
        }
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

/// The same by the tuned kernel: blocks of rows on threads of their own, if there are enough.
fn tuned_product<T: TensorElement>(mut product: ArrayViewMut2<'_, T>, l: ArrayView2<'_, T>, r: ArrayView2<'_, T>) {
    #[cfg(feature = "rayon")]
    if l.len() * r.ncols() >= 1 << 20 {
        let rows = l.nrows().div_ceil(rayon::current_num_threads()).next_multiple_of(16);
        let products = product.axis_chunks_iter_mut(Axis(0), rows).into_par_iter();
        let blocks = products.zip(l.axis_chunks_iter(Axis(0), rows).into_par_iter());
        return blocks.for_each(|(mut product, l)| general_mat_mul(T::ONE, &l, &r, T::ZERO, &mut product));
    }
    general_mat_mul(T::ONE, &l, &r, T::ZERO, &mut product);
}

/// The product in which zeros on the left contribute exactly zero.
fn strong_product<T: TensorElement>(product: ArrayViewMut2<'_, T>, l: ArrayView2<'_, T>, r: ArrayView2<'_, T>) {
    Zip::indexed(product).for_each(|(i, j), product| {
        let terms = Zip::from(l.row(i)).and(r.column(j));
        *product = terms.fold(T::ZERO, |sum, l, r| sum + times(*l, *r));
    });
}

/// What flows into the left operand: `z_bar · yᵀ`.
fn into_left<T: TensorElement>(seed: &Tensor<T>, x: &Tensor<T>, y: &Tensor<T>) -> Tensor<T> {
    let axes = Axes::of(x.shape(), y.shape());
    let mut bar = multiplied(&axes.seed(seed), &axes.right(y).transpose(), true);
    if axes.row {
        bar = bar.squeeze(bar.rank() - 2);
    }
    summed_to(bar, x.shape())
}

/// What flows into the right operand: `xᵀ · z_bar`.
fn into_right<T: TensorElement>(seed: &Tensor<T>, x: &Tensor<T>, y: &Tensor<T>) -> Tensor<T> {
    let axes = Axes::of(x.shape(), y.shape());
    let (l, seed) = (axes.left(x), axes.seed(seed));
    // One matrix for all of a batch gets the product of taller ones.
    let mut bar = if axes.right(y).rank() == 2 && l.rank() > 2 && l.rank() == seed.rank() {
        let tall = |batch: &Tensor<T>| {
            let last = batch.shape()[batch.rank() - 1];
            batch.reshape(&[batch.len() / last.max(1), last])
        };
        strongly_right(&tall(&l), &tall(&seed))
    } else {
        strongly_right(&l, &seed)
    };
    if axes.column {
        bar = bar.squeeze(bar.rank() - 1);
    }
    summed_to(bar, y.shape())
}

/// Adds `xᵀ · z_bar` to what has flowed into the right operand already, without a matrix for it, if all are matrices of the processor.
fn added_to_right<T: TensorElement>(bar: &mut Tensor<T>, seed: &Tensor<T>, x: &Tensor<T>) -> bool {
    let matrices = [&*bar, seed, x]
        .iter()
        .all(|of| of.rank() == 2 && of.device() == Device::cpu());
    if !matrices || bar.is_nothing() {
        return false;
    }
    const MATRIX: &str = "it has two axes";
    let (x, seed) = (x.view(), seed.view());
    let x: ArrayView2<'_, T> = x.into_dimensionality().expect(MATRIX);
    let seed: ArrayView2<'_, T> = seed.into_dimensionality().expect(MATRIX);
    if !is_finite(&x) {
        return false;
    }
    let mut bar: ArrayViewMut2<'_, T> = bar.view_mut().into_dimensionality().expect(MATRIX);
    if x.nrows() == 1 {
        for (mut bar, factor) in bar.outer_iter_mut().zip(x.row(0)) {
            bar.scaled_add(*factor, &seed.row(0));
        }
    } else {
        general_mat_mul(T::ONE, &x.t(), &seed, T::ONE, &mut bar);
    }
    true
}

/// A batch of matrices as one taller matrix.
fn tall<T>(batch: ArrayViewD<'_, T>) -> ArrayViewD<'_, T> {
    let last = batch.shape()[batch.ndim() - 1];
    let shape = IxDyn(&[batch.len() / last.max(1), last]);
    batch.into_shape_with_order(shape).expect("it is contiguous")
}

/// `xᵀ · z_bar`, in which zeros of the cotangent contribute exactly zero.
fn strongly_right<T: TensorElement>(x: &Tensor<T>, seed: &Tensor<T>) -> Tensor<T> {
    if x.device() == Device::cpu() && seed.device() == Device::cpu() && is_finite(&x.view()) {
        return multiplied(&x.transpose(), seed, false);
    }
    multiplied(&seed.transpose(), x, true).transpose()
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
    TensorProducts[T: TensorElement][T] for [] Tensor<T>;

    /// Original: `z = x · y`.\
    /// Adjoint: `x_bar += z_bar · yᵀ` and `y_bar += xᵀ · z_bar`, summed over the batches for which one matrix is used.
    fn matmul(ref x, y: lent Tensor<T>) -> Tensor<T>;
        value { (x.matmul(y), ()) }
        adjoint |(), seed, x_bar, y_bar| {
            if !seed.is_nothing() {
                add(x_bar, || into_left(&seed, x, y));
                if let Some(y_bar) = y_bar
                    && !added_to_right(y_bar, &seed, x)
                {
                    add(Some(y_bar), || into_right(&seed, x, y));
                }
            }
        }
        tangent |x_dot, y_dot| {
            let axes = Axes::of(x.shape(), y.shape());
            let left = multiplied(&axes.left(x_dot), &axes.right(y), true);
            axes.result(left + strongly_right(&axes.left(x).transpose(), &axes.right(y_dot)))
        }
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
