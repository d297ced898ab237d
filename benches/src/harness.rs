//! Contenders for one objective: each is checked, then all are timed in turn, and the shortest times stand.

use crate::differences::{Components, assert_close, shaped};
use allocation_counter::measure;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// What a contender computed, kept only while it is checked.
#[derive(Default)]
pub struct Computed {
    wanted: bool,
    gradient: Vec<f64>,
}

impl Computed {
    /// Takes the gradient's components; in a timed run it only pretends to.
    #[inline]
    pub fn gradient<T: Components>(&mut self, gradient: &T) {
        self.gathered(gradient, T::components);
    }

    /// The same of what has its components in fields.
    #[inline]
    pub fn gathered<T>(&mut self, gradient: &T, components: impl FnOnce(&T) -> Vec<f64>) {
        if self.wanted {
            self.gradient = components(gradient);
        }
        black_box(gradient);
    }
}

/// Something that is run many times. The loop is inside, so that a call of it costs nothing in each round.
trait Run {
    fn run(&mut self, times: usize, computed: &mut Computed) -> f64;
}

impl<F: FnMut(&mut Computed) -> f64> Run for F {
    fn run(&mut self, times: usize, computed: &mut Computed) -> f64 {
        let mut value = 0.0;
        for _ in 0..times {
            value = black_box(self(computed));
        }
        value
    }
}

struct Contender<'a> {
    name: &'static str,
    run: Box<dyn Run + 'a>,
    /// Runs in a row between two looks at the clock.
    times: usize,
    /// Seconds.
    best: f64,
}

impl Contender<'_> {
    fn round(&mut self) {
        // The contender before has left its own in the caches and the branch predictors. One that makes many runs in a row would
        // pay for that once, one that makes a single run every time.
        self.run.run(1, &mut Computed::default());
        let start = Instant::now();
        self.run.run(self.times, &mut Computed::default());
        self.best = self.best.min(start.elapsed().as_secs_f64() / self.times as f64);
    }

    /// As many runs in a row as the clock needs to tell them apart.
    fn calibrate(&mut self) {
        loop {
            let start = Instant::now();
            self.run.run(self.times, &mut Computed::default());
            if start.elapsed() > Duration::from_millis(2) {
                return;
            }
            self.times *= 2;
        }
    }

    /// Number of allocations of one run, and how much memory they held at most.
    fn allocations(&mut self) -> (u64, u64) {
        let info = measure(|| {
            self.run.run(1, &mut Computed::default());
        });
        (info.count_total, info.bytes_max)
    }
}

pub const PRIMAL: &str = "primal";
pub const KEPT: &str = "grad_into_with";
pub const PLAIN: &str = "value_and_grad";
pub const BY_HAND: &str = "by hand";
pub const FORWARD: &str = "jvp";
pub const TWICE: &str = "value_grad_hvp";

/// One line of the table.
pub struct Objective<'a> {
    name: &'a str,
    contenders: Vec<Contender<'a>>,
    tolerance: f64,
    anchor: &'a str,
}

impl<'a> Objective<'a> {
    pub fn new(name: &'a str) -> Self {
        Objective {
            name,
            contenders: Vec::new(),
            tolerance: 1e-9,
            anchor: "",
        }
    }

    fn with(mut self, name: &'static str, run: impl FnMut(&mut Computed) -> f64 + 'a) -> Self {
        self.contenders.push(Contender {
            name,
            run: Box::new(run),
            times: 1,
            best: f64::INFINITY,
        });
        self
    }

    /// The function itself.
    pub fn primal(self, mut run: impl FnMut() -> f64 + 'a) -> Self {
        self.with(PRIMAL, move |_| run())
    }

    /// Value and gradient with a workspace and buffers that are kept.
    pub fn kept(self, run: impl FnMut(&mut Computed) -> f64 + 'a) -> Self {
        self.with(KEPT, run)
    }

    /// Value and gradient with all that they need made anew.
    pub fn plain(self, run: impl FnMut(&mut Computed) -> f64 + 'a) -> Self {
        self.with(PLAIN, run)
    }

    /// Value and tangent along ones: the tangent is the sum of the gradient.
    pub fn forward(self, run: impl FnMut(&mut Computed) -> f64 + 'a) -> Self {
        self.with(FORWARD, run)
    }

    /// Value and gradient, and the Hessian times ones.
    pub fn twice(self, run: impl FnMut(&mut Computed) -> f64 + 'a) -> Self {
        self.with(TWICE, run)
    }

    /// A hand-written value and gradient.
    pub fn by_hand(self, run: impl FnMut(&mut Computed) -> f64 + 'a) -> Self {
        self.with(BY_HAND, run)
    }

