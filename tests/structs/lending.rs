//! Functions that return structs which hold references, alone and in options, results, boxes and tuples.
use num_traits::Float;
use pullback::{Differentiable, check_grad, differentiable};

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Table<T> {
    cells: Vec<T>,
    #[no_diff]
    width: usize,
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Row<'a, T: Float> {
    cells: &'a [T],
    stride: usize,
    scale: T,
}

#[differentiable]
impl<'a, T: Float> Row<'a, T> {
    fn of(table: &'a Table<T>, i: usize) -> Row<'a, T> {
        let cells = &table.cells[i * table.width..(i + 1) * table.width];
        Row {
            cells,
            stride: 1,
            scale: table.cells[0],
        }
    }

    fn checked(table: &'a Table<T>, i: usize) -> Result<Self, String> {
        if i > 2 {
            return Err("outside".into());
        }
        Ok(Self::of(table, i))
    }

    fn boxed(table: &'a Table<T>, i: usize) -> Box<Self> {
        Box::new(Self::of(table, i))
    }

    fn chosen(table: &'a Table<T>, i: usize, next: bool) -> Self {
        if next {
            Self::checked(table, i + 1).unwrap()
        } else {
            Self::of(table, i)
        }
    }

    fn at(&self, i: usize) -> T {
        self.cells[i * self.stride] * self.scale
    }

    fn sum(&self) -> T {
        let mut sum = T::zero();
        let mut i = 0;
        while i * self.stride < self.cells.len() {
            sum = sum + self.at(i) * self.at(i);
            i += 1;
        }
        sum
    }

    fn rest(&self) -> Row<'a, T> {
        Row {
            cells: &self.cells[self.stride..],
            ..*self
        }
    }

    fn times(self, by: T) -> Self {
        Row {
            scale: self.scale * by,
            ..self
        }
    }
}

#[differentiable]
impl<T: Float> Table<T> {
    fn row(&self, i: usize) -> Row<'_, T> {
        Row {
            cells: &self.cells[i * self.width..(i + 1) * self.width],
            stride: 1,
            scale: self.cells[0],
        }
    }

    fn column<'s>(&'s self, j: usize) -> Row<'s, T> {
        Row {
            cells: &self.cells[j..],
            stride: self.width,
            scale: T::one(),
        }
    }

    fn cross(&self, i: usize) -> (Row<'_, T>, Row<'_, T>) {
        (self.row(i), self.column(i))
    }

    fn first_above(&self, level: T) -> Option<Row<'_, T>> {
        for i in 0..3 {
            let row = self.row(i);
            if row.sum() > level {
                return Some(row);
            }
        }
        None
    }

    #[allow(clippy::needless_lifetimes)]
    fn scaled(&self, i: usize, by: T) -> Result<Row<'_, T>, String> {
        if i >= 3 {
            return Err(format!("no row {i}"));
        }
        let row = self.row(i);
        Ok(row.times(by))
    }
}

/// Its functions know of each other what they return.
#[differentiable]
trait Lines {
    fn whole(&self) -> Row<'_, f64>;
    fn part(&self, i: usize) -> Row<'_, f64>;
    fn total(&self) -> f64 {
        let mut sum = 0.0;
        for i in 0..2 {
            let part = self.part(i);
            sum += part.sum() * self.whole().sum();
        }
        sum
    }
}

#[differentiable(types(row = fn(..) -> Row<'_, f64>))]
impl Lines for Table<f64> {
    fn whole(&self) -> Row<'_, f64> {
        Row {
            cells: &self.cells,
            stride: 1,
            scale: 0.3,
        }
    }
    fn part(&self, i: usize) -> Row<'_, f64> {
        self.row(i)
    }
}

#[differentiable(types(row = fn(..) -> Row<'_, f64>, rest = fn(..) -> Row<'_, f64>, times = fn(..) -> Row<'_, f64>))]
fn in_a_row(table: &Table<f64>, k: f64) -> f64 {
    let row = table.row(1);
    let rest = row.rest();
    let twice = rest.times(k);
    row.sum() * k + rest.sum() + twice.sum() * rest.at(0)
}

#[differentiable(types(checked = fn(..) -> Result<Row<'_, f64>, String>, boxed = fn(..) -> Box<Row<'_, f64>>))]
fn taken_out(table: &Table<f64>, k: f64) -> f64 {
    let row: Row<'_, f64> = Row::of(table, 1);
    let second = Row::checked(table, 2).unwrap();
    let boxed = Row::boxed(table, 0);
    row.sum() * k + second.at(1) * row.at(0) + boxed.sum() * boxed.at(1)
}

