//! Functions of elements, once as closures for the processor and once as their own tokens for a device.
//!
//! ```text
//! kernel!([p] |s, x| weighted(s, power_slope(x, p)))
//! ```
//!
//! is the closure, and the text `weighted(s, power_slope(x, p))` with its operands `s` and `x` and the number `p`. The text is C++
//! too: `cuda/prelude.cu` defines the type of `x` with the methods of a float, and these functions under the same names.

use crate::device_code::DeviceNumber;

/// A function of elements.
#[derive(Clone, Copy)]
pub(crate) struct Kernel<'n, F> {
    pub f: F,
    #[cfg_attr(not(feature = "cuda"), allow(dead_code))]
    pub code: Code<'n>,
}

/// The tokens of a function of elements, and the numbers that it captures.
#[derive(Clone, Copy)]
#[cfg_attr(not(feature = "cuda"), allow(dead_code))]
pub(crate) struct Code<'n> {
    pub operands: &'static [&'static str],
    pub names: &'static [&'static str],
    pub body: &'static str,
    pub numbers: &'n [DeviceNumber],
}

#[cfg(feature = "cuda")]
impl std::fmt::Display for Code<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the kernel `{}`", self.body)
    }
}

/// The elements are of the type `T`.
macro_rules! kernel {
    (|$($x:ident),*| $body:expr) => {
        $crate::tensor::kernel::kernel!([] |$($x),*| $body)
    };
    ([$($number:ident),*] |$($x:ident),*| $body:expr) => {
        $crate::tensor::kernel::Kernel {
            f: move |$($x: T),*| $body,
            code: $crate::tensor::kernel::code!([$($number),*] |$($x),*| $body),
        }
    };
}

/// The tokens alone.
macro_rules! code {
    ([$($number:ident),*] |$($x:ident),*| $body:expr) => {
        $crate::tensor::kernel::Code {
            operands: &[$(stringify!($x)),*],
            names: &[$(stringify!($number)),*],
            body: stringify!($body),
            numbers: &[$($crate::device_code::AsDeviceNumber::as_number(&$number)),*],
        }
    };
}

pub(crate) use {code, kernel};

/// `a` or `b`: an `if` that is C++ too.
#[inline(always)]
pub(crate) fn choose<T>(condition: bool, a: T, b: T) -> T {
    if condition { a } else { b }
}
