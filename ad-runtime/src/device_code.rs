//! Closures with their code for devices.
//!
//! ```text
//! x.map(|v| v.sin() * k)
//! ```
//!
//! hands over `on_devices(kinds, "__device__ Real value(Real v_1, Real k_0) { .. }", [device_number(&k)])` in the place of the kinds of what the
//! closure captures. Only the methods of tensors make use of the text, where the tensor is on a device.

use crate::captures::Captures;
use crate::scalar::Scalar;
use std::marker::PhantomData;

/// The kinds of a closure's captures, with its code for devices.
#[derive(Clone, Copy, Debug)]
pub struct OnDevices<E, const N: usize> {
    kinds: PhantomData<E>,
    text: &'static str,
    numbers: [DeviceNumber; N],
}

/// The kinds of a closure's captures, with its code for devices and what this is given beside the elements.
///
/// ```
/// let kinds = ad_runtime::on_devices((), "", [ad_runtime::device_number(&2.0)]);
/// assert_eq!(ad_runtime::refs(kinds, &mut ()), ());
/// ```
#[inline(always)]
pub fn on_devices<E: Captures, const N: usize>(
    _kinds: E,
    text: &'static str,
    numbers: [DeviceNumber; N],
) -> OnDevices<E, N> {
    OnDevices {
        kinds: PhantomData,
        text,
        numbers,
    }
}

/// The functions `value` and `pullback` of a closure, and what they are given beside the elements.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(feature = "cuda"), allow(dead_code))]
pub struct DeviceCode<'n> {
    pub(crate) text: &'static str,
    pub(crate) numbers: &'n [DeviceNumber],
    /// How many of the numbers carry a derivative.
    pub(crate) active: usize,
}

impl<E: Captures, const N: usize> Captures for OnDevices<E, N> {
    type Refs<'a> = E::Refs<'a>;
    type Again<'a> = E::Again<'a>;
    type Bars<'a> = E::Bars<'a>;
    #[inline(always)]
    fn refs<'s>(refs: &'s mut Self::Refs<'_>) -> Self::Refs<'s> {
        E::refs(refs)
    }
    #[inline(always)]
    fn again<'s>(refs: &'s mut Self::Again<'_>) -> Self::Again<'s> {
        E::again(refs)
    }
    #[inline(always)]
    fn bars<'s>(bars: &'s mut Self::Bars<'_>) -> Self::Bars<'s> {
        E::bars(bars)
    }
    const ACTIVE: usize = E::ACTIVE;
    fn add_numbers(bars: &mut Self::Bars<'_>, parts: &mut dyn Iterator<Item = f64>) {
        E::add_numbers(bars, parts);
    }
    fn device_code(&self) -> Option<DeviceCode<'_>> {
        Some(DeviceCode {
            text: self.text,
            numbers: &self.numbers,
            active: E::ACTIVE,
        })
    }
}

/// A number that a kernel is given.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(not(feature = "cuda"), allow(dead_code))]
pub enum DeviceNumber {
    /// One of the type of the elements.
    Float(f64),
    /// An index, or whether something is so.
    Integer(i128),
}

/// What a kernel can be given.
pub trait AsDeviceNumber {
    /// The number as it is given.
    fn as_number(&self) -> DeviceNumber;
}

impl<T: Scalar> AsDeviceNumber for T {
    #[inline(always)]
    fn as_number(&self) -> DeviceNumber {
        DeviceNumber::Float(self.widened())
    }
}

macro_rules! integers {
    ($($number:ident)*) => {$(
        impl AsDeviceNumber for $number {
            #[inline(always)]
            fn as_number(&self) -> DeviceNumber {
                DeviceNumber::Integer(*self as i128)
            }
        }
    )*};
}

integers!(bool i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

/// A number that a kernel is given.
///
/// ```
/// assert_eq!(ad_runtime::device_number(&true), ad_runtime::DeviceNumber::Integer(1));
/// ```
#[inline(always)]
pub fn device_number(of: &impl AsDeviceNumber) -> DeviceNumber {
    of.as_number()
}
