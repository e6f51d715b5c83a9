//! Random numbers that follow from a seed and their place alone, by Philox 4x32-10 (Salmon, Moraes, Dror and Shaw, "Parallel random
//! numbers: as easy as 1, 2, 3", 2011).

use half::{bf16, f16};
use hostnpu_numeric::Bool;
use hostnpu_numeric::narrow::{f32_to_bf16, f32_to_f16};

use crate::convert::odd;
use crate::simd;

/// Blocks of four words that are computed at a time.
const BLOCKS: usize = 16;
/// Words that they have.
const WORDS: usize = 4 * BLOCKS;
/// Rounds of mixing.
const ROUNDS: usize = 10;

/// A sequence of random words: word `i` is one of block `i / 4`, whose counter is that of the sequence and `i / 4` more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Philox {
    key: u64,
    counter: u128,
}

impl Philox {
    /// Returns the sequence of a seed, from the block with this number in the upper half of its counter.
    pub fn new(seed: u64, offset: u64) -> Self {
        Self {
            key: seed,
            counter: u128::from(offset) << 64,
        }
    }

    /// Returns the sequence of a seed from the block with this counter on.
    pub fn at(seed: u64, counter: u128) -> Self {
        Self { key: seed, counter }
    }

    /// Computes the words of [`BLOCKS`] blocks from block `first` on.
    #[inline(always)]
    fn words(self, first: u64) -> [u32; WORDS] {
        let mut lanes = [[0_u32; BLOCKS]; 4];
        for block in 0..BLOCKS {
            let counter = self.counter.wrapping_add(u128::from(first) + block as u128);
            for (word, lane) in lanes.iter_mut().enumerate() {
                lane[block] = (counter >> (32 * word)) as u32;
            }
        }
        let [mut key_0, mut key_1] = [self.key as u32, (self.key >> 32) as u32];
        for _ in 0..ROUNDS {
            let [a, b, c, d] = lanes;
            for block in 0..BLOCKS {
                let left = u64::from(a[block]) * 0xD251_1F53;
                let right = u64::from(c[block]) * 0xCD9E_8D57;
                lanes[0][block] = (right >> 32) as u32 ^ b[block] ^ key_0;
                lanes[1][block] = right as u32;
                lanes[2][block] = (left >> 32) as u32 ^ d[block] ^ key_1;
                lanes[3][block] = left as u32;
            }
            key_0 = key_0.wrapping_add(0x9E37_79B9);
            key_1 = key_1.wrapping_add(0xBB67_AE85);
        }
        std::array::from_fn(|i| lanes[i % 4][i / 4])
    }

    /// `y[i] = f(word first + i)`.
    #[inline(always)]
    fn fill<T>(self, first: u64, y: &mut [T], f: impl Fn(u32) -> T) {
        simd::widest(
            #[inline(always)]
            || {
                let mut place = first;
                let mut rest = y;
                while !rest.is_empty() {
                    let skipped = (place % 4) as usize;
                    let count = rest.len().min(WORDS - skipped);
                    let (now, later) = rest.split_at_mut(count);
                    let words = self.words(place / 4);
                    for (y, &word) in now.iter_mut().zip(&words[skipped..]) {
                        *y = f(word);
                    }
                    place += count as u64;
                    rest = later;
                }
            },
        );
    }
}

/// Numbers from `low` up to `high`, all alike: `low + u (high - low)`, rounded once, for a `u` of 23 bits below 1, of 10 bits for `f16`.
pub mod uniform {
    use super::*;

    /// The lowest 23 bits of a word as a fraction.
    #[inline(always)]
    fn fraction(word: u32) -> f64 {
        f64::from((word & 0x7F_FFFF) as i32) * (1.0 / 8_388_608.0)
    }

    /// Writes the numbers of a sequence from place `first` on.
    pub fn f32(first: u64, y: &mut [f32], words: Philox, [low, high]: [f64; 2]) {
        words.fill(
            first,
            y,
            #[inline(always)]
            |word| (low + fraction(word) * (high - low)) as f32,
        );
    }

