//! Virtual memory: reserving addresses, allocating physical memory, mapping one to the other.

use std::collections::HashMap;
use std::ffi::c_void;
use std::ptr::without_provenance_mut;
use std::sync::{Arc, LazyLock, Mutex};

use super::device::device_by_id;
use super::memory::nonzero;
use crate::abi::acl::boundary::{Outcome, refuse};
use crate::abi::acl::types::*;
use crate::abi::handle::{Object, Table};
use crate::abi::parameter::{Array, In, Later, Out};
use crate::abi::pointer::not_null;
use crate::device::{self, Access, Kind, Physical};
use crate::sync::lock;
use hostnpu_aclnn_macros::entry;
use hostnpu_base::page;

static PHYSICAL: Table<Arc<Physical>> = Table::new(Object::PhysicalMemory);

/// The handles of live blocks by their numbers, each with how often it was given out.
static HANDLES: LazyLock<Mutex<HashMap<u64, (usize, usize)>>> = LazyLock::new(Mutex::default);

/// Physical memory by its handle.
pub(super) fn physical(handle: aclrtDrvMemHandle) -> Outcome<Arc<Physical>> {
    Ok(PHYSICAL.get("handle", handle.addr())?)
}

/// Gives out the handle of a block once more; makes it the first time.
pub(super) fn physical_handle(block: &Arc<Physical>) -> Outcome<aclrtDrvMemHandle> {
    let mut handles = lock(&HANDLES);
    let handle = match handles.get_mut(&block.number()) {
        Some((handle, uses)) => {
            *uses += 1;
            *handle
        }
        None => {
            let handle = PHYSICAL.insert(block.clone())?;
            handles.insert(block.number(), (handle, 1));
            handle
        }
    };
    Ok(without_provenance_mut(handle))
}

fn unsupported_flags(flags: u64, allowed: u64) -> Outcome {
    if flags <= allowed {
        return Ok(());
    }
    let words = if allowed == 0 { "0" } else { "0 or 1" };
    refuse("flags", flags, words, ACL_ERROR_INVALID_PARAM)
}

/// Refuses flags other than 0.
pub(super) fn no_flags(flags: u64) -> Outcome {
    unsupported_flags(flags, 0)
}

fn reserve(
    target: Out<*mut c_void>,
    size: usize,
    alignment: usize,
    expected: *mut c_void,
    flags: u64,
) -> Outcome {
    nonzero("size", size)?;
    unsupported_flags(flags, 1)?;
    if alignment != 0 {
        return refuse("alignment", alignment, "0", ACL_ERROR_RT_PARAM_INVALID);
    }
    let start = device::reserve(size, expected.addr())?;
    target.write(without_provenance_mut(start));
    Ok(())
}

/// Reserves addresses, at `expectPtr` unless it is null: no memory yet, but a place to which `aclrtMapMem` maps it. Without `expectPtr`
/// they begin at a multiple of 2 MiB.
///
/// Returns 100000 for null, size 0 or flags other than 0 and 1; 107000 for an alignment other than 0, for addresses that are in use, or if
/// there is no room.
#[entry(acl)]
fn aclrtReserveMemAddress(
    vir_ptr: Out<*mut c_void>,
    size: usize,
    alignment: usize,
    expect_ptr: *mut c_void,
    flags: u64,
) -> Outcome {
    reserve(vir_ptr, size, alignment, expect_ptr, flags)
}

/// As `aclrtReserveMemAddress` at `expectPtr`, in pieces of 1 GiB. Returns the same; 107000 for a null `expectPtr` or another size.
#[entry(acl)]
fn aclrtReserveMemAddressNoUCMemory(
    vir_ptr: Out<*mut c_void>,
    size: usize,
    alignment: usize,
    expect_ptr: *mut c_void,
    flags: u64,
) -> Outcome {
    nonzero("size", size)?;
    if !size.is_multiple_of(1 << 30) {
        let allowed = "a multiple of 1073741824";
        return refuse("size", size, allowed, ACL_ERROR_RT_PARAM_INVALID);
    }
    if expect_ptr.is_null() {
        let allowed = "the address at which the range is to begin";
        return refuse("expectPtr", "null", allowed, ACL_ERROR_RT_PARAM_INVALID);
    }
    reserve(vir_ptr, size, alignment, expect_ptr, flags)
}

