//! Tiles of attention: some queries of a head with all their keys, which threads compute from packed keys and values.

#![forbid(unsafe_code)]

use std::ops::Range;

use super::forward::Given;
use super::memory::{ThreadMemory, take};
use super::outputs::{OfHeads, Written};
use super::plan::Plan;
use super::scores::{Row, doubles};
use super::selected::{Chosen, other_count};
use super::source::SourceMemory;
use super::{ModifiersAt, Sequence};
use crate::gemm::panels::{Packed, PackedMut, PanelPart, Panels, brains_mut, multiply, sums};
use crate::views::{FloatsView, View};
use hostnpu_base::error::Result;
use hostnpu_kernels::gemm::Kind;
use hostnpu_kernels::index::IndexSlice;
use hostnpu_kernels::{attention, rows};
use hostnpu_tensor::cuts::{chained, chunks, for_each_part};

/// Queries that are computed together.
pub(super) const QUERIES: usize = 32;

/// Panels of keys that a thread packs together.
const PANELS: usize = 16;

/// Some queries of a head of a sequence, and what is written of them.
pub(super) struct Tile<'t, 'a> {
    pub number: usize,
    pub sequence: &'t Sequence,
    /// The first head.
    pub head: usize,
    /// The first query, counted in the sequence.
    first: usize,
    pub outputs: &'t mut OfHeads<'a>,
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

    /// DOUBLE numbers of the panels of a pair, and of the memory of a thread.
    pub(super) fn doubles(&self) -> (usize, usize) {
        if self.is_small() {
            return (0, self.small_doubles());
        }
        let own = self.sizes().into_iter().sum::<usize>();
        let own = own.max(self.gathered()).max(self.few_doubles());
        (self.packed().into_iter().sum(), own)
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
    pub(super) fn place(&mut self, padding: [Option<IndexSlice<i64>>; 2]) {
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
    pub(super) fn list(&mut self, chosen: &Chosen) -> Result<()> {
        let (got, wanted) = (chosen.counts().count(), self.of.sequences.len());
        if got != wanted {
            return Err(other_count(got, wanted));
        }
        for (sequence, count) in self.of.sequences.iter_mut().zip(chosen.counts()) {
            sequence.keys = 0..count;
        }
        Ok(())
    }

    pub(super) fn run(
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
        let mut outputs = at.by_pairs(self);
        let is_small = self.is_small();
        if is_small || self.has_few() {
            let free = ThreadMemory::new(memory, doubles);
            for_each_part(chunks(&mut outputs, 1), |pair, outputs| {
                let (number, sequence, key_head) = self.pair(pair);
                for outputs in outputs {
                    let tile = Tile {
                        number,
                        sequence,
                        head: key_head * group,
                        first: 0,
                        outputs,
                    };
                    free.with(|memory| match is_small {
                        true => self.small(given, key_head, tile, memory),
                        false => self.few(given, key_head, tile, memory),
                    });
                }
            });
            return;
        }
        let [of_keys, of_values] = self.packed();
        let of_pair = of_keys + of_values;
        let at_once = self.at_once(of_pair);
        let free = ThreadMemory::new(memory, doubles);
        let (all, mut outputs) = (self.pairs(), outputs.into_iter());
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
            let cuts = cuts.map(|outputs| {
                let [largest, sum] = outputs.statistics;
                (
                    outputs.results.boxes(size),
                    largest.map(|of| of.boxes(size)),
                    sum.map(|of| of.boxes(size)),
                    outputs.lse.map(|of| of.boxes(size)),
                )
            });
            let cuts: Vec<_> = cuts.collect();
            assert_eq!(cuts.len(), pairs.len(), "outputs of each pair");
            for_each_part(chained(cuts), |_, ([pair, piece], outputs)| {
                let (number, sequence, key_head) = self.pair(first + pair);
                let tiles = sequence.queries.len().div_ceil(QUERIES);
                let (results, largest, sum, lse) = outputs;
                let mut outputs = OfHeads {
                    results,
                    statistics: [largest, sum],
                    lse,
                };
                let tile = Tile {
                    number,
                    sequence,
                    head: key_head * group + piece / tiles,
                    first: piece % tiles * QUERIES,
                    outputs: &mut outputs,
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
        let [_, rows, _] = tile.outputs.results.shape();
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
            self.store(row, *factor, tile.outputs.results.row([0, i]));
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
        for (output, statistic) in tile.outputs.statistics.iter_mut().zip(statistics) {
            if let Some(output) = output {
                output.row([h, i]).fill(statistic);
            }
        }
        if let Some(lse) = &mut tile.outputs.lse {
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

/// Rows between one that is copied and one that is asked for.
const AHEAD: usize = 4;

/// Loads the rows of a part of panels, and packs them.
fn gather(
    source: &SourceMemory,
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
