//! One source of a model, on any device.

use crate::compared::{close, sample};
use pullback::tensor::{Device, Tensor};
use pullback::{Differentiable, differentiable, weights};
use std::collections::{BTreeMap, HashMap};

#[derive(Clone, Differentiable)]
pub struct Layer {
    pub weights: Tensor<f32>,
    pub bias: Tensor<f32>,
}

#[derive(Clone, Differentiable)]
pub struct Network {
    pub hidden: Vec<Layer>,
    pub output: Layer,
    #[no_diff]
    name: String,
}

/// What a model can be made of.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Parts {
    of_one: [Tensor<f32>; 2],
    several: HashMap<&'static str, Tensor<f32>>,
    ordered: BTreeMap<usize, Vec<Tensor<f32>>>,
    maybe: Option<Tensor<f32>>,
    heads: Vec<Head>,
    rate: f64,
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
enum Head {
    None,
    One(Tensor<f32>),
    Two { bias: Box<Tensor<f32>>, scale: f32 },
}

#[differentiable]
impl Layer {
    fn apply(&self, x: &Tensor<f32>) -> Tensor<f32> {
        x.matmul(&self.weights) + &self.bias
    }
}

#[differentiable]
impl Network {
    pub fn loss(&self, #[no_diff] rows: &Tensor<f32>, classes: &[usize]) -> f32 {
        let mut h: Tensor<f32> = rows.clone();
        for layer in &self.hidden {
            h = layer.apply(&h).relu();
        }
        self.output.apply(&h).cross_entropy(classes)
    }
}

fn layer(from: usize, to: usize, which: usize) -> Layer {
    Layer {
        weights: sample(&[from, to], which) * 0.3,
        bias: sample(&[to], which + 1) * 0.1,
    }
}

impl Network {
    /// From so many numbers over others to so many.
    pub fn of(sizes: &[usize]) -> Self {
        let mut layers: Vec<Layer> = (1..sizes.len()).map(|k| layer(sizes[k - 1], sizes[k], k)).collect();
        let output = layers.pop().expect("there are two sizes");
        Network {
            hidden: layers,
            output,
            name: "a perceptron".to_owned(),
        }
    }
}

/// A network, rows for it, and their classes.
pub fn sampled() -> (Network, Tensor<f32>, Vec<usize>) {
    let network = Network::of(&[11, 24, 13, 5]);
    (network, sample(&[19, 11], 4), (0..19).map(|k| k * 7 % 5).collect())
}

pub fn all(device: &Device) {
    let (here, rows, classes) = sampled();
    let there = here.to_device(device).expect("the model can be moved");
    assert_eq!(there.name, here.name);
    assert_eq!(there.hidden[1].bias.device(), *device);
    let trained = |mut network: Network, rows: &Tensor<f32>| {
        let (loss, gradient) = network.loss_value_and_grad(rows, &classes);
        network.add_scaled(-0.5, &gradient);
        let after = network.loss(rows, &classes);
        assert!(after < loss, "{after} {loss}");
        (network, gradient, Tensor::from_vec(vec![loss, after], &[2]))
    };
    let rows_there = rows.to_device(device).expect("the rows can be moved");
    let (network, gradient, losses) = trained(here.clone(), &rows);
    let (network_there, gradient_there, losses_there) = trained(there, &rows_there);
    assert_eq!(gradient_there.output.weights.device(), *device);
    close("the losses", &losses, &losses_there);
    for ((ours, theirs), (bar, bar_there)) in network
        .hidden
        .iter()
        .zip(&network_there.hidden)
        .zip(gradient.hidden.iter().zip(&gradient_there.hidden))
    {
        close("a weight", &ours.weights, &theirs.weights);
        close("a bias", &ours.bias, &theirs.bias);
        close("the slope of a weight", &bar.weights, &bar_there.weights);
        close("the slope of a bias", &bar.bias, &bar_there.bias);
    }

    // A model is whatever has tensors in it.
    let many = std::collections::VecDeque::from([(rows.clone(), 2.0), (rows.clone(), 3.0)]);
    let many_there = pullback::Differentiable::to_device(&many, device).expect("they can be moved");
    assert!(many_there.iter().all(|(rows, _)| rows.device() == *device));
    assert_eq!(many_there, many);
    let x = || sample(&[2], 1);
    let parts = Parts {
        of_one: [x(), x()],
        several: HashMap::from([("a", x())]),
        ordered: BTreeMap::from([(1, vec![x()])]),
        maybe: Some(x()),
        heads: vec![
            Head::None,
            Head::One(x()),
            Head::Two {
                bias: Box::new(x()),
                scale: 0.5,
            },
        ],
        rate: 0.1,
    };
    let there = parts.to_device(device).expect("they can be moved");
    let tensors = there
        .of_one
        .iter()
        .chain(there.several.values())
        .chain(&there.ordered[&1])
        .chain(&there.maybe);
    let of_heads = there.heads.iter().filter_map(|head| match head {
        Head::None => None,
        Head::One(x) => Some(x),
        Head::Two { bias, .. } => Some(&**bias),
    });
    let devices: Vec<Device> = tensors.chain(of_heads).map(Tensor::device).collect();
    assert_eq!(devices, [*device; 7]);
    assert_eq!((there.rate, there), (0.1, parts));

    // Weights that are saved from there are loaded here, and the other way round.
    let bytes = weights::to_bytes(&network_there).expect("weights can be saved");
    let (mut loaded, mut loaded_there) = (here.clone(), network_there.clone());
    weights::from_bytes(&mut loaded, &bytes).expect("weights can be loaded");
    assert_eq!(loaded.output.weights.to_vec(), network_there.output.weights.to_vec());
    assert_eq!(loaded.output.weights.device(), Device::cpu());
    let bytes = weights::to_bytes(&here).expect("weights can be saved");
    weights::from_bytes(&mut loaded_there, &bytes).expect("weights can be loaded");
    assert_eq!(loaded_there.output.weights.to_vec(), here.output.weights.to_vec());
    assert_eq!(loaded_there.output.weights.device(), *device);
}
