//! Operators on the user's own types.
use num_traits::Float;
use pullback::ndarray::NdFloat;
use pullback::{Differentiable, check_grad, differentiable};
use std::ops::{Add, AddAssign, Div, Mul, MulAssign, Neg, Sub, SubAssign};

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Complex {
    re: f64,
    im: f64,
}

#[differentiable]
impl Add for Complex {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        Self {
            re: self.re + o.re,
            im: self.im + o.im,
        }
    }
}

#[differentiable]
impl Sub for Complex {
    type Output = Complex;
    fn sub(self, o: Complex) -> Complex {
        Complex {
            re: self.re - o.re,
            im: self.im - o.im,
        }
    }
}

#[differentiable]
impl Mul for Complex {
    type Output = Complex;
    fn mul(self, o: Complex) -> Complex {
        Complex {
            re: self.re * o.re - self.im * o.im,
            im: self.re * o.im + self.im * o.re,
        }
    }
}

#[differentiable]
impl Mul<f64> for Complex {
    type Output = Complex;
    fn mul(self, k: f64) -> Complex {
        Complex {
            re: self.re * k,
            im: self.im * k,
        }
    }
}

#[differentiable]
impl Mul<Complex> for f64 {
    type Output = Complex;
    fn mul(self, c: Complex) -> Complex {
        c * self
    }
}

#[differentiable]
impl Neg for Complex {
    type Output = Complex;
    fn neg(self) -> Complex {
        Complex {
            re: -self.re,
            im: -self.im,
        }
    }
}

#[differentiable]
fn julia(z: Complex, c: Complex, steps: usize) -> f64 {
    let mut z = z;
    for _ in 0..steps {
        z = z * z + c * 0.5 - -z * 0.1;
        z = 0.9 * z;
    }
    z.re * z.re + z.im * z.im
}

#[test]
fn operators_have_the_gradients_that_differences_say() {
    let (z, c) = (Complex { re: 0.3, im: -0.2 }, Complex { re: -0.4, im: 0.6 });
    for steps in [0, 1, 4] {
        check_grad!(julia(z, c, steps)).unwrap();
    }
}

/// Generic, and by reference: each form is an impl of its own, and has a rule of its own.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Poly<T> {
    terms: Vec<T>,
}

#[differentiable]
impl<T: Float> Add for Poly<T> {
    type Output = Poly<T>;
    fn add(self, other: Self) -> Self::Output {
        &self + &other
    }
}

#[differentiable]
impl<'a, T: Float> Add<&'a Poly<T>> for &'a Poly<T> {
    type Output = Poly<T>;
    fn add(self, other: &'a Poly<T>) -> Poly<T> {
        let mut terms = self.terms.clone();
        for k in 0..terms.len() {
            terms[k] = terms[k] + other.terms[k];
        }
        Poly { terms }
    }
}

/// Not the same as by value, where both are `self * other`: the forms must not be mixed up.
#[differentiable]
impl<T> Mul<&Poly<T>> for Poly<T>
where
    T: Float,
{
    type Output = T;
    fn mul(self, other: &Poly<T>) -> T {
        let mut sum = T::zero();
        for k in 0..self.terms.len() {
            sum = sum + self.terms[k] * other.terms[k];
        }
        sum
    }
}

#[differentiable]
impl<T: Float> Mul<Poly<T>> for Poly<T> {
    type Output = T;
    fn mul(self, other: Poly<T>) -> T {
        let mut sum = T::zero();
        for k in 0..self.terms.len() {
            sum = sum + self.terms[k].sin() * other.terms[k];
        }
        sum
    }
}

#[differentiable]
impl<T: Float> Mul<T> for &Poly<T> {
    type Output = Poly<T>;
    fn mul(self, k: T) -> Poly<T> {
        let mut terms = Vec::new();
        for term in &self.terms {
            terms.push(*term * k);
        }
        Poly { terms }
    }
}

#[differentiable]
impl<T: Float> Neg for &Poly<T> {
    type Output = Poly<T>;
    fn neg(self) -> Poly<T> {
        self * (-T::one())
    }
}

