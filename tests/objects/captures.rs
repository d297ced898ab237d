//! Objects that closures capture, where a function is passed them.
use pullback::{Differentiable, check_grad, differentiable};

#[differentiable(dyn)]
trait Potential {
    fn energy(&self, x: f64) -> f64;
}

#[derive(Clone, Differentiable)]
struct Spring {
    stiffness: f64,
}

#[differentiable]
impl Potential for Spring {
    fn energy(&self, x: f64) -> f64 {
        self.stiffness * x.sin()
    }
}

#[differentiable]
fn for_each(x: &[f64], f: &mut impl FnMut(usize, f64)) {
    for (i, x) in x.iter().enumerate() {
        f(i, *x);
    }
}

/// Nothing says how long what the object holds is there.
#[differentiable]
fn least(p: &dyn Potential, q: &dyn Potential, x: &[f64]) -> f64 {
    let mut least = None::<f64>;
    for_each(x, &mut |i, x| {
        let e = p.energy(x) + q.energy(x * x) * i as f64;
        if least.is_none_or(|least| e < least) {
            least = Some(e * x);
        }
    });
    least.unwrap_or(0.0)
}

#[differentiable]
fn of_springs(a: &Spring, b: &Spring, x: &[f64]) -> f64 {
    least(a, b, x) + 2.0 * least(b, a, x)
}

#[test]
fn an_object_of_any_lifetime_is_captured_by_a_closure() {
    let (a, b) = (Spring { stiffness: 1.2 }, Spring { stiffness: -0.7 });
    check_grad!(of_springs(&a, &b, &[0.3, -0.8, 1.1, -0.2])).unwrap();
}
