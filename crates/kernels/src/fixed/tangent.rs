//! Tangent: an odd polynomial of degree 15 up to an eighth of a turn, the reciprocal of its complement beyond.

use super::reciprocal::reciprocal;
use super::rounding::{mul_floor, product, round_shift, wrap};
use super::sine::TWO_OVER_PI;
use super::{Q, Q24, Q30, QuarterTurns, Scaled};

/// The series of tan(x·π/4), x in Q2.30: coefficient k belongs to x^(2k+1) and has 31 + 2k fraction bits. The first seven
/// are Taylor's; the last one is larger than his: it stands for the tail of the series.
const SERIES: [i32; 8] = [
    0x6487_ED51,
    0x52AE_F398,
    0x519A_F19D,
    0x517F_FE6D,
    0x517D_1CB8,
    0x517C_CBC9,
    0x517C_C2D5,
    0x6B6C_B9BD,
];

/// The tangent of an angle in ±1/2 quarter turn (±π/4). Error at most 630 · 2^-30. Beyond, the steps go on and wrap.
#[inline]
pub fn tangent(angle: QuarterTurns) -> Q30 {
    let x = angle.0.wrapping_abs();
    let square = mul_floor::<30>(x, x);
    let mut power = x;
    let mut sum = 0i64;
    let mut shift = 1;
    for (k, coefficient) in SERIES.into_iter().enumerate() {
        if k > 0 {
            power = mul_floor::<30>(power, square);
            shift += 2;
        }
        // As for the sine, each term fits its word.
        sum += round_shift(round_shift(product(power, coefficient), 30), shift);
    }
    let sum = wrap(sum);
    Q(if angle.0 < 0 { sum.wrapping_neg() } else { sum })
}

/// The tangent of any angle, as mantissa and exponent. No angle in Q8.24 meets a pole.
#[inline]
pub fn tangent_radians(theta: Q24) -> Scaled {
    const EIGHTH_TURN: i32 = 1 << 30;
    // One half turn, the period of the tangent, wraps to nothing.
    let angle = mul_floor::<24>(TWO_OVER_PI, theta.0);
    if (-EIGHTH_TURN..=EIGHTH_TURN).contains(&angle) {
        return Scaled {
            mantissa: tangent(QuarterTurns(angle)).0,
            exponent: -30,
        };
    }
    let complement = angle.wrapping_neg().wrapping_add(i32::MIN);
    let inverse = reciprocal(tangent(QuarterTurns(complement)).0);
    Scaled {
        exponent: inverse.exponent + 30,
        ..inverse
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::FRAC_PI_4;

    #[test]
    fn coefficients_are_the_series() {
        // Taylor coefficients of the tangent, far enough for the tail to vanish: c[n] = sum of c[i]·c[n-1-i] / (2n+1).
        let mut taylor = vec![1.0f64];
        for n in 1..60 {
            let sum: f64 = (0..n).map(|i| taylor[i] * taylor[n - 1 - i]).sum();
            taylor.push(sum / (2 * n + 1) as f64);
        }
        let value = |k: usize| taylor[k] * FRAC_PI_4.powi(2 * k as i32 + 1);
        let word = |k: usize| f64::from(SERIES[k]) / 2f64.powi(31 + 2 * k as i32);
        for k in 0..7 {
            let unit = 2f64.powi(-31 - 2 * k as i32);
            assert!(
                (word(k) - value(k)).abs() <= unit,
                "coefficient {k}: {} units off",
                (word(k) - value(k)) / unit
            );
        }
        let tail: f64 = (7..60).map(value).sum();
        assert!(
            value(7) < word(7) && word(7) < tail,
            "coefficient 7: {} is not between {} alone and {tail} of the tail",
            word(7),
            value(7)
        );
    }

    #[test]
    fn tangent_at_its_edges() {
        for (angle, expected) in [
            (0, 0),
            (1, 1),
            (-1, -1),
            (1 << 30, 1_073_741_196),
            (-1 << 30, -1_073_741_196),
            (i32::MIN, 1_686_629_713),
        ] {
            assert_eq!(tangent(QuarterTurns(angle)).0, expected, "{angle}");
        }
    }
}
