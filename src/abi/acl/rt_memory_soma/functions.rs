//! Memory pools: creating them, asking them, taking memory from them in the order of streams.

use std::ffi::c_void;
use std::ptr::without_provenance_mut;
use std::sync::{Arc, Mutex};

use super::open_enums::aclrtMemPoolAttr;
use super::types::{aclrtMemPool, aclrtMemPoolProps};
use crate::abi::acl::boundary::{Outcome, refuse};
use crate::abi::acl::rt::device::device_by_id;
use crate::abi::acl::types::*;
use crate::abi::handle::{Object, Table};
use crate::abi::parameter::{In, Out, ReadableMemory, WritableMemory};
use crate::abi::pointer::not_null;
use crate::abi::streams::stream_for_work;
use crate::device::pool::{self, Pool};
use crate::sync::lock;
use hostnpu_aclnn_macros::entry;

/// A pool, and the switches that it only remembers.
struct Known {
    pool: Arc<Pool>,
    switches: Mutex<[u32; 3]>,
}

static POOLS: Table<Arc<Known>> = Table::new(Object::MemoryPool);

fn known(handle: aclrtMemPool) -> Outcome<Arc<Known>> {
    Ok(POOLS.get("memPool", handle.addr())?)
}

/// Creates a pool of device memory, without memory. It takes at most `maxSize` bytes (0: all) of the device.
///
/// Returns 100000 for null, another kind of memory than pinned memory of a device without a handle type, or reserved bytes other than 0; 107000 for a
/// `maxSize` of more than the device has; 107001 for a device that there is not.
#[entry(acl, needs = device)]
fn aclrtMemPoolCreate(mem_pool: Out<aclrtMemPool>, pool_props: In<aclrtMemPoolProps>) -> Outcome {
    if pool_props.allocType != aclrtMemAllocationType::ACL_MEM_ALLOCATION_TYPE_PINNED {
        let (got, allowed) = (pool_props.allocType, "ACL_MEM_ALLOCATION_TYPE_PINNED");
        return refuse(
            "poolProps->allocType",
            got,
            allowed,
            ACL_ERROR_INVALID_PARAM,
        );
    }
    if pool_props.handleType != aclrtMemHandleType::ACL_MEM_HANDLE_TYPE_NONE {
        let (got, allowed) = (pool_props.handleType, "ACL_MEM_HANDLE_TYPE_NONE");
        return refuse(
            "poolProps->handleType",
            got,
            allowed,
            ACL_ERROR_INVALID_PARAM,
        );
    }
    let location = pool_props.location;
    if location.r#type != aclrtMemLocationType::ACL_MEM_LOCATION_TYPE_DEVICE {
        let (got, allowed) = (location.r#type, "ACL_MEM_LOCATION_TYPE_DEVICE");
        return refuse(
            "poolProps->location.type",
            got,
            allowed,
            ACL_ERROR_INVALID_PARAM,
        );
    }
    if pool_props.reserved != [0; 32] {
        return refuse("poolProps->reserved", "not 0", "0", ACL_ERROR_INVALID_PARAM);
    }
    let id = i32::try_from(location.id).unwrap_or(i32::MAX);
    let device = device_by_id("poolProps->location.id", id)?;
    let pool = Pool::new("poolProps->maxSize", device, pool_props.maxSize)?;
    let known = Known {
        pool: pool.clone(),
        switches: Mutex::new([1; 3]),
    };
    match POOLS.insert(Arc::new(known)) {
        Ok(handle) => {
            mem_pool.write(without_provenance_mut(handle));
            Ok(())
        }
        Err(error) => {
            pool.destroy()?;
            Err(error.into())
        }
    }
}

/// Destroys a pool; what streams have not given back yet is freed when they come there. Returns 100000 for null, 107000 if memory of it is in use, 107017 for
/// what is no live pool.
#[entry(acl)]
fn aclrtMemPoolDestroy(mem_pool: aclrtMemPool) -> Outcome {
    known(mem_pool)?.pool.destroy()?;
    POOLS.take("memPool", mem_pool.addr())?;
    Ok(())
}

/// The place of a switch among those of a pool.
fn switch(attr: aclrtMemPoolAttr) -> Option<usize> {
    (1..=3)
        .contains(&attr.raw())
        .then(|| attr.raw() as usize - 1)
}

/// The bytes of an attribute's value: all but the switches have 64 bits.
fn size_of_attribute(attr: aclrtMemPoolAttr) -> usize {
    match switch(attr) {
        Some(_) => size_of::<u32>(),
        None => size_of::<u64>(),
    }
}

fn unknown_attribute(attr: aclrtMemPoolAttr, allowed: &str) -> Outcome {
    refuse("attr", attr, allowed, ACL_ERROR_RT_PARAM_INVALID)
}

