//! Operators of one expression are one pass over the elements; own types of the tensor's name go on working.

use crate::sample;
use ad_runtime::tensor::Tensor;
use pullback::{check_grad, differentiable};
use std::panic::catch_unwind;

#[differentiable]
fn sum_of_products(f: &Tensor<f64>, c: &Tensor<f64>, i: &Tensor<f64>, g: &Tensor<f64>) -> Tensor<f64> {
    f * c + i * g
}

#[differentiable]
fn quotient(a: &Tensor<f64>, b: &Tensor<f64>, k: f64) -> Tensor<f64> {
    (a - b) * 2.0 / (a * a * k + 3.0) - -(b * b)
}

#[differentiable]
fn one_sum(a: &Tensor<f64>, b: &Tensor<f64>) -> Tensor<f64> {
    a * b + a
}

#[differentiable]
fn longer(a: &Tensor<f64>, b: &Tensor<f64>) -> Tensor<f64> {
    a * b + a - b * 0.5 - a
}

#[differentiable]
fn moved(a: Tensor<f64>, b: Tensor<f64>) -> f64 {
    let c = a * 2.0 + b;
    (c.clone() * 3.0 - c).sum()
}

#[differentiable]
fn repeated(a: &Tensor<f64>, steps: usize) -> f64 {
    let mut z: Tensor<f64> = a.clone();
    for step in 0..steps {
        z = if step % 2 == 0 { &z * a * 0.5 + a } else { &z / a - a };
    }
    z.sum()
}

#[differentiable]
fn masked(a: &Tensor<f64>, #[no_diff] mask: &Tensor<f64>) -> f64 {
    (mask * a + mask).sum()
}

#[differentiable(checkpoint)]
fn checkpointed(a: &Tensor<f64>, b: &Tensor<f64>) -> f64 {
    (a * b + a.tanh() * b).sum()
}

#[differentiable(jvp)]
fn along(a: &Tensor<f64>, b: &Tensor<f64>) -> f64 {
    (a * b + a / b).sum()
}

#[differentiable]
fn narrow(a: &Tensor<f32>, b: &Tensor<f32>, k: f32) -> Tensor<f32> {
    a * b * k + 1.5 - b
}

#[test]
fn expressions_agree_with_differences_in_every_layout() {
    let [a, b, c, d] = [1, 2, 3, 4].map(|seed| sample(&[2, 3], seed));
    let (turned, row, column) = (sample(&[3, 2], 5).transpose(), sample(&[3], 6), sample(&[2, 1], 7));
    for (f, i) in [(&a, &c), (&turned, &c), (&row, &column), (&a, &a)] {
        check_grad!(sum_of_products(f, &b, i, &d)).unwrap();
        check_grad!(quotient(f, &b, 0.7)).unwrap();
    }
    check_grad!(moved(a.clone(), b.clone())).unwrap();
    check_grad!(moved(a.clone(), row)).unwrap();
    check_grad!(repeated(&(&a + 3.0), 3)).unwrap();
    check_grad!(checkpointed(&a, &b)).unwrap();
    assert_eq!(masked::grad(&a, &b), b);
    let nothing = Tensor::zeros(&[0, 3]);
    check_grad!(sum_of_products(&nothing, &nothing, &nothing, &nothing)).unwrap();
}

#[test]
fn the_values_of_expressions_are_those_of_the_functions() {
    let [a, b, c] = [1, 2, 3].map(|seed| sample(&[3, 5], seed));
    let row = sample(&[5], 4);
    for b in [&b, &row] {
        assert_eq!(quotient::vjp(&a, b, 0.3).0, quotient(&a, b, 0.3));
        assert_eq!(sum_of_products::vjp(&a, b, &c, b).0, sum_of_products(&a, b, &c, b));
    }
    let [x, y] = [1, 2]
        .map(|seed| Tensor::<f32>::from_vec(sample(&[7], seed).to_vec().iter().map(|v| *v as f32).collect(), &[7]));
    let (value, pullback) = narrow::vjp(&x, &y, 0.3);
    assert_eq!(value, narrow(&x, &y, 0.3));
    let (x_bar, y_bar, k_bar) = pullback(Tensor::ones(&[7]));
    assert_eq!((x_bar, y_bar), (&y * 0.3, &x * 0.3 - 1.0));
    assert!((k_bar - (&x * &y).sum()).abs() < 1e-5);
}

