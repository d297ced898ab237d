//! `for` over ranges and sequences, `while`, `loop`, nested in each other and in branches.

macro_rules! functions {
    ($f:ident) => {
        use pullback::differentiable;

        #[differentiable(jvp)]
        pub fn power(x: $f, n: usize) -> $f {
            let mut y = 1.0;
            for _ in 0..n {
                y *= x;
            }
            y
        }

        #[differentiable(jvp)]
        pub fn inclusive(x: $f, n: i32) -> $f {
            let mut s = 0.0;
            for i in 1..=n {
                s += x.powi(i) / i as $f;
            }
            s
        }

        #[differentiable(jvp)]
        pub fn reversed(x: &[$f]) -> $f {
            let mut y = 0.0;
            for i in (0..x.len()).rev() {
                y = y * x[0] + x[i];
            }
            y
        }

        #[differentiable(jvp)]
        pub fn inclusive_reversed(x: &[$f], n: usize) -> $f {
            let mut y = 1.0;
            for i in (1..=n).rev() {
                y = y * x[i] + x[i - 1];
            }
            y
        }

        #[differentiable(jvp)]
        pub fn to_the_last_of_its_type(x: $f, from: u8) -> $f {
            let mut y = 1.0;
            for i in from..=255 {
                y = y * x + $f::from(i);
            }
            for i in (-128..=from as i8).rev() {
                y = y * x + $f::from(i);
            }
            for c in 'a'..='e' {
                y *= if c == 'b' { x } else { 0.5 };
            }
            y
        }

        #[differentiable(jvp)]
        pub fn stepped(x: &[$f]) -> $f {
            let mut y = 1.0;
            for i in (0..x.len()).step_by(2) {
                y = y * x[i] + i as $f;
            }
            y
        }

        #[differentiable(jvp)]
        pub fn stepped_backwards(x: &[$f]) -> $f {
            let mut y = 1.0;
            for i in (0..x.len()).rev().step_by(2) {
                y = y * x[i] + 1.0;
            }
            for i in (0..x.len()).step_by(3).rev() {
                y = y * y * 0.1 + x[i];
            }
            y
        }

        #[differentiable(jvp)]
        pub fn over_a_reference(x: &[$f]) -> $f {
            let v = x.to_vec();
            let mut y = 0.5;
            for a in &v {
                y = y * a + *a;
            }
            y
        }

        #[differentiable(jvp)]
        pub fn over_a_parameter(x: &[$f]) -> $f {
            let mut y = 0.5;
            for a in x {
                y = y * a + a.sin();
            }
            y
        }

        #[differentiable(jvp)]
        pub fn over_an_iterator(x: &[$f]) -> $f {
            let mut y = 0.5;
            for a in x.iter() {
                y = (y + a) * a;
            }
            y
        }

        #[differentiable(jvp)]
        pub fn over_a_sub_slice(x: &[$f]) -> $f {
            let mut y = 0.5;
            for a in &x[1..] {
                y = (y + a) * x[0];
            }
            for a in x[..2].iter() {
                y += a * y;
            }
            y
        }

        #[differentiable(jvp)]
        pub fn over_a_fixed_array(x: [$f; 3]) -> $f {
            let mut y = 0.5;
            for a in &x {
                y = (y + a) * a;
            }
            for a in x.iter() {
                y -= a;
            }
            y
        }

        #[differentiable(jvp)]
        pub fn over_rows(m: &[Vec<$f>]) -> $f {
            let mut y = 1.0;
            for row in m {
                let mut s = 0.0;
                for a in row {
                    s += a * a;
                }
                y *= s;
            }
            y
        }

        #[differentiable(jvp)]
        pub fn over_inactive_numbers(x: &[$f], picks: &[usize]) -> $f {
            let mut y = 1.0;
            for p in picks {
                y = y * x[*p] + 1.0;
            }
            for &p in picks.iter() {
                y += x[p];
            }
            y
        }

        #[differentiable(jvp)]
        pub fn nested(x: &[$f], n: usize) -> $f {
            let mut s = 0.0;
            for i in 0..n {
                let mut p = 1.0;
                for j in 0..n {
                    p = p * x[i] + x[j];
                }
                s += p * p;
            }
            s
        }

        #[differentiable(jvp)]
        pub fn triangular(x: &[$f]) -> $f {
            let mut s = 0.0;
            for i in 0..x.len() {
                for j in i + 1..x.len() {
                    let d = x[i] - x[j];
                    s += 1.0 / (1.0 + d * d);
                }
            }
            s
        }

        #[differentiable(jvp)]
        pub fn three_deep(x: $f, n: usize) -> $f {
            let mut y = x;
            for i in 0..n {
                for _ in 0..i {
                    let mut z = y;
                    for k in 0..2 {
                        z = z * 0.9 + x * k as $f;
                    }
                    y = z.sin();
                }
            }
            y
        }

        #[differentiable(jvp)]
        pub fn newton(a: $f) -> $f {
            let mut x = a;
            while (x * x - a).abs() > 1e-5 {
                x = 0.5 * (x + a / x);
            }
            x
        }

        #[differentiable(jvp)]
        pub fn counted_while(x: &[$f]) -> $f {
            let mut i = 0;
            let mut y = 1.0;
            while i < x.len() {
                y = y * x[i] + 1.0;
                i += 2;
            }
            y
        }

        #[differentiable(jvp)]
        pub fn while_it_grows(x: $f, limit: $f) -> $f {
            let mut y = x;
            while y < 10.0 {
                y = y * x + limit;
            }
            y * limit
        }

        #[differentiable(jvp)]
        pub fn endless_until_break(x: $f) -> $f {
            let mut y = x;
            let mut n = 0;
            loop {
                y = y * y + 0.1;
                n += 1;
                if n == 3 {
                    break;
                }
            }
            y
        }

        #[differentiable(jvp)]
        pub fn loop_with_a_value(x: $f) -> $f {
            let mut y = x;
            let z = loop {
                y *= x;
                if y > 20.0 {
                    break y * x;
                }
            };
            z + y
        }

        #[differentiable(jvp)]
        pub fn fibonacci(x: $f, y: $f, n: usize) -> $f {
            let (mut a, mut b) = (x, y);
            for _ in 0..n {
                let next = a * 0.5 + b;
                a = b;
                b = next;
            }
            a * b
        }

        #[differentiable(jvp)]
        pub fn swapped_by_assignment(x: $f, y: $f, n: usize) -> $f {
            let mut a = x;
            let mut b = y;
            for _ in 0..n {
                (a, b) = (b * 0.5, a + b);
            }
            a - b
        }

        #[differentiable(jvp)]
        pub fn branch_in_a_loop(x: &[$f]) -> $f {
            let mut up = 0.0;
            let mut down = 1.0;
            for i in 0..x.len() {
                if x[i] > 0.0 {
                    up += x[i] * down;
                } else if i % 2 == 0 {
                    down *= x[i];
                }
            }
            up * down
        }

        #[differentiable(jvp)]
        pub fn loop_in_a_branch(x: $f, n: usize) -> $f {
            let mut y = x;
            if x > 0.0 {
                for i in 0..n {
                    y = y.sin() + i as $f * x;
                }
            } else {
                while y < 5.0 {
                    y += x * x;
                }
            }
            y
        }

        #[differentiable(jvp)]
        pub fn two_in_sequence(x: &[$f]) -> $f {
            let mut mean = 0.0;
            for i in 0..x.len() {
                mean += x[i];
            }
            mean /= x.len() as $f;
            let mut variance = 0.0;
            for i in 0..x.len() {
                let d = x[i] - mean;
                variance += d * d;
            }
            variance / x.len() as $f
        }

        #[differentiable(jvp)]
        pub fn array_carried_through(x: $f, n: usize) -> $f {
            let mut v = [x, 1.0, x * x];
            for i in 0..n {
                v[i % 3] = v[(i + 1) % 3] * v[(i + 2) % 3] * 0.5 + x;
            }
            v[0] + v[1] * v[2]
        }

        #[differentiable(jvp)]
        pub fn vector_replaced_each_time(x: &[$f], n: usize) -> $f {
            let mut v = x.to_vec();
            for _ in 0..n {
                let mut w = vec![0.0; v.len()];
                for i in 0..v.len() {
                    w[i] = v[i] * v[(i + 1) % v.len()];
                }
                v = w;
            }
            v[0]
        }

        #[differentiable(jvp)]
        pub fn deferred_inside(x: $f, n: usize) -> $f {
            let mut s = x;
            for i in 0..n {
                let t;
                if i % 2 == 0 {
                    t = s * x;
                } else {
                    t = s + x;
                }
                s = t.sin();
            }
            s
        }

        #[differentiable(jvp)]
        pub fn never_entered(x: $f, end: usize) -> $f {
            let mut y = x;
            for _ in 5..end {
                y = y * y * y;
            }
            while y > 1e30 {
                y = 0.0;
            }
            y * x
        }

        #[differentiable(jvp)]
        pub fn trapezoid(a: $f, b: $f, n: usize) -> $f {
            let h = (b - a) / n as $f;
            let mut s = 0.5 * (a.sin() + b.sin());
            for i in 1..n {
                s += (a + i as $f * h).sin();
            }
            s * h
        }

        #[differentiable(jvp)]
        pub fn euler(y0: $f, rate: $f, steps: usize) -> $f {
            let dt = 1.0 / steps as $f;
            let mut y = y0;
            let mut t = 0.0;
            for _ in 0..steps {
                y += dt * (rate * y - t * y * y);
                t += dt;
            }
            y
        }

        #[differentiable(jvp)]
        pub fn shadowed_counter(x: &[$f]) -> $f {
            let mut y = 0.0;
            for i in 0..x.len() {
                let i = (i + 1) % x.len();
                let x = x[i] * 2.0;
                y = y * 0.5 + x * x;
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

mod tests {
    use super::{in_f32, in_f64};
    use crate::differences::{Components, zero};
    use crate::tables::gradients;

    gradients! {
        [in_f64 in_f32]
        power(x, 5) { x = 0.5; x = -1.25; x = 0.0 }
        inclusive(x, 4) { x = 0.5; x = -1.25 }
        reversed(&x) { x = vec![0.5, -1.0, 2.0, 0.25]; x = vec![3.0] }
        inclusive_reversed(&x, 3) { x = vec![0.5, -1.0, 2.0, 0.25] }
        stepped(&x) { x = vec![0.5, -1.0, 2.0, 0.25]; x = vec![0.5, -1.0, 2.0, 0.25, 1.5] }
        to_the_last_of_its_type(x, 253) { x = 0.5 }
        stepped_backwards(&x) { x = vec![0.5, -1.0, 2.0, 0.25]; x = vec![0.5, -1.0, 2.0, 0.25, 1.5] }
        over_a_reference(&x) { x = vec![0.5, -1.0, 2.0] }
        over_a_parameter(&x) { x = vec![0.5, -1.0, 2.0]; x = Vec::new() }
        over_an_iterator(&x) { x = vec![0.5, -1.0, 2.0] }
        over_a_sub_slice(&x) { x = vec![0.5, -1.0, 2.0] }
        over_a_fixed_array(x) { x = [0.5, -1.0, 2.0] }
        over_rows(&m) { m = vec![vec![0.5, -1.0], vec![2.0], vec![1.0, 0.25, -0.5]] }
        over_inactive_numbers(&x, &[2, 0, 2]) { x = vec![0.5, -1.0, 2.0] }
        nested(&x, 3) { x = vec![0.5, -1.0, 0.75] }
        triangular(&x) { x = vec![0.5, -1.0, 0.75, 2.0]; x = vec![0.5] }
        three_deep(x, 4) { x = 0.5; x = -1.0 }
        newton(a) { a = 2.0; a = 0.3 }
        counted_while(&x) { x = vec![0.5, -1.0, 0.75, 2.0]; x = vec![0.5, -1.0, 0.75] }
        while_it_grows(x, limit) { x = 1.5, limit = 0.5; x = 12.0, limit = 0.5 }
        endless_until_break(x) { x = 0.5; x = -1.0 }
        loop_with_a_value(x) { x = 1.5; x = 5.0 }
        fibonacci(x, y, 6) { x = 0.5, y = -1.0 }
        swapped_by_assignment(x, y, 5) { x = 0.5, y = -1.0 }
        branch_in_a_loop(&x) { x = vec![0.5, -1.0, -0.75, 2.0]; x = vec![-0.5, 1.0, -0.75, 2.0, -0.3] }
        loop_in_a_branch(x, 3) { x = 0.5; x = -1.3 }
        two_in_sequence(&x) { x = vec![0.5, -1.0, -0.75, 2.0] }
        array_carried_through(x, 7) { x = 0.5; x = -1.0 }
        vector_replaced_each_time(&x, 3) { x = vec![0.5, -1.0, 1.25] }
        deferred_inside(x, 4) { x = 0.5; x = -1.0 }
        never_entered(x, 2) { x = 0.5 }
        trapezoid(a, b, 8) { a = 0.25, b = 1.5 }
        euler(y0, rate, 10) { y0 = 0.25, rate = 1.5 }
        shadowed_counter(&x) { x = vec![0.5, -1.0, 1.25] }
    }
}
