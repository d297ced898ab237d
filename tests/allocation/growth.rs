//! What a function moves costs the way back no more than the function: nothing walks through what is moved.
//!
//! A part of each value counts how often it is copied, and how often its cotangent is made, added to or copied. Over a moved list of `n` of
//! them that is a multiple of `n`, and not of its square.

use pullback::{Cotangent, Differentiable, differentiable, no_diff};
use std::cell::Cell;

thread_local! {
    static SEEN: Cell<usize> = const { Cell::new(0) };
}

fn see() {
    SEEN.set(SEEN.get() + 1);
}

/// A number without influence, that counts what is done to it.
struct Probe(f64);

/// Its cotangent.
#[derive(Debug, PartialEq)]
struct ProbeBar(f64);

impl Clone for Probe {
    fn clone(&self) -> Self {
        see();
        Probe(self.0)
    }
}

impl Clone for ProbeBar {
    fn clone(&self) -> Self {
        see();
        ProbeBar(self.0)
    }
}

impl Differentiable for Probe {
    type Cotangent = ProbeBar;
    type Shape = u8;
    fn coarseness(&self) -> f64 {
        f64::EPSILON
    }
    fn cotangent_shape(&self) -> u8 {
        see();
        0
    }
    fn zero_of(_: &u8) -> ProbeBar {
        see();
        ProbeBar(0.0)
    }
    fn add_scaled(&mut self, alpha: f64, bar: &ProbeBar) {
        self.0 += alpha * bar.0;
    }
    fn flatten_into(&self, out: &mut Vec<f64>) {
        out.push(self.0);
    }
    fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
        self.0 = flat.next().unwrap();
    }
}

impl Cotangent for ProbeBar {
    fn accumulate(&mut self, other: &Self) {
        see();
        self.0 += other.0;
    }
    fn scale(&mut self, alpha: f64) {
        see();
        self.0 *= alpha;
    }
    fn zero_like(&self) -> Self {
        see();
        ProbeBar(0.0)
    }
    fn flatten_into(&self, out: &mut Vec<f64>) {
        out.push(self.0);
    }
    fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
        self.0 = flat.next().unwrap();
    }
}

fn probes(n: usize) -> Vec<Probe> {
    (0..n).map(|_| Probe(0.0)).collect()
}

/// A list, and numbers beside it.
#[derive(Clone, Differentiable)]
struct State {
    v: Vec<f64>,
    probes: Vec<Probe>,
    s: f64,
}

/// A state of the numbers.
#[differentiable]
fn state_of(x: &[f64]) -> State {
    State {
        v: x.to_vec(),
        probes: no_diff(probes(x.len())),
        s: 1.0,
    }
}

#[derive(Clone, Differentiable)]
struct Node {
    v: f64,
    probe: Probe,
    next: Option<Box<Node>>,
}

#[differentiable]
fn linked_list(x: &[f64]) -> f64 {
    let mut head: Option<Box<Node>> = None;
    for a in x {
        let probe = no_diff(Probe(0.0));
        head = Some(Box::new(Node {
            v: *a,
            probe,
            next: head,
        }));
    }
    let mut s = 1.0;
    while let Some(node) = head {
        s = s * 0.999 + (node.v * s).sin();
        head = node.next;
    }
    s
}

#[derive(Clone, Differentiable)]
enum List {
    Cons(f64, Probe, Box<List>),
    Nil,
}

#[differentiable]
fn own_list(x: &[f64]) -> f64 {
    let mut list = List::Nil;
    for a in x {
        let probe = no_diff(Probe(0.0));
        list = List::Cons(a.sin(), probe, Box::new(list));
    }
    let mut s = 1.0;
    loop {
        match list {
            List::Nil => break,
            List::Cons(v, _, next) => {
                s = (s * 0.9 + v * v).cos();
                list = *next;
            }
        }
    }
    s
}

