//! The rows of `aclnnIndexCopy` and `aclnnInplaceIndexCopy`.

use crate::reference::scattering;
use crate::table::shared::index::INDEX;
use crate::table::shared::index::slices::{copied, with_out};
use crate::table::{OVERLAP, Row, STRIDED, computes};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnIndexCopy", || with_out(copied()))
            .accepts(&[
                (
                    "selfRef",
                    "f32 i32 i64 f16 i16 i8 u8 bool f64 c64 c128 | 910B 950: + bf16 | 950: + u32 u64",
                ),
                ("index", INDEX),
                ("source", "as selfRef"),
                ("outRef", "as selfRef"),
            ])
            .computes(computes::own)
            .whole(scattering::index_copy)
            .holds(STRIDED | OVERLAP),
        Row::new("aclnnInplaceIndexCopy", copied)
            .accepts(&[
                (
                    "selfRef",
                    "f32 i32 i64 f16 i16 i8 u8 bool f64 c64 c128 | 910B 950: + bf16 | 950: + u32 u64",
                ),
                ("index", INDEX),
                ("source", "as selfRef"),
            ])
            .computes(computes::own)
            .whole(scattering::index_copy),
    ]
}
