//! The gated delta rule: a state of keys and values that decays, and is corrected by what each token's value differs from what it remembers of the key.

#![forbid(unsafe_code)]

use super::{Tokens, below, by_lengths};
use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::grain::LANES;
use hostnpu_engine::operands::{
    ReadFloatsView, ReadIndices, Temporary, WriteFloatsView, kernel, operands,
};
use hostnpu_engine::views::{FloatBoxes, FloatsView, FloatsViewMut};
use hostnpu_kernels::math::exp;
use hostnpu_kernels::rows::{add_scaled, multiply, products};
use hostnpu_tensor::cuts;

/// Rows of a state that are worked on together.
pub(super) const ROWS: usize = 32;

/// The storage of states.
pub enum States {
    /// Rows of a cache, in place: each token's state is stored.
    Cached {
        /// (rows, heads, values, keys).
        cache: Arg,
        /// The row of each token.
        rows: Arg,
        /// A sequence begins with the state of this token of it, counted from 1; without them with that of its first one.
        accepted: Option<Arg>,
    },
    /// One for each sequence: (sequences, heads, values, keys).
    OfSequences {
        /// Before its first token.
        initial: Arg,
        /// After its last one.
        last: Arg,
    },
}

/// Operands of [`delta_rule`]. Tokens of all sequences follow one another; a head of keys serves neighbouring heads of values.
pub struct DeltaRule {
    /// (tokens, heads of keys, keys).
    pub query: Arg,
    /// (tokens, heads of keys, keys).
    pub key: Arg,
    /// (tokens, heads of values, values).
    pub value: Arg,
    /// The share by which a token corrects: (tokens, heads of values).
    pub beta: Arg,
    /// Logarithm of the decay of a head: (tokens, heads of values).
    pub decay: Option<Arg>,
    /// Logarithm of the decay of each key: (tokens, heads of values, keys).
    pub decay_of_keys: Option<Arg>,
    /// Tokens of each sequence.
    pub lengths: Arg,
    /// States.
    pub states: States,
    /// Factor of queries.
    pub scale: f64,
    /// (tokens, heads of values, values).
    pub out: Arg,
}

operands! {
    struct Operands => OperandsAt {
        query: ReadFloatsView<4>,
        key: ReadFloatsView<4>,
        value: ReadFloatsView<4>,
        beta: ReadFloatsView<3>,
        decay: Option<ReadFloatsView<3>>,
        decay_of_keys: Option<ReadFloatsView<4>>,
        lengths: ReadIndices<i64>,
        rows: Option<ReadIndices<i64>>,
        accepted: Option<ReadIndices<i64>>,
        initial: Option<ReadFloatsView<4>>,
        states: WriteFloatsView<4>,
        out: WriteFloatsView<4>,
        sequences: Temporary<[i64; 3]>,
        stored: Temporary<i64>,
        memory: Temporary<f64>,
    }
}

