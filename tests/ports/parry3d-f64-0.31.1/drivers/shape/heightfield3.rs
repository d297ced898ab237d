//! The triangles of a height field, one after the other.
use super::*;
use crate::drivers::{hold, v};

fn field() -> HeightField {
    let heights = (0..20).map(|k| 0.1 * ((k * 7) % 11) as f64).collect();
    HeightField::new(Array2::new(4, 5, heights), v(2.0, 1.5, 3.0))
}

hold! {
    next(h: &HeightField = &field()) -> Option<Triangle> {
        let mut triangles: HeightFieldTriangles<'_> = HeightFieldTriangles { heightfield: h, curr: (1, 1), tris: (None, None) };
        triangles.next();
        triangles.next()
    }
    next_around(h: &HeightField = &field()) -> Option<Triangle> {
        let mut triangles: HeightFieldRadialTriangles<'_> = HeightFieldRadialTriangles { heightfield: h, center: (1, 1), curr_radius: 0, curr_element: 0, tris: (None, None) };
        triangles.next(1.0)
    }
    with_flags(heights: Array2<Real> = Array2::new(4, 5, (0..20).map(|k| 0.1 * ((k * 7) % 11) as f64 + 0.003 * k as f64).collect()), scale: Vector = v(2.0, 1.5, 3.0)) -> f64 {
        let made = HeightField::with_flags(heights, scale, HeightFieldFlags::empty());
        let again = HeightField::new(made.heights.clone(), made.scale);
        made.aabb.mins.y + 2.0 * made.aabb.maxs.x + 3.0 * made.heights[(1, 2)] + again.aabb.maxs.y
    }
}
