//! Asks for memory before it is needed: hints, without effect on results.

#[cfg(target_arch = "aarch64")]
use std::arch::asm;

/// Floats of a line of the cache.
pub(crate) const LINE: usize = 16;

/// Asks for the line of `x[number]`, which need not be an element, to write it if `WRITES`.
#[inline(always)]
pub(crate) fn ask<const WRITES: bool>(x: &[f32], number: usize) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a hint, which is ignored where no memory is.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_ET0, _MM_HINT_T0, _mm_prefetch};
        let place = x.as_ptr().wrapping_add(number).cast();
        match WRITES {
            true => _mm_prefetch::<_MM_HINT_ET0>(place),
            false => _mm_prefetch::<_MM_HINT_T0>(place),
        }
    }
    #[cfg(target_arch = "aarch64")]
    // SAFETY: as above.
    unsafe {
        let place = x.as_ptr().wrapping_add(number);
        match WRITES {
            true => {
                asm!("prfm pstl1keep, [{place}]", place = in(reg) place, options(nomem, nostack, preserves_flags))
            }
            false => {
                asm!("prfm pldl1keep, [{place}]", place = in(reg) place, options(nomem, nostack, preserves_flags))
            }
        }
    }
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    let _ = (x, number);
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

/// Asks for so many bytes, to keep them in the second cache.
#[inline(always)]
pub(crate) fn ask_to_second_cache(from: *const u8, bytes: usize) {
    #[cfg(target_arch = "x86_64")]
    for line in (0..bytes).step_by(LINE * size_of::<f32>()) {
        use std::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};
        // SAFETY: as above.
        unsafe { _mm_prefetch::<_MM_HINT_T1>(from.wrapping_add(line).cast()) };
    }
    #[cfg(target_arch = "aarch64")]
    for line in (0..bytes).step_by(LINE * size_of::<f32>()) {
        let place = from.wrapping_add(line);
        // SAFETY: as above.
        unsafe {
            asm!("prfm pldl2keep, [{place}]", place = in(reg) place, options(nomem, nostack, preserves_flags))
        };
    }
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    let _ = (from, bytes);
}
