//! Rotations that are made of the vectors which they turn into each other, and of matrices; the length of what should have length 1.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use super::methods::over_length;
use super::units::Direction;
use super::vectors::add_cross;
use crate::foreign::{paths, rows};
use crate::scalar::{Scalar, times};
use nalgebra::{RealField, Rotation3, Unit, UnitQuaternion, Vector3};

paths! {
    /// The twins of what makes a rotation of vectors or of a matrix.
    ///
    /// ```
    /// use ad_runtime::methods::*;
    /// use nalgebra::{Quaternion, UnitQuaternion, Vector3};
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let (a, b, mut b_bar) = (Vector3::x(), Vector3::y(), Vector3::zeros());
    /// let (turn, pullback) = UnitQuaternion::rotation_between_differentiable(&a, &b, &mut ws);
    /// pullback(&mut ws, Some(Quaternion::new(0.0, 0.0, 0.0, 1.0)), (&a, None), (&b, Some(&mut b_bar)));
    /// assert!((turn.unwrap().k - 0.5_f64.sqrt()).abs() < 1e-12);
    /// assert!((b_bar.x + 0.125_f64.sqrt()).abs() < 1e-12);
    /// ```
    AlignmentConstructors[A: Scalar + RealField][A] for [] UnitQuaternion<A>;

    /// `rotation_between`: nothing where the vectors are opposite.
    /// Original: `q = (c / 2w, w)`, with `w = sqrt((1 + u · v) / 2)` and `c = u × v`, of the unit vectors `u` and `v` along `a` and
    /// `b`. That is what nalgebra computes by an axis and an angle, and it has its slopes where both are the same, too.\
    /// Adjoint: `c_bar = b_bar / 2w`, `cos_bar = (w_bar - c · b_bar / 2w²) / 4w`, `u_bar = cos_bar · v + v × c_bar` and
    /// `v_bar = cos_bar · u + c_bar × u`; nothing where a vector is zero.
    fn rotation_between(a: lent Vector3<A>, b: lent Vector3<A>) -> Option<Self>, keeps Option<Self>;
        value { let found = Self::rotation_between(a, b); (found, found) }
        adjoint |found, seed, a_bar, b_bar| {
            let (norm_a, norm_b) = (a.norm(), b.norm());
            let (Some(q), Some(seed)) = (found, seed) else {
                return ((), ());
            };
            if norm_a == A::ZERO || norm_b == A::ZERO || super::decompositions::is_zero(&seed.coords) {
                return ((), ());
            }
            let (u, v) = (a.unscale(norm_a), b.unscale(norm_b));
            let (cross, w) = (u.cross(&v), q.coords[3]);
            let half = A::HALF / w;
            let c_bar = Vector3::new(
                times(seed.coords[0], half),
                times(seed.coords[1], half),
                times(seed.coords[2], half),
            );
            let cos_bar = (seed.coords[3] - cross.dot(&c_bar) / w) * A::HALF * half;
            if let Some(bar) = a_bar {
                let mut u_bar = v * cos_bar;
                add_cross(&mut u_bar, &c_bar, &v, A::ONE);
                over_length(bar, &u, &u_bar, norm_a);
            }
            if let Some(bar) = b_bar {
                let mut v_bar = u * cos_bar;
                add_cross(&mut v_bar, &c_bar, &u, -A::ONE);
                over_length(bar, &v, &v_bar, norm_b);
            }
            ((), ())
        }
        tangent: jacobian;

    /// Original: one component is `d / 4`, with `d = 2 sqrt(1 ± m₀₀ ± m₁₁ ± m₂₂)`, and the others are `(mᵢⱼ ± mⱼᵢ) / d`: which one
    /// depends on the largest element of the diagonal, as it does in nalgebra.\
    /// Adjoint: that of these quotients.
    fn from_rotation_matrix(matrix: lent Rotation3<A>), keeps Self;
        value { let turn = Self::from_rotation_matrix(matrix); (turn, turn) }
        adjoint |turn, seed, bar| {
            let Some(bar) = bar else { return ((),) };
            let (x, y, z) = (matrix[(0, 0)], matrix[(1, 1)], matrix[(2, 2)]);
            // The component that is not a quotient, by its number among the coordinates; the real one has number 3.
            let main = match () {
                () if x + y + z > A::ZERO => 3,
                () if x > y && x > z => 0,
                () if y > z => 1,
                () => 2,
            };
            let q = turn.coords;
            let d = (A::ONE + A::ONE) * (A::ONE + A::ONE) * q[main];
            let mut d_bar = seed.coords[main] / (A::nearest(4.0));
            for k in (0..4).filter(|k| *k != main) {
                let of_numerator = times(seed.coords[k], A::ONE / d);
                d_bar -= times(of_numerator, q[k]);
                // The two elements which are subtracted where one of the two components is the real one, and added otherwise.
                let (axis, sign) = match (main, k) {
                    (3, axis) | (axis, 3) => (axis, -A::ONE),
                    (one, other) => (3 - one - other, A::ONE),
                };
                let (i, j) = ((axis + 2) % 3, (axis + 1) % 3);
                bar[(i, j)] += of_numerator;
                bar[(j, i)] += sign * of_numerator;
            }
            let under_root = times(d_bar, (A::ONE + A::ONE) / d);
            for k in 0..3 {
                bar[(k, k)] += if main == 3 || main == k {
                    under_root
                } else {
                    -under_root
                };
            }
            ((),)
        }
        tangent: jacobian;
}

rows! {
    /// The pair of `renormalize`.
    RenormalizingMethods[A: Scalar + RealField, V: Direction<A>][A, V] for [] Unit<V>;

    /// The method gives the length that the vector had. Original: `u = v / |v|`.\
    /// Adjoint: `v_bar = (u_bar - (u · u_bar) u) / |v| + length_bar · u`.
    fn renormalize(mut x) -> A, keeps (Self, A);
        value { let before = x.clone(); let norm = x.renormalize(); (norm, (before, norm)) }
        adjoint |(before, norm), seed, x_bar| {
            if let Some(x_bar) = x_bar {
                *x_bar = x.as_ref().through_length(norm, x_bar, seed);
            }
            *x = before;
        }
}
