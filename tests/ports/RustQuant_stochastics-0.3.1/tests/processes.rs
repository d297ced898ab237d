//! The derivatives of RustQuant_stochastics against central differences. The time is marked `#[no_diff]`: the models keep their
//! parameters as functions of it, of which nothing more is known.
use RustQuant_stochastics::*;

fn slope(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    let h = 1e-6 * x.abs().max(1.0);
    (f(x + h) - f(x - h)) / (2.0 * h)
}

#[track_caller]
fn agree(what: &str, ad: f64, fd: f64) {
    assert!((ad - fd).abs() <= 1e-6 * (1.0 + fd.abs()), "{what}: {ad} against {fd}");
}

fn seasonal() -> ModelParameter {
    ModelParameter(Box::new(|t: f64| 0.4 + 0.1 * t.sin()))
}

/// Drift, diffusion, jump and parameters of a model, at two points.
fn model<P: StochasticProcess + pullback::Differentiable + 'static>(model: &P) {
    for (x, t) in [(0.7, 0.3), (1.9, 0.8)] {
        let (value, (_, bar)) = model.drift_value_and_grad(x, t);
        assert_eq!(value, model.drift(x, t));
        agree("drift", bar, slope(|x| model.drift(x, t), x));
        let (value, (_, bar)) = model.diffusion_value_and_grad(x, t);
        assert_eq!(value, model.diffusion(x, t));
        agree("diffusion", bar, slope(|x| model.diffusion(x, t), x));
    }
}

fn jump<P: StochasticProcess + pullback::Differentiable + 'static>(model: &P) {
    let (value, pull) = model.jump_vjp(0.7, 0.3);
    assert_eq!(value, model.jump(0.7, 0.3));
    assert_eq!(pull(value.map(|_| 1.0)).1, 0.0);
}

#[test]
fn arithmetic_brownian_motion() {
    let m = ArithmeticBrownianMotion { mu: seasonal(), sigma: 0.3.into() };
    model(&m);
    jump(&m);
}

#[test]
fn black_derman_toy() {
    let m = BlackDermanToy { sigma: seasonal(), theta: 0.7.into() };
    model(&m);
    jump(&m);
}

#[test]
fn brownian_motion() {
    model(&BrownianMotion::new());
    jump(&BrownianMotion::new());
}

#[test]
fn constant_elasticity_of_variance() {
    let m = ConstantElasticityOfVariance { mu: seasonal(), sigma: 0.3.into(), elasticity: 0.7.into() };
    model(&m);
    jump(&m);
}

#[test]
fn cox_ingersoll_ross() {
    let m = CoxIngersollRoss { mu: seasonal(), sigma: 0.3.into(), theta: 0.7.into() };
    model(&m);
    jump(&m);
}

#[test]
fn extended_vasicek() {
    let m = ExtendedVasicek { alpha: seasonal(), sigma: 0.3.into(), theta: 0.7.into() };
    model(&m);
    jump(&m);
}

#[test]
fn geometric_brownian_motion() {
    let m = GeometricBrownianMotion { mu: seasonal(), sigma: 0.3.into() };
    model(&m);
    jump(&m);
}

#[test]
fn ho_lee() {
    let m = HoLee { sigma: seasonal(), theta: 0.7.into() };
    model(&m);
    jump(&m);
}

#[test]
fn hull_white() {
    let m = HullWhite { alpha: seasonal(), sigma: 0.3.into(), theta: 0.7.into() };
    model(&m);
    jump(&m);
}

#[test]
fn ornstein_uhlenbeck() {
    let m = OrnsteinUhlenbeck { mu: seasonal(), sigma: 0.3.into(), theta: 0.7.into() };
    model(&m);
    jump(&m);
}

#[test]
fn merton_jump_diffusion() {
    let m = MertonJumpDiffusion::new(0.05, 0.9, 1.0, 0.2, 0.3);
    model(&m);
}

#[test]
fn fractional_cox_ingersoll_ross() {
    let method = FractionalProcessGeneratorMethod::CHOLESKY;
    let m = FractionalCoxIngersollRoss { mu: seasonal(), sigma: 0.3.into(), theta: 0.7.into(), hurst: 0.6, method };
    model(&m);
    jump(&m);
    let (value, pull) = m.parameters_vjp();
    assert_eq!(value, m.parameters());
    assert_eq!(pull(vec![1.0, 2.0, 3.0, 4.0]).hurst, 4.0);
}

