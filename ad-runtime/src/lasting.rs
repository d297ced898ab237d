//! Which types are certain to outlive everything: what is in a workspace must.

use crate::cotangent::Cotangent;
use crate::differentiable::Differentiable;
use std::collections::VecDeque;
use std::marker::PhantomData;

/// What is done to a type that may hold references, for all that is known: `C: Cotangent` and `T: Differentiable` say nothing of that. What is in the
/// workspace must not.
#[doc(hidden)]
pub trait OnType<C> {
    /// What is done.
    type Out;
    /// Whatever the type.
    fn any(self) -> Self::Out;
    /// Where it outlives everything.
    fn lasting(self) -> Self::Out
    where
        C: 'static;
}

/// What is done to what is made of one type: lists, arrays and options of it, boxes, tuples of it alone.
macro_rules! on_one {
    ($($On:ident [$($params:tt)*] [$($args:tt)*] $Of:ty),* $(,)?) => {$(
        pub(crate) struct $On<O $($params)*>(pub(crate) O);

        impl<C, O: OnType<$Of> $($params)*> OnType<C> for $On<O $($args)*> {
            type Out = O::Out;
            #[inline(always)]
            fn any(self) -> O::Out {
                self.0.any()
            }
            #[inline(always)]
            fn lasting(self) -> O::Out
            where
                C: 'static,
            {
                self.0.lasting()
            }
        }
    )*};
}

on_one! {
    OnList [] [] Vec<C>,
    OnQueue [] [] VecDeque<C>,
    OnArray [, const N: usize] [, N] [C; N],
    OnOption [] [] Option<C>,
    OnBox [] [] Box<C>,
    OnSingle [] [] (C,),
}

/// What is done to pairs, while their first type and then their second is asked.
macro_rules! pairs {
    ($($Trait:ident $OnPair:ident $OnRest:ident)*) => {$(
        pub(crate) struct $OnPair<O, B>(pub(crate) O, pub(crate) PhantomData<B>);

        struct $OnRest<O, A>(O, PhantomData<A>);

        impl<A, B: $Trait, O: OnType<(A, B)>> OnType<A> for $OnPair<O, B> {
            type Out = O::Out;
            #[inline(always)]
            fn any(self) -> O::Out {
                self.0.any()
            }
            #[inline(always)]
            fn lasting(self) -> O::Out
            where
                A: 'static,
            {
                B::on_type($OnRest::<O, A>(self.0, PhantomData))
            }
        }

        impl<A: 'static, B, O: OnType<(A, B)>> OnType<B> for $OnRest<O, A> {
            type Out = O::Out;
            #[inline(always)]
            fn any(self) -> O::Out {
                self.0.any()
            }
            #[inline(always)]
            fn lasting(self) -> O::Out
            where
                B: 'static,
            {
                self.0.lasting()
            }
        }
    )*};
}

pairs! {
    Cotangent OnPair OnRest
    Differentiable OnPairOfValues OnRestOfValues
}

/// What is done to longer tuples: they last as long as a pair of the first type and a tuple of the others.
pub(crate) struct OnTuple<O>(pub(crate) O);

/// How a tuple asks its types.
macro_rules! on_tuple {
    ($OnPair:ident: $A:ident) => {
        #[inline(always)]
        fn on_type<On: $crate::lasting::OnType<Self>>(on: On) -> On::Out {
            $A::on_type($crate::lasting::OnSingle(on))
        }
    };
    ($OnPair:ident: $A:ident $B:ident) => {
        #[inline(always)]
        fn on_type<On: $crate::lasting::OnType<Self>>(on: On) -> On::Out {
            $A::on_type($crate::lasting::$OnPair::<On, $B>(on, std::marker::PhantomData))
        }
    };
    ($OnPair:ident: $A:ident $($B:ident)*) => {
        #[inline(always)]
        fn on_type<On: $crate::lasting::OnType<Self>>(on: On) -> On::Out {
            <($A, ($($B,)*))>::on_type($crate::lasting::OnTuple(on))
        }
    };
}

pub(crate) use on_tuple;

macro_rules! longer_tuples {
    ($A:ident $B:ident) => {};
    ($A:ident $($B:ident)*) => {
        impl<$A, $($B,)* On: OnType<($A, $($B,)*)>> OnType<($A, ($($B,)*))> for OnTuple<On> {
            type Out = On::Out;
            #[inline(always)]
            fn any(self) -> On::Out {
                self.0.any()
            }
            #[inline(always)]
            fn lasting(self) -> On::Out
            where
                ($A, ($($B,)*)): 'static,
            {
                self.0.lasting()
            }
        }

        longer_tuples!($($B)*);
    };
}

longer_tuples!(A B C D E F G H I J K L);
