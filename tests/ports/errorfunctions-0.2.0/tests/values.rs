//! The error functions of real and of complex numbers against differences.
use errorfunctions::*;
use num_complex::Complex64;
use pullback::{check_grad, differentiable};

macro_rules! of_reals {
    ($($name:ident at [$($at:expr),*];)*) => {$(
        #[test]
        fn $name() {
            #[differentiable]
            fn value(x: f64) -> f64 {
                RealErrorFunctions::$name(x)
            }
            for x in [$($at),*] {
                check_grad!(value(x)).unwrap();
            }
        }
    )*};
}

of_reals! {
    erfcx at [0.3, 2.7, 51.3, 6e7, -0.7, -6.5];
    erf at [0.03, 0.7, -0.03, -1.3, 30.0];
    w_im at [0.3, 2.7, 46.3, 6e7, -0.7, -46.5];
    erfi at [0.3, -1.7];
    erfc at [0.3, 2.7, -0.7];
    dawson at [0.3, 2.7, -0.7];
}

/// In each of the regions between which the methods change.
const PLANE: [(f64, f64); 12] = [
    (0.3, 0.4),
    (1.7, -0.6),
    (-2.4, 1.9),
    (0.02, 0.03),
    (5.2, 0.7),
    (7.4, 0.03),
    (12.0, 1e-3),
    (-3.1, 8.4),
    (3000.0, 2000.0),
    (0.4, 3.3),
    (0.003, 2.1),
    (2.2, 0.004),
];

macro_rules! of_complex_numbers {
    ($($name:ident;)*) => {$(
        #[test]
        fn $name() {
            #[differentiable]
            fn value(x: f64, y: f64) -> f64 {
                let w = errorfunctions::$name(Complex64::new(x, y), 0.0);
                0.7 * w.re + 0.4 * w.im
            }
            for (x, y) in PLANE {
                if value(x, y).is_finite() {
                    check_grad!(value(x, y)).unwrap_or_else(|error| panic!("{x} + {y}i: {error:?}"));
                }
            }
        }
    )*};
}

of_complex_numbers! {
    w_with_relerror;
    erfcx_with_relerror;
    erf_with_relerror;
    erfi_with_relerror;
    erfc_with_relerror;
    dawson_with_relerror;
}
