//! Host memory: page-locked with attributes, registered for the device; and freeing after the device's work.

use std::ffi::c_void;
use std::ptr::without_provenance_mut;

use super::memory::nonzero;
use crate::abi::acl::boundary::{Code, Outcome, refuse};
use crate::abi::acl::types::*;
use crate::abi::parameter::{Later, Out};
use crate::abi::pointer::not_null;
use crate::device::{self, Kind, Policy, allocation_at, devices, require_context};
use crate::error::Reason;
use hostnpu_aclnn_macros::entry;

/// As `aclrtMallocHost`. Attributes in `cfg`, which may be null, change nothing here.
///
/// Returns 100000 for null or size 0, 107002 without a current context, 207001 if there is not as much.
#[entry(acl, needs = device)]
fn aclrtMallocHostWithCfg(
    ptr: Out<*mut c_void>,
    size: u64,
    cfg: *mut aclrtMallocConfig,
) -> Outcome {
    nonzero("size", size as usize)?;
    if !cfg.is_null() {
        log::debug!("aclrtMallocHostWithCfg: the attributes change nothing on a simulated device");
    }
    require_context()?;
    let start = device::allocate(None, size as usize, Policy::Huge)?;
    ptr.write(without_provenance_mut(start));
    Ok(())
}

/// Frees device memory after all work of its device. Returns 100000 for null, 107000 for what is not the start of a live allocation, or in a function
/// that one of the device's streams waits for.
#[entry(acl, needs = device)]
fn aclrtFreeWithDevSync(dev_ptr: *mut c_void) -> Outcome {
    not_null("devPtr", dev_ptr)?;
    if let Some(Kind::Device(id)) = allocation_at(dev_ptr.addr()).map(|found| found.kind)
        && let Some(device) = devices().get(id as usize)
    {
        device.drain()?;
    }
    Ok(device::free("devPtr", dev_ptr.addr(), |kind| {
        matches!(kind, Kind::Device(_))
    })?)
}

/// Frees page-locked memory after all work of the current device. Returns 100000 for null, 107000 for anything else than what `aclrtMallocHost` gave,
/// 107002 without a current context.
#[entry(acl, needs = device)]
fn aclrtFreeHostWithDevSync(host_ptr: *mut c_void) -> Outcome {
    not_null("hostPtr", host_ptr)?;
    require_context()?.device().drain()?;
    Ok(device::free("hostPtr", host_ptr.addr(), |kind| {
        kind == Kind::Host
    })?)
}

/// Registers the program's own memory: as memory that the device may use (ACL_HOST_REG_MAPPED), as page-locked memory (ACL_HOST_REG_PINNED), or both. Memory of
/// `aclrtMallocHost` can be registered for the device.
///
/// Returns 100000 for null or size 0; 107000 for other flags, an address that is no multiple of 4096, or memory past the end of the address space;
/// 507910 if some of it is registered already, or page-locked and to be so.
#[entry(acl)]
fn aclrtHostRegisterV2(ptr: *mut c_void, size: u64, flag: u32) -> Outcome {
    not_null("ptr", ptr)?;
    nonzero("size", size as usize)?;
    let known = ACL_HOST_REG_MAPPED | ACL_HOST_REG_PINNED;
    if flag == 0 || u64::from(flag) & !known != 0 {
        let allowed = "ACL_HOST_REG_MAPPED (2), ACL_HOST_REG_PINNED (0x10000000), or both";
        return refuse(
            "flag",
            format!("{flag:#x}"),
            allowed,
            ACL_ERROR_RT_PARAM_INVALID,
        );
    }
    if !ptr.addr().is_multiple_of(4096) {
        let allowed = "a multiple of 4096";
        return refuse(
            "ptr",
            format!("{ptr:p}"),
            allowed,
            ACL_ERROR_RT_PARAM_INVALID,
        );
    }
    let is_locked = allocation_at(ptr.addr()).is_some_and(|found| found.kind == Kind::Host);
    if is_locked && u64::from(flag) & ACL_HOST_REG_PINNED != 0 {
        return refuse(
            "ptr",
            format!("{ptr:p}, in memory of aclrtMallocHost"),
            "memory that is not page-locked already",
            ACL_ERROR_HOST_MEMORY_ALREADY_REGISTERED,
        );
    }
    device::host_register(ptr.addr(), size as usize).code_if(
        |why| matches!(why, Reason::State(_)),
        ACL_ERROR_HOST_MEMORY_ALREADY_REGISTERED,
    )
}

/// Returns the address at which the device sees registered memory: the same. Returns 100000 for null; 107000 for a flag other than 0, or memory that is
/// not registered.
#[entry(acl)]
fn aclrtHostGetDevicePointer(
    p_host: *mut c_void,
    p_device: Later<Out<*mut c_void>>,
    flag: u32,
) -> Outcome {
    not_null("pHost", p_host)?;
    let target = p_device.get()?;
    if flag != 0 {
        return refuse("flag", flag, "0", ACL_ERROR_RT_PARAM_INVALID);
    }
    registered(p_host)?;
    target.write(p_host);
    Ok(())
}

fn registered(address: *mut c_void) -> Outcome {
    match allocation_at(address.addr()).map(|found| found.kind) {
        Some(Kind::Registered | Kind::Host) => Ok(()),
        _ => refuse(
            "pHost",
            format!("{address:p}"),
            "registered or page-locked memory",
            ACL_ERROR_RT_PARAM_INVALID,
        ),
    }
}
