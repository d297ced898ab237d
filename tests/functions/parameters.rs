//! Parameters that are functions, in every form in which Rust writes them, and what callers pass for them.

use pullback::{Differentiable, check_grad, differentiable, function};

#[differentiable]
fn square(x: f64) -> f64 {
    x * x
}

#[differentiable]
fn hypotenuse(x: f64, y: f64) -> f64 {
    (x * x + y * y).sqrt()
}

#[differentiable]
fn first_squared(v: &[f64]) -> f64 {
    v[0] * v[0] + v[1]
}

#[differentiable]
fn twice(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(f(x)) * x
}

#[differentiable]
fn by_reference(f: &impl Fn(f64) -> f64, x: f64) -> f64 {
    f(x) + 1.0
}

#[differentiable]
fn object(f: &dyn Fn(f64) -> f64, x: f64) -> f64 {
    f(x) * f(2.0 * x)
}

#[differentiable]
fn named<F: Fn(f64) -> f64>(f: F, x: f64) -> f64 {
    let y = f(x);
    y * y
}

#[differentiable]
fn named_where<F>(f: &F, x: f64) -> f64
where
    F: Fn(f64) -> f64,
{
    f(x) * 3.0
}

#[differentiable]
fn pointer(f: fn(f64) -> f64, x: f64) -> f64 {
    f(x) * x
}

#[differentiable]
fn each(mut f: impl FnMut(f64), v: &[f64]) {
    for x in v {
        f(*x);
    }
}

#[differentiable]
fn exclusive(f: &mut dyn FnMut(f64) -> f64, x: f64) -> f64 {
    f(x) + f(x)
}

#[differentiable]
fn once<F: FnOnce(f64) -> f64>(f: F, x: f64) -> f64 {
    f(x) * x
}

#[differentiable]
fn on_slices(f: impl Fn(&[f64], usize) -> f64, v: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..v.len() {
        sum += f(&v[i..], i);
    }
    sum
}

#[differentiable]
fn newton(f: impl Fn(f64) -> f64, df: impl Fn(f64) -> f64, start: f64) -> f64 {
    let mut x = start;
    for _ in 0..20 {
        let step = f(x) / df(x);
        if step.abs() < 1e-15 {
            break;
        }
        x -= step;
    }
    x
}

#[differentiable]
fn halved(f: &impl Fn(f64) -> f64, a: f64, b: f64, depth: usize) -> f64 {
    let m = 0.5 * (a + b);
    if depth == 0 {
        return (b - a) / 6.0 * (f(a) + 4.0 * f(m) + f(b));
    }
    halved(f, a, m, depth - 1) + halved(f, m, b, depth - 1)
}

#[differentiable]
fn halved_generically<F: Fn(f64) -> f64>(f: &F, a: f64, b: f64, depth: usize) -> f64 {
    let m = 0.5 * (a + b);
    if depth == 0 {
        return (b - a) / 6.0 * (f(a) + 4.0 * f(m) + f(b));
    }
    halved_generically(f, a, m, depth - 1) + halved_generically(f, m, b, depth - 1) * f(m)
}

// --- callers ---

#[differentiable]
fn passes_to_recursion(k: f64, c: f64) -> f64 {
    halved(&|x| (k * x).sin() * c, 0.0, k, 3) + halved_generically(&|x| x * x * c, 0.0, k, 2) + halved(&square, k, c, 1)
}

#[differentiable]
fn passes_named(x: f64) -> f64 {
    twice(square, x) + by_reference(&square, x) + object(&square, x) + named(square, x) + pointer(square, x)
}

#[differentiable]
fn passes_closures(x: f64, k: f64) -> f64 {
    twice(|t| t * t * k, x)
        + by_reference(&|t| t + k, x)
        + object(&|t| k * t * t, x)
        + named(|t| t.sin() * k, x)
        + named_where(&|t| t / k, x)
}

