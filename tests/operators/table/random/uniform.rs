//! The rows of `aclnnInplaceUniform` and `aclnnInplaceUniformTensor`.

use crate::reference::draws;
use crate::table::shared::draws::HELD_ONLY;
use crate::table::shared::draws::samples::{held, ints, uniforms};
use crate::table::{IN_PLACE, Row, computes};

const UNIFORM: &str = "f32 i32 i64 f16 i16 i8 u8 f64 | 910B 950: + bf16";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnInplaceUniform", || uniforms(ints(&[42, 5])))
            .accepts(&[("selfRef", UNIFORM)])
            .computes(computes::own)
            .whole(draws::uniform)
            .holds(IN_PLACE),
        Row::new("aclnnInplaceUniformTensor", || uniforms(held()))
            .accepts(&[
                ("selfRef", UNIFORM),
                ("seedTensor", "i64 u64"),
                ("offsetTensor", "i64 u64"),
            ])
            .computes(computes::own)
            .whole(draws::uniform)
            .holds(HELD_ONLY),
    ]
}
