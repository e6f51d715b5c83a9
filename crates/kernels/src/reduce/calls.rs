//! The kernels of one reduction, behind pointers to bytes. They are compiled in this crate, once.

use std::slice::{from_raw_parts, from_raw_parts_mut};

use super::{Fold, Lanes, Rows};

/// Bytes of the state of a reduction.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    /// The first part of a lane.
    pub first: usize,
    /// The second part of a lane.
    pub second: usize,
    /// The state of a block.
    pub state: usize,
}

/// The lanes of a strip of results: as many rows of `columns` entries each.
#[derive(Clone, Copy, Debug)]
pub struct Strip {
    /// First parts, row after row.
    pub first: *mut u8,
    /// Second parts.
    pub second: *mut u8,
    /// Number of lanes, as [`super::lanes_of`] says.
    pub lanes: usize,
    /// Number of results.
    pub columns: usize,
}

/// Rows of elements: the first one, bytes from row to row, number of rows, number of the first one within its block.
pub type StripRows = (*const u8, isize, usize, usize);

/// The kernels of a reduction, and the sizes of what they work on.
#[derive(Clone, Copy, Debug)]
pub struct Calls {
    /// Bytes of the state.
    pub sizes: Sizes,
    /// Writes the state of a block: elements and their number, number of the first one, center, attribute, state.
    ///
    /// The elements may be read, are of the reduction's type and aligned; there is memory for a state.
    pub line: unsafe fn((*const u8, usize), i64, f64, f64, *mut u8),
    /// Gives every lane its start.
    ///
    /// The lanes have memory of [`Sizes`], aligned to 16 bytes.
    pub start: unsafe fn(Strip),
    /// Takes rows of a block: lanes, rows, centers, attribute.
    ///
    /// The lanes have been started; the rows have an aligned element of the reduction's type for each column, and so have the centers
    /// where the reduction needs them.
    pub strip: unsafe fn(Strip, StripRows, &[f64], f64),
    /// Writes the states of a block that begins with an element of this number.
    ///
    /// The lanes have been started; there is memory for a state of each column.
    pub close: unsafe fn(Strip, i64, *mut u8),
    /// Joins so many states of earlier blocks to those of later blocks, which are replaced.
    ///
    /// Both are states of this reduction.
    pub merge: unsafe fn(*const u8, *mut u8, usize),
}

impl Calls {
    pub(super) const fn of<F: Fold>() -> Self {
        Self {
            sizes: Sizes {
                first: size_of::<F::First>(),
                second: size_of::<F::Second>(),
                state: size_of::<F::State>(),
            },
            line: line::<F>,
            start: start::<F>,
            strip: strip::<F>,
            close: close::<F>,
            merge: merge::<F>,
        }
    }
}

// SAFETY, for all below: the promises of the fields above, through which alone these are called.

unsafe fn line<F: Fold>(
    (x, count): (*const u8, usize),
    first: i64,
    center: f64,
    number: f64,
    state: *mut u8,
) {
    // SAFETY: see above.
    unsafe {
        let x = from_raw_parts(x.cast::<F::Element>(), count);
        let value = super::line::<F>(x, first, center, number);
        state.cast::<F::State>().write(value);
    }
}

fn lanes<F: Fold>(strip: Strip) -> Lanes<F> {
    Lanes {
        first: strip.first.cast(),
        second: strip.second.cast(),
        lanes: strip.lanes,
        columns: strip.columns,
    }
}

unsafe fn start<F: Fold>(strip: Strip) {
    // SAFETY: see above.
    unsafe { super::start::<F>(lanes(strip)) }
}

unsafe fn strip<F: Fold>(
    strip: Strip,
    (x, pitch, rows, first): StripRows,
    centers: &[f64],
    number: f64,
) {
    let rows = Rows {
        x: x.cast::<F::Element>(),
        pitch: pitch / size_of::<F::Element>() as isize,
        rows,
        first,
    };
    // SAFETY: see above.
    unsafe { super::strip::<F>(lanes(strip), rows, centers, number) }
}

unsafe fn close<F: Fold>(strip: Strip, first: i64, states: *mut u8) {
    // SAFETY: see above.
    unsafe { super::close::<F>(lanes(strip), first, states.cast()) }
}

unsafe fn merge<F: Fold>(earlier: *const u8, later: *mut u8, count: usize) {
    // SAFETY: see above.
    unsafe {
        let earlier = from_raw_parts(earlier.cast::<F::State>(), count);
        let later = from_raw_parts_mut(later.cast::<F::State>(), count);
        for (later, &earlier) in later.iter_mut().zip(earlier) {
            *later = F::merge(earlier, *later);
        }
    }
}
