//! Samples and checks of several operators: arithmetic of a tensor and a scalar.

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::number::{is_float, part};
use crate::reference::promotion::promote;
use hostnpu::tensor::Dtype;

use crate::table::samples::{scalar, with, with_scalar};
use crate::table::{Accuracy, computes};

pub const NUMBERS: &str = "f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910B 950: + bf16";
pub const REALS: &str = "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16";
pub const SHORT: &str = "f32 f16 | 910B 950: + bf16";
pub const ANY: &str = "f32 f16 bf16 f64 i8 u8 i16 u16 i32 u32 i64 u64 bool c64 c128";

pub const NEAR: Accuracy = Accuracy::Ulp {
    f32: 0.5001,
    f64: 1.0,
};

/// In DOUBLE, floors beyond 2^53 may be the next one.
pub const FLOORS: Accuracy = Accuracy::Ulp { f32: 0.5, f64: 1.0 };
pub const COMPLEX: &[(&str, &str)] = &[("values complex", "crates/kernels/tests")];

/// Samples with a first scalar of FLOAT, small ones also with a DOUBLE that no shorter type holds, and an INT32.
pub fn scalars_in(samples: fn() -> Vec<Vec<Argument>>) -> Vec<Vec<Argument>> {
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

pub fn multiplied() -> Vec<Vec<Argument>> {
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
pub fn scalar_first() -> Vec<Vec<Argument>> {
    let mut samples = scalars_in(with_scalar);
    samples.iter_mut().for_each(|sample| sample.swap(0, 1));
    samples
}

pub fn modes(samples: &[Vec<Argument>]) -> Vec<Vec<Argument>> {
    with(samples, 2, &[0, 1, 2].map(Argument::Int))
}

/// FLOAT for integers and BOOL.
pub fn float(dtype: Dtype) -> Dtype {
    if is_float(dtype) || part(dtype).is_some() {
        return dtype;
    }
    Dtype::F32
}

/// FLOAT for 16-bit floats and BOOL.
pub fn wide(dtype: Dtype) -> Dtype {
    match dtype {
        Dtype::F16 | Dtype::Bf16 | Dtype::Bool => Dtype::F32,
        dtype => dtype,
    }
}

pub fn quotient(arguments: &Arguments) -> Option<Dtype> {
    computes::with_scalar(arguments).map(float)
}

/// By category, with scalars of their own types.
pub fn own_category(tensor: Dtype, scalar: Dtype) -> Option<Dtype> {
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

pub fn remainder(arguments: &Arguments) -> Option<Dtype> {
    let refused = [Dtype::I8, Dtype::U8, Dtype::I16, Dtype::Bool];
    own_category(
        arguments[["selfRef", "self"]].dtype()?,
        arguments["other"].dtype()?,
    )
    .filter(|dtype| !refused.contains(dtype))
}

pub fn meeting(arguments: &Arguments) -> Option<Dtype> {
    promote(
        arguments[["self", "selfRef"]].dtype()?,
        arguments["other"].dtype()?,
    )
}

/// FLOAT but for 16-bit floats.
pub fn xlogy(arguments: &Arguments) -> Option<Dtype> {
    Some(match meeting(arguments)? {
        dtype @ (Dtype::F16 | Dtype::Bf16) => dtype,
        _ => Dtype::F32,
    })
}

pub const XLOGY: &str = "f32 f16 i32 i64 i8 u8 bool i16 | 910B 950: + bf16";
pub const XLOGY_SCALAR: &str = "f32 f16 i32 i64 i8 u8 bool i16 f64 | 910B 950: + bf16";
pub const DIVIDED: &[(&str, &str)] = &[("self", NUMBERS), ("other", NUMBERS), ("out", "castable")];

// Chips before Ascend950 only ask whether the tensor's type can be cast to itself.
pub const DIVIDED_IN_PLACE: &[(&str, &str)] = &[
    (
        "selfRef",
        "f32 f16 f64 c64 c128 | 910 310: f32 f16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 910B: f32 f16 bf16 f64 i8 i16 i32 i64 u8 bool c64 c128 | 950: + bf16",
    ),
    (
        "other",
        "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910 310: + c64 c128 | 910B: + bf16 c64 c128 | 950: + bf16",
    ),
];
pub const SHIFTED: &str = "i8 i16 i32 i64 u8 & u16 u32 u64";
