//! Quaternions of rotation matrices, and the turn that a quaternion stands for.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use super::components::Components;
use crate::found::{At, ByMove, at};
use crate::scalar::times;
use crate::workspace::Workspace;
use glam::{DMat3, DQuat, DVec3, Mat3, Quat, Vec3};

/// The twin of `Q::from_mat3(&m)`. Each number of a quaternion that is made of a matrix is a sum of elements over the root of
/// another one, and which ones depends on the matrix: the derivative is that of the formula which was taken.
///
/// ```
/// use ad_runtime::methods::*;
/// use glam::{DMat3, DQuat};
///
/// let mut ws = ad_runtime::Workspace::new();
/// let (q, _) = DQuat::from_mat3_differentiable(&DMat3::IDENTITY, &mut ws);
/// assert_eq!(q, DQuat::IDENTITY);
/// ```
pub trait MatrixFunctions<M: Components<Float = Self::Float>>: Components {
    /// `Q::from_mat3(&m)`.
    fn from_mat3_differentiable(
        m: &M,
        ws: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, (&M, Option<&mut M>)) -> ((),) + use<Self, M>,
    );
}

/// The pair of `q.to_scaled_axis()`.
pub trait TurnMethods<V: Components<Float = Self::Float>>: Components {
    /// Whose method this is.
    fn to_scaled_axis_differentiable_at(&self) -> At<Self, ByMove> {
        at()
    }
    /// `q.to_scaled_axis()`.
    fn to_scaled_axis_differentiable_push(&self, ws: &mut Workspace) -> (V, ());
    /// Of the axis `v / |v|` times the angle `2 atan2(|v|, w)`; without a turn, of `2 v / w`.
    fn to_scaled_axis_differentiable_pull(&self, kept: (), ws: &mut Workspace, seed: V, bar: Option<&mut Self>);
}

/// The number that is a root, 0 to 3; the signs of the diagonal under it; and of the other three numbers, which two elements off the
/// diagonal they are of, by their places in the list of columns, and the sign of the second.
const FORMS: [(usize, [f64; 3], [(usize, usize, usize, f64); 3]); 4] = [
    (0, [1.0, -1.0, -1.0], [(1, 1, 3, 1.0), (2, 2, 6, 1.0), (3, 5, 7, -1.0)]),
    (1, [-1.0, 1.0, -1.0], [(0, 1, 3, 1.0), (2, 5, 7, 1.0), (3, 6, 2, -1.0)]),
    (2, [-1.0, -1.0, 1.0], [(0, 2, 6, 1.0), (1, 5, 7, 1.0), (3, 1, 3, -1.0)]),
    (3, [1.0, 1.0, 1.0], [(0, 5, 7, -1.0), (1, 6, 2, -1.0), (2, 1, 3, -1.0)]),
];

macro_rules! turns {
    ($($Quat:ident $Mat:ident $Vec:ident $float:ident)*) => {$(
        impl MatrixFunctions<$Mat> for $Quat {
            #[inline]
            fn from_mat3_differentiable(
                m: &$Mat,
                _: &mut Workspace,
            ) -> (
                Self,
                impl FnOnce(&mut Workspace, Self, (&$Mat, Option<&mut $Mat>)) -> ((),) + use<>,
            ) {
                let pullback = |_: &mut Workspace, seed: Self, (m, bar): (&$Mat, Option<&mut $Mat>)| {
                    let Some(bar) = bar else { return ((),) };
                    let [m00, m11, m22] = [m.component(0), m.component(4), m.component(8)];
                    let form = match (m22 <= 0.0, m11 - m00 <= 0.0, m11 + m00 <= 0.0) {
                        (true, true, _) => 0,
                        (true, false, _) => 1,
                        (false, _, true) => 2,
                        (false, _, false) => 3,
                    };
                    let (main, signs, others) = FORMS[form];
                    let signs = signs.map(|sign| sign as $float);
                    // The root is of `square`; each number off it is its sum of elements times `inverse`.
                    let square = 1.0 + signs[0] * m00 + signs[1] * m11 + signs[2] * m22;
                    let inverse = 0.5 / square.sqrt();
                    let mut square_bar = times(seed.component(main), 0.5 * inverse);
                    let mut parts = [0.0 as $float; 9];
                    for (k, first, second, sign) in others {
                        let (g, sign) = (seed.component(k), sign as $float);
                        let sum = m.component(first) + sign * m.component(second);
                        square_bar += times(g, -0.5 * sum * inverse / square);
                        parts[first] += times(g, inverse);
                        parts[second] += times(g, sign * inverse);
                    }
                    for (k, sign) in signs.into_iter().enumerate() {
                        parts[4 * k] += times(square_bar, sign);
                    }
                    *bar += $Mat::of_components(|k| parts[k]);
                    ((),)
                };
                (Self::from_mat3(m), pullback)
            }
        }

        impl TurnMethods<$Vec> for $Quat {
            #[inline]
            fn to_scaled_axis_differentiable_push(&self, _: &mut Workspace) -> ($Vec, ()) {
                (self.to_scaled_axis(), ())
            }

            #[inline]
            fn to_scaled_axis_differentiable_pull(
                &self,
                _: (),
                _: &mut Workspace,
                seed: $Vec,
                bar: Option<&mut Self>,
            ) {
                let Some(bar) = bar else { return };
                let (v, w) = ($Vec::new(self.x, self.y, self.z), self.w);
                let length = v.length();
                let (of_v, of_w) = if length >= 1e-8 {
                    let angle = 2.0 * length.atan2(w);
                    let squares = length * length + w * w;
                    let along = v.dot(seed) / length;
                    let turn = 2.0 * w / squares - angle / length;
                    (seed * (angle / length) + v * (along * turn / length), -2.0 * along * length / squares)
                } else {
                    (seed * (2.0 / w), 0.0)
                };
                if seed != $Vec::ZERO {
                    *bar = Self::from_xyzw(bar.x + of_v.x, bar.y + of_v.y, bar.z + of_v.z, bar.w + of_w);
                }
            }
        }
    )*};
}

turns!(Quat Mat3 Vec3 f32 DQuat DMat3 DVec3 f64);
