//! Operators on structs that own lists: they are called like functions, and keep the pullback of their twin.
use pullback::{Differentiable, Workspace, check_grad, differentiable, no_diff};
use std::iter::Sum;
use std::ops::{Add, AddAssign, Div, Mul, MulAssign, Neg, Sub, SubAssign};

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Field {
    values: Vec<f64>,
    scale: f64,
}

impl Field {
    fn new(values: &[f64], scale: f64) -> Field {
        let values = values.to_vec();
        Field { values, scale }
    }
}

#[differentiable]
impl Field {
    fn total(&self) -> f64 {
        let mut total = 0.0;
        for (k, v) in self.values.iter().enumerate() {
            total += v.sin() * (k as f64 + 1.0);
        }
        total * self.scale
    }
}

#[differentiable]
impl<'a> Add<&'a Field> for &'a Field {
    type Output = Field;
    fn add(self, other: &'a Field) -> Field {
        let values = self
            .values
            .iter()
            .zip(&other.values)
            .map(|(a, b)| a * other.scale + b * self.scale)
            .collect();
        Field {
            values,
            scale: self.scale + other.scale.cos(),
        }
    }
}

#[differentiable]
impl Add for Field {
    type Output = Field;
    fn add(self, other: Field) -> Field {
        &self + &other
    }
}

#[differentiable]
impl Add<&Field> for Field {
    type Output = Field;
    fn add(mut self, other: &Field) -> Field {
        self += other;
        self
    }
}

#[differentiable]
impl Sub<Field> for &Field {
    type Output = Field;
    fn sub(self, other: Field) -> Field {
        self + &-other
    }
}

#[differentiable]
impl Neg for Field {
    type Output = Field;
    fn neg(mut self) -> Field {
        for v in self.values.iter_mut() {
            *v *= -self.scale;
        }
        self
    }
}

#[differentiable]
impl Neg for &Field {
    type Output = Field;
    fn neg(self) -> Field {
        self * -1.0
    }
}

#[differentiable]
impl Mul<f64> for &Field {
    type Output = Field;
    fn mul(self, k: f64) -> Field {
        let values = self.values.iter().map(|v| v * k).collect();
        Field {
            values,
            scale: self.scale,
        }
    }
}

/// A product of vectors is a number.
#[differentiable]
impl Mul for &Field {
    type Output = f64;
    fn mul(self, other: &Field) -> f64 {
        self.values.iter().zip(&other.values).map(|(a, b)| a * b).sum()
    }
}

#[differentiable]
impl Mul<Field> for f64 {
    type Output = Field;
    fn mul(self, field: Field) -> Field {
        &field * self
    }
}

#[differentiable]
impl Div<usize> for &Field {
    type Output = Field;
    fn div(self, count: usize) -> Field {
        self * (1.0 / count as f64)
    }
}

#[differentiable]
impl AddAssign<&Field> for Field {
    fn add_assign(&mut self, other: &Field) {
        for k in 0..self.values.len() {
            self.values[k] += other.values[k] * self.scale;
        }
        self.scale *= other.scale;
    }
}

#[differentiable]
impl SubAssign<Field> for Field {
    fn sub_assign(&mut self, other: Field) {
        *self = &*self - other;
    }
}

#[differentiable]
impl MulAssign<f64> for Field {
    fn mul_assign(&mut self, k: f64) {
        self.values.iter_mut().for_each(|v| *v *= k.sin());
    }
}

#[differentiable]
impl<'a> Sum<&'a Field> for Field {
    fn sum<I: Iterator<Item = &'a Field>>(fields: I) -> Field {
        let mut sum = Field {
            values: vec![0.0, 0.0, 0.0],
            scale: 1.0,
        };
        for field in fields {
            sum = &sum + field;
        }
        sum
    }
}

fn fields() -> (Field, Field) {
    (Field::new(&[0.4, -0.3, 0.9], 0.8), Field::new(&[-0.7, 0.2, 0.5], 1.3))
}

