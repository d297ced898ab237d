//! What pullback promises beyond right numbers: cost, depth, panics, side effects.

#![allow(clippy::needless_range_loop)]

use pullback::{Differentiable, Workspace, differentiable, no_diff};
use std::cell::RefCell;
use std::collections::HashMap;
use std::hint::black_box;
use std::ops::{Index, IndexMut};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Fails where a gradient of quadratic cost would keep the suite for minutes.
fn promptly<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    within(64 << 20, work)
}

fn within<T: Send + 'static>(stack: usize, work: impl FnOnce() -> T + Send + 'static) -> T {
    let (sender, receiver) = mpsc::channel();
    let thread = thread::Builder::new()
        .stack_size(stack)
        .spawn(move || sender.send(work()))
        .expect("a thread");
    match receiver.recv_timeout(Duration::from_secs(20)) {
        Ok(result) => result,
        Err(mpsc::RecvTimeoutError::Timeout) => {
            panic!("not done after 20 seconds: the cost is not proportional to that of the function")
        }
        Err(mpsc::RecvTimeoutError::Disconnected) => match thread.join() {
            Ok(_) => unreachable!("the thread sends before it ends"),
            Err(panic) => std::panic::resume_unwind(panic),
        },
    }
}

mod cost {
    //! Programs made to break cost(value and gradient) ≤ c·(cost(function) + size(input)).

    use super::*;
    use pullback::ndarray::Array1;

    const N: usize = 200_000;

    fn numbers_at(i: usize) -> f64 {
        (i % 7) as f64 - 2.5
    }

    fn numbers() -> Vec<f64> {
        (0..N).map(numbers_at).collect()
    }

    fn assert_components(gradient: &[f64], at: impl Fn(usize) -> f64) {
        assert_eq!(gradient.len(), N);
        for (i, g) in gradient.iter().enumerate() {
            assert!((g - at(i)).abs() < 1e-9, "component {i} is {g}, not {}", at(i));
        }
    }

    #[differentiable]
    fn pick(x: &[f64], i: usize) -> f64 {
        x[i]
    }

    #[differentiable]
    fn picks(x: &[f64]) -> f64 {
        let mut s = 0.0;
        for i in 0..x.len() {
            s += pick(x, i) * pick(&x[i..], 0);
        }
        s
    }

    #[differentiable]
    fn reads(x: &[f64]) -> f64 {
        let mut s = 0.0;
        for i in 0..x.len() {
            s += x[i] * x[i];
        }
        s
    }

    #[differentiable]
    fn reads_a_copy(x: &[f64]) -> f64 {
        let v = x.to_vec();
        let mut s = 0.0;
        let mut i = 0;
        while i < v.len() {
            s += v[i] * x[i];
            i += 1;
        }
        s
    }

    #[differentiable]
    fn reads_tails(x: &[f64]) -> f64 {
        let mut s = 0.0;
        for i in 0..x.len() {
            let tail = &x[i..];
            if tail[0] > 100.0 {
                return s;
            }
            s += tail[0] * tail[0];
        }
        s
    }

    #[differentiable]
    fn reads_rows(m: &[Vec<f64>]) -> f64 {
        let mut s = 0.0;
        for i in 0..m[0].len() {
            let row = &m[i % 2];
            s += row[i] * m[1 - i % 2][i];
        }
        s
    }

    #[differentiable]
    fn writes(x: &[f64]) -> f64 {
        let mut v = vec![0.0; x.len()];
        for i in 0..x.len() {
            v[i] = x[i] + 1.0;
            v[i] = x[i] * (v[i] - 1.0);
        }
        let mut s = 0.0;
        for i in 0..v.len() {
            s += v[i];
        }
        s
    }

    #[differentiable]
    fn add_at(v: &mut [f64], i: usize, x: f64) {
        v[i] += x * x;
    }

    #[differentiable]
    fn writes_through_a_helper(x: &[f64]) -> f64 {
        let mut v = vec![0.0; x.len()];
        for i in 0..x.len() {
            add_at(&mut v, i, x[i]);
        }
        let mut s = 0.0;
        for a in &v {
            s += a;
        }
        s
    }

