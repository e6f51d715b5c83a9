//! The simulated device as a C program sees it: memory, tensors, calls in two phases; all of it through the entry points.

use std::cell::RefCell;
use std::ffi::{CStr, c_void};
use std::ptr::{null, null_mut};
use std::slice;

use hostnpu::abi::acl::op_compiler::functions::aclSetCompileopt;
use hostnpu::abi::acl::rt::error::aclGetRecentErrMsg;
use hostnpu::abi::acl::rt::{device, init, memory, stream};
use hostnpu::abi::acl::types::*;
use hostnpu::abi::aclnn::meta::array::aclCreateIntArray;
use hostnpu::abi::aclnn::meta::list::aclCreateTensorList;
use hostnpu::abi::aclnn::meta::{scalar, tensor};
use hostnpu::abi::aclnn::types::*;

/// Ends the program if a set-up call or a measured call fails, with the library's sentence.
pub fn require(status: i32, what: &str) {
    if status == 0 {
        return;
    }
    // SAFETY: null, or text that lives until this thread's next call.
    let text = unsafe {
        let text = aclGetRecentErrMsg();
        if text.is_null() {
            "no message".into()
        } else {
            CStr::from_ptr(text).to_string_lossy().into_owned()
        }
    };
    panic!("{what}: status {status}: {text}");
}

/// Starts AscendCL and makes device 0 current for this thread.
pub fn open() {
    // SAFETY: null stands for no configuration.
    unsafe {
        let status = init::aclInit(null());
        // A second start in one process is not an error of the measurement.
        assert!(status == 0 || status == 100_002, "aclInit: status {status}");
        require(device::aclrtSetDevice(0), "aclrtSetDevice");
    }
}

/// Waits for the default stream.
pub fn synchronise() {
    // SAFETY: null is the default stream.
    let status = unsafe { stream::aclrtSynchronizeStream(null_mut()) };
    require(status, "aclrtSynchronizeStream");
}

/// Chooses between the implementations of an operator, as a program does.
pub fn set_mode(mode: &CStr) {
    // SAFETY: a string.
    let status = unsafe { aclSetCompileopt(aclCompileOpt::ACL_OP_SELECT_IMPL_MODE, mode.as_ptr()) };
    require(status, "aclSetCompileopt");
}

/// Device memory.
pub struct Memory {
    address: *mut c_void,
    bytes: usize,
}

impl Memory {
    /// Allocates `bytes`, all zero.
    pub fn new(bytes: usize) -> Self {
        let mut address = null_mut();
        let policy = aclrtMemMallocPolicy::ACL_MEM_MALLOC_HUGE_FIRST;
        // SAFETY: the out pointer is a local variable; the memory has that many bytes.
        unsafe {
            let status = memory::aclrtMalloc(&raw mut address, bytes.max(1), policy);
            require(status, "aclrtMalloc");
            address.cast::<u8>().write_bytes(0, bytes);
        }
        Self { address, bytes }
    }

    /// Allocates memory that holds `values`.
    pub fn holding<T: Copy>(values: &[T]) -> Self {
        let mut memory = Self::new(size_of_val(values));
        memory.as_mut_slice().copy_from_slice(values);
        memory
    }

    pub fn address(&self) -> *mut c_void {
        self.address
    }

    /// Its contents, while no call works on it. `T` is a number: any bits are one.
    pub fn as_slice<T: Copy>(&self) -> &[T] {
        // SAFETY: the allocation is that large, aligned to far more than a number, and initialised.
        unsafe { slice::from_raw_parts(self.address.cast(), self.bytes / size_of::<T>()) }
    }

    pub fn as_mut_slice<T: Copy>(&mut self) -> &mut [T] {
        // SAFETY: as above, and nobody else has the memory.
        unsafe { slice::from_raw_parts_mut(self.address.cast(), self.bytes / size_of::<T>()) }
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: the address came from `aclrtMalloc`.
        unsafe { memory::aclrtFree(self.address) };
    }
}

/// A tensor over device memory.
pub struct Tensor(*mut aclTensor);

impl Tensor {
    /// The memory must outlive the calls that use the tensor.
    pub fn new(memory: &Memory, dtype: aclDataType, shape: &[i64]) -> Self {
        Self::in_format(memory, dtype, aclFormat::ACL_FORMAT_ND, shape)
    }

    /// As [`Tensor::new`], in a format.
    pub fn in_format(
        memory: &Memory,
        dtype: aclDataType,
        format: aclFormat,
        shape: &[i64],
    ) -> Self {
        // SAFETY: null stands for contiguous strides.
        unsafe { Self::create(memory, (dtype, format), shape, null(), shape) }
    }

