//! Normalisations and gated units that quantise, and blocks that share a scale.

mod dequant;

use hostnpu::tensor::Dtype::{self, *};

use crate::argument::Argument;
use crate::reference::fused_quantisers as reference;
use crate::table::quant::given::{code, specials, stored};
use crate::table::samples::{NUMBERS, POSITIVE, read, write};
use crate::table::{OVERLAP, Row, SHAPE, STRIDED};

use dequant::dequant_samples;

type Accepts = &'static [(&'static str, &'static str)];

const SCALES: [f64; 5] = [0.03, 0.5, 0.011, -0.25, 0.0625];
const ZEROS: [f64; 4] = [1.0, -3.0, 0.0, 20.0];
/// Types of `x`, scales, zero points and the bias.
const TYPES: [[Dtype; 4]; 7] = [
    [F16, F32, I32, F16],
    [Bf16, F32, I32, Bf16],
    [F32, F32, F32, F32],
    [F16, F16, F16, F16],
    [Bf16, Bf16, Bf16, Bf16],
    [F16, F32, F32, F32],
    [Bf16, F32, F32, F32],
];

/// Gives the first sample ordinary numbers: its types are exchanged by others, of which not all have infinities.
fn ordinary_first(mut samples: Vec<Vec<Argument>>) -> Vec<Vec<Argument>> {
    let x = &samples[0][0].tensors()[0];
    samples[0][0] = read(x.dtype, &x.shape.clone(), &NUMBERS);
    samples
}

/// A call of `aclnnAddRmsNormQuant`, or of V2 with a bias and the normalised numbers if `later`.
fn add_quant(
    [x, scale, zero, bias]: [Dtype; 4],
    to: Dtype,
    both: bool,
    divides: bool,
    later: Option<bool>,
) -> Vec<Argument> {
    let (shape, columns): (&[i64], &[i64]) = (&[3, 5, 40], &[40]);
    let optional = |given: bool, argument: Argument| if given { argument } else { Argument::Null };
    let mut call = vec![
        specials(x, shape, 1),
        read(x, shape, &NUMBERS),
        read(x, columns, &POSITIVE),
        read(scale, columns, &SCALES),
        optional(both, read(scale, columns, &POSITIVE)),
        read(zero, columns, &ZEROS),
        optional(both, read(zero, columns, &ZEROS[1..])),
    ];
    call.extend(later.map(|has_bias| optional(has_bias, read(bias, columns, &NUMBERS))));
    call.extend([
        Argument::Int(-1),
        Argument::Float(1e-6),
        Argument::Bool(divides),
        write(to, shape),
        write(to, shape),
        write(x, shape),
    ]);
    call.extend(later.map(|has_output| optional(has_output, write(x, shape))));
    call
}

fn add_quant_samples(later: bool) -> Vec<Vec<Argument>> {
    let with = |given: bool| later.then_some(given);
    let mut samples = vec![add_quant(TYPES[0], I8, true, true, with(true))];
    for types in TYPES {
        for to in [I8, Hifloat8, F8E5m2, F8E4m3fn] {
            samples.push(add_quant(types, to, true, false, with(true)));
            samples.push(add_quant(types, to, false, true, with(false)));
        }
    }
    ordinary_first(samples)
}

fn add_dynamic(
    x: Dtype,
    to: Dtype,
    smooth: [bool; 2],
    later: Option<(bool, Option<[bool; 2]>)>,
) -> Vec<Argument> {
    let (shape, columns): (&[i64], &[i64]) = (&[4, 3, 48], &[48]);
    let optional = |given: bool, argument: Argument| if given { argument } else { Argument::Null };
    let wanted = match later {
        Some((_, Some(mask))) => mask,
        _ => [true, smooth == [true, true]],
    };
    let codes = |wanted: bool| write(to, &if wanted { stored(shape, to) } else { vec![8] });
    let scales = |wanted: bool| write(F32, if wanted { &shape[..2] } else { &[1] });
    let mut call = vec![
        specials(x, shape, 4),
        read(x, shape, &NUMBERS),
        read(x, columns, &POSITIVE),
        optional(smooth[0], read(x, columns, &POSITIVE)),
        optional(smooth[1], read(x, columns, &NUMBERS)),
    ];
    call.extend(later.map(|(has_bias, _)| optional(has_bias, read(x, columns, &NUMBERS))));
    call.push(Argument::Float(1e-5));
    call.extend(
        later.map(|(_, mask)| mask.map_or(Argument::Null, |mask| Argument::Bools(mask.to_vec()))),
    );
    call.extend([
        codes(wanted[0]),
        codes(wanted[1]),
        write(x, shape),
        scales(wanted[0]),
        scales(wanted[1]),
    ]);
    call
}

