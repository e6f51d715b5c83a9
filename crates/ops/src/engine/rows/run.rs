//! How programs over rows run.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use half::{bf16, f16};

use super::super::dense::{Kernel, slice, slice_mut};
use super::{Program, Slot, Summed, Used, blocks};
use hostnpu_base::error::{Error, Result};
use hostnpu_kernels::convert::between;
use hostnpu_kernels::gemm::results::one_nan;
use hostnpu_kernels::reduce::BLOCK;
use hostnpu_kernels::rows;
use hostnpu_numeric::Bool;
use hostnpu_tensor::scratch::{Scratch, with_alignment};
use hostnpu_tensor::{Dtype, parallel};

/// Elements that one thread takes at a time, at least.
const PIECE: usize = 1 << 15;

/// Elements of a run from which on it is computed where it lies.
const LONG: usize = 64;

/// Most rows of a chunk, over which sums are kept together.
const CHUNK: usize = 128;

/// A program with the shape of its operands.
pub(super) struct Rows {
    pub program: Box<dyn Program>,
    pub rows: usize,
    pub length: usize,
    pub used: Vec<Used>,
    pub sums: Vec<Summed>,
}

/// How rows are shared among threads.
#[derive(Clone, Copy)]
struct Cut {
    /// Rows of a piece.
    rows: usize,
    pieces: usize,
}

impl Rows {
    /// By the shapes only, where there are sums: each piece has its own. A piece does not cross a border of rows that share a sum.
    fn cut(&self) -> Cut {
        let per_piece = (PIECE / self.length.max(1)).max(1);
        let shared = |sum: &Summed| {
            let walk = self.used[sum.slot].walk;
            if walk.row == 0 { self.rows } else { walk.per }
        };
        let rows = match self.sums.iter().map(shared).min() {
            None => per_piece,
            Some(shared) => {
                let chunk = per_piece.max(CHUNK).min(shared.max(1));
                // All sums of a piece are those of its first row.
                (1..=chunk)
                    .rev()
                    .find(|rows| shared % rows == 0 || shared == self.rows)
                    .unwrap_or(1)
            }
        };
        Cut {
            rows,
            pieces: self.rows.div_ceil(rows),
        }
    }

    fn width(&self) -> usize {
        self.length.clamp(1, BLOCK)
    }

    /// Doubles of the sums of all pieces.
    fn kept(&self) -> usize {
        match self.sums.len() {
            0 => 0,
            sums => self.cut().pieces * sums * self.length,
        }
    }

    /// Writes the sums, joined from those of the pieces.
    ///
    /// # Safety
    /// As for [`Kernel::run`]; all pieces have written their sums to `kept`.
    unsafe fn join_sums(&self, places: &[usize], kept: usize) -> Result<()> {
        let (cut, count) = (self.cut(), self.sums.len());
        for (number, sum) in self.sums.iter().enumerate() {
            let used = self.used[sum.slot];
            let start = |piece: usize| used.walk.start(piece * cut.rows);
            let blocks: Vec<Range<usize>> = blocks(self.length).collect();
            parallel::for_each_piece(blocks.len(), |block| {
                let block = blocks[block].clone();
                let mut total = vec![0.0; block.len()];
                let mut piece = 0;
                loop {
                    total.fill(0.0);
                    let first = piece;
                    while piece < cut.pieces && start(piece) == start(first) {
                        let at = (piece * count + number) * self.length + block.start;
                        // SAFETY: the caller's promise.
                        let part = unsafe { slice::<f64>(kept + at * 8, block.len()) };
                        rows::add_scaled(&mut total, part, 1.0);
                        piece += 1;
                    }
                    let (start, runs) = (start(first), used.walk.runs(block.clone()));
                    for (offset, part) in runs {
                        let at = places[sum.slot] + (start + offset) * used.dtype.bits() / 8;
                        // SAFETY: the caller's promise; blocks are different elements.
                        unsafe { store(used.dtype, at, &mut total[part]) };
                    }
                    if piece >= cut.pieces {
                        break;
                    }
                }
            });
        }
        Ok(())
    }
}

impl Kernel for Rows {
    fn cost(&self) -> usize {
        let operands = self.used.len().saturating_mul(8);
        self.rows
            .saturating_mul(self.length)
            .saturating_mul(operands)
    }

