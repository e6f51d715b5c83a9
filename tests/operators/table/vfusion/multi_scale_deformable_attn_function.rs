//! The row of `aclnnMultiScaleDeformableAttnFunction`.

use crate::argument::Argument;
use crate::reference::deformable_attention as reference;
use crate::table::Row;
use crate::table::samples::write;
use crate::table::shared::deformable_attention::{CASES, Case, inputs};
use crate::table::shared::rows::{LAYOUT, ROWS};

fn forward() -> Vec<Vec<Argument>> {
    let call = |case: &Case| {
        let &(dtype, _, [bs, queries, heads, _, channels]) = case;
        let mut call = inputs(case);
        call.push(write(dtype, &[bs, queries, heads * channels]));
        call
    };
    CASES.iter().map(call).collect()
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMultiScaleDeformableAttnFunction", forward)
            .accepts(&[
                ("value", "none | 310: f32 f16 | 910B 950: f32 f16 bf16"),
                ("spatialShape", "i32 i64"),
                ("levelStartIndex", "i32 i64"),
                ("location", "as value"),
                ("attnWeight", "as value"),
                ("output", "as value"),
            ])
            .whole(reference::forward)
            .accuracy(ROWS)
            .holds(LAYOUT),
    ]
}
