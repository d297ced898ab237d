//! `Either` of the crate either: its cotangent is an `Either` of the cotangents, with the same side.

use crate::cotangent::Cotangent;
use crate::differentiable::Differentiable;
use crate::inactive::Inactive;
use crate::numbers::{Numbers, Outline};
use crate::payload::EitherPayload;
use crate::unassigned::Unassigned;
use crate::workspace::Workspace;
use either::Either;

impl<L, R> EitherPayload for Either<L, R> {
    type Left = L;
    type Right = R;
    #[inline(always)]
    fn into_left(self) -> Option<L> {
        self.left()
    }
    #[inline(always)]
    fn into_right(self) -> Option<R> {
        self.right()
    }
    #[inline(always)]
    fn left_and_right(&self) -> (Option<&L>, Option<&R>) {
        (self.as_ref().left(), self.as_ref().right())
    }
    #[inline(always)]
    fn left_and_right_mut(&mut self) -> (Option<&mut L>, Option<&mut R>) {
        match self {
            Either::Left(left) => (Some(left), None),
            Either::Right(right) => (None, Some(right)),
        }
    }
}

impl<L: Differentiable, R: Differentiable> Differentiable for Either<L, R> {
    type Cotangent = Either<L::Cotangent, R::Cotangent>;
    type Shape = Either<L::Shape, R::Shape>;
    #[inline]
    fn copy_again(&self, workspace: &mut Workspace) -> Option<Self> {
        Some(match self {
            Either::Left(left) => Either::Left(left.copy_again(workspace)?),
            Either::Right(right) => Either::Right(right.copy_again(workspace)?),
        })
    }
    fn coarseness(&self) -> f64 {
        either::for_both!(self, value => value.coarseness())
    }
    #[inline]
    fn cotangent_shape(&self) -> Self::Shape {
        self.as_ref().map_either(L::cotangent_shape, R::cotangent_shape)
    }
    #[inline]
    fn zero_of(shape: &Self::Shape) -> Self::Cotangent {
        shape.as_ref().map_either(L::zero_of, R::zero_of)
    }
    #[inline]
    fn add_scaled(&mut self, alpha: f64, cotangent: &Self::Cotangent) {
        match (self, cotangent) {
            (Either::Left(left), Either::Left(c)) => left.add_scaled(alpha, c),
            (Either::Right(right), Either::Right(c)) => right.add_scaled(alpha, c),
            _ => panic!("{OTHER_SIDE}"),
        }
    }
    fn flatten_into(&self, out: &mut Vec<f64>) {
        either::for_both!(self, value => value.flatten_into(out));
    }
    fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
        either::for_both!(self, value => value.unflatten_from(flat));
    }
    fn outline(&self, outline: &mut Outline) {
        either::for_both!(self, value => value.outline(outline));
    }
    fn each_number(&mut self, f: &mut dyn FnMut(Numbers<'_>)) {
        either::for_both!(self, value => value.each_number(f));
    }
}

const OTHER_SIDE: &str = "an `Either` met the cotangent of its other side";

impl<L: Cotangent, R: Cotangent> Cotangent for Either<L, R> {
    #[inline]
    fn accumulate(&mut self, other: &Self) {
        match (self, other) {
            (Either::Left(left), Either::Left(other)) => left.accumulate(other),
            (Either::Right(right), Either::Right(other)) => right.accumulate(other),
            _ => panic!("{OTHER_SIDE}"),
        }
    }
    #[inline]
    fn scale(&mut self, alpha: f64) {
        either::for_both!(self, c => c.scale(alpha));
    }
    #[inline]
    fn zero_like(&self) -> Self {
        self.as_ref().map_either(L::zero_like, R::zero_like)
    }
    fn flatten_into(&self, out: &mut Vec<f64>) {
        either::for_both!(self, c => c.flatten_into(out));
    }
    fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
        either::for_both!(self, c => c.unflatten_from(flat));
    }
    #[inline]
    fn give_back(self, workspace: &mut Workspace) {
        either::for_both!(self, c => c.give_back(workspace));
    }
    #[inline]
    fn copy_in(&self, workspace: &mut Workspace) -> Self {
        match self {
            Either::Left(left) => Either::Left(left.copy_in(workspace)),
            Either::Right(right) => Either::Right(right.copy_in(workspace)),
        }
    }
}

#[diagnostic::do_not_recommend]
impl<L: Inactive, R: Inactive> Inactive for Either<L, R> {}

impl<L: Unassigned, R> Unassigned for Either<L, R> {
    #[inline]
    fn unassigned() -> Self {
        Either::Left(L::unassigned())
    }
}
