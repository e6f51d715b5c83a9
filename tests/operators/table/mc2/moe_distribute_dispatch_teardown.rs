//! The row of `aclnnMoeDistributeDispatchTeardown`.

use crate::table::Row;
use crate::table::shared::mc2::halves::{HALVES, INT32, MESSAGES, TYPES, dispatch_teardown};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new(
            "aclnnMoeDistributeDispatchTeardown",
            dispatch_teardown::samples,
        )
        .accepts(&[
            ("x", HALVES),
            ("y", MESSAGES),
            ("expertIds", INT32),
            ("commCmdInfo", INT32),
            ("expandXOut", MESSAGES),
            ("dynamicScalesOut", "none | 950: f32 e8m0"),
            ("assistInfoForCombineOut", INT32),
            ("expertTokenNumsOut", "none | 950: i64"),
        ])
        .bits(dispatch_teardown::bits)
        .except(TYPES),
    ]
}
