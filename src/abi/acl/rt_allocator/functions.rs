//! Descriptions of allocators, and the streams for which they are registered.

use std::ptr::{null_mut, with_exposed_provenance_mut, without_provenance_mut};
use std::sync::{Arc, Mutex, Weak};

use super::types::*;
use crate::abi::acl::boundary::{Outcome, refuse};
use crate::abi::acl::types::*;
use crate::abi::handle::{Object, Table};
use crate::abi::parameter::Out;
use crate::abi::pointer::not_null;
use crate::abi::streams;
use crate::device::Stream;
use crate::error::Reason;
use crate::sync::lock;
use hostnpu_aclnn_macros::entry;

/// An allocator's object and functions.
#[derive(Clone, Copy, Default)]
struct Description {
    object: usize,
    alloc: aclrtAllocatorAllocFunc,
    free: aclrtAllocatorFreeFunc,
    advise: aclrtAllocatorAllocAdviseFunc,
    address: aclrtAllocatorGetAddrFromBlockFunc,
}

/// A registration: the handle of the description, and what it was then.
struct Registration {
    stream: Weak<Stream>,
    handle: usize,
    description: Description,
}

static DESCRIPTIONS: Table<Description> = Table::new(Object::AllocatorDescription);
static REGISTRATIONS: Mutex<Vec<Registration>> = Mutex::new(Vec::new());

fn change(handle: aclrtAllocatorDesc, set: impl FnOnce(&mut Description)) -> Outcome {
    Ok(DESCRIPTIONS.change("allocatorDesc", handle.addr(), set)?)
}

/// Sets one of the functions.
fn set_function<F>(
    handle: aclrtAllocatorDesc,
    func: Option<F>,
    place: impl FnOnce(&mut Description) -> &mut Option<F>,
) -> Outcome {
    not_null("allocatorDesc", handle)?;
    not_missing("func", &func)?;
    change(handle, |description| *place(description) = func)
}

fn not_missing<T>(arg: &'static str, function: &Option<T>) -> Outcome {
    match function {
        Some(_) => Ok(()),
        None => Err(Reason::Null { arg }.into()),
    }
}

/// Removes the registration of a stream, and those of streams that are gone.
fn remove(registrations: &mut Vec<Registration>, stream: &Arc<Stream>) {
    registrations.retain(|known| {
        known.stream.strong_count() > 0 && !std::ptr::eq(known.stream.as_ptr(), Arc::as_ptr(stream))
    });
}

/// Creates a description without object and functions. Returns null if there are too many.
#[entry(acl, otherwise = null_mut(), needs = device)]
fn aclrtAllocatorCreateDesc() -> Outcome<aclrtAllocatorDesc> {
    Ok(without_provenance_mut(
        DESCRIPTIONS.insert(Description::default())?,
    ))
}

/// Destroys a description; registrations keep what it said. Returns 100000 for null, 107017 for what is no live description.
#[entry(acl)]
fn aclrtAllocatorDestroyDesc(allocator_desc: aclrtAllocatorDesc) -> Outcome {
    DESCRIPTIONS.take("allocatorDesc", allocator_desc.addr())?;
    Ok(())
}

/// Sets the object that the functions are called with. Returns 100000 for null, 107017 for what is no live description.
#[entry(acl)]
fn aclrtAllocatorSetObjToDesc(
    allocator_desc: aclrtAllocatorDesc,
    allocator: aclrtAllocator,
) -> Outcome {
    not_null("allocatorDesc", allocator_desc)?;
    not_null("allocator", allocator)?;
    change(allocator_desc, |description| {
        description.object = allocator.expose_provenance();
    })
}

/// Sets the function that allocates a block. Returns 100000 for null, 107017 for what is no live description.
#[entry(acl)]
fn aclrtAllocatorSetAllocFuncToDesc(
    allocator_desc: aclrtAllocatorDesc,
    func: aclrtAllocatorAllocFunc,
) -> Outcome {
    set_function(allocator_desc, func, |description| &mut description.alloc)
}

/// Sets the function that frees a block. Returns 100000 for null, 107017 for what is no live description.
#[entry(acl)]
fn aclrtAllocatorSetFreeFuncToDesc(
    allocator_desc: aclrtAllocatorDesc,
    func: aclrtAllocatorFreeFunc,
) -> Outcome {
    set_function(allocator_desc, func, |description| &mut description.free)
}

