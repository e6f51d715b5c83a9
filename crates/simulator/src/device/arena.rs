//! Device memory whose addresses are used once: what was freed can be told from all that came after it.

use std::ptr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Addresses that are reserved. Memory is used for what is touched only.
const SIZE: usize = 1 << 40;

const PAGE: usize = 4096;
const HUGE_PAGE: usize = 2 << 20;

/// Bytes up to which new memory is filled as a whole; of larger blocks the first and the last megabyte are.
const FILLED: usize = 256 << 20;
const END: usize = 1 << 20;

/// What new memory is filled with: NaN in every floating-point type, -1 in integers.
const POISON: u8 = 0xff;

/// The first reserved address, and how many bytes were handed out.
static ARENA: OnceLock<Option<usize>> = OnceLock::new();
static USED: AtomicUsize = AtomicUsize::new(0);

fn start() -> Option<usize> {
    *ARENA.get_or_init(|| {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        let access = libc::PROT_READ | libc::PROT_WRITE;
        // SAFETY: a new map touches no existing memory.
        let base = unsafe { libc::mmap(ptr::null_mut(), SIZE, access, flags, -1, 0) };
        if base == libc::MAP_FAILED {
            return None;
        }
        // SAFETY: the range is the map above. Advice may be refused: small pages go back one by one, and dumps stay small.
        unsafe {
            libc::madvise(base, SIZE, libc::MADV_NOHUGEPAGE);
            libc::madvise(base, SIZE, libc::MADV_DONTDUMP);
        }
        Some((base as usize).next_multiple_of(HUGE_PAGE))
    })
}

/// Takes addresses that were never used, and fills them. Returns the first one and the length of their pages.
pub(super) fn obtain(size: usize) -> Option<(usize, usize)> {
    let start = start()?;
    let alignment = if size < HUGE_PAGE / 2 {
        PAGE
    } else {
        HUGE_PAGE
    };
    let length = size.max(1).checked_next_multiple_of(PAGE)?;
    let place = |used: usize| used.checked_next_multiple_of(alignment);
    // An unused page follows, so that no block begins where another one ends.
    let next = |used: usize| place(used)?.checked_add(length)?.checked_add(PAGE);
    let is_inside = |end: &usize| *end <= SIZE - HUGE_PAGE;
    let used = USED.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |used| {
        next(used).filter(is_inside)
    });
    let address = start + place(used.ok()?)?;
    let fill = |offset: usize, count: usize| {
        // SAFETY: these reserved addresses are this call's own.
        unsafe { ptr::write_bytes((address + offset) as *mut u8, POISON, count) };
    };
    if size <= FILLED {
        fill(0, size);
    } else {
        fill(0, END);
        fill(size - END, END);
    }
    Some((address, length))
}

/// Gives memory back to the system if its addresses are reserved here; they stay so, and can be touched. Says whether they are.
pub(super) fn release(address: usize, length: usize) -> bool {
    let Some(Some(start)) = ARENA.get() else {
        return false;
    };
    if !(*start..start + SIZE).contains(&address) {
        return false;
    }
    // SAFETY: the pages were handed out by `obtain`, and left the registry just now.
    unsafe { libc::madvise(address as *mut libc::c_void, length, libc::MADV_DONTNEED) };
    true
}
