//! Objects that are asked what they are, and such that may not be there.
use pullback::{Differentiable, check_grad, differentiable};

#[differentiable(dyn)]
trait Shape {
    fn area(&self, x: f64) -> f64;

    fn as_ball(&self) -> Option<&Ball> {
        None
    }

    fn as_pair(&self) -> Option<&Pair> {
        None
    }
}

#[derive(Differentiable)]
struct Ball {
    radius: f64,
}

#[differentiable]
impl Shape for Ball {
    fn area(&self, x: f64) -> f64 {
        self.radius * self.radius * x
    }

    fn as_ball(&self) -> Option<&Ball> {
        Some(self)
    }
}

#[derive(Differentiable)]
struct Pair {
    first: f64,
    second: Ball,
}

#[differentiable]
impl Shape for Pair {
    fn area(&self, x: f64) -> f64 {
        self.first * self.second.area(x)
    }

    fn as_ball(&self) -> Option<&Ball> {
        Some(&self.second)
    }

    fn as_pair(&self) -> Option<&Pair> {
        Some(self)
    }
}

/// Neither of them.
#[derive(Differentiable)]
struct Plane {
    offset: f64,
}

#[differentiable]
impl Shape for Plane {
    fn area(&self, x: f64) -> f64 {
        self.offset * x
    }
}

#[differentiable(types(as_ball = fn(..) -> Option<&Ball>, as_pair = fn(..) -> Option<&Pair>))]
fn distance(s: &dyn Shape, t: &dyn Shape, x: f64) -> f64 {
    if let Some(a) = s.as_ball() {
        let k = a.radius * x;
        if let Some(b) = t.as_ball() {
            return k * b.radius.sin();
        }
    }
    let d = s.area(x);
    match t.as_pair() {
        Some(pair) => d + pair.first * pair.second.radius * x,
        None => d * t.area(x),
    }
}

#[differentiable]
fn distances(k: f64, x: f64) -> f64 {
    let ball = Ball { radius: k };
    let pair = Pair {
        first: k * x,
        second: Ball { radius: x },
    };
    let shapes: Vec<Box<dyn Shape>> = vec![Box::new(ball), Box::new(pair), Box::new(Plane { offset: k })];
    let mut sum: f64 = 0.0;
    for s in &shapes {
        for t in &shapes {
            sum += distance(&**s, &**t, x + 0.1 * sum.sin());
        }
    }
    sum
}

#[test]
fn objects_say_what_they_are() {
    check_grad!(distances(1.2, 0.7)).unwrap();
}

/// By reference, if there is one.
#[differentiable]
fn area_where(shape: Option<&dyn Shape>, x: f64) -> f64 {
    match shape {
        Some(shape) => shape.area(x) * x,
        None => x.sin(),
    }
}

#[differentiable]
fn areas_where(k: f64, x: f64) -> f64 {
    let ball = Ball { radius: k };
    let plane = Plane { offset: k * x };
    let mut sum = area_where(None, k);
    for i in 0..3 {
        sum *= if i == 1 {
            area_where(Some(&plane), x)
        } else {
            area_where(Some(&ball), sum)
        };
    }
    sum
}

#[test]
fn options_of_references_to_objects() {
    check_grad!(areas_where(1.2, 0.7)).unwrap();
    let ball = Ball { radius: 3.0 };
    let (value, (bar, x_bar)) = area_where::value_and_grad(Some(&ball), 2.0);
    assert_eq!((value, x_bar), (36.0, 36.0));
    assert_eq!(bar.unwrap().downcast_ref::<BallCotangent>().unwrap().radius, 24.0);
    assert_eq!(area_where::grad(None, 0.0).1, 1.0);
}
