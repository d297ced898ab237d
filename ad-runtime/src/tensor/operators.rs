//! The operators, between tensors that are broadcast as NumPy does, and with numbers on either side.
//!
//! ```text
//! Original: z = x * y
//! Adjoint:  x_bar += z_bar * y and y_bar += x * z_bar, each summed over the axes along which the operand was repeated
//! ```
//!
//! An operand by value whose memory nothing shares becomes the result.

use super::differentiable::replace;
use super::kernel::{Kernel, kernel};
use super::passes::{change_beside, change_each, of_each, of_pairs, of_triples};
#[cfg(feature = "cuda")]
use super::storage::common_device;
use super::storage::{Tensor, TensorElement, on_device};
#[cfg(feature = "cuda")]
use crate::cuda::{Reduction, computed, reduced};
use crate::foreign::of_both;
use crate::operators::{AddAdjoint, DivAdjoint, MulAdjoint, NegAdjoint, SubAdjoint, quotient_slope};
use crate::scalar::weighted;
use crate::workspace::Workspace;
use ndarray::{ArrayViewD, ArrayViewMutD, Axis, Dimension, IxDyn};
use std::borrow::Cow;
use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

/// The shape to which two are broadcast.
///
/// # Panics
/// If there is none, with the operation and both.
pub(super) fn common_shape(operation: &str, x: &[usize], y: &[usize]) -> IxDyn {
    let rank = x.len().max(y.len());
    let mut shape = IxDyn::zeros(rank);
    for axis in 0..rank {
        let length = |of: &[usize]| (axis + of.len()).checked_sub(rank).map_or(1, |axis| of[axis]);
        shape[axis] = match (length(x), length(y)) {
            (x, y) if x == y => x,
            (1, y) => y,
            (x, 1) => x,
            _ => panic!("{operation}: tensors of the shapes {x:?} and {y:?} cannot be broadcast"),
        };
    }
    shape
}

/// A view of another shape, to which it is known to be broadcast.
pub(super) fn repeated<'v, T>(view: &'v ArrayViewD<'_, T>, shape: &IxDyn) -> ArrayViewD<'v, T> {
    view.broadcast(shape.clone()).expect("the shape was checked")
}

/// The axes of an array that has no gaps, from the longest stride to the shortest one, if that is not their own order already.
fn memory_order<T>(view: &ArrayViewD<'_, T>) -> Option<Vec<usize>> {
    if view.is_standard_layout() {
        return None;
    }
    let mut axes: Vec<usize> = (0..view.ndim()).collect();
    axes.sort_by_key(|axis| std::cmp::Reverse(view.strides()[*axis]));
    Some(axes)
}

/// The order that undoes another one.
pub(super) fn inverse(axes: &[usize]) -> Vec<usize> {
    let mut inverse = vec![0; axes.len()];
    for (to, from) in axes.iter().enumerate() {
        inverse[*from] = to;
    }
    inverse
}

/// `f` of the elements of two arrays of the same shape, in the order in which those of the first one lie in memory.
pub(super) fn side_by_side<T: TensorElement>(
    x: ArrayViewD<'_, T>,
    y: ArrayViewD<'_, T>,
    f: impl Fn(T, T) -> T + Sync + Send,
) -> Tensor<T> {
    let Some(axes) = memory_order(&x) else {
        return Tensor::from(of_pairs(x, y, f));
    };
    let array = of_pairs(x.permuted_axes(&axes[..]), y.permuted_axes(&axes[..]), f);
    Tensor::from(array.permuted_axes(inverse(&axes)))
}

/// `f` of the elements of an array, in the order in which they lie in memory.
fn one_by_one<T: TensorElement>(x: ArrayViewD<'_, T>, f: impl Fn(T) -> T + Sync + Send) -> Tensor<T> {
    match memory_order(&x) {
        None => Tensor::from(of_each(x, f)),
        Some(axes) => Tensor::from(of_each(x.permuted_axes(&axes[..]), f).permuted_axes(inverse(&axes))),
    }
}