    #[differentiable]
    fn pick_where(x: Option<&[f64]>, i: usize) -> f64 {
        x.map_or(0.0, |x| x[i])
    }

    #[differentiable]
    fn add_where(v: Option<&mut [f64]>, i: usize, x: f64) {
        if let Some(v) = v {
            v[i] += x;
        }
    }

    #[differentiable]
    fn options_of_references(x: &[f64]) -> f64 {
        let whole = Some(x);
        let mut v = x.to_vec();
        let mut s = 0.0;
        for i in 0..x.len() {
            add_where(Some(&mut v), i, pick_where(whole, i));
            s += 0.25 * v[i] * pick_where(Some(&v[i..]), 0);
        }
        s
    }

    #[differentiable]
    fn with_replaced(mut v: Vec<f64>, i: usize, x: f64) -> Vec<f64> {
        v[i] = x * x;
        v
    }

    #[differentiable]
    fn moves_through_a_helper(x: &[f64]) -> f64 {
        let mut v = vec![0.0; x.len()];
        for i in 0..x.len() {
            v = with_replaced(v, i, x[i]);
        }
        let mut s = 0.0;
        for a in &v {
            s += a;
        }
        s
    }

    #[differentiable]
    fn pushes(x: &[f64]) -> f64 {
        let mut v = Vec::new();
        for a in x {
            v.push(a * a);
        }
        let mut s = 0.0;
        for a in v.iter() {
            s += a;
        }
        s
    }

    #[differentiable]
    fn array_element(a: &Array1<f64>, i: usize) -> f64 {
        a[i]
    }

    #[differentiable]
    fn array_elements(a: &Array1<f64>) -> f64 {
        let mut s = 0.0;
        for i in 0..a.len() {
            s += a[i] * array_element(a, i);
        }
        s
    }

    #[differentiable]
    fn branches(x: &[f64]) -> f64 {
        let mut v = x.to_vec();
        let mut s = 0.0;
        for i in 0..x.len() {
            if x[i] > 0.0 {
                s += v[i] * x[i];
            } else {
                v[i] *= x[i];
                s += v[i];
            }
        }
        s
    }

    mod slices {
        use super::*;

        macro_rules! squares {
            ($($name:ident)*) => { $(
                #[test]
                fn $name() {
                    let (value, gradient) = promptly(|| super::$name::value_and_grad(&numbers()));
                    assert_eq!(value, super::$name(&numbers()));
                    assert_components(&gradient, |i| 2.0 * numbers_at(i));
                }
            )* };
        }

        squares! {
            picks reads reads_a_copy reads_tails writes writes_through_a_helper moves_through_a_helper pushes branches
            options_of_references
        }
    }

    #[differentiable]
    fn entry(x: &[f64], i: usize) -> &f64 {
        &x[i]
    }

    #[derive(Clone, Differentiable)]
    struct Grid {
        data: Vec<f64>,
    }

    #[differentiable]
    impl Grid {
        fn values(&self) -> &[f64] {
            &self.data
        }

        fn at(&self, i: usize) -> Option<&f64> {
            if i < self.data.len() { Some(&self.data[i]) } else { None }
        }

        fn at_mut(&mut self, i: usize) -> &mut f64 {
            &mut self.data[i]
        }

        fn squares(&self) -> f64 {
            let mut s = 0.0;
            for i in 0..self.data.len() {
                s += self.values()[i] * *entry(self.values(), i) + self.at(i + 1).unwrap_or(&0.0) * 0.0;
            }
            s
        }
    }

    #[differentiable]
    impl Index<(usize, usize)> for Grid {
        type Output = f64;
        fn index(&self, (i, j): (usize, usize)) -> &f64 {
            &self.data[i + j]
        }
    }

    #[differentiable]
    impl IndexMut<(usize, usize)> for Grid {
        fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut f64 {
            &mut self.data[i + j]
        }
    }

    #[differentiable]
    fn reads_through_references(grid: &Grid) -> f64 {
        grid.squares()
    }

    #[differentiable]
    fn writes_through_references(grid: &Grid) -> f64 {
        let mut g = grid.clone();
        for i in 0..grid.data.len() {
            *g.at_mut(i) += 1.0;
            g[(i, 0)] = (g[(0, i)] - 1.0) * grid[(i, 0)];
        }
        let all: &[f64] = g.values();
        let mut s = 0.0;
        for i in 0..all.len() {
            s += all[i];
        }
        s
    }

