//! Random numbers in plain memory, for tasks of streams: which ones, of what type, by a seed and a counter.

use half::{bf16, f16};

use super::random::Philox;
use hostnpu_kernels::convert::between;
use hostnpu_kernels::math::erfinv;
use hostnpu_kernels::random as kernels;
use hostnpu_tensor::parallel;

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Numbers {
    /// A bit for each number, 1 with this probability, the first in the lowest bit of the first byte.
    Bits(f64),
    /// Floating-point numbers from the first up to the second, all alike.
    Uniform([f64; 2]),
    /// Integers from the first on, as many as the second says (0: 2^64), all alike.
    Integers(i64, u64),
    /// Numbers of the normal distribution with this mean and standard deviation.
    Normal([f64; 2]),
    /// Those of them that are at most two standard deviations from the mean.
    Truncated([f64; 2]),
}

/// The types of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "named by the formats' own names")]
pub enum Drawn {
    I32,
    I64,
    U32,
    U64,
    F16,
    Bf16,
    F32,
}

impl Drawn {
    /// Bytes of a number, and what its address must be a multiple of.
    pub fn bytes(self) -> usize {
        match self {
            Self::F16 | Self::Bf16 => 2,
            Self::I32 | Self::U32 | Self::F32 => 4,
            Self::I64 | Self::U64 => 8,
        }
    }

    /// Whether it is an integer type.
    pub fn is_integer(self) -> bool {
        matches!(self, Self::I32 | Self::I64 | Self::U32 | Self::U64)
    }
}

/// Numbers that one thread takes at a time; the bits of as many are whole bytes.
const PIECE: usize = 1 << 14;
/// Numbers that are drawn wide before they are rounded.
const TILE: usize = 256;
/// `erf(sqrt 2)`: the share of the normal distribution within two standard deviations.
const WITHIN_TWO: f64 = 0.954_499_736_103_641_6;

/// Bytes that `count` numbers take; nothing if they are more than memory.
pub fn size_of_numbers(numbers: Numbers, of: Drawn, count: u64) -> Option<usize> {
    let count = usize::try_from(count).ok()?;
    match numbers {
        Numbers::Bits(_) => Some(count.div_ceil(8)),
        _ => count.checked_mul(of.bytes()),
    }
}

/// Writes `count` numbers at an address.
///
/// # Safety
/// There is room for them, aligned, that no other thread uses meanwhile.
pub unsafe fn draw(numbers: Numbers, of: Drawn, words: Philox, target: usize, count: usize) {
    parallel::for_each_piece(count.div_ceil(PIECE), |piece| {
        let first = piece * PIECE;
        let count = PIECE.min(count - first);
        // SAFETY: the caller's promise; pieces are disjoint, those of bits too.
        unsafe { draw_piece(numbers, of, words, target, first, count) };
    });
}

/// # Safety
/// As [`draw`], for the numbers from `first` on.
unsafe fn draw_piece(
    numbers: Numbers,
    of: Drawn,
    words: Philox,
    target: usize,
    first: usize,
    count: usize,
) {
    /// The part of the memory that is written, as elements.
    macro_rules! part {
        ($type:ty) => {
            // SAFETY: the caller's promise.
            unsafe { std::slice::from_raw_parts_mut((target as *mut $type).add(first), count) }
        };
    }
    /// What computes doubles, rounded once.
    macro_rules! rounded {
        ($function:expr) => {
            match of {
                Drawn::F32 => tiles(first, part!(f32), $function, |x, y| between(x, y)),
                Drawn::F16 => tiles(first, part!(f16), $function, |x, y| between(x, y)),
                _ => tiles(first, part!(bf16), $function, |x, y| between(x, y)),
            }
        };
    }
    let place = first as u64;
    match numbers {
        Numbers::Bits(probability) => {
            let limit = (probability * 4_294_967_296.0).round() as u64;
            // SAFETY: the caller's promise; `first` is a multiple of 8.
            let part = unsafe {
                std::slice::from_raw_parts_mut(
                    (target as *mut u8).add(first / 8),
                    count.div_ceil(8),
                )
            };
            kernels::bits_below(place / 8, part, words, limit);
        }
        Numbers::Uniform(bounds) => match of {
            Drawn::F32 => kernels::uniform::f32(place, part!(f32), words, bounds),
            Drawn::F16 => kernels::uniform::f16(place, part!(f16), words, bounds),
            _ => kernels::uniform::bf16(place, part!(bf16), words, bounds),
        },
        Numbers::Integers(low, span) => match of {
            Drawn::I64 | Drawn::U64 => kernels::integers(place, part!(i64), words, low, span),
            _ => tiles(
                first,
                part!(i32),
                |place, wide: &mut [i64]| kernels::integers(place, wide, words, low, span),
                |wide, y| y.iter_mut().zip(wide).for_each(|(y, &x)| *y = x as i32),
            ),
        },
        Numbers::Normal(of_them) => {
            rounded!(|place, wide: &mut [f64]| kernels::normal::f64(place, wide, words, of_them));
        }
        Numbers::Truncated([mean, deviation]) => {
            rounded!(|place, wide: &mut [f64]| {
                let mut shares = [0.0; TILE];
                let shares = &mut shares[..wide.len()];
                kernels::uniform_f64(place, shares, words, [-WITHIN_TWO, WITHIN_TWO]);
                erfinv::f64(shares, wide);
                for y in wide {
                    let z = (*y * std::f64::consts::SQRT_2).clamp(-2.0, 2.0);
                    *y = z.mul_add(deviation, mean);
                }
            });
        }
    }
}