fn add_dynamic_samples(later: bool) -> Vec<Vec<Argument>> {
    let with = |bias: bool, mask: Option<[bool; 2]>| later.then_some((bias, mask));
    let mut samples = vec![add_dynamic(F16, I8, [true, true], with(true, None))];
    let types: &[Dtype] = match later {
        true => &[I8, I4, I32, Hifloat8, F8E5m2, F8E4m3fn],
        false => &[I8, Hifloat8, F8E5m2, F8E4m3fn],
    };
    for x in [F16, Bf16] {
        for &to in types {
            for smooth in [[true, true], [true, false], [false, false]] {
                samples.push(add_dynamic(x, to, smooth, with(false, None)));
            }
            if later {
                samples.push(add_dynamic(
                    x,
                    to,
                    [false, true],
                    with(true, Some([false, true])),
                ));
                samples.push(add_dynamic(
                    x,
                    to,
                    [false, false],
                    with(true, Some([true, true])),
                ));
                samples.push(add_dynamic(
                    x,
                    to,
                    [true, false],
                    with(false, Some([true, false])),
                ));
            }
        }
    }
    ordinary_first(samples)
}

fn rms(
    [x, scale, zero, _]: [Dtype; 4],
    to: Dtype,
    later: Option<(bool, bool, i64)>,
) -> Vec<Argument> {
    let (shape, columns): (&[i64], i64) = (&[5, 3, 24], 24);
    let mut call = vec![specials(x, shape, 2), read(x, &[1, columns], &POSITIVE)];
    let y = write(to, &stored(shape, to));
    let Some((divides, rstd, count)) = later else {
        let zero = read(zero, &[1], &[3.0]);
        call.extend([
            read(x, &[columns], &NUMBERS),
            read(scale, &[1], &[0.02]),
            zero,
            Argument::Float(1e-6),
            y,
        ]);
        return call;
    };
    let optional = |given: bool, argument: Argument| if given { argument } else { Argument::Null };
    call.extend([
        read(scale, &[count], &SCALES),
        optional(rstd, read(zero, &[count], &ZEROS)),
        optional(rstd, read(x, &[1, columns], &NUMBERS)),
        Argument::Float(1e-6),
        Argument::Bool(divides),
        Argument::Bool(rstd),
        y,
        write(F32, &if rstd { vec![5, 3, 1] } else { vec![1] }),
    ]);
    call
}

fn rms_samples(later: bool) -> Vec<Vec<Argument>> {
    let with = |divides, rstd, count| later.then_some((divides, rstd, count));
    let mut samples = vec![rms([F16, F16, I8, F16], I8, with(true, true, 24))];
    let of_bytes = [[F16, F16, I8, F16], [Bf16, Bf16, I8, Bf16]];
    for types in TYPES.into_iter().chain(of_bytes) {
        for to in [I8, I4, I32, Hifloat8, F8E5m2, F8E4m3fn] {
            samples.push(rms(types, to, with(false, true, 1)));
            if later {
                samples.push(rms(types, to, with(true, false, 24)));
            }
        }
    }
    ordinary_first(samples)
}

fn rms_dynamic_samples() -> Vec<Vec<Argument>> {
    let call = |x: Dtype, smooth: Argument, bias: Argument| {
        let shape: &[i64] = &[6, 2, 33];
        vec![
            specials(x, shape, 3),
            read(x, &[33], &POSITIVE),
            smooth,
            bias,
            Argument::Float(1e-6),
            Argument::Int(2),
            write(I8, shape),
            write(F32, &shape[..2]),
        ]
    };
    let mut samples = vec![call(
        F16,
        read(F16, &[33], &POSITIVE),
        read(F16, &[33], &NUMBERS),
    )];
    for x in [F16, Bf16] {
        samples.push(call(x, Argument::Null, Argument::Null));
        samples.push(call(x, read(x, &[33], &NUMBERS), Argument::Null));
        samples.push(call(x, Argument::Null, read(x, &[33], &NUMBERS)));
    }
    ordinary_first(samples)
}

