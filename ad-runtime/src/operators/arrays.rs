//! Adjoints of operators on ndarray's arrays and views.

use super::array_tangents::{beside_number, of_elements};
use super::*;
use crate::workspace::lend_values;

// A number on the right may be of a type parameter.

impl<A: Scalar, S: Storage + RawData<Elem = A>, D: Dimension + 'static, F> AddAdjoint<A, F> for ArrayBase<S, D> {
    type Left = Witness<Self>;
    type Right = Witness<A>;
    #[inline(always)]
    fn add_keep(l: &Self, r: &A) -> (Self::Left, Self::Right) {
        (witness(l), witness(r))
    }
    type Seed = Array<A, D>;
    #[inline]
    fn add_left(_: &Witness<Self>, _: &Witness<A>, seed: &Self::Seed, ws: &mut Workspace) -> Array<A, D> {
        seed.copy_in(ws)
    }
    #[inline]
    fn add_right(_: &Witness<Self>, _: &Witness<A>, seed: &Self::Seed, _: &mut Workspace) -> A {
        seed.sum()
    }
    #[inline]
    fn add_tangent(l: &Self, _: &A, l_dot: Option<&Array<A, D>>, r_dot: Option<&A>) -> Self::Seed {
        beside_number((l, l_dot), r_dot, |dot, _| dot, |dot, _| dot)
    }
}

impl<A: Scalar, S: Storage + RawData<Elem = A>, D: Dimension + 'static, F> SubAdjoint<A, F> for ArrayBase<S, D> {
    type Left = Witness<Self>;
    type Right = Witness<A>;
    #[inline(always)]
    fn sub_keep(l: &Self, r: &A) -> (Self::Left, Self::Right) {
        (witness(l), witness(r))
    }
    type Seed = Array<A, D>;
    #[inline]
    fn sub_left(_: &Witness<Self>, _: &Witness<A>, seed: &Self::Seed, ws: &mut Workspace) -> Array<A, D> {
        seed.copy_in(ws)
    }
    #[inline]
    fn sub_right(_: &Witness<Self>, _: &Witness<A>, seed: &Self::Seed, _: &mut Workspace) -> A {
        -seed.sum()
    }
    #[inline]
    fn sub_tangent(l: &Self, _: &A, l_dot: Option<&Array<A, D>>, r_dot: Option<&A>) -> Self::Seed {
        beside_number((l, l_dot), r_dot, |dot, _| dot, |dot, _| -dot)
    }
}

impl<A: Scalar, S: Storage + RawData<Elem = A>, D: Dimension + 'static, F> MulAdjoint<A, F> for ArrayBase<S, D> {
    type Seed = Array<A, D>;
    #[inline]
    fn mul_left(_: &Self, r: &A, seed: &Self::Seed, ws: &mut Workspace) -> Array<A, D> {
        mapped(seed, ws, |s| times(s, *r))
    }
    #[inline]
    fn mul_right(l: &Self, _: &A, seed: &Self::Seed, _: &mut Workspace) -> A {
        sum_of(l, seed, |l, s| times(s, l))
    }
    #[inline]
    fn mul_tangent(l: &Self, r: &A, l_dot: Option<&Array<A, D>>, r_dot: Option<&A>) -> Self::Seed {
        beside_number((l, l_dot), r_dot, |dot, _| times(dot, *r), |dot, l| times(dot, l))
    }
}

impl<A: Scalar, S: Storage + RawData<Elem = A>, D: Dimension + 'static, F> DivAdjoint<A, F> for ArrayBase<S, D> {
    type Seed = Array<A, D>;
    #[inline]
    fn div_left(_: &Self, r: &A, seed: &Self::Seed, ws: &mut Workspace) -> Array<A, D> {
        mapped(seed, ws, |s| over(s, *r))
    }
    #[inline]
    fn div_right(l: &Self, r: &A, seed: &Self::Seed, _: &mut Workspace) -> A {
        sum_of(l, seed, |l, s| times(s, quotient_slope(l, *r)))
    }
    #[inline]
    fn div_tangent(l: &Self, r: &A, l_dot: Option<&Array<A, D>>, r_dot: Option<&A>) -> Self::Seed {
        beside_number(
            (l, l_dot),
            r_dot,
            |dot, _| over(dot, *r),
            |dot, l| times(dot, quotient_slope(l, *r)),
        )
    }
}

