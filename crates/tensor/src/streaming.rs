//! Stores that pass the caches by.
//!
//! An ordinary store reads the line that it is about to overwrite. Where an output is larger than the caches, so that no later
//! reader finds it there, a non-temporal store saves that third of the traffic.

use std::marker::PhantomData;

use hostnpu_kernels::ahead::ask_to_second_cache;

/// Bytes from which on an output is written past the caches.
pub const LARGE: usize = 16 << 20;

/// Copies of rows to places in any order, past the caches where all rows together are [`LARGE`]: other threads see those in order once it is dropped.
pub struct Rows {
    past_caches: bool,
    /// Keeps copies on their thread: it has to order its own stores.
    on_thread: PhantomData<*const ()>,
}

impl Rows {
    /// Copies of rows that have so many bytes together, in all threads.
    pub fn of(bytes: usize) -> Self {
        Self {
            past_caches: bytes >= LARGE,
            on_thread: PhantomData,
        }
    }

    /// Copies a row, and starts reading the `next` one, which the machine does not foresee. Panics if the lengths differ.
    pub fn copy(&self, to: &mut [u8], from: &[u8], next: &[u8]) {
        /// Bytes between one request and the next: as many as the memory has on their way.
        const PIECE: usize = 512;
        assert_eq!(to.len(), from.len(), "rows of other lengths");
        if !self.past_caches {
            to.copy_from_slice(from);
            return;
        }
        // Pieces end where lines of the target do.
        let (count, beyond) = (to.len(), to.as_ptr().addr() % 64);
        let mut start = 0;
        while start < count {
            let end = count.min((start + beyond) / PIECE * PIECE + PIECE - beyond);
            if let Some(next) = next.get(start..) {
                prefetch(next.as_ptr(), next.len().min(end - start));
            }
            // SAFETY: a range of both slices, which do not overlap, as one of them is mutable; `drop` orders the stores.
            unsafe {
                copy_unordered(
                    to.as_mut_ptr().add(start),
                    from.as_ptr().add(start),
                    end - start,
                );
            }
            start = end;
        }
    }
}

impl Drop for Rows {
    fn drop(&mut self) {
        if self.past_caches {
            order();
        }
    }
}

/// Copies `count` bytes past the caches.
///
/// # Safety
/// `count` bytes may be read from `source` and written to `target`, and the two do not overlap.
pub unsafe fn copy(target: *mut u8, source: *const u8, count: usize) {
    // SAFETY: the caller's promise.
    unsafe { copy_unordered(target, source, count) };
    order();
}

/// As [`copy`], but other threads may see the bytes late: [`order`] has to follow before anything tells them that they are written.
///
/// # Safety
/// As [`copy`].
#[cfg(target_arch = "x86_64")]
pub unsafe fn copy_unordered(target: *mut u8, source: *const u8, count: usize) {
    use std::arch::x86_64::{__m128i, _mm_loadu_si128, _mm_stream_si128};

    const LINE: usize = 64;
    let head = target.align_offset(LINE).min(count);
    let lines = (count - head) / LINE;
    let tail = head + lines * LINE;
    // SAFETY: the caller's promise; every access lies in the two ranges, and the stores are aligned. SSE2 is part of x86-64.
    unsafe {
        source.copy_to_nonoverlapping(target, head);
        for line in 0..lines {
            let from = source.add(head + line * LINE).cast::<__m128i>();
            let to = target.add(head + line * LINE).cast::<__m128i>();
            let parts: [__m128i; 4] = std::array::from_fn(|i| _mm_loadu_si128(from.add(i)));
            for (i, part) in parts.into_iter().enumerate() {
                _mm_stream_si128(to.add(i), part);
            }
        }
        source
            .add(tail)
            .copy_to_nonoverlapping(target.add(tail), count - tail);
    }
}

/// Starts reading `count` bytes into the caches. Whether there is such memory does not matter.
pub fn prefetch(source: *const u8, count: usize) {
    ask_to_second_cache(source, count);
}

/// Orders all stores past the caches with the ones by which another thread learns that they are done.
#[cfg(target_arch = "x86_64")]
pub fn order() {
    // SAFETY: SSE is part of x86-64.
    unsafe { std::arch::x86_64::_mm_sfence() };
}

/// As [`copy`].
///
/// # Safety
/// As [`copy`].
#[cfg(not(target_arch = "x86_64"))]
pub unsafe fn copy_unordered(target: *mut u8, source: *const u8, count: usize) {
    // SAFETY: the caller's promise.
    unsafe { source.copy_to_nonoverlapping(target, count) };
}

/// Orders stores: ordinary ones are.
#[cfg(not(target_arch = "x86_64"))]
pub fn order() {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_copied_whole_at_any_alignment() {
        let source: Vec<u8> = (0..3000).map(|i| (i * 7 % 251) as u8).collect();
        for all in [0, LARGE] {
            for start in [0, 1, 63, 64, 65] {
                for count in [0, 1, 447, 448, 449, 512, 513, 2000] {
                    let mut target = vec![255_u8; 3000];
                    let row = &source[start / 2..start / 2 + count];
                    Rows::of(all).copy(
                        &mut target[start..start + count],
                        row,
                        &source[..count / 2],
                    );
                    assert!(target[start..start + count] == *row, "{start}, {count}");
                    let mut others = target[..start].iter().chain(&target[start + count..]);
                    assert!(others.all(|&byte| byte == 255));
                }
            }
        }
    }

    #[test]
    fn copies_are_whole_at_any_alignment() {
        let source: Vec<u8> = (0..1000).map(|i| (i * 7 % 251) as u8).collect();
        for start in 0..70 {
            for count in [0, 1, 15, 63, 64, 65, 127, 128, 300, 900] {
                let mut target = vec![255_u8; 1000];
                // SAFETY: both ranges lie in their vectors.
                unsafe {
                    copy(
                        target.as_mut_ptr().add(start),
                        source.as_ptr().add(start / 2),
                        count,
                    )
                };
                assert!(
                    target[start..start + count] == source[start / 2..start / 2 + count],
                    "{start}, {count}"
                );
                assert!(
                    target[..start]
                        .iter()
                        .chain(&target[start + count..])
                        .all(|&byte| byte == 255)
                );
            }
        }
    }
}
