//! Normalisations to mean 0 and variance 1, gradients and blocks of normalised rows that quantise.

use hostnpu::tensor::Dtype::{self, *};

use super::given::{code, specials};
use crate::argument::Argument;
use crate::reference::normed_quantisers as reference;
use crate::table::samples::{NUMBERS, POSITIVE, read, write};
use crate::table::{Holds, OVERLAP, Row, SHAPE, STRIDED};

type Accepts = &'static [(&'static str, &'static str)];

const SCALES: [f64; 5] = [0.03, 0.5, 0.011, -0.25, 0.0625];
const ZEROS: [f64; 4] = [1.0, -3.0, 0.0, 20.0];

fn optional(given: bool, argument: Argument) -> Argument {
    if given { argument } else { Argument::Null }
}

fn layer(
    x: Dtype,
    shape: &[i64],
    parameters: &[i64],
    has_scales: bool,
    first: bool,
) -> Vec<Argument> {
    vec![
        match first {
            true => read(x, shape, &NUMBERS),
            false => specials(x, shape, 1),
        },
        read(x, parameters, &POSITIVE),
        read(x, parameters, &NUMBERS),
        read(x, &[1], &[0.03]),
        read(I8, &[1], &[5.0]),
        Argument::Int(0),
        Argument::Float(1e-5),
        write(I8, shape),
        optional(has_scales, write(F32, &[3])),
    ]
}

fn layer_samples() -> Vec<Vec<Argument>> {
    let mut samples = vec![layer(F16, &[3, 5, 24], &[1, 24], true, true)];
    for x in [F16, Bf16, F32] {
        samples.push(layer(x, &[7, 40], &[1, 40], false, false));
        samples.push(layer(x, &[33], &[33], true, false));
        samples.push(layer(x, &[2, 2, 1, 3, 1, 2, 1, 9], &[9], false, false));
    }
    samples
}

struct Added {
    x: Dtype,
    scale: Dtype,
    shape: &'static [i64],
    parameters: &'static [i64],
    scales: &'static [i64],
    /// Rank of the bias: 0 for none, 1 for that of the parameters, 2 for that of `x`.
    bias: usize,
    given: [bool; 4],
    dynamic: bool,
    sum: bool,
    divides: bool,
}

fn added(of: Added, later: bool, first: bool) -> Vec<Argument> {
    let Added {
        x, scale, shape, ..
    } = of;
    let [s1, s2, z1, z2] = of.given;
    let rows = &shape[..shape.len() - 1];
    let mut call = vec![
        match first {
            true => read(x, shape, &NUMBERS),
            false => specials(x, shape, 2),
        },
        read(x, shape, &NUMBERS[3..]),
        read(x, of.parameters, &POSITIVE),
        read(x, of.parameters, &NUMBERS),
        match of.bias {
            0 => Argument::Null,
            1 => read(x, of.parameters, &NUMBERS[1..]),
            _ => read(x, shape, &NUMBERS[5..]),
        },
        optional(s1, read(scale, of.scales, &SCALES)),
        optional(s2, read(scale, of.scales, &POSITIVE)),
        optional(z1, read(scale, of.scales, &ZEROS)),
        optional(z2, read(scale, of.scales, &ZEROS[1..])),
        Argument::Text(if of.dynamic { "dynamic" } else { "static" }),
        Argument::Float(1e-5),
        Argument::Bool(of.sum),
        Argument::Bool(of.divides),
        write(I8, shape),
        write(I8, if s2 { shape } else { &[4] }),
        write(x, shape),
    ];
    call.extend(later.then(|| write(x, shape)));
    call.push(write(F32, if of.dynamic { rows } else { &[1] }));
    call.push(write(F32, if of.dynamic && s2 { rows } else { &[1] }));
    call
}