    /// A matrix in FRACTAL_NZ, by the extents of its storage.
    pub fn in_blocks(memory: &Memory, dtype: aclDataType, shape: &[i64], storage: &[i64]) -> Self {
        let kind = (dtype, aclFormat::ACL_FORMAT_FRACTAL_NZ);
        // SAFETY: null stands for contiguous strides.
        unsafe { Self::create(memory, kind, shape, null(), storage) }
    }

    /// As [`Tensor::new`], with strides in memory of `count` elements.
    pub fn strided(
        memory: &Memory,
        dtype: aclDataType,
        shape: &[i64],
        strides: &[i64],
        count: usize,
    ) -> Self {
        assert_eq!(shape.len(), strides.len());
        // SAFETY: one stride for each dimension.
        unsafe {
            let kind = (dtype, aclFormat::ACL_FORMAT_ND);
            Self::create(memory, kind, shape, strides.as_ptr(), &[count as i64])
        }
    }

    /// # Safety
    /// `strides` is null, or has as many elements as `shape`.
    unsafe fn create(
        memory: &Memory,
        (dtype, format): (aclDataType, aclFormat),
        shape: &[i64],
        strides: *const i64,
        storage: &[i64],
    ) -> Self {
        // SAFETY: arrays with their lengths.
        let made = unsafe {
            tensor::aclCreateTensor(
                shape.as_ptr(),
                shape.len() as u64,
                dtype,
                strides,
                0,
                format,
                storage.as_ptr(),
                storage.len() as u64,
                memory.address(),
            )
        };
        require(i32::from(made.is_null()), "aclCreateTensor");
        Self(made)
    }

    pub fn handle(&self) -> *mut aclTensor {
        self.0
    }
}

impl Drop for Tensor {
    fn drop(&mut self) {
        // SAFETY: a handle.
        unsafe { tensor::aclDestroyTensor(self.0) };
    }
}

/// A list of one tensor, which lives as long as the program.
pub fn list(tensor: *const aclTensor) -> *mut aclTensorList {
    // SAFETY: a handle.
    unsafe { aclCreateTensorList(&raw const tensor, 1) }
}

/// An array, which lives as long as the program.
pub fn array(values: &[i64]) -> *mut aclIntArray {
    // SAFETY: numbers with their count.
    unsafe { aclCreateIntArray(values.as_ptr(), values.len() as u64) }
}

/// A scalar.
pub struct Scalar(*mut aclScalar);

impl Scalar {
    pub fn new(mut value: f32) -> Self {
        Self::create((&raw mut value).cast(), aclDataType::ACL_FLOAT)
    }

    pub fn integer(mut value: i64) -> Self {
        Self::create((&raw mut value).cast(), aclDataType::ACL_INT64)
    }

    fn create(value: *mut c_void, dtype: aclDataType) -> Self {
        // SAFETY: a value of the type, which is read before this returns.
        let made = unsafe { scalar::aclCreateScalar(value, dtype) };
        require(i32::from(made.is_null()), "aclCreateScalar");
        Self(made)
    }

    pub fn handle(&self) -> *mut aclScalar {
        self.0
    }
}

impl Drop for Scalar {
    fn drop(&mut self) {
        // SAFETY: a handle.
        unsafe { scalar::aclDestroyScalar(self.0) };
    }
}

/// The second phase of any operator.
pub type PhaseTwo =
    unsafe extern "C" fn(*mut c_void, u64, *mut aclOpExecutor, aclrtStream) -> aclnnStatus;

/// Both phases on the default stream; the workspace is kept from call to call, as a program would.
pub fn enqueue(
    phase_one: impl FnOnce(*mut u64, *mut *mut aclOpExecutor) -> aclnnStatus,
    phase_two: PhaseTwo,
) {
    thread_local! {
        static WORKSPACE: RefCell<Option<Memory>> = const { RefCell::new(None) };
    }
    let (mut size, mut executor) = (0, null_mut());
    require(phase_one(&raw mut size, &raw mut executor), "phase one");
    let workspace = match size {
        0 => null_mut(),
        _ => WORKSPACE.with_borrow_mut(|kept| {
            if kept.as_ref().is_none_or(|kept| (kept.bytes as u64) < size) {
                *kept = Some(Memory::new(size as usize));
            }
            kept.as_ref().map_or(null_mut(), Memory::address)
        }),
    };
    // SAFETY: the workspace has `size` bytes, and outlives the call: it is replaced only by a larger one for a later call,
    // before which the caller synchronises.
    require(
        unsafe { phase_two(workspace, size, executor, null_mut()) },
        "phase two",
    );
}
