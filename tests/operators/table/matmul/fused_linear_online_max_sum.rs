//! The row of `aclnnFusedLinearOnlineMaxSum`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::linear_losses as reference;
use crate::table::Row;
use crate::table::samples::{read, write};
use crate::table::shared::linear_losses::exact;
use crate::table::shared::rows::{LAYOUT, ROWS};

fn online() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for (dtype, index, [m, k, n], [start, end], has_logits) in [
        (F16, I32, [5, 8, 12], [4, 16], true),
        (Bf16, I64, [17, 16, 9], [0, 9], true),
        (F16, I64, [8, 3, 1], [2, 40], false),
        (F16, I32, [33, 40, 1100], [100, 1200], true),
    ] {
        let target: Vec<f64> = (0..m).map(|row| ((row * 5) % 19 * n / 9) as f64).collect();
        samples.push(vec![
            exact(dtype, &[m, k], 1),
            exact(dtype, &[n, k], 2),
            read(index, &[m], &target),
            Argument::Int(start),
            Argument::Int(end),
            write(F32, &[m]),
            write(F32, &[m]),
            write(F32, &[m]),
            write(U8, &[(m + 7) / 8]),
            write(index, &[m]),
            match has_logits {
                true => write(dtype, &[m, n]),
                false => Argument::Null,
            },
        ]);
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnFusedLinearOnlineMaxSum", online)
            .accepts(&[
                ("input", "none | 910B: f16 bf16"),
                ("weight", "as input"),
                ("target", "none | 910B: i32 i64"),
                ("logitsMaxLocalOut", "none | 910B: f32"),
                ("sumExpLogitsLocalOut", "none | 910B: f32"),
                ("predictedLogitsLocalOut", "none | 910B: f32"),
                ("targetMaskOut", "none | 910B: u8"),
                ("maskedTargetOut", "as target"),
                ("vocabParallelLogitsOutOptional", "as input"),
            ])
            .whole(reference::sums)
            .accuracy(ROWS)
            .holds(LAYOUT),
    ]
}
