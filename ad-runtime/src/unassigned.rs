//! A value for a variable that is declared before it is assigned.

use crate::scalar::Scalar;
use ndarray::{Array, Dimension};

/// A type of which an arbitrary value can be made at next to no cost.
///
/// `let v;` stands as it is wherever rustc can see that `v` is assigned before it is used. The derivative's sweeps also use
/// `v` where the function itself does not, as where it is declared in a loop's body, assigned in one branch only and saved
/// for the backward sweep: there it begins with a value of this trait, which nothing reads.
///
/// ```
/// let v: Vec<f64> = ad_runtime::unassigned();
/// assert!(v.is_empty());
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be declared before it is assigned in a differentiable function",
    note = "give the variable a value where it is declared"
)]
pub trait Unassigned {
    /// Any value at all.
    fn unassigned() -> Self;
}

/// A value that nothing reads.
#[inline(always)]
pub fn unassigned<T: Unassigned>() -> T {
    T::unassigned()
}

/// A variable that nothing reads any more, and that is mentioned all the same: something is left there.
///
/// ```
/// let mut list = vec![1.0];
/// assert_eq!(ad_runtime::Spent(&mut list).value(), [1.0]);
/// assert!(list.is_empty());
/// ```
#[derive(Debug)]
pub struct Spent<'v, T>(pub &'v mut T);

impl<T: Unassigned> Spent<'_, T> {
    /// What it holds.
    #[inline(always)]
    pub fn value(self) -> T {
        std::mem::replace(self.0, T::unassigned())
    }
}

/// Of what cannot be made.
///
/// ```
/// use ad_runtime::{Spent, SpentCopy as _};
///
/// #[derive(Clone)]
/// struct Level(u32);
/// assert_eq!(Spent(&mut Level(2)).value().0, 2);
/// ```
pub trait SpentCopy {
    /// What it is.
    type Value;
    /// A copy.
    fn value(self) -> Self::Value;
}

impl<T: Clone> SpentCopy for Spent<'_, T> {
    type Value = T;
    #[inline(always)]
    fn value(self) -> T {
        self.0.clone()
    }
}

macro_rules! by_default {
    ($($ty:ty),*) => {$(
        impl Unassigned for $ty {
            #[inline(always)]
            fn unassigned() -> Self {
                <$ty>::default()
            }
        }
    )*};
}

by_default!(
    f32, f64, u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize, bool, char, String, &str
);

impl<T> Unassigned for Vec<T> {
    #[inline(always)]
    fn unassigned() -> Self {
        Vec::new()
    }
}

impl<T> Unassigned for Option<T> {
    #[inline(always)]
    fn unassigned() -> Self {
        None
    }
}

impl<T: Unassigned> Unassigned for Box<T> {
    #[inline]
    fn unassigned() -> Self {
        Box::new(T::unassigned())
    }
}

impl<T: Unassigned, const N: usize> Unassigned for [T; N] {
    #[inline]
    fn unassigned() -> Self {
        std::array::from_fn(|_| T::unassigned())
    }
}

impl<A: Scalar + Unassigned, D: Dimension> Unassigned for Array<A, D> {
    #[inline]
    fn unassigned() -> Self {
        Array::from_elem(D::default(), A::unassigned())
    }
}

macro_rules! tuple {
    ($($T:ident)*) => {
        impl<$($T: Unassigned),*> Unassigned for ($($T,)*) {
            #[inline]
            fn unassigned() -> Self {
                ($($T::unassigned(),)*)
            }
        }
    };
}

tuple!(A);
tuple!(A B);
tuple!(A B C);
tuple!(A B C D);
tuple!(A B C D E);
tuple!(A B C D E F);
tuple!(A B C D E F G);
tuple!(A B C D E F G H);
tuple!(A B C D E F G H I);
tuple!(A B C D E F G H I J);
tuple!(A B C D E F G H I J K);
tuple!(A B C D E F G H I J K L);

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::Array2;

    #[test]
    fn a_container_begins_empty_where_it_can() {
        let v: (Vec<f64>, [Vec<f32>; 2], Option<f64>) = unassigned();
        assert_eq!(v, (vec![], [vec![], vec![]], None));
        assert!(unassigned::<Array2<f64>>().is_empty());
        assert_eq!(unassigned::<[f64; 2]>(), [0.0; 2]);
    }
}
