//! Impls of traits of other crates: their derivatives are functions of the type's own.
use num_traits::Float;
use pullback::ndarray::{Array1, Array2, ArrayBase, Data, Ix2, NdFloat, arr1, arr2};
use pullback::{Differentiable, check_grad, differentiable};

/// Traits that are somebody else's: nothing can be marked in them.
mod elsewhere {
    pub trait System<T, V> {
        fn system(&self, t: T, y: &V, dy: &mut V);
    }

    pub trait CostFunction {
        type Param;
        type Output;
        fn cost(&self, param: &Self::Param) -> Result<Self::Output, String>;
    }

    pub trait Draw {
        fn draw<R: Source + ?Sized>(&self, source: &mut R) -> f64;
    }

    pub trait Energy {
        fn energy(&self, x: f64) -> f64;
    }

    pub trait Source {
        fn next(&mut self) -> f64;
    }
}
use elsewhere::{CostFunction, Draw, Energy, Source, System};

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Oscillator<T> {
    stiffness: T,
    damping: T,
}

#[differentiable(foreign)]
impl System<f64, [f64; 2]> for Oscillator<f64> {
    fn system(&self, t: f64, y: &[f64; 2], dy: &mut [f64; 2]) {
        dy[0] = y[1];
        dy[1] = t.cos() - self.stiffness * y[0] - self.damping * y[1] * y[1].abs();
    }
}

#[differentiable(foreign)]
impl CostFunction for Oscillator<f64> {
    type Param = Vec<f64>;
    type Output = f64;

    fn cost(&self, param: &Self::Param) -> Result<Self::Output, String> {
        if param.is_empty() {
            return Err("nothing is measured".into());
        }
        let mut y = [param[0], 0.0];
        let mut cost: Self::Output = 0.0;
        for (step, measured) in param.iter().enumerate() {
            let mut dy = [0.0; 2];
            self.system(0.1 * step as f64, &y, &mut dy);
            y = [y[0] + 0.1 * dy[0], y[1] + 0.1 * dy[1]];
            cost += (y[0] - measured).powi(2);
        }
        Ok(cost)
    }
}

#[differentiable(foreign)]
impl<T: Float> num_traits::Pow<T> for Oscillator<T> {
    type Output = Oscillator<T>;

    fn pow(self, by: T) -> Self::Output {
        Oscillator {
            stiffness: self.stiffness.powf(by),
            damping: self.damping,
        }
    }
}

#[differentiable(foreign)]
impl Draw for Oscillator<f64> {
    fn draw<R: Source + ?Sized>(&self, #[no_diff] source: &mut R) -> f64 {
        self.stiffness * source.next() + self.damping
    }
}

mod springs {
    use super::elsewhere::Energy;
    use pullback::{Differentiable, differentiable};

    #[derive(Clone, Debug, PartialEq, Differentiable)]
    pub struct Spring(pub f64);

    #[differentiable(foreign)]
    impl Energy for Spring {
        fn energy(&self, x: f64) -> f64 {
            0.5 * self.0 * x * x
        }
    }
}

/// Where a trait is not imported, its impls see it all the same.
mod unimported {
    use super::elsewhere;
    use pullback::{Differentiable, differentiable};

    #[derive(Clone, Differentiable)]
    pub struct Noise(pub f64);

    #[differentiable(foreign)]
    impl elsewhere::Draw for Noise {
        fn draw<R: elsewhere::Source + ?Sized>(&self, #[no_diff] source: &mut R) -> f64 {
            self.0 * elsewhere::Source::next(source)
        }
    }

    #[derive(Clone, Differentiable)]
    pub struct Several(pub f64, pub f64);

    #[differentiable]
    fn filled(n: usize, mut f: impl FnMut(usize) -> f64) -> Vec<f64> {
        let mut list = Vec::new();
        for k in 0..n {
            list.push(f(k));
        }
        list
    }

    #[differentiable(foreign)]
    impl elsewhere::Draw for Several {
        fn draw<R: elsewhere::Source + ?Sized>(&self, #[no_diff] source: &mut R) -> f64 {
            let unit = Noise(1.0);
            let mine = Noise(self.0);
            let first = mine.draw(source);
            let rest = filled(3, |_| unit.draw(source));
            let last = mine.draw(source);
            first * rest[2] * self.1 + last * last
        }
    }
}

