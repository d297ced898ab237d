//! Where the forward sweep saves what the backward sweep needs.

use crate::cotangent::Absorb;
use crate::scalar::Scalar;
use std::any::{Any, TypeId, type_name};
use std::cell::Cell;
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

/// Tapes that are kept between calls, so that a second call allocates nothing.
///
/// ```
/// use ad_runtime::Workspace;
///
/// let mut workspace = Workspace::new();
/// let mut tape = workspace.tape();
/// tape.extend([1.0, 2.0]);
/// workspace.recycle(tape);
/// let tape = workspace.tape::<f64>();
/// assert!(tape.is_empty() && tape.capacity() >= 2);
/// ```
#[derive(Default)]
pub struct Workspace {
    memory: Memory,
    /// It uses the thread's memory.
    of_the_thread: bool,
}

/// What a workspace holds, and hands to its thread. One that nobody used is made and dropped for nothing.
#[derive(Default)]
struct Memory {
    /// Nothing until the first tape comes back.
    idle: Option<Idle>,
    /// Nothing until the first one is asked for.
    stacks: Option<Box<Stacks>>,
}

impl Memory {
    #[inline(always)]
    fn is_empty(&self) -> bool {
        self.idle.is_none() && self.stacks.is_none()
    }
}

/// The tapes that are not in use.
#[derive(Default)]
struct Idle {
    /// By type of element, the `Vec<Vec<T>>`. A program has a few types of tape, and those in a loop are found at the front: that
    /// is faster than any hashing.
    tapes: Vec<(TypeId, Box<dyn Any>)>,
    /// What the tapes hold, all together.
    bytes: usize,
}

impl Idle {
    #[inline]
    fn of<T: 'static>(&mut self) -> Option<&mut Vec<Vec<T>>> {
        let id = TypeId::of::<T>();
        let mut at = self.tapes.iter().position(|(other, _)| *other == id)?;
        if at > NEAR {
            // Half-way to the front: what is asked for often comes near, what is asked for once drives away little.
            self.tapes.swap(at, at / 2);
            at /= 2;
        }
        Some(tapes_of(&mut self.tapes[at].1))
    }
}

/// The stacks that all calls share, by the type of their elements.
///
/// Most hold a few numbers of one kind. For these rustc knows where the stack is, and asking for it costs nothing; the others are
/// searched for.
macro_rules! stacks {
    ($($name:ident: $element:ty,)*) => {
        #[derive(Default)]
        struct Stacks {
            $($name: Vec<$element>,)*
            others: Vec<(TypeId, Box<dyn Stack>)>,
        }

        impl Stacks {
            #[inline(always)]
            fn of<T: 'static>(&mut self) -> &mut Vec<T> {
                $(if let Some(stack) = (&mut self.$name as &mut dyn Any).downcast_mut() {
                    return stack;
                })*
                other(&mut self.others)
            }

            /// Takes off what pullbacks that never ran have left, and says how much memory there is.
            fn clear(&mut self) -> usize {
                let known = [$(Stack::clear(&mut self.$name),)*].into_iter();
                let others = self.others.iter_mut().map(|(_, stack)| stack.clear());
                known.chain(others).sum()
            }
        }
    };
}

stacks! {
    one: (f64,),
    two: (f64, f64),
    three: (f64, f64, f64),
    four: (f64, f64, f64, f64),
    one_short: (f32,),
    two_short: (f32, f32),
    three_short: (f32, f32, f32),
    four_short: (f32, f32, f32, f32),
}

/// A stack that is searched for.
fn other<T: 'static>(stacks: &mut Vec<(TypeId, Box<dyn Stack>)>) -> &mut Vec<T> {
    let id = TypeId::of::<T>();
    let at = stacks.iter().position(|(other, _)| *other == id);
    let at = at.unwrap_or_else(|| {
        stacks.push((id, Box::new(Vec::<T>::new())));
        stacks.len() - 1
    });
    let stack: &mut dyn Any = &mut *stacks[at].1;
    stack
        .downcast_mut()
        .unwrap_or_else(|| unreachable!("the stack under `{}` is of another type", type_name::<T>()))
}

/// A stack whose elements are of some type.
trait Stack: Any {
    /// Empties it; gives the bytes that it holds.
    fn clear(&mut self) -> usize;
}

