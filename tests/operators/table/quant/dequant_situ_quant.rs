//! The row of `aclnnDequantSituQuant`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::gated_blocks as reference;
use crate::table::samples::{NUMBERS, POSITIVE, read, write};
use crate::table::shared::quant::gated_blocks::{bool, null};
use crate::table::shared::quant::microscaling::{mode, ordinary};
use crate::table::{Row, SHAPE, STRIDED};

fn dequant(
    x: Argument,
    optional: [Argument; 6],
    left: bool,
    linear: f64,
    name: &'static str,
) -> Vec<Argument> {
    let mut shape = x.tensors()[0].shape.clone();
    let last = shape.len() - 1;
    shape[last] /= 2;
    let mut call = vec![x];
    call.extend(optional);
    call.extend([
        Argument::Float(4.0),
        Argument::Float(linear),
        bool(left),
        mode(name),
        write(I8, &shape),
        write(F32, &shape[..last]),
    ]);
    call
}

fn dequant_samples() -> Vec<Vec<Argument>> {
    let sums = [120.0, -3.0, 55.0, -100.0, 17.0, 0.0, 99.0];
    let weight = || read(F32, &[32], &[0.01, 0.03, 0.002]);
    let one = |x: f64| read(F32, &[1], &[x]);
    let bytes = || read(I8, &[4, 5, 32], &sums);
    let words = || read(I32, &[6, 32], &sums);
    let groups = || read(I64, &[3], &[2.0, 0.0, 3.0]);
    let mut samples = vec![dequant(
        bytes(),
        [
            weight(),
            null(),
            read(F32, &[32], &NUMBERS),
            read(F32, &[16], &POSITIVE),
            null(),
            null(),
        ],
        true,
        25.0,
        "dynamic",
    )];
    for left in [true, false] {
        for linear in [25.0, 0.0] {
            let all = [
                weight(),
                null(),
                one(0.5),
                read(F32, &[16], &POSITIVE),
                read(F32, &[16], &NUMBERS),
                null(),
            ];
            samples.push(dequant(bytes(), all, left, linear, "static"));
            let scale = [one(0.02), null(), null(), one(0.03), null(), null()];
            samples.push(dequant(bytes(), scale, left, linear, "static"));
            samples.push(dequant(
                bytes(),
                [one(0.02), null(), null(), null(), null(), null()],
                left,
                linear,
                "",
            ));
            let all = [
                weight(),
                one(0.7),
                read(F32, &[32], &NUMBERS),
                null(),
                null(),
                groups(),
            ];
            samples.push(dequant(words(), all, left, linear, "dynamic"));
            samples.push(dequant(
                words(),
                [one(0.01), one(0.7), null(), null(), null(), null()],
                left,
                linear,
                "",
            ));
            for x in [F16, Bf16] {
                let none = || [null(), null(), null(), null(), null()];
                let with = |last: Argument| {
                    let [a, b, c, d, e] = none();
                    [a, b, c, d, e, last]
                };
                samples.push(dequant(
                    ordinary(x, &[6, 32], 8),
                    with(groups()),
                    left,
                    linear,
                    "dynamic",
                ));
                samples.push(dequant(
                    read(x, &[2, 2], &[0.0]),
                    with(null()),
                    left,
                    linear,
                    "",
                ));
            }
        }
    }
    samples
}

const OF_TYPES: &str = "each type of x has factors of its own: each is a sample";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnDequantSituQuant", dequant_samples)
            .accepts(&[
                ("x", "| 910B 950: i8 i32 bf16 f16"),
                ("weightScaleOptional", "| 910B 950: f32"),
                ("activationScaleOptional", "| 910B 950: f32"),
                ("biasOptional", "| 910B 950: f32"),
                ("quantScaleOptional", "| 910B 950: f32"),
                ("quantOffsetOptional", "| 910B 950: f32"),
                ("groupIndexOptional", "| 910B 950: i64"),
                ("yOut", "| 910B 950: i8"),
                ("yScaleOut", "| 910B 950: f32"),
            ])
            .bits(reference::dequant_situ_quant)
            .holds(STRIDED | SHAPE)
            .except(&[
                ("dtypes x", OF_TYPES),
                ("dtypes activationScaleOptional", OF_TYPES),
                ("dtypes quantOffsetOptional", OF_TYPES),
                ("dtypes groupIndexOptional", OF_TYPES),
            ]),
    ]
}
