//! Rows of scores: from sums of products to what is compared, and results from sums.

use std::ops::Range;

use super::{Mask, ModifiersAt, Plan, Sequence, Shift};
use crate::floats::FloatsMut;
use crate::gemm::panels::singles;
use crate::views::{FloatsView, View};
use hostnpu_kernels::attention;
use hostnpu_kernels::convert::between;
use hostnpu_kernels::gemm::{Kind, results};
use hostnpu_kernels::random::uniform;

/// Elements of the shift that are converted at once.
const LINE: usize = 256;

/// The scores of one query with some neighbouring keys, both counted in the sequence.
#[derive(Clone)]
pub(super) struct Row<'a> {
    /// The number of the sequence.
    pub number: usize,
    pub sequence: &'a Sequence,
    pub head: usize,
    pub query: usize,
    pub keys: Range<usize>,
}

/// Returns a part of sums of products as doubles: itself, or converted to the first numbers of `wide`.
pub(super) fn doubles<'m>(
    kind: Kind,
    sums: &'m mut [f64],
    wide: &'m mut [f64],
    part: Range<usize>,
) -> &'m mut [f64] {
    match kind.has_short_sums() {
        true => {
            let wide = &mut wide[..part.len()];
            between(&singles(sums)[part], wide);
            wide
        }
        false => &mut sums[part],
    }
}

/// An index of a tensor in which an extent of 1 serves all of its axis.
fn broadcast([sequences, heads, queries, _]: [usize; 4], row: &Row) -> [usize; 3] {
    let index = |extent: usize, index: usize| if extent == 1 { 0 } else { index };
    [
        index(sequences, row.number),
        index(heads, row.head),
        index(queries, row.sequence.origin[0] + row.query),
    ]
}

/// Converts some neighbouring elements of a row; those behind its end are 0.
fn load_part(from: &FloatsView<4>, prefix: [usize; 3], first: usize, to: &mut [f64]) {
    let [.., extent] = from.shape();
    let (inside, behind) = to.split_at_mut(to.len().min(extent.saturating_sub(first)));
    from.load(prefix, first, inside);
    behind.fill(0.0);
}

impl Plan {
    /// Makes scores of sums of products: scales, shifts and hides them.
    pub(super) fn scores(&self, modifiers: &ModifiersAt, row: &Row, scores: &mut [f64]) {
        match &modifiers.pse_shift {
            None => results::scale(scores, self.of.scale),
            Some(shift) => {
                for (number, scores) in scores.chunks_mut(LINE).enumerate() {
                    let mut line = [0.0_f64; LINE];
                    let line = &mut line[..scores.len()];
                    self.shift(shift, row, row.keys.start + number * LINE, line);
                    results::combine(scores, self.of.scale, line, self.of.shift_factor);
                }
            }
        }
        if let Some(slopes) = modifiers.slopes {
            let of_all = if slopes.len() == self.heads {
                0
            } else {
                row.number * self.heads
            };
            let slope = f64::from(slopes[of_all + row.head]);
            let first = row.keys.start as i64 - row.query as i64 + self.of.distance.start;
            for (distance, score) in (first..).zip(scores.iter_mut()) {
                let distance = distance.unsigned_abs() as f64;
                let distance = if self.of.distance.is_root {
                    distance.sqrt()
                } else {
                    distance
                };
                *score -= slope * distance;
            }
        }
        if let Some(mask) = &modifiers.atten_mask {
            self.hide(mask, row, scores);
        }
    }