    fn scratch(&self) -> usize {
        match self.kept() {
            0 => 0,
            doubles => with_alignment(doubles.saturating_mul(8)),
        }
    }

    unsafe fn run(&self, places: &[usize], scratch: &mut Scratch) -> Result<()> {
        let (cut, width) = (self.cut(), self.width());
        let kept = match self.kept() {
            0 => 0,
            doubles => scratch.take(doubles * 8)?.expose_provenance(),
        };
        let no_memory = AtomicBool::new(false);
        let tiles = self.used.len() + self.program.tiles();
        let per_piece = self.sums.len() * self.length;
        let piece = |piece: usize| {
            let mut memory: Vec<f64> = Vec::new();
            if memory.try_reserve_exact(tiles * width).is_err() {
                no_memory.store(true, Ordering::Relaxed);
                return;
            }
            memory.resize(tiles * width, 0.0);
            // SAFETY: each piece has sums of its own.
            let sums = unsafe { slice_mut::<f64>(kept + piece * per_piece * 8, per_piece) };
            sums.fill(0.0);
            let mut row = Row {
                of: self,
                places,
                row: 0,
                tiles: memory,
                holds: vec![None; tiles],
                sums,
            };
            for number in piece * cut.rows..self.rows.min((piece + 1) * cut.rows) {
                row.row = number;
                self.program.row(&mut row);
            }
        };
        match cut.pieces {
            1 => piece(0),
            pieces => parallel::for_each_piece(pieces, piece),
        }
        if no_memory.into_inner() {
            return Err(Error::out_of_host_memory(tiles * width * 8));
        }
        match self.sums.is_empty() {
            true => Ok(()),
            // SAFETY: the caller's promise; all sums are written.
            false => unsafe { self.join_sums(places, kept) },
        }
    }
}

/// Kernels that run one after another, each with the number of its operands.
pub(super) struct Several(pub Vec<(Rows, usize)>);

impl Kernel for Several {
    fn cost(&self) -> usize {
        let costs = self.0.iter().map(|(kernel, _)| kernel.cost());
        costs.fold(0, usize::saturating_add)
    }

    fn scratch(&self) -> usize {
        let sizes = self.0.iter().map(|(kernel, _)| kernel.scratch());
        sizes.fold(0, usize::saturating_add)
    }

    unsafe fn run(&self, mut places: &[usize], scratch: &mut Scratch) -> Result<()> {
        for (kernel, count) in &self.0 {
            let (own, rest) = places.split_at(*count);
            // SAFETY: the caller's promise.
            unsafe { kernel.run(own, scratch)? };
            places = rest;
        }
        Ok(())
    }
}

/// A row of floats where it lies, where the one that is computed of it goes, and tiles.
pub struct FloatRow<'a, const N: usize> {
    /// The row.
    pub input: &'a [f32],
    /// Where results go.
    pub output: &'a mut [f32],
    /// The tiles that were asked for.
    pub tiles: [&'a mut [f64]; N],
}

/// What a program has of one row.
pub struct Row<'a> {
    of: &'a Rows,
    places: &'a [usize],
    row: usize,
    tiles: Vec<f64>,
    /// What is in each tile: the start of the row, and of the block.
    holds: Vec<Option<(usize, usize)>>,
    sums: &'a mut [f64],
}

