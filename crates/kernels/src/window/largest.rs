//! The largest element of each window, and its place.

use std::ops::Range;

use super::axis::{Grid, PaddedRow, Span};
use super::{FEW, LANES, deal, lanes, next_strip};
use crate::simd::{self, Loops};

/// An element that has an order.
pub trait Element: Copy + Send + Sync + 'static {
    /// No element is smaller.
    const LOWEST: Self;

    /// Returns true if it is larger than `other`; NaN is larger than all numbers.
    fn beats(self, other: Self) -> bool;

    /// Returns true if neither of the two is larger.
    fn equals(self, other: Self) -> bool;

    /// Computes rows of results.
    fn largest(job: &mut Largest<'_, Self>);
}

/// Place of each largest element: its number within its plane.
#[derive(Debug)]
pub enum Places<'a> {
    /// Is not wanted.
    None,
    /// As INT32.
    I32(&'a mut [i32]),
    /// As INT64.
    I64(&'a mut [i64]),
}

/// Rows of results to compute.
#[derive(Debug)]
pub struct Largest<'a, T> {
    /// The windows.
    pub grid: &'a Grid,
    /// All planes.
    pub input: &'a [T],
    /// The rows, counted over all planes.
    pub rows: Range<usize>,
    /// Their results.
    pub output: &'a mut [T],
    /// The places of those.
    pub places: Places<'a>,
    /// Twice [`Grid::padded`] elements.
    pub values: &'a mut [T],
    /// Numbers, as many as `values`.
    pub lines: &'a mut [i32],
}

macro_rules! elements {
    ($($element:ty, $lowest:expr, |$a:ident, $b:ident| $beats:expr, $equals:expr;)*) => {$(
        impl Element for $element {
            const LOWEST: Self = $lowest;

            #[inline(always)]
            fn beats(self, other: Self) -> bool {
                let ($a, $b) = (self, other);
                $beats
            }

            #[inline(always)]
            fn equals(self, other: Self) -> bool {
                let ($a, $b) = (self, other);
                $equals
            }

            fn largest(job: &mut Largest<'_, Self>) {
                simd::kernel_widest(Rows(job));
            }
        }
    )*};
}

elements! {
    f32, f32::NEG_INFINITY, |a, b| (a > b) | (a.is_nan() & !b.is_nan()), (a == b) | (a.is_nan() & b.is_nan());
    f64, f64::NEG_INFINITY, |a, b| (a > b) | (a.is_nan() & !b.is_nan()), (a == b) | (a.is_nan() & b.is_nan());
    i32, i32::MIN, |a, b| a > b, a == b;
    i64, i64::MIN, |a, b| a > b, a == b;
}

/// The line of a column that has no element.
const NO_LINE: i32 = i32::MAX;

struct Rows<'a, 'b, T>(&'a mut Largest<'b, T>);

impl<T: Element> simd::Kernel for Rows<'_, '_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self, loops: Loops) {
        self.0.run(loops);
    }
}

/// The largest elements so far, their lines, and the place in the window.
type Best<T> = ([T; LANES], [i32; LANES], [i32; LANES]);

