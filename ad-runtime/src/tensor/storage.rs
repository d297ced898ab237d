//! The type, and how tensors are made and read.

use super::device::{Device, DeviceError};
use crate::numbers::Float;
use crate::scalar::Scalar;
use ndarray::{ArcArray, Array, ArrayD, ArrayView, ArrayViewD, ArrayViewMutD, Dimension, IxDyn, ShapeBuilder};
use rand_distr06::{Distribution, StandardNormal, Uniform, uniform::SampleUniform};
use std::fmt;

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
    Zeros(IxDyn),
}

/// What tensors are made of: `f32` and `f64`.
///
/// ```
/// use ad_runtime::tensor::TensorElement;
///
/// assert_eq!(*f64::lasting_zero(), 0.0);
/// ```
pub trait TensorElement: Scalar + SampleUniform {
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
        self.view().to_owned()
    }

    /// The elements, row by row.
    pub fn to_vec(&self) -> Vec<T> {
        self.view().iter().copied().collect()
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
        self.view().sum()
    }

    /// How long it is along each axis.
    pub fn shape(&self) -> &[usize] {
        match &self.elements {
            Elements::Shared(array) => array.shape(),
            Elements::Zeros(shape) => shape.slice(),
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
        Device::cpu()
    }

    /// The same tensor there; one that is there already is shared.
    ///
    /// # Errors
    /// If it cannot be moved.
    pub fn to_device(&self, _: &Device) -> Result<Self, DeviceError> {
        Ok(self.clone())
    }

    /// The elements, wherever the kernels read them.
    pub(crate) fn view(&self) -> ArrayViewD<'_, T> {
        match &self.elements {
            Elements::Shared(array) => array.view(),
            Elements::Zeros(shape) => {
                let everywhere = shape.clone().strides(IxDyn::zeros(shape.ndim()));
                ArrayView::from_shape(everywhere, std::slice::from_ref(T::lasting_zero()))
                    .expect("a number can be repeated to any shape")
            }
        }
    }

    /// The elements, to be written: copied if another tensor shares them.
    pub(crate) fn view_mut(&mut self) -> ArrayViewMutD<'_, T> {
        if let Elements::Zeros(shape) = &self.elements {
            self.elements = Elements::Shared(ArcArray::zeros(shape.clone()));
        }
        match &mut self.elements {
            Elements::Shared(array) => array.view_mut(),
            Elements::Zeros(_) => unreachable!("they were just made"),
        }
    }

    pub(crate) fn shared(array: ArcArray<T, IxDyn>) -> Self {
        Tensor {
            elements: Elements::Shared(array),
        }
    }

    /// A zero cotangent.
    pub(crate) fn nothing(shape: IxDyn) -> Self {
        Tensor {
            elements: Elements::Zeros(shape),
        }
    }

    /// Whether nothing has flowed to this cotangent yet.
    pub(crate) fn is_nothing(&self) -> bool {
        matches!(self.elements, Elements::Zeros(_))
    }

    /// The elements, which share their memory with this tensor.
    pub(crate) fn array(&self) -> ArcArray<T, IxDyn> {
        match &self.elements {
            Elements::Shared(array) => array.clone(),
            Elements::Zeros(shape) => ArcArray::zeros(shape.clone()),
        }
    }

    /// The elements, in their own memory if nothing else shares it.
    pub(crate) fn into_array(self) -> ArcArray<T, IxDyn> {
        match self.elements {
            Elements::Shared(array) => array,
            Elements::Zeros(shape) => ArcArray::zeros(shape),
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
        self.view() == other.view()
    }
}

impl<T: TensorElement> fmt::Debug for Tensor<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tensor{:?} ", self.shape())?;
        self.view().fmt(f)
    }
}
