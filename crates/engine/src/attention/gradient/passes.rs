//! The two passes over the scores: by queries, and by keys.

use super::super::scores::{Row, doubles};
use super::super::{InputsAt, Plan};
use super::parts::Part;
use super::{GradientPlan, Memory, OfQuery, Pair, Tile};
use crate::gemm::panels::{PackedMut, multiply, sums};
use crate::views::{FloatsViewMut, View};
use hostnpu_kernels::gemm::{DEPTH, Kind, results};
use hostnpu_kernels::{attention, rows};

/// Places of the weights and gradients of a tile in their memory.
#[derive(Clone, Copy)]
struct Filled {
    rows: usize,
    pitch: usize,
    skipped: usize,
    count: usize,
}

impl Filled {
    /// Queries by keys of weights or gradients.
    fn view(self, numbers: &[f64]) -> View<'_, f64, 2> {
        let all = View::of(&numbers[..self.rows * self.pitch], [self.rows, self.pitch]);
        all.narrowed(1, self.skipped..self.skipped + self.count)
    }
}

/// The places of weights and of their gradients as doubles.
fn numbers<'n, 'm>(
    plan: &Plan,
    sums: &'n [&'m mut [f64]; 2],
    wide: &'n [&'m mut [f64]; 2],
) -> &'n [&'m mut [f64]; 2] {
    match plan.kinds[0] {
        Kind::Single => wide,
        _ => sums,
    }
}

impl Pair<'_> {
    /// Some queries of a head and some keys.
    fn tile(
        &self,
        plan: &GradientPlan,
        head: usize,
        queries: std::ops::Range<usize>,
        keys: std::ops::Range<usize>,
    ) -> Tile<'_> {
        let [of_keys, of_queries] = plan.packed();
        let number = head - self.key_head * plan.plan.group();
        let (keys_packed, rest) = self.packed.split_at(of_keys);
        let count = self.sequence.queries.len();
        Tile {
            number: self.number,
            sequence: self.sequence,
            head,
            queries,
            keys,
            packed: [keys_packed, &rest[number * of_queries..][..of_queries]],
            of_queries: &self.of_queries[head * count..][..count],
        }
    }
}

impl GradientPlan {
    /// Computes weights and gradients by scores of a tile. Weights are those that are kept if they `are_dropped`.
    fn fill(
        &self,
        inputs: &InputsAt,
        tile: &Tile,
        memory: &mut Memory,
        are_dropped: bool,
    ) -> Filled {
        let kind = self.plan.kinds[0];
        let part = |part| self.part(part, tile.sequence, tile.packed);
        let (columns, values) = (part(Part::Keys), part(Part::Values));
        let (queries, by_results) = (part(Part::Queries), part(Part::ByResults));
        let width = columns.panels().width();
        let first = tile.keys.start / width;
        let filled = Filled {
            rows: tile.queries.len(),
            pitch: (tile.keys.end.div_ceil(width) - first) * width,
            skipped: tile.keys.start - first * width,
            count: tile.keys.len(),
        };
        let products = [(queries, columns), (by_results, values)];
        for ((left, right), memory) in products.into_iter().zip(&mut memory.sums) {
            let mut sums = sums(kind, memory, [filled.rows, filled.pitch]);
            let blocks = left.panels().blocks();
            let left = left.lane(tile.queries.start);
            multiply(left, right.lane(first * width), blocks, &mut sums, false);
        }
        for (i, query) in tile.queries.clone().enumerate() {
            let start = i * filled.pitch + filled.skipped;
            let row = start..start + filled.count;
            let [weights, gradients] = &mut memory.sums;
            let [wide_weights, wide_gradients] = &mut memory.wide;
            let wide = |wide| <[f64]>::get_mut(wide, row.clone()).unwrap_or_default();
            let rows = (
                doubles(kind, weights, wide(wide_weights), row.clone()),
                doubles(kind, gradients, wide(wide_gradients), row.clone()),
            );
            self.row(inputs, tile, query, rows, are_dropped);
        }
        filled
    }

    /// Makes weights of the sums of a row, and gradients by scores of those of their gradients.
    pub(super) fn row(
        &self,
        inputs: &InputsAt,
        tile: &Tile,
        query: usize,
        (weights, gradients): (&mut [f64], &mut [f64]),
        are_dropped: bool,
    ) {
        let plan = &self.plan;
        let &Tile {
            number,
            sequence,
            head,
            ..
        } = tile;
        let [largest, factor, mean]: OfQuery = tile.of_queries[query];
        let (start, end) = (tile.keys.start, tile.keys.end);
        let seen = sequence.window.of(query, sequence.keys.len());
        let mut seen = seen.start.clamp(start, end)..seen.end.clamp(start, end);
        if factor == 0.0 {
            seen.end = seen.start;
        }
        for row in [&mut *weights, &mut *gradients] {
            row[..seen.start - start].fill(0.0);
            row[seen.end - start..].fill(0.0);
        }
        let inside = seen.start - start..seen.end - start;
        let of = Row {
            number,
            sequence,
            head,
            query,
            keys: seen,
        };
        let (weights, gradients) = (&mut weights[inside.clone()], &mut gradients[inside]);
        plan.scores(&inputs.modifiers, &of, weights);
        attention::weights(weights, largest, factor);
        plan.drop(&inputs.modifiers, &of, gradients);
        attention::gradients(gradients, weights, plan.kept(), mean);
        if are_dropped {
            plan.drop(&inputs.modifiers, &of, weights);
        }
    }

