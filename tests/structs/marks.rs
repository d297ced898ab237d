//! Fields marked `#[no_diff]` that hold numbers: data, settings, tables. They are read like any others, and nothing flows into
//! them.
use pullback::{Differentiable, check_grad, differentiable};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Has no derivative at all.
#[derive(Clone, Debug)]
struct Settings {
    gain: f64,
    steps: usize,
    table: Vec<f64>,
    knots: Vec<Knot>,
}

#[derive(Clone, Debug)]
struct Knot {
    at: f64,
    weight: [f64; 2],
}

#[derive(Clone, Debug, Differentiable)]
struct Model {
    #[no_diff]
    xs: Vec<f64>,
    #[no_diff]
    grid: Vec<[f64; 2]>,
    #[no_diff]
    settings: Settings,
    #[no_diff]
    gain: f64,
    ys: Vec<f64>,
    inner: Inner,
}

#[derive(Clone, Debug, Differentiable)]
struct Inner {
    #[no_diff]
    offset: f64,
    slope: f64,
}

#[derive(Clone, Debug, Differentiable)]
enum Term {
    Power(f64, #[no_diff] f64),
    Table {
        scale: f64,
        #[no_diff]
        values: Vec<f64>,
    },
}

fn model() -> Model {
    let knot = |at: f64| Knot {
        at,
        weight: [at, 1.0 - at],
    };
    Model {
        xs: vec![1.0, 2.0, 3.0],
        grid: vec![[0.3, 0.4], [0.7, 1.0]],
        settings: Settings {
            gain: 2.0,
            steps: 2,
            table: vec![1.5, -2.0],
            knots: vec![knot(0.25), knot(0.75)],
        },
        gain: 0.7,
        ys: vec![0.4, 0.5, 0.6],
        inner: Inner {
            offset: 0.2,
            slope: 1.3,
        },
    }
}

#[differentiable]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

#[differentiable]
fn elements(m: &Model, x: f64) -> f64 {
    x * m.xs[1] * m.ys[1] - m.grid[1][0] * m.ys[2] + m.inner.offset * m.inner.slope + m.gain
}

#[differentiable]
fn chains(m: &Model, x: f64) -> f64 {
    let products: f64 = m.xs.iter().zip(&m.ys).map(|(a, b)| a * b * x).sum();
    let steps: f64 = m.xs.windows(2).map(|w| (w[1] - w[0]) * x).sum();
    products * steps + m.xs.last().unwrap() * m.xs.iter().copied().min_by(|a, b| a.total_cmp(b)).unwrap()
}

#[differentiable]
fn loops(m: &Model, x: f64) -> f64 {
    let (mut sum, xs) = (0.0, &m.xs);
    for (i, a) in m.xs.iter().enumerate() {
        sum += a * x * m.ys[i];
    }
    for &[a, b] in &m.grid {
        sum += a * x - b * m.ys[0];
    }
    for i in 0..m.settings.steps {
        for knot in &m.settings.knots {
            if knot.at > 0.5 {
                sum += xs[i] * m.ys[i] * m.settings.table[i] * knot.weight[1];
            }
        }
    }
    sum
}

#[differentiable]
fn lent(m: &Model, x: f64) -> f64 {
    dot(&m.xs, &m.ys) * x + dot(&m.xs[1..], &m.ys[1..]) + dot(&m.settings.table, &m.ys[..2])
}

#[differentiable]
fn below(m: &Model, x: f64) -> f64 {
    m.settings.gain * m.ys[0] * x + m.settings.knots[1].at * m.settings.knots[0].weight[1] * m.ys[2]
}

#[differentiable]
fn taken_apart(m: &Model, x: f64) -> f64 {
    let Model {
        xs,
        ys,
        gain,
        inner: Inner { offset, slope },
        ..
    } = m;
    xs[0] * ys[0] * x * gain + offset * slope
}

#[differentiable]
fn copied(m: &Model, x: f64) -> f64 {
    let mut v = m.xs.clone();
    v[0] *= x;
    let gain = m.gain;
    let negative = -gain;
    v[0] * m.ys[0] + negative.abs() * x + gain.powi(2)
}

#[differentiable]
fn by_value(m: Model, x: f64) -> f64 {
    m.gain * x * m.ys[0] + m.xs[2] * m.inner.offset
}

#[differentiable]
fn payloads(terms: &[Term], x: f64) -> f64 {
    let mut sum = 0.0;
    for term in terms {
        sum += match term {
            Term::Power(scale, exponent) => scale * x.powf(*exponent),
            Term::Table { scale, values } => values.iter().map(|v| v * scale * x).sum::<f64>(),
        };
    }
    sum
}

#[differentiable]
impl Model {
    fn at(&self, x: f64) -> f64 {
        self.xs[1] * x * self.ys[0] + self.settings.gain * self.gain
    }
    /// The derivative of a field that the function itself writes, beside marked ones.
    fn refine(&mut self, x: f64) -> f64 {
        for (y, a) in self.ys.iter_mut().zip(&self.xs) {
            *y += a * x;
        }
        self.at(x)
    }
}

#[differentiable]
fn through_methods(m: &Model, x: f64) -> f64 {
    let mut refined = m.clone();
    refined.refine(x) + m.at(x * x)
}

#[derive(Clone, Debug, Differentiable)]
struct Tables {
    #[no_diff]
    rates: HashMap<String, f64>,
    #[no_diff]
    factor: Option<f64>,
    #[no_diff]
    row: Option<Vec<f64>>,
    #[no_diff]
    pair: (f64, usize),
    weight: f64,
}

#[differentiable]
fn looked_up(t: &Tables, x: f64) -> f64 {
    let mut sum = t.rates["a"] * x * t.weight + t.rates.get("b").copied().unwrap_or(1.5) * x;
    if let Some(rate) = t.rates.get("a") {
        sum += rate * t.weight;
    }
    if let Some(factor) = t.factor {
        sum *= factor * t.weight;
    }
    let scaled = t.factor.map_or(1.0, |factor| factor * x);
    sum + scaled * t.row.as_ref().map_or(x, |row| dot(row, &[x, t.weight])) + t.pair.0 * x + t.pair.1 as f64
}

#[test]
fn marked_fields_may_be_maps_options_and_tuples() {
    let mut tables = Tables {
        rates: HashMap::from([(String::from("a"), 0.7)]),
        factor: Some(1.3),
        row: Some(vec![0.2, -0.4]),
        pair: (0.6, 3),
        weight: 0.8,
    };
    check_grad!(looked_up(&tables, 0.5)).unwrap();
    (tables.factor, tables.row) = (None, None);
    check_grad!(looked_up(&tables, 0.5)).unwrap();
}

#[test]
fn marked_fields_are_read_like_any_others() {
    let m = model();
    check_grad!(elements(&m, 0.5)).unwrap();
    check_grad!(chains(&m, 0.5)).unwrap();
    check_grad!(loops(&m, 0.5)).unwrap();
    check_grad!(lent(&m, 0.5)).unwrap();
    check_grad!(below(&m, 0.5)).unwrap();
    check_grad!(taken_apart(&m, 0.5)).unwrap();
    check_grad!(copied(&m, 0.5)).unwrap();
    check_grad!(by_value(m.clone(), 0.5)).unwrap();
    check_grad!(through_methods(&m, 0.5)).unwrap();
    let terms = [
        Term::Power(0.7, 2.5),
        Term::Table {
            scale: 0.3,
            values: vec![1.0, 4.0],
        },
    ];
    check_grad!(payloads(&terms, 0.5)).unwrap();
}

#[test]
fn nothing_flows_into_marked_fields() {
    let (bar, _) = elements::grad(&model(), 0.5);
    assert_eq!(
        (bar.xs, bar.grid, bar.settings, bar.gain, bar.inner.offset),
        ((), (), (), (), ())
    );
    assert_eq!(bar.inner.slope, 0.2);
}

/// Lists of counts in fields that carry no derivative.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Ordered {
    x: Vec<f64>,
    #[no_diff]
    order: Vec<usize>,
    #[no_diff]
    seen: [usize; 3],
    #[no_diff]
    names: Vec<String>,
    #[no_diff]
    last: Option<usize>,
    k: f64,
}