/// Sets the function that allocates a block at an address, which may be missing. Returns 100000 for null, 107017 for what is no live description.
#[entry(acl)]
fn aclrtAllocatorSetAllocAdviseFuncToDesc(
    allocator_desc: aclrtAllocatorDesc,
    func: aclrtAllocatorAllocAdviseFunc,
) -> Outcome {
    set_function(allocator_desc, func, |description| &mut description.advise)
}

/// Sets the function that returns the address of a block. Returns 100000 for null, 107017 for what is no live description.
#[entry(acl)]
fn aclrtAllocatorSetGetAddrFromBlockFuncToDesc(
    allocator_desc: aclrtAllocatorDesc,
    func: aclrtAllocatorGetAddrFromBlockFunc,
) -> Outcome {
    set_function(allocator_desc, func, |description| &mut description.address)
}

/// Registers an allocator for a stream, as its description says now, in place of an earlier one. Only models and operators of `aclop` would allocate by it,
/// of which there are none here: it is kept for who asks.
///
/// Returns 100000 for null, or a description without an object or one of the functions but that for an address; 107017 for what is no live stream or
/// description.
#[entry(acl)]
fn aclrtAllocatorRegister(stream: aclrtStream, allocator_desc: aclrtAllocatorDesc) -> Outcome {
    let stream = streams::stream("stream", stream.addr())?;
    let handle = allocator_desc.addr();
    let description = DESCRIPTIONS.get("allocatorDesc", handle)?;
    not_null("allocatorDesc->obj", description.object as *const u8)?;
    not_missing("allocatorDesc->allocFunc", &description.alloc)?;
    not_missing("allocatorDesc->freeFunc", &description.free)?;
    not_missing("allocatorDesc->getAddrFromBlockFunc", &description.address)?;
    let mut registrations = lock(&REGISTRATIONS);
    remove(&mut registrations, &stream);
    registrations.push(Registration {
        stream: Arc::downgrade(&stream),
        handle,
        description,
    });
    Ok(())
}

/// Returns the allocator of a stream, as it was registered. All pointers but `allocatorDesc` may be null.
///
/// Returns 100000 for null, or a stream without an allocator; 107017 for what is no live stream.
#[entry(acl)]
fn aclrtAllocatorGetByStream(
    stream: aclrtStream,
    allocator_desc: Out<aclrtAllocatorDesc>,
    allocator: Option<Out<aclrtAllocator>>,
    alloc_func: Option<Out<aclrtAllocatorAllocFunc>>,
    free_func: Option<Out<aclrtAllocatorFreeFunc>>,
    alloc_advise_func: Option<Out<aclrtAllocatorAllocAdviseFunc>>,
    get_addr_from_block_func: Option<Out<aclrtAllocatorGetAddrFromBlockFunc>>,
) -> Outcome {
    let stream = streams::stream("stream", stream.addr())?;
    let registrations = lock(&REGISTRATIONS);
    let mut all = registrations.iter();
    let Some(found) = all.find(|known| std::ptr::eq(known.stream.as_ptr(), Arc::as_ptr(&stream)))
    else {
        let got = "a stream for which no allocator is registered";
        let allowed = "one of aclrtAllocatorRegister";
        return refuse("stream", got, allowed, ACL_ERROR_INVALID_PARAM);
    };
    let known = found.description;
    allocator_desc.write(without_provenance_mut(found.handle));
    write(allocator, with_exposed_provenance_mut(known.object));
    write(alloc_func, known.alloc);
    write(free_func, known.free);
    write(alloc_advise_func, known.advise);
    write(get_addr_from_block_func, known.address);
    Ok(())
}

/// Writes a value where it is wanted.
fn write<T>(target: Option<Out<T>>, value: T) {
    if let Some(target) = target {
        target.write(value);
    }
}

/// Takes back the allocator of a stream; nothing happens if it has none, or is none. Returns 100000 for null.
#[entry(acl)]
fn aclrtAllocatorUnregister(stream: aclrtStream) -> Outcome {
    not_null("stream", stream)?;
    if let Ok(stream) = streams::stream("stream", stream.addr()) {
        remove(&mut lock(&REGISTRATIONS), &stream);
    }
    Ok(())
}