/// The sum of `f` over the elements of two arrays of the same shape.
#[inline]
pub(super) fn sum_of<A: Scalar, D: Dimension>(a: &ArrayRef<A, D>, b: &ArrayRef<A, D>, f: impl Fn(A, A) -> A) -> A {
    Zip::from(a).and(b).fold(A::ZERO, |sum, &a, &b| sum + f(a, b))
}

/// An array of zeros in memory of the workspace.
pub(crate) fn lent<A: Scalar, D: Dimension>(dim: D, ws: &mut Workspace) -> Array<A, D> {
    let zeros = ws.zeros(dim.size());
    Array::from_shape_vec(dim, zeros).expect("as many zeros as elements")
}

/// `f` of the elements, in memory of the workspace.
pub(crate) fn mapped<A: Scalar, D: Dimension>(
    array: &ArrayRef<A, D>,
    ws: &mut Workspace,
    f: impl Fn(A) -> A,
) -> Array<A, D> {
    let mut mapped = lent(array.raw_dim(), ws);
    Zip::from(&mut mapped).and(array).for_each(|m, &a| *m = f(a));
    mapped
}

/// `f` of the elements of a result's cotangent and of an operand, repeated where it was broadcast, in memory of the workspace.
pub(super) fn zipped<A: Scalar, D: Dimension, E: Dimension>(
    seed: &ArrayRef<A, D>,
    operand: &ArrayRef<A, E>,
    ws: &mut Workspace,
    f: impl Fn(A, A) -> A,
) -> Array<A, D> {
    let mut zipped = lent(seed.raw_dim(), ws);
    Zip::from(&mut zipped)
        .and(seed)
        .and_broadcast(operand)
        .for_each(|z, &s, &a| *z = f(s, a));
    zipped
}

/// The cotangent of an operand of shape `dim` from the elementwise cotangent of the result, in memory of the workspace: a sum over
/// the axes along which the operand was broadcast.
pub(crate) fn unbroadcast<A: Scalar, D: Dimension, E: Dimension>(
    bar: Array<A, D>,
    dim: &E,
    ws: &mut Workspace,
) -> Array<A, E> {
    let into = "as many axes as the operand has";
    if bar.shape() == dim.slice() {
        return bar.into_dimensionality().expect(into);
    }
    let mut bar = bar.into_dyn();
    while bar.ndim() > dim.ndim() {
        bar = sum_along(bar, Axis(0), ws);
    }
    for axis in 0..dim.ndim() {
        if dim[axis] == 1 && bar.len_of(Axis(axis)) != 1 {
            bar = sum_along(bar, Axis(axis), ws).insert_axis(Axis(axis));
        }
    }
    bar.into_dimensionality().expect(into)
}

fn sum_along<A: Scalar>(bar: ArrayD<A>, axis: Axis, ws: &mut Workspace) -> ArrayD<A> {
    let mut sums = lent(bar.raw_dim().remove_axis(axis), ws);
    // Along the axis whose elements lie side by side, lane by lane.
    if bar.strides().iter().all(|stride| bar.stride_of(axis) <= *stride) {
        Zip::from(&mut sums)
            .and(bar.lanes(axis))
            .for_each(|sum, lane| *sum = lane.sum());
    } else if let (0, Some(rows), Some(sums)) = (axis.index(), bar.as_slice(), sums.as_slice_mut())
        && !sums.is_empty()
    {
        for row in rows.chunks_exact(sums.len()) {
            sums.iter_mut().zip(row).for_each(|(sum, part)| *sum += *part);
        }
    } else {
        bar.axis_iter(axis).for_each(|part| sums += &part);
    }
    bar.give_back(ws);
    sums
}

