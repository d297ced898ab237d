//! Tensors on a graphics processor: each operation, and a model, beside the processor's results, values and gradients.
//!
//! Without arguments this runs on the stand-ins of NVIDIA's libraries in `fake/`, which it compiles with the system's C++ compiler
//! and finds through the library path of the processes that it starts: one for each order in which the threads of a kernel run,
//! and some in which something is missing. If `PULLBACK_TEST_NVRTC` is the path of NVIDIA's `libnvrtc.so.13`, that compiles all
//! kernels too. With `-- --hardware` all runs on the device of the machine, with the libraries of the system or of a Python environment,
//! and with `-- --benchmarks` it is timed.

#[macro_use]
mod operations;
mod benchmarks;
mod closures;
mod compared;
mod convolutions;
mod fake;
mod libraries;
mod missing;
mod model;
mod moved;
mod training;

use pullback::tensor::Device;

/// What a process that was started here is for.
const ROLE: &str = "PULLBACK_TEST_GPU";

/// Whether this runs on a device, and not on the stand-ins.
fn is_hardware() -> bool {
    std::env::var(ROLE).is_ok_and(|role| role == "hardware")
}

fn all(device: &Device) {
    operations::in_f64::all(device);
    operations::in_f32::all(device);
    convolutions::all(device);
    closures::all(device);
    model::all(device);
    moved::all(device);
    training::all(device);
}

fn main() {
    let role = std::env::var(ROLE);
    match role.as_deref() {
        Ok("all") => {
            all(&Device::cuda(0).expect("the fake is there"));
            moved::to_another_device();
            missing::memory();
        }
        Ok("convolutions") => convolutions::all(&Device::cuda(0).expect("the fake is there")),
        Ok("some") => model::all(&Device::cuda(0).expect("the fake is there")),
        Ok("memory") => training::memory(&Device::cuda(0).expect("the fake is there")),
        Ok("benchmarks") => benchmarks::all(&Device::cuda(0).expect("the fake is there"), true),
        Ok("times") => benchmarks::all(&Device::cuda(0).unwrap_or_else(|missing| panic!("{missing}")), false),
        Ok("hardware") => all(&Device::cuda(0).unwrap_or_else(|missing| panic!("{missing}"))),
        Ok(role) => missing::check(role),
        Err(_) => {
            let asked = |flag: &str| std::env::args().any(|argument| argument == flag);
            let roles = [("--hardware", "hardware"), ("--benchmarks", "times")];
            let asked: Vec<_> = roles.into_iter().filter(|(flag, _)| asked(flag)).collect();
            for (flag, role) in &asked {
                let status = libraries::once_more().env(ROLE, role).status();
                assert!(status.expect("this program runs").success(), "gpu: {flag} failed");
            }
            if asked.is_empty() {
                fake::run();
            }
        }
    }
}
