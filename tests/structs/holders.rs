//! Methods of structs that hold references: a pullback captures none of the lifetimes that the type names.
use pullback::{Differentiable, check_grad, differentiable};

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Lazy<'a, T: num_traits::Float> {
    scales: &'a Vec<T>,
    centers: Option<Vec<T>>,
    shift: T,
}

#[differentiable]
impl<'a, T: num_traits::Float> Lazy<'a, T> {
    fn apply(&self, x: &[T], out: &mut Vec<T>) {
        for i in 0..x.len() {
            let center = match &self.centers {
                Some(centers) => centers[i],
                None => T::zero(),
            };
            out[i] = self.scales[i] * (x[i] - center) + self.shift;
        }
    }

    fn bump(&mut self, k: T) -> T {
        self.shift = self.shift * k;
        self.shift
    }

    fn norm(&self, x: &'a [T]) -> T {
        let mut out = vec![T::zero(); x.len()];
        self.apply(x, &mut out);
        let mut sum = T::zero();
        for o in &out {
            sum = sum + *o * *o;
        }
        sum
    }

    fn beside(&self, other: &Self, x: &[T]) -> T {
        self.shift * other.scales[0] * x[1]
    }

    fn power(&self, n: usize) -> T {
        if n == 0 {
            self.shift
        } else {
            self.scales[1] * self.power(n - 1)
        }
    }
}

#[differentiable]
fn lazy(l: &mut Lazy<'_, f64>, x: &[f64], k: f64) -> f64 {
    let before = l.norm(x) * l.power(3);
    before * l.bump(k) + l.norm(x) * l.beside(l, x)
}

/// The same of what it holds: differences can move that.
fn of_parts(parts: &[f64]) -> f64 {
    let scales = parts[..2].to_vec();
    let centers = Some(parts[2..4].to_vec());
    let mut l = Lazy {
        scales: &scales,
        centers,
        shift: parts[4],
    };
    lazy(&mut l, &parts[5..7], parts[7])
}

/// What a reference in an option or a tuple points to may hold references.
#[differentiable]
fn behind_options(rows: Option<&[&[f64]]>, (l, k): (&Lazy<'_, f64>, f64)) -> f64 {
    let mut sum = l.shift * k;
    if let Some(rows) = rows {
        for row in rows {
            sum += row[0] * row[0] * l.scales[0];
        }
    }
    sum
}

#[test]
fn references_behind_options() {
    let l = Lazy {
        scales: &vec![0.5],
        centers: None,
        shift: 3.0,
    };
    let (value, (rows, (bar, k))) = behind_options::value_and_grad(Some(&[&[2.0, 1.0], &[4.0]]), (&l, 7.0));
    assert_eq!((value, rows), (31.0, Some(vec![vec![2.0, 0.0], vec![4.0]])));
    assert_eq!((bar.scales, bar.shift, k), (vec![20.0], 7.0, 3.0));
}

#[test]
fn methods_of_structs_that_hold_references() {
    let parts = [0.7, -1.2, 0.3, 0.4, 0.9, 0.2, 0.5, 1.3];
    let scales = parts[..2].to_vec();
    let mut l = Lazy {
        scales: &scales,
        centers: Some(parts[2..4].to_vec()),
        shift: parts[4],
    };
    let (value, (bar, x_bar, k_bar)) = lazy::value_and_grad(&mut l, &parts[5..7], parts[7]);
    assert_eq!(value, of_parts(&parts));
    assert_eq!(l.shift, parts[4] * parts[7]);
    let centers = bar.centers.unwrap();
    let got = [&bar.scales[..], &centers, &[bar.shift], &x_bar, &[k_bar]].concat();
    for (k, got) in got.into_iter().enumerate() {
        let along = |h: f64| {
            let mut moved = parts;
            moved[k] += h;
            of_parts(&moved)
        };
        let h = 1e-3;
        let slope = (8.0 * (along(h) - along(-h)) - (along(2.0 * h) - along(-2.0 * h))) / (12.0 * h);
        assert!(
            (got - slope).abs() < 1e-8 * (1.0 + slope.abs()),
            "component {k}: {got}, not {slope}"
        );
    }
    let (same, _) = l.norm_vjp(&parts[5..7]);
    assert_eq!(same, l.norm(&parts[5..7]));
}

/// What a field, a list or an iterator gives as an option is lent as it stands.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Model {
    weights: Option<Vec<f64>>,
    scale: Option<f64>,
    part: Option<Part>,
    boxed: Option<Box<Part>>,
    values: Vec<f64>,
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Part {
    a: f64,
    v: Vec<f64>,
}

#[differentiable]
impl Part {
    fn level(&self, x: f64) -> f64 {
        self.a * x + self.v[0]
    }
    fn step(&mut self, x: f64) -> f64 {
        self.a *= x;
        self.a
    }
}

#[differentiable]
fn weighted(x: &[f64], weights: Option<&[f64]>) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += x[i] * weights.map_or(1.0, |w| w[i] * w[i]);
    }
    sum
}

