//! The row of `aclnnDequantBias`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::reference::quantisers;
use crate::table::samples::{NUMBERS, POSITIVE, read, write};
use crate::table::shared::quant::given::{ZEROS, code};
use crate::table::{OVERLAP, Row, STRIDED};

fn bias_samples() -> Vec<Vec<Argument>> {
    let call = |scale: Dtype, rows: Argument, bias: Argument| {
        let to = if scale == F32 { F16 } else { Bf16 };
        let x = read(I32, &[7, 33], &[1.0, -200.0, 70000.0, 3.0, -5.0]);
        vec![
            x,
            read(scale, &[33], &NUMBERS),
            rows,
            bias,
            Argument::Int(code(to)),
            write(to, &[7, 33]),
        ]
    };
    let rows = || read(F32, &[7], &POSITIVE);
    let mut samples = vec![call(F32, rows(), read(F32, &[33], &NUMBERS))];
    for scale in [F32, Bf16] {
        samples.push(call(scale, Argument::Null, Argument::Null));
        for bias in [F32, F16, Bf16, I32] {
            samples.push(call(scale, rows(), read(bias, &[33], &NUMBERS)));
            samples.push(call(scale, Argument::Null, read(bias, &[33], &ZEROS)));
        }
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnDequantBias", bias_samples)
            .accepts(&[
                ("x", "| 910B 950: i32"),
                ("weightScale", "| 910B 950: f32"),
                ("activateScaleOptional", "f32"),
                ("biasOptional", "f32 f16 bf16 i32"),
                ("out", "| 910B 950: f16"),
            ])
            .bits(quantisers::dequant_bias)
            // Another shape of the output is refused with 561002.
            .holds(STRIDED | OVERLAP)
            .except(&[
                (
                    "dtypes weightScale",
                    "outputDtype goes with it: each type is a sample",
                ),
                (
                    "dtypes out",
                    "outputDtype is its code: each type is a sample",
                ),
                ("dtypes activateScaleOptional", "refused with 561002"),
                ("dtypes biasOptional", "refused with 561002"),
            ]),
    ]
}
