//! Sorts the elements of a block by regime, so that each formula runs over a dense list, and puts the results back.

use super::BLOCK;
use super::regimes::EDGE;
use crate::simd::Isa;

/// Lists are worked on in groups of this size.
pub(super) const GROUP: usize = 16;

/// The elements of one regime in their order, and room for one group that is written past the end.
pub(super) struct List {
    pub(super) elements: [f32; BLOCK + GROUP],
    pub(super) count: usize,
}

impl List {
    pub(super) const EMPTY: Self = Self {
        elements: [0.0; BLOCK + GROUP],
        count: 0,
    };

    /// The elements, filled up with `filler` to whole groups.
    #[inline(always)]
    pub(super) fn groups(&mut self, filler: f32) -> &mut [f32] {
        self.elements[self.count..self.count + GROUP].fill(filler);
        &mut self.elements[..self.count.next_multiple_of(GROUP)]
    }
}

/// The lists of a block: -2.5 < x < 2.5 (and NaN and +inf), 2.5 <= x < inf, x <= -2.5.
pub(super) type Lists = [List; 3];

/// The regime of `x`, as an index into [`Lists`].
#[inline(always)]
fn regime(x: f32) -> usize {
    let right = (EDGE..f32::INFINITY).contains(&x);
    let left = x <= -EDGE;
    usize::from(right) + 2 * usize::from(left)
}

/// Distributes a block of at most [`BLOCK`] elements.
#[inline(always)]
pub(super) fn scatter(isa: Isa, block: &[f32], lists: &mut Lists) {
    #[cfg(target_arch = "x86_64")]
    if isa == Isa::Avx512 {
        assert!(block.len() <= BLOCK);
        // SAFETY: the caller runs compiled for `isa`; the block fits the lists.
        unsafe { avx512::scatter(block, lists) };
        return;
    }
    let _ = isa;
    for (index, list) in lists.iter_mut().enumerate() {
        let mut count = 0;
        for &x in block {
            list.elements[count] = x;
            count += usize::from(regime(x) == index);
        }
        list.count = count;
    }
}

/// Puts the lists, whose elements have been replaced by results, where [`scatter`] took their elements from.
#[inline(always)]
pub(super) fn gather(isa: Isa, block: &[f32], lists: &Lists, output: &mut [f32]) {
    #[cfg(target_arch = "x86_64")]
    if isa == Isa::Avx512 {
        assert!(block.len() <= BLOCK && output.len() >= block.len());
        // SAFETY: the caller runs compiled for `isa`; the block fits the lists and the output.
        unsafe { avx512::gather(block, lists, output) };
        return;
    }
    let _ = isa;
    let mut taken = [0; 3];
    for (y, &x) in output.iter_mut().zip(block) {
        let index = regime(x);
        *y = lists[index].elements[taken[index]];
        taken[index] += 1;
    }
}

/// With the compress and expand instructions, which no compiler finds in the loops above.
#[cfg(target_arch = "x86_64")]
mod avx512 {
    use super::{EDGE, GROUP, Lists};
    use std::arch::x86_64::*;

    /// The lanes of each regime among those of `valid`.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn regimes(x: __m512, valid: __mmask16) -> [__mmask16; 3] {
        let edge = _mm512_set1_ps(EDGE);
        let infinity = _mm512_set1_ps(f32::INFINITY);
        let from_edge = _mm512_mask_cmp_ps_mask::<_CMP_GE_OQ>(valid, x, edge);
        let right = _mm512_mask_cmp_ps_mask::<_CMP_LT_OQ>(from_edge, x, infinity);
        let left = _mm512_mask_cmp_ps_mask::<_CMP_LE_OQ>(valid, x, _mm512_set1_ps(-EDGE));
        [valid & !(right | left), right, left]
    }

    /// The lanes that a group starting at `start` has in a block of `length`.
    #[inline]
    fn lanes(start: usize, length: usize) -> __mmask16 {
        let left = length - start;
        if left >= GROUP { !0 } else { (1 << left) - 1 }
    }

    /// # Safety
    /// The machine has AVX-512 F; the block has no more elements than a list has room for, less a group.
    #[target_feature(enable = "avx512f,popcnt")]
    pub(super) unsafe fn scatter(block: &[f32], lists: &mut Lists) {
        let mut counts = [0; 3];
        for start in (0..block.len()).step_by(GROUP) {
            let valid = lanes(start, block.len());
            // SAFETY: only lanes inside the block are read.
            let x = unsafe { _mm512_maskz_loadu_ps(valid, block.as_ptr().add(start)) };
            let regimes = regimes(x, valid);
            for ((list, count), mask) in lists.iter_mut().zip(&mut counts).zip(regimes) {
                // SAFETY: `count` is at most the number of elements seen, and a group more fits the list.
                unsafe {
                    let to = list.elements.as_mut_ptr().add(*count);
                    _mm512_storeu_ps(to, _mm512_maskz_compress_ps(mask, x));
                }
                *count += mask.count_ones() as usize;
            }
        }
        for (list, count) in lists.iter_mut().zip(counts) {
            list.count = count;
        }
    }

    /// # Safety
    /// The machine has AVX-512 F; the lists were made of this block, and `output` is not shorter.
    #[target_feature(enable = "avx512f,popcnt")]
    pub(super) unsafe fn gather(block: &[f32], lists: &Lists, output: &mut [f32]) {
        let mut taken = [0; 3];
        for start in (0..block.len()).step_by(GROUP) {
            let valid = lanes(start, block.len());
            // SAFETY: only lanes inside the block are read.
            let x = unsafe { _mm512_maskz_loadu_ps(valid, block.as_ptr().add(start)) };
            let regimes = regimes(x, valid);
            let mut y = _mm512_setzero_ps();
            for ((list, taken), mask) in lists.iter().zip(&mut taken).zip(regimes) {
                // SAFETY: `taken` is at most the length of the block, and a group more fits the list.
                let results = unsafe { _mm512_loadu_ps(list.elements.as_ptr().add(*taken)) };
                y = _mm512_mask_expand_ps(y, mask, results);
                *taken += mask.count_ones() as usize;
            }
            // SAFETY: only lanes inside the output are written.
            unsafe { _mm512_mask_storeu_ps(output.as_mut_ptr().add(start), valid, y) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_gathered_is_what_was_scattered() {
        let mixed = [
            1.0,
            -3.5,
            7.25,
            f32::NAN,
            f32::INFINITY,
            -0.0,
            2.5,
            -2.5,
            f32::NEG_INFINITY,
        ];
        for isa in Isa::ALL.into_iter().filter(|isa| isa.is_available()) {
            for length in [1, 15, 16, 17, 100, BLOCK] {
                let block: Vec<f32> = (0..length).map(|i| mixed[i * i % mixed.len()]).collect();
                let mut lists = Box::new([List::EMPTY; 3]);
                scatter(isa, &block, &mut lists);
                for (index, list) in lists.iter().enumerate() {
                    for x in &list.elements[..list.count] {
                        assert_eq!(regime(*x), index, "{x} on {isa:?}");
                    }
                }
                let mut output = vec![0.0; length];
                gather(isa, &block, &lists, &mut output);
                let bits = |values: &[f32]| values.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
                assert_eq!(bits(&block), bits(&output), "{length} on {isa:?}");
            }
        }
    }
}
