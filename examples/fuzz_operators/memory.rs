//! Memory between pages that cannot be touched.

use std::collections::HashMap;
use std::ptr;

const PAGE: usize = 4096;

/// Bytes of memory that nothing may touch are held by this pattern.
pub const PATTERN: u8 = 0xa5;

/// Whole pages with one without access on each side.
struct Pages {
    first: *mut u8,
    bytes: usize,
}

/// Pages that are not in use, by their size: new ones cost more than a small call.
#[derive(Default)]
pub struct Pool {
    free: HashMap<usize, Vec<Pages>>,
    kept: usize,
}

/// Bytes that begin behind a page without access, or end before one.
pub struct Guarded {
    pages: Pages,
    /// Their first byte, in the pages.
    start: usize,
    bytes: usize,
}

impl Pool {
    /// Memory of so many bytes, filled with the pattern; None if there is none.
    pub fn take(&mut self, bytes: usize, at_start: bool) -> Option<Guarded> {
        let size = bytes.next_multiple_of(PAGE).max(PAGE);
        let pages = match self.free.get_mut(&size).and_then(Vec::pop) {
            Some(pages) => {
                self.kept -= size;
                pages
            }
            None => Pages::new(size)?,
        };
        let start = if at_start { 0 } else { size - bytes };
        let mut memory = Guarded {
            pages,
            start,
            bytes,
        };
        memory.whole_mut().fill(PATTERN);
        Some(memory)
    }

    pub fn give_back(&mut self, memory: Guarded) {
        let size = memory.pages.bytes;
        if self.kept + size > 64 << 20 {
            return;
        }
        self.kept += size;
        self.free.entry(size).or_default().push(memory.pages);
    }
}

impl Guarded {
    pub fn address(&self) -> usize {
        self.pages.first.expose_provenance() + self.start
    }

    /// The range of its bytes in the whole.
    pub fn range(&self) -> std::ops::Range<usize> {
        self.start..self.start + self.bytes
    }

    /// All bytes between the pages without access.
    pub fn whole(&self) -> &[u8] {
        // SAFETY: memory of so many bytes.
        unsafe { std::slice::from_raw_parts(self.pages.first, self.pages.bytes) }
    }

    pub fn whole_mut(&mut self) -> &mut [u8] {
        // SAFETY: as above.
        unsafe { std::slice::from_raw_parts_mut(self.pages.first, self.pages.bytes) }
    }
}

impl Pages {
    fn new(bytes: usize) -> Option<Self> {
        // SAFETY: new memory, of which the pages between the first and the last become accessible.
        unsafe {
            let kind = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
            let map = libc::mmap(
                ptr::null_mut(),
                bytes + 2 * PAGE,
                libc::PROT_NONE,
                kind,
                -1,
                0,
            );
            if map == libc::MAP_FAILED {
                return None;
            }
            let first = map.cast::<u8>().add(PAGE);
            let pages = Self { first, bytes };
            let opened = libc::mprotect(first.cast(), bytes, libc::PROT_READ | libc::PROT_WRITE);
            (opened == 0).then_some(pages)
        }
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        // SAFETY: what `new` mapped, which nothing refers to any more.
        unsafe { libc::munmap(self.first.sub(PAGE).cast(), self.bytes + 2 * PAGE) };
    }
}