#[differentiable]
fn passes_closures_that_give_back(x: f64, k: f64) -> f64 {
    let last = |a| a;
    let either = |t| if t > k { t } else { t * k };
    twice(|t| t, x) * twice(|_| k, x) + twice(last, k) * twice(either, x) + twice(|t| twice(|s| s, t), x)
}

#[differentiable]
fn passes_closures_within_closures(x: f64, k: f64) -> f64 {
    let unused = twice(|_| twice(|s| s * k, 0.3), 0.5);
    let steps = if unused > 1e9 { 2.0 } else { 1.0 };
    twice(|t| t * twice(|_| twice(|_| 0.5, 0.4), 0.3), x) * steps
}

#[differentiable]
fn captures_nothing(x: f64) -> f64 {
    twice(|t| t.exp(), x) + pointer(|t| t * t * t, x)
}

#[differentiable]
fn captures_by_move(x: f64, k: f64) -> f64 {
    let mut scale = k * k;
    let y = twice(move |t| t * scale, x);
    scale += 1.0;
    y * scale
}

#[differentiable]
fn captures_slices(v: &[f64], x: f64) -> f64 {
    twice(|t| t * v[0] + v[1], x)
}

#[differentiable]
fn captures_vectors(x: f64, n: usize) -> f64 {
    let table: Vec<f64> = (0..n).map(|i| x * i as f64).collect();
    named(|t| table[1] * t + table[n - 1], x)
}

#[differentiable]
fn captured_and_passed(v: &[f64]) -> f64 {
    on_slices(|w, i| w[0] * v[i] + v[0], v)
}

#[differentiable]
fn bound_to_a_name(x: f64, k: f64) -> f64 {
    let g = |t: f64| t * t * k;
    let h = |t: f64| g(t) + k;
    named(h, x) + by_reference(&g, x) + g(x)
}

#[differentiable]
fn of_std(x: f64, y: f64) -> f64 {
    named(f64::sin, x) + twice(f64::exp, 0.1 * y)
}

#[differentiable]
fn in_a_loop(v: &[f64], k: f64) -> f64 {
    let mut s = 0.0;
    for i in 0..v.len() {
        let mut w = v[i];
        w += named(|t| t * k * w + s, v[i]);
        s += w;
    }
    s
}

#[differentiable]
fn in_branches(x: f64, k: f64) -> f64 {
    if x > k {
        named(|t| t * k, x)
    } else {
        let y = twice(|t| t - k, x);
        y * y
    }
}

#[differentiable]
fn accumulates(v: &[f64], k: f64) -> f64 {
    let mut sum = 0.0;
    let mut product = 1.0;
    each(
        |x| {
            sum += k * x;
            product *= x + sum;
        },
        v,
    );
    sum * product
}

#[differentiable]
fn has_state(x: f64) -> f64 {
    let mut last = x;
    let y = exclusive(
        &mut |t| {
            let value = last * t;
            last += t * t;
            value
        },
        x,
    );
    y * last
}

#[differentiable]
fn moves_in(x: f64) -> f64 {
    let v = vec![x, x * x];
    once(move |t| v[0] * t + v[1], x)
}

#[differentiable]
fn square_root(a: f64) -> f64 {
    newton(|x| x * x - a, |x| 2.0 * x, a)
}

#[differentiable]
fn passed_on(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    named_where(&f, x) + by_reference(&f, x) + named(f, x)
}

#[differentiable]
fn passes_on(x: f64, k: f64) -> f64 {
    passed_on(|t| t * k + k * k, x)
}

#[differentiable]
fn wraps(f: &dyn Fn(f64) -> f64, x: f64, k: f64) -> f64 {
    named(|t| f(t) * k + f(k), x)
}

#[differentiable]
fn wrapped(x: f64, k: f64) -> f64 {
    wraps(&|t| t * t + k, x, k) + wraps(&square, x, 2.0)
}

#[differentiable]
fn nested(x: f64, k: f64) -> f64 {
    named(|t| named(|s| s * k * t, t + x), x)
}

