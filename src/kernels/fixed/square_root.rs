//! Square root of a mantissa with an exponent.

use super::Scaled;
use super::rounding::{headroom, nearest_integer};

/// The largest number of bits that [`square_root`] computes.
pub const MAX_DEPTH: u32 = 31;

/// The square root of `b`: the `depth` most significant bits of the normalised mantissa floor(√·), zeros behind them.
///
/// A depth above 31 counts as 31. Zero and negative numbers give mantissa 0, with the exponent that their headroom asks for.
#[inline]
pub fn square_root(b: Scaled, depth: u32) -> Scaled {
    let room = headroom(b.mantissa);
    let exponent = b.exponent.wrapping_sub(room).wrapping_sub(31);
    let odd = exponent & 1;
    let exponent = exponent.wrapping_add(odd) >> 1;
    if b.mantissa <= 0 {
        return Scaled {
            mantissa: 0,
            exponent,
        };
    }
    let radicand = i64::from(b.mantissa << room) << (31 - odd);
    // 31 significant bits: exact in double precision. The nearest integer to the root may be the next one: its square, which
    // is exact, tells. It cannot be too small, for rounding keeps the order and the integer root is a double.
    let estimate = i64::from(nearest_integer((radicand as f64).sqrt()) as u32);
    let root = estimate - i64::from(estimate * estimate > radicand);
    let kept = u32::MAX << (MAX_DEPTH - depth.min(MAX_DEPTH));
    Scaled {
        mantissa: root as i32 & kept as i32,
        exponent,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root(mantissa: i32, exponent: i32, depth: u32) -> (i32, i32) {
        let root = square_root(Scaled { mantissa, exponent }, depth);
        (root.mantissa, root.exponent)
    }

    #[test]
    fn root_of_two_at_every_depth() {
        for depth in 0..40 {
            let lost = 31u32.saturating_sub(depth);
            let expected = 1_518_500_249i64 >> lost << lost;
            assert_eq!(root(2, 0, depth), (expected as i32, -30), "{depth}");
        }
    }

    #[test]
    fn nothing_below_zero_has_a_root() {
        assert_eq!(root(0, 0, 31), (0, -31));
        assert_eq!(root(-1, 0, 31), (0, -31));
        assert_eq!(root(i32::MIN, 0, 31), (0, -15));
    }

    #[test]
    fn an_estimate_rounded_up_is_corrected() {
        // (2^30 + 1)^2 - 1 = 2^60 + 2^31 is a radicand whose root in double precision is 2^30 + 1.
        assert_eq!(root((1 << 30) + 2, 0, 31), (1 << 30, -15));
    }
}
