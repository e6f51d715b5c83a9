//! The row of `aclnnLayerNormBackward`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::rows::gradients;
use crate::table::Row;
use crate::table::samples::write;
use crate::table::shared::rows::norms::{CASES, statistics};
use crate::table::shared::rows::{LAYOUT, ROWS, near_1, varied};

fn layer_gradients() -> Vec<Vec<Argument>> {
    let case = |&(dtype, shape, last): &(Dtype, &[i64], &[i64])| {
        let statistics = statistics(shape, last);
        vec![
            varied(dtype, shape, 1),
            varied(dtype, shape, 2),
            Argument::Ints(last.to_vec()),
            varied(Dtype::F32, &statistics, 3),
            near_1(Dtype::F32, &statistics, 1),
            near_1(dtype, last, 2),
            varied(dtype, last, 4),
            Argument::Bools(vec![true; 3]),
            write(dtype, shape),
            write(dtype, last),
            write(dtype, last),
        ]
    };
    let mut samples: Vec<_> = CASES.iter().map(case).collect();
    let mut masked = samples[0].clone();
    masked[5] = Argument::Null;
    masked[7] = Argument::Bools(vec![true, false, true]);
    masked[9] = Argument::Null;
    samples.push(masked);
    let mut cast = samples[3].clone();
    cast[8].set_dtype(Dtype::F32);
    cast[7] = Argument::Bools(vec![true, true, false]);
    samples.push(cast);
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnLayerNormBackward", layer_gradients)
            .accepts(&[
                ("gradOut", "f32 f16 bf16"),
                ("input", "as gradOut"),
                ("mean", "f32 f16 bf16"),
                ("rstd", "f32 f16 bf16"),
                ("weightOptional", "f32"),
                ("biasOptional", "f32 f16 bf16"),
                ("gradInputOut", "f32 f16 bf16"),
                ("gradWeightOut", "f32 f16 bf16"),
                ("gradBiasOut", "f32 f16 bf16"),
            ])
            .whole(gradients::layer_norm)
            .accuracy(ROWS)
            .holds(LAYOUT),
    ]
}
