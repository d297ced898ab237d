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
    #[cfg(feature = "cuda")]
    Cuda(usize),
}

impl Device {
    /// The processor, and the memory of the process.
    pub const fn cpu() -> Self {
        Device(Kind::Cpu)
    }

    /// The graphics processor of this number, with the feature `cuda`.
    ///
    /// # Errors
    /// If it cannot be had: the error says what is missing.
    ///
    /// ```
    /// use ad_runtime::tensor::Device;
    ///
    /// match Device::cuda(0) {
    ///     Ok(device) => assert_eq!(device.to_string(), "cuda:0"),
    ///     Err(missing) => println!("{missing}"),
    /// }
    /// ```
    #[cfg(feature = "cuda")]
    pub fn cuda(ordinal: usize) -> Result<Self, DeviceError> {
        crate::cuda::Gpu::open(ordinal)?;
        Ok(Device(Kind::Cuda(ordinal)))
    }

    /// The graphics processor of this number, with the feature `cuda`.
    ///
    /// # Errors
    /// If it cannot be had; this build has no code for any.
    ///
    /// ```
    /// use ad_runtime::tensor::{Device, DeviceError};
    ///
    /// assert_eq!(Device::cuda(0), Err(DeviceError::NotBuilt));
    /// ```
    #[cfg(not(feature = "cuda"))]
    pub const fn cuda(_: usize) -> Result<Self, DeviceError> {
        Err(DeviceError::NotBuilt)
    }

    /// The most memory that this process held there at once since this was asked last, in bytes: none, where nobody counts, as on the
    /// processor.
    ///
    /// ```
    /// use ad_runtime::tensor::Device;
    ///
    /// assert_eq!(Device::cpu().peak_memory(), None);
    /// ```
    pub fn peak_memory(&self) -> Option<usize> {
        match self.0 {
            Kind::Cpu => None,
            #[cfg(feature = "cuda")]
            Kind::Cuda(_) => self.gpu()?.peak_memory(),
        }
    }

    /// The graphics processor that this is, if it is one.
    #[cfg(feature = "cuda")]
    pub(crate) fn gpu(self) -> Option<std::sync::Arc<crate::cuda::Gpu>> {
        match self.0 {
            Kind::Cpu => None,
            Kind::Cuda(ordinal) => Some(crate::cuda::Gpu::open(ordinal).expect("it was open when the device was made")),
        }
    }

    /// Of an opened one.
    #[cfg(feature = "cuda")]
    pub(crate) fn of_gpu(gpu: &crate::cuda::Gpu) -> Self {
        Device(Kind::Cuda(gpu.ordinal()))
    }
}

impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Kind::Cpu => f.write_str("cpu"),
            #[cfg(feature = "cuda")]
            Kind::Cuda(ordinal) => write!(f, "cuda:{ordinal}"),
        }
    }
}

/// Why a device cannot be opened, or memory not be moved there.
///
/// ```
/// use ad_runtime::tensor::DeviceError;
///
/// assert_eq!(DeviceError::OutOfMemory { asked: 8, free: 4 }.to_string(), "8 bytes were asked for, and 4 are free");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DeviceError {
    /// There is no code for it in this build: it lacks the feature `cuda`.
    NotBuilt,
    /// The driver's library is not there.
    NoDriver,
    /// There are only so many devices.
    NoDevice {
        /// How many.
        count: usize,
    },
    /// NVRTC, which compiles kernels, is not there.
    NoNvrtc,
    /// cuBLAS, which multiplies matrices, is not there.
    NoCublas,
    /// A kernel does not compile.
    Compile {
        /// What the compiler says.
        log: String,
    },
    /// The driver, or cuBLAS, reports an error.
    Driver(String),
    /// There is not enough memory.
    OutOfMemory {
        /// The bytes that were asked for.
        asked: usize,
        /// The bytes that are free.
        free: usize,
    },
}

impl fmt::Display for DeviceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DeviceError::NotBuilt => {
                f.write_str("pullback was built without support of graphics processors: it is the feature `cuda`")
            }
            DeviceError::NoDriver => f.write_str("there is no NVIDIA driver: libcuda cannot be loaded"),
            DeviceError::NoDevice { count } => write!(f, "there is no graphics processor of this number, but {count}"),
            DeviceError::NoNvrtc => f.write_str("NVRTC of CUDA 13, 12 or 11 is missing: libnvrtc cannot be loaded"),
            DeviceError::NoCublas => f.write_str("cuBLAS of CUDA 13, 12 or 11 is missing: libcublas cannot be loaded"),
            DeviceError::Compile { log } => write!(f, "a kernel does not compile:\n{log}"),
            DeviceError::Driver(error) => write!(f, "the graphics processor's driver reports {error}"),
            DeviceError::OutOfMemory { asked, free } => {
                write!(f, "{asked} bytes were asked for, and {free} are free")
            }
        }
    }
}

impl std::error::Error for DeviceError {}
