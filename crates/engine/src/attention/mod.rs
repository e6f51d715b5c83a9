//! Attention: `softmax(scale * q @ k^T + shift) @ v` for each head of each sequence, and its gradients.
//!
//! Scores are computed for some queries at a time, with all keys that these may see, in DOUBLE: what is held in memory grows with the keys and
//! not with the scores. Products of operands are exact; weights are multiplied with one rounding, and results are rounded once. Sums are over
//! blocks of 256, in their order, so that neither threads nor instruction sets change a bit. `high_performance` multiplies in FLOAT.
//!
//! Gradients take two passes over the scores: the first one computes queries' gradients, some queries at a time, the second one those of keys and
//! values, some keys at a time. No two threads add to the same number.
//!
//! Queries, keys, values and results are views of four axes (batch, heads, rows, elements of a head), which read and write every layout where it lies.

#![forbid(unsafe_code)]

mod block_choice;
mod block_gradient;
mod block_maxima;
mod blocks;
mod few;
mod forward;
mod gradient;
mod importance;
mod indexer;
mod lengths;
mod listed;
pub mod memory;
mod microscaled;
mod outputs;
mod packed;
mod pages;
mod plan;
mod product;
mod quantise;
mod scores;
mod selected;
mod small;
mod source;
mod spans;
mod tiles;
mod training;

pub use block_choice::{BlockChoice, MeanBlocks, choose_blocks};
pub use block_gradient::{BlockGradient, block_gradient};
pub use block_maxima::{BlockMaxima, block_maxima};
pub use blocks::Blocks;
pub use forward::{Forward, Outputs, Quantised, forward};
pub use gradient::{Gradients, gradient, gradient_of_parts};
pub use importance::{Importance, Ranks, rank};
pub use indexer::{Select, Visible, select};
pub use lengths::LengthsRead;
pub use listed::{
    KeyGradients, Keys, KnownStatistics, Listed, ListedGradient, ListedKeys, Listing,
    QueryGradients, Seen, listed, listed_gradient,
};
pub use microscaled::Microscaled;
pub use packed::Packing;
pub use pages::Pages;
pub use quantise::{Quantise, forward_quantised, forward_with_single_statistics, of_no_keys};
pub use selected::{Further, Lists, Place, Rule, Selection};
pub use source::{Factors, Source, Stored};
pub use spans::{Span, SpanForm, Spans};
pub use training::{Lengths, Teacher, Train, TrainOutputs, train};

use std::ops::Range;

use super::operands::{Read, ReadFloatsView, ReadView, operands};
use crate::Arg;
use hostnpu_kernels::random::Philox;
use plan::Plan;

/// The computation.
#[derive(Clone, Debug)]
pub struct Attention {
    /// Parts of which each attends to itself only, in the order of their queries and keys.
    pub sequences: Vec<Sequence>,
    /// The factor of scores.
    pub scale: f64,
    /// The factor of the shift, which is added to scores.
    pub shift_factor: f64,
    /// Place of a score's number in the shift.
    pub shift: Shift,
    /// Place of a score's number in the mask.
    pub mask: Mask,
    /// Factor of slopes.
    pub distance: Distance,
    /// The weights that are kept, if some are not.
    pub keep: Option<Keep>,
    /// The order of the statistics of a sequence.
    pub statistics: StatisticsOrder,
    /// True if some rows are of no sequence: their results and gradients are 0.
    pub has_other_rows: bool,
    /// True if the queries of a sequence are heads of one row, of which each has a sink of its own.
    pub queries_are_heads: bool,
    /// True if memory is that of the longest sequences that the operands could hold, so that other lengths need no more.
    pub is_for_any_lengths: bool,
}

/// Place of a score's number in a shift.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shift {
    /// That of its sequence, head, query and key. Each of the first three extents may be 1 for all.
    Each,
    /// Those of the sequences, of other lengths, lie one behind the other: heads, queries, keys.
    Behind,
    /// The last ones of some rows, which are the same along diagonals: queries before those of the last rows have the numbers of the first of these.
    Diagonals,
}

/// Place of a score's number in a mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mask {
    /// That of its sequence, head, query and key. Each extent may be 1 for all.
    Each,
    /// Of as many last keys as there are queries; what is before is seen. Sequences, 1, queries, queries.
    Last,
    /// The same of sequences of other lengths, whose masks lie one behind the other.
    LastBehind,
    /// That of its sequence, head, block of queries and block of keys, which have so many each: 0 where the keys are hidden.
    Blocks([usize; 2]),
}

/// The distance of a query and a key, which is multiplied by the slope of the head and subtracted from the score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Distance {
    /// Added to the number of the key less that of the query.
    pub start: i64,
    /// True if it is the square root of that.
    pub is_root: bool,
}

/// The order of the statistics of a sequence. Those of the next one follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatisticsOrder {
    /// By heads, then by queries.
    Heads,
    /// By queries, then by heads.
    Queries,
}

