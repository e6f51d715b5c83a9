//! Results of attention, with the statistics that gradients need, or the logarithms of the sums that parts of keys are joined by.

#![forbid(unsafe_code)]

use std::ops::Range;
use std::sync::Arc;

use super::lengths::{KnownLengths, LengthsRead};
use super::memory::{RowsBySequence, StatisticsBySequence, ThreadMemory, take};
use super::plan::Plan;
use super::scores::{Row, doubles};
use super::selected::{Chosen, Further, Lists, Rule, Selection, other_count};
use super::source::{Bound, Held, Known, PagesAt, PagesIn, SourceIn, Table};
use super::{Attention, Modifiers, ModifiersAt, ModifiersIn, Pages, Sequence, Source};
use crate::gemm::panels::{Packed, PackedMut, PanelPart, Panels, brains_mut, multiply, sums};
use crate::operands::{
    Any, ReadAny, ReadIndices, Temporary, Write, WriteFloatsView, kernel, operands,
};
use crate::views::{FloatsView, FloatsViewMut, View, ViewMut};
use crate::{Arg, Call};
use hostnpu_base::config;
use hostnpu_base::error::Result;
use hostnpu_kernels::gemm::Kind;
use hostnpu_kernels::index::IndexSlice;
use hostnpu_kernels::{attention, rows};
use hostnpu_tensor::Dtype;
use hostnpu_tensor::cuts::{chained, for_each_part};

/// Queries that are computed together.
const QUERIES: usize = 32;

/// Panels of keys that a thread packs together.
const PANELS: usize = 16;

/// Operands of attention.
#[derive(Clone, Debug)]
pub struct Forward {
    /// Queries.
    pub query: Source,
    /// Keys.
    pub key: Source,
    /// Values.
    pub value: Source,
    /// Table of the blocks of keys and values, if they are in blocks.
    pub pages: Option<Pages>,
    /// Masks, shifts and dropout.
    pub modifiers: Modifiers,
    /// Of operands of INT8 that are multiplied as they are.
    pub quantised: Option<Quantised>,
    /// By how many rows less than all the rows of queries, and of keys, are at the end of their tensor: numbers that are read when the kernel runs, below 0 as 0. Sequences
    /// then begin at row 0, and have the length that they have.
    pub padding: [Option<Arg>; 2],
    /// The keys of sequences, if these list them; then there is one head of keys, and the keys of a sequence are as many as it may list.
    pub selection: Option<Selection>,
    /// Places and lengths of sequences that are read when the kernel runs; those of the computation are as long as they can be.
    pub lengths: Option<LengthsRead>,
}

impl Forward {
    /// Calls a function with each tensor.
    pub(super) fn for_each(&mut self, each: &mut dyn FnMut(&mut Arg)) {
        for source in [&mut self.query, &mut self.key, &mut self.value] {
            source.for_each(each);
        }
        self.pages.iter_mut().for_each(|of| each(&mut of.table));
        let Modifiers {
            pse_shift,
            atten_mask,
            drop_mask,
            slopes,
            sink,
            weights: _,
        } = &mut self.modifiers;
        let modifiers = [pse_shift, atten_mask, drop_mask, slopes, sink];
        modifiers.into_iter().flatten().for_each(&mut *each);
        if let Some(of) = &mut self.quantised {
            [&mut of.scores, &mut of.weights, &mut of.results]
                .into_iter()
                .for_each(&mut *each);
        }
        self.padding.iter_mut().flatten().for_each(&mut *each);
        if let Some(of) = &mut self.selection {
            of.for_each(each);
        }
        let lengths = self.lengths.iter_mut().flat_map(|of| &mut of.lengths);
        lengths.flatten().flatten().for_each(each);
    }
}

/// Factors of attention over INT8: single numbers of FLOAT, or of UINT64, whose lowest 32 bits are a FLOAT of which 19 count.
#[derive(Clone, Debug)]
pub struct Quantised {
    /// Of products of queries and keys.
    pub scores: Arg,
    /// Of weights, before they are rounded to INT8.
    pub weights: Arg,
    /// Of results.
    pub results: Arg,
}

