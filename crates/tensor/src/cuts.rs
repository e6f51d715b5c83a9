//! Mutable memory cut into parts for several threads.

use std::borrow::Cow;
use std::marker::PhantomData;
use std::ops::Range;
use std::sync::atomic::AtomicI64;
use std::sync::{Mutex, PoisonError};

use hostnpu_base::error::{Error, Result};
use hostnpu_base::sync::lock;

use super::parallel::{for_each_piece, for_each_piece_on, threads};

mod combined;

pub use combined::{Chained, Either, chained};

/// Mutable memory that is cut into parts, which share none of it.
///
/// # Safety
/// The parts of different pieces share no memory.
pub unsafe trait Cut: Sync {
    /// One part.
    type Part;

    /// Returns the number of pieces.
    fn pieces(&self) -> usize;

    /// Returns a part.
    ///
    /// # Safety
    /// Each piece is asked for once.
    unsafe fn part(&self, piece: usize) -> Self::Part;
}

/// Calls `work` with each part, on all threads. Of several things that are cut together there are as many parts as of the first.
pub fn for_each_part<C: Cut>(cut: C, work: impl Fn(usize, C::Part) + Sync) {
    let pieces = cut.pieces();
    // SAFETY: each piece is worked on once, and nothing else refers to `cut`.
    for_each_piece(pieces, |piece| work(piece, unsafe { cut.part(piece) }));
}

/// As [`for_each_part`], on this thread alone if there is little work.
pub fn for_each_part_if<C: Cut>(is_worth_it: bool, cut: C, work: impl Fn(usize, C::Part) + Sync) {
    let threads = if is_worth_it { threads() } else { 1 };
    // SAFETY: as above.
    let each = |piece| work(piece, unsafe { cut.part(piece) });
    for_each_piece_on(threads, cut.pieces(), each);
}

/// Calls `work` with each part, one after the other on this thread, until one fails.
pub fn in_turn<C: Cut, E>(cut: C, work: impl FnMut(C::Part) -> Result<(), E>) -> Result<(), E> {
    // SAFETY: each piece is worked on once, and nothing else refers to `cut`.
    let mut parts = (0..cut.pieces()).map(|piece| unsafe { cut.part(piece) });
    parts.try_for_each(work)
}

/// Calls `work` with each part of `cut` and scratch memory: threads take parts of `memory`, of which each serves one part of `cut` after the other.
/// Panics if there is no memory for the parts.
pub fn for_each_part_with<M: Cut, C: Cut>(
    memory: M,
    cut: C,
    work: impl Fn(usize, &mut M::Part, C::Part) + Sync,
) {
    let (lanes, pieces) = (memory.pieces(), cut.pieces());
    assert!(lanes > 0 || pieces == 0, "no memory for the parts");
    for_each_piece(lanes, |lane| {
        // SAFETY: each lane is worked on once, and nothing else refers to `memory`.
        let mut memory = unsafe { memory.part(lane) };
        for piece in (lane..pieces).step_by(lanes) {
            // SAFETY: each piece is of one lane, and nothing else refers to `cut`.
            work(piece, &mut memory, unsafe { cut.part(piece) });
        }
    });
}

/// As [`for_each_part`], for work that may fail: returns the error of the first part that has one.
pub fn try_for_each_part<C: Cut>(
    cut: C,
    work: impl Fn(usize, C::Part) -> Result<()> + Sync,
) -> Result<()> {
    let errors = Errors::default();
    for_each_part(cut, |piece, part| errors.note(piece, work(piece, part)));
    errors.first()
}

/// As [`for_each_part_with`], for work that may fail.
pub fn try_for_each_part_with<M: Cut, C: Cut>(
    memory: M,
    cut: C,
    work: impl Fn(usize, &mut M::Part, C::Part) -> Result<()> + Sync,
) -> Result<()> {
    let errors = Errors::default();
    for_each_part_with(memory, cut, |piece, memory, part| {
        errors.note(piece, work(piece, memory, part));
    });
    errors.first()
}

/// The error of the first part that has one, so that it does not depend on threads.
#[derive(Default)]
struct Errors(Mutex<Option<(usize, Error)>>);

impl Errors {
    fn note(&self, piece: usize, result: Result<()>) {
        let Err(error) = result else {
            return;
        };
        let mut first = lock(&self.0);
        if first.as_ref().is_none_or(|&(other, _)| piece < other) {
            *first = Some((piece, error));
        }
    }

    fn first(self) -> Result<()> {
        let first = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        first.map_or(Ok(()), |(_, error)| Err(error))
    }
}

/// Returns elements that every thread may write, at places that cuts do not know: an inverse permutation.
pub fn scattered(of: &mut [i64]) -> &[AtomicI64] {
    // SAFETY: an atomic number has size, alignment and values of its type, and the elements are borrowed for as long.
    unsafe { &*(std::ptr::from_mut(of) as *const [AtomicI64]) }
}

