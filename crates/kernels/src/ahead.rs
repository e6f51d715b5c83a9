//! Asks for memory before it is needed: hints, without effect on results.

#[cfg(target_arch = "aarch64")]
use std::arch::asm;

/// Floats of a line of the cache.
pub(crate) const LINE: usize = 16;

/// Where what is asked for is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum To {
    /// The first cache, to be read.
    First,
    /// The first cache, to be written.
    Written,
    /// The second cache.
    Second,
}

/// Asks for the line at an address, at which there need not be memory.
#[inline(always)]
fn ask_for_line(place: *const u8, to: To) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a hint, which is ignored where no memory is. SSE is part of x86-64.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_ET0, _MM_HINT_T0, _MM_HINT_T1, _mm_prefetch};
        match to {
            To::First => _mm_prefetch::<_MM_HINT_T0>(place.cast()),
            To::Written => _mm_prefetch::<_MM_HINT_ET0>(place.cast()),
            To::Second => _mm_prefetch::<_MM_HINT_T1>(place.cast()),
        }
    }
    #[cfg(target_arch = "aarch64")]
    // SAFETY: as above.
    unsafe {
        match to {
            To::First => {
                asm!("prfm pldl1keep, [{place}]", place = in(reg) place, options(nomem, nostack, preserves_flags))
            }
            To::Written => {
                asm!("prfm pstl1keep, [{place}]", place = in(reg) place, options(nomem, nostack, preserves_flags))
            }
            To::Second => {
                asm!("prfm pldl2keep, [{place}]", place = in(reg) place, options(nomem, nostack, preserves_flags))
            }
        }
    }
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    let _ = (place, to);
}

/// Asks for the line of `x[number]`, which need not be an element, to write it if `WRITES`.
#[inline(always)]
pub(crate) fn ask<const WRITES: bool>(x: &[f32], number: usize) {
    let to = if WRITES { To::Written } else { To::First };
    ask_for_line(x.as_ptr().wrapping_add(number).cast(), to);
}

/// Asks for what a loop over long slices will read and write some steps after this one, of which `x` and `y` are the elements. Where a step takes long, so few of them are under way that
/// the memory would wait for the loop and the loop for the memory.
#[inline(always)]
pub(crate) fn ask_for_later<const INPUTS: usize>(x: [&[f32]; INPUTS], y: &[f32]) {
    /// Floats between a step and what is asked for.
    const AHEAD: usize = 1024;
    for line in (0..y.len()).step_by(LINE) {
        for x in x {
            ask::<false>(x, AHEAD + line);
        }
        ask::<true>(y, AHEAD + line);
    }
}

/// Asks for elements that are read soon.
#[inline]
pub fn ask_for<T>(elements: &[T]) {
    ask_to_second_cache(elements.as_ptr().cast(), size_of_val(elements));
}

/// Asks for so many bytes, to keep them in the second cache. Whether there is such memory does not matter.
#[inline(always)]
pub fn ask_to_second_cache(from: *const u8, bytes: usize) {
    for line in (0..bytes).step_by(LINE * size_of::<f32>()) {
        ask_for_line(from.wrapping_add(line), To::Second);
    }
}
