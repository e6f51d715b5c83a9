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

/// Parameters of a launch.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct rtArgsEx_t {
    /// The parameters, one behind the other, in memory of the host.
    pub args: *mut c_void,
    /// Places of inputs in memory of the host.
    pub hostInputInfoPtr: *mut c_void,
    /// Bytes of the parameters.
    pub argsSize: u32,
    /// Place of the address of the tiling.
    pub tilingAddrOffset: u32,
    /// Place of the tiling.
    pub tilingDataOffset: u32,
    /// Number of inputs in memory of the host.
    pub hostInputInfoNum: u16,
    /// Not 0 if there is a tiling.
    pub hasTiling: u8,
    /// Not 0 if the parameters lie on the device.
    pub isNoNeedH2DCopy: u8,
    /// Not used.
    pub reserved: [u8; 4],
}
