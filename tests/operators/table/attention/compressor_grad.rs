//! The row of `aclnnCompressorGrad`.

use crate::reference::compressor as reference;
use crate::table::shared::compressor::{THREE, backward};
use crate::table::shared::rows::ROWS;
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnCompressorGrad", backward)
            .accepts(&[
                ("x", "none | 950: f16 bf16"),
                ("wkv", "as x"),
                ("wgate", "as x"),
                ("dCmpKv", "as x"),
                ("softmaxScore", "none | 950: f32"),
                ("kv", "none | 950: f32"),
                ("cuSeqlensOptional", "none | 950: i32"),
                ("sequsedOptional", "none | 950: i32"),
                ("startPosOptional", "none | 950: i32"),
                ("dXOut", "as x"),
                ("dWkvOut", "as x"),
                ("dWgateOut", "as x"),
                ("dApeOut", "none | 950: f32"),
            ])
            .whole(reference::backward)
            .accuracy(ROWS)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(&[("dtypes cuSeqlensOptional", THREE)]),
    ]
}
