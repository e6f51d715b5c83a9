//! Elements of a side of a product where they lie: at equal distances, or in blocks.

use super::pack::{Lanes, NUMBER, Source, fill_missing};
use crate::views::FloatsView;
use hostnpu_kernels::memory::Region;
use hostnpu_tensor::Dtype;
use std::ops::Range;

/// Distances along an axis, in elements: within blocks, and from a block to the next.
#[derive(Clone, Copy, Debug)]
pub struct Axis {
    block: usize,
    outer: isize,
    inner: isize,
}

impl Axis {
    /// An axis without blocks.
    pub fn plain(inner: isize) -> Self {
        Self {
            block: usize::MAX,
            outer: 0,
            inner,
        }
    }

    /// An axis in blocks of so many elements.
    pub fn in_blocks(block: usize, outer: usize, inner: usize) -> Self {
        Self {
            block,
            outer: outer as isize,
            inner: inner as isize,
        }
    }

    /// The distance within blocks, or of all elements.
    pub fn inner(self) -> isize {
        self.inner
    }

    /// Returns true if there are no blocks.
    pub fn is_plain(self) -> bool {
        self.block == usize::MAX
    }

    /// The distance of an element from the first one.
    #[inline]
    pub fn at(self, index: usize) -> isize {
        if self.is_plain() {
            return (index as isize).wrapping_mul(self.inner);
        }
        let (block, within) = (index / self.block, index % self.block);
        block as isize * self.outer + within as isize * self.inner
    }

    /// Neighbours from `index` on that lie at equal distances, at most `most`.
    #[inline]
    pub fn run(self, index: usize, most: usize) -> usize {
        if self.is_plain() {
            return most;
        }
        most.min(self.block - index % self.block)
    }

    /// A range in parts whose elements lie at equal distances.
    fn runs(self, of: Range<usize>) -> impl Iterator<Item = Range<usize>> {
        let mut next = of.start;
        std::iter::from_fn(move || {
            let start = next;
            next = start + self.run(start, of.end - start);
            (start < of.end).then_some(start..next)
        })
    }
}

/// Lanes and steps of a side.
#[derive(Clone, Copy)]
pub struct Elements<'a> {
    dtype: Dtype,
    /// The first lane and step of the axes.
    first: Region<'a>,
    axes: [Axis; 2],
    /// The first lane and step, and how many.
    start: [usize; 2],
    shape: [usize; 2],
}

impl<'a> Elements<'a> {
    /// Elements that the axes reach from `first` on, in memory that nothing writes.
    pub(crate) fn over(
        dtype: Dtype,
        first: Region<'a>,
        axes: [Axis; 2],
        ranges: [Range<usize>; 2],
    ) -> Self {
        Self {
            dtype,
            first,
            axes,
            start: ranges.each_ref().map(|range| range.start),
            shape: ranges.map(|range| range.len()),
        }
    }

    /// The type of the elements.
    pub fn dtype(&self) -> Dtype {
        self.dtype
    }

    /// Lanes and steps.
    pub fn shape(&self) -> [usize; 2] {
        self.shape
    }

    /// Some lanes, as those of a panel of `width` lanes.
    pub(super) fn panel(&self, lanes: Range<usize>, width: usize) -> PanelOf<'_> {
        PanelOf {
            elements: self,
            lanes,
            width,
        }
    }

    /// Lanes of a panel and steps of both axes that lie at equal distances.
    fn part(&self, lanes: &Range<usize>, step: usize, width: usize) -> Lanes<'a> {
        let size = (self.dtype.bits() / 8) as isize;
        let [of_lanes, of_steps] = self.axes;
        let place = of_lanes.at(lanes.start).wrapping_add(of_steps.at(step));
        Lanes {
            first: self.first.moved(place.wrapping_mul(size)),
            lane: of_lanes.inner.wrapping_mul(size),
            step: of_steps.inner.wrapping_mul(size),
            count: lanes.len(),
            panel: width,
        }
    }
}

/// Lanes of a panel.
pub(super) struct PanelOf<'e> {
    elements: &'e Elements<'e>,
    lanes: Range<usize>,
    width: usize,
}

impl PanelOf<'_> {
    /// Copies the lanes of some steps, `unit` bytes apart, by a function of each part that lies at equal distances, and of its steps. Returns false after the first that
    /// was not copied.
    fn copy(
        &self,
        [step, steps]: [usize; 2],
        unit: usize,
        to: Region,
        copy: impl Fn(Lanes, usize, Region) -> bool,
    ) -> bool {
        let Self {
            elements,
            lanes,
            width,
        } = self;
        let [of_lanes, of_steps] = elements.axes;
        let size = elements.dtype.bits() / 8;
        let [lane, step] = [lanes.start + elements.start[0], step + elements.start[1]];
        for own in of_steps.runs(step..step + steps) {
            for lanes in of_lanes.runs(lane..lane + lanes.len()) {
                let part = elements.part(&lanes, own.start, *width);
                let before = (own.start - step) * width * size + (lanes.start - lane) * unit;
                if !copy(part, own.len(), to.after(before)) {
                    return false;
                }
            }
        }
        true
    }
}

impl Source for PanelOf<'_> {
    fn elements(&self, of: [usize; 2], to: Region) {
        let size = self.elements.dtype.bits() / 8;
        self.copy(of, size, to, |part, steps, to| {
            part.copy(size, steps, to);
            true
        });
        fill_missing(size, self.lanes.len()..self.width, self.width, of[1], to);
    }

    fn numbers(&self, of: [usize; 2], to: Region) -> bool {
        let size = self.elements.dtype.bits() / 8;
        let copied = self.copy(of, NUMBER, to, |part, steps, to| {
            part.copy_numbers(size, [0, steps], to)
        });
        if copied {
            let (missing, numbers) = (self.lanes.len()..self.width, of[1] * size / NUMBER);
            fill_missing(NUMBER, missing, self.width, numbers, to);
        }
        copied
    }
}

impl<'a> From<FloatsView<'a, 2>> for Elements<'a> {
    fn from(view: FloatsView<'a, 2>) -> Self {
        let (first, strides) = view.memory();
        Self {
            dtype: view.dtype(),
            first,
            axes: strides.map(Axis::plain),
            start: [0; 2],
            shape: view.shape(),
        }
    }
}
