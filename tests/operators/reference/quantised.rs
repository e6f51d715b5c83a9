//! Quantised numbers, by the definitions of the types and exact quotients.

use std::sync::LazyLock;

use hostnpu::tensor::Dtype;
use rug::Float;

use super::movement::tensor;
use crate::argument::{Argument, Tensor};
use crate::arguments::Arguments;
use crate::number::decode;

/// Bits that hold every product and sum below exactly.
const BITS: u32 = 400;

/// The numbers of a type from 0 up, each with its code, and whether a number half-way goes away from zero.
pub struct Codes {
    magnitudes: Vec<(Float, u8)>,
    ties_away: bool,
    /// True if -0 has a code of its own.
    has_signed_zero: bool,
    /// The code of the opposite number.
    negative: fn(u8) -> u8,
    max: f32,
}

fn power(exponent: i32) -> Float {
    Float::with_val(BITS, 1) << exponent
}

/// A type of `exponent` and `mantissa` bits with gradual underflow, up to the code `most`.
fn minifloat(mantissa: u32, bias: i32, most: u8, max: f32) -> Codes {
    let value = |code: u8| {
        let field = i32::from(code >> mantissa);
        let fraction = u32::from(code) & ((1 << mantissa) - 1);
        let fraction = Float::with_val(BITS, fraction) >> mantissa;
        match field {
            0 => fraction * power(1 - bias),
            _ => (fraction + 1) * power(field - bias),
        }
    };
    Codes {
        magnitudes: (0..=most).map(|code| (value(code), code)).collect(),
        ties_away: false,
        has_signed_zero: true,
        negative: |code| code | 0x80,
        max,
    }
}

/// By the prefixes of the definition, read as text.
fn hifloat8() -> Codes {
    let value = |code: u8| -> Float {
        let bits = format!("{code:07b}");
        let (prefix, exponent) = [("11", 4), ("10", 3), ("01", 2), ("001", 1), ("0001", 0)]
            .into_iter()
            .find(|(prefix, _)| bits.starts_with(prefix))
            .unwrap_or(("0000", 0));
        if prefix == "0000" {
            return match code {
                0 => Float::new(BITS),
                _ => power(i32::from(code) - 23),
            };
        }
        let (exponent, mantissa) = bits[prefix.len()..].split_at(exponent);
        let size = match exponent.is_empty() {
            true => 0,
            false => i32::from_str_radix(&format!("1{}", &exponent[1..]), 2).unwrap(),
        };
        let exponent = if exponent.starts_with('1') {
            -size
        } else {
            size
        };
        let fraction = u32::from_str_radix(mantissa, 2).unwrap();
        ((Float::with_val(BITS, fraction) >> mantissa.len() as u32) + 1) * power(exponent)
    };
    let mut magnitudes: Vec<_> = (0..0x6f_u8)
        .chain(0x70..0x80)
        .map(|code| (value(code), code))
        .collect();
    magnitudes.sort_by(|a, b| a.0.total_cmp(&b.0));
    Codes {
        magnitudes,
        ties_away: true,
        has_signed_zero: false,
        negative: |code| code | 0x80,
        max: 32768.0,
    }
}

fn integer(max: u8) -> Codes {
    Codes {
        magnitudes: (0..=max)
            .map(|code| (Float::with_val(BITS, code), code))
            .collect(),
        ties_away: false,
        has_signed_zero: false,
        negative: u8::wrapping_neg,
        max: max.into(),
    }
}

/// The codes of each type, made once: they are asked for at every element.
static TABLES: LazyLock<[(Dtype, Codes); 8]> = LazyLock::new(|| {
    [
        (Dtype::I8, integer(127)),
        (Dtype::I4, integer(7)),
        (Dtype::I32, integer(7)),
        (Dtype::F8E5m2, minifloat(2, 15, 0x7b, 57344.0)),
        (Dtype::F8E4m3fn, minifloat(3, 7, 0x7e, 448.0)),
        (Dtype::Hifloat8, hifloat8()),
        (Dtype::F4E2m1, minifloat(1, 1, 7, 6.0)),
        (Dtype::F4E1m2, minifloat(2, 1, 7, 1.75)),
    ]
});

