//! Boxes of trait objects that borrow, `Box<dyn Line<T> + '_>`, which functions return.
use pullback::{Differentiable, check_grad, differentiable};

#[differentiable(dyn(opt_in))]
trait Array<T: Copy, S> {
    fn get(&self, at: S) -> &T;
    fn shape(&self) -> S;
    fn iterator<'b>(&'b self, axis: u8) -> Box<dyn Iterator<Item = &'b T> + 'b>;
}

#[differentiable(dyn(Array<T, usize>, opt_in(dot)))]
trait Line<T: Copy>: Array<T, usize> {
    fn scaled(&self, k: f64, other: &[T]) -> T;
    fn first(&self) -> Option<&T>;

    fn dot(&self, other: &dyn Line<T>) -> T
    where
        T: num_traits::Float + std::iter::Sum,
    {
        assert!(self.shape() == other.shape(), "of the same length");
        self.iterator(0).zip(other.iterator(0)).map(|(a, b)| *a * *b).sum()
    }
}

/// Every `stride`th of some numbers.
#[derive(Clone, Debug, Differentiable)]
struct Strided<'a, T> {
    cells: &'a [T],
    stride: usize,
}

#[differentiable(dyn)]
impl<'a> Array<f64, usize> for Strided<'a, f64> {
    fn get(&self, at: usize) -> &f64 {
        &self.cells[at * self.stride]
    }
    fn shape(&self) -> usize {
        self.cells.len().div_ceil(self.stride)
    }
    fn iterator<'b>(&'b self, _axis: u8) -> Box<dyn Iterator<Item = &'b f64> + 'b> {
        Box::new(self.cells.iter().step_by(self.stride))
    }
}

#[differentiable(dyn)]
impl<'a> Line<f64> for Strided<'a, f64> {
    fn scaled(&self, k: f64, other: &[f64]) -> f64 {
        let mut s = 0.0;
        for i in 0..other.len() {
            s += self.cells[i * self.stride] * other[i] * k;
        }
        s.sin()
    }
    fn first(&self) -> Option<&f64> {
        if self.stride > 1 { None } else { self.cells.first() }
    }
}

#[differentiable(dyn)]
impl Array<f64, usize> for Vec<f64> {
    fn get(&self, at: usize) -> &f64 {
        &self[at]
    }
    fn shape(&self) -> usize {
        self.len()
    }
    fn iterator<'b>(&'b self, _axis: u8) -> Box<dyn Iterator<Item = &'b f64> + 'b> {
        Box::new(self.iter())
    }
}

#[differentiable(dyn)]
impl Line<f64> for Vec<f64> {
    fn scaled(&self, k: f64, other: &[f64]) -> f64 {
        self[0] * k * other[0]
    }
    fn first(&self) -> Option<&f64> {
        self.last()
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Table {
    cells: Vec<f64>,
    #[no_diff]
    width: usize,
}

#[differentiable]
trait Lines {
    fn row<'a>(&'a self, i: usize) -> Box<dyn Line<f64> + 'a>;
    fn column(&self, j: usize) -> Box<dyn Line<f64> + '_>;
    fn height(&self) -> usize;

    fn means(&self) -> Vec<f64> {
        let mut means = vec![0.0; self.height()];
        for (i, mean) in means.iter_mut().enumerate() {
            let vec = match i {
                0 => self.column(i).iterator(0).copied().collect::<Vec<f64>>(),
                _ => self.row(i).iterator(0).copied().collect::<Vec<f64>>(),
            };
            *mean = vec.iter().map(|v| v * v).sum::<f64>() / vec.len() as f64;
        }
        means
    }
}

#[differentiable]
impl Lines for Table {
    fn row<'a>(&'a self, i: usize) -> Box<dyn Line<f64> + 'a> {
        Box::new(Strided {
            cells: &self.cells[i * self.width..(i + 1) * self.width],
            stride: 1,
        })
    }
    fn column(&self, j: usize) -> Box<dyn Line<f64> + '_> {
        Box::new(Strided {
            cells: &self.cells[j..],
            stride: self.width,
        })
    }
    fn height(&self) -> usize {
        self.cells.len() / self.width
    }
}

#[differentiable]
fn products(a: &dyn Line<f64>, b: &dyn Line<f64>) -> f64 {
    let mut s = 0.0;
    for i in 0..a.shape() {
        s += *a.get(i) * *b.get(i);
    }
    s + a.iterator(0).zip(b.iterator(1)).map(|(a, b)| a * b * b).sum::<f64>()
}

#[differentiable(types(row = fn(..) -> Box<dyn Line<f64> + '_>, column = fn(..) -> Box<dyn Line<f64> + '_>))]
fn read<L: Lines>(lines: &L, k: f64) -> f64 {
    let row = lines.row(1);
    let mut s = *row.get(0) * k;
    for j in 0..2 {
        let column = lines.column(j);
        for v in column.iterator(0) {
            s = s.cos() * v + k * *row.get(j);
        }
    }
    if s > -100.0 {
        s += lines
            .row(0)
            .iterator(0)
            .zip(row.iterator(0))
            .map(|(a, b)| a * b)
            .sum::<f64>();
    }
    s
}

