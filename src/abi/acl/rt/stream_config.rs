//! Settings of a stream that are put together before it is created.

use std::collections::BTreeMap;
use std::ptr::{self, without_provenance_mut};
use std::sync::Mutex;

use super::stream::create;
use crate::abi::acl::boundary::{Outcome, refuse};
use crate::abi::acl::types::*;
use crate::abi::parameter::{Out, ReadableMemory};
use crate::abi::pointer::not_null;
use crate::device::LEAST_PRIORITY;
use crate::error::{Error, Reason};
use crate::sync::lock;
use hostnpu_aclnn_macros::entry;

/// The live settings by their addresses, which programs read as the structure that the header declares.
static CONFIGS: Mutex<BTreeMap<usize, Config>> = Mutex::new(BTreeMap::new());

struct Config(Box<aclrtStreamConfigHandle>);

// SAFETY: the work address in it is kept and never followed.
unsafe impl Send for Config {}

/// Shows live settings to `visit`.
fn with<R>(
    handle: *const aclrtStreamConfigHandle,
    visit: impl FnOnce(&mut aclrtStreamConfigHandle) -> Outcome<R>,
) -> Outcome<R> {
    not_null("handle", handle)?;
    match lock(&CONFIGS).get_mut(&handle.addr()) {
        Some(config) => visit(&mut config.0),
        None => refuse(
            "handle",
            format!("{handle:p}"),
            "what aclrtCreateStreamConfigHandle returned, until it is destroyed",
            ACL_ERROR_INVALID_PARAM,
        ),
    }
}

/// Creates settings of a stream: no work memory, no flags, the greatest priority.
#[entry(acl, otherwise = ptr::null_mut(), needs = device)]
fn aclrtCreateStreamConfigHandle() -> Outcome<*mut aclrtStreamConfigHandle> {
    let mut config = Box::new(aclrtStreamConfigHandle {
        workptr: ptr::null_mut(),
        workSize: 0,
        flag: 0,
        priority: 0,
    });
    let handle = &raw mut *config;
    lock(&CONFIGS).insert(handle.addr(), Config(config));
    Ok(handle)
}

/// Destroys settings of a stream. Returns 100000 for null, or what is not live.
#[entry(acl)]
fn aclrtDestroyStreamConfigHandle(handle: *mut aclrtStreamConfigHandle) -> Outcome {
    with(handle, |_| Ok(()))?;
    lock(&CONFIGS).remove(&handle.addr());
    Ok(())
}

/// Sets one of a stream's settings: the address (`void *`) or the size (`size_t`) of work memory, which is remembered; the flags
/// (`size_t` or `uint32_t`); the priority (`uint32_t`, 0 to 7).
///
/// Returns 100000 for null, what is not live, another setting, a `valueSize` other than that of its type, or a priority above 7.
#[entry(acl)]
fn aclrtSetStreamConfigOpt(
    handle: *mut aclrtStreamConfigHandle,
    attr: aclrtStreamConfigAttr,
    #[length(value_size)] attr_value: ReadableMemory,
    value_size: usize,
) -> Outcome {
    not_null("handle", handle)?;
    not_null("attrValue", attr_value)?;
    let sizes: &[usize] = match attr {
        aclrtStreamConfigAttr::ACL_RT_STREAM_WORK_ADDR_PTR
        | aclrtStreamConfigAttr::ACL_RT_STREAM_WORK_SIZE => &[size_of::<usize>()],
        // The vendor's code wants a `size_t`, its sample passes a `uint32_t`.
        aclrtStreamConfigAttr::ACL_RT_STREAM_FLAG => &[size_of::<usize>(), size_of::<u32>()],
        aclrtStreamConfigAttr::ACL_RT_STREAM_PRIORITY => &[size_of::<u32>()],
        _ => return refuse("attr", attr, "0 to 3", ACL_ERROR_INVALID_PARAM),
    };
    if !sizes.contains(&value_size) {
        let sizes: Vec<String> = sizes.iter().map(usize::to_string).collect();
        let allowed = format!("{} for {attr}", sizes.join(" or "));
        return refuse("valueSize", value_size, allowed, ACL_ERROR_INVALID_PARAM);
    }
    let value = attr_value.number() as usize;
    with(handle, |config| {
        match attr {
            aclrtStreamConfigAttr::ACL_RT_STREAM_WORK_ADDR_PTR => {
                config.workptr = without_provenance_mut(value);
            }
            aclrtStreamConfigAttr::ACL_RT_STREAM_WORK_SIZE => config.workSize = value,
            aclrtStreamConfigAttr::ACL_RT_STREAM_FLAG => config.flag = value,
            _ if value > LEAST_PRIORITY as usize => {
                let allowed = format!("0 to {LEAST_PRIORITY}");
                return refuse("attrValue", value, allowed, ACL_ERROR_INVALID_PARAM);
            }
            _ => config.priority = value as u32,
        }
        Ok(())
    })
}

/// Creates a stream with settings, or, where `handle` is null, as `aclrtCreateStream`.
///
/// Returns what `aclrtCreateStream` does; 100000 for settings that are not live.
#[entry(acl, needs = device)]
fn aclrtCreateStreamV2(
    stream: Out<aclrtStream>,
    handle: *const aclrtStreamConfigHandle,
) -> Outcome {
    if handle.is_null() {
        return create(stream, 0, 0);
    }
    let (priority, flag) = with(handle, |config| Ok((config.priority, config.flag)))?;
    let flag = u32::try_from(flag).map_err(|_| {
        Error::from(Reason::Value {
            arg: "handle->flag",
            got: format!("{flag:#x}"),
            allowed: "ACL_STREAM_* flags, of 32 bits".into(),
        })
    })?;
    create(stream, priority, flag)
}
