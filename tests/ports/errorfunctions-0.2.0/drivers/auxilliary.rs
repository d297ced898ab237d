//! The private parts of the error functions against differences, away from the ends of the pieces that they are put together of.
use super::*;
use pullback::{check_grad, differentiable};

macro_rules! parts {
    ($($name:ident: |$x:ident, $y:ident| $value:expr, at [$($at:expr),*];)*) => {$(
        #[test]
        fn $name() {
            #[differentiable]
            fn value($x: f64, $y: f64) -> f64 {
                $value
            }
            for x in [$($at),*] {
                check_grad!(value(x, 0.7)).unwrap();
            }
        }
    )*};
}

parts! {
    sine_over_x: |x, y| sinc(x, y), at [1e-5, 0.4, -2.1];
    sinh_by_taylor: |x, y| y * sinh_taylor(x), at [0.01, -0.02];
    square: |x, y| y * sqr(x), at [0.4, -2.1];
    erfcx_pieces: |x, y| y * erfcx_y100(x), at [0.4, 23.7, 61.2, 99.4];
    w_im_pieces: |x, y| w_im_y100(x, y), at [0.4, 23.7, 61.2, 96.4, 97.5];
}
