//! The rows of `aclnnMoeInitRoutingQuant` and `aclnnMoeInitRoutingQuantV2`.

use crate::reference::moe;
use crate::table::shared::moe::routing::{init_quant_samples, quant_v2_samples};
use crate::table::shared::moe::{FLOATS, ON_910B};
use crate::table::{Holds, Row, SHAPE, STRIDED};

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMoeInitRoutingQuant", init_quant_samples)
            .accepts(&[
                ("x", ON_910B),
                ("rowIdx", "i32"),
                ("expertIdx", "i32"),
                ("expandedXOut", "i8"),
                ("expandedRowIdxOut", "i32"),
                ("expandedExpertIdxOut", "i32"),
            ])
            .held_by("table::shared::moe::operators_and_modes_of_910b")
            .holds(Holds(0))
            .except(&[(
                "samples",
                "not available on Ascend950, so tested on an older generation only",
            )]),
        Row::new("aclnnMoeInitRoutingQuantV2", quant_v2_samples)
            .accepts(&[
                ("x", FLOATS),
                ("expertIdx", "i32"),
                ("scaleOptional", "f32"),
                ("offsetOptional", "f32"),
                ("expandedXOut", "i8 | 910B: + i4"),
                ("expandedRowIdxOut", "i32"),
                ("expertTokensCountOrCumsumOutOptional", "i32"),
                ("expertTokensBeforeCapacityOutOptional", "i32"),
                ("dynamicQuantScaleOutOptional", "f32"),
            ])
            .bits(moe::init_v2)
            .holds(STRIDED | SHAPE)
            .except(&[
                (
                    "dtypes expertTokensBeforeCapacityOutOptional",
                    "not written in the plainest call",
                ),
                ("shapes expertTokensBeforeCapacityOutOptional", "likewise"),
                ("dtypes dynamicQuantScaleOutOptional", "likewise"),
                ("shapes dynamicQuantScaleOutOptional", "likewise"),
            ]),
    ]
}
