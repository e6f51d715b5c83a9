//! Results of attention, with the statistics that gradients need.

use super::memory::{RowsBySequence, StatisticsBySequence, ThreadMemory, take};
use super::scores::{Row, doubles};
use super::{Attention, Inputs, InputsAt, Operands, Plan, Sequence, rows_of};
use crate::engine::gemm::panels::{Packed, PackedMut, Panels, multiply, sums};
use crate::engine::operands::{Temporary, Write, WriteFloatsView, kernel, operands};
use crate::engine::views::{FloatsViewMut, View, ViewMut};
use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_kernels::gemm::{DEPTH, Kind};
use hostnpu_kernels::{attention, rows};
use hostnpu_tensor::cuts::{chained, for_each_part};

/// Queries that are computed together.
const QUERIES: usize = 32;

/// Panels of keys that a thread packs together.
const PANELS: usize = 16;

/// Outputs of attention.
pub struct Outputs {
    /// The largest score of each query, eight times in FLOAT; minus infinity where it sees no key.
    pub softmax_max: Arg,
    /// The sum of the exponentials of its scores less that, eight times in FLOAT; 0 where it sees no key.
    pub softmax_sum: Arg,
    /// Results: batch, heads, rows, elements; 0 where a query sees no key.
    pub attention_out: Arg,
}

operands! {
    struct Forward => ForwardAt {
        inputs: Inputs,
        softmax_max: Write<f32>,
        softmax_sum: Write<f32>,
        attention_out: WriteFloatsView<4>,
        packed: Temporary<f64>,
        memory: Temporary<f64>,
    }
}

/// Plans attention.
pub fn forward(of: Attention, operands: Operands, outputs: Outputs) -> Result<Call> {
    let dtype = operands.query.view.dtype;
    let (plan, inputs) = Plan::new(of, operands)?;
    plan.require(&outputs.attention_out, plan.results())?;
    for statistics in [&outputs.softmax_max, &outputs.softmax_sum] {
        plan.require_statistics(statistics)?;
    }
    let packed: usize = plan.packed().into_iter().sum();
    let own = plan.sizes().into_iter().sum();
    let operands = Forward {
        inputs,
        softmax_max: outputs.softmax_max.into(),
        softmax_sum: outputs.softmax_sum.into(),
        attention_out: WriteFloatsView::of(outputs.attention_out, dtype)?,
        packed: Temporary::of(packed.saturating_mul(plan.at_once(packed))),
        memory: Temporary::of(ThreadMemory::doubles(own)),
    };
    kernel(operands, plan.cost(2), move |at: ForwardAt| {
        plan.run(at);
        Ok(())
    })
}

/// Some queries of a head of a sequence, and what is written of them.
struct Tile<'a> {
    number: usize,
    sequence: &'a Sequence,
    head: usize,
    /// The first query, counted in the sequence.
    first: usize,
    results: FloatsViewMut<'a, 3>,
    statistics: [ViewMut<'a, f32, 3>; 2],
}

/// Memory of a thread.
struct Memory<'m> {
    queries: &'m mut [f64],
    sums: &'m mut [f64],
    scores: &'m mut [f64],
    weights: &'m mut [f64],
    results: &'m mut [f64],
    wide: &'m mut [f64],
}

impl Plan {
    /// How keys and values are packed.
    fn sides(&self, keys: usize) -> [Panels; 2] {
        [
            self.columns(keys, self.depth),
            Panels::right(self.kinds[1], self.width, keys),
        ]
    }

    /// How queries and weights are packed.
    fn tiles(&self, queries: usize, keys: usize) -> [Panels; 2] {
        [
            Panels::left(self.kinds[0], queries, self.depth),
            Panels::left(self.kinds[1], queries, keys),
        ]
    }

    /// DOUBLE numbers of the panels of a pair with the most keys.
    fn packed(&self) -> [usize; 2] {
        let [_, keys] = self.longest;
        self.sides(keys).map(|side| side.doubles())
    }

