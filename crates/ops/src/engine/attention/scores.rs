//! Rows of scores: from sums of products to what is compared, and results from sums.

use std::ops::Range;

use super::{Mask, Plan, Sequence};
use crate::engine::dense::{slice, slice_mut};
use hostnpu_kernels::attention;
use hostnpu_kernels::convert::{Slice, SliceMut, convert};
use hostnpu_kernels::gemm::{Kind, results};
use hostnpu_kernels::random::uniform;

/// Elements of the shift that are converted at once.
const LINE: usize = 256;

/// The scores of one query with some neighbouring keys.
#[derive(Clone)]
pub(super) struct Row<'a> {
    pub sequence: &'a Sequence,
    pub head: usize,
    pub query: usize,
    pub keys: Range<usize>,
}

/// Returns a row of sums as doubles: itself, or converted to the row of as many doubles at `wide`.
///
/// # Safety
/// There are `count` sums, and doubles, aligned, which nothing else uses meanwhile.
pub(super) unsafe fn doubles<'a>(
    kind: Kind,
    sums: usize,
    wide: usize,
    count: usize,
) -> &'a mut [f64] {
    // SAFETY: the caller's promise; sums are doubles but for this kind.
    unsafe {
        match kind {
            Kind::Single => {
                let wide = slice_mut::<f64>(wide, count);
                convert(Slice::F32(slice(sums, count)), SliceMut::F64(&mut *wide));
                wide
            }
            _ => slice_mut(sums, count),
        }
    }
}

impl Plan {
    /// Makes scores of sums of products: scales, shifts and hides them.
    ///
    /// # Safety
    /// The places are those of the operands.
    pub(super) unsafe fn scores(&self, places: &[usize], row: &Row, scores: &mut [f64]) {
        let Row {
            sequence,
            head,
            query,
            ref keys,
        } = *row;
        let [shift, mask, _] = self
            .optional
            .map(|number| number.map(|number| places[number]));
        match shift.zip(self.of.shift) {
            None => results::scale(scores, self.of.scale),
            Some((at, (steps, weight))) => {
                let first = sequence.shift + head * steps.head + query * steps.row + keys.start;
                let size = self.shift_size;
                for (number, scores) in scores.chunks_mut(LINE).enumerate() {
                    let from = at + (first + number * LINE) * size;
                    let mut line = [0.0_f64; LINE];
                    let count = scores.len();
                    // SAFETY: the caller's promise for the elements of this row.
                    unsafe {
                        let from = std::ptr::with_exposed_provenance_mut::<u8>(from);
                        let to = line.as_mut_ptr().cast();
                        self.load_shift.run([from, from], to, count);
                    }
                    results::combine(scores, self.of.scale, &line[..count], weight);
                }
            }
        }
        if let Some((at, Mask { steps, repeats })) = mask.zip(self.of.mask) {
            let first = at + sequence.mask + head * steps.head + query * steps.row;
            // SAFETY: the caller's promise for the bytes of this row.
            unsafe {
                if !repeats {
                    attention::hide(scores, slice(first + keys.start, scores.len()));
                } else if slice::<u8>(first, 1)[0] != 0 {
                    scores.fill(f64::NEG_INFINITY);
                }
            }
        }
    }

    /// Makes numbers 0 whose weights are not kept.
    ///
    /// # Safety
    /// The places are those of the operands.
    pub(super) unsafe fn drop(&self, places: &[usize], row: &Row, numbers: &mut [f64]) {
        let Some(keep) = self.of.keep else {
            return;
        };
        let Sequence {
            queries, keys, bit, ..
        } = *row.sequence;
        let first = bit + (row.head * queries + row.query) * keys + row.keys.start;
        if let Some(words) = keep.words {
            for (number, numbers) in numbers.chunks_mut(LINE).enumerate() {
                let mut line = [0.0_f32; LINE];
                let line = &mut line[..numbers.len()];
                uniform::f32((first + number * LINE) as u64, line, words, [0.0, 1.0]);
                attention::keep_below(numbers, line, keep.share);
            }
        } else if let Some(number) = self.optional[2] {
            let (byte, first) = (first / 8, first % 8);
            let bytes = (first + numbers.len()).div_ceil(8);
            // SAFETY: the caller's promise: there is a bit for every score.
            attention::drop(
                numbers,
                unsafe { slice(places[number] + byte, bytes) },
                first,
            );
        }
    }

    /// Writes a row of results of sums.
    ///
    /// # Safety
    /// There are `count` elements to write.
    pub(super) unsafe fn store(&self, sums: &mut [f64], factor: f64, to: usize) {
        results::scale(sums, factor);
        results::one_nan(sums);
        let from = sums.as_mut_ptr().cast::<u8>();
        let to = std::ptr::with_exposed_provenance_mut::<u8>(to);
        // SAFETY: the caller's promise; sums are DOUBLE, which results are not.
        unsafe { self.store.run([from, from], to, sums.len()) };
    }

    /// What weights that are kept are multiplied by.
    pub(super) fn kept(&self) -> f64 {
        1.0 / self.of.keep.map_or(1.0, |keep| keep.share)
    }
}
