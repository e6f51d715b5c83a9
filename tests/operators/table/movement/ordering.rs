//! Elements in another order, and repeated.

use hostnpu::tensor::Dtype::{self, *};

use super::{WIDTHS, ints};
use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::reference::movement;
use crate::table::entry;
use crate::table::samples::{patterns, write};
use crate::table::{Accuracy, OVERLAP, Row, SHAPE, STRIDED, computes};

/// A tensor, arrays, and a tensor of the same type.
fn call(dtype: Dtype, shape: &[i64], arrays: &[&[i64]], out: &[i64]) -> Vec<Argument> {
    let mut call = vec![patterns(dtype, shape, 9)];
    call.extend(arrays.iter().map(|array| ints(array)));
    call.push(write(dtype, out));
    call
}

/// A call: the shape of the tensor, the arrays, the shape of the output.
type Shapes<'a> = (&'a [i64], &'a [&'a [i64]], &'a [i64]);

/// All types of `types` in each of these shapes with these arrays.
fn calls(types: &[Dtype], shapes: &[Shapes]) -> Vec<Vec<Argument>> {
    let of = |&dtype: &Dtype| {
        let of_shape = move |(shape, arrays, out): &Shapes| call(dtype, shape, arrays, out);
        shapes.iter().map(of_shape)
    };
    types.iter().flat_map(of).collect()
}

fn permuted() -> Vec<Vec<Argument>> {
    let mut samples = vec![call(F32, &[3, 4], &[&[1, 0]], &[4, 3])];
    samples.extend(calls(
        &WIDTHS,
        &[
            (&[70, 65], &[&[-1, 0]], &[65, 70]),
            (&[3, 10, 5, 17], &[&[0, 2, 1, 3]], &[3, 5, 10, 17]),
            (&[3, 10, 5, 17], &[&[3, 1, 0, -2]], &[17, 10, 3, 5]),
            (&[], &[&[]], &[]),
            (&[1, 1], &[&[0, 1]], &[1, 1]),
        ],
    ));
    samples
}

fn flattened() -> Vec<Vec<Argument>> {
    let flat = |dtype, shape: &[i64], axis, out: &[i64]| {
        vec![
            patterns(dtype, shape, 2),
            Argument::Int(axis),
            write(dtype, out),
        ]
    };
    vec![
        flat(F32, &[3, 4], 1, &[3, 4]),
        flat(F32, &[3, 4, 5], 0, &[1, 60]),
        flat(I8, &[3, 4, 5], -1, &[12, 5]),
        flat(U64, &[3, 4, 5, 7], 2, &[12, 35]),
        flat(F16, &[], -1, &[1, 1]),
        flat(Bool, &[7], 0, &[1, 7]),
    ]
}

fn expanded() -> Vec<Vec<Argument>> {
    let mut samples = vec![call(F32, &[1, 4], &[&[3, 4]], &[3, 4])];
    samples.extend(calls(
        &[I8, F16, F32, I64],
        &[
            (&[1, 4, 1], &[&[5, 3, 4, 20]], &[5, 3, 4, 20]),
            (&[], &[&[7, 300]], &[7, 300]),
            (&[], &[&[]], &[]),
            (&[1, 3], &[&[0, 3]], &[0, 3]),
        ],
    ));
    samples
}

fn repeated() -> Vec<Vec<Argument>> {
    let mut samples = vec![call(F32, &[3, 4], &[&[2, 1]], &[6, 4])];
    samples.extend(calls(
        &WIDTHS,
        &[
            (&[3, 4], &[&[5, 2, 3]], &[5, 6, 12]),
            (&[2, 1, 3], &[&[2, 70, 90]], &[4, 70, 270]),
            (&[], &[&[3, 2]], &[3, 2]),
            (&[], &[&[]], &[]),
        ],
    ));
    samples
}

fn flipped() -> Vec<Vec<Argument>> {
    let mut samples = vec![call(F32, &[3, 4], &[&[1]], &[3, 4])];
    samples.extend(calls(
        &WIDTHS,
        &[
            (&[5, 67, 43], &[&[2, 0]], &[5, 67, 43]),
            (&[5, 67, 43], &[&[-2]], &[5, 67, 43]),
            (&[5, 7], &[&[]], &[5, 7]),
            (&[], &[&[0]], &[]),
        ],
    ));
    samples
}

fn rolled() -> Vec<Vec<Argument>> {
    let mut samples = vec![call(F32, &[3, 4], &[&[1], &[0]], &[3, 4])];
    samples.extend(calls(
        &[I8, Bf16, I32, Complex64],
        &[
            (&[5, 67, 43], &[&[3, -50], &[1, 2]], &[5, 67, 43]),
            (&[5, 67, 43], &[&[7, 1, -2], &[0, -3, 2]], &[5, 67, 43]),
            (&[5, 67], &[&[100], &[]], &[5, 67]),
            (&[5, 67], &[&[i64::MIN], &[]], &[5, 67]),
            (&[], &[&[3], &[]], &[]),
        ],
    ));
    samples
}

pub fn rows() -> Vec<Row> {
    let holds = STRIDED | OVERLAP | SHAPE;
    vec![
        Row::new("aclnnPermute", permuted)
            .accepts(&[
                (
                    "self",
                    "f32 f16 i8 i16 i32 i64 u8 u16 u32 u64 bool f64 c64 c128 hif8 e5m2 e4m3 | 910B 950: + bf16",
                ),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .bits(movement::permuted)
            .accuracy(Accuracy::Copied)
            .holds(holds),
        Row::new("aclnnFlatten", flattened)
            .accepts(&[
                (
                    "self",
                    "f32 f16 i8 i16 i32 i64 u8 u16 u32 u64 bool | 910B 950: + bf16",
                ),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .bits(movement::same_order)
            .accuracy(Accuracy::Copied)
            .holds(holds),
        Row::new("aclnnExpand", expanded)
            .accepts(&[
                ("self", "f16 f32 u8 i8 i32 i64 bool | 910B 950: + bf16"),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .bits(|arguments| {
                let mut wrapped = arguments.to_vec();
                wrapped[1] = ints(&[]);
                movement::repeated(&Arguments::new(entry("aclnnRepeat"), &wrapped))
            })
            .accuracy(Accuracy::Copied)
            .holds(holds),
        Row::new("aclnnRepeat", repeated)
            .accepts(&[
                (
                    "self",
                    "f32 f16 f64 c64 c128 u8 i8 i16 i32 i64 bool bf16 u32 u64 | 910B: + u16 | 950: + u16 hif8 e5m2 e4m3",
                ),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .bits(movement::repeated)
            .accuracy(Accuracy::Copied)
            .holds(holds),
        Row::new("aclnnFlip", flipped)
            .accepts(&[
                (
                    "self",
                    "f32 i32 i64 f16 i16 i8 u8 bool f64 c64 c128 | 910B: + bf16 | 950: + bf16 u16 u32 u64",
                ),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .bits(movement::flipped)
            .accuracy(Accuracy::Copied)
            .holds(holds),
        Row::new("aclnnRoll", rolled)
            .accepts(&[
                (
                    "x",
                    "f32 f16 i8 u8 i32 u32 bool i64 | 910B: + bf16 i16 | 950: + bf16 i16 c64",
                ),
                ("out", "as x"),
            ])
            .computes(computes::own)
            .bits(movement::rolled)
            .accuracy(Accuracy::Copied)
            .holds(holds),
    ]
}
