//! The row of `aclnnRmsNormGradQuant`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::reference::normed_quantisers as reference;
use crate::table::samples::{NUMBERS, POSITIVE, read, write};
use crate::table::shared::quant::normed::{WITH_FLOAT, optional};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

fn gradient(
    [x, gamma, scale, to]: [Dtype; 4],
    parameters: &[i64],
    offset: bool,
    divides: bool,
) -> Vec<Argument> {
    let shape: &[i64] = &[4, 3, 10];
    let rows: &[i64] = if parameters.len() == 1 { &[4, 3] } else { &[4] };
    vec![
        read(x, shape, &NUMBERS),
        read(x, shape, &NUMBERS[2..]),
        read(F32, rows, &POSITIVE),
        read(gamma, parameters, &POSITIVE),
        read(scale, &[1], &[0.0625]),
        optional(offset, read(I32, &[1], &[-3.0])),
        Argument::Text("static"),
        Argument::Bool(divides),
        write(to, shape),
        write(F32, parameters),
    ]
}

fn gradient_samples() -> Vec<Vec<Argument>> {
    let mut samples = vec![gradient([F16, F16, F16, I8], &[10], true, true)];
    for to in [Hifloat8, I8] {
        for [x, gamma, scale] in [
            [F16, F32, F32],
            [Bf16, F32, F32],
            [F16, F16, F32],
            [F32, F32, F32],
            [Bf16, Bf16, F32],
            [F16, F16, F16],
            [Bf16, Bf16, Bf16],
            [F16, F32, F16],
            [Bf16, F32, Bf16],
        ] {
            samples.push(gradient([x, gamma, scale, to], &[10], true, true));
            samples.push(gradient([x, gamma, scale, to], &[3, 10], false, false));
        }
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnRmsNormGradQuant", gradient_samples)
            .accepts(&[
                ("dy", "as x"),
                ("x", "| 950: f16 bf16 f32"),
                ("rstd", "| 950: f32"),
                ("gamma", "as x"),
                ("scalesX", "as x"),
                ("offsetXOptional", "| 950: i32"),
                ("dxOut", "| 950: i8 hif8"),
                ("dgammaOut", "| 950: f32"),
            ])
            .bits(reference::rms_norm_grad_quant)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(&[("dtypes gamma", WITH_FLOAT), ("dtypes scalesX", WITH_FLOAT)]),
    ]
}
