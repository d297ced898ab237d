//! Closures that write through a parameter whose type is not written, against central differences.

use pullback::{Differentiable, check_grad, differentiable};

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[differentiable]
impl Point {
    fn turn_mut(&mut self, angle: f64) {
        let (sin, cos) = angle.sin_cos();
        (self.x, self.y) = (self.x * cos - self.y * sin, self.x * sin + self.y * cos);
    }

    /// Writes, whatever its name says; the result is beside the point.
    fn stretch(&mut self, by: f64) -> f64 {
        self.x *= by;
        self.y /= by;
        self.x
    }

    fn length(&self) -> f64 {
        self.x.hypot(self.y)
    }
}

#[derive(Clone, Differentiable)]
struct Cloud {
    points: [Point; 3],
}

#[differentiable]
impl Cloud {
    fn each(&mut self, f: &dyn Fn(&mut Point)) {
        for i in 0..self.points.len() {
            f(&mut self.points[i]);
        }
    }

    fn sum(&self, f: impl Fn(&Point) -> f64) -> f64 {
        let mut sum = 0.0;
        for point in &self.points {
            sum += f(point);
        }
        sum
    }
}

const POINTS: [Point; 3] = [
    Point { x: 1.0, y: 2.0 },
    Point { x: -0.5, y: 0.7 },
    Point { x: 0.3, y: -1.1 },
];

#[differentiable]
fn turned(points: &[Point; 3], angle: f64) -> f64 {
    let mut cloud = Cloud { points: *points };
    cloud.each(&|p| p.turn_mut(-angle * 0.5));
    cloud.points[0].x * cloud.points[1].y + cloud.sum(|p| p.length() * p.x)
}

/// What is read between two writes is what the first one left.
#[differentiable]
fn stretched(points: &[Point; 3], by: f64) -> f64 {
    let mut cloud = Cloud { points: *points };
    for i in 0..2 {
        if i == 0 || by > 0.5 {
            cloud.each(&|p| {
                p.stretch(by);
                let before = p.x * p.x;
                p.stretch(1.0 + before);
                p.y *= before.sin();
            });
        }
    }
    cloud.sum(|p| p.x * p.y + p.length())
}

/// Assigned, by field and as a whole.
#[differentiable]
fn assigned(points: &[Point; 3], by: f64) -> f64 {
    let mut cloud = Cloud { points: *points };
    cloud.each(&|p| p.x += by * p.y);
    cloud.each(&|p| p.y = by * p.x - p.y);
    cloud.each(&|p| {
        *p = Point { x: p.y * by, y: p.x };
    });
    cloud.sum(|p| p.x * p.y * p.y)
}

/// A name that is used again inside is another variable: the parameter is none that is written through.
#[differentiable]
fn hidden(points: &[Point; 3], by: f64) -> f64 {
    let cloud = Cloud { points: *points };
    cloud.sum(|p| {
        let mut p = *p;
        p.stretch(by);
        p.turn_mut(by);
        p.length() * p.y
    })
}

#[test]
fn methods_named_for_what_they_write() {
    check_grad!(turned(&POINTS, 0.7)).unwrap();
}

#[test]
fn methods_whose_result_is_dropped() {
    check_grad!(stretched(&POINTS, 1.3)).unwrap();
    check_grad!(stretched(&POINTS, 0.3)).unwrap();
}

#[test]
fn assignments() {
    check_grad!(assigned(&POINTS, 1.3)).unwrap();
}

#[test]
fn names_that_are_used_again() {
    check_grad!(hidden(&POINTS, 1.3)).unwrap();
}
