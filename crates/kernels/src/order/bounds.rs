//! Positions of numbers in a sorted row.

use std::hint;

/// Side of equal numbers on which a number belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Before all of them.
    Left,
    /// Behind all of them.
    Right,
}

/// Writes where each of some numbers belongs in a row, as [`insertion`] says.
pub type Insertions<T> = fn(row: &[T], wanted: &[T], side: Side, places: &mut [i64]);

/// A type of numbers that are searched for in sorted rows.
pub trait Sorted: Copy + PartialOrd {
    /// The loop over many numbers, for types that have one.
    const INSERTIONS: Option<Insertions<Self>> = None;
}

macro_rules! without_loop {
    ($($t:ty),+) => {$(impl Sorted for $t {})+};
}
without_loop!(u8, i8, i16, i32, i64, half::f16, half::bf16, f64);

impl Sorted for f32 {
    const INSERTIONS: Option<Insertions<Self>> = Some(insertions);
}

/// Numbers that are searched for at a time: the machine waits for none of them alone.
const LANES: usize = 4;

/// Finds as many numbers at a time as there are lanes. Those behind the next smaller number are those that are not before `x`.
fn insertions(row: &[f32], wanted: &[f32], side: Side, places: &mut [i64]) {
    // The machine foresees neither half.
    let step = |bounds: &mut [usize; 2], x: f32| {
        let [start, end] = *bounds;
        let middle = start + (end - start) / 2;
        let is_behind = row[middle] > x;
        *bounds = [
            hint::select_unpredictable(is_behind, start, middle + 1),
            hint::select_unpredictable(is_behind, middle, end),
        ];
    };
    for (places, wanted) in places.chunks_mut(LANES).zip(wanted.chunks(LANES)) {
        let last = |x: f32| match side {
            Side::Left => (x != f32::NEG_INFINITY).then(|| x.next_down()),
            Side::Right => Some(x),
        };
        let mut x = [row.first().copied(); LANES];
        x.iter_mut().zip(wanted).for_each(|(to, &x)| *to = last(x));
        let [Some(a), Some(b), Some(c), Some(d)] = x else {
            // Of no numbers, and of the smallest one, which has none below it.
            for (place, &x) in places.iter_mut().zip(wanted) {
                *place = insertion(row.len(), x, side, |k| row[k]) as i64;
            }
            continue;
        };
        let (x, mut bounds) = ([a, b, c, d], [[0, row.len()]; LANES]);
        // While there is more than one number for each search, none of them has ended: a step leaves at least half of the numbers, rounded down.
        let mut left = row.len() + 1;
        while left > 1 {
            bounds
                .iter_mut()
                .zip(x)
                .for_each(|(bounds, x)| step(bounds, x));
            left /= 2;
        }
        for ((place, mut bounds), x) in places.iter_mut().zip(bounds).zip(x) {
            if bounds[0] < bounds[1] {
                step(&mut bounds, x);
            }
            *place = bounds[0] as i64;
        }
    }
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

    #[test]
    fn all_numbers_of_a_row_are_found_by_the_same_steps() {
        fn check(row: &[f32], wanted: &[f32]) {
            for side in [Side::Left, Side::Right] {
                for length in 0..=row.len() {
                    let row = &row[..length];
                    let mut places = vec![-1; wanted.len()];
                    insertions(row, wanted, side, &mut places);
                    let one_by_one = wanted
                        .iter()
                        .map(|&x| insertion(length, x, side, |i| row[i]));
                    let expected: Vec<i64> = one_by_one.map(|place| place as i64).collect();
                    assert_eq!(places, expected, "{side:?} of {row:?}");
                }
            }
        }
        // Also where a row is not sorted, and of what is no number.
        let mut floats: Vec<f32> = (0..37).map(|i| (i * 7 % 23) as f32).collect();
        let mut wanted: Vec<f32> = (-2..60).map(|i| i as f32 * 0.5).collect();
        wanted.extend([f32::NAN, f32::INFINITY, -0.0, f32::NEG_INFINITY]);
        check(&floats, &wanted);
        floats.splice(30.., [f32::NAN, -0.0, f32::NEG_INFINITY, f32::INFINITY]);
        check(&floats, &wanted);
        floats.sort_by(f32::total_cmp);
        check(&floats, &wanted);
    }
}
