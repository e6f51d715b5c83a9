//! Gradients of attention by queries, keys, values and the shift.

mod joined;
mod parts;
mod passes;
mod small;

pub use joined::gradient_of_parts;

use std::ops::Range;

use super::memory::{ThreadMemory, statistics, take};
use super::outputs::RowsBySequence;
use super::{Attention, Inputs, InputsAt, KEYS, Operands, Plan, Sequence};
use crate::gemm::panels::{PackedMut, Panels};
use crate::operands::{Read, ReadFloatsView, Temporary, Write, WriteFloatsView, kernel, operands};
use crate::views::{FloatsView, FloatsViewMut};
use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_kernels::gemm::{DEPTH, Kind};
use hostnpu_kernels::{attention, rows};
use hostnpu_tensor::cuts::{Either, chained, chunks, for_each_part};
use small::ByHead;

/// Queries whose gradients are computed together.
const QUERIES: usize = 32;

/// Elements of results that are converted at once.
const LINE: usize = 256;

/// Panels that a thread packs together.
const PANELS: usize = 16;

/// Operands of the gradients, beside those of attention, and the gradients.
pub struct Gradients {
    /// The gradient by results, with their axes.
    pub dy: Arg,
    /// The largest score of each query, as [`super::forward`] writes it.
    pub softmax_max: Arg,
    /// The sum of exponentials, as [`super::forward`] writes it.
    pub softmax_sum: Arg,
    /// The results.
    pub attention_in: Arg,
    /// The gradient by queries.
    pub dq: Arg,
    /// The gradient by keys.
    pub dk: Arg,
    /// The gradient by values.
    pub dv: Arg,
    /// The gradient by the shift, of one number for each score.
    pub dpse: Option<Arg>,
    /// The gradient by the sink, of a number for each head.
    pub dsink: Option<Arg>,
}

operands! {
    struct Gradient => GradientAt {
        inputs: Inputs,
        dy: ReadFloatsView<4>,
        softmax_max: Read<f32>,
        softmax_sum: Read<f32>,
        attention_in: ReadFloatsView<4>,
        dq: WriteFloatsView<4>,
        dk: WriteFloatsView<4>,
        dv: WriteFloatsView<4>,
        dpse: Option<WriteFloatsView<4>>,
        dsink: Option<Write<f32>>,
        packed: Temporary<f64>,
        memory: Temporary<f64>,
        queries: Temporary<[f64; 3]>,
    }
}

/// Plans the gradients of attention.
pub fn gradient(of: Attention, operands: Operands, gradients: Gradients) -> Result<Call> {
    let dtype = operands.query.view.dtype;
    let shift = operands
        .modifiers
        .pse_shift
        .as_ref()
        .map(|arg| arg.view.dtype);
    let (plan, inputs) = Plan::of_tensors(of, operands)?;
    for results in [&gradients.dy, &gradients.attention_in] {
        plan.require(results, plan.results())?;
    }
    for statistics in [&gradients.softmax_max, &gradients.softmax_sum] {
        plan.require_statistics(statistics)?;
    }
    let [query, key, value] = plan.operands();
    plan.require(&gradients.dq, query)?;
    plan.require(&gradients.dk, key)?;
    plan.require(&gradients.dv, value)?;
    let dpse = gradients.dpse.zip(shift);
    if let Some((dpse, _)) = &dpse {
        plan.require(dpse, plan.scores_shape())?;
    }
    if let Some(dsink) = &gradients.dsink {
        dsink.require_numel(plan.heads)?;
    }
    let plan = GradientPlan {
        has_dpse: dpse.is_some(),
        plan,
    };
    let (doubles, own) = plan.memory_sizes();
    let operands = Gradient {
        inputs,
        dy: ReadFloatsView::of(gradients.dy)?,
        softmax_max: gradients.softmax_max.into(),
        softmax_sum: gradients.softmax_sum.into(),
        attention_in: ReadFloatsView::of(gradients.attention_in)?,
        dq: WriteFloatsView::of(gradients.dq, dtype)?,
        dk: WriteFloatsView::of(gradients.dk, dtype)?,
        dv: WriteFloatsView::of(gradients.dv, dtype)?,
        dpse: dpse
            .map(|(arg, dtype)| WriteFloatsView::of(arg, dtype))
            .transpose()?,
        dsink: gradients.dsink.map(Write::from),
        packed: Temporary::of(doubles.saturating_mul(plan.plan.at_once(doubles))),
        memory: Temporary::of(ThreadMemory::doubles(own)),
        queries: Temporary::of(plan.queries()),
    };
    let cost = plan.plan.cost(7);
    kernel(operands, cost, move |at: GradientAt| {
        plan.run(at);
        Ok(())
    })
}

