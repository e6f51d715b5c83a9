//! Runs a product: parts that fit the caches, on all threads.

use std::sync::Mutex;

use super::block::Block;
use super::few::Few;
use super::finish::Finish;
use super::geometry::{Geometry, Matrix};
use super::grid::Spot;
use super::pack::{Lanes, LanesOf, Panel, Side};
use super::slide::Sliding;
use crate::grain;
use crate::overlaps::operands;
use crate::pointwise;
use crate::{Addresses, Arg, Args, Call, Plan, Role};
use hostnpu_base::error::Result;
use hostnpu_base::sync::lock;
use hostnpu_kernels::gemm::{DEPTH, Kind};
use hostnpu_kernels::memory::Region;
use hostnpu_tensor::scratch::{Scratch, with_alignment};
use hostnpu_tensor::{Layout, parallel, share_memory_at};

/// Most rows and columns, and most numbers of the inner dimension, that are packed together.
const SIDE: usize = 1152;
const NUMBERS: usize = 8 * DEPTH;

pub(super) struct Gemm {
    pub kind: Kind,
    /// Lanes of the panels of both sides.
    pub rows: usize,
    pub columns: usize,
    pub left: Side,
    pub right: Side,
    pub finish: Finish,
    pub geometry: Geometry,
    /// The windows of the right side, if they are not packed.
    pub sliding: Option<Box<Sliding>>,
    /// The right side, if it is read once, where it lies.
    pub few: Option<Few>,
    /// Bytes of results that are written after all operands are read.
    pub staged: usize,
}

/// The first elements of a matrix of each operand.
#[derive(Clone, Copy)]
pub(super) struct Places<'a> {
    pub left: Region<'a>,
    pub right: Region<'a>,
    pub output: Region<'a>,
    pub addend: Region<'a>,
}

/// A part of a product whose panels are packed together.
#[derive(Clone, Copy)]
pub(super) struct Part {
    /// Its first row, column and number of the inner dimension, and how many.
    pub at: [usize; 3],
    pub rows: usize,
    pub columns: usize,
    pub depth: usize,
}

/// Memory for a part.
#[derive(Clone, Copy)]
pub(super) struct Memory<'a> {
    pub left: Region<'a>,
    pub right: Region<'a>,
    pub sums: Region<'a>,
}

/// Calls something for each piece of work.
type Each<'a> = &'a dyn Fn(usize, &(dyn Fn(usize) + Sync));

/// Extents of parts of about `most` into which `extent` is cut, multiples of `unit`.
fn cut(extent: usize, most: usize, unit: usize) -> usize {
    let parts = extent.div_ceil(most).max(1);
    extent.div_ceil(parts).next_multiple_of(unit).max(unit)
}

impl<'a> Places<'a> {
    /// Those of matrix number `batch`.
    pub fn of(geometry: &Geometry, operands: &[Region<'a>], batch: usize) -> Self {
        let at = |matrix: &Matrix| matrix.at(operands, &geometry.batch, batch);
        Self {
            left: at(&geometry.left),
            right: at(&geometry.right),
            output: at(&geometry.output),
            addend: geometry.addend.as_ref().map_or(Region::EMPTY, at),
        }
    }
}

impl Gemm {
    /// Extents of the parts.
    fn extents(&self) -> [usize; 3] {
        let Geometry { m, n, .. } = self.geometry;
        [
            cut(m, SIDE, self.rows),
            cut(n, SIDE, self.columns),
            self.numbers().min(NUMBERS),
        ]
    }

    /// Numbers of the inner dimension.
    pub(super) fn numbers(&self) -> usize {
        self.geometry.k.div_ceil(self.kind.steps_per_number())
    }

    /// Bytes of the memory for a part: left, right, sums.
    fn sizes(&self) -> [usize; 3] {
        let [rows, columns, depth] = self.extents();
        let numbers = [rows * depth, columns * depth, rows * columns];
        numbers.map(|numbers| with_alignment(numbers * self.kind.size()))
    }

    pub fn products(&self) -> usize {
        let Geometry { m, n, k, .. } = self.geometry;
        let steps = k.saturating_mul(self.geometry.summed);
        m.saturating_mul(n).saturating_mul(steps)
    }

    /// Matrices that a thread takes together, if the threads share out the batch and not the matrix.
    pub(super) fn at_once(&self) -> Option<usize> {
        let products = self.products();
        let is_batch = self.geometry.matrices() > 1 && products <= grain::SMALL_PRODUCT_OF_BATCH;
        is_batch.then(|| (grain::SMALL_PRODUCT / products.max(1)).max(1))
    }