#[differentiable]
impl Ordered {
    fn here(&self) -> f64 {
        let mut sum = self.k;
        for (n, i) in self.order.iter().enumerate() {
            sum += self.x[*i] * self.x[self.seen[n % 3]] * (n + 1) as f64;
        }
        sum
    }

    /// Each step changes which numbers are read, so that the way back has to take it back.
    fn rearranged(&mut self, steps: usize) -> f64 {
        let mut sum = 0.0;
        for step in 0..steps {
            match step {
                0 => self.order.swap(0, 2),
                1 => self.order.push(1),
                2 => self.order.sort(),
                3 => self.order.insert(1, 2),
                4 => self.order.reverse(),
                5 => self.order.rotate_left(1),
                6 => self.order.retain(|i| *i > 0),
                7 => self.order.extend([0, 2]),
                8 => self.order.sort_unstable_by(|a, b| b.cmp(a)),
                9 => self.order.dedup(),
                10 => self.order.truncate(2),
                11 => self.order.resize(5, 1),
                12 => self.seen.swap(0, 1),
                13 => self.seen.rotate_right(1),
                14 => self.order[1] += 1,
                15 => self.seen.reverse(),
                16 => self.order.fill(2),
                17 => self.order.sort_unstable(),
                _ => {
                    let x = self.x.clone();
                    self.order.sort_by(|a, b| x[*a].total_cmp(&x[*b]));
                }
            }
            self.names.push("step".to_string());
            let here = self.here();
            sum += here * self.x[step % 3];
            self.x[step % 3] *= self.k;
        }
        sum + self.taken()
    }

