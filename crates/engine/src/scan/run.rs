//! Plans of the scan engine, and how they run.

use std::sync::atomic::{AtomicBool, Ordering};

use smallvec::SmallVec;

use super::super::block::{Size, Strides, copy};
use super::super::convert::Steps;
use super::super::overlaps::operands;
use super::super::reduce::{Axis, OPERANDS, PerOperand};
use super::super::stage::{self, InPlace};
use super::super::tile::HostMemory;
use super::Scanner;
use crate::grain;
use crate::{Arg, Plan};
use hostnpu_base::error::{Error, Result};
use hostnpu_kernels::memory::Region;
use hostnpu_kernels::scan::{Lines, Tile};
use hostnpu_tensor::parallel;
use hostnpu_tensor::scratch::{Scratch, with_alignment};

/// Elements of a tile.
const TILE: usize = 1 << 13;

/// Columns of a tile: many where they are neighbours, or else as few as let a line of the cache be used at once.
const DENSE: usize = 256;
const APART: usize = 32;

/// Columns that are taken together where they lie.
const LINES: usize = 8;

/// Bytes of the widest element.
const WIDEST: usize = 16;

/// A planned scan.
pub(super) struct Running {
    scanner: &'static Scanner,
    /// Bytes of an element of each operand.
    sizes: SmallVec<[usize; OPERANDS]>,
    load: Steps,
    stores: [Option<Steps>; 2],
    along: Axis,
    outer: SmallVec<[Axis; 8]>,
    column: Axis,
    offsets: PerOperand,
    /// Columns of a tile.
    width: usize,
    /// True if columns are read and written where they lie.
    pub lines: bool,
    /// Bytes of a copy of the input, where an output lies over it at the addresses that the plan was made with.
    staged: usize,
}

impl Running {
    pub fn new(
        scanner: &'static Scanner,
        load: Steps,
        stores: [Option<Steps>; 2],
        along: Axis,
        mut columns: SmallVec<[Axis; 8]>,
        offsets: PerOperand,
        args: &[Arg],
    ) -> Self {
        let column = columns.pop().unwrap_or(Axis {
            extent: 1,
            strides: [0; OPERANDS],
        });
        let sizes: SmallVec<[usize; OPERANDS]> =
            args.iter().map(|arg| arg.view.dtype.bits() / 8).collect();
        let near = column.extent > 1 && column.strides[0].unsigned_abs() <= sizes[0];
        let lines = !near && along.strides[0].unsigned_abs() == sizes[0];
        Self {
            scanner,
            sizes,
            load,
            stores,
            width: column.extent.min(if near { DENSE } else { APART }),
            lines,
            along,
            outer: columns,
            column,
            offsets,
            staged: stage::bytes(args, InPlace::Allowed),
        }
    }

    /// Beginning of strip number `item` of the columns, and the number of columns in strips of `width`.
    fn start(&self, item: usize, width: usize) -> (PerOperand, usize) {
        let across = self.column.extent.div_ceil(width);
        let (mut rest, first) = (item / across, item % across * width);
        let mut offsets = self.offsets;
        let mut step = |axis: &Axis, count: usize| {
            for (offset, stride) in offsets.iter_mut().zip(axis.strides) {
                *offset += stride * count as isize;
            }
        };
        step(&self.column, first);
        for axis in self.outer.iter().rev() {
            step(axis, rest % axis.extent);
            rest /= axis.extent;
        }
        (offsets, width.min(self.column.extent - first))
    }

    /// Strips of `width` columns.
    fn items(&self, width: usize) -> usize {
        let outer = self.outer.iter().map(|axis| axis.extent).product::<usize>();
        outer * self.column.extent.div_ceil(width)
    }

    /// Computes all columns where they lie.
    fn run_lines(&self, bases: &[Region]) {
        let items = self.items(LINES);
        let per_piece = (grain::ELEMENTS / (self.along.extent * LINES)).max(1);
        // Of a scan without places the third is not used.
        let numbers = [0, 1, bases.len() - 1];
        let piece = |piece: usize| {
            for item in piece * per_piece..items.min((piece + 1) * per_piece) {
                let (offsets, columns) = self.start(item, LINES);
                (self.scanner.lines)(Lines {
                    memory: numbers.map(|k| bases[k].moved(offsets[k])),
                    along: numbers.map(|k| self.along.strides[k]),
                    across: numbers.map(|k| self.column.strides[k]),
                    length: self.along.extent,
                    columns,
                });
            }
        };
        match items.div_ceil(per_piece) {
            1 => piece(0),
            pieces => parallel::for_each_piece(pieces, piece),
        }
    }

