//! The row of `aclnnMoeDistributeCombineSetup`.

use crate::table::Row;
use crate::table::shared::mc2::halves::{HALVES, INT32, TYPES, combine_setup};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMoeDistributeCombineSetup", combine_setup::samples)
            .accepts(&[
                ("expandX", HALVES),
                ("expertIds", INT32),
                ("assistInfoForCombine", INT32),
                ("quantExpandXOut", "none | 950: i8"),
                ("commCmdInfoOut", INT32),
            ])
            .bits(combine_setup::bits)
            .except(TYPES),
    ]
}