    /// Writes the numbers of a sequence from place `first` on.
    pub fn bf16(first: u64, y: &mut [bf16], words: Philox, [low, high]: [f64; 2]) {
        words.fill(
            first,
            y,
            #[inline(always)]
            |word| f32_to_bf16(odd(low + fraction(word) * (high - low))),
        );
    }

    /// Writes the numbers of a sequence from place `first` on.
    pub fn f16(first: u64, y: &mut [f16], words: Philox, [low, high]: [f64; 2]) {
        words.fill(
            first,
            y,
            #[inline(always)]
            |word| {
                let fraction = f64::from((word & 0x3FF) as i32) * (1.0 / 1024.0);
                f32_to_f16(odd(low + fraction * (high - low)))
            },
        );
    }
}

/// Functions of the words at a place: two words for a number of 64 bits.
impl Philox {
    /// Calls `f` with the number of each place from `first` on, two words for each, and writes what it returns.
    #[inline(always)]
    fn fill_pairs<T>(self, first: u64, y: &mut [T], f: impl Fn(u64) -> T) {
        simd::widest(
            #[inline(always)]
            || {
                let mut place = 2 * first;
                let mut rest = y;
                while !rest.is_empty() {
                    let skipped = (place % 4) as usize;
                    let count = rest.len().min((WORDS - skipped) / 2);
                    let (now, later) = rest.split_at_mut(count);
                    let words = self.words(place / 4);
                    for (y, pair) in now.iter_mut().zip(words[skipped..].chunks_exact(2)) {
                        *y = f(u64::from(pair[0]) | u64::from(pair[1]) << 32);
                    }
                    place += 2 * count as u64;
                    rest = later;
                }
            },
        );
    }
}

/// Numbers from `low` up to `high` in double, all alike, by 52 bits of two words.
pub fn uniform_f64(first: u64, y: &mut [f64], words: Philox, [low, high]: [f64; 2]) {
    words.fill_pairs(
        first,
        y,
        #[inline(always)]
        |pair| {
            let one_to_two = f64::from_bits(pair & 0xF_FFFF_FFFF_FFFF | 0x3FF0_0000_0000_0000);
            (one_to_two - 1.0).mul_add(high - low, low)
        },
    );
}

/// Numbers of the exponential distribution with this rate: `-ln u / rate`, `u` by 52 bits of two words, from 2^-53 to 1 - 2^-53.
pub fn exponential(first: u64, y: &mut [f64], words: Philox, rate: f64) {
    let mut u = [0.0; PAIRS];
    for (block, y) in y.chunks_mut(PAIRS).enumerate() {
        let u = &mut u[..y.len()];
        uniform_f64(first + (block * PAIRS) as u64, u, words, [0.0, 1.0]);
        u.iter_mut().for_each(|u| *u += f64::EPSILON / 2.0);
        crate::math::log::f64(u, y);
        y.iter_mut().for_each(|y| *y = -*y / rate);
    }
}

/// Integers from `low` on, `count` of them, all alike but for 2^-64 of their number; 0 stands for 2^64.
pub fn integers(first: u64, y: &mut [i64], words: Philox, low: i64, count: u64) {
    words.fill_pairs(
        first,
        y,
        #[inline(always)]
        |pair| {
            let above = match count {
                0 => pair,
                count => ((u128::from(pair) * u128::from(count)) >> 64) as u64,
            };
            low.wrapping_add_unsigned(above)
        },
    );
}

/// Writes for each place true if its word is below `limit`.
pub fn below(first: u64, y: &mut [Bool], words: Philox, limit: u64) {
    words.fill(
        first,
        y,
        #[inline(always)]
        |word| (u64::from(word) < limit).into(),
    );
}