macro_rules! sums_of_arrays {
    ($($Adjoint:ident $keep:ident $left:ident $right:ident $tangent:ident
        |$seed:ident, $ws:ident| $bar:expr, |$dot:ident| $slope:expr;)*) => {$(
        impl<S, Z, D, E, F> $Adjoint<ArrayBase<Z, E>, F> for ArrayBase<S, D>
        where
            S: Storage,
            Z: Storage + RawData<Elem = S::Elem>,
            D: Dimension + 'static + DimMax<E>,
            E: Dimension + 'static,
        {
            type Left = Witness<Self>;
            type Right = Witness<ArrayBase<Z, E>>;
            #[inline(always)]
            fn $keep(l: &Self, r: &ArrayBase<Z, E>) -> (Self::Left, Self::Right) {
                (witness(l), witness(r))
            }
            type Seed = Array<S::Elem, <D as DimMax<E>>::Output>;
            #[inline]
            fn $left(
                l: &Witness<Self>,
                _: &Witness<ArrayBase<Z, E>>,
                seed: &Self::Seed,
                ws: &mut Workspace,
            ) -> Array<S::Elem, D> {
                unbroadcast(seed.copy_in(ws), l.shape(), ws)
            }
            #[inline]
            fn $right(
                _: &Witness<Self>,
                r: &Witness<ArrayBase<Z, E>>,
                $seed: &Self::Seed,
                $ws: &mut Workspace,
            ) -> Array<S::Elem, E> {
                unbroadcast($bar, r.shape(), $ws)
            }
            #[inline]
            fn $tangent(
                l: &Self,
                r: &ArrayBase<Z, E>,
                l_dot: Option<&Array<S::Elem, D>>,
                r_dot: Option<&Array<S::Elem, E>>,
            ) -> Self::Seed {
                of_elements((l, l_dot), (r, r_dot), |dot, _, _| dot, |$dot, _, _| $slope)
            }
        }
    )*};
}

sums_of_arrays! {
    AddAdjoint add_keep add_left add_right add_tangent |seed, ws| seed.copy_in(ws), |dot| dot;
    SubAdjoint sub_keep sub_left sub_right sub_tangent |seed, ws| mapped(seed, ws, |s| -s), |dot| -dot;
}

impl<S, Z, D, E, F> MulAdjoint<ArrayBase<Z, E>, F> for ArrayBase<S, D>
where
    S: Storage,
    Z: Storage + RawData<Elem = S::Elem>,
    D: Dimension + 'static + DimMax<E>,
    E: Dimension + 'static,
{
    type Seed = Array<S::Elem, <D as DimMax<E>>::Output>;
    #[inline]
    fn mul_left(l: &Self, r: &ArrayBase<Z, E>, seed: &Self::Seed, ws: &mut Workspace) -> Array<S::Elem, D> {
        let bar = zipped(seed, r, ws, times);
        unbroadcast(bar, &l.raw_dim(), ws)
    }
    #[inline]
    fn mul_right(l: &Self, r: &ArrayBase<Z, E>, seed: &Self::Seed, ws: &mut Workspace) -> Array<S::Elem, E> {
        let bar = zipped(seed, l, ws, times);
        unbroadcast(bar, &r.raw_dim(), ws)
    }
    #[inline]
    fn mul_tangent(
        l: &Self,
        r: &ArrayBase<Z, E>,
        l_dot: Option<&Array<S::Elem, D>>,
        r_dot: Option<&Array<S::Elem, E>>,
    ) -> Self::Seed {
        of_elements(
            (l, l_dot),
            (r, r_dot),
            |dot, _, r| times(dot, r),
            |dot, l, _| times(dot, l),
        )
    }
}

impl<S, Z, D, E, F> DivAdjoint<ArrayBase<Z, E>, F> for ArrayBase<S, D>
where
    S: Storage,
    Z: Storage + RawData<Elem = S::Elem>,
    D: Dimension + 'static + DimMax<E>,
    E: Dimension + 'static,
{
    type Seed = Array<S::Elem, <D as DimMax<E>>::Output>;
    #[inline]
    fn div_left(l: &Self, r: &ArrayBase<Z, E>, seed: &Self::Seed, ws: &mut Workspace) -> Array<S::Elem, D> {
        let bar = zipped(seed, r, ws, over);
        unbroadcast(bar, &l.raw_dim(), ws)
    }
    #[inline]
    fn div_right(l: &Self, r: &ArrayBase<Z, E>, seed: &Self::Seed, ws: &mut Workspace) -> Array<S::Elem, E> {
        let mut bar = lent(seed.raw_dim(), ws);
        Zip::from(&mut bar)
            .and(seed)
            .and_broadcast(l)
            .and_broadcast(r)
            .for_each(|bar, &s, &l, &r| *bar = times(s, quotient_slope(l, r)));
        unbroadcast(bar, &r.raw_dim(), ws)
    }
    #[inline]
    fn div_tangent(
        l: &Self,
        r: &ArrayBase<Z, E>,
        l_dot: Option<&Array<S::Elem, D>>,
        r_dot: Option<&Array<S::Elem, E>>,
    ) -> Self::Seed {
        of_elements(
            (l, l_dot),
            (r, r_dot),
            |dot, _, r| over(dot, r),
            |dot, l, r| times(dot, quotient_slope(l, r)),
        )
    }
}