    /// Pieces of work that take memory of their own at the same time.
    fn slots(&self) -> usize {
        let pieces = |at_once| self.geometry.matrices().div_ceil(at_once);
        let pieces = self.at_once().map_or(1, pieces);
        parallel::threads().min(pieces)
    }

    /// Bytes of all results, if they have to be staged: the output shares memory with an operand, other than element by element with the addend.
    pub fn staging(&self, args: &[Arg]) -> usize {
        let addresses: Addresses = args.iter().map(|arg| arg.view.address).collect();
        match self.meets(args, &addresses) {
            true => self.staged_bytes(),
            false => 0,
        }
    }

    fn staged_bytes(&self) -> usize {
        let Geometry { m, n, .. } = self.geometry;
        with_alignment(self.geometry.matrices() * m * n * self.finish.size())
    }

    fn meets(&self, args: &[Arg], addresses: &[usize]) -> bool {
        let number = self.geometry.output.operand;
        let (output, there) = (&args[number], addresses[number]);
        let meets = |matrix: &Matrix| {
            let (input, here) = (&args[matrix.operand], addresses[matrix.operand]);
            here != 0 && there != 0 && share_memory_at((&input.view, here), (&output.view, there))
        };
        let is_in_place = |addend: &Matrix| {
            let (input, here) = (&args[addend.operand], addresses[addend.operand]);
            addend.lies_as(&self.geometry.output)
                && here == there
                && input.view.dtype == output.view.dtype
        };
        let Geometry { left, right, .. } = &self.geometry;
        let addend = self.geometry.addend.as_ref();
        meets(left)
            || meets(right)
            || addend.is_some_and(|addend| !is_in_place(addend) && meets(addend))
    }

    /// Computes all matrices.
    pub fn matrices(
        &self,
        geometry: &Geometry,
        operands: &[Region],
        scratch: &Scratch,
    ) -> Result<()> {
        if let Some(sliding) = &self.sliding {
            return self.slide(sliding, geometry, operands, scratch);
        }
        if let Some(few) = &self.few {
            return self.few(few, geometry, operands, scratch);
        }
        if self.is_packed_by_strips() {
            return self.by_strips(geometry, operands, scratch);
        }
        let places = |batch: usize| Places::of(geometry, operands, batch);
        let mut memories = Vec::new();
        for _ in 0..self.slots() {
            let [left, right, sums] = self.sizes();
            memories.push(Memory {
                left: scratch.take(left)?,
                right: scratch.take(right)?,
                sums: scratch.take(sums)?,
            });
        }
        let count = geometry.matrices();
        let Some(at_once) = self.at_once() else {
            let is_shared = self.products() > grain::SMALL_PRODUCT;
            for batch in 0..count {
                self.matrix(geometry, places(batch), memories[0], is_shared);
            }
            return Ok(());
        };
        let free = Mutex::new(memories);
        parallel::for_each_piece(count.div_ceil(at_once), |piece| {
            let Some(memory) = lock(&free).pop() else {
                unreachable!("there are no more pieces at the same time than threads")
            };
            for batch in piece * at_once..count.min((piece + 1) * at_once) {
                self.matrix(geometry, places(batch), memory, false);
            }
            lock(&free).push(memory);
        });
        Ok(())
    }

    /// Computes a matrix, on all threads if it `is_shared`.
    fn matrix(&self, geometry: &Geometry, places: Places, memory: Memory, is_shared: bool) {
        let each = |pieces: usize, work: &(dyn Fn(usize) + Sync)| match is_shared {
            true => parallel::for_each_piece(pieces, work),
            false => (0..pieces).for_each(work),
        };
        let (m, n, k) = (geometry.m, geometry.n, self.numbers());
        let [rows, columns, _] = self.extents();
        for column in (0..n).step_by(columns) {
            for row in (0..m).step_by(rows) {
                let part = |step: usize| Part {
                    at: [row, column, step],
                    rows: rows.min(m - row),
                    columns: columns.min(n - column),
                    depth: NUMBERS.min(k - step),
                };
                let (mut places, mut adds) = (places, false);
                for number in 0..geometry.summed.max(1) {
                    // Without steps every sum is 0.
                    for step in (0..k.max(1)).step_by(NUMBERS) {
                        let part = part(step);
                        let is_last = number + 1 >= geometry.summed && step + part.depth == k;
                        self.pack_part(geometry, places, &part, memory, &each);
                        let ends = is_last.then_some((geometry, places));
                        self.multiply_part(&part, memory, adds, ends, &each);
                        adds = true;
                    }
                    places.left = places.left.moved(geometry.left.summed);
                    places.right = places.right.moved(geometry.right.summed);
                }
            }
        }
    }