/// Plans the rule. Lengths and rows outside fail before anything is written.
pub fn delta_rule(of: DeltaRule) -> Result<Call> {
    let [tokens, _, keys] = of.query.extents::<3>()?;
    let [_, heads, values] = of.value.extents::<3>()?;
    let sequences = of.lengths.view.numel().unwrap_or(0);
    let (initial, states, rows, accepted) = match of.states {
        States::Cached {
            cache,
            rows,
            accepted,
        } => (None, cache, Some(rows), accepted),
        States::OfSequences { initial, last } => (Some(initial), last, None, None),
    };
    let room = states.extents::<4>()?[0];
    let with_batch = |arg: Arg| arg.viewed(arg.view.layout.with_axis(0));
    let one = |arg: Option<Arg>| arg.map(with_batch).transpose();
    let names = [
        of.lengths.name,
        rows.as_ref().map_or("", |rows| rows.name),
        accepted.as_ref().map_or("", |accepted| accepted.name),
    ];
    let lanes = LANES.min(heads * values.div_ceil(ROWS)).max(1);
    let operands = Operands {
        query: ReadFloatsView::of(with_batch(of.query)?)?,
        key: ReadFloatsView::of(with_batch(of.key)?)?,
        value: ReadFloatsView::of(with_batch(of.value)?)?,
        beta: ReadFloatsView::of(with_batch(of.beta)?)?,
        decay: one(of.decay)?.map(ReadFloatsView::of).transpose()?,
        decay_of_keys: one(of.decay_of_keys)?.map(ReadFloatsView::of).transpose()?,
        lengths: of.lengths.into(),
        rows: rows.map(ReadIndices::from),
        accepted: accepted.map(ReadIndices::from),
        initial: initial.map(ReadFloatsView::of).transpose()?,
        states: WriteFloatsView::as_it_lies(states)?,
        out: WriteFloatsView::as_it_lies(with_batch(of.out)?)?,
        sequences: Temporary::of(sequences),
        stored: Temporary::of(tokens),
        memory: Temporary::of(lanes * memory_of(keys)),
    };
    let cost = 16 * tokens * heads * keys * values;
    let scale = of.scale;
    kernel(operands, cost, move |at: OperandsAt| {
        if let Some(rows) = at.rows {
            for (token, (stored, row)) in at.stored.iter_mut().zip(rows.iter()).enumerate() {
                *stored = below(names[1], token, row, room)? as i64;
            }
        }
        by_lengths(names[0], at.lengths, tokens, |sequence, of| {
            let from = match (&at.rows, at.accepted) {
                (None, _) => sequence as i64,
                (Some(_), _) if of.count == 0 => 0,
                (Some(_), None) => at.stored[of.first],
                (Some(_), Some(accepted)) => {
                    let index = accepted.get(sequence).saturating_sub(1);
                    at.stored[of.first + below(names[2], sequence, index, of.count)?]
                }
            };
            at.sequences[sequence] = [of.first as i64, of.count as i64, from];
            Ok(())
        })?;
        let sequences = at.sequences.iter().map(|&[first, count, from]| Sequence {
            tokens: Tokens {
                batch: 0,
                first: first as usize,
                count: count as usize,
            },
            from: Some(from as usize),
        });
        let rule = Rule {
            query: at.query,
            key: at.key,
            value: at.value,
            beta: at.beta,
            decay: at.decay,
            decay_of_keys: at.decay_of_keys,
            initial: at.initial,
            scale,
        };
        let outputs = Outputs {
            out: at.out,
            states: Some(at.states),
            rows: at.rows.is_some().then_some(&*at.stored),
            before_chunks: None,
            corrections: None,
        };
        rule.run(sequences, outputs, at.memory);
        Ok(())
    })
}

/// Numbers that a part of a [`Rule`] works with.
pub(super) fn memory_of(keys: usize) -> usize {
    (ROWS + 4) * keys + ROWS
}

/// A sequence, and the state that it begins with: a row of the initial states or, without those, of the states that are written; none is zeros.
#[derive(Clone, Copy)]
pub(super) struct Sequence {
    pub tokens: Tokens,
    pub from: Option<usize>,
}

/// The inputs of the rule, by batch, token and head.
pub(super) struct Rule<'a> {
    pub query: FloatsView<'a, 4>,
    pub key: FloatsView<'a, 4>,
    pub value: FloatsView<'a, 4>,
    pub beta: FloatsView<'a, 3>,
    pub decay: Option<FloatsView<'a, 3>>,
    pub decay_of_keys: Option<FloatsView<'a, 4>>,
    pub initial: Option<FloatsView<'a, 4>>,
    pub scale: f64,
}

/// Its outputs.
pub(super) struct Outputs<'a> {
    /// By batch, token and head of values.
    pub out: FloatsViewMut<'a, 4>,
    /// After each token, or after each sequence.
    pub states: Option<FloatsViewMut<'a, 4>>,
    /// The row of each token's state.
    pub rows: Option<&'a [i64]>,
    /// The state before each chunk of so many tokens of each sequence, one after another.
    pub before_chunks: Option<(FloatsViewMut<'a, 4>, usize)>,
    /// The correction of each token, before it is multiplied with its key: by batch, token and head of values.
    pub corrections: Option<FloatsViewMut<'a, 4>>,
}

