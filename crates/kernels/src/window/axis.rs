//! Positions of windows along an axis.

use super::LANES;

/// The windows along one axis of a plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axis {
    /// Elements of the axis.
    pub extent: usize,
    /// Number of windows.
    pub count: usize,
    places: Places,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Places {
    /// Window `k` has `size` elements, `dilation` apart, the first at `k * stride - before`.
    Even {
        size: usize,
        /// The elements of the first window that do not lie behind the axis: no window has more in it.
        taps: usize,
        stride: usize,
        dilation: usize,
        before: usize,
        after: usize,
    },
    /// Window `k` begins at `k * extent / count`, rounded down, and ends before `(k + 1) * extent / count`, rounded up.
    Shares,
}

/// The elements of a window that lie on the axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The first one.
    pub first: usize,
    /// Number of elements.
    pub count: usize,
    /// From one to the next.
    pub step: usize,
}

impl Span {
    /// Returns them one by one.
    #[inline(always)]
    pub fn places(self) -> impl Iterator<Item = usize> {
        (0..self.count).map(move |k| self.first + k * self.step)
    }
}

/// Positions of the windows of a row in its padded copy.
#[derive(Clone, Copy, Debug)]
pub(super) struct PaddedRow {
    pub taps: usize,
    pub stride: usize,
    pub dilation: usize,
    pub before: usize,
}

impl PaddedRow {
    /// Returns the places of the elements of the first window, one after the other, in a padded row dealt into runs of `length`.
    #[inline(always)]
    pub fn taps(&self, length: usize) -> Taps {
        Taps {
            run: 0,
            at: 0,
            runs: self.dilation % self.stride,
            elements: self.dilation / self.stride,
            stride: self.stride,
            length,
        }
    }

    /// Returns the number of runs that have places.
    pub fn runs(&self) -> usize {
        self.stride.min((self.taps - 1) * self.dilation + 1)
    }
}

/// A place in the windows of a dealt row: the run, and the element of the first window in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Taps {
    run: usize,
    at: usize,
    /// From one place to the next.
    runs: usize,
    elements: usize,
    stride: usize,
    length: usize,
}

impl Taps {
    /// Goes to the next place, and returns the number of the first window's element.
    #[inline(always)]
    pub fn next(&mut self) -> usize {
        let (run, at) = (self.run + self.runs, self.at + self.elements);
        (self.run, self.at) = match run < self.stride {
            true => (run, at),
            false => (run - self.stride, at + 1),
        };
        self.run * self.length + self.at
    }
}

/// A division, rounded up; mostly by 1.
#[inline(always)]
fn quotient(number: usize, divisor: usize) -> usize {
    match divisor {
        1 => number,
        divisor => number.div_ceil(divisor),
    }
}

impl Axis {
    /// Windows of `size` elements, `dilation` apart, the first of window `k` at `k * stride - padding[0]`.
    pub fn even(
        extent: usize,
        count: usize,
        [size, stride, dilation]: [usize; 3],
        [before, after]: [usize; 2],
    ) -> Self {
        let places = Places::Even {
            size,
            taps: size.min((extent + before).div_ceil(dilation)).max(1),
            stride: if count > 1 { stride } else { 1 },
            dilation: if size > 1 { dilation } else { 1 },
            before,
            after,
        };
        Self {
            extent,
            count,
            places,
        }
    }

    /// Windows that share the axis: window `k` begins at `k * extent / count`, rounded down, and ends before `(k + 1) * extent / count`, rounded up.
    pub fn shares(extent: usize, count: usize) -> Self {
        if count > 0 && extent > 0 && extent.is_multiple_of(count) {
            let size = extent / count;
            return Self::even(extent, count, [size, size, 1], [0, 0]);
        }
        Self {
            extent,
            count,
            places: Places::Shares,
        }
    }

    /// The elements of window `k` that lie on the axis.
    #[inline(always)]
    pub fn span(&self, k: usize) -> Span {
        match self.places {
            Places::Shares => {
                let first = k * self.extent / self.count;
                Span {
                    first,
                    count: ((k + 1) * self.extent).div_ceil(self.count) - first,
                    step: 1,
                }
            }
            Places::Even {
                taps,
                stride,
                dilation,
                before,
                ..
            } => {
                // Counted from the padding on.
                let start = k * stride;
                let skipped = quotient(before.saturating_sub(start), dilation);
                let behind = (self.extent + before).saturating_sub(start);
                let count = taps.min(quotient(behind, dilation)).saturating_sub(skipped);
                Span {
                    first: (start + skipped * dilation).saturating_sub(before),
                    count,
                    step: dilation,
                }
            }
        }
    }

    /// The first element of window `k`, below 0 in the padding.
    pub fn start(&self, k: usize) -> i64 {
        match self.places {
            Places::Shares => self.span(k).first as i64,
            Places::Even { stride, before, .. } => (k * stride) as i64 - before as i64,
        }
    }

