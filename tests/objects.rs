//! Derivatives through trait objects.
use pullback::{Differentiable, DynCotangent, check_grad, differentiable};

#[differentiable(dyn)]
trait Potential {
    fn energy(&self, x: f64) -> f64;

    fn force(&self, x: f64) -> f64 {
        let h = 0.5;
        (self.energy(x + h) - self.energy(x - h)) / (2.0 * h)
    }

    fn harden(&mut self, factor: f64);

    fn order(&self) -> usize;

    fn inside(&self, x: f64) -> bool {
        x.abs() < 1.0
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Spring {
    stiffness: f64,
}

#[differentiable]
impl Potential for Spring {
    fn energy(&self, x: f64) -> f64 {
        0.5 * self.stiffness * x * x
    }

    fn harden(&mut self, factor: f64) {
        self.stiffness *= factor;
    }

    fn order(&self) -> usize {
        2
    }
}

/// Not `Copy`, with a default overridden.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Series {
    terms: Vec<f64>,
}

#[differentiable]
impl Potential for Series {
    fn energy(&self, x: f64) -> f64 {
        let mut sum = 0.0;
        for (k, term) in self.terms.iter().enumerate() {
            sum += term * x.powi(k as i32);
        }
        sum
    }

    fn force(&self, x: f64) -> f64 {
        let mut sum = 0.0;
        for k in 1..self.terms.len() {
            sum += self.terms[k] * x.powi(k as i32 - 1) * k as f64;
        }
        sum
    }

    fn harden(&mut self, factor: f64) {
        for term in self.terms.iter_mut() {
            *term *= factor;
        }
    }

    fn order(&self) -> usize {
        self.terms.len()
    }
}

#[differentiable]
fn energy(p: &dyn Potential, x: f64) -> f64 {
    p.energy(x) * x + p.force(x * x)
}

#[differentiable]
fn of_springs(stiffness: f64, x: f64) -> f64 {
    let spring = Spring { stiffness };
    energy(&spring, x) * spring.stiffness
}

#[test]
fn an_object_as_a_parameter() {
    check_grad!(of_springs(1.3, 0.7)).unwrap();
    let spring = Spring { stiffness: 1.3 };
    let (bar, x_bar) = energy::grad(&spring, 0.7);
    let direct = |s: &Spring, x: f64| s.energy(x) * x + s.force(x * x);
    let h = 1e-6;
    let plus = Spring { stiffness: 1.3 + h };
    let minus = Spring { stiffness: 1.3 - h };
    let expected = (direct(&plus, 0.7) - direct(&minus, 0.7)) / (2.0 * h);
    assert!((bar.downcast_ref::<SpringCotangent>().unwrap().stiffness - expected).abs() < 1e-8);
    let expected = (direct(&spring, 0.7 + h) - direct(&spring, 0.7 - h)) / (2.0 * h);
    assert!((x_bar - expected).abs() < 1e-8);
    let _: DynCotangent = bar;
}

/// Objects in fields, and a function of them all.
#[derive(Differentiable)]
struct Model {
    parts: Vec<Box<dyn Potential>>,
    main: Box<dyn Potential>,
    spare: Option<Box<dyn Potential>>,
    scale: f64,
}

#[differentiable]
impl Model {
    fn total(&self, x: f64) -> f64 {
        let mut sum = self.main.energy(x) * self.scale;
        for (k, part) in self.parts.iter().enumerate() {
            if part.order() > 2 {
                sum += part.energy(x) * part.force(self.scale);
            } else {
                sum += self.parts[k].energy(sum.sin());
            }
        }
        if let Some(spare) = &self.spare {
            sum *= spare.energy(x) + energy(&**spare, sum);
        }
        sum
    }

