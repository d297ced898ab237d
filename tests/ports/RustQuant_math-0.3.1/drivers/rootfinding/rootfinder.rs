//! The private parts of what root finders keep, against differences.
use super::RootfinderData;
use pullback::{check_grad, differentiable};

#[test]
fn increment_evaluation_count() {
    #[differentiable]
    fn value(step: f64, bound: f64) -> f64 {
        let mut data = RootfinderData::new(1e-9, step, bound, 2.0 * bound, true);
        data.increment_evaluation_count();
        data.stepsize * data.interval.1
    }
    check_grad!(value(0.3, 1.7)).unwrap();
}