#[test]
fn fractional_ornstein_uhlenbeck() {
    let method = FractionalProcessGeneratorMethod::CHOLESKY;
    let m = FractionalOrnsteinUhlenbeck { mu: seasonal(), sigma: 0.3.into(), theta: 0.7.into(), hurst: 0.6, method };
    model(&m);
    jump(&m);
    let (value, pull) = m.parameters_vjp();
    assert_eq!(value, m.parameters());
    let n = value.len();
    assert_eq!(pull(vec![1.5; n]).hurst, 1.5);
}

#[test]
fn fractional_brownian_motion() {
    let m = FractionalBrownianMotion::new(0.6, FractionalProcessGeneratorMethod::CHOLESKY);
    model(&m);
    jump(&m);
    let (value, pull) = m.parameters_vjp();
    assert_eq!((value, pull(vec![2.0]).hurst), (vec![0.6], 2.0));
}

#[test]
fn geometric_brownian_bridge() {
    let bridge = |end_value, end_time| GeometricBrownianBridge { mu: seasonal(), sigma: 0.3.into(), end_value, end_time };
    let m = bridge(2.0, 1.5);
    model(&m);
    jump(&m);
    let (x, t) = (0.7, 0.3);
    let (_, (bar, _)) = m.drift_value_and_grad(x, t);
    agree("end_value", bar.end_value, slope(|v| bridge(v, 1.5).drift(x, t), 2.0));
    agree("end_time", bar.end_time, slope(|v| bridge(2.0, v).drift(x, t), 1.5));
    let (value, pull) = m.parameters_vjp();
    assert_eq!(value, m.parameters());
    let bar = pull(vec![1.0, 2.0, 3.0, 4.0]);
    assert_eq!((bar.end_value, bar.end_time), (3.0, 4.0));
}

#[test]
fn nelson_siegel_svensson() {
    let p = [0.0806, -0.0031, -0.0625, -0.0198, 1.58, 0.15];
    let make = |p: [f64; 6]| NelsonSiegelSvensson::new(p[0], p[1], p[2], p[3], p[4], p[5]);
    let m = make(p);
    let date = RustQuant_time::today() + time::Duration::days(400);
    let list = |b: NelsonSiegelSvenssonCotangent| [b.beta0, b.beta1, b.beta2, b.beta3, b.lambda1, b.lambda2];
    let at = |f: &dyn Fn(&NelsonSiegelSvensson) -> f64, bars: [f64; 6]| {
        for k in 0..6 {
            let fd = slope(
                |v| {
                    let mut p = p;
                    p[k] = v;
                    f(&make(p))
                },
                p[k],
            );
            agree("curve", bars[k], fd);
        }
    };
    let (value, bar) = m.forward_rate_value_and_grad(date);
    assert_eq!(value, m.forward_rate(date));
    at(&|m| m.forward_rate(date), list(bar));
    let (value, bar) = m.spot_rate_value_and_grad(date);
    assert_eq!(value, m.spot_rate(date));
    at(&|m| m.spot_rate(date), list(bar));
    let (value, bar) = m.discount_factor_value_and_grad(date);
    assert_eq!(value, m.discount_factor(date));
    at(&|m| m.discount_factor(date), list(bar));
}

/// One path: with the seed all random numbers are the same again.
fn seeded<P: StochasticProcess + pullback::Differentiable + 'static>(model: &P, parallel: bool) {
    let run = |x_0: f64| model.seedable_euler_maruyama(x_0, 0.0, 1.0, 12, 3, parallel, 7);
    let (value, pull) = model.seedable_euler_maruyama_vjp(1.2, 0.0, 1.0, 12, 3, parallel, 7);
    assert_eq!(value.paths, run(1.2).paths);
    let mut seed = TrajectoriesCotangent { times: vec![0.0; 13], paths: vec![vec![0.0; 13]; 3] };
    seed.paths[1][12] = 1.0;
    seed.paths[2][5] = 2.0;
    let x_bar = pull(seed).1;
    agree("x_0", x_bar, slope(|x| run(x).paths[1][12] + 2.0 * run(x).paths[2][5], 1.2));
}

#[test]
fn seedable_euler_maruyama() {
    for parallel in [false, true] {
        seeded(&OrnsteinUhlenbeck { mu: seasonal(), sigma: 0.3.into(), theta: 0.7.into() }, parallel);
        seeded(&GeometricBrownianMotion { mu: seasonal(), sigma: 0.3.into() }, parallel);
        seeded(&CoxIngersollRoss { mu: seasonal(), sigma: 0.3.into(), theta: 0.7.into() }, parallel);
    }
}

