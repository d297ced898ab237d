//! A device: its context and one stream, its memory, its kernels, cuBLAS and, where it is there, cuDNN.
//!
//! # Why what is unsafe here is sound
//!
//! - **Loading libraries.** The libraries are asked for before anything of them is called, which would panic without them;
//!   of cuDNN the version is, too, whose statuses are known.
//! - **Memory without contents.** What [`Gpu::empty`] gives holds anything, of types of which any bits are a value; every kernel
//!   that gets it as [`Argument::Write`] writes all that is read later, which the tests compare with the processor's results.
//! - **Launches.** The arguments are built beside the kernel's text, by its signature; each index that a kernel forms comes from
//!   shapes and strides that were checked when the array was made. Tests run all of them with pages beside all memory that
//!   cannot be touched. One stream carries all launches and copies, so that memory is freed after the last kernel that reads it.
//! - **Products.** The sizes and strides given to cuBLAS are those of arrays that hold as many elements, checked in `products`.
//! - **Convolutions.** cuDNN's handle goes from thread to thread behind a lock, and so do its descriptors, which are made and dropped
//!   under it: its calls may come from any thread, one at a time. The arrays lie row by row and have the descriptors' shapes.

#![allow(unsafe_code)]

use super::convolutions::{Convolution, Part};
use super::layout::{Places, Shape};
use super::windows::Windows;
use crate::tensor::{DeviceError, TensorElement};
use cudarc::cublas::{CudaBlas, Gemm, GemmConfig, StridedBatchedConfig, result::CublasError, sys::cublasOperation_t};
use cudarc::cudnn::{
    ConvBackwardData, ConvBackwardFilter, ConvDescriptor, ConvForward, Cudnn, CudnnDataType, FilterDescriptor,
    TensorDescriptor, result::CudnnError, sys as cudnn_sys,
};
use cudarc::driver::{
    CudaContext, CudaFunction, CudaSlice, CudaStream, CudaView, DeviceRepr, DriverError, LaunchConfig, PushKernelArg,
    ValidAsZeroBits, result, sys,
};
use cudarc::nvrtc::{CompileError, CompileOptions, compile_ptx_with_opts};
use std::collections::HashMap;
use std::fmt::Display;
use std::sync::{Arc, Mutex, PoisonError};

/// Threads in a block, at most.
pub(super) const BLOCK: usize = 256;

/// As many threads of a block as so many elements can use.
pub(super) fn threads(count: usize) -> usize {
    count.next_power_of_two().clamp(32, BLOCK)
}

const PRELUDE: &str = include_str!("prelude.cu");

/// The types of elements of tensors, where there are devices.
#[doc(hidden)]
pub trait OnDevice: DeviceRepr + ValidAsZeroBits + CudnnDataType + 'static {
    /// What it is called in C++.
    #[doc(hidden)]
    const NAME: &'static str;
    /// A product by cuBLAS.
    #[doc(hidden)]
    fn multiply(blas: &CudaBlas, product: &Product<'_, Self>, to: &mut CudaSlice<Self>) -> Result<(), CublasError>
    where
        Self: Sized;
}

/// A batch of products of matrices, column by column as cuBLAS has them: `to = left · right`.
#[doc(hidden)]
#[derive(Debug)]
pub struct Product<'a, T> {
    pub(super) left: Operand<'a, T>,
    pub(super) right: Operand<'a, T>,
    pub(super) rows: i32,
    pub(super) inner: i32,
    pub(super) columns: i32,
    pub(super) batch: i32,
}

#[derive(Debug)]
pub(super) struct Operand<'a, T> {
    pub matrices: CudaView<'a, T>,
    pub is_transposed: bool,
    /// From one column to the next one.
    pub leading: i32,
    /// From one matrix to the next one.
    pub stride: i64,
}

macro_rules! on_device {
    ($($float:ident $name:literal)*) => {$(
        impl OnDevice for $float {
            const NAME: &'static str = $name;
            fn multiply(blas: &CudaBlas, product: &Product<'_, Self>, to: &mut CudaSlice<Self>) -> Result<(), CublasError> {
                let turned = |operand: &Operand<'_, $float>| match operand.is_transposed {
                    false => cublasOperation_t::CUBLAS_OP_N,
                    true => cublasOperation_t::CUBLAS_OP_T,
                };
                let gemm = GemmConfig {
                    transa: turned(&product.left),
                    transb: turned(&product.right),
                    m: product.rows,
                    n: product.columns,
                    k: product.inner,
                    alpha: 1.0,
                    lda: product.left.leading,
                    ldb: product.right.leading,
                    beta: 0.0,
                    ldc: product.rows,
                };
                let config = StridedBatchedConfig {
                    gemm,
                    batch_size: product.batch,
                    stride_a: product.left.stride,
                    stride_b: product.right.stride,
                    stride_c: i64::from(product.rows) * i64::from(product.columns),
                };
                // SAFETY: as the head of this file says of products.
                unsafe { blas.gemm_strided_batched(config, &product.left.matrices, &product.right.matrices, to) }
            }
        }
    )*};
}

