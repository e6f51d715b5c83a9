//! Transposed copies of blocks, through registers.

use crate::ahead::ask_to_second_cache;

/// A unit of memory that is moved as it is: elements of 1, 2, 4, 8 or 16 bytes.
pub trait Unit: Copy {
    /// Lines and elements of the squares that are transposed at once: as many units as a register holds.
    const SIDE: usize;

    /// Copies a square: element `i` of line `k` becomes element `k` of line `i`. Lines are `from_pitch` and `to_pitch` units apart.
    ///
    /// # Safety
    /// The square's units may be read and written.
    unsafe fn square(from: *const Self, from_pitch: isize, to: *mut Self, to_pitch: isize);
}

macro_rules! units {
    ($($unit:ty, $side:literal, x86-64 $low:ident $high:ident, aarch64 $vector:ident $load:ident $store:ident $first:ident $second:ident;)+) => {$(
        impl Unit for $unit {
            const SIDE: usize = $side;

            #[inline(always)]
            unsafe fn square(from: *const Self, from_pitch: isize, to: *mut Self, to_pitch: isize) {
                #[cfg(target_arch = "x86_64")]
                {
                    use std::arch::x86_64::{__m128i, _mm_loadu_si128, _mm_storeu_si128, $low, $high};
                    // SAFETY: the caller's promise for lines of 16 bytes; SSE2 is part of x86-64.
                    unsafe {
                        let mut lines: [__m128i; $side] = std::array::from_fn(|k| {
                            _mm_loadu_si128(from.offset(k as isize * from_pitch).cast())
                        });
                        // Interleaving the first half of the lines with the second, once for each bit of an index, turns rows into columns.
                        let mut stages = $side;
                        while stages > 1 {
                            lines = std::array::from_fn(|k| {
                                let (a, b) = (lines[k / 2], lines[k / 2 + $side / 2]);
                                if k % 2 == 0 { $low(a, b) } else { $high(a, b) }
                            });
                            stages /= 2;
                        }
                        for (i, line) in lines.into_iter().enumerate() {
                            _mm_storeu_si128(to.offset(i as isize * to_pitch).cast(), line);
                        }
                    }
                }
                #[cfg(target_arch = "aarch64")]
                {
                    use std::arch::aarch64::{$vector, $load, $store, $first, $second};
                    // SAFETY: the caller's promise for lines of 16 bytes; NEON is part of the architecture.
                    unsafe {
                        let mut lines: [$vector; $side] = std::array::from_fn(|k| {
                            $load(from.offset(k as isize * from_pitch).cast())
                        });
                        // As above.
                        let mut stages = $side;
                        while stages > 1 {
                            lines = std::array::from_fn(|k| {
                                let (a, b) = (lines[k / 2], lines[k / 2 + $side / 2]);
                                if k % 2 == 0 { $first(a, b) } else { $second(a, b) }
                            });
                            stages /= 2;
                        }
                        for (i, line) in lines.into_iter().enumerate() {
                            $store(to.offset(i as isize * to_pitch).cast(), line);
                        }
                    }
                }
                #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
                for k in 0..$side {
                    for i in 0..$side {
                        // SAFETY: the caller's promise for the square.
                        unsafe {
                            let value = from.offset(k * from_pitch + i).read();
                            to.offset(i * to_pitch + k).write(value);
                        }
                    }
                }
            }
        }
    )+};
}

units! {
    u8, 16, x86-64 _mm_unpacklo_epi8 _mm_unpackhi_epi8, aarch64 uint8x16_t vld1q_u8 vst1q_u8 vzip1q_u8 vzip2q_u8;
    u16, 8, x86-64 _mm_unpacklo_epi16 _mm_unpackhi_epi16, aarch64 uint16x8_t vld1q_u16 vst1q_u16 vzip1q_u16 vzip2q_u16;
    u32, 4, x86-64 _mm_unpacklo_epi32 _mm_unpackhi_epi32, aarch64 uint32x4_t vld1q_u32 vst1q_u32 vzip1q_u32 vzip2q_u32;
    u64, 2, x86-64 _mm_unpacklo_epi64 _mm_unpackhi_epi64, aarch64 uint64x2_t vld1q_u64 vst1q_u64 vzip1q_u64 vzip2q_u64;
}

