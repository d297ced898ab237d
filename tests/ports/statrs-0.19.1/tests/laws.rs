//! The derivatives of the distributions of statrs against central differences, with respect to the argument and to all that the
//! distribution holds.
use pullback::{Differentiable, check_grad, differentiable};
use statrs::distribution::*;
use statrs::statistics::*;

macro_rules! of_x {
    ($($name:ident: $bound:path;)*) => {$(
        #[differentiable]
        fn $name<D: $bound>(law: &D, x: f64) -> f64 {
            law.$name(x)
        }
    )*};
}

of_x! {
    pdf: Continuous<f64, f64>;
    ln_pdf: Continuous<f64, f64>;
    cdf: ContinuousCDF<f64, f64>;
    sf: ContinuousCDF<f64, f64>;
    inverse_cdf: ContinuousCDF<f64, f64>;
}

#[differentiable]
fn pmf<D: Discrete<u64, f64>>(law: &D, k: u64) -> f64 {
    law.pmf(k)
}

#[differentiable]
fn ln_pmf<D: Discrete<u64, f64>>(law: &D, k: u64) -> f64 {
    law.ln_pmf(k)
}

#[differentiable]
fn discrete_cdf<D: DiscreteCDF<u64, f64>>(law: &D, k: u64) -> f64 {
    law.cdf(k)
}

#[differentiable]
fn discrete_sf<D: DiscreteCDF<u64, f64>>(law: &D, k: u64) -> f64 {
    law.sf(k)
}

macro_rules! moments {
    ($($name:ident)*) => {$(
        #[differentiable]
        fn $name<D: Distribution<f64>>(law: &D) -> f64 {
            law.$name().unwrap()
        }
    )*};
}

moments! { mean variance std_dev entropy skewness }

#[differentiable]
fn median<D: Median<f64>>(law: &D) -> f64 {
    law.median()
}

#[differentiable]
fn mode<D: Mode<Option<f64>>>(law: &D) -> f64 {
    law.mode().unwrap()
}

#[differentiable]
fn plain_mode<D: Mode<f64>>(law: &D) -> f64 {
    law.mode()
}

macro_rules! discrete_moments {
    ($($new:ident $name:ident)*) => {$(
        #[differentiable]
        fn $new<D: DiscreteDistribution<f64>>(law: &D) -> f64 {
            law.$name().unwrap()
        }
    )*};
}

discrete_moments! { discrete_mean mean discrete_variance variance discrete_std_dev std_dev discrete_skewness skewness }

#[differentiable]
fn min<D: Min<f64>>(law: &D) -> f64 {
    let min = law.min();
    if min.is_finite() { min } else { 0.0 }
}

#[differentiable]
fn max<D: Max<f64>>(law: &D) -> f64 {
    let max = law.max();
    if max.is_finite() { max } else { 0.0 }
}

macro_rules! continuous {
    ($($test:ident: $Law:ty = $law:expr, at [$($at:expr),*], at $p:expr, { $($alone:ident)* })*) => {$(
        #[test]
        fn $test() {
            let law: $Law = $law;
            for x in [$($at),*] {
                check_grad!(pdf::<$Law>(&law, x)).expect("pdf");
                check_grad!(ln_pdf::<$Law>(&law, x)).expect("ln_pdf");
                check_grad!(cdf::<$Law>(&law, x)).expect("cdf");
                check_grad!(sf::<$Law>(&law, x)).expect("sf");
            }
            check_grad!(inverse_cdf::<$Law>(&law, $p)).expect("inverse_cdf");
            $(check_grad!($alone::<$Law>(&law)).expect(stringify!($alone));)*
        }
    )*};
}

macro_rules! discrete {
    ($($test:ident: $Law:ty = $law:expr, at [$($at:expr),*], { $($alone:ident)* })*) => {$(
        #[test]
        fn $test() {
            let law: $Law = $law;
            for k in [$($at),*] {
                check_grad!(pmf::<$Law>(&law, k)).expect("pmf");
                check_grad!(ln_pmf::<$Law>(&law, k)).expect("ln_pmf");
                check_grad!(discrete_cdf::<$Law>(&law, k)).expect("cdf");
                check_grad!(discrete_sf::<$Law>(&law, k)).expect("sf");
            }
            $(check_grad!($alone::<$Law>(&law)).expect(stringify!($alone));)*
        }
    )*};
}

