//! Functions that call themselves and each other, over scalars and over sub-slices.

use pullback::differentiable;

#[differentiable(jvp)]
fn power(x: f64, n: usize) -> f64 {
    if n == 0 { 1.0 } else { x * power(x, n - 1) }
}

#[differentiable(jvp)]
fn fast_power(x: f64, n: u32) -> f64 {
    if n == 0 {
        return 1.0;
    }
    let half = fast_power(x, n / 2);
    if n % 2 == 0 { half * half } else { half * half * x }
}

#[differentiable(jvp)]
fn power_f32(x: f32, n: usize) -> f32 {
    if n == 0 { 1.0 } else { x * power_f32(x, n - 1) }
}

#[differentiable(jvp)]
fn fibonacci(a: f64, b: f64, n: usize) -> f64 {
    if n == 0 {
        a
    } else if n == 1 {
        b
    } else {
        fibonacci(a, b, n - 1) + 0.5 * fibonacci(a, b, n - 2) * a
    }
}

#[differentiable(jvp)]
fn newton(x: f64, a: f64) -> f64 {
    let next = 0.5 * (x + a / x);
    if (next - x).abs() < 1e-9 {
        return next;
    }
    newton(next, a)
}

#[differentiable(jvp)]
fn continued_fraction(x: &[f64]) -> f64 {
    if x.len() == 1 {
        x[0]
    } else {
        x[0] + 1.0 / continued_fraction(&x[1..])
    }
}

#[differentiable(jvp)]
fn horner(coefficients: &[f64], x: f64) -> f64 {
    if coefficients.is_empty() {
        return 0.0;
    }
    coefficients[0] + x * horner(&coefficients[1..], x)
}

#[differentiable(jvp)]
fn tree_product(x: &[f64]) -> f64 {
    let n = x.len();
    if n == 1 {
        x[0]
    } else {
        let left = tree_product(&x[..n / 2]);
        let right = tree_product(&x[n / 2..]);
        left * right + left
    }
}

#[differentiable(jvp)]
fn last(x: &[f64]) -> f64 {
    if x.len() > 1 {
        return last(&x[1..]);
    }
    x[0] * x[0]
}

#[differentiable(jvp)]
fn children(x: &[f64], node: usize) -> f64 {
    let mut y = x[node].sin();
    for child in 2 * node + 1..2 * node + 3 {
        if child >= x.len() {
            break;
        }
        y *= 1.0 + children(x, child);
    }
    y
}

#[differentiable(jvp)]
fn scaled_in_place(u: &mut [f64], k: f64) {
    if u.is_empty() {
        return;
    }
    u[0] *= k;
    scaled_in_place(&mut u[1..], k * k);
}

#[differentiable(jvp)]
fn transform_in_place(u: &mut [f64]) {
    let n = u.len();
    if n == 1 {
        return;
    }
    transform_in_place(&mut u[..n / 2]);
    transform_in_place(&mut u[n / 2..]);
    for i in 0..n / 2 {
        let (a, b) = (u[i], u[n / 2 + i]);
        u[i] = a + b * b;
        u[n / 2 + i] = a - 0.5 * b;
    }
}

#[differentiable(jvp)]
fn pairs(x: &[f64]) -> (f64, f64) {
    if x.is_empty() {
        (1.0, 0.0)
    } else {
        let (p, s) = pairs(&x[1..]);
        (p * x[0], s + x[0] * p)
    }
}

#[differentiable(jvp)]
fn of_pairs(x: &[f64]) -> f64 {
    let (p, s) = pairs(x);
    p * s
}

#[differentiable(jvp)]
fn rows(x: Vec<f64>, n: usize) -> Vec<f64> {
    if n == 0 {
        return x;
    }
    let mut next = x.clone();
    for i in 0..x.len() {
        next[i] = x[i] * x[(i + 1) % x.len()];
    }
    rows(next, n - 1)
}