#[differentiable]
fn bisected(f: &dyn Fn(f64) -> f64, a: f64, b: f64, depth: usize) -> f64 {
    if depth == 0 {
        return (b - a) * f(0.5 * (a + b));
    }
    let middle = 0.5 * (a + b);
    bisected(f, a, middle, depth - 1) + bisected(f, middle, b, depth - 1)
}

#[differentiable]
fn integral(k: f64, b: f64) -> f64 {
    bisected(&|t| (k * t).sin(), 0.0, b, 4)
}

#[differentiable]
fn early_return(x: f64, k: f64) -> f64 {
    named(
        |t| {
            if t > 1.0 {
                return t * k;
            }
            let s = t + k;
            s * s
        },
        x,
    )
}

#[differentiable]
fn generic<T: num_traits::Float, F: Fn(T) -> T>(f: F, x: T) -> T {
    f(x) * x + f(x * x)
}

#[differentiable]
fn passes_to_generic(x: f64, k: f64) -> f64 {
    generic(|t| t * k, x) + generic(square, x)
}

#[differentiable]
fn references(f: impl Fn(&f64, &f64) -> f64, x: f64, y: f64) -> f64 {
    f(&x, &y) * f(&y, &x)
}

#[differentiable]
fn passes_to_references(x: f64, y: f64) -> f64 {
    references(|a: &f64, b: &f64| a * *b + a.sin(), x, y)
}

#[differentiable]
fn vectors(f: impl Fn(f64, &[f64]) -> Vec<f64>, x: &[f64]) -> Vec<f64> {
    let k1 = f(0.0, x);
    let y: Vec<f64> = x.iter().zip(&k1).map(|(a, b)| a + 0.5 * b).collect();
    f(0.5, &y)
}

#[differentiable]
fn passes_to_vectors(x: &[f64], k: f64) -> f64 {
    let v = vectors(|t, y| vec![k * y[1] + t, -y[0] * k], x);
    v[0] * v[1]
}

#[differentiable]
fn in_place(f: impl Fn(f64, &[f64], &mut [f64]), x: &[f64], h: f64) -> f64 {
    let mut dx = vec![0.0; x.len()];
    let mut y = x.to_vec();
    for step in 0..3 {
        f(h * step as f64, &y, &mut dx);
        for i in 0..y.len() {
            y[i] += h * dx[i];
        }
    }
    y[0] * y[1]
}

#[differentiable]
fn passes_to_in_place(x: &[f64], k: f64, h: f64) -> f64 {
    in_place(
        |t, y, dy: &mut [f64]| {
            dy[0] = y[1] * k + t;
            dy[1] = -y[0];
        },
        x,
        h,
    )
}

#[differentiable]
fn takes_predicates(keep: impl Fn(f64) -> bool, v: &[f64]) -> f64 {
    let mut sum = 0.0;
    for x in v {
        if keep(*x) {
            sum += x * x;
        }
    }
    sum
}

#[differentiable]
fn passes_predicates(v: &[f64], limit: f64) -> f64 {
    takes_predicates(|x| x > limit, v) * limit
}

#[differentiable]
fn called_in_conditions(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    let mut y = x;
    while f(y) < 10.0 && y < 100.0 {
        y = f(y) + 1.0;
    }
    y
}

#[differentiable]
fn passes_to_conditions(x: f64, k: f64) -> f64 {
    called_in_conditions(|t| t * k, x)
}

#[differentiable]
fn by_index(weight: impl Fn(usize) -> f64, v: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (i, x) in v.iter().enumerate() {
        sum += weight(i) * x;
    }
    sum
}

#[differentiable]
fn passes_by_index(v: &[f64], w: &[f64]) -> f64 {
    by_index(|i| w[i] * w[0], v)
}

