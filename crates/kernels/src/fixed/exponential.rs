//! The exponential function: a polynomial of degree 9 near zero, and powers of two and of √2 beyond.

use super::rounding::{headroom, mul_floor, wrap};
use super::{Q, Q30, Scaled};

/// 1/k! for k = 1..=9, in Q2.30, the coefficients of the exponential series.
const SERIES: [i32; 9] = [
    0x4000_0000,
    0x2000_0000,
    0x0AAA_AAAB,
    0x02AA_AAAB,
    0x0088_8889,
    0x0016_C16C,
    0x0003_4034,
    0x0000_6807,
    0x0000_0B8F,
];

/// log2(e) in Q2.30.
const LOG2_E: i32 = 0x5C55_1D95;
/// ln(2) in Q2.30.
const LN_2: i32 = 0x2C5C_85FE;
/// √2 in Q2.30.
const SQRT_2: i32 = 0x5A82_799A;

/// e^x for x in ±1/2, within 2 · 2^-30 (273 on −1..ln 2). Above ln 2 the result leaves Q2.30 and wraps.
#[inline]
pub fn exponential_small(x: Q30) -> Q30 {
    let mut power = Q30::ONE.0;
    let mut sum = 1i64 << 60;
    for coefficient in SERIES {
        power = mul_floor::<30>(power, x.0);
        sum = sum.wrapping_add(i64::from(coefficient) * i64::from(power));
    }
    Q(wrap(sum >> 30))
}

/// e^x for a number with an exponent. From 1.0 of a normalised mantissa's exponent on (x beyond about ±2^30) the result
/// keeps mantissa 2^30, as the vendor's does.
#[inline]
pub fn exponential(x: Scaled) -> Scaled {
    // x · log2(e), normalised: its integer part is the exponent, half a unit is a factor √2, the rest is below 1/2.
    let room = headroom(x.mantissa);
    let y = mul_floor::<30>(LOG2_E, (x.mantissa << room) >> 1);
    let exponent = i64::from(x.exponent) - i64::from(room) + 1;
    if exponent >= 0 {
        return Scaled {
            mantissa: Q30::ONE.0,
            exponent: (exponent - 30) as i32,
        };
    }
    // From 62 fraction bits on all that is left of y is its sign.
    let fraction = exponent.unsigned_abs().min(62) as u32;
    let halves = i64::from(y) >> (fraction - 1);
    let rest = i64::from(y) - (halves << (fraction - 1));
    let rest = if fraction <= 30 {
        rest << (30 - fraction)
    } else {
        rest >> (fraction - 30)
    };
    let small = exponential_small(Q(mul_floor::<30>(wrap(rest), LN_2)));
    let factor = if halves & 1 == 1 { SQRT_2 } else { Q30::ONE.0 };
    Scaled {
        mantissa: mul_floor::<30>(factor, small.0),
        exponent: (halves >> 1) as i32 - 30,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts;

    #[test]
    fn constants_are_what_they_stand_for() {
        let q30 = |x: f64| (x * 2f64.powi(30)).round();
        assert_eq!(f64::from(LOG2_E), q30(consts::LOG2_E));
        assert_eq!(f64::from(LN_2), q30(consts::LN_2));
        assert_eq!(f64::from(SQRT_2), q30(consts::SQRT_2));
        let mut factorial = 1.0;
        for (k, coefficient) in SERIES.into_iter().enumerate() {
            factorial *= k as f64 + 1.0;
            assert_eq!(f64::from(coefficient), q30(1.0 / factorial), "1/{}!", k + 1);
        }
    }

    #[test]
    fn nothing_to_raise_gives_one() {
        assert_eq!(exponential_small(Q(0)), Q30::ONE);
        for exponent in [-40, -1, 0, 29] {
            let one = exponential(Scaled {
                mantissa: 0,
                exponent,
            });
            assert_eq!((one.mantissa, one.exponent), (1 << 30, -30), "{exponent}");
        }
    }
}