#[differentiable(jvp)]
fn of_rows(x: &[f64]) -> f64 {
    let last = rows(x.to_vec(), 3);
    last[0] + last[1] * last[2]
}

#[differentiable(jvp)]
fn ackermann(m: usize, n: usize, x: f64) -> f64 {
    if m == 0 {
        x * 0.9 + n as f64
    } else if n == 0 {
        ackermann(m - 1, 1, x * x)
    } else {
        ackermann(m - 1, 1, ackermann(m, n - 1, x) * 0.1)
    }
}

#[differentiable(recursive, jvp)]
fn even(x: f64, n: usize) -> f64 {
    if n == 0 { x } else { odd(x, n - 1) * x + 1.0 }
}

#[differentiable(jvp)]
fn odd(x: f64, n: usize) -> f64 {
    if n == 0 { x.sin() } else { even(x * 0.5, n - 1) + x }
}

#[differentiable(recursive, jvp)]
fn sum_of(x: &[f64]) -> f64 {
    if x.is_empty() {
        0.0
    } else {
        x[0] + product_of(&x[1..]) * x[0]
    }
}

#[differentiable(jvp)]
fn product_of(x: &[f64]) -> f64 {
    if x.is_empty() {
        1.0
    } else {
        x[0] * sum_of(&x[1..]) + 0.5
    }
}

#[differentiable(jvp)]
fn first_of_three(x: f64, n: usize) -> f64 {
    if n == 0 { x } else { second_of_three(x, n - 1) * x }
}

#[differentiable(recursive, jvp)]
fn second_of_three(x: f64, n: usize) -> f64 {
    if n == 0 { x * x } else { third_of_three(x, n - 1) + x }
}

#[differentiable(jvp)]
fn third_of_three(x: f64, n: usize) -> f64 {
    if n == 0 {
        1.0 / x
    } else {
        first_of_three(x, n - 1).sin()
    }
}

#[differentiable(recursive, jvp)]
fn forwards(u: &mut [f64], k: f64) {
    if u.len() > 1 {
        u[0] *= k;
        u[1] += u[0];
        backwards(&mut u[1..], k);
    }
}

#[differentiable(jvp)]
fn backwards(u: &mut [f64], k: f64) {
    if u.len() > 1 {
        let n = u.len();
        u[n - 1] += u[0] * k;
        forwards(&mut u[..n - 1], k + 0.5);
    }
}

#[differentiable(jvp)]
fn recursion_in_a_loop(x: f64, n: usize) -> f64 {
    let mut y = x;
    for i in 0..n {
        y = power(y, i % 3) * 0.5 + x;
    }
    y
}

#[differentiable(jvp)]
fn mutual_recursion_in_a_branch(x: f64) -> f64 {
    if x > 1.0 {
        even(x, 3)
    } else {
        odd(x, 4) * sum_of(&[x, 2.0, x * x])
    }
}

#[differentiable(jvp)]
fn simpson(a: f64, b: f64, depth: usize) -> f64 {
    let m = 0.5 * (a + b);
    let whole = (b - a) / 6.0 * (a.exp() + 4.0 * m.exp() + b.exp());
    if depth == 0 {
        return whole;
    }
    simpson(a, m, depth - 1) + simpson(m, b, depth - 1)
}

#[differentiable(jvp)]
fn generic_horner<T: num_traits::Float>(coefficients: &[T], x: T) -> T {
    if coefficients.is_empty() {
        return T::zero();
    }
    coefficients[0] + x * generic_horner(&coefficients[1..], x)
}

#[differentiable(jvp)]
fn of_generic_horner(coefficients: &[f64], x: f64) -> f64 {
    generic_horner(coefficients, x * x) * generic_horner(&coefficients[1..], x)
}

#[differentiable(jvp)]
fn on_arrays<const N: usize>(x: [f64; N], n: usize) -> f64 {
    if n == 0 {
        return x[0] * x[N - 1];
    }
    let mut y = x;
    y[n % N] *= x[0];
    on_arrays(y, n - 1) + x[1]
}

