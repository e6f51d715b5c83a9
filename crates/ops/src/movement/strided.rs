//! Slices of several dimensions by entries, as `tf.strided_slice` has them.

#![forbid(unsafe_code)]

use hostnpu_base::error::{Error, Result};
use hostnpu_tensor::Layout;

/// Treatment of a dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// All dimensions that no other entry names stay.
    Rest,
    /// A new dimension of extent 1.
    New,
    /// One element is taken, and the dimension goes.
    Pick(i64),
    /// Every `stride`-th element from `begin` to before `end`, without them from one end of the dimension to the other.
    Slice {
        /// The first element, negative from the end.
        begin: Option<i64>,
        /// The element before which it ends, negative from the end.
        end: Option<i64>,
        /// Not 0.
        stride: i64,
    },
}

/// Returns the part of a view that the entries take. Without [`Entry::Rest`], dimensions behind those of the entries stay.
pub fn view(layout: &Layout, entries: &[Entry]) -> Result<Layout> {
    let named = |entry: &&Entry| matches!(entry, Entry::Pick(_) | Entry::Slice { .. });
    let named = entries.iter().filter(named).count();
    let rest = layout.rank().checked_sub(named).ok_or_else(|| {
        let allowed = format!("entries for {} dimensions at most", layout.rank());
        Error::value("begin", format!("{named} entries"), allowed)
    })?;
    let mut view = layout.clone();
    let mut axis = 0;
    for &entry in entries {
        match entry {
            Entry::Rest => axis += rest,
            Entry::New => {
                view = view.with_axis(axis);
                axis += 1;
            }
            Entry::Pick(index) => {
                let extent = view.shape()[axis];
                let from_start = if index < 0 {
                    index.saturating_add(extent)
                } else {
                    index
                };
                if !(0..extent).contains(&from_start) {
                    let allowed = format!("{} to {}", -extent, extent - 1);
                    return Err(Error::value("begin", index, allowed));
                }
                view = view.picked(axis, from_start);
            }
            Entry::Slice { begin, end, stride } => {
                let (start, count) = range(view.shape()[axis], begin, end, stride);
                view = view.sliced(axis, start, count, stride);
                axis += 1;
            }
        }
    }
    Ok(view)
}

/// The first element and the number of elements of a slice.
fn range(extent: i64, begin: Option<i64>, end: Option<i64>, stride: i64) -> (i64, i64) {
    // Where the walk may begin and end: before the first element, and behind the last.
    let (low, high) = if stride > 0 {
        (0, extent)
    } else {
        (-1, extent - 1)
    };
    let place = |index: i64| {
        let from_start = if index < 0 {
            index.saturating_add(extent)
        } else {
            index
        };
        from_start.clamp(low, high)
    };
    let (first, last) = if stride > 0 { (low, high) } else { (high, low) };
    let (start, end) = (begin.map_or(first, place), end.map_or(last, place));
    let distance = if stride > 0 { end - start } else { start - end };
    if distance <= 0 {
        return (start, 0);
    }
    let step = stride.unsigned_abs();
    (start, (distance as u64).div_ceil(step) as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_walk_both_ways_and_stop_at_the_ends() {
        assert_eq!(range(5, Some(1), Some(100), 2), (1, 2));
        assert_eq!(range(5, Some(-2), None, 1), (3, 2));
        assert_eq!(range(5, None, None, -2), (4, 3));
        assert_eq!(range(5, Some(100), Some(-100), -1), (4, 5));
        assert_eq!(range(5, Some(3), Some(1), 1).1, 0);
        assert_eq!(range(5, None, None, i64::MIN), (4, 1));
    }

    #[test]
    fn entries_stand_for_their_dimensions() {
        let layout = Layout::contiguous(&[2, 3, 4]);
        let all = Entry::Slice {
            begin: None,
            end: None,
            stride: 1,
        };
        let shape = |entries: &[Entry]| view(&layout, entries).map(|view| view.shape().to_vec());
        assert_eq!(shape(&[Entry::Rest, Entry::Pick(-1)]).unwrap(), [2, 3]);
        assert_eq!(shape(&[Entry::New, all]).unwrap(), [1, 2, 3, 4]);
        assert_eq!(
            shape(&[Entry::Pick(1), Entry::Rest, Entry::New]).unwrap(),
            [3, 4, 1]
        );
        assert!(shape(&[Entry::Pick(2)]).is_err());
        assert!(shape(&[all, all, all, all]).is_err());
    }
}