/// Outputs of attention.
pub struct Outputs {
    /// The largest score of each query, and the sum of the exponentials of its scores less that, each eight times in FLOAT; of a query that sees no key the lowest and the
    /// largest number of the type, or 0 both if its sequence has none.
    pub statistics: Option<[Arg; 2]>,
    /// The logarithm of the sum of the exponentials of scores: batch, heads, rows, 1; infinity where a query sees no key.
    pub lse: Option<Arg>,
    /// Results: batch, heads, rows, elements; 0 where a query sees no key.
    pub attention_out: Arg,
}

operands! {
    struct FactorsIn => FactorsAt {
        scores: ReadAny,
        weights: ReadAny,
        results: ReadAny,
    }
}

operands! {
    struct FurtherIn => FurtherAt {
        key: SourceIn,
        value: SourceIn,
        pages: Vec<PagesIn>,
    }
}

operands! {
    struct ForwardIn => ForwardAt {
        query: SourceIn,
        key: SourceIn,
        value: SourceIn,
        pages: Option<PagesIn>,
        further: Vec<FurtherIn>,
        modifiers: ModifiersIn,
        quantised: Option<FactorsIn>,
        query_padding: Option<ReadIndices<i64>>,
        key_padding: Option<ReadIndices<i64>>,
        listed: Vec<ReadIndices<i32>>,
        softmax_max: Option<Write<f32>>,
        softmax_sum: Option<Write<f32>>,
        lse: Option<WriteFloatsView<4>>,
        attention_out: WriteFloatsView<4>,
        packed: Temporary<f64>,
        memory: Temporary<f64>,
        chosen: Temporary<u32>,
    }
}

