//! The row of `aclnnThnnFusedLstmCellBackward`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::lstm_cell;
use crate::table::Row;
use crate::table::samples::write;
use crate::table::shared::rnn::small;
use crate::table::shared::rows::{LAYOUT, ROWS};

fn cell_gradients() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for (dtype, [rows, n], has_bias) in [
        (Dtype::F32, [3, 4], true),
        (Dtype::F16, [9, 5], true),
        (Dtype::F32, [20, 33], true),
    ] {
        let of_rows = |number: i64| small(dtype, &[rows, n], number);
        let mut sample = vec![of_rows(1), of_rows(2), of_rows(3), of_rows(4)];
        sample.extend([
            small(dtype, &[rows, 4 * n], 5),
            Argument::Bool(has_bias),
            write(dtype, &[rows, 4 * n]),
            write(dtype, &[rows, n]),
            write(dtype, &[4 * n]),
        ]);
        samples.push(sample);
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnThnnFusedLstmCellBackward", cell_gradients)
            .accepts(&[
                ("gradHyOptional", "none | 910B: f32 f16"),
                ("gradCOptional", "as gradHyOptional"),
                ("cx", "as gradHyOptional"),
                ("cy", "as gradHyOptional"),
                ("storage", "as gradHyOptional"),
                ("gradGatesOut", "as gradHyOptional"),
                ("gradCxOut", "as gradHyOptional"),
                ("gradBiasOut", "as gradHyOptional"),
            ])
            .whole(lstm_cell::gradients)
            .accuracy(ROWS)
            .holds(LAYOUT),
    ]
}
