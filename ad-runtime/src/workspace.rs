//! Where the forward sweep saves what the backward sweep needs.

mod cotangents;
mod pieces;
mod snapshots;
mod spares;

pub use cotangents::{Part, give_back, part, to_keep};
pub(crate) use cotangents::{copied, end_values, give_back_list, lend_list, lend_values, lengthen};
pub use pieces::{
    CloneOfPiece, End, NoWitness, OtherEnd, Piece, PieceAlone, TypeOfAny, TypeOfField, TypeOfMarked, Uncopied, piece,
};
pub use snapshots::{Restart, Rewrite, Stacked, restart, snapshot_again, snapshot_stacked, unstack};
pub use spares::{
    HeldPullback, TypeOfHeld, copy_again, copy_of_slice, copy_to_write, hold, hold_apart, keep_copy, release,
    release_like,
};
pub(crate) use spares::{lend_box, lend_idler, open_box, take_back_idler};

use crate::scalar::Scalar;
use std::any::{Any, TypeId, type_name};
use std::cell::Cell;
use std::fmt;
use std::marker::PhantomData;

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
    /// What is lent and taken back at the moment are values, not cotangents.
    of_values: bool,
}

/// What a workspace holds, and hands to its thread. One that nobody used is made and dropped for nothing.
#[derive(Default)]
struct Memory {
    /// Nothing until the first tape comes back. It is not in a box: of two words, LLVM would make one vector, and not see that an entry
    /// point whose workspace nobody used has nothing to drop.
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

/// By type of element, the `Pool<T>`.
type Pools = Vec<(TypeId, Box<dyn Any>)>;

/// The vectors that are not in use.
#[derive(Default)]
struct Idle {
    /// Of floats: rustc knows where they are.
    doubles: Pool<f64>,
    singles: Pool<f32>,
    /// A program has a few types of tape, and those in a loop are found at the front: that is faster than any hashing.
    others: Pools,
    /// What they hold, all together.
    bytes: usize,
    /// A receiver, for the method by value that is called next.
    offered: Option<Box<dyn Any>>,
}

/// The vectors of one type that are not in use.
struct Pool<T> {
    idle: Vec<Vec<T>>,
    /// How many cotangents, and how many copies of values, are in use that were taken from here. As many of each come back at most: of
    /// those that come from elsewhere there may be more every time, and they may be shorter.
    lent: [usize; 2],
}

impl<T> Default for Pool<T> {
    fn default() -> Self {
        Pool {
            idle: Vec::new(),
            lent: [0; 2],
        }
    }
}

impl Idle {
    #[inline(always)]
    fn of<T: 'static>(&mut self) -> Option<&mut Pool<T>> {
        self.of_floats().map_or_else(|others| search(others), Some)
    }

    #[inline(always)]
    fn of_or_new<T: 'static>(&mut self) -> &mut Pool<T> {
        self.of_floats().unwrap_or_else(search_or_make)
    }

    /// The pool of a type that rustc knows the place of, or where to search for it.
    #[inline(always)]
    fn of_floats<T: 'static>(&mut self) -> Result<&mut Pool<T>, &mut Pools> {
        let (doubles, singles): (&mut dyn Any, &mut dyn Any) = (&mut self.doubles, &mut self.singles);
        match doubles.downcast_mut() {
            Some(pool) => Ok(pool),
            None => singles.downcast_mut().ok_or(&mut self.others),
        }
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
fn other<S: Stack + Default>(stacks: &mut Vec<(TypeId, Box<dyn Stack>)>) -> &mut S {
    let id = TypeId::of::<S>();
    let at = stacks.iter().position(|(other, _)| *other == id);
    let at = at.unwrap_or_else(|| {
        stacks.push((id, Box::new(S::default())));
        stacks.len() - 1
    });
    let stack: &mut dyn Any = &mut *stacks[at].1;
    stack
        .downcast_mut()
        .unwrap_or_else(|| unreachable!("the stack under `{}` is of another type", type_name::<S>()))
}

/// A stack whose elements are of some type, or a pile of lists of them.
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

