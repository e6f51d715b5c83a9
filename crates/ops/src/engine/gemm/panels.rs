//! Panels of both sides of a product in memory, and their multiplication.

use std::ops::Range;

use super::pack::{Lanes, Side};
use crate::engine::convert::Steps;
use hostnpu_kernels::gemm::{Block, DEPTH, Kind};
use hostnpu_kernels::simd;

/// How one side of a product is packed.
#[derive(Clone, Copy)]
pub struct Panels {
    pub kind: Kind,
    /// From elements to numbers.
    pub steps_to: Steps,
    /// Bytes of an element.
    pub size: usize,
    /// Lanes of a panel.
    pub width: usize,
    pub lanes: usize,
    pub steps: usize,
}

impl Panels {
    /// Bytes of all panels.
    pub fn bytes(&self) -> usize {
        self.padded() * self.steps * self.kind.size()
    }

    /// Lanes of all panels.
    pub fn padded(&self) -> usize {
        self.lanes.next_multiple_of(self.width)
    }

    pub fn panels(&self) -> usize {
        self.lanes.div_ceil(self.width)
    }

    pub fn blocks(&self) -> usize {
        self.steps.div_ceil(DEPTH)
    }

    fn depth(&self, block: usize) -> usize {
        DEPTH.min(self.steps - block * DEPTH)
    }

    /// Bytes before a lane, the first of a panel, of a block.
    fn place(&self, block: usize, lane: usize) -> usize {
        (block * DEPTH * self.padded() + lane * self.depth(block)) * self.kind.size()
    }

    /// Packs some panels of some blocks to the memory of all at `to`. `from` is the address of the first element, and bytes from a lane to the next
    /// and from a step.
    ///
    /// # Safety
    /// The elements may be read and the memory be written, aligned.
    pub unsafe fn pack(
        &self,
        (first, [lane, step]): (usize, [isize; 2]),
        panels: Range<usize>,
        blocks: Range<usize>,
        to: usize,
    ) {
        let side = Side {
            steps: self.steps_to,
            size: self.size,
        };
        for block in blocks {
            for panel in panels.clone() {
                let start = panel * self.width;
                let lanes = Lanes {
                    first: first
                        .wrapping_add_signed(start as isize * lane)
                        .wrapping_add_signed((block * DEPTH) as isize * step),
                    lane,
                    step,
                    count: self.width.min(self.lanes - start),
                    panel: self.width,
                };
                let to = to + self.place(block, start);
                let depth = self.depth(block);
                // SAFETY: the caller's promise for these lanes and steps.
                unsafe {
                    let gather = |steps, to: *mut u8| lanes.gather(self.size, steps, to);
                    side.pack(self.width, depth, to, self.kind.size(), gather);
                }
            }
        }
    }

    /// Packs everything.
    ///
    /// # Safety
    /// As for [`Panels::pack`].
    pub unsafe fn pack_all(&self, from: (usize, [isize; 2]), to: usize) {
        // SAFETY: the caller's promise.
        unsafe { self.pack(from, 0..self.panels(), 0..self.blocks(), to) }
    }
}

/// Packed panels, from a lane and a block on.
#[derive(Clone, Copy)]
pub struct From {
    pub panels: Panels,
    /// The address of all of them.
    pub at: usize,
    /// The first lane: of the right side the first of a panel.
    pub lane: usize,
    pub block: usize,
}

impl From {
    /// The panels from the first one on.
    pub fn start(panels: Panels, at: usize) -> Self {
        Self {
            panels,
            at,
            lane: 0,
            block: 0,
        }
    }

    pub fn lane(self, lane: usize) -> Self {
        Self { lane, ..self }
    }

    pub fn block(self, block: usize) -> Self {
        Self { block, ..self }
    }
}

/// Sums by rows.
#[derive(Clone, Copy)]
pub struct Sums {
    pub at: usize,
    /// Numbers from a row to the next.
    pub pitch: usize,
    /// Whether products are added to them.
    pub adds: bool,
}

/// Multiplies some rows of the left side by some panels of the right one, over some blocks of both.
///
/// # Safety
/// What is packed may be read, and the sums be written, by nothing else meanwhile.
pub unsafe fn multiply(
    left: From,
    rows: usize,
    right: From,
    panels: usize,
    blocks: usize,
    sums: Sums,
) {
    let address = std::ptr::with_exposed_provenance_mut::<u8>;
    for block in 0..blocks {
        let of = |side: From| side.at + side.panels.place(side.block + block, side.lane);
        let block = Block {
            depth: left.panels.depth(left.block + block),
            left: address(of(left)),
            rows,
            right: address(of(right)),
            columns: right.panels.width,
            panels,
            offsets: std::ptr::null(),
            sums: address(sums.at),
            pitch: sums.pitch,
            adds: sums.adds || block > 0,
        };
        // SAFETY: the caller's promise.
        unsafe { block.multiply(left.panels.kind, simd::chosen()) };
    }
}