/// The elements to be written, in the order in which they lie in memory, and what stands beside them.
fn in_memory_order<'v, T>(
    x: ArrayViewMutD<'v, T>,
    beside: Option<ArrayViewD<'v, T>>,
) -> (ArrayViewMutD<'v, T>, Option<ArrayViewD<'v, T>>) {
    match memory_order(&x.view()) {
        None => (x, beside),
        Some(axes) => (
            x.permuted_axes(&axes[..]),
            beside.map(|beside| beside.permuted_axes(&axes[..])),
        ),
    }
}

/// `f` of each element.
pub(super) fn mapped<T: TensorElement>(x: &Tensor<T>, f: Kernel<'_, impl Fn(T) -> T + Sync + Send>) -> Tensor<T> {
    on_device!(f.code, [x = x] => computed(x.gpu(), x.shape(), &[x], f.code));
    one_by_one(x.view(), f.f)
}

/// `f` of the elements of a tensor, in its memory if nothing shares it.
pub(super) fn changed<T: TensorElement>(x: Tensor<T>, f: Kernel<'_, impl Fn(T) -> T + Sync + Send>) -> Tensor<T> {
    #[cfg(feature = "cuda")]
    if let Some(gpu) = common_device(f.code, &[x.place()]) {
        let mut x = x.into_remote(&gpu);
        x.write(&[], f.code);
        return x.into();
    }
    match x.into_array().try_into_owned_nocopy() {
        Ok(mut owned) => {
            change_each(in_memory_order(owned.view_mut(), None).0, f.f);
            Tensor::from(owned)
        }
        Err(shared) => one_by_one(shared.view().into_dyn(), f.f),
    }
}

/// `f` of the elements of two tensors of the same shape.
pub(super) fn zipped<T: TensorElement>(
    x: &Tensor<T>,
    y: &Tensor<T>,
    f: Kernel<'_, impl Fn(T, T) -> T + Sync + Send>,
) -> Tensor<T> {
    on_device!(f.code, [x = x, y = y] => computed(x.gpu(), x.shape(), &[x, y], f.code));
    side_by_side(x.view(), y.view(), f.f)
}

/// `f` of the elements of two tensors that are broadcast.
pub(super) fn broadcast_with<T: TensorElement>(
    operation: &str,
    x: &Tensor<T>,
    y: &Tensor<T>,
    f: Kernel<'_, impl Fn(T, T) -> T + Sync + Send>,
) -> Tensor<T> {
    let shape = common_shape(operation, x.shape(), y.shape());
    on_device!(operation, [x = x, y = y] => computed(x.gpu(), shape.slice(), &[x, y], f.code));
    let ((left, right), f) = ((x.view(), y.view()), f.f);
    if x.shape() == shape.slice() {
        side_by_side(left, repeated(&right, &shape), f)
    } else {
        side_by_side(repeated(&right, &shape), repeated(&left, &shape), |y, x| f(x, y))
    }
}

/// `f` of the elements of a tensor and of what stands beside them in one that is broadcast to its shape, in the memory of the first
/// one if nothing shares it.
pub(super) fn in_place_of<T: TensorElement>(
    #[cfg_attr(not(feature = "cuda"), allow(unused))] operation: &str,
    x: Tensor<T>,
    beside: &Tensor<T>,
    f: Kernel<'_, impl Fn(T, T) -> T + Sync + Send>,
) -> Tensor<T> {
    #[cfg(feature = "cuda")]
    if let Some(gpu) = common_device(operation, &[x.place(), beside.place()]) {
        let (mut x, beside) = (x.into_remote(&gpu), beside.on(&gpu));
        x.write(&[&beside], f.code);
        return x.into();
    }
    let (view, shape) = (beside.view(), IxDyn(x.shape()));
    let (beside, f) = (repeated(&view, &shape), f.f);
    match x.into_array().try_into_owned_nocopy() {
        Ok(mut owned) => {
            if let (elements, Some(beside)) = in_memory_order(owned.view_mut(), Some(beside)) {
                change_beside(elements, beside, f);
            }
            Tensor::from(owned)
        }
        Err(shared) => side_by_side(shared.view(), beside, f),
    }
}

