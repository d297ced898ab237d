//! Macros that the function defines itself, and those that are given no variable.

use pullback::differentiable;

macro_rules! quarter {
    () => {
        0.25
    };
}

macro_rules! weights {
    ($($w:expr),*) => { [$($w),*] };
}

/// What a rule binds is its own, whatever it is called: `point` and `d` are there three times.
#[differentiable(jvp)]
pub fn corners(point: [f64; 2], k: f64) -> f64 {
    macro_rules! corner {
        ($dx:expr, $dy:expr) => {{
            let point = point[0] * $dx - point[1] * $dy;
            let d = point + k;
            d * d
        }};
    }
    macro_rules! total {
        ($($x:expr),* $(,)?) => { 0.0 $(+ $x)* };
    }
    let d = 2.0 * k;
    total!(corner!(1.0 + k, k), d, corner!(d - 1.0, 0.5), corner!(0.0, 1.0) * 2.0,)
}

/// A statement that writes to the function's variables, and one that binds a name it is given.
#[differentiable(jvp)]
pub fn steps(x: &[f64], k: f64) -> f64 {
    let mut best = 0.0;
    let mut sum = 0.0;
    macro_rules! visit {
        [$i:expr] => {
            let v = x[$i].sin() * k;
            if v > best {
                best = v;
                sum += v * x[$i];
            }
        };
    }
    macro_rules! shadow {
        ($name:ident = $value:expr) => {
            let $name = $value + k;
        };
    }
    for i in 0..x.len() {
        visit![i];
    }
    shadow!(k = best * 2.0);
    sum + k
}

/// Rules that call themselves and others, and take tokens, names, types and literals.
#[differentiable(jvp)]
pub fn nested(x: f64, y: f64) -> f64 {
    macro_rules! horner {
        ($x:expr, $c:expr) => { $c };
        ($x:expr, $c:expr, $($rest:expr),+) => { $c + $x * horner!($x, $($rest),+) };
    }
    macro_rules! apply {
        ($f:ident of $a:tt as $t:ty) => {
            (<$t>::$f($a))
        };
        ($a:tt times $n:literal) => {
            $a * $n
        };
    }
    let p = horner!(x, 1.0, y, x * y, -0.5);
    let q = apply!(p times -2.0) + apply!(sin of x as f64);
    (0..3).map(|i| horner!(q, x, i as f64)).sum::<f64>()
}

/// In a branch, with a pattern's names, and inside an assertion.
#[differentiable(jvp)]
pub fn chosen(x: f64, y: f64) -> f64 {
    let x = if x > 0.0 { Some(x) } else { None };
    macro_rules! or {
        ($option:expr, $default:expr) => {
            match $option {
                Some(y) => y * y,
                None => $default,
            }
        };
    }
    assert!(or!(x, y) > -1.0e9, "never");
    if y > 0.5 { or!(x, y) * y } else { y - or!(x, y * y) }
}

/// Macros from elsewhere that are given none of the function's variables are constants.
#[differentiable(jvp)]
pub fn constants(x: f64) -> f64 {
    let w = weights![1.0, 2.0, 0.5];
    let mut s = quarter!() * x;
    for i in 0..3 {
        s += w[i] * x * x + quarter!();
    }
    s * x.max(quarter!())
}

#[differentiable(jvp)]
pub fn listed(x: f64) -> Vec<f64> {
    macro_rules! powers {
        ($($n:literal)+) => { vec![$(x.powi($n)),+] };
    }
    powers![1 2 3]
}

mod tests {
    use crate::differences::{Components, zero};
    use crate::macros as in_f64;
    use crate::tables::{cotangents, gradients};

    gradients! { [in_f64]
        corners(point, k) { point = [0.3, -0.7], k = 0.4 }
        steps(&x, k) { x = [0.3, 0.9, 0.2, 1.1], k = 0.8; x = [-0.3], k = 0.5 }
        chosen(x, y) { x = 0.3, y = 0.7; x = 0.4, y = 0.1; x = -0.3, y = 0.7 }
        nested(x, y) { x = 0.3, y = 0.7; x = -0.9, y = 0.2 }
        constants(x) { x = 0.7; x = 0.1 }
    }

    cotangents! { [in_f64]
        listed(x) -> (vec![0.5, -1.0, 2.0]) { x = 0.8 }
    }
}
