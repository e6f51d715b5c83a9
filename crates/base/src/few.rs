//! Sorting of a few items, such as the axes of a tensor, without the code that long slices need.

/// Sorts by insertion, stably, by rising keys. Takes a time of the square of the number of items: for as many as a tensor has axes, or a kernel operands.
pub fn sort_few_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    for end in 1..items.len() {
        let mut at = end;
        while at > 0 && key(&items[at]) < key(&items[at - 1]) {
            items.swap(at, at - 1);
            at -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_items_are_sorted_stably() {
        let mut items = [(3, 'a'), (1, 'b'), (3, 'c'), (0, 'd'), (1, 'e')];
        sort_few_by_key(&mut items, |item| item.0);
        assert_eq!(items, [(0, 'd'), (1, 'b'), (1, 'e'), (3, 'a'), (3, 'c')]);
        sort_few_by_key(&mut items[..0], |item| item.0);
    }
}
