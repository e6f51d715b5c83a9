//! The row of `aclnnStemOamPrepVarlenQ`.

use crate::reference::attention::group_sums::of_queries;
use crate::table::Row;
use crate::table::shared::attention::group_sums::queries;
use crate::table::shared::rows::ROWS;

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnStemOamPrepVarlenQ", queries)
            .accepts(&[
                ("q", "none | 950: e4m3"),
                ("qScale", "f32"),
                ("qFlat", "bf16"),
            ])
            .whole(of_queries)
            .accuracy(ROWS),
    ]
}
