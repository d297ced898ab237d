//! Programs that were wrong, or did not compile, each as small as it could be made.

use pullback::ndarray::Array1;
use pullback::{differentiable, no_diff};
use std::cell::RefCell;
use std::sync::{Mutex, MutexGuard};

#[differentiable(jvp)]
fn half(x: f64) -> f64 {
    x * 0.5
}

#[differentiable(jvp)]
fn product(x: &[f64], y: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        s += x[i] * y[i];
    }
    s
}

#[differentiable(jvp)]
fn square_of(x: &f64) -> f64 {
    *x * *x
}

#[differentiable(jvp)]
fn sines(x: &[f64]) -> Vec<f64> {
    let mut v = Vec::new();
    for i in 0..x.len() {
        v.push(x[i].sin());
    }
    v
}

#[differentiable(jvp)]
fn twist(p: &mut f64, q: &mut f64) -> f64 {
    let t = *p;
    *p = q.sin();
    *q = t * *p;
    t + *q
}

#[differentiable(jvp)]
fn weigh(x: &[f64], order: &[usize]) -> f64 {
    let mut s = 0.0;
    for (k, i) in order.iter().enumerate() {
        s += x[*i] * x[*i] * (k as f64 + 1.0);
    }
    s
}

fn plain(k: usize) -> f64 {
    k as f64 + 0.5
}

// --- folding -----------------------------------------------------------------------------------------------------------

/// The sum of two calls without derivative lost its parentheses: `plain(2) + plain(3) * x`.
#[differentiable(jvp)]
fn folded_sum_keeps_its_parentheses(x: f64) -> f64 {
    (plain(2) + plain(3)) * x
}

#[differentiable(jvp)]
fn folded_index_keeps_its_parentheses(u: &mut [f64], k: f64) {
    u[(no_diff(3) + 2) % 4] *= k;
}

/// A folded contribution read the cotangent that the statement was writing.
#[differentiable(jvp)]
fn doubles_a_call(x: f64) -> f64 {
    let mut s = half(x);
    s += s;
    s * x
}

/// The index reads the length of the array that the alias holds.
#[differentiable(jvp)]
fn index_from_the_length_of_an_alias(x: f64, k: usize) -> f64 {
    let mut a = [x, 2.0 * x, x * x];
    {
        let r = &mut a[k % 2..];
        r[(k + 1) % r.len()] *= x;
    }
    a[0] * a[1] * a[2]
}

// --- variables declared before they are assigned -------------------------------------------------------------------------

#[differentiable(jvp)]
fn deferred_vector(x: f64, y: f64) -> f64 {
    let v;
    if x > y {
        v = vec![x, y];
    } else {
        v = vec![x * y, x, y];
    }
    v[0] * v[1]
}

#[differentiable(jvp)]
fn deferred_call(x: f64, y: f64) -> f64 {
    let v;
    if x > y {
        v = half(x) * y;
    } else {
        v = x;
    }
    v * v
}

#[differentiable(jvp)]
fn deferred_in_one_branch_of_a_loop(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        let v;
        let w;
        if i % 2 == 0 {
            v = x[i] * s;
            w = vec![v, x[i]];
            s += square_of(&v) + product(&w, &w);
        }
        s += x[i];
    }
    s
}

#[differentiable(jvp)]
fn deferred_across_a_return(x: f64, y: f64) -> f64 {
    let v;
    if x > 0.0 {
        if y > x {
            return x;
        }
        v = x * y;
    } else {
        v = y;
    }
    v * v
}

// --- shapes and moves ------------------------------------------------------------------------------------------------

#[differentiable(jvp)]
fn moved_and_assigned_in_branches(x: f64, y: f64) -> f64 {
    let mut v = vec![x, y];
    let w = v;
    if x > y {
        v = vec![w[0] * 2.0, w[1]];
    } else {
        v = vec![x, x * y, w[1]];
    }
    v[0] * v[1]
}

#[differentiable(jvp)]
fn moved_in_one_branch(x: f64, y: f64) -> f64 {
    let mut v = vec![x, y];
    v[0] = v[1] * x;
    let mut w = vec![y];
    if x > y {
        w = v;
    }
    w[0] * y
}

