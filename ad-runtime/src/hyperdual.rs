//! hyperdual's dual numbers: a number and its slopes along some directions.
//!
//! A dual number is its parts, and its own cotangent. A function `f` makes of the parts `r` and `d` the parts `f(r)` and `f'(r) d`. So
//! what flows back through it is `r_bar = f'(r) · y_bar + f''(r) · (d · d_bar)`, where `d_bar` is what flows to the slopes of the result,
//! and `f'(r) · d_bar` to those of the argument: a dual number that is differentiated again gives second derivatives.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use crate::cotangent::{Cotangent, component};
use crate::differentiable::Differentiable;
use crate::element::Element;
use crate::foreign::{FromValue, rows};
use crate::found::{At, ByMove, at};
use crate::operators::{AddAdjoint, DivAdjoint, MulAdjoint, NegAdjoint, PlainAssign, SubAdjoint, quotient_slope};
use crate::scalar::{over, times};
use crate::unassigned::Unassigned;
use crate::workspace::Workspace;
use hyperdual::{Float, Hyperdual};
use nalgebra::SVector;
use std::array::from_fn;

/// An argument again, and the buffer for its cotangent.
pub(crate) type Slot<'a, T> = (&'a T, Option<&'a mut T>);

/// The dual number of these parts.
#[inline(always)]
pub(crate) fn of<const N: usize>(part: impl FnMut(usize) -> f64) -> Hyperdual<f64, N> {
    Hyperdual::from_slice(&from_fn::<f64, N, _>(part))
}

/// `f` over the parts, summed up.
#[inline(always)]
fn summed<const N: usize>(first: usize, f: impl FnMut(usize) -> f64) -> f64 {
    (first..N).map(f).sum()
}

/// What flows through a function of one number with these first and second derivatives at its real part.
#[inline(always)]
pub(crate) fn through<const N: usize>(
    x: &Hyperdual<f64, N>,
    seed: &Hyperdual<f64, N>,
    slope: f64,
    bend: f64,
) -> Hyperdual<f64, N> {
    let along = summed::<N>(1, |i| times(seed[i], x[i]));
    of(|i| times(seed[i], slope) + if i == 0 { times(along, bend) } else { 0.0 })
}

/// What flows through a function of two numbers to the first of them: by its slope, its second derivative by the first, and that by
/// both.
#[inline(always)]
fn through_first<const N: usize>(
    (x, other): (&Hyperdual<f64, N>, &Hyperdual<f64, N>),
    seed: &Hyperdual<f64, N>,
    slope: f64,
    (bend, mixed): (f64, f64),
) -> Hyperdual<f64, N> {
    let (along_x, along_other) = (
        summed::<N>(1, |i| times(seed[i], x[i])),
        summed::<N>(1, |i| times(seed[i], other[i])),
    );
    let of_real = times(along_x, bend) + times(along_other, mixed);
    of(|i| times(seed[i], slope) + if i == 0 { of_real } else { 0.0 })
}

/// ```
/// use ad_runtime::Differentiable;
/// use hyperdual::Hyperdual;
///
/// let mut x = Hyperdual::<f64, 2>::from_slice(&[1.0, 2.0]);
/// x.add_scaled(2.0, &Hyperdual::<f64, 2>::from_slice(&[0.0, 0.5]));
/// assert_eq!(x, Hyperdual::<f64, 2>::from_slice(&[1.0, 3.0]));
/// ```
impl<const N: usize> Differentiable for Hyperdual<f64, N> {
    type Cotangent = Self;
    type Shape = ();
    fn coarseness(&self) -> f64 {
        self.real().coarseness()
    }
    #[inline(always)]
    fn cotangent_shape(&self) {}
    #[inline(always)]
    fn zero_of((): &()) -> Self {
        of(|_| 0.0)
    }
    #[inline]
    fn add_scaled(&mut self, alpha: f64, cotangent: &Self) {
        for (part, bar) in self.iter_mut().zip(cotangent.iter()) {
            part.add_scaled(alpha, bar);
        }
    }
    fn flatten_into(&self, out: &mut Vec<f64>) {
        Cotangent::flatten_into(self, out);
    }
    fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
        Cotangent::unflatten_from(self, flat);
    }
}

