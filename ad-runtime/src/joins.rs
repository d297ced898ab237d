//! ndarray's functions that make one array of several, as functions of so many arrays.

use ndarray::{Array, ArrayRef, Axis, Dimension, RemoveAxis, ShapeError};

macro_rules! joins {
    ($($concatenate:ident $stack:ident: $($part:ident)*;)*) => {$(
        /// ndarray's `concatenate(axis, &[..])` of so many arrays.
        ///
        /// # Errors
        /// If their shapes do not fit.
        #[inline]
        pub fn $concatenate<A: Copy, D: RemoveAxis>(
            axis: Axis,
            $($part: &ArrayRef<A, D>,)*
        ) -> Result<Array<A, D>, ShapeError> {
            ndarray::concatenate(axis, &[$($part.view()),*])
        }

        /// ndarray's `stack(axis, &[..])` of so many arrays.
        ///
        /// # Errors
        /// If their shapes do not fit.
        #[inline]
        pub fn $stack<A: Copy, D: Dimension<Larger: RemoveAxis>>(
            axis: Axis,
            $($part: &ArrayRef<A, D>,)*
        ) -> Result<Array<A, D::Larger>, ShapeError> {
            ndarray::stack(axis, &[$($part.view()),*])
        }
    )*};
}

joins! {
    concatenate_1 stack_1: a;
    concatenate_2 stack_2: a b;
    concatenate_3 stack_3: a b c;
    concatenate_4 stack_4: a b c d;
    concatenate_5 stack_5: a b c d e;
    concatenate_6 stack_6: a b c d e f;
}
