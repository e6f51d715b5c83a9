//! The rows of `aclnnDynamicBlockQuant` and `aclnnDynamicBlockQuantV2`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::reference::fused_quantisers as reference;
use crate::table::samples::{NUMBERS, read, write};
use crate::table::shared::quant::fused::BY_CODE;
use crate::table::shared::quant::given::{code, specials};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

fn block_samples(later: bool) -> Vec<Vec<Argument>> {
    let call = |x: Argument, least: f64, mode: Argument, block: [i64; 2], max: f64, to: Dtype| {
        let shape = x.tensors()[0].shape.clone();
        let mut scales = shape.clone();
        let rank = shape.len();
        for (extent, size) in scales[rank - 2..].iter_mut().zip(block) {
            *extent = (*extent + size - 1) / size;
        }
        let mut call = vec![x, Argument::Float(least), mode, Argument::Int(code(to))];
        call.extend(block.map(Argument::Int));
        call.extend(later.then_some(Argument::Float(max)));
        call.extend([write(to, &shape), write(F32, &scales)]);
        call
    };
    let rint = || Argument::Text("rint");
    let mut samples = vec![call(
        read(F16, &[3, 200], &NUMBERS),
        0.0,
        rint(),
        [1, 128],
        0.0,
        I8,
    )];
    for (to, mode) in [
        (I8, "rint"),
        (Hifloat8, "round"),
        (F8E5m2, "rint"),
        (F8E4m3fn, "rint"),
    ] {
        for x in [F16, Bf16, F32] {
            for block in [[1, 64], [64, 128], [128, 192], [256, 256], [512, 64]] {
                let x = specials(x, &[2, 150, 210], 9);
                samples.push(call(x, 0.0, Argument::Text(mode), block, 0.0, to));
            }
            let mode = if to == Hifloat8 {
                Argument::Text("round")
            } else {
                Argument::Null
            };
            samples.push(call(
                read(x, &[5, 70], &NUMBERS),
                40.0,
                mode,
                [1, 64],
                if to == Hifloat8 { 56.0 } else { 0.0 },
                to,
            ));
        }
    }
    samples.push(call(
        read(F16, &[2, 64], &[0.0, -0.0]),
        0.0,
        rint(),
        [1, 64],
        0.0,
        F8E4m3fn,
    ));
    samples.push(call(
        read(F16, &[1, 1], &[f64::INFINITY]),
        0.0,
        rint(),
        [1, 64],
        0.0,
        I8,
    ));
    samples
}

const BLOCKS: &[(&str, &str)] = &[
    ("x", "| 910B: f16 bf16 | 950: f16 bf16 f32"),
    ("yOut", "| 910B: i8 | 950: i8 hif8 e5m2 e4m3"),
    ("scaleOut", "| 910B 950: f32"),
];

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnDynamicBlockQuant", || block_samples(false))
            .accepts(BLOCKS)
            .bits(reference::dynamic_block_quant)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(&[BY_CODE]),
        Row::new("aclnnDynamicBlockQuantV2", || block_samples(true))
            .accepts(BLOCKS)
            .bits(reference::dynamic_block_quant)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(&[BY_CODE]),
    ]
}
