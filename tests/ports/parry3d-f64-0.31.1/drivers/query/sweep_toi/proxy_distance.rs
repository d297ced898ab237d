//! The steps of the distance between two point clouds.
use super::*;
use crate::drivers::{hold, v};

/// A simplex whose points stand apart as these do.
#[pullback::differentiable]
fn simplex(points: &[Vector; 4]) -> [SimplexVertex; 4] {
    let mut simplex = [SimplexVertex::default(); 4];
    for i in 0..4 {
        simplex[i].wa = 2.0 * points[i];
        simplex[i].wb = points[i];
        simplex[i].w = points[i];
        simplex[i].a = points[i].x * points[i].x + 0.1;
    }
    simplex
}

/// The origin is in front of the edge, the triangle and inside of the tetrahedron.
fn points() -> [Vector; 4] {
    [v(-1.0, -0.4, 0.3), v(1.1, -0.5, 0.4), v(0.1, 0.9, 0.5), v(0.2, 0.1, -1.2)]
}

/// How far two clouds of these points are apart, with their radii and without, from where they were found before.
#[pullback::differentiable(twins(proxy_distance = proxy_distance_derivatives))]
fn apart(p: &[Vector; 4], m: &Pose, r: f64) -> f64 {
    let one: ToiProxy<'_> = ToiProxy::from_array(*p, r);
    let other: ToiProxy<'_> = ToiProxy::from_array([p[1], p[3], p[0]], 2.0 * r);
    let mut cache = SimplexCache::default();
    let first = proxy_distance(m, &one, &other, true, &mut cache);
    let again = proxy_distance(m, &one, &other, false, &mut cache);
    first.distance + again.point_a.x + 2.0 * again.point_b.y + 3.0 * again.normal.z
}

hold! {
    edge(a: Vector = v(-1.0, -0.4, 0.3), b: Vector = v(1.1, -0.5, 0.4)) -> [f64; 3] { barycentric_coords_edge(a, b) }
    tri(a: Vector = v(-1.0, -0.4, 0.3), b: Vector = v(1.1, -0.5, 0.4), c: Vector = v(0.1, 0.9, 0.5)) -> [f64; 4] { barycentric_coords_tri(a, b, c) }
    tet(p: &[Vector; 4] = &points()) -> [f64; 5] { barycentric_coords_tet(p[0], p[1], p[2], p[3]) }
    triple(p: &[Vector; 4] = &points()) -> f64 { scalar_triple_product(p[0], p[1], p[2]) }
    metric(p: &[Vector; 4] = &points()) -> f64 {
        let s = simplex(p);
        simplex_metric(&s, 2) + 2.0 * simplex_metric(&s, 3) + 3.0 * simplex_metric(&s, 4)
    }
    witnesses(p: &[Vector; 4] = &points()) -> Vector {
        let s = simplex(p);
        let mut sum = Vector::ZERO;
        for count in 1..5 {
            let (a, b) = witness_points3(&s, count);
            sum += a * (count as f64) - b;
        }
        sum
    }
    solve2(p: &[Vector; 4] = &points()) -> f64 {
        let mut s = simplex(p);
        let mut count = 2;
        solve_simplex2_3d(&mut s, &mut count);
        s[0].a + 2.0 * s[1].a + s[0].w.x
    }
    solve2_at_its_end(p: &[Vector; 4] = &[v(0.5, 0.2, 0.1), v(1.1, -0.5, 0.4), v(0.1, 0.9, 0.5), v(0.2, 0.1, -1.2)]) -> f64 {
        let mut s = simplex(p);
        let mut count = 2;
        solve_simplex2_3d(&mut s, &mut count);
        s[0].a * s[0].w.x
    }
    solve3(p: &[Vector; 4] = &points()) -> f64 {
        let mut s = simplex(p);
        let mut count = 3;
        solve_simplex3_3d(&mut s, &mut count);
        s[0].a + 2.0 * s[1].a + 3.0 * s[2].a
    }
    solve4(p: &[Vector; 4] = &points()) -> f64 {
        let mut s = simplex(p);
        let mut count = 4;
        solve_simplex4_3d(&mut s, &mut count);
        s[0].a + 2.0 * s[1].a + 3.0 * s[2].a + 4.0 * s[3].a
    }
    distance(p: &[Vector; 4] = &points(), m: &Pose = &Pose::new(v(2.4, -1.7, 1.9), v(0.3, 0.5, -0.2)), r: f64 = 0.2) -> f64 { apart(p, m, r) }
}
