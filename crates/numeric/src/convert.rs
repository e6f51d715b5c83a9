//! Conversions between number formats, in each way of rounding: the value is held exactly and rounded once.

/// Rule that replaces a number that the target does not have by one that it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To the nearest; of two, the even one.
    NearestEven,
    /// To the nearest; of two, the larger one.
    NearestUp,
    /// Toward zero.
    TowardZero,
    /// Toward minus infinity.
    Down,
    /// Toward plus infinity.
    Up,
    /// Away from zero.
    AwayFromZero,
}

/// A binary floating-point format.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// Bits of the significand, the hidden one included.
    pub precision: i32,
    /// Exponent of the smallest normal number; that of the largest one is its opposite plus one.
    pub min_exponent: i32,
}

/// IEEE double.
pub const F64: Format = Format {
    precision: 53,
    min_exponent: -1022,
};
/// IEEE float.
pub const F32: Format = Format {
    precision: 24,
    min_exponent: -126,
};
/// bfloat16.
pub const BF16: Format = Format {
    precision: 8,
    min_exponent: -126,
};
/// IEEE half.
pub const F16: Format = Format {
    precision: 11,
    min_exponent: -14,
};

/// A number as its source has it.
#[derive(Clone, Copy, Debug)]
pub enum Number {
    /// Of an integer type.
    Integer(i128),
    /// Of a floating-point type.
    Real(f64),
}

/// A finite number: ±magnitude · 2^exponent.
struct Exact {
    negative: bool,
    magnitude: u128,
    exponent: i32,
}

impl Number {
    /// The nearest double; NaN and infinities stay.
    pub fn to_f64(self) -> f64 {
        match self {
            Number::Integer(value) => value as f64,
            Number::Real(value) => value,
        }
    }

    /// Rounded to an integer from `low` to `high`: what is outside gives the nearer end, NaN gives 0 or the nearest to it.
    pub fn to_integer(self, low: i128, high: i128, direction: Direction) -> i128 {
        let value = match self {
            Number::Integer(value) => value,
            Number::Real(value) if value.is_nan() => 0,
            // Far outside every integer type; a shift by the exponent would leave 128 bits.
            Number::Real(value) if value.abs() >= 2f64.powi(80) => {
                if value < 0.0 {
                    low
                } else {
                    high
                }
            }
            Number::Real(value) => {
                let exact = Exact::from(value);
                let magnitude = if exact.exponent >= 0 {
                    exact.magnitude << exact.exponent
                } else {
                    exact.dropped(exact.exponent.unsigned_abs(), direction)
                } as i128;
                if exact.negative {
                    -magnitude
                } else {
                    magnitude
                }
            }
        };
        value.clamp(low, high)
    }

    /// Rounded to a format; the result is a double that the format has.
    pub fn to_float(self, format: Format, direction: Direction) -> f64 {
        let exact = match self {
            Number::Real(value) if !value.is_finite() || value == 0.0 => return value,
            Number::Integer(0) => return 0.0,
            Number::Real(value) => Exact::from(value),
            Number::Integer(value) => Exact {
                negative: value < 0,
                magnitude: value.unsigned_abs(),
                exponent: 0,
            },
        };
        let sign = if exact.negative { -1.0 } else { 1.0 };
        let top = u128::BITS as i32 - 1 - exact.magnitude.leading_zeros() as i32 + exact.exponent;
        // The last place that the format has there.
        let place = top.max(format.min_exponent) - (format.precision - 1);
        let (magnitude, exponent) = match u32::try_from(place - exact.exponent) {
            Ok(drop) => (exact.dropped(drop, direction), place),
            Err(_) => (exact.magnitude, exact.exponent),
        };
        // In two steps: the power alone may be too small for a double.
        let half = exponent / 2;
        let size = magnitude as f64 * 2f64.powi(half) * 2f64.powi(exponent - half);
        let largest = 2f64.powi(1 - format.min_exponent) * (2.0 - 2f64.powi(1 - format.precision));
        if size <= largest {
            return sign * size;
        }
        let stays_finite = match direction {
            Direction::TowardZero => true,
            Direction::Down => !exact.negative,
            Direction::Up => exact.negative,
            _ => false,
        };
        sign * if stays_finite { largest } else { f64::INFINITY }
    }
}

impl From<f64> for Exact {
    /// A finite number.
    fn from(value: f64) -> Self {
        let bits = value.to_bits();
        let (field, fraction) = ((bits >> 52 & 0x7ff) as i32, bits & ((1 << 52) - 1));
        let hidden = u64::from(field > 0) << 52;
        Self {
            negative: value < 0.0,
            magnitude: u128::from(fraction | hidden),
            exponent: field.max(1) - 1075,
        }
    }
}

