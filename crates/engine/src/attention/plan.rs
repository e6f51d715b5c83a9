//! Extents of attention, and what its operands have to be.

#![forbid(unsafe_code)]

use std::ops::Range;

use super::{
    Attention, Inputs, KEYS, Mask, Microscaled, Modifiers, ModifiersIn, Operands, PACKED, Sequence,
    Shift, memory,
};
use crate::gemm::panels::Panels;
use crate::operands::{Read, ReadFloatsView, ReadView};
use crate::views::FloatsView;
use crate::{Arg, ImplMode, impl_mode};
use hostnpu_base::error::{Error, Reason, Result};
use hostnpu_kernels::gemm::Kind;
use hostnpu_tensor::Dtype;

/// Data that both directions share.
#[derive(Clone)]
pub(super) struct Plan {
    pub of: Attention,
    /// Products of operands, and products with weights.
    pub kinds: [Kind; 2],
    pub batch: usize,
    /// Rows of queries and of keys.
    pub rows: [usize; 2],
    /// The longest sequences of queries and of keys.
    pub longest: [usize; 2],
    /// Heads of queries: a multiple of those of keys and values.
    pub heads: usize,
    pub key_heads: usize,
    /// Elements of a query and a key.
    pub depth: usize,
    /// Elements of a value and a result.
    pub width: usize,
    /// Of quantised weights: what they are multiplied by before they are rounded to INT8, and what results are multiplied by.
    pub probabilities: Option<[f64; 2]>,
    /// Rounding of weights that are in FLOAT4.
    pub microscaled: Option<Microscaled>,
}

/// The rows of a head of a sequence: rows by elements.
pub(super) fn rows_of<'a>(
    of: &FloatsView<'a, 4>,
    batch: usize,
    head: usize,
    rows: &Range<usize>,
) -> FloatsView<'a, 2> {
    of.picked::<3>(batch)
        .picked::<2>(head)
        .narrowed(0, rows.clone())
}

fn internal(what: &str) -> Error {
    Reason::Internal(format!("attention of {what}")).into()
}

impl Plan {
    /// Of queries (batch, heads, rows, elements), keys (heads, rows that a sequence can have) and elements of values.
    pub fn new(
        of: Attention,
        [batch, heads, queries, depth]: [usize; 4],
        [key_heads, keys]: [usize; 2],
        width: usize,
    ) -> Result<Self> {
        let kinds = match impl_mode() {
            ImplMode::HighPrecision => [Kind::Exact, Kind::Double],
            ImplMode::HighPerformance => [Kind::Single; 2],
        };
        if key_heads == 0 || !heads.is_multiple_of(key_heads) {
            return Err(internal(
                "heads of keys that those of queries are no multiple of",
            ));
        }
        let mut last = (0, 0);
        for sequence in &of.sequences {
            let Sequence {
                batch: number,
                queries: rows,
                keys: columns,
                ..
            } = sequence;
            let first = if *number == last.0 { last.1 } else { 0 };
            let is_next = *number >= last.0
                && first <= rows.start
                && rows.start <= rows.end
                && columns.start <= columns.end;
            if !is_next || *number >= batch || rows.end > queries || columns.end > keys {
                return Err(internal("sequences that are not in order"));
            }
            last = (*number, rows.end);
        }
        let longest =
            |rows: fn(&Sequence) -> usize| of.sequences.iter().map(rows).max().unwrap_or(0);
        let longest = match of.is_for_any_lengths {
            true => [queries, keys],
            false => [longest(|s| s.queries.len()), longest(|s| s.keys.len())],
        };
        Ok(Self {
            kinds,
            batch,
            longest,
            rows: [queries, keys],
            heads,
            key_heads,
            depth,
            width,
            probabilities: None,
            microscaled: None,
            of,
        })
    }

    /// Of operands that lie in one tensor each.
    pub fn of_tensors(of: Attention, operands: Operands) -> Result<(Self, Inputs)> {
        let [batch, heads, queries, depth] = operands.query.extents()?;
        let [_, key_heads, keys, _] = operands.key.extents()?;
        let [_, _, _, width] = operands.value.extents()?;
        let mut last = (0, 0);
        for sequence in &of.sequences {
            let first = if sequence.batch == last.0 { last.1 } else { 0 };
            if sequence.keys.start < first {
                return Err(internal("keys that are not in order"));
            }
            last = (sequence.batch, sequence.keys.end);
        }
        let plan = Self::new(of, [batch, heads, queries, depth], [key_heads, keys], width)?;
        let [query, key, value] = plan.operands();
        plan.require(&operands.query, query)?;
        plan.require(&operands.key, key)?;
        plan.require(&operands.value, value)?;
        let inputs = Inputs {
            query: ReadFloatsView::of(operands.query)?,
            key: ReadFloatsView::of(operands.key)?,
            value: ReadFloatsView::of(operands.value)?,
            modifiers: plan.modifiers(operands.modifiers)?,
        };
        Ok((plan, inputs))
    }