/// The same, a bit for each place, the first in the lowest bit: `first` counts bytes.
pub fn bits_below(first: u64, y: &mut [u8], words: Philox, limit: u64) {
    simd::widest(
        #[inline(always)]
        || {
            for (block, y) in y.chunks_mut(WORDS / 8).enumerate() {
                let words = words.words(2 * first + (block * BLOCKS) as u64);
                for (y, words) in y.iter_mut().zip(words.chunks_exact(8)) {
                    let bits = words.iter().enumerate();
                    *y = bits.fold(0, |byte, (bit, &word)| {
                        byte | u8::from(u64::from(word) < limit) << bit
                    });
                }
            }
        },
    );
}

/// Pairs of normal numbers that are computed at a time.
const PAIRS: usize = 256;

/// Numbers of the normal distribution with this mean and standard deviation, by the method of Box and Muller: `sqrt(-2 ln u) sin v` and `sqrt(-2 ln u) cos v`
/// for two places, `u` and `v / (2 pi)` by 23 bits of the words there.
pub mod normal {
    use super::*;

    /// The standard normal numbers of pairs of places from `first`, an even number, on.
    fn pairs(first: u64, words: Philox, z: &mut [[f32; 2 * PAIRS]; 2]) {
        let mut raw = [0_u32; 2 * PAIRS];
        words.fill(
            first,
            &mut raw,
            #[inline(always)]
            |word| word,
        );
        let fraction = |word: u32| (word & 0x7F_FFFF) as f32 * (1.0 / 8_388_608.0);
        let (mut u, mut v) = ([0.0; PAIRS], [0.0; PAIRS]);
        for ((u, v), raw) in u.iter_mut().zip(&mut v).zip(raw.chunks_exact(2)) {
            *u = fraction(raw[0]).max(1e-7);
            *v = fraction(raw[1]) * std::f32::consts::TAU;
        }
        let [results, scratch] = z;
        let (logarithms, sines) = scratch.split_at_mut(PAIRS);
        let mut cosines = [0.0; PAIRS];
        crate::math::log::f32(&u, logarithms);
        crate::sin::sin_f32(&v, sines);
        crate::math::cos::f32(&v, &mut cosines);
        let inputs = logarithms.iter().zip(&*sines).zip(&cosines);
        for (pair, ((&logarithm, &sine), &cosine)) in results.chunks_exact_mut(2).zip(inputs) {
            let radius = (-2.0 * logarithm).sqrt();
            pair[0] = radius * sine;
            pair[1] = radius * cosine;
        }
    }

    macro_rules! numbers {
        ($($t:ident),+) => {$(
            /// Writes the numbers of a sequence from place `first` on.
            pub fn $t(first: u64, y: &mut [$t], words: Philox, [mean, deviation]: [f64; 2]) {
                let mut z = [[0.0; 2 * PAIRS]; 2];
                let mut place = first;
                let mut rest = y;
                while !rest.is_empty() {
                    let skipped = (place % 2) as usize;
                    let count = rest.len().min(2 * PAIRS - skipped);
                    let (now, later) = rest.split_at_mut(count);
                    pairs(place - skipped as u64, words, &mut z);
                    for (y, &z) in now.iter_mut().zip(&z[0][skipped..]) {
                        *y = (mean + f64::from(z) * deviation) as $t;
                    }
                    place += count as u64;
                    rest = later;
                }
            }
        )+};
    }
    numbers!(f32, f64);
}

/// Writes a permutation of the numbers below the length, all alike but for 2^-64 of their number: from the last place on, each gets one of those that are left.
pub fn permutation(y: &mut [i64], words: Philox) {
    for (number, y) in y.iter_mut().enumerate() {
        *y = number as i64;
    }
    let mut chosen = [0; 256];
    let mut left = y.len();
    while left > 1 {
        let count = chosen.len().min(left - 1);
        words.fill_pairs(
            (y.len() - left) as u64,
            &mut chosen[..count],
            #[inline(always)]
            |pair| pair,
        );
        for &pair in &chosen[..count] {
            let other = (u128::from(pair) * left as u128) >> 64;
            left -= 1;
            y.swap(left, other as usize);
        }
    }
}

