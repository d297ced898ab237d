//! What a mesh knows of its surface.
use super::*;
use crate::drivers::{hold, v};

fn mesh() -> TriMesh {
    let points = vec![v(-1.0, -0.4, 0.3), v(1.1, -0.5, 0.4), v(0.1, 0.9, 0.5), v(0.2, 0.1, -1.2)];
    TriMesh::new(points, vec![[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]]).unwrap()
}

hold! {
    bad_topology(m: TriMesh = mesh()) -> Vector {
        let mut m = m;
        m.delete_bad_topology_triangles();
        m.vertices[1]
    }
}
