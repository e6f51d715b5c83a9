//! Rows in float: softmax.

use super::SoftwareCall;
use super::exponential::power_of_sum;
use crate::fused::{Hardware, MultiplyAdd};
use crate::rows::floats::largest;
use crate::simd::{self, Loops};

/// Sums that are kept side by side.
const LANES: usize = 32;

/// Elements that are summed in float: eight a lane, of whose sums little is lost.
const PART: usize = 8 * LANES;

/// The least whole number of which `e^x` is a normal number.
const NORMAL: f32 = -87.0;

/// `e^(x - largest)`; with `NORMALS`, of a difference of at least [`NORMAL`].
#[inline(always)]
fn exponential<A: MultiplyAdd, const NORMALS: bool>(x: f32, largest: f32) -> f32 {
    let difference = x - largest;
    // What the difference has lost would count in a power.
    let rest = x - difference;
    let low = (rest - largest) + (x - (rest + difference));
    if NORMALS {
        return power_of_sum::<A>(difference, low).normal();
    }
    let is_nothing = difference < -105.0;
    let near = if is_nothing { -105.0 } else { difference };
    power_of_sum::<A>(near, if is_nothing { 0.0 } else { low }).value()
}

/// Writes the exponentials of elements less the largest one, and returns their sum.
#[inline(always)]
fn exponentials<A: MultiplyAdd>(y: &mut [f32], x: &[f32], largest: f32, loops: Loops) -> f64 {
    let mut sum = 0.0;
    for (y, x) in y.chunks_mut(PART).zip(x.chunks(PART)) {
        let are_normal = A::FUSED
            && x.iter().fold(true, |all, x| {
                loops.step();
                all & (x - largest >= NORMAL)
            });
        // Both ways give the same bits.
        if are_normal {
            for (y, &x) in y.iter_mut().zip(x) {
                loops.step();
                *y = exponential::<A, true>(x, largest);
            }
        } else {
            for (y, &x) in y.iter_mut().zip(x) {
                loops.step();
                *y = exponential::<A, false>(x, largest);
            }
        }
        let mut lanes = [0.0; LANES];
        let (whole, rest) = y.as_chunks::<LANES>();
        for y in whole {
            for (lane, &y) in lanes.iter_mut().zip(y) {
                loops.step();
                *lane += y;
            }
        }
        for (lane, &y) in lanes.iter_mut().zip(rest) {
            loops.step();
            *lane += y;
        }
        let mut width = LANES;
        while width > 1 {
            width /= 2;
            for lane in 0..width {
                loops.step();
                lanes[lane] += lanes[lane + width];
            }
        }
        sum += f64::from(lanes[0]);
    }
    sum
}

/// Writes the softmax of a row, at most 5 ULP from the exact one. Panics if the lengths differ.
pub fn softmax(y: &mut [f32], x: &[f32]) {
    assert_eq!(x.len(), y.len(), "slices of one length");
    let largest = largest(x);
    let sum = simd::fused_loops(
        simd::chosen(),
        #[inline(always)]
        |loops| exponentials::<Hardware>(y, x, largest, loops),
    );
    let sum = match sum {
        Some(sum) => sum,
        None => exponentials::<SoftwareCall>(y, x, largest, Loops::OF_BASELINE),
    };
    // One NaN for all.
    if sum.is_nan() {
        y.fill(f32::NAN);
        return;
    }
    let factor = (1.0 / sum) as f32;
    simd::loops_up_to_avx2(
        #[inline(always)]
        |loops| {
            for y in y.iter_mut() {
                loops.step();
                *y *= factor;
            }
        },
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn softmax_keeps_its_bound() {
        let mut state = 1_u64;
        let mut random = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 40) as f32 / (1 << 24) as f32
        };
        for (length, spread, offset) in [
            (1, 1.0, 0.0),
            (31, 4.0, -2.0),
            (300, 40.0, 7.0),
            (4096, 180.0, -1000.0),
            (1000, 8.0, 1e6),
        ] {
            let x: Vec<f32> = (0..length).map(|_| random() * spread + offset).collect();
            let mut y = vec![0.0; length];
            softmax(&mut y, &x);
            let largest = f64::from(x.iter().copied().fold(f32::NEG_INFINITY, f32::max));
            let powers: Vec<f64> = x.iter().map(|&x| (f64::from(x) - largest).exp()).collect();
            let sum: f64 = powers.iter().sum();
            for (&y, power) in y.iter().zip(powers) {
                let exact = power / sum;
                let exponent = (exact.to_bits() >> 52) as i32 - 1023;
                let unit = 2f64.powi(exponent.max(-126) - 23);
                let error = (f64::from(y) - exact).abs() / unit;
                assert!(error <= 5.0, "{y:e} is {error} ULP from {exact:e}");
            }
        }
    }

    #[test]
    fn what_is_no_number_makes_the_row_nan() {
        for bad in [f32::NAN, f32::INFINITY] {
            let mut y = [0.0; 3];
            softmax(&mut y, &[1.0, bad, 2.0]);
            assert!(y.iter().all(|y| y.is_nan()), "{bad}");
        }
        let mut y = [0.0; 2];
        softmax(&mut y, &[f32::NEG_INFINITY; 2]);
        assert!(y.iter().all(|y| y.is_nan()));
        softmax(&mut y, &[f32::NEG_INFINITY, 0.0]);
        assert_eq!(y, [0.0, 1.0]);
    }
}
