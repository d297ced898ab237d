//! Point clouds with a radius.
use super::*;
use crate::drivers::{hold, v};

hold! {
    compute_aabb(p: &[Vector; 3] = &[v(-1.0, -0.4, 0.3), v(1.1, -0.5, 0.4), v(0.1, 0.9, 0.5)], r: f64 = 0.2, m: &Pose = &Pose::new(v(0.4, -0.7, 1.1), v(0.3, 0.5, -0.2))) -> Vector {
        let proxy: ToiProxy<'_> = ToiProxy::from_array(*p, r);
        let aabb = proxy.compute_aabb(m);
        aabb.mins + 2.0 * aabb.maxs
    }
}
