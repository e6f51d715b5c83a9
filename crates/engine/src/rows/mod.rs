//! The rows engine: softmax, normalisations, and what else computes a row of elements from statistics of the same row.
//!
//! A [`Program`] is called for each row. It loads blocks of the operands as doubles into tiles, computes with the functions of
//! `kernels::rows`, and stores what it computed, rounded once. Where an element of a row lies in an operand is a [`Walk`]: a row may be
//! dense, or runs at equal distances, such as a channel of a batch; and one number may serve a row, a channel or a column. Operands are dense
//! and typed (`engine/operands`), of any strides by a copy; threads take rows that share no element that is written (`memory.rs`). A program may also add to sums over rows: they are kept by chunks of rows, whose size
//! depends on the operands only, and joined in order, so that neither threads nor instruction sets change a bit.

mod memory;
mod run;

use std::ops::Range;

use super::operands::{AnyOperand, kernel};
use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_kernels::reduce::BLOCK;
use hostnpu_tensor::Dtype;

use memory::{Access, OperandUse, Shape};
pub use run::{FloatRow, FloatWork, Row};

/// Places of the elements of rows in a dense operand: element `k` of row `r` is number
/// `r / per % of * row + k / run * far + k % run * near`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walk {
    /// Rows that share their elements, one behind the other.
    pub per: usize,
    /// Rows after which they repeat.
    pub of: usize,
    /// Elements from a row to the next.
    pub row: usize,
    /// Elements of a run.
    pub run: usize,
    /// Elements from a run to the next.
    pub far: usize,
    /// Elements from one of a run to the next: 1, or 0 where one serves the whole run.
    pub near: usize,
}

impl Walk {
    /// Dense rows of so many elements.
    pub const fn rows(length: usize) -> Self {
        Self {
            row: length,
            near: 1,
            ..Self::per_row()
        }
    }

    /// One number for each row.
    pub const fn per_row() -> Self {
        Self {
            per: 1,
            of: usize::MAX,
            row: 1,
            run: usize::MAX,
            far: 0,
            near: 0,
        }
    }

    /// One number for each element of a row, the same for all rows.
    pub const fn columns() -> Self {
        Self {
            row: 0,
            near: 1,
            ..Self::per_row()
        }
    }

    /// A row of numbers for `per` rows, one behind the other.
    pub const fn shared(per: usize, length: usize) -> Self {
        Self {
            per,
            ..Self::rows(length)
        }
    }

    /// Rows that repeat after `of` rows.
    pub const fn repeated(self, of: usize) -> Self {
        Self { of, ..self }
    }

    /// Runs of `run` elements, each `far` elements behind the one before.
    pub const fn in_runs(self, run: usize, far: usize) -> Self {
        Self { run, far, ..self }
    }

    /// The number of the first element of a row. Nearly always no row shares its elements: divisions take long.
    #[inline]
    fn start(&self, row: usize) -> usize {
        let row = if self.per == 1 { row } else { row / self.per };
        let row = if row < self.of { row } else { row % self.of };
        row * self.row
    }

    /// The runs of a block: for each the number of its first element, counted from the row's first, and its part of the block.
    fn runs(self, block: Range<usize>) -> impl Iterator<Item = (usize, Range<usize>)> {
        let mut k = block.start;
        std::iter::from_fn(move || {
            (k < block.end).then(|| {
                // Nearly always a row is one run.
                let (number, inside) = match k < self.run {
                    true => (0, k),
                    false => (k / self.run, k % self.run),
                };
                let end = block.end.min(k.saturating_add(self.run - inside));
                let part = k - block.start..end - block.start;
                k = end;
                (number * self.far + inside * self.near, part)
            })
        })
    }
}

/// The number of an operand, and of the tile that it is loaded into.
pub type Slot = usize;

/// A computation of each row.
pub trait Program: Send + Sync + 'static {
    /// Tiles that it takes beside those of its operands, which come before them.
    fn tiles(&self) -> usize {
        0
    }

    /// Computes one row.
    fn row(&self, row: &mut Row);
}

/// Operands of most calls.
const OPERANDS: usize = 8;

/// The operands of a call.
pub struct Operands {
    rows: usize,
    length: usize,
    used: Vec<OperandUse>,
    operands: Vec<AnyOperand>,
}

