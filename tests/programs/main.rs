//! Random functions that mix the constructs of the language, against differences.
//!
//! `grammar` has a line for each construct, `generator` fills it from a seed, and `generated` is what it wrote for the seeds
//! below, under `#[differentiable]`. After a change of the grammar, write it anew with
//!
//! ```sh
//! PROGRAMS=overwrite cargo test --test programs
//! ```
//!
//! and take out the seeds whose programs do not compile: the generator knows nothing of the borrow checker, and mixes what is
//! not supported yet into the rest. To look for wrong gradients, try other seeds.

// Nobody wrote these programs.
#![allow(unused, clippy::all)]

#[rustfmt::skip]
mod generated;
mod generator;
mod grammar;
mod prelude;

use prelude::NOTES;
use pullback::{Workspace, differentiable};
use std::panic::{AssertUnwindSafe, catch_unwind};

const SEEDS: &[u64] = &[
    22001, 22002, 22003, 22004, 22006, 22009, 22010, 22012, 22014, 22015, 22017, 22019, 22020, 22022, 22024, 22025,
    22026, 22027, 22028, 22029, 22030, 22032, 22035, 22038, 22039, 22040, 22041, 22042, 22043, 22044, 22045, 22046,
    22047, 22048, 22049, 22050, 22051, 22052, 22053, 22055, 22056, 22058, 22059, 22061, 22062, 22063, 22065, 22066,
    22067, 22069, 22070, 22072, 22074, 22075, 22076, 22077, 22078, 22079, 22080, 22082, 22084, 22085,
];

/// Those whose programs have no tangent yet: they make trait objects.
const IN_REVERSE: &[u64] = &[
    22004, 22019, 22020, 22022, 22027, 22043, 22048, 22052, 22053, 22067, 22069,
];

/// A generated function with its derivatives.
pub struct Program {
    name: &'static str,
    plain: fn(&[f64]) -> f64,
    value_and_grad: fn(&[f64]) -> (f64, Vec<f64>),
    jvp: Option<fn(&[f64], &[f64]) -> (f64, f64)>,
    grad_into_with: fn(&mut Workspace, &[f64], &mut [f64]) -> f64,
    dropped: fn(&[f64]),
}

macro_rules! program {
    ($name:ident) => {
        $crate::Program {
            jvp: Some(|x, along| $name::jvp(x, along)),
            ..$crate::program!($name; in_reverse)
        }
    };
    ($name:ident; in_reverse) => {
        $crate::Program {
            name: stringify!($name),
            plain: $name,
            value_and_grad: |x| $name::value_and_grad(x),
            jvp: None,
            grad_into_with: |workspace, x, bar| $name::grad_into_with(workspace, x, bar),
            dropped: |x| drop($name::vjp(x)),
        }
    };
}
pub(crate) use program;

fn written() -> String {
    let mut text = String::from(
        "//! Written by the generator.\n\nuse crate::prelude::*;\nuse pullback::{differentiable, no_diff};\n\n",
    );
    for seed in SEEDS {
        let program = generator::Generator::new(*seed).program(&format!("program_{seed}"));
        text += &match IN_REVERSE.contains(seed) {
            true => program,
            false => program.replace("#[differentiable]", "#[differentiable(jvp)]"),
        };
        text.push('\n');
    }
    text += "pub const PROGRAMS: &[crate::Program] = &[\n";
    for seed in SEEDS {
        let ways = if IN_REVERSE.contains(seed) { "; in_reverse" } else { "" };
        text += &format!("    crate::program!(program_{seed}{ways}),\n");
    }
    text + "];\n"
}

/// Six numbers of which no two are alike, and none is at a kink.
fn point(n: usize) -> Vec<f64> {
    let golden = 0.618_033_988_749_894_9;
    (0..6)
        .map(|i| {
            2.5 * (n as f64 * golden + (i + 1) as f64 * 0.414_213_562_373_095 + (n * i) as f64 * 0.732_050_8).fract()
                - 1.0
        })
        .collect()
}

/// What a run gave, or `None` if it panicked, and its notes.
fn observed<T>(run: impl FnOnce() -> T) -> (Option<T>, u64) {
    NOTES.set(0);
    let result = catch_unwind(AssertUnwindSafe(run)).ok();
    (result, NOTES.get())
}

/// The slope of `f` at 0, if `f` is smooth there: two steps agree, and so do both sides.
fn slope(f: impl Fn(f64) -> f64) -> Option<f64> {
    let central = |h: f64| (8.0 * (f(h) - f(-h)) - (f(2.0 * h) - f(-2.0 * h))) / (12.0 * h);
    let sides = |h: f64| (f(h) - 2.0 * f(0.0) + f(-h)).abs() / h;
    let (h, slope) = (1e-4, central(1e-4));
    let tolerance = 1e-6 * (1.0 + slope.abs()) + 1e-10 * f(0.0).abs() / h;
    let smooth =
        sides(h) < 0.1 * (1.0 + slope.abs()) && (sides(h) - 4.0 * sides(h / 4.0)).abs() < 1e-6 + 0.05 * sides(h);
    (smooth && (slope - central(h / 4.0)).abs() <= tolerance).then_some(slope)
}

