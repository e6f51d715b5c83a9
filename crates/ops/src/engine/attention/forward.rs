//! Results of attention, with the statistics that gradients need.

use std::sync::Mutex;

use super::scores::{Row, doubles};
use super::{Attention, Operands, Plan, Sequence};
use crate::engine::convert::Steps;
use crate::engine::dense::{self, slice_mut};
use crate::engine::gemm::panels::{From, Panels, Sums, multiply};
use crate::{Arg, Call};
use hostnpu_base::error::Result;
use hostnpu_base::sync::lock;
use hostnpu_kernels::gemm::DEPTH;
use hostnpu_kernels::{attention, rows};
use hostnpu_tensor::scratch::{Scratch, with_alignment};
use hostnpu_tensor::{Dtype, parallel};

/// Queries that are computed together.
const QUERIES: usize = 32;

/// Panels of a side that a thread packs together.
const PANELS: usize = 16;

/// Copies of each number of the statistics, as the device lays them out.
pub const COPIES: usize = 8;

/// Plans attention. `outputs` are the largest score of each query, the sum of the exponentials of its scores less that, each [`COPIES`] times in FLOAT, and
/// the results. A query that sees no key has a result of 0, a largest score of minus infinity and a sum of 0.
pub fn forward(of: Attention, operands: Operands, outputs: [Arg; 3]) -> Result<Call> {
    let dtype = of.dtype;
    let (plan, mut all) = Plan::new(of, operands)?;
    let first = all.len();
    let [largest, sum, results] = outputs;
    all.extend([largest, sum].map(|arg| dense::Operand::write(arg, Dtype::F32)));
    all.push(dense::Operand::write(results, dtype));
    dense::plan(Forward { plan, first }, all)
}

struct Forward {
    plan: Plan,
    /// The number of the first output.
    first: usize,
}

/// Memory of a thread.
#[derive(Clone, Copy)]
struct Memory {
    queries: usize,
    sums: usize,
    scores: usize,
    weights: usize,
    results: usize,
}

/// Some queries of a head, whose keys are packed at `packed`.
#[derive(Clone, Copy)]
struct Tile {
    pair: usize,
    head: usize,
    query: usize,
    packed: usize,
}

impl Forward {
    /// How keys and values are packed.
    fn sides(&self, keys: usize) -> [Panels; 2] {
        [
            self.plan.panels(1, keys, true, false),
            self.plan.panels(2, keys, false, false),
        ]
    }

    /// How queries and weights are packed.
    fn tiles(&self, queries: usize, keys: usize) -> [Panels; 2] {
        let left = self.plan.panels(0, queries, true, true);
        let to = if left.kind.size() == 4 {
            Dtype::F32
        } else {
            Dtype::F64
        };
        let weights = Panels {
            kind: self.plan.kinds[1],
            steps_to: Steps::new(Dtype::F64, to).unwrap_or_default(),
            size: size_of::<f64>(),
            steps: keys,
            ..left
        };
        [left, weights]
    }

    /// Bytes of the panels of a pair with the most keys.
    fn packed(&self) -> [usize; 2] {
        let [_, keys] = self.plan.longest();
        self.sides(keys).map(|side| with_alignment(side.bytes()))
    }

    /// Bytes of the memory of a thread.
    fn sizes(&self) -> [usize; 5] {
        let [queries, keys] = self.plan.longest();
        let rows = QUERIES.min(queries);
        let [columns, results] = self.sides(keys);
        let [left, weights] = self.tiles(rows, keys);
        let sums = rows * (columns.padded() + columns.width);
        let size = left.kind.size();
        let scores = if size == 8 { 0 } else { sums * 8 };
        // Results are widened behind the sums.
        let results = rows * results.padded() * size + results.padded() * 8;
        [left.bytes(), sums * size, scores, weights.bytes(), results].map(with_alignment)
    }

    /// Tiles of some pairs, each packed in so many bytes from `at` on.
    fn work(&self, pairs: std::ops::Range<usize>, at: usize, bytes: usize) -> Vec<Tile> {
        let group = self.plan.group();
        let mut all = Vec::new();
        for (number, pair) in pairs.enumerate() {
            let (sequence, key_head) = self.plan.pair(pair);
            for head in key_heads(key_head, group) {
                all.extend((0..sequence.queries).step_by(QUERIES).map(|query| Tile {
                    pair,
                    head,
                    query,
                    packed: at + number * bytes,
                }));
            }
        }
        all
    }

