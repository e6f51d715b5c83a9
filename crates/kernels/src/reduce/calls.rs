//! The kernels of one reduction, behind pointers to bytes. They are compiled in this crate, once.

use super::{Fold, Lanes};
use crate::memory::Region;

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

/// The lanes of a strip of results: as many rows of `columns` entries each. Memory of both parts of all lanes; a lane is started before rows are added to it.
#[derive(Clone, Copy, Debug)]
pub struct Strip<'a> {
    /// First parts, row after row.
    pub first: Region<'a>,
    /// Second parts.
    pub second: Region<'a>,
    /// Number of lanes, as [`super::lanes_of`] says.
    pub lanes: usize,
    /// Number of results.
    pub columns: usize,
}

/// Rows of elements: the first one, bytes from row to row, number of rows, number of the first one within its block.
pub type StripRows<'a> = (Region<'a>, isize, usize, usize);

/// The kernels of a reduction, and the sizes of what they work on. All panic where something is outside its memory, or not aligned; states and lanes are numbers,
/// of which any bytes are one.
#[derive(Clone, Copy, Debug)]
pub struct Calls {
    /// Bytes of the state.
    pub sizes: Sizes,
    /// Writes the state of a block: elements of the reduction's type and their number, number of the first one, center, attribute, state.
    pub line: fn((Region<'_>, usize), i64, f64, f64, Region<'_>),
    /// Gives every lane its start.
    pub start: fn(Strip<'_>),
    /// Takes rows of a block: lanes that have been started, rows with an element of the reduction's type for each column, centers, where the reduction needs them one for each
    /// column, attribute.
    pub strip: fn(Strip<'_>, StripRows<'_>, &[f64], f64),
    /// Writes the states of a block that begins with an element of this number.
    pub close: fn(Strip<'_>, i64, Region<'_>),
    /// Joins so many states of earlier blocks to those of later blocks, which are replaced.
    pub merge: fn(Region<'_>, Region<'_>, usize),
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

fn line<F: Fold>((x, count): (Region, usize), first: i64, center: f64, number: f64, state: Region) {
    let state = state.elements::<F::State>(1);
    // SAFETY: elements, of which any bytes are one, and memory of a state; an engine's elements are not written meanwhile.
    unsafe { state.write(super::line::<F>(x.slice(count), first, center, number)) };
}

fn start<F: Fold>(strip: Strip) {
    super::start::<F>(strip);
}

fn strip<F: Fold>(strip: Strip, rows: StripRows, centers: &[f64], number: f64) {
    super::strip::<F>(Lanes::of(strip), rows, centers, number);
}

fn close<F: Fold>(strip: Strip, first: i64, states: Region) {
    super::close::<F>(Lanes::of(strip), first, states);
}

fn merge<F: Fold>(earlier: Region, later: Region, count: usize) {
    let bytes = count * size_of::<F::State>();
    assert!(earlier.is_apart(bytes, later, bytes));
    // SAFETY: states in two places, which one thread has.
    let (earlier, later) = unsafe { (earlier.slice::<F::State>(count), later.slice_mut(count)) };
    for (later, &earlier) in later.iter_mut().zip(earlier) {
        *later = F::merge(earlier, *later);
    }
}
