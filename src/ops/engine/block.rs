//! Blocks of strided elements to dense tiles, and back.

use std::ptr;

/// Where the rows and columns of a block lie.
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

impl Strides {
    /// Whether the elements of the block lie side by side, row after row.
    pub fn is_dense(self, size: usize, Size { rows, columns }: Size) -> bool {
        (columns == 1 || self.column == size as isize)
            && (rows == 1 || self.row == (size * columns) as isize)
    }

    /// Whether elements of the block are one in memory.
    pub fn repeats(self, Size { rows, columns }: Size) -> bool {
        (rows > 1 && self.row == 0) || (columns > 1 && self.column == 0)
    }
}

macro_rules! by_size {
    ($size:expr, $call:ident($($argument:expr),*)) => {
        match $size {
            1 => $call::<u8>($($argument),*),
            2 => $call::<u16>($($argument),*),
            4 => $call::<u32>($($argument),*),
            8 => $call::<u64>($($argument),*),
            _ => $call::<[u64; 2]>($($argument),*),
        }
    };
}

/// Copies a block of elements of `size` bytes (1, 2, 4, 8 or 16) to `tile`, row after row.
///
/// # Safety
/// The block's elements may be read and as many bytes written to `tile`; the two share no memory.
pub(super) unsafe fn gather(
    size: usize,
    from: *const u8,
    strides: Strides,
    block: Size,
    tile: *mut u8,
) {
    // SAFETY: the caller's promise; the units are of the elements' size.
    unsafe { by_size!(size, gather_units(from, strides, block, tile)) }
}

/// Copies `tile` to a block of elements of `size` bytes, row after row.
///
/// # Safety
/// As many bytes may be read from `tile` and the block's elements written; the two share no memory.
pub(super) unsafe fn scatter(
    size: usize,
    tile: *const u8,
    to: *mut u8,
    strides: Strides,
    block: Size,
) {
    // SAFETY: the caller's promise; the units are of the elements' size.
    unsafe { by_size!(size, scatter_units(tile, to, strides, block)) }
}

unsafe fn gather_units<T: Copy>(from: *const u8, strides: Strides, block: Size, tile: *mut u8) {
    let Size { rows, columns } = block;
    let tile = tile.cast::<T>();
    let unit = size_of::<T>() as isize;
    for row in 0..rows {
        // SAFETY: the caller's promise: rows and columns of the block, and as many elements of the tile.
        unsafe {
            let from = from.offset(row as isize * strides.row);
            let to = tile.add(row * columns);
            if strides.column == unit {
                ptr::copy_nonoverlapping(from.cast::<T>(), to, columns);
            } else {
                for column in 0..columns {
                    let value = from.offset(column as isize * strides.column);
                    to.add(column)
                        .write_unaligned(value.cast::<T>().read_unaligned());
                }
            }
        }
    }
}

unsafe fn scatter_units<T: Copy>(tile: *const u8, to: *mut u8, strides: Strides, block: Size) {
    let Size { rows, columns } = block;
    let tile = tile.cast::<T>();
    let unit = size_of::<T>() as isize;
    for row in 0..rows {
        // SAFETY: the caller's promise: rows and columns of the block, and as many elements of the tile.
        unsafe {
            let from = tile.add(row * columns);
            let to = to.offset(row as isize * strides.row);
            if strides.column == unit {
                ptr::copy_nonoverlapping(from, to.cast::<T>(), columns);
            } else {
                for column in 0..columns {
                    let place = to.offset(column as isize * strides.column);
                    place
                        .cast::<T>()
                        .write_unaligned(from.add(column).read_unaligned());
                }
            }
        }
    }
}
