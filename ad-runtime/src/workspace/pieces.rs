//! How the fields of a derived type are copied: as far as their types know how, and otherwise by `Clone`, where they are that.
//!
//! What stands in the first of these types comes before what stands in the next, to which it leads: method resolution goes there if the
//! bounds do not hold. So nothing is asked of a field that is only marked, or whose type is a parameter.

use super::{Workspace, copy_to_write};
use crate::differentiable::Differentiable;
use crate::unassigned::Unassigned;
use crate::witness::{Witness, witness_in};
use std::marker::PhantomData;
use std::mem::needs_drop;
use std::ops::Deref;

/// A field, to be copied.
///
/// ```
/// use ad_runtime::{Workspace, piece};
///
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// struct Unknown;
/// let mut workspace = Workspace::new();
/// assert_eq!(piece(&vec![1.0]).copied(&mut workspace), Some(vec![1.0]));
/// assert_eq!(piece(&Unknown).copied(&mut workspace), Some(Unknown));
/// ```
#[derive(Debug)]
pub struct Piece<'a, T>(CloneOfPiece<'a, T>);

/// The same where it is no value that is both differentiable and cloned.
#[derive(Debug)]
pub struct CloneOfPiece<'a, T>(PieceAlone<'a, T>);

/// The same where it is no value that is cloned.
#[derive(Debug)]
pub struct PieceAlone<'a, T>(Uncopied<'a, T>);

/// The same where nobody knows how.
#[derive(Debug)]
pub struct Uncopied<'a, T>(&'a T);

/// A field, to be copied.
#[inline(always)]
pub fn piece<T>(field: &T) -> Piece<'_, T> {
    Piece(CloneOfPiece(PieceAlone(Uncopied(field))))
}

macro_rules! leads {
    ($($From:ident [$($params:tt)*] [$($args:tt)*] $To:ident)*) => {$(
        impl<$($params)* T> Deref for $From<$($args)* T> {
            type Target = $To<$($args)* T>;
            #[inline(always)]
            fn deref(&self) -> &Self::Target {
                &self.0
            }
        }
    )*};
}

leads! {
    Piece ['a,] ['a,] CloneOfPiece
    CloneOfPiece ['a,] ['a,] PieceAlone
    PieceAlone ['a,] ['a,] Uncopied
    TypeOfField [] [] TypeOfMarked
    TypeOfMarked [] [] TypeOfAny
    End [] [] OtherEnd
}

impl<T: Differentiable + Clone> Piece<'_, T> {
    /// A copy, in memory of the workspace as far as the type knows how.
    #[inline(always)]
    pub fn copied(&self, workspace: &mut Workspace) -> Option<T> {
        Some(self.copy(workspace))
    }
    /// The same.
    #[inline(always)]
    pub fn copy(&self, workspace: &mut Workspace) -> T {
        copy_to_write(workspace, self.0.0.0.0)
    }
}

impl<T: Clone> CloneOfPiece<'_, T> {
    /// A clone.
    #[inline(always)]
    pub fn copied(&self, workspace: &mut Workspace) -> Option<T> {
        Some(self.copy(workspace))
    }
    /// The same.
    #[inline(always)]
    pub fn copy(&self, _: &mut Workspace) -> T {
        self.0.0.0.clone()
    }
}

impl<T: Differentiable> PieceAlone<'_, T> {
    /// A copy in memory of the workspace, if the type knows how.
    #[inline(always)]
    pub fn copied(&self, workspace: &mut Workspace) -> Option<T> {
        self.0.0.copy_again(workspace)
    }
    /// What remains of it when only the shape of its cotangent matters.
    #[inline(always)]
    pub fn witness_in(&self, workspace: &mut Workspace) -> Witness<T> {
        witness_in(workspace, self.0.0)
    }
}

/// What remains of a field that is marked, and of a type without derivative: its cotangent is `()`.
///
/// ```
/// #[derive(Clone)]
/// struct Date(u32);
///
/// let mut ws = ad_runtime::Workspace::new();
/// let witness = ad_runtime::piece(&Date(7)).witness_in(&mut ws);
/// assert_eq!(witness.zero_in(&mut ws), ());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct NoWitness;

