//! The rows of `aclnnElu` and `aclnnInplaceElu`.

use crate::reference::rectifiers;
use crate::table::Row;
use crate::table::shared::rectifiers::{NEAR, REALS, both, samples};

const ELU: &str = "f32 f16 f64 bf16";

pub fn rows() -> Vec<Row> {
    both(
        ["aclnnElu", "aclnnInplaceElu"],
        samples!([1.0, 1.0, 1.0], [1.7, 0.3, -2.5], [f64::INFINITY, 2.0, 1.0]),
        [
            &[
                ("self", ELU),
                ("alpha", REALS),
                ("scale", REALS),
                ("inputScale", REALS),
                ("out", "castable"),
            ],
            &[
                ("selfRef", ELU),
                ("alpha", REALS),
                ("scale", REALS),
                ("inputScale", REALS),
            ],
        ],
        rectifiers::elu,
        NEAR,
    )
    .into()
}
