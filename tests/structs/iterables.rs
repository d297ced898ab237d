//! Functions that take anything to iterate over, and iterators that are handed to them: against differences.
use super::V3;
use pullback::{Differentiable, check_grad, differentiable};

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Bounds {
    low: V3,
    high: V3,
}

#[differentiable]
impl Bounds {
    fn from_points<I>(points: I) -> Self
    where
        I: IntoIterator<Item = V3>,
    {
        let mut it = points.into_iter();
        let first = it.next().unwrap();
        let mut bounds = Bounds {
            low: first,
            high: first,
        };
        for p in it {
            bounds.low.x = bounds.low.x.min(p.x);
            bounds.low.y += p.y * p.x;
            bounds.high.x = bounds.high.x.max(p.x);
        }
        bounds
    }
}

#[differentiable]
fn energy<I: IntoIterator<Item = f64>>(items: I, k: f64) -> f64 {
    let mut s = 0.0;
    for v in items {
        s += v * v * k;
    }
    s
}

#[differentiable]
fn handed_on<I: IntoIterator<Item = f64>>(items: I, k: f64) -> f64 {
    energy(items, k) * k
}

#[differentiable]
fn in_a_chain<I: IntoIterator<Item = f64>>(items: I) -> f64 {
    items.into_iter().enumerate().map(|(i, v)| v.sin() * i as f64).sum()
}

#[differentiable]
fn handed(x: &[f64], w: &[f64]) -> f64 {
    let points: Vec<V3> = x.iter().map(|v| V3::new(*v, w[0], 1.5)).collect();
    let a = Bounds::from_points(points.iter().map(|p| p.lifted(w[1])));
    let b = Bounds::from_points(points.clone());
    let mut s = 0.0;
    for k in 0..2 {
        s += energy(x.iter().map(|v| v * k as f64 + w[0]), w[1]);
    }
    a.low.norm() * b.high.norm()
        + energy(x.iter().copied().filter(|v| *v > 0.0), w[0])
        + handed_on(w.to_vec(), x[0])
        + in_a_chain([x[0], x[1]]) * s
}

#[test]
fn iterators_that_are_handed_on_have_the_gradients_that_differences_say() {
    for (x, w) in [
        (vec![0.5, -1.5, 2.5], vec![1.0, 2.0]),
        (vec![2.0, 0.3], vec![0.5, 0.1, -0.4]),
    ] {
        assert_eq!(handed::vjp(&x, &w).0.to_bits(), handed(&x, &w).to_bits());
        check_grad!(handed(&x, &w)).unwrap();
        check_grad!(energy(x.clone(), w[0])).unwrap();
    }
}

#[differentiable]
fn weighted<I: IntoIterator<Item = (usize, f64)>>(n: usize, items: I) -> f64 {
    let mut sum = 0.0;
    for (i, v) in items {
        sum += v * v * (i + n) as f64;
    }
    sum
}

#[differentiable]
fn by_name(v: &[f64], x: f64) -> f64 {
    let scaled = v.iter().enumerate().map(|(i, p)| {
        let a = p * x;
        (i, a)
    });
    let mut sum = 0.0;
    for k in 1..3 {
        let kept = v
            .iter()
            .enumerate()
            .map(|(i, p)| (i, p * x))
            .filter(|(i, p)| *i > 0 || *p > 100.0);
        sum += weighted(k, kept);
    }
    weighted(3, scaled) * x + sum
}

#[test]
fn iterators_with_names_are_handed_on() {
    check_grad!(by_name(&[1.0, 2.0, 3.0], 1.5)).unwrap();
}

/// An iterator of its own: a geometric series.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Halves {
    at: f64,
    factor: f64,
    left: usize,
}

#[differentiable]
impl Iterator for Halves {
    type Item = f64;

    fn next(&mut self) -> Option<Self::Item> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        self.at *= self.factor;
        Some(self.at)
    }
}

/// All pairs of two lists, as a search over parameters makes them.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Grid<T> {
    alphas: Vec<T>,
    scales: Vec<T>,
    alpha: usize,
    scale: usize,
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Setting<T> {
    alpha: T,
    scale: T,
    number: usize,
}