fn added_samples(later: bool) -> Vec<Vec<Argument>> {
    let plain = |x, scale| Added {
        x,
        scale,
        shape: &[4, 3, 36],
        parameters: &[36],
        scales: &[36],
        bias: 0,
        given: [true, false, false, false],
        dynamic: false,
        sum: false,
        divides: false,
    };
    let one = |x| Added {
        parameters: &[1, 36],
        scales: &[1],
        given: [true, false, true, false],
        bias: 2,
        ..plain(x, x)
    };
    let all = [true; 4];
    let mut samples = match later {
        true => vec![added(one(F16), true, true)],
        false => vec![added(
            Added {
                bias: 1,
                given: all,
                sum: true,
                ..plain(F16, F32)
            },
            false,
            true,
        )],
    };
    if later {
        samples.extend([F16, Bf16].map(|x| added(one(x), true, false)));
    }
    let types = [
        [F16, F16],
        [Bf16, Bf16],
        [F32, F32],
        [F16, F32],
        [Bf16, F32],
    ];
    for [x, scale] in types {
        for (given, divides, bias) in [
            (all, true, 0),
            (all, false, 1),
            ([true, true, false, false], true, 2),
            ([true, false, true, false], false, 0),
            ([true, false, false, false], true, 1),
        ] {
            let of = Added {
                given,
                divides,
                bias,
                sum: divides,
                ..plain(x, scale)
            };
            samples.push(added(of, later, false));
        }
        let several = Added {
            parameters: &[3, 36],
            scales: &[3, 36],
            given: all,
            bias: 1,
            ..plain(x, scale)
        };
        samples.push(added(several, later, false));
    }
    for x in [F16, Bf16] {
        for (given, bias) in [
            ([true, true, false, false], 1),
            ([true, false, false, false], 2),
            ([false; 4], 0),
        ] {
            let of = Added {
                given,
                bias,
                dynamic: true,
                sum: bias == 1,
                ..plain(x, x)
            };
            samples.push(added(of, later, false));
        }
        if later {
            let row = Added {
                parameters: &[1, 36],
                scales: &[1, 36],
                dynamic: true,
                ..plain(x, x)
            };
            samples.push(added(row, true, false));
        }
    }
    samples
}

fn adaptive(x: Dtype, to: Dtype, shape: &[i64], long: bool, given: [bool; 3]) -> Vec<Argument> {
    let rank = shape.len();
    let columns = &shape[rank - 1..];
    let of_each = match long {
        true => [&shape[..rank - 2], &[1], columns].concat(),
        false => [&shape[..rank - 2], columns].concat(),
    };
    let plain = to == I8 && given == [true; 3] && !long;
    vec![
        match plain {
            true => read(x, shape, &NUMBERS),
            false => specials(x, shape, 3),
        },
        read(x, &of_each, &POSITIVE),
        read(x, &of_each, &NUMBERS),
        optional(given[0], read(x, columns, &POSITIVE)),
        optional(given[1], read(x, columns, &NUMBERS)),
        optional(given[2], read(x, columns, &SCALES)),
        Argument::Float(1e-5),
        Argument::Text("dynamic"),
        write(to, shape),
        write(F32, &shape[..rank - 1]),
        Argument::Null,
    ]
}

fn adaptive_samples() -> Vec<Vec<Argument>> {
    let mut samples = vec![adaptive(F16, I8, &[2, 3, 20], false, [true; 3])];
    for x in [F16, Bf16] {
        for to in [I8, Hifloat8, F8E5m2, F8E4m3fn] {
            samples.push(adaptive(x, to, &[2, 2, 4, 33], true, [true, false, true]));
            samples.push(adaptive(x, to, &[5, 16], false, [false; 3]));
            samples.push(adaptive(x, to, &[3, 1, 16], true, [false, true, false]));
        }
    }
    samples
}

