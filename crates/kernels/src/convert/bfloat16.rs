//! Numbers of DOUBLE rounded once to BFLOAT16.

use half::bf16;
use hostnpu_numeric::narrow::f32_to_bf16;

use super::odd;
use crate::dense::same_length;
use crate::reduce::results::OneNan;
use crate::simd;

/// Rounds numbers, which `store` makes of floats. By FLOAT, which is wrong only where that is in the middle of two neighbours and the number beside it: then a block is rounded again, to odd first.
#[inline(always)]
pub(super) fn round<T>(x: &[f64], y: &mut [T], store: impl Fn(f32) -> T) {
    /// Few enough that a middle among random numbers costs little, long enough for vectors.
    const BLOCK: usize = 128;
    same_length(x.len(), y.len());
    simd::widest_loops(
        #[inline(always)]
        |loops| {
            for (x, y) in x.chunks(BLOCK).zip(y.chunks_mut(BLOCK)) {
                let mut middles = 0;
                for (y, &x) in y.iter_mut().zip(x) {
                    loops.step();
                    let nearest = x as f32;
                    middles |= u32::from(nearest.to_bits() & 0xffff == 0x8000);
                    *y = store(nearest);
                }
                if middles != 0 {
                    for (y, &x) in y.iter_mut().zip(x) {
                        loops.step();
                        *y = store(odd(x));
                    }
                }
            }
        },
    );
}

/// Writes the bf16 nearest to each number; of all NaN one. Panics if the lengths differ.
pub fn narrow_with_one_nan(x: &[f64], y: &mut [bf16]) {
    round(x, y, |x| f32_to_bf16(x.with_one_nan()));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bf16 nearest to a number, by halves of the distance between neighbours.
    fn nearest(x: f64) -> u16 {
        let sign = if x.is_sign_negative() { 0x8000 } else { 0 };
        let of = |bits: u16| f64::from(f32::from_bits(u32::from(bits) << 16));
        let magnitude = x.abs();
        // The largest that is not above it, and the next one.
        let below = (0..0x7f80_u16)
            .rev()
            .find(|&bits| of(bits) <= magnitude)
            .unwrap();
        let next = if below == 0x7f7f {
            2_f64.powi(128)
        } else {
            of(below + 1)
        };
        let middle = (of(below) + next) / 2.0;
        let up = magnitude > middle || magnitude == middle && below & 1 == 1;
        sign | (below + u16::from(up))
    }

    #[test]
    fn numbers_beside_the_middle_of_neighbours_are_rounded_once() {
        let mut numbers = Vec::new();
        for bits in [
            0x0000_u16, 0x0001, 0x007f, 0x0080, 0x3f80, 0x3f81, 0x4049, 0x7f7e, 0x7f7f,
        ] {
            let low = f64::from(f32::from_bits(u32::from(bits) << 16));
            let middle = f64::from(f32::from_bits(u32::from(bits) << 16 | 0x8000));
            for x in [
                low,
                middle,
                middle.next_down(),
                middle.next_up(),
                low.next_up(),
            ] {
                numbers.extend([x, -x]);
            }
        }
        // Each alone in a block, and all together.
        let alone = numbers.iter().flat_map(|&x| [[x; 128]]).flatten();
        let all: Vec<f64> = alone.chain(numbers.iter().copied()).collect();
        let mut y = vec![bf16::ZERO; all.len()];
        round(&all, &mut y, f32_to_bf16);
        for (x, y) in all.iter().zip(y) {
            assert_eq!(y.to_bits(), nearest(*x), "{x:e}");
        }
    }

    #[test]
    fn infinite_numbers_and_nan() {
        let x = [f64::INFINITY, f64::NEG_INFINITY, 1e300, f64::NAN, -f64::NAN];
        let mut y = [bf16::ZERO; 5];
        narrow_with_one_nan(&x, &mut y);
        let bits = y.map(bf16::to_bits);
        assert_eq!(bits, [0x7f80, 0xff80, 0x7f80, bits[4], bits[3]]);
        assert!(y[3].is_nan());
    }
}
