//! Scores by the counts that they are made of.
use super::{ConfusionMatrix, ReceiverOperatingCharacteristic, trapezoidal};
use ndarray::{Array1, Array2};
use pullback::{check_grad, differentiable};

fn members(count: usize) -> Array1<usize> {
    (0..count).collect()
}

fn matrix(counts: &[f32]) -> Array2<f32> {
    let n = counts.len().isqrt();
    Array2::from_shape_vec((n, n), counts.to_vec()).unwrap()
}

const TWO: [f32; 4] = [5.0, 2.0, 1.5, 4.0];
const THREE: [f32; 9] = [5.0, 1.0, 0.5, 2.0, 6.0, 1.5, 0.25, 3.0, 4.0];

macro_rules! scores {
    ($($name:ident $(($beta:ident))?;)*) => {
        $(
            #[differentiable]
            fn $name(counts: &Array2<f32>, #[no_diff] members: &Array1<usize> $(, $beta: f32)?) -> f32 {
                ConfusionMatrix { matrix: counts.clone(), members: members.clone() }.$name($($beta)?)
            }
        )*
    };
}

scores! {
    precision;
    recall;
    accuracy;
    f_score(beta);
    f1_score;
    mcc;
}

#[test]
fn scores_of_matrices() {
    for counts in [&TWO[..], &THREE] {
        let (counts, members) = (matrix(counts), members(counts.len().isqrt()));
        check_grad!(precision(&counts, &members)).unwrap();
        check_grad!(recall(&counts, &members)).unwrap();
        check_grad!(accuracy(&counts, &members)).unwrap();
        check_grad!(f_score(&counts, &members, 0.7)).unwrap();
        check_grad!(f1_score(&counts, &members)).unwrap();
        check_grad!(mcc(&counts, &members)).unwrap();
    }
}

/// All that two classes are told apart by, with a weight for each.
#[differentiable]
fn one_vs_all(counts: &Array2<f32>, #[no_diff] members: &Array1<usize>) -> f32 {
    let matrix = ConfusionMatrix { matrix: counts.clone(), members: members.clone() };
    let mut sum = 0.0;
    for (k, part) in matrix.split_one_vs_all().iter().enumerate() {
        sum += (k as f32 + 1.0) * part.matrix[(0, 0)] * part.matrix[(1, 1)] + part.matrix[(0, 1)] * part.matrix[(1, 0)].sqrt();
    }
    sum
}

#[differentiable]
fn one_vs_one(counts: &Array2<f32>, #[no_diff] members: &Array1<usize>) -> f32 {
    let matrix = ConfusionMatrix { matrix: counts.clone(), members: members.clone() };
    let mut sum = 0.0;
    for (k, part) in matrix.split_one_vs_one().iter().enumerate() {
        sum += (k as f32 + 1.0) * part.matrix[(0, 0)] * part.matrix[(1, 1)] + part.matrix[(0, 1)] * part.matrix[(1, 0)].sqrt();
    }
    sum
}

#[test]
fn parts_of_matrices() {
    for counts in [&TWO[..], &THREE] {
        let (counts, members) = (matrix(counts), members(counts.len().isqrt()));
        check_grad!(one_vs_all(&counts, &members)).unwrap();
        check_grad!(one_vs_one(&counts, &members)).unwrap();
    }
}

#[differentiable]
fn area(curve: &[(f32, f32)]) -> f32 {
    ReceiverOperatingCharacteristic { curve: curve.to_vec(), thresholds: Vec::new() }.area_under_curve()
}

#[test]
fn areas() {
    check_grad!(trapezoidal(&[(0.1, 0.5), (0.4, 0.9), (1.3, 0.2), (1.5, 1.1)])).unwrap();
    check_grad!(area(&[(0.1, 0.5), (0.4, 0.9), (1.3, 0.2)])).unwrap();
}