#[differentiable(jvp)]
fn moved_in_part(x: f64, y: f64) -> f64 {
    let mut t = (vec![x, y], x * y);
    t.0[0] *= y;
    let v = t.0;
    v[0] * t.1
}

/// The cotangent's shape was that at the end of the function, not that at the call.
#[differentiable(jvp)]
fn pushed_to_after_its_last_use(x: &[f64]) -> f64 {
    let mut v = sines(x);
    let s = product(&v, x);
    v.push(s);
    s
}

#[differentiable(jvp)]
#[allow(unused_assignments)]
fn assigned_after_its_last_use(x: &[f64]) -> f64 {
    let mut v = sines(x);
    let s = product(&v, x);
    v = vec![s];
    v = vec![s, s];
    s * v[1]
}

/// A branch that does not mention `s` made its vacant cotangent present, on that way only.
#[differentiable(jvp)]
fn vacant_beside_a_branch(x: &[f64], n: usize) -> f64 {
    let mut s = half(x[0]);
    let mut a = [x[0], s, x[1]];
    let t = vec![product(x, &a[..]), x[1]];
    a[0] = if n % 2 == 1 { t[0] } else { x[1] };
    s = half(x[1]).exp();
    s.sin() + a[1]
}

// --- aliases -----------------------------------------------------------------------------------------------------------

#[differentiable(jvp)]
fn two_fields_lent(x: f64, y: f64) -> f64 {
    let mut t = (x, y);
    let a = twist(&mut t.0, &mut t.1);
    let b = twist(&mut t.1, &mut t.0);
    a * t.0 + b * t.1
}

/// `r` is passed on as a shared reference.
#[differentiable(jvp)]
fn alias_lent_twice(u: &mut [f64], x: f64) -> f64 {
    let r = &mut u[1..];
    r[0] *= x;
    let s = product(&r[1..], r) * product(r, r);
    r[1] = s;
    s * product(u, u)
}

#[differentiable(jvp)]
fn temporaries_lent_to_be_written(x: f64, y: f64) -> f64 {
    let a = twist(&mut (x * y), &mut [y, x][1]);
    a * twist(&mut half(x), &mut 2.0)
}

#[differentiable(jvp)]
fn swaps_its_own_parts(x: f64, y: f64) -> f64 {
    let mut p = (x, y);
    (p.1, p.0) = p;
    p.0 * p.0 + p.1
}

#[differentiable(jvp)]
fn mapv_that_reads_its_array(x: f64, y: f64) -> f64 {
    let mut a: Array1<f64> = Array1::zeros(3);
    a[0] = x;
    a[1] = y;
    let b: Array1<f64> = a.mapv(|v| v * a[0] + a[1]);
    b.dot(&a)
}

#[differentiable(jvp)]
fn mapv_with_a_mutable_local(x: f64, y: f64) -> f64 {
    let mut a: Array1<f64> = Array1::zeros(2);
    a[0] = x;
    a[1] = y;
    let b: Array1<f64> = a.mapv(|v| {
        let mut q = v * x;
        for _ in 0..2 {
            q = q * y + square_of(&q);
        }
        q
    });
    b.sum()
}

// --- the replay of what carries no derivative --------------------------------------------------------------------------

#[differentiable(jvp)]
fn order_changed_by_its_methods(x: &[f64]) -> f64 {
    let mut order = vec![0_usize, 1, 2];
    let mut s = 0.0;
    for k in 0..x.len() {
        let t = x[order[0]];
        s += t * t * weigh(x, &order);
        order.swap(0, k);
    }
    order.push(1);
    s += weigh(x, &order);
    order.truncate(1);
    s
}

#[differentiable(jvp)]
fn ordered(order: &mut [usize], x: &[f64]) -> f64 {
    let a = weigh(x, order);
    order.swap(0, 1);
    order.reverse();
    a * weigh(x, order)
}

#[differentiable(jvp)]
fn order_lent_to_be_changed(x: &[f64]) -> f64 {
    let mut order = vec![0_usize, 1, 2];
    let mut s = ordered(&mut order, x);
    s += ordered(&mut order[1..], x);
    s * weigh(x, &order)
}