on_device!(f32 "float" f64 "double");

// SAFETY: it is `repr(C)` and made of such integers as the structures of `prelude.cu` are.
unsafe impl DeviceRepr for Places {}
// SAFETY: the same.
unsafe impl DeviceRepr for Shape {}
// SAFETY: the same, of `windows.cu`.
unsafe impl DeviceRepr for Windows {}

/// An argument of a kernel.
pub(super) enum Argument<'a, T> {
    Read(CudaView<'a, T>),
    Write(&'a mut CudaSlice<T>),
    Indices(&'a CudaSlice<i64>),
    WriteIndices(&'a mut CudaSlice<i64>),
    Places(Places),
    Shape(Shape),
    Windows(Windows),
    Count(i64),
    Number(T),
}

/// A graphics processor that was opened.
#[derive(Debug)]
pub(crate) struct Gpu {
    ordinal: usize,
    stream: Arc<CudaStream>,
    blas: Mutex<CudaBlas>,
    /// None, where convolutions are products with patches.
    cudnn: Option<Mutex<CudnnHandle>>,
    kernels: Mutex<HashMap<String, CudaFunction>>,
    architecture: String,
    /// How many blocks run at once.
    blocks: usize,
}

/// What calls of cuDNN need, from one thread at a time.
#[derive(Debug)]
struct CudnnHandle(Arc<Cudnn>);

// SAFETY: as the head of this file says of convolutions.
unsafe impl Send for CudnnHandle {}

impl CudnnHandle {
    /// Of cuDNN 9, if it is there and begins.
    fn opened(stream: &Arc<CudaStream>) -> Option<Mutex<Self>> {
        // SAFETY: a library is looked for, and nothing in it is called.
        let is_there = unsafe { cudnn_sys::is_culib_present() };
        let is_known = is_there && cudarc::cudnn::result::get_version() / 10_000 == 9;
        let handle = is_known.then(|| Cudnn::new(stream.clone()).ok())?;
        handle.map(|handle| Mutex::new(CudnnHandle(handle)))
    }
}

/// All that were opened. They stay open: tensors can be anywhere.
static OPENED: Mutex<Vec<Arc<Gpu>>> = Mutex::new(Vec::new());

impl Gpu {
    /// The device of this number.
    pub fn open(ordinal: usize) -> Result<Arc<Gpu>, DeviceError> {
        let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(gpu) = opened.iter().find(|gpu| gpu.ordinal == ordinal) {
            return Ok(gpu.clone());
        }
        let gpu = Arc::new(Self::opened(ordinal)?);
        opened.push(gpu.clone());
        Ok(gpu)
    }

    fn opened(ordinal: usize) -> Result<Self, DeviceError> {
        // SAFETY: a library is looked for, and nothing in it is called.
        let missing = unsafe {
            if !sys::is_culib_present() {
                Some(DeviceError::NoDriver)
            } else if !cudarc::nvrtc::sys::is_culib_present() {
                Some(DeviceError::NoNvrtc)
            } else if !cudarc::cublas::sys::is_culib_present() {
                Some(DeviceError::NoCublas)
            } else {
                None
            }
        };
        if let Some(missing) = missing {
            return Err(missing);
        }
        let count = match CudaContext::device_count() {
            Ok(count) => usize::try_from(count).unwrap_or(0),
            Err(DriverError(sys::CUresult::CUDA_ERROR_NO_DEVICE)) => 0,
            Err(error) => return Err(reported(error)),
        };
        if ordinal >= count {
            return Err(DeviceError::NoDevice { count });
        }
        let context = CudaContext::new(ordinal).map_err(reported)?;
        // SAFETY: events order what several streams do, and there is one.
        unsafe { context.disable_event_tracking() };
        keep_memory(&context).map_err(reported)?;
        let stream = context.default_stream();
        let blas = CudaBlas::new(stream.clone()).map_err(reported)?;
        let (major, minor) = context.compute_capability().map_err(reported)?;
        let processors = context.attribute(sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
        Ok(Gpu {
            ordinal,
            stream,
            blas: Mutex::new(blas),
            cudnn: CudnnHandle::opened(&context.default_stream()),
            kernels: Mutex::default(),
            architecture: format!("--gpu-architecture=compute_{major}{minor}"),
            blocks: 8 * usize::try_from(processors.map_err(reported)?).unwrap_or(1).max(1),
        })
    }

    pub fn ordinal(&self) -> usize {
        self.ordinal
    }

    /// The most bytes that were held at once since this was asked last, if the driver knows.
    pub fn peak_memory(&self) -> Option<usize> {
        let high = sys::CUmemPool_attribute::CU_MEMPOOL_ATTR_USED_MEM_HIGH;
        self.stream.context().bind_to_thread().ok()?;
        let (pool, mut bytes) = (pool(self.stream.context()).ok()??, 0u64);
        // SAFETY: as for `set`.
        unsafe { sys::cuMemPoolGetAttribute(pool, high, std::ptr::from_mut(&mut bytes).cast()).result() }.ok()?;
        set(pool, high, 0).ok()?;
        usize::try_from(bytes).ok()
    }

    /// Memory for so many elements.
    pub(super) fn try_empty<T: DeviceRepr>(&self, count: usize) -> Result<CudaSlice<T>, DeviceError> {
        let asked = count.max(1).saturating_mul(size_of::<T>());
        // SAFETY: as the head of this file says of memory without contents.
        unsafe { self.stream.alloc(count.max(1)) }.map_err(|error| match error {
            DriverError(sys::CUresult::CUDA_ERROR_OUT_OF_MEMORY) => DeviceError::OutOfMemory {
                asked,
                free: self.stream.context().mem_get_info().map_or(0, |(free, _)| free),
            },
            error => reported(error),
        })
    }

    /// The same.
    ///
    /// # Panics
    /// If there is none.
    pub(super) fn empty<T: DeviceRepr>(&self, count: usize) -> CudaSlice<T> {
        self.expected("a tensor's memory", self.try_empty(count))
    }

    /// Elements that are copied there.
    pub(super) fn try_copied<T: OnDevice>(&self, elements: &[T]) -> Result<CudaSlice<T>, DeviceError> {
        let mut memory = self.try_empty(elements.len())?;
        if !elements.is_empty() {
            self.stream.memcpy_htod(elements, &mut memory).map_err(reported)?;
        }
        Ok(memory)
    }

    /// Indices that are copied there.
    ///
    /// # Panics
    /// If the device reports an error.
    pub(super) fn indices(&self, indices: impl IntoIterator<Item = usize>) -> CudaSlice<i64> {
        let mut indices: Vec<i64> = indices.into_iter().map(|index| index as i64).collect();
        if indices.is_empty() {
            indices.push(0);
        }
        self.expected("indices", self.stream.clone_htod(&indices).map_err(reported))
    }

    /// What was computed, when it was computed.
    pub(super) fn fetched<T: DeviceRepr>(&self, memory: &CudaView<'_, T>) -> Result<Vec<T>, DeviceError> {
        if memory.is_empty() {
            return Ok(Vec::new());
        }
        let elements = self.stream.clone_dtoh(memory).map_err(reported)?;
        self.stream.synchronize().map_err(reported)?;
        // Errors of freed memory are only recorded.
        self.stream.context().check_err().map_err(reported)?;
        Ok(elements)
    }

    /// Runs the kernel `name` of a text, on at most `blocks` blocks of `threads`, if these are any. Kernels go over all that there
    /// is to do, however few threads do it.
    ///
    /// # Panics
    /// If it does not compile, or cannot be run.
    pub(super) fn launch<T: OnDevice>(
        &self,
        name: &str,
        text: impl FnOnce() -> String,
        key: &str,
        (blocks, threads): (usize, usize),
        arguments: Vec<Argument<'_, T>>,
    ) {
        if blocks == 0 {
            return;
        }
        let kernel = self.expected(name, self.kernel::<T>(name, text, key));
        let mut launch = self.stream.launch_builder(&kernel);
        let mut arguments = arguments;
        for argument in &mut arguments {
            match argument {
                Argument::Read(memory) => launch.arg(&*memory),
                Argument::Write(memory) => launch.arg(&mut **memory),
                Argument::Indices(memory) => launch.arg(*memory),
                Argument::WriteIndices(memory) => launch.arg(&mut **memory),
                Argument::Places(places) => launch.arg(&*places),
                Argument::Shape(shape) => launch.arg(&*shape),
                Argument::Windows(windows) => launch.arg(&*windows),
                Argument::Count(count) => launch.arg(&*count),
                Argument::Number(number) => launch.arg(&*number),
            };
        }
        let config = LaunchConfig {
            grid_dim: (blocks.min(self.blocks) as u32, 1, 1),
            block_dim: (threads as u32, 1, 1),
            shared_mem_bytes: 0,
        };
        // SAFETY: as the head of this file says of launches.
        let launched = unsafe { launch.launch(config) };
        self.expected(name, launched.map_err(reported));
    }

    /// Runs a kernel of ours: its name, its text, blocks and threads, and what it is given.
    pub(super) fn run<T: OnDevice>(
        &self,
        name: &str,
        text: &[&str],
        size: (usize, usize),
        arguments: Vec<Argument<'_, T>>,
    ) {
        self.launch(name, || text.concat(), name, size, arguments);
    }

    /// The same with a thread for each of so many.
    pub(super) fn for_each<T: OnDevice>(
        &self,
        name: &str,
        text: &[&str],
        count: usize,
        arguments: Vec<Argument<'_, T>>,
    ) {
        self.run(name, text, (count.div_ceil(BLOCK), BLOCK), arguments);
    }

    /// A product by cuBLAS.
    ///
    /// # Panics
    /// If it reports an error.
    pub(super) fn multiply<T: OnDevice>(&self, product: &Product<'_, T>, to: &mut CudaSlice<T>) {
        let bound = self.stream.context().bind_to_thread().map_err(reported);
        self.expected("matmul", bound);
        let blas = self.blas.lock().unwrap_or_else(PoisonError::into_inner);
        self.expected("matmul", T::multiply(&blas, product, to).map_err(reported));
    }

    pub(super) fn has_cudnn(&self) -> bool {
        self.cudnn.is_some()
    }

    /// A part of a convolution by cuDNN, of two arrays that lie row by row. Gives whether it was computed: there may be no cuDNN, or
    /// no algorithm for these sizes. The algorithms are those without atomics that it has for all data types, dilations and groups;
    /// the arithmetic is that of the elements' type, without tensor cores' shorter products.
    ///
    /// # Panics
    /// If it reports an error while it computes.
    pub(super) fn convolve<T: TensorElement>(
        &self,
        convolution: &Convolution,
        part: Part,
        [left, right]: [&CudaView<'_, T>; 2],
        to: &mut CudaSlice<T>,
    ) -> bool {
        use cudnn_sys::cudnnConvolutionBwdDataAlgo_t::CUDNN_CONVOLUTION_BWD_DATA_ALGO_1 as OF_IMAGES;
        use cudnn_sys::cudnnConvolutionBwdFilterAlgo_t::CUDNN_CONVOLUTION_BWD_FILTER_ALGO_1 as OF_WEIGHTS;
        use cudnn_sys::cudnnConvolutionFwdAlgo_t::CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM as OF_RESULTS;
        let Some(cudnn) = &self.cudnn else { return false };
        self.expected("conv2d", self.stream.context().bind_to_thread().map_err(reported));
        let cudnn = cudnn.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(Described { x, w, y, conv }) = Described::<T>::of(convolution, &cudnn.0) else {
            return false;
        };
        let (x, w, y, conv) = (&x, &w, &y, &conv);
        let numbers = (T::ONE, T::ZERO);
        let memory = |bytes: Result<usize, CudnnError>| bytes.ok().map(|bytes| self.empty::<u8>(bytes));
        // SAFETY: as the head of this file says of convolutions.
        let computed = unsafe {
            match part {
                Part::Results => {
                    let forward = ConvForward { conv, x, w, y };
                    memory(forward.get_workspace_size(OF_RESULTS))
                        .map(|mut memory| forward.launch(OF_RESULTS, Some(&mut memory), numbers, left, right, to))
                }
                Part::Images => {
                    let backward = ConvBackwardData { conv, dx: x, w, dy: y };
                    memory(backward.get_workspace_size(OF_IMAGES))
                        .map(|mut memory| backward.launch(OF_IMAGES, Some(&mut memory), numbers, to, right, left))
                }
                Part::Weights => {
                    let backward = ConvBackwardFilter { conv, x, dw: w, dy: y };
                    memory(backward.get_workspace_size(OF_WEIGHTS))
                        .map(|mut memory| backward.launch(OF_WEIGHTS, Some(&mut memory), numbers, right, to, left))
                }
            }
        };
        computed
            .map(|computed| self.expected("conv2d", computed.map_err(reported)))
            .is_some()
    }

    /// A kernel, compiled when it is first needed.
    fn kernel<T: OnDevice>(
        &self,
        name: &str,
        text: impl FnOnce() -> String,
        key: &str,
    ) -> Result<CudaFunction, DeviceError> {
        let key = format!("{} {key}", T::NAME);
        let mut kernels = self.kernels.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(kernel) = kernels.get(&key) {
            return Ok(kernel.clone());
        }
        let options = CompileOptions {
            options: vec![self.architecture.clone(), format!("-Dreal={}", T::NAME)],
            ..CompileOptions::default()
        };
        let compiled = compile_ptx_with_opts(format!("{PRELUDE}\n{}", text()), options).map_err(|error| {
            let log = match error {
                CompileError::CompileError { log, .. } => log.to_string_lossy().into_owned(),
                error => error.to_string(),
            };
            DeviceError::Compile { log }
        })?;
        let module = self.stream.context().load_module(compiled).map_err(reported)?;
        let kernel = module.load_function(name).map_err(reported)?;
        kernels.insert(key, kernel.clone());
        Ok(kernel)
    }

    /// # Panics
    /// With the operation and the device, if it is an error.
    pub(super) fn expected<R>(&self, operation: &str, result: Result<R, DeviceError>) -> R {
        result.unwrap_or_else(|error| panic!("{operation} on cuda:{}: {error}", self.ordinal))
    }
}

/// A convolution as cuDNN is told of it.
struct Described<T> {
    x: TensorDescriptor<T>,
    w: FilterDescriptor<T>,
    y: TensorDescriptor<T>,
    conv: ConvDescriptor<T>,
}

impl<T: CudnnDataType> Described<T> {
    /// None, of sizes that cuDNN does not have, as zero.
    fn of(convolution: &Convolution, cudnn: &Arc<Cudnn>) -> Option<Self> {
        use cudnn_sys::cudnnTensorFormat_t::CUDNN_TENSOR_NCHW as ROW_BY_ROW;
        let sizes = |part| {
            let sizes = convolution.shape(part).map(|size| i32::try_from(size).unwrap_or(0));
            let is_known = sizes.iter().all(|size| *size > 0);
            is_known.then_some(sizes)
        };
        let [padding, stride, dilation] = convolution.windows.steps()?;
        let mode = cudnn_sys::cudnnConvolutionMode_t::CUDNN_CROSS_CORRELATION;
        let mut conv = cudnn.create_conv2d(padding, stride, dilation, mode).ok()?;
        conv.set_group_count(i32::try_from(convolution.groups).ok()?).ok()?;
        conv.set_math_type(cudnn_sys::cudnnMathType_t::CUDNN_FMA_MATH).ok()?;
        Some(Described {
            x: cudnn.create_4d_tensor(ROW_BY_ROW, sizes(Part::Images)?).ok()?,
            w: cudnn.create_4d_filter(ROW_BY_ROW, sizes(Part::Weights)?).ok()?,
            y: cudnn.create_4d_tensor(ROW_BY_ROW, sizes(Part::Results)?).ok()?,
            conv,
        })
    }
}

fn reported(error: impl Display) -> DeviceError {
    DeviceError::Driver(error.to_string())
}

/// Memory that was freed stays for what is allocated next: after the first step of a training nothing is asked of the system.
fn keep_memory(context: &CudaContext) -> Result<(), DriverError> {
    let Some(pool) = pool(context)? else { return Ok(()) };
    set(
        pool,
        sys::CUmemPool_attribute::CU_MEMPOOL_ATTR_RELEASE_THRESHOLD,
        u64::MAX,
    )
}

/// The device's memory pool, if it has one.
fn pool(context: &CudaContext) -> Result<Option<sys::CUmemoryPool>, DriverError> {
    if !context.has_async_alloc() {
        return Ok(None);
    }
    // SAFETY: the device is open.
    unsafe { result::device::get_default_mem_pool(context.cu_device()) }.map(Some)
}

fn set(pool: sys::CUmemoryPool, attribute: sys::CUmemPool_attribute, mut value: u64) -> Result<(), DriverError> {
    // SAFETY: the pool is that of a device, which is open, and the attribute is an integer of 64 bits.
    unsafe { sys::cuMemPoolSetAttribute(pool, attribute, std::ptr::from_mut(&mut value).cast()).result() }
}