    /// Packs the keys and the values of a pair.
    unsafe fn pack(&self, places: &[usize], pair: usize, piece: usize, to: usize) {
        let (sequence, head) = self.plan.pair(pair);
        let sides = self.sides(sequence.keys);
        let is_key = piece.is_multiple_of(2);
        let (number, piece) = (piece % 2, piece / 2);
        let side = sides[number];
        let from = self.plan.rows(places, number + 1, sequence, head);
        let from = self.plan.lanes(from, is_key);
        let to = to + number * self.packed()[0];
        let part = |at_once: usize, all: usize| {
            (piece * at_once).min(all)..((piece + 1) * at_once).min(all)
        };
        let (panels, blocks) = match is_key {
            true => (part(PANELS, side.panels()), 0..side.blocks()),
            false => (0..side.panels(), part(1, side.blocks())),
        };
        // SAFETY: the caller's promise: the elements of a head, and memory for its panels.
        unsafe { side.pack(from, panels, blocks, to) };
    }

    /// Pieces in which a pair is packed.
    fn pieces(&self) -> usize {
        let [_, keys] = self.plan.longest();
        let [columns, values] = self.sides(keys);
        2 * columns
            .panels()
            .div_ceil(PANELS)
            .max(values.blocks())
            .max(1)
    }

    unsafe fn tile(&self, places: &[usize], tile: Tile, memory: Memory) {
        let plan = &self.plan;
        let (sequence, _) = plan.pair(tile.pair);
        let &Sequence {
            queries,
            keys,
            ref window,
            ..
        } = sequence;
        let rows = QUERIES.min(queries - tile.query);
        let seen = window.of_all(tile.query..tile.query + rows, keys);
        let first_block = seen.start / DEPTH;
        let start = first_block * DEPTH;
        let end = match seen.is_empty() {
            true => start,
            false => seen.end.next_multiple_of(DEPTH).min(keys),
        };
        let [columns, values] = self.sides(keys);
        let [left, weights] = self.tiles(rows, end - start);
        let first_panel = start / columns.width;
        let panels = end.div_ceil(columns.width) - first_panel;
        let pitch = panels * columns.width;
        let skipped = start - first_panel * columns.width;
        let size = left.kind.size();
        let (from, row_bytes) = plan.rows(places, 0, sequence, tile.head);
        let from = from + tile.query * row_bytes as usize;
        let results_pitch = values.padded();
        let scores = if size == 8 {
            memory.sums
        } else {
            memory.scores
        };
        let mut factors = [0.0; QUERIES];
        // SAFETY: the caller's promise for the operands and the memory of this thread.
        unsafe {
            left.pack_all(plan.lanes((from, row_bytes), true), memory.queries);
            let sums = |at, pitch| Sums {
                at,
                pitch,
                adds: false,
            };
            let left_side = From::start(left, memory.queries);
            let right = From::start(columns, tile.packed).lane(first_panel * columns.width);
            multiply(
                left_side,
                rows,
                right,
                panels,
                left.blocks(),
                sums(memory.sums, pitch),
            );
            for (i, factor) in factors[..rows].iter_mut().enumerate() {
                let place = |at, size| at + (i * pitch + skipped) * size;
                let row = doubles(
                    left.kind,
                    place(memory.sums, size),
                    place(scores, 8),
                    end - start,
                );
                *factor = self.weights(places, &tile, i, start, row);
            }
            let from = (scores + skipped * 8, [(pitch * 8) as isize, 8]);
            weights.pack_all(from, memory.weights);
            let right = From::start(values, tile.packed + self.packed()[0]).block(first_block);
            let left_side = From::start(weights, memory.weights);
            let blocks = weights.blocks();
            multiply(
                left_side,
                rows,
                right,
                values.panels(),
                blocks,
                sums(memory.results, results_pitch),
            );
            let (to, row_bytes) = plan.rows(&[places[self.first + 2]; 4], 3, sequence, tile.head);
            let wide = memory.results + rows * results_pitch * size;
            for (i, factor) in factors[..rows].iter().enumerate() {
                let at = memory.results + i * results_pitch * size;
                let row = doubles(left.kind, at, wide.next_multiple_of(8), plan.of.width);
                if blocks == 0 {
                    row.fill(0.0);
                }
                plan.store(row, *factor, to + (tile.query + i) * row_bytes as usize);
            }
        }
    }