/// What an element is indexed by changes before the element is read again.
#[differentiable(jvp)]
fn index_changed_between(x: &[f64], y: f64) -> f64 {
    let mut next = [1_usize, 2, 0];
    let mut a = [y, x[1] * y, x[2]];
    let mut s = 0.0;
    for k in 0..3 {
        let i = next[k];
        let t = a[i];
        next[k] = k;
        s += t * t * x[k];
        a[k] = s;
    }
    s
}

#[differentiable(jvp)]
fn writes_in_conditions(u: &mut [f64], x: f64) -> f64 {
    let mut s = x;
    let mut k = 0;
    while k < 2 && twist(&mut s, &mut u[k]) < 100.0 {
        k += 1;
        if twist(&mut u[2], &mut s) > 100.0 || twist(&mut s, &mut u[0]) > -100.0 {
            u[1] *= s;
        }
    }
    s
}

/// The type of what is cast is not known to the macro.
#[differentiable(jvp)]
fn cast_as_the_message_advises(x: &[f64]) -> f64 {
    let k = no_diff(half(x[0]) * 4.0) as usize;
    x[k % 2] * x[(no_diff(half(x[1])) as i64).unsigned_abs() as usize % 2]
}

#[rustfmt::skip]
#[allow(redundant_semicolons)]
#[differentiable(jvp)]
fn semicolons_alone(x: f64) -> f64 {
    ;
    let y = x * x;;
    return y * x;
}

/// The reverse sweep raises the literal to a power before anything else says which float it is.
#[differentiable(jvp)]
fn literal_made_again(x: &[f64], n: i32) -> f64 {
    let decay = 0.75;
    let mut means = x.to_vec();
    let mut sum = 0.0;
    for k in 1..=n {
        for mean in means.iter_mut() {
            *mean = decay * *mean + 1.0;
            sum += (*mean / (1.0 - decay.powi(k))).sin();
        }
    }
    sum
}

#[differentiable(jvp)]
fn elements_swapped(x: &[f64], y: f64) -> f64 {
    let mut v = x.to_vec();
    v[0] *= y;
    for k in 1..v.len() {
        v.swap(k - 1, k);
        v[k] *= v[0];
    }
    v[0] * v[1]
}

/// An index that is saved in a branch was taken for the same in every iteration.
#[differentiable(jvp)]
fn index_chosen_in_a_branch(x: &[f64], counts: &[usize]) -> f64 {
    let (mut k, mut largest) = (0, 0);
    let mut sum = 0.0;
    while k < counts.len() {
        if counts[k] > largest {
            largest = counts[k];
        }
        sum += x[(counts[k] + largest) % x.len()] * largest as f64;
        k += 1;
    }
    sum * sum
}

// --- lists -------------------------------------------------------------------------------------------------------------

/// The lengths were compared with a reference to one of them.
#[differentiable(jvp)]
fn copied_from_a_variable(x: &[f64]) -> f64 {
    let v = x.to_vec();
    let mut w = vec![0.0; v.len()];
    w.copy_from_slice(&v);
    w[0] *= v[1];
    w.clone_from_slice(&v[..]);
    w[0] * w[1] * v[2]
}

#[differentiable(jvp)]
fn flattened_lists(x: &[f64]) -> f64 {
    let pairs = x.iter().flat_map(|e| [e * 2.0, e * e]).sum::<f64>();
    let lists: f64 = x.iter().flat_map(|e| vec![*e; 3]).map(|e| e.sin()).sum();
    pairs * lists
}

#[differentiable(jvp)]
fn flattened_rows(x: &[f64]) -> f64 {
    let mut rows = [[0.0; 3]; 2];
    for k in 0..3 {
        rows[0][k] = x[k];
        rows[1][2 - k] = x[k] * x[k];
    }
    let weighted: f64 = rows.iter().flatten().enumerate().map(|(k, e)| e * (k as f64)).sum();
    weighted * rows.iter().flatten().fold(1.0, |product, e| product * e)
}

#[differentiable(jvp)]
fn slices_with_a_rest(x: &[f64], triple: [f64; 3]) -> f64 {
    let [first, .., last] = triple;
    let mut s = first * last;
    let mut k = 0;
    while k < 5 {
        s += match &x[k.min(x.len())..] {
            [] => 1.0,
            [single] => single * single,
            [low, inner @ .., high] => {
                let mut t = low * high;
                for e in inner {
                    t += e.sin();
                }
                t
            }
        };
        k += 1;
    }
    if let [.., before, end] = x {
        s *= before - end;
    }
    s
}