fn groups(x: Dtype, shape: &[i64], group: i64, given: [bool; 2], scales: i64) -> Vec<Argument> {
    let channels = shape[1];
    vec![
        match given {
            [true, true] => read(x, shape, &NUMBERS),
            _ => specials(x, shape, 4),
        },
        optional(given[0], read(x, &[channels], &POSITIVE)),
        optional(given[1], read(x, &[channels], &NUMBERS)),
        read(F32, &[scales], &[0.01, 0.04, 0.02]),
        Argument::Int(group),
        Argument::Float(1e-5),
        Argument::Bool(true),
        write(I8, shape),
        write(x, &[shape[0], group]),
        write(x, &[shape[0], group]),
    ]
}

fn groups_samples() -> Vec<Vec<Argument>> {
    let mut samples = vec![groups(F16, &[2, 6, 5], 3, [true, true], 6)];
    for x in [F16, Bf16] {
        samples.push(groups(x, &[3, 8, 4, 7], 2, [true, true], 1));
        samples.push(groups(x, &[2, 4, 3, 2, 3], 4, [false, true], 4));
        samples.push(groups(x, &[5, 6], 2, [true, false], 6));
        samples.push(groups(x, &[2, 3, 9], 1, [false, false], 1));
    }
    samples
}

fn gradient(
    [x, gamma, scale, to]: [Dtype; 4],
    parameters: &[i64],
    offset: bool,
    divides: bool,
) -> Vec<Argument> {
    let shape: &[i64] = &[4, 3, 10];
    let rows: &[i64] = if parameters.len() == 1 { &[4, 3] } else { &[4] };
    vec![
        read(x, shape, &NUMBERS),
        read(x, shape, &NUMBERS[2..]),
        read(F32, rows, &POSITIVE),
        read(gamma, parameters, &POSITIVE),
        read(scale, &[1], &[0.0625]),
        optional(offset, read(I32, &[1], &[-3.0])),
        Argument::Text("static"),
        Argument::Bool(divides),
        write(to, shape),
        write(F32, parameters),
    ]
}

fn gradient_samples() -> Vec<Vec<Argument>> {
    let mut samples = vec![gradient([F16, F16, F16, I8], &[10], true, true)];
    for to in [Hifloat8, I8] {
        for [x, gamma, scale] in [
            [F16, F32, F32],
            [Bf16, F32, F32],
            [F16, F16, F32],
            [F32, F32, F32],
            [Bf16, Bf16, F32],
            [F16, F16, F16],
            [Bf16, Bf16, Bf16],
            [F16, F32, F16],
            [Bf16, F32, Bf16],
        ] {
            samples.push(gradient([x, gamma, scale, to], &[10], true, true));
            samples.push(gradient([x, gamma, scale, to], &[3, 10], false, false));
        }
    }
    samples
}

struct Blocks {
    x: Dtype,
    gamma: Dtype,
    to: Dtype,
    shape: &'static [i64],
    bias: bool,
    algorithm: i64,
    mode: Argument,
    rstd: bool,
}

fn blocks(of: Blocks, is_sum: bool, first: bool) -> Vec<Argument> {
    let Blocks {
        x,
        gamma,
        to,
        shape,
        ..
    } = of;
    let (&columns, rows) = shape.split_last().unwrap();
    let mut call = vec![match first {
        true => read(x, shape, &NUMBERS),
        false => specials(x, shape, 6),
    }];
    call.extend(is_sum.then(|| read(x, shape, &NUMBERS[4..])));
    call.extend([
        read(gamma, &[columns], &POSITIVE),
        optional(of.bias, read(gamma, &[columns], &NUMBERS)),
        Argument::Float(1e-6),
        Argument::Int(of.algorithm),
        of.mode,
        Argument::Int(code(to)),
        Argument::Bool(of.rstd),
        write(to, shape),
    ]);
    call.extend(is_sum.then(|| write(x, shape)));
    call.push(write(F8E8m0, &[rows, &[(columns + 63) / 64, 2]].concat()));
    call.push(optional(of.rstd, write(F32, &[rows, &[1]].concat())));
    call
}

