//! Elements that are found by index: offsets made of indices, moves between places that offsets name, and values that meet in one place.
//!
//! All of it works on raw memory. An engine has held every index against its axis before; another thread may have written it since, so what an index
//! adds to an address is bounded where it is read.

mod cell;
pub mod fold;
mod slice;

pub use cell::{Cell, Combine};
pub use fold::{Entries, Folding, KEY_BITS, POSITION_BITS, Rows, entry};
pub use slice::IndexSlice;

use std::hint;

use crate::memory::{Extent, Region};
use crate::simd;

/// A type of indices.
pub trait Index: Copy {
    /// Returns the number.
    fn number(self) -> i64;

    /// Returns the smallest and the largest; of none, the largest and the smallest number. One for each type, so that it is compiled here, for speed, and not where it is
    /// called.
    fn limits(of: Indices) -> (i64, i64);
}

impl Index for i32 {
    #[inline(always)]
    fn number(self) -> i64 {
        self.into()
    }

    fn limits(of: Indices) -> (i64, i64) {
        of.limits_of::<Self>()
    }
}

impl Index for i64 {
    #[inline(always)]
    fn number(self) -> i64 {
        self
    }

    fn limits(of: Indices) -> (i64, i64) {
        of.limits_of::<Self>()
    }
}

/// Indices that lie evenly in memory.
#[derive(Clone, Copy, Debug)]
pub struct Indices<'a> {
    /// The first one, aligned.
    pub first: Region<'a>,
    /// Bytes from one to the next.
    pub step: isize,
    /// Number of indices.
    pub count: usize,
}

impl Indices<'_> {
    /// Calls `visit` for each, in order. Panics if some of them are outside their memory.
    #[inline(always)]
    fn for_each<I: Index>(self, mut visit: impl FnMut(usize, i64)) {
        if self.count == 0 {
            return;
        }
        let size = size_of::<I>();
        let first = self.first.block(Extent {
            size,
            counts: [1, self.count],
            strides: [0, self.step],
        });
        if self.step == size as isize {
            // SAFETY: indices that are inside.
            let dense = unsafe { std::slice::from_raw_parts(first.cast::<I>(), self.count) };
            for (k, index) in dense.iter().enumerate() {
                visit(k, index.number());
            }
            return;
        }
        for k in 0..self.count {
            let at = first.wrapping_offset(k as isize * self.step);
            // SAFETY: as above.
            visit(k, unsafe { at.cast::<I>().read() }.number());
        }
    }

    /// [`Index::limits`] of indices of this type.
    #[inline(always)]
    fn limits_of<I: Index>(self) -> (i64, i64) {
        simd::widest_loops(
            #[inline(always)]
            |loops| {
                let (mut low, mut high) = (i64::MAX, i64::MIN);
                self.for_each::<I>(
                    #[inline(always)]
                    |_, index| {
                        loops.step();
                        low = low.min(index);
                        high = high.max(index);
                    },
                );
                (low, high)
            },
        )
    }

    /// Adds `stride` times each index to the offset of its number; an index below 0 counts from `extent`, and one outside names the last element. Panics if there are
    /// fewer offsets.
    pub fn add_to<I: Index>(self, extent: i64, stride: isize, offsets: &mut [isize]) {
        self.for_each_offset::<I>(
            extent,
            stride,
            offsets,
            #[inline(always)]
            |offset, _, moved| *offset = offset.wrapping_add(moved),
        );
    }

    /// Writes the offset of each number: `first`, `step` for each number before it, and `stride` times its index, as for [`Self::add_to`].
    pub fn offsets<I: Index>(
        self,
        (first, step): (isize, isize),
        extent: i64,
        stride: isize,
        offsets: &mut [isize],
    ) {
        self.for_each_offset::<I>(
            extent,
            stride,
            offsets,
            #[inline(always)]
            move |offset, k, moved| {
                let even = first.wrapping_add((k as isize).wrapping_mul(step));
                *offset = even.wrapping_add(moved);
            },
        );
    }

    /// Calls `write` with each offset, its number, and what its index adds to it.
    #[inline(always)]
    fn for_each_offset<I: Index>(
        self,
        extent: i64,
        stride: isize,
        offsets: &mut [isize],
        mut write: impl FnMut(&mut isize, usize, isize),
    ) {
        let written = &mut offsets[..self.count];
        let last = (extent - 1).max(0);
        // Captured by value: numbers behind a reference are read again for each offset, which might have changed them, and the loop has no vectors.
        simd::widest_loops(
            #[inline(always)]
            move |loops| match (i32::try_from(extent), i32::try_from(stride)) {
                // Products of 32 bits take a fifth of the time of those of 64.
                (Ok(_), Ok(stride)) => self.for_each::<I>(
                    #[inline(always)]
                    move |k, index| {
                        loops.step();
                        let index = (from_end(index, extent) as u32).min(last as u32) as i32;
                        let moved = i64::from(index) * i64::from(stride);
                        write(&mut written[k], k, moved as isize);
                    },
                ),
                _ => self.for_each::<I>(
                    #[inline(always)]
                    move |k, index| {
                        loops.step();
                        let index = (from_end(index, extent) as u64).min(last as u64);
                        let moved = (index as isize).wrapping_mul(stride);
                        write(&mut written[k], k, moved);
                    },
                ),
            },
        );
        // What follows uses the offsets as they are now: no index is read again for them.
        hint::black_box(offsets);
    }
}

