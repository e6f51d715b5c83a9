//! Copying and filling memory, on all threads where it is large. Places are addresses, not slices: the two of a copy may overlap, and a program's address may be
//! an alias of the one at which the library works.

use std::ptr;

use hostnpu_device::alias;
use hostnpu_tensor::{parallel, streaming};

/// Bytes that one thread copies at a time: large enough that threads do not meet, small enough to share evenly.
const PIECE: usize = 1 << 20;

/// Copies `count` bytes. The two places may overlap.
///
/// # Safety
/// `count` bytes may be read from `source` and written to `target`.
pub unsafe fn copy(target: usize, source: usize, count: usize) {
    let (target, source) = (alias(target), alias(source));
    let overlap = target < source.saturating_add(count) && source < target.saturating_add(count);
    if overlap || count < 2 * PIECE {
        // SAFETY: the caller's promise; `copy` allows overlap.
        unsafe { ptr::copy(source as *const u8, target as *mut u8, count) };
        return;
    }
    parallel::for_each_piece(count.div_ceil(PIECE), |piece| {
        let start = piece * PIECE;
        let length = PIECE.min(count - start);
        // SAFETY: pieces are disjoint parts of the two disjoint places.
        unsafe {
            if count >= streaming::LARGE {
                streaming::copy(
                    (target + start) as *mut u8,
                    (source + start) as *const u8,
                    length,
                );
                return;
            }
            ptr::copy_nonoverlapping(
                (source + start) as *const u8,
                (target + start) as *mut u8,
                length,
            );
        }
    });
}

/// Copies `height` rows of `width` bytes, `target_pitch` and `source_pitch` bytes apart.
///
/// # Safety
/// As [`copy`], for each row.
pub unsafe fn copy_rows(
    (target, target_pitch): (usize, usize),
    (source, source_pitch): (usize, usize),
    width: usize,
    height: usize,
) {
    for row in 0..height {
        // SAFETY: the caller's promise for this row.
        unsafe {
            copy(
                target + row * target_pitch,
                source + row * source_pitch,
                width,
            )
        };
    }
}

/// Sets `count` bytes to `value`.
///
/// # Safety
/// `count` bytes may be written to `target`.
pub unsafe fn fill(target: usize, value: u8, count: usize) {
    let target = alias(target);
    parallel::for_each_piece(count.div_ceil(PIECE), |piece| {
        let start = piece * PIECE;
        // SAFETY: pieces are disjoint parts of the caller's memory.
        unsafe { ptr::write_bytes((target + start) as *mut u8, value, PIECE.min(count - start)) };
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_copies_are_whole_and_overlapping_ones_right() {
        let size = 5 * PIECE + 123;
        let source: Vec<u8> = (0..size).map(|i| (i * 7 % 251) as u8).collect();
        let mut target = vec![0_u8; size + 1];
        // SAFETY: both vectors have the bytes.
        unsafe { copy(target.as_mut_ptr() as usize, source.as_ptr() as usize, size) };
        assert!(target[..size] == source[..]);
        // SAFETY: the second place ends with the vector.
        unsafe {
            copy(
                target.as_mut_ptr() as usize + 1,
                target.as_ptr() as usize,
                size,
            )
        };
        assert!(target[1..] == source[..]);
        // SAFETY: the bytes are the vector's.
        unsafe { fill(target.as_mut_ptr() as usize, 9, size) };
        assert!(target[..size].iter().all(|&byte| byte == 9));
    }
}
