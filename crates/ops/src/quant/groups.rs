//! Groups of rows whose borders are numbers in memory.

#![forbid(unsafe_code)]

use hostnpu_kernels::index::IndexSlice;

/// Writes the group of each row: the first one whose end is behind it, and the last one for rows behind all ends.
pub(super) fn group_of_rows(ends: &IndexSlice<'_, i64>, groups: &mut [i64]) {
    let mut ends = ends.iter().enumerate().peekable();
    let mut current = ends.next();
    for (row, group) in (0_i64..).zip(groups) {
        while let (Some((_, end)), true) = (current, ends.peek().is_some()) {
            if end > row {
                break;
            }
            current = ends.next();
        }
        *group = current.map_or(0, |(number, _)| number as i64);
    }
}

/// As [`group_of_rows`]; -1 for rows behind all ends. Ends that fall are groups without rows.
pub(super) fn group_of_rows_within(ends: &IndexSlice<'_, i64>, groups: &mut [i64]) {
    let mut before = 0;
    let counts = ends.iter().map(|end| {
        let count = end.saturating_sub(before).max(0);
        before = before.max(end);
        count
    });
    group_of_counted_rows((0..).zip(counts), groups);
}

/// Writes the group of each row, by groups and their numbers of rows; -1 for rows behind the last one.
pub(super) fn group_of_counted_rows(counted: impl Iterator<Item = (i64, i64)>, groups: &mut [i64]) {
    let (mut row, rows) = (0, groups.len());
    for (number, count) in counted {
        let count = usize::try_from(count).unwrap_or(0).min(rows - row);
        groups[row..row + count].fill(number);
        row += count;
    }
    groups[row..].fill(-1);
}

/// As [`group_of_counted_rows`], by pairs of the number of a group and the number of its rows. The rows of a group that there is not are left out.
pub(super) fn group_of_listed_rows(pairs: &IndexSlice<'_, i64>, count: usize, groups: &mut [i64]) {
    let known = |group: i64| {
        if (0..count as i64).contains(&group) {
            group
        } else {
            -1
        }
    };
    let pair = |at: usize| (known(pairs.get(2 * at)), pairs.get(2 * at + 1));
    group_of_counted_rows((0..count).map(pair), groups);
}