/// So far from the front a type of tape is left where it is, and so far from the end a list may be exchanged for a longer one.
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
            of_values: false,
        }
    }

    /// An empty tape, with the capacity of one that was given back before, if there is one.
    #[inline]
    pub fn tape<T: 'static>(&mut self) -> Vec<T> {
        self.ready();
        let Some(idle) = &mut self.memory.idle else {
            return Vec::new();
        };
        let tape = idle.of::<T>().and_then(|pool| pool.idle.pop()).unwrap_or_default();
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
            idle.of_or_new().idle.push(tape);
        }
    }

    /// An empty vector for `count` zeros, which [`Workspace::take_back`] takes back.
    #[inline]
    pub(crate) fn lend<T: 'static>(&mut self, count: usize) -> Vec<T> {
        if count == 0 || size_of::<T>() == 0 {
            return Vec::new();
        }
        self.ready();
        let kind = usize::from(self.of_values);
        let idle = self.memory.idle.get_or_insert_default();
        let pool = idle.of_or_new::<T>();
        pool.lent[kind] += 1;
        let mut list = pool.idle.pop().unwrap_or_default();
        if list.capacity() < count {
            exchange(&mut pool.idle, &mut list, count);
        }
        idle.bytes -= list.capacity() * size_of::<T>();
        list
    }

    /// Zeros in memory of the workspace.
    #[inline]
    pub(crate) fn zeros<S: Scalar>(&mut self, count: usize) -> Vec<S> {
        self.filled(S::ZERO, count)
    }

    /// A list of one zero over and over.
    #[inline]
    pub(crate) fn filled<Z: Clone + 'static>(&mut self, zero: Z, count: usize) -> Vec<Z> {
        let mut zeros = self.lend(count);
        if zeros.capacity() < count {
            // The allocator often has zeros at hand.
            return vec![zero; count];
        }
        zeros.resize(count, zero);
        zeros
    }

    /// Takes back the memory of a cotangent. If more come back than were lent, some are of another origin: the longer ones are kept.
    #[inline]
    pub(crate) fn take_back<T: 'static>(&mut self, mut list: Vec<T>) {
        if list.capacity() == 0 {
            return;
        }
        list.clear();
        let kind = usize::from(self.of_values);
        let Some(idle) = &mut self.memory.idle else { return };
        let Some(pool) = idle.of::<T>() else { return };
        if pool.lent[kind] == 0 {
            let more = keep_longer(&mut pool.idle, list) * size_of::<T>();
            idle.bytes += more;
            return;
        }
        pool.lent[kind] -= 1;
        let bytes = list.capacity() * size_of::<T>();
        pool.idle.push(list);
        idle.bytes += bytes;
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

    /// Keeps a receiver for the method by value that is called next.
    pub(crate) fn offer<T: 'static>(&mut self, receiver: T) {
        self.ready();
        self.memory.idle.get_or_insert_default().offered = Some(Box::new(receiver));
    }

    /// The receiver that was offered.
    pub(crate) fn take_offer<T: 'static>(&mut self) -> Option<T> {
        let offered = &mut self.memory.idle.as_mut()?.offered;
        offered
            .take_if(|offered| offered.is::<T>())?
            .downcast()
            .ok()
            .map(|receiver| *receiver)
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

/// Puts a list in the place of a shorter one of those that came last; gives how many more elements it has room for.
#[cold]
fn keep_longer<T>(lists: &mut [Vec<T>], list: Vec<T>) -> usize {
    let mut last = lists.iter_mut().rev().take(NEAR);
    let Some(short) = last.find(|short| short.capacity() < list.capacity()) else {
        return 0;
    };
    let more = list.capacity() - short.capacity();
    *short = list;
    more
}

/// Exchanges a list that is too short for one with room for `count`, if there is one.
#[cold]
fn exchange<T>(lists: &mut [Vec<T>], short: &mut Vec<T>, count: usize) {
    if let Some(long) = lists.iter_mut().rev().find(|list| list.capacity() >= count) {
        std::mem::swap(short, long);
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

/// The pool of a type that rustc does not know the place of, made where there is none.
#[inline]
fn search_or_make<T: 'static>(pools: &mut Pools) -> &mut Pool<T> {
    let id = TypeId::of::<T>();
    let at = pools.iter().position(|(other, _)| *other == id);
    let at = at.unwrap_or_else(|| {
        pools.push((id, Box::new(Pool::<T>::default())));
        pools.len() - 1
    });
    found(pools, at)
}

/// The pool of a type that rustc does not know the place of.
#[inline]
fn search<T: 'static>(pools: &mut [(TypeId, Box<dyn Any>)]) -> Option<&mut Pool<T>> {
    let id = TypeId::of::<T>();
    let at = pools.iter().position(|(other, _)| *other == id)?;
    Some(found(pools, at))
}

#[inline]
fn found<T: 'static>(pools: &mut [(TypeId, Box<dyn Any>)], mut at: usize) -> &mut Pool<T> {
    if at > NEAR {
        // Half-way to the front: what is asked for often comes near, what is asked for once drives away little.
        pools.swap(at, at / 2);
        at /= 2;
    }
    pool_of(&mut pools[at].1)
}

/// The pool in a box that was found under the type of its elements.
fn pool_of<T: 'static>(pool: &mut Box<dyn Any>) -> &mut Pool<T> {
    pool.downcast_mut()
        .unwrap_or_else(|| unreachable!("the pool under `{}` is of another type", type_name::<T>()))
}

impl fmt::Debug for Workspace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let types = self.memory.idle.as_ref().map_or(0, |idle| idle.others.len());
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
    fn tapes_of_nothing_work_too() {
        let mut workspace = Workspace::new();
        workspace.recycle(vec![(), ()]);
        assert!(workspace.tape::<()>().is_empty());
    }
}
