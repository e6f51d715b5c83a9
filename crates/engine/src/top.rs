//! The first of a row in order, without sorting the rest of it.
//!
//! A piece of the row keeps those of its items that may be among the first; once there are more than a few times as many as are wanted, the others are dropped,
//! and what does not come before the last one kept is passed over, a run at a time. Pieces are taken by all threads, and their items
//! sorted together: the order is the only stable one, so it depends on no thread.

#![forbid(unsafe_code)]

use super::operands::Any;
use super::sort::with_key;
use hostnpu_base::error::Result;
use hostnpu_kernels::order::{Key, any_below};
use hostnpu_numeric::Bool;
use hostnpu_tensor::{Dtype, cuts};

/// A key, of the order that is asked for, and the position in the row.
pub type Item = [u64; 2];

/// Elements that are compared at a time.
const RUN: usize = 256;

/// Items of a piece beside twice those that are wanted.
const SPARE: usize = 1 << 10;

/// Elements of a piece, of which so many are wanted.
fn piece(wanted: usize) -> usize {
    wanted.saturating_mul(16).max(1 << 16)
}

/// Returns true if it pays to look for the first ones, rather than to sort all.
pub fn pays(count: usize, wanted: usize) -> bool {
    wanted <= count / 16
}

fn capacity(wanted: usize) -> usize {
    2 * wanted + SPARE
}

/// Words of memory that [`first`] takes for a row.
pub fn words(count: usize, wanted: usize) -> usize {
    let pieces = count.div_ceil(piece(wanted));
    pieces.saturating_mul(capacity(wanted)).saturating_mul(2)
}

/// Returns the first items of a row in order, or of falling numbers; equal numbers in the order of their positions. The row has at least so many as are wanted. Panics for
/// less memory than [`words`].
pub fn first<'a>(
    row: Any,
    (wanted, descending): (usize, bool),
    memory: &'a mut [u64],
) -> Result<&'a [Item]> {
    // Refuses a type without keys.
    with_key!(row.dtype(), T => row.of::<T>().map(drop))?;
    let (count, length, capacity) = (row.count(), piece(wanted), capacity(wanted));
    let pieces = count.div_ceil(length);
    let flip = if descending { u64::MAX } else { 0 };
    let all = &mut memory.as_chunks_mut::<2>().0[..pieces * capacity];
    cuts::for_each_part(cuts::chunks(all, capacity), |number, items| {
        let start = number * length;
        let part = (start, count.min(start + length));
        with_key!(row.dtype(), T => {
            if let Ok(row) = row.of::<T>() {
                candidates(row, part, flip, wanted, items);
            }
        })
    });
    // What a piece has fewer than are wanted is filled up with items behind all others.
    let mut found = 0;
    for number in 0..pieces {
        for at in number * capacity..number * capacity + wanted {
            all[found] = all[at];
            found += 1;
        }
    }
    let items = &mut all[..found];
    items.sort_unstable();
    Ok(&items[..wanted])
}

/// Behind every item: positions are smaller.
const NONE: Item = [u64::MAX; 2];

/// Writes the first items of a part of a row, in no order, as the first `wanted` of `items`, filled up with [`NONE`].
fn candidates<T: Key>(
    row: &[T],
    (start, end): (usize, usize),
    flip: u64,
    wanted: usize,
    items: &mut [Item],
) {
    let (mut kept, mut limit) = (0, None);
    let mut at = start;
    while at < end {
        let run = &row[at..end.min(at + RUN)];
        if limit.is_none_or(|limit| any_below(run, flip, limit)) {
            for (i, x) in run.iter().enumerate() {
                let key = x.key() ^ flip;
                if limit.is_some_and(|limit| key >= limit) {
                    continue;
                }
                items[kept] = [key, (at + i) as u64];
                kept += 1;
                if kept == items.len() {
                    let (_, last, _) = items.select_nth_unstable(wanted - 1);
                    limit = Some(last[0]);
                    kept = wanted;
                }
            }
        }
        at += run.len();
    }
    if kept > wanted {
        items[..kept].select_nth_unstable(wanted - 1);
    } else {
        items[kept..wanted].fill(NONE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_pieces_are_those_of_a_stable_sort() {
        let count = 200_003_usize;
        // In no order, with many equal ones; rising; falling.
        let mixed: Vec<i32> = (0..count).map(|i| (i * 7919 % 50_021) as i32).collect();
        let rising: Vec<i32> = (0..count as i32).collect();
        let falling: Vec<i32> = rising.iter().map(|x| -x).collect();
        for row in [mixed, rising, falling] {
            for (wanted, descending) in [(1, true), (100, false), (100, true), (12_000, true)] {
                assert!(pays(count, wanted));
                let mut expected: Vec<usize> = (0..count).collect();
                match descending {
                    false => expected.sort_by_key(|&at| row[at]),
                    true => expected.sort_by_key(|&at| std::cmp::Reverse(row[at])),
                }
                let mut memory = vec![0; words(count, wanted)];
                let row = Any::from(&row[..]);
                let items = first(row, (wanted, descending), &mut memory).unwrap();
                let positions = items.iter().map(|item| item[1] as usize);
                assert!(positions.eq(expected[..wanted].iter().copied()));
            }
        }
    }
}