    /// Computes the gradients by some queries, and by the shift of their scores.
    pub(super) fn by_queries(
        &self,
        inputs: &InputsAt,
        pair: &Pair,
        (head, start): (usize, usize),
        (mut dq, dpse): (FloatsViewMut<'_, 3>, Option<FloatsViewMut<'_, 3>>),
        mut memory: Memory,
    ) {
        let plan = &self.plan;
        let (sequence, [_, rows, _]) = (pair.sequence, dq.shape());
        let queries = start..start + rows;
        let (first, end) = sequence.blocks_of(queries.clone(), DEPTH);
        let tile = pair.tile(self, head, queries, first..end);
        let filled = self.fill(inputs, &tile, &mut memory, false);
        if let Some(dpse) = dpse {
            self.by_shift(&tile, filled, &mut memory, dpse);
        }
        let weights = self.weights(rows, tile.keys.len());
        let gradients = filled.view(numbers(plan, &memory.sums, &memory.wide)[1]);
        let [packed, _] = &mut memory.packed;
        let left = PackedMut::new(weights, packed).pack(gradients.into());
        let right = self.part(Part::KeysByColumns, sequence, tile.packed);
        let (pitch, blocks, kind) = (right.panels().padded(), weights.blocks(), plan.kinds[1]);
        let [results, _] = &mut memory.results;
        let mut products = sums(kind, results, [rows, pitch]);
        multiply(
            left,
            right.block(first / DEPTH),
            blocks,
            &mut products,
            false,
        );
        for i in 0..rows {
            let row = i * pitch..i * pitch + plan.depth;
            let row = doubles(kind, results, memory.line, row);
            if blocks == 0 {
                row.fill(0.0);
            }
            plan.store(row, plan.of.scale, dq.row([0, i]));
        }
    }

    /// Writes the gradient by the shift of the scores of some queries with all keys.
    fn by_shift(
        &self,
        tile: &Tile,
        filled: Filled,
        memory: &mut Memory,
        mut dpse: FloatsViewMut<'_, 3>,
    ) {
        let gradients = filled.view(numbers(&self.plan, &memory.sums, &memory.wide)[1]);
        let line = &mut memory.by_shift[..tile.sequence.keys.len()];
        for i in 0..filled.rows {
            line.fill(0.0);
            let to = &mut line[tile.keys.clone()];
            rows::scaled(to, gradients.row([i]), self.plan.of.shift_factor);
            results::one_nan(line);
            dpse.row([0, i]).store(0, line);
        }
    }

    /// Computes the gradients by some keys and their values.
    pub(super) fn by_keys(
        &self,
        inputs: &InputsAt,
        pair: &Pair,
        start: usize,
        (mut dk, mut dv): (FloatsViewMut<'_, 3>, FloatsViewMut<'_, 3>),
        mut memory: Memory,
    ) {
        let plan = &self.plan;
        let (sequence, kind, group) = (pair.sequence, plan.kinds[1], plan.group());
        let [_, count, _] = dk.shape();
        let keys = start..start + count;
        let parts = [Part::ByResultsByColumns, Part::QueriesByColumns];
        let pitches = parts.map(|part| self.panels(part, sequence.lengths()).padded());
        let mut adds = false;
        for head in pair.key_head * group..(pair.key_head + 1) * group {
            for start in (0..sequence.queries.len()).step_by(DEPTH) {
                let queries = start..sequence.queries.len().min(start + DEPTH);
                let seen = sequence.window.of_all(queries.clone(), sequence.keys.len());
                if seen.end <= keys.start || keys.end <= seen.start {
                    continue;
                }
                let weights = self.weights(keys.len(), queries.len());
                let tile = pair.tile(self, head, queries, keys.clone());
                let filled = self.fill(inputs, &tile, &mut memory, true);
                for (number, part) in parts.into_iter().enumerate() {
                    let numbers = numbers(plan, &memory.sums, &memory.wide);
                    let from = filled.view(numbers[number]).permuted([1, 0]);
                    let packed = &mut *memory.packed[number];
                    let left = PackedMut::new(weights, packed).pack(from.into());
                    let right = self.part(part, sequence, tile.packed).block(start / DEPTH);
                    let results = &mut *memory.results[number];
                    let mut sums = sums(kind, results, [count, pitches[number]]);
                    multiply(left, right, 1, &mut sums, adds);
                }
                adds = true;
            }
        }
        let outputs = [
            (&mut dv, plan.width, plan.kept()),
            (&mut dk, plan.depth, plan.of.scale),
        ];
        for (number, (output, columns, factor)) in outputs.into_iter().enumerate() {
            for i in 0..count {
                let row = i * pitches[number]..i * pitches[number] + columns;
                let row = doubles(kind, memory.results[number], memory.line, row);
                if !adds {
                    row.fill(0.0);
                }
                plan.store(row, factor, output.row([0, i]));
            }
        }
    }
}
