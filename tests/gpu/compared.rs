//! The same on two devices.

use pullback::tensor::{Device, Tensor, TensorElement};

/// What a program gives: its results, and the cotangents of its parameters.
pub struct Outcome<T> {
    pub results: Vec<Tensor<T>>,
    pub bars: Vec<Tensor<T>>,
}

/// A result, and the seed for it.
pub trait Seeded<T>: Sized {
    fn seed(&self) -> Self;
    fn tensors(self) -> Vec<Tensor<T>>;
}

impl<T: TensorElement> Seeded<T> for Tensor<T> {
    fn seed(&self) -> Self {
        sample(self.shape(), 7)
            .to_device(&self.device())
            .expect("a seed can be moved")
    }
    fn tensors(self) -> Vec<Tensor<T>> {
        vec![self]
    }
}

impl<T: TensorElement> Seeded<T> for (Tensor<T>, Tensor<T>, Tensor<T>) {
    fn seed(&self) -> Self {
        (self.0.seed(), self.1.seed(), self.2.seed())
    }
    fn tensors(self) -> Vec<Tensor<T>> {
        vec![self.0, self.1, self.2]
    }
}

macro_rules! numbers {
    ($($float:ident)*) => {$(
        impl Seeded<$float> for $float {
            fn seed(&self) -> Self {
                0.7
            }
            fn tensors(self) -> Vec<Tensor<$float>> {
                vec![Tensor::from(self)]
            }
        }
    )*};
}

numbers!(f32 f64);

/// The cotangents of some parameters.
pub trait Bars<T> {
    fn bars(self) -> Vec<Tensor<T>>;
}

impl<T> Bars<T> for Tensor<T> {
    fn bars(self) -> Vec<Tensor<T>> {
        vec![self]
    }
}

impl<T> Bars<T> for (Tensor<T>, Tensor<T>) {
    fn bars(self) -> Vec<Tensor<T>> {
        vec![self.0, self.1]
    }
}

impl<T> Bars<T> for (Tensor<T>, Tensor<T>, Tensor<T>) {
    fn bars(self) -> Vec<Tensor<T>> {
        vec![self.0, self.1, self.2]
    }
}

/// Elements without pattern, none of which are equal or near zero.
pub fn sample<T: TensorElement>(shape: &[usize], which: usize) -> Tensor<T> {
    let count: usize = shape.iter().product();
    let element = |k: usize| {
        let k = (k + 13 * which) as f64;
        (0.3 + (k * 0.618_033_988_75).fract()) * if (k * 0.41).fract() < 0.5 { 1.0 } else { -1.0 }
    };
    Tensor::from_vec((1..=count).map(|k| T::nearest(element(k))).collect(), shape)
}

/// # Panics
/// If what a program gives on the device differs from what it gives on the processor, or is not there.
pub fn compared<T: TensorElement>(
    name: &str,
    device: &Device,
    operands: &[Tensor<T>],
    program: impl Fn(&[Tensor<T>]) -> Outcome<T>,
) {
    let moved: Vec<Tensor<T>> = operands
        .iter()
        .map(|operand| operand.to_device(device).expect("an operand can be moved"))
        .collect();
    let (here, there, again) = (program(operands), program(&moved), program(&moved));
    let shapes: Vec<_> = operands.iter().map(Tensor::shape).collect();
    for bar in &there.bars {
        assert_eq!(bar.device(), *device, "a cotangent of {name} of {shapes:?}");
    }
    for (part, here, there, again) in [
        ("value", here.results, there.results, again.results),
        ("cotangent", here.bars, there.bars, again.bars),
    ] {
        for ((here, there), again) in here.iter().zip(&there).zip(&again) {
            assert_eq!(here.shape(), there.shape(), "a {part} of {name} of {shapes:?}");
            close(&format!("a {part} of {name} of {shapes:?} on {device}"), here, there);
            let bits = |of: &Tensor<T>| of.to_vec().iter().map(|x| x.widened().to_bits()).collect::<Vec<_>>();
            assert_eq!(
                bits(there),
                bits(again),
                "a {part} of {name} of {shapes:?} differs from run to run"
            );
        }
    }
}

/// # Panics
/// If tensors differ.
pub fn close<T: TensorElement>(what: &str, here: &Tensor<T>, there: &Tensor<T>) {
    let tolerance = if size_of::<T>() == 4 { 1e-5 } else { 1e-12 };
    for (at, (here, there)) in here.to_vec().iter().zip(there.to_vec()).enumerate() {
        let (here, there) = (here.widened(), there.widened());
        let is_close = (here - there).abs() <= tolerance * (1.0 + here.abs());
        assert!(
            here == there || is_close || here.is_nan() && there.is_nan(),
            "{what} is {there} and not {here} at {at}"
        );
    }
}