/// Releases reserved addresses. Returns 100000 for null, 107000 for what is not the start of reserved addresses, or while memory is mapped
/// there.
#[entry(acl)]
fn aclrtReleaseMemAddress(vir_ptr: *mut c_void) -> Outcome {
    not_null("virPtr", vir_ptr)?;
    Ok(device::release("virPtr", vir_ptr.addr())?)
}

/// The owner of the memory that a location names, for memory that can be allocated there.
fn kind_of(arg: &'static str, location: aclrtMemLocation) -> Outcome<Kind> {
    match location.r#type {
        aclrtMemLocationType::ACL_MEM_LOCATION_TYPE_DEVICE => {
            let device = device_by_id(arg, location.id.cast_signed())?;
            Ok(Kind::Device(device.id()))
        }
        aclrtMemLocationType::ACL_MEM_LOCATION_TYPE_HOST
        | aclrtMemLocationType::ACL_MEM_LOCATION_TYPE_HOST_NUMA => Ok(Kind::Host),
        other => refuse(
            arg,
            other,
            "ACL_MEM_LOCATION_TYPE_HOST, _DEVICE or _HOST_NUMA",
            ACL_ERROR_INVALID_PARAM,
        ),
    }
}

/// The pieces in which memory of an attribute comes.
fn granularity(prop: &aclrtPhysicalMemProp, kind: Kind) -> Outcome<usize> {
    use aclrtMemAttr as Attr;
    let attribute = prop.memAttr;
    let for_host = matches!(
        attribute,
        Attr::ACL_DDR_MEM_HUGE
            | Attr::ACL_DDR_MEM_NORMAL
            | Attr::ACL_DDR_MEM_P2P_HUGE
            | Attr::ACL_DDR_MEM_P2P_NORMAL
    );
    if for_host && kind != Kind::Host {
        let allowed = "an attribute of device memory: ACL_DDR_MEM_* is for the host";
        return refuse("prop->memAttr", attribute, allowed, ACL_ERROR_INVALID_PARAM);
    }
    match attribute {
        Attr::ACL_MEM_NORMAL
        | Attr::ACL_MEM_P2P_NORMAL
        | Attr::ACL_DDR_MEM_NORMAL
        | Attr::ACL_DDR_MEM_P2P_NORMAL => Ok(page::size()),
        Attr::ACL_MEM_HUGE
        | Attr::ACL_MEM_P2P_HUGE
        | Attr::ACL_HBM_MEM_HUGE
        | Attr::ACL_HBM_MEM_NORMAL
        | Attr::ACL_DDR_MEM_HUGE
        | Attr::ACL_DDR_MEM_P2P_HUGE => Ok(2 << 20),
        Attr::ACL_MEM_HUGE1G | Attr::ACL_MEM_P2P_HUGE1G | Attr::ACL_HBM_MEM_HUGE1G
            if kind != Kind::Host =>
        {
            Ok(1 << 30)
        }
        _ => refuse(
            "prop->memAttr",
            attribute,
            "ACL_MEM_*, ACL_HBM_MEM_NORMAL or _HUGE, or ACL_DDR_MEM_NORMAL, _HUGE or _P2P_* on the host; 1 GiB pages on a device",
            ACL_ERROR_INVALID_PARAM,
        ),
    }
}

