//! Adjoints of compound assignments, `l += r`.

use super::*;

/// The compound assignments as types, `O` in [`AssignAdjoint`], for types on which they are plain.
macro_rules! assignments {
    ($($Assign:ident $Adjoint:ident $left:ident $right:ident $tangent:ident $text:literal),*) => {$(
        #[doc = concat!("The operator `", $text, "`.")]
        #[derive(Clone, Copy, Debug)]
        pub struct $Assign;

        impl<L, R, F> AssignAdjoint<$Assign, R, F> for L
        where
            L: PlainAssign + Clone + $Adjoint<R, (ByValue, F), Seed = <L as Differentiable>::Cotangent>,
            R: Differentiable + Clone,
        {
            type Kept = (L, R);
            #[inline]
            fn assign_keep(l: &L, r: &R, ws: &mut Workspace) -> (L, R) {
                (copy_to_write(ws, l), copy_to_write(ws, r))
            }
            #[inline(always)]
            fn give_back((l, r): (L, R), ws: &mut Workspace) {
                l.end_copy(ws);
                r.end_copy(ws);
            }
            #[inline]
            fn assign_right((l, r): &(L, R), bar: &L::Cotangent, ws: &mut Workspace) -> R::Cotangent {
                <L as $Adjoint<R, (ByValue, F)>>::$right(l, r, bar, ws)
            }
            #[inline]
            fn assign_left((l, r): &(L, R), bar: &mut L::Cotangent, ws: &mut Workspace) {
                let before = <L as $Adjoint<R, (ByValue, F)>>::$left(l, r, bar, ws);
                std::mem::replace(bar, before).give_back(ws);
            }
            #[inline]
            fn assign_tangent(l: &L, r: &R, tangent: &mut L::Cotangent, r_tangent: Option<&R::Cotangent>) {
                *tangent = <L as $Adjoint<R, (ByValue, F)>>::$tangent(l, r, Some(tangent), r_tangent);
            }
        }
    )*};
}

assignments!(
    MulEq MulAdjoint mul_left mul_right mul_tangent "*=",
    DivEq DivAdjoint div_left div_right div_tangent "/=",
    RemEq RemAdjoint rem_left rem_right rem_tangent "%="
);

/// Those that leave the cotangent of the left side as it is.
macro_rules! additions {
    ($($Assign:ident $Adjoint:ident $keep:ident $right:ident $tangent:ident $text:literal),*) => {$(
        #[doc = concat!("The operator `", $text, "`.")]
        #[derive(Clone, Copy, Debug)]
        pub struct $Assign;

        impl<L, R, F> AssignAdjoint<$Assign, R, F> for L
        where
            L: PlainAssign + $Adjoint<R, (ByValue, F), Seed = <L as Differentiable>::Cotangent>,
            R: Differentiable,
        {
            type Kept = (L::Left, L::Right);
            #[inline(always)]
            fn assign_keep(l: &L, r: &R, _: &mut Workspace) -> Self::Kept {
                <L as $Adjoint<R, (ByValue, F)>>::$keep(l, r)
            }
            #[inline(always)]
            fn assign_right((l, r): &Self::Kept, bar: &L::Cotangent, ws: &mut Workspace) -> R::Cotangent {
                <L as $Adjoint<R, (ByValue, F)>>::$right(l, r, bar, ws)
            }
            #[inline(always)]
            fn assign_left(_: &Self::Kept, _: &mut L::Cotangent, _: &mut Workspace) {}
            #[inline]
            fn assign_tangent(l: &L, r: &R, tangent: &mut L::Cotangent, r_tangent: Option<&R::Cotangent>) {
                if r_tangent.is_some() {
                    *tangent = <L as $Adjoint<R, (ByValue, F)>>::$tangent(l, r, Some(tangent), r_tangent);
                }
            }
        }
    )*};
}

additions!(
    AddEq AddAdjoint add_keep add_right add_tangent "+=",
    SubEq SubAdjoint sub_keep sub_right sub_tangent "-="
);

/// The adjoint of the compound assignment `O` of `r` to `l`, such as `l += r`; `F` is how `r` is handed to it.
///
/// The cotangent of what `l` holds afterwards becomes, in place, that of what it held before.
///
/// ```
/// use ad_runtime::{ByValue, MulEq, Workspace, assign_keep, assign_left, assign_right};
///
/// let ws = &mut Workspace::new();
/// let kept = assign_keep(MulEq, ByValue, &3.0, &2.0, ws);
/// let mut bar = 5.0;
/// assert_eq!(assign_right(&kept, &bar, ws), 15.0);
/// assign_left(&kept, &mut bar, ws);
/// assert_eq!(bar, 10.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "the derivative of the compound assignment `{O}` of `{R}` to `{Self}` is not known for an operand `{F}`",
    note = "mark that `impl` of the operator with `#[differentiable]`"
)]
pub trait AssignAdjoint<O, R: Differentiable + ?Sized, F>: Differentiable {
    /// What is kept of the operands.
    type Kept;
    /// Keeps what the adjoint needs of the operands, before the assignment.
    fn assign_keep(l: &Self, r: &R, workspace: &mut Workspace) -> Self::Kept;
    /// Gives the memory of what was kept back.
    #[doc(hidden)]
    #[inline(always)]
    fn give_back(_: Self::Kept, _: &mut Workspace) {}
    /// The cotangent of `r`.
    fn assign_right(kept: &Self::Kept, bar: &Self::Cotangent, workspace: &mut Workspace) -> R::Cotangent;
    /// Turns the cotangent of `l` afterwards into that of `l` before.
    fn assign_left(kept: &Self::Kept, bar: &mut Self::Cotangent, workspace: &mut Workspace);
    /// Turns the tangent of `l` before into that afterwards.
    #[inline(always)]
    fn assign_tangent(_: &Self, _: &R, _: &mut Self::Cotangent, _: Option<&R::Cotangent>) {
        missing_derivative::<OfOperator, _>()
    }
}

