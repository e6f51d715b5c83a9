//! Memory that a reduction needs on each thread.

use std::mem::MaybeUninit;

use super::super::fold::Reducer;
use super::Way;
use super::run::Reduce;
use hostnpu_kernels::reduce::{BLOCK, lanes_of};

/// Memory of one thread.
pub(super) struct Buffers {
    _memory: Vec<MaybeUninit<Line>>,
    pub first: *mut u8,
    pub second: *mut u8,
    pub tiles: [*mut u8; 3],
    pub states: *mut u8,
    pub results: [*mut u8; 2],
    pub stores: [*mut u8; 2],
    pub centers: *mut f64,
}

/// Alignment of all types, and of vectors.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Line([u8; 64]);

/// Bytes of the widest element.
const WIDEST: usize = 16;

impl Reduce {
    /// Takes memory for one thread, or nothing where the host has none.
    pub(super) fn buffers(&self) -> Option<Buffers> {
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
        let sizes = [
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
        ];
        let lines = sizes.iter().map(|bytes| bytes.div_ceil(64)).sum();
        let mut memory: Vec<MaybeUninit<Line>> = Vec::new();
        memory.try_reserve_exact(lines).ok()?;
        let mut at = memory.as_mut_ptr().cast::<u8>();
        let [first, second, raw, one, two, states, a, b, c, d, centers] = sizes.map(|bytes| {
            let start = at;
            at = at.wrapping_add(bytes.next_multiple_of(64));
            start
        });
        // What is looked at though no pass has written it.
        for (start, bytes) in [(a, sizes[6]), (b, sizes[7]), (centers, sizes[10])] {
            // SAFETY: within the memory that was reserved above.
            unsafe { start.write_bytes(0, bytes) };
        }
        Some(Buffers {
            _memory: memory,
            first,
            second,
            tiles: [raw, one, two],
            states,
            results: [a, b],
            stores: [c, d],
            centers: centers.cast(),
        })
    }
}