/// Counts as it goes: what is captured and carries no derivative.
#[differentiable]
fn counts(v: &[f64], x: f64) -> f64 {
    let mut calls = 0;
    let names = ["a", "b"];
    let mut sum = 0.0;
    each(
        |t| {
            calls += 1;
            sum += t * x * names.len() as f64;
        },
        v,
    );
    sum * calls as f64
}

mod tests {
    use super::super::differences::{Components, zero};
    use crate::tables::gradients;

    gradients! {
        [super; in_reverse]
        passes_named(x) { x = 0.5; x = -1.25 }
        passes_closures(x, k) { x = 0.5, k = 1.5; x = -1.25, k = 0.75 }
        captures_nothing(x) { x = 0.5 }
        passes_to_recursion(k, c) { k = 0.5, c = 1.5 }
        captures_by_move(x, k) { x = 0.5, k = 1.5 }
        captures_slices(&v, x) { v = vec![1.5, -2.0], x = 0.5 }
        captures_vectors(x, 4) { x = 0.5 }
        captured_and_passed(&v) { v = vec![1.5, -2.0, 0.5] }
        bound_to_a_name(x, k) { x = 0.5, k = 1.5 }
        of_std(x, y) { x = 0.5, y = 1.5 }
        in_a_loop(&v, k) { v = vec![1.5, -0.5, 0.5], k = 0.75 }
        in_branches(x, k) { x = 2.0, k = 1.5; x = 0.5, k = 1.5 }
        accumulates(&v, k) { v = vec![1.5, -0.5, 0.5], k = 0.75 }
        has_state(x) { x = 1.5 }
        moves_in(x) { x = 1.5 }
        square_root(a) { a = 2.0; a = 0.25 }
        passes_on(x, k) { x = 0.5, k = 1.5 }
        wrapped(x, k) { x = 0.5, k = 1.5 }
        nested(x, k) { x = 0.5, k = 1.5 }
        integral(k, b) { k = 1.5, b = 2.0 }
        early_return(x, k) { x = 2.0, k = 1.5; x = 0.5, k = 1.5 }
        passes_to_generic(x, k) { x = 2.0, k = 1.5 }
        passes_to_references(x, y) { x = 2.0, y = 1.5 }
        passes_to_vectors(&x, k) { x = vec![2.0, 1.5], k = 0.5 }
        passes_to_in_place(&x, k, h) { x = vec![2.0, 1.5], k = 0.5, h = 0.1 }
        passes_closures_that_give_back(x, k) { x = 1.5, k = 0.5; x = 0.25, k = 0.5 }
        passes_closures_within_closures(x, k) { x = 1.5, k = 0.5 }
        passes_predicates(&v, limit) { v = vec![2.0, 1.5, 0.5], limit = 1.0 }
        passes_to_conditions(x, k) { x = 1.5, k = 2.0 }
        passes_by_index(&v, &w) { v = vec![2.0, 1.5], w = vec![-1.0, 0.5] }
        passes_plain(&v) { v = vec![2.0, 1.5, 0.5] }
        counts(&v, x) { v = vec![2.0, 1.5], x = 0.5 }
    }
}

#[test]
fn entry_points_take_functions() {
    assert_eq!(twice(square, 2.0), 32.0);
    assert_eq!(twice::value_and_grad(function!(square), 2.0), (32.0, 80.0));
    assert_eq!(twice::grad(function!(square), 2.0), 80.0);
    let (value, pullback) = twice::vjp(function!(square), 2.0);
    assert_eq!((value, pullback(0.5)), (32.0, 40.0));
    let mut bar = 1.0;
    assert_eq!(twice::grad_into(function!(square), 2.0, &mut bar), 32.0);
    assert_eq!(bar, 81.0);
    assert_eq!(by_reference::grad(&function!(square), 2.0), 4.0);
    assert_eq!(object::grad(&function!(square), 2.0), 128.0);
    assert_eq!(pointer::grad(function!(square), 2.0), 12.0);
    assert_eq!(exclusive::grad(&mut function!(square), 2.0), 8.0);
    assert_eq!(on_slices::grad(function!(element), &[1.0, 2.0]), [1.0, 1.0]);
}

