//! Types of `experiment/runtime/runtime/rt.h`.

use std::ffi::c_void;

/// Status of a call.
pub type rtError_t = i32;

/// A stream.
pub type rtStream_t = *mut c_void;

/// Compiled kernels in memory.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct rtDevBinary_t {
    /// The kind of the file.
    pub magic: u32,
    /// Its version.
    pub version: u32,
    /// Its first byte.
    pub data: *const c_void,
    /// Bytes of it.
    pub length: u64,
}

/// The share of a kernel in the second cache.
pub struct rtSmDesc_t {
    _private: [u8; 0],
}
