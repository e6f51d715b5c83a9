//! The row of `aclnnLayerNormQuant`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::reference::normed_quantisers as reference;
use crate::table::samples::{NUMBERS, POSITIVE, read, write};
use crate::table::shared::quant::given::specials;
use crate::table::shared::quant::normed::optional;
use crate::table::{Holds, OVERLAP, Row, STRIDED};

fn layer(
    x: Dtype,
    shape: &[i64],
    parameters: &[i64],
    has_scales: bool,
    first: bool,
) -> Vec<Argument> {
    vec![
        match first {
            true => read(x, shape, &NUMBERS),
            false => specials(x, shape, 1),
        },
        read(x, parameters, &POSITIVE),
        read(x, parameters, &NUMBERS),
        read(x, &[1], &[0.03]),
        read(I8, &[1], &[5.0]),
        Argument::Int(0),
        Argument::Float(1e-5),
        write(I8, shape),
        optional(has_scales, write(F32, &[3])),
    ]
}

fn layer_samples() -> Vec<Vec<Argument>> {
    let mut samples = vec![layer(F16, &[3, 5, 24], &[1, 24], true, true)];
    for x in [F16, Bf16, F32] {
        samples.push(layer(x, &[7, 40], &[1, 40], false, false));
        samples.push(layer(x, &[33], &[33], true, false));
        samples.push(layer(x, &[2, 2, 1, 3, 1, 2, 1, 9], &[9], false, false));
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnLayerNormQuant", layer_samples)
            .accepts(&[
                ("x", "f16 | 910B: + bf16 | 950: + bf16 f32 | 910:"),
                ("gammma", "as x"),
                ("beta", "as x"),
                ("scale", "as x"),
                ("zeroPointsOptional", "i8 | 910:"),
                ("res", "i8 | 910:"),
                ("scaleOut", "f32 | 910:"),
            ])
            .bits(reference::layer_norm_quant)
            // Outputs that are not written have any shape, and are not that of an input.
            .holds(Holds(STRIDED.0 | OVERLAP.0)),
    ]
}