#[differentiable(jvp)]
fn mapped_arrays(x: [f64; 3], k: f64) -> f64 {
    let [a, b, c] = x.map(|e| e * e * k - 1.0);
    let again = [a, b, c].map(f64::sin).map(|e| if e > 0.0 { e * k } else { x[0] });
    let mut s = 0.0;
    for j in 0..3 {
        s += again[j] * x[j];
    }
    s + a * b
}

// --- labelled blocks and nested items ----------------------------------------------------------------------------------

#[differentiable(jvp)]
fn labelled_blocks(x: &[f64]) -> f64 {
    let mut s = 0.0;
    'each: for k in 0..x.len() {
        let e = 'chosen: {
            if x[k] > 1.0 {
                break 'chosen x[k] * x[k];
            }
            if x[k] < -1.0 {
                continue 'each;
            }
            for j in 0..k {
                if x[j] > x[k] + 1.0 {
                    break 'chosen x[j].sin();
                }
                s += x[j];
            }
            x[k].exp()
        };
        'rest: {
            if e > 3.0 {
                break 'rest;
            }
            s += e * 0.5;
        }
        s += 'inner: {
            if s > 1e6 {
                return s * x[0];
            }
            if k == 2 {
                break 'inner s * e;
            }
            e
        };
    }
    s
}

#[differentiable(jvp)]
fn nested_items(x: f64, n: usize) -> f64 {
    const SCALE: f64 = 2.5;
    fn square(x: f64) -> f64 {
        const HALF: f64 = 0.5;
        x * x * HALF
    }
    fn next(k: usize) -> usize {
        k + 1
    }
    #[derive(Clone, Copy, pullback::Differentiable)]
    struct Pair {
        left: f64,
        right: f64,
    }
    let mut s = 0.0;
    let mut k = 0;
    while k < n {
        fn weight(pair: Pair, k: usize) -> f64 {
            pair.left * pair.right * (k as f64 + 1.0)
        }
        let pair = Pair {
            left: square(x),
            right: s + x,
        };
        s += weight(pair, k) * SCALE;
        k = next(k);
    }
    s
}

// --- scopes ------------------------------------------------------------------------------------------------------------

static LOCK: Mutex<f64> = Mutex::new(2.0);

fn lock(mutex: &Mutex<f64>) -> MutexGuard<'_, f64> {
    mutex.lock().unwrap()
}

/// A guard that the user's block dropped lived on, and the second lock waited for it.
#[differentiable(jvp)]
fn guards_are_dropped_by_their_block(x: f64) -> f64 {
    let first = {
        let guard = LOCK.lock().unwrap();
        *guard * x
    };
    let n;
    {
        let guard = lock(&LOCK);
        n = *guard * first;
    }
    let mut s = 0.0;
    for k in 0..3 {
        {
            let guard = LOCK.lock().unwrap();
            s += n * *guard * k as f64;
        }
        let guard = LOCK.lock().unwrap();
        s += *guard * x;
    }
    let guard = LOCK.lock().unwrap();
    s * *guard
}

/// A jump out of such a block leaves it before what follows; so it was rejected.
#[differentiable(jvp)]
fn jumps_out_of_a_guard(x: &[f64]) -> f64 {
    let level = {
        let guard = LOCK.lock().unwrap();
        if x[0] > *guard {
            return x[0] * x[0] * *guard;
        }
        *guard * x[1]
    };
    let mut s = level;
    'outer: for k in 0..3 {
        for v in x {
            {
                let guard = LOCK.lock().unwrap();
                if *v > *guard * s {
                    continue;
                }
                if *v * *guard < -2.5 {
                    continue 'outer;
                }
                s += v * *guard;
                if s > 30.0 {
                    break 'outer;
                }
            }
            let guard = lock(&LOCK);
            s += *guard * v * k as f64;
        }
    }
    let guard = LOCK.lock().unwrap();
    s * *guard
}

