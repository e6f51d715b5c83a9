//! Elements of a side of a product where they lie: at equal distances, or in blocks.

use super::pack::Lanes;
use crate::views::FloatsView;
use hostnpu_tensor::Dtype;
use std::marker::PhantomData;
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
    pub fn run(self, index: usize, most: usize) -> usize {
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
    /// The address of the first lane and step of the axes.
    first: usize,
    axes: [Axis; 2],
    /// The first lane and step, and how many.
    start: [usize; 2],
    shape: [usize; 2],
    of: PhantomData<&'a [u8]>,
}

impl<'a> Elements<'a> {
    /// # Safety
    /// The elements that the axes reach from a start on are there for 'a, aligned, and nothing writes them.
    pub unsafe fn over(
        dtype: Dtype,
        first: *const u8,
        axes: [Axis; 2],
        ranges: [Range<usize>; 2],
    ) -> Self {
        Self {
            dtype,
            first: first.expose_provenance(),
            axes,
            start: ranges.each_ref().map(|range| range.start),
            shape: ranges.map(|range| range.len()),
            of: PhantomData,
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

    /// Copies some lanes of some steps to `to`: all lanes of a step, `width` of them with zeros behind the last one, then those of the next one.
    ///
    /// # Safety
    /// There are as many lanes and steps, and `to` may be written, aligned.
    pub(super) unsafe fn gather(
        &self,
        lanes: Range<usize>,
        [step, steps]: [usize; 2],
        width: usize,
        to: *mut u8,
    ) {
        let size = self.dtype.bits() / 8;
        let [of_lanes, of_steps] = self.axes;
        let first = [lanes.start + self.start[0], step + self.start[1]];
        for own in of_steps.runs(first[1]..first[1] + steps) {
            for lanes in of_lanes.runs(first[0]..first[0] + lanes.len()) {
                let place = of_lanes
                    .at(lanes.start)
                    .wrapping_add(of_steps.at(own.start));
                let distance = |axis: Axis| axis.inner.wrapping_mul(size as isize);
                let before = lanes.start - first[0];
                let part = Lanes {
                    first: self
                        .first
                        .wrapping_add_signed(place.wrapping_mul(size as isize)),
                    lane: distance(of_lanes),
                    step: distance(of_steps),
                    count: lanes.len(),
                    panel: width,
                };
                let to = to.wrapping_add(((own.start - first[1]) * width + before) * size);
                // SAFETY: the caller's promise.
                unsafe { part.copy(size, own.len(), to) };
            }
        }
        // SAFETY: as above.
        unsafe { super::pack::fill_missing(size, lanes.len()..width, width, steps, to) };
    }
}

impl<'a> From<FloatsView<'a, 2>> for Elements<'a> {
    fn from(view: FloatsView<'a, 2>) -> Self {
        let (first, strides) = view.elements();
        Self {
            dtype: view.dtype(),
            first,
            axes: strides.map(Axis::plain),
            start: [0; 2],
            shape: view.shape(),
            of: PhantomData,
        }
    }
}
