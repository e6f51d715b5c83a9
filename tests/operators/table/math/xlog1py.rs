//! The row of `aclnnXlog1py`.

use crate::reference::elementary;
use crate::table::samples::binary;
use crate::table::{Row, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnXlog1py", binary)
            .accepts(&[
                ("x", "none | 950: f32 f16 bf16"),
                ("y", "as x"),
                ("z", "as x"),
            ])
            .computes(computes::own)
            .elements(elementary::xlog1py)
            .ulp(0.5001, 1.0),
    ]
}
