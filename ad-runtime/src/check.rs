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
//! Where the gap shrinks with the square of the step all the way, as the error of a central difference does, the derivative is the
//! limit of the quotients, and agrees: x⁵ at 0 has no other scale than the step.

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
#[derive(Clone, Copy)]
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
        let mut last = comparison;
        let mut converges = last.gap().is_finite();
        for _ in 1..if self.epsilon < 1e-10 { STEPS } else { STEPS_COARSE } {
            if comparison.agrees || doubt == 0.0 {
                return comparison;
            }
            step /= SHRINK;
            let (next, next_doubt) = self.compare_at(direction, derivative, step);
            converges &= next.gap() <= last.gap() / (SHRINK * SHRINK);
            last = next;
            // Without agreement, the report is of the quotient that is least in doubt.
            if next.agrees || next_doubt < doubt || doubt.is_nan() {
                (comparison, doubt) = (next, next_doubt);
            }
        }
        if comparison.agrees || !converges {
            return comparison;
        }
        Comparison {
            noise: last.gap(),
            scale: last.scale.max(1.0),
            agrees: true,
            ..last
        }
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
mod tests;
