//! Groups of tokens as one: a mean of each channel whose weights are a softmax over the tokens of a group, and, where groups overlap, over those of the group before it too.
//!
//! A token has, for each of the groups that it counts in, a part of its channels; positions count from the beginning of its sequence, so that a call may begin within a group, whose first
//! tokens are then read from a cache.

#![forbid(unsafe_code)]

mod forward;
mod gradient;

pub use forward::{Cache, Compressor, Keeping, Scaled, compressor};
pub use gradient::{CompressorGradient, compressor_gradient};

use std::ops::Range;

use crate::Arg;
use hostnpu_base::error::{Error, Result};
use hostnpu_engine::operands::{ReadIndices, operands};
use hostnpu_kernels::index::IndexSlice;
use hostnpu_tensor::table;

/// Tensors that say which tokens belong to which sequence.
#[derive(Clone, Debug)]
pub struct Lengths {
    /// The first token of each sequence, and the end of the last one; absent where all have the same length.
    pub starts: Option<Arg>,
    /// Tokens of each sequence that count, the first ones; absent for all.
    pub used: Option<Arg>,
    /// Position of the first token of each sequence; absent for 0.
    pub positions: Option<Arg>,
    /// Sequences, and tokens of each where they have the same length, or of all.
    pub extents: [usize; 2],
}

operands! {
    struct Numbers => NumbersAt {
        starts: Option<ReadIndices<i64>>,
        used: Option<ReadIndices<i64>>,
        positions: Option<ReadIndices<i64>>,
    }
}

impl Lengths {
    fn operands(self) -> (Names, Numbers) {
        let name = |arg: &Option<Arg>| arg.as_ref().map_or("", |arg| arg.name);
        let names = Names {
            starts: name(&self.starts),
            used: name(&self.used),
            positions: name(&self.positions),
            extents: self.extents,
        };
        let numbers = Numbers {
            starts: self.starts.map(ReadIndices::from),
            used: self.used.map(ReadIndices::from),
            positions: self.positions.map(ReadIndices::from),
        };
        (names, numbers)
    }
}

/// Names of [`Numbers`], and the extents.
struct Names {
    starts: &'static str,
    used: &'static str,
    positions: &'static str,
    extents: [usize; 2],
}

/// Tokens of a group, and groups that a token counts in: 1 or 2.
#[derive(Clone, Copy, Debug)]
pub struct Grouping {
    /// Tokens of a group.
    pub ratio: usize,
    /// Groups that a token counts in.
    pub overlap: usize,
}

/// The tokens of a sequence.
#[derive(Clone, Copy, Debug)]
struct Tokens {
    /// The first one among all.
    first: usize,
    /// The number of those that count.
    count: usize,
    /// The position of the first one.
    position: usize,
    /// The row of its first group among the results.
    row: usize,
}

impl Tokens {
    fn positions(&self) -> Range<usize> {
        self.position..self.position + self.count
    }

    /// The groups whose last token is among these.
    fn groups(&self, of: Grouping) -> Range<usize> {
        self.position / of.ratio..(self.position + self.count) / of.ratio
    }

    /// The positions before these that count in their groups.
    fn before(&self, of: Grouping) -> Range<usize> {
        let groups = self.groups(of);
        if groups.is_empty() {
            return 0..0;
        }
        groups.start.saturating_sub(of.overlap - 1) * of.ratio..self.position
    }
}

/// Reads the numbers of all sequences, each once.
fn sequences(names: &Names, at: &NumbersAt<'_>, of: Grouping) -> Result<Vec<Tokens>> {
    let [count, length] = names.extents;
    let mut all = table::with_room(count)?;
    let refused = |name, number: i64, at: usize, allowed: String| {
        Err(Error::value(name, format!("{number} at [{at}]"), allowed))
    };
    let number = |of: Option<IndexSlice<'_, i64>>, sequence: usize| of.map(|of| of.get(sequence));
    let (mut start, mut row) = (0, 0);
    for sequence in 0..count {
        let (first, own) = match at.starts {
            None => (sequence * length, length),
            Some(starts) => {
                if sequence == 0 && starts.get(0) != 0 {
                    return refused(names.starts, starts.get(0), 0, "0, the first token".into());
                }
                let end = starts.get(sequence + 1);
                if !(start as i64..=length as i64).contains(&end) {
                    let allowed = format!("{start} to {length}, the tokens");
                    return refused(names.starts, end, sequence + 1, allowed);
                }
                let first = std::mem::replace(&mut start, end as usize);
                (first, start - first)
            }
        };
        let used = number(at.used, sequence).unwrap_or(own as i64);
        if !(0..=own as i64).contains(&used) {
            let allowed = format!("0 to {own}, the tokens of the sequence");
            return refused(names.used, used, sequence, allowed);
        }
        let position = number(at.positions, sequence).unwrap_or(0);
        if !(0..=i64::from(i32::MAX)).contains(&position) {
            return refused(names.positions, position, sequence, "0 or more".into());
        }
        if at.starts.is_none() {
            row = sequence * length.div_ceil(of.ratio);
        }
        let tokens = Tokens {
            first,
            count: used as usize,
            position: position as usize,
            row,
        };
        row += tokens.groups(of).len();
        all.push(tokens);
    }
    Ok(all)
}
