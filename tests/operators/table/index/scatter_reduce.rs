//! The rows of `aclnnScatterReduce` and `aclnnInplaceScatterReduce`.

use crate::argument::Argument;
use crate::reference::scattering;
use crate::table::shared::index::INDEX;
use crate::table::shared::index::scatters::{ordered, out_of_place, with};
use crate::table::{EMPTY, OVERLAP, RANK_0, RANK_8, Row, STRIDED, computes};

fn reduced() -> Vec<Vec<Argument>> {
    let mut ways = vec![[Argument::Int(1), Argument::Bool(true)]];
    for way in 0..=5 {
        ways.push([Argument::Int(way), Argument::Bool(false)]);
        ways.push([Argument::Int(way), Argument::Bool(true)]);
    }
    let ways: Vec<&[Argument]> = ways.iter().map(|way| &way[..]).collect();
    with(ordered(), &ways)
}

pub fn rows() -> Vec<Row> {
    let all = STRIDED | EMPTY | RANK_0 | RANK_8;
    vec![
        Row::new("aclnnScatterReduce", || out_of_place(reduced()))
            .accepts(&[
                (
                    "self",
                    "f32 i32 i64 f16 i16 i8 u8 bool f64 c64 c128 | 950: + bf16 | 910B: f32",
                ),
                ("index", INDEX),
                ("src", "as self"),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .whole(scattering::scatter_reduce)
            .holds(all | OVERLAP),
        Row::new("aclnnInplaceScatterReduce", reduced)
            .accepts(&[
                (
                    "selfRef",
                    "f32 i32 i64 f16 i16 i8 u8 bool f64 c64 c128 | 950: + bf16 | 910B: f32",
                ),
                ("index", INDEX),
                ("src", "as selfRef"),
            ])
            .computes(computes::own)
            .whole(scattering::scatter_reduce)
            .holds(all),
    ]
}
