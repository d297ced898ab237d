//! `Rc` and `Arc`: what is shared is only read, and the cotangents of those that hold it add up.
use pullback::{Differentiable, check_grad, differentiable};
use std::rc::Rc;
use std::sync::Arc;

#[derive(Clone, Debug, Differentiable)]
struct Curve {
    rates: Vec<f64>,
    shift: f64,
}

#[differentiable]
impl Curve {
    fn rate(&self, t: f64) -> f64 {
        self.rates[0] * t + self.rates[1] * t * t + self.shift
    }
    fn knots(&self) -> &[f64] {
        &self.rates
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Bond {
    curve: Arc<Curve>,
    other: Rc<Curve>,
    price: f64,
}

#[differentiable]
impl Bond {
    fn new(a: f64, b: f64) -> Bond {
        let curve = Curve {
            rates: vec![a, b],
            shift: a * b,
        };
        let other = Rc::new(curve.clone());
        Bond {
            curve: Arc::new(curve),
            other,
            price: b,
        }
    }
    fn value(&self, t: f64) -> f64 {
        let same = Arc::clone(&self.curve);
        let knots: &[f64] = self.other.knots();
        self.curve.rate(t) * self.price + same.shift * self.other.rates[1] + (*same).rate(0.5) + knots[0]
    }
}

#[derive(Clone, Debug, Differentiable)]
enum Tree {
    Leaf(f64),
    Node(Rc<Tree>, Rc<Tree>),
}

#[differentiable]
impl Tree {
    fn total(&self, x: f64) -> f64 {
        match self {
            Tree::Leaf(value) => value * x,
            Tree::Node(left, right) => Self::total(left, x) * Self::total(right, x),
        }
    }
}

#[differentiable]
fn made(x: &[f64], w: &[f64]) -> f64 {
    let bond = Bond::new(x[0], w[0]);
    let mut s = bond.value(x[1]);
    let shared = Rc::new(Tree::Leaf(x[0] * w[0]));
    let rest = Rc::new(Tree::Node(Rc::clone(&shared), Rc::new(Tree::Leaf(w[1]))));
    let tree = Tree::Node(shared.clone(), rest);
    for (i, v) in x.iter().enumerate() {
        let own = Arc::new(Curve {
            rates: vec![*v, w[0]],
            shift: s,
        });
        let chosen = if i > 1 { own.clone() } else { Arc::clone(&bond.curve) };
        s += chosen.rate(*v) * own.shift;
    }
    s * tree.total(x[1])
}

#[differentiable]
fn lent(bond: &Bond, curve: &Arc<Curve>, by_value: Rc<Curve>, t: f64) -> f64 {
    bond.value(t) * curve.rate(t) + by_value.shift * by_value.rates.iter().sum::<f64>()
}

#[test]
fn what_is_shared_has_the_gradient_that_differences_say() {
    for (x, w) in [
        (vec![0.5, -1.5, 0.75], vec![1.25, 2.0]),
        (vec![0.3, 0.4], vec![0.5, 0.1]),
    ] {
        assert_eq!(made::vjp(&x, &w).0, made(&x, &w));
        check_grad!(made(&x, &w)).unwrap();
    }
    let bond = Bond::new(0.5, 1.5);
    let (curve, other) = (bond.curve.clone(), bond.other.clone());
    check_grad!(lent(&bond, &curve, other, 0.75)).unwrap();
    // A holder that is moved along its cotangent leaves the others as they were.
    let mut moved = bond.clone();
    let bar = lent::grad(&bond, &curve, bond.other.clone(), 0.75).0;
    moved.add_scaled(1.0, &bar);
    assert_eq!((bond.curve.rates[0], bond.curve.shift), (0.5, 0.75));
    assert_eq!(moved.curve.shift, 0.75 + bar.curve.shift);
}

/// What a box holds, by `as_ref`.
#[differentiable(dyn)]
trait Pot {
    fn e(&self, x: f64) -> f64;
}
#[derive(Differentiable, Clone)]
struct Well {
    k: f64,
}
#[differentiable]
impl Pot for Well {
    fn e(&self, x: f64) -> f64 {
        self.k * x * x
    }
}
#[differentiable]
fn apply(p: &dyn Pot, x: f64) -> f64 {
    p.e(x) * x
}
#[differentiable]
fn of_one(x: f64, k: f64) -> f64 {
    let p: Box<dyn Pot> = Box::new(Well { k });
    apply(p.as_ref(), x) + p.as_ref().e(x)
}
#[differentiable]
fn of_several(x: f64, ps: &Vec<Box<dyn Pot>>) -> f64 {
    let mut s = 0.0;
    for p in ps.iter() {
        s += apply(p.as_ref(), x);
    }
    for i in 0..ps.len() {
        s += ps[i].as_ref().e(x);
        let r = ps[i].as_ref();
        s += apply(r, s);
    }
    s
}
#[differentiable]
fn of_a_bag(x: f64, k: f64) -> f64 {
    let ps: Vec<Box<dyn Pot>> = vec![Box::new(Well { k }), Box::new(Well { k: k * x })];
    of_several(x, &ps)
}
#[test]
fn what_a_box_holds_is_lent_by_as_ref() {
    check_grad!(of_one(0.3, 0.7)).unwrap();
    check_grad!(of_a_bag(0.3, 0.7)).unwrap();
}

/// Types of one's own that stand for what they hold.
mod that_stand_for_what_they_hold {
    use pullback::{Differentiable, check_grad, differentiable};
    use std::cmp::Ordering;
    use std::ops::{Deref, DerefMut};

    #[derive(Clone, Copy, Debug, Differentiable)]
    struct Score(f64);

    #[differentiable]
    impl Deref for Score {
        type Target = f64;
        fn deref(&self) -> &f64 {
            &self.0
        }
    }

    #[derive(Clone, Copy, Debug, Differentiable)]
    struct Ends {
        low: f64,
        high: f64,
    }

    #[derive(Clone, Debug, Differentiable)]
    struct Window<T> {
        weight: f64,
        inner: T,
    }

    #[differentiable]
    impl<T> Deref for Window<T> {
        type Target = T;
        fn deref(&self) -> &Self::Target {
            &self.inner
        }
    }

    #[differentiable]
    impl<T> DerefMut for Window<T> {
        fn deref_mut(&mut self) -> &mut Self::Target {
            &mut self.inner
        }
    }

    /// The area under the curve that the scores make, those that are not negative, from the least to the largest.
    #[differentiable]
    fn area(scores: &[Score], labels: &[bool]) -> f64 {
        let mut pairs = scores
            .iter()
            .zip(labels)
            .filter_map(|(a, b)| if **a >= 0.0 { Some((*a, *b)) } else { None })
            .collect::<Vec<(Score, bool)>>();
        pairs.sort_unstable_by(|a, b| a.0.partial_cmp(&*b.0).unwrap_or(Ordering::Equal));
        let (mut sum, mut before) = (0.0, 0.0);
        for (score, label) in pairs {
            if (*score - before).abs() > 1e-10 && label {
                sum += (*score - before) * *score;
            }
            before = *score;
        }
        sum
    }

    #[differentiable]
    fn windowed(window: &mut Window<Ends>, scores: &[Score], k: f64) -> f64 {
        let width = window.high - window.low;
        window.high += k * width;
        for score in scores {
            let mut own = *score;
            if **score > 0.0 {
                window.low -= *own * window.weight;
                own = Score(*own * k);
            }
            (**window).high *= *own + 2.0;
        }
        window.low * window.high + width
    }

    #[test]
    fn what_they_hold_is_a_place() {
        let scores = [0.7, -0.3, 0.2, 0.9].map(Score);
        check_grad!(area(&scores, &[true, true, false, true])).expect("an area");
        let mut window = Window {
            weight: 0.4,
            inner: Ends { low: 0.3, high: 1.2 },
        };
        check_grad!(windowed(&mut window, &scores, 0.6)).expect("a window");
    }
}
