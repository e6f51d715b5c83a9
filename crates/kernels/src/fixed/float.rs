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

/// 2 to an exponent that a double can say.
#[inline(always)]
fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

/// The nearest float: first to 24 bits, then to what is left of them near underflow. Half to even, twice.
#[inline]
pub fn to_f32(x: Scaled) -> f32 {
    let rounded = f64::from(x.mantissa as f32);
    (rounded * power_of_two(x.exponent.clamp(-400, 400))) as f32
}

/// The nearest double; exact unless it is subnormal or infinite.
#[inline]
pub fn to_f64(x: Scaled) -> f64 {
    // Two steps, since one power may be too small for a double. The first product is exact.
    let exponent = x.exponent.clamp(-1200, 1200);
    let half = exponent / 2;
    f64::from(x.mantissa) * power_of_two(half) * power_of_two(exponent - half)
}

/// Mantissa and exponent of a float, exact: the mantissa's magnitude is 2^30 to 2^31 − 2^7. 0, infinities and NaN give 0 and −31.
#[inline]
pub fn from_f32(x: f32) -> Scaled {
    if x == 0.0 || !x.is_finite() {
        return Scaled {
            mantissa: 0,
            exponent: -31,
        };
    }
    // As a double every float is normal.
    let bits = f64::from(x).to_bits();
    let digits = (bits >> 22 & 0x3FFF_FFFF | 1 << 30) as i32;
    Scaled {
        mantissa: if x < 0.0 { -digits } else { digits },
        exponent: (bits >> 52 & 0x7FF) as i32 - 1023 - 30,
    }
}

/// Mantissa and exponent of a double: its fraction in [1/2, 1) times 2^31 − 1, rounded half away from zero. 0, infinities
/// and NaN give 0 and −31.
#[inline]
pub fn from_f64(x: f64) -> Scaled {
    if x == 0.0 || !x.is_finite() {
        return Scaled {
            mantissa: 0,
            exponent: -31,
        };
    }
    // Subnormal doubles are made normal first.
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