#[differentiable]
fn of_a_vector(x: &[f64], weights: Option<&Vec<f64>>) -> f64 {
    weighted(x, weights.map(|w| &w[..])) * weighted(x, weights.map(|w| w.as_slice()))
}

#[differentiable]
fn scaled(x: f64, scale: Option<&f64>) -> f64 {
    x * scale.copied().unwrap_or(2.0)
}

#[differentiable]
fn levelled(x: f64, part: Option<&Part>) -> f64 {
    match part {
        Some(part) => part.level(x) * part.a,
        None => x,
    }
}

#[differentiable]
fn stepped(x: f64, part: Option<&mut Part>) -> f64 {
    match part {
        Some(part) => part.step(x) * part.a,
        None => x,
    }
}

#[differentiable]
fn multiplied(x: f64, to: Option<&mut f64>) {
    if let Some(to) = to {
        *to *= x;
    }
}

#[differentiable]
impl Model {
    fn read(&self, x: &[f64]) -> f64 {
        let weights = self.weights.as_deref();
        let a = weighted(x, self.weights.as_deref()) + weighted(x, weights) * of_a_vector(x, self.weights.as_ref());
        let b = scaled(x[0], self.scale.as_ref())
            + levelled(x[1], self.part.as_ref())
            + levelled(x[0], self.boxed.as_deref());
        let c = scaled(x[0], self.values.first())
            + scaled(x[1], self.values.get(7))
            + scaled(x[0], self.values.iter().max_by(|a, b| a.total_cmp(b)));
        let d = scaled(x[0], if x[0] > 0.0 { self.values.last() } else { None });
        let e = weighted(x, Some(self.values.as_slice())) + of_a_vector(x, Some(&self.values));
        a * b + c + d * e
    }

    fn write(&mut self, x: f64) -> f64 {
        let a = stepped(x, self.part.as_mut());
        let b = stepped(x, self.boxed.as_deref_mut());
        multiplied(x, self.values.first_mut());
        multiplied(x, self.values.get_mut(1));
        multiplied(a, self.scale.as_mut());
        for k in 0..3 {
            multiplied(b, self.values.get_mut(k));
        }
        a * b * self.values[0] * self.values[1]
    }
}

#[differentiable]
fn run(model: &Model, x: &[f64]) -> f64 {
    let mut changed = model.clone();
    let written = changed.write(x[0]);
    model.read(x) * written + changed.read(x)
}

#[test]
fn options_from_fields_and_lists() {
    let part = Part { a: 0.4, v: vec![0.3] };
    let whole = Model {
        weights: Some(vec![0.3, 0.5]),
        scale: Some(0.3),
        part: Some(part.clone()),
        boxed: Some(Box::new(part)),
        values: vec![0.9, 0.8],
    };
    check_grad!(run(&whole, &[0.3, 0.7])).unwrap();
    let bare = Model {
        weights: None,
        scale: None,
        part: None,
        boxed: None,
        ..whole
    };
    check_grad!(run(&bare, &[0.3, 0.7])).unwrap();
}