#[differentiable]
fn taken_option(x: &[f64]) -> f64 {
    let mut o = Some(state_of(x));
    let mut s = 1.0;
    for i in 0..x.len() {
        if let Some(mut state) = o.take() {
            state.v[i] *= s;
            s = (s + state.v[i]).sin();
            o = Some(state);
        }
    }
    s
}

#[derive(Differentiable)]
struct Held {
    state: Option<State>,
}

#[differentiable]
fn taken_from_a_field(x: &[f64]) -> f64 {
    let held = state_of(x);
    let mut held = Held { state: Some(held) };
    let mut s = 1.0;
    for i in 0..x.len() {
        let mut state = held.state.take().unwrap();
        state.v[i] *= s;
        s = (s + state.v[i]).sin();
        held.state = Some(state);
    }
    s
}

#[differentiable]
fn taken_lists_of_a_field(x: &[f64]) -> f64 {
    let mut state = state_of(x);
    let mut s = 1.0;
    for i in 0..x.len() {
        let mut v = std::mem::take(&mut state.v);
        let probes = std::mem::take(&mut state.probes);
        v[i] *= s;
        s = (s + v[i]).sin();
        (state.v, state.probes) = (v, probes);
    }
    s
}

#[derive(Clone, Differentiable)]
enum Phase {
    Up(State, f64),
    Down(State),
}

#[differentiable]
fn matched_by_value(x: &[f64]) -> f64 {
    let mut phase = Phase::Down(state_of(x));
    let mut s = 0.5;
    for i in 0..x.len() {
        phase = match phase {
            Phase::Up(state, k) => {
                s = (s * k + state.v[i]).sin();
                Phase::Down(state)
            }
            Phase::Down(state) => {
                s += state.v[i].cos();
                Phase::Up(state, s)
            }
        };
    }
    s
}

#[differentiable]
fn attempted(mut state: State, i: usize, k: f64) -> Result<State, String> {
    if k > 100.0 {
        return Err(format!("{k}"));
    }
    state.v[i] *= k;
    Ok(state)
}

#[differentiable]
fn matched_results(x: &[f64]) -> f64 {
    let mut state = state_of(x);
    for i in 0..x.len() {
        state = match attempted(state, i, x[i] + 1.0) {
            Ok(state) => state,
            Err(_) => return x[0],
        };
    }
    state.v.iter().sum()
}

#[differentiable]
fn all_attempted(x: &[f64]) -> Option<f64> {
    let mut state = state_of(x);
    for i in 0..x.len() {
        let k = state.v[0].cos();
        state = attempted(state, i, x[i] * k).ok()?;
        if k > 2.0 {
            break;
        }
    }
    Some(state.v.iter().sum())
}
#[differentiable]
fn results_by_question_mark(x: &[f64]) -> f64 {
    all_attempted(x).unwrap_or(1.0)
}

#[differentiable]
fn both(state: State, k: f64, i: usize) -> (State, f64) {
    let y = state.v[i] * k;
    (state, y)
}

#[differentiable]
fn tuples_through_calls(x: &[f64]) -> f64 {
    let mut state = state_of(x);
    let mut s = 0.5;
    for i in 0..x.len() {
        let (next, y) = both(state, s, i);
        state = next;
        s = (s + y).sin();
    }
    s
}

#[differentiable]
fn updated_structs(x: &[f64]) -> f64 {
    let mut state = state_of(x);
    for i in 0..x.len() {
        let s = (state.s + state.v[i]).sin();
        state = State { s, ..state };
    }
    state.s
}

#[differentiable]
fn rest(state: State, i: usize) -> State {
    if i >= state.v.len() {
        return state;
    }
    let mut next = state;
    next.v[i] = next.v[i].sin();
    rest(next, i + 1)
}

#[differentiable]
fn recursion_by_value(x: &[f64]) -> f64 {
    let state = rest(state_of(x), 0);
    state.v[0] + state.v[x.len() - 1]
}

