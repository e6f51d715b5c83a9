//! Runs programs over rows.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use half::bf16;
use smallvec::SmallVec;

use super::super::operands::{Any, AnyMut, AnyOperand, Temporary, operands};
use super::memory::{Access, ProgramOperands, RowPart, Shape};
use super::{Program, Slot, blocks};
use crate::grain;
use hostnpu_base::error::{Error, Result};
use hostnpu_kernels::convert::{
    between, bf16_to_f64, f16_to_f64, f32_to_f64, f64_to_f16, f64_to_f32,
};
use hostnpu_kernels::gemm::results::one_nan;
use hostnpu_kernels::reduce::BLOCK;
use hostnpu_kernels::rows;
use hostnpu_numeric::Bool;
use hostnpu_tensor::cuts::{self, for_each_part};
use hostnpu_tensor::{Dtype, Element};

/// Elements of a run from which on it is computed where it lies.
const LONG: usize = 64;

/// Numbers of a line of the cache.
const LINE: usize = 64 / size_of::<f64>();

/// Numbers of tiles that need no heap.
const FEW: usize = 64;

operands! {
    /// The operands of a program, with memory for its sums over the rows of each piece.
    pub(super) struct RowOperands => RowOperandsAt {
        slots: Vec<AnyOperand>,
        sums: Option<Temporary<f64>>,
    }
}

/// A program with the shape of its operands.
pub(super) struct Rows {
    program: Box<dyn Program>,
    shape: Shape,
    /// The operands that are sums over rows.
    sums: Vec<Slot>,
}

/// The pieces of rows that threads take.
#[derive(Clone, Copy)]
struct Cut {
    /// Rows of a piece.
    rows: usize,
    pieces: usize,
}

impl Rows {
    pub fn new(program: Box<dyn Program>, shape: Shape) -> Self {
        let used = shape.used().iter().enumerate();
        let sums = used.filter(|(_, used)| used.access == Access::Sums);
        Self {
            sums: sums.map(|(slot, _)| slot).collect(),
            program,
            shape,
        }
    }

    /// Bytes moved, as an estimate.
    pub fn cost(&self) -> usize {
        let operands = self.shape.used().len().saturating_mul(8);
        self.shape
            .rows()
            .saturating_mul(self.shape.length())
            .saturating_mul(operands)
    }

    /// Declares the operands.
    pub fn operands(&self, slots: Vec<AnyOperand>) -> RowOperands {
        let sums = self.cut().pieces.saturating_mul(self.sums_of_a_piece());
        RowOperands {
            slots,
            sums: (sums > 0).then(|| Temporary::of(sums)),
        }
    }

    /// Numbers of sums that each piece has.
    fn sums_of_a_piece(&self) -> usize {
        self.sums.len().saturating_mul(self.shape.length())
    }

    /// By the shapes only, where there are sums: each piece has its own. A piece does not cross a border of rows that share a sum.
    fn cut(&self) -> Cut {
        let (all, length) = (self.shape.rows(), self.shape.length());
        let per_piece = (grain::ROW_ELEMENTS / length.max(1)).max(1);
        let shared = |&slot: &Slot| {
            let walk = self.shape.used()[slot].walk;
            if walk.row == 0 { all } else { walk.per }
        };
        let rows = match self.sums.iter().map(shared).min() {
            None => per_piece,
            Some(shared) => {
                let chunk = per_piece.max(grain::SUMMED_ROWS).min(shared.max(1));
                // All sums of a piece are those of its first row.
                (1..=chunk)
                    .rev()
                    .find(|rows| shared % rows == 0 || shared == all)
                    .unwrap_or(1)
            }
        };
        Cut {
            rows,
            pieces: all.div_ceil(rows),
        }
    }

    /// Numbers of a tile: whole lines of the cache, so that no vector is in two.
    fn width(&self) -> usize {
        self.shape.length().clamp(1, BLOCK).next_multiple_of(LINE)
    }

