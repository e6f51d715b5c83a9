//! The order in which blocks are joined.

use super::super::fold::Reducer;
use hostnpu_kernels::memory::Region;

/// Joins states of blocks as a binary counter carries.
pub(super) struct Counter<'a> {
    reducer: &'a Reducer,
    width: usize,
    /// The states that are on their way, then those of each level.
    memory: Region<'a>,
    size: usize,
    occupied: usize,
}

impl<'a> Counter<'a> {
    pub(super) fn new(reducer: &'a Reducer, width: usize, memory: Region<'a>, size: usize) -> Self {
        Self {
            reducer,
            width,
            memory,
            size,
            occupied: 0,
        }
    }

    /// The place for the next states.
    pub(super) fn next(&self) -> Region<'a> {
        self.memory
    }

    fn level(&self, level: u32) -> Region<'a> {
        self.memory.after((level as usize + 1) * self.size)
    }

    fn merge(&self, level: u32, later: Region) {
        self.reducer.merge(self.level(level), later, self.width);
    }

    /// Counts the states at [`Counter::next`], which have been written. There is memory for a level of each bit of the number of states.
    pub(super) fn push(&mut self) {
        let level = self.occupied.trailing_ones();
        for lower in 0..level {
            self.merge(lower, self.memory);
        }
        let bytes = self.width * self.reducer.sizes().state;
        self.level(level).copy(self.memory, bytes);
        self.occupied += 1;
    }

    /// Returns the states of all, of which at least one was counted.
    pub(super) fn finish(self) -> Region<'a> {
        let mut lowest = None;
        for level in (0..usize::BITS).filter(|level| self.occupied >> level & 1 != 0) {
            match lowest {
                None => lowest = Some(self.level(level)),
                Some(states) => self.merge(level, states),
            }
        }
        lowest.unwrap_or(self.memory)
    }
}
