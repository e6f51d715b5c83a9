//! Signs, angles, classes and parts of numbers, and what replaces them.

use hostnpu::tensor::Dtype;

use crate::argument::{Argument, Contents, Tensor};
use crate::arguments::Arguments;
use crate::number::{Number, decode, is_float, part};
use crate::reference::signs;
use crate::table::samples::{self, NUMBERS, binary, in_place, patterns, read, unary, with, write};
use crate::table::{
    Accuracy, ELEMENTWISE, RANK_0, RANK_8, Reference, Row, STRIDED, computes, entry,
};

/// The type of a real part; FLOAT for integers and BOOL.
fn angle(arguments: &Arguments) -> Option<Dtype> {
    let dtype = computes::float(arguments)?;
    Some(part(dtype).unwrap_or(dtype))
}

/// The complex type of parts of the first tensor's type.
fn complex(arguments: &Arguments) -> Option<Dtype> {
    match computes::own(arguments)? {
        Dtype::F16 => Some(Dtype::Complex32),
        Dtype::F32 => Some(Dtype::Complex64),
        Dtype::F64 => Some(Dtype::Complex128),
        _ => None,
    }
}

/// Samples with replacements at a place.
fn replaced(samples: &[Vec<Argument>]) -> Vec<Vec<Argument>> {
    let floats = |x: f64| [Argument::Float(x)];
    let samples = with(samples, 1, &floats(0.1));
    let samples = with(&samples, 2, &floats(1e30));
    with(&samples, 3, &floats(-70000.0))
}

fn decimals(samples: &[Vec<Argument>]) -> Vec<Vec<Argument>> {
    with(samples, 1, &[2, 0, -1, 7].map(Argument::Int))
}

fn close() -> Vec<Vec<Argument>> {
    let samples = with(&binary(), 2, &[Argument::Float(0.1)]);
    let samples = with(&samples, 3, &[Argument::Float(0.25)]);
    let mut samples = with(&samples, 4, &[true, false].map(Argument::Bool));
    samples
        .iter_mut()
        .for_each(|sample| sample[5].set_dtype(Dtype::Bool));
    samples
}

fn to_complex() -> Vec<Vec<Argument>> {
    let mut samples = binary();
    samples
        .iter_mut()
        .for_each(|sample| sample[2].set_dtype(Dtype::Complex64));
    samples
}

/// Elements of a tensor.
fn numbers(tensor: &Tensor) -> Vec<Number> {
    let bytes = tensor.elements();
    bytes
        .chunks(tensor.size())
        .map(|bytes| decode(bytes, tensor.dtype))
        .collect()
}

/// True if the bit of the sign is set, of a NaN too.
fn sign_bits(arguments: &Arguments) -> Vec<Vec<Number>> {
    let tensor = &arguments["self"].tensors()[0];
    let bytes = tensor.elements();
    let bit = |element: &[u8]| match decode(element, tensor.dtype) {
        Number::Int(value) => value < 0,
        _ => element.last().is_some_and(|byte| byte & 0x80 != 0),
    };
    let bits = bytes.chunks(tensor.size()).map(bit);
    vec![bits.map(Number::from).collect()]
}

fn every_type_to_bool() -> Vec<Vec<Argument>> {
    let mut samples = samples::to_bool();
    for dtype in [Dtype::F16, Dtype::Bf16] {
        let every = Tensor::new(dtype, &[65_536], Contents::EveryPattern);
        samples.push(vec![Argument::Tensor(every), write(Dtype::Bool, &[65_536])]);
    }
    use Dtype::*;
    for dtype in [F64, I8, I16, I32, I64, U8, U16, U32, U64, Bool] {
        samples.push(vec![patterns(dtype, &[901], 1), write(dtype, &[901])]);
    }
    samples
}

/// The highest bit of each byte is the first element's; what no element is there for counts as negative.
fn packed(arguments: &Arguments) -> Vec<Vec<Number>> {
    let elements = numbers(&arguments["self"].tensors()[0]);
    let bit = |x: &Number| i128::from(x.real() < 0);
    let byte =
        |elements: &[Number]| (0..8).fold(0, |byte, k| 2 * byte + elements.get(k).map_or(1, bit));
    vec![elements.chunks(8).map(byte).map(Number::Int).collect()]
}