    /// Writes the sums, joined from those of the pieces.
    fn join_sums(&self, bound: &mut ProgramOperands, of_pieces: &[f64]) {
        if self.sums.is_empty() {
            return;
        }
        let (cut, length) = (self.cut(), self.shape.length());
        let columns: Vec<Range<usize>> = blocks(length).collect();
        for (number, &slot) in self.sums.iter().enumerate() {
            let walk = self.shape.used()[slot].walk;
            let start = |piece: usize| walk.start(piece * cut.rows);
            for_each_part(bound.by_columns(slot, &columns), |_, mut sums| {
                let block = sums.block();
                let mut total = vec![0.0; block.len()];
                let mut piece = 0;
                loop {
                    total.fill(0.0);
                    let first = piece;
                    while piece < cut.pieces && start(piece) == start(first) {
                        let at = (piece * self.sums.len() + number) * length + block.start;
                        rows::add_scaled(&mut total, &of_pieces[at..][..block.len()], 1.0);
                        piece += 1;
                    }
                    sums.write_runs(first * cut.rows, |elements, part| {
                        store(elements, &mut total[part]);
                    });
                    if piece >= cut.pieces {
                        break;
                    }
                }
            });
        }
    }

    /// Computes some rows with memory for all tiles.
    fn run_part<'a>(&'a self, part: RowPart<'a>, memory: &'a mut [f64], sums: &'a mut [f64]) {
        let tiles: SmallVec<[&mut [f64]; 8]> = memory.chunks_exact_mut(self.width()).collect();
        sums.fill(0.0);
        let rows = part.rows();
        let mut row = Row {
            of: self,
            part,
            row: 0,
            holds: SmallVec::from_elem(None, tiles.len()),
            tiles,
            sums,
        };
        for number in rows {
            row.row = number;
            self.program.row(&mut row);
        }
    }

    pub fn run(&self, at: RowOperandsAt) -> Result<()> {
        let (cut, width) = (self.cut(), self.width());
        let mut bound = self.shape.bound(at.slots);
        let sums = at.sums.unwrap_or_default();
        let no_memory = AtomicBool::new(false);
        let tiles = self.shape.used().len() + self.program.tiles();
        let of_pieces =
            (self.sums_of_a_piece() > 0).then(|| cuts::chunks(&mut *sums, self.sums_of_a_piece()));
        for_each_part((bound.by_rows(cut.rows), of_pieces), |_, (part, sums)| {
            let count = tiles * width;
            let (mut few, mut many) = ([0.0; FEW + LINE], Vec::new());
            let memory = match count <= FEW {
                true => &mut few[..],
                false => {
                    if many.try_reserve_exact(count + LINE).is_err() {
                        no_memory.store(true, Ordering::Relaxed);
                        return;
                    }
                    many.resize(count + LINE, 0.0);
                    &mut many[..]
                }
            };
            let first = memory.as_ptr().align_offset(64).min(LINE);
            let memory = &mut memory[first..first + count];
            self.run_part(part, memory, sums.unwrap_or_default());
        });
        if no_memory.into_inner() {
            return Err(Error::out_of_host_memory(tiles * width * 8));
        }
        self.join_sums(&mut bound, sums);
        Ok(())
    }
}

/// A row of floats where it lies, where the one that is computed of it goes, and a tile.
pub struct FloatRow<'a> {
    /// The row.
    pub input: &'a [f32],
    /// The row of the output.
    pub output: &'a mut [f32],
    /// The tile that was asked for.
    pub tile: &'a mut [f64],
}

/// Work on a run of floats: it gets the run, where the result goes, and parts of two tiles.
pub type FloatWork<'w> = dyn FnMut(&[f32], &mut [f32], [&[f64]; 2]) + 'w;

/// One row of the operands, with the tiles of a program.
pub struct Row<'a> {
    of: &'a Rows,
    part: RowPart<'a>,
    row: usize,
    tiles: SmallVec<[&'a mut [f64]; 8]>,
    /// Contents of each tile: the start of the row, and of the block.
    holds: SmallVec<[Option<(usize, usize)>; 8]>,
    sums: &'a mut [f64],
}

