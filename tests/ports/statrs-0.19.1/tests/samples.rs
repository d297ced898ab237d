//! The derivatives of what is drawn, with the generator at the same seed, and of the constructors.
use pullback::{check_grad, differentiable};
use rand::distr::Distribution as _;
use statrs::distribution::*;

mod generator;
use generator::Lcg;

macro_rules! samples {
    ($($test:ident: $Law:ty = $law:expr;)*) => {$(
        #[test]
        fn $test() {
            #[differentiable(no_diff(rng))]
            fn drawn(law: &$Law, seed: u64) -> f64 {
                let mut rng = Lcg(seed);
                let mut sum = 0.0;
                for k in 0..3 {
                    let x: f64 = law.sample(&mut rng);
                    sum += x * (k + 1) as f64;
                }
                sum
            }
            let law = $law.unwrap();
            for seed in [5, 8] {
                check_grad!(drawn(&law, seed)).unwrap();
            }
        }
    )*};
}

samples! {
    beta: Beta = Beta::new(2.2, 3.1);
    cauchy: Cauchy = Cauchy::new(0.3, 1.2);
    poisson: Poisson = Poisson::new(2.3);
    poisson_of_many: Poisson = Poisson::new(41.7);
    chi_squared: ChiSquared = ChiSquared::new(3.5);
    exp: Exp = Exp::new(1.3);
    gamma: Gamma = Gamma::new(2.2, 1.4);
    normal: Normal = Normal::new(0.3, 1.2);
    triangular: Triangular = Triangular::new(0.1, 3.2, 1.3);
    fisher_snedecor: FisherSnedecor = FisherSnedecor::new(4.5, 9.5);
    inverse_gamma: InverseGamma = InverseGamma::new(3.5, 1.3);
    laplace: Laplace = Laplace::new(0.3, 1.2);
    levy: Levy = Levy::new(0.2, 1.1);
    log_normal: LogNormal = LogNormal::new(0.2, 0.7);
    pareto: Pareto = Pareto::new(1.2, 4.5);
    students_t: StudentsT = StudentsT::new(0.2, 1.3, 4.5);
    weibull: Weibull = Weibull::new(1.7, 1.4);
}

#[differentiable]
fn made(a: f64, b: f64, x: f64) -> f64 {
    Weibull::new(a, b).unwrap().pdf(x) + ChiSquared::new(a).unwrap().pdf(x) + Categorical::new(&[a, b, x]).unwrap().pmf(1)
}

#[test]
fn constructors() {
    check_grad!(made(1.3, 2.4, 0.7)).unwrap();
}
