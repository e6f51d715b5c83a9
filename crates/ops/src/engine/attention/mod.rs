//! Attention: `softmax(scale * q @ k^T + shift) @ v` for each head of each sequence, and its gradients.
//!
//! Scores are computed for some queries at a time, with all keys that these may see, in DOUBLE: what is held in memory grows with the keys and
//! not with the scores. Products of operands are exact; weights are multiplied with one rounding, and results are rounded once. Sums are over
//! blocks of 256, in their order, so that neither threads nor instruction sets change a bit. `high_performance` multiplies in FLOAT.
//!
//! Gradients take two passes over the scores: the first one computes queries' gradients, some queries at a time, the second one those of keys and
//! values, some keys at a time. No two threads add to the same number.

mod forward;
mod gradient;
mod scores;

pub use forward::forward;
pub use gradient::{Gradients, gradient};

use std::ops::Range;

use super::convert::Steps;
use super::dense;
use super::gemm::panels::Panels;
use crate::{Arg, ImplMode, impl_mode};
use hostnpu_base::config;
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_kernels::gemm::Kind;
use hostnpu_kernels::random::Philox;
use hostnpu_tensor::Dtype;

/// What is computed. Distances and places are counted in elements of dense tensors.
#[derive(Clone, Debug)]
pub struct Attention {
    /// The type of queries, keys, values and results.
    pub dtype: Dtype,
    /// What attends to itself only.
    pub sequences: Vec<Sequence>,
    /// Heads of queries: a multiple of those of keys and values.
    pub heads: usize,
    /// Heads of keys and values.
    pub key_heads: usize,
    /// Elements of a query and a key.
    pub depth: usize,
    /// Elements of a value and a result.
    pub width: usize,
    /// Of queries, keys, values and results.
    pub steps: [Distances; 4],
    /// The factor of scores.
    pub scale: f64,
    /// The shift of scores, and the factor with which it is added.
    pub shift: Option<(Distances, f64)>,
    /// The mask, which is not 0 where a query does not see a key.
    pub mask: Option<Mask>,
    /// Which weights are kept, if some are not.
    pub keep: Option<Keep>,
    /// Numbers of all queries, keys, values, results and statistics, if some are of no sequence: their results and gradients are 0.
    pub clears: Option<[usize; 5]>,
}

/// Which weights are kept.
#[derive(Clone, Copy, Debug)]
pub struct Keep {
    /// The share of them.
    pub share: f64,
    /// The random numbers whose number `k` is below the share where weight `k` is kept, if there are no bits that say it.
    pub words: Option<Philox>,
}

/// Distances between elements.
#[derive(Clone, Copy, Debug, Default)]
pub struct Distances {
    /// From a head to the next.
    pub head: usize,
    /// From a row to the next.
    pub row: usize,
}

/// Distances in a mask.
#[derive(Clone, Copy, Debug)]
pub struct Mask {
    /// Between heads and between queries; 0 where one element serves all.
    pub steps: Distances,
    /// Whether a query has one element for all keys, and not one for each.
    pub repeats: bool,
}

/// A sequence of queries and one of keys.
#[derive(Clone, Copy, Debug)]
pub struct Sequence {
    /// How many queries there are.
    pub queries: usize,
    /// How many keys there are.
    pub keys: usize,
    /// The first element of queries, keys, values and results.
    pub first: [usize; 4],
    /// The statistics of the first query of the first head.
    pub statistics: usize,
    /// Distances between the statistics of queries.
    pub statistics_steps: Distances,
    /// The first element of the shift.
    pub shift: usize,
    /// The first element of the mask.
    pub mask: usize,
    /// The first bit of the mask of what is kept.
    pub bit: usize,
    /// The keys that a query may see.
    pub window: Window,
}

/// Query `i` may see keys `i + low` to `i + high`, and those below `prefix`.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// The lowest one, from the number of the query on.
    pub low: i64,
    /// The highest one, from the number of the query on.
    pub high: i64,
    /// How many all queries see; then nothing is below the window.
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

/// The tensors that scores depend on.
#[derive(Clone, Debug)]
pub struct Operands {
    /// Queries, keys, values.
    pub given: [Arg; 3],
    /// What [`Attention::shift`] describes.
    pub shift: Option<Arg>,
    /// What [`Attention::mask`] describes, of bytes.
    pub mask: Option<Arg>,
    /// The bits of the weights that are kept, the lowest of a byte first, if random numbers do not say that.
    pub kept: Option<Arg>,
}

/// Keys whose scores are computed together, or whose gradients: a multiple of the lanes of every panel of the right side.
const KEYS: usize = 96;

/// Bytes of panels that are packed together, unless one head needs more.
const PACKED: usize = 32 << 20;

/// What both directions know.
struct Plan {
    of: Attention,
    /// Products of operands, and products with weights.
    kinds: [Kind; 2],
    load: Steps,
    load_shift: Steps,
    store: Steps,
    /// Bytes of an element of operands and of the shift.
    size: usize,
    shift_size: usize,
    /// The places of the shift, the mask and the bits.
    optional: [Option<usize>; 3],
}