impl<T: 'static> Stack for Vec<T> {
    fn clear(&mut self) -> usize {
        Vec::clear(self);
        self.capacity() * size_of::<T>()
    }
}

/// So far from the front a type of tape is left where it is.
const NEAR: usize = 4;

/// More than this a thread does not keep when nothing runs.
const KEPT_BYTES: usize = 64 << 20;

thread_local! {
    static OF_THE_THREAD: Cell<Option<Memory>> = const { Cell::new(None) };
}

impl Workspace {
    /// A workspace without tapes.
    ///
    /// ```
    /// let mut workspace = ad_runtime::Workspace::new();
    /// assert_eq!(workspace.tape::<f64>().capacity(), 0);
    /// ```
    pub fn new() -> Self {
        Self::default()
    }

    /// A workspace with the memory of the last one of this thread: taken when the first tape is, given back when the
    /// workspace is dropped. A thread keeps up to 64 MiB.
    ///
    /// ```
    /// use ad_runtime::Workspace;
    ///
    /// let mut workspace = Workspace::of_the_thread();
    /// workspace.recycle(vec![1.0, 2.0]);
    /// drop(workspace);
    /// assert!(Workspace::of_the_thread().tape::<f64>().capacity() >= 2);
    /// ```
    #[inline]
    pub fn of_the_thread() -> Self {
        Workspace {
            memory: Memory::default(),
            of_the_thread: true,
        }
    }

    /// An empty tape, with the capacity of one that was given back before, if there is one.
    #[inline]
    pub fn tape<T: 'static>(&mut self) -> Vec<T> {
        self.ready();
        let Some(idle) = &mut self.memory.idle else {
            return Vec::new();
        };
        let tape = idle.of::<T>().and_then(Vec::pop).unwrap_or_default();
        idle.bytes -= tape.capacity() * size_of::<T>();
        tape
    }

    /// Takes back a tape; what is still on it is dropped. One without capacity is not kept, since it saves nothing.
    #[inline]
    pub fn recycle<T: 'static>(&mut self, mut tape: Vec<T>) {
        tape.clear();
        if tape.capacity() > 0 {
            self.ready();
            let idle = self.memory.idle.get_or_insert_default();
            idle.bytes += tape.capacity() * size_of::<T>();
            match idle.of::<T>() {
                Some(tapes) => tapes.push(tape),
                None => idle.tapes.push((TypeId::of::<T>(), Box::new(vec![tape]))),
            }
        }
    }

    /// The stack of a type of element, to be put back before anything else uses the workspace.
    ///
    /// Where a function has a loop that calls nothing, what its iterations save stands on a stack that all calls of all functions
    /// share: asking for it costs less than a tape for each call, and it is one piece of memory. Pullbacks run in the opposite
    /// order of their functions, so each finds its own on top.
    ///
    /// ```
    /// let mut workspace = ad_runtime::Workspace::new();
    /// let mut stack = workspace.stack();
    /// stack.extend([1.0, 2.0]);
    /// let height = workspace.put_back(stack);
    /// assert_eq!(workspace.stack_until(height), [1.0, 2.0]);
    /// ```
    #[inline(always)]
    pub fn stack<T: 'static>(&mut self) -> Vec<T> {
        if self.memory.stacks.is_none() {
            self.first_stacks();
        }
        std::mem::take(self.stacks().of())
    }

    /// The stack as it was when it was put back at this height. What lies above is of pullbacks that never ran.
    ///
    /// # Panics
    /// If it is lower: then another pullback has taken what is not its own.
    ///
    /// ```
    /// let mut workspace = ad_runtime::Workspace::new();
    /// let mut stack = workspace.stack();
    /// stack.push(1.0);
    /// let height = workspace.put_back(stack);
    /// let mut stack = workspace.stack();
    /// stack.push(2.0);
    /// workspace.put_back(stack);
    /// assert_eq!(workspace.stack_until(height), [1.0]);
    /// ```
    #[inline(always)]
    pub fn stack_until<T: 'static>(&mut self, height: Height<T>) -> Vec<T> {
        let mut stack = std::mem::take(self.stacks().of());
        assert!(
            stack.len() >= height.len,
            "the backward sweep takes what the forward sweep saved"
        );
        stack.truncate(height.len);
        stack
    }

    /// Puts a stack back, and gives its height.
    ///
    /// # Panics
    /// If no stack was taken before.
    ///
    /// ```
    /// let mut workspace = ad_runtime::Workspace::new();
    /// let mut stack = workspace.stack();
    /// stack.push(1.0);
    /// workspace.put_back(stack);
    /// assert_eq!(workspace.stack::<f64>(), [1.0]);
    /// ```
    #[inline(always)]
    pub fn put_back<T: 'static>(&mut self, stack: Vec<T>) -> Height<T> {
        let height = Height {
            len: stack.len(),
            of: PhantomData,
        };
        // In its place is an empty one, which holds no memory: no need to look whether there is some to give back.
        std::mem::forget(std::mem::replace(self.stacks().of(), stack));
        height
    }

    /// What comes after a loop calls nothing that returns: it would make LLVM keep what the loop carries in memory.
    #[inline(always)]
    fn stacks(&mut self) -> &mut Stacks {
        self.memory.stacks.as_mut().expect("a stack was taken from here")
    }

    #[cold]
    #[inline(never)]
    fn first_stacks(&mut self) {
        self.ready();
        self.memory.stacks.get_or_insert_default();
    }

    /// Drops the workspace. Where nothing used it, nothing is called: entry points that need no memory end with this.
    ///
    /// ```
    /// let workspace = ad_runtime::Workspace::of_the_thread();
    /// workspace.close();
    /// ```
    #[inline(always)]
    pub fn close(self) {
        if self.memory.is_empty() {
            // There is nothing to drop, but LLVM would look again, in a function of its own.
            std::mem::forget(self);
        }
    }

    /// Takes the thread's memory, where there is none yet.
    #[inline]
    fn ready(&mut self) {
        if self.of_the_thread && self.memory.is_empty() {
            self.take_from_the_thread();
        }
    }

    #[cold]
    fn take_from_the_thread(&mut self) {
        self.memory = OF_THE_THREAD.try_with(Cell::take).ok().flatten().unwrap_or_default();
    }

    #[cold]
    fn give_to_the_thread(&mut self) {
        let mut memory = std::mem::take(&mut self.memory);
        let stacks = memory.stacks.as_mut().map_or(0, |stacks| stacks.clear());
        let tapes = memory.idle.as_ref().map_or(0, |idle| idle.bytes);
        if tapes + stacks <= KEPT_BYTES {
            // A thread that ends keeps nothing.
            _ = OF_THE_THREAD.try_with(|kept| kept.set(Some(memory)));
        }
    }
}

