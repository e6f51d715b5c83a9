//! The rows of `aclnnGroupNormSilu` and `aclnnGroupNormSiluV2`.

use crate::argument::Argument;
use crate::reference::rows::norms;
use crate::table::Row;
use crate::table::shared::rows::groups::silu;
use crate::table::shared::rows::{LAYOUT, ROWS};

fn silu_or_not() -> Vec<Vec<Argument>> {
    let mut samples = silu();
    for (number, sample) in samples.iter_mut().enumerate() {
        sample.insert(5, Argument::Bool(number % 2 == 0));
    }
    samples
}

const SILU: &[(&str, &str)] = &[
    ("self", "f32 f16 bf16 | 910: none | 310: f32 f16"),
    ("gamma", "as self"),
    ("beta", "as gamma"),
    ("out", "as self"),
    ("meanOut", "as gamma"),
    ("rstdOut", "as gamma"),
];
const STATISTICS: &[(&str, &str)] = &[
    (
        "dtypes gamma",
        "FLOAT parameters of a shorter input have FLOAT statistics on Ascend950",
    ),
    (
        "dtypes meanOut",
        "on Ascend950 another type than that of the parameters gives 561103",
    ),
    ("dtypes rstdOut", "as `meanOut`"),
];

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnGroupNormSilu", silu)
            .accepts(SILU)
            .whole(norms::group_norm_silu)
            .accuracy(ROWS)
            .holds(LAYOUT)
            .except(STATISTICS),
        Row::new("aclnnGroupNormSiluV2", silu_or_not)
            .accepts(SILU)
            .whole(norms::group_norm_silu)
            .accuracy(ROWS)
            .holds(LAYOUT)
            .except(STATISTICS),
    ]
}
