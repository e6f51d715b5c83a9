//! Operands of programs in memory: which rows threads may share is checked when a call is planned, every access against the elements that there are.

use std::ops::Range;

use super::super::elements::{Any, AnyMut, SharedElements};
use super::super::operands::AnyElements;
use super::{Slot, Walk};
use hostnpu_base::error::{Reason, Result};
use hostnpu_tensor::Dtype;
use hostnpu_tensor::cuts::Cut;

/// Use of an operand by a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    /// Read by every row.
    Read,
    /// Read and written by each row at elements of its own.
    Rows,
    /// Sums over rows, which threads write by columns.
    Sums,
}

/// Type, walk and use of an operand.
#[derive(Clone, Copy, Debug)]
pub(super) struct OperandUse {
    /// The type that it has for the program.
    pub dtype: Dtype,
    pub walk: Walk,
    pub access: Access,
}

/// The operands of a program. Rows that threads write share no elements.
pub(super) struct Shape {
    rows: usize,
    length: usize,
    used: Vec<OperandUse>,
}

impl Shape {
    /// Refuses operands that are written where threads would meet.
    pub fn new(rows: usize, length: usize, used: Vec<OperandUse>) -> Result<Self> {
        for (slot, OperandUse { walk, access, .. }) in used.iter().enumerate() {
            let is_apart = match access {
                Access::Read => true,
                Access::Rows => walk.has_rows_apart(rows, length),
                Access::Sums => walk.has_columns_apart(rows, length),
            };
            if !is_apart {
                let text = format!("rows of operand {slot} share elements: {walk:?}");
                return Err(Reason::Internal(text).into());
            }
        }
        Ok(Self { rows, length, used })
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Elements of a row.
    pub fn length(&self) -> usize {
        self.length
    }

    /// Use of each operand.
    pub fn used(&self) -> &[OperandUse] {
        &self.used
    }

    /// Operands in memory. Panics if there are not as many.
    pub fn bound<'a>(&'a self, operands: Vec<AnyElements<'a>>) -> ProgramOperands<'a> {
        assert_eq!(operands.len(), self.used.len());
        let each = operands.into_iter().zip(&self.used);
        let slots = each.map(|(operand, used)| match operand {
            AnyElements::Read(elements) => {
                assert_eq!(used.access, Access::Read);
                Elements::Read(elements)
            }
            AnyElements::Write(elements) => Elements::Shared(elements.into_shared()),
        });
        ProgramOperands {
            shape: self,
            slots: slots.collect(),
        }
    }
}

impl Walk {
    /// Elements from the first to behind the last of a run, and of a row.
    fn spans(self, length: usize) -> (usize, usize) {
        let run = self.run.min(length).max(1);
        let of_run = if self.near == 0 { 1 } else { run };
        let runs = length.div_ceil(run).max(1);
        let span = (runs - 1).saturating_mul(self.far).saturating_add(of_run);
        (of_run, span)
    }

    /// Returns true if rows that begin at so many different elements share none: each lies before the next one, or in the gaps between its runs.
    fn has_starts_apart(self, starts: usize, length: usize) -> bool {
        let (of_run, span) = self.spans(length);
        let all = starts.saturating_sub(1).saturating_mul(self.row);
        let is_between = of_run <= self.row && all.saturating_add(of_run) <= self.far;
        starts <= 1 || length == 0 || span <= self.row || is_between
    }

    /// Returns true if no two of so many rows share an element.
    fn has_rows_apart(self, rows: usize, length: usize) -> bool {
        rows <= 1 || (self.per == 1 && self.of >= rows && self.has_starts_apart(rows, length))
    }

    /// Returns true if no element is in two columns, whatever the row.
    fn has_columns_apart(self, rows: usize, length: usize) -> bool {
        let starts = match self.row {
            0 => 1,
            _ => rows.div_ceil(self.per.max(1)).min(self.of),
        };
        let in_row =
            length <= 1 || (self.near == 1 && (self.run >= length || self.run <= self.far));
        in_row && self.has_starts_apart(starts, length)
    }

