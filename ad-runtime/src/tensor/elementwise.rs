//! Functions of each element by itself.
//!
//! ```text
//! Original: y[k] = f(x[k])
//! Adjoint:  x_bar[k] += slope · y_bar[k]
//! Tangent:  y_dot[k] = slope · x_dot[k]
//! ```

use super::differentiable::add;
use super::kernel::{Kernel, choose, kernel};
use super::operators::{broadcast_with, in_place_of, mapped, summed_to, zipped};
use super::storage::{Tensor, TensorElement};
use crate::componentwise::AbsoluteValue;
use crate::found::ByRef;
use crate::scalar::{
    Scalar, clamp_high_share, clamp_low_share, clamp_share, max_share, min_share, portion, powi_slope, sign, weighted,
};

/// `f` of the elements of a cotangent, in its own memory where nothing shares it, and of what stands beside them.
pub(super) fn weighed<T: TensorElement>(
    seed: Tensor<T>,
    beside: &Tensor<T>,
    f: Kernel<'_, impl Fn(T, T) -> T + Sync + Send>,
) -> Tensor<T> {
    if seed.is_nothing() {
        return seed;
    }
    in_place_of(f.code.body, seed, beside, f)
}

/// The distribution function of the standard normal distribution.
fn normal_distribution<T: TensorElement>(x: T) -> T {
    T::HALF * (T::ONE + (x * T::nearest(std::f64::consts::FRAC_1_SQRT_2)).erf())
}

/// Its density.
fn normal_density<T: Scalar>(x: T) -> T {
    (-T::HALF * x * x).exp() * T::nearest(0.5 * std::f64::consts::FRAC_2_SQRT_PI / std::f64::consts::SQRT_2)
}

fn sigmoid<T: Scalar>(x: T) -> T {
    T::ONE / (T::ONE + (-x).exp())
}

/// The functions of one element, a row each: the name, what it computes, and its slope times a cotangent, in terms of the
/// operand or of the value.
macro_rules! functions {
    ($($name:ident $text:literal |$x:ident| $value:expr, $of:ident |$s:ident, $at:ident| $slope:expr;)*) => {
        impl<T: TensorElement> Tensor<T> {
            $(
                #[doc = concat!($text, " of each element.")]
                pub fn $name(&self) -> Self {
                    mapped(self, kernel!(|$x| $value))
                }
            )*
        }

        crate::foreign::rows! {
            /// The derivatives of functions of each element of a tensor.
            ///
            /// ```
            /// use ad_runtime::{Workspace, methods::*, tensor::Tensor};
            ///
            /// let (x, mut x_bar, mut ws) = (Tensor::full(&[2], 4.0), Tensor::zeros(&[2]), Workspace::new());
            /// let (y, kept) = x.sqrt_differentiable_push(&mut ws);
            /// x.sqrt_differentiable_pull(kept, &mut ws, Tensor::full(&[2], 12.0), Some(&mut x_bar));
            /// assert_eq!((y, x_bar), (Tensor::full(&[2], 2.0), Tensor::full(&[2], 3.0)));
            /// ```
            TensorElements[T: TensorElement][T] for [] Tensor<T>;
            $(
                #[doc = concat!("Original: `y[k]` is ", $text, " of `x[k]`.\\")]
                #[doc = concat!("Adjoint: `x_bar[k] += ", stringify!($slope), "`, of ", stringify!($of), ".")]
                fn $name(ref x) -> Tensor<T>, keeps functions!(@kept $of);
                    value { functions!(@value $of x.$name()) }
                    adjoint |kept, seed, x_bar| {
                        add(x_bar, || weighed(seed, functions!(@at $of x kept), kernel!(|$s, $at| $slope)));
                    }
                    tangent |x_dot| {
                        zipped(x_dot, functions!(@again $of x $name), kernel!(|$s, $at| $slope))
                    }
            )*
        }
    };
    (@kept operand) => { () };
    (@kept value) => { Tensor<T> };
    (@value operand $y:expr) => { ($y, ()) };
    (@value value $y:expr) => {{ let y = $y; (y.clone(), y) }};
    (@at operand $x:ident $kept:ident) => {{ let () = $kept; $x }};
    (@at value $x:ident $kept:ident) => { &$kept };
    (@again operand $x:ident $name:ident) => { $x };
    (@again value $x:ident $name:ident) => { &$x.$name() };
}