/// Plans attention. Rows of keys that the sequences have are those of the value `rows`, at most.
pub fn forward(of: Attention, operands: Forward, outputs: Outputs) -> Result<Call> {
    let first = |source: &Source| source.tensors.first().map_or([0; 5], |of| of.shape());
    let [batch, heads, _, queries, _] = first(&operands.query);
    let [_, key_heads, ..] = first(&operands.key);
    let prefix = operands.key.prefix.as_ref().map_or(0, |(_, rows)| *rows);
    let rows = operands.key.tensors.iter().map(|of| of.shape()[3]).max();
    let keys = match (&operands.selection, &operands.pages) {
        (Some(selection), _) => selection.most,
        (None, None) => rows.unwrap_or(0),
        (None, Some(pages)) => pages.places.saturating_mul(pages.size),
    };
    let key_heads = match operands.selection {
        Some(_) => 1,
        None => key_heads,
    };
    let extents = [batch, heads, queries, operands.query.columns()];
    let mut plan = Plan::new(
        of,
        extents,
        [key_heads, keys + prefix],
        operands.value.columns(),
    )?;
    let sides = [&operands.query, &operands.key, &operands.value];
    if plan.kinds == [Kind::Single; 2] && sides.iter().all(|of| of.is_of_brains()) {
        let brain = Kind::Brain.or_single(config::isa());
        // Weights are rounded for results of the same type only.
        let of_weights = match outputs.attention_out.view.dtype {
            Dtype::Bf16 => brain,
            _ => Kind::Single,
        };
        plan.kinds = [brain, of_weights];
    }
    plan.microscaled = operands.modifiers.weights;
    plan.require(&outputs.attention_out, plan.results())?;
    for statistics in outputs.statistics.iter().flatten() {
        plan.require_statistics(statistics)?;
    }
    let mut tables = [known_table(operands.pages.as_ref()), None];
    let (query, of_queries) = operands.query.split()?;
    let (key, of_keys) = operands.key.split()?;
    let (value, of_values) = operands.value.split()?;
    let packed: usize = plan.packed().into_iter().sum();
    let own: usize = plan.sizes().into_iter().sum();
    let doubles = own.max(plan.gathered()).max(plan.few_doubles());
    let [softmax_max, softmax_sum] = match outputs.statistics {
        Some(both) => both.map(Some),
        None => [None, None],
    };
    let [query_padding, key_padding] = operands.padding;
    let factors = operands.quantised.map(|of| FactorsIn {
        scores: of.scores.into(),
        weights: of.weights.into(),
        results: of.results.into(),
    });
    let (mut further, mut of_further) = (Vec::new(), None);
    let (mut numbers, listed, rule) = match operands.selection {
        Some(of) => {
            if let Some(Further { key, value, pages }) = of.further {
                tables[1] = known_table(pages.as_ref());
                let ((key, of_keys), (value, of_values)) = (key.split()?, value.split()?);
                let pages = pages.into_iter().map(PagesIn::from).collect();
                further.push(FurtherIn { key, value, pages });
                of_further = Some([of_keys, of_values]);
            }
            (of.numbers, of.listed, Some(of.rule))
        }
        None => (Vec::new(), 0, None),
    };
    let mut lengths = None;
    if let Some(of) = operands.lengths {
        let (given, known) = of.split()?;
        numbers.extend(given);
        lengths = Some(known);
    }
    let dtype = outputs.attention_out.view.dtype;
    let one = |lse: Arg| WriteFloatsView::of(lse, Dtype::F32);
    let operands = ForwardIn {
        query,
        key,
        value,
        pages: operands.pages.map(PagesIn::from),
        further,
        modifiers: plan.modifiers(operands.modifiers)?,
        quantised: factors,
        query_padding: query_padding.map(ReadIndices::from),
        key_padding: key_padding.map(ReadIndices::from),
        listed: numbers.into_iter().map(ReadIndices::from).collect(),
        softmax_max: softmax_max.map(Write::from),
        softmax_sum: softmax_sum.map(Write::from),
        lse: outputs.lse.map(one).transpose()?,
        attention_out: WriteFloatsView::of(outputs.attention_out, dtype)?,
        packed: Temporary::of(packed.saturating_mul(plan.at_once(packed))),
        memory: Temporary::of(ThreadMemory::doubles(doubles)),
        chosen: Temporary::of(listed.saturating_mul(plan.of.sequences.len())),
    };
    let cost = plan.cost(2);
    let of = ForwardPlan {
        plan,
        selection: rule.map(|rule| (rule, listed)),
        lengths,
        known: [of_queries, of_keys, of_values],
        further: of_further,
        tables,
        doubles,
    };
    kernel(operands, cost, move |at: ForwardAt| of.run(at))
}

/// Name, places of a sequence, rows of a block, and blocks.
type KnownTable = (&'static str, usize, usize, usize);

fn known_table(of: Option<&Pages>) -> Option<KnownTable> {
    of.map(|of| (of.table.name, of.places, of.size, of.blocks))
}

fn bound_table<'a>(
    of: Option<&PagesAt<'a>>,
    known: Option<KnownTable>,
) -> Option<(&'static str, Table<'a>)> {
    let (of, (name, places, size, blocks)) = of.zip(known)?;
    let table = Table {
        table: of.table,
        places,
        size,
        blocks,
    };
    Some((name, table))
}

struct ForwardPlan {
    plan: Plan,
    /// The rule that lists keys, and the most keys of a list.
    selection: Option<(Arc<dyn Rule>, usize)>,
    lengths: Option<KnownLengths>,
    /// Of queries, keys and values.
    known: [Known; 3],
    /// Of further keys and values.
    further: Option<[Known; 2]>,
    /// Tables of keys, and of further ones.
    tables: [Option<KnownTable>; 2],
    /// DOUBLE numbers of the memory of a thread.
    doubles: usize,
}

