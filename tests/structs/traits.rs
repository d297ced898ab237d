//! Traits, their impls, and generic dispatch.
use num_traits::Float;
use pullback::{Differentiable, check_grad, differentiable, no_diff};

/// Every kind of function, with and without a default.
#[differentiable]
trait Potential {
    const REST: f64;

    fn energy(&self, x: f64) -> f64;

    fn force(&self, x: f64) -> f64 {
        let h = 0.5;
        (self.energy(x + h) - self.energy(x - h)) / (2.0 * h)
    }

    fn harden(&mut self, factor: f64);

    fn joined(self, other: Self) -> Self
    where
        Self: Sized;

    fn soft(stiffness: f64) -> Self
    where
        Self: Sized;

    fn scaled(stiffness: f64, factor: f64) -> Self
    where
        Self: Sized + Clone,
    {
        let mut made = Self::soft(stiffness * stiffness);
        made.harden(factor);
        made
    }

    fn order(&self) -> usize;

    fn repeated(&self, x: f64, times: usize) -> f64 {
        if times == 0 {
            0.0
        } else {
            self.energy(x) * x + self.repeated(x * 0.9, times - 1)
        }
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Spring {
    stiffness: f64,
}

#[differentiable]
impl Potential for Spring {
    const REST: f64 = 1.0;

    fn energy(&self, x: f64) -> f64 {
        0.5 * self.stiffness * (x - Self::REST).powi(2)
    }

    fn harden(&mut self, factor: f64) {
        self.stiffness *= factor;
    }

    fn joined(self, other: Self) -> Self {
        Spring {
            stiffness: self.stiffness * other.stiffness.sin(),
        }
    }

    fn soft(stiffness: f64) -> Self {
        Spring {
            stiffness: stiffness * 0.5,
        }
    }

    fn order(&self) -> usize {
        2
    }
}

/// Not `Copy`, with a default overridden.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Series {
    terms: Vec<f64>,
}

#[differentiable]
impl Potential for Series {
    const REST: f64 = 0.0;

    fn energy(&self, x: f64) -> f64 {
        let mut sum = 0.0;
        for (k, term) in self.terms.iter().enumerate() {
            sum += term * x.powi(k as i32);
        }
        sum
    }

    fn force(&self, x: f64) -> f64 {
        let mut sum = 0.0;
        for k in 1..self.terms.len() {
            sum += self.terms[k] * x.powi(k as i32 - 1) * k as f64;
        }
        sum
    }

    fn harden(&mut self, factor: f64) {
        for term in self.terms.iter_mut() {
            *term *= factor;
        }
    }

    fn joined(self, other: Self) -> Self {
        let mut terms = self.terms.clone();
        for k in 0..other.terms.len() {
            terms.push(other.terms[k] * self.terms[0]);
        }
        Series { terms }
    }

    fn soft(stiffness: f64) -> Self {
        Series {
            terms: vec![0.0, stiffness, stiffness * stiffness],
        }
    }

    fn order(&self) -> usize {
        self.terms.len()
    }
}

/// A generic implementor, whose functions call those of its parts.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Both<A, B>(A, B);

#[differentiable]
impl<A: Potential + Clone, B: Potential + Clone> Potential for Both<A, B> {
    const REST: f64 = A::REST + B::REST;

    fn energy(&self, x: f64) -> f64 {
        self.0.energy(x) * self.1.energy(x - Self::REST)
    }

    fn harden(&mut self, factor: f64) {
        self.0.harden(factor);
        self.1.harden(factor * factor);
    }

    fn joined(self, other: Self) -> Self {
        Both(self.0.joined(other.0), self.1.joined(other.1))
    }

    fn soft(stiffness: f64) -> Self {
        Both(A::soft(stiffness), B::soft(2.0 * stiffness))
    }

