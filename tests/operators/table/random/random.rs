//! The rows of `aclnnInplaceRandom` and its other forms.

use crate::reference::draws;
use crate::table::shared::draws::samples::{all_integers, held, integers, ints};
use crate::table::shared::draws::{HELD_ONLY, SEEDS};
use crate::table::{IN_PLACE, Row, computes};

const INTEGERS: &str = "f32 i32 i64 f16 i16 i8 u8 bool f64 bf16 c64 c128 | 950: f32 i32 i64 f16 i16 i8 u8 bool f64 bf16";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnInplaceRandom", || integers(ints(&[42, 5])))
            .accepts(&[("selfRef", INTEGERS)])
            .computes(computes::own)
            .whole(draws::integers)
            .holds(IN_PLACE),
        Row::new("aclnnInplaceRandomTensor", || integers(held()))
            .accepts(&[("selfRef", INTEGERS), SEEDS[0], SEEDS[1]])
            .computes(computes::own)
            .whole(draws::integers)
            .holds(HELD_ONLY),
        Row::new("aclnnInplaceRandomWithoutFromTo", || {
            all_integers(ints(&[42, 5]))
        })
        .accepts(&[("selfRef", INTEGERS)])
        .computes(computes::own)
        .whole(draws::all_integers)
        .holds(IN_PLACE),
        Row::new("aclnnInplaceRandomWithoutFromToTensor", || {
            all_integers(held())
        })
        .accepts(&[("selfRef", INTEGERS), SEEDS[0], SEEDS[1]])
        .computes(computes::own)
        .whole(draws::all_integers)
        .holds(HELD_ONLY),
    ]
}
