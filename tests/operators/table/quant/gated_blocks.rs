//! Gated units and their gradients, quantised in blocks, by groups or by rows.

use hostnpu::tensor::Dtype::{self, *};

use super::microscaling::{Accepts, BY_CODE, FORMATS, mode, ordinary, scales};
use crate::argument::Argument;
use crate::reference::gated_blocks as reference;
use crate::table::quant::given::{code, specials};
use crate::table::samples::{NUMBERS, POSITIVE, read, write};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

fn null() -> Argument {
    Argument::Null
}

fn bool(value: bool) -> Argument {
    Argument::Bool(value)
}

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

fn dual(
    x: Argument,
    groups: Argument,
    left: bool,
    alg: i64,
    (to, name): (Dtype, &'static str),
) -> Vec<Argument> {
    let shape = x.tensors()[0].shape.clone();
    let shape = [shape[0], shape[1] / 2];
    let second = match groups.tensors().first() {
        Some(groups) => write(F8E8m0, &[shape[0] / 64 + groups.shape[0], shape[1], 2]),
        None => scales(&shape, 0),
    };
    vec![
        x,
        groups,
        bool(left),
        mode(name),
        Argument::Int(alg),
        Argument::Int(code(to)),
        Argument::Float(0.0),
        write(to, &shape),
        scales(&shape, 1),
        write(to, &shape),
        second,
    ]
}

fn dual_samples() -> Vec<Vec<Argument>> {
    let mut samples = vec![dual(
        read(F16, &[6, 80], &NUMBERS),
        read(I64, &[2], &[2.0, 6.0]),
        true,
        0,
        (F8E4m3fn, "rint"),
    )];
    for (seed, format) in FORMATS.into_iter().enumerate() {
        for x in [F16, Bf16] {
            let seed = seed as u64;
            samples.push(dual(
                ordinary(x, &[130, 200], seed),
                null(),
                true,
                0,
                format,
            ));
            let ends = read(I64, &[3], &[70.0, 70.0, 130.0]);
            samples.push(dual(ordinary(x, &[130, 200], seed), ends, false, 0, format));
            samples.push(dual(specials(x, &[33, 72], seed), null(), true, 0, format));
            if format.0.bits() == 8 {
                samples.push(dual(ordinary(x, &[65, 72], seed), null(), true, 1, format));
            }
        }
    }
    samples
}

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

struct Group {
    x: Dtype,
    to: Dtype,
    mode: i64,
    rounds: bool,
    weight: bool,
    groups: bool,
    limit: f64,
    origin: bool,
}

fn group(of: &Group, numbers: Argument) -> Vec<Argument> {
    let columns = 128;
    let results = [2, 3, columns];
    let optional = |given: bool, argument: Argument| if given { argument } else { null() };
    let groups = if of.groups { 3 } else { 1 };
    let scale = match of.mode {
        0 => write(F32, &[2, 3, 1]),
        1 => scales(&results, 2),
        3 => write(F32, &[groups]),
        _ => write(F32, &[1]),
    };
    vec![
        numbers,
        optional(of.weight, read(F32, &[2, 3], &POSITIVE)),
        optional(of.groups, read(I64, &[3], &[2.0, 0.0, 3.0])),
        optional(of.mode == 2, read(F32, &[groups], &[3.5, 0.25, 40.0])),
        Argument::Int(if of.mode < 2 { code(of.to) } else { 0 }),
        Argument::Int(of.mode),
        Argument::Int(0),
        bool(of.rounds),
        Argument::Float(of.limit),
        Argument::Float(15.0),
        bool(of.origin),
        write(of.to, &results),
        scale,
        write(of.x, &results),
    ]
}

fn group_samples() -> Vec<Vec<Argument>> {
    let plain = |x: Dtype, to: Dtype, mode: i64| Group {
        x,
        to,
        mode,
        rounds: mode == 1,
        weight: true,
        groups: true,
        limit: -1.0,
        origin: mode > 1,
    };
    let shape: &[i64] = &[2, 3, 256];
    let mut samples = vec![group(&plain(F16, F8E4m3fn, 0), read(F16, shape, &NUMBERS))];
    let kinds = [
        (F8E4m3fn, 0),
        (F8E5m2, 0),
        (F8E4m3fn, 1),
        (F8E5m2, 1),
        (F4E2m1, 1),
        (F4E1m2, 1),
        (Hifloat8, 2),
        (Hifloat8, 3),
    ];
    for (to, mode) in kinds {
        let types: &[Dtype] = if mode < 2 {
            &[F16, Bf16]
        } else {
            &[F32, F16, Bf16]
        };
        for &x in types {
            let of = plain(x, to, mode);
            samples.push(group(&of, ordinary(x, shape, 3)));
            samples.push(group(&of, specials(x, shape, 4)));
            samples.push(group(&of, read(x, shape, &[0.0])));
            let of = Group {
                weight: false,
                groups: false,
                limit: 1.25,
                origin: false,
                ..plain(x, to, mode)
            };
            samples.push(group(&of, ordinary(x, shape, 5)));
            if mode == 0 {
                let of = Group { rounds: true, ..of };
                samples.push(group(&of, specials(x, shape, 6)));
            }
        }
    }
    samples
}

/// Numbers at the limits of the samples, and on both sides of them.
const EDGES: [f64; 11] = [
    0.5, -0.5, 1.0, -1.25, 2.0, -2.0, -3.0, 7.5, 0.125, 4.75, -4.75,
];

fn gradient(
    x: Dtype,
    [weight, groups, of_weight]: [bool; 3],
    limit: f64,
    plain: bool,
) -> Vec<Argument> {
    let optional = |given: bool, argument: Argument| if given { argument } else { null() };
    let rows: &[i64] = if plain { &[2, 3, 1] } else { &[2, 3] };
    vec![
        read(x, &[2, 3, 40], &NUMBERS[3..]),
        read(x, &[2, 3, 80], &EDGES),
        optional(weight, read(F32, rows, &POSITIVE)),
        optional(weight, read(x, &[2, 3, 40], &NUMBERS[2..])),
        optional(groups, read(I64, &[2], &[1.0, 3.0])),
        Argument::Float(limit),
        write(x, &[2, 3, 80]),
        optional(of_weight, write(F32, rows)),
    ]
}

fn gradient_samples(plain: bool) -> Vec<Vec<Argument>> {
    let none = if plain { 0.0 } else { -1.0 };
    let mut samples = vec![gradient(F16, [true, true, true], none, plain)];
    for x in [F32, F16, Bf16] {
        samples.push(gradient(x, [true, true, true], 4.75, plain));
        samples.push(gradient(x, [true, false, true], none, plain));
        samples.push(gradient(x, [false, true, false], 2.0, plain));
        samples.push(gradient(x, [false, false, false], none, plain));
    }
    samples
}

fn dequant(
    x: Argument,
    optional: [Argument; 6],
    left: bool,
    linear: f64,
    name: &'static str,
) -> Vec<Argument> {
    let mut shape = x.tensors()[0].shape.clone();
    let last = shape.len() - 1;
    shape[last] /= 2;
    let mut call = vec![x];
    call.extend(optional);
    call.extend([
        Argument::Float(4.0),
        Argument::Float(linear),
        bool(left),
        mode(name),
        write(I8, &shape),
        write(F32, &shape[..last]),
    ]);
    call
}

fn dequant_samples() -> Vec<Vec<Argument>> {
    let sums = [120.0, -3.0, 55.0, -100.0, 17.0, 0.0, 99.0];
    let weight = || read(F32, &[32], &[0.01, 0.03, 0.002]);
    let one = |x: f64| read(F32, &[1], &[x]);
    let bytes = || read(I8, &[4, 5, 32], &sums);
    let words = || read(I32, &[6, 32], &sums);
    let groups = || read(I64, &[3], &[2.0, 0.0, 3.0]);
    let mut samples = vec![dequant(
        bytes(),
        [
            weight(),
            null(),
            read(F32, &[32], &NUMBERS),
            read(F32, &[16], &POSITIVE),
            null(),
            null(),
        ],
        true,
        25.0,
        "dynamic",
    )];
    for left in [true, false] {
        for linear in [25.0, 0.0] {
            let all = [
                weight(),
                null(),
                one(0.5),
                read(F32, &[16], &POSITIVE),
                read(F32, &[16], &NUMBERS),
                null(),
            ];
            samples.push(dequant(bytes(), all, left, linear, "static"));
            let scale = [one(0.02), null(), null(), one(0.03), null(), null()];
            samples.push(dequant(bytes(), scale, left, linear, "static"));
            samples.push(dequant(
                bytes(),
                [one(0.02), null(), null(), null(), null(), null()],
                left,
                linear,
                "",
            ));
            let all = [
                weight(),
                one(0.7),
                read(F32, &[32], &NUMBERS),
                null(),
                null(),
                groups(),
            ];
            samples.push(dequant(words(), all, left, linear, "dynamic"));
            samples.push(dequant(
                words(),
                [one(0.01), one(0.7), null(), null(), null(), null()],
                left,
                linear,
                "",
            ));
            for x in [F16, Bf16] {
                let none = || [null(), null(), null(), null(), null()];
                let with = |last: Argument| {
                    let [a, b, c, d, e] = none();
                    [a, b, c, d, e, last]
                };
                samples.push(dequant(
                    ordinary(x, &[6, 32], 8),
                    with(groups()),
                    left,
                    linear,
                    "dynamic",
                ));
                samples.push(dequant(
                    read(x, &[2, 2], &[0.0]),
                    with(null()),
                    left,
                    linear,
                    "",
                ));
            }
        }
    }
    samples
}

pub fn rows() -> Vec<Row> {
    const HALVES: &str = "| 950: f16 bf16";
    const FLOATS: &str = "| 950: f32 f16 bf16";
    const CODES: &str = "| 950: e5m2 e4m3 e2m1 e1m2";
    const DUAL: Accepts = &[
        ("x", HALVES),
        ("groupIndexOptional", "| 950: i64"),
        ("y1Out", CODES),
        ("mxscale1Out", "| 950: e8m0"),
        ("y2Out", "as y1Out"),
        ("mxscale2Out", "| 950: e8m0"),
    ];
    const GRADIENT: Accepts = &[
        ("gradY", FLOATS),
        ("x", "as gradY"),
        ("weightOptional", "| 950: f32"),
        ("yOriginOptional", "as gradY"),
        ("groupIndexOptional", "| 950: i64"),
        ("gradXOut", "as gradY"),
        ("gradWeightOutOptional", "| 950: f32"),
    ];
    const OF_TYPES: &str = "each type of x has factors of its own: each is a sample";
    // Rows outside their groups keep what memory held: an output in the place of an input too.
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
        Row::new("aclnnSwigluMxQuantWithDualAxis", dual_samples)
            .accepts(DUAL)
            .bits(reference::swiglu_mx_quant_with_dual_axis)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(&[("dtypes y1Out", BY_CODE)]),
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
        Row::new("aclnnSituMxQuant", situ_samples)
            .accepts(&[
                ("x", HALVES),
                ("yOut", "| 950: e5m2 e4m3"),
                ("yScaleOut", "| 950: e8m0"),
            ])
            .bits(reference::situ_mx_quant)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(&[("dtypes yOut", BY_CODE)]),
        Row::new("aclnnSwigluGroupQuant", group_samples)
            .accepts(&[
                ("x", "| 950: f16 bf16"),
                ("weightOptional", "| 950: f32"),
                ("groupIndexOptional", "| 950: i64"),
                ("scaleOptional", "| 950: f32"),
                ("yOut", CODES),
                ("yScaleOut", "| 950: f32"),
                ("yOriginOut", "as x"),
            ])
            .bits(reference::swiglu_group_quant)
            .holds(STRIDED | SHAPE)
            .except(&[
                ("dtypes yOut", BY_CODE),
                (
                    "dtypes scaleOptional",
                    "null but for quantMode 2, of which there are samples",
                ),
                ("shapes yOriginOut", "not looked at without outputOrigin"),
            ]),
        Row::new("aclnnSwigluGroupQuantGrad", || gradient_samples(false))
            .accepts(GRADIENT)
            .bits(reference::swiglu_group_quant_grad)
            .holds(STRIDED | OVERLAP | SHAPE),
        Row::new("aclnnSwigluGroupGrad", || gradient_samples(true))
            .accepts(GRADIENT)
            .bits(reference::swiglu_group_grad)
            .holds(STRIDED | OVERLAP | SHAPE),
        Row::new("aclnnDequantSituQuant", dequant_samples)
            .accepts(&[
                ("x", "| 910B 950: i8 i32 bf16 f16"),
                ("weightScaleOptional", "| 910B 950: f32"),
                ("activationScaleOptional", "| 910B 950: f32"),
                ("biasOptional", "| 910B 950: f32"),
                ("quantScaleOptional", "| 910B 950: f32"),
                ("quantOffsetOptional", "| 910B 950: f32"),
                ("groupIndexOptional", "| 910B 950: i64"),
                ("yOut", "| 910B 950: i8"),
                ("yScaleOut", "| 910B 950: f32"),
            ])
            .bits(reference::dequant_situ_quant)
            .holds(STRIDED | SHAPE)
            .except(&[
                ("dtypes x", OF_TYPES),
                ("dtypes activationScaleOptional", OF_TYPES),
                ("dtypes quantOffsetOptional", OF_TYPES),
                ("dtypes groupIndexOptional", OF_TYPES),
            ]),
    ]
}