/// The result of an operator, in the memory of an operand by value that has its shape, if nothing shares it: `f` of the operands,
/// or `turned` of them in the other order.
fn combined<T: TensorElement>(
    operation: &str,
    x: Cow<'_, Tensor<T>>,
    y: Cow<'_, Tensor<T>>,
    f: Kernel<'_, impl Fn(T, T) -> T + Sync + Send>,
    turned: Kernel<'_, impl Fn(T, T) -> T + Sync + Send>,
) -> Tensor<T> {
    let shape = common_shape(operation, x.shape(), y.shape());
    match (x, y) {
        (Cow::Owned(x), y) if x.shape() == shape.slice() => in_place_of(operation, x, &y, f),
        (x, Cow::Owned(y)) if y.shape() == shape.slice() => in_place_of(operation, y, &x, turned),
        (x, y) => broadcast_with(operation, &x, &y, f),
    }
}

/// What a broadcast operand gets: the sum over all its copies.
pub(super) fn summed_to<T: TensorElement>(bar: Tensor<T>, shape: &[usize]) -> Tensor<T> {
    if bar.shape() == shape {
        return bar;
    }
    if bar.is_nothing() {
        return Tensor::nothing(IxDyn(shape), bar.device());
    }
    on_device!("a sum over copies", [bar = bar] => {
        let new = bar.shape().len() - shape.len();
        let is_copied = |axis: &usize| *axis < new || bar.shape()[*axis] != shape[*axis - new];
        let axes: Vec<usize> = (0..bar.shape().len()).filter(is_copied).collect();
        reduced(bar, &axes, Reduction::Sum).reshaped(shape)
    });
    let array = bar.into_array();
    let new = array.ndim() - shape.len();
    // In the order of the memory: what is added lies side by side.
    let axes = memory_order(&array.view()).unwrap_or_else(|| (0..array.ndim()).collect());
    let mut sums = array.permuted_axes(&axes[..]);
    for (at, axis) in axes.iter().enumerate() {
        if *axis < new || sums.len_of(Axis(at)) != shape[*axis - new] {
            sums = sums.sum_axis(Axis(at)).insert_axis(Axis(at)).into_shared();
        }
    }
    let mut sums = sums.permuted_axes(inverse(&axes));
    for _ in 0..new {
        sums = sums.index_axis_move(Axis(0), 0);
    }
    Tensor::from(sums)
}

