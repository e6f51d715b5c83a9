//! Gradients: what each element of a plane gains of the windows that it is in, in DOUBLE, window after window.

use std::ops::Range;

use super::Real;
use super::average::Divisor;
use super::axis::Grid;
use crate::simd;

/// Places in a plane.
#[derive(Clone, Copy, Debug)]
pub enum From<'a> {
    /// As INT32.
    I32(&'a [i32]),
    /// As INT64.
    I64(&'a [i64]),
}

impl<'a> From<'a> {
    /// Returns a part of them.
    pub fn part(self, range: Range<usize>) -> Self {
        match self {
            Self::I32(places) => Self::I32(&places[range]),
            Self::I64(places) => Self::I64(&places[range]),
        }
    }
}

/// A plane of gradients of elements that were taken from places.
#[derive(Debug)]
pub struct Scatter<'a, I, O> {
    /// The gradients of what was taken.
    pub gradients: &'a [I],
    /// Where it was taken from, within the plane.
    pub places: From<'a>,
    /// A number for each element of the plane.
    pub sums: &'a mut [f64],
    /// What each element gains, rounded once.
    pub output: &'a mut [O],
}

impl<I: Real, O: Real> Scatter<'_, I, O> {
    #[inline(always)]
    pub(super) fn compute(self) {
        let sums = self.sums;
        sums.fill(0.0);
        let mut add = |place: usize, gradient: &I| sums[place] += gradient.to_f64();
        let gradients = self.gradients.iter();
        match self.places {
            From::I32(places) => places
                .iter()
                .zip(gradients)
                .for_each(|(&place, gradient)| add(place as usize, gradient)),
            From::I64(places) => places
                .iter()
                .zip(gradients)
                .for_each(|(&place, gradient)| add(place as usize, gradient)),
        }
        store(sums, self.output);
    }
}

#[inline(always)]
fn store<O: Real>(sums: &[f64], output: &mut [O]) {
    for (to, &sum) in output.iter_mut().zip(sums) {
        *to = O::from_f64(sum);
    }
}

/// A plane of gradients of averages: each is divided, and the quotient added to all elements of its window.
#[derive(Debug)]
pub struct Spread<'a, I, O> {
    /// The windows.
    pub grid: &'a Grid,
    /// What sums were divided by.
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
    /// What each element gains, rounded once.
    pub output: &'a mut [O],
}

impl<I: Real, O: Real> simd::Kernel for Spread<'_, I, O> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
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
                    row[column] += share;
                }
            }
            for line in grid.lines(grid.spans(number)) {
                let first = line * across.extent;
                let line = &mut sums[first..first + across.extent];
                for (sum, &gained) in line.iter_mut().zip(&*row) {
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
