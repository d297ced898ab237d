//! Iterators of references into fields and elements of a type, by methods and by functions.
use pullback::{Differentiable, check_grad, differentiable};
use std::slice::{Iter, IterMut};

#[derive(Clone, Debug, Differentiable)]
struct Point {
    x: f64,
    w: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct Mesh {
    points: Vec<Point>,
    ends: [Point; 2],
    #[no_diff]
    chosen: Vec<usize>,
    scale: f64,
}

#[differentiable]
impl Mesh {
    fn points(&self) -> impl Iterator<Item = &Point> + '_ {
        self.points.iter()
    }

    fn all<'a>(&'a self) -> Box<dyn DoubleEndedIterator<Item = &'a Point> + 'a> {
        Box::new(self.points.iter().chain(&self.ends))
    }

    /// Those that lie to the right: which these are depends on the values.
    fn positive(&self) -> impl Iterator<Item = &Point> {
        self.points().filter(|p| p.x > 0.0)
    }

    fn chosen(&self) -> impl Iterator<Item = &f64> {
        self.chosen.iter().map(|&k| &self.points[k].w)
    }

    fn chosen_mut(&mut self) -> impl Iterator<Item = &mut f64> {
        self.points.iter_mut().skip(1).step_by(2).map(|p| &mut p.w)
    }

    fn by_level(&self, level: usize) -> Box<dyn Iterator<Item = &Point> + '_> {
        if level == 0 {
            return Box::new(self.ends.iter());
        }
        for k in 0..self.points.len() {
            if k > level {
                return Box::new(self.points[k..].iter().rev());
            }
        }
        let rest = &self.points[1..];
        match level {
            1 => Box::new(rest.iter()),
            2 | 3 => {
                let first = &self.points[..1];
                Box::new(first.iter().chain(self.ends.iter().take(1)))
            }
            _ => Box::new(
                self.points
                    .windows(2)
                    .map(|pair| if pair[0].x > pair[1].x { &pair[0] } else { &pair[1] }),
            ),
        }
    }

    /// Where to look: no derivative comes out of it.
    fn places(&self) -> impl Iterator<Item = usize> + '_ {
        self.chosen.iter().map(|k| k / 2)
    }

    fn counted(&self) -> std::slice::Iter<'_, usize> {
        self.chosen.iter()
    }

    /// A number, whatever its name says.
    fn max_iter(&self) -> usize {
        self.chosen.len()
    }

    fn of_places(&self) -> f64 {
        let n = self.max_iter();
        let mut sum = n as f64;
        for k in self.counted().take(n) {
            sum += self.points[*k].w;
        }
        for k in self.places() {
            sum += self.points[k].x * self.points[k].w;
        }
        sum * self.places().map(|k| self.points[k].x).sum::<f64>()
    }

    fn iter(&self) -> Iter<'_, Point> {
        self.points.iter()
    }

    fn iter_mut(&mut self) -> IterMut<'_, Point> {
        self.points.iter_mut()
    }

    fn halves(&self) -> impl Iterator<Item = &[Point]> {
        self.points.chunks(2)
    }

    fn moment(&self) -> f64 {
        let mut sum = 0.0;
        for (i, p) in self.points().enumerate() {
            sum += p.x * p.w * (i + 1) as f64;
        }
        for p in self.all().rev().take(2) {
            sum *= p.x * self.scale;
        }
        sum + self.chosen().zip(self.points()).map(|(w, p)| w * p.x).sum::<f64>()
    }

    fn levels(&self) -> f64 {
        let mut sum = 0.0;
        for level in 0..6 {
            for p in self.by_level(level) {
                sum += p.x * p.w / (level + 1) as f64;
                if sum > 100.0 {
                    break;
                }
            }
            if level % 2 == 0 {
                sum += self
                    .by_level(level)
                    .map(|p| p.w.sin())
                    .fold(0.5, |a, b| a * b + self.scale);
            }
        }
        sum
    }

    fn relax(&mut self, k: f64) {
        for p in self.iter_mut() {
            p.x *= k;
            p.w += p.x * p.w;
        }
        self.chosen_mut().for_each(|w| *w *= k);
        let total: f64 = self.iter().map(|p| p.w).sum();
        for (i, w) in self.chosen_mut().enumerate() {
            if i > 0 {
                *w -= total * k;
            }
        }
    }

    fn of_halves(&self) -> f64 {
        let mut sum = 0.0;
        for half in self.halves() {
            sum += half[0].x * half.iter().map(|p| p.w).product::<f64>();
        }
        sum
    }

    /// The items that an end finds.
    fn extremes(&self) -> f64 {
        let highest = self.points().max_by(|a, b| a.x.total_cmp(&b.x)).unwrap();
        let last = self.all().last().unwrap();
        let first = self.positive().next().map_or(0.5, |p| p.x * p.w);
        let third = self.points().nth(2).unwrap();
        let heavy = self.all().find(|p| p.w > 1.0).map_or(1.0, |p| p.x);
        let count = self.positive().count() as f64;
        let squares: Vec<f64> = self.positive().map(|p| p.x * p.x).collect();
        highest.x * last.w + first * third.x * heavy + count * squares[0]
    }

    /// An iterator with a name, that is asked again and again.
    fn by_hand(&self) -> f64 {
        let mut points = self.points();
        let mut sum = 0.0;
        while let Some(p) = points.next() {
            sum += p.x;
            if let Some(q) = points.next() {
                sum *= q.w;
            }
        }
        let other = self.chosen();
        other.fold(sum, |a, w| a + w * w)
    }

    fn depth(&self, n: usize) -> f64 {
        if n == 0 {
            return self.scale;
        }
        let mut sum = 0.0;
        for p in self.points().take(n) {
            sum += p.x * self.depth(n - 1);
        }
        sum
    }
}

