//! num-complex's complex numbers.
//!
//! A complex number is its two real ones, and its own cotangent: with `z_bar = a + ib`, a real result moves by `a dx + b dy` where
//! `z` moves by `dx + i dy`. That is the inner product of the plane, `Re(z_bar* · dz)`. So what flows through a function that has a
//! complex derivative is `z_bar = y_bar · f'(z)*`, with the conjugate; of the square of an absolute value it is `2 z`.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use crate::cotangent::{Cotangent, component};
use crate::differentiable::Differentiable;
use crate::element::Element;
use crate::folds::{AddsUp, Fold, Folded, Products};
use crate::foreign::{operators, paths, rows, sums};
use crate::operators::{ByReference, ByValue, NegAdjoint, PlainAssign, quotient_slope};
use crate::scalar::{Scalar, over, portion, times};
use crate::unassigned::Unassigned;
use crate::workspace::Workspace;
use num_complex::Complex;

/// What flows through a function with the complex derivative `slope`; zeros of the cotangent contribute nothing.
#[inline(always)]
fn through<A: Scalar>(seed: Complex<A>, slope: Complex<A>) -> Complex<A> {
    Complex::new(
        times(seed.re, slope.re) + times(seed.im, slope.im),
        times(seed.im, slope.re) - times(seed.re, slope.im),
    )
}

/// What flows to a real number by which the result moves along `slope`.
#[inline(always)]
fn along<A: Scalar>(seed: Complex<A>, slope: Complex<A>) -> A {
    times(seed.re, slope.re) + times(seed.im, slope.im)
}

/// The derivative of `y = z^p` by `p`: `y ln z`, and zero at the origin, where the power is zero for every positive exponent.
#[inline(always)]
fn slope_of_exponent<A: Scalar>(z: Complex<A>, y: Complex<A>) -> Complex<A> {
    if z.re.is_zero() && z.im.is_zero() {
        Complex::new(A::ZERO, A::ZERO)
    } else {
        y * z.ln()
    }
}

/// ```
/// use ad_runtime::Differentiable;
/// use num_complex::Complex;
///
/// let mut z = Complex::new(1.0, 2.0);
/// z.add_scaled(2.0, &Complex::new(0.0, 0.5));
/// assert_eq!(z, Complex::new(1.0, 3.0));
/// ```
impl<A: Scalar> Differentiable for Complex<A> {
    type Cotangent = Self;
    type Shape = ();
    fn coarseness(&self) -> f64 {
        self.re.coarseness()
    }
    #[inline(always)]
    fn cotangent_shape(&self) {}
    #[inline(always)]
    fn zero_of((): &()) -> Self {
        Complex::new(A::ZERO, A::ZERO)
    }
    #[inline]
    fn add_scaled(&mut self, alpha: f64, cotangent: &Self) {
        self.re.add_scaled(alpha, &cotangent.re);
        self.im.add_scaled(alpha, &cotangent.im);
    }
    fn flatten_into(&self, out: &mut Vec<f64>) {
        Cotangent::flatten_into(self, out);
    }
    fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
        Cotangent::unflatten_from(self, flat);
    }
}

impl<A: Scalar> Element for Complex<A> {
    #[inline(always)]
    fn zero_bar() -> Self {
        Complex::new(A::ZERO, A::ZERO)
    }
}

impl<A: Scalar> Cotangent for Complex<A> {
    #[inline(always)]
    fn accumulate(&mut self, other: &Self) {
        self.re += other.re;
        self.im += other.im;
    }
    #[inline]
    fn scale(&mut self, alpha: f64) {
        self.re = times(self.re, A::nearest(alpha));
        self.im = times(self.im, A::nearest(alpha));
    }
    #[inline(always)]
    fn zero_like(&self) -> Self {
        Self::zero_of(&())
    }
    fn flatten_into(&self, out: &mut Vec<f64>) {
        out.extend([self.re.widened(), self.im.widened()]);
    }
    #[inline(always)]
    fn all_finite(&self) -> bool {
        self.re.is_finite() && self.im.is_finite()
    }
    fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
        self.re = A::nearest(component(flat));
        self.im = A::nearest(component(flat));
    }
}

impl<A: Unassigned> Unassigned for Complex<A> {
    #[inline(always)]
    fn unassigned() -> Self {
        Complex::new(A::unassigned(), A::unassigned())
    }
}

