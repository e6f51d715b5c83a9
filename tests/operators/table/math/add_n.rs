//! The row of `aclnnAddN`.

use crate::reference::lists;
use crate::table::shared::math::weighted::equal_lists;
use crate::table::{ELEMENTWISE, Row, computes};

const SUMMED: &str = "none | 910B 950: i32 i64 f16 bf16 f32";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAddN", equal_lists)
            .accepts(&[("tensors", SUMMED), ("out", "as tensors")])
            .computes(computes::own)
            .elements(lists::sum)
            .holds(ELEMENTWISE)
            .except(&[(
                "dtypes out",
                "another type than that of the tensors gives 561103",
            )]),
    ]
}
