//! Faults of a device, which a simulated one has not, and ending its work.

use super::device::device_by_id;
use crate::abi::acl::boundary::refuse;
use crate::abi::acl::types::*;
use crate::abi::failure::Outcome;
use crate::abi::parameter::{Array, In, Later, Out};
use crate::abi::pointer::not_null;
use crate::device::{Kind, allocation_at};
use hostnpu_aclnn_macros::entry;

/// Returns the ranges of a device's memory that failed: none, so that `retSize` is 0. Returns 100000 for null, 107001 if there is no such device.
#[entry(acl)]
fn aclrtGetMemUceInfo(
    device_id: i32,
    #[length(array_size)]
    #[not_const]
    mem_uce_info_array: Array<'_, aclrtMemUceInfo>,
    array_size: usize,
    ret_size: Later<Out<usize>>,
) -> Outcome {
    not_null("memUceInfoArray", mem_uce_info_array)?;
    let target = ret_size.get()?;
    device_by_id("deviceId", device_id)?;
    log::debug!("no memory failed that {array_size} records could name");
    target.write(0);
    Ok(())
}

/// Ranges of failed memory that one call takes at most.
const FAILED_RANGES: usize = 128;

/// Repairs ranges of a device's memory: they are whole, for no memory of a simulated device fails.
///
/// Returns 100000 for null, more than 128 ranges, or `reserved` bytes other than 0; 107001 if there is no such device; 107000 for a range that is not the device's memory.
#[entry(acl)]
fn aclrtMemUceRepair(
    device_id: i32,
    #[length(array_size)]
    #[not_const]
    mem_uce_info_array: Array<'_, aclrtMemUceInfo>,
    array_size: usize,
) -> Outcome {
    not_null("memUceInfoArray", mem_uce_info_array)?;
    if array_size > FAILED_RANGES {
        return refuse(
            "arraySize",
            array_size,
            "at most 128",
            ACL_ERROR_INVALID_PARAM,
        );
    }
    let device = device_by_id("deviceId", device_id)?;
    for range in mem_uce_info_array.get()? {
        if range.reserved.iter().any(|&word| word != 0) {
            let allowed = "0 in all words of `reserved`";
            return refuse(
                "memUceInfoArray",
                "something else",
                allowed,
                ACL_ERROR_INVALID_PARAM,
            );
        }
        let (start, end) = (
            range.addr.addr(),
            range.addr.addr().saturating_add(range.len),
        );
        let is_whole = allocation_at(start).is_some_and(|found| {
            matches!(found.kind, Kind::Device(id) if id == device.id()) && end <= found.bytes().end
        });
        if !is_whole {
            let got = format!("{start:#x} with {} bytes", range.len);
            let allowed = "memory of the device";
            return refuse("memUceInfoArray", got, allowed, ACL_ERROR_RT_PARAM_INVALID);
        }
    }
    Ok(())
}

/// Repairs what `aclrtGetErrorVerbose` has told of a device: nothing, ever.
///
/// Returns 100000 for null, 107001 if there is no such device, 107000 for an error, of which a simulated device has none.
#[entry(acl)]
fn aclrtRepairError(device_id: i32, error_info: In<aclrtErrorInfo>) -> Outcome {
    device_by_id("deviceId", device_id)?;
    let kind = error_info.errorType;
    if kind != aclrtErrorType::ACL_RT_NO_ERROR {
        let allowed = "ACL_RT_NO_ERROR, as aclrtGetErrorVerbose tells";
        return refuse(
            "errorInfo->errorType",
            kind,
            allowed,
            ACL_ERROR_RT_PARAM_INVALID,
        );
    }
    Ok(())
}

/// Ends all work of a device: tasks that have not begun are dropped, waits end, what computes stops. The next synchronisation of each stream
/// that had work returns 107023 once. `timeout`, in milliseconds, is not needed.
///
/// Returns 107001 if there is no such device, 107000 in a function that one of its streams waits for.
#[entry(acl)]
fn aclrtDeviceTaskAbort(device_id: i32, timeout: u32) -> Outcome {
    let streams = device_by_id("deviceId", device_id)?.streams();
    streams.iter().try_for_each(|stream| stream.check_wait())?;
    log::debug!("the work of device {device_id} ends, within {timeout} ms where that is possible");
    Ok(streams.iter().try_for_each(|stream| stream.clear())?)
}