macro_rules! operators {
    ($($Op:ident $op:ident $OpAssign:ident $op_assign:ident $symbol:tt)*) => {$(
        operators!(@tensors $Op $op $symbol [Tensor<T>] Owned [Tensor<T>] Owned);
        operators!(@tensors $Op $op $symbol [Tensor<T>] Owned [&Tensor<T>] Borrowed);
        operators!(@tensors $Op $op $symbol [&Tensor<T>] Borrowed [Tensor<T>] Owned);
        operators!(@tensors $Op $op $symbol [&Tensor<T>] Borrowed [&Tensor<T>] Borrowed);

        impl<T: TensorElement> $Op<T> for Tensor<T> {
            type Output = Tensor<T>;
            fn $op(self, other: T) -> Tensor<T> {
                changed(self, kernel!([other] |x| x $symbol other))
            }
        }

        impl<T: TensorElement> $Op<T> for &Tensor<T> {
            type Output = Tensor<T>;
            fn $op(self, other: T) -> Tensor<T> {
                mapped(self, kernel!([other] |x| x $symbol other))
            }
        }

        operators!(@numbers $Op $op $symbol f32);
        operators!(@numbers $Op $op $symbol f64);

        impl<T: TensorElement> $OpAssign<&Tensor<T>> for Tensor<T> {
            fn $op_assign(&mut self, other: &Tensor<T>) {
                let shape = IxDyn(self.shape());
                replace(self, |before| {
                    combined(
                        stringify!($op_assign),
                        Cow::Owned(before),
                        Cow::Borrowed(other),
                        kernel!(|x, y| x $symbol y),
                        kernel!(|y, x| x $symbol y),
                    )
                });
                assert!(
                    self.shape() == shape.slice(),
                    concat!(stringify!($op_assign), ": a tensor of shape {:?} is changed by one of shape {:?}, which is larger"),
                    shape.slice(),
                    other.shape()
                );
            }
        }

        impl<T: TensorElement> $OpAssign<Tensor<T>> for Tensor<T> {
            fn $op_assign(&mut self, other: Tensor<T>) {
                $OpAssign::$op_assign(self, &other);
            }
        }

        impl<T: TensorElement> $OpAssign<T> for Tensor<T> {
            fn $op_assign(&mut self, other: T) {
                replace(self, |before| changed(before, kernel!([other] |x| x $symbol other)));
            }
        }
    )*};
    (@tensors $Op:ident $op:ident $symbol:tt [$Left:ty] $left:ident [$Right:ty] $right:ident) => {
        impl<T: TensorElement> $Op<$Right> for $Left {
            type Output = Tensor<T>;
            fn $op(self, other: $Right) -> Tensor<T> {
                combined(
                    stringify!($op),
                    Cow::$left(self),
                    Cow::$right(other),
                    kernel!(|x, y| x $symbol y),
                    kernel!(|y, x| x $symbol y),
                )
            }
        }
    };
    (@numbers $Op:ident $op:ident $symbol:tt $float:ident) => {
        impl $Op<Tensor<$float>> for $float {
            type Output = Tensor<$float>;
            fn $op(self, other: Tensor<$float>) -> Tensor<$float> {
                type T = $float;
                let number = self;
                changed(other, kernel!([number] |x| number $symbol x))
            }
        }

        impl $Op<&Tensor<$float>> for $float {
            type Output = Tensor<$float>;
            fn $op(self, other: &Tensor<$float>) -> Tensor<$float> {
                type T = $float;
                let number = self;
                mapped(other, kernel!([number] |x| number $symbol x))
            }
        }
    };
}

operators! {
    Add add AddAssign add_assign +
    Sub sub SubAssign sub_assign -
    Mul mul MulAssign mul_assign *
    Div div DivAssign div_assign /
}

impl<T: TensorElement> Neg for Tensor<T> {
    type Output = Tensor<T>;
    fn neg(self) -> Tensor<T> {
        changed(self, kernel!(|x| -x))
    }
}

impl<T: TensorElement> Neg for &Tensor<T> {
    type Output = Tensor<T>;
    fn neg(self) -> Tensor<T> {
        mapped(self, kernel!(|x| -x))
    }
}

impl<T: TensorElement, F> NegAdjoint<F> for Tensor<T> {
    type Kept = ();
    fn neg_keep(_: &Self) {}
    type Seed = Tensor<T>;
    fn neg((): &(), seed: &Self, _: &mut Workspace) -> Self {
        -seed
    }
    fn neg_tangent(_: &Self, dot: &Self) -> Self {
        -dot
    }
}

