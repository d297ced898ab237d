//! What becomes of failures: nothing flows into an `Err`, so it may be of any type.

use pullback::{Differentiable, check_grad, differentiable};

/// In the manner of anyhow and of snafu: `context` on what may have failed.
trait Context<T>: Sized {
    fn context<E: Into<String>>(self, error: E) -> Result<T, String>;
    fn with_context<E: Into<String>>(self, error: impl FnOnce() -> E) -> Result<T, String> {
        self.context(error())
    }
}

impl<T> Context<T> for Option<T> {
    fn context<E: Into<String>>(self, error: E) -> Result<T, String> {
        self.ok_or_else(|| error.into())
    }
}

impl<T, F: std::fmt::Debug> Context<T> for Result<T, F> {
    fn context<E: Into<String>>(self, error: E) -> Result<T, String> {
        self.map_err(|cause| format!("{}: {cause:?}", error.into()))
    }
}

#[differentiable]
fn root(x: f64) -> Result<f64, i32> {
    if x < 0.0 { Err(-1) } else { Ok(x.sqrt()) }
}

#[differentiable]
fn inverse(x: f64) -> Option<f64> {
    if x == 0.0 { None } else { Some(1.0 / x) }
}

#[differentiable]
fn explained(xs: &[f64], k: f64) -> Result<f64, String> {
    let mut sum = 0.0;
    for (i, x) in xs.iter().enumerate() {
        let root = root(x * k).context("no root")?;
        sum += inverse(root - 1.0).with_context(|| format!("no inverse of the {i}th, at {root}"))? * x;
        if sum > 100.0 {
            sum = root * inverse(k).context(format!("{sum}")).unwrap();
        }
    }
    root(sum).context("of the sum")
}

#[test]
fn failures_are_explained() {
    check_grad!(explained(&[2.0, 3.0], 1.5)).unwrap();
    check_grad!(explained(&[2.0, 1.0001, 3.0], 1.0)).unwrap();
    for xs in [[-1.0, 2.0], [1.0, 2.0], [0.25, 0.01]] {
        let value = explained(&xs, 1.0);
        assert!(value.is_err());
        assert_eq!(explained::vjp(&xs, 1.0).0, value);
    }
}

mod told {
    use pullback::{check_grad, differentiable};

    /// In the manner of snafu: the explanation sees the failure.
    trait Context<T, F>: Sized {
        fn with_context<E>(self, error: impl FnOnce(&mut F) -> E) -> Result<T, E>;
    }

    impl<T, F> Context<T, F> for Result<T, F> {
        fn with_context<E>(self, error: impl FnOnce(&mut F) -> E) -> Result<T, E> {
            self.map_err(|mut cause| error(&mut cause))
        }
    }

    #[differentiable]
    fn roots(xs: &[f64], k: f64) -> Result<f64, String> {
        let mut at = k;
        for x in xs {
            at = super::root(at * x - 0.1).with_context(|cause| format!("{cause} at {at} by {x}"))?;
            at += super::root(at).with_context(|_| format!("of {at}"))?;
        }
        Ok(at)
    }

    #[test]
    fn an_explanation_may_see_the_failure() {
        check_grad!(roots(&[2.0, 3.0], 1.5)).unwrap();
        let failed = roots(&[2.0, -1.0], 1.5);
        assert!(failed.is_err());
        assert_eq!(roots::vjp(&[2.0, -1.0], 1.5).0, failed);
    }
}

/// Not `Clone`, and without a derivative.
#[derive(Debug, PartialEq)]
struct Origin {
    id: i32,
    mass: f64,
}

impl From<Body> for Origin {
    fn from(body: Body) -> Origin {
        Origin {
            id: body.id,
            mass: body.mass,
        }
    }
}

#[derive(Debug, PartialEq)]
enum Failure {
    Missing { what: &'static str, of: Origin },
    Heavy(f64, String),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Differentiable)]
struct Shape {
    radius: f64,
    flattening: f64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Differentiable)]
struct Body {
    id: i32,
    mass: f64,
    shape: Option<Shape>,
}

#[differentiable]
impl Body {
    fn of_mass(mass: f64) -> Self {
        Self {
            mass,
            ..Default::default()
        }
    }

    fn polar_radius(&self) -> Result<f64, Failure> {
        let shape = self.shape.ok_or(Failure::Missing {
            what: "the shape",
            of: (*self).into(),
        })?;
        Ok(shape.radius * (1.0 - shape.flattening))
    }

    fn density(&self, limit: f64) -> Result<f64, Failure> {
        let radius = self.polar_radius()?;
        if self.mass > limit {
            return Err(Failure::Heavy(self.mass / limit, format!("{}", self.mass)));
        }
        let volume = (radius > 0.0)
            .then_some(radius.powi(3))
            .ok_or_else(|| Failure::Missing {
                what: "the volume",
                of: Origin::from(*self),
            })?;
        Ok(self.mass / volume)
    }
}

#[differentiable]
fn densities(masses: &[f64], radius: f64) -> Result<f64, Failure> {
    let mut sum = 0.0;
    for (id, mass) in masses.iter().enumerate() {
        let shape = Some(Shape {
            radius: radius * mass,
            ..std::default::Default::default()
        });
        let light = Body::of_mass(0.1 * mass);
        let body = Body {
            id: id as i32,
            shape: shape.filter(|shape| shape.radius != 7.0),
            ..light
        };
        sum += body.density(10.0)? * body.mass;
    }
    Ok(sum)
}