impl Drop for Workspace {
    #[inline]
    fn drop(&mut self) {
        if self.of_the_thread && !self.memory.is_empty() {
            self.give_to_the_thread();
        }
    }
}

/// How high a stack of the workspace stood, with the type of its elements.
pub struct Height<T> {
    len: usize,
    of: PhantomData<fn() -> T>,
}

impl<T> Clone for Height<T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Height<T> {}

impl<T> fmt::Debug for Height<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Height({})", self.len)
    }
}

/// A zero cotangent of a vector, in memory of the workspace: to be given back with [`Workspace::recycle`].
///
/// ```
/// let mut workspace = ad_runtime::Workspace::new();
/// assert_eq!(ad_runtime::part(&mut workspace, &[1.0, 2.0]), [0.0, 0.0]);
/// ```
pub fn part<S: Scalar>(workspace: &mut Workspace, list: &[S]) -> Vec<S> {
    let mut part = workspace.tape();
    part.resize(list.len(), S::ZERO);
    part
}

/// The cotangent of a slice, beside another one of the same slice: on the stack where it is short.
#[derive(Debug)]
pub struct Part<S> {
    few: [S; FEW],
    many: Vec<S>,
    len: usize,
}

const FEW: usize = 8;

impl<S: Scalar> Part<S> {
    /// A zero for each element.
    ///
    /// ```
    /// use ad_runtime::{Part, Workspace};
    ///
    /// let mut workspace = Workspace::new();
    /// let part = Part::zero(&mut workspace, &[1.0, 2.0]);
    /// assert_eq!(*part, [0.0, 0.0]);
    /// part.give_back(&mut workspace);
    /// ```
    #[inline]
    pub fn zero(workspace: &mut Workspace, slice: &[S]) -> Self {
        let long = slice.len() > FEW;
        Part {
            few: [S::ZERO; FEW],
            many: if long { part(workspace, slice) } else { Vec::new() },
            len: slice.len(),
        }
    }

