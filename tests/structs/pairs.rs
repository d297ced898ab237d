//! Tuples of references: parameters, arguments and locals, against differences.
use pullback::{Differentiable, check_grad, differentiable};

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Segment {
    a: Point,
    b: Point,
}

/// As parry takes its segments.
#[differentiable]
fn distance(seg1: (&Point, &Point), seg2: (&Point, &Point)) -> f64 {
    let (dx, dy) = (seg1.0.x - seg2.1.x, seg1.1.y - seg2.0.y);
    if dx > 0.0 { dx * dy } else { dy * dy * seg1.0.y }
}

#[differentiable]
impl Segment {
    fn to(&self, other: &Segment) -> f64 {
        distance((&self.a, &self.b), (&other.a, &other.b)) * distance((&self.b, &self.a), (&other.a, &self.a))
    }

    fn through(&self, pair: (&Point, f64), k: f64) -> f64 {
        let (point, weight) = pair;
        point.x * weight + self.a.y * k
    }
}

#[differentiable]
fn weighted((x, w): (&[f64], Option<&[f64]>), k: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += x[i] * x[i] * w.map_or(k, |w| w[i]);
    }
    sum
}

#[differentiable]
fn passed_on(data: (&[f64], Option<&[f64]>), other: &[f64], k: f64) -> f64 {
    let pair = (other, data.1);
    weighted(data, k) * weighted(pair, 2.0) + weighted((&other[..1], None), k) + weighted((data.0, Some(data.0)), 1.0)
}

#[differentiable]
fn stepped(state: (&mut f64, &mut [f64]), rate: f64) -> f64 {
    let (level, trace) = state;
    for k in 0..trace.len() {
        *level *= rate;
        trace[k] += *level;
    }
    *level * trace[0]
}

#[differentiable]
fn steps(level: f64, trace: &[f64], rate: f64) -> f64 {
    let (mut level, mut trace) = (level, trace.to_vec());
    let mut sum = 0.0;
    for _ in 0..3 {
        sum += stepped((&mut level, &mut trace), rate);
    }
    sum * level + trace[1]
}

#[differentiable]
fn halves(pair: (&[f64], &[f64]), k: f64) -> f64 {
    let (x, y) = pair;
    if x.len() == 1 {
        return x[0] * y[0] * k;
    }
    let m = x.len() / 2;
    halves((&x[..m], &y[m..]), k) * halves((&x[m..], &y[..m]), k) + x[0]
}

fn counted(pair: (&[f64], &mut usize)) -> usize {
    *pair.1 += pair.0.len();
    *pair.1
}

#[differentiable]
fn without_derivative(x: f64, lengths: (&[usize], &[usize]), #[no_diff] data: (&[f64], usize)) -> f64 {
    let mut n = lengths.0[0] + lengths.1[0];
    let m = counted((data.0, &mut n));
    x * x * m as f64 * data.0[data.1] + n as f64
}

#[differentiable]
trait Meter {
    fn measure(&self, pair: (&[f64], &f64), k: f64) -> f64;
}

#[differentiable]
impl Meter for Point {
    fn measure(&self, (x, by): (&[f64], &f64), k: f64) -> f64 {
        self.x * x[0] * *by + self.y * k
    }
}

#[differentiable]
fn measured<M: Meter>(meter: &M, x: &[f64]) -> f64 {
    let by = x[1] * 2.0;
    meter.measure((x, &by), x[0]) * meter.measure((&x[1..], &x[0]), 1.0)
}

