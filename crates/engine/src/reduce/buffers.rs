//! Memory that a reduction needs on each thread.

use super::super::fold::Reducer;
use super::super::tile::HostMemory;
use super::Way;
use super::run::Reduce;
use hostnpu_kernels::memory::Region;
use hostnpu_kernels::reduce::{BLOCK, lanes_of};

/// Memory of one thread.
pub(super) struct Buffers<'a> {
    pub first: Region<'a>,
    pub second: Region<'a>,
    pub tiles: [Region<'a>; 3],
    pub states: Region<'a>,
    pub results: [Region<'a>; 2],
    pub stores: [Region<'a>; 2],
    /// Numbers in DOUBLE.
    pub centers: Region<'a>,
}

/// Bytes of the widest element.
const WIDEST: usize = 16;

impl Buffers<'_> {
    /// So many centers. What no pass has written is 0.
    pub fn centers(&self, width: usize) -> &[f64] {
        // SAFETY: numbers of this thread, which is borrowed and writes them between two uses.
        unsafe { self.centers.slice(width) }
    }
}

impl Reduce {
    /// Bytes of the memory of one thread.
    fn buffer_sizes(&self) -> [usize; 11] {
        let most = |bytes: fn(&Reducer) -> usize| {
            let passes = self.passes.iter();
            passes.map(|pass| bytes(pass.reducer)).max().unwrap_or(0)
        };
        let lanes = match self.way {
            Way::Lines => 0,
            _ => lanes_of(self.count.min(BLOCK)) * self.width,
        };
        let tile = match self.way {
            Way::Lines => self.count.min(BLOCK),
            Way::Strips => 0,
            Way::Tiles => self.tile_rows() * self.width,
        };
        let mut steps = self.load.iter().map(|step| step.target() * tile);
        // One level for each bit of the number of blocks, and the states that are on their way.
        let levels = (usize::BITS - self.blocks().leading_zeros()) as usize + 1;
        [
            lanes * most(|reducer| reducer.sizes().first),
            lanes * most(|reducer| reducer.sizes().second),
            tile * self.size,
            steps.next().unwrap_or(0),
            steps.next().unwrap_or(0),
            levels * self.states_size(),
            self.width * WIDEST,
            self.width * WIDEST,
            self.width * WIDEST,
            self.width * WIDEST,
            self.width * size_of::<f64>(),
        ]
    }

    /// Calls `work` with memory for one thread, or returns nothing where the host has none.
    pub(super) fn with_buffers<R>(&self, work: impl FnOnce(&Buffers) -> R) -> Option<R> {
        let sizes = self.buffer_sizes();
        let mut memory = HostMemory::take(&sizes)?;
        let [first, second, raw, one, two, states, a, b, c, d, centers] = memory.pieces(sizes);
        // What is looked at though no pass has written it.
        for piece in [a, b, centers] {
            piece.clear(piece.len());
        }
        Some(work(&Buffers {
            first,
            second,
            tiles: [raw, one, two],
            states,
            results: [a, b],
            stores: [c, d],
            centers,
        }))
    }
}
