//! Memory that a computation shares with its threads: bytes with bounds, which every access is held against.

use std::marker::PhantomData;
use std::ptr;

/// A place among bytes that may be read and written. Copies of a region name the same bytes.
///
/// Moving it costs what moving a pointer costs; what is read or written from there is compared with the bounds, once for a slice or a block. That threads use different
/// bytes, and that nothing is read before it is written, is what the maker of a region promises for all its copies.
#[derive(Clone, Copy, Debug)]
pub struct Region<'a> {
    at: *mut u8,
    /// The addresses of the first byte and behind the last one.
    low: usize,
    high: usize,
    of: PhantomData<&'a [u8]>,
}

// SAFETY: the promise of `Region::new` is about all threads.
unsafe impl Send for Region<'_> {}
// SAFETY: as above.
unsafe impl Sync for Region<'_> {}

/// A block of elements: rows of columns at equal distances, in bytes.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// Bytes of an element.
    pub size: usize,
    /// Rows and columns.
    pub counts: [usize; 2],
    /// Bytes from a row to the next, and from a column.
    pub strides: [isize; 2],
}

#[cold]
#[inline(never)]
fn outside() -> ! {
    panic!("outside the memory of an operand")
}

impl<'a> Region<'a> {
    /// The bytes from `low` to `high`, counted from `at`, which need not be one of them.
    ///
    /// # Safety
    /// For 'a the bytes are memory that may be read, and written as far as the region's users write. A byte that one of them writes is used by no other thread
    /// meanwhile; a byte is written before it is read.
    #[inline]
    pub unsafe fn new(at: *mut u8, low: isize, high: isize) -> Self {
        Self {
            at,
            low: at.addr().wrapping_add_signed(low),
            high: at.addr().wrapping_add_signed(high),
            of: PhantomData,
        }
    }

    /// No bytes.
    pub const EMPTY: Self = Self {
        at: ptr::null_mut(),
        low: 0,
        high: 0,
        of: PhantomData,
    };

    /// The same bytes, from a place so many bytes away: it need not be one of them, as long as nothing is read or written there.
    #[inline(always)]
    pub fn moved(self, bytes: isize) -> Self {
        Self {
            at: self.at.wrapping_offset(bytes),
            ..self
        }
    }

    /// As [`Region::moved`], forwards.
    #[inline(always)]
    pub fn after(self, bytes: usize) -> Self {
        self.moved(bytes as isize)
    }

    /// The address of the place.
    #[inline(always)]
    pub fn address(self) -> usize {
        self.at.addr()
    }

    /// The place, to be asked for by the processor or to be compared: nothing is known of what may be read there.
    #[inline(always)]
    pub fn as_ptr(self) -> *const u8 {
        self.at
    }

    /// Returns true if the bytes from `low` to `high`, counted from the place, are of the region.
    #[inline(always)]
    pub fn has(self, low: isize, high: isize) -> bool {
        let at = self.at.addr();
        let (from, to) = (at.wrapping_add_signed(low), at.wrapping_add_signed(high));
        from >= self.low && to <= self.high && from <= to
    }

    /// The address of so many bytes. Panics if some of them are outside; no bytes are nowhere outside.
    #[inline(always)]
    pub fn first(self, bytes: usize) -> *mut u8 {
        if !self.has(0, bytes as isize) && bytes > 0 {
            outside();
        }
        self.at
    }

    /// The address of the first element of a block that is not empty. Panics if some element is outside.
    #[inline(never)]
    pub fn block(self, of: Extent) -> *mut u8 {
        let (mut low, mut high) = (0_isize, of.size as isize);
        for (count, stride) in of.counts.into_iter().zip(of.strides) {
            let reach = (count as isize - 1) * stride;
            low += reach.min(0);
            high += reach.max(0);
        }
        if !self.has(low, high) {
            outside();
        }
        self.at
    }

    /// The address of the first of `count` elements of `size` bytes, `step` bytes apart, of which there is one. Panics if one is outside.
    #[inline(always)]
    pub fn line(self, size: usize, step: isize, count: usize) -> *mut u8 {
        let reach = (count as isize - 1) * step;
        if !self.has(reach.min(0), reach.max(0) + size as isize) {
            outside();
        }
        self.at
    }

    /// So many bytes from the place on, alone. Panics if some of them are outside.
    #[inline(never)]
    pub fn part(self, bytes: usize) -> Self {
        self.first(bytes);
        Self {
            low: self.at.addr(),
            high: self.at.addr() + bytes,
            ..self
        }
    }

