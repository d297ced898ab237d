//! What makes a model better step by step, along its gradients.
//!
//! The model is any value that is [`Differentiable`]. What an optimizer remembers is one number or two for each number of the
//! model, in a [`State`] that can be saved as the model is.
//!
//! ```
//! use ad_runtime::optim::{Adam, clip_norm, cosine};
//!
//! let mut model = ([1.0_f64, -2.0], 3.0_f32);
//! let mut adam = Adam::new(0.1);
//! for step in 0..300 {
//!     let mut gradient = ([2.0 * model.0[0], 2.0 * model.0[1]], 2.0 * model.1);
//!     clip_norm(&mut gradient, 10.0);
//!     adam.rate = cosine(0.1, 0.0, 300, step);
//!     adam.step(&mut model, &gradient);
//! }
//! assert!(model.0.iter().all(|x| x.abs() < 1e-2) && model.1.abs() < 1e-2);
//! ```

use crate::cotangent::Cotangent;
use crate::differentiable::Differentiable;
use crate::numbers::{Leaf, Numbers, Outline};
use crate::scalar::Scalar;
use crate::slopes::Slopes;
#[cfg(feature = "tensor")]
use crate::tensor::{Tensor, TensorElement, steps};
#[cfg(feature = "tensor")]
use on_devices::OnDevices;
use std::f64::consts::PI;

#[cfg(feature = "tensor")]
mod on_devices;

/// What an optimizer remembers: how many steps it went, and `K` numbers for each number of the model.
///
/// It is differentiable, so that it is saved and loaded as a model is: load it after [`begin`](State::begin), which makes room.
///
/// ```
/// use ad_runtime::optim::Adam;
///
/// let (mut adam, mut model) = (Adam::new(0.1), [1.0, 2.0]);
/// adam.step(&mut model, &[0.5, 0.5]);
/// let mut again = Adam::new(0.1);
/// again.state.begin(&model);
/// assert_eq!((adam.state.steps(), again.state.steps()), (1, 0));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State<const K: usize> {
    steps: f64,
    moments: Vec<[f64; K]>,
    /// What is remembered of tensors that are on a device, where `moments` is older.
    #[cfg(feature = "tensor")]
    on_devices: OnDevices<K>,
    leaves: Vec<Leaf>,
}

impl<const K: usize> State<K> {
    /// How many steps were gone.
    pub fn steps(&self) -> u64 {
        self.steps as u64
    }

    /// Makes room for a model, if there is none yet.
    ///
    /// # Panics
    /// If there is room for a model of another shape.
    pub fn begin<M: Differentiable + ?Sized>(&mut self, model: &M) {
        let mut outline = Outline::default();
        model.outline(&mut outline);
        let leaves = outline.leaves();
        if self.leaves.is_empty() {
            let count = leaves.iter().map(|leaf| leaf.shape.iter().product::<usize>()).sum();
            self.moments = vec![[0.0; K]; count];
            self.leaves = leaves.to_vec();
        }
        let differing = self.leaves.iter().zip(leaves).find(|(ours, theirs)| ours != theirs);
        if let Some((ours, theirs)) = differing {
            panic!(
                "an optimizer goes on with the model that it began with: `{}` of the shape {:?} was `{}` of the shape {:?}",
                theirs.name, theirs.shape, ours.name, ours.shape
            );
        }
        assert!(
            self.leaves.len() == leaves.len(),
            "an optimizer goes on with the model that it began with: it had {} parts, and now has {}",
            self.leaves.len(),
            leaves.len()
        );
    }

    /// Moves each number of a model by the rule for the number of the step.
    fn step<M: Differentiable + ?Sized, R: Rule<K>>(
        &mut self,
        model: &mut M,
        gradient: &M::Cotangent,
        rule: impl FnOnce(f64) -> R,
    ) {
        self.begin(model);
        let mut slopes = Slopes::default();
        gradient.gather_slopes(&mut slopes);
        let count = slopes.all().len();
        assert!(
            count == self.moments.len() && model.takes(gradient),
            "a gradient of {count} numbers has not the shape of a model of {}",
            self.moments.len()
        );
        self.steps += 1.0;
        let rule = rule(self.steps);
        let mut at = 0;
        model.each_number(&mut |numbers| self.each_slice(numbers, &mut at, &slopes, &rule));
    }

