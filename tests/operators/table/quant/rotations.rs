//! Rotated rows, matrices between two small ones, units of GELU, fake quantisation and maxima.

use hostnpu::tensor::Dtype::{self, *};

use super::microscaling::{Accepts, BY_CODE, mode, ordinary, scales};
use crate::argument::Argument;
use crate::reference::rotations as reference;
use crate::table::quant::given::{code, every, specials, stored};
use crate::table::samples::{NUMBERS, POSITIVE, patterns, read, write};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

fn null() -> Argument {
    Argument::Null
}

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

fn maximum(x: Argument, groups: Option<&[f64]>, name: &'static str, to: Dtype) -> Vec<Argument> {
    let (dtype, shape) = (x.tensors()[0].dtype, x.tensors()[0].shape.clone());
    let count = groups.map_or(1, |groups| groups.len() as i64);
    let mut call = vec![x, read(F32, &[count], &[1.5, 0.03, 200.0, -4.0])];
    call.extend(groups.map(|ends| read(I64, &[count], ends)));
    call.extend([
        Argument::Text(name),
        Argument::Int(code(to)),
        write(to, &shape),
        write(dtype, &[count]),
    ]);
    call
}

fn maximum_samples(grouped: bool) -> Vec<Vec<Argument>> {
    let ends = |ends: &'static [f64]| grouped.then_some(ends);
    let mut samples = vec![maximum(
        read(F16, &[6, 9], &NUMBERS),
        ends(&[1.0, 4.0, 6.0]),
        "rint",
        F8E4m3fn,
    )];
    let types = [
        (F8E5m2, "rint"),
        (F8E4m3fn, "rint"),
        (Hifloat8, "round"),
        (Hifloat8, "hybrid"),
    ];
    for (to, name) in types {
        for x in [F16, Bf16] {
            samples.push(maximum(
                every(x),
                ends(&[10.0, 10.0, 100.0, 256.0]),
                name,
                to,
            ));
        }
        for x in [F32, F16, Bf16] {
            samples.push(maximum(
                ordinary(x, &[6, 3, 70], 1),
                ends(&[2.0, 6.0]),
                name,
                to,
            ));
            samples.push(maximum(
                specials(x, &[6, 40], 2),
                ends(&[1.0, 5.0, 6.0]),
                name,
                to,
            ));
            samples.push(maximum(read(x, &[1, 1], &[-0.0]), ends(&[1.0]), name, to));
        }
        samples.push(maximum(patterns(F32, &[9, 333], 3), ends(&[9.0]), name, to));
    }
    samples.push(maximum(
        read(F16, &[0, 3], &[]),
        ends(&[0.0]),
        "rint",
        F8E5m2,
    ));
    samples
}

fn fake(
    x: Argument,
    scale: Argument,
    zero: Argument,
    more: Argument,
    range: [i64; 2],
) -> Vec<Argument> {
    let (dtype, shape) = (x.tensors()[0].dtype, x.tensors()[0].shape.clone());
    vec![
        x,
        scale,
        zero,
        more,
        Argument::Int(range[0]),
        Argument::Int(range[1]),
        write(dtype, &shape),
        write(Bool, &shape),
    ]
}

const ZEROS: [f64; 5] = [1.0, -2.0, 0.0, 3.0, 100.0];

fn per_channel_samples() -> Vec<Vec<Argument>> {
    let mut samples = vec![fake(
        read(F32, &[3, 5], &NUMBERS),
        read(F32, &[5], &POSITIVE),
        read(I32, &[5], &ZEROS),
        Argument::Int(-1),
        [-128, 127],
    )];
    for x in [F16, F32] {
        for zero in [I32, x] {
            for (axis, extent) in [(0, 4), (1, 3), (-1, 25)] {
                samples.push(fake(
                    specials(x, &[4, 3, 25], 1),
                    read(x, &[extent], &[0.01, 0.5, 0.0625]),
                    read(zero, &[extent], &ZEROS),
                    Argument::Int(axis),
                    [-8, 7],
                ));
            }
        }
    }
    samples.push(fake(
        every(F16),
        read(F16, &[256], &POSITIVE),
        read(I32, &[256], &ZEROS),
        Argument::Int(0),
        [-128, 127],
    ));
    samples.push(fake(
        every(F16),
        read(F16, &[256], &POSITIVE),
        read(I32, &[256], &ZEROS),
        Argument::Int(1),
        [0, 255],
    ));
    samples
}

fn per_tensor_samples() -> Vec<Vec<Argument>> {
    let call = |x: Argument, enabled: f64, range: [i64; 2]| {
        let dtype = x.tensors()[0].dtype;
        let factors = [read(dtype, &[1], &[0.03125]), read(I32, &[1], &[-3.0])];
        let [scale, zero] = factors;
        fake(x, scale, zero, Argument::Float(enabled), range)
    };
    let mut samples = vec![call(read(F32, &[3, 5], &NUMBERS), 1.0, [-128, 127])];
    for enabled in [1.0, 0.0, 0.5, 2.0] {
        samples.push(call(every(F16), enabled, [-128, 127]));
        samples.push(call(specials(F32, &[4, 333], 2), enabled, [0, 255]));
        samples.push(call(read(F32, &[], &[3.3]), enabled, [5, 5]));
    }
    samples
}

pub fn rows() -> Vec<Row> {
    const HALVES: &str = "| 910B 950: f16 bf16";
    const FLOATS: &str = "| 950: f32 f16 bf16";
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
    const FAKE: Accepts = &[
        ("self", "| 910B 950: f16 f32"),
        ("scale", "as self"),
        ("zeroPoint", "| 910B 950: i32"),
        ("out", "as self"),
        ("mask", "| 910B 950: bool"),
    ];
    const SHAPES: &str = "each type has a shape of its own: each is a sample";
    // Rows outside their groups keep what memory held: an output in the place of an input too.
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
        Row::new("aclnnQuantMax", || maximum_samples(false))
            .accepts(&[
                ("x", FLOATS),
                ("scale", "| 950: f32"),
                ("y", "| 950: hif8 e5m2 e4m3"),
                ("amax", "as x"),
            ])
            .bits(reference::quant_max)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(&[("dtypes y", BY_CODE)]),
        Row::new("aclnnGroupedQuantMax", || maximum_samples(true))
            .accepts(&[
                ("x", FLOATS),
                ("scale", "| 950: f32"),
                ("groupList", "| 950: i64"),
                ("y", "| 950: hif8 e5m2 e4m3"),
                ("amax", "as x"),
            ])
            .bits(reference::grouped_quant_max)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(&[("dtypes y", BY_CODE)]),
        Row::new(
            "aclnnFakeQuantPerChannelAffineCachemask",
            per_channel_samples,
        )
        .accepts(&[
            ("self", "| 910B 950: f16 f32"),
            ("scale", "as self"),
            ("zeroPoint", "| 910B 950: i32 f32"),
            ("out", "as self"),
            ("mask", "| 910B 950: bool"),
        ])
        .bits(reference::fake_per_channel)
        .holds(STRIDED | OVERLAP | SHAPE)
        .except(&[(
            "dtypes zeroPoint",
            "INT32, or that of self: each is a sample",
        )]),
        Row::new("aclnnFakeQuantPerTensorAffineCachemask", per_tensor_samples)
            .accepts(FAKE)
            .bits(reference::fake_per_tensor)
            .holds(STRIDED | OVERLAP | SHAPE),
    ]
}
