//! Gradients of ordinary Rust functions, on stable Rust.
//!
//! [`#[differentiable]`](macro@differentiable) on a function leaves it as it is and writes its reverse-mode derivative beside
//! it, as plain Rust that is compiled with the rest. Loops, branches, mutation and recursion are written as they would be
//! anyway; what cannot be differentiated is a compile error.
//!
//! ```
//! use pullback::differentiable;
//!
//! #[differentiable]
//! fn energy(x: &[f64], stiffness: f64) -> f64 {
//!     let mut total = 0.0;
//!     for i in 1..x.len() {
//!         let stretch = x[i] - x[i - 1] - 1.0;
//!         total += 0.5 * stiffness * stretch * stretch;
//!     }
//!     total
//! }
//!
//! let x = [0.0, 1.5, 2.0];
//! assert_eq!(energy(&x, 2.0), 0.5);
//!
//! // The value and its gradient, a component for each parameter.
//! let (e, (dx, dk)) = energy::value_and_grad(&x, 2.0);
//! assert_eq!((e, dx, dk), (0.5, vec![-1.0, 2.0, -1.0], 0.25));
//!
//! // Functions call each other, and a pullback takes any seed.
//! #[differentiable]
//! fn scaled(x: &[f64], factor: f64) -> [f64; 2] {
//!     [factor * energy(x, 1.0), factor]
//! }
//!
//! let (_, pullback) = scaled::vjp(&x, 4.0);
//! let (dx, dfactor) = pullback([1.0, 0.0]);
//! assert_eq!((dx, dfactor), (vec![-2.0, 4.0, -2.0], 0.25));
//!
//! // A test of one's own functions: the gradient against differences.
//! pullback::check_grad!(energy(&x, 2.0)).unwrap();
//! ```
//!
//! The type `energy` that the attribute adds has these functions:
//!
//! | | gives |
//! |---|---|
//! | `grad(args..)` | the gradient of a scalar result |
//! | `value_and_grad(args..)` | the value too |
//! | `vjp(args..)` | the value and its pullback, for any result |
//! | `vjp_once(args..)` | the same with a pullback that is called once, which that of `vjp` may be too |
//! | `value_and_jacobian(args..)` | the value and a gradient for each number in it, if these are several |
//! | `jacobian(args..)` | these as a matrix, of a function from one list of floats to another |
//! | `grad_into(args.., buffers..)` | the value; adds the gradient to buffers that the caller owns |
//! | `grad_into_with(&mut workspace, args.., buffers..)` | the same, with the memory of earlier calls: [`Workspace`] |
//!
//! Parameters of integers, `bool`, `char` and text carry no derivative, and neither do those marked `#[no_diff]`; [`no_diff`]
//! stops it at an expression. What other types carry is said by [`Differentiable`] and [`Cotangent`].
//!
//! The repository's README has the short form of all this, the book in `docs/src` goes through it with examples, and
//! `docs/ARCHITECTURE.md` says how it works.

#![forbid(unsafe_code)]