/// The lowest bit of each byte comes first.
fn unpacked(arguments: &Arguments) -> Vec<Vec<Number>> {
    let bytes = numbers(&arguments["self"].tensors()[0]);
    let signs = |byte: &Number| {
        let byte = byte.as_int();
        (0..8).map(move |k| Number::from(if byte >> k & 1 == 1 { 1.0 } else { -1.0 }))
    };
    vec![bytes.iter().flat_map(signs).collect()]
}

fn packing() -> Vec<Vec<Argument>> {
    let sample =
        |input, size, shape: &[i64]| vec![input, Argument::Int(size), write(Dtype::U8, shape)];
    vec![
        sample(read(Dtype::F32, &[12], &NUMBERS), 1, &[1, 2]),
        sample(patterns(Dtype::F32, &[9001], 1), 2, &[2, 563]),
        sample(patterns(Dtype::F16, &[9008], 2), 1126, &[1126, 1]),
    ]
}

fn unpacking() -> Vec<Vec<Argument>> {
    let sample = |input, size, dtype, shape: &[i64]| {
        vec![
            input,
            Argument::Int(size),
            Argument::DataType(dtype),
            write(dtype, shape),
        ]
    };
    vec![
        sample(patterns(Dtype::U8, &[3], 1), 2, Dtype::F32, &[2, 12]),
        sample(patterns(Dtype::U8, &[1001], 1), 4, Dtype::F32, &[4, 2002]),
        sample(patterns(Dtype::U8, &[1001], 1), 1, Dtype::F16, &[1, 8008]),
    ]
}

fn differing(arguments: &Arguments) -> Vec<Vec<Number>> {
    let [golden, real] = ["golden", "realdata"].map(|at| numbers(&arguments[at].tensors()[0]));
    let equal = golden.iter().zip(&real).all(|(a, b)| a.real() == b.real());
    vec![vec![Number::Int(if equal { 0 } else { 503 })]]
}

fn compared() -> Vec<Vec<Argument>> {
    let number = |at: usize| {
        let mut numbers = NUMBERS;
        if let Some(number) = numbers.get_mut(at) {
            *number += 0.25;
        }
        read(Dtype::F32, &[3, 4], &numbers)
    };
    let sample = |real| vec![number(12), real, write(Dtype::U32, &[])];
    let mut zeros = NUMBERS;
    zeros[5] = -0.0;
    vec![
        sample(number(12)),
        sample(number(11)),
        sample(number(0)),
        sample(read(Dtype::F32, &[3, 4], &zeros)),
        vec![
            patterns(Dtype::F16, &[90, 101], 1),
            patterns(Dtype::F16, &[90, 101], 1),
            write(Dtype::U32, &[]),
        ],
    ]
}

/// The row of an operator that is no function of single elements.
fn whole(
    name: &str,
    samples: fn() -> Vec<Vec<Argument>>,
    accepts: &'static [(&'static str, &'static str)],
    computes: fn(&Arguments) -> Option<Dtype>,
    reference: fn(&Arguments) -> Vec<Vec<Number>>,
) -> Row {
    Row {
        entry: entry(name),
        samples,
        accepts,
        computes,
        reference: Reference::Whole(reference),
        accuracy: Accuracy::RoundedOnce,
        holds: STRIDED,
        except: &[],
    }
}

