//! Ways out of the middle: `break`, `continue`, labels, `return`.

macro_rules! functions {
    ($f:ident) => {
        use pullback::differentiable;

        #[differentiable(jvp)]
        pub fn breaks(x: &[$f]) -> $f {
            let mut s = 0.0;
            for i in 0..x.len() {
                if x[i] < 0.0 {
                    break;
                }
                s += x[i] * x[i];
            }
            s
        }

        #[differentiable(jvp)]
        pub fn breaks_after_work(x: &[$f], limit: $f) -> $f {
            let mut p = 1.0;
            for a in x {
                p *= a;
                if p > limit {
                    p = p * limit;
                    break;
                }
                p += 0.5;
            }
            p
        }

        #[differentiable(jvp)]
        pub fn continues(x: &[$f]) -> $f {
            let mut s = 1.0;
            for a in x.iter() {
                if *a < 0.0 {
                    continue;
                }
                s *= a + 1.0;
            }
            s
        }

        #[differentiable(jvp)]
        pub fn continues_after_work(x: &[$f]) -> $f {
            let mut s = 1.0;
            for i in 0..x.len() {
                s *= x[i];
                if i % 2 == 1 {
                    s += 1.0;
                    continue;
                }
                s = s.sin();
            }
            s
        }

        #[differentiable(jvp)]
        pub fn breaks_and_continues(x: &[$f]) -> $f {
            let mut s = 1.0;
            let mut i = 0;
            while i < x.len() {
                i += 1;
                if x[i - 1] < 0.0 {
                    continue;
                } else if x[i - 1] > 10.0 {
                    s *= x[i - 1];
                    break;
                }
                s += x[i - 1] * s;
            }
            s
        }

        #[differentiable(jvp)]
        pub fn breaks_the_outer_loop(m: &[Vec<$f>]) -> $f {
            let mut s = 1.0;
            'rows: for row in m {
                for a in row {
                    if *a < 0.0 {
                        break 'rows;
                    }
                    s += a * s;
                }
                s *= 0.5;
            }
            s
        }

        #[differentiable(jvp)]
        pub fn continues_the_outer_loop(m: &[Vec<$f>]) -> $f {
            let mut s = 1.0;
            'rows: for i in 0..m.len() {
                for j in 0..m[i].len() {
                    if m[i][j] < 0.0 {
                        s *= m[i][j];
                        continue 'rows;
                    }
                    s += m[i][j] * s;
                }
                s *= 0.5;
            }
            s
        }

        #[differentiable(jvp)]
        pub fn breaks_out_of_three(x: $f, n: usize) -> $f {
            let mut y = x;
            let mut rounds = 0;
            'outer: loop {
                rounds += 1;
                for i in 0..n {
                    let mut j = 0;
                    while j < i {
                        y = y * x + 0.25;
                        if y > 5.0 || rounds > 4 {
                            break 'outer;
                        }
                        if j == 2 {
                            continue 'outer;
                        }
                        j += 1;
                    }
                }
                y += 0.5;
            }
            y * x
        }

        #[differentiable(jvp)]
        pub fn value_from_the_outer_loop(x: $f) -> $f {
            let mut y = x;
            let z = 'search: loop {
                for i in 1..4 {
                    y += x * i as $f;
                    if y > 10.0 {
                        break 'search y * x;
                    }
                }
            };
            z - y
        }

        #[differentiable(jvp)]
        pub fn several_values(x: $f, n: usize) -> $f {
            let mut y = x;
            let mut i = 0;
            let z = loop {
                if i == n {
                    break y;
                }
                y = y * x + 1.0;
                if y > 4.0 {
                    break y * y;
                }
                i += 1;
            };
            z * x
        }

        #[differentiable(jvp)]
        pub fn returns_early(x: $f) -> $f {
            if x < 0.0 {
                return x * x;
            }
            let y = x.sqrt();
            if y > 2.0 {
                return y;
            }
            y * x
        }

        #[differentiable(jvp)]
        pub fn returns_from_both(x: $f, y: $f) -> $f {
            if x > y {
                return x * y;
            } else {
                return x - y * y;
            }
        }

        #[differentiable(jvp)]
        pub fn ends_with_return(x: $f) -> $f {
            let y = x * x;
            return y * x;
        }

        #[differentiable(jvp)]
        pub fn returns_from_a_loop(x: &[$f], limit: $f) -> $f {
            let mut s = 0.0;
            for i in 0..x.len() {
                s += x[i] * x[i];
                if s > limit {
                    return s * limit;
                }
            }
            s + limit
        }

        #[differentiable(jvp)]
        pub fn returns_from_the_inner_loop(m: &[Vec<$f>]) -> $f {
            let mut s = 1.0;
            for row in m {
                for a in row.iter() {
                    if *a < 0.0 {
                        return s * a;
                    }
                    s = s * a + 1.0;
                }
            }
            s
        }

        #[differentiable(jvp)]
        pub fn only_returns_leave_the_loop(x: $f) -> $f {
            let mut y = x;
            loop {
                y = y * y + x;
                if y > 50.0 {
                    return y.ln();
                }
                if y < -50.0 {
                    return y;
                }
            }
        }

        #[differentiable(jvp)]
        pub fn returns_inside_a_value(x: $f, y: $f) -> $f {
            let z = if x > 1.0 {
                x * y
            } else if x > 0.0 {
                return y * y;
            } else {
                x - y
            };
            z * z
        }

        #[differentiable(jvp)]
        pub fn after_the_exit(x: &[$f]) -> $f {
            let mut found = 0.0;
            let mut at = 0;
            for i in 0..x.len() {
                if x[i] > 1.0 {
                    found = x[i];
                    at = i;
                    break;
                }
            }
            let mut y = found * found;
            for i in at..x.len() {
                if i == at + 2 {
                    continue;
                }
                y += found * x[i];
            }
            y
        }

        #[differentiable(jvp)]
        pub fn bisects(target: $f, low: $f, high: $f) -> $f {
            let (mut a, mut b) = (low, high);
            let mut n = 0;
            while n < 6 {
                let m = 0.5 * (a + b);
                n += 1;
                if m * m < 2.0 {
                    a = m;
                    continue;
                }
                b = m;
            }
            (a + b) * target
        }

        #[differentiable(jvp)]
        pub fn breaks_on_the_condition_of_a_call(x: $f) -> $f {
            let mut y = x;
            for i in 0..100 {
                let step = y.sin() * 0.5;
                if step.abs() < 0.05 && i > 1 || i == 9 {
                    break;
                }
                y -= step;
            }
            y
        }
    };
}

