//! The comparison of a derivative with differences.
//!
//! A quotient of central differences is taken at two steps, h and h/2, and extrapolated, so that its error is of fourth order
//! in the step. With ε the machine epsilon, h = ε^⅕ · max(1, |x|) balances that against the rounding of the function, and
//! both are then of the order ε^⅘.
//!
//! A derivative agrees if it is within ε^⅖ of the quotient, relative to the larger of the two (5·10⁻⁷ for `f64`, 2·10⁻³ for
//! `f32`), plus the noise of the quotient: 100 ε/h times the size of the outputs and of the largest term of the gradient.
//! Where it does not, and the quotients at h and h/2 do not agree with each other either, they say little, since a kink or
//! the border of the domain is near; then the comparison is repeated at smaller steps, down to h/4096 (h/16 for `f32`).
//! Still closer to a kink, at about 10⁻⁶ · max(1, |x|), there is nothing to compare with.

mod report;

use report::relative;
pub use report::{ArgumentReport, Mismatch, Place, Report};

/// An argument of at most so many components has each of them checked alone.
const FEW: usize = 64;
/// In a larger argument, so many components are checked alone.
const SAMPLES: usize = 16;
/// In a larger argument, so many random directions are checked.
const DIRECTIONS: usize = 8;
/// By how much the step shrinks where the quotients cannot be trusted.
const SHRINK: f64 = 16.0;
/// How many steps are tried; at smaller ones, rounding would hide more than the tolerance.
const STEPS: usize = 4;
/// How many steps are tried where the function computes with `f32`.
const STEPS_COARSE: usize = 2;

/// What is checked: the names for messages, and the precision.
///
/// ```
/// let problem = ad_runtime::Problem { function: "energy", arguments: &["x", "k"], epsilon: f64::EPSILON };
/// assert_eq!(problem.arguments.len(), 2);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Problem<'a> {
    /// The name of the function.
    pub function: &'a str,
    /// The names of its differentiable parameters, in order.
    pub arguments: &'a [&'a str],
    /// The machine epsilon of the coarsest float that the function computes with.
    pub epsilon: f64,
}

/// Compares a derivative with differences.
///
/// `start[a]` are the components of differentiable argument a. `evaluate` gives the components of the function's outputs at
/// such arguments, and `pullback` the gradients at `start` for a cotangent of the outputs. One output is differentiated as it is,
/// more are combined at random (always in the same way).
///
/// In an argument of up to 64 components each is checked alone; in a larger one, 16 of them and 8 random directions. A value
/// that is not finite is a mismatch unless derivative and quotient are the same infinity.
///
/// # Errors
/// The first mismatch, by argument; in a large argument, a wrong component is searched for along a direction that is wrong.
///
/// ```
/// use ad_runtime::{Problem, check};
///
/// let problem = Problem { function: "energy", arguments: &["x", "k"], epsilon: f64::EPSILON };
/// let start = vec![vec![1.0, 2.0], vec![0.5]];
/// let energy = |at: &[Vec<f64>]| vec![at[1][0] * (at[0][0].sin() + at[0][1])];
/// let pullback = |e_bar: &[f64]| {
///     let scaled = 0.5 * e_bar[0];
///     vec![vec![scaled * 1_f64.cos(), scaled], vec![e_bar[0] * (1_f64.sin() + 2.0)]]
/// };
/// let report = check(problem, start, energy, pullback).unwrap();
/// assert!(report.worst_relative() < 1e-9);
/// println!("{report}");
/// ```
pub fn check(
    problem: Problem<'_>,
    mut start: Vec<Vec<f64>>,
    mut evaluate: impl FnMut(&[Vec<f64>]) -> Vec<f64>,
    mut pullback: impl FnMut(&[f64]) -> Vec<Vec<f64>>,
) -> Result<Report, Mismatch> {
    let mut random = SplitMix64(0);
    let seed = match evaluate(&start).len() {
        1 => vec![1.0],
        outputs => (0..outputs).map(|_| random.weight()).collect(),
    };
    let mut gradients = pullback(&seed);
    gradients.resize(start.len(), Vec::new());
    // An argument without a float would ask for no step at all.
    let epsilon = problem.epsilon.max(f64::EPSILON);
    let mut arguments = Vec::with_capacity(start.len());
    for (argument, gradient) in gradients.iter().enumerate() {
        let x = start[argument].clone();
        let terms = gradient.iter().zip(&x).map(|(g, x)| g.abs() * x.abs().max(1.0));
        let largest = terms.filter(|term| term.is_finite()).fold(0.0, f64::max);
        let (point, seed, evaluate) = (&mut start[..], &seed[..], &mut evaluate);
        let mut checker = Checker {
            problem,
            argument,
            x,
            gradient,
            largest,
            point,
            seed,
            epsilon,
            evaluate,
        };
        arguments.push(checker.argument(&mut random)?);
    }
    Ok(Report {
        function: problem.function.to_owned(),
        arguments,
    })
}