/// Turns the tangent of `l` before a compound assignment into that afterwards; see [`AssignAdjoint`].
///
/// ```
/// use ad_runtime::{ByValue, MulEq, assign_tangent};
///
/// let mut tangent = 5.0;
/// assign_tangent(MulEq, ByValue, &3.0, &2.0, Some(&mut tangent), Some(&1.0));
/// assert_eq!(tangent, 13.0);
/// ```
#[inline(always)]
pub fn assign_tangent<L, O, R, F>(
    _: O,
    _: F,
    l: &L,
    r: &R,
    tangent: Option<&mut L::Cotangent>,
    r_tangent: Option<&R::Cotangent>,
) where
    L: AssignAdjoint<O, R, F>,
    R: Differentiable + ?Sized,
{
    if let Some(tangent) = tangent {
        L::assign_tangent(l, r, tangent, r_tangent);
    }
}

/// What is kept of the operands of a compound assignment; made by [`assign_keep`].
pub struct AssignKept<L: AssignAdjoint<O, R, F>, O, R: Differentiable + ?Sized, F>(pub(super) L::Kept);

/// Keeps what the adjoint of a compound assignment needs of the operands; see [`AssignAdjoint`].
///
/// ```
/// use ad_runtime::{AddEq, ByValue, Workspace, assign_keep, assign_right};
///
/// let ws = &mut Workspace::new();
/// assert_eq!(assign_right(&assign_keep(AddEq, ByValue, &1.0, &2.0, ws), &5.0, ws), 5.0);
/// ```
#[inline(always)]
pub fn assign_keep<L, O, R, F>(_: O, _: F, l: &L, r: &R, ws: &mut Workspace) -> AssignKept<L, O, R, F>
where
    L: AssignAdjoint<O, R, F>,
    R: Differentiable + ?Sized,
{
    AssignKept(L::assign_keep(l, r, ws))
}

impl<L: AssignAdjoint<O, R, F>, O, R: Differentiable + ?Sized, F> AssignKept<L, O, R, F> {
    /// Gives its memory back to the workspace.
    ///
    /// ```
    /// use ad_runtime::{ByValue, MulEq, Workspace, assign_keep};
    /// use ndarray::arr1;
    ///
    /// let ws = &mut Workspace::new();
    /// assign_keep(MulEq, ByValue, &arr1(&[1.0, 2.0]), &3.0, ws).give_back(ws);
    /// ```
    #[inline(always)]
    pub fn give_back(self, ws: &mut Workspace) {
        L::give_back(self.0, ws);
    }
}

/// The cotangent of the right side of a compound assignment; see [`AssignAdjoint`].
///
/// ```
/// use ad_runtime::{ByValue, SubEq, Workspace, assign_keep, assign_right};
///
/// let ws = &mut Workspace::new();
/// assert_eq!(assign_right(&assign_keep(SubEq, ByValue, &1.0, &2.0, ws), &5.0, ws), -5.0);
/// ```
#[inline(always)]
pub fn assign_right<L, O, R, F>(kept: &AssignKept<L, O, R, F>, bar: &L::Cotangent, ws: &mut Workspace) -> R::Cotangent
where
    L: AssignAdjoint<O, R, F>,
    R: Differentiable + ?Sized,
{
    L::assign_right(&kept.0, bar, ws)
}

/// Turns the cotangent of the left side of a compound assignment into that before; see [`AssignAdjoint`].
///
/// ```
/// use ad_runtime::{ByValue, DivEq, Workspace, assign_keep, assign_left};
///
/// let ws = &mut Workspace::new();
/// let mut bar = 5.0;
/// assign_left(&assign_keep(DivEq, ByValue, &1.0, &2.0, ws), &mut bar, ws);
/// assert_eq!(bar, 2.5);
/// ```
#[inline(always)]
pub fn assign_left<L, O, R, F>(kept: &AssignKept<L, O, R, F>, bar: &mut L::Cotangent, ws: &mut Workspace)
where
    L: AssignAdjoint<O, R, F>,
    R: Differentiable + ?Sized,
{
    L::assign_left(&kept.0, bar, ws);
}

/// Text carries no derivative.
impl<R: Differentiable<Cotangent = ()> + ?Sized, F> AssignAdjoint<AddEq, R, F> for String {
    type Kept = ();
    #[inline(always)]
    fn assign_keep(_: &String, _: &R, _: &mut Workspace) {}
    #[inline(always)]
    fn assign_right((): &(), (): &(), _: &mut Workspace) {}
    #[inline(always)]
    fn assign_left((): &(), (): &mut (), _: &mut Workspace) {}
    #[inline(always)]
    fn assign_tangent(_: &String, _: &R, (): &mut (), _: Option<&()>) {}
}

/// Types on which `a += b` is `a = a + b`, and likewise for the other operators.
pub trait PlainAssign {}

impl PlainAssign for f32 {}
impl PlainAssign for f64 {}
impl<A: Scalar, D: Dimension> PlainAssign for Array<A, D> {}
