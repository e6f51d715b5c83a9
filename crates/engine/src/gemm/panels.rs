//! Packed panels of both sides of a product, and their multiplication.
//!
//! Panels and sums lie in memory of DOUBLE numbers, such as a `Temporary<f64>`; numbers of four bytes, such as those of [`Kind::Single`], take half of one each.

use std::convert::Infallible;
use std::marker::PhantomData;
use std::ops::Range;

use super::block::Block;
use super::elements::Elements;
use super::pack::{Panel, Side};
use crate::convert::Steps;
use crate::tile::{bytes_of, read_only};
use crate::views::{FloatsView, FloatsViewMut, ViewMut};
use half::bf16;
use hostnpu_kernels::gemm::Kind;
use hostnpu_kernels::memory::Region;
use hostnpu_kernels::simd;
use hostnpu_tensor::cuts::{Cut, in_turn};

/// Packing of one side of a product.
#[derive(Clone, Copy)]
pub struct Panels {
    kind: Kind,
    is_left: bool,
    /// Lanes of a panel: a multiple of four.
    width: usize,
    lanes: usize,
    steps: usize,
}

/// Bytes of a line of the cache.
const LINE: usize = 64;

impl Panels {
    /// Rows of the left side.
    pub fn left(kind: Kind, rows: usize, steps: usize) -> Self {
        Self {
            kind,
            is_left: true,
            width: kind.panels(simd::chosen()).rows,
            lanes: rows,
            steps,
        }
    }

    /// Columns of the right side.
    pub fn right(kind: Kind, columns: usize, steps: usize) -> Self {
        Self::right_in_tiles(kind, columns, columns, steps)
    }

    /// Columns of the right side of which `tile` are multiplied together.
    pub fn right_in_tiles(kind: Kind, tile: usize, columns: usize, steps: usize) -> Self {
        Self {
            kind,
            is_left: false,
            width: kind.panels(simd::chosen()).columns(tile),
            lanes: columns,
            steps,
        }
    }

    pub fn width(&self) -> usize {
        self.width
    }

    pub fn lanes(&self) -> usize {
        self.lanes
    }

    pub fn steps(&self) -> usize {
        self.steps
    }

    /// DOUBLE numbers of the memory of all panels: whole cache lines.
    pub fn doubles(&self) -> usize {
        self.doubles_of(self.padded() * self.numbers(self.steps))
            .next_multiple_of(LINE / size_of::<f64>())
    }

    /// Lanes of all panels.
    pub fn padded(&self) -> usize {
        self.lanes.next_multiple_of(self.width)
    }

    pub fn panels(&self) -> usize {
        self.lanes.div_ceil(self.width)
    }

    pub fn blocks(&self) -> usize {
        self.steps.div_ceil(self.kind.steps_per_block())
    }

    /// Steps of a block.
    fn steps_of(&self, block: usize) -> Range<usize> {
        let most = self.kind.steps_per_block();
        block * most..self.steps.min((block + 1) * most)
    }

    /// Numbers of so many steps.
    fn numbers(&self, steps: usize) -> usize {
        steps.div_ceil(self.kind.steps_per_number())
    }

    /// Numbers of a block.
    fn depth(&self, block: usize) -> usize {
        self.numbers(self.steps_of(block).len())
    }

    /// DOUBLE numbers of the memory of some numbers: of whole panels.
    fn doubles_of(&self, count: usize) -> usize {
        (count * self.kind.size()).div_ceil(size_of::<f64>())
    }

    /// DOUBLE numbers before a lane of a block.
    fn place(&self, block: usize, lane: usize) -> usize {
        let before = self.numbers(self.steps_of(block).start);
        self.doubles_of(before * self.padded() + lane * self.depth(block))
    }
}

/// Memory of panels that are not packed yet.
pub struct PackedMut<'a> {
    panels: Panels,
    memory: &'a mut [f64],
}

impl<'a> PackedMut<'a> {
    /// The memory of all panels. Panics if it is too small.
    pub fn new(panels: Panels, memory: &'a mut [f64]) -> Self {
        let memory = &mut memory[..panels.doubles()];
        Self { panels, memory }
    }