/// Random directions and a random seed, of so many components, always the same. They differ: a Jacobian could be its own transpose else.
pub(crate) fn directions_and_seed(directions: usize, outputs: usize) -> [Vec<f64>; 2] {
    let mut random = SplitMix64(1);
    [directions, outputs].map(|count| (0..count).map(|_| random.weight()).collect())
}

/// Compares two inner products: those of a seed with tangents and of directions with the gradient. They differ by rounding alone.
pub(crate) fn compare_modes(
    problem: Problem<'_>,
    [seed, tangents]: [&[f64]; 2],
    [directions, gradient]: [&[f64]; 2],
) -> Result<(), Mismatch> {
    let product = |a: &[f64], b: &[f64]| {
        let terms = a.iter().zip(b).map(|(a, b)| a * b);
        terms.fold((0.0, 0.0), |(sum, size), term| (sum + term, size + term.abs()))
    };
    let ((forward, size), (reverse, other)) = (product(seed, tangents), product(directions, gradient));
    // A tangent that is too short or too long is none.
    let forward = if seed.len() == tangents.len() {
        forward
    } else {
        f64::NAN
    };
    let noise = problem.epsilon.max(f64::EPSILON).powf(2.0 / 3.0) * size.max(other);
    if forward == reverse || (forward - reverse).abs() <= noise {
        return Ok(());
    }
    Err(Mismatch {
        function: problem.function.to_owned(),
        outputs: tangents.len(),
        argument: problem.arguments.join("`, `"),
        size: directions.len(),
        place: Place::Modes,
        derivative: forward,
        quotient: reverse,
    })
}

/// A way to move an argument: how much, relative to the step, which component moves.
struct Direction {
    moves: Vec<(usize, f64)>,
    /// The unit of steps along it.
    unit: f64,
}

/// A derivative and what differences say about it.
struct Comparison {
    derivative: f64,
    quotient: f64,
    /// What the two can differ by through rounding alone.
    noise: f64,
    /// What that is relative to.
    scale: f64,
    agrees: bool,
}

impl Comparison {
    /// The difference, where NaN is the largest of all.
    fn gap(&self) -> f64 {
        let gap = (self.derivative - self.quotient).abs();
        if self.derivative == self.quotient {
            0.0
        } else if gap.is_nan() {
            f64::INFINITY
        } else {
            gap
        }
    }
}

/// The check of one argument.
struct Checker<'a, E> {
    problem: Problem<'a>,
    argument: usize,
    /// The argument where the derivative is taken.
    x: Vec<f64>,
    gradient: &'a [f64],
    /// The largest finite component of the gradient, each times the size of the argument's.
    largest: f64,
    /// All arguments; this one is moved for a while.
    point: &'a mut [Vec<f64>],
    seed: &'a [f64],
    epsilon: f64,
    evaluate: &'a mut E,
}

