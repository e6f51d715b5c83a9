//! `xmath/util.h`: what of it is a function. Counting bits is done in the header, by macros.

use super::trap::trap;
use hostnpu_aclnn_macros::entry;
use std::ffi::{c_uint, c_void};

/// Copies `bytes` bytes from `src` to `dst`. The two may be the same, but must not overlap otherwise.
#[entry(xmath)]
fn vpu_memcpy(dst: *mut c_void, src: *const c_void, bytes: c_uint) {
    if bytes == 0 {
        return;
    }
    if dst.is_null() || src.is_null() {
        return trap("vpu_memcpy: `dst` or `src` is null; nothing was copied.");
    }
    // SAFETY: neither is null, hence both are valid for `bytes` bytes.
    unsafe { std::ptr::copy(src.cast::<u8>(), dst.cast::<u8>(), bytes as usize) }
}

/// The name that `vpu_memcpy` had before 3.0.0.
#[entry(xmath)]
fn xs3_memcpy(dst: *mut c_void, src: *const c_void, bytes: c_uint) {
    // SAFETY: the C caller keeps the contract of `vpu_memcpy`.
    unsafe { vpu_memcpy(dst, src, bytes) }
}