impl<const N: usize> Element for Hyperdual<f64, N> {
    #[inline(always)]
    fn zero_bar() -> Self {
        of(|_| 0.0)
    }
}

impl<const N: usize> Cotangent for Hyperdual<f64, N> {
    #[inline(always)]
    fn accumulate(&mut self, other: &Self) {
        for (part, other) in self.iter_mut().zip(other.iter()) {
            *part += other;
        }
    }
    #[inline]
    fn scale(&mut self, alpha: f64) {
        for part in self.iter_mut() {
            *part = times(*part, alpha);
        }
    }
    #[inline(always)]
    fn zero_like(&self) -> Self {
        Self::zero_of(&())
    }
    fn flatten_into(&self, out: &mut Vec<f64>) {
        out.extend(self.iter());
    }
    fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
        for part in self.iter_mut() {
            *part = component(flat);
        }
    }
}

impl<const N: usize> Unassigned for Hyperdual<f64, N> {
    #[inline(always)]
    fn unassigned() -> Self {
        of(|_| 0.0)
    }
}

impl<const N: usize> PlainAssign for Hyperdual<f64, N> {}

macro_rules! sums {
    ($($Right:ty, |$seed:ident| $right:expr;)*) => {$(
        impl<const N: usize, F> AddAdjoint<$Right, F> for Hyperdual<f64, N> {
            type Left = ();
            type Right = ();
            #[inline(always)]
            fn add_keep(_: &Self, _: &$Right) -> ((), ()) {
                ((), ())
            }
            type Seed = Self;
            #[inline(always)]
            fn add_left((): &(), (): &(), seed: &Self, _: &mut Workspace) -> Self {
                *seed
            }
            #[inline(always)]
            fn add_right((): &(), (): &(), $seed: &Self, _: &mut Workspace) -> $Right {
                $right
            }
        }

        impl<const N: usize, F> SubAdjoint<$Right, F> for Hyperdual<f64, N> {
            type Left = ();
            type Right = ();
            #[inline(always)]
            fn sub_keep(_: &Self, _: &$Right) -> ((), ()) {
                ((), ())
            }
            type Seed = Self;
            #[inline(always)]
            fn sub_left((): &(), (): &(), seed: &Self, _: &mut Workspace) -> Self {
                *seed
            }
            #[inline(always)]
            fn sub_right((): &(), (): &(), $seed: &Self, _: &mut Workspace) -> $Right {
                -$right
            }
        }
    )*};
}

sums! {
    Hyperdual<f64, N>, |seed| *seed;
    f64, |seed| seed.real();
}

impl<const N: usize, F> NegAdjoint<F> for Hyperdual<f64, N> {
    type Kept = ();
    #[inline(always)]
    fn neg_keep(_: &Self) {}
    type Seed = Self;
    #[inline(always)]
    fn neg((): &(), seed: &Self, _: &mut Workspace) -> Self {
        -*seed
    }
}

/// Original: `y = l · r`, of slopes `r l' + l r'`.\
/// Adjoint: `l_bar = r · y_bar`, and what flows along the slopes of `r` to the real part; `r_bar` likewise.
impl<const N: usize, F> MulAdjoint<Hyperdual<f64, N>, F> for Hyperdual<f64, N> {
    type Seed = Self;
    #[inline]
    fn mul_left(l: &Self, r: &Self, seed: &Self, _: &mut Workspace) -> Self {
        through_first((l, r), seed, r.real(), (0.0, 1.0))
    }
    #[inline]
    fn mul_right(l: &Self, r: &Self, seed: &Self, _: &mut Workspace) -> Self {
        through_first((r, l), seed, l.real(), (0.0, 1.0))
    }
}