    /// The elements of a run, counted from the first of its row.
    #[inline(always)]
    fn elements(self, start: usize, (offset, part): (usize, &Range<usize>)) -> Range<usize> {
        let count = if self.near == 0 { 1 } else { part.len() };
        start + offset..start + offset + count
    }
}

enum Elements<'a> {
    Read(Any<'a>),
    Shared(SharedElements<'a>),
}

/// The operands of a program, bound to memory.
pub(super) struct ProgramOperands<'a> {
    shape: &'a Shape,
    slots: Vec<Elements<'a>>,
}

impl<'a> ProgramOperands<'a> {
    /// Cuts the operands that rows write into parts of so many rows.
    pub fn by_rows(&mut self, rows: usize) -> RowParts<'_> {
        RowParts {
            of: self,
            rows: rows.max(1),
        }
    }

    /// Cuts an operand of sums into columns with these borders, which rise.
    pub fn by_columns<'s>(&'s mut self, slot: Slot, blocks: &'s [Range<usize>]) -> ColumnParts<'s> {
        let is_sum = self.shape.used[slot].access == Access::Sums;
        assert!(is_sum && blocks.is_sorted_by(|a, b| a.end <= b.start));
        ColumnParts {
            of: self,
            slot,
            blocks,
        }
    }
}

/// The rows of a call in parts of several rows.
pub(super) struct RowParts<'s> {
    of: &'s ProgramOperands<'s>,
    rows: usize,
}

// SAFETY: parts are of other rows, which share no element that is written: `Shape::new`.
unsafe impl<'s> Cut for RowParts<'s> {
    type Part = RowPart<'s>;

    fn pieces(&self) -> usize {
        self.of.shape.rows.div_ceil(self.rows)
    }

    unsafe fn part(&self, piece: usize) -> RowPart<'s> {
        let all = self.of.shape.rows;
        let first = all.min(piece.saturating_mul(self.rows));
        RowPart {
            of: self.of,
            rows: first..all.min(first + self.rows),
        }
    }
}

/// Some rows: all elements of what is read, and those of these rows of what is written.
pub(super) struct RowPart<'s> {
    of: &'s ProgramOperands<'s>,
    rows: Range<usize>,
}

