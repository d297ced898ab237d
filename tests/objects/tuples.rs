//! Traits that are implemented for tuples of references, and for options of one.
use pullback::{Differentiable, check_grad, differentiable};

#[differentiable]
trait Dot {
    fn dot(&self, k: f64) -> f64;
}

#[differentiable]
impl Dot for (&[f64], &[f64]) {
    fn dot(&self, k: f64) -> f64 {
        let mut sum = 0.0;
        for i in 0..self.0.len() {
            sum += k * self.0[i] * self.1[i].sin();
        }
        sum
    }
}

#[differentiable]
fn dots(x: &[f64], y: &[f64]) -> f64 {
    let mut sum = (x, y).dot(2.0);
    for i in 1..y.len() {
        sum += (&x[i..], &y[..y.len() - i]).dot(sum);
    }
    sum
}

#[test]
fn a_method_of_a_tuple_of_references() {
    check_grad!(dots(&[0.3, -0.8, 1.1], &[1.3, 0.2, -0.7])).unwrap();
}

#[differentiable(dyn)]
trait Constraint: 'static {
    fn project(&self, normal: &mut f64) -> bool;

    fn project_first(&self, k: f64, first: &mut f64, second: &mut f64) -> bool {
        if !self.project(first) {
            return false;
        }
        *second = -k * *first;
        true
    }

    fn project_second(&self, k: f64, first: &mut f64, second: &mut f64) -> bool {
        if !self.project(second) {
            return false;
        }
        *first = *second / -k;
        true
    }
}

#[derive(Clone, Differentiable)]
struct Cone {
    slope: f64,
}

#[differentiable]
impl Constraint for Cone {
    fn project(&self, normal: &mut f64) -> bool {
        *normal = (*normal * self.slope).sin();
        *normal > -0.9
    }
}

#[differentiable]
trait Pair {
    fn project(&self, k: f64, first: &mut f64, second: &mut f64) -> bool;
}

#[differentiable]
impl Pair for (Option<&dyn Constraint>, Option<&dyn Constraint>) {
    fn project(&self, k: f64, first: &mut f64, second: &mut f64) -> bool {
        if let Some(constraint) = self.0 {
            let allowed = constraint.project_first(k, first, second);
            if !allowed {
                return false;
            }
        }
        if let Some(constraint) = self.1 {
            constraint.project_second(k, first, second)
        } else {
            true
        }
    }
}

#[differentiable]
fn normals(a: Option<&dyn Constraint>, b: Option<&dyn Constraint>, x: f64, y: f64) -> f64 {
    let (mut first, mut second) = (x * y, x);
    if !(a, b).project(y, &mut first, &mut second) {
        return 3.0 * first;
    }
    first * second
}

#[differentiable]
fn of_cones(a: &Cone, b: &Cone, x: f64, y: f64) -> f64 {
    normals(Some(a), Some(b), x, y)
        + 2.0 * normals(Some(b), None, y, x)
        + 3.0 * normals(None, Some(a), x, x)
        + normals(None, None, y, x)
}

#[test]
fn a_method_of_a_tuple_of_objects_that_may_not_be_there() {
    for (x, y) in [(0.4, 1.3), (-1.7, 0.6), (1.2, -0.9)] {
        check_grad!(of_cones(&Cone { slope: 1.2 }, &Cone { slope: -0.7 }, x, y)).unwrap();
    }
}

#[differentiable]
impl Dot for (&[f64], Option<&[f64]>) {
    fn dot(&self, k: f64) -> f64 {
        match self.1 {
            Some(weights) => {
                let mut sum = 0.0;
                for (x, weight) in self.0.iter().zip(weights) {
                    sum += x * weight;
                }
                sum
            }
            None => self.0.iter().map(|x| k * x.sin()).sum(),
        }
    }
}

#[differentiable]
fn weighted(x: &[f64], weights: Option<&[f64]>, k: f64) -> f64 {
    let mut sum = k;
    for _ in 0..2 {
        sum *= (x, weights).dot(sum);
    }
    sum
}

#[test]
fn a_part_of_the_tuple_may_not_be_there() {
    check_grad!(weighted(&[0.3, -0.8, 1.1], Some(&[1.3, 0.2, -0.7]), 0.9)).unwrap();
    check_grad!(weighted(&[0.3, -0.8, 1.1], None, 0.9)).unwrap();
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Pose {
    shift: f64,
}

#[differentiable]
impl Pose {
    fn local(&self, p: f64) -> f64 {
        (p - self.shift).sin()
    }
}

#[differentiable]
trait PoseOrNone {
    fn inverse_of(self, other: &Pose) -> Pose;
    fn forth(self, p: f64) -> f64;
}

#[differentiable]
impl PoseOrNone for Option<&Pose> {
    fn inverse_of(self, other: &Pose) -> Pose {
        if let Some(pose) = self {
            Pose {
                shift: pose.local(other.shift),
            }
        } else {
            *other
        }
    }
    fn forth(self, p: f64) -> f64 {
        self.map_or(p, |pose| pose.shift * p)
    }
}

#[differentiable]
fn moved(pose: Option<&Pose>, other: &Pose, x: f64) -> f64 {
    let inner = pose.inverse_of(other);
    pose.forth(x) * inner.shift + pose.forth(inner.shift)
}

#[differentiable]
fn moved_by_each(poses: &[Pose], x: f64) -> f64 {
    let mut sum = x;
    for i in 0..3 {
        sum += poses.get(i).forth(sum);
    }
    sum
}

#[differentiable]
fn moved_by_the_first(poses: &Option<Vec<Pose>>, x: f64) -> f64 {
    let first = poses.as_ref().and_then(|poses| poses.first());
    first.forth(x) * first.forth(2.0)
}

#[test]
fn a_method_of_an_option_of_a_reference() {
    let (a, b) = (Pose { shift: 0.3 }, Pose { shift: 0.8 });
    check_grad!(moved(Some(&a), &b, 0.7)).unwrap();
    check_grad!(moved(None, &b, 0.7)).unwrap();
    check_grad!(moved_by_each(&[a, b], 0.7)).unwrap();
    check_grad!(moved_by_the_first(&Some(vec![a, b]), 0.7)).unwrap();
    check_grad!(moved_by_the_first(&None, 0.7)).unwrap();
}
