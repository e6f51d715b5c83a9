//! The row of `aclnnCompressor`.

use crate::reference::compressor as reference;
use crate::table::shared::compressor::{F32_TOO, HALVES, NUMBERS, THREE, forward};
use crate::table::shared::rows::ROWS;
use crate::table::{Row, SHAPE, STRIDED};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnCompressor", forward)
            .accepts(&[
                ("x", HALVES),
                ("wkv", "as x"),
                ("wgate", "as x"),
                ("stateCacheRef", F32_TOO),
                ("ape", F32_TOO),
                ("stateBlockTableOptional", NUMBERS),
                ("cuSeqlensOptional", NUMBERS),
                ("sequsedOptional", NUMBERS),
                ("startPosOptional", NUMBERS),
                ("cmpKvOut", "as x"),
                ("softmaxScoreOut", F32_TOO),
                ("kvOut", F32_TOO),
            ])
            .whole(reference::forward)
            .accuracy(ROWS)
            .holds(STRIDED | SHAPE)
            .except(&[
                ("dtypes cuSeqlensOptional", THREE),
                (
                    "dtypes softmaxScoreOut",
                    "only with `gradEnabled`, which one chip has",
                ),
                (
                    "dtypes kvOut",
                    "only with `gradEnabled`, which one chip has",
                ),
            ]),
    ]
}
