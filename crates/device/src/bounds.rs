//! Checks that the memory that a call touches lies in the allocation in which it starts.

use std::cell::Cell;
use std::ops::Range;

use super::allocations::{Kind, allocation_at, frees};
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_diagnostics::{check, hooks};

/// Refuses `bytes` if they leave the allocation that holds the byte at `base`. Memory that was not allocated here is not
/// looked at.
pub fn bounds(arg: &'static str, base: usize, bytes: &Range<usize>) -> Result<()> {
    if hooks::on() {
        check::given(arg, base, bytes);
    }
    let Some((allocation, kind)) = allocation_around(base) else {
        return Ok(());
    };
    if kind == Kind::Reserved && !bytes.is_empty() {
        return Err(Error::value(
            arg,
            format!(
                "at {base:#x}, in reserved addresses to which no memory is mapped, or none that may be accessed"
            ),
            "mapped memory that may be accessed",
        ));
    }
    if bytes.is_empty() || allocation.start <= bytes.start && bytes.end <= allocation.end {
        return Ok(());
    }
    let offset = |address: usize| address as i128 - allocation.start as i128;
    Err(Reason::OutOfBounds {
        arg,
        start: offset(base),
        reach: offset(match bytes.start < allocation.start {
            true => bytes.start,
            false => bytes.end,
        }),
        // What was asked for, which the program knows.
        size: allocation_at(base).map_or(allocation.len(), |found| found.size),
    }
    .into())
}

/// An allocation that a thread found, and how many had been freed until then.
#[derive(Clone, Copy)]
struct CachedAllocation {
    start: usize,
    end: usize,
    frees: u64,
}

/// Number of allocations that a thread remembers: calls use few, and most of them again.
const FOUND: usize = 8;

thread_local! {
    // It needs no destructor, so it is there for as long as the thread runs.
    static RECENT: [Cell<CachedAllocation>; FOUND] = const {
        [const { Cell::new(CachedAllocation { start: 0, end: 0, frees: 0 }) }; FOUND]
    };
}

/// The bytes of the allocation that holds the byte at `address`, and whose they are.
fn allocation_around(address: usize) -> Option<(Range<usize>, Kind)> {
    // Blocks lie at multiples of 512 bytes, of pages or of huge pages: each of these bits tells some of them apart.
    let place = (address >> 9 ^ address >> 12 ^ address >> 21) % FOUND;
    let now = frees();
    let found = RECENT.with(|recent| recent[place].get());
    if found.frees == now && (found.start..found.end).contains(&address) {
        // Only memory of devices and of the host is remembered, which are the same here.
        return Some((found.start..found.end, Kind::Host));
    }
    let allocation = allocation_at(address)?;
    let Range { start, end } = allocation.bytes();
    // What the program registered itself may be memory that it returned to the heap, and that was allocated since.
    if !matches!(allocation.kind, Kind::Registered | Kind::Reserved) {
        let found = CachedAllocation {
            start,
            end,
            frees: now,
        };
        RECENT.with(|recent| recent[place].set(found));
    }
    Some((start..end, allocation.kind))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Policy, allocate, free, host_register, host_unregister};

    #[test]
    fn bytes_past_the_allocation_are_refused() {
        let start = allocate(None, 64, Policy::Normal).unwrap();
        // Looked up, then remembered.
        for _ in 0..2 {
            assert_eq!(bounds("self", start, &(start..start + 64)), Ok(()));
            assert_eq!(bounds("self", start + 32, &(start..start + 64)), Ok(()));
            assert!(bounds("self", start, &(start..start + 65)).is_err());
            assert!(bounds("self", start + 63, &(start - 1..start + 64)).is_err());
        }
        let own = [0_u8; 4];
        let address = own.as_ptr() as usize;
        assert_eq!(bounds("self", address, &(address..address + 1000)), Ok(()));
        free("devPtr", start, |_| true).unwrap();
        assert_eq!(bounds("self", start, &(start..start + 65)), Ok(()));
    }

    #[test]
    fn what_takes_the_place_of_freed_memory_has_its_own_bounds() {
        let own = [0_u8; 4096];
        let start = own.as_ptr() as usize;
        for size in [100, 300, 200] {
            host_register(start, size).unwrap();
            assert_eq!(bounds("self", start, &(start..start + size)), Ok(()));
            assert!(bounds("self", start, &(start..start + size + 1)).is_err());
            host_unregister(start).unwrap();
        }
    }
}
