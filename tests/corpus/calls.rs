//! Differentiable functions that call each other: by value, `&`, `&mut`, sub-slices, reborrows, one argument twice, in loops.

use pullback::{differentiable, no_diff};

pub mod elsewhere {
    use pullback::differentiable;

    #[differentiable(jvp)]
    pub fn cube(x: f64) -> f64 {
        x * x * x
    }

    pub mod deeper {
        use pullback::differentiable;

        #[differentiable(jvp)]
        pub fn shifted_cube(x: f64, by: f64) -> f64 {
            super::cube(x + by)
        }
    }
}
use elsewhere::deeper;

#[differentiable(jvp)]
fn square(x: f64) -> f64 {
    x * x
}

#[differentiable(jvp)]
fn product(x: f64, y: f64) -> f64 {
    x * y
}

#[differentiable(jvp)]
fn product_of_references(x: &f64, y: &f64) -> f64 {
    x * y
}

#[differentiable(jvp)]
fn dot(x: &[f64], y: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        s += x[i] * y[i];
    }
    s
}

#[differentiable(jvp)]
fn element(x: &[f64], i: usize) -> f64 {
    x[i]
}

#[differentiable(jvp)]
fn scale(u: &mut [f64], k: f64) {
    for i in 0..u.len() {
        u[i] *= k;
    }
}

#[differentiable(jvp)]
fn bump(x: &mut f64, by: f64) {
    *x += by * by;
}

#[differentiable(jvp)]
fn polar(r: f64, angle: f64) -> (f64, f64) {
    (r * angle.cos(), r * angle.sin())
}

#[differentiable(jvp)]
fn cross(a: &[f64; 3], b: &[f64; 3]) -> [f64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

#[differentiable(jvp)]
fn doubled(v: Vec<f64>) -> Vec<f64> {
    let mut w = v;
    for i in 0..w.len() {
        w[i] *= 2.0 + w[0];
    }
    w
}

#[differentiable(jvp)]
fn advance(state: &mut [f64; 2], input: f64) -> f64 {
    let y = state[0] * input;
    state[0] = state[1];
    state[1] = y + input;
    y
}

fn plain_table(i: usize) -> f64 {
    [0.5, 2.0, -1.0][i % 3]
}

#[differentiable(jvp)]
fn nested_calls(x: f64) -> f64 {
    square(square(x) + product(x, square(x)))
}

#[differentiable(jvp)]
fn one_argument_twice(x: f64, v: &[f64]) -> f64 {
    product(x, x) * dot(v, v) + product_of_references(&x, &x)
}

#[differentiable(jvp)]
fn overlapping_arguments(x: &[f64]) -> f64 {
    dot(&x[..2], &x[1..]) + product_of_references(&x[0], &x[1])
}

#[differentiable(jvp)]
fn sub_slices(x: &[f64], n: usize) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() / n {
        let block = &x[i * n..(i + 1) * n];
        s += dot(block, &x[..n]) * block[0];
    }
    s
}

#[differentiable(jvp)]
fn helper_in_a_loop(x: &[f64]) -> f64 {
    let mut y = 1.0;
    for i in 0..x.len() {
        y = square(y) * 0.5 + element(x, i);
    }
    y
}

#[differentiable(jvp)]
fn helper_in_a_while_condition(x: f64) -> f64 {
    let mut y = x;
    while square(y) < 30.0 {
        y = product(y, 1.5) + x;
    }
    y
}

#[differentiable(jvp)]
fn helper_in_branches(x: f64, y: f64) -> f64 {
    if square(x) > y { product(x, y) } else { square(y) - x }
}

#[differentiable(jvp)]
fn helper_in_conditions(x: f64, y: f64) -> f64 {
    let near = square(x - y) < 0.5 && product(x, y) > 0.0;
    if near { x } else { y * y }
}

#[differentiable(jvp)]
fn local_array_lent(x: &[f64], k: f64) -> f64 {
    let mut v = x.to_vec();
    scale(&mut v, k);
    scale(&mut v[1..], k);
    dot(&v, x)
}

#[differentiable(jvp)]
fn local_scalar_lent(x: f64) -> f64 {
    let mut y = x;
    bump(&mut y, x);
    bump(&mut y, 2.0);
    y * y
}

