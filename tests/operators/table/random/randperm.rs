//! The row of `aclnnRandperm`.

use crate::reference::draws;
use crate::table::Row;
use crate::table::shared::draws::OUT_ONLY;
use crate::table::shared::draws::samples::permutations;

const PERMUTED: &str = "f32 f16 i32 f64 i64 i8 u8 i16 | 910B 950: + bf16";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnRandperm", permutations)
            .accepts(&[("out", PERMUTED)])
            .computes(|arguments| arguments["out"].dtype())
            .whole(draws::permutation)
            .holds(OUT_ONLY),
    ]
}