/// Parts of a slice, side by side.
pub struct Chunks<'a, T> {
    first: *mut T,
    count: usize,
    size: usize,
    of: PhantomData<&'a mut [T]>,
}

// SAFETY: it stands for a mutable slice, of which each thread gets other parts.
unsafe impl<T: Send> Sync for Chunks<'_, T> {}

/// Cuts a slice into parts of `size`, of which the last may be shorter.
pub fn chunks<T: Send>(of: &mut [T], size: usize) -> Chunks<'_, T> {
    Chunks {
        first: of.as_mut_ptr(),
        count: of.len(),
        size: size.max(1),
        of: PhantomData,
    }
}

// SAFETY: parts lie side by side.
unsafe impl<'a, T: Send> Cut for Chunks<'a, T> {
    type Part = &'a mut [T];

    fn pieces(&self) -> usize {
        self.count.div_ceil(self.size)
    }

    unsafe fn part(&self, piece: usize) -> &'a mut [T] {
        let first = self.count.min(piece.saturating_mul(self.size));
        let size = self.size.min(self.count - first);
        // SAFETY: inside the slice, whose elements nothing else refers to, by the caller's promise.
        unsafe { std::slice::from_raw_parts_mut(self.first.add(first), size) }
    }
}

/// Parts of a slice with borders of their own.
pub struct Ranges<'a, T> {
    first: *mut T,
    ends: Cow<'a, [usize]>,
    of: PhantomData<&'a mut [T]>,
}

// SAFETY: as for `Chunks`.
unsafe impl<T: Send> Sync for Ranges<'_, T> {}

/// Cuts a slice at each of `ends`, which rise. Panics if they do not, or pass the slice.
pub fn ranges<'a, T: Send>(of: &'a mut [T], ends: impl Into<Cow<'a, [usize]>>) -> Ranges<'a, T> {
    let ends = ends.into();
    assert!(ends.is_sorted() && ends.last().is_none_or(|&last| last <= of.len()));
    Ranges {
        first: of.as_mut_ptr(),
        ends,
        of: PhantomData,
    }
}

// SAFETY: parts lie side by side.
unsafe impl<'a, T: Send> Cut for Ranges<'a, T> {
    type Part = &'a mut [T];

    fn pieces(&self) -> usize {
        self.ends.len()
    }

    unsafe fn part(&self, piece: usize) -> &'a mut [T] {
        let start = piece.checked_sub(1).map_or(0, |before| self.ends[before]);
        // SAFETY: inside the slice, whose elements nothing else refers to, by the caller's promise.
        unsafe { std::slice::from_raw_parts_mut(self.first.add(start), self.ends[piece] - start) }
    }
}

/// Listed rows of a slice.
pub struct Listed<'a, T> {
    first: *mut T,
    width: usize,
    rows: &'a [i64],
    of: PhantomData<&'a mut [T]>,
}

// SAFETY: as for `Chunks`.
unsafe impl<T: Send> Sync for Listed<'_, T> {}

/// Cuts from rows of `width` elements side by side those of these numbers, which rise. Panics if they do not, or there is no such row.
pub fn listed<'a, T: Send>(of: &'a mut [T], width: usize, rows: &'a [i64]) -> Listed<'a, T> {
    let count = of.len().checked_div(width).unwrap_or(usize::MAX);
    assert!(rows.is_sorted_by(|a, b| a < b) && rows.first().is_none_or(|&first| first >= 0));
    assert!(rows.last().is_none_or(|&last| (last as usize) < count));
    Listed {
        first: of.as_mut_ptr(),
        width,
        rows,
        of: PhantomData,
    }
}

// SAFETY: different rows.
unsafe impl<'a, T: Send> Cut for Listed<'a, T> {
    type Part = &'a mut [T];

    fn pieces(&self) -> usize {
        self.rows.len()
    }

    unsafe fn part(&self, piece: usize) -> &'a mut [T] {
        let start = self.rows[piece] as usize * self.width;
        // SAFETY: inside the slice, whose elements nothing else refers to, by the caller's promise.
        unsafe { std::slice::from_raw_parts_mut(self.first.add(start), self.width) }
    }
}

/// Parts of planes of three axes: some planes, and of them some columns.
pub struct Blocks<'a, T> {
    first: *mut T,
    extents: [usize; 3],
    /// Planes and columns of a part.
    size: [usize; 2],
    of: PhantomData<&'a mut [T]>,
}

// SAFETY: as for `Chunks`.
unsafe impl<T: Send> Sync for Blocks<'_, T> {}

/// Cuts a dense tensor of three axes along the first and the last one, into parts of about `most` elements of both. Panics if it has other extents.
pub fn blocks<T: Send>(of: &mut [T], extents: [usize; 3], most: usize) -> Blocks<'_, T> {
    let [planes, rows, columns] = extents;
    assert_eq!(of.len(), planes * rows * columns);
    let width = columns.clamp(1, most.max(1));
    Blocks {
        first: of.as_mut_ptr(),
        extents,
        size: [(most / width).max(1), width],
        of: PhantomData,
    }
}

