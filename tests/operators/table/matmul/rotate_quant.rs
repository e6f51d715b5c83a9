//! The row of `aclnnRotateQuant`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::reference::rotations as reference;
use crate::table::samples::{NUMBERS, POSITIVE, read, write};
use crate::table::shared::quant::given::{specials, stored};
use crate::table::shared::quant::microscaling::{mode, ordinary, scales};
use crate::table::shared::quant::rotations::{HALVES, SHAPES, null};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

fn rotate(
    x: Argument,
    rotation: Argument,
    alpha: Option<f64>,
    name: &'static str,
    (alg, max): (i64, f64),
    to: Dtype,
) -> Vec<Argument> {
    let shape = x.tensors()[0].shape.clone();
    let last = shape.len() - 1;
    let scale = match to {
        I8 | I32 => write(F32, &shape[..last]),
        _ => scales(&shape, last),
    };
    vec![
        x,
        rotation,
        alpha.map_or(null(), |alpha| read(Bf16, &[1], &[alpha])),
        Argument::Int(-1),
        mode(name),
        Argument::Int(alg),
        Argument::Float(max),
        Argument::Bool(false),
        write(to, &stored(&shape, to)),
        scale,
    ]
}

fn rotate_samples() -> Vec<Vec<Argument>> {
    let mut samples = vec![rotate(
        read(F16, &[5, 128], &NUMBERS),
        read(F16, &[16, 16], &POSITIVE),
        None,
        "rint",
        (0, 0.0),
        I8,
    )];
    for x in [F16, Bf16] {
        for to in [I8, I32] {
            for name in ["rint", "round", "floor", ""] {
                samples.push(rotate(
                    ordinary(x, &[3, 192], 1),
                    ordinary(x, &[64, 64], 2),
                    None,
                    name,
                    (0, 0.0),
                    to,
                ));
            }
            samples.push(rotate(
                specials(x, &[6, 160], 3),
                ordinary(x, &[16, 16], 4),
                None,
                "rint",
                (0, 0.0),
                to,
            ));
            samples.push(rotate(
                read(x, &[2, 128], &[0.0]),
                ordinary(x, &[32, 32], 4),
                None,
                "rint",
                (0, 0.0),
                to,
            ));
        }
        for (to, alg, max, name) in [
            (F8E4m3fn, 0, 0.0, "rint"),
            (F8E5m2, 0, 0.0, ""),
            (F8E4m3fn, 1, 0.0, "rint"),
            (F8E5m2, 1, 0.0, "rint"),
            (F4E2m1, 0, 0.0, "rint"),
            (F4E2m1, 0, 0.0, "round"),
            (F4E2m1, 0, 0.0, "floor"),
            (F4E2m1, 2, 6.0, "rint"),
            (F4E2m1, 2, 7.0, "rint"),
            (F4E2m1, 2, 9.5, "rint"),
            (F4E2m1, 2, 12.0, "round"),
        ] {
            let many = || ordinary(x, &[3, 32, 32], 6);
            samples.push(rotate(
                ordinary(x, &[2, 3, 96], 5),
                many(),
                None,
                name,
                (alg, max),
                to,
            ));
            samples.push(rotate(
                ordinary(x, &[128], 7),
                ordinary(x, &[64, 64], 8),
                Some(0.75),
                name,
                (alg, max),
                to,
            ));
            samples.push(rotate(
                specials(x, &[4, 128], 9),
                ordinary(x, &[128, 128], 8),
                Some(1.5),
                name,
                (alg, max),
                to,
            ));
        }
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnRotateQuant", rotate_samples)
            .accepts(&[
                ("x", HALVES),
                ("rotation", "as x"),
                ("alpha", "| 910B 950: bf16"),
                ("yOut", "| 910B: i8 i32 | 950: i8 i32 e5m2 e4m3 e2m1"),
                ("scaleOut", "| 910B 950: f32"),
            ])
            .bits(reference::rotate_quant)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(&[
                ("dtypes yOut", SHAPES),
                (
                    "dtypes alpha",
                    "null for INT8: a sample of other types has it",
                ),
            ]),
    ]
}