functions! {
    exp "the exponential" |x| x.exp(), value |s, y| weighted(s, y);
    ln "the natural logarithm" |x| x.ln(), operand |s, x| weighted(s, T::ONE / x);
    sqrt "the square root" |x| x.sqrt(), value |s, y| weighted(s, T::HALF / y);
    sin "the sine" |x| x.sin(), operand |s, x| weighted(s, x.cos());
    cos "the cosine" |x| x.cos(), operand |s, x| weighted(s, -x.sin());
    tanh "the hyperbolic tangent" |x| x.tanh(), value |s, y| weighted(s, T::ONE - y * y);
    sigmoid "1 / (1 + exp(-x))" |x| sigmoid(x), value |s, y| weighted(s, y * (T::ONE - y));
    relu "the element or zero, whichever is larger," |x| choose(x < T::ZERO, T::ZERO, x),
        operand |s, x| choose(x > T::ZERO, s, T::ZERO);
    gelu "x times the normal distribution function" |x| x * normal_distribution(x),
        operand |s, x| weighted(s, normal_distribution(x) + x * normal_density(x));
}

/// The value is computed where that of two operands that are broadcast is.
macro_rules! choices {
    ($($name:ident $share:ident |$x:ident, $y:ident| $value:expr;)*) => {
        impl<T: TensorElement> Tensor<T> {
            $(
                #[doc = concat!("The ", stringify!($name), " of each element and of what stands beside it in a tensor that is broadcast.")]
                pub fn $name(&self, other: &Tensor<T>) -> Self {
                    broadcast_with(stringify!($name), self, other, kernel!(|$x, $y| $value))
                }
            )*
        }
    };
}

choices! {
    maximum max_share |x, y| x.max(y);
    minimum min_share |x, y| x.min(y);
}

impl<T: TensorElement> Tensor<T> {
    /// The absolute value of each element.
    pub fn abs(&self) -> Self {
        mapped(self, kernel!(|x| x.abs()))
    }

    /// An integer power of each element.
    pub fn powi(&self, n: i32) -> Self {
        mapped(self, kernel!([n] | x | x.powi(n)))
    }

    /// A power of each element.
    pub fn powf(&self, p: T) -> Self {
        mapped(self, kernel!([p] | x | x.powf(p)))
    }

    /// Each element, or the nearer end of a range that it is outside of.
    ///
    /// # Panics
    /// If `low` is above `high`, or not a number.
    pub fn clamp(&self, low: T, high: T) -> Self {
        assert!(low <= high, "clamp: there is nothing from {low} to {high}");
        mapped(self, kernel!([low, high] | x | x.clamp(low, high)))
    }
}

impl<T: TensorElement> AbsoluteValue for Tensor<T> {
    type Taken = ByRef;
    fn abs_of(self) -> Self {
        self.abs()
    }
    fn abs_bar(&self, seed: &Self) -> Self {
        zipped(seed, self, kernel!(|s, x| portion(s, sign(x))))
    }
}

/// What a choice gives to one of two operands that are broadcast: its share of the cotangent.
fn chosen<T: TensorElement>(
    seed: &Tensor<T>,
    of: &Tensor<T>,
    other: &Tensor<T>,
    share: Kernel<'_, impl Fn(T, T) -> T + Sync + Send>,
) -> Tensor<T> {
    let shares = broadcast_with("choice", of, other, share);
    summed_to(zipped(seed, &shares, kernel!(|s, share| portion(s, share))), of.shape())
}

/// How a choice moves with both.
fn choice_dot<T: TensorElement>(
    (x, x_dot): (&Tensor<T>, &Tensor<T>),
    (y, y_dot): (&Tensor<T>, &Tensor<T>),
    share: Kernel<'_, impl Fn(T, T) -> T + Sync + Send + Copy>,
) -> Tensor<T> {
    let part = kernel!(|s, share| portion(s, share));
    let of_x = broadcast_with("choice", x_dot, &broadcast_with("choice", x, y, share), part);
    let of_y = broadcast_with("choice", y_dot, &broadcast_with("choice", y, x, share), part);
    of_x + of_y
}