    /// Packs the panels of both sides.
    fn pack_part(
        &self,
        geometry: &Geometry,
        places: Places,
        part: &Part,
        memory: Memory,
        each: Each,
    ) {
        let left = part.rows.div_ceil(self.rows);
        let right = part.columns.div_ceil(self.columns);
        // Panels of a piece, of each side about as many elements.
        let [left_at_once, right_at_once] = [16, 16 * self.rows / self.columns + 1];
        let left_pieces = left.div_ceil(left_at_once);
        let pieces = left_pieces + right.div_ceil(right_at_once);
        each(pieces * part.depth.div_ceil(DEPTH), &|piece| {
            let (block, piece) = (piece / pieces, piece % pieces);
            let is_left = piece < left_pieces;
            let (first, at_once, all) = match is_left {
                true => (piece * left_at_once, left_at_once, left),
                false => ((piece - left_pieces) * right_at_once, right_at_once, right),
            };
            let matrix = if is_left {
                &geometry.left
            } else {
                &geometry.right
            };
            let depth = DEPTH.min(part.depth - block * DEPTH);
            let steps = matrix.grid.as_ref();
            let steps = steps.map(|grid| grid.steps(part.at[2] + block * DEPTH, depth));
            for panel in first..all.min(first + at_once) {
                let at = (is_left, panel, block, steps.as_deref().unwrap_or_default());
                self.pack(geometry, places, part, memory, at);
            }
        });
    }

    /// Multiplies packed panels, and makes results of the sums if it `ends` there.
    fn multiply_part(
        &self,
        part: &Part,
        memory: Memory,
        adds: bool,
        ends: Option<(&Geometry, Places)>,
        each: Each,
    ) {
        let mut strip = grain::PRODUCT_ROWS;
        let across = part.columns.div_ceil(grain::PRODUCT_COLUMNS);
        while strip > 32 && part.rows.div_ceil(strip) * across < 16 {
            strip /= 2;
        }
        let strips = part.rows.div_ceil(strip);
        each(strips * across, &|piece| {
            let at = [piece % strips * strip, piece / strips];
            // Each piece writes results of its own.
            self.multiply(part, memory, at, strip, adds);
            if let Some((geometry, places)) = ends {
                self.finish(geometry, places, part, memory, at, strip);
            }
        });
    }

    /// Packs a panel of a block.
    pub fn pack(
        &self,
        geometry: &Geometry,
        places: Places,
        part: &Part,
        memory: Memory,
        (is_left, panel, block, spots): (bool, usize, usize, &[Spot]),
    ) {
        let (side, matrix, place, to) = match is_left {
            true => (&self.left, &geometry.left, places.left, memory.left),
            false => (&self.right, &geometry.right, places.right, memory.right),
        };
        let (width, lanes, start) = match is_left {
            true => (self.rows, part.rows, part.at[0]),
            false => (self.columns, part.columns, part.at[1]),
        };
        let depth = DEPTH.min(part.depth - block * DEPTH);
        let together = self.kind.steps_per_number();
        let step = (part.at[2] + block * DEPTH) * together;
        let first = panel * width;
        let count = width.min(lanes - first);
        let numbers = block * DEPTH * lanes.next_multiple_of(width) + first * depth;
        let to = to.after(numbers * self.kind.size());
        let panel = Panel {
            kind: self.kind,
            is_left,
            width,
            steps: (depth * together).min(geometry.k - step),
        };
        if let Some(grid) = &matrix.grid {
            let patch = grid.patch(place, start + first, count, width);
            side.pack(panel, to, &|[step, steps]: [usize; 2], to: Region| {
                patch.gather(side.size, &spots[step..step + steps], to);
            });
            return;
        }
        let lanes = Lanes {
            first: place
                .moved((start + first) as isize * matrix.rows)
                .moved(step as isize * matrix.columns),
            lane: matrix.rows,
            step: matrix.columns,
            count,
            panel: width,
        };
        let size = side.size;
        side.pack(panel, to, &LanesOf { lanes, size });
    }

    /// The rows, the first panel and the panels of a piece.
    fn piece(&self, part: &Part, [row, across]: [usize; 2], strip: usize) -> [usize; 3] {
        let at_once = (grain::PRODUCT_COLUMNS / self.columns).max(1);
        let pieces = part.columns.div_ceil(grain::PRODUCT_COLUMNS);
        let panels = part.columns.div_ceil(self.columns);
        let at_once = at_once.max(panels.div_ceil(pieces));
        let first = (across * at_once).min(panels);
        [
            strip.min(part.rows - row),
            first,
            at_once.min(panels - first),
        ]
    }

    /// Numbers from a row of sums to the next.
    fn pitch(&self, part: &Part) -> usize {
        part.columns.next_multiple_of(self.columns)
    }

