//! Iterators whose items the values choose, of variants, in closures that are passed on, and of generic types.
use pullback::{Differentiable, check_grad, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Dense {
    values: Vec<f64>,
    scale: f64,
}

#[differentiable]
impl Dense {
    fn iter_positive_mut(&mut self) -> impl Iterator<Item = &mut f64> {
        self.values.iter_mut().filter(|v| **v > 0.0)
    }
    fn iter_all(&self) -> impl Iterator<Item = &f64> {
        std::iter::once(&self.scale).chain(self.values.iter())
    }
    fn iter_none(&self) -> impl Iterator<Item = &f64> {
        self.values.iter().take(0)
    }
    fn iter_some(&self, k: usize) -> impl Iterator<Item = &f64> {
        let start = if k > 1 { 1 } else { 0 };
        let part = &self.values[start..];
        part.iter().skip(k)
    }
}

/// Which are positive changes with what is written.
#[differentiable]
fn flip(m: &mut Dense, k: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..4 {
        for v in m.iter_positive_mut() {
            *v = -*v * k + 0.1 * i as f64;
        }
        m.scale *= k;
        if i % 2 == 0 {
            for v in &mut m.values {
                *v = -*v;
            }
        } else {
            sum += m.iter_some(i).map(|v| v * v).sum::<f64>();
        }
        sum += m.iter_all().map(|v| v.sin()).sum::<f64>() * m.iter_none().sum::<f64>() + m.iter_all().product::<f64>();
    }
    sum
}

#[differentiable]
fn entry(m: &Dense, k: f64) -> f64 {
    let mut m = m.clone();
    flip(&mut m, k) * m.values[0]
}

#[differentiable]
fn integrate(f: impl Fn(f64) -> f64, a: f64, b: f64) -> f64 {
    (b - a) / 6.0 * (f(a) + 4.0 * f(0.5 * (a + b)) + f(b))
}

#[differentiable]
fn captured(m: &Dense, k: f64) -> f64 {
    integrate(|t| m.iter_all().map(|v| (v * t).sin()).sum::<f64>() * k, 0.1, k)
}

#[derive(Clone, Debug, Differentiable)]
enum Shape {
    Ring { r: f64 },
    Poly(Vec<f64>),
    Pair(f64, f64),
}

#[differentiable]
impl Shape {
    fn iter_sizes(&self) -> Box<dyn Iterator<Item = &f64> + '_> {
        match self {
            Shape::Ring { r } => Box::new(std::iter::once(r)),
            Shape::Poly(v) => Box::new(v.iter()),
            Shape::Pair(a, b) => Box::new(std::iter::once(a).chain(std::iter::once(b))),
        }
    }
    fn iter_sizes_mut(&mut self) -> Box<dyn Iterator<Item = &mut f64> + '_> {
        match self {
            Shape::Ring { r } => Box::new(std::iter::once(r)),
            Shape::Poly(v) => Box::new(v.iter_mut()),
            Shape::Pair(a, _) => Box::new(std::iter::once(a)),
        }
    }
}

#[differentiable]
fn shapes(shapes: &[Shape], k: f64) -> f64 {
    let mut shapes = shapes.to_vec();
    let mut sum = 0.0;
    for shape in shapes.iter_mut() {
        for v in shape.iter_sizes_mut() {
            *v = k * *v * *v;
        }
    }
    for shape in &shapes {
        sum += shape.iter_sizes().fold(k, |a, v| a * v + k);
        for v in shape.iter_sizes() {
            if *v > 0.5 {
                sum *= v;
                continue;
            }
            sum += v;
        }
    }
    sum
}

#[derive(Clone, Debug, Differentiable)]
struct Tree<T> {
    nodes: Vec<T>,
    #[no_diff]
    order: Vec<usize>,
}

#[differentiable]
impl<T: Clone> Tree<T> {
    fn in_order(&self) -> impl Iterator<Item = &T> + '_ {
        self.order.iter().map(move |&k| &self.nodes[k])
    }
}

#[differentiable(types(in_order = fn(..) -> impl Iterator<Item = &Dense>))]
fn trees(t: &Tree<Dense>, k: f64) -> f64 {
    let mut sum = 0.0;
    for d in t.in_order() {
        sum += d.iter_all().map(|v| v * k).sum::<f64>() * d.scale;
    }
    let first = t.in_order().next().unwrap();
    for d in t.in_order().skip(1) {
        sum *= d.scale + first.values[1];
    }
    sum
}

#[test]
fn items_that_values_choose() {
    let m = Dense {
        values: vec![0.5, -1.0, 2.0, -0.3, 0.7],
        scale: 0.9,
    };
    check_grad!(entry(&m, 0.8)).unwrap();
    assert_eq!(entry::value_and_grad(&m, 0.8).0, entry(&m, 0.8));
    check_grad!(captured(&m, 0.8)).unwrap();
    let s = [
        Shape::Ring { r: 0.7 },
        Shape::Poly(vec![0.4, 1.2]),
        Shape::Pair(0.9, 1.1),
    ];
    check_grad!(shapes(&s, 0.8)).unwrap();
    assert_eq!(shapes::value_and_grad(&s, 0.8).0, shapes(&s, 0.8));
    let t = Tree {
        nodes: vec![
            m.clone(),
            Dense {
                values: vec![0.2, 0.4],
                scale: -0.4,
            },
        ],
        order: vec![1, 0, 1],
    };
    check_grad!(trees(&t, 0.8)).unwrap();
    assert_eq!(trees::value_and_grad(&t, 0.8).0, trees(&t, 0.8));
}

