//! Closures of users over the elements of tensors, which the macro compiles to kernels.

/// Programs whose closures know the type of what they compute with.
macro_rules! closures {
    ($module:ident $Real:ident) => {
        pub mod $module {
            type Real = $Real;
            common!();

            fn several() -> Vec<Vec<&'static [usize]>> {
                vec![vec![&[0, 3]], vec![&[1]], vec![&[]], vec![&[7, 37]], vec![&[3, 3001]]]
            }

            fn alike() -> Vec<Vec<&'static [usize]>> {
                vec![vec![&[4, 3], &[4, 3]], vec![&[0], &[0]], vec![&[2, 1, 300], &[2, 1, 300]]]
            }

            programs! {
                shifted(x, w) -> Tensor<Real> {
                    let k: $Real = w.sum();
                    let n: i32 = 3;
                    x.map(|v: $Real| (v * k).sin() - v.powi(n) / (k * k + 1.0))
                } of [vec![&[7, 5][..], &[2]], vec![&[0], &[1]]];
                logarithms(x) -> Tensor<Real> {
                    x.map(|v: $Real| {
                        let a = v.abs();
                        a.sqrt() + a.cbrt() + a.ln() + a.log2() + a.log10() + a.log(3.0) + a.ln_1p() + v.recip()
                    })
                } of several();
                exponentials(x) -> Tensor<Real> {
                    x.map(|v: $Real| {
                        let of_circle = v.sin() + v.cos() + v.tan() + v.atan();
                        of_circle * (v.exp() + v.exp2() + v.exp_m1() + v.tanh() + v.sinh() + v.cosh() + v.asinh())
                    })
                } of several();
                inverses(x) -> Tensor<Real> {
                    x.map(|v: $Real| {
                        let a = v * 0.5;
                        a.asin() + a.acos() * a.atanh() + (v.abs() + 1.5).acosh()
                    })
                } of several();
                steps(x) -> Tensor<Real> {
                    x.map(|v: $Real| {
                        let whole = v.floor() + v.ceil() * 2.0 + v.round() + v.trunc() + v.signum() + v.round_ties_even();
                        whole * v + v.fract() + v.to_radians() + v.to_degrees() + v.next_up() + v.next_down()
                    })
                } of several();
                of_two(x, y) -> Tensor<Real> {
                    x.zip_map(y, |v: $Real, w: $Real| {
                        let near = v.midpoint(w) + v.mul_add(w, 2.0) + v.hypot(w) * v.atan2(w) + v.abs().powf(w);
                        let chosen = v.max(w) - v.min(w) * 2.0 + v.clamp(-0.5, 0.6) + v.copysign(w);
                        near + chosen + v.rem_euclid(w) + v.div_euclid(w) * v
                    })
                } of alike();
                branches(x, y) -> Tensor<Real> {
                    let k: $Real = y.sum() + 2.0;
                    let is_wide: bool = y.len() > 3;
                    x.zip_map(y, |v: $Real, w: $Real| {
                        let mut a = v * k;
                        if v < w && a.is_finite() {
                            a *= a;
                            a += w;
                        } else if w > 0.7 {
                            return w.max(0.8) * std::$Real::consts::PI;
                        }
                        if is_wide { a / (w * w + k.abs()) } else { -a }
                    })
                } of alike();
                ties(x) -> Tensor<Real> {
                    x.map(|v: $Real| v.max(v) + (v * 0.0).clamp(0.0, 1.0) + if v > 0.0 { v.sqrt() } else { v * 0.0 })
                } of several();
            }
        }
    };
}

closures!(in_f64 f64);
closures!(in_f32 f32);

use crate::compared::sample;
use crate::moved::panic_of;
use pullback::differentiable;
use pullback::tensor::{Device, Tensor};

/// The elements' type follows from the tensor's.
#[differentiable]
fn of_elements(x: &Tensor<f64>, rate: f64) -> f64 {
    let y: Tensor<f64> = x.map(|v| if v > 0.0 { v } else { (v * rate).exp() - 1.0 });
    y.sum()
}

struct Gain {
    gain: f64,
}

/// Something that is not computed with numbers alone has no kernel.
#[differentiable]
fn of_struct(x: &Tensor<f64>, #[no_diff] of: &Gain) -> f64 {
    let y: Tensor<f64> = x.map(|v| v * of.gain);
    y.sum()
}

pub fn all(device: &Device) {
    in_f64::all(device);
    in_f32::all(device);
    let x: Tensor<f64> = sample(&[7, 3], 1);
    let there = x.to_device(device).expect("it can be moved");
    let (here, on_device) = (
        of_elements::value_and_grad(&x, 0.7),
        of_elements::value_and_grad(&there, 0.7),
    );
    assert_eq!(on_device.1.0.device(), *device);
    crate::compared::close("the slopes of an elementwise function", &here.1.0, &on_device.1.0);
    let numbers = |(value, (_, slope)): (f64, (Tensor<f64>, f64))| Tensor::from_vec(vec![value, slope], &[2]);
    crate::compared::close(
        "a value and the slope of what is captured",
        &numbers(here),
        &numbers(on_device),
    );

    let message = panic_of(|| of_struct::value_and_grad(&there, &Gain { gain: 2.0 }));
    assert!(
        message.contains("map: this closure cannot run on") && message.contains("`|v: f32| v * k`"),
        "{message}"
    );
}
