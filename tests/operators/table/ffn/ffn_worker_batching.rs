//! The row of `aclnnFfnWorkerBatching`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::table::shared::workers::{ADDRESSES, BATCHING, Gathered, WHY, gathered};
use crate::table::{Holds, Row};

fn all_gathered() -> Vec<Vec<Argument>> {
    let all = [I8, F16, Bf16];
    all.map(|dtype| gathered().call(dtype, false)).into()
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new(BATCHING, all_gathered)
            .accepts(&[
                ("scheduleContext", "none | 910B 950: i8"),
                ("y", "none | 910B 950: f16 bf16 i8"),
                ("groupList", "none | 910B 950: i64"),
                ("sessionIds", "none | 910B 950: i32"),
                ("microBatchIds", "none | 910B 950: i32"),
                ("tokenIds", "none | 910B 950: i32"),
                ("expertOffsets", "none | 910B 950: i32"),
                ("dynamicScale", "none | 910B 950: f32"),
                ("actualTokenNum", "none | 910B 950: i64"),
            ])
            .bits(|arguments| gathered().outputs(arguments, &Gathered::LISTED))
            .holds(Holds(0))
            .except(ADDRESSES)
            .except(&[
                ("samples", WHY),
                ("dtypes y", "goes with `tokenDtype`: all are samples"),
            ]),
    ]
}
