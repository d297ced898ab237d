//! A buffer or a seed that has not the shape of what it belongs to is rejected by every entry point, with a message that says which.

#![allow(clippy::needless_range_loop, clippy::ptr_arg)]

use pullback::ndarray::{Array1, ArrayView1, arr1};
use pullback::{Differentiable, Workspace, differentiable};

#[derive(Differentiable, Clone)]
struct Model {
    weights: Vec<f64>,
    layers: Vec<Vec<f64>>,
    bias: f64,
}

impl Model {
    fn new() -> Model {
        Model {
            weights: vec![1.0, 2.0],
            layers: vec![vec![3.0], vec![4.0, 5.0]],
            bias: 0.5,
        }
    }
}

#[differentiable]
impl Model {
    fn loss(&self, x: &[f64]) -> f64 {
        self.weights[0] * x[0] + self.layers[1][0] * x[1] + self.bias
    }
}

#[differentiable]
fn product(x: &[f64], k: f64) -> f64 {
    x[0] * x[1] * k
}

#[differentiable]
fn of_a_vector(x: &Vec<f64>) -> f64 {
    x[0] * x[0]
}

#[differentiable]
fn of_rows(rows: &[Vec<f64>]) -> f64 {
    rows[0][0] * rows[1][0]
}

/// One function for the whole sum, that knows the seed.
#[differentiable]
fn fused(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        s += x[i].sin().exp();
    }
    s
}

#[differentiable]
fn of_an_array(x: &Array1<f64>) -> f64 {
    x[0] * x[1]
}

#[differentiable]
fn of_a_view(x: ArrayView1<f64>) -> f64 {
    x[0] * x[1]
}

#[differentiable]
fn scale(y: &mut [f64], k: f64) {
    y[0] *= k;
}

#[differentiable]
fn grow(y: &mut Vec<f64>, k: f64) -> f64 {
    y.push(k * k);
    y[0] * k
}

#[differentiable]
fn doubled(x: &[f64]) -> Vec<f64> {
    x.iter().map(|x| 2.0 * x).collect()
}

#[differentiable]
fn split(x: &[f64]) -> (f64, Option<Vec<f64>>) {
    (x[0], Some(vec![x[1], x[0]]))
}

#[differentiable]
fn updated(model: &Model) -> Model {
    Model {
        bias: 2.0 * model.bias,
        ..model.clone()
    }
}

macro_rules! rejected {
    ($($name:ident: $message:literal { $($body:tt)* })*) => { $(
        #[test]
        #[should_panic(expected = $message)]
        fn $name() {
            $($body)*
        }
    )* };
}

