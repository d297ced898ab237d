//! Functions that give one of two values, `min(a, b)`, `clamp_min(x, bound)`: the cotangent goes to the one that was chosen.

/// The derivatives of such functions of a module, as they are imported beside them: for each its name, when the second value is
/// chosen, and its documentation.
macro_rules! choices {
    ($module:literal, $bound:ident; $($name:ident, $of_second:expr, $text:literal;)*) => {$(
        #[doc = $text]
        #[allow(non_camel_case_types)] // It is called like the function.
        #[derive(Debug)]
        pub struct $name {}

        impl $name {
            /// The value, and the pullback.
            #[inline(always)]
            pub fn forward<T: $bound + Differentiable>(
                _: &mut Workspace,
                first: T,
                second: T,
            ) -> (
                T,
                impl FnOnce(&mut Workspace, T::Cotangent, (), ()) -> (T::Cotangent, T::Cotangent) + use<T>,
            ) {
                let of_second: fn(&T, &T) -> bool = $of_second;
                let of_second = of_second(&first, &second);
                let (value, other) = if of_second { (second, first) } else { (first, second) };
                let shape = other.cotangent_shape();
                let pullback = move |_: &mut Workspace, seed: T::Cotangent, (), ()| {
                    let nothing = T::zero_of(&shape);
                    if of_second { (nothing, seed) } else { (seed, nothing) }
                };
                (value, pullback)
            }

            /// The value and its tangent.
            #[inline(always)]
            pub fn tangent<T: $bound + Differentiable>(
                first: T,
                second: T,
                first_tangent: Option<T::Cotangent>,
                second_tangent: Option<T::Cotangent>,
            ) -> (T, T::Cotangent) {
                let of_second: fn(&T, &T) -> bool = $of_second;
                let (value, tangent) = match of_second(&first, &second) {
                    true => (second, second_tangent),
                    false => (first, first_tangent),
                };
                let tangent = tangent.unwrap_or_else(|| value.zero_cotangent());
                (value, tangent)
            }

            $crate::called::stands_for!($module, stringify!($name), 2);
        }
    )*};
}
pub(super) use choices;
