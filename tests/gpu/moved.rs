//! Moving tensors, and what is refused.

use crate::compared::{close, sample};
use pullback::rt::methods::*;
use pullback::tensor::{Conv2d, Device, Pool2d, Tensor};
use rand010::{SeedableRng, rngs::SmallRng};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What something panics with.
pub fn panic_of<R>(f: impl FnOnce() -> R) -> String {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let outcome = catch_unwind(AssertUnwindSafe(f));
    std::panic::set_hook(hook);
    let payload = outcome.err().expect("it panics");
    match payload.downcast::<String>() {
        Ok(text) => *text,
        Err(payload) => (*payload.downcast::<&str>().expect("it is a text")).to_owned(),
    }
}

pub fn all(device: &Device) {
    let x: Tensor<f64> = sample(&[3, 4], 1);
    let there = x.to_device(device).expect("it can be moved");
    assert_eq!(there.device(), *device);
    assert_eq!(
        there.to_device(&Device::cpu()).expect("it can be moved back").device(),
        Device::cpu()
    );
    assert_eq!(there, x);
    assert_eq!(format!("{there:?}"), format!("{x:?}"));
    assert_eq!(there.argmax_axis(1), x.argmax_axis(1));
    assert_eq!(there.transpose().argmax_axis(1), x.transpose().argmax_axis(1));

    // Writing copies what is shared.
    let (mut written, shared) = (there.clone(), there.clone());
    written += 1.0;
    assert_eq!((shared, written), (x.clone(), &x + 1.0));

    // A kernel of zeros on the left is exactly zero, whatever stands on the right.
    let infinite = Tensor::from_vec(vec![f64::INFINITY, 1.0, f64::NAN, 2.0], &[2, 2]);
    let zeros = Tensor::from_vec(vec![0.0, 1.0, 0.0, 0.0], &[2, 2]);
    let bar = |x: &Tensor<f64>, y: &Tensor<f64>, seed: &Tensor<f64>| {
        let (_, pullback) = product::vjp(x, y);
        pullback(seed.clone())
    };
    let on = |x: &Tensor<f64>| x.to_device(device).expect("it can be moved");
    let (here, on_device) = (
        bar(&infinite, &infinite, &zeros),
        bar(&on(&infinite), &on(&infinite), &on(&zeros)),
    );
    assert_eq!(format!("{:?}", here.0.to_vec()), format!("{:?}", on_device.0.to_vec()));
    assert_eq!(format!("{:?}", here.1.to_vec()), format!("{:?}", on_device.1.to_vec()));

    // The processor's generator draws what is dropped, the same everywhere.
    let dropped_on = |x: &Tensor<f64>| {
        let mut rng = SmallRng::seed_from_u64(3);
        let (y, pullback) = dropped::vjp(x, &mut rng);
        (y.clone(), pullback(y))
    };
    let (here, on_device) = (dropped_on(&x), dropped_on(&there));
    assert_eq!((on_device.0.device(), on_device.1.device()), (*device, *device));
    assert_eq!(here, on_device);

    // A tangent with a kernel of its own.
    let images: Tensor<f64> = sample(&[2, 3, 5, 4], 1);
    let pool = Pool2d {
        size: [3, 2],
        stride: [2, 1],
        padding: [1, 0],
    };
    let dot = |x: &Tensor<f64>| (x * 0.0 + 1.0).max_pool2d_differentiable_dot(x, (pool, ()));
    close("a tangent of max_pool2d", &dot(&images), &dot(&on(&images)));

    let message = panic_of(|| &there * &x);
    assert!(
        message.contains("mul") && message.contains("cpu") && message.contains(&device.to_string()),
        "{message}"
    );
    let (image, image_there) = (x.reshape(&[1, 1, 3, 4]), there.reshape(&[1, 1, 3, 4]));
    let (four, conv) = (sample::<f64>(&[4], 2), Conv2d::default());
    let meeting: [(&str, &dyn Fn() -> Tensor<f64>); 9] = [
        ("matmul", &|| there.matmul(&x.transpose())),
        ("sub", &|| &x - &there),
        ("div", &|| &there / &x),
        ("maximum", &|| x.maximum(&there)),
        ("concat", &|| Tensor::concat(&[&x, &there], 0)),
        ("stack", &|| Tensor::stack(&[&there, &x], 1)),
        ("conv2d", &|| image.conv2d(&image_there, conv)),
        ("layer_norm", &|| there.layer_norm(&four, &four, 1e-5)),
        ("batch_norm", &|| there.batch_norm(&four, &four, 1e-5).0),
    ];
    for (operation, meet) in meeting {
        let message = panic_of(meet);
        assert!(
            message.contains(operation) && message.contains("cpu") && message.contains(&device.to_string()),
            "{operation}: {message}"
        );
    }
    let message = panic_of(|| product::vjp(&there, &there.transpose()).1(Tensor::zeros(&[3, 3])));
    assert!(message.contains("matmul") && message.contains("cpu"), "{message}");
    let message = panic_of(|| there.map(|x| x * 2.0));
    assert!(
        message.contains("map: this closure cannot run on") && message.contains("to_device"),
        "{message}"
    );
    let message = panic_of(|| pullback::optim::Adam::new(0.1).step(&mut x.clone(), &there));
    assert!(
        message.contains("an optimizer's step") && message.contains("to_device"),
        "{message}"
    );
}

#[pullback::differentiable]
fn product(x: &Tensor<f64>, y: &Tensor<f64>) -> Tensor<f64> {
    x.matmul(y)
}

#[pullback::differentiable]
fn dropped(x: &Tensor<f64>, #[no_diff] rng: &mut SmallRng) -> Tensor<f64> {
    x.dropout(0.5, rng)
}

/// From one device to another one, of which the fake has two.
pub fn to_another_device() {
    let [first, second] = [0, 1].map(|ordinal| Device::cuda(ordinal).expect("there are two"));
    let x: Tensor<f32> = sample(&[5], 1);
    let there = x.to_device(&first).expect("it can be moved");
    let elsewhere = there.to_device(&second).expect("it can be moved");
    assert_eq!((elsewhere.device(), &elsewhere), (second, &x));
    let message = panic_of(|| &there + &elsewhere);
    assert!(
        message.contains("add: a tensor on cuda:0 meets one on cuda:1"),
        "{message}"
    );
}