#[differentiable]
fn element(v: &[f64], _i: usize) -> f64 {
    v[0]
}

#[test]
fn gradients_with_functions_agree_with_differences() {
    check_grad!(twice(function!(square), 1.5)).unwrap();
    check_grad!(by_reference(&function!(square), 1.5)).unwrap();
    check_grad!(object(&function!(square), 1.5)).unwrap();
    check_grad!(named(function!(square), 1.5)).unwrap();
    check_grad!(named_where(&function!(square), 1.5)).unwrap();
    check_grad!(once(function!(square), 1.5)).unwrap();
    check_grad!(exclusive(&mut function!(square), 1.5)).unwrap();
    check_grad!(on_slices(function!(element), &[1.5, 2.5])).unwrap();
    check_grad!(bisected(&function!(square), 0.5, 1.5, 3)).unwrap();
    check_grad!(references(function!(product), 0.5, 1.5)).unwrap();
    check_grad!(generic(function!(square), 0.5)).unwrap();
    let _ = (hypotenuse(1.0, 2.0), first_squared(&[1.0, 2.0]));
}

#[differentiable]
fn product(x: &f64, y: &f64) -> f64 {
    x * y * y
}

/// What is marked `#[no_diff]` stays an ordinary function, and so does what is passed for it in `no_diff(..)`.
#[differentiable]
fn with_plain<F: Fn(usize) -> usize>(#[no_diff] pick: F, v: &[f64]) -> f64 {
    let i = pick(v.len());
    v[i] * v[0]
}

fn last_of(n: usize) -> usize {
    n - 1
}

#[differentiable]
fn passes_plain(v: &[f64]) -> f64 {
    with_plain(pullback::no_diff(last_of), v) + with_plain(pullback::no_diff(|n: usize| n - 2), v)
}

#[derive(Clone, Copy, Debug, PartialEq, pullback::Differentiable)]
struct Spring {
    stiffness: f64,
    rest: f64,
}

#[differentiable]
impl Spring {
    fn summed(&self, weight: impl Fn(f64) -> f64, x: &[f64]) -> f64 {
        let mut sum = 0.0;
        for x in x {
            sum += self.stiffness * weight(x - self.rest);
        }
        sum
    }

    fn force(stretch: f64) -> f64 {
        stretch.powi(3)
    }

    fn cubed(&self, x: &[f64], k: f64) -> f64 {
        self.summed(Spring::force, x) * self.summed(|d| d * k + self.rest, x)
    }
}

#[differentiable]
fn methods_take_functions(spring: &Spring, x: &[f64], k: f64) -> f64 {
    spring.cubed(x, k) + spring.summed(|d| d * spring.stiffness, x)
}

#[test]
fn functions_of_methods_agree_with_differences() {
    let spring = Spring {
        stiffness: 1.5,
        rest: 0.5,
    };
    check_grad!(methods_take_functions(&spring, &[1.5, -0.5], 0.75)).unwrap();
    let (value, (spring_bar, x_bar)) = spring.summed_value_and_grad(function!(square), &[1.5]);
    assert_eq!(value, 1.5);
    assert_eq!(
        (spring_bar, x_bar),
        (
            SpringCotangent {
                stiffness: 1.0,
                rest: -3.0
            },
            vec![3.0]
        )
    );
}

/// A trait whose functions take functions.
#[differentiable]
trait Solver {
    fn solve(&self, f: impl Fn(f64) -> f64, x: f64) -> f64;
}

#[differentiable]
impl Solver for Spring {
    fn solve(&self, f: impl Fn(f64) -> f64, x: f64) -> f64 {
        x - self.stiffness * f(x)
    }
}

#[differentiable]
fn solves<S: Solver>(solver: &S, x: f64, k: f64) -> f64 {
    let once = solver.solve(|t| t * t - k, x);
    solver.solve(square, once)
}

