//! The row of `aclnnModulateBackward`.

use hostnpu::tensor::Dtype;

use crate::argument::Argument;
use crate::reference::rows::adaptive;
use crate::table::Row;
use crate::table::samples::write;
use crate::table::shared::rows::adaptive::MODULATED;
use crate::table::shared::rows::{LAYOUT, ROWS, varied};

fn modulated_backward() -> Vec<Vec<Argument>> {
    let sample = |dtype, shape: [i64; 3]| {
        let scale = [shape[0], shape[2]];
        vec![
            varied(dtype, &shape, 1),
            varied(dtype, &shape, 2),
            varied(dtype, &scale, 3),
            varied(dtype, &scale, 4),
            write(dtype, &shape),
            write(dtype, &scale),
            write(dtype, &scale),
        ]
    };
    let mut samples = vec![
        sample(Dtype::F32, [2, 3, 5]),
        sample(Dtype::F16, [3, 140, 33]),
        sample(Dtype::Bf16, [1, 7, 9]),
    ];
    let mut without = samples[0].clone();
    without[5] = Argument::Null;
    samples.push(without.clone());
    without[6] = Argument::Null;
    samples.push(without);
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnModulateBackward", modulated_backward)
            .accepts(&[
                ("gradOutput", MODULATED),
                ("input", MODULATED),
                ("scale", MODULATED),
                ("shift", MODULATED),
                ("gradInput", MODULATED),
                ("gradScale", "as gradInput"),
                ("gradShift", "as gradInput"),
            ])
            .whole(adaptive::modulate_backward)
            .accuracy(ROWS)
            .holds(LAYOUT)
            .except(&[
                (
                    "dtypes gradInput",
                    "another type than that of `gradScale` gives 561103",
                ),
                (
                    "dtypes gradScale",
                    "another type than that of `gradInput` gives 561103",
                ),
                (
                    "dtypes gradShift",
                    "another type than that of `gradInput` gives 561103",
                ),
            ]),
    ]
}
