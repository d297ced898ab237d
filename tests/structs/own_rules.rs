//! Functions of an impl that have a rule of their own.
use pullback::{Differentiable, check_grad, differentiable};

#[differentiable]
trait Law {
    fn cdf(&self, x: f64) -> f64;
    fn quantile(&self, p: f64) -> f64;
}

#[derive(Clone, Debug, Differentiable)]
struct Logistic {
    centre: f64,
    width: f64,
    n: usize,
}

#[differentiable]
impl Law for Logistic {
    fn cdf(&self, x: f64) -> f64 {
        1.0 / (1.0 + ((self.centre - x) / self.width).exp())
    }

    /// By bisection: what is found moves with the law, and none of the steps does.
    #[differentiable(slopes(
        self = LogisticCotangent { centre: 1.0, width: (p / (1.0 - p)).ln(), n: () },
        p = self.width / (p * (1.0 - p)),
    ))]
    fn quantile(&self, p: f64) -> f64 {
        let (mut low, mut high) = (-64.0, 64.0);
        while high - low > 1e-13 {
            let middle = 0.5 * (low + high);
            if self.cdf(middle) < p {
                low = middle;
            } else {
                high = middle;
            }
        }
        0.5 * (low + high)
    }
}

#[differentiable]
impl Logistic {
    #[differentiable(vjp = scaled_vjp)]
    fn scaled(&self, k: f64) -> f64 {
        self.width * k * self.n as f64
    }

    fn spread(&self, p: f64, k: f64) -> f64 {
        (self.quantile(p) - self.quantile(1.0 - p)) * self.scaled(k) + self.cdf(p)
    }
}

fn scaled_vjp(law: &Logistic, k: f64) -> (f64, impl FnOnce(f64, &Logistic, &mut LogisticCotangent) -> f64 + use<>) {
    let n = law.n as f64;
    let pullback = move |seed: f64, law: &Logistic, bar: &mut LogisticCotangent| {
        bar.width += seed * k * n;
        seed * law.width * n
    };
    (law.scaled(k), pullback)
}

impl Logistic {
    #[differentiable(slopes(self = LogisticCotangent { centre: 2.0 * self.centre, width: 0.0, n: () }))]
    fn square(&self) -> f64 {
        self.centre * self.centre
    }
}

#[differentiable(slopes(law = LogisticCotangent { centre: k, width: k * law.width.cos(), n: () }, k = value / k))]
fn weighed(law: &Logistic, k: f64) -> f64 {
    k * (law.centre + law.width.sin())
}

#[differentiable]
fn median<L: Law>(law: &L, k: f64) -> f64 {
    law.quantile(0.5 * k) * k
}

const LAW: Logistic = Logistic {
    centre: 0.4,
    width: 1.3,
    n: 3,
};

#[differentiable]
fn of_all(law: &Logistic, p: f64, k: f64) -> f64 {
    law.spread(p, k) * law.square() + median(law, k) + weighed(law, p)
}

#[test]
fn functions_of_an_impl_have_rules_of_their_own() {
    check_grad!(of_all(&LAW, 0.7, 0.9)).unwrap();
}

/// Nothing flows through a slope that is infinite under a cotangent that is zero.
#[differentiable]
fn beside_nothing(law: &Logistic, p: f64, k: f64) -> f64 {
    k * law.quantile(p)
}

#[test]
fn a_slope_is_not_looked_at_under_a_cotangent_of_zero() {
    let (law, p, k) = beside_nothing::grad(&LAW, 1.0, 0.0);
    assert_eq!((law.centre, law.width, p), (0.0, 0.0, 0.0));
    assert!(k > 40.0);
}

/// What a search ends with, and after how many steps: the rule is a closure, of the law that the function is generic in.
#[differentiable(vjp = |law: &L, p: f64, low: f64, high: f64| {
    let found = bracketed(law, p, low, high);
    let pullback = move |seed: (f64, ()), law: &L, bar: &mut <L as Differentiable>::Cotangent| {
        let (law_slope, slope) = law.cdf_grad(found.0);
        pullback::rt::add_slope(bar, -seed.0 / slope, law_slope);
        (seed.0 / slope, 0.0, 0.0)
    };
    (found, pullback)
})]
fn bracketed<L: Law>(law: &L, p: f64, mut low: f64, mut high: f64) -> (f64, usize) {
    let mut steps = 0;
    while high - low > 1e-13 {
        let middle = 0.5 * (low + high);
        if law.cdf(middle) < p {
            low = middle;
        } else {
            high = middle;
        }
        steps += 1;
    }
    (0.5 * (low + high), steps)
}

#[differentiable]
fn searched(law: &Logistic, p: f64) -> f64 {
    let (x, steps) = bracketed(law, 0.5 * p, -60.0 * p, 70.0);
    x * law.width / steps as f64
}

/// The function is the one that has the rule, by its name.
#[differentiable(vjp = |x: f64| (cube(x), move |seed: f64| 3.0 * seed * x * x))]
fn cube(x: f64) -> f64 {
    x * x * x
}

#[test]
fn rules_are_closures() {
    check_grad!(searched(&LAW, 0.7)).unwrap();
    check_grad!(cube(1.3)).unwrap();
}