#[differentiable]
fn polynomials(a: &Poly<f64>, b: &Poly<f64>, k: f64, steps: usize) -> f64 {
    let mut sum = a.clone() + b.clone();
    let mut total = 0.0;
    for i in 0..steps {
        if i % 2 == 0 {
            sum = &(&sum + a) + &(-b);
            total += sum.clone() * &(b * k);
        } else {
            total += a.clone() * (&sum * k);
        }
    }
    total * (sum * b)
}

#[differentiable]
fn generic_polynomials<T: Float>(a: &Poly<T>, b: &Poly<T>, k: T) -> T {
    (a + b) * &(&-b * k)
}

/// Const generics, references on either side, compound assignment.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Point<const N: usize>([f64; N]);

#[differentiable]
impl<const N: usize> Add for Point<N> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let mut sum = self.0;
        for k in 0..N {
            sum[k] += other.0[k];
        }
        Self(sum)
    }
}

#[differentiable]
impl<const N: usize> Mul<&Point<N>> for f64 {
    type Output = Point<N>;
    fn mul(self, p: &Point<N>) -> Point<N> {
        let mut scaled = p.0;
        for k in 0..N {
            scaled[k] *= self;
        }
        Point(scaled)
    }
}

#[differentiable]
impl<const N: usize> Div<f64> for Point<N> {
    type Output = Point<N>;
    fn div(mut self, k: f64) -> Point<N> {
        for i in 0..N {
            self.0[i] /= k;
        }
        self
    }
}

#[differentiable]
impl<const N: usize> AddAssign for Point<N> {
    fn add_assign(&mut self, other: Point<N>) {
        *self = *self + other;
    }
}

#[differentiable]
impl<const N: usize> SubAssign<&Point<N>> for Point<N> {
    fn sub_assign(&mut self, other: &Point<N>) {
        for k in 0..N {
            self.0[k] -= other.0[k];
        }
    }
}

/// Not `self = self * k`: what a compound assignment does is the impl's own affair.
#[differentiable]
impl<const N: usize> MulAssign<f64> for Point<N> {
    fn mul_assign(&mut self, k: f64) {
        self.0[0] *= k.sin();
        for i in 1..N {
            self.0[i] *= k * self.0[i - 1];
        }
    }
}

#[differentiable]
fn orbit(start: Point<2>, pull: &Point<2>, k: f64, steps: usize) -> f64 {
    let mut points = [start, Point([0.3, -0.4])];
    let mut total = Point([0.0; 2]);
    for i in 0..steps {
        let force = k * pull;
        points[i % 2] += force + points[(i + 1) % 2] / 3.0;
        points[(i + 1) % 2] -= pull;
        if i % 3 == 1 {
            points[0] *= k;
            points[1] *= 1.5;
        }
        total += points[0];
    }
    total.0[0] * total.0[1] + points[1].0[0]
}

#[differentiable]
fn moved(point: &mut Point<3>, by: Point<3>, k: f64) {
    *point += by;
    *point *= k;
    *point -= &by;
}

#[differentiable]
fn through_a_parameter(start: Point<3>, k: f64) -> f64 {
    let mut point = start;
    for _ in 0..3 {
        moved(&mut point, start / k, k);
    }
    point.0[0] + point.0[1] * point.0[2]
}

#[differentiable]
fn halved(p: Point<2>, k: f64, depth: usize) -> f64 {
    if depth == 0 {
        p.0[0] * p.0[1]
    } else {
        let mut q = p / k;
        q += p;
        halved(q, k, depth - 1) + q.0[1]
    }
}

#[differentiable]
fn accumulated<T: NdFloat>(x: &[T]) -> T {
    let mut sum = T::one();
    for v in x {
        sum += *v;
        sum *= *v;
        sum -= *v / sum;
    }
    sum
}

#[test]
fn every_form_of_an_operator_has_a_rule_of_its_own() {
    let (a, b) = (
        Poly {
            terms: vec![0.4, -0.3, 0.9],
        },
        Poly {
            terms: vec![-0.7, 0.2, 0.5],
        },
    );
    for steps in [0, 1, 4] {
        check_grad!(polynomials(&a, &b, 0.7, steps)).unwrap();
    }
    check_grad!(generic_polynomials(&a, &b, 0.7)).unwrap();
}

