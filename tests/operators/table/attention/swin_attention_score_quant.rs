//! The row of `aclnnSwinAttentionScoreQuant`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::swin;
use crate::table::Row;
use crate::table::attention::mla_preprocess::integers;
use crate::table::samples::{read, write};
use crate::table::shared::attention::swin::{F16_ON_310P, words};
use crate::table::shared::rows::varied;

fn scores([batch, heads, rows, width]: [i64; 4], is_masked: bool) -> Vec<Argument> {
    let shape = [batch, heads, rows, width];
    let optional = |is_there: bool, of: Argument| if is_there { of } else { Argument::Null };
    let mut all = vec![
        integers(I8, &shape, 1),
        integers(I8, &shape, 2),
        integers(I8, &shape, 3),
        read(F16, &[1, rows], &[113.0, 127.5, 99.25]),
        words(&[1, rows], 1.0 / 16384.0, 4),
        words(&[1, width], 1.0 / 512.0, 5),
        read(F16, &[1, rows], &[-3.0, 0.25, 1.5, -7.0]),
        integers(I32, &[1, rows], 6),
        integers(I32, &[1, width], 7),
        optional(is_masked, varied(F16, &[1, heads, rows, rows], 8)),
        Argument::Null,
    ];
    all.extend([false; 3].map(Argument::Bool));
    all.push(Argument::Int(-1));
    all.push(write(F16, &shape));
    all
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSwinAttentionScoreQuant", || {
            vec![
                scores([2, 3, 7, 32], true),
                scores([1, 2, 49, 64], false),
                scores([1, 1, 1, 32], true),
                // More scores than are kept at a time.
                scores([1, 2, 730, 32], true),
            ]
        })
        .accepts(&[
            ("query", "none | 310: i8"),
            ("key", "none | 310: i8"),
            ("value", "none | 310: i8"),
            ("scaleQuant", F16_ON_310P),
            ("scaleDequant1", "none | 310: u64"),
            ("scaleDequant2", "none | 310: u64"),
            ("biasQuantOptional", F16_ON_310P),
            ("biasDequant1Optional", "none | 310: i32"),
            ("biasDequant2Optional", "none | 310: i32"),
            ("paddingMask1Optional", F16_ON_310P),
            ("paddingMask2Optional", "any"),
            ("out", F16_ON_310P),
        ])
        .bits(swin::attention),
    ]
}
