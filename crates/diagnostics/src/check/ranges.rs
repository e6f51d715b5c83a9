//! Sets of bytes.

use std::collections::BTreeMap;
use std::ops::Range;

/// A set of bytes, as ranges that do not touch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Ranges(BTreeMap<usize, usize>);

impl Ranges {
    /// Adds bytes.
    pub fn add(&mut self, bytes: &Range<usize>) {
        if bytes.is_empty() {
            return;
        }
        let (mut start, mut end) = (bytes.start, bytes.end);
        while let Some((&first, &last)) = self.0.range(..=end).next_back()
            && last >= start
        {
            (start, end) = (start.min(first), end.max(last));
            self.0.remove(&first);
        }
        self.0.insert(start, end);
    }

    /// Takes bytes out.
    pub fn remove(&mut self, bytes: &Range<usize>) {
        if bytes.is_empty() {
            return;
        }
        while let Some((&first, &last)) = self.0.range(..bytes.end).next_back()
            && last > bytes.start
        {
            self.0.remove(&first);
            if last > bytes.end {
                self.0.insert(bytes.end, last);
            }
            if first < bytes.start {
                self.0.insert(first, bytes.start);
                return;
            }
        }
    }

    /// Returns those of some bytes that are in the set, in rising order.
    pub fn within(&self, bytes: &Range<usize>) -> Vec<Range<usize>> {
        let before = self.0.range(..bytes.start).next_back();
        let inside = self.0.range(bytes.clone());
        let both = before.into_iter().chain(inside);
        both.map(|(&start, &end)| start.max(bytes.start)..end.min(bytes.end))
            .filter(|part| !part.is_empty())
            .collect()
    }

    /// Returns true if there are no ranges.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the number of some bytes that are in the set.
    pub fn count(&self, bytes: &Range<usize>) -> usize {
        self.within(bytes).iter().map(Range::len).sum()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn sets_are_as_sets_of_single_bytes(
            changes in prop::collection::vec((0_usize..60, 0_usize..20, any::<bool>()), 1..40)
        ) {
            let (mut ranges, mut bytes) = (Ranges::default(), [false; 100]);
            for (start, length, adds) in changes {
                let range = start..start + length;
                bytes[range.clone()].fill(adds);
                match adds {
                    true => ranges.add(&range),
                    false => ranges.remove(&range),
                }
                for window in [0..100, 10..50, start..start + length] {
                    let expected = bytes[window.clone()].iter().filter(|&&is_in| is_in).count();
                    prop_assert_eq!(ranges.count(&window), expected);
                }
                let ends: Vec<_> = ranges.0.iter().collect();
                prop_assert!(ends.windows(2).all(|two| two[0].1 < two[1].0));
            }
        }
    }
}
