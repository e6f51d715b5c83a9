//! Sources of the memory of allocations, and the way back: the heap, maps of the system, addresses that are used once.

use std::alloc::{Layout, alloc, dealloc};
use std::ptr;

use super::arena;
use super::map_cache::MapCache;

/// Alignment of small allocations: what the card's allocator gives in practice.
pub(super) const ALIGNMENT: usize = 512;
/// Alignment of large allocations: one huge page, so that the kernel can map them with such.
pub(super) const HUGE_PAGE: usize = 2 << 20;

/// Source of memory, and the way back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    Heap(Layout),
    Map {
        base: usize,
        length: usize,
        huge: bool,
    },
    Program,
    Reserved,
}

/// Takes memory from the system: small pieces from the heap, which are multiples of `unit` there, large ones as maps that start on a huge page; with huge pages, if the system has some. A map of
/// that length which was kept comes first.
pub(super) fn obtain(
    size: usize,
    huge: bool,
    unit: usize,
    kept: &mut MapCache,
) -> Option<(usize, Origin)> {
    if size < HUGE_PAGE / 2 {
        let layout =
            Layout::from_size_align(size.max(1).next_multiple_of(unit), ALIGNMENT.max(unit));
        let layout = layout.ok()?;
        // SAFETY: the layout has at least one byte.
        let start = unsafe { alloc(layout) } as usize;
        return (start != 0).then_some((start, Origin::Heap(layout)));
    }
    let length = size
        .checked_next_multiple_of(HUGE_PAGE)?
        .checked_add(HUGE_PAGE)?;
    if let Some(base) = kept.take(length, huge) {
        let start = base.next_multiple_of(HUGE_PAGE);
        return Some((start, Origin::Map { base, length, huge }));
    }
    // SAFETY: a new anonymous map touches no existing memory.
    let base = unsafe {
        libc::mmap(
            ptr::null_mut(),
            length,
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE,
            -1,
            0,
        )
    };
    if base == libc::MAP_FAILED {
        return None;
    }
    let base = base as usize;
    let start = base.next_multiple_of(HUGE_PAGE);
    if huge {
        // SAFETY: the range lies inside the map above. The advice may be refused; then pages are small.
        unsafe {
            libc::madvise(
                start as *mut libc::c_void,
                length - HUGE_PAGE,
                libc::MADV_HUGEPAGE,
            )
        };
    }
    Some((start, Origin::Map { base, length, huge }))
}

/// Takes memory whose addresses are never used again.
pub(super) fn obtain_once(size: usize) -> Option<(usize, Origin)> {
    let (base, length) = arena::obtain(size)?;
    let huge = false;
    Some((base, Origin::Map { base, length, huge }))
}

/// Gives memory back, or keeps its map where there is something to keep it.
///
/// # Safety
/// [`obtain`] or [`obtain_once`] returned both, and the memory was not given back before. What other processes share is not kept.
pub(super) unsafe fn release(start: usize, origin: Origin, kept: Option<&mut MapCache>) {
    match origin {
        // SAFETY: `obtain` took it from the heap with this layout; the caller's promise.
        Origin::Heap(layout) => unsafe { dealloc(start as *mut u8, layout) },
        Origin::Map { base, length, huge } => {
            if arena::release(base, length) {
                return;
            }
            // SAFETY: `obtain` mapped exactly this range; the caller's promise.
            unsafe {
                match kept {
                    Some(kept) => kept.keep(base, length, huge),
                    None => drop(libc::munmap(base as *mut libc::c_void, length)),
                }
            }
        }
        Origin::Program | Origin::Reserved => {}
    }
}