fn swi_glu(
    x: Dtype,
    [smooth, offsets, index]: [Argument; 3],
    left: bool,
    mode: Argument,
    later: Option<(i64, Dtype)>,
) -> Vec<Argument> {
    let (shape, results): (&[i64], &[i64]) = (&[3, 4, 32], &[3, 4, 16]);
    let mut call = vec![
        specials(x, shape, 5),
        smooth,
        offsets,
        index,
        Argument::Bool(left),
        mode,
    ];
    call.extend(
        later
            .into_iter()
            .flat_map(|(kind, to)| [Argument::Int(kind), Argument::Int(code(to))]),
    );
    call.extend([
        write(later.map_or(I8, |later| later.1), results),
        write(F32, &results[..2]),
    ]);
    call
}

fn swi_glu_samples(later: bool) -> Vec<Vec<Argument>> {
    let factors = |shape: &[i64]| read(F32, shape, &POSITIVE);
    let ends = || read(I32, &[3], &[2.0, 2.0, 10.0]);
    let dynamic = || Argument::Text("dynamic");
    let with = |kind, to| later.then_some((kind, to));
    let mut samples = vec![swi_glu(
        F16,
        [factors(&[3, 16]), factors(&[3, 16]), ends()],
        true,
        dynamic(),
        with(0, I8),
    )];
    for to in if later { vec![I8, I4] } else { vec![I8] } {
        for x in [F16, Bf16, F32] {
            for shape in [&[3, 16][..], &[3]] {
                let fixed = Argument::Text("static");
                samples.push(swi_glu(
                    x,
                    [factors(shape), read(F32, shape, &ZEROS), ends()],
                    false,
                    fixed,
                    with(0, to),
                ));
                samples.push(swi_glu(
                    x,
                    [factors(shape), Argument::Null, ends()],
                    true,
                    Argument::Null,
                    with(0, to),
                ));
            }
            let none = [Argument::Null, Argument::Null, Argument::Null];
            samples.push(swi_glu(x, none, true, dynamic(), with(0, to)));
            let one = [factors(&[1, 16]), Argument::Null, Argument::Null];
            samples.push(swi_glu(x, one, false, dynamic(), with(0, to)));
            if later {
                let counts = read(I32, &[3], &[2.0, 0.0, 9.0]);
                samples.push(swi_glu(
                    x,
                    [factors(&[3, 16]), Argument::Null, counts],
                    true,
                    dynamic(),
                    with(1, to),
                ));
            }
        }
    }
    ordinary_first(samples)
}

fn block_samples(later: bool) -> Vec<Vec<Argument>> {
    let call = |x: Argument, least: f64, mode: Argument, block: [i64; 2], max: f64, to: Dtype| {
        let shape = x.tensors()[0].shape.clone();
        let mut scales = shape.clone();
        let rank = shape.len();
        for (extent, size) in scales[rank - 2..].iter_mut().zip(block) {
            *extent = (*extent + size - 1) / size;
        }
        let mut call = vec![x, Argument::Float(least), mode, Argument::Int(code(to))];
        call.extend(block.map(Argument::Int));
        call.extend(later.then_some(Argument::Float(max)));
        call.extend([write(to, &shape), write(F32, &scales)]);
        call
    };
    let rint = || Argument::Text("rint");
    let mut samples = vec![call(
        read(F16, &[3, 200], &NUMBERS),
        0.0,
        rint(),
        [1, 128],
        0.0,
        I8,
    )];
    for (to, mode) in [
        (I8, "rint"),
        (Hifloat8, "round"),
        (F8E5m2, "rint"),
        (F8E4m3fn, "rint"),
    ] {
        for x in [F16, Bf16, F32] {
            for block in [[1, 64], [64, 128], [128, 192], [256, 256], [512, 64]] {
                let x = specials(x, &[2, 150, 210], 9);
                samples.push(call(x, 0.0, Argument::Text(mode), block, 0.0, to));
            }
            let mode = if to == Hifloat8 {
                Argument::Text("round")
            } else {
                Argument::Null
            };
            samples.push(call(
                read(x, &[5, 70], &NUMBERS),
                40.0,
                mode,
                [1, 64],
                if to == Hifloat8 { 56.0 } else { 0.0 },
                to,
            ));
        }
    }
    samples.push(call(
        read(F16, &[2, 64], &[0.0, -0.0]),
        0.0,
        rint(),
        [1, 64],
        0.0,
        F8E4m3fn,
    ));
    samples.push(call(
        read(F16, &[1, 1], &[f64::INFINITY]),
        0.0,
        rint(),
        [1, 64],
        0.0,
        I8,
    ));
    samples
}

