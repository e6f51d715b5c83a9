//! The row of `aclnnHeaviside`.

use crate::reference::signs;
use crate::table::samples::binary;
use crate::table::{Row, computes};

const SHORT_FLOATS: &str = "f32 f16 bf16";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnHeaviside", binary)
            .accepts(&[
                ("input", SHORT_FLOATS),
                ("values", SHORT_FLOATS),
                ("out", "as input"),
            ])
            .computes(computes::own)
            .elements(signs::heaviside)
            .except(&[(
                "dtypes out",
                "another type than that of `input` gives 561103",
            )]),
    ]
}
