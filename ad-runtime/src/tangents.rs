//! Forward mode: the tangents of operations on types that only rustc knows.

use crate::cotangent::Cotangent;
use crate::differentiable::Differentiable;
use crate::marks::MarkedNoDiff;
use crate::scalar::{Scalar, times};
use ndarray::{Array, Array2, ArrayRef, Dimension, Zip};

/// Says of a function's twin that it has second derivatives.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no second derivatives",
    label = "its second derivative is asked for here",
    note = "write `#[differentiable(order = 2)]` on it"
)]
pub trait SecondOrder {}

/// A float, as an operand of an operator whose second derivative is asked for.
#[diagnostic::on_unimplemented(
    message = "second derivatives are of operators on floats alone yet, and `{Self}` is none",
    label = "this operator",
    note = "compute with the numbers inside"
)]
pub trait FloatOperand {
    /// The type: unknown, and no error elsewhere, where the operand is one.
    type Float;
    /// The value itself.
    fn float(self) -> Self::Float;
}

macro_rules! operands {
    ($($float:ty)*) => { $(
        impl FloatOperand for $float {
            type Float = $float;
            #[inline(always)]
            fn float(self) -> $float {
                self
            }
        }
    )* };
}

operands!(f32 f64);

/// The operand itself, which is proved to be a float.
///
/// ```
/// assert_eq!(ad_runtime::float_operand(1.5), 1.5);
/// ```
#[inline(always)]
pub fn float_operand<O: FloatOperand>(operand: O) -> O::Float {
    operand.float()
}

/// The tangent of a method's receiver. Who calls the method cannot see how it takes that, and hands over all that it may ask for.
///
/// ```
/// use ad_runtime::ReceiverTangent;
///
/// let mut tangent = 2.0;
/// if let Some(tangent) = ReceiverTangent::Written(Some(&mut tangent)).written() {
///     *tangent += 1.0;
/// }
/// assert_eq!(ReceiverTangent::Shared(Some(&tangent)).shared(), Some(&3.0));
/// assert_eq!(ReceiverTangent::Written(Some(&mut tangent)).shared(), Some(&3.0));
/// ```
#[derive(Debug)]
pub enum ReceiverTangent<'t, C: ?Sized> {
    /// Of what the caller may read.
    Shared(Option<&'t C>),
    /// Of what it may write.
    Written(Option<&'t mut C>),
}

impl<'t, C: ?Sized> ReceiverTangent<'t, C> {
    /// For a method that reads.
    #[inline(always)]
    pub fn shared(self) -> Option<&'t C> {
        match self {
            ReceiverTangent::Shared(tangent) => tangent,
            ReceiverTangent::Written(tangent) => tangent.map(|tangent| &*tangent),
        }
    }

    /// For a method that writes.
    ///
    /// # Panics
    /// If the caller may not.
    #[inline(always)]
    pub fn written(self) -> Option<&'t mut C> {
        match self {
            ReceiverTangent::Written(tangent) => tangent,
            ReceiverTangent::Shared(None) => None,
            ReceiverTangent::Shared(Some(_)) => {
                panic!("a method that writes to its receiver is called on what can be written")
            }
        }
    }
}

/// The Hessian of a function: `product` multiplies it with a direction, of the shape of `zero`.
///
/// ```
/// // Of x²y.
/// let (x, y) = (2.0, 3.0);
/// let product = |(dx, dy): &(f64, f64)| (2.0 * y * dx + 2.0 * x * dy, 2.0 * x * dx);
/// assert_eq!(ad_runtime::hessian((0.0, 0.0), product), ndarray::arr2(&[[6.0, 4.0], [4.0, 0.0]]));
/// ```
pub fn hessian<C: Cotangent>(mut zero: C, mut product: impl FnMut(&C) -> C) -> Array2<f64> {
    let (mut flat, mut rows) = (Vec::new(), Vec::new());
    zero.flatten_into(&mut flat);
    let size = flat.len();
    for k in 0..size {
        let unit = (0..size).map(|j| f64::from(u8::from(j == k)));
        zero.unflatten_from(&mut unit.into_iter());
        product(&zero).flatten_into(&mut rows);
    }
    Array2::from_shape_vec((size, size), rows).expect("a product has the shape of the direction")
}

/// A part of a struct and its tangent, which the field's mark may have taken away; made by [`part_tangent`].
#[derive(Debug)]
pub struct TangentPart<'p, C, T>(&'p C, &'p T);

/// The tangent of a field, or of a part of one: what rustc finds there, or a zero where a field is marked.
///
/// ```
/// use ad_runtime::{OtherPart as _, UnseenPart as _, part_tangent};
///
/// struct Plain;
///
/// assert_eq!(part_tangent(&2.0, &7.0).tangent(), 2.0);
/// assert_eq!(part_tangent(&(), &7.0_f64).tangent(), 0.0);
/// assert_eq!(part_tangent(&(), &Plain).tangent(), ());
/// ```
#[inline(always)]
pub fn part_tangent<'p, C, T>(tangent: &'p C, value: &'p T) -> TangentPart<'p, C, T> {
    TangentPart(tangent, value)
}

impl<T: Differentiable> TangentPart<'_, T::Cotangent, T> {
    /// A copy of it. It is found before that of [`OtherPart`].
    #[inline(always)]
    pub fn tangent(self) -> T::Cotangent {
        self.0.clone()
    }
}

/// A part of what is marked.
pub trait OtherPart {
    /// Its tangent.
    type Tangent;
    /// A zero.
    fn tangent(self) -> Self::Tangent;
}

