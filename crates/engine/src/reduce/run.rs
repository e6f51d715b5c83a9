//! Plans of the reduction engine, and how they run.

use std::sync::atomic::{AtomicBool, Ordering};

use smallvec::SmallVec;

use super::super::block::{Size, Strides, copy};
use super::super::convert::Steps;
use super::super::fold::Strip;
use super::super::overlaps::operands;
use super::super::stage::{self, InPlace};
use super::buffers::Buffers;
use super::counter::Counter;
use super::{Axis, OPERANDS, PerOperand, PlannedPass, Reduced, Way, row};
use crate::grain;
use crate::{Arg, Plan};
use hostnpu_base::error::{Error, Result};
use hostnpu_kernels::memory::Region;
use hostnpu_kernels::reduce::{BLOCK, lanes_of};
use hostnpu_tensor::parallel;
use hostnpu_tensor::scratch::{Scratch, with_alignment};

/// A planned reduction.
pub(super) struct Reduce {
    pub(super) passes: SmallVec<[PlannedPass; 2]>,
    /// Bytes of an element of the input, and what makes elements of the kernel's type of it.
    pub(super) size: usize,
    pub(super) load: Steps,
    pub(super) rows: SmallVec<[Reduced; 4]>,
    outer: SmallVec<[Axis; 4]>,
    column: Axis,
    pub(super) offsets: PerOperand,
    /// Elements for each result.
    pub(super) count: usize,
    pub(super) way: Way,
    /// Results that are computed at a time.
    pub(super) width: usize,
    /// Blocks of a result that are reduced together.
    group: usize,
    /// Bytes of a copy of the input, where an output lies over it at the addresses that the plan was made with.
    staged: usize,
}

impl Reduce {
    /// That of no elements.
    pub const NOTHING: Self = Self {
        passes: SmallVec::new_const(),
        size: 0,
        load: Steps::NONE,
        rows: SmallVec::new_const(),
        outer: SmallVec::new_const(),
        column: Axis {
            extent: 1,
            strides: [0; OPERANDS],
        },
        offsets: [0; OPERANDS],
        count: 0,
        way: Way::Lines,
        width: 1,
        group: 1,
        staged: 0,
    };

    /// Chooses the order in which elements are walked, by what is known of them and the axes of the results.
    pub fn arrange(&mut self, mut kept: SmallVec<[Axis; 4]>, args: &[Arg]) {
        let (way, column) = Way::new((self.size, self.load), &self.rows, &kept, self.count);
        if let Some(column) = column {
            self.column = kept.remove(column);
        }
        self.outer = kept;
        self.way = way;
        self.width = way.width(self.column.extent, self.count);
        self.group = (grain::ELEMENTS / (BLOCK * self.width))
            .max(1)
            .next_power_of_two();
        self.staged = stage::bytes(args, InPlace::Staged);
    }

    /// Results that are computed together: along the columns, and in all.
    fn strips(&self) -> (usize, usize) {
        let across = self.column.extent.div_ceil(self.width);
        let outer: usize = self.outer.iter().map(|axis| axis.extent).product();
        (across, outer * across)
    }

    /// Place of the results number `item`, and their number.
    fn place(&self, item: usize) -> (PerOperand, usize) {
        let (across, _) = self.strips();
        let (mut rest, column) = (item / across, item % across * self.width);
        let mut offsets = self.offsets;
        let mut step = |axis: &Axis, count: usize| {
            for (offset, stride) in offsets.iter_mut().zip(axis.strides) {
                *offset += stride * count as isize;
            }
        };
        step(&self.column, column);
        for axis in self.outer.iter().rev() {
            step(axis, rest % axis.extent);
            rest /= axis.extent;
        }
        (offsets, self.width.min(self.column.extent - column))
    }

    pub(super) fn blocks(&self) -> usize {
        self.count.div_ceil(BLOCK).max(1)
    }

    /// Rows of a tile.
    pub(super) fn tile_rows(&self) -> usize {
        (2 * BLOCK / self.width).clamp(1, self.count.clamp(1, BLOCK))
    }

    /// Bytes of the states of one strip.
    pub(super) fn states_size(&self) -> usize {
        let sizes = self.passes.iter().map(|pass| pass.reducer.sizes().state);
        (sizes.max().unwrap_or(0) * self.width).next_multiple_of(64)
    }

    /// Reduces operands in this memory, whose outputs share none with the input.
    fn run_at(&self, bases: &[Region], scratch: &Scratch) -> Result<()> {
        let (_, items) = self.strips();
        let groups = self.blocks().div_ceil(self.group);
        if items < grain::WORK_ITEMS && groups > 1 && parallel::threads() > 1 {
            return self.run_in_groups(bases, (items, groups), scratch);
        }
        let per_piece = (grain::ELEMENTS / (self.count.max(1) * self.width)).max(1);
        let pieces = items.div_ceil(per_piece);
        self.in_pieces(pieces, |piece, buffers| {
            for item in piece * per_piece..items.min((piece + 1) * per_piece) {
                let (offsets, width) = self.place(item);
                for (number, pass) in self.passes.iter().enumerate() {
                    // Results of different items are different elements.
                    let states =
                        self.states(pass, bases, offsets, width, 0..self.blocks(), buffers);
                    self.finish(number, states, bases, offsets, width, buffers);
                }
            }
        })
    }