#[test]
fn the_tangent_of_an_expression_is_its_gradient_times_the_direction() {
    let [a, b, da, db] = [1, 2, 3, 4].map(|seed| sample(&[2, 3], seed) + 3.0);
    let (_, (a_bar, b_bar)) = along::value_and_grad(&a, &b);
    let (_, dot) = along::jvp(&a, &b, &da, &db);
    assert!((dot - (a_bar * da + b_bar * db).sum()).abs() < 1e-10);
}

#[test]
fn an_expression_needs_memory_for_its_value_alone() {
    let [a, b] = [1, 2].map(|seed| sample(&[3, 5], seed));
    let allocations = |run: &dyn Fn()| {
        run();
        allocation_counter::measure(run).count_total
    };
    let one = allocations(&|| drop(one_sum::vjp(&a, &b).0));
    let long = allocations(&|| drop(longer::vjp(&a, &b).0));
    let written = allocations(&|| drop(longer(&a, &b)));
    assert_eq!(one, long);
    assert!(long < written, "{long} allocations, {written} as it was written");
}

#[test]
fn shapes_that_do_not_go_together_are_named_by_the_operator() {
    let panics = |run: fn()| *catch_unwind(run).unwrap_err().downcast::<String>().unwrap();
    let written = panics(|| drop(quotient(&sample(&[2, 3], 1), &sample(&[4], 1), 1.0)));
    let sweeps = panics(|| drop(quotient::vjp(&sample(&[2, 3], 1), &sample(&[4], 1), 1.0).0));
    assert_eq!(written, "sub: tensors of the shapes [2, 3] and [4] cannot be broadcast");
    assert_eq!(sweeps, written);
}

mod own {
    use pullback::{Differentiable, differentiable};
    use std::ops::{Add, Mul};

    #[derive(Clone, Differentiable)]
    pub struct Tensor<T: Differentiable> {
        pub values: Vec<T>,
    }

    #[differentiable]
    impl Mul<&Tensor<f64>> for &Tensor<f64> {
        type Output = Tensor<f64>;
        fn mul(self, other: &Tensor<f64>) -> Tensor<f64> {
            let mut values = self.values.clone();
            for value in &mut values {
                *value = *value * other.values[0] + 7.0;
            }
            Tensor { values }
        }
    }

    #[differentiable]
    impl Add<&Tensor<f64>> for Tensor<f64> {
        type Output = f64;
        fn add(self, other: &Tensor<f64>) -> f64 {
            self.values[0] * self.values[1] - other.values[1]
        }
    }

    #[differentiable]
    pub fn of_both(a: &Tensor<f64>, b: &Tensor<f64>) -> f64 {
        let t = a * b + a;
        t * t
    }

    #[differentiable]
    pub fn of_one(a: &Tensor<f64>, #[no_diff] b: &Tensor<f64>) -> f64 {
        a * b + b
    }
}

#[test]
fn an_own_type_of_the_name_keeps_its_operators() {
    use own::{of_both, of_one};
    let [a, b] = [vec![1.5, -2.0], vec![0.5, 3.0]].map(|values| own::Tensor { values });
    assert_eq!(of_both::value_and_grad(&a, &b).0, of_both(&a, &b));
    check_grad!(of_both(&a, &b)).unwrap();
    assert_eq!(of_one(&a, &b), (1.5 * 0.5 + 7.0) * (-2.0 * 0.5 + 7.0) - 3.0);
    assert_eq!(of_one::grad(&a, &b).values, [0.5 * 6.0, 0.5 * 7.75]);
}

#[differentiable]
fn listed(a: &Tensor<f64>, b: &Tensor<f64>) -> f64 {
    let mut list: Vec<Tensor<f64>> = vec![a.clone(), b.clone()];
    for k in 0..3 {
        let next: Tensor<f64> = &list[k] * &list[k + 1] + &list[0];
        list.push(next);
    }
    list.swap(0, 4);
    let (last, second) = (list.pop().unwrap(), list.remove(1));
    (last * second + &list[0]).sum()
}

#[test]
fn tensors_are_taken_from_lists() {
    let [a, b] = [1, 2].map(|seed| sample(&[2, 3], seed));
    check_grad!(listed(&a, &b)).unwrap();
}