/// Counts an index below 0 from `extent`.
#[inline(always)]
fn from_end(index: i64, extent: i64) -> i64 {
    index.wrapping_add(extent & (index >> 63))
}

/// Copies a unit from each offset of `table` to places `step` bytes apart.
///
/// # Safety
/// Units of type `T` may be read at each offset, and written at as many places, of which none is read.
pub unsafe fn gather<T: Copy>(table: *const u8, offsets: &[isize], to: *mut u8, step: isize) {
    for (k, &offset) in offsets.iter().enumerate() {
        let place = to.wrapping_offset(k as isize * step).cast::<T>();
        // SAFETY: the caller's promise. Complex numbers are aligned to their parts only.
        unsafe {
            place.write_unaligned(table.wrapping_offset(offset).cast::<T>().read_unaligned())
        };
    }
}

/// Copies units that lie `step` bytes apart to each offset of `table`, in order: of those that go to one place, the last one stays.
///
/// # Safety
/// Units of type `T` may be written at each offset, and read at as many places, of which none is written.
pub unsafe fn scatter<T: Copy>(table: *mut u8, offsets: &[isize], from: *const u8, step: isize) {
    for (k, &offset) in offsets.iter().enumerate() {
        let place = from.wrapping_offset(k as isize * step).cast::<T>();
        // SAFETY: the caller's promise.
        unsafe {
            table
                .wrapping_offset(offset)
                .cast::<T>()
                .write_unaligned(place.read_unaligned())
        };
    }
}

/// Units that lie evenly in memory.
#[derive(Clone, Copy, Debug)]
pub struct Units {
    /// The first one.
    pub first: *mut u8,
    /// Bytes from one to the next.
    pub step: isize,
    /// Number of units.
    pub count: usize,
}

impl Units {
    #[inline(always)]
    fn at<T>(self, number: usize) -> *mut T {
        let offset = number as isize * self.step;
        self.first.wrapping_offset(offset).cast()
    }
}

/// Copies the next unit of `from` to each one of `to` whose byte of `mask` is not 0, until there are no more. Returns how many of `to` it has passed, and how many it has written. No branch
/// depends on the mask, whose bytes may be in an order that no processor foresees; each is read once, for another thread may write it.
///
/// # Safety
/// There are as many bytes of the mask as units of type `T` that may be written, and none of these is a unit that is read.
pub unsafe fn scatter_masked<T: Copy>(to: Units, mask: Units, from: Units) -> (usize, usize) {
    let mut written = 0;
    for number in 0..to.count {
        if written == from.count {
            return (number, written);
        }
        let place = to.at::<T>(number);
        // SAFETY: the caller's promise.
        unsafe {
            let is_true = mask.at::<u8>(number).read_volatile() != 0;
            let (own, next) = (
                place.read_unaligned(),
                from.at::<T>(written).read_unaligned(),
            );
            place.write_unaligned(hint::select_unpredictable(is_true, next, own));
            written += usize::from(is_true);
        }
    }
    (to.count, written)
}
