//! The rows of `aclnnInplaceNormal` and `aclnnInplaceNormalTensor`.

use crate::table::shared::draws::samples::{FLOATS, between, filled, held, ints};
use crate::table::shared::draws::{DISTRIBUTIONS, HELD_ONLY, SEEDS};
use crate::table::{Accuracy, IN_PLACE, Row, computes};

const NORMAL: &str = "f16 f32 f64 i16 i32 i64 i8 u8 bool | 910B 950: + bf16";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnInplaceNormal", || {
            filled(&FLOATS, &between(1.5, 2.0, ints(&[42, 5])))
        })
        .accepts(&[("selfRef", NORMAL)])
        .computes(computes::own)
        .held_by(DISTRIBUTIONS)
        .accuracy(Accuracy::Elsewhere(DISTRIBUTIONS))
        .holds(IN_PLACE),
        Row::new("aclnnInplaceNormalTensor", || {
            filled(&FLOATS, &between(1.5, 2.0, held()))
        })
        .accepts(&[("selfRef", NORMAL), SEEDS[0], SEEDS[1]])
        .computes(computes::own)
        .held_by(DISTRIBUTIONS)
        .accuracy(Accuracy::Elsewhere(DISTRIBUTIONS))
        .holds(HELD_ONLY),
    ]
}
