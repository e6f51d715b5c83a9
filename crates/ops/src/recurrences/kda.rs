//! The delta rule whose keys decay by themselves, computed in chunks: what each chunk is made of are outputs, for gradients.

#![forbid(unsafe_code)]

use super::Tokens;
use super::delta_rule::{Outputs, Rule, Sequence, memory_of};
use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_engine::floats::Floats;
use hostnpu_engine::grain::LANES;
use hostnpu_engine::operands::{
    ReadFloats, ReadFloatsView, Temporary, WriteFloatsView, kernel, operands,
};
use hostnpu_engine::views::{FloatBoxes, FloatsView, FloatsViewMut, View};
use hostnpu_kernels::math::{exp, sigmoid, softplus};
use hostnpu_kernels::rows::{add_scaled, multiply, products, times};
use hostnpu_tensor::cuts;
use std::f64::consts::LOG2_E;

/// The rule by which decays follow from gates.
pub struct Gates {
    /// Logarithm of a factor of each head; without it gates are logarithms of decays.
    pub factor: Option<Arg>,
    /// Addend of each key of each head.
    pub bias: Option<Arg>,
    /// The logarithm of the strongest decay, from which decays follow by the logistic function.
    pub lower_bound: Option<f64>,
}

/// Operands of [`chunk_kda`]. Inputs are by batch, token and head, intermediate results by batch, head and token.
pub struct ChunkKda {
    /// Elements are keys.
    pub query: Arg,
    /// Likewise.
    pub key: Arg,
    /// Elements are values; the heads of values are a multiple of those of keys.
    pub value: Arg,
    /// (batches, tokens, heads of values, keys).
    pub gate: Arg,
    /// The rule by which decays follow from them.
    pub gates: Gates,
    /// (batches, tokens, heads of values).
    pub beta: Arg,
    /// Before each sequence: (sequences, heads of values, values, keys).
    pub initial: Option<Arg>,
    /// The first tokens and the ends of sequences in the only batch; without it each batch is one.
    pub starts: Option<Vec<i64>>,
    /// Factor of queries.
    pub scale: f64,
    /// Tokens of a chunk.
    pub chunk: usize,
    /// (batches, tokens, heads of values, values).
    pub out: Arg,
    /// After each sequence.
    pub last: Option<Arg>,
    /// Before each chunk: (chunks, heads of values, values, keys).
    pub before_chunks: Option<Arg>,
    /// Sums of the logarithms of decays, to the base 2, from the first token of a chunk on.
    pub decays: Option<Arg>,
    /// Products of queries and keys.
    pub of_queries: Arg,
    /// The inverse of what keys take from each other.
    pub inverse: Arg,
    /// Keys, and values, that correct.
    pub keys: Option<Arg>,
    /// See `keys`.
    pub values: Option<Arg>,
    /// Queries with the decays before them.
    pub decayed_queries: Option<Arg>,
    /// Keys with the decays behind them.
    pub decayed_keys: Option<Arg>,
    /// Values that are corrected by states.
    pub corrections: Option<Arg>,
}

operands! {
    struct Operands => OperandsAt {
        query: ReadFloatsView<4>,
        key: ReadFloatsView<4>,
        value: ReadFloatsView<4>,
        gate: ReadFloatsView<4>,
        beta: ReadFloatsView<3>,
        factor: Option<ReadFloats>,
        bias: Option<ReadFloats>,
        initial: Option<ReadFloatsView<4>>,
        out: WriteFloatsView<4>,
        last: Option<WriteFloatsView<4>>,
        before_chunks: Option<WriteFloatsView<4>>,
        corrections: Option<WriteFloatsView<4>>,
        made: Intermediate,
        decay: Temporary<f64>,
        memory: Temporary<f64>,
        work: Temporary<f64>,
    }
}

operands! {
    struct Intermediate => IntermediateAt {
        decays: Option<WriteFloatsView<4>>,
        of_queries: WriteFloatsView<4>,
        inverse: WriteFloatsView<4>,
        keys: Option<WriteFloatsView<4>>,
        values: Option<WriteFloatsView<4>>,
        decayed_queries: Option<WriteFloatsView<4>>,
        decayed_keys: Option<WriteFloatsView<4>>,
    }
}

/// Numbers that plans and runs know.
#[derive(Clone, Copy)]
struct Sizes {
    tokens: usize,
    heads: usize,
    group: usize,
    keys: usize,
    values: usize,
    chunk: usize,
    scale: f64,
}

