//! Arithmetic on numbers with an exponent, and their conversions.

use super::reciprocal::reciprocal;
use super::rounding::{
    SATURATED, headroom, headroom_long, product, round_shift, shift_full_range, wrap,
};
use super::square_root::{MAX_DEPTH, square_root};
use super::{Scaled, ScaledLong, ScaledShort};

/// `x · y`: both mantissas are brought to about 30 bits, their product is rounded half up to about 30 bits.
#[inline]
pub fn multiply(x: Scaled, y: Scaled) -> Scaled {
    let (room_x, room_y) = (headroom(x.mantissa), headroom(y.mantissa));
    let room = room_x + room_y;
    // One bit of headroom each, so that the product cannot overflow. Where one has none and the other can give two, the
    // other gives both. Else the full one loses its last bit. No branches: headroom is as good as random.
    let loses = |own_room: i32| i32::from((own_room == 0) & (room <= 1));
    // A full word that stays meets the symmetric saturation of the vendor's shifter; one that loses its last bit is the same
    // as without.
    let operand = |mantissa: i32, own_room: i32| mantissa.max(-SATURATED) & !loses(own_room);
    // No other bit is lost, so that all shifts can wait for the product.
    let exact = product(operand(x.mantissa, room_x), operand(y.mantissa, room_y)) << room;
    Scaled {
        // At most 2^62: what is rounded fits its word.
        mantissa: wrap(round_shift(exact, 32)),
        exponent: x.exponent.wrapping_add(y.exponent).wrapping_add(32 - room),
    }
}

/// `x + y`: both are floored to the larger exponent, and one bit more, so that the sum cannot overflow.
#[inline]
pub fn add(x: Scaled, y: Scaled) -> Scaled {
    let least = |x: Scaled| x.exponent.wrapping_sub(headroom(x.mantissa));
    let exponent = least(x).max(least(y)).wrapping_add(1);
    Scaled {
        mantissa: rescale(x, exponent).wrapping_add(rescale(y, exponent)),
        exponent,
    }
}

/// `x − y`, as [`add`].
#[inline]
pub fn subtract(x: Scaled, y: Scaled) -> Scaled {
    let least = |x: Scaled| x.exponent.wrapping_sub(headroom(x.mantissa));
    let exponent = least(x).max(least(y)).wrapping_add(1);
    Scaled {
        mantissa: rescale(x, exponent).wrapping_sub(rescale(y, exponent)),
        exponent,
    }
}

/// `x / y`, as `x · (1 / y)`. A zero divisor counts as [`reciprocal`] says.
#[inline]
pub fn divide(x: Scaled, y: Scaled) -> Scaled {
    let inverse = reciprocal(y.mantissa);
    multiply(
        x,
        Scaled {
            exponent: inverse.exponent.wrapping_sub(y.exponent),
            ..inverse
        },
    )
}

/// The magnitude of `x`; that of the most negative mantissa saturates.
#[inline]
pub fn absolute(x: Scaled) -> Scaled {
    Scaled {
        mantissa: x.mantissa.saturating_abs(),
        ..x
    }
}

/// The next state of an exponential moving average, `c · x + (1 − c) · y`, with `c` in unsigned Q2.30.
#[inline]
pub fn moving_average(x: Scaled, y: Scaled, coefficient: u32) -> Scaled {
    let weight = |word: u32| Scaled {
        mantissa: word as i32,
        exponent: -30,
    };
    let rest = (1u32 << 30).wrapping_sub(coefficient);
    add(multiply(x, weight(coefficient)), multiply(y, weight(rest)))
}

/// The square root at full depth.
#[inline]
pub fn root(x: Scaled) -> Scaled {
    square_root(x, MAX_DEPTH)
}

/// The mantissa of `x` at another exponent: floored, or saturated to the full range.
#[inline]
pub fn rescale(x: Scaled, exponent: i32) -> i32 {
    let bits = i64::from(exponent) - i64::from(x.exponent);
    shift_full_range(x.mantissa, bits.clamp(-64, 64) as i32)
}

/// The same from a mantissa of 64 bits.
#[inline]
pub fn rescale_long(x: ScaledLong, exponent: i32) -> i32 {
    let bits = i64::from(exponent) - i64::from(x.exponent);
    let word = if bits >= 0 {
        x.mantissa >> bits.min(63)
    } else {
        let shifted = i128::from(x.mantissa) << (-bits).min(63);
        shifted.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64
    };
    word.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}

/// To 16 bits: the mantissa is floored to what fits, and left alone where it fits.
#[inline]
pub fn shorten(x: Scaled) -> ScaledShort {
    let shift = (16 - headroom(x.mantissa)).max(0);
    ScaledShort {
        mantissa: (x.mantissa >> shift) as i16,
        exponent: x.exponent.wrapping_add(shift),
    }
}

/// From 16 bits; with `normalise`, without headroom.
#[inline]
pub fn lengthen(x: ScaledShort, normalise: bool) -> Scaled {
    let mantissa = i32::from(x.mantissa);
    let shift = if normalise { headroom(mantissa) } else { 0 };
    Scaled {
        mantissa: mantissa << shift,
        exponent: x.exponent.wrapping_sub(shift),
    }
}

