//! Test memory beside a page without access.

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

/// Returns true if a tensor has no margin on one of its sides.
pub fn is_on() -> bool {
    *GUARD != Guard::None
}

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
    /// `HOSTNPU_TEST_GUARD=front`, the first one behind it. Also returns how many bytes at the beginning are left out for that. All are 0.
    pub fn zeroed(bytes: usize, used: Range<usize>) -> (Self, usize) {
        let left_out = match *GUARD {
            Guard::Front => used.start,
            _ => 0,
        };
        let bytes = match *GUARD {
            Guard::Behind => used.end,
            _ => bytes - left_out,
        };
        let length = bytes.next_multiple_of(PAGE) + PAGE;
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
        let (page, first) = match *GUARD {
            Guard::Front => (0, PAGE),
            Guard::Behind => (length - PAGE, length - PAGE - bytes),
            Guard::None => (length - PAGE, 0),
        };
        // SAFETY: one page of it.
        let guarded = unsafe { libc::mprotect(map.add(page).cast(), PAGE, libc::PROT_NONE) };
        assert_eq!(guarded, 0);
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
        let (mut memory, left_out) = Self::zeroed(bytes, used);
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
        // SAFETY: nobody has it any more.
        unsafe { libc::munmap(self.map.cast(), self.length) };
    }
}
