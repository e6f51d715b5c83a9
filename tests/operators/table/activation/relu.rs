//! The rows of `aclnnRelu` and `aclnnInplaceRelu`.

use crate::reference::rectifiers;
use crate::table::Row;
use crate::table::shared::rectifiers::{ROUNDED, both, in_own_type, samples};

const RELU: &str = "f32 f16 i8 u8 i32 i64 | 910B 950: + bf16";

pub fn rows() -> Vec<Row> {
    in_own_type(both(
        ["aclnnRelu", "aclnnInplaceRelu"],
        samples!([]),
        [&[("self", RELU), ("out", "as self")], &[("selfRef", RELU)]],
        rectifiers::relu,
        ROUNDED,
    ))
    .into()
}
