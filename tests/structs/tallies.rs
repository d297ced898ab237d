//! Structs that keep counts beside numbers: what is done to the counts is done to nothing that carries a derivative. Their methods may
//! be named like those of lists.
use pullback::{Differentiable, check_grad, differentiable};

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Point {
    at: [f64; 2],
    weight: f64,
}

/// Up to four points, and in which order they came.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Few {
    order: [usize; 4],
    ages: Vec<u32>,
    points: [Point; 4],
    before: [f64; 4],
    count: usize,
}

#[differentiable]
impl Few {
    fn swap(&mut self, i: usize, j: usize) {
        self.points.swap(i, j);
        self.order.swap(i, j);
    }

    fn push(&mut self, point: Point) -> bool {
        for i in 0..4 {
            self.before[i] = self.points[i].weight;
        }
        if self.count == 4 {
            return false;
        }
        self.order = [self.count, 1, 2, 3];
        self.order[1] = self.order[2];
        self.ages = vec![1, 2];
        self.points[self.count] = point;
        self.count += 1;
        true
    }

    fn clear(&mut self) {
        self.count = 0;
        self.points[0].weight *= 0.5;
    }

    fn moment(&self) -> f64 {
        let mut sum = self.before[0] * self.before[3];
        for (i, point) in self.points[..self.count].iter().enumerate() {
            sum += (self.order[i] as f64 + 1.0) * point.weight * point.at[0] * point.at[1];
        }
        sum
    }
}

#[differentiable]
fn filled(few: &mut Few, points: &[Point], k: f64) -> f64 {
    let mut sum = 0.0;
    for point in points {
        if !few.push(Point {
            weight: point.weight * k,
            ..*point
        }) {
            few.clear();
        }
        few.swap(0, few.count.saturating_sub(1));
        sum += few.moment() * k;
    }
    sum
}

/// The same methods on one that is made here.
#[differentiable]
fn made(points: &[Point], k: f64) -> f64 {
    let nothing = Point {
        at: [k, 1.0],
        weight: k * k,
    };
    let mut few = Few {
        order: [3, 2, 1, 0],
        ages: Vec::new(),
        points: [nothing; 4],
        before: [k; 4],
        count: 0,
    };
    filled(&mut few, points, k) + few.moment()
}

type Triple = [f64; 3];
type List = Vec<f64>;

/// Types with names that are lists.
#[differentiable]
fn renamed(triple: &mut Triple, list: &mut List, k: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..3 {
        triple.swap(0, i);
        list.push(triple[0] * k);
        list.swap(0, i);
        if i == 1 {
            sum += list[0] * list[i];
            list.clear();
            list.push(k);
            list.push(triple[1]);
        }
        sum += list[0] * triple[2];
    }
    sum
}

#[test]
fn counts_beside_numbers() {
    let point = |a: f64| Point {
        at: [a, 2.0 - a],
        weight: a * a,
    };
    let points = [0.3, 1.2, -0.7, 2.0, 0.9, 1.7].map(point);
    let few = Few {
        order: [0, 1, 2, 3],
        ages: vec![],
        points: [point(0.5); 4],
        before: [1.0, 2.0, 3.0, 4.0],
        count: 1,
    };
    check_grad!(filled(&mut few.clone(), &points, 0.8)).unwrap();
    check_grad!(made(&points[..3], 0.8)).unwrap();
    check_grad!(renamed(&mut [1.0, 2.0, 3.0], &mut vec![0.5, 0.4], 1.3)).unwrap();
    let (mut own, mut twin) = (few.clone(), few);
    assert_eq!(
        filled(&mut own, &points, 0.8),
        filled::value_and_grad(&mut twin, &points, 0.8).0
    );
    assert_eq!(own, twin);
}

mod mask {
    pub const NONE: u32 = 0;
    pub struct Mask;
    impl Mask {
        pub const LOW: u32 = 1;
        pub const HIGH: u32 = 4;
        pub const BOTH: u32 = 5;
    }
}
use mask::{Mask, NONE};

/// Patterns that are constants, at the top and within.
#[differentiable]
fn selected(x: f64, pattern: u32, pair: (u32, f64)) -> f64 {
    let chosen = match pattern {
        NONE => None,
        Mask::LOW => Some(x * x),
        Mask::HIGH | Mask::BOTH if x > 10.0 => Some(x.sin()),
        Mask::HIGH | Mask::BOTH => {
            let y = x * 0.5;
            Some(y * y * y)
        }
        _ => return x,
    };
    let other = match pair {
        (Mask::BOTH, y) => y * x,
        (NONE, _) => x,
        (_, y) => y,
    };
    chosen.unwrap_or(1.0) * other
}

#[differentiable]
fn selections(x: f64) -> f64 {
    let mut sum = 0.0;
    for pattern in [0, 1, 4, 5, 9] {
        sum += selected(x, pattern, (pattern, x * x)) * (f64::from(pattern) + 1.0);
    }
    sum
}

#[test]
fn constants_are_patterns() {
    for x in [0.7, 12.0] {
        check_grad!(selections(x)).unwrap();
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
enum Location {
    OnVertex(u32),
    OnEdge(u32, [f64; 2]),
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
enum Nested {
    Over(Box<Nested>),
    On(Point, f64),
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Held<T> {
    value: T,
    #[no_diff]
    name: String,
}

/// Variables of the user's own types that are declared before they are assigned.
#[differentiable]
fn located(x: f64, n: usize) -> f64 {
    let mut sum = 0.0;
    for k in 0..n {
        let location;
        let nested;
        let held;
        if x > k as f64 {
            location = Location::OnEdge(1, [x, x * x]);
            let point = Point {
                at: [x, 1.0],
                weight: x,
            };
            nested = Nested::On(point, x * 2.0);
            held = Held {
                value: x * sum,
                name: String::new(),
            };
        } else {
            location = Location::OnVertex(2);
            let inner = Nested::On(
                Point {
                    at: [1.0, x],
                    weight: 0.5,
                },
                x,
            );
            nested = Nested::Over(Box::new(inner));
            held = Held {
                value: x,
                name: String::from("x"),
            };
        }
        if x < 0.5 && k == 2 {
            return sum + held.value;
        }
        sum += held.value
            + match &location {
                Location::OnEdge(i, b) => b[0] * b[1] * f64::from(*i),
                Location::OnVertex(i) => x * f64::from(*i),
            };
        sum *= match &nested {
            Nested::On(point, y) => y * point.at[0],
            Nested::Over(inner) => match &**inner {
                Nested::On(point, y) => y + point.at[1],
                Nested::Over(_) => 1.0,
            },
        };
    }
    sum
}

#[test]
fn values_of_own_types_are_assigned_late() {
    for x in [0.3, 1.5, 7.0] {
        check_grad!(located(x, 4)).unwrap();
    }
}
