//! Which functions of a differentiable trait an implementor defines with their derivatives.
//!
//! The derivatives of a trait's functions have defaults, so that implementors without `#[differentiable]` compile as they did.
//! The default of a function without a body has nothing to differentiate; that of one with a body differentiates this body, and
//! is wrong for an implementor that defines the function otherwise. Both are proved not to happen, for each implementor whose
//! derivatives are used, when the program is compiled.

use std::marker::PhantomData;

/// What an implementor of a differentiable trait says of itself.
pub trait Functions {
    /// The names of the trait's functions that it defines; `None` if it is not marked `#[differentiable]`.
    const DEFINED: Option<&'static [&'static str]>;
    /// Those of them in whose types there is no derivative, whatever the trait's may be: `fn shape(&self) -> usize`, where the trait
    /// has `fn shape(&self) -> S`.
    const PLAIN: &'static [&'static str] = &[];
}

/// Of an implementor that is not marked `#[differentiable]`.
#[derive(Clone, Copy, Debug)]
pub struct Unmarked;

impl Functions for Unmarked {
    const DEFINED: Option<&'static [&'static str]> = None;
}

/// The name of a function.
pub trait Function {
    /// The name.
    const NAME: &'static str;
}

/// Proves when it is compiled that an implementor is marked, and takes the function `F` from the trait.
///
/// ```
/// use ad_runtime::{Function, Functions, inherited};
///
/// struct Defined;
/// impl Functions for Defined {
///     const DEFINED: Option<&'static [&'static str]> = Some(&["energy"]);
/// }
/// struct Force;
/// impl Function for Force {
///     const NAME: &'static str = "force";
/// }
/// inherited::<_, Force, _>(|| Defined);
/// ```
///
/// ```compile_fail
/// use ad_runtime::{Function, Unmarked, inherited};
///
/// struct Force;
/// impl Function for Force {
///     const NAME: &'static str = "force";
/// }
/// inherited::<_, Force, _>(|| Unmarked);
/// ```
#[inline(always)]
pub fn inherited<M: Functions, F: Function, L: FnOnce() -> M>(_: L) {
    const {
        match M::DEFINED {
            None => panic!("this type's impl of the trait is not marked `#[differentiable]`"),
            Some(defined) => assert!(
                !contains(defined, F::NAME),
                "this type's impl defines the function for types that carry no derivative"
            ),
        }
    }
}

/// Proves when it is compiled that an implementor is marked, and defines the function `F` for types that carry no derivative: then
/// it is called as it stands.
///
/// ```
/// use ad_runtime::{Function, Functions, as_it_stands};
///
/// struct Defined;
/// impl Functions for Defined {
///     const DEFINED: Option<&'static [&'static str]> = Some(&["shape"]);
///     const PLAIN: &'static [&'static str] = &["shape"];
/// }
/// struct Shape;
/// impl Function for Shape {
///     const NAME: &'static str = "shape";
/// }
/// as_it_stands::<_, Shape, _>(|| Defined);
/// ```
///
/// ```compile_fail
/// use ad_runtime::{Function, Unmarked, as_it_stands};
///
/// struct Shape;
/// impl Function for Shape {
///     const NAME: &'static str = "shape";
/// }
/// as_it_stands::<_, Shape, _>(|| Unmarked);
/// ```
#[inline(always)]
pub fn as_it_stands<M: Functions, F: Function, L: FnOnce() -> M>(_: L) {
    const {
        match M::DEFINED {
            None => panic!("this type's impl of the trait is not marked `#[differentiable]`"),
            Some(_) => assert!(
                contains(M::PLAIN, F::NAME),
                "this type's impl leaves the function without derivative: `#[no_diff]` belongs into the trait as well"
            ),
        }
    }
}

/// Stands where a trait's function has no derivative, because an implementor did not define one: it does not compile.
///
/// ```compile_fail
/// ad_runtime::undefined(|| ad_runtime::Unmarked);
/// ```
#[inline(always)]
pub fn undefined<M: Functions, L: FnOnce() -> M>(_: L) {
    const {
        match M::DEFINED {
            None => panic!("this type's impl of the trait is not marked `#[differentiable]`"),
            Some(_) => panic!("this type's impl defines the function for types that carry no derivative"),
        }
    }
}

const fn contains(names: &[&str], name: &str) -> bool {
    let mut k = 0;
    while k < names.len() {
        if same(names[k].as_bytes(), name.as_bytes()) {
            return true;
        }
        k += 1;
    }
    false
}

const fn same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut k = 0;
    while k < a.len() {
        if a[k] != b[k] {
            return false;
        }
        k += 1;
    }
    true
}

/// The pullback of a method of a generic trait, and for which arguments of the trait it is. A type may implement
/// `Scale<f64>` and `Scale<Vector>`; what the way back is given would not tell them apart.
///
/// ```
/// let pullback = ad_runtime::OfTrait::<(fn(&f64),), _>::new(|seed: f64| 2.0 * seed);
/// assert_eq!((pullback.pullback)(1.5), 3.0);
/// ```
#[derive(Debug)]
pub struct OfTrait<T, P> {
    /// The pullback itself.
    pub pullback: P,
    parameters: PhantomData<T>,
}

impl<T, P> OfTrait<T, P> {
    /// The pullback, for a trait with the parameters `T`.
    #[inline(always)]
    pub fn new(pullback: P) -> OfTrait<T, P> {
        OfTrait {
            pullback,
            parameters: PhantomData,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::contains;

    #[test]
    fn names_are_compared_whole() {
        assert!(contains(&["energy", "force"], "force"));
        assert!(!contains(&["energy", "forces"], "force"));
        assert!(!contains(&[], "force"));
    }
}
