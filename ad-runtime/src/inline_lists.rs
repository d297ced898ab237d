//! Lists that hold their elements in place, arrayvec's and smallvec's. Their cotangents are vectors.

use crate::differentiable::{Differentiable, Many, memory_of};
use crate::foreign::FromValue;
use crate::inactive::Inactive;
use crate::insertions::{Insert, InsertAdjoint};
use crate::list_methods::{PUSHED, list_methods};
use crate::sweep::{List, SwapWithin};
use crate::tapes::Popped;
use crate::twins::FromItems;
use crate::unassigned::Unassigned;
use crate::witness::zero_in;
use crate::workspace::Workspace;

/// The traits of a list, of its elements and of a vector. What a list owns beside them is no more than what a vector does.
macro_rules! inline_list {
    ($Methods:ident [$($params:tt)*] [$($args:tt)*] $List:ty, $T:ty) => {
        impl<$($params)*> Differentiable for $List
        where
            $T: Differentiable,
        {
            type Cotangent = Vec<<$T as Differentiable>::Cotangent>;
            type Shape = Many<<$T as Differentiable>::Shape>;
            crate::differentiable::list_like_slice!($T);
            #[inline]
            fn memory(&self) -> Option<usize> {
                memory_of(self.iter())
            }
            #[inline]
            fn copy_again(&self, workspace: &mut Workspace) -> Option<Self> {
                self.iter().map(|value| value.copy_again(workspace)).collect()
            }
            #[inline]
            fn give_up(&mut self, workspace: &mut Workspace) {
                self.iter_mut().for_each(|value| value.give_up(workspace));
            }
        }

        impl<$($params)*> List for $List {
            type Element = $T;
            #[inline(always)]
            fn elements(&self) -> &[$T] {
                self
            }
        }

        impl<$($params)*> Popped for $List {
            type Element = $T;
            #[inline(always)]
            fn popped(&mut self) -> Option<$T> {
                self.pop()
            }
        }

        impl<$($params)*> Unassigned for $List {
            #[inline(always)]
            fn unassigned() -> Self {
                <$List>::new()
            }
        }

        #[diagnostic::do_not_recommend]
        impl<$($params)*> Inactive for $List where $T: Inactive {}

        impl<$($params)*> SwapWithin for $List
        where
            $T: Differentiable,
        {
            #[inline(always)]
            fn swap_within(&mut self, i: usize, j: usize) {
                self.swap(i, j);
            }
            #[inline(always)]
            fn swap_bars(bar: &mut Self::Cotangent, i: usize, j: usize) {
                bar.swap(i, j);
            }
        }

        impl<$($params)*> Insert<usize, $T> for $List {
            type Replaced = ();
            #[inline]
            fn insert_at(&mut self, at: usize, value: $T) {
                self.insert(at, value);
            }
        }

        impl<$($params)*> InsertAdjoint<usize, $T> for $List
        where
            $T: Differentiable,
        {
            type Kept = usize;
            #[inline]
            fn insert_kept(&mut self, at: usize, value: $T, _: &mut Workspace) -> ((), usize) {
                self.insert(at, value);
                ((), at)
            }
            #[inline]
            fn take_back(
                &mut self,
                at: usize,
                (): (),
                bar: Option<&mut Self::Cotangent>,
                workspace: &mut Workspace,
            ) -> <$T as Differentiable>::Cotangent {
                let value = self.remove(at);
                let value_bar = bar.map_or_else(|| zero_in(workspace, &value), |bar| bar.remove(at));
                value.end_copy(workspace);
                value_bar
            }
        }

        list_methods!($Methods[$($params)*][$($args)*] $List, $T);
    };
}

#[cfg(feature = "arrayvec")]
inline_list!(ArrayVecMethods [T, const N: usize] [T, N] arrayvec::ArrayVec<T, N>, T);

/// `ArrayVec::from(array)`: the cotangents of the elements are those of the array's.
#[cfg(feature = "arrayvec")]
impl<T: Differentiable, const N: usize> FromValue<[T; N]> for arrayvec::ArrayVec<T, N> {
    #[inline]
    fn from_differentiable(
        list: [T; N],
        _: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self::Cotangent, ()) -> ([T::Cotangent; N],) + use<T, N>,
    ) {
        let back = |_: &mut Workspace, seed: Self::Cotangent, ()| (FromItems::from_items(seed),);
        (Self::from(list), back)
    }
}

#[cfg(feature = "smallvec")]
inline_list!(SmallVecMethods [A: smallvec::Array] [A] smallvec::SmallVec<A>, A::Item);

/// `SmallVec::from(vec)`: the cotangents of the elements are those of the vector's.
#[cfg(feature = "smallvec")]
impl<A: smallvec::Array> FromValue<Vec<A::Item>> for smallvec::SmallVec<A>
where
    A::Item: Differentiable,
{
    #[inline]
    fn from_differentiable(
        list: Vec<A::Item>,
        _: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self::Cotangent, ()) -> (Self::Cotangent,) + use<A>,
    ) {
        (Self::from_vec(list), |_: &mut Workspace, seed: Self::Cotangent, ()| {
            (seed,)
        })
    }
}
