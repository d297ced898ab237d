//! Optimizers and files of weights, of structs that hold numbers in many ways.

use ad_runtime::optim::{Adam, AdamW, Rmsprop, Sgd, clip_norm, cosine};
use ad_runtime::tensor::Tensor;
use ad_runtime::weights::{self, WeightsError};
use pullback::ndarray::{Array1, Array2, array};
use pullback::{Cotangent, Differentiable, differentiable};

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Layer {
    weights: Array2<f64>,
    r#type: [f32; 2],
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
enum Head {
    Linear { slope: f64 },
    Both(Box<Head>, Option<f32>),
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Model {
    layers: Vec<Layer>,
    images: Tensor<f32>,
    points: Vec<(f64, usize)>,
    head: Head,
    #[no_diff]
    rate: f64,
    count: usize,
}

fn model() -> Model {
    let layer = |k: f64| Layer {
        weights: array![[k, 2.0], [3.0, 4.0], [5.0, 6.0]],
        r#type: [0.5, k as f32],
    };
    Model {
        layers: vec![layer(1.0), layer(-1.0)],
        images: Tensor::from_vec((0..6).map(|k| k as f32).collect(), &[2, 3]).transpose(),
        points: vec![(0.25, 7), (0.75, 8)],
        head: Head::Both(Box::new(Head::Linear { slope: 9.0 }), Some(10.0)),
        rate: 0.1,
        count: 3,
    }
}

#[test]
fn numbers_are_saved_by_the_names_of_their_fields() {
    let mut outline = ad_runtime::Outline::default();
    model().outline(&mut outline);
    let names: Vec<_> = outline
        .leaves()
        .iter()
        .map(|leaf| (&leaf.name[..], &leaf.shape[..]))
        .collect();
    assert_eq!(
        names,
        [
            ("layers.0.weights", &[3, 2][..]),
            ("layers.0.type", &[2]),
            ("layers.1.weights", &[3, 2]),
            ("layers.1.type", &[2]),
            ("images", &[3, 2]),
            ("points.0.0", &[]),
            ("points.1.0", &[]),
            ("head.0.slope", &[]),
            ("head.1", &[]),
        ]
    );
}

#[test]
fn a_model_is_the_same_after_it_was_saved_and_loaded() {
    let path = std::env::temp_dir().join(format!("pullback-weights-{}.safetensors", std::process::id()));
    weights::save(&model(), &path).unwrap();
    let mut other = model();
    other.layers[1].weights.fill(0.0);
    other.images *= 0.0;
    other.head = Head::Both(Box::new(Head::Linear { slope: 0.0 }), Some(0.0));
    weights::load(&mut other, &path).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert_eq!(other, model());
    assert!(matches!(weights::load(&mut other, &path), Err(WeightsError::File(_))));

    let bytes = weights::to_bytes(&model()).unwrap();
    let mut smaller = model();
    smaller.layers.pop();
    let Err(WeightsError::Mismatch(differences)) = weights::from_bytes(&mut smaller, &bytes) else {
        panic!("it has a layer less")
    };
    assert_eq!(
        differences,
        [
            "`layers.1.type` is not in the model",
            "`layers.1.weights` is not in the model"
        ]
    );
}

/// The squares of all numbers, whose gradient is twice the value.
#[differentiable]
fn cost(model: &Model) -> f64 {
    let mut sum = 0.0;
    for layer in &model.layers {
        sum += layer.weights.mapv(|w| w * w).sum();
        sum += f64::from(layer.r#type[0] * layer.r#type[0] + layer.r#type[1] * layer.r#type[1]);
    }
    for point in &model.points {
        sum += point.0 * point.0;
    }
    let square = &model.images * &model.images;
    sum + f64::from(square.sum()) + slope(&model.head)
}

#[differentiable]
fn slope(head: &Head) -> f64 {
    match head {
        Head::Linear { slope } => slope * slope,
        Head::Both(left, _) => slope(left),
    }
}

#[test]
fn every_optimizer_finds_the_least_of_a_bowl() {
    let run = |step: &mut dyn FnMut(&mut Model, &ModelCotangent, u64)| {
        let mut model = model();
        for k in 0..400 {
            let (_, gradient) = cost::value_and_grad(&model);
            step(&mut model, &gradient, k);
        }
        cost(&model)
    };
    let mut sgd = Sgd::new(0.05);
    assert!(run(&mut |model, gradient, _| sgd.step(model, gradient)) < 1e-6);
    let mut momentum = Sgd::new(0.02).momentum(0.9);
    assert!(run(&mut |model, gradient, _| momentum.step(model, gradient)) < 1e-6);
    let mut nesterov = Sgd::new(0.02).momentum(0.9).nesterov();
    assert!(run(&mut |model, gradient, _| nesterov.step(model, gradient)) < 1e-6);
    let mut adam = Adam::new(0.1);
    assert!(
        run(&mut |model, gradient, k| {
            adam.rate = cosine(0.2, 0.0, 400, k);
            adam.step(model, gradient);
        }) < 1e-3
    );
    let mut adamw = AdamW::new(0.1, 0.1);
    assert!(run(&mut |model, gradient, _| adamw.step(model, gradient)) < 1e-3);
    let mut rmsprop = Rmsprop::new(0.05);
    assert!(
        run(&mut |model, gradient, k| {
            rmsprop.rate = cosine(0.1, 0.0, 400, k);
            rmsprop.step(model, gradient);
        }) < 1e-3
    );
}

/// The definition, number by number.
#[test]
fn steps_are_those_of_the_definitions() {
    let slopes = [0.5, -2.0, 1.5];
    let (mut x, mut velocity) = (1.0, 0.0);
    let (mut ours, mut sgd) = (1.0, Sgd::new(0.1).momentum(0.9).nesterov());
    for slope in slopes {
        velocity = 0.9 * velocity + slope;
        x -= 0.1 * (slope + 0.9 * velocity);
        sgd.step(&mut ours, &slope);
        assert_eq!(ours, x);
    }
    let (mut x, mut m, mut v) = (1.0_f64, 0.0, 0.0);
    let (mut ours, mut adam) = (1.0, Adam::new(0.1));
    for (k, slope) in slopes.into_iter().enumerate() {
        m = 0.9 * m + 0.1 * slope;
        v = 0.999 * v + 0.001 * slope * slope;
        let t = k as i32 + 1;
        x -= 0.1 * (m / (1.0 - 0.9_f64.powi(t))) / ((v / (1.0 - 0.999_f64.powi(t))).sqrt() + 1e-8);
        adam.step(&mut ours, &slope);
        assert!((ours - x).abs() < 1e-14);
    }
}

#[test]
fn an_optimizer_goes_on_where_it_was_saved() {
    let gradient = cost::grad(&model());
    let (mut ahead, mut adam) = (model(), Adam::new(0.1));
    adam.step(&mut ahead, &gradient);
    let (saved, saved_state) = (
        weights::to_bytes(&ahead).unwrap(),
        weights::to_bytes(&adam.state).unwrap(),
    );
    adam.step(&mut ahead, &gradient);

    let (mut again, mut loaded) = (model(), Adam::new(0.1));
    loaded.state.begin(&again);
    weights::from_bytes(&mut again, &saved).unwrap();
    weights::from_bytes(&mut loaded.state, &saved_state).unwrap();
    loaded.step(&mut again, &gradient);
    assert_eq!((again, loaded), (ahead, adam));
}

/// Its cotangent has the attributes that it is given.
#[derive(Clone, Debug, PartialEq, Differentiable)]
#[cotangent(derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
struct Network {
    first_weights: Array2<f64>,
    images: Tensor<f32>,
    rest: Vec<(f64, Option<f32>)>,
    #[no_diff]
    rate: f64,
}

#[test]
fn a_cotangent_is_written_and_read_by_serde() {
    let network = Network {
        first_weights: array![[1.0, 2.0]],
        images: Tensor::from_vec(vec![0.5, 0.25], &[2, 1]),
        rest: vec![(0.1, None), (0.2, Some(3.0))],
        rate: 0.1,
    };
    let mut gradient = network.zero_cotangent();
    Cotangent::unflatten_from(&mut gradient, &mut (0..7).map(|k| 0.1 + f64::from(k)));
    let text = serde_json::to_string(&gradient).unwrap();
    assert!(
        text.starts_with(r#"{"firstWeights":{"v":1,"dim":[1,2],"data":[0.1,1.1]},"images":{"v":1,"dim":[2,1]"#),
        "{text}"
    );
    assert_eq!(serde_json::from_str::<NetworkCotangent>(&text).unwrap(), gradient);
}

#[test]
#[should_panic(expected = "`layers.0.weights` of the shape [0, 0] was `` of the shape [3]")]
fn a_model_of_another_shape_panics() {
    let mut adam = Adam::new(0.1);
    adam.step(&mut vec![1.0, 2.0, 3.0], &vec![1.0, 1.0, 1.0]);
    let mut layer = model();
    layer.layers[0].weights = Array2::zeros((0, 0));
    let gradient = layer.zero_cotangent();
    adam.step(&mut layer, &gradient);
}

#[test]
#[should_panic(expected = "a gradient of 3 numbers has not the shape of a model of 2")]
fn a_gradient_of_another_shape_panics() {
    Sgd::new(0.1).step(&mut Array1::<f64>::zeros(2), &Array1::zeros(3));
}

#[test]
fn a_gradient_is_shortened_as_a_whole() {
    let mut gradient = cost::grad(&model());
    let mut flat = Vec::new();
    Cotangent::flatten_into(&gradient, &mut flat);
    let norm = flat.iter().map(|slope| slope * slope).sum::<f64>().sqrt();
    assert_eq!(clip_norm(&mut gradient, 1.0), norm);
    assert!((clip_norm(&mut gradient, 2.0) - 1.0).abs() < 1e-7);
}