const X1: &str = "f16 | 910B: + bf16 | 950: + bf16 f32 | 910:";
const CODES: &str = "i8 | 950: + hif8 e5m2 e4m3 | 910:";
const OTHER_SHAPE: (&str, &str) = ("dtypes y", "INT32 has another shape: each type is a sample");

pub fn rows() -> Vec<Row> {
    const ADDED: &[(&str, &str)] = &[
        ("x1", X1),
        ("x2", "as x1"),
        ("gamma", "as x1"),
        ("scales1", "f32 f16 | 910:"),
        ("scales2Optional", "f32 f16 | 910:"),
        ("zeroPoints1Optional", "i32 f32 f16 | 910:"),
        ("zeroPoints2Optional", "i32 f32 f16 | 910:"),
        ("y1Out", CODES),
        ("y2Out", "as y1Out"),
        ("xOut", "as x1"),
    ];
    const ADDED_LATER: &[(&str, &str)] = &[
        ("x1", X1),
        ("x2", "as x1"),
        ("gamma", "as x1"),
        ("scales1", "f32 f16 | 910:"),
        ("scales2Optional", "f32 f16 | 910:"),
        ("zeroPoints1Optional", "i32 f32 f16 | 910:"),
        ("zeroPoints2Optional", "i32 f32 f16 | 910:"),
        ("betaOptional", "as x1"),
        ("y1Out", CODES),
        ("y2Out", "as y1Out"),
        ("xOut", "as x1"),
        ("rmsNormOut", "as x1"),
    ];
    const DYNAMIC: &[(&str, &str)] = &[
        ("x1", "| 910B 950: f16 bf16"),
        ("x2", "as x1"),
        ("gamma", "as x1"),
        ("smoothScale1Optional", "as x1"),
        ("smoothScale2Optional", "as x1"),
        ("y1Out", "| 910B: i8 | 950: i8 hif8 e5m2 e4m3"),
        ("y2Out", "as y1Out"),
        ("xOut", "as x1"),
        ("scale1Out", "| 910B 950: f32"),
        ("scale2Out", "| 910B 950: f32"),
    ];
    const DYNAMIC_LATER: &[(&str, &str)] = &[
        ("x1", "| 910B 950: f16 bf16"),
        ("x2", "as x1"),
        ("gamma", "as x1"),
        ("smoothScale1Optional", "as x1"),
        ("smoothScale2Optional", "as x1"),
        ("betaOptional", "as x1"),
        ("y1Out", "| 910B: i8 i4 | 950: i8 i4 i32 hif8 e5m2 e4m3"),
        ("y2Out", "as y1Out"),
        ("xOut", "as x1"),
        ("scale1Out", "| 910B 950: f32"),
        ("scale2Out", "| 910B 950: f32"),
    ];
    const SUMS: &[(&str, &str)] = &[
        ("x", "| 910B: i32 bf16 | 950: i32 bf16 f16"),
        ("weightScaleOptional", "f32"),
        ("activationScaleOptional", "f32"),
        ("biasOptional", "f32 f16 bf16 i32"),
        ("quantScaleOptional", "f32 f16"),
        ("quantOffsetOptional", "f32 f16"),
        ("groupIndexOptional", "i32 i64"),
        ("yOut", "| 910B 950: i8"),
        ("scaleOut", "f32"),
    ];
    const OF_SUMS: (&str, &str) = (
        "dtypes x",
        "INT32 alone goes with factors: each type is a sample",
    );
    const BY_CODE: (&str, &str) = (
        "dtypes yOut",
        "its code must be dstType: each type is a sample",
    );
    const GATED: &[(&str, &str)] = &[
        ("x", "| 910B 950: f32 f16 bf16"),
        ("smoothScalesOptional", "f32"),
        ("offsetsOptional", "f32"),
        ("groupIndexOptional", "i32"),
        ("yOut", "| 910B 950: i8"),
        ("scaleOut", "f32"),
    ];
    const BLOCKS: &[(&str, &str)] = &[
        ("x", "| 910B: f16 bf16 | 950: f16 bf16 f32"),
        ("yOut", "| 910B: i8 | 950: i8 hif8 e5m2 e4m3"),
        ("scaleOut", "| 910B 950: f32"),
    ];
    // Rows outside their groups keep what memory held: an output in the place of an input too.
    vec![
        Row::new("aclnnAddRmsNormQuant", || add_quant_samples(false))
            .accepts(ADDED)
            .bits(reference::add_rms_norm_quant)
            .holds(STRIDED | OVERLAP),
        Row::new("aclnnAddRmsNormQuantV2", || add_quant_samples(true))
            .accepts(ADDED_LATER)
            .bits(reference::add_rms_norm_quant)
            .holds(STRIDED | OVERLAP)
            .except(&[(
                "dtypes betaOptional",
                "FLOAT too on Ascend950: each type is a sample",
            )]),
        Row::new("aclnnAddRmsNormDynamicQuant", || add_dynamic_samples(false))
            .accepts(DYNAMIC)
            .bits(reference::add_rms_norm_dynamic_quant)
            .holds(STRIDED | OVERLAP),
        Row::new("aclnnAddRmsNormDynamicQuantV2", || {
            add_dynamic_samples(true)
        })
        .accepts(DYNAMIC_LATER)
        .bits(reference::add_rms_norm_dynamic_quant)
        .holds(STRIDED | OVERLAP)
        .except(&[(
            "dtypes y1Out",
            "INT32 has another shape: each type is a sample",
        )]),
        Row::new("aclnnRmsNormQuant", || rms_samples(false))
            .accepts(&[
                ("x", X1),
                ("gamma", "as x"),
                ("beta", "as x"),
                ("scale", "as x"),
                ("offset", "i8 | 950: i8 i32 f32 f16 | 910:"),
                ("y", "i8 i4 | 950: + i32 hif8 e5m2 e4m3 | 910:"),
            ])
            .bits(reference::rms_norm_quant)
            .holds(STRIDED | OVERLAP)
            .except(&[
                (
                    "dtypes scale",
                    "FLOAT too on Ascend950: each type is a sample",
                ),
                OTHER_SHAPE,
            ]),
        Row::new("aclnnRmsNormQuantV3", || rms_samples(true))
            .accepts(&[
                ("x", "| 950: f16 bf16 f32"),
                ("gamma", "as x"),
                ("scale", "as x"),
                ("offset", "| 950: i8 i32 f32 f16"),
                ("beta", "as x"),
                ("y", "| 950: i8 i4 i32 hif8 e5m2 e4m3"),
                ("rstd", "| 950: f32"),
            ])
            .bits(reference::rms_norm_quant_v3)
            .holds(STRIDED | OVERLAP)
            .except(&[
                ("dtypes scale", "FLOAT too: each type is a sample"),
                OTHER_SHAPE,
            ]),
        Row::new("aclnnRmsNormDynamicQuant", rms_dynamic_samples)
            .accepts(&[
                ("x", "| 910B 950: f16 bf16"),
                ("gamma", "as x"),
                ("smoothScalesOptional", "as x"),
                ("betaOptional", "as x"),
                ("yOut", "| 910B 950: i8"),
                ("scaleOut", "| 910B 950: f32"),
            ])
            .bits(reference::rms_norm_dynamic_quant)
            .holds(STRIDED | OVERLAP),
        Row::new("aclnnSwiGluQuant", || swi_glu_samples(false))
            .accepts(GATED)
            .bits(reference::swi_glu_quant)
            .holds(STRIDED | SHAPE),
        Row::new("aclnnSwiGluQuantV2", || swi_glu_samples(true))
            .accepts(GATED)
            .bits(reference::swi_glu_quant)
            .holds(STRIDED | SHAPE)
            .except(&[BY_CODE]),
        Row::new("aclnnDequantSwigluQuant", || dequant_samples(false))
            .accepts(SUMS)
            .bits(reference::dequant_swiglu_quant)
            .except(&[OF_SUMS]),
        Row::new("aclnnDequantSwigluQuantV2", || dequant_samples(true))
            .accepts(SUMS)
            .bits(reference::dequant_swiglu_quant)
            .except(&[OF_SUMS, BY_CODE]),
        Row::new("aclnnDynamicBlockQuant", || block_samples(false))
            .accepts(BLOCKS)
            .bits(reference::dynamic_block_quant)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(&[BY_CODE]),
        Row::new("aclnnDynamicBlockQuantV2", || block_samples(true))
            .accepts(BLOCKS)
            .bits(reference::dynamic_block_quant)
            .holds(STRIDED | OVERLAP | SHAPE)
            .except(&[BY_CODE]),
    ]
}
