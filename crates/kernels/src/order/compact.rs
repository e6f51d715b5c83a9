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

/// Writes the numbers of the bytes that are not 0, in their order; returns how many. What is behind them in `found` is undefined then.
///
/// # Panics
/// If `found` is shorter than `mask`.
pub fn positions(mask: &[u8], found: &mut [u32]) -> usize {
    let found = &mut found[..mask.len()];
    let (words, rest) = mask.as_chunks::<8>();
    let mut left = 0;
    let mut look = |number: usize, byte: u8| {
        // As in `compress`, the bound is never passed.
        found[left] = number as u32;
        left += usize::from(byte != 0);
    };
    for (word, bytes) in words.iter().enumerate() {
        if u64::from_ne_bytes(*bytes) == 0 {
            continue;
        }
        for (k, &byte) in bytes.iter().enumerate() {
            look(8 * word + k, byte);
        }
    }
    for (k, &byte) in rest.iter().enumerate() {
        look(8 * words.len() + k, byte);
    }
    left
}

/// Writes `first + number` of each of `found` to every element of `to` that is `step` behind the one before.
pub fn shifted(found: &[u32], first: i64, to: &mut [i64], step: usize) {
    if step != 1 {
        for (to, &number) in to.iter_mut().step_by(step).zip(found) {
            *to = first + i64::from(number);
        }
        return;
    }
    crate::simd::widest(
        #[inline(always)]
        || {
            for (to, &number) in to.iter_mut().zip(found) {
                *to = first + i64::from(number);
            }
        },
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_those_of_bytes_other_than_0() {
        for length in [0, 1, 7, 8, 9, 300] {
            let mask: Vec<u8> = (0..length).map(|i| u8::from(i % 11 == 3) * 200).collect();
            let mut found = vec![0; length];
            let left = positions(&mask, &mut found);
            let expected: Vec<u32> = (0..length as u32).filter(|i| i % 11 == 3).collect();
            assert_eq!(found[..left], expected);
            for step in [1, 3] {
                let mut to = vec![-1; left * step];
                shifted(&found[..left], 1000, &mut to, step);
                for (k, &to) in to.iter().enumerate() {
                    let number = i64::from(found[k / step]);
                    assert_eq!(to, if k % step == 0 { 1000 + number } else { -1 });
                }
            }
        }
    }

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
