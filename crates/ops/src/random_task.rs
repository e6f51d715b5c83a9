//! Random numbers in plain memory, for tasks of streams: which ones, of what type, by a seed and a counter.

#![forbid(unsafe_code)]

use half::{bf16, f16};

use super::random::Philox;
use hostnpu_base::error::Result;
use hostnpu_engine::grain;
pub use hostnpu_engine::operands::AnyMut;
use hostnpu_kernels::convert::between;
use hostnpu_kernels::math::erfinv;
use hostnpu_kernels::random as kernels;
use hostnpu_tensor::{Dtype, cuts};

/// Output elements.
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

/// Numbers that are drawn wide before they are rounded.
const TILE: usize = 256;
/// `erf(sqrt 2)`: the share of the normal distribution within two standard deviations.
const WITHIN_TWO: f64 = 0.954_499_736_103_641_6;

/// Bytes that `count` numbers of a type take; nothing if they are more than memory.
pub fn size_of_numbers(numbers: Numbers, of: Dtype, count: u64) -> Option<usize> {
    let count = usize::try_from(count).ok()?;
    match numbers {
        Numbers::Bits(_) => Some(count.div_ceil(8)),
        _ => count.checked_mul(of.bits() / 8),
    }
}

/// Writes numbers: bits to bytes, integers to INT32, UINT32, INT64 or UINT64, others to FLOAT, FLOAT16 or BFLOAT16.
pub fn draw(numbers: Numbers, words: Philox, target: AnyMut) -> Result<()> {
    match numbers {
        Numbers::Bits(probability) => {
            let limit = (probability * 4_294_967_296.0).round() as u64;
            let parts = cuts::chunks(target.of::<u8>()?, grain::COMPUTED / 8);
            cuts::for_each_part(parts, |piece, part| {
                kernels::bits_below((piece * grain::COMPUTED / 8) as u64, part, words, limit);
            });
            Ok(())
        }
        Numbers::Uniform(bounds) => {
            use kernels::uniform;
            match target.dtype() {
                Dtype::F32 => in_pieces(target.of()?, |first, y| {
                    uniform::f32(first, y, words, bounds);
                }),
                Dtype::F16 => in_pieces(target.of()?, |first, y| {
                    uniform::f16(first, y, words, bounds);
                }),
                _ => in_pieces(target.of()?, |first, y| {
                    uniform::bf16(first, y, words, bounds);
                }),
            }
            Ok(())
        }
        Numbers::Integers(low, span) => {
            let wide = |first: u64, y: &mut [i64]| kernels::integers(first, y, words, low, span);
            match target.dtype() {
                Dtype::I32 => in_tiles(target.of::<i32>()?, wide, |wide, y| {
                    y.iter_mut().zip(wide).for_each(|(y, &x)| *y = x as i32);
                }),
                Dtype::U32 => in_tiles(target.of::<u32>()?, wide, |wide, y| {
                    y.iter_mut().zip(wide).for_each(|(y, &x)| *y = x as u32);
                }),
                Dtype::U64 => in_tiles(target.of::<u64>()?, wide, |wide, y| {
                    y.iter_mut().zip(wide).for_each(|(y, &x)| *y = x as u64);
                }),
                _ => in_pieces(target.of()?, wide),
            }
            Ok(())
        }
        Numbers::Normal(of) => rounded(target, |first, wide| {
            kernels::normal::f64(first, wide, words, of);
        }),
        Numbers::Truncated([mean, deviation]) => rounded(target, |first, wide| {
            let mut shares = [0.0; TILE];
            let shares = &mut shares[..wide.len()];
            kernels::uniform_f64(first, shares, words, [-WITHIN_TWO, WITHIN_TWO]);
            erfinv::f64(shares, wide);
            for y in wide {
                let z = (*y * std::f64::consts::SQRT_2).clamp(-2.0, 2.0);
                *y = z.mul_add(deviation, mean);
            }
        }),
    }
}

/// Computes doubles, rounded once.
fn rounded(target: AnyMut, fill: impl Fn(u64, &mut [f64]) + Sync) -> Result<()> {
    match target.dtype() {
        Dtype::F32 => in_tiles(target.of::<f32>()?, fill, between),
        Dtype::F16 => in_tiles(target.of::<f16>()?, fill, between),
        _ => in_tiles(target.of::<bf16>()?, fill, between),
    }
    Ok(())
}

/// Fills numbers from a place on, on all threads.
fn in_pieces<T: Send>(y: &mut [T], fill: impl Fn(u64, &mut [T]) + Sync) {
    cuts::for_each_part(cuts::chunks(y, grain::COMPUTED), |piece, y| {
        fill((piece * grain::COMPUTED) as u64, y);
    });
}

/// Fills wide numbers from a place on, a tile at a time, and narrows them, on all threads.
fn in_tiles<W: Copy + Default, T: Send>(
    y: &mut [T],
    fill: impl Fn(u64, &mut [W]) + Sync,
    narrow: impl Fn(&[W], &mut [T]) + Sync,
) {
    in_pieces(y, |first, y| {
        let mut wide = [W::default(); TILE];
        for (tile, y) in y.chunks_mut(TILE).enumerate() {
            let wide = &mut wide[..y.len()];
            fill(first + (tile * TILE) as u64, wide);
            narrow(wide, y);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use hostnpu_tensor::Element;

    fn drawn<T: Element>(numbers: Numbers, count: usize) -> Vec<T> {
        let mut y = vec![T::default(); count];
        draw(numbers, Philox::at(5, 1 << 64), AnyMut::from(&mut y[..])).unwrap();
        y
    }

    #[test]
    fn truncated_numbers_have_the_moments_of_the_distribution() {
        const COUNT: usize = 100_000;
        let y: Vec<f32> = drawn(Numbers::Truncated([3.0, 2.0]), COUNT);
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
        let y: Vec<i32> = drawn(Numbers::Integers(-2, 5), 1000);
        assert_eq!((y.iter().min(), y.iter().max()), (Some(&-2), Some(&2)));
        let low = u64::MAX - 2;
        let y: Vec<u64> = drawn(Numbers::Integers(low as i64, 2), 1000);
        assert_eq!(
            (y.iter().min(), y.iter().max()),
            (Some(&low), Some(&(low + 1)))
        );
    }

    #[test]
    fn bits_of_several_pieces_are_those_of_one_sequence() {
        let all: Vec<u8> = drawn(Numbers::Bits(0.25), 3 * grain::COMPUTED / 8);
        let ones: u32 = all.iter().map(|byte| byte.count_ones()).sum();
        let share = f64::from(ones) / (3 * grain::COMPUTED) as f64;
        assert!((share - 0.25).abs() < 0.01, "{share}");
        assert_ne!(
            all[..grain::COMPUTED / 8],
            all[grain::COMPUTED / 8..grain::COMPUTED / 4]
        );
    }
}
