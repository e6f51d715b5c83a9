//! The rows of `aclnnRemainderScalarTensor` and its other forms.

use hostnpu::tensor::Dtype;

use crate::arguments::Arguments;
use crate::reference::division;
use crate::table::samples::{binary, binary_in_place, in_place_with_scalar, with_scalar};
use crate::table::shared::math::scalars;
use crate::table::shared::math::scalars::{REALS, own_category, scalar_first, scalars_in};
use crate::table::{Row, computes};

fn remainder(arguments: &Arguments) -> Option<Dtype> {
    let refused = [Dtype::I8, Dtype::U8, Dtype::I16, Dtype::Bool];
    computes::promoted(arguments).filter(|dtype| !refused.contains(dtype))
}

const REMAINDER: &str = "f32 f16 f64 bf16 i8 i16 i32 i64 u8 bool";
const FLOATS: &str = "f32 f16 f64 | 910B 950: + bf16";
const ANY_REAL: &str = "f32 f16 bf16 f64 i8 u8 i16 u16 i32 u32 i64 u64 bool";

fn remainder_of_scalar(arguments: &Arguments) -> Option<Dtype> {
    own_category(arguments["other"].dtype()?, arguments["self"].dtype()?)
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnRemainderTensorTensor", binary)
            .accepts(&[
                ("self", REMAINDER),
                ("other", REMAINDER),
                ("out", "castable"),
            ])
            .computes(remainder)
            .elements(division::remainder),
        Row::new("aclnnInplaceRemainderTensorTensor", binary_in_place)
            .accepts(&[("selfRef", "f32 f16 f64 bf16"), ("other", REMAINDER)])
            .computes(remainder)
            .elements(division::remainder),
        Row::new("aclnnRemainderTensorScalar", || scalars_in(with_scalar))
            .accepts(&[("self", REALS), ("other", ANY_REAL), ("out", "castable")])
            .computes(scalars::remainder)
            .elements(crate::reference::scalars::remainder),
        Row::new("aclnnInplaceRemainderTensorScalar", || {
            scalars_in(in_place_with_scalar)
        })
        .accepts(&[("selfRef", FLOATS), ("other", ANY_REAL)])
        .computes(scalars::remainder)
        .elements(crate::reference::scalars::remainder),
        Row::new("aclnnRemainderScalarTensor", scalar_first)
            .accepts(&[
                ("self", ANY_REAL),
                ("other", "f32 f16 bf16 f64 i8 i16 i32 i64 u8 bool"),
                ("out", "castable: i32 i64 f16 f32 f64 | 910B 950: + bf16"),
            ])
            .computes(remainder_of_scalar)
            .elements(crate::reference::scalars::remainder),
    ]
}