    /// Loads what is added to the scores of a query with some neighbouring keys.
    fn shift(&self, shift: &FloatsView<4>, row: &Row, key: usize, to: &mut [f64]) {
        let (queries, keys) = (row.sequence.queries.len(), row.sequence.keys.len());
        match self.of.shift {
            Shift::Each => shift.load(
                broadcast(shift.shape(), row),
                row.sequence.origin[1] + key,
                to,
            ),
            Shift::Behind => {
                let own = (row.head * queries + row.query) * keys + key;
                shift.load([0; 3], row.sequence.weights_before + own, to);
            }
            Shift::Diagonals => {
                let [_, _, rows, columns] = shift.shape();
                // The query among the last ones that has the same numbers, so many keys on.
                let query = row.query.max(queries.saturating_sub(rows));
                let [sequence, head, _] = broadcast(shift.shape(), row);
                let first = columns.saturating_sub(keys) + key + (query - row.query);
                load_part(shift, [sequence, head, query + rows - queries], first, to);
            }
        }
    }

    /// Makes the scores of keys that are hidden from a query minus infinity.
    fn hide(&self, mask: &View<u8, 4>, row: &Row, scores: &mut [f64]) {
        let (queries, keys) = (row.sequence.queries.len(), row.sequence.keys.len());
        let of_last = |line: &[u8], scores: &mut [f64]| {
            // Only the last keys have elements.
            let before = keys - queries.min(keys);
            let skipped = before.saturating_sub(row.keys.start).min(scores.len());
            let first = (row.keys.start + skipped).saturating_sub(before);
            let scores = &mut scores[skipped..];
            attention::hide(scores, &line[first..][..scores.len()]);
        };
        match self.of.mask {
            Mask::Each => match mask.row(broadcast(mask.shape(), row)) {
                [0] => {}
                [_] => scores.fill(f64::NEG_INFINITY),
                mask => {
                    let first = row.sequence.origin[1] + row.keys.start;
                    attention::hide(scores, &mask[first..][..scores.len()]);
                }
            },
            Mask::Last => {
                let [sequence, head, _] = broadcast(mask.shape(), row);
                of_last(mask.row([sequence, head, row.query]), scores);
            }
            Mask::Blocks([rows, columns]) => {
                let place = [row.number, row.head, row.query / rows];
                let (line, mut first, mut rest) = (mask.row(place), row.keys.start, scores);
                while !rest.is_empty() {
                    let block = first / columns;
                    let count = rest.len().min((block + 1) * columns - first);
                    let (own, others) = rest.split_at_mut(count);
                    if line[block] == 0 {
                        own.fill(f64::NEG_INFINITY);
                    }
                    (first, rest) = (first + count, others);
                }
            }
            Mask::LastBehind => {
                let own = row.sequence.mask_before + row.query * queries;
                of_last(&mask.row([0; 3])[own..][..queries], scores);
            }
        }
    }

    /// Makes numbers 0 whose weights are not kept.
    pub(super) fn drop(&self, modifiers: &ModifiersAt, row: &Row, numbers: &mut [f64]) {
        let Some(keep) = self.of.keep else {
            return;
        };
        let (queries, keys) = (row.sequence.queries.len(), row.sequence.keys.len());
        let before = row.sequence.weights_before;
        let first = before + (row.head * queries + row.query) * keys + row.keys.start;
        if let Some(words) = keep.words {
            for (number, numbers) in numbers.chunks_mut(LINE).enumerate() {
                let mut line = [0.0_f32; LINE];
                let line = &mut line[..numbers.len()];
                uniform::f32((first + number * LINE) as u64, line, words, [0.0, 1.0]);
                attention::keep_below(numbers, line, keep.share);
            }
        } else if let Some(bits) = modifiers.drop_mask {
            let (byte, first) = (first / 8, first % 8);
            let bytes = (first + numbers.len()).div_ceil(8);
            attention::drop(numbers, &bits[byte..][..bytes], first);
        }
    }

    /// Writes a row of results of sums.
    pub(super) fn store(&self, sums: &mut [f64], factor: f64, mut to: FloatsMut) {
        results::scale_with_one_nan(sums, factor);
        to.store(0, sums);
    }

    /// The factor of weights that are kept.
    pub(super) fn kept(&self) -> f64 {
        1.0 / self.of.keep.map_or(1.0, |keep| keep.share)
    }
}