    /// Another crate's value and gradient.
    #[cfg(any(feature = "peers", feature = "tensor"))]
    pub fn peer(self, name: &'static str, run: impl FnMut(&mut Computed) -> f64 + 'a) -> Self {
        self.with(name, run)
    }

    /// What others were measured at, for reading beside the line.
    pub fn anchor(mut self, anchor: &'a str) -> Self {
        self.anchor = anchor;
        self
    }

    /// Of components against each other; coarser for `f32`.
    pub fn tolerance(mut self, tolerance: f64) -> Self {
        self.tolerance = tolerance;
        self
    }

    /// Every contender's value against the primal's, and its gradient against the first one's, which is handed to `truth`.
    fn check(&mut self, truth: impl FnOnce(f64, &[f64])) {
        let mut value = f64::NAN;
        let mut first: Option<Vec<f64>> = None;
        for contender in &mut self.contenders {
            let mut computed = Computed {
                wanted: true,
                ..Computed::default()
            };
            // The second run finds what the first one left in the workspace.
            contender.run.run(2, &mut computed);
            let got = contender.run.run(1, &mut computed);
            let name = format!("{}, {}", self.name, contender.name);
            if contender.name == PRIMAL {
                value = got;
                continue;
            }
            assert_close(&name, &[got], &[value], self.tolerance);
            match &first {
                Some(first) if contender.name == FORWARD => {
                    let (sum, size) = first
                        .iter()
                        .fold((0.0, 1.0), |(sum, size), g| (sum + g, size + g.abs()));
                    assert_close(&name, &[computed.gradient[0] / size], &[sum / size], self.tolerance);
                }
                None => first = Some(computed.gradient),
                Some(first) => {
                    let largest = first.iter().fold(1.0f64, |a, b| a.max(b.abs()));
                    let relative = |x: &[f64]| x.iter().map(|a| a / largest).collect::<Vec<_>>();
                    assert_close(&name, &relative(&computed.gradient), &relative(first), self.tolerance);
                }
            }
        }
        truth(value, &first.expect("an objective has a gradient"));
    }
}

/// The gradient against central differences of `f`: along a few directions in which every component moves, and along some
/// single ones.
pub fn along_directions<A: Components>(name: &str, at: &A, gradient: &[f64], tolerance: f64, f: impl Fn(&A) -> f64) {
    let centre = at.components();
    assert_eq!(centre.len(), gradient.len(), "{name}: the gradient has another shape");
    let size = |i: usize| centre[i].abs().max(0.1);
    let mut state = 1u64;
    let mut sign = || {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        if state >> 63 == 0 { 1.0 } else { -1.0 }
    };
    let n = centre.len();
    let mut directions: Vec<Vec<f64>> = (0..4).map(|_| (0..n).map(|i| sign() * size(i)).collect()).collect();
    for i in (0..n).step_by(n.div_ceil(16)) {
        let mut direction = vec![0.0; n];
        direction[i] = size(i);
        directions.push(direction);
    }
    for direction in directions {
        let value = |step: f64| {
            let moved: Vec<f64> = centre.iter().zip(&direction).map(|(x, d)| x + step * d).collect();
            f(&shaped(at, &moved))
        };
        let h = 2e-4;
        let slope = (8.0 * (value(h) - value(-h)) - (value(2.0 * h) - value(-2.0 * h))) / (12.0 * h);
        let terms = || gradient.iter().zip(&direction).map(|(g, d)| g * d);
        let (sum, largest) = (terms().sum::<f64>(), terms().map(f64::abs).sum::<f64>());
        // Differences know the slope to some part of the value itself.
        let known = tolerance * largest + 1e-10 * f(at).abs();
        assert!(
            (sum - slope).abs() <= known,
            "{name}: along a direction the gradient gives {sum:e}, differences {slope:e}"
        );
    }
}

/// The table, printed line by line as the objectives are run.
pub struct Table {
    /// Only objectives whose name contains this.
    only: Option<String>,
    /// How long each objective is timed.
    patience: Duration,
}

const COLUMNS: &str =
    "| objective | primal | kept | ÷ | plain | ÷ | allocations kept / plain | peak KiB plain | by hand | ÷ | others |";

impl Table {
    /// `[part of a name] [--seconds n]`
    pub fn from_arguments() -> Table {
        let mut table = Table {
            only: None,
            patience: Duration::from_secs(2),
        };
        let mut arguments = std::env::args().skip(1);
        while let Some(argument) = arguments.next() {
            if argument == "--seconds" {
                let seconds = arguments.next().and_then(|n| n.parse().ok());
                table.patience = Duration::from_secs_f64(seconds.expect("a number of seconds"));
            } else {
                table.only = Some(argument);
            }
        }
        table
    }

