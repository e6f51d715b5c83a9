//! Devices: which ones there are, setting one, waiting for it.

use std::sync::{Arc, OnceLock};

use super::time_limit::time_limit;
use crate::abi::acl::boundary::{Outcome, refuse};
use crate::abi::acl::types::*;
use crate::abi::parameter::Out;
use crate::abi::streams;
use crate::config;
use crate::device::{Device, Ending, LEAST_PRIORITY, Uses, devices, require_context};
use crate::error::{Error, Reason, Result};
use hostnpu_aclnn_macros::entry;

/// The devices that programs see: all, or those that `ASCEND_RT_VISIBLE_DEVICES` lists, in its order.
pub(crate) fn visible() -> &'static [Arc<Device>] {
    static VISIBLE: OnceLock<Vec<Arc<Device>>> = OnceLock::new();
    VISIBLE.get_or_init(|| {
        config::visible_devices(devices().len())
            .into_iter()
            .map(|id| devices()[id].clone())
            .collect()
    })
}

/// The device that a program calls `id`.
pub(crate) fn device_by_id(arg: &'static str, id: i32) -> Result<&'static Arc<Device>> {
    let found = usize::try_from(id)
        .ok()
        .and_then(|index| visible().get(index));
    found.ok_or_else(|| {
        Error::from(Reason::NoDevice {
            arg,
            got: i64::from(id),
            last: visible().len() as i64 - 1,
        })
    })
}

/// The number by which the program knows this device.
pub(crate) fn id_of(device: &Device) -> i32 {
    visible()
        .iter()
        .position(|visible| visible.id() == device.id())
        .map_or(device.id(), |id| id as i32)
}

/// Sets a device current for the calling thread. The first call for a device makes its primary context with its default
/// stream; each call counts one more use of it.
///
/// Returns 107001 if there is no such device.
#[entry(acl)]
fn aclrtSetDevice(device_id: i32) -> Outcome {
    streams::set_device(device_by_id("deviceId", device_id)?)?;
    Ok(())
}

fn reset(device_id: i32, uses: Uses, ending: Ending) -> Outcome {
    let device = device_by_id("deviceId", device_id)?;
    Ok(streams::reset_device(device, uses, ending)?)
}

/// Takes back one use of a device. At none its work is waited for, its streams end, and its memory is freed; what contexts of
/// `aclrtCreateContext` allocated is freed when they are gone.
///
/// Returns 107001 if there is no such device, 507007 if it is not set, 107000 in a function that one of its streams waits for.
#[entry(acl, resets = device)]
fn aclrtResetDevice(device_id: i32) -> Outcome {
    reset(device_id, Uses::One, Ending::Finish)
}

/// As `aclrtResetDevice`, however often the device is in use, and at once: tasks that have not begun are dropped, waits end.
#[entry(acl, resets = device)]
fn aclrtResetDeviceForce(device_id: i32) -> Outcome {
    reset(device_id, Uses::All, Ending::Drop)
}

/// Returns the calling thread's current device. Returns 100000 for null, 107002 if the thread has none.
#[entry(acl, answer = ACL_ERROR_RT_CONTEXT_NULL)]
fn aclrtGetDevice(device_id: Out<i32>) -> Outcome {
    // The runtime's own `aclrtGetDevice` takes a missing context for an answer: no error is recorded.
    device_id.write(id_of(require_context()?.device()));
    Ok(())
}

/// Returns the number of devices: `HOSTNPU_DEVICES`, 1 by default. Returns 100000 for null.
#[entry(acl)]
fn aclrtGetDeviceCount(count: Out<u32>) -> Outcome {
    count.write(visible().len() as u32);
    Ok(())
}

/// Returns `ACL_HOST`: the program runs beside the device, not on it. Returns 100000 for null.
#[entry(acl)]
fn aclrtGetRunMode(run_mode: Out<aclrtRunMode>) -> Outcome {
    run_mode.write(aclrtRunMode::ACL_HOST);
    Ok(())
}

/// Waits for all work of the current context's device. Returns 107002 without a current context, or the error of a task
/// that failed; 107000 in a function that one of the device's streams waits for.
#[entry(acl, waits = host, needs = device)]
fn aclrtSynchronizeDevice() -> Outcome {
    Ok(require_context()?.device().synchronize(None)?)
}

/// As `aclrtSynchronizeDevice`, for at most `timeout` milliseconds (-1: no limit). Returns 107000 for another limit below
/// 1, 507046 when the time is over.
#[entry(acl, waits = host, needs = device)]
fn aclrtSynchronizeDeviceWithTimeout(timeout: i32) -> Outcome {
    let limit = time_limit("timeout", timeout)?;
    Ok(require_context()?.device().synchronize(limit)?)
}

/// Returns a device's state: a simulated device is always well. Returns 100000 for null, 107001 if there is no such device.
#[entry(acl)]
fn aclrtQueryDeviceStatus(device_id: i32, device_status: Out<aclrtDeviceStatus>) -> Outcome {
    device_by_id("deviceId", device_id)?;
    device_status.write(aclrtDeviceStatus::ACL_RT_DEVICE_STATUS_NORMAL);
    Ok(())
}

/// Selects a task scheduler. 0 and 1 are accepted and change nothing; returns 100000 for others.
#[entry(acl)]
fn aclrtSetTsDevice(ts_id: aclrtTsId) -> Outcome {
    match ts_id.raw() {
        0 | 1 => Ok(()),
        other => refuse("tsId", other, "0 or 1", ACL_ERROR_INVALID_PARAM),
    }
}

/// Returns the least (7) and the greatest (0) priority of streams. Either pointer may be null.
#[entry(acl)]
fn aclrtDeviceGetStreamPriorityRange(
    least_priority: Option<Out<i32>>,
    greatest_priority: Option<Out<i32>>,
) -> Outcome {
    for (target, value) in [
        (least_priority, LEAST_PRIORITY as i32),
        (greatest_priority, 0),
    ] {
        if let Some(target) = target {
            target.write(value);
        }
    }
    Ok(())
}