    /// DOUBLE numbers of the memory of a thread: of queries, sums, scores, weights, results and a row of these.
    fn sizes(&self) -> [usize; 6] {
        let [queries, keys] = self.longest;
        let rows = QUERIES.min(queries);
        let [columns, results] = self.sides(keys);
        let [left, weights] = self.tiles(rows, keys);
        let sums = rows * (columns.padded() + columns.width());
        let is_wide = self.kinds[0] == Kind::Single;
        let sizes = [
            left.doubles(),
            sums,
            if is_wide { sums } else { 0 },
            weights.doubles(),
            rows * results.padded(),
            if is_wide { results.padded() } else { 0 },
        ];
        sizes.map(|size| size.next_multiple_of(8))
    }

    fn run(&self, mut at: ForwardAt) {
        if self.of.has_other_rows {
            at.softmax_max.fill(0.0);
            at.softmax_sum.fill(0.0);
            at.attention_out.clear();
        }
        let group = self.group();
        let mut results = RowsBySequence::new(at.attention_out);
        let mut statistics = [at.softmax_max, at.softmax_sum].map(StatisticsBySequence);
        // By pairs: each sequence, and of it the queries of each head of keys.
        let mut outputs = self.of.sequences.iter().flat_map(|sequence| {
            let mut results = Some(results.next(sequence.batch, &sequence.queries));
            let mut statistics = statistics
                .each_mut()
                .map(|all| Some(all.next(self, sequence)));
            (0..self.key_heads).map(move |_| {
                let own = results.take().map(|rest| rest.split(0, group));
                let both = statistics.each_mut().map(|rest| {
                    let (own, others) = rest.take()?.split(0, group);
                    *rest = Some(others);
                    Some(own)
                });
                let (own, others) = own?;
                results = Some(others);
                let [largest, sum] = both;
                Some((own, largest?, sum?))
            })
        });
        let [of_keys, of_values] = self.packed();
        let (doubles, own) = (of_keys + of_values, self.sizes().into_iter().sum());
        let at_once = self.at_once(doubles);
        let free = ThreadMemory::new(at.memory, own);
        let all = self.pairs();
        for first in (0..all).step_by(at_once) {
            let pairs = first..all.min(first + at_once);
            let (mut rest, mut parts) = (&mut *at.packed, Vec::new());
            for pair in pairs.clone() {
                let [keys, values] = self.sides(self.pair(pair).1.keys.len());
                let memory = [take(&mut rest, of_keys), take(&mut rest, of_values)];
                let [key_memory, value_memory] = memory;
                parts.push(PackedMut::new(keys, key_memory).parts(PANELS));
                parts.push(PackedMut::new(values, value_memory).parts(usize::MAX));
            }
            for_each_part(chained(parts), |_, ([number, _], part)| {
                let (_, sequence, head) = self.pair(first + number / 2);
                let rows = |of| rows_of(of, sequence.batch, head, &sequence.keys);
                part.pack(match number % 2 {
                    0 => rows(&at.inputs.key),
                    _ => rows(&at.inputs.value).permuted([1, 0]),
                });
            });
            let packed = &*at.packed;
            let size = [1, QUERIES, usize::MAX];
            let cuts = outputs.by_ref().take(pairs.len()).flatten();
            let cuts = cuts.map(|(results, largest, sum)| {
                (results.boxes(size), largest.boxes(size), sum.boxes(size))
            });
            let cuts: Vec<_> = cuts.collect();
            assert_eq!(cuts.len(), pairs.len(), "outputs of each pair");
            for_each_part(chained(cuts), |_, ([pair, piece], outputs)| {
                let (number, sequence, key_head) = self.pair(first + pair);
                let tiles = sequence.queries.len().div_ceil(QUERIES);
                let (results, largest, sum) = outputs;
                let tile = Tile {
                    number,
                    sequence,
                    head: key_head * group + piece / tiles,
                    first: piece % tiles * QUERIES,
                    results,
                    statistics: [largest, sum],
                };
                let packed = &packed[pair * doubles..][..doubles];
                free.with(|memory| self.tile(&at.inputs, tile, packed.split_at(of_keys), memory));
            });
        }
    }