/// What follows moved behind the guard of the branch that does not jump.
#[differentiable(jvp)]
fn guards_beside_a_jump(x: f64, y: f64) -> f64 {
    let mut s = y;
    if x > 2.0 {
        return x * y;
    } else {
        let guard = LOCK.lock().unwrap();
        s += *guard * x;
    }
    let t = if s > 1.0 {
        let guard = lock(&LOCK);
        s * *guard
    } else {
        return s * s * x;
    };
    let guard = LOCK.lock().unwrap();
    t * *guard * x
}

#[derive(Clone, Copy, Debug, pullback::Differentiable)]
struct Weights {
    left: f64,
    right: f64,
}

#[differentiable(jvp)]
impl Weights {
    fn new(left: f64, right: f64) -> Weights {
        Weights { left, right }
    }
    fn dot(&self, other: &Weights) -> f64 {
        self.left * other.left + self.right * other.right
    }
}

#[differentiable(jvp)]
fn twice(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(f(x))
}

/// In a condition, `..rest` lost the comma before it; the result of `reduce` had no type where it was first used; a pattern of a
/// slice was tested on a vector; a variable's name stood in the code before it got it; a call in `matches!` could not stay there.
#[differentiable(jvp)]
fn found_by_the_generator(x: &[f64]) -> f64 {
    let f = x[0];
    let mut s = 0.5;
    if Weights::new(f, 0.1).dot(
        &(Weights {
            left: 1.5,
            ..Weights::new(0.4, 1.7)
        }),
    ) < f
    {
        s += f;
    }
    let Some(largest) = [
        [x[0], x[1]]
            .into_iter()
            .max_by(|a, b| a.partial_cmp(b).unwrap())
            .unwrap_or(f),
        Weights::new(f, x[1]).dot(&Weights::new(x[1], 0.5)),
    ]
    .into_iter()
    .reduce(f64::max) else {
        return f;
    };
    let list = vec![x[0] * x[1], x[1]];
    if let [a, _, ..] = list.as_slice() {
        s += a * largest;
    }
    for (at, v) in x.iter().step_by(2).enumerate().filter(|_| f > -10.0) {
        s += v * at as f64;
    }
    if matches!(Some(Weights::new(f, s).dot(&Weights::new(s, 1.0))), Some(y) if y > 0.25) {
        s *= x[1];
    }
    let same = if f > 0.2 { &list[0] } else { &x[1] };
    if std::iter::repeat(0.5).take(2).all(|k| (*same) > k) {
        s += *same;
    }
    // What a closure captured of unknown type is behind a reference there.
    let weights = Weights::new(x[1], f);
    if let Some(w) = Some(weights.left) {
        s += twice(|t| w.mul_add(f, t), f);
    }
    // Nothing active is passed to it, so the closure stands as it was written.
    s * twice(
        |t| [t, t].into_iter().find(|u| *u > 1.5).unwrap_or(t),
        Weights::new(0.1, 0.2).left,
    )
}

/// So does one whose value is a reference: the block was taken apart for it.
#[differentiable(jvp)]
fn guards_are_dropped_beside_a_reference(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    let element = {
        let guard = LOCK.lock().unwrap();
        &mut v[no_diff(*guard) as usize]
    };
    *element *= *element;
    let (first, second) = {
        let guard = LOCK.lock().unwrap();
        (&v[0], v[1] * *guard)
    };
    let guard = LOCK.lock().unwrap();
    first * second * v[2] * *guard
}

#[differentiable(jvp)]
fn borrows_end_with_their_block(x: f64, #[no_diff] cell: &RefCell<f64>) -> f64 {
    let y = {
        let mut inner = cell.borrow_mut();
        *inner += 1.0;
        *inner * x
    };
    let inner = cell.borrow_mut();
    y * *inner * x
}

// --- predicates ----------------------------------------------------------------------------------------------------------

#[differentiable(jvp)]
fn near(x: f64, y: f64) -> bool {
    (x - y).abs() < 0.2
}

#[differentiable(jvp)]
fn above(x: &[f64], level: f64) -> usize {
    let mut n = 0;
    for e in x {
        if *e > level {
            n += 1;
        }
    }
    n
}

