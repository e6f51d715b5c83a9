//! Virtual memory: address ranges without memory, and what physical memory is mapped into them.

use std::collections::BTreeMap;
use std::ops::Range;
use std::ptr::null_mut;
use std::sync::Arc;

use super::allocations::{self, Allocation, Kind, Registry};
use super::in_use;
use super::physical::Physical;
use super::stream::share;
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_base::page;

/// Alignment of reservations: a huge page.
const HUGE_PAGE: usize = 2 << 20;

/// Permitted access to mapped memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Access {
    /// Nothing.
    None,
    /// Reading.
    Read,
    /// Reading and writing.
    ReadWrite,
}

/// A reserved range of addresses, and what is mapped into it.
#[derive(Debug)]
pub(super) struct Reservation {
    length: usize,
    mappings: BTreeMap<usize, Mapping>,
}

#[derive(Debug)]
struct Mapping {
    physical: Arc<Physical>,
    /// Access of each place: a device, or the host.
    access: Vec<(Kind, Access)>,
}

impl Mapping {
    fn size(&self) -> usize {
        self.physical.size()
    }

    /// The access of all places together: here they are one.
    fn protection(&self) -> Access {
        strongest(&self.access)
    }

    /// Has the system allow at its addresses what it allows.
    fn protect(&self, address: usize) -> Result<()> {
        let protection = protection(self.protection());
        // SAFETY: a change of the protection of a range that `map` mapped.
        let status =
            unsafe { libc::mprotect(address as *mut libc::c_void, self.size(), protection) };
        match status {
            0 => Ok(()),
            _ => Err(system_refuses("a change of access")),
        }
    }

    /// The registry's entry for its range.
    fn kind(&self) -> Kind {
        match self.protection() {
            Access::None => Kind::Reserved,
            _ => self.physical.kind(),
        }
    }
}

fn strongest(access: &[(Kind, Access)]) -> Access {
    let all = access.iter().map(|&(_, access)| access);
    all.max().unwrap_or(Access::None)
}

fn system_refuses(what: &str) -> Error {
    let reason = std::io::Error::last_os_error();
    Error::from(Reason::State(format!(
        "the system refuses {what}: {reason}"
    )))
}

/// Maps nothing at `address`, over what is there or, without an address, where the system wants.
unsafe fn map_nothing(address: usize, length: usize, flags: i32) -> Option<usize> {
    // SAFETY: without MAP_FIXED a new map touches no existing memory; with it, the caller owns the range.
    let mapped = unsafe {
        libc::mmap(
            address as *mut libc::c_void,
            length,
            libc::PROT_NONE,
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | flags,
            -1,
            0,
        )
    };
    (mapped != libc::MAP_FAILED).then_some(mapped as usize)
}

/// Reserves addresses for `size` bytes, at `expected` unless that is 0. Nothing can be read or written there before it is mapped.
pub fn reserve(size: usize, expected: usize) -> Result<usize> {
    let no_room = || {
        Error::value(
            "size",
            size,
            "what the address space has room for in one piece",
        )
    };
    let length = size
        .checked_next_multiple_of(page::size())
        .ok_or_else(no_room)?;
    let start = if expected != 0 {
        if !expected.is_multiple_of(page::size()) {
            let got = format!("{expected:#x}");
            return Err(Error::value(
                "expectPtr",
                got,
                format!("null, or a multiple of {}", page::size()),
            ));
        }
        // SAFETY: the flag leaves existing memory alone.
        let found = unsafe { map_nothing(expected, length, libc::MAP_FIXED_NOREPLACE) };
        match found {
            Some(start) if start == expected => start,
            other => {
                if let Some(start) = other {
                    // SAFETY: it was mapped just now, and nothing knows of it.
                    unsafe { libc::munmap(start as *mut libc::c_void, length) };
                }
                let got = format!("{expected:#x}, where addresses are in use");
                return Err(Error::value("expectPtr", got, "null, or free addresses"));
            }
        }
    } else {
        reserve_unregistered(length).map_err(|_| no_room())?
    };
    let mut registry = allocations::write();
    registry.allocations.insert(
        start,
        Allocation::reserved(start..start + length, Kind::Reserved),
    );
    registry.reservations.insert(
        start,
        Reservation {
            length,
            mappings: BTreeMap::new(),
        },
    );
    Ok(start)
}