    fn tile(
        &self,
        inputs: &InputsAt,
        mut tile: Tile,
        (keys, values): (&[f64], &[f64]),
        mut memory: &mut [f64],
    ) {
        let sequence = tile.sequence;
        let [_, rows, _] = tile.results.shape();
        let queries = tile.first..tile.first + rows;
        let (start, end) = sequence.blocks_of(queries.clone());
        let count = end - start;
        let [columns, results] = self.sides(sequence.keys.len());
        let [left, weights] = self.tiles(rows, count);
        let first_panel = start / columns.width();
        let pitch = (end.div_ceil(columns.width()) - first_panel) * columns.width();
        let skipped = start - first_panel * columns.width();
        let mut own = |size| take(&mut memory, size);
        let memory = {
            let [queries, sums, scores, weights, results, wide] = self.sizes().map(&mut own);
            Memory {
                queries,
                sums,
                scores,
                weights,
                results,
                wide,
            }
        };
        let [kind, weight_kind] = self.kinds;
        let from = rows_of(&inputs.query, sequence.batch, tile.head, &sequence.queries);
        let left = PackedMut::new(left, memory.queries).pack(from.narrowed(0, queries));
        let right = Packed::new(columns, keys).lane(first_panel * columns.width());
        let mut products = sums(kind, memory.sums, [rows, pitch]);
        multiply(left, right, left.panels().blocks(), &mut products, false);
        let mut factors = [0.0; QUERIES];
        for (i, factor) in factors[..rows].iter_mut().enumerate() {
            let part = i * pitch + skipped..i * pitch + skipped + count;
            let wide = memory.scores.get_mut(part.clone()).unwrap_or_default();
            let row = doubles(kind, memory.sums, wide, part);
            *factor = self.weights(inputs, &mut tile, i, start, row);
        }
        let scores = match kind {
            Kind::Single => memory.scores,
            _ => memory.sums,
        };
        let scores = View::of(&scores[..rows * pitch], [rows, pitch]);
        let scores = scores.narrowed(1, skipped..skipped + count);
        let left = PackedMut::new(weights, memory.weights).pack(scores.into());
        let right = Packed::new(results, values).block(start / DEPTH);
        let (pitch, blocks) = (results.padded(), weights.blocks());
        let mut products = sums(weight_kind, memory.results, [rows, pitch]);
        multiply(left, right, blocks, &mut products, false);
        for (i, factor) in factors[..rows].iter().enumerate() {
            let part = i * pitch..i * pitch + self.width;
            let row = doubles(weight_kind, memory.results, memory.wide, part);
            if blocks == 0 {
                row.fill(0.0);
            }
            self.store(row, *factor, tile.results.row([0, i]));
        }
    }

    /// Makes weights of a row of sums, from key `start` on, and writes its statistics; returns the factor of its results.
    fn weights(
        &self,
        inputs: &InputsAt,
        tile: &mut Tile,
        i: usize,
        start: usize,
        row: &mut [f64],
    ) -> f64 {
        let sequence = tile.sequence;
        let query = tile.first + i;
        let keys = sequence.window.of(query, sequence.keys.len());
        let end = start + row.len();
        let keys = keys.start.clamp(start, end)..keys.end.clamp(start, end);
        row[..keys.start - start].fill(0.0);
        row[keys.end - start..].fill(0.0);
        let seen = &mut row[keys.start - start..keys.end - start];
        let of = Row {
            number: tile.number,
            sequence,
            head: tile.head,
            query,
            keys,
        };
        self.scores(inputs, &of, seen);
        let largest = rows::largest(seen);
        let sum = if largest == f64::NEG_INFINITY {
            let has_nan = seen.iter().any(|score| score.is_nan());
            seen.fill(0.0);
            if has_nan { f64::NAN } else { 0.0 }
        } else {
            let sum = rows::exponentials(seen, largest).sum();
            attention::cut_off(seen);
            sum
        };
        self.drop(inputs, &of, seen);
        let statistics = attention::statistics(largest, sum);
        for (output, statistic) in tile.statistics.iter_mut().zip(statistics) {
            output.row([0, i]).fill(statistic);
        }
        if sum == 0.0 { 0.0 } else { self.kept() / sum }
    }
}
