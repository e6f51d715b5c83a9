//! The two passes over the scores: by queries, and by keys.

use std::ops::Range;

use super::super::Sequence;
use super::super::scores::{Row, doubles};
use super::parts::Part;
use super::{Gradient, Known, Memory, Tile};
use crate::engine::dense::slice;
use crate::engine::gemm::panels::{From, Sums, multiply};
use hostnpu_kernels::gemm::{DEPTH, results};
use hostnpu_kernels::{attention, rows};

/// The part of a memory that weights and gradients of a tile fill.
#[derive(Clone, Copy)]
struct Filled {
    /// Addresses of the doubles of both.
    rows: [usize; 2],
    pitch: usize,
}

impl Gradient {
    /// Computes weights and gradients by scores of a tile. Weights are those that are kept if they `are_dropped`.
    unsafe fn fill(
        &self,
        places: &[usize],
        tile: &Tile,
        known: &[Known],
        memory: Memory,
        are_dropped: bool,
    ) -> Filled {
        let plan = &self.plan;
        let Tile {
            sequence,
            ref queries,
            ref keys,
            packed,
            ..
        } = *tile;
        let kind = plan.kinds[0];
        let [columns, values] =
            [Part::Keys, Part::Values].map(|part| self.place(part, sequence, packed));
        let lefts = [Part::Queries, Part::ByResults].map(|part| self.place(part, sequence, packed));
        let width = columns.panels.width;
        let first = keys.start / width;
        let panels = keys.end.div_ceil(width) - first;
        let pitch = panels * width;
        let skipped = keys.start - first * width;
        let wide = if kind.size() == 8 {
            memory.sums
        } else {
            memory.wide
        };
        let count = keys.len();
        // SAFETY: the caller's promise for the operands, the panels and the memory.
        unsafe {
            for ((left, right), at) in lefts.into_iter().zip([columns, values]).zip(memory.sums) {
                let sums = Sums {
                    at,
                    pitch,
                    adds: false,
                };
                let blocks = left.panels.blocks();
                let right = right.lane(first * width);
                multiply(
                    left.lane(queries.start),
                    queries.len(),
                    right,
                    panels,
                    blocks,
                    sums,
                );
            }
            for (i, query) in queries.clone().enumerate() {
                let row = |at: usize| {
                    let place = i * pitch + skipped;
                    doubles(
                        kind,
                        memory.sums[at] + place * kind.size(),
                        wide[at] + place * 8,
                        count,
                    )
                };
                let (weights, gradients) = (row(0), row(1));
                self.row(
                    places,
                    tile,
                    query,
                    &known[query],
                    (weights, gradients),
                    are_dropped,
                );
            }
        }
        Filled {
            rows: wide.map(|at| at + skipped * 8),
            pitch,
        }
    }

    /// Makes weights of the sums of a row, and gradients by scores of those of their gradients.
    unsafe fn row(
        &self,
        places: &[usize],
        tile: &Tile,
        query: usize,
        known: &Known,
        (weights, gradients): (&mut [f64], &mut [f64]),
        are_dropped: bool,
    ) {
        let plan = &self.plan;
        let Tile { sequence, head, .. } = *tile;
        let (start, end) = (tile.keys.start, tile.keys.end);
        let seen = sequence.window.of(query, sequence.keys);
        let mut seen = seen.start.clamp(start, end)..seen.end.clamp(start, end);
        if known.factor == 0.0 {
            seen.end = seen.start;
        }
        for row in [&mut *weights, &mut *gradients] {
            row[..seen.start - start].fill(0.0);
            row[seen.end - start..].fill(0.0);
        }
        let inside = seen.start - start..seen.end - start;
        let of = Row {
            sequence,
            head,
            query,
            keys: seen,
        };
        let (weights, gradients) = (&mut weights[inside.clone()], &mut gradients[inside]);
        // SAFETY: the caller's promise for the operands.
        unsafe {
            plan.scores(places, &of, weights);
            attention::weights(weights, known.largest, known.factor);
            plan.drop(places, &of, gradients);
            attention::gradients(gradients, weights, plan.kept(), known.mean);
            if are_dropped {
                plan.drop(places, &of, weights);
            }
        }
    }

