//! Traits of numbers of the user's own, that integers may implement as well, and generic functions that know nothing else of them.
use num_traits::{Float, FloatConst, Num, NumCast, Signed, ToPrimitive};
use pullback::{Differentiable, check_grad, differentiable};
use std::fmt::{Debug, Display};
use std::iter::Sum;
use std::ops::{AddAssign, DivAssign, MulAssign, SubAssign};

#[differentiable]
trait Number:
    Num + ToPrimitive + NumCast + Debug + Display + Copy + Sum + AddAssign + SubAssign + MulAssign + DivAssign
{
}

impl Number for f64 {}
impl Number for f32 {}
impl Number for u32 {}
impl Number for i64 {}

#[differentiable]
trait RealNumber: Number + Float {
    fn sigmoid(self) -> Self;
    fn copysign(self, sign: Self) -> Self;
    fn two() -> Self;
    fn square(self) -> Self {
        self * self
    }
}

#[differentiable]
impl RealNumber for f64 {
    fn sigmoid(self) -> f64 {
        if self < -40. {
            0.
        } else if self > 40. {
            1.
        } else {
            1. / (1. + f64::exp(-self))
        }
    }
    fn copysign(self, sign: Self) -> Self {
        self.copysign(sign)
    }
    fn two() -> Self {
        2.0
    }
}

/// Arrays of anything, some of whose functions are those of numbers.
#[differentiable]
trait Array<T: Debug + Display + Copy + Sized>: Debug {
    fn get(&self, i: usize) -> &T;
    fn set(&mut self, i: usize, x: T);
    fn shape(&self) -> usize;
    fn sides(&self) -> (usize, usize) {
        (self.shape(), 2)
    }
    fn iterator<'b>(&'b self) -> Box<dyn Iterator<Item = &'b T> + 'b>;

    fn exchange(&mut self, a: usize, b: usize) {
        let t = *self.get(a);
        self.set(a, *self.get(b));
        self.set(b, t);
    }

    fn div_element_mut(&mut self, i: usize, x: T)
    where
        T: Number,
    {
        self.set(i, *self.get(i) / x);
    }

    fn sum(&self) -> T
    where
        T: Number,
    {
        self.iterator().copied().sum()
    }

    fn weighted(&self) -> T
    where
        T: Number,
    {
        let mut s = T::zero();
        for i in 0..self.shape() {
            let factor;
            if i % 2 == 0 {
                factor = *self.get(i) / (T::one() + T::one());
            } else {
                factor = T::one();
            }
            s += factor * *self.get(i) * *self.get(i);
            s -= *self.get(i);
        }
        s / (T::one() + T::one())
    }

    fn variance(&self) -> f64
    where
        T: Number,
    {
        let n = self.shape();
        let mut mu = 0f64;
        let mut sum = 0f64;
        let div = n as f64;
        for i in 0..n {
            let xi = T::to_f64(self.get(i)).unwrap();
            mu += xi;
            sum += xi * xi;
        }
        mu /= div;
        sum / div - mu.powi(2)
    }

    fn spread(&self) -> T
    where
        T: Number + Signed,
    {
        let mut s = T::one();
        for v in self.iterator() {
            s *= v.abs() + (*v - T::one()).abs();
        }
        s
    }

    fn activation(&self) -> T
    where
        T: RealNumber,
    {
        let mut s = T::zero();
        self.iterator().for_each(|v| {
            s += v.sigmoid().square() * T::two();
        });
        s.sqrt()
    }
}

#[differentiable]
impl<T: Debug + Display + Copy + Sized> Array<T> for Vec<T> {
    fn get(&self, i: usize) -> &T {
        &self[i]
    }
    fn set(&mut self, i: usize, x: T) {
        self[i] = x
    }
    fn shape(&self) -> usize {
        self.len()
    }
    fn iterator<'b>(&'b self) -> Box<dyn Iterator<Item = &'b T> + 'b> {
        Box::new(self.iter())
    }
}

/// Not marked: what it asks of `T` is enough for the marked impl.
fn plain<T: Debug + Display + Copy + PartialEq>(list: Vec<T>) -> bool {
    let mut list = list;
    list.set(0, list[1]);
    Array::get(&list, 0) == Array::get(&list, 1) && list.shape() == 2
}

#[differentiable]
fn both<T: Number + Signed, A: Array<T>>(a: &A, k: T) -> f64 {
    let k = k.to_f64().unwrap();
    let (rows, columns) = a.sides();
    let least = rows.min(columns);
    least as f64 * a.variance() * k
        + a.weighted().to_f64().unwrap()
        + a.sum().to_f64().unwrap() * a.spread().to_f64().unwrap()
}

#[differentiable]
fn all(x: &Vec<f64>, k: f64) -> f64 {
    let mut x = x.clone();
    let mut sum = 0.0;
    for i in 0..3 {
        x.div_element_mut(i, k + i as f64);
        x.exchange(0, i);
        sum += both(&x, k) * x.activation();
    }
    sum + k.square().sigmoid() * RealNumber::copysign(k, x[1])
}

/// Angles in degrees: a function of the name of the floats' own, and another function.
#[differentiable]
trait Degrees: Number {
    fn sin(self) -> Self;
}

#[differentiable]
impl Degrees for f64 {
    fn sin(self) -> Self {
        self.to_radians().sin()
    }
}

#[differentiable]
fn sine<T: Degrees>(x: T) -> T {
    <T as Degrees>::sin(x * x)
}

#[differentiable]
fn sines(x: f64) -> f64 {
    sine(x) + Degrees::sin(3.0 * x) * <f64 as Degrees>::sin(x) + x.sin()
}