/// Parts of planes of three axes: of all planes some rows, with borders of their own.
pub struct Bands<'a, T> {
    first: *mut T,
    extents: [usize; 3],
    ends: &'a [usize],
    of: PhantomData<&'a mut [T]>,
}

// SAFETY: as for `Chunks`.
unsafe impl<T: Send> Sync for Bands<'_, T> {}

/// Cuts a dense tensor of three axes along the second one at each of `ends`, which rise. Panics if they do not, or pass the axis, or if it has other extents.
pub fn bands<'a, T: Send>(of: &'a mut [T], extents: [usize; 3], ends: &'a [usize]) -> Bands<'a, T> {
    let [planes, rows, columns] = extents;
    assert_eq!(of.len(), planes * rows * columns);
    assert!(ends.is_sorted() && ends.last().is_none_or(|&last| last <= rows));
    Bands {
        first: of.as_mut_ptr(),
        extents,
        ends,
        of: PhantomData,
    }
}

// SAFETY: parts are of other rows.
unsafe impl<'a, T: Send> Cut for Bands<'a, T> {
    type Part = BlockMut<'a, T>;

    fn pieces(&self) -> usize {
        self.ends.len()
    }

    unsafe fn part(&self, piece: usize) -> BlockMut<'a, T> {
        let [planes, _, columns] = self.extents;
        let start = piece.checked_sub(1).map_or(0, |before| self.ends[before]);
        BlockMut {
            planes: 0..planes,
            rows: start..self.ends[piece],
            columns: 0..columns,
            first: self.first,
            extents: self.extents,
            of: PhantomData,
        }
    }
}

/// A part of planes.
pub struct BlockMut<'p, T> {
    /// Its planes.
    pub planes: Range<usize>,
    /// Its rows.
    pub rows: Range<usize>,
    /// Its columns.
    pub columns: Range<usize>,
    first: *mut T,
    extents: [usize; 3],
    of: PhantomData<&'p mut [T]>,
}

impl<T: Copy> BlockMut<'_, T> {
    /// Writes a value to all elements.
    pub fn fill(&mut self, value: T) {
        self.for_each_run(|run| run.fill(value));
    }

    /// Calls `work` with all elements, in as few runs as they lie in.
    pub fn for_each_run(&mut self, mut work: impl FnMut(&mut [T])) {
        let [_, rows, columns] = self.extents;
        if self.columns.len() == columns && self.rows.len() == rows {
            let (start, count) = (
                self.planes.start * rows * columns,
                self.planes.len() * rows * columns,
            );
            // SAFETY: whole planes, which this part alone has.
            work(unsafe { std::slice::from_raw_parts_mut(self.first.add(start), count) });
            return;
        }
        for plane in self.planes.clone() {
            let rows = self.rows.clone();
            rows.for_each(|row| work(self.row(plane, row)));
        }
    }

    /// One element. Panics outside the part.
    #[inline]
    pub fn at(&mut self, plane: usize, row: usize, column: usize) -> &mut T {
        let first = self.columns.start;
        &mut self.row(plane, row)[column.wrapping_sub(first)]
    }

    /// The elements of a row that are in this part. Panics for a row outside it.
    #[inline]
    pub fn row(&mut self, plane: usize, row: usize) -> &mut [T] {
        let [_, rows, columns] = self.extents;
        assert!(
            self.planes.contains(&plane) && self.rows.contains(&row),
            "outside the part"
        );
        let start = (plane * rows + row) * columns + self.columns.start;
        // SAFETY: in the planes, rows and columns that this part alone has.
        unsafe { std::slice::from_raw_parts_mut(self.first.add(start), self.columns.len()) }
    }
}

// SAFETY: parts are of other planes or of other columns.
unsafe impl<'a, T: Send> Cut for Blocks<'a, T> {
    type Part = BlockMut<'a, T>;

    fn pieces(&self) -> usize {
        let [planes, _, columns] = self.extents;
        planes.div_ceil(self.size[0]) * columns.div_ceil(self.size[1])
    }

    unsafe fn part(&self, piece: usize) -> BlockMut<'a, T> {
        let [planes, rows, columns] = self.extents;
        let across = columns.div_ceil(self.size[1]).max(1);
        let part = |number: usize, size: usize, count: usize| {
            count.min(number * size)..count.min((number + 1) * size)
        };
        BlockMut {
            planes: part(piece / across, self.size[0], planes),
            rows: 0..rows,
            columns: part(piece % across, self.size[1], columns),
            first: self.first,
            extents: self.extents,
            of: PhantomData,
        }
    }
}

/// A number of pieces without memory: the first in a tuple whose other cuts may be absent.
pub struct Pieces(pub usize);

// SAFETY: parts are no memory.
unsafe impl Cut for Pieces {
    type Part = ();

    fn pieces(&self) -> usize {
        self.0
    }

    unsafe fn part(&self, _: usize) {}
}