#[test]
fn functions_of_traits_agree_with_differences() {
    let spring = Spring {
        stiffness: 0.25,
        rest: 0.5,
    };
    check_grad!(solves(&spring, 1.5, 0.75)).unwrap();
}

/// Closures whose parameters are taken apart by their patterns, and have no written type.
#[differentiable]
fn stepped<const N: usize>(f: impl Fn(f64, &[f64; N]) -> [f64; N], mut y: [f64; N], h: f64) -> [f64; N] {
    for _ in 0..3 {
        let slope = f(h, &y);
        for i in 0..N {
            y[i] += h * slope[i];
        }
    }
    y
}

#[differentiable]
fn predators(p: [f64; 4], y: [f64; 2]) -> f64 {
    let [a, b, c, d] = p;
    let end = stepped(|t, &[x, y]| [a * x - b * x * y * t, d * x * y - c * y], y, 0.1);
    end[0] * end[1]
}

#[test]
fn patterns_of_closures_agree_with_differences() {
    check_grad!(predators([1.1, 0.4, 0.4, 0.1], [2.0, 1.0])).unwrap();
}

/// Hands its function an option of a reference: one that is there, one that is not, one that is chosen, and its own.
#[differentiable]
fn weighs(mut weigh: impl FnMut(Option<&[f64]>, f64) -> f64, x: &[f64], own: Option<&[f64]>) -> f64 {
    let chosen = if x[0] > 1.0 { Some(&x[1..]) } else { None };
    let mut sum = weigh(Some(x), x[0]) + weigh(None, x[1]) * weigh(chosen, x[2]);
    for &value in x {
        sum += weigh(own, value);
    }
    sum
}

#[differentiable]
fn with_options(x: &[f64], own: Option<&[f64]>, scale: f64) -> f64 {
    let mut calls = 0.0;
    let weigh = |weights: Option<&[f64]>, value: f64| {
        calls += scale;
        match weights {
            Some(weights) => weights[0] * value + weights[weights.len() - 1] * calls,
            None => value * value * scale,
        }
    };
    weighs(weigh, x, own)
}

#[differentiable]
fn weight_of(weights: Option<&[f64]>, value: f64) -> f64 {
    weights.map_or(value.sin(), |weights| weights[1] * value)
}

#[differentiable]
fn with_options_by_name(x: &[f64], own: Option<&[f64]>) -> f64 {
    weighs(weight_of, x, own)
}

/// A function that is an object, lent on to another one.
#[differentiable]
fn weighs_again(weigh: &mut dyn FnMut(Option<&[f64]>, f64) -> f64, x: &[f64]) -> f64 {
    weigh(Some(&x[1..]), x[0]) * weighs(weigh, x, None)
}

#[differentiable]
fn adds_up(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    let y = weighs_again(
        &mut |weights: Option<&[f64]>, value| {
            if let Some(weights) = weights {
                sum += weights[0] * value;
            }
            sum.cos()
        },
        x,
    );
    y * sum
}

#[test]
fn options_of_references_are_handed_to_functions() {
    let w = [0.4, -0.9];
    for x in [[1.4, 0.3, 0.8], [0.4, 1.3, -0.8]] {
        check_grad!(with_options(&x, Some(&w), 0.7)).unwrap();
        check_grad!(with_options(&x, None, 0.7)).unwrap();
        check_grad!(with_options_by_name(&x, Some(&w))).unwrap();
        check_grad!(with_options_by_name(&x, None)).unwrap();
        check_grad!(adds_up(&x)).unwrap();
    }
}

