//! Sine and cosine: reduction to a quarter turn, and an odd polynomial of degree 11.

use super::rounding::{mul_floor, product, round_shift, wrap};
use super::{Q, Q24, Q30, QuarterTurns};

/// 2/π in Q1.31: from radians to quarter turns.
pub const TWO_OVER_PI: i32 = 0x517C_C1B7;

/// π/2 in Q8.24.
const HALF_PI: i32 = 26_353_589;
/// 3π/2 in Q8.24.
const THREE_HALF_PI: i32 = 79_060_768;

/// The Taylor series of sin(x·π/2): coefficient k is (−1)^k · (π/2)^(2k+1) / (2k+1)!, with as many fraction bits as
/// leave it 31 significant ones; the shift takes the product of a Q1.31 power and the coefficient to Q2.30.
const SERIES: [(i32, u32); 6] = [
    (0x6487_ED51, 1),
    (-0x52AE_F399, 2),
    (0x519A_F19D, 5),
    (-0x4CB4_B33A, 9),
    (0x541E_0D21, 14),
    (-0x78C1_D3F8, 20),
];

/// The angle in quarter turns, folded into ±1 quarter turn such that the sine stays the same.
#[inline]
pub fn from_radians(theta: Q24) -> QuarterTurns {
    // 1.0 is one quarter turn, 2^30; four of them wrap to nothing, as angles do.
    let turns = mul_floor::<25>(TWO_OVER_PI, theta.0);
    let folded = turns.wrapping_shl(1);
    let quadrant = turns as u32 >> 30;
    // In the second and third quadrant the sine runs backwards.
    QuarterTurns(if quadrant == 1 || quadrant == 2 {
        folded.wrapping_neg()
    } else {
        folded
    })
}

/// The sine of an angle in ±1 quarter turn. Error at most 62.8 · 2^-30. Odd, except that −2^31 gives +1073741763.
#[inline]
pub fn sine(angle: QuarterTurns) -> Q30 {
    let x = angle.0.wrapping_abs();
    let square = mul_floor::<31>(x, x);
    let mut power = x;
    let mut sum = 0i64;
    for (k, (coefficient, shift)) in SERIES.into_iter().enumerate() {
        if k > 0 {
            power = mul_floor::<31>(power, square);
        }
        // No coefficient reaches 2^31, no power passes it, and the shift halves at least: the term fits its word.
        sum += round_shift(round_shift(product(power, coefficient), 30), shift);
    }
    let sum = wrap(sum);
    Q(if angle.0 < 0 { sum.wrapping_neg() } else { sum })
}

/// The sine of any angle. Error at most 62.7 · 2^-30, save at 1660276124, which gives +1073741763 in place of −2^30.
#[inline]
pub fn sine_radians(theta: Q24) -> Q30 {
    sine(from_radians(theta))
}

/// The cosine of any angle. Error at most 62.7 · 2^-30, save at 1739336892, which gives +1073741763 in place of −2^30.
#[inline]
pub fn cosine_radians(theta: Q24) -> Q30 {
    // A quarter turn ahead; for positive angles three behind, so that no angle overflows.
    let shift = if theta.0 >= 0 {
        -THREE_HALF_PI
    } else {
        HALF_PI
    };
    sine_radians(Q(theta.0.wrapping_add(shift)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::{FRAC_2_PI, FRAC_PI_2};

    #[test]
    fn constants_are_what_they_stand_for() {
        assert_eq!(f64::from(TWO_OVER_PI), (FRAC_2_PI * 2f64.powi(31)).round());
        assert_eq!(f64::from(HALF_PI), (FRAC_PI_2 * 2f64.powi(24)).round());
        assert_eq!(
            f64::from(THREE_HALF_PI),
            (3.0 * FRAC_PI_2 * 2f64.powi(24)).round()
        );
    }

    #[test]
    fn coefficients_are_the_taylor_series() {
        let mut term = FRAC_PI_2;
        for (k, (coefficient, shift)) in SERIES.into_iter().enumerate() {
            let exact = term * 2f64.powi(29 + shift as i32);
            assert!(
                (f64::from(coefficient) - exact).abs() <= 1.0,
                "coefficient {k}: {coefficient}, not {exact}"
            );
            let next = 2.0 * k as f64 + 2.0;
            term *= -FRAC_PI_2 * FRAC_PI_2 / (next * (next + 1.0));
        }
    }

    #[test]
    fn sine_at_its_edges() {
        for (angle, expected) in [
            (0, 0),
            (i32::MAX, 1_073_741_764),
            (-i32::MAX, -1_073_741_764),
            (i32::MIN, 1_073_741_763),
        ] {
            assert_eq!(sine(QuarterTurns(angle)).0, expected, "{angle}");
        }
    }

    #[test]
    fn one_angle_folds_to_minus_one_exactly() {
        assert_eq!(from_radians(Q(1_660_276_124)), QuarterTurns(i32::MIN));
        assert_eq!(sine_radians(Q(1_660_276_124)).0, 1_073_741_763);
        assert_eq!(cosine_radians(Q(1_739_336_892)).0, 1_073_741_763);
        assert_eq!(cosine_radians(Q(0)).0, 1_073_741_764);
    }
}
