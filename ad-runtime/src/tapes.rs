//! Tapes: what the forward sweep puts on one, and the backward sweep takes from it in the other order.
//!
//! Input: what an iteration saves. Output: the same, when the iteration is run backwards.

use std::ops::Range;

/// The last thing that the forward sweep put on a tape, or the last element of a vector's cotangent.
///
/// # Panics
/// If there is none: the backward sweep takes exactly what the forward sweep put there.
///
/// ```
/// assert_eq!(ad_runtime::pop(&mut vec![1.0, 2.0]), 2.0);
/// ```
#[inline(always)]
pub fn pop<T>(tape: &mut Vec<T>) -> T {
    tape.pop()
        .expect("the backward sweep takes what the forward sweep saved")
}

/// What can be taken from its end.
pub trait Popped {
    /// The type of an element.
    type Element;
    /// Takes the last one.
    fn popped(&mut self) -> Option<Self::Element>;
}

impl<T> Popped for Vec<T> {
    type Element = T;
    #[inline(always)]
    fn popped(&mut self) -> Option<T> {
        self.pop()
    }
}

impl<L: Popped + ?Sized> Popped for Box<L> {
    type Element = L::Element;
    #[inline(always)]
    fn popped(&mut self) -> Option<L::Element> {
        (**self).popped()
    }
}

/// The last element of a list, which the forward sweep put there.
///
/// # Panics
/// If there is none.
///
/// ```
/// assert_eq!(ad_runtime::pop_element(&mut vec![1.0, 2.0]), 2.0);
/// ```
#[inline(always)]
pub fn pop_element<L: Popped + ?Sized>(list: &mut L) -> L::Element {
    list.popped()
        .expect("the backward sweep takes what the forward sweep put there")
}

/// Goes back through a loop that did no more than a few operations on numbers, with what each iteration saved. Four of them are
/// one here: the comparisons and jumps of a loop would cost as much as the operations.
///
/// # Panics
/// If the tape has less than one element for each iteration: the backward sweep takes exactly what the forward sweep put there.
///
/// ```
/// let mut tape = vec![0.5, 2.0, 3.0];
/// let mut product = 1.0;
/// ad_runtime::unwind(&mut tape, 2, |factor| product *= factor);
/// assert_eq!((product, tape), (6.0, vec![0.5]));
/// ```
#[inline(always)]
pub fn unwind<T: Copy>(tape: &mut Vec<T>, iterations: usize, mut back: impl FnMut(T)) {
    let first = tape.len().checked_sub(iterations);
    let first = first.expect("the backward sweep takes what the forward sweep saved");
    let (rest, blocks) = tape[first..].as_rchunks::<4>();
    for [a, b, c, d] in blocks.iter().rev() {
        back(*d);
        back(*c);
        back(*b);
        back(*a);
    }
    rest.iter().rev().for_each(|saved| back(*saved));
    tape.truncate(first);
}

/// A loop's iterations, for each of which the tape has room from now on.
///
/// ```
/// let mut tape = Vec::new();
/// for i in ad_runtime::room(&mut tape, 0..3) {
///     ad_runtime::put(&mut tape, i * i);
/// }
/// assert_eq!(tape, [0, 1, 4]);
/// ```
#[inline(always)]
pub fn room<T, I: Iterator>(tape: &mut Vec<T>, iterations: I) -> I {
    // The call that makes room sees another variable than the loop does: the loop can hold the tape in registers.
    let mut roomy = std::mem::take(tape);
    roomy.reserve(iterations.size_hint().0);
    *tape = roomy;
    iterations
}

/// Puts on a tape what one iteration saves, if there is room for it; [`room`] made some for every iteration.
///
/// So nothing in the loop may call a function, neither one that makes room nor one that complains, and LLVM keeps what the loop
/// carries in registers. What found no room would be missed by the backward sweep, which panics then.
///
/// ```
/// let mut tape = Vec::with_capacity(1);
/// ad_runtime::put(&mut tape, 2.0);
/// assert_eq!(tape, [2.0]);
/// ```
#[inline(always)]
pub fn put<T>(tape: &mut Vec<T>, saved: T) {
    if tape.len() < tape.capacity() {
        tape.push(saved);
    }
}

