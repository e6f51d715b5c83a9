//! The rows engine: softmax, normalisations, and what else computes a row of elements from statistics of the same row.
//!
//! A [`Program`] is called for each row. It loads blocks of the operands as doubles into tiles, computes with the functions of
//! `kernels::rows`, and stores what it computed, rounded once. Where an element of a row lies in an operand is a [`Walk`]: a row may be
//! dense, or runs at equal distances, such as a channel of a batch; and one number may serve a row, a channel or a column. Operands are dense
//! (`engine/dense.rs`), of any strides by a copy. A program may also add to sums over rows: they are kept by chunks of rows, whose size
//! depends on the operands only, and joined in order, so that neither threads nor instruction sets change a bit.

mod run;

use std::ops::Range;

use super::dense::{self, Operand};
use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_kernels::reduce::BLOCK;
use hostnpu_tensor::Dtype;

pub use run::{FloatRow, Row};

/// Where the elements of rows lie in a dense operand: element `k` of row `r` is number
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

    /// The number of the first element of a row.
    fn start(&self, row: usize) -> usize {
        row / self.per % self.of * self.row
    }

    /// The runs of a block: for each the number of its first element, counted from the row's first, and its part of the block.
    fn runs(self, block: Range<usize>) -> impl Iterator<Item = (usize, Range<usize>)> {
        let mut k = block.start;
        std::iter::from_fn(move || {
            (k < block.end).then(|| {
                let (number, inside) = (k / self.run, k % self.run);
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

/// What is computed of each row.
pub trait Program: Send + Sync + 'static {
    /// Tiles that it takes beside those of its operands, which come before them.
    fn tiles(&self) -> usize {
        0
    }

    /// Computes one row.
    fn row(&self, row: &mut Row);
}

/// How an operand is used.
#[derive(Clone, Copy, Debug)]
struct Used {
    /// The type that it has for the program.
    dtype: Dtype,
    walk: Walk,
}

/// A sum over rows: the operand that it is written to.
#[derive(Clone, Copy, Debug)]
struct Summed {
    slot: Slot,
}

/// The operands of a call.
pub struct Operands {
    rows: usize,
    length: usize,
    used: Vec<Used>,
    sums: Vec<Summed>,
    operands: Vec<Operand>,
}

impl Operands {
    /// Begins a call over so many rows of so many elements.
    pub fn new(rows: usize, length: usize) -> Self {
        Self {
            rows,
            length,
            used: Vec::new(),
            sums: Vec::new(),
            operands: Vec::new(),
        }
    }

    fn add(&mut self, dtype: Dtype, walk: Walk, operand: Operand) -> Slot {
        self.used.push(Used { dtype, walk });
        self.operands.push(operand);
        self.used.len() - 1
    }

    /// Adds an input.
    pub fn read(&mut self, arg: Arg, walk: Walk) -> Slot {
        let dtype = loaded_as(arg.view.dtype);
        self.add(dtype, walk, Operand::read(arg, dtype))
    }

    /// Adds an input that is converted to `dtype` first.
    pub fn read_in(&mut self, arg: Arg, dtype: Dtype, walk: Walk) -> Slot {
        self.add(dtype, walk, Operand::read(arg, dtype))
    }

    /// Adds an input that broadcasts to a shape.
    pub fn read_as(&mut self, arg: Arg, shape: &[i64], walk: Walk) -> Slot {
        let dtype = loaded_as(arg.view.dtype);
        self.add(dtype, walk, Operand::read_as(arg, dtype, shape))
    }

    /// Adds an output, rounded to `dtype` before it is converted to its own type.
    pub fn write(&mut self, arg: Arg, dtype: Dtype, walk: Walk) -> Slot {
        self.add(dtype, walk, Operand::write(arg, dtype))
    }

    /// Adds a tensor that is read and written.
    pub fn update(&mut self, arg: Arg, walk: Walk) -> Slot {
        let dtype = loaded_as(arg.view.dtype);
        self.add(dtype, walk, Operand::update(arg, dtype))
    }

    /// Adds an output that is a sum over rows: see [`Row::add_to`].
    pub fn sum(&mut self, arg: Arg, walk: Walk) -> Slot {
        let dtype = loaded_as(arg.view.dtype);
        let slot = self.write(arg, dtype, walk);
        self.sums.push(Summed { slot });
        slot
    }

    /// Plans a program over these operands.
    pub fn run(self, program: impl Program) -> Result<Call> {
        self.run_any(Box::new(program))
    }

    fn run_any(self, program: Box<dyn Program>) -> Result<Call> {
        let (kernel, operands) = self.planned(program);
        dense::plan(kernel, operands)
    }

    fn planned(self, program: Box<dyn Program>) -> (run::Rows, Vec<Operand>) {
        let kernel = run::Rows {
            program,
            rows: self.rows,
            length: self.length,
            used: self.used,
            sums: self.sums,
        };
        (kernel, self.operands)
    }
}

/// Plans several programs as one call, each over operands of its own. All inputs are as they were before the first one.
pub fn several(programs: Vec<(Operands, Box<dyn Program>)>) -> Result<Call> {
    let (mut kernels, mut all) = (Vec::new(), Vec::new());
    for (operands, program) in programs {
        let (kernel, operands) = operands.planned(program);
        kernels.push((kernel, operands.len()));
        all.extend(operands);
    }
    dense::plan(run::Several(kernels), all)
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
