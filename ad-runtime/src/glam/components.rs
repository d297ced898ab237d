//! The numbers that a vector, a matrix or a quaternion is made of.

use crate::cotangent::{Cotangent, component};
use crate::differentiable::Differentiable;
use crate::foreign::{New2, New3, New4};
use crate::mapping::{Mapped, Mapping};
use crate::operators::PlainAssign;
use crate::scalar::{Scalar, times};
use crate::unassigned::Unassigned;
use crate::workspace::Workspace;
use glam::{DMat2, DMat3, DMat4, DQuat, DVec2, DVec3, DVec4, Mat2, Mat3, Mat3A, Mat4, Quat, Vec2, Vec3, Vec3A, Vec4};

/// A type of glam's, as the list of its floats; of a matrix, column by column.
///
/// ```
/// use ad_runtime::Components;
/// use glam::DVec2;
///
/// assert_eq!(DVec2::of_components(|k| k as f64), DVec2::new(0.0, 1.0));
/// assert_eq!(DVec2::new(2.0, 3.0).component(1), 3.0);
/// ```
pub trait Components: Differentiable<Cotangent = Self> + Cotangent + Copy {
    /// The type of the floats.
    type Float: Scalar;
    /// An array of as many.
    type Array: AsRef<[Self::Float]> + AsMut<[Self::Float]>;
    /// How many there are.
    const COUNT: usize;
    /// All of them. A loop asks for them before it begins: to pick one of a value costs as much as to take all.
    fn components(&self) -> Self::Array;
    /// One of them.
    #[inline(always)]
    fn component(&self, k: usize) -> Self::Float {
        self.components().as_ref()[k]
    }
    /// The value made of these.
    fn of_components(components: impl FnMut(usize) -> Self::Float) -> Self;
}

/// The value of `f` of each component.
#[inline(always)]
pub(super) fn mapped<C: Components>(a: &C, f: impl Fn(C::Float) -> C::Float) -> C {
    let a = a.components();
    C::of_components(|k| f(a.as_ref()[k]))
}

/// The value of `f` of the components of two.
#[inline(always)]
pub(super) fn zipped<C: Components>(a: &C, b: &C, f: impl Fn(C::Float, C::Float) -> C::Float) -> C {
    let (a, b) = (a.components(), b.components());
    C::of_components(|k| f(a.as_ref()[k], b.as_ref()[k]))
}

/// The sum of `f` of the components of two.
#[inline(always)]
pub(super) fn sum_of<C: Components>(a: &C, b: &C, f: impl Fn(C::Float, C::Float) -> C::Float) -> C::Float {
    let (a, b) = (a.components(), b.components());
    let pairs = a.as_ref().iter().zip(b.as_ref());
    pairs.fold(C::Float::ZERO, |sum, (a, b)| sum + f(*a, *b))
}