/// What stops a loop may be changed by each call of it.
#[differentiable]
fn stopped<F>(x: f64, #[no_diff] mut stop: Option<F>) -> Result<f64, String>
where
    F: FnMut(f64) -> Result<bool, String>,
{
    let mut y = x;
    for _ in 0..9 {
        y = y * x + 0.5;
        if let Some(ref mut condition) = stop
            && pullback::no_diff(condition(y))?
        {
            return Ok(y);
        }
    }
    Ok(y * y)
}

fn after(most: usize) -> impl FnMut(f64) -> Result<bool, String> {
    let mut calls = 0;
    move |_| {
        calls += 1;
        Ok(calls == most)
    }
}

#[differentiable]
fn stopped_after(x: f64, #[no_diff] most: usize) -> f64 {
    stopped(x, pullback::no_diff(Some(after(most)))).unwrap()
}

#[test]
fn a_kept_function_that_changes_is_called_with_no_diff() {
    for most in [1, 4, 20] {
        check_grad!(stopped_after(0.8, most)).unwrap();
    }
    let expected = (0..4).fold(0.8, |y, _| y * 0.8 + 0.5);
    assert_eq!(stopped_after::value_and_grad(0.8, 4).0, expected);
}

/// A date, which carries no derivative and is not `Differentiable`.
#[derive(Clone, Debug)]
struct Date {
    day: i32,
}

#[differentiable]
fn years(#[no_diff] date: &Date) -> f64 {
    date.day as f64 / 365.25
}

#[derive(Clone, Debug, pullback::Differentiable)]
struct Element {
    #[no_diff]
    date: Date,
    rate: f64,
}

#[differentiable]
impl Element {
    fn angle(&self, t: f64) -> f64 {
        self.rate * (t - years(&self.date)) + self.rate.sin() * self.epoch()
    }
    fn epoch(&self) -> f64 {
        years(&self.date)
    }
}

#[differentiable]
fn angle(element: &Element, t: f64) -> f64 {
    let mut sum = 0.0;
    for k in 0..3 {
        sum += element.angle(t * k as f64) * years(&element.date);
    }
    sum
}

#[test]
fn what_asks_of_marked_parameters_alone_has_sweeps_for_its_callers() {
    let element = Element {
        date: Date { day: 400 },
        rate: 0.4,
    };
    check_grad!(angle(&element, 2.0)).unwrap();
}

/// A function that other threads may call, too.
#[differentiable]
fn across(f: &(dyn Fn(f64) -> f64 + Send + Sync), x: f64) -> f64 {
    (f(x + 0.5) - f(x - 0.5)) * x
}

#[differentiable]
fn ahead<F>(f: F, x: f64) -> f64
where
    F: Sync + Fn(f64) -> f64 + Copy,
{
    f(x + 0.5) * x
}

#[differentiable]
fn over(x: f64, k: f64) -> f64 {
    across(&|u| u.sin() * k, x) + ahead(|u| u * u * k, x)
}

#[test]
fn functions_of_which_more_is_asked() {
    check_grad!(across(&function!(square), 0.7)).unwrap();
    check_grad!(ahead(function!(square), 0.7)).unwrap();
    check_grad!(over(0.7, 1.3)).unwrap();
}

/// What is kept for longer than the call.
fn noted(_: &'static str) {}

#[differentiable]
fn of_a_kind(kind: &'static str, x: f64) -> f64 {
    let again = move || noted(kind);
    again();
    match kind {
        "sine" => x.sin(),
        _ if kind.starts_with("cos") => x.cos(),
        _ => x,
    }
}

#[derive(Clone, Differentiable)]
struct Named {
    name: &'static str,
    value: f64,
}

#[differentiable]
fn of_names(mut name: &'static str, x: f64) -> Named {
    let mut value = of_a_kind(name, x) * x;
    if x > 0.5 {
        name = "sine";
    }
    for c in name.chars() {
        value += of_a_kind(name, value) * f64::from(u32::from(c) % 3);
    }
    Named { name, value }
}

#[test]
fn text_that_is_there_for_ever_is_kept() {
    check_grad!(of_a_kind("sine", 0.7)).unwrap();
    check_grad!(of_names("cosine", 0.3)).unwrap();
    check_grad!(of_names("cosine", 0.7)).unwrap();
    assert_eq!(of_names::vjp("cosine", 0.7).0.name, "sine");
}
