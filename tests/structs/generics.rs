//! Generic functions and impls, for `f32` and `f64`.
use num_traits::{Float, Signed, Zero};
use pullback::{Differentiable, check_grad, differentiable, no_diff};
use std::ops::{Add, Div, Mul, Neg, Sub};

#[differentiable]
fn norm<T: Float>(x: &[T]) -> T {
    let mut sum = T::zero();
    for i in 0..x.len() {
        sum = sum + x[i] * x[i];
    }
    sum.sqrt()
}

#[differentiable]
fn logistic<T>(x: T, steepness: T) -> T
where
    T: Float,
{
    T::one() / (T::one() + (-steepness * x).exp())
}

#[differentiable]
fn combined<T: Float, const N: usize>(x: &[T; N], k: T) -> T {
    let two = T::from(2.0).unwrap();
    let mut best = T::neg_infinity();
    for v in x.iter() {
        let y = logistic(*v * two, k);
        if y > best {
            best = y;
        }
    }
    best * norm(&x[..]) + T::sin(k) + x[0].powi(3) - Float::max(k, x[1])
}

#[differentiable]
fn picked<T: Copy>(x: &[T], i: usize) -> T {
    x[i]
}

#[differentiable]
fn instantiated(x: &[f64]) -> f64 {
    picked(x, 1) * norm::<f64>(x) + logistic(x[0], 2.0)
}

#[differentiable]
fn recursive<T: Float>(x: T, n: usize) -> T {
    if n == 0 { T::one() } else { x * recursive(x, n - 1) + x }
}

/// Bounded by operators instead of a trait of floats.
#[derive(Clone, Copy, Debug, Differentiable)]
struct Twofold<T>(T, T);

#[differentiable]
impl<T: Copy + Mul<Output = T> + Sub<Output = T>> Mul for Twofold<T> {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Twofold(self.0 * other.0 - self.1 * other.1, self.0 * other.1 - self.1 * other.0)
    }
}

#[differentiable]
impl<T> Twofold<T>
where
    T: Copy + Add<Output = T> + Mul<T, Output = T> + Neg<Output = T>,
{
    fn norm(&self) -> T {
        self.0 * self.0 + -self.1 * self.1
    }
}

#[differentiable]
fn weighted<T, W: Copy + Mul<T, Output = T>>(w: W, x: T, y: T) -> T
where
    T: Copy + Add<Output = T>,
{
    w * x + w * (x + y)
}

#[differentiable]
fn pairs(p: Twofold<f64>, q: Twofold<f64>, k: f64) -> f64 {
    let mut r = p;
    for _ in 0..3 {
        r = r * q * p;
    }
    weighted(k, r.norm(), p.0) + Twofold(p, q).norm_of_both(k)
}

#[differentiable]
impl Twofold<Twofold<f64>> {
    fn norm_of_both(&self, k: f64) -> f64 {
        (self.0 * self.1).norm() * k
    }
}

/// The result is no scalar: `grad` does not apply, and must not stand in the way.
#[differentiable]
fn slopes<T>(x: &[T; 2]) -> [[T; 2]; 2]
where
    T: Float,
{
    let [a, b] = *x;
    [[a * b, a.sin()], [b * b, a / b]]
}

/// The length is known from the result alone.
#[differentiable]
fn diagonal<const N: usize, T: Float>(x: &[T]) -> [[T; N]; N] {
    let mut square = [[T::zero(); N]; N];
    for i in 0..N {
        square[i][i] = x[i] * x[i];
    }
    square
}

/// Without `Copy` and without `Clone`.
#[derive(Differentiable)]
struct Held {
    x: f64,
}

#[differentiable]
fn moved<T>(value: T, held: Held, lent: &Held) -> (T, f64) {
    (value, held.x * held.x * lent.x)
}

/// Lists of what cannot be copied are written and grow; only the entry points of these functions ask for copies.
#[differentiable]
fn stretch_all(all: &mut [Held], k: f64) {
    for held in all.iter_mut() {
        held.x *= k * held.x;
    }
}

#[differentiable]
fn grow(all: &mut Vec<Held>, pairs: &mut [(Held, f64); 1], k: f64) {
    let last = all[all.len() - 1].x;
    all.push(Held { x: last * k });
    pairs[0].0.x += pairs[0].1 * last;
}

#[differentiable]
fn grown(x: f64, k: f64) -> f64 {
    let mut all = vec![Held { x }, Held { x: x * k }];
    let mut pairs = [(Held { x: k }, x)];
    for i in 0..3 {
        if i > 0 {
            grow(&mut all, &mut pairs, k);
        }
        stretch_all(&mut all[i..], k);
    }
    let mut sum = pairs[0].0.x;
    for held in &all {
        sum += held.x * held.x;
    }
    sum
}

