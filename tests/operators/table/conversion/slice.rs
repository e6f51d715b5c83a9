//! The rows of `aclnnSlice` and `aclnnSliceV2`.

use crate::argument::Argument;
use crate::reference::movement;
use crate::table::samples::{patterns, write};
use crate::table::shared::movement::ints;
use crate::table::shared::movement::slicing::TYPES;
use crate::table::{Accuracy, OVERLAP, Row, SHAPE, STRIDED, computes};

/// Forwards in steps, from the end, beyond the ends, and nothing.
fn slice() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for dtype in TYPES {
        for (shape, [dim, start, end, step], out) in [
            (&[5, 8][..], [1, 0, 8, 2], &[5, 4][..]),
            (&[5, 8], [0, -4, -1, 1], &[3, 8]),
            (&[5, 8], [-1, -100, i64::MAX, 3], &[5, 3]),
            (&[300, 70], [1, 3, 64, i64::MAX], &[300, 1]),
            (&[3, 130, 65], [1, 1, 130, 2], &[3, 65, 65]),
            (&[5, 8], [1, 6, 2, 1], &[5, 0]),
        ] {
            let mut call = vec![patterns(dtype, shape, 3)];
            call.extend([dim, start, end, step].map(Argument::Int));
            call.push(write(dtype, out));
            samples.push(call);
        }
    }
    samples
}

/// No, one and three dimensions.
fn slices() -> Vec<Vec<Argument>> {
    let mut samples = Vec::new();
    for dtype in TYPES {
        for (shape, [starts, ends, axes, steps], out) in [
            (
                &[5, 8][..],
                [&[1, 0][..], &[5, 8], &[0, 1], &[2, 3]],
                &[2, 3][..],
            ),
            (&[5, 8], [&[], &[], &[], &[]], &[5, 8]),
            (&[], [&[], &[], &[], &[]], &[]),
            (
                &[4, 50, 41],
                [&[-9, 1, 40], &[99, -1, 41], &[1, 0, -1], &[4, 1, 7]],
                &[2, 3, 1],
            ),
        ] {
            let mut call = vec![patterns(dtype, shape, 5)];
            call.extend([starts, ends, axes, steps].map(ints));
            call.push(write(dtype, out));
            samples.push(call);
        }
    }
    samples
}

const SLICED: &str = "f32 f16 i64 i8 i32 u8 bool | 910B 950: + bf16";

pub fn rows() -> Vec<Row> {
    vec![
        Row::new("aclnnSlice", slice)
            .accepts(&[("self", SLICED), ("out", "as self")])
            .computes(computes::own)
            .bits(movement::slice)
            .accuracy(Accuracy::Copied)
            .holds(STRIDED | OVERLAP | SHAPE),
        Row::new("aclnnSliceV2", slices)
            .accepts(&[("self", SLICED), ("out", "as self")])
            .computes(computes::own)
            .bits(movement::slices)
            .accuracy(Accuracy::Copied)
            .holds(STRIDED | OVERLAP | SHAPE),
    ]
}
