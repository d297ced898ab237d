//! Statements of many forms: what each makes and lends is dropped in the order in which the function itself drops it.
#![allow(
    irrefutable_let_patterns,
    clippy::redundant_pattern_matching,
    clippy::let_and_return,
    clippy::match_single_binding,
    clippy::needless_borrow,
    clippy::needless_late_init,
    clippy::useless_vec,
    reason = "the forms are what is tested"
)]

use crate::{note, noted};
use pullback::{Differentiable, differentiable};
use std::rc::Rc;
use std::sync::Mutex;

static M: Mutex<f64> = Mutex::new(3.0);

struct Guard(&'static str);

impl Guard {
    fn new(name: &'static str) -> Guard {
        note("made");
        note(name);
        Guard(name)
    }
    fn weight(&self) -> f64 {
        note("weighed");
        note(self.0);
        2.0
    }
    fn it(&self) -> &Guard {
        self
    }
    fn rows(&self) -> usize {
        note("rows");
        3
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        note("dropped");
        note(self.0);
    }
}

fn make() -> Guard {
    Guard::new("g")
}
fn named(name: &'static str) -> &'static str {
    name
}
fn make2(name: &'static str) -> Guard {
    Guard::new(name)
}
fn weigh(guard: &Guard) -> f64 {
    guard.weight()
}
fn weigh2(first: &Guard, second: &Guard) -> f64 {
    first.weight() + second.weight()
}
/// A guard, or what is left of one.
fn attempt(k: usize) -> Result<Guard, Guard> {
    match k {
        0..5 => Ok(make2("ok")),
        _ => Err(make2("err")),
    }
}
fn id(guard: Guard) -> Guard {
    guard
}

#[derive(Differentiable)]
struct Holder {
    w: f64,
    #[no_diff]
    g: Guard,
}

#[derive(Differentiable)]
struct Ending {
    w: f64,
}

impl Drop for Ending {
    fn drop(&mut self) {
        note("ended");
    }
}

#[derive(Differentiable)]
enum Either {
    One(f64),
    Other,
}

impl Drop for Either {
    fn drop(&mut self) {
        note("either");
    }
}

#[differentiable]
fn hold(x: f64) -> Holder {
    Holder {
        w: x * x,
        g: Guard::new("h"),
    }
}

#[differentiable]
fn with_guard(x: f64, #[no_diff] guard: Guard) -> f64 {
    note("with a guard");
    let _ = &guard;
    x * x
}

macro_rules! forms {
    ($($name:ident($x:ident) $body:block)*) => {
        $(
            #[differentiable]
            fn $name($x: f64) -> f64 $body
        )*

        mod compared {
            use super::noted;
            $(
                #[test]
                fn $name() {
                    let x = 0.7;
                    let (plain, value) = noted(|| super::$name(x));
                    let (log, (same, slope)) = noted(|| super::$name::value_and_grad(x));
                    assert_eq!((log, same), (plain.clone(), value));
                    let difference = (super::$name(x + 1e-6) - super::$name(x - 1e-6)) / 2e-6;
                    assert!((slope - difference).abs() < 1e-8, "{slope} is not {difference}");
                    let (log, (same, pullback)) = noted(|| super::$name::vjp(x));
                    assert_eq!((log, same), (plain, value));
                    assert_eq!(noted(|| pullback(1.0)), (Vec::new(), slope));
                }
            )*
        }
    };
}

forms! {
    lent_call(x) { let w = weigh(&make()); note("a"); x * w }
    lent_call_expr(x) { let y = x * weigh(&make()); note("a"); y * x }
    lent_two(x) { let w = weigh2(&make2("1"), &make2("2")); note("a"); x * w * x }
    literal_block(x) { let y = x * x; { let _g = Guard("1"); note("in"); } note("a"); y * x }
    literal_in_a_tuple(x) { let y = x * x; { let _g = (Guard("1"), Guard("2")); note("in"); } note("a"); y * x }
    literal_in_a_list(x) { let y = x * x; { let _g = vec![Guard("1"), Guard("2")]; note("in"); } note("a"); y * x }
    literal_in_an_option(x) { let y = x * x; { let _g = Some(Guard("1")); note("in"); } note("a"); y * x }
    named_literal_in_a_tuple(x) { let n = named("1"); let y = { let _g = (Guard(n), 1.0); note("in"); x * x }; note("a"); y * x }
    named_literal_in_parts(x) { let n = named("1"); let y = x * x; { let _g = [Some((Guard(n), Guard("2"))), None]; note("in"); } note("a"); y * x }
    named_literal_in_a_list(x) { let n = named("1"); let y = x * x; { let _g = vec![Guard(n)]; note("in"); } note("a"); y * x }
    named_literal_in_a_box(x) { let n = named("1"); let y = x * x; { let _g = Box::new(Guard(n)); note("in"); } note("a"); y * x }
    named_literal_in_a_counted_pointer(x) { let n = named("1"); let y = x * x; { let _g = Rc::new(Guard(n)); note("in"); } note("a"); y * x }
    named_literal_in_a_cell(x) { let n = named("1"); let y = x * x; { let _g = std::cell::RefCell::new(Guard(n)); note("in"); } note("a"); y * x }
    named_literal_pushed(x) { let n = named("1"); let y = x * x; { let mut g = Vec::new(); note("in"); g.push(Guard(n)); } note("a"); y * x }
    named_literal_assigned(x) { let n = named("1"); let y = x * x; { let _g; _g = Guard(n); note("in"); } note("a"); y * x }
    named_literal_in_a_loop(x) { let n = named("1"); let mut y = x; for _ in 0..2 { let _g = (Guard(n), y); note("in"); y *= x; } note("a"); y }
    named_literal_that_leaves(x) { let n = named("1"); let g = { let g = Some(Guard(n)); note("in"); g }; note("a"); let y = x * x; drop(g); note("b"); y }
    literal_in_a_closure(x) { let f = |y: f64| { let _g = Guard("1"); note("in"); y * y }; let y = f(x) * f(x); note("a"); y * x }
    literal_with_a_derivative(x) { let y; { let h = Ending { w: x * x }; note("in"); y = h.w * x; } note("a"); y * x }
    literal_variant(x) { let mut y = x; { let h = Either::One(x * x); note("in"); if let Either::One(w) = &h { y *= *w; } } note("a"); y * x }
    literal_variant_without_fields(x) { let y = x * x; { let _h = Either::Other; note("in"); } note("a"); y * x }
    lent_tail(x) { note("a"); x * weigh(&make()) * x }
    lock_in_let(x) { let y = x * *M.lock().unwrap(); let z = y * *M.lock().unwrap(); z }
    lock_in_expr(x) { let y = x * M.lock().unwrap().sqrt(); *M.lock().unwrap() = 3.0; y * x }
    lock_if(x) { let mut y = x; if *M.lock().unwrap() > 1.0 { y *= *M.lock().unwrap(); } y * x }
    cond_guard(x) { let mut y = x; if make().weight() > 1.0 { note("in"); y *= x; } note("a"); y }
    cond_guard_else(x) { let y = if make().weight() > 5.0 { note("in"); x } else { note("else"); x * x }; note("a"); y }
    while_guard(x) { let mut y = x; let mut k = 0; while make().rows() > k { note("in"); y *= x; k += 1; } note("a"); y }
    ctor(x) { let h = Holder { w: x, g: Guard::new("c") }; note("a"); h.w * x }
    ctor_block(x) { let y; { let h = Holder { w: x * x, g: Guard::new("c") }; note("in"); y = h.w * x; } note("a"); y }
    ctor_named_guard(x) { let g = make(); let h = Holder { w: x, g }; note("a"); let y = h.w * x; drop(h); note("b"); y }
    ctor_shadow(x) { let h = Holder { w: x, g: make2("1") }; let h = Holder { w: h.w * x, g: make2("2") }; note("a"); h.w }
    ctor_assign(x) { let mut h = Holder { w: x, g: make2("1") }; note("a"); h = Holder { w: h.w * x, g: make2("2") }; note("b"); h.w }
    ctor_assign_field(x) { let mut h = Holder { w: x, g: make2("1") }; note("a"); h.g = make2("2"); note("b"); h.w * x }
    ctor_fn(x) { let h = hold(x); note("a"); h.w }
    ctor_loop(x) { let mut y = x; for k in 0..2 { let h = Holder { w: y, g: make() }; if k == 1 { note("brk"); break; } y = h.w * x; note("end"); } note("a"); y }
    ctor_continue(x) { let mut y = x; for k in 0..3 { let h = Holder { w: y, g: make() }; if k == 1 { note("cont"); continue; } y = h.w * x; note("end"); } note("a"); y }
    ctor_return(x) { let h = Holder { w: x * x, g: make() }; if x > 0.5 { note("ret"); return h.w * x; } note("a"); h.w }
    guard_return(x) { let _g = make(); if x > 0.5 { let _h = make2("2"); note("ret"); return x * x; } note("a"); x }
    guard_loop_break(x) { let mut y = x; for k in 0..3 { let _g = make(); if k == 1 { note("brk"); break; } y *= x; note("end"); } note("a"); y }
    two_guards(x) { let _a = make2("1"); let _b = make2("2"); note("a"); x * x }
    tuple_guards(x) { let (_a, b) = (make2("1"), x * x); note("a"); b * x }
    tuple_ignored(x) { let (_, b) = (make2("1"), x * x); note("a"); b * x }
    array_guards(x) { let _a = [make2("1"), make2("2")]; note("a"); x * x }
    vec_guards(x) { let v = vec![make2("1"), make2("2")]; note("a"); let y = x * v.len() as f64; drop(v); note("b"); y * x }
    option_guard(x) { let g = Some(make()); note("a"); let y = if g.is_some() { x * x } else { x }; note("b"); y }
    option_take(x) { let mut g = Some(make()); note("a"); g.take(); note("b"); x * x }
    option_none(x) { let mut g = Some(make()); note("a"); if g.is_some() { g = None; } note("b"); let _ = &g; x * x }
    box_guard(x) { let _g = Box::new(make()); note("a"); x * x }
    rc_guard(x) { let g = Rc::new(make()); let h = Rc::clone(&g); drop(g); note("a"); let y = x * h.weight(); drop(h); note("b"); y * x }
    block_temp(x) { let y = { let g = make(); x * g.weight() }; note("a"); y * x }
    block_tail_temp(x) { let y = { note("s"); x * make().weight() }; note("a"); y * x }
    stmt_temp(x) { make().weight(); note("a"); x * x }
    stmt_temp_it(x) { let w = make().it().it().weight(); note("a"); x * w }
    ext_temp(x) { let g = &make(); note("a"); let w = g.weight(); note("b"); x * w }
    ext_temp_block(x) { let w; { let g = &make(); note("a"); w = g.weight(); } note("b"); x * w * x }
    given_marked(x) { let y = with_guard(x, make()); note("a"); y }
    given_named(x) { let g = make(); let y = with_guard(x, g); note("a"); y }
    moved_guard(x) { let g = make(); let h = id(g); note("a"); let y = x * h.weight(); note("b"); y }
    closure_guard(x) { let g = make(); let f = |y: f64| y * g.weight(); note("a"); let z = f(x) * f(x); note("b"); z }
    closure_own_guard(x) { let f = |y: f64| { let g = make(); note("in"); y * g.weight() }; let z = f(x) * f(x); note("b"); z }
    closure_temp(x) { let f = |y: f64| y * make().weight(); let z = f(x) * f(x); note("b"); z }
    chain_guard(x) { let y: f64 = (0..2).map(|_| { let g = make(); note("in"); x * g.weight() }).sum(); note("b"); y * x }
    chain_temp(x) { let y: f64 = (0..2).map(|_| x * make().weight()).sum(); note("b"); y * x }
    assign_op_temp(x) { let mut y = x; y *= make().weight(); note("a"); y += x * make().weight(); note("b"); y }
    index_temp(x) { let a = [x, x * x, x * 2.0, x.sin()]; let y = a[make().rows()]; note("a"); y * x }
    and_temp(x) { let y = if make2("1").weight() > 1.0 && make2("2").weight() > 1.0 { note("in"); x * x } else { x }; note("a"); y }
    or_let(x) { let b = make2("1").weight() > 1.0 || make2("2").weight() > 1.0; note("a"); if b { x * x } else { x } }
    let_else(x) { let Some(w) = Some(make().weight()) else { return x; }; note("a"); x * w }
    late_init(x) { let g; note("a"); g = make(); note("b"); let y = x * g.weight(); note("c"); y }
    cond_init(x) { let g; if x > 0.0 { g = make2("1"); } else { g = make2("2"); } note("b"); let y = x * g.weight(); note("c"); y }
    inner_fn_result(x) { let w = { let g = make(); g }.weight(); note("a"); x * w }
    paren_temp(x) { let w = (make()).weight() + (&make2("2")).weight(); note("a"); x * w }
    ref_to_temp_in_struct(x) { let p = (1, &make()); note("a"); let w = p.1.weight(); note("b"); x * w }
    underscore_expr(x) { let _ = make().weight() * x; note("a"); x * x }
    discard_holder(x) { hold(x); note("a"); x * x }
    underscore_holder(x) { let _ = hold(x); note("a"); x * x }
    destructured_named(x) { let h = hold(x); let Holder { w, g: _g } = h; note("a"); w * x }
    moved_into_a_closure(x) { let g = make(); let y; { let f = move |y: f64| y * g.weight(); note("in"); y = f(x) * x; } note("a"); y * y }
    moved_into_a_closure_and_only_held(x) { let g = make(); let y; { let f = move |y: f64| { let _ = &g; y * y }; note("in"); y = f(x); } note("a"); y * y }
    moved_into_a_closure_in_a_loop(x) { let mut y = x; for _ in 0..2 { let g = make(); let f = move |y: f64| y * g.weight(); note("in"); y = f(y); note("end"); } note("a"); y * x }
    moved_into_a_closure_called_twice(x) { let g = make(); let f = move |y: f64| y * g.weight(); note("b"); let y = f(x) + f(x * x); note("a"); y * y }
    several_in_a_statement(x) { let w = weigh2(&make2("1"), &make2("2")) + make2("3").weight(); note("a"); w * x }
    option_holder(x) { let o = Some(hold(x)); note("a"); let y = if let Some(h) = o { note("in"); h.w * x } else { x }; note("b"); y }
    option_holder_take(x) { let mut o = Some(hold(x)); note("a"); let y = if let Some(h) = o.take() { note("in"); h.w * x } else { x }; note("b"); y }
    match_borrowed(x) { let y = match &make() { k => { note("in"); x * k.weight() } }; note("a"); y * x }
    match_borrowed_mut(x) { let y = match &mut make() { k => { note("in"); x * k.weight() } }; note("a"); y * x }
    match_option(x) { let y = match Some(make()) { Some(ref k) => { note("in"); x * k.weight() } None => x }; note("a"); y * x }
    match_by_value(x) { let y = match make() { k => { note("in"); x * k.weight() } }; note("a"); y * x }
    match_tuple(x) { let y = match (make(), x * x) { (k, b) => { note("in"); b * k.weight() } }; note("a"); y * x }
    match_box(x) { let y = match Box::new(make()) { k => { note("in"); x * k.weight() } }; note("a"); y * x }
    match_returns(x) { let y = match &make() { k if k.rows() > 5 => x, k => { note("in"); return x * x * k.weight(); } }; note("a"); y * x }
    if_let_wild(x) { let y = if let Some(_) = Some(make()) { note("in"); x * x } else { x }; note("a"); y * x }
    if_let_else(x) { let y = if let Ok(_) = attempt(9) { note("in"); x } else { note("else"); x * x }; note("a"); y * x }
    if_let_else_literal(x) { let mut y = x; if let Ok(_k) = Err::<f64, Guard>(make()) { y *= 3.0; } else { note("else"); y *= x; } note("a"); y }
    if_let_else_if(x) { let y = if let Ok(_) = attempt(9) { x } else if let Err(_) = attempt(8) { note("in"); x * x } else { x }; note("a"); y * x }
    let_else_wild(x) { let Some(_) = Some(make()) else { return x; }; note("a"); x * x }
    let_else_named(x) { let Some(k) = Some(make()) else { return x; }; note("a"); let y = x * k.weight(); note("b"); y }
    let_else_err(x) { let Ok(_) = attempt(9) else { note("else"); return x * x; }; note("a"); x }
    let_else_ok(x) { let Ok(_) = attempt(2) else { note("else"); return x * x; }; note("a"); x }
    let_else_ignored(x) { let (Some(y), _) = (Some(x * x), make()) else { return x; }; note("a"); y * x }
    tuple_ref_ignored(x) { let (_, y) = (&make(), x * x); note("a"); y * x }
    tuple_ref_named(x) { let (_k, y) = (&make(), x * x); note("a"); y * x }
    tuple_ref_in_a_block(x) { let mut y = x; { let (_, z) = (&make2("1"), x * x); note("in"); y *= z; } note("a"); let (_, z) = (&mut make2("2"), x); note("b"); y * z }
    ref_ignored(x) { let _ = &make2("1"); note("a"); let _ = make2("2"); note("b"); x * x }
    if_let_borrowed(x) { let y = if let k = &make() { note("in"); x * k.weight() } else { x }; note("a"); y * x }
    if_let_breaks(x) { let mut y = x; for i in 0..3 { if let k = &make() { y *= k.weight(); if i == 1 { note("brk"); break; } } note("end"); } note("a"); y * x }
    for_borrowed(x) { let mut y = x; for k in &[make2("1"), make2("2")] { note("in"); y *= x * k.weight(); } note("a"); y * x }
    for_iter(x) { let mut y = x; for k in [make2("1"), make2("2")].iter() { note("in"); y *= x * k.weight(); } note("a"); y * x }
    for_by_value(x) { let mut y = x; for k in [make2("1"), make2("2")] { note("in"); y *= x * k.weight(); } note("a"); y * x }
    for_iter_breaks(x) { let mut y = x; for k in [make2("1"), make2("2")].iter() { note("in"); y *= x * k.weight(); if y > 0.1 { note("brk"); break; } } note("a"); y * x }
}
