//! The row of `aclnnMultiScaleDeformableAttentionGrad`.

use crate::argument::Argument;
use crate::reference::deformable_attention as reference;
use crate::table::Row;
use crate::table::samples::write;
use crate::table::shared::deformable_attention::{CASES, Case, inputs};
use crate::table::shared::rows::{LAYOUT, ROWS, varied};

fn backward() -> Vec<Vec<Argument>> {
    let call = |case: &Case| {
        let &(dtype, _, [bs, queries, heads, _, channels]) = case;
        let mut call = inputs(case);
        call.push(varied(dtype, &[bs, queries, heads * channels], 4));
        for like in [0, 3, 4] {
            let shape = call[like].tensors()[0].shape.clone();
            call.push(write(dtype, &shape));
        }
        call
    };
    CASES.iter().map(call).collect()
}

const FLOATS: &str = "none | 910B 950: f32 f16 bf16";
const INDICES: &str = "none | 910B 950: i32 i64";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMultiScaleDeformableAttentionGrad", backward)
            .accepts(&[
                ("value", FLOATS),
                ("spatialShape", INDICES),
                ("levelStartIndex", INDICES),
                ("location", FLOATS),
                ("attnWeight", FLOATS),
                ("gradOutput", FLOATS),
                ("gradValue", FLOATS),
                ("gradLocation", FLOATS),
                ("gradAttnWeight", FLOATS),
            ])
            .whole(reference::backward)
            .accuracy(ROWS)
            .holds(LAYOUT),
    ]
}