impl<const N: usize, F> MulAdjoint<f64, F> for Hyperdual<f64, N> {
    type Seed = Self;
    #[inline]
    fn mul_left(_: &Self, r: &f64, seed: &Self, _: &mut Workspace) -> Self {
        of(|i| times(seed[i], *r))
    }
    #[inline]
    fn mul_right(l: &Self, _: &f64, seed: &Self, _: &mut Workspace) -> f64 {
        summed::<N>(0, |i| times(seed[i], l[i]))
    }
}

/// Original: `y = l / r`.\
/// Adjoint: by the slopes `1 / r` and `-l / r²`, and the second derivatives `0`, `-1 / r²` and `2 l / r³`.
impl<const N: usize, F> DivAdjoint<Hyperdual<f64, N>, F> for Hyperdual<f64, N> {
    type Seed = Self;
    #[inline]
    fn div_left(l: &Self, r: &Self, seed: &Self, _: &mut Workspace) -> Self {
        let slope = r.real().recip();
        through_first((l, r), seed, slope, (0.0, quotient_slope(1.0, r.real())))
    }
    #[inline]
    fn div_right(l: &Self, r: &Self, seed: &Self, _: &mut Workspace) -> Self {
        let slope = quotient_slope(l.real(), r.real());
        let bends = (-2.0 * slope / r.real(), quotient_slope(1.0, r.real()));
        through_first((r, l), seed, slope, bends)
    }
}

impl<const N: usize, F> DivAdjoint<f64, F> for Hyperdual<f64, N> {
    type Seed = Self;
    #[inline]
    fn div_left(_: &Self, r: &f64, seed: &Self, _: &mut Workspace) -> Self {
        of(|i| over(seed[i], *r))
    }
    #[inline]
    fn div_right(l: &Self, r: &f64, seed: &Self, _: &mut Workspace) -> f64 {
        summed::<N>(0, |i| times(seed[i], quotient_slope(l[i], *r)))
    }
}

impl<const N: usize> FromValue<f64> for Hyperdual<f64, N> {
    #[inline]
    fn from_differentiable(
        value: f64,
        _: &mut Workspace,
    ) -> (Self, impl FnOnce(&mut Workspace, Self, ()) -> (f64,) + use<N>) {
        (Self::from(value), |_: &mut Workspace, seed: Self, ()| (seed.real(),))
    }
}

/// The twins of the constructors `OHyperdual::from_real` and `OHyperdual::from_slice`.
///
/// ```
/// use ad_runtime::methods::*;
/// use hyperdual::Hyperdual;
///
/// let mut ws = ad_runtime::Workspace::new();
/// let (y, pullback) = Hyperdual::<f64, 2>::from_real_differentiable(1.5, &mut ws);
/// assert_eq!((y.real(), pullback(&mut ws, Hyperdual::<f64, 2>::from_slice(&[2.0, 3.0]), ())), (1.5, (2.0,)));
/// ```
pub trait DualConstructors: Differentiable<Cotangent = Self> + Sized {
    /// `OHyperdual::from_real(real)`.
    fn from_real_differentiable(
        real: f64,
        ws: &mut Workspace,
    ) -> (Self, impl FnOnce(&mut Workspace, Self, ()) -> (f64,) + use<Self>);
    /// `OHyperdual::from_slice(&parts)`.
    fn from_slice_differentiable(
        parts: &[f64],
        ws: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, (&[f64], Option<&mut [f64]>)) -> ((),) + use<Self>,
    );
}

