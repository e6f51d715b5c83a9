//! Tables of blocks: the block that holds each run of rows of a sequence.

#![forbid(unsafe_code)]

use crate::Arg;
use crate::operands::{ReadIndices, operands};
use hostnpu_base::error::{Error, Result};
use hostnpu_kernels::index::IndexSlice;

/// The block that holds some rows of a sequence.
#[derive(Clone, Debug)]
pub struct Pages {
    /// Numbers of blocks: sequences by places.
    pub table: Arg,
    /// Places of a sequence in the table.
    pub places: usize,
    /// Rows of a block.
    pub size: usize,
    /// Blocks that there are.
    pub blocks: usize,
}

operands! {
    /// The table of [`Pages`].
    pub(super) struct PagesIn => PagesAt {
        table: ReadIndices<i32>,
    }
}

impl From<Pages> for PagesIn {
    fn from(of: Pages) -> Self {
        Self {
            table: of.table.into(),
        }
    }
}

/// A table of blocks while a kernel runs.
#[derive(Clone, Copy)]
pub(super) struct Table<'a> {
    pub table: IndexSlice<'a, i32>,
    pub places: usize,
    pub size: usize,
    pub blocks: usize,
}

impl Table<'_> {
    /// Refuses numbers of blocks that are needed, and not there.
    pub fn check(&self, name: &'static str, number: usize, rows: usize) -> Result<()> {
        let needed = rows.div_ceil(self.size.max(1));
        let first = number * self.places;
        let own = self.table.part(first..first + needed);
        match own.outside(self.blocks) {
            None => Ok(()),
            Some((place, block)) => Err(self.no_block(name, [number, place], block)),
        }
    }

    /// Refuses the number of the block of one row, if it is not there.
    pub fn check_row(&self, name: &'static str, number: usize, row: usize) -> Result<()> {
        let at = row / self.size.max(1);
        let place = number * self.places + at;
        match self.table.position(place, self.blocks) {
            Some(_) => Ok(()),
            None => Err(self.no_block(name, [number, at], self.table.get(place))),
        }
    }

    /// The error of the number of a block that is not there.
    fn no_block(&self, name: &'static str, at: [usize; 2], block: i64) -> Error {
        Error::index(name, &at, block, self.blocks as i64, false)
    }

    /// The block and the row in it that a row of a sequence is; nothing if its number is outside by now.
    pub fn find(&self, number: usize, row: usize) -> Option<(usize, usize)> {
        let place = number * self.places + row / self.size;
        let block = self.table.position(place, self.blocks)?;
        Some((block, row % self.size))
    }
}