#[differentiable(jvp)]
fn of_arrays(a: f64, b: f64) -> f64 {
    on_arrays([a, b, a * b], 5)
}

struct Context<'a> {
    weights: &'a [f64],
}

#[differentiable(jvp)]
fn in_a_context(#[no_diff] context: &Context, x: f64, n: usize) -> f64 {
    if n == 0 {
        return x;
    }
    let w = context.weights[n % 2];
    in_a_context(context, x.sin() * w, n - 1) * x
}

const CONTEXT: &Context = &Context { weights: &[0.5, 1.5] };

#[differentiable(jvp)]
fn with_a_context(x: f64) -> f64 {
    in_a_context(CONTEXT, x, 3)
}

#[differentiable(jvp)]
fn over_rows(#[no_diff] rows: &[&[f64]], k: f64) -> f64 {
    if rows.is_empty() {
        return k;
    }
    rows[0][0] * over_rows(&rows[1..], k * k * rows[0][1])
}

const ROWS: &[&[f64]] = &[&[0.5, 1.5], &[2.0, -1.0]];

#[differentiable(jvp)]
fn of_constant_rows(k: f64) -> f64 {
    over_rows(ROWS, k)
}

#[differentiable(jvp)]
fn fallible(x: &[f64], k: f64) -> Option<f64> {
    let (first, rest) = x.split_first()?;
    if *first < -100.0 {
        return None;
    }
    if rest.is_empty() {
        return Some(first * k);
    }
    let tail = fallible(rest, k * first)?;
    Some(tail * first + fallible(rest, k)?)
}

#[differentiable(jvp)]
fn of_fallible(x: &[f64], k: f64) -> f64 {
    fallible(x, k).unwrap_or(0.5) * k
}

#[differentiable(jvp)]
fn within_loops_and_closures(x: &[f64], n: usize) -> f64 {
    let mut small = vec![0.0; x.len()];
    for i in 0..x.len() {
        small[i] = x[i].exp() * 0.1;
    }
    if n == 0 {
        return small[0];
    }
    let mut total = 0.0;
    for k in 0..2 {
        total += within_loops_and_closures(&small, n - 1) * small[k].sin();
    }
    let mut k = 0;
    while k < 2 && total < 10.0 {
        total += within_loops_and_closures(&[total, small[k]], n - 1);
        k += 1;
    }
    let each = |t: f64| within_loops_and_closures(&[t, total], n - 1) * t;
    each(total) + each(small[1])
}

#[differentiable(jvp)]
fn handed_to_a_function(x: f64, n: usize) -> f64 {
    if n == 0 {
        return x.sin();
    }
    twice(|t| handed_to_a_function(t, n - 1) * x, x)
}

#[differentiable(jvp)]
fn twice(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(f(x))
}

/// The function that it calls is another one.
#[differentiable(jvp)]
fn shadowed(x: f64, n: usize) -> f64 {
    fn shadowed(x: f64, n: usize) -> f64 {
        x * x * n as f64
    }
    if n == 0 { x } else { shadowed(x, n) * x }
}

/// Its items are there in both sweeps.
#[differentiable(jvp)]
fn with_items(x: f64, n: usize) -> f64 {
    const FACTOR: f64 = 1.5;
    #[derive(Clone, Copy)]
    struct Limit(usize);
    const LIMIT: Limit = Limit(1);
    fn squared(x: f64) -> f64 {
        x * x * FACTOR
    }
    if n < LIMIT.0 {
        return squared(x) * FACTOR;
    }
    with_items(x * FACTOR, n - 1) * squared(x)
}

/// Which way it goes depends on what it overwrites.
#[differentiable(jvp)]
fn by_what_it_overwrites(u: &mut [f64], n: usize) -> f64 {
    let first = u[0];
    if u[0] > 0.5 {
        u[0] *= u[1] * 0.3;
        if n > 0 && u[0] < u[1] {
            let below = by_what_it_overwrites(u, n - 1);
            u[1] += below * first;
            return below * u[1];
        }
    } else {
        u[0] += 0.7 * u[1];
        if n > 0 {
            return by_what_it_overwrites(&mut u[..], n - 1) * first;
        }
    }
    u[0] * u[1]
}