impl<S: Storage, D: Dimension + 'static, F> NegAdjoint<F> for ArrayBase<S, D> {
    type Kept = Witness<Self>;
    #[inline(always)]
    fn neg_keep(value: &Self) -> Witness<Self> {
        witness(value)
    }
    type Seed = Array<S::Elem, D>;
    #[inline]
    fn neg(_: &Witness<Self>, seed: &Self::Seed, ws: &mut Workspace) -> Array<S::Elem, D> {
        mapped(seed, ws, |s| -s)
    }
    #[inline]
    fn neg_tangent(_: &Self, dot: &Array<S::Elem, D>) -> Self::Seed {
        dot.mapv(|dot| -dot)
    }
}

/// An array or a view as an operand: of what type it is where it owns its elements.
pub trait ArrayOperand: Differentiable {
    /// An array of the same elements and axes.
    type Owned: Differentiable;
    /// Its shape, as that of an owner.
    fn owned_shape(&self) -> Witness<Self::Owned>;
    /// A copy, to be given to `Differentiable::end_copy`.
    fn owned(&self, workspace: &mut Workspace) -> Self::Owned;
}

impl<S: Storage, D: Dimension + 'static> ArrayOperand for ArrayBase<S, D> {
    type Owned = Array<S::Elem, D>;
    #[inline(always)]
    fn owned_shape(&self) -> Witness<Self::Owned> {
        Witness::new(self.raw_dim())
    }
    #[inline]
    fn owned(&self, workspace: &mut Workspace) -> Self::Owned {
        let mut elements = lend_values(self.len(), workspace);
        elements.extend(self);
        Array::from_shape_vec(self.raw_dim(), elements).expect("as many elements as the view has")
    }
}

/// The operands of an operator, one of which is an array or a view, and the other one as well or a number.
pub trait ArrayOperands<R> {
    /// The left one, as an owner of its elements.
    type Left: Differentiable;
    /// The right one.
    type Right: Differentiable;
    /// Their shapes, as those of owners.
    fn owned_shapes(l: &Self, r: &R) -> (Witness<Self::Left>, Witness<Self::Right>);
}

impl<S, Z, D, E> ArrayOperands<ArrayBase<Z, E>> for ArrayBase<S, D>
where
    S: Storage,
    Z: Storage + RawData<Elem = S::Elem>,
    D: Dimension + 'static,
    E: Dimension + 'static,
{
    type Left = Array<S::Elem, D>;
    type Right = Array<S::Elem, E>;
    #[inline(always)]
    fn owned_shapes(l: &Self, r: &ArrayBase<Z, E>) -> (Witness<Self::Left>, Witness<Self::Right>) {
        (l.owned_shape(), r.owned_shape())
    }
}

impl<A: Scalar, S: Storage + RawData<Elem = A>, D: Dimension + 'static> ArrayOperands<A> for ArrayBase<S, D> {
    type Left = Array<A, D>;
    type Right = A;
    #[inline(always)]
    fn owned_shapes(l: &Self, r: &A) -> (Witness<Self::Left>, Witness<A>) {
        (l.owned_shape(), witness(r))
    }
}

macro_rules! numbers_and_views {
    ($($float:ident)*) => {$(
        impl<S: Storage + RawData<Elem = $float>, D: Dimension + 'static> ArrayOperands<ArrayBase<S, D>> for $float {
            type Left = $float;
            type Right = Array<$float, D>;
            #[inline(always)]
            fn owned_shapes(l: &$float, r: &ArrayBase<S, D>) -> (Witness<$float>, Witness<Self::Right>) {
                (witness(l), r.owned_shape())
            }
        }
    )*};
}