#[differentiable(jvp)]
fn marked_predicates(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for k in 0..x.len() {
        if near(x[k], 1.0) || near(s, 2.0) {
            continue;
        }
        let far = !near(x[k], 2.0);
        s += if far { x[k] * x[k] } else { x[k] };
        debug_assert!(!near(x[k], 77.0), "{}", above(x, 0.0));
    }
    s * above(x, 0.0) as f64
}

// --- items ---------------------------------------------------------------------------------------------------------------

const SCALE: f64 = 5.0;

#[differentiable(jvp)]
fn constants_of_inner_blocks(x: &[f64]) -> f64 {
    let y = {
        const SCALE: f64 = 2.0;
        const SQUARE: f64 = SCALE * SCALE;
        x[0] * SCALE * SQUARE
    };
    if y > 1000.0 {
        return y * SCALE;
    }
    const N: usize = 2;
    let mut s = 0.0;
    for i in 0..N {
        use std::f64::consts::PI as SCALE;
        s += (x[i] * SCALE).sin() * y;
    }
    s * SCALE
}

// --- identifiers of a macro ------------------------------------------------------------------------------------------------

/// A comparison that begins with a block, at the end of a block.
#[differentiable(jvp)]
pub fn comparison_of_a_block(x: f64, k: f64) -> f64 {
    match (x > 0.25, Some(k)) {
        (true, Some(a))
            if ({
                assert!(a > -10.0);
                squared(a)
            } <= 1.0) =>
        {
            a * x
        }
        (_, Some(a)) if ((if x > 0.1 { a } else { x }) < 1.5) => a,
        _ => x * k,
    }
}

/// An element that is there only where the branch is taken.
#[differentiable(jvp)]
pub fn element_of_a_branch(x: &[f64]) -> f64 {
    let mut sum = x[0];
    let k = if x[0] > 0.0 { 1 } else { 100 };
    for _ in 0..3 {
        if x[0] > 0.0 {
            sum += x[k];
        }
    }
    sum
}

/// An index that is computed in a branch of a loop with `break`.
#[differentiable(jvp)]
pub fn index_of_a_branch(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    let mut rest = x.to_vec();
    while let Some(last) = rest.pop() {
        let n = no_diff(last.abs() * 3.0) as usize % 3;
        sum += x[n];
    }
    sum
}

#[differentiable(jvp)]
fn squared(x: f64) -> f64 {
    x * x
}

macro_rules! with_names {
    ($f:ident, $x:ident, $y:ident) => {
        #[differentiable(jvp)]
        fn $f($x: f64, $y: &[f64]) -> f64 {
            let x = 2.0;
            let mut s = $x * x;
            for y in 0..$y.len() {
                s += $y[y] * s;
            }
            let $x = s * $x;
            $x * x
        }
    };
}
with_names!(names_of_a_macro, x, y);

/// A capitalised name in a `let` is a variable.
#[allow(non_snake_case)]
#[differentiable(jvp)]
fn capitalised_names(X: &[f64], K: f64) -> f64 {
    let A = X[0] * K;
    let mut B = A + 1.0;
    let (P, Q) = (A, B);
    for I in 0..X.len() {
        B += X[I] * P;
    }
    for E in X {
        B *= E * Q;
    }
    B
}

#[differentiable(jvp)]
fn bumped(x: &mut f64, k: f64) -> f64 {
    let old = *x;
    *x = old * k + old * old;
    old * k
}

#[differentiable(jvp)]
fn doubled(v: &mut [f64; 2], k: f64) -> f64 {
    v[0] *= k;
    v[0] + v[1]
}

/// The value of a block is a copy, also where a reference to it is written through.
#[differentiable(jvp)]
fn blocks_are_copies(a: f64, b: f64) -> f64 {
    let mut x = a;
    let mut pair = [a, b];
    for _ in 0..2 {
        x *= bumped(&mut { x }, b);
        let before = &{ x };
        if b > 0.0 {
            pair[1] += doubled(&mut { pair }, x);
        }
        x += *before * bumped(&mut (x), b);
    }
    let fixed = pair;
    x * pair[1] * doubled(&mut { fixed }, b) + fixed[0]
}

