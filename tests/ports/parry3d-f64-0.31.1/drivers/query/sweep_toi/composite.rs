//! When a moving point cloud meets the elements of a shape that stands still.
use super::*;
use crate::drivers::v;
use crate::math::Pose;

/// What is found first, at the element itself or, where that is met from the start, with a small ball.
#[pullback::differentiable]
fn found(mut context: CompositeToiContext<'_, '_>, element: &[Vector; 3], sweep: &Sweep) -> f64 {
    let element: ToiProxy<'_> = ToiProxy::from_array::<3>([element[0], element[1], element[2]], 0.05);
    context.toi_against_element(&element, sweep);
    context.max_fraction + context.best.map_or(0.0, |best| best.fraction + 0.2 * best.point.x)
}

fn points() -> [Vector; 3] {
    [v(-1.0, -0.4, 0.3), v(1.1, -0.5, 0.4), v(0.1, 0.9, 0.5)]
}

/// The derivative along one direction, with what is borrowed.
fn compared(from: f64) {
    let (by, center) = (v(0.3, -0.2, 0.5), v(0.1, 0.0, -0.3));
    let at = |h: f64| {
        let moving = ToiProxy::from_array([v(-0.7, 0.2, -0.3), v(0.6, -0.8, 0.1), v(0.3, 0.5, -0.9)], 0.1 + h);
        let to = Pose::new(v(0.3, 0.2, -4.0), v(-0.3, 0.4, 0.1));
        let mut sweep = Sweep::from_poses(&Pose::new(v(0.1, -0.1, from), v(0.2, -0.1, 0.3)), &to, v(0.1, -0.1, -0.2));
        sweep.c1 += h * by;
        let context = CompositeToiContext {
            fast: SweepCompositeFastShape { proxy: &moving, sweep: &sweep, local_centroid: center + h * by, min_extent: 0.4 },
            local_centroid1: Vector::ZERO,
            local_centroid2: Vector::ZERO,
            fallback_radius: 0.2 - 0.3 * h,
            one_sided: false,
            target_is_sensor: false,
            linear_slop: 0.02 + 0.1 * h,
            max_fraction: 0.95 + 0.2 * h,
            best: None,
        };
        let still = Sweep::constant(&Pose::new(v(0.1, -0.2, 0.1), v(0.1, 0.2, -0.1)), v(0.0, 0.1, 0.0));
        found::value_and_grad(context, &points().map(|p| p - h * by), &still)
    };
    let (_, (context, element, _)) = at(0.0);
    let numbers = context.fast.proxy.radius - 0.3 * context.fallback_radius + 0.1 * context.linear_slop + 0.2 * context.max_fraction;
    let moved = context.fast.sweep.c1 + context.fast.local_centroid - element[0] - element[1] - element[2];
    let (derivative, h) = (numbers + moved.dot(by), 1.0e-6);
    let quotient = (at(h).0 - at(-h).0) / (2.0 * h);
    assert!((derivative - quotient).abs() < 1.0e-7 * derivative.abs().max(1.0) && derivative != 0.0, "{derivative} {quotient}");
}

#[test]
fn toi_against_element() {
    compared(5.0);
    compared(0.9);
}