/// Reserves `length` bytes, a multiple of a page, of which the registry of memory knows nothing.
pub(super) fn reserve_unregistered(length: usize) -> Result<usize> {
    let no_room = || system_refuses("to reserve addresses");
    let room = length.checked_add(HUGE_PAGE).ok_or_else(no_room)?;
    // SAFETY: a new map; what is cut off it below is its own, and nothing knows of it.
    unsafe {
        let base = map_nothing(null_mut::<u8>() as usize, room, 0).ok_or_else(no_room)?;
        let start = base.next_multiple_of(HUGE_PAGE);
        if start > base {
            libc::munmap(base as *mut libc::c_void, start - base);
        }
        libc::munmap(
            (start + length) as *mut libc::c_void,
            base + room - start - length,
        );
        Ok(start)
    }
}

/// Puts memory of this process alone in the place of pages of the heap that were shared, before they go back to it.
pub(super) fn make_private(start: usize, size: usize) {
    // SAFETY: whole pages of an allocation that is not used any more.
    unsafe {
        libc::mmap(
            start as *mut libc::c_void,
            size.next_multiple_of(page::size()),
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_FIXED,
            -1,
            0,
        )
    };
}

/// Gives reserved addresses back. Nothing may be mapped there.
pub fn release(arg: &'static str, address: usize) -> Result<()> {
    let mut registry = allocations::write();
    let Some(reservation) = registry.reservations.get(&address) else {
        return Err(Error::value(
            arg,
            format!("{address:#x}"),
            "the start of reserved addresses",
        ));
    };
    if let Some((mapped, _)) = reservation.mappings.first_key_value() {
        return Err(Error::value(
            arg,
            format!("{address:#x}, where memory is still mapped (at {mapped:#x})"),
            "addresses to which nothing is mapped any more",
        ));
    }
    let length = reservation.length;
    registry.reservations.remove(&address);
    registry.forget(address..address + length);
    drop(registry);
    // Tasks may still use what was mapped there.
    in_use::when_unused(&(address..address + length), move || {
        // SAFETY: `reserve` mapped exactly this range, which left the registry before, and no task uses it.
        unsafe { libc::munmap(address as *mut libc::c_void, length) };
    });
    Ok(())
}

/// The reservation around an address: its start and itself.
fn reservation_around(
    registry: &mut Registry,
    address: usize,
) -> Option<(usize, &mut Reservation)> {
    let (&start, reservation) = registry.reservations.range_mut(..=address).next_back()?;
    (address - start < reservation.length).then_some((start, reservation))
}

/// Maps a block of physical memory to reserved addresses, which may be used at once if `is_accessible`.
pub fn map(
    arg: &'static str,
    address: usize,
    size: usize,
    physical: &Arc<Physical>,
    is_accessible: bool,
) -> Result<()> {
    if size != physical.size() || !size.is_multiple_of(physical.granularity()) {
        let (whole, unit) = (physical.size(), physical.granularity());
        let allowed = match whole.is_multiple_of(unit) {
            true => format!("{whole}, the size of the physical memory"),
            false => {
                format!("the size of physical memory that is a multiple of {unit}, its granularity")
            }
        };
        return Err(Error::value("size", size, allowed));
    }
    let mut registry = allocations::write();
    let Some((start, reservation)) = reservation_around(&mut registry, address) else {
        return Err(Error::value(
            arg,
            format!("{address:#x}"),
            "an address in a reserved range",
        ));
    };
    let left = reservation.length - (address - start);
    if !address.is_multiple_of(page::size()) || size > left {
        return Err(Error::value(
            arg,
            format!("{address:#x}, {left} bytes before the end of its reserved range"),
            format!(
                "a multiple of {} with room for {size} bytes behind it",
                page::size()
            ),
        ));
    }
    let before = reservation.mappings.range(..address + size).next_back();
    if let Some((taken, mapping)) = before
        && taken + mapping.size() > address
    {
        return Err(Error::value(
            arg,
            format!("{address:#x}, where memory is mapped already (at {taken:#x})"),
            "addresses to which nothing is mapped",
        ));
    }
    if let Some(other) = reservation.mappings.values().next()
        && (other.physical.kind(), other.physical.is_imported())
            != (physical.kind(), physical.is_imported())
    {
        return Err(Reason::State(
            "one reserved range takes memory of one device only, and either this process's or another's".into(),
        ).into());
    }
    let access = match is_accessible {
        true => vec![(physical.kind(), Access::ReadWrite)],
        false => Vec::new(),
    };
    let mapping = Mapping {
        physical: physical.clone(),
        access,
    };
    // SAFETY: the range is reserved, nothing is mapped there, and so nothing uses it.
    unsafe {
        physical
            .memory()
            .map_over(address, size, protection(mapping.protection()))?
    };
    let (kind, whole) = (mapping.kind(), start..start + reservation.length);
    reservation.mappings.insert(address, mapping);
    registry.paint(&whole, address..address + size, kind);
    Ok(())
}