macro_rules! components {
    ($($Type:ident $float:ident $count:literal $to:ident $from:ident [$($by:tt)?])*) => {$(
        impl Components for $Type {
            type Float = $float;
            type Array = [$float; $count];
            const COUNT: usize = $count;
            #[inline(always)]
            fn components(&self) -> [$float; $count] {
                self.$to()
            }
            #[inline(always)]
            fn of_components(components: impl FnMut(usize) -> $float) -> Self {
                Self::$from($($by)? std::array::from_fn(components))
            }
        }

        impl Differentiable for $Type {
            type Cotangent = Self;
            type Shape = ();
            fn coarseness(&self) -> f64 {
                f64::from($float::EPSILON)
            }
            #[inline(always)]
            fn cotangent_shape(&self) {}
            #[inline(always)]
            fn zero_of((): &()) -> Self {
                Self::of_components(|_| 0.0)
            }
            #[inline]
            fn add_scaled(&mut self, alpha: f64, cotangent: &Self) {
                *self = zipped(self, cotangent, |value, c| value + alpha as $float * c);
            }
            fn flatten_into(&self, out: &mut Vec<f64>) {
                Cotangent::flatten_into(self, out);
            }
            fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
                Cotangent::unflatten_from(self, flat);
            }
        }

        impl Cotangent for $Type {
            #[inline(always)]
            fn accumulate(&mut self, other: &Self) {
                *self = zipped(self, other, |c, other| c + other);
            }
            #[inline]
            fn scale(&mut self, alpha: f64) {
                *self = mapped(self, |c| times(c, alpha as $float));
            }
            #[inline(always)]
            fn zero_like(&self) -> Self {
                Self::zero_of(&())
            }
            fn flatten_into(&self, out: &mut Vec<f64>) {
                out.extend(self.$to().iter().map(|c| f64::from(*c)));
            }
            #[inline(always)]
            fn all_finite(&self) -> bool {
                self.is_finite()
            }
            fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
                *self = Self::of_components(|_| component(flat) as $float);
            }
        }

        impl PlainAssign for $Type {}

        impl Mapping for $Type {
            type Item = $float;
            type Taken = crate::found::ByMove;
            type Each<X> = [X; $count];
            #[inline(always)]
            fn count(&self) -> usize {
                $count
            }
            #[inline(always)]
            fn item(&self, k: usize) -> $float {
                self.component(k)
            }
            #[inline(always)]
            fn each<X>(&self, f: impl FnMut(usize) -> X) -> [X; $count] {
                std::array::from_fn(f)
            }
            #[inline(always)]
            fn one_of<X>(each: &mut [X; $count], k: usize) -> &mut X {
                &mut each[k]
            }
            #[inline(always)]
            fn part(tangent: &Self, k: usize) -> Option<$float> {
                Some(tangent.component(k))
            }
            #[inline(always)]
            fn add(bar: &mut Self, k: usize, part: &$float) {
                *bar = Self::of_components(|j| if j == k { bar.component(j) + part } else { bar.component(j) });
            }
        }

        impl Mapped<$float> for $Type {
            type Output = Self;
            #[inline(always)]
            fn with(&self, values: [$float; $count]) -> Self {
                Self::of_components(|k| values[k])
            }
            #[inline(always)]
            fn tangent(&self, tangents: [$float; $count]) -> Self {
                self.with(tangents)
            }
            #[inline(always)]
            fn seed(seed: &Self, k: usize) -> Option<$float> {
                Some(seed.component(k))
            }
        }

        impl Unassigned for $Type {
            #[inline(always)]
            fn unassigned() -> Self {
                Self::default()
            }
        }
    )*};
}

components! {
    Vec2 f32 2 to_array from_array []
    Vec3 f32 3 to_array from_array []
    Vec3A f32 3 to_array from_array []
    Vec4 f32 4 to_array from_array []
    Quat f32 4 to_array from_array []
    Mat2 f32 4 to_cols_array from_cols_array [&]
    Mat3 f32 9 to_cols_array from_cols_array [&]
    Mat3A f32 9 to_cols_array from_cols_array [&]
    Mat4 f32 16 to_cols_array from_cols_array [&]
    DVec2 f64 2 to_array from_array []
    DVec3 f64 3 to_array from_array []
    DVec4 f64 4 to_array from_array []
    DQuat f64 4 to_array from_array []
    DMat2 f64 4 to_cols_array from_cols_array [&]
    DMat3 f64 9 to_cols_array from_cols_array [&]
    DMat4 f64 16 to_cols_array from_cols_array [&]
}

macro_rules! new {
    ($($Type:ident $float:ident $New:ident [$($argument:ident $k:literal),*])*) => { ad_macro::with_siblings! {$(
        impl $New<$float> for $Type {
            #[inline(always)]
            fn new_differentiable(
                $($argument: $float,)*
                _: &mut Workspace,
            ) -> (
                Self,
                impl FnOnce(&mut Workspace, Self $(, crate::foreign::by_value!($argument))*) -> ($(crate::foreign::of_each!($argument $float),)*) + use<>,
            ) {
                let pullback = |_: &mut Workspace, bar: Self $(, $argument: crate::foreign::by_value!($argument))*| {
                    let _ = ($($argument,)*);
                    ($(bar.component($k),)*)
                };
                (Self::new($($argument),*), pullback)
            }
            #[inline(always)]
            fn new_differentiable_along($($argument: $float,)* $($argument@dot: Option<$float>),*) -> (Self, Self) {
                (Self::new($($argument),*), Self::new($($argument@dot.unwrap_or(0.0)),*))
            }
        }
    )*} };
}

new! {
    Vec2 f32 New2 [a 0, b 1]
    Vec3 f32 New3 [a 0, b 1, c 2]
    Vec3A f32 New3 [a 0, b 1, c 2]
    Vec4 f32 New4 [a 0, b 1, c 2, d 3]
    DVec2 f64 New2 [a 0, b 1]
    DVec3 f64 New3 [a 0, b 1, c 2]
    DVec4 f64 New4 [a 0, b 1, c 2, d 3]
}
