//! ndarray's arrays in fields of structs, whose types only rustc knows.
use pullback::ndarray::{Array1, Array2, Axis, arr1, arr2};
use pullback::{Differentiable, check_grad, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Layer {
    w: Array2<f64>,
    b: Array1<f64>,
}

#[derive(Clone, Debug, Differentiable)]
struct Problem {
    #[no_diff]
    data: Array2<f64>,
    layers: Vec<Layer>,
}

#[differentiable]
impl Layer {
    fn forward(&self, x: &Array1<f64>) -> Array1<f64> {
        (self.w.dot(x) + &self.b).mapv(f64::tanh)
    }
    fn softmax(&self, x: &Array1<f64>) -> Array1<f64> {
        let mut z = self.w.dot(x);
        let top = z.iter().cloned().fold(f64::NEG_INFINITY, f64::max);
        z.mapv_inplace(|v| (v - top).exp());
        let sum = z.sum();
        z / sum
    }
    fn squash(&mut self, k: f64) {
        self.w.mapv_inplace(f64::sin);
        self.b.mapv_inplace(|v| if v > 0.0 { v * v * k } else { 0.1 * v });
    }
}

#[differentiable]
fn loss(layers: &[Layer], x: &Array1<f64>, target: &Array1<f64>) -> f64 {
    let mut hidden = x.clone();
    for layer in layers {
        hidden = layer.forward(&hidden);
    }
    let error = &hidden - target;
    error.dot(&error)
}

#[differentiable]
fn entropy(layer: &Layer, x: &Array1<f64>) -> f64 {
    let p = layer.softmax(x);
    -p.iter().map(|p| p * p.ln()).sum::<f64>()
}

#[differentiable]
fn measures(layer: &Layer, x: &Array1<f64>) -> f64 {
    let Layer { w, b } = layer;
    let rows = w.mean_axis(Axis(1)).unwrap();
    w.mean().unwrap() * w.sum_axis(Axis(0)).dot(x) + rows.dot(b) + (b * &rows).sum() + w[[0, 1]] * b[1]
}

#[differentiable]
fn typed_measures(w: &Array2<f64>, x: &Array1<f64>) -> f64 {
    let mut total = w.sum_axis(Axis(0)).dot(x);
    for _ in 0..2 {
        total += x.mean().unwrap() * w.mean_axis(Axis(0)).unwrap().dot(x);
    }
    total
}

#[differentiable]
fn written(layer: &Layer, x: &Array1<f64>, k: f64) -> f64 {
    let mut layer = layer.clone();
    for _ in 0..2 {
        layer.squash(k);
    }
    layer.forward(x).sum() + layer.b.sum()
}

#[differentiable]
fn captured(layer: &Layer, x: &Array1<f64>, k: f64) -> f64 {
    let scaled = layer.b.mapv(|v| v * x[0]);
    let chosen = layer.b.mapv(|v| if v > 0.3 { v * k.sin() } else { x[1] * v });
    let mut b = layer.b.clone();
    for i in 0..2 {
        b = b.mapv(|v| if v > k { v * x[i] } else { v.abs() });
        b[0] *= k;
    }
    scaled.sum() + chosen.dot(&b) + x.mapv(|v| v * x[1]).sum()
}

#[differentiable]
fn marked(problem: &Problem, x: &Array1<f64>) -> f64 {
    let z = problem.data.dot(x);
    z.dot(&z) * problem.data.sum() + problem.data[[0, 1]] * problem.layers[0].b[0]
}

#[differentiable]
fn sized(layer: &Layer, k: f64) -> f64 {
    let (rows, columns) = layer.w.dim();
    let mut sum = 0.0;
    for i in 0..rows {
        for j in 0..layer.w.shape()[1] {
            sum += layer.w[[i, j]] * layer.b[j] * k / (rows * columns) as f64;
        }
    }
    sum
}

fn layer(scale: f64) -> Layer {
    Layer {
        w: arr2(&[[0.3, -0.2], [0.7, 0.4]]) * scale,
        b: arr1(&[0.1, 0.5]) * scale,
    }
}

#[test]
fn arrays_in_fields_have_the_methods_of_arrays() {
    let (x, target) = (arr1(&[0.9, -0.4]), arr1(&[0.2, 0.6]));
    check_grad!(loss(&[layer(1.0), layer(-0.7), layer(1.3)], &x, &target)).unwrap();
    check_grad!(entropy(&layer(1.0), &x)).unwrap();
    check_grad!(measures(&layer(1.0), &x)).unwrap();
    check_grad!(typed_measures(&arr2(&[[0.3, -0.2], [0.7, 0.4]]), &x)).unwrap();
    check_grad!(written(&layer(1.0), &x, 1.4)).unwrap();
    check_grad!(sized(&layer(1.0), 0.8)).unwrap();
    check_grad!(captured(&layer(1.0), &x, 0.2)).unwrap();
    let problem = Problem {
        data: arr2(&[[1.0, 2.0], [3.0, -4.0], [0.5, 0.0]]),
        layers: vec![layer(1.0)],
    };
    check_grad!(marked(&problem, &x)).unwrap();
}

#[test]
fn the_mean_of_nothing_is_nothing() {
    #[differentiable]
    fn mean(a: &Array2<f64>) -> f64 {
        a.mean().unwrap_or(7.0) + a.mean_axis(Axis(0)).map_or(1.0, |m| m.sum())
    }
    let empty = Array2::<f64>::zeros((0, 3));
    assert_eq!(mean::value_and_grad(&empty), (8.0, empty.clone()));
}