/// Reads properties: whose memory, and in what pieces.
fn properties(prop: &aclrtPhysicalMemProp) -> Outcome<(Kind, usize, aclrtMemAttr)> {
    if prop.handleType != aclrtMemHandleType::ACL_MEM_HANDLE_TYPE_NONE {
        let allowed = "ACL_MEM_HANDLE_TYPE_NONE";
        return refuse(
            "prop->handleType",
            prop.handleType,
            allowed,
            ACL_ERROR_INVALID_PARAM,
        );
    }
    if prop.allocationType != aclrtMemAllocationType::ACL_MEM_ALLOCATION_TYPE_PINNED {
        let allowed = "ACL_MEM_ALLOCATION_TYPE_PINNED";
        let got = prop.allocationType;
        return refuse(
            "prop->allocationType",
            got,
            allowed,
            ACL_ERROR_INVALID_PARAM,
        );
    }
    let kind = kind_of("prop->location", prop.location)?;
    Ok((kind, granularity(prop, kind)?, prop.memAttr))
}

/// Returns the pieces in which memory of these properties comes: 4 KiB, 2 MiB for huge pages, 1 GiB.
///
/// Returns 100000 for null or properties that `aclrtMallocPhysical` refuses, 107000 for another option, 107001 for a device that there is not.
#[entry(acl)]
fn aclrtMemGetAllocationGranularity(
    #[not_const] prop: In<aclrtPhysicalMemProp>,
    option: aclrtMemGranularityOptions,
    granularity: Out<usize>,
) -> Outcome {
    let target = granularity;
    let (_, granularity, _) = properties(&prop)?;
    if !matches!(option.raw(), 0 | 1) {
        let allowed = "ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM or _RECOMMENDED";
        return refuse("option", option, allowed, ACL_ERROR_RT_PARAM_INVALID);
    }
    target.write(granularity);
    Ok(())
}

/// Allocates physical memory, which has no address before `aclrtMapMem`. Its bytes are 0.
///
/// Returns 100000 for null, size 0, flags other than 0, another handle or allocation type, a location or an attribute that cannot be had;
/// 107001 for a device that there is not; 207001 if the device has not as much left.
#[entry(acl, needs = device)]
fn aclrtMallocPhysical(
    handle: Out<aclrtDrvMemHandle>,
    size: usize,
    prop: In<aclrtPhysicalMemProp>,
    flags: u64,
) -> Outcome {
    nonzero("size", size)?;
    no_flags(flags)?;
    let (kind, granularity, attribute) = properties(&prop)?;
    let block = Physical::allocate(kind, size, granularity, attribute.raw())?;
    handle.write(physical_handle(&block)?);
    Ok(())
}

/// Releases a handle of physical memory. The memory is freed when nothing is mapped to it any more, and, where it is shared, in no other
/// process either. Returns 100000 for null, 107017 for what is no live handle.
#[entry(acl)]
fn aclrtFreePhysical(handle: aclrtDrvMemHandle) -> Outcome {
    let mut handles = lock(&HANDLES);
    let block = physical(handle)?;
    if let Some((_, uses)) = handles.get_mut(&block.number()) {
        *uses -= 1;
        if *uses == 0 {
            handles.remove(&block.number());
            PHYSICAL.take("handle", handle.addr())?;
        }
    }
    Ok(())
}

fn map(
    address: *mut c_void,
    size: usize,
    offset: usize,
    handle: aclrtDrvMemHandle,
    flags: u64,
    is_accessible: bool,
) -> Outcome {
    not_null("virPtr", address)?;
    not_null("handle", handle)?;
    nonzero("size", size)?;
    no_flags(flags)?;
    if offset != 0 {
        return refuse("offset", offset, "0", ACL_ERROR_RT_PARAM_INVALID);
    }
    let block = physical(handle)?;
    Ok(device::map(
        "virPtr",
        address.addr(),
        size,
        &block,
        is_accessible,
    )?)
}