    /// Moves numbers along what belongs to them: the slopes from the place `at` on, with what is remembered.
    fn each_slice(&mut self, numbers: Numbers<'_>, at: &mut usize, slopes: &Slopes, rule: &impl Rule<K>) {
        match numbers {
            Numbers::F32(numbers) => self.each(numbers, at, slopes, rule),
            Numbers::F64(numbers) => self.each(numbers, at, slopes, rule),
            #[cfg(feature = "tensor")]
            Numbers::Tensor(tensor) => {
                if let Some(tensor) = tensor.on_device() {
                    return self.each_on_device(tensor, at, slopes, rule);
                }
                tensor.each_number(STEP, &mut |numbers| self.each_slice(numbers, at, slopes, rule));
            }
        }
    }

    fn each<T: Scalar>(&mut self, numbers: &mut [T], at: &mut usize, slopes: &Slopes, rule: &impl Rule<K>) {
        let here = *at..*at + numbers.len();
        *at = here.end;
        #[cfg(feature = "tensor")]
        {
            self.on_devices.fetch(&mut self.moments, here.clone());
            let there = slopes.on_devices.range(here.clone()).next().is_some();
            assert!(
                !there,
                "{STEP}: the gradient of what is on cpu is on another device; `to_device` moves them to one"
            );
        }
        let kept = self.moments[here.clone()].iter_mut();
        for ((x, slope), kept) in numbers.iter_mut().zip(&slopes.all()[here]).zip(kept) {
            *x = T::nearest(rule.number(x.widened(), *slope, kept));
        }
    }
}

/// What errors name.
#[cfg(feature = "tensor")]
const STEP: &str = "an optimizer's step";

/// How far a step goes, for which `K` numbers are remembered of each number.
trait Rule<const K: usize> {
    fn number(&self, x: f64, slope: f64, kept: &mut [f64; K]) -> f64;
    /// The same, of all numbers of a tensor that is on a device.
    #[cfg(feature = "tensor")]
    fn tensor<T: TensorElement>(
        &self,
        x: Tensor<T>,
        slope: &Tensor<T>,
        kept: [Tensor<T>; K],
    ) -> (Tensor<T>, [Tensor<T>; K]);
}

/// The steps and the moments, under these names.
impl<const K: usize> Differentiable for State<K> {
    type Cotangent = (f64, Vec<[f64; K]>);
    type Shape = usize;
    fn coarseness(&self) -> f64 {
        f64::EPSILON
    }
    fn cotangent_shape(&self) -> usize {
        self.moments.len()
    }
    fn zero_of(count: &usize) -> Self::Cotangent {
        (0.0, vec![[0.0; K]; *count])
    }
    fn add_scaled(&mut self, alpha: f64, cotangent: &Self::Cotangent) {
        self.steps.add_scaled(alpha, &cotangent.0);
        #[cfg(feature = "tensor")]
        self.on_devices.fetch(&mut self.moments, 0..usize::MAX);
        self.moments.add_scaled(alpha, &cotangent.1);
    }
    fn flatten_into(&self, out: &mut Vec<f64>) {
        out.push(self.steps);
        #[cfg(feature = "tensor")]
        if !self.on_devices.is_empty() {
            let mut moments = self.moments.clone();
            self.on_devices.clone().fetch(&mut moments, 0..usize::MAX);
            return Differentiable::flatten_into(&moments, out);
        }
        Differentiable::flatten_into(&self.moments, out);
    }
    fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
        #[cfg(feature = "tensor")]
        {
            self.on_devices = OnDevices::default();
        }
        Differentiable::unflatten_from(&mut self.steps, flat);
        Differentiable::unflatten_from(&mut self.moments, flat);
    }
    fn outline(&self, outline: &mut Outline) {
        outline.within("steps", |outline| self.steps.outline(outline));
        outline.within("moments", |outline| self.moments.outline(outline));
    }
}

