//! Elements of a slice that a mask selects.

/// Returns the number of bytes that are not 0.
pub fn count(mask: &[u8]) -> usize {
    crate::simd::widest(
        #[inline(always)]
        || {
            // Few enough for a byte to hold each sum.
            let sums = mask.chunks(128).map(|part| {
                let sum = part
                    .iter()
                    .fold(0_u8, |sum, &byte| sum + u8::from(byte != 0));
                usize::from(sum)
            });
            sums.sum()
        },
    )
}

/// Moves the elements whose byte of `mask` is not 0 to the front of `out`, in their order; returns how many. What is behind them in `out` is
/// undefined then.
///
/// # Panics
/// If `mask` or `out` is shorter than `x`.
pub fn compress<T: Copy>(x: &[T], mask: &[u8], out: &mut [T]) -> usize {
    let (mask, out) = (&mask[..x.len()], &mut out[..x.len()]);
    let mut left = 0;
    for (&x, &byte) in x.iter().zip(mask) {
        // At most as many are left as were looked at before: the bound is never passed.
        out[left] = x;
        left += usize::from(byte != 0);
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_mask_leaves_keeps_its_order() {
        let mask: Vec<u8> = (0..1000_u32).map(|i| (i % 3 * 100) as u8).collect();
        let x: Vec<u16> = (0..1000).collect();
        let mut out = [0; 1000];
        let left = compress(&x, &mask, &mut out);
        let expected: Vec<u16> = x.iter().copied().filter(|x| x % 3 != 0).collect();
        assert_eq!(out[..left], expected);
        assert_eq!(count(&mask), left);
    }
}