/// Without diffusion there is nothing random in the path.
fn undisturbed<P: StochasticProcess + pullback::Differentiable + 'static>(model: &P) {
    let config = |x_0| StochasticProcessConfig::new(x_0, 0.1, 1.6, 12, 3, false);
    let last = |x_0| model.euler_maruyama(&config(x_0)).paths[1][12];
    let at = config(1.2);
    let (value, pull) = model.euler_maruyama_vjp(&at);
    assert_eq!(value.paths[1][12], last(1.2));
    let mut seed = TrajectoriesCotangent { times: vec![0.0; 13], paths: vec![vec![0.0; 13]; 3] };
    seed.paths[1][12] = 1.0;
    agree("x_0", pull(seed).1.x_0, slope(last, 1.2));
}

#[test]
fn euler_maruyama() {
    undisturbed(&OrnsteinUhlenbeck { mu: seasonal(), sigma: 0.0.into(), theta: 0.7.into() });
}

#[test]
fn euler_maruyama_of_fractional_processes() {
    for cholesky in [true, false] {
        let method = || match cholesky {
            true => FractionalProcessGeneratorMethod::CHOLESKY,
            false => FractionalProcessGeneratorMethod::FFT,
        };
        let (sigma, theta) = (|| 0.0.into(), || 0.7.into());
        undisturbed(&FractionalOrnsteinUhlenbeck { mu: seasonal(), sigma: sigma(), theta: theta(), hurst: 0.6, method: method() });
        // Here the start is taken for a time, and of times nothing is known: the mean does not depend on it.
        undisturbed(&FractionalCoxIngersollRoss { mu: 0.4.into(), sigma: sigma(), theta: theta(), hurst: 0.6, method: method() });
    }
}

/// Jumps are so rare that there are none.
#[test]
fn euler_maruyama_of_the_merton_jump_diffusion() {
    undisturbed(&MertonJumpDiffusion::new(0.05, 0.0, 1e-14, 0.2, 0.3));
}

/// Two coupled processes, of a trait that no model of the crate implements.
#[derive(pullback::Differentiable)]
struct Pair;

#[pullback::differentiable]
impl StochasticVolatilityProcess for Pair {
    fn drift_1(&self, x: f64, #[no_diff] t: f64) -> f64 {
        x * x * 0.1 + t
    }
    fn drift_2(&self, x: f64, #[no_diff] t: f64) -> f64 {
        x.sin() * t
    }
    fn diffusion_1(&self, x: f64, #[no_diff] _t: f64) -> f64 {
        x * 0.0
    }
    fn diffusion_2(&self, x: f64, #[no_diff] _t: f64) -> f64 {
        x * 0.0
    }
}

#[test]
fn stochastic_volatility_euler_maruyama() {
    let last = |x| Pair.euler_maruyama(x, 0.3, 0.0, 1.0, 9, 2, false).paths[1][9];
    let (value, pull) = Pair.euler_maruyama_vjp(1.2, 0.3, 0.0, 1.0, 9, 2, false);
    assert_eq!(value.paths[1][9], last(1.2));
    let mut seed = TrajectoriesCotangent { times: vec![0.0; 10], paths: vec![vec![0.0; 10]; 2] };
    seed.paths[1][9] = 1.0;
    agree("x_0", pull(seed).1, slope(last, 1.2));
}

#[test]
fn parameters_of_models_that_keep_functions() {
    let m = GeometricBrownianMotion { mu: seasonal(), sigma: 0.3.into() };
    let (value, _) = StochasticProcess::parameters_vjp(&m);
    assert_eq!(value, StochasticProcess::parameters(&m));
}

#[test]
fn seedable_fgn_cholesky() {
    let m = |h| FractionalBrownianMotion::new(h, FractionalProcessGeneratorMethod::CHOLESKY);
    let sum = |h, t_n| m(h).seedable_fgn_cholesky(6, t_n, 5).iter().zip(1..).map(|(x, k)| x * k as f64).sum::<f64>();
    let at = m(0.6);
    let (value, pull) = at.seedable_fgn_cholesky_vjp(6, 1.4, 5);
    assert_eq!(value, at.seedable_fgn_cholesky(6, 1.4, 5));
    let (bar, t_bar) = pull((1..=6).map(f64::from).collect());
    agree("hurst", bar.hurst, slope(|h| sum(h, 1.4), 0.6));
    agree("t_n", t_bar, slope(|t| sum(0.6, t), 1.4));
}

