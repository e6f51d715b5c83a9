//! Gradients: what each element of a plane gains of the windows that it is in, in DOUBLE, window after window.

use std::ops::Range;

use super::Real;
use super::average::Divisor;
use super::axis::Grid;
use crate::index::{Index, IndexSlice};
use crate::simd::{self, Loops};

/// Places in a plane.
#[derive(Clone, Copy, Debug)]
pub enum From<'a> {
    /// As INT32.
    I32(IndexSlice<'a, i32>),
    /// As INT64.
    I64(IndexSlice<'a, i64>),
}

impl<'a> From<'a> {
    /// Returns a part of them.
    pub fn part(self, range: Range<usize>) -> Self {
        match self {
            Self::I32(places) => Self::I32(places.part(range)),
            Self::I64(places) => Self::I64(places.part(range)),
        }
    }
}

/// A plane of gradients of elements that were taken from places.
#[derive(Debug)]
pub struct Scatter<'a, I, O> {
    /// The gradients of the elements that were taken.
    pub gradients: &'a [I],
    /// Their places within the plane.
    pub places: From<'a>,
    /// A number for each element of the plane.
    pub sums: &'a mut [f64],
    /// Gradient of each element, rounded once.
    pub output: &'a mut [O],
}

impl<I: Real, O: Real> Scatter<'_, I, O> {
    #[inline(always)]
    pub(super) fn compute(self) {
        let sums = self.sums;
        sums.fill(0.0);
        match self.places {
            From::I32(places) => add(self.gradients, places, sums),
            From::I64(places) => add(self.gradients, places, sums),
        }
        store(sums, self.output);
    }
}

/// Adds each gradient to the sum at its place.
#[inline(always)]
fn add<I: Real, T: Index>(gradients: &[I], places: IndexSlice<'_, T>, sums: &mut [f64]) {
    let places = places.part(0..gradients.len());
    for (number, gradient) in gradients.iter().enumerate() {
        if let Some(place) = places.position(number, sums.len()) {
            sums[place] += gradient.to_f64();
        }
    }
}

fn store<O: Real>(sums: &[f64], output: &mut [O]) {
    simd::widest_loops(
        #[inline(always)]
        |loops| {
            for (to, &sum) in output.iter_mut().zip(sums) {
                loops.step();
                *to = O::from_f64(sum);
            }
        },
    );
}

/// A plane of gradients of averages: each is divided, and the quotient added to all elements of its window.
#[derive(Debug)]
pub struct Spread<'a, I, O> {
    /// The windows.
    pub grid: &'a Grid,
    /// Divisor of the sums.
    pub divisor: Divisor,
    /// As [`Divisor::common`] says.
    pub common: Option<f64>,
    /// The gradients of the windows.
    pub gradients: &'a [I],
    /// A number for each element of the plane.
    pub sums: &'a mut [f64],
    /// A number for each element of a row.
    pub row: &'a mut [f64],
    /// [`Grid::strips`] numbers.
    pub factors: &'a mut [f64],
    /// Gradient of each element, rounded once.
    pub output: &'a mut [O],
}

impl<I: Real, O: Real> simd::Kernel for Spread<'_, I, O> {
    type Output = ();

    #[inline(always)]
    fn run(self, loops: Loops) {
        let Self {
            grid,
            sums,
            row,
            factors,
            ..
        } = self;
        let across = &grid.axes[2];
        sums.fill(0.0);
        self.divisor.of_columns(grid, factors);
        for (number, gradients) in self.gradients.chunks(across.count.max(1)).enumerate() {
            let factor = self.divisor.of_row(grid, number);
            row.fill(0.0);
            for (window, gradient) in gradients.iter().enumerate() {
                let (gradient, divisor) = (gradient.to_f64(), factor * factors[window]);
                let share = match self.common {
                    Some(common) => gradient * (common / divisor),
                    None => gradient / divisor,
                };
                for column in across.span(window).places() {
                    loops.step();
                    row[column] += share;
                }
            }
            for line in grid.lines(grid.spans(number)) {
                let first = line * across.extent;
                let line = &mut sums[first..first + across.extent];
                for (sum, &gained) in line.iter_mut().zip(&*row) {
                    loops.step();
                    *sum += gained;
                }
            }
        }
        if let Some(common) = self.common {
            sums.iter_mut().for_each(|sum| *sum /= common);
        }
        store(sums, self.output);
    }
}
