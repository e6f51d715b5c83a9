//! The rows of `aclnnAdd` and its other forms.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::reference::promotion::promote;
use crate::reference::{arithmetic, weighted};
use crate::table::samples::{scalar, with};
use crate::table::shared::math::weighted::SCALARS;
use crate::table::{BROADCAST, ELEMENTWISE, IN_PLACE, Row, computes, samples};

const REAL_SCALARS: &str = "f32 f16 bf16 f64 i8 u8 i16 u16 i32 u32 i64 u64 bool";

fn of_scalar_and_tensor(arguments: &Arguments) -> Option<Dtype> {
    let (scalar, tensor) = (
        arguments[["self", "selfRef"]].dtype()?,
        arguments["other"].dtype()?,
    );
    let out = arguments.find_any(&["out", "other"])?.dtype()?;
    let is_float = crate::number::is_float;
    Some(match (crate::number::part(scalar), scalar) {
        (Some(_), _) => promote(tensor, scalar)?,
        _ if is_float(tensor) => Dtype::F32,
        (_, Dtype::F64) if out == Dtype::F32 => Dtype::F32,
        _ if is_float(scalar) => promote(tensor, scalar)?,
        _ => tensor,
    })
}

fn scalar_first(samples: Vec<Vec<Argument>>) -> Vec<Vec<Argument>> {
    let samples = with(&samples, 0, &[scalar(Dtype::F32, 1.5)]);
    with(&samples, 2, &[scalar(Dtype::F32, 2.0)])
}

const V3: &str = "f32 i32 f16 bf16 i8";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAdd", samples::binary_with_alpha)
            .accepts(&[
                (
                    "self",
                    "f32 i32 i64 f16 i16 i8 u8 f64 bool c64 c128 | 910B 950: + bf16",
                ),
                (
                    "other",
                    "f32 i32 i64 f16 i16 i8 u8 f64 bool c64 c128 | 910B 950: + bf16",
                ),
                ("alpha", "casts"),
                ("out", "castable"),
            ])
            .computes(computes::promoted)
            .elements(arithmetic::add)
            .holds(ELEMENTWISE | BROADCAST),
        Row::new("aclnnAdds", samples::scalar_with_alpha)
            .accepts(&[
                (
                    "self",
                    "f32 i32 i64 f16 i16 i8 u8 f64 bool c64 c128 | 910B 950: + bf16",
                ),
                (
                    "other",
                    "f32 f16 bf16 f64 i8 u8 i16 u16 i32 u32 i64 u64 bool c64 c128",
                ),
                ("alpha", "casts"),
                ("out", "castable"),
            ])
            .computes(computes::with_scalar)
            .elements(arithmetic::add)
            .holds(ELEMENTWISE),
        Row::new("aclnnInplaceAdd", samples::in_place_with_alpha)
            .accepts(&[
                ("selfRef", "f32 f16 f64 c64 c128 | 910B 950: + bf16"),
                (
                    "other",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B 950: + bf16",
                ),
                ("alpha", "casts"),
            ])
            .computes(computes::promoted)
            .elements(arithmetic::add)
            .holds(IN_PLACE),
        Row::new("aclnnInplaceAdds", samples::in_place_scalar_with_alpha)
            .accepts(&[
                ("selfRef", "f32 f16 f64 c64 c128 | 910B 950: + bf16"),
                (
                    "other",
                    "f32 f16 bf16 f64 i8 u8 i16 u16 i32 u32 i64 u64 bool",
                ),
                ("alpha", "casts"),
            ])
            .computes(computes::with_scalar)
            .elements(arithmetic::add)
            .holds(IN_PLACE),
        Row::new("aclnnAddV3", || scalar_first(samples::unary()))
            .accepts(&[
                ("self", SCALARS),
                ("other", V3),
                ("alpha", "casts"),
                ("out", "castable"),
            ])
            .computes(of_scalar_and_tensor)
            .elements(weighted::add_v3),
        Row::new("aclnnInplaceAddV3", || scalar_first(samples::in_place()))
            .accepts(&[
                ("selfRef", REAL_SCALARS),
                ("other", "f32 f16 bf16"),
                ("alpha", "casts"),
            ])
            .computes(of_scalar_and_tensor)
            .elements(weighted::add_v3),
    ]
}
