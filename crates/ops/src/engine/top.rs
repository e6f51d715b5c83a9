//! The first of a row in order, without sorting the rest of it.
//!
//! A piece of the row keeps those of its items that may be among the first; once there are more than a few times as many as are wanted, the others are dropped,
//! and what does not come before the last one kept is passed over, a run at a time. Pieces are taken by all threads, and their items
//! sorted together: the order is the only stable one, so it depends on no thread.

use super::dense::{slice, slice_mut};
use super::sort::with_key;
use hostnpu_kernels::order::{Key, any_below};
use hostnpu_numeric::Bool;
use hostnpu_tensor::{Dtype, parallel};

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

/// Whether it pays to look for the first ones, rather than to sort all.
pub fn pays(count: usize, wanted: usize) -> bool {
    wanted <= count / 16
}

fn capacity(wanted: usize) -> usize {
    2 * wanted + SPARE
}

/// Bytes of scratch memory that [`first`] takes for a row.
pub fn scratch(count: usize, wanted: usize) -> usize {
    let pieces = count.div_ceil(piece(wanted));
    pieces
        .saturating_mul(capacity(wanted))
        .saturating_mul(size_of::<Item>())
}

/// Returns the first items of a row in order, or of falling numbers; equal numbers in the order of their positions.
///
/// # Safety
/// There are `count` numbers of `dtype` at `place`, of which at least so many are wanted, and [`scratch`] bytes at `memory`, of the caller's own.
pub unsafe fn first<'a>(
    dtype: Dtype,
    place: usize,
    count: usize,
    (wanted, descending): (usize, bool),
    memory: usize,
) -> &'a [Item] {
    let (length, capacity) = (piece(wanted), capacity(wanted));
    let pieces = count.div_ceil(length);
    let flip = if descending { u64::MAX } else { 0 };
    // SAFETY: the caller's promise.
    let all = unsafe { slice_mut::<Item>(memory, pieces * capacity) };
    let kept = |number: usize| {
        let start = number * length;
        let end = count.min(start + length);
        let items = memory + number * capacity * size_of::<Item>();
        // SAFETY: each piece has items of its own, and the row is the caller's.
        unsafe {
            let items = slice_mut::<Item>(items, capacity);
            with_key!(dtype, T => {
                candidates(slice::<T>(place, count), (start, end), flip, wanted, items)
            })
        };
    };
    match pieces {
        1 => kept(0),
        pieces => parallel::for_each_piece(pieces, kept),
    }
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
    &items[..wanted]
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
                let mut memory = vec![0_u128; scratch(count, wanted) / 16];
                let memory = memory.as_mut_ptr().expose_provenance();
                let place = row.as_ptr().expose_provenance();
                // SAFETY: a row of so many numbers, and memory for it.
                let items =
                    unsafe { first(Dtype::I32, place, count, (wanted, descending), memory) };
                let positions = items.iter().map(|item| item[1] as usize);
                assert!(positions.eq(expected[..wanted].iter().copied()));
            }
        }
    }
}