#[differentiable(jvp)]
fn element_lent(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    for i in 1..v.len() {
        let by = v[i - 1];
        bump(&mut v[i], by);
    }
    v[0] * v[v.len() - 1]
}

#[differentiable(jvp)]
fn passed_on(u: &mut [f64], k: f64) {
    scale(u, k);
    scale(&mut *u, k + 1.0);
    scale(&mut u[1..], k);
    bump(&mut u[0], k);
}

#[differentiable(jvp)]
fn scalar_passed_on(x: &mut f64, k: f64) {
    bump(x, k);
    bump(&mut *x, 0.5);
    *x *= k;
    bump(x, *x);
}

#[differentiable(jvp)]
fn passed_on_as_shared(u: &mut [f64], k: f64) -> f64 {
    u[0] *= k;
    let s = dot(u, &u[..]);
    u[1] = s;
    s * k
}

#[differentiable(jvp)]
fn returns_pairs(r: f64, angle: f64) -> f64 {
    let (x, y) = polar(r, angle);
    let p = polar(x, y);
    p.0 * x + p.1
}

#[differentiable(jvp)]
fn returns_arrays(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    let c = cross(a, b);
    let d = cross(&c, a);
    d[0] * c[1] + cross(b, &d)[2]
}

#[differentiable(jvp)]
fn moves_vectors(x: &[f64]) -> f64 {
    let v = doubled(x.to_vec());
    let w = doubled(v.clone());
    let u = doubled(doubled(w));
    u[0] * v[1]
}

#[differentiable(jvp)]
fn moves_a_parameter(x: Vec<f64>) -> f64 {
    let y = doubled(x);
    y[0] * y[1]
}

#[differentiable(jvp)]
fn state_machine(x: &[f64]) -> f64 {
    let mut state = [1.0, 0.5];
    let mut s = 0.0;
    for a in x {
        s += advance(&mut state, *a);
        if s > 2.0 {
            advance(&mut state, s);
        }
    }
    s * state[0] + state[1]
}

#[differentiable(jvp)]
fn ignores_results(x: f64) -> f64 {
    let mut state = [x, 2.0];
    let _ = advance(&mut state, x);
    advance(&mut state, 1.5);
    let _unused = square(x);
    state[0] * state[1]
}

#[differentiable(jvp)]
fn by_path(x: f64) -> f64 {
    elsewhere::cube(x) + deeper::shifted_cube(x, 0.5) + self::square(x) + crate::calls::elsewhere::cube(2.0 * x)
}

#[differentiable(jvp)]
fn plain_helper(x: f64, n: usize) -> f64 {
    let mut y = x;
    for i in 0..n {
        y = y * plain_table(i) + x;
    }
    y * plain_table(1)
}

#[differentiable(jvp)]
fn weighted(x: f64, #[no_diff] w: f64, n: usize) -> f64 {
    w * x.powi(n as i32)
}

#[differentiable(jvp)]
fn passes_inactive(x: f64, y: f64) -> f64 {
    weighted(x, 2.0, 3) + weighted(y, no_diff(x), 2)
}

#[differentiable(jvp)]
fn vector_of_rows(m: &mut Vec<Vec<f64>>, k: f64) {
    for i in 0..m.len() {
        scale(&mut m[i], k);
        let row = &mut m[i];
        scale(row, 0.5);
        scale(&mut row[1..], k);
    }
}

#[differentiable(jvp)]
fn three_levels(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    passed_on(&mut v, 1.5);
    let s = passed_on_as_shared(&mut v, x[0]);
    helper_in_a_loop(&v) * 0.1 + s * v[1]
}

#[differentiable(jvp)]
fn mixed_widths(x: f32) -> f64 {
    square(x as f64) * 0.5
}

/// What is called gives numbers of a type that the macro does not see, on which scalar rules are proved, used and used again.
#[differentiable(jvp)]
fn rules_on_results(x: &[f64], k: f64) -> f64 {
    let squared = dot(x, x);
    if squared > 100.0 {
        return squared.ln() * k;
    }
    let length = squared.sqrt();
    let (sine, cosine) = length.sin_cos();
    let mut state = square(k);
    let mut turned = [0.0; 3];
    for i in 0..3 {
        turned[i] = x[i] * cosine + sine / length;
        state = (state * turned[i] + square(turned[i])).max(length);
    }
    let last = product(state, cosine);
    if last.sin() > 0.0 {
        state.atan2(length)
    } else {
        length.powi(2) + (-last).exp()
    }
}