#[test]
fn tuples_of_references() {
    let p = |x, y| Point { x, y };
    let (a, b, c, d) = (p(0.4, 0.7), p(-0.3, 1.1), p(0.9, 0.2), p(-0.5, 0.6));
    let (value, (seg1, seg2)) = distance::value_and_grad((&a, &b), (&c, &d));
    assert_eq!(value, distance((&a, &b), (&c, &d)));
    let dy = b.y - c.y;
    let dx = a.x - d.x;
    assert_eq!(
        seg1,
        (PointCotangent { x: dy, y: 0.0 }, PointCotangent { x: 0.0, y: dx })
    );
    assert_eq!(
        seg2,
        (PointCotangent { x: 0.0, y: -dx }, PointCotangent { x: -dy, y: 0.0 })
    );
    check_grad!(distance((&a, &b), (&c, &d))).unwrap();
    check_grad!(distance((&d, &b), (&c, &a))).unwrap();

    let (first, second) = (Segment { a, b }, Segment { a: c, b: d });
    let (_, (first_bar, second_bar)) = first.to_value_and_grad(&second);
    let joint = |first: &Segment, second: &Segment| first.to(second);
    let h = 1e-6;
    let along = |k: usize, h: f64| {
        let (mut first, mut second) = (first.clone(), second.clone());
        match k {
            0 => first.a.y += h,
            1 => first.b.x += h,
            _ => second.a.y += h,
        }
        joint(&first, &second)
    };
    for (k, got) in [first_bar.a.y, first_bar.b.x, second_bar.a.y].into_iter().enumerate() {
        assert!(((along(k, h) - along(k, -h)) / (2.0 * h) - got).abs() < 1e-6);
    }
    let (value, (bar, pair, k)) = first.through_value_and_grad((&second.a, 0.5), 2.0);
    assert_eq!(value, first.through((&second.a, 0.5), 2.0));
    assert_eq!(
        (bar.a.y, pair, k),
        (2.0, (PointCotangent { x: 0.5, y: 0.0 }, second.a.x), first.a.y)
    );

    let (x, w) = ([0.5, 1.5, -0.7], [2.0, 0.3, 1.1]);
    for w in [None, Some(&w[..])] {
        check_grad!(weighted((&x, w), 0.4)).unwrap();
        check_grad!(passed_on((&x, w), &[0.2, 0.9, 0.1], 0.7)).unwrap();
    }
    check_grad!(stepped((&mut 0.7, &mut [0.2, 0.4]), 1.3)).unwrap();
    check_grad!(steps(0.7, &[0.2, 0.4], 1.3)).unwrap();
    check_grad!(halves((&[0.3, 0.8, 1.2, 0.9], &[0.4, 0.7, 0.2, 0.6]), 1.1)).unwrap();
    check_grad!(measured(&second.a, &x)).unwrap();
    let n: [usize; 1] = [2];
    check_grad!(without_derivative(0.7, (&n, &n), (&x, 1))).unwrap();

    // The other entry points.
    let (value, (expected, k)) = weighted::value_and_grad((&x, Some(&w)), 0.4);
    let (same, pullback) = weighted::vjp((&x, Some(&w)), 0.4);
    assert_eq!((same, pullback(1.0)), (value, (expected.clone(), k)));
    let (mut dx, mut dw, mut dk) = ([0.0; 3], [0.0; 3], 0.0);
    assert_eq!(
        weighted::grad_into((&x, Some(&w)), 0.4, (&mut dx, Some(&mut dw)), &mut dk),
        value
    );
    assert_eq!(((dx.to_vec(), Some(dw.to_vec())), dk), (expected, k));
    let (mut level, mut trace) = (0.7, [0.2, 0.4]);
    let (_, pullback) = stepped::vjp((&mut level, &mut trace), 1.3);
    let (mut level_bar, mut trace_bar) = (0.0, [0.0; 2]);
    let (nothing, rate) = pullback(1.0, &mut level_bar, &mut trace_bar);
    assert_eq!(nothing, ((), ()));
    let again = stepped::grad((&mut 0.7, &mut [0.2, 0.4]), 1.3);
    assert_eq!(((level_bar, trace_bar.to_vec()), rate), again);
    assert!((level - 0.7 * 1.3 * 1.3).abs() < 1e-15);
}
