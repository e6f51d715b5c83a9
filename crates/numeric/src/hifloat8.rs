//! HiFloat8: eight bits whose mantissa is longer for numbers near 1.
//!
//! Below the sign, a prefix says how many bits the exponent has; the mantissa has what is left.
//!
//! | prefix | exponent bits | exponents | mantissa bits |
//! |---|---|---|---|
//! | `0001` | 0 | 0 | 3 |
//! | `001` | 1 | -1, 1 | 3 |
//! | `01` | 2 | 2 and 3, of both signs | 3 |
//! | `10` | 3 | 4 to 7, of both signs | 2 |
//! | `11` | 4 | 8 to 15, of both signs | 1 |
//! | `0000` | - | powers of two from 2^-22 to 2^-16; 0 is zero | - |
//!
//! The first bit of the exponent is its sign, 1 for negative; the others are what stands below its leading bit. `0x80` is NaN, `0x6f` and `0xef` are infinities, and the
//! largest number is 32768. There is one zero.

/// The only NaN.
pub const NAN: u8 = 0x80;
/// Infinity.
pub const INFINITY: u8 = 0x6f;
/// The largest number, 32768.
pub const MAX: u8 = 0x6e;

/// Bits of the mantissa of numbers with this exponent.
#[inline(always)]
const fn mantissa_bits(exponent: i32) -> u32 {
    match exponent.unsigned_abs() {
        0..=3 => 3,
        4..=7 => 2,
        8..=15 => 1,
        _ => 0,
    }
}

/// The value of a code, exactly.
pub fn decode(code: u8) -> f32 {
    if code == NAN {
        return f32::NAN;
    }
    let sign = if code & 0x80 != 0 { -1.0 } else { 1.0 };
    let magnitude = code & 0x7f;
    if magnitude == INFINITY {
        return sign * f32::INFINITY;
    }
    if magnitude < 8 {
        let value = if magnitude == 0 {
            0.0
        } else {
            power_of_two(i32::from(magnitude) - 23)
        };
        return sign * value;
    }
    let exponent_bits: u32 = match magnitude {
        0x08..=0x0f => 0,
        0x10..=0x1f => 1,
        0x20..=0x3f => 2,
        0x40..=0x5f => 3,
        _ => 4,
    };
    let mantissa_bits = match exponent_bits {
        0..=2 => 3,
        3 => 2,
        _ => 1,
    };
    let mantissa = magnitude & ((1 << mantissa_bits) - 1);
    let field = magnitude >> mantissa_bits & ((1 << exponent_bits) - 1);
    let exponent = match exponent_bits {
        0 => 0,
        bits => {
            let leading = 1 << (bits - 1);
            let size = i32::from(leading | field & (leading - 1));
            if field & leading != 0 { -size } else { size }
        }
    };
    let significand = 1.0 + f32::from(mantissa) / f32::from(1_u8 << mantissa_bits);
    sign * significand * power_of_two(exponent)
}

/// The code of the nearest number, of two the one that is larger in magnitude. From 40960 on that is infinity; NaN stays NaN.
pub fn encode(value: f32) -> u8 {
    // Half a unit of the last bit that stays; the next exponent, below the powers of two.
    encode_by(value, |_, exponent| match exponent < -22 {
        true => 1 << 23,
        false => 1 << (22 - mantissa_bits(exponent)),
    })
}

/// The code of a neighbour by `hybrid` rounding: as [`encode`] for exponents from -3 to 3; else the larger magnitude if the 14 bits of the mantissa behind the last
/// one that stays are not less than the last 14 bits of all 23.
pub fn encode_hybrid(value: f32) -> u8 {
    encode_by(value, |bits, exponent| {
        let kept = mantissa_bits(exponent);
        if exponent.unsigned_abs() < 4 {
            return 1 << (22 - kept);
        }
        // Below the powers of two the leading bit is the first of those that go.
        let significand = bits & 0x7f_ffff | u32::from(exponent < -22) << 23;
        let behind = match exponent < -22 {
            true => significand >> 10,
            false => significand >> (9 - kept) & 0x3fff,
        };
        // To the next number, without what is behind the cut: after a carry more bits may stay.
        let unit = 1 << (23 - kept);
        match behind >= bits & 0x3fff {
            true => unit - (bits & (unit - 1)),
            false => 0,
        }
    })
}

/// Adds what `up` gives of the bits of a magnitude and its exponent, and cuts what is behind the last bit that stays; a carry moves on to the exponent.
#[inline(always)]
fn encode_by(value: f32, up: impl Fn(u32, i32) -> u32) -> u8 {
    if value.is_nan() {
        return NAN;
    }
    let sign = (value.to_bits() >> 24 & 0x80) as u8;
    let bits = value.to_bits() & 0x7fff_ffff;
    let exponent = (bits >> 23) as i32 - 127;
    if exponent < -23 {
        return 0;
    }
    let bits = bits + up(bits, exponent);
    let exponent = (bits >> 23) as i32 - 127;
    if exponent < -15 {
        return match exponent < -22 {
            true => 0,
            false => sign | (exponent + 23) as u8,
        };
    }
    let kept = mantissa_bits(exponent);
    let mantissa = ((bits & 0x7f_ffff) >> (23 - kept)) as u8;
    if exponent > 15 || exponent == 15 && mantissa > 0 {
        return sign | INFINITY;
    }
    let size = exponent.unsigned_abs();
    let (prefix, exponent_bits) = match size {
        0 => (0x08, 0),
        1 => (0x10, 1),
        2..=3 => (0x20, 2),
        4..=7 => (0x40, 3),
        _ => (0x60, 4),
    };
    let field = match exponent_bits {
        0 => 0,
        bits => {
            let leading = 1 << (bits - 1);
            (size & (leading - 1)) as u8 | if exponent < 0 { leading as u8 } else { 0 }
        }
    };
    sign | prefix | field << kept | mantissa
}