    #[test]
    fn functions_that_return_references_to_much() {
        let grid = || Grid { data: numbers() };
        let gradient = promptly(move || reads_through_references::grad(&grid()));
        assert_components(&gradient.data, |i| 2.0 * numbers_at(i));
        let gradient = promptly(move || writes_through_references::grad(&grid()));
        assert_components(&gradient.data, |i| 2.0 * numbers_at(i));
    }

    #[test]
    fn rows_of_a_matrix() {
        let gradient = promptly(|| reads_rows::grad(&[numbers(), numbers()]));
        assert_components(&gradient[0], numbers_at);
        assert_components(&gradient[1], numbers_at);
    }

    #[test]
    fn elements_of_an_ndarray() {
        let gradient = promptly(|| array_elements::grad(&Array1::from(numbers())));
        assert_components(&gradient.to_vec(), |i| 2.0 * numbers_at(i));
    }

    #[differentiable]
    fn doubled_sixty_times(x: f64) -> f64 {
        let mut y = x;
        for _ in 0..60 {
            y = y + y;
        }
        y
    }

    #[differentiable]
    fn doubled(y: f64) -> f64 {
        y + y
    }

    #[differentiable]
    fn doubled_by_calls(x: f64, n: usize) -> f64 {
        if n == 0 { x } else { doubled(doubled_by_calls(x, n - 1)) }
    }

    macro_rules! sharing_chain {
        ($name:ident: $($step:tt)*) => {
            #[differentiable]
            fn $name(x: f64) -> f64 {
                let y = x;
                $(let y = y $step y;)*
                y
            }
        };
    }
    sharing_chain!(doubled_in_a_straight_line: + + + + + + + + + + + + + + + + + + + + + + + + + + + + + + + + + + + + + + + + + + + + + + + + + + + + + + + + + + + +);

    #[test]
    fn a_sharing_chain_is_not_unfolded() {
        let expected = 2f64.powi(60);
        assert_eq!(promptly(|| doubled_sixty_times::grad(1.5)), expected);
        assert_eq!(promptly(|| doubled_by_calls::grad(1.5, 60)), expected);
        assert_eq!(promptly(|| doubled_in_a_straight_line::grad(1.5)), expected);
    }

    #[differentiable]
    fn sum_of_squares(x: &[f64]) -> f64 {
        if x.is_empty() {
            0.0
        } else {
            x[0] * x[0] + sum_of_squares(&x[1..])
        }
    }

    #[test]
    fn recursion_over_tails_does_not_copy_them() {
        let gradient = within(256 << 20, || sum_of_squares::grad(&numbers()[..50_000]));
        assert!(gradient.iter().enumerate().all(|(i, g)| *g == 2.0 * numbers_at(i)));
    }

    #[differentiable]
    fn sum_by_halves(x: &[f64]) -> f64 {
        if x.len() == 1 {
            return x[0] * x[0];
        }
        let (left, right) = (sum_by_halves(&x[..x.len() / 2]), sum_by_halves(&x[x.len() / 2..]));
        left + right
    }

    #[test]
    fn recursion_over_halves_does_not_copy_them() {
        let gradient = promptly(|| sum_by_halves::grad(&numbers()));
        assert_components(&gradient, |i| 2.0 * numbers_at(i));
    }

    #[differentiable]
    fn reads_one(x: &[f64], i: usize) -> f64 {
        let v = x;
        let mut y = 1.0;
        for _ in 0..20 {
            y = (y * v[i]).sin();
        }
        y
    }

    #[differentiable]
    fn few_of_many(x: &[f64], n: usize) -> f64 {
        let mut s = 0.0;
        for i in 0..n {
            s += reads_one(x, i % 3);
        }
        s
    }

    #[differentiable]
    fn looked_up(rates: &HashMap<usize, f64>, n: usize) -> f64 {
        let mut rates = rates.clone();
        let mut sum = 0.0;
        for i in 0..n {
            sum += rates[&(i % 3)];
            *rates.entry(i % 3).or_insert(1.0) *= 0.5;
        }
        sum
    }