/// Both may be what is gone through.
#[differentiable]
fn larger<'a>(a: &'a [f64], b: &'a [f64]) -> Box<dyn Iterator<Item = &'a f64> + 'a> {
    if a.len() > b.len() {
        Box::new(a.iter())
    } else {
        Box::new(b.iter().chain(a.iter().take(1)))
    }
}

#[differentiable]
fn weights(mesh: &Mesh) -> impl Iterator<Item = &f64> {
    mesh.points.iter().map(|p| &p.w)
}

#[differentiable]
fn upper_mut(v: &mut [f64], from: usize) -> impl Iterator<Item = &mut f64> {
    v[from..].iter_mut()
}

#[differentiable(types(larger = fn(..) -> impl Iterator<Item = &f64>, weights = fn(..) -> impl Iterator<Item = &f64>, upper_mut = fn(..) -> impl Iterator<Item = &mut f64>, points = fn(..) -> impl Iterator<Item = &Point>))]
fn by_functions(mesh: &Mesh, a: &[f64], b: &[f64], k: f64) -> f64 {
    let mut sum = larger(a, b).zip(weights(mesh)).map(|(a, w)| a * w).sum::<f64>();
    let mut v = a.to_vec();
    for i in 0..2 {
        for x in upper_mut(&mut v, i) {
            *x *= k;
        }
        for x in larger(b, &v) {
            sum += x * x;
        }
        upper_mut(&mut v, i).zip(b).for_each(|(x, b)| *x += b * k);
    }
    for p in mesh.points() {
        sum *= p.x;
    }
    sum
}

#[differentiable]
fn total(mesh: &Mesh, k: f64) -> f64 {
    let mut mesh = mesh.clone();
    let mut sum = 0.0;
    for i in 0..3 {
        if i != 1 {
            mesh.relax(k + i as f64 * 0.1);
        }
        sum += mesh.moment() * mesh.of_places() + mesh.levels() * mesh.of_halves();
    }
    sum + mesh.by_hand() + mesh.extremes() + mesh.depth(3)
}

