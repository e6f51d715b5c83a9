//! Elements at an address, of a number that a view gives, as slices.

use hostnpu_kernels::index::{Index, IndexSlice};

/// Returns the elements of a dense tensor.
///
/// # Safety
/// There are `count` elements at `place`, aligned, which nothing writes while the slice is used.
pub unsafe fn slice<'a, T>(place: usize, count: usize) -> &'a [T] {
    if count == 0 {
        return &[];
    }
    let first = std::ptr::with_exposed_provenance(place);
    // SAFETY: the caller's promise.
    unsafe { std::slice::from_raw_parts(first, count) }
}

/// Returns the indices of a dense tensor: numbers that decide an address, a length or a count.
///
/// # Safety
/// There are `count` of them at `place`, aligned. They may be written while the slice is used.
pub unsafe fn index_slice<'a, I: Index>(place: usize, count: usize) -> IndexSlice<'a, I> {
    // SAFETY: the caller's promise.
    unsafe { IndexSlice::new(std::ptr::with_exposed_provenance(place), count) }
}

/// As [`index_slice`], for indices of 32 bits, which are read as those of `I`.
///
/// # Safety
/// As for [`index_slice`].
pub unsafe fn indices_of_32_bits<'a, I: Index>(place: usize, count: usize) -> IndexSlice<'a, I> {
    // SAFETY: the caller's promise.
    unsafe { IndexSlice::over_i32(std::ptr::with_exposed_provenance(place), count) }
}

/// Returns the memory of elements of a dense tensor.
///
/// # Safety
/// There is memory of `count` elements at `place`, aligned, which nothing else uses meanwhile.
pub unsafe fn slice_mut<'a, T>(place: usize, count: usize) -> &'a mut [T] {
    if count == 0 {
        return &mut [];
    }
    let first = std::ptr::with_exposed_provenance_mut(place);
    // SAFETY: the caller's promise.
    unsafe { std::slice::from_raw_parts_mut(first, count) }
}
