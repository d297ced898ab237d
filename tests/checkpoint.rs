//! `#[differentiable(checkpoint)]`: the same derivatives in less memory.

#![allow(clippy::needless_range_loop)]

use allocation_counter::measure;
use pullback::{Differentiable, check_grad, differentiable};
use std::hint::black_box;

/// Each form of a function with and without a checkpoint.
macro_rules! both {
    ($plain:ident $kept:ident: $(#[$and:meta])* fn _$(<$G:ident: $bound:path>)?($($arguments:tt)*) -> $output:ty $body:block) => {
        #[differentiable]
        fn $plain$(<$G: $bound>)?($($arguments)*) -> $output $body
        #[differentiable(checkpoint)]
        fn $kept$(<$G: $bound>)?($($arguments)*) -> $output $body
    };
}

both! { waves waves_again: fn _(x: &[f64], k: f64) -> f64 {
    let mut s = k;
    for a in x {
        s = (s * a).sin() + a * k;
    }
    s
} }

both! { step step_again: fn _(state: [f64; 2], x: &[f64], dt: f64) -> [f64; 2] {
    let [mut p, mut v] = state;
    for a in x {
        let force = -(p * a).sin();
        v += dt * force;
        p += dt * v;
    }
    [p, v]
} }

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Layer {
    weights: Vec<f64>,
    bias: f64,
}

both! { smoothed smoothed_again: fn _(layer: Layer, x: Option<&[f64]>, #[no_diff] times: usize) -> Layer {
    let mut layer = layer;
    for i in 0..times {
        for j in 0..layer.weights.len() {
            layer.weights[j] = (layer.weights[j] + layer.bias).tanh();
        }
        if let Some(x) = x {
            layer.bias *= x[i % x.len()];
        }
    }
    layer
} }

both! { product product_again: fn _(x: &[f64]) -> f64 {
    if x.len() == 1 {
        x[0]
    } else {
        let (left, right) = x.split_at(x.len() / 2);
        product(left) * product(right) + 0.1
    }
} }

/// A checkpoint at every call of a recursion.
#[differentiable(checkpoint)]
fn product_again_and_again(x: &[f64]) -> f64 {
    if x.len() == 1 {
        x[0]
    } else {
        let (left, right) = x.split_at(x.len() / 2);
        product_again_and_again(left) * product_again_and_again(right) + 0.1
    }
}

#[differentiable(checkpoint)]
fn norm_again<const N: usize>(x: [f64; N], scale: f64) -> f64 {
    let mut s = scale;
    for i in 0..N {
        s += (x[i] * x[i] + s).sqrt();
    }
    s
}

#[differentiable]
fn bend(u: f64, k: f64) -> f64 {
    (u * k).sin() + u.exp() * k
}

#[differentiable]
fn spread(scratch: &mut [f64], x: &[f64], at: f64) {
    for j in 0..scratch.len() {
        scratch[j] = (x[j] * at).sin();
    }
}

/// Iterations that run there and back one by one, once the seed is known.
#[differentiable(checkpoint)]
fn losses_again(x: &[f64], k: f64, depth: usize) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        let mut t = x[i];
        for _ in 0..depth {
            t = bend(t, k).sin();
        }
        s += t;
    }
    k * s
}

/// Whether they can, only the twin of what fills the array knows; with operators on what rustc alone knows besides.
#[differentiable(checkpoint)]
fn spread_again(x: &[f64], k: f64) -> f64 {
    let mut scratch = vec![0.0; x.len()];
    let two = 2.0;
    let mut s = two * 0.0;
    for i in 0..x.len() {
        spread(&mut scratch, x, x[i] * k);
        for j in 0..x.len() {
            s += scratch[j] * scratch[j] * x[i];
        }
    }
    s * two
}

