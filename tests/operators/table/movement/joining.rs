//! Several tensors as one, and one as several.

use hostnpu::tensor::Dtype::{self, *};

use super::{WIDTHS, ints};
use crate::argument::{Argument, Contents, Tensor};
use crate::reference::movement;
use crate::table::samples::{NUMBERS, patterns, write};
use crate::table::{Accuracy, Holds, OVERLAP, Row, SHAPE, STRIDED, computes};

fn list(tensors: &[(Dtype, &[i64])]) -> Argument {
    let tensors = tensors.iter().enumerate().map(|(k, (dtype, shape))| {
        let contents = match crate::number::is_known(*dtype) {
            true => Contents::Numbers(NUMBERS[k..].to_vec()),
            false => Contents::Patterns(k as u64),
        };
        Tensor::new(*dtype, shape, contents)
    });
    Argument::Tensors(tensors.collect())
}

fn outputs(dtype: Dtype, shapes: &[&[i64]]) -> Argument {
    let out = |shape: &&[i64]| Tensor::new(dtype, shape, Contents::Poison);
    Argument::Tensors(shapes.iter().map(out).collect())
}

/// A list, a dimension, and a tensor to write.
fn joined(tensors: &[(Dtype, &[i64])], dim: i64, dtype: Dtype, shape: &[i64]) -> Vec<Argument> {
    vec![list(tensors), Argument::Int(dim), write(dtype, shape)]
}

/// Along every dimension, of every width and mixed types, of one tensor, empty ones, and large ones.
fn concatenated() -> Vec<Vec<Argument>> {
    let mut samples = vec![
        joined(&[(F32, &[3, 4]), (F32, &[3, 4])], 0, F32, &[6, 4]),
        joined(&[(F32, &[3, 4]), (F32, &[3, 1])], -1, F32, &[3, 5]),
        joined(
            &[(F32, &[3, 4]), (F32, &[0]), (F32, &[3, 0])],
            1,
            F32,
            &[3, 4],
        ),
        joined(&[(F16, &[2, 3]), (I32, &[2, 5])], 1, F32, &[2, 8]),
        joined(&[(I64, &[2, 3])], 1, F32, &[2, 3]),
        joined(&[(Bool, &[5]), (U8, &[2]), (I8, &[3])], 0, F64, &[10]),
        joined(
            &[(F32, &[1, 1000]), (F32, &[70, 1000])],
            0,
            F32,
            &[71, 1000],
        ),
        joined(&[(F4E2m1, &[3, 4]), (F4E2m1, &[3, 2])], 1, F4E2m1, &[3, 6]),
        joined(&[(F4E1m2, &[2, 3]), (F4E1m2, &[4, 3])], 0, F4E1m2, &[6, 3]),
        joined(&[(F8E8m0, &[3, 4]), (F8E8m0, &[3, 2])], 1, F8E8m0, &[3, 6]),
    ];
    for dtype in [I8, Bf16, I32, I64, Complex64] {
        samples.push(joined(
            &[
                (dtype, &[2, 3, 5]),
                (dtype, &[2, 7, 5]),
                (dtype, &[2, 1, 5]),
            ],
            1,
            dtype,
            &[2, 11, 5],
        ));
    }
    samples
}

/// Along every new dimension, of mixed types, and scalars.
fn stacked() -> Vec<Vec<Argument>> {
    let mut samples = vec![joined(
        &[(F32, &[3, 4]), (F32, &[3, 4])],
        0,
        F32,
        &[2, 3, 4],
    )];
    for dtype in WIDTHS {
        let pair: [(Dtype, &[i64]); 2] = [(dtype, &[3, 4]), (dtype, &[3, 4])];
        samples.push(joined(&pair, 1, dtype, &[3, 2, 4]));
        samples.push(joined(&pair, -1, dtype, &[3, 4, 2]));
    }
    samples.push(joined(&[(F32, &[]), (I32, &[])], 0, F16, &[2]));
    samples.push(joined(&[(I16, &[7])], 1, I64, &[7, 1]));
    samples
}

