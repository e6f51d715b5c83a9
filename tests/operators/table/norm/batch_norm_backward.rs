//! The row of `aclnnBatchNormBackward`.

use crate::reference::rows::batches;
use crate::table::Row;
use crate::table::shared::rows::batches::{SHORT, backward};
use crate::table::shared::rows::{LAYOUT, ROWS};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnBatchNormBackward", backward)
            .accepts(&[
                ("gradOut", SHORT),
                ("input", "as gradOut"),
                ("weight", "as gradOut"),
                ("runningMean", "as gradOut"),
                ("runningVar", "as gradOut"),
                ("saveMean", "as gradOut"),
                ("saveInvstd", "as gradOut"),
                ("gradInput", "as gradOut"),
                ("gradWeight", "as gradOut"),
                ("gradBias", "as gradOut"),
            ])
            .whole(batches::gradient)
            .accuracy(ROWS)
            .holds(LAYOUT)
            .except(&[
                (
                    "dtypes gradInput",
                    "another type than that of `gradOut` gives 561103 but on Ascend950",
                ),
                (
                    "dtypes weight",
                    "gradients by parameters follow it on Ascend950 only",
                ),
                (
                    "dtypes runningMean",
                    "FLOAT or that of `gradOut` on Ascend950 only",
                ),
                ("dtypes runningVar", "as `runningMean`"),
                (
                    "dtypes saveMean",
                    "FLOAT or that of `gradOut` on Ascend950 only",
                ),
                ("dtypes saveInvstd", "as `saveMean`"),
                ("dtypes gradWeight", "as `gradBias` on Ascend950 only"),
                ("dtypes gradBias", "as `gradWeight` on Ascend950 only"),
            ]),
    ]
}
