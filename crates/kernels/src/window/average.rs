//! The average of each window.

use std::ops::Range;

use super::axis::{Grid, PaddedRow, Span};
use super::gradient::{Scatter, Spread};
use super::{FEW, LANES, Real, deal, lanes, next_strip};
use crate::simd::{self, Loops};

/// Divisor of the sums of windows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Divisor {
    /// The number of elements of the window that lie in the plane.
    Inside,
    /// With those that lie in the padding.
    Covered,
    /// This number.
    Fixed(f64),
}

impl Divisor {
    /// The factor of window `k` along axis `axis`; the divisor is the product over the axes.
    pub(super) fn factor(self, grid: &Grid, axis: usize, k: usize) -> f64 {
        let along = &grid.axes[axis];
        match self {
            Self::Inside => along.span(k).count as f64,
            Self::Covered => along.covered(k) as f64,
            Self::Fixed(number) if axis == 0 => number,
            Self::Fixed(_) => 1.0,
        }
    }

    /// Returns a number that all divisors divide, if it is small: sums of quotients by it are exact, so that a gradient halfway between two numbers is rounded as one.
    pub fn common(self, grid: &Grid) -> Option<f64> {
        let mut common = 1_u64;
        if let Self::Fixed(number) = self {
            return Some(number);
        }
        for (axis, along) in grid.axes.iter().enumerate() {
            let mut least = 1_u64;
            for k in 0..along.count {
                let factor = self.factor(grid, axis, k) as u64;
                least = least / gcd(least, factor).max(1) * factor;
                if least == 0 || least > COMMON {
                    return None;
                }
            }
            common *= least;
        }
        (common <= COMMON).then_some(common as f64)
    }

    /// The factor of a row of windows.
    pub(super) fn of_row(self, grid: &Grid, row: usize) -> f64 {
        let heights = grid.axes[1].count;
        self.factor(grid, 0, row / heights) * self.factor(grid, 1, row % heights)
    }

    /// Writes the factors of the windows of a row, and 1 behind them.
    pub(super) fn of_columns(self, grid: &Grid, factors: &mut [f64]) {
        for (k, factor) in factors.iter_mut().enumerate() {
            let is_window = k < grid.axes[2].count;
            *factor = if is_window {
                self.factor(grid, 2, k)
            } else {
                1.0
            };
        }
    }
}

/// Up to where a product with a FLOAT is exact in DOUBLE, with sums of some hundred of them.
const COMMON: u64 = 1 << 20;

fn gcd(a: u64, b: u64) -> u64 {
    match b {
        0 => a,
        b => gcd(b, a % b),
    }
}

/// Rows of averages to compute, each from a sum in DOUBLE, rounded once.
#[derive(Debug)]
pub struct Averages<'a, I, O> {
    /// The windows.
    pub grid: &'a Grid,
    /// Divisor of the sums.
    pub divisor: Divisor,
    /// All planes.
    pub input: &'a [I],
    /// The rows, counted over all planes.
    pub rows: Range<usize>,
    /// Their results.
    pub output: &'a mut [O],
    /// Twice [`Grid::padded`] numbers.
    pub sums: &'a mut [f64],
    /// [`Grid::strips`] numbers.
    pub factors: &'a mut [f64],
}