#[test]
fn seedable_euler_maruyama_of_the_fractional_brownian_motion() {
    let m = |h| FractionalBrownianMotion::new(h, FractionalProcessGeneratorMethod::CHOLESKY);
    let last = |h, x_0| m(h).seedable_euler_maruyama(x_0, 0.0, 1.0, 6, 2, false, 5).paths[1][6];
    let at = m(0.6);
    let (value, pull) = at.seedable_euler_maruyama_vjp(1.2, 0.0, 1.0, 6, 2, false, 5);
    assert_eq!(value.paths[1][6], last(0.6, 1.2));
    let mut seed = TrajectoriesCotangent { times: vec![0.0; 7], paths: vec![vec![0.0; 7]; 2] };
    seed.paths[1][6] = 1.0;
    let bars = pull(seed);
    agree("hurst", bars.0.hurst, slope(|h| last(h, 1.2), 0.6));
    agree("x_0", bars.1, slope(|x| last(0.6, x), 1.2));
}

/// The lower factor of the autocovariances of the fractional noise.
fn factor(hurst: f64, n: usize) -> Vec<Vec<f64>> {
    let power = |lag: f64| lag.abs().powf(2.0 * hurst);
    let covariance = |lag: f64| 0.5 * (power(lag + 1.0) - 2.0 * power(lag) + power(lag - 1.0));
    let mut l = vec![vec![0.0; n]; n];
    for i in 0..n {
        for j in 0..=i {
            let known: f64 = (0..j).map(|k| l[i][k] * l[j][k]).sum();
            let rest = covariance((i - j) as f64) - known;
            l[i][j] = if i == j { rest.sqrt() } else { rest / l[j][j] };
        }
    }
    l
}

/// The noise that these independent numbers make.
fn noise(hurst: f64, t_n: f64, numbers: &[f64]) -> Vec<f64> {
    let n = numbers.len();
    let scale = (t_n / n as f64).powf(hurst);
    factor(hurst, n).iter().map(|row| scale * row.iter().zip(numbers).map(|(l, z)| l * z).sum::<f64>()).collect()
}

/// The independent numbers that were drawn for a noise.
fn drawn(hurst: f64, t_n: f64, noise: &[f64]) -> Vec<f64> {
    let n = noise.len();
    let (l, scale) = (factor(hurst, n), (t_n / n as f64).powf(hurst));
    let mut numbers: Vec<f64> = Vec::new();
    for i in 0..n {
        let known: f64 = (0..i).map(|k| l[i][k] * numbers[k]).sum();
        numbers.push((noise[i] / scale - known) / l[i][i]);
    }
    numbers
}

/// Each call draws other numbers. Those that it drew are found, and of them the noise is made at other parameters.
#[test]
fn fgn_cholesky() {
    let m = FractionalBrownianMotion::new(0.6, FractionalProcessGeneratorMethod::CHOLESKY);
    let (value, pull) = m.fgn_cholesky_vjp(6, 1.4);
    let numbers = drawn(0.6, 1.4, &value);
    let sum = |h, t_n| noise(h, t_n, &numbers).iter().zip(1..).map(|(x, k)| x * k as f64).sum::<f64>();
    let (bar, t_bar) = pull((1..=6).map(f64::from).collect());
    agree("hurst", bar.hurst, slope(|h| sum(h, 1.4), 0.6));
    agree("t_n", t_bar, slope(|t| sum(0.6, t), 1.4));
}

#[test]
fn euler_maruyama_of_the_fractional_brownian_motion() {
    for cholesky in [true, false] {
        let method = match cholesky {
            true => FractionalProcessGeneratorMethod::CHOLESKY,
            false => FractionalProcessGeneratorMethod::FFT,
        };
        let m = FractionalBrownianMotion::new(0.6, method);
        let at = StochasticProcessConfig::new(1.2, 0.0, 1.0, 6, 2, false);
        let (value, pull) = m.euler_maruyama_vjp(&at);
        let steps: Vec<f64> = value.paths[1].windows(2).map(|w| w[1] - w[0]).collect();
        let numbers = drawn(0.6, 1.0, &steps);
        let last = |h, x_0| noise(h, 1.0, &numbers).iter().fold(x_0, |x, step| x + step);
        let mut seed = TrajectoriesCotangent { times: vec![0.0; 7], paths: vec![vec![0.0; 7]; 2] };
        seed.paths[1][6] = 1.0;
        let bars = pull(seed);
        agree("x_0", bars.1.x_0, slope(|x| last(0.6, x), 1.2));
        // Of what the Fourier transform makes, nothing flows back.
        agree("hurst", bars.0.hurst, if cholesky { slope(|h| last(h, 1.2), 0.6) } else { 0.0 });
    }
}