impl<A: Scalar> PlainAssign for Complex<A> {}

impl<A: Scalar> AddsUp for Complex<A> {}

/// A product of the items: each has the product of those before it and of those after.
macro_rules! product {
    ($($float:ident $form:ident)*) => {$(
        impl Folded<Products, $form, Complex<$float>> for Complex<$float> {
            fn folded_forward(
                items: Vec<Complex<$float>>,
                _: &mut Workspace,
            ) -> (
                Complex<$float>,
                impl FnOnce(&mut Workspace, Complex<$float>) -> Vec<Complex<$float>> + use<>,
            ) {
                let value = <Complex<$float> as Fold<Products, $form, Complex<$float>>>::fold(items.clone());
                let pullback = move |_: &mut Workspace, seed| {
                    let mut before = Complex::new(1.0, 0.0);
                    let mut others = vec![before; items.len()];
                    for (other, item) in others.iter_mut().zip(&items) {
                        *other = before;
                        before *= item;
                    }
                    let mut after = Complex::new(1.0, 0.0);
                    for (other, item) in others.iter_mut().zip(&items).rev() {
                        *other = through(seed, *other * after);
                        after *= item;
                    }
                    others
                };
                (value, pullback)
            }
        }
    )*};
}

product!(f32 ByValue f32 ByReference f64 ByValue f64 ByReference);

sums! {
    add AddAdjoint[A: Scalar] Complex<A>, Complex<A> => Complex<A>;
        left |seed| { *seed }
        right |seed| { *seed }
        tangent |l_dot| { *l_dot } |r_dot| { *r_dot }

    sub SubAdjoint[A: Scalar] Complex<A>, Complex<A> => Complex<A>;
        left |seed| { *seed }
        right |seed| { -*seed }
        tangent |l_dot| { *l_dot } |r_dot| { -*r_dot }

    add AddAdjoint[A: Scalar] Complex<A>, A => Complex<A>;
        left |seed| { *seed }
        right |seed| { seed.re }
        tangent |l_dot| { *l_dot } |r_dot| { Complex::new(*r_dot, A::ZERO) }

    sub SubAdjoint[A: Scalar] Complex<A>, A => Complex<A>;
        left |seed| { *seed }
        right |seed| { -seed.re }
        tangent |l_dot| { *l_dot } |r_dot| { Complex::new(-*r_dot, A::ZERO) }
}

impl<A: Scalar, F> NegAdjoint<F> for Complex<A> {
    type Kept = ();
    #[inline(always)]
    fn neg_keep(_: &Self) {}
    type Seed = Self;
    #[inline(always)]
    fn neg((): &(), seed: &Self, _: &mut Workspace) -> Self {
        -*seed
    }
    #[inline(always)]
    fn neg_tangent(_: &Self, dot: &Self) -> Self {
        -*dot
    }
}

operators! {
    impl MulAdjoint[A: Scalar] Complex<A>, Complex<A> => Self;
        mul_left |_, r, seed, _| { through(*seed, *r) }
        mul_right |l, _, seed, _| { through(*seed, *l) }
        tangent mul_tangent |l, r| |l_dot| { through(*l_dot, r.conj()) } |r_dot| { through(*r_dot, l.conj()) }

    impl MulAdjoint[A: Scalar] Complex<A>, A => Self;
        mul_left |_, r, seed, _| { Complex::new(times(seed.re, *r), times(seed.im, *r)) }
        mul_right |l, _, seed, _| { times(seed.re, l.re) + times(seed.im, l.im) }
        tangent mul_tangent |l, r|
            |l_dot| { Complex::new(times(l_dot.re, *r), times(l_dot.im, *r)) }
            |r_dot| { Complex::new(times(*r_dot, l.re), times(*r_dot, l.im)) }

    impl DivAdjoint[A: Scalar] Complex<A>, Complex<A> => Self;
        div_left |_, r, seed, _| { through(*seed, r.inv()) }
        div_right |l, r, seed, _| { through(*seed, -(*l / *r) / *r) }
        tangent div_tangent |l, r|
            |l_dot| { through(*l_dot, r.inv().conj()) }
            |r_dot| { through(*r_dot, (-(*l / *r) / *r).conj()) }

    impl DivAdjoint[A: Scalar] Complex<A>, A => Self;
        div_left |_, r, seed, _| { Complex::new(over(seed.re, *r), over(seed.im, *r)) }
        div_right |l, r, seed, _| { times(seed.re, quotient_slope(l.re, *r)) + times(seed.im, quotient_slope(l.im, *r)) }
        tangent div_tangent |l, r|
            |l_dot| { Complex::new(over(l_dot.re, *r), over(l_dot.im, *r)) }
            |r_dot| { Complex::new(times(*r_dot, quotient_slope(l.re, *r)), times(*r_dot, quotient_slope(l.im, *r))) }
}

