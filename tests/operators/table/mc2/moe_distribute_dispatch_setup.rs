//! The row of `aclnnMoeDistributeDispatchSetup`.

use crate::table::Row;
use crate::table::shared::mc2::halves::{HALVES, INT32, MESSAGES, TYPES, dispatch_setup};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMoeDistributeDispatchSetup", dispatch_setup::samples)
            .accepts(&[
                ("x", HALVES),
                ("expertIds", INT32),
                ("scalesOptional", "none | 950: f32"),
                ("xActiveMaskOptional", "none | 950: bool"),
                ("yOut", MESSAGES),
                ("expandIdxOut", INT32),
                ("commCmdInfoOut", INT32),
            ])
            .bits(dispatch_setup::bits)
            .except(TYPES),
    ]
}
