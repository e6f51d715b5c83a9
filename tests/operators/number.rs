//! Elements as exact numbers, and exact numbers rounded to elements: written from the formats' definitions, without the library.

use std::cmp::Ordering;

use hostnpu::tensor::Dtype;
use rug::Float;
use rug::float::{Round, Special};

/// Bits that references compute with.
pub const PRECISION: u32 = 240;

/// A number without rounding error, or with one far below any format's.
#[derive(Clone, Debug, PartialEq)]
pub enum Number {
    /// An integer, or 0 and 1 for a truth value.
    Int(i128),
    Real(Float),
    Complex(Float, Float),
    /// A result that tests of the kernel judge: no exact number stands for it.
    Unjudged,
}

impl From<f64> for Number {
    fn from(value: f64) -> Self {
        Self::Real(Float::with_val(PRECISION, value))
    }
}

impl From<i128> for Number {
    fn from(value: i128) -> Self {
        Self::Int(value)
    }
}

impl From<bool> for Number {
    fn from(value: bool) -> Self {
        Self::Int(value.into())
    }
}

impl Number {
    /// Its real part.
    pub fn real(&self) -> Float {
        match self {
            Self::Int(value) => Float::with_val(PRECISION, *value),
            Self::Real(value) | Self::Complex(value, _) => value.clone(),
            Self::Unjudged => Float::with_val(PRECISION, Special::Nan),
        }
    }

    /// Its imaginary part.
    pub fn imaginary(&self) -> Float {
        match self {
            Self::Complex(_, value) => value.clone(),
            _ => Float::new(PRECISION),
        }
    }

    /// True if it is an integer in type.
    pub fn as_int(&self) -> i128 {
        match self {
            Self::Int(value) => *value,
            other => panic!("{other:?} is no integer"),
        }
    }
}

/// Precision, least exponent of a normal number and largest exponent of a binary format.
fn format(dtype: Dtype) -> Option<(u32, i32, i32)> {
    Some(match dtype {
        Dtype::F16 => (11, -14, 15),
        Dtype::Bf16 => (8, -126, 127),
        Dtype::F32 => (24, -126, 127),
        Dtype::F64 => (53, -1022, 1023),
        _ => return None,
    })
}

/// True if elements of the type can be read and written here.
pub fn is_known(dtype: Dtype) -> bool {
    !matches!(
        dtype,
        Dtype::Hifloat8
            | Dtype::F8E5m2
            | Dtype::F8E4m3fn
            | Dtype::F8E8m0
            | Dtype::F6E3m2
            | Dtype::F6E2m3
            | Dtype::F4E2m1
            | Dtype::F4E1m2
            | Dtype::I4
            | Dtype::U1
    )
}

/// The type of the parts of a complex type.
pub fn part(dtype: Dtype) -> Option<Dtype> {
    match dtype {
        Dtype::Complex32 => Some(Dtype::F16),
        Dtype::Complex64 => Some(Dtype::F32),
        Dtype::Complex128 => Some(Dtype::F64),
        _ => None,
    }
}

pub fn is_float(dtype: Dtype) -> bool {
    format(dtype).is_some()
}

/// The value, or the power of two behind the largest number of a format where it is larger.
pub fn bounded(value: &Float, dtype: Dtype) -> Float {
    let (.., largest) = format(dtype).expect("a floating-point format");
    let end = Float::with_val(PRECISION, 1) << (largest + 1);
    match value.is_sign_negative() {
        true => Float::with_val(value.prec(), value.max_ref(&-end)),
        false => Float::with_val(value.prec(), value.min_ref(&end)),
    }
}

/// The distance of neighbours beside `value`.
pub fn unit(value: &Float, dtype: Dtype) -> Float {
    let (precision, least, _) = format(dtype).expect("a floating-point format");
    let exponent = value
        .get_exp()
        .map_or(least, |exponent| (exponent - 1).max(least));
    Float::with_val(PRECISION, 1) << (exponent - precision as i32 + 1)
}

