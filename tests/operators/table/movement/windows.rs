//! Windows over images, chunks, channels, and sums of what is copied several times.

use hostnpu::tensor::Dtype::{self, *};

use super::ints;
use crate::argument::{Argument, Contents, Tensor};
use crate::arguments::Arguments;
use crate::reference::{movement, pads};
use crate::table::samples::{patterns, read, write};
use crate::table::{Accuracy, Holds, OVERLAP, Row, SHAPE, STRIDED, computes};

const SMALL: [f64; 9] = [1.0, -2.0, 3.0, 0.5, 4.0, -1.5, 2.0, 0.25, -6.0];

/// Images, windows (size, dilation, padding, stride), and how many windows there are.
type Case = (&'static [i64], [&'static [i64]; 4], &'static [i64]);

const CASES: [Case; 5] = [
    (&[1, 3, 4], [&[2, 2], &[1, 1], &[0, 0], &[1, 1]], &[1, 4, 6]),
    (
        &[2, 3, 5, 6],
        [&[3, 2], &[1, 2], &[1, 1], &[2, 1]],
        &[2, 18, 18],
    ),
    (
        &[2, 1, 9, 8],
        [&[2, 3], &[3, 1], &[0, 0], &[1, 4]],
        &[2, 6, 12],
    ),
    (
        &[1, 2, 30, 41],
        [&[3, 3], &[1, 1], &[1, 1], &[1, 1]],
        &[1, 18, 1230],
    ),
    (&[2, 4, 3], [&[4, 5], &[1, 1], &[2, 2], &[3, 3]], &[40, 2]),
];

fn columns() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for dtype in [F32, F16, I8, Bool, Complex64] {
        for (images, arrays, out) in CASES {
            let mut call = vec![patterns(dtype, images, 6)];
            call.extend(arrays.map(ints));
            let out = if images.len() == 3 {
                &out[out.len() - 2..]
            } else {
                out
            };
            call.push(write(dtype, out));
            samples.push(call);
        }
    }
    samples[1][0] = read(F32, CASES[1].0, &SMALL);
    samples[1][5].set_dtype(F64);
    samples
}

fn sums_of_columns() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for (dtype, to) in [(F32, F32), (F16, F16), (Bf16, Bf16), (F16, F32)] {
        for (images, arrays, columns) in CASES {
            let columns = if images.len() == 3 {
                &columns[columns.len() - 2..]
            } else {
                columns
            };
            let mut call = vec![
                read(dtype, columns, &SMALL),
                ints(&images[images.len() - 2..]),
            ];
            call.extend(arrays.map(ints));
            call.push(write(to, images));
            samples.push(call);
        }
    }
    samples
}

fn sums_of_windows() -> Vec<Vec<Argument>> {
    let call = |dtype, grad: &[i64], sizes: &[i64], numbers: [i64; 3]| {
        let mut call = vec![read(dtype, grad, &SMALL), ints(sizes)];
        call.extend(numbers.map(Argument::Int));
        call.push(write(dtype, sizes));
        call
    };
    let mut samples = Vec::new();
    for dtype in [F32, F16, Bf16] {
        samples.push(call(dtype, &[2, 3, 2], &[2, 4], [1, 2, 1]));
        samples.push(call(dtype, &[3, 5, 3], &[9, 5], [0, 3, 3]));
        samples.push(call(dtype, &[2, 3, 5, 4], &[2, 9, 5], [1, 4, 2]));
        samples.push(call(dtype, &[2, 2, 700, 2], &[2, 6, 700], [1, 2, 3]));
    }
    samples
}

fn list(dtype: Dtype, shapes: &[&[i64]]) -> Argument {
    let tensor = |shape: &&[i64]| Tensor::new(dtype, shape, Contents::Numbers(SMALL.to_vec()));
    Argument::Tensors(shapes.iter().map(tensor).collect())
}