/// Elements of which a bit says whether they are kept: those times a factor, 0 for all others.
pub mod kept {
    use super::simd;

    macro_rules! kept {
        ($($t:ident),+) => {$(
            /// Writes the elements; the first bit of `bits` is that of the first element.
            pub fn $t(x: &[$t], bits: &[u8], y: &mut [$t], factor: f64) {
                simd::widest(
                    #[inline(always)]
                    || {
                        for ((y, x), &byte) in y.chunks_mut(8).zip(x.chunks(8)).zip(bits) {
                            for (bit, (y, &x)) in y.iter_mut().zip(x).enumerate() {
                                let scaled = (f64::from(x) * factor) as $t;
                                *y = if byte >> bit & 1 == 1 { scaled } else { 0.0 };
                            }
                        }
                    },
                );
            }
        )+};
    }
    kept!(f32, f64);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The known answers that the authors of Philox publish with their library.
    #[test]
    fn words_are_the_published_ones() {
        let first = |counter, key| {
            let words = Philox { key, counter }.words(0);
            [words[0], words[1], words[2], words[3]]
        };
        assert_eq!(
            first(0, 0),
            [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]
        );
        assert_eq!(
            first(u128::MAX, u64::MAX),
            [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]
        );
        let counter = 0x0370_7344_1319_8a2e_85a3_08d3_243f_6a88;
        assert_eq!(
            first(counter, 0x299f_31d0_a409_3822),
            [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1]
        );
    }

    #[test]
    fn numbers_of_all_kinds_depend_on_their_place_alone() {
        let words = Philox::new(9, 1);
        let mut whole = ([0.0_f32; 2000], [0_i64; 2000], [0_u8; 2000]);
        normal::f32(0, &mut whole.0, words, [1.0, 2.0]);
        integers(0, &mut whole.1, words, -5, 11);
        bits_below(0, &mut whole.2, words, 1 << 30);
        for (first, count) in [(1, 5), (3, 700), (512, 512), (1999, 1)] {
            let mut part = (vec![0.0_f32; count], vec![0_i64; count], vec![0_u8; count]);
            let place = first as u64;
            normal::f32(place, &mut part.0, words, [1.0, 2.0]);
            integers(place, &mut part.1, words, -5, 11);
            bits_below(place, &mut part.2, words, 1 << 30);
            assert_eq!(part.0, whole.0[first..first + count]);
            assert_eq!(part.1, whole.1[first..first + count]);
            assert_eq!(part.2, whole.2[first..first + count]);
        }
        let mut single = [Bool::from(false); 16];
        below(0, &mut single, words, 1 << 30);
        for (place, &one) in single.iter().enumerate() {
            assert_eq!(one.as_u8(), whole.2[place / 8] >> (place % 8) & 1);
        }
    }

    #[test]
    fn permutations_have_every_number_once() {
        for length in [0, 1, 2, 255, 256, 257, 1000] {
            let mut y = vec![0; length];
            permutation(&mut y, Philox::new(3, 4));
            y.sort_unstable();
            assert!(y.iter().copied().eq(0..length as i64));
        }
    }

    #[test]
    fn a_number_depends_on_its_place_alone() {
        let words = Philox::new(7, 3);
        let mut whole = [0.0; 300];
        uniform::f32(0, &mut whole, words, [-1.0, 1.0]);
        assert!(whole.iter().all(|x| (-1.0..1.0).contains(x)));
        for (first, count) in [(1, 5), (2, 200), (63, 64), (64, 1), (127, 173)] {
            let mut part = vec![0.0; count];
            uniform::f32(first as u64, &mut part, words, [-1.0, 1.0]);
            assert_eq!(part, whole[first..first + count]);
        }
    }
}
