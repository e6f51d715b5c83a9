//! Keys that each sequence of queries lists for itself, by numbers that are read when the kernel runs.

#![forbid(unsafe_code)]

use std::fmt::Debug;
use std::ops::Range;
use std::sync::Arc;

use super::pages::{Pages, Table};
use super::source::Source;
use crate::Arg;
use hostnpu_base::error::{Error, Result};
use hostnpu_kernels::index::IndexSlice;

/// The keys of sequences, each of which lists its own, or sees a range of them.
#[derive(Clone, Debug)]
pub struct Selection {
    /// Numbers that say which keys they are.
    pub numbers: Vec<Arg>,
    /// The most keys that a sequence has.
    pub most: usize,
    /// The most keys that a sequence lists one by one.
    pub listed: usize,
    /// The meaning of the numbers.
    pub rule: Arc<dyn Rule>,
    /// Tensors of further keys, if sequences have some of both.
    pub further: Option<Further>,
}

impl Selection {
    /// Calls a function with each tensor.
    pub(super) fn for_each(&mut self, each: &mut dyn FnMut(&mut Arg)) {
        self.numbers.iter_mut().for_each(&mut *each);
        if let Some(of) = &mut self.further {
            of.key.for_each(each);
            of.value.for_each(each);
            of.pages.iter_mut().for_each(|of| each(&mut of.table));
        }
    }
}

/// Tensors of further keys.
#[derive(Clone, Debug)]
pub struct Further {
    /// Keys, with elements as the others.
    pub key: Source,
    /// Values, with elements as the others.
    pub value: Source,
    /// Table of the blocks of keys and values, if they are in blocks.
    pub pages: Option<Pages>,
}

/// The meaning of the numbers of a [`Selection`].
pub trait Rule: Send + Sync + Debug {
    /// Lists the keys of every sequence, one after the other.
    fn list(&self, numbers: &[IndexSlice<'_, i32>], to: &mut Lists<'_>) -> Result<()>;
}

/// The place of the keys of a sequence.
#[derive(Clone, Copy, Debug, Default)]
pub struct Place {
    /// The entry of the batch, or the row of the table of blocks.
    pub batch: usize,
    /// The head of keys.
    pub head: usize,
    /// The row of the tensor that key 0 is.
    pub first: usize,
}

/// Keys of a sequence that lie in the same tensors.
#[derive(Clone, Copy, Default)]
struct Run {
    place: Place,
    /// The first key of a range, or the place of the first one in the list of the sequence.
    start: usize,
    count: usize,
    is_listed: bool,
}

/// A key of a sequence.
#[derive(Clone, Copy)]
pub(super) struct Key {
    /// Its tensors: 0, or 1 of the second ones.
    pub part: usize,
    /// The place of the keys of the sequence in them.
    pub place: Place,
    /// The key.
    pub row: usize,
    /// Its number in the list, if places are kept; of a range, the key.
    pub column: usize,
}

/// Lists of keys that are made.
pub struct Lists<'a> {
    keys: &'a mut [u32],
    /// Places of keys in the lists that they come from; empty unless the caller wants them.
    columns: &'a mut [u32],
    listed: usize,
    /// Runs of keys of the first tensors and of the second ones.
    sequences: Vec<[Run; 2]>,
    part: usize,
}

impl<'a> Lists<'a> {
    /// In memory of `listed` numbers for each sequence.
    pub(super) fn new(keys: &'a mut [u32], columns: &'a mut [u32], listed: usize) -> Self {
        Self {
            keys,
            columns,
            listed,
            sequences: Vec::new(),
            part: 0,
        }
    }

    /// Begins the next sequence.
    pub fn next(&mut self) {
        self.sequences.push(Default::default());
    }

    /// Keys that follow lie in the first tensors (part 0) or the second ones (1). Those of part 1 follow those of part 0.
    pub fn begin(&mut self, part: usize, place: Place) {
        self.part = part;
        if let Some(runs) = self.sequences.last_mut() {
            let before = runs[0].count * usize::from(runs[0].is_listed && part == 1);
            runs[part] = Run {
                place,
                start: before,
                count: 0,
                is_listed: true,
            };
        }
    }

    /// Adds keys to the list, all of them of one place in the list that they come from; what is more than there is room for is left out.
    pub fn add(&mut self, keys: Range<usize>, column: usize) {
        let number = self.sequences.len().saturating_sub(1);
        let Some(runs) = self.sequences.last_mut() else {
            return;
        };
        let run = &mut runs[self.part];
        let first = number * self.listed + run.start + run.count;
        let end = (number + 1) * self.listed;
        for (to, key) in (first..end).zip(keys) {
            self.keys[to] = key as u32;
            if let Some(own) = self.columns.get_mut(to) {
                *own = column as u32;
            }
            run.count += 1;
        }
    }

    /// Gives the sequence a range of keys.
    pub fn range(&mut self, keys: Range<usize>) {
        if let Some(runs) = self.sequences.last_mut() {
            let run = &mut runs[self.part];
            (run.start, run.count, run.is_listed) = (keys.start, keys.len(), false);
        }
    }

    pub(super) fn finish(self) -> Chosen<'a> {
        Chosen {
            keys: self.keys,
            columns: self.columns,
            listed: self.listed,
            sequences: self.sequences,
        }
    }
}

/// Lists of keys while a kernel runs.
pub(super) struct Chosen<'a> {
    keys: &'a [u32],
    columns: &'a [u32],
    listed: usize,
    sequences: Vec<[Run; 2]>,
}

impl Chosen<'_> {
    /// Number of keys of each sequence.
    pub fn counts(&self) -> impl Iterator<Item = usize> {
        self.sequences
            .iter()
            .map(|[first, second]| first.count + second.count)
    }

    /// Number of keys of a sequence.
    pub fn count(&self, number: usize) -> usize {
        self.sequences[number].iter().map(|run| run.count).sum()
    }

    /// A key of a sequence.
    pub fn find(&self, number: usize, at: usize) -> Key {
        let runs = &self.sequences[number];
        let part = usize::from(at >= runs[0].count);
        let run = &runs[part];
        let at = at - runs[0].count * part;
        assert!(at < run.count, "a key that is not listed");
        let listed = number * self.listed + run.start + at;
        let (row, column) = match run.is_listed {
            true => {
                let column = self.columns.get(listed).copied().unwrap_or_default();
                (self.keys[listed] as usize, column as usize)
            }
            false => (run.start + at, run.start + at),
        };
        Key {
            part,
            place: run.place,
            row,
            column,
        }
    }

    /// Refuses numbers of blocks that keys of some tensors need, and that are not there.
    pub fn check(&self, part: usize, name: &'static str, table: &Table) -> Result<()> {
        for (number, runs) in self.sequences.iter().enumerate() {
            let run = &runs[part];
            let before = runs[0].count * part;
            // Of a range one key of each block.
            let step = if run.is_listed { 1 } else { table.size.max(1) };
            let steps = (0..run.count).step_by(step);
            for at in steps.chain(run.count.checked_sub(1)) {
                let row = self.find(number, before + at).row;
                table.check_row(name, run.place.batch, row)?;
            }
        }
        Ok(())
    }
}

/// The error of a rule whose lists do not fit the sequences.
pub(super) fn other_count(got: usize, wanted: usize) -> Error {
    let text = format!("{got} lists of keys for {wanted} sequences");
    hostnpu_base::error::Reason::Internal(text).into()
}
