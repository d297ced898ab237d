//! Operators on integers of unknown type: nothing flows through them.
//!
//! `(m.rows() - 1) as f64` is arithmetic on what a method returns, and the compiler takes it for numbers that may carry a
//! derivative until the types say that they do not.

use crate::operators::{AddAdjoint, DivAdjoint, MulAdjoint, NegAdjoint, PlainAssign, RemAdjoint, SubAdjoint};

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
            fn add_left(_: &(), _: &(), _: &()) {}
            #[inline(always)]
            fn add_right(_: &(), _: &(), _: &()) {}
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
            fn sub_left(_: &(), _: &(), _: &()) {}
            #[inline(always)]
            fn sub_right(_: &(), _: &(), _: &()) {}
        }

        #[diagnostic::do_not_recommend]
        impl<F> MulAdjoint<$integer, F> for $integer {
            type Seed = ();
            #[inline(always)]
            fn mul_left(_: &$integer, _: &$integer, _: &()) {}
            #[inline(always)]
            fn mul_right(_: &$integer, _: &$integer, _: &()) {}
        }

        #[diagnostic::do_not_recommend]
        impl<F> DivAdjoint<$integer, F> for $integer {
            type Seed = ();
            #[inline(always)]
            fn div_left(_: &$integer, _: &$integer, _: &()) {}
            #[inline(always)]
            fn div_right(_: &$integer, _: &$integer, _: &()) {}
        }

        #[diagnostic::do_not_recommend]
        impl<F> RemAdjoint<$integer, F> for $integer {
            type Seed = ();
            #[inline(always)]
            fn rem_left(_: &$integer, _: &$integer, _: &()) {}
            #[inline(always)]
            fn rem_right(_: &$integer, _: &$integer, _: &()) {}
        }

        #[diagnostic::do_not_recommend]
        impl<F> NegAdjoint<F> for $integer {
            type Kept = ();
            #[inline(always)]
            fn neg_keep(_: &$integer) {}
            type Seed = ();
            #[inline(always)]
            fn neg(_: &(), _: &()) {}
        }

        #[diagnostic::do_not_recommend]
        impl PlainAssign for $integer {}
    )*};
}

integer_operators!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);
