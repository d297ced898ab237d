//! `#[cfg]` inside functions, in every place where rustc takes it. Both sides of a predicate are tested: `test` holds, `any()`
//! never does.
use pullback::{Differentiable, check_grad, differentiable};
use std::iter::Sum;

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Point {
    x: f64,
    #[cfg(any())]
    y: String,
    #[cfg(not(any()))]
    y: f64,
}

#[derive(Clone, Debug, Differentiable)]
enum Shape {
    Ball(f64),
    #[cfg(test)]
    Box {
        a: f64,
        b: f64,
    },
    #[cfg(not(test))]
    Box,
}

#[differentiable]
fn statements(x: &[f64], k: f64) -> f64 {
    #[cfg(test)]
    let mut sum = k;
    #[cfg(not(test))]
    let mut sum = no_such_function(k);
    for a in x {
        #[cfg(all(test, not(any())))]
        {
            #[allow(clippy::let_and_return)]
            let square = a * a;
            sum += square;
        }
        #[cfg(any())]
        {
            sum *= 2.0;
        }
        #[cfg(test)]
        {
            sum *= k;
        }
        #[cfg(any())]
        if *a < 0.0 {
            return sum;
        }
        #[cfg(any())]
        #[cfg(test)]
        nothing_here!(a);
        #[cfg(test)]
        assert!(sum.is_finite());
    }
    #[cfg(test)]
    return sum * k;
    #[cfg(not(test))]
    sum
}

#[differentiable]
fn last_values(x: f64, k: f64) -> f64 {
    #[cfg(any(unix, windows))]
    const FACTOR: f64 = 3.0;
    #[cfg(not(any(unix, windows)))]
    const FACTOR: f64 = 3.0;
    let y = if x > 0.0 {
        #[cfg(not(test))]
        {
            x as usize as f64
        }
        #[cfg(test)]
        {
            x * x * FACTOR
        }
    } else {
        #[cfg(any())]
        const SIZE: f64 = 2.0;
        #[cfg(test)]
        const SIZE: f64 = 5.0;
        x * SIZE
    };
    #[cfg(target_os = "none")]
    {
        x
    }
    #[cfg(not(target_os = "none"))]
    {
        y * k
    }
}

#[differentiable]
fn lists(
    x: f64,
    #[cfg(any())] missing: &mut str,
    #[cfg(test)]
    #[no_diff]
    k: f64,
    #[cfg(not(test))] k: String,
) -> f64 {
    let p = Point {
        x: x * x,
        #[cfg(any())]
        y: String::new(),
        #[cfg(not(any()))]
        y: x * k,
    };
    let Point {
        x: a,
        #[cfg(not(any()))]
            y: b,
        #[cfg(any())]
        y,
    } = p;
    let parts = [
        a,
        #[cfg(test)]
        b.sin(),
        #[cfg(any())]
        "nothing",
    ];
    let pair = (
        #[cfg(any())]
        "nothing",
        #[cfg(test)]
        parts[0],
        parts[1],
    );
    let largest = f64::max(
        pair.0,
        #[cfg(test)]
        pair.1,
    );
    parts.iter().sum::<f64>() * largest
}