/// Makes a struct or an enum differentiable, and makes the type of its cotangents.
///
/// The cotangent of a `Model` is a `ModelCotangent`: the same fields or variants under the same names, as visible as those of the
/// value, each with its own cotangent. A part of a gradient is found where that part of the value is.
///
/// ```
/// use pullback::{Cotangent, Differentiable};
///
/// #[derive(Differentiable)]
/// struct Model {
///     weights: Vec<[f64; 2]>,
///     bias: f64,
///     steps: usize,
///     #[no_diff]
///     rate: f64,
/// }
///
/// let mut model = Model { weights: vec![[1.0, 2.0]], bias: 3.0, steps: 10, rate: 0.1 };
/// let mut gradient = model.zero_cotangent();
/// gradient.weights[0][1] += 5.0;
/// assert_eq!(gradient, ModelCotangent { weights: vec![[0.0, 5.0]], bias: 0.0, steps: (), rate: () });
///
/// model.add_scaled(-model.rate, &gradient);
/// assert_eq!(model.weights, [[1.0, 1.5]]);
/// ```
///
/// What carries no derivative is `()` in the cotangent: fields marked `#[no_diff]`, all fields of a variant that is marked, and
/// fields whose written type is an integer, `bool`, `char`, `str` or `String`, or made of only these by references, slices,
/// arrays, `Vec`, `Option` and tuples; `PhantomData` too. A type that has no other fields can be used wherever nothing is
/// differentiated. A field of any other type must be differentiable itself.
///
/// Enums may be recursive, through `Box` and `Vec`. A cotangent is of the same variant as its value, so both can be matched
/// together; adding one of another variant panics with the names of both.
///
/// ```
/// use pullback::Differentiable;
///
/// #[derive(Differentiable)]
/// enum Tree {
///     Leaf(f64),
///     Node(Box<Tree>, Box<Tree>),
/// }
///
/// fn fill(tree: &Tree, bar: &mut TreeCotangent) {
///     match (tree, bar) {
///         (Tree::Leaf(x), TreeCotangent::Leaf(bar)) => *bar += 2.0 * x,
///         (Tree::Node(a, b), TreeCotangent::Node(a_bar, b_bar)) => {
///             fill(a, a_bar);
///             fill(b, b_bar);
///         }
///         _ => unreachable!("a cotangent is of the variant of its value"),
///     }
/// }
///
/// let tree = Tree::Node(Box::new(Tree::Leaf(1.0)), Box::new(Tree::Leaf(3.0)));
/// let mut bar = tree.zero_cotangent();
/// fill(&tree, &mut bar);
/// let leaf = |x| Box::new(TreeCotangent::Leaf(x));
/// assert_eq!(bar, TreeCotangent::Node(leaf(2.0), leaf(6.0)));
/// ```
///
/// Cotangents are [`Cotangent`], `Clone`, `Debug` and `PartialEq`, and add up by `+=`, of a reference too.
///
/// # Generic and borrowing types
/// Type parameters that a differentiable field holds must be [`Differentiable`]; those that stand for elements or dimensions of
/// ndarray's arrays need to be floats or dimensions instead. The derive adds these bounds. The cotangent has the parameters
/// that its fields use, and no lifetimes: it owns what its value borrows.
///
/// # Limits
/// - All operations recurse as deep as the value does, as dropping it does: a list through `Box` needs stack for its length.
/// - A type cannot contain itself behind a reference, or with other type arguments. A generic type can contain itself in `Box`,
///   `Vec`, `Option`, tuples and arrays, and in other generic types only if its parameters are bounded by `'static`; so must they
///   be where a public type holds a private type made of them.
pub use ad_macro::Differentiable;
pub use ad_macro::differentiable;
#[doc(hidden)]
pub use ad_runtime as rt;
/// Problems of the crate argmin, from a function and its derivatives.
#[cfg(feature = "argmin")]
pub use ad_runtime::argmin;
/// What makes a model better step by step, along its gradients.
pub use ad_runtime::optim;
/// Tensors: arrays whose device is a property of the value.
#[cfg(feature = "tensor")]
pub use ad_runtime::tensor;
/// Weights in files, by the names of their fields.
#[cfg(feature = "weights")]
pub use ad_runtime::weights;
pub use ad_runtime::{Aux, Cotangent, Differentiable, DynCotangent, KeptFunction, Mismatch, Report, Workspace};
#[cfg(feature = "arrayvec")]
pub use arrayvec;
#[cfg(feature = "either")]
pub use either;
#[cfg(feature = "glam")]
pub use glam;
#[cfg(feature = "hashbrown")]
pub use hashbrown;
#[cfg(feature = "hyperdual")]
pub use hyperdual;
#[cfg(feature = "indexmap")]
pub use indexmap;
#[cfg(feature = "nalgebra")]
pub use nalgebra;
pub use ndarray;
#[cfg(feature = "num-complex")]
pub use num_complex;
#[cfg(feature = "smallvec")]
pub use smallvec;

/// Evaluates its argument as it stands and stops the derivative.
///
/// Inside a differentiable function nothing is differentiated in the argument; its value is a constant to what follows.
///
/// ```
/// use pullback::{differentiable, no_diff};
///
/// #[differentiable]
/// fn scaled(x: f64) -> f64 {
///     let norm = no_diff(x.abs());
///     x / norm
/// }
///
/// assert_eq!(scaled::grad(2.0), 0.5);
/// ```
#[inline(always)]
pub const fn no_diff<T>(value: T) -> T {
    value
}

