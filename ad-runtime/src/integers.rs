//! Operators on integers of unknown type: nothing flows through them.
//!
//! `(m.rows() - 1) as f64` is arithmetic on what a method returns, and the compiler takes it for numbers that may carry a
//! derivative until the types say that they do not.

use crate::differentiable::Differentiable;
use crate::found::{At, ByMove, at};
use crate::operators::{AddAdjoint, DivAdjoint, MulAdjoint, NegAdjoint, PlainAssign, RemAdjoint, SubAdjoint};
use crate::workspace::Workspace;

/// What ranges go through one by one.
pub trait Counted: Copy {
    /// The item so many steps further on.
    fn after(self, steps: usize) -> Self;
}

/// The item of a range that begins with `low`, so many steps further on. `_end` only says of which type it is, where `low` is a
/// bare literal.
///
/// ```
/// assert_eq!(ad_runtime::counted(0, 5_u8, 3), 3_u8);
/// assert_eq!(ad_runtime::counted(-2, 5, 1), -1);
/// ```
#[inline(always)]
pub fn counted<T: Counted>(low: T, _end: T, steps: usize) -> T {
    low.after(steps)
}

macro_rules! counted {
    ($($integer:ident)*) => {$(
        impl Counted for $integer {
            #[inline(always)]
            fn after(self, steps: usize) -> $integer {
                self.wrapping_add(steps as $integer)
            }
        }
    )*};
}

counted!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

macro_rules! integer_operators {
    ($($integer:ident)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<F> AddAdjoint<$integer, F> for $integer {
            type Left = ();
            type Right = ();
            #[inline(always)]
            fn add_keep(_: &$integer, _: &$integer) -> ((), ()) {
                ((), ())
            }
            type Seed = ();
            #[inline(always)]
            fn add_left(_: &(), _: &(), _: &(), _: &mut Workspace) {}
            #[inline(always)]
            fn add_right(_: &(), _: &(), _: &(), _: &mut Workspace) {}
            #[inline(always)]
            fn add_tangent(_: &$integer, _: &$integer, _: Option<&()>, _: Option<&()>) {}
        }

        #[diagnostic::do_not_recommend]
        impl<F> SubAdjoint<$integer, F> for $integer {
            type Left = ();
            type Right = ();
            #[inline(always)]
            fn sub_keep(_: &$integer, _: &$integer) -> ((), ()) {
                ((), ())
            }
            type Seed = ();
            #[inline(always)]
            fn sub_left(_: &(), _: &(), _: &(), _: &mut Workspace) {}
            #[inline(always)]
            fn sub_right(_: &(), _: &(), _: &(), _: &mut Workspace) {}
            #[inline(always)]
            fn sub_tangent(_: &$integer, _: &$integer, _: Option<&()>, _: Option<&()>) {}
        }

        #[diagnostic::do_not_recommend]
        impl<F> MulAdjoint<$integer, F> for $integer {
            type Seed = ();
            #[inline(always)]
            fn mul_left(_: &$integer, _: &$integer, _: &(), _: &mut Workspace) {}
            #[inline(always)]
            fn mul_right(_: &$integer, _: &$integer, _: &(), _: &mut Workspace) {}
            #[inline(always)]
            fn mul_tangent(_: &$integer, _: &$integer, _: Option<&()>, _: Option<&()>) {}
        }

        #[diagnostic::do_not_recommend]
        impl<F> DivAdjoint<$integer, F> for $integer {
            type Seed = ();
            #[inline(always)]
            fn div_left(_: &$integer, _: &$integer, _: &(), _: &mut Workspace) {}
            #[inline(always)]
            fn div_right(_: &$integer, _: &$integer, _: &(), _: &mut Workspace) {}
            #[inline(always)]
            fn div_tangent(_: &$integer, _: &$integer, _: Option<&()>, _: Option<&()>) {}
        }

        #[diagnostic::do_not_recommend]
        impl<F> RemAdjoint<$integer, F> for $integer {
            type Seed = ();
            #[inline(always)]
            fn rem_left(_: &$integer, _: &$integer, _: &(), _: &mut Workspace) {}
            #[inline(always)]
            fn rem_right(_: &$integer, _: &$integer, _: &(), _: &mut Workspace) {}
            #[inline(always)]
            fn rem_tangent(_: &$integer, _: &$integer, _: Option<&()>, _: Option<&()>) {}
        }

        #[diagnostic::do_not_recommend]
        impl<F> NegAdjoint<F> for $integer {
            type Kept = ();
            #[inline(always)]
            fn neg_keep(_: &$integer) {}
            type Seed = ();
            #[inline(always)]
            fn neg(_: &(), _: &(), _: &mut Workspace) {}
            #[inline(always)]
            fn neg_tangent(_: &$integer, (): &()) {}
        }

        #[diagnostic::do_not_recommend]
        impl PlainAssign for $integer {}
    )*};
}

