//! Derivatives through trait objects.
mod asked;
mod captures;
mod composites;
mod failures;
mod pointers;
mod tuples;

use pullback::{Differentiable, DynCotangent, check_grad, differentiable, no_diff};

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
            Box::new(Spring {
                stiffness: stiffness * 0.5,
            }),
            Box::new(Series { terms: terms.to_vec() }),
            Box::new(Spring { stiffness: scale * 0.7 }),
        ],
        main: Box::new(Series {
            terms: vec![stiffness, terms[0], 0.3],
        }),
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
        assert!(
            (components[k] - expected).abs() < 1e-6 * scale,
            "component {k}: {} {expected}",
            components[k]
        );
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

use shapes::{Group, GroupCotangent, Shape, Square, SquareCotangent};

#[differentiable]
fn total_area(shapes: &[Box<dyn Shape<f64> + Send + Sync>], scale: f64) -> f64 {
    let area: f64 = shapes.iter().map(|shape| shape.area(scale)).sum();
    let largest = shapes
        .iter()
        .fold(0.0f64, |sum, shape| sum.max(shape.points(&[scale, area])[0]));
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
    let (value, (bar, scale_bar)) = total_area::value_and_grad(&group.parts, 0.7);
    assert_eq!(value, total_area(&group.parts, 0.7));
    let inner: &GroupCotangent = bar[1].downcast_ref().unwrap();
    let square: &f64 = &inner.parts[0].downcast_ref::<SquareCotangent<f64>>().unwrap().0;
    // The components in order: the side, then of the group its scale and its two sides, then the last side.
    let mut start = Vec::new();
    group.parts.flatten_into(&mut start);
    let at = |k: usize, by: f64| {
        let mut moved = self::group(0.8, 0.6);
        let mut flat = start.clone();
        flat[k] += by;
        moved.parts.unflatten_from(&mut flat.into_iter());
        total_area(&moved.parts, 0.7)
    };
    let mut components = Vec::new();
    pullback::Cotangent::flatten_into(&bar, &mut components);
    assert_eq!((components.len(), components[2]), (5, *square));
    let h = 1e-6;
    for (k, component) in components.iter().enumerate() {
        let expected = (at(k, h) - at(k, -h)) / (2.0 * h);
        assert!((component - expected).abs() < 1e-7, "{k}: {component} {expected}");
    }
    let expected = (total_area(&group.parts, 0.7 + h) - total_area(&group.parts, 0.7 - h)) / (2.0 * h);
    assert!((scale_bar - expected).abs() < 1e-7);
}

#[test]
fn objects_behind_references() {
    let (a, b) = (Square(0.7), group(0.8, 0.6));
    let at = |side: f64, scale: f64| of_references(&[&Square(side), &b, &Square(side)], scale);
    let (value, (bar, scale_bar)) = of_references::value_and_grad(&[&a, &b, &a], 0.9);
    assert_eq!(value, at(0.7, 0.9));
    let side_bar: f64 = [&bar[0], &bar[2]]
        .map(|bar| bar.downcast_ref::<SquareCotangent<f64>>().unwrap().0)
        .iter()
        .sum();
    let h = 1e-6;
    assert!((side_bar - (at(0.7 + h, 0.9) - at(0.7 - h, 0.9)) / (2.0 * h)).abs() < 1e-7);
    assert!((scale_bar - (at(0.7, 0.9 + h) - at(0.7, 0.9 - h)) / (2.0 * h)).abs() < 1e-7);
}

/// A function of objects and of other types alike.
#[differentiable]
fn of_any<P: Potential + ?Sized>(p: &P, x: f64) -> f64 {
    if p.inside(x) { p.energy(x) * x } else { p.force(x) }
}

#[differentiable]
fn hardened_any<P>(p: &mut P, x: f64) -> f64
where
    P: Potential + ?Sized,
{
    p.harden(x);
    of_any(p, x)
}

