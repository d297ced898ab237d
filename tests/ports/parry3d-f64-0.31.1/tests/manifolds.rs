#![allow(unused, clippy::all)]
//! parry's contacts of shapes whose normals are constrained, against differences.
use parry3d_f64::glamx::{DPose3 as Pose, DVec3 as Vector};
use parry3d_f64::query::{details, details::NormalConstraints, *};
use parry3d_f64::shape::*;
use pullback::{Differentiable, check_grad, differentiable};
use solids::*;

#[macro_use]
mod solids;

/// Allows normals on one side of a plane, and bends them towards its own.
#[derive(Clone, Differentiable)]
struct Bent {
    towards: Vector,
}

#[differentiable]
impl NormalConstraints for Bent {
    fn project_local_normal_mut(&self, normal: &mut Vector) -> bool {
        *normal = (*normal + self.towards * 0.1).normalize();
        normal.dot(self.towards) > -0.9
    }
}

/// One number of all contacts, of which there are some.
#[differentiable]
fn sum(manifold: &ContactManifold<(), ()>) -> f64 {
    assert!(!manifold.points.is_empty());
    let mut sum = manifold.local_n1.x + 2.0 * manifold.local_n1.y + 3.0 * manifold.local_n2.z;
    for (k, contact) in manifold.points.iter().enumerate() {
        sum += (k as f64 + 1.0) * contact.dist + contact.local_p1.x - 2.0 * contact.local_p2.y;
    }
    sum
}

hold! {
    contact_manifold_pfm_pfm(m: &Pose = &Pose::new(v(1.2, 0.3, 0.5), v(0.3, 0.5, -0.2)), a: &Cuboid = &cuboid(), b: &Cuboid = &Cuboid::new(v(0.4, 0.3, 0.2)), r: f64 = 0.2, n: &Bent = &Bent { towards: v(0.1, 0.2, 0.9) }) -> f64 {
        let mut manifold: ContactManifold<(), ()> = ContactManifold::new();
        details::contact_manifold_pfm_pfm(m, a, r, None, b, 0.1, Some(n), 0.5, &mut manifold);
        sum(&manifold)
    }
    contact_manifold_pfm_pfm_free(m: &Pose = &Pose::new(v(1.2, 0.3, 0.5), v(0.3, 0.5, -0.2)), a: &Cuboid = &cuboid(), b: &Cuboid = &Cuboid::new(v(0.4, 0.3, 0.2))) -> f64 {
        let mut manifold: ContactManifold<(), ()> = ContactManifold::new();
        details::contact_manifold_pfm_pfm(m, a, 0.0, None, b, 0.1, None, 0.5, &mut manifold);
        sum(&manifold)
    }
    contact_manifold_convex_ball(m: &Pose = &Pose::new(v(0.7, 0.3, 0.9), v(0.3, 0.5, -0.2)), a: &Cuboid = &cuboid(), b: &Ball = &Ball::new(0.4), n: &Bent = &Bent { towards: v(0.1, 0.2, 0.9) }) -> f64 {
        let mut manifold: ContactManifold<(), ()> = ContactManifold::new();
        details::contact_manifold_convex_ball(m, a, b, Some(n), None, 0.1, &mut manifold, false);
        sum(&manifold)
    }
    contact_manifold_convex_ball_free(m: &Pose = &Pose::new(v(0.2, 0.3, 0.9), v(0.3, 0.5, -0.2)), a: &Triangle = &triangle(), b: &Ball = &Ball::new(0.4)) -> f64 {
        let mut manifold: ContactManifold<(), ()> = ContactManifold::new();
        details::contact_manifold_convex_ball(m, a, b, None, None, 3.0, &mut manifold, true);
        sum(&manifold)
    }
    contact_manifold_cuboid_triangle(m: &Pose = &Pose::new(v(0.2, 0.3, 0.5), v(0.3, 0.5, -0.2)), a: &Cuboid = &cuboid(), b: &Triangle = &triangle(), n: &Bent = &Bent { towards: v(0.1, 0.2, 0.9) }) -> f64 {
        let mut manifold: ContactManifold<(), ()> = ContactManifold::new();
        details::contact_manifold_cuboid_triangle(m, &m.inverse(), a, b, None, Some(n), 0.1, &mut manifold, false);
        sum(&manifold)
    }
}
