//! The comparison with differences of a function that is called with arguments: copies of these are moved.

use crate::check::{Mismatch, Problem, Report, check, compare_modes, directions_and_seed};
use crate::cotangent::Cotangent;
use crate::differentiable::Differentiable;

/// An argument that carries a derivative.
#[derive(Clone, Copy, Debug)]
pub struct Moved<T>(pub T);

/// An argument that does not.
#[derive(Clone, Copy, Debug)]
pub struct Fixed<T>(pub T);

/// The arguments of a call, as pairs of the first and the others.
///
/// ```
/// use ad_runtime::{Fixed, Moved, Probes};
///
/// let mut probes = (Moved(1.0), (Fixed("steps"), (Moved([2.0, 3.0]), ())));
/// let mut start = Vec::new();
/// probes.start(&mut start);
/// assert_eq!(start, [vec![1.0], vec![2.0, 3.0]]);
/// probes.move_to(&[vec![0.5], vec![1.5, 2.5]]);
/// assert_eq!((probes.0.0, probes.1.1.0.0), (0.5, [1.5, 2.5]));
/// ```
pub trait Probes: Clone {
    /// Appends the components of each argument that carries a derivative.
    fn start(&self, out: &mut Vec<Vec<f64>>);
    /// Moves these arguments.
    fn move_to(&mut self, point: &[Vec<f64>]);
    /// The machine epsilon of the coarsest float in them.
    fn epsilon(&self) -> f64;
}

impl Probes for () {
    fn start(&self, _: &mut Vec<Vec<f64>>) {}
    fn move_to(&mut self, _: &[Vec<f64>]) {}
    fn epsilon(&self) -> f64 {
        0.0
    }
}

impl<T: Differentiable + Clone, L: Probes> Probes for (Moved<T>, L) {
    fn start(&self, out: &mut Vec<Vec<f64>>) {
        out.push(self.0.0.to_flat());
        self.1.start(out);
    }
    fn move_to(&mut self, point: &[Vec<f64>]) {
        let (first, others) = point.split_first().expect("each argument has a point");
        self.0.0.unflatten_from(&mut first.iter().copied());
        self.1.move_to(others);
    }
    fn epsilon(&self) -> f64 {
        self.0.0.coarseness().max(self.1.epsilon())
    }
}

impl<T: Clone, L: Probes> Probes for (Fixed<T>, L) {
    fn start(&self, out: &mut Vec<Vec<f64>>) {
        self.1.start(out);
    }
    fn move_to(&mut self, point: &[Vec<f64>]) {
        self.1.move_to(point);
    }
    fn epsilon(&self) -> f64 {
        self.1.epsilon()
    }
}

/// Appends the components of a value.
///
/// ```
/// let mut out = vec![1.0];
/// ad_runtime::flatten(&[2.0, 3.0], &mut out);
/// assert_eq!(out, [1.0, 2.0, 3.0]);
/// ```
pub fn flatten<T: Differentiable + ?Sized>(value: &T, out: &mut Vec<f64>) {
    value.flatten_into(out);
}

/// The cotangent of a value with the next components of `seed`.
///
/// ```
/// assert_eq!(ad_runtime::seeded(&[2.0, 3.0], &mut [0.5, 0.7].into_iter()), [0.5, 0.7]);
/// ```
pub fn seeded<T: Differentiable + ?Sized>(value: &T, seed: &mut dyn Iterator<Item = f64>) -> T::Cotangent {
    let mut bar = value.zero_cotangent();
    bar.unflatten_from(seed);
    bar
}

/// Appends the components of an argument's cotangent.
///
/// ```
/// let mut gradient = Vec::new();
/// ad_runtime::put_cotangent(&[2.0, 3.0], &mut gradient);
/// assert_eq!(gradient, [[2.0, 3.0]]);
/// ```
pub fn put_cotangent<C: Cotangent>(bar: &C, gradient: &mut Vec<Vec<f64>>) {
    gradient.push(bar.partials());
}

/// [`check`] of a function at the arguments of a call. `evaluate` appends the result and what the function leaves of its arguments;
/// `pull`, which is handed these as well, the gradient for a seed of all that.
///
/// ```
/// use ad_runtime::{Moved, check_call, flatten, put_cotangent};
///
/// let twice = check_call(
///     "twice",
///     &["x"],
///     (Moved(3.0), ()),
///     |(Moved(x), ()), out| flatten(&(2.0 * *x), out),
///     |_, _, seed, gradient| put_cotangent(&(2.0 * seed.next().unwrap()), gradient),
/// );
/// assert_eq!(twice.unwrap().arguments[0].name, "x");
/// ```
///
/// # Errors
/// If a derivative is off.
pub fn check_call<P: Probes>(
    function: &str,
    arguments: &[&str],
    probes: P,
    evaluate: impl Fn(&mut P, &mut Vec<f64>),
    pull: impl Fn(&mut P, &mut P, &mut dyn Iterator<Item = f64>, &mut Vec<Vec<f64>>),
) -> Result<Report, Mismatch> {
    let (problem, start) = problem(function, arguments, &probes);
    check(
        problem,
        start,
        |point| evaluated(&probes, point, &evaluate).1,
        |seed| pulled(&probes, seed, &evaluate, &pull),
    )
}

