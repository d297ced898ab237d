//! What is said where something is missing.

use crate::convolutions;
use crate::moved::panic_of;
use pullback::tensor::{Device, DeviceError, Tensor};

/// With what `role` names missing.
pub fn check(role: &str) {
    match role {
        "driver" => assert_eq!(Device::cuda(0), Err(DeviceError::NoDriver)),
        "broken driver" => {
            let error = Device::cuda(0).expect_err("the driver does not begin");
            let DeviceError::Driver(text) = &error else {
                panic!("{error:?}")
            };
            assert!(text.contains("CUDA_ERROR_UNKNOWN"), "{error}");
        }
        "nvrtc" => assert_eq!(Device::cuda(0), Err(DeviceError::NoNvrtc)),
        "cublas" => assert_eq!(Device::cuda(0), Err(DeviceError::NoCublas)),
        "device" => assert_eq!(Device::cuda(0), Err(DeviceError::NoDevice { count: 0 })),
        "compiler" => compiler(),
        "launch" => launch(),
        "cudnn" => convolutions::failing(&Device::cuda(0).expect("the fake is there")),
        _ => panic!("there is no test `{role}`"),
    }
}

/// A kernel that does not compile is a panic with the compiler's log, never a zero.
fn compiler() {
    let device = Device::cuda(0).expect("the fake is there");
    let x = Tensor::<f32>::ones(&[2]).to_device(&device).expect("it can be moved");
    let message = panic_of(|| x.exp());
    assert!(
        message.contains("elementwise on cuda:0: a kernel does not compile") && message.contains("nonsense"),
        "{message}"
    );
}

/// One that fails is a panic with the driver's error, as one that reads beyond its memory.
fn launch() {
    let device = Device::cuda(0).expect("the fake is there");
    let x = Tensor::<f32>::ones(&[2]).to_device(&device).expect("it can be moved");
    let message = panic_of(|| x.exp());
    assert!(
        message.contains("elementwise on cuda:0: the graphics processor's driver reports")
            && message.contains("CUDA_ERROR_ILLEGAL_ADDRESS"),
        "{message}"
    );
}

/// More than there is, and then again less.
pub fn memory() {
    let device = Device::cuda(0).expect("the fake is there");
    let large = Tensor::<f64>::zeros(&[20 << 20]);
    let error = large.to_device(&device).expect_err("there is not so much memory");
    let DeviceError::OutOfMemory { asked, free } = error else {
        panic!("{error}")
    };
    assert!(asked == 160 << 20 && free < asked, "{asked} {free}");
    let small = Tensor::<f64>::ones(&[1 << 20]);
    let there = small.to_device(&device).expect("there is so much");
    assert_eq!(there.sum(), f64::from(1 << 20));

    // Within an operation that is a panic; what there was before is there, and what was free is so again.
    let message = panic_of(|| there.broadcast_to(&[20, 1 << 20]) + 1.0);
    assert!(
        message.contains("on cuda:0: 167772160 bytes were asked for, and "),
        "{message}"
    );
    assert_eq!((&there + 1.0).sum(), f64::from(2 << 20));
    assert_eq!(Device::cuda(2), Err(DeviceError::NoDevice { count: 2 }));
}
