//! Maps of freed memory that are kept for the next allocation of their size: the system fills the pages of a new map with zeros, which takes longer
//! than many an operator whose workspace they are.

use std::collections::VecDeque;

/// Most bytes that are kept.
const MOST: usize = 64 << 20;

/// A map that nothing uses.
struct Map {
    base: usize,
    length: usize,
    huge: bool,
}

/// Maps that are kept, the newest at the end.
#[derive(Default)]
pub(super) struct MapCache(VecDeque<Map>);

impl MapCache {
    /// Takes a map of this length that asked for huge pages, or for none.
    pub fn take(&mut self, length: usize, huge: bool) -> Option<usize> {
        let fits = |map: &Map| map.length == length && map.huge == huge;
        let found = self.0.iter().rposition(fits)?;
        self.0.remove(found).map(|map| map.base)
    }

    /// Keeps a map, and gives the oldest ones back to the system that are too many.
    ///
    /// # Safety
    /// The range was mapped as a whole, for this process alone, and nothing uses it any more.
    pub unsafe fn keep(&mut self, base: usize, length: usize, huge: bool) {
        self.0.push_back(Map { base, length, huge });
        let mut bytes: usize = self.0.iter().map(|map| map.length).sum();
        while bytes > MOST
            && let Some(map) = self.0.pop_front()
        {
            bytes -= map.length;
            // SAFETY: the promise under which it was kept.
            unsafe { libc::munmap(map.base as *mut libc::c_void, map.length) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::allocations::Kind;
    use super::super::memory::{Policy, allocate, free};
    use super::*;
    use crate::{Context, devices};

    const SIZE: usize = 3 << 20;

    #[test]
    fn large_memory_comes_again_and_much_of_it_goes() {
        let context = &Context::new(&devices()[0]).unwrap();
        let accept = |kind| kind == Kind::Device(0);
        // A task of another test that runs meanwhile may count as a user of the block, which is kept only after that.
        let mut tries = (0..1000).map(|_| {
            let first = allocate(Some(context), SIZE, Policy::Huge).unwrap();
            free("devPtr", first, accept).unwrap();
            let again = allocate(Some(context), SIZE, Policy::Huge).unwrap();
            free("devPtr", again, accept).unwrap();
            (first == again).then_some(again)
        });
        let again = tries.find_map(|again| again).unwrap();
        assert!(free("devPtr", again, accept).is_err());
        let other = allocate(Some(context), SIZE, Policy::Normal).unwrap();
        assert_ne!(other, again);
        free("devPtr", other, accept).unwrap();
    }

    #[test]
    fn no_more_is_kept_than_the_limit() {
        let map = |length: usize| {
            let access = libc::PROT_READ | libc::PROT_WRITE;
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
            // SAFETY: a new anonymous map touches no existing memory.
            unsafe { libc::mmap(std::ptr::null_mut(), length, access, flags, -1, 0) as usize }
        };
        let mut kept = MapCache::default();
        let (half, all) = (MOST / 2, MOST + 4096);
        let bases = [half, half, half, all].map(map);
        for (base, length) in bases.into_iter().zip([half, half, half, all]) {
            // SAFETY: mapped above, as a whole.
            unsafe { kept.keep(base, length, false) };
        }
        assert!(kept.0.is_empty());
    }
}
