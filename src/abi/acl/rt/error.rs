//! Errors: their text, and the last code of a thread.

use std::ffi::c_char;
use std::ptr;

use super::device::device_by_id;
use crate::abi::acl::boundary::{clear_last_error, guard, last_error, refuse};
use crate::abi::acl::types::*;
use crate::abi::failure::Outcome;
use crate::abi::parameter::{Out, WritableMemory};
use crate::abi::pointer::not_null;
use crate::abi::streams::stream_for_work;
use crate::abi::watch::{Bytes, OnBytes, used_in_stream};
use crate::device::bounds;
use crate::diagnostics::recent;
use crate::ops::{self};
use hostnpu_aclnn_macros::entry;

/// Returns the messages of the thread's failed calls since it last asked, newest first, each with the function, the argument,
/// what it was and what is allowed; null if there is none. The text is valid until the thread's next call.
///
/// With `"err_msg_mode": "1"` in the file of `aclInit`, messages are kept for the whole process.
#[entry(acl, otherwise = ptr::null())]
fn aclGetRecentErrMsg() -> *const c_char {
    recent::fetch(|text| text.map_or(ptr::null(), |text| text.as_ptr()))
}

/// Returns the code of the thread's last call that the runtime layer refused (107000 and above in each family); 0 if there was
/// none. `level` must be ACL_RT_THREAD_LEVEL, else returns 100000.
#[entry(acl)]
fn aclrtPeekAtLastError(level: aclrtLastErrLevel) -> aclError {
    if level != aclrtLastErrLevel::ACL_RT_THREAD_LEVEL {
        return bad_level(FUNCTION, level);
    }
    last_error()
}

/// As `aclrtPeekAtLastError`, and forgets the code.
#[entry(acl)]
fn aclrtGetLastError(level: aclrtLastErrLevel) -> aclError {
    if level != aclrtLastErrLevel::ACL_RT_THREAD_LEVEL {
        return bad_level(FUNCTION, level);
    }
    let code = last_error();
    clear_last_error();
    code
}

fn bad_level(function: &'static str, level: aclrtLastErrLevel) -> aclError {
    guard(function, || {
        refuse(
            "level",
            level,
            "ACL_RT_THREAD_LEVEL (0)",
            ACL_ERROR_INVALID_PARAM,
        )
    })
}

/// Returns what is wrong with a device: nothing, ever. Returns 100000 for null, 107001 if there is no such device.
#[entry(acl)]
fn aclrtGetErrorVerbose(device_id: i32, error_info: Out<aclrtErrorInfo>) -> Outcome {
    device_by_id("deviceId", device_id)?;
    // SAFETY: all its members are numbers and pointers, for which zero bytes are valid; ACL_RT_NO_ERROR is 0.
    error_info.write(unsafe { std::mem::zeroed() });
    Ok(())
}

/// Bytes of an overflow state.
const OVERFLOW_STATE: usize = 64;

/// Queues the writing of 64 bytes of overflow state, which is that there was none: simulated devices follow IEEE 754.
///
/// Returns 100000 for null, 107000 for another size or memory that is too small.
#[entry(acl)]
fn aclrtGetOverflowStatus(
    #[length(OVERFLOW_STATE)] output_addr: WritableMemory,
    output_size: usize,
    stream: aclrtStream,
) -> Outcome {
    not_null("outputAddr", output_addr)?;
    if output_size != OVERFLOW_STATE {
        return refuse("outputSize", output_size, "64", ACL_ERROR_RT_PARAM_INVALID);
    }
    let stream = stream_for_work("stream", stream.addr())?;
    let address = output_addr.addr();
    bounds(
        "outputAddr",
        address,
        &(address..address.saturating_add(OVERFLOW_STATE)),
    )?;
    used_in_stream(&[Bytes::written("outputAddr", address, OVERFLOW_STATE)]);
    let work = move || {
        ops::fill(output_addr.bytes(), 0);
        Ok(())
    };
    let uses = [Bytes::written("outputAddr", address, OVERFLOW_STATE)];
    Ok(stream.submit_work(true, OnBytes { uses, work })?)
}

/// Queues the clearing of the overflow state, which is always clear.
#[entry(acl)]
fn aclrtResetOverflowStatus(stream: aclrtStream) -> Outcome {
    stream_for_work("stream", stream.addr())?;
    Ok(())
}
