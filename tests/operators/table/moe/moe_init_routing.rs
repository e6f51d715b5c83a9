//! The rows of `aclnnMoeInitRouting` and its other forms.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::moe;
use crate::table::shared::moe::routing::{BLOCKS, init_samples, v2, v2_on_910b};
use crate::table::shared::moe::versions::{v3_samples, v4_samples};
use crate::table::shared::moe::{AND_310P, FLOATS, experts};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

fn v2_samples() -> Vec<Vec<Argument>> {
    let mut samples = v2_on_910b();
    for dtype in [F16, Bf16, F32] {
        samples.push(v2(dtype, I64, [4, 5, 3], [0, 0, 7, 0, 1], false));
    }
    let mut one_axis = v2(F16, I64, [6, 5, 1], [4, 0, 6, 0, 2], false);
    one_axis[1] = experts(I32, &[6], 6);
    samples.push(one_axis);
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMoeInitRouting", init_samples)
            .accepts(&[
                ("x", FLOATS),
                ("rowIdx", "i32"),
                ("expertIdx", "i32"),
                ("expandedXOut", "as x"),
                ("expandedRowIdxOut", "i32"),
                ("expandedExpertIdxOut", "i32"),
            ])
            .bits(moe::init)
            .holds(STRIDED | OVERLAP | SHAPE),
        Row::new("aclnnMoeInitRoutingV2", v2_samples)
            .accepts(&[
                ("x", AND_310P),
                ("expertIdx", "i32 | 950: + i64"),
                ("expandedXOut", "as x"),
                ("expandedRowIdxOut", "i32"),
                ("expertTokensCountOrCumsumOutOptional", "i32"),
                ("expertTokensBeforeCapacityOutOptional", "i32"),
            ])
            .bits(moe::init_v2)
            .holds(STRIDED | SHAPE)
            .except(&[
                (
                    "dtypes expertTokensBeforeCapacityOutOptional",
                    "not written in the plainest call",
                ),
                ("shapes expertTokensBeforeCapacityOutOptional", "likewise"),
            ]),
        Row::new("aclnnMoeInitRoutingV3", v3_samples)
            .accepts(&[
                (
                    "x",
                    "none | 910B: f16 bf16 f32 i8 | 950: f16 bf16 f32 i8 hif8 e5m2 e4m3 e2m1",
                ),
                ("expertIdx", "i32"),
                ("scaleOptional", "f32 | 950: + e8m0"),
                ("offsetOptional", "f32"),
                ("expandedXOut", "as x"),
                ("expandedRowIdxOut", "i32"),
                ("expertTokensCountOrCumsumOut", "i64"),
                ("expandedScaleOut", "as scaleOptional"),
            ])
            .bits(moe::init_v3)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(BLOCKS),
        Row::new("aclnnMoeInitRoutingV4", v4_samples)
            .accepts(&[
                ("x", "none | 950: f16 bf16 f32 i8 hif8 e5m2 e4m3 e2m1"),
                ("expertIdx", "i32"),
                ("scaleOptional", "f32 | 950: + e8m0"),
                ("offsetOptional", "f32"),
                ("activeNumOptional", "i64"),
                ("topkWeightOptional", "f32"),
                ("expandedXOut", "as x"),
                ("expandedRowIdxOut", "i32"),
                ("expertTokensCountOrCumsumOut", "i64"),
                ("expandedScaleOut", "as scaleOptional"),
                ("expandedTopkWeightOut", "f32"),
            ])
            .bits(moe::init_v3)
            .holds(STRIDED | SHAPE)
            .except(BLOCKS),
    ]
}