#[test]
fn numbers_of_ones_own() {
    check_grad!(sines(7.5)).unwrap();
    assert_eq!(sines::value_and_grad(7.5).0, sines(7.5));

    let x = vec![0.7, -1.3, 0.4, 2.1];
    check_grad!(all(&x, 0.8)).unwrap();
    assert_eq!(all::value_and_grad(&x, 0.8).0, all(&x, 0.8));
    check_grad!(both(&x, 0.8)).unwrap();
    // Integers carry no derivative.
    let (value, _) = both::value_and_grad(&vec![1_i64, 2, 3], 2);
    assert_eq!(value, both(&vec![1_i64, 2, 3], 2));
    assert!(plain(vec!['a', 'b']));
}

/// Functions of a trait that have a constant's name.
#[differentiable]
fn turned(r: f64, n: usize) -> f64 {
    let pi: f64 = <f64 as FloatConst>::PI();
    let phi = if r <= -1.0 { pi / 3.0 } else { r.acos() / 3.0 };
    let mut sum = (phi + 2.0 * pi / 3.0).cos();
    for k in 0..n {
        sum += (<f64 as FloatConst>::FRAC_PI_2() * r * k as f64 + sum).sin();
    }
    sum
}

#[test]
fn constants_that_are_functions_of_a_trait() {
    for n in 0..3 {
        check_grad!(turned(0.4, n)).unwrap();
    }
    check_grad!(turned(-1.5, 2)).unwrap();
}

/// The mean is a float, and comes back to the numbers that it was made of.
#[differentiable]
fn around_the_mean<T: Number>(x: &[T], pull: f64) -> T {
    let mut sum = 0.0;
    for x_i in x {
        sum += x_i.to_f64().unwrap();
    }
    let mean = sum / x.len() as f64 + pull;
    let mut off = T::zero();
    for x_i in x {
        let wide = *x_i - T::from(mean).unwrap();
        off += wide * wide * <T as NumCast>::from(mean * mean).unwrap();
        if let Some(half) = T::from(0.5 * pull) {
            off += half * wide;
        }
    }
    off
}

#[differentiable]
fn around_twice(x: &[f64], narrow: &[f32], pull: f64) -> f64 {
    around_the_mean(x, pull) * around_the_mean(narrow, 0.5 * pull) as f64
}

#[test]
fn a_float_is_converted_to_a_number_of_ones_own() {
    let x = [1.0, 2.5, -0.5];
    check_grad!(around_the_mean(&x, 0.3)).unwrap();
    let d = 1e-6;
    let difference = (around_the_mean(&x, 0.3 + d) - around_the_mean(&x, 0.3 - d)) / (2.0 * d);
    assert!((around_the_mean::grad(&x, 0.3).1 - difference).abs() < 1e-6);
    check_grad!(around_twice(&x, &[0.5, 1.5], 0.3)).unwrap();
    // Integers have none, and their own functions are left as they are.
    assert_eq!(around_the_mean(&[1_i64, 3], 0.0), 8);
}

#[derive(Clone, Copy, Differentiable)]
struct Ball {
    at: f64,
    radius: f64,
}

#[differentiable]
impl Ball {
    fn distance(&self, x: f64) -> f64 {
        (x - self.at).abs() - self.radius
    }
}

/// Only `f64::min` says what `nearest` is.
#[differentiable]
fn nearest(balls: &[Ball], x: f64) -> f64 {
    let mut nearest = 1e9;
    for ball in balls {
        nearest = f64::min(nearest, ball.distance(x) - 0.1);
    }
    nearest * nearest
}

#[test]
fn a_literal_s_type_may_be_known_by_the_function_alone() {
    let balls = [1.0, 4.0, 2.5].map(|at| Ball { at, radius: 0.5 });
    check_grad!(nearest(&balls, 3.7)).expect("the gradient is right");
}

#[derive(Clone, Copy, Debug, Differentiable)]
enum Step {
    Input,
    Constant(f64),
    Product(usize, usize),
    Sine(usize),
    Power {
        #[no_diff]
        base: usize,
        #[no_diff]
        exponent: i32,
    },
}

/// Only the first arm says what `values` is a list of.
#[differentiable]
fn evaluated(steps: &[Step], x: f64) -> f64 {
    let mut values = vec![0.0; steps.len()];
    for (i, step) in steps.iter().enumerate() {
        values[i] = match *step {
            Step::Input => x,
            Step::Constant(c) => c,
            Step::Product(a, b) => values[a] * values[b],
            Step::Sine(a) => values[a].sin(),
            Step::Power { base, exponent } => f64::powi(values[base], exponent),
        };
    }
    values.iter().sum()
}

/// The same of arrays and of lists of lists.
#[differentiable]
fn tabulated(x: &[f64], n: usize) -> f64 {
    let mut table = [0.0; 3];
    let mut rows = vec![vec![0.0; 2]; n + 1];
    for k in 0..n {
        table[k % 3] = match k {
            0 => x[0],
            _ => table[(k - 1) % 3].cos() * x[1],
        };
        rows[k + 1][k % 2] = match k {
            0 => x[1],
            _ => rows[k][(k + 1) % 2].exp() * table[k % 3],
        };
    }
    table[0] * table[1] + rows.iter().flatten().sum::<f64>()
}

#[test]
fn what_is_assigned_first_says_the_type_of_a_list_of_literals() {
    let power = Step::Power { base: 3, exponent: 3 };
    let steps = [
        Step::Input,
        Step::Constant(1.5),
        Step::Product(0, 1),
        Step::Sine(2),
        power,
    ];
    check_grad!(evaluated(&steps, 0.7)).expect("the gradient is right");
    check_grad!(tabulated(&[0.7, 0.4], 4)).expect("the gradient is right");
}
