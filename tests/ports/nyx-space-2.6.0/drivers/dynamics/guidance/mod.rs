//! Directions and their angles: private to the module.
use super::*;
use pullback::check_grad;

#[test]
fn unit_vector_from_plane_angles_and_back() {
    check_grad!(unit_vector_from_plane_angles(0.4, -0.7)).unwrap();
    check_grad!(unit_vector_from_ra_dec(0.4, -0.7)).unwrap();
    check_grad!(plane_angles_from_unit_vector(Vector3::new(0.3, -0.4, 0.6))).unwrap();
}
