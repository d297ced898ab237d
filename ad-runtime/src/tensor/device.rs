//! Where a tensor is.

use std::fmt;

/// Where the elements of a tensor are, and where it is computed with.
///
/// ```
/// use ad_runtime::tensor::{Device, Tensor};
///
/// assert_eq!(Tensor::<f32>::zeros(&[2, 3]).device(), Device::cpu());
/// assert_eq!(Device::cpu().to_string(), "cpu");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Device(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kind {
    Cpu,
}

impl Device {
    /// The processor, and the memory of the process.
    pub const fn cpu() -> Self {
        Device(Kind::Cpu)
    }

    /// The graphics processor of this number.
    ///
    /// # Errors
    /// If it cannot be had; this build has no code for any.
    ///
    /// ```
    /// assert!(ad_runtime::tensor::Device::cuda(0).is_err());
    /// ```
    pub const fn cuda(_: usize) -> Result<Self, DeviceError> {
        Err(DeviceError::NotBuilt)
    }
}

impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Kind::Cpu => f.write_str("cpu"),
        }
    }
}

/// Why a device cannot be opened, or memory not be moved there.
///
/// ```
/// use ad_runtime::tensor::DeviceError;
///
/// assert_eq!(DeviceError::NotBuilt.to_string(), "pullback was built without support of graphics processors");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DeviceError {
    /// There is no code for it in this build.
    NotBuilt,
}

impl fmt::Display for DeviceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DeviceError::NotBuilt => f.write_str("pullback was built without support of graphics processors"),
        }
    }
}

impl std::error::Error for DeviceError {}