/// Sets an attribute: a switch of reuse (`uint32_t`, 0 or 1; kept, for memory is reused as far as the order of tasks allows in any case), the bytes that a
/// synchronisation leaves the pool (`uint64_t`), or 0 for a highest use (`uint64_t`), which begins anew.
///
/// Returns 100000 for null; 107000 for another attribute, or a value that it does not take; 107017 for what is no live pool.
#[entry(acl)]
fn aclrtMemPoolSetAttr(
    mem_pool: aclrtMemPool,
    attr: aclrtMemPoolAttr,
    #[length(size_of_attribute(attr))]
    #[not_const]
    value: ReadableMemory,
) -> Outcome {
    let known = known(mem_pool)?;
    not_null("value", value)?;
    if let Some(at) = switch(attr) {
        let value = value.number() as u32;
        if value > 1 {
            return refuse("value", value, "0 or 1", ACL_ERROR_RT_PARAM_INVALID);
        }
        lock(&known.switches)[at] = value;
        return Ok(());
    }
    let bytes = || value.number();
    match attr {
        aclrtMemPoolAttr::ACL_RT_MEM_POOL_ATTR_RELEASE_THRESHOLD => {
            known
                .pool
                .set_threshold(usize::try_from(bytes()).unwrap_or(usize::MAX));
        }
        aclrtMemPoolAttr::ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_HIGH
        | aclrtMemPoolAttr::ACL_RT_MEM_POOL_ATTR_USED_MEM_HIGH => {
            if bytes() != 0 {
                return refuse("value", bytes(), "0", ACL_ERROR_RT_PARAM_INVALID);
            }
            let is_used = attr == aclrtMemPoolAttr::ACL_RT_MEM_POOL_ATTR_USED_MEM_HIGH;
            known.pool.forget_high(is_used);
        }
        _ => return unknown_attribute(attr, "one that can be set: 1 to 4, 6 or 8"),
    }
    Ok(())
}

/// Returns an attribute: `uint32_t` for a switch, `uint64_t` for all others. Returns 100000 for null, 107000 for another attribute, 107017 for what is no live pool.
#[entry(acl)]
fn aclrtMemPoolGetAttr(
    mem_pool: aclrtMemPool,
    attr: aclrtMemPoolAttr,
    #[length(size_of_attribute(attr))] value: WritableMemory,
) -> Outcome {
    let known = known(mem_pool)?;
    not_null("value", value)?;
    if let Some(at) = switch(attr) {
        let switch = lock(&known.switches)[at];
        value.write(&switch.to_ne_bytes());
        return Ok(());
    }
    let [reserved, used] = known.pool.uses();
    let bytes = match attr {
        aclrtMemPoolAttr::ACL_RT_MEM_POOL_ATTR_RELEASE_THRESHOLD => known.pool.threshold(),
        aclrtMemPoolAttr::ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_CURRENT => reserved.current,
        aclrtMemPoolAttr::ACL_RT_MEM_POOL_ATTR_RESERVED_MEM_HIGH => reserved.high,
        aclrtMemPoolAttr::ACL_RT_MEM_POOL_ATTR_USED_MEM_CURRENT => used.current,
        aclrtMemPoolAttr::ACL_RT_MEM_POOL_ATTR_USED_MEM_HIGH => used.high,
        _ => return unknown_attribute(attr, "an aclrtMemPoolAttr (1 to 8)"),
    };
    value.write_words([bytes as u64]);
    Ok(())
}

/// Takes memory from a pool, for the tasks that the stream is given from now on; its address is known at once. Sizes are rounded up to 512 bytes. Memory that
/// the same stream gave back is taken again at once, that of others when they have come to its return.
///
/// Size 0 succeeds and writes nothing. Returns 100000 for null, 107003 for a stream of another context, 107017 for what is no live pool or stream, 107027 for a
/// captured stream, 207001 if the pool or the device has not as much.
#[entry(acl, needs = device)]
fn aclrtMemPoolMallocAsync(
    ptr: Out<*mut c_void>,
    size: usize,
    mem_pool: aclrtMemPool,
    stream: aclrtStream,
) -> Outcome {
    let known = known(mem_pool)?;
    not_null("stream", stream)?;
    if size == 0 {
        return Ok(());
    }
    let stream = stream_for_work("stream", stream.addr())?;
    stream.check_not_captured()?;
    ptr.write(without_provenance_mut(known.pool.take(size, &stream)?));
    Ok(())
}

/// Gives memory back to its pool when the stream comes there; memory of `aclrtMalloc` is freed then.
///
/// Returns 100000 for null; 107000 for what is not the start of device memory in use; 107002 without a current context; 107003 for a stream of another context;
/// 107027 for a captured stream.
#[entry(acl)]
fn aclrtMemPoolFreeAsync(ptr: *mut c_void, stream: aclrtStream) -> Outcome {
    not_null("ptr", ptr)?;
    let stream = stream_for_work("stream", stream.addr())?;
    stream.check_not_captured()?;
    if pool::give_back(ptr.addr(), &stream)? {
        return Ok(());
    }
    Ok(pool::free_later("ptr", ptr.addr(), &stream)?)
}

/// Frees memory of a pool that is not in use, until `minBytesToKeep` bytes of it are left. What streams have not come to give back stays. Returns 100000 for
/// null, 107017 for what is no live pool.
#[entry(acl)]
fn aclrtMemPoolTrimTo(mem_pool: aclrtMemPool, min_bytes_to_keep: usize) -> Outcome {
    known(mem_pool)?.pool.trim(min_bytes_to_keep);
    Ok(())
}