pub mod in_f64 {
    functions!(f64);
}
pub mod in_f32 {
    functions!(f32);
}

/// What is returned early is moved there, and used on the other ways.
#[pullback::differentiable(jvp)]
fn moved_out_early(v: Vec<f64>, x: &[f64]) -> (Vec<f64>, f64) {
    if x[0] > 0.0 {
        if x[1] > 0.0 {
            return (v, x[0]);
        }
    }
    for y in x {
        if v[0] * y > 3.0 {
            return (v, *y);
        }
    }
    (v, x[1])
}

#[pullback::differentiable(jvp)]
fn moved_out(a: f64, b: f64, c: f64) -> f64 {
    let (v, k) = moved_out_early(vec![a, b * c], &[b, c]);
    v[0] * v[1] * k
}

#[test]
fn what_is_moved_out_early_is_there_on_other_ways() {
    for (a, b, c) in [(0.5, 1.5, 2.0), (2.0, -0.5, 2.5), (0.5, -0.5, 2.0)] {
        pullback::check_grad!(moved_out(a, b, c)).unwrap();
    }
}

/// What is moved where an iteration or a loop ends early is used on the other ways.
#[pullback::differentiable(jvp)]
fn moved_in_a_loop(a: f64, b: f64, n: usize) -> f64 {
    let (mut last, mut all, mut s) = (vec![a], Vec::new(), b);
    for i in 0..n {
        let v = vec![a * s, b + i as f64];
        if i == 1 {
            last = v;
            continue;
        } else if s > 6.0 {
            all.push(v);
            break;
        }
        s += v[0] * v[1] * last[0];
        all.push(v);
    }
    let kept;
    loop {
        s = s * 0.5 + last[0];
        if s > 0.1 {
            kept = last;
            break;
        }
    }
    s * kept[0] + all.iter().map(|v| v[1] * v[0]).sum::<f64>()
}