/// A list, behind whatever reference.
#[differentiable]
trait Table {
    fn at(&self, i: usize) -> f64;
}

#[derive(Clone, Debug, Differentiable)]
struct Column(Vec<f64>);

#[differentiable]
impl Table for Column {
    fn at(&self, i: usize) -> f64 {
        self.0[i]
    }
}

#[differentiable]
fn along<X: Table>(x: &X, w: &[f64], scale: f64, at: usize) -> f64 {
    let mut sum = scale * scale;
    for (i, w) in w.iter().enumerate() {
        sum += w * x.at(at + i);
    }
    sum
}

#[differentiable]
fn widest(w: &[f64], offset: f64) -> f64 {
    let mut sum = offset;
    for w in w {
        sum += w * w * offset;
    }
    sum
}

/// Its fields are references of several kinds, and a number.
#[derive(Clone, Differentiable)]
struct Problem<'a, X: Table> {
    x: &'a X,
    weights: &'a Vec<f64>,
    slice: &'a [f64],
    alpha: f64,
    at: usize,
}

#[differentiable]
trait Objective<X: Table> {
    fn value(&self, w: &[f64]) -> f64;
    fn slopes(&self, g: &mut Vec<f64>, w: &Vec<f64>);
    fn dot(x: &X, w: &[f64], at: usize) -> f64 {
        let mut sum = 0.0;
        for (i, w) in w.iter().enumerate() {
            sum += w * x.at(at + i);
        }
        sum
    }
}

/// The lifetime has no name here.
#[differentiable]
impl<X: Table> Objective<X> for Problem<'_, X> {
    fn value(&self, w: &[f64]) -> f64 {
        let mut sum = 0.0;
        for i in 0..self.at {
            let wx = Problem::dot(self.x, w, i);
            sum += wx.sin() + along(self.x, self.weights, self.alpha, i);
        }
        if self.alpha > 0.0 {
            sum += self.alpha * widest(self.slice, self.alpha) * widest(self.weights, sum);
        }
        sum
    }

    fn slopes(&self, g: &mut Vec<f64>, w: &Vec<f64>) {
        for i in 0..self.at {
            let wx = Problem::dot(self.x, w, i).cos();
            for (j, g) in g.iter_mut().enumerate() {
                *g += wx * self.x.at(i + j);
            }
            g[0] -= along(self.x, self.slice, self.alpha, i);
        }
    }
}

#[differentiable]
impl<X: Table> Problem<'_, X> {
    fn total(&self, k: f64) -> f64 {
        let mut sum = widest(self.slice, self.alpha);
        for i in 0..self.at {
            sum += along(self.x, self.weights, self.alpha, i) * k;
            if i % 2 == 0 {
                sum *= widest(self.weights, k) + along(self.x, self.slice, k, 0);
            }
        }
        sum
    }

    /// Both are of the same place.
    fn twice(&self, k: f64) -> f64 {
        between(self.alpha, self.alpha, self.weights, self.weights) * k
    }
}

#[differentiable]
fn between(a: f64, b: f64, v: &[f64], w: &[f64]) -> f64 {
    a * b * b * (v[0] * w[1] + v[1])
}

#[differentiable]
fn of_a_problem(x: &Column, weights: &Vec<f64>, slice: &[f64], alpha: f64, k: f64) -> f64 {
    let problem = Problem {
        x,
        weights,
        slice: &slice[1..],
        alpha,
        at: 3,
    };
    problem.total(k) + problem.twice(alpha)
}