#[differentiable(types(row = fn(..) -> Box<dyn Line<f64> + '_>, column = fn(..) -> Box<dyn Line<f64> + '_>))]
fn lent(table: &Table, k: f64) -> f64 {
    let mut s = k;
    for i in 0..2 {
        let (row, column) = (table.row(i), table.column(1));
        s *= products(row.as_ref(), &*column) + products(&table.cells, &table.cells) * 0.1;
        s += by_the_box(&row, s) * products(table.row(1).as_ref(), column.as_ref());
    }
    s
}

#[differentiable]
fn by_the_box(line: &Box<dyn Line<f64> + '_>, k: f64) -> f64 {
    *line.get(0) * k + line.iterator(0).copied().sum::<f64>()
}

/// Methods that give values run again on the way back.
#[differentiable(types(row = fn(..) -> Box<dyn Line<f64> + '_>, column = fn(..) -> Box<dyn Line<f64> + '_>))]
fn called(table: &Table, k: f64, weights: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..2 {
        let row = table.row(i);
        s += row.scaled(k + s, weights) * table.column(i).scaled(k, weights);
    }
    s
}

/// A body in the trait that goes through what a method of the supertrait gives.
#[differentiable(types(row = fn(..) -> Box<dyn Line<f64> + '_>, column = fn(..) -> Box<dyn Line<f64> + '_>))]
fn dots(table: &Table, k: f64) -> f64 {
    let mut s = k;
    for i in 0..2 {
        let (row, column) = (table.row(i), table.column(1));
        s += column.dot(row.as_ref()).sin() * row.dot(row.as_ref());
    }
    s
}

#[test]
fn bodies_that_the_attribute_names_have_derivatives_for_what_borrows() {
    let cells = vec![0.7, -1.3, 0.4, 2.1];
    check_grad!(dots(&Table { cells, width: 2 }, 0.6)).unwrap();
}

#[differentiable]
fn sum_of_means(table: &Table) -> f64 {
    let means = table.means();
    means[0] * means[1]
}

#[test]
fn boxes_of_objects_that_borrow() {
    let table = Table {
        cells: vec![0.3, -0.7, 1.2, 0.4],
        width: 2,
    };
    check_grad!(sum_of_means(&table)).unwrap();
    check_grad!(read(&table, 0.8)).unwrap();
    check_grad!(lent(&table, 0.8)).unwrap();
    check_grad!(called(&table, 0.8, &[0.5, -1.1])).unwrap();
    assert_eq!(
        called::value_and_grad(&table, 0.8, &[0.5, -1.1]).0.to_bits(),
        called(&table, 0.8, &[0.5, -1.1]).to_bits()
    );
}

/// Generic in its numbers, and made by a function of its own.
#[derive(Clone, Debug, Differentiable)]
struct Part<'a, T: Copy> {
    of: &'a Grid<T>,
    from: usize,
    count: usize,
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Grid<T> {
    values: Vec<T>,
    #[no_diff]
    columns: usize,
}

#[differentiable]
impl<'a, T: Copy> Part<'a, T> {
    fn iter<'b>(&'b self, axis: u8) -> Box<dyn Iterator<Item = &'b T> + 'b> {
        match axis {
            0 => Box::new((0..self.count).map(move |i| self.get(i))),
            _ => Box::new((0..self.count).rev().map(move |i| self.get(i))),
        }
    }

    fn new(of: &'a Grid<T>, from: usize, count: usize) -> Result<Self, String> {
        if from + count > of.values.len() {
            Err("outside".to_string())
        } else {
            Ok(Part { of, from, count })
        }
    }
}

#[differentiable(dyn)]
impl<T: Copy> Array<T, usize> for Part<'_, T> {
    fn get(&self, at: usize) -> &T {
        &self.of.values[self.from + at]
    }
    fn shape(&self) -> usize {
        self.count
    }
    fn iterator<'b>(&'b self, axis: u8) -> Box<dyn Iterator<Item = &'b T> + 'b> {
        self.iter(axis)
    }
}

#[differentiable]
trait Grids<T: Copy> {
    fn line<'a>(&'a self, i: usize) -> Box<dyn Array<T, usize> + 'a>;
}

#[differentiable]
impl<T: Copy> Grids<T> for Grid<T> {
    fn line<'a>(&'a self, i: usize) -> Box<dyn Array<T, usize> + 'a> {
        Box::new(Part::new(self, i * self.columns, self.columns).unwrap())
    }
}

#[differentiable]
fn squares<T: num_traits::Float>(x: &[T], mean: Option<T>) -> T {
    let mean = mean.unwrap_or(T::one());
    x.iter()
        .map(|x| (*x - mean) * (*x - mean))
        .fold(T::zero(), |a, b| a + b)
}