#[test]
fn what_is_moved_where_an_iteration_ends_is_there_on_other_ways() {
    for n in [0, 1, 2, 3, 6] {
        pullback::check_grad!(moved_in_a_loop(0.8, 0.6, n)).unwrap();
    }
}

/// The same of a field, and of what is left of a struct.
#[derive(pullback::Differentiable, Clone, Debug, PartialEq)]
struct Kept {
    v: Vec<f64>,
    k: f64,
}
#[pullback::differentiable(jvp)]
fn kept_field(x: f64, k: f64) -> Vec<f64> {
    let mut s = Kept { v: vec![x, k], k };
    if x > 0.5 {
        s.v[0] *= k;
        return s.v;
    }
    s.v[1] *= x;
    s.v
}
#[pullback::differentiable(jvp)]
fn rest_kept(mut s: Kept, x: f64) -> Kept {
    if x > 0.5 {
        return Kept { k: x, ..s };
    }
    s.k *= x;
    Kept { k: s.k * x, ..s }
}
#[pullback::differentiable(jvp)]
fn kept_in_a_tuple(s: Kept, x: f64) -> (Vec<f64>, f64) {
    for i in 0..3 {
        if x * i as f64 > 0.5 {
            return (s.v, x * x);
        }
    }
    (s.v, s.k * x)
}
#[pullback::differentiable(jvp)]
fn kept_in_an_option(s: Kept, x: f64) -> Option<Vec<f64>> {
    if x > 0.9 {
        return Some(s.v);
    }
    if x < 0.1 {
        return None;
    }
    Some(s.v)
}
#[pullback::differentiable(jvp)]
fn added(v: Vec<f64>, u: &mut [f64]) {
    for i in 0..v.len() {
        u[0] += v[i] * v[i];
    }
}
#[pullback::differentiable(jvp)]
fn moved_and_continued(x: f64, u: &mut [f64]) {
    for i in 0..4 {
        let v = vec![x, x * i as f64];
        if i % 2 == 0 {
            added(v, u);
            continue;
        }
        u[1] += x;
        added(v, u);
    }
}
#[test]
fn fields_that_are_moved_out_early_are_there_on_other_ways() {
    for x in [0.3, 0.7] {
        pullback::check_grad!(kept_field(x, 0.7)).unwrap();
        pullback::check_grad!(rest_kept(
            Kept {
                v: vec![1.0, 2.0],
                k: 0.3
            },
            x
        ))
        .unwrap();
        pullback::check_grad!(kept_in_a_tuple(
            Kept {
                v: vec![1.0, 2.0],
                k: 0.3
            },
            x
        ))
        .unwrap();
        pullback::check_grad!(kept_in_an_option(
            Kept {
                v: vec![1.0, 2.0],
                k: 0.3
            },
            x
        ))
        .unwrap();
        pullback::check_grad!(moved_and_continued(x, &mut [0.5, 0.5])).unwrap();
    }
}

mod tests {
    use super::{in_f32, in_f64};
    use crate::differences::{Components, zero};
    use crate::tables::gradients;