    /// As [`Reduce::run_at`], groups of blocks shared among threads.
    fn run_in_groups(
        &self,
        bases: &[Region],
        (items, groups): (usize, usize),
        scratch: &Scratch,
    ) -> Result<()> {
        let size = self.states_size();
        let partial = scratch.take(items * groups * size)?;
        let row = self.width * size_of::<f64>();
        let kept = scratch.take(items * row)?;
        let centers = |item: usize| kept.after(item * row);
        let width_bytes = |width: usize| width * size_of::<f64>();
        for (number, pass) in self.passes.iter().enumerate() {
            self.in_pieces(items * groups, |piece, buffers| {
                let (item, group) = (piece / groups, piece % groups);
                let (offsets, width) = self.place(item);
                let first = group * self.group;
                let blocks = first..self.blocks().min(first + self.group);
                // Centers were kept by the pass before; each piece has memory of its own for its states.
                if number > 0 {
                    buffers.centers.copy(centers(item), width_bytes(width));
                }
                let states = self.states(pass, bases, offsets, width, blocks, buffers);
                let bytes = width * pass.reducer.sizes().state;
                partial.after(piece * size).copy(states, bytes);
            })?;
            let joined = self.with_buffers(|buffers| {
                for item in 0..items {
                    let (offsets, width) = self.place(item);
                    let mut counter = Counter::new(pass.reducer, width, buffers.states, size);
                    for group in 0..groups {
                        let from = partial.after((item * groups + group) * size);
                        let bytes = width * pass.reducer.sizes().state;
                        counter.next().copy(from, bytes);
                        counter.push();
                    }
                    if number > 0 {
                        buffers.centers.copy(centers(item), width_bytes(width));
                    }
                    let states = counter.finish();
                    self.finish(number, states, bases, offsets, width, buffers);
                    if number + 1 < self.passes.len() {
                        centers(item).copy(buffers.centers, width_bytes(width));
                    }
                }
            });
            joined.ok_or_else(|| self.out_of_memory())?;
        }
        Ok(())
    }

    #[cold]
    fn out_of_memory(&self) -> Error {
        Error::out_of_host_memory(self.states_size())
    }

    /// Calls `work` for each piece, with memory of its own.
    fn in_pieces(&self, pieces: usize, work: impl Fn(usize, &Buffers) + Sync) -> Result<()> {
        let no_memory = AtomicBool::new(false);
        let piece = |piece: usize| {
            let done = self.with_buffers(|buffers| work(piece, buffers));
            if done.is_none() {
                no_memory.store(true, Ordering::Relaxed);
            }
        };
        match pieces {
            1 => piece(0),
            pieces => parallel::for_each_piece(pieces, piece),
        }
        match no_memory.into_inner() {
            false => Ok(()),
            true => Err(self.out_of_memory()),
        }
    }