/// From 64 bits: the mantissa is floored to what fits, and left alone where it fits.
#[inline]
pub fn narrow(x: ScaledLong) -> Scaled {
    let shift = (32 - headroom_long(x.mantissa)).max(0);
    Scaled {
        mantissa: (x.mantissa >> shift) as i32,
        exponent: x.exponent.wrapping_add(shift),
    }
}

// The conversions take floats apart and put them together by their bits: no floating-point instruction can meet the caller's
// environment, or leave a flag in it.

/// `x / 2^bits`, rounded to nearest, of two to the even one. `bits` is 1 to 62, `x` below 2^62.
#[inline(always)]
fn round_even(x: u64, bits: u32) -> u64 {
    (x + (1 << (bits - 1)) - 1 + (x >> bits & 1)) >> bits
}

/// The nearest float: first to 24 bits, then to what is left of them near underflow. Half to even, twice.
#[inline]
pub fn to_f32(x: Scaled) -> f32 {
    let magnitude = x.mantissa.unsigned_abs();
    let room = magnitude.leading_zeros();
    // 2^23 to 2^24, unless it is 0.
    let digits = round_even(u64::from(magnitude) << room, 8);
    // Of the number's last digit, as floats count exponents: 1 is that of the smallest ones.
    let exponent = x.exponent.clamp(-400, 400) + 8 - room as i32 + 150;
    let bits = if magnitude == 0 {
        0
    } else if exponent >= 1 {
        // The highest digit adds 1 to the exponent; a carry one more.
        (((exponent - 1).min(254) as u64) << 23) + digits
    } else {
        round_even(digits, (1 - exponent).min(62) as u32)
    };
    let sign = x.mantissa as u32 & 1 << 31;
    f32::from_bits(sign | (bits as u32).min(f32::INFINITY.to_bits()))
}

/// The nearest double; exact unless it is subnormal or infinite.
#[inline]
pub fn to_f64(x: Scaled) -> f64 {
    let magnitude = u64::from(x.mantissa.unsigned_abs());
    // 11 to 42, so that the highest digit is where a double has it.
    let shift = (magnitude | 1).leading_zeros() as i32 - 11;
    let digits = magnitude << shift;
    let exponent = x.exponent.clamp(-1200, 1200) - shift + 1075;
    let bits = if magnitude == 0 {
        0
    } else if exponent >= 1 {
        (((exponent - 1).min(2046) as u64) << 52) + digits
    } else {
        round_even(digits, (1 - exponent).min(62) as u32)
    };
    let sign = u64::from(x.mantissa as u32 >> 31) << 63;
    f64::from_bits(sign | bits.min(f64::INFINITY.to_bits()))
}

/// Returns true if a float is neither infinite nor NaN.
#[inline]
pub fn is_finite_f32(x: f32) -> bool {
    x.to_bits() << 1 < 0xFF << 24
}

/// Returns true if a double is neither infinite nor NaN.
#[inline]
pub fn is_finite_f64(x: f64) -> bool {
    x.to_bits() << 1 < 0x7FF << 53
}

/// Mantissa and exponent of a float, exact: the mantissa's magnitude is 2^30 to 2^31 − 2^7. 0, infinities and NaN give 0 and −31.
#[inline]
pub fn from_f32(x: f32) -> Scaled {
    let bits = x.to_bits();
    let field = bits >> 23 & 0xFF;
    let fraction = bits & 0x7F_FFFF;
    let digits = if field == 0 {
        fraction
    } else {
        fraction | 1 << 23
    };
    if digits == 0 || field == 0xFF {
        return Scaled {
            mantissa: 0,
            exponent: -31,
        };
    }
    // 7, and more for subnormals.
    let shift = digits.leading_zeros() - 1;
    let digits = (digits << shift) as i32;
    Scaled {
        mantissa: if bits >> 31 == 1 { -digits } else { digits },
        exponent: field.max(1) as i32 - 150 - shift as i32,
    }
}

