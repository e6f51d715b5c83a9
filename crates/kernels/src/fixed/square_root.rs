//! Square root of a mantissa with an exponent.

use super::Scaled;
use super::rounding::{headroom, natural};
use hostnpu_numeric::environment;

/// The largest number of bits that [`square_root`] computes.
pub const MAX_DEPTH: u32 = 31;

/// The square root of `b`: the `depth` most significant bits of the normalised mantissa floor(√·), zeros behind them.
///
/// A depth above 31 counts as 31. Zero and negative numbers give mantissa 0, with the exponent that their headroom asks for.
#[inline]
pub fn square_root(b: Scaled, depth: u32) -> Scaled {
    if b.mantissa <= 0 {
        return root_of_nothing(b);
    }
    // An even power of two comes out of the root as it is; of an odd one, the odd 2 goes in.
    let odd = b.exponent & 1;
    let radicand = (b.mantissa as u32) << odd;
    // Whichever way it is rounded: see below.
    let root = environment::root(natural(radicand)).to_bits();
    // The double has the root's 31 bits on top, and its exponent, 0 to 15, says where they begin.
    let mut digits = (root >> 22) as u32 & 0x3FFF_FFFF | 1 << 30;
    let magnitude = (root >> 52) as i32 - 1023;
    let exponent = (b.exponent - odd).wrapping_add(2 * (magnitude - 30)) >> 1;
    // Rounded to a double, the root may have reached the next 31 bits, and there is nothing behind them then. Their square, which
    // is exact, tells. They cannot be too small, for rounding keeps the order and 31 bits are a double.
    if root & 0x3F_FFFF == 0 {
        let exact = u64::from(radicand) << (60 - 2 * magnitude);
        digits -= u32::from(u64::from(digits) * u64::from(digits) > exact);
    }
    let kept = u32::MAX << (MAX_DEPTH - depth.min(MAX_DEPTH));
    Scaled {
        mantissa: (digits & kept) as i32,
        exponent,
    }
}

/// 0, with half the exponent of a normalised mantissa.
#[cold]
fn root_of_nothing(b: Scaled) -> Scaled {
    let exponent = b.exponent.wrapping_sub(headroom(b.mantissa) + 31);
    Scaled {
        mantissa: 0,
        exponent: exponent.wrapping_add(exponent & 1) >> 1,
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
        // 2^30 + 2 = (2^30 + 1)^2 / 2^30 - 2^-30: its root in double precision is (2^30 + 1) / 2^15.
        assert_eq!(root((1 << 30) + 2, 0, 31), (1 << 30, -15));
    }
}