impl<T: Element> Largest<'_, T> {
    #[inline(always)]
    fn run(&mut self, loops: Loops) {
        let across = &self.grid.axes[2];
        let (count, plane) = (across.count, self.grid.plane());
        let even = across.even_places();
        self.values.fill(T::LOWEST);
        self.lines.fill(NO_LINE);
        let rows = self.grid.rows();
        for (number, row) in self.rows.clone().enumerate() {
            let first = row / rows * plane;
            let spans = self.grid.spans(row % rows);
            self.down(first, spans, even.map_or(0, |even| even.before), loops);
            let results = number * count..(number + 1) * count;
            match &even {
                Some(even) => self.across(even, results, loops),
                None => self.across_shares(results),
            }
        }
    }

    /// Writes the largest element of each column and its line.
    #[inline(always)]
    fn down(&mut self, first: usize, spans: [Span; 2], before: usize, loops: Loops) {
        let (grid, width) = (self.grid, self.grid.axes[2].extent);
        let plane = &self.input[first..first + grid.plane()];
        let (values, lines) = (
            &mut self.values[before..before + width],
            &mut self.lines[before..before + width],
        );
        match width {
            LANES.. => strips::<T, LANES>(plane, grid, spans, (values, lines), loops),
            FEW.. => strips::<T, FEW>(plane, grid, spans, (values, lines), loops),
            _ => strips::<T, 1>(plane, grid, spans, (values, lines), loops),
        }
    }

    /// Writes the results of a row of windows at equal distances.
    #[inline(always)]
    fn across(&mut self, even: &PaddedRow, results: Range<usize>, loops: Loops) {
        let padded = self.values.len() / 2;
        let (values, value_runs) = self.values.split_at_mut(padded);
        let (lines, line_runs) = self.lines.split_at_mut(padded);
        let (values, lines) = match even.stride {
            1 => (&*values, &*lines),
            stride => {
                deal(values, stride, even.runs(), value_runs, loops);
                deal(lines, stride, even.runs(), line_runs, loops);
                (&*value_runs, &*line_runs)
            }
        };
        let length = padded / even.stride;
        for window in (0..results.len()).step_by(LANES) {
            let mut best: Best<T> = (lanes(values, window), lanes(lines, window), [0; LANES]);
            let mut taps = even.taps(length);
            for tap in 1..even.taps {
                let at = taps.next() + window;
                let (value, line) = (lanes(values, at), lanes(lines, at));
                for k in 0..LANES {
                    loops.step();
                    let is_first = value[k].equals(best.0[k]) & (line[k] < best.1[k]);
                    let wins = value[k].beats(best.0[k]) | is_first;
                    best.0[k] = if wins { value[k] } else { best.0[k] };
                    best.1[k] = if wins { line[k] } else { best.1[k] };
                    best.2[k] = if wins { tap as i32 } else { best.2[k] };
                }
            }
            let kept = LANES.min(results.len() - window);
            let target = results.start + window..results.start + window + kept;
            self.output[target.clone()].copy_from_slice(&best.0[..kept]);
            let mut columns = [0; LANES];
            // What lies behind the last window may overflow, and is not kept.
            let (stride, dilation) = (even.stride as i32, even.dilation as i32);
            let first = (window as i32).wrapping_mul(stride) - even.before as i32;
            for (k, (column, tap)) in (0..).zip(columns.iter_mut().zip(best.2)) {
                let start = first.wrapping_add(stride.wrapping_mul(k));
                loops.step();
                *column = start.wrapping_add(tap.wrapping_mul(dilation));
            }
            let width = self.grid.axes[2].extent;
            self.places.write(target, (best.1, columns), width);
        }
    }

    /// Writes the results of a row of windows that share it.
    #[inline(always)]
    fn across_shares(&mut self, results: Range<usize>) {
        let across = self.grid.axes[2];
        for (window, target) in results.enumerate() {
            let mut columns = across.span(window).places();
            let mut best = columns.next().unwrap_or(0);
            for column in columns {
                let [value, old] = [column, best].map(|column| self.values[column]);
                let is_first = value.equals(old) & (self.lines[column] < self.lines[best]);
                if value.beats(old) | is_first {
                    best = column;
                }
            }
            self.output[target] = self.values[best];
            let place = ([self.lines[best]; LANES], [best as i32; LANES]);
            self.places.write(target..target + 1, place, across.extent);
        }
    }
}

impl Places<'_> {
    /// Writes the numbers of elements in these lines and columns.
    #[inline(always)]
    fn write(
        &mut self,
        range: Range<usize>,
        (lines, columns): ([i32; LANES], [i32; LANES]),
        width: usize,
    ) {
        let kept = range.len();
        match self {
            Self::None => {}
            Self::I32(to) => {
                let mut places = [0_i32; LANES];
                for k in 0..LANES {
                    places[k] = lines[k].wrapping_mul(width as i32).wrapping_add(columns[k]);
                }
                to[range].copy_from_slice(&places[..kept]);
            }
            Self::I64(to) => {
                let mut places = [0_i64; LANES];
                for k in 0..LANES {
                    places[k] = i64::from(lines[k]) * width as i64 + i64::from(columns[k]);
                }
                to[range].copy_from_slice(&places[..kept]);
            }
        }
    }
}

/// Writes the largest element of each column and its line, `N` columns side by side.
#[inline(always)]
fn strips<T: Element, const N: usize>(
    plane: &[T],
    grid: &Grid,
    spans: [Span; 2],
    (values, lines): (&mut [T], &mut [i32]),
    loops: Loops,
) {
    let mut column = Some(0);
    while let Some(first) = column {
        let (value, line) = strip::<T, N>(plane, grid, spans, first, loops);
        values[first..first + N].copy_from_slice(&value);
        lines[first..first + N].copy_from_slice(&line);
        column = next_strip::<N>(first, values.len());
    }
}

/// The largest elements of neighbouring columns, and their lines: of equal ones the first.
#[inline(always)]
fn strip<T: Element, const N: usize>(
    plane: &[T],
    grid: &Grid,
    spans: [Span; 2],
    column: usize,
    loops: Loops,
) -> ([T; N], [i32; N]) {
    let (mut best, mut lines) = ([T::LOWEST; N], [NO_LINE; N]);
    let (rows, width) = (grid.axes[1].extent, grid.axes[2].extent);
    for depth in spans[0].places() {
        for height in spans[1].places() {
            let line = depth * rows + height;
            let row: &[T; N] = plane[line * width + column..][..N]
                .try_into()
                .expect("a strip");
            for k in 0..N {
                loops.step();
                let wins = row[k].beats(best[k]) | (lines[k] == NO_LINE);
                best[k] = if wins { row[k] } else { best[k] };
                lines[k] = if wins { line as i32 } else { lines[k] };
            }
        }
    }
    (best, lines)
}