rejected! {
    a_buffer_of_a_slice: "the buffer for the cotangent of `x` has another length than `x`: 3 and 2" {
        product::grad_into(&[1.0, 2.0], 3.0, &mut [0.0; 3], &mut 0.0);
    }
    a_buffer_of_a_slice_that_is_too_short: "the buffer for the cotangent of `x` has another length than `x`: 1 and 2" {
        product::grad_into(&[1.0, 2.0], 3.0, &mut [0.0; 1], &mut 0.0);
    }
    a_buffer_with_a_workspace: "the buffer for the cotangent of `x` has another length than `x`" {
        product::grad_into_with(&mut Workspace::new(), &[1.0, 2.0], 3.0, &mut [0.0; 3], &mut 0.0);
    }
    a_buffer_of_a_vector: "the buffer for the cotangent of `x` has another shape than `x`" {
        of_a_vector::grad_into(&vec![1.0, 2.0], &mut vec![0.0; 3]);
    }
    a_buffer_of_rows: "an element of the buffer for the cotangent of `rows` has another shape" {
        of_rows::grad_into(&[vec![1.0], vec![2.0]], &mut [vec![0.0], vec![0.0, 0.0]]);
    }
    a_buffer_of_a_sum: "the buffer for the cotangent of `x` has another length than `x`" {
        fused::grad_into(&[1.0, 2.0], &mut [0.0; 3]);
    }
    a_buffer_of_an_array: "the buffer for the cotangent of `x` has another shape than `x`" {
        of_an_array::grad_into(&arr1(&[1.0, 2.0]), &mut arr1(&[0.0; 3]));
    }
    a_buffer_of_a_view: "the buffer for the cotangent of `x` has another shape than `x`: [3] and [2]" {
        of_a_view::grad_into(arr1(&[1.0, 2.0]).view(), &mut arr1(&[0.0; 3]));
    }
    a_buffer_of_a_method: "the buffer for the cotangent of `x` has another length than `x`" {
        let model = Model::new();
        let mut bar = model.zero_cotangent();
        assert_eq!(model.loss(&[1.0, 2.0]), 9.5);
        model.loss_grad_into(&[1.0, 2.0], &mut bar, &mut [0.0; 3]);
    }
    a_buffer_of_a_struct: "the buffer for the cotangent of `self` has another shape than `self`" {
        let model = Model::new();
        let mut bar = model.zero_cotangent();
        bar.layers[1].push(0.0);
        model.loss_grad_into(&[1.0, 2.0], &mut bar, &mut [0.0; 2]);
    }
    a_buffer_of_what_is_written: "the buffer for the cotangent of `y` has another length than `y`" {
        scale::grad_into(&mut [1.0, 2.0], 3.0, &mut [1.0; 3], &mut 0.0);
    }
    a_buffer_of_what_is_written_for_a_pullback: "the buffer for the cotangent of `y` has another length than `y`" {
        let mut y = [1.0, 2.0];
        let ((), pullback) = scale::vjp(&mut y, 3.0);
        pullback(&mut [1.0; 3]);
    }
    a_buffer_as_long_as_what_was_there_before: "the buffer for the cotangent of `y` has another shape than `y`" {
        grow::grad_into(&mut vec![1.0], 3.0, &mut vec![0.0], &mut 0.0);
    }
    a_seed_of_a_vector: "the seed has another shape than the result" {
        doubled::vjp(&[1.0, 2.0]).1(vec![1.0; 3]);
    }
    a_seed_of_a_vector_that_is_too_short: "the seed has another shape than the result" {
        doubled::vjp(&[1.0, 2.0]).1(vec![1.0]);
    }
    a_seed_of_a_tuple: "the seed has another shape than the result" {
        split::vjp(&[1.0, 2.0]).1((1.0, Some(vec![1.0; 3])));
    }
    a_seed_of_a_struct: "the seed has another shape than the result" {
        let model = Model::new();
        let (model, pullback) = updated::vjp(&model);
        let mut seed = model.zero_cotangent();
        seed.weights.push(1.0);
        pullback(seed);
    }
}

#[test]
fn what_fits_is_taken() {
    let (mut x_bar, mut k_bar) = ([1.0, 0.0], 0.0);
    product::grad_into(&[1.0, 2.0], 3.0, &mut x_bar, &mut k_bar);
    assert_eq!((x_bar, k_bar), ([7.0, 3.0], 2.0));
    let mut y_bar = vec![0.0, 1.0];
    k_bar = 0.0;
    grow::grad_into(&mut vec![1.0], 3.0, &mut y_bar, &mut k_bar);
    assert_eq!((y_bar, k_bar), (vec![3.0], 7.0));
    assert_eq!(doubled::vjp(&[1.0, 2.0]).1(vec![1.0, 0.5]), [2.0, 1.0]);
    let model = Model::new();
    let (mut bar, mut x_bar) = (model.zero_cotangent(), [0.0; 2]);
    model.loss_grad_into(&[1.0, 2.0], &mut bar, &mut x_bar);
    assert_eq!(
        (bar.weights, bar.layers, bar.bias, x_bar),
        (vec![1.0, 0.0], vec![vec![0.0], vec![2.0, 0.0]], 1.0, [1.0, 4.0])
    );
}
