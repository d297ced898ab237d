//! What carries no derivative: integers, bools, strings, casts, `#[no_diff]`, `no_diff(..)`, and macros that pass through.

use pullback::{differentiable, no_diff};

static SCALE: f64 = 1.5;

fn plain(x: f64) -> f64 {
    (x * 10.0).floor()
}

fn index_of(x: f64, n: usize) -> usize {
    (x.abs() * 10.0) as usize % n
}

#[differentiable(jvp)]
fn every_integer_type(x: f64, a: u8, b: i16, c: u32, d: i64, e: usize) -> f64 {
    let total = a as i64 + b as i64 + c as i64 + d + e as i64;
    x * total as f64 + x.powi(b as i32) * f64::from(c)
}

#[differentiable(jvp)]
fn integer_arithmetic(x: f64, n: usize) -> f64 {
    let mut k = n;
    let mut y = x;
    while k > 1 {
        if k % 2 == 0 {
            k /= 2;
            y *= x;
        } else {
            k = 3 * k + 1;
            y += x;
        }
    }
    y
}

#[differentiable(jvp)]
fn bits_and_shifts(x: f64, mask: u32) -> f64 {
    let mut y = x;
    for bit in 0..5 {
        if (mask >> bit) & 1 == 1 {
            y = y * x + (mask << bit) as f64 * 0.01;
        }
    }
    y * (!mask & 0b111 | mask ^ 1) as f64
}

#[differentiable(jvp)]
fn in_a_range(x: f64, low: f64, k: usize) -> f64 {
    let inside = (low..=2.0 * low).contains(&x);
    let mut y = if inside { x * low } else { x + low };
    for i in 0..k {
        y *= if (1..3).contains(&i) && (..y).contains(&low) {
            x
        } else {
            low
        };
    }
    y
}

#[differentiable(jvp)]
fn bools(x: f64, flip: bool) -> f64 {
    let negative = x < 0.0;
    let turn = flip != negative;
    let mut y = x;
    if turn && !negative {
        y = -y * y;
    }
    y * (turn as u8) as f64 + x
}

#[differentiable(jvp)]
fn strings(x: f64, unit: &str, note: &String, mark: char) -> f64 {
    let name = "metre";
    let mut y = x;
    if unit == name {
        y *= x;
    }
    if mark == 'k' {
        y *= 1000.0;
    }
    y * note.len() as f64
}

#[differentiable(jvp)]
fn inactive_collections(x: f64, sizes: &[usize], signs: [bool; 2], table: &Vec<(usize, i32)>) -> f64 {
    let mut y = x;
    for i in 0..sizes.len() {
        y = y * 0.5 + sizes[i] as f64;
    }
    if signs[1] {
        y *= x;
    }
    for entry in table {
        y += x.powi(entry.1) * entry.0 as f64;
    }
    y
}

#[differentiable(jvp)]
fn integer_locals(x: &[f64]) -> f64 {
    let mut counts = [0usize; 3];
    for i in 0..x.len() {
        counts[i % 3] += i;
    }
    let mut order = vec![0; x.len()];
    for i in 0..x.len() {
        order[i] = x.len() - 1 - i;
    }
    let mut y = 1.0;
    for i in 0..x.len() {
        y = y * x[order[i]] + counts[i % 3] as f64;
    }
    y
}

#[differentiable(jvp)]
fn argmax(x: &[f64]) -> f64 {
    let mut best = 0;
    for i in 1..x.len() {
        if x[i] > x[best] {
            best = i;
        }
    }
    x[best] * x[best] + best as f64 * x[0]
}

#[differentiable(jvp)]
fn marked(x: f64, #[no_diff] y: f64, #[no_diff] data: &[f64], z: f64) -> f64 {
    let mut s = 0.0;
    for d in data {
        s += (d - x) * (d - x) * y;
    }
    s * z
}

#[differentiable(jvp)]
fn detached(x: f64) -> f64 {
    x * no_diff(x * x)
}

#[differentiable(jvp)]
fn detached_call(x: f64) -> f64 {
    let steps = no_diff(plain(x));
    x * steps
}