    #[test]
    fn an_entry_of_a_map_costs_little() {
        let rates = numbers().into_iter().enumerate().collect();
        let gradient = promptly(move || looked_up::grad(&rates, 20_000));
        assert!(gradient.iter().all(|(key, g)| (*key < 3) == (*g != 0.0)));
    }

    /// Each time with the largest number that has come so far.
    #[differentiable]
    fn largest_so_far(x: &[f64], y: &[f64], n: usize) -> f64 {
        let mut largest: Option<&f64> = None;
        let mut sum = 0.0;
        for i in 0..n {
            if largest.is_none_or(|l| x[i % 3] > *l) {
                largest = Some(&x[i % 3]);
            }
            if i > 9 && largest.is_none_or(|l| y[i % 5] > *l) {
                largest = Some(&y[i % 5]);
            }
            if let Some(l) = largest {
                sum += l * l;
            }
        }
        sum
    }

    #[test]
    fn a_reference_that_is_reassigned_costs_little() {
        let (x_bar, y_bar) = promptly(|| largest_so_far::grad(&numbers(), &numbers(), 20_000));
        // Of −2.5, −1.5, −0.5 and 0.5 each until the next one comes, and of 1.5 from then on.
        assert_eq!(x_bar[..3], [-5.0, -3.0, -11.0]);
        assert_eq!(y_bar[..5], [0.0, 0.0, 0.0, 1.0, 59958.0]);
        assert!(x_bar[3..].iter().chain(&y_bar[5..]).all(|g| *g == 0.0));
    }

    #[test]
    fn a_helper_that_reads_little_costs_little() {
        let gradient = promptly(|| few_of_many::grad(&numbers(), 20_000));
        assert!(gradient[..3].iter().all(|g| *g != 0.0) && gradient[3..].iter().all(|g| *g == 0.0));
    }
}

mod depth {
    //! Long loops and deep recursions.

    use super::*;

    #[differentiable]
    fn relaxation(x: f64, rate: f64, steps: usize) -> f64 {
        let mut y = x;
        for _ in 0..steps {
            y = y + rate * (1.0 - y * y);
        }
        y
    }

    /// The derivative carried forward with the value.
    fn relaxation_and_derivatives(x: f64, rate: f64, steps: usize) -> (f64, f64, f64) {
        let (mut y, mut dx, mut drate) = (x, 1.0, 0.0);
        for _ in 0..steps {
            let slope = 1.0 - 2.0 * rate * y;
            dx *= slope;
            drate = drate * slope + (1.0 - y * y);
            y = y + rate * (1.0 - y * y);
        }
        (y, dx, drate)
    }

    #[test]
    fn a_loop_of_ten_million_iterations() {
        let steps = 10_000_000;
        let (value, (dx, drate)) = relaxation::value_and_grad(0.25, 1e-7, steps);
        let (expected, expected_dx, expected_drate) = relaxation_and_derivatives(0.25, 1e-7, steps);
        assert_eq!(value.to_bits(), expected.to_bits());
        assert!(
            (dx - expected_dx).abs() < 1e-9 * expected_dx.abs(),
            "{dx} is not {expected_dx}"
        );
        assert!(
            (drate - expected_drate).abs() < 1e-6 * expected_drate.abs(),
            "{drate} is not {expected_drate}"
        );
    }

    #[differentiable]
    fn nested_roots(x: f64, n: usize) -> f64 {
        if n == 0 {
            x
        } else {
            (nested_roots(x, n - 1) * 0.5 + x).sin()
        }
    }

    fn nested_roots_and_derivative(x: f64, n: usize) -> (f64, f64) {
        (0..n).fold((x, 1.0), |(y, dy), _| {
            let inner = y * 0.5 + x;
            (inner.sin(), inner.cos() * (dy * 0.5 + 1.0))
        })
    }

    const DEPTH: usize = 50_000;

    #[test]
    fn a_recursion_fifty_thousand_deep() {
        let (value, derivative) = within(64 << 20, || nested_roots::value_and_grad(0.7, DEPTH));
        let (expected, expected_derivative) = nested_roots_and_derivative(0.7, DEPTH);
        assert_eq!(value.to_bits(), expected.to_bits());
        assert!((derivative - expected_derivative).abs() < 1e-12 * expected_derivative.abs());
    }