/// Maps a whole block of physical memory to reserved addresses. One block may be mapped several times. Operators and copies take any addresses of
/// mappings that follow each other.
///
/// Returns 100000 for null, size 0 or flags other than 0; 107000 for an offset other than 0, for a size other than that of the memory, or not a
/// multiple of its granularity, for addresses that are not reserved or to which memory is mapped, and for memory of another device than the
/// range has; 107017 for what is no live handle.
#[entry(acl)]
fn aclrtMapMem(
    vir_ptr: *mut c_void,
    size: usize,
    offset: usize,
    handle: aclrtDrvMemHandle,
    flags: u64,
) -> Outcome {
    map(vir_ptr, size, offset, handle, flags, true)
}

/// As `aclrtMapMem`; nothing may be done with the memory before `aclrtMemSetAccess`. Returns the same.
#[entry(acl)]
fn aclrtMemMapNoAccess(
    vir_ptr: *mut c_void,
    size: usize,
    offset: usize,
    handle: aclrtDrvMemHandle,
    flags: u64,
) -> Outcome {
    map(vir_ptr, size, offset, handle, flags, false)
}

/// Takes the mapping that begins at an address away. The bytes stay in the physical memory. What uses them must have been synchronised. Returns
/// 100000 for null, 107000 where no mapping begins.
#[entry(acl)]
fn aclrtUnmapMem(vir_ptr: *mut c_void) -> Outcome {
    not_null("virPtr", vir_ptr)?;
    Ok(device::unmap("virPtr", vir_ptr.addr())?)
}

/// Sets what may be done with a mapping from each place. What one place may do, all may: they are one memory here.
///
/// Returns 100000 for null, count 0, or a location that is neither host nor device; 107000 for other flags, where no mapping begins, or for another
/// size than the mapping's; 107001 for a device that there is not.
#[entry(acl)]
fn aclrtMemSetAccess(
    vir_ptr: *mut c_void,
    size: usize,
    #[length(count)]
    #[not_const]
    desc: Array<'_, aclrtMemAccessDesc>,
    count: usize,
) -> Outcome {
    not_null("virPtr", vir_ptr)?;
    not_null("desc", desc)?;
    nonzero_count("count", count)?;
    let mut changes = Vec::new();
    for desc in desc.get()? {
        let access = match desc.flags.raw() {
            0 => Access::None,
            1 => Access::Read,
            3 => Access::ReadWrite,
            _ => {
                let allowed = "ACL_RT_MEM_ACCESS_FLAGS_NONE, _READ or _READWRITE";
                return refuse(
                    "desc->flags",
                    desc.flags,
                    allowed,
                    ACL_ERROR_RT_PARAM_INVALID,
                );
            }
        };
        changes.push((kind_of("desc->location", desc.location)?, access));
    }
    Ok(device::set_access(
        "virPtr",
        vir_ptr.addr(),
        size,
        &changes,
    )?)
}

/// Refuses an array without elements.
pub(super) fn nonzero_count(arg: &'static str, count: usize) -> Outcome {
    match count {
        0 => refuse(arg, 0, "1 or more", ACL_ERROR_INVALID_PARAM),
        _ => Ok(()),
    }
}

/// Returns what may be done with a mapping from a place, as `aclrtMemAccessFlags`: after `aclrtMapMem` everything from where the memory is. Returns
/// 100000 for null or a location that is neither host nor device, 107000 where no mapping begins.
#[entry(acl)]
fn aclrtMemGetAccess(
    vir_ptr: *mut c_void,
    #[not_const] location: Later<In<aclrtMemLocation>>,
    flag: Later<Out<u64>>,
) -> Outcome {
    not_null("virPtr", vir_ptr)?;
    let location = location.get()?;
    let target = flag.get()?;
    let kind = kind_of("location", *location)?;
    target.write(match device::access("virPtr", vir_ptr.addr(), kind)? {
        Access::None => 0,
        Access::Read => 1,
        Access::ReadWrite => 3,
    });
    Ok(())
}
