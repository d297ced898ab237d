//! What is interpolated against differences, by the values that are given. The index may be any, a date for one: it is a constant.
use RustQuant_math::{ExponentialInterpolator, Interpolator};

#[test]
fn between_and_at_the_given_values() {
    let values = [5.0, 2.5, 12.5, 31.0];
    let of = |values: [f64; 4]| ExponentialInterpolator { xs: vec![1.0, 2.0, 3.0, 5.0], ys: values.to_vec(), fitted: true };
    for point in [1.3, 2.0, 4.2] {
        let at = of(values);
        let (value, pull) = at.interpolate_vjp(point);
        assert_eq!(value.unwrap(), at.interpolate(point).unwrap());
        let bar = pull(Some(1.0));
        for k in 0..4 {
            let moved = |h| {
                let mut values = values;
                values[k] += h;
                of(values).interpolate(point).unwrap()
            };
            let slope = (moved(1e-5) - moved(-1e-5)) / 2e-5;
            assert!((bar.ys[k] - slope).abs() < 1e-8, "{} against {slope}", bar.ys[k]);
        }
    }
}