    fn hardened(&mut self, factor: f64) {
        self.main.harden(factor);
        for part in self.parts.iter_mut() {
            part.harden(factor * factor);
        }
    }
}

fn model(stiffness: f64, terms: &[f64], scale: f64) -> Model {
    Model {
        parts: vec![
            Box::new(Spring { stiffness: stiffness * 0.5 }),
            Box::new(Series { terms: terms.to_vec() }),
            Box::new(Spring { stiffness: scale * 0.7 }),
        ],
        main: Box::new(Series { terms: vec![stiffness, terms[0], 0.3] }),
        spare: (terms.len() > 2).then(|| Box::new(Spring { stiffness: terms[2] }) as Box<dyn Potential>),
        scale,
    }
}

/// The components of a model's cotangent, beside differences of the value in each of them.
fn compared(mut model: Model, x: f64, value: impl Fn(&mut Model, f64) -> f64, bar: &ModelCotangent, x_bar: f64) {
    let mut start = Vec::new();
    model.flatten_into(&mut start);
    let mut components = Vec::new();
    pullback::Cotangent::flatten_into(bar, &mut components);
    assert_eq!(start.len(), components.len());
    let h = 1e-6;
    let at = |model: &mut Model, flat: &[f64], x: f64| {
        model.unflatten_from(&mut flat.iter().copied());
        value(model, x)
    };
    for k in 0..start.len() {
        let (mut plus, mut minus) = (start.clone(), start.clone());
        plus[k] += h;
        minus[k] -= h;
        let expected = (at(&mut model, &plus, x) - at(&mut model, &minus, x)) / (2.0 * h);
        let scale = 1.0 + expected.abs();
        assert!((components[k] - expected).abs() < 1e-6 * scale, "component {k}: {} {expected}", components[k]);
    }
    let expected = (at(&mut model, &start, x + h) - at(&mut model, &start, x - h)) / (2.0 * h);
    assert!((x_bar - expected).abs() < 1e-6 * (1.0 + expected.abs()));
}

#[test]
fn objects_in_fields() {
    for terms in [&[0.3, -0.7, 0.2][..], &[0.4, 0.9]] {
        let m = model(1.3, terms, 0.6);
        let (value, (bar, x_bar)) = m.total_value_and_grad(0.8);
        assert_eq!(value, m.total(0.8));
        assert!(bar.parts[1].downcast_ref::<SeriesCotangent>().is_some());
        compared(model(1.3, terms, 0.6), 0.8, |m, x| m.total(x), &bar, x_bar);
    }
}

#[differentiable]
fn hardened_total(model: &mut Model, x: f64) -> f64 {
    let mut sum = 0.0;
    for k in 0..3 {
        model.hardened(x);
        if k == 1 {
            model.main.harden(sum);
            let first: &mut Box<dyn Potential> = &mut model.parts[0];
            first.harden(x);
        }
        sum += model.total(x * 0.5);
    }
    sum
}

#[differentiable]
fn hardened(p: &mut dyn Potential, x: f64) -> f64 {
    p.harden(x);
    let before = p.energy(x);
    p.harden(before);
    p.energy(x * x) * before
}

#[differentiable]
fn passed_on(stiffness: f64, x: f64) -> f64 {
    let mut spring = Spring { stiffness };
    let once = hardened(&mut spring, x);
    let twice = hardened(&mut spring, once);
    twice * spring.energy(x)
}

#[test]
fn objects_that_are_written() {
    check_grad!(passed_on(1.1, 0.7)).unwrap();
}

mod shapes {
    use pullback::{Differentiable, differentiable};
    use std::fmt::Debug;

    /// With supertraits, a parameter, and objects among its implementors.
    #[differentiable(dyn)]
    pub trait Shape<T: Copy + num_traits::Float>: Debug + Send + Sync {
        fn area(&self, scale: T) -> T;

        fn points(&self, at: &[T]) -> Vec<T>;
    }

    #[derive(Clone, Debug, Differentiable)]
    pub struct Square<T>(pub T);

    #[differentiable]
    impl<T: num_traits::Float + Debug + Send + Sync> Shape<T> for Square<T> {
        fn area(&self, scale: T) -> T {
            self.0 * self.0 * scale
        }

        fn points(&self, at: &[T]) -> Vec<T> {
            at.iter().map(|x| *x * self.0).collect()
        }
    }

    #[derive(Debug, Differentiable)]
    pub struct Group {
        pub scale: f64,
        pub parts: Vec<Box<dyn Shape<f64> + Send + Sync>>,
    }

    #[differentiable]
    impl Shape<f64> for Group {
        fn area(&self, scale: f64) -> f64 {
            let mut sum = 0.0;
            for part in &self.parts {
                sum += part.area(scale * self.scale);
            }
            sum.sin()
        }

        fn points(&self, at: &[f64]) -> Vec<f64> {
            let mut points = Vec::new();
            for part in &self.parts {
                let some = part.points(at);
                points.push(some[0] * self.scale + some[1]);
            }
            points.push(at[0] * at[1]);
            points
        }
    }
}

use shapes::{Group, GroupCotangent, Shape, Square};

#[differentiable]
fn total_area(shapes: &[Box<dyn Shape<f64> + Send + Sync>], scale: f64) -> f64 {
    let area: f64 = shapes.iter().map(|shape| shape.area(scale)).sum();
    let largest = shapes.iter().fold(0.0f64, |sum, shape| sum.max(shape.points(&[scale, area])[0]));
    area * largest
}

#[differentiable]
fn of_references(shapes: &[&dyn Shape<f64>], scale: f64) -> f64 {
    let mut sum = 0.0;
    for (k, shape) in shapes.iter().enumerate() {
        sum += shape.area(scale) * shapes[k].area(sum);
    }
    sum
}

#[differentiable]
fn unsized_too<S: Shape<f64> + ?Sized>(shape: &S, scale: f64) -> f64 {
    scale * scale
}

fn group(side: f64, scale: f64) -> Group {
    let inner = Group {
        scale: scale * 1.5,
        parts: vec![Box::new(Square(side)), Box::new(Square(scale))],
    };
    Group {
        scale,
        parts: vec![Box::new(Square(side * 0.5)), Box::new(inner), Box::new(Square(0.3))],
    }
}

#[test]
fn an_object_of_objects() {
    let group = group(0.8, 0.6);
    let (value, (bar, bar_of_scale)) = total_area::value_and_grad(&group.parts, 0.7);
    assert_eq!(value, total_area(&group.parts, 0.7));
    println!("{bar:?} {bar_of_scale}");
    let _: Option<&GroupCotangent> = bar[1].downcast_ref();
}
