//! The type, and how tensors are made and read.

use super::device::{Device, DeviceError};
#[cfg(feature = "cuda")]
use crate::cuda::{Array as DeviceArray, Gpu, OnDevice};
use crate::numbers::Float;
use crate::scalar::Scalar;
use ndarray::{ArcArray, Array, ArrayD, ArrayView, ArrayViewD, ArrayViewMutD, Dimension, IxDyn, ShapeBuilder};
use rand_distr06::{Distribution, StandardNormal, Uniform, uniform::SampleUniform};
use std::fmt;
#[cfg(feature = "cuda")]
use std::sync::Arc;

/// What elements have to be for devices, of which there are none.
#[cfg(not(feature = "cuda"))]
#[doc(hidden)]
pub trait OnDevice {}

/// An array of `f32` or `f64` of any number of axes, on a device.
///
/// Clones share the elements; they are copied when one of them is written.
///
/// ```
/// use ad_runtime::tensor::Tensor;
///
/// let x = Tensor::from_vec(vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0], &[2, 3]);
/// assert_eq!((x.shape(), x.rank(), x.len()), (&[2, 3][..], 2, 6));
/// assert_eq!((&x * 2.0).sum(), 42.0);
/// ```
#[derive(Clone)]
pub struct Tensor<T> {
    elements: Elements<T>,
}

/// A cotangent to which nothing has flowed yet has no memory.
#[derive(Clone)]
enum Elements<T> {
    Shared(ArcArray<T, IxDyn>),
    #[cfg(feature = "cuda")]
    Remote(DeviceArray<T>),
    Zeros(IxDyn, Device),
}

/// Runs a device's kernel and returns what it gives, if the operands are on a device.
macro_rules! on_device {
    ($operation:expr, [$($x:ident = $operand:expr),*] => $kernel:expr) => {
        #[cfg(feature = "cuda")]
        if let Some(gpu) = $crate::tensor::storage::common_device($operation, &[$($operand.place()),*]) {
            $(let $x = &$operand.on(&gpu);)*
            return Into::into($kernel);
        }
    };
}

pub(super) use on_device;

/// The device of operands, if it is not the processor. A cotangent to which nothing has flowed is wherever the others are.
///
/// # Panics
/// If they are on different ones, with the operation and both.
#[cfg(feature = "cuda")]
pub(super) fn common_device(operation: impl fmt::Display, operands: &[(Device, bool)]) -> Option<Arc<Gpu>> {
    let mut places = operands
        .iter()
        .filter(|(_, has_memory)| *has_memory)
        .map(|(device, _)| *device);
    let Some(device) = places.next() else {
        return operands.first()?.0.gpu();
    };
    if let Some(other) = places.find(|other| *other != device) {
        panic!("{operation}: a tensor on {device} meets one on {other}; `to_device` moves them to one");
    }
    device.gpu()
}

/// What tensors are made of: `f32` and `f64`.
///
/// ```
/// use ad_runtime::tensor::TensorElement;
///
/// assert_eq!(*f64::lasting_zero(), 0.0);
/// ```
pub trait TensorElement: Scalar + SampleUniform + OnDevice {
    /// A zero that is always there.
    fn lasting_zero() -> &'static Self;
    /// A number of the standard normal distribution.
    fn normal<R: rand010::Rng + ?Sized>(rng: &mut R) -> Self;
    /// The error function.
    fn erf(self) -> Self;
    /// Which of the two it is.
    fn float() -> Float;
}

macro_rules! elements {
    ($($float:ident $Float:ident $erf:ident)*) => {$(
        #[cfg(not(feature = "cuda"))]
        impl OnDevice for $float {}

        impl TensorElement for $float {
            fn lasting_zero() -> &'static Self {
                &0.0
            }
            fn normal<R: rand010::Rng + ?Sized>(rng: &mut R) -> Self {
                StandardNormal.sample(rng)
            }
            fn erf(self) -> Self {
                libm::$erf(self)
            }
            fn float() -> Float {
                Float::$Float
            }
        }
    )*};
}

elements!(f32 F32 erff f64 F64 erf);

impl<T: TensorElement> Tensor<T> {
    /// The tensor with these elements, row by row.
    ///
    /// # Panics
    /// If there are more or fewer than the shape says.
    pub fn from_vec(elements: Vec<T>, shape: &[usize]) -> Self {
        let count = elements.len();
        match ArcArray::from_shape_vec(shape, elements) {
            Ok(array) => Self::shared(array),
            Err(_) => panic!("from_vec: {count} elements do not make a tensor of shape {shape:?}"),
        }
    }

    /// Zeros.
    pub fn zeros(shape: &[usize]) -> Self {
        Self::full(shape, T::ZERO)
    }

    /// Ones.
    pub fn ones(shape: &[usize]) -> Self {
        Self::full(shape, T::ONE)
    }

