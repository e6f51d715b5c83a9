//! The sort engine: rows of numbers in order, stably, with the positions they had; and the k-th number of a row.
//!
//! Numbers become unsigned keys of the same order ([`Key`]), NaN the last; only the bits in which the keys of a row differ are sorted. Where key and
//! position fit one word of 64 bits they are sorted together, else as pairs. Long rows are sorted by the digits of their keys, block by block on
//! all threads, short ones by comparison: the order is the only stable one, so it depends on no thread.

use super::operands::{Any, AnyMut};
use crate::grain;
use hostnpu_base::error::Result;
use hostnpu_kernels::order::{BUCKETS, DIGIT, Item, Key, count_digits, pack, range, scatter};
use hostnpu_numeric::Bool;
use hostnpu_tensor::{Dtype, cuts};

/// Up to so many items are sorted by comparison.
const FEW: usize = 1 << 10;

/// Calls `$run` with the type of a sortable number.
#[macro_export]
macro_rules! with_sort_key {
    ($dtype:expr, $t:ident => $run:expr) => {
        $crate::sort::with_key!(@ $dtype, $t => $run;
            Bool: Bool, U8: u8, I8: i8, U16: u16, I16: i16, U32: u32, I32: i32, U64: u64,
            F16: half::f16, Bf16: half::bf16, F32: f32, F64: f64)
    };
    (@ $dtype:expr, $t:ident => $run:expr; $($variant:ident: $element:ty),+) => {
        match $dtype {
            $(Dtype::$variant => {
                type $t = $element;
                $run
            })+
            // The planners of the operators let no other type pass.
            _ => {
                type $t = i64;
                $run
            }
        }
    };
}
pub use with_sort_key as with_key;

/// A row in order.
pub struct Sorted<'a> {
    items: Items<'a>,
    /// The key of the first item, and whether keys fall.
    base: (u64, bool),
}

enum Items<'a> {
    /// Keys less the base, above so many bits of position.
    Words(&'a [u64], u32),
    Pairs(&'a [[u64; 2]]),
}

impl Sorted<'_> {
    /// Returns the key of item `i`.
    #[inline]
    pub fn key(&self, i: usize) -> u64 {
        let distance = match self.items {
            Items::Words(words, shift) => words[i] >> shift,
            Items::Pairs(pairs) => pairs[i][0],
        };
        match self.base {
            (base, false) => base.wrapping_add(distance),
            (base, true) => base.wrapping_sub(distance),
        }
    }

    /// Returns the position that item `i` had in the row. The row must have been sorted with positions.
    #[inline]
    pub fn position(&self, i: usize) -> usize {
        match self.items {
            Items::Words(words, shift) => (words[i] & !(u64::MAX << shift)) as usize,
            Items::Pairs(pairs) => pairs[i][1] as usize,
        }
    }
}

/// Moves the elements at these positions of a row to a tensor of its type.
pub fn take(row: Any, positions: &[i64], to: AnyMut) -> Result<()> {
    match row.dtype().bits() {
        8 => take_bytes::<1>(row, positions, to),
        16 => take_bytes::<2>(row, positions, to),
        32 => take_bytes::<4>(row, positions, to),
        _ => take_bytes::<8>(row, positions, to),
    }
}

fn take_bytes<const N: usize>(row: Any, positions: &[i64], to: AnyMut) -> Result<()> {
    let (row, to) = (row.raw::<N>()?, to.raw::<N>()?);
    for (to, &position) in to.iter_mut().zip(positions) {
        *to = row[position as usize];
    }
    Ok(())
}

/// Returns the bits of the number that has a key, for types of which each has one of its own: integers and BOOL.
pub fn bits_of_key(dtype: Dtype, key: u64) -> u64 {
    match dtype {
        Dtype::I8 | Dtype::I16 | Dtype::I32 | Dtype::I64 => key ^ 1 << 63,
        _ => key,
    }
}

/// Returns the key of NaN, where the type has one.
pub fn nan_key(dtype: Dtype) -> Option<u64> {
    with_key!(dtype, T => <T as Key>::NAN)
}

/// Words of memory that [`sorted`] takes for a row.
pub fn sort_words(count: usize) -> usize {
    // Items and their places in the next pass, both pairs at most.
    count.saturating_mul(4)
}

/// Sorts a row; equal numbers keep their order, also where numbers fall. `with_positions` keeps where they were. Panics for less memory than [`sort_words`].
pub fn sorted<'a>(
    row: Any,
    descending: bool,
    with_positions: bool,
    memory: &'a mut [u64],
) -> Result<Sorted<'a>> {
    with_key!(row.dtype(), T => Ok(sort_of::<T>(row.of()?, descending, with_positions, memory)))
}