fn mesh() -> Mesh {
    let points = [(0.5, 1.5), (-0.7, 0.3), (1.2, -0.4), (0.3, 0.8), (-0.2, 0.6)];
    Mesh {
        points: points.map(|(x, w)| Point { x, w }).to_vec(),
        ends: [Point { x: 0.9, w: -1.1 }, Point { x: 1.4, w: 0.7 }],
        chosen: vec![3, 0, 3],
        scale: 0.8,
    }
}

#[test]
fn iterators_over_fields() {
    let mesh = mesh();
    check_grad!(total(&mesh, 0.9)).unwrap();
    assert_eq!(total::value_and_grad(&mesh, 0.9).0, total(&mesh, 0.9));
    check_grad!(by_functions(&mesh, &[0.5, 1.5, -0.3], &[0.7, 0.2, 1.1, 0.4], 0.6)).unwrap();
    check_grad!(by_functions(&mesh, &[0.5, 1.5, -0.3], &[0.7, 0.2], 0.6)).unwrap();
}

#[differentiable]
fn weights_of<I: Iterator<Item = f64>>(items: I, n: usize) -> Vec<f64> {
    items.take(n).map(|v| v * v).collect()
}

/// What is found before the first item is looked at changes nothing, whatever it is found in.
#[differentiable(types(points = fn(..) -> impl Iterator<Item = &Point>))]
fn handed_on(mesh: &Mesh, k: f64) -> f64 {
    let mut changed = mesh.clone();
    for w in changed.iter_chosen_mut() {
        *w *= k;
    }
    let weights = weights_of(changed.points().map(|p| p.w * p.x), 2);
    weights[0] * weights[1] + changed.points().map(|p| p.w).sum::<f64>()
}

#[differentiable]
impl Mesh {
    fn iter_chosen_mut(&mut self) -> impl Iterator<Item = &mut f64> {
        self.points.iter_mut().map(|p| &mut p.w)
    }
}

#[test]
fn an_iterator_over_what_may_change_is_handed_on() {
    let point = |x, w| Point { x, w };
    let mesh = Mesh {
        points: vec![point(0.4, 1.2), point(-0.7, 0.3), point(1.1, -0.6)],
        ends: [point(0.1, 0.2), point(0.3, 0.4)],
        chosen: vec![0, 2],
        scale: 1.5,
    };
    check_grad!(handed_on(&mesh, 0.8)).unwrap();
}

/// Under the name of a method of nalgebra's.
mod rows {
    use pullback::{Differentiable, check_grad, differentiable};

    #[derive(Clone, Debug, Differentiable)]
    struct Table {
        cells: Vec<f64>,
        columns: usize,
    }

    #[differentiable]
    impl Table {
        fn row_iter(&self) -> impl Iterator<Item = &[f64]> {
            self.cells.chunks(self.columns)
        }

        fn row_iter_mut(&mut self) -> impl Iterator<Item = &mut [f64]> {
            let columns = self.columns;
            self.cells.chunks_mut(columns)
        }

        fn total(&self) -> f64 {
            let mut sum = 0.0;
            for row in self.row_iter() {
                sum += row[0] * row[1];
            }
            sum + self.row_iter().map(|row| row[0] * row[0] * row[1]).sum::<f64>()
        }

        fn scale(&mut self, k: f64) {
            for row in self.row_iter_mut() {
                row[0] *= k * row[1];
            }
        }
    }

    #[differentiable(types(row_iter = fn(..) -> impl Iterator<Item = &[f64]>))]
    fn scaled(x: &[f64], k: f64) -> f64 {
        let mut table = Table {
            cells: x.to_vec(),
            columns: 2,
        };
        table.scale(k);
        let total = table.total();
        table.scale(k * total);
        total + table.row_iter().map(|row| row[0] * row[1]).sum::<f64>()
    }

    #[test]
    fn a_row_iter_of_ones_own_is_not_taken_for_a_matrix() {
        check_grad!(scaled(&[0.3, 0.5, 0.7, 1.1], 0.8)).unwrap();
    }
}
