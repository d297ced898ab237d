//! Each operation, of several shapes, in both types of floats.

/// Programs, and the operands that each is run with.
macro_rules! programs {
    ($(
        $name:ident($($x:ident),*) -> $Out:ty { $($body:tt)* } of $shapes:expr;
    )*) => {
        $(
            #[differentiable]
            fn $name($($x: &Tensor<Real>),*) -> $Out { $($body)* }
        )*

        /// All of them.
        pub fn all(device: &Device) {
            $(
                for shapes in $shapes {
                    let operands: Vec<Tensor<Real>> =
                        shapes.iter().enumerate().map(|(k, shape)| sample(shape, k)).collect();
                    let arranged = [operands.clone(), operands.iter().map(turned).collect()];
                    for operands in arranged {
                        compared(stringify!($name), device, &operands, |operands| {
                            let [$($x),*] = operands else { unreachable!("there is a shape for each") };
                            let (value, pullback) = $name::vjp($($x),*);
                            let bars = pullback(value.seed()).bars();
                            Outcome { results: value.tensors(), bars }
                        });
                    }
                }
            )*
        }
    };
}

/// What both types of floats need.
macro_rules! common {
    () => {
        use crate::compared::{Bars, Outcome, Seeded, compared, sample};
        use pullback::differentiable;
        use pullback::tensor::{Device, Tensor};

        /// The same elements, in another order in memory.
        fn turned(x: &Tensor<Real>) -> Tensor<Real> {
            let order: Vec<usize> = (0..x.rank()).rev().collect();
            let array = x.permute(&order).to_array();
            Tensor::from(array).permute(&order)
        }
    };
}

/// More elements than there are threads in a grid.
fn larger_than_grid() -> &'static [usize] {
    if crate::is_hardware() {
        &[3, 300_001]
    } else {
        &[3, 3001]
    }
}

pub mod in_f64 {
    type Real = f64;
    common!();
    use super::larger_than_grid;
    use pullback::tensor::Pool2d;
    include!("programs.rs");
}

pub mod in_f32 {
    type Real = f32;
    common!();
    use super::larger_than_grid;
    use pullback::tensor::Pool2d;
    include!("programs.rs");
}
