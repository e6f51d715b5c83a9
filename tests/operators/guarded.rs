//! Test memory that ends at a page without access.

use std::ops::{Deref, DerefMut};
use std::ptr;
use std::sync::LazyLock;

use crate::argument::POISON;

const PAGE: usize = 4096;

/// Whether tensors end at such a page (`HOSTNPU_TEST_GUARD=1`), so that any access behind one is a fault.
static GUARDS: LazyLock<bool> =
    LazyLock::new(|| std::env::var_os("HOSTNPU_TEST_GUARD").is_some_and(|value| value == "1"));

/// Whether nothing lies behind a tensor.
pub fn has_no_margins() -> bool {
    *GUARDS
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
    /// Allocates `bytes` bytes, or `end` bytes that end at a page without access if `HOSTNPU_TEST_GUARD=1`.
    pub fn new(bytes: usize, end: usize) -> Self {
        let bytes = if *GUARDS { end } else { bytes };
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
        // SAFETY: the last page of it.
        let guarded =
            unsafe { libc::mprotect(map.add(length - PAGE).cast(), PAGE, libc::PROT_NONE) };
        assert_eq!(guarded, 0);
        let first = if *GUARDS { length - PAGE - bytes } else { 0 };
        let mut memory = Self {
            map,
            length,
            first,
            bytes,
        };
        memory.fill(POISON);
        memory
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
