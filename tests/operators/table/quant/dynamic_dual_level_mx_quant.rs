//! The row of `aclnnDynamicDualLevelMxQuant`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::microscaling as reference;
use crate::table::samples::{NUMBERS, POSITIVE, read, write};
use crate::table::shared::quant::given::{every, specials};
use crate::table::shared::quant::microscaling::{HALVES, mode, ordinary, scales};
use crate::table::{Row, SHAPE};

fn dual(x: Argument, smooth: Argument, name: &'static str) -> Vec<Argument> {
    let shape = x.tensors()[0].shape.clone();
    let rank = shape.len();
    let mut blocks = shape.clone();
    blocks[rank - 1] = (blocks[rank - 1] + 511) / 512;
    vec![
        x,
        smooth,
        mode(name),
        Argument::Int(512),
        Argument::Int(32),
        write(F4E2m1, &shape),
        write(F32, &blocks),
        scales(&shape, rank - 1),
    ]
}

fn dual_samples() -> Vec<Vec<Argument>> {
    let first = read(F16, &[3, 64], &NUMBERS);
    let mut samples = vec![dual(first, read(F16, &[64], &POSITIVE), "rint")];
    for name in ["rint", "round", "floor", ""] {
        for x in [F16, Bf16] {
            samples.push(dual(
                ordinary(x, &[3, 1100], 1),
                read(x, &[1100], &POSITIVE),
                name,
            ));
            samples.push(dual(specials(x, &[2, 2, 700], 2), Argument::Null, name));
            samples.push(dual(read(x, &[2], &[0.0, -0.0]), Argument::Null, name));
        }
        samples.push(dual(every(F16), Argument::Null, name));
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnDynamicDualLevelMxQuant", dual_samples)
            .accepts(&[
                ("x", HALVES),
                ("smoothScaleOptional", "as x"),
                ("yOut", "| 950: e2m1"),
                ("level0ScaleOut", "| 950: f32"),
                ("level1ScaleOut", "| 950: e8m0"),
            ])
            .bits(reference::dynamic_dual_level_mx_quant)
            .holds(SHAPE),
    ]
}
