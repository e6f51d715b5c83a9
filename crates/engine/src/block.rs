//! Blocks of strided elements: from one place to another, element for element.

use std::ptr;

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

/// Copies a block of elements of `size` bytes (1, 2, 4, 8 or 16). `past_caches` stores rows past the caches; [`streaming::order`]
/// has to follow.
///
/// # Safety
/// The block's elements may be read at `from` and written at `to`, and the two share no memory.
pub(super) unsafe fn copy(
    size: usize,
    (from, from_strides): (*const u8, Strides),
    (to, to_strides): (*mut u8, Strides),
    block: Size,
    past_caches: bool,
) {
    let (from_dense, to_dense) = (
        from_strides.is_dense(size, block),
        to_strides.is_dense(size, block),
    );
    let (rows, columns) = match from_dense && to_dense {
        true => (1, block.count()),
        false => (block.rows, block.columns),
    };
    let unit = size as isize;
    // SAFETY, for all below: the caller's promise; units are of the elements' size, and need no alignment.
    if (from_dense && to_dense)
        || (from_strides.column == unit && to_strides.column == unit && columns * size >= 32)
    {
        let length = columns * size;
        for row in 0..rows as isize {
            let source = from.wrapping_offset(row * from_strides.row);
            let target = to.wrapping_offset(row * to_strides.row);
            // SAFETY: see above: a row of elements side by side.
            unsafe {
                match past_caches {
                    true => streaming::copy_unordered(target, source, length),
                    false => ptr::copy_nonoverlapping(source, target, length),
                }
            }
        }
        return;
    }
    // SAFETY: see above.
    unsafe {
        match size {
            1 => copy_units::<u8>((from, from_strides), (to, to_strides), block),
            2 => copy_units::<u16>((from, from_strides), (to, to_strides), block),
            4 => copy_units::<u32>((from, from_strides), (to, to_strides), block),
            8 => copy_units::<u64>((from, from_strides), (to, to_strides), block),
            _ => copy_units::<[u64; 2]>((from, from_strides), (to, to_strides), block),
        }
    }
}

unsafe fn copy_units<T: Unit>(
    (from, from_strides): (*const u8, Strides),
    (to, to_strides): (*mut u8, Strides),
    Size { rows, columns }: Size,
) {
    let unit = size_of::<T>() as isize;
    let pitch = |stride: isize| stride / unit;
    let (source, target) = (from.cast::<T>(), to.cast::<T>());
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
    (from, from_step): (*const u8, isize),
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