#[differentiable]
fn in_loops_and_branches(a: &Field, b: Field, k: f64, times: usize) -> f64 {
    let mut state = a.clone();
    let mut sum = 0.0;
    for i in 0..times {
        let next = if i % 3 == 1 {
            &state - b.clone()
        } else if state.values[0] > 2.0 {
            sum += &state * a;
            continue;
        } else {
            k * (state.clone() + a)
        };
        state = next;
        state += &b;
        state *= k;
        if i == 7 {
            break;
        }
        sum += (&state * &b) * (a * &state) + state.total();
    }
    sum
}

#[differentiable]
fn with_itself(a: Field, k: f64) -> f64 {
    let mut twice = &a + &a;
    twice += &a;
    twice -= twice.clone();
    let square = &twice * &twice;
    let back = &-&twice - -twice;
    square + back.total() / k + &a * &a
}

#[differentiable]
fn step(state: &mut Field, by: &Field, k: f64) {
    *state += by;
    *state = &*state + &(by * k);
    *state -= by.clone();
}

#[differentiable]
fn through_a_parameter(start: &Field, by: Field, k: f64) -> f64 {
    let mut state = start.clone();
    for _ in 0..3 {
        step(&mut state, &by, k);
    }
    state.total()
}

#[differentiable]
fn halves(field: &Field, k: f64, depth: usize) -> Field {
    if depth == 0 {
        return field * k;
    }
    let left = halves(&(field + field), k, depth - 1);
    let right = halves(field, k.sin(), depth - 1);
    left + &right
}

#[differentiable]
fn in_recursion(field: &Field, k: f64, depth: usize) -> f64 {
    halves(field, k, depth).total()
}

#[differentiable]
fn in_closures(a: &Field, list: &[Field], k: f64) -> f64 {
    let shifted = |field: &Field| field + a;
    let last = list.iter().fold(a.clone(), |sum: Field, field| &sum + &shifted(field));
    let all: Field = list.iter().sum::<Field>();
    let some: Vec<Field> = list.iter().map(|field: &Field| field * k).collect();
    (&last * &all) + (&some[0] + &some[1]).total()
}

#[differentiable]
fn in_a_checkpoint(a: &Field, k: f64, times: usize) -> f64 {
    let mut state = a.clone();
    #[checkpoint]
    for i in 0..times {
        let next = &state + &(a / (i + 1));
        state = k * next;
        state += a;
    }
    state.total()
}

#[differentiable(checkpoint)]
fn as_a_checkpoint(a: Field, b: &Field, k: f64) -> f64 {
    let c = &a + b;
    (&(&c * k) - a).total()
}

/// Not all of it carries a derivative, or is asked for.
#[differentiable]
fn beside_what_carries_none(a: &Field, #[no_diff] b: &Field, k: f64) -> f64 {
    let unit = Field {
        values: vec![1.0, 2.0, 3.0],
        scale: 0.5,
    };
    let plain = no_diff(b + &unit);
    let unused = a + b;
    let mut c = &(a + b) - unit.clone();
    c += &plain;
    if unused.scale > 100.0 {
        c = c + a;
    }
    c.total() * k + &unit * a
}

/// The names say nothing of what is a number.
type Speed = f64;
type Heat = f64;

#[differentiable]
fn of_numbers_by_other_names(speed: Speed, heat: Heat, times: usize) -> f64 {
    let mut sum: Heat = speed * heat;
    for _ in 0..times {
        let change: Speed = heat / speed - sum * speed % heat;
        sum += change;
        sum *= -speed;
        sum -= heat;
    }
    sum + speed
}

#[derive(Clone, Debug, Differentiable)]
struct Spring {
    rest: Field,
    stiffness: f64,
}

#[differentiable]
impl Spring {
    fn stretch(&self, at: &Field) -> Field {
        let away: Field = at - self.rest.clone();
        &away * self.stiffness
    }
}

#[differentiable]
fn through_methods(spring: &Spring, at: &Field) -> f64 {
    let stretch = spring.stretch(at);
    &stretch * &(&stretch + at)
}