impl RowPart<'_> {
    /// The rows.
    pub fn rows(&self) -> Range<usize> {
        self.rows.clone()
    }

    /// The first element of a row. Panics for a row of another part, and for a block that reaches past the row.
    #[inline(always)]
    fn start(&self, slot: Slot, row: usize, block: &Range<usize>) -> usize {
        let (shape, used) = (self.of.shape, &self.of.shape.used[slot]);
        assert!(self.rows.contains(&row) && block.end <= shape.length.max(1));
        assert!(used.access != Access::Sums, "sums are written by columns");
        used.walk.start(row)
    }

    /// The elements of a block of a row, if they are one run, as nearly always.
    #[inline(always)]
    fn one_run(&self, slot: Slot, row: usize, block: &Range<usize>) -> Option<Range<usize>> {
        let (walk, start) = (self.of.shape.used[slot].walk, self.start(slot, row, block));
        let is_one = block.end <= walk.run && !block.is_empty();
        is_one.then(|| walk.elements(start, (block.start * walk.near, &(0..block.len()))))
    }

    /// Returns the elements of a block of a row, if they are one run: without the steps over several, each of which moves what it finds.
    #[inline(always)]
    pub fn run(&self, slot: Slot, row: usize, block: &Range<usize>) -> Option<Any<'_>> {
        Some(self.read(slot, self.one_run(slot, row, block)?))
    }

    /// The same, to be written. Panics for an operand that is only read.
    #[inline(always)]
    pub fn run_mut(&mut self, slot: Slot, row: usize, block: &Range<usize>) -> Option<AnyMut<'_>> {
        let range = self.one_run(slot, row, block)?;
        let Elements::Shared(elements) = &self.of.slots[slot] else {
            panic!("operand {slot} is only read");
        };
        // SAFETY: elements of a row of this part, which is borrowed as long.
        Some(unsafe { elements.part_mut(range) })
    }

    /// Returns elements to be read.
    #[inline(always)]
    fn read(&self, slot: Slot, range: Range<usize>) -> Any<'_> {
        match &self.of.slots[slot] {
            Elements::Read(elements) => elements.part(range),
            // SAFETY: elements of rows of this part, by the callers, which it alone writes, and not while it is borrowed.
            Elements::Shared(elements) => unsafe { elements.part(range) },
        }
    }

    /// Returns the elements of a block of a row of an operand in runs, each with its part of the block.
    pub fn runs(
        &self,
        slot: Slot,
        row: usize,
        block: Range<usize>,
    ) -> impl Iterator<Item = (Any<'_>, Range<usize>)> {
        let (walk, start) = (self.of.shape.used[slot].walk, self.start(slot, row, &block));
        let runs = walk.runs(block);
        runs.map(move |(offset, part)| {
            let range = walk.elements(start, (offset, &part));
            (self.read(slot, range), part)
        })
    }

    /// Calls `write` with the elements of each run of a block of a row. Panics for an operand that is only read.
    pub fn write_runs(
        &mut self,
        slot: Slot,
        row: usize,
        block: Range<usize>,
        mut write: impl FnMut(AnyMut, Range<usize>),
    ) {
        let (walk, start) = (self.of.shape.used[slot].walk, self.start(slot, row, &block));
        let Elements::Shared(elements) = &self.of.slots[slot] else {
            panic!("operand {slot} is only read");
        };
        for (offset, part) in walk.runs(block) {
            let range = walk.elements(start, (offset, &part));
            // SAFETY: elements of a row of this part, which is borrowed for the call.
            write(unsafe { elements.part_mut(range) }, part);
        }
    }

    /// Returns the first run of a block of two operands, of which the second one is written.
    pub fn pair(
        &mut self,
        slots: [Slot; 2],
        row: usize,
        block: Range<usize>,
    ) -> (Any<'_>, AnyMut<'_>) {
        let [from, to] = slots.map(|slot| {
            let walk = self.of.shape.used[slot].walk;
            let start = self.start(slot, row, &block);
            let first = walk.runs(block.clone()).next();
            first.map_or(start..start, |(offset, part)| {
                walk.elements(start, (offset, &part))
            })
        });
        self.both(slots, from, to)
    }

    /// Returns elements of two operands, of which the second one is written. Panics if they are one operand, or the second is only read.
    fn both(
        &self,
        [input, output]: [Slot; 2],
        from: Range<usize>,
        to: Range<usize>,
    ) -> (Any<'_>, AnyMut<'_>) {
        assert!(input != output, "an input and an output");
        let Elements::Shared(elements) = &self.of.slots[output] else {
            panic!("operand {output} is only read");
        };
        // SAFETY: as in `write_runs`; another operand than the input shares no memory with it.
        (self.read(input, from), unsafe { elements.part_mut(to) })
    }

    /// Calls `work` with the elements of equal runs of two operands, of which the second one is written.
    pub fn each_run(
        &mut self,
        slots: [Slot; 2],
        row: usize,
        block: Range<usize>,
        mut work: impl FnMut(Any, AnyMut, Range<usize>),
    ) {
        let [from, to] = slots.map(|slot| {
            let walk = self.of.shape.used[slot].walk;
            (walk, self.start(slot, row, &block))
        });
        let runs = from.0.runs(block.clone()).zip(to.0.runs(block));
        for ((of_input, part), (of_output, _)) in runs {
            let of_input = from.0.elements(from.1, (of_input, &part));
            let of_output = to.0.elements(to.1, (of_output, &part));
            let (x, y) = self.both(slots, of_input, of_output);
            work(x, y, part);
        }
    }
}

/// An operand of sums in columns.
pub(super) struct ColumnParts<'s> {
    of: &'s ProgramOperands<'s>,
    slot: Slot,
    blocks: &'s [Range<usize>],
}