/// The same element is read more than once, before and after it is overwritten.
#[differentiable(jvp)]
fn reads_again(u: &mut [f64; 2], x: &[f64], k: f64) -> f64 {
    let norm = u[0] * u[0] + u[1] * u[1] + x[0] * x[0];
    u[0] *= norm;
    u[1] = u[1] * k + u[0];
    let mut sum = u[0] * u[1] * u[0];
    for i in 0..2 {
        let mut w = [x[i], k];
        w[0] *= 1.0 + w[0] * w[1];
        w[1] += w[0] * x[0] + x[i] * x[0];
        sum += w[0] * w[1] + x[0] * x[1];
        if w[0] > 0.0 {
            u[i] = w[0] * w[0] + u[i];
        }
    }
    sum * u[0]
}

#[differentiable(jvp)]
fn reads_again_in_a_loop(x: &[f64], k: f64) -> f64 {
    let mut u = [k, x[0] * x[0]];
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += reads_again(&mut u, &x[..2], x[i] * 0.5) * u[0] * u[0];
        u[0] = u[0].sin();
    }
    sum + u[0] * u[1]
}

/// A scalar that is overwritten in each iteration, in some of them by something else.
#[differentiable(jvp)]
fn overwritten_scalar(x: &[f64], k: f64) -> f64 {
    let mut r = k;
    let mut s = 1.0;
    for i in 0..x.len() {
        let old = r;
        r = r * x[i] + s;
        if r > 2.0 {
            r = s * old;
            s = k;
        }
        s = if i == 2 { old } else { s * r };
    }
    r = r * r;
    r + s
}

#[differentiable(jvp)]
fn narrow(x: f32) -> f32 {
    let wide = mixed_widths(x);
    wide as f32 * x
}

/// Saves a number for each element, like all calls of it where those of the others stand.
#[differentiable(jvp)]
fn sum_of_exponentials(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        s += x[i].exp();
    }
    s
}

/// The pullback of the second call never runs.
#[allow(unused_assignments)]
#[differentiable(jvp)]
pub fn overwritten_result(x: &[f64], k: f64) -> f64 {
    let first = sum_of_exponentials(x);
    let mut sum = sum_of_exponentials(&x[1..]);
    sum = sum_of_exponentials(&x[..2]) * k;
    sum + first
}

#[differentiable(jvp)]
pub fn overwritten_results(x: &[f64], k: f64) -> f64 {
    let mut product = k;
    for i in 0..x.len() - 1 {
        product *= overwritten_result(&x[i..], k) * 0.25;
        if product > 1.0 {
            product -= sum_of_exponentials(&x[..i]) * 0.5;
        }
        product += sum_of_exponentials(&x[i + 1..]);
    }
    product
}

mod tests {
    use super::super::differences::{Components, assert_close, uneven, zero};
    use crate::tables::{gradients, writes, writes_and_returns};

