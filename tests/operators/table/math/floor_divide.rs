//! The rows of `aclnnFloorDivide` and its other forms.

use hostnpu::tensor::Dtype;

use crate::arguments::Arguments;
use crate::reference::division;
use crate::table::samples::{binary, binary_in_place, in_place_with_scalar, with_scalar};
use crate::table::shared::math::division::{FLOORS, REALS};
use crate::table::shared::math::scalars;
use crate::table::shared::math::scalars::{COMPLEX, scalars_in, wide};
use crate::table::{Row, computes};

fn floored(arguments: &Arguments) -> Option<Dtype> {
    match computes::promoted(arguments)? {
        Dtype::Bool => Some(Dtype::F32),
        dtype => Some(dtype),
    }
}

fn floor(arguments: &Arguments) -> Option<Dtype> {
    computes::with_scalar(arguments).map(wide)
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnFloorDivide", binary)
            .accepts(&[
                ("self", REALS),
                ("other", REALS),
                ("out", "castable | 910 910B 310: standard"),
            ])
            .computes(floored)
            .elements(division::floor)
            .accuracy(FLOORS),
        Row::new("aclnnInplaceFloorDivide", binary_in_place)
            .accepts(&[
                (
                    "selfRef",
                    "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B: + bf16 | 950: f32 f16 f64 bf16",
                ),
                ("other", REALS),
            ])
            .computes(floored)
            .elements(division::floor)
            .accuracy(FLOORS),
        Row::new("aclnnFloorDivides", || scalars_in(with_scalar))
            .accepts(&[
                ("self", scalars::REALS),
                ("other", scalars::REALS),
                ("out", "castable | 910 910B 310: standard"),
            ])
            .computes(floor)
            .elements(crate::reference::scalars::floor_divide)
            .accuracy(scalars::FLOORS)
            .except(COMPLEX),
        Row::new("aclnnInplaceFloorDivides", || {
            scalars_in(in_place_with_scalar)
        })
        .accepts(&[
            (
                "selfRef",
                "f32 f16 f64 i8 i16 i32 i64 u8 bool | 910B: + bf16 | 950: f32 f16 f64 bf16",
            ),
            ("other", scalars::REALS),
        ])
        .computes(floor)
        .elements(crate::reference::scalars::floor_divide)
        .accuracy(scalars::FLOORS)
        .except(COMPLEX),
    ]
}