/// Takes a mapping away. What is in the physical memory stays there.
pub fn unmap(arg: &'static str, address: usize) -> Result<()> {
    let mut registry = allocations::write();
    let (start, reservation) = mapped_at(&mut registry, arg, address)?;
    let whole = start..start + reservation.length;
    let Some(mapping) = reservation.mappings.remove(&address) else {
        return Ok(());
    };
    let range = address..address + mapping.size();
    registry.paint(&whole, range.clone(), Kind::Reserved);
    drop(registry);
    in_use::when_unused(&range.clone(), move || {
        // The last of a block's memory is given back under the registry's lock.
        close(range);
        drop(mapping);
    });
    Ok(())
}

/// Takes the memory away from addresses to which nothing is mapped any more, as far as nothing else was mapped there meanwhile.
fn close(range: Range<usize>) {
    let mut registry = allocations::write();
    let Some((_, reservation)) = reservation_around(&mut registry, range.start) else {
        // It was given back: that has taken all away, or will.
        return;
    };
    let mut at = range.start;
    let mapped = |(&start, mapping): (&usize, &Mapping)| start..start + mapping.size();
    let others: Vec<_> = reservation.mappings.iter().map(mapped).collect();
    let others = others.into_iter().filter(|other| share(other, &range));
    for other in others.chain(std::iter::once(range.end..range.end)) {
        let end = other.start.max(at);
        // SAFETY: addresses of a reservation, to which nothing is mapped, and which no task uses.
        if end > at && unsafe { map_nothing(at, end - at, libc::MAP_FIXED) }.is_none() {
            let refusal = system_refuses("to take a mapping away");
            log::warn!("memory stays where it was mapped: {refusal}");
        }
        at = other.end.max(at);
    }
}

/// The reservation with a mapping that begins at an address.
fn mapped_at<'a>(
    registry: &'a mut Registry,
    arg: &'static str,
    address: usize,
) -> Result<(usize, &'a mut Reservation)> {
    reservation_around(registry, address)
        .filter(|(_, reservation)| reservation.mappings.contains_key(&address))
        .ok_or_else(|| {
            Error::value(
                arg,
                format!("{address:#x}"),
                "the start of a mapping of physical memory",
            )
        })
}

const fn protection(access: Access) -> i32 {
    match access {
        Access::None => libc::PROT_NONE,
        Access::Read => libc::PROT_READ,
        Access::ReadWrite => libc::PROT_READ | libc::PROT_WRITE,
    }
}

