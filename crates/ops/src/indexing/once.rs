//! Positions that indices name, each once.

#![forbid(unsafe_code)]

use hostnpu_kernels::index::IndexSlice;

/// Returns how many numbers [`each_once`] takes as memory for so many indices of an axis.
pub fn memory_for_each_once(count: usize, extent: usize) -> usize {
    count.saturating_add(words(count, extent).unwrap_or(0))
}

/// Words with a bit for each position of an axis, if clearing and reading them is less than sorting so many indices.
fn words(count: usize, extent: usize) -> Option<usize> {
    let words = extent.div_ceil(BITS);
    (words <= count).then_some(words)
}

const BITS: usize = u64::BITS as usize;

/// Writes the positions that indices of an axis name to the start of `memory`, sorted, each once, and returns them. To an index below 0 `below` is added; those outside name
/// nothing. Panics if `memory` is less than [`memory_for_each_once`] numbers.
pub fn each_once<'m>(
    indices: IndexSlice<'_, i64>,
    extent: usize,
    below: i64,
    memory: &'m mut [i64],
) -> &'m [i64] {
    let named = indices.iter().map(|index| match index < 0 {
        true => index.wrapping_add(below) as usize,
        false => index as usize,
    });
    let named = named.filter(|&position| position < extent);
    let (kept, memory) = memory.split_at_mut(indices.len());
    let mut count = 0;
    if let Some(words) = words(indices.len(), extent) {
        let bits = &mut memory[..words];
        bits.fill(0);
        named.for_each(|position| bits[position / BITS] |= 1 << (position % BITS));
        for (word, &bits) in bits.iter().enumerate() {
            let mut bits = bits as u64;
            while bits != 0 {
                kept[count] = (word * BITS) as i64 + i64::from(bits.trailing_zeros());
                count += 1;
                bits &= bits - 1;
            }
        }
        return &kept[..count];
    }
    for position in named {
        kept[count] = position as i64;
        count += 1;
    }
    kept[..count].sort_unstable();
    let (mut of_all, all) = (0, count);
    for k in 0..all {
        if of_all == 0 || kept[of_all - 1] != kept[k] {
            kept[of_all] = kept[k];
            of_all += 1;
        }
    }
    &kept[..of_all]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(indices: &[i64], extent: usize, below: i64) -> Vec<i64> {
        let mut memory = vec![-7; memory_for_each_once(indices.len(), extent)];
        each_once(indices.into(), extent, below, &mut memory).to_vec()
    }

    #[test]
    fn positions_are_sorted_and_each_there_once() {
        let indices = [5, -1, 0, 5, 63, 64, 130, i64::MAX, i64::MIN, 0, -131, -130];
        // With a bit for each position, and sorted: an axis of as many words as indices, and one of more.
        for extent in [130, 131, 12 * 64, 12 * 64 + 1, 1 << 40] {
            let mut expected = vec![0, 5, 63, 64];
            expected.extend((extent > 130).then_some(130));
            assert_eq!(kept(&indices, extent, 0), expected, "{extent}");
            let wrapped = [-1, -131, -130].map(|index| index + extent as i64);
            expected.extend(wrapped.into_iter().filter(|&index| index >= 0));
            expected.sort_unstable();
            expected.dedup();
            assert_eq!(kept(&indices, extent, extent as i64), expected, "{extent}");
        }
    }

    #[test]
    fn of_no_indices_and_of_no_axis_nothing_is_named() {
        assert!(kept(&[], 0, 0).is_empty() && kept(&[], 9, 9).is_empty());
        assert!(kept(&[0, -1], 0, 0).is_empty());
    }
}
