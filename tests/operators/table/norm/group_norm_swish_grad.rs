//! The row of `aclnnGroupNormSwishGrad`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::rows::gradients;
use crate::table::Row;
use crate::table::samples::write;
use crate::table::shared::rows::groups::CASES;
use crate::table::shared::rows::{LAYOUT, ROWS, near_1, varied};

fn swish_gradients() -> Vec<Vec<Argument>> {
    let sample = |&(dtype, shape, groups): &(Dtype, &[i64], i64)| {
        let (channels, of_groups) = (&shape[1..2], [shape[0], groups]);
        vec![
            varied(dtype, shape, 1),
            varied(dtype, &of_groups, 3),
            near_1(dtype, &of_groups, 1),
            varied(dtype, shape, 2),
            near_1(dtype, channels, 2),
            varied(dtype, channels, 4),
            Argument::Int(groups),
            Argument::Text("NCHW"),
            Argument::Float(1.25),
            Argument::Bool(true),
            Argument::Bool(true),
            write(dtype, shape),
            write(dtype, channels),
            write(dtype, channels),
        ]
    };
    CASES.iter().map(sample).collect()
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnGroupNormSwishGrad", swish_gradients)
            .accepts(&[
                ("dy", "f32 f16 bf16 | 910 310: none"),
                ("mean", "as dy"),
                ("rstd", "as dy"),
                ("x", "as dy"),
                ("gamma", "as dy"),
                ("beta", "as dy"),
                ("dxOut", "as dy"),
                ("dgammaOut", "as dy"),
                ("dbetaOut", "as dy"),
            ])
            .whole(gradients::swish_of_groups)
            .accuracy(ROWS)
            .holds(LAYOUT),
    ]
}
