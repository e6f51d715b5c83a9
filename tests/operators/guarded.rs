//! Test memory beside a page without access.

use std::cell::RefCell;
use std::ops::{Deref, DerefMut, Range};
use std::ptr;
use std::sync::LazyLock;

use crate::argument::POISON;

const PAGE: usize = 4096;

/// Side on which the page without access lies.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Guard {
    Behind,
    Front,
    None,
}

static GUARD: LazyLock<Guard> = LazyLock::new(|| {
    let value = std::env::var("HOSTNPU_TEST_GUARD");
    match value.as_deref() {
        Err(_) | Ok("behind") => Guard::Behind,
        Ok("front") => Guard::Front,
        Ok("none") => Guard::None,
        Ok(other) => panic!("HOSTNPU_TEST_GUARD is {other}: behind (default), front or none"),
    }
});

/// Bytes of a tensor and of what lies around it.
pub struct Guarded {
    map: *mut u8,
    length: usize,
    first: usize,
    bytes: usize,
}

// SAFETY: it owns its memory.
unsafe impl Send for Guarded {}
// SAFETY: as above.
unsafe impl Sync for Guarded {}

impl Guarded {
    /// Allocates `bytes` bytes, of which those in `used` may be read and written. The last of them lies before a page without access, or, with
    /// `HOSTNPU_TEST_GUARD=front`, the first one behind it. Also returns how many bytes at the beginning are left out for that. They hold anything.
    pub fn unfilled(bytes: usize, used: Range<usize>) -> (Self, usize) {
        let left_out = match *GUARD {
            Guard::Front => used.start,
            _ => 0,
        };
        let bytes = match *GUARD {
            Guard::Behind => used.end,
            _ => bytes - left_out,
        };
        let length = bytes.next_multiple_of(PAGE) + PAGE;
        let map = match kept(length) {
            Some(map) => map,
            None => mapped(length),
        };
        let first = match *GUARD {
            Guard::Front => PAGE,
            Guard::Behind => length - PAGE - bytes,
            Guard::None => 0,
        };
        let memory = Self {
            map,
            length,
            first,
            bytes,
        };
        (memory, left_out)
    }

    /// The same, filled with what outputs and margins hold before a call.
    pub fn new(bytes: usize, used: Range<usize>) -> (Self, usize) {
        let (mut memory, left_out) = Self::unfilled(bytes, used);
        memory.fill(POISON);
        (memory, left_out)
    }
}

impl Deref for Guarded {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        // SAFETY: memory of so many bytes.
        unsafe { std::slice::from_raw_parts(self.map.add(self.first), self.bytes) }
    }
}

impl DerefMut for Guarded {
    fn deref_mut(&mut self) -> &mut [u8] {
        // SAFETY: as above.
        unsafe { std::slice::from_raw_parts_mut(self.map.add(self.first), self.bytes) }
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        keep(self.map, self.length);
    }
}

/// Maps memory, of which one page is without access.
fn mapped(length: usize) -> *mut u8 {
    // SAFETY: new memory.
    let map = unsafe {
        let (mode, kind) = (
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS,
        );
        libc::mmap(ptr::null_mut(), length, mode, kind, -1, 0)
    };
    assert_ne!(map, libc::MAP_FAILED);
    let map = map.cast::<u8>();
    let page = match *GUARD {
        Guard::Front => 0,
        _ => length - PAGE,
    };
    // SAFETY: one page of it.
    let guarded = unsafe { libc::mprotect(map.add(page).cast(), PAGE, libc::PROT_NONE) };
    assert_eq!(guarded, 0);
    map
}

/// Largest memory that is kept for the next tensor, how many of a size, and bytes of all that a thread keeps.
const KEPT: (usize, usize, usize) = (2048 * PAGE, 16, 1 << 28);

/// Memory that a thread no longer uses, by its pages: to map it and to touch it first takes longer than most calls.
#[derive(Default)]
struct Free {
    by_pages: Vec<Vec<usize>>,
    bytes: usize,
}

thread_local! {
    static FREE: RefCell<Free> = RefCell::default();
}

fn kept(length: usize) -> Option<*mut u8> {
    let take = |free: &RefCell<Free>| {
        let mut free = free.borrow_mut();
        let address = free.by_pages.get_mut(length / PAGE)?.pop()?;
        free.bytes -= length;
        Some(address)
    };
    let address = FREE.try_with(take);
    Some(ptr::with_exposed_provenance_mut(address.ok()??))
}

fn keep(map: *mut u8, length: usize) {
    let keep = |free: &RefCell<Free>| {
        let free = &mut *free.borrow_mut();
        if free.by_pages.len() <= length / PAGE {
            free.by_pages.resize_with(length / PAGE + 1, Vec::new);
        }
        let same = &mut free.by_pages[length / PAGE];
        let has_room = same.len() < KEPT.1 && free.bytes + length <= KEPT.2;
        if has_room {
            same.push(map.expose_provenance());
            free.bytes += length;
        }
        has_room
    };
    if length > KEPT.0 || !FREE.try_with(keep).unwrap_or(false) {
        // SAFETY: its owner is dropped, and it is not in the list.
        unsafe { libc::munmap(map.cast(), length) };
    }
}
