//! The row of `aclnnGeluQuant`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::reference::rotations as reference;
use crate::table::samples::{NUMBERS, POSITIVE, read, write};
use crate::table::shared::quant::given::{code, every, specials};
use crate::table::shared::quant::microscaling::{BY_CODE, ordinary};
use crate::table::shared::quant::rotations::{FLOATS, null};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

fn gelu(
    x: Argument,
    [scale, offset]: [Argument; 2],
    approximate: &'static str,
    (quant, name): (&'static str, &'static str),
    to: Dtype,
) -> Vec<Argument> {
    let shape = x.tensors()[0].shape.clone();
    let out_scale = match quant {
        "static" => null(),
        _ => write(F32, &shape[..shape.len() - 1]),
    };
    vec![
        x,
        scale,
        offset,
        Argument::Text(approximate),
        Argument::Text(quant),
        Argument::Text(name),
        Argument::Int(code(to)),
        write(to, &shape),
        out_scale,
    ]
}

fn gelu_samples() -> Vec<Vec<Argument>> {
    let dynamic = |x: Argument, scale: Argument, to: Dtype, name: &'static str| {
        gelu(x, [scale, null()], "none", ("dynamic", name), to)
    };
    let mut samples = vec![dynamic(read(F16, &[3, 16], &NUMBERS), null(), I8, "rint")];
    let types = [
        (I8, "rint"),
        (F8E5m2, "rint"),
        (F8E4m3fn, "rint"),
        (Hifloat8, "round"),
        (Hifloat8, "hybrid"),
    ];
    for (to, name) in types {
        for approximate in ["none", "tanh"] {
            for x in [F16, Bf16] {
                // No result lies in the middle between two codes: which one is nearer would be up to what DOUBLE cannot hold.
                for factor in [x, F32] {
                    let factors = [read(factor, &[1], &[1.5]), read(factor, &[1], &[1.0e-4])];
                    samples.push(gelu(every(x), factors, approximate, ("static", name), to));
                }
            }
            let factors = [read(F32, &[33], &POSITIVE), read(F32, &[33], &NUMBERS)];
            samples.push(gelu(
                ordinary(F32, &[2, 33], 1),
                factors,
                approximate,
                ("static", name),
                to,
            ));
            let factors = [read(F32, &[5], &POSITIVE), null()];
            samples.push(gelu(
                ordinary(F32, &[5], 1),
                factors,
                approximate,
                ("static", name),
                to,
            ));
        }
        for x in [F32, F16, Bf16] {
            samples.push(dynamic(specials(x, &[2, 5, 40], 2), null(), to, name));
            samples.push(dynamic(
                ordinary(x, &[4, 70], 3),
                read(F32, &[70], &POSITIVE),
                to,
                name,
            ));
            samples.push(dynamic(
                ordinary(x, &[4, 70], 3),
                read(x, &[1], &[3.0]),
                to,
                name,
            ));
            samples.push(dynamic(read(x, &[2, 1], &[0.0, 2.0]), null(), to, name));
        }
    }
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnGeluQuant", gelu_samples)
            .accepts(&[
                ("self", FLOATS),
                ("inputScaleOptional", "as self"),
                ("inputOffsetOptional", "as self"),
                ("y", "| 950: i8 hif8 e5m2 e4m3"),
                ("outScaleOptional", "| 950: f32"),
            ])
            .bits(reference::gelu_quant)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(&[
                ("dtypes y", BY_CODE),
                (
                    "dtypes inputScaleOptional",
                    "that of self, or FLOAT: each is a sample",
                ),
                (
                    "dtypes inputOffsetOptional",
                    "that of inputScaleOptional: each is a sample",
                ),
            ]),
    ]
}