fn blocks_samples(is_sum: bool) -> Vec<Vec<Argument>> {
    let of = |x, gamma, to| Blocks {
        x,
        gamma,
        to,
        shape: &[3, 4, 70],
        bias: true,
        algorithm: 0,
        mode: Argument::Text("rint"),
        rstd: true,
    };
    let mut samples = vec![blocks(of(F16, F16, F8E4m3fn), is_sum, true)];
    for x in [F16, Bf16] {
        for gamma in [x, F32] {
            for to in [F8E5m2, F8E4m3fn, F4E2m1, F4E1m2] {
                samples.push(blocks(of(x, gamma, to), is_sum, false));
                let other = Blocks {
                    bias: false,
                    rstd: false,
                    mode: Argument::Null,
                    shape: &[5, 32],
                    algorithm: i64::from(to.bits() == 8),
                    ..of(x, gamma, to)
                };
                samples.push(blocks(other, is_sum, false));
                if to.bits() == 4 {
                    for mode in ["floor", "round"] {
                        let rounded = Blocks {
                            mode: Argument::Text(mode),
                            shape: &[130],
                            ..of(x, gamma, to)
                        };
                        samples.push(blocks(rounded, is_sum, false));
                    }
                }
            }
        }
    }
    samples
}

const BY_CODE: (&str, &str) = (
    "dtypes yOut",
    "its code must be dstType: each type is a sample",
);