continuous! {
    beta: Beta = Beta::new(2.2, 3.1).unwrap(), at [0.3, 0.7], at 0.3, { mean variance std_dev entropy skewness mode min max }
    cauchy: Cauchy = Cauchy::new(0.3, 1.2).unwrap(), at [-0.4, 0.9], at 0.3, { entropy median mode min max }
    chi_squared: ChiSquared = ChiSquared::new(3.5).unwrap(), at [0.8, 2.7], at 0.3, { mean variance std_dev entropy skewness median mode min max }
    exp: Exp = Exp::new(1.3).unwrap(), at [0.4, 1.9], at 0.3, { mean variance std_dev entropy skewness median mode min max }
    fisher_snedecor: FisherSnedecor = FisherSnedecor::new(4.5, 9.5).unwrap(), at [0.4, 1.9], at 0.3, { mean variance std_dev skewness mode min max }
    gamma: Gamma = Gamma::new(2.2, 1.4).unwrap(), at [0.4, 1.9], at 0.3, { mean variance std_dev entropy skewness mode min max }
    gumbel: Gumbel = Gumbel::new(0.3, 1.2).unwrap(), at [-0.4, 1.9], at 0.3, { mean variance std_dev entropy skewness median plain_mode min max }
    inverse_gamma: InverseGamma = InverseGamma::new(3.5, 1.3).unwrap(), at [0.4, 1.9], at 0.3, { mean variance std_dev entropy skewness mode min max }
    laplace: Laplace = Laplace::new(0.3, 1.2).unwrap(), at [-0.4, 1.9], at 0.3, { mean variance std_dev entropy median mode min max }
    levy: Levy = Levy::new(0.2, 1.1).unwrap(), at [0.7, 1.9], at 0.3, { entropy median mode min max }
    log_normal: LogNormal = LogNormal::new(0.2, 0.7).unwrap(), at [0.4, 1.9], at 0.3, { mean variance std_dev entropy skewness median mode min max }
    normal: Normal = Normal::new(0.4, 1.3).unwrap(), at [-0.4, 1.9], at 0.3, { mean variance std_dev entropy median mode min max }
    pareto: Pareto = Pareto::new(1.2, 4.5).unwrap(), at [1.5, 2.9], at 0.3, { mean variance std_dev entropy skewness median mode min max }
    students_t: StudentsT = StudentsT::new(0.2, 1.3, 4.5).unwrap(), at [-0.4, 1.9], at 0.3, { mean variance std_dev entropy median mode min max }
    triangular: Triangular = Triangular::new(0.1, 3.2, 1.3).unwrap(), at [0.7, 2.1], at 0.3, { mean variance std_dev entropy skewness median mode min max }
    uniform: Uniform = Uniform::new(0.1, 2.3).unwrap(), at [0.7, 1.1], at 0.3, { mean variance std_dev entropy median min max }
    weibull: Weibull = Weibull::new(1.7, 1.4).unwrap(), at [0.7, 1.1], at 0.3, { mean variance std_dev entropy skewness median mode min max }
    erlang: Erlang = Erlang::new(3, 1.2).unwrap(), at [0.7, 2.1], at 0.3, { mean variance std_dev entropy skewness mode min max }
    chi: Chi = Chi::new(3).unwrap(), at [0.7, 2.1], at 0.3, { mean variance std_dev entropy skewness mode min max }
}

discrete! {
    bernoulli: Bernoulli = Bernoulli::new(0.3).unwrap(), at [0, 1], { mean variance std_dev entropy skewness }
    binomial: Binomial = Binomial::new(0.3, 7).unwrap(), at [0, 2, 5], { mean variance std_dev entropy skewness }
    geometric: Geometric = Geometric::new(0.3).unwrap(), at [1, 2, 5], { mean variance std_dev entropy skewness median }
    negative_binomial: NegativeBinomial = NegativeBinomial::new(3.2, 0.4).unwrap(), at [0, 2, 5], { discrete_mean discrete_variance discrete_std_dev discrete_skewness mode }
    poisson: Poisson = Poisson::new(2.3).unwrap(), at [0, 2, 5], { mean variance std_dev entropy skewness median }
    categorical: Categorical = Categorical::new(&[0.2, 0.5, 0.3]).unwrap(), at [0, 1, 2], { mean variance std_dev entropy }
}

/// All of its mass lies at a fraction of its support. What the trait itself does by halving finds that place to the last digit, and
/// what it gives is linear in the ends of the support, as the place is: so its derivative is the place's.
#[derive(Clone, Copy, Debug, Differentiable)]
struct Point {
    min: f64,
    max: f64,
}

#[differentiable]
impl Min<f64> for Point {
    fn min(&self) -> f64 {
        self.min
    }
}

#[differentiable]
impl Max<f64> for Point {
    fn max(&self) -> f64 {
        self.max
    }
}

#[differentiable]
impl ContinuousCDF<f64, f64> for Point {
    fn cdf(&self, x: f64) -> f64 {
        let along = (x - self.min) / (self.max - self.min);
        if along < 0.3 { 0.25 * along } else { 1.0 - 0.25 * (1.0 - along) * (1.0 - along) }
    }
}

#[test]
fn what_the_trait_does_itself() {
    let law = Point { min: -0.4, max: 1.7 };
    check_grad!(sf::<Point>(&law, 0.9)).unwrap();
    for p in [0.0, 0.4, 0.6, 1.0] {
        check_grad!(quantile(&law, p)).unwrap();
    }
}

/// Up to where the mass begins there is less, so that the number does not matter.
#[differentiable]
fn quantile(law: &Point, #[no_diff] p: f64) -> f64 {
    law.inverse_cdf(p)
}

/// A law of counts that has nothing but a distribution function.
#[derive(Clone, Copy, Debug, Differentiable)]
struct Decay(f64);

#[differentiable]
impl Min<u64> for Decay {
    fn min(&self) -> u64 {
        0
    }
}

#[differentiable]
impl Max<u64> for Decay {
    fn max(&self) -> u64 {
        u64::MAX
    }
}

#[differentiable]
impl DiscreteCDF<u64, f64> for Decay {
    fn cdf(&self, x: u64) -> f64 {
        1.0 - self.0.powi(x as i32)
    }
}

#[test]
fn what_the_trait_of_counts_does_itself() {
    check_grad!(discrete_sf::<Decay>(&Decay(0.3), 3)).unwrap();
}
