//! Tables that a plan makes with entries for each element of a dimension. A dimension with a stride of 0 may be longer than any memory, so that their size is
//! checked, and the memory asked for, before a loop over its elements begins.

use hostnpu_base::error::{Error, Result};

/// Entries of a table at most: the system may promise memory for more, but would end the process when they are written.
const MOST: usize = 1 << 31;

/// An empty table with room for so many entries.
pub fn with_room<T>(count: usize) -> Result<Vec<T>> {
    let mut table = Vec::new();
    reserve(&mut table, count)?;
    Ok(table)
}

/// Asks for room for so many entries more.
pub fn reserve<T>(table: &mut Vec<T>, more: usize) -> Result<()> {
    let count = table.len().saturating_add(more);
    if count > MOST || table.try_reserve(more).is_err() {
        let bytes = count.saturating_mul(size_of::<T>());
        return Err(Error::out_of_host_memory(bytes));
    }
    Ok(())
}

/// A table of so many equal entries.
pub fn filled<T: Copy>(count: usize, entry: T) -> Result<Vec<T>> {
    let mut table = with_room(count)?;
    table.resize(count, entry);
    Ok(table)
}

/// Sorts entries, so many, by the group that each is given with; entries of one group stay in order. Returns where each group begins, with the end of the last
/// one behind them, and the entries.
pub fn grouped<T: Copy + Default>(
    groups: usize,
    count: usize,
    entries: impl Iterator<Item = (usize, T)> + Clone,
) -> Result<(Vec<usize>, Vec<T>)> {
    let mut sorted = filled(count, T::default())?;
    // Each group's next place is one behind its number: when all are placed, that is where the next group begins.
    let mut starts = filled(groups.saturating_add(2), 0)?;
    for (group, _) in entries.clone() {
        starts[group + 2] += 1;
    }
    for group in 2..starts.len() {
        starts[group] += starts[group - 1];
    }
    for (group, entry) in entries {
        let next = &mut starts[group + 1];
        sorted[*next] = entry;
        *next += 1;
    }
    starts.pop();
    Ok((starts, sorted))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_begin_where_those_before_them_end() {
        let entries = [(2, 'a'), (0, 'b'), (2, 'c')];
        let (starts, sorted) = grouped(4, 3, entries.into_iter()).unwrap();
        assert_eq!(starts, [0, 1, 1, 3, 3]);
        assert_eq!(sorted, ['b', 'a', 'c']);
    }

    #[test]
    fn tables_beyond_memory_are_refused() {
        for count in [MOST + 1, 1 << 47, usize::MAX] {
            let refused = with_room::<u8>(count).unwrap_err();
            assert!(
                refused.to_string().contains(&count.to_string()),
                "{refused}"
            );
            assert!(filled(count, 0_u64).is_err());
            assert!(grouped(count, 0, std::iter::empty::<(usize, u8)>()).is_err());
            assert!(grouped(1, count, std::iter::repeat((0, 0_u8))).is_err());
        }
    }
}
