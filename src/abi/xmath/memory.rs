//! `xmath/util.h`: what of it is a function. Counting bits is done in the header, by macros.

use super::trap::trap;
use crate::abi::parameter::{ReadableMemory, WritableMemory};
use hostnpu_aclnn_macros::entry;
use std::ffi::c_uint;

/// Copies `bytes` bytes from `src` to `dst`. The two may be the same, but must not overlap otherwise.
#[entry(xmath)]
fn vpu_memcpy(
    #[length(bytes)] dst: WritableMemory,
    #[length(bytes)] src: ReadableMemory,
    bytes: c_uint,
) {
    copy(dst, src, bytes)
}

#[inline(always)]
fn copy(dst: WritableMemory, src: ReadableMemory, bytes: c_uint) {
    if bytes == 0 {
        return;
    }
    if dst.is_null() || src.is_null() {
        return trap("vpu_memcpy: `dst` or `src` is null; nothing was copied.");
    }
    dst.copy_from(src);
}

/// The name that `vpu_memcpy` had before 3.0.0.
#[entry(xmath)]
fn xs3_memcpy(
    #[length(bytes)] dst: WritableMemory,
    #[length(bytes)] src: ReadableMemory,
    bytes: c_uint,
) {
    copy(dst, src, bytes)
}
