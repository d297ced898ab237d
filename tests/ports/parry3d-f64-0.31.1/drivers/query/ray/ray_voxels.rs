//! A ray that meets a chunk of voxels.
use super::*;
use crate::drivers::{hold, v};
use crate::math::IVector;

fn grid() -> Voxels {
    Voxels::new(v(0.3, 0.2, 0.4), &[IVector::new(1, -2, 3), IVector::new(3, -2, 3)])
}

hold! {
    cast(s: &Voxels = &grid(), o: Vector = v(0.05, -0.32, 1.35), d: Vector = v(1.0, 0.03, 0.04)) -> Option<RayIntersection> {
        let chunk: VoxelsChunkRef<'_> = s.chunk_ref(0);
        chunk.cast_local_ray_and_get_normal(&Ray::new(o, d), 100.0, true)
    }
}