/// Pieces along every dimension, converted, of which one is empty; and more outputs than pieces.
fn split(size: fn(&[i64]) -> Argument) -> Vec<Vec<Argument>> {
    let call = |shape: &[i64], dtype, sizes: &[i64], dim: i64, out| {
        let axis = dim.rem_euclid(shape.len() as i64) as usize;
        let shapes: Vec<Vec<i64>> = sizes
            .iter()
            .map(|&size| {
                let mut shape = shape.to_vec();
                shape[axis] = size;
                shape
            })
            .collect();
        let shapes: Vec<&[i64]> = shapes.iter().map(Vec::as_slice).collect();
        let input = match out == dtype {
            true => patterns(dtype, shape, 7),
            false => crate::table::samples::read(dtype, shape, &NUMBERS),
        };
        vec![
            input,
            size(sizes),
            Argument::Int(dim),
            outputs(out, &shapes),
        ]
    };
    let mut samples = vec![
        call(&[3, 4], F32, &[2, 2], 1, F32),
        call(&[7, 300], F32, &[3, 3, 1], 0, F32),
        call(&[7, 301], F64, &[301], -1, F16),
        call(&[7, 30], F32, &[8, 8, 8, 6], -1, I32),
    ];
    for dtype in WIDTHS {
        samples.push(call(&[5, 9, 3], dtype, &[4, 4, 1], 1, dtype));
    }
    samples
}

fn split_by_size() -> Vec<Vec<Argument>> {
    let mut samples = split(ints);
    samples.push(vec![
        patterns(F32, &[3, 4], 1),
        ints(&[1, 0, 2]),
        Argument::Int(0),
        outputs(F32, &[&[1, 4], &[0, 4], &[2, 4]]),
    ]);
    samples
}

fn split_by_length() -> Vec<Vec<Argument>> {
    let mut samples = split(|sizes| Argument::Int(sizes[0]));
    samples.push(vec![
        patterns(F32, &[3, 4], 1),
        Argument::Int(2),
        Argument::Int(0),
        outputs(F32, &[&[2, 4], &[1, 4], &[5]]),
    ]);
    samples
}

pub fn rows() -> Vec<Row> {
    const CAT: &str = "f32 i32 i64 f16 i16 i8 u8 f64 c64 bool | 910B: + bf16 | 950: + bf16 & none | 950: u16 u32 u64 e4m3 e5m2 hif8 e8m0 e1m2 e2m1";
    const STACK: &str =
        "i8 i16 i32 i64 u8 u16 u32 u64 f16 f32 bool f64 c64 c128 | 910B 950: + bf16";
    const SPLIT: &str = "f64 f32 f16 bf16 i64 i32 i16 i8 u8 bool c128 c64 | 950: + u16 u32 u64";
    let holds = Holds(STRIDED.0 | OVERLAP.0 | SHAPE.0);
    vec![
        Row::new("aclnnCat", concatenated)
            .accepts(&[("tensors", CAT), ("out", CAT)])
            .computes(computes::own)
            .bits(movement::concatenated)
            .accuracy(Accuracy::Copied)
            .holds(OVERLAP | SHAPE)
            .except(&[
                ("dtypes tensors", "pairs without a conversion give 561103"),
                ("dtypes out", "pairs without a conversion give 561103"),
                ("strided", "elements of half a byte lie side by side"),
            ]),
        Row::new("aclnnStack", stacked)
            .accepts(&[
                ("tensors", STACK),
                (
                    "out",
                    "castable: i8 i16 i32 i64 u8 u16 u32 u64 f16 f32 bool f64 c64 c128 | 910B 950: + bf16",
                ),
            ])
            .computes(computes::own)
            .bits(movement::stacked)
            .accuracy(Accuracy::Copied)
            .holds(holds),
        Row::new("aclnnSplitWithSize", split_by_size)
            .accepts(&[("self", SPLIT), ("out", SPLIT)])
            .computes(computes::own)
            .bits(movement::split)
            .accuracy(Accuracy::Copied)
            .holds(STRIDED | SHAPE),
        Row::new("aclnnSplitTensor", split_by_length)
            .accepts(&[("self", SPLIT), ("out", SPLIT)])
            .computes(computes::own)
            .bits(movement::split)
            .accuracy(Accuracy::Copied)
            .holds(STRIDED | SHAPE),
    ]
}
