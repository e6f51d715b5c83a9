//! Descriptions of profiles.

use std::ffi::c_char;

use super::objects::{self, Item};
use super::open_enums::{aclprofAicoreMetrics, aclprofConfigType};
use super::types::{aclprofAicoreEvents, aclprofConfig};
use crate::abi::acl::boundary::{Outcome, refuse};
use crate::abi::acl::types::*;
use crate::abi::parameter::Array;
use crate::abi::pointer::not_null;
use crate::device::device;
use crate::error::Result;
use hostnpu_aclnn_macros::entry;
use std::ptr::null_mut;

/// Longest text of a setting.
const LONGEST: usize = 256;

/// The devices of a description.
pub(super) fn devices(config: *const aclprofConfig) -> Result<Vec<u32>> {
    objects::change("profilerConfig", config.addr(), |item| match item {
        Item::Config(devices) => Some(devices.clone()),
        _ => None,
    })
}

/// Creates a description of a profile of some devices. Metrics, events and `dataTypeConfig` change nothing: calls, tasks and marks are
/// always recorded, and there are no counters of hardware units.
///
/// Returns null if `deviceIdList` is null or names a device that does not exist, or the first one twice; `aclGetRecentErrMsg` says which.
#[entry(acl, otherwise = null_mut())]
fn aclprofCreateConfig(
    #[length(device_nums)]
    #[not_const]
    device_id_list: Array<'_, u32>,
    device_nums: u32,
    _aicore_metrics: aclprofAicoreMetrics,
    _aicore_events: *const aclprofAicoreEvents,
    _data_type_config: u64,
) -> Outcome<*mut aclprofConfig> {
    let devices = device_id_list.get()?;
    for (i, &id) in devices.iter().enumerate() {
        device("deviceIdList", i32::try_from(id).unwrap_or(-1))?;
        if devices[..i].contains(&id) {
            let allowed = "each device once";
            return refuse(
                "deviceIdList",
                format!("device {id} twice"),
                allowed,
                ACL_ERROR_INVALID_PARAM,
            );
        }
    }
    Ok(objects::insert(Item::Config(devices.to_vec()))? as *mut aclprofConfig)
}

/// Destroys a description of a profile. Returns 107017 for what is none.
#[entry(acl)]
fn aclprofDestroyConfig(profiler_config: *const aclprofConfig) -> Outcome {
    not_null("profilerConfig", profiler_config)?;
    let is_config = |item: &Item| matches!(item, Item::Config(_));
    objects::take("profilerConfig", profiler_config.addr(), is_config)?;
    Ok(())
}

/// Sets what a profile records beside calls and tasks. Nothing of it exists on a simulated device: the text is looked at, and changes nothing.
///
/// Returns 100000 for null, a type that is none, and a text of more than 256 bytes.
#[entry(acl)]
fn aclprofSetConfig(
    config_type: aclprofConfigType,
    config: *const c_char,
    config_length: usize,
) -> Outcome {
    not_null("config", config)?;
    check_type(config_type)?;
    if !(1..=LONGEST).contains(&config_length) {
        return refuse(
            "configLength",
            config_length,
            "1 to 256 bytes",
            ACL_ERROR_INVALID_PARAM,
        );
    }
    Ok(())
}

fn check_type(config_type: aclprofConfigType) -> Outcome {
    let is_bound = [
        aclprofConfigType::ACL_PROF_ARGS_MIN,
        aclprofConfigType::ACL_PROF_ARGS_MAX,
    ]
    .contains(&config_type);
    if config_type.is_named() && !is_bound {
        return Ok(());
    }
    let allowed = "a value of aclprofConfigType between its bounds";
    refuse("configType", config_type, allowed, ACL_ERROR_INVALID_PARAM)
}