numbers_and_views!(f32 f64);

/// The operands of a sum or a difference, one of which may be a view of an array; made by [`view_operands`].
#[derive(Clone, Copy, Debug)]
pub struct ViewOperands<'o, L, R>(&'o L, &'o R);

/// The operands of `l + r` and `l - r`, where one stands behind a route. Of a view of an array its shape is kept, without its
/// lifetime; what else is behind a route is an operand like others.
///
/// ```
/// use ad_runtime::{ByReference, OtherViewOperands as _, Workspace, add_left, sub_right, view_operands};
/// use ndarray::{arr1, arr2};
///
/// let (m, v, ws) = (arr2(&[[1.0, 2.0], [3.0, 4.0]]), arr1(&[5.0, 6.0]), &mut Workspace::new());
/// let kept = view_operands(&m.row(1), &v).add_keep((ByReference, ByReference)); // of `&m.row(1) + &v`
/// assert_eq!(add_left(&kept, &v, ws), v);
/// let kept = view_operands(&1.0, &2.0).sub_keep((ByReference, ByReference));
/// assert_eq!(sub_right(&kept, &3.0, ws), -3.0);
/// ```
#[inline(always)]
pub fn view_operands<'o, L, R>(l: &'o L, r: &'o R) -> ViewOperands<'o, L, R> {
    ViewOperands(l, r)
}

/// The operands of a sum or a difference, where neither is a view of an array.
pub trait OtherViewOperands: Sized {
    /// The left one.
    type Left;
    /// The right one.
    type Right;
    /// What the adjoint of their sum needs.
    fn add_keep<F>(self, form: F) -> AddKept<Self::Left, Self::Right, F>
    where
        Self::Left: AddAdjoint<Self::Right, F>,
        Self::Right: Differentiable;
    /// What the adjoint of their difference needs.
    fn sub_keep<F>(self, form: F) -> SubKept<Self::Left, Self::Right, F>
    where
        Self::Left: SubAdjoint<Self::Right, F>,
        Self::Right: Differentiable;
}

macro_rules! of_views {
    ($($keep:ident $text:literal $Adjoint:ident $Kept:ident;)*) => {
        impl<L: ArrayOperands<R>, R> ViewOperands<'_, L, R> {$(
            #[doc = concat!("What the adjoint of their ", $text, " needs. It is found before that of [`OtherViewOperands`].")]
            #[inline(always)]
            pub fn $keep<F>(self, _: F) -> $Kept<L::Left, L::Right, F>
            where
                L::Left: $Adjoint<L::Right, F, Left = Witness<L::Left>, Right = Witness<L::Right>>,
            {
                let (l, r) = L::owned_shapes(self.0, self.1);
                $Kept(l, r)
            }
        )*}

        impl<L, R> OtherViewOperands for ViewOperands<'_, L, R> {
            type Left = L;
            type Right = R;
            $(
                #[inline(always)]
                fn $keep<F>(self, form: F) -> $Kept<L, R, F>
                where
                    L: $Adjoint<R, F>,
                    R: Differentiable,
                {
                    super::$keep(form, self.0, self.1)
                }
            )*
        }
    };
}

of_views!(
    add_keep "sum" AddAdjoint AddKept;
    sub_keep "difference" SubAdjoint SubKept;
);

/// An operand that may be a view of an array; made by [`view_operand`].
#[derive(Clone, Copy, Debug)]
pub struct ViewOperand<'o, V>(&'o V);

