//! The logistic function 1 / (1 + e^-x), near its documented precision and as eight straight lines.

use super::exponential::exponential;
use super::rounding::{mul_floor, mul_q30};
use super::{Q, Q24, Scaled};

/// Up to here, 1.2 in Q8.24, the series is used.
const SERIES_END: i32 = 20_132_659;

/// The Taylor series 1/2 + x/4 − x^3/48 + x^5/480 − 17 x^7/80640 + 31 x^9/1451520 − 691 x^11/319334400 without its
/// constant, in Q2.30.
const SERIES: [i32; 6] = [
    268_435_456,
    -22_369_621,
    2_236_962,
    -226_359,
    22_932,
    -2_323,
];

/// The straight line over [i, i + 1): slope in Q0.32, and value at 0 in Q8.24. The last one, for all that follows, is level.
const LINES: [(i32, i32); 9] = [
    (1_015_490_930, 8_388_608),
    (640_498_971, 9_853_420),
    (297_985_800, 12_529_304),
    (120_120_271, 14_613_666),
    (46_079_377, 15_770_555),
    (17_219_453, 16_334_225),
    (6_371_555, 16_588_473),
    (3_717_288, 16_661_050),
    (0, Q24::ONE.0 - 1),
];

/// The logistic function. Error at most 36 · 2^-24. From ±17.33 on the result is 0 or 1.
#[inline]
pub fn logistic(x: Q24) -> Q24 {
    mirrored(x, |p| {
        if p <= SERIES_END {
            near_zero(p)
        } else {
            far_from_zero(p)
        }
    })
}

/// The logistic function by straight lines. Error at most 110281 · 2^-24 (0.0066); never 0 or 1.
#[inline]
pub fn logistic_fast(x: Q24) -> Q24 {
    mirrored(x, |p| {
        let (slope, offset) = LINES[(p as u32 >> 24).min(8) as usize];
        mul_floor::<32>(p, slope) + offset
    })
}

/// 1 − f(−x) for negative x, where −x is taken as −x − 2^-24 so that the most negative word has a mirror image. No branch:
/// signs cannot be predicted.
#[inline(always)]
fn mirrored(x: Q24, f: impl Fn(i32) -> i32) -> Q24 {
    let sign = x.0 >> 31;
    let value = f(x.0 ^ sign);
    Q((value ^ sign) - sign + (Q24::ONE.0 & sign))
}

#[inline]
fn near_zero(x: i32) -> i32 {
    let square = mul_floor::<24>(x, x);
    let mut power = x;
    let mut sum = Q24::ONE.0 / 2;
    for (k, coefficient) in SERIES.into_iter().enumerate() {
        if k > 0 {
            power = mul_floor::<24>(power, square);
        }
        sum += mul_q30(power, coefficient);
    }
    sum
}

/// With z = −e^-x: the geometric series 1 + z + z² + … up to z^10.
#[inline]
fn far_from_zero(x: i32) -> i32 {
    let e = exponential(Scaled {
        mantissa: -x,
        exponent: -24,
    });
    // At least 8; from 32 on nothing is left (where C leaves the shift undefined, the device's shift gives 0).
    let shift = -24 - e.exponent;
    let z = if shift < 32 {
        -(e.mantissa >> shift)
    } else {
        0
    };
    let mut power = Q24::ONE.0;
    let mut sum = power;
    for _ in 0..10 {
        power = mul_floor::<24>(power, z);
        sum += power;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coefficients_are_the_taylor_series() {
        let exact = [
            1.0 / 4.0,
            -1.0 / 48.0,
            1.0 / 480.0,
            -17.0 / 80640.0,
            31.0 / 1_451_520.0,
            -691.0 / 319_334_400.0,
        ];
        for (coefficient, exact) in SERIES.into_iter().zip(exact) {
            let exact = exact * 2f64.powi(30);
            assert!((f64::from(coefficient) - exact).abs() <= 1.0, "{exact}");
        }
    }

    #[test]
    fn logistic_at_its_knees() {
        for (x, expected) in [
            (0, 1 << 23),
            (20_132_659, 12_893_672),
            (20_132_660, 12_893_727),
            (290_727_000, 1 << 24),
            (-290_727_001, 0),
            (i32::MAX, 1 << 24),
            (i32::MIN, 0),
        ] {
            assert_eq!(logistic(Q(x)).0, expected, "{x}");
        }
    }

    #[test]
    fn lines_end_one_unit_inside() {
        assert_eq!(logistic_fast(Q(i32::MAX)).0, (1 << 24) - 1);
        assert_eq!(logistic_fast(Q(i32::MIN)).0, 1);
        assert_eq!(logistic_fast(Q(0)).0, 1 << 23);
    }
}
