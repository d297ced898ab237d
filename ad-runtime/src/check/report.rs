//! What the comparison finds: a report on all arguments, or the first mismatch, in the user's words.
//!
//! ```text
//! Input:  an argument `x`, the derivative 2.0, the quotient 3.0 of its component 1
//! Output: a `Mismatch`, whose text names `x[1]`, both numbers and how far apart they are
//! ```

use std::fmt;

/// What was checked, and how well derivative and differences agreed.
///
/// ```
/// let report = ad_runtime::Report { function: "energy".into(), arguments: vec![] };
/// assert_eq!(report.worst_absolute(), 0.0);
/// ```
#[derive(Clone, Debug)]
pub struct Report {
    /// The name of the function.
    pub function: String,
    /// What was checked of each differentiable argument.
    pub arguments: Vec<ArgumentReport>,
}

/// What was checked of one argument.
///
/// ```
/// let problem = ad_runtime::Problem { function: "twice", arguments: &["x"], epsilon: f64::EPSILON };
/// let report = ad_runtime::check(problem, vec![vec![3.0]], |x| vec![2.0 * x[0][0]], |y_bar| vec![vec![2.0 * y_bar[0]]]);
/// let x = &report.unwrap().arguments[0];
/// assert_eq!((&x.name[..], x.size, x.components, x.directions), ("x", 1, 1, 0));
/// assert!(x.worst_relative < 1e-9);
/// ```
#[derive(Clone, Debug)]
pub struct ArgumentReport {
    /// The name of the parameter.
    pub name: String,
    /// How many components the argument has.
    pub size: usize,
    /// How many of them were checked alone.
    pub components: usize,
    /// How many random directions were checked, which involve all components.
    pub directions: usize,
    /// The largest difference between a derivative and its quotient of differences.
    pub worst_absolute: f64,
    /// The same, relative to the larger of the two; a difference within the noise of the quotient, relative to what that comes from:
    /// the outputs and the largest term of the gradient.
    pub worst_relative: f64,
}

impl Report {
    /// The largest absolute difference over all arguments.
    pub fn worst_absolute(&self) -> f64 {
        self.arguments
            .iter()
            .map(|argument| argument.worst_absolute)
            .fold(0.0, f64::max)
    }

    /// The largest relative difference over all arguments.
    ///
    /// ```
    /// let report = ad_runtime::Report { function: "energy".into(), arguments: vec![] };
    /// assert_eq!(report.worst_relative(), 0.0);
    /// ```
    pub fn worst_relative(&self) -> f64 {
        self.arguments
            .iter()
            .map(|argument| argument.worst_relative)
            .fold(0.0, f64::max)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self
            .arguments
            .iter()
            .map(|argument| argument.name.chars().count())
            .fold(8, usize::max);
        writeln!(f, "the derivative of `{}` agrees with differences", self.function)?;
        write!(
            f,
            "{:width$}  components  checked  directions  worst absolute  worst relative",
            "argument"
        )?;
        for ArgumentReport {
            name,
            size,
            components,
            directions,
            worst_absolute,
            worst_relative,
        } in &self.arguments
        {
            write!(f, "\n{name:width$}  {size:>10}  {components:>7}  {directions:>10}  ")?;
            write!(f, "{worst_absolute:>14.1e}  {worst_relative:>14.1e}")?;
        }
        Ok(())
    }
}

/// Where a derivative was found to be wrong.
///
/// ```
/// assert_ne!(ad_runtime::Place::Component(3), ad_runtime::Place::Direction(3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In the derivative with respect to the component of this index, in the order of `flatten`.
    Component(usize),
    /// Along the random direction of this number, with no component that is wrong alone.
    Direction(usize),
    /// In the number of components, which is this one.
    Length(usize),
    /// Along a random direction of all arguments, where the two modes differ.
    Modes,
}