/// Along the gradient itself, with momentum if that is asked for.
///
/// ```
/// use ad_runtime::optim::Sgd;
///
/// let mut sgd = Sgd::new(0.1).momentum(0.9).nesterov();
/// let mut x = 1.0_f64;
/// for _ in 0..200 {
///     let slope = 2.0 * x;
///     sgd.step(&mut x, &slope);
/// }
/// assert!(x.abs() < 1e-3);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Sgd {
    /// How far a step goes.
    pub rate: f64,
    /// How much of the last step is gone again.
    pub momentum: f64,
    /// Whether the slope is taken for that of the place ahead.
    pub is_nesterov: bool,
    /// What is remembered.
    pub state: State<1>,
}

impl Sgd {
    /// Steps of this size, without momentum.
    pub fn new(rate: f64) -> Self {
        Sgd {
            rate,
            momentum: 0.0,
            is_nesterov: false,
            state: State::default(),
        }
    }

    /// With this share of the last step again.
    #[must_use]
    pub fn momentum(self, momentum: f64) -> Self {
        Sgd { momentum, ..self }
    }

    /// With the momentum of Nesterov.
    #[must_use]
    pub fn nesterov(self) -> Self {
        Sgd {
            is_nesterov: true,
            ..self
        }
    }

    /// One step.
    ///
    /// # Panics
    /// If the gradient has not the shape of the model, or this not that of earlier steps.
    pub fn step<M: Differentiable + ?Sized>(&mut self, model: &mut M, gradient: &M::Cotangent) {
        let rule = Momentum {
            rate: self.rate,
            momentum: self.momentum,
            ahead: self.is_nesterov,
        };
        self.state.step(model, gradient, |_| rule);
    }
}

struct Momentum {
    rate: f64,
    momentum: f64,
    ahead: bool,
}

impl Rule<1> for Momentum {
    fn number(&self, x: f64, slope: f64, [velocity]: &mut [f64; 1]) -> f64 {
        *velocity = self.momentum * *velocity + slope;
        x - self.rate
            * if self.ahead {
                slope + self.momentum * *velocity
            } else {
                *velocity
            }
    }
    #[cfg(feature = "tensor")]
    fn tensor<T: TensorElement>(
        &self,
        x: Tensor<T>,
        slope: &Tensor<T>,
        [velocity]: [Tensor<T>; 1],
    ) -> (Tensor<T>, [Tensor<T>; 1]) {
        let velocity = steps::averaged(velocity, slope, self.momentum, 1.0);
        let x = if self.ahead {
            steps::moved(
                x,
                &steps::averaged(velocity.clone(), slope, self.momentum, 1.0),
                1.0,
                self.rate,
            )
        } else {
            steps::moved(x, &velocity, 1.0, self.rate)
        };
        (x, [velocity])
    }
}

/// Along the mean of the gradients over the square root of that of their squares, each number by itself.
///
/// ```
/// use ad_runtime::optim::Adam;
///
/// let (mut adam, mut x) = (Adam::new(0.1), 1.0_f32);
/// adam.step(&mut x, &20.0);
/// assert_eq!(x, 0.9);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Adam {
    /// How far a step goes.
    pub rate: f64,
    /// How much of the means is kept from step to step.
    pub betas: [f64; 2],
    /// What is added to the square root.
    pub eps: f64,
    /// What is remembered.
    pub state: State<2>,
}

/// The rule of Adam, whose means are biased by the zeros that they begin with.
struct Means {
    rate: f64,
    /// What is left of a number.
    keep: f64,
    betas: [f64; 2],
    biases: [f64; 2],
    eps: f64,
}

impl Means {
    fn new(rate: f64, decay: f64, betas: [f64; 2], eps: f64) -> impl FnOnce(f64) -> Means {
        move |steps| Means {
            rate,
            keep: 1.0 - rate * decay,
            betas,
            biases: betas.map(|beta| 1.0 - beta.powf(steps)),
            eps,
        }
    }
}