#[differentiable(jvp)]
fn after_what_it_overwrites(x: f64, y: f64) -> f64 {
    let mut u = [x, y];
    let value = by_what_it_overwrites(&mut u, 4);
    value * u[0] + u[1]
}

/// Several loops and branches on several tapes, with early ends.
#[differentiable(jvp)]
fn ends_early(x: &[f64], n: usize) -> f64 {
    let mut sum = 0.1;
    for i in 0..x.len() {
        let mut y = x[i];
        while y < 1.0 {
            y = y * y + 0.5;
            if y * sum > 0.9 {
                break;
            }
        }
        if n > 0 && i % 2 == 0 {
            sum += ends_early(&x[i..], n - 1) * y;
        } else if y > 3.0 {
            continue;
        } else {
            sum *= y.sqrt();
        }
        if sum > 20.0 {
            return sum * y;
        }
    }
    for k in 0..3 {
        sum += x[0].sin() * k as f64;
    }
    sum
}

mod elsewhere {
    use pullback::differentiable;

    #[differentiable(jvp)]
    pub fn imported(x: f64, n: usize) -> f64 {
        x * x * x * n as f64
    }

    #[differentiable(jvp)]
    pub fn named(x: f64, n: usize) -> f64 {
        x.cos() * n as f64
    }
}

#[differentiable(jvp)]
fn imported(x: f64, n: usize) -> f64 {
    use elsewhere::*;
    if n == 0 { x } else { imported(x, n) * x }
}

#[differentiable(jvp)]
fn named(x: f64, n: usize) -> f64 {
    if n == 0 {
        x
    } else {
        elsewhere::named(x, n) * named(x * x, n - 1)
    }
}

const COEFFICIENTS: &[f64] = &[0.5, 2.0];

#[differentiable(jvp)]
fn of_a_constant(x: f64, c: &[f64], n: usize) -> f64 {
    if n == 0 {
        return c[0] * x;
    }
    of_a_constant(x * c[1], COEFFICIENTS, n - 1) * x
}

#[differentiable(jvp)]
fn lent_twice(x: &[f64], y: &[f64], n: usize) -> f64 {
    if n == 0 {
        return x[0] * y[1];
    }
    lent_twice(x, x, n - 1) * lent_twice(y, x, n - 1)
}

/// One type parameter, but another one in each call: rustc is told so, and the pullback is in a box.
#[differentiable(jvp)]
fn of_either_width<T: num_traits::Float + 'static>(x: T, n: usize) -> T {
    if n == 0 {
        return x * x;
    }
    of_either_width::<T>(x.sin(), n - 1) * x
}

#[differentiable(jvp)]
fn of_both_widths(x: f64) -> f64 {
    of_either_width(x, 2)
}

#[differentiable(jvp)]
fn accumulated_in_place(total: &mut f64, x: &[f64]) -> f64 {
    if x.is_empty() {
        return *total;
    }
    *total *= x[0];
    let below = accumulated_in_place(total, &x[1..]);
    *total += below * x[0];
    accumulated_in_place(total, &x[1..]) + *total
}

#[differentiable(jvp)]
fn after_writes_by_itself(x: &[f64], k: f64) -> f64 {
    let mut total = k;
    let value = accumulated_in_place(&mut total, x);
    value * total
}

mod tests {
    use super::super::differences::{Components, uneven, zero};
    use crate::tables::{cotangents, gradients, writes};