    /// Packs lanes by steps. Panics if there are more or fewer of them.
    pub fn pack(self, from: FloatsView<'_, 2>) -> Packed<'a> {
        let packed = self.pack_each(usize::MAX, |part| {
            part.pack(from);
            Ok::<_, Infallible>(())
        });
        match packed {
            Ok(packed) => packed,
            Err(never) => match never {},
        }
    }

    /// Packs parts of so many panels of a block by `pack`, one after the other.
    pub fn pack_each<E>(
        self,
        panels: usize,
        pack: impl FnMut(PanelPart<'_>) -> Result<(), E>,
    ) -> Result<Packed<'a>, E> {
        let Self { panels: of, memory } = self;
        in_turn(PackedMut::new(of, memory).parts(panels), pack)?;
        Ok(Packed::new(of, memory))
    }

    /// Cuts the memory by blocks, and each of these into so many panels.
    pub fn parts(self, panels: usize) -> PanelParts<'a> {
        PanelParts {
            panels: self.panels,
            at_once: panels.clamp(1, self.panels.panels().max(1)),
            first: self.memory.as_mut_ptr(),
            of: PhantomData,
        }
    }
}

/// The memory of panels, for several threads.
pub struct PanelParts<'a> {
    panels: Panels,
    at_once: usize,
    first: *mut f64,
    of: PhantomData<&'a mut [f64]>,
}

// SAFETY: it stands for a mutable slice, of which each thread gets other parts.
unsafe impl Sync for PanelParts<'_> {}

// SAFETY: parts are panels of other blocks, or others of the same.
unsafe impl<'a> Cut for PanelParts<'a> {
    type Part = PanelPart<'a>;

    fn pieces(&self) -> usize {
        self.panels.blocks() * self.panels.panels().div_ceil(self.at_once)
    }

    unsafe fn part(&self, piece: usize) -> PanelPart<'a> {
        let panels = self.panels;
        let across = panels.panels().div_ceil(self.at_once);
        let (block, start) = (piece / across, piece % across * self.at_once);
        let end = panels.panels().min(start + self.at_once);
        let place = |panel: usize| panels.place(block, panel * panels.width);
        let count = place(end) - place(start);
        PanelPart {
            panels,
            block,
            part: start..end,
            // SAFETY: panels of a block lie side by side in the memory of all; no other thread has these, by the caller's promise.
            memory: unsafe { std::slice::from_raw_parts_mut(self.first.add(place(start)), count) },
        }
    }
}

/// Some panels of a block.
pub struct PanelPart<'a> {
    panels: Panels,
    block: usize,
    part: Range<usize>,
    memory: &'a mut [f64],
}

impl PanelPart<'_> {
    /// Its lanes and its steps, of those of all panels.
    pub fn extents(&self) -> [Range<usize>; 2] {
        let of = self.panels;
        let lanes = self.part.start * of.width..of.lanes.min(self.part.end * of.width);
        [lanes, of.steps_of(self.block)]
    }

    /// Packs its part of lanes by steps. Panics if there are more or fewer of them.
    pub fn pack(self, from: FloatsView<'_, 2>) {
        let of = self.panels;
        assert_eq!(from.shape(), [of.lanes, of.steps], "lanes and steps");
        let [lanes, steps] = self.extents();
        self.pack_own(from.narrowed(0, lanes).narrowed(1, steps));
    }

    /// Packs its own lanes by its own steps ([`PanelPart::extents`]). Panics if there are more or fewer of them.
    pub fn pack_own<'a>(self, from: impl Into<Elements<'a>>) {
        let (of, from) = (self.panels, from.into());
        let own = self.extents().map(|own| own.len());
        assert_eq!(from.shape(), own, "lanes and steps of a part");
        let side = Side {
            steps: Steps::new(from.dtype(), super::packed_type(of.kind)).unwrap_or_default(),
            size: from.dtype().bits() / 8,
        };
        let depth = of.depth(self.block);
        let memory = self
            .memory
            .chunks_mut(of.doubles_of(of.width * depth).max(1));
        for (panel, to) in memory.enumerate() {
            let start = panel * of.width;
            let lanes = start..own[0].min(start + of.width);
            let panel = Panel {
                kind: of.kind,
                is_left: of.is_left,
                width: of.width,
                steps: own[1],
            };
            side.pack(panel, bytes_of(to), &from.panel(lanes, of.width));
        }
    }
}