pub fn rows() -> Vec<Row> {
    const WITH_FLOAT: &str = "FLOAT too: each type is a sample";
    const WITH_OWN: &str = "that of x1 too: each type is a sample";
    const ADDED: Accepts = &[
        ("x1", "| 950: f16 bf16 f32"),
        ("x2", "as x1"),
        ("gamma", "as x1"),
        ("beta", "as x1"),
        ("biasOptional", "as x1"),
        ("scales1Optional", "| 950: f32"),
        ("scales2Optional", "as scales1Optional"),
        ("zeroPoints1Optional", "as scales1Optional"),
        ("zeroPoints2Optional", "as scales1Optional"),
        ("y1Out", "| 950: i8"),
        ("y2Out", "| 950: i8"),
        ("xOut", "as x1"),
        ("outScales1Out", "| 950: f32"),
        ("outScales2Out", "| 950: f32"),
    ];
    const ADDED_LATER: Accepts = &[
        ("x1", "f16 f32 | 910B: + bf16 | 950: + bf16 | 910:"),
        ("x2", "as x1"),
        ("gamma", "as x1"),
        ("beta", "as x1"),
        ("biasOptional", "as x1"),
        ("scales1Optional", "as x1"),
        ("scales2Optional", "as x1"),
        ("zeroPoints1Optional", "as x1"),
        ("zeroPoints2Optional", "as x1"),
        ("y1Out", "i8 | 910:"),
        ("y2Out", "i8 | 910:"),
        ("xOut", "as x1"),
        ("layernormRes", "as x1"),
        ("outScales1Out", "f32 | 910:"),
        ("outScales2Out", "f32 | 910:"),
    ];
    const BLOCKS: Accepts = &[
        ("x", "| 950: f16 bf16"),
        ("gamma", "as x"),
        ("beta", "as x"),
        ("yOut", "| 950: e5m2 e4m3 e2m1 e1m2"),
        ("mxscaleOut", "| 950: e8m0"),
        ("rstdOut", "| 950: f32"),
    ];
    const BLOCKS_OF_SUM: Accepts = &[
        ("x1", "| 950: f16 bf16"),
        ("x2", "as x1"),
        ("gamma", "as x1"),
        ("beta", "as x1"),
        ("yOut", "| 950: e5m2 e4m3 e2m1 e1m2"),
        ("xOut", "as x1"),
        ("mxscaleOut", "| 950: e8m0"),
        ("rstdOut", "| 950: f32"),
    ];
    let mut all = vec![
        Row::new("aclnnLayerNormQuant", layer_samples)
            .accepts(&[
                ("x", "f16 | 910B: + bf16 | 950: + bf16 f32 | 910:"),
                ("gammma", "as x"),
                ("beta", "as x"),
                ("scale", "as x"),
                ("zeroPointsOptional", "i8 | 910:"),
                ("res", "i8 | 910:"),
                ("scaleOut", "f32 | 910:"),
            ])
            .bits(reference::layer_norm_quant)
            .holds(STRIDED | OVERLAP | SHAPE),
        Row::new("aclnnAddLayerNormQuant", || added_samples(false))
            .accepts(ADDED)
            .bits(reference::add_layer_norm_quant)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(&[
                ("dtypes scales1Optional", WITH_OWN),
                ("dtypes scales2Optional", WITH_OWN),
                ("dtypes zeroPoints1Optional", WITH_OWN),
                ("dtypes zeroPoints2Optional", WITH_OWN),
            ]),
        Row::new("aclnnAddLayerNormQuantV2", || added_samples(true))
            .accepts(ADDED_LATER)
            .bits(reference::add_layer_norm_quant)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(&[
                ("dtypes scales1Optional", WITH_FLOAT),
                ("dtypes scales2Optional", WITH_FLOAT),
                ("dtypes zeroPoints1Optional", WITH_FLOAT),
                ("dtypes zeroPoints2Optional", WITH_FLOAT),
            ]),
        Row::new("aclnnAdaLayerNormQuant", adaptive_samples)
            .accepts(&[
                ("x", "| 910B 950: f16 bf16"),
                ("scale", "as x"),
                ("shift", "as x"),
                ("weightOptional", "as x"),
                ("biasOptional", "as x"),
                ("smoothScalesOptional", "as x"),
                ("out", "| 910B: i8 | 950: i8 hif8 e5m2 e4m3"),
                ("quantScale", "| 910B 950: f32"),
                ("quantOffsetOptional", "f32"),
            ])
            .bits(reference::ada_layer_norm_quant)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(&[(
                "dtypes quantOffsetOptional",
                "a tensor is refused, whatever its type",
            )]),
        Row::new("aclnnGroupNormSiluQuant", groups_samples)
            .accepts(&[
                ("self", "| 910B 950: f16 bf16"),
                ("gamma", "as self"),
                ("beta", "as self"),
                ("quantScale", "| 910B 950: f32"),
                ("out", "| 910B 950: i8"),
                ("meanOut", "as self"),
                ("rstdOut", "as self"),
            ])
            .bits(reference::group_norm_silu_quant)
            .holds(STRIDED | OVERLAP | SHAPE),
        Row::new("aclnnRmsNormGradQuant", gradient_samples)
            .accepts(&[
                ("dy", "as x"),
                ("x", "| 950: f16 bf16 f32"),
                ("rstd", "| 950: f32"),
                ("gamma", "as x"),
                ("scalesX", "as x"),
                ("offsetXOptional", "| 950: i32"),
                ("dxOut", "| 950: i8 hif8"),
                ("dgammaOut", "| 950: f32"),
            ])
            .bits(reference::rms_norm_grad_quant)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(&[("dtypes gamma", WITH_FLOAT), ("dtypes scalesX", WITH_FLOAT)]),
        Row::new("aclnnRmsNormDynamicMxQuant", || blocks_samples(false))
            .accepts(BLOCKS)
            .bits(reference::rms_norm_dynamic_mx_quant)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(&[BY_CODE, ("dtypes gamma", WITH_FLOAT)]),
        Row::new("aclnnAddRmsNormDynamicMxQuant", || blocks_samples(true))
            .accepts(BLOCKS_OF_SUM)
            .bits(reference::rms_norm_dynamic_mx_quant)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(&[BY_CODE, ("dtypes gamma", WITH_FLOAT)]),
    ];
    // Outputs that are not written have any shape, and are not that of an input.
    all[0].holds = Holds(STRIDED.0 | OVERLAP.0);
    for row in &mut all[1..3] {
        row.holds = STRIDED;
    }
    all
}