    gradients! {
        [super]
        power(x, 5) { x = 0.5; x = -1.25 }
        fast_power(x, 13) { x = 0.5; x = -1.25 }
        power_f32(x, 5) { x = 0.5 }
        fibonacci(a, b, 6) { a = 0.5, b = -1.25 }
        newton(x, a) { x = 1.0, a = 2.0; x = 3.0, a = 0.5 }
        continued_fraction(&x) { x = vec![0.5, 1.0, 2.0, 1.5]; x = vec![3.0] }
        horner(&coefficients, x) { coefficients = vec![0.5, 1.0, -2.0, 1.5], x = 0.75; coefficients = Vec::new(), x = 0.75 }
        tree_product(&x) { x = vec![0.5, 1.0, -2.0, 1.5, 0.25]; x = vec![3.0] }
        last(&x) { x = vec![0.5, 1.0, -2.0] }
        children(&x, 0) { x = vec![0.5, 1.0, -2.0, 1.5, 0.25] }
        of_pairs(&x) { x = vec![0.5, 1.0, -2.0] }
        of_rows(&x) { x = vec![0.5, 1.0, -2.0] }
        ackermann(2, 3, x) { x = 0.5 }
        even(x, 5) { x = 0.5; x = -1.25 }
        odd(x, 4) { x = 0.5 }
        sum_of(&x) { x = vec![0.5, 1.0, -2.0, 1.5] }
        first_of_three(x, 7) { x = 0.5; x = 1.25 }
        second_of_three(x, 7) { x = 0.5 }
        recursion_in_a_loop(x, 5) { x = 0.5 }
        mutual_recursion_in_a_branch(x) { x = 0.5; x = 1.5 }
        simpson(a, b, 3) { a = 0.5, b = 1.25 }
        of_generic_horner(&coefficients, x) { coefficients = vec![0.5, 1.0, -2.0, 1.5], x = 0.75 }
        of_arrays(a, b) { a = 0.5, b = -1.25 }
        with_a_context(x) { x = 0.5 }
        of_constant_rows(k) { k = 0.5 }
        of_fallible(&x, k) {
            x = vec![0.5, 1.0, -2.0], k = 0.75;
            x = vec![0.5], k = 0.75;
            x = vec![0.5, -200.0, 1.0], k = 0.75;
            x = Vec::new(), k = 0.75
        }
        within_loops_and_closures(&x, 2) { x = vec![0.5, 1.0] }
        after_what_it_overwrites(x, y) { x = 0.75, y = 0.5; x = 0.25, y = 1.5; x = 0.9, y = 1.2; x = 1.1, y = 0.4 }
        ends_early(&x, 3) { x = vec![0.5, 0.25, 0.75, 2.0]; x = vec![4.0, 0.5, 1.5]; x = vec![0.9] }
        imported(x, 2) { x = 0.5 }
        named(x, 3) { x = 0.5 }
        of_a_constant(x, &c, 2) { x = 0.5, c = vec![1.5, -0.75] }
        lent_twice(&x, &y, 2) { x = vec![1.5, -0.75], y = vec![0.5, 1.25] }
        of_both_widths(x) { x = 0.5 }
        after_writes_by_itself(&x, k) { x = vec![1.5, -0.75, 0.5], k = 0.5 }
    }

    gradients! {
        [super]
        handed_to_a_function(x, 3) { x = 0.5 }
        with_items(x, 3) { x = 0.5 }
        shadowed(x, 2) { x = 0.5 }
    }

    cotangents! {
        [super]
        pairs(&x) -> (1.0, -2.0) { x = vec![0.5, 1.0, -2.0] }
        rows(x.clone(), 2) -> (vec![1.0, -2.0, 0.5]) { x = vec![0.5, 1.0, -2.0] }
    }

    writes! {
        [super]
        scaled_in_place(&mut u, k) { (u = vec![0.5, 1.0, -2.0]) (k = 1.25) }
        transform_in_place(&mut u) { (u = vec![0.5, 1.0, -2.0, 0.75]) () }
        forwards(&mut u, k) { (u = vec![0.5, 1.0, -2.0, 0.75]) (k = 1.25) }
    }
}
