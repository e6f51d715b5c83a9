//! `mstx/ms_tools_ext.h`: the memory that pools of a program hand out, for the checks: what uses one region after the other is told apart.

use std::ptr::null_mut;

use super::mstx::mstxDomainHandle_t;
use super::mstx_types::*;
use crate::abi::failure::Outcome;
use crate::abi::parameter::In;
use crate::abi::pointer::{array, not_null};
use crate::diagnostics::check;
use crate::error::{Error, Result};
use hostnpu_aclnn_macros::entry;

fn by_address(kind: i32) -> Result<()> {
    match kind {
        MSTX_MEM_TYPE_VIRTUAL_ADDRESS => Ok(()),
        _ => Err(Error::value(
            "type",
            kind,
            "MSTX_MEM_TYPE_VIRTUAL_ADDRESS (0)",
        )),
    }
}

/// Tells that memory is a pool's, which hands out regions of it. Returns its handle; null for null or another kind of description.
#[entry(acl, otherwise = null_mut())]
fn mstxMemHeapRegister(
    _domain: mstxDomainHandle_t,
    desc: In<mstxMemHeapDesc_t>,
) -> Outcome<mstxMemHeapHandle_t> {
    by_address(desc.r#type)?;
    not_null("typeSpecificDesc", desc.typeSpecificDesc)?;
    // SAFETY: not null, and of the type that the description says.
    let memory = unsafe { *desc.typeSpecificDesc.cast::<mstxMemVirtualRangeDesc_t>() };
    Ok(memory.ptr.cast_mut().cast())
}

/// Tells that memory is a pool's no more: its regions are forgotten.
#[entry(acl, otherwise = ())]
fn mstxMemHeapUnregister(_domain: mstxDomainHandle_t, heap: mstxMemHeapHandle_t) -> Outcome {
    not_null("heap", heap)?;
    check::regions_forgotten(heap.addr());
    Ok(())
}

/// Tells that a pool hands out regions; their contents are nothing that was written.
#[entry(acl, otherwise = ())]
fn mstxMemRegionsRegister(
    _domain: mstxDomainHandle_t,
    desc: In<mstxMemRegionsRegisterBatch_t>,
) -> Outcome {
    by_address(desc.regionType)?;
    let count = desc.regionCount;
    let regions = desc.regionDescArray.cast::<mstxMemVirtualRangeDesc_t>();
    // SAFETY: as many descriptions as it says.
    let regions = unsafe { array("regionDescArray", regions, count as u64)? };
    let handles = desc.regionHandleArrayOut;
    for (i, region) in regions.iter().enumerate() {
        let size = usize::try_from(region.size).unwrap_or(usize::MAX);
        check::region_begins(region.deviceId as i32, region.ptr.addr(), size);
        if !handles.is_null() {
            // SAFETY: room for as many handles as there are regions.
            unsafe { handles.add(i).write(region.ptr.cast_mut().cast()) };
        }
    }
    Ok(())
}

/// Tells that a pool has regions back. Their memory may still be in use: it is not freed, and what gets it next in the same stream is in order.
#[entry(acl, otherwise = ())]
fn mstxMemRegionsUnregister(
    _domain: mstxDomainHandle_t,
    desc: In<mstxMemRegionsUnregisterBatch_t>,
) -> Outcome {
    // SAFETY: as many references as it says.
    let regions = unsafe { array("refArray", desc.refArray, desc.refCount as u64)? };
    // A handle is the region's address.
    regions
        .iter()
        .for_each(|region| check::region_ends(region.pointer.addr()));
    Ok(())
}
