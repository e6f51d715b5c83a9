//! Blocks of strided elements: from one place to another, element for element.

use hostnpu_kernels::memory::{Extent, Region};
use hostnpu_kernels::transpose::{Unit, transpose};
use hostnpu_tensor::streaming;

/// Distances between the rows and columns of a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strides {
    /// Bytes between rows.
    pub row: isize,
    /// Bytes between columns.
    pub column: isize,
}

/// Rows and columns of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Size {
    pub rows: usize,
    pub columns: usize,
}

impl Size {
    /// Number of elements.
    pub fn count(self) -> usize {
        self.rows * self.columns
    }
}

impl Strides {
    /// Elements of `size` bytes side by side, row after row.
    pub fn dense(size: usize, block: Size) -> Self {
        Self {
            row: (size * block.columns) as isize,
            column: size as isize,
        }
    }

    /// Returns true if the elements of the block lie side by side, row after row.
    pub fn is_dense(self, size: usize, Size { rows, columns }: Size) -> bool {
        (columns == 1 || self.column == size as isize)
            && (rows == 1 || self.row == (size * columns) as isize)
    }

    /// Returns true if elements of the block are one in memory.
    pub fn repeats(self, Size { rows, columns }: Size) -> bool {
        (rows > 1 && self.row == 0) || (columns > 1 && self.column == 0)
    }

    /// Returns true if neighbours lie along the rows and not along the columns.
    pub fn is_transposed(self, size: usize, Size { rows, columns }: Size) -> bool {
        rows > 1 && columns > 1 && self.row == size as isize && self.column != size as isize
    }
}

/// Calls a function with the unit of `size` bytes (1, 2, 4, 8 or 16) as its type.
macro_rules! of_unit {
    ($size:expr, $function:ident($($argument:expr),+)) => {
        match $size {
            1 => $function::<u8>($($argument),+),
            2 => $function::<u16>($($argument),+),
            4 => $function::<u32>($($argument),+),
            8 => $function::<u64>($($argument),+),
            _ => $function::<[u64; 2]>($($argument),+),
        }
    };
}
pub(crate) use of_unit;

/// Copies a block of elements of `size` bytes (1, 2, 4, 8 or 16). `past_caches` stores rows past the caches; [`streaming::order`]
/// has to follow. Panics if some of it is outside the memory of either side.
pub(super) fn copy(
    size: usize,
    (from, from_strides): (Region, Strides),
    (to, to_strides): (Region, Strides),
    block: Size,
    past_caches: bool,
) {
    if block.count() == 0 {
        return;
    }
    let (from_dense, to_dense) = (
        from_strides.is_dense(size, block),
        to_strides.is_dense(size, block),
    );
    let (rows, columns) = match from_dense && to_dense {
        true => (1, block.count()),
        false => (block.rows, block.columns),
    };
    let unit = size as isize;
    if (from_dense && to_dense)
        || (from_strides.column == unit && to_strides.column == unit && columns * size >= 32)
    {
        let length = columns * size;
        if past_caches {
            for row in 0..rows as isize {
                let source = from.moved(row * from_strides.row);
                let target = to.moved(row * to_strides.row);
                copy_past_caches(target, source, length);
            }
            return;
        }
        let side = |of: Region, strides: Strides| {
            of.block(Extent {
                size: length,
                counts: [rows, 1],
                strides: [strides.row, 0],
            })
        };
        let (source, target) = (side(from, from_strides), side(to, to_strides));
        for row in 0..rows as isize {
            // SAFETY: rows that are inside, as `Region::block` has seen; they may overlap.
            unsafe {
                let source = source.offset(row * from_strides.row);
                std::ptr::copy(source, target.offset(row * to_strides.row), length);
            }
        }
        return;
    }
    let side = |of: Region, strides: Strides| {
        let extent = Extent {
            size,
            counts: [block.rows, block.columns],
            strides: [strides.row, strides.column],
        };
        (of.block(extent), strides)
    };
    let (from, to) = (side(from, from_strides), side(to, to_strides));
    // SAFETY: the elements are inside, as `Region::block` has seen; units are of their size, and need no alignment.
    unsafe {
        of_unit!(size, copy_units(from, to, block));
    }
}

