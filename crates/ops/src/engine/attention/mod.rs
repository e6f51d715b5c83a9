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

mod forward;
mod gradient;
mod memory;
mod scores;

pub use forward::{Outputs, forward};
pub use gradient::{Gradients, gradient};

use std::ops::Range;

use super::gemm::panels::Panels;
use super::operands::{Read, ReadFloatsView, ReadView, operands};
use super::views::FloatsView;
use crate::{Arg, ImplMode, impl_mode};
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_kernels::gemm::{DEPTH, Kind};
use hostnpu_kernels::random::Philox;
use hostnpu_tensor::Dtype;

/// The computation.
#[derive(Clone, Debug)]
pub struct Attention {
    /// Parts of which each attends to itself only, in the order of their queries and keys.
    pub sequences: Vec<Sequence>,
    /// The factor of scores.
    pub scale: f64,
    /// The factor of the shift, which is added to scores.
    pub shift_factor: f64,
    /// Which weights are kept, if some are not.
    pub keep: Option<Keep>,
    /// The order of the statistics of a sequence.
    pub statistics: StatisticsOrder,
    /// Whether some rows are of no sequence: their results and gradients are 0.
    pub has_other_rows: bool,
}

/// The order of the statistics of a sequence. Those of the next one follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatisticsOrder {
    /// By heads, then by queries.
    Heads,
    /// By queries, then by heads.
    Queries,
}

/// Which weights are kept.
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
    /// Rows of keys and values.
    pub keys: Range<usize>,
    /// Queries of the sequences before it.
    pub queries_before: usize,
    /// Weights of the sequences before it.
    pub weights_before: usize,
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

impl Sequence {
    /// Queries and keys.
    fn lengths(&self) -> [usize; 2] {
        [self.queries.len(), self.keys.len()]
    }

    /// The keys that some of its queries may see, with those around them that share a block of steps with them: where they begin and end.
    fn blocks_of(&self, queries: Range<usize>) -> (usize, usize) {
        let keys = self.keys.len();
        let seen = self.window.of_all(queries, keys);
        let start = seen.start / DEPTH * DEPTH;
        match seen.is_empty() {
            true => (start, start),
            false => (start, seen.end.next_multiple_of(DEPTH).min(keys)),
        }
    }
}

/// The tensors that scores depend on.
#[derive(Clone, Debug)]
pub struct Operands {
    /// Queries: batch, heads, rows, elements.
    pub query: Arg,
    /// Keys: batch, heads of which that many of queries are a multiple, rows, elements as those of queries.
    pub key: Arg,
    /// Values: batch, heads, rows, elements.
    pub value: Arg,
    /// Added to scores: sequences, heads, queries, keys. Each of the first three extents may be 1 for all.
    pub pse_shift: Option<Arg>,
    /// Not 0 where a query does not see a key, of bytes: sequences, heads, queries, keys. Each extent may be 1 for all.
    pub atten_mask: Option<Arg>,
    /// The bits of the weights that are kept, the lowest of a byte first, if random numbers do not say that.
    pub drop_mask: Option<Arg>,
}

operands! {
    /// [`Operands`], as kernels take them.
    struct Inputs => InputsAt {
        query: ReadFloatsView<4>,
        key: ReadFloatsView<4>,
        value: ReadFloatsView<4>,
        pse_shift: Option<ReadFloatsView<4>>,
        atten_mask: Option<ReadView<u8, 4>>,
        drop_mask: Option<Read<u8>>,
    }
}

/// Keys whose scores are computed together, or whose gradients: a multiple of the lanes of every panel of the right side.
const KEYS: usize = 96;

/// DOUBLE numbers of panels that are packed together, unless one head needs more.
const PACKED: usize = 4 << 20;

/// What both directions know.
struct Plan {
    of: Attention,
    /// Products of operands, and products with weights.
    kinds: [Kind; 2],
    batch: usize,
    /// Rows of queries and of keys.
    rows: [usize; 2],
    /// The longest sequences of queries and of keys.
    longest: [usize; 2],
    /// Heads of queries: a multiple of those of keys and values.
    heads: usize,
    key_heads: usize,
    /// Elements of a query and a key.
    depth: usize,
    /// Elements of a value and a result.
    width: usize,
}