impl<const N: usize> DualConstructors for Hyperdual<f64, N> {
    #[inline]
    fn from_real_differentiable(
        real: f64,
        _: &mut Workspace,
    ) -> (Self, impl FnOnce(&mut Workspace, Self, ()) -> (f64,) + use<N>) {
        (
            Self::from_real(real),
            |_: &mut Workspace, seed: Self, ()| (seed.real(),),
        )
    }
    #[inline]
    fn from_slice_differentiable(
        parts: &[f64],
        _: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, (&[f64], Option<&mut [f64]>)) -> ((),) + use<N>,
    ) {
        let pullback = |_: &mut Workspace, seed: Self, (_, bar): (&[f64], Option<&mut [f64]>)| {
            for (bar, seed) in bar.into_iter().flatten().zip(seed.iter()) {
                *bar += seed;
            }
            ((),)
        };
        (Self::from_slice(parts), pullback)
    }
}

/// The functions of one number, with the names of what belongs to each, and their first and second derivatives. Not `cbrt`: the slopes
/// that hyperdual 1.5 gives to that are not its derivative.
macro_rules! smooth {
    ($form:ident) => {
        $form! {
            sqrt sqrt_marked_differentiable sqrt_differentiable_push sqrt_differentiable_pull |r, y| 0.5 / y, -0.25 / (y * r);
            recip recip_marked_differentiable recip_differentiable_push recip_differentiable_pull |r, y| -y * y, 2.0 * y * y * y;
            exp exp_marked_differentiable exp_differentiable_push exp_differentiable_pull |r, y| y, y;
            ln ln_marked_differentiable ln_differentiable_push ln_differentiable_pull |r, y| 1.0 / r, -1.0 / (r * r);
            sin sin_marked_differentiable sin_differentiable_push sin_differentiable_pull |r, y| r.cos(), -y;
            cos cos_marked_differentiable cos_differentiable_push cos_differentiable_pull |r, y| -r.sin(), -y;
            tan tan_marked_differentiable tan_differentiable_push tan_differentiable_pull |r, y| 1.0 + y * y, 2.0 * y * (1.0 + y * y);
            asin asin_marked_differentiable asin_differentiable_push asin_differentiable_pull |r, y| (1.0 - r * r).sqrt().recip(), r / ((1.0 - r * r) * (1.0 - r * r).sqrt());
            acos acos_marked_differentiable acos_differentiable_push acos_differentiable_pull |r, y| -(1.0 - r * r).sqrt().recip(), -r / ((1.0 - r * r) * (1.0 - r * r).sqrt());
            atan atan_marked_differentiable atan_differentiable_push atan_differentiable_pull |r, y| 1.0 / (1.0 + r * r), -2.0 * r / ((1.0 + r * r) * (1.0 + r * r));
            sinh sinh_marked_differentiable sinh_differentiable_push sinh_differentiable_pull |r, y| r.cosh(), y;
            cosh cosh_marked_differentiable cosh_differentiable_push cosh_differentiable_pull |r, y| r.sinh(), y;
            tanh tanh_marked_differentiable tanh_differentiable_push tanh_differentiable_pull |r, y| 1.0 - y * y, -2.0 * y * (1.0 - y * y);
            asinh asinh_marked_differentiable asinh_differentiable_push asinh_differentiable_pull |r, y| (r * r + 1.0).sqrt().recip(), -r / ((r * r + 1.0) * (r * r + 1.0).sqrt());
            acosh acosh_marked_differentiable acosh_differentiable_push acosh_differentiable_pull |r, y| (r * r - 1.0).sqrt().recip(), -r / ((r * r - 1.0) * (r * r - 1.0).sqrt());
            atanh atanh_marked_differentiable atanh_differentiable_push atanh_differentiable_pull |r, y| 1.0 / (1.0 - r * r), 2.0 * r / ((1.0 - r * r) * (1.0 - r * r));
            abs abs_marked_differentiable abs_differentiable_push abs_differentiable_pull |r, y| if r == 0.0 { 0.0 } else { r.signum() }, 0.0;
            to_degrees to_degrees_marked_differentiable to_degrees_differentiable_push to_degrees_differentiable_pull |r, y| 1_f64.to_degrees(), 0.0;
            to_radians to_radians_marked_differentiable to_radians_differentiable_push to_radians_differentiable_pull |r, y| 1_f64.to_radians(), 0.0;
        }
    };
}