impl Rule<'_> {
    /// Runs all sequences. Threads take rows of states, which do not depend on each other.
    pub fn run(
        &self,
        sequences: impl Iterator<Item = Sequence> + Clone + Sync,
        outputs: Outputs<'_>,
        memory: &mut [f64],
    ) {
        let [batches, tokens, heads, values] = outputs.out.shape();
        let keys = self.key.shape()[3];
        if batches * tokens * heads * values == 0 {
            return;
        }
        let group = heads / self.key.shape()[2].max(1);
        let blocks = values.div_ceil(ROWS);
        let of_tokens = [batches, tokens, 1, ROWS];
        let chunk = outputs.before_chunks.as_ref().map(|&(_, chunk)| chunk);
        let parts = (
            outputs.out.boxes(of_tokens),
            outputs.states.map(by_rows),
            outputs.before_chunks.map(|(states, _)| by_rows(states)),
            outputs
                .corrections
                .map(|corrections| corrections.boxes(of_tokens)),
        );
        let rows = outputs.rows;
        let memory = cuts::chunks(memory, memory_of(keys));
        cuts::for_each_part_with(memory, parts, |piece, memory, parts| {
            let (mut out, mut states, mut before, mut corrections) = parts;
            let (head, first) = (piece / blocks, piece % blocks * ROWS);
            let count = out.shape()[3];
            let (state, memory) = memory.split_at_mut(ROWS * keys);
            let (result, memory) = memory.split_at_mut(ROWS);
            let (correction, result) = (&mut [0.0; ROWS][..count], &mut result[..count]);
            let state = &mut state[..count * keys];
            let mut chunks = 0;
            for (number, sequence) in sequences.clone().enumerate() {
                let Tokens {
                    batch,
                    first: start,
                    count: length,
                } = sequence.tokens;
                for (row, state) in state.chunks_mut(keys.max(1)).enumerate() {
                    match (sequence.from, &self.initial, &mut states) {
                        (Some(from), Some(initial), _) => {
                            initial.load([from, head, first + row], 0, state);
                        }
                        (Some(from), None, Some(states)) => {
                            states.row([from, 0, row]).load(0..keys, state);
                        }
                        _ => state.fill(0.0),
                    }
                }
                for token in 0..length {
                    if let (Some(before), Some(chunk)) = (&mut before, chunk)
                        && token % chunk == 0
                    {
                        store(before, chunks, state);
                        chunks += 1;
                    }
                    let at = [batch, start + token, head];
                    self.step(at, group, first, (state, correction, result), memory);
                    out.row([at[0], at[1], 0]).store_with_one_nan(0, result);
                    if let Some(corrections) = &mut corrections {
                        corrections
                            .row([at[0], at[1], 0])
                            .store_with_one_nan(0, correction);
                    }
                    if let (Some(states), Some(rows)) = (&mut states, rows) {
                        store(states, rows[start + token] as usize, state);
                    }
                }
                if let (Some(states), None) = (&mut states, rows) {
                    store(states, number, state);
                }
            }
        });
    }

    /// Takes a token into some rows of a state, and writes by how much they are corrected and what the query finds.
    fn step(
        &self,
        [batch, token, head]: [usize; 3],
        group: usize,
        first: usize,
        (state, correction, result): (&mut [f64], &mut [f64], &mut [f64]),
        memory: &mut [f64],
    ) {
        let keys = self.key.shape()[3];
        let mut parts = memory.chunks_mut(keys.max(1));
        let mut next = || parts.next().unwrap_or_default();
        let (query, key, decay, exponents) = (next(), next(), next(), next());
        let of_keys = [batch, token, head / group.max(1)];
        self.query.load(of_keys, 0, query);
        self.key.load(of_keys, 0, key);
        let mut number = [0.0];
        exponents.fill(0.0);
        if let Some(decays) = &self.decay_of_keys {
            decays.load([batch, token, head], 0, exponents);
        }
        if let Some(decays) = &self.decay {
            decays.load([batch, token], head, &mut number);
            exponents
                .iter_mut()
                .for_each(|exponent| *exponent += number[0]);
        }
        exp::f64(exponents, decay);
        self.value.load([batch, token, head], first, result);
        self.beta.load([batch, token], head, &mut number);
        let rows = state.chunks_mut(keys.max(1));
        for ((row, correction), result) in rows.zip(correction).zip(result) {
            multiply(row, decay, 0.0);
            *correction = number[0] * (*result - products(row, key));
            add_scaled(row, key, *correction);
            *result = self.scale * products(row, query);
        }
    }
}

/// Cuts states by heads and rows of values.
fn by_rows(states: FloatsViewMut<'_, 4>) -> FloatBoxes<'_, 4> {
    let [all, _, _, keys] = states.shape();
    states.boxes([all.max(1), 1, ROWS, keys.max(1)])
}

/// Stores rows of a state.
fn store(states: &mut FloatsViewMut<'_, 4>, at: usize, state: &[f64]) {
    let keys = states.shape()[3];
    for (row, state) in state.chunks(keys.max(1)).enumerate() {
        states.row([at, 0, row]).store_with_one_nan(0, state);
    }
}