impl Rule<2> for Means {
    fn number(&self, x: f64, slope: f64, [mean, square]: &mut [f64; 2]) -> f64 {
        let ([keep, keep_square], [bias, bias_square]) = (self.betas, self.biases);
        *mean = keep * *mean + (1.0 - keep) * slope;
        *square = keep_square * *square + (1.0 - keep_square) * slope * slope;
        self.keep * x - self.rate * ((*mean / bias) / ((*square / bias_square).sqrt() + self.eps))
    }
    #[cfg(feature = "tensor")]
    fn tensor<T: TensorElement>(
        &self,
        x: Tensor<T>,
        slope: &Tensor<T>,
        [mean, square]: [Tensor<T>; 2],
    ) -> (Tensor<T>, [Tensor<T>; 2]) {
        let ([keep, keep_square], [bias, bias_square]) = (self.betas, self.biases);
        let mean = steps::averaged(mean, slope, keep, 1.0 - keep);
        let square = steps::averaged_square(square, slope, keep_square);
        let direction = steps::normalized(&mean, &square, [bias, bias_square, self.eps]);
        (steps::moved(x, &direction, self.keep, self.rate), [mean, square])
    }
}

impl Adam {
    /// Steps of about this size for each number.
    pub fn new(rate: f64) -> Self {
        Adam {
            rate,
            betas: [0.9, 0.999],
            eps: 1e-8,
            state: State::default(),
        }
    }

    /// One step.
    ///
    /// # Panics
    /// If the gradient has not the shape of the model, or this not that of earlier steps.
    pub fn step<M: Differentiable + ?Sized>(&mut self, model: &mut M, gradient: &M::Cotangent) {
        let rule = Means::new(self.rate, 0.0, self.betas, self.eps);
        self.state.step(model, gradient, rule);
    }
}

/// [`Adam`], in which each number also shrinks by itself.
///
/// ```
/// use ad_runtime::optim::AdamW;
///
/// let (mut adam, mut x) = (AdamW::new(0.1, 0.5), 1.0);
/// adam.step(&mut x, &0.0);
/// assert_eq!(x, 0.95);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct AdamW {
    /// How far a step goes.
    pub rate: f64,
    /// How much of each number goes in a step, times the rate.
    pub decay: f64,
    /// How much of the means is kept from step to step.
    pub betas: [f64; 2],
    /// What is added to the square root.
    pub eps: f64,
    /// What is remembered.
    pub state: State<2>,
}

impl AdamW {
    /// Steps of about this size, and this decay.
    pub fn new(rate: f64, decay: f64) -> Self {
        let Adam { betas, eps, state, .. } = Adam::new(rate);
        AdamW {
            rate,
            decay,
            betas,
            eps,
            state,
        }
    }

    /// One step.
    ///
    /// # Panics
    /// If the gradient has not the shape of the model, or this not that of earlier steps.
    pub fn step<M: Differentiable + ?Sized>(&mut self, model: &mut M, gradient: &M::Cotangent) {
        let rule = Means::new(self.rate, self.decay, self.betas, self.eps);
        self.state.step(model, gradient, rule);
    }
}

/// Along the gradient over the square root of the mean of its squares, each number by itself.
///
/// ```
/// use ad_runtime::optim::Rmsprop;
///
/// let (mut rmsprop, mut x) = (Rmsprop::new(0.1), 1.0_f64);
/// rmsprop.step(&mut x, &20.0);
/// assert!(x.abs() < 1e-8);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Rmsprop {
    /// How far a step goes.
    pub rate: f64,
    /// How much of the mean of squares is kept from step to step.
    pub beta: f64,
    /// What is added to the square root.
    pub eps: f64,
    /// What is remembered.
    pub state: State<1>,
}

impl Rmsprop {
    /// Steps of about this size for each number.
    pub fn new(rate: f64) -> Self {
        Rmsprop {
            rate,
            beta: 0.99,
            eps: 1e-8,
            state: State::default(),
        }
    }

    /// One step.
    ///
    /// # Panics
    /// If the gradient has not the shape of the model, or this not that of earlier steps.
    pub fn step<M: Differentiable + ?Sized>(&mut self, model: &mut M, gradient: &M::Cotangent) {
        let rule = Squares {
            rate: self.rate,
            beta: self.beta,
            eps: self.eps,
        };
        self.state.step(model, gradient, |_| rule);
    }
}

struct Squares {
    rate: f64,
    beta: f64,
    eps: f64,
}

