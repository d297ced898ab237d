//! Objects behind `Rc` and `Arc`, which are shared, and so only read.
use pullback::{Differentiable, DynCotangent, check_grad, differentiable};
use std::rc::Rc;
use std::sync::Arc;

#[differentiable(dyn)]
trait Curve: Send + Sync {
    fn at(&self, t: f64) -> f64;

    fn slope(&self, t: f64) -> f64 {
        (self.at(t + 0.5) - self.at(t - 0.5)) * 0.7
    }

    fn level(&self) -> &f64;
}

/// Cannot be cloned.
#[derive(Debug, PartialEq, Differentiable)]
struct Flat {
    level: f64,
}

#[differentiable]
impl Curve for Flat {
    fn at(&self, t: f64) -> f64 {
        self.level * t.sin()
    }

    fn level(&self) -> &f64 {
        &self.level
    }
}

#[derive(Differentiable)]
struct Spread {
    base: Arc<dyn Curve>,
    by: f64,
}

#[differentiable]
impl Curve for Spread {
    fn at(&self, t: f64) -> f64 {
        self.base.at(t) * self.by + self.base.slope(self.by)
    }

    fn level(&self) -> &f64 {
        &self.by
    }
}

#[derive(Clone, Differentiable)]
struct Market {
    discount: Arc<dyn Curve>,
    forwards: Vec<Arc<dyn Curve>>,
    spare: Option<Rc<dyn Curve>>,
    scale: f64,
}

#[differentiable]
fn price(market: &Market, t: f64) -> f64 {
    let mut sum = market.discount.at(t) * market.scale;
    for (k, forward) in market.forwards.iter().enumerate() {
        if k % 2 == 0 {
            sum += forward.at(sum.cos()) * value(forward, t);
        } else {
            sum *= of_object(&**forward, t);
        }
    }
    if let Some(spare) = &market.spare {
        sum += spare.at(t) * spare.slope(sum);
    }
    sum
}

#[differentiable]
fn value(curve: &Arc<dyn Curve>, t: f64) -> f64 {
    curve.at(t) * t + *curve.level()
}

#[differentiable]
fn of_object(curve: &dyn Curve, t: f64) -> f64 {
    curve.slope(t) * 0.5
}

#[differentiable]
fn by_value(curve: Rc<dyn Curve>, t: f64) -> f64 {
    curve.at(t) * t
}

#[differentiable]
fn market(level: f64, by: f64) -> Market {
    let base: Arc<dyn Curve> = Arc::new(Flat { level });
    let spread: Arc<dyn Curve> = Arc::new(Spread { base: base.clone(), by });
    let spare: Rc<dyn Curve> = Rc::new(Flat { level: level * by });
    let forwards: Vec<Arc<dyn Curve>> = vec![base.clone(), spread, base.clone()];
    Market {
        discount: base,
        forwards,
        spare: Some(spare),
        scale: by * by,
    }
}

#[differentiable]
fn priced(level: f64, by: f64, t: f64) -> f64 {
    price(&market(level, by), t)
}

/// One object behind several pointers: what flows into each is added up where they were cloned.
#[differentiable]
fn aliased(level: f64, t: f64) -> f64 {
    let first: Rc<dyn Curve> = Rc::new(Flat { level });
    let second = Rc::clone(&first);
    let mut sum = first.at(t) * second.at(level);
    for _ in 0..3 {
        let third = second.clone();
        sum += third.at(sum.sin()) + by_value(first.clone(), t);
    }
    sum
}

/// A pointer that is made to point elsewhere.
#[differentiable]
fn reassigned(level: f64, t: f64) -> f64 {
    let first: Arc<dyn Curve> = Arc::new(Flat { level });
    let mut current = first.clone();
    let mut sum = 0.0;
    for k in 0..4 {
        sum += current.at(t + sum);
        if k == 1 {
            current = Arc::new(Spread {
                base: current.clone(),
                by: level * t,
            });
        } else if k == 2 {
            current = first.clone();
        }
    }
    sum * current.slope(t)
}

#[differentiable]
fn shifted(market: &mut Market, level: f64) -> f64 {
    let before = market.discount.at(level);
    market.discount = Arc::new(Flat { level });
    market.forwards.push(market.discount.clone());
    before * market.scale
}

#[differentiable]
fn written(level: f64, t: f64) -> f64 {
    let mut market = market(level, t);
    let mut sum = 0.0;
    for _ in 0..2 {
        sum += shifted(&mut market, level * t) + price(&market, t);
    }
    sum
}

#[differentiable]
fn chosen(level: f64, t: f64) -> f64 {
    let curve: Arc<dyn Curve> = if t > 0.5 {
        Arc::new(Flat { level })
    } else {
        Arc::new(Spread {
            base: Arc::new(Flat { level: level * t }),
            by: t,
        })
    };
    applied(|x| curve.at(x) * level, t)
}

#[differentiable]
fn applied(f: impl Fn(f64) -> f64, t: f64) -> f64 {
    f(t) + f(f(t))
}

#[test]
fn objects_behind_shared_pointers() {
    for t in [0.3, 0.7, 1.1] {
        check_grad!(priced(1.2, 0.4, t)).unwrap();
        check_grad!(aliased(0.8, t)).unwrap();
        check_grad!(reassigned(0.8, t)).unwrap();
        check_grad!(written(0.8, t)).unwrap();
        check_grad!(chosen(0.8, t)).unwrap();
    }
}

/// Every pointer has a cotangent of its own, in the form that a box of the object has.
#[test]
fn cotangents_of_shared_objects() {
    let shared: Arc<dyn Curve> = Arc::new(Flat { level: 2.0 });
    let curves = [shared.clone(), shared.clone()];
    let (value, (bars, t_bar)) = total::value_and_grad(&curves, 0.5);
    assert_eq!(value, total(&curves, 0.5));
    let each = FlatCotangent { level: 0.5_f64.sin() };
    assert_eq!(bars[0].downcast_ref(), Some(&each));
    assert_eq!(bars[1], DynCotangent::new(each));
    assert!((t_bar - 4.0 * 0.5_f64.cos()).abs() < 1e-12);
}

#[differentiable]
fn total(curves: &[Arc<dyn Curve>], t: f64) -> f64 {
    curves.iter().map(|curve| curve.at(t)).sum::<f64>()
}

#[test]
fn an_object_that_nobody_shares_can_be_moved() {
    let mut alone: Rc<dyn Curve> = Rc::new(Flat { level: 2.0 });
    let bar = DynCotangent::new(FlatCotangent { level: 3.0 });
    alone.add_scaled(0.5, &bar);
    assert_eq!(*alone.level(), 3.5);
}

#[test]
#[should_panic(expected = "cannot be cloned")]
fn an_object_that_is_shared_cannot_be_moved() {
    let mut first: Arc<dyn Curve> = Arc::new(Flat { level: 2.0 });
    let _second = first.clone();
    first.add_scaled(0.5, &DynCotangent::new(FlatCotangent { level: 3.0 }));
}