/// Queries, keys and values while the kernel runs, and what changes scores.
pub(super) struct Given<'s, 'a> {
    pub sources: [Bound<'s, 'a>; 3],
    pub modifiers: &'s ModifiersAt<'a>,
}

/// A number of FLOAT, or of a word whose lowest 32 bits are one of which 19 count.
fn word(of: Any) -> f64 {
    match (of.dtype(), of.of::<u64>(), of.of::<i64>()) {
        (Dtype::U64, Ok(words), _) => cut(words[0]),
        (_, _, Ok(words)) => cut(words[0] as u64),
        _ => of.floats().map_or(f64::NAN, |of| of.get(0)),
    }
}

fn cut(word: u64) -> f64 {
    f32::from_bits(word as u32 & 0xffff_e000).into()
}

impl ForwardPlan {
    fn run(&self, at: ForwardAt) -> Result<()> {
        let further = at.further.first();
        let tables = [
            bound_table(at.pages.as_ref(), self.tables[0]),
            bound_table(further.and_then(|of| of.pages.first()), self.tables[1]),
        ];
        let chosen = match &self.selection {
            None => None,
            Some((rule, listed)) => {
                let mut lists = Lists::new(at.chosen, &mut [], *listed);
                rule.list(&at.listed, &mut lists)?;
                Some(lists.finish())
            }
        };
        let lengths = self.lengths.as_ref();
        let sequences = lengths.map(|of| of.sequences(&at.listed)).transpose()?;
        for (part, of) in tables.iter().enumerate() {
            let Some((name, table)) = of else {
                continue;
            };
            if let Some(chosen) = &chosen {
                chosen.check(part, name, table)?;
                continue;
            }
            let planned = &self.plan.of.sequences;
            for (number, sequence) in sequences.as_ref().unwrap_or(planned).iter().enumerate() {
                table.check(name, number, sequence.keys.len())?;
            }
        }
        let tables = tables.map(|of| of.map(|(_, table)| table));
        let [of_queries, of_keys, of_values] = &self.known;
        let further = further.zip(self.further.as_ref());
        let second = |number: usize| {
            let (at, of) = further?;
            Some(Held {
                at: if number == 0 { &at.key } else { &at.value },
                of: &of[number],
                table: tables[1],
            })
        };
        let bound = |at, of, number| Bound {
            chosen: chosen.as_ref(),
            second: second(number),
            ..Bound::of(at, of, tables[0])
        };
        let given = Given {
            sources: [
                Bound::of(&at.query, of_queries, None),
                bound(&at.key, of_keys, 0),
                bound(&at.value, of_values, 1),
            ],
            modifiers: &at.modifiers,
        };
        let outputs = Written {
            statistics: [at.softmax_max, at.softmax_sum],
            lse: at.lse,
            results: at.attention_out,
        };
        let memory = [at.packed, at.memory];
        let padding = [at.query_padding, at.key_padding];
        let is_as_planned = at.quantised.is_none() && chosen.is_none() && sequences.is_none();
        if is_as_planned && padding.iter().all(Option::is_none) {
            self.plan.run(&given, outputs, memory, self.doubles);
            return Ok(());
        }
        let mut plan = self.plan.clone();
        if let Some(sequences) = sequences {
            plan.of.sequences = sequences;
        }
        if let Some(of) = at.quantised {
            plan.of.scale *= word(of.scores);
            plan.probabilities = Some([word(of.weights), word(of.results)]);
        }
        plan.place(padding);
        if let Some(chosen) = &chosen {
            plan.list(chosen)?;
        }
        plan.run(&given, outputs, memory, self.doubles);
        Ok(())
    }
}

/// Outputs while the kernel runs.
struct Written<'a> {
    statistics: [Option<&'a mut [f32]>; 2],
    lse: Option<FloatsViewMut<'a, 4>>,
    results: FloatsViewMut<'a, 4>,
}