fn sort_of<'a, T: Key>(
    row: &[T],
    descending: bool,
    with_positions: bool,
    memory: &'a mut [u64],
) -> Sorted<'a> {
    let count = row.len();
    let blocks = row.chunks(grain::ELEMENTS).map(range);
    let (least, most) = blocks.fold((u64::MAX, 0), |a, b| (a.0.min(b.0), a.1.max(b.1)));
    let key_bits = u64::BITS - most.saturating_sub(least).leading_zeros();
    let position_bits = match with_positions {
        true => u64::BITS - (count as u64).leading_zeros(),
        false => 0,
    };
    let base = (if descending { most } else { least }, descending);
    let fits = key_bits + position_bits <= u64::BITS;
    let word = |first: usize, shift: u32, words: &mut [u64]| {
        let end = first + words.len();
        pack(&row[first..end], base, shift, first as u64, words);
    };
    let items = if fits && position_bits < u64::BITS {
        let (words, spare) = memory[..2 * count].split_at_mut(count);
        fill(words, |first, words| word(first, position_bits, words));
        Items::Words(radix(words, spare, position_bits, key_bits), position_bits)
    } else {
        let (pairs, _) = memory[..4 * count].as_chunks_mut::<2>();
        let (pairs, spare) = pairs.split_at_mut(count);
        fill(pairs, |first, pairs: &mut [[u64; 2]]| {
            let mut words = [0; 64];
            for (k, pairs) in pairs.chunks_mut(words.len()).enumerate() {
                let first = first + k * words.len();
                word(first, 0, &mut words[..pairs.len()]);
                for (i, (pair, &key)) in pairs.iter_mut().zip(&words).enumerate() {
                    *pair = [key, (first + i) as u64];
                }
            }
        });
        Items::Pairs(radix(pairs, spare, 0, key_bits))
    };
    Sorted { items, base }
}

/// Calls `work` for each block of the items, with the number of its first one, on all threads.
fn fill<I: Item>(items: &mut [I], work: impl Fn(usize, &mut [I]) + Sync) {
    cuts::for_each_part(cuts::chunks(items, grain::ELEMENTS), |block, part| {
        work(block * grain::ELEMENTS, part)
    });
}

/// Sorts items by the `bits` bits of their words above `shift`, stably if the rest of an item is its position. `spare` has as many; the result
/// is in one of the two.
fn radix<'a, I: Item>(items: &'a mut [I], spare: &'a mut [I], shift: u32, bits: u32) -> &'a [I] {
    if items.len() <= FEW {
        items.sort_unstable();
        return items;
    }
    let passes = bits.div_ceil(DIGIT);
    let width = bits
        .checked_div(passes)
        .map_or(0, |_| bits.div_ceil(passes));
    let (mut from, mut to) = (items, spare);
    for pass in 0..passes {
        let start = shift + pass * width;
        let digit = width.min(shift + bits - start);
        one_pass(from, to, start, !(u64::MAX << digit));
        std::mem::swap(&mut from, &mut to);
    }
    from
}

/// Moves items to the order of one digit.
fn one_pass<I: Item>(from: &[I], to: &mut [I], shift: u32, mask: u64) {
    // So many that the tables of counts stay small beside the items.
    let block = grain::ELEMENTS.max(from.len().div_ceil(64));
    let blocks = from.len().div_ceil(block);
    let mut tables = vec![[0_u64; BUCKETS]; blocks];
    let part = |k: usize| &from[k * block..from.len().min((k + 1) * block)];
    cuts::for_each_part(cuts::chunks(&mut tables, 1), |k, table| {
        count_digits(part(k), shift, mask, &mut table[0])
    });
    let mut next = 0;
    for digit in 0..=mask as usize {
        for table in &mut tables {
            next += std::mem::replace(&mut table[digit], next);
        }
    }
    let target = to.as_mut_ptr().expose_provenance();
    cuts::for_each_part(cuts::chunks(&mut tables, 1), |k, table| {
        let target = std::ptr::with_exposed_provenance_mut(target);
        // SAFETY: the places of each digit of each block are disjoint, and lie within `to`.
        unsafe { scatter(part(k), shift, mask, &mut table[0], target) };
    });
}

