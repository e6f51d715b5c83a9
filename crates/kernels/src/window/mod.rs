//! Windows over planes of up to three axes: the largest elements with their places, averages, and the gradients of both.
//!
//! A row of results is computed in two steps: first down the rows of a window, for all columns side by side, then across the columns. Every row is
//! computed by itself, so that no cut of the work changes a bit.

mod average;
mod axis;
mod gradient;
mod largest;

pub use average::{Averaged, Averages, Divisor};
pub use axis::{Axis, Grid, Span};
pub use gradient::{From, Scatter, Spread};
pub use largest::{Element, Largest, Places};

use crate::reduce::results::OneNan;
use crate::simd::Loops;

/// Columns that are computed side by side.
const LANES: usize = 16;

/// A number that averages and gradients are read from or written to.
pub trait Real: Copy + Send + Sync + 'static {
    /// The number as a double.
    fn to_f64(self) -> f64;

    /// The nearest number of this type; of all NaN the same one.
    fn from_f64(number: f64) -> Self;
}

impl Real for f32 {
    #[inline(always)]
    fn to_f64(self) -> f64 {
        f64::from(self)
    }

    #[inline(always)]
    fn from_f64(number: f64) -> Self {
        (number as f32).with_one_nan()
    }
}

impl Real for f64 {
    #[inline(always)]
    fn to_f64(self) -> f64 {
        self
    }

    #[inline(always)]
    fn from_f64(number: f64) -> Self {
        number.with_one_nan()
    }
}

/// Writes the elements of a padded row to one run for each remainder of their column by `stride`, so that the elements that neighbouring windows have at one
/// place are neighbours. Runs behind the first `needed` are left out.
#[inline(always)]
fn deal<T: Copy>(row: &[T], stride: usize, needed: usize, runs: &mut [T], loops: Loops) {
    let length = row.len() / stride;
    if stride == 2 {
        let (evens, odds) = runs.split_at_mut(length);
        let (pairs, _) = row.as_chunks::<2>();
        for ((even, odd), pair) in evens.iter_mut().zip(odds).zip(pairs) {
            loops.step();
            [*even, *odd] = *pair;
        }
        return;
    }
    for (first, run) in runs.chunks_exact_mut(length).take(needed).enumerate() {
        let elements = row[first..].iter().step_by(stride);
        for (to, from) in run.iter_mut().zip(elements) {
            loops.step();
            *to = *from;
        }
    }
}

/// Columns of a narrow plane that are computed side by side.
const FEW: usize = 4;

/// The first column of the strip of `N` columns behind that at `column`: the last one overlaps the one before it.
#[inline(always)]
fn next_strip<const N: usize>(column: usize, width: usize) -> Option<usize> {
    let next = (column + N).min(width - N);
    (next > column).then_some(next)
}

/// The elements of a strip.
#[inline(always)]
fn lanes<T: Copy>(from: &[T], at: usize) -> [T; LANES] {
    from[at..at + LANES].try_into().expect("a strip")
}
