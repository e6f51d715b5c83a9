//! The row of `aclnnMoeDistributeCombineTeardown`.

use crate::table::Row;
use crate::table::shared::mc2::halves::{HALVES, INT32, TYPES, combine_teardown};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new(
            "aclnnMoeDistributeCombineTeardown",
            combine_teardown::samples,
        )
        .accepts(&[
            ("expandX", HALVES),
            ("quantExpandX", "none | 950: i8"),
            ("expertIds", INT32),
            ("expandIdx", INT32),
            ("expertScales", "none | 950: f32"),
            ("commCmdInfo", INT32),
            ("xActiveMaskOptional", "none | 950: bool"),
            ("sharedExpertXOptional", "as expandX"),
            ("xOut", "as expandX"),
        ])
        .bits(combine_teardown::bits)
        .except(TYPES),
    ]
}