/// The same function with and without checkpoints on its loops.
macro_rules! loops {
    ($module:ident, $($mark:tt)*) => {
        mod $module {
            use super::{bend, spread};
            use pullback::{Differentiable, differentiable};

            /// A state that goes on from one iteration to the next, scratch, sums, branches.
            #[differentiable]
            pub fn state(u: &[f64], k: f64, steps: usize) -> f64 {
                let n = u.len();
                let mut u = u.to_vec();
                let mut v = vec![0.0; n];
                let mut total = k;
                let mut count = 0;
                $($mark)*
                for t in 0..steps {
                    for i in 0..n {
                        v[i] = (u[i] * k).sin();
                    }
                    for i in 0..n {
                        u[i] += v[i] * v[(i + 1) % n] * bend(u[i], k) * 0.1;
                    }
                    if u[0] > 0.5 {
                        u[0] *= 0.5;
                        count += t;
                    }
                    total += u[0] * u[n - 1] * count as f64;
                }
                total * total + u[0] * v[0]
            }

            /// Numbers alone, and a loop that ends early.
            #[differentiable]
            pub fn until(x: &[f64], k: f64) -> f64 {
                let mut y = k;
                let mut last = 0.0;
                $($mark)*
                for a in x {
                    if *a < 0.0 {
                        continue;
                    }
                    for b in x {
                        y = (y * a + b * k).sin();
                        if y > 0.99 {
                            break;
                        }
                    }
                    if y < -0.9 {
                        last = y * k;
                        break;
                    }
                    last = y * y;
                }
                last * y
            }

            /// What is found in the middle of a run is returned.
            #[differentiable]
            pub fn found(x: &[f64], k: f64) -> f64 {
                let mut y = k;
                $($mark)*
                for (i, a) in x.iter().enumerate() {
                    y = bend(y, *a).cos() * a;
                    if y > 0.7 && i > 2 {
                        return y * k;
                    }
                }
                y
            }

            /// In a branch, in a loop, in another one of its kind.
            #[differentiable]
            pub fn nested(x: &[f64], k: f64, deep: bool) -> f64 {
                let mut u = vec![k; x.len()];
                let mut s = 1.0;
                for r in 0..3 {
                    if deep || r == 1 {
                        $($mark)*
                        for i in 0..x.len() {
                            $($mark)*
                            for j in 0..i {
                                u[i] += (u[j] * x[i]).sin() * s;
                            }
                            s *= (u[i] + 0.1).cos();
                        }
                    } else {
                        u[r] *= s;
                    }
                }
                u.iter().sum::<f64>() * s
            }

            /// Writes through a reference, which a call may do.
            #[differentiable]
            pub fn in_place(u: &mut [f64], x: &[f64], rounds: usize) {
                $($mark)*
                for r in 0..rounds {
                    spread(u, x, 0.3 + r as f64);
                    u[r % x.len()] *= u[0];
                    for j in 1..u.len() {
                        u[j] -= 0.25 * u[j - 1] * x[j];
                    }
                }
            }

            /// A vector of its own for each iteration, moved into the next one.
            #[differentiable]
            fn stepped(state: &[f64], k: f64) -> Vec<f64> {
                state.iter().map(|a| a + (a * k).sin() * 0.1).collect()
            }

            #[differentiable]
            pub fn moved(start: Vec<f64>, k: f64) -> f64 {
                let mut state = start;
                let mut steps = 0;
                $($mark)*
                while steps < 5 {
                    steps += 1;
                    let next = stepped(&state, k);
                    let energy: f64 = next.iter().map(|a| a * a).sum();
                    if energy > 1e6 {
                        break;
                    }
                    state = next;
                }
                state.iter().fold(1.0, |p, a| p * a)
            }

            /// Sums over iterations that have nothing to do with each other.
            #[differentiable]
            pub fn sums(x: &[f64], k: f64, depth: usize) -> f64 {
                let mut s = 0.0;
                $($mark)*
                for i in 0..x.len() {
                    let mut t = x[i];
                    for _ in 0..depth {
                        t = bend(t, k).sin();
                    }
                    s += t;
                }
                k * s
            }

            /// A loop without bounds, with its own way out, and closures.
            #[differentiable]
            pub fn forever(k: f64) -> f64 {
                let scale = |a: f64| a * k;
                let mut y = k;
                let mut n = 0;
                $($mark)*
                loop {
                    y = scale(y).sin() + 0.5;
                    n += 1;
                    if n > 4 || y > 10.0 {
                        break y * k;
                    }
                }
            }

            /// Calls itself within.
            #[differentiable]
            pub fn tree(x: &[f64], k: f64) -> f64 {
                if x.len() < 2 {
                    return x[0] * k;
                }
                let mut y = 1.0;
                $($mark)*
                for part in 0..2 {
                    let half = x.len() / 2;
                    let side = if part == 0 { &x[..half] } else { &x[half..] };
                    y *= tree(side, k + y * 0.01) + 0.2;
                }
                y
            }

            /// A block, in a loop that it may leave, and a name that is given its value in one.
            #[differentiable]
            pub fn block(x: &[f64], k: f64) -> f64 {
                let mut y = k;
                let mut s = 0.0;
                for a in x {
                    let half;
                    $($mark)*
                    {
                        let bent = bend(y, *a);
                        if bent > 3.0 {
                            break;
                        }
                        if *a < 0.0 {
                            continue;
                        }
                        half = 0.5 * bent;
                        y = (bent * half).sin();
                    }
                    s += half * y;
                }
                s * y
            }

            /// Lists that grow and shrink, sorted, with places chosen at run time.
            #[differentiable]
            pub fn lists(x: &[f64], k: f64) -> f64 {
                let mut open = vec![k];
                let mut s = 0.0;
                $($mark)*
                for a in x {
                    open.push(a * k);
                    if open.len() > 3 {
                        s += open.remove(0).sin();
                    }
                    open.sort_by(|a, b| a.partial_cmp(b).unwrap());
                    if let Some(first) = open.first_mut() {
                        *first *= a.exp();
                    }
                    let largest = open.iter().copied().fold(f64::MIN, f64::max);
                    s *= largest + 1.0;
                }
                s + open.iter().sum::<f64>()
            }

            #[derive(Clone, Differentiable)]
            pub struct Body {
                pub at: [f64; 2],
                pub mass: f64,
                #[no_diff]
                pub hits: usize,
            }

            #[derive(Clone, Differentiable)]
            pub enum Force {
                Spring(f64),
                Drag { by: f64, limit: f64 },
            }

            #[differentiable]
            fn moved_by(body: &mut Body, force: &Force, dt: f64) -> Option<f64> {
                match force {
                    Force::Spring(k) => body.at[0] -= dt * k * body.at[1] / body.mass,
                    Force::Drag { by, limit } if body.at[0] > *limit => {
                        body.at[1] *= 1.0 - by * dt;
                        body.hits += 1;
                    }
                    Force::Drag { .. } => body.at[1] += dt,
                }
                (body.at[0].abs() < 50.0).then_some(body.at[0] * body.at[1])
            }

            /// Structs, variants, `?`.
            #[differentiable]
            pub fn bodies(bodies: &[Body], forces: &[Force], dt: f64) -> Option<f64> {
                let mut bodies = bodies.to_vec();
                let mut work = 0.0;
                $($mark)*
                for step in 0..4 {
                    for body in bodies.iter_mut() {
                        for force in forces {
                            work += moved_by(body, force, dt)?;
                        }
                        body.at[1] += work * 0.01 * (step + body.hits) as f64;
                    }
                    bodies.swap(0, 1);
                }
                Some(work * bodies[0].at[0])
            }

            #[differentiable]
            fn simpson(f: impl Fn(f64) -> f64, a: f64, b: f64) -> f64 {
                (b - a) / 6.0 * (f(a) + 4.0 * f(0.5 * (a + b)) + f(b))
            }

            #[differentiable]
            fn cube(x: f64) -> f64 {
                x * x * x
            }

            /// Functions that are handed closures, and functions by their names.
            #[differentiable]
            pub fn integrals(x: &[f64], k: f64) -> f64 {
                let mut bound = k;
                let mut s = 1.0;
                $($mark)*
                for a in x {
                    let area = simpson(|t| (t * a).sin() * k + s, 0.1, bound);
                    s *= area + simpson(cube, *a, bound);
                    bound += 0.1 * area;
                }
                s
            }

            #[derive(Clone, Differentiable)]
            pub struct Well(pub f64);

            #[differentiable(dyn)]
            pub trait Shape {
                fn area(&self, by: f64) -> f64;
            }

            #[differentiable]
            impl Shape for Well {
                fn area(&self, by: f64) -> f64 {
                    (self.0 * by).sin() * by
                }
            }

            /// Trait objects.
            #[differentiable]
            pub fn areas(shapes: &[Box<dyn Shape>], k: f64) -> f64 {
                let mut by = k;
                $($mark)*
                for shape in shapes {
                    by += shape.area(by) * k;
                }
                by * by
            }

            #[differentiable]
            pub fn generic<T: num_traits::Float + std::ops::AddAssign>(x: &[T], k: T) -> T {
                let mut y = k;
                let mut s = k;
                $($mark)*
                for a in x {
                    y = (y * *a).sin() + k;
                    s += y * y;
                }
                s * y
            }

            /// What an iteration says, it says once; what it counts is no part of the derivative.
            #[differentiable]
            pub fn counted(x: &[f64], k: f64, #[no_diff] told: &std::cell::Cell<usize>) -> f64 {
                let mut y = k;
                $($mark)*
                for a in x {
                    told.set(told.get() + 1);
                    assert!(y.is_finite(), "at {a}");
                    y = (y * a).sin() + k;
                }
                y
            }

            #[derive(Differentiable)]
            pub struct Oscillator {
                pub stiffness: f64,
            }

            #[differentiable]
            impl Oscillator {
                pub fn run_steps(&self, start: [f64; 2], steps: usize) -> f64 {
                    let mut state = start;
                    $($mark)*
                    for _ in 0..steps {
                        state[1] -= 0.1 * self.stiffness * state[0].sin();
                        state[0] += 0.1 * state[1];
                    }
                    state[0]
                }
            }
        }
    };
}
loops!(taped,);
loops!(marked, #[checkpoint]);

macro_rules! simulations {
    ($name:ident, $all:ident: $step:ident, $waves:ident) => {
        /// Steps that begin where the last one ended, the data lent to each of them.
        #[differentiable]
        fn $name(x: &[f64], dt: f64, steps: usize) -> f64 {
            let mut state = [0.5, 0.0];
            let mut s = 0.0;
            for i in 0..steps {
                state = $step(state, x, dt);
                s += state[0] * state[1];
                if i % 2 == 1 {
                    s += $waves(&x[i % x.len()..], state[0]);
                }
            }
            s
        }

        /// Iterations that have nothing to do with each other.
        #[differentiable]
        fn $all(x: &[f64], k: f64) -> f64 {
            let mut s = 0.0;
            for i in 0..x.len() {
                s += $waves(x, k + x[i]);
            }
            s
        }
    };
}
simulations!(simulation, all: step, waves);
simulations!(simulation_again, all_again: step_again, waves_again);

const X: [f64; 5] = [0.5, -1.25, 0.75, 2.0, 0.25];

#[test]
fn a_checkpoint_changes_no_bit_of_value_or_gradient() {
    assert_eq!(waves_again::value_and_grad(&X, 0.7), waves::value_and_grad(&X, 0.7));
    assert_eq!(
        simulation_again::value_and_grad(&X, 0.1, 7),
        simulation::value_and_grad(&X, 0.1, 7)
    );
    assert_eq!(all_again::value_and_grad(&X, 0.3), all::value_and_grad(&X, 0.3));
    assert_eq!(product_again::value_and_grad(&X), product::value_and_grad(&X));
    assert_eq!(product_again_and_again::value_and_grad(&X), product::value_and_grad(&X));

    let layer = Layer {
        weights: vec![0.5, -0.25],
        bias: 1.5,
    };
    let seed = layer.zero_cotangent();
    for x in [None, Some(&X[..])] {
        let (value, pullback) = smoothed::vjp(layer.clone(), x, 6);
        let (again, pullback_again) = smoothed_again::vjp(layer.clone(), x, 6);
        assert_eq!(again, value);
        let mut seed = seed.clone();
        seed.weights = vec![1.0, -2.0];
        seed.bias = 0.5;
        assert_eq!(
            format!("{:?}", pullback_again(seed.clone())),
            format!("{:?}", pullback(seed))
        );
    }
}

#[test]
fn gradients_through_checkpoints_agree_with_differences() {
    check_grad!(waves_again(&X, 0.7)).unwrap();
    check_grad!(step_again([0.5, 0.25], &X, 0.1)).unwrap();
    check_grad!(simulation_again(&X, 0.1, 7)).unwrap();
    check_grad!(all_again(&X, 0.3)).unwrap();
    check_grad!(product_again_and_again(&X)).unwrap();
    check_grad!(norm_again([0.5, 0.25, 2.0], 0.5)).unwrap();
    check_grad!(losses_again(&X, 0.7, 4)).unwrap();
    check_grad!(spread_again(&X, 0.7)).unwrap();
}

/// Compares a function of both modules, and its derivatives with differences.
macro_rules! both_ways {
    ($function:ident($($argument:expr),*)) => {
        assert_eq!(marked::$function($($argument),*), taped::$function($($argument),*));
        assert_eq!(marked::$function::value_and_grad($($argument),*), taped::$function::value_and_grad($($argument),*));
        check_grad!(marked::$function($($argument),*)).unwrap();
    };
}

#[test]
fn checkpoints_on_loops_change_no_bit_of_value_or_gradient() {
    for k in [0.3, 0.7, 1.5] {
        both_ways!(state(&X, k, 6));
        both_ways!(until(&X, k));
        both_ways!(found(&X, k));
        both_ways!(nested(&X, k, false));
        both_ways!(nested(&X, k, true));
        both_ways!(moved(X.to_vec(), k));
        both_ways!(forever(k));
        both_ways!(block(&X, k));
        both_ways!(tree(&X, k));
    }
    // Of sums, the one runs there and back in turn.
    check_grad!(marked::sums(&X, 0.7, 3)).unwrap();
    let ran = |pulled: fn(&[f64], f64) -> (Vec<f64>, f64)| pulled(&X, 0.7);
    assert_eq!(
        ran(|x, k| marked::sums::vjp(x, k, 3).1(1.0)),
        ran(|x, k| taped::sums::vjp(x, k, 3).1(1.0))
    );
}

macro_rules! bodies {
    ($module:ident) => {
        (
            [
                $module::Body {
                    at: [0.5, 1.0],
                    mass: 1.5,
                    hits: 0,
                },
                $module::Body {
                    at: [1.5, -1.0],
                    mass: 0.5,
                    hits: 1,
                },
            ],
            [
                $module::Force::Spring(0.7),
                $module::Force::Drag { by: 0.3, limit: 1.0 },
            ],
        )
    };
}

#[test]
fn whatever_an_iteration_computes_with_it_can_run_again() {
    both_ways!(lists(&X, 0.7));
    both_ways!(integrals(&X, 0.7));
    both_ways!(generic(&X, 0.7));
    let (marked, forces) = bodies!(marked);
    let (taped, plain) = bodies!(taped);
    check_grad!(marked::bodies(&marked, &forces, 0.1)).unwrap();
    let (value, pullback) = marked::bodies::vjp(&marked, &forces, 0.1);
    let (same, plain_pullback) = taped::bodies::vjp(&taped, &plain, 0.1);
    assert_eq!(value, same);
    let (again, kept) = (pullback(Some(1.0)), plain_pullback(Some(1.0)));
    assert_eq!(format!("{again:?}"), format!("{kept:?}"));

    let shapes =
        |k: f64| -> Vec<Box<dyn marked::Shape>> { vec![Box::new(marked::Well(k)), Box::new(marked::Well(2.0 * k))] };
    let plain =
        |k: f64| -> Vec<Box<dyn taped::Shape>> { vec![Box::new(taped::Well(k)), Box::new(taped::Well(2.0 * k))] };
    let (again, kept) = (
        marked::areas::value_and_grad(&shapes(0.5), 0.3),
        taped::areas::value_and_grad(&plain(0.5), 0.3),
    );
    assert_eq!((again.0, again.1.1), (kept.0, kept.1.1));
    assert_eq!(marked::areas(&shapes(0.5), 0.3), taped::areas(&plain(0.5), 0.3));
}

#[test]
fn what_an_iteration_tells_others_it_tells_once() {
    let told = std::cell::Cell::new(0);
    let (value, gradient) = marked::counted::value_and_grad(&X, 0.7, &told);
    assert_eq!(told.get(), X.len());
    assert_eq!((value, gradient), taped::counted::value_and_grad(&X, 0.7, &told));
}

#[test]
fn what_is_written_through_a_reference_is_taken_back() {
    for rounds in 0..4 {
        let (mut u, mut v) = ([0.5, 0.25, 1.0, 2.0, -1.0], [0.5, 0.25, 1.0, 2.0, -1.0]);
        let ((), pullback) = marked::in_place::vjp(&mut u, &X, rounds);
        let ((), plain) = taped::in_place::vjp(&mut v, &X, rounds);
        let (mut u_bar, mut v_bar) = (vec![1.0, -2.0, 0.5, 3.0, 0.25], vec![1.0, -2.0, 0.5, 3.0, 0.25]);
        assert_eq!(pullback(&mut u_bar), plain(&mut v_bar));
        assert_eq!((u, u_bar), (v, v_bar));
    }
    check_grad!(marked::in_place(&mut [0.5, 0.25, 1.0, 2.0, -1.0], &X, 3)).unwrap();
}

#[test]
fn methods_have_checkpoints() {
    let (a, b) = (
        marked::Oscillator { stiffness: 1.5 },
        taped::Oscillator { stiffness: 1.5 },
    );
    assert_eq!(a.run_steps_value_and_grad([0.5, 1.0], 9).0, a.run_steps([0.5, 1.0], 9));
    assert_eq!(
        a.run_steps_value_and_grad([0.5, 1.0], 9).0,
        b.run_steps_value_and_grad([0.5, 1.0], 9).0
    );
    assert_eq!(a.run_steps([0.5, 1.0], 9), b.run_steps([0.5, 1.0], 9));
    assert_eq!(a.run_steps_grad([0.5, 1.0], 9).1, b.run_steps_grad([0.5, 1.0], 9).1);
    assert_eq!(
        a.run_steps_grad([0.5, 1.0], 9).0.stiffness,
        b.run_steps_grad([0.5, 1.0], 9).0.stiffness
    );
}

/// The most memory that is held at once, in a thread that keeps none of earlier calls.
fn peak(run: impl Fn() + Sync) -> u64 {
    std::thread::scope(|scope| scope.spawn(|| measure(&run).bytes_max).join().expect("no panic"))
}

#[test]
fn a_checkpoint_on_a_loop_holds_one_iteration() {
    let x = [0.5; 4];
    let state = |steps| peak(|| drop(black_box(marked::state::vjp(&x, 0.3, steps).1(1.0))));
    let kept = |steps| peak(|| drop(black_box(taped::state::vjp(&x, 0.3, steps).1(1.0))));
    // Two vectors of four numbers each, and a number.
    let each = (state(1000) - state(100)) / 900;
    assert!(each < 2 * (24 + 32) + 8 + 24, "{each} bytes for each iteration");
    let all = (kept(1000) - kept(100)) / 900;
    assert!(all > 2 * each, "{all} bytes, and {each} with checkpoints");

    let sums = |n: usize, depth: usize| {
        let x = vec![0.5; n];
        peak(|| drop(black_box(marked::sums::vjp(&x, 0.3, depth).1(1.0))))
    };
    assert_eq!(sums(100, 50) + 8 * 900, sums(1000, 50));
}

#[test]
fn the_pullback_of_a_checkpoint_holds_one_iteration() {
    let losses = |n: usize, depth: usize| {
        let x = vec![0.5; n];
        peak(|| drop(black_box(losses_again::vjp(&x, 0.3, depth).1(1.0))))
    };
    // The cotangent of `x`, and what `depth` steps save.
    assert!(losses(100, 50) < 8 * 100 + 200 * 50);
    assert_eq!(losses(100, 50) + 8 * 900, losses(1000, 50));
}

#[test]
fn the_pullback_of_a_checkpoint_takes_any_seed() {
    let (value, (dx, dk)) = losses_again::value_and_grad(&X, 0.7, 3);
    let (again, pullback) = losses_again::vjp(&X, 0.7, 3);
    let (ex, ek) = pullback(-2.0);
    assert_eq!(value, again);
    assert!((ek + 2.0 * dk).abs() < 1e-12 * dk.abs());
    for (d, e) in dx.iter().zip(&ex) {
        assert!((e + 2.0 * d).abs() < 1e-12 * d.abs());
    }
}

#[test]
fn rows_of_a_jacobian_run_the_function_again_for_each() {
    let plain = step::value_and_jacobian([0.5, 0.25], &X, 0.1);
    assert_eq!(step_again::value_and_jacobian([0.5, 0.25], &X, 0.1), plain);
}

#[test]
fn checkpointed_iterations_hold_the_memory_of_one() {
    // A pullback, which does not know its seed in advance: with it, iterations run there and back one by one in any case.
    let peak = |pulled: fn(&[f64]) -> (Vec<f64>, f64), n: usize| {
        let x = vec![0.5; n];
        let info = measure(|| {
            black_box(pulled(&x));
        });
        info.bytes_max
    };
    // Each of the n calls goes through n numbers. What the thread keeps of the memory comes second.
    let again = peak(|x| all_again::vjp(x, 0.3).1(1.0), 300);
    let plain = peak(|x| all::vjp(x, 0.3).1(1.0), 300);
    assert!(
        plain > 300 * 300 * 8,
        "without a checkpoint each number is saved: {plain} bytes"
    );
    assert!(
        again < 300 * 100,
        "the memory of one call and a few numbers for each: {again} bytes"
    );
}

#[test]
fn a_pullback_that_is_dropped_ran_nothing_again() {
    let (value, pullback) = waves_again::vjp(&X, 0.7);
    drop(pullback);
    assert_eq!(value, waves(&X, 0.7));
}

/// A loop that is left in two ways, in a checkpointed one: its exit is known at the end of an iteration.
#[differentiable]
fn left_in_two_ways(x: &[f64], k: f64) -> f64 {
    let mut s = k;
    #[checkpoint]
    'all: for a in x {
        let mut u = *a;
        for b in x {
            u = u * k + b;
            if u > 1.4 {
                s += u;
                break 'all;
            }
            if u > 1.1 {
                s *= u;
                continue 'all;
            }
        }
        s += u * s;
    }
    s
}