    /// Computes the gradients by some queries, and by the shift of their scores.
    pub(super) unsafe fn by_queries(
        &self,
        places: &[usize],
        tile: &mut Tile,
        known: &[Known],
        memory: Memory,
    ) {
        let plan = &self.plan;
        let sequence = tile.sequence;
        let seen = sequence.window.of_all(tile.queries.clone(), sequence.keys);
        let first_block = seen.start / DEPTH;
        let start = first_block * DEPTH;
        tile.keys = match seen.is_empty() {
            true => start..start,
            false => start..seen.end.next_multiple_of(DEPTH).min(sequence.keys),
        };
        let rows = tile.queries.len();
        let right = self.place(Part::KeysByColumns, sequence, tile.packed);
        let weights = self.weights(rows, tile.keys.len());
        let pitch = right.panels.padded();
        let size = weights.kind.size();
        // SAFETY: the caller's promise for the operands, the panels and the memory.
        unsafe {
            let filled = self.fill(places, tile, known, memory, false);
            self.by_shift(places, tile, filled);
            let from = (filled.rows[1], [(filled.pitch * 8) as isize, 8]);
            weights.pack_all(from, memory.packed[0]);
            let sums = Sums {
                at: memory.results[0],
                pitch,
                adds: false,
            };
            let left = From::start(weights, memory.packed[0]);
            let blocks = weights.blocks();
            multiply(
                left,
                rows,
                right.block(first_block),
                right.panels.panels(),
                blocks,
                sums,
            );
            let (to, bytes) = plan.rows(&[places[self.first + 4]; 4], 0, sequence, tile.head);
            for (i, query) in tile.queries.clone().enumerate() {
                let at = memory.results[0] + i * pitch * size;
                let row = doubles(weights.kind, at, memory.line, plan.of.depth);
                if blocks == 0 {
                    row.fill(0.0);
                }
                plan.store(row, plan.of.scale, to + query * bytes as usize);
            }
        }
    }

    /// Writes the gradient by the shift of the scores of some queries with all keys.
    unsafe fn by_shift(&self, places: &[usize], tile: &Tile, filled: Filled) {
        let (Some(store), Some((steps, weight))) = (self.store_shift, self.plan.of.shift) else {
            return;
        };
        let Tile {
            sequence,
            head,
            ref queries,
            ref keys,
            ..
        } = *tile;
        let mut line = vec![0.0; sequence.keys];
        for (i, query) in queries.clone().enumerate() {
            let at = filled.rows[1] + i * filled.pitch * 8;
            line.fill(0.0);
            // SAFETY: the caller's promise: a row of gradients by scores.
            let row = unsafe { slice::<f64>(at, keys.len()) };
            rows::scaled(&mut line[keys.clone()], row, weight);
            results::one_nan(&mut line);
            let first = sequence.shift + head * steps.head + query * steps.row;
            let to = places[self.first + 7] + first * self.plan.shift_size;
            let from = line.as_mut_ptr().cast::<u8>();
            // SAFETY: as above; every score has a gradient of its own.
            unsafe {
                store.run(
                    [from, from],
                    std::ptr::with_exposed_provenance_mut(to),
                    line.len(),
                )
            };
        }
    }

    /// Computes the gradients by some keys and their values. `heads` are those of queries, each with its panels and what is known of its queries.
    pub(super) unsafe fn by_keys(
        &self,
        places: &[usize],
        (sequence, key_head): (&Sequence, usize),
        keys: Range<usize>,
        heads: &[(usize, [usize; 2], &[Known])],
        memory: Memory,
    ) {
        let plan = &self.plan;
        let kind = plan.kinds[1];
        let parts = [Part::ByResultsByColumns, Part::QueriesByColumns];
        let pitches = parts.map(|part| self.panels(part, sequence).padded());
        let mut adds = false;
        for &(head, packed, known) in heads {
            for start in (0..sequence.queries).step_by(DEPTH) {
                let queries = start..sequence.queries.min(start + DEPTH);
                let seen = sequence.window.of_all(queries.clone(), sequence.keys);
                if seen.end <= keys.start || keys.end <= seen.start {
                    continue;
                }
                let weights = self.weights(keys.len(), queries.len());
                let (first, keys) = (start / DEPTH, keys.clone());
                let tile = Tile {
                    sequence,
                    head,
                    queries,
                    keys,
                    packed,
                };
                // SAFETY: the caller's promise for the operands, the panels and the memory.
                unsafe {
                    let filled = self.fill(places, &tile, known, memory, true);
                    for (number, part) in parts.into_iter().enumerate() {
                        let from = (filled.rows[number], [8, (filled.pitch * 8) as isize]);
                        weights.pack_all(from, memory.packed[number]);
                        let right = self.place(part, sequence, packed).block(first);
                        let left = From::start(weights, memory.packed[number]);
                        let sums = Sums {
                            at: memory.results[number],
                            pitch: pitches[number],
                            adds,
                        };
                        multiply(left, weights.lanes, right, right.panels.panels(), 1, sums);
                    }
                }
                adds = true;
            }
        }
        let targets = [
            (6, 2, plan.of.width, plan.kept()),
            (5, 1, plan.of.depth, plan.of.scale),
        ];
        for (number, (output, operand, columns, factor)) in targets.into_iter().enumerate() {
            let (to, bytes) = plan.rows(
                &[places[self.first + output]; 4],
                operand,
                sequence,
                key_head,
            );
            for (i, key) in keys.clone().enumerate() {
                let at = memory.results[number] + i * pitches[number] * kind.size();
                // SAFETY: the caller's promise; each key has gradients of its own.
                unsafe {
                    let row = doubles(kind, at, memory.line, columns);
                    if !adds {
                        row.fill(0.0);
                    }
                    plan.store(row, factor, to + key * bytes as usize);
                }
            }
        }
    }
}
