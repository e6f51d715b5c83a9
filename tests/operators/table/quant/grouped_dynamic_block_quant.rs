//! The rows of `aclnnGroupedDynamicBlockQuant` and `aclnnGroupedDynamicBlockQuantV2`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::reference::microscaling as reference;
use crate::table::samples::{NUMBERS, read, write};
use crate::table::shared::quant::given::{code, specials};
use crate::table::shared::quant::microscaling::{Accepts, CODES, HALVES, mode};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

fn grouped(
    x: Argument,
    ends: &[f64],
    (least, name): (f64, &'static str),
    block: [i64; 2],
    max: Option<f64>,
    to: Dtype,
) -> Vec<Argument> {
    let shape = x.tensors()[0].shape.clone();
    let mut scales = shape.clone();
    let rank = shape.len();
    scales[rank - 2] = scales[rank - 2] / block[0] + ends.len() as i64;
    scales[rank - 1] = (scales[rank - 1] + block[1] - 1) / block[1];
    let mut call = vec![
        x,
        read(I32, &[ends.len() as i64], ends),
        Argument::Float(least),
        mode(name),
        Argument::Int(code(to)),
        Argument::Int(block[0]),
        Argument::Int(block[1]),
        Argument::Int(0),
    ];
    call.extend(max.map(Argument::Float));
    call.extend([write(to, &shape), write(F32, &scales)]);
    call
}

fn grouped_samples(later: bool) -> Vec<Vec<Argument>> {
    let max = |max: f64| later.then_some(max);
    let mut samples = vec![grouped(
        read(F16, &[5, 70], &NUMBERS),
        &[2.0, 5.0],
        (0.0, "rint"),
        [1, 64],
        max(0.0),
        F8E4m3fn,
    )];
    let types = [
        (Hifloat8, "round"),
        (Hifloat8, "hybrid"),
        (Hifloat8, ""),
        (F8E5m2, "rint"),
        (F8E4m3fn, ""),
    ];
    for (to, name) in types {
        for x in [F16, Bf16] {
            for block in [[1, 64], [128, 128], [256, 192], [512, 256]] {
                let ends = [0.0, 130.0, 130.0, 299.0, 300.0];
                let x = specials(x, &[2, 300, 210], 7);
                let own = if to == Hifloat8 { 240.0 } else { 0.0 };
                samples.push(grouped(x, &ends, (0.0, name), block, max(own), to));
            }
            let zeros = read(x, &[1, 1], &[0.0]);
            samples.push(grouped(zeros, &[1.0], (0.0, name), [128, 64], max(0.0), to));
            let numbers = read(x, &[9, 65], &NUMBERS);
            samples.push(grouped(
                numbers,
                &[9.0],
                (40.0, name),
                [1, 64],
                max(0.0),
                to,
            ));
        }
    }
    samples
}

const BLOCKS: Accepts = &[
    ("x", HALVES),
    ("groupList", "| 950: i32"),
    ("yOut", "| 950: hif8 e5m2 e4m3"),
    ("scaleOut", "| 950: f32"),
];

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnGroupedDynamicBlockQuant", || grouped_samples(false))
            .accepts(BLOCKS)
            .bits(reference::grouped_dynamic_block_quant)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(CODES),
        Row::new("aclnnGroupedDynamicBlockQuantV2", || grouped_samples(true))
            .accepts(BLOCKS)
            .bits(reference::grouped_dynamic_block_quant)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(CODES),
    ]
}