impl<E: FnMut(&[Vec<f64>]) -> Vec<f64>> Checker<'_, E> {
    fn argument(&mut self, random: &mut SplitMix64) -> Result<ArgumentReport, Mismatch> {
        let size = self.x.len();
        if self.gradient.len() != size {
            return Err(self.mismatch(Place::Length(self.gradient.len()), f64::NAN, f64::NAN));
        }
        let components: Vec<usize> = if size <= FEW {
            (0..size).collect()
        } else {
            samples(size, random)
        };
        let directions = if size <= FEW { 0 } else { DIRECTIONS };
        let mut report = ArgumentReport {
            name: self.name(),
            size,
            components: components.len(),
            directions,
            worst_absolute: 0.0,
            worst_relative: 0.0,
        };
        for index in components {
            let comparison = self.compare(&self.component(index));
            self.count(comparison, Place::Component(index), &mut report)?;
        }
        for number in 0..directions {
            let direction = self.direction(random);
            let comparison = self.compare(&direction);
            if !comparison.agrees {
                let index = self.culprit(direction);
                let alone = self.compare(&self.component(index));
                self.count(alone, Place::Component(index), &mut report)?;
            }
            self.count(comparison, Place::Direction(number), &mut report)?;
        }
        Ok(report)
    }

    /// Enters a comparison in the report if it agrees.
    fn count(&self, comparison: Comparison, place: Place, report: &mut ArgumentReport) -> Result<(), Mismatch> {
        let Comparison {
            derivative,
            quotient,
            noise,
            scale,
            agrees,
        } = comparison;
        if !agrees {
            return Err(self.mismatch(place, derivative, quotient));
        }
        let gap = comparison.gap();
        report.worst_absolute = report.worst_absolute.max(gap);
        let mut relative = relative(derivative, quotient);
        if gap > 0.0 && gap <= noise {
            relative = relative.min(gap / scale);
        }
        report.worst_relative = report.worst_relative.max(relative);
        Ok(())
    }

    /// The move of one component alone.
    fn component(&self, index: usize) -> Direction {
        Direction {
            moves: vec![(index, 1.0)],
            unit: self.x[index].abs().max(1.0),
        }
    }

    /// A random move of all components, each in proportion to its size. Its length does not grow with their number, so that
    /// the function is as smooth along it as along a component.
    fn direction(&self, random: &mut SplitMix64) -> Direction {
        let unit = (self.x.len() as f64).sqrt().recip();
        let moves = self
            .x
            .iter()
            .enumerate()
            .map(|(i, x)| (i, random.weight() * x.abs().max(1.0) * unit))
            .collect();
        Direction { moves, unit: 1.0 }
    }

    /// A component that accounts for a gap along a direction. Of the two halves of a direction, at least one has half of its
    /// gap, so that halving does not lose it.
    fn culprit(&mut self, direction: Direction) -> usize {
        let Direction { mut moves, unit } = direction;
        while moves.len() > 1 {
            let right = Direction {
                moves: moves.split_off(moves.len() / 2),
                unit,
            };
            let left = Direction { moves, unit };
            let right_is_worse = self.compare(&right).gap() > self.compare(&left).gap();
            moves = if right_is_worse { right.moves } else { left.moves };
        }
        moves[0].0
    }

    /// Compares the derivative along a direction with quotients at smaller and smaller steps, until the two agree or the
    /// quotients can be trusted.
    fn compare(&mut self, direction: &Direction) -> Comparison {
        let derivative = direction
            .moves
            .iter()
            .map(|&(i, by)| self.gradient[i] * by)
            .sum::<f64>();
        let mut step = direction.unit * self.epsilon.powf(0.2);
        let (mut comparison, mut doubt) = self.compare_at(direction, derivative, step);
        for _ in 1..if self.epsilon < 1e-10 { STEPS } else { STEPS_COARSE } {
            if comparison.agrees || doubt == 0.0 {
                break;
            }
            step /= SHRINK;
            let (next, next_doubt) = self.compare_at(direction, derivative, step);
            // Without agreement, the report is of the quotient that is least in doubt.
            if next.agrees || next_doubt < doubt || doubt.is_nan() {
                (comparison, doubt) = (next, next_doubt);
            }
        }
        comparison
    }

    /// The comparison at one step, with the doubt that its quotient is in: 0 if it can be trusted.
    fn compare_at(&mut self, direction: &Direction, derivative: f64, step: f64) -> (Comparison, f64) {
        let (coarse, _) = self.difference(direction, step);
        let (fine, outputs) = self.difference(direction, step / 2.0);
        let quotient = if fine.is_finite() {
            fine + (fine - coarse) / 3.0
        } else {
            fine
        };
        let scale = outputs + self.largest;
        let noise = 100.0 * self.epsilon * scale / step;
        let tolerance = self.epsilon.powf(0.4);
        let close = |a: f64, b: f64| {
            let gap = (a - b).abs();
            a == b || gap.is_finite() && gap <= tolerance * a.abs().max(b.abs()) + noise
        };
        let doubt = if close(coarse, fine) {
            0.0
        } else {
            (coarse - fine).abs()
        };
        (
            Comparison {
                derivative,
                quotient,
                noise,
                scale,
                agrees: close(derivative, quotient),
            },
            doubt,
        )
    }

    /// The quotient of central differences along a direction, and the size of the outputs there.
    fn difference(&mut self, direction: &Direction, step: f64) -> (f64, f64) {
        let ahead = self.outputs(direction, step);
        let behind = self.outputs(direction, -step);
        if ahead.len() != self.seed.len() || behind.len() != self.seed.len() {
            // A result whose length jumps has no derivative.
            return (f64::NAN, f64::NAN);
        }
        let (mut difference, mut size) = (0.0, 0.0);
        for ((ahead, behind), seed) in ahead.iter().zip(&behind).zip(self.seed) {
            difference += seed * (ahead - behind);
            size += seed.abs() * ahead.abs().max(behind.abs());
        }
        (difference / (2.0 * step), size)
    }

    /// The outputs of the function with the argument moved.
    fn outputs(&mut self, direction: &Direction, step: f64) -> Vec<f64> {
        for &(i, by) in &direction.moves {
            self.point[self.argument][i] = self.x[i] + step * by;
        }
        let outputs = (self.evaluate)(self.point);
        for &(i, _) in &direction.moves {
            self.point[self.argument][i] = self.x[i];
        }
        outputs
    }

    fn name(&self) -> String {
        let name = self.problem.arguments.get(self.argument);
        name.map_or_else(|| format!("argument {}", self.argument), |name| (*name).to_owned())
    }

    fn mismatch(&self, place: Place, derivative: f64, quotient: f64) -> Mismatch {
        Mismatch {
            function: self.problem.function.to_owned(),
            outputs: self.seed.len(),
            argument: self.name(),
            size: self.x.len(),
            place,
            derivative,
            quotient,
        }
    }
}