    /// The same number everywhere.
    ///
    /// ```
    /// use ad_runtime::tensor::Tensor;
    ///
    /// assert_eq!(Tensor::full(&[2], 0.5), Tensor::from_vec(vec![0.5, 0.5], &[2]));
    /// ```
    pub fn full(shape: &[usize], value: T) -> Self {
        Self::shared(ArcArray::from_elem(shape, value))
    }

    /// The unit matrix.
    pub fn eye(size: usize) -> Self {
        Self::from(Array::eye(size))
    }

    /// Numbers of a normal distribution.
    ///
    /// ```
    /// use ad_runtime::tensor::Tensor;
    /// use rand010::{SeedableRng, rngs::SmallRng};
    ///
    /// let noise = Tensor::<f64>::normal(&[1000], 3.0, 0.1, &mut SmallRng::seed_from_u64(1));
    /// assert!((noise.mean() - 3.0).abs() < 0.02);
    /// ```
    pub fn normal<R: rand010::Rng + ?Sized>(shape: &[usize], mean: T, deviation: T, rng: &mut R) -> Self {
        Self::shared(ArcArray::from_shape_simple_fn(shape, || {
            mean + deviation * T::normal(rng)
        }))
    }

    /// Numbers between two others, the second one excluded.
    ///
    /// # Panics
    /// If there are none.
    pub fn uniform<R: rand010::Rng + ?Sized>(shape: &[usize], low: T, high: T, rng: &mut R) -> Self {
        let between = Uniform::new(low, high)
            .unwrap_or_else(|_| panic!("uniform: there are no numbers from {low} to below {high}"));
        Self::shared(ArcArray::from_shape_simple_fn(shape, || between.sample(rng)))
    }

    /// The elements as an array of one's own.
    pub fn to_array(&self) -> ArrayD<T> {
        self.fetched("to_array").view().to_owned()
    }

    /// The elements, row by row.
    pub fn to_vec(&self) -> Vec<T> {
        self.fetched("to_vec").view().iter().copied().collect()
    }

    /// The only element.
    ///
    /// # Panics
    /// If there are more or none.
    pub fn item(&self) -> T {
        assert!(
            self.len() == 1,
            "item: a tensor of shape {:?} has not one element",
            self.shape()
        );
        self.fetched("item").view().sum()
    }

    /// How long it is along each axis.
    pub fn shape(&self) -> &[usize] {
        match &self.elements {
            Elements::Shared(array) => array.shape(),
            #[cfg(feature = "cuda")]
            Elements::Remote(array) => array.shape(),
            Elements::Zeros(shape, _) => shape.slice(),
        }
    }

    /// How many axes it has.
    pub fn rank(&self) -> usize {
        self.shape().len()
    }

    /// How many elements it has.
    pub fn len(&self) -> usize {
        self.shape().iter().product()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Where it is.
    pub fn device(&self) -> Device {
        match &self.elements {
            Elements::Shared(_) => Device::cpu(),
            #[cfg(feature = "cuda")]
            Elements::Remote(array) => Device::of_gpu(array.gpu()),
            Elements::Zeros(_, device) => *device,
        }
    }

    /// The same tensor there; one that is there already is shared.
    ///
    /// # Errors
    /// If it cannot be moved.
    pub fn to_device(&self, device: &Device) -> Result<Self, DeviceError> {
        match &self.elements {
            Elements::Zeros(shape, _) => Ok(Self::nothing(shape.clone(), *device)),
            #[cfg(feature = "cuda")]
            Elements::Remote(array) if self.device() != *device => {
                Self::from_vec(array.fetched()?, array.shape()).to_device(device)
            }
            #[cfg(feature = "cuda")]
            Elements::Shared(array) if let Some(gpu) = device.gpu() => {
                let standard = array.as_standard_layout();
                let elements = standard.as_slice().expect("it is in standard layout");
                Ok(DeviceArray::copied(&gpu, elements, array.shape())?.into())
            }
            _ => Ok(self.clone()),
        }
    }

    /// The same tensor where another one is.
    ///
    /// # Panics
    /// If it cannot be moved.
    pub(crate) fn beside(&self, other: &Tensor<T>) -> Self {
        let device = other.device();
        self.to_device(&device)
            .unwrap_or_else(|error| panic!("a tensor cannot be moved to {device}: {error}"))
    }

    /// The same tensor for the processor, to be read there.
    ///
    /// # Panics
    /// If the device reports an error, with the operation that reads.
    pub(crate) fn fetched(&self, operation: &str) -> Self {
        self.to_device(&Device::cpu())
            .unwrap_or_else(|error| panic!("{operation} of a tensor on {}: {error}", self.device()))
    }

    /// Where it is, and whether it has memory there.
    #[cfg(feature = "cuda")]
    pub(super) fn place(&self) -> (Device, bool) {
        (self.device(), !self.is_nothing())
    }

    /// The elements on the device where they are known to be, if they are anywhere.
    #[cfg(feature = "cuda")]
    pub(super) fn on(&self, gpu: &Arc<Gpu>) -> DeviceArray<T> {
        match &self.elements {
            Elements::Remote(array) => array.clone(),
            Elements::Zeros(shape, _) => DeviceArray::full(gpu, shape.slice(), T::ZERO),
            Elements::Shared(_) => unreachable!("the device of the operands was found"),
        }
    }

    /// The same, without sharing them.
    #[cfg(feature = "cuda")]
    pub(super) fn into_remote(self, gpu: &Arc<Gpu>) -> DeviceArray<T> {
        match self.elements {
            Elements::Remote(array) => array,
            _ => self.on(gpu),
        }
    }

    /// The elements, wherever the kernels of the processor read them.
    ///
    /// # Panics
    /// If they are on another device.
    pub(crate) fn view(&self) -> ArrayViewD<'_, T> {
        match &self.elements {
            Elements::Shared(array) => array.view(),
            #[cfg(feature = "cuda")]
            Elements::Remote(_) => self.unreachable_from_cpu(),
            Elements::Zeros(shape, _) => {
                let everywhere = shape.clone().strides(IxDyn::zeros(shape.ndim()));
                ArrayView::from_shape(everywhere, std::slice::from_ref(T::lasting_zero()))
                    .expect("a number can be repeated to any shape")
            }
        }
    }