#[differentiable]
impl<T: Copy> Iterator for Grid<T> {
    type Item = Setting<T>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.alpha == self.alphas.len() && self.scale == self.scales.len() {
            return None;
        }
        let next = Setting {
            alpha: self.alphas[self.alpha],
            scale: self.scales[self.scale],
            number: self.alpha,
        };
        if self.alpha + 1 < self.alphas.len() {
            self.alpha += 1;
        } else if self.scale + 1 < self.scales.len() {
            self.alpha = 0;
            self.scale += 1;
        } else {
            self.alpha += 1;
            self.scale += 1;
        }
        Some(next)
    }
}

#[differentiable]
fn series(at: f64, factor: f64, left: usize) -> f64 {
    let mut halves = Halves { at, factor, left };
    let mut s = 0.0;
    while let Some(v) = halves.next() {
        s += v * v;
    }
    s + halves.at
}

#[differentiable]
fn two_series(x: &[f64], factor: f64) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        let mut halves = Halves {
            at: x[i],
            factor,
            left: 2 + i,
        };
        if x[i] > 0.5 {
            let first = halves.next().unwrap_or(0.0);
            s += first.sin();
        }
        s += halves.next().unwrap() * halves.next().map_or(1.0, |v| v * factor);
    }
    s
}

#[differentiable]
fn searched(alphas: &[f64], scales: &[f64]) -> f64 {
    let mut grid = Grid {
        alphas: alphas.to_vec(),
        scales: scales.to_vec(),
        alpha: 0,
        scale: 0,
    };
    let mut s = 0.0;
    while let Some(setting) = grid.next() {
        s += (setting.alpha * setting.scale).sin() * (1 + setting.number) as f64;
    }
    s
}

#[test]
fn iterators_of_ones_own() {
    check_grad!(series(0.7, 0.6, 4)).unwrap();
    assert_eq!(series::value_and_grad(0.7, 0.6, 4).0, series(0.7, 0.6, 4));
    check_grad!(two_series(&[0.3, 0.8, 1.4], 0.7)).unwrap();
    check_grad!(searched(&[0.3, 0.8, 1.4], &[0.5, 0.9])).unwrap();
    assert_eq!(
        searched::value_and_grad(&[0.3, 0.8], &[0.5, 0.9]).0,
        searched(&[0.3, 0.8], &[0.5, 0.9])
    );
}

/// A type that is made of iterators, by a function of a trait.
#[differentiable]
trait Series<T: Copy + 'static> {
    fn from_iterator<I: Iterator<Item = T>>(iter: I, len: usize) -> Self
    where
        Self: Sized;

    fn at(&self, i: usize) -> &T;

    fn len(&self) -> usize;

    fn picked(&self, indices: &[usize]) -> Self
    where
        Self: Sized,
    {
        Self::from_iterator(indices.iter().map(|i| *self.at(*i)), indices.len())
    }
}

#[differentiable]
impl<T: Copy + 'static> Series<T> for Vec<T> {
    fn from_iterator<I: Iterator<Item = T>>(iter: I, len: usize) -> Self {
        let mut v: Vec<T> = Vec::with_capacity(len);
        iter.take(len).for_each(|i| v.push(i));
        v
    }

    fn at(&self, i: usize) -> &T {
        &self[i]
    }

    fn len(&self) -> usize {
        Vec::len(self)
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Table<T> {
    rows: usize,
    data: Vec<T>,
}

#[differentiable]
impl<T: Copy + 'static> Series<T> for Table<T> {
    fn from_iterator<I: Iterator<Item = T>>(iter: I, len: usize) -> Self {
        Table {
            rows: len,
            data: iter.collect(),
        }
    }

    fn at(&self, i: usize) -> &T {
        &self.data[i]
    }

    fn len(&self) -> usize {
        self.rows
    }
}

#[differentiable]
fn first_ones(mut iter: impl Iterator<Item = f64>, k: f64) -> f64 {
    let first = iter.next().unwrap_or(k);
    let mut s = first * k;
    for (i, x) in iter.enumerate() {
        s += x.sin() * (i + 1) as f64;
    }
    s
}

#[differentiable]
fn one_more<I>(iter: I, k: f64) -> f64
where
    I: ExactSizeIterator<Item = f64>,
{
    first_ones(iter, k) * k
}