/// Compares the derivatives of a differentiable function with finite differences.
///
/// The call is written as the function's own: `check_grad!(energy(&x, k, 10))`. It returns a [`Report`], or the first
/// [`Mismatch`] with the argument and component that is off.
///
/// ```
/// use pullback::{check_grad, differentiable};
///
/// #[differentiable]
/// fn energy(x: &[f64], k: f64) -> f64 {
///     let mut sum = 0.0;
///     for i in 0..x.len() {
///         sum += 0.5 * k * x[i] * x[i];
///     }
///     sum
/// }
///
/// check_grad!(energy(&[1.0, -2.0], 3.0)).unwrap();
/// ```
///
/// Of a generic function, the arguments can be written out: `check_grad!(norm::<f64>(&x))`. A method is checked by a
/// differentiable function that calls it.
#[macro_export]
macro_rules! check_grad {
    ($first:ident $(:: $rest:ident)* :: <$($generic:tt),*> ( $($argument:expr),* $(,)? )) => {
        $first $(:: $rest)* ::check::<$($generic),*>($($argument),*)
    };
    ($first:ident $(:: $rest:ident)* :: <$($generic:ty),*> ( $($argument:expr),* $(,)? )) => {
        $first $(:: $rest)* ::check::<$($generic),*>($($argument),*)
    };
    ($first:ident $(:: $rest:ident)* ( $($argument:expr),* $(,)? )) => {
        $first $(:: $rest)* ::check($($argument),*)
    };
    ($($other:tt)*) => {
        ::core::compile_error!(
            "`check_grad!` takes a call of a differentiable function, `check_grad!(energy(&x, k))`; for a method, write a \
             function that calls it: `#[differentiable] fn energy(m: &Model, x: f64) -> f64 { m.energy(x) }`"
        )
    };
}

/// A differentiable function as an argument of an entry point.
///
/// ```
/// use pullback::{differentiable, function};
///
/// #[differentiable]
/// fn cube(x: f64) -> f64 {
///     x * x * x
/// }
///
/// /// Simpson's rule on one interval.
/// #[differentiable]
/// fn simpson(f: impl Fn(f64) -> f64, a: f64, b: f64) -> f64 {
///     (b - a) / 6.0 * (f(a) + 4.0 * f(0.5 * (a + b)) + f(b))
/// }
///
/// assert_eq!(simpson(cube, 0.0, 2.0), 4.0);
/// assert_eq!(simpson::grad(function!(cube), 0.0, 2.0), (0.0, 8.0));
/// ```
///
/// There is no component for the function in the gradient. Where the type that holds its derivatives has another name, that is
/// given as well: `function!(cube, twin = cube_derivatives)`.
#[macro_export]
macro_rules! function {
    ($function:ident $(:: $rest:ident)* $(,)?) => {
        $crate::rt::NamedFunction::new($function $(:: $rest)*, $function $(:: $rest)* ::function)
            .along($function $(:: $rest)* ::tangent)
    };
    ($function:path, twin = $twin:ident $(:: $rest:ident)* $(,)?) => {
        $crate::rt::NamedFunction::new($function, $twin $(:: $rest)* ::function).along($twin $(:: $rest)* ::tangent)
    };
}

/// The examples in the repository's documents are tests.
#[cfg(doctest)]
mod documents {
    macro_rules! documents {
        ($($name:ident $path:literal)*) => { $(#[doc = include_str!($path)] struct $name;)* };
    }

    documents! {
        Readme "../README.md"
        Arrays "../docs/src/arrays.md"
        Calls "../docs/src/calls.md"
        Checking "../docs/src/checking.md"
        ComingFrom "../docs/src/coming-from.md"
        Crates "../docs/src/crates.md"
        Errors "../docs/src/errors.md"
        Generic "../docs/src/generic.md"
        HowItWorks "../docs/src/how-it-works.md"
        Iterators "../docs/src/iterators.md"
        Jacobians "../docs/src/jacobians.md"
        Maps "../docs/src/maps.md"
        Memory "../docs/src/memory.md"
        Options "../docs/src/options.md"
        Parallel "../docs/src/parallel.md"
        Parameters "../docs/src/parameters.md"
        Promises "../docs/src/promises.md"
        Reading "../docs/src/reading.md"
        References "../docs/src/references.md"
        Rules "../docs/src/rules.md"
        SecondOrder "../docs/src/second-order.md"
        Start "../docs/src/start.md"
        Stopping "../docs/src/stopping.md"
        Structs "../docs/src/structs.md"
        Supported "../docs/src/supported.md"
        Training "../docs/src/training.md"
        Traits "../docs/src/traits.md"
    }
}
