//! Methods and functions of the user's own under names that std gives to others.
use pullback::{Differentiable, check_grad, differentiable};

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Node {
    x: f64,
    list: Vec<f64>,
    n: usize,
}

#[differentiable]
impl Node {
    fn count(&self) -> usize {
        self.n
    }

    fn position(&self) -> f64 {
        self.x * self.list[0]
    }

    /// What this writes is seen by nothing but the `&mut`.
    fn spread(&self, out: &mut Vec<f64>, more: &mut Vec<f64>) {
        for y in out.iter_mut() {
            *y *= self.x;
            more.push(*y);
        }
    }
}

/// A counter that is no iterator of std's.
#[derive(Clone, Debug, Differentiable)]
struct Decay {
    at: f64,
    by: f64,
}

#[differentiable]
impl Decay {
    fn next(&mut self) -> Option<f64> {
        self.at *= self.by;
        Some(self.at)
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Shifted {
    inner: Decay,
    low: f64,
}

#[differentiable]
impl Shifted {
    fn next(&mut self) -> Option<f64> {
        self.inner
            .next()
            .map(|x| if x < 1.0 { x + self.low } else { x * self.low })
    }
}

/// With other numbers of arguments than the methods of iterators.
#[differentiable]
impl Node {
    fn reduce(&self, k: f64, at: usize) -> f64 {
        self.list[at] * k
    }

    fn find(&self, k: f64, x: f64) -> f64 {
        self.list[0] * k * x
    }

    fn filter_map(&self) -> f64 {
        self.list[1] * self.x
    }

    fn chunks_exact(&self, a: f64, b: f64) -> f64 {
        self.list[1] * a * b
    }

    fn flat_map(&self) -> f64 {
        self.list[1] * self.list[0]
    }
}

#[differentiable]
fn adapted(node: &Node, x: f64) -> f64 {
    node.reduce(x, 0) + node.find(x, x) + node.filter_map() * node.chunks_exact(x, 2.0) + node.flat_map()
}

#[test]
fn adapters_of_ones_own_take_other_arguments() {
    let node = Node {
        x: 0.7,
        list: vec![1.5, -0.4],
        n: 2,
    };
    check_grad!(adapted(&node, 1.3)).unwrap();
}

#[differentiable]
trait Make {
    fn copied_from(list: &[f64]) -> Self;
    fn zeros(n: usize) -> Self;
}

#[differentiable]
impl Make for Vec<f64> {
    fn copied_from(list: &[f64]) -> Self {
        list.to_vec()
    }
    fn zeros(n: usize) -> Self {
        vec![0.0; n]
    }
}

#[differentiable]
fn counted(nodes: &[Node], x: f64) -> f64 {
    let (mut n, mut s) = (0, 0.0);
    for node in &nodes[..2] {
        if node.x <= x {
            s += node.x * x;
            n += node.count();
        }
    }
    for node in nodes {
        let at = node.position();
        s += at * x;
    }
    s * n as f64
}

#[differentiable]
fn spread(nodes: &[Node], x: f64) -> f64 {
    let (mut out, mut more) = (Vec::new(), Vec::new());
    let mut all = Vec::new();
    for node in nodes {
        more.clear();
        out.clear();
        out.extend_from_slice(&[node.x, node.x * x]);
        node.spread(&mut out, &mut more);
        all.push(out[0] * x + more[1]);
    }
    all.iter().sum::<f64>()
}

#[differentiable]
fn shifted(low: f64, n: usize) -> f64 {
    let inner = Decay { at: 4.0 * low, by: 0.7 };
    let mut wave = Shifted { inner, low };
    let mut sum = 0.0;
    for k in 0..n {
        sum += wave.next().unwrap() * k as f64;
    }
    sum
}

#[differentiable]
fn made(node: &Node, x: f64) -> f64 {
    let n = node.list.len();
    let mut r = Vec::zeros(n);
    let s = Vec::copied_from(&node.list[..]);
    for i in 0..n {
        r[i] = x * 2.0 * s[i];
    }
    r[0] * r[1]
}

/// What rustc knows to be integers may be written to a parameter that has no derivative.
#[differentiable]
fn tallied(nodes: &[Node], counts: &mut Vec<usize>, sums: &mut [f64]) -> f64 {
    for node in nodes {
        counts[0] += node.n;
        counts[1] = node.count();
        counts.push(node.n);
        sums[0] += node.x * 2.0;
    }
    sums[0] * nodes[0].x
}

/// Arrays of indices, and of what is no number, become arrays of something else.
#[differentiable]
fn mapped(node: &Node, x: f64) -> f64 {
    let indices = [0, 1, 2];
    let mut sum = 0.0;
    for k in 1..3 {
        let times = indices.map(|i| {
            if node.list[i] > 0.0 {
                (node.list[i] * x * k as f64, true)
            } else {
                (x * 2.0, false)
            }
        });
        sum += if times[2].1 {
            times[0].0
        } else {
            times[0].0 * times[1].0 * times[2].0
        };
    }
    let nodes = [node.clone(), Node { x, ..node.clone() }];
    let positions = nodes.map(|node| node.position() * x);
    sum * positions[0] * positions[1]
}

/// A distribution, whose shape is a number.
#[derive(Clone, Debug, Differentiable)]
struct Gamma {
    shape: f64,
    dim: f64,
}

#[differentiable]
impl Gamma {
    fn shape(&self) -> f64 {
        self.shape * self.dim
    }
}

#[derive(Clone, Debug, Differentiable)]
struct ChiSquared {
    g: Gamma,
}

#[differentiable]
impl ChiSquared {
    fn shape(&self) -> f64 {
        self.g.shape()
    }

    fn mean(&self, k: f64) -> f64 {
        if self.shape() > 0.0 {
            self.g.shape() * k + self.shape()
        } else {
            k
        }
    }
}

#[differentiable]
fn shapes(c: &ChiSquared, k: f64) -> f64 {
    c.mean(k) * c.shape()
}

#[test]
fn a_shape_may_be_a_number() {
    let g = Gamma { shape: 1.5, dim: 0.5 };
    check_grad!(shapes(&ChiSquared { g }, 0.7)).unwrap();
}

#[test]
fn names_of_std_may_be_those_of_others() {
    let node = |x: f64| Node {
        x,
        list: vec![1.5, 2.5, -1.0],
        n: 3,
    };
    let nodes = [node(2.0), node(-0.5), node(1.2)];
    check_grad!(counted(&nodes, 1.3)).unwrap();
    check_grad!(spread(&nodes, 1.3)).unwrap();
    check_grad!(shifted(0.7, 9)).unwrap();
    check_grad!(made(&nodes[1], 1.3)).unwrap();
    check_grad!(tallied(&nodes, &mut vec![1, 2], &mut [1.0, 2.0])).unwrap();
    check_grad!(mapped(&nodes[2], 1.3)).unwrap();
    let mut counts = vec![1, 2];
    tallied::grad(&nodes, &mut counts, &mut [1.0, 2.0]);
    assert_eq!(counts, [10, 3, 3, 3, 3]);
}

/// A field of numbers, which is asked for its value at a point: no list, though it is asked by `get`.
#[differentiable]
trait Field {
    fn get(&self, point: [f64; 2]) -> f64;
}

#[derive(Clone, Debug, Differentiable)]
struct Waves {
    k: [f64; 2],
}

#[differentiable]
impl Field for Waves {
    fn get(&self, point: [f64; 2]) -> f64 {
        (self.k[0] * point[0]).sin() + self.k[1] * point[1]
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Warped<F> {
    source: F,
    by: f64,
}

#[differentiable]
impl<F: Field> Field for Warped<F> {
    fn get(&self, point: [f64; 2]) -> f64 {
        let near = self.source.get(point);
        let far = self.source.get([point[0] + self.by * near, point[1] * near]);
        near.clamp(-0.5, 0.5) + far * self.source.get([far; 2])
    }
}

#[differentiable]
fn warped(k: [f64; 2], by: f64, x: f64) -> f64 {
    let mut field = Warped {
        source: Waves { k },
        by,
    };
    let mut sum = 0.0;
    for i in 0..3 {
        sum += field.get([x, x * i as f64]);
        field.by *= 0.5;
    }
    sum
}

/// An arc of a circle, which is no shared pointer.
#[derive(Clone, Copy, Debug, Differentiable)]
struct Arc {
    radius: f64,
    angle: f64,
}

#[differentiable]
impl Arc {
    fn new(radius: f64, angle: f64) -> Arc {
        Arc { radius, angle }
    }

    fn length(&self) -> f64 {
        self.radius * self.angle
    }
}

#[differentiable]
fn lengths(x: f64, y: f64) -> f64 {
    Arc::new(x * y, y).length() + Arc::new(x, 1.0).length().sin()
}

#[test]
fn get_and_arc_may_be_those_of_others() {
    check_grad!(warped([0.7, -0.4], 0.3, 0.6)).unwrap();
    check_grad!(lengths(0.7, 0.3)).unwrap();
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Angle {
    turns: f64,
}

#[differentiable]
impl Angle {
    fn sin(&self) -> f64 {
        (6.0 * self.turns).sin()
    }

    fn abs(self) -> Angle {
        Angle {
            turns: self.turns * self.turns,
        }
    }

    fn powi(&self, n: i32) -> f64 {
        self.turns * f64::from(n)
    }

    fn floor(&self, step: Angle) -> Angle {
        Angle {
            turns: (self.turns / step.turns).floor() * step.turns + 0.1 * self.turns,
        }
    }
}

/// `floor` with an argument is none of a float's, and need not be flat.
#[differentiable]
fn of_steps(turns: f64, step: f64) -> f64 {
    let mut sum = 0.0;
    for k in 0..3 {
        let angle = Angle {
            turns: turns * f64::from(k),
        };
        let down = angle.floor(Angle { turns: step });
        sum += if k > 1 { down.turns * down.turns } else { down.turns };
    }
    sum
}

#[test]
fn methods_named_like_flat_ones_with_an_argument_are_the_users_own() {
    check_grad!(of_steps(0.7, 0.3)).unwrap();
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Interval {
    low: f64,
    high: Vec<f64>,
}

#[differentiable]
impl Interval {
    fn max(&self, other: &Interval) -> f64 {
        self.low * other.high[0]
    }

    fn exp(self) -> Interval {
        Interval {
            low: self.low.exp(),
            high: self.high,
        }
    }
}

#[differentiable]
fn of_an_angle(angle: Angle) -> f64 {
    angle.sin() * angle.powi(2) + angle.abs().turns
}

#[differentiable]
fn of_intervals(a: &Interval, b: Interval, turns: f64) -> f64 {
    let mut angle = Angle { turns };
    let mut sum = 0.0;
    for k in 0..3 {
        sum += if k == 1 { angle.sin() } else { angle.powi(k) };
        angle.turns *= a.low;
    }
    let same = a.max(a) + Interval::max(&b, a);
    sum * same * b.exp().low
}

/// Among a type's own functions `self` is no float, whatever they show of it.
#[differentiable]
impl Angle {
    fn cos(self) -> Angle {
        Angle {
            turns: self.turns.cos(),
        }
    }

    fn both(&self) -> (f64, Angle) {
        (self.sin(), self.cos())
    }

    fn twice(self) -> Angle {
        Angle::abs(self.cos())
    }
}

#[differentiable]
fn of_both(angle: Angle, n: usize) -> f64 {
    let mut sum = 0.0;
    for _ in 0..n {
        let (sin, cos) = angle.both();
        sum += sin * cos.turns * angle.twice().turns;
    }
    sum
}

/// Of a field that may be a number the method is taken for the number's, but by its path.
#[differentiable]
fn of_parts(pair: &(Interval, f64), angles: &[Angle]) -> f64 {
    pair.0.max(&pair.0) * pair.1.sin() * Angle::sin(&angles[1])
}

/// Another name for a float, of which nothing else is known.
type Real = f64;

#[differentiable]
fn of_a_name(x: Real, y: Real) -> Real {
    x.sin() * y.powi(2) + x.max(y) * x.abs().sqrt() + x.powf(y) + x.clamp(y, x) + y.hypot(x)
}

#[test]
fn methods_named_like_those_of_floats_may_be_those_of_structs() {
    let (a, b) = (
        Interval {
            low: 0.4,
            high: vec![2.0, 1.0],
        },
        Interval {
            low: -0.7,
            high: vec![0.3],
        },
    );
    check_grad!(of_an_angle(Angle { turns: 0.3 })).unwrap();
    check_grad!(of_both(Angle { turns: 0.3 }, 2)).unwrap();
    check_grad!(of_intervals(&a, b, 0.7)).unwrap();
    check_grad!(of_parts(&(a, 0.3), &[Angle { turns: 0.2 }, Angle { turns: 0.4 }])).unwrap();
    check_grad!(of_a_name(0.7, 0.6)).unwrap();
}

/// A container with an `insert` of its own, whose results are no references.
#[derive(Clone, Debug, Differentiable)]
struct Heaped {
    list: Box<Vec<f64>>,
    last: Option<f64>,
}

#[differentiable]
impl Heaped {
    fn insert(&mut self, x: f64) -> usize {
        self.list.push(x * x);
        let _ = self.last.insert(x);
        self.list.len() - 1
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Holding {
    heap: Heaped,
    k: f64,
}

#[differentiable]
fn heaped(holding: &mut Holding, x: f64) -> f64 {
    let at = holding.heap.insert(x * holding.k);
    let next = holding.heap.insert(x);
    holding.heap.list.swap(at, next);
    holding.heap.list[at] * holding.heap.list.pop().unwrap() * holding.heap.last.unwrap()
}

#[test]
fn an_insert_may_be_that_of_the_users_own() {
    let heap = Heaped {
        list: Box::new(vec![0.3]),
        last: None,
    };
    check_grad!(heaped(&mut Holding { heap, k: 0.7 }, 0.6)).unwrap();
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Path {
    length: f64,
    weight: f64,
}

#[differentiable]
impl Path {
    fn append(&self, other: Path) -> Path {
        Path {
            length: self.length + other.length * self.weight,
            weight: self.weight * other.weight,
        }
    }
}

#[differentiable]
fn along(paths: &[Path], start: &Path, at: f64) -> f64 {
    let mut path = *start;
    for step in paths {
        path = path.append(*step);
    }
    let end = start.append(path);
    end.length * end.weight * at
}

#[test]
fn an_append_that_empties_no_list_is_the_structs_own() {
    let path = |length, weight| Path { length, weight };
    check_grad!(along(&[path(0.5, 1.2), path(-0.3, 0.8)], &path(1.1, 0.7), 1.3)).unwrap();
}

/// A state that only a trait's parameter stands for, and estimates of it whose methods have the state's names.
#[differentiable]
trait State: Clone {
    fn level(&self) -> f64;
    fn raised(self, by: f64) -> Self;
}

#[differentiable]
trait Estimate<T: State>: Clone {
    fn level(&self) -> f64 {
        self.state().level()
    }

    fn state(&self) -> T {
        self.nominal().raised(self.deviation())
    }

    fn deviation(&self) -> f64;
    fn nominal(&self) -> T;
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Height(f64);

#[differentiable]
impl State for Height {
    fn level(&self) -> f64 {
        self.0 * self.0
    }

    fn raised(self, by: f64) -> Height {
        Height(self.0 * by + by)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Guess {
    height: Height,
    off: f64,
}

#[differentiable]
impl Estimate<Height> for Guess {
    fn deviation(&self) -> f64 {
        self.off.sin()
    }

    fn nominal(&self) -> Height {
        self.height
    }
}

#[differentiable]
fn guessed(guess: &Guess, k: f64) -> f64 {
    let mut sum = 0.0;
    for _ in 0..2 {
        sum += guess.level() * k;
    }
    sum
}

#[test]
fn a_method_of_a_parameters_value_may_be_named_like_the_traits() {
    let height = Height(0.7);
    check_grad!(guessed(&Guess { height, off: 0.4 }, 1.2)).unwrap();
}

#[derive(Clone, Debug, Default, Differentiable)]
struct Track {
    points: Vec<Vec<f64>>,
}

#[differentiable]
impl Track {
    fn last(&self) -> &[f64] {
        &self.points[self.points.len() - 1]
    }

    fn first(&self) -> &Vec<f64> {
        &self.points[0]
    }

    fn push(mut self, x: f64, y: f64) -> Self {
        self.points.push(vec![x, y]);
        self
    }

    fn swap(mut self, k: usize, x: f64) -> Self {
        self.points[k][0] = x * x;
        self
    }
}

#[differentiable]
fn travelled(x: &[f64]) -> Option<f64> {
    let mut sum = 0.0;
    for (k, v) in x.iter().enumerate() {
        let track = Track::default().push(*v, x[0]).push(x[1], 0.3).swap(k % 2, *v);
        let made = Some(track)?;
        if *v > 0.0 {
            sum += made.last()[0] * made.last()[1] + made.first().len() as f64 * v;
        }
        sum += made.last().iter().map(|c| c * c).sum::<f64>();
        for pair in made.first().windows(2) {
            sum += pair[0] * pair[1].sin();
        }
    }
    Some(sum)
}

#[test]
fn what_no_option_has_is_asked_of_a_method_of_ones_own() {
    let (value, pullback) = travelled::vjp(&[0.7, -0.4, 1.2]);
    assert!(value.is_some());
    let gradient = pullback(Some(1.0));
    for k in 0..3 {
        let at = |h: f64| {
            let mut x = [0.7, -0.4, 1.2];
            x[k] += h;
            travelled(&x).unwrap()
        };
        let difference = (at(1e-5) - at(-1e-5)) / 2e-5;
        assert!(
            (gradient[k] - difference).abs() < 1e-8,
            "{k}: {} {difference}",
            gradient[k]
        );
    }
}

/// Collections of the user's own, with methods under the names of lists and maps.
mod collections {
    use pullback::{Differentiable, check_grad, differentiable};
    use std::collections::VecDeque;
    use std::ops::{Index, IndexMut};

    #[derive(Clone, Debug, Default, PartialEq, Differentiable)]
    struct Sparse<V> {
        count: usize,
        slots: Vec<Option<V>>,
    }

    #[differentiable]
    impl<V: Clone> Sparse<V> {
        fn get(&self, key: usize) -> Option<&V> {
            if key < self.slots.len() {
                self.slots[key].as_ref()
            } else {
                None
            }
        }

        fn insert(&mut self, key: usize, value: V) -> Option<V> {
            let len = self.slots.len();
            if len <= key {
                self.slots.extend((0..key - len + 1).map(|_| None));
            }
            let was = self.slots[key].replace(value);
            if was.is_none() {
                self.count += 1;
            }
            was
        }

        fn remove(&mut self, key: usize) -> Option<V> {
            let was = self.slots[key].take();
            if was.is_some() {
                self.count -= 1;
            }
            was
        }
    }

    #[differentiable]
    impl<V> Index<usize> for Sparse<V> {
        type Output = V;
        fn index(&self, key: usize) -> &V {
            self.slots[key].as_ref().expect("it is there")
        }
    }

    #[differentiable]
    impl<V> IndexMut<usize> for Sparse<V> {
        fn index_mut(&mut self, key: usize) -> &mut V {
            self.slots[key].as_mut().expect("it is there")
        }
    }

    /// What gives the largest first.
    #[derive(Clone, Debug, Default, Differentiable)]
    struct Heap(Vec<f64>);

    #[differentiable]
    impl Heap {
        fn push(&mut self, x: f64) {
            self.0.push(x * x);
        }

        fn pop(&mut self) -> Option<f64> {
            let mut best = 0;
            for k in 1..self.0.len() {
                if self.0[k] > self.0[best] {
                    best = k;
                }
            }
            if self.0.is_empty() {
                return None;
            }
            let last = self.0.len() - 1;
            self.0.swap(best, last);
            self.0.pop()
        }
    }

    #[derive(Clone, Copy, Debug, Default, PartialEq, Differentiable)]
    struct Span {
        low: f64,
        high: f64,
    }

    #[differentiable]
    impl Span {
        fn width(&self) -> f64 {
            self.high - self.low
        }
    }

    #[derive(Clone, Copy, Debug, Default, Differentiable)]
    struct Pair {
        left: Span,
        right: Span,
    }

    #[derive(Clone, Debug, Default, Differentiable)]
    struct Store {
        pairs: Sparse<Pair>,
        heap: Heap,
        order: VecDeque<usize>,
    }

    #[differentiable(types(.pairs = impl Index, .heap = impl Index, get = fn(..) -> Option<&Pair>))]
    impl Store {
        /// No key carries a derivative: this is none of a map's.
        fn insert(&mut self, span: Span, at: usize) -> f64 {
            let pair = Pair {
                left: span,
                right: Span {
                    high: span.high * span.low,
                    ..span
                },
            };
            if let Some(found) = self.pairs.get(at) {
                let (left, right) = (found.left, found.right);
                self.pairs[at].left = Span {
                    low: left.low * span.high,
                    ..left
                };
                return right.width();
            }
            let _ = self.pairs.insert(at, pair);
            self.order.push_back(at);
            // Read through the impl of `Index`, of what can be written.
            if self.pairs[at].right.width() > 0.0 {
                self.pairs[at].right.low += 0.5 * span.high;
            }
            self.heap.push(span.low);
            self.heap.push(self.pairs[at].left.width());
            span.low
        }

        fn drop_first(&mut self) -> f64 {
            let Some(at) = self.order.pop_front() else { return 0.0 };
            match self.pairs.remove(at) {
                Some(pair) => pair.left.width() * pair.right.low,
                None => 1.0,
            }
        }

        fn put(&mut self, span: Span, at: usize) -> f64 {
            self.insert(span, at) + self.insert(span, at + 1)
        }
    }

    #[differentiable(types(.heap = impl Index))]
    fn stored(spans: &[Span], k: f64) -> f64 {
        let mut store = Store::default();
        let mut sum = 0.0;
        for (i, span) in spans.iter().enumerate() {
            sum += store.insert(*span, i % 3) * k;
            if i > 2 {
                sum += store.drop_first() + store.put(*span, 4);
            }
        }
        let mut weight = 1.0;
        while let Some(x) = store.heap.pop() {
            sum += weight * x;
            weight *= 0.5;
        }
        sum
    }

    #[differentiable]
    fn written_by_a_caller(store: &mut Store, span: Span) {
        let width = store.put(span, 1);
        let _ = store.insert(Span { low: width, ..span }, 2);
    }

    #[test]
    fn methods_of_a_collection_of_the_users_own_agree_with_differences() {
        let spans: Vec<Span> = (0..6)
            .map(|i| Span {
                low: (1.0 + f64::from(i)).sin(),
                high: 2.0 + (0.7 * f64::from(i)).cos(),
            })
            .collect();
        check_grad!(stored(&spans, 0.7)).unwrap();
        check_grad!(stored(&spans[..1], 0.7)).unwrap();
        let mut store = Store::default();
        store.insert(spans[0], 2);
        check_grad!(written_by_a_caller(&mut store, spans[3])).unwrap();
    }
}

mod elements {
    use pullback::{Differentiable, check_grad, differentiable};

    #[differentiable]
    trait Listed: Clone {
        fn dot(&self, other: &Self) -> f64;
        fn abs(&self) -> Self;
        fn scaled(&self, k: f64) -> Self;
    }

    #[differentiable]
    impl Listed for Vec<f64> {
        fn dot(&self, other: &Self) -> f64 {
            self.iter().zip(other).map(|(a, b)| a * b).sum()
        }
        fn abs(&self) -> Self {
            self.iter().map(|v| v.abs()).collect()
        }
        fn scaled(&self, k: f64) -> Self {
            self.iter().map(|v| v * k).collect()
        }
    }

    #[derive(Clone, Differentiable)]
    struct History<X> {
        steps: Vec<X>,
        last: X,
    }

    /// No method of a float is given a reference.
    #[differentiable]
    fn directed<X: Listed>(history: &History<X>, k: f64) -> f64 {
        let mut sum = k;
        for i in 0..2 {
            let step = &history.steps[i];
            let along = step.dot(&history.last);
            sum += step.abs().scaled(along).dot(&history.last) * k.abs();
        }
        sum
    }

    #[test]
    fn an_element_that_is_given_a_reference_is_no_float() {
        #[differentiable]
        fn of_lists(x: &[f64], k: f64) -> f64 {
            let history = History {
                steps: vec![x.to_vec(), vec![k, x[0]]],
                last: vec![x[1], k],
            };
            directed(&history, k)
        }
        check_grad!(of_lists(&[0.4, -1.2], -0.7)).unwrap();
    }
}

/// A trait that is called like one of ndarray's types.
mod arrays {
    use pullback::{check_grad, differentiable};

    #[differentiable]
    trait Array1: Clone {
        fn from_iterator<I: Iterator<Item = f64>>(items: I, n: usize) -> Self;
        fn doubled(&self) -> Self;
    }

    #[differentiable]
    impl Array1 for Vec<f64> {
        fn from_iterator<I: Iterator<Item = f64>>(items: I, n: usize) -> Self {
            items.take(n).collect()
        }
        fn doubled(&self) -> Self {
            self.iter().map(|v| v * 2.0).collect()
        }
    }

    #[differentiable]
    fn listed(x: &[f64], k: f64) -> f64 {
        let list: Vec<f64> = Array1::from_iterator(x.iter().map(|v| v * k), 2);
        let doubled = Array1::doubled(&list);
        doubled[0] * list[1] * k
    }

    #[test]
    fn a_trait_may_be_called_like_a_type_of_ndarrays() {
        check_grad!(listed(&[0.4, -1.2, 0.3], -0.7)).unwrap();
    }
}

/// What has a type by its name is no array and no iterator.
mod named {
    use pullback::{Differentiable, check_grad, differentiable};

    #[derive(Clone, Debug, PartialEq, Differentiable)]
    struct Grid {
        rows: usize,
        cells: Vec<f64>,
    }

    #[differentiable]
    impl Grid {
        fn t(&self) -> Grid {
            let columns = self.cells.len() / self.rows;
            let mut cells = vec![0.0; self.cells.len()];
            for i in 0..self.rows {
                for j in 0..columns {
                    cells[j * self.rows + i] = self.cells[i * columns + j] * (i + 1) as f64;
                }
            }
            Grid { rows: columns, cells }
        }
        fn rev(&self) -> Grid {
            let cells = self.cells.iter().rev().map(|c| c * c).collect();
            Grid { rows: self.rows, cells }
        }
        fn take(&self, k: usize) -> f64 {
            self.cells[k]
        }
        fn inspect(&self, k: usize) -> f64 {
            self.cells[k].sin()
        }
    }

    #[differentiable]
    fn seen(grid: &Grid, k: f64) -> f64 {
        let turned = grid.t();
        let grid: Grid = if k > 0.0 { grid.rev() } else { turned };
        let mut sum = grid.t().cells[1] * k;
        for i in 0..3 {
            sum += grid.take(i) * grid.inspect(i + 1);
        }
        sum
    }

    #[differentiable]
    fn made(x: &[f64], k: f64) -> f64 {
        let grid = Grid {
            rows: 2,
            cells: x.to_vec(),
        };
        grid.t().cells[1] * seen(&grid, k) + grid.take(2)
    }

    #[test]
    fn methods_of_named_types_may_have_any_name() {
        for k in [-0.7, 0.7] {
            check_grad!(made(&[0.4, -1.2, 0.3, 0.8], k)).unwrap();
        }
    }
}

mod computed {
    use pullback::{Differentiable, check_grad, differentiable};

    /// What these give is computed with, as no option is.
    #[differentiable]
    trait Field {
        fn get(&self, at: [f64; 2]) -> f64;
        fn last(&self) -> f64;
    }

    #[derive(Clone, Debug, Differentiable)]
    struct Wave {
        k: f64,
    }

    #[differentiable]
    impl Field for Wave {
        fn get(&self, at: [f64; 2]) -> f64 {
            (at[0] * self.k).sin() * (at[1] + 0.3).cos()
        }

        fn last(&self) -> f64 {
            self.k * self.k
        }
    }

    #[derive(Clone, Copy, Debug, Differentiable)]
    struct Place {
        at: [f64; 2],
    }

    #[differentiable]
    impl Place {
        fn coordinates(self, k: f64) -> [f64; 2] {
            [self.at[0] * k, self.at[1] * k]
        }
    }

    #[derive(Clone, Debug, Differentiable)]
    struct Octaves<T> {
        sources: Vec<T>,
        persistence: f64,
    }

    #[differentiable]
    impl<T: Field> Field for Octaves<T> {
        fn get(&self, at: [f64; 2]) -> f64 {
            let place = Place { at };
            let mut k = 1.0;
            let mut result = self.sources[0].get(place.coordinates(k));
            for source in 1..self.sources.len() {
                k *= 1.9;
                let mut signal = self.sources[source].get(place.coordinates(k));
                signal *= self.persistence;
                if signal > 0.1 {
                    signal = -self.sources[source].get(place.coordinates(k)) * signal;
                }
                result += signal;
            }
            result + 0.5 * self.sources[0].last()
        }

        fn last(&self) -> f64 {
            let last = self.sources[1].last();
            last * self.persistence
        }
    }

    #[differentiable]
    fn octaves(at: [f64; 2], k: f64, persistence: f64) -> f64 {
        let sources = vec![Wave { k }, Wave { k: k * k }, Wave { k: 0.7 }];
        let octaves = Octaves { sources, persistence };
        octaves.get(at) + octaves.last()
    }

    #[test]
    fn a_get_that_is_computed_with_is_no_lists() {
        check_grad!(octaves([0.3, 0.7], 1.3, 0.6)).unwrap();
        check_grad!(octaves([-0.8, 0.2], 0.9, 1.4)).unwrap();
    }
}

/// A sample that numbers are added to and taken away from.
#[derive(Clone, Debug, Differentiable)]
struct Sample {
    sum: f64,
    weight: f64,
}

#[differentiable]
impl Sample {
    fn insert(&mut self, x: f64, weight: f64) {
        self.sum += x * weight;
        self.weight += weight;
    }

    fn remove(&mut self, x: f64) {
        self.sum -= x;
        self.weight -= 1.0;
    }
}

#[differentiable]
fn mean_of_others(x: &[f64], k: f64) -> f64 {
    let mut sample = Sample { sum: 0.0, weight: 0.5 };
    for x in x {
        sample.insert(*x, k);
    }
    sample.remove(x[1]);
    sample.remove(0.25);
    sample.sum / sample.weight
}

#[test]
fn what_is_removed_by_a_float_is_removed_from_no_list() {
    check_grad!(mean_of_others(&[0.3, 0.9, 1.4], 1.3)).unwrap();
}

/// An array of one's own is called like one of ndarray's.
mod own_arrays {
    use pullback::{Differentiable, check_grad, differentiable};

    type Real = f64;

    #[derive(Clone, Debug, Differentiable)]
    struct Array2<T> {
        #[no_diff]
        rows: usize,
        data: Vec<T>,
    }

    #[differentiable]
    impl<T: num_traits::Float> Array2<T> {
        fn max(&self) -> T {
            self.data
                .iter()
                .fold(T::neg_infinity(), |a, b| if a > *b { a } else { *b })
        }
    }

    #[derive(Clone, Debug, Differentiable)]
    struct Field {
        heights: Array2<Real>,
        top: Real,
    }

    #[differentiable]
    impl Field {
        fn new(heights: Array2<Real>, scale: Real) -> Self {
            let top = heights.max() * scale;
            Field { heights, top }
        }
    }

    #[differentiable]
    fn of_field(heights: &[f64], scale: f64) -> f64 {
        let data = heights.to_vec();
        let field = Field::new(Array2 { rows: 2, data }, scale);
        field.top * field.heights.data[1]
    }

    #[test]
    fn of_ones_own() {
        check_grad!(of_field(&[0.3, 0.7, 1.4, -0.2], 0.8)).unwrap();
    }
}

/// Variants that are called like those of options and results, by their paths.
#[derive(Clone, Debug, Differentiable)]
enum Outcome {
    Ok(f64),
    Err(f64),
    Some(f64),
}

#[differentiable]
fn outcomes(x: f64, y: f64) -> f64 {
    let mut sum = 0.0;
    for outcome in [Outcome::Err(x * y), Outcome::Ok(x), Outcome::Some(y * y)] {
        sum += match &outcome {
            Outcome::Ok(a) => *a,
            Outcome::Err(e) => e * e,
            Outcome::Some(a) => a * y,
        };
    }
    sum
}

#[test]
fn variants_by_their_paths_are_the_users() {
    check_grad!(outcomes(0.7, 1.3)).unwrap();
}
