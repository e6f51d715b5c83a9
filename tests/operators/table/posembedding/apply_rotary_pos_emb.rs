//! The rows of `aclnnApplyRotaryPosEmb` and `aclnnApplyRotaryPosEmbV2`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::reference::rotary;
use crate::table::shared::rotary::{TYPES, Types};
use crate::table::shared::rows::{ROWS, varied};
use crate::table::{Row, STRIDED};

/// The type, shapes of queries, keys and cosines, and the layout.
type InPlace = (Dtype, &'static [i64], &'static [i64], &'static [i64], i64);

const IN_PLACE: [InPlace; 7] = [
    (F32, &[2, 5, 3, 8], &[2, 5, 1, 8], &[2, 5, 1, 8], 1),
    (F16, &[5, 2, 3, 8], &[5, 2, 2, 8], &[5, 2, 1, 8], 2),
    (Bf16, &[2, 3, 5, 8], &[2, 1, 5, 8], &[2, 1, 5, 8], 3),
    (F16, &[7, 3, 12], &[7, 2, 12], &[7, 1, 12], 4),
    // Leading elements only.
    (Bf16, &[1, 5, 3, 24], &[1, 5, 1, 24], &[1, 5, 1, 8], 1),
    (F32, &[2, 40, 8, 128], &[2, 40, 2, 128], &[2, 40, 1, 128], 1),
    (F16, &[70, 16, 64], &[70, 1, 64], &[70, 1, 64], 4),
];

fn in_place_with(mode: Option<&'static str>) -> Vec<Vec<Argument>> {
    let each = IN_PLACE.iter().enumerate();
    let each = each.map(|(number, &(dtype, query, key, angles, layout))| {
        let number = number as i64;
        let mut sample = vec![
            varied(dtype, query, number),
            varied(dtype, key, number + 20),
            varied(dtype, angles, number + 40),
            varied(dtype, angles, number + 60),
            Argument::Int(layout),
        ];
        sample.extend(mode.map(Argument::Text));
        sample
    });
    each.collect()
}

fn in_place() -> Vec<Vec<Argument>> {
    in_place_with(None)
}

fn in_place_v2() -> Vec<Vec<Argument>> {
    let modes = ["half", "interleave", "quarter"];
    modes
        .into_iter()
        .flat_map(|mode| in_place_with(Some(mode)))
        .collect()
}

const BOTH: Types = &[
    ("queryRef", TYPES),
    ("keyRef", "as queryRef"),
    ("cos", "as queryRef"),
    ("sin", "as queryRef"),
];

pub fn rows() -> Vec<Row> {
    let in_place_holds = STRIDED;
    vec![
        Row::new("aclnnApplyRotaryPosEmb", in_place)
            .accepts(BOTH)
            .whole(rotary::in_place)
            .accuracy(ROWS)
            .holds(in_place_holds),
        Row::new("aclnnApplyRotaryPosEmbV2", in_place_v2)
            .accepts(BOTH)
            .whole(rotary::in_place)
            .accuracy(ROWS)
            .holds(in_place_holds),
    ]
}
