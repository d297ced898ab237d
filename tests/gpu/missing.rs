//! What is said where something is missing.

use crate::moved::panic_of;
use pullback::tensor::{Device, DeviceError, Tensor};

/// With what `role` names missing.
pub fn check(role: &str) {
    match role {
        "driver" => assert_eq!(Device::cuda(0), Err(DeviceError::NoDriver)),
        "nvrtc" => assert_eq!(Device::cuda(0), Err(DeviceError::NoNvrtc)),
        "cublas" => assert_eq!(Device::cuda(0), Err(DeviceError::NoCublas)),
        "device" => assert_eq!(Device::cuda(0), Err(DeviceError::NoDevice { count: 0 })),
        "compiler" => compiler(),
        _ => panic!("there is no test `{role}`"),
    }
}

/// A kernel that does not compile is a panic with the compiler's log, never a zero.
fn compiler() {
    let device = Device::cuda(0).expect("the fake is there");
    let x = Tensor::<f32>::ones(&[2]).to_device(&device).expect("it can be moved");
    let message = panic_of(|| x.exp());
    assert!(
        message.contains("elementwise on cuda:0: a kernel does not compile"),
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
    assert_eq!(
        small.to_device(&device).expect("there is so much").sum(),
        f64::from(1 << 20)
    );
}
