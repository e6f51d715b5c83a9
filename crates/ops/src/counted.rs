//! Elements of which some are counted, block by block, before they are written: each block knows where its own go.

#![forbid(unsafe_code)]

use std::ops::Range;

use hostnpu_engine::grain;
use hostnpu_tensor::cuts;

/// Blocks of elements, with how many are counted in each.
pub struct Counted {
    elements: usize,
    /// Elements of a block.
    size: usize,
    blocks: usize,
    /// Number of elements counted up to the end of each block.
    ends: [usize; grain::COUNTS],
}

impl Counted {
    /// Counts, on all threads, those of `elements` elements that `count` says are in a range. A block has `least` elements or more.
    pub fn new(
        elements: usize,
        least: usize,
        count: impl Fn(Range<usize>) -> usize + Sync,
    ) -> Self {
        let size = elements.div_ceil(grain::COUNTS).max(least);
        let mut all = Self {
            elements,
            size,
            blocks: elements.div_ceil(size),
            ends: [0; grain::COUNTS],
        };
        let range = |block: usize| block * size..elements.min((block + 1) * size);
        let counts = &mut all.ends[..all.blocks];
        cuts::for_each_part(cuts::chunks(counts, 1), |block, counted| {
            counted[0] = count(range(block));
        });
        let mut total = 0;
        for end in &mut all.ends[..all.blocks] {
            total += *end;
            *end = total;
        }
        all
    }

    /// The elements of a block.
    pub fn range(&self, block: usize) -> Range<usize> {
        block * self.size..self.elements.min((block + 1) * self.size)
    }

    /// Returns the number of elements counted before a block.
    pub fn before(&self, block: usize) -> usize {
        block.checked_sub(1).map_or(0, |last| self.ends[last])
    }

    /// Returns the number of elements counted in all.
    pub fn total(&self) -> usize {
        self.ends().last().copied().unwrap_or(0)
    }

    /// Cuts what is written of those that are counted, `size` numbers each, into the parts of the blocks.
    pub fn cut<'a, T: Send>(&self, of: &'a mut [T], size: usize) -> cuts::Ranges<'a, T> {
        let ends = self.ends().iter().map(|end| end * size);
        cuts::ranges(of, ends.collect::<Vec<_>>())
    }

    /// Number of elements counted up to the end of each block.
    pub fn ends(&self) -> &[usize] {
        &self.ends[..self.blocks]
    }
}