#[differentiable(jvp)]
fn detached_cast(x: &[f64], at: f64) -> f64 {
    let i = no_diff(at) as usize;
    let fraction = at - i as f64;
    x[i] * (1.0 - fraction) + x[i + 1] * fraction
}

#[differentiable(jvp)]
fn detached_index(x: &[f64]) -> f64 {
    let i = no_diff(index_of(x[0], x.len()));
    x[i] * x[0]
}

#[differentiable(jvp)]
fn detached_condition(x: f64) -> f64 {
    if no_diff(plain(x)) > 4.0 { x * x } else { x }
}

#[differentiable(jvp)]
fn statics(x: f64) -> f64 {
    x * SCALE + f64::MAX.recip() + x * x * std::f64::consts::E
}

#[differentiable(jvp)]
fn assertions(x: &[f64], y: &[f64]) -> f64 {
    assert_eq!(x.len(), y.len(), "as many x as y");
    assert!(x[0] > 0.0);
    debug_assert!(y[0].is_finite(), "y starts with {}", y[0]);
    assert_ne!(x.len(), 0);
    debug_assert_eq!(x.len(), 2);
    debug_assert_ne!(x.len(), 3);
    x[0] * y[1] + x[1]
}

#[differentiable(jvp)]
fn printing(x: f64) -> f64 {
    let y = x * x;
    println!("y is {y}, x is {}, {:?}", x, (x, y));
    eprintln!("{0:>8.3} {0:e} {name}", y, name = x);
    print!("{x:?} {} ", y + 1.0);
    eprint!("");
    y * x
}

#[differentiable(jvp)]
fn shadowed_in_a_macro(x: f64) -> f64 {
    let y = x * x;
    assert!(y == x * x, "the first y");
    let y = y + 10.0;
    assert!(y > 9.0, "the second y, {y}");
    let x = y * 2.0;
    assert_eq!(x, y * 2.0);
    x * y
}

#[differentiable(jvp)]
fn macros_in_loops_and_branches(x: &[f64]) -> f64 {
    let mut y = 1.0;
    for i in 0..x.len() {
        debug_assert!(i < 2, "{}", x[i]);
        y = y * x[i] + x[0];
    }
    if y > 1e6 {
        panic!("y has become {y}");
    } else if y < -1e6 {
        unreachable!("too small: {}", y);
    }
    y
}

#[differentiable(jvp)]
fn panics_elsewhere(x: f64, kind: usize) -> f64 {
    if kind == 0 {
        x * x
    } else if kind == 1 {
        x.sin()
    } else {
        panic!("there is no kind {kind}")
    }
}

#[differentiable(jvp)]
fn formatted(x: f64, n: usize) -> f64 {
    let text = format!("{n:05}");
    x * x * text.len() as f64
}

#[differentiable(jvp)]
fn inactive_values_stay_inactive(x: f64, n: usize) -> f64 {
    let mut weight = 1.0;
    for i in 0..n {
        weight = weight * 0.5 + i as f64;
    }
    let table = [weight, weight * weight];
    x * table[1] + table[0].sqrt()
}

#[differentiable(jvp)]
fn integer_methods(x: f64, n: i32) -> f64 {
    let k = n.abs().min(4).pow(2) as f64;
    let m = usize::max(n as usize, 3) + i32::MAX.leading_zeros() as usize;
    x * k + x.powi(n.rem_euclid(3)) * m as f64
}

#[differentiable(jvp)]
fn mutable_counters(x: f64, calls: &mut usize, #[no_diff] log: &mut Vec<f64>) -> f64 {
    *calls += 1;
    log.push(2.0);
    x * x * *calls as f64
}

/// What is rounded has no slope, whatever the type of the constant beside it.
#[differentiable(jvp)]
fn rounded_to_an_index(x: f64, table: &[f64]) -> f64 {
    let turns = (x / std::f64::consts::TAU).floor() as usize % table.len();
    let mut nearest = (x * RATE).round() as u32;
    while nearest > 3 {
        nearest -= 1;
    }
    table[turns] * x + (nearest as f64) * table[0]
}

const RATE: f64 = 0.7;

#[derive(Clone, Copy, pullback::Differentiable)]
enum Turns {
    Once,
    Many(u8),
}

