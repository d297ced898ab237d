//! `s!` has unsafe code in it, which this repository forbids in its own tests.
use pullback::ndarray::{Array1, Array2, arr1, arr2, s};
use pullback::{Differentiable, check_grad, differentiable};

#[differentiable]
fn vectors(x: &Array1<f64>, k: usize) -> f64 {
    let head = x.slice(s![..k]);
    let tail = x.slice(s![k..2 * k]);
    let odd = x.slice(s![1..;2]);
    let back = x.slice(s![..;-1]);
    head.dot(&tail) * odd.sum() + back.dot(x) + back[0] * odd[0]
}

#[differentiable]
fn matrices(m: &Array2<f64>, i: usize) -> f64 {
    let block = m.slice(s![..2, 1..]);
    let row = m.slice(s![i, ..]);
    let column = m.slice(s![.., m.ncols() - 1]);
    block.sum() * row.dot(&row) + column.dot(&m.column(0)) + block[[1, 0]]
}

#[differentiable]
fn written(m: &Array2<f64>, k: f64) -> f64 {
    let mut all = Array2::<f64>::zeros((4, 3));
    let n = m.nrows();
    for i in 0..2 {
        all.slice_mut(s![i..i + n, ..]).assign(m);
        let mut part = all.slice_mut(s![i, ..;2]);
        part *= k;
        all.slice_mut(s![.., 1]).fill(k);
    }
    (&all * &all).sum()
}

#[derive(Clone, Debug, Differentiable)]
struct Layer {
    w: Array2<f64>,
    b: Array1<f64>,
    #[no_diff]
    data: Array2<f64>,
}

#[differentiable]
impl Layer {
    fn energy(&self, x: &Array1<f64>) -> f64 {
        let mut sum = 0.0;
        for i in 0..self.w.nrows() {
            let part = self.w.slice(s![i, ..1]);
            sum += part[0] * self.data.slice(s![i, ..]).dot(&self.b);
        }
        sum + self.b.slice(s![1..]).sum() * self.w.slice(s![.., 0_usize]).dot(x)
    }

    fn step(&mut self, rate: f64, g: &Array2<f64>) {
        self.w.scaled_add(-rate, g);
        self.w.row_mut(0).assign(&self.b);
        self.b.slice_mut(s![..1]).fill(rate);
        self.w.column_mut(1).scaled_add(rate, &self.b);
        self.w.row_mut(1)[0] *= rate;
        let mut row = self.w.row_mut(1);
        row += 1.0;
        row *= rate;
    }
}

#[differentiable]
fn stepped(layer: &Layer, g: &Array2<f64>, rate: f64) -> f64 {
    let mut layer = layer.clone();
    for _ in 0..2 {
        layer.step(rate, g);
    }
    layer.energy(&layer.b.clone())
}

fn main() {
    check_grad!(vectors(&arr1(&[0.5, -1.0, 2.0, 1.0, 0.25]), 2)).unwrap();
    let m = arr2(&[[0.5, -1.0, 0.75], [2.0, 1.0, 1.5], [0.25, 3.0, -0.5]]);
    check_grad!(matrices(&m, 1)).unwrap();
    check_grad!(written(&m, 0.75)).unwrap();
    let layer = Layer {
        w: arr2(&[[0.5, -1.0], [2.0, 0.25]]),
        b: arr1(&[0.3, -0.7]),
        data: arr2(&[[0.1, 0.2], [0.5, -0.9]]),
    };
    check_grad!(stepped(&layer, &arr2(&[[0.5, 0.25], [-0.5, 0.75]]), 0.3)).unwrap();
}