/// Sums and differences, which keep the shapes: a row for each pair of operands.
macro_rules! sums {
    ($($Adjoint:ident $keep:ident $left:ident $right:ident $tangent:ident |$s:ident| $of_right:expr;)*) => {$(
        impl<T: TensorElement, F> $Adjoint<Tensor<T>, F> for Tensor<T> {
            type Left = IxDyn;
            type Right = IxDyn;
            fn $keep(l: &Self, r: &Self) -> (IxDyn, IxDyn) {
                (IxDyn(l.shape()), IxDyn(r.shape()))
            }
            type Seed = Tensor<T>;
            fn $left(l: &IxDyn, _: &IxDyn, seed: &Self, _: &mut Workspace) -> Self {
                summed_to(seed.clone(), l.slice())
            }
            fn $right(_: &IxDyn, r: &IxDyn, $s: &Self, _: &mut Workspace) -> Self {
                summed_to($of_right, r.slice())
            }
            fn $tangent(l: &Self, r: &Self, l_dot: Option<&Self>, r_dot: Option<&Self>) -> Self {
                let shape = common_shape(stringify!($tangent), l.shape(), r.shape());
                let right = r_dot.map(|$s| $of_right.broadcast_to(shape.slice()));
                of_both(l_dot.map(|dot| dot.broadcast_to(shape.slice())), right)
            }
        }

        impl<T: TensorElement, F> $Adjoint<T, F> for Tensor<T> {
            type Left = ();
            type Right = ();
            fn $keep(_: &Self, _: &T) -> ((), ()) {
                ((), ())
            }
            type Seed = Tensor<T>;
            fn $left((): &(), (): &(), seed: &Self, _: &mut Workspace) -> Self {
                seed.clone()
            }
            fn $right((): &(), (): &(), $s: &Self, _: &mut Workspace) -> T {
                $of_right.sum()
            }
            fn $tangent(l: &Self, _: &T, l_dot: Option<&Self>, r_dot: Option<&T>) -> Self {
                let right = r_dot.map(|dot| filled_like(l, *dot)).map(|$s| { let $s = &$s; $of_right });
                of_both(l_dot.cloned(), right)
            }
        }

        sums!(@numbers $Adjoint $keep $left $right $tangent f32 |$s| $of_right);
        sums!(@numbers $Adjoint $keep $left $right $tangent f64 |$s| $of_right);
    )*};
    (@numbers $Adjoint:ident $keep:ident $left:ident $right:ident $tangent:ident $float:ident |$s:ident| $of_right:expr) => {
        impl<F> $Adjoint<Tensor<$float>, F> for $float {
            type Left = ();
            type Right = ();
            fn $keep(_: &Self, _: &Tensor<$float>) -> ((), ()) {
                ((), ())
            }
            type Seed = Tensor<$float>;
            fn $left((): &(), (): &(), seed: &Tensor<$float>, _: &mut Workspace) -> $float {
                seed.sum()
            }
            fn $right((): &(), (): &(), $s: &Tensor<$float>, _: &mut Workspace) -> Tensor<$float> {
                $of_right
            }
            fn $tangent(_: &$float, r: &Tensor<$float>, l_dot: Option<&$float>, r_dot: Option<&Tensor<$float>>) -> Tensor<$float> {
                of_both(l_dot.map(|dot| filled_like(r, *dot)), r_dot.map(|$s| $of_right))
            }
        }
    };
}

sums! {
    AddAdjoint add_keep add_left add_right add_tangent |seed| seed.clone();
    SubAdjoint sub_keep sub_left sub_right sub_tangent |seed| -seed;
}

