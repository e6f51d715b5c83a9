//! Copies of the triangle of matrices on one side of a diagonal, with zeros on the other side.

use super::tile::read_only;
use hostnpu_kernels::memory::Region;
use smallvec::SmallVec;

use super::block::{Size, Strides, copy};
use crate::Arg;
use crate::grain;
use hostnpu_base::error::{Reason, Result};
use hostnpu_tensor::streaming;

/// Elements of a matrix that are kept: those of column `j` and row `i` with `j - i` at least, or at most, the number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// On the diagonal of this number and above.
    Upper(i64),
    /// On the diagonal of this number and below.
    Lower(i64),
}

impl Keep {
    /// Returns true if it keeps all, or nothing, where `j - i` runs from `low` to `high`.
    fn decide(self, low: i64, high: i64) -> Option<bool> {
        let (all, some) = match self {
            Self::Upper(diagonal) => (low >= diagonal, high >= diagonal),
            Self::Lower(diagonal) => (high <= diagonal, low <= diagonal),
        };
        (all || !some).then_some(all)
    }

    /// The columns from `first` to `end` of row `row` that it keeps.
    fn columns(self, row: i64, first: i64, end: i64) -> std::ops::Range<i64> {
        match self {
            Self::Upper(diagonal) => row.saturating_add(diagonal).clamp(first, end)..end,
            Self::Lower(diagonal) => {
                first
                    ..row
                        .saturating_add(diagonal)
                        .saturating_add(1)
                        .clamp(first, end)
            }
        }
    }
}

/// Bytes of zeros that rows are filled from.
const ROW: usize = 4096;

#[repr(align(64))]
struct Zeros([u8; ROW]);

static ZEROS: Zeros = Zeros([0; ROW]);

/// Distances between the matrices, rows and columns of one operand, in bytes.
struct Side {
    offset: isize,
    strides: Strides,
    /// Of the dimensions before the last two.
    outer: SmallVec<[isize; 6]>,
}

impl Side {
    fn new(arg: &Arg, size: usize) -> Self {
        let layout = &arg.view.layout;
        let bytes = |elements: i64| (elements as isize).wrapping_mul(size as isize);
        let (outer, last) = layout.strides().split_at(layout.rank() - 2);
        Self {
            offset: bytes(layout.offset()),
            strides: Strides {
                row: bytes(last[0]),
                column: bytes(last[1]),
            },
            outer: outer.iter().map(|&stride| bytes(stride)).collect(),
        }
    }
}

/// The plan of such a copy.
pub(super) struct Triangle {
    keep: Keep,
    size: usize,
    outer: SmallVec<[usize; 6]>,
    rows: usize,
    columns: usize,
    /// Rows and columns of a block.
    block: (usize, usize),
    per_piece: usize,
    blocks: usize,
    from: Side,
    to: Side,
    in_place: bool,
    past_caches: bool,
}

impl Triangle {
    /// Plans a copy as a part of a call that writes `all` bytes.
    pub fn new(input: &Arg, keep: Keep, output: &Arg, all: usize) -> Result<Self> {
        let (from, to) = (&input.view, &output.view);
        let shape = to.layout.shape();
        if from.layout.shape() != shape || from.dtype != to.dtype || shape.len() < 2 {
            return Err(Reason::Internal("a triangle of different tensors".into()).into());
        }
        let size = to.dtype.bits() / 8;
        let (outer, last) = shape.split_at(shape.len() - 2);
        let (rows, columns) = (last[0] as usize, last[1] as usize);
        let (source, target) = (Side::new(input, size), Side::new(output, size));
        let along_rows = [&source, &target]
            .iter()
            .all(|side| side.strides.column == size as isize);
        let block = match along_rows {
            true => (16, ROW / size),
            false => (64, 64.min(ROW / size)),
        };
        let block = (block.0.min(rows), block.1.min(columns));
        let matrices: usize = outer.iter().map(|&extent| extent as usize).product();
        Ok(Self {
            keep,
            size,
            outer: outer.iter().map(|&extent| extent as usize).collect(),
            rows,
            columns,
            block,
            per_piece: (grain::MOVED_BYTES / (block.0 * block.1 * size)).max(1),
            blocks: matrices * rows.div_ceil(block.0) * columns.div_ceil(block.1),
            from: source,
            to: target,
            in_place: from.layout == to.layout,
            past_caches: along_rows && all >= streaming::LARGE,
        })
    }

    /// Returns true if each element is written where it is read, if the addresses are equal.
    pub fn is_in_place(&self) -> bool {
        self.in_place
    }

    pub fn pieces(&self) -> usize {
        self.blocks.div_ceil(self.per_piece)
    }

    pub fn cost(&self) -> usize {
        let block = self.block.0 * self.block.1 * self.size;
        self.blocks.saturating_mul(2 * block)
    }

    /// Runs one piece. The matrices share no memory, unless the addresses are equal and it is in place.
    pub fn piece(&self, piece: usize, from: Region, to: Region) {
        let first = piece * self.per_piece;
        for number in first..self.blocks.min(first + self.per_piece) {
            self.one(number, from, to);
        }
        if self.past_caches {
            streaming::order();
        }
    }

    fn one(&self, number: usize, from: Region, to: Region) {
        let across = self.columns.div_ceil(self.block.1);
        let down = self.rows.div_ceil(self.block.0);
        let column = number % across * self.block.1;
        let row = number / across % down * self.block.0;
        let mut matrix = number / across / down;
        let (mut source, mut target) = (self.from.offset, self.to.offset);
        for (k, &extent) in self.outer.iter().enumerate().rev() {
            let index = (matrix % extent) as isize;
            source += index * self.from.outer[k];
            target += index * self.to.outer[k];
            matrix /= extent;
        }
        let size = Size {
            rows: self.block.0.min(self.rows - row),
            columns: self.block.1.min(self.columns - column),
        };
        let in_place = self.in_place && from.address() == to.address();
        let part = |rows: (usize, usize), columns: (usize, usize), kept: bool| {
            if kept && in_place || columns.0 == columns.1 {
                return;
            }
            let at = |side: &Side, offset: isize| {
                let (row, column) = (rows.0 as isize, columns.0 as isize);
                offset + row * side.strides.row + column * side.strides.column
            };
            let source = match kept {
                true => (from.moved(at(&self.from, source)), self.from.strides),
                false => (
                    read_only(&ZEROS.0),
                    Strides {
                        row: 0,
                        column: self.size as isize,
                    },
                ),
            };
            let target = (to.moved(at(&self.to, target)), self.to.strides);
            let size = Size {
                rows: rows.1 - rows.0,
                columns: columns.1 - columns.0,
            };
            // A block has no more columns than there are zeros.
            copy(self.size, source, target, size, self.past_caches);
        };
        let (rows, columns) = ((row, row + size.rows), (column, column + size.columns));
        let (low, high) = (
            columns.0 as i64 - (rows.1 as i64 - 1),
            columns.1 as i64 - 1 - rows.0 as i64,
        );
        if let Some(kept) = self.keep.decide(low, high) {
            return part(rows, columns, kept);
        }
        for row in rows.0..rows.1 {
            let kept = self
                .keep
                .columns(row as i64, columns.0 as i64, columns.1 as i64);
            let (start, end) = (kept.start as usize, kept.end as usize);
            part((row, row + 1), (columns.0, start), false);
            part((row, row + 1), (start, end), true);
            part((row, row + 1), (end, columns.1), false);
        }
    }
}
