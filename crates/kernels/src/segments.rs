//! Sums of segments of rows.

use crate::math::exp;
use crate::simd;

/// Writes the matrix whose element (i, j) is `exp(x[j + 1] + … + x[i])` below the diagonal, 1 on it and 0 above. Sums are taken one segment
/// after the other, not as differences, in which large terms would cancel. Panics if `y` is no square of the length of `x`.
pub fn exponentials(x: &[f32], y: &mut [f64]) {
    let length = x.len();
    assert_eq!(y.len(), length * length, "a square matrix");
    let mut sums = vec![0.0_f64; length];
    for (i, row) in y.chunks_exact_mut(length.max(1)).enumerate() {
        let (below, rest) = row.split_at_mut(i);
        simd::widest_loops(
            #[inline(always)]
            |loops| {
                for (y, sum) in below.iter_mut().zip(&mut sums) {
                    loops.step();
                    *sum += f64::from(x[i]);
                    *y = exp::wide_of(*sum);
                }
            },
        );
        rest.fill(0.0);
        rest[0] = 1.0;
    }
}

/// Writes, for each i, the sum over `k >= i` and `j < i` of the products of the elements (k, j). Panics if the matrices are no squares of the
/// length of `y`.
pub fn gradients(a: &[f32], b: &[f32], y: &mut [f64]) {
    let length = y.len();
    assert_eq!([a.len(), b.len()], [length * length; 2], "square matrices");
    // Of each column, the sum from the row on.
    let mut sums = vec![0.0_f64; length];
    for i in (0..length).rev() {
        let row = i * length..(i + 1) * length;
        for ((sum, &a), &b) in sums.iter_mut().zip(&a[row.clone()]).zip(&b[row]) {
            *sum += f64::from(a) * f64::from(b);
        }
        y[i] = sums[..i].iter().fold(0.0, |all, sum| all + sum);
    }
}
