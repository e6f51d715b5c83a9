//! Arithmetic of a tensor and a scalar.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::{is_float, part};
use crate::reference::promotion::promote;
use crate::reference::{division, scalars};
use crate::table::samples::{
    binary, binary_in_place, in_place_with_scalar, integers_with_scalar, scalar, scalar_with_alpha,
    with, with_scalar,
};
use crate::table::{Accuracy, BROADCAST, ELEMENTWISE, IN_PLACE, RANK_8, Row, computes};

const NUMBERS: &str = "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910B 950: + bf16";
const REALS: &str = "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16";
const FLOATS: &str = "f32 f16 f64 | 910B 950: + bf16";
const FLOATING: &str = "f32 f16 f64 c64 c128 | 910B 950: + bf16";
const SHORT: &str = "f32 f16 | 910B 950: + bf16";
const ANY: &str = "f32 f16 bf16 f64 i8 u8 i16 u16 i32 u32 i64 u64 bool c64 c128";
const ANY_REAL: &str = "f32 f16 bf16 f64 i8 u8 i16 u16 i32 u32 i64 u64 bool";

const NEAR: Accuracy = Accuracy::Ulp {
    f32: 0.5001,
    f64: 1.0,
};
/// In DOUBLE, floors beyond 2^53 may be the next one.
const FLOORS: Accuracy = Accuracy::Ulp { f32: 0.5, f64: 1.0 };
const COMPLEX: &[(&str, &str)] = &[("values complex", "crates/kernels/tests")];

/// Samples with a first scalar of FLOAT, small ones also with a DOUBLE that no shorter type holds, and an INT32.
fn scalars_in(samples: fn() -> Vec<Vec<Argument>>) -> Vec<Vec<Argument>> {
    let mut all = samples();
    for number in [scalar(Dtype::F64, -0.1), scalar(Dtype::I32, 3.0)] {
        for mut sample in samples().into_iter().take(1) {
            let at = sample
                .iter()
                .position(|argument| matches!(argument, Argument::Scalar(..)));
            sample[at.expect("a scalar")] = number.clone();
            all.push(sample);
        }
    }
    all
}

fn multiplied() -> Vec<Vec<Argument>> {
    let halves = [Dtype::F16, Dtype::Bf16].map(|dtype| {
        let mut samples = scalars_in(with_scalar);
        for argument in samples.iter_mut().flatten() {
            if let Argument::Tensor(tensor) = argument {
                tensor.dtype = dtype;
            }
        }
        samples
    });
    [scalars_in(with_scalar), halves.concat()].concat()
}

/// The scalar before the tensor.
fn scalar_first() -> Vec<Vec<Argument>> {
    let mut samples = scalars_in(with_scalar);
    samples.iter_mut().for_each(|sample| sample.swap(0, 1));
    samples
}

fn modes(samples: &[Vec<Argument>]) -> Vec<Vec<Argument>> {
    with(samples, 2, &[0, 1, 2].map(Argument::Int))
}

/// Two tensors and a weight.
fn weighted(mut samples: Vec<Vec<Argument>>) -> Vec<Vec<Argument>> {
    for sample in &mut samples {
        sample.insert(2, scalar(Dtype::F32, 0.3));
    }
    samples
}

/// FLOAT for integers and BOOL.
fn float(dtype: Dtype) -> Dtype {
    if is_float(dtype) || part(dtype).is_some() {
        return dtype;
    }
    Dtype::F32
}

/// FLOAT for 16-bit floats and BOOL.
fn wide(dtype: Dtype) -> Dtype {
    match dtype {
        Dtype::F16 | Dtype::Bf16 | Dtype::Bool => Dtype::F32,
        dtype => dtype,
    }
}

fn quotient(arguments: &Arguments) -> Option<Dtype> {
    computes::with_scalar(arguments).map(float)
}

fn quotient_by_mode(arguments: &Arguments) -> Option<Dtype> {
    match (division::mode(arguments), computes::with_scalar(arguments)?) {
        // FLOAT16 is divided by a FLOAT, and rounded once to an output of its type.
        (0, dtype) => Some(float(dtype)),
        (_, dtype) if part(dtype).is_some() => None,
        (_, dtype) => Some(wide(dtype)),
    }
}

fn floor(arguments: &Arguments) -> Option<Dtype> {
    computes::with_scalar(arguments).map(wide)
}

/// By category, with scalars of their own types.
fn own_category(tensor: Dtype, scalar: Dtype) -> Option<Dtype> {
    match (
        part(tensor).or(part(scalar)),
        is_float(tensor),
        is_float(scalar),
    ) {
        (Some(_), ..) => None,
        (_, true, _) => Some(tensor),
        (_, false, true) => promote(tensor, scalar),
        _ if tensor == Dtype::Bool => promote(tensor, scalar),
        _ => Some(tensor),
    }
}

fn remainder(arguments: &Arguments) -> Option<Dtype> {
    let refused = [Dtype::I8, Dtype::U8, Dtype::I16, Dtype::Bool];
    own_category(
        arguments[["selfRef", "self"]].dtype()?,
        arguments["other"].dtype()?,
    )
    .filter(|dtype| !refused.contains(dtype))
}