#[differentiable]
impl State {
    fn with(mut self, i: usize, a: f64) -> State {
        self.v[i] *= a;
        self.s += self.v[i];
        self
    }
}

#[differentiable]
fn by_value_builder(x: &[f64]) -> f64 {
    let mut state = state_of(x);
    for i in 0..x.len() {
        state = state.with(i, 1.1);
    }
    state.s * 0.001
}

#[differentiable]
fn by_value_builder_of_elements(x: &[f64]) -> f64 {
    let mut state = state_of(x);
    for i in 0..x.len() {
        state = state.with(i, 1.0 + 0.1 * x[i]);
    }
    state.s * 0.001
}

#[differentiable]
fn chained_builders(x: &[f64]) -> f64 {
    let mut state = state_of(x);
    for i in 0..x.len() {
        state = state.with(i, 1.1).with(i, 0.9);
    }
    state.s * 0.001
}

#[differentiable]
fn built_again(state: State, i: usize) -> State {
    state.with(i, 1.1)
}

#[differentiable]
fn builders_in_calls(x: &[f64]) -> f64 {
    let mut state = state_of(x);
    for i in 0..x.len() {
        let next = built_again(state, i);
        state = next.with(i, 0.5);
    }
    state.s * 0.001
}

#[differentiable]
fn pair(a: &State, b: &State, i: usize) -> f64 {
    a.v[i] * b.v[0]
}

#[differentiable]
fn same_list_twice(x: &[f64]) -> f64 {
    let state = state_of(x);
    let mut s = 0.0;
    for i in 0..x.len() {
        s = (s + pair(&state, &state, i)).sin();
    }
    s
}

#[differentiable]
fn three(a: &State, b: &State, c: &State, i: usize) -> f64 {
    pair(a, b, i) + pair(b, c, i) * c.v[1]
}

#[differentiable]
fn same_list_three_times(x: &[f64]) -> f64 {
    let state = state_of(x);
    let mut s = 0.0;
    for i in 0..x.len() {
        s = (s + three(&state, &state, &state, i)).sin();
    }
    s
}

#[differentiable]
fn advance(state: &mut State, i: usize) {
    let mut v = std::mem::take(&mut state.v);
    let probes: Vec<Probe> = std::mem::take(&mut state.probes);
    v[i] *= 1.5;
    state.s = (state.s + v[i]).sin();
    state.v = v;
    state.probes = probes;
}

#[differentiable]
fn taken_through_a_reference(x: &[f64]) -> f64 {
    let mut state = state_of(x);
    for i in 0..x.len() {
        advance(&mut state, i);
    }
    state.s
}

#[differentiable]
impl State {
    fn advance(&mut self, i: usize) {
        let mut v = std::mem::take(&mut self.v);
        v[i] *= 1.5;
        self.s = (self.s + v[i]).sin();
        self.v = v;
    }
}

#[differentiable]
fn taken_by_a_method(x: &[f64]) -> f64 {
    let mut state = state_of(x);
    for i in 0..x.len() {
        state.advance(i);
    }
    state.s * state.v[0]
}

/// The field is read after it has been put back.
#[differentiable]
fn read_when_put_back(state: &mut State, i: usize) {
    let mut v = std::mem::take(&mut state.v);
    v[i] *= 1.5;
    state.v = v;
    state.s = (state.s + state.v[i]).sin();
}

#[differentiable]
fn taken_and_read_when_put_back(x: &[f64]) -> f64 {
    let mut state = state_of(x);
    for i in 0..x.len() {
        read_when_put_back(&mut state, i);
    }
    state.s
}

/// The local hides the parameter that it is taken from.
#[differentiable]
fn hidden(state: &mut State, other: &mut State) {
    let mut state = std::mem::take(&mut state.v);
    state[0] *= 1.5;
    other.v = state;
}

#[differentiable]
fn taken_by_the_name_of_the_parameter(x: &[f64]) -> f64 {
    let (mut state, mut other) = (state_of(x), state_of(x));
    hidden(&mut state, &mut other);
    other.v[0] * other.v[1]
}