struct GradientPlan {
    plan: Plan,
    has_dpse: bool,
}

/// Of a query: the largest score, the reciprocal of the sum, and the mean of the gradients by its weights.
type OfQuery = [f64; 3];

/// Memory of a thread, with one place for weights and one for their gradients.
struct Memory<'m> {
    sums: [&'m mut [f64]; 2],
    wide: [&'m mut [f64]; 2],
    packed: [&'m mut [f64]; 2],
    results: [&'m mut [f64]; 2],
    /// A row of results.
    line: &'m mut [f64],
    /// A row of gradients by the shift.
    by_shift: &'m mut [f64],
}

/// Operands that the passes over scores read.
struct Given<'a> {
    inputs: InputsAt<'a>,
    dy: FloatsView<'a, 4>,
    attention_in: FloatsView<'a, 4>,
}

/// Some queries of a head and some neighbouring keys, counted in the sequence.
struct Tile<'a> {
    /// The number of the sequence.
    number: usize,
    sequence: &'a Sequence,
    head: usize,
    queries: Range<usize>,
    keys: Range<usize>,
    /// The panels of the head of keys and of that of queries.
    packed: [&'a [f64]; 2],
    /// Of all queries of the head.
    of_queries: &'a [OfQuery],
}

/// A pair of a sequence and a head of keys.
struct Pair<'a> {
    number: usize,
    sequence: &'a Sequence,
    key_head: usize,
    /// Its panels.
    packed: &'a [f64],
    /// Of all queries of the sequence, by heads.
    of_queries: &'a [OfQuery],
}

impl GradientPlan {
    /// Queries of all heads of all sequences.
    fn queries(&self) -> usize {
        let queries = self.plan.of.sequences.iter().map(|s| s.queries.len());
        let queries = match self.plan.of.is_for_any_lengths {
            true => self.plan.batch * self.plan.rows[0],
            false => queries.sum::<usize>(),
        };
        queries * self.plan.heads
    }

    /// DOUBLE numbers of the parts of a memory: sums, doubles, panels and results, each twice, and rows of results and of gradients by the shift.
    fn sizes(&self) -> [usize; 10] {
        let plan = &self.plan;
        let [queries, keys] = plan.longest;
        let numbers = |rows: usize, keys: usize| rows * (keys.next_multiple_of(KEYS) + KEYS);
        let tall = QUERIES.min(queries);
        let sums = numbers(tall, keys).max(numbers(DEPTH.min(queries), KEYS));
        let by_queries = self.weights(tall, keys).doubles();
        let packed = by_queries.max(self.weights(KEYS, DEPTH.min(queries)).doubles());
        let columns = plan.depth.max(plan.width) + KEYS;
        let results = KEYS.max(QUERIES) * columns;
        let wide = if plan.kinds[0] == Kind::Single {
            sums
        } else {
            0
        };
        let by_shift = if self.has_dpse { keys } else { 0 };
        let sizes = [
            sums, sums, wide, wide, packed, packed, results, results, columns, by_shift,
        ];
        sizes.map(|size| size.next_multiple_of(8))
    }

    /// DOUBLE numbers of the panels of a pair, and of the memory of a thread.
    fn memory_sizes(&self) -> (usize, usize) {
        match self.plan.is_small() {
            true => (0, self.small_doubles()),
            false => (self.doubles(), self.sizes().into_iter().sum()),
        }
    }

    fn memory<'m>(&self, mut memory: &'m mut [f64]) -> Memory<'m> {
        let parts = self.sizes().map(|size| take(&mut memory, size));
        let [a, b, c, d, e, f, g, h, line, by_shift] = parts;
        Memory {
            sums: [a, b],
            wide: [c, d],
            packed: [e, f],
            results: [g, h],
            line,
            by_shift,
        }
    }

    /// Panels of the weights of a tile, or of their gradients: by queries, or by keys.
    fn weights(&self, rows: usize, steps: usize) -> Panels {
        Panels::left(self.plan.kinds[1], rows, steps)
    }

    /// Finds what gradients need to know of a query.
    fn of_query(
        &self,
        given: &Given,
        [softmax_max, softmax_sum]: [&[f32]; 2],
        (sequence, head, query): (&Sequence, usize, usize),
    ) -> OfQuery {
        let plan = &self.plan;
        let [largest, sum] = [softmax_max, softmax_sum]
            .map(|all| statistics(all, plan, sequence).at([head, query, 0]));
        let mut mean = rows::Total::default();
        let place = [sequence.batch, head, sequence.queries.start + query];
        for start in (0..plan.width).step_by(LINE) {
            let count = LINE.min(plan.width - start);
            let mut lines = [[0.0; LINE]; 2];
            let [by_results, results] = &mut lines;
            given.dy.load(place, start, &mut by_results[..count]);
            given.attention_in.load(place, start, &mut results[..count]);
            mean.add(rows::products(&by_results[..count], &results[..count]));
        }
        let sees_none = sum == 0.0 || largest == f32::MIN && sum == f32::MAX;
        let factor = if sees_none { 0.0 } else { 1.0 / f64::from(sum) };
        [f64::from(largest), factor, mean.sum()]
    }

    fn run(&self, mut at: GradientAt) {
        let plan = &self.plan;
        if plan.of.has_other_rows {
            [&mut at.dq, &mut at.dk, &mut at.dv]
                .into_iter()
                .for_each(FloatsViewMut::clear);
        }
        let given = Given {
            inputs: at.inputs,
            dy: at.dy,
            attention_in: at.attention_in,
        };
        let (mut rest, mut by_heads) = (&mut *at.queries, Vec::new());
        for sequence in &plan.of.sequences {
            let queries = sequence.queries.len();
            let (own, others) = std::mem::take(&mut rest).split_at_mut(plan.heads * queries);
            by_heads.push(chunks(own, queries));
            rest = others;
        }
        for_each_part(chained(by_heads), |_, ([number, head], all)| {
            let (sequence, statistics) =
                (&plan.of.sequences[number], [at.softmax_max, at.softmax_sum]);
            for (query, of) in all.iter_mut().enumerate() {
                *of = self.of_query(&given, statistics, (sequence, head, query));
            }
        });
        let of_queries = &*at.queries;
        if let (Some(dsink), Some(sink)) = (at.dsink, given.inputs.modifiers.sink) {
            for (head, dsink) in dsink.iter_mut().enumerate() {
                *dsink = self.by_sink(of_queries, head, sink[head].into()) as f32;
            }
        }
        let mut outputs = Outputs {
            dq: RowsBySequence::new(at.dq),
            dk: RowsBySequence::new(at.dk),
            dv: RowsBySequence::new(at.dv),
            dpse: at.dpse.map(RowsBySequence::new),
            heads: [const { None }; 4],
        };
        let (doubles, own) = self.memory_sizes();
        let at_once = plan.at_once(doubles);
        let free = ThreadMemory::new(at.memory, own);
        let (all, group) = (plan.pairs(), plan.group());
        if plan.is_small() {
            let by_heads = (0..all).map(|pair| {
                let (_, sequence, head) = plan.pair(pair);
                let [Some(dq), Some(dk), Some(dv), dpse] = outputs.next(sequence, head == 0, group)
                else {
                    unreachable!("every pair has gradients")
                };
                ByHead { dq, dk, dv, dpse }
            });
            let mut by_heads: Vec<_> = by_heads.collect();
            for_each_part(chunks(&mut by_heads, 1), |pair, by_heads| {
                let pair = plan.pair(pair);
                let of_queries = &of_queries[pair.1.queries_before * plan.heads..];
                for by in by_heads {
                    free.with(|memory| self.small(&given, pair, of_queries, by, memory));
                }
            });
            return;
        }
        for first in (0..all).step_by(at_once) {
            let pairs = first..all.min(first + at_once);
            self.pack(&given, pairs.clone(), at.packed);
            let (packed, size) = (&*at.packed, [1, QUERIES, usize::MAX]);
            let mut cuts = Vec::new();
            for pair in pairs {
                let (_, sequence, head) = plan.pair(pair);
                let [dq, dk, dv, dpse] = outputs.next(sequence, head == 0, group);
                cuts.push(Either::First((
                    dq.map(|dq| dq.boxes(size)),
                    dpse.map(|dpse| dpse.boxes(size)),
                )));
                let by_keys = [dk, dv].map(|by| by.map(|by| by.boxes([1, KEYS, usize::MAX])));
                let [dk, dv] = by_keys;
                cuts.push(Either::Second((dk, dv)));
            }
            for_each_part(chained(cuts), |_, ([cut, piece], outputs)| {
                let (number, sequence, key_head) = plan.pair(first + cut / 2);
                let queries = sequence.queries_before * plan.heads;
                let pair = Pair {
                    number,
                    sequence,
                    key_head,
                    packed: &packed[cut / 2 * doubles..][..doubles],
                    of_queries: &of_queries[queries..][..sequence.queries.len() * plan.heads],
                };
                free.with(|memory| {
                    let memory = self.memory(memory);
                    match outputs {
                        Either::First((Some(dq), dpse)) => {
                            let tiles = sequence.queries.len().div_ceil(QUERIES);
                            let start = piece % tiles * QUERIES;
                            let head = key_head * group + piece / tiles;
                            self.by_queries(
                                &given.inputs,
                                &pair,
                                (head, start),
                                (dq, dpse),
                                memory,
                            );
                        }
                        Either::Second((Some(dk), Some(dv))) => {
                            self.by_keys(&given.inputs, &pair, piece * KEYS, (dk, dv), memory);
                        }
                        _ => unreachable!("every pair has gradients"),
                    }
                });
            });
        }
    }

    /// The gradient by the score of one more key, whose value is 0.
    fn by_sink(&self, of_queries: &[OfQuery], head: usize, sink: f64) -> f64 {
        let (mut rest, mut total) = (of_queries, 0.0);
        for sequence in &self.plan.of.sequences {
            let queries = sequence.queries.len();
            let (own, others) = rest.split_at(queries * self.plan.heads);
            rest = others;
            for &[largest, factor, mean] in &own[head * queries..][..queries] {
                total -= attention::exponential(sink - largest) * factor * mean;
            }
        }
        total
    }

    /// Packs some pairs.
    fn pack(&self, given: &Given, pairs: Range<usize>, mut packed: &mut [f64]) {
        let plan = &self.plan;
        let ([of_keys, of_queries], mut parts) = (self.packed(), Vec::new());
        for pair in pairs.clone() {
            let (_, sequence, _) = plan.pair(pair);
            let mut push = |of: &[parts::Part], size| {
                let mut memory = take(&mut packed, size);
                for &part in of {
                    let panels = self.panels(part, sequence.lengths());
                    let memory = take(&mut memory, panels.doubles());
                    parts.push(PackedMut::new(panels, memory).parts(PANELS));
                }
            };
            push(&parts::OF_KEYS, of_keys);
            (0..plan.group()).for_each(|_| push(&parts::OF_QUERIES, of_queries));
        }
        let (keys, queries) = (parts::OF_KEYS.len(), parts::OF_QUERIES.len());
        let of_pair = keys + queries * plan.group();
        for_each_part(chained(parts), |_, ([number, _], part)| {
            let (_, sequence, key_head) = plan.pair(pairs.start + number / of_pair);
            let number = number % of_pair;
            let (of, head) = match number.checked_sub(keys) {
                None => (parts::OF_KEYS[number], key_head),
                Some(number) => (
                    parts::OF_QUERIES[number % queries],
                    key_head * plan.group() + number / queries,
                ),
            };
            part.pack(of.rows(given, sequence, head));
        });
    }
}