/// Packed panels, from a lane and a block on.
#[derive(Clone, Copy)]
pub struct Packed<'a> {
    panels: Panels,
    memory: &'a [f64],
    lane: usize,
    block: usize,
}

impl<'a> Packed<'a> {
    /// Panels that were packed to this memory. Panics if it is too small.
    pub fn new(panels: Panels, memory: &'a [f64]) -> Self {
        Self {
            panels,
            memory: &memory[..panels.doubles()],
            lane: 0,
            block: 0,
        }
    }

    /// The panels that they are packed in.
    pub fn panels(&self) -> Panels {
        self.panels
    }

    /// From a lane on: the first of a panel.
    pub fn lane(self, lane: usize) -> Self {
        assert!(lane.is_multiple_of(self.panels.width), "inside a panel");
        Self { lane, ..self }
    }

    /// From a block on.
    pub fn block(self, block: usize) -> Self {
        Self { block, ..self }
    }

    fn has(&self, lanes: usize, blocks: usize) -> bool {
        let (padded, all) = (self.panels.padded(), self.panels.blocks());
        lanes <= padded.saturating_sub(self.lane) && blocks <= all.saturating_sub(self.block)
    }

    /// The memory of a block, and lanes of a panel.
    fn of_block(&self, block: usize) -> (Region<'a>, usize) {
        let place = self.panels.place(self.block + block, self.lane);
        (read_only(&self.memory[place..]), self.panels.width)
    }
}

/// Sums of a product by rows, in memory of DOUBLE numbers: FLOAT numbers stand for the INT32 sums of [`Kind::Bytes`] ([`integers`]). Panics if it is too small.
pub fn sums(kind: Kind, memory: &mut [f64], [rows, columns]: [usize; 2]) -> FloatsViewMut<'_, 2> {
    let count = rows * columns;
    match kind.has_short_sums() {
        true => FloatsViewMut::F32(ViewMut::of(
            &mut singles_mut(memory)[..count],
            [rows, columns],
        )),
        false => FloatsViewMut::F64(ViewMut::of(&mut memory[..count], [rows, columns])),
    }
}

/// The FLOAT numbers in memory of DOUBLE numbers, two in each.
pub fn singles(memory: &[f64]) -> &[f32] {
    bytemuck::cast_slice(memory)
}

/// The INT32 numbers in memory of DOUBLE numbers, two in each.
pub fn integers(memory: &[f64]) -> &[i32] {
    bytemuck::cast_slice(memory)
}

/// FLOAT numbers, to write them.
pub fn singles_mut(memory: &mut [f64]) -> &mut [f32] {
    bytemuck::cast_slice_mut(memory)
}

/// The BFLOAT16 numbers in memory of DOUBLE numbers, four in each.
pub fn brains_mut(memory: &mut [f64]) -> &mut [bf16] {
    bytemuck::cast_slice_mut(memory)
}

/// Multiplies rows of the left side by panels of the right one, over some blocks of both: as many rows and columns as there are sums, to which products are added
/// if it `adds`. Panics where sides or sums do not fit together.
pub fn multiply(
    left: Packed<'_>,
    right: Packed<'_>,
    blocks: usize,
    sums: &mut FloatsViewMut<'_, 2>,
    adds: bool,
) {
    let ([rows, columns], kind) = (sums.shape(), left.panels.kind);
    assert!(left.panels.is_left && !right.panels.is_left, "sides");
    if rows == 0 || columns == 0 || blocks == 0 {
        return;
    }
    assert!(
        left.has(rows, blocks) && right.has(columns, blocks),
        "outside the panels"
    );
    assert!(
        columns.is_multiple_of(right.panels.width),
        "parts of panels"
    );
    assert!(kind == right.panels.kind && sums.dtype() == super::sums(kind));
    let memory = sums.memory_mut();
    for block in 0..blocks {
        let depth = left.panels.depth(left.block + block);
        assert_eq!(depth, right.panels.depth(right.block + block), "steps");
        let block = Block {
            kind,
            depth,
            left: left.of_block(block),
            rows,
            right: right.of_block(block),
            panels: columns / right.panels.width,
            offsets: None,
            sums: memory,
            adds: adds || block > 0,
        };
        block.multiply();
    }
}

#[cfg(test)]
mod tests;