/// Choice of a number of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The lower median; NaN if there is one.
    Median,
    /// The lower median, NaN being the largest numbers.
    MedianNanLast,
    /// The lower median of all that are not NaN, or NaN if there is no other.
    NanMedian,
    /// That of this number, counted from 0, NaN being the largest numbers.
    Nth(usize),
}

impl Choice {
    /// Its place in the order of a row of `count` numbers, of which the last `nans` are NaN.
    fn place(self, count: usize, nans: usize) -> usize {
        match self {
            Self::Median if nans > 0 => count - nans,
            Self::NanMedian if nans < count => (count - nans - 1) / 2,
            Self::NanMedian => 0,
            Self::Nth(place) => place,
            Self::Median | Self::MedianNanLast => (count - 1) / 2,
        }
    }
}

/// Words of memory that [`chosen`] takes for a row.
pub fn nth_words(count: usize) -> usize {
    count
}

/// Returns the position of the chosen number of a row, which has one: of equal ones that which a stable sort would put there. Panics for less memory than
/// [`nth_words`].
pub fn chosen(row: Any, choice: Choice, memory: &mut [u64]) -> Result<usize> {
    with_key!(row.dtype(), T => Ok(chosen_of::<T>(row.of()?, choice, memory)))
}

fn chosen_of<T: Key>(row: &[T], choice: Choice, memory: &mut [u64]) -> usize {
    let keys = &mut memory[..row.len()];
    pack(row, (0, false), 0, 0, keys);
    let nans = <T as Key>::NAN.map_or(0, |nan| keys.iter().filter(|&&key| key == nan).count());
    let place = choice.place(row.len(), nans);
    let (lower, &mut key, _) = keys.select_nth_unstable(place);
    let before = lower.iter().filter(|&&lower| lower < key).count();
    let mut equal = row.iter().enumerate().filter(|(_, x)| x.key() == key);
    // Of a row that is written meanwhile more may be before.
    let number = place.saturating_sub(before);
    equal.nth(number).map_or(0, |(position, _)| position)
}

/// Returns the number of rows that are sorted at a time, each with memory of its own: one of long rows, which the threads share.
pub fn at_a_time(rows: usize, count: usize) -> usize {
    if count > grain::ELEMENTS {
        1
    } else {
        rows.min(grain::SORTED_ROWS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers without order, many of them equal: steps of splitmix64.
    fn numbers(count: usize, bits: u32) -> Vec<i64> {
        let number = |i: u64| {
            let mut z = i.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            (z ^ (z >> 31)).cast_signed() >> (64 - bits)
        };
        (1..=count as u64).map(number).collect()
    }

    #[test]
    fn rows_of_every_length_are_sorted_stably_both_ways() {
        // By comparison, by digits in one block and in several; keys that fit a word with their positions, and that do not.
        for (count, bits) in [
            (1, 8),
            (700, 64),
            (5000, 8),
            (5000, 64),
            (150_000, 5),
            (150_000, 60),
        ] {
            let row = numbers(count, bits);
            let mut memory = vec![0; sort_words(count)];
            for descending in [false, true] {
                let mut expected: Vec<usize> = (0..count).collect();
                match descending {
                    false => expected.sort_by_key(|&at| row[at]),
                    true => expected.sort_by_key(|&at| std::cmp::Reverse(row[at])),
                }
                let sorted = sorted(Any::from(&row[..]), descending, true, &mut memory).unwrap();
                for (i, &at) in expected.iter().enumerate() {
                    assert_eq!(sorted.position(i), at, "{count} of {bits} bits, {i}");
                    let number = bits_of_key(Dtype::I64, sorted.key(i)).cast_signed();
                    assert_eq!(number, row[at]);
                }
                let keys =
                    super::sorted(Any::from(&row[..]), descending, false, &mut memory).unwrap();
                assert!((0..count).all(
                    |i| bits_of_key(Dtype::I64, keys.key(i)).cast_signed() == row[expected[i]]
                ));
            }
        }
    }

    #[test]
    fn the_chosen_number_is_that_of_a_stable_sort() {
        let row = [2.0_f32, f32::NAN, 1.0, 2.0, f32::NAN, 2.0];
        let choose = |count, choice| {
            let row = Any::from(&row[..count]);
            chosen(row, choice, &mut [0; 6]).unwrap()
        };
        assert_eq!(choose(6, Choice::Median), 1);
        // 1 2 2 2 NaN NaN
        assert_eq!(choose(6, Choice::MedianNanLast), 3);
        assert_eq!(choose(6, Choice::NanMedian), 0);
        assert_eq!(choose(4, Choice::MedianNanLast), 0);
    }
}
