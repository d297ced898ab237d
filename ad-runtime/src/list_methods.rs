//! Methods that change a list, as those of a value of which only rustc knows that it is one: a parameter whose type has a name of
//! the user's may be a vector, or have a `push` of its own.

use crate::differentiable::Differentiable;
use crate::foreign::rows;

/// A list at whose end elements are put and taken, and whose cotangent is a vector.
pub trait Growing<T: Differentiable>: Differentiable<Cotangent = Vec<T::Cotangent>> + Extend<T> {
    /// `list.push(value)`.
    fn put_last(&mut self, value: T);
    /// `list.pop()`.
    fn take_last(&mut self) -> Option<T>;
    /// What comes after the first elements. The list keeps its memory, as it does in the user's function.
    fn cut(&mut self, len: usize) -> Vec<T>;
}

/// Such a list; its methods of these names are its own.
macro_rules! growing {
    ([$($params:tt)*] $List:ty, $T:ty) => {
        impl<$($params)*> $crate::list_methods::Growing<$T> for $List
        where
            $T: $crate::differentiable::Differentiable,
        {
            #[inline(always)]
            fn put_last(&mut self, value: $T) {
                self.push(value);
            }
            #[inline(always)]
            fn take_last(&mut self) -> Option<$T> {
                self.pop()
            }
            #[inline]
            fn cut(&mut self, len: usize) -> Vec<$T> {
                self.drain(len.min(self.len())..).collect()
            }
        }
    };
}

#[cfg(any(feature = "arrayvec", feature = "smallvec"))]
pub(crate) use growing;

growing!([T] Vec<T>, T);

rows! {
    /// The twins of a vector's methods.
    ///
    /// ```
    /// use ad_runtime::ListMethods as _;
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let mut list = vec![1.0];
    /// let ((), ()) = list.push_differentiable_push(2.0, &mut ws);
    /// let ((), cleared) = list.clear_differentiable_push(&mut ws);
    /// assert!(list.is_empty());
    /// let mut bar = vec![];
    /// list.clear_differentiable_pull(cleared, &mut ws, (), Some(&mut bar));
    /// assert_eq!((&list, &bar), (&vec![1.0, 2.0], &vec![0.0, 0.0]));
    /// let ((), cut) = list.truncate_differentiable_push(1, &mut ws);
    /// assert_eq!(list, vec![1.0]);
    /// bar.pop();
    /// list.truncate_differentiable_pull(cut, &mut ws, (), Some(&mut bar), ());
    /// assert_eq!((&list, &bar), (&vec![1.0, 2.0], &vec![0.0, 0.0]));
    /// bar[1] = 3.0;
    /// let (value_bar,) = list.push_differentiable_pull((), &mut ws, (), Some(&mut bar), ());
    /// assert_eq!((list, bar, value_bar), (vec![1.0], vec![0.0], 3.0));
    /// ```
    ListMethods[T: Differentiable][T] for [, L: Growing<T>] L;

    fn push(mut x, value: by T), gives (T::Cotangent,);
        value { x.put_last(value); ((), ()) }
        adjoint |(), (), x_bar, ()| {
            let value = x.take_last().expect(PUSHED);
            (x_bar.map_or_else(|| value.zero_cotangent(), |x_bar| x_bar.pop().expect(PUSHED)),)
        }

    /// `list.clear()`, with what the list held.
    fn clear(mut x), keeps Vec<T>;
        value { ((), x.cut(0)) }
        adjoint |cleared, (), x_bar| {
            if let Some(x_bar) = x_bar {
                *x_bar = cleared.iter().map(T::zero_cotangent).collect();
            }
            x.extend(cleared);
        }

    /// `list.truncate(len)`, with what was cut off.
    fn truncate(mut x, len: at usize), keeps Vec<T>, gives ((),);
        value { ((), x.cut(len)) }
        adjoint |cut, (), x_bar, ()| {
            if let Some(x_bar) = x_bar {
                x_bar.extend(cut.iter().map(T::zero_cotangent));
            }
            x.extend(cut);
            ((),)
        }
}

const PUSHED: &str = "it was pushed in the forward sweep";