#[differentiable]
fn arms(shape: &Shape, k: f64, depth: usize) -> f64 {
    let area = match shape {
        Shape::Ball(r) => r * r * 3.0,
        #[cfg(test)]
        Shape::Box { a, b } => a * b,
        #[cfg(not(test))]
        Shape::Box => 0,
    };
    if depth > 0 {
        #[cfg(test)]
        return area * arms(shape, k * area.sqrt(), depth - 1);
        #[cfg(not(test))]
        unreachable!()
    }
    area * k
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Rod(f64);

#[differentiable]
impl Rod {
    #[cfg(any())]
    fn energy(&self, x: NoSuchType) -> f64 {
        x
    }
    #[cfg(test)]
    fn energy(&self, x: f64) -> f64 {
        #[cfg(test)]
        let twice = 2.0 * x;
        #[cfg(any())]
        let twice = x;
        self.0 * twice * x
    }
}

#[differentiable]
trait Load {
    #[cfg(any())]
    fn force(&self, x: NoSuchType) -> f64;
    #[cfg(test)]
    fn force(&self, x: f64) -> f64;
    fn work(&self, x: f64) -> f64 {
        #[cfg(test)]
        return self.force(x) * x;
        #[cfg(not(test))]
        0.0
    }
}

#[differentiable]
impl Load for Rod {
    #[cfg(any())]
    fn force(&self, x: NoSuchType) -> f64 {
        x
    }
    #[cfg(test)]
    fn force(&self, x: f64) -> f64 {
        #[cfg(any())]
        return x;
        self.0 * x.exp()
    }
}

#[differentiable]
fn worked(rod: &Rod, x: f64) -> f64 {
    rod.work(x) + rod.energy(x)
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Length(f64);

#[differentiable]
impl std::ops::Mul<f64> for Length {
    type Output = Length;
    fn mul(self, k: f64) -> Length {
        #[cfg(any())]
        return Length(k);
        #[cfg(test)]
        Length(self.0 * k * k)
    }
}

#[differentiable]
fn scaled(length: Length, k: f64) -> f64 {
    (length * k).0 * length.0
}

#[differentiable]
impl Sum for Length {
    #[cfg(any())]
    fn sum<I: Iterator<Item = Self>>(lengths: I) -> Self {
        lengths.fold(Length(0.0), |sum, length| Length(sum.0 + length.0))
    }

    #[cfg(test)]
    fn sum<I: Iterator<Item = Self>>(lengths: I) -> Self {
        lengths.fold(Length(0.0), |sum, length| Length(sum.0 + length.0 * length.0))
    }
}

#[differentiable]
impl From<f64> for Length {
    #[cfg(any())]
    fn from(x: f64) -> Self {
        Length(x)
    }

    #[cfg(test)]
    fn from(x: f64) -> Self {
        Length(x * x)
    }
}

/// The sum and the conversion are used once and in a loop.
#[differentiable]
fn summed(lengths: &[Length], x: f64) -> f64 {
    let mut energy = lengths.iter().copied().sum::<Length>().0 * Length::from(x).0;
    for k in 1..lengths.len() {
        let some: Length = lengths[..k].iter().copied().sum();
        let scale: Length = (x + lengths[k].0).into();
        energy += some.0 * scale.0;
    }
    energy
}

#[differentiable]
#[cfg(any())]
fn absent(x: NoSuchType) -> f64 {
    x
}

/// What is asked of a type that only a function which is left out names.
#[differentiable]
impl Rod {
    #[cfg(any())]
    fn joined(&self, other: &NoSuchRod) -> f64 {
        self.0 * other.0
    }

    fn doubled(&self, other: &Rod) -> f64 {
        self.0 * other.0 * 2.0
    }
}

#[differentiable]
fn doubled(a: &Rod, b: &Rod) -> f64 {
    a.doubled(b)
}

#[test]
fn a_function_that_is_left_out_may_name_a_type_that_is_not_there() {
    check_grad!(doubled(&Rod(0.5), &Rod(0.7))).unwrap();
}

#[test]
fn each_form_of_a_function_has_derivatives() {
    check_grad!(statements(&[0.5, -1.5, 2.5], 1.3)).unwrap();
    check_grad!(last_values(0.7, 1.5)).unwrap();
    check_grad!(last_values(-0.7, 1.5)).unwrap();
    check_grad!(lists(0.7, 1.5)).unwrap();
    check_grad!(arms(&Shape::Ball(0.5), 1.3, 2)).unwrap();
    check_grad!(arms(&Shape::Box { a: 0.7, b: 1.9 }, 1.3, 1)).unwrap();
    check_grad!(worked(&Rod(0.5), 1.3)).unwrap();
    check_grad!(scaled(Length(0.5), 1.3)).unwrap();
    check_grad!(summed(&[Length(0.5), Length(-0.7), Length(1.1)], 1.3)).unwrap();
}