#[test]
fn fields_that_are_references_are_handed_on() {
    let (x, weights, slice) = (Column(vec![0.3, -0.8, 1.1, 0.6]), vec![0.7, -0.2], [9.0, 0.4, 1.3]);
    check_grad!(of_a_problem(&x, &weights, &slice, 0.6, 0.9)).unwrap();
}

#[test]
fn traits_of_what_holds_references_have_the_gradients_that_differences_say() {
    let numbers = [0.3, -0.8, 1.1, 0.6, 0.7, -0.2, 0.4, 1.3, 0.6, 0.5, -0.9];
    let run = |n: &[f64], then: &dyn Fn(&Problem<Column>, &[f64]) -> f64| {
        let (x, weights) = (Column(n[..4].to_vec()), n[4..6].to_vec());
        let problem = Problem {
            x: &x,
            weights: &weights,
            slice: &n[6..8],
            alpha: n[8],
            at: 3,
        };
        then(&problem, &n[9..])
    };
    let gradient =
        |bar: ProblemCotangent<Column>, w: Vec<f64>| [bar.x.0, bar.weights, bar.slice, vec![bar.alpha], w].concat();
    let found = std::cell::RefCell::new(Vec::new());
    let value = run(&numbers, &|problem, w| {
        let (value, (bar, w)) = problem.value_value_and_grad(w);
        *found.borrow_mut() = gradient(bar, w);
        value
    });
    assert_eq!(value, run(&numbers, &|problem, w| problem.value(w)));
    let slopes_of = |problem: &Problem<Column>, w: &[f64]| {
        let mut g = vec![0.1, 0.2];
        problem.slopes(&mut g, &w.to_vec());
        g[0] * 0.7 - g[1] * 1.3
    };
    let found_of_slopes = std::cell::RefCell::new(Vec::new());
    run(&numbers, &|problem, w| {
        let (mut g, w) = (vec![0.1, 0.2], w.to_vec());
        let ((), pullback) = problem.slopes_vjp(&mut g, &w);
        let (bar, w) = pullback(&mut vec![0.7, -1.3]);
        *found_of_slopes.borrow_mut() = gradient(bar, w);
        0.0
    });
    let checks: [(&dyn Fn(&Problem<Column>, &[f64]) -> f64, _); 2] =
        [(&|problem, w| problem.value(w), found), (&slopes_of, found_of_slopes)];
    for (f, found) in checks {
        for (i, found) in found.into_inner().into_iter().enumerate() {
            let [above, below] = [1e-6, -1e-6].map(|d| {
                let mut moved = numbers;
                moved[i] += d;
                run(&moved, f)
            });
            let difference = (above - below) / 2e-6;
            assert!(
                (found - difference).abs() < 1e-6 * (1.0 + difference.abs()),
                "{i}: {found} and {difference}"
            );
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Way {
    There,
    Back,
}

#[derive(Differentiable)]
struct Marked<'a> {
    v: &'a [f64],
    #[no_diff]
    way: Way,
    n: usize,
    name: &'a str,
    #[no_diff]
    data: &'a [f64],
}
#[differentiable]
fn going(#[no_diff] way: Way, x: f64) -> f64 {
    match way {
        Way::There => x * x,
        Way::Back => -x,
    }
}
#[differentiable]
fn counted(n: usize, x: f64) -> f64 {
    n as f64 * x
}
#[differentiable]
fn named(name: &str, x: f64) -> f64 {
    name.len() as f64 * x
}
#[differentiable]
fn against(#[no_diff] data: &[f64], x: f64) -> f64 {
    data[0] * x
}
#[differentiable]
fn against_too(data: &[f64], x: f64) -> f64 {
    data[0] * x
}
#[differentiable]
fn first(v: &[f64]) -> f64 {
    v[0]
}
#[differentiable]
impl Marked<'_> {
    fn every(&self, x: f64) -> f64 {
        going(self.way, x) * counted(self.n, x)
            + named(self.name, x) * against(self.data, x)
            + against_too(self.data, x) * first(self.v)
    }
}
#[differentiable]
fn still(#[no_diff] m: &Marked<'_>, x: f64) -> f64 {
    going(m.way, x) * counted(m.n, x) + named(m.name, x) * against(m.data, x) + against_too(m.data, x) * first(m.v)
}
#[differentiable]
fn marked(v: &[f64], x: f64) -> f64 {
    let m = Marked {
        v,
        way: Way::There,
        n: 3,
        name: "ab",
        data: &[1.5],
    };
    m.every(x)
}
#[test]
fn fields_without_derivative_are_handed_on() {
    check_grad!(marked(&[0.7], 1.3)).unwrap();
    let m = Marked {
        v: &[0.7],
        way: Way::There,
        n: 3,
        name: "ab",
        data: &[1.5],
    };
    assert_eq!(still::grad(&m, 1.3), marked::grad(&[0.7], 1.3).1);
    let back = Marked { way: Way::Back, ..m };
    check_grad!(still(&back, 0.4)).unwrap();
}

#[derive(Clone, Copy, Differentiable)]
struct Spring<'a> {
    length: &'a f64,
    ends: &'a [f64; 2],
    stiffness: f64,
}

