//! Types of `experiment/msprof/toolchain/prof_api.h`.

use std::ffi::c_void;

/// Told when a profile begins or ends.
pub type ProfCommandHandle =
    Option<unsafe extern "C" fn(type_: u32, data: *mut c_void, len: u32) -> i32>;

/// When a call began and ended.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MsprofApi {
    /// 0x5A5A.
    pub magicNumber: u16,
    /// The layer that was called.
    pub level: u16,
    /// The kind of call.
    pub r#type: u32,
    /// The thread that called.
    pub threadId: u32,
    /// Reserved.
    pub reserve: u32,
    /// When it began, by `MsprofSysCycleTime`.
    pub beginTime: u64,
    /// When it ended.
    pub endTime: u64,
    /// The called function, by `MsprofGetHashId`.
    pub itemId: u64,
}
