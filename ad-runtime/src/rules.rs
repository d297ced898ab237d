//! The scalar rules in generic form, for values whose type the compiler cannot name. The table is the compiler's own.

use crate::scalar::{
    Scalar, clamp_high_share, clamp_low_share, clamp_share, copysign_slope, degrees, ln_2, ln_10, max_share, min_share,
    over, powi_slope, radians, sign, times,
};

macro_rules! parameter {
    ({$low:literal, $high:literal}) => {
        i32
    };
    (($low:expr, $high:expr)) => {
        Self
    };
}

macro_rules! rules {
    ($($name:ident($($outer:tt)*) {
        $($function:ident($($param:ident in $domain:tt),*; $y:ident) = $slope:expr;)*
    })*) => {
        /// The adjoints of the floats' functions: `sin_0(x, y, seed)` is what the cotangent `seed` of `y = x.sin()` adds to
        /// that of `x`; the number says which argument.
        ///
        /// ```
        /// use ad_runtime::Rules;
        ///
        /// let x: f64 = 0.5;
        /// assert_eq!(f64::sin_0(x, x.sin(), 2.0), 2.0 * x.cos());
        /// ```
        #[diagnostic::on_unimplemented(message = "`{Self}` is no float: this method has no derivative rule for it")]
        pub trait Rules: Scalar {
            $($(
                #[doc = concat!("The adjoint of `", stringify!($name), "`: the slope is `", stringify!($slope), "`.")]
                fn $function($($param: parameter!($domain),)* $y: Self, seed: Self) -> Self;
            )*)*
        }

        rules!(@impl f32 { $($($function [$($param $domain)*] $y = $slope;)*)* });
        rules!(@impl f64 { $($($function [$($param $domain)*] $y = $slope;)*)* });
    };
    (@impl $float:ident { $($function:ident [$($param:ident $domain:tt)*] $y:ident = $slope:expr;)* }) => {
        #[allow(unused_variables)]
        impl Rules for $float {
            $(
                #[inline(always)]
                fn $function($($param: parameter!($domain),)* $y: Self, seed: Self) -> Self {
                    times(seed, $slope)
                }
            )*
        }
    };
}

ad_macro::scalar_rules!(rules);