macro_rules! by_method {
    ($($name:ident $at:ident $push:ident $pull:ident |$r:ident, $y:ident| $slope:expr, $bend:expr;)*) => {
        /// The rows of the functions of one dual number.
        ///
        /// ```
        /// use ad_runtime::methods::*;
        /// use hyperdual::Hyperdual;
        ///
        /// let mut ws = ad_runtime::Workspace::new();
        /// let (x, mut x_bar) = (Hyperdual::<f64, 2>::from_slice(&[0.0, 2.0]), Hyperdual::<f64, 2>::from_slice(&[0.0, 0.0]));
        /// let (y, kept) = x.exp_differentiable_push(&mut ws);
        /// x.exp_differentiable_pull(kept, &mut ws, Hyperdual::<f64, 2>::from_slice(&[0.0, 3.0]), Some(&mut x_bar));
        /// assert_eq!((y, x_bar), (Hyperdual::<f64, 2>::from_slice(&[1.0, 2.0]), Hyperdual::<f64, 2>::from_slice(&[6.0, 3.0])));
        /// ```
        pub trait DualFunctions: Differentiable<Cotangent = Self> + Sized {$(
            /// Whose method this is.
            fn $at(&self) -> At<Self, ByMove> {
                at()
            }
            /// The function, and the real part of its value.
            fn $push(&self, ws: &mut Workspace) -> (Self, f64);
            /// The way back.
            fn $pull(&self, y: f64, ws: &mut Workspace, seed: Self, bar: Option<&mut Self>);
        )*}

        impl<const N: usize> DualFunctions for Hyperdual<f64, N> {$(
            #[inline]
            fn $push(&self, _: &mut Workspace) -> (Self, f64) {
                let y = Float::$name(*self);
                (y, y.real())
            }
            #[inline]
            #[allow(unused_variables)] // Not every slope has both.
            fn $pull(&self, $y: f64, _: &mut Workspace, seed: Self, bar: Option<&mut Self>) {
                let $r = self.real();
                if let Some(bar) = bar {
                    bar.accumulate(&through(self, &seed, $slope, $bend));
                }
            }
        )*}
    };
}

smooth!(by_method);

/// The functions of two numbers, with their first and second derivatives: by the first, by the second, by both.
macro_rules! of_two {
    ($($name:ident $at:ident $push:ident $pull:ident |$a:ident, $b:ident, $y:ident| $by_a:expr, $by_b:expr; $aa:expr, $bb:expr, $ab:expr;)*) => {
        /// The rows of the functions of two dual numbers.
        ///
        /// ```
        /// use ad_runtime::methods::*;
        /// use hyperdual::Hyperdual;
        ///
        /// let mut ws = ad_runtime::Workspace::new();
        /// let (x, y) = (Hyperdual::<f64, 2>::from_slice(&[3.0, 1.0]), Hyperdual::<f64, 2>::from_slice(&[4.0, 0.0]));
        /// let (length, kept) = x.hypot_differentiable_push(y, &mut ws);
        /// let (y_bar,) = x.hypot_differentiable_pull(kept, &mut ws, Hyperdual::<f64, 2>::from_slice(&[1.0, 0.0]), None, ());
        /// assert_eq!((length.real(), y_bar.real()), (5.0, 0.8));
        /// ```
        pub trait DualPairs: Differentiable<Cotangent = Self> + Sized {$(
            /// Whose method this is.
            fn $at(&self, _: Self) -> At<Self, ByMove> {
                at()
            }
            /// The function; what is kept is the argument and the real part of the value.
            fn $push(&self, other: Self, ws: &mut Workspace) -> (Self, (Self, f64));
            /// The way back.
            fn $pull(
                &self, kept: (Self, f64), ws: &mut Workspace, seed: Self, bar: Option<&mut Self>, of_other: ()
            ) -> (Self,);
        )*}

        impl<const N: usize> DualPairs for Hyperdual<f64, N> {$(
            #[inline]
            fn $push(&self, other: Self, _: &mut Workspace) -> (Self, (Self, f64)) {
                let y = Float::$name(*self, other);
                (y, (other, y.real()))
            }
            #[inline]
            #[allow(unused_variables)] // Not every slope has all of them.
            fn $pull(
                &self, (other, $y): (Self, f64), _: &mut Workspace, seed: Self, bar: Option<&mut Self>, (): ()
            ) -> (Self,) {
                let ($a, $b) = (self.real(), other.real());
                if let Some(bar) = bar {
                    bar.accumulate(&through_first((self, &other), &seed, $by_a, ($aa, $ab)));
                }
                (through_first((&other, self), &seed, $by_b, ($bb, $ab)),)
            }
        )*}
    };
}