    /// Computes strip number `item` of the columns. `buffers` are five of [`TILE`] elements of any type, and one of states.
    fn strip<'r>(&self, item: usize, bases: &[Region<'r>], buffers: [Region<'r>; 6]) {
        let (offsets, columns) = self.start(item, self.width);
        let [raw, one, two, values, places, states] = buffers;
        (self.scanner.start)(states, columns);
        let most = TILE / columns;
        for row in (0..self.along.extent).step_by(most) {
            let block = Size {
                rows: most.min(self.along.extent - row),
                columns,
            };
            let place = |k: usize| {
                let strides = Strides {
                    row: self.along.strides[k],
                    column: self.column.strides[k],
                };
                let offset = offsets[k] + self.along.strides[k] * row as isize;
                (bases[k].moved(offset), strides)
            };
            let (from, strides) = place(0);
            let mut x = from;
            if !strides.is_dense(self.sizes[0], block) {
                let to = (raw, Strides::dense(self.sizes[0], block));
                copy(self.sizes[0], (x, strides), to, block, false);
                x = raw;
            }
            (self.scanner.rows)(Tile {
                x: self.load.run_through(x, [one, two], block.count()),
                values,
                places,
                states,
                rows: block.rows,
                columns,
                first: row as i64,
            });
            for (k, (results, store)) in [values, places].into_iter().zip(&self.stores).enumerate()
            {
                let Some(steps) = store else { continue };
                let at = steps.run_through(results, [one, two], block.count());
                let size = self.sizes[k + 1];
                let from = (at, Strides::dense(size, block));
                copy(size, from, place(k + 1), block, false);
            }
        }
    }

    /// Computes all columns. Outputs share no memory with the input but element for element.
    fn run_at(&self, bases: &[Region]) -> Result<()> {
        let items = self.items(self.width);
        let per_piece = (grain::ELEMENTS / (self.along.extent * self.width)).max(1);
        let no_memory = AtomicBool::new(false);
        let tile = TILE.min(self.along.extent * self.width) * WIDEST;
        let sizes = [
            tile,
            tile,
            tile,
            tile,
            tile,
            self.width * self.scanner.state,
        ];
        let piece = |piece: usize| {
            let Some(mut memory) = HostMemory::take(&sizes) else {
                return no_memory.store(true, Ordering::Relaxed);
            };
            let buffers = memory.pieces(sizes);
            for item in piece * per_piece..items.min((piece + 1) * per_piece) {
                // Strips are different elements of the outputs.
                self.strip(item, bases, buffers);
            }
        };
        match items.div_ceil(per_piece) {
            1 => piece(0),
            pieces => parallel::for_each_piece(pieces, piece),
        }
        match no_memory.into_inner() {
            false => Ok(()),
            true => Err(Error::out_of_host_memory(HostMemory::bytes(&sizes))),
        }
    }
}

impl Plan for Running {
    fn workspace_size(&self) -> usize {
        match self.staged {
            0 => 0,
            bytes => with_alignment(bytes),
        }
    }

    fn cost(&self) -> usize {
        let others: usize = self.outer.iter().map(|axis| axis.extent).product();
        let elements = others * self.column.extent * self.along.extent;
        elements.saturating_mul(4 * self.sizes[0])
    }

    unsafe fn run(&self, args: &[Arg], addresses: &[usize], workspace: &mut [u8]) -> Result<()> {
        let scratch = Scratch::new(workspace);
        // SAFETY: the caller's promise; an input in the way of an output is copied.
        let operands = unsafe { operands(args, addresses) };
        let bases = stage::operands(args, operands, InPlace::Allowed, &scratch)?;
        if self.lines {
            self.run_lines(&bases);
            return Ok(());
        }
        self.run_at(&bases)
    }
}
