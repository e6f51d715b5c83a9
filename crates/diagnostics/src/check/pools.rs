//! Regions that the pools of programs have taken out of device memory, as they tell it: what uses one after the other is told apart.
//!
//! A pool gives bytes back while a stream still uses them, and hands them out again to the same stream: so the end of a region is no free,
//! and what has used the bytes before stays known.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, Mutex};

use super::blocks::{self, Block, Owner};
use crate::hooks;
use crate::stack::Stack;
use hostnpu_base::sync::lock;

#[derive(Default)]
pub(super) struct Pools {
    /// The last region of each byte, live or given back, by its start.
    regions: BTreeMap<usize, Block>,
    count: u32,
}

pub(super) static POOLS: LazyLock<Mutex<Pools>> = LazyLock::new(Mutex::default);

/// True if there ever was a region: most programs have none.
static IS_USED: AtomicBool = AtomicBool::new(false);

impl Pools {
    /// The starts of the regions that touch bytes.
    fn touching(&self, bytes: &Range<usize>) -> Vec<usize> {
        let before = self.regions.range(..bytes.end).rev();
        before
            .take_while(|(_, region)| region.start + region.size > bytes.start)
            .map(|(&start, _)| start)
            .collect()
    }
}

/// Takes in a region that a pool hands out.
pub(super) fn added(device: i32, start: usize, size: usize) {
    IS_USED.store(true, Ordering::Relaxed);
    let made = Stack::here();
    let mut guard = lock(&POOLS);
    let pools = &mut *guard;
    for old in pools.touching(&(start..start + size)) {
        pools.regions.remove(&old);
    }
    pools.count += 1;
    let region = Block {
        owner: Owner::Pool(device),
        number: pools.count,
        start,
        size,
        room: size,
        made,
        freed: None,
    };
    pools.regions.insert(start, region);
}

/// Takes in that a pool has a region back.
pub fn region_ends(start: usize) {
    if IS_USED.load(Ordering::Relaxed)
        && let Some(region) = lock(&POOLS).regions.get_mut(&start)
    {
        region.freed = Some((Stack::here(), hooks::current()));
    }
}

/// Forgets the regions in the block at `address`, which is not a pool's any more.
pub fn regions_forgotten(address: usize) {
    if let Some(block) = blocks::live(address) {
        forgotten(&(block.start..block.start + block.size));
    }
}

/// Forgets the regions in bytes.
pub(super) fn forgotten(bytes: &Range<usize>) {
    if IS_USED.load(Ordering::Relaxed) {
        let pools = &mut *lock(&POOLS);
        for start in pools.touching(bytes) {
            pools.regions.remove(&start);
        }
    }
}

/// Returns the region that has or had the byte at `address` last.
pub(super) fn around(address: usize) -> Option<Block> {
    if !IS_USED.load(Ordering::Relaxed) {
        return None;
    }
    let pools = lock(&POOLS);
    let (_, region) = pools.regions.range(..=address).next_back()?;
    (address < region.start + region.size).then(|| region.clone())
}