    /// How many times the stack of the function itself its gradient may need.
    const STACK_FACTOR: f64 = 12.0;

    #[test]
    fn the_stack_is_a_small_multiple_of_the_functions_own() {
        let own = stack_needed("value");
        let with_gradient = stack_needed("gradient");
        let factor = with_gradient as f64 / own as f64;
        println!(
            "{DEPTH} calls need {} KiB of stack, with their gradient {} KiB: {factor:.1} times",
            own >> 10,
            with_gradient >> 10
        );
        assert!(
            factor <= STACK_FACTOR,
            "the gradient needs {factor:.1} times the stack of the function"
        );
    }

    /// Running out of stack ends the process, so that each trial is a process of its own.
    fn stack_needed(what: &str) -> usize {
        let suffices = |bytes: usize| {
            let child = std::process::Command::new(std::env::current_exe().expect("this test"))
                .args(["--exact", "depth::trial", "--nocapture", "--include-ignored"])
                .env("PULLBACK_TRIAL", format!("{what} {bytes}"))
                .output()
                .expect("this test runs again");
            child.status.success()
        };
        let mut enough = 1 << 18;
        while !suffices(enough) {
            enough *= 2;
            assert!(enough <= 1 << 30, "{what} needs more than a gigabyte");
        }
        let (mut too_little, mut enough) = (enough / 2, enough);
        while enough - too_little > enough / 16 {
            let middle = (enough + too_little) / 2;
            if suffices(middle) {
                enough = middle;
            } else {
                too_little = middle;
            }
        }
        enough
    }

    #[test]
    #[ignore = "runs in a process of its own"]
    fn trial() {
        let Ok(trial) = std::env::var("PULLBACK_TRIAL") else {
            return;
        };
        let (what, bytes) = trial.split_once(' ').expect("what and bytes");
        let gradient = what == "gradient";
        within(bytes.parse().expect("a number"), move || {
            if gradient {
                black_box(nested_roots::value_and_grad(black_box(0.7), DEPTH));
            } else {
                black_box(nested_roots(black_box(0.7), DEPTH));
            }
        });
    }
}

mod panics {
    //! A panic in the function is a panic of its gradient, with the same words and the same half-done work.

    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::Once;

    #[differentiable]
    fn asserts(u: &mut [f64], x: f64) -> f64 {
        u[0] = x * 7.0;
        assert!(x > 0.0, "x must be positive, got {x}");
        u[1] = x;
        u[0] * x
    }

    #[differentiable]
    fn reads_outside(u: &mut [f64], x: f64) -> f64 {
        let mut s = x;
        for i in 0..10 {
            u[i] *= x;
            s += u[i];
        }
        s
    }

    #[differentiable]
    fn slices_outside(u: &mut [f64], x: f64) -> f64 {
        u[0] += x;
        let tail = &u[5..];
        tail[0] * x
    }

    #[differentiable]
    fn divides_by_zero(u: &mut [f64], x: f64) -> f64 {
        u[1] = x;
        let n = u.len() - 2;
        let m = 6 / n;
        u[0] = m as f64;
        u[0] * x
    }

    #[differentiable]
    fn gives_up(u: &mut [f64], x: f64) -> f64 {
        for i in 0..u.len() {
            u[i] = x;
            if i == 1 {
                panic!("given up at {i} with {}", u[i]);
            }
        }
        u[0]
    }

    #[differentiable]
    fn half_done(u: &mut [f64], x: f64) {
        u[0] *= x;
        assert!(x < 0.0, "only half done");
        u[1] *= x;
    }

    #[differentiable]
    fn calls_and_stops(u: &mut [f64], x: f64) -> f64 {
        let mut y = x;
        for _ in 0..3 {
            u[0] += 1.0;
            half_done(u, y);
            y = -y;
        }
        y
    }

    #[differentiable]
    fn descends_and_stops(u: &mut [f64], x: f64) -> f64 {
        u[0] += x;
        if u.len() == 1 {
            unreachable!("nothing below {x}");
        }
        descends_and_stops(&mut u[1..], x * 2.0) * u[0]
    }