#[differentiable]
impl Spring<'_> {
    fn stretch(&self) -> f64 {
        let length = *self.length;
        self.ends[1] - self.ends[0] - length
    }
}

#[differentiable]
fn energy_of(spring: &Spring<'_>) -> f64 {
    let ends = *spring.ends;
    spring.stretch() * spring.stiffness * *spring.length + ends[0] * ends[1]
}

#[differentiable]
fn sprung(length: f64, ends: &[f64; 2], k: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..3 {
        let scaled = length * (i as f64 + k);
        let spring = Spring {
            length: &scaled,
            ends,
            stiffness: k,
        };
        if i != 1 {
            sum += energy_of(&spring) + *spring.length * sum;
        }
    }
    sum
}

#[test]
fn a_field_that_is_a_reference_to_a_number() {
    check_grad!(sprung(0.4, &[0.3, 1.9], 0.7)).unwrap();
    let ends = [0.5, 2.0];
    let spring = Spring {
        length: &0.25,
        ends: &ends,
        stiffness: 3.0,
    };
    // 3 · l · (e₁ - e₀ - l) + e₀ · e₁
    assert_eq!(energy_of::grad(&spring).length, 3.0 * (1.5 - 2.0 * 0.25));
}

#[differentiable(dyn)]
trait Weight {
    fn weigh(&self, x: f64, y: f64) -> Result<f64, String>;
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Gaussian {
    width: f64,
}

#[differentiable]
impl Weight for Gaussian {
    fn weigh(&self, x: f64, y: f64) -> Result<f64, String> {
        Ok((-(x - y) * (x - y) * self.width).exp())
    }
}

#[derive(Differentiable)]
struct Settings {
    weight: Option<Box<dyn Weight>>,
    step: f64,
}

/// Of what it only borrows, a method by `&mut self` lends a part, too.
#[derive(Clone, Differentiable)]
struct Relaxation<'a> {
    settings: &'a Settings,
    at: Vec<f64>,
}

#[differentiable]
impl<'a> Relaxation<'a> {
    fn relax(&mut self, i: usize) {
        for j in 0..self.at.len() {
            let weight = self
                .settings
                .weight
                .as_ref()
                .unwrap()
                .weigh(self.at[i], self.at[j])
                .unwrap();
            self.at[j] -= self.settings.step * weight * (self.at[j] - self.at[i]);
        }
    }

    fn relax_twice(&mut self) -> f64 {
        self.relax(0);
        let own = &self.at;
        let first = own[0] * self.settings.step;
        self.relax(1);
        first + self.at.iter().map(|x| x * x * x).sum::<f64>()
    }
}