/// A parameter that is text is given a literal, a variable, or a `String` that is moved.
#[differentiable(jvp)]
fn in_units(x: f64, unit: &str, mark: char) -> f64 {
    match unit {
        "km" => x * 1000.0,
        _ if mark == 'c' => x * x,
        _ => x,
    }
}

#[differentiable(jvp)]
fn in_owned_units(x: f64, unit: String) -> f64 {
    if unit == "km" { x * x } else { x }
}

#[differentiable(jvp)]
fn arguments_that_are_text(x: f64, long: bool) -> f64 {
    let unit = if long { "km" } else { "m" };
    let mut sum = in_units(x, "m", 'c') * in_units(x, "km", 'd');
    for _ in 0..2 {
        sum += in_units(sum * x, unit, 'd') + in_owned_units(x, String::from(unit));
    }
    sum
}

/// A slice that a closure takes is a constant where it is called: each use in a condition needs its own parentheses.
#[differentiable(jvp)]
fn a_closure_is_given_constants(x: f64) -> f64 {
    let mut current = 0.0;
    let mut update = |p: &[f64]| {
        if p[1] != 0.0 && p.len() > 1 {
            current = x * p[0] + current * p[1];
        }
    };
    update(&COEFFICIENTS);
    update(&TABLES[1]);
    update(&TABLES[0]);
    current
}

const COEFFICIENTS: [f64; 3] = [1.5, 0.4, 0.0];
const TABLES: [[f64; 2]; 2] = [[2.0, 0.0], [0.5, -1.0]];

#[derive(Clone, pullback::Differentiable)]
struct Numbers {
    list: Vec<f64>,
}

#[differentiable(jvp)]
#[allow(clippy::reversed_empty_ranges)]
fn loops_without_an_iteration(x: &[f64]) -> f64 {
    let mut numbers = Numbers { list: x.to_vec() };
    for i in 4..2 {
        numbers.list[i] *= x[i].cos();
    }
    let mut s = 0.0;
    for i in 0..numbers.list.len() {
        s += numbers.list[i] * x[i];
    }
    s
}

mod tests {
    use crate::differences::{Components, assert_identical, uneven, zero};
    use crate::tables::{gradients, writes, writes_and_returns};

