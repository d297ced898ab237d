//! The derivatives of the distributions of vectors.
mod generator;
use generator::Lcg;
use nalgebra::{DMatrix, DVector, Dyn};
use pullback::{check_grad, differentiable};
use rand::distr::Distribution as _;
use statrs::distribution::*;
use statrs::statistics::*;

#[differentiable]
fn dirichlet(law: &Dirichlet<Dyn>, x: &DVector<f64>) -> f64 {
    let x = x / x.sum();
    law.pdf(&x) + law.ln_pdf(&x) + law.entropy().unwrap()
}

#[differentiable]
fn dirichlet_moments(law: &Dirichlet<Dyn>, w: &DVector<f64>) -> f64 {
    law.mean().unwrap().dot(w) + (law.variance().unwrap() * w).norm_squared()
}

#[differentiable]
fn multinomial(law: &Multinomial<Dyn>, x: &DVector<u64>) -> f64 {
    law.pmf(x) + law.ln_pmf(x)
}

#[differentiable]
fn multinomial_moments(law: &Multinomial<Dyn>, w: &DVector<f64>) -> f64 {
    law.mean().unwrap().dot(w) + (law.variance().unwrap() * w).norm_squared()
}

fn normal_law(m: &DVector<f64>, c: &DMatrix<f64>) -> MultivariateNormal<Dyn> {
    MultivariateNormal::new_from_nalgebra(m.clone(), c.clone()).unwrap()
}

#[differentiable]
fn normal(law: &MultivariateNormal<Dyn>, x: &DVector<f64>) -> f64 {
    law.pdf(x) + law.ln_pdf(x)
}

#[differentiable]
fn normal_moments(law: &MultivariateNormal<Dyn>, w: &DVector<f64>) -> f64 {
    law.mean().unwrap().dot(w) + (law.variance().unwrap() * w).norm_squared() + law.mode().dot(w)
}

#[differentiable]
fn student(law: &MultivariateStudent<Dyn>, x: &DVector<f64>) -> f64 {
    law.pdf(x) + law.ln_pdf(x)
}

#[differentiable]
fn student_moments(law: &MultivariateStudent<Dyn>, w: &DVector<f64>) -> f64 {
    law.mean().unwrap().dot(w) + (law.variance().unwrap() * w).norm_squared() + law.mode().dot(w)
}

fn vector(v: &[f64]) -> DVector<f64> {
    DVector::from_column_slice(v)
}

fn covariance() -> DMatrix<f64> {
    DMatrix::from_row_slice(2, 2, &[1.3, 0.4, 0.4, 0.9])
}

#[test]
fn dirichlet_pdf_ln_pdf_entropy_mean_variance() {
    let law = Dirichlet::new(vec![1.7, 2.4, 0.9]).unwrap();
    check_grad!(dirichlet(&law, &vector(&[0.3, 0.5, 0.2]))).unwrap();
    check_grad!(dirichlet_moments(&law, &vector(&[1.0, 2.0, -0.5]))).unwrap();
}

#[test]
fn multinomial_pmf_ln_pmf_mean_variance() {
    let law = Multinomial::new(vec![0.3, 0.5, 0.2], 5).unwrap();
    check_grad!(multinomial(&law, &DVector::from_vec(vec![2, 2, 1]))).unwrap();
    check_grad!(multinomial_moments(&law, &vector(&[1.0, 2.0, -0.5]))).unwrap();
}

#[test]
fn multivariate_normal_pdf_ln_pdf_mean_variance_mode() {
    let law = normal_law(&vector(&[0.3, -0.2]), &covariance());
    check_grad!(normal(&law, &vector(&[0.9, 0.4]))).unwrap();
    check_grad!(normal_moments(&law, &vector(&[1.0, 2.0]))).unwrap();
}

#[test]
fn multivariate_student_pdf_ln_pdf_mean_variance_mode() {
    let law = MultivariateStudent::new_from_nalgebra(vector(&[0.3, -0.2]), covariance(), 4.5).unwrap();
    check_grad!(student(&law, &vector(&[0.9, 0.4]))).unwrap();
    check_grad!(student_moments(&law, &vector(&[1.0, 2.0]))).unwrap();
}

/// What the constructors compute, by what they are given.
#[differentiable]
fn constructed_normal(mean: &DVector<f64>, a: f64, b: f64, c: f64, x: &DVector<f64>) -> f64 {
    let law = MultivariateNormal::new_from_nalgebra(mean.clone(), DMatrix::from_row_slice(2, 2, &[a, b, b, c])).unwrap();
    law.pdf(x) + law.ln_pdf(x) + law.entropy().unwrap()
}

#[differentiable]
fn constructed_student(mean: &DVector<f64>, a: f64, b: f64, c: f64, freedom: f64, x: &DVector<f64>) -> f64 {
    let law = MultivariateStudent::new_from_nalgebra(mean.clone(), DMatrix::from_row_slice(2, 2, &[a, b, b, c]), freedom).unwrap();
    law.pdf(x) + law.ln_pdf(x)
}

#[differentiable]
fn constructed_multinomial(p: &DVector<f64>, w: &DVector<f64>) -> f64 {
    let law = Multinomial::new_from_nalgebra(p.clone(), 5).unwrap();
    law.mean().unwrap().dot(w)
}

#[differentiable]
fn entropy(law: &MultivariateNormal<Dyn>) -> f64 {
    law.entropy().unwrap()
}

#[test]
fn constructors() {
    let (mean, x) = (vector(&[0.3, -0.2]), vector(&[0.9, 0.4]));
    check_grad!(constructed_normal(&mean, 1.3, 0.4, 0.9, &x)).unwrap();
    check_grad!(constructed_student(&mean, 1.3, 0.4, 0.9, 4.5, &x)).unwrap();
    check_grad!(constructed_multinomial(&vector(&[0.3, 0.5, 0.9]), &vector(&[1.0, 2.0, -0.5]))).unwrap();
    check_grad!(entropy(&normal_law(&mean, &covariance()))).unwrap();
}

/// The generator is at the same seed.
#[differentiable(no_diff(rng))]
fn drawn(normal: &MultivariateNormal<Dyn>, student: &MultivariateStudent<Dyn>, w: &DVector<f64>, seed: u64) -> f64 {
    let mut rng = Lcg(seed);
    normal.sample(&mut rng).dot(w) + student.sample(&mut rng).norm_squared()
}

#[differentiable(no_diff(rng))]
fn shares(law: &Dirichlet<Dyn>, w: &DVector<f64>, seed: u64) -> f64 {
    let mut rng = Lcg(seed);
    law.sample(&mut rng).dot(w)
}

#[test]
fn samples() {
    let law = Dirichlet::new(vec![1.7, 2.4, 0.9]).unwrap();
    check_grad!(shares(&law, &vector(&[1.0, 2.0, -0.5]), 7)).unwrap();
    let normal = normal_law(&vector(&[0.3, -0.2]), &covariance());
    let student = MultivariateStudent::new_from_nalgebra(vector(&[0.3, -0.2]), covariance(), 4.5).unwrap();
    check_grad!(drawn(&normal, &student, &vector(&[1.0, 2.0]), 7)).unwrap();
}
