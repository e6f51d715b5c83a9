//! The rows of `aclnnMoeDistributeDispatch` and its other forms.

use crate::table::Row;
use crate::table::shared::mc2::experts::{
    BOOL, DISPATCHES, FLOAT, HALVES, INT32, INT64, first, fourth, second, third,
};

const DISPATCH: &[(&str, &str)] = &[
    (
        "x",
        "none | 910B: f16 bf16 i32 | 950: f16 bf16 hif8 e5m2 e4m3 e2m1 e1m2",
    ),
    ("expertIds", INT32),
    ("scalesOptional", "none | 910B: f32 | 950: f32 e8m0"),
    ("xActiveMaskOptional", BOOL),
    ("expertScalesOptional", FLOAT),
    (
        "expandXOut",
        "none | 910B: f16 bf16 i32 i8 | 950: f16 bf16 i8 hif8 e5m2 e4m3 e2m1 e1m2",
    ),
    ("dynamicScalesOut", "none | 910B: f32 | 950: f32 e8m0"),
    ("assistInfoForCombineOut", INT32),
    ("expertTokenNumsOut", INT64),
    ("epRecvCountsOut", INT32),
    ("tpRecvCountsOut", INT32),
    ("expandScalesOut", FLOAT),
    ("elasticInfoOptional", INT32),
    ("performanceInfoOptional", INT64),
];

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnMoeDistributeDispatch", first::dispatch)
            .accepts(&[
                ("x", HALVES),
                ("expertIds", INT32),
                ("scales", FLOAT),
                ("xActiveMask", BOOL),
                ("expertScales", FLOAT),
                ("expandX", "none | 910B 950: f16 bf16 i8"),
                ("dynamicScales", FLOAT),
                ("expandIdx", INT32),
                ("expertTokenNums", INT64),
                ("epRecvCounts", INT32),
                ("tpRecvCounts", INT32),
                ("expandScales", FLOAT),
            ])
            .bits(first::dispatch_bits)
            .except(DISPATCHES),
        Row::new("aclnnMoeDistributeDispatchV2", second::dispatch)
            .accepts(&DISPATCH[..12])
            .bits(second::dispatch_bits)
            .except(DISPATCHES),
        Row::new("aclnnMoeDistributeDispatchV3", third::dispatch)
            .accepts(&DISPATCH[..13])
            .bits(third::dispatch_bits)
            .except(DISPATCHES),
        Row::new("aclnnMoeDistributeDispatchV4", fourth::dispatch)
            .accepts(DISPATCH)
            .bits(fourth::dispatch_bits)
            .except(DISPATCHES),
    ]
}