    fn taken(&mut self) -> f64 {
        let first = self.order.remove(0);
        let any = self.order.swap_remove(0);
        let last = self.order.pop().unwrap();
        let marked = self.last.replace(first).unwrap_or(0);
        let again = self.last.take().unwrap_or(1);
        moved(&mut self.order, &mut self.x, any) * self.x[first] * self.x[last] * self.x[marked] * self.x[again]
    }
}

#[differentiable]
fn moved(order: &mut Vec<usize>, x: &mut [f64], any: usize) -> f64 {
    order.push(any);
    x[any] *= 2.0;
    order.push(1);
    x[order[0]] * x[any]
}

#[differentiable]
fn rearranged(list: &mut Ordered, steps: usize) -> f64 {
    list.rearranged(steps)
}

#[test]
fn lists_without_derivative_are_changed_and_put_back() {
    let list = Ordered {
        x: vec![0.7, -0.4, 1.3, 0.9],
        order: vec![2, 0, 1, 3],
        seen: [0, 2, 1],
        names: Vec::new(),
        last: Some(1),
        k: 0.8,
    };
    for steps in [1, 5, 12, 15, 19] {
        let mut list = list.clone();
        check_grad!(rearranged(&mut list, steps)).unwrap();
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Graph {
    weights: Vec<f64>,
    #[no_diff]
    seen: HashSet<usize>,
    #[no_diff]
    order: BTreeSet<usize>,
}

#[differentiable]
fn visited(graph: &mut Graph, steps: &[usize], k: f64) -> f64 {
    let mut sum = k;
    for at in steps {
        if graph.seen.insert(*at) {
            sum += graph.weights[*at] * sum;
            graph.weights[*at] *= k;
        } else if !graph.order.contains(at) {
            sum *= graph.weights[*at];
            graph.order.insert(*at);
        }
    }
    sum
}

#[test]
fn sets_without_derivative_are_changed_and_put_back() {
    let graph = Graph {
        weights: vec![0.7, -0.4, 1.3],
        seen: HashSet::from([1]),
        order: BTreeSet::new(),
    };
    check_grad!(visited(&mut graph.clone(), &[0, 1, 2, 0, 1, 0], 0.6)).unwrap();
}

#[differentiable]
impl Graph {
    fn order(&self) -> &BTreeSet<usize> {
        &self.order
    }

    fn of_order(&self, k: f64) -> f64 {
        let mut sum = k;
        for &at in self.order() {
            sum += self.weights[at] * self.weights[at] * k;
        }
        sum
    }
}

/// Label by label, in the way of counts by the bits of a number.
#[differentiable(types(order = fn(..) -> &BTreeSet<usize>), no_diff(as))]
fn labelled<T: num_traits::Float>(graph: &Graph, labels: &[T], k: f64) -> f64 {
    let mut keys: Vec<u64> = Vec::new();
    for label in labels {
        keys.push(label.to_f64().unwrap().to_bits());
    }
    let mut sum = 0.0;
    for pass in 0..2 {
        for at in graph.order() {
            sum += graph.weights[*at] * k * sum + graph.of_order(k) * keys.len() as f64;
        }
        if pass == 0 && keys[0] == keys[1] {
            sum *= k;
        }
    }
    sum / graph.order().len() as f64
}

#[test]
fn a_set_that_a_method_lends_is_gone_through_as_it_is() {
    #[differentiable]
    fn both(weights: &[f64], labels: &[f64], k: f64) -> f64 {
        let graph = Graph {
            weights: weights.to_vec(),
            seen: HashSet::new(),
            order: BTreeSet::from([0, 2]),
        };
        labelled(&graph, labels, k) + graph.of_order(k)
    }
    check_grad!(both(&[0.7, -0.4, 1.3], &[1.0, 1.0, 2.0], 0.6)).unwrap();
}

/// A matrix of which the elements that are not zero are listed, row by row.
#[derive(Clone, Debug, Differentiable)]
struct Sparse {
    #[no_diff]
    ends: Vec<usize>,
    #[no_diff]
    columns: Vec<usize>,
    values: Vec<f64>,
    #[no_diff]
    halves: Option<[usize; 2]>,
    #[no_diff]
    span: Option<(usize, usize)>,
}

#[differentiable]
impl Sparse {
    fn row(&self, i: usize) -> (&[usize], &[f64]) {
        let range = self.ends[i]..self.ends[i + 1];
        (&self.columns[range.clone()], &self.values[range])
    }

    fn multiply(&self, x: &[f64], y: &mut [f64]) {
        for i in 0..y.len() {
            let (columns, values) = self.row(i);
            y[i] = columns.iter().zip(values).map(|(&j, v)| v * x[j]).sum();
        }
    }

    fn divide(&mut self) {
        let middle = self.values.len() / 2;
        self.halves = Some([middle, middle + 1]);
        self.span = Some((0, middle));
        self.values[middle] *= 2.0;
    }
}

#[differentiable]
fn multiplied(values: &[f64], x: &[f64]) -> f64 {
    let mut sparse = Sparse {
        ends: vec![0, 2, 3, 3],
        columns: vec![0, 2, 1],
        values: values.to_vec(),
        halves: None,
        span: None,
    };
    let mut y = [0.0; 3];
    let mut sum = 0.0;
    for k in 0..2 {
        sparse.multiply(x, &mut y);
        sparse.divide();
        if let (Some([low, high]), Some((start, end))) = (sparse.halves, sparse.span) {
            sum += sparse.values[low] * sparse.values[high] + x[end - start];
        }
        sum += y[0] * y[1] * x[k];
    }
    sum
}

#[test]
fn parts_of_marked_lists_are_lent_and_options_of_counts_are_set() {
    check_grad!(multiplied(&[0.7, -0.4, 1.3], &[0.5, 0.9, -0.2])).unwrap();
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Bodies {
    at: Vec<f64>,
    #[no_diff]
    springs: Vec<(usize, usize)>,
}

#[differentiable]
impl Bodies {
    fn add(&mut self, at: f64) -> usize {
        self.at.push(at * at);
        self.at.len() - 1
    }

    fn connect(&mut self, a: f64, b: f64) -> f64 {
        let (first, second) = (self.add(a), self.add(b));
        self.springs.push((first, second));
        let &(i, j) = self.springs.last().unwrap();
        (self.at[i] - self.at[j]) * a
    }
}

#[differentiable]
fn connected(a: f64, b: f64) -> f64 {
    let mut bodies = Bodies {
        at: vec![a],
        springs: vec![],
    };
    let mut sum = 0.0;
    for _ in 0..2 {
        sum += bodies.connect(a, b * sum + b);
    }
    for &(i, j) in &bodies.springs {
        sum *= bodies.at[i] * bodies.at[j] + 1.0;
    }
    sum
}

#[test]
fn pairs_of_counts_are_pushed_to_a_marked_list() {
    check_grad!(connected(0.7, 1.3)).unwrap();
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Grid {
    data: Vec<f64>,
    #[no_diff]
    shape: Vec<usize>,
}

/// All parameters of the constructors are marked, and what they are given is a part of an active value.
#[differentiable]
impl Grid {
    fn zeros(#[no_diff] shape: &[usize]) -> Self {
        Self::filled(shape, 0.0)
    }

    fn filled(#[no_diff] shape: &[usize], #[no_diff] value: f64) -> Self {
        Grid {
            data: vec![value; shape.iter().product()],
            shape: shape.to_vec(),
        }
    }

    fn outer(&self, other: &Grid) -> Grid {
        let (rows, columns) = (self.shape[0], other.shape[0]);
        let mut product = Grid::zeros(&[rows, columns]);
        for i in 0..rows {
            for j in 0..columns {
                product.data[i * columns + j] = self.data[i] * other.data[j];
            }
        }
        let half = Grid::filled(&[rows], 0.5);
        product.data[0] *= half.data[rows - 1];
        product
    }
}

#[differentiable]
fn of_grids(x: &[f64]) -> f64 {
    let left = Grid {
        data: x[..2].to_vec(),
        shape: vec![2],
    };
    let right = Grid {
        data: x[1..].to_vec(),
        shape: vec![x.len() - 1],
    };
    left.outer(&right).outer(&left).data.iter().map(|v| v.sin()).sum()
}

#[test]
fn constructors_of_marked_parameters_alone_are_called() {
    check_grad!(of_grids(&[0.3, 0.5, 0.9])).unwrap();
}

/// Has no derivative, and no accessors for what its variants hold.
#[derive(Clone, Debug)]
enum Kind {
    Named(Tag),
    Plain,
    Two { tag: Tag, k: u8 },
}

#[derive(Clone, Debug)]
struct Tag {
    n: u32,
}

#[derive(Clone, Debug, Differentiable)]
struct Kinded {
    #[no_diff]
    kind: Kind,
    x: f64,
}

fn kind_of(n: u32) -> Kind {
    match n {
        0 => Kind::Plain,
        1 => Kind::Two {
            tag: Tag { n: 4 },
            k: 2,
        },
        n => Kind::Named(Tag { n }),
    }
}

#[differentiable]
fn of_a_marked_field(s: &Kinded) -> f64 {
    match &s.kind {
        Kind::Named(tag) => s.x * tag.n as f64,
        Kind::Plain => s.x * s.x,
        Kind::Two { tag, k } => s.x.powi(*k as i32) + tag.n as f64,
    }
}

#[differentiable]
fn of_a_marked_parameter(#[no_diff] kind: &Kind, xs: &[f64]) -> f64 {
    let mut sum = 1.0;
    for x in xs {
        let next = sum * x;
        if let Kind::Named(Tag { n }) = kind {
            sum = next * *n as f64;
        } else {
            sum += next;
        }
    }
    sum
}

#[differentiable]
fn of_a_local(#[no_diff] n: u32, x: f64) -> f64 {
    let kind = kind_of(n);
    match kind {
        Kind::Named(tag) => x * tag.n as f64,
        Kind::Plain => x * x,
        Kind::Two { tag, k } => x * k as f64 + tag.n as f64,
    }
}

#[test]
fn what_an_enum_without_derivative_holds_is_read_where_numbers_flow() {
    for n in 0..4 {
        let kinded = Kinded {
            kind: kind_of(n),
            x: 0.3,
        };
        check_grad!(of_a_marked_field(&kinded)).unwrap();
        check_grad!(of_a_marked_parameter(&kinded.kind, &[0.7, 0.8])).unwrap();
        check_grad!(of_a_local(n, 0.7)).unwrap();
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Item {
    weight: f64,
    rate: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct Items {
    all: Vec<Item>,
}

#[differentiable]
fn items_of(xs: &[f64]) -> Items {
    let mut all = Vec::new();
    for x in xs {
        all.push(Item {
            weight: x * x,
            rate: x.sin(),
        });
    }
    Items { all }
}

#[differentiable]
fn in_a_loop_and_after_it(xs: &[f64]) -> f64 {
    let items = items_of(xs);
    let mut sum = 0.0;
    for i in 0..xs.len() {
        let weight = items.all[i].weight;
        sum += weight * weight * items.all[i].rate;
    }
    sum + items.all[1].rate
}

#[test]
fn fields_that_may_be_marked_are_added_to_in_a_loop_that_runs_both_ways_at_once_and_after_it() {
    check_grad!(in_a_loop_and_after_it(&[0.3, 0.5, 0.6])).unwrap();
}

#[derive(Clone, Debug, PartialEq)]
struct Frame {
    inertial: bool,
}

#[derive(Clone, Copy, Debug)]
struct Epoch(i64);

#[derive(Clone, Debug, Differentiable)]
struct Tagged {
    x: f64,
    #[no_diff]
    frame: Frame,
    #[no_diff]
    epoch: Epoch,
}

#[differentiable]
impl Tagged {
    fn scaled(&self, k: f64, #[no_diff] frame: Frame) -> f64 {
        if frame.inertial { self.x * k } else { self.x + k }
    }

    fn total(&self, k: f64) -> f64 {
        self.scaled(k, self.frame.clone()) + self.scaled(2.0, Frame { inertial: false })
    }
}

#[differentiable]
fn since(x: f64, #[no_diff] epoch: Epoch) -> f64 {
    x * epoch.0 as f64
}

#[differentiable]
fn of_marked_fields(tagged: &Tagged, k: f64) -> f64 {
    let mut sum = tagged.total(k);
    for _ in 0..2 {
        sum += since(tagged.x, tagged.epoch);
    }
    let epoch = tagged.epoch;
    if sum > 0.0 {
        sum *= since(tagged.x, epoch);
    }
    sum + since(tagged.x * k, epoch)
}

#[test]
fn a_marked_field_is_given_by_value_to_a_marked_parameter() {
    let tagged = Tagged {
        x: 0.7,
        frame: Frame { inertial: true },
        epoch: Epoch(3),
    };
    check_grad!(of_marked_fields(&tagged, 0.4)).unwrap();
    check_grad!(of_marked_fields(&tagged, -4.4)).unwrap();
}
