//! The row of `aclnnSwigluMxQuantWithDualAxis`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::reference::gated_blocks as reference;
use crate::table::samples::{NUMBERS, read, write};
use crate::table::shared::quant::gated_blocks::{CODES, HALVES, bool, null};
use crate::table::shared::quant::given::{code, specials};
use crate::table::shared::quant::microscaling::{
    Accepts, BY_CODE, FORMATS, mode, ordinary, scales,
};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

fn dual(
    x: Argument,
    groups: Argument,
    left: bool,
    alg: i64,
    (to, name): (Dtype, &'static str),
) -> Vec<Argument> {
    let shape = x.tensors()[0].shape.clone();
    let shape = [shape[0], shape[1] / 2];
    let second = match groups.tensors().first() {
        Some(groups) => write(F8E8m0, &[shape[0] / 64 + groups.shape[0], shape[1], 2]),
        None => scales(&shape, 0),
    };
    vec![
        x,
        groups,
        bool(left),
        mode(name),
        Argument::Int(alg),
        Argument::Int(code(to)),
        Argument::Float(0.0),
        write(to, &shape),
        scales(&shape, 1),
        write(to, &shape),
        second,
    ]
}

fn dual_samples() -> Vec<Vec<Argument>> {
    let mut samples = vec![dual(
        read(F16, &[6, 80], &NUMBERS),
        read(I64, &[2], &[2.0, 6.0]),
        true,
        0,
        (F8E4m3fn, "rint"),
    )];
    for (seed, format) in FORMATS.into_iter().enumerate() {
        for x in [F16, Bf16] {
            let seed = seed as u64;
            samples.push(dual(
                ordinary(x, &[130, 200], seed),
                null(),
                true,
                0,
                format,
            ));
            let ends = read(I64, &[3], &[70.0, 70.0, 130.0]);
            samples.push(dual(ordinary(x, &[130, 200], seed), ends, false, 0, format));
            samples.push(dual(specials(x, &[33, 72], seed), null(), true, 0, format));
            if format.0.bits() == 8 {
                samples.push(dual(ordinary(x, &[65, 72], seed), null(), true, 1, format));
            }
        }
    }
    samples
}

const DUAL: Accepts = &[
    ("x", HALVES),
    ("groupIndexOptional", "| 950: i64"),
    ("y1Out", CODES),
    ("mxscale1Out", "| 950: e8m0"),
    ("y2Out", "as y1Out"),
    ("mxscale2Out", "| 950: e8m0"),
];

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSwigluMxQuantWithDualAxis", dual_samples)
            .accepts(DUAL)
            .bits(reference::swiglu_mx_quant_with_dual_axis)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(&[("dtypes y1Out", BY_CODE)]),
    ]
}