#[differentiable(types(of = fn(..) -> Row<'_, f64>, chosen = fn(..) -> Row<'_, f64>, cross = fn(..) -> (Row<'_, f64>, Row<'_, f64>)))]
fn in_loops_and_branches(table: &Table<f64>, k: f64) -> f64 {
    let mut sum = k;
    for i in 0..3 {
        let row = Row::of(table, i);
        let chosen = Row::chosen(table, i % 2, i == 1);
        if i != 1 {
            sum += row.sum() * sum * 0.1;
        } else {
            sum *= chosen.at(0);
        }
        if i < 2 {
            let (row, column) = table.cross(i);
            sum += row.sum() * column.at(1);
        }
    }
    sum
}

#[differentiable(types(first_above = fn(..) -> Option<Row<'_, f64>>))]
fn found_in_a_loop(table: &Table<f64>, level: f64) -> f64 {
    let above = match table.first_above(level) {
        Some(row) => row.sum(),
        None => level.sin(),
    };
    above * level
}

#[differentiable(types(scaled = fn(..) -> Result<Row<'_, f64>, String>))]
fn matched(table: &Table<f64>, k: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..5 {
        sum += match table.scaled(i, k) {
            Ok(row) => row.sum().sin(),
            Err(_) => k * k,
        };
    }
    sum
}

#[differentiable(types(scaled = fn(..) -> Result<Row<'_, f64>, String>))]
fn attempted(table: &Table<f64>, i: usize, k: f64) -> Result<f64, String> {
    let row = table.scaled(i, k)?;
    Ok(row.sum() * row.at(0))
}

#[differentiable]
fn of_attempts(table: &Table<f64>, k: f64) -> f64 {
    attempted(table, 1, k).unwrap() + attempted(table, 2, k).unwrap_or(0.0) + attempted(table, 9, k).unwrap_or(k)
}

#[differentiable(types(row = fn(..) -> Row<'_, f64>))]
fn in_a_chain(table: &Table<f64>, k: f64) -> f64 {
    (0..3).map(|i| table.row(i).sum() * k).sum()
}

#[differentiable(types(row = fn(..) -> Row<'_, T>))]
fn generic<T: Float>(table: &Table<T>, k: T) -> T {
    let row = table.row(1);
    if k > T::zero() { row.at(0) * k } else { row.sum() }
}

#[differentiable]
fn through_a_trait(table: &Table<f64>) -> f64 {
    table.total()
}

#[test]
fn structs_that_hold_references_can_be_returned() {
    let table = Table {
        cells: vec![0.3, -0.7, 1.2, 0.4, 0.9, 1.7],
        width: 2,
    };
    check_grad!(in_a_row(&table, 0.7)).unwrap();
    check_grad!(taken_out(&table, 0.7)).unwrap();
    check_grad!(in_loops_and_branches(&table, 0.7)).unwrap();
    check_grad!(matched(&table, 0.7)).unwrap();
    check_grad!(of_attempts(&table, 0.7)).unwrap();
    check_grad!(in_a_chain(&table, 0.7)).unwrap();
    check_grad!(generic(&table, 0.7)).unwrap();
    check_grad!(generic(&table, -0.7)).unwrap();
    check_grad!(through_a_trait(&table)).unwrap();
}

#[test]
fn what_a_loop_returns_early_can_borrow() {
    let table = Table {
        cells: vec![0.3, -0.7, 1.2, 0.4, 0.9, 1.7],
        width: 2,
    };
    for level in [0.01, 0.1, 0.3, 100.0] {
        check_grad!(found_in_a_loop(&table, level)).unwrap();
    }
}

