//! Attention of a few queries, as in steps of decoding: keys and values are read once, where they lie, for all queries of a head of keys.

#![forbid(unsafe_code)]

use std::ops::Range;

use super::Sequence;
use super::forward::Given;
use super::memory::take;
use super::plan::Plan;
use super::source::SourceMemory;
use super::tiles::Tile;
use crate::gemm::panels::singles_mut;
use crate::gemm::strips::{Left, is_read_in_place};
use crate::views::{FloatsView, View};
use hostnpu_base::config;
use hostnpu_kernels::convert::between;
use hostnpu_kernels::gemm::DEPTH;
use hostnpu_kernels::gemm::few::{COLUMNS, LINE, ROWS, is_available};

/// Rows that are decoded or gathered together, where they do not lie densely.
const GATHERED: usize = 64;

impl Plan {
    /// Returns true if there may be so few queries of each head of keys.
    fn may_have_few(&self) -> bool {
        self.kinds[0].has_short_sums() && self.group() <= ROWS && is_available(config::isa())
    }

    /// Returns true if there are so few queries of each head of keys that reading keys and values takes longer than multiplying them.
    pub(super) fn has_few(&self) -> bool {
        let queries = self.of.sequences.iter().map(|of| of.queries.len()).max();
        self.may_have_few() && self.group() * queries.unwrap_or(0) <= ROWS
    }

    /// DOUBLE numbers of the memory of a thread: of queries, scores, results, those of a block, gathered rows, and a row of scores.
    fn few_sizes(&self) -> [usize; 6] {
        let [_, keys] = self.longest;
        let padded = |count: usize| ROWS * count.next_multiple_of(LINE) / 2;
        let widest = self.depth.max(self.width);
        [
            padded(self.depth),
            padded(keys),
            padded(self.width),
            padded(self.width),
            (GATHERED * widest).div_ceil(2),
            keys.max(widest),
        ]
        .map(|size| size.next_multiple_of(8))
    }

    pub(super) fn few_doubles(&self) -> usize {
        match self.may_have_few() {
            true => self.few_sizes().into_iter().sum(),
            false => 0,
        }
    }

    /// Computes all queries of a head of keys: those of each head of the tile.
    pub(super) fn few(&self, given: &Given, key_head: usize, mut tile: Tile, memory: &mut [f64]) {
        let (sequence, number) = (tile.sequence, tile.number);
        let own = (sequence, number);
        let [heads, queries, _] = tile.outputs.results.shape();
        let rows = heads * queries;
        let seen = sequence.window.of_all(0..queries, sequence.keys.len());
        let mut rest = memory;
        let [q, scores, results, block, gathered, wide] =
            self.few_sizes().map(|size| take(&mut rest, size));
        let [q, scores, results, block, gathered] =
            [q, scores, results, block, gathered].map(singles_mut);
        let pitches = [self.depth, seen.len(), self.width].map(|n| n.next_multiple_of(LINE));
        for (row, line) in (0..rows).zip(q.chunks_mut(pitches[0].max(1))) {
            let (head, query) = (
                tile.head + row / queries,
                sequence.queries.start + row % queries,
            );
            let numbers = &mut wide[..self.depth];
            given.sources[0].load(own, head, (0, query), 0..self.depth, numbers);
            let (line, zeros) = line.split_at_mut(self.depth);
            between(numbers, line);
            zeros.fill(0.0);
        }
        let left = Left {
            numbers: q,
            rows,
            pitch: pitches[0],
        };
        for_each_run(
            &given.sources[1],
            own,
            key_head,
            (seen.clone(), self.depth),
            (gathered, wide),
            |keys, part| {
                left.by_rows_of(keys, &mut scores[part.start - seen.start..], pitches[1]);
            },
        );
        let mut factors = [0.0; ROWS];
        for (row, factor) in factors[..rows].iter_mut().enumerate() {
            let line = &mut scores[row * pitches[1]..][..seen.len()];
            let numbers = &mut wide[..seen.len()];
            between(line, numbers);
            let place = [row / queries, row % queries];
            *factor = self.weights(given.modifiers, &mut tile, place, seen.start, numbers);
            between(numbers, line);
        }
        results[..rows * pitches[2]].fill(0.0);
        for_each_run(
            &given.sources[2],
            own,
            key_head,
            (seen.clone(), self.width),
            (gathered, wide),
            |values, part| {
                let steps = part.len();
                let weights = Left {
                    numbers: &scores[part.start - seen.start..],
                    rows,
                    pitch: pitches[1],
                };
                debug_assert!(steps <= DEPTH);
                weights.by_columns_of(values, block, pitches[2]);
                let sums = results[..rows * pitches[2]].iter_mut().zip(&*block);
                sums.for_each(|(sum, number)| *sum += number);
            },
        );
        for (row, factor) in factors[..rows].iter().enumerate() {
            let numbers = &mut wide[..self.width];
            between(&results[row * pitches[2]..][..self.width], numbers);
            self.store(
                numbers,
                *factor,
                tile.outputs.results.row([row / queries, row % queries]),
            );
        }
    }
}

/// Calls a function with rows of a head, one run after the other: rows by elements, and the numbers of the rows. Runs have up to [`DEPTH`] rows.
fn for_each_run(
    source: &SourceMemory,
    own: (&Sequence, usize),
    head: usize,
    (rows, columns): (Range<usize>, usize),
    (gathered, line): (&mut [f32], &mut [f64]),
    mut call: impl FnMut(FloatsView<'_, 2>, Range<usize>),
) {
    let mut row = rows.start;
    while row < rows.end {
        let most = row..rows.end.min(row + DEPTH);
        let direct = source.run(own, head, most.clone());
        if let Some(run) = direct.filter(|run| is_read_in_place(run)) {
            let end = row + run.shape()[0];
            call(run, row..end);
            row = end;
            continue;
        }
        let end = most.end.min(row + GATHERED);
        let numbers = &mut gathered[..(end - row) * columns];
        let line = &mut line[..columns];
        for (row, to) in (row..end).zip(numbers.chunks_mut(columns.max(1))) {
            source.load(own, head, (own.0.keys.start, row), 0..columns, line);
            between(&*line, to);
        }
        call(View::of(numbers, [end - row, columns]).into(), row..end);
        row = end;
    }
}

const _: () = assert!(COLUMNS <= LINE && GATHERED <= DEPTH);
