//! Methods that change a list, as those of a value of which only rustc knows that it is one: a parameter whose type has a name of
//! the user's may be a vector, or have a `push` of its own.

use crate::differentiable::Differentiable;

/// The methods of a vector, or of another list whose cotangent is one. A list that is cut keeps its memory, as it does in the user's
/// function.
macro_rules! list_methods {
    ($(#[$of_trait:meta])* $Trait:ident[$($params:tt)*][$($args:tt)*] $List:ty, $T:ty) => {
        $crate::foreign::rows! {
            /// The twins of a list's methods.
            $(#[$of_trait])*
            $Trait[$($params)*][$($args)*] for [] $List where all [$T: Differentiable];

            fn push(mut x, value: into $T), gives (<$T as Differentiable>::Cotangent,);
                value { x.push(value); ((), ()) }
                adjoint |(), (), x_bar, ()| {
                    let value = x.pop().expect(PUSHED);
                    (x_bar.map_or_else(|| value.zero_cotangent(), |x_bar| x_bar.pop().expect(PUSHED)),)
                }
                tangent: linear;

            /// `list.clear()`, with what the list held.
            fn clear(mut x), keeps Vec<$T>;
                value { ((), x.drain(..).collect()) }
                adjoint |cleared, (), x_bar| {
                    if let Some(x_bar) = x_bar {
                        *x_bar = cleared.iter().map(<$T as Differentiable>::zero_cotangent).collect();
                    }
                    x.extend(cleared);
                }
                tangent |x_dot| { x_dot.clear(); }

            /// `list.truncate(len)`, with what was cut off.
            fn truncate(mut x, len: at usize), keeps Vec<$T>, gives ((),);
                value { ((), x.drain(len.min(x.len())..).collect()) }
                adjoint |cut, (), x_bar, ()| {
                    if let Some(x_bar) = x_bar {
                        x_bar.extend(cut.iter().map(<$T as Differentiable>::zero_cotangent));
                    }
                    x.extend(cut);
                    ((),)
                }
                tangent |x_dot, ()| { x_dot.truncate(len); }
        }
    };
}

#[cfg(any(feature = "arrayvec", feature = "smallvec"))]
pub(crate) use list_methods;

list_methods! {
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
    ListMethods[T][T] Vec<T>, T
}

pub(crate) const PUSHED: &str = "it was pushed in the forward sweep";