/// One type of integer is made of another.
#[differentiable(jvp)]
fn integers_are_converted(x: f64, turns: Turns) -> f64 {
    let turns: u32 = match turns {
        Turns::Once => 1,
        Turns::Many(n) => n.into(),
    };
    let mut y = x;
    for k in 0..turns {
        y = y * x + f64::from(k);
    }
    y
}

#[derive(Clone, Copy, pullback::Differentiable)]
struct Counts {
    steps: u32,
    every: u32,
}

#[differentiable(jvp)]
fn every_so_often(x: f64, counts: Counts) -> f64 {
    let mut counts = counts;
    let mut y = x;
    for _ in 0..5 {
        counts.steps += 1;
        if counts.steps.is_multiple_of(counts.every) || y > 3.0 {
            y *= x;
        }
        y += 0.5;
    }
    y
}

mod tests {
    use super::super::differences::{Components, assert_close, zero};
    use crate::tables::gradients;
    use std::sync::LazyLock;

    // A pullback may keep the borrow of an argument, so these outlive the call.
    static NOTE: LazyLock<String> = LazyLock::new(|| "five!".to_string());
    static TABLE: LazyLock<Vec<(usize, i32)>> = LazyLock::new(|| vec![(2, 3), (1, -1)]);

    gradients! {
        [super]
        every_integer_type(x, 1, 2, 3, -4, 5) { x = 0.5 }
        integer_arithmetic(x, 6) { x = 0.5; x = -1.25 }
        bits_and_shifts(x, 0b10110) { x = 0.5 }
        bools(x, true) { x = 0.5; x = -0.5 }
        strings(x, "metre", &self::NOTE, 'k') { x = 0.5 }
        inactive_collections(x, &[3, 1], [false, true], &self::TABLE) { x = 0.5 }
        integer_locals(&x) { x = vec![0.5, -1.0, 2.0, 1.5] }
        argmax(&x) { x = vec![0.5, -1.0, 2.0, 1.5]; x = vec![3.0, 1.0] }
        marked(x, 2.0, &[1.0, 0.5], z) { x = 0.75, z = 3.0 }
        detached_cast(&x, at) { x = vec![0.5, -1.0, 2.0], at = 1.25; x = vec![0.5, -1.0, 2.0], at = 0.5 }
        detached_index(&x) { x = vec![0.25, -1.0, 2.0] }
        detached_condition(x) { x = 0.25; x = 0.75 }
        detached_call(x) { x = 0.25; x = 0.75 }
        statics(x) { x = 0.25 }
        assertions(&x, &y) { x = vec![0.5, -1.0], y = vec![2.0, 3.0] }
        printing(x) { x = 0.5 }
        shadowed_in_a_macro(x) { x = 0.5 }
        macros_in_loops_and_branches(&x) { x = vec![0.5, -1.0] }
        panics_elsewhere(x, 1) { x = 0.5 }
        formatted(x, 12) { x = 0.5 }
        inactive_values_stay_inactive(x, 3) { x = 0.5 }
        integer_methods(x, 5) { x = 0.5 }
        rounded_to_an_index(x, &table) { x = 15.3, table = vec![0.5, -1.0, 2.0]; x = 2.6, table = vec![0.5, 2.0] }
        in_a_range(x, low, 4) { x = 0.5, low = 0.3; x = 1.5, low = 0.4 }
    }

    #[test]
    fn integers_in_structs_and_enums() {
        for turns in [super::Turns::Once, super::Turns::Many(3)] {
            pullback::check_grad!(super::integers_are_converted(0.5, turns)).unwrap();
        }
        for x in [0.5, 2.0] {
            pullback::check_grad!(super::every_so_often(x, super::Counts { steps: 1, every: 3 })).unwrap();
        }
    }

    #[test]
    fn no_diff_stops_the_derivative() {
        assert_close("detached", &[super::detached::grad(3.0)], &[9.0], 0.0);
    }

    #[test]
    fn inactive_mutable_arguments_are_left_as_the_function_leaves_them() {
        let (mut calls, mut log) = (1, vec![1.0]);
        let (value, gradient) = super::mutable_counters::value_and_grad(3.0, &mut calls, &mut log);
        assert_eq!((value, gradient, calls, log), (18.0, 12.0, 2, vec![1.0, 2.0]));
    }
}