    gradients! {
        [super]
        a_closure_is_given_constants(x) { x = 0.7 }
        arguments_that_are_text(x, true) { x = 0.7 }
        folded_sum_keeps_its_parentheses(x) { x = 0.5 }
        doubles_a_call(x) { x = 0.5 }
        index_from_the_length_of_an_alias(x, 1) { x = 0.5 }
        deferred_vector(x, y) { x = 0.5, y = 2.0; x = 0.5, y = 0.25 }
        deferred_call(x, y) { x = 0.5, y = 2.0; x = 0.5, y = 0.25 }
        deferred_in_one_branch_of_a_loop(&x) { x = vec![0.5, -1.0, 0.75]; x = Vec::new() }
        deferred_across_a_return(x, y) { x = 0.5, y = 2.0; x = 0.5, y = 0.25; x = -0.5, y = 0.25 }
        moved_and_assigned_in_branches(x, y) { x = 0.5, y = 2.0; x = 0.5, y = 0.25 }
        moved_in_one_branch(x, y) { x = 0.5, y = 2.0; x = 0.5, y = 0.25 }
        moved_in_part(x, y) { x = 0.5, y = 2.0 }
        pushed_to_after_its_last_use(&x) { x = vec![0.5, -1.0, 0.75] }
        assigned_after_its_last_use(&x) { x = vec![0.5, -1.0, 0.75] }
        vacant_beside_a_branch(&x, 2) { x = vec![0.5, -1.0, 0.75] }
        two_fields_lent(x, y) { x = 0.5, y = 2.0 }
        temporaries_lent_to_be_written(x, y) { x = 0.5, y = 2.0 }
        swaps_its_own_parts(x, y) { x = 0.5, y = 2.0 }
        mapv_that_reads_its_array(x, y) { x = 0.5, y = 2.0 }
        mapv_with_a_mutable_local(x, y) { x = 0.5, y = 2.0 }
        order_changed_by_its_methods(&x) { x = vec![0.5, -1.0, 0.75] }
        order_lent_to_be_changed(&x) { x = vec![0.5, -1.0, 0.75] }
        index_changed_between(&x, y) { x = vec![0.5, -1.0, 0.75], y = 2.0 }
        semicolons_alone(x) { x = 0.5 }
        index_chosen_in_a_branch(&x, &[2, 0, 5, 3]) { x = vec![0.5, 2.0, -1.0] }
        literal_made_again(&x, 3) { x = vec![0.5, 2.0, -1.0] }
        elements_swapped(&x, y) { x = vec![0.5, 2.0, -1.0], y = 3.0 }
        cast_as_the_message_advises(&x) { x = vec![0.6, -0.8] }
        constants_of_inner_blocks(&x) { x = vec![0.5, -1.0, 0.75] }
        capitalised_names(&x, k) { x = vec![0.5, 2.0], k = 1.5 }
        guards_are_dropped_by_their_block(x) { x = 0.5 }
        guards_are_dropped_beside_a_reference(&x) { x = vec![0.5, 2.0, 1.5] }
        copied_from_a_variable(&x) { x = vec![0.5, 2.0, 1.0] }
        flattened_lists(&x) { x = vec![0.5, 2.0, 1.0] }
        flattened_rows(&x) { x = vec![0.5, 2.0, 1.0] }
        slices_with_a_rest(&x, triple) { x = vec![0.5, 2.0, 1.0, -0.3], triple = [0.3, 0.4, 0.5]; x = vec![0.5], triple = [0.3, 0.4, 0.5] }
        labelled_blocks(&x) { x = vec![0.5, 2.0, 0.25, -1.5, 0.75]; x = vec![1.5, 0.3, 0.45]; x = vec![-2.0, 0.1] }
        nested_items(x, 3) { x = 0.4 }
        comparison_of_a_block(x, k) { x = 0.5, k = 0.75; x = 0.5, k = 1.25; x = 0.2, k = 2.0 }
        element_of_a_branch(&x) { x = vec![0.5, -1.5]; x = vec![-0.5, -1.5] }
        jumps_out_of_a_guard(&x) { x = vec![3.0, 1.0]; x = vec![0.5, 1.5, -0.25]; x = vec![0.5, -1.5, 1.75]; x = vec![1.5, 1.9] }
        found_by_the_generator(&x) { x = vec![0.55, 1.25, -0.75]; x = vec![0.15, -0.4, 2.0]; x = vec![1.5, 2.25] }
        guards_beside_a_jump(x, y) { x = 3.0, y = 0.5; x = 0.5, y = 0.7; x = 0.25, y = 0.3 }
        index_of_a_branch(&x) { x = vec![0.5, -1.4, 0.2] }
        blocks_are_copies(a, b) { a = 0.7, b = 0.6; a = 0.7, b = -0.6 }
        mapped_arrays(x, k) { x = [0.5, 1.5, -0.7], k = 1.2 }
        loops_without_an_iteration(&x) { x = vec![0.5, 2.0] }
        names_of_a_macro(x, &y) { x = 0.5, y = vec![2.0, -0.5] }
        marked_predicates(&x) { x = vec![0.5, 2.0, 1.0, -1.5] }
    }

    writes! {
        [super]
        folded_index_keeps_its_parentheses(&mut u, k) { (u = vec![0.5, 2.0, 1.5, -1.0]) (k = 3.0) }
    }

    writes_and_returns! {
        [super]
        alias_lent_twice(&mut u, x) { (u = vec![0.5, 2.0, 1.5]) (x = 0.75) }
        writes_in_conditions(&mut u, x) { (u = vec![0.5, 2.0, 1.5]) (x = 0.75) }
    }

    #[test]
    fn borrows_end_with_their_block() {
        let cell = std::cell::RefCell::new(2.0);
        // (3 x) * 3 * x
        let (value, gradient) = super::borrows_end_with_their_block::value_and_grad(0.5, &cell);
        assert_identical("borrows", &[value, gradient], &[9.0 * 0.25, 9.0 * 2.0 * 0.5]);
    }

    #[test]
    fn what_is_folded_keeps_its_value() {
        let (value, _) = super::folded_sum_keeps_its_parentheses::value_and_grad(0.5);
        assert_identical("folded_sum", &[value], &[(2.5 + 3.5) * 0.5]);
    }
}
