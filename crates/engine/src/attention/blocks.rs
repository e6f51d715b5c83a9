//! Blocks of keys that queries list, and the keys of them that a query sees.

#![forbid(unsafe_code)]

use std::ops::Range;

use super::Seen;
use hostnpu_kernels::index::IndexSlice;

/// Lists of blocks.
#[derive(Clone, Debug)]
pub struct Blocks {
    /// Heads of keys, of which each row of queries has a list for each.
    pub heads: usize,
    /// Numbers of a list.
    pub count: usize,
    /// Keys of a block.
    pub size: usize,
    /// The keys that a query sees.
    pub seen: Seen,
    /// True if all numbers of a list count, up to the first one below 0; otherwise no more than there are blocks that the query sees.
    pub reads_all: bool,
}

impl Blocks {
    /// The most keys of a list.
    pub(super) fn most(&self, rows: usize) -> usize {
        let blocks = match self.reads_all {
            true => self.count,
            false => self.count.min(rows.div_ceil(self.size.max(1))),
        };
        blocks.saturating_mul(self.size)
    }

    /// Calls a function with the keys of each listed block, of the first keys that a row of queries sees.
    pub(super) fn each(
        &self,
        lists: IndexSlice<'_, i32>,
        [row, head]: [usize; 2],
        seen: usize,
        add: &mut dyn FnMut(Range<usize>),
    ) {
        let first = (row * self.heads + head) * self.count;
        let count = match self.reads_all {
            true => self.count,
            false => self.count.min(seen.div_ceil(self.size)),
        };
        for block in lists.part(first..first + count).iter() {
            if block < 0 {
                break;
            }
            let first = (block as usize).saturating_mul(self.size).min(seen);
            add(first..first.saturating_add(self.size).min(seen));
        }
    }
}
