//! How far two moving point clouds are apart along an axis.
use super::*;
use crate::drivers::{hold, v};
use crate::math::Pose;

fn points() -> [Vector; 3] {
    [v(-1.0, -0.4, 0.3), v(1.1, -0.5, 0.4), v(0.1, 0.9, 0.5)]
}

fn others() -> [Vector; 3] {
    [v(-0.7, 0.2, -0.3), v(0.6, -0.8, 0.1), v(0.3, 0.5, -0.9)]
}

fn sweeps() -> [Sweep; 2] {
    let [a, b] = [v(0.4, -0.7, 1.1), v(3.4, -1.7, 1.9)].map(|t| Pose::new(t, v(0.3, 0.5, -0.2)));
    let c = Pose::new(v(3.0, -1.0, 1.2), v(-0.2, 0.4, 0.1));
    [Sweep::from_poses(&a, &b, v(0.1, 0.2, 0.3)), Sweep::from_poses(&b, &c, v(0.3, -0.2, 0.1))]
}

/// The distance along the axis of this kind, where two points are given and where they are looked for.
#[pullback::differentiable]
fn along(ty: SeparationType, p: &[Vector; 3], q: &[Vector; 3], sweeps: &[Sweep; 2], witness1: Vector, witness2: Vector, t: f64) -> f64 {
    let one: ToiProxy<'_> = ToiProxy::from_array(*p, 0.1);
    let other: ToiProxy<'_> = ToiProxy::from_array(*q, 0.1);
    let function = SeparationFunction { proxy_a: &one, proxy_b: &other, sweep_a: sweeps[0], sweep_b: sweeps[1], witness1, witness2, ty };
    function.evaluate(1, 2, t) + 2.0 * function.find_min_separation(t).0
}

/// The same along the axis that is chosen by the closest features, of which there are `count`.
#[pullback::differentiable(types(new = fn(..) -> SeparationFunction<'_, '_>))]
fn chosen(count: u8, at: [[u32; 3]; 2], p: &[Vector; 3], q: &[Vector; 3], sweeps: &[Sweep; 2], normal: Vector, t: f64) -> f64 {
    let cache = pullback::no_diff(SimplexCache { metric: 0.0, count, index_a: at[0], index_b: at[1] });
    let one: ToiProxy<'_> = ToiProxy::from_array(*p, 0.1);
    let other: ToiProxy<'_> = ToiProxy::from_array(*q, 0.1);
    let function = SeparationFunction::new(&cache, &one, &sweeps[0], &other, &sweeps[1], normal, t);
    function.evaluate(1, 2, 0.6) + 2.0 * function.find_min_separation(0.2).0
}

hold! {
    vertices(p: &[Vector; 3] = &points(), q: &[Vector; 3] = &others(), s: &[Sweep; 2] = &sweeps(), w: Vector = v(0.6, 0.48, 0.64), t: f64 = 0.3) -> f64 { along(SeparationType::Vertices, p, q, s, w, w, t) }
    edges(p: &[Vector; 3] = &points(), q: &[Vector; 3] = &others(), s: &[Sweep; 2] = &sweeps(), w: Vector = v(0.6, 0.48, 0.64), u: Vector = v(-0.2, 0.9, 0.3), t: f64 = 0.3) -> f64 { along(SeparationType::Edges, p, q, s, w, u, t) }
    face_a(p: &[Vector; 3] = &points(), q: &[Vector; 3] = &others(), s: &[Sweep; 2] = &sweeps(), w: Vector = v(0.6, 0.48, 0.64), u: Vector = v(-0.2, 0.9, 0.3), t: f64 = 0.3) -> f64 { along(SeparationType::FaceA, p, q, s, w, u, t) }
    face_b(p: &[Vector; 3] = &points(), q: &[Vector; 3] = &others(), s: &[Sweep; 2] = &sweeps(), w: Vector = v(0.6, 0.48, 0.64), u: Vector = v(-0.2, 0.9, 0.3), t: f64 = 0.3) -> f64 { along(SeparationType::FaceB, p, q, s, w, u, t) }
    new_of_vertices(p: &[Vector; 3] = &points(), q: &[Vector; 3] = &others(), s: &[Sweep; 2] = &sweeps(), w: Vector = v(0.6, 0.48, 0.64), t: f64 = 0.3) -> f64 { chosen(1, [[0, 0, 0], [1, 0, 0]], p, q, s, w, t) }
    new_of_edges(p: &[Vector; 3] = &points(), q: &[Vector; 3] = &others(), s: &[Sweep; 2] = &sweeps(), w: Vector = v(0.6, 0.48, 0.64), t: f64 = 0.3) -> f64 { chosen(2, [[0, 1, 0], [1, 2, 0]], p, q, s, w, t) }
    new_of_a_vertex_and_an_edge(p: &[Vector; 3] = &points(), q: &[Vector; 3] = &others(), s: &[Sweep; 2] = &sweeps(), w: Vector = v(0.6, 0.48, 0.64), t: f64 = 0.3) -> f64 { chosen(2, [[0, 0, 0], [1, 2, 0]], p, q, s, w, t) }
    new_of_face_a(p: &[Vector; 3] = &points(), q: &[Vector; 3] = &others(), s: &[Sweep; 2] = &sweeps(), w: Vector = v(0.6, 0.48, 0.64), t: f64 = 0.3) -> f64 { chosen(3, [[0, 1, 2], [1, 1, 2]], p, q, s, w, t) }
    new_of_face_b(p: &[Vector; 3] = &points(), q: &[Vector; 3] = &others(), s: &[Sweep; 2] = &sweeps(), w: Vector = v(0.6, 0.48, 0.64), t: f64 = 0.3) -> f64 { chosen(3, [[0, 1, 1], [0, 1, 2]], p, q, s, w, t) }
    new_of_edges_found_in_faces(p: &[Vector; 3] = &points(), q: &[Vector; 3] = &others(), s: &[Sweep; 2] = &sweeps(), w: Vector = v(0.6, 0.48, 0.64), t: f64 = 0.3) -> f64 { chosen(3, [[0, 0, 1], [2, 2, 1]], p, q, s, w, t) }
}