impl Operands {
    /// Begins a call over so many rows of so many elements.
    pub fn new(rows: usize, length: usize) -> Self {
        Self {
            rows,
            length,
            used: Vec::with_capacity(OPERANDS),
            operands: Vec::with_capacity(OPERANDS),
        }
    }

    fn add(&mut self, dtype: Dtype, walk: Walk, operand: AnyOperand) -> Slot {
        let access = match operand.writes() {
            true => Access::Rows,
            false => Access::Read,
        };
        self.used.push(OperandUse {
            dtype,
            walk,
            access,
        });
        self.operands.push(operand);
        self.used.len() - 1
    }

    /// Adds an input.
    pub fn read(&mut self, arg: Arg, walk: Walk) -> Slot {
        let dtype = loaded_as(arg.view.dtype);
        self.add(dtype, walk, AnyOperand::read(arg, dtype))
    }

    /// Adds an input that is converted to `dtype` first.
    pub fn read_in(&mut self, arg: Arg, dtype: Dtype, walk: Walk) -> Slot {
        self.add(dtype, walk, AnyOperand::read(arg, dtype))
    }

    /// Adds an input that broadcasts to a shape.
    pub fn read_as(&mut self, arg: Arg, shape: &[i64], walk: Walk) -> Slot {
        let dtype = loaded_as(arg.view.dtype);
        self.add(dtype, walk, AnyOperand::broadcast(arg, dtype, shape))
    }

    /// Adds an output, rounded to `dtype` before it is converted to its own type.
    pub fn write(&mut self, arg: Arg, dtype: Dtype, walk: Walk) -> Slot {
        self.add(dtype, walk, AnyOperand::write(arg, dtype))
    }

    /// Adds a tensor that is read and written.
    pub fn update(&mut self, arg: Arg, walk: Walk) -> Slot {
        let dtype = loaded_as(arg.view.dtype);
        self.add(dtype, walk, AnyOperand::update(arg, dtype))
    }

    /// Adds an output that is a sum over rows: see [`Row::add_to`].
    pub fn sum(&mut self, arg: Arg, walk: Walk) -> Slot {
        let dtype = loaded_as(arg.view.dtype);
        let slot = self.write(arg, dtype, walk);
        self.used[slot].access = Access::Sums;
        slot
    }

    /// Plans a program over these operands.
    pub fn run(self, program: impl Program) -> Result<Call> {
        self.run_any(Box::new(program))
    }

    fn run_any(self, program: Box<dyn Program>) -> Result<Call> {
        let (rows, operands) = self.planned(program)?;
        let cost = rows.cost();
        kernel(operands, cost, move |at: run::RowOperandsAt| rows.run(at))
    }

    fn planned(self, program: Box<dyn Program>) -> Result<(run::Rows, run::RowOperands)> {
        let shape = Shape::new(self.rows, self.length, self.used)?;
        let rows = run::Rows::new(program, shape);
        let operands = rows.operands(self.operands);
        Ok((rows, operands))
    }
}

/// Plans several programs as one call, each over operands of its own. All inputs are as they were before the first one.
pub fn several(programs: Vec<(Operands, Box<dyn Program>)>) -> Result<Call> {
    let planned = programs
        .into_iter()
        .map(|(operands, program)| operands.planned(program));
    let planned: Vec<_> = planned.collect::<Result<_>>()?;
    let (rows, operands): (Vec<_>, Vec<_>) = planned.into_iter().unzip();
    let cost = rows.iter().map(run::Rows::cost);
    let cost = cost.fold(0, usize::saturating_add);
    kernel(operands, cost, move |at: Vec<run::RowOperandsAt>| {
        let each = rows.iter().zip(at);
        each.into_iter().try_for_each(|(rows, at)| rows.run(at))
    })
}

/// The type in which elements are loaded and stored: their own, where there are loops for it.
fn loaded_as(dtype: Dtype) -> Dtype {
    match dtype {
        Dtype::F32 | Dtype::F16 | Dtype::Bf16 | Dtype::F64 | Dtype::Bool | Dtype::I32 => dtype,
        _ => Dtype::F64,
    }
}

/// The blocks of a row.
fn blocks(length: usize) -> impl Iterator<Item = Range<usize>> {
    (0..length.div_ceil(BLOCK)).map(move |block| block * BLOCK..length.min((block + 1) * BLOCK))
}
