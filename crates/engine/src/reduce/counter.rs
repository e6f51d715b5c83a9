//! The order in which blocks are joined.

use std::ptr;

use super::super::fold::Reducer;

/// Joins states of blocks as a binary counter carries.
pub(super) struct Counter<'a> {
    reducer: &'a Reducer,
    width: usize,
    /// The states that are on their way, then those of each level.
    memory: *mut u8,
    size: usize,
    occupied: usize,
}

impl<'a> Counter<'a> {
    pub(super) fn new(reducer: &'a Reducer, width: usize, memory: *mut u8, size: usize) -> Self {
        Self {
            reducer,
            width,
            memory,
            size,
            occupied: 0,
        }
    }

    /// The place for the next states.
    pub(super) fn next(&self) -> *mut u8 {
        self.memory
    }

    fn level(&self, level: u32) -> *mut u8 {
        self.memory.wrapping_add((level as usize + 1) * self.size)
    }

    /// Counts the states at [`Counter::next`].
    ///
    /// # Safety
    /// They have been written, and there is memory for a level of each bit of the number of states.
    pub(super) unsafe fn push(&mut self) {
        let level = self.occupied.trailing_ones();
        // SAFETY: the caller's promise.
        unsafe {
            for lower in 0..level {
                self.reducer
                    .merge(self.level(lower), self.memory, self.width);
            }
            let bytes = self.width * self.reducer.sizes().state;
            ptr::copy_nonoverlapping(self.memory, self.level(level), bytes);
        }
        self.occupied += 1;
    }

    /// Returns the states of all.
    ///
    /// # Safety
    /// As for [`Counter::push`], which was called.
    pub(super) unsafe fn finish(self) -> *mut u8 {
        let mut lowest = None;
        for level in (0..usize::BITS).filter(|level| self.occupied >> level & 1 != 0) {
            match lowest {
                None => lowest = Some(self.level(level)),
                // SAFETY: the caller's promise.
                Some(states) => unsafe {
                    self.reducer.merge(self.level(level), states, self.width)
                },
            }
        }
        lowest.unwrap_or(self.memory)
    }
}