crate::foreign::rows! {
    /// The derivatives of functions of each element of a tensor that take more.
    ///
    /// ```
    /// use ad_runtime::{Workspace, methods::*, tensor::Tensor};
    ///
    /// let (x, mut x_bar, mut ws) = (Tensor::full(&[1], 3.0), Tensor::zeros(&[1]), Workspace::new());
    /// let (y, kept) = x.powi_differentiable_push(2, &mut ws);
    /// x.powi_differentiable_pull(kept, &mut ws, Tensor::ones(&[1]), Some(&mut x_bar), ());
    /// assert_eq!((y.item(), x_bar.item()), (9.0, 6.0));
    /// ```
    TensorPowers[T: TensorElement][T] for [] Tensor<T>;

    /// Original: `y[k] = x[k].powi(n)`.\
    /// Adjoint: `x_bar[k] += n x[k]ⁿ⁻¹ y_bar[k]`.
    fn powi(ref x, n: at i32) -> Tensor<T>, keeps i32;
        value { (x.powi(n), n) }
        adjoint |n, seed, x_bar, ()| { add(x_bar, || weighed(seed, x, kernel!([n] |s, x| weighted(s, powi_slope(x, n))))); }
        tangent |x_dot, ()| { zipped(x_dot, x, kernel!([n] |s, x| weighted(s, powi_slope(x, n)))) }

    /// Original: `y[k] = x[k].powf(p)`.\
    /// Adjoint: `x_bar[k] += p x[k]ᵖ⁻¹ y_bar[k]` and `p_bar = Σ y[k] ln(x[k]) y_bar[k]`.
    fn powf(ref x, p: by T) -> Tensor<T>, keeps (T, Tensor<T>), gives (T,);
        value { let y = x.powf(p); (y.clone(), (p, y)) }
        adjoint |(p, y), seed, x_bar, _| {
            let p_bar = zipped(&seed, &powers_in_exponent(x, &y), kernel!(|s, slope| weighted(s, slope))).sum();
            add(x_bar, || weighed(seed, x, kernel!([p] |s, x| weighted(s, power_slope(x, p)))));
            (p_bar,)
        }
        tangent |x_dot, p_dot| {
            let along = zipped(x_dot, x, kernel!([p] |s, x| weighted(s, power_slope(x, p))));
            zipped(
                &along,
                &powers_in_exponent(x, &x.powf(p)),
                kernel!([p_dot] |along, slope| along + weighted(p_dot, slope)),
            )
        }

    /// Original: `y[k] = x[k].clamp(low, high)`.\
    /// Adjoint: what is inside gets its cotangent, an end those of all that it stands for; on an end, each has half of it.
    fn clamp(ref x, low: by T, high: by T) -> Tensor<T>, keeps (T, T), gives (T, T);
        value { (x.clamp(low, high), (low, high)) }
        adjoint |(low, high), seed, x_bar, _, _| {
            let low_bar = zipped(&seed, x, kernel!([low, high] |s, x| portion(s, clamp_low_share(x, low, high)))).sum();
            let high_bar = zipped(&seed, x, kernel!([low, high] |s, x| portion(s, clamp_high_share(x, low, high)))).sum();
            add(x_bar, || weighed(seed, x, kernel!([low, high] |s, x| portion(s, clamp_share(x, low, high)))));
            (low_bar, high_bar)
        }
        tangent |x_dot, low_dot, high_dot| {
            zipped(
                x_dot,
                x,
                kernel!([low, high, low_dot, high_dot] |s, x| portion(s, clamp_share(x, low, high))
                    + portion(low_dot, clamp_low_share(x, low, high))
                    + portion(high_dot, clamp_high_share(x, low, high))),
            )
        }

    /// Original: `z = max(x, y)`, broadcast.\
    /// Adjoint: the larger one gets the cotangent; ties share equally.
    fn maximum(ref x, y: lent Tensor<T>) -> Tensor<T>;
        value { (x.maximum(y), ()) }
        adjoint |(), seed, x_bar, y_bar| {
            add(x_bar, || chosen(&seed, x, y, kernel!(|x, y| max_share(x, y))));
            add(y_bar, || chosen(&seed, y, x, kernel!(|x, y| max_share(x, y))));
        }
        tangent |x_dot, y_dot| { choice_dot((x, x_dot), (y, y_dot), kernel!(|x, y| max_share(x, y))) }

    /// Original: `z = min(x, y)`, broadcast.\
    /// Adjoint: the smaller one gets the cotangent; ties share equally.
    fn minimum(ref x, y: lent Tensor<T>) -> Tensor<T>;
        value { (x.minimum(y), ()) }
        adjoint |(), seed, x_bar, y_bar| {
            add(x_bar, || chosen(&seed, x, y, kernel!(|x, y| min_share(x, y))));
            add(y_bar, || chosen(&seed, y, x, kernel!(|x, y| min_share(x, y))));
        }
        tangent |x_dot, y_dot| { choice_dot((x, x_dot), (y, y_dot), kernel!(|x, y| min_share(x, y))) }
}

/// The slope of `x.powf(p)` in `x`: 0 for `p = 0`.
fn power_slope<T: Scalar>(x: T, p: T) -> T {
    if p == T::ZERO { T::ZERO } else { p * x.powf(p - T::ONE) }
}

/// The slopes of powers in their exponent: 0 at 0.
fn powers_in_exponent<T: TensorElement>(x: &Tensor<T>, y: &Tensor<T>) -> Tensor<T> {
    zipped(x, y, kernel!(|x, y| choose(y == T::ZERO, T::ZERO, y * x.ln())))
}
