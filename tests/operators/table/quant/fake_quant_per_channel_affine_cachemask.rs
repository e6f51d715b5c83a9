//! The row of `aclnnFakeQuantPerChannelAffineCachemask`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::rotations as reference;
use crate::table::samples::{NUMBERS, POSITIVE, read};
use crate::table::shared::quant::given::{every, specials};
use crate::table::shared::quant::rotations::fake;
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

const ZEROS: [f64; 5] = [1.0, -2.0, 0.0, 3.0, 100.0];

fn per_channel_samples() -> Vec<Vec<Argument>> {
    let mut samples = vec![fake(
        read(F32, &[3, 5], &NUMBERS),
        read(F32, &[5], &POSITIVE),
        read(I32, &[5], &ZEROS),
        Argument::Int(-1),
        [-128, 127],
    )];
    for x in [F16, F32] {
        for zero in [I32, x] {
            for (axis, extent) in [(0, 4), (1, 3), (-1, 25)] {
                samples.push(fake(
                    specials(x, &[4, 3, 25], 1),
                    read(x, &[extent], &[0.01, 0.5, 0.0625]),
                    read(zero, &[extent], &ZEROS),
                    Argument::Int(axis),
                    [-8, 7],
                ));
            }
        }
    }
    samples.push(fake(
        every(F16),
        read(F16, &[256], &POSITIVE),
        read(I32, &[256], &ZEROS),
        Argument::Int(0),
        [-128, 127],
    ));
    samples.push(fake(
        every(F16),
        read(F16, &[256], &POSITIVE),
        read(I32, &[256], &ZEROS),
        Argument::Int(1),
        [0, 255],
    ));
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new(
            "aclnnFakeQuantPerChannelAffineCachemask",
            per_channel_samples,
        )
        .accepts(&[
            ("self", "| 910B 950: f16 f32"),
            ("scale", "as self"),
            ("zeroPoint", "| 910B 950: i32 f32"),
            ("out", "as self"),
            ("mask", "| 910B 950: bool"),
        ])
        .bits(reference::fake_per_channel)
        .holds(STRIDED | OVERLAP | SHAPE)
        .except(&[(
            "dtypes zeroPoint",
            "INT32, or that of self: each is a sample",
        )]),
    ]
}
