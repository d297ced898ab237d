//! The functions of floats by a path: in a function over nalgebra's `RealField`, the method's name would be that of two traits.
//!
//! ```
//! assert_eq!(ad_runtime::floats::sqrt(4.0), 2.0);
//! assert_eq!(ad_runtime::floats::powi(2.0_f32, 3), 8.0);
//! ```

use crate::scalar::Scalar;

macro_rules! floats {
    ($($name:ident($x:ident $(, $arg:ident: $ty:ty)*);)*) => { $(
        #[doc = concat!("What the float's own `", stringify!($name), "` gives.")]
        ///
        /// ```
        #[doc = concat!("let _ = ad_runtime::floats::", stringify!($name), "::<f64>;")]
        /// ```
        #[inline(always)]
        pub fn $name<S: Scalar>($x: S $(, $arg: $ty)*) -> S {
            $x.$name($($arg),*)
        }
    )* };
}

floats! {
    sqrt(x); cbrt(x); exp(x); exp2(x); exp_m1(x); ln(x); ln_1p(x); log2(x); log10(x); log(x, base: S);
    sin(x); cos(x); tan(x); asin(x); acos(x); atan(x); sinh(x); cosh(x); tanh(x); asinh(x); acosh(x); atanh(x);
    recip(x); abs(x); fract(x); to_radians(x); to_degrees(x);
    powi(x, n: i32); powf(x, p: S); atan2(a, b: S); hypot(a, b: S); max(a, b: S); min(a, b: S);
    clamp(x, low: S, high: S); mul_add(x, a: S, b: S); copysign(x, sign: S);
    floor(x); ceil(x); round(x); trunc(x); signum(x);
}