fn remainder_of_scalar(arguments: &Arguments) -> Option<Dtype> {
    own_category(arguments["other"].dtype()?, arguments["self"].dtype()?)
}

fn fmod(arguments: &Arguments) -> Option<Dtype> {
    own_category(
        arguments[["self", "selfRef"]].dtype()?,
        arguments["other"].dtype()?,
    )
}

fn scalar_pow(arguments: &Arguments) -> Option<Dtype> {
    computes::with_scalar(&Arguments::unnamed(&[
        arguments["exponent"].clone(),
        arguments["self"].clone(),
    ]))
}

fn meeting(arguments: &Arguments) -> Option<Dtype> {
    promote(
        arguments[["self", "selfRef"]].dtype()?,
        arguments["other"].dtype()?,
    )
}

/// FLOAT but for 16-bit floats.
fn xlogy(arguments: &Arguments) -> Option<Dtype> {
    Some(match meeting(arguments)? {
        dtype @ (Dtype::F16 | Dtype::Bf16) => dtype,
        _ => Dtype::F32,
    })
}

pub fn rows() -> Vec<Row> {
    [
        products(),
        quotients(),
        remainders(),
        powers(),
        shifts_and_differences(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn products() -> Vec<Row> {
    const PRODUCT: &str = "castable: f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910 310: f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910B: f32 f16 bf16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 950: + bf16";
    const XLOGY: &str = "f32 f16 i32 i64 i8 u8 bool i16 | 910B 950: + bf16";
    const XLOGY_SCALAR: &str = "f32 f16 i32 i64 i8 u8 bool i16 f64 | 910B 950: + bf16";
    vec![
        Row::new("aclnnMuls", multiplied)
            .accepts(&[("self", NUMBERS), ("other", ANY), ("out", PRODUCT)])
            .computes(computes::with_scalar)
            .elements(scalars::mul)
            .without(RANK_8)
            .except(COMPLEX),
        Row::new("aclnnInplaceMuls", || scalars_in(in_place_with_scalar))
            .accepts(&[
                (
                    "selfRef",
                    "f32 f16 f64 c64 c128 | 910: f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 310: f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910B: f32 f16 bf16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 950: + bf16",
                ),
                (
                    "other",
                    "f32 f16 bf16 f64 i8 u8 i16 u16 i32 u32 i64 u64 bool | 910 910B 310: + c64 c128",
                ),
            ])
            .computes(computes::with_scalar)
            .elements(scalars::mul)
            .without(RANK_8)
            .except(COMPLEX),
        Row::new("aclnnXLogYScalarOther", || scalars_in(with_scalar))
            .accepts(&[
                ("self", XLOGY),
                ("other", XLOGY_SCALAR),
                ("out", "castable"),
            ])
            .computes(xlogy)
            .elements(scalars::xlogy)
            .accuracy(NEAR),
        Row::new("aclnnInplaceXLogYScalarOther", || scalars_in(in_place_with_scalar))
            .accepts(&[("selfRef", SHORT), ("other", XLOGY_SCALAR)])
            .computes(xlogy)
            .elements(scalars::xlogy)
            .accuracy(NEAR),
        Row::new("aclnnXLogYScalarSelf", scalar_first)
            .accepts(&[
                ("self", XLOGY_SCALAR),
                ("other", XLOGY),
                ("out", "castable"),
            ])
            .computes(xlogy)
            .elements(scalars::xlogy)
            .accuracy(NEAR),
        Row::new("aclnnLerps", || weighted(binary()))
            .accepts(&[
                ("self", SHORT),
                ("end", "as self"),
                ("weight", ANY),
                ("out", "f32 f16 f64 | 910B 950: + bf16"),
            ])
            .computes(computes::own)
            .elements(scalars::lerp)
            .ulp(0.50001, 1.0)
            .holds((ELEMENTWISE | BROADCAST).without(RANK_8)),
        Row::new("aclnnInplaceLerps", || weighted(binary_in_place()))
            .accepts(&[("selfRef", SHORT), ("end", "as selfRef"), ("weight", ANY)])
            .computes(computes::own)
            .elements(scalars::lerp)
            .ulp(0.50001, 1.0)
            .holds(IN_PLACE.without(RANK_8)),
    ]
}

fn quotients() -> Vec<Row> {
    const DIVIDED: &[(&str, &str)] = &[("self", NUMBERS), ("other", NUMBERS), ("out", "castable")];
    // Chips before Ascend950 only ask whether the tensor's type can be cast to itself.
    const DIVIDED_IN_PLACE: &[(&str, &str)] = &[
        (
            "selfRef",
            "f32 f16 f64 c64 c128 | 910 310: f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910B: f32 f16 bf16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 950: + bf16",
        ),
        (
            "other",
            "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910 310: + c64 c128 | 910B: + bf16 c64 c128 | 950: + bf16",
        ),
    ];
    vec![
        Row::new("aclnnDivs", multiplied)
            .accepts(DIVIDED)
            .computes(quotient)
            .elements(scalars::div)
            .except(COMPLEX),
        Row::new("aclnnInplaceDivs", || scalars_in(in_place_with_scalar))
            .accepts(DIVIDED_IN_PLACE)
            .computes(quotient)
            .elements(scalars::div)
            .except(COMPLEX),
        Row::new("aclnnDivMods", || modes(&scalars_in(with_scalar)))
            .accepts(DIVIDED)
            .computes(quotient_by_mode)
            .elements(scalars::by_mode)
            .accuracy(FLOORS)
            .except(COMPLEX),
        Row::new("aclnnInplaceDivMods", || {
            modes(&scalars_in(in_place_with_scalar))
        })
        .accepts(DIVIDED_IN_PLACE)
        .computes(quotient_by_mode)
        .elements(scalars::by_mode)
        .accuracy(FLOORS)
        .except(COMPLEX),
        Row::new("aclnnFloorDivides", || scalars_in(with_scalar))
            .accepts(&[
                ("self", REALS),
                ("other", REALS),
                ("out", "castable | 910 910B 310: standard"),
            ])
            .computes(floor)
            .elements(scalars::floor_divide)
            .accuracy(FLOORS)
            .except(COMPLEX),
        Row::new("aclnnInplaceFloorDivides", || {
            scalars_in(in_place_with_scalar)
        })
        .accepts(&[
            (
                "selfRef",
                "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B: + bf16 | 950: f32 f16 f64 bf16",
            ),
            ("other", REALS),
        ])
        .computes(floor)
        .elements(scalars::floor_divide)
        .accuracy(FLOORS)
        .except(COMPLEX),
    ]
}

fn remainders() -> Vec<Row> {
    const FMOD: &str = "f32 i32 i8 f16 u8 f64 i64 | 910B 950: + bf16";
    vec![
        Row::new("aclnnRemainderTensorScalar", || scalars_in(with_scalar))
            .accepts(&[("self", REALS), ("other", ANY_REAL), ("out", "castable")])
            .computes(remainder)
            .elements(scalars::remainder),
        Row::new("aclnnInplaceRemainderTensorScalar", || {
            scalars_in(in_place_with_scalar)
        })
        .accepts(&[("selfRef", FLOATS), ("other", ANY_REAL)])
        .computes(remainder)
        .elements(scalars::remainder),
        Row::new("aclnnRemainderScalarTensor", scalar_first)
            .accepts(&[
                ("self", ANY_REAL),
                ("other", "f32 f16 bf16 f64 i8 i16 i32 i64 u8 bool"),
                ("out", "castable: i32 i64 f16 f32 f64 | 910B 950: + bf16"),
            ])
            .computes(remainder_of_scalar)
            .elements(scalars::remainder),
        Row::new("aclnnFmodScalar", || scalars_in(with_scalar))
            .accepts(&[("self", FMOD), ("other", FMOD), ("out", FMOD)])
            .computes(fmod)
            .elements(scalars::fmod),
        Row::new("aclnnInplaceFmodScalar", || {
            scalars_in(in_place_with_scalar)
        })
        .accepts(&[("selfRef", FMOD), ("other", FMOD)])
        .computes(fmod)
        .elements(scalars::fmod),
    ]
}

fn powers() -> Vec<Row> {
    vec![
        Row::new("aclnnPowTensorScalar", || scalars_in(with_scalar))
            .accepts(&[
                ("self", NUMBERS),
                ("exponent", NUMBERS),
                ("out", "castable"),
            ])
            .computes(computes::with_scalar)
            .elements(scalars::pow)
            .accuracy(NEAR)
            .except(COMPLEX),
        Row::new("aclnnInplacePowTensorScalar", || {
            scalars_in(in_place_with_scalar)
        })
        .accepts(&[("self", FLOATING), ("exponent", REALS)])
        .computes(computes::with_scalar)
        .elements(scalars::pow)
        .accuracy(NEAR)
        .except(COMPLEX),
        Row::new("aclnnPowScalarTensor", scalar_first)
            .accepts(&[
                ("self", NUMBERS),
                ("exponent", NUMBERS),
                ("out", "castable"),
            ])
            .computes(scalar_pow)
            .elements(scalars::pow)
            .accuracy(NEAR)
            .except(COMPLEX),
    ]
}

fn shifts_and_differences() -> Vec<Row> {
    const SHIFTED: &str = "i8 i16 i32 i64 u8 & u16 u32 u64";
    const NO_BOOL: &str = "f32 f16 f64 i8 i16 i32 i64 u8 c64 c128 | 910B 950: + bf16";
    vec![
        Row::new("aclnnRsubs", scalar_with_alpha)
            .accepts(&[
                ("self", NO_BOOL),
                ("other", NO_BOOL),
                ("alpha", "casts"),
                ("out", "castable"),
            ])
            .computes(computes::with_scalar)
            .elements(scalars::rsub)
            .except(COMPLEX),
        Row::new("aclnnLeftShifts", integers_with_scalar)
            .accepts(&[
                ("self", SHIFTED),
                ("shiftBits", SHIFTED),
                ("out", "i8 i16 i32 i64 u8 u16 u32 u64"),
            ])
            .computes(computes::promoted)
            .elements(scalars::left_shift),
    ]
}