/// Its methods are those of lists and of views.
#[differentiable]
trait Listed {
    fn item(&self, i: usize) -> f64;
    fn add_to(&self, out: &mut Vec<f64>);
}
#[differentiable]
impl Listed for Vec<f64> {
    fn item(&self, i: usize) -> f64 {
        self[i] * self[0]
    }
    fn add_to(&self, out: &mut Vec<f64>) {
        out[0] *= self.item(0);
    }
}
#[differentiable]
impl<'a> Listed for Row<'a, f64> {
    fn item(&self, i: usize) -> f64 {
        self.cells[i] * self.scale
    }
    fn add_to(&self, out: &mut Vec<f64>) {
        for i in 0..out.len() {
            out[i] = out[i] * self.item(i) + self.scale;
        }
    }
}
#[differentiable(types(row = fn(..) -> Row<'_, f64>))]
fn read_through_a_trait(table: &Table<f64>, k: f64) -> f64 {
    let mut s = k;
    for i in 0..3 {
        let r = table.row(i);
        let q = table.row(0);
        s = s * r.item(1) + Row::item(&q, 0);
        if i > 0 {
            s += q.item(0) * k.sin();
        }
    }
    s
}
#[differentiable(types(row = fn(..) -> Row<'_, f64>))]
fn written_through_a_trait(table: &Table<f64>, k: f64) -> f64 {
    let mut out = vec![k, k * k];
    for i in 0..3 {
        let r = table.row(i);
        r.add_to(&mut out);
        out[1] = out[1] * out[0];
        r.add_to(&mut out);
    }
    out[0] * out[1] + out[1]
}
#[differentiable]
fn of_a_literal(table: &Table<f64>, k: f64) -> f64 {
    let r = Row {
        cells: &table.cells[1..],
        stride: 1,
        scale: k,
    };
    r.item(1) * r.item(0)
}
/// As smartcore's `BiconjugateGradientSolver` is: what it solves for has a lifetime of the trait's.
#[differentiable]
trait Solver<'a> {
    fn step(&self, m: &'a Table<f64>, x: &Vec<f64>, y: &mut Vec<f64>) {
        for i in 0..x.len() {
            y[i] = x[i] * m.cells[i] + self.shift(m);
        }
    }
    fn shift(&self, m: &'a Table<f64>) -> f64 {
        m.cells[0] * m.cells[1]
    }
    fn solve(&self, m: &'a Table<f64>, x: &mut Vec<f64>, n: usize) -> f64 {
        let mut y = vec![0.0; x.len()];
        let mut s = 0.0;
        for i in 0..n {
            self.step(m, x, &mut y);
            for j in 0..x.len() {
                x[j] += 0.1 * y[j] * y[0];
            }
            if i % 2 == 0 {
                self.step(m, &y, x);
            }
            s += x[0] * self.shift(m);
        }
        s
    }
}
#[derive(Clone, Debug, Differentiable)]
struct By {
    k: f64,
}
#[differentiable]
impl<'a> Solver<'a> for By {
    fn shift(&self, m: &'a Table<f64>) -> f64 {
        m.cells[1] * self.k
    }
}
#[differentiable]
fn solved(table: &Table<f64>, by: &By, x: &Vec<f64>) -> f64 {
    let mut x = x.clone();
    let s = by.solve(table, &mut x, 3);
    s + x[0] * x[1]
}
#[test]
fn what_a_trait_requires_has_derivatives_on_structs_that_hold_references() {
    let table = Table {
        cells: vec![0.3, -0.7, 1.2, 0.4, 0.9, 1.7],
        width: 2,
    };
    check_grad!(read_through_a_trait(&table, 0.7)).unwrap();
    check_grad!(written_through_a_trait(&table, 0.7)).unwrap();
    check_grad!(of_a_literal(&table, 0.7)).unwrap();
}

#[test]
fn functions_of_a_trait_with_lifetimes_call_each_other_in_loops() {
    let table = Table {
        cells: vec![0.3, -0.7, 1.2, 0.4, 0.9, 1.7],
        width: 2,
    };
    check_grad!(solved(&table, &By { k: 0.3 }, &vec![0.4, 0.9])).unwrap();
}

/// Its methods give references.
#[differentiable]
impl Row<'_, f64> {
    fn cell(&self, i: usize) -> &f64 {
        &self.cells[i * self.stride]
    }
    fn cells_of(&self, from: usize) -> Box<dyn Iterator<Item = &f64> + '_> {
        Box::new((from..self.cells.len()).map(move |i| self.cell(i)))
    }
    fn weighed(&self) -> f64 {
        let mut s = 0.0;
        for i in 0..self.cells.len() {
            s += *self.cell(i) * *self.cell(0);
            for c in self.cells_of(1) {
                s += c.sin() * self.scale;
            }
        }
        s + self.cells_of(0).map(|c| c * c).sum::<f64>()
    }
}
#[differentiable(types(row = fn(..) -> Row<'_, f64>, cells_of = fn(..) -> impl Iterator<Item = &f64>))]
fn of_cells(table: &Table<f64>, k: f64) -> f64 {
    let mut s = k;
    for i in 0..3 {
        let r = table.row(i);
        s += r.weighed() * *r.cell(1) * s;
        s += r
            .cells_of(0)
            .zip(table.cells.iter())
            .map(|(a, b)| a * b * b)
            .sum::<f64>();
        let own: Vec<f64> = table.row(0).cells_of(0).copied().collect();
        s *= own[1];
    }
    s
}
#[test]
fn methods_of_structs_that_hold_references_give_references() {
    let table = Table {
        cells: vec![0.3, -0.7, 1.2, 0.4, 0.9, 1.7],
        width: 2,
    };
    check_grad!(of_cells(&table, 0.7)).unwrap();
}

