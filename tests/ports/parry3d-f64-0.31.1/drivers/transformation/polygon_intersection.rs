//! Where the edges of two polygons meet.
use super::*;
use crate::drivers::hold;

fn point(x: Real, y: Real) -> Vector2 {
    Vector2::new(x, y)
}

hold! {
    sorted_edge_intersections(p: &[Vector2] = &[point(0.0, 0.1), point(2.0, 0.3), point(1.1, 1.9)], q: &[Vector2] = &[point(0.4, -0.8), point(1.6, -0.5), point(0.9, 1.2)]) -> Real {
        let (meets, _) = compute_sorted_edge_intersections(p, q, 1.0e-6);
        let mut sum = 0.0;
        for edge in 0..3 {
            if let Some(list) = meets[0].get(&edge) {
                for (k, meet) in list.iter().enumerate() {
                    sum += (k as Real + 1.0) * meet.locs[0].centered_bcoords([edge, (edge + 1) % 3]);
                }
            }
            if let Some(list) = meets[1].get(&edge) {
                for meet in list {
                    let at = meet.locs[1].to_point(q);
                    sum += at.x - 3.0 * at.y;
                }
            }
        }
        sum
    }
}