/// Some queries of a head of a sequence, and what is written of them.
pub(super) struct Tile<'a> {
    pub number: usize,
    pub sequence: &'a Sequence,
    /// The first head.
    pub head: usize,
    /// The first query, counted in the sequence.
    first: usize,
    pub results: FloatsViewMut<'a, 3>,
    statistics: [Option<ViewMut<'a, f32, 3>>; 2],
    lse: Option<FloatsViewMut<'a, 3>>,
}

/// Memory of a thread.
struct Memory<'m> {
    rows: &'m mut [f64],
    queries: &'m mut [f64],
    sums: &'m mut [f64],
    scores: &'m mut [f64],
    weights: &'m mut [f64],
    results: &'m mut [f64],
    wide: &'m mut [f64],
}

impl Plan {
    /// Panels of keys and values.
    fn sides(&self, keys: usize) -> [Panels; 2] {
        [
            self.columns(keys, self.depth),
            Panels::right(self.kinds[1], self.width, keys),
        ]
    }

    /// Panels of queries and weights.
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

    /// DOUBLE numbers of the memory of a thread: of queries, these packed, sums, scores, weights, results and a row of these.
    fn sizes(&self) -> [usize; 7] {
        let [queries, keys] = self.longest;
        let rows = QUERIES.min(queries);
        let [columns, results] = self.sides(keys);
        let [left, weights] = self.tiles(rows, keys);
        let sums = rows * (columns.padded() + columns.width());
        let is_wide = self.kinds[0].has_short_sums();
        let sizes = [
            rows * self.depth,
            left.doubles(),
            sums,
            if is_wide { sums } else { 0 },
            weights.doubles(),
            rows * results.padded(),
            if is_wide { results.padded() } else { 0 },
        ];
        sizes.map(|size| size.next_multiple_of(8))
    }

    /// DOUBLE numbers that a thread needs to gather the rows of some panels of keys, or of values.
    fn gathered(&self) -> usize {
        let [_, keys] = self.longest;
        let [columns, _] = self.sides(keys);
        let [steps, weights] = self.kinds.map(Kind::steps_per_block);
        let of_keys = (PANELS * columns.width()).min(columns.padded()) * steps.min(self.depth);
        of_keys.max(weights.min(keys) * self.width)
    }

    /// Moves sequences to the end of their tensors, less some rows. Those that are not in it have no queries, or no keys.
    fn place(&mut self, padding: [Option<IndexSlice<i64>>; 2]) {
        for (side, padding) in padding.into_iter().enumerate() {
            let Some(padding) = padding.filter(|padding| !padding.is_empty()) else {
                continue;
            };
            let end = (self.rows[side] as i64).saturating_sub(padding.get(0).max(0));
            for sequence in &mut self.of.sequences {
                let rows = if side == 0 {
                    &mut sequence.queries
                } else {
                    &mut sequence.keys
                };
                let start = end.saturating_sub(rows.len() as i64);
                *rows = if start < 0 {
                    0..0
                } else {
                    start as usize..end as usize
                };
                sequence.origin[side] = rows.start;
            }
        }
    }

    /// Gives sequences as many keys as they list.
    fn list(&mut self, chosen: &Chosen) -> Result<()> {
        let (got, wanted) = (chosen.counts().count(), self.of.sequences.len());
        if got != wanted {
            return Err(other_count(got, wanted));
        }
        for (sequence, count) in self.of.sequences.iter_mut().zip(chosen.counts()) {
            sequence.keys = 0..count;
        }
        Ok(())
    }