pub fn rows() -> Vec<Row> {
    const ANGLES: &str = "f16 f32 c64 bool u8 i8 i16 i32 i64 | 910B 950: + bf16 | 310: none";
    const REPLACED: &str = "none | 910B 950: f16 f32 bf16 i8 i16 i32 i64 u8 bool";
    const ROUNDED: &str = "f32 f16 f64 i32 i64 | 910B 950 310: + bf16";
    const REALS: &str = "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16";
    const SIGNED: &str = "f32 f16 f64 i8 i16 i32 i64 u8 u16 u32 u64 bool | 910B 950: + bf16";
    const COMPARED: &str = "none | 910B 950: f32 f16 bf16";
    const PACKED: &str = "none | 310 910B 950: f32 f16";
    const SHORT_FLOATS: &str = "f32 f16 bf16";
    const NEAREST: Accuracy = Accuracy::Ulp {
        f32: 0.5001,
        f64: 2.5,
    };
    vec![
        Row::new("aclnnAngleV2", unary)
            .accepts(&[("x", ANGLES), ("out", "result")])
            .computes(angle)
            .unary(signs::angle)
            .accuracy(NEAREST)
            .holds(ELEMENTWISE),
        Row::new("aclnnIsInf", samples::to_bool)
            .accepts(&[
                ("x", "f16 f32 | 910: none | 910B 950: + bf16"),
                ("out", "bool"),
            ])
            .computes(computes::boolean)
            .unary(signs::is_inf)
            .holds(ELEMENTWISE),
        Row::new("aclnnNanToNum", || replaced(&unary()))
            .accepts(&[("self", REPLACED), ("out", "as self")])
            .computes(computes::own)
            .elements(signs::nan_to_num),
        Row::new("aclnnInplaceNanToNum", || replaced(&in_place()))
            .accepts(&[("selfRef", REPLACED)])
            .computes(computes::own)
            .elements(signs::nan_to_num),
        Row::new("aclnnReal", unary)
            .accepts(&[
                (
                    "self",
                    "c64 c128 | 910B: f32 f16 c32 c64 c128 | 950: f32 f16 c32 c64",
                ),
                ("out", "real self"),
            ])
            .computes(computes::real)
            .unary(signs::real)
            .holds(ELEMENTWISE),
        Row::new("aclnnRoundDecimals", || decimals(&unary()))
            .accepts(&[("self", ROUNDED), ("out", "as self")])
            .computes(computes::own)
            .elements(signs::round_decimals),
        Row::new("aclnnInplaceRoundDecimals", || decimals(&in_place()))
            .accepts(&[("selfRef", ROUNDED)])
            .computes(computes::own)
            .elements(signs::round_decimals),
        Row::new("aclnnSign", unary)
            .accepts(&[
                (
                    "self",
                    "f32 f16 f64 i32 i64 c64 c128 bool | 910B 950: + bf16",
                ),
                ("result", "as self"),
            ])
            .computes(computes::own)
            .unary(signs::sign)
            .accuracy(NEAREST)
            .holds(ELEMENTWISE.without(RANK_8)),
        Row::new("aclnnSignbit", every_type_to_bool)
            .accepts(&[("self", SIGNED), ("out", SIGNED)])
            .computes(computes::boolean)
            .whole(sign_bits)
            .holds(ELEMENTWISE),
        Row::new("aclnnSquaredRelu", unary)
            .accepts(&[
                ("input", "none | 910B 950: bf16 f16 f32"),
                ("out", "as input"),
            ])
            .computes(computes::own)
            .unary(signs::squared_relu)
            .holds(ELEMENTWISE.without(RANK_0)),
        Row::new("aclnnHeaviside", binary)
            .accepts(&[
                ("input", SHORT_FLOATS),
                ("values", SHORT_FLOATS),
                ("out", "as input"),
            ])
            .computes(computes::own)
            .elements(signs::heaviside)
            .except(&[(
                "dtypes out",
                "another type than that of `input` gives 561103",
            )]),
        Row::new("aclnnIsClose", close)
            .accepts(&[("self", REALS), ("other", "as self"), ("out", "bool")])
            .computes(computes::boolean)
            .elements(signs::is_close)
            .except(&[("dtypes out", "another type than BOOL gives 561103")]),
        Row::new("aclnnComplex", to_complex)
            .accepts(&[
                ("real", "f16 f32 f64"),
                ("imag", "as real"),
                ("out", "result"),
            ])
            .computes(complex)
            .elements(signs::complex),
        Row::new("aclnnPolar", to_complex)
            .accepts(&[("input", "f32"), ("angle", "f32"), ("out", "c64")])
            .computes(complex)
            .elements(signs::polar)
            .accuracy(NEAREST),
        Row::new("aclnnSignBitsPack", packing)
            .accepts(&[("self", PACKED), ("out", "u8")])
            .computes(|_| Some(Dtype::U8))
            .whole(packed),
        Row::new("aclnnSignBitsUnpack", unpacking)
            .accepts(&[("self", "u8 | 910: none"), ("out", "as dtype")])
            .computes(|arguments| arguments["dtype"].dtype().filter(|&dtype| is_float(dtype)))
            .whole(unpacked),
        Row::new("aclnnPrecisionCompare", compared)
            .accepts(&[
                ("golden", COMPARED),
                ("realdata", "as golden"),
                ("out", "u32"),
            ])
            .computes(|_| Some(Dtype::U32))
            .whole(differing),
    ]
}
