//! Writes through methods and through `std::mem`.
use pullback::{Differentiable, check_grad, differentiable};

#[differentiable]
fn sorted(x: &[f64], k: f64) -> f64 {
    let mut v = x.to_vec();
    for i in 1..v.len() {
        let mut j = i;
        while j > 0 && v[j - 1] > v[j] {
            v.swap(j - 1, j);
            j -= 1;
        }
    }
    let mut sum = 0.0;
    for (i, a) in v.iter().enumerate() {
        sum += a * a * i as f64 * k;
    }
    sum
}

#[differentiable]
fn filled(x: &mut [f64], w: &[f64; 3], k: f64) -> f64 {
    let before = x[0] * x[1];
    x.fill(k * x[2]);
    let filled = x[0] * x[1] * before;
    x[..3].copy_from_slice(w);
    x[1] *= k;
    filled + x[0] * x[1]
}

#[differentiable]
fn exchanged(x: &[f64], k: f64) -> f64 {
    let mut a = x.to_vec();
    let mut b = vec![k; x.len()];
    let mut s = 1.0;
    for i in 0..4 {
        std::mem::swap(&mut a, &mut b);
        a[0] += b[1] * k;
        let old = std::mem::replace(&mut s, a[0] * (i as f64 + 1.0));
        b[1] += old * x[0];
    }
    s * a[0] + b[1]
}

/// A row with its weight: no number, and no copy.
#[derive(Clone, Debug, Differentiable)]
struct Row {
    entries: Vec<f64>,
    weight: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct Table {
    rows: Vec<Row>,
    pivot: [Vec<f64>; 2],
}

/// Pivoting: rows change places, and are written to before and after.
#[differentiable]
fn pivoted(table: &mut Table, k: f64) -> f64 {
    let n = table.rows.len();
    let mut sum = 0.0;
    for i in 0..n {
        let mut best = i;
        for j in i + 1..n {
            if table.rows[j].entries[0] > table.rows[best].entries[0] {
                best = j;
            }
        }
        table.rows[i].entries[1] *= k;
        if best != i {
            table.rows.swap(i, best);
        }
        table.rows[i].weight += k * table.rows[i].entries[1];
        sum += table.rows[i].weight * table.rows[i].entries[0] * (i + 1) as f64;
    }
    table.pivot.swap(0, 1);
    sum + table.pivot[0][0] * table.pivot[0][0] * table.rows[0].entries[1]
}

#[differentiable]
fn swapped_in_recursion(lists: &mut Vec<Vec<f64>>, depth: usize) -> f64 {
    if depth == 0 {
        return lists[0][0] * lists[1][0].sin();
    }
    lists.swap(depth % 3, (depth + 1) % 3);
    let old = lists[0][0];
    lists[0][0] = old * lists[2][0];
    let inner = swapped_in_recursion(lists, depth - 1);
    inner * old
}

/// Its own copy, of which nothing is read but after the swaps.
#[differentiable]
fn turned(pairs: &[[f64; 2]]) -> f64 {
    let mut own = pairs.to_vec();
    let last = own.len() - 1;
    for i in 0..own.len() / 2 {
        own.swap(i, last - i);
    }
    own[0][1].exp() * own[1][0] + own[2][0]
}

#[test]
fn swaps_have_the_gradients_that_differences_say() {
    let row = |a: f64, b: f64, weight: f64| Row {
        entries: vec![a, b],
        weight,
    };
    let mut table = Table {
        rows: vec![row(0.5, 1.5, 0.3), row(2.0, -0.7, 1.1), row(1.2, 0.4, -0.6)],
        pivot: [vec![0.3], vec![1.4]],
    };
    check_grad!(pivoted(&mut table, 0.7)).unwrap();
    let mut lists = vec![vec![0.5], vec![1.5], vec![-0.8]];
    check_grad!(swapped_in_recursion(&mut lists, 5)).unwrap();
    check_grad!(turned(&[[0.1, 0.2], [0.3, 0.4], [0.5, 0.6]])).unwrap();
    let mut own = table.clone();
    let (value, _) = pivoted::value_and_grad(&mut own, 0.7);
    assert_eq!(value, pivoted(&mut table, 0.7));
    assert_eq!(format!("{own:?}"), format!("{table:?}"));
}

#[test]
#[should_panic(expected = "the len is 3 but the index is 7")]
fn a_swap_out_of_bounds_panics_as_the_method_does() {
    #[differentiable]
    fn out(v: &mut [[f64; 2]], k: usize) -> f64 {
        v.swap(0, k);
        v[0][0]
    }
    out::grad(&mut [[0.0; 2]; 3], 7);
}

#[test]
fn writes_have_the_gradients_that_differences_say() {
    check_grad!(sorted(&[0.5, -1.5, 2.5, 0.25, 1.0], 1.3)).unwrap();
    check_grad!(filled(&mut [0.5, -1.5, 2.5], &[1.0, 2.0, 3.0], 0.7)).unwrap();
    check_grad!(exchanged(&[0.5, -0.5], 0.7)).unwrap();
}

#[derive(Clone, Debug, Differentiable)]
struct Buffers {
    now: Vec<f64>,
    next: Vec<f64>,
    rows: Vec<Vec<f64>>,
}

#[differentiable]
impl Buffers {
    fn step(&mut self, k: f64) {
        for (i, next) in self.next.iter_mut().enumerate() {
            *next = k * self.now[i] + self.rows[0][0];
        }
        std::mem::swap(&mut self.now, &mut self.next);
        let (above, below) = self.rows.split_at_mut(1);
        std::mem::swap(&mut above[0], &mut below[0]);
    }

    fn drained(&mut self) -> f64 {
        let rows = std::mem::take(&mut self.rows);
        let before = std::mem::replace(&mut self.next, rows[1].clone());
        before.iter().zip(&self.next).map(|(a, b)| a * b).sum()
    }
}

#[differentiable]
fn stepped(buffers: &mut Buffers, k: f64, count: usize) -> f64 {
    let mut sum = 0.0;
    for i in 0..count {
        buffers.step(k);
        if i % 2 == 0 {
            buffers.rows[0][0] *= k;
            std::mem::swap(&mut buffers.rows[1], &mut buffers.now);
        }
        sum += buffers.now[0] * buffers.rows[0][0];
    }
    let mut lists = vec![vec![sum], vec![k, 2.0], vec![k * k]];
    {
        let (above, below) = lists.split_at_mut(1);
        std::mem::swap(&mut above[0], &mut below[1]);
    }
    sum + buffers.drained() * buffers.now[1] * lists[0][0] + lists[2][0]
}

#[test]
fn lists_that_change_places_have_the_gradients_that_differences_say() {
    let mut buffers = Buffers {
        now: vec![0.5, 1.5],
        next: vec![0.0, 0.25],
        rows: vec![vec![0.3, -0.7], vec![1.1, 0.9]],
    };
    check_grad!(stepped(&mut buffers.clone(), 0.7, 3)).unwrap();
    let mut own = buffers.clone();
    let (value, _) = stepped::value_and_grad(&mut own, 0.7, 3);
    assert_eq!(value, stepped(&mut buffers, 0.7, 3));
    assert_eq!(format!("{own:?}"), format!("{buffers:?}"));
}