of_two! {
    atan2 atan2_marked_differentiable atan2_differentiable_push atan2_differentiable_pull |a, b, y|
        b / (a * a + b * b), -a / (a * a + b * b);
        -2.0 * a * b / (a * a + b * b).powi(2), 2.0 * a * b / (a * a + b * b).powi(2), (a * a - b * b) / (a * a + b * b).powi(2);
    hypot hypot_marked_differentiable hypot_differentiable_push hypot_differentiable_pull |a, b, y|
        a / y, b / y;
        b * b / (y * y * y), a * a / (y * y * y), -a * b / (y * y * y);
    powf powf_marked_differentiable powf_differentiable_push powf_differentiable_pull |a, b, y|
        b * a.powf(b - 1.0), y * a.ln();
        b * (b - 1.0) * a.powf(b - 2.0), y * a.ln() * a.ln(), a.powf(b - 1.0) * (1.0 + b * a.ln());
}

rows! {
    /// The rows of the other methods of dual numbers.
    ///
    /// ```
    /// use ad_runtime::methods::*;
    /// use hyperdual::Hyperdual;
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let (x, mut x_bar) = (Hyperdual::<f64, 2>::from_slice(&[3.0, 1.0]), Hyperdual::<f64, 2>::from_slice(&[0.0, 0.0]));
    /// let (real, kept) = x.real_differentiable_push(&mut ws);
    /// x.real_differentiable_pull(kept, &mut ws, 2.0, Some(&mut x_bar));
    /// assert_eq!((real, x_bar), (3.0, Hyperdual::<f64, 2>::from_slice(&[2.0, 0.0])));
    /// ```
    DualMethods[][] for [const N: usize] Hyperdual<f64, N>;

    /// To the real part.
    fn real(ref x) -> f64;
        adjoint |(), seed, Some(x_bar)| { x_bar[0] += seed; }

    /// As through each of the two.
    fn sin_cos(move x) -> (Self, Self);
        value { (Float::sin_cos(*x), ()) }
        adjoint |(), seed, Some(x_bar)| {
            let (sin, cos) = x.real().sin_cos();
            x_bar.accumulate(&through(x, &seed.0, cos, -sin));
            x_bar.accumulate(&through(x, &seed.1, -sin, -cos));
        }

    /// By the slopes `n rⁿ⁻¹` and `n (n - 1) rⁿ⁻²`.
    fn powi(move x, n: at i32) -> Self, keeps i32;
        value { (Float::powi(*x, n), n) }
        adjoint |n, seed, Some(x_bar), ()| {
            let r = x.real();
            let factor = |k: i32, power: i32| if k == 0 { 0.0 } else { f64::from(k) * r.powi(power) };
            let (slope, bend) = (factor(n, n - 1), f64::from(n) * factor(n - 1, n - 2));
            x_bar.accumulate(&through(x, &seed, slope, bend));
        }
}