impl Row<'_> {
    /// Elements of the row.
    pub fn length(&self) -> usize {
        self.of.shape.length()
    }

    /// The blocks of the row, one tile each.
    pub fn blocks(&self) -> impl Iterator<Item = Range<usize>> + use<> {
        blocks(self.length())
    }

    /// The number of a tile that is no operand's.
    pub fn own(&self, number: usize) -> Slot {
        self.of.shape.used().len() + number
    }

    /// Loads a block of an operand into its tile, unless it is there.
    pub fn load(&mut self, slot: Slot, block: &Range<usize>) {
        let walk = self.of.shape.used()[slot].walk;
        let start = walk.start(self.row);
        if self.holds[slot] == Some((start, block.start)) {
            return;
        }
        self.holds[slot] = Some((start, block.start));
        let tile = &mut self.tiles[slot][..block.len()];
        if walk.near == 1
            && let Some(elements) = self.part.run(slot, self.row, block)
        {
            return load(elements, tile);
        }
        for (elements, part) in self.part.runs(slot, self.row, block.clone()) {
            if walk.near == 1 {
                load(elements, &mut tile[part]);
            } else {
                let mut one = [0.0];
                load(elements, &mut one);
                tile[part].fill(one[0]);
            }
        }
    }

    /// Returns true if a tile of the program's own holds its results for this block; from now on it does.
    pub fn is_computed(&mut self, tile: Slot, block: &Range<usize>) -> bool {
        let now = Some((self.row, block.start));
        std::mem::replace(&mut self.holds[tile], now) == now
    }

    /// Forgets what is in a tile, which was written over.
    pub fn forget(&mut self, tile: Slot) {
        self.holds[tile] = None;
    }

    /// The elements of a tile.
    pub fn tile(&mut self, tile: Slot, block: &Range<usize>) -> &mut [f64] {
        &mut self.tiles[tile][..block.len()]
    }

    /// The elements of two different tiles. Not of any number: programs ask for some for every row, and are compiled for size.
    pub fn tiles(&mut self, tiles: [Slot; 2], block: &Range<usize>) -> [&mut [f64]; 2] {
        let tiles = self.tiles.get_disjoint_mut(tiles).expect("different tiles");
        tiles.map(|tile| &mut tile[..block.len()])
    }

    /// The elements of four different tiles.
    pub fn four_tiles(&mut self, tiles: [Slot; 4], block: &Range<usize>) -> [&mut [f64]; 4] {
        let tiles = self.tiles.get_disjoint_mut(tiles).expect("different tiles");
        tiles.map(|tile| &mut tile[..block.len()])
    }

    /// Writes a tile to a block of an operand.
    pub fn store(&mut self, slot: Slot, tile: Slot, block: &Range<usize>) {
        let tile = &mut self.tiles[tile][..block.len()];
        if self.of.shape.used()[slot].walk.near == 1
            && let Some(elements) = self.part.run_mut(slot, self.row, block)
        {
            return store(elements, tile);
        }
        let write = |elements: AnyMut, part| store(elements, &mut tile[part]);
        self.part.write_runs(slot, self.row, block.clone(), write);
    }

    /// Returns the number that an operand has for this row.
    pub fn one(&self, slot: Slot) -> f64 {
        let mut one = [0.0];
        if let Some(elements) = self.part.run(slot, self.row, &(0..1)) {
            load(elements, &mut one);
        }
        one[0]
    }

    /// Writes the number that an operand has for this row.
    pub fn put(&mut self, slot: Slot, value: f64) {
        let Some(elements) = self.part.run_mut(slot, self.row, &(0..1)) else {
            return;
        };
        match elements.dtype() {
            // As `store` does it, without its calls: every row may have several such numbers.
            Dtype::F32 if value.is_nan() => typed_mut(elements).fill(f32::NAN),
            Dtype::F32 => typed_mut(elements).fill(value as f32),
            _ => store(elements, &mut [value]),
        }
    }

    /// Calls `work` with the elements of this row of an operand, run by run. Returns true if it is of floats that lie side by side in long runs.
    pub fn each_run_of_floats(&self, slot: Slot, work: &mut dyn FnMut(&[f32])) -> bool {
        let is_long = self.has_long_floats(slot);
        if is_long {
            let runs = self.part.runs(slot, self.row, 0..self.length());
            runs.for_each(|(elements, _)| work(typed(elements)));
        }
        is_long
    }

    /// Returns the row of an input, and of an output that is another operand, with a tile, if both are one block of floats.
    pub fn floats_to(&mut self, input: Slot, output: Slot, tile: Slot) -> Option<FloatRow<'_>> {
        let length = self.length();
        let is_one = |slot: Slot| self.of.shape.used()[slot].walk.run >= length && length <= BLOCK;
        if !is_one(input) || !is_one(output) || !self.are_long_floats(input, output) {
            return None;
        }
        let (x, y) = self.part.pair([input, output], self.row, 0..length);
        Some(FloatRow {
            input: typed(x),
            output: typed_mut(y),
            tile: &mut self.tiles[tile][..length],
        })
    }

    /// Calls `work` with the floats of each run of a block of an input, with those of an output that is another operand, and with parts of tiles. Returns true if both
    /// lie in equal runs.
    pub fn each_floats(
        &mut self,
        [input, output]: [Slot; 2],
        tiles: [Slot; 2],
        block: &Range<usize>,
        work: &mut FloatWork<'_>,
    ) -> bool {
        let length = self.length();
        let [from, to] =
            [input, output].map(|slot| self.of.shape.used()[slot].walk.run.min(length));
        if !self.are_long_floats(input, output) || from != to {
            return false;
        }
        let tiles = tiles.map(|tile| &self.tiles[tile][..block.len()]);
        let work = |x: Any, y: AnyMut, part: Range<usize>| {
            work(
                typed(x),
                typed_mut(y),
                tiles.map(|tile| &tile[part.clone()]),
            );
        };
        self.part
            .each_run([input, output], self.row, block.clone(), work);
        true
    }

    /// Returns true if an input and an output that is another operand have floats in long runs.
    fn are_long_floats(&self, input: Slot, output: Slot) -> bool {
        input != output && self.has_long_floats(input) && self.has_long_floats(output)
    }

    /// Returns true if an operand has floats that lie side by side in long runs.
    fn has_long_floats(&self, slot: Slot) -> bool {
        let used = self.of.shape.used()[slot];
        let is_long = used.walk.near == 1 && used.walk.run >= LONG.min(self.length().max(1));
        used.dtype == Dtype::F32 && is_long
    }

    /// Adds a tile to a block of the sums over rows that an operand is, which [`super::Operands::sum`] gave.
    pub fn add_to(&mut self, sums: Slot, tile: Slot, block: &Range<usize>) {
        let place = self.place_of_sums(sums);
        let tile = &self.tiles[tile][..block.len()];
        rows::add_scaled(&mut self.sums[place..][block.clone()], tile, 1.0);
    }

    /// As [`Row::add_to`], of the products of two tiles.
    pub fn add_products_to(&mut self, sums: Slot, tiles: [Slot; 2], block: &Range<usize>) {
        let place = self.place_of_sums(sums);
        let [a, b] = tiles.map(|tile| &self.tiles[tile][..block.len()]);
        rows::add_products(&mut self.sums[place..][block.clone()], a, b);
    }

    fn place_of_sums(&self, sums: Slot) -> usize {
        let number = self.of.sums.iter().position(|&sum| sum == sums);
        number.expect("a sum") * self.length()
    }
}