    fn order(&self) -> usize {
        self.0.order() + self.1.order()
    }
}

#[differentiable]
fn by_method<P: Potential>(p: &P, x: f64) -> f64 {
    p.energy(x) + x * p.force(x)
}

#[differentiable]
fn by_path<P: Potential>(p: &P, x: f64) -> f64 {
    P::energy(p, x) * Potential::force(p, x) + <P as Potential>::energy(p, x * x)
}

#[differentiable]
fn made<P: Potential + Clone>(x: f64, k: f64) -> f64 {
    let p = P::scaled(k, x);
    let q = <P as Potential>::soft(k);
    q.energy(x) * p.energy(x) * P::REST.exp()
}

#[differentiable]
fn instances(x: f64, k: f64) -> f64 {
    made::<Spring>(x, k) * made::<Both<Spring, Series>>(k, x)
}

#[differentiable]
fn in_a_loop<P: Potential + Clone>(p: &P, xs: &[f64]) -> f64 {
    let mut p = p.clone();
    let mut sum = 0.0;
    for x in xs {
        if *x > 0.0 {
            p.harden(*x);
        } else {
            p = p.joined(P::soft(x * x));
        }
        sum += p.energy(*x) * p.force(*x);
    }
    sum
}

#[differentiable]
fn recursive<P: Potential>(p: &P, x: f64, depth: usize) -> f64 {
    if depth == 0 {
        p.energy(x)
    } else {
        recursive(p, p.force(x) * 0.3, depth - 1) + p.repeated(x, depth)
    }
}

#[test]
fn traits_have_the_gradients_that_differences_say() {
    let spring = Spring { stiffness: 1.3 };
    let series = Series {
        terms: vec![0.3, -0.7, 0.2],
    };
    let both = Both(spring.clone(), series.clone());
    check_grad!(by_method(&spring, 0.4)).unwrap();
    check_grad!(by_method(&series, 0.4)).unwrap();
    check_grad!(by_method(&both, 0.4)).unwrap();
    check_grad!(by_path(&spring, 0.4)).unwrap();
    check_grad!(by_path(&both, 0.4)).unwrap();
    check_grad!(instances(0.4, 1.2)).unwrap();
    for xs in [&[][..], &[0.4], &[0.4, -0.3, 0.7, -0.2]] {
        check_grad!(in_a_loop(&spring, xs)).unwrap();
        check_grad!(in_a_loop(&series, xs)).unwrap();
        check_grad!(in_a_loop(&both, xs)).unwrap();
    }
    for depth in 0..4 {
        check_grad!(recursive(&spring, 0.4, depth)).unwrap();
        check_grad!(recursive(&both, 0.4, depth)).unwrap();
    }
}

#[test]
fn functions_of_traits_have_derivatives_of_their_own() {
    let spring = Spring { stiffness: 2.0 };
    let (energy, (bar, x_bar)) = spring.energy_value_and_grad(4.0);
    assert_eq!((energy, bar, x_bar), (9.0, SpringCotangent { stiffness: 4.5 }, 6.0));
    assert_eq!(spring.force_grad(4.0), (SpringCotangent { stiffness: 3.0 }, 2.0));
    let (made, pullback) = Spring::soft_vjp(3.0);
    assert_eq!(made, Spring { stiffness: 1.5 });
    assert_eq!(pullback(SpringCotangent { stiffness: 1.0 }), 0.5);
    let (mut bar, mut x_bar) = (SpringCotangent { stiffness: 1.0 }, 1.0);
    assert_eq!(spring.energy_grad_into(4.0, &mut bar, &mut x_bar), 9.0);
    assert_eq!((bar, x_bar), (SpringCotangent { stiffness: 5.5 }, 7.0));
    let mut hard = spring.clone();
    let ((), pullback) = hard.harden_vjp(3.0);
    let mut bar = SpringCotangent { stiffness: 1.0 };
    assert_eq!((pullback(&mut bar), &bar), (2.0, &SpringCotangent { stiffness: 3.0 }));
    assert_eq!(hard, Spring { stiffness: 6.0 });
}

/// Parameters, associated types and constants of the trait.
#[differentiable]
trait System<T: Float> {
    type State: Clone;
    type Rate: Float;

    fn slope(&self, t: T, y: &Self::State) -> Self::State;

    fn advanced(&self, y: &Self::State, slope: &Self::State, h: T) -> Self::State;

    fn damping(&self, rate: Self::Rate) -> Self::Rate {
        (rate * rate + rate.cos()).sqrt()
    }