    /// Refuses modifiers of scores that do not fit.
    pub fn modifiers(&self, of: Modifiers) -> Result<ModifiersIn> {
        let axes = |arg: &Arg| arg.extents::<4>().map(|_| ());
        if let Some(shift) = &of.pse_shift {
            match self.of.shift {
                Shift::Each => self.require_broadcast(shift, false)?,
                Shift::Behind | Shift::Diagonals => axes(shift)?,
            }
        }
        if let Some(mask) = &of.atten_mask {
            match self.of.mask {
                Mask::Each => self.require_broadcast(mask, true)?,
                Mask::Last | Mask::LastBehind => axes(mask)?,
                Mask::Blocks(size) => self.require_blocks(mask, size)?,
            }
        }
        if self.of.keep.is_some_and(|keep| keep.words.is_none()) {
            let last = self.of.sequences.last();
            let weights = last.map_or(0, |last| {
                let own = self.heads * last.queries.len() * last.keys.len();
                last.weights_before + own
            });
            let bits = of.drop_mask.as_ref().and_then(|mask| mask.view.numel());
            if bits.unwrap_or(0) < weights.div_ceil(8) {
                return Err(internal("too few bits of weights that are kept"));
            }
        }
        if let Some(slopes) = &of.slopes {
            let count = slopes.view.numel().unwrap_or(0);
            if count != self.heads && count != self.heads * self.of.sequences.len() {
                slopes.require_numel(self.heads)?;
            }
        }
        if let Some(sink) = &of.sink {
            sink.require_numel(match self.of.queries_are_heads {
                true => self.rows[0],
                false => self.heads,
            })?;
        }
        let bytes = |mut mask: Arg| {
            if matches!(mask.view.dtype, Dtype::Bool | Dtype::I8) {
                mask.view.dtype = Dtype::U8;
            }
            ReadView::with_dense_rows(mask)
        };
        Ok(ModifiersIn {
            pse_shift: of.pse_shift.map(ReadFloatsView::of).transpose()?,
            atten_mask: of.atten_mask.map(bytes).transpose()?,
            drop_mask: of.drop_mask.map(Read::from),
            slopes: of.slopes.map(Read::from),
            sink: of.sink.map(Read::from),
        })
    }

    /// The shape of queries, keys and values.
    pub fn operands(&self) -> [[usize; 4]; 3] {
        let (batch, [queries, keys]) = (self.batch, self.rows);
        [
            [batch, self.heads, queries, self.depth],
            [batch, self.key_heads, keys, self.depth],
            [batch, self.key_heads, keys, self.width],
        ]
    }

    /// The shape of results.
    pub fn results(&self) -> [usize; 4] {
        [self.batch, self.heads, self.rows[0], self.width]
    }

    /// The shape of one number for each score.
    pub fn scores_shape(&self) -> [usize; 4] {
        [self.batch, self.heads, self.rows[0], self.rows[1]]
    }

    /// Refuses a tensor of another shape.
    pub fn require(&self, arg: &Arg, shape: [usize; 4]) -> Result<()> {
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
    pub fn require_broadcast(&self, arg: &Arg, may_repeat: bool) -> Result<()> {
        let own = arg.view.layout.shape();
        let longest = |side: usize| {
            let rows = self.of.sequences.iter().map(|of| {
                let rows = if side == 0 { &of.queries } else { &of.keys };
                of.origin[side] + rows.len()
            });
            rows.max().unwrap_or(0) as i64
        };
        let [queries, keys] = [0, 1].map(longest);
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

    /// Refuses a map of other blocks than those of all sequences.
    fn require_blocks(&self, map: &Arg, [rows, columns]: [usize; 2]) -> Result<()> {
        let own = map.extents::<4>()?;
        let blocks = |size: usize, all: usize| all.div_ceil(size.max(1));
        let [queries, keys] = self.longest;
        let wanted = [
            self.of.sequences.len(),
            self.heads,
            blocks(rows, queries),
            blocks(columns, keys),
        ];
        let fits = own.iter().zip(wanted).all(|(&own, wanted)| own >= wanted);
        match fits && rows > 0 && columns > 0 {
            true => Ok(()),
            false => {
                let shape = map.view.layout.shape();
                Err(Error::shape(map.name, shape, format!("{wanted:?}")))
            }
        }
    }

    /// Refuses statistics of another number of queries and heads.
    pub fn require_statistics(&self, statistics: &Arg) -> Result<()> {
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
    pub fn columns(&self, keys: usize, elements: usize) -> Panels {
        Panels::right_in_tiles(self.kinds[0], KEYS, keys, elements)
    }

    /// Heads of queries to each head of keys.
    pub fn group(&self) -> usize {
        self.heads / self.key_heads.max(1)
    }

    /// Roughly how much work some products with every score are.
    pub fn cost(&self, products: usize) -> usize {
        let scores = self.of.sequences.iter();
        let scores = scores.map(|s| s.queries.len().saturating_mul(s.keys.len()));
        let scores = scores.fold(0, usize::saturating_add);
        let work = (self.depth + self.width).saturating_mul(products) / 8 + 16;
        scores.saturating_mul(self.heads).saturating_mul(work)
    }

    /// Heads of keys of all sequences, each with the sequence that it is of.
    pub fn pairs(&self) -> usize {
        self.of.sequences.len() * self.key_heads
    }

    /// The number of the sequence of a pair, the sequence and the head.
    pub fn pair(&self, pair: usize) -> (usize, &Sequence, usize) {
        let number = pair / self.key_heads;
        (number, &self.of.sequences[number], pair % self.key_heads)
    }

    /// Returns the number of pairs that are packed together, each in so many DOUBLE numbers.
    pub fn at_once(&self, doubles: usize) -> usize {
        let pairs = match self.of.is_for_any_lengths {
            true => (self.batch * self.rows[0]).saturating_mul(self.key_heads),
            false => self.pairs(),
        };
        (PACKED / doubles.max(1)).clamp(1, pairs.max(1))
    }
}
