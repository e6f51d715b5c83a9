//! Keys that each sequence of queries lists for itself, by numbers that are read when the kernel runs.

#![forbid(unsafe_code)]

use std::fmt::Debug;
use std::sync::Arc;

use super::source::Table;
use crate::Arg;
use hostnpu_base::error::{Error, Result};
use hostnpu_kernels::index::IndexSlice;

/// The keys of sequences, each of which lists its own.
#[derive(Clone, Debug)]
pub struct Selection {
    /// Numbers that say which keys they are.
    pub numbers: Vec<Arg>,
    /// The most keys that a sequence lists.
    pub most: usize,
    /// The meaning of the numbers.
    pub rule: Arc<dyn Rule>,
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

/// Lists of keys that are made.
pub struct Lists<'a> {
    keys: &'a mut [u32],
    most: usize,
    sequences: Vec<(Place, usize)>,
}

impl<'a> Lists<'a> {
    /// In memory of `most` numbers for each sequence.
    pub(super) fn new(keys: &'a mut [u32], most: usize) -> Self {
        Self {
            keys,
            most,
            sequences: Vec::new(),
        }
    }

    /// Begins the list of the next sequence.
    pub fn next(&mut self, place: Place) {
        self.sequences.push((place, 0));
    }

    /// Adds keys to the list; what is more than there is room for is left out.
    pub fn add(&mut self, keys: std::ops::Range<usize>) {
        let number = self.sequences.len().saturating_sub(1);
        let Some((_, count)) = self.sequences.last_mut() else {
            return;
        };
        let own = &mut self.keys[number * self.most..][..self.most];
        for (to, key) in own[*count..].iter_mut().zip(keys) {
            *to = key as u32;
            *count += 1;
        }
    }

    pub(super) fn finish(self) -> Chosen<'a> {
        Chosen {
            keys: self.keys,
            most: self.most,
            sequences: self.sequences,
        }
    }
}

/// Lists of keys while a kernel runs.
pub(super) struct Chosen<'a> {
    keys: &'a [u32],
    most: usize,
    sequences: Vec<(Place, usize)>,
}

impl Chosen<'_> {
    /// Number of keys that each sequence lists.
    pub fn counts(&self) -> impl Iterator<Item = usize> {
        self.sequences.iter().map(|&(_, count)| count)
    }

    /// The place of the keys of a sequence, and the key at a place of its list.
    pub fn find(&self, number: usize, at: usize) -> (Place, usize) {
        let (place, count) = self.sequences[number];
        assert!(at < count, "a key that is not listed");
        (place, self.keys[number * self.most + at] as usize)
    }

    /// Refuses numbers of blocks that listed keys need, and that are not there.
    pub fn check(&self, name: &'static str, table: &Table) -> Result<()> {
        for (number, &(place, count)) in self.sequences.iter().enumerate() {
            for &key in &self.keys[number * self.most..][..count] {
                table.check_row(name, place.batch, key as usize)?;
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
