//! glamx's poses and decompositions against differences.
use glamx::glam::{DMat3, DQuat, DVec3};
use glamx::{DPose3, DSymmetricEigen2, DSymmetricEigen3, MatExt};
use pullback::{check_grad, differentiable};

/// A test for each function, by its name: the function as it is called, and what it is called with.
macro_rules! hold {
    ($($name:ident($($param:ident: $ty:ty = $value:expr),*) -> $output:ty { $($body:tt)* })*) => {$(
        #[test]
        fn $name() {
            #[differentiable]
            fn held($($param: $ty),*) -> $output { $($body)* }
            $(let $param = $value;)*
            check_grad!(held($($param),*)).unwrap();
        }
    )*};
}

fn v(x: f64, y: f64, z: f64) -> DVec3 {
    DVec3::new(x, y, z)
}

fn pose() -> DPose3 {
    DPose3::new(v(0.4, -0.7, 1.1), v(0.3, 0.5, -0.2))
}

fn other() -> DPose3 {
    DPose3::new(v(1.4, 0.3, -0.6), v(-0.1, 0.7, 0.4))
}

fn symmetric() -> DMat3 {
    DMat3::from_cols(v(2.0, 0.3, -0.4), v(0.3, 3.5, 0.6), v(-0.4, 0.6, 5.2))
}

hold! {
    pose_new(t: DVec3 = v(0.4, -0.7, 1.1), a: DVec3 = v(0.3, 0.5, -0.2)) -> DPose3 { DPose3::new(t, a) }
    pose_from_translation(t: DVec3 = v(0.4, -0.7, 1.1)) -> DPose3 { DPose3::from_translation(t) }
    pose_translation(x: f64 = 0.3, y: f64 = 0.4, z: f64 = -0.5) -> DPose3 { DPose3::translation(x, y, z) }
    pose_from_rotation(q: DQuat = pose().rotation) -> DPose3 { DPose3::from_rotation(q) }
    pose_rotation(a: DVec3 = v(0.3, 0.5, -0.2)) -> DPose3 { DPose3::rotation(a) }
    pose_from_parts(t: DVec3 = v(0.4, -0.7, 1.1), q: DQuat = pose().rotation) -> DPose3 { DPose3::from_parts(t, q) }
    pose_prepend_translation(p: DPose3 = pose(), t: DVec3 = v(0.4, -0.7, 1.1)) -> DPose3 { p.prepend_translation(t) }
    pose_append_translation(p: DPose3 = pose(), t: DVec3 = v(0.4, -0.7, 1.1)) -> DPose3 { p.append_translation(t) }
    pose_inverse(p: &DPose3 = &pose()) -> DPose3 { p.inverse() }
    pose_inv_mul(p: &DPose3 = &pose(), q: &DPose3 = &other()) -> DPose3 { p.inv_mul(q) }
    pose_transform_point(p: &DPose3 = &pose(), x: DVec3 = v(0.4, 0.7, 0.1)) -> DVec3 { p.transform_point(x) }
    pose_transform_vector(p: &DPose3 = &pose(), x: DVec3 = v(0.4, 0.7, 0.1)) -> DVec3 { p.transform_vector(x) }
    pose_inverse_transform_point(p: &DPose3 = &pose(), x: DVec3 = v(0.4, 0.7, 0.1)) -> DVec3 { p.inverse_transform_point(x) }
    pose_inverse_transform_vector(p: &DPose3 = &pose(), x: DVec3 = v(0.4, 0.7, 0.1)) -> DVec3 { p.inverse_transform_vector(x) }
    pose_lerp(p: &DPose3 = &pose(), q: &DPose3 = &other(), t: f64 = 0.3) -> DPose3 { p.lerp(q, t) }
    pose_to_mat4(p: &DPose3 = &pose(), x: DVec3 = v(0.4, 0.7, 0.1)) -> DVec3 { p.to_mat4().transform_point3(x) }
    pose_mul_pose(p: DPose3 = pose(), q: DPose3 = other()) -> DPose3 { p * q }
    pose_mul_references(p: &DPose3 = &pose(), q: &DPose3 = &other()) -> DPose3 { p * q }
    pose_mul_mixed(p: &DPose3 = &pose(), q: DPose3 = other()) -> DPose3 { (p * q) * p }
    pose_mul_assign(p: DPose3 = pose(), q: DPose3 = other()) -> DPose3 { let mut r = p; r *= q; r *= p; r }
    pose_mul_vector(p: DPose3 = pose(), x: DVec3 = v(0.4, 0.7, 0.1)) -> DVec3 { p * x }
    pose_reference_mul_vector(p: &DPose3 = &pose(), x: DVec3 = v(0.4, 0.7, 0.1)) -> DVec3 { p * x }
    rotation_mul_pose(q: DQuat = other().rotation, p: DPose3 = pose()) -> DPose3 { q * p }
    pose_mul_rotation(p: DPose3 = pose(), q: DQuat = other().rotation) -> DPose3 { p * q }
    pose_mul_assign_rotation(p: DPose3 = pose(), q: DQuat = other().rotation) -> DPose3 { let mut r = p; r *= q; r }
    eigen3_eigenvalues(m: DMat3 = symmetric()) -> DVec3 { DSymmetricEigen3::eigenvalues(m) }
    eigen3_new(a: f64 = 0.3, b: f64 = -0.4, c: f64 = 0.6) -> DMat3 {
        DSymmetricEigen3::new(DMat3::from_cols(DVec3::new(2.0, a, b), DVec3::new(a, 3.5, c), DVec3::new(b, c, 5.2))).eigenvectors
    }
    eigen3_reverse(m: DMat3 = symmetric()) -> DVec3 { DSymmetricEigen3::new(m).reverse().eigenvalues }
    eigen3_of_matrix(m: &DMat3 = &symmetric()) -> DVec3 { m.symmetric_eigen().eigenvalues }
    eigenvalues_of_matrix(m: &DMat3 = &symmetric()) -> DVec3 { m.symmetric_eigenvalues() }
    swapped_columns(m: DMat3 = symmetric(), x: DVec3 = v(0.4, 0.7, 0.1)) -> DVec3 { let mut m = m; m.swap_cols(0, 2); m * x }
    eigen2_new(a: f64 = 0.3, b: f64 = 1.4, c: f64 = 2.6) -> f64 {
        let e = DSymmetricEigen2::new(glamx::DMat2::from_cols(glamx::DVec2::new(b, a), glamx::DVec2::new(a, c)));
        e.eigenvalues.x + 2.0 * e.eigenvectors.x_axis.x * e.eigenvectors.y_axis.x
    }
}
