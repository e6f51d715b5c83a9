//! Rounding of products and shifted words to 32 bits, and the headroom of words.
//!
//! Saturation is symmetric, as in the XS3 vector unit: the most negative word, −2^31, is never a saturated result.

/// The largest magnitude of a saturated word.
pub const SATURATED: i32 = i32::MAX;

/// Redundant sign bits: by how much `x` can be shifted left without overflow. 31 for 0 and −1, 0 for `i32::MIN`.
#[inline(always)]
pub fn headroom(x: i32) -> i32 {
    // The digits, and one more bit behind them: never 0, which counting zeros would have to tell apart.
    ((x ^ (x >> 31)) << 1 | 1).leading_zeros() as i32
}

/// Redundant sign bits of a 64-bit word: 63 for 0 and −1.
#[inline(always)]
pub fn headroom_long(x: i64) -> i32 {
    ((x ^ (x >> 63)) << 1 | 1).leading_zeros() as i32
}

/// `x` as a double. Processors' own conversion waits for what its register held before, a call's result for the previous call's.
#[inline(always)]
pub fn natural(x: u32) -> f64 {
    // From 2^52 to 2^53 doubles are integers, whose low bits stand in the low bits of the double.
    const UNIT_IS_LAST_PLACE: f64 = (1u64 << 52) as f64;
    f64::from_bits(UNIT_IS_LAST_PLACE.to_bits() | u64::from(x)) - UNIT_IS_LAST_PLACE
}

/// The low 32 bits.
#[inline(always)]
pub fn wrap(x: i64) -> i32 {
    x as i32
}

/// The nearest word in ±[`SATURATED`].
#[inline(always)]
pub fn saturate(x: i64) -> i32 {
    x.clamp(-i64::from(SATURATED), i64::from(SATURATED)) as i32
}

/// The exact product.
#[inline(always)]
pub fn product(x: i32, y: i32) -> i64 {
    i64::from(x) * i64::from(y)
}

/// `x · y / 2^BITS`, floored, wrapped.
#[inline(always)]
pub fn mul_floor<const BITS: u32>(x: i32, y: i32) -> i32 {
    wrap(product(x, y) >> BITS)
}

/// `x / 2^bits`, rounded half up (towards plus infinity, for negative numbers too). `bits` is 1 to 62.
#[inline(always)]
pub fn round_shift(x: i64, bits: u32) -> i64 {
    (x + (1 << (bits - 1))) >> bits
}

/// The product of two words, one of them in Q2.30, rounded half up, saturated.
#[inline(always)]
pub fn mul_q30(x: i32, y: i32) -> i32 {
    saturate(round_shift(product(x, y), 30))
}

/// `x / 2^bits` for any `bits`: to the right floored, to the left saturated to the full range of the word.
#[inline]
pub fn shift_full_range(x: i32, bits: i32) -> i32 {
    if bits >= 0 {
        x >> bits.min(31)
    } else {
        let shifted = i64::from(x) << bits.unsigned_abs().min(32);
        shifted.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headroom_at_its_ends() {
        for (x, expected) in [
            (0, 31),
            (-1, 31),
            (1, 30),
            (-2, 30),
            (i32::MAX, 0),
            (i32::MIN, 0),
        ] {
            assert_eq!(headroom(x), expected, "{x}");
        }
        for (x, expected) in [(0, 63), (-1, 63), (i64::MIN, 0), (1 << 32, 30)] {
            assert_eq!(headroom_long(x), expected, "{x}");
        }
    }

    #[test]
    fn doubles_of_integers_are_exact() {
        for x in [0, 1, 0x7FFF_FFFF, 0x8000_0001, u32::MAX] {
            assert_eq!(natural(x), f64::from(x), "{x}");
        }
    }

    #[test]
    fn saturation_is_symmetric() {
        assert_eq!(saturate(i64::from(i32::MIN)), -i32::MAX);
        assert_eq!(saturate(i64::MAX), i32::MAX);
        assert_eq!(mul_q30(i32::MIN, i32::MIN), i32::MAX);
    }

    #[test]
    fn halves_are_rounded_up() {
        for (x, bits, expected) in [(1, 1, 1), (-1, 1, 0), (-3, 1, -1), (3, 1, 2), (-6, 2, -1)] {
            assert_eq!(round_shift(x, bits), expected, "{x} / 2^{bits}");
        }
    }

    #[test]
    fn a_full_range_shift_takes_any_count() {
        for (x, bits, expected) in [
            (-5, 1, -3),
            (-5, 40, -1),
            (5, i32::MAX, 0),
            (1, -30, 1 << 30),
            (1, -31, i32::MAX),
            (-1, -31, i32::MIN),
            (-2, -31, i32::MIN),
            (7, i32::MIN, i32::MAX),
            (0, i32::MIN, 0),
        ] {
            assert_eq!(shift_full_range(x, bits), expected, "{x} >> {bits}");
        }
    }
}
