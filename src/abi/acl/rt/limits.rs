//! Properties of devices: attributes, core limits, capabilities, the overflow mode.

use std::ptr::null_mut;

use super::device::device_by_id;
use super::stream_limits::{KINDS, used_limit};
use crate::abi::acl::boundary::{Code, Outcome, refuse};
use crate::abi::acl::types::*;
use crate::abi::parameter::{InOut, Later, Out, Text};
use crate::device::soc;
use crate::device::{Device, primary_context, require_context};
use crate::error::{Error, Reason};
use hostnpu_aclnn_macros::entry;

/// Returns the use of a device, in per cent: of the vector cores 100 while a stream has work and 0 otherwise; -1, not known,
/// of the memory.
///
/// Returns 100000 for null, or a `utilizationExtend` other than null; 107001 if there is no such device.
#[entry(acl)]
fn aclrtGetDeviceUtilizationRate(
    device_id: i32,
    utilization_info: InOut<aclrtUtilizationInfo>,
) -> Outcome {
    // The caller sets this member of the structure before the call.
    if !utilization_info.get().utilizationExtend.is_null() {
        return refuse(
            "utilizationInfo->utilizationExtend",
            "not null",
            "null: it is reserved",
            ACL_ERROR_INVALID_PARAM,
        );
    }
    let device = device_by_id("deviceId", device_id)?;
    let is_busy = device.streams().iter().any(|stream| !stream.is_idle());
    utilization_info.write(aclrtUtilizationInfo {
        cubeUtilization: 0,
        vectorUtilization: if is_busy { 100 } else { 0 },
        aicpuUtilization: 0,
        memoryUtilization: -1,
        utilizationExtend: null_mut(),
    });
    Ok(())
}

/// Returns an attribute of a device; 0 for what only the real one has.
///
/// Returns 100000 for null, 107000 for another attribute, or if there is no such device.
#[entry(acl)]
fn aclrtGetDeviceInfo(device_id: u32, attr: aclrtDevAttr, value: Out<i64>) -> Outcome {
    let id = i32::try_from(device_id).unwrap_or(i32::MAX);
    let device = device_by_id("deviceId", id).code(ACL_ERROR_RT_PARAM_INVALID)?;
    if !attr.is_named() {
        return refuse(
            "attr",
            attr,
            "a value of aclrtDevAttr",
            ACL_ERROR_RT_PARAM_INVALID,
        );
    }
    value.write(attribute(device, attr));
    Ok(())
}

fn attribute(device: &Device, attr: aclrtDevAttr) -> i64 {
    match attr {
        aclrtDevAttr::ACL_DEV_ATTR_AICPU_CORE_NUM => soc::AI_CPUS.into(),
        aclrtDevAttr::ACL_DEV_ATTR_AICORE_CORE_NUM | aclrtDevAttr::ACL_DEV_ATTR_CUBE_CORE_NUM => {
            soc::CUBE_CORES.into()
        }
        aclrtDevAttr::ACL_DEV_ATTR_VECTOR_CORE_NUM => soc::VECTOR_CORES.into(),
        aclrtDevAttr::ACL_DEV_ATTR_TOTAL_GLOBAL_MEM_SIZE => device.memory_size() as i64,
        aclrtDevAttr::ACL_DEV_ATTR_L2_CACHE_SIZE => soc::L2_SIZE as i64,
        aclrtDevAttr::ACL_DEV_ATTR_PHY_CHIP_ID => device.id().into(),
        aclrtDevAttr::ACL_DEV_ATTR_NPU_ARCH => {
            soc::architecture(&soc::name().to_string_lossy()).unwrap_or(0)
        }
        _ => 0,
    }
}

/// A kind of core: the name of its limit among the device's settings, and how many there are.
pub(super) fn core(kind: aclrtDevResLimitType) -> Outcome<(&'static str, u32)> {
    match kind {
        aclrtDevResLimitType::ACL_RT_DEV_RES_CUBE_CORE => Ok(("cube cores", soc::CUBE_CORES)),
        aclrtDevResLimitType::ACL_RT_DEV_RES_VECTOR_CORE => Ok(("vector cores", soc::VECTOR_CORES)),
        _ => refuse(
            "type",
            kind,
            "ACL_RT_DEV_RES_CUBE_CORE (0) or ACL_RT_DEV_RES_VECTOR_CORE (1)",
            ACL_ERROR_RT_PARAM_INVALID,
        ),
    }
}