impl Row<'_> {
    /// Elements of the row.
    pub fn length(&self) -> usize {
        self.of.length
    }

    /// The blocks of the row, one tile each.
    pub fn blocks(&self) -> impl Iterator<Item = Range<usize>> + use<> {
        blocks(self.of.length)
    }

    /// The number of a tile that is no operand's.
    pub fn own(&self, number: usize) -> Slot {
        self.of.used.len() + number
    }

    /// Loads a block of an operand into its tile, unless it is there.
    pub fn load(&mut self, slot: Slot, block: &Range<usize>) {
        let Used { dtype, walk } = self.of.used[slot];
        let start = walk.start(self.row);
        if self.holds[slot] == Some((start, block.start)) {
            return;
        }
        self.holds[slot] = Some((start, block.start));
        let width = self.of.width();
        let tile = &mut self.tiles[slot * width..][..block.len()];
        for (offset, part) in walk.runs(block.clone()) {
            let at = self.places[slot] + (start + offset) * (dtype.bits() / 8);
            // SAFETY: the promise of `Kernel::run`: the operand has an element for each of the walk.
            unsafe {
                if walk.near == 1 {
                    load(dtype, at, &mut tile[part]);
                } else {
                    let mut one = [0.0];
                    load(dtype, at, &mut one);
                    tile[part].fill(one[0]);
                }
            }
        }
    }

    /// Whether a tile of the program's own holds what it computed of this block; from now on it does.
    pub fn is_computed(&mut self, tile: Slot, block: &Range<usize>) -> bool {
        let now = Some((self.row, block.start));
        std::mem::replace(&mut self.holds[tile], now) == now
    }

    /// Forgets what is in a tile, which was written over.
    pub fn forget(&mut self, tile: Slot) {
        self.holds[tile] = None;
    }

    /// The elements of different tiles.
    pub fn tiles<const N: usize>(
        &mut self,
        tiles: [Slot; N],
        block: &Range<usize>,
    ) -> [&mut [f64]; N] {
        let (width, count) = (self.of.width(), block.len());
        let tiles = tiles.map(|tile| tile * width..tile * width + count);
        self.tiles.get_disjoint_mut(tiles).expect("different tiles")
    }

    /// Writes a tile to a block of an operand.
    pub fn store(&mut self, slot: Slot, tile: Slot, block: &Range<usize>) {
        let Used { dtype, walk } = self.of.used[slot];
        let start = walk.start(self.row);
        let tile = &mut self.tiles[tile * self.of.width()..][..block.len()];
        for (offset, part) in walk.runs(block.clone()) {
            let at = self.places[slot] + (start + offset) * (dtype.bits() / 8);
            // SAFETY: the promise of `Kernel::run`: the operand has an element for each of the walk; rows are different elements.
            unsafe { store(dtype, at, &mut tile[part]) };
        }
    }

    /// The address of an operand's first element of this row.
    fn first(&self, slot: Slot) -> (Dtype, usize) {
        let Used { dtype, walk } = self.of.used[slot];
        let at = walk.start(self.row) * (dtype.bits() / 8);
        (dtype, self.places[slot] + at)
    }

    /// The number that an operand has for this row.
    pub fn one(&self, slot: Slot) -> f64 {
        let (dtype, at) = self.first(slot);
        let mut one = [0.0];
        // SAFETY: the promise of `Kernel::run`.
        unsafe { load(dtype, at, &mut one) };
        one[0]
    }

    /// Writes the number that an operand has for this row.
    pub fn put(&mut self, slot: Slot, value: f64) {
        let (dtype, at) = self.first(slot);
        // SAFETY: the promise of `Kernel::run`; rows are different elements.
        unsafe { store(dtype, at, &mut [value]) };
    }

    /// The elements of this row of an operand, in runs, where it is of floats that lie side by side in long runs.
    pub fn floats(&self, slot: Slot) -> Option<impl Iterator<Item = &[f32]>> {
        let runs = self.of.used[slot].walk.runs(0..self.of.length);
        let first = self.long_floats(slot)?;
        // SAFETY: the promise of `Kernel::run`: there is a row of elements.
        Some(runs.map(move |(offset, part)| unsafe { slice(first + 4 * offset, part.len()) }))
    }

    /// The row of an input, and of an output that is another operand, with tiles, where both are one block of floats.
    pub fn floats_to<const N: usize>(
        &mut self,
        input: Slot,
        output: Slot,
        tiles: [Slot; N],
    ) -> Option<FloatRow<'_, N>> {
        let length = self.of.length;
        let is_one = |slot: Slot| self.of.used[slot].walk.run >= length && length <= BLOCK;
        if !is_one(input) || !is_one(output) {
            return None;
        }
        let (from, to) = self.floats_between(input, output)?;
        // SAFETY: the promise of `Kernel::run`: there are rows of elements; an output shares memory with no input, and its rows are different elements.
        let (input, output) = unsafe { (slice(from, length), slice_mut(to, length)) };
        Some(FloatRow {
            input,
            output,
            tiles: self.tiles(tiles, &(0..length)),
        })
    }

    /// Calls `work` with the floats of each run of a block of an input, with those of an output that is another operand, and with parts of tiles. Returns whether both lie in equal runs.
    pub fn each_floats<const N: usize>(
        &mut self,
        [input, output]: [Slot; 2],
        tiles: [Slot; N],
        block: &Range<usize>,
        mut work: impl FnMut(&[f32], &mut [f32], [&[f64]; N]),
    ) -> bool {
        let [from_walk, to_walk] = [input, output].map(|slot| self.of.used[slot].walk);
        let length = self.of.length;
        let Some((from, to)) = self.floats_between(input, output) else {
            return false;
        };
        if from_walk.run.min(length) != to_walk.run.min(length) {
            return false;
        }
        let tiles = self.tiles(tiles, block);
        let runs = from_walk
            .runs(block.clone())
            .zip(to_walk.runs(block.clone()));
        for ((from_offset, part), (to_offset, _)) in runs {
            // SAFETY: as in `floats_to`; runs are parts of rows.
            let (x, y) = unsafe {
                (
                    slice(from + 4 * from_offset, part.len()),
                    slice_mut(to + 4 * to_offset, part.len()),
                )
            };
            work(x, y, tiles.each_ref().map(|tile| &tile[part.clone()]));
        }
        true
    }

    /// The addresses of rows of floats in long runs, of an input and of an output that is another operand.
    fn floats_between(&self, input: Slot, output: Slot) -> Option<(usize, usize)> {
        (input != output).then_some((self.long_floats(input)?, self.long_floats(output)?))
    }

    /// The address of a row of floats that lie side by side in long runs.
    fn long_floats(&self, slot: Slot) -> Option<usize> {
        let Used { dtype, walk } = self.of.used[slot];
        let is_long = walk.near == 1 && walk.run >= LONG.min(self.of.length.max(1));
        (dtype == Dtype::F32 && is_long).then(|| self.first(slot).1)
    }

    /// Adds tiles to a block of the sums over rows that an operand is, which [`super::Operands::sum`] gave: `add` gets the sums, and the tiles.
    pub fn add_to<const N: usize>(
        &mut self,
        slot: Slot,
        tiles: [Slot; N],
        block: &Range<usize>,
        add: impl FnOnce(&mut [f64], [&[f64]; N]),
    ) {
        let number = self.of.sums.iter().position(|sum| sum.slot == slot);
        let start = number.expect("a sum") * self.of.length;
        let sums = &mut self.sums[start..][block.clone()];
        let width = self.of.width();
        add(
            sums,
            tiles.map(|tile| &self.tiles[tile * width..][..block.len()]),
        );
    }
}