    fn run(
        &self,
        given: &Given,
        mut at: Written,
        [packed, memory]: [&mut [f64]; 2],
        doubles: usize,
    ) {
        if self.of.has_other_rows {
            let statistics = at.statistics.iter_mut().flatten();
            statistics.for_each(|statistics| statistics.fill(0.0));
            at.results.clear();
            if let Some(lse) = &mut at.lse {
                let [planes, tables, rows, _] = lse.shape();
                for place in 0..planes * tables * rows {
                    let place = [place / rows / tables, place / rows % tables, place % rows];
                    lse.row(place).set(0, f64::INFINITY);
                }
            }
        }
        let group = self.group();
        let mut results = RowsBySequence::new(at.results);
        let mut lse = at.lse.map(RowsBySequence::new);
        let mut statistics = at.statistics.map(|all| all.map(StatisticsBySequence));
        // By pairs: each sequence, and of it the queries of each head of keys.
        let mut outputs = self.of.sequences.iter().flat_map(|sequence| {
            let (batch, queries) = (sequence.batch, &sequence.queries);
            let mut results = Some(results.next(batch, queries));
            let mut lse = lse.as_mut().map(|all| all.next(batch, queries));
            let mut statistics = statistics
                .each_mut()
                .map(|all| all.as_mut().map(|all| all.next(self, sequence)));
            (0..self.key_heads).map(move |_| {
                let both = statistics.each_mut().map(|rest| {
                    let (own, others) = rest.take()?.split(0, group);
                    *rest = Some(others);
                    Some(own)
                });
                let own_results = split_heads(&mut results, group);
                let own_lse = split_heads(&mut lse, group);
                (own_results, both, own_lse)
            })
        });
        if self.has_few() {
            let free = ThreadMemory::new(memory, doubles);
            let whole = [usize::MAX; 3];
            let cuts = outputs.map(|(results, [largest, sum], lse)| {
                (
                    results.map(|of| of.boxes(whole)),
                    largest.map(|of| of.boxes(whole)),
                    sum.map(|of| of.boxes(whole)),
                    lse.map(|of| of.boxes(whole)),
                )
            });
            let cuts: Vec<_> = cuts.collect();
            for_each_part(chained(cuts), |_, ([pair, _], outputs)| {
                let (number, sequence, key_head) = self.pair(pair);
                let (Some(results), largest, sum, lse) = outputs else {
                    unreachable!("every pair has results")
                };
                let tile = Tile {
                    number,
                    sequence,
                    head: key_head * group,
                    first: 0,
                    results,
                    statistics: [largest, sum],
                    lse,
                };
                free.with(|memory| self.few(given, key_head, tile, memory));
            });
            return;
        }
        let [of_keys, of_values] = self.packed();
        let of_pair = of_keys + of_values;
        let at_once = self.at_once(of_pair);
        let free = ThreadMemory::new(memory, doubles);
        let all = self.pairs();
        for first in (0..all).step_by(at_once) {
            let pairs = first..all.min(first + at_once);
            let (mut rest, mut parts) = (&mut *packed, Vec::new());
            for pair in pairs.clone() {
                let [keys, values] = self.sides(self.pair(pair).1.keys.len());
                let memory = [take(&mut rest, of_keys), take(&mut rest, of_values)];
                let [key_memory, value_memory] = memory;
                parts.push(PackedMut::new(keys, key_memory).parts(PANELS));
                parts.push(PackedMut::new(values, value_memory).parts(usize::MAX));
            }
            for_each_part(chained(parts), |_, ([number, _], part)| {
                let (index, sequence, head) = self.pair(first + number / 2);
                let is_value = number % 2 == 1;
                let source = &given.sources[1 + number % 2];
                match source.direct(sequence, index, head, &sequence.keys) {
                    Some(rows) if is_value => part.pack(rows.permuted([1, 0])),
                    Some(rows) => part.pack(rows),
                    None => free.with(|memory| {
                        gather(source, (sequence, index), head, is_value, part, memory)
                    }),
                }
            });
            let packed = &*packed;
            let size = [1, QUERIES, usize::MAX];
            let cuts = outputs.by_ref().take(pairs.len());
            let cuts = cuts.map(|(results, [largest, sum], lse)| {
                (
                    results.map(|of| of.boxes(size)),
                    largest.map(|of| of.boxes(size)),
                    sum.map(|of| of.boxes(size)),
                    lse.map(|of| of.boxes(size)),
                )
            });
            let cuts: Vec<_> = cuts.collect();
            assert_eq!(cuts.len(), pairs.len(), "outputs of each pair");
            for_each_part(chained(cuts), |_, ([pair, piece], outputs)| {
                let (number, sequence, key_head) = self.pair(first + pair);
                let tiles = sequence.queries.len().div_ceil(QUERIES);
                let (Some(results), largest, sum, lse) = outputs else {
                    unreachable!("every pair has results")
                };
                let tile = Tile {
                    number,
                    sequence,
                    head: key_head * group + piece / tiles,
                    first: piece % tiles * QUERIES,
                    results,
                    statistics: [largest, sum],
                    lse,
                };
                let packed = &packed[pair * of_pair..][..of_pair];
                free.with(|memory| self.tile(given, tile, packed.split_at(of_keys), memory));
            });
        }
    }

