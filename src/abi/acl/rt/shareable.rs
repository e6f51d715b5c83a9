//! Physical memory that processes share.

use std::sync::{Arc, Mutex, Weak};

use super::device::device_by_id;
use super::virtual_memory::{no_flags, nonzero_count, physical, physical_handle};
use crate::abi::acl::boundary::{Outcome, refuse};
use crate::abi::acl::types::*;
use crate::abi::parameter::{Array, Later, Out, ReadableMemory, WritableMemory};
use crate::abi::pointer::not_null;
use crate::device::{Device, Kind, Physical, require_context};
use crate::ops;
use crate::sync::lock;
use hostnpu_aclnn_macros::entry;

/// The blocks that this process shares.
static SHARED: Mutex<Vec<Weak<Physical>>> = Mutex::new(Vec::new());

fn export(handle: aclrtDrvMemHandle, flags: u64) -> Outcome<u64> {
    if flags > ACL_RT_VMM_EXPORT_FLAG_DISABLE_PID_VALIDATION {
        let allowed = "ACL_RT_VMM_EXPORT_FLAG_DEFAULT (0) or _DISABLE_PID_VALIDATION (1)";
        return refuse("flags", flags, allowed, ACL_ERROR_RT_PARAM_INVALID);
    }
    let block = physical(handle)?;
    let key = block.share(flags == ACL_RT_VMM_EXPORT_FLAG_DISABLE_PID_VALIDATION)?;
    let mut shared = lock(&SHARED);
    shared.retain(|block| block.strong_count() > 0);
    shared.push(Arc::downgrade(&block));
    Ok(key)
}

/// The block that this process shares under a key.
fn shared(key: u64) -> Option<Arc<Physical>> {
    let shared = lock(&SHARED);
    let mut live = shared.iter().filter_map(Weak::upgrade);
    live.find(|block| block.key() == Some(key))
}

fn allow(key: u64, processes: Array<'_, i32>, count: usize) -> Outcome {
    not_null("pid", processes)?;
    nonzero_count("pidNum", count)?;
    let processes = processes.get()?;
    let Some(block) = shared(key) else {
        let allowed = "what this process exported, while the memory lives";
        return refuse(
            "shareableHandle",
            format!("{key:#x}"),
            allowed,
            ACL_ERROR_RT_PARAM_INVALID,
        );
    };
    Ok(block.allow("pidNum", processes)?)
}

fn import(key: u64, device: &Device) -> Outcome<aclrtDrvMemHandle> {
    if shared(key).is_some() {
        let allowed = "what another process exported: this one has the memory's handle";
        return refuse(
            "shareableHandle",
            format!("{key:#x}"),
            allowed,
            ACL_ERROR_RT_PARAM_INVALID,
        );
    }
    physical_handle(&Physical::import(key, Kind::Device(device.id()))?)
}

/// Returns the number under which other processes open physical memory: those that `aclrtMemSetPidToShareableHandle` names, or all (flags 1).
///
/// Returns 100000 for null or another handle type; 107000 for other flags, memory that is exported already, or another process's; 107017 for
/// what is no live handle.
#[entry(acl)]
fn aclrtMemExportToShareableHandle(
    handle: aclrtDrvMemHandle,
    handle_type: aclrtMemHandleType,
    flags: u64,
    shareable_handle: Later<Out<u64>>,
) -> Outcome {
    not_null("handle", handle)?;
    if handle_type != aclrtMemHandleType::ACL_MEM_HANDLE_TYPE_NONE {
        let allowed = "ACL_MEM_HANDLE_TYPE_NONE";
        return refuse("handleType", handle_type, allowed, ACL_ERROR_INVALID_PARAM);
    }
    let target = shareable_handle.get()?;
    target.write(export(handle, flags)?);
    Ok(())
}

/// Lets processes open exported memory, with those named before. Returns 100000 for null or none, 107000 for what this process did not
/// export, or more processes than a list holds (504).
#[entry(acl)]
fn aclrtMemSetPidToShareableHandle(
    shareable_handle: u64,
    #[length(pid_num)]
    #[not_const]
    pid: Array<'_, i32>,
    pid_num: usize,
) -> Outcome {
    allow(shareable_handle, pid, pid_num)
}