/// Converts elements to doubles.
///
/// # Safety
/// There are as many elements at `at`.
unsafe fn load(dtype: Dtype, at: usize, to: &mut [f64]) {
    let count = to.len();
    // SAFETY: the caller's promise.
    unsafe {
        match dtype {
            Dtype::F32 => between(slice::<f32>(at, count), to),
            Dtype::F16 => between(slice::<f16>(at, count), to),
            Dtype::Bf16 => between(slice::<bf16>(at, count), to),
            Dtype::Bool => between(slice::<Bool>(at, count), to),
            Dtype::I32 => between(slice::<i32>(at, count), to),
            _ => to.copy_from_slice(slice::<f64>(at, count)),
        }
    }
}

/// Rounds doubles to elements, every NaN to the same one.
///
/// # Safety
/// There is memory of as many elements at `at`.
unsafe fn store(dtype: Dtype, at: usize, from: &mut [f64]) {
    let count = from.len();
    one_nan(from);
    let from = &*from;
    // SAFETY: the caller's promise.
    unsafe {
        match dtype {
            Dtype::F32 => between(from, slice_mut::<f32>(at, count)),
            Dtype::F16 => between(from, slice_mut::<f16>(at, count)),
            Dtype::Bf16 => between(from, slice_mut::<bf16>(at, count)),
            Dtype::I32 => between(from, slice_mut::<i32>(at, count)),
            _ => slice_mut::<f64>(at, count).copy_from_slice(from),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Walk;

    #[test]
    fn runs_of_a_block_are_parts_of_it() {
        let walk = Walk::rows(3).in_runs(3, 30);
        let runs: Vec<_> = walk.runs(2..8).collect();
        assert_eq!(runs, [(2, 0..1), (30, 1..4), (60, 4..6)]);
        let one = Walk::per_row().in_runs(4, 1);
        let runs: Vec<_> = one.runs(3..9).collect();
        assert_eq!(runs, [(0, 0..1), (1, 1..5), (2, 5..6)]);
    }
}
