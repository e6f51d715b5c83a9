//! Properties of mapped memory: its handle, its attributes, its range.

use std::ffi::c_void;
use std::ptr::without_provenance_mut;

use super::device::id_of;
use super::virtual_memory::{physical, physical_handle};
use crate::abi::acl::boundary::refuse;
use crate::abi::acl::types::*;
use crate::abi::failure::Outcome;
use crate::abi::parameter::{Later, Out};
use crate::abi::pointer::not_null;
use crate::device::{self, Kind, devices};
use crate::error::Error;
use hostnpu_aclnn_macros::entry;

/// Returns the handle of the physical memory that is mapped at an address. Each call needs an `aclrtFreePhysical`. Returns 100000 for null,
/// 107000 where nothing is mapped.
#[entry(acl)]
fn aclrtMemRetainAllocationHandle(
    vir_ptr: *mut c_void,
    handle: Later<Out<aclrtDrvMemHandle>>,
) -> Outcome {
    not_null("virPtr", vir_ptr)?;
    let target = handle.get()?;
    let Some((_, block)) = device::mapping_around(vir_ptr.addr()) else {
        let allowed = "an address to which physical memory is mapped";
        let got = format!("{vir_ptr:p}");
        return refuse("virPtr", got, allowed, ACL_ERROR_RT_PARAM_INVALID);
    };
    target.write(physical_handle(&block)?);
    Ok(())
}

/// Returns the properties of physical memory. Returns 100000 for null, 107017 for what is no live handle.
#[entry(acl)]
fn aclrtMemGetAllocationPropertiesFromHandle(
    handle: aclrtDrvMemHandle,
    prop: Later<Out<aclrtPhysicalMemProp>>,
) -> Outcome {
    not_null("handle", handle)?;
    let target = prop.get()?;
    let block = physical(handle)?;
    let location = match block.kind() {
        Kind::Device(id) => aclrtMemLocation {
            id: devices()
                .get(id as usize)
                .map_or(id, |device| id_of(device)) as u32,
            r#type: aclrtMemLocationType::ACL_MEM_LOCATION_TYPE_DEVICE,
        },
        _ => aclrtMemLocation {
            id: 0,
            r#type: aclrtMemLocationType::ACL_MEM_LOCATION_TYPE_HOST,
        },
    };
    target.write(aclrtPhysicalMemProp {
        handleType: aclrtMemHandleType::ACL_MEM_HANDLE_TYPE_NONE,
        allocationType: aclrtMemAllocationType::ACL_MEM_ALLOCATION_TYPE_PINNED,
        memAttr: aclrtMemAttr::from_raw(block.attribute()),
        location,
        reserve: 0,
    });
    Ok(())
}

/// Returns the start and the size of the allocation, or of the mapping, around an address. Either may be null. Returns 100000 for a null `ptr`,
/// 107000 for an address in neither.
#[entry(acl)]
fn aclrtMemGetAddressRange(
    ptr: *mut c_void,
    pbase: Option<Out<*mut c_void>>,
    psize: Option<Out<usize>>,
) -> Outcome {
    not_null("ptr", ptr)?;
    let mapping = device::mapping_around(ptr.addr()).map(|(range, _)| range);
    let range = mapping.or_else(|| {
        let allocation = device::allocation_at(ptr.addr())?;
        let is_memory = !matches!(allocation.kind, Kind::Reserved | Kind::Registered);
        is_memory.then_some(allocation.start..allocation.start + allocation.size)
    });
    let Some(range) = range else {
        return Err(Error::value(
            "ptr",
            format!("{ptr:p}"),
            "an address in device memory, page-locked memory or mapped memory",
        )
        .into());
    };
    if let Some(base) = pbase {
        base.write(without_provenance_mut(range.start));
    }
    if let Some(size) = psize {
        size.write(range.len());
    }
    Ok(())
}
