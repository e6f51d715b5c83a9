//! Loops over the scores of a query: which keys it sees, what they weigh, and the gradients of both.

use crate::math::{exp, exp_of_moderate, log};
use crate::simd;

/// Makes the scores of hidden keys, where `mask` is not 0, smaller than any other.
pub fn hide(scores: &mut [f64], mask: &[u8]) {
    simd::widest_loops(
        #[inline(always)]
        |loops| {
            for (score, &mask) in scores.iter_mut().zip(mask) {
                loops.step();
                *score = if mask != 0 { f64::NEG_INFINITY } else { *score };
            }
        },
    );
}

/// Adds `weight * max(x, 0)` of each product to a score; NaN stays NaN.
pub fn add_rectified(scores: &mut [f64], products: &[f64], weight: f64) {
    simd::widest_loops(
        #[inline(always)]
        |loops| {
            for (score, &x) in scores.iter_mut().zip(products) {
                loops.step();
                let x = if x < 0.0 { 0.0 } else { x };
                *score += weight * x;
            }
        },
    );
}

/// Weight below which exponentials are cut off: it does not count beside 1 in any type of results.
const NOTHING: f64 = 1e-52;

/// Makes weights that are nothing beside the largest one 0: what is hidden weighs nothing.
pub fn cut_off(weights: &mut [f64]) {
    simd::widest_loops(
        #[inline(always)]
        |loops| {
            for weight in weights {
                loops.step();
                *weight = if *weight < NOTHING { 0.0 } else { *weight };
            }
        },
    );
}

/// Makes numbers 0 whose bits, from bit `first` of `bits` on, the lowest of a byte first, are 0.
pub fn drop(numbers: &mut [f64], bits: &[u8], first: usize) {
    for (k, number) in numbers.iter_mut().enumerate() {
        let at = first + k;
        let is_kept = bits[at / 8] >> (at % 8) & 1 != 0;
        *number = if is_kept { *number } else { 0.0 };
    }
}

/// Makes numbers 0 whose random number is not below `share`.
pub fn keep_below(numbers: &mut [f64], random: &[f32], share: f64) {
    simd::widest_loops(
        #[inline(always)]
        |loops| {
            for (number, &random) in numbers.iter_mut().zip(random) {
                loops.step();
                let is_kept = f64::from(random) < share;
                *number = if is_kept { *number } else { 0.0 };
            }
        },
    );
}

/// Replaces scores by `factor * exp(score - largest)`, with a relative error below 2^-40.
pub fn weights(scores: &mut [f64], largest: f64, factor: f64) {
    /// Largest magnitude of an argument whose exponential is a normal number.
    const END: f64 = 700.0;
    simd::widest_loops(
        #[inline(always)]
        |loops| {
            for score in scores {
                loops.step();
                let x = *score - largest;
                let moderate = if x < -END { -END } else { x };
                let moderate = if moderate > END { END } else { moderate };
                let weight = exp_of_moderate(moderate) * factor;
                *score = if x < -END { 0.0 } else { weight };
            }
        },
    );
}

/// Replaces gradients by weights by those by scores: `weight * (factor * gradient - mean)`, of what weighs nothing 0.
pub fn gradients(gradients: &mut [f64], weights: &[f64], factor: f64, mean: f64) {
    simd::widest_loops(
        #[inline(always)]
        |loops| {
            for (gradient, &weight) in gradients.iter_mut().zip(weights) {
                loops.step();
                let by_score = weight * (factor * *gradient - mean);
                *gradient = if weight == 0.0 { 0.0 } else { by_score };
            }
        },
    );
}

/// Returns the largest score and the sum of exponentials as FLOAT: the sum is that of exponentials less the rounded score.
pub fn statistics(largest: f64, sum: f64) -> [f32; 2] {
    let rounded = largest as f32;
    let lost = largest - f64::from(rounded);
    let factor = if lost == 0.0 || lost.is_nan() {
        1.0
    } else {
        // Instructions that multiply and add at once: the baseline calls a function for each.
        simd::widest(
            #[inline(always)]
            || exp::wide_of(lost),
        )
    };
    [rounded, (sum * factor) as f32]
}

/// Returns the exponential of what is not above 0.
pub fn exponential(x: f64) -> f64 {
    exp::wide_of(x)
}

/// Returns the logarithm of the sum of the exponentials of scores, of which the largest one and the sum less that are known.
pub fn logarithm_of_sum(largest: f64, sum: f64) -> f64 {
    largest + log::wide_of(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_keys_weigh_nothing_and_others_what_their_exponential_says() {
        let mut scores: Vec<f64> = (0..37).map(|i| f64::from(i) * 0.25 - 3.0).collect();
        let expected: Vec<f64> = scores.iter().map(|x| (x - 1.5).exp() * 0.5).collect();
        let mask: Vec<u8> = (0..37).map(|i| u8::from(i % 3 == 0)).collect();
        hide(&mut scores, &mask);
        weights(&mut scores, 1.5, 0.5);
        for ((weight, expected), mask) in scores.iter().zip(expected).zip(mask) {
            let expected = if mask != 0 { 0.0 } else { expected };
            assert!(
                (weight - expected).abs() <= 1e-12 * expected,
                "{weight} {expected}"
            );
        }
    }

    #[test]
    fn bits_are_counted_from_the_lowest_of_a_byte() {
        let mut numbers = [1.0; 11];
        drop(&mut numbers, &[0b1010_0000, 0b0000_0101, 0xff], 5);
        assert_eq!(
            numbers,
            [1.0, 0.0, 1.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0]
        );
    }
}