/// The same of a function whose sweeps there are as one, too: `gradient` appends what they give for the seed one.
///
/// ```
/// use ad_runtime::{Moved, check_fused_call, flatten, put_cotangent};
///
/// let wrong = check_fused_call(
///     "twice",
///     &["x"],
///     (Moved(3.0), ()),
///     |(Moved(x), ()), out| flatten(&(2.0 * *x), out),
///     |_, _, seed, gradient| put_cotangent(&(2.0 * seed.next().unwrap()), gradient),
///     |_, gradient| put_cotangent(&1.0, gradient),
/// );
/// assert!(wrong.is_err());
/// ```
///
/// # Errors
/// If a derivative is off.
pub fn check_fused_call<P: Probes>(
    function: &str,
    arguments: &[&str],
    probes: P,
    evaluate: impl Fn(&mut P, &mut Vec<f64>),
    pull: impl Fn(&mut P, &mut P, &mut dyn Iterator<Item = f64>, &mut Vec<Vec<f64>>),
    gradient: impl Fn(&mut P, &mut Vec<Vec<f64>>),
) -> Result<Report, Mismatch> {
    check_call(function, arguments, probes.clone(), &evaluate, &pull)?;
    let (problem, start) = problem(function, arguments, &probes);
    check(
        problem,
        start,
        |point| evaluated(&probes, point, &evaluate).1,
        |_| {
            let mut out = Vec::new();
            gradient(&mut probes.clone(), &mut out);
            out
        },
    )
}

/// The same of a function with a tangent, `forward`, which is handed directions of the arguments and appends the tangents of all that the
/// function gives; where there are no sweeps as one, `gradient` appends nothing. Both modes say the same: the inner product of these with a seed is that of the directions with the gradient.
///
/// ```
/// use ad_runtime::{Moved, check_modes, flatten, put_cotangent, put_tangent};
///
/// let wrong = check_modes(
///     "twice",
///     &["x"],
///     (Moved(3.0), ()),
///     |(Moved(x), ()), out| flatten(&(2.0 * *x), out),
///     |_, _, seed, gradient| put_cotangent(&(2.0 * seed.next().unwrap()), gradient),
///     |_, _| {},
///     |_, dots, out| put_tangent(&(2.5 * dots.next().unwrap()), out),
/// );
/// let message = "the derivative of `twice` along a random direction of `x` is 1.20365 in forward mode, but 0.962921 in reverse mode";
/// assert_eq!(wrong.unwrap_err().to_string(), message);
/// ```
///
/// # Errors
/// If a derivative is off.
pub fn check_modes<P: Probes>(
    function: &str,
    arguments: &[&str],
    probes: P,
    evaluate: impl Fn(&mut P, &mut Vec<f64>),
    pull: impl Fn(&mut P, &mut P, &mut dyn Iterator<Item = f64>, &mut Vec<Vec<f64>>),
    gradient: impl Fn(&mut P, &mut Vec<Vec<f64>>),
    forward: impl Fn(&mut P, &mut dyn Iterator<Item = f64>, &mut Vec<f64>),
) -> Result<Report, Mismatch> {
    let mut together = Vec::new();
    gradient(&mut probes.clone(), &mut together);
    let report = match together.is_empty() {
        false => check_fused_call(function, arguments, probes.clone(), &evaluate, &pull, gradient),
        true => check_call(function, arguments, probes.clone(), &evaluate, &pull),
    }?;
    let (problem, start) = problem(function, arguments, &probes);
    let outputs = evaluated(&probes, &start, &evaluate).1.len();
    let [directions, seed] = directions_and_seed(start.iter().map(Vec::len).sum(), outputs);
    let mut tangents = Vec::new();
    forward(&mut probes.clone(), &mut directions.iter().copied(), &mut tangents);
    let gradient = pulled(&probes, &seed, &evaluate, &pull).concat();
    compare_modes(problem, [&seed, &tangents], [&directions, &gradient])?;
    Ok(report)
}

