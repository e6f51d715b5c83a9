//! The rows of `aclnnFmodScalar` and `aclnnInplaceFmodScalar`.

use hostnpu::tensor::Dtype;

use crate::arguments::Arguments;
use crate::reference::scalars;
use crate::table::Row;
use crate::table::samples::{in_place_with_scalar, with_scalar};
use crate::table::shared::math::scalars::{own_category, scalars_in};

fn fmod(arguments: &Arguments) -> Option<Dtype> {
    own_category(
        arguments[["self", "selfRef"]].dtype()?,
        arguments["other"].dtype()?,
    )
}

const FMOD: &str = "f32 i32 i8 f16 u8 f64 i64 | 910B 950: + bf16";

pub fn rows() -> Vec<Row> {
    vec![
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