/// Gradients that are handed out pair by pair.
struct Outputs<'a> {
    dq: RowsBySequence<'a>,
    dk: RowsBySequence<'a>,
    dv: RowsBySequence<'a>,
    dpse: Option<RowsBySequence<'a>>,
    /// Of the current sequence, heads that were not handed out.
    heads: [Option<FloatsViewMut<'a, 3>>; 4],
}

impl<'a> Outputs<'a> {
    /// The gradients by queries, keys, values and the shift of the next pair, which is the first of its sequence or not. `group` heads of queries share one of keys.
    fn next(
        &mut self,
        sequence: &Sequence,
        is_first: bool,
        group: usize,
    ) -> [Option<FloatsViewMut<'a, 3>>; 4] {
        let Sequence {
            batch,
            ref queries,
            ref keys,
            ..
        } = *sequence;
        if is_first {
            self.heads = [
                Some(self.dq.next(batch, queries)),
                Some(self.dk.next(batch, keys)),
                Some(self.dv.next(batch, keys)),
                self.dpse.as_mut().map(|all| all.next(batch, queries)),
            ];
        }
        let mut counts = [group, 1, 1, group].into_iter();
        self.heads.each_mut().map(|heads| {
            let count = counts.next().unwrap_or(group);
            let (own, rest) = heads.take()?.split(0, count);
            *heads = Some(rest);
            Some(own)
        })
    }
}