/// A type of elements whose averages and gradients are computed as `O`.
pub trait Averaged<O>: Real {
    /// Computes rows of averages.
    fn average(job: &mut Averages<'_, Self, O>);

    /// Computes a plane of gradients of averages.
    fn spread(job: Spread<'_, Self, O>);

    /// Computes a plane of gradients of elements that were taken from places.
    fn scatter(job: Scatter<'_, Self, O>);
}

macro_rules! averaged {
    ($($input:ty => $output:ty;)*) => {$(
        impl Averaged<$output> for $input {
            fn average(job: &mut Averages<'_, Self, $output>) {
                simd::kernel_widest(Rows(job));
            }

            fn spread(job: Spread<'_, Self, $output>) {
                simd::kernel_widest(job);
            }

            fn scatter(job: Scatter<'_, Self, $output>) {
                job.compute();
            }
        }
    )*};
}

averaged! {
    f32 => f32;
    f32 => f64;
    f64 => f64;
}

struct Rows<'a, 'b, I, O>(&'a mut Averages<'b, I, O>);

impl<I: Real, O: Real> simd::Kernel for Rows<'_, '_, I, O> {
    type Output = ();

    #[inline(always)]
    fn run(self, loops: Loops) {
        self.0.run(loops);
    }
}

impl<I: Real, O: Real> Averages<'_, I, O> {
    #[inline(always)]
    fn run(&mut self, loops: Loops) {
        let across = &self.grid.axes[2];
        let (count, plane) = (across.count, self.grid.plane());
        let even = across.even_places();
        self.sums.fill(0.0);
        self.divisor.of_columns(self.grid, self.factors);
        let rows = self.grid.rows();
        for (number, row) in self.rows.clone().enumerate() {
            let first = row / rows * plane;
            let row = row % rows;
            let spans = self.grid.spans(row);
            self.down(first, spans, even.map_or(0, |even| even.before), loops);
            let factor = self.divisor.of_row(self.grid, row);
            let results = number * count..(number + 1) * count;
            match &even {
                Some(even) => self.across(even, factor, results, loops),
                None => self.across_shares(factor, results),
            }
        }
    }

    /// Writes the sum of each column.
    #[inline(always)]
    fn down(&mut self, first: usize, spans: [Span; 2], before: usize, loops: Loops) {
        let (grid, width) = (self.grid, self.grid.axes[2].extent);
        let plane = &self.input[first..first + grid.plane()];
        let sums = &mut self.sums[before..before + width];
        match width {
            LANES.. => strips::<I, LANES>(plane, grid, spans, sums, loops),
            FEW.. => strips::<I, FEW>(plane, grid, spans, sums, loops),
            _ => strips::<I, 1>(plane, grid, spans, sums, loops),
        }
    }

    /// Writes the results of a row of windows at equal distances.
    #[inline(always)]
    fn across(&mut self, even: &PaddedRow, factor: f64, results: Range<usize>, loops: Loops) {
        let padded = self.sums.len() / 2;
        let (sums, runs) = self.sums.split_at_mut(padded);
        let sums = match even.stride {
            1 => &*sums,
            stride => {
                deal(sums, stride, even.runs(), runs, loops);
                &*runs
            }
        };
        let length = padded / even.stride;
        for window in (0..results.len()).step_by(LANES) {
            let mut total = lanes(sums, window);
            let mut taps = even.taps(length);
            for _ in 1..even.taps {
                let sums = lanes(sums, taps.next() + window);
                for k in 0..LANES {
                    loops.step();
                    total[k] += sums[k];
                }
            }
            let kept = LANES.min(results.len() - window);
            let factors = lanes(self.factors, window);
            let mut averages = [O::from_f64(0.0); LANES];
            for k in 0..LANES {
                loops.step();
                averages[k] = O::from_f64(total[k] / (factor * factors[k]));
            }
            let first = results.start + window;
            self.output[first..first + kept].copy_from_slice(&averages[..kept]);
        }
    }

    /// Writes the results of a row of windows that share it.
    #[inline(always)]
    fn across_shares(&mut self, factor: f64, results: Range<usize>) {
        let across = self.grid.axes[2];
        for (window, target) in results.enumerate() {
            let columns = across.span(window).places();
            let total: f64 = columns.fold(0.0, |sum, column| sum + self.sums[column]);
            self.output[target] = O::from_f64(total / (factor * self.factors[window]));
        }
    }
}

/// Writes the sum of each column, `N` columns side by side.
#[inline(always)]
fn strips<I: Real, const N: usize>(
    plane: &[I],
    grid: &Grid,
    spans: [Span; 2],
    sums: &mut [f64],
    loops: Loops,
) {
    let mut column = Some(0);
    while let Some(first) = column {
        let sum = strip::<I, N>(plane, grid, spans, first, loops);
        sums[first..first + N].copy_from_slice(&sum);
        column = next_strip::<N>(first, sums.len());
    }
}

/// The sums of neighbouring columns.
#[inline(always)]
fn strip<I: Real, const N: usize>(
    plane: &[I],
    grid: &Grid,
    spans: [Span; 2],
    column: usize,
    loops: Loops,
) -> [f64; N] {
    let mut sums = [0.0_f64; N];
    let (rows, width) = (grid.axes[1].extent, grid.axes[2].extent);
    for depth in spans[0].places() {
        for height in spans[1].places() {
            let place = (depth * rows + height) * width + column;
            let row: &[I; N] = plane[place..][..N].try_into().expect("a strip");
            for k in 0..N {
                loops.step();
                sums[k] += row[k].to_f64();
            }
        }
    }
    sums
}