#[differentiable]
fn of_pairs<I: Iterator<Item = (f64, usize)>>(iter: I) -> f64 {
    let mut s = 0.0;
    for (x, n) in iter.filter(|(_, n)| *n != 1) {
        s = s * 0.5 + x.powi(n as i32);
    }
    s
}

#[differentiable]
fn taken_in<S: Series<f64> + Clone>(series: &S, x: &[f64], k: f64) -> f64 {
    let doubled = S::from_iterator(x.iter().map(|v| v * k), x.len());
    let picked = doubled.picked(&[1, 0, 1]);
    let mut s = 0.0;
    for i in 0..2 {
        if x[i] > 0.0 {
            s += one_more(
                x.iter().cloned().filter(|v| *v > 0.0).collect::<Vec<f64>>().into_iter(),
                k * i as f64,
            );
        } else {
            s -= first_ones((0..3).map(|j| x[i] * j as f64), k);
        }
    }
    *picked.at(2) * *series.at(0) + *picked.at(1) * picked.len() as f64 + s
}

#[differentiable]
fn tables(x: &[f64], k: f64) -> f64 {
    let table: Table<f64> = Series::from_iterator(x.iter().copied().skip(1), x.len() - 1);
    let list = <Vec<f64> as Series<f64>>::from_iterator(table.data.iter().map(|v| v * v), 2);
    taken_in(&list, x, k) + taken_in(&table, x, k * k) + of_pairs(x.iter().zip(0..3).map(|(v, n)| (*v, n)))
}

#[test]
fn iterators_that_a_function_of_a_trait_takes() {
    for x in [vec![0.5, -1.5, 2.5], vec![-0.2, 0.3, 0.7, 1.1]] {
        assert_eq!(tables::vjp(&x, 0.7).0.to_bits(), tables(&x, 0.7).to_bits());
        check_grad!(tables(&x, 0.7)).unwrap();
        let table = Table {
            rows: 2,
            data: x.clone(),
        };
        check_grad!(taken_in(&table, &x, 0.7)).unwrap();
        let gradient = first_ones::grad(x.clone().into_iter(), 2.0);
        assert_eq!((gradient.0[0], gradient.1), (2.0, x[0]));
        assert_eq!(gradient.0[2], 2.0 * x[2].cos());
    }
    assert_eq!(<Vec<i32> as Series<i32>>::from_iterator(0..5, 2), [0, 1]);
}

/// A grid of numbers, which may also be behind an object.
#[differentiable(dyn)]
trait Cells {
    fn get(&self, at: (usize, usize)) -> &f64;

    fn iterator<'b>(&'b self, axis: u8) -> Box<dyn Iterator<Item = &'b f64> + 'b>;
}

/// What is made of grids.
#[differentiable]
trait Stacked: Cells {
    fn made<I: Iterator<Item = f64>>(iter: I, columns: usize) -> Self
    where
        Self: Sized;

    fn taken(&self, columns: &[usize]) -> Self
    where
        Self: Sized,
    {
        Self::made(
            (0..2)
                .flat_map(move |i| columns.iter().map(move |j| self.get((i, *j))))
                .cloned(),
            columns.len(),
        )
    }

