//! The lattice in a shape, and the points of its surface.
use super::super::cover_octree::cover_octree_grid;
use super::*;
use crate::drivers::{hold, v};

fn mesh() -> TriMesh {
    let points = alloc::vec![v(-1.0, -0.4, 0.3), v(1.1, -0.5, 0.4), v(0.1, 0.9, 0.5), v(0.2, 0.1, -1.2)];
    TriMesh::new(points, alloc::vec![[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]]).unwrap()
}

hold! {
    support_point(p: &[Vector] = &[v(-1.0, -0.4, 0.3), v(1.1, -0.5, 0.4), v(0.1, 0.9, 0.5)], d: Vector = v(0.6, -0.7, 0.2)) -> Vector {
        let points = PointsSupportMap(p);
        points.local_support_point(d)
    }
    covering(a: Aabb = Aabb::new(v(-1.0, -0.6, -0.9), v(0.8, 1.4, 0.7)), size: f64 = 0.31) -> Vector {
        Lattice::covering(a, size).point([1, 3, 5])
    }
    project_among(m: &TriMesh = &mesh(), p: Vector = v(0.3, 0.2, 0.9)) -> Option<Vector> {
        let oracle = MeshOracle { mesh: m };
        oracle.project_among(p, &[3, 1, 0])
    }
    octree_grid(m: &TriMesh = &mesh(), mins: Vector = v(-1.0, -0.5, -1.2), maxs: Vector = v(1.1, 0.9, 0.5), size: f64 = 0.73) -> Option<Vector> {
        let oracle = MeshOracle { mesh: m };
        let mut params = VolumeMeshParameters::new(size);
        params.cover_subdivisions = 1;
        let grid = cover_octree_grid(&oracle, Aabb::new(mins, maxs), &params)?;
        Some(grid.points[3] + 0.7 * grid.points[40] - 0.2 * grid.points[101])
    }
}