impl Exact {
    /// The magnitude without its lowest bits, rounded.
    fn dropped(&self, bits: u32, direction: Direction) -> u128 {
        if bits == 0 {
            return self.magnitude;
        }
        let (kept, rest, half) = match bits {
            1..128 => {
                let rest = self.magnitude & ((1 << bits) - 1);
                (self.magnitude >> bits, rest, 1_u128 << (bits - 1))
            }
            // Less than half of the last place, whatever it is: no magnitude has 127 bits.
            _ => (0, self.magnitude, u128::MAX),
        };
        let up = match direction {
            Direction::NearestEven => rest > half || rest == half && kept & 1 == 1,
            Direction::NearestUp => rest > half || rest == half && !self.negative,
            Direction::TowardZero => false,
            Direction::Down => rest != 0 && self.negative,
            Direction::Up => rest != 0 && !self.negative,
            Direction::AwayFromZero => rest != 0,
        };
        kept + u128::from(up)
    }
}

#[cfg(test)]
mod tests {
    use half::{bf16, f16};

    use super::*;

    const ALL: [Direction; 6] = [
        Direction::NearestEven,
        Direction::NearestUp,
        Direction::TowardZero,
        Direction::Down,
        Direction::Up,
        Direction::AwayFromZero,
    ];

    fn samples() -> impl Iterator<Item = f64> {
        let mut state = 1_u64;
        (0..200_000).map(move |i| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            // Every other one of a size that all formats have.
            let bits = if i % 2 == 0 {
                state
            } else {
                state & !(0x7ff << 52) | (1023 - 30 + (state >> 58)) << 52
            };
            f64::from_bits(bits)
        })
    }

    #[test]
    fn nearest_even_is_what_the_processor_does() {
        let same = |a: f64, b: f64| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan();
        for x in samples() {
            let to = |format| Number::Real(x).to_float(format, Direction::NearestEven);
            assert!(same(to(F32), f64::from(x as f32)), "{x:e} as float");
            assert!(same(to(F64), x), "{x:e} as double");
            // From floats: half's conversions from double leave the lowest bits out.
            let x = x as f32;
            let to = |format| Number::Real(x.into()).to_float(format, Direction::NearestEven);
            assert!(same(to(F16), f16::from_f32(x).to_f64()), "{x:e} as half");
            assert!(same(to(BF16), bf16::from_f32(x).to_f64()), "{x:e} as bf16");
        }
        for x in [
            u64::MAX,
            (1 << 53) + 1,
            (1 << 54) - 1,
            16_777_217,
            2049,
            257,
        ] {
            let to = |format| Number::Integer(x.into()).to_float(format, Direction::NearestEven);
            assert_eq!(to(F64), x as f64);
            assert_eq!(to(F32), f64::from(x as f32));
        }
    }

    #[test]
    fn integers_follow_each_direction() {
        let round = |x: f64| ALL.map(|direction| Number::Real(x).to_integer(-128, 127, direction));
        assert_eq!(round(2.5), [2, 3, 2, 2, 3, 3]);
        assert_eq!(round(-2.5), [-2, -2, -2, -3, -2, -3]);
        assert_eq!(round(3.5), [4, 4, 3, 3, 4, 4]);
        assert_eq!(round(-0.25), [0, 0, 0, -1, 0, -1]);
        assert_eq!(round(1e-300), [0, 0, 0, 0, 1, 1]);
        assert_eq!(round(7.0), [7; 6]);
        assert_eq!(round(f64::NAN), [0; 6]);
        assert_eq!(round(f64::INFINITY), [127; 6]);
        assert_eq!(round(-1e30), [-128; 6]);
        assert_eq!(round(127.75), [127; 6]);
        let large = Number::Real(1e18).to_integer(0, u64::MAX.into(), Direction::Up);
        assert_eq!(large, 1_000_000_000_000_000_000);
    }

    #[test]
    fn floats_follow_each_direction() {
        let round = |x: f64| ALL.map(|direction| Number::Real(x).to_float(F16, direction));
        // 2048 and above, a half has even integers only.
        assert_eq!(
            round(2049.0),
            [2048.0, 2050.0, 2048.0, 2048.0, 2050.0, 2050.0]
        );
        assert_eq!(
            round(-2049.0),
            [-2048.0, -2048.0, -2048.0, -2050.0, -2048.0, -2050.0]
        );
        let inf = f64::INFINITY;
        assert_eq!(round(70000.0), [inf, inf, 65504.0, 65504.0, inf, inf]);
        assert_eq!(
            round(-70000.0),
            [-inf, -inf, -65504.0, -inf, -65504.0, -inf]
        );
        let least = 2f64.powi(-24);
        assert_eq!(round(1e-9), [0.0, 0.0, 0.0, 0.0, least, least]);
        assert_eq!(round(-1e-300), [-0.0, -0.0, -0.0, -least, -0.0, -least]);
        for direction in ALL {
            let down = Number::Integer((1 << 60) + 1).to_float(F64, direction);
            let up = [Direction::Up, Direction::AwayFromZero].contains(&direction);
            assert_eq!(
                down,
                2f64.powi(60) + if up { 256.0 } else { 0.0 },
                "{direction:?}"
            );
        }
    }
}
