//! The row of `aclnnSwigluMxQuant`.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::reference::gated_blocks as reference;
use crate::table::samples::{NUMBERS, read, write};
use crate::table::shared::quant::gated_blocks::{CODES, HALVES, bool, null};
use crate::table::shared::quant::given::{code, specials};
use crate::table::shared::quant::microscaling::{BY_CODE, FORMATS, mode, ordinary, scales};
use crate::table::{Row, SHAPE, STRIDED};

/// A call with `activateDim`, `axis`, `swigluMode`, `groupMode` and `scaleAlg`.
fn swiglu(
    x: Argument,
    groups: Argument,
    [dim, axis, unit, kind, alg]: [i64; 5],
    left: bool,
    (to, name): (Dtype, &'static str),
) -> Vec<Argument> {
    let mut shape = x.tensors()[0].shape.clone();
    let rank = shape.len();
    let of = |dim: i64| dim.rem_euclid(rank as i64) as usize;
    shape[of(dim)] /= 2;
    let mut scales = scales(&shape, of(axis));
    if let (Some(groups), true) = (groups.tensors().first(), of(axis) + 1 < rank) {
        scales = write(F8E8m0, &[shape[0] / 64 + groups.shape[0], shape[1], 2]);
    }
    vec![
        x,
        groups,
        Argument::Int(dim),
        bool(left),
        Argument::Int(unit),
        Argument::Float(7.0),
        Argument::Float(1.702),
        Argument::Float(1.0),
        Argument::Int(kind),
        Argument::Int(axis),
        Argument::Int(code(to)),
        mode(name),
        Argument::Int(alg),
        Argument::Float(0.0),
        write(to, &shape),
        scales,
    ]
}

fn swiglu_samples() -> Vec<Vec<Argument>> {
    let counts = |dtype| read(dtype, &[3], &[30.0, 0.0, 70.0]);
    let ends = |dtype| read(dtype, &[3], &[30.0, 30.0, 128.0]);
    let first = read(F16, &[6, 80], &NUMBERS);
    let groups = read(I64, &[2], &[2.0, 3.0]);
    let mut samples = vec![swiglu(
        first,
        groups,
        [-1, -1, 0, 0, 0],
        true,
        (F8E4m3fn, "rint"),
    )];
    for (seed, format) in FORMATS.into_iter().enumerate() {
        let seed = seed as u64;
        for x in [F16, Bf16] {
            for index in [I32, I64] {
                let numbers = || ordinary(x, &[130, 144], seed);
                samples.push(swiglu(
                    numbers(),
                    counts(index),
                    [-1, -1, 0, 0, 0],
                    true,
                    format,
                ));
                samples.push(swiglu(
                    numbers(),
                    ends(index),
                    [1, 0, 1, 1, 0],
                    true,
                    format,
                ));
                samples.push(swiglu(
                    numbers(),
                    counts(index),
                    [-1, -2, 0, 0, 0],
                    false,
                    format,
                ));
            }
            samples.push(swiglu(
                specials(x, &[2, 3, 70, 68], seed),
                null(),
                [-1, -1, 1, 0, 0],
                true,
                format,
            ));
            samples.push(swiglu(
                ordinary(x, &[2, 140, 34], seed),
                null(),
                [-2, -2, 0, 0, 0],
                false,
                format,
            ));
            samples.push(swiglu(
                specials(x, &[2, 140, 34], seed),
                null(),
                [1, 2, 0, 0, 0],
                true,
                format,
            ));
            samples.push(swiglu(
                ordinary(x, &[140, 34], seed),
                read(I64, &[1], &[40.0]),
                [0, 1, 0, 1, 0],
                true,
                format,
            ));
            samples.push(swiglu(
                ordinary(x, &[140, 34], seed),
                read(I64, &[2], &[40.0, 70.0]),
                [0, 0, 0, 1, 0],
                true,
                format,
            ));
        }
    }
    for to in [F8E5m2, F8E4m3fn] {
        for x in [F16, Bf16] {
            samples.push(swiglu(
                ordinary(x, &[70, 200], 9),
                null(),
                [-1, -1, 0, 0, 1],
                true,
                (to, "rint"),
            ));
            samples.push(swiglu(
                specials(x, &[70, 200], 9),
                null(),
                [-1, -2, 0, 0, 1],
                true,
                (to, "rint"),
            ));
        }
    }
    samples.push(swiglu(
        read(F16, &[2, 4], &[0.0]),
        null(),
        [-1, -1, 0, 0, 0],
        true,
        (F8E4m3fn, ""),
    ));
    samples
}

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSwigluMxQuant", swiglu_samples)
            .accepts(&[
                ("x", HALVES),
                ("groupIndexOptional", "| 950: i32 i64"),
                ("yOut", CODES),
                ("mxscaleOut", "| 950: e8m0"),
            ])
            .bits(reference::swiglu_mx_quant)
            .holds(STRIDED | SHAPE)
            .except(&[("dtypes yOut", BY_CODE)]),
    ]
}
