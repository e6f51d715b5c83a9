//! Pairs of doubles in their order.

/// Sorts the `count` first pairs to the front: by their first numbers, and by the second ones where those are equal. Panics if there are fewer.
pub fn sort_first(pairs: &mut [[f64; 2]], count: usize) {
    let order = |a: &[f64; 2], b: &[f64; 2]| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1]));
    if count < pairs.len() {
        pairs.select_nth_unstable_by(count, order);
    }
    pairs[..count].sort_unstable_by(order);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_pairs_are_sorted_and_the_others_are_behind_them() {
        let pairs = [
            [2.0, 1.0],
            [0.5, 4.0],
            [2.0, 0.0],
            [f64::INFINITY, 3.0],
            [0.5, 2.0],
        ];
        let sorted = [
            [0.5, 2.0],
            [0.5, 4.0],
            [2.0, 0.0],
            [2.0, 1.0],
            [f64::INFINITY, 3.0],
        ];
        for count in 0..=pairs.len() {
            let mut own = pairs;
            sort_first(&mut own, count);
            assert_eq!(own[..count], sorted[..count]);
            own[count..].sort_by(|a, b| a.partial_cmp(b).expect("no NaN"));
            assert_eq!(own[count..], sorted[count..]);
        }
    }
}
