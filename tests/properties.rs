//! Random programs: a differentiable interpreter runs random code on random numbers, against differences.
//!
//! Every program is straight-line, branching or looping as its bytes happen to say; the interpreter is one more test of
//! calls with `&mut`, element writes, `while` with a program counter, and chains of `else if`.

#[allow(dead_code)]
#[path = "corpus/differences.rs"]
mod differences;

use differences::Components;
use proptest::prelude::*;
use pullback::differentiable;
use std::cell::Cell;

const REGISTERS: usize = 4;

/// One instruction is three bytes: what to do, where to, what with.
#[differentiable]
fn step(op: u8, to: usize, from: usize, r: &mut [f64; 4]) {
    if op == 0 {
        r[to] += r[from];
    } else if op == 1 {
        r[to] -= 0.5 * r[from];
    } else if op == 2 {
        r[to] *= r[from];
    } else if op == 3 {
        r[to] /= 1.0 + r[from] * r[from];
    } else if op == 4 {
        r[to] = r[from].sin();
    } else if op == 5 {
        r[to] = (-r[from].abs()).exp();
    } else if op == 6 {
        r[to] = r[to].max(r[from]);
    } else if op == 7 {
        r[to] = r[from];
    } else if op == 8 {
        r[to] = 0.25 - r[to] * r[from];
    } else {
        let kept = r[to];
        r[to] = 0.75 * r[from];
        r[from] = kept;
    }
}

/// Runs the code: ten instructions of `step`, then conditional skip, loop, early end.
#[differentiable]
fn run(code: &[u8], x: &[f64]) -> f64 {
    let mut r = [0.3, 0.7, 1.1, -0.4];
    for i in 0..x.len() {
        r[i % 4] += x[i];
    }
    let mut pc = 0;
    let mut fuel = 40;
    while pc + 2 < code.len() {
        let op = code[pc] % 14;
        let to = code[pc + 1] as usize % 4;
        let from = code[pc + 2] as usize % 4;
        pc += 3;
        if fuel == 0 {
            break;
        }
        fuel -= 1;
        if op < 10 {
            step(op, to, from, &mut r);
            continue;
        }
        if op == 10 {
            if r[to] < r[from] {
                pc += 3;
            }
        } else if op == 11 {
            if pc + 2 < code.len() {
                for _ in 0..from + 1 {
                    step(
                        code[pc] % 10,
                        code[pc + 1] as usize % 4,
                        code[pc + 2] as usize % 4,
                        &mut r,
                    );
                }
            }
        } else if op == 12 {
            let mut n = 0;
            while r[to].abs() < 2.0 && n < from {
                r[to] = 1.25 * r[to] + 0.1 * r[from];
                n += 1;
            }
        } else if r[to] > r[from] + 1.0 {
            return r[to] * r[from];
        }
    }
    r[0] + 0.5 * r[1] - r[2] * r[3]
}

/// The same machine by recursion: each call runs one instruction and leaves the rest to the next.
#[differentiable]
fn run_recursively(code: &[u8], r: &mut [f64; 4], depth: usize) -> f64 {
    if code.len() < 3 || depth == 0 {
        return r[0] * r[1] + r[2] - r[3];
    }
    let to = code[1] as usize % 4;
    let from = code[2] as usize % 4;
    if code[0] % 12 == 10 && r[to] < r[from] {
        let kept = r[to];
        let once = run_recursively(&code[3..], r, depth / 2);
        r[from] += 0.5 * kept;
        return once + 0.25 * run_recursively(&code[3..], r, depth / 2);
    }
    step(code[0] % 10, to, from, r);
    run_recursively(&code[3..], r, depth - 1)
}

#[differentiable]
fn run_by_recursion(code: &[u8], x: &[f64]) -> f64 {
    let mut r = [x[0], x[1] * 0.5, 0.75, -x[2]];
    let y = run_recursively(code, &mut r, 12);
    y + r[1]
}

thread_local! {
    static COMPARED: Cell<usize> = const { Cell::new(0) };
}