    /// The number of an element of one list says nothing about another.
    #[differentiable]
    fn borrows_outside(u: &mut [f64], x: f64) -> f64 {
        let points = [x; 5];
        let mut s = 0.0;
        for (i, point) in points.iter().enumerate() {
            let _unused = &u[i];
            s += point;
        }
        s
    }

    #[differentiable]
    fn borrows_outside_of_a_part(u: &mut [f64], x: f64) -> f64 {
        let points = [x; 5];
        let mut s = 0.0;
        for (i, point) in points.iter().enumerate() {
            let _unused = &u[1..2][i];
            s += point;
        }
        s
    }

    /// What a call left behind: the words of its panic, and the argument that it was lent.
    fn aftermath(call: impl FnOnce(&mut Vec<f64>)) -> (String, Vec<f64>) {
        static SILENCE: Once = Once::new();
        SILENCE.call_once(|| {
            let loud = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |panic| {
                if !thread::current()
                    .name()
                    .is_some_and(|name| name.starts_with("panics::"))
                {
                    loud(panic);
                }
            }));
        });
        let mut u = vec![1.0, 2.0];
        let payload = catch_unwind(AssertUnwindSafe(|| call(&mut u))).expect_err("it panics");
        let words = match payload.downcast::<String>() {
            Ok(words) => *words,
            Err(payload) => payload.downcast::<&str>().expect("panics speak").to_string(),
        };
        (words, u)
    }

    macro_rules! panics_alike {
        ($($name:ident($x:expr))*) => {
            mod scalar_results {
                use super::*;
                $(
                    #[test]
                    fn $name() {
                        let x = $x;
                        let expected = aftermath(|u| _ = super::$name(u, x));
                        assert_eq!(aftermath(|u| _ = super::$name::value_and_grad(u, x)), expected, "value_and_grad");
                        assert_eq!(aftermath(|u| _ = super::$name::grad(u, x)), expected, "grad");
                        assert_eq!(aftermath(|u| _ = super::$name::vjp(u, x).1(1.0, &mut [0.0; 2])), expected, "vjp");
                        assert_eq!(
                            aftermath(|u| _ = super::$name::grad_into(u, x, &mut [0.0; 2], &mut 0.0)),
                            expected,
                            "grad_into"
                        );
                        assert_eq!(
                            aftermath(|u| _ = super::$name::grad_into_with(&mut Workspace::new(), u, x, &mut [0.0; 2], &mut 0.0)),
                            expected,
                            "grad_into_with"
                        );
                    }
                )*
            }
        };
    }

    panics_alike! {
        asserts(-2.0)
        reads_outside(3.0)
        slices_outside(3.0)
        borrows_outside(3.0)
        borrows_outside_of_a_part(3.0)
        divides_by_zero(3.0)
        gives_up(3.0)
        calls_and_stops(-3.0)
        descends_and_stops(3.0)
    }

    #[test]
    fn functions_without_a_result() {
        let expected = aftermath(|u| half_done(u, 3.0));
        assert_eq!(expected, ("only half done".to_string(), vec![3.0, 2.0]));
        assert_eq!(aftermath(|u| _ = half_done::vjp(u, 3.0).1(&mut [1.0; 2])), expected);
        assert_eq!(
            aftermath(|u| half_done::grad_into(u, 3.0, &mut [1.0; 2], &mut 0.0)),
            expected
        );
    }

    #[test]
    fn a_workspace_is_good_after_a_panic() {
        #[differentiable]
        fn stops_at(x: f64, n: usize, end: usize) -> f64 {
            let mut y = x;
            for i in 0..n {
                y = y.sin() * x;
                assert!(i < end, "stopped");
            }
            y
        }
        let mut workspace = Workspace::new();
        let mut fresh = 0.0;
        stops_at::grad_into(0.7, 50, 100, &mut fresh);
        for _ in 0..2 {
            aftermath(|_| _ = stops_at::grad_into_with(&mut workspace, 0.7, 50, 20, &mut 0.0));
            let mut again = 0.0;
            stops_at::grad_into_with(&mut workspace, 0.7, 50, 100, &mut again);
            assert_eq!(again.to_bits(), fresh.to_bits());
        }
    }

    #[test]
    fn lent_arguments_are_left_alone_where_nothing_panics() {
        let mut u = vec![1.0, 2.0];
        assert_eq!(
            (asserts::grad(&mut u, 3.0), u),
            ((vec![0.0, 0.0], 42.0), vec![21.0, 3.0])
        );
    }
}