#[differentiable]
fn table(x: &[f64]) -> Table<f64> {
    Table {
        cells: x.to_vec(),
        width: 3,
    }
}

/// Rows of a table that could be written, and is written after them; nothing says its type, and `row` is an array's method too.
#[differentiable(types(row = fn(..) -> Row<'_, f64>))]
fn of_one_that_is_written(x: &[f64], k: f64) -> f64 {
    let mut table = table(x);
    let mut sum = k;
    for i in 0..3 {
        let row = table.row(i);
        let other = table.row(2 - i);
        sum += row.at(0) * other.sum() * sum.sin();
        table.cells[i] += sum * k;
    }
    sum * table.cells[1]
}

/// The same of an argument by mutable reference.
#[differentiable(types(row = fn(..) -> Row<'_, f64>))]
fn stepped(table: &mut Table<f64>, k: f64) -> f64 {
    let row = table.row(1);
    let other = table.row(0);
    let sum = row.sum() * other.at(1) * k;
    table.cells[1] += sum;
    sum
}

#[test]
fn two_views_are_of_one_value_that_is_written_after_them() {
    let x = [0.3, 1.2, -0.4, 0.8, 0.5, 1.1, -0.7, 0.9, 0.6];
    check_grad!(of_one_that_is_written(&x, 0.7)).unwrap();
    check_grad!(stepped(&mut table(&x), 0.7)).unwrap();
}

#[differentiable]
impl Table<f64> {
    fn row_of_more(&self, i: usize) -> Option<Row<'_, f64>> {
        if self.cells[i] > 0.25 { Some(self.row(i)) } else { None }
    }

    fn off_more(&self) -> Row<'_, f64> {
        let mut n = 0;
        while n < 2 && self.cells[n] < 0.5 {
            n += 1;
        }
        self.column(n)
    }
}

/// What is written in the branch that read them would give another row, or none.
#[differentiable(types(row_of_more = fn(..) -> Option<Row<'_, f64>>, off_more = fn(..) -> Row<'_, f64>))]
fn looked_up_and_written(x: &[f64]) -> f64 {
    let mut table = table(x);
    let mut sum = 0.0;
    for i in 0..3 {
        if let Some(Row { scale, .. }) = table.row_of_more(i) {
            sum += scale * scale;
            table.cells[i] = 0.2 + sum * 0.01;
        }
        let row = table.off_more();
        if i != 1 {
            let first = row.cells[0];
            table.cells[0] = first * 3.0 - table.cells[0] * 2.0;
            sum += first;
        }
    }
    sum * table.cells[0]
}

#[test]
fn what_is_written_behind_a_view_does_not_change_the_shape_that_it_had() {
    for x in [
        [0.3, 1.2, -0.4, 0.8, 0.5, 1.1, -0.7, 0.9, 0.6],
        [0.6, 0.1, 0.4, 0.8, -0.5, 1.1, 0.7, 0.9, 0.6],
    ] {
        check_grad!(looked_up_and_written(&x)).unwrap();
    }
}

