//! Memory of operations, which their makers promise, as bytes.

use super::Span;

/// Returns the memory of a buffer.
pub(super) fn span(bytes: &mut [u8]) -> Span {
    Span {
        address: bytes.as_mut_ptr().expose_provenance(),
        bytes: bytes.len(),
    }
}

/// Returns the bytes of memory that an operation reads.
pub(super) fn bytes_of(memory: Span) -> &'static [u8] {
    let first = std::ptr::with_exposed_provenance::<u8>(memory.address);
    if memory.bytes == 0 {
        return &[];
    }
    // SAFETY: the operation's memory, which its maker promises until the operation ends; callers copy it at once.
    unsafe { std::slice::from_raw_parts(first, memory.bytes) }
}

/// Copies rows of so many bytes to other places.
pub(super) fn copy_rows(row: usize, from: &[usize], to: &[usize]) {
    let at = |address| Span {
        address,
        bytes: row,
    };
    for (&from, &to) in from.iter().zip(to) {
        store(bytes_of(at(from)), at(to));
    }
}

/// The addresses of rows of so many bytes side by side.
pub(super) fn places_of_rows(row: usize, bytes: &mut [u8]) -> Vec<usize> {
    let first = bytes.as_mut_ptr().expose_provenance();
    let count = bytes.len().checked_div(row).unwrap_or(0);
    (0..count).map(|number| first + number * row).collect()
}

/// Copies bytes into memory that an operation writes.
pub(super) fn store(from: &[u8], to: Span) {
    let first = std::ptr::with_exposed_provenance_mut::<u8>(to.address);
    let count = from.len().min(to.bytes);
    // SAFETY: the operation's memory, which its maker promises until the operation ends; in place it is the same.
    unsafe { std::ptr::copy(from.as_ptr(), first, count) };
}