    /// The elements, to be written: copied if another tensor shares them.
    pub(crate) fn view_mut(&mut self) -> ArrayViewMutD<'_, T> {
        if let Elements::Zeros(shape, _) = &self.elements {
            self.elements = Elements::Shared(ArcArray::zeros(shape.clone()));
        }
        #[cfg(feature = "cuda")]
        if let Elements::Remote(_) = &self.elements {
            self.unreachable_from_cpu();
        }
        match &mut self.elements {
            Elements::Shared(array) => array.view_mut(),
            #[cfg(feature = "cuda")]
            Elements::Remote(_) => unreachable!("it was checked"),
            Elements::Zeros(..) => unreachable!("they were just made"),
        }
    }

    #[cfg(feature = "cuda")]
    #[track_caller]
    fn unreachable_from_cpu(&self) -> ! {
        panic!("a kernel of the processor reads a tensor on {}", self.device())
    }

    pub(crate) fn shared(array: ArcArray<T, IxDyn>) -> Self {
        Tensor {
            elements: Elements::Shared(array),
        }
    }

    /// A zero cotangent.
    pub(crate) fn nothing(shape: IxDyn, device: Device) -> Self {
        Tensor {
            elements: Elements::Zeros(shape, device),
        }
    }

    /// Whether nothing has flowed to this cotangent yet.
    pub(crate) fn is_nothing(&self) -> bool {
        matches!(self.elements, Elements::Zeros(..))
    }

    /// The elements, which share their memory with this tensor.
    pub(crate) fn array(&self) -> ArcArray<T, IxDyn> {
        match &self.elements {
            Elements::Shared(array) => array.clone(),
            #[cfg(feature = "cuda")]
            Elements::Remote(_) => self.unreachable_from_cpu(),
            Elements::Zeros(shape, _) => ArcArray::zeros(shape.clone()),
        }
    }

    /// The elements, in their own memory if nothing else shares it.
    pub(crate) fn into_array(self) -> ArcArray<T, IxDyn> {
        match self.elements {
            Elements::Shared(array) => array,
            #[cfg(feature = "cuda")]
            Elements::Remote(_) => self.unreachable_from_cpu(),
            Elements::Zeros(shape, _) => ArcArray::zeros(shape),
        }
    }
}

#[cfg(feature = "cuda")]
impl<T> From<DeviceArray<T>> for Tensor<T> {
    fn from(array: DeviceArray<T>) -> Self {
        Tensor {
            elements: Elements::Remote(array),
        }
    }
}

impl<T: TensorElement, D: Dimension> From<Array<T, D>> for Tensor<T> {
    fn from(array: Array<T, D>) -> Self {
        Self::shared(array.into_dyn().into_shared())
    }
}

impl<T: TensorElement, D: Dimension> From<ArcArray<T, D>> for Tensor<T> {
    fn from(array: ArcArray<T, D>) -> Self {
        Self::shared(array.into_dyn())
    }
}

impl<T: TensorElement, D: Dimension> From<ArrayView<'_, T, D>> for Tensor<T> {
    fn from(array: ArrayView<'_, T, D>) -> Self {
        Self::from(array.to_owned())
    }
}

impl<T: TensorElement> From<T> for Tensor<T> {
    /// A tensor without axes.
    fn from(value: T) -> Self {
        Self::full(&[], value)
    }
}

impl<T: TensorElement> PartialEq for Tensor<T> {
    fn eq(&self, other: &Self) -> bool {
        self.fetched("==").view() == other.fetched("==").view()
    }
}

impl<T: TensorElement> fmt::Debug for Tensor<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tensor{:?} ", self.shape())?;
        self.fetched("fmt").view().fmt(f)
    }
}
