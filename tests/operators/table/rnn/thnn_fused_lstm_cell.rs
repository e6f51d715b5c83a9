//! The row of `aclnnThnnFusedLstmCell`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::lstm_cell;
use crate::table::Row;
use crate::table::samples::write;
use crate::table::shared::rnn::small;
use crate::table::shared::rows::{LAYOUT, ROWS};

fn cells() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for (dtype, [rows, n], has_biases) in [
        (Dtype::F32, [3, 4], true),
        (Dtype::F16, [9, 5], false),
        (Dtype::F32, [20, 33], true),
    ] {
        let bias = |number: i64| match has_biases {
            true => small(dtype, &[4 * n], number),
            false => Argument::Null,
        };
        samples.push(vec![
            small(dtype, &[rows, 4 * n], 1),
            small(dtype, &[rows, 4 * n], 2),
            small(dtype, &[rows, n], 3),
            bias(4),
            bias(5),
            write(dtype, &[rows, n]),
            write(dtype, &[rows, n]),
            write(dtype, &[rows, 4 * n]),
        ]);
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnThnnFusedLstmCell", cells)
            .accepts(&[
                ("inputGates", "none | 910B: f32 f16"),
                ("hiddenGates", "as inputGates"),
                ("cx", "as inputGates"),
                ("inputBiasOptional", "as inputGates"),
                ("hiddenBiasOptional", "as inputGates"),
                ("hyOut", "as inputGates"),
                ("cyOut", "as inputGates"),
                ("storageOut", "as inputGates"),
            ])
            .whole(lstm_cell::step)
            .accuracy(ROWS)
            .holds(LAYOUT),
    ]
}