/// What lends is written between the times that it lends.
#[differentiable(types(row = fn(..) -> Row<'_, f64>, column = fn(..) -> Row<'_, f64>, rest = fn(..) -> Row<'_, f64>))]
fn mutated(t: &Table<f64>, k: f64) -> f64 {
    let mut m = t.clone();
    let mut s = k;
    for i in 0..3 {
        let v = m.row(i);
        let a = v.sum() * s;
        let b = v.item(1).sin() * v.at(0);
        m.cells[i] = m.cells[i] * a + k;
        let w = m.row(i % 2);
        s = s * 0.5 + w.at(0) * b + w.item(0) * a;
        let mut j = 0;
        while j < 2 {
            let c = m.column(j);
            let r = c.rest();
            s += r.at(0) * r.sum() * 0.01;
            m.cells[j + 1] *= c.at(1).cos();
            if s > 1e6 {
                return s * k;
            }
            j += 1;
        }
    }
    s * m.row(2).at(1)
}
#[differentiable(types(row = fn(..) -> Row<'_, f64>))]
fn of_locals(t: &Table<f64>, k: f64) -> f64 {
    let mut s = 0.0;
    for i in 0..3 {
        let local = Table {
            cells: vec![k * s + 0.2, t.cells[i], k],
            width: 1,
        };
        let v = local.row(i);
        if i % 2 == 0 {
            let w = local.row(0);
            s += w.item(0) * v.at(0) + local.cells[1];
        } else {
            s -= v.item(0).exp();
        }
    }
    s
}
#[differentiable(types(row = fn(..) -> Row<'_, f64>))]
fn by_mut(t: &mut Table<f64>, k: f64) -> f64 {
    let mut s = 0.0;
    for i in 0..3 {
        let a = t.row(i).item(0) * k;
        t.cells[2 * i] = a.sin() * t.cells[1];
        let v = t.row(i);
        s += v.at(0) * v.item(1);
    }
    s
}
#[differentiable]
fn through_mut(t: &Table<f64>, k: f64) -> f64 {
    let mut m = t.clone();
    let a = by_mut(&mut m, k);
    let b = by_mut(&mut m, a);
    a * b + m.cells[0] * m.cells[4]
}
#[differentiable(checkpoint)]
fn run_again(t: &Table<f64>, k: f64) -> f64 {
    through_mut(t, k) + mutated(t, k)
}
#[differentiable(types(scaled_row = fn(..) -> Option<Row<'_, f64>>, row = fn(..) -> Row<'_, f64>))]
fn two_uses(t: &Table<f64>, k: f64) -> f64 {
    let o = scaled_row(t, 0, k);
    let p = o;
    let a = o.unwrap();
    let b = o.unwrap();
    let c = if k > 0.0 { p.unwrap().at(0) } else { t.row(0).at(0) };
    a.at(0) * b.at(1) * a.at(1) + c
}
#[differentiable(types(row = fn(..) -> Row<'_, f64>))]
fn scaled_row<'x>(t: &'x Table<f64>, i: usize, by: f64) -> Option<Row<'x, f64>> {
    if by > 100.0 {
        return None;
    }
    let row = t.row(i);
    Some(row.times(by))
}
#[differentiable]
fn squared(x: f64) -> Option<f64> {
    if x > 0.0 { Some(x * x) } else { None }
}
#[differentiable]
fn unwraps(x: f64, y: f64) -> f64 {
    let o = squared(x);
    let a = o.unwrap();
    let mut s = 0.0;
    for i in 0..3 {
        if i != 1 {
            s += o.unwrap() * y;
        }
    }
    let q = squared(y);
    s + a * o.unwrap() + q.map_or(0.0, |q| q * a) + q.unwrap().sin()
}
#[test]
fn what_lends_may_change_when_nothing_is_lent() {
    let table = Table {
        cells: vec![0.3, -0.7, 1.2, 0.4, 0.9, 1.7],
        width: 2,
    };
    check_grad!(mutated(&table, 0.7)).unwrap();
    check_grad!(of_locals(&table, 0.7)).unwrap();
    check_grad!(by_mut(&mut table.clone(), 0.7)).unwrap();
    check_grad!(through_mut(&table, 0.7)).unwrap();
    check_grad!(run_again(&table, 0.7)).unwrap();
}

#[test]
fn an_option_may_be_unwrapped_several_times() {
    let table = Table {
        cells: vec![0.3, -0.7, 1.2, 0.4, 0.9, 1.7],
        width: 2,
    };
    check_grad!(two_uses(&table, 0.7)).unwrap();
    check_grad!(unwraps(0.7, 0.4)).unwrap();
}

impl Table<f64> {
    fn rows(&self) -> std::ops::Range<usize> {
        0..3
    }
}
#[differentiable]
impl<'a> Row<'a, f64> {
    /// By value: what it gives points into the table.
    fn scaled(self, k: usize) -> impl Iterator<Item = f64> + use<'a> {
        (0..k).map(move |i| self.cells[i] * self.weighed())
    }
}
/// In the sweeps the call of `scaled` stands as it was written, and its sweeps run on the way back.
#[differentiable(types(rows = fn(..) -> impl Iterator<Item = usize>, row = fn(..) -> Row<'_, f64>, scaled = fn(..) -> impl Iterator<Item = f64>))]
fn of_lists(table: &Table<f64>, k: f64) -> f64 {
    let first = table.row(0);
    let start: f64 = first.scaled(2).map(|v| v * k).sum();
    table
        .rows()
        .flat_map(|i| {
            let row = table.row(i);
            row.scaled(2)
        })
        .fold(start, |sum, v| sum * k + v * v)
}
#[test]
fn structs_that_hold_references_give_iterators_of_values() {
    let table = Table {
        cells: vec![0.3, -0.7, 1.2, 0.4, 0.9, 1.7],
        width: 2,
    };
    check_grad!(of_lists(&table, 0.7)).unwrap();
}
