//! Quaternions of rotation matrices, and the turn that a quaternion stands for.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use super::components::Components;
use crate::foreign::{paths, rows};
use crate::scalar::times;
use glam::{DMat3, DQuat, DVec3, Mat3, Quat, Vec3};

/// The number that is a root, 0 to 3; the signs of the diagonal under it; and of the other three numbers, which two elements off the
/// diagonal they are of, by their places in the list of columns, and the sign of the second.
const FORMS: [(usize, [f64; 3], [(usize, usize, usize, f64); 3]); 4] = [
    (0, [1.0, -1.0, -1.0], [(1, 1, 3, 1.0), (2, 2, 6, 1.0), (3, 5, 7, -1.0)]),
    (1, [-1.0, 1.0, -1.0], [(0, 1, 3, 1.0), (2, 5, 7, 1.0), (3, 6, 2, -1.0)]),
    (2, [-1.0, -1.0, 1.0], [(0, 2, 6, 1.0), (1, 5, 7, 1.0), (3, 1, 3, -1.0)]),
    (3, [1.0, 1.0, 1.0], [(0, 5, 7, -1.0), (1, 6, 2, -1.0), (2, 1, 3, -1.0)]),
];

macro_rules! turns {
    ($($(#[$of_trait:meta])* $Functions:ident $Methods:ident $Quat:ident $Mat:ident $Vec:ident $float:ident;)*) => {$(
        paths! {
            /// The twin of `Q::from_mat3(&m)`. Each number of a quaternion that is made of a matrix is a sum of elements over the root
            /// of another one, and which ones depends on the matrix: the derivative is that of the formula which was taken.
            $(#[$of_trait])*
            $Functions[][] for [] $Quat;

            fn from_mat3(m: lent $Mat);
                adjoint |(), seed, bar| {
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
                }
                tangent: jacobian;
        }

        rows! {
            /// The pair of `q.to_scaled_axis()`.
            $Methods[][] for [] $Quat;

            /// Of the axis `v / |v|` times the angle `2 atan2(|v|, w)`; without a turn, of `2 v / w`.
            fn to_scaled_axis(move x) -> $Vec;
                adjoint |(), seed, Some(x_bar)| {
                    let (v, w) = ($Vec::new(x.x, x.y, x.z), x.w);
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
                        *x_bar = Self::from_xyzw(x_bar.x + of_v.x, x_bar.y + of_v.y, x_bar.z + of_v.z, x_bar.w + of_w);
                    }
                }
                tangent: jacobian;
        }
    )*};
}

turns! {
    QuatOfMatrix ScaledAxisOfQuat Quat Mat3 Vec3 f32;
    ///
    /// ```
    /// use ad_runtime::methods::*;
    /// use glam::{DMat3, DQuat};
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let (q, _) = DQuat::from_mat3_differentiable(&DMat3::IDENTITY, &mut ws);
    /// assert_eq!(q, DQuat::IDENTITY);
    /// ```
    DQuatOfMatrix ScaledAxisOfDQuat DQuat DMat3 DVec3 f64;
}