    fn step(&self, t: T, y: &Self::State, h: T) -> Self::State {
        let slope = self.slope(t, y);
        self.advanced(y, &slope, h)
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Pendulum<T, const N: usize> {
    lengths: [T; N],
}

#[differentiable]
impl<T: Float, const N: usize> System<T> for Pendulum<T, N> {
    type State = [T; N];
    type Rate = T;

    fn slope(&self, t: T, y: &[T; N]) -> [T; N] {
        let mut slope = [T::zero(); N];
        for i in 0..N {
            slope[i] = -(y[(i + 1) % N] / self.lengths[i]).sin() * t.cos() * self.damping(y[i]);
        }
        slope
    }

    fn advanced(&self, y: &Self::State, slope: &Self::State, h: T) -> Self::State {
        let mut next = *y;
        for i in 0..N {
            next[i] = h * slope[i] + next[i];
        }
        next
    }
}

#[differentiable]
fn integrated<T: Float, S: System<T>>(system: &S, start: &S::State, h: T, steps: usize) -> S::State {
    let mut y = start.clone();
    let mut t = T::zero();
    for _ in 0..steps {
        y = system.step(t, &y, h);
        t = t + h;
    }
    y
}

#[test]
fn traits_with_parameters_have_the_gradients_that_differences_say() {
    for steps in [0, 1, 5] {
        check_grad!(integrated(&Pendulum { lengths: [1.3, 0.7] }, &[0.4, -0.9], 0.1, steps)).unwrap();
        check_grad!(integrated(
            &Pendulum { lengths: [1.3f32, 0.7] },
            &[0.4, -0.9],
            0.1,
            steps
        ))
        .unwrap();
    }
}

/// Implementors without the attribute compile, and so do trait objects.
struct Rock;

impl Potential for Rock {
    const REST: f64 = 0.0;

    fn energy(&self, x: f64) -> f64 {
        x
    }

    fn harden(&mut self, _: f64) {}

    fn joined(self, _: Self) -> Self {
        self
    }

    fn soft(_: f64) -> Self {
        Rock
    }

    fn order(&self) -> usize {
        1
    }
}

#[differentiable]
trait Shape {
    fn area(&self, scale: f64) -> f64;
}

#[derive(Clone, Differentiable)]
struct Square(f64);

#[differentiable]
impl Shape for Square {
    fn area(&self, scale: f64) -> f64 {
        self.0 * self.0 * scale
    }
}

#[test]
fn the_trait_itself_is_as_it_was() {
    assert_eq!((Rock.force(2.0), Rock.order()), (1.0, 1));
    let shapes: Vec<Box<dyn Shape>> = vec![Box::new(Square(2.0))];
    assert_eq!(shapes[0].area(0.5), 2.0);
}

/// Methods that take a receiver by value which is not `Copy`, and generic ones.
#[derive(Clone, Debug, Differentiable)]
struct Layers {
    weights: Vec<f64>,
}

#[differentiable]
impl Layers {
    fn total(self, k: f64) -> f64 {
        let mut sum = 0.0;
        for w in &self.weights {
            sum += w * w * k;
        }
        sum
    }

    fn shifted(mut self, by: f64) -> Self {
        for w in self.weights.iter_mut() {
            *w += by * *w;
        }
        self
    }

    fn weighted<T: Float>(&self, x: T, y: T) -> T {
        x * y.sin() + x
    }

    fn distance(a: &Layers, b: &Layers) -> f64 {
        let mut sum = 0.0;
        for k in 0..a.weights.len() {
            sum += (a.weights[k] - b.weights[k]).powi(2);
        }
        sum
    }
}

impl Layers {
    #[differentiable]
    fn single(x: f64) -> Self {
        Layers {
            weights: vec![x, x * x],
        }
    }

    #[differentiable(types(Self = Layers))]
    fn squared(x: f64) -> f64 {
        x * x
    }

    #[differentiable]
    fn cubed(&self, x: f64) -> f64 {
        Self::squared(x) * x + self.weights[0]
    }
}

#[differentiable]
fn marked_singly(x: f64, k: f64) -> f64 {
    Layers::single(x * k).cubed(k) + Layers::squared(x)
}

#[differentiable]
fn moved(layers: Layers, k: f64) -> f64 {
    let sum = layers.clone().shifted(k).total(k);
    let shifted = layers.shifted(sum.sin());
    shifted.total(0.5)
}

#[differentiable]
fn moved_in_a_loop(layers: &Layers, k: f64, steps: usize) -> f64 {
    let mut l = layers.clone();
    let mut sum = 0.0;
    for i in 0..steps {
        if i % 2 == 0 {
            l = l.shifted(k);
        } else {
            let copy = l.clone();
            sum += copy.total(k);
        }
    }
    sum * l.total(1.0)
}

#[differentiable]
fn by_paths(layers: &Layers, k: f64) -> f64 {
    let other = Layers::shifted(layers.clone(), k);
    Layers::distance(layers, &other) * Layers::total(other, k) + layers.weighted(k, 2.0)
}

#[differentiable]
fn spelled_out(layers: &Layers, k: f64) -> f64 {
    layers.weighted::<f64>(k, k)
}

#[test]
fn receivers_by_value_have_the_gradients_that_differences_say() {
    let layers = Layers {
        weights: vec![0.3, -0.7, 1.2],
    };
    check_grad!(moved(layers.clone(), 0.4)).unwrap();
    for steps in 0..5 {
        check_grad!(moved_in_a_loop(&layers, 0.4, steps)).unwrap();
    }
    check_grad!(by_paths(&layers, 0.4)).unwrap();
    check_grad!(marked_singly(0.3, 0.4)).unwrap();
    check_grad!(spelled_out(&layers, 0.4)).unwrap();
}

/// Functions that are left plain: their results carry no derivative.
#[derive(Clone, Debug, Differentiable)]
struct Samples {
    values: Vec<f64>,
}

#[differentiable]
impl Samples {
    fn count(&self) -> usize {
        self.values.len()
    }

    fn above(&self, level: f64) -> i32 {
        self.values.iter().filter(|value| **value > level).count() as i32
    }

    fn is_flat(samples: &Samples, tolerance: f64) -> bool {
        samples.values.iter().all(|value| value.abs() < tolerance)
    }

    fn check(&self) {
        assert!(!self.values.is_empty());
    }

    fn mean(&self) -> f64 {
        self.check();
        self.values.iter().sum::<f64>() / self.count() as f64
    }
}

#[differentiable]
trait Grid {
    fn points(&self) -> usize;

    fn inside(&self, x: f64) -> bool {
        x.abs() < 1.0
    }

    fn spacing(&self, length: f64) -> f64 {
        length / (self.points() - 1) as f64
    }
}

#[differentiable]
impl Grid for Samples {
    fn points(&self) -> usize {
        self.count()
    }
}

#[differentiable]
fn counted<G: Grid + Differentiable>(samples: &Samples, grid: &G, x: f64) -> f64 {
    let mut sum = samples.mean() * f64::from(samples.above(x));
    if grid.inside(x) && !Samples::is_flat(samples, x) {
        sum += grid.spacing(x) * grid.points() as f64;
    }
    for k in 0..grid.points() {
        sum += x * samples.values[k] * samples.values[k];
    }
    sum
}

#[test]
fn functions_left_plain_are_called_from_differentiable_ones() {
    let samples = Samples {
        values: vec![0.3, -0.7, 1.2],
    };
    for x in [0.1, 0.5, 1.5] {
        check_grad!(counted(&samples, &samples, x)).unwrap();
    }
}

/// What cannot be differentiated is left out, in the trait and in its impls.
#[differentiable]
trait Response {
    fn at(&self, x: f64) -> f64;

    #[no_diff]
    fn table(&self, x: f64) -> std::collections::BTreeMap<u32, f64>;

    #[no_diff]
    fn label(&self) -> Box<dyn std::fmt::Display> {
        Box::new("response")
    }
}

#[differentiable]
impl Response for Spring {
    fn at(&self, x: f64) -> f64 {
        self.stiffness * x * x + no_diff(self.table(x)[&0]) + Self::next(no_diff(x)) * x
    }

    #[no_diff]
    fn table(&self, x: f64) -> std::collections::BTreeMap<u32, f64> {
        [(0, x.to_bits() as f64)].into()
    }
}

#[differentiable]
impl Spring {
    fn stretched(&self, x: f64) -> f64 {
        self.at(x) * self.stiffness
    }

    #[no_diff]
    fn next(x: f64) -> f64 {
        f64::from_bits(x.to_bits() + 1)
    }
}

#[test]
fn functions_that_are_left_out() {
    let spring = Spring { stiffness: 2.0 };
    let x: f64 = 3.0;
    let (value, (spring_bar, x_bar)) = spring.stretched_value_and_grad(x);
    assert_eq!(value, spring.stretched(x));
    let next = Spring::next(x);
    assert_eq!(x_bar, 2.0 * (2.0 * 2.0 * x + next));
    assert_eq!(spring_bar.stiffness, spring.at(x) + 2.0 * x * x);
    assert_eq!(spring.label().to_string(), "response");
}

#[differentiable]
fn scaled<T: Float, const N: usize>(x: T) -> T {
    let mut y = x;
    for _ in 0..N {
        y = y * x;
    }
    y
}

#[differentiable]
fn halved<T: Float>(x: T) -> T {
    x * x / (T::one() + T::one())
}

#[test]
fn the_arguments_of_a_generic_function_can_be_written() {
    check_grad!(scaled::<f64, 3>(1.5)).unwrap();
    check_grad!(self::halved::<core::primitive::f64>(1.5)).unwrap();
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Pair {
    x: f64,
    y: f64,
}

/// A type has it for several others: by the slots of the way back alone, rustc could not say which of them was meant.
#[differentiable]
trait Pull<R, const N: usize = 1> {
    fn pulled(self, towards: R) -> R;

    fn half_pulled(&self, towards: R) -> R
    where
        Self: Clone,
    {
        self.clone().pulled(towards)
    }
}

#[differentiable]
impl Pull<f64> for f64 {
    fn pulled(self, towards: f64) -> f64 {
        towards * self.sin()
    }
}

#[differentiable]
impl Pull<Pair> for f64 {
    fn pulled(self, towards: Pair) -> Pair {
        Pair {
            x: self.pulled(towards.x),
            y: self.pulled(towards.y),
        }
    }
}

#[differentiable]
impl Pull<Pair> for Pair {
    fn pulled(self, towards: Pair) -> Pair {
        Pair {
            x: self.x.pulled(towards.x),
            y: self.y.half_pulled(towards.y),
        }
    }
}

#[differentiable]
fn pulls(a: Pair, k: f64, steps: usize) -> f64 {
    let mut p = a;
    for step in 0..steps {
        p = if step % 2 == 0 { k.pulled(p) } else { p.half_pulled(a) };
    }
    p.x * k.pulled(p.y)
}

#[test]
fn traits_that_a_type_implements_for_several_others() {
    for steps in 0..4 {
        check_grad!(pulls(Pair { x: 0.4, y: -0.7 }, 1.3, steps)).unwrap();
    }
}

/// What a projection says beside its point, and what bodies of the trait hand on.
#[differentiable]
trait Locates {
    type Location;

    fn local(&self, x: f64) -> (f64, Self::Location);

    fn moved(&self, shift: f64, x: f64) -> (f64, Self::Location) {
        let found = self.local(x - shift);
        (found.0 + shift, found.1)
    }

    fn within(&self, x: f64, most: f64) -> Option<(f64, Self::Location)> {
        let (nearest, location) = self.moved(0.1, x);
        if (nearest - x).abs() > most {
            None
        } else {
            Some((nearest * x, location))
        }
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Rail {
    ends: [f64; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
enum OnRail {
    End(usize),
    Between { part: f64 },
}

#[differentiable]
impl Locates for Rail {
    type Location = OnRail;

    fn local(&self, x: f64) -> (f64, OnRail) {
        let [a, b] = self.ends;
        if x < a {
            (a, OnRail::End(0))
        } else if x > b {
            (b, OnRail::End(1))
        } else {
            (
                x * x,
                OnRail::Between {
                    part: (x - a) / (b - a),
                },
            )
        }
    }
}

#[differentiable]
fn located<R: Locates<Location = OnRail>>(rail: &R, xs: &[f64]) -> f64 {
    let mut total = 0.0;
    for x in xs {
        let (nearest, location) = rail.moved(*x * 0.1, *x);
        total += nearest * x
            + match location {
                OnRail::End(k) => k as f64,
                OnRail::Between { part } => part * part,
            };
        if let Some((nearest, OnRail::Between { part })) = rail.within(*x, 5.0) {
            total += part * nearest;
        }
    }
    total
}

#[test]
fn bodies_of_a_trait_hand_on_what_an_implementor_chose() {
    check_grad!(located(&Rail { ends: [0.2, 1.7] }, &[-0.4, 0.7, 1.3, 2.5])).unwrap();
}