    /// Gives the memory of a long one back.
    #[inline]
    pub fn give_back(self, workspace: &mut Workspace) {
        if self.len > FEW {
            workspace.recycle(self.many);
        }
    }
}

impl<S> Deref for Part<S> {
    type Target = [S];
    #[inline]
    fn deref(&self) -> &[S] {
        if self.len > FEW {
            &self.many
        } else {
            &self.few[..self.len]
        }
    }
}

impl<S> DerefMut for Part<S> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [S] {
        if self.len > FEW {
            &mut self.many
        } else {
            &mut self.few[..self.len]
        }
    }
}

impl<S: Scalar> Absorb<Part<S>> for [S] {
    #[inline]
    fn absorb(&mut self, contribution: &Part<S>) {
        assert_eq!(self.len(), contribution.len, "cotangents of one slice differ in length");
        for (sum, x) in self.iter_mut().zip(&**contribution) {
            *sum += *x;
        }
    }
}

/// The tapes in a box that was found under the type of their elements.
fn tapes_of<T: 'static>(tapes: &mut Box<dyn Any>) -> &mut Vec<Vec<T>> {
    tapes
        .downcast_mut()
        .unwrap_or_else(|| unreachable!("the tapes under `{}` are of another type", type_name::<T>()))
}

impl fmt::Debug for Workspace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let types = self.memory.idle.as_ref().map_or(0, |idle| idle.tapes.len());
        write!(f, "Workspace({types} types of tape)")
    }
}