#[differentiable]
fn any_of_both(p: &mut (dyn Potential + 'static), k: f64, x: f64) -> f64 {
    let mut spring = Spring { stiffness: k };
    hardened_any(p, x) * hardened_any(&mut spring, x) + of_any(&spring, k) * of_any(p, k)
}

#[differentiable]
fn any_of_all(k: f64, x: f64) -> f64 {
    let mut series = Series {
        terms: vec![k, x, k * x],
    };
    any_of_both(&mut series, k, x) * of_any(&series, x)
}

#[test]
fn objects_and_other_types_in_one_function() {
    check_grad!(any_of_all(0.8, 0.7)).unwrap();
    check_grad!(any_of_all(0.8, 1.7)).unwrap();
}

/// Objects that are made in differentiable functions.
#[derive(Differentiable)]
struct Twice(Box<dyn Potential>);

#[differentiable]
impl Potential for Twice {
    fn energy(&self, x: f64) -> f64 {
        2.0 * self.0.energy(x) * x
    }

    fn harden(&mut self, factor: f64) {
        self.0.harden(factor * factor);
    }

    fn order(&self) -> usize {
        self.0.order()
    }
}

#[differentiable]
fn made(k: f64) -> Box<dyn Potential> {
    if k > 0.5 {
        Box::new(Spring { stiffness: k * k })
    } else {
        Box::new(Twice(Box::new(Spring { stiffness: k.sin() })))
    }
}

#[differentiable]
fn chosen(k: f64, x: f64) -> f64 {
    let object: Box<dyn Potential> = if x > 0.0 {
        Box::new(Series { terms: vec![k, x] })
    } else {
        Box::new(Spring { stiffness: k })
    };
    object.energy(x) * made(k).energy(x)
}

#[differentiable]
fn pushed(k: f64, x: f64) -> f64 {
    let mut parts: Vec<Box<dyn Potential>> = Vec::new();
    for i in 0..4 {
        if i % 2 == 1 {
            parts.push(Box::new(Spring { stiffness: k * x }));
        } else {
            parts.push(Box::new(Twice(Box::new(Series { terms: vec![x, k] }))));
        }
    }
    let mut sum = 0.0;
    for k in 0..3 {
        for part in parts.iter_mut() {
            part.harden(x);
            sum += part.energy(x + k as f64);
        }
    }
    sum
}

#[differentiable]
fn whole_model(k: f64, x: f64) -> f64 {
    let parts: Vec<Box<dyn Potential>> = vec![
        Box::new(Spring { stiffness: k * x }),
        Box::new(Series { terms: vec![k, x, k] }),
    ];
    let mut model = Model {
        parts,
        main: made(k),
        spare: Some(Box::new(Spring { stiffness: x }) as Box<dyn Potential>),
        scale: k,
    };
    let mut sum = 0.0;
    for step in 0..3 {
        model.hardened(x);
        if step == 1 {
            model.main.harden(sum);
        }
        sum += model.total(x * 0.5);
    }
    sum
}

#[test]
fn objects_that_are_made() {
    for (k, x) in [(0.8, 0.7), (0.3, -0.4), (0.4, 0.6)] {
        check_grad!(chosen(k, x)).unwrap();
        check_grad!(pushed(k, x)).unwrap();
        check_grad!(whole_model(k, x)).unwrap();
    }
}

/// References to objects, chosen and lent in every way.
#[differentiable]
fn both(a: &dyn Potential, b: &dyn Potential, x: f64) -> f64 {
    a.energy(x) * b.energy(x * x)
}

#[differentiable]
fn lent_twice(p: &dyn Potential, x: f64) -> f64 {
    both(p, p, x) * if x > 0.2 { p.energy(x) } else { both(p, p, x) }
}

#[differentiable]
fn recursive(p: &dyn Potential, x: f64, depth: usize) -> f64 {
    if depth == 0 {
        p.energy(x)
    } else {
        recursive(p, p.force(x) * 0.3, depth - 1) + x * recursive(p, x * 0.5, depth - 1)
    }
}

#[differentiable]
fn kept_constant(#[no_diff] p: &dyn Potential, x: f64) -> f64 {
    p.energy(x) * x
}

#[differentiable]
fn applied(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(x) * f(f(x))
}

#[differentiable]
fn captured(p: &(dyn Potential + 'static), a: f64) -> f64 {
    let scaled = |x: f64| p.energy(x) * a;
    scaled(a) + applied(|x| p.force(x) * a, a)
}

#[differentiable]
fn lent(k: f64, x: f64) -> f64 {
    let spring = Spring { stiffness: k.sin() };
    let twice = Twice(Box::new(Spring { stiffness: k.cos() }));
    let chosen: &dyn Potential = if x > 0.3 { &spring } else { &twice };
    let bound: &dyn Potential = &spring;
    let mut sum = chosen.energy(k) * bound.energy(k) + both(&spring, &twice, x) + both(&spring, &spring, x);
    for depth in 0..3 {
        sum += lent_twice(&twice as &dyn Potential, x) * recursive(&spring, sum, depth);
    }
    sum + captured(&twice, x) * captured(bound, k)
}

#[test]
fn objects_lent_in_every_way() {
    check_grad!(lent(1.2, 0.4)).unwrap();
    check_grad!(lent(1.2, 0.1)).unwrap();
    let spring = Spring { stiffness: 2.0 };
    assert_eq!(kept_constant(&spring, 3.0), 27.0);
    assert_eq!(kept_constant::grad(&spring, 3.0), 27.0);
}

#[test]
fn entry_points_take_buffers_of_either_kind() {
    let spring = Spring { stiffness: 1.3 };
    let object: Box<dyn Potential> = Box::new(spring.clone());
    let (bar, x_bar) = energy::grad(&*object, 0.7);
    let mut own = SpringCotangent { stiffness: 1.0 };
    let mut own_x = 0.0;
    let value = energy::grad_into(&spring, 0.7, &mut own, &mut own_x);
    assert_eq!(value, energy(&spring, 0.7));
    let expected = bar.downcast_ref::<SpringCotangent>().unwrap().stiffness;
    assert_eq!((own.stiffness, own_x), (1.0 + expected, x_bar));
    let mut workspace = pullback::Workspace::new();
    let mut twice = bar.clone();
    for _ in 0..2 {
        energy::grad_into_with(&mut workspace, &*object, 0.7, &mut twice, &mut own_x);
    }
    let sum = twice.downcast_ref::<SpringCotangent>().unwrap().stiffness;
    assert!((sum - 3.0 * expected).abs() < 1e-12);
    let (value_again, pullback) = energy::vjp(&*object, 0.7);
    assert_eq!((value_again, pullback(1.0)), (value, (bar.clone(), x_bar)));
    // A step along the cotangent.
    let mut moved = model(1.3, &[0.3, -0.7], 0.6);
    let (bar, _) = moved.total_grad(0.8);
    let before = moved.total(0.8);
    moved.add_scaled(1e-3, &bar);
    assert!(moved.total(0.8) > before);
}

/// A trait of objects above another one.
#[differentiable(dyn(Potential))]
trait Layer: Potential {
    fn response(&self, x: f64) -> f64 {
        self.energy(x) * x
    }

    fn train(&mut self, rate: f64);
}

#[differentiable]
impl Layer for Spring {
    fn train(&mut self, rate: f64) {
        self.stiffness -= rate * self.stiffness.sin();
    }
}

#[differentiable]
impl Layer for Series {
    fn response(&self, x: f64) -> f64 {
        self.force(x) + self.terms[0]
    }

    fn train(&mut self, rate: f64) {
        self.terms[0] *= rate;
    }
}

#[differentiable]
fn trained(k: f64, x: f64) -> f64 {
    let mut layers: Vec<Box<dyn Layer>> = vec![
        Box::new(Spring { stiffness: k }),
        Box::new(Series { terms: vec![k, x] }) as Box<dyn Layer>,
    ];
    let mut sum = 0.0;
    for _ in 0..3 {
        for layer in layers.iter_mut() {
            layer.train(x);
            layer.harden(k);
        }
        for layer in &layers {
            sum += layer.response(x) * layer.energy(k) + energy(&**layer, k);
        }
    }
    sum
}

#[test]
fn methods_of_a_supertrait() {
    check_grad!(trained(0.8, 0.7)).unwrap();
}

/// The methods of both traits, of what may be an object or not.
#[differentiable]
fn responded<L: Layer + ?Sized>(layer: &L, x: f64) -> f64 {
    layer.response(x) * layer.energy(x)
}

#[differentiable]
fn trained_once<L>(layer: &mut L, rate: f64) -> f64
where
    L: ?Sized + Layer + Send,
{
    for _ in 0..2 {
        layer.train(rate);
        layer.harden(rate);
    }
    responded(layer, rate)
}

#[differentiable]
fn responded_as_object(k: f64, x: f64) -> f64 {
    let layer: Box<dyn Layer> = Box::new(Series { terms: vec![k, x] });
    responded(&*layer, x) + responded(&Spring { stiffness: k }, x)
}

#[test]
fn a_type_of_any_size_has_the_methods_of_its_trait_and_of_those_above_it() {
    check_grad!(responded(&Spring { stiffness: 0.8 }, 0.7)).unwrap();
    check_grad!(trained_once(&mut Spring { stiffness: 0.8 }, 0.7)).unwrap();
    check_grad!(trained_once(&mut Series { terms: vec![0.3, 0.8] }, 0.7)).unwrap();
    check_grad!(responded_as_object(0.8, 0.7)).unwrap();
}

/// Methods with every kind of parameter and result, and those that an object does not have.
#[differentiable(dyn)]
trait Kernel {
    fn weighted(&self, x: &[f64], by: &Spring, k: f64, n: usize) -> Vec<f64>;

    fn pair(&self, (a, b): (f64, f64)) -> (f64, f64) {
        (a * b, a)
    }

    fn halved(&self, x: Option<f64>) -> Option<f64> {
        x.map(|x| 0.5 * x)
    }

    fn tried(&self, x: f64) -> Result<f64, String> {
        if x > 0.0 { Ok(x * x) } else { Err("negative".into()) }
    }

    fn stiffer(&self, spring: Spring) -> Spring;

    fn fill(&self, out: &mut [f64], x: &[f64]);

    fn through(&self, p: &dyn Potential, x: f64) -> f64 {
        p.energy(x) * x
    }

    fn taken(&self, p: Box<dyn Potential>, x: f64) -> f64;

    fn made(&self, x: f64) -> Box<dyn Potential>;

    fn copied(&self) -> Box<dyn Kernel>;

    fn label(&self) -> String {
        "kernel".into()
    }

    #[no_diff]
    fn table(&self) -> std::collections::BTreeMap<u32, f64> {
        [(0, 1.5)].into()
    }

    fn size() -> usize
    where
        Self: Sized,
    {
        1
    }

    fn consumed(self, x: f64) -> f64
    where
        Self: Sized + Clone,
    {
        x * x
    }
}

impl Clone for Box<dyn Kernel> {
    fn clone(&self) -> Self {
        self.copied()
    }
}

#[derive(Clone, Differentiable)]
struct Weights {
    w: Vec<f64>,
}

#[differentiable]
impl Kernel for Weights {
    fn weighted(&self, x: &[f64], by: &Spring, k: f64, n: usize) -> Vec<f64> {
        let mut v = Vec::new();
        for (w, x) in self.w.iter().zip(x).take(n) {
            v.push(w * x * k + by.stiffness);
        }
        v
    }

    fn stiffer(&self, spring: Spring) -> Spring {
        Spring {
            stiffness: spring.stiffness * self.w[0],
        }
    }

    fn fill(&self, out: &mut [f64], x: &[f64]) {
        for i in 0..out.len() {
            out[i] = out[i] * self.w[i] + x[i];
        }
    }

    fn taken(&self, p: Box<dyn Potential>, x: f64) -> f64 {
        p.energy(x) * self.w[0]
    }

    fn made(&self, x: f64) -> Box<dyn Potential> {
        Box::new(Series {
            terms: vec![self.w[0], x],
        })
    }

    fn copied(&self) -> Box<dyn Kernel> {
        Box::new(self.clone())
    }
}

#[differentiable]
fn all_methods(kernel: &dyn Kernel, x: &[f64], k: f64) -> f64 {
    let spring = Spring { stiffness: k };
    let v = kernel.weighted(x, &spring, k, 2);
    let (a, b) = kernel.pair((v[0], k));
    let half = kernel.halved(Some(k * a)).unwrap_or(0.0);
    let mut out = [k, x[1]];
    kernel.fill(&mut out, x);
    let square = kernel.tried(k).unwrap_or(1.0) + kernel.tried(-k).unwrap_or(a);
    let stiffer = kernel.stiffer(spring.clone());
    let made: Box<_> = kernel.made(k);
    let weight = kernel.label().len() as f64 * no_diff(kernel.table()[&0]);
    let sum = v[1] + b * half + out[0] * out[1] + square * stiffer.stiffness;
    sum + kernel.through(&stiffer, k) + kernel.through(&*made, k) * weight + kernel.taken(Box::new(spring), k)
}

#[differentiable]
fn all_methods_of_weights(w: &[f64], x: &[f64], k: f64) -> f64 {
    let weights = Weights { w: w.to_vec() };
    all_methods(&weights, x, k) + weights.consumed(k)
}

/// A list of objects that can be copied can be changed and checked like any other.
#[derive(Clone, Differentiable)]
struct Kernels {
    all: Vec<Box<dyn Kernel>>,
}

#[differentiable]
fn of_copies(kernels: &Kernels, x: &[f64], k: f64) -> f64 {
    let mut copies = kernels.clone();
    let mut sum = 0.0;
    copies.all.swap(0, 1);
    copies.all[1] = kernels.all[0].clone();
    for (i, kernel) in copies.all.iter().enumerate() {
        sum += all_methods(&**kernel, x, k + i as f64);
    }
    sum
}

#[test]
fn methods_of_every_kind() {
    assert_eq!(Weights::size(), 1);
    let (w, x) = ([1.1, 0.7], [0.4, 0.9]);
    check_grad!(all_methods_of_weights(&w, &x, 0.8)).unwrap();
    let kernel = |a: f64, b: f64| Box::new(Weights { w: vec![a, b] }) as Box<dyn Kernel>;
    let kernels = Kernels {
        all: vec![kernel(1.1, 0.7), kernel(0.6, 1.3)],
    };
    check_grad!(of_copies(&kernels, &x, 0.8)).unwrap();
}

/// A trait of objects above two others, one above the other; with functions that objects do not have.
#[differentiable(dyn(Layer))]
trait Network: Layer {
    fn output(&self, x: f64) -> f64 {
        self.response(x) + self.energy(x)
    }

    fn of_any<T: num_traits::Float>(&self, x: T) -> T
    where
        Self: Sized,
    {
        x * x
    }

    fn squared(&self, x: f64) -> f64
    where
        Self: Sized,
    {
        self.output(x) * self.output(x)
    }
}

#[differentiable]
impl Network for Spring {}

#[differentiable]
impl Network for Series {
    fn output(&self, x: f64) -> f64 {
        self.terms[0] * x
    }
}

#[derive(Differentiable)]
struct Stack<'a> {
    layers: Vec<Box<dyn Network + 'a>>,
    #[no_diff]
    name: &'a str,
}

#[differentiable]
impl<'a> Stack<'a> {
    fn run(&self, x: f64) -> f64 {
        let mut out = x;
        for layer in &self.layers {
            out = layer.output(out) + layer.response(x) * layer.energy(out);
        }
        out * self.name.len() as f64
    }
}

#[differentiable]
fn stacked(k: f64, x: f64) -> f64 {
    let spring = Spring { stiffness: x };
    let mut last: Box<dyn Network> = Box::new(Spring { stiffness: k });
    for _ in 0..2 {
        last.train(x);
        last.harden(k);
    }
    let layers: Vec<Box<dyn Network>> = vec![
        Box::new(Spring { stiffness: k }),
        Box::new(Series { terms: vec![k, x] }) as Box<dyn Network>,
    ];
    let stack = Stack { layers, name: "two" };
    stack.run(x) * last.output(x) * spring.squared(k) + spring.of_any(k)
}

#[test]
fn supertraits_of_supertraits() {
    check_grad!(stacked(0.8, 0.7)).unwrap();
    check_grad!(stacked(0.4, -0.3)).unwrap();
}

/// A trait whose objects have no derivatives, and functions for whatever implements it.
mod without_objects {
    use pullback::{Differentiable, check_grad, differentiable};

    #[differentiable]
    trait Support {
        fn point(&self, direction: f64) -> f64;
    }

    #[derive(Differentiable)]
    struct Ball {
        radius: f64,
    }

    #[differentiable]
    impl Support for Ball {
        fn point(&self, direction: f64) -> f64 {
            self.radius * direction.signum() + 0.5 * self.radius * direction
        }
    }

    #[differentiable(bounds(_: Sized))]
    fn extent<G: ?Sized + Support>(shape: &G, direction: f64) -> f64 {
        shape.point(direction) * direction - shape.point(-direction)
    }

    #[differentiable(bounds(_: Sized))]
    fn product<G, H: Support + ?Sized>(first: &G, second: &H, direction: f64) -> f64
    where
        G: ?Sized + Support,
    {
        let mut product = 1.0;
        for k in 1..3 {
            product *= extent(first, direction * k as f64) + second.point(direction);
        }
        product
    }

    #[differentiable]
    fn balls(first: f64, second: f64, direction: f64) -> f64 {
        product(&Ball { radius: first }, &Ball { radius: second }, direction)
    }

    #[test]
    fn types_with_a_size_have_derivatives() {
        check_grad!(balls(0.75, 1.25, 0.5)).unwrap();
        let object: &dyn Support = &Ball { radius: 1.0 };
        assert_eq!(extent(object, 1.0), 3.0);
    }
}