    pub(super) fn multiply(
        &self,
        part: &Part,
        memory: Memory,
        at: [usize; 2],
        strip: usize,
        adds: bool,
    ) {
        let [rows, first, panels] = self.piece(part, at, strip);
        let (size, pitch) = (self.kind.size(), self.pitch(part));
        let left_lanes = part.rows.next_multiple_of(self.rows);
        for block in 0..part.depth.div_ceil(DEPTH).max(1) {
            let depth = DEPTH.min(part.depth - block * DEPTH);
            let left = block * DEPTH * left_lanes + at[0] * depth;
            let right = block * DEPTH * pitch + first * self.columns * depth;
            let sums = at[0] * pitch + first * self.columns;
            let block = Block {
                kind: self.kind,
                depth,
                left: (memory.left.after(left * size), self.rows),
                rows,
                right: (memory.right.after(right * size), self.columns),
                panels,
                offsets: None,
                sums: (memory.sums.after(sums * size), pitch),
                adds: adds || block > 0,
            };
            block.multiply();
        }
    }

    pub(super) fn finish(
        &self,
        geometry: &Geometry,
        places: Places,
        part: &Part,
        memory: Memory,
        at: [usize; 2],
        strip: usize,
    ) {
        let [rows, first, panels] = self.piece(part, at, strip);
        let column = first * self.columns;
        let columns = (panels * self.columns).min(part.columns.saturating_sub(column));
        let runs = geometry.output.runs(part.at[1] + column, columns);
        for row in at[0]..at[0] + rows {
            let row_of = |matrix: &Matrix| (part.at[0] + row) as isize * matrix.rows;
            let sums = (row * self.pitch(part) + column) * self.kind.size();
            let sums = memory.sums.after(sums);
            let output = places.output.moved(row_of(&geometry.output));
            for run in &runs {
                let addend = geometry.addend.as_ref().map(|matrix| {
                    let column = (part.at[1] + column + run.first) as isize * matrix.columns;
                    let row = places.addend.moved(row_of(matrix));
                    (row.moved(column), matrix.columns)
                });
                let place = (output.moved(run.offset), run.stride);
                let sums = sums.after(run.first * self.kind.size());
                self.finish.row(sums, run.count, place, addend);
            }
        }
    }
}

impl Plan for Gemm {
    fn over_blocks(&self, args: Args, operand: usize, block: usize) -> Option<Call> {
        let few = self.few?.in_blocks(&self.geometry, operand, block)?;
        let mut plan = Self {
            few: Some(few),
            geometry: self.geometry.clone(),
            sliding: None,
            ..*self
        };
        plan.staged = plan.staging(&args);
        Some(Call::with_args(plan, args))
    }

    fn workspace_size(&self) -> usize {
        if self.geometry.is_empty() {
            return 0;
        }
        if let Some(sliding) = &self.sliding {
            return self.sliding_bytes(sliding);
        }
        if let Some(few) = &self.few {
            return self.few_bytes(few).saturating_add(self.staged);
        }
        if self.is_packed_by_strips() {
            return self.strip_bytes().saturating_add(self.staged);
        }
        let own = self.sizes().into_iter().sum::<usize>() * self.slots();
        own.saturating_add(self.staged)
    }

    fn cost(&self) -> usize {
        let Geometry { m, n, k, .. } = self.geometry;
        let elements = m * k + k * n + m * n;
        let cost = (8 * elements).saturating_add(self.products() / 4);
        cost.saturating_mul(self.geometry.matrices())
    }

    unsafe fn run(&self, args: &[Arg], addresses: &[usize], workspace: &mut [u8]) -> Result<()> {
        if self.geometry.is_empty() {
            return Ok(());
        }
        let output = self.geometry.output.operand;
        let scratch = Scratch::new(workspace);
        // SAFETY: the caller's promise; pieces of work write different results.
        let mut operands = unsafe { operands(args, addresses) };
        if !self.meets(args, addresses) {
            return self.matrices(&self.geometry, &operands, &scratch);
        }
        let (staged, target) = (scratch.take(self.staged_bytes())?, operands[output]);
        let size = self.finish.size();
        let geometry = self.geometry.staged(size, addresses.len());
        operands.push(staged);
        self.matrices(&geometry, &operands, &scratch)?;
        let to = args[output].viewed(self.geometry.output_layout(size))?;
        let from = Layout::contiguous(to.view.layout.shape());
        let from = Arg::new("workspace", Role::Input, to.view.dtype, from, 0)?;
        let copy = pointwise::copy(from, to.with_role(Role::Output))?;
        copy.on(&[staged, target])?.run(&mut [])
    }
}