macro_rules! numbers {
    ($($float:ident)*) => {$(
        sums! {
            add AddAdjoint[] $float, Complex<$float> => Complex<$float>;
                left |seed| { seed.re }
                right |seed| { *seed }
                tangent |l_dot| { Complex::new(*l_dot, 0.0) } |r_dot| { *r_dot }

            sub SubAdjoint[] $float, Complex<$float> => Complex<$float>;
                left |seed| { seed.re }
                right |seed| { -*seed }
                tangent |l_dot| { Complex::new(*l_dot, 0.0) } |r_dot| { -*r_dot }
        }

        operators! {
            impl MulAdjoint[] $float, Complex<$float> => Complex<$float>;
                mul_left |_, r, seed, _| { times(seed.re, r.re) + times(seed.im, r.im) }
                mul_right |l, _, seed, _| { Complex::new(times(seed.re, *l), times(seed.im, *l)) }
                tangent mul_tangent |l, r|
                    |l_dot| { Complex::new(times(*l_dot, r.re), times(*l_dot, r.im)) }
                    |r_dot| { Complex::new(times(r_dot.re, *l), times(r_dot.im, *l)) }

            impl DivAdjoint[] $float, Complex<$float> => Complex<$float>;
                div_left |_, r, seed, _| { through(*seed, r.inv()).re }
                div_right |l, r, seed, _| { through(*seed, -(*l / *r) / *r) }
                tangent div_tangent |l, r|
                    |l_dot| { let inverse = r.inv(); Complex::new(times(*l_dot, inverse.re), times(*l_dot, inverse.im)) }
                    |r_dot| { through(*r_dot, (-(*l / *r) / *r).conj()) }
        }
    )*};
}

numbers!(f32 f64);

paths! {
    /// The twin of `new`.
    NewComplex[A: Scalar][A] for [] Complex<A>;

    fn new(re: by A, im: by A);
        value { (Complex::new(re, im), ()) }
        adjoint |(), bar, _, _| { (bar.re, bar.im) }
        tangent: linear;
}

/// The functions that have a complex derivative: `y_bar · slope*` flows back.
macro_rules! analytic {
    ($($name:ident |$z:ident, $y:ident| $slope:expr;)*) => {
        rows! {
            /// The functions that have a complex derivative as methods, `z.exp()`, where the compiler knows `z` to be no float.
            ///
            /// ```
            /// use ad_runtime::methods::*;
            /// use num_complex::Complex;
            ///
            /// let mut ws = ad_runtime::Workspace::new();
            /// let (z, mut z_bar) = (Complex::new(0.0, 0.0), Complex::new(0.0, 0.0));
            /// let (y, kept) = z.exp_differentiable_push(&mut ws);
            /// z.exp_differentiable_pull(kept, &mut ws, Complex::new(2.0, 3.0), Some(&mut z_bar));
            /// assert_eq!((y.re, z_bar), (1.0, Complex::new(2.0, 3.0)));
            /// ```
            AnalyticMethods[][] for [A: Scalar] Complex<A>;
            $(
                #[doc = concat!("The slope is `", stringify!($slope), "`.")]
                fn $name(move x) -> Self, keeps Self;
                    value { let y = Complex::$name(*x); (y, y) }
                    adjoint |$y, seed, Some(x_bar)| { let $z = *x; x_bar.accumulate(&through(seed, $slope)); }
                    tangent |x_dot| { let ($z, $y) = (*x, Complex::$name(*x)); through(*x_dot, ($slope).conj()) }
            )*
        }

        paths! {
            /// The same functions, called by their path, `Complex::exp(z)`; and `from_polar`.
            ///
            /// ```
            /// use ad_runtime::methods::*;
            /// use num_complex::Complex;
            ///
            /// let mut ws = ad_runtime::Workspace::new();
            /// let (y, pullback) = Complex::exp_differentiable(Complex::new(0.0, 0.0), &mut ws);
            /// assert_eq!((y.re, pullback(&mut ws, Complex::new(2.0, 3.0), ()).0), (1.0, Complex::new(2.0, 3.0)));
            /// ```
            ComplexFunctions[A: Scalar][A] for [] Complex<A>;
            $(
                #[doc = concat!("The slope is `", stringify!($slope), "`.")]
                fn $name(z: by Complex<A>), keeps (Self, Self);
                    value { let y = z.$name(); (y, (z, y)) }
                    adjoint |($z, $y), seed, _| { (through(seed, $slope),) }
                    tangent |z_dot| { let ($z, $y) = (z, z.$name()); through(z_dot, ($slope).conj()) }
            )*

            fn from_polar(r: by A, theta: by A), keeps (A, Self);
                value { let y = Self::from_polar(r, theta); (y, (theta, y)) }
                adjoint |(theta, y), seed, _, _| {
                    let (sin, cos) = theta.sin_cos();
                    (times(seed.re, cos) + times(seed.im, sin), times(seed.im, y.re) - times(seed.re, y.im))
                }
                tangent |r_dot, theta_dot| {
                    let (sin, cos) = theta.sin_cos();
                    let turn = times(theta_dot, r);
                    Complex::new(times(r_dot, cos) - times(turn, sin), times(r_dot, sin) + times(turn, cos))
                }
        }
    };
}

