//! The size of the system's pages: 4 KiB on x86-64, up to 64 KiB elsewhere.

use std::sync::atomic::{AtomicUsize, Ordering};

/// 0 until the system was asked.
static SIZE: AtomicUsize = AtomicUsize::new(0);

/// Bytes of a page, to which memory is mapped and protected.
#[inline]
pub fn size() -> usize {
    match SIZE.load(Ordering::Relaxed) {
        0 => ask(),
        size => size,
    }
}

#[cold]
fn ask() -> usize {
    // SAFETY: no memory is involved.
    let size = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    let size = usize::try_from(size).unwrap_or(0).max(4096);
    SIZE.store(size, Ordering::Relaxed);
    size
}

/// Has this process work as on a system with larger pages, a multiple of its own. For tests, before anything else is called.
#[doc(hidden)]
pub fn pretend(size: usize) {
    assert!(size.is_power_of_two() && size.is_multiple_of(self::size()));
    SIZE.store(size, Ordering::Relaxed);
}