/// Opens another process's exported memory as memory of a device, and returns its handle in this process.
///
/// Returns 100000 for null; 107000 for what no live process shares, memory that this process exported itself, or that it may not open;
/// 107001 for a device that there is not.
#[entry(acl)]
fn aclrtMemImportFromShareableHandle(
    shareable_handle: u64,
    device_id: i32,
    handle: Out<aclrtDrvMemHandle>,
) -> Outcome {
    let device = device_by_id("deviceId", device_id)?;
    handle.write(import(shareable_handle, device)?);
    Ok(())
}

/// Bytes of a shareable handle of a type.
fn shared_size(kind: aclrtMemSharedHandleType) -> Outcome<usize> {
    match kind {
        aclrtMemSharedHandleType::ACL_MEM_SHARE_HANDLE_TYPE_DEFAULT => Ok(size_of::<u64>()),
        aclrtMemSharedHandleType::ACL_MEM_SHARE_HANDLE_TYPE_FABRIC => {
            Ok(size_of::<aclrtMemFabricHandle>())
        }
        other => refuse(
            "shareType",
            other,
            "ACL_MEM_SHARE_HANDLE_TYPE_DEFAULT or _FABRIC",
            ACL_ERROR_RT_PARAM_INVALID,
        ),
    }
}

/// The number in a shareable handle of either type: its first eight bytes.
fn number_in(shareable: ReadableMemory, kind: aclrtMemSharedHandleType) -> Outcome<u64> {
    not_null("shareableHandle", shareable)?;
    shared_size(kind)?;
    Ok(shareable.number())
}

/// As `aclrtMemExportToShareableHandle`: writes a number or an `aclrtMemFabricHandle`. Returns the same; 107000 for another type.
#[entry(acl)]
fn aclrtMemExportToShareableHandleV2(
    handle: aclrtDrvMemHandle,
    flags: u64,
    share_type: aclrtMemSharedHandleType,
    #[length(shared_size(share_type).unwrap_or_default())] shareable_handle: WritableMemory,
) -> Outcome {
    not_null("handle", handle)?;
    not_null("shareableHandle", shareable_handle)?;
    shared_size(share_type)?;
    let key = export(handle, flags)?;
    ops::fill(shareable_handle.bytes(), 0);
    shareable_handle.write_words([key]);
    Ok(())
}

/// As `aclrtMemSetPidToShareableHandle`. Returns the same; 107000 for another type.
#[entry(acl)]
fn aclrtMemSetPidToShareableHandleV2(
    #[length(shared_size(share_type).unwrap_or_default())]
    #[not_const]
    shareable_handle: ReadableMemory,
    share_type: aclrtMemSharedHandleType,
    #[length(pid_num)]
    #[not_const]
    pid: Array<'_, i32>,
    pid_num: usize,
) -> Outcome {
    allow(number_in(shareable_handle, share_type)?, pid, pid_num)
}

/// As `aclrtMemImportFromShareableHandle`, as memory of the current device. Returns the same; 100000 for flags other than 0, 107000 for another
/// type, 107002 without a current context.
#[entry(acl)]
fn aclrtMemImportFromShareableHandleV2(
    #[length(shared_size(share_type).unwrap_or_default())]
    #[not_const]
    shareable_handle: ReadableMemory,
    share_type: aclrtMemSharedHandleType,
    flags: u64,
    handle: Later<Out<aclrtDrvMemHandle>>,
) -> Outcome {
    not_null("shareableHandle", shareable_handle)?;
    let target = handle.get()?;
    no_flags(flags)?;
    let context = require_context()?;
    let key = number_in(shareable_handle, share_type)?;
    target.write(import(key, context.device())?);
    Ok(())
}

/// Returns the number by which other processes name this one in lists of who may open shared memory: its process id. Returns 100000 for null.
#[entry(acl)]
fn aclrtDeviceGetBareTgid(pid: Out<i32>) -> Outcome {
    pid.write(std::process::id().cast_signed());
    Ok(())
}