/// Plans the rule in chunks.
pub fn chunk_kda(of: ChunkKda) -> Result<Call> {
    let [batches, tokens, heads_of_keys, keys] = of.query.extents::<4>()?;
    let [_, _, heads, values] = of.value.extents::<4>()?;
    let sizes = Sizes {
        tokens,
        heads,
        group: heads / heads_of_keys.max(1),
        keys,
        values,
        chunk: of.chunk,
        scale: of.scale,
    };
    let sequences: Vec<Sequence> = match &of.starts {
        Some(starts) => starts
            .windows(2)
            .enumerate()
            .map(|(sequence, ends)| (sequence, 0, ends[0] as usize, ends[1] as usize))
            .map(|(sequence, batch, first, end)| (sequence, batch, first, end - first))
            .map(sequence_of(of.initial.is_some()))
            .collect(),
        None => (0..batches)
            .map(|batch| (batch, batch, 0, tokens))
            .map(sequence_of(of.initial.is_some()))
            .collect(),
    };
    let view = |arg: Option<Arg>| arg.map(WriteFloatsView::as_it_lies).transpose();
    let lanes = LANES.min(batches * heads).max(1);
    let operands = Operands {
        query: ReadFloatsView::of(of.query)?,
        key: ReadFloatsView::of(of.key)?,
        value: ReadFloatsView::of(of.value)?,
        gate: ReadFloatsView::of(of.gate)?,
        beta: ReadFloatsView::of(of.beta)?,
        factor: of.gates.factor.map(ReadFloats::from),
        bias: of.gates.bias.map(ReadFloats::from),
        initial: of.initial.map(ReadFloatsView::of).transpose()?,
        out: WriteFloatsView::as_it_lies(of.out)?,
        last: view(of.last)?,
        before_chunks: view(of.before_chunks)?,
        corrections: match of.corrections {
            // By batch, head and token, as intermediate results are.
            Some(arg) => view(Some(arg.viewed(arg.view.layout.permuted(&[0, 2, 1, 3]))?))?,
            None => None,
        },
        made: Intermediate {
            decays: view(of.decays)?,
            of_queries: WriteFloatsView::as_it_lies(of.of_queries)?,
            inverse: WriteFloatsView::as_it_lies(of.inverse)?,
            keys: view(of.keys)?,
            values: view(of.values)?,
            decayed_queries: view(of.decayed_queries)?,
            decayed_keys: view(of.decayed_keys)?,
        },
        decay: Temporary::of(batches * tokens * heads * keys),
        memory: Temporary::of(LANES * memory_of(keys)),
        work: Temporary::of(lanes * sizes.work()),
    };
    let cost = 16 * batches * tokens * heads * keys * (values + of.chunk);
    let lower_bound = of.gates.lower_bound;
    kernel(operands, cost, move |at: OperandsAt| {
        let decays = Decays {
            factor: at.factor,
            bias: at.bias,
            lower_bound,
        };
        decays.write(sizes, &at.gate, at.decay);
        let decay = View::of(&*at.decay, [batches, tokens, heads, keys]);
        let rule = Rule {
            query: at.query,
            key: at.key,
            value: at.value,
            beta: at.beta,
            decay: None,
            decay_of_keys: Some(FloatsView::from(decay)),
            initial: at.initial,
            scale: sizes.scale,
        };
        let outputs = Outputs {
            out: at.out,
            states: at.last,
            rows: None,
            before_chunks: at.before_chunks.map(|states| (states, sizes.chunk)),
            corrections: at.corrections,
        };
        rule.run(sequences.iter().copied(), outputs, at.memory);
        let parts = at.made.by_heads(sizes);
        let work = cuts::chunks(at.work, sizes.work());
        cuts::for_each_part_with(work, parts, |piece, work, parts| {
            let (batch, head) = (piece / heads, piece % heads);
            let mut part = Part::new(sizes, work, parts);
            let own = sequences.iter().filter(|of| of.tokens.batch == batch);
            for Tokens { first, count, .. } in own.map(|of| of.tokens) {
                for start in (0..count).step_by(sizes.chunk) {
                    let length = sizes.chunk.min(count - start);
                    part.chunk(&rule, [batch, first + start, head], length);
                }
            }
        });
        Ok(())
    })
}

fn sequence_of(has_initial: bool) -> impl Fn((usize, usize, usize, usize)) -> Sequence {
    move |(sequence, batch, first, count)| Sequence {
        tokens: Tokens {
            batch,
            first,
            count,
        },
        from: has_initial.then_some(sequence),
    }
}

