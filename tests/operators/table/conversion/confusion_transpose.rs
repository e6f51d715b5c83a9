//! The row of `aclnnConfusionTranspose`.

use hostnpu::tensor::Dtype::*;

use crate::argument::Argument;
use crate::arguments::Arguments;
use crate::reference::movement;
use crate::table::samples::{patterns, write};
use crate::table::shared::movement::ints;
use crate::table::{Accuracy, OVERLAP, Row, SHAPE, STRIDED, computes};

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
    let Argument::Bool(first) = arguments["transposeFirst"] else {
        panic!("whether it is permuted first");
    };
    let (x, out) = (
        movement::tensor(arguments, "x"),
        movement::tensor(arguments, "out"),
    );
    let perm = movement::ints(arguments, "perm");
    let own = match first {
        true => x.shape.clone(),
        false => movement::ints(arguments, "shape").to_vec(),
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

pub fn rows() -> Vec<Row> {
    let holds = STRIDED | OVERLAP | SHAPE;
    vec![
        Row::new("aclnnConfusionTranspose", permuted)
            .accepts(&[
                ("x", "i8 i16 i32 i64 u8 u16 u32 u64 f16 f32 bf16"),
                ("out", "as x"),
            ])
            .computes(computes::own)
            .bits(permuted_places)
            .accuracy(Accuracy::Copied)
            .holds(holds)
            .except(&[
                ("dtypes x", "only on Ascend950; elsewhere 561103"),
                ("dtypes out", "only on Ascend950; elsewhere 561103"),
            ]),
    ]
}