impl Plan {
    fn new(of: Attention, operands: Operands) -> Result<(Self, Vec<dense::Operand>)> {
        let kinds = match impl_mode() {
            ImplMode::HighPrecision => [Kind::Exact, Kind::Double],
            ImplMode::HighPerformance => [Kind::Single; 2],
        };
        let sums = if kinds[0] == Kind::Single {
            Dtype::F32
        } else {
            Dtype::F64
        };
        let none = || Error::from(Reason::Internal(format!("attention in {}", of.dtype)));
        let steps = |from, to| Steps::new(from, to).ok_or_else(none);
        let as_it_is = |arg: Arg| {
            let dtype = arg.view.dtype;
            dense::Operand::read(arg, dtype)
        };
        let shift_type = operands
            .shift
            .as_ref()
            .map_or(of.dtype, |arg| arg.view.dtype);
        let mut all: Vec<_> = operands.given.map(as_it_is).into();
        let optional = [operands.shift, operands.mask, operands.kept].map(|arg| {
            arg.map(|arg| {
                all.push(as_it_is(arg));
                all.len() - 1
            })
        });
        let plan = Self {
            kinds,
            load: steps(of.dtype, sums)?,
            load_shift: steps(shift_type, Dtype::F64)?,
            store: steps(Dtype::F64, of.dtype)?,
            size: of.dtype.bits() / 8,
            shift_size: shift_type.bits() / 8,
            optional,
            of,
        };
        Ok((plan, all))
    }

    /// Panels whose lanes are rows of operand number `operand`, or its columns.
    fn panels(&self, operand: usize, rows: usize, by_rows: bool, is_left: bool) -> Panels {
        let columns = match operand {
            0 | 1 => self.of.depth,
            _ => self.of.width,
        };
        let (lanes, steps) = if by_rows {
            (rows, columns)
        } else {
            (columns, rows)
        };
        let kind = self.kinds[usize::from(!by_rows)];
        let layout = kind.panels(config::isa());
        let width = match (is_left, by_rows) {
            (true, _) => layout.rows,
            (false, true) => layout.columns(KEYS),
            (false, false) => layout.columns(columns),
        };
        Panels {
            kind,
            steps_to: self.load,
            size: self.size,
            width,
            lanes,
            steps,
        }
    }

    /// The address of the first element of operand number `operand` of a head, and bytes from a row to the next.
    fn rows(
        &self,
        places: &[usize],
        operand: usize,
        sequence: &Sequence,
        head: usize,
    ) -> (usize, isize) {
        let Distances { head: by_head, row } = self.of.steps[operand];
        let first = sequence.first[operand] + head * by_head;
        (
            places[operand] + first * self.size,
            (row * self.size) as isize,
        )
    }

    /// Where elements of panels lie: the first one, and bytes from a lane to the next and from a step.
    fn lanes(&self, (first, row): (usize, isize), by_rows: bool) -> (usize, [isize; 2]) {
        let column = self.size as isize;
        (
            first,
            if by_rows {
                [row, column]
            } else {
                [column, row]
            },
        )
    }

    /// Heads of queries to each head of keys.
    fn group(&self) -> usize {
        self.of.heads / self.of.key_heads.max(1)
    }

    /// Roughly how much work some products with every score are.
    fn cost(&self, products: usize) -> usize {
        let scores = self
            .of
            .sequences
            .iter()
            .map(|s| s.queries.saturating_mul(s.keys));
        let scores = scores.fold(0, usize::saturating_add);
        let work = (self.of.depth + self.of.width).saturating_mul(products) / 8 + 16;
        scores.saturating_mul(self.of.heads).saturating_mul(work)
    }

    /// The longest sequences of queries and of keys.
    fn longest(&self) -> [usize; 2] {
        let longest = |of: fn(&Sequence) -> usize| self.of.sequences.iter().map(of).max();
        [
            longest(|s| s.queries).unwrap_or(0),
            longest(|s| s.keys).unwrap_or(0),
        ]
    }

    /// Heads of keys of all sequences, each with the sequence that it is of.
    fn pairs(&self) -> usize {
        self.of.sequences.len() * self.of.key_heads
    }

    /// Makes outputs 0 where there are rows of no sequence: for each its place, and the number of the tensor that it is as long as.
    ///
    /// # Safety
    /// The places are those of the outputs.
    unsafe fn clear(&self, outputs: &[(usize, usize)]) {
        for &(place, number) in outputs {
            let size = if number == 4 {
                forward::COPIES * size_of::<f32>()
            } else {
                self.size
            };
            let bytes = self.of.clears.map_or(0, |counts| counts[number] * size);
            // SAFETY: the caller's promise.
            unsafe { dense::slice_mut::<u8>(place, bytes).fill(0) };
        }
    }

    /// Pair number `pair`.
    fn pair(&self, pair: usize) -> (&Sequence, usize) {
        let heads = self.of.key_heads;
        (&self.of.sequences[pair / heads], pair % heads)
    }

    /// How many pairs are packed together, each in so many bytes.
    fn at_once(&self, bytes: usize) -> usize {
        (PACKED / bytes.max(1)).clamp(1, self.pairs().max(1))
    }
}