/// Which way a branch went, with what it saved.
///
/// ```
/// use ad_runtime::Branch;
///
/// let record: Branch<f64, ()> = Branch::Then(2.0);
/// assert!(matches!(record, Branch::Then(saved) if saved == 2.0));
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Branch<A, B> {
    /// The condition held.
    Then(A),
    /// The condition did not hold.
    Else(B),
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::rc::Rc;

    #[test]
    fn a_tape_comes_back_with_its_memory() {
        let mut workspace = Workspace::new();
        let mut tape = workspace.tape::<(f64, usize)>();
        tape.extend([(1.0, 1), (2.0, 2)]);
        let (memory, capacity) = (tape.as_ptr(), tape.capacity());
        workspace.recycle(tape);
        let tape = workspace.tape::<(f64, usize)>();
        assert_eq!((tape.as_ptr(), tape.capacity(), tape.len()), (memory, capacity, 0));
        // It is in use now, so the next one is new.
        assert_eq!(workspace.tape::<(f64, usize)>().capacity(), 0);
    }

    #[test]
    fn tapes_of_different_types_are_kept_apart() {
        let mut workspace = Workspace::new();
        workspace.recycle(Vec::<f64>::with_capacity(3));
        workspace.recycle(Vec::<u64>::with_capacity(5));
        assert_eq!(workspace.tape::<i64>().capacity(), 0);
        assert_eq!(workspace.tape::<f64>().capacity(), 3);
        assert_eq!(workspace.tape::<u64>().capacity(), 5);
    }

    #[test]
    fn an_empty_tape_is_not_kept() {
        let mut workspace = Workspace::new();
        workspace.recycle(Vec::<f64>::with_capacity(3));
        workspace.recycle(Vec::<f64>::new());
        assert_eq!(workspace.tape::<f64>().capacity(), 3);
    }

    #[test]
    fn what_is_left_on_a_tape_is_dropped() {
        let value = Rc::new(());
        let mut workspace = Workspace::new();
        workspace.recycle(vec![Rc::clone(&value), Rc::clone(&value)]);
        assert_eq!(Rc::strong_count(&value), 1);
    }

    #[test]
    fn a_thread_keeps_what_the_last_workspace_gave_back() {
        let within = |run: fn()| std::thread::spawn(run).join().expect("no panic");
        within(|| {
            let mut first = Workspace::of_the_thread();
            let mut second = Workspace::of_the_thread();
            first.recycle(Vec::<f64>::with_capacity(3));
            assert_eq!(second.tape::<f64>().capacity(), 0, "the first is still in use");
            drop(first);
            assert_eq!(second.tape::<f64>().capacity(), 3);
            drop(second);
        });
        within(|| {
            let mut large = Workspace::of_the_thread();
            large.recycle(Vec::<u8>::with_capacity(KEPT_BYTES + 1));
            drop(large);
            assert_eq!(Workspace::of_the_thread().tape::<u8>().capacity(), 0);
        });
        within(|| {
            Workspace::new().recycle(Vec::<u8>::with_capacity(3));
            assert_eq!(Workspace::of_the_thread().tape::<u8>().capacity(), 0, "it was its own");
        });
    }

    fn save<T: Clone + 'static>(workspace: &mut Workspace, saved: &[T]) -> Height<T> {
        let mut stack = workspace.stack();
        stack.extend_from_slice(saved);
        workspace.put_back(stack)
    }

    #[test]
    fn stacks_are_kept_apart_by_their_elements() {
        let mut workspace = Workspace::new();
        let one = save(&mut workspace, &[(1.0_f64,)]);
        let many = save(&mut workspace, &[(1_u8, 2.0_f32)]);
        let short = save(&mut workspace, &[(1.0_f32,), (2.0,)]);
        assert_eq!(workspace.stack_until(short), [(1.0,), (2.0,)]);
        assert_eq!(workspace.stack_until(many), [(1, 2.0)]);
        assert_eq!(workspace.stack_until(one), [(1.0,)]);
    }

    #[test]
    fn what_no_pullback_took_is_cut_off() {
        let mut workspace = Workspace::new();
        let first = save(&mut workspace, &[0.0, 1.0]);
        save(&mut workspace, &[2.0, 3.0, 4.0]);
        let mut stack = workspace.stack_until(first);
        assert_eq!(stack, [0.0, 1.0]);
        stack.clear();
        workspace.put_back(stack);
        assert_eq!(save(&mut workspace, &[2.0, 3.0, 4.0]).len, 3);
    }

    #[test]
    #[should_panic(expected = "takes what the forward sweep saved")]
    fn pullbacks_in_the_wrong_order_panic() {
        let mut workspace = Workspace::new();
        let first = save(&mut workspace, &[0.0, 1.0]);
        let second = save(&mut workspace, &[2.0, 3.0, 4.0]);
        let stack = workspace.stack_until(first);
        workspace.put_back(stack);
        workspace.stack_until(second);
    }

    #[test]
    fn a_thread_keeps_the_memory_of_stacks_and_not_what_is_on_them() {
        let within = |run: fn()| std::thread::spawn(run).join().expect("no panic");
        within(|| {
            save(&mut Workspace::of_the_thread(), &[2.0, 3.0, 4.0]);
            let stack = Workspace::of_the_thread().stack::<f64>();
            assert!(stack.is_empty() && stack.capacity() >= 3);
        });
        within(|| {
            let mut large = Workspace::of_the_thread();
            let mut stack = large.stack::<u8>();
            stack.reserve(KEPT_BYTES + 1);
            large.put_back(stack);
            drop(large);
            assert_eq!(Workspace::of_the_thread().stack::<u8>().capacity(), 0);
        });
    }

    #[test]
    fn parts_are_as_long_as_their_slice() {
        let mut workspace = Workspace::new();
        for len in [0, 1, FEW, FEW + 1, 100] {
            let slice = vec![1.0; len];
            let mut part = Part::zero(&mut workspace, &slice);
            assert_eq!(*part, vec![0.0; len]);
            part.iter_mut().for_each(|x| *x += 2.0);
            let mut sum = slice;
            crate::accumulate(&mut sum[..], &part);
            assert_eq!(sum, vec![3.0; len]);
            part.give_back(&mut workspace);
        }
        assert_eq!(workspace.tape::<f64>().capacity(), 100);
    }

    #[test]
    fn tapes_of_nothing_work_too() {
        let mut workspace = Workspace::new();
        workspace.recycle(vec![(), ()]);
        assert!(workspace.tape::<()>().is_empty());
    }
}