/// The number of cores of a kind that the process may use of a device.
pub(super) fn core_limit(device: &Device, (name, all): (&'static str, u32)) -> u32 {
    device
        .settings()
        .get(name, 0)
        .and_then(|limit| limit.try_into().ok())
        .unwrap_or(all)
}

/// Returns how many cores of a kind the process may use of a device.
///
/// Returns 100000 for null, 107000 for another kind, 107001 if there is no such device.
#[entry(acl)]
fn aclrtGetDeviceResLimit(device_id: i32, type_: aclrtDevResLimitType, value: Out<u32>) -> Outcome {
    let core = core(type_)?;
    value.write(core_limit(device_by_id("deviceId", device_id)?, core));
    Ok(())
}

/// Sets how many cores of a kind the process may use of a device. The number is remembered; operators run on all cores of
/// the host.
///
/// Returns 107000 for another kind, or more cores than there are; 107001 if there is no such device; 507033 if it is not
/// set.
#[entry(acl)]
fn aclrtSetDeviceResLimit(device_id: i32, type_: aclrtDevResLimitType, value: u32) -> Outcome {
    let (name, all) = core(type_)?;
    let device = device_that_is_set(device_id)?;
    if value > all {
        let allowed = format!("0 to {all} (all {name})");
        return refuse("value", value, allowed, ACL_ERROR_RT_PARAM_INVALID);
    }
    device.settings().set(name, 0, value.into());
    Ok(())
}

/// Lets the process use all cores of a device again. Returns 107001 if there is no such device, 507033 if it is not set.
#[entry(acl)]
fn aclrtResetDeviceResLimit(device_id: i32) -> Outcome {
    let device = device_that_is_set(device_id)?;
    for kind in KINDS {
        device.settings().remove(core(kind)?.0, 0);
    }
    Ok(())
}

fn device_that_is_set(id: i32) -> Outcome<&'static Device> {
    let device = device_by_id("deviceId", id)?;
    if primary_context(device).is_none() {
        return Err(Error::from(Reason::DeviceNotSet { device: id }))
            .code(ACL_ERROR_RT_DEV_SETUP_ERROR);
    }
    Ok(device)
}

/// Returns how many cores of a kind the calling thread may use of its current device: those of the stream whose limits it uses, if it uses one.
///
/// Returns 100000 for null, 107000 for another kind, 107002 without a current context.
#[entry(acl)]
fn aclrtGetResInCurrentThread(type_: aclrtDevResLimitType, value: Out<u32>) -> Outcome {
    let core = core(type_)?;
    let of_device = core_limit(require_context()?.device(), core);
    value.write(used_limit(type_).unwrap_or(of_device));
    Ok(())
}

/// Reports whether a device has a feature (1) or lacks it (0): simulated devices have neither of the two known ones.
///
/// Returns 100000 for null, 107000 for another feature, 107001 if there is no such device.
#[entry(acl)]
fn aclrtGetDeviceCapability(
    device_id: i32,
    dev_feature_type: aclrtDevFeatureType,
    value: Out<i32>,
) -> Outcome {
    device_by_id("deviceId", device_id)?;
    if !dev_feature_type.is_named() {
        return refuse(
            "devFeatureType",
            dev_feature_type,
            "a value of aclrtDevFeatureType",
            ACL_ERROR_RT_PARAM_INVALID,
        );
    }
    value.write(ACL_DEV_FEATURE_NOT_SUPPORT);
    Ok(())
}

/// Reports whether programs for the chip of this name run here (1) or not (0): it is the one that `aclrtGetSocName` names, or of
/// its architecture.
///
/// Returns 107000 for null, or an empty name.
#[entry(acl)]
fn aclrtCheckArchCompatibility(
    soc_version: Later<Text>,
    can_compatible: Later<Out<i32>>,
) -> Outcome {
    let name = soc_version.get().code(ACL_ERROR_RT_PARAM_INVALID)?;
    let target = can_compatible.get().code(ACL_ERROR_RT_PARAM_INVALID)?;
    if name.is_empty() {
        return refuse(
            "socVersion",
            "empty",
            "the name of a chip",
            ACL_ERROR_RT_PARAM_INVALID,
        );
    }
    let (this, other) = (soc::name().to_string_lossy(), name.to_string_lossy());
    target.write(soc::is_compatible(&this, &other).into());
    Ok(())
}

/// Name of the overflow mode among the device's settings.
const OVERFLOW_MODE: &str = "overflow mode";

/// Sets what an overflow gives on the current device: the largest number (0) or infinity (1). The mode is remembered;
/// operators give infinity, as the chips do by default.
///
/// Returns 107000 for another mode, 107002 without a current context.
#[entry(acl)]
fn aclrtSetDeviceSatMode(mode: aclrtFloatOverflowMode) -> Outcome {
    if !matches!(mode.raw(), 0 | 1) {
        return refuse(
            "mode",
            mode,
            "ACL_RT_OVERFLOW_MODE_SATURATION (0) or ACL_RT_OVERFLOW_MODE_INFNAN (1)",
            ACL_ERROR_RT_PARAM_INVALID,
        );
    }
    let context = require_context()?;
    let settings = context.device().settings();
    settings.set(OVERFLOW_MODE, 0, mode.raw().into());
    Ok(())
}

/// Returns the mode of `aclrtSetDeviceSatMode`; infinity by default. Returns 100000 for null, 107002 without a current context.
#[entry(acl)]
fn aclrtGetDeviceSatMode(mode: Out<aclrtFloatOverflowMode>) -> Outcome {
    let target = mode;
    let context = require_context()?;
    let mode = context.device().settings().get(OVERFLOW_MODE, 0);
    target.write(match mode {
        Some(0) => aclrtFloatOverflowMode::ACL_RT_OVERFLOW_MODE_SATURATION,
        _ => aclrtFloatOverflowMode::ACL_RT_OVERFLOW_MODE_INFNAN,
    });
    Ok(())
}
