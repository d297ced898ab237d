//! Structs that hold references and are changed: from where one is made to the end of its block, all runs again on the way back.
use pullback::{Differentiable, check_grad, differentiable, no_diff};

#[derive(Clone, Debug, Differentiable)]
struct System {
    rate: f64,
    step: f64,
}

#[derive(Clone, Differentiable)]
struct Solver<'a> {
    system: &'a System,
    x: f64,
    #[no_diff]
    quiet: bool,
}

#[differentiable]
impl System {
    fn from(&self, x: f64) -> Solver<'_> {
        Solver {
            system: self,
            x,
            quiet: false,
        }
    }

    fn nearby(&self, x: f64) -> Result<Solver<'_>, String> {
        if x > 0.9 {
            return Err("too far".to_string());
        }
        Ok(Solver {
            system: self,
            x: x * x,
            quiet: true,
        })
    }

    fn twice(&self, x: f64) -> f64 {
        let mut solver = self.from(x);
        solver.advance();
        solver.advance() * x
    }
}

#[differentiable]
impl Solver<'_> {
    fn quietly(mut self) -> Self {
        self.quiet = true;
        self
    }

    fn advance(&mut self) -> f64 {
        self.x += self.system.step * (self.system.rate * self.x).sin();
        self.x
    }

    fn until(&mut self, end: f64) -> Result<f64, String> {
        if self.x > end {
            return Err(format!("{} is too far", no_diff(self.x)));
        }
        Ok(self.advance())
    }
}

fn system() -> System {
    System { rate: 1.3, step: 0.4 }
}

#[differentiable]
fn named(s: &System, x: f64) -> f64 {
    let mut solver: Solver<'_> = s.from(x);
    let first = solver.advance();
    solver.x *= x;
    first * solver.advance() + solver.x
}

#[differentiable(types(quietly = fn(..) -> Solver<'_>))]
fn looped(s: &System, x: f64) -> f64 {
    let mut solver = s.from(x).quietly();
    let mut sum = 0.0;
    for _ in 0..3 {
        sum += solver.advance() * solver.x;
    }
    sum
}

#[differentiable]
fn written_out(s: &System, x: f64) -> f64 {
    let own = System {
        rate: s.rate * x,
        step: s.step,
    };
    let mut solver = Solver {
        system: &own,
        x: 0.3 * x,
        quiet: true,
    };
    for _ in 0..2 {
        solver.advance();
        if solver.x > 0.3 {
            solver.x *= x;
        }
    }
    solver.x * own.step
}

#[differentiable]
fn in_branches(s: &System, x: f64) -> f64 {
    let mut sum = x;
    for k in 0..3 {
        if k > 0 {
            let mut outer: Solver<'_> = s.from(sum);
            sum += outer.advance();
            let mut inner: Solver<'_> = s.from(outer.x);
            inner.x *= sum;
            sum += inner.advance() * outer.advance();
        }
    }
    sum
}

#[differentiable]
fn of_what_is_written(s: &mut System, x: f64) -> f64 {
    let sum = {
        let mut solver: Solver<'_> = s.from(x);
        solver.advance() + solver.advance()
    };
    s.rate *= sum;
    let last = {
        let mut solver: Solver<'_> = s.from(x);
        solver.advance() * solver.x
    };
    s.step += last;
    sum * last
}

#[differentiable]
fn listed(s: &System, x: f64) -> Vec<f64> {
    let mut solver: Solver<'_> = s.from(x);
    let mut all = Vec::new();
    for _ in 0..4 {
        all.push(solver.advance());
    }
    all
}

#[differentiable]
fn in_closures(s: &System, x: f64) -> f64 {
    (0..3)
        .map(|k| {
            let mut solver: Solver<'_> = s.from(x * k as f64);
            solver.advance();
            solver.advance()
        })
        .sum::<f64>()
}

#[differentiable]
fn square(solver: &mut Solver<'_>) {
    solver.advance();
    solver.x *= solver.x;
}

