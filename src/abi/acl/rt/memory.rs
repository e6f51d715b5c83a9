//! Memory: allocating, freeing, asking about it.

use std::ffi::c_void;
use std::ptr::without_provenance_mut;

use super::device::id_of;
use crate::abi::acl::boundary::{Code, Outcome, refuse};
use crate::abi::acl::types::*;
use crate::abi::parameter::{Later, Out};
use crate::abi::pointer::not_null;
use crate::device::soc::{self, Generation};
use crate::device::{self, Kind, Policy, devices, require_context};
use crate::error::{Error, Reason};
use hostnpu_aclnn_macros::entry;

/// Bytes that a block has behind those that were asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spare {
    /// The bytes that rounding the size up to 32 adds.
    Rounding,
    /// On chips before Ascend950, 32 bytes more.
    Block,
}

impl Spare {
    /// The bytes of a block of `size` bytes that may be used.
    fn room(self, size: usize) -> Result<usize, Error> {
        const UNIT: usize = 32;
        let has_more = self == Spare::Block && soc::generation() != Generation::Ascend950;
        let room = size.checked_next_multiple_of(UNIT);
        room.and_then(|room| room.checked_add(if has_more { UNIT } else { 0 }))
            .ok_or_else(|| Error::out_of_host_memory(size))
    }
}

const fn policy(policy: aclrtMemMallocPolicy) -> Policy {
    match policy {
        aclrtMemMallocPolicy::ACL_MEM_MALLOC_NORMAL_ONLY
        | aclrtMemMallocPolicy::ACL_MEM_MALLOC_NORMAL_ONLY_P2P => Policy::Normal,
        _ => Policy::Huge,
    }
}

/// Refuses a size of 0.
pub(super) fn nonzero(arg: &'static str, size: usize) -> Outcome {
    if size == 0 {
        refuse(arg, 0, "1 or more bytes", ACL_ERROR_INVALID_PARAM)
    } else {
        Ok(())
    }
}

fn allocate(
    dev_ptr: Out<*mut c_void>,
    size: usize,
    pages: aclrtMemMallocPolicy,
    spare: Spare,
) -> Outcome {
    nonzero("size", size)?;
    let context = require_context()?;
    let room = spare.room(size)?;
    dev_ptr.write(without_provenance_mut(device::allocate_room(
        Some(&context),
        size,
        room,
        policy(pages),
    )?));
    Ok(())
}

/// Allocates device memory; its contents are undefined. It is aligned to 512 bytes, from 1 MiB on to 2 MiB and, unless the
/// policy forbids it, on huge pages where the system has them. As on the card, the size is rounded up to a multiple of 32, and on chips before Ascend950 by 32
/// more: these bytes may be used, too. Only those that were asked for count as used.
///
/// Returns 100000 for null or size 0, 107002 without a current context, 207001 if the device has not as much left
/// (`HOSTNPU_DEVICE_MEMORY`).
#[entry(acl, needs = device)]
fn aclrtMalloc(dev_ptr: Out<*mut c_void>, size: usize, policy: aclrtMemMallocPolicy) -> Outcome {
    allocate(dev_ptr, size, policy, Spare::Block)
}

/// As `aclrtMalloc`; of what lies behind the bytes only those up to the next multiple of 32 may be used, on every chip.
#[entry(acl, needs = device)]
fn aclrtMallocAlign32(
    dev_ptr: Out<*mut c_void>,
    size: usize,
    policy: aclrtMemMallocPolicy,
) -> Outcome {
    allocate(dev_ptr, size, policy, Spare::Rounding)
}

/// As `aclrtMalloc`.
#[entry(acl, needs = device)]
fn aclrtMallocCached(
    dev_ptr: Out<*mut c_void>,
    size: usize,
    policy: aclrtMemMallocPolicy,
) -> Outcome {
    allocate(dev_ptr, size, policy, Spare::Block)
}

/// As `aclrtMalloc`. Attributes in `cfg`, which may be null, change nothing here.
#[entry(acl, needs = device)]
fn aclrtMallocWithCfg(
    dev_ptr: Out<*mut c_void>,
    size: usize,
    policy: aclrtMemMallocPolicy,
    cfg: *mut aclrtMallocConfig,
) -> Outcome {
    if !cfg.is_null() {
        log::debug!("aclrtMallocWithCfg: the attributes change nothing on a simulated device");
    }
    allocate(dev_ptr, size, policy, Spare::Block)
}

/// Frees device memory at once; what uses it must have been synchronised. Memory of a pool goes back to it.
///
/// Returns 100000 for null, 107000 for what is not the start of a live allocation.
#[entry(acl)]
fn aclrtFree(dev_ptr: *mut c_void) -> Outcome {
    not_null("devPtr", dev_ptr)?;
    if device::pool::give_back_now(dev_ptr.addr()) {
        return Ok(());
    }
    Ok(device::free("devPtr", dev_ptr.addr(), |kind| {
        matches!(kind, Kind::Device(_))
    })?)
}