/// The nearest number of a floating-point format, of two the even one.
pub fn round(value: &Float, dtype: Dtype) -> Float {
    if !value.is_finite() || value.is_zero() {
        return value.clone();
    }
    let (precision, least, largest) = format(dtype).expect("a floating-point format");
    let negative = value.is_sign_negative();
    let exponent = value.get_exp().expect("a finite number") - 1;
    let bits = precision as i32 - (least - exponent).max(0);
    let rounded = if bits > 0 {
        // As many bits as the format has at this size.
        Float::with_val(PRECISION, Float::with_val(bits as u32, value))
    } else {
        let unit = unit(value, dtype);
        let zero = Float::with_val(PRECISION, if negative { -0.0 } else { 0.0 });
        // At most the least number; half of it is nearer to 0, which is even.
        match value.cmp_abs(&(unit.clone() / 2_u32)) {
            Some(Ordering::Greater) if negative => -unit,
            Some(Ordering::Greater) => unit,
            _ => zero,
        }
    };
    if rounded
        .get_exp()
        .is_some_and(|exponent| exponent - 1 > largest)
    {
        let infinity = Float::with_val(PRECISION, Special::Infinity);
        return if negative { -infinity } else { infinity };
    }
    rounded
}

/// The number cut off to FLOAT, with a last bit of 1 where something was cut off: rounding that to fewer bits is rounding the number.
fn to_odd(value: &Float) -> f32 {
    let cut = value.to_f32_round(Round::Zero);
    match *value == cut {
        true => cut,
        false => f32::from_bits(cut.to_bits() | 1),
    }
}

fn float_bytes(value: &Float, dtype: Dtype) -> Vec<u8> {
    if value.is_finite() {
        match dtype {
            // MPFR knows the rounding of these.
            Dtype::F32 => return value.to_f32().to_le_bytes().to_vec(),
            Dtype::F64 => return value.to_f64().to_le_bytes().to_vec(),
            Dtype::F16 => return half::f16::from_f32(to_odd(value)).to_le_bytes().to_vec(),
            Dtype::Bf16 => return half::bf16::from_f32(to_odd(value)).to_le_bytes().to_vec(),
            _ => {}
        }
    }
    let rounded = match value.is_nan() {
        // MPFR divides 0 by 0, whose sign is the processor's: that of x86-64, so that operators get the same bits on all.
        true => f64::from_bits(0xfff8_0000_0000_0000),
        false => round(value, dtype).to_f64(),
    };
    match dtype {
        Dtype::F16 => half::f16::from_f64(rounded).to_le_bytes().to_vec(),
        Dtype::Bf16 => half::bf16::from_f64(rounded).to_le_bytes().to_vec(),
        Dtype::F32 => (rounded as f32).to_le_bytes().to_vec(),
        _ => rounded.to_le_bytes().to_vec(),
    }
}

/// The bytes of a number in a type: floating-point numbers to nearest; of integers the low bits; floating-point numbers to integers toward
/// zero: to 32 bits, of which shorter ones have the low bits, to 64 for INT64 and unsigned ones.
pub fn encode(number: &Number, dtype: Dtype) -> Vec<u8> {
    if let Some(part) = part(dtype) {
        let mut bytes = float_bytes(&number.real(), part);
        bytes.extend(float_bytes(&number.imaginary(), part));
        return bytes;
    }
    if is_float(dtype) {
        return match number {
            Number::Real(value) => float_bytes(value, dtype),
            other => float_bytes(&other.real(), dtype),
        };
    }
    let size = dtype.bits().div_ceil(8);
    if dtype == Dtype::Bool {
        let is_true = !number.real().is_zero() || !number.imaginary().is_zero();
        return vec![is_true.into()];
    }
    let integer = match number {
        Number::Int(value) => *value,
        other => {
            let value = match other {
                Number::Real(value) => value.to_f64(),
                other => other.real().to_f64(),
            };
            match dtype {
                Dtype::I8 | Dtype::I16 | Dtype::I32 => (value as i32).into(),
                Dtype::U64 if value > 0.0 => (value as u64).into(),
                _ => (value as i64).into(),
            }
        }
    };
    integer.to_le_bytes()[..size].to_vec()
}

/// The number that an element's bytes hold.
pub fn decode(bytes: &[u8], dtype: Dtype) -> Number {
    if let Some(part) = part(dtype) {
        let (real, imaginary) = bytes.split_at(bytes.len() / 2);
        return Number::Complex(decode(real, part).real(), decode(imaginary, part).real());
    }
    match dtype {
        Dtype::F16 | Dtype::Bf16 | Dtype::F32 | Dtype::F64 => float(bytes, dtype).into(),
        Dtype::Bool => (bytes[0] != 0).into(),
        _ => Number::Int(integer(bytes, dtype)),
    }
}

