//! The rows of `aclnnSelu` and `aclnnInplaceSelu`.

use crate::reference::rectifiers;
use crate::table::Row;
use crate::table::shared::rectifiers::{NEAR, both, of_any_rank, samples};

const SELU: &str = "f32 f16 i32 i8 | 910B 950: + bf16";

pub fn rows() -> Vec<Row> {
    of_any_rank(both(
        ["aclnnSelu", "aclnnInplaceSelu"],
        samples!([]),
        [&[("self", SELU), ("out", SELU)], &[("selfRef", SELU)]],
        rectifiers::selu,
        NEAR,
    ))
    .into()
}