fn chunks() -> Vec<Vec<Argument>> {
    let call = |from, shapes: &[&[i64]], number, to, out: &[i64]| {
        let (dim, number) = (Argument::Int(0), Argument::Int(number));
        vec![list(from, shapes), dim, number, write(to, out)]
    };
    vec![
        call(F32, &[&[3, 4], &[2, 3]], 2, F32, &[2, 11]),
        call(F16, &[&[5, 2, 3], &[7], &[0, 3]], 3, F32, &[3, 15]),
        call(Bf16, &[&[2, 3], &[1]], 5, F16, &[5, 4]),
        call(Bf16, &[&[90, 41]], 7, Bf16, &[7, 533]),
    ]
}

fn channels() -> Vec<Vec<Argument>> {
    let call = |dtype, shape: &[i64], groups| {
        vec![
            patterns(dtype, shape, 3),
            Argument::Int(groups),
            write(dtype, shape),
        ]
    };
    vec![
        call(F32, &[1, 4, 3], 2),
        call(I8, &[2, 6, 5, 7], 3),
        call(Complex128, &[2, 6, 5], 6),
        call(Bf16, &[3, 60, 33], 1),
    ]
}

fn permuted() -> Vec<Vec<Argument>> {
    let call = |dtype, x: &[i64], arrays: [&[i64]; 2], first, out: &[i64]| {
        let [perm, shape] = arrays.map(ints);
        vec![
            patterns(dtype, x, 3),
            perm,
            shape,
            Argument::Bool(first),
            write(dtype, out),
        ]
    };
    vec![
        call(F32, &[3, 4], [&[1, 0], &[2, 6]], true, &[2, 6]),
        call(F32, &[3, 4], [&[1, 0], &[2, 6]], false, &[6, 2]),
        call(U16, &[4, 5, 6], [&[2, 0, 1], &[24, 5]], true, &[24, 5]),
        call(I64, &[4, 5, 6], [&[1, 2, 0], &[8, 3, 5]], false, &[3, 5, 8]),
    ]
}

/// The element of each place, by a permutation before or after the new shape.
fn permuted_places(arguments: &Arguments) -> Vec<Vec<u8>> {
    let Argument::Bool(first) = arguments[3] else {
        panic!("whether it is permuted first");
    };
    let (x, out) = (
        movement::tensor(arguments, 0),
        movement::tensor(arguments, 4),
    );
    let perm = movement::ints(arguments, 1);
    let own = match first {
        true => x.shape.clone(),
        false => movement::ints(arguments, 2).to_vec(),
    };
    let array = movement::Array::of(x).reshaped(&own);
    let shape: Vec<i64> = perm.iter().map(|&axis| own[axis as usize]).collect();
    let result = movement::Array::filled(&shape, |index| {
        let mut from = vec![0; index.len()];
        perm.iter()
            .zip(index)
            .for_each(|(&axis, &at)| from[axis as usize] = at);
        array.at(&from)
    });
    vec![result.bytes(out.dtype)]
}

fn sparse() -> Vec<Vec<Argument>> {
    let call = |index: Dtype, own: Dtype, dtype: Dtype, values: &[i64], found: i64| {
        let n = values[0];
        let mut out = values.to_vec();
        out[0] = found;
        let rows: Vec<f64> = (0..n).map(|e| (e * 7 % (found + 1)) as f64).collect();
        vec![
            read(index, &[1], &[3.0]),
            read(index, &[n], &rows),
            patterns(own, &[n, 2], 3),
            read(dtype, values, &SMALL),
            read(own, &[found, 2], &[9.0]),
            read(dtype, &out, &[0.0, 1.0]),
        ]
    };
    vec![
        call(I64, I64, F32, &[5, 3], 3),
        call(I32, I64, F16, &[9, 2, 2], 4),
        call(I64, I32, I32, &[7], 2),
    ]
}

fn grids() -> Vec<Vec<Argument>> {
    let call = |dtype, theta: &[i64], size: &[i64], align, out: &[i64]| {
        vec![
            read(dtype, theta, &SMALL),
            ints(size),
            Argument::Bool(align),
            write(dtype, out),
        ]
    };
    let mut samples = Vec::new();
    for dtype in [F32, F16, Bf16] {
        for align in [false, true] {
            samples.push(call(dtype, &[2, 2, 3], &[2, 7, 3, 5], align, &[2, 3, 5, 2]));
            samples.push(call(
                dtype,
                &[1, 3, 4],
                &[1, 1, 4, 1, 9],
                align,
                &[1, 4, 1, 9, 3],
            ));
        }
    }
    samples
}

