//! Reciprocals, and quotients that saturate.

use super::Scaled;
use super::rounding::headroom;

/// `1 / b`, the mantissa truncated, with a magnitude of 2^29 to 2^30. 0 gives the largest mantissa, and −29 as exponent.
#[inline]
pub fn reciprocal(b: i32) -> Scaled {
    reciprocal_of_nonzero(b).unwrap_or(Scaled {
        mantissa: i32::MAX,
        exponent: -29,
    })
}

/// The same, and nothing for 0.
#[inline(always)]
pub fn reciprocal_of_nonzero(b: i32) -> Option<Scaled> {
    let room = headroom(b);
    // The divisor takes the shift that the quotient needs, and the dividend is known: no bits of it have to be looked at.
    let divisor = i64::from(b << room);
    if divisor == 0 {
        return None;
    }
    Some(Scaled {
        mantissa: ((1i64 << 60) / divisor) as i32,
        exponent: room - 60,
    })
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