    pub fn print_header(&self) {
        if !cfg!(target_feature = "fma") {
            println!("Not built for this machine: RUSTFLAGS=\"-C target-cpu=native\" is missing.\n");
        }
        if cfg!(debug_assertions) {
            println!("Not built with --release: these are no times to speak of.\n");
        }
        if cfg!(feature = "criterion") {
            return;
        }
        println!("{COLUMNS}");
        println!("|{}", "---|".repeat(COLUMNS.matches('|').count() - 1));
    }

    /// Whether the objective is asked for: its input need not be made otherwise.
    pub fn wants(&self, name: &str) -> bool {
        self.only.as_ref().is_none_or(|only| name.contains(only.as_str()))
    }

    /// Checks and times the objective; `truth` is given the value and the gradient, and fails if they are wrong.
    pub fn add(&self, mut objective: Objective, truth: impl FnOnce(f64, &[f64])) {
        if !self.wants(objective.name) {
            return;
        }
        objective.check(truth);
        if cfg!(feature = "criterion") {
            #[cfg(feature = "criterion")]
            self.gather(&mut objective);
            return;
        }
        let contenders = &mut objective.contenders;
        contenders.iter_mut().for_each(Contender::calibrate);
        let start = Instant::now();
        let mut rounds = 0;
        while start.elapsed() < self.patience || rounds < 5 {
            contenders.iter_mut().for_each(Contender::round);
            rounds += 1;
        }
        self.print(&mut objective);
    }

    /// Hands the contenders to criterion, one after the other.
    #[cfg(feature = "criterion")]
    fn gather(&self, objective: &mut Objective) {
        let mut criterion = criterion::Criterion::default().measurement_time(self.patience);
        let mut group = criterion.benchmark_group(objective.name);
        for contender in &mut objective.contenders {
            group.bench_function(contender.name, |bencher| {
                bencher.iter_custom(|times| {
                    let times = usize::try_from(times).expect("it runs so many times");
                    let start = Instant::now();
                    contender.run.run(times, &mut Computed::default());
                    start.elapsed()
                });
            });
        }
        group.finish();
    }

    fn print(&self, objective: &mut Objective) {
        let find = |name: &str| objective.contenders.iter().position(|contender| contender.name == name);
        let (primal, kept, plain, hand) = (find(PRIMAL), find(KEPT), find(PLAIN), find(BY_HAND));
        let best = |at: Option<usize>| at.map(|at| objective.contenders[at].best);
        let time = |at: Option<usize>| best(at).map(in_words).unwrap_or_default();
        let ratio = |at: Option<usize>| match (best(at), best(primal)) {
            (Some(time), Some(primal)) => format!("{:.2}", time / primal),
            _ => String::new(),
        };
        let mut others: Vec<String> = objective
            .contenders
            .iter()
            .enumerate()
            .filter(|(at, _)| ![primal, kept, plain, hand].contains(&Some(*at)))
            .map(|(at, contender)| format!("{} {} ({})", contender.name, time(Some(at)), ratio(Some(at))))
            .collect();
        others.push(objective.anchor.to_owned());
        others.retain(|other| !other.is_empty());
        let cells = [
            objective.name.to_owned(),
            time(primal),
            time(kept),
            ratio(kept),
            time(plain),
            ratio(plain),
        ];
        let more = [time(hand), ratio(hand), others.join("; ")];
        let mut allocations = |at: Option<usize>| at.map(|at| objective.contenders[at].allocations());
        let (kept, plain) = (allocations(kept), allocations(plain));
        let count = |of: Option<(u64, u64)>| of.map_or("–".to_owned(), |(count, _)| count.to_string());
        let memory = [
            format!("{} / {}", count(kept), count(plain)),
            plain.map_or(String::new(), |(_, peak)| format!("{:.1}", peak as f64 / 1024.0)),
        ];
        let line: Vec<String> = cells.into_iter().chain(memory).chain(more).collect();
        println!("| {} |", line.join(" | "));
    }
}

/// Three digits and a unit.
fn in_words(seconds: f64) -> String {
    let (number, unit) = match seconds {
        s if s < 1e-6 => (s * 1e9, "ns"),
        s if s < 1e-3 => (s * 1e6, "µs"),
        s => (s * 1e3, "ms"),
    };
    let digits = match number {
        n if n < 10.0 => 2,
        n if n < 100.0 => 1,
        _ => 0,
    };
    format!("{number:.digits$} {unit}")
}