/// The code of the nearest number, of two the one that is larger in magnitude: what is too large becomes 32768, NaN becomes 0.
pub fn encode_saturating(value: f32) -> u8 {
    saturated(encode(value))
}

/// A code, of an infinity that of the largest number, of NaN that of 0.
pub fn saturated(code: u8) -> u8 {
    match code {
        NAN => 0,
        code if code & 0x7f == INFINITY => code & 0x80 | MAX,
        code => code,
    }
}

/// `2^exponent`, of a normal number.
#[inline(always)]
fn power_of_two(exponent: i32) -> f32 {
    f32::from_bits(((127 + exponent) as u32) << 23)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All finite values from 0 up, by the definition: powers of two, and a significand of as many bits as the exponent leaves.
    fn values() -> Vec<f64> {
        let mut values = vec![0.0];
        values.extend((-22..=-16).map(|exponent| f64::exp2(f64::from(exponent))));
        for exponent in -15_i32..=15 {
            let steps = match exponent.abs() {
                0..=3 => 8,
                4..=7 => 4,
                _ => 2,
            };
            let power = f64::exp2(f64::from(exponent));
            values
                .extend((0..steps).map(|step| power * (1.0 + f64::from(step) / f64::from(steps))));
        }
        // The code above is infinity.
        assert_eq!(values.pop(), Some(1.5 * 32768.0));
        values
    }

    #[test]
    fn codes_have_the_values_of_the_definition() {
        let mut decoded: Vec<f64> = (0..0x80).map(|code| f64::from(decode(code))).collect();
        decoded.retain(|value| value.is_finite());
        decoded.sort_by(f64::total_cmp);
        assert_eq!(decoded, values());
        for code in 1..0x80 {
            assert_eq!(decode(code | 0x80), -decode(code));
        }
        assert!(decode(NAN).is_nan());
        assert_eq!(decode(INFINITY), f32::INFINITY);
        assert_eq!(
            (decode(0x08), decode(0x6e), decode(0x01)),
            (1.0, 32768.0, 2.0_f32.powi(-22))
        );
    }

    #[test]
    fn every_code_is_its_own_nearest() {
        for code in 0..=u8::MAX {
            assert_eq!(encode(decode(code)), code, "{code:#x}");
        }
    }

    #[test]
    fn numbers_go_to_the_nearest_and_ties_away_from_zero() {
        let values = values();
        for (low, high) in values.iter().zip(&values[1..]) {
            let middle = (low + high) / 2.0;
            let float = middle as f32;
            assert_eq!(f64::from(float), middle);
            for sign in [1.0, -1.0] {
                let nearest = |x: f32| f64::from(sign * decode(encode(sign * x)));
                assert_eq!(nearest(float), *high);
                assert_eq!(nearest(float.next_up()), *high);
                assert_eq!(nearest(float.next_down()), *low);
            }
        }
    }

    #[test]
    fn hybrid_rounding_compares_the_bits_behind_the_cut_with_the_last_ones() {
        // Exponents near 0 are rounded as ever.
        for bits in (0x3e00_0000_u32..0x4180_0000).step_by(977) {
            let value = f32::from_bits(bits);
            assert_eq!(encode_hybrid(value), encode(value));
        }
        // 2^5 with two bits of mantissa: the 14 bits behind them are bits 7 to 20.
        let of = |behind: u32, last: u32| f32::from_bits(132 << 23 | behind << 7 | last);
        assert_eq!(decode(encode_hybrid(of(0x1000, 0x7f))), 40.0);
        assert_eq!(decode(encode_hybrid(of(0x80, 0x7f))), 40.0);
        assert_eq!(decode(encode_hybrid(of(1, 0x7f))), 32.0);
        assert_eq!(decode(encode_hybrid(of(0x40, 0x7f))), 32.0);
        assert_eq!(
            decode(encode_hybrid(f32::from_bits(123 << 23 | 0x7f_e000))),
            0.125
        );
        assert_eq!(encode_hybrid(f32::from_bits(104 << 23)), 1);
        assert_eq!(encode_hybrid(f32::from_bits(104 << 23 | 0x3fff)), 0);
        assert_eq!(encode_hybrid(f32::from_bits(103 << 23)), 0);
        assert_eq!(encode_hybrid(f32::INFINITY), INFINITY);
    }

    #[test]
    fn what_is_too_large_is_infinite_or_the_largest() {
        let least = 1.25 * 32768.0_f32;
        assert_eq!(encode(least.next_down()), MAX);
        assert_eq!(encode(least), INFINITY);
        assert_eq!(encode(-f32::MAX), INFINITY | 0x80);
        assert_eq!(encode_saturating(least), MAX);
        assert_eq!(encode_saturating(f32::NEG_INFINITY), MAX | 0x80);
        assert_eq!((encode(f32::NAN), encode_saturating(f32::NAN)), (NAN, 0));
        assert_eq!((encode(-0.0), encode(f32::from_bits(1))), (0, 0));
    }
}
