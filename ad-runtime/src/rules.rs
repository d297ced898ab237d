//! The scalar rules in generic form, for values whose type the compiler cannot name. The table is the compiler's own.

use crate::found::{At, ByEither, ByMove, at};
use crate::scalar::{
    Scalar, clamp_high_share, clamp_low_share, clamp_share, copysign_slope, degrees, ln_2, ln_10, max_share, min_share,
    over, portion, powi_slope, radians, ratio, sign, times, together,
};
use crate::tangents::ReceiverTangent;
use crate::workspace::Workspace;
use std::ops::Deref;

macro_rules! parameter {
    ({$low:literal, $high:literal} $(, $float:ident)?) => {
        i32
    };
    (($low:expr, $high:expr)) => {
        Self
    };
    (($low:expr, $high:expr), $float:ident) => {
        $float
    };
}

macro_rules! rules {
    ($($name:ident [$($pair:tt)*] ($($outer:tt)*) {
        $($function:ident($($param:ident in $domain:tt),*; $y:ident) = $product:ident $slope:expr;)*
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
        pub trait Rules: ScalarMethods {
            $($(
                #[doc = concat!("The adjoint of `", stringify!($name), "`: the slope is `", stringify!($slope), "`.")]
                fn $function($($param: parameter!($domain),)* $y: Self, seed: Self) -> Self;
            )*)*
        }

        rules!(@impl f32 { $($($function [$($param $domain)*] $y = $product $slope;)*)* });
        rules!(@impl f64 { $($($function [$($param $domain)*] $y = $product $slope;)*)* });
    };
    (@impl $float:ident { $($function:ident [$($param:ident $domain:tt)*] $y:ident = $product:ident $slope:expr;)* }) => {
        #[allow(unused_variables)]
        impl Rules for $float {
            $(
                #[inline(always)]
                fn $function($($param: parameter!($domain),)* $y: Self, seed: Self) -> Self {
                    $product(seed, $slope)
                }
            )*
        }
    };
}

ad_macro::scalar_rules!(rules);

// Of `abs`, `min`, `max` and `midpoint`, vectors have pairs as well: see `componentwise.rs`.
macro_rules! pair {
    (declare abs $($rest:tt)*) => {};
    (declare min $($rest:tt)*) => {};
    (declare max $($rest:tt)*) => {};
    (declare midpoint $($rest:tt)*) => {};
    (define abs $($rest:tt)*) => {};
    (define min $($rest:tt)*) => {};
    (define max $($rest:tt)*) => {};
    (define midpoint $($rest:tt)*) => {};
    (
        declare $name:ident [$at:ident $push:ident $pull:ident $tangent:ident] ($first:ident in $of:tt $(, $param:ident in $domain:tt)*)
        { $($slopes:tt)* }
    ) => {
        /// Whose method this is.
        #[allow(unused_variables)]
        fn $at(&self $(, $param: parameter!($domain))*) -> At<Self, ByMove> {
            at()
        }
        #[doc = concat!("`x.", stringify!($name), "(..)`, with the other arguments and the value.")]
        fn $push(&self $(, $param: parameter!($domain))*, ws: &mut Workspace) -> (Self, ($(parameter!($domain),)* Self,));
        #[doc = concat!("The way back of `", stringify!($name), "`.")]
        fn $pull(
            &self,
            kept: ($(parameter!($domain),)* Self,),
            ws: &mut Workspace,
            seed: Self,
            bar: Option<&mut Self>
            $(, $param: nothing!($domain))*
        ) -> ($(cotangent!($domain),)*);
        ad_macro::with_siblings! {
            #[doc = concat!("The value of `", stringify!($name), "` and its tangent: `None` is a zero.")]
            fn $tangent(
                &self
                $(, $param: parameter!($domain))*,
                dot: ReceiverTangent<'_, Self>
                $(, $param@dot: Option<cotangent!($domain)>)*
            ) -> (Self, Self);
        }
    };
    // A sine and a cosine of one number are one call: the slope is computed with the value.
    (define sin $($rest:tt)*) => { pair! { beside sin $($rest)* } };
    (define cos $($rest:tt)*) => { pair! { beside cos $($rest)* } };
    (beside $name:ident [$at:ident $push:ident $pull:ident $tangent:ident] ($x:ident in $of:tt) { $own:ident $params:tt = $product:ident $slope:expr; }) => {
        #[inline(always)]
        fn $push(&self, _: &mut Workspace) -> (Self, (Self,)) {
            let $x = *self;
            let y = $x.$name();
            (y, (together($slope, y),))
        }
        #[inline(always)]
        fn $pull(&self, (slope,): (Self,), _: &mut Workspace, seed: Self, bar: Option<&mut Self>) {
            if let Some(bar) = bar {
                *bar += $product(seed, slope);
            }
        }
        #[inline(always)]
        fn $tangent(&self, dot: ReceiverTangent<'_, Self>) -> (Self, Self) {
            let $x = *self;
            let y = $x.$name();
            (y, dot.shared().map_or(0.0, |dot| $product(*dot, $slope)))
        }
    };
    (
        define $name:ident [$at:ident $push:ident $pull:ident $tangent:ident] ($first:ident in $of:tt $(, $param:ident in $domain:tt)*)
        { $own:ident $own_params:tt = $own_product:ident $own_slope:expr; $($function:ident $params:tt = $product:ident $slope:expr;)* }
    ) => {
        #[inline(always)]
        fn $push(&self $(, $param: parameter!($domain))*, _: &mut Workspace) -> (Self, ($(parameter!($domain),)* Self,)) {
            let y = Self::$name(*self $(, $param)*);
            (y, ($($param,)* y,))
        }
        #[inline(always)]
        #[allow(clippy::unused_unit)]
        fn $pull(
            &self,
            ($($param,)* y,): ($(parameter!($domain),)* Self,),
            _: &mut Workspace,
            seed: Self,
            bar: Option<&mut Self>
            $(, _: nothing!($domain))*
        ) -> ($(cotangent!($domain),)*) {
            if let Some(bar) = bar {
                *bar += Self::$own(*self $(, $param)*, y, seed);
            }
            pair!(@others self [$($param)*] [$($domain)*] y seed $($function)*)
        }
        ad_macro::with_siblings! {
            #[inline(always)]
            #[allow(unused_mut, unused_variables)]
            fn $tangent(
                &self
                $(, $param: parameter!($domain))*,
                dot: ReceiverTangent<'_, Self>
                $(, $param@dot: Option<cotangent!($domain)>)*
            ) -> (Self, Self) {
                let y = Self::$name(*self $(, $param)*);
                let mut tangent = dot.shared().map_or(0.0, |dot| Self::$own(*self $(, $param)*, y, *dot));
                pair!(@along self [$($param)*] [$($domain $param@dot)*] y tangent $($function)*);
                (y, tangent)
            }
        }
    };
    (@along $self:ident $params:tt [{$($range:tt)*} $dot:ident] $y:ident $tangent:ident) => {};
    (@along $self:ident $params:tt [$($domain:tt $dot:ident)*] $y:ident $tangent:ident $($function:ident)*) => {
        $(if let Some(dot) = $dot {
            $tangent += pair!(@other $self $params $y dot $function);
        })*
    };
    (@others $self:ident $params:tt [{$($range:tt)*}] $y:ident $seed:ident) => {
        ((),)
    };
    (@others $self:ident $params:tt $domains:tt $y:ident $seed:ident $($function:ident)*) => {
        ($(pair!(@other $self $params $y $seed $function),)*)
    };
    (@other $self:ident [$($param:ident)*] $y:ident $seed:ident $function:ident) => {
        Self::$function(*$self $(, $param)*, $y, $seed)
    };
}

/// What a method that floats have is called on, where only rustc knows whether it is one: theirs is found before that of a trait which
/// a user has for floats as well, as it is where the method itself is called.
///
/// ```
/// let (mut ws, mut bar) = (ad_runtime::Workspace::new(), 0.0);
/// let (y, kept) = ad_runtime::float_first(&4.0_f64).sqrt_differentiable_push(&mut ws);
/// ad_runtime::float_first(&4.0_f64).sqrt_differentiable_pull(kept, &mut ws, 1.0, Some(&mut bar));
/// assert_eq!((y, bar), (2.0, 0.25));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct FloatFirst<R>(R);

/// See [`FloatFirst`].
#[inline(always)]
pub fn float_first<R>(receiver: R) -> FloatFirst<R> {
    FloatFirst(receiver)
}

impl<R> Deref for FloatFirst<R> {
    type Target = R;
    #[inline(always)]
    fn deref(&self) -> &R {
        &self.0
    }
}

macro_rules! number {
    ($name:ident [$at:ident $push:ident $pull:ident $tangent:ident] ($first:ident in $of:tt $(, $param:ident in $domain:tt)*)) => {
        number! { @ f32 $name [$at $push $pull $tangent] ($($param in $domain),*) }
        number! { @ f64 $name [$at $push $pull $tangent] ($($param in $domain),*) }
    };
    // See `componentwise.rs`.
    (@ $float:ident abs $($rest:tt)*) => {};
    (@ $float:ident min $($rest:tt)*) => {};
    (@ $float:ident max $($rest:tt)*) => {};
    (@ $float:ident midpoint $($rest:tt)*) => {};
    (@ $float:ident $name:ident [$at:ident $push:ident $pull:ident $tangent:ident] ($($param:ident in $domain:tt),*)) => {
        impl FloatFirst<&$float> {
            #[doc = concat!("Whose `", stringify!($name), "` it is.")]
            #[allow(unused_variables)]
            pub fn $at(&self $(, $param: parameter!($domain, $float))*) -> At<$float, ByEither> {
                at()
            }
            #[doc = concat!("`x.", stringify!($name), "(..)`.")]
            #[inline(always)]
            pub fn $push(&self $(, $param: parameter!($domain, $float))*, ws: &mut Workspace)
                -> ($float, ($(parameter!($domain, $float),)* $float,)) {
                ScalarMethods::$push(self.0 $(, $param)*, ws)
            }
            #[doc = concat!("The way back of `", stringify!($name), "`.")]
            #[inline(always)]
            pub fn $pull(
                &self,
                kept: ($(parameter!($domain, $float),)* $float,),
                ws: &mut Workspace,
                seed: $float,
                bar: Option<&mut $float>
                $(, $param: nothing!($domain))*
            ) -> ($(cotangent!($domain, $float),)*) {
                ScalarMethods::$pull(self.0, kept, ws, seed, bar $(, $param)*)
            }
            ad_macro::with_siblings! {
                #[doc = concat!("The value of `", stringify!($name), "` and its tangent.")]
                #[inline(always)]
                pub fn $tangent(
                    &self
                    $(, $param: parameter!($domain, $float))*,
                    dot: ReceiverTangent<'_, $float>
                    $(, $param@dot: Option<cotangent!($domain, $float)>)*
                ) -> ($float, $float) {
                    ScalarMethods::$tangent(self.0 $(, $param)*, dot $(, $param@dot)*)
                }
            }
        }
    };
}

macro_rules! nothing {
    ($domain:tt) => {
        ()
    };
}

macro_rules! cotangent {
    ({$low:literal, $high:literal} $(, $float:ident)?) => {
        ()
    };
    (($low:expr, $high:expr)) => {
        Self
    };
    (($low:expr, $high:expr), $float:ident) => {
        $float
    };
}

macro_rules! methods {
    ($($name:ident $pair:tt $params:tt $slopes:tt)*) => {
        /// The pairs of the floats' methods. The compiler writes arithmetic where it knows a float; a variable whose type has a name
        /// may be of a type of the user's that has a method of its own, and then rustc chooses. What has the rules has these, too: so
        /// does a type parameter with a marked trait of the user's that extends one of floats.
        ///
        /// ```
        /// use ad_runtime::methods::*;
        ///
        /// let mut ws = ad_runtime::Workspace::new();
        /// let (x, mut bar): (f64, f64) = (0.5, 0.0);
        /// let (y, kept) = x.powi_differentiable_push(2, &mut ws);
        /// x.powi_differentiable_pull(kept, &mut ws, 3.0, Some(&mut bar), ());
        /// assert_eq!((y, bar), (0.25, 3.0));
        /// ```
        pub trait ScalarMethods: Scalar {
            $(pair! { declare $name $pair $params $slopes })*
        }

        $(number! { $name $pair $params })*

        impl ScalarMethods for f32 {
            $(pair! { define $name $pair $params $slopes })*
        }

        impl ScalarMethods for f64 {
            $(pair! { define $name $pair $params $slopes })*
        }
    };
}

ad_macro::scalar_rules!(methods);
