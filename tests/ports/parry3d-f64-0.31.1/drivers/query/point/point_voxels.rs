//! The point of a chunk of voxels that is closest to another.
use super::*;
use crate::drivers::{hold, v};
use crate::math::IVector;

fn grid() -> Voxels {
    Voxels::new(v(0.3, 0.2, 0.4), &[IVector::new(1, -2, 3), IVector::new(2, -2, 3)])
}

hold! {
    projected(s: &Voxels = &grid(), p: Vector = v(0.7, 0.8, 0.9)) -> Option<Vector> {
        let chunk: VoxelsChunkRef<'_> = s.chunk_ref(0);
        let (projection, _) = chunk.project_local_point_and_get_vox_id(p, true)?;
        Some(projection.point)
    }
}
