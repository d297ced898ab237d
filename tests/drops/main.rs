//! Values are dropped where std drops them: at the end of their block, temporaries at the end of their statement.

mod forms;

use pullback::{Differentiable, differentiable};
use std::cell::RefCell;

thread_local! {
    static LOG: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
}

fn note(what: &'static str) {
    LOG.with(|log| log.borrow_mut().push(what));
}

/// What ran, in order.
fn noted<R>(f: impl FnOnce() -> R) -> (Vec<&'static str>, R) {
    LOG.take();
    let result = f();
    (LOG.take(), result)
}

/// A guard that has no fields and is written as a path.
struct Open;
const OPEN: Open = Open;

impl Drop for Open {
    fn drop(&mut self) {
        note("closed");
    }
}

struct Named(&'static str);

impl Named {
    fn weight(&self) -> f64 {
        note("weighed");
        2.0
    }
}

impl Drop for Named {
    fn drop(&mut self) {
        note(self.0);
    }
}

fn weigh(named: &Named) -> f64 {
    named.weight()
}

#[differentiable]
fn guarded_by_a_path(x: f64) -> f64 {
    let y;
    {
        let _guard = Open;
        note("within");
        y = x * x;
    }
    note("after");
    y * x
}

#[differentiable]
fn guarded_by_a_constant(x: f64) -> f64 {
    let y = {
        let _guard = OPEN;
        note("within");
        x.sin()
    };
    note("after");
    y * x
}

#[differentiable]
fn guarded_to_the_end(x: f64) -> f64 {
    let _guard = Open;
    note("within");
    x.sin() * x
}

#[differentiable]
fn dropped_at_once(x: f64) -> f64 {
    let _ = Named("dropped");
    note("after");
    x * x
}

#[differentiable]
fn lent_to_a_function(x: f64) -> f64 {
    weigh(&Named("dropped"));
    note("after");
    x * x
}

#[differentiable]
fn lent_in_a_let(x: f64) -> f64 {
    let w = weigh(&Named("dropped"));
    note("after");
    x * x * w
}

#[differentiable]
fn asked_in_a_let(x: f64) -> f64 {
    let w = Named("dropped").weight();
    note("after");
    x * x * w
}

#[differentiable]
fn asked_beside_an_operand(x: f64) -> f64 {
    let y = x * Named("dropped").weight();
    note("after");
    x * y
}

#[differentiable]
fn in_a_loop(x: f64) -> f64 {
    let mut y = x;
    for _ in 0..2 {
        let _guard = Open;
        note("within");
        y *= x;
    }
    note("after");
    y
}

/// A guard beside a value that carries a derivative.
#[derive(Differentiable)]
struct Session {
    weight: f64,
    #[no_diff]
    open: Open,
}

#[differentiable]
fn consumed(session: Session) -> f64 {
    note("consumed");
    session.weight * session.weight
}

#[differentiable]
fn with_a_value_in_a_block(x: f64) -> f64 {
    let y;
    {
        let session = Session {
            weight: x * x,
            open: Open,
        };
        note("within");
        y = session.weight * x;
    }
    note("after");
    y
}

#[differentiable]
fn with_a_value_in_a_blocks_value(x: f64) -> f64 {
    let y = {
        let session = Session {
            weight: x * x,
            open: Open,
        };
        note("within");
        session.weight * x
    };
    note("after");
    y.sin()
}

#[differentiable]
fn with_a_value_in_a_loop(x: f64) -> f64 {
    let mut y = x;
    for _ in 0..2 {
        let session = Session { weight: y, open: Open };
        note("within");
        y = session.weight * x;
    }
    note("after");
    y
}

#[differentiable]
fn with_a_value_that_is_moved(x: f64) -> f64 {
    let y = consumed(Session { weight: x, open: Open });
    note("after");
    y
}

#[differentiable]
fn with_a_value_that_is_assigned(x: f64) -> f64 {
    let mut session = Session { weight: x, open: Open };
    note("one");
    session = Session {
        weight: session.weight * x,
        open: Open,
    };
    note("two");
    session.weight
}

#[differentiable]
fn with_a_value_that_is_dropped(x: f64) -> f64 {
    let session = Session { weight: x, open: Open };
    let y = session.weight * x;
    drop(session);
    note("after");
    y
}

macro_rules! drops_as_std_does {
    ($($name:ident)*) => { $(
        #[test]
        fn $name() {
            let x = 0.7;
            let (plain, value) = noted(|| crate::$name(x));
            let (log, (same, slope)) = noted(|| crate::$name::value_and_grad(x));
            assert_eq!((log, same), (plain.clone(), value));
            let difference = (crate::$name(x + 1e-6) - crate::$name(x - 1e-6)) / 2e-6;
            assert!((slope - difference).abs() < 1e-8, "{slope} is not {difference}");
            let (log, (same, pullback)) = noted(|| crate::$name::vjp(x));
            assert_eq!((log, same), (plain, value));
            assert_eq!(noted(|| pullback(1.0)), (Vec::new(), slope));
        }
    )* };
}

mod compared {
    use super::noted;
    drops_as_std_does! {
        guarded_by_a_path guarded_by_a_constant guarded_to_the_end dropped_at_once lent_to_a_function lent_in_a_let
        asked_in_a_let asked_beside_an_operand in_a_loop with_a_value_in_a_block with_a_value_in_a_blocks_value
        with_a_value_in_a_loop with_a_value_that_is_moved with_a_value_that_is_assigned with_a_value_that_is_dropped
    }
}

/// A measure that is another one each time.
struct Measured(std::cell::Cell<usize>);

impl Measured {
    fn len(&self) -> usize {
        note("measured");
        self.0.set(self.0.get() + 1);
        self.0.get()
    }
}

#[differentiable]
fn measured_in_a_loop(x: &[f64]) -> f64 {
    let measured = Measured(std::cell::Cell::new(0));
    let mut y = x[0];
    for a in x {
        y *= a * measured.len() as f64;
    }
    y * y
}

#[test]
fn a_method_of_ones_own_runs_as_often_as_it_is_called() {
    let x = [0.7, 1.3, 0.4];
    let (plain, value) = noted(|| measured_in_a_loop(&x));
    let (log, (same, gradient)) = noted(|| measured_in_a_loop::value_and_grad(&x));
    assert_eq!((log, same), (plain, value));
    pullback::check_grad!(measured_in_a_loop(&x)).unwrap();
    assert!((gradient[2] - 2.0 * value / x[2]).abs() < 1e-9);
}

/// What is measured lies where only rustc knows of which type it is.
struct Instrument {
    measured: Measured,
    several: Vec<Measured>,
}

impl Instrument {
    fn new() -> Instrument {
        let measured = || Measured(std::cell::Cell::new(0));
        Instrument {
            measured: measured(),
            several: vec![measured(), measured()],
        }
    }
    fn at(&self, k: usize) -> &Measured {
        &self.several[k]
    }
}

#[differentiable]
fn measured_in_places(x: &[f64], #[no_diff] instrument: &Instrument) -> f64 {
    let mut y = x[0];
    for k in 0..instrument.measured.len() + 2 {
        y = y.sin() * x[1] * instrument.several[k % 2].len() as f64;
        y += x[2] * instrument.at(0).len() as f64;
    }
    while instrument.measured.len() < 5 {
        y *= y + x[2];
    }
    y * instrument.measured.len() as f64
}

#[test]
fn a_method_of_ones_own_runs_as_often_in_fields_elements_and_results() {
    let x = [0.7, 1.3, 0.4];
    let (plain, value) = noted(|| measured_in_places(&x, &Instrument::new()));
    let (log, (same, gradient)) = noted(|| measured_in_places::value_and_grad(&x, &Instrument::new()));
    assert_eq!((log, same), (plain, value));
    for (i, slope) in gradient.iter().enumerate() {
        let moved = |by: f64| {
            let mut x = x;
            x[i] += by;
            measured_in_places(&x, &Instrument::new())
        };
        let difference = (moved(1e-6) - moved(-1e-6)) / 2e-6;
        assert!(
            (slope - difference).abs() < 1e-6 * (1.0 + difference.abs()),
            "{slope} is not {difference}"
        );
    }
}

#[derive(Clone, Copy, Differentiable)]
struct Squared {
    v: f64,
}

#[differentiable]
impl Squared {
    /// It is no copy.
    #[expect(clippy::wrong_self_convention)]
    fn to_owned(&self) -> Squared {
        Squared { v: self.v * self.v }
    }
}

#[differentiable]
fn squared_by_a_method_of_ones_own(x: f64) -> f64 {
    let squared = Squared { v: x };
    let squared = squared.to_owned();
    squared.v * x
}

#[test]
fn a_method_of_ones_own_is_no_copy_by_its_name() {
    let (value, slope) = squared_by_a_method_of_ones_own::value_and_grad(0.7);
    assert_eq!(value.to_bits(), squared_by_a_method_of_ones_own(0.7).to_bits());
    assert!((slope - 3.0 * 0.7 * 0.7).abs() < 1e-12, "{slope}");
}
