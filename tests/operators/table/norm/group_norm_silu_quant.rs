//! The row of `aclnnGroupNormSiluQuant`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::reference::normed_quantisers as reference;
use crate::table::samples::{NUMBERS, POSITIVE, read, write};
use crate::table::shared::quant::given::specials;
use crate::table::shared::quant::normed::optional;
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

fn groups(x: Dtype, shape: &[i64], group: i64, given: [bool; 2], scales: i64) -> Vec<Argument> {
    let channels = shape[1];
    vec![
        match given {
            [true, true] => read(x, shape, &NUMBERS),
            _ => specials(x, shape, 4),
        },
        optional(given[0], read(x, &[channels], &POSITIVE)),
        optional(given[1], read(x, &[channels], &NUMBERS)),
        read(F32, &[scales], &[0.01, 0.04, 0.02]),
        Argument::Int(group),
        Argument::Float(1e-5),
        Argument::Bool(true),
        write(I8, shape),
        write(x, &[shape[0], group]),
        write(x, &[shape[0], group]),
    ]
}

fn groups_samples() -> Vec<Vec<Argument>> {
    let mut samples = vec![groups(F16, &[2, 6, 5], 3, [true, true], 6)];
    for x in [F16, Bf16] {
        samples.push(groups(x, &[3, 8, 4, 7], 2, [true, true], 1));
        samples.push(groups(x, &[2, 4, 3, 2, 3], 4, [false, true], 4));
        samples.push(groups(x, &[5, 6], 2, [true, false], 6));
        samples.push(groups(x, &[2, 3, 9], 1, [false, false], 1));
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnGroupNormSiluQuant", groups_samples)
            .accepts(&[
                ("self", "| 910B 950: f16 bf16"),
                ("gamma", "as self"),
                ("beta", "as self"),
                ("quantScale", "| 910B 950: f32"),
                ("out", "| 910B 950: i8"),
                ("meanOut", "as self"),
                ("rstdOut", "as self"),
            ])
            .bits(reference::group_norm_silu_quant)
            .holds(STRIDED | OVERLAP | SHAPE),
    ]
}
