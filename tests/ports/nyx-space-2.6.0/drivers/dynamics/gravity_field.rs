//! The acceleration by a gravity field: its tables are private to the module.
use super::*;
use anise::constants::frames::EARTH_J2000;
use anise::prelude::Epoch;
use anise::structure::planetocentric::ellipsoid::Ellipsoid;
use pullback::{check_grad, differentiable};

#[differentiable]
fn drawn(field: &GravityField, orbit: &Orbit, #[no_diff] almanac: &Almanac) -> Vector3<f64> {
    1e5 * field.eom(orbit, almanac).unwrap()
}

#[differentiable]
fn sloped(field: &GravityField, orbit: &Orbit, #[no_diff] almanac: &Almanac) -> [f64; 4] {
    let (pull, slopes) = field.gradient(orbit, almanac).unwrap();
    [
        1e5 * pull[0],
        1e8 * slopes[(0, 0)],
        1e8 * slopes[(1, 2)],
        1e8 * slopes[(2, 1)],
    ]
}

/// The tables of a new field hold what its data does not change.
#[differentiable]
fn made(data: &GravityFieldData, orbit: &Orbit, #[no_diff] almanac: &Almanac) -> Vector3<f64> {
    let field = GravityField::new(data.clone());
    1e5 * field.eom(orbit, almanac).unwrap()
}

fn field() -> GravityField {
    let frame = EARTH_J2000
        .with_mu_km3_s2(398_600.441_5)
        .with_ellipsoid(Ellipsoid::from_spheroid(6_378.136_6, 6_356.751_9));
    let path = std::env::temp_dir().join(format!("gravity-{}.tab", std::process::id()));
    let header = "6378.1363, 398600.4415, 0, 3, 3, 1, 0, 0\n";
    let lines = "2, 0, -4.8e-4, 0\n2, 1, 3e-5, -2e-5\n2, 2, 2.4e-5, -1.4e-5\n3, 0, 9e-6, 0\n3, 3, 7e-6, 1.4e-5\n";
    std::fs::write(&path, [header, lines].concat()).unwrap();
    let data = GravityFieldData::from_shadr(&path, 3, 3, frame).unwrap();
    std::fs::remove_file(&path).unwrap();
    let mut field = Arc::unwrap_or_clone(GravityField::new(data));
    // Where nothing is read the tables are infinite, and differences of them say nothing.
    for table in [&mut field.b_nm, &mut field.c_nm, &mut field.vr01, &mut field.vr11] {
        table.iter_mut().filter(|x| !x.is_finite()).for_each(|x| *x = 0.5);
    }
    for table in [
        &mut field.b_nm_h,
        &mut field.c_nm_h,
        &mut field.vr01_h,
        &mut field.vr11_h,
    ] {
        table
            .iter_mut()
            .filter(|x| !x.is_finite())
            .for_each(|x| *x = OHyperdual::from(0.5));
    }
    field
}

#[test]
fn eom_gradient_and_new() {
    // An almanac and what takes it lie on the stack, which is small in a test.
    let thread = std::thread::Builder::new().stack_size(1 << 27).spawn(|| {
        let field = field();
        let epoch = Epoch::from_tdb_seconds(6e8);
        let orbit = Orbit::new(
            -2436.45,
            -5186.4,
            3891.037,
            5.088,
            -3.988,
            1.2,
            epoch,
            field.grav_data.frame,
        );
        check_grad!(drawn(&field, &orbit, &Almanac::default())).unwrap();
        check_grad!(sloped(&field, &orbit, &Almanac::default())).unwrap();
        check_grad!(made(&field.grav_data, &orbit, &Almanac::default())).unwrap();
    });
    thread.unwrap().join().unwrap();
}