/// Saves the elements that a loop is to overwrite. Where the list is too short for them, the loop says so, as it does in the function
/// itself.
///
/// ```
/// let mut tape = Vec::new();
/// ad_runtime::save_row(&mut tape, &[1.0, 2.0, 3.0], 1..3);
/// assert_eq!(tape, [2.0, 3.0]);
/// ```
#[inline(always)]
pub fn save_row<T: Copy>(tape: &mut Vec<T>, list: &[T], row: Range<usize>) {
    if let Some(row) = list.get(row) {
        tape.extend_from_slice(row);
    }
}

/// Puts back what [`save_row`] saved last.
///
/// # Panics
/// If that are fewer elements: the backward sweep takes exactly what the forward sweep put there.
///
/// ```
/// let (mut tape, mut list) = (vec![2.0, 3.0], [1.0, 0.0, 0.0]);
/// ad_runtime::undo_row(&mut tape, &mut list, 1..3);
/// assert_eq!((list, tape.len()), ([1.0, 2.0, 3.0], 0));
/// ```
#[inline(always)]
pub fn undo_row<T: Copy>(tape: &mut Vec<T>, list: &mut [T], row: Range<usize>) {
    let first = tape.len().checked_sub(row.len());
    let first = first.expect("the backward sweep takes what the forward sweep saved");
    list[row].copy_from_slice(&tape[first..]);
    tape.truncate(first);
}

/// What a pullback moves, so that it can run only once, even if all else that it captures could be copied: Rust then calls its
/// statements themselves, and not a shim around them that is not inlined with them.
///
/// ```
/// let once = ad_runtime::Once::new();
/// let pullback = move |seed: f64| {
///     once.spend();
///     2.0 * seed
/// };
/// assert_eq!(pullback(1.0), 2.0);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Once(());

impl Once {
    /// Something to move.
    #[inline(always)]
    pub fn new() -> Self {
        Once(())
    }

    /// Moves it.
    #[inline(always)]
    pub fn spend(self) {}
}

/// Runs a pullback as a part of its caller, or on its own where more is kept for it than a caller would hold in registers: so code grows
/// by no more than that with each call of a call.
///
/// ```
/// let kept = [0.5; 3];
/// assert_eq!(ad_runtime::within(move || kept[0] + kept[1]), 1.0);
/// ```
#[inline(always)]
pub fn within<R, F: FnOnce() -> R>(pullback: F) -> R {
    match const { size_of::<F>() <= MOST_KEPT } {
        true => pullback(),
        false => apart(pullback),
    }
}

/// The most bytes of a pullback and of its arguments that is always a part of its caller.
const MOST_KEPT: usize = 1024;

#[inline]
fn apart<R, F: FnOnce() -> R>(pullback: F) -> R {
    pullback()
}

/// What each iteration of a loop saves, where their number is known when it is compiled.
///
/// # Panics
/// If there are fewer iterations than that.
///
/// ```
/// let squares: [_; 3] = ad_runtime::filled(1..4, |i| i * i);
/// assert_eq!(squares, [1, 4, 9]);
/// ```
#[inline(always)]
pub fn filled<I: Iterator, T, const N: usize>(mut iterations: I, mut body: impl FnMut(I::Item) -> T) -> [T; N] {
    std::array::from_fn(|_| body(iterations.next().expect("the loop's length is known")))
}

/// The body of a loop over `iterations`, as a closure: it says of what type they are.
///
/// ```
/// let mut square = ad_runtime::turn(&(0..2_usize), |i| i * i);
/// assert_eq!([square(0), square(1)], [0, 1]);
/// ```
#[inline(always)]
pub fn turn<I: Iterator, T, F: FnMut(I::Item) -> T>(_iterations: &I, body: F) -> F {
    body
}
