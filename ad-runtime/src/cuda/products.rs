//! Products of batches of matrices, by cuBLAS.

use super::array::Array;
use super::driver::{Argument, Operand, Product};
use super::elementwise::computed;
use super::layout::{Layout, joined};
use super::reductions::{Reduction, reduced};
use crate::tensor::{TensorElement, kernel::code};

/// The product of batches of matrices, which fit; `batch` is the shape to which the batches are broadcast. In a `strong` one,
/// zeros on the left contribute exactly zero.
pub(crate) fn product<T: TensorElement>(l: &Array<T>, r: &Array<T>, batch: &[usize], strong: bool) -> Array<T> {
    let (&[.., rows, inner], &[.., columns]) = (l.shape(), r.shape()) else {
        unreachable!("matrices have two axes")
    };
    let shape = [batch, &[rows, columns]].concat();
    if r.shape().len() == 2 && l.shape().len() > 2 && l.layout.is_standard() {
        let tall = l.reshaped(&[l.layout.count() / inner.max(1), inner]);
        if inner > 0 {
            return product(&tall, r, &[], strong).reshaped(&shape);
        }
    }
    let count = shape.iter().product::<usize>();
    if count == 0 || inner == 0 {
        return Array::full(&l.gpu, &shape, T::ZERO);
    }
    let mut memory = l.gpu.empty(count);
    let ((l, l_stride), (r, r_stride)) = (matrices(l, batch), matrices(r, batch));
    // What is row by row here is column by column there: zᵀ = yᵀ · xᵀ.
    let product = Product {
        left: operand(&r, r_stride),
        right: operand(&l, l_stride),
        rows: size(columns),
        inner: size(inner),
        columns: size(rows),
        batch: size(batch.iter().product()),
    };
    l.gpu.multiply(&product, &mut memory);
    let mut z = Array::standard(&l.gpu, memory, &shape);
    if strong {
        strengthen(&mut z, &l, &r, batch, inner);
    }
    z
}

/// Sizes of matrices are integers of 32 bits in cuBLAS.
fn size(of: usize) -> i32 {
    i32::try_from(of).unwrap_or_else(|_| panic!("matmul: cuBLAS has no matrices of size {of}"))
}

/// Matrices that cuBLAS can read, and how far it is from one to the next one: copied, where it cannot be told by a stride.
fn matrices<T: TensorElement>(x: &Array<T>, batch: &[usize]) -> (Array<T>, usize) {
    let axes = x.shape().len() - 2;
    let each = x.shape()[axes..].to_vec();
    let of_batch = Layout {
        shape: ndarray::IxDyn(&x.shape()[..axes]),
        strides: x.layout.strides[..axes].to_vec(),
        offset: 0,
    };
    let stride = of_batch.repeated(batch).as_one();
    let is_readable = is_by_rows(&x.layout, axes) || is_by_rows(&turned(&x.layout, axes), axes);
    match stride {
        Some(stride) if is_readable => (x.clone(), stride),
        Some(0) => (copied(x), 0),
        _ => {
            let stride = each.iter().product();
            (copied(&x.repeated(&[batch, &each].concat())), stride)
        }
    }
}

fn copied<T: TensorElement>(x: &Array<T>) -> Array<T> {
    computed(&x.gpu, x.shape(), &[x], code!([] | x | x))
}

fn turned(layout: &Layout, axes: usize) -> Layout {
    let order: Vec<usize> = (0..axes).chain([axes + 1, axes]).collect();
    layout.permuted(&order)
}

/// Whether the elements of a row lie side by side, and rows do not overlap.
fn is_by_rows(layout: &Layout, axes: usize) -> bool {
    let (rows, columns) = (layout.shape[axes], layout.shape[axes + 1]);
    (columns <= 1 || layout.strides[axes + 1] == 1) && (rows <= 1 || layout.strides[axes] >= columns)
}

/// A matrix that is read row by row is a transposed one that is read column by column.
fn operand<T: TensorElement>(x: &Array<T>, stride: usize) -> Operand<'_, T> {
    let axes = x.shape().len() - 2;
    let is_transposed = !is_by_rows(&x.layout, axes);
    let layout = if is_transposed {
        turned(&x.layout, axes)
    } else {
        x.layout.clone()
    };
    let (rows, columns) = (layout.shape[axes], layout.shape[axes + 1]);
    let leading = if rows <= 1 {
        columns.max(1)
    } else {
        layout.strides[axes]
    };
    Operand {
        matrices: x.flat(),
        is_transposed,
        leading: size(leading),
        stride: stride as i64,
    }
}

/// How many elements are not finite.
pub(super) fn infinite<T: TensorElement>(of: &Array<T>) -> Array<T> {
    let is_infinite = code!([] | y | choose(y.is_finite(), T::ZERO, T::ONE));
    let each = computed(&of.gpu, of.shape(), &[of], is_infinite);
    let axes: Vec<usize> = (0..of.shape().len()).collect();
    reduced(&each, &axes, Reduction::Sum)
}

/// Makes a product a strong one.
fn strengthen<T: TensorElement>(z: &mut Array<T>, l: &Array<T>, r: &Array<T>, batch: &[usize], inner: usize) {
    let (gpu, infinite) = (z.gpu.clone(), infinite(r));
    let (count, shape) = (z.layout.count(), z.shape().to_vec());
    let (rows, columns) = (shape[batch.len()], shape[batch.len() + 1]);
    // Neither has the axis along which the product is summed; in its stead each is repeated along that of the other.
    let (l_axes, r_axes) = (l.shape().len(), r.shape().len());
    let left = l
        .layout
        .removed(l_axes - 1)
        .inserted(l_axes - 1)
        .repeated(&[batch, &[rows, columns]].concat());
    let right = r
        .layout
        .removed(r_axes - 2)
        .inserted(r_axes - 2)
        .repeated(&[batch, &[rows, columns]].concat());
    let (rank, lengths, places) = joined(&[&left, &right]);
    let (memory, _) = z.whole();
    let mut arguments = vec![
        Argument::Write(memory),
        Argument::Read(l.memory.as_view()),
        Argument::Places(places[0]),
        Argument::Read(r.memory.as_view()),
        Argument::Places(places[1]),
        Argument::Shape(lengths),
        Argument::Count(rank as i64),
        Argument::Read(infinite.flat()),
    ];
    let sizes = [count, inner, l.layout.strides[l_axes - 1], r.layout.strides[r_axes - 2]];
    arguments.extend(sizes.map(|size| Argument::Count(size as i64)));
    gpu.for_each("strong", &[include_str!("products.cu")], count, arguments);
}