    fn tile(
        &self,
        given: &Given,
        mut tile: Tile,
        (keys, values): (&[f64], &[f64]),
        mut memory: &mut [f64],
    ) {
        let sequence = tile.sequence;
        let [_, rows, _] = tile.results.shape();
        let queries = tile.first..tile.first + rows;
        let [kind, weight_kind] = self.kinds;
        let block = weight_kind.steps_per_block();
        let (start, end) = sequence.blocks_of(queries.clone(), block);
        let count = end - start;
        let [columns, results] = self.sides(sequence.keys.len());
        let [left, weights] = self.tiles(rows, count);
        let first_panel = start / columns.width();
        let pitch = (end.div_ceil(columns.width()) - first_panel) * columns.width();
        let skipped = start - first_panel * columns.width();
        let mut own = |size| take(&mut memory, size);
        let memory = {
            let [rows, queries, sums, scores, weights, results, wide] = self.sizes().map(&mut own);
            Memory {
                rows,
                queries,
                sums,
                scores,
                weights,
                results,
                wide,
            }
        };
        let source = &given.sources[0];
        let own = (sequence, tile.number);
        let own_rows = sequence.queries.start + queries.start..sequence.queries.start + queries.end;
        let from = source.direct(sequence, tile.number, tile.head, &own_rows);
        let from: FloatsView<'_, 2> = match from {
            Some(from) => from,
            None => {
                let numbers = &mut memory.rows[..rows * self.depth];
                for (row, line) in own_rows.zip(numbers.chunks_mut(self.depth.max(1))) {
                    source.load(own, tile.head, (0, row), 0..self.depth, line);
                }
                View::of(numbers, [rows, self.depth]).into()
            }
        };
        let left = PackedMut::new(left, memory.queries).pack(from);
        let right = Packed::new(columns, keys).lane(first_panel * columns.width());
        let mut products = sums(kind, memory.sums, [rows, pitch]);
        multiply(left, right, left.panels().blocks(), &mut products, false);
        let mut factors = [0.0; QUERIES];
        for (i, factor) in factors[..rows].iter_mut().enumerate() {
            let part = i * pitch + skipped..i * pitch + skipped + count;
            let wide = memory.scores.get_mut(part.clone()).unwrap_or_default();
            let row = doubles(kind, memory.sums, wide, part);
            *factor = self.weights(given.modifiers, &mut tile, [0, i], start, row);
        }
        let scores = match kind.has_short_sums() {
            true => memory.scores,
            false => memory.sums,
        };
        let scores = View::of(&scores[..rows * pitch], [rows, pitch]);
        let scores = scores.narrowed(1, skipped..skipped + count);
        let left = PackedMut::new(weights, memory.weights).pack(scores.into());
        let right = Packed::new(results, values).block(start / block);
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