    fn beside(&self, other: &dyn Cells, columns: usize) -> Self
    where
        Self: Sized,
    {
        Self::made(self.iterator(0).chain(other.iterator(1)).cloned(), columns)
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Grating {
    columns: usize,
    data: Vec<f64>,
}

#[differentiable]
impl Cells for Grating {
    fn get(&self, (i, j): (usize, usize)) -> &f64 {
        &self.data[i * self.columns + j]
    }

    fn iterator<'b>(&'b self, axis: u8) -> Box<dyn Iterator<Item = &'b f64> + 'b> {
        match axis {
            0 => Box::new(self.data.iter()),
            _ => Box::new(self.data.iter().rev()),
        }
    }
}

#[differentiable]
impl Stacked for Grating {
    fn made<I: Iterator<Item = f64>>(iter: I, columns: usize) -> Self {
        Grating {
            columns,
            data: iter.collect(),
        }
    }
}

#[differentiable]
fn stacked(x: &[f64], k: f64) -> f64 {
    let grid = Grating {
        columns: 3,
        data: x.iter().map(|v| v * k).collect(),
    };
    let mut s = 0.0;
    for i in 0..3 {
        let taken = grid.taken(&[i, 1]);
        if x[i] > 0.3 {
            let both = taken.beside(&grid, 2);
            s += both.data[1] * both.data[4] * both.data[9] + taken.data[0] * taken.data[3];
        } else {
            s -= taken.data[2];
        }
    }
    s
}

#[test]
fn items_of_several_sources_are_handed_on() {
    for x in [[0.5, -0.2, 1.5, 0.9, -1.1, 0.4], [0.1, 0.6, -0.7, 1.3, 0.2, 0.8]] {
        assert_eq!(stacked::vjp(&x, 0.7).0.to_bits(), stacked(&x, 0.7).to_bits());
        check_grad!(stacked(&x, 0.7)).unwrap();
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Orbit {
    place: [f64; 2],
    speed: Vec<f64>,
}

#[differentiable]
impl Orbit {
    /// The elements of one list and then of another, whose types stand elsewhere.
    fn energy(&self) -> f64 {
        self.place
            .iter()
            .chain(self.speed.iter())
            .map(|a| a * a * 0.5 - a / 3.0)
            .sum()
    }
}

#[differentiable]
fn energy_of(orbit: &Orbit) -> f64 {
    orbit.energy()
}

#[differentiable]
fn residuals(pairs: impl Iterator<Item = (f64, f64)>, k: f64) -> f64 {
    pairs.map(|(x, y)| (x * k - y).powi(2)).sum()
}

#[differentiable]
fn of_two_lists(x: &[f64], y: &[f64], k: f64) -> f64 {
    residuals(x.iter().copied().zip(y.iter().copied()), k)
        * residuals(x.iter().map(|x| x * k).zip(y.iter().cloned().skip(1)), 0.3)
}

#[test]
fn chained_fields_and_zipped_values() {
    let orbit = Orbit {
        place: [0.3, 0.5],
        speed: vec![0.1, -0.4, 0.7],
    };
    check_grad!(energy_of(&orbit)).unwrap();
    check_grad!(of_two_lists(&[0.3, 0.5, -0.2], &[0.1, 0.9, 0.4], 0.7)).unwrap();
}

#[differentiable]
fn added_up(items: impl Iterator<Item = f64>, k: f64) -> f64 {
    let mut sum = k;
    for item in items {
        sum += item * k;
    }
    sum
}

#[differentiable]
fn of_no_list(k: f64) -> f64 {
    let mut product = added_up(std::iter::empty(), k) * added_up(std::iter::empty::<f64>(), 2.0 * k);
    for _ in 0..2 {
        product *= added_up(std::iter::once(product * k), k) + added_up(std::iter::repeat_n(k, 3), product);
    }
    product
}

#[test]
fn iterators_of_no_list_are_handed_over() {
    check_grad!(of_no_list(0.7)).unwrap();
}

/// What gives references is a slice to the derivatives.
#[differentiable]
fn extent<'a, I>(points: I, k: f64) -> f64
where
    I: IntoIterator<Item = &'a V3>,
{
    let mut it = points.into_iter().copied();
    let first = it.next().expect("no point");
    let mut reach = first.x * k;
    for p in it {
        if p.x > 0.0 {
            reach += p.norm() * k;
        }
    }
    reach
}

#[differentiable]
fn heights<'a>(points: impl IntoIterator<Item = &'a V3>, scale: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (p, s) in points.into_iter().zip(scale) {
        sum += p.y * s;
    }
    sum
}

struct Cloud;

#[differentiable]
impl Cloud {
    fn weight<'a, T: num_traits::Float + 'a, I: IntoIterator<Item = &'a T>>(values: I, k: T) -> T {
        let mut sum = T::zero();
        for v in values {
            sum = sum + *v * *v * k;
        }
        sum
    }
}

#[differentiable]
fn around(points: &mut Vec<V3>, w: &[f64]) -> f64 {
    let mut sum = 0.0;
    for k in 0..2 {
        points[k].x *= w[k];
        sum += extent(&*points, w[k]);
    }
    if sum > 0.0 {
        sum *= heights(&points[1..], w);
    }
    sum + Cloud::weight(w, sum)
}

#[test]
fn what_gives_references_is_lent_as_a_slice() {
    let mut points = vec![
        V3::new(0.5, -1.0, 2.0),
        V3::new(1.5, 0.25, -0.5),
        V3::new(-0.7, 2.0, 1.0),
    ];
    check_grad!(extent(&points, 1.3)).unwrap();
    check_grad!(heights(&points, &[0.5, 2.0])).unwrap();
    check_grad!(around(&mut points, &[0.75, -1.25])).unwrap();
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Facet {
    normal: V3,
    corners: [usize; 3],
}

#[differentiable]
impl Facet {
    fn corner(&self, k: usize) -> usize {
        self.corners[k % 3]
    }
}

#[differentiable]
fn farthest(along: V3, points: &[V3], ids: impl Iterator<Item = usize>) -> Option<usize> {
    let mut best = None;
    let mut reach = f64::MIN;
    for id in ids {
        let at = points[id].x * along.x + points[id].y * along.y;
        if at > reach {
            (best, reach) = (Some(id), at);
        }
    }
    best
}

/// Which corner it is, the closure only asks: the facets, which could be changed, are not.
#[differentiable]
fn asked_on_the_way(points: &[V3], facets: &mut [Facet], along: V3) -> f64 {
    let ids = [0, 1];
    let far = farthest(along, points, ids.iter().map(|f| facets[*f].corner(f + 1))).unwrap();
    facets[0].normal.x *= points[far].x;
    facets[0].normal.x * along.norm()
}

#[test]
fn closures_of_iterators_may_ask_what_could_be_changed() {
    let points = [
        V3::new(0.5, -1.0, 2.0),
        V3::new(1.5, 0.25, -0.5),
        V3::new(-0.7, 2.0, 1.0),
    ];
    let mut facets = [[0, 1, 2], [2, 1, 0]].map(|corners| Facet {
        normal: V3::new(0.3, 1.0, -0.5),
        corners,
    });
    check_grad!(asked_on_the_way(&points, &mut facets, V3::new(1.0, 0.2, 0.4))).unwrap();
}

/// It gives its own items.
#[derive(Clone, Debug, Differentiable)]
struct Geometric {
    value: f64,
    ratio: f64,
    #[no_diff]
    left: usize,
}

#[differentiable]
impl Iterator for Geometric {
    type Item = f64;
    fn next(&mut self) -> Option<f64> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        let value = self.value;
        self.value *= self.ratio;
        Some(value)
    }
}

#[differentiable]
fn over_a_struct(a: f64, r: f64) -> f64 {
    let mut sum = 0.0;
    for value in (Geometric {
        value: a,
        ratio: r,
        left: 5,
    }) {
        sum += value.sin();
    }
    let mut steps = Geometric {
        value: r,
        ratio: a,
        left: 7,
    };
    'outer: for value in &mut steps {
        for k in 0..3 {
            if k == 1 {
                continue 'outer;
            }
            sum += value * k as f64 + value;
            if value < 0.2 {
                break 'outer;
            }
        }
    }
    for value in steps {
        sum *= value + a;
    }
    sum
}

