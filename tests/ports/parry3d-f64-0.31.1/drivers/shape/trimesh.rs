//! What a mesh knows of its surface.
use super::*;
use crate::drivers::{hold, v};

fn points() -> Vec<Vector> {
    vec![v(-1.0, -0.4, 0.3), v(1.1, -0.5, 0.4), v(0.1, 0.9, 0.5), v(0.2, 0.1, -1.2)]
}

fn mesh(flags: TriMeshFlags) -> TriMesh {
    TriMesh::with_flags(points(), vec![[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]], flags).unwrap()
}

/// Its corners, and which way it faces at one of them and along one of its edges.
#[pullback::differentiable]
fn of_mesh(mesh: &TriMesh) -> Vector {
    let mut sum = mesh.vertices[0] + 0.3 * mesh.vertices[2] - 0.7 * mesh.vertices[3];
    if let Some(normals) = &mesh.pseudo_normals {
        sum += normals.vertices_pseudo_normal[1] + 0.7 * normals.edges_pseudo_normal[2][1];
    }
    sum
}

hold! {
    bad_topology(m: TriMesh = mesh(TriMeshFlags::empty())) -> Vector {
        let mut m = m;
        m.delete_bad_topology_triangles();
        m.vertices[1]
    }
    with_flags(p: Vec<Vector> = points()) -> Option<Vector> {
        let flags = pullback::no_diff(TriMeshFlags::all());
        let mesh = TriMesh::with_flags(p, vec![[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]], flags).ok()?;
        Some(of_mesh(&mesh))
    }
    transform_vertices(m: TriMesh = mesh(TriMeshFlags::all()), k: Vector = v(0.4, -0.7, 1.1), r: Vector = v(0.3, 0.5, -0.2)) -> Vector {
        let mut m = m;
        m.transform_vertices(&Pose::new(k, r));
        of_mesh(&m)
    }
    append(m: TriMesh = mesh(TriMeshFlags::all()), o: TriMesh = mesh(TriMeshFlags::empty()).scaled(v(0.9, 1.2, 0.8))) -> Vector {
        let mut m = m;
        m.append(&o);
        of_mesh(&m) + 1.3 * m.vertices[5]
    }
    compute_pseudo_normals(m: TriMesh = mesh(TriMeshFlags::empty())) -> Vector {
        let mut m = m;
        m.compute_pseudo_normals();
        of_mesh(&m)
    }
    compute_topology(m: TriMesh = mesh(TriMeshFlags::empty()), k: f64 = 0.8) -> Vector {
        let mut m = m;
        m.vertices[1] *= k;
        m.compute_topology(true);
        of_mesh(&m) + m.vertices[1]
    }
    compute_connected_components(m: TriMesh = mesh(TriMeshFlags::empty()), k: f64 = 0.8) -> Vector {
        let mut m = m;
        m.vertices[1] *= k;
        m.compute_connected_components();
        of_mesh(&m) + m.vertices[1]
    }
    triangle_normal_constraints(m: TriMesh = mesh(TriMeshFlags::FIX_INTERNAL_EDGES)) -> Option<Vector> {
        let normals = m.triangle_normal_constraints(1)?;
        Some(normals.face + 0.4 * normals.edges[2])
    }
}
