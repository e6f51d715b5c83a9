//! Groups of the rows, or the steps, of a product.

use hostnpu_base::error::{Error, Result};
use hostnpu_kernels::index::IndexSlice;

/// The meaning of a list of groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum List {
    /// The end of each group, at which the next one begins.
    Ends,
    /// The number of rows or steps of each group.
    Sizes,
    /// Number and size of each group, two numbers each, in the order of their rows.
    Pairs,
}

/// One of the products.
#[derive(Clone, Debug)]
pub struct Range {
    /// The group, by which factors are chosen.
    pub group: usize,
    /// Tensor and matrix of the left side.
    pub left: [usize; 2],
    /// The same of the right side.
    pub right: [usize; 2],
    /// The same of the results.
    pub output: [usize; 2],
    /// The first row on the left side.
    pub row: usize,
    /// The first row in the results.
    pub output_row: usize,
    /// Rows.
    pub rows: usize,
    /// The first step, on the left side.
    pub step: usize,
    /// The first step on the right side.
    pub right_step: usize,
    /// Steps.
    pub steps: usize,
    /// Columns.
    pub columns: usize,
}

/// A group of a list: its number, its first row or step, and their count.
pub(super) type Group = (usize, usize, usize);

impl List {
    /// Numbers of the list for each group.
    pub fn width(self) -> usize {
        match self {
            List::Pairs => 2,
            _ => 1,
        }
    }

    /// Reads a list of groups of `extent` rows or steps, each number once. Refuses what does not rise, or passes the extent.
    pub(super) fn groups(
        self,
        name: &'static str,
        list: IndexSlice<'_, i64>,
        extent: usize,
    ) -> Result<Vec<Group>> {
        let width = self.width();
        let count = list.len() / width;
        let mut start = 0;
        let mut groups = Vec::with_capacity(count);
        let refused = |at: usize, got: i64, low: usize, high: usize| {
            let what = match self {
                List::Ends => "the end of a group",
                _ => "the size of a group",
            };
            let allowed = format!("{low} to {high} as {what}: there are {extent} in all");
            Error::value(name, format!("{got} at [{at}]"), allowed)
        };
        for at in 0..count {
            let number = match self {
                List::Pairs => {
                    let number = list.get(2 * at);
                    let is_group = (0..count as i64).contains(&number);
                    if !is_group {
                        return Err(Error::index(name, &[at, 0], number, count as i64, false));
                    }
                    number as usize
                }
                _ => at,
            };
            let got = list.get(at * width + width - 1);
            let (low, high) = match self {
                List::Ends => (start, extent),
                _ => (0, extent - start),
            };
            if got < low as i64 || got > high as i64 {
                return Err(refused(at, got, low, high));
            }
            let size = got as usize - low;
            groups.push((number, start, size));
            start += size;
        }
        Ok(groups)
    }
}

/// Refuses a group that a list names twice: where steps are cut, both would write the result of the group.
pub(super) fn check_each_once(name: &'static str, groups: &[Group]) -> Result<()> {
    let mut numbers: Vec<usize> = groups.iter().map(|&(number, ..)| number).collect();
    numbers.sort_unstable();
    match numbers.windows(2).find(|pair| pair[0] == pair[1]) {
        None => Ok(()),
        Some(pair) => {
            let got = format!("group {} twice", pair[0]);
            Err(Error::value(name, got, "each group once"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_of_steps_is_named_once() {
        let numbers = [1, 2, 0, 3, 1, 4_i64];
        let groups = List::Pairs.groups("groupList", IndexSlice::from(&numbers[..]), 9);
        let groups = groups.unwrap();
        assert_eq!(groups, [(1, 0, 2), (0, 2, 3), (1, 5, 4)]);
        let error = check_each_once("groupList", &groups).unwrap_err();
        let text = error.to_string();
        assert!(
            text.contains("groupList") && text.contains("group 1 twice"),
            "{text}"
        );
        assert!(check_each_once("groupList", &groups[..2]).is_ok());
    }
}
