//! Rows quantised by scales of their own.

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::{Argument, Contents, Tensor};
use crate::reference::{quantised, quantisers};
use crate::table::samples::{NUMBERS, POSITIVE, patterns, read, write};
use crate::table::shared::quant::given::{code, specials, stored};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

fn call(x: Argument, smooth: Argument, to: Dtype) -> Vec<Argument> {
    let shape = x.tensors()[0].shape.clone();
    let (&columns, rows) = shape.split_last().unwrap();
    let stored = [rows, &[if to == I32 { columns / 8 } else { columns }]].concat();
    vec![x, smooth, write(to, &stored), write(F32, rows)]
}

fn samples() -> Vec<Vec<Argument>> {
    let mut samples = vec![
        call(
            read(F16, &[3, 16], &NUMBERS),
            read(F16, &[16], &POSITIVE),
            I8,
        ),
        call(read(F16, &[3, 16], &NUMBERS), Argument::Null, I8),
        call(
            read(F16, &[2, 3, 16], &NUMBERS),
            read(F16, &[16], &POSITIVE),
            I8,
        ),
        // A row of zeros, one with an infinity and one with NaN.
        call(
            read(
                F16,
                &[3, 2],
                &[0.0, -0.0, f64::INFINITY, 1.0, f64::NAN, 1.0],
            ),
            Argument::Null,
            I8,
        ),
    ];
    for (number, to) in [I8, I4, I32, F8E5m2, F8E4m3fn, Hifloat8]
        .into_iter()
        .enumerate()
    {
        let seed = number as u64;
        samples.push(call(patterns(F16, &[37, 648], seed), Argument::Null, to));
        let specials = Tensor::new(Bf16, &[5, 1000], Contents::Specials(seed, 700));
        let x = Argument::Tensor(specials);
        samples.push(call(x, read(Bf16, &[1000], &POSITIVE), to));
    }
    samples
}