/// Compares forward mode with the value, the notes and the gradient, by an inner product.
fn forward(program: &Program, x: &[f64], (value, notes): (f64, u64), gradient: &[f64]) -> Result<(), String> {
    let name = program.name;
    let direction: Vec<f64> = (0..x.len()).map(|i| 0.75 - 0.5 * i as f64).collect();
    let Some(jvp) = program.jvp else { return Ok(()) };
    let (swept, swept_notes) = observed(|| jvp(x, &direction));
    let Some((swept, tangent)) = swept else {
        return Err(format!("{name}: jvp panics at {x:?}"));
    };
    if notes != swept_notes {
        return Err(format!("{name}: other side effects of jvp at {x:?}"));
    }
    if value.to_bits() != swept.to_bits() {
        return Err(format!("{name}: the value is {value}, not {swept} of jvp at {x:?}"));
    }
    let parts = || gradient.iter().zip(&direction).map(|(slope, along)| slope * along);
    let (product, size) = (parts().sum::<f64>(), parts().map(f64::abs).sum::<f64>());
    match (tangent - product).abs() <= 1e-11 * (1.0 + size) {
        false if size.is_finite() => Err(format!("{name}: jvp says {tangent}, the gradient {product} at {x:?}")),
        _ => Ok(()),
    }
}

/// Compares everything about a program with the function as it was written; gives how many slopes were compared, or what is
/// wrong.
fn compare(program: &Program, points: usize) -> Result<usize, String> {
    let mut compared = 0;
    // What one run leaves behind in it, the next finds, at another point: loops are longer and shorter there.
    let mut workspace = Workspace::new();
    for x in (1..=points).map(point) {
        let (plain, notes) = observed(|| (program.plain)(&x));
        let (swept, swept_notes) = observed(|| (program.value_and_grad)(&x));
        if notes != swept_notes {
            return Err(format!("{}: other side effects at {x:?}", program.name));
        }
        let (value, (swept, gradient)) = match (plain, swept) {
            (None, None) => continue,
            (Some(value), Some(swept)) => (value, swept),
            _ => return Err(format!("{}: only one of the two panics at {x:?}", program.name)),
        };
        if value.to_bits() != swept.to_bits() {
            return Err(format!("{}: the value is {value}, not {swept} at {x:?}", program.name));
        }
        for _ in 0..2 {
            let mut bar = vec![0.0; x.len()];
            (program.grad_into_with)(&mut workspace, &x, &mut bar);
            if bar
                .iter()
                .zip(&gradient)
                .any(|(again, first)| again != first && !first.is_nan())
            {
                return Err(format!("{}: {bar:?} is not {gradient:?} at {x:?}", program.name));
            }
        }
        (program.dropped)(&x);
        let left = allocation_counter::measure(|| (program.dropped)(&x)).bytes_current;
        // What it took from the thread's workspace is gone, too.
        if left > 0 {
            return Err(format!("{}: a dropped pullback leaks {left} bytes", program.name));
        }
        if !value.is_finite() || value.abs() > 1e4 {
            continue;
        }
        forward(program, &x, (value, notes), &gradient)?;
        for i in 0..x.len() {
            let along = |step: f64| {
                let mut moved = x.clone();
                moved[i] += step;
                catch_unwind(|| (program.plain)(&moved)).unwrap_or(f64::NAN)
            };
            let Some(expected) = slope(along) else { continue };
            compared += 1;
            if !((gradient[i] - expected).abs() <= 2e-6 * (1.0 + expected.abs() + value.abs())) {
                let got = gradient[i];
                return Err(format!(
                    "{}: slope {i} is {got}, differences say {expected} at {x:?}",
                    program.name
                ));
            }
        }
    }
    Ok(compared)
}

#[test]
fn the_programs_are_those_of_the_generator() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/generated.rs");
    let text = written();
    if std::env::var_os("PROGRAMS").is_some() {
        std::fs::write(path, text).expect("the file can be written");
    } else if text != include_str!("generated.rs") {
        panic!("the generator writes other programs: PROGRAMS=overwrite cargo test --test programs");
    }
}

#[test]
fn programs_have_the_gradients_that_differences_say() {
    std::panic::set_hook(Box::new(|_| {}));
    let results: Vec<_> = generated::PROGRAMS.iter().map(|program| compare(program, 8)).collect();
    let _ = std::panic::take_hook();
    let wrong: Vec<_> = results.iter().filter_map(|result| result.as_ref().err()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    let compared: usize = results.iter().flatten().sum();
    assert!(
        compared > 20 * generated::PROGRAMS.len(),
        "only {compared} slopes were smooth enough to compare"
    );
}

/// What the comparison is worth: it finds a rule that is wrong, and a side effect that happens twice.
mod broken {
    use crate::prelude::note;
    use pullback::differentiable;

    #[differentiable(slopes(x = 2.5 * x))]
    fn squared(x: f64) -> f64 {
        x * x
    }

    #[differentiable(jvp)]
    pub fn wrong_slope(x: &[f64]) -> f64 {
        squared(x[0]) + x[1]
    }

    #[differentiable(vjp = noted_vjp)]
    fn noted(x: f64) -> f64 {
        note(1);
        x
    }

    fn noted_vjp(x: f64) -> (f64, impl FnOnce(f64) -> f64 + use<>) {
        note(1);
        (noted(x), |seed| seed)
    }

    #[differentiable]
    pub fn noted_twice(x: &[f64]) -> f64 {
        noted(x[0])
    }
}

#[test]
fn what_is_wrong_is_found() {
    use broken::{noted_twice, wrong_slope};
    assert!(compare(&program!(wrong_slope), 2).unwrap_err().contains("slope 0 is"));
    assert!(
        compare(&program!(noted_twice; in_reverse), 2)
            .unwrap_err()
            .contains("side effects")
    );
}