impl Sizes {
    /// Numbers that a part works with.
    fn work(&self) -> usize {
        self.chunk * (2 * self.keys + self.values + self.chunk) + 4 * self.row()
    }

    /// The longest row.
    fn row(&self) -> usize {
        self.keys.max(self.values).max(self.chunk)
    }
}

/// The rule by which logarithms of decays are made.
struct Decays<'a> {
    factor: Option<Floats<'a>>,
    bias: Option<Floats<'a>>,
    lower_bound: Option<f64>,
}

impl Decays<'_> {
    /// Writes the logarithms of decays, by batch, token, head and key.
    fn write(&self, sizes: Sizes, gate: &FloatsView<'_, 4>, decay: &mut [f64]) {
        let Sizes {
            tokens,
            heads,
            keys,
            ..
        } = sizes;
        cuts::for_each_part(cuts::chunks(decay, heads * keys), |piece, rows| {
            let (batch, token) = (piece / tokens, piece % tokens);
            for (head, row) in rows.chunks_mut(keys).enumerate() {
                gate.load([batch, token, head], 0, row);
                let Some(factors) = &self.factor else {
                    continue;
                };
                let mut factor = [0.0];
                exp::f64(&[factors.get(head)], &mut factor);
                if let Some(bias) = &self.bias {
                    let each = row.iter_mut().enumerate();
                    each.for_each(|(key, gate)| *gate += bias.get(head * keys + key));
                }
                let mut tile = [0.0; TILE];
                for part in row.chunks_mut(TILE) {
                    let x = &mut tile[..part.len()];
                    x.copy_from_slice(part);
                    match self.lower_bound {
                        Some(bound) => {
                            times(x, factor[0]);
                            sigmoid::f64(x, part);
                            part.iter_mut().for_each(|decay| *decay *= bound);
                        }
                        None => {
                            softplus::f64(x, part);
                            part.iter_mut().for_each(|decay| *decay *= -factor[0]);
                        }
                    }
                }
            }
        });
    }
}

const TILE: usize = 64;

/// Parts of the intermediate results of a head.
type Parts<'a> = (
    FloatsViewMut<'a, 4>,
    FloatsViewMut<'a, 4>,
    (
        Option<FloatsViewMut<'a, 4>>,
        Option<FloatsViewMut<'a, 4>>,
        Option<FloatsViewMut<'a, 4>>,
    ),
    (Option<FloatsViewMut<'a, 4>>, Option<FloatsViewMut<'a, 4>>),
);

type Cuts<'a> = (
    FloatBoxes<'a, 4>,
    FloatBoxes<'a, 4>,
    (
        Option<FloatBoxes<'a, 4>>,
        Option<FloatBoxes<'a, 4>>,
        Option<FloatBoxes<'a, 4>>,
    ),
    (Option<FloatBoxes<'a, 4>>, Option<FloatBoxes<'a, 4>>),
);

impl<'a> IntermediateAt<'a> {
    fn by_heads(self, sizes: Sizes) -> Cuts<'a> {
        let boxes = |view: FloatsViewMut<'a, 4>| view.boxes([1, 1, sizes.tokens, sizes.row()]);
        (
            boxes(self.of_queries),
            boxes(self.inverse),
            (
                self.decays.map(boxes),
                self.keys.map(boxes),
                self.values.map(boxes),
            ),
            (
                self.decayed_queries.map(boxes),
                self.decayed_keys.map(boxes),
            ),
        )
    }
}

/// The intermediate results of a head.
struct Part<'a, 'm> {
    sizes: Sizes,
    parts: Parts<'a>,
    /// Logarithms of decays from the first token of a chunk on, by token.
    sums: &'m mut [f64],
    /// Keys, by token.
    keys: &'m mut [f64],
    /// Values, by token.
    values: &'m mut [f64],
    /// Rows of what keys take from each other, then of its inverse.
    inverse: &'m mut [f64],
    rows: [&'m mut [f64]; 4],
}

impl<'a, 'm> Part<'a, 'm> {
    fn new(sizes: Sizes, work: &'m mut [f64], parts: Parts<'a>) -> Self {
        let (sums, work) = work.split_at_mut(sizes.chunk * sizes.keys);
        let (keys, work) = work.split_at_mut(sizes.chunk * sizes.keys);
        let (values, work) = work.split_at_mut(sizes.chunk * sizes.values);
        let (inverse, work) = work.split_at_mut(sizes.chunk * sizes.chunk);
        let mut rows = work.chunks_mut(sizes.row());
        Self {
            sizes,
            parts,
            sums,
            keys,
            values,
            inverse,
            rows: std::array::from_fn(|_| rows.next().unwrap_or_default()),
        }
    }

