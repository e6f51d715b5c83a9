//! The rows of `aclnnDistributeBarrier` and `aclnnDistributeBarrierV2`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::ranks::ONE_RANK;
use crate::table::Row;
use crate::table::shared::mc2::experts::{DISPATCHES, INT32, numbers};

const BARRIER: &str = "none | 910B: f16 bf16 f32 bool i8 i16 i32 i64 u8 u16 u32 u64 | 950: f16 bf16 f32 bool i8 i16 i32 i64 u8 u16 u32 u64 e5m2 e4m3 e1m2 e2m1 hif8 i4";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnDistributeBarrier", || {
            vec![vec![
                numbers(F16, &[3], 1),
                Argument::Text(ONE_RANK),
                Argument::Int(1),
            ]]
        })
        .accepts(&[("xRef", BARRIER)])
        .bits(|arguments| vec![arguments["xRef"].tensors()[0].elements()])
        .except(DISPATCHES),
        Row::new("aclnnDistributeBarrierV2", || {
            vec![vec![
                numbers(F16, &[3], 1),
                numbers(I32, &[1], 1),
                Argument::Null,
                Argument::Text(ONE_RANK),
                Argument::Int(1),
            ]]
        })
        .accepts(&[
            ("xRef", BARRIER),
            ("timeOut", INT32),
            ("elasticInfo", INT32),
        ])
        .bits(|arguments| vec![arguments["xRef"].tensors()[0].elements()])
        .except(DISPATCHES),
    ]
}
