//! The functions of the library that the soak calls, as C declares them; handles and addresses are numbers.

use std::ffi::{CStr, c_char, c_int, c_void};

// The library is linked for its symbols.
use hostnpu as _;
use hostnpu_aclnn_operators as _;

pub const FLOAT: i32 = 0;
pub const FORMAT_ND: i32 = 2;
pub const HOST_TO_DEVICE: i32 = 1;
pub const DEVICE_TO_HOST: i32 = 2;
/// `ACL_MEM_MALLOC_HUGE_FIRST`.
pub const HUGE_FIRST: i32 = 0;
/// `ACL_HBM_MEM`.
pub const HBM_MEMORY: i32 = 1;
/// `MLUOP_LAYOUT_ARRAY`, `MLUOP_DTYPE_FLOAT`.
pub const LAYOUT_ARRAY: i32 = 4;
pub const MLUOP_FLOAT: i32 = 2;

pub type HostFunction = extern "C" fn(usize);

unsafe extern "C" {
    pub fn aclInit(path: *const c_char) -> i32;
    pub fn aclFinalize() -> i32;
    pub fn aclGetRecentErrMsg() -> *const c_char;
    pub fn aclrtSetDevice(device: i32) -> i32;
    pub fn aclrtResetDevice(device: i32) -> i32;
    pub fn aclrtResetDeviceForce(device: i32) -> i32;
    pub fn aclrtCreateContext(context: *mut usize, device: i32) -> i32;
    pub fn aclrtDestroyContext(context: usize) -> i32;
    pub fn aclrtSetCurrentContext(context: usize) -> i32;
    pub fn aclrtGetCurrentContext(context: *mut usize) -> i32;
    pub fn aclrtCreateStream(stream: *mut usize) -> i32;
    pub fn aclrtDestroyStream(stream: usize) -> i32;
    pub fn aclrtDestroyStreamForce(stream: usize) -> i32;
    pub fn aclrtStreamAbort(stream: usize) -> i32;
    pub fn aclrtSynchronizeStream(stream: usize) -> i32;
    pub fn aclrtSynchronizeDevice() -> i32;
    pub fn aclrtStreamQuery(stream: usize, status: *mut i32) -> i32;
    pub fn aclrtCreateEvent(event: *mut usize) -> i32;
    pub fn aclrtDestroyEvent(event: usize) -> i32;
    pub fn aclrtRecordEvent(event: usize, stream: usize) -> i32;
    pub fn aclrtStreamWaitEvent(stream: usize, event: usize) -> i32;
    pub fn aclrtSynchronizeEvent(event: usize) -> i32;
    pub fn aclrtQueryEventStatus(event: usize, status: *mut i32) -> i32;
    pub fn aclrtLaunchHostFunc(stream: usize, function: HostFunction, argument: usize) -> i32;
    pub fn aclrtMalloc(address: *mut usize, size: usize, policy: i32) -> i32;
    pub fn aclrtFree(address: usize) -> i32;
    pub fn aclrtMallocHost(address: *mut usize, size: usize) -> i32;
    pub fn aclrtFreeHost(address: usize) -> i32;
    pub fn aclrtGetMemInfo(kind: i32, free: *mut usize, total: *mut usize) -> i32;
    pub fn aclrtMemcpy(to: usize, room: usize, from: usize, count: usize, kind: i32) -> i32;
    pub fn aclrtMemcpyAsync(
        to: usize,
        room: usize,
        from: usize,
        count: usize,
        kind: i32,
        stream: usize,
    ) -> i32;
    pub fn aclrtMemsetAsync(to: usize, room: usize, value: i32, count: usize, stream: usize)
    -> i32;
    #[allow(clippy::too_many_arguments, reason = "the vendor's signature")]
    pub fn aclCreateTensor(
        shape: *const i64,
        rank: u64,
        data_type: i32,
        strides: *const i64,
        offset: i64,
        format: i32,
        storage: *const i64,
        storage_rank: u64,
        data: usize,
    ) -> usize;
    pub fn aclDestroyTensor(tensor: usize) -> i32;
    pub fn aclnnSinGetWorkspaceSize(
        input: usize,
        output: usize,
        size: *mut u64,
        executor: *mut usize,
    ) -> i32;
    pub fn aclnnSin(workspace: usize, size: u64, executor: usize, stream: usize) -> i32;
    pub fn aclnnLgammaGetWorkspaceSize(
        input: usize,
        output: usize,
        size: *mut u64,
        executor: *mut usize,
    ) -> i32;
    pub fn aclnnLgamma(workspace: usize, size: u64, executor: usize, stream: usize) -> i32;
    pub fn cnrtSetDevice(device: c_int) -> i32;
    pub fn cnrtQueueCreate(queue: *mut usize) -> i32;
    pub fn cnrtQueueDestroy(queue: usize) -> i32;
    pub fn cnrtMalloc(address: *mut usize, bytes: usize) -> i32;
    pub fn cnrtFree(address: usize) -> i32;
    pub fn cnrtMemcpy(to: usize, from: usize, bytes: usize, direction: i32) -> i32;
    pub fn mluOpCreate(handle: *mut usize) -> i32;
    pub fn mluOpDestroy(handle: usize) -> i32;
    pub fn mluOpSetQueue(handle: usize, queue: usize) -> i32;
    pub fn mluOpCreateTensorDescriptor(descriptor: *mut usize) -> i32;
    pub fn mluOpDestroyTensorDescriptor(descriptor: usize) -> i32;
    pub fn mluOpSetTensorDescriptor(
        descriptor: usize,
        layout: i32,
        kind: i32,
        rank: c_int,
        shape: *const c_int,
    ) -> i32;
    pub fn mluOpLgamma(handle: usize, x: usize, from: usize, y: usize, to: usize) -> i32;
}

/// The result of a call that creates something, as C programs get it.
pub fn created(what: &str, status: i32, handle: usize) -> usize {
    ok(what, status);
    if handle == 0 {
        finding(&format!("{what} succeeded and gave null"));
    }
    handle
}

/// A call that has to succeed.
pub fn ok(what: &str, status: i32) {
    if status != 0 {
        finding(&format!("{what} returned {status}: {}", recent()));
    }
}

/// A call that may be refused, but not by a fault of the library. Whether it succeeded.
pub fn fair(what: &str, status: i32) -> bool {
    if matches!(status, 500_000 | 561_000 | 999_991) {
        finding(&format!("{what} returned {status}: {}", recent()));
    }
    status == 0
}

/// A call that has to be refused with one of these codes.
pub fn refused(what: &str, status: i32, codes: &[i32]) {
    if !codes.contains(&status) {
        finding(&format!(
            "{what} returned {status} instead of one of {codes:?}: {}",
            recent()
        ));
    }
}

fn recent() -> String {
    // SAFETY: no arguments; the text is valid until this thread's next call.
    unsafe {
        let text = aclGetRecentErrMsg();
        if text.is_null() {
            "no message".into()
        } else {
            CStr::from_ptr(text).to_string_lossy().into_owned()
        }
    }
}

/// Ends the process: something is wrong.
pub fn finding(text: &str) -> ! {
    let line = format!("FINDING: {text}\n");
    // SAFETY: writes a buffer of its length, and ends the process without running anything else.
    unsafe {
        libc::write(2, line.as_ptr().cast::<c_void>(), line.len());
        libc::_exit(1)
    }
}