#[differentiable]
fn relaxed(x: &[f64], width: f64, step: f64) -> f64 {
    let weight: Box<dyn Weight> = Box::new(Gaussian { width });
    let settings = Settings {
        weight: Some(weight),
        step,
    };
    energy_after(&settings, x)
}

#[differentiable]
fn energy_after(settings: &Settings, x: &[f64]) -> f64 {
    let mut at = x.to_vec();
    for _ in 0..2 {
        steps(settings, &mut at);
    }
    at[0] * at[1] * at[2]
}

#[differentiable]
fn steps(settings: &Settings, at: &mut Vec<f64>) {
    let weight = settings.weight.as_ref().unwrap().weigh(at[0], at[1]).unwrap();
    at[1] += weight * settings.step;
    at[2] *= at[1];
}

#[test]
fn a_method_that_writes_calls_an_object_that_it_borrows() {
    check_grad!(relaxed(&[0.3, 0.8, 1.1], 0.7, 0.4)).unwrap();
    let settings = Settings {
        weight: Some(Box::new(Gaussian { width: 0.6 })),
        step: 0.3,
    };
    let x = [0.3, 0.8, 1.1];
    let value = |x: &[f64]| {
        Relaxation {
            settings: &settings,
            at: x.to_vec(),
        }
        .relax_twice()
    };
    let mut relaxation = Relaxation {
        settings: &settings,
        at: x.to_vec(),
    };
    let (mut ws, mut bar) = (pullback::Workspace::new(), relaxation.zero_cotangent());
    let (_, pullback) = relaxation.relax_twice_differentiable_push(&mut ws);
    relaxation.relax_twice_differentiable_pull(pullback, &mut ws, 1.0, Some(&mut bar));
    for i in 0..3 {
        let moved = |by: f64| {
            let mut x = x;
            x[i] += by;
            value(&x)
        };
        let slope = (moved(1e-6) - moved(-1e-6)) / 2e-6;
        assert!((slope - bar.at[i]).abs() < 1e-7, "{slope} and {}", bar.at[i]);
    }
    assert_eq!(relaxation.at, x);
}

#[differentiable]
trait Dynamics {
    fn eom(&self, at: f64, x: f64) -> f64;
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Drag {
    rate: f64,
}

#[differentiable]
impl Dynamics for Drag {
    fn eom(&self, at: f64, x: f64) -> f64 {
        -self.rate * x * x + at.sin()
    }
}

#[derive(Differentiable)]
struct Setup<D> {
    dynamics: D,
    forces: Vec<Box<dyn Weight>>,
    step: f64,
}

#[derive(Differentiable)]
struct Integration<'a, D> {
    setup: &'a Setup<D>,
    drag: std::sync::Arc<Inner>,
    own: Inner,
    at: f64,
    x: Vec<f64>,
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Inner {
    drag: Drag,
    count: Counted,
}

/// What it is called on it writes to.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Counted {
    sum: f64,
}

#[differentiable]
impl Counted {
    fn add(&mut self, x: f64) -> f64 {
        self.sum += x * x;
        self.sum
    }
}

#[differentiable]
impl<'a, D: Dynamics + 'static> Integration<'a, D> {
    fn step(&mut self) {
        for i in 0..self.x.len() {
            let k1 = self.setup.dynamics.eom(self.at, self.x[i]);
            let h = if k1 > 0.3 {
                self.setup.step
            } else {
                0.5 * self.setup.step
            };
            let k2 = self.setup.dynamics.eom(self.at + h, self.x[i] + h * k1);
            let shared = self.drag.drag.eom(self.at, self.x[i]);
            self.x[i] += h * (k1 + k2) + h * h * shared;
            for of in 0..self.setup.forces.len() {
                let force = self.setup.forces[of].weigh(self.x[i], k1).unwrap();
                self.x[i] *= self.own.count.add(force * self.own.drag.eom(self.at, h)).cos();
            }
        }
        self.at += self.setup.step;
    }

    fn run(&mut self) -> f64 {
        for _ in 0..3 {
            self.step();
        }
        self.x.iter().sum::<f64>() * self.own.count.sum
    }
}