impl NoWitness {
    /// The cotangent.
    #[inline(always)]
    pub fn zero_in(&self, _: &mut Workspace) {}
    /// There is nothing to give back.
    #[inline(always)]
    pub fn give_back(self, _: &mut Workspace) {}
}

impl<T> Uncopied<'_, T> {
    /// There is none.
    #[inline(always)]
    pub fn copied(&self, _: &mut Workspace) -> Option<T> {
        None
    }
    /// That it has no cotangent but `()`.
    #[inline(always)]
    pub fn witness_in(&self, _: &mut Workspace) -> NoWitness {
        NoWitness
    }
}

/// The type of a field, for what is asked of it whatever it is.
///
/// ```
/// use ad_runtime::{TypeOfField, Workspace};
///
/// let (mut workspace, mut list) = (Workspace::new(), vec![1.0]);
/// TypeOfField::of(&list).give_up(&mut list, &mut workspace);
/// assert!(list.is_empty());
/// ```
#[derive(Debug)]
pub struct TypeOfField<T>(TypeOfMarked<T>);

/// The same where it is not differentiable.
#[derive(Debug)]
pub struct TypeOfMarked<T>(TypeOfAny<T>);

/// The same where it is no `Clone` either.
#[derive(Debug)]
pub struct TypeOfAny<T>(PhantomData<T>);

impl<T> TypeOfField<T> {
    /// That of a value.
    #[inline(always)]
    pub fn of(_: &T) -> Self {
        Self::new()
    }
    /// That which is named.
    #[inline(always)]
    pub fn new() -> Self {
        TypeOfField(TypeOfMarked(TypeOfAny(PhantomData)))
    }
}

impl<T> Default for TypeOfField<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Differentiable> TypeOfField<T> {
    /// How much memory it owns, if it owns nothing else.
    #[inline(always)]
    pub fn memory(&self, field: &T) -> Option<usize> {
        field.memory()
    }
    /// Makes the field equal to another one.
    #[inline(always)]
    pub fn refill(&self, field: &mut T, from: &T) -> bool {
        field.refill(from)
    }
    /// Gives up the memory that it holds.
    #[inline(always)]
    pub fn give_up(&self, field: &mut T, workspace: &mut Workspace) {
        field.give_up(workspace);
    }
}

impl<T: Clone> TypeOfMarked<T> {
    /// Makes the field equal to another one.
    #[inline(always)]
    pub fn refill(&self, field: &mut T, from: &T) -> bool {
        field.clone_from(from);
        true
    }
}

impl<T: Unassigned> TypeOfField<T> {
    /// A value that holds no memory.
    #[inline(always)]
    pub fn hollow(&self) -> Option<T> {
        Some(T::unassigned())
    }
}

impl<T> TypeOfAny<T> {
    /// There is none.
    #[inline(always)]
    pub fn hollow(&self) -> Option<T> {
        None
    }
    /// What needs no end owns nothing.
    #[inline(always)]
    pub fn memory(&self, _: &T) -> Option<usize> {
        (!needs_drop::<T>()).then_some(0)
    }
    /// Nobody knows how.
    #[inline(always)]
    pub fn refill(&self, _: &mut T, _: &T) -> bool {
        false
    }
    /// Nobody knows what it holds.
    #[inline(always)]
    pub fn give_up(&self, _: &mut T, _: &mut Workspace) {}
}

/// The type of a value, for what becomes of it at its end.
///
/// ```
/// assert!(!ad_runtime::End::of(&(1.0, "a")).is_users_own());
/// assert!(ad_runtime::End::of(&vec![1.0]).is_users_own());
/// ```
#[derive(Debug)]
pub struct End<T>(OtherEnd<T>);

/// The same where the user does not say.
#[derive(Debug)]
pub struct OtherEnd<T>(PhantomData<T>);

impl<T> End<T> {
    /// That of a value.
    #[inline(always)]
    pub fn of(_: &T) -> Self {
        End(OtherEnd(PhantomData))
    }
}

// Whether there is an impl is the question.
#[allow(drop_bounds)]
impl<T: Drop> End<T> {
    /// Whether the value is looked at then.
    #[inline(always)]
    pub fn is_users_own(&self) -> bool {
        true
    }
}

impl<T> OtherEnd<T> {
    /// Whether the value is looked at then.
    #[inline(always)]
    pub fn is_users_own(&self) -> bool {
        false
    }
}
