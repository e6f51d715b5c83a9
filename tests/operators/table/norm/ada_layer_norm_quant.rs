//! The row of `aclnnAdaLayerNormQuant`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::reference::normed_quantisers as reference;
use crate::table::samples::{NUMBERS, POSITIVE, read, write};
use crate::table::shared::quant::given::specials;
use crate::table::shared::quant::normed::{SCALES, optional};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

fn adaptive(x: Dtype, to: Dtype, shape: &[i64], long: bool, given: [bool; 3]) -> Vec<Argument> {
    let rank = shape.len();
    let columns = &shape[rank - 1..];
    let of_each = match long {
        true => [&shape[..rank - 2], &[1], columns].concat(),
        false => [&shape[..rank - 2], columns].concat(),
    };
    let plain = to == I8 && given == [true; 3] && !long;
    vec![
        match plain {
            true => read(x, shape, &NUMBERS),
            false => specials(x, shape, 3),
        },
        read(x, &of_each, &POSITIVE),
        read(x, &of_each, &NUMBERS),
        optional(given[0], read(x, columns, &POSITIVE)),
        optional(given[1], read(x, columns, &NUMBERS)),
        optional(given[2], read(x, columns, &SCALES)),
        Argument::Float(1e-5),
        Argument::Text("dynamic"),
        write(to, shape),
        write(F32, &shape[..rank - 1]),
        Argument::Null,
    ]
}

fn adaptive_samples() -> Vec<Vec<Argument>> {
    let mut samples = vec![adaptive(F16, I8, &[2, 3, 20], false, [true; 3])];
    for x in [F16, Bf16] {
        for to in [I8, Hifloat8, F8E5m2, F8E4m3fn] {
            samples.push(adaptive(x, to, &[2, 2, 4, 33], true, [true, false, true]));
            samples.push(adaptive(x, to, &[5, 16], false, [false; 3]));
            samples.push(adaptive(x, to, &[3, 1, 16], true, [false, true, false]));
        }
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnAdaLayerNormQuant", adaptive_samples)
            .accepts(&[
                ("x", "| 910B 950: f16 bf16"),
                ("scale", "as x"),
                ("shift", "as x"),
                ("weightOptional", "as x"),
                ("biasOptional", "as x"),
                ("smoothScalesOptional", "as x"),
                ("out", "| 910B: i8 | 950: i8 hif8 e5m2 e4m3"),
                ("quantScale", "| 910B 950: f32"),
                ("quantOffsetOptional", "f32"),
            ])
            .bits(reference::ada_layer_norm_quant)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(&[(
                "dtypes quantOffsetOptional",
                "a tensor is refused, whatever its type",
            )]),
    ]
}
