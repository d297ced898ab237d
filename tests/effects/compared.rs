use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local!(static NOTES: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) });

/// What prints, to a test.
pub fn note(value: f64) {
    NOTES.with(|notes| notes.borrow_mut().push(value.to_bits()));
}

/// The value that a run gave, or `None` if it panicked, and what it noted.
fn observed<T>(run: impl FnOnce() -> T) -> (Option<T>, Vec<u64>) {
    NOTES.with(|notes| notes.borrow_mut().clear());
    let value = catch_unwind(AssertUnwindSafe(run)).ok();
    (value, NOTES.with(|notes| notes.borrow().clone()))
}

/// A function with its derivative.
pub struct Program {
    name: &'static str,
    plain: fn(&[f64]) -> f64,
    value_and_grad: fn(&[f64]) -> (f64, Vec<f64>),
}

/// A call that writes.
#[pullback::differentiable]
pub fn smooth(state: &mut f64, a: f64) -> f64 {
    *state = *state * 0.9 + a;
    *state
}

/// A call that prints.
#[pullback::differentiable]
pub fn noted(a: f64) -> f64 {
    pullback::no_diff(note(a));
    a * a
}

macro_rules! program {
    ($name:ident) => {
        $crate::Program {
            name: stringify!($name),
            plain: $name,
            value_and_grad: |x| $name::value_and_grad(x),
        }
    };
}
pub(crate) use program;

/// Numbers of which no two are alike.
fn point(n: usize, len: usize) -> Vec<f64> {
    (0..len)
        .map(|i| 0.25 + 2.0 * ((n * 7 + i) as f64 * 0.618_033_988_749_894_9 + n as f64 * 0.414_213_562).fract())
        .collect()
}

/// Compares a program with the function as it was written.
fn compare(program: &Program) -> Result<(), String> {
    for (n, len) in [(1, 6), (2, 5), (3, 1), (4, 0), (5, 8)] {
        let x = point(n, len);
        let (plain, noted) = observed(|| (program.plain)(&x));
        let (swept, swept_noted) = observed(|| (program.value_and_grad)(&x));
        let name = program.name;
        let (value, (swept, gradient)) = match (plain, swept) {
            (None, None) if noted == swept_noted => continue,
            (Some(value), Some(swept)) => (value, swept),
            (plain, _) => return Err(format!("{name}: only one of the two panics at {x:?}, {plain:?}")),
        };
        if noted != swept_noted {
            return Err(format!("{name}: other effects at {x:?}: {} instead of {}", swept_noted.len(), noted.len()));
        }
        if value.to_bits() != swept.to_bits() {
            return Err(format!("{name}: the value is {value}, not {swept} at {x:?}"));
        }
        for i in 0..x.len() {
            let h = 1e-5;
            let at = |step: f64| {
                let mut moved = x.clone();
                moved[i] += step;
                (program.plain)(&moved)
            };
            let expected = (8.0 * (at(h) - at(-h)) - (at(2.0 * h) - at(-2.0 * h))) / (12.0 * h);
            if !((gradient[i] - expected).abs() <= 1e-6 * (1.0 + expected.abs() + value.abs())) {
                let got = gradient[i];
                return Err(format!("{name}: slope {i} is {got}, differences say {expected} at {x:?}"));
            }
        }
    }
    Ok(())
}

/// Compares all of them; what is wrong is listed together.
pub fn compare_all(programs: &[Program]) {
    std::panic::set_hook(Box::new(|_| {}));
    let wrong: Vec<String> = programs.iter().filter_map(|program| compare(program).err()).collect();
    let _ = std::panic::take_hook();
    assert!(wrong.is_empty(), "{} of {} programs:\n{}", wrong.len(), programs.len(), wrong.join("\n"));
}
