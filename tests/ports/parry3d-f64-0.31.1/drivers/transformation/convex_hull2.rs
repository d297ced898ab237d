//! The steps of a convex hull in the plane.
use super::*;
use crate::drivers::hold;

fn points() -> Vec<Vector2> {
    [[0.0, 0.1], [1.0, 0.2], [0.4, 1.3], [-0.6, 0.8], [0.2, -0.9]].map(|[x, y]| Vector2::new(x, y)).to_vec()
}

hold! {
    facet(p: &[Vector2] = &points()) -> Vector2 { SegmentFacet::new(1, 3, 0, 0, p).normal }
    initial_polyline(p: &[Vector2] = &points()) -> Vector2 {
        let mut undecidable = vec![];
        let facets = get_initial_polyline(p, &mut undecidable);
        facets[0].normal + 2.0 * facets[1].normal
    }
    attached(p: &[Vector2] = &points()) -> Vector2 {
        let mut undecidable = vec![];
        let mut facets = get_initial_polyline(p, &mut undecidable);
        attach_and_push_facets2(1, 1, 2, p, &mut facets, 0, &mut undecidable);
        facets[2].normal + 2.0 * facets[3].normal
    }
}
