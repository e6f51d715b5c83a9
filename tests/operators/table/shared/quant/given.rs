//! Samples and checks of several operators: numbers quantised by given scales, and codes made numbers.

use crate::argument::{Argument, Contents, Tensor};
use crate::table::samples::{NUMBERS, POSITIVE, patterns, read, write};
use hostnpu::tensor::Dtype::{self, *};

/// The number by which attributes name a type.
pub fn code(dtype: Dtype) -> i64 {
    match dtype {
        F32 => 0,
        F16 => 1,
        I8 => 2,
        I32 => 3,
        Bf16 => 27,
        I4 => 29,
        Hifloat8 => 34,
        F8E5m2 => 35,
        F8E4m3fn => 36,
        F4E2m1 => 40,
        F4E1m2 => 41,
        other => panic!("{other}"),
    }
}

/// The shape in which codes of numbers are stored.
pub fn stored(shape: &[i64], to: Dtype) -> Vec<i64> {
    let (&columns, rows) = shape.split_last().unwrap();
    [rows, &[if to == I32 { columns / 8 } else { columns }]].concat()
}

/// Numbers of which some are NaN or infinite.
pub fn specials(dtype: Dtype, shape: &[i64], seed: u64) -> Argument {
    Argument::Tensor(Tensor::new(dtype, shape, Contents::Specials(seed, 90)))
}

/// Every pattern of 16 bits.
pub fn every(dtype: Dtype) -> Argument {
    Argument::Tensor(Tensor::new(dtype, &[256, 256], Contents::EveryPattern))
}

pub const FLOATS: [Dtype; 3] = [F32, F16, Bf16];
pub const ZEROS: [f64; 5] = [1.0, -2.0, 0.0, 3.0, 100.0];

