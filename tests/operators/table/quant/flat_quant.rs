//! The rows of `aclnnFlatQuant`, `aclnnFlatQuantV2` and `aclnnFlatQuantV3`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::reference::rotations as reference;
use crate::table::samples::{NUMBERS, read, write};
use crate::table::shared::quant::given::{specials, stored};
use crate::table::shared::quant::microscaling::{Accepts, ordinary, scales};
use crate::table::shared::quant::rotations::{HALVES, SHAPES, null};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

fn flat(
    x: Argument,
    has_right: bool,
    clip: f64,
    to: Dtype,
    (max, groups): (Option<f64>, Option<(Argument, i64)>),
) -> Vec<Argument> {
    let (dtype, shape) = (x.tensors()[0].dtype, x.tensors()[0].shape.clone());
    let [count, height, width] = [shape[0], shape[1], shape[2]];
    let right = if has_right { [width; 2] } else { [0; 2] };
    let mut call = vec![
        x,
        read(dtype, &[height, height], &NUMBERS[1..]),
        read(dtype, &right, &NUMBERS[3..]),
    ];
    let kind = groups.as_ref().map(|groups| groups.1);
    call.extend(groups.map(|groups| groups.0));
    call.push(Argument::Float(clip));
    call.extend(max.map(Argument::Float));
    call.extend(kind.map(Argument::Int));
    match to {
        F4E2m1 => {
            let flat = [count, height * width];
            call.extend([write(to, &flat), scales(&flat, 1)]);
        }
        _ => call.extend([write(to, &stored(&shape, to)), write(F32, &[count])]),
    }
    call
}

fn flat_samples(version: i64) -> Vec<Vec<Argument>> {
    let with = |max: f64, groups: Option<(Argument, i64)>| {
        let groups = groups.unwrap_or((null(), 0));
        (
            (version > 1).then_some(max),
            (version > 2).then_some(groups),
        )
    };
    let first = Some((read(I64, &[2], &[1.0, 2.0]), 0));
    let mut samples = vec![flat(
        read(F16, &[3, 4, 16], &NUMBERS),
        true,
        1.0,
        I32,
        with(0.0, first),
    )];
    for x in [F16, Bf16] {
        for to in [I4, I32] {
            samples.push(flat(
                ordinary(x, &[7, 12, 24], 1),
                true,
                0.85,
                to,
                with(0.0, None),
            ));
            samples.push(flat(
                specials(x, &[5, 3, 8], 2),
                true,
                1.0,
                to,
                with(0.0, None),
            ));
            samples.push(flat(
                read(x, &[2, 1, 8], &[0.0]),
                true,
                0.5,
                to,
                with(0.0, None),
            ));
            if version > 2 {
                for (list, kind) in [
                    (read(I64, &[3], &[2.0, 2.0, 5.0]), 0),
                    (read(I64, &[3], &[2.0, 0.0, 3.0]), 1),
                    (read(I64, &[2, 2], &[1.0, 2.0, 0.0, 4.0]), 2),
                ] {
                    let x = ordinary(x, &[7, 4, 16], 3);
                    samples.push(flat(x, true, 0.9, to, with(0.0, Some((list, kind)))));
                }
            }
        }
        let maxima: &[f64] = if version > 1 {
            &[0.0, 6.0, 7.0, 8.5, 12.0]
        } else {
            &[0.0]
        };
        for &max in maxima {
            for has_right in [true, false] {
                samples.push(flat(
                    ordinary(x, &[3, 5, 18], 4),
                    has_right,
                    1.0,
                    F4E2m1,
                    with(max, None),
                ));
                samples.push(flat(
                    specials(x, &[3, 8, 8], 5),
                    has_right,
                    0.5,
                    F4E2m1,
                    with(max, None),
                ));
            }
        }
    }
    samples
}

const FLAT: Accepts = &[
    ("x", HALVES),
    ("kroneckerP1", "as x"),
    ("kroneckerP2", "as x"),
    ("out", "| 910B: i4 i32 | 950: i4 i32 e2m1"),
    ("quantScale", "| 910B 950: f32"),
];
const FLAT_V3: Accepts = &[
    ("x", HALVES),
    ("kroneckerP1", "as x"),
    ("kroneckerP2", "as x"),
    ("groupListOptional", "| 910B 950: i64"),
    ("out", "| 910B: i4 i32 | 950: i4 i32 e2m1"),
    ("quantScale", "| 910B 950: f32"),
];

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnFlatQuant", || flat_samples(1))
            .accepts(FLAT)
            .bits(reference::flat_quant)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(&[("dtypes out", SHAPES)]),
        Row::new("aclnnFlatQuantV2", || flat_samples(2))
            .accepts(FLAT)
            .bits(reference::flat_quant_v2)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(&[("dtypes out", SHAPES)]),
        Row::new("aclnnFlatQuantV3", || flat_samples(3))
            .accepts(FLAT_V3)
            .bits(reference::flat_quant_v3)
            .holds(STRIDED | SHAPE)
            .except(&[("dtypes out", SHAPES)]),
    ]
}
