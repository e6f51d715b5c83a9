//! Device memory: ordinary memory, taken from the system and given back; [`allocations`](super::allocations) knows what was handed out.

use super::allocations::{Allocation, Kind, Registry, write};
use super::backing::{self, Origin};
use super::{Context, in_use};
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_base::page;
use hostnpu_diagnostics::{check, fault, hooks};

/// Pages that an allocation asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Huge pages where the allocation is large enough.
    Huge,
    /// Whatever the system gives.
    Normal,
}

/// Allocates `size` bytes of the device of `context`, or of page-locked host memory where there is none. Contents are
/// undefined.
pub fn allocate(context: Option<&Context>, size: usize, policy: Policy) -> Result<usize> {
    allocate_room(context, size, size, policy)
}

/// As [`allocate`], of memory of which `room` bytes may be used, at least as many as were asked for. The others do not count as used.
pub fn allocate_room(
    context: Option<&Context>,
    size: usize,
    room: usize,
    policy: Policy,
) -> Result<usize> {
    let (kind, owner) = match context {
        Some(context) => (Kind::Device(context.device().id()), context.number()),
        None => (Kind::Host, 0),
    };
    obtain(kind, owner, (size, room), policy)
}

/// Owner of what belongs to no context: it stays until it is freed.
pub(super) const NO_CONTEXT: u64 = u64::MAX;

/// As [`allocate`], for an owner.
pub(super) fn allocate_for(kind: Kind, owner: u64, size: usize, policy: Policy) -> Result<usize> {
    obtain(kind, owner, (size, size), policy)
}

fn obtain(kind: Kind, owner: u64, (size, room): (usize, usize), policy: Policy) -> Result<usize> {
    if hooks::on() && fault::allocation_fails(kind == Kind::Host) {
        return Err(Error::out_of_host_memory(size));
    }
    let mut registry = write();
    registry.charge(kind, size)?;
    let is_watched = kind != Kind::Host && hooks::on() && check::is_on(check::MEMORY | check::HOST);
    // Pages of its own: so that processes can share it, and that a check can close it.
    let is_closed = || hooks::on() && check::is_on(check::HOST);
    let unit = match kind {
        Kind::Host if !is_closed() => 1,
        _ => page::size(),
    };
    let obtained = is_watched.then(|| backing::obtain_once(room)).flatten();
    let obtained = obtained
        .or_else(|| backing::obtain(room, policy == Policy::Huge, unit, &mut registry.kept));
    let Some((start, origin)) = obtained else {
        registry.refund(kind, size);
        return Err(Error::out_of_host_memory(size));
    };
    registry.allocations.insert(
        start,
        Allocation {
            start,
            size,
            room,
            kind,
            owner,
            origin,
        },
    );
    drop(registry);
    if hooks::on() {
        let owner = match kind {
            Kind::Device(id) => check::Owner::Device(id),
            _ => check::Owner::Host,
        };
        check::allocated(owner, start, size, room);
    }
    Ok(start)
}

/// Gives memory back, which left the registry before, when no task uses it any more.
fn release_when_unused(allocation: Allocation) {
    let memory = allocation.bytes();
    in_use::when_unused(&memory, move || release(&allocation));
}

fn release(allocation: &Allocation) {
    let is_map = matches!(allocation.origin, Origin::Map { .. });
    let was_shared = super::ipc::forget(allocation);
    let may_be_kept = is_map && !was_shared;
    let mut registry = may_be_kept.then(write);
    let kept = registry.as_mut().map(|registry| &mut registry.kept);
    // SAFETY: it left the registry just now, so that it is released once.
    unsafe { backing::release(allocation.start, allocation.origin, kept) };
}

/// Frees memory of [`allocate`]. The address must be the start of a live allocation of the kind that `accept` takes. It is no allocation
/// any more when the call returns; its addresses come back when no task uses them. No lock of the devices may be held.
pub fn free(arg: &'static str, address: usize, accept: impl Fn(Kind) -> bool) -> Result<()> {
    let mut registry = write();
    let allocation = match registry.allocations.get(&address) {
        Some(allocation) if accept(allocation.kind) && allocation.origin != Origin::Reserved => {
            *allocation
        }
        _ => {
            let refusal = not_an_allocation(&registry, arg, address);
            drop(registry);
            if hooks::on() {
                check::not_freed(address);
            }
            return Err(refusal);
        }
    };
    registry.remove(&allocation);
    drop(registry);
    if hooks::on() {
        check::freed(address, true);
    }
    release_when_unused(allocation);
    Ok(())
}

fn not_an_allocation(registry: &Registry, arg: &'static str, address: usize) -> Error {
    let got = match registry.containing(address) {
        Some(inside) if inside.start == address => {
            format!(
                "{address:#x}, the start of memory of another kind ({:?})",
                inside.kind
            )
        }
        Some(inside) => format!(
            "{address:#x}, {} bytes into an allocation",
            address - inside.start
        ),
        None => format!("{address:#x}, which is not allocated (perhaps it was freed before)"),
    };
    Error::value(arg, got, "the start of a live allocation of this kind")
}

fn is_registered(address: usize) -> Error {
    Reason::State(format!("memory at {address:#x} is registered already")).into()
}

