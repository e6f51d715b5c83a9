//! The row of `aclnnSituMxQuant`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::reference::gated_blocks as reference;
use crate::table::samples::{NUMBERS, read, write};
use crate::table::shared::quant::gated_blocks::{HALVES, bool};
use crate::table::shared::quant::given::code;
use crate::table::shared::quant::microscaling::{BY_CODE, mode, ordinary, scales};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

fn situ(
    x: Argument,
    [beta, linear]: [f64; 2],
    left: bool,
    to: Dtype,
    name: &'static str,
) -> Vec<Argument> {
    let mut shape = x.tensors()[0].shape.clone();
    let last = shape.len() - 1;
    shape[last] /= 2;
    vec![
        x,
        Argument::Float(beta),
        Argument::Float(linear),
        bool(left),
        Argument::Int(-1),
        Argument::Int(code(to)),
        mode(name),
        write(to, &shape),
        scales(&shape, last),
    ]
}

fn situ_samples() -> Vec<Vec<Argument>> {
    let mut samples = vec![situ(
        read(F16, &[6, 80], &NUMBERS),
        [1.0, 0.0],
        false,
        F8E4m3fn,
        "rint",
    )];
    for x in [F16, Bf16] {
        for to in [F8E4m3fn, F8E5m2] {
            for parameters in [[4.0, 25.0], [1.0, 0.0], [-0.5, -1.0]] {
                samples.push(situ(ordinary(x, &[2, 7, 200], 5), parameters, true, to, ""));
                samples.push(situ(
                    ordinary(x, &[5, 66], 6),
                    parameters,
                    false,
                    to,
                    "rint",
                ));
            }
            samples.push(situ(read(x, &[2], &[0.0]), [4.0, 25.0], true, to, "rint"));
        }
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSituMxQuant", situ_samples)
            .accepts(&[
                ("x", HALVES),
                ("yOut", "| 950: e5m2 e4m3"),
                ("yScaleOut", "| 950: e8m0"),
            ])
            .bits(reference::situ_mx_quant)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(&[("dtypes yOut", BY_CODE)]),
    ]
}