/// The first, the last and random indices between, spread evenly.
fn samples(size: usize, random: &mut SplitMix64) -> Vec<usize> {
    let stretch = size / SAMPLES;
    let sample = |k: usize| match k {
        0 => 0,
        _ if k == SAMPLES - 1 => size - 1,
        _ => k * stretch + (random.next() % stretch as u64) as usize,
    };
    (0..SAMPLES).map(sample).collect()
}

/// The generator of Steele, Lea and Flood (2014). It makes a check the same in every run, without a dependency.
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A weight between ½ and 1 of either sign: never so small that what it multiplies goes unseen. It has few digits, so
    /// that it is exact in `f32` too.
    fn weight(&mut self) -> f64 {
        let bits = self.next() >> 40;
        let size = 0.5 + (bits >> 1 & 0xff) as f64 / 512.0;
        if bits & 1 == 0 { size } else { -size }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRECISE: Problem<'_> = Problem {
        function: "f",
        arguments: &["x", "k"],
        epsilon: f64::EPSILON,
    };
    const COARSE: Problem<'_> = Problem {
        epsilon: f32::EPSILON as f64,
        ..PRECISE
    };

    /// Checks a function of one argument with one output.
    fn check_gradient(
        problem: Problem<'_>,
        x: &[f64],
        f: impl Fn(&[f64]) -> f64,
        gradient: impl Fn(&[f64]) -> Vec<f64>,
    ) -> Result<Report, Mismatch> {
        let pullback = |y_bar: &[f64]| {
            assert_eq!(y_bar, [1.0]);
            vec![gradient(x)]
        };
        check(problem, vec![x.to_vec()], |at| vec![f(&at[0])], pullback)
    }

    fn rosenbrock(x: &[f64]) -> f64 {
        x.windows(2)
            .map(|x| 100.0 * (x[1] - x[0] * x[0]).powi(2) + (1.0 - x[0]).powi(2))
            .sum()
    }

    fn rosenbrock_gradient(x: &[f64]) -> Vec<f64> {
        let mut bar = vec![0.0; x.len()];
        for i in 0..x.len() - 1 {
            let gap = x[i + 1] - x[i] * x[i];
            bar[i] += -400.0 * gap * x[i] - 2.0 * (1.0 - x[i]);
            bar[i + 1] += 200.0 * gap;
        }
        bar
    }

    fn start(size: usize) -> Vec<f64> {
        (0..size).map(|i| 1.5 * (i as f64).sin()).collect()
    }

    #[test]
    fn right_gradients_are_accepted() {
        for size in [2, 64, 65, 1000] {
            let report = check_gradient(PRECISE, &start(size), rosenbrock, rosenbrock_gradient).unwrap();
            assert!(report.worst_relative() < 1e-7, "{report}");
            let x = &report.arguments[0];
            let checked = if size <= FEW { (size, 0) } else { (SAMPLES, DIRECTIONS) };
            assert_eq!((x.size, x.components, x.directions), (size, checked.0, checked.1));
        }
    }

    #[test]
    fn right_gradients_are_accepted_at_all_scales() {
        for x in [1e-5, 1e-3, 1.0, 1e3, 1e9] {
            check_gradient(PRECISE, &[x], |x| x[0].ln(), |x| vec![1.0 / x[0]])
                .unwrap_or_else(|wrong| panic!("{wrong}"));
            check_gradient(PRECISE, &[x], |x| x[0] * x[0], |x| vec![2.0 * x[0]])
                .unwrap_or_else(|wrong| panic!("{wrong}"));
            check_gradient(
                PRECISE,
                &[x],
                |x| 1e-9 * x[0].cbrt(),
                |x| vec![1e-9 / (3.0 * x[0].cbrt().powi(2))],
            )
            .unwrap_or_else(|wrong| panic!("{wrong}"));
        }
    }

    #[test]
    fn right_gradients_of_curved_functions_are_accepted() {
        for frequency in [1.0, 30.0, 1e3, 1e4] {
            for x in start(20) {
                check_gradient(
                    PRECISE,
                    &[x],
                    |x| (frequency * x[0]).sin(),
                    |x| vec![frequency * (frequency * x[0]).cos()],
                )
                .unwrap_or_else(|wrong| panic!("{wrong}"));
            }
        }
        let log_sum_exp = |x: &[f64]| x.iter().map(|x| (10.0 * x).exp()).sum::<f64>().ln();
        let softmax = |x: &[f64]| {
            let sum = x.iter().map(|x| (10.0 * x).exp()).sum::<f64>();
            x.iter().map(|x| 10.0 * (10.0 * x).exp() / sum).collect()
        };
        for size in [50, 500] {
            check_gradient(PRECISE, &start(size), log_sum_exp, softmax).unwrap_or_else(|wrong| panic!("{wrong}"));
        }
    }

    #[test]
    fn a_kink_near_by_does_no_harm() {
        for distance in [1e-3, 1e-4, 1e-5, 1e-6] {
            check_gradient(PRECISE, &[distance], |x| x[0].abs(), |_| vec![1.0]).unwrap();
            assert!(check_gradient(PRECISE, &[distance], |x| x[0].abs(), |_| vec![-1.0]).is_err());
        }
    }

    #[test]
    fn wrong_signs_are_found() {
        let wrong = |x: &[f64]| rosenbrock_gradient(x).iter().map(|g| -g).collect();
        let mismatch = check_gradient(PRECISE, &start(5), rosenbrock, wrong).unwrap_err();
        assert_eq!((&mismatch.argument[..], mismatch.place), ("x", Place::Component(0)));
        assert!((mismatch.relative() - 2.0).abs() < 1e-6);
    }

    #[test]
    fn missing_terms_are_found() {
        let wrong = |x: &[f64]| {
            let mut bar = rosenbrock_gradient(x);
            bar[3] += 2.0 * (1.0 - x[3]);
            bar
        };
        let mismatch = check_gradient(PRECISE, &start(5), rosenbrock, wrong).unwrap_err();
        assert_eq!(mismatch.place, Place::Component(3));
    }

    #[test]
    fn a_gradient_that_is_off_by_a_millionth_is_found() {
        let wrong = |x: &[f64]| vec![x[0].cos() * (1.0 + 2e-6)];
        assert!(check_gradient(PRECISE, &[0.7], |x| x[0].sin(), wrong).is_err());
    }

    #[test]
    fn swapped_components_are_found() {
        let wrong = |x: &[f64]| {
            let mut bar = rosenbrock_gradient(x);
            bar.swap(1, 2);
            bar
        };
        let mismatch = check_gradient(PRECISE, &start(5), rosenbrock, wrong).unwrap_err();
        assert_eq!(mismatch.place, Place::Component(1));
    }

    #[test]
    fn one_wrong_component_among_many_is_found() {
        for (wrong_index, size) in [(517, 1000), (0, 1000), (999, 1000), (4321, 10_000)] {
            for wrong_value in [0.5, f64::NAN, f64::INFINITY] {
                let wrong = |x: &[f64]| {
                    let mut bar = rosenbrock_gradient(x);
                    bar[wrong_index] = wrong_value;
                    bar
                };
                let mismatch = check_gradient(PRECISE, &start(size), rosenbrock, wrong).unwrap_err();
                assert_eq!(mismatch.place, Place::Component(wrong_index));
            }
        }
    }

    #[test]
    fn the_right_argument_is_named() {
        let f = |at: &[Vec<f64>]| vec![at[0][0] * at[1][0]];
        let right = check(PRECISE, vec![vec![2.0], vec![3.0]], f, |s| {
            vec![vec![3.0 * s[0]], vec![2.0 * s[0]]]
        });
        assert_eq!(right.unwrap().arguments.len(), 2);
        let wrong = check(PRECISE, vec![vec![2.0], vec![3.0]], f, |s| {
            vec![vec![3.0 * s[0]], vec![3.0 * s[0]]]
        })
        .unwrap_err();
        let message = "the derivative of `f` with respect to `k` is 3.0, but differences say 2.0 (off by 1.0, 33%)";
        assert_eq!(wrong.to_string(), message);
    }

    #[test]
    fn many_outputs_are_checked_together() {
        let f = |at: &[Vec<f64>]| vec![at[0][0].sin(), at[0][0] * at[0][1], 7.0];
        let pullback = |x_bar: f64| move |s: &[f64]| vec![vec![s[0] * 1_f64.cos() + s[1] * 2.0, s[1] * x_bar]];
        check(PRECISE, vec![vec![1.0, 2.0]], f, pullback(1.0)).unwrap();
        let wrong = check(PRECISE, vec![vec![1.0, 2.0]], f, pullback(2.0)).unwrap_err();
        assert_eq!((wrong.place, wrong.outputs), (Place::Component(1), 3));
        assert!(wrong.to_string().contains("a random combination of its 3 outputs"));
    }

    #[test]
    fn functions_without_outputs_or_inputs_have_no_derivative() {
        check(PRECISE, vec![vec![1.0]], |_| vec![], |_| vec![vec![0.0]]).unwrap();
        assert!(check(PRECISE, vec![vec![1.0]], |_| vec![], |_| vec![vec![1.0]]).is_err());
        let none = check(
            Problem {
                epsilon: 0.0,
                ..PRECISE
            },
            vec![vec![], vec![]],
            |_| vec![1.0],
            |_| vec![vec![], vec![]],
        );
        assert_eq!(none.unwrap().arguments[1].components, 0);
    }

    #[test]
    fn coarse_functions_are_checked_coarsely() {
        let rounded = |x: &[f64]| f64::from(x.iter().map(|&x| (x as f32).sin() * x as f32).sum::<f32>());
        let gradient = |x: &[f64]| x.iter().map(|x| x.sin() + x * x.cos()).collect::<Vec<_>>();
        for size in [3, 1000] {
            check_gradient(COARSE, &start(size), rounded, gradient).unwrap_or_else(|wrong| panic!("{wrong}"));
        }
        let wrong = |x: &[f64]| gradient(x).iter().map(|g| 1.05 * g).collect();
        assert!(check_gradient(COARSE, &start(3), rounded, wrong).is_err());
    }

    #[test]
    fn lengths_must_agree() {
        for length in [0, 2, 4] {
            let wrong = check_gradient(PRECISE, &start(3), rosenbrock, |_| vec![0.0; length]).unwrap_err();
            assert_eq!(wrong.place, Place::Length(length));
            let message =
                format!("the gradient of `f` with respect to `x` has length {length}, but there are 3 components");
            assert_eq!(wrong.to_string(), message);
        }
        assert_eq!(
            check(PRECISE, vec![vec![1.0]], |_| vec![1.0], |_| vec![])
                .unwrap_err()
                .place,
            Place::Length(0)
        );
    }

    #[test]
    fn values_that_are_not_finite_agree_only_with_themselves() {
        let nowhere = |x: &[f64]| if x[0] > 1.0 { f64::INFINITY } else { 0.0 };
        check_gradient(PRECISE, &[1.0], nowhere, |_| vec![f64::INFINITY]).unwrap();
        for wrong in [f64::NEG_INFINITY, f64::NAN, 0.0] {
            assert!(check_gradient(PRECISE, &[1.0], nowhere, |_| vec![wrong]).is_err());
        }
        let nan = check_gradient(PRECISE, &[1.0], |x| x[0], |_| vec![f64::NAN]).unwrap_err();
        assert_eq!(
            nan.to_string(),
            "the derivative of `f` with respect to `x` is NaN, but differences say 1.0"
        );
        let both = check_gradient(PRECISE, &[1.0], |_| f64::NAN, |_| vec![f64::NAN]).unwrap_err();
        assert_eq!(
            both.to_string(),
            "the derivative of `f` with respect to `x` is NaN, and so are differences: check the function where it is finite, and \
             around that point, too"
        );
        assert!(check_gradient(PRECISE, &[f64::INFINITY], |x| x[0], |_| vec![1.0]).is_err());
    }

    #[test]
    fn a_result_whose_length_jumps_has_no_derivative() {
        let f = |at: &[Vec<f64>]| vec![at[0][0]; if at[0][0] > 1.0 { 2 } else { 1 }];
        assert!(check(PRECISE, vec![vec![1.0]], f, |_| vec![vec![1.0]]).is_err());
    }

    #[test]
    fn a_difference_is_relative_to_something() {
        let report = check_gradient(
            PRECISE,
            &[0.3, 0.0],
            |x| x[0].sin() * (1.0 + x[1]),
            |x| vec![x[0].cos(), x[0].sin()],
        );
        let report = report.unwrap();
        assert!(
            report.worst_absolute() > 0.0 && report.worst_relative() > 0.0,
            "{report}"
        );
    }

    #[test]
    fn reports_are_tables() {
        let row = |name: &str, size, components| ArgumentReport {
            name: name.into(),
            size,
            components,
            directions: 0,
            worst_absolute: 2.5e-11,
            worst_relative: 1e-12,
        };
        let report = Report {
            function: "energy".into(),
            arguments: vec![row("x", 12, 12), row("stiffness", 1, 1)],
        };
        let table = "the derivative of `energy` agrees with differences
argument   components  checked  directions  worst absolute  worst relative
x                  12       12           0         2.5e-11         1.0e-12
stiffness           1        1           0         2.5e-11         1.0e-12";
        assert_eq!(report.to_string(), table);
    }
}