#[test]
fn structs_that_are_iterators_are_looped_over() {
    check_grad!(over_a_struct(0.7, 0.8)).unwrap();
    check_grad!(over_a_struct(0.3, 0.5)).unwrap();
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Fit<X> {
    weights: X,
    value: f64,
}

#[differentiable]
fn fitted(x: &[f64], k: f64) -> Fit<Vec<f64>> {
    Fit {
        weights: x.iter().map(|v| v * k).collect(),
        value: k * x[0],
    }
}

/// A field by value of what a call gave, whose type is not written; other fields stay.
#[differentiable]
fn of_fields(x: &[f64], k: f64) -> f64 {
    let fit = fitted(x, k);
    let mut s = energy(fit.weights.into_iter(), fit.value);
    for i in 0..3 {
        let again = fitted(x, s.sin() + i as f64);
        let pair = (again, k);
        s += if s > 0.0 {
            energy(pair.0.weights.into_iter(), pair.0.value * 0.1)
        } else {
            in_a_chain(pair.0.weights.into_iter()) * pair.1
        };
    }
    s
}

#[test]
fn fields_by_value_are_iterated() {
    for (x, k) in [([0.5, -1.5, 2.5], 0.3), ([-2.0, 0.3, 0.1], -0.4)] {
        assert_eq!(of_fields::value_and_grad(&x, k).0.to_bits(), of_fields(&x, k).to_bits());
        check_grad!(of_fields(&x, k)).unwrap();
    }
}

/// The products of neighbours in a list that it borrows.
#[derive(Differentiable)]
struct Neighbours<'a> {
    of: &'a [f64],
    at: usize,
}