    gradients! {
        [super]
        overwritten_result(&x, k) { x = vec![0.5, -1.0, 0.25], k = 1.5 }
        overwritten_results(&x, k) { x = vec![0.5, -1.0, 0.25, 0.75], k = 1.5; x = vec![0.5, -1.0], k = -0.5 }
        nested_calls(x) { x = 0.5; x = -1.25 }
        one_argument_twice(x, &v) { x = 0.5, v = vec![1.0, -2.0] }
        overlapping_arguments(&x) { x = vec![1.0, -2.0, 0.5] }
        sub_slices(&x, 2) { x = vec![1.0, -2.0, 0.5, 1.5, 0.25, 3.0] }
        helper_in_a_loop(&x) { x = vec![1.0, -2.0, 0.5] }
        helper_in_a_while_condition(x) { x = 1.0; x = 9.0 }
        helper_in_branches(x, y) { x = 1.0, y = 3.0; x = 2.0, y = 3.0 }
        helper_in_conditions(x, y) { x = 1.0, y = 3.0; x = 2.0, y = 2.5 }
        local_array_lent(&x, k) { x = vec![1.0, -2.0, 0.5], k = 1.5 }
        local_scalar_lent(x) { x = 0.5 }
        element_lent(&x) { x = vec![1.0, -2.0, 0.5] }
        returns_pairs(r, angle) { r = 1.5, angle = 0.75 }
        returns_arrays(&a, &b) { a = [1.0, -2.0, 0.5], b = [0.25, 1.5, 3.0] }
        moves_vectors(&x) { x = vec![0.5, -1.0] }
        moves_a_parameter(x.clone()) { x = vec![0.5, -1.0] }
        state_machine(&x) { x = vec![0.5, 3.5, -1.0, 1.5] }
        ignores_results(x) { x = 0.5 }
        by_path(x) { x = 0.5; x = -1.25 }
        plain_helper(x, 4) { x = 0.5 }
        weighted(x, 3.0, 2) { x = 0.5 }
        three_levels(&x) { x = vec![0.5, -1.0, 0.25] }
        reads_again_in_a_loop(&x, k) { x = vec![0.25, -0.5, 0.125], k = 0.5; x = vec![-0.5, 1.0], k = 0.25 }
        overwritten_scalar(&x, k) { x = vec![0.5, -1.0, 1.25, 2.0, 1.5], k = 0.75; x = vec![3.0, 1.5, 2.5], k = 1.75 }
    }

    gradients! {
        [super]
        rules_on_results(&x, k) {
            x = vec![0.5, -1.0, 0.25], k = 1.5;
            x = vec![0.5, 2.0, -1.25], k = -0.5;
            x = vec![7.0, 8.0, 1.0], k = 0.5
        }
    }

    writes! {
        [super]
        passed_on(&mut u, k) { (u = vec![1.0, -2.0, 0.5]) (k = 1.5) }
        scalar_passed_on(&mut x, k) { (x = 0.5) (k = 1.5) }
        vector_of_rows(&mut m, k) { (m = vec![vec![1.0, -2.0], vec![0.5, 3.0]]) (k = 1.5) }
    }

    writes_and_returns! {
        [super]
        passed_on_as_shared(&mut u, k) { (u = vec![1.0, -2.0]) (k = 1.5) }
        reads_again(&mut u, &x, k) { (u = [1.0, -0.5]) (x = vec![0.5, -1.0], k = 1.5) }
    }

    #[test]
    fn inactive_arguments_stop_the_derivative() {
        let (dx, dy) = super::passes_inactive::grad(0.5, 2.0);
        assert_close("passes_inactive", &[dx, dy], &[6.0 * 0.25, 2.0 * 2.0 * 0.5], 1e-14);
    }

    #[test]
    fn calls_carry_the_derivative_between_widths() {
        assert_close("narrow", &[f64::from(super::narrow::grad(2.0))], &[6.0], 1e-6);
    }
}

/// Names as formulas have them: functions and variables that begin with a capital.
mod formulas {
    use pullback::{check_grad, differentiable};

    #[differentiable(jvp)]
    #[allow(non_snake_case)]
    fn T_saturation(p: f64) -> f64 {
        let T = p.sqrt();
        let T_r = T * 2.0;
        T_r + T.sin()
    }

    struct Steam;

    #[differentiable(jvp)]
    #[allow(non_snake_case)]
    impl Steam {
        fn H_vapour(p: f64, T: f64) -> f64 {
            T * p.ln() + T_saturation(p * T)
        }
    }

    #[differentiable(jvp)]
    #[allow(non_snake_case)]
    fn enthalpy(p: f64, K: f64, phase: Option<f64>) -> f64 {
        let (A, T_r) = (p * K, K.exp());
        let mut H_sum = Steam::H_vapour(A, T_r);
        for T_0 in [0.3, 0.4 * K] {
            H_sum += T_saturation(T_0 * p) * A;
        }
        match phase {
            Some(Q_v) if Q_v > 0.0 => H_sum * Q_v,
            Some(Q_v) => H_sum - Q_v * p,
            None => H_sum * T_r,
        }
    }

    #[test]
    fn functions_and_variables_with_a_capital_and_an_underscore_are_no_types() {
        check_grad!(enthalpy(1.3, 0.4, Some(0.7))).unwrap();
        check_grad!(enthalpy(1.3, 0.4, Some(-0.7))).unwrap();
        check_grad!(enthalpy(1.3, 0.4, None)).unwrap();
    }
}
