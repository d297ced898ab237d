//! What calls the functions of a marked trait's generic impl asks of its own parameters what that asks.

use pullback::ndarray::{Array1, Array2, ArrayBase, Axis, Data, DataMut, Dimension, Ix1, Ix2, NdFloat, array};
use pullback::{Differentiable, check_grad, differentiable};
use std::iter::Sum;

#[differentiable]
trait Norm {
    type Output;
    fn norm_l1(&self) -> Self::Output;
    fn norm_l2(&self) -> Self::Output;
    fn norm_max(&self) -> Self::Output;
}

#[differentiable]
impl<A: NdFloat + Sum, S: Data<Elem = A>, D: Dimension> Norm for ArrayBase<S, D> {
    type Output = A;

    fn norm_l1(&self) -> Self::Output {
        self.iter().map(|x| x.abs()).sum()
    }

    fn norm_l2(&self) -> Self::Output {
        self.iter().map(|&x| x * x).sum::<A>().sqrt()
    }

    fn norm_max(&self) -> Self::Output {
        self.iter().fold(A::zero(), |f, &val| val.abs().max(f))
    }
}

#[differentiable(bounds)]
fn relative<F: NdFloat + Sum>(x: &Array2<F>, y: &Array1<F>) -> F {
    let mut sum = x.norm_l1() / y.norm_l2();
    for row in x.axis_iter(Axis(0)) {
        sum += row.norm_l2() * y.norm_max();
    }
    sum
}

#[differentiable(bounds)]
fn of_any_storage<F: NdFloat + Sum, S: Data<Elem = F>>(x: &ArrayBase<S, Ix1>, by: impl Fn(F) -> F) -> F {
    by(x.norm_l2()) * x.norm_l1()
}

#[differentiable(bounds)]
fn of_unnamed_storage<F: NdFloat + Sum>(x: &ArrayBase<impl Data<Elem = F>, Ix2>, k: F) -> F {
    x.norm_l2() * k + x.norm_max()
}

#[derive(Clone, Differentiable)]
struct Scale<A: 'static>(A);

#[differentiable(bounds)]
impl<A: NdFloat + Sum> Scale<A> {
    fn scaled<S: DataMut<Elem = A>>(&self, x: &mut ArrayBase<S, Ix2>) -> A {
        let norm = x.view().norm_l2() * self.0;
        x.mapv_inplace(|v| v * norm);
        norm
    }

    fn by<S: Data<Elem = A>>(&self, x: &ArrayBase<S, Ix1>) -> A {
        self.0 * of_any_storage(x, |v| v * v) + x.norm_l1()
    }
}

#[differentiable]
fn of_methods(scale: &Scale<f64>, x: &Array2<f64>, y: &Array1<f64>) -> f64 {
    let mut x = x.clone();
    let mut sum = scale.by(y);
    for _ in 0..2 {
        sum += scale.scaled(&mut x) * scale.by(y);
    }
    sum + x.sum()
}

#[test]
fn generic_callers_of_a_generic_impl() {
    let (x, y) = (array![[0.5, -1.2, 2.0], [0.3, 0.7, -0.4]], array![1.5, -0.8, 0.2]);
    check_grad!(relative(&x, &y)).unwrap();
    check_grad!(of_unnamed_storage(&x, 1.5)).unwrap();
    check_grad!(of_methods(&Scale(0.7), &x, &y)).unwrap();
}
