//! Training on a device, beside the same on the processor.

use crate::compared::close;
use crate::model::{Network, sampled};
use pullback::optim::{Adam, AdamW, Rmsprop, Sgd, clip_norm};
use pullback::tensor::{Device, DeviceError, Tensor};
use pullback::{Differentiable, weights};

/// An optimizer's step.
type Step<'s> = dyn FnMut(&mut Network, &<Network as Differentiable>::Cotangent) + 's;

/// Some steps; gives the losses and the lengths of the gradients, and does something after each.
fn trained(
    network: &mut Network,
    rows: &Tensor<f32>,
    classes: &[usize],
    step: &mut Step<'_>,
    mut after: impl FnMut(usize),
) -> Tensor<f64> {
    let mut seen = Vec::new();
    for number in 0..6 {
        let (loss, mut gradient) = network.loss_value_and_grad(rows, classes);
        seen.extend([f64::from(loss), clip_norm(&mut gradient, 0.5)]);
        step(network, &gradient);
        after(number);
    }
    Tensor::from_vec(seen, &[12])
}

fn numbers<V: Differentiable>(value: &V) -> Tensor<f32> {
    let mut flat = Vec::new();
    value.flatten_into(&mut flat);
    let flat: Vec<f32> = flat.into_iter().map(|x| x as f32).collect();
    let count = flat.len();
    Tensor::from_vec(flat, &[count])
}

/// What is free on a device, which an error tells.
fn free(device: &Device) -> usize {
    let everything = Tensor::<f32>::zeros(&[1]).broadcast_to(&[40 << 20]);
    match everything.to_device(device) {
        Err(DeviceError::OutOfMemory { free, .. }) => free,
        _ => panic!("there is not so much memory"),
    }
}

macro_rules! optimizers {
    ($device:expr, $($optimizer:expr),*) => {$(
        let (network, rows, classes) = sampled();
        let there = |network: &Network| network.to_device($device).expect("the model can be moved");
        let rows_there = rows.to_device($device).expect("the rows can be moved");
        let (mut one, mut other) = ($optimizer, $optimizer);
        let (mut here, mut moved) = (network.clone(), there(&network));
        let losses = trained(&mut here, &rows, &classes, &mut |network, bar| one.step(network, bar), |_| {});
        let losses_there = trained(&mut moved, &rows_there, &classes, &mut |network, bar| other.step(network, bar), |_| {});
        assert!(losses.to_vec()[10] < losses.to_vec()[0], "{losses:?}");
        let what = stringify!($optimizer);
        assert!(
            losses.to_vec().iter().zip(losses_there.to_vec()).all(|(a, b)| (a - b).abs() < 1e-5 * (1.0 + a.abs())),
            "the losses of {what} are {losses_there:?} and not {losses:?}"
        );
        close(&format!("a weight after {what}"), &numbers(&here), &numbers(&moved));
        close(&format!("what {what} remembers"), &numbers(&one.state), &numbers(&other.state));

        // What is remembered is saved there and loaded here, and goes where the model goes.
        let bytes = weights::to_bytes(&other.state).expect("a state can be saved");
        let mut loaded = $optimizer;
        loaded.state.begin(&here);
        weights::from_bytes(&mut loaded.state, &bytes).expect("a state can be loaded");
        let mut back = moved.to_device(&Device::cpu()).expect("the model can be moved back");
        let (_, gradient) = back.loss_value_and_grad(&rows, &classes);
        let (_, gradient_there) = moved.loss_value_and_grad(&rows_there, &classes);
        let mut again = back.clone();
        loaded.step(&mut again, &gradient);
        loaded.step(&mut moved, &gradient_there);
        other.step(&mut back, &gradient);
        close(&format!("a weight after {what}, which came back"), &numbers(&again), &numbers(&back));
    )*};
}

pub fn all(device: &Device) {
    optimizers!(
        device,
        Sgd::new(0.3),
        Sgd::new(0.1).momentum(0.8).nesterov(),
        Adam::new(0.02),
        AdamW::new(0.02, 0.3),
        Rmsprop::new(0.005)
    );
}

/// Steps of a training after the first one take nothing from the driver: all they need is memory that was given back before. What Adam
/// remembers is made in its first step, when the tape is gone; so its second one is the first that needs both.
pub fn memory(device: &Device) {
    let (network, rows, classes) = sampled();
    let mut network = network.to_device(device).expect("the model can be moved");
    let rows = rows.to_device(device).expect("the rows can be moved");
    let before = free(device);
    let mut left = Vec::new();
    let mut along = |network: &mut Network, bar: &_| network.add_scaled(-0.1, bar);
    trained(&mut network, &rows, &classes, &mut along, |_| left.push(free(device)));
    assert!(left[0] < before, "the first step takes memory");
    let (all, held) = (device.peak_memory(), device.peak_memory());
    assert!(
        held > Some(0) && held < all,
        "{held:?} are held, and were before a step {all:?}"
    );
    assert!(
        left.iter().all(|now| *now == left[0]),
        "what is free after each step: {left:?}"
    );
    let mut adam = Adam::new(0.02);
    left.clear();
    let mut step = |network: &mut Network, bar: &_| adam.step(network, bar);
    trained(&mut network, &rows, &classes, &mut step, |_| left.push(free(device)));
    assert!(
        left[1..].iter().all(|now| *now == left[1]),
        "what is free after each step of Adam: {left:?}"
    );
}