impl Unit for [u64; 2] {
    const SIDE: usize = 1;

    #[inline(always)]
    unsafe fn square(from: *const Self, _: isize, to: *mut Self, _: isize) {
        // SAFETY: the caller's promise; the units need not be aligned to more than their parts.
        unsafe { to.write_unaligned(from.read_unaligned()) };
    }
}

/// From this distance between lines on, the processor's own prefetching does not find the next line.
const PAGE: usize = 4096;

/// Bytes of a line of the caches.
const CACHE_LINE: usize = 64;

/// Copies `lines` lines of `length` units, `from_pitch` units apart, to `length` lines of `lines` units, `to_pitch` apart: element `i` of line `k`
/// becomes element `k` of line `i`. Where lines are far from each other, the `lines` lines that follow are read into the caches meanwhile.
///
/// # Safety
/// The units may be read and written, and the two places share no memory. Pitches are in units.
pub unsafe fn transpose<T: Unit>(
    (from, from_pitch): (*const T, isize),
    (to, to_pitch): (*mut T, isize),
    lines: usize,
    length: usize,
) {
    let at = |line: usize, i: usize| {
        let source = from
            .wrapping_offset(line as isize * from_pitch)
            .wrapping_add(i);
        (
            source,
            to.wrapping_offset(i as isize * to_pitch).wrapping_add(line),
        )
    };
    let (whole_lines, whole_length) = (lines / T::SIDE * T::SIDE, length / T::SIDE * T::SIDE);
    let far = from_pitch.unsigned_abs() * size_of::<T>() >= PAGE / 2;
    for line in (0..whole_lines).step_by(T::SIDE) {
        for i in (0..whole_length).step_by(T::SIDE) {
            if far && (i * size_of::<T>()).is_multiple_of(CACHE_LINE) {
                // Some at a time: all at once would keep what is read now waiting.
                for next in line + lines..line + lines + T::SIDE {
                    ask_to_second_cache(at(next, i).0.cast(), 1);
                }
            }
            let (source, target) = at(line, i);
            // SAFETY: the caller's promise for this square.
            unsafe { T::square(source, from_pitch, target, to_pitch) };
        }
    }
    let rest = |lines: std::ops::Range<usize>, elements: std::ops::Range<usize>| {
        for line in lines {
            for i in elements.clone() {
                let (source, target) = at(line, i);
                // SAFETY: the caller's promise for this unit.
                unsafe { target.write_unaligned(source.read_unaligned()) };
            }
        }
    };
    rest(0..whole_lines, whole_length..length);
    rest(whole_lines..lines, 0..length);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<T: Unit + PartialEq + std::fmt::Debug>(number: impl Fn(usize) -> T) {
        for lines in [1, 3, 7, 8, 9, 16, 33] {
            for length in [1, 2, 8, 17, 40] {
                let (from_pitch, to_pitch) = (length + 3, lines + 2);
                let from: Vec<T> = (0..lines * from_pitch).map(&number).collect();
                let mut to = vec![number(1 << 20); length * to_pitch];
                let mut want = to.clone();
                for line in 0..lines {
                    for i in 0..length {
                        want[i * to_pitch + line] = from[line * from_pitch + i];
                    }
                }
                let (source, target) = (from.as_ptr(), to.as_mut_ptr());
                // SAFETY: both vectors hold the lines.
                unsafe {
                    transpose(
                        (source, from_pitch as isize),
                        (target, to_pitch as isize),
                        lines,
                        length,
                    );
                }
                assert_eq!(to, want, "{lines} by {length}");
            }
        }
    }

    #[test]
    fn every_element_goes_to_its_place() {
        check::<u8>(|i| (i * 37 % 251) as u8);
        check::<u16>(|i| i as u16);
        check::<u32>(|i| i as u32);
        check::<u64>(|i| i as u64);
        check::<[u64; 2]>(|i| [i as u64, !(i as u64)]);
    }
}