#[test]
fn operators_of_structs_with_lists_have_the_gradients_that_differences_say() {
    let (a, b) = fields();
    for times in [0, 1, 2, 5, 9] {
        check_grad!(in_loops_and_branches(&a, b.clone(), 0.6, times)).unwrap();
        check_grad!(in_a_checkpoint(&a, 0.6, times)).unwrap();
    }
    check_grad!(with_itself(a.clone(), 0.6)).unwrap();
    check_grad!(step(&mut a.clone(), &b, 0.6)).unwrap();
    check_grad!(through_a_parameter(&a, b.clone(), 0.6)).unwrap();
    check_grad!(as_a_checkpoint(a.clone(), &b, 0.6)).unwrap();
    check_grad!(beside_what_carries_none(&a, &b, 0.6)).unwrap();
    let spring = Spring {
        rest: b.clone(),
        stiffness: 1.7,
    };
    check_grad!(through_methods(&spring, &a)).unwrap();
}

#[test]
fn operators_of_structs_in_recursion_and_closures() {
    let (a, b) = fields();
    for depth in 0..4 {
        check_grad!(in_recursion(&a, 0.6, depth)).unwrap();
    }
    check_grad!(in_closures(&a, &[a.clone(), b], 0.6)).unwrap();
}

#[test]
fn numbers_by_other_names_have_the_gradients_that_differences_say() {
    for times in [0, 1, 3] {
        check_grad!(of_numbers_by_other_names(1.3, 0.7, times)).unwrap();
    }
}

/// An operator that comes to itself, and one that does so by way of a function.
#[derive(Clone, Debug, Differentiable)]
struct Chain {
    value: f64,
    next: Option<Box<Chain>>,
}

#[differentiable]
impl Mul for &Chain {
    type Output = Chain;
    fn mul(self, other: &Chain) -> Chain {
        let mut product = Chain {
            value: self.value * other.value.sin(),
            next: None,
        };
        if let (Some(l), Some(r)) = (&self.next, &other.next) {
            let (l, r): (Chain, Chain) = ((**l).clone(), (**r).clone());
            let rest: Chain = &l * &r;
            product.value += rest.value;
            product.next = Some(Box::new(rest));
        }
        product
    }
}

#[differentiable(recursive)]
impl Add for &Chain {
    type Output = Chain;
    fn add(self, other: &Chain) -> Chain {
        let next = match (&self.next, &other.next) {
            (Some(l), Some(r)) => Some(Box::new(added(l, r))),
            _ => None,
        };
        Chain {
            value: self.value * self.value + other.value,
            next,
        }
    }
}

#[differentiable]
fn added(l: &Chain, r: &Chain) -> Chain {
    l + r
}

#[differentiable]
fn chains(a: &Chain, b: &Chain) -> f64 {
    let product = &(a * b) + a;
    let sum = &product * b;
    sum.value
}

#[test]
fn an_operator_that_comes_to_itself_has_the_gradient_that_differences_say() {
    let chain = |values: &[f64]| {
        let link = |next, value: &f64| Some(Box::new(Chain { value: *value, next }));
        *values.iter().fold(None, link).expect("there are values")
    };
    check_grad!(chains(&chain(&[0.4, -0.3, 0.9]), &chain(&[-0.7, 0.2]))).unwrap();
    check_grad!(chains(&chain(&[0.4]), &chain(&[-0.7, 0.2, 1.1]))).unwrap();
}

#[test]
fn a_workspace_that_is_kept_serves_operators_of_other_lengths() {
    let mut workspace = Workspace::new();
    for length in [3, 1, 4, 2] {
        let field = Field::new(&vec![0.3; length], 0.9);
        let (mut a_bar, mut k_bar) = (field.zero_cotangent(), 0.0);
        in_a_checkpoint::grad_into_with(&mut workspace, &field, 0.6, 3, &mut a_bar, &mut k_bar);
        let (a, k) = in_a_checkpoint::grad(&field, 0.6, 3);
        assert_eq!((a.values, a.scale, k), (a_bar.values, a_bar.scale, k_bar));
    }
}