    /// Returns the states of a strip of results over these blocks. The centers of an earlier pass are in the buffers.
    fn states<'b>(
        &self,
        pass: &PlannedPass,
        bases: &[Region],
        offsets: PerOperand,
        width: usize,
        blocks: std::ops::Range<usize>,
        buffers: &Buffers<'b>,
    ) -> Region<'b> {
        let base = bases[0].moved(offsets[0]);
        let mut counter = Counter::new(pass.reducer, width, buffers.states, self.states_size());
        for block in blocks {
            let (first, end) = (block * BLOCK, self.count.min((block + 1) * BLOCK));
            match self.way {
                Way::Lines => self.lines(pass, base, width, (first, end), buffers, counter.next()),
                _ => self.strip(pass, base, width, (first, end), buffers, counter.next()),
            }
            counter.push();
        }
        counter.finish()
    }

    /// Bytes from the first reduced element to element `k`, and how many follow it at equal distances.
    fn at(&self, k: usize) -> (isize, usize) {
        let Some(&(extent, stride)) = self.rows.last() else {
            return (0, 1);
        };
        let mut offset = (k % extent) as isize * stride;
        let mut rest = k / extent;
        for &(extent, stride) in self.rows.iter().rev().skip(1) {
            offset += (rest % extent) as isize * stride;
            rest /= extent;
        }
        (offset, extent - k % extent)
    }

    /// Computes the states of a block, one result after the other.
    fn lines(
        &self,
        pass: &PlannedPass,
        base: Region,
        width: usize,
        (first, end): (usize, usize),
        buffers: &Buffers,
        states: Region,
    ) {
        let stride = self.rows.last().map_or(0, |row| row.1);
        let count = end - first;
        for column in 0..width {
            let base = base.moved(column as isize * self.column.strides[0]);
            let (offset, run) = match count {
                0 => (0, 0),
                _ => self.at(first),
            };
            let mut at = base.moved(offset);
            if run < count || (stride != self.size as isize && count > 1) {
                let mut k = first;
                while k < end {
                    let (offset, run) = self.at(k);
                    let run = Size {
                        rows: 1,
                        columns: run.min(end - k),
                    };
                    let to = buffers.tiles[0].after((k - first) * self.size);
                    let from = (base.moved(offset), row(stride));
                    copy(self.size, from, (to, row(self.size as isize)), run, false);
                    k += run.columns;
                }
                at = buffers.tiles[0];
            }
            let x = self.convert(at, count, buffers);
            let center = buffers.centers(width)[column];
            let state = states.after(column * pass.reducer.sizes().state);
            let numbers = (center, pass.by.number);
            pass.reducer.line((x, count), first as i64, numbers, state);
        }
    }

    /// Converts dense elements.
    fn convert<'r>(&self, at: Region<'r>, count: usize, buffers: &Buffers<'r>) -> Region<'r> {
        let [_, one, two] = buffers.tiles;
        self.load.run_through(at, [one, two], count)
    }

    /// Computes the states of a block, results side by side.
    fn strip(
        &self,
        pass: &PlannedPass,
        base: Region,
        width: usize,
        (first, end): (usize, usize),
        buffers: &Buffers,
        states: Region,
    ) {
        let lanes = Strip {
            first: buffers.first,
            second: buffers.second,
            lanes: lanes_of(end - first),
            columns: width,
        };
        let pitch = self.rows.last().map_or(0, |row| row.1);
        let size = pass.reducer.element().bits() / 8;
        let centers = buffers.centers(width);
        pass.reducer.start(lanes);
        let mut k = first;
        while k < end {
            let (offset, run) = self.at(k);
            let mut rows = run.min(end - k);
            let mut x = (base.moved(offset), pitch);
            if self.way == Way::Tiles {
                rows = rows.min(self.tile_rows());
                let block = Size {
                    rows,
                    columns: width,
                };
                x = self.tile(x, block, size, buffers);
            }
            let rows_of = (x.0, x.1, rows, k - first);
            pass.reducer.strip(lanes, rows_of, centers, pass.by.number);
            k += rows;
        }
        pass.reducer.close(lanes, first as i64, states);
    }

    /// Loads rows of columns as a dense tile of the kernel's type; returns it with the bytes from row to row.
    fn tile<'r>(
        &self,
        (from, pitch): (Region<'r>, isize),
        block: Size,
        size: usize,
        buffers: &Buffers<'r>,
    ) -> (Region<'r>, isize) {
        let strides = Strides {
            row: pitch,
            column: self.column.strides[0],
        };
        let mut at = from;
        if !strides.is_dense(self.size, block) {
            let to = (buffers.tiles[0], Strides::dense(self.size, block));
            copy(self.size, (from, strides), to, block, false);
            at = buffers.tiles[0];
        }
        let x = self.convert(at, block.count(), buffers);
        (x, (size * block.columns) as isize)
    }

    /// Writes the results of a pass, and keeps the first ones as centers if another pass follows.
    fn finish(
        &self,
        number: usize,
        states: Region,
        bases: &[Region],
        offsets: PerOperand,
        width: usize,
        buffers: &Buffers,
    ) {
        let pass = &self.passes[number];
        let centers = match number {
            0 => &[],
            _ => buffers.centers(width),
        };
        pass.reducer
            .finish((states, width), centers, &pass.by, buffers.results);
        if number + 1 < self.passes.len() {
            // The first results of a pass that others follow are doubles, or are not looked at.
            let bytes = width * size_of::<f64>();
            buffers.centers.copy(buffers.results[0], bytes);
        }
        for (&results, store) in buffers.results.iter().zip(&pass.stores) {
            let Some((operand, size, steps)) = store else {
                continue;
            };
            let at = steps.run_through(results, buffers.stores, width);
            let to = bases[*operand].moved(offsets[*operand]);
            let to = (to, row(self.column.strides[*operand]));
            let block = Size {
                rows: 1,
                columns: width,
            };
            copy(*size, (at, row(*size as isize)), to, block, false);
        }
    }
}

impl Plan for Reduce {
    fn workspace_size(&self) -> usize {
        match self.staged {
            0 => 0,
            bytes => with_alignment(bytes),
        }
    }

    fn cost(&self) -> usize {
        let (_, items) = self.strips();
        let elements = self.count.saturating_mul(items).saturating_mul(self.width);
        elements.saturating_mul(self.size * self.passes.len())
    }

    unsafe fn run(&self, args: &[Arg], addresses: &[usize], workspace: &mut [u8]) -> Result<()> {
        let scratch = Scratch::new(workspace);
        // SAFETY: the caller's promise; an input in the way of an output is copied.
        let operands = unsafe { operands(args, addresses) };
        let bases = stage::operands(args, operands, InPlace::Staged, &scratch)?;
        self.run_at(&bases, &scratch)
    }
}
