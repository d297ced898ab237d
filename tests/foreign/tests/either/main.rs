//! `Either` of the crate either: one of two values.

use either::Either;
use pullback::{Differentiable, check_grad, differentiable};

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Ball {
    radius: f64,
}

/// A ball, or the corners of what a ball becomes.
#[differentiable]
impl Ball {
    fn scaled(self, scale: [f64; 2], corners: usize) -> Option<Either<Ball, Vec<f64>>> {
        if corners == 0 {
            return None;
        }
        if scale[0] * scale[1] < 2.0 {
            let mut points = Vec::new();
            for k in 0..corners {
                points.push(scale[k % 2] * self.radius * (k as f64 + 1.0));
            }
            Some(Either::Right(points))
        } else {
            Some(Either::Left(Ball {
                radius: self.radius * scale[0],
            }))
        }
    }
}

#[differentiable]
fn size(shape: &Either<Ball, Vec<f64>>, k: f64) -> f64 {
    match shape {
        Either::Left(ball) => k * ball.radius * ball.radius,
        Either::Right(points) => points.iter().map(|p| p * k).sum(),
    }
}

#[differentiable]
fn scaled_size(radius: f64, scale: [f64; 2], k: f64) -> f64 {
    let Some(shape) = (Ball { radius }).scaled(scale, 3) else {
        return radius;
    };
    let size = size(&shape, k);
    match shape {
        Either::Left(ball) => size * ball.radius,
        Either::Right(points) => size + points[1],
    }
}

#[differentiable]
fn grown(shape: Either<f64, [f64; 2]>, by: f64) -> Either<f64, [f64; 2]> {
    let mut shape = shape;
    match &mut shape {
        Either::Left(x) => *x *= by,
        Either::Right(pair) => pair[1] += by * pair[0],
    }
    shape
}

#[test]
fn one_of_two_is_made_and_taken_apart() {
    for scale in [[2.0, 2.0], [2.0, 0.5]] {
        check_grad!(scaled_size(0.7, scale, 1.3)).unwrap();
    }
    check_grad!(size(&Either::Left(Ball { radius: 0.7 }), 1.3)).unwrap();
    check_grad!(size(&Either::Right(vec![0.7, 0.2]), 1.3)).unwrap();
    check_grad!(grown(Either::Left(0.3), 1.3)).unwrap();
    check_grad!(grown(Either::Right([0.3, 0.4]), 1.3)).unwrap();
}

#[test]
fn the_cotangent_has_the_same_side() {
    let (value, pullback) = grown::vjp(Either::Right([0.5, 2.0]), 3.0);
    assert_eq!(value, Either::Right([0.5, 3.5]));
    assert_eq!(pullback(Either::Right([0.0, 1.0])), (Either::Right([3.0, 1.0]), 0.5));
}