impl<C: Unmoved, T: Differentiable> OtherPart for TangentPart<'_, C, T> {
    type Tangent = T::Cotangent;
    #[inline(always)]
    fn tangent(self) -> T::Cotangent {
        self.1.zero_cotangent()
    }
}

/// The tangent of what is marked.
pub trait Unmoved {}

impl Unmoved for () {}
impl<F> Unmoved for MarkedNoDiff<F> {}

/// A part of what is marked, of a type that carries no derivative.
pub trait UnseenPart {
    /// Nothing.
    #[inline(always)]
    fn tangent(&self) {}
}

impl<C: Unmoved, T> UnseenPart for TangentPart<'_, C, T> {}

/// `array.mapv(f)` and its tangent, of a function that gives both.
///
/// ```
/// use ndarray::arr1;
///
/// let squares = ad_runtime::mapv_along(&arr1(&[2.0, 3.0]), Some(&arr1(&[1.0, 5.0])), |(x, dot)| (x * x, 2.0 * x * dot));
/// assert_eq!(squares, (arr1(&[4.0, 9.0]), arr1(&[4.0, 30.0])));
/// ```
#[inline]
pub fn mapv_along<A: Scalar, B: Scalar, D: Dimension>(
    array: &ArrayRef<A, D>,
    tangent: Option<&ArrayRef<A, D>>,
    mut f: impl FnMut((A, A)) -> (B, B),
) -> (Array<B, D>, Array<B, D>) {
    let mut dots = Array::zeros(array.raw_dim());
    let values = match tangent {
        Some(tangent) => Zip::from(array)
            .and(tangent)
            .and(&mut dots)
            .map_collect(|&x, &dot, y_dot| {
                let (y, dot) = f((x, dot));
                *y_dot = dot;
                y
            }),
        None => Zip::from(array).and(&mut dots).map_collect(|&x, y_dot| {
            let (y, dot) = f((x, A::ZERO));
            *y_dot = dot;
            y
        }),
    };
    (values, dots)
}

/// The adjoint of [`mapv_along`]: `pull` takes an element and its tangent, and the cotangents of both results, and gives those of both.
///
/// # Panics
/// If the shapes differ.
///
/// ```
/// use ndarray::arr1;
///
/// let (x, dot, mut bar, mut dot_bar) = (arr1(&[2.0]), arr1(&[5.0]), arr1(&[0.0]), arr1(&[0.0]));
/// // Of the tangent of a square, `2 x dot`.
/// let pull = |(x, dot), (_, y_dot_bar)| (2.0 * dot * y_dot_bar, 2.0 * x * y_dot_bar);
/// let seed = (arr1(&[0.0]), arr1(&[1.0]));
/// ad_runtime::mapv_along_adjoint((&x, Some(&dot)), &seed, [Some(&mut bar), Some(&mut dot_bar)], pull);
/// assert_eq!((bar, dot_bar), (arr1(&[10.0]), arr1(&[4.0])));
/// ```
#[inline]
pub fn mapv_along_adjoint<A: Scalar, D: Dimension>(
    (array, tangent): (&ArrayRef<A, D>, Option<&ArrayRef<A, D>>),
    seed: &(Array<A, D>, Array<A, D>),
    [bar, tangent_bar]: [Option<&mut ArrayRef<A, D>>; 2],
    mut pull: impl FnMut((A, A), (A, A)) -> (A, A),
) {
    let zeros = || Array::zeros(array.raw_dim());
    let (mut unwanted, mut of_zero, mut zero) = (None, None, None);
    let bar = bar.unwrap_or_else(|| unwanted.insert(zeros()));
    let tangent_bar = tangent_bar.unwrap_or_else(|| of_zero.insert(zeros()));
    let tangent = tangent.unwrap_or_else(|| zero.insert(zeros()));
    let elements = Zip::from(array)
        .and(tangent)
        .and(&seed.0)
        .and(&seed.1)
        .and(bar)
        .and(tangent_bar);
    elements.for_each(|&x, &dot, &y_bar, &y_dot_bar, bar, dot_bar| {
        let (x_bar, x_dot_bar) = pull((x, dot), (y_bar, y_dot_bar));
        *bar += x_bar;
        *dot_bar += x_dot_bar;
    });
}

/// The tangent of a pointer, from that of what it points to.
///
/// ```
/// assert_eq!(*ad_runtime::boxed_tangent(2.0), 2.0);
/// ```
#[inline(always)]
pub fn boxed_tangent<C: Cotangent>(tangent: C) -> Box<C> {
    Box::new(tangent)
}

/// The sum of the terms that are there.
///
/// ```
/// assert_eq!(ad_runtime::sum_of_terms([Some(2.0), None, Some(3.0)]), 5.0);
/// ```
#[inline(always)]
pub fn sum_of_terms<S: Scalar, const N: usize>(terms: [Option<S>; N]) -> S {
    let sum = terms.into_iter().flatten().reduce(|sum, term| sum + term);
    sum.unwrap_or(S::ZERO)
}

/// The inner product of a tangent with the slope of a number, of which it is one part. A part of the tangent that is zero contributes
/// nothing.
///
/// ```
/// assert_eq!(ad_runtime::inner_product::<f64, _>(&(2.0, 0.0), &(3.0, f64::INFINITY)), 6.0);
/// ```
pub fn inner_product<S: Scalar, C: Cotangent>(tangent: &C, slope: &C) -> S {
    let (mut dots, mut slopes) = (Vec::new(), Vec::new());
    tangent.flatten_into(&mut dots);
    slope.flatten_into(&mut slopes);
    S::nearest(
        dots.iter()
            .zip(slopes)
            .fold(0.0, |sum, (dot, slope)| sum + times(*dot, slope)),
    )
}