/// It has a method with the name of a scalar function, and other arguments.
#[derive(Clone, Differentiable)]
struct Pair(f64, f64);

#[differentiable]
impl Pair {
    fn max(&self) -> f64 {
        if self.0 > self.1 { self.0 } else { self.1 }
    }

    fn spread(&self, k: f64) -> f64 {
        self.max() * k - self.0
    }
}

#[derive(Clone, Copy, Differentiable)]
enum Height {
    Low {},
    High { above: f64 },
}

#[differentiable]
fn classified(x: f64) -> f64 {
    let height = if x > 1.0 {
        Height::High { above: x - 1.0 }
    } else {
        Height::Low {}
    };
    match height {
        Height::Low {} => x * x,
        Height::High { above } => above * x,
    }
}

#[test]
fn results_of_several_numbers() {
    let ([[v, _], [_, w]], pullback) = slopes::vjp(&[0.5, 2.0]);
    assert_eq!((v, w), (1.0, 0.25));
    assert_eq!(pullback([[1.0, 0.0], [0.0, 0.0]]), [2.0, 0.5]);
    check_grad!(slopes(&[0.5, 2.0])).unwrap();
    check_grad!(slopes(&[0.5f32, 2.0])).unwrap();
    let (square, pullback) = diagonal::vjp::<2, f64>(&[3.0, 4.0, 5.0]);
    assert_eq!(square, [[9.0, 0.0], [0.0, 16.0]]);
    assert_eq!(pullback([[1.0, 9.0], [9.0, 1.0]]), [6.0, 8.0, 0.0]);
}

#[test]
fn types_without_copies() {
    let (_, pullback) = moved::vjp(2.0, Held { x: 3.0 }, &Held { x: 5.0 });
    let (value_bar, held_bar, lent_bar) = pullback((1.0, 1.0));
    assert_eq!((value_bar, held_bar.x, lent_bar.x), (1.0, 30.0, 9.0));
    check_grad!(grown(0.7, 1.3)).unwrap();
}

#[test]
fn methods_named_like_functions_of_scalars() {
    let (value, (pair_bar, k_bar)) = Pair(1.0, 4.0).spread_value_and_grad(3.0);
    assert_eq!(value, Pair(1.0, 4.0).spread(3.0));
    assert_eq!(Pair(1.0, 4.0).max_grad().1, 1.0);
    assert_eq!(Pair(1.0, 4.0).max(), 4.0);
    assert_eq!((pair_bar.0, pair_bar.1, k_bar), (-1.0, 3.0, 4.0));
    check_grad!(classified(0.5)).unwrap();
    check_grad!(classified(1.5)).unwrap();
}

#[test]
fn generic_functions_have_the_gradients_that_differences_say() {
    check_grad!(norm(&[3.0, -4.0, 1.0])).unwrap();
    check_grad!(norm(&[3.0f32, -4.0, 1.0])).unwrap();
    check_grad!(logistic(0.3, 1.7)).unwrap();
    check_grad!(combined(&[0.3, -0.2, 0.9], 1.3)).unwrap();
    check_grad!(combined(&[0.3f32, -0.2, 0.9], 1.3)).unwrap();
    check_grad!(instantiated(&[0.5, 2.0])).unwrap();
    check_grad!(recursive(1.2, 5)).unwrap();
    check_grad!(pairs(Twofold(0.4, -0.3), Twofold(0.7, 0.2), 1.3)).unwrap();
}

