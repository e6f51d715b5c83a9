//! Copying and filling bytes, on all threads where there are many. Ranges are addresses and lengths, not slices: the two of a copy may overlap, and a
//! program's address may be an alias of the one at which the library works.

use std::ptr::with_exposed_provenance_mut;

use crate::block::copy_past_caches;
use crate::grain;
use hostnpu_device::alias;
use hostnpu_kernels::memory::Region;
use hostnpu_tensor::{parallel, streaming};

/// Rows of bytes at equal distances.
#[derive(Clone, Copy)]
struct Range {
    address: usize,
    /// Bytes from a row to the next.
    pitch: usize,
    /// Bytes of a row.
    width: usize,
    height: usize,
}

impl Range {
    /// The rows, where the library works.
    fn rows(self) -> impl Iterator<Item = Region<'static>> {
        (0..self.height).map(move |row| {
            let at = with_exposed_provenance_mut(alias(self.address + row * self.pitch));
            // SAFETY: bytes of a row, by the promise of the functions that made the range; pieces are different bytes.
            unsafe { Region::new(at, 0, self.width as isize) }
        })
    }
}

macro_rules! ranges {
    ($($(#[$doc:meta])* $name:ident: $done:literal;)*) => {$(
        $(#[$doc])*
        pub struct $name(Range);

        impl $name {
            /// `count` bytes at an address.
            ///
            /// # Safety
            #[doc = concat!("So many bytes may be ", $done, " at `address` as long as the range is in use.")]
            pub unsafe fn at(address: usize, count: usize) -> Self {
                Self(Range { address, pitch: count, width: count, height: 1 })
            }

            /// `height` rows of `width` bytes, each `pitch` bytes behind the one before.
            ///
            /// # Safety
            #[doc = concat!("The bytes of each row may be ", $done, " as long as the range is in use.")]
            pub unsafe fn rows(address: usize, pitch: usize, width: usize, height: usize) -> Self {
                Self(Range { address, pitch, width, height })
            }
        }
    )*};
}

ranges! {
    /// Bytes that may be read.
    ReadableBytes: "read";
    /// Bytes that may be written.
    WritableBytes: "written";
}

/// Copies all bytes. The two ranges may overlap. Panics if they have different sizes.
pub fn copy(target: WritableBytes, source: ReadableBytes) {
    let (target, source) = (target.0, source.0);
    let size = |range: &Range| (range.width, range.height);
    assert_eq!(size(&target), size(&source));
    for (to, from) in target.rows().zip(source.rows()) {
        copy_region(to, from, target.width);
    }
}

/// Copies bytes, which may overlap, on all threads where there are many. Panics if some of them are outside.
pub(crate) fn copy_region(target: Region, source: Region, count: usize) {
    if !target.is_apart(count, source, count) || count < 2 * grain::COPIED_BYTES {
        target.copy(source, count);
        return;
    }
    parallel::for_each_piece(count.div_ceil(grain::COPIED_BYTES), |piece| {
        let start = piece * grain::COPIED_BYTES;
        let length = grain::COPIED_BYTES.min(count - start);
        let (to, from) = (target.after(start), source.after(start));
        match count >= streaming::LARGE {
            true => {
                copy_past_caches(to, from, length);
                streaming::order();
            }
            false => to.copy(from, length),
        }
    });
}

/// Sets all bytes to `value`.
pub fn fill(target: WritableBytes, value: u8) {
    let count = target.0.width;
    for start in target.0.rows() {
        parallel::for_each_piece(count.div_ceil(grain::COPIED_BYTES), |piece| {
            let first = piece * grain::COPIED_BYTES;
            let length = grain::COPIED_BYTES.min(count - first);
            start.after(first).fill(value, length);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn readable(of: &[u8]) -> ReadableBytes {
        // SAFETY: the bytes are the slice's; the tests keep it.
        unsafe { ReadableBytes::at(of.as_ptr().addr(), of.len()) }
    }

    fn writable(of: &mut [u8]) -> WritableBytes {
        // SAFETY: as above.
        unsafe { WritableBytes::at(of.as_mut_ptr().expose_provenance(), of.len()) }
    }

    #[test]
    fn large_copies_are_whole_and_overlapping_ones_right() {
        let size = 5 * grain::COPIED_BYTES + 123;
        let source: Vec<u8> = (0..size).map(|i| (i * 7 % 251) as u8).collect();
        let mut target = vec![0_u8; size + 1];
        copy(writable(&mut target[..size]), readable(&source));
        assert!(target[..size] == source[..]);
        let from = readable(&target[..size]);
        copy(writable(&mut target[1..]), from);
        assert!(target[1..] == source[..]);
        fill(writable(&mut target[..size]), 9);
        assert!(target[..size].iter().all(|&byte| byte == 9));
        assert_eq!(target[size], source[size - 1]);
    }

    #[test]
    fn rows_leave_what_is_between_them() {
        let source: Vec<u8> = (0..40).collect();
        let mut target = [255_u8; 40];
        // SAFETY: 4 rows of 3 bytes of the arrays, which stay.
        let (to, from) = unsafe {
            let to = WritableBytes::rows(target.as_mut_ptr().expose_provenance(), 8, 3, 4);
            (
                to,
                ReadableBytes::rows(source.as_ptr().expose_provenance(), 10, 3, 4),
            )
        };
        copy(to, from);
        for (k, &byte) in target.iter().enumerate() {
            let expected = if k % 8 < 3 && k < 32 {
                k / 8 * 10 + k % 8
            } else {
                255
            };
            assert_eq!(usize::from(byte), expected, "{k}");
        }
    }

    #[test]
    #[should_panic]
    fn ranges_of_different_sizes_are_refused() {
        let source = [1_u8; 4];
        copy(writable(&mut [0; 3]), readable(&source));
    }
}
