//! The plane of a hyperbola, and what changes it.
use anise::constants::frames::EARTH_J2000;
use anise::prelude::{Epoch, Orbit};
use nalgebra::Vector3;
use nyx_space::cosmic::{BPlane, BPlaneTarget, try_achieve_b_plane};
use pullback::{check_grad, differentiable};

fn orbit() -> Orbit {
    let frame = EARTH_J2000.with_mu_km3_s2(398_600.441_5);
    let epoch = Epoch::from_tdb_seconds(6e8);
    Orbit::new(
        546_507.344,
        -527_978.380,
        531_109.066,
        -4.922_050_8,
        5.736_316_1,
        -5.231_411_9,
        epoch,
        frame,
    )
}

#[differentiable]
fn aimed(orbit: Orbit) -> [f64; 4] {
    let plane = BPlane::new(orbit).unwrap();
    let slopes = plane.jacobian();
    [plane.angle_deg(), plane.magnitude_km(), slopes[(0, 1)], slopes[(1, 2)]]
}

#[test]
fn b_plane_angle_and_magnitude() {
    check_grad!(aimed(orbit())).unwrap();
}

/// The change of velocity by Newton's method.
#[differentiable]
fn changed(orbit: Orbit, b_t_km: f64, b_r_km: f64) -> Vector3<f64> {
    let target = BPlaneTarget::from_bt_br(b_t_km, b_r_km);
    let (change, plane) = try_achieve_b_plane(orbit, target).unwrap();
    change * plane.magnitude_km()
}

#[test]
fn achieve_b_plane() {
    let plane = BPlane::new(orbit()).unwrap();
    let (b_t_km, b_r_km) = (plane.b_dot_t_km() + 300.0, plane.b_dot_r_km() - 500.0);
    check_grad!(changed(orbit(), b_t_km, b_r_km)).unwrap();
}
