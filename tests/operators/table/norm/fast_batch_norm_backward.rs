//! The row of `aclnnFastBatchNormBackward`.

use crate::argument::Argument;
use crate::reference::rows::batches;
use crate::table::Row;
use crate::table::shared::rows::batches::backward;
use crate::table::shared::rows::{LAYOUT, ROWS};

fn fast_backward() -> Vec<Vec<Argument>> {
    let mut samples = backward();
    for sample in &mut samples {
        sample.insert(10, Argument::Int(0));
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnFastBatchNormBackward", fast_backward)
            .accepts(&[
                ("gradOut", "f32 f16 bf16"),
                ("input", "as gradOut"),
                ("weight", "f32 f16 bf16"),
                ("runningMean", "f32 f16 bf16"),
                ("runningVar", "f32 f16 bf16"),
                ("saveMean", "f32 f16 bf16"),
                ("saveInvstd", "f32 f16 bf16"),
                ("gradInput", "as gradOut"),
                ("gradWeight", "f32 f16 bf16"),
                ("gradBias", "f32 f16 bf16"),
            ])
            .whole(batches::gradient)
            .accuracy(ROWS)
            .holds(LAYOUT)
            .except(&[(
                "dtypes gradInput",
                "another type than that of `gradOut` gives 561103",
            )]),
    ]
}
