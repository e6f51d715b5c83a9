//! Reciprocals, and quotients that saturate.

use super::Scaled;
use super::rounding::headroom;

/// `1 / b`, the mantissa truncated, with a magnitude of 2^29 to 2^30. 0 gives the largest mantissa, and −29 as exponent.
#[inline]
pub fn reciprocal(b: i32) -> Scaled {
    let shift = 60 - headroom(b);
    if b == 0 {
        return Scaled {
            mantissa: i32::MAX,
            exponent: -shift,
        };
    }
    // Magnitudes, so that the division is the quicker one, without sign.
    let magnitude = ((1u64 << shift) / u64::from(b.unsigned_abs())) as i32;
    Scaled {
        mantissa: if b < 0 { -magnitude } else { magnitude },
        exponent: -shift,
    }
}

/// `b / c` truncated, saturated to the full range of the result. A zero divisor counts as the smallest number above 0:
/// the result is the end of the range on the dividend's side, or 0 for 0 / 0.
#[inline]
pub fn divide_saturating(b: i128, c: i128, lowest: i128, highest: i128) -> i128 {
    if c == 0 {
        return match b.signum() {
            1 => highest,
            -1 => lowest,
            _ => 0,
        };
    }
    (b / c).clamp(lowest, highest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reciprocal_at_its_edges() {
        for (b, mantissa, exponent) in [
            (1, 1 << 30, -30),
            (-1, -1 << 29, -29),
            (3, 715_827_882, -31),
            (-3, -715_827_882, -31),
            (i32::MIN, -1 << 29, -60),
            (i32::MAX, 1 << 29, -60),
            (0, i32::MAX, -29),
        ] {
            let expected = Scaled { mantissa, exponent };
            assert_eq!(reciprocal(b), expected, "1 / {b}");
        }
    }

    #[test]
    fn quotients_saturate() {
        let (lowest, highest) = (i128::from(i32::MIN), i128::from(i32::MAX));
        for (b, c, expected) in [
            (7, -2, -3),
            (i128::from(i64::MIN), -1, highest),
            (i128::from(i64::MIN), 1, lowest),
            (5, 0, highest),
            (-5, 0, lowest),
            (0, 0, 0),
        ] {
            let quotient = divide_saturating(b, c, lowest, highest);
            assert_eq!(quotient, expected, "{b} / {c}");
        }
    }
}