/// The element as DOUBLE: what [`decode`] gives, rounded. It makes no exact number of each, which takes a hundred times as long.
pub fn decode_double(bytes: &[u8], dtype: Dtype) -> f64 {
    match dtype {
        Dtype::F16 | Dtype::Bf16 | Dtype::F32 | Dtype::F64 => float(bytes, dtype),
        Dtype::Bool => f64::from(u8::from(bytes[0] != 0)),
        _ => integer(bytes, dtype) as f64,
    }
}

fn float(bytes: &[u8], dtype: Dtype) -> f64 {
    match dtype {
        Dtype::F16 => half::f16::from_le_bytes(bytes.try_into().unwrap()).to_f64(),
        Dtype::Bf16 => half::bf16::from_le_bytes(bytes.try_into().unwrap()).to_f64(),
        Dtype::F32 => f32::from_le_bytes(bytes.try_into().unwrap()).into(),
        _ => f64::from_le_bytes(bytes.try_into().unwrap()),
    }
}

fn integer(bytes: &[u8], dtype: Dtype) -> i128 {
    let signed = matches!(dtype, Dtype::I8 | Dtype::I16 | Dtype::I32 | Dtype::I64);
    let fill = match bytes.last() {
        Some(last) if signed && last & 0x80 != 0 => 0xff,
        _ => 0,
    };
    let mut wide = [fill; 16];
    wide[..bytes.len()].copy_from_slice(bytes);
    i128::from_le_bytes(wide)
}

#[test]
fn numbers_are_rounded_as_the_definition_of_the_formats_says() {
    let one = || Float::with_val(PRECISION, 1);
    // A number, one beside it, and halfway between two of each format but for a little, or for nothing.
    let factors = [
        one(),
        one() + 1e-18,
        one() - 1e-18,
        one() + f64::from(2.0_f32.powi(-9)),
        one() + f64::from(2.0_f32.powi(-12)) + 1e-30,
        one() + f64::from(2.0_f32.powi(-25)) - 1e-30,
    ];
    let hold = |value: f64| {
        for factor in factors.iter().filter(|_| value.is_finite()) {
            let exact = Float::with_val(PRECISION, factor * value);
            for dtype in [Dtype::F16, Dtype::Bf16, Dtype::F32, Dtype::F64] {
                let (got, expected) = (
                    decode(&float_bytes(&exact, dtype), dtype),
                    round(&exact, dtype),
                );
                let same_sign = got.real().is_sign_negative() == expected.is_sign_negative();
                assert!(
                    got.real() == expected && same_sign,
                    "{exact} in {dtype:?}: {got:?} instead of {expected}"
                );
            }
        }
    };
    for bits in (0..u64::MAX).step_by(2_000_000_000_000_011) {
        hold(f64::from_bits(bits));
    }
    for bits in (0..u32::MAX).step_by(262_147) {
        // With few bits too, which are halfway between numbers of 16 bits.
        for bits in [bits, bits & 0xffff_8000, bits & 0xffff_f000] {
            hold(f64::from(f32::from_bits(bits)));
        }
    }
}

#[test]
fn rounding_is_that_of_the_hardware_and_of_half() {
    for bits in (0..u32::MAX).step_by(65_537) {
        let single = f32::from_bits(bits);
        let value = f64::from(single) * 1.000_000_123;
        if value.is_nan() {
            continue;
        }
        let exact = Float::with_val(PRECISION, value);
        assert_eq!(
            float_bytes(&exact, Dtype::F32),
            (value as f32).to_le_bytes()
        );
        assert_eq!(
            float_bytes(&exact, Dtype::F16),
            half::f16::from_f64(value).to_le_bytes()
        );
        // From DOUBLE, `half` drops what lies far behind the point of tiny numbers.
        let exact = Float::with_val(PRECISION, single);
        assert_eq!(
            float_bytes(&exact, Dtype::Bf16),
            half::bf16::from_f32(single).to_le_bytes()
        );
    }
}
