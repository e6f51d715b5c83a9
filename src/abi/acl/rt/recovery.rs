//! Faults of a device, which a simulated one has not, and ending its work; caches.

use std::ffi::c_void;

use super::device::device_by_id;
use super::memory::nonzero;
use crate::abi::acl::boundary::{guard, refuse};
use crate::abi::acl::types::*;
use crate::abi::pointer::{not_null, out};
use crate::abi::shown::called;
use crate::abi::streams::stream_for_work;

/// Returns the ranges of a device's memory that failed: none, so that `retSize` is 0. Returns 100000 for null, 107001 if there is no such device.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtGetMemUceInfo(
    device_id: i32,
    mem_uce_info_array: *mut aclrtMemUceInfo,
    array_size: usize,
    ret_size: *mut usize,
) -> aclError {
    let call = called!(
        "aclrtGetMemUceInfo",
        device_id,
        mem_uce_info_array,
        array_size,
        ret_size
    );
    guard(call, || {
        not_null("memUceInfoArray", mem_uce_info_array)?;
        // SAFETY: an out pointer, by the contract.
        let target = unsafe { out("retSize", ret_size)? };
        device_by_id("deviceId", device_id)?;
        log::debug!("no memory failed that {array_size} records could name");
        target.write(0);
        Ok(())
    })
}

/// Ends all work of a device: tasks that have not begun are dropped, waits end, what computes is waited for. The next synchronisation of each stream
/// that had work returns 107023 once. `timeout`, in milliseconds, is not needed.
///
/// Returns 107001 if there is no such device, 107000 in a function that one of its streams waits for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtDeviceTaskAbort(device_id: i32, timeout: u32) -> aclError {
    let call = called!("aclrtDeviceTaskAbort", device_id, timeout);
    guard(call, || {
        let streams = device_by_id("deviceId", device_id)?.streams();
        streams.iter().try_for_each(|stream| stream.check_wait())?;
        log::debug!(
            "the work of device {device_id} ends, within {timeout} ms where that is possible"
        );
        Ok(streams.iter().try_for_each(|stream| stream.clear())?)
    })
}

/// Moves memory into the cache or out of it, in a stream's order: nothing to do, for host and device share their caches. Prefetching is all that the
/// vendor takes too.
///
/// Returns 100000 for null or size 0; 107000 for another type; 107003 for a stream of another context; 207000 for what is not prefetching.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn aclrtCmoAsync(
    src: *mut c_void,
    size: usize,
    cmo_type: aclrtCmoType,
    stream: aclrtStream,
) -> aclError {
    let call = called!("aclrtCmoAsync", src, size, cmo_type, stream);
    guard(call, || {
        not_null("src", src)?;
        nonzero("size", size)?;
        if !cmo_type.is_named() {
            let allowed = "a value of aclrtCmoType";
            return refuse("cmoType", cmo_type, allowed, ACL_ERROR_RT_PARAM_INVALID);
        }
        if cmo_type != aclrtCmoType::ACL_RT_CMO_TYPE_PREFETCH {
            let allowed = "ACL_RT_CMO_TYPE_PREFETCH";
            return refuse(
                "cmoType",
                cmo_type,
                allowed,
                ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
            );
        }
        stream_for_work("stream", stream.addr())?;
        Ok(())
    })
}