/// Returns elements of a type that was looked at.
#[inline]
fn typed<T: Element>(elements: Any<'_>) -> &[T] {
    elements.of().unwrap_or_else(|_| unreachable!())
}

/// As [`typed`].
#[inline]
fn typed_mut<T: Element>(elements: AnyMut<'_>) -> &mut [T] {
    elements.of().unwrap_or_else(|_| unreachable!())
}

/// Converts elements to as many doubles. By types of their own: with the errors of [`crate::convert`] rows of a few elements take a tenth longer.
fn load(from: Any, to: &mut [f64]) {
    match from.dtype() {
        Dtype::F32 => f32_to_f64(typed(from), to),
        Dtype::F16 => f16_to_f64(typed(from), to),
        Dtype::Bf16 => bf16_to_f64(typed(from), to),
        Dtype::Bool => between(typed::<Bool>(from), to),
        Dtype::I32 => between(typed::<i32>(from), to),
        _ => to.copy_from_slice(typed::<f64>(from)),
    }
}

/// Rounds doubles to as many elements, every NaN to the same one.
fn store(to: AnyMut, from: &mut [f64]) {
    one_nan(from);
    let from = &*from;
    match to.dtype() {
        Dtype::F32 => f64_to_f32(from, typed_mut(to)),
        Dtype::F16 => f64_to_f16(from, typed_mut(to)),
        Dtype::Bf16 => between(from, typed_mut::<bf16>(to)),
        Dtype::I32 => between(from, typed_mut::<i32>(to)),
        _ => typed_mut::<f64>(to).copy_from_slice(from),
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
