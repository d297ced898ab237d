//! The derivatives of what is drawn, with the generator at the same seed, and of the constructors.
use pullback::{check_grad, differentiable};
use rand::distr::Distribution as _;
use statrs::distribution::*;

/// Not a good one; it can be copied.
#[derive(Clone)]
struct Lcg(u64);

impl rand::TryRng for Lcg {
    type Error = std::convert::Infallible;
    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        self.try_next_u64().map(|bits| (bits >> 32) as u32)
    }
    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        Ok((self.0 ^ (self.0 >> 29)).wrapping_mul(0xbf58476d1ce4e5b9))
    }
    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
        for byte in bytes {
            *byte = self.try_next_u32()? as u8;
        }
        Ok(())
    }
}

macro_rules! samples {
    ($($test:ident: $Law:ty = $law:expr;)*) => {$(
        #[test]
        fn $test() {
            #[differentiable(no_diff(rng))]
            fn drawn(law: &$Law, seed: u64) -> f64 {
                let mut rng = Lcg(seed);
                let mut sum = 0.0;
                for k in 0..3 {
                    sum += law.sample(&mut rng) * (k + 1) as f64;
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
    exp: Exp = Exp::new(1.3);
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
