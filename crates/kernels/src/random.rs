//! Random numbers that follow from a seed and their place alone, by Philox 4x32-10 (Salmon, Moraes, Dror and Shaw, "Parallel random
//! numbers: as easy as 1, 2, 3", 2011).

use half::{bf16, f16};
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