#[differentiable]
trait Reach: Clone {
    fn reach(&self, angle: f64) -> f64;
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Arm {
    length: f64,
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Arms(Vec<Arm>);

#[differentiable]
impl Reach for Arm {
    fn reach(&self, angle: f64) -> f64 {
        self.length * angle.cos()
    }
}

#[differentiable]
impl Reach for Arms {
    fn reach(&self, angle: f64) -> f64 {
        farthest(&self.0[0], &self.0[1], angle)
    }
}

#[differentiable]
impl Arms {
    fn beyond(&self, other: &impl Reach, angle: f64) -> f64 {
        farthest(self, other, angle) - self.0[0].reach(angle)
    }
}

/// Type parameters without a name: by reference, by value, as the elements of a list, and beside one with a name.
#[differentiable]
fn farthest(a: &impl Reach, b: &impl Reach, angle: f64) -> f64 {
    let (a, b) = (a.reach(angle), b.reach(2.0 * angle));
    if a > b { a * b } else { b }
}

#[differentiable]
fn of_all<T: Float>(arms: &[impl Reach], last: impl Reach, angle: f64, k: T) -> T {
    let mut sum = last.reach(angle);
    for arm in arms {
        sum += farthest(arm, &last, angle);
    }
    k * k * T::from(sum).unwrap()
}

#[differentiable]
fn in_both_ways(arms: &Arms, angle: f64) -> f64 {
    arms.beyond(&arms.0[1], angle) * of_all(&arms.0, arms.clone(), angle, 0.5)
}

#[test]
fn type_parameters_without_a_name() {
    let arms = Arms(vec![Arm { length: 1.3 }, Arm { length: 0.7 }]);
    for angle in [0.3, 0.7, 1.1] {
        check_grad!(farthest(&arms.0[0], &arms, angle)).unwrap();
        check_grad!(of_all(&arms.0, arms.clone(), angle, 0.8)).unwrap();
        check_grad!(in_both_ways(&arms, angle)).unwrap();
    }
}

/// Both of the traits have these methods: only by their paths can they be told apart.
#[differentiable]
fn of_two_traits<T: Float + Signed>(x: &[T], k: T) -> T {
    let mut sum = T::zero();
    for v in x {
        let size = if *v > k {
            Float::abs(*v) * Signed::abs(&k)
        } else {
            <T as Float>::abs(*v * k) + Signed::signum(v) * k
        };
        sum = sum + size * Float::signum(k) + Float::floor(*v);
    }
    Float::max(sum, k) * Float::powi(k, 2) + <T as Signed>::abs(&sum)
}

#[test]
fn a_method_of_two_traits_is_called_by_its_path() {
    check_grad!(of_two_traits(&[1.5, -0.7, 0.3], 0.4)).unwrap();
    check_grad!(of_two_traits(&[1.5, -0.7, 0.3], -0.4)).unwrap();
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Squares {
    k: f64,
}

/// Methods with a type parameter of their own, for values that are handed over and returned.
#[differentiable]
trait Criterion {
    fn target<T: Float>(&self, value: T) -> f64;

    fn twice<T: Float>(&self, value: T) -> T {
        value + value
    }
}

#[differentiable]
impl Criterion for Squares {
    fn target<T: Float>(&self, value: T) -> f64 {
        value.to_f64().unwrap() * self.k
    }
}

#[differentiable]
impl Squares {
    fn scaled<T: Float>(self, value: T, by: &[T]) -> T {
        value * value * by[0]
    }
}

#[differentiable]
fn scored<C: Criterion, T: Float>(criterion: &C, y: &[T], sum: &mut f64) {
    for (i, &value) in y.iter().enumerate() {
        if i % 2 == 0 {
            *sum += criterion.target(criterion.twice(value)) * *sum;
        } else {
            *sum += criterion.target(value);
        }
    }
}

#[test]
fn a_method_is_generic_in_a_value() {
    #[differentiable]
    fn all(k: f64, y: &[f64], x: f64) -> f64 {
        let squares = Squares { k };
        let mut sum = x;
        scored(&squares, y, &mut sum);
        sum * squares.scaled(x, y) + squares.target(x) + squares.twice(k)
    }
    check_grad!(all(0.7, &[1.2, -0.4, 0.8], 1.1)).unwrap();
}

/// A constant of a trait is a function with a constant's name, and no variant.
#[differentiable]
fn twiddle<T: num_traits::Float + num_traits::FloatConst>(k: usize, x: T) -> T {
    let mut sum = T::zero();
    for i in 0..k {
        let angle = -T::from(2 * i).unwrap() * T::PI() / T::from(k).unwrap();
        sum = sum + (angle * x).cos() * T::SQRT_2();
    }
    sum
}

#[test]
fn constants_of_a_trait_are_no_variants() {
    check_grad!(twiddle::<f64>(3, 0.7)).unwrap();
}

/// The operators that an associated type is bounded by have derivatives wherever it is used.
#[differentiable]
trait Flow {
    type State: Clone + Add<Output = Self::State> + Mul<f64, Output = Self::State>;
    fn rate(&self, t: f64, y: &Self::State) -> Self::State;
    fn size(&self, y: &Self::State) -> f64;
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Phase {
    x: f64,
    y: f64,
}

#[differentiable]
impl Add for Phase {
    type Output = Phase;
    fn add(self, other: Phase) -> Phase {
        Phase {
            x: self.x + other.x,
            y: self.y + other.y,
        }
    }
}

#[differentiable]
impl Mul<f64> for Phase {
    type Output = Phase;
    fn mul(self, k: f64) -> Phase {
        Phase {
            x: self.x * k,
            y: self.y * k,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Turning {
    mu: f64,
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Decay {
    rate: f64,
}

#[differentiable]
impl Flow for Turning {
    type State = Phase;
    fn rate(&self, t: f64, y: &Phase) -> Phase {
        Phase {
            x: y.y,
            y: self.mu * (1.0 - y.x * y.x) * y.y - y.x * t,
        }
    }
    fn size(&self, y: &Phase) -> f64 {
        y.x.hypot(y.y)
    }
}

#[differentiable]
impl Flow for Decay {
    type State = f64;
    fn rate(&self, t: f64, y: &f64) -> f64 {
        -self.rate * y + t
    }
    fn size(&self, y: &f64) -> f64 {
        (y * y).sqrt()
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Stepper<F: Flow> {
    flow: F,
    y: F::State,
    h: f64,
}

#[differentiable]
impl<F: Flow + Clone> Stepper<F> {
    fn step(&mut self, t: f64) -> f64 {
        let Stepper { flow, y, h } = self;
        let k1 = flow.rate(t, y);
        let k2 = flow.rate(t + *h, &(y.clone() + k1.clone() * *h));
        let error = flow.size(&(k1.clone() * -0.5 + k2.clone() * 0.5)) * *h;
        *y = y.clone() + (k1 + k2) * (0.5 * *h);
        error
    }

    fn run(&mut self, steps: usize) -> f64 {
        let mut worst: f64 = 0.0;
        for k in 0..steps {
            worst = worst.max(self.step(k as f64 * 0.1));
            self.h *= 1.1;
        }
        worst
    }
}

#[differentiable]
fn both(mu: f64, x: f64, rate: f64) -> f64 {
    let mut turning = Stepper {
        flow: Turning { mu },
        y: Phase { x, y: 0.3 },
        h: 0.1,
    };
    let mut decay = Stepper {
        flow: Decay { rate },
        y: x * mu,
        h: 0.2,
    };
    turning.run(4) + decay.run(3) + turning.y.x * decay.y
}

#[test]
fn associated_types_have_operators() {
    check_grad!(both(1.3, 0.8, 0.6)).unwrap();
}

/// A trait that extends those of operators: whoever has the trait has their derivatives.
#[differentiable]
trait Number: Copy + Add<Output = Self> + Mul<Output = Self> + Sub<Output = Self> + Neg<Output = Self> {
    fn constant(value: f64) -> Self;
    fn sine(self) -> Self;
}

#[differentiable]
impl Number for f64 {
    fn constant(value: f64) -> f64 {
        value
    }
    fn sine(self) -> f64 {
        self.sin()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Jet {
    value: f64,
    slope: f64,
}

#[differentiable]
impl Add for Jet {
    type Output = Jet;
    fn add(self, other: Jet) -> Jet {
        Jet {
            value: self.value + other.value,
            slope: self.slope + other.slope,
        }
    }
}

#[differentiable]
impl Sub for Jet {
    type Output = Jet;
    fn sub(self, other: Jet) -> Jet {
        self + -other
    }
}

#[differentiable]
impl Neg for Jet {
    type Output = Jet;
    fn neg(self) -> Jet {
        Jet {
            value: -self.value,
            slope: -self.slope,
        }
    }
}

#[differentiable]
impl Mul for Jet {
    type Output = Jet;
    fn mul(self, other: Jet) -> Jet {
        Jet {
            value: self.value * other.value,
            slope: self.value * other.slope + self.slope * other.value,
        }
    }
}

#[differentiable]
impl Number for Jet {
    fn constant(value: f64) -> Jet {
        Jet { value, slope: 0.0 }
    }
    fn sine(self) -> Jet {
        Jet {
            value: self.value.sin(),
            slope: self.value.cos() * self.slope,
        }
    }
}

#[differentiable]
fn polynomial<N: Number>(coefficients: &[f64], x: N) -> N {
    coefficients
        .iter()
        .rev()
        .fold(N::constant(0.0), |sum, &c| sum * x + N::constant(c))
}

#[differentiable]
fn wave<N: Number>(x: N, k: f64) -> N {
    let mut wave = (x * N::constant(k)).sine() - x * x;
    for _ in 0..2 {
        wave = -wave * x;
    }
    wave
}

#[differentiable]
fn jets(c: &[f64], x: f64) -> f64 {
    let jet = Jet { value: x, slope: 1.0 };
    polynomial(c, jet).slope * wave(jet, c[0]).slope + polynomial(c, x) * wave(x, c[1])
}

#[test]
fn operators_are_known_of_a_trait_that_extends_theirs() {
    check_grad!(jets(&[0.4, 1.2, -0.7], 0.8)).unwrap();
}

/// Floats of the user's: the functions of numbers are methods of the trait, and float's own for what is one.
#[differentiable]
trait Quantity:
    Copy
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    fn zero() -> Self;
    fn two() -> Self;
    fn sqrt(self) -> Self;
    fn abs(self) -> Self;
    fn powf(self, exponent: f64) -> Self;
}

#[differentiable]
impl Quantity for f64 {
    fn zero() -> f64 {
        0.0
    }
    fn two() -> f64 {
        2.0
    }
    fn sqrt(self) -> f64 {
        f64::sqrt(self)
    }
    fn abs(self) -> f64 {
        f64::abs(self)
    }
    fn powf(self, exponent: f64) -> f64 {
        f64::powf(self, exponent)
    }
}

#[differentiable]
impl Quantity for Jet {
    fn zero() -> Jet {
        Jet { value: 0.0, slope: 0.0 }
    }
    fn two() -> Jet {
        Jet { value: 2.0, slope: 0.0 }
    }
    fn sqrt(self) -> Jet {
        let root = self.value.sqrt();
        Jet {
            value: root,
            slope: self.slope / (2.0 * root),
        }
    }
    fn abs(self) -> Jet {
        if self.value < 0.0 { -self } else { self }
    }
    fn powf(self, exponent: f64) -> Jet {
        Jet {
            value: self.value.powf(exponent),
            slope: exponent * self.value.powf(exponent - 1.0) * self.slope,
        }
    }
}

impl PartialOrd for Jet {
    fn partial_cmp(&self, other: &Jet) -> Option<std::cmp::Ordering> {
        self.value.partial_cmp(&other.value)
    }
}

#[differentiable]
impl Div for Jet {
    type Output = Jet;
    fn div(self, other: Jet) -> Jet {
        let value = self.value / other.value;
        Jet {
            value,
            slope: (self.slope - value * other.slope) / other.value,
        }
    }
}

#[differentiable]
fn quadratic<F: Quantity>(a: F, b: F, c: F, k: f64) -> F {
    let d = b * b - F::two() * F::two() * a * c;
    if d < F::zero() {
        return -d;
    }
    let root = (d.sqrt() - b) / (F::two() * a);
    root.abs() + d.powf(k.sqrt())
}

#[derive(Clone, Debug, Differentiable)]
struct Iteration<F> {
    x: F,
    steps: Vec<F>,
}

#[differentiable]
impl<F: Quantity> Iteration<F> {
    fn root(&mut self, of: F) -> F {
        for _ in 0..3 {
            let step = (self.x * self.x - of) / (F::two() * self.x);
            self.x = self.x - step;
            self.steps.push(step.abs());
        }
        self.x.sqrt()
    }
}

#[differentiable]
fn of_reals(x: &[f64]) -> f64 {
    let jet = |k: usize| Jet {
        value: x[k],
        slope: x[k] * x[0],
    };
    let own = quadratic(jet(0), jet(1), jet(2), x[0]);
    let mut iteration = Iteration {
        x: jet(0),
        steps: vec![],
    };
    let root = iteration.root(jet(0));
    own.slope * quadratic(x[0], x[1], x[2], x[0]) + root.slope * iteration.steps[1].slope
}

#[test]
fn functions_of_numbers_may_be_methods_of_a_trait_of_ones_own() {
    check_grad!(of_reals(&[1.2, -0.4, -0.9])).unwrap();
    check_grad!(of_reals(&[1.2, -0.4, 0.9])).unwrap();
}

/// Floats of the user's whose functions are those of the trait that theirs extends: smartcore's `RealNumber`.
#[differentiable]
trait Plain: num_traits::Num + Copy + PartialOrd {}
impl Plain for f64 {}

#[differentiable]
trait Wide: Plain + Float {
    fn two() -> Self;
    fn softplus(self) -> Self;
}

#[differentiable]
impl Wide for f64 {
    fn two() -> f64 {
        2.0
    }
    fn softplus(self) -> f64 {
        self.exp().ln_1p()
    }
}

#[differentiable]
trait Cells<T: Copy>: Clone {
    fn get(&self, at: (usize, usize)) -> &T;
    fn set(&mut self, at: (usize, usize), x: T);
}

#[derive(Clone, Debug, Differentiable)]
struct Square<T> {
    n: usize,
    cells: Vec<T>,
}

#[differentiable]
impl<T: Copy> Cells<T> for Square<T> {
    fn get(&self, at: (usize, usize)) -> &T {
        &self.cells[at.0 * self.n + at.1]
    }
    fn set(&mut self, at: (usize, usize), x: T) {
        self.cells[at.0 * self.n + at.1] = x;
    }
}

#[differentiable]
trait Balanced<T: Plain + Wide>: Cells<T> {
    fn balanced(mut self, n: usize) -> Result<(Self, T), String>
    where
        Self: Sized,
    {
        let mut sum = T::zero();
        for i in 0..n {
            let mut row = T::zero();
            for j in 0..n {
                row = row + self.get((i, j)).abs();
            }
            let d = row * row + T::two();
            self.set((i, i), d.sqrt().powi(3));
            sum = sum + d.softplus().hypot(row.sin()) + row.max(*self.get((i, 0)));
        }
        Ok((self, sum.ln()))
    }
}

#[differentiable]
impl<T: Plain + Wide> Balanced<T> for Square<T> {}

#[differentiable]
fn scales<T: Wide, M: Cells<T>>(cells: &mut M, n: usize) -> Vec<T> {
    let mut scale = vec![T::one(); n];
    for i in 0..n {
        let mut c = T::zero();
        let mut r = T::zero();
        for j in 0..n {
            if j != i {
                c = c + cells.get((j, i)).abs();
                r = r + cells.get((i, j)).abs().exp();
            }
        }
        scale[i] = (c / r).sqrt();
        cells.set((i, i), c * r.tanh());
    }
    for x in scale.iter_mut() {
        *x = x.cbrt() + T::one();
    }
    scale
}

#[differentiable]
fn of_cells(x: &[f64]) -> f64 {
    let mut cells = Square {
        n: 2,
        cells: x.to_vec(),
    };
    let scale = scales(&mut cells, 2);
    let (cells, sum) = cells.balanced(2).unwrap();
    sum * scale[0] - scale[1] * *cells.get((1, 1)) + *cells.get((0, 0))
}

#[test]
fn functions_of_numbers_of_a_trait_that_extends_floats() {
    check_grad!(of_cells(&[1.2, -0.4, -0.9, 0.7])).unwrap();
}

#[differentiable]
trait Scaled: Clone {
    fn unit(n: usize) -> Self;
    fn scale(&mut self, k: f64);
    fn trace(&self) -> f64;
}

#[differentiable]
impl Scaled for Vec<f64> {
    fn unit(n: usize) -> Self {
        vec![1.0; n]
    }
    fn scale(&mut self, k: f64) {
        for v in self.iter_mut() {
            *v *= k + *v;
        }
    }
    fn trace(&self) -> f64 {
        self.iter().map(|v| v * v).sum()
    }
}

/// What every branch assigns first, and goes on with, has no value before that: of a type parameter there is none.
#[differentiable]
fn assigned_in_branches<M: Scaled>(m: M, k: f64, n: usize) -> f64 {
    let mut of_both;
    let trace = m.trace();
    if n == 0 {
        of_both = m;
        of_both.scale(k * trace)
    } else if n > 4 {
        return trace;
    } else {
        let factor = k.sin() * trace;
        of_both = M::unit(n);
        for _ in 0..n {
            of_both.scale(factor);
        }
    }
    of_both.scale(k);
    of_both.trace()
}

/// Several of them, and in branches of branches.
#[differentiable]
fn assigned_together<M: Scaled>(m: &M, k: f64, n: usize) -> f64 {
    let traces;
    let factor;
    let mut first;
    let mut second: M;
    if n > 2 {
        factor = k;
        first = m.clone();
        first.scale(factor);
        second = M::unit(n);
    } else {
        let twice = 2.0 * k;
        if n == 0 {
            second = m.clone();
            second.scale(k);
            first = M::unit(3);
        } else {
            first = m.clone();
            first.scale(twice);
            second = first.clone();
        }
        factor = twice * m.trace();
    }
    first.scale(factor);
    second.scale(k);
    traces = first.trace() * k;
    traces + second.trace()
}

/// A list of what is in order may hold floats.
#[differentiable]
fn in_order<T: Ord + Clone>(list: &[T]) -> Vec<T> {
    let mut result: Vec<T> = list.to_vec();
    result.sort();
    result.dedup();
    result
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Ranked {
    #[no_diff]
    rank: i32,
    value: f64,
}

impl Eq for Ranked {}
impl PartialOrd for Ranked {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Ranked {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.rank.cmp(&other.rank)
    }
}

#[test]
fn what_is_sorted_by_its_order_goes_where_it_went() {
    #[differentiable]
    fn weighted(x: &[f64]) -> f64 {
        let ranked = |rank: i32, value: f64| Ranked { rank, value };
        let ordered = in_order(&[ranked(4, x[0]), ranked(-1, x[1]), ranked(2, x[2]), ranked(2, x[2])]);
        let mut sum = 0.0;
        for (i, one) in ordered.iter().enumerate() {
            sum += one.value * one.value * (i + 1) as f64;
        }
        sum
    }
    check_grad!(weighted(&[0.3, 1.2, -0.7])).unwrap();
}

#[test]
fn branches_assign_what_has_no_value_to_begin_with() {
    for n in [0, 1, 3] {
        check_grad!(assigned_together(&vec![0.7, -0.4, 1.1], 0.3, n)).unwrap();
    }
    for n in [0, 2, 5] {
        check_grad!(assigned_in_branches(vec![0.7, -0.4, 1.1], 0.3, n)).unwrap();
    }
}

/// Operators whose results are of types that only rustc knows.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Interval<T>(T, T);

#[differentiable]
impl<T> Interval<T> {
    fn width(self) -> T::Output
    where
        T: Sub<T>,
    {
        self.1 - self.0
    }
}

#[differentiable]
impl<T: Add<T> + Copy> Add<T> for Interval<T> {
    type Output = Interval<<T as Add<T>>::Output>;

    fn add(self, rhs: T) -> Self::Output {
        Interval(self.0 + rhs, self.1 + rhs)
    }
}

#[differentiable]
impl<T: Sub> Sub for Interval<T> {
    type Output = Interval<T::Output>;

    fn sub(self, rhs: Self) -> Self::Output {
        Interval(self.0 - rhs.1, self.1 - rhs.0)
    }
}

#[differentiable]
impl<T: Neg> Neg for Interval<T> {
    type Output = Interval<T::Output>;

    fn neg(self) -> Self::Output {
        Interval(-self.1, -self.0)
    }
}

#[differentiable]
impl<T: Mul<T>> Mul<T> for Interval<T>
where
    T: Copy + PartialOrd + Zero,
{
    type Output = Interval<<T as Mul<T>>::Output>;

    fn mul(self, rhs: T) -> Self::Output {
        if rhs < T::zero() {
            Interval(self.1 * rhs, self.0 * rhs)
        } else {
            Interval(self.0 * rhs, self.1 * rhs)
        }
    }
}

/// A sum of two numbers of this type is of another.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Meters(f64);
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Distance(f64);

#[differentiable]
impl Sub for Meters {
    type Output = Distance;

    fn sub(self, other: Self) -> Distance {
        Distance(self.0 * self.0 - other.0)
    }
}

#[differentiable]
fn intervals(x: &[f64], k: f64) -> f64 {
    let mut all = Interval(x[0], x[1]) + k;
    for pair in x.windows(2) {
        let next = Interval(pair[0], pair[1]) * k;
        all = if all.width() > 0.0 { all - next } else { -(all - next) };
    }
    let lengths = Interval(Meters(x[0]), Meters(x[1])) - Interval(Meters(k), Meters(all.0));
    all.width() * lengths.0.0 + lengths.1.0 + Interval(Meters(x[2]), Meters(k)).width().0
}

/// A parameter whose values an operator takes may be of any type, also one that is no `Copy` and no `Clone` as far as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Couple<N> {
    a: N,
    b: N,
}

#[differentiable]
impl<N: Add<Output = N>> Add<Couple<N>> for Couple<N> {
    type Output = Couple<N>;

    fn add(self, rhs: Couple<N>) -> Self::Output {
        Couple {
            a: self.a + rhs.a,
            b: self.b + rhs.b,
        }
    }
}

#[differentiable]
impl<N> Couple<N> {
    fn turned(self, by: N) -> Couple<N>
    where
        N: Sub<Output = N>,
    {
        let b = self.b;
        Couple { a: b - by, b: self.a }
    }
}

#[differentiable]
fn couples(x: &[f64], k: f64) -> f64 {
    let mut sum = Couple { a: k, b: 1.0 };
    for v in x {
        let couple = Couple { a: *v, b: v * v * k };
        sum = if couple.b > 0.5 {
            sum + couple
        } else {
            couple.turned(k) + sum
        };
    }
    sum.a * sum.b
}

#[test]
fn what_operators_take_is_copied_for_the_way_back() {
    check_grad!(couples(&[0.3, 1.1, -0.4, 2.0], 0.7)).unwrap();
}

#[test]
fn operators_of_parameters_may_leave_their_results_open() {
    for k in [0.7, -1.3] {
        check_grad!(intervals(&[0.3, 1.1, -0.4, 2.0], k)).unwrap();
    }
    check_grad!(intervals(&[1.3, -1.1, 0.4, -2.0], 0.4)).unwrap();
}

#[differentiable]
trait Weigh<T>: Clone {
    fn weigh(&self, row: &T) -> f64;
}

#[derive(Clone, Differentiable)]
struct Squared;

#[differentiable]
impl Weigh<Vec<f64>> for Squared {
    fn weigh(&self, row: &Vec<f64>) -> f64 {
        row.iter().map(|x| x * x).sum()
    }
}

/// Nothing says that the rows can be copied.
#[derive(Clone, Differentiable)]
struct Rows<T, W> {
    rows: Vec<T>,
    weigh: W,
    scale: f64,
}

#[differentiable(bounds(T: Clone))]
impl<T, W: Weigh<T>> Rows<T, W> {
    fn new(rows: Vec<T>, weigh: W) -> Rows<T, W> {
        let mut made = Rows {
            rows,
            weigh,
            scale: 1.0,
        };
        made.set();
        made
    }

    fn set(&mut self) {
        let mut sum = 0.0;
        for row in &self.rows {
            sum += self.weigh.weigh(row);
        }
        self.scale = sum;
    }
}

#[differentiable]
fn weighed(x: &[f64]) -> f64 {
    let rows = Rows::new(vec![x.to_vec(), vec![x[0] * x[1]]], Squared);
    rows.scale * rows.rows[0][1]
}

#[test]
fn derivatives_ask_that_a_parameter_can_be_copied() {
    check_grad!(weighed(&[0.7, 1.3])).unwrap();
}

/// What moves by steps, from states of a type that an implementor chooses.
#[differentiable]
trait Model {
    type State: Clone;
    fn energy(&self, state: &Self::State) -> f64;
}

#[derive(Clone, Debug, Differentiable)]
struct Spring(f64);

#[derive(Clone, Debug, Differentiable)]
struct Stretch(f64);

#[differentiable]
impl Add<f64> for Stretch {
    type Output = Stretch;
    fn add(self, by: f64) -> Stretch {
        Stretch(self.0 * (1.0 + by * by))
    }
}

#[differentiable]
impl Model for Spring {
    type State = Stretch;
    fn energy(&self, state: &Stretch) -> f64 {
        self.0 * state.0 * state.0
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Motion<M>(M);

#[differentiable]
impl<M: Model> Motion<M>
where
    M::State: Add<f64, Output = M::State>,
{
    fn along(&self, state: M::State, steps: &[f64]) -> f64 {
        let mut state = state;
        let mut sum = 0.0;
        for step in steps {
            state = state + *step;
            sum += self.0.energy(&state);
        }
        sum
    }

    fn twice(&self, state: M::State, steps: &[f64]) -> f64 {
        scaled(self, state.clone() + steps[0], steps) * self.along(state, steps)
    }
}

#[differentiable]
fn scaled<M: Model>(motion: &Motion<M>, state: M::State, steps: &[f64]) -> f64
where
    M::State: Add<f64, Output = M::State>,
{
    motion.along(state, steps) * steps[0]
}

#[differentiable]
fn advanced(stiffness: f64, x: f64, steps: &[f64]) -> f64 {
    Motion(Spring(stiffness)).twice(Stretch(x), steps)
}

#[test]
fn operators_among_the_bounds_of_a_type_that_an_implementor_chooses() {
    check_grad!(advanced(0.7, 1.2, &[0.3, -0.1])).unwrap();
}

#[derive(Clone, Copy, Differentiable)]
struct Power(f64);

trait Step {
    const BY: f64;
}

#[derive(Clone, Copy, Differentiable)]
struct Half;

impl Step for Half {
    const BY: f64 = 0.5;
}

#[differentiable]
impl Power {
    fn up<const N: i32>(&self) -> f64 {
        self.0.powi(N)
    }

    fn moved<const UP: bool>(self, k: f64) -> f64 {
        if UP { self.0 * k } else { self.0 / k }
    }

    fn by<S: Step>(&mut self) -> f64 {
        self.0 += S::BY;
        self.0
    }

    fn times<const N: usize>(&self) -> [f64; N] {
        [self.0; N]
    }

    fn converted<S: Step, T: Into<f64> + Copy>(&self, t: T) -> f64 {
        self.0 * no_diff(t.into()) * S::BY
    }
}

#[differentiable]
fn by_written_arguments(x: f64, k: f64) -> f64 {
    let mut power = Power(x);
    let mut sum = power.up::<5>() + power.up::<{ 1 + 2 }>() + power.by::<Half>();
    for _ in 0..2 {
        sum += power.moved::<true>(k) * power.moved::<false>(k * k);
    }
    let [a, b] = power.times::<2>();
    sum * a + power.converted::<Half, f32>(2.0) * b + power.converted::<Half, _>(3_u8)
}

#[test]
fn generic_arguments_of_methods_that_only_the_call_names() {
    check_grad!(by_written_arguments(0.7, 1.2)).unwrap();
}