impl Codes {
    fn of(dtype: Dtype) -> &'static Self {
        let found = TABLES.iter().find(|(own, _)| *own == dtype);
        &found.unwrap_or_else(|| panic!("{dtype}")).1
    }

    /// The code of the number nearest to `magnitude / scale`; of the largest one for what is larger.
    fn nearest(&self, magnitude: &Float, scale: f32) -> u8 {
        let times = |value: &Float| Float::with_val(BITS, value * scale);
        let above = self
            .magnitudes
            .partition_point(|(value, _)| times(value) < *magnitude);
        let Some((high, high_code)) = self.magnitudes.get(above) else {
            return self.magnitudes.last().unwrap().1;
        };
        if above == 0 {
            return *high_code;
        }
        let (low, low_code) = &self.magnitudes[above - 1];
        let sum = Float::with_val(BITS, low + high);
        match Float::with_val(BITS, magnitude * 2).total_cmp(&times(&sum)) {
            std::cmp::Ordering::Less => *low_code,
            std::cmp::Ordering::Greater => *high_code,
            _ if self.ties_away || high_code % 2 == 0 => *high_code,
            _ => *low_code,
        }
    }

    /// The code of `x / scale`. A quotient that is no number is 0.
    fn quotient(&self, x: &Float, scale: f32) -> u8 {
        if x.is_nan() || scale.is_nan() || scale == 0.0 || x.is_infinite() && scale.is_infinite() {
            return 0;
        }
        let code = match scale.is_infinite() {
            true => self.magnitudes[0].1,
            false => self.nearest(&x.clone().abs(), scale),
        };
        match x.is_sign_negative() && (code != 0 || self.has_signed_zero) {
            true => (self.negative)(code),
            false => code,
        }
    }
}

/// The code of the number of a type nearest to `x`, of the largest one for what is larger, and of 0 for NaN.
pub fn code(x: &Float, dtype: Dtype) -> u8 {
    Codes::of(dtype).quotient(x, 1.0)
}

/// A type that numbers are quantised to.
pub struct OfType(&'static Codes);

/// The codes of a type.
pub fn codes_of(dtype: Dtype) -> OfType {
    OfType(Codes::of(dtype))
}

impl OfType {
    /// The largest number.
    pub fn max(&self) -> f32 {
        self.0.max
    }

    /// The code of `x / scale`.
    pub fn code(&self, x: f64, scale: f32) -> u8 {
        self.0.quotient(&Float::with_val(BITS, x), scale)
    }
}

/// The number of a code of a type of at most eight bits.
pub fn value_of(dtype: Dtype, code: u8) -> f64 {
    let (sign, magnitude) = match dtype {
        Dtype::I4 => {
            return f64::from(if code > 7 {
                i32::from(code) - 16
            } else {
                code.into()
            });
        }
        Dtype::F8E8m0 if code == 255 => return f64::NAN,
        Dtype::F8E8m0 => return f64::exp2(f64::from(code) - 127.0),
        Dtype::F4E2m1 | Dtype::F4E1m2 => (code & 8, code & 7),
        _ => (code & 0x80, code & 0x7f),
    };
    if dtype == Dtype::Hifloat8 && code == 0x80 {
        return f64::NAN;
    }
    let codes = Codes::of(dtype);
    let found = codes.magnitudes.iter().find(|(_, own)| *own == magnitude);
    let value = found.map_or(f64::NAN, |(value, _)| value.to_f64());
    if sign != 0 { -value } else { value }
}

fn numbers(tensor: &Tensor) -> Vec<Float> {
    let elements = tensor.elements();
    let numbers = elements.chunks(tensor.size());
    numbers
        .map(|bytes| decode(bytes, tensor.dtype).real())
        .collect()
}

/// Codes as they are stored: those of four bits two in a byte.
fn stored(codes: &[u8], dtype: Dtype) -> Vec<u8> {
    match dtype {
        Dtype::I4 | Dtype::I32 => codes
            .chunks(2)
            .map(|two| two[0] & 0x0f | two[1] << 4)
            .collect(),
        _ => codes.to_vec(),
    }
}

/// `aclnnDynamicQuant`: the codes, and the scales of rows, which are the largest magnitude times the float nearest to 1 / MAX.
pub fn dynamic_quant(arguments: &Arguments) -> Vec<Vec<u8>> {
    let (x, y) = (tensor(arguments, "x"), tensor(arguments, "yOut"));
    let columns = *x.shape.last().unwrap() as usize;
    let smooth = match &arguments["smoothScalesOptional"] {
        Argument::Null => vec![Float::with_val(64, 1); columns],
        other => numbers(&other.tensors()[0]),
    };
    let codes = Codes::of(y.dtype);
    let reciprocal = (Float::with_val(BITS, 1) / codes.max).to_f32();
    let (mut quantised, mut scales) = (Vec::new(), Vec::new());
    for row in numbers(x).chunks(columns) {
        let row: Vec<Float> = row
            .iter()
            .zip(&smooth)
            .map(|(x, s)| Float::with_val(64, x * s))
            .collect();
        let has_nan = row.iter().any(Float::is_nan);
        let largest = row
            .iter()
            .fold(Float::new(64), |most, x| most.max(&x.clone().abs()));
        let scale = match has_nan {
            true => f32::NAN,
            false => Float::with_val(128, &largest * reciprocal).to_f32(),
        };
        quantised.extend(row.iter().map(|x| codes.quotient(x, scale)));
        scales.extend(scale.to_le_bytes());
    }
    vec![stored(&quantised, y.dtype), scales]
}
