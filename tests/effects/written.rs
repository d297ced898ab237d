//! Chains with effects, written by hand.

use crate::{compare_all, note, noted, program, smooth};
use pullback::{differentiable, no_diff};
use std::cell::Cell;

macro_rules! programs {
    ($($name:ident($x:ident) $body:block)*) => {
        $(
            #[differentiable]
            pub fn $name($x: &[f64]) -> f64 $body
        )*

        #[test]
        fn chains_with_effects_are_stds() {
            compare_all(&[$(program!($name)),*]);
        }
    };
}

programs! {
    skip_after_a_running_sum(x) {
        let mut c = 0.0;
        let v: Vec<f64> = x.iter().map(|a| { c += a; c }).skip(1).collect();
        v.iter().fold(c, |s, a| s * 0.5 + a * a)
    }
    skip_after_a_call_that_writes(x) {
        let mut ema = 0.0;
        x.iter().map(|a| smooth(&mut ema, *a)).skip(2).sum()
    }
    nth_after_a_counter(x) {
        let mut k = 0;
        let y = x.iter().map(|a| { k += 1; a * k as f64 }).nth(3).unwrap_or(0.5);
        y * k as f64
    }
    nth_with_a_number_that_is_computed(x) {
        let mut c = 1.0;
        let n = x.len() / 2;
        let y = x.iter().map(|a| { c *= a; no_diff(note(c)); c }).nth(n).unwrap_or(0.5);
        y * c
    }
    step_by_over_chunks(x) {
        let mut w = 1.0;
        x.chunks_exact(2).map(|c| { w *= 0.5; w * c[0] * c[1] }).step_by(2).sum()
    }
    step_by_over_a_range(x) {
        let mut w = 1.0;
        let s: f64 = (0..x.len()).map(|i| { w += x[i]; w * x[i] }).step_by(3).sum();
        s * w
    }
    peek_runs_once(x) {
        let mut n = 0;
        let mut it = x.iter().map(|a| { n += 1; a * n as f64 }).peekable();
        let mut r = 0.0;
        while let Some(a) = it.next() {
            r = r * 0.5 + a;
            if let Some(b) = it.peek() {
                r += b * 0.1;
            }
        }
        r
    }
    peek_twice_and_stop(x) {
        let mut c = 1.0;
        let mut it = x.iter().map(|a| { c += a; no_diff(note(c)); c * a }).peekable();
        let mut r = 0.0;
        if let Some(b) = it.peek() { r += b * 0.1; }
        if let Some(b) = it.peek() { r += *b * 0.2; }
        for _ in 0..2 {
            if let Some(a) = it.next() { r += a; }
        }
        r
    }
    clones_have_their_own_state(x) {
        let mut c = 0.5;
        let it = x.iter().map(move |a| { c += a; c });
        let s: f64 = it.clone().sum();
        let q: f64 = it.map(|v| v * v).sum();
        s * q + c
    }
    clones_of_what_is_partly_taken(x) {
        let mut c = 0.5;
        let mut it = x.iter().map(move |a| { c += a; c });
        let first = it.next().unwrap_or(1.0);
        let s: f64 = it.clone().sum();
        let q: f64 = it.map(|v| v * v).sum();
        first * s + q
    }
    clones_count_for_themselves(x) {
        let it = x.iter().filter(|a| **a > 0.5).skip(1).scan(1.0, |s, a| { *s *= a; Some(*s) });
        let s: f64 = it.clone().sum();
        let q: f64 = it.clone().map(|v| v * v).sum();
        s + q * it.take(2).sum::<f64>()
    }
    clones_of_a_named_closure(x) {
        let mut c = 0.5;
        let f = move |a: &f64| { c += a; c };
        let it = x.iter().map(f);
        let s: f64 = it.clone().sum();
        s + it.map(|v| v * v).sum::<f64>()
    }
    clones_of_a_cell(x) {
        let l = Cell::new(0);
        let it = x.iter().map(move |&a| { l.set(l.get() + 1); a * l.get() as f64 });
        let s: f64 = it.clone().sum();
        s * it.map(|a| a * a).sum::<f64>()
    }
    a_move_closure_leaves_the_variable_alone(x) {
        let mut c = 1.0;
        let s: f64 = x.iter().map(move |a| { c += a; c }).sum();
        s * c
    }
    a_move_closure_at_the_end_leaves_the_variable_alone(x) {
        let (mut c, mut k) = (1.0, 0);
        let s = x.iter().fold(0.5, move |s, a| { c *= 0.5; s + c * a });
        let there = x.iter().any(move |a| { k += 1; k == 4 && *a > 0.0 });
        if there { s * c + k as f64 } else { c - s }
    }
    reversed_and_skipped(x) {
        let mut c = 0.0;
        let s: f64 = x.iter().map(|a| { c += a; c * a }).rev().skip(2).sum();
        s + c
    }
    reversed_and_numbered(x) {
        let mut c = 1.0;
        let s: f64 = x.iter().map(|a| { c = c * 0.5 + a; c * a }).enumerate().rev().map(|(i, a)| a * i as f64).sum();
        s + c
    }
    last_runs_all(x) {
        let mut c = 0.0;
        let l = x.iter().map(|a| { c += a; no_diff(note(c)); c }).last().unwrap_or(2.0);
        l * c
    }
    count_runs_all(x) {
        let mut c = 1.0;
        let n = x.iter().map(|a| { c += a; c }).skip(1).count();
        c * n as f64
    }
    zipped_with_a_shorter_one(x) {
        let mut c = 0.0;
        let s: f64 = x.iter().map(|a| { c += a; c }).zip(&x[x.len() / 2..]).map(|(a, b)| a * b).sum();
        s * c
    }
    zipped_as_the_second(x) {
        let mut c = 0.0;
        let s: f64 = x[x.len() / 2..].iter().zip(x.iter().map(|a| { c += a; no_diff(note(c)); c })).map(|(a, b)| a * b).sum();
        s * c
    }
    three_side_by_side(x) {
        let mut c = 0.0;
        let s: f64 = x.iter().map(|a| { c += a; c }).zip(x).zip(&x[x.len() / 3..]).map(|((a, b), d)| a * b * d).sum();
        s * c
    }
    zipped_after_a_filter(x) {
        let mut c = 0.0;
        let s: f64 = x.iter().map(|a| { c += a; c }).filter(|c| *c > 0.5).zip(&x[x.len() / 2..]).map(|(a, b)| a * b).sum();
        s * c
    }
    zipped_without_end(x) {
        let mut c = 0.0;
        let s: f64 = x.iter().rev().map(|a| { c += a; c }).zip(1..).map(|(a, k)| a * k as f64).sum();
        s * c
    }
    nothing_taken(x) {
        let mut c = 1.0;
        let n = x.len() / 7;
        let s: f64 = x.iter().map(|a| { c += a; no_diff(note(c)); c }).take(n).skip(1).sum();
        let q: f64 = x.iter().filter(|a| { no_diff(note(**a)); **a > 0.5 }).take(n).sum();
        s + q * c
    }
    some_taken(x) {
        let mut c = 1.0;
        let n = 2;
        let s: f64 = x.iter().map(|a| { c += a; no_diff(note(c)); c }).take(n).skip(1).sum();
        s * c
    }
    what_prints(x) {
        let s: f64 = x.iter().map(|a| noted(*a)).skip(2).sum();
        s + x.iter().inspect(|a| no_diff(note(**a))).map(|a| a * 2.0).step_by(2).sum::<f64>()
    }
    shared_state(x) {
        let c = Cell::new(0);
        let s: f64 = x.iter().map(|a| { c.set(c.get() + 1); a * c.get() as f64 }).skip(1).step_by(2).sum();
        s * c.get() as f64
    }
    what_panics(x) {
        x.iter().map(|a| { assert!(*a > 0.3, "not positive"); a.sqrt() }).skip(1).sum()
    }
    an_index_that_panics(x) {
        (0..6).map(|i| x[i] * x[i]).skip(5).sum()
    }
    again_and_again(x) {
        let mut c = 0.0;
        let s: f64 = x.iter().map(|a| { no_diff(note(*a)); a * a }).cycle().skip(2).take(2 * x.len()).sum();
        s
    }
    one_after_the_other(x) {
        let mut c = 1.0;
        let d = Cell::new(1);
        let s: f64 = x.iter().map(|a| { c += a; c }).chain(x.iter().map(|a| { d.set(d.get() + 1); a * d.get() as f64 })).skip(2).step_by(3).sum();
        s * c * d.get() as f64
    }
    in_a_loop(x) {
        let (mut c, mut s) = (0.0, 1.0);
        for (k, v) in x.iter().map(|a| { c += a; c * c }).enumerate().skip(1).step_by(2) {
            if k == 5 { break; }
            s = s * 0.5 + v * k as f64;
        }
        s + c
    }
    in_rows(x) {
        let mut c = 1.0;
        x.chunks(3).flat_map(|row| row.iter().skip(1)).map(|a| { c *= 0.5; c * a }).skip(1).sum()
    }
    by_reference(x) {
        let mut c = 0.0;
        let mut it = x.iter().map(|a| { c += a; no_diff(note(c)); c * a });
        let n = x.len() / 3;
        let s: f64 = it.by_ref().take(n).sum();
        let l = it.nth(1).unwrap_or(1.0);
        let q: f64 = it.skip(1).map(|a| a * a).sum();
        s + l * q
    }
    found_in_one_after_the_other(x) {
        let w = [0.5, 1.25, 0.75];
        let a = x.iter().copied().filter(|a| *a > 0.6).chain(w.iter().copied()).find(|a| *a > 0.9).unwrap_or(0.5);
        let b = x.iter().map(|a| a * a).filter(|a| *a > 0.6).chain(w.iter().copied()).max_by(|a, b| a.total_cmp(b)).unwrap_or(0.5);
        let c = x.iter().map(|a| a * a).filter(|a| *a > 0.6).chain(w.iter().copied()).skip(3).next().unwrap_or(0.5);
        a * b * c
    }
    clones_of_lists(x) {
        let mut v: Vec<f64> = Vec::new();
        let it = x.iter().map(move |a| { v.push(*a); a + v.len() as f64 * v[0] });
        let s: f64 = it.clone().skip(1).sum();
        s * it.sum::<f64>()
    }
    next_after_what_is_skipped(x) {
        let mut c = 0.5;
        let mut it = x.iter().map(|a| { c += a; no_diff(note(c)); c * a }).skip(1).step_by(2);
        let mut r = it.next().unwrap_or(1.0);
        while let Some(a) = it.next() { r = r * 0.5 + a; }
        r
    }
    next_of_a_filter(x) {
        let mut it = x.iter().filter(|a| { no_diff(note(**a)); **a > 0.6 }).enumerate();
        let (i, a) = it.next().unwrap_or((7, &x[0]));
        let some: f64 = it.by_ref().take(1).map(|(i, b)| b * i as f64).sum();
        let all: f64 = it.clone().map(|(i, b)| b * b * i as f64).sum();
        a * i as f64 + some * all + it.map(|(i, b)| b * i as f64).sum::<f64>()
    }
    peeked_and_zipped(x) {
        let mut c = 0.5;
        let mut r = 1.0;
        for (a, k) in x.iter().map(|a| { c += a; no_diff(note(c)); c }).peekable().zip(1..) { r = r * 0.5 + a * k as f64; }
        r
    }
    what_is_pure(x) {
        let k = 2.0;
        let s: f64 = x.iter().map(|a| a * k).skip(1).step_by(2).sum();
        let mut it = x.iter().map(|a| (a * k).sin()).skip(1);
        s + it.next().unwrap_or(1.0) * it.next().unwrap_or(2.0)
    }
}
