//! The normals that a part of a compound allows.
use super::*;
use crate::drivers::{hold, v};

hold! {
    projected(f: Vector = v(0.0, 0.0, 1.0), a: Vector = v(0.3, 0.1, 0.9), b: Vector = v(-0.2, 0.2, 0.95), d: Vector = v(0.8, 0.3, 0.4)) -> Vector {
        let normals = CompoundPseudoNormals { boundary_faces: vec![CompoundFaceCone { face: -f, edge_pseudo_normals: vec![-a] }, CompoundFaceCone { face: f, edge_pseudo_normals: vec![a, b] }] };
        let mut d = d;
        normals.project_local_normal_mut(&mut d);
        d
    }
}