/// Registers a program's own memory for the device, or page-locked memory of this library, which it can use already.
pub fn host_register(address: usize, size: usize) -> Result<()> {
    let end = address.checked_add(size).ok_or_else(|| {
        Error::value(
            "size",
            format!("{size} bytes from {address:#x}"),
            "what fits the address space",
        )
    })?;
    let mut registry = write();
    // Page-locked memory of ours is the device's already.
    let around = registry.containing(address);
    if let Some(block) = around.filter(|block| block.kind == Kind::Host)
        && end <= block.bytes().end
    {
        let before = registry.registered.range(..end).next_back();
        if before.is_some_and(|(start, size)| start + size > address) {
            return Err(is_registered(address));
        }
        registry.registered.insert(address, size);
        return Ok(());
    }
    let taken = registry
        .allocations
        .range(..end)
        .next_back()
        .is_some_and(|(_, allocation)| allocation.start + allocation.room > address);
    if taken {
        return Err(is_registered(address));
    }
    let allocation = Allocation {
        start: address,
        size,
        room: size,
        kind: Kind::Registered,
        owner: 0,
        origin: Origin::Program,
    };
    registry.allocations.insert(address, allocation);
    Ok(())
}

/// Undoes [`host_register`].
pub fn host_unregister(address: usize) -> Result<()> {
    let mut registry = write();
    if registry.registered.remove(&address).is_some() {
        return Ok(());
    }
    match registry.allocations.get(&address).copied() {
        Some(allocation) if allocation.kind == Kind::Registered => {
            registry.remove(&allocation);
            Ok(())
        }
        _ => Err(Reason::State(format!("memory at {address:#x} is not registered")).into()),
    }
}

/// Frees the memory of a device that was allocated in contexts for whose numbers `is_over` holds: what a program forgot goes
/// with them.
pub(super) fn free_where(device: i32, is_over: impl Fn(u64) -> bool) {
    let mut registry = write();
    let gone: Vec<Allocation> = registry
        .allocations
        .values()
        .filter(|allocation| {
            allocation.kind == Kind::Device(device)
                && allocation.origin != Origin::Reserved
                && is_over(allocation.owner)
        })
        .copied()
        .collect();
    gone.iter()
        .for_each(|allocation| registry.remove(allocation));
    drop(registry);
    if hooks::on() {
        gone.iter()
            .for_each(|allocation| check::freed(allocation.start, false));
    }
    gone.into_iter().for_each(release_when_unused);
}

#[cfg(test)]
mod tests {
    use std::ptr;

    use super::*;
    use crate::allocations::{allocation_at, check_live, frees};
    use crate::backing::{ALIGNMENT, HUGE_PAGE};
    use crate::devices;
    use hostnpu_base::error::Memory;

    fn context() -> std::sync::Arc<Context> {
        Context::new(&devices()[0]).unwrap()
    }

    #[test]
    fn sizes_around_the_page_border_are_aligned_and_counted() {
        let context = &context();
        for size in [
            1,
            31,
            4096,
            HUGE_PAGE / 2 - 1,
            HUGE_PAGE / 2,
            HUGE_PAGE,
            3 * HUGE_PAGE + 5,
        ] {
            let start = allocate(Some(context), size, Policy::Huge).unwrap();
            let alignment = if size < HUGE_PAGE / 2 {
                ALIGNMENT
            } else {
                HUGE_PAGE
            };
            assert_eq!(start % alignment, 0, "{size}");
            // SAFETY: the bytes were allocated just now.
            unsafe { ptr::write_bytes(start as *mut u8, 1, size) };
            assert_eq!(allocation_at(start + size - 1).unwrap().size, size);
            assert_eq!(
                allocation_at(start + size).filter(|a| a.start == start),
                None
            );
            free("devPtr", start, |kind| kind == Kind::Device(0)).unwrap();
            assert!(
                free("devPtr", start, |kind| kind == Kind::Device(0)).is_err(),
                "{size}"
            );
        }
    }

    #[test]
    fn more_than_the_device_has_is_refused() {
        let context = &context();
        let asked = context.device().memory_size() + 1;
        let error = allocate(Some(context), asked, Policy::Normal).unwrap_err();
        assert!(
            matches!(
                error.reason(),
                Reason::OutOfMemory {
                    memory: Memory::Device { device: 0, .. },
                    ..
                }
            ),
            "{error}"
        );
    }

    #[test]
    fn memory_that_was_freed_is_remembered() {
        let context = context();
        let own = [0_u8; 4];
        let start = allocate(Some(&context), HUGE_PAGE, Policy::Normal).unwrap();
        let before = frees();
        assert_eq!(check_live("self", start + 100, before), Ok(()));
        free("devPtr", start, |_| true).unwrap();
        assert!(frees() > before);
        let error = check_live("self", start + 100, before).unwrap_err();
        assert!(error.to_string().contains("was freed since"), "{error}");
        assert_eq!(check_live("self", start + 100, frees()), Ok(()));
        assert_eq!(check_live("self", own.as_ptr() as usize, before), Ok(()));
    }

    #[test]
    fn a_program_s_memory_is_registered_once() {
        let own = [0_u8; 100];
        let address = own.as_ptr() as usize;
        host_register(address, 100).unwrap();
        assert!(host_register(address + 50, 10).is_err());
        assert_eq!(allocation_at(address + 99).unwrap().kind, Kind::Registered);
        host_unregister(address).unwrap();
        assert!(host_unregister(address).is_err());
    }

    #[test]
    fn memory_past_the_address_space_cannot_be_registered() {
        let error = host_register(usize::MAX - 7, 9).unwrap_err();
        assert!(
            matches!(error.reason(), Reason::Value { arg: "size", .. }),
            "{error}"
        );
        assert_eq!(allocation_at(usize::MAX - 1), None);
    }
}
