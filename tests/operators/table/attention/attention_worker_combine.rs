//! The row of `aclnnAttentionWorkerCombine`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::table::shared::workers::{ADDRESSES, COMBINE, WHY, combined, sums};
use crate::table::{Holds, Row};

fn all_combined() -> Vec<Vec<Argument>> {
    let all = [(F16, 3), (Bf16, 3), (F16, 2), (Bf16, 2)];
    all.map(|(dtype, experts)| combined(dtype, experts, None))
        .into()
}

fn combined_bits(arguments: &Arguments) -> Vec<Vec<u8>> {
    let [y, next] = sums(arguments, 1);
    vec![
        arguments["scheduleContext"].tensors()[0].elements(),
        y,
        next,
    ]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new(COMBINE, all_combined)
            .accepts(&[
                ("scheduleContext", "none | 910B: i8"),
                ("expertScales", "none | 910B: f32"),
                ("layerId", "none | 910B: i32"),
                ("y", "none | 910B: f16 bf16"),
                ("nextLayerId", "none | 910B: i32"),
            ])
            .bits(combined_bits)
            .holds(Holds(0))
            .except(ADDRESSES)
            .except(&[
                ("samples", WHY),
                ("dtypes y", "goes with `tokenDtype`: both are samples"),
            ]),
    ]
}
