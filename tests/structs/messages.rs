//! What a function says and asserts about its values on the way: it asks, and changes nothing.
use pullback::{Differentiable, check_grad, differentiable};

/// In the manner of log: a level, a target, a message, and no value.
macro_rules! log {
    (target: $target:expr, $level:expr, $($argument:tt)*) => { let _ = ($target, $level, format!($($argument)*)); };
    ($level:expr, $($argument:tt)*) => { log!(target: "structs", $level, $($argument)*); };
}

macro_rules! debug {
    ($($argument:tt)*) => { log!(0, $($argument)*); };
}

/// In the manner of tracing: fields with signs.
macro_rules! info {
    ($(?)? $shown:expr, $name:ident = $(%)? $value:expr, $($argument:tt)*) => {
        let $name = &$value;
        log!(1, "{:?} {:?} {}", $shown, $name, format!($($argument)*));
    };
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct State {
    x: f64,
    list: Vec<f64>,
}

#[differentiable]
impl State {
    fn total(&self) -> f64 {
        self.list.iter().sum::<f64>() * self.x
    }

    fn scaled(&self, k: f64) -> State {
        let list = self.list.iter().map(|x| x * k).collect();
        State { x: self.x * k, list }
    }

    fn below(&self, k: f64) -> bool {
        self.x < k
    }
}

/// Without derivatives: these are only asked for messages.
impl State {
    fn name(&self) -> String {
        format!("{} numbers", self.list.len())
    }

    fn size(&self) -> usize {
        self.list.len()
    }

    fn label(&self, k: usize) -> &f64 {
        &self.list[k]
    }
}

#[differentiable]
fn logged(start: &State, x: f64) -> f64 {
    let mut state = start.clone();
    state.x *= x;
    debug!(
        "{} {:?}",
        state.name(),
        state.list.iter().map(|y| y * 2.0).collect::<Vec<f64>>()
    );
    for i in 0..state.list.len() {
        state.list[i] *= x * x;
        info!(?state.list, size = %state.size(), "{x} {}", state.label(i));
        log!(target: "here", 2, "{}", state.label(i).abs());
        assert!(state.size() == start.size(), "{} at {x}", state.name());
    }
    state.total()
}

/// Operands that are computed with differentiable methods come before the assertion.
#[differentiable]
fn asserted(state: &mut State, x: f64, n: usize) -> f64 {
    for k in 0..n {
        state.x += x * k as f64;
        assert!(state.below(x * 100.0), "{} is not below {x}", state.name());
        assert!(state.scaled(x).below(100.0 * x));
        debug_assert!(state.scaled(x).below(100.0 * x));
        assert_ne!(state.scaled(2.0 * x).x, state.x + 1000.0);
    }
    debug_assert_eq!(state.scaled(1.0).list, state.list, "{x}");
    state.total() * x
}

#[differentiable]
fn shown(state: &State, x: f64) -> f64 {
    let y = dbg!(state.x * x);
    dbg!();
    let (a, b) = dbg!(y * x, &state.list);
    dbg!(state);
    a * b[0] * state.total()
}

/// In a comparison a cast loses nothing that the comparison does not.
#[differentiable]
fn compared(x: f64, n: usize) -> f64 {
    assert!(x as usize <= n, "{x} is more than {n}");
    let mut y = x;
    while (y as i64) < 10 {
        y *= if (y / 2.0).floor() as i32 % 2 == 0 { x } else { 1.5 * x };
    }
    y
}

#[test]
fn messages_and_assertions_are_no_part_of_the_derivative() {
    let mut state = State {
        x: 2.0,
        list: vec![1.5, -2.5],
    };
    check_grad!(logged(&state, 1.3)).unwrap();
    check_grad!(shown(&state, 1.3)).unwrap();
    for n in [0, 1, 3] {
        check_grad!(asserted(&mut state, 1.3, n)).unwrap();
    }
    for x in [1.3, 2.7, 20.0] {
        check_grad!(compared(x, 20)).unwrap();
    }
}

fn message(f: impl FnOnce() + std::panic::UnwindSafe) -> String {
    let panic = std::panic::catch_unwind(f).unwrap_err();
    match panic.downcast::<String>() {
        Ok(message) => *message,
        Err(panic) => panic.downcast_ref::<&str>().unwrap().to_string(),
    }
}

#[test]
fn assertions_fail_as_they_were_written() {
    #[differentiable]
    fn plain(state: &State, x: f64) -> f64 {
        assert!(state.scaled(x).below(1.0));
        state.x * x
    }
    #[differentiable]
    fn equal(state: &State, x: f64) -> f64 {
        assert_eq!(state.scaled(x).x, state.x, "of {x}");
        state.x * x
    }
    let state = State { x: 2.0, list: vec![] };
    let (a, b) = (state.clone(), state.clone());
    assert_eq!(
        message(move || assert!(plain(&a, 3.0) > 0.0)),
        message(move || drop(plain::grad(&b, 3.0)))
    );
    let (a, b) = (state.clone(), state);
    assert_eq!(
        message(move || assert!(equal(&a, 3.0) > 0.0)),
        message(move || drop(equal::grad(&b, 3.0)))
    );
}

/// A text that is put together says what went wrong, and nothing flows into an error.
#[differentiable]
fn told(v: &[f64], n: usize) -> Result<f64, String> {
    let mut message = String::from("too many:");
    for x in v {
        message.push_str(&format!(" {x}"));
    }
    if v.len() > n { Err(message) } else { Ok(v[0] * v[1]) }
}

#[test]
fn texts_are_put_together() {
    for n in [1, 5] {
        assert_eq!(told::vjp(&[1.0, 2.0], n).0, told(&[1.0, 2.0], n));
    }
    assert_eq!(told::vjp(&[1.0, 2.0], 5).1(Some(1.0)), [2.0, 1.0]);
}