    gradients! {
        [in_f64 in_f32]
        breaks(&x) { x = vec![0.5, 2.0, -1.0, 3.0]; x = vec![-0.5, 2.0]; x = vec![0.5, 2.0] }
        breaks_after_work(&x, limit) { x = vec![0.5, 2.0, 3.0, 0.25], limit = 4.0; x = vec![0.5, 2.0], limit = 9.0 }
        continues(&x) { x = vec![0.5, 2.0, -1.0, 3.0]; x = vec![-0.5] }
        continues_after_work(&x) { x = vec![0.5, 2.0, -1.0, 3.0] }
        breaks_and_continues(&x) { x = vec![0.5, -2.0, 1.0, 30.0, 4.0]; x = vec![0.5, -2.0] }
        breaks_the_outer_loop(&m) { m = vec![vec![0.5, 2.0], vec![1.0, -1.0, 3.0], vec![4.0]]; m = vec![vec![0.5], vec![1.0]] }
        continues_the_outer_loop(&m) { m = vec![vec![0.5, 2.0], vec![1.0, -1.0, 3.0], vec![4.0]]; m = vec![vec![-0.5], vec![1.0]] }
        breaks_out_of_three(x, 5) { x = 0.5; x = 1.25 }
        value_from_the_outer_loop(x) { x = 0.6; x = 7.0 }
        several_values(x, 4) { x = 0.5; x = 1.75 }
        returns_early(x) { x = -0.5; x = 0.5; x = 9.0 }
        returns_from_both(x, y) { x = -0.5, y = 2.0; x = 3.0, y = 2.0 }
        ends_with_return(x) { x = -0.5 }
        returns_from_a_loop(&x, limit) { x = vec![0.5, 2.0, -1.0, 3.0], limit = 5.0; x = vec![0.5, 2.0], limit = 5.0 }
        returns_from_the_inner_loop(&m) { m = vec![vec![0.5, 2.0], vec![1.0, -1.0, 3.0], vec![4.0]]; m = vec![vec![0.5], vec![1.0]] }
        only_returns_leave_the_loop(x) { x = 1.5; x = 0.75; x = -60.0 }
        returns_inside_a_value(x, y) { x = 1.5, y = 2.0; x = 0.75, y = 2.0; x = -0.5, y = 3.0 }
        after_the_exit(&x) { x = vec![0.5, 2.0, -1.0, 3.0, 0.25]; x = vec![0.5, 0.25] }
        bisects(target, low, high) { target = 1.5, low = 1.0, high = 2.0 }
        breaks_on_the_condition_of_a_call(x) { x = 0.5; x = 2.0; x = 0.01 }
    }
}

/// A loop that only `return` leaves has no value, and the other branch's is that of both.
#[pullback::differentiable(jvp)]
fn beside_an_endless_loop(x: f64, k: f64) -> f64 {
    if x < 1.0 {
        let mut y = x;
        while y < 1.0 {
            y += k;
        }
        y * x
    } else {
        let mut y = x;
        loop {
            y *= k;
            if y > 1.5 {
                continue;
            }
            if y < 1.0 {
                return y * x;
            }
        }
    }
}

#[pullback::differentiable(jvp)]
fn before_what_follows(x: f64, k: f64) -> f64 {
    let z = if x < 1.0 {
        x * k
    } else {
        let mut y = x;
        loop {
            y *= k;
            if y < 1.0 {
                return y * x;
            }
        }
    };
    let (a, b) = match z > 0.3 {
        true => (z, x),
        false => loop {
            if z < 1.0 {
                return z * z * k;
            }
        },
    };
    a * b * z
}

#[test]
fn what_stands_beside_a_loop_that_only_returns_leave() {
    for x in [0.3, 0.7, 1.9] {
        pullback::check_grad!(beside_an_endless_loop(x, 0.6)).unwrap();
        pullback::check_grad!(before_what_follows(x, 0.6)).unwrap();
        assert_eq!(
            beside_an_endless_loop::value_and_grad(x, 0.6).0,
            beside_an_endless_loop(x, 0.6)
        );
    }
}