mod effects {
    //! Side effects happen once, in the order written, whichever entry point is called.

    use super::*;

    thread_local! {
        static LOG: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
    }

    fn note(what: &str) {
        LOG.with_borrow_mut(|log| log.push(what.to_string()));
    }

    fn note_number(what: &str, x: f64) -> f64 {
        LOG.with_borrow_mut(|log| log.push(format!("{what} {x}")));
        x * 2.0
    }

    fn noted(call: impl FnOnce()) -> Vec<String> {
        LOG.take();
        call();
        LOG.take()
    }

    #[differentiable]
    fn straight_line(x: f64) -> f64 {
        note("start");
        let y = x * x;
        no_diff(note_number("y is", y));
        let z = y.sin() + no_diff(note_number("again", y));
        note("end");
        z
    }

    #[differentiable]
    fn in_branches(x: f64) -> f64 {
        let y = if x > 0.0 {
            note("positive");
            x * x
        } else {
            no_diff(note_number("negative", x));
            -x
        };
        if no_diff(note_number("asked", y)) > 100.0 || no_diff(note_number("asked again", x)) > 1.0 {
            note("large");
            return y;
        }
        note("small");
        y * x
    }

    #[differentiable]
    fn in_loops(x: &[f64]) -> f64 {
        let mut s = 1.0;
        for i in 0..x.len() {
            no_diff(note_number("element", x[i]));
            if x[i] < 0.0 {
                note("skipped");
                continue;
            }
            s *= x[i];
            no_diff(note_number("product", s));
            if s > 10.0 {
                note("enough");
                break;
            }
        }
        let mut n = 0;
        while n < 2 {
            note("turn");
            s = s.sin();
            n += 1;
        }
        s
    }

    #[differentiable]
    fn helper(x: f64, y: &mut f64) -> f64 {
        note("in");
        *y += x;
        no_diff(note_number("out", *y));
        *y * x
    }

    #[differentiable]
    fn in_calls(x: f64) -> f64 {
        let mut y = x;
        let mut z = 0.25;
        let a = helper(x, &mut y) + helper(y, &mut z);
        no_diff(note_number("between", a));
        helper(a, &mut y) * helper(2.0, &mut y)
    }

    #[differentiable]
    fn in_recursion(x: f64, n: usize) -> f64 {
        note("down");
        if n == 0 {
            return x;
        }
        let y = in_recursion(x * 0.5, n - 1) * x;
        no_diff(note_number("up", y));
        y
    }

    #[differentiable]
    fn in_arguments(x: f64, y: f64) -> f64 {
        let mut v = [x, y];
        v[{
            note("index");
            0
        }] = {
            note("value");
            x * y
        };
        assert!(
            {
                note("asserted");
                v[0] > 0.0
            },
            "{}",
            {
                note("never");
                1
            }
        );
        v[0].max({
            note("argument");
            v[1]
        }) * {
            note("factor");
            x
        }
    }

    macro_rules! the_same {
        ($($name:ident($($x:expr),*) into $buffers:tt;)*) => {
            mod log {
                use super::*;
                $(
                    #[test]
                    fn $name() {
                        let expected = noted(|| _ = super::$name($($x),*));
                        assert!(!expected.is_empty());
                        assert_eq!(noted(|| _ = super::$name::value_and_grad($($x),*)), expected, "value_and_grad");
                        assert_eq!(noted(|| _ = super::$name::grad($($x),*)), expected, "grad");
                        assert_eq!(noted(|| _ = super::$name::vjp($($x),*).0), expected, "vjp");
                        assert_eq!(noted(|| _ = super::$name::vjp($($x),*).1(1.0)), expected, "vjp and its pullback");
                        the_same!(@ grad_into $name ($($x),*) $buffers expected);
                    }
                )*
            }
        };
        (@ grad_into $name:ident ($($x:expr),*) ($($buffer:expr),*) $expected:ident) => {
            assert_eq!(noted(|| _ = super::$name::grad_into($($x,)* $($buffer),*)), $expected, "grad_into");
        };
    }

