//! Running sums of eight columns at once: elements that lie side by side in a column are transposed in registers, and added to one sum for each
//! column. The order of additions is that of one column by itself.

use std::arch::x86_64::*;

use super::Columns;
use crate::simd::{self, Isa};

/// Columns of a step, and elements of each.
const SIDE: usize = 8;

/// Elements that are read ahead: what is read lies in too many places for the processor to foresee.
const AHEAD: usize = 256;

/// Takes as many columns of floats as it can, from the first one on; returns how many.
pub(super) fn sums(columns: &Columns) -> usize {
    let (x, values) = (columns.x.cast::<f32>(), columns.values.cast::<f32>());
    let lines = &columns.lines;
    let size = size_of::<f32>() as isize;
    if lines.along[..2] != [size, size] || simd::chosen() < Isa::Avx2 {
        return 0;
    }
    let columns = lines.columns / SIDE * SIDE;
    for first in (0..columns as isize).step_by(SIDE) {
        let at = |column: usize, k: usize| {
            let column = first + column as isize;
            let x = x.wrapping_byte_offset(column * lines.across[0]);
            let value = values.wrapping_byte_offset(column * lines.across[1]);
            (x.wrapping_add(k).cast_const(), value.wrapping_add(k))
        };
        // SAFETY: the machine has AVX2; eight columns are inside.
        unsafe { eight(at, lines.length) };
    }
    columns
}

/// # Safety
/// Elements may be read and values written at each place that `at` gives.
#[target_feature(enable = "avx2")]
unsafe fn eight(at: impl Fn(usize, usize) -> (*const f32, *mut f32), length: usize) {
    let nan = _mm256_set1_ps(f32::NAN);
    let mut sums = [_mm256_setzero_pd(); 2];
    let whole = length / SIDE * SIDE;
    for k in (0..whole).step_by(SIDE) {
        let rows: [__m256; SIDE] = std::array::from_fn(|column| {
            if k % (2 * SIDE) == 0 {
                _mm_prefetch::<_MM_HINT_T0>(at(column, k + AHEAD).0.cast());
            }
            // SAFETY: the caller's promise.
            unsafe { _mm256_loadu_ps(at(column, k).0) }
        });
        let values = transposed(rows).map(|x| {
            let halves = [_mm256_castps256_ps128(x), _mm256_extractf128_ps::<1>(x)];
            for (sum, half) in sums.iter_mut().zip(halves) {
                *sum = _mm256_add_pd(*sum, _mm256_cvtps_pd(half));
            }
            let value = _mm256_set_m128(_mm256_cvtpd_ps(sums[1]), _mm256_cvtpd_ps(sums[0]));
            _mm256_blendv_ps(value, nan, _mm256_cmp_ps::<_CMP_UNORD_Q>(value, value))
        });
        for (column, values) in transposed(values).into_iter().enumerate() {
            // SAFETY: the caller's promise.
            unsafe { _mm256_storeu_ps(at(column, k).1, values) };
        }
    }
    let mut states: [f64; SIDE] = bytemuck::cast(sums);
    for (column, sum) in states.iter_mut().enumerate() {
        for k in whole..length {
            let (x, value) = at(column, k);
            // SAFETY: the caller's promise.
            unsafe {
                *sum += f64::from(x.read());
                value.write(if sum.is_nan() { f32::NAN } else { *sum as f32 });
            }
        }
    }
}

/// Returns element `i` of row `k` as element `k` of row `i`.
#[target_feature(enable = "avx2")]
fn transposed(rows: [__m256; SIDE]) -> [__m256; SIDE] {
    let pairs: [__m256; SIDE] = std::array::from_fn(|k| {
        let (a, b) = (rows[k / 2 * 2], rows[k / 2 * 2 + 1]);
        match k % 2 {
            0 => _mm256_unpacklo_ps(a, b),
            _ => _mm256_unpackhi_ps(a, b),
        }
    });
    let fours: [__m256; SIDE] = std::array::from_fn(|k| {
        let (a, b) = (
            pairs[k / 4 * 4 + k / 2 % 2],
            pairs[k / 4 * 4 + k / 2 % 2 + 2],
        );
        match k % 2 {
            0 => _mm256_shuffle_ps::<0x44>(a, b),
            _ => _mm256_shuffle_ps::<0xee>(a, b),
        }
    });
    std::array::from_fn(|k| match k / 4 {
        0 => _mm256_permute2f128_ps::<0x20>(fours[k], fours[k + 4]),
        _ => _mm256_permute2f128_ps::<0x31>(fours[k - 4], fours[k]),
    })
}
