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

/// What the comparison asks of a function whose arguments have been moved.
pub enum Ask<'a, P> {
    /// To append the result and what the function leaves of its arguments.
    Value(&'a mut Vec<f64>),
    /// To append the gradient for a seed of all that, where these are the arguments as the function leaves them.
    Gradient(&'a mut P, &'a mut dyn Iterator<Item = f64>, &'a mut Vec<Vec<f64>>),
    /// To append what the sweeps that there are as one give for the seed one.
    Fused(&'a mut Vec<Vec<f64>>),
    /// To append the tangents of all that the function gives, along these directions of the arguments.
    Tangent(&'a mut dyn Iterator<Item = f64>, &'a mut Vec<f64>),
    /// To append the Hessian times these directions of the arguments.
    Products(&'a mut dyn Iterator<Item = f64>, &'a mut Vec<Vec<f64>>),
}

/// Derivatives that not every function has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beside {
    /// Both sweeps as one.
    Fused,
    /// The tangent.
    Tangent,
    /// Products with the Hessian of the first output, which is the function's value.
    Products,
}

/// [`check`] of a function at the arguments of a call; `answer` says what its derivatives say there.
///
/// Both modes say the same: the inner product of the tangents with a seed is that of the directions with the gradient. Products with
/// the Hessian are compared with differences of the gradient, and along another direction with their transpose.
///
/// ```
/// use ad_runtime::{Ask, Beside, Moved, check_call, flatten, put_cotangent, put_tangent};
///
/// let check = |beside: &[Beside], fused: f64, tangent: f64, second: f64| {
///     check_call("cube", &["x"], beside, (Moved(2.0_f64), ()), |(Moved(x), ()), ask| match ask {
///         Ask::Value(out) => flatten(&x.powi(3), out),
///         Ask::Gradient(_, seed, out) => put_cotangent(&(3.0 * *x * *x * seed.next().unwrap()), out),
///         Ask::Fused(out) => put_cotangent(&fused, out),
///         Ask::Tangent(along, out) => put_tangent(&(tangent * along.next().unwrap()), out),
///         Ask::Products(along, out) => put_cotangent(&(second * along.next().unwrap()), out),
///     })
/// };
/// let all = [Beside::Fused, Beside::Tangent, Beside::Products];
/// assert_eq!(check(&all, 12.0, 12.0, 12.0).unwrap().arguments[0].name, "x");
/// assert!(check(&[], 0.0, 0.0, 0.0).is_ok());
///
/// let message = "the derivative of `cube` with respect to `x` is 11.0, but differences say 12.0 (off by 1.0, 8.3%)";
/// assert_eq!(check(&all, 11.0, 12.0, 12.0).unwrap_err().to_string(), message);
/// let message = "the derivative of `cube` along a random direction of `x` is 6.25899 in forward mode, but 5.77753 in reverse mode";
/// assert_eq!(check(&all, 12.0, 13.0, 12.0).unwrap_err().to_string(), message);
/// let message = "the derivative of `cube::grad` with respect to `x` is 13.0, but differences say 12.0 (off by 1.0, 7.7%)";
/// assert_eq!(check(&all, 12.0, 12.0, 13.0).unwrap_err().to_string(), message);
/// ```
///
/// # Errors
/// If a derivative is off.
pub fn check_call<P: Probes>(
    function: &str,
    arguments: &[&str],
    beside: &[Beside],
    probes: P,
    answer: impl Fn(&mut P, Ask<'_, P>),
) -> Result<Report, Mismatch> {
    let mut start = Vec::new();
    probes.start(&mut start);
    compared(function, arguments, beside, start, probes.epsilon(), &|point, ask| {
        let mut at = probes.clone();
        if let Some(point) = point {
            at.move_to(point);
        }
        match ask {
            Ask::Value(out) => answer(&mut at, Ask::Value(out)),
            Ask::Gradient((), seed, out) => {
                let mut end = at.clone();
                answer(&mut end, Ask::Value(&mut Vec::new()));
                answer(&mut at, Ask::Gradient(&mut end, seed, out));
            }
            Ask::Fused(out) => answer(&mut at, Ask::Fused(out)),
            Ask::Tangent(along, out) => answer(&mut at, Ask::Tangent(along, out)),
            Ask::Products(along, out) => answer(&mut at, Ask::Products(along, out)),
        }
    })
}

/// What is asked of a call, where its arguments are moved to a point or not at all.
type Asked<'a> = &'a dyn Fn(Option<&[Vec<f64>]>, Ask<'_, ()>);

/// The comparison, which is compiled once for all functions.
fn compared(
    function: &str,
    arguments: &[&str],
    beside: &[Beside],
    start: Vec<Vec<f64>>,
    epsilon: f64,
    answer: Asked<'_>,
) -> Result<Report, Mismatch> {
    let problem = |function| Problem {
        function,
        arguments,
        epsilon,
    };
    let evaluated = |point: &[Vec<f64>]| {
        let mut out = Vec::new();
        answer(Some(point), Ask::Value(&mut out));
        out
    };
    let pulled = |point: Option<&[Vec<f64>]>, seed: &[f64]| {
        let mut gradient = Vec::new();
        answer(point, Ask::Gradient(&mut (), &mut seed.iter().copied(), &mut gradient));
        gradient
    };
    let report = check(problem(function), start.clone(), evaluated, |seed| pulled(None, seed))?;
    if beside.contains(&Beside::Fused) {
        check(problem(function), start.clone(), evaluated, |_| {
            let mut out = Vec::new();
            answer(None, Ask::Fused(&mut out));
            out
        })?;
    }
    let size = start.iter().map(Vec::len).sum();
    if beside.contains(&Beside::Tangent) {
        let [directions, seed] = directions_and_seed(size, evaluated(&start).len());
        let mut tangents = Vec::new();
        let along = &mut directions.iter().copied();
        answer(None, Ask::Tangent(along, &mut tangents));
        let gradient = pulled(None, &seed).concat();
        compare_modes(problem(function), [&seed, &tangents], [&directions, &gradient])?;
    }
    if beside.contains(&Beside::Products) {
        let function = format!("{function}::grad");
        let gradient_at = |point: &[Vec<f64>]| {
            let mut seed = vec![0.0; evaluated(point).len()];
            seed[0] = 1.0;
            pulled(Some(point), &seed).concat()
        };
        let product = |directions: &[f64]| {
            let mut out = Vec::new();
            let along = &mut directions.iter().copied();
            answer(None, Ask::Products(along, &mut out));
            out
        };
        // The Hessian is its own transpose: what the pullback of the gradient gives is its product.
        check(problem(&function), start, gradient_at, product)?;
        let [one, other] = directions_and_seed(size, size);
        let [along, across] = [&one, &other].map(|directions| product(directions).concat());
        compare_modes(problem(&function), [&other, &along], [&one, &across])?;
    }
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