/// The rows of a head of a sequence: rows by elements.
fn rows_of<'a>(
    of: &FloatsView<'a, 4>,
    batch: usize,
    head: usize,
    rows: &Range<usize>,
) -> FloatsView<'a, 2> {
    of.picked::<3>(batch)
        .picked::<2>(head)
        .narrowed(0, rows.clone())
}

impl Plan {
    fn new(of: Attention, operands: Operands) -> Result<(Self, Inputs)> {
        let kinds = match impl_mode() {
            ImplMode::HighPrecision => [Kind::Exact, Kind::Double],
            ImplMode::HighPerformance => [Kind::Single; 2],
        };
        let internal = |what: &str| Reason::Internal(format!("attention of {what}"));
        let shape = |arg: &Arg| -> Result<[usize; 4]> {
            let shape: Vec<usize> = arg
                .view
                .layout
                .shape()
                .iter()
                .map(|&x| x as usize)
                .collect();
            Ok(shape.try_into().map_err(|_| internal("other axes"))?)
        };
        let [batch, heads, queries, depth] = shape(&operands.query)?;
        let [_, key_heads, keys, _] = shape(&operands.key)?;
        let width = shape(&operands.value)?[3];
        if key_heads == 0 || !heads.is_multiple_of(key_heads) {
            let allowed = format!("heads, of which {heads} is a multiple");
            return Err(Error::shape(
                operands.key.name,
                operands.key.view.layout.shape(),
                allowed,
            ));
        }
        let mut last = (0, 0, 0);
        for sequence in &of.sequences {
            let Sequence {
                batch: number,
                queries: rows,
                keys: columns,
                ..
            } = sequence;
            let first = match *number == last.0 {
                true => (last.1, last.2),
                false => (0, 0),
            };
            let is_next = *number >= last.0
                && first.0 <= rows.start
                && first.1 <= columns.start
                && rows.start <= rows.end
                && columns.start <= columns.end;
            if !is_next || *number >= batch || rows.end > queries || columns.end > keys {
                return Err(internal("sequences that are not in order").into());
            }
            last = (*number, rows.end, columns.end);
        }
        let longest =
            |rows: fn(&Sequence) -> usize| of.sequences.iter().map(rows).max().unwrap_or(0);
        let plan = Self {
            kinds,
            batch,
            longest: [longest(|s| s.queries.len()), longest(|s| s.keys.len())],
            rows: [queries, keys],
            heads,
            key_heads,
            depth,
            width,
            of,
        };
        let [query, key, value] = plan.operands();
        plan.require(&operands.query, query)?;
        plan.require(&operands.key, key)?;
        plan.require(&operands.value, value)?;
        if let Some(shift) = &operands.pse_shift {
            plan.require_broadcast(shift, false)?;
        }
        if let Some(mask) = &operands.atten_mask {
            plan.require_broadcast(mask, true)?;
        }
        if plan.of.keep.is_some_and(|keep| keep.words.is_none()) {
            let last = plan.of.sequences.last();
            let weights = last.map_or(0, |last| {
                let own = heads * last.queries.len() * last.keys.len();
                last.weights_before + own
            });
            let bits = operands
                .drop_mask
                .as_ref()
                .and_then(|mask| mask.view.numel());
            if bits.unwrap_or(0) < weights.div_ceil(8) {
                return Err(internal("too few bits of weights that are kept").into());
            }
        }
        let bytes = |mut mask: Arg| {
            if mask.view.dtype == Dtype::Bool {
                mask.view.dtype = Dtype::U8;
            }
            ReadView::with_dense_rows(mask)
        };
        let inputs = Inputs {
            query: ReadFloatsView::of(operands.query)?,
            key: ReadFloatsView::of(operands.key)?,
            value: ReadFloatsView::of(operands.value)?,
            pse_shift: operands.pse_shift.map(ReadFloatsView::of).transpose()?,
            atten_mask: operands.atten_mask.map(bytes).transpose()?,
            drop_mask: operands.drop_mask.map(Read::from),
        };
        Ok((plan, inputs))
    }