// SAFETY: parts are of other columns, which share no element: `Shape::new`.
unsafe impl<'s> Cut for ColumnParts<'s> {
    type Part = ColumnPart<'s>;

    fn pieces(&self) -> usize {
        self.blocks.len()
    }

    unsafe fn part(&self, piece: usize) -> ColumnPart<'s> {
        ColumnPart {
            of: self.of,
            slot: self.slot,
            block: self.blocks[piece].clone(),
        }
    }
}

/// Some columns of an operand of sums.
pub(super) struct ColumnPart<'s> {
    of: &'s ProgramOperands<'s>,
    slot: Slot,
    block: Range<usize>,
}

impl ColumnPart<'_> {
    /// The columns.
    pub fn block(&self) -> Range<usize> {
        self.block.clone()
    }

    /// Calls `write` with the elements of each run of these columns of a row.
    pub fn write_runs(&mut self, row: usize, mut write: impl FnMut(AnyMut, Range<usize>)) {
        let shape = self.of.shape;
        // Sums over no rows are written as well: those of the first one.
        assert!(row < shape.rows.max(1) && self.block.end <= shape.length);
        let walk = shape.used[self.slot].walk;
        let Elements::Shared(elements) = &self.of.slots[self.slot] else {
            return;
        };
        let start = walk.start(row);
        for (offset, part) in walk.runs(self.block.clone()) {
            let range = walk.elements(start, (offset, &part));
            // SAFETY: elements of columns of this part, which is borrowed for the call.
            write(unsafe { elements.part_mut(range) }, part);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(rows: usize, length: usize, walk: Walk, access: Access) -> Result<Shape> {
        let dtype = Dtype::F32;
        Shape::new(
            rows,
            length,
            vec![OperandUse {
                dtype,
                walk,
                access,
            }],
        )
    }

    /// Returns true if rows share elements, found out from the elements themselves.
    fn meet(rows: usize, length: usize, walk: Walk, by_columns: bool) -> bool {
        let mut owners = std::collections::HashMap::new();
        let mut found = false;
        for row in 0..rows {
            for k in 0..length {
                let element = walk.start(row) + k / walk.run * walk.far + k % walk.run * walk.near;
                let own = if by_columns { k } else { row };
                found |= *owners.entry(element).or_insert(own) != own;
            }
        }
        found
    }

    #[test]
    fn rows_that_are_written_may_not_meet() {
        let walks = [
            Walk::rows(6),
            Walk::rows(5),
            Walk::per_row(),
            Walk::columns(),
            Walk::shared(2, 6),
            Walk::rows(6).repeated(2),
            Walk {
                row: 2,
                ..Walk::rows(0).in_runs(2, 8)
            },
            Walk {
                row: 2,
                ..Walk::rows(0).in_runs(2, 7)
            },
            Walk {
                row: 1,
                ..Walk::per_row().in_runs(3, 4)
            },
        ];
        let (mut refused, mut taken) = (0, 0);
        for (rows, length) in [(1, 6), (4, 6), (3, 5), (2, 1), (4, 0), (0, 6)] {
            for walk in walks {
                for (access, by_columns) in [(Access::Rows, false), (Access::Sums, true)] {
                    let is_taken = shape(rows, length, walk, access).is_ok();
                    let meets = meet(rows, length, walk, by_columns);
                    // Planning may refuse more than what meets, never less.
                    assert!(!(is_taken && meets), "{rows} {length} {walk:?} {access:?}");
                    refused += usize::from(meets);
                    taken += usize::from(is_taken);
                }
            }
        }
        assert!(refused > 10 && taken > 30, "{refused} {taken}");
        assert!(
            shape(
                4,
                6,
                Walk {
                    row: 2,
                    ..Walk::rows(0).in_runs(2, 8)
                },
                Access::Rows
            )
            .is_ok()
        );
        assert!(shape(4, 6, Walk::columns(), Access::Sums).is_ok());
        assert!(shape(4, 6, Walk::columns(), Access::Read).is_ok());
    }
}