#[differentiable(types(line = fn(..) -> Box<dyn Array<T, usize> + '_>))]
fn distances<T: num_traits::Float, G: Grids<T>>(grid: &G, count: usize) -> T {
    let mut sum = T::zero();
    for i in 0..count {
        let mut x = Vec::with_capacity(2);
        x.extend(grid.line(i).iterator(0).copied());
        sum = sum + squares(&x[..], Option::None);
        for (a, b) in x.iter().zip(grid.line((i + 1) % count).iterator(1)) {
            sum = sum + (*a - *b) * (*a - *b) * x[0];
        }
    }
    sum
}

#[differentiable]
fn spread(grid: &Grid<f64>) -> f64 {
    distances(grid, 2).ln()
}

#[test]
fn boxes_of_generic_objects_that_borrow() {
    let grid = Grid {
        values: vec![0.3, -0.7, 1.2, 0.4],
        columns: 2,
    };
    check_grad!(spread(&grid)).unwrap();
}

/// What is lent by something that is made here and moved on.
#[differentiable(types(row = fn(..) -> Box<dyn Line<f64> + '_>))]
fn of_what_is_made(table: &Table, k: f64, twice: bool) -> Result<f64, String> {
    let made = match twice {
        true => scaled(table, 2.0 * k)?,
        false => scaled(table, k)?,
    };
    let first = summed(made.row(0).as_ref());
    let second = summed(made.row(1).as_ref());
    Ok(first * second * k)
}

#[differentiable]
fn scaled(table: &Table, k: f64) -> Result<Table, String> {
    Ok(Table {
        cells: table.cells.iter().map(|v| v * k).collect(),
        width: table.width,
    })
}

#[differentiable]
fn summed(line: &dyn Line<f64>) -> f64 {
    line.iterator(0).map(|v| v * v).sum()
}

#[test]
fn what_lends_a_box_may_be_made_in_branches() {
    #[differentiable]
    fn known(table: &Table, k: f64) -> f64 {
        of_what_is_made(table, k, true).unwrap() + of_what_is_made(table, k, false).unwrap()
    }
    let table = Table {
        cells: vec![0.3, -0.7, 1.2, 0.4],
        width: 2,
    };
    check_grad!(known(&table, 0.8)).unwrap();
}

/// Types that borrow, written without their lifetimes: the attribute says what these are.
mod left_out {
    use pullback::{Differentiable, check_grad, differentiable};

    #[derive(Clone, Differentiable)]
    struct Proxy<'a> {
        points: &'a [f64],
        radius: f64,
    }

    #[derive(Clone, Differentiable)]
    struct Pair<'a, 'b, T: num_traits::Float> {
        first: Proxy<'a>,
        scales: &'b [T],
    }

    #[differentiable]
    impl Proxy<'_> {
        fn support(&self, k: f64) -> f64 {
            self.points.iter().fold(self.radius, |sum, p| sum + p * k)
        }
    }

    #[differentiable(types(Proxy = Proxy<'_>))]
    fn distance(a: &Proxy, b: &Proxy, k: f64) -> f64 {
        let mut sum = a.support(k) * b.radius;
        for i in 0..b.points.len() {
            if a.points[i] > b.points[i] {
                sum += (a.points[i] - b.points[i]) * k;
            }
        }
        sum
    }

    #[differentiable(types(Proxy = Proxy<'_>, Pair = Pair<'_, '_>))]
    trait Measure {
        fn measure(&self, pair: &Pair<f64>, other: Proxy) -> f64;
    }

    #[derive(Clone, Differentiable)]
    struct Scale(f64);

    #[differentiable(types(Proxy = Proxy<'_>, Pair = Pair<'_, '_>))]
    impl Measure for Scale {
        fn measure(&self, pair: &Pair<f64>, other: Proxy) -> f64 {
            distance(&pair.first, &other, self.0) * pair.scales[0] + pair.scales[1] * pair.scales[1]
        }
    }

    #[differentiable(types(Proxy = Proxy<'_>))]
    fn narrowed(a: Proxy, n: usize) -> f64 {
        if n == 0 {
            return a.support(0.5);
        }
        let inner: Proxy = Proxy {
            points: &a.points[1..],
            radius: a.radius * a.points[0],
        };
        narrowed(inner, n - 1) + a.radius
    }

    #[differentiable]
    fn called(x: &[f64], k: f64) -> f64 {
        let a = Proxy {
            points: &x[..3],
            radius: k,
        };
        let b = Proxy {
            points: &x[2..5],
            radius: k * k,
        };
        let mut sum = distance(&a, &b, x[0]);
        for i in 0..2 {
            sum += distance(&b, &a, sum * x[i]);
        }
        let pair = Pair {
            first: Proxy {
                points: &x[..3],
                radius: k,
            },
            scales: &x[3..],
        };
        sum + Scale(k).measure(&pair, b) + narrowed(a, 2)
    }

    #[test]
    fn what_borrows_has_the_lifetimes_that_the_attribute_says() {
        check_grad!(called(&[0.7, -0.4, 1.2, 0.9, 0.3], 0.8)).unwrap();
        check_grad!(called(&[-0.7, 0.4, -1.2, 0.6, 1.3], 1.1)).unwrap();
    }
}
