//! The row of `aclnnDynamicBlockMxQuant`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::microscaling as reference;
use crate::table::samples::{NUMBERS, patterns, read};
use crate::table::shared::quant::given::{every, specials};
use crate::table::shared::quant::microscaling::{CODES, FORMATS, HALVES, block, ordinary};
use crate::table::{OVERLAP, Row, SHAPE};

fn block_samples() -> Vec<Vec<Argument>> {
    let mut samples = vec![block(
        read(F16, &[40, 70], &NUMBERS),
        F8E4m3fn,
        "rint",
        0,
        0.0,
    )];
    for (seed, (to, name)) in FORMATS.into_iter().enumerate() {
        for x in [F16, Bf16] {
            let seed = seed as u64;
            samples.push(block(ordinary(x, &[2, 100, 130], seed), to, name, 0, 0.0));
            samples.push(block(specials(x, &[70, 64], seed), to, name, 0, 0.0));
            samples.push(block(read(x, &[1, 2], &[0.0, -0.0]), to, name, 0, 0.0));
        }
        samples.push(block(every(F16), to, name, 0, 0.0));
    }
    for max in [0.0, 6.0, 7.0] {
        for x in [F16, Bf16] {
            samples.push(block(ordinary(x, &[2, 65, 96], 3), F4E2m1, "rint", 2, max));
            samples.push(block(specials(x, &[33, 34], 4), F4E2m1, "floor", 2, max));
        }
        samples.push(block(patterns(F16, &[96, 128], 5), F4E2m1, "rint", 2, max));
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        // Outputs with strides are refused.
        Row::new("aclnnDynamicBlockMxQuant", block_samples)
            .accepts(&[
                ("x", HALVES),
                ("yOut", "| 950: e5m2 e4m3 e2m1 e1m2"),
                ("scale1Out", "| 950: e8m0"),
                ("scale2Out", "| 950: e8m0"),
            ])
            .bits(reference::dynamic_block_mx_quant)
            .holds(OVERLAP | SHAPE)
            .except(CODES),
    ]
}