/// Dropout of weights: those that are kept.
#[derive(Clone, Copy, Debug)]
pub struct Keep {
    /// The share of them.
    pub share: f64,
    /// The random numbers whose number `k` is below the share where weight `k` is kept, if there are no bits that say it.
    pub words: Option<Philox>,
}

/// A sequence of queries and one of keys.
#[derive(Clone, Debug)]
pub struct Sequence {
    /// The index of the first axis of queries, keys, values and results.
    pub batch: usize,
    /// Rows of queries and results.
    pub queries: Range<usize>,
    /// Rows of keys and values, with those of a shared prefix before.
    pub keys: Range<usize>,
    /// Queries of the sequences before it.
    pub queries_before: usize,
    /// Weights of the sequences before it.
    pub weights_before: usize,
    /// Numbers of the masks of the sequences before it, where they lie one behind the other.
    pub mask_before: usize,
    /// The keys that a query may see.
    pub window: Window,
    /// The row and the column of the mask, and of the shift, of its first query and key.
    pub origin: [usize; 2],
}

/// Query `i` may see keys `i + low` to `i + high`, and those below `prefix`.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// The lowest one, from the number of the query on.
    pub low: i64,
    /// The highest one, from the number of the query on.
    pub high: i64,
    /// Number of keys that all queries see; then nothing is below the window.
    pub prefix: usize,
}

impl Window {
    /// All keys.
    pub const ALL: Self = Self {
        low: i64::MIN,
        high: i64::MAX,
        prefix: 0,
    };

    /// The keys, of so many, that a query may see.
    pub fn of(&self, query: usize, keys: usize) -> Range<usize> {
        let bounded = |key: i64| key.clamp(0, keys as i64) as usize;
        let end = (query as i64).saturating_add(self.high).saturating_add(1);
        let end = bounded(end).max(self.prefix.min(keys));
        let start = bounded((query as i64).saturating_add(self.low)).min(end);
        start..end
    }

    /// The keys that some of these queries may see.
    fn of_all(&self, queries: Range<usize>, keys: usize) -> Range<usize> {
        match queries.is_empty() {
            true => 0..0,
            false => self.of(queries.start, keys).start..self.of(queries.end - 1, keys).end,
        }
    }
}

impl Sequence {
    /// Queries and keys.
    fn lengths(&self) -> [usize; 2] {
        [self.queries.len(), self.keys.len()]
    }

    /// The keys that some of its queries may see, with those around them that share a block of so many steps with them: where they begin and end.
    fn blocks_of(&self, queries: Range<usize>, steps: usize) -> (usize, usize) {
        let keys = self.keys.len();
        let seen = self.window.of_all(queries, keys);
        let start = seen.start / steps * steps;
        match seen.is_empty() {
            true => (start, start),
            false => (start, seen.end.next_multiple_of(steps).min(keys)),
        }
    }
}

/// The tensors that scores depend on, with queries and keys that lie in one tensor each.
#[derive(Clone, Debug)]
pub struct Operands {
    /// Queries: batch, heads, rows, elements.
    pub query: Arg,
    /// Keys: batch, heads of which that many of queries are a multiple, rows, elements as those of queries.
    pub key: Arg,
    /// Values: batch, heads, rows, elements.
    pub value: Arg,
    /// Masks, shifts and dropout.
    pub modifiers: Modifiers,
}

/// Masks, shifts and dropout of scores and weights.
#[derive(Clone, Debug, Default)]
pub struct Modifiers {
    /// Added to scores: four axes, as [`Shift`] says.
    pub pse_shift: Option<Arg>,
    /// Not 0 where a query does not see a key, of bytes: four axes, as [`Mask`] says.
    pub atten_mask: Option<Arg>,
    /// The bits of the weights that are kept, the lowest of a byte first, if random numbers do not say that.
    pub drop_mask: Option<Arg>,
    /// The slope of each head, or of each sequence and head.
    pub slopes: Option<Arg>,
    /// The score of one more key of each head, whose value is 0.
    pub sink: Option<Arg>,
    /// Rounding of weights, if they are in FLOAT4.
    pub weights: Option<Microscaled>,
}

operands! {
    /// [`Modifiers`], as kernels take them.
    struct ModifiersIn => ModifiersAt {
        pse_shift: Option<ReadFloatsView<4>>,
        atten_mask: Option<ReadView<u8, 4>>,
        drop_mask: Option<Read<u8>>,
        slopes: Option<Read<f32>>,
        sink: Option<Read<f32>>,
    }
}

operands! {
    /// [`Operands`], as kernels take them.
    struct Inputs => InputsAt {
        query: ReadFloatsView<4>,
        key: ReadFloatsView<4>,
        value: ReadFloatsView<4>,
        modifiers: ModifiersIn,
    }
}

/// Keys whose scores are computed together, or whose gradients: a multiple of the lanes of every panel of the right side.
const KEYS: usize = 96;

/// DOUBLE numbers of panels that are packed together, unless one head needs more.
const PACKED: usize = 4 << 20;
