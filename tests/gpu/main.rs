//! Tensors on a graphics processor: each operation, and a model, beside the processor's results, values and gradients.
//!
//! Without arguments this runs on the stand-ins of NVIDIA's libraries in `fake/`, which it compiles with the system's C++ compiler
//! and finds through the library path of the processes that it starts: one for each order in which the threads of a kernel run,
//! and some in which something is missing. If `PULLBACK_TEST_NVRTC` is the path of NVIDIA's `libnvrtc.so.13`, that compiles all
//! kernels too. With `-- --hardware` all runs on the device of the machine.

#[macro_use]
mod operations;
mod closures;
mod compared;
mod fake;
mod missing;
mod model;
mod moved;
mod training;

use pullback::tensor::Device;

/// What a process that was started here is for.
const ROLE: &str = "PULLBACK_TEST_GPU";

fn all(device: &Device) {
    operations::in_f64::all(device);
    operations::in_f32::all(device);
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
        Ok("some") => model::all(&Device::cuda(0).expect("the fake is there")),
        Ok("memory") => training::memory(&Device::cuda(0).expect("the fake is there")),
        Ok(role) => missing::check(role),
        Err(_) if std::env::args().any(|argument| argument == "--hardware") => {
            all(&Device::cuda(0).unwrap_or_else(|missing| panic!("{missing}")));
        }
        Err(_) => fake::run(),
    }
}