/// Compares each component where the program is smooth: nearby one-sided slopes agree, and it stays moderate.
fn compare(f: impl Fn(&[f64]) -> f64, value: f64, gradient: &[f64], x: &[f64]) -> Result<(), TestCaseError> {
    let centre = f(x);
    prop_assert_eq!(value.to_bits(), centre.to_bits());
    prop_assert_eq!(gradient.len(), x.len());
    if !centre.is_finite() || centre.abs() > 1e3 {
        return Ok(());
    }
    for i in 0..x.len() {
        let along = |step: f64| {
            let mut moved = x.to_vec();
            moved[i] += step;
            f(&moved)
        };
        let h = 1e-4;
        let slopes: Vec<f64> = [h, -h, h / 4.0, -h / 4.0]
            .iter()
            .map(|s| (along(*s) - centre) / s)
            .collect();
        let curvature = (slopes[0] - slopes[1]).abs();
        // A kink or jump leaves slopes apart that curvature brings together in proportion to the step.
        let smooth = ((slopes[0] - slopes[1]) - 4.0 * (slopes[2] - slopes[3])).abs() < 1e-6 + 0.05 * curvature
            && curvature < 1e-2;
        if !smooth {
            continue;
        }
        let expected = (8.0 * (along(h) - along(-h)) - (along(2.0 * h) - along(-2.0 * h))) / (12.0 * h);
        let coarse = (slopes[0] + slopes[1]) / 2.0;
        if (expected - coarse).abs() > 1e-5 * (1.0 + expected.abs()) {
            continue;
        }
        COMPARED.set(COMPARED.get() + 1);
        prop_assert!(
            (gradient[i] - expected).abs() <= 1e-6 * (1.0 + expected.abs()),
            "component {i} is {}, differences say {expected}, of {gradient:?}",
            gradient[i]
        );
    }
    Ok(())
}

/// Numbers that are never alike: at ties a difference means nothing.
fn distinct(seeds: &[u32]) -> Vec<f64> {
    let golden = 0.618_033_988_749_894_9;
    seeds
        .iter()
        .enumerate()
        .map(|(i, seed)| 2.0 * (f64::from(*seed) * golden + i as f64 * 0.414_213_562_373_095).fract() - 1.0)
        .collect()
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

#[test]
fn random_programs_have_the_gradients_that_differences_say() {
    let inputs = (
        prop::collection::vec(any::<u8>(), 0..60),
        prop::collection::vec(0..100_000u32, 1..6),
    );
    let mut runner = proptest::test_runner::TestRunner::new(config(1500));
    let result = runner.run(&inputs, |(code, seeds)| {
        let x = distinct(&seeds);
        let (value, gradient) = run::value_and_grad(&code, &x);
        compare(|x| run(&code, x), value, &gradient, &x)
    });
    if let Err(error) = result {
        panic!("{error}");
    }
    assert!(
        COMPARED.get() > 1500,
        "only {} components were smooth enough to compare",
        COMPARED.get()
    );
}

#[test]
fn random_recursions_have_the_gradients_that_differences_say() {
    let inputs = (
        prop::collection::vec(any::<u8>(), 0..48),
        prop::collection::vec(0..100_000u32, 3),
    );
    let mut runner = proptest::test_runner::TestRunner::new(config(500));
    let result = runner.run(&inputs, |(code, seeds)| {
        let x = distinct(&seeds);
        let (value, gradient) = run_by_recursion::value_and_grad(&code, &x);
        compare(|x| run_by_recursion(&code, x), value, &gradient, &x)
    });
    if let Err(error) = result {
        panic!("{error}");
    }
    assert!(
        COMPARED.get() > 300,
        "only {} components were smooth enough to compare",
        COMPARED.get()
    );
}

#[test]
fn random_programs_leave_the_registers_as_a_plain_run_does() {
    let inputs = (
        prop::collection::vec(any::<u8>(), 0..48),
        prop::collection::vec(0..100_000u32, REGISTERS),
        0..14usize,
    );
    let mut runner = proptest::test_runner::TestRunner::new(config(300));
    let result = runner.run(&inputs, |(code, seeds, depth)| {
        let start: [f64; REGISTERS] = distinct(&seeds).try_into().expect("as many numbers as registers");
        let (mut plain, mut swept, mut pulled) = (start, start, start);
        let value = run_recursively(&code, &mut plain, depth);
        let (swept_value, gradient) = run_recursively::value_and_grad(&code, &mut swept, depth);
        let mut bar = [0.0; REGISTERS];
        {
            let (_, pullback) = run_recursively::vjp(&code, &mut pulled, depth);
            pullback(1.0, &mut bar);
        }
        let bits = |numbers: &[f64]| numbers.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
        prop_assert_eq!(value.to_bits(), swept_value.to_bits());
        prop_assert_eq!(bits(&plain), bits(&swept));
        prop_assert_eq!(bits(&plain), bits(&pulled));
        prop_assert_eq!(bits(&gradient.components()), bits(&bar));
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
}