#[test]
fn compound_assignments_have_the_gradients_that_differences_say() {
    let (p, q) = (Point([0.4, -0.3]), Point([-0.7, 0.2]));
    for steps in [0, 1, 2, 7] {
        check_grad!(orbit(p, &q, 0.7, steps)).unwrap();
    }
    check_grad!(moved(&mut Point([0.4, -0.3, 0.8]), Point([0.1, 0.2, -0.5]), 0.7)).unwrap();
    check_grad!(through_a_parameter(Point([0.4, -0.3, 0.8]), 0.7)).unwrap();
    for depth in 0..4 {
        check_grad!(halved(p, 1.7, depth)).unwrap();
    }
    check_grad!(accumulated(&[0.4, -0.3, 0.8])).unwrap();
    check_grad!(accumulated(&[0.4f32, -0.3, 0.8])).unwrap();
}

/// In the plane and in space, as it is configured: each form of the method is differentiated under its own condition.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Mass {
    mass: f64,
    at: f64,
}

#[differentiable]
impl Add for Mass {
    type Output = Mass;

    #[cfg(target_pointer_width = "16")]
    fn add(self, other: Mass) -> Mass {
        Mass {
            mass: self.mass + other.mass,
        }
    }

    #[cfg(not(target_pointer_width = "16"))]
    fn add(self, other: Mass) -> Mass {
        let mass = self.mass + other.mass;
        let at = (self.mass * self.at + other.mass * other.at) / mass;
        Mass { mass, at }
    }
}

#[differentiable]
fn centre(parts: &[Mass]) -> f64 {
    let mut sum = parts[0].clone() + parts[1].clone();
    for part in &parts[2..] {
        sum = sum + part.clone();
    }
    sum.at * sum.mass.sqrt()
}

#[test]
fn operators_with_a_form_for_each_configuration() {
    let parts: Vec<_> = (1..5)
        .map(|k| Mass {
            mass: f64::from(k),
            at: f64::from(3 - k).sin(),
        })
        .collect();
    check_grad!(centre(&parts)).unwrap();
}

/// A length that may be divided by another, if that is not zero.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Span {
    length: f64,
}

#[differentiable]
impl Div for Span {
    type Output = Option<Span>;
    fn div(self, by: Span) -> Option<Span> {
        if by.length == 0.0 {
            return None;
        }
        let length = self.length / by.length;
        Some(Span { length })
    }
}

#[differentiable]
fn quotients(a: Span, b: Span, x: f64) -> f64 {
    let mut total = Span { length: x };
    for k in 0..3 {
        let by = Span { length: x + k as f64 };
        total = (total / by).unwrap();
        if k > 0 {
            total.length *= (b / total).expect("it is not zero").length + 1.0;
        }
    }
    let none = (a / Span { length: 0.0 }).map_or(x, |ratio| ratio.length);
    (a / b).unwrap().length * total.length + none
}

#[test]
fn an_operator_that_gives_an_option_is_unwrapped_as_a_whole() {
    let (a, b) = (Span { length: 3.0 }, Span { length: 1.5 });
    check_grad!(quotients(a, b, 0.7)).unwrap();
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Pair([f64; 2]);

#[differentiable]
impl Add for Pair {
    type Output = Pair;
    fn add(self, o: Pair) -> Pair {
        Pair([self.0[0] + o.0[0], self.0[1] * o.0[1]])
    }
}

#[differentiable]
impl Neg for Pair {
    type Output = Pair;
    fn neg(self) -> Pair {
        Pair([-self.0[1], self.0[0]])
    }
}

#[differentiable]
impl std::ops::Index<usize> for Pair {
    type Output = f64;
    fn index(&self, i: usize) -> &f64 {
        &self.0[i]
    }
}

#[differentiable]
fn elements_of_results(a: Pair, b: Pair) -> f64 {
    let mut sum = (a + b)[1] * (-a)[0];
    for k in 0..2 {
        if sum < 10.0 {
            sum += (a + b + a)[k] * sum;
        }
    }
    sum
}

#[test]
fn an_element_of_what_an_operator_gives_has_the_derivative_of_the_impl_of_index() {
    check_grad!(elements_of_results(Pair([0.3, 0.7]), Pair([1.2, -0.4]))).unwrap();
}