    /// Elements of window `k` with those in the padding, for a dilation of 1.
    pub fn covered(&self, k: usize) -> usize {
        match self.places {
            Places::Shares => self.span(k).count,
            Places::Even {
                size,
                stride,
                before,
                after,
                ..
            } => size.min((before + self.extent + after).saturating_sub(k * stride)),
        }
    }

    /// Returns true if every window has an element on the axis.
    pub fn has_elements(&self) -> bool {
        (0..self.count).all(|k| self.span(k).count > 0)
    }

    pub(super) fn even_places(&self) -> Option<PaddedRow> {
        match self.places {
            Places::Shares => None,
            Places::Even {
                taps,
                stride,
                dilation,
                before,
                ..
            } => Some(PaddedRow {
                taps,
                stride,
                dilation,
                before,
            }),
        }
    }
}

/// The windows over planes: along depth, height and width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// One for each axis of a plane.
    pub axes: [Axis; 3],
}

impl Grid {
    /// Elements of a plane.
    pub fn plane(&self) -> usize {
        self.axes.iter().map(|axis| axis.extent).product()
    }

    /// Windows of a plane.
    pub fn windows(&self) -> usize {
        self.axes.iter().map(|axis| axis.count).product()
    }

    /// Rows of windows of a plane.
    pub fn rows(&self) -> usize {
        self.axes[0].count * self.axes[1].count
    }

    /// The windows of row `row` along depth and height.
    #[inline(always)]
    pub(super) fn spans(&self, row: usize) -> [Span; 2] {
        let [depth, height, _] = &self.axes;
        [
            depth.span(row / height.count),
            height.span(row % height.count),
        ]
    }

    /// The rows of a plane that a row of windows lies over.
    #[inline(always)]
    pub(super) fn lines(&self, [depth, height]: [Span; 2]) -> impl Iterator<Item = usize> {
        let rows = self.axes[1].extent;
        depth
            .places()
            .flat_map(move |d| height.places().map(move |h| d * rows + h))
    }

    /// Windows of a row, and behind them what fills the last strip.
    pub fn strips(&self) -> usize {
        self.axes[2].count.next_multiple_of(LANES)
    }

    /// Elements of a padded copy of a row: for each strip of windows all places, and a multiple of the stride.
    pub fn padded(&self) -> usize {
        let across = &self.axes[2];
        let Some(even) = across.even_places() else {
            return across.extent;
        };
        let reached =
            (self.strips().max(1) - 1) * even.stride + (even.taps - 1) * even.dilation + 1;
        let length = reached.max(even.before + across.extent);
        length.next_multiple_of(even.stride)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Elements that a window has on the axis, by the definition.
    fn places(extent: i64, k: i64, [size, stride, dilation]: [i64; 3], before: i64) -> Vec<usize> {
        let places = (0..size).map(|tap| k * stride - before + tap * dilation);
        let inside = places.filter(|place| (0..extent).contains(place));
        inside.map(|place| place as usize).collect()
    }

    #[test]
    fn spans_are_the_elements_on_the_axis() {
        for extent in 1..9 {
            for size in 1..6 {
                for (stride, dilation, before) in
                    [(1, 1, 0), (2, 1, 1), (3, 2, 2), (5, 3, 1), (1, 2, 4)]
                {
                    let [e, s, t, d, b] = [extent, size, stride, dilation, before];
                    let axis = Axis::even(e, 4, [s, t, d], [b, b]);
                    for k in 0..4 {
                        let shape = [s, t, d].map(|x| x as i64);
                        let expected = places(e as i64, k as i64, shape, b as i64);
                        let got: Vec<usize> = axis.span(k).places().collect();
                        assert_eq!(got, expected, "{axis:?} {k}");
                    }
                }
            }
        }
    }

    #[test]
    fn shares_cover_the_axis() {
        let spans = |extent, count| {
            let axis = Axis::shares(extent, count);
            let span = |k| {
                let span = axis.span(k);
                (span.first, span.first + span.count)
            };
            (0..count).map(span).collect::<Vec<_>>()
        };
        assert_eq!(spans(7, 3), [(0, 3), (2, 5), (4, 7)]);
        assert_eq!(spans(6, 3), [(0, 2), (2, 4), (4, 6)]);
        assert_eq!(spans(2, 3), [(0, 1), (0, 2), (1, 2)]);
    }

    #[test]
    fn padding_counts_up_to_its_end() {
        let axis = Axis::even(4, 3, [3, 2, 1], [1, 1]);
        assert_eq!([0, 1, 2].map(|k| axis.covered(k)), [3, 3, 2]);
        assert_eq!([0, 1, 2].map(|k| axis.span(k).count), [2, 3, 1]);
    }
}