/// Products and quotients: what a cotangent is multiplied with for each operand.
macro_rules! products {
    ($($Adjoint:ident $left:ident $right:ident $tangent:ident |$l:ident, $r:ident| $of_left:expr, $of_right:expr;)*) => {$(
        impl<T: TensorElement, F> $Adjoint<Tensor<T>, F> for Tensor<T> {
            type Seed = Tensor<T>;
            fn $left(l: &Self, r: &Self, seed: &Self, _: &mut Workspace) -> Self {
                summed_to(slopes(seed, l, r, kernel!(|s, $l, $r| weighted(s, $of_left))), l.shape())
            }
            fn $right(l: &Self, r: &Self, seed: &Self, _: &mut Workspace) -> Self {
                summed_to(slopes(seed, l, r, kernel!(|s, $l, $r| weighted(s, $of_right))), r.shape())
            }
            fn $tangent(l: &Self, r: &Self, l_dot: Option<&Self>, r_dot: Option<&Self>) -> Self {
                let shape = common_shape(stringify!($tangent), l.shape(), r.shape());
                let [left, right] = [l_dot, r_dot].map(|dot| dot.map(|dot| dot.broadcast_to(shape.slice())));
                of_both(
                    left.map(|dot| slopes(&dot, l, r, kernel!(|s, $l, $r| weighted(s, $of_left)))),
                    right.map(|dot| slopes(&dot, l, r, kernel!(|s, $l, $r| weighted(s, $of_right)))),
                )
            }
        }

        impl<T: TensorElement, F> $Adjoint<T, F> for Tensor<T> {
            type Seed = Tensor<T>;
            fn $left(l: &Self, r: &T, seed: &Self, _: &mut Workspace) -> Self {
                let $r = *r;
                zipped(seed, l, kernel!([$r] |s, $l| weighted(s, $of_left)))
            }
            fn $right(l: &Self, r: &T, seed: &Self, _: &mut Workspace) -> T {
                let $r = *r;
                zipped(seed, l, kernel!([$r] |s, $l| weighted(s, $of_right))).sum()
            }
            fn $tangent(l: &Self, r: &T, l_dot: Option<&Self>, r_dot: Option<&T>) -> Self {
                let $r = *r;
                of_both(
                    l_dot.map(|dot| zipped(dot, l, kernel!([$r] |s, $l| weighted(s, $of_left)))),
                    r_dot.map(|dot| zipped(&filled_like(l, *dot), l, kernel!([$r] |s, $l| weighted(s, $of_right)))),
                )
            }
        }

        products!(@numbers $Adjoint $left $right $tangent f32 |$l, $r| $of_left, $of_right);
        products!(@numbers $Adjoint $left $right $tangent f64 |$l, $r| $of_left, $of_right);
    )*};
    (@numbers $Adjoint:ident $left:ident $right:ident $tangent:ident $float:ident |$l:ident, $r:ident| $of_left:expr, $of_right:expr) => {
        impl<F> $Adjoint<Tensor<$float>, F> for $float {
            type Seed = Tensor<$float>;
            fn $left(l: &$float, r: &Tensor<$float>, seed: &Tensor<$float>, _: &mut Workspace) -> $float {
                type T = $float;
                let $l = *l;
                zipped(seed, r, kernel!([$l] |s, $r| weighted(s, $of_left))).sum()
            }
            fn $right(l: &$float, r: &Tensor<$float>, seed: &Tensor<$float>, _: &mut Workspace) -> Tensor<$float> {
                type T = $float;
                let $l = *l;
                zipped(seed, r, kernel!([$l] |s, $r| weighted(s, $of_right)))
            }
            fn $tangent(l: &$float, r: &Tensor<$float>, l_dot: Option<&$float>, r_dot: Option<&Tensor<$float>>) -> Tensor<$float> {
                type T = $float;
                let $l = *l;
                of_both(
                    l_dot.map(|dot| zipped(&filled_like(r, *dot), r, kernel!([$l] |s, $r| weighted(s, $of_left)))),
                    r_dot.map(|dot| zipped(dot, r, kernel!([$l] |s, $r| weighted(s, $of_right)))),
                )
            }
        }
    };
}

products! {
    MulAdjoint mul_left mul_right mul_tangent |_l, _r| _r, _l;
    DivAdjoint div_left div_right div_tangent |_l, _r| one_over(_r), quotient_slope(_l, _r);
}

/// The number in the shape of a tensor, beside it.
fn filled_like<T: TensorElement>(x: &Tensor<T>, number: T) -> Tensor<T> {
    mapped(x, kernel!([number] | _x | number))
}

/// The slope of a quotient in its numerator.
fn one_over<T: TensorElement>(r: T) -> T {
    T::ONE / r
}

/// `f` of a cotangent and of both operands, which are repeated to its shape.
fn slopes<T: TensorElement>(
    seed: &Tensor<T>,
    l: &Tensor<T>,
    r: &Tensor<T>,
    f: Kernel<'_, impl Fn(T, T, T) -> T + Sync + Send>,
) -> Tensor<T> {
    if seed.is_nothing() {
        return seed.clone();
    }
    on_device!(f.code, [seed = seed, l = l, r = r] => computed(seed.gpu(), seed.shape(), &[seed, l, r], f.code));
    let (left, right, shape) = (l.view(), r.view(), IxDyn(seed.shape()));
    let operands = [seed.view(), repeated(&left, &shape), repeated(&right, &shape)];
    Tensor::from(of_triples(operands, f.f))
}