/// A derivative that differences contradict.
///
/// ```
/// let problem = ad_runtime::Problem { function: "energy", arguments: &["x"], epsilon: f64::EPSILON };
/// let energy = |x: &[Vec<f64>]| vec![x[0][0] + 2.5 * x[0][1]];
/// let mismatch = ad_runtime::check(problem, vec![vec![1.0, 2.0]], energy, |_| vec![vec![1.0, 1.25]]).unwrap_err();
/// assert_eq!(
///     mismatch.to_string(),
///     "the derivative of `energy` with respect to `x[1]` is 1.25, but differences say 2.5 (off by 1.25, 50%)",
/// );
/// ```
#[derive(Clone, Debug)]
pub struct Mismatch {
    /// The name of the function.
    pub function: String,
    /// How many outputs it has; if it is not one, derivative and quotient are those of a random combination of them.
    pub outputs: usize,
    /// The name of the parameter.
    pub argument: String,
    /// How many components the argument has.
    pub size: usize,
    /// Where in the argument.
    pub place: Place,
    /// What the pullback says; NaN if the length is wrong.
    pub derivative: f64,
    /// What differences say; NaN if the length is wrong.
    pub quotient: f64,
}

impl Mismatch {
    /// By how much the two differ.
    ///
    /// ```
    /// # let problem = ad_runtime::Problem { function: "f", arguments: &["x"], epsilon: f64::EPSILON };
    /// # let wrong = ad_runtime::check(problem, vec![vec![1.0]], |x| vec![2.0 * x[0][0]], |_| vec![vec![3.0]]).unwrap_err();
    /// assert!((wrong.absolute() - 1.0).abs() < 1e-9); // the derivative is 2, and the pullback said 3
    /// ```
    pub fn absolute(&self) -> f64 {
        (self.derivative - self.quotient).abs()
    }

    /// By how much the two differ, relative to the larger of them.
    ///
    /// ```
    /// # let problem = ad_runtime::Problem { function: "f", arguments: &["x"], epsilon: f64::EPSILON };
    /// # let wrong = ad_runtime::check(problem, vec![vec![1.0]], |x| vec![2.0 * x[0][0]], |_| vec![vec![3.0]]).unwrap_err();
    /// assert!((wrong.relative() - 1.0 / 3.0).abs() < 1e-9); // the derivative is 2, and the pullback said 3
    /// ```
    pub fn relative(&self) -> f64 {
        relative(self.derivative, self.quotient)
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Mismatch {
            function,
            outputs,
            argument,
            size,
            ..
        } = self;
        if let Place::Length(length) = self.place {
            return write!(
                f,
                "the gradient of `{function}` with respect to `{argument}` has length {length}, but there are {size} components"
            );
        }
        write!(f, "the derivative of `{function}`")?;
        if *outputs != 1 {
            write!(f, " (a random combination of its {outputs} outputs)")?;
        }
        match self.place {
            Place::Component(_) if *size == 1 => write!(f, " with respect to `{argument}`")?,
            Place::Component(index) => write!(f, " with respect to `{argument}[{index}]`")?,
            Place::Direction(number) => write!(f, " along the random direction {number} of `{argument}`")?,
            Place::Modes => {
                let [forward, reverse] = [self.derivative, self.quotient].map(|x| rounded(x, 6));
                return write!(
                    f,
                    " along a random direction of `{argument}` is {forward:?} in forward mode, but {reverse:?} in reverse mode"
                );
            }
            Place::Length(_) => unreachable!("it was written above"),
        }
        if self.derivative.is_nan() && self.quotient.is_nan() {
            return write!(
                f,
                " is NaN, and so are differences: check the function where it is finite, and around that point, too"
            );
        }
        write!(
            f,
            " is {:?}, but differences say {:?}",
            rounded(self.derivative, 6),
            rounded(self.quotient, 6)
        )?;
        if self.absolute().is_finite() {
            write!(
                f,
                " (off by {:?}, {}%)",
                rounded(self.absolute(), 3),
                rounded(100.0 * self.relative(), 2)
            )?;
        }
        Ok(())
    }
}

impl std::error::Error for Mismatch {}

/// The difference of two numbers relative to the larger of them.
pub(super) fn relative(a: f64, b: f64) -> f64 {
    if a == b {
        0.0
    } else {
        (a - b).abs() / a.abs().max(b.abs())
    }
}

/// A number rounded to so many significant digits.
fn rounded(x: f64, digits: usize) -> f64 {
    format!("{x:.*e}", digits - 1)
        .parse()
        .expect("a number that was just written")
}