rows! {
    /// The rows of the methods of vectors of dual numbers.
    ///
    /// ```
    /// use ad_runtime::methods::*;
    /// use hyperdual::Hyperdual;
    /// use nalgebra::Vector1;
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let (v, mut v_bar) = (Vector1::new(Hyperdual::<f64, 2>::from_slice(&[3.0, 1.0])), Vector1::new(Hyperdual::<f64, 2>::from_slice(&[0.0, 0.0])));
    /// let (square, kept) = v.dot_differentiable_push(&v, &mut ws);
    /// v.dot_differentiable_pull(kept, &mut ws, Hyperdual::<f64, 2>::from_slice(&[1.0, 0.0]), Some(&mut v_bar), (&v, None));
    /// assert_eq!((square.real(), v_bar[0].real()), (9.0, 3.0));
    /// ```
    DualVectors[const N: usize][N] for [, const M: usize] SVector<Hyperdual<f64, N>, M>;

    /// As through each of the products.
    fn dot(ref x, w: lent Self) -> Hyperdual<f64, N>;
        adjoint |(), seed, x_bar, w_bar| {
            if let Some(x_bar) = x_bar {
                add_each(x_bar, |i| of_factor(&x[i], &w[i], &seed));
            }
            if let Some(w_bar) = w_bar {
                add_each(w_bar, |i| of_factor(&w[i], &x[i], &seed));
            }
        }
}

rows! {
    /// The rows of the methods of vectors of three dual numbers.
    ///
    /// ```
    /// use ad_runtime::methods::*;
    /// use hyperdual::Hyperdual;
    /// use nalgebra::Vector3;
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let of = |x, y, z| Vector3::new(Hyperdual::<f64, 2>::from(x), Hyperdual::from(y), Hyperdual::from(z));
    /// let (v, w, mut w_bar) = (of(1.0, 0.0, 0.0), of(0.0, 1.0, 0.0), of(0.0, 0.0, 0.0));
    /// let (y, ()) = v.cross_differentiable_push(&w, &mut ws);
    /// v.cross_differentiable_pull((), &mut ws, of(0.0, 0.0, 2.0), None, (&w, Some(&mut w_bar)));
    /// assert_eq!((y.z.real(), w_bar.y.real()), (1.0, 2.0));
    /// ```
    DualCross[][] for [const N: usize] nalgebra::Vector3<Hyperdual<f64, N>>;

    /// As through each of the six products.
    fn cross(ref x, w: lent Self) -> Self;
        adjoint |(), seed, x_bar, w_bar| {
            // The component `i` of the product is `v[j] w[k] - v[k] w[j]`.
            let to = |v: &Self, w: &Self, i: usize| {
                let (j, k) = ((i + 1) % 3, (i + 2) % 3);
                of_factor(&v[i], &w[j], &seed[k]) - of_factor(&v[i], &w[k], &seed[j])
            };
            if let Some(x_bar) = x_bar {
                add_each(x_bar, |i| to(x, w, i));
            }
            if let Some(w_bar) = w_bar {
                add_each(w_bar, |i| -to(w, x, i));
            }
        }
}

/// What flows to a factor of a product.
#[inline(always)]
fn of_factor<const N: usize>(
    factor: &Hyperdual<f64, N>,
    other: &Hyperdual<f64, N>,
    seed: &Hyperdual<f64, N>,
) -> Hyperdual<f64, N> {
    through_first((factor, other), seed, other.real(), (0.0, 1.0))
}

/// Adds to each component.
#[inline(always)]
pub(crate) fn add_each<const N: usize, const M: usize>(
    bar: &mut SVector<Hyperdual<f64, N>, M>,
    f: impl Fn(usize) -> Hyperdual<f64, N>,
) {
    for (i, bar) in bar.iter_mut().enumerate() {
        bar.accumulate(&f(i));
    }
}
