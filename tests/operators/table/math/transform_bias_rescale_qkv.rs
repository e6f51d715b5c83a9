//! The row of `aclnnTransformBiasRescaleQkv`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::rows::adaptive;
use crate::table::Row;
use crate::table::samples::write;
use crate::table::shared::rows::adaptive::MODULATED;
use crate::table::shared::rows::{LAYOUT, ROWS, varied};

fn queries_keys_and_values() -> Vec<Vec<Argument>> {
    let sample = |dtype, [members, rows, heads, head]: [i64; 4]| {
        let columns = 3 * heads * head;
        let output = write(dtype, &[members, heads, rows, head]);
        vec![
            varied(dtype, &[members, rows, columns], 1),
            varied(dtype, &[columns], 2),
            Argument::Int(heads),
            output.clone(),
            output.clone(),
            output,
        ]
    };
    vec![
        sample(Dtype::F32, [2, 3, 2, 5]),
        sample(Dtype::F16, [1, 7, 3, 8]),
        sample(Dtype::Bf16, [3, 2, 1, 4]),
    ]
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnTransformBiasRescaleQkv", queries_keys_and_values)
            .accepts(&[
                ("qkv", MODULATED),
                ("qkvBias", "as qkv"),
                ("qOut", "as qkv"),
                ("kOut", "as qkv"),
                ("vOut", "as qkv"),
            ])
            .whole(adaptive::queries_keys_and_values)
            .accuracy(ROWS)
            .holds(LAYOUT),
    ]
}