pub fn rows() -> Vec<Row> {
    let holds = STRIDED | OVERLAP | SHAPE;
    vec![
        Row::new("aclnnIm2col", columns)
            .accepts(&[
                (
                    "self",
                    "f32 f16 bf16 | 950: i8 i16 i32 i64 u8 u16 u32 u64 bf16 f16 f32 f64 bool c32 c64",
                ),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .bits(pads::columns)
            .accuracy(Accuracy::Copied)
            .holds(holds)
        .except(&[("dtypes out", "results are cast; pairs without a conversion give 561103")]),
        Row::new("aclnnIm2colBackward", sums_of_columns)
            .accepts(&[
                ("gradOutput", "f32 f16 | 910B 950: + bf16"),
                ("out", "f32 f16 | 910B 950: + bf16"),
            ])
            .computes(computes::own)
            .bits(pads::sums_of_columns)
            .holds(holds),
        Row::new("aclnnUnfoldGrad", sums_of_windows)
            .accepts(&[("gradOut", "f32 f16 bf16"), ("gradIn", "f32 f16 bf16")])
            .computes(computes::own)
            .bits(pads::sums_of_windows)
            .holds(holds)
        .except(&[
            ("dtypes gradOut", "another type than that of `gradIn` gives 561103"),
            ("dtypes gradIn", "another type than that of `gradOut` gives 561103"),
        ]),
        Row::new("aclnnChunkCat", chunks)
            .accepts(&[
                ("tensors", "none | 910B 950: f32 f16 bf16"),
                ("out", "none | 910B 950: f32 f16 bf16"),
            ])
            .computes(computes::own)
            .bits(pads::chunks)
            .accuracy(Accuracy::Copied)
            .holds(holds)
        .except(&[("dtypes out", "FLOAT of FLOAT only")]),
        Row::new("aclnnChannelShuffle", channels)
            .accepts(&[
                ("self", "f16 f32 f64 i8 i16 i32 i64 u8 bool c64 c128 bf16"),
                ("out", "as self"),
            ])
            .computes(computes::own)
            .bits(|arguments| {
                let shape = &movement::tensor(arguments, 0).shape;
                let (groups, each) = (movement::int(arguments, 1), shape[1]);
                let array = movement::Array::of(movement::tensor(arguments, 0));
                let result = movement::Array::filled(shape, |index| {
                    let mut from = index.to_vec();
                    from[1] = index[1] % groups * (each / groups) + index[1] / groups;
                    array.at(&from)
                });
                vec![result.bytes(movement::tensor(arguments, 0).dtype)]
            })
            .accuracy(Accuracy::Copied)
            .holds(holds),
        Row::new("aclnnConfusionTranspose", permuted)
            .accepts(&[
                ("x", "i8 i16 i32 i64 u8 u16 u32 u64 f16 f32 bf16"),
                ("out", "as x"),
            ])
            .computes(computes::own)
            .bits(permuted_places)
            .accuracy(Accuracy::Copied)
            .holds(holds)
        .except(&[("dtypes x", "only on Ascend950; elsewhere 561103"),
            ("dtypes out", "only on Ascend950; elsewhere 561103"),]),
        Row::new("aclnnCoalesceSparse", sparse)
            .accepts(&[
                ("uniqueLen", "none | 910B 950: i64 i32"),
                ("uniqueIndices", "as uniqueLen"),
                ("indices", "i64 i32"),
                ("values", "f32 i32 f16"),
                ("newIndicesOut", "as indices"),
                ("newValuesOut", "as values"),
            ])
            .computes(computes::own)
            .bits(pads::coalesced)
            .holds(Holds(0)),
        Row::new("aclnnAffineGrid", grids)
            .accepts(&[("theta", "f32 f16 | 910B 950: + bf16"), ("out", "as theta")])
            .computes(computes::own)
            .bits(pads::affine_grid)
            .holds(STRIDED | OVERLAP | SHAPE),
    ]
}
