#![allow(unused, clippy::all)]
//! parry's fields of heights, as they are asked for points and rays, against differences.
use parry3d_f64::glamx::DVec3 as Vector;
use parry3d_f64::query::{PointQuery, Ray, RayCast};
use parry3d_f64::shape::*;
use parry3d_f64::utils::Array2;
use pullback::{check_grad, differentiable};
use solids::*;

#[macro_use]
mod solids;

fn field() -> HeightField {
    let heights = (0..20).map(|k| 0.1 * ((k * 7) % 11) as f64 + 0.003 * k as f64).collect();
    HeightField::new(Array2::new(4, 5, heights), v(2.0, 1.5, 3.0))
}

hold! {
    project_local_point(h: &HeightField = &field(), p: Vector = v(0.3, 1.9, -0.4)) -> Vector { h.project_local_point(p, true).point }
    project_local_point_with_max_dist(h: &HeightField = &field(), p: Vector = v(0.3, 1.9, -0.4)) -> Vector { h.project_local_point_with_max_dist(p, true, 3.0).unwrap().point }
    cast_local_ray(h: &HeightField = &field(), o: Vector = v(0.3, 1.9, -0.4), d: Vector = v(0.2, -0.9, 0.3)) -> f64 { h.cast_local_ray_and_get_normal(&Ray::new(o, d), 10.0, true).unwrap().time_of_impact }
    to_trimesh(h: &HeightField = &field()) -> Vector { let (points, indices) = h.to_trimesh(); points[7] + 2.0 * points[40] }
}