/// Copies `count` elements of `size` bytes (1, 2, 4, 8 or 16) that lie evenly: of each side the first one and the bytes to the next. Panics if one is outside the
/// memory of either side.
pub(super) fn copy_line(
    size: usize,
    (from, from_step): (Region, isize),
    (to, to_step): (Region, isize),
    count: usize,
) {
    if count == 0 {
        return;
    }
    let from = (from.line(size, from_step, count), from_step);
    let to = (to.line(size, to_step, count), to_step);
    // SAFETY: the elements are inside, as `Region::line` has seen; units are of their size, and need no alignment.
    unsafe {
        of_unit!(size, line(from, to, count));
    }
}

/// Copies a row past the caches, unless the two places overlap. [`streaming::order`] has to follow.
pub(super) fn copy_past_caches(to: Region, from: Region, bytes: usize) {
    if to.address().abs_diff(from.address()) < bytes {
        return to.copy(from, bytes);
    }
    let (to, from) = (to.first(bytes), from.first(bytes));
    // SAFETY: bytes of both regions, which do not overlap.
    unsafe { streaming::copy_unordered(to, from, bytes) };
}

/// # Safety
/// The elements may be read and written.
unsafe fn copy_units<T: Unit>(
    (from, from_strides): (*mut u8, Strides),
    (to, to_strides): (*mut u8, Strides),
    Size { rows, columns }: Size,
) {
    let unit = size_of::<T>() as isize;
    let pitch = |stride: isize| stride / unit;
    let (source, target) = (from.cast_const().cast::<T>(), to.cast::<T>());
    // SAFETY: the caller's promise for every element below.
    unsafe {
        if from_strides.row == unit && to_strides.column == unit && from_strides.column != 0 {
            let (from, to) = (
                (source, pitch(from_strides.column)),
                (target, pitch(to_strides.row)),
            );
            transpose(from, to, columns, rows);
        } else if from_strides.column == unit && to_strides.row == unit {
            let (from, to) = (
                (source, pitch(from_strides.row)),
                (target, pitch(to_strides.column)),
            );
            transpose(from, to, rows, columns);
        } else if columns < rows && columns < 16 {
            for column in 0..columns as isize {
                let source = from.offset(column * from_strides.column);
                let target = to.offset(column * to_strides.column);
                line::<T>((source, from_strides.row), (target, to_strides.row), rows);
            }
        } else {
            for row in 0..rows as isize {
                let source = from.offset(row * from_strides.row);
                let target = to.offset(row * to_strides.row);
                line::<T>(
                    (source, from_strides.column),
                    (target, to_strides.column),
                    columns,
                );
            }
        }
    }
}

/// Copies `count` units that lie evenly.
#[inline(always)]
unsafe fn line<T: Unit>(
    (from, from_step): (*mut u8, isize),
    (to, to_step): (*mut u8, isize),
    count: usize,
) {
    let unit = size_of::<T>() as isize;
    // SAFETY: the caller's promise for each unit.
    unsafe {
        if from_step == 0 && to_step == unit {
            let value = from.cast::<T>().read_unaligned();
            for k in 0..count {
                to.cast::<T>().add(k).write_unaligned(value);
            }
            return;
        }
        if to_step == unit && (from_step == -unit || from_step == 2 * unit) {
            // Steps that the compiler knows become shuffles.
            let (from, to) = (from.cast::<T>(), to.cast::<T>());
            if from_step < 0 {
                for k in 0..count {
                    to.add(k).write_unaligned(from.sub(k).read_unaligned());
                }
            } else {
                for k in 0..count {
                    to.add(k).write_unaligned(from.add(2 * k).read_unaligned());
                }
            }
            return;
        }
        for k in 0..count as isize {
            let value = from.offset(k * from_step).cast::<T>().read_unaligned();
            to.offset(k * to_step).cast::<T>().write_unaligned(value);
        }
    }
}
