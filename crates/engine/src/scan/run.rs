//! Plans of the scan engine, and how they run.

use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicBool, Ordering};

use smallvec::SmallVec;

use super::super::block::{Size, Strides, copy};
use super::super::convert::Steps;
use super::super::reduce::{Axis, OPERANDS, PerOperand};
use super::super::stage::{self, InPlace};
use super::Scanner;
use crate::grain;
use crate::{Arg, Plan};
use hostnpu_base::error::{Error, Result};
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

/// Memory of one thread: a line of the cache each.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Line([u8; 64]);

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
    ///
    /// # Safety
    /// As for [`Running::run_at`].
    unsafe fn run_lines(&self, bases: &[usize]) {
        let items = self.items(LINES);
        let per_piece = (grain::ELEMENTS / (self.along.extent * LINES)).max(1);
        // Of a scan without places the third is not used.
        let numbers = [0, 1, bases.len() - 1];
        let piece = |piece: usize| {
            for item in piece * per_piece..items.min((piece + 1) * per_piece) {
                let (offsets, columns) = self.start(item, LINES);
                let [x, values, places] =
                    numbers.map(|k| bases[k].wrapping_add_signed(offsets[k]) as *mut u8);
                // SAFETY: the caller's promise, and types that the plan has been asked for.
                unsafe {
                    (self.scanner.lines)(Lines {
                        x,
                        values,
                        places,
                        along: numbers.map(|k| self.along.strides[k]),
                        across: numbers.map(|k| self.column.strides[k]),
                        length: self.along.extent,
                        columns,
                    });
                }
            }
        };
        match items.div_ceil(per_piece) {
            1 => piece(0),
            pieces => parallel::for_each_piece(pieces, piece),
        }
    }

    /// Computes strip number `item` of the columns.
    ///
    /// # Safety
    /// The operands at `bases` may be read and written; `buffers` are five of [`TILE`] elements of any type, and one of states.
    unsafe fn strip(&self, item: usize, bases: &[usize], buffers: [*mut u8; 6]) {
        let (offsets, columns) = self.start(item, self.width);
        let [raw, one, two, values, places, states] = buffers;
        // SAFETY: the caller's promise.
        unsafe { (self.scanner.start)(states, columns) };
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
                (bases[k].wrapping_add_signed(offset) as *mut u8, strides)
            };
            let (from, strides) = place(0);
            let mut x = from.cast_const();
            // SAFETY: the caller's promise, for the elements of this block and for tiles in each of the types that they pass through.
            unsafe {
                if !strides.is_dense(self.sizes[0], block) {
                    let to = (raw, Strides::dense(self.sizes[0], block));
                    copy(self.sizes[0], (x, strides), to, block, false);
                    x = raw;
                }
                for (step, to) in self.load.iter().zip([one, two]) {
                    step.run(x, to, block.count());
                    x = to;
                }
                let tile = Tile {
                    x,
                    values,
                    places,
                    rows: block.rows,
                    columns,
                    first: row as i64,
                };
                (self.scanner.rows)(tile, states);
                for (k, (results, store)) in
                    [values, places].into_iter().zip(&self.stores).enumerate()
                {
                    let Some(steps) = store else { continue };
                    let mut at = results;
                    for (step, to) in steps.iter().zip([one, two]) {
                        step.run(at, to, block.count());
                        at = to;
                    }
                    let size = self.sizes[k + 1];
                    let from = (at.cast_const(), Strides::dense(size, block));
                    copy(size, from, place(k + 1), block, false);
                }
            }
        }
    }

    /// # Safety
    /// The operands at `bases` may be read and written, and outputs share no memory with the input but element for element.
    unsafe fn run_at(&self, bases: &[usize]) -> Result<()> {
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
        let lines: usize = sizes.iter().map(|bytes| bytes.div_ceil(64)).sum();
        let piece = |piece: usize| {
            let mut memory: Vec<MaybeUninit<Line>> = Vec::new();
            if memory.try_reserve_exact(lines).is_err() {
                return no_memory.store(true, Ordering::Relaxed);
            }
            let mut at = memory.as_mut_ptr().cast::<u8>();
            let buffers = sizes.map(|bytes| {
                let start = at;
                at = at.wrapping_add(bytes.next_multiple_of(64));
                start
            });
            for item in piece * per_piece..items.min((piece + 1) * per_piece) {
                // SAFETY: the caller's promise; strips are different elements of the outputs.
                unsafe { self.strip(item, bases, buffers) };
            }
        };
        match items.div_ceil(per_piece) {
            1 => piece(0),
            pieces => parallel::for_each_piece(pieces, piece),
        }
        match no_memory.into_inner() {
            false => Ok(()),
            true => Err(Error::out_of_host_memory(lines * 64)),
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
        let mut scratch = Scratch::new(workspace);
        // SAFETY: the caller's promise for the operand.
        let bases = unsafe { stage::bases(args, addresses, InPlace::Allowed, &mut scratch)? };
        // SAFETY: the caller's promise; an input in the way of an output has been copied.
        unsafe {
            if self.lines {
                self.run_lines(&bases);
                return Ok(());
            }
            self.run_at(&bases)
        }
    }
}