pub fn ascend(
    x: Argument,
    (scale, offset): (Argument, Argument),
    (twice, mode): (bool, &'static str),
    axis: Option<i64>,
    to: Dtype,
) -> Vec<Argument> {
    let shape = stored(&x.tensors()[0].shape, to);
    let mut call = vec![x, scale, offset];
    call.extend([
        Argument::Bool(twice),
        Argument::Text(mode),
        Argument::Int(code(to)),
    ]);
    call.extend(axis.map(Argument::Int));
    call.push(write(to, &shape));
    call
}

pub fn ascend_samples(with_axis: bool) -> Vec<Vec<Argument>> {
    let axis = |axis: i64| with_axis.then_some(axis);
    let mut samples = vec![ascend(
        read(F16, &[3, 16], &NUMBERS),
        (read(F16, &[16], &NUMBERS), read(F16, &[16], &ZEROS)),
        (false, "round"),
        axis(-1),
        I8,
    )];
    for mode in ["round", "floor", "ceil", "trunc"] {
        for (number, to) in [I8, I4, I32].into_iter().enumerate() {
            for x in FLOATS {
                let numbers = specials(x, &[2, 5, 24], number as u64);
                let factors = (read(x, &[1, 1, 24], &NUMBERS), Argument::Null);
                samples.push(ascend(numbers, factors, (true, mode), axis(2), to));
            }
            let factors = (read(F16, &[1], &[3.25]), read(F16, &[1], &[-1.5]));
            samples.push(ascend(every(F16), factors, (false, mode), axis(-1), to));
        }
    }
    let floats = [
        (Hifloat8, "round"),
        (Hifloat8, "hybrid"),
        (F8E5m2, "round"),
        (F8E4m3fn, "round"),
    ];
    if !with_axis {
        for (to, mode) in floats {
            for x in FLOATS {
                let factors = (read(x, &[24], &NUMBERS), read(x, &[24], &ZEROS));
                samples.push(ascend(
                    specials(x, &[5, 24], 8),
                    factors,
                    (false, mode),
                    None,
                    to,
                ));
            }
        }
    } else {
        for (to, mode) in floats {
            let factors = |x| (read(x, &[1], &[1.5]), read(x, &[1], &[0.25]));
            samples.push(ascend(
                every(F16),
                factors(F16),
                (false, mode),
                Some(-1),
                to,
            ));
            samples.push(ascend(
                every(Bf16),
                factors(Bf16),
                (false, mode),
                Some(-1),
                to,
            ));
            samples.push(ascend(
                patterns(F32, &[9, 333], 5),
                factors(F32),
                (false, mode),
                Some(-1),
                to,
            ));
        }
        for to in [I8, I4, F8E4m3fn] {
            let numbers = read(F32, &[3, 5, 16], &NUMBERS);
            let factors = (read(F32, &[5], &POSITIVE), read(F32, &[5], &ZEROS));
            samples.push(ascend(numbers, factors, (false, "round"), Some(-2), to));
            let numbers = read(Bf16, &[7, 64], &NUMBERS);
            let factors = (read(Bf16, &[7, 1], &POSITIVE), Argument::Null);
            samples.push(ascend(numbers, factors, (true, "round"), Some(0), to));
        }
    }
    samples.push(ascend(
        read(F32, &[0, 16], &[]),
        (read(F32, &[1], &[1.0]), Argument::Null),
        (false, "round"),
        axis(-1),
        I8,
    ));
    samples
}

pub fn quantize(
    x: Argument,
    scales: Argument,
    zeros: Argument,
    axis: i64,
    to: Dtype,
) -> Vec<Argument> {
    let shape = x.tensors()[0].shape.clone();
    vec![
        x,
        scales,
        zeros,
        Argument::DataType(to),
        Argument::Int(axis),
        write(to, &shape),
    ]
}

pub fn quantize_samples() -> Vec<Vec<Argument>> {
    let mut samples = vec![quantize(
        read(F32, &[3, 16], &NUMBERS),
        read(F32, &[16], &POSITIVE),
        read(I32, &[16], &ZEROS),
        1,
        I8,
    )];
    for to in [I8, U8, I32, Hifloat8, F8E4m3fn, F8E5m2] {
        for (x, scales, zeros) in [
            (F32, F32, I8),
            (F16, F16, U8),
            (F32, F16, I32),
            (F16, F32, F32),
            (Bf16, Bf16, Bf16),
        ] {
            let number = ZEROS.map(|zero: f64| if zeros == U8 { zero.abs() } else { zero });
            samples.push(quantize(
                specials(x, &[4, 3, 25], 3),
                read(scales, &[3], &[0.5, -0.125, 4.0]),
                read(zeros, &[3], &number),
                -2,
                to,
            ));
            samples.push(quantize(
                patterns(x, &[11, 901], 8),
                read(scales, &[1], &[0.75]),
                Argument::Null,
                100,
                to,
            ));
        }
        samples.push(quantize(
            every(F16),
            read(F16, &[256], &POSITIVE),
            Argument::Null,
            0,
            to,
        ));
        samples.push(quantize(
            every(Bf16),
            read(Bf16, &[256], &POSITIVE),
            Argument::Null,
            1,
            to,
        ));
        samples.push(quantize(
            read(F32, &[5], &[0.0, -0.0, 1.0, f64::NAN, f64::INFINITY]),
            read(F32, &[5], &[0.0, 0.0, 0.0, 1.0, f64::INFINITY]),
            Argument::Null,
            0,
            to,
        ));
    }
    samples
}

pub fn anti(
    x: Argument,
    scale: Argument,
    offset: Argument,
    twice: bool,
    to: Dtype,
) -> Vec<Argument> {
    let tensor = &x.tensors()[0];
    let mut shape = tensor.shape.clone();
    if tensor.dtype == I32 {
        match shape.last_mut() {
            Some(last) => *last *= 8,
            None => shape.push(8),
        }
    }
    vec![
        x,
        scale,
        offset,
        Argument::Int(code(to)),
        Argument::Bool(twice),
        write(to, &shape),
    ]
}

pub fn anti_samples() -> Vec<Vec<Argument>> {
    let mut samples = vec![anti(
        patterns(I8, &[3, 16], 1),
        read(F32, &[16], &NUMBERS),
        read(F32, &[16], &ZEROS),
        false,
        F16,
    )];
    for to in [F16, Bf16] {
        for x in [I8, I4, I32, Hifloat8, F8E5m2, F8E4m3fn] {
            let has_own = matches!(x, Hifloat8 | F8E5m2 | F8E4m3fn);
            let width = if x == I32 { 32 } else { 256 };
            for scale in [F32, Bf16]
                .into_iter()
                .filter(|&scale| scale == F32 || !has_own)
            {
                for twice in [false, true]
                    .into_iter()
                    .filter(|&twice| !twice || !has_own)
                {
                    let numbers = || patterns(x, &[5, width], 2);
                    let columns = stored(&[256], I8)[0];
                    samples.push(anti(
                        numbers(),
                        read(scale, &[columns], &NUMBERS),
                        read(scale, &[columns], &ZEROS),
                        twice,
                        to,
                    ));
                    samples.push(anti(
                        numbers(),
                        read(scale, &[1], &[0.375]),
                        Argument::Null,
                        twice,
                        to,
                    ));
                    samples.push(anti(
                        numbers(),
                        read(scale, &[5, 1], &NUMBERS),
                        read(scale, &[5, 1], &ZEROS),
                        twice,
                        to,
                    ));
                    samples.push(anti(
                        numbers(),
                        read(scale, &[5], &NUMBERS),
                        Argument::Null,
                        twice,
                        to,
                    ));
                }
            }
        }
    }
    samples.push(anti(
        patterns(I32, &[], 4),
        read(F32, &[8], &NUMBERS),
        Argument::Null,
        false,
        F16,
    ));
    samples
}

pub fn grouped_samples() -> Vec<Vec<Argument>> {
    let call =
        |x: Argument, scale: Dtype, (index, ends): (Dtype, &[f64]), offset: Argument, to: Dtype| {
            let shape = x.tensors()[0].shape.clone();
            let scale = read(scale, &[ends.len() as i64, shape[1]], &NUMBERS);
            let ends = read(index, &[ends.len() as i64], ends);
            vec![
                x,
                scale,
                ends,
                offset,
                Argument::Int(code(to)),
                write(to, &stored(&shape, to)),
            ]
        };
    let mut samples = vec![call(
        read(F16, &[5, 16], &NUMBERS),
        F16,
        (I32, &[2.0, 2.0, 5.0]),
        read(F16, &[1], &[0.5]),
        I8,
    )];
    for to in [I8, I4, I32] {
        for x in FLOATS {
            for scale in FLOATS {
                samples.push(call(
                    specials(x, &[9, 40], 6),
                    scale,
                    (I64, &[3.0, 4.0, 9.0]),
                    Argument::Null,
                    to,
                ));
                samples.push(call(
                    specials(x, &[9, 40], 7),
                    scale,
                    (I64, &[0.0, 8.0]),
                    read(scale, &[], &[2.5]),
                    to,
                ));
                samples.push(call(
                    specials(x, &[3, 16], 8),
                    scale,
                    (I32, &[1.0, 3.0]),
                    read(scale, &[1], &[-1.5]),
                    to,
                ));
            }
        }
    }
    samples
}

pub fn word_samples(round_modes: &[i64]) -> Vec<Vec<Argument>> {
    let scales = [0.1, 1.0, 3.0e-5, 1.000_488_4, 7.7, 1.0e20, 1.000_610_5];
    let offsets = [0.0, 1.5, 2.5, -2.5, 300.0, -1000.0, 255.4];
    let mut samples = Vec::new();
    for mode in round_modes
        .iter()
        .copied()
        .map(Some)
        .chain(round_modes.is_empty().then_some(None))
    {
        let mut call = |scale: Argument, offset: Argument, out: Dtype, shape: &[i64]| {
            let mut call = vec![scale, offset];
            call.extend(mode.map(Argument::Int));
            call.push(write(out, shape));
            samples.push(call);
        };
        call(
            read(F32, &[7], &scales),
            read(F32, &[7], &offsets),
            U64,
            &[7],
        );
        call(read(F32, &[7], &scales), Argument::Null, I64, &[7]);
        call(
            read(F32, &[1, 7], &scales),
            read(F32, &[1, 7], &offsets),
            U64,
            &[1, 7],
        );
        call(
            read(F32, &[1], &scales),
            read(F32, &[7], &offsets),
            U64,
            &[7],
        );
        call(
            read(F32, &[7], &scales),
            read(F32, &[1], &[-3.5]),
            U64,
            &[7],
        );
        call(
            read(F32, &[1], &scales),
            read(F32, &[1], &[-3.5]),
            U64,
            &[1],
        );
        call(patterns(F32, &[999], 3), Argument::Null, U64, &[999]);
        call(read(F32, &[3, 5], &scales), Argument::Null, U64, &[3, 5]);
    }
    samples
}

pub const BY_CODE: &[(&str, &str)] = &[(
    "dtypes y",
    "its code must be dstType: each type is a sample",
)];

pub const WORDS: &[(&str, &str)] = &[
    ("scale", "f32 | 910:"),
    ("offset", "f32 | 910:"),
    ("out", "u64 i64 | 910:"),
];