#[differentiable]
fn lent(s: &System, x: f64) -> f64 {
    let mut solver: Solver<'_> = s.from(x);
    square(&mut solver);
    solver.x
}

#[differentiable]
fn called(s: &System, x: f64) -> f64 {
    lent(s, x) * s.twice(x)
}

#[test]
fn changed_structs_that_hold_references_have_derivatives() {
    for x in [0.7, -0.4] {
        check_grad!(named(&system(), x)).unwrap();
        check_grad!(looped(&system(), x)).unwrap();
        check_grad!(written_out(&system(), x)).unwrap();
        check_grad!(in_branches(&system(), x)).unwrap();
        check_grad!(of_what_is_written(&mut system(), x)).unwrap();
        check_grad!(listed(&system(), x)).unwrap();
        check_grad!(in_closures(&system(), x)).unwrap();
        check_grad!(called(&system(), x)).unwrap();
    }
}

#[differentiable]
fn leaving(s: &System, x: f64, end: f64) -> Result<f64, String> {
    let mut solver: Solver<'_> = s.from(x);
    let mut sum = x;
    loop {
        sum += solver.until(end)?;
        if sum > 2.0 {
            return Ok(sum * x);
        }
    }
}

#[differentiable]
fn asking(s: &System, x: f64) -> Result<f64, String> {
    let mut solver: Solver<'_> = s.nearby(x)?;
    solver.advance();
    Ok(solver.advance() * x)
}

#[differentiable(types(nearby = fn(..) -> Result<Solver<'_>, String>))]
fn asking_by_attribute(s: &System, x: f64) -> Result<f64, String> {
    let mut solver = s.nearby(x)?;
    solver.advance();
    Ok(solver.advance() * x)
}

#[differentiable]
fn either(s: &System, x: f64, end: f64) -> f64 {
    let mut sum = match leaving(s, x, end) {
        Ok(value) => value * x,
        Err(_) => x * x,
    };
    sum += asking(s, x).unwrap_or(x * x * x);
    sum * asking_by_attribute(s, x).unwrap_or(x)
}

#[test]
fn a_block_that_holds_a_changed_borrow_is_left_early() {
    for (x, end) in [(0.7, 5.0), (0.7, 0.9), (0.95, 5.0)] {
        check_grad!(either(&system(), x, end)).unwrap();
    }
}

/// Numbers, and the sums of their squares.
#[derive(Clone, Differentiable)]
struct Table<'a> {
    x: &'a [f64],
    sums: Vec<f64>,
}

#[differentiable]
impl<'a> Table<'a> {
    fn new(x: &'a [f64]) -> Option<Self> {
        if x.len() < 2 {
            return None;
        }
        let mut table = Self { x, sums: Vec::new() };
        table.fill();
        Some(table)
    }

    fn fill(&mut self) {
        // The own `new` is another one.
        let boxed = Box::new(Vec::new());
        let mut sums = *boxed;
        let mut sum = 0.0;
        for v in self.x.iter() {
            sum += v * v;
            sums.push(sum);
        }
        self.sums = sums;
    }

    fn double(&mut self) {
        for v in self.sums.iter_mut() {
            *v *= 2.0 + self.x[1];
        }
    }

    fn total(mut self, k: f64) -> f64 {
        self.sums[0] *= k * self.x[0];
        self.double();
        let mut sum = 0.0;
        for s in self.sums {
            sum += s * s;
        }
        sum
    }
}

#[differentiable(types(new = fn(..) -> Option<Table<'_>>))]
fn filled(x: &[f64]) -> f64 {
    let table = Table::new(x).unwrap();
    table.sums[1] * table.x[0]
}

#[test]
fn changed_structs_that_hold_references_are_returned() {
    check_grad!(filled(&[0.7, 1.3, 0.2])).unwrap();
}

#[differentiable]
fn of_method(x: &[f64], k: f64) -> f64 {
    let table = Table { x, sums: vec![k, x[1]] };
    table.total(k)
}