#[test]
fn errors_of_any_type() {
    check_grad!(densities(&[2.0, 3.0], 1.5)).unwrap();
    for (masses, radius) in [
        ([2.0, 1000.0], 1.0),
        ([2.0, 7.0], 1.0),
        ([2.0, 3.0], -1.0),
        ([1.0, 2.0], 0.5),
    ] {
        let value = densities(&masses, radius);
        assert_eq!(densities::vjp(&masses, radius).0, value);
    }
}

/// What has no copy, and is made of another error by its path.
#[derive(Debug, PartialEq)]
enum Refusal {
    Text(Malformed),
}

#[derive(Debug, PartialEq)]
struct Malformed(String);

impl From<Malformed> for Refusal {
    fn from(malformed: Malformed) -> Self {
        Refusal::Text(malformed)
    }
}

impl From<std::num::ParseIntError> for Malformed {
    fn from(error: std::num::ParseIntError) -> Self {
        Malformed(error.to_string())
    }
}

#[differentiable]
fn power(text: &str, x: f64) -> Result<f64, Malformed> {
    let n: i32 = text.trim().parse::<i32>()?;
    if n < 0 {
        return Err(Malformed(format!("{n} is negative")));
    }
    Ok(x.powi(n))
}

#[differentiable]
fn totalled(xs: &[f64], text: &str) -> Result<f64, Refusal> {
    let first = power(text, xs[0]).map_err(Refusal::from)?;
    let all: Vec<f64> = xs
        .iter()
        .enumerate()
        .map(|(k, x)| power(&k.to_string(), *x))
        .collect::<Result<_, _>>()?;
    let mut sum = 0.0;
    for x in xs {
        sum += power(text, *x)?;
    }
    Ok(sum * first + all.iter().sum::<f64>())
}

#[test]
fn loops_and_lists_of_results_end_at_the_first_failure() {
    check_grad!(totalled(&[0.7, 1.3, 0.4], "2")).unwrap();
    check_grad!(totalled(&[0.7, -1.3, 0.4], " 3 ")).unwrap();
    assert!(totalled(&[0.7], "-1").is_err());
    let (value, pullback) = totalled::vjp(&[0.7, 0.2], "-1");
    assert!(matches!(value, Err(Refusal::Text(Malformed(_)))));
    assert_eq!(pullback(None), [0.0, 0.0]);
}

/// `Err(..)?` returns, whatever the value would have been; its text is told numbers, and nothing flows through that.
#[differentiable]
fn guarded(x: f64, n: usize) -> Result<f64, Malformed> {
    if n > 5 {
        Err(Malformed(format!("{n} times {x} is too much")))?
    }
    let root = match x {
        x if x > 0.0 => x.sqrt(),
        x => Err(format!("{x} has no root"))?,
    };
    let inverse = [1.0, 4.0]
        .iter()
        .position(|v| *v == x)
        .map_or(Ok(1.0 / x), |at| Err(format!("{at}")))?;
    Ok(root * inverse * n as f64)
}

impl From<String> for Malformed {
    fn from(text: String) -> Malformed {
        Malformed(text)
    }
}

#[test]
fn a_failure_in_a_question_mark_is_returned() {
    #[differentiable]
    fn known(x: f64) -> f64 {
        guarded(x, 3).unwrap() * x
    }
    check_grad!(known(2.0)).unwrap();
    for (x, n) in [(2.0, 6), (-2.0, 3), (4.0, 3)] {
        assert!(guarded(x, n).is_err());
        assert_eq!(guarded::vjp(x, n).0.map_err(|e| e.0), guarded(x, n).map_err(|e| e.0));
    }
}

/// A recursive function asks itself, saves what it got, and hands a failure on that nothing can copy.
mod recursion {
    use pullback::{check_grad, differentiable};

    #[derive(Debug, PartialEq)]
    struct TooSmall(String);

    #[differentiable]
    fn power(x: &[f64], depth: u32) -> Result<f64, TooSmall> {
        if depth == 0 {
            return if x[0] > 0.0 {
                Ok(x[0])
            } else {
                Err(TooSmall(x[0].to_string()))
            };
        }
        let (l, r) = (power(x, depth - 1)?, power(&x[1..], depth - 1)?);
        Ok(l.powf(r))
    }

    #[test]
    fn powers_of_powers() {
        check_grad!(power(&[0.3, 0.9, 1.7, 0.4], 2)).unwrap();
        assert_eq!(power::vjp(&[0.3, 0.9, -1.7], 2).0, Err(TooSmall("-1.7".into())));
    }
}

/// What becomes a result by `map` is one, and its failure is handed on though nothing can copy it.
mod mapped {
    use pullback::{check_grad, differentiable};

    #[derive(Debug, PartialEq)]
    struct Negative(String);

    type Result<T> = std::result::Result<T, Negative>;

    #[differentiable]
    fn root(x: f64) -> Result<f64> {
        if x < 0.0 {
            Err(Negative(x.to_string()))
        } else {
            Ok(x.sqrt())
        }
    }

    #[differentiable]
    fn scaled(x: f64, k: f64) -> Result<f64> {
        root(x).map(|y| k * y * root(k).unwrap())
    }

    #[differentiable]
    fn either(x: f64, k: f64) -> Result<f64> {
        if x > 1.0 {
            return scaled(x, k).map(|y| y * x);
        }
        match root(k) {
            Ok(by) => root(x).map(|y| y * by),
            Err(negative) => Err(negative),
        }
    }

    #[differentiable]
    fn of_either(x: f64, k: f64) -> f64 {
        either(x, k).unwrap_or(k * x)
    }

    #[test]
    fn what_becomes_of_the_value() {
        for x in [0.4, 1.7, -0.8] {
            check_grad!(of_either(x, 1.3)).unwrap();
        }
        assert_eq!(scaled::vjp(-0.5, 1.3).0, Err(Negative("-0.5".into())));
    }
}
