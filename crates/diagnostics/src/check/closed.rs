//! The addresses of device memory to which the program has no access, and the access that it is given.

use std::ffi::c_void;
use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use hostnpu_base::page;

/// The addresses without access, and what handled faults before.
pub(super) static WATCHED: OnceLock<(Range<usize>, libc::sigaction)> = OnceLock::new();

/// The distance to other addresses of the same memory, which have access.
pub(super) static DISTANCE: AtomicUsize = AtomicUsize::new(0);

/// An address with access to the memory at `address`.
pub(super) fn alias(address: usize) -> usize {
    match WATCHED.get() {
        Some((addresses, _)) if addresses.contains(&address) => {
            address.wrapping_add(DISTANCE.load(Ordering::Relaxed))
        }
        _ => address,
    }
}

/// Returns true if faults of the host on closed pages are handled here.
pub(super) fn is_watching() -> bool {
    WATCHED.get().is_some()
}

/// Gives access to all of the memory for good: what comes now cannot be followed.
pub(super) fn open_all() {
    if let Some((addresses, _)) = WATCHED.get() {
        open(addresses.clone());
    }
}

/// Gives the program access.
pub(super) fn open(bytes: Range<usize>) {
    let start = bytes.start / page::size() * page::size();
    let length = bytes.end.next_multiple_of(page::size()) - start;
    // SAFETY: pages of the watched addresses, which are mapped.
    unsafe {
        libc::mprotect(
            start as *mut c_void,
            length,
            libc::PROT_READ | libc::PROT_WRITE,
        )
    };
}