/// The operand of `-r`, `l += r` and the like, where it stands behind a route.
///
/// ```
/// use ad_runtime::{AddEq, ByReference, MulEq, OtherViewOperand as _, Workspace, assign_right, neg_adjoint, view_operand};
/// use ndarray::{arr1, arr2};
///
/// let (m, v, ws) = (arr2(&[[1.0, 2.0], [3.0, 4.0]]), arr1(&[5.0, 6.0]), &mut Workspace::new());
/// let kept = view_operand(&m.row(1)).neg_keep(ByReference); // of `-&m.row(1)`
/// assert_eq!(neg_adjoint(&kept, &v, ws).to_vec(), [-5.0, -6.0]);
/// let kept = view_operand(&m.row(1)).assign_keep(AddEq, ByReference, &v, ws); // of `v += &m.row(1)`
/// assert_eq!(assign_right(&kept, &v, ws), v);
/// let kept = view_operand(&m.row(1)).assign_keep_copy(MulEq, ByReference, &v, ws); // of `v *= &m.row(1)`
/// assert_eq!(assign_right(&kept, &m.row(0).to_owned(), ws).to_vec(), [5.0, 12.0]);
/// let kept = view_operand(&2.0).assign_keep_copy(MulEq, ByReference, &3.0, ws);
/// assert_eq!(assign_right(&kept, &1.0, ws), 3.0);
/// ```
#[inline(always)]
pub fn view_operand<V>(value: &V) -> ViewOperand<'_, V> {
    ViewOperand(value)
}

impl<V: ArrayOperand> ViewOperand<'_, V> {
    /// What the adjoint of its negation needs. It is found before that of [`OtherViewOperand`], as are the others.
    #[inline(always)]
    pub fn neg_keep<F>(self, _: F) -> NegKept<V::Owned, F>
    where
        V::Owned: NegAdjoint<F, Kept = Witness<V::Owned>>,
    {
        NegKept(self.0.owned_shape())
    }

    /// What the adjoint of `l += r` or `l -= r` needs.
    #[inline(always)]
    pub fn assign_keep<L, O, F>(self, _: O, _: F, l: &L, _: &mut Workspace) -> AssignKept<L, O, V::Owned, F>
    where
        L: AssignAdjoint<O, V::Owned, F, Kept = (Witness<L>, Witness<V::Owned>)>,
    {
        AssignKept((witness(l), self.0.owned_shape()))
    }

    /// What the adjoint of `l *= r` or `l /= r` needs: a copy of both.
    #[inline(always)]
    pub fn assign_keep_copy<L, O, F>(self, _: O, _: F, l: &L, ws: &mut Workspace) -> AssignKept<L, O, V::Owned, F>
    where
        L: AssignAdjoint<O, V::Owned, F, Kept = (L, <V as ArrayOperand>::Owned)> + Clone,
    {
        AssignKept((copy_to_write(ws, l), self.0.owned(ws)))
    }
}

/// An operand that is no view of an array.
pub trait OtherViewOperand: Sized {
    /// What it is.
    type Value;
    /// What the adjoint of its negation needs.
    fn neg_keep<F>(self, form: F) -> NegKept<Self::Value, F>
    where
        Self::Value: NegAdjoint<F>;
    /// What the adjoint of `l += r` or `l -= r` needs.
    fn assign_keep<L, O, F>(self, operator: O, form: F, l: &L, ws: &mut Workspace) -> AssignKept<L, O, Self::Value, F>
    where
        L: AssignAdjoint<O, Self::Value, F>,
        Self::Value: Differentiable;
    /// What the adjoint of any other compound assignment needs.
    fn assign_keep_copy<L, O, F>(
        self,
        operator: O,
        form: F,
        l: &L,
        ws: &mut Workspace,
    ) -> AssignKept<L, O, Self::Value, F>
    where
        L: AssignAdjoint<O, Self::Value, F>,
        Self::Value: Differentiable;
}

impl<V> OtherViewOperand for ViewOperand<'_, V> {
    type Value = V;
    #[inline(always)]
    fn neg_keep<F>(self, form: F) -> NegKept<V, F>
    where
        V: NegAdjoint<F>,
    {
        super::neg_keep(form, self.0)
    }
    #[inline(always)]
    fn assign_keep<L, O, F>(self, operator: O, form: F, l: &L, ws: &mut Workspace) -> AssignKept<L, O, V, F>
    where
        L: AssignAdjoint<O, V, F>,
        V: Differentiable,
    {
        super::assign_keep(operator, form, l, self.0, ws)
    }
    #[inline(always)]
    fn assign_keep_copy<L, O, F>(self, operator: O, form: F, l: &L, ws: &mut Workspace) -> AssignKept<L, O, V, F>
    where
        L: AssignAdjoint<O, V, F>,
        V: Differentiable,
    {
        super::assign_keep(operator, form, l, self.0, ws)
    }
}
