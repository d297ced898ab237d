//! Traits with a parameter that stands for a reference in an impl, `Density<&[f64]>`.

use pullback::{Differentiable, check_grad, differentiable};

/// `X` is a number here and a list there.
#[differentiable]
trait Density<X, T> {
    fn density(&self, x: X) -> T;
    fn ln_density(&self, x: X) -> T;
}

#[derive(Clone, Debug, Differentiable)]
struct Normal {
    mean: f64,
    scale: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct Peak(f64, f64);

#[derive(Clone, Debug, Differentiable)]
struct Dirichlet {
    alpha: Vec<f64>,
}

#[derive(Clone, Debug, Differentiable)]
struct Multinomial {
    p: Vec<f64>,
}

#[derive(Clone, Debug, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[differentiable]
impl Density<f64, f64> for Normal {
    fn density(&self, x: f64) -> f64 {
        self.ln_density(x).exp()
    }

    fn ln_density(&self, x: f64) -> f64 {
        let z = (x - self.mean) / self.scale;
        -0.5 * z * z - self.scale.ln()
    }
}

#[differentiable]
impl Density<&Point, f64> for Peak {
    fn density(&self, x: &Point) -> f64 {
        let mut product = 1.0;
        for _ in 0..2 {
            product *= self.ln_density(x).exp();
        }
        product
    }

    fn ln_density(&self, x: &Point) -> f64 {
        -(x.x - self.0).hypot(x.y * self.1)
    }
}

#[differentiable]
impl Density<&[f64], f64> for Dirichlet {
    fn density(&self, x: &[f64]) -> f64 {
        self.ln_density(x).exp()
    }

    fn ln_density(&self, x: &[f64]) -> f64 {
        if self.alpha.len() != x.len() {
            panic!("Arguments must have correct dimensions.");
        }
        let mut term = 0.0;
        for (&x, &alpha) in x.iter().zip(self.alpha.iter()) {
            term += (alpha - 1.0) * x.ln() - alpha * alpha;
        }
        term
    }
}

/// The argument carries no derivative.
#[differentiable]
impl Density<&[usize], f64> for Multinomial {
    fn density(&self, x: &[usize]) -> f64 {
        self.ln_density(x).exp()
    }

    fn ln_density(&self, mut x: &[usize]) -> f64 {
        let (mut sum, mut k) = (0.0, 0);
        while !x.is_empty() {
            sum += x[0] as f64 * self.p[k].ln();
            x = &x[1..];
            k += 1;
        }
        sum
    }
}

#[differentiable]
fn dirichlet(law: &Dirichlet, x: &[f64], k: f64) -> f64 {
    let mut sum = 0.0;
    for n in 0..3 {
        if n > 0 {
            sum += law.density(x) * k;
        }
    }
    sum + law.ln_density(&x[..]).powi(2)
}

#[differentiable]
fn normal(law: &Normal, peak: &Peak, point: &Point, x: f64) -> f64 {
    peak.density(point) * law.density(x) + peak.ln_density(&Point { x, y: point.x })
}

#[differentiable]
fn multinomial(law: &Multinomial, counts: &[usize], pair: (f64, f64)) -> f64 {
    law.density(counts) * pair.0
}

/// Of any argument that the trait has.
#[differentiable]
fn doubled<X, D: Density<X, f64>>(law: &D, x: X) -> f64 {
    2.0 * law.density(x)
}

#[differentiable]
fn doubled_normal(law: &Normal, x: f64) -> f64 {
    doubled(law, x * x)
}

#[test]
fn calls_lend_what_the_trait_takes_by_value() {
    let law = Dirichlet {
        alpha: vec![0.7, 1.4, 0.9],
    };
    check_grad!(dirichlet(&law, &[0.3, 0.4, 0.3], 1.2)).unwrap();
    let law = Normal { mean: 0.2, scale: 1.3 };
    check_grad!(normal(&law, &Peak(0.3, 0.8), &Point { x: 0.7, y: -0.4 }, 0.6)).unwrap();
    check_grad!(doubled_normal(&law, 0.6)).unwrap();
    let law = Multinomial { p: vec![0.3, 0.6] };
    check_grad!(multinomial(&law, &[1, 2], (0.4, 0.5))).unwrap();
    check_grad!(multinomial(&law, &[1, 2], (-0.4, 0.5))).unwrap();
}

#[test]
fn entry_points_return_what_the_reference_points_to() {
    let law = Dirichlet { alpha: vec![2.0, 3.0] };
    let (value, (law_bar, x_bar)) = law.ln_density_value_and_grad(&[0.25, 0.5][..]);
    assert_eq!(value, law.ln_density(&[0.25, 0.5]));
    assert_eq!(law_bar.alpha, [0.25f64.ln() - 4.0, 0.5f64.ln() - 6.0]);
    assert_eq!(x_bar, [4.0, 4.0]);
}
