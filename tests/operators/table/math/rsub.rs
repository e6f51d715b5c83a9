//! The rows of `aclnnRsub` and `aclnnRsubs`.

use crate::reference::{scalars, weighted};
use crate::table::samples::scalar_with_alpha;
use crate::table::shared::math::scalars::COMPLEX;
use crate::table::{Row, computes, samples};

const NO_BOOL: &str = "f32 f16 f64 i8 i16 i32 i64 u8 c64 c128 | 910B 950: + bf16";
const SUBTRACTED: &str = "f32 i32 i64 f16 i16 i8 u8 f64 c64 c128 | 910B 950: + bf16";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnRsubs", scalar_with_alpha)
            .accepts(&[
                ("self", NO_BOOL),
                ("other", NO_BOOL),
                ("alpha", "casts"),
                ("out", "castable"),
            ])
            .computes(computes::with_scalar)
            .elements(scalars::rsub)
            .except(COMPLEX),
        Row::new("aclnnRsub", samples::binary_with_alpha)
            .accepts(&[
                ("self", SUBTRACTED),
                ("other", SUBTRACTED),
                ("alpha", "casts"),
                ("out", "castable"),
            ])
            .computes(computes::promoted)
            .elements(weighted::rsub),
    ]
}
