//! Positions of numbers in a sorted row.

/// Side of equal numbers on which a number belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Before all of them.
    Left,
    /// Behind all of them.
    Right,
}

/// Returns where `x` belongs among `length` numbers, which `at` gives by position; the end for a NaN. The steps of the search are always the same:
/// what is not sorted has a result too.
#[inline]
pub fn insertion<T: PartialOrd>(
    length: usize,
    x: T,
    side: Side,
    mut at: impl FnMut(usize) -> T,
) -> usize {
    let (mut start, mut end) = (0, length);
    while start < end {
        let middle = start + (end - start) / 2;
        let number = at(middle);
        let is_behind = match side {
            Side::Left => number >= x,
            Side::Right => number > x,
        };
        if is_behind {
            end = middle;
        } else {
            start = middle + 1;
        }
    }
    start
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_belongs_before_or_behind_its_equals() {
        let row = [1.0, 2.0, 2.0, 5.0];
        let find = |x, side| insertion(4, x, side, |i| row[i]);
        assert_eq!((find(2.0, Side::Left), find(2.0, Side::Right)), (1, 3));
        assert_eq!((find(0.5, Side::Left), find(9.0, Side::Right)), (0, 4));
        assert_eq!(find(f64::NAN, Side::Left), 4);
    }
}