analytic! {
    exp |z, y| y;
    ln |z, y| z.inv();
    sqrt |z, y| y.inv() * A::HALF;
    sin |z, y| z.cos();
    cos |z, y| -z.sin();
    tan |z, y| y * y + A::ONE;
    asin |z, y| (-z * z + A::ONE).sqrt().inv();
    acos |z, y| -(-z * z + A::ONE).sqrt().inv();
    atan |z, y| (z * z + A::ONE).inv();
    sinh |z, y| z.cosh();
    cosh |z, y| z.sinh();
    tanh |z, y| -y * y + A::ONE;
    asinh |z, y| (z * z + A::ONE).sqrt().inv();
    acosh |z, y| ((z + A::ONE).sqrt() * (z - A::ONE).sqrt()).inv();
    atanh |z, y| (-z * z + A::ONE).inv();
}

rows! {
    /// The rows of the methods of complex numbers; see [`methods`](crate::methods).
    ///
    /// ```
    /// use ad_runtime::methods::*;
    /// use num_complex::Complex;
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let (z, mut z_bar) = (Complex::new(3.0, 4.0), Complex::new(0.0, 0.0));
    /// let (norm, kept) = z.norm_differentiable_push(&mut ws);
    /// z.norm_differentiable_pull(kept, &mut ws, 10.0, Some(&mut z_bar));
    /// assert_eq!((norm, z_bar), (5.0, Complex::new(6.0, 8.0)));
    /// ```
    ComplexMethods[A: Scalar][A] for [] Complex<A>;

    /// `z_bar += y_bar · z / |z|`; nothing at the origin.
    fn norm(move x) -> A, keeps A;
        value { let norm = x.norm(); (norm, norm) }
        adjoint |norm, seed, x_bar| {
            if let Some(x_bar) = x_bar && norm != A::ZERO {
                x_bar.re += times(seed, x.re / norm);
                x_bar.im += times(seed, x.im / norm);
            }
        }
        tangent |x_dot| { let norm = x.norm(); if norm == A::ZERO { norm } else { along(*x_dot, *x / norm) } }

    /// `z_bar += 2 · y_bar · z`.
    fn norm_sqr(ref x) -> A;
        adjoint |(), seed, Some(x_bar)| { x_bar.re += times(seed, x.re + x.re); x_bar.im += times(seed, x.im + x.im); }
        tangent |x_dot| { along(*x_dot, *x + *x) }

    /// `z_bar += y_bar · iz / |z|²`.
    fn arg(move x) -> A;
        adjoint |(), seed, Some(x_bar)| {
            x_bar.re += over(times(seed, -x.im), x.norm_sqr());
            x_bar.im += over(times(seed, x.re), x.norm_sqr());
        }
        tangent |x_dot| { over(along(*x_dot, Complex::new(-x.im, x.re)), x.norm_sqr()) }

    /// `z_bar += y_bar*`.
    fn conj(ref x) -> Self;
        adjoint |(), seed, Some(x_bar)| { x_bar.accumulate(&seed.conj()); }
        tangent: linear;

    /// `z_bar -= y_bar · (1/z²)*`.
    fn inv(ref x) -> Self, keeps Self;
        value { let inverse = x.inv(); (inverse, inverse) }
        adjoint |y, seed, Some(x_bar)| { x_bar.accumulate(&through(seed, -y * y)); }
        tangent |x_dot| { let y = x.inv(); through(*x_dot, (-y * y).conj()) }

    /// `z_bar += y_bar · (n zⁿ⁻¹)*`.
    fn powi(ref x, n: at i32) -> Self, keeps i32;
        value { (x.powi(n), n) }
        adjoint |n, seed, x_bar, ()| {
            if let Some(x_bar) = x_bar
                && n != 0
            {
                let slope = x.powi(n - 1) * A::from(n).expect("a float holds an exponent");
                x_bar.accumulate(&through(seed, slope));
            }
        }
        tangent: jacobian;

    /// `z_bar += y_bar · (p zᵖ⁻¹)*` and `p_bar = Re(y_bar* · zᵖ ln z)`.
    fn powf(move x, p: by A) -> Self, keeps (A, Self), gives (A,);
        value { let y = x.powf(p); (y, (p, y)) }
        adjoint |(p, y), seed, x_bar, ()| {
            if let Some(x_bar) = x_bar
                && !p.is_zero()
            {
                x_bar.accumulate(&through(seed, x.powf(p - A::ONE) * p));
            }
            (along(seed, slope_of_exponent(*x, y)),)
        }
        tangent: jacobian;

    /// `z_bar += y_bar · (c zᶜ⁻¹)*` and `c_bar = y_bar · (zᶜ ln z)*`.
    fn powc(move x, c: by Complex<A>) -> Self, keeps (Self, Self), gives (Self,);
        value { let y = x.powc(c); (y, (c, y)) }
        adjoint |(c, y), seed, x_bar, ()| {
            if let Some(x_bar) = x_bar {
                x_bar.accumulate(&through(seed, x.powc(c - A::ONE) * c));
            }
            (through(seed, slope_of_exponent(*x, y)),)
        }
        tangent: jacobian;

    /// `z_bar += y_bar · k` and `k_bar = Re(y_bar* · z)`.
    fn scale(ref x, k: by A) -> Self, keeps A, gives (A,);
        value { (x.scale(k), k) }
        adjoint |k, seed, x_bar, ()| {
            if let Some(x_bar) = x_bar {
                x_bar.accumulate(&Complex::new(times(seed.re, k), times(seed.im, k)));
            }
            (along(seed, *x),)
        }
        tangent: bilinear;

    /// `z_bar += y_bar / k` and `k_bar = -Re(y_bar* · z) / k²`.
    fn unscale(ref x, k: by A) -> Self, keeps A, gives (A,);
        value { (x.unscale(k), k) }
        adjoint |k, seed, x_bar, ()| {
            if let Some(x_bar) = x_bar {
                x_bar.accumulate(&Complex::new(over(seed.re, k), over(seed.im, k)));
            }
            let slope = Complex::new(quotient_slope(x.re, k), quotient_slope(x.im, k));
            (along(seed, slope),)
        }
        tangent: jacobian;

    /// A part that is zero has no slope.
    fn l1_norm(ref x) -> A;
        value { (x.re.abs() + x.im.abs(), ()) }
        adjoint |(), seed, Some(x_bar)| {
            let sign = |part: A| if part.is_zero() { A::ZERO } else { part.signum() };
            x_bar.accumulate(&Complex::new(portion(seed, sign(x.re)), portion(seed, sign(x.im))));
        }
        tangent: jacobian;

    /// `z.to_polar()`: the absolute value and the argument.
    /// Those of `norm` and `arg`; zeros at the origin.
    fn to_polar(move x) -> (A, A);
        adjoint |(), seed, x_bar| {
            let (of_norm, of_arg) = seed;
            let norm = x.norm();
            if let Some(x_bar) = x_bar
                && !norm.is_zero()
            {
                let (cos, sin) = (x.re / norm, x.im / norm);
                let turn = over(of_arg, norm);
                x_bar.accumulate(&Complex::new(
                    times(of_norm, cos) - times(turn, sin),
                    times(of_norm, sin) + times(turn, cos),
                ));
            }
        }
        tangent: jacobian;
}