/// A call of V2 (`mode` is none), V3, or V4 (with `max`).
fn later(
    x: Argument,
    (smooth, groups): (Argument, Argument),
    (mode, has_offset): (Option<&'static str>, bool),
    max: Option<f64>,
    to: Dtype,
) -> Vec<Argument> {
    let shape = x.tensors()[0].shape.clone();
    let (columns, rows) = shape.split_last().unwrap();
    let scales = match mode {
        Some("pertensor") => vec![1],
        Some("perchannel") => [&rows[..rows.len() - 1], &[*columns]].concat(),
        _ => rows.to_vec(),
    };
    let mut call = vec![x, smooth, groups, Argument::Int(code(to))];
    if let Some(mode) = mode {
        call.extend([Argument::Bool(!has_offset), Argument::Text(mode)]);
    }
    call.extend(max.map(Argument::Float));
    let offset = match has_offset {
        true => write(F32, &scales),
        false => Argument::Null,
    };
    call.extend([write(to, &stored(&shape, to)), write(F32, &scales), offset]);
    call
}

fn later_samples(modes: &[Option<&'static str>], max: Option<f64>) -> Vec<Vec<Argument>> {
    let ends = || read(I32, &[3], &[1.0, 1.0, 5.0]);
    let first = (read(F16, &[3, 16], &POSITIVE), ends());
    let mut samples = vec![later(
        read(F16, &[5, 16], &NUMBERS),
        first,
        (modes[0], true),
        max,
        I8,
    )];
    let degenerate = [
        0.0,
        -0.0,
        0.0,
        0.0,
        3.0,
        3.0,
        3.0,
        3.0,
        f64::INFINITY,
        1.0,
        -1.0,
        2.0,
        f64::NAN,
        1.0,
        2.0,
        3.0,
    ];
    for &mode in modes {
        for has_offset in [false, true] {
            for (number, to) in [I8, I4, I32, F8E5m2, F8E4m3fn, Hifloat8]
                .into_iter()
                .enumerate()
            {
                let seed = number as u64;
                let none = || (Argument::Null, Argument::Null);
                samples.push(later(
                    specials(Bf16, &[7, 3, 264], seed),
                    none(),
                    (mode, has_offset),
                    max,
                    to,
                ));
                samples.push(later(
                    patterns(F16, &[21, 648], seed),
                    none(),
                    (mode, has_offset),
                    max,
                    to,
                ));
                let smooth = match mode {
                    Some("perchannel") => read(F16, &[9], &POSITIVE),
                    _ => read(F16, &[200], &POSITIVE),
                };
                samples.push(later(
                    read(F16, &[2, 9, 200], &NUMBERS),
                    (smooth, Argument::Null),
                    (mode, has_offset),
                    max,
                    to,
                ));
                samples.push(later(
                    read(F16, &[4, 8], &degenerate),
                    none(),
                    (mode, has_offset),
                    max,
                    to,
                ));
                samples.push(later(
                    read(F16, &[8, 8], &[0.0]),
                    none(),
                    (mode, has_offset),
                    max,
                    to,
                ));
                if [None, Some("pertoken")].contains(&mode) {
                    let groups = read(I64, &[2], &[4.0, 7.0]);
                    let smooth = read(Bf16, &[2, 72], &POSITIVE);
                    let x = read(Bf16, &[3, 3, 72], &NUMBERS);
                    samples.push(later(x, (smooth, groups), (mode, has_offset), max, to));
                }
            }
        }
    }
    samples
}

pub fn rows() -> Vec<Row> {
    const FROM_V3: &[(&str, &str)] = &[
        ("x", "| 950: f16 bf16"),
        ("smoothScalesOptional", "as x"),
        ("groupIndexOptional", "| 950: i32 i64"),
        ("yOut", "| 950: i8 i4 i32 hif8 e5m2 e4m3"),
        ("scaleOut", "| 950: f32"),
        ("offsetOut", "| 950: f32"),
    ];
    const MODES: [Option<&str>; 3] = [Some("pertoken"), Some("pertensor"), Some("perchannel")];
    vec![
        Row::new("aclnnDynamicQuant", samples)
            .accepts(&[
                ("x", "f16 | 910B 950: + bf16"),
                ("smoothScalesOptional", "as x"),
                ("yOut", "i8 | 910B: + i4 i32 | 950: + i4 i32 hif8 e5m2 e4m3"),
                ("scaleOut", "f32"),
            ])
            .bits(quantised::dynamic_quant)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(&[(
                "dtypes yOut",
                "INT32 has another shape: each type is a sample",
            )]),
        Row::new("aclnnDynamicQuantV2", || later_samples(&[None], None))
            .accepts(&[
                ("x", "f16 | 910B 950: + bf16"),
                ("smoothScalesOptional", "as x"),
                ("groupIndexOptional", "i32 i64"),
                ("yOut", "i8 | 910B: + i4 i32 | 950: + i4 i32 hif8 e5m2 e4m3"),
                ("scaleOut", "f32"),
                ("offsetOut", "f32"),
            ])
            .bits(quantisers::dynamic_v2)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(&[(
                "dtypes yOut",
                "INT32 has another shape, or dstType is its code: each type is a sample",
            )]),
        Row::new("aclnnDynamicQuantV3", || later_samples(&MODES, None))
            .accepts(FROM_V3)
            .bits(quantisers::dynamic_v3)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(&[(
                "dtypes yOut",
                "INT32 has another shape, or dstType is its code: each type is a sample",
            )]),
        Row::new("aclnnDynamicQuantV4", || {
            [
                later_samples(&MODES, Some(0.0)),
                later_samples(&MODES, Some(240.0)),
            ]
            .concat()
        })
        .accepts(FROM_V3)
        .bits(quantisers::dynamic_v4)
        .holds(STRIDED | OVERLAP | SHAPE)
        .except(&[(
            "dtypes yOut",
            "INT32 has another shape, or dstType is its code: each type is a sample",
        )]),
    ]
}