/// Mantissa and exponent of a double: its fraction in [1/2, 1) times 2^31 − 1, as a double, rounded half away from zero. 0,
/// infinities and NaN give 0 and −31.
#[inline]
pub fn from_f64(x: f64) -> Scaled {
    let bits = x.to_bits();
    let field = (bits >> 52 & 0x7FF) as i32;
    let fraction = bits & ((1 << 52) - 1);
    let digits = if field == 0 {
        fraction
    } else {
        fraction | 1 << 52
    };
    if digits == 0 || field == 0x7FF {
        return Scaled {
            mantissa: 0,
            exponent: -31,
        };
    }
    // 0, and more for subnormals: then the fraction is digits / 2^53.
    let shift = digits.leading_zeros() as i32 - 11;
    // The product in units of 2^-53, and rounded to the 53 bits of a double; it is 2^82 to 2^84.
    let product = u128::from(digits << shift) * SATURATED as u128;
    let dropped = 30 + (product >> 83) as u32;
    let half = (1 << (dropped - 1)) - 1 + (product >> dropped & 1);
    let rounded = ((product + half) >> dropped << dropped) + (1 << 52);
    let mantissa = (rounded >> 53) as i32;
    Scaled {
        mantissa: if bits >> 63 == 1 { -mantissa } else { mantissa },
        exponent: field.max(1) - 1022 - 31 - shift,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definitions in floating-point arithmetic, as the vendor's portable build has them.
    mod by_arithmetic {
        use super::Scaled;

        fn power_of_two(exponent: i32) -> f64 {
            f64::from_bits(((exponent + 1023) as u64) << 52)
        }

        pub fn to_f32(x: Scaled) -> f32 {
            let rounded = f64::from(x.mantissa as f32);
            (rounded * power_of_two(x.exponent.clamp(-400, 400))) as f32
        }

        pub fn to_f64(x: Scaled) -> f64 {
            let exponent = x.exponent.clamp(-1200, 1200);
            let half = exponent / 2;
            f64::from(x.mantissa) * power_of_two(half) * power_of_two(exponent - half)
        }

        pub fn from_f32(x: f32) -> Scaled {
            let bits = f64::from(x).to_bits();
            let digits = (bits >> 22 & 0x3FFF_FFFF | 1 << 30) as i32;
            Scaled {
                mantissa: if x < 0.0 { -digits } else { digits },
                exponent: (bits >> 52 & 0x7FF) as i32 - 1023 - 30,
            }
        }

        pub fn from_f64(x: f64) -> Scaled {
            let (x, lift) = if x.abs() < f64::MIN_POSITIVE {
                (x * power_of_two(64), 64)
            } else {
                (x, 0)
            };
            let bits = x.to_bits();
            let fraction = f64::from_bits(bits & !(0x7FF << 52) | 1022 << 52);
            Scaled {
                mantissa: (f64::from(i32::MAX) * fraction).round() as i32,
                exponent: (bits >> 52 & 0x7FF) as i32 - 1022 - 31 - lift,
            }
        }
    }

    /// Words of every length, and the ends of each.
    fn words() -> impl Iterator<Item = u64> {
        let mut state = 1_u64;
        let random = (0..200_000).map(move |i| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state ^ state >> 32) >> (i % 64)
        });
        let ends = (0..64).flat_map(|bit| {
            let power = 1_u64 << bit;
            [
                power - 1,
                power,
                power + 1,
                !power,
                power | power >> 24,
                power | power >> 25,
            ]
        });
        random.chain(ends)
    }

    #[test]
    fn numbers_become_the_nearest_floats_and_doubles() {
        for word in words() {
            let mantissa = word as i32;
            let near = (word >> 40) as i32 % 64;
            for exponent in [
                0,
                3,
                -31,
                97 + near,
                -150 - near,
                -1075 - near,
                993 + near,
                i32::MIN,
                i32::MAX,
                near,
            ] {
                let x = Scaled { mantissa, exponent };
                let (float, double) = (by_arithmetic::to_f32(x), by_arithmetic::to_f64(x));
                assert_eq!(to_f32(x).to_bits(), float.to_bits(), "{x:?}");
                assert_eq!(to_f64(x).to_bits(), double.to_bits(), "{x:?}");
            }
        }
    }

    #[test]
    fn floats_and_doubles_are_taken_apart() {
        let nothing = Scaled {
            mantissa: 0,
            exponent: -31,
        };
        for word in words() {
            let float = f32::from_bits(word as u32);
            assert_eq!(is_finite_f32(float), float.is_finite(), "{word:#x}");
            if float != 0.0 && float.is_finite() {
                assert_eq!(from_f32(float), by_arithmetic::from_f32(float), "{word:#x}");
            } else {
                assert_eq!(from_f32(float), nothing, "{word:#x}");
            }
            // Of ordinary size too: most patterns of a random exponent are not near each other.
            for bits in [
                word,
                word & !(0x7FF << 52) | 0x3FE << 52,
                word & !(0x7FF << 52),
            ] {
                let double = f64::from_bits(bits);
                assert_eq!(is_finite_f64(double), double.is_finite(), "{bits:#x}");
                if double != 0.0 && double.is_finite() {
                    assert_eq!(
                        from_f64(double),
                        by_arithmetic::from_f64(double),
                        "{bits:#x}"
                    );
                } else {
                    assert_eq!(from_f64(double), nothing, "{bits:#x}");
                }
            }
        }
    }

    #[test]
    fn a_product_that_a_double_rounds_to_a_half_is_rounded_up() {
        // Products just below a half, which 53 bits cannot tell from it.
        let mut rounded_twice = 0;
        for k in 0..100_000_u128 {
            let half = (((1 << 30) + k * 10_007) << 53) + (1 << 52);
            let digits = (half / SATURATED as u128) as u64;
            let double = f64::from_bits(digits & ((1 << 52) - 1) | (1022 << 52));
            let expected = by_arithmetic::from_f64(double);
            assert_eq!(from_f64(double), expected);
            let once = (u128::from(digits) * SATURATED as u128 + (1 << 52)) >> 53;
            rounded_twice += u32::from(once != expected.mantissa as u128);
        }
        assert!(rounded_twice > 0, "the loop met no such product");
    }
}