#[test]
fn exits_of_two_checkpointed_loops() {
    for k in [0.2, 0.7, 1.3] {
        pullback::check_grad!(left_in_two_ways(&[0.31, 0.47, 0.912, 0.23], k)).unwrap();
    }
}

/// What is returned from within says alone of which type its error is, also where the iteration runs again.
#[differentiable]
fn found_or_failed(x: &[f64], n: usize) -> Result<f64, String> {
    let mut s = x[0];
    #[checkpoint]
    for i in 0..n {
        s = s.sin() * x[i % x.len()];
        if s > 1.0 {
            return Ok(s);
        }
        if s < -1.5 {
            return Err("too small".into());
        }
    }
    Ok(s * x[0])
}

#[differentiable]
fn none_or_found(x: &[f64]) -> Option<(f64, usize)> {
    let mut s = x[0];
    #[checkpoint]
    loop {
        s = s.sin() * x[1];
        if s > 1.0 {
            return Some((s, 2));
        }
        if s < 0.5 {
            return None;
        }
    }
}

#[differentiable]
fn of_either(x: &[f64], n: usize) -> f64 {
    found_or_failed(x, n).unwrap_or(x[1]) + none_or_found(x).map_or(0.0, |(s, k)| s * k as f64)
}

#[test]
fn a_result_is_returned_from_a_checkpointed_loop() {
    for x in [[0.7, 0.8], [1.2, 1.9], [-1.2, 1.9]] {
        pullback::check_grad!(of_either(&x, 5)).unwrap();
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct State {
    values: Vec<f64>,
}

#[differentiable]
impl<'a> std::ops::Add<&'a State> for &State {
    type Output = State;

    fn add(self, other: &'a State) -> State {
        let mut values = self.values.clone();
        for i in 0..values.len() {
            values[i] *= other.values[i] + 0.5;
        }
        State { values }
    }
}

#[differentiable]
impl<'a> std::ops::AddAssign<&'a State> for State {
    fn add_assign(&mut self, other: &'a State) {
        for i in 0..self.values.len() {
            self.values[i] += other.values[i] * self.values[i];
        }
    }
}

#[differentiable]
fn begun(x: &[f64]) -> State {
    State { values: x.to_vec() }
}

/// What an operator borrowed before it is changed by another is there again.
#[differentiable]
fn marched(x: &[f64]) -> f64 {
    let mut state = begun(x);
    let other = begun(x);
    #[checkpoint]
    for _ in 0..3 {
        let step = &state + &other;
        state += &step;
    }
    state.values[0] * state.values[1]
}

#[test]
fn states_that_operators_change_are_put_back() {
    check_grad!(marched(&[0.4, 0.7])).unwrap();
}
