//! The row of `aclnnMhcPost`.

use crate::argument::Argument;
use crate::reference::hyper_connections as reference;
use crate::table::Row;
use crate::table::shared::hyper_connections::{POST, post_of};
use crate::table::shared::rows::ROWS;

fn post() -> Vec<Vec<Argument>> {
    post_of(&POST)
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMhcPost", post)
            .accepts(&[
                ("x", "none | 910B 950: f16 bf16"),
                ("hRes", "f32"),
                ("hOut", "as x"),
                ("hPost", "f32"),
                ("out", "as x"),
            ])
            .whole(reference::post)
            .accuracy(ROWS),
    ]
}