#[differentiable]
fn replaced(state: &mut State, i: usize) {
    let empty = State {
        v: Vec::new(),
        probes: no_diff(Vec::new()),
        s: 0.0,
    };
    let mut taken = std::mem::replace(state, empty);
    taken.v[i] *= 1.5;
    taken.s = (taken.s + taken.v[i]).sin();
    *state = taken;
}

#[differentiable]
fn replaced_as_a_whole(x: &[f64]) -> f64 {
    let mut state = state_of(x);
    for i in 0..x.len() {
        replaced(&mut state, i);
    }
    state.s
}

#[differentiable]
fn shadowed(state: &mut State, i: usize) {
    let v = std::mem::take(&mut state.v);
    let mut v: Vec<f64> = v.iter().map(|a| a * 1.5).collect();
    v[i] = v[i].sin();
    state.s += v[i];
    state.v = v;
}

#[differentiable]
fn taken_and_made_anew(x: &[f64]) -> f64 {
    let mut state = state_of(x);
    shadowed(&mut state, 0);
    shadowed(&mut state, 1);
    state.s * state.v[2]
}

#[differentiable]
trait Advance: Sized {
    fn advanced(self, i: usize) -> Self;
}

#[differentiable]
impl Advance for State {
    fn advanced(mut self, i: usize) -> State {
        self.v[i] *= 1.5;
        self.s = (self.s + self.v[i]).sin();
        self
    }
}

#[differentiable]
fn by_value_of_a_trait(x: &[f64]) -> f64 {
    let mut state = state_of(x);
    for i in 0..x.len() {
        state = state.advanced(i);
    }
    state.s
}

/// The receiver is a local that is moved out of a box, or into a closure.
#[allow(clippy::replace_box, reason = "the box that is made anew is what is tried")]
#[differentiable]
fn boxed_builder(x: &[f64]) -> f64 {
    let mut boxed = Box::new(state_of(x));
    for i in 0..x.len() {
        let state = *boxed;
        boxed = Box::new(state.with(i, 1.1));
    }
    boxed.s
}

#[differentiable]
fn folded_builder(x: &[f64]) -> f64 {
    (0..x.len()).fold(state_of(x), |state, i| state.with(i, 1.1)).s
}

/// How often the parts of what is moved are touched.
fn touched(derivative: impl Fn(&[f64]) -> (f64, Vec<f64>), n: usize) -> usize {
    let x: Vec<f64> = (0..n).map(|i| 0.3 + 0.4 * (i as f64).sin()).collect();
    SEEN.set(0);
    derivative(&x);
    SEEN.get()
}

macro_rules! grows_linearly {
    ($($function:ident)*) => {$(
        #[test]
        fn $function() {
            let x = [0.7, 1.3, 0.4, 0.9, 0.2];
            check_grad!(super::$function(&x)).unwrap();
            assert_eq!(super::$function::value_and_grad(&x).0.to_bits(), super::$function(&x).to_bits());
            let [one, two, four] = [100, 200, 400].map(|n| super::touched(super::$function::value_and_grad, n));
            assert!(two <= 2 * one + 100 && four <= 4 * one + 100, "{one}, {two}, {four}");
        }
    )*};
}

mod moves_are_linear {
    use pullback::check_grad;

    grows_linearly! {
        linked_list own_list taken_option taken_from_a_field taken_lists_of_a_field matched_by_value matched_results
        results_by_question_mark tuples_through_calls updated_structs recursion_by_value same_list_twice same_list_three_times by_value_builder by_value_builder_of_elements chained_builders builders_in_calls taken_through_a_reference taken_by_a_method
        taken_and_read_when_put_back taken_by_the_name_of_the_parameter replaced_as_a_whole taken_and_made_anew by_value_of_a_trait
        boxed_builder folded_builder
    }
}