/// Sets what places may do with a mapping of `size` bytes.
pub fn set_access(
    arg: &'static str,
    address: usize,
    size: usize,
    changes: &[(Kind, Access)],
) -> Result<()> {
    let mut registry = allocations::write();
    let (start, reservation) = mapped_at(&mut registry, arg, address)?;
    let whole = start..start + reservation.length;
    let Some(mapping) = reservation.mappings.get_mut(&address) else {
        return Ok(());
    };
    if size != mapping.size() {
        let allowed = format!("{}, the size of the mapping", mapping.size());
        return Err(Error::value("size", size, allowed));
    }
    let before = mapping.access.clone();
    for &(kind, access) in changes {
        mapping.access.retain(|(known, _)| *known != kind);
        mapping.access.push((kind, access));
    }
    let is_less = mapping.protection() < strongest(&before);
    if !is_less && let Err(refusal) = mapping.protect(address) {
        mapping.access = before;
        return Err(refusal);
    }
    let kind = mapping.kind();
    let range = address..address + size;
    registry.paint(&whole, range.clone(), kind);
    drop(registry);
    if is_less {
        // What tasks that were submitted before may do with it, they may to their end.
        in_use::when_unused(&range, move || {
            let mut registry = allocations::write();
            if let Ok((_, reservation)) = mapped_at(&mut registry, arg, address)
                && let Some(mapping) = reservation.mappings.get(&address)
                && let Err(refusal) = mapping.protect(address)
            {
                log::warn!("memory stays accessible: {refusal}");
            }
        });
    }
    Ok(())
}

/// Returns what a place may do with a mapping.
pub fn access(arg: &'static str, address: usize, kind: Kind) -> Result<Access> {
    let mut registry = allocations::write();
    let (_, reservation) = mapped_at(&mut registry, arg, address)?;
    let mapping = reservation.mappings.get(&address);
    let known = mapping.and_then(|mapping| mapping.access.iter().find(|(known, _)| *known == kind));
    Ok(known.map_or(Access::None, |&(_, access)| access))
}

/// Returns the mapping around an address: its range and its memory.
pub fn mapping_around(address: usize) -> Option<(Range<usize>, Arc<Physical>)> {
    let mut registry = allocations::write();
    let (_, reservation) = reservation_around(&mut registry, address)?;
    let (&start, mapping) = reservation.mappings.range(..=address).next_back()?;
    let range = start..start + mapping.size();
    range
        .contains(&address)
        .then(|| (range, mapping.physical.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{allocation_at, bounds};

    const PIECE: usize = 2 << 20;

    fn physical() -> Arc<Physical> {
        Physical::allocate(Kind::Device(0), PIECE, PIECE, 0).unwrap()
    }

    #[test]
    fn neighbouring_mappings_are_one_range_and_a_gap_is_none() {
        let start = reserve(4 * PIECE, 0).unwrap();
        let [first, second] = [physical(), physical()];
        let all = |pieces: usize| bounds("self", start, &(start..start + pieces * PIECE));
        assert!(all(1).is_err());
        map("virPtr", start, PIECE, &first, true).unwrap();
        assert!(all(1).is_ok() && all(2).is_err());
        map("virPtr", start + PIECE, PIECE, &second, true).unwrap();
        assert!(all(2).is_ok() && all(3).is_err());
        assert!(map("virPtr", start + PIECE, PIECE, &first, true).is_err());
        assert!(release("virPtr", start).is_err());
        unmap("virPtr", start).unwrap();
        assert!(all(1).is_err());
        assert!(bounds("self", start + PIECE, &(start + PIECE..start + 2 * PIECE)).is_ok());
        unmap("virPtr", start + PIECE).unwrap();
        assert!(unmap("virPtr", start).is_err());
        assert_eq!(allocation_at(start).unwrap().size, 4 * PIECE);
        release("virPtr", start).unwrap();
        assert_eq!(allocation_at(start), None);
    }

    #[test]
    fn one_block_shows_the_same_bytes_in_two_places() {
        let start = reserve(2 * PIECE, 0).unwrap();
        let block = physical();
        map("virPtr", start, PIECE, &block, true).unwrap();
        map("virPtr", start + PIECE, PIECE, &block, true).unwrap();
        // SAFETY: both ranges are mapped for reading and writing.
        unsafe {
            (start as *mut u32).write(7);
            assert_eq!(((start + PIECE) as *const u32).read(), 7);
        }
        for address in [start, start + PIECE] {
            unmap("virPtr", address).unwrap();
        }
        release("virPtr", start).unwrap();
    }
}