/// The integration's result, and its derivatives, by what is in `p`: the start, three rates, a width and the step.
fn integrated(p: &[f64]) -> (f64, Vec<f64>) {
    let inner = |rate: f64| Inner {
        drag: Drag { rate },
        count: Counted { sum: 0.1 },
    };
    let setup = Setup {
        dynamics: Drag { rate: p[2] },
        forces: vec![Box::new(Gaussian { width: p[5] }), Box::new(Gaussian { width: 1.2 })],
        step: p[6],
    };
    let mut integration = Integration {
        setup: &setup,
        drag: std::sync::Arc::new(inner(p[3])),
        own: inner(p[4]),
        at: 0.2,
        x: p[..2].to_vec(),
    };
    let (mut ws, mut bar) = (pullback::Workspace::new(), integration.zero_cotangent());
    let (y, pullback) = integration.run_differentiable_push(&mut ws);
    integration.run_differentiable_pull(pullback, &mut ws, 1.0, Some(&mut bar));
    assert_eq!((integration.at, &integration.x[..]), (0.2, &p[..2]));
    assert_eq!(integration.run(), y);
    let setup = &bar.setup;
    let width = setup.forces[0]
        .downcast_ref::<<Gaussian as Differentiable>::Cotangent>()
        .unwrap()
        .width;
    let mut slopes = bar.x.clone();
    slopes.extend([
        setup.dynamics.rate,
        bar.drag.drag.rate,
        bar.own.drag.rate,
        width,
        setup.step,
    ]);
    (y, slopes)
}

#[test]
fn a_method_that_writes_calls_methods_of_what_is_behind_a_shared_field() {
    let p = [0.3, 0.8, 0.7, 0.2, 0.9, 0.4, 0.3];
    let (_, slopes) = integrated(&p);
    for (i, slope) in slopes.iter().enumerate() {
        let moved = |by: f64| {
            let mut p = p;
            p[i] += by;
            integrated(&p).0
        };
        let difference = (moved(1e-6) - moved(-1e-6)) / 2e-6;
        assert!((difference - slope).abs() < 1e-6, "{i}: {difference} and {slope}");
    }
}

/// A function that is called like one of the impl's that returns a struct of references, and is another type's.
mod called_alike {
    use pullback::{Differentiable, check_grad, differentiable};

    #[derive(Clone, Differentiable)]
    struct Support {
        at: f64,
        weight: f64,
    }

    #[differentiable]
    impl Support {
        fn new(at: f64, weight: f64) -> Support {
            Support { at, weight }
        }
    }

    #[derive(Clone, Differentiable)]
    struct Machine<'a> {
        points: &'a [f64],
        supports: Vec<Support>,
    }

    #[differentiable]
    impl<'a> Machine<'a> {
        fn new(points: &'a [f64]) -> Machine<'a> {
            Machine {
                points,
                supports: Vec::new(),
            }
        }

        fn grow(&mut self, weight: f64) {
            for i in 0..self.points.len() {
                let support = Support::new(self.points[i] * weight, weight);
                if i % 2 == 0 {
                    self.supports.insert(0, Support::new(self.points[i], weight * weight));
                }
                self.supports.push(support);
            }
        }
    }

    #[differentiable]
    fn grown(points: &[f64], weight: f64) -> f64 {
        let mut machine: Machine<'_> = Machine::new(points);
        machine.grow(weight);
        machine.grow(weight * 0.5);
        let other = Machine::new(points);
        let mut sum = other.points[0] * weight;
        for support in machine.supports.iter() {
            sum += support.at.sin() * support.weight;
        }
        sum
    }

    #[test]
    fn what_another_types_function_gives_is_kept() {
        check_grad!(grown(&[0.3, -0.7, 1.1], 0.8)).unwrap();
    }
}
