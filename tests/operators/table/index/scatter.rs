//! The rows of `aclnnScatter` and its other forms.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::scattering;
use crate::table::samples::scalar;
use crate::table::shared::index::INDEX;
use crate::table::shared::index::scatters::{Accepts, ELEMENTS, ordered, out_of_place, with};
use crate::table::{EMPTY, OVERLAP, RANK_0, RANK_8, Row, STRIDED, computes};

const SCALAR: &str = "f32 f16 bf16 f64 i8 u8 i16 u16 i32 u32 i64 u64 bool";
const IN_PLACE: Accepts = &[
    (
        "selfRef",
        "f32 i32 i64 f16 i16 i8 u8 bool f64 c64 c128 | 910B 950: + bf16",
    ),
    ("index", INDEX),
    ("src", "as selfRef"),
];

fn ways() -> Vec<Vec<Argument>> {
    let way = |way: i64| [Argument::Int(way)];
    let ways = [way(0), way(1), way(2), way(3), way(4), way(5), way(77)];
    let ways: Vec<&[Argument]> = ways.iter().map(|way| &way[..]).collect();
    with(ordered(), &ways)
}

fn of_value() -> Vec<Vec<Argument>> {
    let mut samples = ways();
    for sample in &mut samples {
        sample[3] = scalar(F32, 1.5);
    }
    samples
}

pub fn rows() -> Vec<Row> {
    let all = STRIDED | EMPTY | RANK_0 | RANK_8;
    vec![
        Row::new("aclnnScatter", || out_of_place(ways()))
            .accepts(ELEMENTS)
            .computes(computes::own)
            .whole(scattering::scatter)
            .holds(all | OVERLAP),
        Row::new("aclnnInplaceScatter", ways)
            .accepts(IN_PLACE)
            .computes(computes::own)
            .whole(scattering::scatter)
            .holds(all),
        Row::new("aclnnScatterValue", || out_of_place(of_value()))
            .accepts(&[
                (
                    "self",
                    "f32 i32 i64 f16 i16 i8 u8 bool f64 c64 c128 | 910B 950: + bf16",
                ),
                ("index", INDEX),
                ("value", SCALAR),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .whole(scattering::scatter)
            .holds(all | OVERLAP),
        Row::new("aclnnInplaceScatterValue", of_value)
            .accepts(&[
                (
                    "selfRef",
                    "f32 i32 i64 f16 i16 i8 u8 bool f64 c64 c128 | 910B 950: + bf16",
                ),
                ("index", INDEX),
                ("value", SCALAR),
            ])
            .computes(computes::own)
            .whole(scattering::scatter)
            .holds(all),
    ]
}