/// Allocates page-locked host memory, from which and to which copies can be queued.
///
/// Returns 100000 for null or size 0, 107002 without a current context, 207001 if there is not as much.
#[entry(acl, needs = device)]
fn aclrtMallocHost(host_ptr: Out<*mut c_void>, size: usize) -> Outcome {
    nonzero("size", size)?;
    require_context()?;
    host_ptr.write(without_provenance_mut(device::allocate(
        None,
        size,
        Policy::Huge,
    )?));
    Ok(())
}

/// Frees what `aclrtMallocHost` gave. Returns 100000 for null, 107000 for anything else.
#[entry(acl)]
fn aclrtFreeHost(host_ptr: *mut c_void) -> Outcome {
    not_null("hostPtr", host_ptr)?;
    Ok(device::free("hostPtr", host_ptr.addr(), |kind| {
        kind == Kind::Host
    })?)
}

/// Returns the free and the total bytes of the current device, for every kind of memory that a card has.
///
/// Returns 100000 for null, 107002 without a current context.
#[entry(acl)]
fn aclrtGetMemInfo(attr: aclrtMemAttr, free: Out<usize>, total: Out<usize>) -> Outcome {
    let context = require_context()?;
    let known = attr.is_named();
    let device = context.device();
    free.write(if known { device::available(device) } else { 0 });
    total.write(if known { device.memory_size() } else { 0 });
    Ok(())
}

/// Reports whose memory a pointer points into: a device's, page-locked host memory, or unregistered; and its page size.
///
/// Returns 100000 for null.
#[entry(acl)]
fn aclrtPointerGetAttributes(
    ptr: *const c_void,
    attributes: Later<Out<aclrtPtrAttributes>>,
) -> Outcome {
    not_null("ptr", ptr)?;
    let target = attributes.get()?;
    let allocation = device::allocation_at(ptr.addr());
    let (id, kind) = match allocation.map(|allocation| allocation.kind) {
        Some(Kind::Device(id)) => {
            let id = devices()
                .get(id as usize)
                .map_or(id, |device| id_of(device));
            (
                id as u32,
                aclrtMemLocationType::ACL_MEM_LOCATION_TYPE_DEVICE,
            )
        }
        Some(Kind::Host | Kind::Registered) => {
            (0, aclrtMemLocationType::ACL_MEM_LOCATION_TYPE_HOST)
        }
        Some(Kind::Reserved) | None => {
            (0, aclrtMemLocationType::ACL_MEM_LOCATION_TYPE_UNREGISTERED)
        }
    };
    let page_size = if allocation.is_some_and(|allocation| allocation.is_huge()) {
        2 << 20
    } else {
        4096
    };
    target.write(aclrtPtrAttributes {
        location: aclrtMemLocation { id, r#type: kind },
        pageSize: page_size,
        rsv: [0; 4],
    });
    Ok(())
}

fn cache_call(dev_ptr: *mut c_void, size: usize) -> Outcome {
    not_null("devPtr", dev_ptr)?;
    nonzero("size", size)
}

/// Writes caches back: nothing to do, for host and device share them. Returns 100000 for null or size 0.
#[entry(acl)]
fn aclrtMemFlush(dev_ptr: *mut c_void, size: usize) -> Outcome {
    cache_call(dev_ptr, size)
}

/// Discards caches: nothing to do, for host and device share them. Returns 100000 for null or size 0.
#[entry(acl)]
fn aclrtMemInvalidate(dev_ptr: *mut c_void, size: usize) -> Outcome {
    cache_call(dev_ptr, size)
}

/// Lets the device use the program's own memory, or memory of `aclrtMallocHost`; gives the address for it, which is the same.
///
/// Returns 100000 for null or size 0, 107000 for an unknown type or memory past the end of the address space, 507910 if some of
/// it is registered already.
#[entry(acl)]
fn aclrtHostRegister(
    ptr: *mut c_void,
    size: u64,
    type_: aclrtHostRegisterType,
    dev_ptr: Out<*mut c_void>,
) -> Outcome {
    not_null("ptr", ptr)?;
    nonzero("size", size as usize)?;
    if !type_.is_named() {
        return refuse(
            "type",
            type_,
            "ACL_HOST_REGISTER_MAPPED, _IOMEMORY or _READONLY",
            ACL_ERROR_RT_PARAM_INVALID,
        );
    }
    device::host_register(ptr.addr(), size as usize).code_if(
        |why| matches!(why, Reason::State(_)),
        ACL_ERROR_HOST_MEMORY_ALREADY_REGISTERED,
    )?;
    dev_ptr.write(ptr);
    Ok(())
}

/// Undoes `aclrtHostRegister`. Returns 100000 for null, 507911 for memory that is not registered.
#[entry(acl)]
fn aclrtHostUnregister(ptr: *mut c_void) -> Outcome {
    not_null("ptr", ptr)?;
    device::host_unregister(ptr.addr()).code(ACL_ERROR_HOST_MEMORY_NOT_REGISTERED)
}