impl Rule<1> for Squares {
    fn number(&self, x: f64, slope: f64, [square]: &mut [f64; 1]) -> f64 {
        *square = self.beta * *square + (1.0 - self.beta) * slope * slope;
        x - self.rate * slope / (square.sqrt() + self.eps)
    }
    #[cfg(feature = "tensor")]
    fn tensor<T: TensorElement>(
        &self,
        x: Tensor<T>,
        slope: &Tensor<T>,
        [square]: [Tensor<T>; 1],
    ) -> (Tensor<T>, [Tensor<T>; 1]) {
        let square = steps::averaged_square(square, slope, self.beta);
        let direction = steps::normalized(slope, &square, [1.0, 1.0, self.eps]);
        (steps::moved(x, &direction, 1.0, self.rate), [square])
    }
}

/// Shortens a gradient that is longer than `most`, and returns how long it was.
///
/// ```
/// let mut gradient = [3.0, 4.0];
/// assert_eq!((ad_runtime::optim::clip_norm(&mut gradient, 2.5), gradient), (5.0, [1.5, 2.0]));
/// ```
pub fn clip_norm<C: Cotangent>(gradient: &mut C, most: f64) -> f64 {
    let mut slopes = Slopes::default();
    gradient.gather_slopes(&mut slopes);
    let squares: f64 = slopes.all().iter().map(|slope| slope * slope).sum();
    #[cfg(feature = "tensor")]
    let squares = squares
        + slopes
            .on_devices
            .values()
            .map(|tensor| on_devices::squares(&**tensor))
            .sum::<f64>();
    let norm = squares.sqrt();
    if norm > most {
        gradient.scale(most / norm);
    }
    norm
}

/// Takes each slope that is steeper than `most` back to that.
///
/// ```
/// let mut gradient = [3.0, -4.0, 0.5];
/// ad_runtime::optim::clip_value(&mut gradient, 1.0);
/// assert_eq!(gradient, [1.0, -1.0, 0.5]);
/// ```
pub fn clip_value<C: Cotangent>(gradient: &mut C, most: f64) {
    let mut slopes = Vec::new();
    gradient.flatten_into(&mut slopes);
    gradient.unflatten_from(&mut slopes.into_iter().map(|slope| slope.clamp(-most, most)));
}

/// A rate that is multiplied by `factor` every so many steps.
///
/// ```
/// assert_eq!(ad_runtime::optim::stepwise(1.0, 0.5, 10, 25), 0.25);
/// ```
pub fn stepwise(rate: f64, factor: f64, every: u64, step: u64) -> f64 {
    rate * factor.powf((step / every.max(1)) as f64)
}

/// A rate that falls from `first` to `last` as half a cosine does, and stays there.
///
/// ```
/// assert_eq!([0, 50, 100, 200].map(|step| ad_runtime::optim::cosine(1.0, 0.0, 100, step)), [1.0, 0.5, 0.0, 0.0]);
/// ```
pub fn cosine(first: f64, last: f64, steps: u64, step: u64) -> f64 {
    let along = (step as f64 / steps.max(1) as f64).min(1.0);
    last + (first - last) * (0.5 + 0.5 * (PI * along).cos())
}

/// A rate that grows evenly in so many steps, and then is what it would be anyway.
///
/// ```
/// assert_eq!([0, 1, 4, 9].map(|step| ad_runtime::optim::warm_up(1.0, 4, step)), [0.25, 0.5, 1.0, 1.0]);
/// ```
pub fn warm_up(rate: f64, steps: u64, step: u64) -> f64 {
    rate * ((step + 1) as f64 / steps.max(1) as f64).min(1.0)
}

/// A rate that grows from a twenty-fifth of `most` in the first three tenths of the steps, and then falls to almost nothing.
///
/// ```
/// let rates = [0, 30, 100].map(|step| ad_runtime::optim::one_cycle(1.0, 100, step));
/// assert!((rates[0] - 0.04).abs() < 1e-15 && rates[1..] == [1.0, 4e-6]);
/// ```
pub fn one_cycle(most: f64, steps: u64, step: u64) -> f64 {
    let rise = steps * 3 / 10;
    if step < rise {
        cosine(most / 25.0, most, rise, step)
    } else {
        cosine(most, most / 250_000.0, steps - rise, step - rise)
    }
}