    the_same! {
        straight_line(0.5) into (&mut 0.0);
        in_branches(0.5) into (&mut 0.0);
        in_branches_negative(0.5) into (&mut 0.0);
        in_loops(&[0.5, -1.0, 3.0, 9.0, 5.0]) into (&mut [0.0; 5]);
        in_calls(0.5) into (&mut 0.0);
        in_recursion(0.5, 3) into (&mut 0.0);
        in_arguments(0.5, 2.0) into (&mut 0.0, &mut 0.0);
    }

    #[differentiable]
    fn in_branches_negative(x: f64) -> f64 {
        in_branches(-x) + in_branches(4.0 * x)
    }
}

/// What a user's traits call like methods of std or ndarray is not what derivatives call.
mod methods_of_the_users {
    use pullback::ndarray::{Array1, ArrayRef, ArrayView1, Ix1, arr1};
    use pullback::{check_grad, differentiable};

    trait Walked {
        fn iter(&self) -> std::vec::IntoIter<String>;
    }

    impl Walked for Vec<f64> {
        fn iter(&self) -> std::vec::IntoIter<String> {
            Vec::new().into_iter()
        }
    }

    trait Shown {
        fn view(&self) -> String;
    }

    impl Shown for Array1<f64> {
        fn view(&self) -> String {
            String::new()
        }
    }

    #[allow(clippy::ptr_arg)] // The traits of the test are for vectors.
    #[differentiable]
    fn weighted(x: &Vec<f64>, y: ArrayView1<f64>, k: f64) -> f64 {
        x[0] * y[1] * k + x[1].sin()
    }

    #[test]
    fn traits_on_vectors_and_arrays_do_not_get_into_derivatives() {
        let (x, y) = (vec![0.3, 0.8], arr1(&[0.5, -0.7]));
        assert_eq!((Walked::iter(&x).count(), Shown::view(&y)), (0, String::new()));
        let y = ArrayRef::<f64, Ix1>::view(&y);
        check_grad!(weighted(&x, y, 1.3)).unwrap();
        let gradient = weighted::grad(&x, y, 1.3);
        assert_eq!(gradient.0, [-0.7 * 1.3, 0.8_f64.cos()]);
    }
}

mod constant_operands {
    use pullback::rt::MulAdjoint;
    use pullback::{Differentiable, Workspace, differentiable};
    use std::ops::Mul;

    #[derive(Clone, Copy, Differentiable)]
    struct Scale(f64);

    #[derive(Clone, Copy, Differentiable)]
    struct Length(f64);

    impl Mul<Length> for Scale {
        type Output = Length;
        fn mul(self, length: Length) -> Length {
            Length(self.0 * length.0)
        }
    }

    impl<F> MulAdjoint<Length, F> for Scale {
        type Seed = LengthCotangent;
        fn mul_left(_: &Scale, _: &Length, _: &LengthCotangent, _: &mut Workspace) -> ScaleCotangent {
            panic!("nobody asks for it")
        }
        fn mul_right(scale: &Scale, _: &Length, seed: &LengthCotangent, _: &mut Workspace) -> LengthCotangent {
            LengthCotangent(scale.0 * seed.0)
        }
    }

    #[differentiable]
    fn of_unknown_type(x: &[Length], #[no_diff] scale: Scale) -> f64 {
        let mut sum = 0.0;
        for i in 0..x.len() {
            let product = scale * x[i];
            sum += product.0;
        }
        sum
    }

    #[differentiable]
    fn of_written_type(x: f64, #[no_diff] scale: Scale) -> f64 {
        let length: Length = Length(x);
        let product: Length = scale * length;
        product.0
    }

    #[test]
    fn the_cotangent_of_an_operand_without_derivative_is_not_computed() {
        let gradient = of_unknown_type::grad(&[Length(1.0), Length(2.0)], Scale(3.0));
        assert_eq!([gradient[0].0, gradient[1].0], [3.0, 3.0]);
        assert_eq!(of_written_type::grad(1.0, Scale(3.0)), 3.0);
    }
}