/// The same of a function of second order, whose value is the first of its outputs: `products` is handed directions of the arguments and
/// appends the Hessian times them. That is compared with differences of the gradient, and along another direction with its transpose.
///
/// ```
/// use ad_runtime::{Moved, check_second_order, flatten, put_cotangent, put_tangent};
///
/// let check = |second: f64| {
///     check_second_order(
///         "cube",
///         &["x"],
///         (Moved(2.0_f64), ()),
///         |(Moved(x), ()), out| flatten(&x.powi(3), out),
///         |(Moved(x), ()), _, seed, gradient| put_cotangent(&(3.0 * *x * *x * seed.next().unwrap()), gradient),
///         |_, _| {},
///         |(Moved(x), ()), dots, out| put_tangent(&(3.0 * *x * *x * dots.next().unwrap()), out),
///         |_, dots, products| put_cotangent(&(second * dots.next().unwrap()), products),
///     )
/// };
/// assert!(check(12.0).is_ok());
/// let message = "the derivative of `cube::grad` with respect to `x` is 13.0, but differences say 12.0 (off by 1.0, 7.7%)";
/// assert_eq!(check(13.0).unwrap_err().to_string(), message);
/// ```
///
/// # Errors
/// If a derivative is off.
#[allow(clippy::too_many_arguments, reason = "each is one of the function's derivatives")]
pub fn check_second_order<P: Probes>(
    function: &str,
    arguments: &[&str],
    probes: P,
    evaluate: impl Fn(&mut P, &mut Vec<f64>),
    pull: impl Fn(&mut P, &mut P, &mut dyn Iterator<Item = f64>, &mut Vec<Vec<f64>>),
    gradient: impl Fn(&mut P, &mut Vec<Vec<f64>>),
    forward: impl Fn(&mut P, &mut dyn Iterator<Item = f64>, &mut Vec<f64>),
    products: impl Fn(&mut P, &mut dyn Iterator<Item = f64>, &mut Vec<Vec<f64>>),
) -> Result<Report, Mismatch> {
    let report = check_modes(function, arguments, probes.clone(), &evaluate, &pull, gradient, forward)?;
    let function = format!("{function}::grad");
    let (problem, start) = problem(&function, arguments, &probes);
    let gradient_at = |point: &[Vec<f64>]| {
        let mut at = probes.clone();
        at.move_to(point);
        let mut seed = vec![0.0; evaluated(&at, point, &evaluate).1.len()];
        seed[0] = 1.0;
        pulled(&at, &seed, &evaluate, &pull).concat()
    };
    let product = |directions: &[f64]| {
        let mut out = Vec::new();
        products(&mut probes.clone(), &mut directions.iter().copied(), &mut out);
        out
    };
    // The Hessian is its own transpose: what the pullback of the gradient gives is its product.
    check(problem, start.clone(), gradient_at, product)?;
    let size = start.iter().map(Vec::len).sum();
    let [one, other] = directions_and_seed(size, size);
    let [along, across] = [&one, &other].map(|directions| product(directions).concat());
    compare_modes(problem, [&other, &along], [&one, &across])?;
    Ok(report)
}

/// Appends the components of a tangent.
///
/// ```
/// let mut out = vec![1.0];
/// ad_runtime::put_tangent(&[2.0, 3.0], &mut out);
/// assert_eq!(out, [1.0, 2.0, 3.0]);
/// ```
pub fn put_tangent<C: Cotangent>(tangent: &C, out: &mut Vec<f64>) {
    tangent.flatten_into(out);
}

fn problem<'a, P: Probes>(function: &'a str, arguments: &'a [&'a str], probes: &P) -> (Problem<'a>, Vec<Vec<f64>>) {
    let mut start = Vec::new();
    probes.start(&mut start);
    let epsilon = probes.epsilon();
    let problem = Problem {
        function,
        arguments,
        epsilon,
    };
    (problem, start)
}

/// What the function leaves of its arguments, moved to `point`, and all that it gives.
fn evaluated<P: Probes>(probes: &P, point: &[Vec<f64>], evaluate: &impl Fn(&mut P, &mut Vec<f64>)) -> (P, Vec<f64>) {
    let (mut at, mut out) = (probes.clone(), Vec::new());
    at.move_to(point);
    evaluate(&mut at, &mut out);
    (at, out)
}

fn pulled<P: Probes>(
    probes: &P,
    seed: &[f64],
    evaluate: &impl Fn(&mut P, &mut Vec<f64>),
    pull: &impl Fn(&mut P, &mut P, &mut dyn Iterator<Item = f64>, &mut Vec<Vec<f64>>),
) -> Vec<Vec<f64>> {
    let (mut end, mut gradient) = (probes.clone(), Vec::new());
    evaluate(&mut end, &mut Vec::new());
    pull(&mut probes.clone(), &mut end, &mut seed.iter().copied(), &mut gradient);
    gradient
}
