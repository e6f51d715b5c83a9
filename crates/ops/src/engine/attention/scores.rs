//! Rows of scores: from sums of products to what is compared, and results from sums.

use std::ops::Range;

use super::{InputsAt, Plan, Sequence};
use crate::engine::floats::FloatsMut;
use crate::engine::gemm::panels::singles;
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
    match kind {
        Kind::Single => {
            let wide = &mut wide[..part.len()];
            between(&singles(sums)[part], wide);
            wide
        }
        _ => &mut sums[part],
    }
}

/// An index of a tensor in which an extent of 1 serves all of its axis.
fn broadcast([sequences, heads, queries, _]: [usize; 4], row: &Row) -> [usize; 3] {
    let index = |extent: usize, index: usize| if extent == 1 { 0 } else { index };
    [
        index(sequences, row.number),
        index(heads, row.head),
        index(queries, row.query),
    ]
}

impl Plan {
    /// Makes scores of sums of products: scales, shifts and hides them.
    pub(super) fn scores(&self, inputs: &InputsAt, row: &Row, scores: &mut [f64]) {
        match &inputs.pse_shift {
            None => results::scale(scores, self.of.scale),
            Some(shift) => {
                let prefix = broadcast(shift.shape(), row);
                for (number, scores) in scores.chunks_mut(LINE).enumerate() {
                    let mut line = [0.0_f64; LINE];
                    let line = &mut line[..scores.len()];
                    shift.load(prefix, row.keys.start + number * LINE, line);
                    results::combine(scores, self.of.scale, line, self.of.shift_factor);
                }
            }
        }
        if let Some(mask) = &inputs.atten_mask {
            match mask.row(broadcast(mask.shape(), row)) {
                [0] => {}
                [_] => scores.fill(f64::NEG_INFINITY),
                mask => attention::hide(scores, &mask[row.keys.start..][..scores.len()]),
            }
        }
    }

    /// Makes numbers 0 whose weights are not kept.
    pub(super) fn drop(&self, inputs: &InputsAt, row: &Row, numbers: &mut [f64]) {
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
        } else if let Some(bits) = inputs.drop_mask {
            let (byte, first) = (first / 8, first % 8);
            let bytes = (first + numbers.len()).div_ceil(8);
            attention::drop(numbers, &bits[byte..][..bytes], first);
        }
    }

    /// Writes a row of results of sums.
    pub(super) fn store(&self, sums: &mut [f64], factor: f64, mut to: FloatsMut) {
        results::scale(sums, factor);
        results::one_nan(sums);
        to.store(0, sums);
    }

    /// What weights that are kept are multiplied by.
    pub(super) fn kept(&self) -> f64 {
        1.0 / self.of.keep.map_or(1.0, |keep| keep.share)
    }
}