#[differentiable]
fn first(mut table: Table<'_>) -> f64 {
    table.sums[0] *= table.x[0];
    table.double();
    table.sums[0] + table.x[1]
}

#[differentiable]
fn of_function(x: &[f64], k: f64) -> f64 {
    let table = Table { x, sums: vec![k, x[1]] };
    first(table)
}

#[test]
fn parameters_by_value_that_hold_references_are_changed() {
    check_grad!(of_method(&[0.7, 1.3, 0.2], 1.2)).unwrap();
    check_grad!(of_function(&[0.7, 1.3, 0.2], 1.2)).unwrap();
}

/// Owns what has to be dropped, beside the reference.
#[derive(Clone, Differentiable)]
struct Recorder<'a> {
    system: &'a System,
    x: f64,
    seen: Vec<f64>,
}

#[differentiable]
impl System {
    fn recorder(&self, x: f64) -> Recorder<'_> {
        Recorder {
            system: self,
            x,
            seen: Vec::new(),
        }
    }
}

#[differentiable]
impl Recorder<'_> {
    fn advance(&mut self) -> f64 {
        self.x += self.system.step * (self.system.rate * self.x).sin();
        self.seen.push(self.x);
        self.x
    }
}

#[differentiable]
fn of_a_clone(s: &System, x: f64) -> f64 {
    let own = s.clone();
    let mut recorder: Recorder<'_> = own.recorder(x);
    recorder.advance();
    recorder.advance() * recorder.seen[0]
}

#[differentiable]
fn of_a_clone_in_a_loop(s: &System, x: f64) -> Result<Vec<f64>, String> {
    let mut all = Vec::new();
    let own = s.clone();
    let mut recorder: Recorder<'_> = own.recorder(x);
    loop {
        let here = recorder.advance();
        if here > 3.0 {
            return Err("too far".to_string());
        }
        all.push(here * recorder.advance());
        if recorder.seen.len() > 3 {
            break;
        }
    }
    Ok(all)
}

#[differentiable]
fn collected(s: &System, x: f64) -> f64 {
    of_a_clone_in_a_loop(s, x).map_or(x * x, |all| all.iter().sum())
}

#[test]
fn what_is_borrowed_may_be_a_variable_and_what_borrows_may_own() {
    for x in [0.7, 2.4] {
        check_grad!(of_a_clone(&system(), x)).unwrap();
        check_grad!(collected(&system(), x)).unwrap();
    }
}

#[differentiable]
fn moved(system: &System, x: f64, by: f64) -> f64 {
    x * (1.0 - system.rate * by) + system.step * by * by
}

/// Hands on what it borrows, beside numbers of its own that it changes.
#[derive(Clone, Differentiable)]
struct Search<'a> {
    system: &'a System,
    weights: &'a [f64],
    at: f64,
    best: Option<f64>,
}

#[differentiable]
fn weighed(weights: &[f64], at: f64) -> f64 {
    weights[1] * at * at + weights[0]
}

#[differentiable]
impl Search<'_> {
    fn look(&mut self, by: f64) {
        let there = moved(self.system, self.at, by);
        if there < self.at {
            self.at = there * weighed(self.weights, self.at);
            self.best = Some(there);
        } else {
            self.at += moved(self.system, by, self.at);
        }
        self.shift(self.at);
    }

    fn shift(&mut self, by: f64) {
        self.at += 0.1 * by * weighed(self.weights, by);
    }
}

#[differentiable]
fn searched(system: &System, weights: &[f64], at: f64) -> f64 {
    let mut search = Search {
        system,
        weights,
        at,
        best: None,
    };
    search.look(0.5);
    search.look(1.5);
    search.look(0.3);
    search.at + search.best.unwrap_or(0.0)
}

#[test]
fn what_a_changed_one_borrows_is_handed_on() {
    for at in [0.7, 2.4] {
        check_grad!(searched(&system(), &[0.4, 0.9], at)).unwrap();
    }
}