#[differentiable]
fn energies(springs: &[springs::Spring], x: f64) -> f64 {
    springs.iter().map(|spring| spring.energy(x).sqrt()).sum()
}

#[derive(Clone)]
struct Odd(u32);

impl Source for Odd {
    fn next(&mut self) -> f64 {
        self.0 += 2;
        f64::from(self.0) - 0.3
    }
}

#[differentiable]
fn of_foreign_traits(oscillators: &[Oscillator<f64>], measured: &Vec<f64>, k: f64) -> f64 {
    use num_traits::Pow;
    let mut total = 0.0;
    for oscillator in oscillators {
        let stiffer = oscillator.clone().pow(k);
        total += match stiffer.cost(measured) {
            Ok(cost) => cost * stiffer.stiffness,
            Err(_) => 0.0,
        };
    }
    total
}

#[differentiable]
fn drawn(oscillator: &Oscillator<f64>, #[no_diff] source: &mut Odd) -> f64 {
    let first = oscillator.draw(source);
    first * oscillator.draw(source)
}

#[differentiable]
fn drawn_apart(x: f64, y: f64, #[no_diff] source: &mut Odd) -> f64 {
    let several = unimported::Several(x, y);
    let first = several.draw(source);
    if first > 0.0 {
        first * several.draw(source)
    } else {
        x * y
    }
}

#[test]
fn an_impl_sees_its_trait_without_an_import() {
    check_grad!(drawn_apart(0.3, 0.7, &mut Odd(1))).unwrap();
    let mut source = Odd(1);
    let _ = drawn_apart::vjp(0.3, 0.7, &mut source);
    assert_eq!(source.0, 21);
}

#[test]
fn impls_of_traits_of_other_crates_have_derivatives_of_the_types_own() {
    let oscillator = |stiffness, damping| Oscillator { stiffness, damping };
    let oscillators = [oscillator(1.3, 0.2), oscillator(0.6, 0.7)];
    let measured = vec![0.4, 0.6, -0.2, 0.3];
    check_grad!(energies(&[springs::Spring(1.3), springs::Spring(0.4)], 0.7)).unwrap();
    check_grad!(of_foreign_traits(&oscillators, &measured, 1.4)).unwrap();
    let (cost, pullback) = Oscillator::cost_vjp(&oscillators[0], &measured);
    assert!(cost.is_ok());
    assert_eq!(pullback(Some(1.0)).1.len(), 4);
    let slope = drawn::grad(&oscillators[0], &mut Odd(0)).stiffness;
    let at = |stiffness| drawn(&oscillator(stiffness, 0.2), &mut Odd(0));
    assert!((slope - (at(1.3 + 1e-5) - at(1.3 - 1e-5)) / 2e-5).abs() < 1e-7);
}

/// What an impl hands on to another type by the trait's path.
mod handed_on {
    use super::elsewhere;
    use super::unimported::Noise;
    use pullback::{Differentiable, differentiable};

    #[derive(Clone, Differentiable)]
    pub struct Wrapped {
        pub noise: Noise,
        pub scale: f64,
    }

    #[differentiable(foreign)]
    impl elsewhere::Draw for Wrapped {
        fn draw<R: elsewhere::Source + ?Sized>(&self, #[no_diff] source: &mut R) -> f64 {
            let unit = Noise(1.0);
            let first = elsewhere::Draw::draw(&unit, source);
            self.scale * first * elsewhere::Draw::draw(&self.noise, source)
        }
    }
}

#[differentiable(no_diff(source))]
fn drawn_by_path(wrapped: &handed_on::Wrapped, seed: u32) -> f64 {
    let mut source = Odd(seed);
    wrapped.draw(&mut source)
}

#[test]
fn by_the_traits_path() {
    let wrapped = handed_on::Wrapped {
        noise: unimported::Noise(0.7),
        scale: 1.3,
    };
    check_grad!(drawn_by_path(&wrapped, 5)).unwrap();
}

/// What a model of another crate's is asked: of numbers wherever they are, or of whatever has them.
mod asked {
    pub trait Predict<R, T> {
        fn predict_into(&self, x: &R, y: &mut T);
        #[allow(dead_code)] // A function without numbers stands in the impl as well.
        fn names(&self) -> Vec<String>;
    }

