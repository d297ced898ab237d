//! Adjoints of operators on ndarray's arrays and views.

use super::*;

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
    fn add_left(_: &Witness<Self>, _: &Witness<A>, seed: &Self::Seed) -> Array<A, D> {
        seed.clone()
    }
    #[inline]
    fn add_right(_: &Witness<Self>, _: &Witness<A>, seed: &Self::Seed) -> A {
        seed.sum()
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
    fn sub_left(_: &Witness<Self>, _: &Witness<A>, seed: &Self::Seed) -> Array<A, D> {
        seed.clone()
    }
    #[inline]
    fn sub_right(_: &Witness<Self>, _: &Witness<A>, seed: &Self::Seed) -> A {
        -seed.sum()
    }
}

impl<A: Scalar, S: Storage + RawData<Elem = A>, D: Dimension + 'static, F> MulAdjoint<A, F> for ArrayBase<S, D> {
    type Seed = Array<A, D>;
    #[inline]
    fn mul_left(_: &Self, r: &A, seed: &Self::Seed) -> Array<A, D> {
        seed.mapv(|s| times(s, *r))
    }
    #[inline]
    fn mul_right(l: &Self, _: &A, seed: &Self::Seed) -> A {
        sum_of(l, seed, |l, s| times(s, l))
    }
}

impl<A: Scalar, S: Storage + RawData<Elem = A>, D: Dimension + 'static, F> DivAdjoint<A, F> for ArrayBase<S, D> {
    type Seed = Array<A, D>;
    #[inline]
    fn div_left(_: &Self, r: &A, seed: &Self::Seed) -> Array<A, D> {
        seed.mapv(|s| over(s, *r))
    }
    #[inline]
    fn div_right(l: &Self, r: &A, seed: &Self::Seed) -> A {
        sum_of(l, seed, |l, s| times(s, quotient_slope(l, *r)))
    }
}

/// The sum of `f` over the elements of two arrays of the same shape.
#[inline]
pub(super) fn sum_of<A: Scalar, D: Dimension>(a: &ArrayRef<A, D>, b: &ArrayRef<A, D>, f: impl Fn(A, A) -> A) -> A {
    Zip::from(a).and(b).fold(A::ZERO, |sum, &a, &b| sum + f(a, b))
}

/// The cotangent of an operand of shape `dim` from the elementwise cotangent of the result: a sum over the axes along which
/// the operand was broadcast.
pub(crate) fn unbroadcast<A: Scalar, D: Dimension, E: Dimension>(bar: Array<A, D>, dim: &E) -> Array<A, E> {
    let mut bar = bar.into_dyn();
    while bar.ndim() > dim.ndim() {
        bar = bar.sum_axis(Axis(0));
    }
    for axis in 0..dim.ndim() {
        if dim[axis] == 1 && bar.len_of(Axis(axis)) != 1 {
            bar = bar.sum_axis(Axis(axis)).insert_axis(Axis(axis));
        }
    }
    bar.into_dimensionality().expect("as many axes as the operand has")
}

impl<S, Z, D, E, F> AddAdjoint<ArrayBase<Z, E>, F> for ArrayBase<S, D>
where
    S: Storage,
    Z: Storage + RawData<Elem = S::Elem>,
    D: Dimension + 'static + DimMax<E>,
    E: Dimension + 'static,
{
    type Left = Witness<Self>;
    type Right = Witness<ArrayBase<Z, E>>;
    #[inline(always)]
    fn add_keep(l: &Self, r: &ArrayBase<Z, E>) -> (Self::Left, Self::Right) {
        (witness(l), witness(r))
    }
    type Seed = Array<S::Elem, <D as DimMax<E>>::Output>;
    #[inline]
    fn add_left(l: &Witness<Self>, _: &Witness<ArrayBase<Z, E>>, seed: &Self::Seed) -> Array<S::Elem, D> {
        unbroadcast(seed.clone(), l.shape())
    }
    #[inline]
    fn add_right(_: &Witness<Self>, r: &Witness<ArrayBase<Z, E>>, seed: &Self::Seed) -> Array<S::Elem, E> {
        unbroadcast(seed.clone(), r.shape())
    }
}

impl<S, Z, D, E, F> SubAdjoint<ArrayBase<Z, E>, F> for ArrayBase<S, D>
where
    S: Storage,
    Z: Storage + RawData<Elem = S::Elem>,
    D: Dimension + 'static + DimMax<E>,
    E: Dimension + 'static,
{
    type Left = Witness<Self>;
    type Right = Witness<ArrayBase<Z, E>>;
    #[inline(always)]
    fn sub_keep(l: &Self, r: &ArrayBase<Z, E>) -> (Self::Left, Self::Right) {
        (witness(l), witness(r))
    }
    type Seed = Array<S::Elem, <D as DimMax<E>>::Output>;
    #[inline]
    fn sub_left(l: &Witness<Self>, _: &Witness<ArrayBase<Z, E>>, seed: &Self::Seed) -> Array<S::Elem, D> {
        unbroadcast(seed.clone(), l.shape())
    }
    #[inline]
    fn sub_right(_: &Witness<Self>, r: &Witness<ArrayBase<Z, E>>, seed: &Self::Seed) -> Array<S::Elem, E> {
        unbroadcast(seed.mapv(|s| -s), r.shape())
    }
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
    fn mul_left(l: &Self, r: &ArrayBase<Z, E>, seed: &Self::Seed) -> Array<S::Elem, D> {
        unbroadcast(
            Zip::from(seed).and_broadcast(r).map_collect(|&s, &r| times(s, r)),
            &l.raw_dim(),
        )
    }
    #[inline]
    fn mul_right(l: &Self, r: &ArrayBase<Z, E>, seed: &Self::Seed) -> Array<S::Elem, E> {
        unbroadcast(
            Zip::from(seed).and_broadcast(l).map_collect(|&s, &l| times(s, l)),
            &r.raw_dim(),
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
    fn div_left(l: &Self, r: &ArrayBase<Z, E>, seed: &Self::Seed) -> Array<S::Elem, D> {
        unbroadcast(
            Zip::from(seed).and_broadcast(r).map_collect(|&s, &r| over(s, r)),
            &l.raw_dim(),
        )
    }
    #[inline]
    fn div_right(l: &Self, r: &ArrayBase<Z, E>, seed: &Self::Seed) -> Array<S::Elem, E> {
        let bar = Zip::from(seed)
            .and_broadcast(l)
            .and_broadcast(r)
            .map_collect(|&s, &l, &r| times(s, quotient_slope(l, r)));
        unbroadcast(bar, &r.raw_dim())
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
    fn neg(_: &Witness<Self>, seed: &Self::Seed) -> Array<S::Elem, D> {
        seed.mapv(|s| -s)
    }
}
