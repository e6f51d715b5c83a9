//! `profiling/aprof_pub.h`: which models there are, as who loads them tells the profiler.

use std::collections::BTreeMap;
use std::sync::Mutex;

use crate::abi::acl::boundary::{guard, refuse};
use crate::abi::acl::types::*;
use crate::abi::failure::Outcome;
use crate::device::device;
use crate::sync::lock;
use hostnpu_aclnn_macros::entry;

/// The device of each model that was told of.
static MODELS: Mutex<BTreeMap<u32, u32>> = Mutex::new(BTreeMap::new());

/// Returns true if a model of this number was told of.
pub fn is_known(model: u32) -> bool {
    lock(&MODELS).contains_key(&model)
}

/// Tells the profiler of a model: `aclprofModelSubscribe` takes its number from then on. A later call for the same number replaces the device.
///
/// Returns 0, or 107001 for a device that does not exist.
#[entry(acl, status = i32 by guard)]
fn MsprofSetDeviceIdByGeModelIdx(ge_model_idx: u32, device_id: u32) -> Outcome {
    device("deviceId", i32::try_from(device_id).unwrap_or(-1))?;
    lock(&MODELS).insert(ge_model_idx, device_id);
    Ok(())
}

/// Takes back what `MsprofSetDeviceIdByGeModelIdx` told.
///
/// Returns 0, or 100011 for a model that was not told of, or of another device.
#[entry(acl, status = i32 by guard)]
fn MsprofUnsetDeviceIdByGeModelIdx(ge_model_idx: u32, device_id: u32) -> Outcome {
    let mut models = lock(&MODELS);
    if models.get(&ge_model_idx) != Some(&device_id) {
        return refuse(
            "geModelIdx",
            format!("model {ge_model_idx} of device {device_id}"),
            "what MsprofSetDeviceIdByGeModelIdx told",
            ACL_ERROR_INVALID_MODEL_ID,
        );
    }
    models.remove(&ge_model_idx);
    Ok(())
}