integer_operators!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);
macro_rules! integer_methods {
    ($($name:ident $at:ident $push:ident $pull:ident [$($Out:tt)*] $Seed:ty;)*) => {
        /// The pairs of the methods that only integers have, on a field or a result of which only rustc knows that it is one; see
        /// [`methods`](crate::methods). Nothing flows back.
        ///
        /// ```
        /// use ad_runtime::IntegerMethods as _;
        ///
        /// let mut ws = ad_runtime::Workspace::new();
        /// assert_eq!(3_u32.saturating_sub_differentiable_push(5, &mut ws), (0, ()));
        /// ```
        pub trait IntegerMethods: Differentiable<Cotangent = ()> + Copy {$(
            /// Whose method this is.
            fn $at(&self, _r: Self) -> At<Self, ByMove> {
                at()
            }
            #[doc = concat!("`k.", stringify!($name), "(r)`.")]
            fn $push(&self, r: Self, ws: &mut Workspace) -> ($($Out)*, ());
            /// Nothing flows through it.
            fn $pull(&self, _kept: (), _ws: &mut Workspace, _seed: $Seed, _bar: Option<&mut ()>, _of_r: ()) -> ((),) {
                ((),)
            }
        )*}

        integer_methods! {
            @each [u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize] { $($name $push [$($Out)*])* }
        }
    };
    (@each [$($integer:ident)*] $methods:tt) => {
        $(integer_methods! { @impl $integer $methods })*
    };
    (@impl $integer:ident { $($name:ident $push:ident [$($Out:tt)*])* }) => {
        impl IntegerMethods for $integer {$(
            #[inline(always)]
            fn $push(&self, r: Self, _: &mut Workspace) -> ($($Out)*, ()) {
                ($integer::$name(*self, r), ())
            }
        )*}
    };
}

integer_methods! {
    saturating_add saturating_add_marked_differentiable saturating_add_differentiable_push saturating_add_differentiable_pull [Self] ();
    saturating_sub saturating_sub_marked_differentiable saturating_sub_differentiable_push saturating_sub_differentiable_pull [Self] ();
    saturating_mul saturating_mul_marked_differentiable saturating_mul_differentiable_push saturating_mul_differentiable_pull [Self] ();
    wrapping_add wrapping_add_marked_differentiable wrapping_add_differentiable_push wrapping_add_differentiable_pull [Self] ();
    wrapping_sub wrapping_sub_marked_differentiable wrapping_sub_differentiable_push wrapping_sub_differentiable_pull [Self] ();
    wrapping_mul wrapping_mul_marked_differentiable wrapping_mul_differentiable_push wrapping_mul_differentiable_pull [Self] ();
    checked_add checked_add_marked_differentiable checked_add_differentiable_push checked_add_differentiable_pull [Option<Self>] Option<()>;
    checked_sub checked_sub_marked_differentiable checked_sub_differentiable_push checked_sub_differentiable_pull [Option<Self>] Option<()>;
    checked_mul checked_mul_marked_differentiable checked_mul_differentiable_push checked_mul_differentiable_pull [Option<Self>] Option<()>;
    overflowing_add overflowing_add_marked_differentiable overflowing_add_differentiable_push overflowing_add_differentiable_pull [(Self, bool)] ((), ());
    overflowing_sub overflowing_sub_marked_differentiable overflowing_sub_differentiable_push overflowing_sub_differentiable_pull [(Self, bool)] ((), ());
}
