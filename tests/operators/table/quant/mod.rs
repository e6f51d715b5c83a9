//! Operators of ops-nn, `quant/`.

mod dynamic_quant;
mod fused;
mod gated_blocks;
mod given;
mod microscaling;
mod normed;
mod rotations;

use hostnpu::tensor::Dtype;

use super::samples::{NUMBERS, read, write};
use super::{Accuracy, Row, computes};
use crate::argument::Argument;

const TESTS: &str = "tests/mx_golden.rs, tests/mx_properties.rs, c_tests/aclnn/mx_*.c";
const ELEMENTS: &str = "e5m2 e4m3 e2m1 e1m2";
const NO_DTYPES: &[(&str, &str)] = &[
    (
        "dtypes yOut",
        "its code must be dstType: c_tests/aclnn/mx_errors.c",
    ),
    (
        "dtypes y1Out",
        "its code must be dstType: c_tests/aclnn/mx_errors.c",
    ),
    (
        "dtypes y",
        "its code must be dstType: c_tests/aclnn/mx_errors.c",
    ),
];

pub fn rows() -> Vec<Row> {
    [
        microscaling(),
        dynamic_quant::rows(),
        given::rows(),
        fused::rows(),
        normed::rows(),
        gated_blocks::rows(),
        microscaling::rows(),
        rotations::rows(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Formats with a scale for each block.
fn microscaling() -> Vec<Row> {
    const QUANTISED: &[(&str, &str)] = &[
        ("x", "f32 f16 bf16"),
        ("yOut", ELEMENTS),
        ("mxscaleOut", "e8m0"),
    ];
    const DUAL: &[(&str, &str)] = &[
        ("x", "f16 bf16"),
        ("y1Out", ELEMENTS),
        ("mxscale1Out", "e8m0"),
        ("y2Out", "as y1Out"),
        ("mxscale2Out", "e8m0"),
    ];
    vec![
        Row::new("aclnnAntiMxQuant", || {
            vec![vec![
                read(Dtype::F8E4m3fn, &[4, 64], &[]),
                read(Dtype::F8E8m0, &[4, 1, 2], &[]),
                Argument::Int(-1),
                Argument::Int(0),
                write(Dtype::F32, &[4, 64]),
            ]]
        })
        .accepts(&[("x", ELEMENTS), ("mxscale", "e8m0"), ("y", "f32 f16 bf16")])
        .computes(computes::own)
        .held_by(TESTS)
        .accuracy(Accuracy::Elsewhere(TESTS))
        .holds(super::SHAPE)
        .except(NO_DTYPES),
        Row::new("aclnnDynamicMxQuant", || vec![quantised(&[])])
            .accepts(QUANTISED)
            .computes(computes::own)
            .held_by(TESTS)
            .accuracy(Accuracy::Elsewhere(TESTS))
            .holds(super::SHAPE)
            .except(NO_DTYPES),
        Row::new("aclnnDynamicMxQuantV2", || vec![quantised(&[0.0])])
            .accepts(QUANTISED)
            .computes(computes::own)
            .held_by(TESTS)
            .accuracy(Accuracy::Elsewhere(TESTS))
            .holds(super::SHAPE)
            .except(NO_DTYPES),
        Row::new("aclnnDynamicMxQuantV3", || vec![quantised(&[0.0, 0.0])])
            .accepts(QUANTISED)
            .computes(computes::own)
            .held_by(TESTS)
            .accuracy(Accuracy::Elsewhere(TESTS))
            .holds(super::SHAPE)
            .except(NO_DTYPES),
        Row::new("aclnnDynamicMxQuantWithDualAxis", || vec![dual(&[])])
            .accepts(DUAL)
            .computes(computes::own)
            .held_by(TESTS)
            .accuracy(Accuracy::Elsewhere(TESTS))
            .holds(super::SHAPE)
            .except(NO_DTYPES),
        Row::new("aclnnDynamicMxQuantWithDualAxisV2", || vec![dual(&[0.0])])
            .accepts(DUAL)
            .computes(computes::own)
            .held_by(TESTS)
            .accuracy(Accuracy::Elsewhere(TESTS))
            .holds(super::SHAPE)
            .except(NO_DTYPES),
        Row::new("aclnnGroupedDynamicMxQuant", || vec![grouped(false)])
            .accepts(&[
                ("x", "f16 bf16"),
                ("groupIndex", "i32"),
                ("y", "e5m2 e4m3"),
                ("mxscale", "e8m0"),
            ])
            .computes(computes::own)
            .held_by(TESTS)
            .accuracy(Accuracy::Elsewhere(TESTS))
            .holds(super::SHAPE)
            .except(NO_DTYPES),
        Row::new("aclnnGroupedDynamicMxQuantV2", || vec![grouped(true)])
            .accepts(&[
                ("x", "f16 bf16"),
                ("groupIndex", "i32"),
                ("y", ELEMENTS),
                ("mxscale", "e8m0"),
            ])
            .computes(computes::own)
            .held_by(TESTS)
            .accuracy(Accuracy::Elsewhere(TESTS))
            .holds(super::SHAPE)
            .except(NO_DTYPES),
        Row::new("aclnnGroupedDynamicMxQuantWithDualAxis", || {
            vec![vec![
                read(Dtype::F16, &[4, 64], &NUMBERS),
                read(Dtype::I64, &[1], &[4.0]),
                Argument::Text("rint"),
                Argument::Int(1),
                Argument::Int(36),
                Argument::Float(0.0),
                write(Dtype::F8E4m3fn, &[4, 64]),
                write(Dtype::F8E8m0, &[4, 1, 2]),
                write(Dtype::F8E4m3fn, &[4, 64]),
                write(Dtype::F8E8m0, &[1, 64, 2]),
            ]]
        })
        .accepts(&[
            ("x", "f16 bf16"),
            ("groupIndex", "i64"),
            ("y1Out", "e5m2 e4m3"),
            ("y1ScaleOut", "e8m0"),
            ("y2Out", "as y1Out"),
            ("y2ScaleOut", "e8m0"),
        ])
        .computes(computes::own)
        .held_by(TESTS)
        .accuracy(Accuracy::Elsewhere(TESTS))
        .holds(super::SHAPE)
        .except(NO_DTYPES),
    ]
}

fn floats(values: &[f64]) -> impl Iterator<Item = Argument> {
    values.iter().map(|&value| Argument::Float(value))
}

fn quantised(more: &[f64]) -> Vec<Argument> {
    let mut arguments = vec![
        read(Dtype::F16, &[4, 64], &NUMBERS),
        Argument::Int(-1),
        Argument::Text("rint"),
        Argument::Int(36),
        Argument::Int(32),
        Argument::Int(0),
    ];
    arguments.extend(floats(more));
    arguments.extend([
        write(Dtype::F8E4m3fn, &[4, 64]),
        write(Dtype::F8E8m0, &[4, 1, 2]),
    ]);
    arguments
}

fn dual(more: &[f64]) -> Vec<Argument> {
    let mut arguments = vec![
        read(Dtype::F16, &[4, 64], &NUMBERS),
        Argument::Text("rint"),
        Argument::Int(36),
        Argument::Int(0),
    ];
    arguments.extend(floats(more));
    arguments.extend([
        write(Dtype::F8E4m3fn, &[4, 64]),
        write(Dtype::F8E8m0, &[4, 1, 2]),
        write(Dtype::F8E4m3fn, &[4, 64]),
        write(Dtype::F8E8m0, &[1, 64, 2]),
    ]);
    arguments
}

fn grouped(second_version: bool) -> Vec<Argument> {
    let mut arguments = vec![
        read(Dtype::F16, &[4, 64], &NUMBERS),
        read(Dtype::I32, &[1], &[4.0]),
        Argument::Text("rint"),
        Argument::Int(36),
        Argument::Int(32),
    ];
    if second_version {
        arguments.extend([Argument::Int(0), Argument::Float(0.0)]);
    }
    arguments.extend([
        write(Dtype::F8E4m3fn, &[4, 64]),
        write(Dtype::F8E8m0, &[1, 64, 2]),
    ]);
    arguments
}