/// Draws wide numbers, a tile at a time, and narrows them.
fn tiles<W: Copy + Default, T>(
    first: usize,
    y: &mut [T],
    fill: impl Fn(u64, &mut [W]),
    narrow: impl Fn(&[W], &mut [T]),
) {
    let mut wide = [W::default(); TILE];
    for (tile, y) in y.chunks_mut(TILE).enumerate() {
        let wide = &mut wide[..y.len()];
        fill((first + tile * TILE) as u64, wide);
        narrow(wide, y);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn<T: Copy + Default>(numbers: Numbers, of: Drawn, count: usize) -> Vec<T> {
        let mut y = vec![T::default(); count];
        let words = Philox::at(5, 1 << 64);
        // SAFETY: a slice of as many numbers.
        unsafe { draw(numbers, of, words, y.as_mut_ptr() as usize, count) };
        y
    }

    #[test]
    fn truncated_numbers_have_the_moments_of_the_distribution() {
        const COUNT: usize = 100_000;
        let y: Vec<f32> = drawn(Numbers::Truncated([3.0, 2.0]), Drawn::F32, COUNT);
        assert!(y.iter().all(|y| (-1.0..=7.0).contains(y)));
        let mean = y.iter().map(|&y| f64::from(y)).sum::<f64>() / COUNT as f64;
        let square = |y: &f32| (f64::from(*y) - 3.0).powi(2);
        let variance = y.iter().map(square).sum::<f64>() / COUNT as f64;
        // Of a normal number within two deviations the variance is 0.7737.
        assert!((mean - 3.0).abs() < 0.03, "{mean}");
        assert!((variance / 4.0 - 0.7737).abs() < 0.02, "{variance}");
    }

    #[test]
    fn integers_cover_their_range_in_every_type() {
        let y: Vec<i32> = drawn(Numbers::Integers(-2, 5), Drawn::I32, 1000);
        assert_eq!((y.iter().min(), y.iter().max()), (Some(&-2), Some(&2)));
        let low = u64::MAX - 2;
        let y: Vec<u64> = drawn(Numbers::Integers(low as i64, 2), Drawn::U64, 1000);
        assert_eq!(
            (y.iter().min(), y.iter().max()),
            (Some(&low), Some(&(low + 1)))
        );
    }

    #[test]
    fn bits_of_several_pieces_are_those_of_one_sequence() {
        let all: Vec<u8> =
            drawn(Numbers::Bits(0.25), Drawn::F32, 3 * PIECE)[..3 * PIECE / 8].to_vec();
        let ones: u32 = all.iter().map(|byte| byte.count_ones()).sum();
        let share = f64::from(ones) / (3 * PIECE) as f64;
        assert!((share - 0.25).abs() < 0.01, "{share}");
        assert_ne!(all[..PIECE / 8], all[PIECE / 8..PIECE / 4]);
    }
}
