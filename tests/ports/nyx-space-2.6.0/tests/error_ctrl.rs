//! The estimates of an integrator's error.
use nalgebra::{DefaultAllocator, DimName, OVector, Vector3, Vector6, allocator::Allocator};
use nyx_space::propagators::ErrorControl;
use pullback::{check_grad, differentiable};

#[differentiable]
fn estimated<N: DimName>(
    control: ErrorControl,
    error: &OVector<f64, N>,
    candidate: &OVector<f64, N>,
    state: &OVector<f64, N>,
) -> f64
where
    DefaultAllocator: Allocator<N>,
{
    control.estimate(error, candidate, state)
}

#[test]
fn error_control_estimate() {
    use ErrorControl::*;
    let (e, c, s) = (
        Vector6::new(0.1, 0.4, -0.3, 1.0, 2.0, -0.5),
        Vector6::new(0.7, -0.4, 0.3, 0.2, 0.1, 0.5),
        Vector6::new(0.2, 1.4, -0.3, 0.2, -1.1, 0.9),
    );
    for control in [
        RSSCartesianState,
        RSSCartesianStep,
        RSSState,
        RSSStep,
        LargestError,
        LargestState,
        LargestStep,
    ] {
        check_grad!(estimated(control, &e, &c, &s)).unwrap();
    }
    let (e, c, s) = (
        Vector3::new(0.1, 0.4, -0.3),
        Vector3::new(0.7, -0.4, 0.3),
        Vector3::new(0.2, 1.4, -0.3),
    );
    for control in [RSSCartesianState, RSSCartesianStep, LargestStep] {
        check_grad!(estimated(control, &e, &c, &s)).unwrap();
    }
}
