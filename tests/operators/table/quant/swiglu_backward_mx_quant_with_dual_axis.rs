//! The row of `aclnnSwigluBackwardMxQuantWithDualAxis`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::reference::gated_blocks as reference;
use crate::table::samples::{NUMBERS, read, write};
use crate::table::shared::quant::gated_blocks::{HALVES, bool, null};
use crate::table::shared::quant::given::specials;
use crate::table::shared::quant::microscaling::{mode, ordinary, scales};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

fn backward(
    x: Argument,
    gradient: Argument,
    groups: Argument,
    left: bool,
    name: &'static str,
) -> Vec<Argument> {
    let shape = x.tensors()[0].shape.clone();
    let rank = shape.len();
    let second = match groups.tensors().first() {
        Some(groups) => write(F8E8m0, &[shape[0] / 64 + groups.shape[0], shape[1], 2]),
        None => scales(&shape, rank - 2),
    };
    vec![
        x,
        gradient,
        groups,
        bool(left),
        mode(name),
        Argument::Int(1),
        Argument::Int(36),
        Argument::Float(0.0),
        write(F8E4m3fn, &shape),
        scales(&shape, rank - 1),
        write(F8E4m3fn, &shape),
        second,
    ]
}

fn backward_samples() -> Vec<Vec<Argument>> {
    let mut samples = vec![backward(
        read(F16, &[6, 64], &NUMBERS),
        read(F16, &[6, 32], &NUMBERS),
        read(I64, &[2], &[2.0, 6.0]),
        true,
        "rint",
    )];
    for x in [F16, Bf16] {
        for left in [true, false] {
            let gradient = ordinary(x, &[130, 64], 2);
            samples.push(backward(
                ordinary(x, &[130, 128], 1),
                gradient,
                null(),
                left,
                "",
            ));
            let gradient = specials(x, &[2, 3, 40, 32], 2);
            samples.push(backward(
                ordinary(x, &[2, 3, 40, 64], 1),
                gradient,
                null(),
                left,
                "rint",
            ));
            let ends = read(I64, &[3], &[70.0, 70.0, 130.0]);
            let gradient = ordinary(x, &[130, 32], 3);
            samples.push(backward(
                ordinary(x, &[130, 64], 4),
                gradient,
                ends,
                left,
                "rint",
            ));
        }
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSwigluBackwardMxQuantWithDualAxis", backward_samples)
            .accepts(&[
                ("x", HALVES),
                ("yGrad", "as x"),
                ("groupIndexOptional", "| 950: i64"),
                ("y1Out", "| 950: e4m3"),
                ("mxscale1Out", "| 950: e8m0"),
                ("y2Out", "as y1Out"),
                ("mxscale2Out", "| 950: e8m0"),
            ])
            .bits(reference::swiglu_backward_mx_quant_with_dual_axis)
            .holds(STRIDED | OVERLAP | SHAPE),
    ]
}
