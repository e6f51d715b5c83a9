//! Indices that another thread may write.

use std::marker::PhantomData;
use std::ops::Range;

use super::{Index, Indices};
use crate::memory::Region;

/// Indices side by side in the program's memory, which another thread or stream of the program may write at any time: a missing event is all it takes.
///
/// Each access reads the number once ([`IndexSlice::get`] is a volatile read, which the compiler cannot repeat), and [`IndexSlice::position`] holds what was read against
/// its bound. An operator first refuses indices outside their axis ([`IndexSlice::outside`]), before it writes anything; what has changed since then to an index outside
/// is left out.
#[derive(Clone, Copy, Debug)]
pub struct IndexSlice<'a, I> {
    first: *const I,
    count: usize,
    of: PhantomData<&'a [I]>,
}

// SAFETY: numbers that are only read.
unsafe impl<I: Sync> Send for IndexSlice<'_, I> {}
// SAFETY: as above.
unsafe impl<I: Sync> Sync for IndexSlice<'_, I> {}

impl<I: Index> Default for IndexSlice<'_, I> {
    /// No indices.
    fn default() -> Self {
        Self::from(&[][..])
    }
}

impl<'a, I: Index> From<&'a [I]> for IndexSlice<'a, I> {
    fn from(indices: &'a [I]) -> Self {
        Self {
            first: indices.as_ptr(),
            count: indices.len(),
            of: PhantomData,
        }
    }
}

/// Indices that are looked at together.
const BLOCK: usize = 1 << 12;

impl<I: Index> IndexSlice<'_, I> {
    /// `count` indices from `first` on.
    ///
    /// # Safety
    /// They may be read, aligned, as long as the slice is used. They may be written meanwhile.
    pub unsafe fn new(first: *const I, count: usize) -> Self {
        Self {
            first,
            count,
            of: PhantomData,
        }
    }

    /// Returns the number of indices.
    pub fn len(self) -> usize {
        self.count
    }

    /// Returns true if there are none.
    pub fn is_empty(self) -> bool {
        self.count == 0
    }

    /// Returns those of some numbers. Panics if there are fewer.
    pub fn part(self, range: Range<usize>) -> Self {
        assert!(range.start <= range.end && range.end <= self.count);
        Self {
            first: self.first.wrapping_add(range.start),
            count: range.len(),
            of: PhantomData,
        }
    }

    /// Their memory, which is only read.
    fn memory(&self) -> Region<'_> {
        let bytes = self.count * size_of::<I>();
        // SAFETY: the promise of `new`.
        unsafe { Region::new(self.first.cast_mut().cast(), 0, bytes as isize) }
    }

    /// Reads index `number`. Panics if there is none.
    #[inline(always)]
    pub fn get(self, number: usize) -> i64 {
        assert!(number < self.count);
        // SAFETY: the promise of `new`; there are more.
        unsafe { self.first.add(number).read_volatile() }.number()
    }

    /// Reads the indices one after the other.
    #[inline(always)]
    pub fn iter(self) -> impl ExactSizeIterator<Item = i64> {
        (0..self.count).map(move |number| self.get(number))
    }

    /// Reads index `number`, of an axis of `extent` elements; `None` if it is outside, which it was not when it was checked.
    #[inline(always)]
    pub fn position(self, number: usize, extent: usize) -> Option<usize> {
        // Below 0 it is larger than every extent.
        let index = self.get(number) as usize;
        (index < extent).then_some(index)
    }

    /// Returns number and value of the first index outside an axis of `extent` elements, if there is one.
    pub fn outside(self, extent: usize) -> Option<(usize, i64)> {
        let inside = 0..extent as i64;
        (0..self.count).step_by(BLOCK).find_map(|start| {
            let count = BLOCK.min(self.count - start);
            let block = Indices {
                first: self.memory().after(start * size_of::<I>()),
                step: size_of::<I>() as isize,
                count,
            };
            let (low, high) = I::limits(block);
            if inside.contains(&low) && inside.contains(&high) {
                return None;
            }
            let numbers = (start..start + count).map(|number| (number, self.get(number)));
            numbers
                .into_iter()
                .find(|(_, index)| !inside.contains(index))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_within_the_axis_whatever_is_read() {
        let indices = [0_i64, 4, 5, -1, i64::MIN, i64::MAX];
        let slice = IndexSlice::from(&indices[..]);
        let positions: Vec<Option<usize>> = (0..6).map(|k| slice.position(k, 5)).collect();
        assert_eq!(positions, [Some(0), Some(4), None, None, None, None]);
        assert_eq!(slice.iter().collect::<Vec<_>>(), indices);
    }

    #[test]
    fn the_first_index_outside_is_found() {
        let mut indices = vec![7_i32; 3 * BLOCK];
        assert_eq!(IndexSlice::from(&indices[..]).outside(8), None);
        (indices[BLOCK + 3], indices[2 * BLOCK]) = (-2, 8);
        let slice = IndexSlice::from(&indices[..]);
        assert_eq!(slice.outside(8), Some((BLOCK + 3, -2)));
        assert_eq!(
            slice.part(BLOCK + 4..3 * BLOCK).outside(8),
            Some((BLOCK - 4, 8))
        );
        assert_eq!(slice.part(0..0).outside(0), None);
        assert_eq!(slice.part(0..1).outside(0), Some((0, 7)));
    }
}