    /// The bytes from the place to the end.
    #[inline]
    pub fn len(self) -> usize {
        self.high.saturating_sub(self.at.addr())
    }

    /// Returns true if there are none.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Returns true if so many bytes of this place and of another one are different bytes.
    #[inline(always)]
    pub fn is_apart(self, bytes: usize, other: Region<'_>, others: usize) -> bool {
        let (own, other) = (self.at.addr(), other.at.addr());
        own.wrapping_add(bytes) <= other || other.wrapping_add(others) <= own
    }

    /// The address, at which the memory may be used as long as the region.
    pub fn exposed(self) -> usize {
        self.at.expose_provenance()
    }

    /// Copies a unit of so many bytes, which a loop moves, from another place. Panics if some of them are outside.
    #[inline(always)]
    pub fn copy_unit<const BYTES: usize>(self, from: Region<'_>) {
        let (to, from) = (self.first(BYTES), from.first(BYTES));
        // SAFETY: bytes of both regions; `copy` allows overlap.
        unsafe { ptr::copy(from, to, BYTES) };
    }

    /// Copies bytes from another place. The two may overlap. Panics if some of them are outside.
    #[inline(never)]
    pub fn copy(self, from: Region<'_>, bytes: usize) {
        let (to, from) = (self.first(bytes), from.first(bytes));
        // SAFETY: bytes of both regions; `copy` allows overlap.
        unsafe { ptr::copy(from, to, bytes) };
    }

    /// Sets bytes to a value. Panics if some of them are outside.
    #[inline(never)]
    pub fn fill(self, value: u8, bytes: usize) {
        // SAFETY: bytes of the region.
        unsafe { self.first(bytes).write_bytes(value, bytes) };
    }

    /// Writes zeros. Panics if some of them are outside.
    #[inline]
    pub fn clear(self, bytes: usize) {
        self.fill(0, bytes);
    }

    /// Elements from the place on. Panics if some of them are outside, or not aligned.
    ///
    /// # Safety
    /// They are elements of the type, which nothing writes as long as the slice is used.
    #[inline(always)]
    pub unsafe fn slice<T>(self, count: usize) -> &'a [T] {
        // SAFETY: the caller's promise, and the checks.
        unsafe { std::slice::from_raw_parts(self.elements(count), count) }
    }

    /// Elements to write. Panics if some of them are outside, or not aligned.
    ///
    /// # Safety
    /// They are elements of the type, which nothing else uses as long as the slice is used.
    #[inline(always)]
    pub unsafe fn slice_mut<T>(self, count: usize) -> &'a mut [T] {
        // SAFETY: the caller's promise, and the checks.
        unsafe { std::slice::from_raw_parts_mut(self.elements(count), count) }
    }

    /// The address of elements. Panics if some of them are outside, or not aligned.
    #[inline(always)]
    pub fn elements<T>(self, count: usize) -> *mut T {
        if count == 0 {
            return ptr::dangling_mut();
        }
        let first = self.first(count * size_of::<T>()).cast::<T>();
        if !first.is_aligned() {
            outside();
        }
        first
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::catch_unwind;

    fn region(of: &mut [u64]) -> Region<'_> {
        let bytes = size_of_val(of) as isize;
        // SAFETY: the slice, of one thread.
        unsafe { Region::new(of.as_mut_ptr().cast(), 0, bytes) }
    }

    #[test]
    fn what_is_inside_is_found_and_nothing_else() {
        let mut memory = [1_u64, 2, 3, 4];
        let all = region(&mut memory);
        let block = |rows, columns, row, column| Extent {
            size: 8,
            counts: [rows, columns],
            strides: [row, column],
        };
        let at = all.after(16);
        assert_eq!(at.block(block(2, 2, -16, 8)), at.first(16));
        assert_eq!(at.len(), 16);
        for inside in [all.part(32).len(), all.after(32).part(0).len() + 32] {
            assert_eq!(inside, 32);
        }
        assert_eq!(all.moved(-8).first(0), all.moved(-8).first(0));
        let panics = [
            catch_unwind(|| at.first(17)),
            catch_unwind(|| at.moved(-17).first(1)),
            catch_unwind(|| at.block(block(2, 2, -16, 16))),
            catch_unwind(|| at.block(block(4, 1, -8, 0))),
            catch_unwind(|| all.part(8).after(8).first(1)),
            catch_unwind(|| all.after(4).elements::<u64>(1).cast()),
        ];
        assert!(panics.iter().all(Result::is_err));
        at.copy(all, 16);
        all.clear(8);
        assert_eq!(memory, [0, 2, 1, 2]);
    }
}
