//! Weights in FLOAT4, of which some neighbours have one scale.

#![forbid(unsafe_code)]

use std::f64::consts::LN_2;

use hostnpu_kernels::quantised::{Quantised, RoundMode};
use hostnpu_kernels::{attention, rows};

/// Keys whose weights have one scale.
const GROUP: usize = 32;

/// Exponentials of scores that are rounded to FLOAT4_E2M1, of two the one further from zero, times a power of two for every 32 keys.
#[derive(Clone, Copy, Debug)]
pub enum Microscaled {
    /// The largest power of two that is not above the largest exponential, divided by 4.
    Floor,
    /// The least power of two that is not below the largest exponential divided by this number.
    Ceil(f64),
}

impl Microscaled {
    /// Makes weights of the scores of keys from a multiple of 32 on, of which the largest is known, and returns their sum. All are divided by one power of two.
    pub(super) fn weights(self, scores: &mut [f64], largest: f64) -> f64 {
        let exponent = |largest: f64| match self {
            Self::Floor => (largest / LN_2).floor() - 2.0,
            Self::Ceil(range) => {
                let log = attention::logarithm_of_sum(0.0, range);
                ((largest - log) / LN_2).ceil()
            }
        };
        let most = exponent(largest);
        let mut codes = [0; GROUP / 2];
        let mut sum = 0.0;
        for group in scores.chunks_mut(GROUP) {
            let own = rows::largest(group);
            if own == f64::NEG_INFINITY && !group.iter().any(|score| score.is_nan()) {
                group.fill(0.0);
                continue;
            }
            let own = exponent(own);
            if !rows::exponentials(group, own * LN_2).sum().is_nan() {
                let codes = &mut codes[..group.len().div_ceil(2)];
                Quantised::E2m1.store_rounded(RoundMode::Round, group, codes);
                Quantised::E2m1.load(codes, 0, group);
                rows::times(group, 2_f64.powi((own - most) as i32));
            }
            sum += rows::sum(group);
        }
        sum
    }
}