    /// Makes weights of a row of sums, from key `start` on, and writes its statistics; returns the factor of its results.
    unsafe fn weights(
        &self,
        places: &[usize],
        tile: &Tile,
        i: usize,
        start: usize,
        row: &mut [f64],
    ) -> f64 {
        let plan = &self.plan;
        let (sequence, _) = plan.pair(tile.pair);
        let query = tile.query + i;
        let keys = sequence.window.of(query, sequence.keys);
        let end = start + row.len();
        let keys = keys.start.clamp(start, end)..keys.end.clamp(start, end);
        row[..keys.start - start].fill(0.0);
        row[keys.end - start..].fill(0.0);
        let seen = &mut row[keys.start - start..keys.end - start];
        let of = Row {
            sequence,
            head: tile.head,
            query,
            keys,
        };
        // SAFETY: the caller's promise for the operands.
        unsafe { plan.scores(places, &of, seen) };
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
        // SAFETY: as above; every query has statistics of its own.
        unsafe {
            plan.drop(places, &of, seen);
            let at = plan.statistics(sequence, tile.head, query) * COPIES * size_of::<f32>();
            let statistics = attention::statistics(largest, sum);
            for (number, statistic) in statistics.into_iter().enumerate() {
                slice_mut::<f32>(places[self.first + number] + at, COPIES).fill(statistic);
            }
        }
        if sum == 0.0 { 0.0 } else { plan.kept() / sum }
    }
}

/// The heads of queries that use a head of keys.
pub(super) fn key_heads(head: usize, group: usize) -> std::ops::Range<usize> {
    head * group..(head + 1) * group
}

impl Plan {
    /// The number of the statistics of a query.
    pub(super) fn statistics(&self, sequence: &Sequence, head: usize, query: usize) -> usize {
        let steps = sequence.statistics_steps;
        sequence.statistics + head * steps.head + query * steps.row
    }
}

impl dense::Kernel for Forward {
    fn cost(&self) -> usize {
        self.plan.cost(2)
    }

    fn scratch(&self) -> usize {
        let own: usize = self.sizes().into_iter().sum();
        let packed: usize = self.packed().into_iter().sum();
        own.saturating_mul(parallel::threads())
            .saturating_add(packed.saturating_mul(self.plan.at_once(packed)))
    }

    unsafe fn run(&self, places: &[usize], scratch: &mut Scratch) -> Result<()> {
        let at = |number: usize| places[self.first + number];
        // SAFETY: the caller's promise for the outputs.
        unsafe { self.plan.clear(&[(at(0), 4), (at(1), 4), (at(2), 3)]) };
        let bytes: usize = self.packed().into_iter().sum();
        let at_once = self.plan.at_once(bytes);
        let packed = scratch.take(bytes * at_once)?.expose_provenance();
        let mut memories = Vec::new();
        for _ in 0..parallel::threads() {
            let mut at = [0; 5];
            for (at, bytes) in at.iter_mut().zip(self.sizes()) {
                *at = scratch.take(bytes)?.expose_provenance();
            }
            let [queries, sums, scores, weights, results] = at;
            memories.push(Memory {
                queries,
                sums,
                scores,
                weights,
                results,
            });
        }
        let free = Mutex::new(memories);
        let all = self.plan.pairs();
        for first in (0..all).step_by(at_once) {
            let pairs = first..all.min(first + at_once);
            let pieces = self.pieces();
            parallel::for_each_piece(pairs.len() * pieces, |piece| {
                let (pair, piece) = (piece / pieces, piece % pieces);
                // SAFETY: the caller's promise; each piece has panels of its own.
                unsafe { self.pack(places, first + pair, piece, packed + pair * bytes) };
            });
            let tiles = self.work(pairs, packed, bytes);
            parallel::for_each_piece(tiles.len(), |number| {
                let Some(memory) = lock(&free).pop() else {
                    unreachable!("there are no more pieces at the same time than threads")
                };
                // SAFETY: the caller's promise; each tile has results of its own.
                unsafe { self.tile(places, tiles[number], memory) };
                lock(&free).push(memory);
            });
        }
        Ok(())
    }
}