#[differentiable]
impl Iterator for Neighbours<'_> {
    type Item = f64;
    fn next(&mut self) -> Option<f64> {
        self.at += 1;
        if self.at < self.of.len() {
            Some(self.of[self.at - 1] * self.of[self.at])
        } else {
            None
        }
    }
}

#[derive(Clone, Differentiable)]
struct Row {
    values: Vec<f64>,
    scale: f64,
}

#[differentiable]
impl Row {
    fn neighbours(&self) -> impl Iterator<Item = f64> + '_ {
        Neighbours {
            of: &self.values,
            at: 0,
        }
    }

    fn powers(&self, left: usize) -> impl Iterator<Item = f64> {
        let value = self.scale * self.values[0];
        Geometric {
            value,
            ratio: self.scale,
            left,
        }
    }

    fn energy(&self) -> f64 {
        let mut sum = 0.0;
        for (i, v) in self.neighbours().enumerate() {
            sum += v.sin() * i as f64;
        }
        for p in self.powers(4) {
            sum += p * p + self.powers(2).sum::<f64>();
        }
        sum
    }
}

#[differentiable]
fn energy_of_row(row: &Row) -> f64 {
    row.energy()
}

#[test]
fn a_struct_that_is_an_iterator_is_returned() {
    let row = Row {
        values: vec![0.4, -0.7, 1.2, 0.9],
        scale: 0.8,
    };
    check_grad!(energy_of_row(&row)).unwrap();
}

/// With the names of rayon's, which is not among the packages.
trait InParallel {
    fn par_chunks(&self, size: usize) -> std::slice::Chunks<'_, f64>;
    fn par_chunks_mut(&mut self, size: usize) -> std::slice::ChunksMut<'_, f64>;
    fn par_windows(&self, size: usize) -> std::slice::Windows<'_, f64>;
}

impl InParallel for [f64] {
    fn par_chunks(&self, size: usize) -> std::slice::Chunks<'_, f64> {
        self.chunks(size)
    }
    fn par_chunks_mut(&mut self, size: usize) -> std::slice::ChunksMut<'_, f64> {
        self.chunks_mut(size)
    }
    fn par_windows(&self, size: usize) -> std::slice::Windows<'_, f64> {
        self.windows(size)
    }
}

#[differentiable]
fn in_parallel(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    v.par_chunks_mut(2).enumerate().for_each(|(i, chunk)| {
        for a in chunk {
            *a *= (i + 1) as f64 * x[0];
        }
    });
    let squares: Vec<f64> = v.par_chunks(3).map(|c| c.iter().map(|a| a * a).sum()).collect();
    let products: Vec<f64> = x.par_windows(2).map(|w| w[0] * w[1]).collect();
    squares[0] * squares[1] + products[2]
}

#[test]
fn parts_of_a_list_in_parallel_are_gone_through_like_its_parts() {
    check_grad!(in_parallel(&[0.4, -0.7, 1.2, 0.9, 1.1])).unwrap();
}

/// What `next` gives of an iterator of the user's own, in a chain.
#[derive(Clone, Differentiable)]
struct Powers {
    x: f64,
    power: f64,
}

#[differentiable]
impl Iterator for Powers {
    type Item = f64;
    fn next(&mut self) -> Option<f64> {
        self.power *= self.x;
        (self.power < 20.0).then_some(self.power)
    }
}

#[differentiable]
fn chain_of_own(x: f64) -> f64 {
    let mut powers = Powers { x, power: 1.0 };
    std::iter::from_fn(|| powers.next()).skip(1).map(|p| p * p).sum()
}

#[test]
fn a_chain_calls_next_of_an_iterator_of_the_users_own() {
    check_grad!(chain_of_own(1.7)).unwrap();
}