    fn chunk(&mut self, rule: &Rule<'_>, [batch, start, head]: [usize; 3], length: usize) {
        let Sizes {
            group,
            keys,
            values,
            chunk,
            scale,
            ..
        } = self.sizes;
        let (of_queries, inverse, (decays, by_keys, by_values), (decayed_queries, decayed_keys)) =
            &mut self.parts;
        let [query, row, factors, result] = &mut self.rows;
        let (query, row, factors) = (&mut query[..keys], &mut row[..keys], &mut factors[..keys]);
        let at = |token: usize| [0, 0, start + token];
        let Some(logarithms) = &rule.decay_of_keys else {
            return;
        };
        for token in 0..length {
            let (before, own) = self.sums.split_at_mut(token * keys);
            let own = &mut own[..keys];
            logarithms.load([batch, start + token, head], 0, own);
            if let Some(last) = token.checked_sub(1) {
                add_scaled(own, &before[last * keys..], 1.0);
            }
            let key = &mut self.keys[token * keys..][..keys];
            rule.key.load([batch, start + token, head / group], 0, key);
        }
        let sums = |token: usize| &self.sums[token * keys..][..keys];
        let difference = |a: usize, b: usize, row: &mut [f64], factors: &mut [f64]| {
            row.copy_from_slice(sums(a));
            add_scaled(row, sums(b), -1.0);
            exp::f64(row, factors);
        };
        let mut beta = [0.0];
        for token in 0..length {
            rule.query
                .load([batch, start + token, head / group], 0, query);
            rule.beta.load([batch, start + token], head, &mut beta);
            let results = &mut result[..chunk];
            results.fill(0.0);
            let taken = &mut self.inverse[token * chunk..][..chunk];
            taken.fill(0.0);
            for other in 0..=token {
                difference(token, other, row, factors);
                multiply(factors, &self.keys[other * keys..][..keys], 0.0);
                results[other] = scale * products(query, factors);
                if other < token {
                    let key = &self.keys[token * keys..][..keys];
                    taken[other] = beta[0] * products(key, factors);
                }
            }
            of_queries.row(at(token)).store_with_one_nan(0, results);
            if let Some(decays) = decays {
                row.iter_mut()
                    .zip(sums(token))
                    .for_each(|(to, sum)| *to = sum * LOG2_E);
                decays.row(at(token)).store_with_one_nan(0, row);
            }
            if let Some(queries) = decayed_queries {
                exp::f64(sums(token), factors);
                multiply(factors, query, 0.0);
                queries.row(at(token)).store_with_one_nan(0, factors);
            }
            if let Some(decayed) = decayed_keys {
                difference(length - 1, token, row, factors);
                multiply(factors, &self.keys[token * keys..][..keys], 0.0);
                decayed.row(at(token)).store_with_one_nan(0, factors);
            }
        }
        // Keys and values that correct, before they are taken from each other.
        for token in 0..length {
            rule.beta.load([batch, start + token], head, &mut beta);
            exp::f64(sums(token), factors);
            let key = &mut self.keys[token * keys..][..keys];
            multiply(key, factors, 0.0);
            key.iter_mut().for_each(|key| *key *= beta[0]);
            let value = &mut self.values[token * values..][..values];
            rule.value.load([batch, start + token, head], 0, value);
            value.iter_mut().for_each(|value| *value *= beta[0]);
        }
        for token in 0..length {
            let (before, own) = self.inverse.split_at_mut(token * chunk);
            let own = &mut own[..chunk];
            let results = &mut result[..chunk];
            results.fill(0.0);
            for (other, row) in before.chunks(chunk).enumerate() {
                add_scaled(results, row, -own[other]);
            }
            results[token] = 1.0;
            own.copy_from_slice(results);
            inverse.row(at(token)).store_with_one_nan(0, own);
            let mut sum = |to: &mut FloatsViewMut<'_, 4>, of: &[f64], width: usize| {
                let result = &mut result[..width];
                result.fill(0.0);
                for (other, row) in of.chunks(width).take(token + 1).enumerate() {
                    add_scaled(result, row, own[other]);
                }
                to.row(at(token)).store_with_one_nan(0, result);
            };
            if let Some(to) = by_keys {
                sum(to, self.keys, keys);
            }
            if let Some(to) = by_values {
                sum(to, self.values, values);
            }
        }
    }
}