    /// Makes weights of a row of sums, of a head and a query of the tile, from key `start` on, and writes its statistics; returns the factor of its results.
    pub(super) fn weights(
        &self,
        modifiers: &ModifiersAt,
        tile: &mut Tile,
        [h, i]: [usize; 2],
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
            head: tile.head + h,
            query,
            keys,
        };
        self.scores(modifiers, &of, seen);
        let of_sink = match self.of.queries_are_heads {
            true => query,
            false => tile.head + h,
        };
        let sink = modifiers.sink.map(|of| f64::from(of[of_sink]));
        let largest = rows::largest(seen);
        // As the others, NaN is no maximum.
        let largest = sink.filter(|&sink| sink > largest).unwrap_or(largest);
        let mut sum = if largest == f64::NEG_INFINITY {
            let has_nan = seen.iter().any(|score| score.is_nan());
            seen.fill(0.0);
            if has_nan { f64::NAN } else { 0.0 }
        } else if let Some(of) = self.microscaled {
            of.weights(seen, largest)
        } else {
            let sum = rows::exponentials(seen, largest).sum();
            attention::cut_off(seen);
            sum
        };
        if let Some(sink) = sink.filter(|_| largest != f64::NEG_INFINITY) {
            sum += attention::exponential(sink - largest);
        }
        self.drop(modifiers, &of, seen);
        let sees_none = largest == f64::NEG_INFINITY && sum == 0.0;
        let statistics = match sees_none {
            true if sequence.keys.is_empty() => [0.0; 2],
            true => [f32::MIN, f32::MAX],
            false => attention::statistics(largest, sum),
        };
        for (output, statistic) in tile.statistics.iter_mut().zip(statistics) {
            if let Some(output) = output {
                output.row([h, i]).fill(statistic);
            }
        }
        if let Some(lse) = &mut tile.lse {
            let log = if sees_none {
                f64::INFINITY
            } else {
                attention::logarithm_of_sum(largest, sum)
            };
            lse.row([h, i]).set(0, log);
        }
        let factor = if sum == 0.0 { 0.0 } else { self.kept() / sum };
        match self.probabilities {
            None => factor,
            Some([weight, result]) => {
                for p in seen {
                    *p = (*p * factor * weight)
                        .round_ties_even()
                        .clamp(-128.0, 127.0);
                }
                result
            }
        }
    }
}

/// Takes the first heads of an output.
fn split_heads<'a>(
    rest: &mut Option<FloatsViewMut<'a, 3>>,
    count: usize,
) -> Option<FloatsViewMut<'a, 3>> {
    let (own, others) = rest.take()?.split(0, count);
    *rest = Some(others);
    Some(own)
}

/// Rows between one that is copied and one that is asked for.
const AHEAD: usize = 4;

/// Loads the rows of a part of panels, and packs them.
fn gather(
    source: &Bound,
    own: (&Sequence, usize),
    head: usize,
    is_value: bool,
    part: PanelPart,
    memory: &mut [f64],
) {
    let [lanes, steps] = part.extents();
    let [rows, columns]: [Range<usize>; 2] = if is_value {
        [steps, lanes]
    } else {
        [lanes, steps]
    };
    let shape = [rows.len(), columns.len()];
    let count = rows.len() * columns.len();
    let place = |row| (own.0.keys.start, row);
    let brains = &mut brains_mut(memory)[..count];
    let lines = brains.chunks_mut(columns.len().max(1));
    let mut lines = rows.clone().zip(lines);
    let are_brains = lines.all(|(row, line)| {
        // Rows of lists lie anywhere.
        if source.chosen.is_some() && row + AHEAD < rows.end {
            source.ask_for(own, head, place(row + AHEAD), columns.clone());
        }
        source.copy(own, head, place(row), columns.clone(), line)
    });
    let view: FloatsView<'_, 2> = match are_brains {
        true => View::of(&*brains, shape).into(),
        false => {
            let numbers = &mut memory[..count];
            for (row, line) in rows.zip(numbers.chunks_mut(columns.len().max(1))) {
                source.load(own, head, place(row), columns.clone(), line);
            }
            View::of(&*numbers, shape).into()
        }
    };
    part.pack_own(if is_value {
        view.permuted([1, 0])
    } else {
        view
    });
}