    /// The shape of queries, keys and values.
    fn operands(&self) -> [[usize; 4]; 3] {
        let (batch, [queries, keys]) = (self.batch, self.rows);
        [
            [batch, self.heads, queries, self.depth],
            [batch, self.key_heads, keys, self.depth],
            [batch, self.key_heads, keys, self.width],
        ]
    }

    /// The shape of results.
    fn results(&self) -> [usize; 4] {
        [self.batch, self.heads, self.rows[0], self.width]
    }

    /// The shape of one number for each score.
    fn scores_shape(&self) -> [usize; 4] {
        [self.batch, self.heads, self.rows[0], self.rows[1]]
    }

    /// Refuses a tensor of another shape.
    fn require(&self, arg: &Arg, shape: [usize; 4]) -> Result<()> {
        let own = arg.view.layout.shape();
        match own.len() == 4
            && own
                .iter()
                .zip(shape)
                .all(|(&own, extent)| own as usize == extent)
        {
            true => Ok(()),
            false => Err(Error::shape(arg.name, own, format!("{shape:?}"))),
        }
    }

    /// Refuses a tensor that does not broadcast to the scores of each sequence; one of a mask `may_repeat` for all keys, and be larger.
    fn require_broadcast(&self, arg: &Arg, may_repeat: bool) -> Result<()> {
        let own = arg.view.layout.shape();
        let [queries, keys] = self.longest.map(|rows| rows as i64);
        let fits = match *own {
            [sequences, heads, rows, columns] => {
                (sequences == 1 || sequences >= self.of.sequences.len() as i64)
                    && (heads == 1 || heads >= self.heads as i64)
                    && (rows == 1 || rows >= queries)
                    && (columns >= keys || may_repeat && columns == 1)
            }
            _ => false,
        };
        match fits {
            true => Ok(()),
            false => Err(Error::shape(arg.name, own, "what broadcasts to the scores")),
        }
    }

    /// Refuses statistics of another number of queries and heads.
    fn require_statistics(&self, statistics: &Arg) -> Result<()> {
        let last = self.of.sequences.last();
        let queries = last.map_or(0, |last| last.queries_before + last.queries.len());
        match statistics.view.numel() {
            Some(count) if count >= queries * self.heads * memory::COPIES => Ok(()),
            _ => {
                let shape = statistics.view.layout.shape();
                let allowed = format!(
                    "{} numbers for each of {queries} queries of {} heads",
                    memory::COPIES,
                    self.heads
                );
                Err(Error::shape(statistics.name, shape, allowed))
            }
        }
    }

    /// Panels of the right side of scores: keys or, of gradients by weights, values.
    fn columns(&self, keys: usize, elements: usize) -> Panels {
        Panels::right_in_tiles(self.kinds[0], KEYS, keys, elements)
    }

    /// Heads of queries to each head of keys.
    fn group(&self) -> usize {
        self.heads / self.key_heads.max(1)
    }

    /// Roughly how much work some products with every score are.
    fn cost(&self, products: usize) -> usize {
        let scores = self.of.sequences.iter();
        let scores = scores.map(|s| s.queries.len().saturating_mul(s.keys.len()));
        let scores = scores.fold(0, usize::saturating_add);
        let work = (self.depth + self.width).saturating_mul(products) / 8 + 16;
        scores.saturating_mul(self.heads).saturating_mul(work)
    }

    /// Heads of keys of all sequences, each with the sequence that it is of.
    fn pairs(&self) -> usize {
        self.of.sequences.len() * self.key_heads
    }

    /// The number of the sequence of a pair, the sequence and the head.
    fn pair(&self, pair: usize) -> (usize, &Sequence, usize) {
        let number = pair / self.key_heads;
        (number, &self.of.sequences[number], pair % self.key_heads)
    }

    /// Returns the number of pairs that are packed together, each in so many DOUBLE numbers.
    fn at_once(&self, doubles: usize) -> usize {
        (PACKED / doubles.max(1)).clamp(1, self.pairs().max(1))
    }
}