#[derive(Clone, Differentiable)]
struct Rows {
    rows: Vec<Vec<f64>>,
}

#[differentiable]
impl Rows {
    /// The row whose first element is the median of the positive ones.
    fn median(&self) -> &Vec<f64> {
        let mut firsts: Vec<(f64, usize)> = self.rows.iter().enumerate().map(|(i, r)| (r[0], i)).collect();
        firsts.retain(|first| first.0 > 0.0);
        firsts.sort_by(|a, b| a.0.total_cmp(&b.0));
        &self.rows[firsts[firsts.len() / 2].1]
    }
}

#[differentiable]
fn of_the_median(rows: &Rows, k: f64) -> f64 {
    let row: &_ = rows.median();
    row[0] * k + row[1].sin() * row[0]
}

#[test]
fn a_function_that_gives_a_reference_may_sort_on_the_way() {
    let rows = Rows {
        rows: vec![vec![0.9, 0.3], vec![-0.2, 1.0], vec![0.5, 0.2], vec![0.1, 0.7]],
    };
    check_grad!(of_the_median(&rows, 0.7)).unwrap();
    assert_eq!(
        of_the_median::grad(&rows, 0.7).0.rows[2],
        [0.7 + 0.2_f64.sin(), 0.5 * 0.2_f64.cos()]
    );
}

/// As `ordered_iter_mut` of smartcore: elements by their indices, in any order, told apart by `split_first_mut` and kept in options.
#[differentiable]
fn in_order<'b, T>(
    values: &'b mut [T],
    stride: usize,
    rows: usize,
    columns: usize,
) -> Box<dyn Iterator<Item = &'b mut T> + 'b>
where
    T: Copy + std::fmt::Debug,
{
    let wanted: Vec<usize> = (0..rows)
        .flat_map(|r| (0..columns).map(move |c| r + c * stride))
        .collect();
    if wanted.iter().enumerate().all(|(k, at)| k == *at) {
        return Box::new(values.iter_mut().take(wanted.len()));
    }
    let mut sorted: Vec<(usize, usize)> = wanted.iter().enumerate().map(|(k, at)| (*at, k)).collect();
    sorted.sort_unstable();
    let mut result: Vec<Option<&'b mut T>> = (0..wanted.len()).map(|_| None).collect();
    let mut rest = values;
    let mut next = 0;
    for &(at, k) in &sorted {
        rest = rest.split_at_mut(at - next).1;
        let (target, others) = rest.split_first_mut().expect("not empty");
        result[k] = Some(target);
        rest = others;
        next = at + 1;
    }
    Box::new(result.into_iter().map(|item| item.expect("filled")))
}

#[differentiable]
trait Cells<T: Copy> {
    fn iterator_mut<'b>(&'b mut self) -> Box<dyn Iterator<Item = &'b mut T> + 'b>;
}

#[derive(Clone, Debug, Differentiable)]
struct Columns<T> {
    rows: usize,
    values: Vec<T>,
}

#[differentiable]
impl<T: Copy + std::fmt::Debug> Cells<T> for Columns<T> {
    fn iterator_mut<'b>(&'b mut self) -> Box<dyn Iterator<Item = &'b mut T> + 'b> {
        let columns = self.values.len() / self.rows;
        in_order(&mut self.values, self.rows, self.rows, columns)
    }
}

#[differentiable]
fn chosen(x: &[f64], k: f64) -> f64 {
    let mut columns = Columns {
        rows: 2,
        values: x.to_vec(),
    };
    let mut i = 0.0;
    for v in columns.iterator_mut() {
        *v = v.sin() * k + i * *v;
        i += 1.0;
    }
    in_order(&mut columns.values, 3, 2, 2).for_each(|v| *v = v.powi(2) * k);
    columns.values.iter().zip(x).map(|(v, x)| v * x).sum()
}

#[test]
fn elements_that_are_chosen_out_of_sight() {
    check_grad!(chosen(&[0.3, 0.9, -0.4, 1.2, 0.7, 0.2], 0.8)).unwrap();
}

/// Changes the list before it chooses.
#[differentiable]
fn turned<'b, T: Copy>(values: &'b mut [T], count: usize) -> Box<dyn Iterator<Item = &'b mut T> + 'b> {
    values.reverse();
    let mut items: Vec<Option<&'b mut T>> = values.iter_mut().map(Some).collect();
    items.truncate(count);
    Box::new(items.into_iter().map(|item| item.expect("filled")))
}

#[test]
#[should_panic(expected = "changes it before, and so has no derivative")]
fn elements_of_a_list_that_is_changed() {
    #[differentiable]
    fn of_turned(x: &[f64]) -> f64 {
        let mut v = x.to_vec();
        turned(&mut v, 2).for_each(|v| *v *= *v);
        v[0] + 2.0 * v[1]
    }
    assert_eq!(of_turned(&[1.0, 2.0]), 6.0);
    of_turned::grad(&[1.0, 2.0]);
}