    pub trait Measure<R> {
        fn measured(&self, of: &R, scale: f64) -> f64;
    }
}

#[differentiable(foreign)]
impl<F: Float + NdFloat, D: Data<Elem = F>> asked::Predict<ArrayBase<D, Ix2>, Array1<F>> for Oscillator<F> {
    fn predict_into(&self, x: &ArrayBase<D, Ix2>, y: &mut Array1<F>) {
        *y = x.column(0).to_owned() * self.stiffness + x.column(1).mapv(|x| x.sin()) * self.damping;
    }

    fn names(&self) -> Vec<String> {
        Vec::new()
    }
}

#[differentiable]
trait Weighing {
    fn weight(&self, x: f64) -> f64;
}

#[differentiable]
impl Weighing for Oscillator<f64> {
    fn weight(&self, x: f64) -> f64 {
        self.stiffness * x * x
    }
}

#[differentiable(foreign)]
impl<W> asked::Measure<W> for Oscillator<f64>
where
    W: Weighing,
{
    fn measured(&self, of: &W, scale: f64) -> f64 {
        self.damping * of.weight(scale)
    }
}

#[differentiable]
fn of_what_only_the_trait_names(x: &Array2<f64>, k: f64, c: f64) -> f64 {
    use asked::{Measure as _, Predict as _};
    let oscillator = Oscillator {
        stiffness: k,
        damping: c,
    };
    let mut y = Array1::zeros(x.nrows());
    oscillator.predict_into(x, &mut y);
    let other = Oscillator {
        stiffness: c * k,
        damping: 0.0,
    };
    let mut sum = oscillator.measured(&other, k);
    for (i, y) in y.iter().enumerate() {
        sum += (i as f64 + 1.0) * y * y;
    }
    sum
}

#[test]
fn parameters_that_only_the_trait_of_another_crate_names() {
    check_grad!(of_what_only_the_trait_names(
        &arr2(&[[0.3, 1.2], [-0.7, 0.4]]),
        1.3,
        -0.6
    ))
    .unwrap();
    let oscillator = Oscillator {
        stiffness: 2.0,
        damping: 0.5,
    };
    let (x, mut y) = (arr2(&[[3.0, 0.0]]), Array1::zeros(1));
    let ((), pullback) = oscillator.predict_into_vjp(&x, &mut y);
    let (oscillator_bar, x_bar) = pullback(&mut arr1(&[1.0]));
    assert_eq!((oscillator_bar.stiffness, oscillator_bar.damping), (3.0, 0.0));
    assert_eq!(x_bar, arr2(&[[2.0, 0.5]]));
}

/// A trait that is marked, and implemented for what refers to anything.
#[differentiable]
trait Support {
    fn local(&self, dir: f64) -> f64;
    fn shifted(&self, m: f64, dir: f64) -> f64 {
        m + self.local(dir - m)
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Disc {
    radius: f64,
}

#[differentiable]
impl Support for Disc {
    fn local(&self, dir: f64) -> f64 {
        self.radius * dir.tanh()
    }
}

#[derive(Differentiable)]
struct Round<'a, S: ?Sized + Support> {
    inner: &'a S,
    border: f64,
}

#[differentiable(foreign, bounds(_: Sized))]
impl<S: ?Sized + Support> Support for Round<'_, S> {
    fn local(&self, dir: f64) -> f64 {
        self.inner.local(dir) + dir * self.border
    }
}

/// What has no size can be rounded as before.
fn rounded_object(inner: &dyn Support, dir: f64) -> f64 {
    Round { inner, border: 0.5 }.shifted(0.0, dir)
}

#[differentiable]
fn rounded(disc: &Disc, border: f64, dir: f64) -> f64 {
    let round = Round { inner: disc, border };
    round.local(dir) * round.local(2.0 * dir)
}

#[test]
fn what_refers_to_anything_has_derivatives_for_what_has_a_size() {
    let disc = Disc { radius: 0.7 };
    assert_eq!(rounded_object(&disc, 0.0), 0.0);
    check_grad!(rounded(&disc, 0.3, 0.4)).unwrap();
}
