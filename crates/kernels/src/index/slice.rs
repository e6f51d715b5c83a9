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
///
/// A slice of `i64` may lie over indices of 32 bits ([`IndexSlice::over_i32`]): programs list most of them so, and copying them would take longer than reading them.
#[derive(Clone, Copy, Debug)]
pub struct IndexSlice<'a, I> {
    first: *const u8,
    count: usize,
    /// True if each has 32 bits in memory, which it always has if `I` does.
    is_narrow: bool,
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
        Self::of(indices.as_ptr(), indices.len())
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
        Self::of(first, count)
    }

    /// `count` indices of 32 bits from `first` on, whatever `I` is.
    ///
    /// # Safety
    /// As for [`IndexSlice::new`].
    pub unsafe fn over_i32(first: *const i32, count: usize) -> Self {
        Self {
            is_narrow: true,
            ..Self::of(first.cast(), count)
        }
    }

    const fn of(first: *const I, count: usize) -> Self {
        Self {
            first: first.cast(),
            count,
            is_narrow: size_of::<I>() == size_of::<i32>(),
            of: PhantomData,
        }
    }

    /// Bytes of an index in memory.
    #[inline(always)]
    fn size(self) -> usize {
        match self.is_narrow {
            true => size_of::<i32>(),
            false => size_of::<I>(),
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
            first: self.first.wrapping_add(range.start * self.size()),
            count: range.len(),
            ..self
        }
    }

    /// Their memory, which is only read.
    fn memory(&self) -> Region<'_> {
        let bytes = self.count * self.size();
        // SAFETY: the promise of `new`.
        unsafe { Region::new(self.first.cast_mut(), 0, bytes as isize) }
    }

    /// Reads index `number`. Panics if there is none.
    #[inline(always)]
    pub fn get(self, number: usize) -> i64 {
        assert!(number < self.count);
        // SAFETY: the promise of `new`; there are more.
        unsafe {
            match self.is_narrow {
                true => self.first.cast::<i32>().add(number).read_volatile().into(),
                false => self.first.cast::<I>().add(number).read_volatile().number(),
            }
        }
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

    /// Counts how often each number occurs, in `N` tables in turn: of few numbers neighbours are often the same, and a count that was just stored is read only some
    /// cycles later. The last count of a table, of which it has one at least, is that of the numbers that are not below it: a branch would often be predicted wrongly.
    pub fn tally<const N: usize>(self, counts: &mut [i64]) {
        let last = counts.len() / N - 1;
        let mut tables = counts.chunks_exact_mut(last + 1);
        let mut tables: [&mut [i64]; N] =
            std::array::from_fn(|_| tables.next().unwrap_or_default());
        let mut count = |table: usize, number: usize| {
            // Below 0 it is larger than every place.
            tables[table][(self.get(number) as usize).min(last)] += 1;
        };
        let whole = self.count / N * N;
        for first in (0..whole).step_by(N) {
            for table in 0..N {
                count(table, first + table);
            }
        }
        for number in whole..self.count {
            count(0, number);
        }
    }

    /// Returns number and value of the first index outside an axis of `extent` elements, if there is one.
    pub fn outside(self, extent: usize) -> Option<(usize, i64)> {
        let inside = 0..extent as i64;
        (0..self.count).step_by(BLOCK).find_map(|start| {
            let count = BLOCK.min(self.count - start);
            let block = Indices {
                first: self.memory().after(start * self.size()),
                step: self.size() as isize,
                count,
            };
            let (low, high) = match self.is_narrow {
                true => i32::limits(block),
                false => I::limits(block),
            };
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
    fn indices_of_32_bits_are_read_as_their_numbers() {
        let mut indices = vec![-7_i32; BLOCK + 5];
        (indices[BLOCK + 1], indices[BLOCK + 2]) = (i32::MIN, i32::MAX);
        // SAFETY: all of a vector that lives on.
        let slice = unsafe { IndexSlice::<i64>::over_i32(indices.as_ptr(), indices.len()) };
        let wide: Vec<i64> = indices.iter().map(|&index| index.into()).collect();
        assert_eq!(slice.iter().collect::<Vec<_>>(), wide);
        let part = slice.part(BLOCK + 1..BLOCK + 4);
        assert_eq!(part.iter().collect::<Vec<_>>(), wide[BLOCK + 1..BLOCK + 4]);
        assert_eq!(part.outside(5), Some((0, i32::MIN.into())));
        assert_eq!(part.part(1..2).outside(1 << 31), None);
        assert_eq!(
            part.part(1..2).outside(i32::MAX as usize),
            Some((0, i32::MAX.into()))
        );
    }

    #[test]
    fn numbers_are_counted_in_tables_in_turn() {
        let numbers = [3_i64, 0, 3, 3, -1, 4, i64::MAX, 0, 3, i64::MIN, 1];
        let narrow = numbers.map(|number| number as i32);
        // SAFETY: all of an array that lives on.
        let narrow = unsafe { IndexSlice::<i64>::over_i32(narrow.as_ptr(), narrow.len()) };
        let mut one = [10, 20, 30, 40, 50];
        IndexSlice::from(&numbers[..]).tally::<1>(&mut one);
        assert_eq!(one, [12, 21, 30, 44, 54]);
        let mut four = [0; 20];
        narrow.part(0..10).tally::<4>(&mut four);
        // The last two of the ten are in the first table.
        let tables = [
            [1, 0, 0, 2, 1],
            [1, 0, 0, 0, 1],
            [0, 0, 0, 1, 1],
            [1, 0, 0, 1, 0],
        ];
        assert_eq!(four, *tables.as_flattened());
        let mut none = [0; 4];
        narrow.part(0..5).tally::<4>(&mut none);
        assert_eq!(none, [2, 1, 1, 1]);
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
