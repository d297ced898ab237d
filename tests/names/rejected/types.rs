//! Types and modules that are called like those of std.
use pullback::{Differentiable, differentiable};

mod aliases {
    use super::*;

    #[allow(non_camel_case_types)]
    type usize = f64;

    #[differentiable]
    fn scaled(x: f64, n: usize) -> f64 { //~ this name is taken for the type `usize`, and is another type here
        x * n
    }
}

mod vectors {
    use super::*;

    #[derive(Clone, Differentiable)]
    struct Vec<T> {
        first: T,
    }

    #[differentiable]
    fn made(x: f64) -> f64 {
        let v: Vec<f64> = Vec { first: x * x }; //~ this name is taken for the type `std::vec::Vec<()>`, and is another type here
        v.first
    }
}

mod floats {
    use super::*;

    mod f64 {
        pub fn max(a: ::core::primitive::f64, b: ::core::primitive::f64) -> ::core::primitive::f64 {
            a * b
        }
    }

    #[differentiable]
    fn product(x: f64) -> f64 {
        f64::max(x, 2.0) //~ this path is taken for a function of that name in std or pullback, and means another one here
    }
}

mod memory {
    use super::*;

    mod mem {
        pub fn swap(a: &mut f64, b: &mut f64) {
            *a += *b;
        }
    }

    #[differentiable]
    fn added(x: f64) -> f64 {
        let (mut a, mut b) = (x, x * x);
        mem::swap(&mut a, &mut b); //~ this path is taken for a function of that name in std or pullback, and means another one here
        a * b
    }
}

mod memory_that_is_put_back {
    use super::*;

    mod mem {
        pub fn take(list: &mut std::vec::Vec<f64>) -> std::vec::Vec<f64> {
            list.drain(..).map(|a| 2.0 * a).collect()
        }
    }

    #[derive(Clone, Differentiable)]
    struct Held {
        list: std::vec::Vec<f64>,
    }

    #[differentiable]
    fn tripled(held: &mut Held) {
        let mut list = mem::take(&mut held.list); //~ this path is taken for a function of that name in std or pullback, and means another one here
        list[0] *= 3.0;
        held.list = list;
    }
}

fn main() {}
